//! The numbers of the naval game: detection, mines, combat, and what weather does to them.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;

use super::super::tables::Weather;
use crate::engine::chart::{Chart, ChartFile};
use crate::engine::files::Page;
use crate::engine::game::DataError;

/// A cell of the naval combat table: the die or less is a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Shot {
    /// Nothing where no gun harms such armour.
    pub most: Option<i32>,
    /// 9.2.21: only for those with torpedoes.
    pub torpedoes: bool,
}

impl FromStr for Shot {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = text.strip_suffix('t');
        let most = match number.unwrap_or(text) {
            "-" => None,
            digits => Some(digits.parse().map_err(|_| ())?),
        };
        Ok(Self {
            most,
            torpedoes: number.is_some(),
        })
    }
}

/// A cell of the release table (9.5.1): capital ships, heavy cruisers, the others; nothing for a dash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Freed(pub [Option<i32>; 3]);

impl FromStr for Freed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let numbers: Result<Vec<Option<i32>>, ()> = text
            .split('/')
            .map(|part| match part {
                "-" => Ok(None),
                digits => digits.parse().map(Some).map_err(|_| ()),
            })
            .collect();
        numbers?.try_into().map(Self).map_err(|_| ())
    }
}

/// What a point of the margin buys (7.2).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Buys {
    #[expect(dead_code, reason = "the air game is being built")]
    pub air: usize,
    pub counters: usize,
    pub guns: i32,
}

/// The numbers of `[naval]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in super::super) struct Numbers {
    pub stack: usize,
    pub intercept: u32,
    pub option: Buys,
    pub escort: usize,
    pub german_mines: i32,
    pub british_mines: i32,
    pub u_boats: i32,
    pub unescorted: i32,
    pub mines_need: i32,
    pub attacker: i32,
    pub withdrawal: i32,
    #[expect(dead_code, reason = "home rule 6 waits for the air game")]
    pub split: i32,
    pub artillery: i32,
    #[expect(dead_code, reason = "read by supply")]
    pub supply_zones: u32,
    #[expect(dead_code, reason = "read by supply")]
    pub beach: usize,
    pub expel_from: Vec<String>,
    pub awake_ports: Vec<String>,
    pub dd_limit: usize,
    pub western_approach: Vec<String>,
    pub ap: usize,
}

/// What weather adds to dice (3.0).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Effects {
    #[expect(dead_code, reason = "the air game is being built")]
    pub bombing: i32,
    #[expect(dead_code, reason = "the air game is being built")]
    pub air: i32,
    pub detection: i32,
    pub naval: i32,
    pub forbids: Vec<String>,
}

/// Points at sea (15.1.2).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Points {
    pub bb: [i32; 3],
    pub ca: [i32; 3],
    pub critical: i32,
    pub dd: i32,
    pub arrival: i32,
}

/// All of them.
#[derive(Debug)]
pub(in super::super) struct NavalTables {
    pub numbers: Numbers,
    pub shots: Chart<Shot>,
    pub release: Chart<Freed>,
    pub points: Points,
    weather: [Effects; 4],
}

impl NavalTables {
    /// Reads them; the charts are taken from those of the file.
    pub fn read(
        numbers: Numbers,
        points: Points,
        mut weather: BTreeMap<String, Effects>,
        charts: &BTreeMap<String, ChartFile>,
        page: &Page<'_>,
    ) -> Result<Self, DataError> {
        let chart = |name: &str| {
            let found = charts.get(name);
            found.ok_or_else(|| page.whole(format!("no [charts.{name}]; expected one")))
        };
        let mut effects = Vec::new();
        for one in Weather::ALL {
            let id = one.id();
            let row = weather.remove(id);
            effects
                .push(row.ok_or_else(|| page.whole(format!("no [weather.{id}]; expected one")))?);
        }
        let weather = effects.try_into();
        Ok(Self {
            shots: Chart::read(chart("naval")?, "naval", &page.file)?,
            release: Chart::read(chart("release")?, "release", &page.file)?,
            weather: weather.map_err(|_| page.whole("four weathers are expected".to_owned()))?,
            numbers,
            points,
        })
    }

    /// What a weather does.
    pub fn effects(&self, weather: Weather) -> &Effects {
        &self.weather[weather as usize]
    }

    /// Rule 9.2.2: what an attack needs against a defence.
    pub fn shot(&self, attack: i32, defence: i32, torpedoes: bool) -> Option<i32> {
        if attack < 1 {
            return None;
        }
        let column = self.shots.column(defence)?;
        let shot = self.shots.cell(attack, column)?;
        shot.most.filter(|_| torpedoes || !shot.torpedoes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbers_dashes_and_torpedoes() {
        let shot = |text: &str| text.parse::<Shot>().map(|shot| (shot.most, shot.torpedoes));
        assert_eq!(shot("3"), Ok((Some(3), false)));
        assert_eq!(shot("0t"), Ok((Some(0), true)));
        assert_eq!(shot("-"), Ok((None, false)));
        assert_eq!(shot("x"), Err(()));
        assert_eq!(
            "-/3/6".parse::<Freed>(),
            Ok(Freed([None, Some(3), Some(6)]))
        );
        assert_eq!("3/6".parse::<Freed>(), Err(()));
    }
}
