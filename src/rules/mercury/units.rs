//! Rules 2.3, 2.4, 12.1 and 16.1: what is printed on the counters.

use std::str::FromStr as _;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::side::{Nation, Side};

/// The type of a unit on land (2.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Type {
    Infantry,
    Para,
    Glider,
    Mountain,
    Commando,
    Mg,
    Engineer,
    Armour,
    LightArmour,
    AntiTank,
    Motorcycle,
    Recon,
    Artillery,
    LightAa,
    HeavyAa,
    Mortar,
    Hq,
    Militia,
}

/// How a unit moves (4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    #[default]
    Leg,
    Mountain,
    Wheeled,
    Armour,
    LightArmour,
    /// Never (4.15).
    None,
}

/// The ratings of one side of a counter (2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    pub attack: i32,
    pub defence: i32,
    pub efficiency: i32,
    pub movement: i32,
}

/// A unit on land.
#[derive(Debug)]
pub struct Land {
    pub id: String,
    pub name: String,
    /// The unit it belongs to.
    pub of: String,
    pub nation: Nation,
    pub kind: Type,
    pub gait: Gait,
    /// 9.5: 1 or 2.
    pub steps: u8,
    /// 4.3: stacking points.
    pub stack: u32,
    /// Full and reduced; of a headquarters original and replacement.
    pub ratings: [Ratings; 2],
    /// Bombardment and range.
    pub guns: Option<(i32, u32)>,
    /// 8.12: command range, original and replacement.
    pub command: [u32; 2],
    /// 5.12: no white band.
    pub zone: bool,
    /// 4.64
    pub suda: bool,
    /// 3.1
    pub starts_reduced: bool,
    /// The part of the set-up card it stands on.
    pub group: String,
    /// Where it begins or lands: a hex, a zone beside the map, a box, a convoy; `free` where its player chooses.
    pub at: String,
    /// When a reserve comes.
    pub turn: Option<u32>,
}

impl Land {
    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.nation.side()
    }

    /// Rule 11.0: field guns, guns against aircraft and mortars.
    pub const fn is_artillery(&self) -> bool {
        matches!(
            self.kind,
            Type::Artillery | Type::LightAa | Type::HeavyAa | Type::Mortar
        )
    }

    /// Guns against aircraft.
    pub const fn is_flak(&self) -> bool {
        matches!(self.kind, Type::LightAa | Type::HeavyAa)
    }

    /// Rule 13.1: tanks, light ones too.
    pub const fn is_armour(&self) -> bool {
        matches!(self.kind, Type::Armour | Type::LightArmour)
    }

    /// Rule 13.62: mountain troops and the militia.
    pub const fn climbs(&self) -> bool {
        matches!(self.kind, Type::Mountain | Type::Militia)
    }

    /// A headquarters.
    pub const fn is_hq(&self) -> bool {
        matches!(self.kind, Type::Hq)
    }

    /// Rule 4.4: on foot, for strategic movement.
    pub const fn is_leg(&self) -> bool {
        matches!(self.gait, Gait::Leg | Gait::Mountain)
    }
}

/// The type of an air unit (12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aircraft {
    #[serde(rename = "ju-87")]
    Ju87,
    #[serde(rename = "ju-87-half")]
    HalfJu87,
    #[serde(rename = "ju-88")]
    Ju88,
    #[serde(rename = "he-111")]
    He111,
    #[serde(rename = "do-17")]
    Do17,
    #[serde(rename = "bf-109")]
    Bf109,
    #[serde(rename = "bf-110")]
    Bf110,
}

/// An air unit.
#[derive(Debug)]
pub struct Plane {
    pub id: String,
    pub name: String,
    pub kind: Aircraft,
    pub bombardment: i32,
    pub naval: i32,
    /// `german-option-5` and `split` come only by their rules (12.16, 12.13).
    pub group: String,
}

impl Plane {
    /// Whether it is a Ju-87, whole or half.
    pub const fn is_stuka(&self) -> bool {
        matches!(self.kind, Aircraft::Ju87 | Aircraft::HalfJu87)
    }
}

/// The type of a ship or convoy (16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hull {
    Bb,
    Cv,
    Cl,
    ClA,
    Ml,
    Dd,
    Dd2,
    Transport,
    Convoy,
    Mas,
    Decoy,
}

