//! Rule 8.22: infiltration, by Germans only.

use super::Field;
use super::MarketGarden;
use super::advantage::die;
use super::bars::Bar;
use super::carry;
use super::control::{look, settle};
use super::event::Event;
use super::ground::{Terrain, Water, place_item};
use super::look::Look;
use super::pulse::Sort;
use super::state::Side;
use crate::board::{SpaceId, UnitId};
use crate::engine::rehearse::Stage;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

impl Look<'_> {
    /// Rule 8.22: whether a place may be infiltrated from another.
    pub(super) fn infiltration(self, unit: UnitId, to: SpaceId) -> Result<SpaceId, Bar> {
        let counter = self.counter(unit);
        if counter.side != Side::German {
            return Err(Bar::NotForAllied);
        }
        let from = self.s.at(unit).ok_or(Bar::NotActive)?;
        let pulse = &self.s.pulse;
        if !counter.kind.assaults() {
            return Err(Bar::InfiltrateWho);
        }
        if pulse.sort == Sort::Infiltration && !pulse.target.contains(&to) {
            return Err(Bar::InfiltrateOne);
        }
        let place = self.d.ground.place(to);
        if place.zone {
            return Err(Bar::InfiltrateZone);
        }
        if !self.controls(Side::Allied, to) {
            return Err(Bar::InfiltrateControl);
        }
        if pulse.contested.contains(&to) {
            return Err(Bar::InfiltrateContested);
        }
        // where nobody is a march does.
        if !self.has(Side::Allied, to) {
            return Err(Bar::InfiltrateNobody);
        }
        if place.terrain != Terrain::Open {
            return Err(Bar::InfiltrateGround);
        }
        let edge = self.d.ground.between(from, to).ok_or(Bar::NotAdjacent)?;
        if self.d.ground.edge(edge).water != Water::None {
            return Err(Bar::InfiltrateWater);
        }
        Ok(from)
    }

    /// Whether an infiltration from a place activates it: not the second unit, nor where a line of its own did so and
    /// nothing else was done. It is an impulse, or a half of one.
    pub(super) fn infiltration_activates(self, from: SpaceId) -> bool {
        let pulse = &self.s.pulse;
        let by_line = pulse.sort != Sort::None && self.active_now().contains(&from) && !pulse.begun;
        pulse.sort != Sort::Infiltration && !by_line
    }

    /// Whether a unit could go in once its place is active, which must not be activated in vain.
    fn rehearsed(self, unit: UnitId, from: SpaceId, to: SpaceId) -> Result<(), Bar> {
        let mut stage = Stage::<MarketGarden>::new(self.d, self.s.clone());
        stage.happen(&Event::Activates {
            side: Side::German,
            at: from,
        });
        let then = Look {
            d: self.d,
            s: stage.state(),
        };
        then.entry(unit, to).map(|_| ())
    }

    /// Rule 8.22: the die must be below the terrain modifier, or equal to it if it is overcast.
    pub(super) fn infiltration_tally(self, to: SpaceId) -> Tally {
        let mut tally = Tally::of_rule("8.22");
        tally.term("terrain", self.d.ground.place(to).tem, "8.22/a");
        tally.term("clear-weather", -i32::from(self.clear()), "8.22/a");
        tally
    }
}

/// One unit tries to slip in.
pub(super) fn attempt(t: &mut Field<'_>, unit: UnitId, to: SpaceId) -> Play {
    let from = t.check(look(t).infiltration(unit, to))?;
    if look(t).infiltration_activates(from) {
        t.check(look(t).rehearsed(unit, from, to))?;
        if t.state().pulse.begun {
            carry::must_assaults(t, Side::German)?;
        }
        carry::second(t, Side::German, from)?;
        t.happen(Event::Activates {
            side: Side::German,
            at: from,
        })?;
    }
    let entry = t.check(look(t).entry(unit, to))?;
    let mut tally = look(t).infiltration_tally(to);
    let most = tally.total();
    let id = t.data().counter(unit).id.clone();
    let t: &mut Field<'_> = &mut t.within(format_args!("infiltrate/{id}"));
    let subject = vec![place_item(to)];
    let dice = die(t, "infiltrate", Side::German, subject, |die| most - die)?;
    tally.dice(&dice).at_most();
    let done = tally.reached();
    t.happen(Event::Infiltrates {
        unit,
        to,
        edge: entry.edge,
        cost: entry.cost,
        tally,
        done,
    })?;
    settle(t, from)?;
    settle(t, to)
}

/// Rule 8.22: those who were seen make one assault at the end.
pub(super) fn finish(t: &mut Field<'_>, side: Side) -> Play {
    carry::must_assaults(t, side)
}
