//! Rule 6.1: what the sheet of a scenario says.

use serde::Deserialize;

use super::cards::{Chit, Force};
use super::map::{Map, Zone};
use super::units::{Craft, Rows, Start};
use crate::engine::files::{DataFile, Page, unknown};
use crate::engine::game::DataError;

macro_rules! scenarios {
    ($($name:literal)*) => {
        /// Their files, in order.
        pub(super) const FILES: &[DataFile] = &[$(DataFile {
            name: concat!($name, ".toml"),
            path: concat!("scenarios/burning-blue/", $name, ".toml"),
            text: include_str!(concat!("../../../../scenarios/burning-blue/", $name, ".toml")),
        },)*];
        /// Their names.
        pub const NAMES: &[&str] = &[$($name,)*];
    };
}

scenarios!("scenario-1" "scenario-2" "scenario-3" "scenario-4" "scenario-5");

/// Rule 20.4: whether Flight 421 flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flight421 {
    #[default]
    No,
    Option,
    Yes,
}

/// A squadron of the order of battle (6.6.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squadron {
    pub id: String,
    pub sector: Option<String>,
    pub field: Option<String>,
    pub forward: Option<String>,
    #[serde(default)]
    pub vic: bool,
    #[serde(default)]
    pub green: bool,
    radio: Radio,
    ready: Option<String>,
    #[serde(default)]
    pub duxford: bool,
    #[serde(rename = "from")]
    _from: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Radio {
    Hf,
    Vhf,
}

impl Squadron {
    /// Rule 10.1.2.
    pub fn vhf(&self) -> bool {
        self.radio == Radio::Vhf
    }

    /// Rule 6.6.3: how it begins, for a readiness die of 1-2, 3-4 and 5-6.
    pub(super) fn start(&self, page: &Page<'_>) -> Result<[Option<Start>; 3], DataError> {
        let Some(ready) = &self.ready else {
            return Ok([Some(Start::Airborne); 3]);
        };
        let one = |letter: char| match letter {
            'R' => Some(Start::Ready),
            'A' => Some(Start::Available),
            _ => None,
        };
        let all: Vec<Option<Start>> = ready.chars().map(one).collect();
        let all: Result<[Option<Start>; 3], _> = all.try_into();
        all.ok()
            .filter(|all| all.iter().all(Option::is_some))
            .ok_or_else(|| {
                let id = &self.id;
                page.whole(format!(
                    "squadron {id}: ready = `{ready}`; expected three letters R or A"
                ))
            })
    }
}

/// Rule 23.2.5: chits and threshold of one game of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surge {
    pub draw: [i32; 2],
    pub threshold: [i32; 2],
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// `scenario-1`.
    pub id: String,
    /// 1 to 5.
    pub number: u8,
    /// Its names, and its days, English and French.
    pub titles: [String; 2],
    pub dates: [String; 2],
    /// High Channel patrol level (21.1).
    pub patrol_high: bool,
    /// Units marked 3/2 choose their Luftflotte (4.2.1).
    pub either_fleet: bool,
    /// Raid chits drawn, least and most; their points, least and most (6.4.2).
    pub chits: [i32; 2],
    pub points: [i32; 2],
    /// Letters in the cup: the first so many chits.
    pub letters: usize,
    /// The printed Response Level, in halves (20.1).
    pub response: i32,
    /// 22.1.1
    pub accounting: i32,
    /// Sizes in Gruppen of the dummy form-ups (9.3.1/a).
    pub dummies: Vec<i32>,
    /// Early Warning: least sum, early, late (6.6.5).
    pub warning: Vec<(i32, i32, i32)>,
    /// Duxford Wing: the unit ids that come, by 2d6 from 2 (6.6.7); empty without the table.
    pub duxford: Vec<Vec<String>>,
    /// Bad Weather Zones die, where the switch is on.
    pub weather_shift: i32,
    /// 421 Flight: in play; an option.
    pub flight_421: bool,
    pub flight_421_in: Flight421,
    /// 14.1: the red guns of London stand.
    pub late_guns: bool,
    /// 20.3.1: Sectors whose units may use the relays of another too.
    pub linked: Vec<(Zone, Zone)>,
    /// 20.3.2/a: unit ids whose Wings may be ordered south of row 23, or any Wing.
    pub wing_south: Vec<String>,
    pub any_wing_south: bool,
    /// 20.3.2/b: the first unit of 12 Group that goes south costs the Air Picture a step.
    pub crossing: bool,
    /// No unit of this type may scramble once one was destroyed.
    pub one_loss: Option<Craft>,
    /// Fighters and Jabos may form up as high as this.
    pub high_fighters: Option<i32>,
    /// 4.3.2: Sectors that belong to 12 Group here.
    pub group12: Vec<Zone>,
    /// Stations out of action at the start.
    pub broken: Vec<String>,
    pub squadrons: Vec<Squadron>,
    /// 23.2.5: by the number of games, from two.
    pub surge: Vec<Vec<Surge>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ScenarioFile {
    pub number: u8,
    en: String,
    fr: String,
    dates: String,
    #[serde(rename = "dates_fr")]
    dates_fr: String,
    patrols: Level,
    luftflotte_32: Choice,
    draw: [i32; 2],
    threshold: [i32; 2],
    response: i32,
    accounting: i32,
    dummies: Vec<i32>,
    weather: i32,
    #[serde(default)]
    pub group12: Vec<String>,
    #[serde(default)]
    late_haa: bool,
    #[serde(default)]
    linked: Vec<String>,
    #[serde(default)]
    wing_south: Vec<String>,
    #[serde(default)]
    crossing: bool,
    one_loss: Option<Craft>,
    #[serde(default)]
    pub broken_rdf: Vec<String>,
    high_fighters: Option<i32>,
    #[serde(default)]
    flight_421: Flight421,
    early_warning: Vec<Warning>,
    #[serde(default)]
    duxford: Vec<Vec<String>>,
    squadrons: Vec<Squadron>,
    chits: Vec<ChitRow>,
    surge: Vec<Vec<Surge>>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, PartialEq, Eq)]
