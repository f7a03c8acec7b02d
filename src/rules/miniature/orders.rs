//! What the sides are asked, and what they may write.

use super::bars::Bar;
use super::cards::MOVES;
use super::data::{BoxId, CardId};
use super::movement;
use super::words::{
    AMBUSH, BID, FUEL, INTERCEPT, LOSSES, LURK, MOVE, ORDERS, PLAY, RAID, REROLL, RESERVES, TO,
    WITHDRAW,
};
use super::{Miniature, View};
use crate::board::UnitId;
use crate::engine::decision::{Kind, Speaks};
use crate::engine::ready::{Ask, Choose, Give, Sheet};
use crate::engine::rehearse::Stage;
use crate::orders::choice::{Choice, any, number, one, ranked, share, way};
use crate::orders::lines::{named_twice, unless};
use crate::orders::word::{NO, YES};
use crate::orders::{
    About, Item, Lines as _, Net, OrNo, Phrase, Problem, Ranking, Row, Way, Word, lines,
};

/// What standing orders may answer besides names.
static YES_NO: [&Word; 2] = [&YES, &NO];

const fn kind(word: &'static Word, desk: &'static str, phases: &'static [&'static str]) -> Kind {
    Kind {
        word,
        rows: &[],
        answers: &YES_NO,
        reaction: false,
        desk,
        phases,
        speaks: Speaks::ANY,
    }
}

const fn reaction(word: &'static Word, desk: &'static str) -> Kind {
    Kind {
        reaction: true,
        ..kind(word, desk, MOVES)
    }
}

static RESERVES_KIND: Kind = kind(&RESERVES, "staff", &["reserves"]);
static BID_KIND: Kind = kind(&BID, "staff", &["bid"]);
static LURK_KIND: Kind = kind(&LURK, "fleet", &["submarine"]);
static AMBUSH_KIND: Kind = reaction(&AMBUSH, "fleet");
static ORDERS_KIND: Kind = Kind {
    rows: Order::WORDS,
    answers: Order::PARTS,
    ..kind(&ORDERS, "fleet", MOVES)
};
static INTERCEPT_KIND: Kind = reaction(&INTERCEPT, "fleet");
static WITHDRAW_KIND: Kind = reaction(&WITHDRAW, "fleet");
static REROLL_KIND: Kind = reaction(&REROLL, "staff");
static LOSSES_KIND: Kind = reaction(&LOSSES, "fleet");
static PLAY_KIND: Kind = reaction(&PLAY, "staff");

pub(super) static KINDS: &[&Kind] = &[
    &RESERVES_KIND,
    &BID_KIND,
    &LURK_KIND,
    &AMBUSH_KIND,
    &ORDERS_KIND,
    &INTERCEPT_KIND,
    &WITHDRAW_KIND,
    &REROLL_KIND,
    &LOSSES_KIND,
    &PLAY_KIND,
];

/// Rule 1.3: in which order do the reserves come?
pub(super) struct RankReserves;

impl Give<Miniature> for RankReserves {
    type Of = Ranking<UnitId>;
    const KIND: &'static Kind = &RESERVES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-reserves")
    }

    fn choice(&self, v: &View<'_>) -> Choice<Ranking<UnitId>> {
        ranked(v.own_reserves())
    }

    fn default(&self, v: &View<'_>) -> Ranking<UnitId> {
        Ranking(v.own_reserves().to_vec())
    }
}

/// Rule 2.1: how much fuel is bid?
pub(super) struct Bid;

impl Give<Miniature> for Bid {
    type Of = i32;
    const KIND: &'static Kind = &BID_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        Phrase::new("ask-bid").with("fuel", v.own_fuel())
    }

    fn choice(&self, v: &View<'_>) -> Choice<i32> {
        number(0, v.own_fuel().min(v.data().tables.bid_most))
    }

    fn default(&self, _: &View<'_>) -> i32 {
        0
    }
}

/// Rule 4.1: where does the submarine lie?
pub(super) struct Lurk;

