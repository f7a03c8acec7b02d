//! The second letter of a turn: orders to those in the air (10.2, 10.3).

use super::super::BurningBlue;
use super::super::command;
use super::super::raf_movement;
use super::super::state::{Order, Position};
use super::super::words::{AT, CONTROL, JOIN, ORBIT, PANCAKE, PATROL, TO, VECTOR, WING, kind};
use super::on_line;
use super::scramble::{Aim, Muster};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::engine::rehearse::{Stage, Tried};
use crate::orders::choice::{any, one};
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, lines, named_parts};

named_parts! {
    /// Where to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct End from m: &Muster {
        pub to TO: SpaceId = one(&m.places),
    }
}

named_parts! {
    /// At which airfield; its own one where none is named.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Down from m: &Muster {
        pub at AT: Option<SpaceId> = one(&m.fields),
    }
}

named_parts! {
    /// Who joins.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Joins from m: &Muster {
        pub with JOIN: Vec<UnitId> = any(&m.units),
    }
}

lines! {
    /// What one line orders in the air.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Control from m: &Muster {
        /// Rule 10.3.1: `74 vector 2123 angels 18, then orbit`.
        VECTOR => Vector [unit: UnitId = m.units] { aim: Aim = Aim::choice(m) },
        /// Rule 10.3.2: `orbit 74`.
        ORBIT => Orbit [unit: UnitId = m.units],
        /// Rule 10.3.3: `patrol 74: to 1832`.
        PATROL => Patrol [unit: UnitId = m.units] { end: End = End::choice(m) },
        /// Rule 10.3.4: `pancake 74: at hornchurch`.
        PANCAKE => Pancake [unit: UnitId = m.units] { down: Down = Down::choice(m) },
        /// Rule 20.2: `wing 242: with 19, 310`.
        WING => Wing [unit: UnitId = m.units] { joins: Joins = Joins::choice(m) },
    }
}

/// Who flies where.
pub(in super::super) struct Controls {
    /// Where nobody may be sent: nowhere, but for a planted leak.
    pub shun: Vec<SpaceId>,
}

pub(super) static CONTROLS: Kind = kind(
    &CONTROL,
    Control::WORDS,
    Control::PARTS,
    &["patrol", "raf-movement"],
);

impl Sheet<BurningBlue> for Controls {
    type Order = Control;
    type Answer = Vec<Control>;
    const KIND: &'static Kind = &CONTROLS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let idle = v.open.sky.iter().filter(|one| command::needs_order(v, one));
        Phrase::new("ask-blue-control")
            .with(
                "units",
                v.open
                    .sky
                    .iter()
                    .map(|one| one.unit.item())
                    .collect::<Vec<_>>(),
            )
            .with("idle", idle.map(|one| one.unit.item()).collect::<Vec<_>>())
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        let map = &v.data.map;
        let ours = map.fields.iter().filter(|field| field.fighter_command());
        Control::rows(&Muster {
            units: v.open.sky.iter().map(|one| one.unit).collect(),
            squadrons: Vec::new(),
            places: Muster::places(v)
                .into_iter()
                .filter(|at| !self.shun.contains(at))
                .collect(),
            fields: ours.map(|field| field.at).collect(),
        })
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Control)>,
    ) -> Result<Vec<Control>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut stage = Stage::new(v.data, v.imagined());
        for (line, order) in &orders {
            match stage.attempt_apart(|t| raf_movement::give(t, order)) {
                Tried::Refused(bar) => problems.push(on_line(*line, bar)),
                Tried::Done(()) | Tried::Unsure => {}
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Control>> {
        Some(super::super::ideas::control(v, rng))
    }
}

impl Control {
    /// Who is ordered.
    pub const fn unit(&self) -> UnitId {
        match self {
            Self::Vector { unit, .. }
            | Self::Orbit { unit }
            | Self::Patrol { unit, .. }
            | Self::Pancake { unit, .. }
            | Self::Wing { unit, .. } => *unit,
        }
    }

    /// The order, for a unit where it is; nothing for Wings.
    pub fn order(&self, v: &Position<'_>) -> Option<Order> {
        let fighter = v.open.fighter(self.unit())?;
        match self {
            Self::Vector { aim, .. } => Some(aim.order(fighter.angels)),
            Self::Orbit { .. } => Some(Order::Orbit),
            Self::Patrol { end, .. } => Some(Order::Patrol {
                ends: [fighter.at, end.to],
                to_second: true,
            }),
            Self::Pancake { unit, down } => {
                let named = down.at.and_then(|at| v.data.map.field_at(at));
                let field = named.or_else(|| command::home(v, *unit))?;
                Some(Order::Pancake { field })
            }
            Self::Wing { .. } => None,
        }
    }
}
