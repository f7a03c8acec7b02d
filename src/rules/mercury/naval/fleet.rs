//! What the rules ask of a position at sea: which ships are where, how fast, how strong, what they carry.

use super::super::data::Data;
use super::super::map::Map;
use super::super::side::Side;
use super::super::state::{Ammo, Berth, Contact, Force, Hidden, Open, Vessel, Where};
use super::super::units::{Hull, ShipRatings, Type};
use super::ids::{Letter, Number};
use super::waters::Haven;
use crate::board::{Reach, SpaceId, Step, UnitId};
use crate::engine::hidden::Known;

/// The place of a ship in lists.
pub(in super::super) fn index(d: &Data, ship: UnitId) -> usize {
    ship.index() - d.land.len() - d.planes.len()
}

/// Rule 17.12: the places that can be reached with so many points: ports are ends of ways, not parts of them.
pub(in super::super) fn reach(map: &Map, from: SpaceId, points: u32) -> Reach {
    let left_port = map.water(from).is_some_and(|water| !water.is_zone());
    Reach::flood(from, points, |here, _, out| {
        let Some(water) = map.water(here) else {
            return;
        };
        for &to in &water.links {
            let zone = map.water(to).is_some_and(super::waters::Water::is_zone);
            if zone {
                out.push(Step::on(to, 1));
            } else if !left_port {
                // 17.21 to 17.23: nobody leaves a port and enters one in the same phase.
                out.push(Step::last(to, 1));
            }
        }
    })
}

impl<'a> Known<'a, Data, Open, Hidden, Side> {
    /// The ships of a side that are afloat, as far as they are known.
    pub fn vessels(&self, side: Side) -> Vec<UnitId> {
        let afloat = |ship: &UnitId| {
            let at = self.ship(*ship).at;
            self.data.ship(*ship).side() == side && !matches!(at, Berth::Out | Berth::Sunk)
        };
        self.data.ship_ids().filter(afloat).collect()
    }

    /// The ships known to be somewhere.
    fn ships_at(&self, berth: Berth) -> Vec<UnitId> {
        let there = |ship: &UnitId| self.ship(*ship).at == berth;
        self.data.ship_ids().filter(there).collect()
    }

    /// The ships known to be in a task force.
    pub fn in_force(&self, letter: Letter) -> Vec<UnitId> {
        self.ships_at(Berth::Force(letter))
    }

    /// Rule 16.43: the Allied ships ready to sail from Alexandria.
    pub fn ready_to_sail(&self) -> Vec<UnitId> {
        let mut ships = self.ships_at(Berth::Ready);
        ships.retain(|ship| self.data.ship(*ship).side() == Side::Allied);
        ships
    }

    /// What is known to be beneath a contact.
    pub fn beneath(&self, number: Number) -> Option<UnitId> {
        self.ships_at(Berth::Contact(number)).first().copied()
    }