/// The ratings of one side of a ship (16.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShipRatings {
    pub bombardment: i32,
    pub flak: i32,
    pub defence: i32,
    pub movement: i32,
    pub capacity: i32,
}

/// A ship, convoy or flotilla.
#[derive(Debug)]
pub struct Ship {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub kind: Hull,
    /// Whole and damaged.
    pub ratings: [ShipRatings; 2],
}

impl Ship {
    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.nation.side()
    }
}

/// The counters as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitsFile {
    #[serde(rename = "provenance")]
    _provenance: std::collections::BTreeMap<String, String>,
    pub units: Rows,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    pub land: Vec<LandRow>,
    pub air: Vec<AirRow>,
    pub ship: Vec<ShipRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LandRow {
    pub id: Spanned<String>,
    name: String,
    of: String,
    nation: Nation,
    #[serde(rename = "type")]
    kind: Type,
    #[serde(rename = "size")]
    _size: String,
    #[serde(default = "one_step")]
    steps: u8,
    #[serde(default = "one")]
    stack: u32,
    full: Numbers<4>,
    reduced: Option<Numbers<4>>,
    guns: Option<Numbers<2>>,
    command: Option<Numbers<2>>,
    #[serde(rename = "move", default)]
    gait: Gait,
    #[serde(default = "yes")]
    zone: bool,
    #[serde(default)]
    suda: bool,
    #[serde(default)]
    starts_reduced: bool,
    group: String,
    at: String,
    turn: Option<u32>,
    #[serde(rename = "from", default)]
    _from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirRow {
    pub id: Spanned<String>,
    name: String,
    #[serde(rename = "type")]
    kind: Aircraft,
    strength: Numbers<2>,
    #[serde(default)]
    group: String,
    #[serde(rename = "from", default)]
    _from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShipRow {
    pub id: Spanned<String>,
    name: String,
    nation: Nation,
    #[serde(rename = "type")]
    kind: Hull,
    full: Numbers<5>,
    damaged: Option<Numbers<5>>,
    #[serde(rename = "from", default)]
    _from: String,
}

const fn one() -> u32 {
    1
}

const fn one_step() -> u8 {
    1
}

const fn yes() -> bool {
    true
}

/// So many numbers in a text, as on the counter.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Numbers<const N: usize>([i32; N]);

impl<const N: usize> TryFrom<String> for Numbers<N> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(i32::from_str).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        numbers
            .map(Self)
            .ok_or_else(|| format!("`{text}`; expected {N} numbers"))
    }
}

const fn ratings(Numbers([attack, defence, efficiency, movement]): Numbers<4>) -> Ratings {
    Ratings {
        attack,
        defence,
        efficiency,
        movement,
    }
}

const fn ship_ratings(numbers: Numbers<5>) -> ShipRatings {
    let Numbers([bombardment, flak, defence, movement, capacity]) = numbers;
    ShipRatings {
        bombardment,
        flak,
        defence,
        movement,
        capacity,
    }
}

fn natural(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

impl From<LandRow> for Land {
    fn from(row: LandRow) -> Self {
        let full = ratings(row.full);
        let Numbers([original, replacement]) = row.command.unwrap_or(Numbers([0; 2]));
        Self {
            id: row.id.into_inner(),
            name: row.name,
            of: row.of,
            nation: row.nation,
            kind: row.kind,
            gait: row.gait,
            steps: row.steps,
            stack: row.stack,
            ratings: [full, row.reduced.map_or(full, ratings)],
            guns: row
                .guns
                .map(|Numbers([guns, range])| (guns, natural(range))),
            command: [natural(original), natural(replacement)],
            zone: row.zone,
            suda: row.suda,
            starts_reduced: row.starts_reduced,
            group: row.group,
            at: row.at,
            turn: row.turn,
        }
    }
}

impl From<AirRow> for Plane {
    fn from(row: AirRow) -> Self {
        let Numbers([bombardment, naval]) = row.strength;
        Self {
            id: row.id.into_inner(),
            name: row.name,
            kind: row.kind,
            bombardment,
            naval,
            group: row.group,
        }
    }
}

impl From<ShipRow> for Ship {
    fn from(row: ShipRow) -> Self {
        let full = ship_ratings(row.full);
        Self {
            id: row.id.into_inner(),
            name: row.name,
            nation: row.nation,
            kind: row.kind,
            ratings: [full, row.damaged.map_or(full, ship_ratings)],
        }
    }
}
