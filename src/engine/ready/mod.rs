//! Ready-made decisions, each of which answers a type of the game's own.
//!
//! | a game implements | and asks | the answer |
//! |---|---|---|
//! | [`Ask`] | [`YesNo`]`(..)` | `bool` |
//! | [`Choose`] | [`OneOf`]`(..)` | one of its options, the first of which counts when nobody answers |
//! | [`Give`] | [`Given`]`(..)` | whatever [`choice`](crate::orders::choice) offers: a set, a share, an amount, a ranking, named parts |
//! | [`Sheet`] | [`OnSheet`]`(..)` | typed lines, each subject once |
//! | [`Script`] | [`InScript`]`(..)` | typed steps, with conditions |
//!
//! Lines are declared by [`lines!`](crate::lines); see [`orders::lines`](crate::orders::lines).

mod ask;
mod choose;
mod give;
mod script;
mod sheet;

pub use ask::{Ask, YesNo};
pub use choose::{Choose, OneOf};
pub use give::{Give, Given};
pub use script::{InScript, Script};
pub use sheet::{OnSheet, Sheet};

use crate::orders::{Phrase, Problem};

/// An answer of the wrong shape, which no form lets through.
fn wrong_shape<T>() -> Result<T, Vec<Problem>> {
    Err(vec![Problem::new(Phrase::new("wrong-shape"))])
}
