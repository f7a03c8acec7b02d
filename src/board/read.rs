//! Reading a board file: every word declared, every pair adjacent, every id known.

use std::collections::BTreeMap;

use super::distance::Distances;
use super::drawing::{Drawing, DrawingFile, Label, Point};
use super::error::BoardError;
use super::file::{BoardFile, BoxFile, Grid, LineFile, Text, Words};
use super::graph::Board;
use super::hex::{Dir, Hex};
use super::space::{Line, Link, OffMap, Side, SideId, Space, SpaceId};

type Tags = BTreeMap<String, String>;

/// Reads and checks a board file.
pub fn board(text: &str, file: &str) -> Result<Board, BoardError> {
    let at = Where { text, file };
    let parsed: BoardFile = toml::from_str(text).map_err(|error| BoardError {
        file: file.to_owned(),
        line: error.span().map(|span| at.line(span.start)),
        entry: String::new(),
        what: error.message().to_owned(),
        expected: String::new(),
    })?;
    let head = parsed.board;
    let words = &parsed.words;
    let spaces = spaces(&at, parsed.spaces, head.grid, words)?;
    let ids = ids(&at, &spaces)?;
    let known = Known { at: &at, ids: &ids };
    let (links, mut sides, distances) = match head.grid {
        Grid::Hexes | Grid::Columns => hexes(&at, &spaces, &parsed.links)?,
        Grid::Areas => areas(&known, &spaces, &parsed.links)?,
    };
    tag_sides(&known, &links, &mut sides, &parsed.sides, words)?;
    let lines = lines(&known, &links, &parsed.lines, words)?;
    let boxes = boxes(&known, &parsed.boxes)?;
    let drawing = drawing(&known, &links, &boxes, parsed.drawing)?;
    Ok(Board {
        name: head.name,
        provenance: head.provenance,
        sources: head.sources,
        spaces,
        ids,
        links,
        sides,
        lines,
        boxes,
        distances,
        turned: head.grid == Grid::Columns,
        drawing,
    })
}

/// The file, to say where something stands.
struct Where<'a> {
    text: &'a str,
    file: &'a str,
}

impl Where<'_> {
    fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn wrong(&self, text: &Text, entry: String, what: String, expected: &str) -> BoardError {
        BoardError {
            file: self.file.to_owned(),
            line: Some(self.line(text.span().start)),
            entry,
            what,
            expected: expected.to_owned(),
        }
    }
}

/// The ids of the spaces.
struct Known<'a> {
    at: &'a Where<'a>,
    ids: &'a BTreeMap<String, SpaceId>,
}

impl Known<'_> {
    fn find(&self, id: &str, text: &Text, entry: &str) -> Result<SpaceId, BoardError> {
        self.ids.get(id).copied().ok_or_else(|| {
            self.at.wrong(
                text,
                entry.to_owned(),
                format!("there is no space `{id}`"),
                &near(id, self.ids.keys()),
            )
        })
    }

    fn pair(&self, pair: &str, text: &Text, entry: &str) -> Result<(SpaceId, SpaceId), BoardError> {
        let Some((a, b)) = pair.split_once('-') else {
            return Err(self.at.wrong(
                text,
                entry.to_owned(),
                format!("`{pair}` is no pair of spaces"),
                "two ids with a hyphen between them, like 0101-0201",
            ));
        };
        Ok((self.find(a, text, entry)?, self.find(b, text, entry)?))
    }
}

/// The nearest of some words, as what was expected.
fn near<'a>(word: &str, of: impl Iterator<Item = &'a String>) -> String {
    let best = of
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .min();
    match best {
        Some((far, known)) if far <= 2 => format!("a known one, perhaps `{known}`"),
        _ => "a known one".to_owned(),
    }
}

