//! What a side knows, in words: names of places and counters.

use std::borrow::Cow;

use super::orders::combat::reach;
use super::state::{Mark, Phase, Position, Where};
use super::words::ATTACK;
use super::{clock, muster};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Class, Folded, Item, Lexicon, Phrase, Thing, Word};

impl Lexicon for Position<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        match thing.class {
            Class::Place => {
                let place = self.data.map.places.get(usize::from(thing.id));
                Cow::Borrowed(place.map_or("?", |place| place.name.as_deref().unwrap_or(&place.id)))
            }
            _ => Cow::Borrowed(self.data.label(UnitId(thing.id)).0),
        }
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        match thing.class {
            Class::Place => {
                let place = self.data.map.places.get(usize::from(thing.id));
                Cow::Borrowed(place.map_or("?", |place| place.id.as_str()))
            }
            _ => Cow::Borrowed(self.data.label(UnitId(thing.id)).1),
        }
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        let mut names = vec![self.id(thing)];
        if thing.class == Class::Place {
            let zone = self.data.map.zone_of_box(SpaceId(thing.id));
            names.extend(zone.and_then(|zone| zone.fr.as_deref()).map(Cow::Borrowed));
        }
        names
    }

    fn folded(&self) -> Option<&Folded> {
        Some(&self.data.folded)
    }

    fn why_not(&self, thing: Thing) -> Option<(Phrase, &'static str)> {
        let reader = self.reader?;
        let unit = UnitId(thing.id);
        if thing.class != Class::Unit || !self.data.is_land(unit) {
            return None;
        }
        let say = |key| Phrase::new(key).with("unit", unit);
        let printed = self.printed(unit);
        if printed.side() != reader {
            return Some((say("eng-is-an-enemy"), "1.0"));
        }
        match self.unit(unit).at {
            Where::Out if muster::price(self, unit).is_some() => {
                Some((say("eng-is-to-be-rebuilt"), "14.2"))
            }
            Where::Out | Where::Away => Some((say("eng-is-not-here"), "16.1")),
            Where::Waiting => Some((say("eng-is-yet-to-come"), "14.1")),
            Where::Lost => Some((say("eng-is-lost"), "6.2")),
            Where::Aboard(_) | Where::Landing(_) => Some((say("eng-is-at-sea"), "9.3")),
            Where::At(_) if matches!(self.open.phase, Phase::Movement | Phase::Motorised) => {
                if !clock::may_move(self, unit) {
                    Some((say("eng-not-yet"), "16.1.15"))
                } else if self.open.phase == Phase::Motorised && self.walk(unit).is_none() {
                    Some((say("eng-not-motorised"), "5.3"))
                } else if self.unit(unit).marks.has(Mark::Halted) {
                    Some((say("eng-halted"), "5.6.1"))
                } else {
                    None
                }
            }
            Where::At(_) => None,
        }
    }

    fn why_not_in(
        &self,
        word: &'static Word,
        subject: Option<Item>,
        thing: Thing,
    ) -> Option<(Phrase, &'static str)> {
        let unit = UnitId(thing.id);
        if let Some(Item::Thing(target)) = subject
            && thing.class == Class::Unit
            && target.class == Class::Place
            && word.id() == ATTACK.id()
            && self.data.is_land(unit)
            && self.printed(unit).side() == self.own()
            && self.at(unit).is_some()
        {
            let at = SpaceId(target.id);
            let near = reach(self, self.own(), unit);
            if near.contains(&at) {
                return None;
            }
            let phrase = Phrase::new("eng-bar-not-beside")
                .with("unit", unit)
                .with("at", at);
            return Some((phrase, "6.0"));
        }
        self.why_not(thing)
    }

    fn apart(&self, a: Thing, b: Thing) -> Option<u32> {
        let place = |thing: Thing| (thing.class == Class::Place).then_some(SpaceId(thing.id));
        let known = |at: SpaceId| at.index() < self.data.map.board.len();
        let (a, b) = (place(a)?, place(b)?);
        (known(a) && known(b)).then(|| self.data.map.distance(a, b))
    }

    fn known(&self) -> Vec<Thing> {
        let counters = u16::try_from(self.data.counters()).unwrap_or(u16::MAX);
        let places = self.data.map.hexes().chain(self.data.map.boxes());
        let units = (0..counters).map(Thing::unit);
        units.chain(places.map(|at| Thing::place(at.0))).collect()
    }
}
