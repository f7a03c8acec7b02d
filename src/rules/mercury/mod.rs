//! Operation Mercury: the German landing on Crete, 20 to 31 May 1941.
//!
//! A turn of eight hours has four segments (3.2): strategic (recovery, supply, evacuation), air (the Air Operations card),
//! naval (task forces against convoys and aircraft), and movement and combat, the German first, then the Allied one.

mod data;
mod map;
mod position;
mod scenario;
mod side;
mod state;
mod switches;
mod tables;
mod units;

pub use data::Data;
pub use map::{Field, Sector};
pub use scenario::{Level, Mission};
pub use side::{Nation, Side};
pub use state::{Position, State};
