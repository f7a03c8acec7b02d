//! Rule 19.7: combat between ships.

use super::super::Board;
use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Position, Told};
use super::super::tables::Hit;
use super::super::units::Hull;
use super::ids::{Letter, Number};
use super::orders::surface::{Engagements, Lost, Press, Refuge, Reply, Swamped};
use super::search::sight;
use super::strikes::{critical, effect, hurt, lose};
use super::told::{Effect, Flight};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OnSheet, OneOf, YesNo};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// What the Allies order: a task force against a contact, without some of its ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engagement {
    pub contact: Number,
    pub force: Letter,
    pub without: Vec<UnitId>,
}

/// Rules 19.71 and 19.74: all engagements, then all disengagements.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    if meetings(&super::super::pos(t)).is_empty() {
        return Ok(());
    }
    let fights = t.ask(Side::Allied, OnSheet(Engagements))?;
    for fight in &fights {
        let t: &mut Board<'_> = &mut t.within(super::contact_key(fight.contact));
        round(t, fight)?;
    }
    for fight in &fights {
        let t: &mut Board<'_> = &mut t.within(super::contact_key(fight.contact));
        disengage(t, fight)?;
    }
    Ok(())
}

/// Rule 19.72: contacts in sight, and the task force markers that could engage each: in the same zone, not in a port.
pub(super) fn meetings(pos: &Position<'_>) -> Vec<(Number, Vec<Letter>)> {
    let shown = pos.open.contacts.iter().filter(|one| one.shown.is_some());
    let meets = |contact: Number, place: SpaceId| {
        let zones = pos.zones_of_contact(contact);
        let forces = pos.open.forces.iter();
        let near = forces.filter(|force| zones.contains(&force.at) || force.at == place);
        near.map(|force| force.letter).collect::<Vec<Letter>>()
    };
    shown
        .map(|contact| (contact.number, meets(contact.number, contact.at)))
        .filter(|(_, forces)| !forces.is_empty())
        .collect()
}

/// Whether a German unit is shot at as a convoy: it carries something, or is nothing else.
fn is_convoy(pos: &Position<'_>, ship: UnitId) -> bool {
    let printed = pos.data.ship(ship);
    let fights = printed.ratings[0].bombardment > 0 && printed.id == super::convoys::FLOTILLA;
    match printed.kind {
        Hull::Convoy => !fights || freight(pos, ship) > 0,
        _ => false,
    }
}

/// Rule 17.36: steps aboard, where a reserve supply counter is one.
pub(super) fn freight(pos: &Position<'_>, ship: UnitId) -> i32 {
    pos.steps_of(&pos.aboard(ship)) + i32::from(pos.ship(ship).reserves)
}

/// The ships of a task force that take part.
fn engaged(pos: &Position<'_>, fight: &Engagement) -> Vec<UnitId> {
    let mut ships = pos.in_force(fight.force);
    ships.retain(|ship| !fight.without.contains(ship));
    ships
}

/// The German unit of a fight, as long as it is there.
fn enemy(pos: &Position<'_>, fight: &Engagement) -> Option<UnitId> {
    pos.contact(fight.contact)?;
    pos.beneath(fight.contact)
}

/// Rule 19.74: a round: both sides fire at the same time.
fn round(t: &mut Board<'_>, fight: &Engagement) -> Play {
    // 18.51: who engages is seen.
    sight(t, &[fight.force], Told::Ships)?;
    let pos = super::super::pos(t);
    let (ships, Some(enemy)) = (engaged(&pos, fight), enemy(&pos, fight)) else {
        return Ok(());
    };
    if ships.is_empty() {
        return Ok(());
    }
    let armed = pos.ship_ratings(enemy).bombardment > 0;
    let mut weakest = ships.clone();
    weakest.sort_by_key(|ship| (pos.ship_ratings(*ship).defence, *ship));
    let target = match weakest.as_slice() {
        _ if !armed => None,
        [only] => Some(*only),
        _ => {
            let contact = fight.contact;
            let ships = weakest;
            Some(t.ask(Side::German, OneOf(Reply { contact, ships }))?)
        }
    };
    t.happen(Event::Engages {
        force: fight.force,
        contact: fight.contact,
        units: ships.clone(),
        ship: target,
    })?;
    show_cargo(t, enemy)?;
    let place = super::super::pos(t).ship_place(enemy);
    let mut hits = Vec::new();
    for ship in &ships {
        hits.extend(fire(t, *ship, enemy)?);
    }
    let reply = match target {
        Some(target) => fire(t, enemy, target)?.map(|hit| (target, hit)),
        None => None,
    };
    suffer(t, fight, enemy, place, &hits)?;
    if let Some((target, hit)) = reply {
        let effect = effect(&super::super::pos(t), target, hit.number);
        hurt(t, target, effect)?;
        if hit.marked && effect != Effect::Sunk {
            let t: &mut Board<'_> = &mut t.within("reply");
            critical(t, target)?;
        }
    }
    if super::super::pos(t).in_force(fight.force).is_empty() {
        t.reveal(Event::Dissolves { force: fight.force })?;
    }
    Ok(())
}

