//! What the post says to players, in their language.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::orders::{Lang, Lexicon, Phrase, Phrasebook, Thing};

/// The post knows no counters and no places.
struct NoNames;

impl Lexicon for NoNames {
    fn name(&self, _: Thing) -> Cow<'_, str> {
        "".into()
    }

    fn id(&self, _: Thing) -> Cow<'_, str> {
        "".into()
    }

    fn known(&self) -> Vec<Thing> {
        Vec::new()
    }
}

static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| {
    // A template that cannot be read shows as bare keys; the tests read both.
    let texts = [
        (Lang::En, include_str!("../../templates/en/mail.toml")),
        (Lang::Fr, include_str!("../../templates/fr/mail.toml")),
        (Lang::En, include_str!("../../templates/en/desk.toml")),
        (Lang::Fr, include_str!("../../templates/fr/desk.toml")),
    ];
    texts
        .into_iter()
        .fold(Phrasebook::default(), |book, (lang, text)| {
            book.clone().with(lang, text).unwrap_or(book)
        })
});

/// The words of the post.
pub fn book() -> &'static Phrasebook {
    &BOOK
}

/// Puts a phrase into words.
pub fn say(phrase: &Phrase, lang: Lang) -> String {
    BOOK.say(phrase, lang, &NoNames)
}
