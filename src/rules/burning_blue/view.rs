//! What a side knows, in words: names of places, units, raids and chits.

use std::borrow::Cow;

use super::orders::fights::Letter;
use super::state::{FORMS, Order, Position};
use crate::board::{SpaceId, UnitId};
use crate::engine::game::Side as _;
use crate::orders::{Class, Folded, Lexicon, Phrase, Thing};

/// Targets are named in the class of places, behind all of these.
pub(super) const TARGETS: u16 = 10_000;

/// A target as what stands in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TargetId(pub u16);

impl crate::orders::Element for TargetId {
    fn item(self) -> crate::orders::Item {
        crate::orders::Item::Thing(Thing::place(TARGETS + self.0))
    }

    fn from_item(item: crate::orders::Item) -> Option<Self> {
        match item {
            crate::orders::Item::Thing(Thing {
                class: Class::Place,
                id,
            }) if id >= TARGETS => Some(Self(id - TARGETS)),
            _ => None,
        }
    }
}

/// A raid chit as what stands in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChitId(pub u16);

impl crate::orders::Element for ChitId {
    fn item(self) -> crate::orders::Item {
        crate::orders::Item::Thing(Thing::card(self.0))
    }

    fn from_item(item: crate::orders::Item) -> Option<Self> {
        match item {
            crate::orders::Item::Thing(Thing {
                class: Class::Card,
                id,
            }) => Some(Self(id)),
            _ => None,
        }
    }
}

impl Lexicon for Position<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        let n = usize::from(thing.id);
        match thing.class {
            Class::Place if thing.id >= TARGETS => {
                let target = self.data.map.targets.get(n - usize::from(TARGETS));
                Cow::Borrowed(target.map_or("?", |target| target.name.as_str()))
            }
            Class::Place => {
                let place = self.data.map.places.get(n);
                Cow::Borrowed(place.map_or("?", |place| place.name.as_deref().unwrap_or(&place.id)))
            }
            Class::Unit => Cow::Borrowed(
                self.data
                    .units
                    .get(n)
                    .map_or("?", |unit| unit.name.as_str()),
            ),
            Class::Card => {
                Cow::Borrowed(self.data.chits.get(n).map_or("?", |chit| chit.id.as_str()))
            }
            Class::Marker if thing.id >= FORMS => Cow::Owned(format!("F{:02}", thing.id - FORMS)),
            Class::Marker => Cow::Owned(format!("H{:02}", thing.id)),
            // A silhouette by its letter.
            Class::Edge => Cow::Owned(Letter(u8::try_from(thing.id).unwrap_or(0)).name()),
            Class::Side => Cow::Borrowed("?"),
        }
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        let n = usize::from(thing.id);
        match thing.class {
            Class::Place if thing.id >= TARGETS => {
                let target = self.data.map.targets.get(n - usize::from(TARGETS));
                target.map_or(Cow::Borrowed("?"), |target| {
                    Cow::Owned(format!("t-{}", target.id.replace('_', "-")))
                })
            }
            Class::Place => Cow::Borrowed(
                self.data
                    .map
                    .places
                    .get(n)
                    .map_or("?", |place| place.id.as_str()),
            ),
            Class::Unit => {
                Cow::Borrowed(self.data.units.get(n).map_or("?", |unit| unit.id.as_str()))
            }
            Class::Card => {
                let chit = self.data.chits.get(n);
                chit.map_or(Cow::Borrowed("?"), |chit| {
                    Cow::Owned(format!("chit-{}", chit.id.to_lowercase()))
                })
            }
            Class::Marker if thing.id >= FORMS => Cow::Owned(format!("f{:02}", thing.id - FORMS)),
            Class::Marker => Cow::Owned(format!("h{:02}", thing.id)),
            Class::Edge => Cow::Owned(
                Letter(u8::try_from(thing.id).unwrap_or(0))
                    .name()
                    .to_lowercase(),
            ),
            Class::Side => Cow::Borrowed("?"),
        }
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        let n = usize::from(thing.id);
        let mut names = vec![self.id(thing)];
        match thing.class {
            Class::Place if thing.id < TARGETS => {
                if let Some(place) = self.data.map.places.get(n) {
                    names.extend(place.also.iter().map(|id| Cow::Borrowed(id.as_str())));
                }
            }
            Class::Unit => {
                if let Some(unit) = self.data.units.get(n) {
                    names.extend(unit.also.iter().map(|id| Cow::Borrowed(id.as_str())));
                }
            }
            Class::Marker => {
                let shown = if thing.id >= FORMS {
                    thing.id - FORMS
                } else {
                    thing.id
                };
                names.push(Cow::Owned(format!("hostile {shown}")));
            }
            Class::Place | Class::Card | Class::Side | Class::Edge => {}
        }
        names
    }

    fn folded(&self) -> Option<&Folded> {
        Some(&self.data.folded)
    }

    fn why_not(&self, thing: Thing) -> Option<(Phrase, &'static str)> {
        let reader = self.reader?;
        if thing.class != Class::Unit || usize::from(thing.id) >= self.data.units.len() {
            return None;
        }
        let unit = UnitId(thing.id);
        let say = |key| Phrase::new(key).with("unit", unit);
        let printed = self.data.unit(unit);
        if printed.side != reader {
            return Some((
                say("blue-is-an-enemy").with("side", printed.side.other().word()),
                "1.1",
            ));
        }
        let log = self.hidden.log(unit);
        if log.is_some_and(|log| log.destroyed) {
            return Some((say("blue-is-lost"), "13.4.3"));
        }
        match (self.open.fighter(unit), self.hidden.tote(unit)) {
            (Some(fighter), _) => Some((
                say("blue-is-up").with(
                    "order",
                    fighter
                        .order
                        .map_or_else(|| Phrase::new("order-none"), |o: Order| o.phrase()),
                ),
                "10.2",
            )),
            (_, Some(tote)) => Some((
                say("blue-is-down").with("state", Phrase::new(tote.state.words())),
                "18.2.1",
            )),
            _ => None,
        }
    }

    fn apart(&self, a: Thing, b: Thing) -> Option<u32> {
        let place = |thing: Thing| {
            let near = usize::from(thing.id) < self.data.map.places.len();
            (thing.class == Class::Place && near).then_some(SpaceId(thing.id))
        };
        Some(super::geometry::distance(
            &self.data.map,
            place(a)?,
            place(b)?,
        ))
    }

    fn known(&self) -> Vec<Thing> {
        let count = |n: usize| 0..u16::try_from(n).unwrap_or(u16::MAX);
        let places = count(self.data.map.places.len()).map(Thing::place);
        let targets = count(self.data.map.targets.len()).map(|n| Thing::place(TARGETS + n));
        let units = count(self.data.units.len()).map(Thing::unit);
        let chits = count(self.data.chits.len()).map(Thing::card);
        let marker = |id| Thing {
            class: Class::Marker,
            id,
        };
        let raids = self.hidden.raids.iter().map(|raid| marker(raid.id.0));
        let forms = self
            .hidden
            .forms
            .iter()
            .map(|form| marker(FORMS + form.id.0));
        let all = places.chain(targets).chain(units).chain(chits);
        all.chain(raids).chain(forms).collect()
    }
}
