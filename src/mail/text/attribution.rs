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
/// The end of an attribution on a line of its own has no more words.
const FEW: usize = 4;
/// Longer titles are no titles.
const LONGEST_TITLE: usize = 60;

/// How many lines an attribution takes that begins here.
pub(super) fn attribution(lines: &[Line<'_>]) -> Option<usize> {
    let first = lines.first()?;
    // Most lines of most mails are quoted words; they are passed over at once.
    let telling = |byte: u8| matches!(byte, b'0'..=b'9' | b'@' | b':' | b'<' | b',' | 0x80..);
    let address_next = address_next(lines);
    if !first.plain.bytes().any(telling) && !address_next && !is_quoted_next(&lines[1..]) {
        return None;
    }
    let mut starts: Vec<String> = Vec::new();
    let mut best = None;
    for (n, line) in lines.iter().take(LONGEST).enumerate() {
        // `> wrote:` below an address whose mark is still open is no quotation.
        let closes = line.quoted && !first.quoted && starts.first().is_some_and(|one| is_open(one));
        let text = match closes {
            true => format!("> {}", line.plain),
            false => line.plain.clone(),
        };
        // A quotation below words belongs to no attribution of its own.
        if text.is_empty() || line.is_long() || line.quoted != first.quoted && !closes {
            return best;
        }
        let quote_follows = !first.quoted && is_quoted_next(&lines[n + 1..]);
        for start in &mut starts {
            start.push(' ');
            start.push_str(&text);
        }
        starts.push(text);
        if is_attribution(&starts[0], quote_follows) {
            // What stands above an attribution that is whole without it is not part of it.
            let whole = |start: &&String| {
                is_attribution(start, quote_follows) && (has_numbers(start) || has_address(start))
            };
            // None begins with an address between marks, or with the end of one.
            let mut others = starts[1..]
                .iter()
                .filter(|start| !start.starts_with(['<', '>', '[', '(']) && !is_closed(start))
                .filter(whole);
            // A date or an address is found but once in an attribution.
            let (dated, addressed) = (has_date(&first.plain), has_address(&first.plain));
            let again =
                |start: &&String| (!dated || has_date(start)) && (!addressed || has_address(start));
            let needless = match opens(&starts[0]) {
                true => others.any(|start| opens(start) && has_numbers(start) && again(&start)),
                false => others.any(|start| again(&start)),
            };
            if needless {
                return best;
            }
            best = Some(n + 1);
            // Its address, or its verb, may stand below.
            let next = lines.get(n + 1).map_or("", |line| line.plain.as_str());
            let verb = next.ends_with(':') && next.split_whitespace().count() <= FEW;
            let below = is_open(&starts[0]) || next.starts_with('<') || verb;
            if starts[0].ends_with(':') || !below {
                return best;
            }
            continue;
        }
        if best.is_some() && !is_open(&starts[0]) && !starts[0].ends_with('<') {
            return best;
        }
        // Only what begins like one may run on: or a name, if an address in its marks is on the next line.
        let begins = |start: &str| opens(start) || has_address(start) || start.ends_with('<');
        if n == 0 && !(begins(&starts[0]) || address_next) {
            return None;
        }
    }
    best
}

/// Whether an address is begun and not ended: `Bob <`, `Bob <bob@club.example`.
fn is_open(text: &str) -> bool {
    let count = |mark: char| text.chars().filter(|c| *c == mark).count();
    count('<') > count('>')
}

/// Whether an address is ended that was begun before.
fn is_closed(text: &str) -> bool {
    let (open, close) = (text.find('<'), text.find('>'));
    close.is_some_and(|close| open.is_none_or(|open| close < open))
}

/// Whether a name stands here, and an address in its marks on the next line.
fn address_next(lines: &[Line<'_>]) -> bool {
    let next = lines.get(1).map_or("", |line| line.plain.as_str());
    next.starts_with(['<', '[']) && is_name(&lines[0].plain)
}

/// Whether a line may be somebody's name.
fn is_name(text: &str) -> bool {
    let plain =
        |c: char| c.is_alphabetic() || matches!(c, ' ' | '*' | '.' | '\'' | '"' | '-' | ',');
    text.split_whitespace().count() <= 5 && text.chars().all(plain)
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
    begins_with_day(text) && has_numbers(text)
        || has_clock(text) && has_date(text)
        || OPENERS.iter().any(|word| starts_with_word(text, word))
}

/// Whether a text begins with a day: `18.11.2026`, `2026-11-18`, `18 novembre`.
fn begins_with_day(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = text[digits..].chars().next();
    let day = (1..=2).contains(&digits) && matches!(after, Some('.' | '/' | ' ' | '-'));
    let year = digits == 4 && matches!(after, Some('-' | '/' | '.' | '年' | '년'));
    day || year
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
    // `2026/11/18 Bob Blue via The Club <info@club.example>`: a day, a name and an address, and no word more.
    let addressed = body.ends_with(['>', ']']) && has_address(body) && !is_open(body);
    quote_follows && says()
        || addressed && begins_with_day(body) && has_date(body)
        || starts_with_zone_date(body) && !is_open(body)
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
