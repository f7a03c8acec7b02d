//! Phrasebooks: the words for phrases, from the templates of each language.
//!
//! A template is text with places for arguments:
//!
//! - `{{ name }}`: the argument; a list has commas and a final `and`;
//! - `{{ name:or }}`, `{{ name:bar }}`, `{{ name:list }}`: a list with a final `or`, with bars, with commas only;
//! - `{{ name:all }}`: a list that is never cut, with runs: `Bf110 1-3, Ju87`;
//! - `{{ name:pairs }}`: a list two by two, `Hipper 2, Z 10 1`;
//! - `{{ name?hex|hexes }}`: the first text for one, the second for several.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::item::Item;
use super::lexicon::Lexicon;
use super::phrase::{Arg, Phrase};
use super::word::Lang;

/// Longer lists are cut here.
const LONGEST: usize = 12;

/// Phrases nested deeper than this are somebody's mistake.
const DEEPEST: usize = 64;

/// The templates of all phrases, in both languages.
#[derive(Clone, Debug, Default)]
pub struct Phrasebook {
    phrases: BTreeMap<(String, Lang), Vec<Piece>>,
}

/// A phrasebook that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ParsePhrasebookError {
    /// It is not TOML.
    #[error("failed to read phrasebook")]
    Toml(#[from] toml::de::Error),
    /// A value is neither text nor a table of texts.
    #[error("phrase `{0}` is not text")]
    NotText(String),
    /// A place for an argument is not closed.
    #[error("phrase `{0}` has `{{{{` without `}}}}`")]
    Open(String),
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Place { name: String, style: Style },
}

/// How an argument is put into its place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Style {
    And,
    Or,
    Bar,
    List,
    /// A list that is never cut; what is numbered in a row is told as one.
    All,
    /// Keywords as names, with a capital.
    Names,
    Pairs,
    Count(String, String),
}

static BUILTIN: LazyLock<Phrasebook> = LazyLock::new(|| {
    // A broken template shows as bare keys, and a test would not have let it through.
    let book = Phrasebook::default();
    let book = book
        .clone()
        .with(Lang::En, include_str!("../../templates/en/problems.toml"))
        .unwrap_or(book);
    book.clone()
        .with(Lang::Fr, include_str!("../../templates/fr/problems.toml"))
        .unwrap_or(book)
});

impl Phrasebook {
    /// The phrases of the order language itself.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// Adds the phrases of a TOML text; a table's name and a dot stand before the keys in it.
    pub fn with(mut self, lang: Lang, toml: &str) -> Result<Self, ParsePhrasebookError> {
        let table: toml::Table = toml.parse()?;
        self.add(lang, "", &table)?;
        Ok(self)
    }

    fn add(
        &mut self,
        lang: Lang,
        prefix: &str,
        table: &toml::Table,
    ) -> Result<(), ParsePhrasebookError> {
        for (key, value) in table {
            let key = format!("{prefix}{key}");
            match value {
                toml::Value::String(text) => {
                    let pieces =
                        parse(text).ok_or_else(|| ParsePhrasebookError::Open(key.clone()))?;
                    self.phrases.insert((key, lang), pieces);
                }
                toml::Value::Table(table) => self.add(lang, &format!("{key}."), table)?,
                _ => return Err(ParsePhrasebookError::NotText(key)),
            }
        }
        Ok(())
    }

    /// The keys of one language, in alphabetical order.
    pub fn keys(&self, lang: Lang) -> impl Iterator<Item = &str> {
        self.phrases
            .keys()
            .filter(move |(_, l)| *l == lang)
            .map(|(key, _)| key.as_str())
    }