/// Every id, and every other number a space has.
fn ids(at: &Where<'_>, spaces: &[Space]) -> Result<BTreeMap<String, SpaceId>, BoardError> {
    let mut ids = BTreeMap::new();
    for (space, n) in spaces.iter().zip(0..) {
        for id in std::iter::once(&space.id).chain(&space.also) {
            if ids.insert(id.clone(), SpaceId(n)).is_some() {
                return Err(BoardError {
                    file: at.file.to_owned(),
                    line: None,
                    entry: format!("space {}", space.id),
                    what: format!("another space is called `{id}` too"),
                    expected: "a number of its own".to_owned(),
                });
            }
        }
    }
    Ok(ids)
}

/// Numbers by value, then words.
fn order(id: &str) -> (u32, &str) {
    (id.parse().unwrap_or(u32::MAX), id)
}

fn spaces(
    at: &Where<'_>,
    rows: BTreeMap<Text, Text>,
    grid: Grid,
    words: &Words,
) -> Result<Vec<Space>, BoardError> {
    let mut spaces = Vec::with_capacity(rows.len());
    for (id, row) in rows {
        let entry = format!("space {}", id.get_ref());
        if id.get_ref().contains(['-', ' ', ',']) || id.get_ref().is_empty() {
            return Err(at.wrong(
                &id,
                entry,
                "an id is one word".to_owned(),
                "no hyphen, blank or comma",
            ));
        }
        let mut parts = row.get_ref().split(',').map(str::trim);
        let terrain = parts.next().unwrap_or_default();
        if !words.terrain.contains_key(terrain) {
            return Err(at.wrong(
                &row,
                entry,
                format!("`{terrain}` is no terrain"),
                &near(terrain, words.terrain.keys()),
            ));
        }
        let mut tags = tags(
            at,
            parts,
            &words.space,
            &["name", "at", "also"],
            &row,
            &entry,
        )?;
        let hex = match (grid, tags.remove("at")) {
            (Grid::Areas, None) => None,
            (Grid::Areas, Some(_)) => {
                let what = "an area has no place on a lattice".to_owned();
                return Err(at.wrong(&row, entry, what, "`at` on boards of hexes only"));
            }
            (Grid::Hexes, place) => Some(lattice(at, &id, place.as_deref(), &row, &entry)?),
            (Grid::Columns, place) => {
                Some(lattice(at, &id, place.as_deref(), &row, &entry)?.turned())
            }
        };
        let also = tags.remove("also").unwrap_or_default();
        spaces.push(Space {
            name: tags.remove("name"),
            also: also.split_whitespace().map(str::to_owned).collect(),
            hex,
            terrain: terrain.to_owned(),
            tags,
            id: id.into_inner(),
        });
    }
    spaces.sort_by(|a, b| order(&a.id).cmp(&order(&b.id)));
    if spaces.is_empty() || spaces.len() > usize::from(u16::MAX) / 3 {
        return Err(BoardError {
            file: at.file.to_owned(),
            line: None,
            entry: "spaces".to_owned(),
            what: format!("there are {} spaces", spaces.len()),
            expected: format!("1 to {}", u16::MAX / 3),
        });
    }
    Ok(spaces)
}

/// Where a hex lies: as its number says, or `at` if it is numbered otherwise.
fn lattice(
    at: &Where<'_>,
    id: &Text,
    place: Option<&str>,
    row: &Text,
    entry: &str,
) -> Result<Hex, BoardError> {
    let Some(place) = place else {
        return Hex::from_id(id.get_ref()).ok_or_else(|| {
            at.wrong(
                id,
                entry.to_owned(),
                "the id is not the number of a hex".to_owned(),
                "two digits for the column and two for the row, or `at` with both",
            )
        });
    };
    let hex = place.split_once(' ').and_then(|(col, row)| {
        let (col, row) = (col.parse().ok()?, row.parse().ok()?);
        (0..=999).contains(&col).then_some(())?;
        (0..=999).contains(&row).then_some(Hex { col, row })
    });
    hex.ok_or_else(|| {
        let what = format!("`at {place}` is no place on the lattice");
        at.wrong(
            row,
            entry.to_owned(),
            what,
            "column and row, like `at 15 14`",
        )
    })
}

