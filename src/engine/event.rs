//! Events: what can happen, how it is told, and what each side saw of it.
//!
//! A game declares all its events in one table, [`events!`](crate::events): what an event holds, what it says, the rule
//! it follows from. The enum, its form in records, its words, rule and tally, and the chapters in which it is applied follow.

use super::game::{Game, Side as _};
use super::tally::Tally;
use crate::orders::Phrase;

/// What every event can say of itself; made by [`events!`](crate::events).
pub trait Happening {
    /// What it says.
    fn telling(&self) -> Phrase;

    /// The rule it follows from, as numbered in the book; empty for the referee's own.
    fn rule(&self) -> &'static str;

    /// How its numbers came about.
    fn tally(&self) -> Option<&Tally>;
}

/// Declares the events of a game in one table: a line for each.
///
/// A line has the event's name and fields, the key of its words in `templates/`, and its rule:
///
/// ```
/// use fieldpost::board::{SpaceId, UnitId};
/// use fieldpost::engine::event::Happening as _;
/// use fieldpost::engine::tally::Tally;
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
/// pub enum How { Road, Sea }
/// fieldpost::say_nothing!(How);
///
/// const fn moves_rule(how: How) -> &'static str {
///     match how { How::Road => "5.2", How::Sea => "8.1" }
/// }
///
/// fieldpost::events! {
///     /// What can happen.
///     #[serde(tag = "is", rename_all = "kebab-case")]
///     pub enum Event;
///
///     /// Moves and searches (5).
///     chapter Moving {
///         /// A unit moved.
///         Moves { unit: UnitId, to: SpaceId, cost as _: i32, how: How } => "moves", moves_rule(*how);
///         /// A unit looked for the enemy.
///         Searches { unit: UnitId, at as near: SpaceId, tally: Tally, found: bool }
///             => if *found { "finds" } else { "finds-not" }, "5.4";
///     }
///
///     /// The course of the turn (3).
///     chapter Turn {
///         /// The next turn began.
///         Next { turn: u32 } => "turn-begins", "3.1", last = i32::from(*turn == 9);
///     }
/// }
///
/// let found = Event::Searches { unit: UnitId(3), at: SpaceId(7), tally: Tally::default(), found: true };
/// assert_eq!(found.telling().key, "finds");
/// assert_eq!(found.telling().args[1].0, "near");
/// assert_eq!(found.rule(), "5.4");
/// assert!(found.tally().is_some());
///
/// fn apply(event: &Event) -> &'static str {
///     match event.chapter() {
///         Chapter::Moving(event) => match event {
///             Moving::Moves { .. } => "the unit stands elsewhere",
///             Moving::Searches { .. } => "nothing changes",
///         },
///         Chapter::Turn(Turn::Next { .. }) => "the turn is counted",
///     }
/// }
/// assert_eq!(apply(&found), "nothing changes");
/// ```
///
/// - **Fields** are arguments of the words under their own names. `as other` gives another name, `as _` keeps one out.
///   A field's type says what it adds ([`Say`](super::say::Say)): a tally or a flag adds nothing. A type of the game's own
///   must say something or be listed in [`say_nothing!`](crate::say_nothing).
/// - **Words and rule** are expressions that see the fields as references: a literal nearly always, else a choice by a
///   flag, or a function of the game that takes what it needs.
/// - **More arguments** stand behind the rule, as `name = value`.
/// - **Chapters** may be left out in a small game. With them, `Event::chapter` gives the event as an enum of its chapter, so
///   that each file of `apply/` matches its own events and none is forgotten. `apply` has no `_ =>`: an event that
///   changes nothing stands there by name.
/// - Fields may have attributes of serde, and so may the enum; its name in records is that of `#[serde(..)]`.
#[macro_export]
macro_rules! events {
    (@say $phrase:ident $field:ident) => {
        $crate::engine::say::Say::say($field, stringify!($field), $phrase)
    };
    (@say $phrase:ident $field:ident as _) => {{
        let _ = $field;
        $phrase
    }};
    (@say $phrase:ident $field:ident as $name:ident) => {
        $crate::engine::say::Say::say($field, stringify!($name), $phrase)
    };
    (@tally $field:ident as _) => {{
        let _ = $field;
        None
    }};
    (@tally $field:ident $(as $name:ident)?) => {
        $crate::engine::say::Say::tally($field)
    };
    (
        $(#[$head:meta])* pub enum $Event:ident;
        $($(#[$about:meta])* chapter $Chapter:ident { $(
            $(#[$meta:meta])* $Name:ident
            $({ $($(#[$with:meta])* $field:ident $(as $told:tt)? : $of:ty),* $(,)? })?
            => $words:expr, $rule:expr $(, $arg:ident = $value:expr)*;
        )* })+
    ) => {
        $crate::events! {
            $(#[$head])* pub enum $Event;
            $($(
                $(#[$meta])* $Name $({ $($(#[$with])* $field $(as $told)? : $of),* })?
                => $words, $rule $(, $arg = $value)*;
            )*)+
        }

        /// An event as one of its chapter.
        #[derive(Clone, Copy, Debug)]
        pub enum Chapter<'e> { $($(#[$about])* $Chapter($Chapter<'e>)),+ }

        $($(#[$about])*
        #[derive(Clone, Copy, Debug)]
        // A field that changes nothing is told all the same; events are named for what they say.
        #[allow(dead_code, clippy::enum_variant_names)]
        pub enum $Chapter<'e> { $($(#[$meta])* $Name $({ $($field: &'e $of),* })?),* })+

        impl $Event {
            /// The event as one of its chapter.
            pub const fn chapter(&self) -> Chapter<'_> {
                match self {
                    $($(Self::$Name $({ $($field),* })? => {
                        Chapter::$Chapter($Chapter::$Name $({ $($field),* })?)
                    })*)+
                }
            }
        }
    };
    (
        $(#[$head:meta])* pub enum $Event:ident;
        $(
            $(#[$meta:meta])* $Name:ident
            $({ $($(#[$with:meta])* $field:ident $(as $told:tt)? : $of:ty),* $(,)? })?
            => $words:expr, $rule:expr $(, $arg:ident = $value:expr)*;
        )+
    ) => {
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        $(#[$head])*
        pub enum $Event { $($(#[$meta])* $Name $({ $($(#[$with])* $field: $of),* })?),+ }

        impl $Event {
            /// The key of its words.
            pub fn words(&self) -> &'static str {
                match self {
                    $(Self::$Name $({ $($field),* })? => {
                        $($(let _ = $field;)*)?
                        $words
                    })+
                }
            }

            /// Adds what its fields say to a phrase.
            pub fn arguments(&self, phrase: $crate::orders::Phrase) -> $crate::orders::Phrase {
                match self {
                    $(Self::$Name $({ $($field),* })? => {
                        $($(let phrase = $crate::events!(@say phrase $field $(as $told)?);)*)?
                        $(let phrase = phrase.with(stringify!($arg), $value);)*
                        phrase
                    })+
                }
            }
        }

        impl $crate::engine::event::Happening for $Event {
            fn telling(&self) -> $crate::orders::Phrase {
                self.arguments($crate::orders::Phrase::new(self.words()))
            }

            fn rule(&self) -> &'static str {
                match self {
                    $(Self::$Name $({ $($field),* })? => {
                        $($(let _ = $field;)*)?
                        $rule
                    })+
                }
            }

            fn tally(&self) -> Option<&$crate::engine::tally::Tally> {
                match self {
                    $(Self::$Name $({ $($field),* })? => {
                        None$($(.or($crate::events!(@tally $field $(as $told)?)))*)?
                    })+
                }
            }
        }
    };
}

/// What a side sees of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight<E> {
    /// All of it.
    Whole,
    /// Only this much: another, poorer event.
    Part(E),
    /// Nothing.
    Nothing,
}

/// An event that has been told.
#[derive(Clone, Debug)]
pub struct Told<G: Game> {
    /// What happened.
    pub event: G::Event,
    /// What each side saw, in the order of [`Side::ALL`].
    pub sights: Vec<Sight<G::Event>>,
    /// Whether it was revealed: news a side was entitled to, from something hidden before.
    pub news: bool,
}

impl<G: Game> Told<G> {
    /// Whether every side saw all of it, so that it may stand in the public journal.
    pub fn is_open(&self) -> bool {
        self.sights
            .iter()
            .all(|sight| matches!(sight, Sight::Whole))
    }

    /// What `by` saw.
    pub fn seen_by(&self, by: G::Side) -> Option<&G::Event> {
        let index = G::Side::ALL.iter().position(|side| *side == by)?;
        match self.sights.get(index)? {
            Sight::Whole => Some(&self.event),
            Sight::Part(part) => Some(part),
            Sight::Nothing => None,
        }
    }
}
