//! What a side knows, in words: names of places and counters.

use std::borrow::Cow;

use super::bars::Bar;
use super::data::{Counted, Data};
use super::drops;
use super::event::Volley;
use super::fights::may_fire;
use super::naval::ids;
use super::side::Side;
use super::state::{Berth, Bin, Hidden, Open, Phase, Position, Where};
use super::words::{ATTACK, BOMBARD, REACT, REFUSE};
use super::{declare, reaction, refusal};
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::Known;
use crate::orders::{Class, Folded, Item, Lexicon, Phrase, Thing, Word};

impl Known<'_, Data, Open, Hidden, Side> {
    /// Who reads; the referee looks as the German does.
    pub fn own(&self) -> Side {
        self.reader.unwrap_or(Side::German)
    }
}

impl Known<'_, Data, Open, Hidden, Side> {
    /// Rule 6.12: why reserves do not jump into a hex.
    fn not_to_drop(&self, at: SpaceId) -> Option<(Phrase, &'static str)> {
        let limit = self.data.tables.limits.drop_reach;
        let jumps = self.open.phase == Phase::Drops && self.own() == Side::German;
        if !jumps || drops::reserves(self).is_empty() || at.index() >= self.data.map.board.len() {
            return None;
        }
        let hqs = self.units_of(Side::German);
        let hqs = hqs.filter(|unit| self.printed(*unit).is_hq());
        let far = hqs.filter_map(|hq| Some(self.data.map.distance(self.at(hq)?, at)));
        let far = far.min().filter(|far| *far > limit)?;
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let phrase = Phrase::new("too-far-to-drop")
            .with("at", at)
            .with("far", number(far))
            .with("most", number(limit));
        Some((phrase, "6.12"))
    }

    /// Rules 12.22 and 12.31: why an air unit does not fly.
    fn not_to_fly(&self, unit: UnitId) -> Option<(Phrase, &'static str)> {
        let (key, rule) = match self.open.plane(self.data, unit) {
            _ if self.own() != Side::German => ("crete-is-an-enemy", "12.1"),
            Bin::Out => ("is-not-here", "12.1"),
            Bin::Ready => ("has-no-mission", "12.31"),
            Bin::Mission(_) => ("has-another-mission", "12.31"),
            Bin::Flown => ("has-flown", "12.22"),
            Bin::Abort1 | Bin::Abort2 => ("is-damaged", "12.22"),
        };
        Some((Phrase::new(key).with("unit", unit), rule))
    }
}

impl Known<'_, Data, Open, Hidden, Side> {
    /// Rules 16.1 and 16.4: why a ship cannot be named now.
    fn not_to_sail(&self, ship: UnitId) -> Option<(Phrase, &'static str)> {
        let printed = self.data.ship(ship);
        let (key, rule) = match self.ship(ship).at {
            _ if printed.side() != self.own() => ("crete-is-an-enemy", "16.1"),
            Berth::Out => ("is-not-here", "3.1"),
            Berth::Later => ("crete-is-yet-to-come", "17.13"),
            Berth::Refit(_) => ("is-being-refitted", "16.42"),
            Berth::Sunk => ("is-lost", "19.51"),
            Berth::Ready => ("lies-in-port", "16.43"),
            Berth::Force(_) | Berth::Contact(_) => ("is-at-sea", "16.31"),
            Berth::Unknown => return None,
        };
        Some((Phrase::new(key).with("unit", ship), rule))
    }

    /// Why nobody attacks there with it, comes to help there, or gives way to it (7.1, 7.3, 7.4).
    fn why_not_there(&self, word: &Word, subject: Option<Item>, thing: Thing) -> Option<Bar> {
        let at = SpaceId::from_item(subject?)?;
        let own_land = thing.class == Class::Unit
            && usize::from(thing.id) < self.data.land.len()
            && self.side(UnitId(thing.id)) == self.own()
            && self.at(UnitId(thing.id)).is_some();
        let unit = UnitId(thing.id);
        match thing.class {
            Class::Unit if own_land && word.id() == ATTACK.id() => {
                declare::may_attack(self, unit, at).err()
            }
            Class::Unit if own_land && word.id() == REACT.id() => {
                reaction::may_react(self, unit, at).err()
            }
            Class::Place if word.id() == REFUSE.id() => {
                let (to, attacker) = (SpaceId(thing.id), self.own().other());
                let may = |unit| refusal::may_go(self, attacker, at, to, unit).err();
                let bars = self.on(at, self.own()).into_iter().map(may);
                bars.collect::<Option<Vec<Bar>>>()?.into_iter().next()
            }
            _ => None,
        }
    }
}

impl Lexicon for Position<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        match thing.class {
            Class::Place => {
                let place = self.data.map.places.get(usize::from(thing.id));
                Cow::Borrowed(place.map_or("?", |place| place.name.as_deref().unwrap_or(&place.id)))
            }
            Class::Marker => Cow::Owned(ids::name(thing.id)),
            _ => Cow::Borrowed(self.data.label(UnitId(thing.id)).0),
        }
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        match thing.class {
            Class::Place => {
                let place = self.data.map.places.get(usize::from(thing.id));
                Cow::Borrowed(place.map_or("?", |place| place.id.as_str()))
            }
            Class::Marker => Cow::Owned(ids::id(thing.id)),
            _ => Cow::Borrowed(self.data.label(UnitId(thing.id)).1),
        }
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        let mut names = vec![self.id(thing)];
        if thing.class == Class::Marker {
            names.extend(ids::also(thing.id).into_iter().map(Cow::Owned));
        }
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
        if thing.class == Class::Place {
            return self.not_to_drop(SpaceId(thing.id));
        }
        let unit = UnitId(thing.id);
        match self.data.counted(unit) {
            Counted::Plane(_) => return self.not_to_fly(unit),
            Counted::Ship(_) if thing.class == Class::Unit => return self.not_to_sail(unit),
            Counted::Ship(_) | Counted::Land(_) => {}
        }
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

    fn why_not_in(
        &self,
        word: &'static Word,
        subject: Option<Item>,
        thing: Thing,
    ) -> Option<(Phrase, &'static str)> {
        let gun = thing.class == Class::Unit && usize::from(thing.id) < self.data.land.len();
        if let Some(Item::Thing(target)) = subject
            && target.class == Class::Place
            && word.id() == BOMBARD.id()
            && gun
            && self.side(UnitId(thing.id)) == self.own()
            && self.at(UnitId(thing.id)).is_some()
        {
            let (unit, at) = (UnitId(thing.id), SpaceId(target.id));
            let bar = may_fire(self, unit, at, Volley::Bombardment).err()?;
            return Some((bar.phrase(), bar.rule()));
        }
        self.why_not_there(word, subject, thing)
            .map(|bar| (bar.phrase(), bar.rule()))
            .or_else(|| self.why_not(thing))
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
        let land = units.chain(places.map(|at| Thing::place(at.0)));
        if !self.data.naval() {
            return land.collect();
        }
        let seas = self.data.map.seas().map(|at| Thing::place(at.0));
        let most = u16::try_from(self.data.tables.limits.task_forces).unwrap_or(0);
        let contacts = self.open.contacts.iter();
        let contacts = contacts.map(|contact| ids::CONTACTS + u16::from(contact.number.0));
        let class = Class::Marker;
        let markers = (0..most).chain(contacts).map(|id| Thing { class, id });
        land.chain(seas).chain(markers).collect()
    }
}