/// Reads `word value, word value`.
fn tags<'a>(
    at: &Where<'_>,
    parts: impl Iterator<Item = &'a str>,
    words: &BTreeMap<String, String>,
    also: &[&str],
    text: &Text,
    entry: &str,
) -> Result<Tags, BoardError> {
    let mut tags = Tags::new();
    for part in parts {
        let (word, value) = part.split_once(' ').unwrap_or((part, ""));
        if !words.contains_key(word) && !also.contains(&word) {
            return Err(at.wrong(
                text,
                entry.to_owned(),
                format!("`{word}` is not among the words of the file"),
                &near(word, words.keys()),
            ));
        }
        if tags
            .insert(word.to_owned(), value.trim().to_owned())
            .is_some()
        {
            return Err(at.wrong(
                text,
                entry.to_owned(),
                format!("`{word}` stands there twice"),
                "each word once",
            ));
        }
    }
    Ok(tags)
}

type Graph = (Vec<Vec<Link>>, Vec<Side>, Distances);

fn hexes(
    at: &Where<'_>,
    spaces: &[Space],
    written: &BTreeMap<Text, Text>,
) -> Result<Graph, BoardError> {
    if let Some((id, _)) = written.iter().next() {
        return Err(at.wrong(
            id,
            format!("links {}", id.get_ref()),
            "hexes need no links".to_owned(),
            "links on boards of areas only",
        ));
    }
    let hexes: Vec<Hex> = spaces.iter().filter_map(|space| space.hex).collect();
    let mut taken = BTreeMap::new();
    for (hex, space) in hexes.iter().zip(spaces) {
        if let Some(other) = taken.insert(*hex, &space.id) {
            return Err(BoardError {
                file: at.file.to_owned(),
                line: None,
                entry: format!("space {}", space.id),
                what: format!("space `{other}` lies at the same place"),
                expected: "a place of its own on the lattice".to_owned(),
            });
        }
    }
    let distances = Distances::hexes(hexes.clone());
    let mut graph = Joined::new(spaces.len());
    for (hex, n) in hexes.iter().zip(0..) {
        for dir in Dir::ALL {
            if let Some(to) = distances.at(hex.toward(dir)) {
                graph.join(SpaceId(n), to, Some(dir));
            }
        }
    }
    Ok((graph.links, graph.sides, distances))
}

fn areas(
    known: &Known<'_>,
    spaces: &[Space],
    written: &BTreeMap<Text, Text>,
) -> Result<Graph, BoardError> {
    let mut pairs = std::collections::BTreeSet::new();
    for (id, row) in written {
        let entry = format!("links {}", id.get_ref());
        let from = known.find(id.get_ref(), id, &entry)?;
        for word in row.get_ref().split_whitespace() {
            let to = known.find(word, row, &entry)?;
            if to == from {
                return Err(known.at.wrong(
                    row,
                    entry,
                    "a space is no neighbour of itself".to_owned(),
                    "other spaces",
                ));
            }
            pairs.insert((from, to));
            pairs.insert((to, from));
        }
    }
    let mut graph = Joined::new(spaces.len());
    for (from, to) in pairs {
        graph.join(from, to, None);
    }
    let distances = Distances::areas(&graph.links);
    Ok((graph.links, graph.sides, distances))
}

/// Links and sides as they are found.
struct Joined {
    links: Vec<Vec<Link>>,
    sides: Vec<Side>,
    numbers: BTreeMap<(SpaceId, SpaceId), SideId>,
}

impl Joined {
    fn new(spaces: usize) -> Self {
        Self {
            links: vec![Vec::new(); spaces],
            sides: Vec::new(),
            numbers: BTreeMap::new(),
        }
    }

    fn join(&mut self, from: SpaceId, to: SpaceId, dir: Option<Dir>) {
        let (a, b) = (from.min(to), from.max(to));
        let next = SideId(u16::try_from(self.sides.len()).unwrap_or(u16::MAX));
        let side = *self.numbers.entry((a, b)).or_insert(next);
        if side == next {
            self.sides.push(Side {
                a,
                b,
                tags: Tags::new(),
            });
        }
        if let Some(links) = self.links.get_mut(usize::from(from.0)) {
            links.push(Link { to, dir, side });
        }
    }
}

