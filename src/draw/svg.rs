//! Maps as SVG: valid, accessible, small.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Piece, Point, SpaceId, Spot, Symbol};

use super::clip::Frame;
use super::frame::{self, Page, page};
use super::pile::{Pile, piles};
use super::plane::Plane;
use super::sheet::{Detail, Sheet, Window};
use super::style::{COUNTRY, INK, LAND, PAPER, SEA, counter as colours, foot};
use super::write::{Out, escape};
use super::{area, counter, land, legend, marks, panel, spread, symbol, texts, trace, water};

/// The fonts: the first is the one that pictures carry with them.
const FONT: &str = "'Roboto Condensed','Arial Narrow','Liberation Sans Narrow',sans-serif-condensed,Arial,sans-serif";

/// How large a picture is, in pixels, where nobody says it.
pub const WHOLE_WIDE: i32 = 1400;
/// The same on boards of areas, which show all counters on every map.
const AREAS_WIDE: i32 = 1500;
/// The width of a hex in a window, in pixels.
const HEX_WIDE: i32 = 84;
/// No window is wider.
const WINDOW_WIDE: i32 = 1400;
/// On a smaller counter, in pixels, names and pips cannot be made out, and its values want their room.
const LEGIBLE: i32 = 27;
/// The same on the whole of a board of areas, whose counters are smaller than those of a window.
const LEGIBLE_IN_AREAS: i32 = 64;

/// The size a sheet is best drawn at.
pub fn natural_width(sheet: &Sheet<'_>) -> i32 {
    let plane = Plane::new(sheet.board);
    let shown = sheet.spaces();
    let page = page(plane, sheet, &shown, 1);
    let fitting = page.whole.wide() * HEX_WIDE / plane.unit().max(1);
    match sheet.window {
        Window::Whole if area::mapped(sheet.board) => fitting.min(AREAS_WIDE),
        Window::Whole => fitting.min(WHOLE_WIDE),
        Window::Around { .. } => fitting.min(WINDOW_WIDE),
    }
}

/// How finely a sheet of this width is best drawn.
pub fn detail_at(sheet: &Sheet<'_>, wide: i32) -> Detail {
    let plane = Plane::new(sheet.board);
    let page = page(plane, sheet, &sheet.spaces(), 1);
    let hex = i64::from(plane.unit()) * i64::from(wide) / i64::from(page.whole.wide().max(1));
    if hex >= 44 {
        Detail::Full
    } else {
        Detail::Coarse
    }
}

/// Draws a sheet for a screen that can zoom, `wide` pixels wide at first.
pub fn draw(sheet: &Sheet<'_>, wide: i32, detail: Detail) -> String {
    drawn(sheet, wide, detail, 0)
}

/// Draws a sheet that stays as wide as this: nothing on it is too small to be read.
pub fn draw_fixed(sheet: &Sheet<'_>, wide: i32) -> String {
    let legible = match sheet.window {
        Window::Whole if area::mapped(sheet.board) => LEGIBLE_IN_AREAS,
        _ => LEGIBLE,
    };
    drawn(sheet, wide, detail_at(sheet, wide), legible)
}

