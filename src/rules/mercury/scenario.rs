//! Sections 14 and 23: the scenarios, as their files say them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::map::Sector;
use super::units::Aircraft;
use crate::engine::files::DataFile;

macro_rules! scenarios {
    ($($name:literal)*) => {
        /// Their files, in order.
        pub(super) const FILES: &[DataFile] = &[$(DataFile {
            name: concat!($name, ".toml"),
            path: concat!("scenarios/mercury/", $name, ".toml"),
            text: include_str!(concat!("../../../scenarios/mercury/", $name, ".toml")),
        },)*];
        /// Their names.
        pub(super) const NAMES: &[&str] = &[$($name,)*];
    };
}

scenarios!("scenario-1" "scenario-2" "scenario-3" "scenario-4" "scenario-5" "scenario-6");

/// Those that can be played: without the naval game nothing is offered that needs it.
pub(super) const PLAYABLE: &[&str] = &[
    "scenario-1",
    "scenario-2",
    "scenario-3",
    "scenario-4",
    "scenario-5",
    "scenario-6",
];

/// A mission of the Air Operations card (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mission {
    Interdiction,
    /// Bombardment and support.
    Bombardment,
    /// Naval search and coordination.
    Search,
    /// Naval attack.
    Naval,
}

/// How well a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    GermanDecisive,
    GermanSubstantial,
    GermanMarginal,
    AlliedMarginal,
    AlliedSubstantial,
    AlliedDecisive,
}

/// A row of the table of victory: so many points, hexes or airfields, or more.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Band {
    pub from: i32,
    pub level: Level,
}

/// What decides a scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "lowercase")]
pub(super) enum Victory {
    /// 14.1: a hex, and the land around it.
    Around { hex: String },
    /// 14.2: airfields, and how near to them a German stands.
    Airfields { fields: Vec<String>, near: u32 },
    /// 14.3: objectives held.
    Objectives {
        hexes: Vec<String>,
        bands: Vec<Band>,
    },
    /// 22.2: points; by turn `airfields_by` the Germans must hold one (22.1).
    Points {
        bands: Vec<Band>,
        airfields_by: Option<u32>,
    },
}

/// 12.23: what is added to the dice of readiness: on a turn, or on each.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Readiness {
    pub turn: Option<u32>,
    pub adds: i32,
}

/// 23.1: bombardment strength the Allied screen needs, to a turn.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Screen {
    pub to: u32,
    pub needs: i32,
}

/// A scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    pub en: String,
    pub fr: String,
    /// The first turn and the last.
    pub turns: [u32; 2],
    /// The sheets in play.
    pub maps: Vec<String>,
    /// The parts of the set-up cards.
    pub groups: Vec<String>,
    /// Units left out.
    #[serde(default)]
    pub without: Vec<String>,
    /// Of the reserves only these.
    #[serde(default)]
    pub only: Vec<String>,
    /// Only the reserves of these turns.
    #[serde(default)]
    pub reserve_turns: Vec<u32>,
    /// 6.53: the last group that may airland.
    #[serde(default)]
    pub airlanding: u32,
    pub air: BTreeMap<Aircraft, usize>,
    pub missions: Vec<Mission>,
    #[serde(default)]
    pub readiness: Vec<Readiness>,
    pub sectors: Vec<Sector>,
    /// The set-up of the Allied ships.
    #[serde(default)]
    pub fleet: Option<u32>,
    #[serde(default)]
    pub convoys: Vec<String>,
    /// Convoys that begin in a place of the sea map, not at Athens.
    #[serde(default)]
    pub moored: BTreeMap<String, String>,
    /// Convoys that do not sail before a turn.
    #[serde(default)]
    pub idle: BTreeMap<String, u32>,
    #[serde(default)]
    pub supply: bool,
    /// 20.11c: in how many sectors Allied supply must be low.
    #[serde(default)]
    pub evacuation_sectors: Option<usize>,
    #[serde(default)]
    pub screen: Vec<Screen>,
    /// 23.1: sea zones in each of which an Allied ship must be at the end.
    #[serde(default)]
    pub one_ship_in_each: Vec<String>,
    /// 23.41: campaign options may be chosen.
    #[serde(default)]
    pub variants: bool,
    pub victory: Victory,
}
