//! Rules 16.3, 17.1 and 17.3: the orders to Allied ships.

use super::super::super::Mercury;
use super::super::super::bars::Bar;
use super::super::super::orders::on_line;
use super::super::super::side::Side;
use super::super::super::state::{Berth, Position};
use super::super::super::words::{
    ADD, AT, DISSOLVE, FLEET, FORM, LOAD, REGROUP, SAIL, SHIPS, SUPPLIES, UNITS, sea_kind,
};
use super::super::ids::Letter;
use super::super::{forces, ideas};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::engine::rehearse::{Stage, Tried};
use crate::orders::choice::{any, at_least, number, one};
use crate::orders::lines::unless;
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, lines};

/// What the orders are taken from.
pub struct Admiralty {
    free: Vec<Letter>,
    letters: Vec<Letter>,
    ships: Vec<UnitId>,
    seas: Vec<SpaceId>,
    carriers: Vec<UnitId>,
    troops: Vec<UnitId>,
    supplies: i32,
}

impl Admiralty {
    fn new(v: &Position<'_>) -> Self {
        let most = u8::try_from(v.data.tables.limits.task_forces).unwrap_or(12);
        let letters: Vec<Letter> = (0..most).map(Letter).collect();
        let used = |letter: &Letter| v.force(*letter).is_some();
        let mut ships = v.vessels(Side::Allied);
        ships.retain(|ship| match v.ship(*ship).at {
            Berth::Ready | Berth::Force(_) => true,
            Berth::Later => forces::due(v, *ship).is_some(),
            _ => false,
        });
        let home = v.home(Side::Allied);
        let mut carriers = ships.clone();
        carriers.retain(|ship| v.ship_place(*ship) == Some(home) && v.room(*ship) > 0);
        Self {
            free: letters.iter().copied().filter(|one| !used(one)).collect(),
            letters,
            ships,
            seas: v.data.map.seas().collect(),
            carriers,
            troops: v.at_alexandria(),
            supplies: i32::from(v.hidden.waiting_reserves),
        }
    }
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FleetOrder from a: &Admiralty {
        /// Rule 16.34: `form f: ships warspite, valiant`; a decoy: `form g: at matapan`.
        FORM => Form [force: Letter = a.free] {
            ships SHIPS: Vec<UnitId> = any(&a.ships),
            at AT: Option<SpaceId> = one(&a.seas),
        },
        /// Rule 16.35, before movement: `add a: kelly`.
        ADD => Add [force: Letter = a.letters] { ships: Vec<UnitId> = at_least(1, &a.ships) },
        /// Rule 17.32: `load glengyle: units 1/cdo a supplies 1`.
        LOAD => Load [ship: UnitId = a.carriers] {
            units UNITS: Vec<UnitId> = any(&a.troops),
            supplies SUPPLIES: Option<i32> = number(1, 2),
        } if !a.troops.is_empty() || a.supplies > 0,
        /// Rule 17.12: `sail a: kithera strait`.
        SAIL => Sail [force: Letter = a.letters] { to: SpaceId = one(&a.seas) },
        /// Rule 16.35, after movement: `regroup a: kelly`.
        REGROUP => Regroup [force: Letter = a.letters] { ships: Vec<UnitId> = at_least(1, &a.ships) },
        /// Rule 16.33: `dissolve g`.
        DISSOLVE => Dissolve [force: Letter = a.letters],
    }
}

/// The orders to all Allied ships.
pub struct Fleet;

pub(super) static ORDERS: Kind = sea_kind(&FLEET, FleetOrder::WORDS, FleetOrder::PARTS, false);

/// What is wrong with some orders: they are tried on what the Allies know, which of their own ships is all.
fn tried(v: &Position<'_>, orders: &[(usize, FleetOrder)]) -> Vec<Problem> {
    let plain: Vec<FleetOrder> = orders.iter().map(|(_, order)| order.clone()).collect();
    let mut stage = Stage::<Mercury>::new(v.data, v.imagined());
    let mut problems = Vec::new();
    for order in forces::in_order(&plain) {
        let line = orders.iter().find(|(_, one)| one == order);
        if let (Tried::Refused(bar), Some((line, _))) =
            (stage.attempt(|t| forces::carry_out(t, order)), line)
        {
            problems.push(on_line(*line, bar));
        }
    }
    problems
}

/// The bar behind an order, for bots.
pub fn refused(v: &Position<'_>, orders: &[FleetOrder]) -> bool {
    let numbered: Vec<(usize, FleetOrder)> = orders.iter().cloned().enumerate().collect();
    !tried(v, &numbered).is_empty()
}

impl Sheet<Mercury> for Fleet {
    type Order = FleetOrder;
    type Answer = Vec<FleetOrder>;
    const KIND: &'static Kind = &ORDERS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let forces = v.open.forces.iter();
        let forces: Vec<Item> = forces
            .map(|force| crate::orders::Element::item(force.letter))
            .collect();
        Phrase::new("ask-fleet").with("forces", forces)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        FleetOrder::rows(&Admiralty::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, FleetOrder)>,
    ) -> Result<Vec<FleetOrder>, Vec<Problem>> {
        let mut problems = tried(v, &orders);
        for (line, order) in &orders {
            if let FleetOrder::Load {
                ship,
                units,
                supplies: None,
            } = order
                && units.is_empty()
            {
                problems.push(on_line(*line, Bar::NotAtAlexandria { ship: *ship }));
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<FleetOrder>> {
        Some(ideas::fleet(v, rng))
    }
}