/// Draws a sheet; counters of fewer pixels than `legible` show no more than symbol and strength.
fn drawn(sheet: &Sheet<'_>, wide: i32, detail: Detail, legible: i32) -> String {
    let plane = Plane::new(sheet.board);
    let wanted = sheet.spaces();
    let first = page(plane, sheet, &wanted, 1);
    let shown = framed(plane, sheet, &first, wanted.clone());
    let entries = legend::entries(sheet, &shown, detail);
    let rows = legend::rows(sheet, &entries, first.map.wide(), first.text);
    let page = page(plane, sheet, &wanted, rows);
    let mut out = Out::default();
    head(&mut out, sheet, &page, wide);
    styles(&mut out, plane, sheet);
    let used: BTreeSet<Symbol> = sheet
        .picture
        .pieces
        .iter()
        .map(|piece| piece.symbol)
        .collect();
    defs(&mut out, sheet, &page, &used);
    let f = page.whole;
    out.line(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{PAPER}"/>"#,
        f.left,
        f.top,
        f.wide(),
        f.high()
    ));
    heading(&mut out, sheet, &page);
    let m = page.map;
    // Along the edges stand the numbers of columns and rows.
    let inner = m.grown(-frame::edge(plane, sheet));
    let mut piles = all_piles(plane, sheet, &shown, detail);
    let small = detail == Detail::Coarse && sheet.board.is_hexes();
    let mut words = Words::default();
    let mut great = Vec::new();
    if small {
        let mut fights = trace::bursts(plane, sheet, &page, detail);
        great = marks::great_names(&mut words.above, plane, &shown, fights.clone(), inner);
        fights.extend(&great);
        spread::apart(
            &mut piles,
            &fights,
            m.grown(-frame::edge(plane, sheet)),
            plane.unit(),
        );
    }
    if sheet.window != Window::Whole {
        // No counter is cut by the edge of a window.
        for pile in &mut piles {
            pile.at = spread::held(pile.at, pile.size / 2, m.grown(-plane.unit() / 20));
        }
    }
    // First what has its place, then what can give way: texts, names, and last the numbers of hexes.
    let mut taken: Vec<Frame> = piles.iter().map(Pile::frame).collect();
    taken.extend(&great);
    let beside = area::beside(plane);
    words.seas = texts::draw(
        &mut words.under,
        plane,
        sheet,
        inner,
        detail,
        &[taken.as_slice(), &beside].concat(),
    );
    taken.extend(&words.seas);
    let mut signs = Out::default();
    if area::mapped(sheet.board) {
        taken.extend(area::crossings(&mut signs, plane, sheet, m));
        taken.extend(area::identifiers(&mut signs, plane, &shown));
    }
    taken.extend(trace::frames(plane, sheet, &page));
    taken.extend(trace::bursts(plane, sheet, &page, detail));
    taken.extend(markers(&mut words.above, plane, sheet, &shown));
    let rest: Vec<SpaceId> = shown
        .iter()
        .copied()
        .filter(|at| !(small && marks::is_great(sheet.board.space(*at))))
        .collect();
    words.names = marks::names(&mut words.above, plane, &rest, taken, inner, detail);
    words.names.extend(great);
    ground(&mut out, plane, sheet, &shown, m, detail, &words);
    land::edges(&mut out, plane, sheet, m);
    for panel in &page.panels {
        panel::draw(&mut out, sheet, panel, detail);
    }
    // No arrow hides a bridge, a number or a counter.
    trace::ways(&mut out, plane, sheet, &page, detail);
    out.put(signs.0);
    if small {
        spread::leads(&mut out, &piles, plane.unit());
    }
    let least = page.whole.wide() * legible / wide.max(1);
    for pile in &piles {
        let face = if pile.size < least {
            Detail::Coarse
        } else {
            detail
        };
        counter::pile(&mut out, sheet, pile, face);
    }
    out.put(&words.above.0);
    trace::fights(&mut out, plane, sheet, &page, detail);
    out.line(format_args!(
        r#"<rect class="x0" x="{}" y="{}" width="{}" height="{}" stroke-width="{}"/>"#,
        m.left,
        m.top,
        m.wide(),
        m.high(),
        page.text / 8
    ));
    legend::draw(&mut out, sheet, &page, &entries);
    out.line("</svg>");
    out.0
}

/// What is written on the map, and the room it takes.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Seas and countries, under the counters.
    pub under: Out,
    /// Names and markers, above them.
    pub above: Out,
    /// The room of the former.
    pub seas: Vec<Frame>,
    /// The room of names.
    pub names: Vec<Frame>,
}

