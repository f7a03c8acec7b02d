//! Section 10: assault combat; after a landing too (6.41, 17.43).

use super::Board;
use super::event::{self, Cause, Event, Volley};
use super::fights::{
    across_river, fatigue, guns, hexes, losses, mountaineers, salvo, still_there, tanks_unopposed,
    tired_share,
};
use super::moves;
use super::orders::combat::{Advance, Hold, Lead};
use super::side::Side;
use super::state::{Position, Supply};
use super::units::Type;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// What kind of assault it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    /// 8.2
    pub coordinated: bool,
    /// 6.41, 17.43: those who landed fight in the hex itself.
    pub landing: bool,
}

/// An assault in progress.
struct Assault {
    side: Side,
    at: SpaceId,
    how: How,
    leads: [UnitId; 2],
    /// 13.2: an engineer leads the attackers.
    engineer: bool,
    round: i32,
}

/// An assault, from the defender's fire to occupation.
pub(super) fn combat(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    spearhead: Option<UnitId>,
    how: How,
) -> Play {
    let enemy = side.other();
    let t: &mut Board<'_> = &mut t.within("assault");
    let pos = super::pos(t);
    let defenders = pos.on(at, enemy);
    let fires = if how.landing {
        Vec::new()
    } else {
        guns(&pos, enemy, at, Volley::Barrage)
    };
    let ask = Hold {
        at,
        units: defenders.clone(),
        guns: fires,
    };
    let held = if ask.units.len() + ask.guns.len() > 1 {
        t.ask(enemy, Given(ask))?
    } else {
        Default::default()
    };
    if !held.fire.is_empty() {
        // 11.31: steps by the ground: all in the open, half elsewhere.
        let hit = salvo(t, enemy, at, &held.fire, Volley::Barrage)?;
        let number = hit.map_or(0, |hit| hit.number);
        let open = t.data().tables.terrain.get(&t.data().map.place(at).terrain);
        let worth = open.map_or(1, |ground| ground.defence.min(2));
        let t: &mut Board<'_> = &mut t.within("barrage");
        losses(
            t,
            side,
            at,
            units,
            number / worth,
            None,
            Cause::DefensiveFire,
        )?;
        // 11.31: by the switch F tires one of them, as a bombardment does (11.24).
        let pos = super::pos(t);
        let left = still_there(&pos, units);
        let tires = t.data().on.defensive_fire_fatigues && hit.is_some_and(|hit| hit.marked);
        if tires && left.iter().any(|unit| !pos.unit(*unit).fatigued) {
            fatigue(t, side, at, &left, 1, None, Cause::DefensiveFire)?;
        }
    }
    let pos = super::pos(t);
    let left = still_there(&pos, units);
    let best = |side: [Option<UnitId>; 2], units: &[UnitId]| {
        let [wanted, best] = side;
        wanted.filter(|unit| units.contains(unit)).or(best)
    };
    let lead = best([spearhead, pos.best_lead(&left)], &left);
    let against = best([held.lead, pos.best_lead(&defenders)], &defenders);
    let (Some(lead), Some(against)) = (lead, against) else {
        return Ok(());
    };
    let mut assault = Assault {
        side,
        at,
        how,
        leads: [lead, against],
        engineer: pos.printed(lead).kind == Type::Engineer,
        round: 1,
    };
    rounds(t, &mut assault, &left)?;
    occupy(t, &assault, &left)
}

