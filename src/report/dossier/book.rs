//! The book: a tale gone through event by event, as one reader saw it.

use serde_json::{Value as Json, json};

use super::changes::{Change, Roster, spot};
use super::lights::{Finder, Lights, Names};
use super::sums::{Rolls, Sums, Terms};
use super::tale::{Run, Tale};
use super::words;
use crate::board::{Going, Picture, Trace};
use crate::engine::game::{Game, Side as _};
use crate::engine::record::{Source, Step};
use crate::engine::table::read_told;
use crate::orders::{Lang, Phrase};
use crate::report::phrases::{self, grade};
use crate::report::text::capital;
use crate::store::now::Notice;

/// What kinds of events there are; an event may be of several.
mod kind {
    pub const MOVE: u32 = 1;
    pub const FIGHT: u32 = 2;
    pub const LOSS: u32 = 4;
    pub const DICE: u32 = 8;
    pub const GROUND: u32 = 16;
    pub const ORDER: u32 = 32;
    pub const RULING: u32 = 64;
    pub const OTHER: u32 = 128;
}

/// A phase: what lies between two checkpoints of the rules.
#[derive(Debug)]
pub struct Phase {
    /// Its name in labels and links.
    pub name: String,
    /// What it is, in both languages.
    pub title: [String; 2],
    /// The first of its events.
    pub from: usize,
    /// What changed at its end besides its events.
    pub close: Json,
}

/// What a dossier shows.
#[derive(Debug)]
pub struct Book {
    /// The game's id.
    pub game: String,
    /// Who reads, in both languages; nobody for the referee.
    pub reader: Option<[String; 2]>,
    /// Whether the game is over.
    pub over: bool,
    /// How it ended, or where it stands, in both languages.
    pub outcome: [String; 2],
    /// The sides: id, name in both languages, colour of its counters.
    pub sides: Vec<(String, [String; 2], &'static str)>,
    /// The parties of the picture; the first of the sides are these.
    pub picture: Picture,
    /// The counters.
    pub roster: Roster,
    /// The names of terms.
    pub terms: Terms,
    /// The position before anything happened.
    pub first: Json,
    /// The phases.
    pub phases: Vec<Phase>,
    /// The events.
    pub events: Vec<Json>,
    /// The runs: number, time, link, what each seat brought.
    pub runs: Vec<Json>,
}

/// A book that is being written.
struct Writer<'a, G: Game> {
    data: &'a G::Data,
    side: Option<G::Side>,
    state: G::State,
    names: Names,
    ids: Vec<String>,
    rolls: Rolls,
    book: Book,
    /// The run under way, and how many of its events were shown.
    run: (u64, u32),
    /// Whether what comes next is a ruling's.
    ruled: bool,
}

/// The name of a side in both languages, written large in all its parts: `Grande-Bretagne`.
fn named(word: &crate::orders::Word) -> [String; 2] {
    Lang::ALL.map(|lang| {
        let parts: Vec<String> = word.print(lang).split('-').map(capital).collect();
        parts.join("-")
    })
}

impl Book {
    /// The book of a tale for a side, or for the referee.
    pub fn of<G: Game>(data: &G::Data, tale: &Tale<G>, side: Option<G::Side>) -> Self {
        let view = G::view(data, &tale.first, side);
        let picture = G::picture(&view);
        let mut sides: Vec<_> = picture
            .parties
            .iter()
            .map(|party| {
                let fill = crate::draw::stage::fill(party.colour);
                (party.word.id().to_owned(), named(party.word), fill)
            })
            .collect();
        for one in G::Side::ALL {
            if !sides.iter().any(|(id, ..)| id == one.id()) {
                sides.push((one.id().to_owned(), named(one.word()), ""));
            }
        }
        let mut roster = Roster::default();
        let first = roster.look(&picture).json();
        let mut writer = Writer::<G> {
            data,
            side,
            names: Names::of(&view),
            ids: sides.iter().map(|(id, ..)| id.clone()).collect(),
            rolls: Rolls::new(),
            run: (0, 0),
            ruled: false,
            state: tale.first.clone(),
            book: Self {
                game: tale.game.clone(),
                reader: side.map(|side| named(side.word())),
                over: tale.over,
                outcome: Default::default(),
                sides,
                picture,
                roster,
                terms: Terms::default(),
                first,
                phases: Vec::new(),
                events: Vec::new(),
                runs: Vec::new(),
            },
        };
        writer.begin_phase();
        for run in &tale.runs {
            writer.run(run);
        }
        for notice in &tale.since {
            writer.correction(notice);
        }
        writer.finish()
    }
}

