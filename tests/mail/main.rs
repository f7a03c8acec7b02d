//! Mail: from bytes to letters and back, with real servers where they are installed.

mod clock;
mod club;
mod corpora;
mod faults;
mod forgery;
mod loops;
mod reading;
mod servers;
mod turn;