/// Rules 10.2 and 10.3: one round, and a second one by those whose lead goes on.
fn rounds(t: &mut Board<'_>, assault: &mut Assault, units: &[UnitId]) -> Play {
    let (side, at) = (assault.side, assault.at);
    {
        let t: &mut Board<'_> = &mut t.within("round-1");
        let night = side == Side::Allied && !t.state().open.is_day();
        if assault.engineer || night {
            both(t, assault, units)?;
        } else {
            let steps = volley(t, assault, side.other(), units)?;
            suffer(t, assault, side, units, steps)?;
            let steps = volley(t, assault, side, units)?;
            suffer(t, assault, side.other(), units, steps)?;
        }
    }
    let pos = super::pos(t);
    let (left, against) = (still_there(&pos, units), pos.on(at, side.other()));
    if left.is_empty() || against.is_empty() {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut t.within("round-2");
    for (n, (of, units)) in [(side, &left), (side.other(), &against)]
        .into_iter()
        .enumerate()
    {
        if !units.contains(&assault.leads[n]) {
            assault.leads[n] = new_lead(t, of, at, units)?;
        }
    }
    assault.round = 2;
    assault.engineer =
        assault.engineer && super::pos(t).printed(assault.leads[0]).kind == Type::Engineer;
    let attacks = goes_on(t, assault, side)?;
    let defends = goes_on(t, assault, side.other())?;
    match (attacks, defends) {
        (true, true) => both(t, assault, &left),
        (true, false) => {
            let steps = volley(t, assault, side, &left)?;
            suffer(t, assault, side.other(), &left, steps)
        }
        (false, true) => {
            let steps = volley(t, assault, side.other(), &left)?;
            suffer(t, assault, side, &left, steps)
        }
        (false, false) => Ok(()),
    }
}

/// Both sides fire, then both suffer.
fn both(t: &mut Board<'_>, assault: &Assault, units: &[UnitId]) -> Play {
    let defence = volley(t, assault, assault.side.other(), units)?;
    let attack = volley(t, assault, assault.side, units)?;
    suffer(t, assault, assault.side, units, defence)?;
    suffer(t, assault, assault.side.other(), units, attack)
}

/// Rule 10.31: who takes the place of a lead that fell.
fn new_lead(t: &mut Board<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> Play<UnitId> {
    let pos = super::pos(t);
    let mut units = units.to_vec();
    units.sort_by_key(|unit| (-pos.efficiency(*unit), *unit));
    if let [only] = units.as_slice() {
        return Ok(*only);
    }
    let t: &mut Board<'_> = &mut t.within(super::fights::side_segment(side));
    t.ask(side, OneOf(Lead { at, units }))
}

/// Rule 10.31: the efficiency test of a lead.
fn goes_on(t: &mut Board<'_>, assault: &Assault, side: Side) -> Play<bool> {
    let pos = super::pos(t);
    let attacks = side == assault.side;
    let unit = assault.leads[usize::from(!attacks)];
    let changes = &t.data().tables.modifiers.assault;
    let mut tally = Tally::of_rule("10.31");
    tally.term("efficiency", pos.efficiency(unit), "7.22");
    if !assault.how.coordinated && !assault.how.landing {
        // Added to the die: taken from what it must not exceed.
        let change = if attacks {
            changes.uncoordinated
        } else {
            changes.uncoordinated_defender
        };
        tally.term("uncoordinated", -change, "8.23");
    }
    let name = if attacks {
        "attacker-test"
    } else {
        "defender-test"
    };
    let dice = t.roll(name, 1, 10)?;
    tally.dice(&dice).at_most();
    let done = tally.reached();
    t.happen(Event::Tested { unit, tally, done })?;
    Ok(done)
}

/// Rule 10.2: one side fires; gives the steps lost by the other.
fn volley(t: &mut Board<'_>, assault: &Assault, by: Side, attackers: &[UnitId]) -> Play<i32> {
    let pos = super::pos(t);
    let attackers = still_there(&pos, attackers);
    let defenders = pos.on(assault.at, assault.side.other());
    let attacks = by == assault.side;
    let (strength, units) = if attacks {
        (pos.attack_of(&attackers) / 2, attackers.clone())
    } else {
        (pos.defence_of(&defenders) / 2, defenders.clone())
    };
    let chart = &t.data().tables.charts.assault;
    let Some(column) = chart.column(strength) else {
        return Ok(0);
    };
    let mut tally = if attacks {
        attack_modifiers(&pos, assault, &attackers, &defenders)
    } else {
        defence_modifiers(&pos, assault, &attackers, &defenders)
    };
    let most = t.data().tables.modifiers.assault.most;
    let sum: i32 = tally.terms.iter().map(|term| term.value).sum();
    tally.term("limit", sum.clamp(-most, most) - sum, "10.21");
    let dice = t.roll(if attacks { "attacker" } else { "defender" }, 1, 10)?;
    tally.dice(&dice);
    let steps = chart
        .cell(tally.total(), column)
        .map_or(0, |losses| losses.0);
    t.happen(Event::Charge {
        side: by,
        at: assault.at,
        units,
        round: assault.round,
        strength,
        column: chart.head(column).to_owned(),
        tally,
        steps,
    })?;
    Ok(steps)
}

/// The losses of one side: in the first round the lead is the first (10.22).
fn suffer(
    t: &mut Board<'_>,
    assault: &Assault,
    side: Side,
    attackers: &[UnitId],
    steps: i32,
) -> Play {
    let attacks = side == assault.side;
    let pos = super::pos(t);
    let units = if attacks {
        still_there(&pos, attackers)
    } else {
        pos.on(assault.at, side)
    };
    let lead = assault.leads[usize::from(!attacks)];
    let lead = (assault.round == 1 && steps > 0 && units.contains(&lead)).then_some(lead);
    losses(t, side, assault.at, &units, steps, lead, Cause::Assault)
}

/// What changes the attacker's die.
fn attack_modifiers(
    pos: &Position<'_>,
    a: &Assault,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Tally {
    let changes = &pos.data.tables.modifiers.assault;
    let mut tally = Tally::of_rule("10.2");
    let place = pos.data.map.place(a.at);
    if !a.how.landing {
        let from = hexes(pos, attackers);
        if a.how.coordinated {
            tally.term(
                "from-hexes",
                changes.from_hexes[from.len().clamp(1, 6) - 1],
                "9.14",
            );
        } else {
            tally.term("uncoordinated", changes.uncoordinated, "8.23");
        }
        let lower = |unit: &&UnitId| {
            let from = pos.at(**unit);
            from.is_some_and(|from| pos.data.map.place(from).level < place.level)
        };
        let low: Vec<UnitId> = attackers.iter().filter(lower).copied().collect();
        if 2 * pos.steps_of(&low) >= pos.steps_of(attackers) {
            tally.term("uphill", changes.uphill, "10.26");
        }
        let wet = across_river(pos, attackers, a.at);
        if wet > 0 && 2 * wet >= pos.steps_of(attackers) && !a.engineer {
            tally.term("river-side", changes.river, "9.21");
        }
    }
    if pos.open.improved.contains(&a.at) {
        tally.term("improved", changes.improved, "9.23");
    }
    if place.town && !a.engineer {
        tally.term("town", changes.town, "9.22");
    }
    let supply = pos.supply(a.side, attackers);
    tally.term("supply", changes.attacker_supply[supply.index()], "15.32");
    if pos.supply(a.side.other(), defenders) == Supply::Insufficient {
        tally.term("defender-supply", changes.defender_insufficient, "15.33");
    }
    if tanks_unopposed(pos, attackers, defenders) {
        tally.term("armour", changes.armour, "13.1");
    }
    if mountaineers(pos, attackers, a.at) {
        tally.term("mountaineers", changes.mountaineers, "13.62");
    }
    if a.side == Side::Allied && !pos.open.is_day() {
        tally.term("night", changes.night, "10.25");
    }
    tally
}

/// What changes the defender's die.
fn defence_modifiers(
    pos: &Position<'_>,
    a: &Assault,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Tally {
    let changes = &pos.data.tables.modifiers.assault;
    let mut tally = Tally::of_rule("10.2");
    if a.how.landing {
        let round = usize::try_from(a.round - 1).unwrap_or(0).min(1);
        tally.term("from-the-air", changes.landing[round], "6.41");
    } else {
        let wet = across_river(pos, attackers, a.at);
        if wet > 0 && 2 * wet >= pos.steps_of(attackers) && !a.engineer {
            tally.term("river-side", changes.river_defender, "9.21");
        }
        if !a.how.coordinated {
            tally.term("uncoordinated", changes.uncoordinated_defender, "8.23");
        }
    }
    let tired = [0, changes.some_fatigued, changes.half_fatigued][tired_share(pos, defenders)];
    tally.term("fatigued", tired, "9.74");
    tally
}

/// Rule 10.34: where no defender is left, the assaulters go in.
fn occupy(t: &mut Board<'_>, assault: &Assault, units: &[UnitId]) -> Play {
    let pos = super::pos(t);
    if assault.how.landing || pos.holds(assault.at, assault.side.other()) {
        return Ok(());
    }
    let units = still_there(&pos, units);
    let enter = if t.data().on.may_occupy && !units.is_empty() {
        let (at, hexes) = (assault.at, vec![assault.at]);
        let chosen = t.ask(assault.side, Given(Advance { at, units, hexes }))?;
        chosen.into_iter().map(|(unit, _)| unit).collect()
    } else {
        pos.as_many_as_fit(&units)
    };
    for unit in enter {
        moves::go(t, unit, vec![assault.at], event::How::Occupy)?;
    }
    Ok(())
}
