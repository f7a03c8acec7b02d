//! The turn report: headline first, then events, position, map, order form, proof of the dice.

use std::collections::BTreeSet;

use super::help::order_form;
use super::map::{Map, PICTURE};
use super::page::{self, Block, Image, Page};
use super::tally;
use super::text::capital;
use crate::draw::{Window, letters};
use crate::engine::dice::{Contribution, Grade};
use crate::engine::event::Told;
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::Pace;
use crate::engine::letters::standing_words;
use crate::engine::seats::Seat;
use crate::orders::{Item, Lang, Phrase};
use crate::store::error::Kept;
use crate::store::keeper::{Keeper, Look, Past};
use crate::store::log::short;

/// The report of the last run for a seat, as text.
pub fn report<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<String> {
    Ok(page::text(&compose(keeper, seat)?))
}

/// The report of the last run for a seat, as a page of HTML; its pictures are part of it.
pub fn report_html<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<String> {
    let report = compose(keeper, seat)?;
    let images = drawings(keeper, seat)?;
    Ok(super::html::page(&report, &images))
}

/// The pictures of a report for a browser, which can look at drawings from as near as one likes.
pub fn drawings<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<Vec<Image>> {
    let past = keeper.last_run(keeper.look()?.state)?;
    let map = Map::new(keeper, &past, keeper.now.draw, seat);
    let image = |map: &Map<'_, G>, window| Image {
        png: Vec::new(),
        svg: Some(letters::carried(&map.fixed(window, None))),
        alt: map.title().to_owned(),
    };
    let windows = map.pictures().into_iter();
    let mut images: Vec<Image> = windows.map(|window| image(&map, window)).collect();
    let charts = map.charts();
    images.extend(charts.iter().map(|chart| image(chart, Window::Whole)));
    Ok(images)
}

/// The pictures of a report, each to be shown where its maps stand.
pub fn images<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<Vec<Image>> {
    let past = keeper.last_run(keeper.look()?.state)?;
    let map = Map::new(keeper, &past, keeper.now.draw, seat);
    let mut images = Vec::new();
    let charts = map.charts();
    let windows = map.pictures().into_iter().map(|window| (&map, window));
    let charts = charts.iter().map(|chart| (chart, Window::Whole));
    for (map, window) in windows.chain(charts) {
        // A report without its picture is better than none: the list says the same.
        if let Ok(png) = map.png_within(window, PICTURE) {
            images.push(Image {
                png,
                svg: None,
                alt: map.title().to_owned(),
            });
        }
    }
    Ok(images)
}

/// The report of the last run for a seat: what text and HTML are made from.
pub fn compose<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<Page> {
    let look = keeper.look()?;
    let past = keeper.last_run(look.state.clone())?;
    compose_from(keeper, seat, &look, &past)
}

