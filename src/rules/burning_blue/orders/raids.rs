//! The third letter of a turn: the Luftwaffe's raids in the air (9.3, 9.4).

use super::super::BurningBlue;
use super::super::raid_movement;
use super::super::state::{Course, FormId, Position, RaidId};
use super::super::words::{DUMMY, LEAVE, ON, PANCAKE, RAIDS, REMOVE, RUN, SIZE, SPEED, TO, kind};
use super::deploy::Decoys;
use super::on_line;
use super::scramble::{Muster, Quiet};
use crate::board::SpaceId;
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{number, one};
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, lines, named_parts};

/// What choices are taken from.
pub(in super::super) struct Flown {
    pub raids: Vec<RaidId>,
    pub orbiting: Vec<RaidId>,
    pub fast: Vec<RaidId>,
    pub muster: Muster,
    pub decoys: Decoys,
}

named_parts! {
    /// Hexes a turn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Pace from _m: &Flown {
        pub to TO: i32 = number(3, 4),
    }
}

lines! {
    /// What one line orders a raid.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Lead from m: &Flown {
        /// Rule 9.3.5: `pancake h07`.
        PANCAKE => Pancake [raid: RaidId = m.raids],
        /// Rule 9.4.1: `leave h07`.
        LEAVE => Leave [raid: RaidId = m.orbiting],
        /// Rule 8.1.2: `speed h07: 3`.
        SPEED => Speed [raid: RaidId = m.fast] { pace: Pace = Pace::choice(m) },
        /// Rule 9.3.1: `dummy on 1340 size 2`, down in the next Formation Phase.
        DUMMY => Place { on ON: SpaceId = one(&m.decoys.places), size SIZE: i32 = number(1, m.decoys.sizes) } if m.decoys.sizes > 0,
        /// Rule 9.3.1: `remove f03`, in the next Formation Phase.
        REMOVE => Take [form: FormId = m.decoys.down],
        /// House rule of play by mail: `run until turn 9 near 1835 within 4`.
        RUN => Run { quiet: Quiet = Quiet::choice(&m.muster) },
    }
}

/// How the raids fly on.
pub(in super::super) struct Leads;

pub(super) static LEADS: Kind = kind(&RAIDS, Lead::WORDS, Lead::PARTS, &["lw-movement"]);

impl Sheet<BurningBlue> for Leads {
    type Order = Lead;
    type Answer = Vec<Lead>;
    const KIND: &'static Kind = &LEADS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let raids = v.hidden.raids.iter().filter(|raid| raid.real.is_some());
        let raids: Vec<_> = raids
            .map(|raid| crate::orders::Element::item(raid.id))
            .collect();
        Phrase::new("ask-blue-raids").with("raids", raids)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        let with = |wanted: &dyn Fn(&super::super::state::Real) -> bool| -> Vec<RaidId> {
            let raids = v.hidden.raids.iter();
            raids
                .filter(|raid| raid.real.as_ref().is_some_and(wanted))
                .map(|raid| raid.id)
                .collect()
        };
        Lead::rows(&Flown {
            raids: with(&|real| real.course != Course::Pancake),
            orbiting: with(&|real| real.course == Course::Orbit),
            fast: with(&|real| real.fighters_only()),
            decoys: super::super::deployment::decoys(v),
            muster: Muster {
                units: Vec::new(),
                squadrons: Vec::new(),
                places: v.data.map.spaces().collect(),
                fields: Vec::new(),
            },
        })
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Lead)>,
    ) -> Result<Vec<Lead>, Vec<Problem>> {
        let mut problems = Vec::new();
        for (line, order) in &orders {
            if let Err(bar) = raid_movement::may(v, order) {
                problems.push(on_line(*line, bar));
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Lead>> {
        Some(super::super::ideas::leads(v, rng))
    }
}
