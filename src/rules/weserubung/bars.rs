//! Why an order can no longer be carried out, with the rule that says so: its author is told.

use serde::{Deserialize, Serialize};

use super::event::Event;
use super::position::Position;
use super::state::Phase;
use super::words::{CARRY, DROP, FLY, LAKEBASE, LAND, LOAD, MOVE, OFFENSIVE, RAIL, SAIL, STRIKE};
use super::{Board, Weserubung};
use crate::board::{SpaceId, UnitId};
use crate::engine::rehearse::Refuses;
use crate::engine::table::Play;
use crate::orders::Word;

crate::bars! {
    /// Why something cannot be done.
    pub enum Bar;

    // What a unit is or has done.
    InPool { unit: UnitId } "is-in-the-pool" "3.2",
    NotPlaced { unit: UnitId } "is-not-placed" "12.0",
    YetToCome { unit: UnitId } "is-yet-to-come" "15.3",
    OutOfTheGame { unit: UnitId } "is-gone" "3.0",
    OnDeck { unit: UnitId } "is-grounded" "3.3.1",
    OnTheGround { unit: UnitId } "stays-on-the-ground" "14.2",
    Walked { unit: UnitId } "has-acted" "3.2",
    Flew { unit: UnitId } "has-acted" "3.3",
    Sailed { unit: UnitId } "has-acted" "3.4",
    Led { unit: UnitId } "has-acted" "10.0",
    // What has changed around it.
    NotAt { unit: UnitId, at: SpaceId } "bar-not-at" "8.1",
    EnemiesThere { at: SpaceId } "enemies-there" "11.0",
    ShipsThere { at: SpaceId } "bar-ships-there" "8.6",
    NoPlane { unit: UnitId } "needs-plane-there" "3.2.3",
    NoSeat { unit: UnitId } "bar-no-seat" "3.3.3",
    NotFetched { unit: UnitId } "bar-not-fetched" "8.7",
    NothingThere { at: SpaceId } "nothing-to-attack" "7.1",
    NoLanding { at: SpaceId } "bar-no-landing" "7.6",
    NoRoom { at: SpaceId } "bar-no-room" "3.1",
    NoRail { at: SpaceId } "bar-no-rail" "11.0",
    NobodyAble { at: SpaceId } "bar-nobody-able" "10.2",
    CannotJoin { unit: UnitId, at: SpaceId } "bar-cannot-join" "10.2",
    Unpaid "bar-unpaid" "10.0",
    PhaseOver "bar-phase-over" "10.0",
    LakesChosen "bar-lakes-chosen" "9.0",
}

impl Refuses for Weserubung {
    type Bar = Bar;
}

/// What an order that is not carried out was for, as its author wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// 7.1
    Strike,
    /// 7.6
    Fly,
    /// 7.6: passengers.
    Carry,
    /// 8.1
    Sail,
    /// 8.7: who is to go aboard.
    Load,
    /// 9.0
    Lakebase,
    /// 10.0
    Offensive,
    /// 11.0
    Move,
    /// 11.0
    Rail,
    /// 11.0
    Land,
    /// 3.2.3
    Drop,
}

impl Task {
    /// The word that begins its line.
    pub(super) const fn word(self) -> &'static Word {
        match self {
            Self::Strike => &STRIKE,
            Self::Fly => &FLY,
            Self::Carry => &CARRY,
            Self::Sail => &SAIL,
            Self::Load => &LOAD,
            Self::Lakebase => &LAKEBASE,
            Self::Offensive => &OFFENSIVE,
            Self::Move => &MOVE,
            Self::Rail => &RAIL,
            Self::Land => &LAND,
            Self::Drop => &DROP,
        }
    }
}

impl Position<'_> {
    /// Why a unit is not there to be ordered about, or has acted; `None` if it may act.
    pub(super) fn unable(self, unit: UnitId) -> Option<Bar> {
        self.absent(unit).or_else(|| self.spent(unit))
    }

    /// Why a unit is neither on the map nor in a box.
    pub(super) fn absent(self, unit: UnitId) -> Option<Bar> {
        use super::state::Where;
        match self.s.unit(unit).at {
            Where::At(_) | Where::Aboard(_) => None,
            Where::Pool => Some(Bar::InPool { unit }),
            Where::Bought => Some(Bar::NotPlaced { unit }),
            Where::Later => Some(Bar::YetToCome { unit }),
            Where::Gone => Some(Bar::OutOfTheGame { unit }),
        }
    }

    /// Why a unit in play may not act now.
    fn spent(self, unit: UnitId) -> Option<Bar> {
        use super::class::Arm;
        if self.s.phase != Phase::Setup && self.s.unit(unit).grounded {
            return Some(Bar::OnDeck { unit });
        }
        if self.is_grounded_nation(unit) {
            return Some(Bar::OnTheGround { unit });
        }
        let acts = matches!(
            self.s.phase,
            Phase::Air | Phase::Naval | Phase::Combat | Phase::Movement
        );
        (acts && !self.may_act(unit)).then(|| match self.arm(unit) {
            Arm::Air => Bar::Flew { unit },
            Arm::Naval => Bar::Sailed { unit },
            Arm::Leader => Bar::Led { unit },
            Arm::Land => Bar::Walked { unit },
        })
    }
}

/// Carries out an order; if it is refused, its author is told why.
pub(super) fn obey<'r>(
    t: &mut Board<'r>,
    order: Task,
    units: &[UnitId],
    carry_out: impl FnOnce(&mut Board<'r>) -> Play,
) -> Play {
    let Some(alliance) = units.first().map(|unit| super::pos(t).alliance(*unit)) else {
        return Ok(());
    };
    let told = |_: &Board<'_>, bar: Bar| Event::NotDone {
        alliance,
        order,
        units: units.to_vec(),
        bar,
    };
    t.attempt(told, carry_out).map(drop)
}

/// Leaves out some units of an order, and tells its author why; the rest goes on.
pub(super) fn spare(t: &mut Board<'_>, order: Task, units: Vec<UnitId>, bar: Bar) -> Play {
    let Some(alliance) = units.first().map(|unit| super::pos(t).alliance(*unit)) else {
        return Ok(());
    };
    let event = Event::NotDone {
        alliance,
        order,
        units,
        bar,
    };
    t.leave_out(bar, event)
}

/// Those of an order's units that nothing stands against. Of the others its author is told why; if none is left the order
/// is refused.
pub(super) fn fit(
    t: &mut Board<'_>,
    order: Task,
    units: &[UnitId],
    why: impl Fn(Position<'_>, UnitId) -> Option<Bar>,
) -> Play<Vec<UnitId>> {
    let mut fit = units.to_vec();
    let mut barred = Vec::new();
    fit.retain(|unit| match why(super::pos(t), *unit) {
        None => true,
        Some(bar) => {
            barred.push((*unit, bar));
            false
        }
    });
    if let (true, Some((_, bar))) = (fit.is_empty(), barred.first()) {
        return t.refuse(*bar);
    }
    for (unit, bar) in barred {
        spare(t, order, vec![unit], bar)?;
    }
    Ok(fit)
}