fn link(links: &[Vec<Link>], from: SpaceId, to: SpaceId) -> Option<Link> {
    let links = links.get(usize::from(from.0))?;
    links.iter().copied().find(|link| link.to == to)
}

fn tag_sides(
    known: &Known<'_>,
    links: &[Vec<Link>],
    sides: &mut [Side],
    written: &BTreeMap<Text, BTreeMap<String, Text>>,
    words: &Words,
) -> Result<(), BoardError> {
    for (tag, values) in written {
        if !words.side.contains_key(tag.get_ref()) {
            return Err(known.at.wrong(
                tag,
                format!("sides.{}", tag.get_ref()),
                "the word is not among those for sides".to_owned(),
                &near(tag.get_ref(), words.side.keys()),
            ));
        }
        for (value, pairs) in values {
            let entry = format!("sides.{} {value}", tag.get_ref());
            for pair in pairs.get_ref().split_whitespace() {
                let (a, b) = known.pair(pair, pairs, &entry)?;
                let Some(link) = link(links, a, b) else {
                    return Err(known.at.wrong(
                        pairs,
                        entry,
                        format!("the spaces of `{pair}` have no side in common"),
                        "neighbours",
                    ));
                };
                let Some(side) = sides.get_mut(usize::from(link.side.0)) else {
                    continue;
                };
                // A dash is a tag that says it all.
                let value = if value == "-" { "" } else { value };
                let old = side.tags.insert(tag.get_ref().clone(), value.to_owned());
                if let Some(old) = old {
                    return Err(known.at.wrong(
                        pairs,
                        entry,
                        format!("side `{pair}` has the tag already, with `{old}`"),
                        "each tag once on a side",
                    ));
                }
            }
        }
    }
    Ok(())
}

fn lines(
    known: &Known<'_>,
    links: &[Vec<Link>],
    written: &BTreeMap<Text, LineFile>,
    words: &Words,
) -> Result<Vec<Line>, BoardError> {
    let mut lines = Vec::new();
    for (id, line) in written {
        let entry = format!("line {}", id.get_ref());
        let mut spaces: Vec<SpaceId> = Vec::new();
        for word in line.spaces.get_ref().split_whitespace() {
            let next = known.find(word, &line.spaces, &entry)?;
            if let Some(last) = spaces.last()
                && link(links, *last, next).is_none()
            {
                return Err(known.at.wrong(
                    &line.spaces,
                    entry,
                    format!("`{word}` is no neighbour of the space before it"),
                    "a row of neighbours",
                ));
            }
            spaces.push(next);
        }
        if spaces.len() < 2 {
            return Err(known.at.wrong(
                &line.spaces,
                entry,
                "a line needs two ends".to_owned(),
                "two spaces or more",
            ));
        }
        let tags = match &line.tags {
            Some(text) => {
                let parts = text.get_ref().split(',').map(str::trim);
                tags(known.at, parts, &words.line, &[], text, &entry)?
            }
            None => Tags::new(),
        };
        lines.push(Line {
            id: id.get_ref().clone(),
            name: line.name.clone(),
            kind: line.kind.clone(),
            tags,
            spaces,
        });
    }
    Ok(lines)
}

fn boxes(known: &Known<'_>, written: &[BoxFile]) -> Result<Vec<OffMap>, BoardError> {
    let mut boxes: Vec<OffMap> = Vec::new();
    for off in written {
        let entry = format!("box {}", off.id.get_ref());
        if known.ids.contains_key(off.id.get_ref())
            || boxes.iter().any(|other| other.id == *off.id.get_ref())
        {
            return Err(known.at.wrong(
                &off.id,
                entry,
                "the id is taken".to_owned(),
                "an id of its own",
            ));
        }
        let mut near = Vec::new();
        for id in &off.near {
            near.push(known.find(id.get_ref(), id, &entry)?);
        }
        near.sort_unstable();
        near.dedup();
        boxes.push(OffMap {
            id: off.id.get_ref().clone(),
            name: off.name.clone(),
            near,
        });
    }
    Ok(boxes)
}