    /// A task force marker.
    pub fn force(&self, letter: Letter) -> Option<&'a Force> {
        self.open.forces.iter().find(|force| force.letter == letter)
    }

    /// A contact marker.
    pub fn contact(&self, number: Number) -> Option<&'a Contact> {
        let mut contacts = self.open.contacts.iter();
        contacts.find(|contact| contact.number == number)
    }

    /// The contact a German ship is beneath.
    pub fn contact_of(&self, ship: UnitId) -> Option<&'a Contact> {
        match self.ship(ship).at {
            Berth::Contact(number) => self.contact(number),
            _ => None,
        }
    }

    /// The place of the sea map a ship is in, as far as it is known.
    pub fn ship_place(&self, ship: UnitId) -> Option<SpaceId> {
        match self.ship(ship).at {
            Berth::Force(letter) => self.force(letter).map(|force| force.at),
            Berth::Contact(number) => self.contact(number).map(|contact| contact.at),
            Berth::Ready | Berth::Refit(_) => Some(self.home(self.data.ship(ship).side())),
            _ => None,
        }
    }

    /// Rule 17.21: Alexandria or Athens, as places of the sea map.
    pub fn home(&self, side: Side) -> SpaceId {
        let port = |at: &SpaceId| {
            let water = self.data.map.water(*at);
            water.is_some_and(|water| water.haven == Some(Haven::Port) && water.owner == Some(side))
        };
        self.data.map.seas().find(port).unwrap_or_default()
    }

    /// Whether a place of the sea map is a zone, or a port in it.
    pub fn in_zone_of(&self, at: SpaceId, zone: SpaceId) -> bool {
        let water = self.data.map.water(at);
        at == zone || water.is_some_and(|water| !water.is_zone() && water.links.contains(&zone))
    }

    /// The task force markers in a sea zone and its ports.
    pub fn forces_in(&self, zone: SpaceId) -> Vec<Letter> {
        let forces = self.open.forces.iter();
        forces
            .filter(|force| self.in_zone_of(force.at, zone))
            .map(|force| force.letter)
            .collect()
    }

    /// The contacts in a sea zone and its anchorages (17.22: not in minor ports).
    pub fn contacts_in(&self, zone: SpaceId) -> Vec<Number> {
        let exposed = |at: SpaceId| {
            let haven = self.data.map.water(at).and_then(|water| water.haven);
            matches!(haven, None | Some(Haven::Anchorage))
        };
        let contacts = self.open.contacts.iter();
        contacts
            .filter(|contact| self.in_zone_of(contact.at, zone) && exposed(contact.at))
            .map(|contact| contact.number)
            .collect()
    }

    /// The sea zones in which a contact could be met by ships.
    pub fn zones_of_contact(&self, number: Number) -> Vec<SpaceId> {
        let zone = |at: &SpaceId| {
            let water = self.data.map.water(*at);
            water.is_some_and(super::waters::Water::is_zone)
        };
        let zones = self.data.map.seas().filter(zone);
        zones
            .filter(|zone| self.contacts_in(*zone).contains(&number))
            .collect()
    }

    /// The ratings of its present face (16.12).
    pub fn ship_ratings(&self, ship: UnitId) -> ShipRatings {
        self.data.ship(ship).ratings[usize::from(self.ship(ship).damaged)]
    }

    /// Rule 17.12: the speed of some ships; a decoy is as fast as the fastest.
    pub fn speed(&self, ships: &[UnitId]) -> u32 {
        let of = |ship: &UnitId| self.ship_ratings(*ship).movement;
        let fastest = || {
            let whole = self.data.ships.iter().map(|ship| ship.ratings[0].movement);
            whole.max().unwrap_or(0)
        };
        let speed = ships.iter().map(of).min().unwrap_or_else(fastest);
        u32::try_from(speed).unwrap_or(0)
    }

    /// The units known to be aboard a ship.
    pub fn aboard(&self, ship: UnitId) -> Vec<UnitId> {
        let cargo = self.hidden.cargo.iter();
        cargo
            .filter(|(_, carrier)| *carrier == ship)
            .map(|(unit, _)| *unit)
            .collect()
    }

    /// The ship known to carry a unit.
    pub fn carrier(&self, unit: UnitId) -> Option<UnitId> {
        let cargo = self.hidden.cargo.iter();
        cargo
            .clone()
            .find(|(one, _)| *one == unit)
            .map(|(_, ship)| *ship)
    }

    /// Rule 17.31: steps aboard a ship; a reserve supply counter counts five.
    pub fn burden(&self, ship: UnitId) -> i32 {
        let reserves = i32::from(self.ship(ship).reserves);
        self.steps_of(&self.aboard(ship)) + reserves * self.data.tables.limits.reserve_steps
    }

    /// Rule 17.31: steps a ship can still take.
    pub fn room(&self, ship: UnitId) -> i32 {
        (self.ship_ratings(ship).capacity - self.burden(ship)).max(0)
    }

    /// Rules 19.63 and 19.64: the strength of a ship against aircraft, in halves.
    pub fn flak_of(&self, ship: UnitId) -> i32 {
        let printed = self.ship_ratings(ship).flak;
        match self.ship(ship).ammo {
            Ammo::Full => 2 * printed,
            Ammo::Low => printed.max(2),
            Ammo::Out => 0,
        }
    }

    /// Rule 16.33: whether a task force has no ship, as far as is known.
    pub fn is_decoy(&self, letter: Letter) -> bool {
        self.in_force(letter).is_empty()
    }

    /// Rule 19.73: the strength of a ship against ships.
    pub fn broadside(&self, ship: UnitId) -> i32 {
        let factors = &self.data.tables.surface;
        let factor = match (self.data.ship(ship).kind, self.ship(ship).damaged) {
            (Hull::Dd | Hull::Dd2, false) => factors.dd,
            (Hull::Dd | Hull::Dd2, true) => factors.dd_damaged,
            (Hull::Cl | Hull::ClA, _) => factors.cl,
            _ => 1,
        };
        self.ship_ratings(ship).bombardment * factor
    }

    /// Rule 17.32: the Allied units that wait at Alexandria and may embark.
    pub fn at_alexandria(&self) -> Vec<UnitId> {
        let waits = |unit: &UnitId| {
            let printed = self.printed(*unit);
            self.unit(*unit).at == Where::Waiting
                && printed.side() == Side::Allied
                && printed.group == "alexandria"
                && self.carrier(*unit).is_none()
        };
        if self.open.turn < self.data.tables.ports.troops_from {
            return Vec::new();
        }
        self.data.land_ids().filter(waits).collect()
    }

    /// Rules 17.37 a, 17.41: whether a unit is too heavy for beaches and anchorages.
    pub fn is_heavy(&self, unit: UnitId) -> bool {
        let printed = self.printed(unit);
        printed.is_armour()
            || printed.is_artillery()
                && printed.kind != Type::Mortar
                && printed.gait == super::super::units::Gait::Wheeled
    }

    /// The sea zones next to a place of Crete in which ships of a side could lie to land there.
    pub fn holds_port(&self, port: SpaceId, side: Side) -> bool {
        let Some(water) = self.data.map.water(port) else {
            return false;
        };
        match (water.haven, water.owner) {
            (None, _) => true,
            (_, Some(owner)) => owner == side,
            // 17.22: Suda and Heraklion, to whom units of his stand in.
            (Some(Haven::MinorPort), None) => water.land.is_some_and(|land| self.holds(land, side)),
            (Some(_), None) => water.land.is_some_and(|land| self.data.playable.has(land)),
        }
    }

    /// A vessel as it is known.
    pub fn vessel(&self, ship: UnitId) -> Vessel {
        *self.ship(ship)
    }
}
