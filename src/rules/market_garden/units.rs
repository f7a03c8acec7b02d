//! Rule 4: the counters.

use serde::Deserialize;
use toml::Spanned;

use super::ground::{Division, Ground};
use super::state::Side;
use crate::board::{SpaceId, UnitId};
use crate::engine::files::{DataFile, Page, unknown};
use crate::engine::game::DataError;
use crate::orders::Item;

/// The unit an item stands for, if it is one.
pub const fn unit_of(item: Item) -> Option<UnitId> {
    UnitId::from_item(item)
}

/// The types of units (4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry (4.111).
    Infantry,
    /// Mechanised infantry.
    Mech,
    /// Paratroops.
    Para,
    /// Glider troops.
    Glider,
    /// Tanks and armoured reconnaissance (4.112).
    Armour,
    /// Field artillery of a division (4.113).
    Guns,
    /// Field artillery of a corps (15.13).
    CorpsGuns,
    /// Anti-aircraft battalion (4.114).
    Flak,
    /// Flak tower (4.115).
    Tower,
}

impl Kind {
    /// Rule 4.111.
    pub const fn is_infantry(self) -> bool {
        matches!(
            self,
            Self::Infantry | Self::Mech | Self::Para | Self::Glider
        )
    }

    /// Who may assault and lead (9.66).
    pub const fn assaults(self) -> bool {
        self.is_infantry() || matches!(self, Self::Armour)
    }

    /// Rule 4.113.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Self::Guns | Self::CorpsGuns)
    }

    /// Who interdicts and fires at aircraft (15.2, 15.3).
    pub const fn is_flak(self) -> bool {
        matches!(self, Self::Flak | Self::Tower)
    }
}

/// Whose army (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Nation {
    /// Green.
    #[serde(rename = "US")]
    American,
    /// Brown; Poles and Dutch too.
    #[serde(rename = "BR")]
    British,
    /// Grey: Wehrmacht and Luftwaffe.
    #[serde(rename = "WH")]
    Wehrmacht,
    /// Black.
    #[serde(rename = "SS")]
    Ss,
}

/// A counter as printed.
#[derive(Debug)]
pub struct Counter {
    /// Its id in orders and records.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What of its name fits on a counter.
    pub short: String,
    /// Whose it is.
    pub side: Side,
    /// Which army.
    pub nation: Nation,
    /// Its type.
    pub kind: Kind,
    /// Its size: II, III, X, XX, XXX.
    pub size: String,
    /// Its parent division, for 10.72D and 15.12; empty if it has none.
    pub division: String,
    /// Its airborne division (4.21).
    pub airborne: Option<Division>,
    /// Attack factor (4.22).
    pub attack: i32,
    /// Defence factor, fresh.
    pub defence: i32,
    /// Movement factor.
    pub movement: i32,
    /// Defence factor, spent.
    pub spent: i32,
    /// The day of September it comes (4.23); `None`: it starts on the map.
    pub date: Option<u32>,
    /// Where it starts, comes or lands.
    pub at: SpaceId,
}

impl Counter {
    /// What its fresh side shows: attack, defence, movement.
    pub fn factors(&self) -> String {
        format!("{}-{}-{}", self.attack, self.defence, self.movement)
    }
}

impl Counter {
    /// Rule 7.3: whether its control is that of XXX Corps: every Allied unit that is not airborne but the
    /// 52nd Division.
    pub fn is_corps(&self) -> bool {
        self.side == Side::Allied && self.airborne.is_none() && self.division != "52"
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: String,
    allied: Vec<Row>,
    german: Vec<Row>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: Spanned<String>,
    name: String,
    short: Option<String>,
    nation: Nation,
    kind: Kind,
    size: String,
    #[serde(default)]
    division: String,
    fresh: Spanned<String>,
    spent: i32,
    date: Option<Spanned<u32>>,
    at: Spanned<String>,
}

/// The file of the counters.
pub(super) const UNITS: DataFile = DataFile {
    name: "units.toml",
    path: "scenarios/market-garden/units.toml",
    text: include_str!("../../../scenarios/market-garden/units.toml"),
};

/// Reads the counters; the Germans come first.
pub(super) fn read(ground: &Ground, page: &Page<'_>) -> Result<Vec<Counter>, DataError> {
    let file: File = page.read()?;
    let german = file.german.into_iter().map(|row| (Side::German, row));
    let allied = file.allied.into_iter().map(|row| (Side::Allied, row));
    let mut counters: Vec<Counter> = Vec::new();
    for (side, row) in german.chain(allied) {
        let numbers: Vec<i32> = row
            .fresh
            .as_ref()
            .split('-')
            .filter_map(|n| n.parse().ok())
            .collect();
        let [attack, defence, movement] = numbers.as_slice() else {
            let what = format!(
                "fresh = `{}`; expected attack-defence-movement, like 4-5-8",
                row.fresh.as_ref()
            );
            return Err(page.wrong(&row.fresh.span(), what));
        };
        let at = ground.find(row.at.as_ref()).ok_or_else(|| {
            let known = ground.ids().map(|at| ground.place(at).id.as_str());
            let what = unknown("place", row.at.as_ref(), known);
            page.wrong(&row.at.span(), what)
        })?;
        if counters
            .iter()
            .any(|counter| counter.id == *row.id.as_ref())
        {
            let what = format!("a second unit `{}`; expected another id", row.id.as_ref());
            return Err(page.wrong(&row.id.span(), what));
        }
        if let Some(date) = row
            .date
            .as_ref()
            .filter(|date| !(17..=26).contains(date.as_ref()))
        {
            let what = format!("date = {}; expected a day from 17 to 26", date.as_ref());
            return Err(page.wrong(&date.span(), what));
        }
        counters.push(Counter {
            airborne: Division::ALL
                .into_iter()
                .find(|division| side == Side::Allied && division.label() == row.division),
            id: row.id.into_inner(),
            short: row.short.unwrap_or_else(|| row.name.clone()),
            name: row.name,
            side,
            nation: row.nation,
            kind: row.kind,
            size: row.size,
            division: row.division,
            attack: *attack,
            defence: *defence,
            movement: *movement,
            spent: row.spent,
            date: row.date.map(Spanned::into_inner),
            at,
        });
    }
    Ok(counters)
}