    /// The names of the arguments a phrase has places for.
    pub fn places(&self, key: &str, lang: Lang) -> Vec<&str> {
        let pieces = self
            .phrases
            .get(&(key.to_owned(), lang))
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut names: Vec<&str> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Place { name, .. } => Some(name.as_str()),
                Piece::Text(_) => None,
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The words of a phrase without arguments, if the book has it.
    pub fn say_key(&self, key: &str, lang: Lang, lex: &dyn Lexicon) -> Option<String> {
        let pieces = self.phrases.get(&(key.to_owned(), lang))?;
        let mut out = String::new();
        Speaker {
            book: self,
            lang,
            lex,
        }
        .pieces(pieces, &[], 0, &mut out);
        Some(out)
    }

    /// Puts a phrase into words.
    ///
    /// A phrase that is not in the book is told by its key and arguments, so that nothing is lost.
    pub fn say(&self, phrase: &Phrase, lang: Lang, lex: &dyn Lexicon) -> String {
        let mut out = String::new();
        let speaker = Speaker {
            book: self,
            lang,
            lex,
        };
        speaker.phrase(phrase, 0, &mut out);
        out
    }
}

/// Returns the name of an item as printed in a language.
pub fn item_text(item: Item, lang: Lang, lex: &dyn Lexicon) -> String {
    match item {
        Item::Word(word) => word.print(lang).to_owned(),
        Item::Number(number) => number.to_string(),
        Item::Thing(thing) => lex.name(thing).into_owned(),
    }
}

struct Speaker<'a> {
    book: &'a Phrasebook,
    lang: Lang,
    lex: &'a dyn Lexicon,
}

impl Speaker<'_> {
    fn phrase(&self, phrase: &Phrase, depth: usize, out: &mut String) {
        if depth > DEEPEST {
            out.push_str("...");
            return;
        }
        let Some(pieces) = self.book.phrases.get(&(phrase.key.to_owned(), self.lang)) else {
            self.unwritten(phrase, depth, out);
            return;
        };
        self.pieces(pieces, &phrase.args, depth, out);
    }

    fn pieces(
        &self,
        pieces: &[Piece],
        args: &[(&'static str, Arg)],
        depth: usize,
        out: &mut String,
    ) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Place { name, style } => match args.iter().find(|(n, _)| n == name) {
                    Some((_, arg)) => {
                        let from = out.len();
                        self.arg(arg, style, depth, out);
                        if self.lang == Lang::Fr {
                            elide(out, from);
                        }
                    }
                    None => {
                        out.push_str("{{ ");
                        out.push_str(name);
                        out.push_str(" }}");
                    }
                },
            }
        }
    }

    fn unwritten(&self, phrase: &Phrase, depth: usize, out: &mut String) {
        out.push_str(phrase.key);
        for (name, arg) in &phrase.args {
            out.push(' ');
            out.push_str(name);
            out.push('=');
            self.arg(arg, &Style::List, depth, out);
        }
    }

    fn arg(&self, arg: &Arg, style: &Style, depth: usize, out: &mut String) {
        if let Style::Count(one, many) = style {
            out.push_str(if is_one(arg, self.lang) { one } else { many });
            return;
        }
        match arg {
            Arg::Item(item) => self.styled(*item, style, out),
            Arg::Items(items) => self.list(items, style, out),
            Arg::Text(text) => out.push_str(text),
            Arg::Record(words) => self.record(words, out),
            Arg::Phrase(phrase) => self.phrase(phrase, depth + 1, out),
        }
    }

    /// `move w-129: 65 64` as `move 129 Bde: Valkenswaard (65), Aalst (64)`.
    fn record(&self, words: &str, out: &mut String) {
        let known = self.lex.known();
        let mut named = false;
        for (n, word) in words.split(' ').enumerate() {
            let id = word.trim_end_matches([':', ',']);
            let mark = word.get(id.len()..).unwrap_or_default();
            let thing = known.iter().find(|thing| self.lex.id(**thing) == id);
            if n > 0 {
                out.push_str(if named && thing.is_some() { ", " } else { " " });
            }
            match thing {
                Some(thing) => out.push_str(&self.lex.name(*thing)),
                None => out.push_str(id),
            }
            out.push_str(mark);
            named = thing.is_some() && mark.is_empty();
        }
    }

    fn styled(&self, item: Item, style: &Style, out: &mut String) {
        let from = out.len();
        self.item(item, out);
        if *style == Style::Names {
            let capital: Option<String> = out[from..]
                .chars()
                .next()
                .map(|c| c.to_uppercase().collect());
            if let (Some(capital), Some(first)) = (capital, out[from..].chars().next()) {
                out.replace_range(from..from + first.len_utf8(), &capital);
            }
        }
    }

    fn item(&self, item: Item, out: &mut String) {
        match item {
            Item::Word(word) => out.push_str(word.print(self.lang)),
            Item::Thing(thing) => out.push_str(&self.lex.name(thing)),
            Item::Number(_) => out.push_str(&item_text(item, self.lang, self.lex)),
        }
    }

    fn list(&self, items: &[Item], style: &Style, out: &mut String) {
        if items.is_empty() && matches!(style, Style::List | Style::All) {
            out.push('-');
            return;
        }
        if *style == Style::All {
            let names: Vec<String> = items
                .iter()
                .map(|item| item_text(*item, self.lang, self.lex))
                .collect();
            out.push_str(&super::runs::shortened(&names).join(", "));
            return;
        }
        let cut = items.len() > LONGEST;
        let shown = items.get(..LONGEST.min(items.len())).unwrap_or_default();
        let (between, last) = match (style, self.lang) {
            (Style::Bar, _) => (" | ", " | "),
            (Style::Or, Lang::En) if !cut => (", ", " or "),
            (Style::Or, Lang::Fr) if !cut => (", ", " ou "),
            (Style::And | Style::Names, Lang::En) if !cut => (", ", " and "),
            (Style::And | Style::Names, Lang::Fr) if !cut => (", ", " et "),
            _ => (", ", ", "),
        };
        for (i, item) in shown.iter().enumerate() {
            if *style == Style::Pairs && i % 2 == 1 {
                out.push(' ');
            } else if i > 0 {
                out.push_str(if i + 1 == shown.len() { last } else { between });
            }
            self.styled(*item, style, out);
        }
        if cut {
            out.push_str(between);
            out.push_str("...");
        }
    }
}

