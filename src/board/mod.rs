//! Boards: spaces and the sides between them, read from a file, checked, never changed in play.
//!
//! Hexes and areas are the same to the rules: spaces with tags, links to their neighbours, sides with tags, lines
//! (railways, roads) that run through spaces, and boxes off the map. What only a picture needs (coasts, rivers as
//! lines, labels) is in the same file in a section of its own. Knows no game and does no I/O.

mod distance;
pub mod drawing;
mod error;
mod file;
mod graph;
mod hex;
mod mask;
mod net;
pub mod picture;
mod reach;
mod read;
mod space;
mod unit;

pub use drawing::{Drawing, Label, Point};
pub use error::BoardError;
pub use graph::Board;
pub use hex::{Dir, Hex};
pub use mask::Mask;
pub use net::place;
pub use picture::{
    Colour, Crossing, Domain, Going, Marker, Party, Passage, Picture, Piece, Spot, Symbol, Trace,
};
pub use reach::{Reach, Step, retreats};
pub use space::{Line, Link, OffMap, Side, SideId, Space, SpaceId};
pub use unit::UnitId;
