//! Rules 2 and 3: sealed bids for the initiative; the shared deck.

use super::Board;
use super::event::Event;
use super::orders::{Bid, PlayCard};
use super::state::{Phase, Side};
use crate::engine::game::Side as _;
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::orders::OrNo;

/// Rule 2.1 and 2.2: both sides bid fuel in secret; the higher bid has the initiative.
pub(super) fn bid(t: &mut Board<'_>) -> Play {
    let bids = t.ask_all(vec![(Side::Red, Given(Bid)), (Side::Blue, Given(Bid))])?;
    let (red, blue) = (bids[0], bids[1]);
    let initiative = match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Side::Red,
        std::cmp::Ordering::Less => Side::Blue,
        std::cmp::Ordering::Equal if t.data().tie_to_red => Side::Red,
        std::cmp::Ordering::Equal => t.state().advantage,
    };
    t.happen(Event::Bids {
        red,
        blue,
        initiative,
    })?;
    t.happen(Event::NextPhase)
}

/// Rule 3: the initiative draws an open card, the other side one into its hand.
pub(super) fn draw(t: &mut Board<'_>) -> Play {
    let first = t.state().initiative;
    shuffle_if_empty(t, "open")?;
    if let Some(card) = t.draw("open", |s| &s.deck)? {
        // The order of the deck was hidden until now.
        t.reveal(Event::Opened { side: first, card })?;
    }
    let second = first.other();
    if t.state().hands[second.index()].len() < t.data().tables.hand_most {
        shuffle_if_empty(t, "hand")?;
        if let Some(card) = t.draw("hand", |s| &s.deck)? {
            // So was the card to the one who takes it.
            t.reveal(Event::Taken { side: second, card })?;
        }
    }
    t.happen(Event::NextPhase)
}

/// Rule 3.1 and 3.5: when no card is left, those not in hands are shuffled.
fn shuffle_if_empty(t: &mut Board<'_>, before: &str) -> Play {
    if t.state().deck.left() > 0 {
        return Ok(());
    }
    let held: Vec<u16> = t.state().hands.iter().flatten().copied().collect();
    let all = 0..u16::try_from(t.data().cards.len()).unwrap_or(u16::MAX);
    let cards: Vec<u16> = all.filter(|card| !held.contains(card)).collect();
    let deck = t.shuffle(format_args!("{before}.shuffle"), cards)?;
    t.happen(Event::Shuffled { deck })
}

/// Rule 3.4: before a battle each side may play one card from its hand; gives what it adds.
pub(super) fn play(t: &mut Board<'_>) -> Play<[i32; 2]> {
    let asks: Vec<_> = Side::ALL
        .iter()
        .filter(|side| !t.state().hands[side.index()].is_empty())
        .map(|side| (*side, OneOf(PlayCard)))
        .collect();
    let sides: Vec<Side> = asks.iter().map(|(side, _)| *side).collect();
    let answers = t.ask_all(asks)?;
    let mut adds = [0, 0];
    for (side, answer) in sides.into_iter().zip(answers) {
        if let OrNo(Some(card)) = answer {
            let value = t.data().cards[usize::from(card.0)].value;
            adds[side.index()] = value;
            t.reveal(Event::Played {
                side,
                card: card.0,
                value,
            })?;
        }
    }
    Ok(adds)
}

/// The phases in which each kind of decision can be asked.
pub(super) const MOVES: &[&str] = &[Phase::First.name(), Phase::Second.name()];
