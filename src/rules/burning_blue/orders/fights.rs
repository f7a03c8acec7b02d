//! What the sides are asked in fights (12, 13): all but the sheet of tallies are reactions, which standing orders answer.

use super::super::BurningBlue;
use super::super::bars::Bar;
use super::super::state::{Position, RaidId};
use super::super::tally;
use super::super::words::{
    AGAIN, AIM, CLOSE, CONFUSION, DECLINE, DROP, HOME, HOME_LW, ON, TALLIES, TALLY, kind, reaction,
};
use super::on_line;
use crate::board::UnitId;
use crate::engine::decision::{Kind, Speaks};
use crate::engine::ready::{Ask, Choose, Give, Sheet};
use crate::orders::choice::{any, at_least};
use crate::orders::lines::unless;
use crate::orders::{
    Below, Choice, Class, Element, Item, Lines as _, OrNo, Phrase, Problem, Row, Thing, lines,
    named_parts,
};

/// The letter of a silhouette (12.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Letter(pub u8);

impl Letter {
    /// As it is written: A to Z, then A2 and so on.
    pub fn name(self) -> String {
        let letter = char::from(b'A' + self.0 % 26);
        match self.0 / 26 {
            0 => letter.to_string(),
            n => format!("{letter}{}", n + 1),
        }
    }
}

impl Element for Letter {
    fn item(self) -> Item {
        Item::Thing(Thing {
            class: Class::Edge,
            id: u16::from(self.0),
        })
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Edge,
                id,
            }) => u8::try_from(id).ok().map(Self),
            _ => None,
        }
    }
}

/// Who looks, and what there is to be seen.
pub(in super::super) struct Skies {
    units: Vec<UnitId>,
    pursuing: Vec<UnitId>,
    raids: Vec<RaidId>,
}

named_parts! {
    /// At which raids, in the order written.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct At from s: &Skies {
        pub raids ON: Vec<RaidId> = at_least(1, &s.raids),
    }
}

lines! {
    /// One line of the sheet of tallies.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Line from s: &Skies {
        /// Rule 12.1: `tally 74: on h14, h22`.
        TALLY => Tally [unit: UnitId = s.units] { at: At = At::choice(s) },
        /// Rule 12.3/a: `drop 74`.
        DROP => Drop [unit: UnitId = s.pursuing],
    }
}

/// What a unit is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Look {
    Tally { unit: UnitId, raids: Vec<RaidId> },
    Drop { unit: UnitId },
}

/// Who looks at what (12.1).
pub(in super::super) struct Looks;

pub(super) static LOOKS: Kind = kind(&TALLIES, Line::WORDS, Line::PARTS, &["raf-combat"]);

fn skies(v: &Position<'_>) -> Skies {
    let sky = || v.open.sky.iter();
    let able = sky().filter(|one| tally::able(v, one) && !tally::in_sight(v, one).is_empty());
    let raids = v.hidden.raids.iter().filter(|raid| {
        let plot = raid.plot.as_ref();
        plot.is_some_and(super::super::state::Plot::on_map)
    });
    Skies {
        units: able.map(|one| one.unit).collect(),
        pursuing: sky()
            .filter(|one| one.quarry().is_some() && one.dogfight.is_none())
            .map(|one| one.unit)
            .collect(),
        raids: raids.map(|raid| raid.id).collect(),
    }
}

impl Sheet<BurningBlue> for Looks {
    type Order = Line;
    type Answer = Vec<Look>;
    const KIND: &'static Kind = &LOOKS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let skies = skies(v);
        let units: Vec<Item> = skies.units.iter().map(|unit| unit.item()).collect();
        Phrase::new("ask-blue-tallies").with("units", units)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Line::rows(&skies(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Line)>,
    ) -> Result<Vec<Look>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut looks = Vec::new();
        for (line, order) in orders {
            match order {
                Line::Tally { unit, at } => {
                    let one = v.open.fighter(unit);
                    let near = one.map_or_else(Vec::new, |one| tally::in_sight(v, one));
                    if at.raids.iter().any(|raid| !near.contains(raid)) {
                        problems.push(on_line(line, Bar::NoTally { unit }));
                    }
                    looks.push(Look::Tally {
                        unit,
                        raids: at.raids,
                    });
                }
                Line::Drop { unit } => looks.push(Look::Drop { unit }),
            }
        }
        unless(problems, looks)
    }

    /// Everybody tries what he could see, the nearest first.
    fn default(&self, v: &Position<'_>) -> Vec<Line> {
        let able = v.open.sky.iter().filter(|one| tally::able(v, one));
        let each = able.filter_map(|one| {
            let raids = tally::in_sight(v, one);
            let unit = one.unit;
            (!raids.is_empty()).then_some(Line::Tally {
                unit,
                at: At { raids },
            })
        });
        each.collect()
    }

    fn idea(&self, v: &Position<'_>, _: &mut dyn Below) -> Option<Vec<Line>> {
        Some(Sheet::<BurningBlue>::default(self, v))
    }
}

/// Which unit of a raid is attacked (13.3.1).
pub(in super::super) struct Aim {
    pub unit: UnitId,
    pub raid: RaidId,
    /// The one a controller would take first stands first.
    pub open: Vec<Letter>,
}

