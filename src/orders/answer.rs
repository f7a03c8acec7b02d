//! What answers are made of, as types.
//!
//! An [`Element`] is one item of an answer: a unit, a place, one of some keywords. An [`Answer`] is what stands in a
//! whole answer or in a part of a line: an element, a number, a set, a way. Each is read from [`Picks`] and written to
//! them in one place; a wrong shape is an error that the caller sees, never a value left out.

use std::ops::Deref;
use std::sync::Arc;

use super::form::{Net, Part, Pick, Picks, Ways};
use super::item::Item;
use super::word::{NO, Word};

/// A type of which every value is one item of an answer.
pub trait Element: Copy + 'static {
    /// The keywords it is written with, so that standing orders can name them.
    const WORDS: &'static [&'static Word] = &[];

    /// The item.
    fn item(self) -> Item;

    /// The value an item stands for.
    fn from_item(item: Item) -> Option<Self>;
}

impl Element for Item {
    fn item(self) -> Item {
        self
    }

    fn from_item(item: Item) -> Option<Self> {
        Some(item)
    }
}

/// An element, or the word `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrNo<T>(pub Option<T>);

impl<T: Element> Element for OrNo<T> {
    const WORDS: &'static [&'static Word] = &[&NO];

    fn item(self) -> Item {
        self.0.map_or(Item::Word(&NO), Element::item)
    }

    fn from_item(item: Item) -> Option<Self> {
        if item == Item::Word(&NO) {
            return Some(Self(None));
        }
        T::from_item(item).map(|value| Self(Some(value)))
    }
}

/// A type that an answer, or a part of a line, is read as.
pub trait Answer: Sized + 'static {
    /// The keywords that can stand in it, so that standing orders can name them.
    const WORDS: &'static [&'static Word] = &[];

    /// Reads what was picked; a part that was left out is `None`. Gives nothing if the shape is wrong.
    fn read(picks: Option<&Picks>) -> Option<Self>;

    /// As picks.
    fn picks(&self) -> Picks;

    /// Whether it says nothing, so that its part is left out.
    fn is_silent(&self) -> bool {
        false
    }

    /// A choice of nothing but this: what it is printed by away from its form.
    fn only(&self) -> Pick;

    /// As a part of a line.
    fn part(&self) -> Option<Picks> {
        (!self.is_silent()).then(|| self.picks())
    }

    /// The part of a line in which it stands alone.
    fn only_part(&self, word: &'static Word) -> Part {
        Part {
            word,
            pick: self.only(),
            optional: true,
        }
    }
}

impl<T: Element> Answer for T {
    const WORDS: &'static [&'static Word] = T::WORDS;

    fn read(picks: Option<&Picks>) -> Option<Self> {
        match picks {
            Some(Picks::One(item)) => T::from_item(*item),
            _ => None,
        }
    }

    fn picks(&self) -> Picks {
        Picks::One(self.item())
    }

    fn only(&self) -> Pick {
        Pick::One(vec![self.item()])
    }
}

impl Answer for i32 {
    fn read(picks: Option<&Picks>) -> Option<Self> {
        match picks {
            Some(Picks::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn picks(&self) -> Picks {
        Picks::Number(*self)
    }

    fn only(&self) -> Pick {
        Pick::Number {
            min: *self,
            max: *self,
        }
    }
}

/// A part that may be left out.
impl<A: Answer> Answer for Option<A> {
    const WORDS: &'static [&'static Word] = A::WORDS;

    fn read(picks: Option<&Picks>) -> Option<Self> {
        match picks {
            None => Some(None),
            some => A::read(some).map(Some),
        }
    }

    fn picks(&self) -> Picks {
        self.as_ref().map_or(Picks::Nothing, Answer::picks)
    }

    fn is_silent(&self) -> bool {
        self.as_ref().is_none_or(Answer::is_silent)
    }

    fn only(&self) -> Pick {
        self.as_ref().map_or(Pick::Nothing, Answer::only)
    }
}

fn items<T: Element>(of: &[T]) -> Vec<Item> {
    of.iter().map(|one| one.item()).collect()
}

/// The elements of a list, if all of them are of the type; a part that was left out is an empty list.
fn elements<T: Element>(picks: Option<&Picks>) -> Option<Vec<T>> {
    match picks {
        None => Some(Vec::new()),
        Some(Picks::List(items)) => items.iter().map(|item| T::from_item(*item)).collect(),
        Some(_) => None,
    }
}

/// A set, whose order has no meaning: it is written in the order of the items.
impl<T: Element> Answer for Vec<T> {
    const WORDS: &'static [&'static Word] = T::WORDS;

    fn read(picks: Option<&Picks>) -> Option<Self> {
        elements(picks)
    }

    fn picks(&self) -> Picks {
        let mut items = items(self);
        items.sort_unstable();
        Picks::List(items)
    }

    fn is_silent(&self) -> bool {
        self.is_empty()
    }

    fn only(&self) -> Pick {
        Pick::Some {
            of: items(self),
            min: 0,
            max: self.len(),
        }
    }
}

/// All of some things, the foremost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking<T>(pub Vec<T>);

impl<T> Deref for Ranking<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Element> Answer for Ranking<T> {
    const WORDS: &'static [&'static Word] = T::WORDS;

