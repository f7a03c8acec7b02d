//! What plays a game: the order language, boards, dice, games on disk and the referee's desk. No server, no browser.

mod board;
mod desk;
mod dice;
mod hidden;
mod orders;
mod store;