pub(super) static AIMS: Kind = reaction(&AIM, &[], &[]);

impl Choose<BurningBlue> for Aim {
    type Of = Letter;
    const KIND: &'static Kind = &AIMS;

    fn subject(&self) -> Vec<Item> {
        vec![self.unit.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-blue-aim")
            .with("unit", self.unit)
            .with("raid", self.raid.item())
    }

    fn options(&self, _: &Position<'_>) -> Vec<Letter> {
        self.open.clone()
    }
}

/// Whether a unit attacks another unit of its raid (13.6/d).
pub(in super::super) struct Again {
    pub unit: UnitId,
    pub raid: RaidId,
}

pub(super) static AGAINS: Kind = reaction(&AGAIN, &[], &[]);

impl Ask<BurningBlue> for Again {
    const KIND: &'static Kind = &AGAINS;

    fn subject(&self) -> Vec<Item> {
        vec![self.unit.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-blue-again")
            .with("unit", self.unit)
            .with("raid", self.raid.item())
    }
}

/// Whether a unit lets a raid go that flies too high or too low for it (12.1.2/a).
pub(in super::super) struct Decline {
    pub unit: UnitId,
    pub raid: RaidId,
}

pub(super) static DECLINES: Kind = reaction(&DECLINE, &[], &[]);

impl Ask<BurningBlue> for Decline {
    const KIND: &'static Kind = &DECLINES;

    fn subject(&self) -> Vec<Item> {
        vec![self.unit.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-blue-decline")
            .with("unit", self.unit)
            .with("raid", self.raid.item())
    }
}

/// Who of Fighter Command turns home after a fight (13.6/b).
pub(in super::super) struct Home {
    pub raid: RaidId,
    pub units: Vec<UnitId>,
}

pub(super) static HOMES: Kind = reaction(&HOME, &[], &[]);

/// Units that had better go: a third of their aircraft lost, or little petrol left.
fn weary(v: &Position<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let turn = v.open.turn.cast_signed();
    let tired = |unit: &&UnitId| {
        let log = v.hidden.log(**unit);
        log.is_some_and(|log| {
            3 * log.losses >= v.data.unit(**unit).threshold
                || log.recovery.is_some_and(|due| due - turn <= 4)
        })
    };
    units.iter().filter(tired).copied().collect()
}

impl Give<BurningBlue> for Home {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &HOMES;

    fn question(&self, _: &Position<'_>) -> Phrase {
        let units: Vec<Item> = self.units.iter().map(|unit| unit.item()).collect();
        Phrase::new("ask-blue-home")
            .with("raid", self.raid.item())
            .with("units", units)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        any(&self.units)
    }

    fn default(&self, v: &Position<'_>) -> Vec<UnitId> {
        weary(v, &self.units)
    }
}

/// Who of the Luftwaffe turns home after a fight (13.6/b).
pub(in super::super) struct HomeLw {
    pub raid: RaidId,
    pub units: Vec<UnitId>,
}

pub(super) static HOMES_LW: Kind = reaction(&HOME_LW, &[], &[]);

impl Give<BurningBlue> for HomeLw {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &HOMES_LW;

    fn question(&self, _: &Position<'_>) -> Phrase {
        let units: Vec<Item> = self.units.iter().map(|unit| unit.item()).collect();
        Phrase::new("ask-blue-home")
            .with("raid", self.raid.item())
            .with("units", units)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        any(&self.units)
    }

    fn default(&self, v: &Position<'_>) -> Vec<UnitId> {
        weary(v, &self.units)
    }
}

/// Whether the Close Escort attacks in the place of the Top Cover (13.3.4/f).
pub(in super::super) struct Escorts {
    pub raid: RaidId,
    pub on: UnitId,
}

pub(super) static ESCORTS: Kind = reaction(&CLOSE, &[], &[]);

impl Ask<BurningBlue> for Escorts {
    const KIND: &'static Kind = &ESCORTS;

    fn subject(&self) -> Vec<Item> {
        vec![self.raid.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-blue-escorts")
            .with("raid", self.raid.item())
            .with("unit", self.on)
    }
}

/// Rule 12.1.1/a: what is mistaken for the raid. Behind the screen: it is answered by standing orders alone.
pub(in super::super) struct Confuse {
    pub unit: UnitId,
    pub raids: Vec<RaidId>,
}

pub(super) static CONFUSES: Kind = Kind {
    speaks: Speaks {
        waits: false,
        ..Speaks::ANY
    },
    ..reaction(&CONFUSION, &[], &["raf-combat"])
};

impl Choose<BurningBlue> for Confuse {
    type Of = OrNo<RaidId>;
    const KIND: &'static Kind = &CONFUSES;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-blue-confusion").with("unit", self.unit)
    }

    /// Hunters first: they do not mind being found.
    fn options(&self, v: &Position<'_>) -> Vec<OrNo<RaidId>> {
        let hunts = |raid: &&RaidId| v.hidden.real(**raid).is_some_and(tally::hunts);
        let first = self
            .raids
            .iter()
            .filter(hunts)
            .map(|raid| OrNo(Some(*raid)));
        let rest = self.raids.iter().filter(|raid| !hunts(raid));
        let rest = rest.map(|raid| OrNo(Some(*raid)));
        first.chain([OrNo(None)]).chain(rest).collect()
    }
}