/// Whether the grammar wants the singular.
/// `de Arnhem` is `d'Arnhem`: the article before a name that begins with a vowel loses its own.
fn elide(out: &mut String, from: usize) {
    let vowel = |c: char| "aeiouyàâéèêîôû".contains(c);
    let name = out.get(from..).and_then(|name| name.chars().next());
    let begins = name.is_some_and(|c| c.to_lowercase().all(vowel));
    let before = out.get(..from).unwrap_or_default();
    if begins && (before.ends_with(" de ") || before == "de ") {
        out.replace_range(from - 2..from, "'");
    }
}

fn is_one(arg: &Arg, lang: Lang) -> bool {
    let n = match arg {
        Arg::Item(Item::Number(n)) => *n,
        Arg::Items(items) => i32::try_from(items.len()).unwrap_or(i32::MAX),
        _ => 1,
    };
    match lang {
        Lang::En => n == 1,
        Lang::Fr => (-1..=1).contains(&n),
    }
}

fn parse(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (place, after) = behind.split_once("}}")?;
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        pieces.push(place_of(place.trim()));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Some(pieces)
}

fn place_of(place: &str) -> Piece {
    let (name, style) = if let Some((name, counts)) = place.split_once('?') {
        let (one, many) = counts.split_once('|').unwrap_or((counts, counts));
        (name, Style::Count(one.to_owned(), many.to_owned()))
    } else {
        match place.split_once(':') {
            Some((name, "or")) => (name, Style::Or),
            Some((name, "bar")) => (name, Style::Bar),
            Some((name, "list")) => (name, Style::List),
            Some((name, "all")) => (name, Style::All),
            Some((name, "names")) => (name, Style::Names),
            Some((name, "pairs")) => (name, Style::Pairs),
            _ => (place, Style::And),
        }
    };
    Piece::Place {
        name: name.trim().to_owned(),
        style,
    }
}