    fn read(picks: Option<&Picks>) -> Option<Self> {
        elements(picks).map(Self)
    }

    fn picks(&self) -> Picks {
        Picks::List(items(self))
    }

    fn is_silent(&self) -> bool {
        self.is_empty()
    }

    fn only(&self) -> Pick {
        Pick::Order(items(self))
    }
}

/// A way over a net: each place that is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way<T>(pub Vec<T>);

impl<T> Deref for Way<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> From<Vec<T>> for Way<T> {
    fn from(places: Vec<T>) -> Self {
        Self(places)
    }
}

/// A net of some places, each next to all others: for printing a way away from the map.
struct Loose(Vec<Item>);

impl Ways for Loose {
    fn from(&self, _: Item, out: &mut Vec<(Item, u32)>) {
        out.extend(self.0.iter().map(|item| (*item, 1)));
    }
}

impl<T: Element> Answer for Way<T> {
    fn read(picks: Option<&Picks>) -> Option<Self> {
        elements(picks).map(Self)
    }

    fn picks(&self) -> Picks {
        Picks::List(items(self))
    }

    fn is_silent(&self) -> bool {
        self.is_empty()
    }

    fn only(&self) -> Pick {
        let max = u32::try_from(self.len()).unwrap_or(u32::MAX);
        Pick::Path {
            from: Item::Number(0),
            max,
            stay: true,
            net: Net(Arc::new(Loose(items(self)))),
        }
    }
}

/// Numbers given to things; nobody is given nothing.
impl<T: Element> Answer for Vec<(T, i32)> {
    const WORDS: &'static [&'static Word] = T::WORDS;

    fn read(picks: Option<&Picks>) -> Option<Self> {
        match picks {
            None => Some(Self::new()),
            Some(Picks::Share(shares)) => shares
                .iter()
                .map(|(item, n)| Some((T::from_item(*item)?, *n)))
                .collect(),
            Some(_) => None,
        }
    }

    fn picks(&self) -> Picks {
        let given = self.iter().filter(|(_, n)| *n != 0);
        Picks::Share(given.map(|(one, n)| (one.item(), *n)).collect())
    }

    fn is_silent(&self) -> bool {
        self.iter().all(|(_, n)| *n == 0)
    }

    fn only(&self) -> Pick {
        Pick::Share {
            of: self.iter().map(|(one, n)| (one.item(), *n)).collect(),
            min: 0,
            max: i32::MAX,
        }
    }
}

/// Things matched with others.
impl<A: Element, B: Element> Answer for Vec<(A, B)> {
    fn read(picks: Option<&Picks>) -> Option<Self> {
        match picks {
            None => Some(Self::new()),
            Some(Picks::Pairs(pairs)) => pairs
                .iter()
                .map(|(a, b)| Some((A::from_item(*a)?, B::from_item(*b)?)))
                .collect(),
            Some(_) => None,
        }
    }

    fn picks(&self) -> Picks {
        Picks::Pairs(self.iter().map(|(a, b)| (a.item(), b.item())).collect())
    }

    fn is_silent(&self) -> bool {
        self.is_empty()
    }

    fn only(&self) -> Pick {
        let (from, to) = self.iter().map(|(a, b)| (a.item(), b.item())).unzip();
        Pick::Pairs {
            from,
            to,
            each: self.len(),
        }
    }
}

/// Several keywords as a type: `elements! { /// How fit it is. pub enum Fit { Fresh = FRESH, Spent = SPENT } }`; or,
/// of a type that stands already, `elements! { Side: German = GERMAN, Allied = ALLIED }`.
#[macro_export]
macro_rules! elements {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident {
        $($(#[$vmeta:meta])* $Variant:ident = $WORD:ident),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Name {
            $($(#[$vmeta])* $Variant),+
        }

        impl $Name {
            /// All of them.
            $vis const ALL: &'static [Self] = &[$(Self::$Variant),+];
        }

        $crate::elements! { $Name: $($Variant = $WORD),+ }
    };
    ($Name:ty: $($Variant:ident = $WORD:ident),+ $(,)?) => {
        impl $crate::orders::Element for $Name {
            const WORDS: &'static [&'static $crate::orders::Word] = &[$(&$WORD),+];

            fn item(self) -> $crate::orders::Item {
                $crate::orders::Item::Word(match self {
                    $(Self::$Variant => &$WORD),+
                })
            }

            fn from_item(item: $crate::orders::Item) -> ::std::option::Option<Self> {
                match item {
                    $($crate::orders::Item::Word(word) if *word == $WORD => {
                        ::std::option::Option::Some(Self::$Variant)
                    })+
                    _ => ::std::option::Option::None,
                }
            }
        }
    };
}
