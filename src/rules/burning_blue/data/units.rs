//! Rules 3 and 4: squadrons, Gruppen, and what they can be parted into.

use serde::{Deserialize, Serialize};

use super::super::side::Side;
use super::map::{Map, Zone};
use super::scenario::{Flight421, Scenario, Squadron};
use crate::board::UnitId;
use crate::engine::files::{Page, unknown};
use crate::engine::game::DataError;

/// Types of aircraft, in the order of the Aircraft Data Chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Craft {
    Spitfire,
    Hurricane,
    Defiant,
    #[serde(rename = "Blenheim IF")]
    Blenheim,
    Me109,
    Me110,
    #[serde(rename = "Erpro 210")]
    Erpro210,
    #[serde(rename = "CR.42")]
    Cr42,
    #[serde(rename = "G.50")]
    G50,
    Do17,
    He111,
    Ju88,
    Ju87,
    #[serde(rename = "BR.20")]
    Br20,
}

impl Craft {
    /// Its place in the chart.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// All of them, in the order of the chart.
    pub const ALL: [Self; 14] = [
        Self::Spitfire,
        Self::Hurricane,
        Self::Defiant,
        Self::Blenheim,
        Self::Me109,
        Self::Me110,
        Self::Erpro210,
        Self::Cr42,
        Self::G50,
        Self::Do17,
        Self::He111,
        Self::Ju88,
        Self::Ju87,
        Self::Br20,
    ];

    /// The type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|craft| craft.name() == name)
    }

    /// The name on the counters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spitfire => "Spitfire",
            Self::Hurricane => "Hurricane",
            Self::Defiant => "Defiant",
            Self::Blenheim => "Blenheim IF",
            Self::Me109 => "Me109",
            Self::Me110 => "Me110",
            Self::Erpro210 => "Erpro 210",
            Self::Cr42 => "CR.42",
            Self::G50 => "G.50",
            Self::Do17 => "Do17",
            Self::He111 => "He111",
            Self::Ju88 => "Ju88",
            Self::Ju87 => "Ju87",
            Self::Br20 => "BR.20",
        }
    }
}

/// Rule 13.4.2: the column of the combat tables against a bomber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Column {
    /// Do17, He111, Ju88.
    Medium,
    /// Ju87, BR.20.
    Dive,
}

impl Column {
    /// The head of the column.
    pub const fn head(self) -> &'static str {
        match self {
            Self::Medium => "medium",
            Self::Dive => "dive",
        }
    }
}

/// A row of the Aircraft Data Chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rating {
    pub craft: Craft,
    /// Of bombers: their column (13.4.2).
    pub column: Option<Column>,
    /// Combat of a squadron or Gruppe, and of a Flight or Staffel; 0 for bombers.
    #[serde(default)]
    pub combat: i32,
    #[serde(default)]
    pub combat_small: i32,
    /// Turns (17); nothing for bombers.
    pub endurance: Option<i32>,
    /// Angels (8.1.4).
    pub ceiling: i32,
    /// May dive-bomb (16.2.2).
    #[serde(default)]
    pub dives: bool,
    /// Only against convoys and radar.
    #[serde(default)]
    pub small_only: bool,
    /// One less in combat from so many Angels up (13.4.1/d).
    pub worse_from: Option<i32>,
}

impl Rating {
    /// Whether it is a bomber: those attack nobody (13).
    pub const fn is_bomber(&self) -> bool {
        self.column.is_some()
    }
}

/// What the size of a unit means (13.4.3/a, 13.5.1).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    pub size: Kind,
    pub threshold: i32,
    pub disruption: i32,
}

/// The four kinds of unit (3.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Flight,
    Staffel,
    Squadron,
    Gruppe,
}

/// Rule 3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// A squadron or Gruppe.
    Large,
    /// A Flight or Staffel.
    Small,
}

/// Rule 4.2: to which Luftflotte a unit belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fleet {
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    /// 3 in scenarios 1 and 2, by choice later.
    #[serde(rename = "3/2")]
    Either,
    /// Later scenarios only.
    #[serde(rename = "2*")]
    TwoLater,
    #[serde(rename = "2-IT")]
    Italian,
}

/// How ready a squadron begins (6.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    #[serde(rename = "R")]
    Ready,
    #[serde(rename = "A")]
    Available,
    #[serde(rename = "airborne")]
    Airborne,
}