impl<G: Game> Writer<'_, G> {
    fn both(&self, phrase: &Phrase) -> [String; 2] {
        let view = G::view(self.data, &self.state, self.side);
        Lang::ALL.map(|lang| capital(&G::phrasebook().say(phrase, lang, &view)))
    }

    fn begin_phase(&mut self) {
        let view = G::view(self.data, &self.state, self.side);
        // The first line of a position says when it is.
        let first = G::position(&view).into_iter().next();
        let title = first.map(|phrase| self.both(&phrase)).unwrap_or_default();
        let name = G::step_name(self.data, &self.state);
        let from = self.book.events.len();
        self.book.phases.push(Phase {
            name,
            title,
            from,
            close: json!(0),
        });
    }

    fn look(&mut self) -> Change {
        let view = G::view(self.data, &self.state, self.side);
        self.book.roster.look(&G::picture(&view))
    }

    fn end_phase(&mut self) {
        let change = self.look().json();
        if let Some(phase) = self.book.phases.last_mut() {
            phase.close = change;
        }
    }

    fn run(&mut self, run: &Run) {
        let draw = &run.draw;
        self.run = (draw.number, 0);
        let grades: Vec<Json> = draw
            .parts
            .iter()
            .map(|part| json!([part.seat, self.both(&grade(part.grade))]))
            .collect();
        let row = json!([draw.number, draw.time, draw.link, grades, draw.opens]);
        self.book.runs.push(row);
        for notice in &run.notices {
            self.correction(notice);
        }
        for step in &run.steps {
            match step {
                Step::Roll {
                    label,
                    spec,
                    values,
                    hidden,
                } => {
                    let proof = draw.proof(label, *spec, values, *hidden);
                    self.rolls.insert(label.clone(), (draw.number, proof));
                }
                Step::Told { event, open } => self.told(event, *open),
                Step::End { .. } => {
                    self.end_phase();
                    if G::over(self.data, &self.state).is_none() {
                        self.begin_phase();
                    }
                }
                Step::Answer { key, source, words } if self.side.is_none() => {
                    self.order(key, source, words);
                }
                Step::Ruled { .. } => self.ruled = true,
                Step::Answer { .. } | Step::Card { .. } | Step::Lapsed { .. } => {}
            }
        }
    }

    /// Something happened; the reader is shown what he saw of it.
    fn told(&mut self, line: &str, open: bool) {
        let Some(told) = read_told::<G>(line, open) else {
            return;
        };
        G::apply(self.data, &mut self.state, &told.event);
        let seen = match self.side {
            Some(side) => told.seen_by(side),
            None => Some(&told.event),
        };
        let ruled = std::mem::take(&mut self.ruled);
        let Some(seen) = seen else { return };
        let phrase = G::telling(seen);
        let said = self.both(&phrase);
        // What has no words is for the record alone.
        if said.iter().all(String::is_empty) {
            return;
        }
        let tally = G::tally(seen).map(|tally| match self.side {
            Some(side) => tally.for_side(side.id()),
            None => tally.clone(),
        });
        let change = self.look();
        let view = G::view(self.data, &self.state, self.side);
        let finder = Finder {
            board: G::board(self.data),
            names: &self.names,
            lex: &view,
            sides: &self.ids,
        };
        let lights = finder.find(&phrase, tally.as_ref(), &self.book.roster);
        let traces = G::traces(&view, seen);
        let mut kinds = 0;
        let mut add = |is: bool, kind: u32| kinds |= if is { kind } else { 0 };
        let ways = traces.iter().any(|one| matches!(one, Trace::Way { .. }));
        let fights = traces.iter().any(|one| matches!(one, Trace::Fight { .. }));
        add(ways || change.moved, kind::MOVE);
        add(change.lost, kind::LOSS);
        add(change.took(), kind::GROUND);
        add(ruled, kind::RULING);
        if let Some(tally) = &tally {
            add(!tally.dice.is_empty(), kind::DICE);
            add(
                fights || !tally.tests.is_empty() || tally.each.is_some(),
                kind::FIGHT,
            );
        }
        add(fights, kind::FIGHT);
        if kinds == 0 {
            kinds = kind::OTHER;
        }
        let sums = Sums {
            book: G::phrasebook(),
            lex: &view,
            names: &self.names,
            rolls: &self.rolls,
        };
        let tally = tally.map(|tally| sums.json(&tally, &mut self.book.terms));
        let tracks = (!traces.is_empty()).then(|| traces.iter().map(track).collect::<Vec<_>>());
        let rule = G::cites(seen);
        self.push(
            said,
            rule,
            kinds,
            &lights,
            [tally, Some(change.json()), tracks.map(Json::Array)],
        );
    }

    /// One event: run, number in it, words, rule, kinds, sides, counters, places, tally, changes, tracks.
    fn push(
        &mut self,
        [en, fr]: [String; 2],
        rule: &str,
        kinds: u32,
        lights: &Lights,
        rest: [Option<Json>; 3],
    ) {
        self.run.1 += 1;
        let mut row = vec![
            json!(self.run.0),
            json!(self.run.1),
            json!(en),
            if fr == en { json!(0) } else { json!(fr) },
            json!(rule),
            json!(kinds),
            json!(lights.sides),
            json!(lights.units),
            json!(lights.places),
        ];
        row.extend(rest.map(|part| part.unwrap_or(json!(0))));
        while row.last().is_some_and(|part| *part == json!(0)) {
            row.pop();
        }
        self.book.events.push(Json::Array(row));
    }

    /// An order that a side gave, and what it came from: for the referee.
    fn order(&mut self, key: &str, source: &Source, words: &[String]) {
        let name = key.rsplit('/').next().unwrap_or(key);
        let (side, _) = name.split_once('.').unwrap_or((name, ""));
        let number = self.ids.iter().position(|id| id == side);
        let word = G::Side::from_id(side).map(|side| side.word());
        let view = G::view(self.data, &self.state, None);
        let shown = self.names.units_in(&words.join("; "), &view);
        let said = Lang::ALL.map(|lang| {
            let side = word.map_or_else(|| side.to_owned(), |word| capital(word.print(lang)));
            let phrase = Phrase::new("dossier-order")
                .with("side", side)
                .with("words", shown.clone())
                .with("source", words::source(source, lang));
            words::say(&phrase, lang)
        });
        let mut lights = Lights::default();
        lights.sides.extend(number);
        self.push(said, "", kind::ORDER, &lights, [None, None, None]);
    }

    /// A correction of the referee that everybody was told of.
    fn correction(&mut self, notice: &Notice) {
        let phrase = if notice.hidden {
            Phrase::new("report-ruling-hidden")
        } else {
            crate::report::notice::phrase(notice)
                .with("reason", notice.reason.clone())
                .with("by", notice.by.clone())
        };
        let said = self.both(&phrase);
        self.push(
            said,
            "",
            kind::RULING,
            &Lights::default(),
            [None, None, None],
        );
    }

    fn finish(mut self) -> Book {
        self.end_phase();
        if let Some(outcome) = G::over(self.data, &self.state) {
            self.book.outcome = self.both(&phrases::outcome(outcome));
        }
        self.book
    }
}

/// A way or a fight on the map.
fn track(trace: &Trace) -> Json {
    match trace {
        Trace::Way {
            owner,
            going,
            spots,
        } => {
            let going = match going {
                Going::Land => 0,
                Going::Rail => 1,
                Going::Sea => 2,
                Going::Air => 3,
            };
            let spots: Vec<i32> = spots.iter().map(|one| spot(*one)).collect();
            json!([owner, going, spots])
        }
        Trace::Fight { at } => json!([spot(*at)]),
    }
}
