//! fieldpost adjudicates WWII board wargames by e-mail.
//!
//! **Rules are plain procedures that can wait for a letter.** A rules module plays at a [`engine::table::Table`]: it asks
//! a side and gets the answer, or the run stops there; when the letter has come the step is run again from its
//! checkpoint with the recorded answers and dice, reaches the same point and goes on. Events are the only way to
//! change the state and the only thing anybody is told, so log and state cannot part.
//!
//! The rooms, and who may use whom (left uses right):
//!
//! `cli` -> `mail` -> `report` -> `store` -> `rules` -> `engine` -> `draw` -> `board` -> `orders`
//!
//! - [`orders`]: the order language. Words, names, forms; reading, printing and sampling of answers; diagnoses with
//!   carets. Knows no game.
//! - [`board`]: boards of hexes or areas, read from a file and checked; and the picture of what stands on one, as one
//!   reader knows it. Knows no game.
//! - [`draw`]: every kind of map from a board and a picture, and from nothing else: SVG, PNG, characters, a list.
//! - [`engine`]: the table, decisions, the record of a run, letters and standing orders, fair dice, events with what each
//!   side saw, tallies, bots, cases and the secrecy test. Names no game; reads no clock, file or environment.
//! - [`rules`]: one folder for each game, and the closed list of them. Does no I/O.
//! - [`store`]: games on disk. `journal.toml` holds what any player may be given at any time, `sealed.toml` letters,
//!   answers and hidden things, `secrets.toml` the chains of the dice. Every write can be the last before a crash.
//! - [`report`]: what people read: projections of events and views.
//! - [`mail`]: fetching, reading and sorting mail, visits to the games, replies and sending; the time comes from its callers.
//! - [`cli`]: one file for each command; the only room that knows the time.
//!
//! **One run.** `submit` makes a letter durable and says what became of each line. `run` looks whether all that are
//! asked have answered; then it *closes* (freezes what the run may use), draws (one link of every chain), plays to the
//! next wait, and writes the sealed part, then the public entry: with that the run is done. A crash between repeats
//! the same run with the same dice.
//!
//! **A mistake of a player is data** ([`orders::Problem`]), a mistake of the program a [`engine::fault::Fault`] that stops
//! one game and publishes nothing, a damaged file a [`store::error::StoreError`] that names file, entry and remedy.
//!
//! # A game in a few lines
//!
//! The miniature by itself: opened on disk, a letter taken, a run made, all of it verified.
//!
//! ```
//! use fieldpost::engine::game::Setup;
//! use fieldpost::rules::Miniature;
//! use fieldpost::store::disk::Disk;
//! use fieldpost::store::keeper::{Keeper, Turn};
//! use fieldpost::store::matches::{call, new_match};
//! use fieldpost::store::verify::verify;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let games = tempfile::tempdir()?;
//! let setup = Setup { scenario: "skerries".to_owned(), ..Setup::default() };
//! let new = new_match::<Miniature>("first", &setup, 1);
//! let mut game = Keeper::<Miniature>::create(games.path(), Disk::default(), new)?;
//! assert!(matches!(game.run(&call(0))?, Turn::Ran(1)));
//!
//! // A letter in English or French; a misspelt name is a problem in the receipt, never an error.
//! let receipt = game.submit("red-bot", "reserves herron", "", &call(0))?;
//! assert!(!receipt.is_clean());
//! let receipt = game.submit("red-bot", "réserves : heron", "", &call(0))?;
//! assert!(receipt.is_clean());
//!
//! // The other side has not answered yet.
//! assert!(matches!(game.run(&call(0))?, Turn::Waits(seats) if seats == ["blue-bot"]));
//! game.submit("blue-bot", "reserves dart", "", &call(0))?;
//! assert!(matches!(game.run(&call(0))?, Turn::Ran(2)));
//!
//! // Chains, dice, digests, and the rules played again.
//! let folder = games.path().join("first");
//! drop(game);
//! assert_eq!(verify::<Miniature>(&folder, &mut |_, _| ())?.draws, 2);
//! # Ok(())
//! # }
//! ```

pub mod board;
pub mod cli;
pub mod draw;
pub mod engine;
pub mod mail;
pub mod orders;
pub mod report;
pub mod rules;
pub mod store;
