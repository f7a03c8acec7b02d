//! Rule 13.2: what saboteurs strike.

use super::super::Sealion;
use super::super::bars::Bar;
use super::super::sabotage::{A_ZONE, points, reaches, targets};
use super::super::side::Side;
use super::super::state::{Installation, Position};
use super::super::words::{AMBUSH, SABOTAGE, WRECK, land_kind};
use super::{number, on_line};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::one;
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, lines};

/// What can be struck.
pub(in super::super) struct Cell {
    places: Vec<(SpaceId, Vec<Installation>)>,
    units: Vec<UnitId>,
}

impl Cell {
    fn new(v: &Position<'_>) -> Self {
        let side = v.own();
        let mut places: Vec<(SpaceId, Vec<Installation>)> = Vec::new();
        for (at, what) in targets(v, side) {
            match places.last_mut().filter(|(last, _)| *last == at) {
                Some((_, kinds)) => kinds.push(what),
                None => places.push((at, vec![what])),
            }
        }
        let near = |unit: &UnitId| {
            let at = v.at(*unit).filter(|at| v.data.map.england.has(*at));
            at.is_some_and(|at| reaches(v, side, at))
                && !v.printed(*unit).is_leader()
                && v.unit(*unit).hits < 2
        };
        let units = v.units_of(side.other()).filter(near).collect();
        Self { places, units }
    }
}

/// Whether there is anything worth asking for: an enemy of the British in the country.
pub(in super::super) fn is_any(v: &Position<'_>) -> bool {
    !v.spots(Side::German).is_empty()
}

lines! {
    /// What one line of the saboteurs orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Raid from c: &Cell {
        /// Rule 13.2.11: `wreck 3925: radar`.
        WRECK for (at, kinds) in &c.places => Wreck [at: SpaceId = [*at]] { what: Installation = one(kinds) },
        /// Rule 13.2.11: `ambush 7 Pz`.
        AMBUSH => Ambush [unit: UnitId = c.units],
    }
}

/// The raids of a phase.
pub(in super::super) struct Raids;

pub(super) static RAIDS: Kind = land_kind(&SABOTAGE, Raid::WORDS, Raid::PARTS, true);

fn problems(v: &Position<'_>, orders: &[(usize, Raid)]) -> Vec<Problem> {
    let side = v.own();
    let mut problems = Vec::new();
    let most = number(points(v, side));
    let mut zones: Vec<SpaceId> = v.open.struck.clone();
    for (n, (line, order)) in orders.iter().enumerate() {
        let has = number(n + 1);
        if has > most {
            problems.push(on_line(*line, Bar::NoSaboteurs { has, most }));
        }
        let at = match order {
            Raid::Wreck { at, .. } => Some(*at),
            Raid::Ambush { unit } => v.at(*unit),
        };
        if let Some(at) = at.filter(|_| side == Side::British) {
            let zone = v.data.map.place(at).zone;
            zones.push(zone);
            let has = number(zones.iter().filter(|one| **one == zone).count());
            if has > number(A_ZONE) {
                let most = number(A_ZONE);
                problems.push(on_line(*line, Bar::ZoneWatched { zone, has, most }));
            }
        }
    }
    problems
}

impl Sheet<Sealion> for Raids {
    type Order = Raid;
    type Answer = Vec<Raid>;
    const KIND: &'static Kind = &RAIDS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-raids").with("most", number(points(v, v.own())))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Raid::rows(&Cell::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Raid)>,
    ) -> Result<Vec<Raid>, Vec<Problem>> {
        unless(
            problems(v, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Raid>> {
        if rng.below(4) > 0 {
            return Some(Vec::new());
        }
        let cell = Cell::new(v);
        let mut orders: Vec<(usize, Raid)> = Vec::new();
        for unit in cell.units.iter().take(2) {
            orders.push((orders.len(), Raid::Ambush { unit: *unit }));
        }
        if let Some((at, kinds)) = cell.places.first()
            && let Some(what) = kinds.first()
        {
            orders.push((
                orders.len(),
                Raid::Wreck {
                    at: *at,
                    what: *what,
                },
            ));
        }
        while !problems(v, &orders).is_empty() {
            orders.pop();
        }
        Some(orders.into_iter().map(|(_, order)| order).collect())
    }
}
