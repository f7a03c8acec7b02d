//! Rules 16.46 and 17.35: the orders to German ships.

use super::super::super::Mercury;
use super::super::super::airlanding;
use super::super::super::orders::on_line;
use super::super::super::side::Side;
use super::super::super::state::{Berth, Position};
use super::super::super::words::{AT_SEA, BEGIN, CONVOYS, LOAD, SAIL, sea_kind};
use super::super::{begin, convoys, ideas};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::engine::rehearse::{Stage, Tried};
use crate::orders::choice::{at_least, one};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, lines};

/// What the orders are taken from.
pub struct Office {
    ships: Vec<UnitId>,
    seas: Vec<SpaceId>,
    flotilla: Vec<UnitId>,
    troops: Vec<UnitId>,
}

impl Office {
    fn new(v: &Position<'_>) -> Self {
        let mut ships = v.vessels(Side::German);
        ships.retain(|ship| matches!(v.ship(*ship).at, Berth::Ready | Berth::Contact(_)));
        let mut flotilla = v.vessels(Side::German);
        flotilla.retain(|ship| {
            let here = matches!(v.ship(*ship).at, Berth::Ready | Berth::Refit(_));
            here && v.data.ship(*ship).id == convoys::FLOTILLA
        });
        Self {
            ships,
            seas: v.data.map.seas().collect(),
            flotilla,
            troops: airlanding::queue(v),
        }
    }
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ConvoyOrder from o: &Office {
        /// Rules 16.46 and 17.12: `sail steamer: mirtoan sea`.
        SAIL => Sail [ship: UnitId = o.ships] { to: SpaceId = one(&o.seas) },
        /// Rule 17.35 e: `load dd flotilla: 6/ii/100`.
        LOAD => Load [ship: UnitId = o.flotilla] { units: Vec<UnitId> = at_least(1, &o.troops) },
    }
}

/// The orders to all German ships.
pub struct Convoys;

pub(super) static ORDERS: Kind = sea_kind(&CONVOYS, ConvoyOrder::WORDS, ConvoyOrder::PARTS, false);

impl Sheet<Mercury> for Convoys {
    type Order = ConvoyOrder;
    type Answer = Vec<ConvoyOrder>;
    const KIND: &'static Kind = &ORDERS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let ships = Office::new(v).ships.into_iter().map(Item::from);
        Phrase::new("ask-convoys").with("ships", ships.collect::<Vec<Item>>())
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        ConvoyOrder::rows(&Office::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, ConvoyOrder)>,
    ) -> Result<Vec<ConvoyOrder>, Vec<Problem>> {
        let mut problems = Vec::new();
        let plain: Vec<ConvoyOrder> = orders.iter().map(|(_, order)| order.clone()).collect();
        let mut stage = Stage::<Mercury>::new(v.data, v.imagined());
        for order in convoys::in_order(&plain) {
            let line = orders.iter().find(|(_, one)| one == order);
            if let (Tried::Refused(bar), Some((line, _))) =
                (stage.attempt(|t| convoys::carry_out(t, order)), line)
            {
                problems.push(on_line(*line, bar));
            }
        }
        unless(problems, plain)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<ConvoyOrder>> {
        Some(ideas::convoys(v, rng))
    }
}

lines! {
    /// What one line orders before the first turn.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum BeginOrder from ships: &[UnitId] {
        /// Rule 3.1: `at-sea steamer`.
        AT_SEA => AtSea [ship: UnitId = ships],
    }
}

/// Which German ships begin at sea.
pub struct Beginning;

pub(super) static BEGINNING: Kind = Kind {
    phases: &["setup"],
    ..sea_kind(&BEGIN, BeginOrder::WORDS, BeginOrder::PARTS, true)
};

impl Sheet<Mercury> for Beginning {
    type Order = BeginOrder;
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &BEGINNING;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let ships: Vec<Item> = begin::ready(v).into_iter().map(Item::from).collect();
        let at = begin::gulf(v).map(Item::from);
        Phrase::new("ask-begin")
            .with("ships", ships)
            .with("at", at.into_iter().collect::<Vec<Item>>())
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        BeginOrder::rows(&begin::ready(v))
    }

    fn answer(
        &self,
        _: &Position<'_>,
        orders: Vec<(usize, BeginOrder)>,
    ) -> Result<Vec<UnitId>, Vec<Problem>> {
        let named = |order: &BeginOrder| {
            let BeginOrder::AtSea { ship } = order;
            vec![Item::from(*ship)]
        };
        let problems = named_twice(&orders, named, "3.1");
        let ships = orders.iter().map(|(_, order)| {
            let BeginOrder::AtSea { ship } = order;
            *ship
        });
        unless(problems, ships.collect())
    }
}
