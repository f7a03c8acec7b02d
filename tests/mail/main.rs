//! Mail: from bytes to letters and back, with real servers where they are installed.

mod club;
mod corpora;
mod forgery;
mod loops;
mod servers;
mod turn;
