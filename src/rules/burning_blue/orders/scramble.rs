//! The first letter of a turn: what happens on the ground (5.2, 18.2, 20.1), and when to be asked again.

use super::super::BurningBlue;
use super::super::data::Size;
use super::super::scramble;
use super::super::state::{Follow, Order, Position, Readiness, Until};
use super::super::words::{
    ANGELS, FLIGHTS, FORM_UP, JOIN, LINE, NEAR, ORBIT, RUN, SCRAMBLE, SCRAMBLES, THEN, TO, TRACK,
    TURN, UNTIL, WITHIN, kind,
};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{any, number, one};
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, elements, lines, named_parts};

elements! {
    /// What follows a Vector (10.3.1).
    pub(in super::super) enum Then { Orbit = ORBIT }
}

elements! {
    /// What ends the quiet.
    pub(in super::super) enum Cue { Track = TRACK, FormUp = FORM_UP }
}

/// What choices are taken from.
pub(in super::super) struct Muster {
    pub units: Vec<UnitId>,
    pub squadrons: Vec<UnitId>,
    pub places: Vec<SpaceId>,
    pub fields: Vec<SpaceId>,
}

impl Muster {
    /// All places the RAF may be sent to.
    pub fn places(v: &Position<'_>) -> Vec<SpaceId> {
        let map = &v.data.map;
        map.spaces().filter(|at| !map.place(*at).no_raf).collect()
    }
}

named_parts! {
    /// Where a unit is sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Aim from m: &Muster {
        pub to TO: SpaceId = one(&m.places),
        pub angels ANGELS: Option<i32> = number(0, 34),
        pub then THEN: Option<Then> = one(Then::ALL),
        pub line LINE: Option<SpaceId> = one(&m.places),
    }
}

named_parts! {
    /// Where a unit is sent as it takes off, and who of its Sector goes with it as a Wing (20.2.5).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Launch from m: &Muster {
        pub to TO: SpaceId = one(&m.places),
        pub angels ANGELS: Option<i32> = number(0, 34),
        pub then THEN: Option<Then> = one(Then::ALL),
        pub line LINE: Option<SpaceId> = one(&m.places),
        pub with JOIN: Option<UnitId> = one(&m.units),
    }
}

impl Launch {
    /// As an order.
    pub fn order(&self) -> Order {
        let (to, angels, then, line) = (self.to, self.angels, self.then, self.line);
        Aim {
            to,
            angels,
            then,
            line,
        }
        .order(2)
    }

    /// Without company.
    pub const fn alone(aim: Aim) -> Self {
        let Aim {
            to,
            angels,
            then,
            line,
        } = aim;
        Self {
            to,
            angels,
            then,
            line,
            with: None,
        }
    }
}

impl Aim {
    /// As an order to a unit that flies at an altitude.
    pub fn order(&self, angels: i32) -> Order {
        Order::Vector {
            to: self.to,
            angels: self.angels.unwrap_or(angels),
            then: match (self.line, self.then) {
                (Some(end), _) => Some(Follow::Patrol(end)),
                (None, Some(Then::Orbit)) => Some(Follow::Orbit),
                (None, None) => None,
            },
        }
    }
}

named_parts! {
    /// When to be asked again.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Quiet from m: &Muster {
        pub until UNTIL: Vec<Cue> = any(Cue::ALL),
        pub turn TURN: Option<i32> = number(1, 99),
        pub near NEAR: Option<SpaceId> = one(&m.places),
        pub within WITHIN: Option<i32> = number(0, 40),
    }
}

impl Quiet {
    /// As it is kept.
    pub fn until(&self) -> Until {
        Until {
            turn: self.turn.map(i32::unsigned_abs),
            track: self.until.contains(&Cue::Track),
            form_up: self.until.contains(&Cue::FormUp),
            near: self.near,
            within: self.within.unwrap_or(0),
        }
    }
}

lines! {
    /// What one line orders on the ground.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Ground from m: &Muster {
        /// Rules 5.2 and 20.1: `scramble 74: to 2123 angels 18 then orbit`.
        SCRAMBLE => Scramble [unit: UnitId = m.units] { launch: Launch = Launch::choice(m) },
        /// Rule 3.3.1: `flights 74`.
        FLIGHTS => Part [unit: UnitId = m.squadrons],
        /// House rule of play by mail: `run until track turn 9 near 1835 within 4`.
        RUN => Run { quiet: Quiet = Quiet::choice(m) },
    }
}

/// Who scrambles.
pub(in super::super) struct Scrambles;

pub(super) static GROUND: Kind = kind(&SCRAMBLES, Ground::WORDS, Ground::PARTS, &["scramble"]);

fn muster(v: &Position<'_>) -> Muster {
    let ready = v.hidden.tote.iter();
    let units = ready.filter(|tote| tote.state == Readiness::Ready);
    let down = |tote: &&super::super::state::Tote| {
        let printed = v.data.unit(tote.unit);
        let waits = matches!(tote.state, Readiness::Ready | Readiness::Available);
        waits && printed.size == Size::Large && printed.parts.len() == 2
    };
    Muster {
        units: units.map(|tote| tote.unit).collect(),
        squadrons: v
            .hidden
            .tote
            .iter()
            .filter(down)
            .map(|tote| tote.unit)
            .collect(),
        places: Muster::places(v),
        fields: Vec::new(),
    }
}

impl Sheet<BurningBlue> for Scrambles {
    type Order = Ground;
    type Answer = Vec<Ground>;
    const KIND: &'static Kind = &GROUND;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let ready = v.hidden.tote.iter();
        let ready = ready.filter(|tote| tote.state == Readiness::Ready);
        Phrase::new("ask-blue-scramble")
            .with("limit", scramble::limit(v))
            .with(
                "units",
                ready.map(|tote| tote.unit.item()).collect::<Vec<_>>(),
            )
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Ground::rows(&muster(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Ground)>,
    ) -> Result<Vec<Ground>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut stage = crate::engine::rehearse::Stage::new(v.data, v.imagined());
        for (line, order) in &orders {
            let tried = stage.attempt(|t| scramble::carry_out(t, order));
            if let Some(bar) = tried.refused() {
                problems.push(on_line(*line, bar));
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Ground>> {
        Some(super::super::ideas::scrambles(v, rng))
    }
}
