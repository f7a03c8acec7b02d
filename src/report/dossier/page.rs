//! The page: the board once, the book as data, and the small programs that bring them together.

use serde_json::{Map, Value as Json, json};

use super::book::Book;
use super::changes::Roster;
use super::words;
use crate::board::{Domain, Picture, Symbol};
use crate::draw::stage::{Stage, crossing, stage, symbol_id};
use crate::draw::{Sheet, Window, escape};
use crate::engine::game::Game;
use crate::orders::Lang;

const PAGE: &str = include_str!("../../../templates/dossier/page.html");
pub(in crate::report) const STYLE: &str = include_str!("../../../templates/dossier/style.css");
/// What every page with a board needs: words, what stands where, the board, how one looks at it.
pub(in crate::report) const BOARD_PROGRAMS: [&str; 4] = [
    include_str!("../../../templates/dossier/words.js"),
    include_str!("../../../templates/dossier/stand.js"),
    include_str!("../../../templates/dossier/board.js"),
    include_str!("../../../templates/dossier/pointer.js"),
];
/// In the order in which they need each other.
const PROGRAMS: [&str; 4] = [
    include_str!("../../../templates/dossier/moments.js"),
    include_str!("../../../templates/dossier/tally.js"),
    include_str!("../../../templates/dossier/list.js"),
    include_str!("../../../templates/dossier/main.js"),
];

/// Puts a page together.
pub fn page<G: Game>(data: &G::Data, book: &Book, lang: Lang) -> String {
    let board = G::board(data);
    // Boxes beside the map are made large enough for what they ever held.
    let picture = Picture {
        parties: book.picture.parties.clone(),
        pieces: book.roster.fullest.iter().flatten().cloned().collect(),
        crossings: book.picture.crossings.clone(),
        ..Picture::default()
    };
    let stage = staged::<G>(data, &picture, &book.roster, lang);
    let json = facts::<G>(data, book, &stage, lang).to_string();
    // A closing tag in a name must not end the script.
    let json = json.replace('<', "\\u003c");
    let title = format!("{}: {}", book.game, board.name());
    let noscript = words::page(lang);
    let noscript = noscript["noscript"].as_str().unwrap_or_default();
    let programs = [BOARD_PROGRAMS.concat(), PROGRAMS.concat()].concat();
    fill(
        PAGE,
        &[
            ("%LANG%", lang.code()),
            ("%TITLE%", &escape(&title)),
            ("%STYLE%", STYLE),
            ("%NOSCRIPT%", &escape(noscript)),
            ("%BOARD%", &stage.svg),
            ("%DATA%", &json),
            ("%PROGRAMS%", &programs),
        ],
    )
}

