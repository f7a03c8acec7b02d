//! Maps in characters, never wider than a mail, and no wider than a narrower screen: the whole board, or what lies
//! around a place.

use std::collections::BTreeMap;

use crate::board::{Hex, Piece, Space, SpaceId, Spot, Trace};
use crate::orders::width::{width, width_of};

use super::corridor;
use super::plane::Plane;
use super::sheet::{Sheet, Window};
use super::style::{Cover, letter, look};

/// The columns of a mail.
pub const WIDE: usize = 72;

/// Steps around a place at which each space still has a cell with number, name and counters.
pub const CELLS: u32 = 4;

/// Columns of a cell, with the line at its left.
const CELL: usize = 7;

/// Steps around a place at which each hex still has two characters, so that rows are shifted as they are.
pub const SHIFTED: u32 = 16;

/// So many areas are shown with their names.
const NAMED: usize = 24;

/// Draws a sheet as wide as a mail.
pub fn draw(sheet: &Sheet<'_>) -> Vec<String> {
    draw_within(sheet, WIDE).lines
}

/// A map in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its lines.
    pub lines: Vec<String>,
    /// What it shows: the window that was wanted, or a smaller one.
    pub window: Window,
    /// So many columns would hold the window that was wanted.
    pub needs: usize,
}

/// Draws as much of a sheet as so many columns hold: the sheet's own window, or the largest one that fits around its
/// middle. Lines are never broken, and nothing is cut off in silence.
pub fn draw_within(sheet: &Sheet<'_>, wide: usize) -> Drawn {
    let (centre, most) = match sheet.window {
        Window::Whole => (middle(sheet), SHIFTED),
        Window::Around { centre, radius } => (Some(centre), radius.min(SHIFTED)),
    };
    let smaller = (0..=most).rev().filter_map(|radius| {
        let centre = centre?;
        Some(Window::Around { centre, radius })
    });
    let mut window = sheet.window;
    let mut lines = plan(sheet, wide);
    let widest = |lines: &[String]| lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
    let needs = widest(&lines);
    for part in smaller {
        if widest(&lines) <= wide {
            break;
        }
        let sheet = Sheet {
            window: part,
            ..*sheet
        };
        // Areas without their names tell little.
        if sheet.board.is_hexes() || sheet.spaces().len() <= NAMED {
            window = part;
            lines = plan(&sheet, wide);
        }
    }
    let shown = Sheet { window, ..*sheet };
    lines.extend(Counters::of(sheet).key(&shown, wide));
    Drawn {
        lines,
        window,
        needs,
    }
}

/// Around what to look where not all can be shown: what happened, else what stands there.
fn middle(sheet: &Sheet<'_>) -> Option<SpaceId> {
    let picture = sheet.picture;
    let happened = picture.traces.iter().filter_map(|trace| match trace {
        Trace::Fight { at } => Some(*at),
        Trace::Way { spots, .. } => spots.last().copied(),
    });
    let stands = picture.pieces.iter().map(|piece| piece.at);
    let on_board = |spot: Spot| match spot {
        Spot::Space(at) => Some(at),
        Spot::Off(_) => None,
    };
    let mut spots = happened.chain(stands).filter_map(on_board);
    spots.next().or_else(|| sheet.board.spaces().next())
}

/// The map without its key.
fn plan(sheet: &Sheet<'_>, wide: usize) -> Vec<String> {
    let board = Counters::of(sheet);
    let road = corridor::road(sheet.board).filter(|_| sheet.window == Window::Whole);
    match (sheet.board.is_hexes(), sheet.window) {
        (false, _) => match road {
            Some(road) => corridor::draw(sheet, &board, road),
            None => areas(sheet, &board, wide),
        },
        (true, Window::Around { centre, radius }) if radius <= CELLS => {
            let mut lines = cells(sheet, &board, centre, radius);
            lines.extend(long_names(sheet, wide));
            lines
        }
        (true, Window::Around { centre, radius }) => {
            let mut lines = letters(sheet, &board, Some((centre, radius.min(SHIFTED))), wide);
            lines.extend(towns(sheet, wide));
            lines
        }
        (true, Window::Whole) => {
            let mut lines = letters(sheet, &board, None, wide);
            lines.extend(towns(sheet, wide));
            lines
        }
    }
}

/// What stands where, by party.
pub struct Counters<'a> {
    on: BTreeMap<Spot, Vec<&'a Piece>>,
    fights: Vec<Spot>,
}

