//! Rule 6: battles of up to three rounds.

use super::Board;
use super::cards;
use super::data::BoxId;
use super::event::Event;
use super::orders::{Losses, Reroll, Withdraw};
use super::state::Side;
use crate::board::UnitId;
use crate::engine::game::Side as _;
use crate::engine::odds::Alike;
use crate::engine::ready::{Given, OneOf, YesNo};
use crate::engine::table::Play;
use crate::engine::tally::{Dice, Tally};

/// A side in a battle.
type Party = (Side, Vec<UnitId>);

/// Rule 6.1: fight until a side is gone or three rounds are over.
pub(super) fn battle(t: &mut Board<'_>, at: BoxId, attacker: Party, defender: Party) -> Play {
    let t: &mut Board<'_> = &mut t.within("battle");
    let adds = cards::play(t)?;
    let mut parties = [attacker, defender];
    for round in 1..=t.data().tables.rounds {
        let t: &mut Board<'_> = &mut t.within(round);
        if round > 1 && withdraw(t, at, &parties)? {
            break;
        }
        fight_round(t, round, &parties, adds)?;
        for (_, ships) in &mut parties {
            ships.retain(|ship| t.state().at(*ship) == Some(at));
        }
        if parties.iter().any(|(_, ships)| ships.is_empty()) {
            break;
        }
        t.knot((round, adds, &parties[0].1, &parties[1].1))?;
    }
    Ok(())
}

/// Rule 6.2: from the second round on the defender, then the attacker, may withdraw.
fn withdraw(t: &mut Board<'_>, at: BoxId, parties: &[Party; 2]) -> Play<bool> {
    for (side, ships) in parties.iter().rev() {
        let to = t.ask(*side, OneOf(Withdraw { at }))?.0;
        if let Some(to) = to {
            t.happen(Event::Withdraws {
                side: *side,
                ships: ships.clone(),
                to,
            })?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rules 6.3 to 6.5: both fire, the holder of the Advantage may fire again, both lose at once.
fn fight_round(t: &mut Board<'_>, round: u32, parties: &[Party; 2], adds: [i32; 2]) -> Play {
    let mut hits = [0, 0];
    for (side, ships) in parties {
        let (tally, scored) = fire(t, "fire", *side, ships, adds)?;
        hits[side.index()] = scored;
        t.happen(Event::Fires {
            side: *side,
            round,
            tally,
            hits: scored,
        })?;
    }
    let holder = t.state().advantage;
    if let Some((side, ships)) = parties.iter().find(|(side, _)| *side == holder)
        && t.ask(
            holder,
            YesNo(Reroll {
                hits: hits[holder.index()],
            }),
        )?
    {
        let (tally, scored) = fire(t, "fire.r1", *side, ships, adds)?;
        hits[side.index()] = scored;
        t.happen(Event::FiresAgain {
            side: *side,
            round,
            tally,
            hits: scored,
        })?;
    }
    let mut asks = Vec::new();
    for (side, ships) in parties {
        let steps: i32 = ships.iter().map(|ship| t.state().ship(*ship).steps).sum();
        let lost = hits[side.other().index()].min(steps);
        if lost > 0 {
            asks.push((
                *side,
                Given(Losses {
                    ships: ships.clone(),
                    lost,
                }),
            ));
        }
    }
    let sides: Vec<Side> = asks.iter().map(|(side, _)| *side).collect();
    let chosen = t.ask_all(asks)?;
    for (side, losses) in sides.into_iter().zip(chosen) {
        t.happen(Event::Loses { side, losses })?;
    }
    Ok(())
}

/// Rule 6.3: a die for each gun; fives and sixes hit.
fn fire(
    t: &mut Board<'_>,
    what: &str,
    side: Side,
    ships: &[UnitId],
    adds: [i32; 2],
) -> Play<(Tally, i32)> {
    let mut tally = Tally::of_rule("6.3");
    let mut guns = adds[side.index()];
    tally.term("card", adds[side.index()], "3.4");
    for ship in ships {
        let (printed, vessel) = (t.data().ship(*ship), t.state().ship(*ship));
        guns += printed.guns + vessel.raid;
        tally.term_of("guns", &printed.id, printed.guns, "6.3");
        tally.term_of("raid", &printed.id, vessel.raid, "5.3");
    }
    let most = t.data().tables.dice_most;
    tally.term("most-dice", guns.min(most) - guns, "6.3");
    let count = u32::try_from(guns.clamp(1, most)).unwrap_or(1);
    let hit_from = t.data().tables.hit_from;
    let gun = Alike {
        bounds: vec![u32::try_from(hit_from - 1).unwrap_or(0)],
        kind: 0,
    };
    let guns = vec![gun; count as usize];
    let dice: Dice = t.roll_alike(format_args!("{}.{what}", side.id()), 6, &guns)?;
    tally.dice(&dice).each(hit_from);
    let hits = tally.hits();
    Ok((tally, hits))
}
