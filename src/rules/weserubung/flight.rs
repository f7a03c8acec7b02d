//! Rules 7.1, 7.2, 7.4 and 7.6: aircraft on their way, who meets them, and where they land.

use super::Board;
use super::air_combat::{self, Party};
use super::class::Arm;
use super::event::{Event, How, Sortie, Why};
use super::loss;
use super::nation::Alliance;
use super::orders::{Course, Heading, Homing, Intercept, Meeting};
use super::position::Position;
use super::state::{Phase, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OneOf;
use crate::engine::table::Play;
use crate::orders::{Element, Item};

/// Where aircraft are based: on a field, a lake or in a box, or on the deck of a carrier (3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// In a place.
    Field(SpaceId),
    /// Aboard.
    Deck(UnitId),
}

impl Base {
    /// As where a unit is.
    pub(super) const fn stand(self) -> Where {
        match self {
            Self::Field(at) => Where::At(at),
            Self::Deck(ship) => Where::Aboard(ship),
        }
    }

    /// The place of the field, or that where the carrier is now.
    pub(super) fn place(self, pos: Position<'_>) -> Option<SpaceId> {
        match self {
            Self::Field(at) => Some(at),
            Self::Deck(ship) => pos.at(ship),
        }
    }

    /// The field, if it is one.
    pub(super) const fn field(self) -> Option<SpaceId> {
        match self {
            Self::Field(at) => Some(at),
            Self::Deck(_) => None,
        }
    }
}

impl Element for Base {
    fn item(self) -> Item {
        match self {
            Self::Field(at) => at.item(),
            Self::Deck(ship) => ship.item(),
        }
    }

    fn from_item(item: Item) -> Option<Self> {
        let field = SpaceId::from_item(item).map(Self::Field);
        field.or_else(|| UnitId::from_item(item).map(Self::Deck))
    }
}

/// Aircraft that fly together.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    /// Who.
    pub(super) units: Vec<UnitId>,
    /// Where they are.
    pub(super) here: SpaceId,
    /// Hexes flown.
    pub(super) flown: u32,
    /// Where they mean to land, if not where they came from.
    pub(super) home: Option<Base>,
    /// Whether they have fought, or mean to (3.3.1/a).
    pub(super) fights: bool,
}

/// What became of a flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// It is where its route led.
    Through,
    /// It withdrew or turned away, and has landed.
    Landed,
    /// It was destroyed.
    Gone,
}

impl Flight {
    /// Movement left to a unit.
    pub(super) fn left(&self, pos: Position<'_>, unit: UnitId) -> u32 {
        pos.movement(unit).saturating_sub(self.flown)
    }
}

/// Fighters of the other side that could meet a flight, each with the hexes of the route in its reach (7.2).
fn interceptors(t: &Board<'_>, of: Alliance, route: &[SpaceId]) -> Vec<(UnitId, Vec<usize>)> {
    let pos = super::pos(t);
    if t.state().phase == Phase::Movement && !t.data().on.move_interception {
        return Vec::new();
    }
    let mut able = Vec::new();
    for unit in pos.units(of.other(), Arm::Air) {
        let Some(from) = pos.at(unit) else { continue };
        let lies_on_deck = pos.carrier(unit).is_some() && !pos.fights_from_deck(unit);
        if !pos.dogfights(unit)
            || !pos.may_act(unit)
            || lies_on_deck
            || t.state().unit(unit).attacked
        {
            continue;
        }
        let reach = t.data().tables.air_reach;
        let near = |n: &usize| {
            let to = route[*n];
            t.data().map.hex(to).holds.is_none() && t.data().map.distance(from, to) <= reach
        };
        let hexes: Vec<usize> = (0..route.len()).filter(near).collect();
        if !hexes.is_empty() {
            able.push((unit, hexes));
        }
    }
    able
}

/// Flies a route; enemy fighters may meet the flight anywhere on it (7.2).
pub(super) fn fly(t: &mut Board<'_>, flight: &mut Flight, route: &[SpaceId]) -> Play<Passage> {
    let mut route: Vec<SpaceId> = route.to_vec();
    let mut turned = false;
    while !route.is_empty() {
        let t: &mut Board<'_> = &mut t.within(format_args!("f{}", flight.flown));
        let own = super::pos(t).alliance(flight.units[0]);
        let Some((fighters, at)) = ask_interception(t, own, &flight.units, &route)? else {
            break;
        };
        flight.flown += u32::try_from(at + 1).unwrap_or(u32::MAX);
        flight.here = route[at];
        route.drain(..=at);
        t.happen(Event::Sorties {
            sortie: Sortie::Intercept,
            units: fighters.clone(),
            to: flight.here,
            over: Vec::new(),
        })?;
        let attackers = Party::new(own.other(), fighters);
        let defenders = Party::new(own, flight.units.clone());
        let end = air_combat::fight(t, flight.here, attackers, defenders)?;
        flight.units = end.defenders;
        if flight.units.is_empty() {
            return Ok(Passage::Gone);
        }
        if end.fled == Some(own) {
            flight.fights = true;
            land(t, flight, How::Escape)?;
            return Ok(Passage::Landed);
        }
        // The new way is open to interception like the old one.
        if let Some(way) = turn_away(t, flight)? {
            route = way;
            turned = true;
        }
    }
    if let Some(last) = route.last() {
        flight.flown += u32::try_from(route.len()).unwrap_or(u32::MAX);
        flight.here = *last;
    }
    if turned {
        land(t, flight, How::Return)?;
        return Ok(Passage::Landed);
    }
    Ok(Passage::Through)
}