/// The same from what is open and how it came about.
pub fn compose_from<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    look: &Look<G>,
    past: &Past<G>,
) -> Kept<Page> {
    let book = G::phrasebook();
    let lang = seat.lang;
    let open = keeper.open_for(look, &seat.name);
    let sides: Vec<G::Side> = seat
        .sides
        .iter()
        .filter_map(|id| G::Side::from_id(id))
        .collect();
    let first = sides.first().copied().or(G::Side::ALL.first().copied());
    let view = G::view(&keeper.data, &look.state, first);
    let say = |phrase: Phrase| book.say(&phrase, lang, &view);
    let said = |key: &'static str| say(Phrase::new(key));

    let turn = if keeper.now.over.is_empty() {
        Phrase::new("report-turn").with("turn", number(G::turn(&look.state).into()))
    } else {
        Phrase::new("report-end")
    };
    let title = Phrase::new("report-title")
        .with("game", keeper.now.terms.game.clone())
        .with("draw", number(keeper.now.draw))
        .with("turn", turn);
    let words: Vec<Item> = sides.iter().map(|side| Item::Word(side.word())).collect();
    let you = Phrase::new("report-you")
        .with("seat", seat.name.clone())
        .with("sides", words);
    let mut page = Page::new(lang, say(title), say(you));

    if keeper.now.over.is_empty() {
        let todo = page.section(said("report-todo"));
        let unanswered = keeper.open_still(look, &seat.name)?;
        for question in &open {
            let view = G::view(&keeper.data, &look.state, Some(question.side));
            let mut text = book.say(&question.decision.question(&view), lang, &view);
            if !unanswered.contains(&question.key) {
                text.push(' ');
                text.push_str(&said("report-answered"));
            }
            todo.push(Block::Todo(text));
            if unanswered.contains(&question.key) {
                todo.extend(super::held::kept_in_vain(keeper, look, seat, question));
            }
        }
        let others = waiting(keeper, seat, open.is_empty(), &say);
        if !others.is_empty() {
            todo.push(Block::Text(others));
        }
        // Said once: who begins should know how often he will be asked.
        if keeper.now.draw <= 1 {
            todo.push(Block::Text(said(match keeper.now.terms.pace {
                Pace::Strict => "report-pace-strict",
                Pace::Brisk => "report-pace-brisk",
            })));
        }
    } else {
        let over = page.section(said("report-over"));
        if let Some(outcome) = G::over(&keeper.data, &look.state) {
            let phrase = match outcome.winner {
                Some(side) => Phrase::new("report-winner").with("side", Item::Word(side.word())),
                None => Phrase::new("report-draw"),
            };
            let phrase = phrase
                .with("why", outcome.why)
                .with("rule", outcome.rule.to_owned());
            over.push(Block::Text(capital(&say(phrase))));
        }
    }
    for notice in &keeper.now.notices {
        let text = super::notice::words(keeper, seat, notice, &say);
        page.push(Block::Notice(text));
    }

    let lapsed = keeper.now.tray.lapsed.iter();
    for row in lapsed.filter(|row| seat.plays(&row.side)) {
        let text = say(Phrase::new("report-lapsed").with("text", row.text.clone()));
        page.push(Block::Notice(text));
    }

    let draw = keeper.now.draw;
    let happened = page.section(said("report-happened"));
    for event in &past.told {
        happened.extend(event_text::<G>(event, &sides, &say, lang, &view).map(Block::Event));
    }
    if happened.is_empty() {
        happened.push(Block::Text(said("report-quiet")));
    }

    let rows = |state: &G::State| -> Vec<String> {
        let mut rows: Vec<String> = Vec::new();
        let mut before = Vec::new();
        for side in &sides {
            let view = G::view(&keeper.data, state, Some(*side));
            let known: Vec<String> = G::position(&view)
                .iter()
                .map(|phrase| capital(&book.say(phrase, lang, &view)))
                .collect();
            // Allies who know the same need not be told it twice.
            if known != before {
                rows.extend(known.iter().cloned());
            }
            before = known;
        }
        rows
    };
    let stood: BTreeSet<String> = rows(&past.before).into_iter().collect();
    let stands = rows(&past.state);
    let mark = said("report-changed");
    let position = page.section(said("report-position"));
    // Where nothing stood before, all is new.
    let is_new = |row: &String| draw > 1 && !stood.contains(row);
    if stands.iter().any(is_new) {
        position.push(Block::Text(mark));
    }
    position.extend(stands.into_iter().map(|row| match is_new(&row) {
        _ if row.ends_with(':') => Block::Group(row),
        true => Block::Changed(row),
        false => Block::Row(row),
    }));
    let map = Map::new(keeper, past, draw, seat);
    let windows = map.windows();
    let list = map.list(Window::Whole);
    let maps = windows.into_iter().map(|window| map.ascii(window));
    let maps = Block::Maps {
        ascii: maps.collect(),
        larger: said("map-larger"),
        title: said("map-list"),
        list,
    };
    page.section(said("report-map")).push(maps);

    if keeper.now.over.is_empty() {
        let standing = standing_lines(keeper, look, seat);
        let form = order_form(&keeper.data, &look.state, seat, &open, &standing);
        if !form.is_empty() {
            page.section(said("report-form")).push(Block::Form(form));
        }
    }
    let proof = proof(keeper, &say);
    page.section(said("report-proof")).extend(proof);
    Ok(page)
}

