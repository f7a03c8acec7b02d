//! The printed tables, as data.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::map::{City, Place};
use super::naval::table::{self, NavalTables};
use crate::engine::chart::{Chart, ChartFile};
use crate::engine::files::{DataFile, Page};
use crate::engine::game::DataError;

pub(super) const TABLES: DataFile = DataFile {
    name: "tables.toml",
    path: "scenarios/sealion/tables.toml",
    text: include_str!("../../../scenarios/sealion/tables.toml"),
};

/// The weather of a turn (3.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    #[default]
    Fair,
    Cloudy,
    Foul,
    Stormy,
}

impl Weather {
    /// All of it.
    pub const ALL: [Self; 4] = [Self::Fair, Self::Cloudy, Self::Foul, Self::Stormy];

    /// Its id in files and keys.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Cloudy => "cloudy",
            Self::Foul => "foul",
            Self::Stormy => "stormy",
        }
    }
}

impl FromStr for Weather {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|one| one.id() == text).ok_or(())
    }
}

/// What one side suffers in a land combat (6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// Steps or hexes, in all.
    pub points: u32,
    /// Printed bold and slanting (`!`): one of them at least is a step.
    pub step: bool,
    /// R: one of them at least is a hex.
    pub retreat: bool,
    /// *: a step of the British armour that was designated.
    pub armour: bool,
    /// Ae, De: all are eliminated.
    pub all: bool,
}

/// A result of land combat: `A1/D2`, `D2R!`, `De`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    pub attacker: Blow,
    pub defender: Blow,
}

impl FromStr for Clash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut clash = Self::default();
        for part in text.split('/') {
            let mut letters = part.chars();
            let blow = match letters.next() {
                Some('A') => &mut clash.attacker,
                Some('D') => &mut clash.defender,
                _ => return Err(()),
            };
            for letter in letters {
                match letter {
                    'e' => blow.all = true,
                    'R' => blow.retreat = true,
                    '!' => blow.step = true,
                    '*' => blow.armour = true,
                    digit => blow.points = digit.to_digit(10).ok_or(())?,
                }
            }
        }
        Ok(clash)
    }
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holds(pub bool);

impl FromStr for Holds {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "yes" => Ok(Self(true)),
            "no" => Ok(Self(false)),
            _ => Err(()),
        }
    }
}

/// The charts this part of the game reads.
#[derive(Debug)]
pub(super) struct Charts {
    pub land: Chart<Clash>,
    pub weather: Chart<Weather>,
    pub demolition: Chart<i32>,
    pub sabotage: Chart<Holds>,
    /// The others, for those who read them: naval and air combat, release.
    pub others: BTreeMap<String, ChartFile>,
}

