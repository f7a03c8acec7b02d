//! The games: one folder for each, and the list of them.
//!
//! A game is its folder here, its data in `scenarios/<name>/`, its words in `templates/{en,fr}/`, and in this file its
//! module and its line of [`games!`](crate::games). `docs/new-game.md` is the recipe. Rules do no I/O and know neither mail nor
//! disk; what two games need moves down into `engine`, `board` or `orders`, which name no game.
//!
//! The rooms of a folder are called alike, and a game has those it needs:
//!
//! | file | what it holds |
//! |---|---|
//! | `mod.rs` | the game's contract with the engine ([`Game`](crate::engine::game::Game)), its turn from phase to phase |
//! | `data.rs`, `units.rs`, `map.rs` | what is printed: board, counters, tables, read from `scenarios/` |
//! | `switches.rs` | optional rules and disputed points, by name |
//! | `setup.rs` | the first position of each scenario |
//! | `state.rs`, `apply.rs` or `apply/` | what changes in play, and how each event changes it |
//! | `event.rs`, `telling.rs` or `telling/` | what can happen, and how it is told |
//! | `orders.rs`, `orders/`, `script.rs`, `decisions.rs` | what players are asked and may write |
//! | `reactions/` | what the other side is asked in the middle of a phase |
//! | `words.rs` | the game's keywords in both languages |
//! | `bars.rs`, `reasons.rs` | why an order is refused, with the rule |
//! | one file for each phase or chapter of the book: `air_phase.rs`, `supply.rs`, `assault/` ... | the rules themselves, as procedures in the book's order |
//! | `view.rs` | what one side knows: the only thing that forms, errors, bots and pictures see |
//! | `secrets.rs` | twins: what may differ without the other side's noticing |
//! | `picture.rs` | what stands on the map, as one reader knows it |
//! | `rulings.rs`, `conditions.rs` | what a referee may change, and what may stand behind `if` in a line sent ahead |
//! | `staff/` or `ideas/` | bots that play with a plan |
//! | `victory.rs` | who has won |

pub mod burning_blue;
pub mod market_garden;
#[expect(dead_code, reason = "the game is being built")]
pub mod mercury;
pub mod miniature;
#[expect(dead_code, reason = "the game is being built")]
pub mod sealion;
pub mod weserubung;

use crate::orders::fold::fold;

/// The closed list of games. Everything that goes from game to game is made from it by the macro `$then`: adding a game
/// is one line here.
///
/// A line is: type, folder, name on the command line and in `scenarios/`, title of the printed game.
#[doc(hidden)]
#[macro_export]
macro_rules! games {
    ($then:ident $($with:tt)*) => {
        $crate::$then! { ($($with)*)
            Miniature, miniature, "miniature", "The Skerries";
            Weserubung, weserubung, "weserubung", "Opération Weserübung";
            MarketGarden, market_garden, "market-garden", "Monty's Gamble: Market Garden";
            Mercury, mercury, "mercury", "Operation Mercury";
            Sealion, sealion, "sealion", "Britain Stands Alone: Operation Sealion 1940";
            BurningBlue, burning_blue, "burning-blue", "The Burning Blue";
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! list_games {
    (() $($Game:ident, $folder:ident, $name:literal, $title:literal;)*) => {
        $(pub use $folder::$Game;)*

        /// The games there are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum GameId {
            $(#[doc = $title] $Game,)*
        }

        impl GameId {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$Game,)*];

            /// The name on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Game => $name,)*
                }
            }

            /// What stands on the box.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$Game => $title,)*
                }
            }

            /// The numbered rules and what the program does about each, as TOML.
            pub const fn rules(self) -> &'static str {
                match self {
                    $(Self::$Game => include_str!(concat!("../../scenarios/", $name, "/rules.toml")),)*
                }
            }
        }
    };
}

games!(list_games);

/// Does something with the type of a game: `with_game!(id, G => f::<G>())`.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        $crate::games!(match_game $id, $G => $body)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    (($id:expr, $G:ident => $body:expr) $($Game:ident, $folder:ident, $name:literal, $title:literal;)*) => {
        match $id {
            $($crate::rules::GameId::$Game => {
                type $G = $crate::rules::$Game;
                $body
            })*
        }
    };
}

impl GameId {
    /// The game with this name, or the only one whose title has these words: `Weserübung`, `Market Garden`, `skerries`.
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(id) = Self::ALL.iter().copied().find(|id| id.name() == name) {
            return Some(id);
        }
        let wanted = words(name);
        // `the` or `of` name no game, even if only one title has them.
        if wanted.iter().all(|word| word.chars().count() < 4) {
            return None;
        }
        let mut found = Self::ALL.iter().copied().filter(|id| {
            let [title, name] = [words(id.title()), words(id.name())];
            wanted
                .iter()
                .all(|word| title.contains(word) || name.contains(word))
        });
        let id = found.next()?;
        found.next().is_none().then_some(id)
    }
}

/// The words of a name as they are compared: without accents, capitals, hyphens and other marks.
fn words(name: &str) -> Vec<String> {
    fold(name)
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game as _;

    #[test]
    fn a_game_is_found_by_name_and_by_the_words_on_its_box() {
        for id in GameId::ALL {
            assert_eq!(GameId::from_name(id.name()), Some(*id));
            assert_eq!(GameId::from_name(id.title()), Some(*id), "{}", id.title());
            assert_eq!(id.name(), with_game!(*id, G => G::NAME));
        }
        let found = |name| GameId::from_name(name).map(GameId::name);
        assert_eq!(found("weserübung"), Some("weserubung"));
        assert_eq!(found("WESERÜBUNG"), Some("weserubung"));
        assert_eq!(found("Market Garden"), Some("market-garden"));
        assert_eq!(found("market_garden"), Some("market-garden"));
        assert_eq!(found("monty’s gamble"), Some("market-garden"));
        assert_eq!(found("skerries"), Some("miniature"));
        for nothing in ["", "the", "narvik", "garden party", "miniature weserubung"] {
            assert_eq!(found(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn the_rules_of_a_game_are_its_own() {
        for id in GameId::ALL {
            assert!(id.rules().contains("[[rule]]"), "{}", id.name());
        }
    }
}
