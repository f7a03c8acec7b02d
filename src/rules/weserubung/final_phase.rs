//! Rules 12.0 and 13.0: the Placement Phase and the Final Phase, written on one sheet.

use super::Board;
use super::bars::{Bar, Task};
use super::class::Arm;
use super::event::{Event, How, Why};
use super::flight;
use super::loss;
use super::nation::{Alliance, Nation};
use super::orders::{FinalOrders, Logistics, Scrap};
use super::state::{Phase, Where};
use crate::board::UnitId;
use crate::engine::game::Side as _;
use crate::engine::ready::{Given, OnSheet};
use crate::engine::table::Play;

/// Both phases: nobody acts on what the other does, so all write at once.
pub(super) fn phases(t: &mut Board<'_>) -> Play {
    arrivals(t)?;
    let players: Vec<_> = super::nation::Side::ALL
        .iter()
        .copied()
        .filter(|player| t.data().players(player.alliance()).contains(player))
        .collect();
    let asks = players
        .iter()
        .map(|player| (*player, OnSheet(FinalOrders)))
        .collect();
    let sheets = t.ask_all(asks)?;
    for sheet in &sheets {
        place(t, sheet)?;
    }
    t.happen(Event::Phase {
        turn: t.state().turn,
        phase: Phase::Final,
    })?;
    for nation in [
        Nation::Germany,
        Nation::Norway,
        Nation::Britain,
        Nation::France,
    ] {
        upkeep(t, nation)?;
    }
    for sheet in &sheets {
        for unit in &sheet.build {
            build(t, *unit)?;
        }
    }
    for sheet in &sheets {
        for unit in &sheet.repair {
            repair(t, *unit)?;
        }
    }
    end_turn(t)
}

/// Rules 12.0 and 12.1: what was built goes to its box, reinforcements come.
fn arrivals(t: &mut Board<'_>) -> Play {
    let turn = t.state().turn;
    for one in t.data().calendar.iter().filter(|one| one.turn == turn) {
        if t.state().unit(one.unit).at != Where::Later {
            continue;
        }
        // Rule 14.1.1: optional units come to the Force Pool.
        t.happen(Event::Moves {
            units: vec![one.unit],
            to: one.to.map_or(Where::Pool, Where::At),
            over: Vec::new(),
            how: How::Arrive,
            act: false,
        })?;
    }
    let bought: Vec<UnitId> = t
        .data()
        .unit_ids()
        .filter(|unit| t.state().unit(*unit).at == Where::Bought)
        .collect();
    for unit in bought {
        if t.data().unit(unit).nation == Nation::Norway {
            continue;
        }
        let alliance = t.data().unit(unit).nation.alliance();
        let to = Where::At(t.data().map.box_of(alliance));
        t.happen(Event::Moves {
            units: vec![unit],
            to,
            over: Vec::new(),
            how: How::Place,
            act: false,
        })?;
    }
    Ok(())
}

/// Rules 12.0 and 9.0: Norwegian units in towns, lake bases.
fn place(t: &mut Board<'_>, sheet: &Logistics) -> Play {
    for (unit, at) in &sheet.place {
        let arm = super::pos(t).arm(*unit);
        if super::pos(t).space(*at, Alliance::Allies, arm) > 0 {
            t.happen(Event::Moves {
                units: vec![*unit],
                to: Where::At(*at),
                over: Vec::new(),
                how: How::Place,
                act: false,
            })?;
        } else {
            t.happen(Event::HeldBack {
                unit: *unit,
                at: *at,
            })?;
        }
    }
    // With three players both Allies may have chosen one: the first holds.
    let Some((alliance, at)) = sheet.lake else {
        return Ok(());
    };
    let chosen = t.state().chose_lake.iter();
    let chosen = chosen.filter(|side| **side == alliance).count();
    if chosen < t.data().tables.lake_bases_each_side {
        return t.happen(Event::Lake { alliance, at });
    }
    let bar = Bar::LakesChosen;
    let event = Event::NotDone {
        alliance,
        order: Task::Lakebase,
        units: Vec::new(),
        bar,
    };
    t.leave_out(bar, event)
}

/// Rule 13.1: 1 for every five ships out of port; what cannot be paid is paid in ships.
fn upkeep(t: &mut Board<'_>, nation: Nation) -> Play {
    let purse = t.data().purse(nation);
    if purse != nation {
        return Ok(());
    }
    let pos = super::pos(t);
    let shares = |unit: &UnitId| {
        t.data().purse(pos.unit(*unit).nation) == nation
            && pos.arm(*unit) == Arm::Naval
            && pos.in_play(*unit)
            && !pos.in_port(*unit)
    };
    let out: Vec<UnitId> = t.data().unit_ids().filter(shares).collect();
    let ships = i32::try_from(out.len()).unwrap_or(i32::MAX);
    let every = t.data().tables.upkeep_every;
    let (due, has) = (ships / every, pos.purse(nation));
    if ships == 0 {
        return Ok(());
    }
    let paid = due.min(has);
    let short = if t.data().on.upkeep_literal {
        // As the printed example counts: with the last point spent, whoever is beyond the fives paid for is lost.
        due > 0 && paid == has
    } else {
        paid < due
    };
    t.happen(Event::Upkeep {
        nation,
        ships,
        due,
        paid,
    })?;
    if !short {
        return Ok(());
    }
    let lost = usize::try_from(ships - every * paid)
        .unwrap_or(0)
        .min(out.len());
    if lost == 0 {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut t.within(nation.word().id());
    let owner = t.data().commander(nation);
    let scrapped = if lost == out.len() {
        out
    } else {
        t.ask(owner, Given(Scrap { ships: out, lost }))?
    };
    for ship in scrapped {
        loss::take(t, ship, 1, Why::Upkeep)?;
    }
    Ok(())
}

/// Rule 13.2: from the Force Pool to the Placement Box.
fn build(t: &mut Board<'_>, unit: UnitId) -> Play {
    let printed = t.data().unit(unit);
    match printed.build {
        Some(cost)
            if t.state().unit(unit).at == Where::Pool
                && cost <= super::pos(t).purse(printed.nation) =>
        {
            t.happen(Event::Builds { unit, cost })
        }
        _ => Ok(()),
    }
}

/// Rules 13.3 and 13.4: a reduced unit is made full.
fn repair(t: &mut Board<'_>, unit: UnitId) -> Play {
    let (pos, printed) = (super::pos(t), t.data().unit(unit));
    if pos.s.unit(unit).reduced && printed.repair <= pos.purse(printed.nation) {
        let cost = printed.repair;
        return t.happen(Event::Repairs { unit, cost });
    }
    Ok(())
}

/// Rule 13.0: the next turn; with the thaw the lake bases go (9.0).
fn end_turn(t: &mut Board<'_>) -> Play {
    if t.state().turn >= t.data().turns || t.state().surrendered.is_some() {
        return t.happen(Event::Ends);
    }
    let turn = t.state().turn + 1;
    t.happen(Event::Phase {
        turn,
        phase: Phase::Offensive,
    })?;
    if turn >= t.data().thaw {
        for (alliance, at) in t.state().lakes.clone() {
            t.happen(Event::LakeGone { alliance, at })?;
            for unit in super::pos(t).aircraft(at, alliance) {
                flight::seek_base(t, unit)?;
            }
        }
    }
    Ok(())
}
