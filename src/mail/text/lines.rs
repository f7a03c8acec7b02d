//! What the lines of a letter are: words, quotations, attributions, headers of quoted mail, signatures.

use super::attribution::{Title, attribution, title};
use super::heads::{Field, field, head};
use super::plain::{is_unseen, plain};
use super::program::is_program;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Blank,
    /// What the writer wrote.
    Words,
    /// A quotation.
    Quote,
    /// "On Monday, X wrote:", or the line above a forwarded mail.
    Attribution,
    /// A header of a quoted mail.
    Header,
    /// A line of dashes, or the mark of a signature.
    Delimiter,
    /// "Sent from my telephone".
    Mobile,
}

/// Longer lines are somebody's words; no program writes them.
const LONGEST_LINE: usize = 1000;

/// A line, and how it is compared.
pub(super) struct Line<'t> {
    /// As it stands.
    pub raw: &'t str,
    /// Whether it is quoted.
    pub quoted: bool,
    /// Without the marks of quotations, and made plain; a long line only in its beginning.
    pub plain: String,
    /// As a field of a head.
    pub field: Option<Field>,
}

impl<'t> Line<'t> {
    fn new(raw: &'t str) -> Self {
        let quoted = raw.trim_start().starts_with('>');
        let inner = raw.trim_start_matches(['>', ' ', '\t']);
        let plain = plain(&inner[..inner.floor_char_boundary(LONGEST_LINE)]);
        let field = (!quoted).then(|| field(&plain)).flatten();
        Self {
            raw,
            quoted,
            plain,
            field,
        }
    }

    /// Whether it is too long for what programs write.
    pub const fn is_long(&self) -> bool {
        self.raw.len() > LONGEST_LINE
    }
}

/// What each line is.
pub fn kinds(lines: &[&str]) -> Vec<Kind> {
    let lines: Vec<Line<'_>> = lines.iter().map(|line| Line::new(line)).collect();
    let is_fence = |line: &Line<'_>| line.raw.trim_start().starts_with("```");
    let mut kinds: Vec<Kind> = Vec::with_capacity(lines.len());
    let mut fenced = false;
    while kinds.len() < lines.len() {
        let at = kinds.len();
        if is_fence(&lines[at]) {
            fenced = !fenced && lines[at + 1..].iter().any(is_fence);
            kinds.push(Kind::Words);
        } else if fenced {
            kinds.push(Kind::Words);
        } else {
            let above = at.checked_sub(1).map(|at| lines[at].raw);
            let (kind, length) = kind_here(&lines[at..], above);
            kinds.extend(std::iter::repeat_n(kind, length));
        }
    }
    kinds
}

/// What the next line is, and how many lines are the same.
fn kind_here(lines: &[Line<'_>], above: Option<&str>) -> (Kind, usize) {
    let line = &lines[0];
    match title(line) {
        Some(Title::Known) => return (Kind::Attribution, 1),
        Some(Title::Likely) if introduces(&lines[1..]) => return (Kind::Attribution, 1),
        _ => {}
    }
    if let Some(length) = attribution(lines) {
        return (Kind::Attribution, length);
    }
    if let Some(length) = head(lines) {
        return (Kind::Header, length);
    }
    let below = lines.get(1).map(|line| line.raw);
    let kind = if is_blank(line.raw) {
        Kind::Blank
    } else if is_quote(line.raw.trim()) {
        Kind::Quote
    } else if is_delimiter(line.raw) && !is_underline(line.raw, above, below) {
        Kind::Delimiter
    } else if !line.is_long() && is_program(&line.plain) {
        Kind::Mobile
    } else {
        Kind::Words
    };
    (kind, 1)
}

/// Whether the head of a mail, or another attribution, stands here, at most two blank lines below.
fn introduces(lines: &[Line<'_>]) -> bool {
    let blank = lines
        .iter()
        .take(2)
        .take_while(|line| line.plain.is_empty());
    let lines = &lines[blank.count()..];
    head(lines).is_some() || attribution(lines).is_some()
}

/// Nothing that could be seen; some programs leave a mark of theirs.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_unseen(c))
}

fn is_quote(text: &str) -> bool {
    if text.starts_with('>') {
        return true;
    }
    // Initials before the mark, as some old programs write them.
    let initials = text.chars().take_while(char::is_ascii_uppercase).count();
    let rest = text.get(initials..).unwrap_or_default();
    (1..=3).contains(&initials)
        && rest
            .strip_prefix('>')
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '>']))
}

/// A line of one sort of mark.
pub fn is_delimiter(text: &str) -> bool {
    let text = text.trim();
    let Some(first) = text.chars().next() else {
        return false;
    };
    let mark = matches!(
        first,
        '-' | '_' | '=' | '~' | '*' | '#' | '+' | '\u{2010}'..='\u{2015}' | '\u{2500}'
    );
    let dash = matches!(first, '\u{2014}' | '\u{2015}');
    mark && text.chars().all(|c| c == first) && (text.chars().count() >= 2 || dash)
}

/// A line of marks as long as the words above it, and with words below: the writer's own heading.
fn is_underline(line: &str, above: Option<&str>, below: Option<&str>) -> bool {
    let length = |text: &str| text.trim().chars().count();
    let words = |text: &str| !is_blank(text) && !is_delimiter(text) && !is_quote(text.trim());
    length(line) >= 3
        && above.is_some_and(|above| words(above) && length(above).abs_diff(length(line)) <= 1)
        && below.is_some_and(words)
}
