//! The words of the dossier.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::{Map, Value as Json};

use crate::engine::record::{LineId, Source};
use crate::orders::{Lang, Lexicon, Phrase, Phrasebook, Thing};

/// The dossier's own words name no counters and no places.
pub struct NoNames;

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
    let book = Phrasebook::default();
    let book = book
        .clone()
        .with(Lang::En, include_str!("../../../templates/en/dossier.toml"))
        .unwrap_or(book);
    book.clone()
        .with(Lang::Fr, include_str!("../../../templates/fr/dossier.toml"))
        .unwrap_or(book)
});

/// The words of the page itself, which its programs ask for by key.
const OF_THE_PAGE: &[&str] = &[
    "dossier-title",
    "dossier-of-side",
    "dossier-of-referee",
    "dossier-phase",
    "dossier-events",
    "dossier-search",
    "dossier-side",
    "dossier-place",
    "dossier-unit",
    "dossier-kind",
    "dossier-any",
    "dossier-clear",
    "dossier-all",
    "dossier-of-phase",
    "dossier-none",
    "dossier-found",
    "dossier-more",
    "dossier-begin",
    "dossier-end",
    "dossier-back",
    "dossier-next",
    "dossier-play",
    "dossier-pause",
    "dossier-nearer",
    "dossier-farther",
    "dossier-whole",
    "dossier-follow",
    "dossier-print",
    "dossier-keys",
    "dossier-keys-list",
    "dossier-close",
    "dossier-language",
    "dossier-move",
    "dossier-fight",
    "dossier-loss",
    "dossier-dice",
    "dossier-ground",
    "dossier-orders",
    "dossier-ruling",
    "dossier-other",
    "dossier-rule",
    "dossier-run",
    "dossier-link",
    "dossier-holds",
    "dossier-sealed",
    "dossier-fails",
    "dossier-needed",
    "dossier-each",
    "dossier-most",
    "dossier-total",
    "dossier-hits",
    "dossier-hit",
    "dossier-missed",
    "dossier-steps",
    "dossier-empty",
    "dossier-carried",
    "dossier-only",
    "dossier-copy",
    "dossier-copied",
    "dossier-noscript",
];

/// The words of the order pad, besides those that every page with a board has.
const OF_THE_PAD: &[&str] = &[
    "pad-title",
    "pad-noscript",
    "pad-nothing",
    "pad-ask",
    "pad-kinds",
    "pad-lines",
    "pad-letter",
    "pad-standing",
    "pad-standing-now",
    "pad-sent",
    "pad-add",
    "pad-change",
    "pad-done",
    "pad-cancel",
    "pad-delete",
    "pad-up",
    "pad-down",
    "pad-undo",
    "pad-redo",
    "pad-if",
    "pad-else",
    "pad-and",
    "pad-not",
    "pad-then",
    "pad-drop-condition",
    "pad-type",
    "pad-pick",
    "pad-pick-many",
    "pad-pick-way",
    "pad-pick-order",
    "pad-share",
    "pad-number",
    "pad-left-out",
    "pad-missing",
    "pad-too-few",
    "pad-too-many",
    "pad-sum",
    "pad-twice",
    "pad-here",
    "pad-may",
    "pad-may-not",
    "pad-mail",
    "pad-copy-letter",
    "pad-copied-letter",
    "pad-save",
    "pad-clear",
    "pad-long",
    "pad-old",
    "pad-new-run",
    "pad-stored",
    "pad-not-stored",
    "pad-default",
    "pad-use-default",
    "pad-as-it-is",
    "pad-kind",
    "pad-answer",
    "pad-forget",
    "pad-ask-me",
    "pad-cost",
    "pad-subject",
    "pad-search",
    "pad-all",
    "pad-keys",
    "pad-keys-list",
    "pad-full",
    "pad-lasso",
    "pad-draft",
];

/// The words of the order pad in a language, by key without its prefix.
pub fn pad(lang: Lang) -> Json {
    let mut words = page(lang);
    if let Json::Object(words) = &mut words {
        for key in OF_THE_PAD {
            let said = BOOK.say_key(key, lang, &NoNames);
            let name = key.strip_prefix("pad-").unwrap_or(key);
            let said = said.unwrap_or_else(|| (*key).to_owned());
            words.insert(name.to_owned(), Json::String(said));
        }
    }
    words
}

/// The words of the page in a language, by key without its prefix.
pub fn page(lang: Lang) -> Json {
    let mut words = Map::new();
    for key in OF_THE_PAGE {
        let said = BOOK.say_key(key, lang, &NoNames);
        let name = key.strip_prefix("dossier-").unwrap_or(key);
        words.insert(
            name.to_owned(),
            Json::String(said.unwrap_or_else(|| (*key).to_owned())),
        );
    }
    Json::Object(words)
}

/// Puts a phrase into words.
pub fn say(phrase: &Phrase, lang: Lang) -> String {
    BOOK.say(phrase, lang, &NoNames)
}

/// The words of the dossier.
pub fn book() -> &'static Phrasebook {
    &BOOK
}

/// Where an answer came from.
pub fn source(source: &Source, lang: Lang) -> Phrase {
    let lines = |lines: &[LineId]| {
        let mut shown: Vec<(u32, u32, u32)> = Vec::new();
        for id in lines {
            // Lines that follow each other are written as one stretch.
            match shown.last_mut() {
                Some((letter, _, to)) if *letter == id.letter && *to + 1 == id.line => {
                    *to = id.line;
                }
                _ => shown.push((id.letter, id.line, id.line)),
            }
        }
        let shown = shown.into_iter().map(|(letter, from, to)| {
            let at = if from == to {
                from.to_string()
            } else {
                format!("{from}-{to}")
            };
            let phrase = Phrase::new("dossier-lines").with("letter", letter.to_string());
            say(&phrase.with("at", at), lang)
        });
        shown.collect::<Vec<_>>().join("; ")
    };
    match source {
        Source::Letter(of) => Phrase::new("dossier-from-letter").with("lines", lines(of)),
        Source::Ahead(of) => Phrase::new("dossier-from-ahead").with("lines", lines(of)),
        Source::Standing(of) => {
            Phrase::new("dossier-from-standing").with("lines", lines(std::slice::from_ref(of)))
        }
        Source::Default => Phrase::new("dossier-from-default"),
        Source::Late => Phrase::new("dossier-from-late"),
        Source::Bot => Phrase::new("dossier-from-bot"),
    }
}