/// A unit. Every part has a number of its own, behind those of all large units.
#[derive(Clone, Debug)]
pub struct Unit {
    /// `74-sqn`, `ii-jg26`; parts `74-sqn-a`, `2-ii-jg26`.
    pub id: String,
    /// `74 Sqn`, `II JG26`; parts `74 A`, `2/II JG26`.
    pub name: String,
    /// `74`, `ii/jg26` ...
    pub also: Vec<String>,
    pub side: Side,
    pub size: Size,
    /// What it is a part of.
    pub of: Option<UnitId>,
    /// What it can be parted into: two Flights, three Staffeln; none for II and III ZG76.
    pub parts: Vec<UnitId>,
    /// Erpro 210: the other way to part it, two of Me110 and one of Me109 (3.2.5).
    pub other_parts: Vec<UnitId>,
    pub craft: Craft,
    pub bomber: bool,
    pub combat: i32,
    /// Losses that destroy it (13.4.3).
    pub threshold: i32,
    pub max_disruption: i32,
    /// RAF: Group, in this scenario (4.3.2).
    pub group: u8,
    /// RAF: its Sector.
    pub sector: Option<Zone>,
    /// RAF: its airfield; Luftwaffe: that in Luftflotte 3. Numbers in `Map::fields`.
    pub field: Option<usize>,
    /// RAF: the forward airfield; Luftwaffe: that in Luftflotte 2.
    pub forward: Option<usize>,
    pub vic: bool,
    pub green: bool,
    pub vhf: bool,
    /// RAF: by the readiness die 1-2, 3-4, 5-6.
    pub start: [Option<Start>; 3],
    /// In the game only by the Duxford Wing table (20.2.4).
    pub duxford_wing: bool,
    pub fleet: Option<Fleet>,
    /// May fly at low level (16.2.3).
    pub low_level: bool,
    /// 20.4: the Flight 421.
    pub lone: bool,
}

/// The counters as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    #[serde(rename = "provenance")]
    _provenance: toml::Table,
    units: Rows,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    raf: Vec<RafRow>,
    luftwaffe: Vec<LwRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RafRow {
    id: String,
    name: String,
    title: Option<String>,
    craft: Craft,
    size: Option<Kind>,
    threshold: Option<i32>,
    #[serde(rename = "from")]
    _from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LwRow {
    id: String,
    name: String,
    craft: Craft,
    size: Option<Kind>,
    luftflotte: String,
    field: Option<String>,
    field2: Option<String>,
    scenarios: Option<[u8; 2]>,
    #[serde(default)]
    italian: bool,
    #[serde(default)]
    low: bool,
    #[serde(rename = "from")]
    _from: Option<String>,
}

impl Rows {
    /// Reads the counters; each id stands once.
    pub(super) fn read(page: &Page<'_>) -> Result<Self, DataError> {
        let rows = page.read::<UnitsFile>()?.units;
        let mut ids = std::collections::BTreeSet::new();
        let raf = rows.raf.iter().map(|row| &row.id);
        for id in raf.chain(rows.luftwaffe.iter().map(|row| &row.id)) {
            if !ids.insert(id) {
                return Err(page.whole(format!("a second unit `{id}`; expected another id")));
            }
        }
        for row in &rows.luftwaffe {
            let fleets = ["2", "3", "3/2"];
            if !fleets.contains(&row.luftflotte.as_str()) {
                let what = unknown("Luftflotte", &row.luftflotte, fleets.into_iter());
                return Err(page.whole(format!("unit {}: {what}", row.id)));
            }
        }
        Ok(rows)
    }

    /// Whether a Luftwaffe unit may fly at 0 Angels (9.2.3/a).
    pub(super) fn low_raiders(&self) -> impl Iterator<Item = (&str, Craft)> {
        let low = self.luftwaffe.iter().filter(|row| row.low);
        low.map(|row| (row.id.as_str(), row.craft))
    }
}

/// What the units of a scenario are made with.
pub(super) struct Makings<'m> {
    pub rows: &'m Rows,
    pub map: &'m Map,
    pub ratings: &'m [Rating],
    pub sizes: &'m [SizeRow],
    pub units_page: &'m Page<'m>,
    pub scenario_page: &'m Page<'m>,
    pub allow_421: bool,
}

