//! Counters, tables and calendar.

use std::sync::Arc;

use serde::Deserialize;

use super::class::{Arm, Class};
use super::map::Map;
use super::nation::{Alliance, Nation, Side};
use super::switches::Switches;
use super::terrain::Ground;
use crate::board::{SpaceId, UnitId};
use crate::orders::Folded;

/// A turn of the calendar (5.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Date {
    /// Its number.
    pub n: u32,
    /// Its days, in English.
    pub en: String,
    /// Its days, in French.
    pub fr: String,
}

/// The printed numbers, each with its rule in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub locate_sea: i32,
    pub locate_coast: i32,
    pub port_flak: i32,
    pub evade: i32,
    pub evade_from_submarine: i32,
    pub evade_submarine: i32,
    pub drop_battle: i32,
    pub drop_vacant: i32,
    pub leader_lost: i32,
    pub narvik: i32,
    pub battery: i32,
    pub battery_dice: u32,
    pub battery_dice_part: u32,
    pub air_reach: u32,
    pub naval_reach: u32,
    pub leader_flight: u32,
    pub evade_most: u32,
    pub general_moves: u32,
    pub air_naval_rounds: u32,
    pub base_raid_rounds: u32,
    pub bombardment_rounds: u32,
    pub submarine_first_rounds: u32,
    pub lone_defender_rounds: u32,
    pub stack_land: usize,
    pub stack_air: usize,
    pub stack_sea: usize,
    pub transport_full: usize,
    pub transport_reduced: usize,
    pub airlift_full: usize,
    pub airlift_reduced: usize,
    pub carrier_full: usize,
    pub carrier_reduced: usize,
    pub clear_cost: u32,
    pub mountain_cost: u32,
    pub mountain_cost_light: u32,
    pub river_cost: u32,
    pub along_river_cost: u32,
    pub mountain_defence: i32,
    pub river_attack: i32,
    pub landing_attack: i32,
    pub port_defence: i32,
    pub leader_bonus: i32,
    pub land_actions: u32,
    pub air_actions: u32,
    pub naval_actions: u32,
    pub offensive_price: i32,
    pub allied_offensives_from: u32,
    pub norway_air_from: u32,
    pub narvik_turns: u32,
    pub multinational_price: i32,
    pub double_price: i32,
    pub double_price_other: i32,
    pub town_gain_part: i32,
    pub upkeep_every: i32,
    pub allied_ships_at_edge: usize,
    pub capital_losses_draw: i32,
    pub lake_bases_each_side: usize,
}

/// How a fighter may use carriers (3.3.1/a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    /// A carrier is a base like any other.
    Free,
    /// Only between box, carrier and land base, never to fight.
    Ferry,
    /// Never.
    Never,
}

/// What is printed on a counter.
#[derive(Debug)]
pub struct Printed {
    /// Its id.
    pub id: String,
    /// Its short name.
    pub name: String,
    /// What else it is called.
    pub also: Vec<String>,
    /// Whose it is.
    pub nation: Nation,
    /// Its class.
    pub class: Class,
    /// Attack, full and reduced.
    pub attack: [i32; 2],
    /// Defence, full and reduced.
    pub defence: [i32; 2],
    /// Ground and naval strength of aircraft, anti-air and bombardment of ships; a leader's strength.
    pub other: [i32; 2],
    /// Movement, full and reduced.
    pub movement: [u32; 2],
    /// 3.3.1: it fights like a bomber.
    pub swordfish: bool,
    /// 3.3.1
    pub deck: Deck,
    /// 14.1.1
    pub optional: bool,
    /// 13.2: what it costs to build, if it can be.
    pub build: Option<i32>,
    /// 13.3: what it costs to repair.
    pub repair: i32,
}

/// Where a unit begins (15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In a place.
    At(SpaceId),
    /// On another unit.
    Aboard(UnitId),
    /// 15.2: its player puts it between groups 1 and 2.
    Between,
    /// 15.2: its player puts it in any sea hex.
    Free,
    /// 15.3: it comes later.
    Later,
}

