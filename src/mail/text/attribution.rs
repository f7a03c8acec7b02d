//! Lines that say whose words follow: `On Monday, X wrote:`, `----- Original Message -----`.
//!
//! Programs write them in every language. The verbs of many are known; where they are not, a date, a time of day, an
//! address and a colon on one line are never an order. What is less certain counts if a quotation follows at once.

use super::lines::Line;
use super::phrases::{FORWARDED, OPENERS, WROTE, WROTE_ANYWHERE};
use super::plain::{
    ends_with_word, has_address, has_clock, has_date, has_numbers, has_word, starts_with_word,
};

/// An attribution runs over at most this many lines.
const LONGEST: usize = 4;
/// Longer titles are no titles.
const LONGEST_TITLE: usize = 60;

/// How many lines an attribution takes that begins here.
pub(super) fn attribution(lines: &[Line<'_>]) -> Option<usize> {
    let first = lines.first()?;
    // Most lines of most mails are quoted words; they are passed over at once.
    let telling = |byte: u8| matches!(byte, b'0'..=b'9' | b'@' | b':' | b'<' | b',' | 0x80..);
    if !first.plain.bytes().any(telling) && !is_quoted_next(&lines[1..]) {
        return None;
    }
    let mut starts: Vec<String> = Vec::new();
    for (n, line) in lines.iter().take(LONGEST).enumerate() {
        let text = &line.plain;
        // A quotation below words belongs to no attribution of its own.
        if text.is_empty() || line.is_long() || line.quoted != first.quoted {
            return None;
        }
        let quote_follows = !line.quoted && is_quoted_next(&lines[n + 1..]);
        for start in &mut starts {
            start.push(' ');
            start.push_str(text);
        }
        starts.push(text.clone());
        if is_attribution(&starts[0], quote_follows) {
            // What stands above an attribution that is whole without it is not part of it.
            let whole = |start: &&String| {
                is_attribution(start, quote_follows) && (has_numbers(start) || has_address(start))
            };
            let mut others = starts[1..].iter().filter(whole);
            let needless = match opens(&starts[0]) {
                true => others.any(|start| opens(start) && has_numbers(start)),
                false => others.next().is_some(),
            };
            return (!needless).then_some(n + 1);
        }
        // Only what begins like one may run on.
        if n == 0 && !(opens(&starts[0]) || has_address(&starts[0]) || starts[0].ends_with('<')) {
            return None;
        }
    }
    None
}

/// Whether a quotation comes next, at most one blank line below.
fn is_quoted_next(lines: &[Line<'_>]) -> bool {
    let mut next = lines.iter().take(2);
    next.find(|line| line.quoted || !line.plain.is_empty())
        .is_some_and(|line| line.quoted)
}

/// Whether a line begins as attributions do: with one of their words, or with a date.
fn opens(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '*', '_', ' ', '[', '(']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = text[digits..].chars().next();
    let day = (1..=2).contains(&digits) && matches!(after, Some('.' | '/' | ' ' | '-'));
    let year = digits == 4 && matches!(after, Some('-' | '/' | '.' | '年' | '년'));
    (day || year) && has_numbers(text)
        || has_clock(text) && has_date(text)
        || OPENERS.iter().any(|word| starts_with_word(text, word))
}

fn is_attribution(text: &str, quote_follows: bool) -> bool {
    let ruled = text.starts_with("--") && text.ends_with("--");
    let text = text.trim_matches(['-', ' ', '*', '_']);
    let ended = text.ends_with(':');
    let body = text.trim_end_matches([':', ' ', '*', '.']);
    let says = || WROTE.iter().any(|verb| ends_with_word(body, verb));
    if ended || ruled {
        let (address, dated, clock) = (has_address(body), has_date(body), has_clock(body));
        let says_within = || WROTE.iter().any(|verb| has_word(body, verb));
        let full = dated && clock && address;
        let certain = full || says() || (dated && clock || starts_dated(body)) && says_within();
        if certain && (address || has_numbers(body)) {
            return true;
        }
        if quote_follows && (address || dated && clock) {
            return true;
        }
    }
    // Scripts without blanks between words.
    if !body.is_ascii()
        && WROTE_ANYWHERE.iter().any(|verb| body.ends_with(verb))
        && (has_numbers(body) || has_address(body))
    {
        return true;
    }
    quote_follows && says() || starts_with_zone_date(body) && !body.ends_with('<')
}

/// Whether a text begins with a word or two and a date, as attributions with the verb in the middle do.
fn starts_dated(text: &str) -> bool {
    text.chars().take(24).any(|c| c.is_ascii_digit())
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

/// How sure it is that a line is the title of a quoted mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Title {
    /// It says so in words that are known.
    Known,
    /// It looks like one; what follows decides.
    Likely,
}

/// `----- Original Message -----`, `Begin forwarded message:`; in a language that is not known a line between dashes, or
/// one with a colon, is a title if the head of a mail follows.
pub(super) fn title(line: &Line<'_>) -> Option<Title> {
    let text = line.plain.as_str();
    if text.len() > 4 * LONGEST_TITLE {
        return None;
    }
    let bare = text.trim_matches(['*', '_', ' ']);
    let inner = bare.trim_matches(['-', '=', '_', ' ', '*', '#']);
    let words = inner.trim_end_matches([':', ' ']);
    if words.is_empty() || !words.contains(char::is_alphabetic) {
        return None;
    }
    let ruled = bare.starts_with("--") || bare.starts_with("==");
    let ended = inner.ends_with(':') || bare.ends_with(':');
    if (ruled || ended || text.starts_with("__")) && FORWARDED.contains(&words) {
        return Some(Title::Known);
    }
    let fits = words.chars().count() <= LONGEST_TITLE;
    (fits && (ruled && bare.ends_with(['-', '=']) || ended)).then_some(Title::Likely)
}
