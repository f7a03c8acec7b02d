//! What a side knows, in words: names of places and counters.

use std::borrow::Cow;

use super::data::Data;
use super::side::Side;
use super::state::{Hidden, Open, Position, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::Known;
use crate::orders::{Class, Folded, Lexicon, Phrase, Thing};

impl Known<'_, Data, Open, Hidden, Side> {
    /// Who reads; the referee looks as the German does.
    pub fn own(&self) -> Side {
        self.reader.unwrap_or(Side::German)
    }
}

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
        if thing.class == Class::Place
            && let Some(place) = self.data.map.places.get(usize::from(thing.id))
        {
            names.extend(place.also.iter().map(|id| Cow::Borrowed(id.as_str())));
            // 2.1: the French text prints O for the western map.
            if let Some(number) = place.id.strip_prefix('W') {
                names.push(Cow::Owned(format!("O{number}")));
            }
        }
        names
    }

    fn folded(&self) -> Option<&Folded> {
        Some(&self.data.folded)
    }

    fn why_not(&self, thing: Thing) -> Option<(Phrase, &'static str)> {
        let reader = self.reader?;
        let unit = UnitId(thing.id);
        if thing.class != Class::Unit || unit.index() >= self.data.land.len() {
            return None;
        }
        let say = |key| Phrase::new(key).with("unit", unit);
        if self.side(unit) != reader {
            return Some((say("crete-is-an-enemy"), "1.0"));
        }
        match self.unit(unit).at {
            Where::Out => Some((say("is-not-here"), "3.1")),
            Where::Waiting => Some((say("crete-is-yet-to-come"), "6.11")),
            Where::Lost => Some((say("is-lost"), "9.51")),
            Where::Saved => Some((say("is-saved"), "20.0")),
            Where::At(_) if self.unit(unit).fatigued => Some((say("is-fatigued"), "9.72")),
            Where::At(_) if self.unit(unit).dispersed => Some((say("is-dispersed"), "6.32")),
            Where::At(_) => None,
        }
    }

    fn apart(&self, a: Thing, b: Thing) -> Option<u32> {
        let place = |thing: Thing| (thing.class == Class::Place).then_some(SpaceId(thing.id));
        let known = |at: SpaceId| at.index() < self.data.map.board.len();
        let (a, b) = (place(a)?, place(b)?);
        (known(a) && known(b)).then(|| self.data.map.distance(a, b))
    }

    fn known(&self) -> Vec<Thing> {
        let counters = u16::try_from(self.data.counters()).unwrap_or(u16::MAX);
        let playable = |at: &SpaceId| self.data.playable.has(*at);
        let places = self.data.map.all().filter(playable);
        let units = (0..counters).map(Thing::unit);
        units.chain(places.map(|at| Thing::place(at.0))).collect()
    }
}
