//! Rules 10.71 and 23.7: the two dice of each side in a combat, or the cards instead.

use super::Field;
use super::event::Event;
use super::state::Side;
use crate::engine::game::Side as _;
use crate::engine::odds::{Alike, SUMMED};
use crate::engine::table::Play;
use crate::engine::tally::{Dice, Tally};

/// What a side threw or drew.
#[derive(Clone, Debug)]
pub(super) struct Throw {
    /// The natural value, 2 to 12.
    pub(super) value: i32,
    /// The dice, if they were dice.
    pub(super) dice: Option<Dice>,
}

impl Throw {
    /// Adds it to a tally.
    pub(super) fn add_to(&self, tally: &mut Tally) {
        match &self.dice {
            Some(dice) => {
                tally.dice(dice);
            }
            None => {
                tally.term("combat-card", self.value, "23.7");
            }
        }
    }

    /// The card, if it was one.
    pub(super) fn card(&self) -> Option<i32> {
        self.dice.is_none().then_some(self.value)
    }
}

/// Two dice of a side, or a card of its deck.
pub(super) fn throw(t: &mut Field<'_>, side: Side, what: &str) -> Play<Throw> {
    if t.data().switches.card_combat {
        return draw(t, side, what);
    }
    // Only what they show together matters.
    let die = Alike {
        bounds: Vec::new(),
        kind: SUMMED,
    };
    let dice = t.roll_alike(format_args!("{}.{what}", side.id()), 6, &[die.clone(), die])?;
    Ok(Throw {
        value: dice.sum(),
        dice: Some(dice),
    })
}

/// Rule 23.71: the next card; when all 36 are used they are shuffled again.
fn draw(t: &mut Field<'_>, side: Side, what: &str) -> Play<Throw> {
    if t.state().decks[side.index()].left() == 0 {
        let counts = t.data().tables.options.deck;
        // A card's number is its place in the sorted deck; equal cards differ in it.
        let cards = (0..counts.iter().sum::<u16>()).collect();
        let deck = t.shuffle(format_args!("{}.{what}.shuffle", side.id()), cards)?;
        t.happen(Event::Shuffled { side, deck })?;
    }
    let card = t.draw(format_args!("{}.{what}", side.id()), |s| {
        &s.decks[side.index()]
    })?;
    let counts = t.data().tables.options.deck;
    Ok(Throw {
        value: value(&counts, card.unwrap_or(0)),
        dice: None,
    })
}

/// The value of a card: so many twos, then threes, up to the queen, which is 12.
fn value(counts: &[u16; 11], card: u16) -> i32 {
    let mut before = 0;
    for (count, value) in counts.iter().zip(2..) {
        before += count;
        if card < before {
            return value;
        }
    }
    12
}

#[cfg(test)]
mod tests {
    use super::value;

    // proves: market-garden 23.71
    #[test]
    fn a_deck_of_36_cards_averages_seven() {
        let counts = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
        let cards: Vec<i32> = (0..36).map(|card| value(&counts, card)).collect();
        assert_eq!(cards.iter().sum::<i32>(), 7 * 36);
        for (n, count) in (2..).zip(counts) {
            let found = cards.iter().filter(|card| **card == n).count();
            assert_eq!(found, usize::from(count), "cards of {n}");
        }
    }
}