/// Draws all that lies under the counters.
pub(super) fn ground(
    out: &mut Out,
    plane: Plane<'_>,
    sheet: &Sheet<'_>,
    shown: &[SpaceId],
    m: Frame,
    detail: Detail,
    words: &Words,
) {
    out.line(r##"<g clip-path="url(#map)">"##);
    let fill = match sheet.board.drawing().land.is_empty() {
        false => SEA,
        // Around the areas lies country too.
        true if area::mapped(sheet.board) => COUNTRY,
        true => PAPER,
    };
    out.line(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
        m.left,
        m.top,
        m.wide(),
        m.high()
    ));
    land::draw(out, plane, sheet, m, detail);
    let seen = if area::mapped(sheet.board) {
        area::seen(plane, m)
    } else {
        shown.to_vec()
    };
    let shown = seen.as_slice();
    water::draw(out, plane, sheet, shown, m);
    land::grid(out, plane, sheet, shown, detail, words);
    if area::mapped(sheet.board) {
        area::ways(out, plane, sheet, shown);
    }
    water::lines(out, plane, sheet, m);
    water::barriers(out, plane, sheet, shown, detail);
    out.put(&words.under.0);
    marks::places(out, plane, shown, detail);
    out.line("</g>");
}

/// The spaces in the frame: a window is a rectangle, so some lie further off than its radius.
fn framed(
    plane: Plane<'_>,
    sheet: &Sheet<'_>,
    page: &Page<'_>,
    wanted: Vec<SpaceId>,
) -> Vec<SpaceId> {
    match sheet.window {
        Window::Whole => wanted,
        Window::Around { .. } => sheet
            .board
            .spaces()
            .filter(|at| {
                wanted.binary_search(at).is_ok()
                    || if area::mapped(sheet.board) {
                        // Of an area whose number would be cut only the ground is seen.
                        page.map.contains(area::room(plane, *at))
                    } else {
                        page.map.holds(plane.centre(*at))
                    }
            })
            .collect(),
    }
}

/// The piles on the spaces shown, in order.
fn all_piles<'a>(
    plane: Plane<'_>,
    sheet: &Sheet<'a>,
    shown: &[SpaceId],
    detail: Detail,
) -> Vec<Pile<'a>> {
    let mut on: BTreeMap<Spot, Vec<&'a Piece>> = BTreeMap::new();
    for piece in &sheet.picture.pieces {
        on.entry(piece.at).or_default().push(piece);
    }
    on.iter()
        .filter(|(spot, _)| matches!(spot, Spot::Space(at) if shown.binary_search(at).is_ok()))
        .flat_map(|(spot, pieces)| piles(plane, *spot, pieces, detail))
        .collect()
}

fn head(out: &mut Out, sheet: &Sheet<'_>, page: &Page<'_>, wide: i32) {
    let f = page.whole;
    let high = i64::from(f.high()) * i64::from(wide) / i64::from(f.wide().max(1));
    out.line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{wide}" height="{high}" role="img" aria-labelledby="title desc" lang="{}">"#,
        f.left,
        f.top,
        f.wide(),
        f.high(),
        sheet.lang.code()
    ));
    out.line(format_args!(
        r#"<title id="title">{}</title><desc id="desc">{}</desc>"#,
        escape(sheet.title),
        escape(sheet.note)
    ));
}

fn heading(out: &mut Out, sheet: &Sheet<'_>, page: &Page<'_>) {
    let text = page.text;
    let left = page.map.left;
    let base = page.whole.top + text * 2;
    out.line(format_args!(
        r#"<text class="h0" x="{left}" y="{base}" font-size="{}">{}</text>"#,
        text * 8 / 5,
        escape(sheet.title)
    ));
    let wide = super::write::text_wide(sheet.title, text * 8 / 5) + text * 2;
    // What does not fit beside the heading is left to the report.
    if wide + super::write::text_wide(sheet.note, text) < page.map.wide() {
        out.line(format_args!(
            r#"<text class="h1" x="{}" y="{base}" font-size="{text}">{}</text>"#,
            page.map.right,
            escape(sheet.note)
        ));
    }
}

