//! Rule 8.0: the Naval Phase. Each side sails to fight first, then the rest; whoever sails can be met on the way.

use super::Board;
use super::air_combat::Party;
use super::bars::{Bar, Task, fit, obey, spare};
use super::class::{Arm, Class};
use super::event::{Event, How};
use super::fire;
use super::flight::{self, Base};
use super::leaders;
use super::nation::Alliance;
use super::naval_combat::{self, Evasion};
use super::naval_interception;
use super::nets;
use super::norway;
use super::orders::{Agree, Course, Fight, Heading, Judged, NavalOrders, Voyage};
use super::position::Position;
use super::state::{Phase, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{OnSheet, OneOf};
use crate::engine::table::Play;

/// One side's half of the phase.
pub(super) fn half(t: &mut Board<'_>, alliance: Alliance) -> Play {
    let players = t.data().players(alliance);
    let asks = players
        .iter()
        .map(|player| (*player, OnSheet(NavalOrders)))
        .collect();
    let sheets = t.ask_all(asks)?;
    for fights in [true, false] {
        for voyage in sheets
            .iter()
            .flatten()
            .filter(|voyage| voyage.fights == fights)
        {
            if t.state().surrendered.is_some() {
                spare(t, Task::Sail, voyage.ships.clone(), Bar::PhaseOver)?;
                continue;
            }
            obey(t, Task::Sail, &voyage.ships, |t| sail(t, voyage))?;
            // Rule 14.2: the last who stood beyond the line may have gone aboard.
            norway::surrender(t)?;
            flight::free_decks(t)?;
        }
    }
    if t.state().surrendered.is_some() {
        return super::next_phase(t, Phase::Combat);
    }
    super::end_half(t, Phase::Combat)
}

/// Ships on their way together.
pub(super) struct Group {
    pub(super) own: Alliance,
    pub(super) ships: Vec<UnitId>,
    pub(super) here: SpaceId,
    start: SpaceId,
    sailed: u32,
}

impl Group {
    /// Movement left to the slowest.
    pub(super) fn left(&self, pos: Position<'_>) -> u32 {
        let slowest = self.ships.iter().map(|ship| pos.movement(*ship)).min();
        slowest.unwrap_or(0).saturating_sub(self.sailed)
    }

    /// Enters the next hexes of the route.
    fn advance(&mut self, t: &mut Board<'_>, route: &[SpaceId]) -> Play {
        let Some(to) = route.last() else {
            return Ok(());
        };
        self.sailed += u32::try_from(route.len()).unwrap_or(u32::MAX);
        self.here = *to;
        t.happen(Event::Moves {
            units: self.ships.clone(),
            to: Where::At(*to),
            over: route.to_vec(),
            how: How::Sail,
            act: true,
        })
    }
}

/// Rules 8.1 and 8.6: a group sails.
fn sail(t: &mut Board<'_>, voyage: &Voyage) -> Play {
    let pos = super::pos(t);
    let Some((lead, start)) = voyage.ships.first().copied().zip(voyage.from) else {
        return Ok(());
    };
    if let Some(bar) = pos.absent(lead) {
        return t.refuse(bar);
    }
    // Who was sunk, has fought or was driven off since the sheet was written stays out.
    let ships = fit(t, Task::Sail, &voyage.ships, |pos, unit| {
        let away = pos.at(unit) != Some(start);
        let away = away.then_some(Bar::NotAt { unit, at: start });
        pos.unable(unit).or(away)
    })?;
    let own = super::pos(t).alliance(lead);
    let t: &mut Board<'_> = &mut t.within(format_args!("sail-{}", t.data().unit(lead).id));
    let mut group = Group {
        own,
        ships,
        here: start,
        start,
        sailed: 0,
    };
    let load = agreed(t, voyage)?;
    embark(t, &group, &load)?;
    if voyage.route.is_empty() && voyage.fights {
        // Enemies that share the hex since the setup.
        t.happen(Event::Moves {
            units: group.ships.clone(),
            to: Where::At(start),
            over: Vec::new(),
            how: How::Sail,
            act: true,
        })?;
        contact(t, &mut group)?;
        return left_behind(t, &load);
    }
    follow(t, &mut group, voyage.route.clone(), voyage.fights, &load)?;
    embark(t, &group, &load)?;
    left_behind(t, &load)?;
    spread(t, &group)
}

/// Who was to go aboard and was not fetched.
fn left_behind(t: &mut Board<'_>, load: &[UnitId]) -> Play {
    for unit in load {
        if matches!(super::pos(t).s.unit(*unit).at, Where::At(_)) {
            spare(t, Task::Load, vec![*unit], Bar::NotFetched { unit: *unit })?;
        }
    }
    Ok(())
}

/// A group follows its route to the end, or to where it is held up.
fn follow(
    t: &mut Board<'_>,
    group: &mut Group,
    mut route: Vec<SpaceId>,
    fights: bool,
    load: &[UnitId],
) -> Play {
    while !route.is_empty() && !group.ships.is_empty() {
        let t: &mut Board<'_> = &mut t.within(format_args!("s{}", group.sailed));
        match leg(t, group, &mut route, fights, load)? {
            Leg::On => {}
            Leg::Turn(to) => route = turn(t, group, to),
            Leg::End => break,
        }
    }
    Ok(())
}

/// The new way of a group, past enemies at sea.
fn turn(t: &Board<'_>, group: &Group, to: SpaceId) -> Vec<SpaceId> {
    let pos = super::pos(t);
    let shun = hostile(pos, group.own);
    let may = |step: &super::map::Step| step.sea && !shun.contains(&step.to);
    t.data().map.around(group.here, to, may, group.left(pos))
}

/// Rules 8.5/a and 8.5/c: submarines that slipped out of an interception go on along the route, or elsewhere.
fn slip_on(
    t: &mut Board<'_>,
    group: &Group,
    boats: Vec<UnitId>,
    route: &[SpaceId],
    fights: bool,
) -> Play {
    let t: &mut Board<'_> = &mut t.within("slipped");
    let mut boats = Group {
        own: group.own,
        ships: boats,
        here: group.here,
        start: group.start,
        sailed: group.sailed,
    };
    let way = match course(t, &boats, route, false)? {
        Leg::On => route.to_vec(),
        Leg::Turn(to) => turn(t, &boats, to),
        Leg::End => Vec::new(),
    };
    follow(t, &mut boats, way, fights, &[])?;
    spread(t, &boats)
}

/// Rule 3.1/a: a group that was held up where there is no room for it makes room, slowest ships last.
fn spread(t: &mut Board<'_>, group: &Group) -> Play {
    let most = t.data().tables.stack_sea;
    for ship in group.ships.iter().rev() {
        let pos = super::pos(t);
        let Some(at) = pos
            .at(*ship)
            .filter(|at| t.data().map.hex(*at).holds.is_none())
        else {
            continue;
        };
        if pos.ships(at, group.own).len() <= most {
            break;
        }
        let mut free = naval_combat::free_water(pos, group.own, at, 3, 1);
        free.sort_by_key(|place| (t.data().map.distance(at, *place), *place));
        if let Some(to) = free.first() {
            t.happen(Event::Moves {
                units: vec![*ship],
                to: Where::At(*to),
                over: Vec::new(),
                how: How::Spread,
                act: false,
            })?;
        }
    }
    Ok(())
}

/// What a stretch of the way led to.
enum Leg {
    On,
    Turn(SpaceId),
    End,
}

/// Places a group may not pass: enemies at sea, the enemy's box.
pub(super) fn hostile(pos: Position<'_>, own: Alliance) -> Vec<SpaceId> {
    let mut shun = pos.afloat(own.other());
    shun.retain(|place| !pos.at_sea(*place, own.other()).is_empty());
    shun.push(pos.d.map.box_of(own.other()));
    shun
}

/// One stretch: as far as the next hex where something must happen, unless somebody meets the group before.
fn leg(
    t: &mut Board<'_>,
    group: &mut Group,
    route: &mut Vec<SpaceId>,
    fights: bool,
    load: &[UnitId],
) -> Play<Leg> {
    let pos = super::pos(t);
    let enemy = group.own.other();
    let enemies = pos.afloat(enemy);
    let waits = |place: &SpaceId| {
        let meets = enemies.contains(place) && !pos.at_sea(*place, enemy).is_empty();
        let guns = norway::guns_bear(pos, group.own, *place);
        let port = enemies.contains(place) && pos.is_port(enemy, *place);
        let loads = load
            .iter()
            .any(|unit| pos.s.unit(*unit).at == Where::At(*place));
        meets || guns || port || (loads && pos.is_port(group.own, *place))
    };
    let mut stop = route.iter().position(waits).unwrap_or(route.len() - 1);
    // A group that does not mean to fight does not enter a hex with enemies at sea.
    if !fights && !pos.at_sea(route[stop], enemy).is_empty() {
        let bar = Bar::ShipsThere { at: route[stop] };
        spare(t, Task::Sail, group.ships.clone(), bar)?;
        route.truncate(stop);
        if route.is_empty() {
            return Ok(Leg::End);
        }
        stop = route.len() - 1;
    }
    let meeting = naval_interception::meet(t, group, &route[..=stop])?;
    let at = meeting.as_ref().map_or(stop, |(_, at)| *at);
    group.advance(t, &route[..=at])?;
    route.drain(..=at);
    let fired_at = norway::guns_bear(super::pos(t), group.own, group.here);
    if fired_at {
        norway::batteries(t, group.here, &mut group.ships)?;
        if group.ships.is_empty() {
            return Ok(Leg::End);
        }
    }
    if let Some((by, _)) = meeting {
        let slipped = naval_interception::intercepted(t, group, &by)?;
        if !slipped.is_empty() {
            slip_on(t, group, slipped, route, fights)?;
        }
        if group.ships.is_empty() {
            return Ok(Leg::End);
        }
        return course(t, group, route, fired_at);
    }
    if contact(t, group)? {
        return Ok(Leg::End);
    }
    embark(t, group, load)?;
    // Rule 14.2.2: after the batteries' fire the ships go on or elsewhere.
    if fired_at {
        return course(t, group, route, true);
    }
    Ok(if group.ships.is_empty() {
        Leg::End
    } else {
        Leg::On
    })
}

/// Rules 8.2/a and 14.2.2: a mover goes on, stays, or goes elsewhere with what movement it has left; who has come
/// where he would stays there, unless he was shelled.
fn course(t: &mut Board<'_>, group: &Group, route: &[SpaceId], shelled: bool) -> Play<Leg> {
    let pos = super::pos(t);
    let alone = pos.at_sea(group.here, group.own.other()).is_empty();
    let shun = hostile(pos, group.own);
    let left = group.left(pos);
    let mut to = Vec::new();
    let room = pos.space(group.here, group.own, Arm::Naval);
    if alone && (room > 0 || pos.ships(group.here, group.own).len() <= t.data().tables.stack_sea) {
        to.push(Heading::Stay);
    }
    let net = nets::sea(&t.data().map, &shun);
    let reach = crate::orders::way::Reach::new(&net, group.here.item(), left);
    let others = reach
        .places()
        .filter_map(SpaceId::from_item)
        .filter(|place| *place != group.here);
    let fits = others.filter(|place| pos.space(*place, group.own, Arm::Naval) >= group.ships.len());
    to.extend(fits.map(|at| Heading::To(Base::Field(at))));
    if route.is_empty() && alone && (!shelled || to.len() < 2) {
        return Ok(Leg::End);
    }
    if to.is_empty() {
        return Ok(if route.is_empty() { Leg::End } else { Leg::On });
    }
    let danger = group.ships.iter().any(|ship| pos.s.unit(*ship).reduced);
    let who = fire::speaker(t, group.own, &group.ships);
    let ask = Course {
        units: group.ships.clone(),
        at: group.here,
        to,
        goes_on: !route.is_empty(),
        danger,
    };
    Ok(match t.ask(who, OneOf(ask))? {
        Heading::To(Base::Field(to)) => Leg::Turn(to),
        Heading::On if !route.is_empty() => Leg::On,
        Heading::On | Heading::Stay | Heading::To(Base::Deck(_)) => Leg::End,
    })
}

/// Rules 8.4 and 8.8/b: enemies in the hex that was entered; tells whether there was a battle.
fn contact(t: &mut Board<'_>, group: &mut Group) -> Play<bool> {
    let pos = super::pos(t);
    let enemy = group.own.other();
    let (at_sea, all) = (pos.at_sea(group.here, enemy), pos.ships(group.here, enemy));
    if all.is_empty() || pos.d.map.hex(group.here).holds.is_some() {
        return Ok(false);
    }
    if at_sea.is_empty() {
        // In their port: the owner of the port decides, and defends.
        let who = fire::speaker(t, enemy, &all);
        let ask = Fight {
            own: all.clone(),
            enemy: group.ships.clone(),
            at: group.here,
        };
        if !t.ask(who, Judged(ask))? {
            return Ok(false);
        }
    }
    let attackers = Party::new(group.own, group.ships.clone());
    let defenders = Party::new(enemy, all);
    let way = (Evasion::Away, group.start);
    naval_combat::battle(t, group.here, attackers, defenders, way)?;
    let pos = super::pos(t);
    group.ships.retain(|ship| pos.at(*ship) == Some(group.here));
    Ok(true)
}

/// 1.1: units of an ally go aboard only if he agrees.
fn agreed(t: &mut Board<'_>, voyage: &Voyage) -> Play<Vec<UnitId>> {
    let owner = t.data().owner(voyage.ships[0]);
    let foreign: Vec<UnitId> = voyage
        .load
        .iter()
        .copied()
        .filter(|unit| t.data().owner(*unit) != owner)
        .collect();
    // Who is not on the map goes aboard nowhere, and nobody need be asked about him.
    let first = foreign
        .iter()
        .find_map(|unit| Some((*unit, super::pos(t).at(*unit)?)));
    let Some((first, at)) = first else {
        return Ok(voyage.load.clone());
    };
    let ally = t.data().owner(first);
    let ask = Agree {
        units: foreign.clone(),
        at,
    };
    if t.ask(ally, Judged(ask))? {
        return Ok(voyage.load.clone());
    }
    t.happen(Event::Refuses {
        side: ally,
        units: foreign.clone(),
        at,
    })?;
    Ok(voyage
        .load
        .iter()
        .copied()
        .filter(|unit| !foreign.contains(unit))
        .collect())
}

/// Rule 8.7: units in the hex go aboard, as far as there is room.
fn embark(t: &mut Board<'_>, group: &Group, load: &[UnitId]) -> Play {
    for unit in load {
        let pos = super::pos(t);
        if pos.s.unit(*unit).at != Where::At(group.here) {
            continue;
        }
        let admiral = pos.class(*unit) == Class::Admiral;
        let leads = pos.arm(*unit) == Arm::Leader;
        let ship = if admiral {
            leaders::flagship(pos, &group.ships)
        } else {
            let mut transports = group
                .ships
                .iter()
                .copied()
                .filter(|ship| pos.class(*ship) == Class::Tr);
            transports.find(|ship| leads || pos.room(*ship) > 0)
        };
        if let Some(ship) = ship {
            t.happen(Event::Moves {
                units: vec![*unit],
                to: Where::Aboard(ship),
                over: Vec::new(),
                how: How::Embark,
                act: false,
            })?;
        }
    }
    Ok(())
}
