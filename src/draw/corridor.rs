//! A board of areas along a road, in characters: the road from top to bottom, what lies beside it at both sides.

use crate::board::{Board, Line, SpaceId};
use crate::orders::width::width_of;

use super::area;
use super::ascii::{Counters, WIDE, cut, filled, party_letter};
use super::plane::Plane;
use super::sheet::Sheet;

/// Columns at each side of the road, and in the middle.
const BESIDE: usize = 21;
const MIDDLE: usize = 28;

/// The road where nothing lies on it.
const ROAD: &str = "             |";

/// The road a board is drawn along, if it is a board of areas with one.
pub fn road(board: &Board) -> Option<&Line> {
    let roads = board.lines().iter().filter(|line| line.kind == "road");
    let longest = roads.max_by_key(|line| line.spaces.len())?;
    (area::mapped(board) && longest.spaces.len() >= 4).then_some(longest)
}

/// Draws it.
pub fn draw(sheet: &Sheet<'_>, counters: &Counters<'_>, road: &Line) -> Vec<String> {
    let plane = Plane::new(sheet.board);
    let mut way = road.spaces.clone();
    if let [first, .., last] = way.as_slice()
        && plane.centre(*first).y > plane.centre(*last).y
    {
        way.reverse();
    }
    let beside = beside(plane, &way);
    let mut lines = Vec::new();
    for (n, &here) in way.iter().enumerate() {
        let mut middle: Vec<String> = place(sheet, counters, here, MIDDLE - 2)
            .iter()
            .map(|text| format!("[{}]", filled(text, MIDDLE - 2, ' ')))
            .collect();
        if let Some(next) = way.get(n + 1) {
            middle.push(filled(&passage(sheet, here, *next), MIDDLE, ' '));
        }
        let empty = (Vec::new(), Vec::new());
        let (left, right) = beside.get(n).unwrap_or(&empty);
        let last = n + 1 == way.len();
        let column = |of: &[SpaceId]| -> Vec<String> {
            let all = of.iter();
            all.flat_map(|at| place(sheet, counters, *at, BESIDE))
                .collect()
        };
        let (left, right) = (column(left), column(right));
        for row in 0..middle.len().max(left.len()).max(right.len()) {
            let cell = |of: &[String]| of.get(row).cloned().unwrap_or_default();
            let fill = if last { "" } else { ROAD };
            let road = middle.get(row).map_or(fill, String::as_str);
            let line = format!(
                "{} {} {}",
                filled(&cell(&left), BESIDE, ' '),
                filled(road, MIDDLE, ' '),
                cell(&right)
            );
            lines.push(line.trim_end().to_owned());
        }
    }
    lines.extend(other_crossings(sheet, &way));
    lines
}

/// The spaces that are not on the road, at the left and at the right of the one they lie nearest to.
fn beside(plane: Plane<'_>, way: &[SpaceId]) -> Vec<(Vec<SpaceId>, Vec<SpaceId>)> {
    let mut found = vec![(Vec::new(), Vec::new()); way.len()];
    for at in plane.board.spaces().filter(|at| !way.contains(at)) {
        let point = plane.centre(at);
        let far = |other: &SpaceId| {
            let other = plane.centre(*other);
            let (x, y) = (i64::from(other.x - point.x), i64::from(other.y - point.y));
            // A schematic keeps heights: what lies as high counts as nearer.
            x * x + 4 * y * y
        };
        let Some(nearest) = (0..way.len()).min_by_key(|n| way.get(*n).map(far)) else {
            continue;
        };
        let west = way
            .get(nearest)
            .is_some_and(|road| point.x < plane.centre(*road).x);
        if let Some((left, right)) = found.get_mut(nearest) {
            if west { left } else { right }.push(at);
        }
    }
    for (left, right) in &mut found {
        left.sort_by_key(|at| plane.centre(*at).y);
        right.sort_by_key(|at| plane.centre(*at).y);
    }
    found
}