impl<'a> Counters<'a> {
    fn of(sheet: &Sheet<'a>) -> Self {
        let mut on: BTreeMap<Spot, Vec<&'a Piece>> = BTreeMap::new();
        for piece in &sheet.picture.pieces {
            on.entry(piece.at).or_default().push(piece);
        }
        let fights = sheet.picture.traces.iter().filter_map(|trace| match trace {
            Trace::Fight { at } => Some(*at),
            Trace::Way { .. } => None,
        });
        Self {
            on,
            fights: fights.collect(),
        }
    }

    /// How many counters each party has on a spot.
    fn parties(&self, spot: Spot) -> BTreeMap<usize, usize> {
        let mut parties = BTreeMap::new();
        for piece in self.on.get(&spot).into_iter().flatten() {
            *parties.entry(piece.owner).or_default() += 1;
        }
        parties
    }

    /// `G3 N1`
    pub fn tally(&self, sheet: &Sheet<'_>, spot: Spot) -> String {
        let parts: Vec<String> = self
            .parties(spot)
            .iter()
            .map(|(owner, n)| format!("{}{n}", party_letter(sheet, *owner)))
            .collect();
        parts.join(" ")
    }

    /// `G3 N1!`: the same, and whether there was a fight.
    pub fn told(&self, sheet: &Sheet<'_>, at: SpaceId) -> String {
        let spot = Spot::Space(at);
        let mut text = self.tally(sheet, spot);
        if self.fights.contains(&spot) {
            text.push('!');
        }
        text
    }

    /// The one character of a hex.
    fn mark(&self, sheet: &Sheet<'_>, at: SpaceId) -> char {
        let spot = Spot::Space(at);
        if self.fights.contains(&spot) {
            return '!';
        }
        let parties: Vec<usize> = self.parties(spot).into_keys().collect();
        match parties.as_slice() {
            [] => {
                let here = sheet.board.space(at);
                if here.has("town") {
                    'o'
                } else {
                    letter(look(&here.terrain))
                }
            }
            [owner] => party_letter(sheet, *owner),
            _ => '*',
        }
    }

    /// What the letters mean, and what is in the boxes.
    fn key(&self, sheet: &Sheet<'_>, wide: usize) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for (n, party) in sheet.picture.parties.iter().enumerate() {
            if sheet.picture.pieces.iter().any(|piece| piece.owner == n) {
                words.push(format!("{} {}", party.letter, sheet.party(n)));
            }
        }
        if sheet.board.is_hexes() {
            let mut seen: BTreeMap<char, &str> = BTreeMap::new();
            for space in sheet.spaces() {
                let look = look(&sheet.board.space(space).terrain);
                let key = match letter(look) {
                    '.' | ',' => "map-clear",
                    'n' => "map-hill",
                    ':' => "map-rough",
                    '%' if look.cover == Cover::Olive => "map-olive",
                    '^' | 'm' => "map-mountain",
                    '/' => "map-closed",
                    _ => continue,
                };
                seen.insert(letter(look), key);
            }
            for (letter, key) in seen {
                let coast = matches!(letter, ',' | 'm');
                let mut text = format!("{letter} {}", sheet.word(key));
                if coast {
                    text.push_str(", ");
                    text.push_str(&sheet.word("map-coast"));
                }
                words.push(text);
            }
            // Where a hex has a cell of its own, towns have names and counters are counted.
            let in_cells = matches!(sheet.window, Window::Around { radius, .. } if radius <= CELLS);
            if !in_cells {
                words.push(format!("o {}", sheet.word("map-town")));
                if self.on.keys().any(|spot| self.parties(*spot).len() > 1) {
                    words.push(format!("* {}", sheet.word("map-several")));
                }
            }
        } else if !sheet.picture.control.is_empty() {
            words.push(sheet.word("map-small-letter"));
        }
        if corridor::road(sheet.board).is_some() {
            if sheet.window == Window::Whole {
                words.push(format!("| {}", sheet.word("map-main-road")));
                words.push(format!("== {}", sheet.word("map-bridge-held")));
            }
            if sheet.picture.crossings.iter().any(|one| !one.whole) {
                let sign = if sheet.window == Window::Whole {
                    "## x"
                } else {
                    "x"
                };
                words.push(format!("{sign} {}", sheet.word("map-destroyed")));
            }
        }
        if !self.fights.is_empty() {
            words.push(format!("! {}", sheet.word("map-fought")));
        }
        let mut lines = row(sheet, words, wide);
        for (n, off) in sheet.board.boxes().iter().enumerate() {
            let tally = self.tally(sheet, Spot::Off(n));
            if sheet.window == Window::Whole && !tally.is_empty() {
                lines.push(cut(
                    &format!("{}{}{tally}", off.name, sheet.word("text-colon")),
                    wide,
                ));
            }
        }
        lines
    }
}