fn number(n: u64) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

/// Whom the game waits for besides the reader.
fn waiting<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    idle: bool,
    say: &dyn Fn(Phrase) -> String,
) -> String {
    let mut others: Vec<String> = keeper
        .now
        .asked()
        .into_iter()
        .filter(|name| *name != seat.name)
        .collect();
    others.dedup();
    match (idle, others.is_empty()) {
        (true, true) => say(Phrase::new("report-nobody")),
        (true, false) => say(Phrase::new("report-nothing").with("seats", others.join(", "))),
        (false, true) => String::new(),
        (false, false) => say(Phrase::new("report-others").with("seats", others.join(", "))),
    }
}

/// What the reader saw of an event, with a short tally.
fn event_text<G: Game>(
    told: &Told<G>,
    sides: &[G::Side],
    say: &dyn Fn(Phrase) -> String,
    lang: Lang,
    view: &G::View<'_>,
) -> Option<String> {
    // Who plays several sides sees what the best informed of them saw, once.
    let whole = sides
        .iter()
        .filter_map(|side| Some((*side, told.seen_by(*side)?)));
    let (side, seen) = whole.max_by_key(|(_, seen)| **seen == told.event)?;
    let mut text = capital(&say(G::telling(seen)));
    // What has no words is for the record alone.
    if text.is_empty() {
        return None;
    }
    if let Some(tally) = G::tally(seen) {
        let tally = tally.for_side(side.id());
        text.push(' ');
        text.push_str(&tally::short(&tally, G::phrasebook(), lang, view));
    }
    Some(text)
}

/// A seat's standing orders, as they were understood and as they can be written again.
fn standing_lines<G: Game>(keeper: &Keeper<G>, look: &Look<G>, seat: &Seat) -> Vec<String> {
    let own = seat.sides.first().and_then(|id| G::Side::from_id(id));
    let side = own.or(G::Side::ALL.first().copied());
    let view = G::view(&keeper.data, &look.state, side);
    let rows = keeper.now.tray.standing.iter();
    rows.filter(|row| seat.plays(&row.side))
        .map(|row| standing_words::<G>(row, seat.lang, &view))
        .collect()
}

/// What anybody needs to check the dice of the run.
fn proof<G: Game>(keeper: &Keeper<G>, say: &dyn Fn(Phrase) -> String) -> Vec<Block> {
    let mut blocks = Vec::new();
    let proof = &keeper.now.proof;
    if !proof.server.is_empty() {
        let grades: Vec<String> = proof
            .contrib
            .iter()
            .filter_map(|line| line.parse::<Contribution>().ok())
            .map(|part| {
                let grade = match part.grade {
                    Grade::Sealed => "grade-sealed",
                    Grade::Plain => "grade-plain",
                    Grade::Absent => "grade-absent",
                    Grade::Withheld => "grade-withheld",
                    Grade::Unasked => "grade-unasked",
                };
                say(Phrase::new("report-grade")
                    .with("seat", part.seat)
                    .with("grade", Phrase::new(grade)))
            })
            .collect();
        let line = Phrase::new("report-draw-line")
            .with("draw", number(keeper.now.draw))
            .with("grades", grades.join(", "));
        blocks.push(Block::Text(say(line)));
        if proof.rolls.is_empty() {
            blocks.push(Block::Text(say(Phrase::new("report-no-rolls"))));
        }
        for roll in &proof.rolls {
            blocks.push(Block::Roll(roll.replace('|', "  ")));
        }
        let link = Phrase::new("report-link").with("link", proof.server.clone());
        blocks.push(Block::Text(say(link)));
    }
    let head = Phrase::new("report-head")
        .with("head", short(keeper.head()).to_owned())
        .with("genesis", short(&keeper.now.genesis).to_owned());
    blocks.push(Block::Text(say(head)));
    blocks
}
