//! Section 9: manoeuvre combat.

use super::Board;
use super::event::{Cause, Coordination, Event, Volley};
use super::fights::{
    across_river, fatigue, fire, guns, hexes, losses, mountaineers, odds, still_there,
    tanks_unopposed, tired_share,
};
use super::orders::combat::{Advance, Defend, Plan};
use super::retreat::{self, Outcome};
use super::side::Side;
use super::state::{Position, Supply};
use super::tables::{Clash, Struck};
use super::units::Type;
use super::{event, flak, moves};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// A manoeuvre combat, from its leads to retreat and advance.
pub(super) fn combat(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    plan: &Plan,
    coordination: Coordination,
) -> Play {
    let enemy = side.other();
    let t: &mut Board<'_> = &mut t.within("manoeuvre");
    let pos = super::pos(t);
    let Some(lead) = plan.lead.or_else(|| pos.best_lead(&plan.manoeuvre)) else {
        return Ok(());
    };
    // 12.63: the air unit comes through the fire first.
    let support = flak::through(t, &plan.support, at)?;
    let attack_support = if support.is_empty() {
        0
    } else {
        fire(t, side, at, &support, Volley::Attack)?
    };
    let pos = super::pos(t);
    let defenders = pos.on(at, enemy);
    let ask = Defend {
        at,
        units: defenders.clone(),
        guns: guns(&pos, enemy, at, Volley::Defence),
    };
    let defence = if ask.units.len() + ask.guns.len() > 1 {
        t.ask(enemy, Given(ask))?
    } else {
        Default::default()
    };
    let defence_support = if defence.support.is_empty() {
        0
    } else {
        fire(t, enemy, at, &defence.support, Volley::Defence)?
    };
    let pos = super::pos(t);
    let best = pos.best_lead(&defenders);
    let against = defence
        .lead
        .filter(|lead| defenders.contains(lead))
        .or(best);
    let (Some(against), Some(column)) = (against, odds(&pos, at, &plan.manoeuvre)) else {
        return Ok(());
    };
    let engineer = pos.printed(lead).kind == Type::Engineer;
    let chart = &t.data().tables.charts.manoeuvre;
    let changes = &t.data().tables.modifiers.manoeuvre;
    // 9.31 D and E: shifts of the column.
    let better = pos.efficiency(lead) - pos.efficiency(against);
    let step = usize::try_from(better.unsigned_abs()).unwrap_or(0);
    let last = changes.efficiency.len() - 1;
    let mut shift = changes.efficiency[step.min(last)] * better.signum();
    if coordination == Coordination::Uncoordinated {
        shift += changes.uncoordinated;
    }
    let shifted = chart.shifted(column, shift);
    let mut tally = modifiers(
        &pos,
        side,
        at,
        &plan.manoeuvre,
        &defenders,
        engineer,
        coordination,
    );
    tally.term("support", -attack_support, "11.44").term(
        "defensive-support",
        defence_support,
        "11.44",
    );
    let sum: i32 = tally.terms.iter().map(|term| term.value).sum();
    let most = changes.most;
    tally.term("limit", sum.clamp(-most, most) - sum, "9.33");
    let dice = t.roll("combat", 1, 10)?;
    tally.dice(&dice);
    let Some(clash) = chart.cell(tally.total(), shifted).copied() else {
        return Ok(());
    };
    t.happen(Event::Clash {
        side,
        at,
        units: plan.manoeuvre.clone(),
        lead,
        against,
        odds: chart.head(column).to_owned(),
        column: chart.head(shifted).to_owned(),
        tally,
        result: clash.to_string(),
    })?;
    let sides = Sides {
        side,
        at,
        attackers: plan.manoeuvre.clone(),
        defenders,
        leads: [lead, against],
        engineer,
        assaulted: !plan.assault.is_empty(),
    };
    result(t, &sides, clash)
}

/// Who fights whom.
struct Sides {
    side: Side,
    at: SpaceId,
    attackers: Vec<UnitId>,
    defenders: Vec<UnitId>,
    leads: [UnitId; 2],
    engineer: bool,
    /// 9.66: others assault the hex afterwards.
    assaulted: bool,
}