pub(super) fn styles(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>) {
    let unit = plane.unit();
    out.put("<style>");
    out.put(format_args!("text{{font-family:{FONT};fill:{INK}}}"));
    out.put(format_args!(
        ".g{{fill:{LAND}}}.sh1,.sh2{{fill:none;stroke-linejoin:round}}.sh1{{stroke:#c4dcea}}.sh2{{stroke:#d3e6f0}}.l{{fill:none;stroke:#55707f;stroke-width:{}}}.t{{stroke-linejoin:round}}.z{{stroke:#7d7a6c;stroke-width:{}}}.m0{{fill:#bd9c6c}}.m1{{fill:#9d7c50}}",
        unit / 60,
        unit / 60
    ));
    out.put(format_args!(
        ".k0{{fill:#9cc7de;stroke:#4f86a8;stroke-width:{}}}.v0{{fill:none;stroke:#3f86b8;stroke-linecap:round;stroke-linejoin:round}}",
        unit / 90
    ));
    out.put(format_args!(
        ".r{{fill:none;stroke:#40514d;stroke-opacity:.36;stroke-width:{}}}.rc{{stroke-opacity:.6;stroke-width:{}}}.en{{text-anchor:middle;fill:#3a4a52}}.ar{{fill:none;stroke:#40514d;stroke-opacity:.6;stroke-dasharray:14 10;stroke-width:3}}.i{{text-anchor:middle;fill-opacity:.72}}",
        unit / 90,
        unit / 40
    ));
    out.put(".j{fill:none;stroke:#1f3f6e;stroke-linecap:round}.b0{fill:none;stroke:#6b3d2e;stroke-linejoin:round}.u{fill:none;stroke:#a34b1d;stroke-linecap:round}");
    out.put(".a0{fill:none;stroke:#33302c}.a1{fill:none;stroke:#f4efe0}.a2{fill:none;stroke:#33302c}.d0{fill:none;stroke:#7c3a22}.d1{fill:none;stroke:#f3b562}");
    out.put(".t-sea,.t-water,.t-land,.t-country{text-anchor:middle;dominant-baseline:auto}.t-sea{font-style:italic;fill:#46738c;letter-spacing:.35em}.t-water{font-style:italic;fill:#2d5f7d}.t-land{font-style:italic;fill:#6d5433;letter-spacing:.1em}.t-country{fill:#8d8578;letter-spacing:.4em}");
    out.put(format_args!(
        ".q0{{fill:{INK};stroke:#fff;stroke-width:{w}}}.q1{{fill:#fff;stroke:{INK};stroke-width:{w}}}.f0,.f1{{text-anchor:middle;paint-order:stroke;stroke:#fbf8ee;stroke-linejoin:round;stroke-width:{h}}}.f0{{font-weight:bold}}.f1{{font-style:italic}}.q2{{fill:#f2c14e;stroke:{INK};stroke-width:{w}}}.q3{{text-anchor:middle;font-weight:bold}}",
        w = unit / 100,
        h = unit / 30
    ));
    out.put(format_args!(
        ".c{{stroke:{INK};stroke-width:2.5}}.b{{fill:#fbfaf4;stroke:{INK};stroke-width:2.5}}.k{{fill:none;stroke:{INK};stroke-width:3}}.f{{fill:{INK}}}.b1{{fill:#f2c14e;stroke:{INK};stroke-width:2}}.q{{font-size:36px;font-weight:bold}}.n,.v,.e{{text-anchor:middle}}.v{{font-weight:bold}}.d{{fill:#fff;stroke:{INK};stroke-width:2.5}}.e{{font-size:24px;font-weight:bold}}.e1{{font-size:32px}}.s9{{fill:none}}.ld,.ld0{{fill:none;stroke:{INK}}}.ld0{{stroke:#fff;stroke-opacity:.7}}.ld1{{fill:{INK};stroke:#fff;stroke-width:{dot}}}",
        dot = unit / 24
    ));
    if area::mapped(sheet.board) {
        out.put(format_args!(
            ".rim,.cn0,.cn1,.rd0,.wt0,.wt1,.br2{{fill:none;stroke-linejoin:round;stroke-linecap:round}}.cn0{{stroke:#5d574c;stroke-dasharray:10 16}}.rd0{{stroke:#a0835d}}.wt0{{stroke:#f6fbfd}}.wt1{{stroke:#3f86b8}}.br0{{fill:#f8dc5c;stroke:{INK}}}.br1{{stroke:{INK}}}.br2{{stroke:#c1121f}}.id{{fill:#2f5a43;stroke:#f7f3e8}}.id1{{stroke:#3f9bd1}}.id2{{fill:#4b463d}}.idt{{text-anchor:middle;font-weight:bold;fill:#fff}}"
        ));
    }
    for (n, party) in sheet.picture.parties.iter().enumerate() {
        let (fill, ink) = colours(party.colour);
        out.put(format_args!(
            ".hd{n}{{fill:{fill}}}.ht{n}{{fill:{ink}}}.ft{n}{{stroke:{ink};stroke-width:4}}.p{n} .y,.p{n} .n,.p{n} .v{{fill:{ink}}}.p{n} .s{{fill:{ink}}}.p{n} .s9{{stroke:{ink};stroke-width:2}}.o{n}{{fill:{fill};fill-opacity:.28}}.rim{{fill:none;stroke-linejoin:round}}.w{n}{{stroke:{fill}}}.tip{n}{{fill:{fill};stroke:#fff;stroke-width:.6}}"
        ));
    }
    out.put(format_args!(
        ".c0,.c1{{fill:none;stroke-linejoin:round}}.c0{{stroke:#fff;stroke-opacity:.85}}.air{{stroke-dasharray:{a} {b}}}.rail{{stroke-dasharray:{b} {b}}}.mk{{fill:#fff8d8;stroke:{INK};stroke-width:{w}}}.mt{{text-anchor:middle;font-weight:bold}}",
        a = unit / 6,
        b = unit / 10,
        w = unit / 80
    ));
    out.put(format_args!(
        ".x{{fill:#eee7d6;stroke:{INK};stroke-width:{w}}}.x0{{fill:none;stroke:{INK}}}.h,.h0{{font-weight:bold}}.h1{{text-anchor:end;font-style:italic}}.s2{{fill:{INK}}}.s0{{fill:none;stroke:{INK}}}",
        w = unit / 60
    ));
    out.line("</style>");
}