/// `12b Bridgetown G3 B2!`: number, who holds it, name, counters, whether there was a fight. What is too wide goes on
/// below: no name is cut.
fn place(sheet: &Sheet<'_>, counters: &Counters<'_>, at: SpaceId, wide: usize) -> Vec<String> {
    let name = numbered(sheet, at);
    let tally = counters.told(sheet, at);
    let whole = format!("{name} {tally}");
    let whole = whole.trim_end();
    if width_of(whole) <= wide {
        return vec![whole.to_owned()];
    }
    let indent = "   ";
    vec![cut(&name, wide), cut(&format!("{indent}{tally}"), wide)]
}

/// `12b Bridgetown`: number, who holds it, name.
pub fn numbered(sheet: &Sheet<'_>, at: SpaceId) -> String {
    let here = sheet.board.space(at);
    let owner = sheet.picture.control.get(&at);
    let holder = owner.map_or_else(String::new, |owner| {
        party_letter(sheet, *owner).to_lowercase().collect()
    });
    let name = here.name.as_deref().unwrap_or_default();
    let name = name.split(" (").next().unwrap_or(name);
    format!("{}{holder} {name}", here.id)
}

/// What lies between two places of the road.
fn passage(sheet: &Sheet<'_>, from: SpaceId, to: SpaceId) -> String {
    let side = sheet.board.side(from, to);
    let crossing = sheet
        .picture
        .crossings
        .iter()
        .find(|one| Some(one.side) == side);
    let Some(one) = crossing else {
        return ROAD.to_owned();
    };
    let side = sheet.board.side_of(one.side);
    let name = side.tag("bridge").or(side.tag("ferry")).unwrap_or_default();
    let (sign, state) = if one.whole {
        ("=", party_letter(sheet, one.holder))
    } else {
        ("#", 'x')
    };
    let name = cut(name, MIDDLE - 6 - one.note.len());
    format!(" {sign}{sign} {name} {state}{}", one.note)
}

/// Bridges and ferries that the road does not use.
fn other_crossings(sheet: &Sheet<'_>, way: &[SpaceId]) -> Vec<String> {
    let on_road =
        |a: SpaceId, b: SpaceId| way.windows(2).any(|pair| pair == [a, b] || pair == [b, a]);
    crossings(sheet, "map-crossings", |a, b| !on_road(a, b))
}

/// Bridges and ferries between such spaces, under a heading.
pub fn crossings(
    sheet: &Sheet<'_>,
    heading: &str,
    wanted: impl Fn(SpaceId, SpaceId) -> bool,
) -> Vec<String> {
    let between = sheet.word("text-semicolon");
    let between = between.trim_end();
    let mut lines: Vec<String> = Vec::new();
    for one in &sheet.picture.crossings {
        let side = sheet.board.side_of(one.side);
        if !wanted(side.a, side.b) {
            continue;
        }
        if lines.is_empty() {
            let colon = sheet.word("text-colon");
            let heading = sheet.word(heading);
            lines = vec![String::new(), format!("{heading}{}", colon.trim_end())];
        }
        let state = if one.whole {
            party_letter(sheet, one.holder)
        } else {
            'x'
        };
        let name = side.tag("bridge").or(side.tag("ferry")).unwrap_or_default();
        let (a, b) = (&sheet.board.space(side.a).id, &sheet.board.space(side.b).id);
        let text = format!("{a}-{b} {name} {state}{}{between}", one.note);
        match lines.last_mut() {
            Some(line) if width_of(line) + 1 + width_of(&text) <= WIDE => {
                line.push(' ');
                line.push_str(&text);
            }
            _ => lines.push(format!("  {}", cut(&text, WIDE - 2))),
        }
    }
    if let Some(line) = lines.last_mut() {
        let end = line.trim_end_matches(between).len();
        line.truncate(end);
    }
    lines
}
