//! Operation Mercury: Crete 1941.

mod board;
mod sea;
