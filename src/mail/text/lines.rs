//! What the lines of a letter are: words, quotations, attributions, headers of quoted mail, signatures.

use super::phrases::{FORWARDED, HEADERS, MOBILE, WROTE, WROTE_ANYWHERE};

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

/// An attribution runs over at most this many lines.
const LONGEST_ATTRIBUTION: usize = 4;
/// Longer lines are no attributions.
const LONGEST_LINE: usize = 600;

/// What each line is.
pub fn kinds(lines: &[&str]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::with_capacity(lines.len());
    let mut fenced = false;
    while kinds.len() < lines.len() {
        let at = kinds.len();
        let line = lines[at];
        if line.trim_start().starts_with("```") {
            fenced = !fenced && lines[at + 1..].iter().any(|line| line.starts_with("```"));
            kinds.push(Kind::Words);
            continue;
        }
        if fenced {
            kinds.push(Kind::Words);
            continue;
        }
        if let Some(length) = attribution(&lines[at..]) {
            kinds.extend(std::iter::repeat_n(Kind::Attribution, length));
            continue;
        }
        kinds.push(kind(line));
    }
    join_headers(lines, &mut kinds);
    kinds
}

fn kind(line: &str) -> Kind {
    let text = line.trim();
    if is_blank(text) {
        Kind::Blank
    } else if is_quote(text) {
        Kind::Quote
    } else if is_delimiter(text) {
        Kind::Delimiter
    } else if is_header(text) {
        Kind::Header
    } else if is_mobile(text) {
        Kind::Mobile
    } else {
        Kind::Words
    }
}

/// Nothing that could be seen; some programs leave a mark of theirs.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || matches!(
                c,
                '\u{1427}' | '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{a0}'
            )
    })
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
        '-' | '_' | '=' | '~' | '*' | '#' | '+' | '\u{2014}' | '\u{2013}' | '\u{2015}' | '\u{2500}'
    );
    let dash = matches!(first, '\u{2014}' | '\u{2015}');
    mark && text.chars().all(|c| c == first) && (text.chars().count() >= 2 || dash)
}

fn is_mobile(text: &str) -> bool {
    let text = text.trim_start_matches(['-', ' ', '*', '_', '[', '\u{2014}']);
    text.chars().count() < 120 && {
        let small = text.to_lowercase();
        MOBILE.iter().any(|start| small.starts_with(start))
            || small.ends_with("から送信")
            || (small.starts_with("von ") && small.contains("gesendet"))
    }
}

/// Whether a line looks like a header field of a quoted mail.
fn is_header(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '>', ' ', '\u{feff}']);
    let Some((name, _)) = text.split_once([':', '\u{ff1a}']) else {
        return false;
    };
    let name = name.trim().trim_matches('*').trim();
    let name = name.trim_matches('\u{a0}');
    if name.is_empty() || name.chars().count() > 24 {
        return false;
    }
    let name = name.to_lowercase();
    HEADERS.contains(&name.as_str())
}

/// A header that runs over several lines, inside a block of them, is still a header.
fn join_headers(lines: &[&str], kinds: &mut [Kind]) {
    for at in 1..kinds.len().saturating_sub(1) {
        if kinds[at] == Kind::Words
            && kinds[at - 1] == Kind::Header
            && kinds[at + 1] == Kind::Header
            && lines[at].chars().count() < 200
        {
            kinds[at] = Kind::Header;
        }
    }
}

/// How many lines an attribution takes that begins here.
fn attribution(lines: &[&str]) -> Option<usize> {
    let mut joined = String::new();
    for (n, line) in lines.iter().take(LONGEST_ATTRIBUTION).enumerate() {
        let text = line
            .trim_start_matches(['>', ' ', '\t', '\u{a0}'])
            .trim_end();
        if text.is_empty() || line.len() > LONGEST_LINE {
            return None;
        }
        if n > 0 {
            // A quotation below words belongs to no attribution of its own.
            let quoted = |line: &str| line.trim_start().starts_with('>');
            if quoted(line) != quoted(lines[0]) {
                return None;
            }
            joined.push(' ');
        }
        joined.push_str(text);
        if is_attribution(&joined, n == 0) {
            return Some(n + 1);
        }
        // Only what begins like one may run on.
        if n == 0 && !begins_attribution(text) {
            return None;
        }
    }
    None
}

