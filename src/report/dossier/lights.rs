//! What an event is about: counters, places and sides, read from what it says.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Board;
use crate::engine::tally::Tally;
use crate::orders::{Arg, Class, Item, Lexicon, Phrase, Thing};

use super::changes::Roster;

/// What an event is about.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Lights {
    /// Counters, by number.
    pub units: BTreeSet<usize>,
    /// Spaces from 0 on, boxes from -1 down.
    pub places: BTreeSet<i32>,
    /// Sides, by number.
    pub sides: BTreeSet<usize>,
}

/// The units that the reader may know by name. Only units: in a tally `43` may be a division as well as an area.
pub struct Names {
    by_id: BTreeMap<String, Thing>,
}

impl Names {
    /// What a lexicon knows.
    pub fn of(lex: &dyn Lexicon) -> Self {
        let known = lex.known().into_iter();
        let known = known.filter(|thing| thing.class == Class::Unit);
        Self {
            by_id: known
                .map(|thing| (lex.id(thing).into_owned(), thing))
                .collect(),
        }
    }

    /// A text in which the ids of units are replaced by their names.
    pub fn units_in(&self, text: &str, lex: &dyn Lexicon) -> String {
        let mut out = String::with_capacity(text.len());
        for word in text.split_inclusive([' ', ',', ':', ';']) {
            let id = word.trim_end_matches([' ', ',', ':', ';']);
            match self.by_id.get(id) {
                Some(unit) => {
                    out.push_str(&lex.name(*unit));
                    out.push_str(&word[id.len()..]);
                }
                None => out.push_str(word),
            }
        }
        out
    }

    /// The printed name of an id.
    pub fn print(&self, id: &str, lex: &dyn Lexicon) -> String {
        self.by_id
            .get(id)
            .map_or_else(|| id.to_owned(), |thing| lex.name(*thing).into_owned())
    }
}

/// Finds what events are about.
pub struct Finder<'a> {
    pub board: &'a Board,
    pub names: &'a Names,
    pub lex: &'a dyn Lexicon,
    /// The ids of the sides, in order.
    pub sides: &'a [String],
}

impl Finder<'_> {
    /// What a phrase and its tally are about.
    pub fn find(&self, phrase: &Phrase, tally: Option<&Tally>, roster: &Roster) -> Lights {
        let mut lights = Lights::default();
        self.phrase(phrase, roster, &mut lights);
        let tests = tally.iter().flat_map(|tally| &tally.tests);
        let terms = tally.iter().flat_map(|tally| &tally.terms);
        let ids = tests
            .map(|test| test.of.as_str())
            .chain(terms.filter_map(|term| term.of.as_deref()));
        for id in ids {
            if let Some(thing) = self.names.by_id.get(id) {
                self.thing(*thing, roster, &mut lights);
            }
        }
        let owners = lights
            .units
            .iter()
            .filter_map(|unit| roster.rows.get(*unit));
        lights.sides.extend(owners.map(|row| row.owner));
        lights
    }

    fn phrase(&self, phrase: &Phrase, roster: &Roster, lights: &mut Lights) {
        for (_, arg) in &phrase.args {
            match arg {
                Arg::Item(item) => self.item(*item, roster, lights),
                Arg::Items(items) => {
                    for item in items {
                        self.item(*item, roster, lights);
                    }
                }
                Arg::Phrase(inner) => self.phrase(inner, roster, lights),
                Arg::Text(_) | Arg::Record(_) => {}
            }
        }
    }

    fn item(&self, item: Item, roster: &Roster, lights: &mut Lights) {
        match item {
            Item::Thing(thing) => self.thing(thing, roster, lights),
            Item::Word(word) => {
                let side = self.sides.iter().position(|id| id == word.id());
                lights.sides.extend(side);
            }
            Item::Number(_) => {}
        }
    }

    fn thing(&self, thing: Thing, roster: &Roster, lights: &mut Lights) {
        match thing.class {
            Class::Place => {
                let id = self.lex.id(thing);
                let space = self.board.find(&id).map(|at| i32::from(at.0));
                let beside = || {
                    let off = self.board.boxes().iter().position(|off| off.id == id)?;
                    Some(-1 - i32::try_from(off).ok()?)
                };
                lights.places.extend(space.or_else(beside));
            }
            Class::Unit | Class::Marker => {
                lights
                    .units
                    .extend(roster.named(&self.lex.name(thing)).iter().copied());
            }
            Class::Side | Class::Card | Class::Edge => {}
        }
    }
}
