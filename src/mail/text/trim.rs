//! What of a letter its writer wrote: quotations, attributions, quoted headers and signatures are cut, and kept.

use super::lines::{Kind, kinds};
use super::plain::plain;
use super::program::is_parting;

/// Why something was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A quotation of another mail.
    Quote,
    /// The line that says whose words follow.
    Attribution,
    /// The header lines of a quoted or forwarded mail, and what follows them.
    Forwarded,
    /// A signature.
    Signature,
    /// What a mail program adds by itself.
    Program,
    /// A part of the mail that says the same in another form.
    Alternative,
    /// A part that is not read: an attachment, an image.
    Attachment,
    /// What HTML does not show.
    Hidden,
    /// Too much.
    Limit,
}

impl Why {
    /// The reason in words, for the log.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Quote => "a quotation",
            Self::Attribution => "says whose words follow",
            Self::Forwarded => "a mail quoted or forwarded whole",
            Self::Signature => "a signature",
            Self::Program => "added by the mail program",
            Self::Alternative => "the same in another form",
            Self::Attachment => "an attachment that is not read",
            Self::Hidden => "not shown by mail programs",
            Self::Limit => "more than is read",
        }
    }
}

/// Something that was cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Why.
    pub why: Why,
    /// What.
    pub text: String,
}

/// The lines of a letter with what each is, from which lines are taken out.
struct Letter<'t> {
    rows: Vec<(Kind, &'t str)>,
    cuts: Vec<Cut>,
}

impl Letter<'_> {
    fn has(&self, kind: Kind) -> bool {
        self.rows.iter().any(|(one, _)| *one == kind)
    }

    fn words_before(&self, at: usize) -> bool {
        self.rows[..at].iter().any(|(kind, _)| *kind == Kind::Words)
    }

    /// Cuts everything from a row on.
    fn cut_from(&mut self, at: usize, why: Why) {
        let text: Vec<&str> = self.rows.drain(at..).map(|(_, line)| line).collect();
        self.note(&text, why);
    }

    fn cut_before(&mut self, at: usize, why: Why) {
        let text: Vec<&str> = self.rows.drain(..at).map(|(_, line)| line).collect();
        self.note(&text, why);
    }

    fn cut_all(&mut self, kind: Kind, why: Why) {
        let text: Vec<&str> = self
            .rows
            .iter()
            .filter(|(one, _)| *one == kind)
            .map(|(_, line)| *line)
            .collect();
        self.note(&text, why);
        self.rows.retain(|(one, _)| *one != kind);
    }

    fn note(&mut self, text: &[&str], why: Why) {
        let text = text.join("\n");
        if !text.trim().is_empty() {
            self.cuts.push(Cut {
                why,
                text: text.trim_matches('\n').to_owned(),
            });
        }
    }
}

/// The writer's own words, and what was cut.
pub fn trim(text: &str) -> (String, Vec<Cut>) {
    let lines: Vec<&str> = text.lines().collect();
    let kinds = kinds(&lines);
    let mut letter = Letter {
        rows: kinds.into_iter().zip(lines).collect(),
        cuts: Vec::new(),
    };
    cut_signature(&mut letter);
    letter.cut_all(Kind::Mobile, Why::Program);
    cut_parting(&mut letter);
    cut_quoted_top(&mut letter);
    cut_embedded(&mut letter);
    cut_header_block(&mut letter);
    letter.cut_all(Kind::Attribution, Why::Attribution);
    cut_quoted_end(&mut letter);
    let blank = |row: Option<&(Kind, &str)>| row.is_some_and(|(kind, _)| *kind == Kind::Blank);
    while blank(letter.rows.last()) {
        letter.rows.pop();
    }
    let text: Vec<&str> = letter.rows.iter().map(|(_, line)| *line).collect();
    let text = text.join("\n");
    let bare = |c: char| c == '>' || c.is_whitespace();
    if text.chars().all(bare) {
        // Marks of quotations without a word.
        return (String::new(), letter.cuts);
    }
    (text.trim_matches('\n').trim_end().to_owned(), letter.cuts)
}

