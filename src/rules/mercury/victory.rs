//! Rules 14 and 22: who has won.

use super::data::Data;
use super::map::Field;
use super::scenario::{Level, Victory};
use super::side::Side;
use super::state::{Ending, Position, State};
use crate::board::SpaceId;
use crate::engine::game::Outcome;
use crate::orders::{Item, Phrase};

impl Level {
    /// Who has won by it.
    const fn winner(self) -> Side {
        match self {
            Self::GermanDecisive | Self::GermanSubstantial | Self::GermanMarginal => Side::German,
            Self::AlliedMarginal | Self::AlliedSubstantial | Self::AlliedDecisive => Side::Allied,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::GermanDecisive => "german-decisive",
            Self::GermanSubstantial => "german-substantial",
            Self::GermanMarginal => "german-marginal",
            Self::AlliedMarginal => "allied-marginal",
            Self::AlliedSubstantial => "allied-substantial",
            Self::AlliedDecisive => "allied-decisive",
        }
    }
}

/// Rule 6.52: whether the Germans stand in every hex of an airfield.
pub(super) fn holds_field(pos: &Position<'_>, field: Field) -> bool {
    let hexes = pos.data.map.field(field);
    hexes.iter().all(|at| pos.holds(*at, Side::German))
}

/// Rule 22.1: at the end of the twelfth turn of a campaign no German is on any hex of an airfield.
pub(super) fn too_late(pos: &Position<'_>) -> bool {
    let Victory::Points { airfields_by, .. } = &pos.data.scenario.victory else {
        return false;
    };
    let mut hexes = pos.data.map.board.tagged("airfield");
    *airfields_by == Some(pos.open.turn) && !hexes.any(|at| pos.holds(at, Side::German))
}

/// What the Germans hold of what the scenario counts, and how well that is.
pub(super) fn level(pos: &Position<'_>) -> (i32, Level) {
    let holds = |id: &String| {
        let at = pos.data.map.find(id);
        at.is_some_and(|at| pos.holds(at, Side::German))
    };
    match &pos.data.scenario.victory {
        // 14.1: the airfield, and the land around it.
        Victory::Around { hex } => {
            let Some(at) = pos.data.map.find(hex) else {
                return (0, Level::AlliedDecisive);
            };
            let near = pos.data.map.within(at, 1);
            let land: Vec<SpaceId> = near
                .into_iter()
                .filter(|near| pos.data.map.place(*near).is_land())
                .collect();
            let held = land
                .iter()
                .filter(|at| pos.holds(**at, Side::German))
                .count();
            let level = if held == land.len() {
                Level::GermanDecisive
            } else if holds(hex) {
                Level::GermanMarginal
            } else {
                Level::AlliedDecisive
            };
            (i32::try_from(held).unwrap_or(0), level)
        }
        Victory::Airfields { fields, near } => {
            let fields = Field::ALL
                .into_iter()
                .filter(|field| fields.iter().any(|id| id == field.id()));
            let fields: Vec<Field> = fields.collect();
            let held = fields
                .iter()
                .filter(|field| holds_field(pos, **field))
                .count();
            let level = match held {
                n if n == fields.len() => Level::GermanDecisive,
                0 => {
                    let mut hexes = fields.iter().flat_map(|field| pos.data.map.field(*field));
                    if hexes.any(|at| pos.nearest(at, Side::German) <= *near) {
                        Level::AlliedSubstantial
                    } else {
                        Level::AlliedDecisive
                    }
                }
                _ => Level::GermanSubstantial,
            };
            (i32::try_from(held).unwrap_or(0), level)
        }
        Victory::Objectives { hexes, bands } => {
            let held = hexes.iter().filter(|id| holds(id)).count();
            let held = i32::try_from(held).unwrap_or(0);
            let band = bands.iter().find(|band| band.from <= held);
            (held, band.map_or(Level::AlliedDecisive, |band| band.level))
        }
        Victory::Points { bands, .. } => {
            // 23.1: a sea that the Allies have left is lost to them.
            if !super::naval::holds_the_sea(pos) {
                return (super::points::count(pos).total(), Level::GermanDecisive);
            }
            let points = super::points::count(pos).total();
            let band = bands.iter().find(|band| band.from <= points);
            (
                points,
                band.map_or(Level::AlliedDecisive, |band| band.level),
            )
        }
    }
}

/// How the game ended, once it has.
pub(super) fn outcome(d: &Data, state: &State) -> Option<Outcome<Side>> {
    let ending = state.open.ended?;
    let pos = state.truth(d);
    let (held, level) = match ending {
        Ending::NoAirfield => (level(&pos).0, Level::AlliedDecisive),
        // 20.0
        Ending::Ordered => (level(&pos).0, Level::GermanMarginal),
        Ending::Time | Ending::Evacuation => level(&pos),
    };
    let why = Phrase::new(level.words()).with("n", Item::Number(held));
    let rule = match &d.scenario.victory {
        _ if ending == Ending::NoAirfield => "22.1",
        _ if ending == Ending::Ordered => "20.0",
        Victory::Around { .. } => "14.1",
        Victory::Airfields { .. } => "14.2",
        Victory::Objectives { .. } => "14.3",
        Victory::Points { .. } => "22.2",
    };
    Some(Outcome {
        winner: Some(level.winner()),
        why,
        rule,
    })
}
