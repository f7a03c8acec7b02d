//! The legend: what is on this map and nothing else; scale and north.

use std::collections::BTreeSet;

use crate::board::{Passage, SpaceId, Spot, Symbol, Trace};

use super::area;
use super::frame::Page;
use super::sheet::{Sheet, Window};
use super::style::{Cover, ground, look, look_of};
use super::symbol;
use super::write::{Out, escape, hundredths, text_wide};

/// One entry.
#[derive(Debug)]
pub struct Entry {
    sample: Sample,
    text: String,
}

#[derive(Debug)]
enum Sample {
    /// A patch of ground.
    Ground(&'static str),
    /// A line of this class.
    Line(&'static str),
    /// A thin line of this class.
    Thin(&'static str),
    /// An icon by its id.
    Icon(&'static str),
    /// A counter's symbol.
    Symbol(Symbol),
    /// A party's colour.
    Party(usize),
    /// A party's arrow.
    Arrow(usize),
    /// A fight.
    Burst,
}

/// What is on the map.
pub fn entries(sheet: &Sheet<'_>, shown: &[SpaceId]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let here = || {
        sheet.picture.pieces.iter().filter(|piece| match piece.at {
            Spot::Space(at) => shown.binary_search(&at).is_ok(),
            Spot::Off(_) => sheet.window == Window::Whole,
        })
    };
    let mut add = |sample: Sample, text: String| entries.push(Entry { sample, text });
    for n in 0..sheet.picture.parties.len() {
        if here().any(|piece| piece.owner == n)
            || sheet.picture.control.values().any(|owner| *owner == n)
        {
            add(Sample::Party(n), sheet.party(n));
        }
    }
    let terrains: BTreeSet<(Cover, bool)> = shown
        .iter()
        .map(|at| look_of(sheet.board.space(*at)))
        .map(|look| (look.cover, look.land))
        .collect();
    for (cover, land) in terrains
        .into_iter()
        .filter(|(cover, _)| *cover != Cover::Beside)
    {
        let (terrain, key) = match (cover, land) {
            (_, false) => ("sea", "map-sea"),
            (Cover::Open, true) => ("clear", "map-clear"),
            (Cover::Mountain, true) => ("mountain", "map-mountain"),
            (Cover::Hill, true) => ("hill", "map-hill"),
            (Cover::Wood, true) => ("wood", "map-wood"),
            (Cover::Town, true) => ("city", "map-city"),
            (Cover::Marsh, true) => ("marsh", "map-marsh"),
            (Cover::Closed | Cover::Beside, true) => ("neutral", "map-closed"),
        };
        add(Sample::Ground(ground(look(terrain))), sheet.word(key));
    }
    let side = |tag: &str| {
        shown
            .iter()
            .flat_map(|at| sheet.board.links(*at))
            .any(|link| sheet.board.side_of(link.side).has(tag))
    };
    if side("river") {
        add(Sample::Line("v0"), sheet.word("map-river"));
    }
    let areas = area::mapped(sheet.board);
    if side("canal") && areas {
        add(Sample::Thin("v0"), sheet.word("map-canal"));
    }
    if side("border") {
        add(Sample::Line("b0"), sheet.word("map-border"));
    }
    if side("no-sea") {
        add(Sample::Line("j"), sheet.word("map-no-sea"));
    }
    if side("strait") {
        add(Sample::Line("u"), sheet.word("map-strait"));
    }
    let kinds: BTreeSet<&str> = sheet
        .board
        .lines()
        .iter()
        .filter(|line| line.spaces.iter().any(|at| shown.binary_search(at).is_ok()))
        .map(|line| line.kind.as_str())
        .collect();
    if kinds.contains("rail") {
        add(Sample::Line("a0"), sheet.word("map-rail"));
    }
    if kinds.contains("road") {
        add(Sample::Line("d0"), sheet.word("map-road"));
    }
    let place = |test: &dyn Fn(&str) -> bool| {
        let tags = shown
            .iter()
            .flat_map(|at| sheet.board.space(*at).tags.keys());
        tags.into_iter().any(|tag| test(tag))
    };
    if place(&|tag| tag == "port" || tag == "minor-port") {
        add(Sample::Icon("port"), sheet.word("map-port"));
    }
    if place(&|tag| tag == "airfield") {
        add(Sample::Icon("airfield"), sheet.word("map-airfield"));
    }
    if place(&|tag| tag == "lakebase") {
        add(Sample::Icon("ice"), sheet.word("map-ice"));
    }
    if place(&|tag| tag.ends_with("battery")) {
        add(Sample::Icon("guns"), sheet.word("map-guns"));
    }
    if areas {
        let crossings = || sheet.picture.crossings.iter();
        if crossings().any(|one| one.passage == Passage::Bridge) {
            add(Sample::Icon("bridge"), sheet.word("map-bridge"));
        }
        if crossings().any(|one| one.passage == Passage::Ferry) {
            add(Sample::Icon("ferry"), sheet.word("map-ferry"));
        }
        if crossings().any(|one| !one.whole) {
            add(Sample::Icon("bridge-down"), sheet.word("map-destroyed"));
        }
        let words = [
            ("drop", "chute", "map-drop"),
            ("head", "crate", "map-head"),
            ("tem", "adds", "map-adds"),
            ("vp", "points", "map-points"),
        ];
        for (tag, icon, key) in words {
            if place(&|word| word == tag) {
                add(Sample::Icon(icon), sheet.word(key));
            }
        }
        if shown
            .iter()
            .any(|at| look_of(sheet.board.space(*at)).cover == Cover::Hill)
        {
            add(Sample::Icon("height"), sheet.word("map-height"));
        }
    }
    let symbols: BTreeSet<Symbol> = here().map(|piece| piece.symbol).collect();
    for symbol in symbols {
        add(Sample::Symbol(symbol), sheet.word(symbol.key()));
    }
    let mut arrows = BTreeSet::new();
    let mut fights = false;
    let is_shown = |spot: &Spot| match spot {
        Spot::Space(at) => shown.binary_search(at).is_ok(),
        Spot::Off(_) => sheet.window == Window::Whole,
    };
    let seen = sheet.picture.traces.iter().filter(|trace| match trace {
        Trace::Way { spots, .. } => spots.iter().any(is_shown),
        Trace::Fight { at } => is_shown(at),
    });
    for trace in seen {
        match trace {
            Trace::Way { owner, .. } => {
                arrows.insert(*owner);
            }
            Trace::Fight { .. } => fights = true,
        }
    }
    if let Some(&owner) = arrows.first() {
        add(Sample::Arrow(owner), sheet.word("map-moved"));
    }
    if fights {
        add(Sample::Burst, sheet.word("map-fought"));
    }
    entries
}

/// How wide an entry is.
fn wide(entry: &Entry, text: i32) -> i32 {
    text * 3 + text_wide(&entry.text, text)
}

/// In how many rows the entries fit; the first row begins after scale and north.
pub fn rows(sheet: &Sheet<'_>, entries: &[Entry], width: i32, text: i32) -> i32 {
    let first = first(sheet, text);
    let mut rows = 1;
    let mut x = first;
    for entry in entries {
        let wide = wide(entry, text);
        if x + wide > width && x > 0 {
            rows += 1;
            x = 0;
        }
        x += wide;
    }
    rows
}

const fn scale_wide(text: i32) -> i32 {
    text * 20
}

/// Where the first entry begins: behind the scale, if the map has one.
fn first(sheet: &Sheet<'_>, text: i32) -> i32 {
    let stretched = area::mapped(sheet.board) && sheet.board.drawing().ten_km <= 0;
    if stretched { 0 } else { scale_wide(text) }
}

/// Draws it.
pub fn draw(out: &mut Out, sheet: &Sheet<'_>, page: &Page<'_>, entries: &[Entry]) {
    let text = page.text;
    let left = page.map.left;
    let mut x = left + first(sheet, text);
    let mut y = page.legend + text;
    scale(out, sheet, page, left, y);
    for entry in entries {
        let wide = wide(entry, text);
        if x + wide > page.map.right && x > left {
            x = left;
            y += text * 2;
        }
        sample(out, &entry.sample, x, y, text);
        out.line(format_args!(
            r#"<text class="s1" x="{}" y="{}" font-size="{text}">{}</text>"#,
            x + text * 2 + text / 4,
            y + text / 3,
            escape(&entry.text)
        ));
        x += wide;
    }
}

fn sample(out: &mut Out, sample: &Sample, x: i32, y: i32, text: i32) {
    let rect = |class: &str, extra: &str| {
        format!(
            r#"<rect {class} {extra} x="{}" y="{}" width="{}" height="{}" rx="{}"/>"#,
            x,
            y - text / 2,
            text * 18 / 10,
            text,
            text / 8
        )
    };
    let line = |class: &str, extra: &str| {
        format!(
            r#"<path class="{class}"{extra} stroke-width="{}" d="M{x},{y}h{}"/>"#,
            text / 4,
            text * 15 / 10
        )
    };
    match sample {
        Sample::Ground(fill) => out.put(rect(r#"class="z""#, &format!(r#"fill="{fill}""#))),
        Sample::Party(owner) => out.put(format_args!(
            r#"<g class="p{owner}">{}</g>"#,
            rect(r#"class="c1x c""#, "")
        )),
        Sample::Line(class) => out.put(line(class, "")),
        Sample::Thin(class) => out.put(format_args!(
            r#"<path class="{class}" stroke-width="{}" d="M{x},{y}h{}"/>"#,
            text / 8,
            text * 15 / 10
        )),
        Sample::Arrow(owner) => {
            out.put(line(
                &format!("c1 w{owner}"),
                &format!(r##" marker-end="url(#tip{owner})""##),
            ));
        }
        Sample::Icon(id) => out.put(format_args!(
            r##"<use href="#{id}" transform="translate({},{y})scale({})"/>"##,
            x + text,
            hundredths(text * 5 / 4)
        )),
        Sample::Symbol(symbol) => out.put(format_args!(
            r##"<g><use class="y0" href="#{}" transform="translate({},{y})scale({})"/></g>"##,
            symbol::id(*symbol),
            x + text,
            hundredths(text * 3)
        )),
        Sample::Burst => out.put(format_args!(
            r##"<use href="#burst0" transform="translate({},{y})scale({})"/>"##,
            x + text,
            hundredths(text * 11 / 10)
        )),
    }
}

/// A bar of a round number of kilometres, and an arrow to the true north.
fn scale(out: &mut Out, sheet: &Sheet<'_>, page: &Page<'_>, left: i32, y: i32) {
    let drawing = sheet.board.drawing();
    let text = page.text;
    if drawing.ten_km <= 0 {
        return;
    }
    let most = text * 9;
    let tens = [50, 20, 10, 5, 2, 1]
        .into_iter()
        .find(|tens| tens * drawing.ten_km <= most)
        .unwrap_or(1);
    let long = tens * drawing.ten_km;
    out.line(format_args!(
        r#"<path class="s0" stroke-width="{}" d="M{left},{}v{}h{long}v{}"/><text class="s1" x="{}" y="{}" font-size="{text}">{} km</text>"#,
        text / 8,
        y - text / 4,
        text / 2,
        -text / 2,
        left + text / 3,
        y - text / 6,
        tens * 10
    ));
    let x = left + text * 13;
    out.line(format_args!(
        r#"<g transform="translate({x},{y})rotate({})scale({})"><path class="s2" d="M0,-70L26,60 0,36 -26,60z"/></g><text class="s1" x="{}" y="{}" font-size="{text}">{}</text>"#,
        drawing.north,
        hundredths(text * 5 / 4),
        x + text,
        y + text / 3,
        escape(&sheet.word("map-north"))
    ));
}
