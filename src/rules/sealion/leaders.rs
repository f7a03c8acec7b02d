//! Rule 13.3: Churchill and the Royal Family.

use super::Board;
use super::event::{Event, Leader, Prize};
use super::fights::Attack;
use super::side::Side;
use super::state::Position;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Up to this Churchill heartens the defenders; above it he hinders them.
const HEARTENS: i32 = 6;

/// The counter of a leader.
pub(super) fn counter(pos: &Position<'_>, leader: Leader) -> Option<UnitId> {
    pos.data.unit_named(match leader {
        Leader::Churchill => "b-churchill",
        Leader::Royals => "b-royal-family",
    })
}

fn there(pos: &Position<'_>, leader: Leader, hexes: &[SpaceId]) -> bool {
    let at = counter(pos, leader).and_then(|unit| pos.at(unit));
    at.is_some_and(|at| hexes.contains(&at))
}

/// Rules 13.3.1 and 13.3.2: what a leader in a hex attacked adds to the die; gives the leaders who are there.
pub(super) fn hearten(
    t: &mut Board<'_>,
    targets: &[SpaceId],
    tally: &mut Tally,
) -> Play<Vec<Leader>> {
    let pos = super::pos(t);
    let here: Vec<Leader> = [Leader::Churchill, Leader::Royals]
        .into_iter()
        .filter(|leader| there(&pos, *leader, targets))
        .collect();
    if here.contains(&Leader::Royals) {
        tally.term("eng-royals", 1, "13.3.2");
    } else if here.contains(&Leader::Churchill) {
        let mut dice = Tally::of_rule("13.3.1");
        let die = super::d10(t, "churchill", &mut dice)?;
        let adds = if die <= HEARTENS { 1 } else { -1 };
        tally.term("eng-churchill", adds, "13.3.1");
        t.happen(Event::Heartens {
            leader: Leader::Churchill,
            tally: dice,
            adds,
        })?;
    }
    Ok(here)
}

/// Rule 13.3: leaders follow a retreat, or are taken: with all their soldiers, or by a die of 0.
pub(super) fn after(
    t: &mut Board<'_>,
    attack: &Attack,
    defenders: &[UnitId],
    here: &[Leader],
) -> Play {
    for leader in [Leader::Churchill, Leader::Royals] {
        let pos = super::pos(t);
        if !there(&pos, leader, &attack.targets) || attack.side == Side::British {
            continue;
        }
        let Some(unit) = counter(&pos, leader) else {
            continue;
        };
        let left: Vec<SpaceId> = defenders.iter().filter_map(|unit| pos.at(*unit)).collect();
        let stays = pos.at(unit).is_some_and(|at| left.contains(&at));
        if left.is_empty() && !defenders.is_empty() {
            capture(t, leader)?;
            continue;
        }
        if !stays && let Some(to) = left.first().copied() {
            super::moves::go(t, unit, vec![to], super::event::How::Retreat, 0)?;
        }
        if here.contains(&leader) {
            let mut tally = Tally::of_rule("13.3");
            let die = super::d10(
                t,
                if leader == Leader::Churchill {
                    "churchill-taken"
                } else {
                    "royals-taken"
                },
                &mut tally,
            )?;
            let taken = die == 0;
            t.happen(Event::Escapes {
                leader,
                tally,
                taken,
            })?;
            if taken {
                capture(t, leader)?;
            }
        }
    }
    Ok(())
}

/// A leader falls into German hands.
pub(super) fn capture(t: &mut Board<'_>, leader: Leader) -> Play {
    let pos = super::pos(t);
    let Some(unit) = counter(&pos, leader).filter(|unit| pos.at(*unit).is_some()) else {
        return Ok(());
    };
    let victory = &t.data().tables.victory;
    let (prize, ovp) = match leader {
        Leader::Churchill => (Prize::Churchill, victory.churchill),
        Leader::Royals => (Prize::RoyalFamily, victory.royal),
    };
    let at = pos.at(unit);
    t.happen(Event::Taken {
        leader,
        unit,
        exile: false,
    })?;
    t.happen(Event::Scores {
        prize,
        at,
        unit: Some(unit),
        ovp,
        nvp: 0,
    })
}

/// Rule 13.3: Germans who enter a hex take the leaders who are alone there.
pub(super) fn entered(t: &mut Board<'_>, at: SpaceId) -> Play {
    for leader in [Leader::Churchill, Leader::Royals] {
        if there(&super::pos(t), leader, &[at]) {
            capture(t, leader)?;
        }
    }
    Ok(())
}
