//! Section 16: the scenarios, as their files say them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::side::Side;
use crate::engine::files::DataFile;

macro_rules! scenarios {
    ($($name:literal)*) => {
        /// Their files, in order.
        pub(super) const FILES: &[DataFile] = &[$(DataFile {
            name: concat!($name, ".toml"),
            path: concat!("scenarios/sealion/", $name, ".toml"),
            text: include_str!(concat!("../../../scenarios/sealion/", $name, ".toml")),
        },)*];
        /// Their names.
        pub(super) const NAMES: &[&str] = &[$($name,)*];
    };
}

scenarios!("operation-sealion" "battle-of-britain" "july-invasion");

/// 8.8: the state of the Spitfire pilots at the start.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spitfires {
    pub lost: i32,
    pub maximum: i32,
    pub plm: i32,
}

/// Units and points that come later.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arrival {
    pub turn: u32,
    pub side: Side,
    #[serde(default)]
    pub units: Vec<String>,
    #[serde(default)]
    pub points: BTreeMap<String, u32>,
    #[serde(default)]
    pub air: BTreeMap<String, u32>,
    pub at: String,
}

/// What a replacement point serves (14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pool {
    Leg,
    Armour,
    Tank,
}

/// Replacement points of a side on some turns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Replacement {
    pub side: Side,
    pub kind: Pool,
    pub points: u8,
    pub turns: Vec<u32>,
}

/// What ships wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Cue {
    /// Fifty points of both kinds.
    ForceH,
    /// The second turn after the first landing.
    Menace,
}

/// Ships that come when it is time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conditional {
    pub when: Cue,
    #[expect(dead_code, reason = "all are British")]
    pub side: Side,
    pub at: String,
    #[serde(default)]
    pub units: Vec<String>,
    #[serde(default)]
    pub points: BTreeMap<String, u32>,
}

/// A scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Scenario {
    pub en: String,
    pub fr: String,
    /// The first turn and the last; the first of July is 1.
    pub turns: [u32; 2],
    #[serde(default)]
    pub ovp: i32,
    #[serde(default)]
    pub nvp: i32,
    #[serde(default)]
    pub spitfires: Spitfires,
    /// 3.0: turns of fair weather at the start.
    pub fair: u32,
    pub guns: u32,
    pub auxiliaries: u8,
    pub brandenburgers: u8,
    pub western_approach: u8,
    /// 9.5.6: where the dummies lie, and how many points they count: `norway 4`.
    #[serde(default)]
    pub dummies: Option<String>,
    /// 9.5.7, 16.1.11: where the German mines lie from the start.
    #[serde(default)]
    pub mines: Option<String>,
    #[serde(default)]
    pub reserves: Vec<String>,
    #[serde(default)]
    pub ghq: Vec<String>,
    #[serde(default)]
    pub reduced: Vec<String>,
    #[serde(default)]
    pub rebuildable: Vec<String>,
    pub land: BTreeMap<String, String>,
    #[serde(default)]
    pub fleet: BTreeMap<String, String>,
    #[serde(default)]
    pub air: BTreeMap<String, String>,
    #[serde(default)]
    pub arrival: Vec<Arrival>,
    #[serde(default)]
    pub replacement: Vec<Replacement>,
    #[serde(default)]
    pub conditional: Vec<Conditional>,
}