/// What a convoy carries is seen when it is fired at: its card is open, and both choose from it (19.74).
fn show_cargo(t: &mut Board<'_>, ship: UnitId) -> Play {
    let pos = super::super::pos(t);
    if pos.data.ship(ship).kind != Hull::Convoy {
        return Ok(());
    }
    let (units, reserves) = (pos.aboard(ship), i32::from(pos.ship(ship).reserves));
    t.reveal(Event::Manifest {
        ship,
        units,
        reserves,
    })
}

/// Rule 19.74: one ship fires at another, in the column of its strength.
fn fire(t: &mut Board<'_>, ship: UnitId, at: UnitId) -> Play<Option<Hit>> {
    let pos = super::super::pos(t);
    let strength = pos.broadside(ship);
    let chart = &t.data().tables.charts.naval;
    let Some(column) = chart.column(strength) else {
        return Ok(None);
    };
    let mut tally = Tally::of_rule("19.74");
    let dice = t.roll(&t.data().ship(ship).id, 1, 10)?;
    tally.dice(&dice);
    let Some(hit) = chart.cell(tally.total(), column).copied() else {
        return Ok(None);
    };
    let pos = super::super::pos(t);
    let effect = match hit.number {
        _ if !is_convoy(&pos, at) => effect(&pos, at, hit.number),
        n if n <= 0 => Effect::None,
        1 => Effect::Step,
        _ => Effect::TwoSteps,
    };
    t.happen(Event::Broadside {
        unit: ship,
        ship: at,
        strength,
        column: chart.head(column).to_owned(),
        tally,
        number: hit.number,
        effect,
    })?;
    Ok(Some(hit))
}

/// Rules 16.13 and 19.74: what fire does to a German unit.
fn suffer(
    t: &mut Board<'_>,
    fight: &Engagement,
    ship: UnitId,
    place: Option<SpaceId>,
    hits: &[Hit],
) -> Play {
    let pos = super::super::pos(t);
    if !is_convoy(&pos, ship) {
        let struck = |hit: &Hit| effect(&pos, ship, hit.number) != Effect::None;
        if hits.iter().any(struck) {
            return sink(t, ship, fight.contact);
        }
        // 19.43
        for (n, _) in hits.iter().enumerate().filter(|(_, hit)| hit.marked) {
            let t: &mut Board<'_> = &mut t.within(format_args!("lucky-{}", n + 1));
            critical(t, ship)?;
        }
        return Ok(());
    }
    // One step each as the Germans like; a second one as the Allies do.
    let count = |least: i32| {
        let n = hits.iter().filter(|hit| hit.number >= least).count();
        i32::try_from(n).unwrap_or(i32::MAX)
    };
    let (own, others) = (count(1), count(2));
    costs(t, ship, place, own, Side::German)?;
    costs(t, ship, place, others, Side::Allied)?;
    let empty = freight(&super::super::pos(t), ship) == 0;
    if empty && own > 0 {
        return scatter(t, ship, fight.contact);
    }
    Ok(())
}

/// A German warship goes down (16.13).
fn sink(t: &mut Board<'_>, ship: UnitId, contact: Number) -> Play {
    t.happen(Event::Holed {
        ship,
        sunk: true,
        contact: Some(contact),
    })
}

/// A convoy is no more.
fn scatter(t: &mut Board<'_>, ship: UnitId, contact: Number) -> Play {
    t.happen(Event::Scatters { ship, contact })
}

/// Rule 19.74: steps of a convoy that one side chooses.
fn costs(t: &mut Board<'_>, ship: UnitId, place: Option<SpaceId>, steps: i32, by: Side) -> Play {
    let pos = super::super::pos(t);
    let (units, reserves) = (pos.aboard(ship), i32::from(pos.ship(ship).reserves));
    let all = pos.steps_of(&units) + reserves;
    let steps = steps.min(all);
    let Some(at) = place.filter(|_| steps > 0) else {
        return Ok(());
    };
    let ask = Swamped::new(&pos, ship, steps, by);
    let Lost { units, supplies } = if steps == all || ask.is_forced() {
        ask.usual()
    } else {
        let t: &mut Board<'_> = &mut t.within(super::side_key(by));
        t.ask(by, Given(ask))?
    };
    if let Some(reserves) = supplies.filter(|n| *n > 0) {
        t.happen(Event::Swamps { ship, reserves })?;
    }
    for (unit, steps) in units {
        for _ in 0..steps {
            lose(t, unit, at)?;
        }
    }
    Ok(())
}