/// Rules 9.33, 9.74, 13.1, 15.33: what changes the die.
fn modifiers(
    pos: &Position<'_>,
    side: Side,
    at: SpaceId,
    attackers: &[UnitId],
    defenders: &[UnitId],
    engineer: bool,
    coordination: Coordination,
) -> Tally {
    let changes = &pos.data.tables.modifiers.manoeuvre;
    let mut tally = Tally::of_rule("9.31");
    if coordination < Coordination::Uncoordinated {
        let from = hexes(pos, attackers).len().clamp(1, 6);
        tally.term("from-hexes", changes.from_hexes[from - 1], "9.14");
    }
    let wet = across_river(pos, attackers, at);
    if wet > 0 && 2 * wet >= pos.steps_of(attackers) && !engineer {
        tally.term("river-side", changes.river, "9.21");
    }
    if pos.data.map.place(at).town && !engineer {
        tally.term("town", changes.town, "9.22");
    }
    let tired = [0, changes.some_fatigued, changes.half_fatigued][tired_share(pos, defenders)];
    tally.term("fatigued", tired, "9.74");
    let supply = pos.supply(side, attackers);
    tally.term("supply", changes.attacker_supply[supply.index()], "15.32");
    if pos.supply(side.other(), defenders) == Supply::Insufficient {
        let literal = pos.data.on.literal_defence_supply;
        let sign = if literal { -1 } else { 1 };
        tally.term(
            "defender-supply",
            sign * changes.defender_insufficient,
            "15.33",
        );
    }
    if tanks_unopposed(pos, attackers, defenders) {
        tally.term("armour", changes.armour, "13.1");
    }
    if mountaineers(pos, attackers, at) {
        tally.term("mountaineers", changes.mountaineers, "13.62");
    }
    tally
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.whom {
            Struck::Attacker => write!(f, "A{}", self.steps)?,
            Struck::Defender => write!(f, "D{}", self.steps)?,
            Struck::Both => write!(f, "B")?,
        }
        if self.fatigued > 0 {
            write!(f, "F{}", self.fatigued)?;
        }
        if self.hexes > 1 {
            write!(f, " {}", self.hexes)?;
        }
        Ok(())
    }
}

/// Rules 9.34 and 9.41: losses, fatigue, retreat, advance.
fn result(t: &mut Board<'_>, sides: &Sides, clash: Clash) -> Play {
    let Sides { side, at, .. } = *sides;
    let [lead, against] = sides.leads;
    let engineer = sides.engineer.then_some(lead);
    match clash.whom {
        Struck::Both => {
            // Each lead, unless it is fatigued: then somebody else (ruling 64).
            for (side, units, lead) in [
                (side, &sides.attackers, lead),
                (side.other(), &sides.defenders, against),
            ] {
                fatigue(t, side, at, units, 1, Some(lead), Cause::Manoeuvre)?;
            }
            Ok(())
        }
        Struck::Attacker => {
            let units = &sides.attackers;
            losses(
                t,
                side,
                at,
                units,
                clash.steps,
                Some(lead).filter(|_| clash.steps > 0),
                Cause::Manoeuvre,
            )?;
            fatigue(
                t,
                side,
                at,
                units,
                clash.fatigued,
                engineer,
                Cause::Manoeuvre,
            )?;
            for from in hexes(&super::pos(t), &still_there(&super::pos(t), units)) {
                let pos = super::pos(t);
                let here: Vec<UnitId> = still_there(&pos, units)
                    .into_iter()
                    .filter(|unit| pos.at(*unit) == Some(from))
                    .collect();
                let t: &mut Board<'_> = &mut t.within(&t.data().map.place(from).key);
                retreat::retreat(t, side, from, &here, clash.hexes)?;
            }
            Ok(())
        }
        Struck::Defender => {
            let enemy = side.other();
            let pos = super::pos(t);
            let worth = pos.defence_value(at);
            // 13.22: engineers take one off, for the losses alone.
            let value = (worth - i32::from(sides.engineer)).max(1);
            let steps = clash.steps / value;
            losses(
                t,
                enemy,
                at,
                &sides.defenders,
                steps,
                Some(against),
                Cause::Manoeuvre,
            )?;
            fatigue(
                t,
                enemy,
                at,
                &sides.defenders,
                clash.fatigued,
                None,
                Cause::Manoeuvre,
            )?;
            let pos = super::pos(t);
            let left = still_there(&pos, &sides.defenders);
            if left.is_empty() {
                return advance(t, sides, 2);
            }
            if sides.assaulted {
                return Ok(());
            }
            let outcome = retreat::defenders(t, enemy, at, &left, clash.hexes, worth)?;
            if outcome == Outcome::Left && !super::pos(t).holds(at, enemy) {
                return advance(t, sides, clash.hexes);
            }
            Ok(())
        }
    }
}

/// Rule 9.8: those who took part go forward, one hex or two.
fn advance(t: &mut Board<'_>, sides: &Sides, far: u32) -> Play {
    let Sides { side, at, .. } = *sides;
    let pos = super::pos(t);
    let units: Vec<UnitId> = still_there(&pos, &sides.attackers)
        .into_iter()
        .filter(|unit| super::fights::may_advance(&pos, *unit, at, at))
        .collect();
    if units.is_empty() {
        return Ok(());
    }
    let mut ends = vec![at];
    if far > 1 {
        let may = |to: &SpaceId| {
            units
                .iter()
                .any(|unit| super::fights::may_advance(&pos, *unit, at, *to))
        };
        ends.extend(pos.data.map.ways(at).iter().map(|way| way.to).filter(may));
    }
    let ask = Advance {
        at,
        units,
        hexes: ends,
    };
    for (unit, to) in t.ask(side, Given(ask))? {
        let path = if to == at { vec![at] } else { vec![at, to] };
        moves::go(t, unit, path, event::How::Advance)?;
    }
    Ok(())
}
