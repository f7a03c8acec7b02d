//! Words for what every game says: the common templates, and a game's own on top.

use crate::orders::{Lang, Phrasebook};

/// The phrasebook of a game: the order language's, the common one and its own.
///
/// A template that cannot be read is left out, so that its phrases show as bare keys; the tests read them all.
pub fn book_with(en: &str, fr: &str) -> Phrasebook {
    let texts = [
        (Lang::En, include_str!("../../templates/en/common.toml")),
        (Lang::Fr, include_str!("../../templates/fr/common.toml")),
        (Lang::En, include_str!("../../templates/en/desk.toml")),
        (Lang::Fr, include_str!("../../templates/fr/desk.toml")),
        (Lang::En, en),
        (Lang::Fr, fr),
    ];
    texts
        .into_iter()
        .fold(Phrasebook::builtin().clone(), |book, (lang, text)| {
            book.clone().with(lang, text).unwrap_or(book)
        })
}