/// A row of the Terrain Effects Chart.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terrain {
    #[serde(default)]
    pub foot: u32,
    #[serde(default)]
    pub motorised: u32,
    pub shift: i32,
    /// 6.4: armour superiority counts.
    pub armour: bool,
    pub overrun: bool,
    pub drop: bool,
    pub bombing: i32,
    /// 10.0: the home guard of a city.
    #[serde(default)]
    pub guard: i32,
    /// 15.1: points for taking it.
    #[serde(default)]
    pub points: i32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Costs {
    pub river: [u32; 2],
    pub crossing: [u32; 2],
    pub rail: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rail {
    pub points: u32,
    pub hex: u32,
    pub broken: u32,
    pub zone: u32,
    pub edge: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Limits {
    pub stack: u32,
    pub supply_line: u32,
    pub replacement_line: u32,
    pub overrun: u32,
    pub convert: usize,
    /// 13.1: points each turn, and their reach in hexes.
    pub guns: [u32; 2],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SupplyTable {
    /// 12.2: capacity of ports and beaches, and by how much it counts.
    pub naval: Vec<[i32; 2]>,
}

impl SupplyTable {
    /// Rule 12.2: by how much so much capacity multiplies.
    pub fn factor(&self, capacity: i32) -> i32 {
        let row = self.naval.iter().rev().find(|[from, _]| *from <= capacity);
        row.map_or(0, |[_, factor]| *factor)
    }
}

/// Rule 10.0
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HomeGuard {
    /// Against an assault on a hex without a British division.
    pub division: i32,
    /// The same if it has a good port.
    pub port: i32,
    pub port_capacity: i32,
    /// Against a drop on an empty hex.
    pub airborne: i32,
}

/// Divisors of attack, defence and movement for no, one and two hits.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct WearFile {
    r#in: [String; 3],
    out_1: [String; 3],
    out_2: [String; 3],
}

/// Rules 11.2.4 and 12.0.2: by supply, then by hits.
pub(super) type Wear = [[[i32; 3]; 3]; 3];

/// How well a side has won (15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    GermanDecisive,
    GermanSubstantial,
    GermanMarginal,
    BritishMarginal,
    BritishSubstantial,
    BritishDecisive,
    BritishCrushing,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Band {
    pub from: i32,
    pub level: Level,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GermanSudden {
    pub of: usize,
    pub nvp: i32,
    pub total: i32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BritishSudden {
    pub turns: u32,
    pub capacity: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Victory {
    pub bands: Vec<Band>,
    pub german_sudden: GermanSudden,
    pub british_sudden: BritishSudden,
    pub london: i32,
    pub royal: i32,
    pub exile: i32,
    pub churchill: i32,
    pub airbase: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct TablesFile {
    charts: BTreeMap<String, ChartFile>,
    terrain: BTreeMap<String, Terrain>,
    cities: BTreeMap<String, Terrain>,
    costs: Costs,
    rail: Rail,
    limits: Limits,
    supply: SupplyTable,
    home_guard: HomeGuard,
    wear: WearFile,
    wear_printed: WearFile,
    victory: Victory,
    naval: table::Numbers,
    nvp: table::Points,
    weather: BTreeMap<String, table::Effects>,
}

/// All of them.
#[derive(Debug)]
pub(super) struct Tables {
    pub charts: Charts,
    terrain: BTreeMap<String, Terrain>,
    cities: BTreeMap<String, Terrain>,
    pub costs: Costs,
    pub rail: Rail,
    pub limits: Limits,
    pub supply: SupplyTable,
    pub home_guard: HomeGuard,
    pub wear: Wear,
    pub wear_printed: Wear,
    pub victory: Victory,
    pub naval: NavalTables,
}

fn chart<C: FromStr>(
    files: &mut BTreeMap<String, ChartFile>,
    name: &str,
    page: &Page<'_>,
) -> Result<Chart<C>, DataError> {
    let chart = files.remove(name);
    let chart = chart.ok_or_else(|| page.whole(format!("no [charts.{name}]; expected one")))?;
    Chart::read(&chart, name, &page.file)
}

fn wear(file: &WearFile, page: &Page<'_>) -> Result<Wear, DataError> {
    let mut wear = Wear::default();
    for (row, texts) in wear.iter_mut().zip([&file.r#in, &file.out_1, &file.out_2]) {
        for (cell, text) in row.iter_mut().zip(texts) {
            let numbers: Vec<i32> = text
                .split_whitespace()
                .filter_map(|n| n.parse().ok())
                .collect();
            let wrong = || page.whole(format!("[wear] `{text}`; expected three divisors"));
            let numbers: [i32; 3] = numbers.try_into().map_err(|_| wrong())?;
            if numbers.iter().any(|n| *n < 1) {
                return Err(wrong());
            }
            *cell = numbers;
        }
    }
    Ok(wear)
}

impl Tables {
    pub fn read(page: &Page<'_>) -> Result<Self, DataError> {
        let mut file: TablesFile = page.read()?;
        let charts = Charts {
            land: chart(&mut file.charts, "land", page)?,
            weather: chart(&mut file.charts, "weather", page)?,
            demolition: chart(&mut file.charts, "demolition", page)?,
            sabotage: chart(&mut file.charts, "sabotage", page)?,
            others: file.charts,
        };
        for id in ["london", "major", "minor", "reference"] {
            if !file.cities.contains_key(id) {
                return Err(page.whole(format!("no [cities.{id}]; expected one")));
            }
        }
        let naval = NavalTables::read(file.naval, file.nvp, file.weather, &charts.others, page)?;
        Ok(Self {
            wear: wear(&file.wear, page)?,
            wear_printed: wear(&file.wear_printed, page)?,
            charts,
            terrain: file.terrain,
            cities: file.cities,
            costs: file.costs,
            rail: file.rail,
            limits: file.limits,
            supply: file.supply,
            home_guard: file.home_guard,
            victory: file.victory,
            naval,
        })
    }

    /// Whether the chart has a row for a terrain.
    pub fn knows(&self, terrain: &str) -> bool {
        self.terrain.contains_key(terrain)
    }

    /// The ground of a hex.
    pub fn ground(&self, place: &Place) -> Option<&Terrain> {
        self.terrain.get(&place.terrain)
    }

    /// The city of a hex.
    pub fn city(&self, city: City) -> Option<&Terrain> {
        self.cities.get(city.id())
    }

    /// Ground and city of a hex: what is said of one is said of it.
    pub fn effects(&self, place: &Place) -> impl Iterator<Item = &Terrain> {
        let city = place.city.and_then(|city| self.city(city));
        self.ground(place).into_iter().chain(city)
    }
}
