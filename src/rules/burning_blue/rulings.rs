//! What the referee may change by a ruling, and a case by its position.

use super::data::Data;
use super::event::Event;
use super::formation;
use super::side::Side;
use super::state::{
    AirPicture, FORMS, Laid, Method, Order, Phase, Position, Program, RaidId, Readiness,
};
use super::words::{
    ANGELS, AT, AVAILABLE, BOMBERS, COVER, DEGRADED, EMPTY, ESCORT, FIGHTER, FORMATION, GOOD, NEAR,
    PICTURE, POOR, READINESS, READY, RECOVER, ROUTE, TO, TURN, UNIT, VECTOR,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{any, number, one};
use crate::orders::{elements, lines};

elements! {
    /// How the Air Picture is.
    pub(super) enum How {
        Good = GOOD,
        Degraded = DEGRADED,
        Poor = POOR,
    }
}

elements! {
    /// How ready a unit is.
    pub(super) enum Now {
        Ready = READY,
        Available = AVAILABLE,
    }
}

fn units(d: &Data, side: Side) -> Vec<UnitId> {
    d.units_of(side).collect()
}

fn places(d: &Data) -> Vec<SpaceId> {
    d.map.spaces().collect()
}

lines! {
    /// What the referee may change.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Ruling from d: &Data {
        /// A unit of the RAF is in the air.
        FIGHTER => Fighter {
            unit UNIT: UnitId = one(&units(d, Side::Raf)),
            at AT: SpaceId = one(&places(d)),
            angels ANGELS: i32 = number(0, 34),
        },
        /// It has a Vector.
        VECTOR => Vector {
            unit UNIT: UnitId = one(&units(d, Side::Raf)),
            to TO: SpaceId = one(&places(d)),
            angels ANGELS: i32 = number(0, 34),
        },
        /// A raid is on its way.
        FORMATION => Raid {
            number NEAR: i32 = number(1, i32::from(FORMS) - 1),
            at AT: SpaceId = one(&places(d)),
            angels ANGELS: i32 = number(0, 34),
            bombers BOMBERS: Vec<UnitId> = any(&units(d, Side::Luftwaffe)),
            close ESCORT: Vec<UnitId> = any(&units(d, Side::Luftwaffe)),
            cover COVER: Vec<UnitId> = any(&units(d, Side::Luftwaffe)),
            to ROUTE: Option<SpaceId> = one(&places(d)),
            recover RECOVER: Option<SpaceId> = one(&places(d)),
        },
        /// A unit on the ground is so.
        READINESS => State { unit UNIT: UnitId = one(&units(d, Side::Raf)), state TO: Now = one(Now::ALL) },
        /// The Air Picture.
        PICTURE => Picture { how: How = one(How::ALL) },
        /// Nobody flies.
        EMPTY => Empty,
        /// The turn; it begins with its random events.
        TURN => Turn { turn: i32 = number(1, 99) },
    }
}

/// The event that carries it out.
pub(super) fn event(v: &Position<'_>, ruling: Ruling) -> Option<Event> {
    Some(match ruling {
        Ruling::Fighter { unit, at, angels } => Event::RuledFighter { unit, at, angels },
        Ruling::Vector { unit, to, angels } => Event::RuledOrder {
            unit,
            order: Order::Vector {
                to,
                angels,
                then: None,
            },
        },
        Ruling::Raid {
            number,
            at,
            angels,
            bombers,
            close,
            cover,
            to,
            recover,
        } => raid(v, number, at, angels, [bombers, close, cover], to, recover)?,
        Ruling::State { unit, state } => Event::RuledTote {
            unit,
            state: match state {
                Now::Ready => Readiness::Ready,
                Now::Available => Readiness::Available,
            },
        },
        Ruling::Picture { how } => Event::RuledPicture {
            to: match how {
                How::Good => AirPicture::Good,
                How::Degraded => AirPicture::Degraded,
                How::Poor => AirPicture::Poor,
            },
        },
        Ruling::Empty => Event::RuledEmpty,
        Ruling::Turn { turn } => {
            let _ = Laid {
                chit: 0,
                bad: false,
            };
            Event::Phase {
                turn: turn.unsigned_abs(),
                phase: Phase::Events,
            }
        }
    })
}

/// A raid as it would have formed there.
fn raid(
    v: &Position<'_>,
    number: i32,
    at: SpaceId,
    angels: i32,
    [bombers, close, cover]: [Vec<UnitId>; 3],
    to: Option<SpaceId>,
    recover: Option<SpaceId>,
) -> Option<Event> {
    let d = v.data;
    let hunts = bombers.is_empty();
    let (cover, hunters) = if hunts {
        (Vec::new(), cover)
    } else {
        (cover, Vec::new())
    };
    let target = d
        .map
        .targets
        .iter()
        .position(|target| Some(target.at) == to && !hunts);
    let program = Program {
        chit: 0,
        bombers,
        close,
        cover,
        hunters,
        angels,
        cover_angels: angels + 4,
        form: at,
        turn: v.open.turn.max(1),
        adjusted: v.open.turn.max(1),
        route: if target.is_none() {
            to.into_iter().collect()
        } else {
            Vec::new()
        },
        target,
        home: Vec::new(),
        recover: recover.unwrap_or(at),
        orbit: if hunts { to } else { None },
        descent: None,
        method: Method::Level,
        formed: true,
        missing: Vec::new(),
    };
    let units = program.all_units();
    if units.is_empty() {
        return None;
    }
    let letters: Vec<u16> = (0..u16::try_from(units.len()).ok()?).collect();
    let real = formation::real(d, &program, 0, &units, &letters);
    Some(Event::RuledRaid {
        raid: RaidId(u16::try_from(number).ok()?),
        real,
        program,
    })
}
