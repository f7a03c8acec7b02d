//! Mail: fetching, reading, who sent it, answering, sending, and the clock of the games.

pub mod auth;
pub mod automatic;
pub mod bag;
pub mod clock;
pub mod code;
pub mod config;
pub mod desk;
pub mod envelope;
pub mod intake;
pub mod ledger;
pub mod letter;
pub mod outbox;
pub mod send;
pub mod text;
pub mod wishes;
