//! The printed tables, read from `scenarios/mercury/tables.toml`.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::units::{Gait, Hull};
use crate::engine::chart::{Chart, ChartFile};
use crate::engine::game::DataError;

/// A movement point in sixths: halves and thirds stay whole.
pub(super) const POINT: u32 = 6;

/// What a step costs (2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum Cost {
    /// So many sixths of a point.
    Sixths(u32),
    /// 4.24: only along a main or secondary road.
    ByRoad,
    /// Never.
    Never,
}

impl TryFrom<String> for Cost {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (points, parts) = text.split_once('/').unwrap_or((&text, "1"));
        match (text.as_str(), points.parse::<u32>(), parts.parse::<u32>()) {
            ("road", ..) => Ok(Self::ByRoad),
            ("no", ..) => Ok(Self::Never),
            (_, Ok(points), Ok(parts @ (1 | 2 | 3 | 6))) => {
                Ok(Self::Sixths(points * POINT / parts))
            }
            _ => Err(format!(
                "`{text}`; expected points like 2 or 1/2, road or no"
            )),
        }
    }
}

/// What a step costs each kind of unit.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Costs {
    leg: Cost,
    mountain: Cost,
    wheeled: Cost,
    armour: Cost,
}

impl Costs {
    pub const fn of(&self, gait: Gait) -> Cost {
        match gait {
            Gait::Leg => self.leg,
            Gait::Mountain => self.mountain,
            Gait::Wheeled => self.wheeled,
            Gait::Armour | Gait::LightArmour => self.armour,
            Gait::None => Cost::Never,
        }
    }
}

/// A row of the Terrain Effects Chart.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terrain {
    leg: Cost,
    mountain: Cost,
    wheeled: Cost,
    armour: Cost,
    /// 9.23: its defence value.
    pub defence: i32,
    /// Added to the die of those who jump there.
    pub drop: i32,
    /// The same by sea.
    pub sea: i32,
}

impl Terrain {
    pub const fn cost(&self, gait: Gait) -> Cost {
        let Self {
            leg,
            mountain,
            wheeled,
            armour,
            ..
        } = *self;
        Costs {
            leg,
            mountain,
            wheeled,
            armour,
        }
        .of(gait)
    }
}

/// A result of a manoeuvre combat: `D3F1!` (9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    /// Who is struck: the attacker, the defender, or both.
    pub whom: Struck,
    /// Steps, before the terrain counts.
    pub steps: i32,
    /// Units fatigued.
    pub fatigued: i32,
    /// Hexes of retreat.
    pub hexes: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Struck {
    Attacker,
    Defender,
    Both,
}

impl FromStr for Clash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (text, hexes) = text.strip_suffix('!').map_or((text, 1), |text| (text, 2));
        let (rest, fatigued) = text.split_once('F').unwrap_or((text, "0"));
        let fatigued = fatigued.parse().map_err(|_| ())?;
        let (whom, steps) = match rest.split_at_checked(1).ok_or(())? {
            ("B", "") => (Struck::Both, 0),
            ("A", steps) => (Struck::Attacker, steps.parse().map_err(|_| ())?),
            ("D", steps) => (Struck::Defender, steps.parse().map_err(|_| ())?),
            _ => return Err(()),
        };
        Ok(Self {
            whom,
            steps,
            fatigued,
            hexes: if whom == Struck::Both { 0 } else { hexes },
        })
    }
}

/// Steps lost, or none: `2`, `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Losses(pub i32);

impl FromStr for Losses {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let steps = if text == "-" { Ok(0) } else { text.parse() };
        steps.map(Self).map_err(|_| ())
    }
}

/// A result of fire: `2F`, `3*`; a number, and whether its mark stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub number: i32,
    /// F: a unit is fatigued; *: a critical hit may follow.
    pub marked: bool,
}

impl FromStr for Hit {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = text.trim_end_matches(['F', '*']);
        let marked = number.len() < text.len();
        let Losses(number) = number.parse()?;
        Ok(Self { number, marked })
    }
}

