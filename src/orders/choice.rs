//! Choices: what an answer of a type is chosen from.

use std::marker::PhantomData;

use super::answer::{Answer, Element, Ranking, Way};
use super::form::{Net, Part, Pick};
use super::item::Item;
use super::word::Word;

/// What an answer of type `A` is chosen from.
#[derive(Debug)]
pub struct Choice<A> {
    pick: Pick,
    optional: bool,
    of: PhantomData<fn() -> A>,
}

impl<A> Choice<A> {
    /// A choice of any shape; the type must be read from that shape.
    pub const fn new(pick: Pick) -> Self {
        Self {
            pick,
            optional: false,
            of: PhantomData,
        }
    }

    /// As a part it may be left out.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// As a part it must be written, even if it may be empty.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.optional = false;
        self
    }

    /// The shape.
    pub fn pick(self) -> Pick {
        self.pick
    }

    /// As a part of a line.
    pub fn part(self, word: &'static Word) -> Part {
        Part {
            word,
            pick: self.pick,
            optional: self.optional,
        }
    }
}

impl<A: Answer> From<Choice<A>> for Choice<Option<A>> {
    fn from(choice: Choice<A>) -> Self {
        Self {
            pick: choice.pick,
            optional: true,
            of: PhantomData,
        }
    }
}

/// As items of a form.
pub fn items<T: Element>(of: &[T]) -> Vec<Item> {
    of.iter().map(|one| one.item()).collect()
}

/// In the order of the items, as sets are written.
fn set<T: Element>(of: &[T]) -> Vec<Item> {
    let mut items = items(of);
    items.sort_unstable();
    items
}

/// Exactly one of these.
pub fn one<T: Element>(of: &[T]) -> Choice<T> {
    Choice::new(Pick::One(items(of)))
}

/// From `min` to `max` of these; a part of which none need be named may be left out.
pub fn some<T: Element>(of: &[T], min: usize, max: usize) -> Choice<Vec<T>> {
    let of = set(of);
    let choice = Choice::new(Pick::Some { of, min, max });
    if min == 0 { choice.optional() } else { choice }
}

/// Any of these, or none.
pub fn any<T: Element>(of: &[T]) -> Choice<Vec<T>> {
    some(of, 0, of.len())
}

/// So many of these at least.
pub fn at_least<T: Element>(min: usize, of: &[T]) -> Choice<Vec<T>> {
    some(of, min, of.len())
}

/// So many of these at most.
pub fn up_to<T: Element>(max: usize, of: &[T]) -> Choice<Vec<T>> {
    some(of, 0, max)
}

/// All of these, ranked.
pub fn ranked<T: Element>(of: &[T]) -> Choice<Ranking<T>> {
    Choice::new(Pick::Order(items(of)))
}

/// A whole number, both bounds included.
pub const fn number(min: i32, max: i32) -> Choice<i32> {
    Choice::new(Pick::Number { min, max })
}

/// A way from a place that costs at most so much.
pub fn way<T: Element>(from: T, max: u32, net: Net) -> Choice<Way<T>> {
    let from = from.item();
    Choice::new(Pick::Path {
        from,
        max,
        stay: false,
        net,
    })
}

/// A way from a place that costs at most so much, or none.
pub fn way_or_stay<T: Element>(from: T, max: u32, net: Net) -> Choice<Way<T>> {
    let from = from.item();
    Choice::new(Pick::Path {
        from,
        max,
        stay: true,
        net,
    })
}

/// Numbers given to things, to each at most so much, from `min` to `max` in all; a part of which none need be given may
/// be left out.
pub fn share<T: Element>(of: &[(T, i32)], min: i32, max: i32) -> Choice<Vec<(T, i32)>> {
    let of = of.iter().map(|(one, most)| (one.item(), *most)).collect();
    let choice = Choice::new(Pick::Share { of, min, max });
    if min <= 0 { choice.optional() } else { choice }
}

/// Some of `from`, each matched with one of `to`, each of which serves at most so many times.
pub fn pairs<A: Element, B: Element>(from: &[A], to: &[B], each: usize) -> Choice<Vec<(A, B)>> {
    let (from, to) = (items(from), items(to));
    Choice::new(Pick::Pairs { from, to, each }).optional()
}

/// Nothing: a part that this line does not have.
pub const fn absent<A>() -> Choice<A> {
    Choice {
        pick: Pick::Some {
            of: Vec::new(),
            min: 1,
            max: 0,
        },
        optional: true,
        of: PhantomData,
    }
}