/// Some words one after the other, in as many lines as they need.
fn row(sheet: &Sheet<'_>, words: Vec<String>, wide: usize) -> Vec<String> {
    let between = sheet.word("text-semicolon");
    let mut lines = vec![String::new()];
    for word in words {
        let gap = if lines.last().is_some_and(String::is_empty) {
            ""
        } else {
            between.as_str()
        };
        let fits = lines
            .last()
            .is_some_and(|line| width_of(line) + gap.len() + width_of(&word) <= wide);
        match lines.last_mut() {
            Some(line) if fits => {
                line.push_str(gap);
                line.push_str(&word);
            }
            _ => lines.push(cut(&word, wide)),
        }
    }
    lines
}

pub fn party_letter(sheet: &Sheet<'_>, owner: usize) -> char {
    sheet
        .picture
        .parties
        .get(owner)
        .map_or('?', |party| party.letter)
}

/// A text cut to so many columns.
pub fn cut(text: &str, wide: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        if used + width(c) > wide {
            break;
        }
        used += width(c);
        out.push(c);
    }
    out
}

/// A text cut or filled to exactly so many columns.
pub fn filled(text: &str, wide: usize, with: char) -> String {
    let mut out = cut(text, wide);
    for _ in width_of(&out)..wide {
        out.push(with);
    }
    out
}