pub(super) fn defs(out: &mut Out, sheet: &Sheet<'_>, page: &Page<'_>, used: &BTreeSet<Symbol>) {
    let m = page.map;
    out.line(format_args!(
        r#"<defs><clipPath id="map"><rect x="{}" y="{}" width="{}" height="{}"/></clipPath>"#,
        m.left,
        m.top,
        m.wide(),
        m.high()
    ));
    for symbol in Symbol::ALL {
        if used.contains(&symbol) || symbol == Symbol::Leader {
            out.line(format_args!(
                r#"<g id="{}">{}</g>"#,
                symbol::id(symbol),
                symbol::drawing(symbol)
            ));
        }
    }
    for n in 0..sheet.picture.parties.len() {
        let foot = match foot(n) {
            "" => String::new(),
            foot => format!(r#"<path class="ft{n}" d="{foot}"/>"#),
        };
        out.line(format_args!(
            r#"<g id="c{n}"><rect class="c hd{n}" x="-50" y="-50" width="100" height="100" rx="7"/>{foot}</g>"#
        ));
    }
    // Icons one unit wide in hundredths: scaled to the letters they stand beside.
    out.line(r##"<g id="port"><path d="M0,-38a9,9 0 1 1 -.1,0zM0,-20V36M-18,-8H18M-34,8Q-30,36 0,36 30,36 34,8" fill="none" stroke="#22456b" stroke-width="9"/></g>"##);
    out.line(r##"<g id="airfield"><path d="M0,-40q7,5 7,22l36,18v10l-36,-7 -3,22 12,9v7l-16,-4 -16,4v-7l12,-9 -3,-22 -36,7v-10l36,-18q0,-17 7,-22z" fill="#8a2f2a"/></g>"##);
    out.line(r##"<g id="ice"><path d="M0,-38V38M-33,-19L33,19M-33,19L33,-19" fill="none" stroke="#2b7fb0" stroke-width="9"/></g>"##);
    out.line(r##"<g id="guns"><path d="M-30,-30L30,30M-30,30L30,-30" fill="none" stroke="#b01e1e" stroke-width="13"/></g>"##);
    if area::mapped(sheet.board) {
        out.line(r##"<g id="chute"><path d="M-40,-4Q-40,-40 0,-40 40,-40 40,-4 27,-14 13,-4 0,-14 -13,-4 -27,-14 -40,-4z" fill="#a8332b"/><path d="M-38,-2L0,40 38,-2M-12,-4L0,40 12,-4" fill="none" stroke="#a8332b" stroke-width="5"/></g>"##);
        out.line(r##"<g id="crate"><path d="M-34,-26H34V32H-34z" fill="#c98f3c" stroke="#4a3210" stroke-width="8"/><path d="M-34,-26L34,32M-34,32L34,-26" stroke="#4a3210" stroke-width="7"/></g>"##);
        out.line(r##"<g id="bridge"><circle r="48" class="br0" stroke-width="5"/><path class="br1" fill="#fff" stroke-width="7" d="M-40,-18H40V18H-40z"/></g>"##);
        out.line(r##"<g id="bridge-down"><use href="#bridge"/><path class="br2" stroke-width="16" d="M-40,-40L40,40M-40,40L40,-40"/></g>"##);
        out.line(r##"<g id="ferry"><circle r="48" class="br0" stroke-width="5"/><circle class="br1" fill="#fff" r="34" stroke-width="7"/><text class="mt" y="20" font-size="56">F</text></g>"##);
        out.line(r##"<g id="points"><rect class="q2" x="-44" y="-36" width="88" height="72" rx="30" stroke-width="5"/><text class="q3" y="22" font-size="60">1</text></g>"##);
        out.line(r##"<g id="adds"><text class="f0" y="24" font-size="76" stroke-width="0">+2</text></g>"##);
        out.line(r##"<g id="height"><rect class="id" x="-40" y="-40" width="80" height="80"/><text class="idt" y="22" font-size="62">3</text></g>"##);
    }
    out.line(r##"<g id="burst0"><path d="M0,-50L12,-20 40,-34 26,-8 52,4 24,12 34,42 8,26 -6,52 -14,24 -44,34 -26,8 -52,-6 -24,-14 -34,-40 -10,-22z" fill="#f6c445" stroke="#a8281e" stroke-width="7"/></g>"##);
    for n in 0..sheet.picture.parties.len() {
        out.line(format_args!(
            r#"<marker id="tip{n}" viewBox="0 0 10 10" refX="3" refY="5" markerWidth="3.8" markerHeight="3.8" orient="auto"><path class="tip{n}" d="M0,0L10,5 0,10z"/></marker>"#
        ));
    }
    out.line("</defs>");
}

/// Draws markers at the left of their spaces, in areas at the lower right; gives the room they take.
fn markers(out: &mut Out, plane: Plane<'_>, sheet: &Sheet<'_>, shown: &[SpaceId]) -> Vec<Frame> {
    let unit = plane.unit();
    let mut taken = Vec::new();
    for marker in &sheet.picture.markers {
        let Spot::Space(space) = marker.at else {
            continue;
        };
        if shown.binary_search(&space).is_err() {
            continue;
        }
        let centre = plane.centre(space);
        let (x, y) = if area::mapped(sheet.board) {
            (centre.x + unit * 45 / 100, centre.y + unit * 33 / 100)
        } else {
            (centre.x - unit * 38 / 100, centre.y - unit * 12 / 100)
        };
        out.line(format_args!(
            r#"<g><title>{}</title><circle class="mk" cx="{x}" cy="{y}" r="{}"/><text class="mt" x="{x}" y="{}" font-size="{}">{}</text></g>"#,
            escape(&marker.meaning),
            unit * 9 / 100,
            y + unit * 4 / 100,
            unit * 11 / 100,
            escape(&marker.text)
        ));
        taken.push(Frame::about(Point { x, y }, unit * 9 / 100));
    }
    taken
}
