//! The tables of the play aids.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cards::{PatrolChit, Sky, WeatherChit};
use super::map::Zone;
use super::units::{Rating, SizeRow};
use crate::board::Dir;
use crate::engine::chart::{Chart, ChartFile};
use crate::engine::files::{Page, unknown};
use crate::engine::game::DataError;

/// Rule 6.2.
#[derive(Clone, Debug)]
pub struct TimeOfDay {
    /// The key of its name in the words: `dawn`.
    pub id: String,
    /// 2d6, least and most.
    pub dice: [i32; 2],
    /// Minutes after midnight.
    pub start: i32,
    pub sun: Vec<Dir>,
    /// Raids form within so many turns (9.2.7).
    pub form_up: i32,
}

/// A random event (7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    None,
    WeatherChange,
    /// HF range this turn.
    Reception(i32),
    /// Scramble Limit this turn.
    Limit(i32),
    Saturated,
    GroundCrews,
    FilterRoom,
}

/// A result of the Form Up table (9.2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormUp {
    OnTime,
    Late(i32),
    Disruption,
    HalfEscort,
    NoEscort,
    Special,
}

/// A result of the Navigation table (9.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bearing {
    OnCourse,
    Lost,
    Decoy,
}

/// A result of the Interception table (13.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contact {
    Miss,
    Intercept,
    Bounce,
    Stragglers,
}

impl FromStr for Contact {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Ok(match text {
            "miss" => Self::Miss,
            "intercept" => Self::Intercept,
            "bounce" => Self::Bounce,
            "stragglers" => Self::Stragglers,
            _ => return Err(()),
        })
    }
}

/// What escorts do (13.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    None,
    React,
    Dogfight,
    Late,
    /// So many squadrons leave the bombers to fend off.
    Fend(i32),
}

/// A result of the Escort Reaction table (13.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaction {
    pub answer: Answer,
    /// Close Escort must be chosen if there is any (13.3.4/f).
    pub close: bool,
}

impl FromStr for Reaction {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let word = text.trim_end_matches('*');
        let answer = match word {
            "none" => Answer::None,
            "react" => Answer::React,
            "dogfight" => Answer::Dogfight,
            "late" => Answer::Late,
            _ => Answer::Fend(
                word.strip_prefix("fend-")
                    .ok_or(())?
                    .parse()
                    .map_err(|_| ())?,
            ),
        };
        Ok(Self {
            answer,
            close: word != text,
        })
    }
}

/// Aircraft lost, and the modifier to cohesion (13.4.3, 14.1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    pub losses: i32,
    pub cohesion: i32,
}

impl FromStr for Hits {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (losses, cohesion) = text.split_once('/').ok_or(())?;
        Ok(Self {
            losses: losses.parse().map_err(|_| ())?,
            cohesion: cohesion.parse().map_err(|_| ())?,
        })
    }
}

/// A shot of anti-aircraft guns; nothing where they have no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot(pub Option<Hits>);

impl FromStr for Shot {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "-" => Ok(Self(None)),
            _ => Ok(Self(Some(text.parse()?))),
        }
    }
}

/// Aircraft lost by a large unit and by a small one (17.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub large: i32,
    pub small: i32,
}

impl FromStr for Pair {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let Hits {
            losses: large,
            cohesion: small,
        } = text.parse()?;
        Ok(Self { large, small })
    }
}

impl FromStr for FormUp {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Ok(match text {
            "on-time" => Self::OnTime,
            "disruption" => Self::Disruption,
            "half-escort" => Self::HalfEscort,
            "no-escort" => Self::NoEscort,
            "special" => Self::Special,
            _ => Self::Late(
                text.strip_prefix("late-")
                    .ok_or(())?
                    .parse()
                    .map_err(|_| ())?,
            ),
        })
    }
}

impl FromStr for Bearing {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Ok(match text {
            "on-course" => Self::OnCourse,
            "lost" => Self::Lost,
            "decoy" => Self::Decoy,
            _ => return Err(()),
        })
    }
}