/// Everything behind the first line of dashes that has words before it; those without are ornaments.
fn cut_signature(letter: &mut Letter<'_>) {
    let words = letter
        .rows
        .iter()
        .position(|(kind, _)| *kind == Kind::Words)
        .unwrap_or(letter.rows.len());
    let below = letter.rows[words..]
        .iter()
        .position(|(kind, _)| *kind == Kind::Delimiter);
    if let Some(at) = below {
        letter.cut_from(words + at, Why::Signature);
    }
    letter.cut_all(Kind::Delimiter, Why::Program);
}

/// The line that stands by itself below the writer's words and only says how they were sent.
fn cut_parting(letter: &mut Letter<'_>) {
    let rows = &letter.rows;
    let end = rows
        .iter()
        .position(|(kind, _)| matches!(kind, Kind::Attribution | Kind::Header))
        .filter(|at| letter.words_before(*at))
        .unwrap_or(rows.len());
    let Some(at) = rows[..end]
        .iter()
        .rposition(|(kind, _)| *kind == Kind::Words)
    else {
        return;
    };
    let alone = at > 0 && rows[at - 1].0 == Kind::Blank && letter.words_before(at);
    if alone && is_parting(&plain(rows[at].1)) {
        let (_, line) = letter.rows.remove(at);
        letter.note(&[line], Why::Program);
    }
}

/// A quoted mail on top with the answer below it.
fn cut_quoted_top(letter: &mut Letter<'_>) {
    let top = letter
        .rows
        .iter()
        .take_while(|(kind, _)| *kind != Kind::Words)
        .count();
    let introduced = letter.rows[..top]
        .iter()
        .any(|(kind, _)| *kind == Kind::Attribution);
    if introduced && top < letter.rows.len() {
        let below = &letter.rows[top..];
        let plain = below
            .iter()
            .all(|(kind, _)| matches!(kind, Kind::Words | Kind::Blank));
        if plain {
            letter.cut_before(top, Why::Quote);
        }
    }
}

/// A mail that is quoted without marks, below an attribution and the writer's words.
fn cut_embedded(letter: &mut Letter<'_>) {
    let is_attribution = |(kind, _): &(Kind, &str)| *kind == Kind::Attribution;
    let Some(at) = letter.rows.iter().position(is_attribution) else {
        return;
    };
    if !letter.words_before(at) {
        return;
    }
    let below = &letter.rows[at + 1..];
    let has = |kind: Kind| below.iter().any(|(one, _)| *one == kind);
    if !has(Kind::Quote) {
        // Nothing below is marked as quoted, so all of it is.
        letter.cut_from(at, Why::Forwarded);
    } else if !has(Kind::Words) {
        letter.cut_from(at, Why::Quote);
    }
}

/// A mail below its headers.
fn cut_header_block(letter: &mut Letter<'_>) {
    let is_header = |(kind, _): &(Kind, &str)| *kind == Kind::Header;
    let Some(at) = letter.rows.iter().position(is_header) else {
        return;
    };
    if letter.words_before(at) {
        // The attribution above belongs to it.
        letter.cut_from(at, Why::Forwarded);
    } else {
        letter.cut_all(Kind::Header, Why::Forwarded);
    }
}

/// A quotation at the end, if the writer said anything.
fn cut_quoted_end(letter: &mut Letter<'_>) {
    if !letter.has(Kind::Words) {
        return;
    }
    let tail = letter
        .rows
        .iter()
        .rev()
        .take_while(|(kind, _)| matches!(kind, Kind::Quote | Kind::Blank))
        .count();
    let at = letter.rows.len() - tail;
    if letter.rows[at..]
        .iter()
        .any(|(kind, _)| *kind == Kind::Quote)
    {
        letter.cut_from(at, Why::Quote);
    }
}
