//! The player's guide of a game: one page, made from the order words and the list of its rules.

use super::page::{Block, Page};
use super::text::capital;
use crate::engine::decision::Kind;
use crate::engine::game::{DataError, Game, Setup, Side as _};
use crate::orders::{Item, Lang, Phrase, outline_tests};

/// A rule about which players should know something: how the program reads it, or that it is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its number.
    pub rule: String,
    /// What it is about.
    pub about: String,
    /// How the program reads it; empty if it is not done yet.
    pub ruling: String,
}

/// The guide.
pub fn guide<G: Game>(
    setup: &Setup,
    lang: Lang,
    differences: &[Difference],
) -> Result<Page, DataError> {
    let (data, state) = G::set_up(setup)?;
    let side = G::Side::ALL.first().copied();
    let view = G::view(&data, &state, side);
    let book = G::phrasebook();
    let say = |phrase: Phrase| book.say(&phrase, lang, &view);
    let said = |key: &'static str| say(Phrase::new(key));
    let sides: Vec<Item> = G::Side::ALL
        .iter()
        .map(|side| Item::Word(side.word()))
        .collect();
    let scenarios = G::scenarios().join(", ");
    let mut page = Page::new(
        lang,
        say(Phrase::new("guide-title").with("board", G::board(&data).name().to_owned())),
        say(Phrase::new("guide-lead")
            .with("sides", sides)
            .with("scenarios", scenarios)),
    );

    let how = page.section(said("guide-how"));
    how.push(Block::Text(said("help-lines")));
    how.push(Block::Text(said("guide-reply")));
    let first = G::kinds().first().map(|kind| Item::Word(kind.word));
    if let Some(word) = first {
        how.push(Block::Text(say(
            Phrase::new("help-standing").with("word", word)
        )));
    }
    how.push(Block::Text(said("help-commands")));

    let orders = page.section(said("guide-orders"));
    for kind in G::kinds().iter().filter(|kind| !kind.reaction) {
        orders.push(Block::Row(describe(kind, lang, &say)));
    }
    let reactions = G::kinds().iter().filter(|kind| kind.reaction);
    let reactions: Vec<Item> = reactions.map(|kind| Item::Word(kind.word)).collect();
    if !reactions.is_empty() {
        orders.push(Block::Row(say(
            Phrase::new("guide-reactions").with("words", reactions)
        )));
    }
    let conditions = G::conditions(&view);
    if !conditions.is_empty() {
        let section = page.section(said("guide-conditions"));
        let lines = outline_tests(&conditions, lang, &view);
        section.extend(lines.into_iter().map(Block::Row));
    }

    let section = page.section(said("guide-differences"));
    let board = G::board(&data);
    if board.provenance().starts_with("reconstructed") {
        section.push(Block::Text(capital(&said("map-reconstructed")) + "."));
    }
    for row in differences {
        let key = if row.ruling.is_empty() {
            "guide-not-yet"
        } else {
            "guide-ruling"
        };
        let mut phrase = Phrase::new(key)
            .with("rule", row.rule.clone())
            .with("about", row.about.clone());
        if !row.ruling.is_empty() {
            phrase = phrase.with("ruling", row.ruling.clone());
        }
        section.push(Block::Event(say(phrase)));
    }
    if section.is_empty() {
        section.push(Block::Text(said("guide-none")));
    }
    Ok(page)
}

/// A kind of decision: its words, the lines of its sheet, when it comes.
fn describe(kind: &Kind, lang: Lang, say: &dyn Fn(Phrase) -> String) -> String {
    let mut text = kind.word.print(lang).to_owned();
    if !kind.rows.is_empty() {
        let rows: Vec<Item> = kind.rows.iter().map(|word| Item::Word(word)).collect();
        text.push_str(&say(Phrase::new("text-colon")));
        text.push_str(&say(Phrase::new("guide-rows").with("rows", rows)));
    }
    text
}
