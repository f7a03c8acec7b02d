//! Questions to a position: who stands where, who may act, whose a place is.

use super::class::{Arm, Class};
use super::data::{Data, Deck, Printed};
use super::nation::{Alliance, Nation};
use super::state::{Phase, State, Where};
use crate::board::{SpaceId, UnitId};

/// A position to ask: all counters lie open (no rule hides any).
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// What is printed.
    pub d: &'a Data,
    /// What has become of it.
    pub s: &'a State,
}

impl<'a> Position<'a> {
    /// What is printed on a unit.
    pub fn unit(self, unit: UnitId) -> &'a Printed {
        self.d.unit(unit)
    }

    /// Its class.
    pub fn class(self, unit: UnitId) -> Class {
        self.d.unit(unit).class
    }

    /// Its kind.
    pub fn arm(self, unit: UnitId) -> Arm {
        self.class(unit).arm()
    }

    /// Its alliance.
    pub fn alliance(self, unit: UnitId) -> Alliance {
        self.d.unit(unit).nation.alliance()
    }

    /// Its printed side: 0 full, 1 reduced.
    fn face(self, unit: UnitId) -> usize {
        usize::from(self.s.unit(unit).reduced)
    }

    /// Attack.
    pub fn attack(self, unit: UnitId) -> i32 {
        self.d.unit(unit).attack[self.face(unit)]
    }

    /// Defence.
    pub fn defence(self, unit: UnitId) -> i32 {
        self.d.unit(unit).defence[self.face(unit)]
    }

    /// Ground and naval strength, anti-air and bombardment, or a leader's strength.
    pub fn other(self, unit: UnitId) -> i32 {
        self.d.unit(unit).other[self.face(unit)]
    }

    /// Movement.
    pub fn movement(self, unit: UnitId) -> u32 {
        self.d.unit(unit).movement[self.face(unit)]
    }

    /// Losses it can take (3.0).
    pub fn steps(self, unit: UnitId) -> i32 {
        match self.s.unit(unit).at {
            Where::At(_) | Where::Aboard(_) => 2 - i32::from(self.s.unit(unit).reduced),
            _ => 0,
        }
    }

    /// Whether it is on the map or in a box.
    pub fn in_play(self, unit: UnitId) -> bool {
        matches!(self.s.unit(unit).at, Where::At(_) | Where::Aboard(_))
    }

    /// The place it is in, aboard or not.
    pub fn at(self, unit: UnitId) -> Option<SpaceId> {
        match self.s.unit(unit).at {
            Where::At(place) => Some(place),
            Where::Aboard(ship) => match self.s.unit(ship).at {
                Where::At(place) => Some(place),
                _ => None,
            },
            _ => None,
        }
    }

    /// What carries it.
    pub fn carrier(self, unit: UnitId) -> Option<UnitId> {
        match self.s.unit(unit).at {
            Where::Aboard(ship) => Some(ship),
            _ => None,
        }
    }

    /// What it carries.
    pub fn cargo(self, ship: UnitId) -> Vec<UnitId> {
        let units = self.s.units.iter().zip(self.d.unit_ids());
        units
            .filter(|(counter, _)| counter.at == Where::Aboard(ship))
            .map(|(_, unit)| unit)
            .collect()
    }

    fn all_here(
        self,
        place: SpaceId,
        alliance: Alliance,
        arm: Arm,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let roster = self.d.roster(alliance, arm).iter().copied();
        roster.filter(move |unit| self.s.unit(*unit).at == Where::At(place))
    }

    fn here(self, place: SpaceId, alliance: Alliance, arm: Arm) -> Vec<UnitId> {
        self.all_here(place, alliance, arm).collect()
    }

    /// Land units ashore.
    pub fn land(self, place: SpaceId, alliance: Alliance) -> Vec<UnitId> {
        self.here(place, alliance, Arm::Land)
    }

    /// Ships afloat.
    pub fn ships(self, place: SpaceId, alliance: Alliance) -> Vec<UnitId> {
        self.here(place, alliance, Arm::Naval)
    }

    /// Aircraft on the field, not on carriers.
    pub fn aircraft(self, place: SpaceId, alliance: Alliance) -> Vec<UnitId> {
        self.here(place, alliance, Arm::Air)
    }

    /// Leaders ashore.
    pub fn leaders(self, place: SpaceId, alliance: Alliance) -> Vec<UnitId> {
        self.here(place, alliance, Arm::Leader)
    }

    /// Whether an alliance has land units ashore in a place.
    pub fn has_land(self, place: SpaceId, alliance: Alliance) -> bool {
        self.all_here(place, alliance, Arm::Land).next().is_some()
    }

    /// All places where an alliance has land units ashore.
    pub fn held(self, alliance: Alliance) -> Vec<SpaceId> {
        self.with(alliance, Arm::Land)
    }

    /// All places where an alliance has ships.
    pub fn afloat(self, alliance: Alliance) -> Vec<SpaceId> {
        self.with(alliance, Arm::Naval)
    }

    fn with(self, alliance: Alliance, arm: Arm) -> Vec<SpaceId> {
        let roster = self.d.roster(alliance, arm).iter();
        let mut places: Vec<SpaceId> = roster
            .filter_map(|unit| match self.s.unit(*unit).at {
                Where::At(place) => Some(place),
                _ => None,
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Units of an alliance in play, of one kind.
    pub fn units(self, alliance: Alliance, arm: Arm) -> Vec<UnitId> {
        let roster = self.d.roster(alliance, arm).iter().copied();
        roster.filter(|unit| self.in_play(*unit)).collect()
    }

    /// Who controls a place: the boxes never change hands (14.1, 14.3), sea has no owner.
    pub fn controller(self, place: SpaceId) -> Option<Alliance> {
        let hex = self.d.map.hex(place);
        if hex.holds.is_some() {
            return hex.holds;
        }
        if !hex.land {
            return None;
        }
        Some(match self.s.german.binary_search(&place) {
            Ok(_) => Alliance::Axis,
            Err(_) => Alliance::Allies,
        })
    }

    /// Whether an alliance controls a place.
    pub fn controls(self, alliance: Alliance, place: SpaceId) -> bool {
        self.controller(place) == Some(alliance)
    }

    /// Rule 8.8: a friendly port, or the own box.
    pub fn is_port(self, alliance: Alliance, place: SpaceId) -> bool {
        let hex = self.d.map.hex(place);
        (hex.port || hex.holds.is_some()) && self.controls(alliance, place)
    }

    /// Whether a ship is in port (8.8).
    pub fn in_port(self, ship: UnitId) -> bool {
        self.at(ship)
            .is_some_and(|place| self.is_port(self.alliance(ship), place))
    }

    /// Rule 3.3: a friendly airfield, box or lake base.
    pub fn is_base(self, alliance: Alliance, place: SpaceId) -> bool {
        let hex = self.d.map.hex(place);
        let lake = self.s.lakes.contains(&(alliance, place));
        (hex.airfield || hex.holds.is_some() || lake) && self.controls(alliance, place)
    }

    /// Rule 10.5/a: nobody falls back into a town or onto an air base of the enemy, on ice or not.
    pub fn bars_retreat(self, own: Alliance, place: SpaceId) -> bool {
        let town = self.d.map.hex(place).town.is_some() && !self.controls(own, place);
        town || self.is_base(own.other(), place)
    }

    /// All bases of an alliance.
    pub fn bases(self, alliance: Alliance) -> Vec<SpaceId> {
        let lakes = self.s.lakes.iter().map(|(_, at)| *at);
        let all = self.d.map.fields.iter().copied().chain(lakes);
        let mut bases: Vec<SpaceId> = all.filter(|place| self.is_base(alliance, *place)).collect();
        bases.sort_unstable();
        bases.dedup();
        bases
    }

    /// Ships at sea in a place: those in a friendly port are out of reach of enemy ships (8.8).
    pub fn at_sea(self, place: SpaceId, alliance: Alliance) -> Vec<UnitId> {
        if self.is_port(alliance, place) {
            return Vec::new();
        }
        self.ships(place, alliance)
    }

    /// How many actions it has taken this turn.
    pub fn acts(self, unit: UnitId) -> u32 {
        self.s.unit(unit).acts.count_ones()
    }

    /// Whether it has acted in a phase of this turn.
    pub fn acted_in(self, unit: UnitId, phase: Phase) -> bool {
        self.s.unit(unit).acts & phase.mark() != 0
    }

    /// Whether it may take an action now: one a turn on land and at sea, two in the air and one a phase
    /// (3.2/b, 3.3/a, 3.4/b); Norwegian aircraft not on the first turn (14.2/a); nobody grounded (3.3.1/a).
    pub fn may_act(self, unit: UnitId) -> bool {
        let counter = self.s.unit(unit);
        if !self.in_play(unit) {
            return false;
        }
        match self.arm(unit) {
            // Rule 10.0/b: a general who took part in an offensive goes nowhere else this turn.
            Arm::Leader => {
                let spent =
                    self.class(unit) == Class::General && self.acted_in(unit, Phase::Combat);
                !spent && !self.acted_in(unit, self.s.phase)
            }
            Arm::Land => {
                self.acts(unit) < self.d.tables.land_actions
                    && !(counter.lifted && self.s.phase == Phase::Combat)
            }
            Arm::Naval => self.acts(unit) < self.d.tables.naval_actions,
            Arm::Air => {
                self.acts(unit) < self.d.tables.air_actions
                    && !self.acted_in(unit, self.s.phase)
                    && !counter.grounded
                    && !self.is_grounded_nation(unit)
            }
        }
    }

    /// Rule 14.2/a: Norwegian aircraft stay on the ground on the first turn.
    pub fn is_grounded_nation(self, unit: UnitId) -> bool {
        self.s.turn < self.d.tables.norway_air_from
            && self.d.unit(unit).nation == Nation::Norway
            && self.arm(unit) == Arm::Air
    }

    /// Rule 7.3: fights enemy fighters; Swordfish do not.
    pub fn dogfights(self, unit: UnitId) -> bool {
        self.class(unit) == Class::Fighter && !self.unit(unit).swordfish
    }

    /// Rule 3.3.1/a: whether a fighter may fight from the carrier it is on, or land on one after a fight.
    pub fn fights_from_deck(self, unit: UnitId) -> bool {
        self.unit(unit).deck == Deck::Free
    }

    /// Rule 3.3.1/a: whether it may ever be on a carrier.
    pub fn decks(self, unit: UnitId) -> bool {
        let printed = self.unit(unit);
        match printed.deck {
            Deck::Free => true,
            Deck::Ferry => printed.nation != Nation::Norway || self.d.on.gladiator_deck,
            Deck::Never => false,
        }
    }

    /// Rules 3.3.3, 3.4.2, 3.4.5: units it can carry.
    pub fn capacity(self, carrier: UnitId) -> usize {
        let tables = &self.d.tables;
        let room = match self.class(carrier) {
            Class::Tr => [tables.transport_full, tables.transport_reduced],
            Class::AirTransport => [tables.airlift_full, tables.airlift_reduced],
            Class::Cv => [tables.carrier_full, tables.carrier_reduced],
            _ => [0; 2],
        };
        room[self.face(carrier)]
    }

    /// Room left aboard; leaders ride free (3.5).
    pub fn room(self, carrier: UnitId) -> usize {
        let cargo = self.cargo(carrier);
        let counted = cargo
            .iter()
            .filter(|unit| self.arm(**unit) != Arm::Leader)
            .count();
        self.capacity(carrier).saturating_sub(counted)
    }

    /// Room left in a hex for units of one kind (3.1); boxes take any number.
    pub fn space(self, place: SpaceId, alliance: Alliance, arm: Arm) -> usize {
        if self.d.map.hex(place).holds.is_some() {
            return usize::MAX;
        }
        let tables = &self.d.tables;
        let most = match arm {
            Arm::Land => tables.stack_land,
            Arm::Air => tables.stack_air,
            Arm::Naval => tables.stack_sea,
            Arm::Leader => return usize::MAX,
        };
        most.saturating_sub(self.all_here(place, alliance, arm).count())
    }

    /// National Morale a nation may still use this turn (4.0/a).
    pub fn purse(self, nation: Nation) -> i32 {
        let purse = self.d.purse(nation).index();
        (self.s.level[purse] - self.s.used[purse]).max(0)
    }

    /// Land units of a nation in play (6.2/a).
    pub fn land_units(self, nation: Nation) -> i32 {
        let roster = self.d.roster(nation.alliance(), Arm::Land).iter();
        let own = roster.filter(|unit| self.unit(**unit).nation == nation && self.in_play(**unit));
        i32::try_from(own.count()).unwrap_or(i32::MAX)
    }
}