/// A reinforcement (15.3).
#[derive(Clone, Debug)]
pub struct Reinforcement {
    /// When.
    pub turn: u32,
    /// Who.
    pub unit: UnitId,
    /// The box, or the Force Pool for optional units (14.1.1).
    pub to: Option<SpaceId>,
}

/// All that does not change in play.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Arc<Map>,
    /// The counters.
    pub units: Arc<Vec<Printed>>,
    /// Their numbers, by alliance and kind.
    pub(super) roster: Arc<[[Vec<UnitId>; 4]; 2]>,
    /// Where each begins.
    pub starts: Arc<Vec<Start>>,
    /// The printed numbers.
    pub tables: Tables,
    /// Levels at the start, by nation; France has its own only where the purse is not shared (14.3).
    pub levels: [i32; 4],
    /// The calendar.
    pub dates: Arc<Vec<Date>>,
    /// 15.3
    pub calendar: Arc<Vec<Reinforcement>>,
    /// 15.1: the last turn in which surrender is a German victory.
    pub last_german_win: u32,
    /// 9.0: the turn from which lakes bear no aircraft.
    pub thaw: u32,
    /// The switches.
    pub on: Switches,
    /// 5.1: turns of the campaign.
    pub turns: u32,
    /// 14.2.2: dice of the Oslo batteries.
    pub battery_dice: u32,
    /// 9.0
    pub ground: Ground,
    /// 14.2: towns whose fall is not needed.
    pub exempt: Vec<SpaceId>,
    /// 14.2: the town beyond which nobody may stand.
    pub surrender_line: SpaceId,
    /// 14.2.1
    pub narvik: SpaceId,
    /// 14.2.1: the garrison of Narvik.
    pub narvik_garrison: UnitId,
    /// 14.2.2
    pub batteries: Vec<SpaceId>,
    /// The spellings of places and counters, which all may know.
    pub(super) folded: Folded,
}

impl Data {
    /// What is printed on a unit.
    pub fn unit(&self, unit: UnitId) -> &Printed {
        &self.units[usize::from(unit.0)]
    }

    /// The units of an alliance of one kind, in order.
    pub fn roster(&self, alliance: Alliance, arm: Arm) -> &[UnitId] {
        &self.roster[alliance.index()][arm as usize]
    }

    /// All counters.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..u16::try_from(self.units.len()).unwrap_or(u16::MAX)).map(UnitId)
    }

    /// Who commands a nation's units.
    pub const fn commander(&self, nation: Nation) -> Side {
        match nation {
            Nation::Germany => Side::Germany,
            Nation::Norway if self.on.three_players => Side::Norway,
            Nation::Norway | Nation::Britain | Nation::France => Side::Allies,
        }
    }

    /// Who commands a unit.
    pub fn owner(&self, unit: UnitId) -> Side {
        self.commander(self.unit(unit).nation)
    }

    /// The players of an alliance; the first speaks for it.
    pub const fn players(&self, alliance: Alliance) -> &'static [Side] {
        match (alliance, self.on.three_players) {
            (Alliance::Axis, _) => &[Side::Germany],
            (Alliance::Allies, false) => &[Side::Allies],
            (Alliance::Allies, true) => &[Side::Allies, Side::Norway],
        }
    }

    /// Rule 14.3: the nation on whose track another's morale is counted.
    pub const fn purse(&self, nation: Nation) -> Nation {
        match nation {
            Nation::France if self.on.shared_purse => Nation::Britain,
            other => other,
        }
    }

    /// Rule 10.12/b: the nation whose morale a town of an alliance moves.
    pub const fn town_nation(alliance: Alliance) -> Nation {
        match alliance {
            Alliance::Axis => Nation::Germany,
            Alliance::Allies => Nation::Norway,
        }
    }
}
