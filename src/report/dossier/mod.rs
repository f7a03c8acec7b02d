//! The dossier: a whole game as one page that needs nothing from outside.
//!
//! [`tale`] reads what happened, [`book`] goes through it as one reader saw it (what he was told, and his view after
//! each of these events), [`page`] puts the book, the board and the small programs of `templates/dossier` together. A
//! reader with a side gets nothing that does not come through his view or his sights.

pub(in crate::report) mod book;
pub(in crate::report) mod changes;
mod lights;
pub(in crate::report) mod page;
mod sums;
pub mod tale;
pub mod words;

use crate::engine::game::Game;
use crate::orders::Lang;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

pub use tale::Tale;

/// The dossier of a game for a side, or for the referee.
pub fn dossier<G: Game>(keeper: &Keeper<G>, side: Option<G::Side>, lang: Lang) -> Kept<String> {
    let tale = Tale::read(keeper, side.is_none())?;
    Ok(write(&keeper.data, &tale, side, lang))
}

/// The dossier of what a tale tells.
pub fn write<G: Game>(data: &G::Data, tale: &Tale<G>, side: Option<G::Side>, lang: Lang) -> String {
    page::page::<G>(data, &book::Book::of(data, tale, side), lang)
}
