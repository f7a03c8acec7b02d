//! Maps from one drawing model: SVG, PNG, maps in characters, plain lists.
//!
//! A [`Sheet`] is a board, a picture of what stands on it, and a window. Every format is drawn from it and from
//! nothing else, so what a picture does not hold no map can show. Whole numbers only: the same sheet gives the same
//! bytes everywhere. Knows no game.

mod area;
pub mod ascii;
mod chain;
mod clip;
mod corridor;
mod counter;
mod frame;
mod land;
mod legend;
pub mod letters;
pub mod list;
mod marks;
mod panel;
mod pile;
mod plane;
pub mod png;
mod sheet;
mod spread;
pub mod stage;
mod style;
pub mod svg;
mod symbol;
mod texts;
mod trace;
mod water;
mod write;

pub use sheet::{Detail, Sheet, Window};
pub use write::escape;
