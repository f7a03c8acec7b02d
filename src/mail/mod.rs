//! Mail: fetching, reading, who sent it, answering, sending, and the clock of the games.

pub mod text;
