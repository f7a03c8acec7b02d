//! Mail: from bytes to letters and back, with real servers where they are installed.

mod clock;
mod club;
mod corpora;
mod desk;
mod faults;
mod forgery;
mod limits;
mod loops;
mod reading;
mod referee;
mod servers;
mod turn;