enum Choice {
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "choice")]
    Choice,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Warning {
    strength: i32,
    early: i32,
    late: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChitRow {
    id: String,
    #[serde(default)]
    targets: Vec<String>,
    luftflotte: String,
    secondary: Option<String>,
    #[serde(default)]
    bombers: Vec<String>,
    #[serde(default)]
    fighters: Vec<String>,
    vp: i32,
    response: i32,
    #[serde(default)]
    jabo: bool,
    #[serde(default)]
    italian: bool,
    #[serde(default)]
    dive: bool,
    low: Option<String>,
    #[serde(rename = "day")]
    _day: String,
}

impl ScenarioFile {
    /// The chits of the cup (6.4.1).
    pub(super) fn chits(
        &self,
        map: &Map,
        rows: &Rows,
        page: &Page<'_>,
    ) -> Result<Vec<Chit>, DataError> {
        let chit = |row: &ChitRow| {
            chit(row, map, rows).map_err(|what| page.whole(format!("chit {}: {what}", row.id)))
        };
        self.chits.iter().map(chit).collect()
    }

    /// What the sheet says.
    pub(super) fn scenario(self, id: &str, page: &Page<'_>) -> Result<Scenario, DataError> {
        let zone = |id: &str| {
            let known = Zone::ALL.iter().map(|zone| zone.id());
            Zone::named(id).ok_or_else(|| page.whole(unknown("Sector", id, known)))
        };
        let mut linked = Vec::new();
        for pair in &self.linked {
            let (a, b) = pair
                .split_once(' ')
                .ok_or_else(|| page.whole(format!("linked: `{pair}`; expected two Sectors")))?;
            linked.push((zone(a)?, zone(b)?));
        }
        if !self.duxford.is_empty() && self.duxford.len() != 11 {
            let has = self.duxford.len();
            return Err(page.whole(format!("duxford has {has} rows; expected 11, for 2 to 12")));
        }
        if self.draw[0] > self.draw[1] || self.threshold[0] > self.threshold[1] {
            return Err(page.whole("draw and threshold; expected the least first, then the most"));
        }
        let sqn = |id: &String| format!("{id}-sqn");
        Ok(Scenario {
            id: id.to_owned(),
            number: self.number,
            titles: [self.en, self.fr],
            dates: [self.dates, self.dates_fr],
            patrol_high: self.patrols == Level::High,
            either_fleet: self.luftflotte_32 == Choice::Choice,
            chits: self.draw,
            points: self.threshold,
            letters: self.chits.len(),
            response: 2 * self.response,
            accounting: self.accounting,
            dummies: self.dummies,
            warning: self
                .early_warning
                .iter()
                .map(|row| (row.strength, row.early, row.late))
                .collect(),
            duxford: self
                .duxford
                .iter()
                .map(|ids| ids.iter().map(sqn).collect())
                .collect(),
            weather_shift: self.weather,
            flight_421: self.flight_421 == Flight421::Yes,
            flight_421_in: self.flight_421,
            late_guns: self.late_haa,
            linked,
            any_wing_south: self.wing_south.iter().any(|id| id == "any"),
            wing_south: self.wing_south.iter().map(sqn).collect(),
            crossing: self.crossing,
            one_loss: self.one_loss,
            high_fighters: self.high_fighters,
            group12: self
                .group12
                .iter()
                .map(|id| zone(id))
                .collect::<Result<_, _>>()?,
            broken: self.broken_rdf,
            squadrons: self.squadrons,
            surge: self.surge,
        })
    }
}

fn chit(row: &ChitRow, map: &Map, rows: &Rows) -> Result<Chit, String> {
    let target = |id: &String| {
        let found = map.targets.iter().position(|target| target.id == *id);
        let known = map.targets.iter().map(|target| target.id.as_str());
        found.ok_or_else(|| unknown("target", id, known))
    };
    let forces = |texts: &[String]| {
        texts
            .iter()
            .map(|text| text.parse())
            .collect::<Result<Vec<Force>, String>>()
    };
    let bombers = forces(&row.bombers)?;
    let low = row
        .low
        .as_ref()
        .map(|text| text.parse::<Force>())
        .transpose()?;
    let low_level = rows
        .low_raiders()
        .filter(|(_, craft)| low.as_ref().is_some_and(|low| low.craft == *craft))
        .map(|(id, _)| id.to_owned());
    Ok(Chit {
        id: row.id.clone(),
        targets: row.targets.iter().map(target).collect::<Result<_, _>>()?,
        fleet: match row.luftflotte.as_str() {
            "2" => 2,
            "3" => 3,
            other => return Err(unknown("Luftflotte", other, ["2", "3"].into_iter())),
        },
        secondary: row.secondary.as_ref().map(target).transpose()?,
        erpro: bombers.iter().any(|force| force.craft == Craft::Erpro210),
        free_hunt: row.targets.is_empty(),
        bombers,
        fighters: forces(&row.fighters)?,
        vp: row.vp,
        level: row.response,
        jabo: row.jabo,
        dive: row.dive,
        low_level: low_level.collect(),
        low_force: low,
        italian: row.italian,
    })
}
