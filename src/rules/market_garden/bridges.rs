//! Rule 19: bridges. Seizure, repair, demolition.

use super::Field;
use super::advantage::die;
use super::assault::count;
use super::bars::Bar;
use super::control::{look, settle};
use super::event::Event;
use super::ground::{Water, edge_item};
use super::look::Look;
use super::pulse::Stage;
use super::state::Side;
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

impl Look<'_> {
    /// Rules 8.2121 and 19.3: whether a unit may try to seize a bridge.
    pub(super) fn seizure(self, unit: UnitId, edge: SideId) -> Result<SpaceId, Bar> {
        let at = self.may_act(unit)?;
        let counter = self.counter(unit);
        if !counter.kind.assaults() {
            return Err(Bar::WhoSeizes);
        }
        self.seizable(counter.side, at, edge)?;
        if self.acting(unit).is_some_and(|acting| acting.must) {
            return Err(Bar::MustAssault);
        }
        if self.left(unit) < self.d.tables.cost.seize {
            return Err(Bar::NoMf);
        }
        Ok(at)
    }

    /// Whether a bridge is there to be seized, whoever tries.
    pub(super) fn to_seize(self, side: Side, edge: SideId) -> Result<(), Bar> {
        if !self.bridged(edge) {
            return Err(Bar::NoBridge);
        }
        if self.holder(edge) == side {
            return Err(Bar::BridgeFriendly);
        }
        if self.s.pulse.tried.contains(&edge) {
            return Err(Bar::SeizedBefore);
        }
        Ok(())
    }

    /// Whether a bridge can be seized from a place at all.
    fn seizable(self, side: Side, at: SpaceId, edge: SideId) -> Result<(), Bar> {
        let printed = self.d.ground.edge(edge);
        self.to_seize(side, edge)?;
        if printed.a != at && printed.b != at {
            return Err(Bar::NotBeside);
        }
        if !self.free(side, at) {
            return Err(Bar::NotFreeHere);
        }
        Ok(())
    }

    /// Rule 19.3: the chances of a seizure.
    pub(super) fn seizure_tally(self, side: Side, at: SpaceId, edge: SideId) -> Tally {
        let (table, printed) = (&self.d.tables.bridges, self.d.ground.edge(edge));
        let far = printed.other(at);
        let mut tally = Tally::of_rule("19.3");
        if self.vacant(side, far) {
            tally.term("far-vacant", table.seize_vacant, "19.3");
        }
        let fresh = self
            .units(side.other(), far)
            .filter(|unit| self.fresh(*unit));
        tally.term(
            "far-fresh",
            count(fresh.count()) * table.seize_fresh,
            "19.3",
        );
        if printed.water == Water::River {
            tally.term("over-river", table.river, "19.3");
        }
        tally.need(table.seize);
        tally
    }

    /// Rule 19.5: the chances of a repair or a demolition.
    pub(super) fn work_tally(self, side: Side, edge: SideId, repair: bool) -> Tally {
        let (table, printed) = (&self.d.tables.bridges, self.d.ground.edge(edge));
        let mut tally = Tally::of_rule(if repair { "19.2" } else { "19.4" });
        for end in [printed.a, printed.b] {
            let id = &self.d.ground.place(end).id;
            if self.free(side, end) {
                tally.term_of("end-free", id, table.free, "19.5");
            } else if self.contested(end) {
                let own = self.controls(side, end);
                let worth = if own {
                    table.friendly_contested
                } else {
                    table.enemy_contested
                };
                tally.term_of("end-contested", id, worth, "19.5");
            }
        }
        if repair {
            tally.term("repair", table.repair, "19.5");
        }
        if printed.water == Water::River {
            tally.term("over-river", table.river, "19.5");
        }
        if repair {
            let work = self
                .s
                .works
                .iter()
                .find(|work| work.edge == edge && work.side == side);
            tally.term("construction", work.map_or(0, |work| work.level), "19.5");
        }
        tally.need(table.work);
        tally
    }

    /// Rules 8.211 and 19.2: whether a bridge may be repaired from an active area.
    pub(super) fn repair(self, side: Side, edge: SideId) -> Result<(), Bar> {
        let printed = self.d.ground.edge(edge);
        if !self.s.blown.contains(&edge) {
            return Err(Bar::NotDestroyed);
        }
        let ends = [printed.a, printed.b];
        let active: Vec<SpaceId> = ends
            .into_iter()
            .filter(|end| self.active_now().contains(end))
            .collect();
        if self.active_now().is_empty() {
            return Err(Bar::NoWorkFromAir);
        }
        if active.is_empty() {
            return Err(Bar::NotOfActive);
        }
        if self.s.pulse.stage != Stage::Repair {
            return Err(Bar::RepairsOver);
        }
        self.workable(side, &active)
    }

    /// Rules 19.2 and 19.21, which bind evening repairs too.
    pub(super) fn workable(self, side: Side, ends: &[SpaceId]) -> Result<(), Bar> {
        if self.s.pulse.repairs >= self.d.tables.bridges.repairs_most {
            return Err(Bar::RepairsUsed);
        }
        if self.s.available[side.index()] == 0 {
            return Err(Bar::NoMarker);
        }
        let own = ends.iter().copied().filter(|at| self.controls(side, *at));
        let own: Vec<SpaceId> = own.collect();
        if own.is_empty() {
            return Err(Bar::NotControlled);
        }
        if own.iter().all(|at| self.isolated(side, *at)) {
            return Err(Bar::IsolatedWork);
        }
        if side == Side::Allied && !own.iter().any(|at| self.line_to_f(*at)) {
            return Err(Bar::NoLine);
        }
        Ok(())
    }

    /// Rules 8.2122 and 19.4: whether a side may try to blow up a bridge.
    pub(super) fn demolition(self, side: Side, edge: SideId) -> Result<(), Bar> {
        let printed = self.d.ground.edge(edge);
        if !self.bridged(edge) {
            return Err(Bar::NothingToBlow);
        }
        let ends = [printed.a, printed.b];
        // 12.4: at the end of a double impulse the bridges of both areas, but of those activated for an assault.
        let pulse = &self.s.pulse;
        let active = |end: &SpaceId| pulse.active.contains(end) && !pulse.raided_from.contains(end);
        if !ends.iter().any(active) {
            return Err(Bar::BlowWhere);
        }
        if self.holder(edge) != side {
            return Err(Bar::NotHeld);
        }
        let enemy = |end: &SpaceId| !self.controls(side, *end) || self.contested(*end);
        if !ends.iter().any(enemy) {
            return Err(Bar::NoEnemyNear);
        }
        if self.s.pulse.mined.contains(&edge) {
            return Err(Bar::MinedBefore);
        }
        Ok(())
    }
}