impl Makings<'_> {
    /// The units of a scenario: the large ones, then all their parts (3.1.1).
    pub(super) fn units(&self, scenario: &Scenario) -> Result<Vec<Unit>, DataError> {
        let mut units = Vec::new();
        for squadron in &scenario.squadrons {
            if let Some(unit) = self.squadron(scenario, squadron)? {
                units.push(unit);
            }
        }
        let here = |row: &&LwRow| {
            let [first, last] = row.scenarios.unwrap_or([1, u8::MAX]);
            (first..=last).contains(&scenario.number)
        };
        for row in self.rows.luftwaffe.iter().filter(here) {
            units.push(self.gruppe(row)?);
        }
        for n in 0..units.len() {
            self.part(&mut units, n)?;
        }
        Ok(units)
    }

    fn size(&self, kind: Kind) -> Result<&SizeRow, DataError> {
        let row = self.sizes.iter().find(|row| row.size == kind);
        row.ok_or_else(|| {
            self.units_page
                .whole(format!("no row of `sizes` for {kind:?}; expected one"))
        })
    }

    fn rating(&self, craft: Craft) -> Result<&Rating, DataError> {
        let row = self.ratings.iter().find(|row| row.craft == craft);
        row.ok_or_else(|| {
            let name = craft.name();
            self.units_page
                .whole(format!("no row of `aircraft` for {name}; expected one"))
        })
    }

    fn field(
        &self,
        page: &Page<'_>,
        of: &str,
        id: Option<&str>,
    ) -> Result<Option<usize>, DataError> {
        let Some(id) = id else { return Ok(None) };
        let found = self.map.fields.iter().position(|field| field.id == id);
        match found {
            Some(n) => Ok(Some(n)),
            None => {
                let known = self.map.fields.iter().map(|field| field.id.as_str());
                let what = unknown("airfield", id, known);
                Err(page.whole(format!("unit {of}: {what}")))
            }
        }
    }

    /// Rules 4.3, 6.6.1, 6.6.2; nothing where Flight 421 is an option that is off.
    fn squadron(&self, scenario: &Scenario, row: &Squadron) -> Result<Option<Unit>, DataError> {
        let page = self.scenario_page;
        let Some(counter) = self.rows.raf.iter().find(|unit| unit.id == row.id) else {
            let known = self.rows.raf.iter().map(|unit| unit.id.as_str());
            return Err(page.whole(unknown("squadron", &row.id, known)));
        };
        let lone = counter.size == Some(Kind::Flight);
        let flies = match scenario.flight_421_in {
            Flight421::Yes => true,
            Flight421::Option => self.allow_421,
            Flight421::No => false,
        };
        if lone && !flies {
            return Ok(None);
        }
        let size = self.size(counter.size.unwrap_or(Kind::Squadron))?;
        let rating = self.rating(counter.craft)?;
        let sector = row.sector.as_deref();
        let sector = match sector {
            Some(id) => Some(Zone::named(id).ok_or_else(|| {
                let known = Zone::ALL.iter().map(|zone| zone.id());
                page.whole(format!(
                    "squadron {}: {}",
                    row.id,
                    unknown("Sector", id, known)
                ))
            })?),
            None => None,
        };
        let field = self.field(page, &row.id, row.field.as_deref())?;
        let forward = self.field(page, &row.id, row.forward.as_deref())?;
        let group = sector.and_then(|sector| self.map.group_of(sector));
        Ok(Some(Unit {
            id: format!("{}-{}", row.id, if lone { "flight" } else { "sqn" }),
            name: counter.name.clone(),
            also: counter
                .title
                .iter()
                .cloned()
                .chain([row.id.clone()])
                .collect(),
            side: Side::Raf,
            size: if lone { Size::Small } else { Size::Large },
            of: None,
            parts: Vec::new(),
            other_parts: Vec::new(),
            craft: counter.craft,
            bomber: false,
            combat: if lone {
                rating.combat_small
            } else {
                rating.combat
            },
            threshold: counter.threshold.unwrap_or(size.threshold),
            max_disruption: size.disruption,
            group: group.unwrap_or(0),
            sector,
            field,
            forward,
            vic: row.vic,
            green: row.green,
            vhf: row.vhf(),
            start: row.start(page)?,
            duxford_wing: row.duxford,
            fleet: None,
            low_level: false,
            lone,
        }))
    }

    /// Rule 4.2.
    fn gruppe(&self, row: &LwRow) -> Result<Unit, DataError> {
        let kind = row.size.unwrap_or(Kind::Gruppe);
        let size = self.size(kind)?;
        let rating = self.rating(row.craft)?;
        let page = self.units_page;
        let small = kind == Kind::Staffel;
        let home = self.field(page, &row.id, row.field.as_deref())?;
        let second = self.field(page, &row.id, row.field2.as_deref())?;
        let fleet = match row.luftflotte.as_str() {
            _ if row.italian => Fleet::Italian,
            "2" if row.scenarios.is_some() => Fleet::TwoLater,
            "2" => Fleet::Two,
            "3" => Fleet::Three,
            _ => Fleet::Either,
        };
        let of_two = matches!(fleet, Fleet::Two | Fleet::TwoLater | Fleet::Italian);
        let (field, forward) = if of_two {
            (None, home.or(second))
        } else {
            (home, second)
        };
        Ok(Unit {
            id: row.id.clone(),
            name: row.name.clone(),
            also: vec![row.name.replace(' ', "/")],
            side: Side::Luftwaffe,
            size: if small { Size::Small } else { Size::Large },
            of: None,
            parts: Vec::new(),
            other_parts: Vec::new(),
            craft: row.craft,
            bomber: rating.is_bomber(),
            combat: if small {
                rating.combat_small
            } else {
                rating.combat
            },
            threshold: size.threshold,
            max_disruption: size.disruption,
            group: 0,
            sector: None,
            field,
            forward,
            vic: false,
            green: false,
            vhf: false,
            start: [None; 3],
            duxford_wing: false,
            fleet: Some(fleet),
            low_level: row.low,
            lone: false,
        })
    }

    /// Rules 3.3.1, 3.3.2, 3.2.5: the Flights or Staffeln a unit can be parted into.
    fn part(&self, units: &mut Vec<Unit>, whole: usize) -> Result<(), DataError> {
        let unit = units[whole].clone();
        if unit.size == Size::Small {
            return Ok(());
        }
        let number = |n: usize| UnitId(u16::try_from(n).unwrap_or(u16::MAX));
        let of = number(whole);
        let kind = match unit.side {
            Side::Raf => Kind::Flight,
            Side::Luftwaffe => Kind::Staffel,
        };
        let size = *self.size(kind)?;
        let add = |units: &mut Vec<Unit>, id: String, name: String, craft: Craft| {
            let rating = self.rating(craft)?;
            units.push(Unit {
                id,
                name,
                also: Vec::new(),
                size: Size::Small,
                of: Some(of),
                craft,
                combat: rating.combat_small,
                threshold: size.threshold,
                max_disruption: size.disruption,
                duxford_wing: false,
                ..unit.clone()
            });
            Ok(number(units.len() - 1))
        };
        let mut parts = Vec::new();
        let mut other = Vec::new();
        match unit.side {
            Side::Raf => {
                let short = unit.id.trim_end_matches("-sqn");
                for letter in ["a", "b"] {
                    let name = format!("{short} {}", letter.to_uppercase());
                    parts.push(add(units, format!("{short}-{letter}"), name, unit.craft)?);
                }
            }
            Side::Luftwaffe => {
                for (n, name) in staffeln(&unit.name).into_iter().enumerate() {
                    let id = format!("{}-{}", n + 1, unit.id);
                    parts.push(add(units, id, name, unit.craft)?);
                }
                if unit.craft == Craft::Erpro210 {
                    let mixed = [Craft::Me110, Craft::Me110, Craft::Me109];
                    for (n, craft) in mixed.into_iter().enumerate() {
                        let id =
                            format!("{}-{}-of-{}", craft.name().to_lowercase(), n + 1, unit.id);
                        let name = format!("{}/{} {}", n + 1, unit.name, craft.name());
                        other.push(add(units, id, name, craft)?);
                    }
                }
            }
        }
        units[whole].parts = parts;
        units[whole].other_parts = other;
        Ok(())
    }
}

/// The Staffeln of a Gruppe, as they were numbered: those of II JG26 are 4, 5 and 6/JG26.
fn staffeln(name: &str) -> [String; 3] {
    let romans = ["I", "II", "III", "IV", "V"];
    let (roman, of) = name.split_once(' ').unwrap_or(("", name));
    match romans.iter().position(|one| *one == roman) {
        Some(n) => [1, 2, 3].map(|k| format!("{}/{of}", 3 * n + k)),
        None => [1, 2, 3].map(|k| format!("{k}/{name}")),
    }
}
