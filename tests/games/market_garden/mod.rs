//! Market Garden: its board, its days, its secrets, and bots that play all of it.

mod board;
mod bots;
mod days;
mod secrets;