/// One or two characters for each hex.
fn letters(
    sheet: &Sheet<'_>,
    counters: &Counters<'_>,
    around: Option<(SpaceId, u32)>,
    wide: usize,
) -> Vec<String> {
    let shown = match around {
        Some((centre, radius)) => sheet.board.within(centre, radius),
        None => sheet.board.spaces().collect(),
    };
    let Some((low, high)) = corners(sheet, &shown) else {
        return Vec::new();
    };
    let cols = high.col - low.col + 1;
    // Two characters show how the rows are shifted; a wide board has room for one.
    let room = i32::try_from(wide).unwrap_or(i32::MAX).saturating_sub(4);
    let each = if cols.saturating_mul(2) <= room { 2 } else { 1 };
    let mut lines = Vec::new();
    let numbers = |digit: fn(i32) -> i32| -> String {
        let mut line = "   ".to_owned();
        for col in low.col..=high.col {
            line.push(char::from_digit(digit(col).unsigned_abs(), 10).unwrap_or(' '));
            if each == 2 {
                line.push(' ');
            }
        }
        line.trim_end().to_owned()
    };
    // Where numbers do not follow the lattice each row begins with the number of its first hex.
    let plain = shown.first().is_none_or(|at| {
        let hex = sheet.board.number(*at);
        hex.is_some() && hex == Hex::from_id(&sheet.board.space(*at).id)
    });
    if plain {
        lines.push(numbers(|col| col / 10 % 10));
        lines.push(numbers(|col| col % 10));
    }
    for row in low.row..=high.row {
        let mut line = format!("{row:02} ");
        if !plain {
            let on_row =
                (low.col..=high.col).filter_map(|col| sheet.board.numbered(Hex { col, row }));
            let first = on_row
                .into_iter()
                .find(|at| shown.binary_search(at).is_ok());
            let id = first.map_or("", |at| sheet.board.space(at).id.as_str());
            line = format!("{id:<5} ");
        }
        if each == 2 && row.rem_euclid(2) == 1 && !sheet.board.is_turned() {
            line.push(' ');
        }
        for col in low.col..=high.col {
            let at = sheet.board.numbered(Hex { col, row });
            let at = at.filter(|at| shown.binary_search(at).is_ok());
            line.push(at.map_or(' ', |at| counters.mark(sheet, at)));
            if each == 2 {
                line.push(' ');
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The least and the greatest column and row.
fn corners(sheet: &Sheet<'_>, shown: &[SpaceId]) -> Option<(Hex, Hex)> {
    let hexes: Vec<Hex> = shown
        .iter()
        .filter_map(|at| sheet.board.number(*at))
        .collect();
    let low = Hex {
        col: hexes.iter().map(|hex| hex.col).min()?,
        row: hexes.iter().map(|hex| hex.row).min()?,
    };
    let high = Hex {
        col: hexes.iter().map(|hex| hex.col).max()?,
        row: hexes.iter().map(|hex| hex.row).max()?,
    };
    Some((low, high))
}

/// A cell of three lines for each hex: number and ground, name, counters.
fn cells(sheet: &Sheet<'_>, counters: &Counters<'_>, centre: SpaceId, radius: u32) -> Vec<String> {
    let shown = sheet.board.within(centre, radius);
    let Some((low, high)) = corners(sheet, &shown) else {
        return Vec::new();
    };
    if sheet.board.is_turned() {
        return columns(sheet, counters, &shown, low);
    }
    let mut lines = Vec::new();
    for row in low.row..=high.row {
        let mut block = [const { String::new() }; 3];
        for line in &mut block {
            if row.rem_euclid(2) == 1 {
                line.push_str("   ");
            }
        }
        let mut open = false;
        for col in low.col..=high.col {
            let at = sheet.board.numbered(Hex { col, row });
            let at = at.filter(|at| shown.binary_search(at).is_ok());
            let edge = if at.is_some() || open { '|' } else { ' ' };
            open = at.is_some();
            let texts = match at {
                Some(at) => cell(sheet, counters, at),
                None => [String::new(), String::new(), String::new()],
            };
            for (line, text) in block.iter_mut().zip(texts) {
                line.push(edge);
                line.push_str(&filled(&text, CELL - 1, ' '));
            }
        }
        for line in &mut block {
            if open {
                line.push('|');
            }
        }
        lines.extend(block.iter().map(|line| line.trim_end().to_owned()));
    }
    lines
}

/// The same for a board of columns: cells of even columns stand half a cell lower.
fn columns(sheet: &Sheet<'_>, counters: &Counters<'_>, shown: &[SpaceId], low: Hex) -> Vec<String> {
    let mut canvas = Vec::new();
    for &at in shown {
        let Some(hex) = sheet.board.number(at) else {
            continue;
        };
        let half = if hex.col.rem_euclid(2) == 0 { 2 } else { 0 };
        let top = usize::try_from((hex.row - low.row) * 4 + half).unwrap_or(0);
        let left = usize::try_from(hex.col - low.col).unwrap_or(0) * CELL;
        put(
            &mut canvas,
            top,
            left,
            &format!("+{}+", "-".repeat(CELL - 1)),
        );
        for (n, text) in cell(sheet, counters, at).iter().enumerate() {
            let line = format!("|{}|", filled(text, CELL - 1, ' '));
            put(&mut canvas, top + 1 + n, left, &line);
        }
        put(
            &mut canvas,
            top + 4,
            left,
            &format!("+{}+", "-".repeat(CELL - 1)),
        );
    }
    canvas
        .into_iter()
        .map(|line: Vec<char>| line.into_iter().collect::<String>().trim_end().to_owned())
        .collect()
}

/// The names that do not fit into a cell, in full.
fn long_names(sheet: &Sheet<'_>, wide: usize) -> Vec<String> {
    let shown = sheet.spaces();
    let all = shown.iter().map(|at| sheet.board.space(*at));
    let long = all.filter_map(|here| {
        let name = here.name.as_deref()?;
        (width_of(name) >= CELL).then(|| format!("{} {name}", here.id))
    });
    let long: Vec<String> = long.collect();
    if long.is_empty() {
        Vec::new()
    } else {
        row(sheet, long, wide)
    }
}

/// The towns with the numbers of their hexes, those of the greatest value first: a letter has no room for a name.
fn towns(sheet: &Sheet<'_>, wide: usize) -> Vec<String> {
    let shown = sheet.spaces();
    let value = |here: &Space| {
        here.tag("town")
            .and_then(|value| value.parse().ok())
            .unwrap_or(0)
    };
    let mut towns: Vec<(i32, &Space)> = shown
        .iter()
        .map(|at| sheet.board.space(*at))
        .filter(|here| here.has("town") && here.name.is_some())
        .map(|here| (-value(here), here))
        .collect();
    towns.sort_by_key(|(value, here)| (*value, &here.id));
    let words: Vec<String> = towns
        .iter()
        .map(|(_, here)| format!("{} {}", here.label(), here.id))
        .collect();
    if words.is_empty() {
        Vec::new()
    } else {
        row(sheet, words, wide)
    }
}

/// The name for a cell: what does not fit is cut and has a point for it.
fn short_name(here: &Space) -> String {
    let name = here.name.as_deref().unwrap_or_default();
    if width_of(name) < CELL {
        name.to_owned()
    } else {
        format!("{}.", cut(name, CELL - 2).trim_end())
    }
}

fn cell(sheet: &Sheet<'_>, counters: &Counters<'_>, at: SpaceId) -> [String; 3] {
    let here: &Space = sheet.board.space(at);
    let ground = letter(look(&here.terrain));
    let fight = counters.fights.contains(&Spot::Space(at));
    let id = format!("{}{}{}", here.id, ground, if fight { '!' } else { ground });
    [id, short_name(here), counters.tally(sheet, Spot::Space(at))]
}

/// Areas about where they lie: number or name, and counters.
fn areas(sheet: &Sheet<'_>, counters: &Counters<'_>, wide: usize) -> Vec<String> {
    let plane = Plane::new(sheet.board);
    let shown = sheet.spaces();
    let points: Vec<_> = shown.iter().map(|at| plane.centre(*at)).collect();
    let Some(frame) = super::clip::Frame::around(points.iter().copied()) else {
        return Vec::new();
    };
    let named = shown.len() <= NAMED;
    // Room for the label of an area that lies at the right.
    let longest = shown.iter().map(|at| width_of(&named_area(sheet, *at)));
    let most = if named {
        longest.max().unwrap_or(14).clamp(14, 26)
    } else {
        8
    };
    let across = i64::try_from(wide.saturating_sub(most)).unwrap_or(40);
    let high = (i64::from(frame.high()) * across / i64::from(frame.wide().max(1)) / 2).clamp(6, 40);
    let mut canvas: Vec<Vec<char>> = Vec::new();
    for (&at, point) in shown.iter().zip(&points) {
        let here = sheet.board.space(at);
        let scale = |n: i32, of: i32, to: i64| {
            usize::try_from(i64::from(n) * to / i64::from(of.max(1))).unwrap_or(0)
        };
        let x = scale(point.x - frame.left, frame.wide(), across);
        let y = 2 * scale(point.y - frame.top, frame.high(), high / 2);
        let tally = counters.told(sheet, at);
        let (first, second) = if named {
            (named_area(sheet, at), tally)
        } else {
            (
                format!(
                    "{}{}{tally}",
                    here.id,
                    if tally.is_empty() { "" } else { ":" }
                ),
                String::new(),
            )
        };
        let label = width_of(&first).max(width_of(&second)).min(most);
        // Down until there is room.
        let row = (y..y + 60)
            .find(|row| free(&canvas, *row, x, label, if named { 2 } else { 1 }))
            .unwrap_or(y);
        put(&mut canvas, row, x, &cut(&first, most));
        put(&mut canvas, row + 1, x, &cut(&second, most));
    }
    let mut lines: Vec<String> = canvas
        .into_iter()
        .map(|row| row.into_iter().collect::<String>().trim_end().to_owned())
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let is_shown = |at| shown.binary_search(&at).is_ok();
    lines.extend(corridor::crossings(sheet, "map-crossings-here", |a, b| {
        is_shown(a) && is_shown(b)
    }));
    lines
}

/// The name of an area, behind its number where it has one.
fn named_area(sheet: &Sheet<'_>, at: SpaceId) -> String {
    let here = sheet.board.space(at);
    let name = here.label();
    let name = name.split(" (").next().unwrap_or(name);
    if here.id.len() <= 3 && here.id != name {
        corridor::numbered(sheet, at)
    } else {
        name.to_owned()
    }
}

fn free(canvas: &[Vec<char>], row: usize, x: usize, wide: usize, high: usize) -> bool {
    (row..row + high).all(|row| {
        canvas.get(row).is_none_or(|line| {
            let from = x.saturating_sub(1);
            line.iter().skip(from).take(wide + 2).all(|c| *c == ' ')
        })
    })
}

fn put(canvas: &mut Vec<Vec<char>>, row: usize, x: usize, text: &str) {
    if text.is_empty() {
        return;
    }
    while canvas.len() <= row {
        canvas.push(Vec::new());
    }
    if let Some(line) = canvas.get_mut(row) {
        for (n, c) in text.chars().enumerate() {
            while line.len() <= x + n {
                line.push(' ');
            }
            if let Some(slot) = line.get_mut(x + n) {
                *slot = c;
            }
        }
    }
}
