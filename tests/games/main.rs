//! The games: every case, what bots make of each game, and that nobody learns what he may not know.
//!
//! One module for each game; a case needs no line here, since all files under `tests/cases` are played.

mod burning_blue;
mod cases;
mod fates;
mod forms;
mod market_garden;
mod mercury;
mod outcomes;
mod secrets;
mod weserubung;