impl Choose<Miniature> for Lurk {
    type Of = BoxId;
    const KIND: &'static Kind = &LURK_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-lurk")
    }

    fn options(&self, v: &View<'_>) -> Vec<BoxId> {
        let Some(at) = v.ship_at(v.data().submarine) else {
            return Vec::new();
        };
        let ways = v.data().place(at).ways.iter().map(|(to, _)| *to);
        std::iter::once(at).chain(ways).collect()
    }
}

/// Rule 4.2: does the submarine attack?
pub(super) struct Ambush {
    pub(super) ship: UnitId,
    pub(super) at: BoxId,
}

impl Ask<Miniature> for Ambush {
    const KIND: &'static Kind = &AMBUSH_KIND;
    const DEFAULT: bool = true;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-ambush")
            .with("ship", self.ship.item())
            .with("at", self.at.item())
    }

    fn appeal(&self, _: &View<'_>) -> i32 {
        1
    }
}

/// A ship that can be ordered.
pub(super) struct Vessel {
    ship: UnitId,
    at: BoxId,
    speed: u32,
    near: Vec<BoxId>,
}

/// What a movement phase offers.
pub(super) struct Fleet {
    ships: Vec<Vessel>,
    net: Net,
    fuel: i32,
    fuel_most: i32,
}

lines! {
    /// What one ship is ordered to do.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Order from f: &Fleet {
        /// Rule 5.2: `move falke: outer, narrows`.
        MOVE for s in &f.ships => Move [ship: UnitId = [s.ship]] {
            path: Way<BoxId> = way(s.at, s.speed, f.net.clone())
        },
        /// Rule 5.3: `raid falke: to narrows fuel 2`.
        RAID for s in &f.ships => Raid [ship: UnitId = [s.ship]] {
            to TO: BoxId = one(&s.near),
            fuel FUEL: Option<i32> = number(1, f.fuel_most),
        } if f.fuel > 0,
    }
}

impl Order {
    /// Whom it is for.
    pub(super) const fn ship(&self) -> UnitId {
        match self {
            Self::Move { ship, .. } | Self::Raid { ship, .. } => *ship,
        }
    }

    /// The boxes it enters.
    pub(super) fn path(&self) -> &[BoxId] {
        match self {
            Self::Move { path, .. } => path,
            Self::Raid { to, .. } => std::slice::from_ref(to),
        }
    }

    /// What it burns.
    pub(super) fn fuel(&self) -> i32 {
        match self {
            Self::Move { .. } => 0,
            Self::Raid { fuel, .. } => fuel.unwrap_or(1),
        }
    }
}

/// Rule 5: the order sheet of a movement phase.
pub(super) struct Orders {
    /// Where no raid may go: nowhere, but for a planted leak.
    pub(super) shun: Option<BoxId>,
}

impl Orders {
    fn fleet(&self, v: &View<'_>) -> Fleet {
        let vessel = |(ship, at): (UnitId, BoxId)| {
            let near = v.data().place(at).ways.iter().map(|(to, _)| *to);
            Vessel {
                ship,
                at,
                speed: v.data().ship(ship).speed,
                near: near.filter(|to| self.shun != Some(*to)).collect(),
            }
        };
        Fleet {
            ships: v.own_ships().into_iter().map(vessel).collect(),
            net: v.data().net.clone(),
            fuel: v.own_fuel(),
            fuel_most: v.data().tables.raid_fuel_most,
        }
    }
}