impl FromStr for Chance {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Ok(match text {
            "none" => Self::None,
            "weather-change" => Self::WeatherChange,
            "limit-less" => Self::Limit(-1),
            "limit-more" => Self::Limit(1),
            "plot-saturated" => Self::Saturated,
            "ground-crews" => Self::GroundCrews,
            "filter-room" => Self::FilterRoom,
            _ => Self::Reception(
                text.strip_prefix("reception-")
                    .ok_or(())?
                    .parse()
                    .map_err(|_| ())?,
            ),
        })
    }
}

/// Rows of the Bomb Scoring table (16.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bomber {
    Level,
    Jabo,
    Strafing,
}

/// The tables.
#[derive(Debug)]
pub struct Tables {
    pub times: Vec<TimeOfDay>,
    /// By 2d6 from 2: no wind 0, crosswind at and above so many Angels, headwind -1 (6.3.1).
    pub winds: Vec<i32>,
    /// By 1d6 from 1: zones, colours of the cup (6.3.3).
    pub bad_zones: Vec<(usize, String)>,
    /// By 2d6 from 2 (6.3.4).
    pub weather: Vec<Vec<Zone>>,
    /// By 1d6 from 1: category of London Haze, 0 for none; it reaches up to `haze_top` Angels.
    pub haze: Vec<u8>,
    pub haze_top: i32,
    /// By 2d6 from 2 (7).
    pub events: Vec<Chance>,
    /// Columns 1 to 4: weather category; die 2d6 (9.2.8).
    pub form_up: Chart<FormUp>,
    /// By 1d6 from 1.
    pub special: Vec<FormUp>,
    /// Columns 1 to 4: weather category; die 2d6 (9.3.4).
    pub navigation: Chart<Bearing>,
    /// Announced strength by letter and size 0 to 8 (11.5).
    pub strength: Vec<[i32; 9]>,
    /// Luftwaffe Endurance: least Angels, turns (17.2).
    pub climb: Vec<(i32, i32)>,
    /// Scramble Limit: strength and Gruppen tallied that raise it to 2 and 3 (20.1.1).
    pub limit: [(i32, i32); 2],
    /// How far one sees (12.1), and the die up to which a tally breaks (12.3.1): fine, Patchy, haze, Broken, foul.
    pub sight: [i32; 5],
    pub breaks: [i32; 5],
    pub interception: Chart<Contact>,
    pub reaction: Chart<Reaction>,
    pub attacker: Chart<Hits>,
    pub defender: Chart<Hits>,
    pub cohesion: Chart<i32>,
    pub cloud: Chart<i32>,
    pub flak: Chart<Shot>,
    pub ground: Chart<i32>,
    pub recovery: Chart<Pair>,
    bombs: Bombs,
    modifiers: BTreeMap<String, BTreeMap<String, i32>>,
    /// 16.3.2: modifiers of bombing that count for strafing.
    pub strafing: Vec<String>,
}

/// The Bomb Scoring table, in halves.
#[derive(Debug)]
struct Bombs {
    /// The number of the first column.
    first: i32,
    /// By kind, then Gruppe and Staffel.
    rows: [[Vec<i32>; 2]; 3],
}

impl Tables {
    /// A modifier of a table: `modifier("interception", "up-sun")`. Reading has made sure that all there are stand there.
    pub fn modifier(&self, table: &str, name: &str) -> i32 {
        let named = self.modifiers.get(table).and_then(|all| all.get(name));
        named.copied().unwrap_or(0)
    }

    /// Rule 16.3.1: victory points in halves; sums beyond the ends use the end columns.
    pub fn score(&self, bomber: Bomber, large: bool, sum: i32) -> i32 {
        let row = &self.bombs.rows[bomber as usize][usize::from(!large)];
        let column = usize::try_from(sum - self.bombs.first).unwrap_or(0);
        row.get(column).or(row.last()).copied().unwrap_or(0)
    }

    /// Rule 17.1.2: turns of endurance that forming up at an altitude costs.
    pub fn climb_turns(&self, angels: i32) -> i32 {
        let row = self.climb.iter().rev().find(|(least, _)| *least <= angels);
        row.map_or(0, |(_, turns)| *turns)
    }

    /// Rule 11.5.2.
    pub fn announced(&self, letter: usize, size: i32) -> i32 {
        let column = usize::try_from(size).unwrap_or(0).min(8);
        self.strength.get(letter).map_or(0, |row| row[column])
    }
}