fn ask_interception(
    t: &mut Board<'_>,
    own: Alliance,
    movers: &[UnitId],
    route: &[SpaceId],
) -> Play<Option<Meeting>> {
    let able = interceptors(t, own, route);
    let mut asks = Vec::new();
    for player in t.data().players(own.other()) {
        let able: Vec<_> = able
            .iter()
            .filter(|(unit, _)| t.data().owner(*unit) == *player)
            .cloned()
            .collect();
        if !able.is_empty() {
            let (movers, route) = (movers.to_vec(), route.to_vec());
            asks.push((
                *player,
                Intercept {
                    movers,
                    route,
                    able,
                },
            ));
        }
    }
    if asks.is_empty() {
        return Ok(None);
    }
    Ok(earliest(t.ask_all(asks)?))
}

/// Where movers are met first, and by whom: allies who chose the same hex come together.
pub(super) fn earliest(meetings: Vec<Option<Meeting>>) -> Option<Meeting> {
    let meetings: Vec<Meeting> = meetings.into_iter().flatten().collect();
    let at = meetings.iter().map(|(_, at)| *at).min()?;
    let first = meetings.into_iter().filter(|(_, hex)| *hex == at);
    Some((first.flat_map(|(units, _)| units).collect(), at))
}

/// Rule 3.3.1/a: back in the Britain Box with its carrier, a fighter may take off again.
pub(super) fn free_decks(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let home = |unit: &UnitId| {
        let at = pos.at(*unit);
        pos.s.unit(*unit).grounded && at.is_some_and(|at| t.data().map.hex(at).holds.is_some())
    };
    let grounded: Vec<UnitId> = t.data().unit_ids().filter(home).collect();
    for unit in grounded {
        t.happen(Event::Grounded {
            unit,
            grounded: false,
        })?;
    }
    Ok(())
}

/// Rule 7.1: after an interception the flight may go on, or to a base instead; gives the way there.
fn turn_away(t: &mut Board<'_>, flight: &mut Flight) -> Play<Option<Vec<SpaceId>>> {
    let pos = super::pos(t);
    let mut to = bases(
        pos,
        flight.units[0],
        flight.here,
        flight.left(pos, flight.units[0]),
        flight.fights,
    );
    for unit in &flight.units[1..] {
        let others = bases(
            pos,
            *unit,
            flight.here,
            flight.left(pos, *unit),
            flight.fights,
        );
        to.retain(|base| others.contains(base));
    }
    if to.is_empty() {
        return Ok(None);
    }
    let owner = t.data().owner(flight.units[0]);
    let danger = flight.units.iter().any(|unit| pos.s.unit(*unit).reduced);
    let ask = Course {
        units: flight.units.clone(),
        at: flight.here,
        to: to.into_iter().map(Heading::To).collect(),
        goes_on: true,
        danger,
    };
    let Heading::To(base) = t.ask(owner, OneOf(ask))? else {
        return Ok(None);
    };
    let Some(at) = base.place(super::pos(t)) else {
        return Ok(None);
    };
    flight.home = Some(base);
    Ok(Some(t.data().map.flight(flight.here, at)))
}

/// Bases a unit can reach from a place with so much movement, nearest first (3.3/b).
pub(super) fn bases(
    pos: Position<'_>,
    unit: UnitId,
    from: SpaceId,
    left: u32,
    fights: bool,
) -> Vec<Base> {
    let own = pos.alliance(unit);
    let map = &pos.d.map;
    let mut found: Vec<(u32, Base)> = Vec::new();
    for base in pos.bases(own) {
        let far = map.distance(from, base);
        let stays = pos.s.unit(unit).at == Where::At(base);
        if far <= left && (stays || pos.space(base, own, Arm::Air) > 0) {
            found.push((far, Base::Field(base)));
        }
    }
    if pos.decks(unit) && (pos.fights_from_deck(unit) || !fights) {
        for ship in pos.units(own, Arm::Naval) {
            let Some(at) = pos.at(ship) else { continue };
            let stays = pos.carrier(unit) == Some(ship);
            let far = map.distance(from, at);
            if pos.class(ship) == super::class::Class::Cv
                && far <= left
                && (stays || pos.room(ship) > 0)
            {
                found.push((far, Base::Deck(ship)));
            }
        }
    }
    found.sort_by_key(|(far, _)| *far);
    found.into_iter().map(|(_, base)| base).collect()
}