/// What becomes of an air unit under fire (12.9): nothing, or the box it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shot {
    Missed,
    Flown,
    Abort1,
    Abort2,
}

impl FromStr for Shot {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "-" => Ok(Self::Missed),
            "Fl" => Ok(Self::Flown),
            "A1" => Ok(Self::Abort1),
            "A2" => Ok(Self::Abort2),
            _ => Err(()),
        }
    }
}

/// A result of combat beside the map (4.55): `1DR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rout {
    /// Whether the attackers go back; else the defenders leave.
    pub attackers: bool,
    /// Steps lost.
    pub steps: i32,
}

impl FromStr for Rout {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (steps, who) = text.strip_prefix('1').map_or((0, text), |who| (1, who));
        let attackers = match who {
            "AR" => true,
            "DR" => false,
            _ => return Err(()),
        };
        Ok(Self { attackers, steps })
    }
}

/// The charts of results.
#[derive(Debug)]
pub(super) struct Charts {
    pub manoeuvre: Chart<Clash>,
    pub assault: Chart<Losses>,
    pub bombardment: Chart<Hit>,
    pub flak: Chart<Shot>,
    pub naval: Chart<Hit>,
    pub off_map: Chart<Rout>,
}

impl Charts {
    fn read(files: &BTreeMap<String, ChartFile>, file: &str) -> Result<Self, DataError> {
        fn one<C: FromStr>(
            files: &BTreeMap<String, ChartFile>,
            name: &str,
            file: &str,
        ) -> Result<Chart<C>, DataError> {
            let chart = files.get(name).ok_or_else(|| DataError {
                file: file.to_owned(),
                what: format!("no [charts.{name}]; expected one"),
            })?;
            Chart::read(chart, name, file)
        }
        Ok(Self {
            manoeuvre: one(files, "manoeuvre", file)?,
            assault: one(files, "assault", file)?,
            bombardment: one(files, "bombardment", file)?,
            flak: one(files, "flak", file)?,
            naval: one(files, "naval", file)?,
            off_map: one(files, "off_map", file)?,
        })
    }
}

