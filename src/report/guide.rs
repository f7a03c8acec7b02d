//! The player's guide of a game: one page, made from the order words and the list of its rules.

use super::page::{Block, Page};
use super::rules::{Does, Row};
use super::text::capital;
use crate::engine::decision::Kind;
use crate::engine::game::{DataError, Game, Setup, Side as _};
use crate::orders::{Item, Lang, Lexicon, Phrase, outline_tests};

/// What a guide is made from besides the game.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'r> {
    /// The reader's language.
    pub lang: Lang,
    /// The numbered rules.
    pub rules: &'r [Row],
    /// Every ruling, and not only those that one must know before one plays.
    pub full: bool,
}

/// The guide.
pub fn guide<G: Game>(setup: &Setup, wanted: &Guide<'_>) -> Result<Page, DataError> {
    let (data, state) = G::set_up(setup)?;
    Ok(guide_to::<G>(&data, &state, wanted))
}

/// The guide to a game that is being played.
pub fn guide_to<G: Game>(data: &G::Data, state: &G::State, wanted: &Guide<'_>) -> Page {
    let lang = wanted.lang;
    let side = G::Side::ALL.first().copied();
    let view = G::view(data, state, side);
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
        say(Phrase::new("guide-title").with("board", G::board(data).name().to_owned())),
        say(Phrase::new("guide-lead")
            .with("sides", sides)
            .with("scenarios", scenarios)),
    );

    // What it takes to win is a line of the position.
    let wins = |phrase: &Phrase| phrase.key.contains("-victory");
    if let Some(phrase) = G::position(&view).into_iter().find(wins) {
        page.section(said("guide-win"))
            .push(Block::Text(say(phrase)));
    }
    let turn = |key: &str| book.say_key(key, lang, &view);
    if let Some(turn) = turn("guide-turn") {
        let section = page.section(said("guide-phases"));
        section.extend(turn.split('|').map(|line| Block::Row(line.to_owned())));
    }
    page.section(said("guide-pace"))
        .push(Block::Text(said("guide-paces")));
    if let Some((side, lines)) = letter::<G>(lang, &view) {
        let section = page.section(said("guide-letter"));
        let lead = Phrase::new("guide-letter-lead").with("side", Item::Word(side.word()));
        section.push(Block::Text(say(lead)));
        section.push(Block::Form(lines));
    }

    let how = page.section(said("guide-how"));
    how.push(Block::Text(format!(
        "{} {}",
        said("help-lines"),
        said("guide-reply")
    )));
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
    let board = G::board(data);
    if board.provenance().starts_with("reconstructed") {
        section.push(Block::Text(capital(&said("map-reconstructed")) + "."));
    }
    for row in wanted.rules {
        let (_, ruling) = row.told(lang);
        let told = if wanted.full && row.is_ruled() {
            ruling
        } else {
            row.in_guide(lang)
        };
        let rule = row.id.clone();
        if !told.is_empty() {
            section.push(Block::Event(say(Phrase::new("guide-ruling")
                .with("rule", rule)
                .with("ruling", told.to_owned()))));
        }
    }
    section.extend(
        not_done(wanted)
            .into_iter()
            .map(|row| Block::Event(say(row))),
    );
    if section.is_empty() {
        section.push(Block::Text(said("guide-none")));
    }
    let mut rest = String::new();
    let switches = G::switches();
    if !switches.is_empty() {
        let names = switches.join(", ");
        rest = say(Phrase::new("guide-switches").with("names", names)) + " ";
    }
    rest += &say(Phrase::new("guide-rest").with("game", G::NAME.to_owned()));
    section.push(Block::Text(rest));
    page
}

/// What the program does not do yet: rule by rule where a chapter lacks a few, else one line for the chapter.
fn not_done(wanted: &Guide<'_>) -> Vec<Phrase> {
    /// More than so many of a chapter are one line of the guide, which is one page.
    const FEW: usize = 3;
    let chapter = |row: &Row| {
        row.id
            .split(['.', '/'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let mut said = Vec::new();
    for some in wanted.rules.chunk_by(|a, b| chapter(a) == chapter(b)) {
        let missing: Vec<&Row> = some.iter().filter(|row| row.does == Does::NotYet).collect();
        if missing.len() <= FEW || wanted.full {
            said.extend(missing.iter().map(|row| {
                Phrase::new("guide-not-yet")
                    .with("rule", row.id.clone())
                    .with("about", row.told(wanted.lang).0.to_owned())
            }));
            continue;
        }
        let heads = |row: &&Row| row.id.ends_with(".0") || !row.id.contains(['.', '/']);
        let Some(head) = some.iter().find(heads) else {
            let ids: Vec<&str> = missing.iter().map(|row| row.id.as_str()).collect();
            said.push(Phrase::new("guide-not-yet-all").with("rules", ids.join(", ")));
            continue;
        };
        let done = some
            .iter()
            .any(|row| matches!(row.does, Does::Enforced | Does::Option));
        let key = if done {
            "guide-chapter-partly"
        } else {
            "guide-chapter-not-yet"
        };
        let title = head.told(wanted.lang).0.split([';', ':']).next();
        let title = title.unwrap_or_default().trim_end_matches(['.', ' ']);
        let title = title.to_owned();
        said.push(
            Phrase::new(key)
                .with("rule", chapter(head))
                .with("about", title)
                .with("n", missing.len().to_string()),
        );
    }
    said
}

/// A whole letter as a side may write it when it is first asked, and the side.
pub fn letter<G: Game>(lang: Lang, lex: &dyn Lexicon) -> Option<(G::Side, Vec<String>)> {
    let word = |key: &str| G::phrasebook().say_key(key, lang, lex);
    let side = G::Side::from_id(&word("guide-letter-side")?)?;
    let lines = word("guide-letter-lines")?;
    Some((side, lines.split('|').map(str::to_owned).collect()))
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