/// A page with its marks replaced, each once and in their order.
pub(in crate::report) fn fill(page: &str, marks: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(64 * 1024);
    let mut rest = page;
    for (mark, text) in marks {
        if let Some((before, after)) = rest.split_once(mark) {
            out.push_str(before);
            out.push_str(text);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// The board of a page, drawn without counters; boxes beside it have room for what is given.
pub(in crate::report) fn staged<G: Game>(
    data: &G::Data,
    picture: &Picture,
    roster: &Roster,
    lang: Lang,
) -> Stage {
    let board = G::board(data);
    let say = |_: &str| None;
    stage(
        &Sheet {
            board,
            picture,
            window: Window::Whole,
            empty_boxes: true,
            lang,
            say: &say,
            title: board.name(),
            note: "",
        },
        &roster.symbols(),
    )
}

fn facts<G: Game>(data: &G::Data, book: &Book, stage: &Stage, lang: Lang) -> Json {
    let mut facts = board_facts::<G>(data, &book.roster, &book.picture, stage);
    let phases: Vec<Json> = book
        .phases
        .iter()
        .map(|phase| json!([phase.name, phase.title, phase.from, phase.close]))
        .collect();
    let rest = json!({
        "game": book.game, "lang": lang.code(), "reader": book.reader, "over": book.over, "outcome": book.outcome,
        "sides": book.sides, "terms": book.terms.rows, "first": book.first,
        "phases": phases, "events": book.events, "runs": book.runs,
        "words": { "en": words::page(Lang::En), "fr": words::page(Lang::Fr) },
    });
    if let Json::Object(rest) = rest {
        facts.extend(rest);
    }
    Json::Object(facts)
}

/// What every page with a board needs to know of it and of the counters that were ever on it.
pub(in crate::report) fn board_facts<G: Game>(
    data: &G::Data,
    roster: &Roster,
    picture: &Picture,
    stage: &Stage,
) -> Map<String, Json> {
    let board = G::board(data);
    let spaces: Vec<Json> = board
        .spaces()
        .zip(&stage.places)
        .map(|(at, place)| {
            let space = board.space(at);
            let name = space.name.as_deref().unwrap_or_default();
            let mut row = vec![
                json!(space.id),
                json!(place.at.x),
                json!(place.at.y),
                json!(name),
            ];
            if !place.outline.is_empty() {
                row.push(json!(place.outline));
            }
            Json::Array(row)
        })
        .collect();
    let boxes: Vec<Json> = board
        .boxes()
        .iter()
        .zip(&stage.boxes)
        .map(|(off, room)| {
            json!({
                "name": off.name, "frame": room.frame, "first": room.first,
                "size": room.size, "cell": room.cell, "columns": room.columns,
            })
        })
        .collect();
    let symbols: Vec<_> = roster.symbols().into_iter().collect();
    let say = |key: &str, lang| {
        let said = G::phrasebook().say_key(key, lang, &words::NoNames);
        said.unwrap_or_else(|| key.to_owned())
    };
    let symbol_rows: Vec<Json> = symbols
        .iter()
        .map(|symbol| {
            let said = Lang::ALL.map(|lang| say(symbol.key(), lang));
            json!([symbol_id(*symbol), said, domain_number(*symbol)])
        })
        .collect();
    let pieces: Vec<Json> = roster
        .rows
        .iter()
        .map(|row| {
            let symbol = symbols.binary_search(&row.symbol).unwrap_or(0);
            json!([row.owner, symbol, row.name, row.short])
        })
        .collect();
    let crossings: Vec<Json> = roster
        .crossings
        .iter()
        .map(|one| {
            let drawn = Lang::ALL.map(|lang| {
                let say = |key: &str| G::phrasebook().say_key(key, lang, &words::NoNames);
                let sheet = Sheet {
                    board,
                    picture,
                    window: Window::Whole,
                    empty_boxes: true,
                    lang,
                    say: &say,
                    title: "",
                    note: "",
                };
                crossing(&sheet, one)
            });
            let titles = drawn.each_ref().map(|(_, title)| title.as_str());
            json!([drawn[0].0, titles])
        })
        .collect();
    let note = if board.provenance().starts_with("reconstructed") {
        Lang::ALL.map(|lang| say("map-reconstructed", lang))
    } else {
        Default::default()
    };
    let mut facts = Map::new();
    for (name, value) in [
        ("board", json!(board.name())),
        ("note", json!(note)),
        ("frame", json!(stage.frame)),
        ("unit", json!(stage.unit)),
        ("areas", json!(stage.areas)),
        ("hex", json!(stage.hex)),
        ("spaces", json!(spaces)),
        ("boxes", json!(boxes)),
        ("parties", json!(picture.parties.len())),
        ("symbols", json!(symbol_rows)),
        ("pieces", json!(pieces)),
        ("strengths", json!(roster.strengths)),
        ("crossings", json!(crossings)),
    ] {
        facts.insert(name.to_owned(), value);
    }
    facts
}

/// Units of one domain lie on one pile; leaders go with any.
fn domain_number(symbol: Symbol) -> u8 {
    match symbol {
        Symbol::Leader => 3,
        symbol => match symbol.domain() {
            Domain::Land => 0,
            Domain::Sea => 1,
            Domain::Air => 2,
        },
    }
}