impl Sheet<Miniature> for Orders {
    type Order = Order;
    type Answer = Vec<Order>;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-orders")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        Order::rows(&self.fleet(v))
    }

    fn most(&self, rows: &[Row]) -> usize {
        rows.iter().filter(|row| row.word == &MOVE).count()
    }

    /// Each order is tried on what its author knows, one after the other, as it will be carried out.
    fn answer(
        &self,
        v: &View<'_>,
        orders: Vec<(usize, Order)>,
    ) -> Result<Vec<Order>, Vec<Problem>> {
        let mut problems = named_twice(&orders, |order: &Order| vec![order.ship().item()], "5.1");
        let mut stage = Stage::new(v.data(), v.imagined());
        for (n, order) in &orders {
            let tried = stage.attempt(|t| movement::carry_out(t, order));
            problems.extend(tried.refused().map(|bar| on_line(*n, bar)));
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn appeal(&self, v: &View<'_>, orders: &[(usize, Order)]) -> i32 {
        let end = |order: &Order| order.path().last().copied();
        let ends = orders.iter().filter_map(|(_, order)| end(order));
        ends.map(|to| v.data().place(to).points).sum()
    }
}

/// A bar as what is wrong with a line.
fn on_line(line: usize, bar: Bar) -> Problem {
    Problem::new(bar.phrase())
        .about(About::Line(line))
        .rule(bar.rule())
}

/// Rule 5.4: which ships intercept?
pub(super) struct Intercept {
    pub(super) ship: UnitId,
    pub(super) at: BoxId,
}

impl Give<Miniature> for Intercept {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &INTERCEPT_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-intercept")
            .with("ship", self.ship.item())
            .with("at", self.at.item())
    }

    fn choice(&self, v: &View<'_>) -> Choice<Vec<UnitId>> {
        any(&v.own_fleet(self.at))
    }

    fn default(&self, _: &View<'_>) -> Vec<UnitId> {
        Vec::new()
    }

    fn engage(&self, v: &View<'_>) -> Option<Vec<UnitId>> {
        Some(v.own_fleet(self.at))
    }

    fn appeal(&self, _: &View<'_>, ships: &Vec<UnitId>) -> i32 {
        i32::try_from(ships.len()).unwrap_or(0)
    }
}

/// Rule 6.2: does the side withdraw, and where to?
pub(super) struct Withdraw {
    pub(super) at: BoxId,
}

impl Choose<Miniature> for Withdraw {
    type Of = OrNo<BoxId>;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-withdraw").with("at", self.at.item())
    }

    fn options(&self, v: &View<'_>) -> Vec<OrNo<BoxId>> {
        let ways = v.data().place(self.at).ways.iter().map(|(to, _)| *to);
        let free = ways.filter(|to| !v.enemy_in(*to));
        let free = free.map(|to| OrNo(Some(to)));
        std::iter::once(OrNo(None)).chain(free).collect()
    }
}

/// Rule 6.4: does the holder of the Advantage fire again?
pub(super) struct Reroll {
    pub(super) hits: i32,
}

impl Ask<Miniature> for Reroll {
    const KIND: &'static Kind = &REROLL_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-reroll").with("hits", self.hits)
    }

    fn appeal(&self, _: &View<'_>) -> i32 {
        1 - self.hits
    }
}

/// Rule 6.5: which ships take the hits?
pub(super) struct Losses {
    pub(super) ships: Vec<UnitId>,
    pub(super) lost: i32,
}

impl Give<Miniature> for Losses {
    type Of = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &LOSSES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-losses").with("lost", self.lost)
    }

    fn choice(&self, v: &View<'_>) -> Choice<Vec<(UnitId, i32)>> {
        let of = self.ships.iter().map(|ship| (*ship, v.own_steps(*ship)));
        share(&of.collect::<Vec<_>>(), self.lost, self.lost)
    }

    fn default(&self, v: &View<'_>) -> Vec<(UnitId, i32)> {
        let mut left = self.lost;
        let mut shares = Vec::new();
        for ship in &self.ships {
            let steps = v.own_steps(*ship).min(left);
            if steps > 0 {
                shares.push((*ship, steps));
                left -= steps;
            }
        }
        shares
    }
}

/// Rule 3.4: which card is played before the battle?
pub(super) struct PlayCard;

impl Choose<Miniature> for PlayCard {
    type Of = OrNo<CardId>;
    const KIND: &'static Kind = &PLAY_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-play")
    }

    fn options(&self, v: &View<'_>) -> Vec<OrNo<CardId>> {
        let hand = v.own_hand().iter();
        let hand = hand.map(|card| OrNo(Some(CardId(*card))));
        std::iter::once(OrNo(None)).chain(hand).collect()
    }
}
