//! Switches: the optional rules of a game and the points on which tables may differ, each declared in one place.

use std::ops::RangeInclusive;

use super::game::DataError;

/// The switches of a game: field, type, name on the command line, values and what they mean. The first value counts
/// unless players say otherwise. A number has bounds instead, and is `None` unless said; what counts then is printed, and so
/// stands in the game's data. What each switch decides is told in `rules.toml`.
///
/// ```
/// fieldpost::switches! {
///     /// The switches of a game.
///     pub struct Switches {
///         /// 5.2: a drawn battle ends the turn.
///         draws_end: bool = "draws" { "go-on" => false, "end-the-turn" => true };
///         /// 1.3: how many turns are played.
///         turns: Option<u32> = "turns" (1..=20);
///     }
/// }
/// let said = [("draws".to_owned(), "end-the-turn".to_owned())];
/// let on = Switches::read(&said).unwrap();
/// assert!(on.draws_end && on.turns.is_none());
/// let wrong = Switches::read(&[("turns".to_owned(), "21".to_owned())]).unwrap_err();
/// assert_eq!(wrong.what, "turns = `21`: a number from 1 to 20");
/// ```
#[macro_export]
macro_rules! switches {
    ($(#[$about:meta])* $vis:vis struct $Switches:ident {
        $($(#[$doc:meta])* $field:ident: $kind:ty = $name:literal $values:tt;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $Switches {
            $($(#[$doc])* pub $field: $kind,)*
        }

        impl Default for $Switches {
            fn default() -> Self {
                Self { $($field: $crate::switch!(usual $values),)* }
            }
        }

        impl $Switches {
            /// The names of all of them.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// Those that a game is made with.
            pub fn read(
                said: &[(String, String)],
            ) -> Result<Self, $crate::engine::game::DataError> {
                let mut all = Self::default();
                for (name, value) in said {
                    match name.as_str() {
                        $($name => all.$field = $crate::switch!(read $values name, value)?,)*
                        _ => return Err($crate::engine::switches::unknown(name, Self::NAMES)),
                    }
                }
                Ok(all)
            }
        }
    };
}

/// What one line of [`switches!`](crate::switches) comes to.
#[doc(hidden)]
#[macro_export]
macro_rules! switch {
    (usual { $text:literal => $meaning:expr $(, $($rest:tt)*)? }) => { $meaning };
    (usual ($range:expr)) => { None };
    (read { $($text:literal => $meaning:expr),+ $(,)? } $name:ident, $value:ident) => {
        match $value.as_str() {
            $($text => Ok($meaning),)+
            _ => Err($crate::engine::switches::other($name, $value, &[$($text),+])),
        }
    };
    (read ($range:expr) $name:ident, $value:ident) => {
        $crate::engine::switches::number($name, $value, $range).map(Some)
    };
}

fn wrong(what: String) -> DataError {
    DataError {
        file: "switches".to_owned(),
        what,
    }
}

/// There is no such switch.
pub fn unknown(name: &str, known: &[&str]) -> DataError {
    wrong(format!(
        "no switch `{name}`: there are {}",
        known.join(", ")
    ))
}

/// The switch has no such value.
pub fn other(name: &str, value: &str, known: &[&str]) -> DataError {
    let known = match known {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        all => all.join(", "),
    };
    wrong(format!("{name} = `{value}`: {known}"))
}

/// A number within bounds.
pub fn number<N>(name: &str, value: &str, bounds: RangeInclusive<N>) -> Result<N, DataError>
where
    N: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let (least, most) = (bounds.start(), bounds.end());
    let read = value.parse().ok().filter(|n| bounds.contains(n));
    read.ok_or_else(|| {
        wrong(format!(
            "{name} = `{value}`: a number from {least} to {most}"
        ))
    })
}
