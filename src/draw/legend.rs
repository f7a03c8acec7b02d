//! The legend: what is on this map and nothing else; scale and north.

use std::collections::BTreeSet;

use crate::board::{Domain, Passage, SpaceId, Spot, Symbol, Trace};

use super::area;
use super::counter;
use super::frame::Page;
use super::sheet::{Detail, Sheet, Window};
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
    /// What stands at the foot of a counter, as an example.
    Factors(String),
    /// A party's counter.
    Party(usize),
    /// Ground that a party holds.
    Held(usize),
    /// A railway: its line and the dashes on it.
    Rail,
    /// A railway for an option.
    Dotted,
    /// A road: its line and the lighter one on it.
    Road,
    /// A road of a board of areas.
    Lane,
    /// A town, with its value.
    Town(bool),
    /// How many counters a pile has.
    Pile,
    /// Steps left and lost.
    Steps,
    /// A party's arrow.
    Arrow(usize),
    /// A fight.
    Burst,
}

/// What is on the map.
pub fn entries(sheet: &Sheet<'_>, shown: &[SpaceId], detail: Detail) -> Vec<Entry> {
    let full = detail == Detail::Full;
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
    if let Some(owner) = shown.iter().find_map(|at| sheet.picture.control.get(at)) {
        add(Sample::Held(*owner), sheet.word("map-held"));
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
            (Cover::Rough, true) => ("rough", "map-rough"),
            (Cover::Wood, true) => ("wood", "map-wood"),
            (Cover::Olive, true) => ("olive", "map-olive"),
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
    if side("cliff") {
        add(Sample::Line("a2"), sheet.word("map-cliff"));
    }
    if full && side("no-sea") {
        add(Sample::Line("j"), sheet.word("map-no-sea"));
    }
    if full && side("strait") {
        add(Sample::Line("u"), sheet.word("map-strait"));
    }
    let lines = |kind: &str, open: bool| {
        let mut all = sheet.board.lines().iter().filter(|line| line.kind == kind);
        all.any(|line| {
            line.is_open() == open && line.spaces.iter().any(|at| shown.binary_search(at).is_ok())
        })
    };
    if lines("rail", true) {
        add(Sample::Rail, sheet.word("map-rail"));
    }
    if lines("rail", false) {
        add(Sample::Dotted, sheet.word("map-rail-optional"));
    }
    match (lines("road", true), areas && side("road")) {
        (true, true) => add(Sample::Road, sheet.word("map-main-road")),
        (true, false) => add(Sample::Road, sheet.word("map-road")),
        (false, _) => {}
    }
    if lines("secondary", true) {
        add(Sample::Road, sheet.word("map-secondary-road"));
    }
    if lines("track", true) {
        add(Sample::Dotted, sheet.word("map-track"));
    }
    if areas && side("road") {
        add(Sample::Lane, sheet.word("map-road"));
    }
    let towns = || shown.iter().map(|at| sheet.board.space(*at));
    let valued =
        full && towns().any(|here| here.tag("town").is_some_and(|value| !value.is_empty()));
    if valued {
        add(Sample::Town(true), sheet.word("map-town-value"));
    } else if towns().any(|here| here.has("town")) {
        add(Sample::Town(false), sheet.word("map-town"));
    }
    let place = |test: &dyn Fn(&str) -> bool| {
        let tags = shown
            .iter()
            .flat_map(|at| sheet.board.space(*at).tags.keys());
        tags.into_iter().any(|tag| test(tag))
    };
    if full && place(&|tag| tag == "port" || tag == "minor-port") {
        add(Sample::Icon("port"), sheet.word("map-port"));
    }
    if full && place(&|tag| tag == "airfield") {
        add(Sample::Icon("airfield"), sheet.word("map-airfield"));
    }
    if full && place(&|tag| tag == "lakebase") {
        add(Sample::Icon("ice"), sheet.word("map-ice"));
    }
    if full && place(&|tag| tag.ends_with("battery")) {
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
    // What the numbers on counters are, where the game says it: an example of each domain.
    for (domain, key) in [
        (Domain::Land, "factors-land"),
        (Domain::Sea, "factors-sea"),
        (Domain::Air, "factors-air"),
    ] {
        let mut of =
            here().filter(|piece| piece.symbol.domain() == domain && piece.strength.contains('-'));
        if let (Some(piece), Some(words)) = (of.next(), (sheet.say)(key)) {
            add(Sample::Factors(piece.strength.clone()), words);
        }
    }
    let mut spots = BTreeSet::new();
    if here().any(|piece| !spots.insert((piece.at, piece.owner, piece.symbol.domain()))) {
        add(Sample::Pile, sheet.word("map-pile"));
    }
    if full && here().any(counter::has_lost) {
        add(Sample::Steps, sheet.word("map-steps-lost"));
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
    text + sample_wide(&entry.sample, text) + text_wide(&entry.text, text)
}

/// How wide its sample is.
fn sample_wide(sample: &Sample, text: i32) -> i32 {
    match sample {
        Sample::Factors(numbers) => text_wide(numbers, text) + text,
        _ => text * 2,
    }
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
    if sheet.board.drawing().ten_km > 0 {
        scale_wide(text)
    } else if area::mapped(sheet.board) {
        text * 3 + text_wide(&sheet.word("map-stretched"), text)
    } else {
        0
    }
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
            x + sample_wide(&entry.sample, text) + text / 4,
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
        Sample::Factors(numbers) => {
            let wide = text_wide(numbers, text) + text * 3 / 4;
            out.put(format_args!(
                r#"<rect class="x" x="{x}" y="{}" width="{wide}" height="{}" rx="{}"/><text class="q3" x="{}" y="{}" font-size="{text}">{}</text>"#,
                y - text * 6 / 10,
                text * 12 / 10,
                text / 5,
                x + wide / 2,
                y + text * 35 / 100,
                escape(numbers)
            ));
        }
        Sample::Party(owner) => out.put(format_args!(
            r##"<use href="#c{owner}" transform="translate({},{y})scale({})"/>"##,
            x + text,
            hundredths(text * 3 / 2)
        )),
        Sample::Held(owner) => {
            out.put(rect(&format!(r#"class="o{owner}""#), ""));
            out.put(format_args!(
                r#"<path class="rim w{owner}" stroke-width="{}" d="M{},{}h{}v{}h{}z"/>"#,
                text / 5,
                x + text / 10,
                y - text * 4 / 10,
                text * 16 / 10,
                text * 8 / 10,
                -text * 16 / 10
            ));
        }
        Sample::Rail => out.put(format_args!(
            r#"{}<path class="a1" stroke-width="{}" stroke-dasharray="{} {}" d="M{x},{y}h{}"/>"#,
            line("a0", ""),
            text / 7,
            text / 4,
            text / 4,
            text * 15 / 10
        )),
        Sample::Dotted => out.put(format_args!(
            r#"<path class="a2" stroke-width="{}" stroke-dasharray="{} {}" d="M{x},{y}h{}"/>"#,
            text / 8,
            text / 5,
            text / 5,
            text * 15 / 10
        )),
        Sample::Road => out.put(format_args!(
            r#"{}<path class="d1" stroke-width="{}" d="M{x},{y}h{}"/>"#,
            line("d0", ""),
            text / 10,
            text * 15 / 10
        )),
        Sample::Lane => out.put(format_args!(
            r#"<path class="rd0" stroke-width="{}" d="M{x},{y}h{}"/>"#,
            text / 8,
            text * 15 / 10
        )),
        Sample::Town(valued) => {
            let (half, left) = (text / 4, x + if *valued { text / 2 } else { text });
            out.put(format_args!(
                r#"<rect class="q0" x="{}" y="{}" width="{}" height="{}"/>"#,
                left - half,
                y - half,
                half * 2,
                half * 2
            ));
            if *valued {
                out.put(format_args!(
                    r#"<circle class="q2" cx="{}" cy="{y}" r="{}"/><text class="q3" x="{}" y="{}" font-size="{}">4</text>"#,
                    x + text * 13 / 10,
                    text / 2,
                    x + text * 13 / 10,
                    y + text * 27 / 100,
                    text * 3 / 4
                ));
            }
        }
        Sample::Pile => out.put(format_args!(
            r#"<g transform="translate({},{y})scale({})"><circle class="d" r="17"/><text class="e" y="8">3</text></g>"#,
            x + text,
            hundredths(text * 36 / 10)
        )),
        Sample::Steps => out.put(format_args!(
            r#"<circle class="s2" cx="{}" cy="{y}" r="{r}"/><circle class="s0" cx="{}" cy="{y}" r="{r}" stroke-width="{}"/>"#,
            x + text * 6 / 10,
            x + text * 14 / 10,
            text / 8,
            r = text / 4
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

/// A bar of a round number of kilometres, and an arrow to the true north; where the map is stretched, the arrow alone.
fn scale(out: &mut Out, sheet: &Sheet<'_>, page: &Page<'_>, left: i32, y: i32) {
    let drawing = sheet.board.drawing();
    let text = page.text;
    if drawing.ten_km <= 0 {
        if area::mapped(sheet.board) {
            north(
                out,
                drawing.north,
                (left + text, y),
                text,
                &sheet.word("map-stretched"),
            );
        }
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
    north(
        out,
        drawing.north,
        (left + text * 13, y),
        text,
        &sheet.word("map-north"),
    );
}

/// An arrow so many degrees from the top of the map, and what it says.
fn north(out: &mut Out, turn: i32, (x, y): (i32, i32), text: i32, word: &str) {
    out.line(format_args!(
        r#"<g transform="translate({x},{y})rotate({turn})scale({})"><path class="s2" d="M0,-70L26,60 0,36 -26,60z"/></g><text class="s1" x="{}" y="{}" font-size="{text}">{}</text>"#,
        hundredths(text * 5 / 4),
        x + text,
        y + text / 3,
        escape(word)
    ));
}
