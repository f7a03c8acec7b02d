//! Lexicons: the names a reader may know.

use std::borrow::Cow;

use super::item::{Item, Thing};
use super::names::Folded;
use super::phrase::Phrase;
use super::word::Word;

/// Names of things, as far as one reader may know them.
///
/// A player's view implements this, so no list of options, error text or suggestion can name what he does not know.
pub trait Lexicon {
    /// The name as printed on counter or map, the same in both languages.
    fn name(&self, thing: Thing) -> Cow<'_, str>;

    /// The canonical id in records: short, ASCII, unique in its class, one word.
    fn id(&self, thing: Thing) -> Cow<'_, str>;

    /// Other spellings that are read: numbers, nicknames, the French name.
    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        let _ = thing;
        Vec::new()
    }

    /// Why a thing can be in no choice of his now, with the rule: it is the enemy's, it has acted, it is gone.
    fn why_not(&self, thing: Thing) -> Option<(Phrase, &'static str)> {
        let _ = thing;
        None
    }

    /// Why a thing is no choice in a line that begins with this word and is about this subject.
    fn why_not_in(
        &self,
        word: &'static Word,
        subject: Option<Item>,
        thing: Thing,
    ) -> Option<(Phrase, &'static str)> {
        let _ = (word, subject);
        self.why_not(thing)
    }

    /// How far two things lie apart, so that the nearest choices can be named.
    fn apart(&self, a: Thing, b: Thing) -> Option<u32> {
        let _ = (a, b);
        None
    }

    /// Where a thing stands, as far as the reader knows: who is told to strike a ship strikes its place.
    fn stands(&self, thing: Thing) -> Option<Thing> {
        let _ = thing;
        None
    }

    /// Where folded spellings are kept for all readers. Only for classes whose names depend on no view: what one reader
    /// has folded the next one finds.
    fn folded(&self) -> Option<&Folded> {
        None
    }

    /// Everything whose existence the reader may know, in a fixed order.
    fn known(&self) -> Vec<Thing>;
}