/// The modifiers that there must be.
const MODIFIERS: [(&str, &[&str]); 8] = [
    (
        concat!("form", "-up"),
        &["four-gruppen", "three-fields", "free-hunt"],
    ),
    (
        "navigation",
        &[
            "crosswind",
            "all-disrupted",
            "port-or-london",
            "already-lost",
        ],
    ),
    (
        "interception",
        &[
            "up-sun",
            "higher",
            "climbed",
            "green",
            "dive-bomb",
            "lower",
            "broken",
            "foul",
        ],
    ),
    (
        "reaction",
        &[
            "bounce",
            "broken",
            "foul",
            "outnumber",
            "only-me110",
            "climbed",
        ],
    ),
    (
        "combat",
        &[
            "bounce",
            "wing",
            "attacker-green",
            "defender-green",
            "climbed",
        ],
    ),
    (
        "cohesion",
        &["low-ammo", "green", "balloons-down", "dive-entry"],
    ),
    (
        "bombs",
        &[
            "disrupted",
            "broken",
            "foul",
            "lost",
            "decoyed",
            "dive",
            "low",
            "high",
            "unaccounted",
            "low-ammo",
        ],
    ),
    ("ground", &["strafed"]),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesFile {
    aircraft: Vec<Rating>,
    sizes: Vec<SizeRow>,
    limit: [(i32, i32); 2],
    sight: [i32; 5],
    breaks: [i32; 5],
    #[serde(rename = "provenance")]
    _provenance: toml::Table,
    charts: BTreeMap<String, ChartFile>,
    bombs: BTreeMap<String, String>,
    strength: BTreeMap<String, String>,
    climb: Climb,
    patrols: Patrols,
    modifiers: BTreeMap<String, BTreeMap<String, i32>>,
    strafing: Strafing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Climb {
    rows: Vec<ClimbRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClimbRow {
    angels: i32,
    turns: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Patrols {
    chits: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strafing {
    marked: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WeatherFile {
    #[serde(rename = "provenance")]
    _provenance: String,
    times: Vec<TimeRow>,
    winds: Vec<WindRow>,
    bad_zones: Vec<BadRow>,
    zones: Vec<Vec<String>>,
    haze: Vec<String>,
    chits: Vec<ChitRow>,
    events: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeRow {
    rolls: Vec<i32>,
    id: String,
    start: String,
    sun: Vec<String>,
    within: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WindRow {
    rolls: Vec<i32>,
    #[serde(default)]
    crosswind: i32,
    #[serde(default)]
    headwind: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadRow {
    zones: usize,
    colours: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChitRow {
    id: String,
    colour: char,
    fine: String,
    bad: String,
}

/// What the files of tables hold.
pub(super) struct All {
    pub tables: Tables,
    pub ratings: Vec<Rating>,
    pub sizes: Vec<SizeRow>,
    pub patrols: Vec<PatrolChit>,
    pub chits: Vec<WeatherChit>,
}

/// Reads both files of tables.
pub(super) fn read(page: &Page<'_>, sky: &Page<'_>) -> Result<All, DataError> {
    let file: TablesFile = page.read()?;
    let weather: WeatherFile = sky.read()?;
    let craft = |n: usize| file.aircraft.get(n).map(|row| row.craft);
    for (n, wanted) in super::units::Craft::ALL.into_iter().enumerate() {
        if craft(n) != Some(wanted) {
            let name = wanted.name();
            return Err(page.whole(format!(
                "aircraft: row {} is not {name}; expected all types in their order",
                n + 1
            )));
        }
    }
    for (table, names) in MODIFIERS {
        for name in names {
            if !file
                .modifiers
                .get(table)
                .is_some_and(|all| all.contains_key(*name))
            {
                return Err(
                    page.whole(format!("modifiers.{table}: no `{name}`; expected a number"))
                );
            }
        }
    }
    let patrols = file.patrols.chits.iter().map(|text| text.parse());
    let patrols: Result<Vec<PatrolChit>, String> = patrols.collect();
    let tables = Tables {
        times: times(&weather, sky)?,
        winds: winds(&weather, sky)?,
        bad_zones: weather
            .bad_zones
            .iter()
            .map(|row| (row.zones, row.colours.to_ascii_uppercase()))
            .collect(),
        weather: zones(&weather, sky)?,
        haze: haze(&weather, sky)?.0,
        haze_top: haze(&weather, sky)?.1,
        events: events(&weather, sky)?,
        form_up: chart(&file, page, concat!("form", "-up"))?,
        special: special(&file, page)?,
        navigation: chart(&file, page, "navigation")?,
        strength: strength(&file, page)?,
        climb: file
            .climb
            .rows
            .iter()
            .map(|row| (row.angels, row.turns))
            .collect(),
        limit: file.limit,
        sight: file.sight,
        breaks: file.breaks,
        interception: chart(&file, page, "interception")?,
        reaction: chart(&file, page, "reaction")?,
        attacker: chart(&file, page, "attacker")?,
        defender: chart(&file, page, "defender")?,
        cohesion: chart(&file, page, "cohesion")?,
        cloud: chart(&file, page, "cloud-cohesion")?,
        flak: chart(&file, page, "flak")?,
        ground: chart(&file, page, "ground")?,
        recovery: chart(&file, page, "recovery")?,
        bombs: bombs(&file, page)?,
        modifiers: file.modifiers,
        strafing: file.strafing.marked,
    };
    Ok(All {
        tables,
        ratings: file.aircraft,
        sizes: file.sizes,
        patrols: patrols.map_err(|what| page.whole(format!("patrols: {what}")))?,
        chits: chits(&weather, sky)?,
    })
}

fn chart<C: FromStr>(
    file: &TablesFile,
    page: &Page<'_>,
    name: &str,
) -> Result<Chart<C>, DataError> {
    let written = file.charts.get(name);
    let written = written.ok_or_else(|| page.whole(format!("no [charts.{name}]; expected one")))?;
    Chart::read(written, name, &page.file)
}

fn special(file: &TablesFile, page: &Page<'_>) -> Result<Vec<FormUp>, DataError> {
    let chart: Chart<FormUp> = chart(file, page, concat!("form", "-up-special"))?;
    Ok((1..=6)
        .filter_map(|die| chart.cell(die, 0).copied())
        .collect())
}

fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let all: Option<Vec<i32>> = text
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    all?.try_into().ok()
}

fn strength(file: &TablesFile, page: &Page<'_>) -> Result<Vec<[i32; 9]>, DataError> {
    let mut rows = Vec::new();
    for letter in ["a", "b", "c", "d", "e"] {
        let row = file.strength.get(letter).and_then(|text| numbers(text));
        rows.push(
            row.ok_or_else(|| page.whole(format!("strength.{letter}: expected nine numbers")))?,
        );
    }
    Ok(rows)
}

fn bombs(file: &TablesFile, page: &Page<'_>) -> Result<Bombs, DataError> {
    let columns = file.bombs.get("columns").map_or("", String::as_str);
    let heads: Vec<&str> = columns.split_whitespace().collect();
    let first = heads.first().and_then(|head| head.parse().ok());
    let first =
        first.ok_or_else(|| page.whole("bombs.columns: expected numbers from the least"))?;
    let row = |name: &str| {
        let text = file.bombs.get(name).map_or("", String::as_str);
        let cells: Option<Vec<i32>> = text
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        cells
            .filter(|cells| cells.len() == heads.len())
            .ok_or_else(|| {
                let n = heads.len();
                page.whole(format!(
                    "bombs.{name}: expected {n} numbers, victory points in halves"
                ))
            })
    };
    Ok(Bombs {
        first,
        rows: [
            [row("bomber-gruppe")?, row("bomber-staffel")?],
            [row("jabo-gruppe")?, row("jabo-staffel")?],
            [row("strafing-gruppe")?, row("strafing-staffel")?],
        ],
    })
}

/// Each of 2 to 12 must stand in one row.
fn rolls<'r>(
    rows: impl Iterator<Item = &'r Vec<i32>>,
    what: &str,
    page: &Page<'_>,
) -> Result<(), DataError> {
    let mut all: Vec<i32> = rows.flatten().copied().collect();
    all.sort_unstable();
    if all != (2..=12).collect::<Vec<i32>>() {
        return Err(page.whole(format!("{what}: rolls; expected each of 2 to 12 once")));
    }
    Ok(())
}

fn times(file: &WeatherFile, page: &Page<'_>) -> Result<Vec<TimeOfDay>, DataError> {
    rolls(file.times.iter().map(|row| &row.rolls), "times", page)?;
    let time = |row: &TimeRow| {
        let wrong = |what: &str| page.whole(format!("times, {}: {what}", row.id));
        let clock = row.start.split_once(':');
        let minutes =
            clock.and_then(|(h, m)| Some(60 * h.parse::<i32>().ok()? + m.parse::<i32>().ok()?));
        let sun: Result<Vec<Dir>, ()> = row.sun.iter().map(|dir| dir.parse()).collect();
        let (Some(least), Some(most)) = (row.rolls.iter().min(), row.rolls.iter().max()) else {
            return Err(wrong("no rolls; expected some"));
        };
        Ok(TimeOfDay {
            id: row.id.clone(),
            dice: [*least, *most],
            start: minutes.ok_or_else(|| wrong("start; expected `06:30`"))?,
            sun: sun.map_err(|()| wrong("sun; expected sides of a hex: e, ne, nw, w, sw, se"))?,
            form_up: row.within,
        })
    };
    file.times.iter().map(time).collect()
}

fn winds(file: &WeatherFile, page: &Page<'_>) -> Result<Vec<i32>, DataError> {
    rolls(file.winds.iter().map(|row| &row.rolls), "winds", page)?;
    let wind = |die: i32| {
        let row = file.winds.iter().find(|row| row.rolls.contains(&die));
        row.map_or(0, |row| if row.headwind { -1 } else { row.crosswind })
    };
    Ok((2..=12).map(wind).collect())
}

fn zones(file: &WeatherFile, page: &Page<'_>) -> Result<Vec<Vec<Zone>>, DataError> {
    if file.zones.len() != 11 || file.bad_zones.len() != 6 || file.haze.len() != 6 {
        return Err(page.whole("expected 11 rows of zones, 6 of bad-zones and 6 of haze"));
    }
    let zone = |id: &String| {
        let known = Zone::ALL.iter().map(|zone| zone.id());
        Zone::named(id)
            .ok_or_else(|| page.whole(format!("zones: {}", unknown("weather zone", id, known))))
    };
    file.zones
        .iter()
        .map(|row| row.iter().map(zone).collect())
        .collect()
}

fn haze(file: &WeatherFile, page: &Page<'_>) -> Result<(Vec<u8>, i32), DataError> {
    let mut rows = Vec::new();
    let mut top = 0;
    for text in &file.haze {
        let sky = Sky::all(text).map_err(|what| page.whole(format!("haze: {what}")))?;
        rows.push(sky.first().map_or(0, |sky| sky.category));
        top = sky.first().map_or(top, |sky| sky.to.max(top));
    }
    Ok((rows, top))
}

fn events(file: &WeatherFile, page: &Page<'_>) -> Result<Vec<Chance>, DataError> {
    let event = |text: &String| {
        text.parse()
            .map_err(|()| page.whole(format!("events: `{text}`; expected the name of an event")))
    };
    let events: Vec<Chance> = file.events.iter().map(event).collect::<Result<_, _>>()?;
    if events.len() != 11 {
        return Err(page.whole("events; expected 11, for 2 to 12"));
    }
    Ok(events)
}

fn chits(file: &WeatherFile, page: &Page<'_>) -> Result<Vec<WeatherChit>, DataError> {
    let chit = |row: &ChitRow| {
        let side = |text: &str| {
            Sky::all(text).map_err(|what| page.whole(format!("chit {}: {what}", row.id)))
        };
        Ok(WeatherChit {
            id: row.id.clone(),
            colour: row.colour.to_ascii_uppercase(),
            fine: side(&row.fine)?,
            bad: side(&row.bad)?,
        })
    };
    let chits: Vec<WeatherChit> = file
        .chits
        .iter()
        .map(chit)
        .collect::<Result<_, DataError>>()?;
    // 6.3.3: every zone gets a chit, whatever the cup.
    for row in &file.bad_zones {
        let colours = row.colours.to_ascii_uppercase();
        let cup = chits
            .iter()
            .filter(|chit| colours.contains(chit.colour))
            .count();
        if cup < Zone::ALL.len() {
            let what = format!(
                "bad-zones: {cup} chits of `{}`; expected one for each of 15 zones",
                row.colours
            );
            return Err(page.whole(what));
        }
    }
    Ok(chits)
}