/// Rule 19.3: a unit tries to seize a bridge.
pub(super) fn seize(t: &mut Field<'_>, unit: UnitId, at: SpaceId, edge: SideId) -> Play<bool> {
    let side = t.data().counter(unit).side;
    let mut tally = look(t).seizure_tally(side, at, edge);
    let id = super::view::edge_label(t.data(), edge);
    let t: &mut Field<'_> = &mut t.within(format_args!("seize/{id}"));
    let base = tally.total() - t.data().tables.bridges.seize;
    let dice = die(t, "seize", side, vec![edge_item(edge)], |die| die + base)?;
    tally.dice(&dice);
    let done = tally.reached();
    t.happen(Event::Seizes {
        unit,
        edge,
        tally,
        done,
    })?;
    Ok(done)
}

/// Rules 19.2, 19.21 and 19.23: a bridge is repaired, or the work goes on.
pub(super) fn repair(t: &mut Field<'_>, side: Side, edge: SideId) -> Play<bool> {
    let mut tally = look(t).work_tally(side, edge, true);
    let id = super::view::edge_label(t.data(), edge);
    let nth = t.state().pulse.repairs + 1;
    let t: &mut Field<'_> = &mut t.within(format_args!("repair-{nth}/{id}"));
    let base = tally.total() - t.data().tables.bridges.work;
    let dice = die(t, "repair", side, vec![edge_item(edge)], |die| die + base)?;
    tally.dice(&dice);
    let done = tally.reached();
    t.happen(Event::Repairs {
        side,
        edge,
        tally,
        done,
    })?;
    Ok(done)
}

/// Rule 19.4: a bridge is blown up, or not.
pub(super) fn demolish(t: &mut Field<'_>, side: Side, edge: SideId) -> Play<bool> {
    let mut tally = look(t).work_tally(side, edge, false);
    let id = super::view::edge_label(t.data(), edge);
    let t: &mut Field<'_> = &mut t.within(format_args!("demolish/{id}"));
    let base = tally.total() - t.data().tables.bridges.work;
    let dice = die(t, "demolish", side, vec![edge_item(edge)], |die| die + base)?;
    tally.dice(&dice);
    let done = tally.reached();
    t.happen(Event::Demolishes {
        side,
        edge,
        tally,
        done,
    })?;
    Ok(done)
}

/// Lets bridges follow the control of the areas beside them.
pub(super) fn settle_ends(t: &mut Field<'_>, edge: SideId) -> Play {
    let printed = t.data().ground.edge(edge);
    let (a, b) = (printed.a, printed.b);
    settle(t, a)?;
    settle(t, b)
}