fn drawing(
    known: &Known<'_>,
    links: &[Vec<Link>],
    boxes: &[OffMap],
    written: DrawingFile,
) -> Result<Drawing, BoardError> {
    let outlines = |of: &[Text], what: &str| {
        of.iter()
            .map(|text| points(known.at, text, what))
            .collect::<Result<Vec<_>, _>>()
    };
    let mut drawing = Drawing {
        land: outlines(&written.land, "drawing.land")?,
        lakes: outlines(&written.lakes, "drawing.lakes")?,
        unit: written.unit,
        ten_km: written.ten_km,
        north: written.north,
        hex: written.hex,
        ..Drawing::default()
    };
    for river in written.rivers {
        let points = points(known.at, &river.at, "drawing.rivers")?;
        drawing.rivers.push((river.name, points));
    }
    for label in written.labels {
        drawing.labels.push(Label {
            at: point(known.at, &label.at, "drawing.labels")?,
            text: label.text,
            kind: label.kind,
            turn: label.turn,
            size: label.size,
        });
    }
    for (id, text) in &written.outlines {
        let space = known.find(id.get_ref(), id, "drawing.outlines")?;
        let points = points(known.at, text, "drawing.outlines")?;
        drawing.outlines.insert(space, points);
    }
    for (pair, text) in &written.borders {
        let entry = format!("drawing.borders {}", pair.get_ref());
        let (a, b) = known.pair(pair.get_ref(), pair, &entry)?;
        let Some(link) = link(links, a, b) else {
            let what = format!("`{}` are no neighbours", pair.get_ref());
            return Err(known.at.wrong(pair, entry, what, "two neighbours"));
        };
        let points = points(known.at, text, &entry)?;
        if points.len() < 2 {
            let what = "there are not two points".to_owned();
            return Err(known.at.wrong(text, entry, what, "a line"));
        }
        drawing.borders.insert(link.side, points);
    }
    for (id, text) in &written.centres {
        let space = known.find(id.get_ref(), id, "drawing.centres")?;
        let point = point(known.at, text, "drawing.centres")?;
        drawing.centres.insert(space, point);
    }
    for (id, text) in &written.marks {
        let space = known.find(id.get_ref(), id, "drawing.marks")?;
        let point = point(known.at, text, "drawing.marks")?;
        drawing.marks.insert(space, point);
    }
    for (id, text) in &written.boxes {
        if !boxes.iter().any(|off| off.id == *id) {
            let what = format!("there is no box `{id}`");
            let entry = "drawing.boxes".to_owned();
            return Err(known.at.wrong(text, entry, what, "the id of a box"));
        }
        let point = point(known.at, text, "drawing.boxes")?;
        drawing.boxes.insert(id.clone(), point);
    }
    Ok(drawing)
}

/// Reads `x,y x,y ...`.
fn points(at: &Where<'_>, text: &Text, entry: &str) -> Result<Vec<Point>, BoardError> {
    let mut points = Vec::new();
    for word in text.get_ref().split_whitespace() {
        let point = word
            .split_once(',')
            .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let Some((x, y)) = point else {
            let what = format!("`{word}` is no point");
            return Err(at.wrong(text, entry.to_owned(), what, "whole numbers like 120,-35"));
        };
        points.push(Point { x, y });
    }
    Ok(points)
}

fn point(at: &Where<'_>, text: &Text, entry: &str) -> Result<Point, BoardError> {
    match points(at, text, entry)?.as_slice() {
        [point] => Ok(*point),
        _ => Err(at.wrong(
            text,
            entry.to_owned(),
            "there is not one point".to_owned(),
            "one point like 120,-35",
        )),
    }
}