/// Rules 19.75 to 19.77: the German fights on or breaks off.
fn disengage(t: &mut Board<'_>, fight: &Engagement) -> Play {
    let pos = super::super::pos(t);
    let Some(ship) = enemy(&pos, fight) else {
        return Ok(());
    };
    let ships = engaged(&pos, fight);
    if ships.is_empty() {
        return Ok(());
    }
    let contact = fight.contact;
    let t: &mut Board<'_> = &mut t.within("second");
    if t.ask(Side::German, YesNo(Press { contact }))? {
        t.happen(Event::FightsOn { ship, contact })?;
        return round(t, fight);
    }
    let surface = &t.data().tables.surface;
    let mut tally = Tally::of_rule("19.77");
    let printed = t.data().ship(ship);
    let small = printed.kind == Hull::Mas || printed.id == super::convoys::FLOTILLA;
    tally.term(
        "small-ships",
        if small { surface.small } else { 0 },
        "19.77",
    );
    let night = !t.state().open.is_day();
    tally.term("night", if night { surface.night } else { 0 }, "19.77");
    let dice = t.roll("break-off", 1, 10)?;
    tally.dice(&dice);
    let [away, chased] = surface.withdraw;
    let result = match tally.total() {
        n if n <= away => Flight::Away,
        n if n <= chased => Flight::Chased,
        _ => Flight::Scattered,
    };
    let place = super::super::pos(t).ship_place(ship);
    let to = refuge(t, contact, result)?;
    t.happen(Event::BreaksOff {
        ship,
        contact,
        to,
        tally,
        result,
    })?;
    match result {
        Flight::Away => extra_step(t, fight, ship, place),
        Flight::Chased => chase(t, fight, ship, place),
        Flight::Scattered => ruin(t, fight, ship, place),
    }
}

/// Rule 19.77: away from Crete, to a zone beside it.
fn refuge(t: &mut Board<'_>, contact: Number, result: Flight) -> Play<Option<SpaceId>> {
    if result == Flight::Scattered {
        return Ok(None);
    }
    let zones = refuges(&super::super::pos(t), contact);
    match zones.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        _ => {
            let zone = t.ask(Side::German, OneOf(Refuge { contact, zones }))?;
            Ok(Some(zone))
        }
    }
}

/// The zones a unit can break off to: those further from Crete, or else as far; the nearest to Athens first.
fn refuges(pos: &Position<'_>, contact: Number) -> Vec<SpaceId> {
    let map = &pos.data.map;
    let far = |at: SpaceId| map.water(at).map_or(0, |water| water.from_crete);
    let here = pos.zones_of_contact(contact);
    let mut near: Vec<SpaceId> = Vec::new();
    for zone in &here {
        let links = map.water(*zone).map_or(&[][..], |water| &water.links);
        let open = |at: &&SpaceId| {
            map.water(**at).is_some_and(super::waters::Water::is_zone) && !here.contains(at)
        };
        near.extend(links.iter().filter(open));
    }
    near.sort_unstable();
    near.dedup();
    let now = here.iter().map(|at| far(*at)).max().unwrap_or(0);
    let beyond = |wanted: u32, near: &[SpaceId]| -> Vec<SpaceId> {
        near.iter()
            .copied()
            .filter(|at| far(*at) >= wanted)
            .collect()
    };
    let mut zones = beyond(now + 1, &near);
    if zones.is_empty() {
        zones = beyond(now, &near);
    }
    let athens = pos.home(Side::German);
    let way = super::fleet::reach(map, athens, u32::from(u8::MAX));
    zones.sort_by_key(|at| (way.cost(*at).unwrap_or(u32::MAX), *at));
    zones
}

/// Rule 19.77: a convoy that gets away loses a step more.
fn extra_step(t: &mut Board<'_>, fight: &Engagement, ship: UnitId, place: Option<SpaceId>) -> Play {
    if !is_convoy(&super::super::pos(t), ship) {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut t.within("straggler");
    costs(t, ship, place, 1, Side::German)?;
    if freight(&super::super::pos(t), ship) == 0 {
        return scatter(t, ship, fight.contact);
    }
    Ok(())
}

/// Rule 19.77: destroyers pursue, and nobody answers them.
fn chase(t: &mut Board<'_>, fight: &Engagement, ship: UnitId, place: Option<SpaceId>) -> Play {
    let t: &mut Board<'_> = &mut t.within("chase");
    let pos = super::super::pos(t);
    let mut hunters = engaged(&pos, fight);
    hunters.retain(|one| matches!(pos.data.ship(*one).kind, Hull::Dd | Hull::Dd2));
    let mut hits = Vec::new();
    for hunter in hunters {
        hits.extend(fire(t, hunter, ship)?);
    }
    suffer(t, fight, ship, place, &hits)
}

/// Rule 19.77: the unit and all aboard are lost.
fn ruin(t: &mut Board<'_>, fight: &Engagement, ship: UnitId, place: Option<SpaceId>) -> Play {
    let pos = super::super::pos(t);
    if pos.data.ship(ship).kind == Hull::Mas {
        return sink(t, ship, fight.contact);
    }
    let all = freight(&pos, ship);
    costs(t, ship, place, all, Side::German)?;
    scatter(t, ship, fight.contact)
}
