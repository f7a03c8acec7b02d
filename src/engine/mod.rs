//! The engine: rules are plain procedures that can wait for a letter.
//!
//! [`table::Table`] is where rules ask, roll and tell; [`run::run`] plays from a checkpoint to the next wait. It names
//! no game, reads no clock, file or environment, and gives the same bytes for the same record.

pub mod answers;
mod ask;
pub mod bars;
pub mod bot;
pub mod case;
pub mod chart;
pub mod contest;
pub mod data_diff;
pub mod decision;
pub mod deck;
pub mod dice;
pub mod event;
pub mod fault;
pub mod files;
pub mod game;
pub mod hidden;
pub mod inputs;
pub mod letters;
pub mod measure;
pub mod odds;
pub mod ready;
pub mod record;
pub mod rehearse;
pub mod run;
pub mod say;
pub mod seats;
pub mod source;
pub mod speech;
pub mod switches;
pub mod table;
pub mod tally;
pub mod tray;
pub mod twins;
