//! Rule 15.2: the free choices before the first turn.

use super::Board;
use super::class::Arm;
use super::event::{Event, How};
use super::leaders;
use super::nation::Side;
use super::orders::{Deploy, Deployment};
use super::state::{Phase, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// Germany places its squadron and U-boats, the Allies twelve ships: in secret, or Germany first.
pub(super) fn place(t: &mut Board<'_>) -> Play {
    if t.data().on.german_first {
        let german = t.ask(Side::Germany, OnSheet(Deploy))?;
        put(t, &german)?;
        let allied = t.ask(Side::Allies, OnSheet(Deploy))?;
        put(t, &allied)?;
    } else {
        let both = t.ask_all(vec![
            (Side::Germany, OnSheet(Deploy)),
            (Side::Allies, OnSheet(Deploy)),
        ])?;
        for placed in &both {
            put(t, placed)?;
        }
    }
    super::next_phase(t, Phase::Offensive)
}

fn put(t: &mut Board<'_>, placed: &Deployment) -> Play {
    let mut hexes: Vec<SpaceId> = placed.iter().map(|(_, at)| *at).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for at in hexes {
        let pos = super::pos(t);
        let here: Vec<UnitId> = placed
            .iter()
            .filter(|(_, to)| *to == at)
            .map(|(unit, _)| *unit)
            .collect();
        let ships: Vec<UnitId> = here
            .iter()
            .copied()
            .filter(|unit| pos.arm(*unit) == Arm::Naval)
            .collect();
        let flag = leaders::flagship(pos, &ships);
        t.happen(Event::Moves {
            units: ships,
            to: Where::At(at),
            over: Vec::new(),
            how: How::Setup,
            act: false,
        })?;
        for unit in here {
            if let (true, Some(ship)) = (leaders::is_leader(super::pos(t), unit), flag) {
                t.happen(Event::Moves {
                    units: vec![unit],
                    to: Where::Aboard(ship),
                    over: Vec::new(),
                    how: How::Setup,
                    act: false,
                })?;
            }
        }
    }
    Ok(())
}