/// Where a unit is based.
pub(super) fn base_of(pos: Position<'_>, unit: UnitId) -> Option<Base> {
    match pos.s.unit(unit).at {
        Where::At(place) => Some(Base::Field(place)),
        Where::Aboard(ship) => Some(Base::Deck(ship)),
        _ => None,
    }
}

/// Rules 7.4, 7.5 and 10.3/d: everybody lands: where he meant to, else where he can, else nowhere.
pub(super) fn land(t: &mut Board<'_>, flight: &Flight, how: How) -> Play {
    land_except(t, flight, how, &[])
}

/// The same, but not on some bases (10.2/b).
pub(super) fn land_except(t: &mut Board<'_>, flight: &Flight, how: How, closed: &[Base]) -> Play {
    for unit in &flight.units {
        if !super::pos(t).in_play(*unit) {
            continue;
        }
        let pos = super::pos(t);
        let left = flight.left(pos, *unit);
        let own = base_of(pos, *unit);
        let mut can = bases(pos, *unit, flight.here, left, flight.fights);
        can.retain(|base| !closed.contains(base));
        let wish = flight.home.or(own).filter(|base| can.contains(base));
        let base = match wish.or(own.filter(|base| can.contains(base))) {
            Some(base) => Some(base),
            None => choose_base(t, *unit, can)?,
        };
        match base.map(Base::stand) {
            Some(to) => {
                // A transfer that ends elsewhere is an action all the same (3.3/a); missions were marked at take-off.
                let act = !super::pos(t).acted_in(*unit, t.state().phase);
                let stays = super::pos(t).s.unit(*unit).at == to && !act;
                touch_down(t, *unit, to, how, (stays, act))?;
            }
            None => loss::destroy(t, *unit, Why::Homeless)?,
        }
    }
    Ok(())
}

/// A unit is on its base again; who comes from land to a deck he cannot fight from is grounded (3.3.1/a).
fn touch_down(
    t: &mut Board<'_>,
    unit: UnitId,
    to: Where,
    how: How,
    (stays, act): (bool, bool),
) -> Play {
    if !stays {
        t.happen(Event::Moves {
            units: vec![unit],
            to,
            over: Vec::new(),
            how,
            act,
        })?;
    }
    ground(t, unit)
}

/// Rule 3.3.1/a: a Hurricane or Gladiator on a carrier outside the Britain Box may not take off again.
pub(super) fn ground(t: &mut Board<'_>, unit: UnitId) -> Play {
    let pos = super::pos(t);
    let Some(ship) = pos.carrier(unit) else {
        return Ok(());
    };
    let in_box = pos
        .at(ship)
        .is_some_and(|at| t.data().map.hex(at).holds.is_some());
    let grounded = pos.arm(unit) == Arm::Air && !pos.fights_from_deck(unit) && !in_box;
    if grounded && !pos.s.unit(unit).grounded {
        t.happen(Event::Grounded { unit, grounded })?;
    }
    Ok(())
}

fn choose_base(t: &mut Board<'_>, unit: UnitId, to: Vec<Base>) -> Play<Option<Base>> {
    match to.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        _ => {
            let t: &mut Board<'_> = &mut t.within(&t.data().unit(unit).id);
            let owner = t.data().owner(unit);
            let units = vec![unit];
            Ok(Some(t.ask(owner, OneOf(Homing { units, to }))?))
        }
    }
}

/// Other bases that a unit reaches from its own with all its movement (7.4).
pub(super) fn refuges(pos: Position<'_>, unit: UnitId) -> Vec<Base> {
    let Some(from) = pos.at(unit) else {
        return Vec::new();
    };
    let here = base_of(pos, unit);
    // Rule 3.3.1/a: only after a fight a carrier is closed to those who cannot fight from it.
    let fought = pos.s.unit(unit).attacked;
    let mut to = bases(pos, unit, from, pos.movement(unit), fought);
    to.retain(|base| Some(*base) != here);
    to
}

/// A unit that has lost its base flies to another with all its movement, or is lost (3.4.2/a, 7.4, 10.12).
pub(super) fn seek_base(t: &mut Board<'_>, unit: UnitId) -> Play {
    let pos = super::pos(t);
    if pos.at(unit).is_none() {
        return Ok(());
    }
    let to = refuges(pos, unit);
    match choose_base(t, unit, to)?.map(Base::stand) {
        Some(to) => touch_down(t, unit, to, How::Escape, (false, false)),
        None => loss::destroy(t, unit, Why::Homeless),
    }
}