/// Whether a first line may be the beginning of a longer attribution: it has a date or an address in it.
fn begins_attribution(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= 3 || (text.contains('<') && text.contains('@'))
}

fn is_attribution(text: &str, single: bool) -> bool {
    if single && is_forward_mark(text) {
        return true;
    }
    let small = text.to_lowercase();
    let small = small.trim_matches(['-', ' ', '*', '_', '\u{a0}']).trim();
    let ended = small.ends_with([':', '\u{ff1a}']);
    let body = small.trim_end_matches([':', '\u{ff1a}', ' ', '\u{a0}', '*', '.']);
    let address = body.contains('@');
    let dated = has_date(body);
    let ends_with_word = |word: &str| {
        body.strip_suffix(word)
            .is_some_and(|before| before.is_empty() || !before.ends_with(char::is_alphanumeric))
    };
    if (dated || address)
        && (ended || text.trim_end().ends_with("--"))
        && WROTE.iter().any(|word| ends_with_word(word))
    {
        return true;
    }
    if (dated || address) && ended {
        let has_word = |word: &str| {
            body.match_indices(word).any(|(at, found)| {
                let before = body[..at].chars().next_back();
                let after = body[at + found.len()..].chars().next();
                let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                edge(before) && edge(after)
            })
        };
        if WROTE.iter().any(|word| has_word(word)) && starts_dated(body) {
            return true;
        }
    }
    // Scripts without blanks between words.
    if (dated || address) && WROTE_ANYWHERE.iter().any(|word| body.ends_with(word)) {
        return true;
    }
    // A date, a name, an address and a colon, in any language: what a large provider writes.
    if dated && has_clock(body) && body.ends_with('>') && address && ended {
        return true;
    }
    starts_with_zone_date(body) && !body.ends_with('<')
}

/// Whether a text begins with a word or two and a date, as attributions with the verb in the middle do.
fn starts_dated(text: &str) -> bool {
    let start: String = text.chars().take(24).collect();
    start.chars().filter(char::is_ascii_digit).count() >= 1
}

/// Whether there are the digits of a date: a year, or a day and a clock.
fn has_date(text: &str) -> bool {
    let mut run = 0;
    let mut runs = 0;
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            run += 1;
        } else {
            if run == 4 {
                return true;
            }
            runs += usize::from(run > 0);
            run = 0;
        }
    }
    runs >= 2
}

/// Whether there is a time of day.
fn has_clock(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(4).any(|four| {
        four[0].is_ascii_digit()
            && matches!(four[1], ':' | '.' | 'h')
            && four[2].is_ascii_digit()
            && four[3].is_ascii_digit()
    })
}

/// `2016-03-03 17:21 GMT+01:00 Some One`: a program that leaves out the verb.
fn starts_with_zone_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pattern = b"0000-00-00 00:00";
    let fits = bytes.len() > pattern.len()
        && bytes.iter().zip(pattern).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            shape => byte == shape,
        });
    let rest = text.get(pattern.len()..).unwrap_or_default().trim_start();
    fits && (rest.starts_with("gmt") || rest.starts_with("utc"))
}

/// `----- Original Message -----`, `Begin forwarded message:`.
fn is_forward_mark(text: &str) -> bool {
    let bare = text.trim_matches(['*', '_', ' ', '\u{a0}']);
    let inner = bare.trim_matches(['-', '=', '_', ' ']);
    let small = inner.to_lowercase();
    let small = small.trim_end_matches([':', ' ', '\u{a0}']);
    let ruled = bare.starts_with("---") && bare.ends_with("---") && !inner.is_empty();
    let known = FORWARDED.contains(&small);
    known && (ruled || bare.ends_with(':') || bare.starts_with("--"))
        || (ruled && inner.chars().count() <= 40 && inner.chars().any(char::is_alphabetic))
}