macro_rules! numbers {
    ($(#[$doc:meta] $name:ident { $($field:ident: $kind:ty,)* })*) => {
        $(
            #[$doc]
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub(super) struct $name { $(pub $field: $kind,)* }
        )*
    };
}

numbers! {
    /// 9.3: what changes the die and the column of a manoeuvre combat.
    ManoeuvreModifiers {
        most: i32, from_hexes: [i32; 6], river: i32, town: i32, some_fatigued: i32, half_fatigued: i32,
        attacker_supply: [i32; 3], defender_insufficient: i32, armour: i32, mountaineers: i32,
        uncoordinated: i32, efficiency: [i32; 6],
    }
    /// 10.2
    AssaultModifiers {
        most: i32, from_hexes: [i32; 6], improved: i32, uphill: i32, river: i32, river_defender: i32, town: i32,
        uncoordinated: i32, uncoordinated_defender: i32, attacker_supply: [i32; 3], defender_insufficient: i32,
        armour: i32, mountaineers: i32, night: i32, some_fatigued: i32, half_fatigued: i32, landing: [i32; 2],
    }
    /// 11.2
    BombardmentModifiers { unobserved: i32, ju_87: i32, naval: i32, supply: [i32; 3], }
    /// 12.94 and 19.31
    FlakModifiers {
        light_in_hex: i32, light_in_range: i32, heavy: i32, crowded: i32, crowd: u32, supply: [i32; 3],
        interdiction: i32, big_ship: i32, air_cover: i32, first_plane: i32, he_111: i32, ju_87: i32, do_17: i32,
    }
    /// 19.4
    NavalModifiers { poor: i32, in_port: i32, many: usize, few: usize, }
    /// 6.56
    AirlandingModifiers { intact_to: i32, loss_to: i32, artillery: i32, flak: i32, }
    /// What changes a die.
    Modifiers {
        manoeuvre: ManoeuvreModifiers, assault: AssaultModifiers, bombardment: BombardmentModifiers,
        flak: FlakModifiers, naval: NavalModifiers, airlanding: AirlandingModifiers,
    }
    /// 6.2, 17.43
    Landing {
        intact_to: i32, dispersed_to: i32, drift_intact_to: i32, drift_dispersed_to: i32, drift: String,
        drift_by_sea: String, glider: i32, enemy_in_hex: i32, in_zone: i32, flak_beside: i32,
        light_flak_in_hex: i32, heavy_flak_in_hex: i32, guns_by_sea: i32,
    }
    /// 23.4: an option of the Germans frees the targets of a section of the drop.
    FreeDrop { option: u8, group: String, around: String, reach: u32, }
    /// Roads, and what rivers add.
    Roads { road: Costs, secondary: Costs, track: Costs, river: Costs, }
    /// The single numbers of the rules.
    Limits {
        stack: u32, drop_reach: u32, strategic_bonus: i32, strategic_distance: u32, zone_to_zone_movement: i32,
        refusal_efficiency: i32, reaction_movement: i32, surprise_reaction: i32, no_headquarters: i32,
        airfield: BTreeMap<String, i32>, airfield_shelled: i32, airfield_zone: i32, reserve_steps: i32,
        planes_per_target: usize, interdiction: BTreeMap<String, [i32; 2]>, readiness: [i32; 3], ships: usize,
        task_forces: usize, decoys: usize, by_sea_german: i32, by_sea_allied: i32, militia_returns: i32,
        militia_distance: u32, militia_per_sector: usize,
    }
    /// 18.0, 19.2
    Search {
        german: [i32; 4], german_plane: i32, german_zones: usize, allied_surface: i32, allied_surface_most: i32,
        allied_air: i32, coordination: [i32; 2], coordination_plane: i32, critical: i32,
    }
    /// 19.6
    Ammunition { safe_to: i32, by_planes: Vec<i32>, few: i32, }
    /// 19.7
    Surface { dd: i32, dd_damaged: i32, cl: i32, withdraw: [i32; 2], small: i32, night: i32, }
    /// 17.3
    Ports {
        suda: i32, heraklion: i32, anchorage: i32, off_map: i32, troops_from: u32, flotilla: i32,
    }
    /// 15.15
    Supply {
        up_to: i32, same_to: i32, german_from: u32, allied_from: u32, spent: i32, airfield: i32, airlift: i32,
        no_airfield: i32, port: i32, no_port: i32, crowd: i32, crowded: i32, first: i32, alexandria: u8,
    }
    /// 20.1
    Evacuation {
        from_turn: u32, steps: i32, to: i32, per_steps: i32, per_airfield: i32, no_town: i32, turns: u32,
        towns: Vec<Vec<String>>,
    }
    /// 22.2: places that count when the Germans stand in all their hexes.
    Prize { hexes: Vec<String>, points: i32, }
    /// 22.2
    Points {
        airfield: i32, step: i32, greek_steps: i32, left: i32, german: i32, dd_flotilla: i32,
        ships: BTreeMap<Hull, [i32; 2]>, places: Vec<Prize>,
    }
    /// 21.0
    Convoys {
        allied: [i32; 4], allied_night: i32, allied_south: i32, german: [i32; 5], german_early: i32,
        german_late: i32, german_small: i32, german_night: i32, allied_points: i32, german_wait: u32,
        allied_wait: u32, allied_steps: i32, allied_from: u32, south: Vec<String>, dd_flotilla: i32,
    }
    /// 23.4: airfields that take fewer steps to a turn.
    Craters { option: u8, to: u32, steps: i32, }
    /// 23.4: what an option allows from a turn.
    Sooner { option: u8, from: u32, }
    /// 23.4
    Stores { option: u8, reserves: i32, }
    /// 23.45: where an option puts a unit.
    Stand { option: String, unit: String, at: String, }
    /// 23.4
    Variants {
        german: Vec<i32>, allied: Vec<i32>, most: usize, craters: Craters, early: Sooner, stores: Stores,
        steamer: u8, suda: Sooner, caiques: u8, stands: Vec<Stand>,
    }
    /// A zone beside the map (4.5).
    Zone { id: String, near: Vec<String>, sector: String, seas: Vec<String>, }
}

/// 23.4: an option of the Germans by which reserves due up to a turn jump on an earlier one.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SecondLift {
    pub option: u8,
    pub turn: u32,
    pub up_to: u32,
}

