//! Rules 23.5 and 23.51: sealed bids for the sides, and what the points buy for the first day.

use super::Field;
use super::MarketGarden;
use super::event::Event;
use super::refit;
use super::state::{Phase, Side};
use super::view::View;
use super::words::{BID, SPACES};
use crate::engine::decision::{Kind, Speaks};
use crate::engine::ready::{Give, Given};
use crate::engine::table::Play;
use crate::orders::choice::number;
use crate::orders::{Choice, Phrase, Word};

const fn kind(word: &'static Word) -> Kind {
    Kind {
        word,
        rows: &[],
        answers: &[],
        reaction: false,
        desk: "staff",
        phases: &["bids"],
        speaks: Speaks::ANY,
    }
}

pub(super) static BID_KIND: Kind = kind(&BID);
pub(super) static SPACES_KIND: Kind = kind(&SPACES);

/// The most anybody may bid.
const MOST: i32 = 99;

/// Rule 23.51: how much a player gives for the side he wants: below nought the Allies, above it the Germans.
struct Bid;

impl Give<MarketGarden> for Bid {
    type Of = i32;
    const KIND: &'static Kind = &BID_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-side-bid")
    }

    fn choice(&self, _: &View<'_>) -> Choice<i32> {
        number(-MOST, MOST)
    }

    fn default(&self, _: &View<'_>) -> i32 {
        0
    }
}

/// Rules 23.51 and 13.43: spaces bought for 17 September.
struct Spaces {
    reserve: i32,
}

impl Give<MarketGarden> for Spaces {
    type Of = i32;
    const KIND: &'static Kind = &SPACES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-spaces").with("reserve", self.reserve)
    }

    fn choice(&self, v: &View<'_>) -> Choice<i32> {
        let table = &v.data().tables.supply;
        let most = (self.reserve / table.space).min(table.spaces_most);
        number(-most, most)
    }

    fn default(&self, _: &View<'_>) -> i32 {
        0
    }
}

/// What two bids come to: which side is paid for giving way, how much, and whether the players change seats.
///
/// the sign names the side; who want different sides get them for nothing; else the higher bid wins and the
/// other is paid; equal bids for one side are left to a die.
pub(super) fn settle(
    german: i32,
    allied: i32,
    die: impl FnOnce() -> Play<bool>,
) -> Play<(Option<Side>, i32, bool)> {
    let wish = |bid: i32| {
        if bid < 0 { Side::Allied } else { Side::German }
    };
    if wish(german) != wish(allied) {
        let exchange = wish(german) == Side::Allied;
        return Ok((None, 0, exchange));
    }
    let wanted = wish(german);
    let (first, second) = (german.abs(), allied.abs());
    // Whether the player in the German seat gets the side both want.
    let german_wins = match first.cmp(&second) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => die()?,
    };
    let exchange = german_wins != (wanted == Side::German);
    Ok((Some(wanted.other()), first.max(second), exchange))
}

/// Rule 23.5: both bid in secret, then spaces are bought.
pub(super) fn phase(t: &mut Field<'_>) -> Play {
    let bids = t.ask_all(vec![(Side::German, Given(Bid)), (Side::Allied, Given(Bid))])?;
    let (german, allied) = (bids[0], bids[1]);
    let mut thrown = None;
    let (to, points, exchange) = settle(german, allied, || {
        let dice = t.roll("tie", 1, 6)?;
        let even = dice.sum() % 2 == 0;
        thrown = Some(dice);
        Ok(even)
    })?;
    t.happen(Event::Bids {
        german,
        allied,
        points,
        to,
        exchange,
        dice: thrown,
    })?;
    for side in [Side::German, Side::Allied] {
        let reserve = t.state().reserve[side.index()];
        if reserve < t.data().tables.supply.space {
            continue;
        }
        let spaces = t.ask(side, Given(Spaces { reserve }))?;
        if let Ok(points) = refit::buy(t, side, spaces, 0) {
            t.happen(Event::Buys {
                side,
                spaces,
                points,
            })?;
        }
    }
    t.happen(Event::Next { phase: Phase::Air })
}
