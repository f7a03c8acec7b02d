//! Rule 6.0: the Offensive Phase. Offensives are bought in secret, and decide who has the initiative.

use super::Board;
use super::combat_phase;
use super::event::Event;
use super::nation::{Alliance, Nation, Side};
use super::orders::{Bids, Initiative};
use super::state::Phase;
use crate::engine::game::Side as _;
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// The phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let mut asks = Vec::new();
    for player in Side::ALL {
        // Rule 6.2/b: the Allies buy none on the first turn.
        let early = t.state().turn < t.data().tables.allied_offensives_from;
        if early && player.alliance() == Alliance::Allies {
            continue;
        }
        let nations = Nation::ALL
            .into_iter()
            .filter(|nation| t.data().commander(*nation) == *player);
        let nations: Vec<Nation> = nations.collect();
        if !nations.is_empty() {
            asks.push((*player, Bids { nations }));
        }
    }
    let bids = if t.data().on.honour {
        // Rule 6.2/c: announced one after the other.
        let mut bids = Vec::new();
        for (player, ask) in asks {
            let bid = t.ask(player, ask)?;
            for (nation, offensives) in bid {
                buy(t, nation, offensives)?;
            }
            bids.push(Vec::new());
        }
        bids
    } else {
        t.ask_all(asks)?
    };
    for (nation, offensives) in bids.into_iter().flatten() {
        buy(t, nation, offensives)?;
    }
    initiative(t)?;
    super::next_phase(t, Phase::Air)
}

fn buy(t: &mut Board<'_>, nation: Nation, offensives: i32) -> Play {
    t.happen(Event::Bought { nation, offensives })
}

/// Rules 6.3 and 6.3/a: more offensives give the initiative, a tie gives it to Germany; its holder chooses.
fn initiative(t: &mut Board<'_>) -> Play {
    let sum = |t: &Board<'_>, alliance: Alliance| -> i32 {
        let nations = Nation::ALL
            .into_iter()
            .filter(|nation| nation.alliance() == alliance);
        nations
            .map(|nation| t.state().offensives[nation.index()])
            .sum()
    };
    let (axis, allies) = (sum(t, Alliance::Axis), sum(t, Alliance::Allies));
    let holder = if allies > axis {
        Alliance::Allies
    } else {
        Alliance::Axis
    };
    t.happen(Event::Initiative {
        holder,
        axis,
        allies,
    })?;
    if !t.data().on.choice {
        return Ok(());
    }
    // Of two allied players the one who bought more offensives, else the western one.
    let buyer = combat_phase::speakers(t, holder).first().copied();
    let speaker = buyer.unwrap_or(t.data().players(holder)[0]);
    let turns = t.ask(speaker, Given(Initiative))?;
    let first = turns
        .first()
        .map(|first| if first { holder } else { holder.other() });
    t.happen(Event::Order { first })
}