/// 16.4: where a ship is refitted first, and on what dice it goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refit {
    pub first_box: u8,
    pub dice: [i32; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesFile {
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, String>,
    charts: BTreeMap<String, ChartFile>,
    landing: Landing,
    free_drops: Vec<FreeDrop>,
    second_lift: SecondLift,
    terrain: BTreeMap<String, Terrain>,
    roads: Roads,
    modifiers: Modifiers,
    limits: Limits,
    search: Search,
    ammunition: Ammunition,
    surface: Surface,
    refit: BTreeMap<String, toml::Value>,
    ports: Ports,
    supply: Supply,
    evacuation: Evacuation,
    points: Points,
    convoys: Convoys,
    variants: Variants,
    zone: Vec<Zone>,
}

/// All tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub charts: Charts,
    pub landing: Landing,
    pub free_drops: Vec<FreeDrop>,
    pub second_lift: SecondLift,
    pub terrain: BTreeMap<String, Terrain>,
    pub roads: Roads,
    pub modifiers: Modifiers,
    pub limits: Limits,
    pub search: Search,
    pub ammunition: Ammunition,
    pub surface: Surface,
    refit: BTreeMap<String, Refit>,
    /// 16.4: added for a damaged ship; the die that repairs one.
    pub refit_damaged: i32,
    pub repair: i32,
    pub ports: Ports,
    pub supply: Supply,
    pub evacuation: Evacuation,
    pub points: Points,
    pub convoys: Convoys,
    pub variants: Variants,
    pub zones: Vec<Zone>,
}

impl Tables {
    pub fn read(page: &crate::engine::files::Page<'_>) -> Result<Self, DataError> {
        let file: TablesFile = page.read()?;
        let number = |value: &toml::Value| value.as_integer().and_then(|n| i32::try_from(n).ok());
        let mut refit = BTreeMap::new();
        for (name, value) in &file.refit {
            let row = value.as_array().map(Vec::as_slice).unwrap_or_default();
            if let [first, one, two] = row
                && let (Some(first), Some(one), Some(two)) =
                    (first.as_str(), number(one), number(two))
            {
                let first_box = if first == "1" { 1 } else { 2 };
                let dice = [one, two];
                refit.insert(name.clone(), Refit { first_box, dice });
            }
        }
        let single = |name: &str| {
            let found = file.refit.get(name).and_then(number);
            found.ok_or_else(|| page.whole(format!("no `{name}` in [refit]; expected a number")))
        };
        Ok(Self {
            charts: Charts::read(&file.charts, &page.file)?,
            refit_damaged: single("damaged")?,
            repair: single("repair")?,
            landing: file.landing,
            free_drops: file.free_drops,
            second_lift: file.second_lift,
            terrain: file.terrain,
            roads: file.roads,
            modifiers: file.modifiers,
            limits: file.limits,
            search: file.search,
            ammunition: file.ammunition,
            surface: file.surface,
            refit,
            ports: file.ports,
            supply: file.supply,
            evacuation: file.evacuation,
            points: file.points,
            convoys: file.convoys,
            variants: file.variants,
            zones: file.zone,
        })
    }

    /// 16.4: how a type of ship is refitted; nothing for those that never are.
    pub fn refit(&self, hull: Hull) -> Option<Refit> {
        let name = match hull {
            Hull::Bb => "bb",
            Hull::Cv => "cv",
            Hull::Cl => "cl",
            Hull::ClA => "cl-a",
            Hull::Ml => "ml",
            Hull::Dd => "dd",
            Hull::Dd2 => "dd2",
            Hull::Transport => "transport",
            Hull::Convoy | Hull::Mas | Hull::Decoy => return None,
        };
        self.refit.get(name).copied()
    }
}
