//! What the fields of events and refusals say.

use super::deck::Deck;
use super::tally::{Dice, Tally};
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::{Item, Phrase, Word};

/// A field of an event ([`events!`](crate::events)) or of a refusal ([`bars!`](crate::bars)).
///
/// Numbers, units, spaces, sides of the board and lists of them have it. A game writes it for its own types: for its
/// sides and nations the keyword ([`crate::say_words!`]), for what has no words of its own [`crate::say_nothing!`], for
/// all else a few lines.
pub trait Say {
    /// Adds what it says to a phrase, under this name; what cannot be said adds nothing.
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase;

    /// The tally, if it is one.
    fn tally(&self) -> Option<&Tally> {
        None
    }
}

/// Types that say nothing: what they mean stands in the words that the event chooses, or nowhere.
#[macro_export]
macro_rules! say_nothing {
    ($($of:ty),* $(,)?) => {
        $(impl $crate::engine::say::Say for $of {
            fn say(&self, _: &'static str, phrase: $crate::orders::Phrase) -> $crate::orders::Phrase {
                phrase
            }
        })*
    };
}

/// Types that are said by a keyword, which their function `word` gives.
#[macro_export]
macro_rules! say_words {
    ($($of:ty),* $(,)?) => {
        $(impl $crate::engine::say::Say for $of {
            fn say(&self, name: &'static str, phrase: $crate::orders::Phrase) -> $crate::orders::Phrase {
                phrase.with(name, $crate::orders::Item::Word(self.word()))
            }
        })*
    };
}

say_nothing!(bool, Deck, Dice);

/// What is said by one item, alone, in lists, and in lists with a number for each.
macro_rules! say_items {
    ($($of:ty),*) => {
        $(impl Say for $of {
            fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
                phrase.with(name, Item::from(*self))
            }
        }

        impl Say for Vec<$of> {
            fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
                phrase.with(name, items(self))
            }
        }

        impl Say for Vec<($of, i32)> {
            fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
                let pairs = self.iter().flat_map(|(of, number)| [Item::from(*of), Item::Number(*number)]);
                phrase.with(name, pairs.collect::<Vec<Item>>())
            }
        })*
    };
}

say_items!(i32, UnitId, SpaceId, SideId, &'static Word);

/// Counts that no game lets grow beyond what a number holds.
macro_rules! say_counts {
    ($($of:ty),*) => {
        $(impl Say for $of {
            fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
                phrase.with(name, i32::try_from(*self).unwrap_or(i32::MAX))
            }
        })*
    };
}

say_counts!(u16, u32, usize);

impl Say for Vec<u32> {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        let numbers = self.iter().map(|n| i32::try_from(*n).unwrap_or(i32::MAX));
        phrase.with(name, numbers.map(Item::Number).collect::<Vec<Item>>())
    }
}

/// A text in records: an order as it was written.
impl Say for String {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.clone())
    }
}

impl Say for Tally {
    fn say(&self, _: &'static str, phrase: Phrase) -> Phrase {
        phrase
    }

    fn tally(&self) -> Option<&Tally> {
        Some(self)
    }
}

/// Nothing is said of what is not there.
impl<T: Say> Say for Option<T> {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        match self {
            Some(said) => said.say(name, phrase),
            None => phrase,
        }
    }

    fn tally(&self) -> Option<&Tally> {
        self.as_ref().and_then(Say::tally)
    }
}

/// A list of things as items.
pub fn items<T: Copy>(things: &[T]) -> Vec<Item>
where
    Item: From<T>,
{
    things.iter().map(|thing| Item::from(*thing)).collect()
}
