//! The head of a quoted mail: a block of lines `From: ..`, `Sent: ..`, `To: ..`, in any language.

use super::lines::Line;
use super::phrases::HEADERS;
use super::plain::{has_address, has_date};

/// A block has at least so many fields.
const FEWEST: usize = 3;
/// More than so many are not looked at.
const MOST: usize = 12;
/// A field runs over at most so many more lines.
const LONGEST_FIELD: usize = 3;
/// Longer names are no names of fields.
const LONGEST_NAME: usize = 24;

/// A line that may be a field.
pub(super) struct Field {
    name: String,
    known: bool,
    address: bool,
    date: bool,
}

/// How many lines the head of a mail takes that begins here.
pub(super) fn head(lines: &[Line<'_>]) -> Option<usize> {
    let first = lines.first()?.field.as_ref()?;
    // An order may have a colon, and digits that could be a year.
    if !(first.known || first.address) {
        return None;
    }
    let mut fields = vec![first];
    let mut length = 1;
    let mut gaps = false;
    while fields.len() < MOST {
        // A field may be folded, and programs put blank lines between fields.
        let ahead = &lines[length..lines.len().min(length + 1 + LONGEST_FIELD)];
        let next = ahead.iter().enumerate();
        let mut next = next.filter_map(|(at, line)| Some((at, line.field.as_ref()?)));
        let Some((at, next)) = next.next() else {
            break;
        };
        let blank = ahead[..at].iter().any(|line| line.plain.is_empty());
        // Words that go on in the next line belong to a block only if it is known to be one.
        let known = next.known && fields.iter().all(|field| field.known);
        if at > 0 && !(blank && at == 1 || !blank && known) {
            break;
        }
        gaps |= blank;
        fields.push(next);
        length += at + 1;
    }
    let mut names: Vec<&str> = fields
        .iter()
        .filter(|field| field.known)
        .map(|field| field.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let address = fields.iter().any(|field| field.address);
    let date = fields.iter().any(|field| field.date);
    let sure = names.len() >= FEWEST && (!gaps || address || date);
    // In a language that is not known: somebody's address, and when he wrote.
    let likely = fields.len() >= FEWEST && address && date && !gaps;
    (sure || likely).then_some(length)
}

/// Reads a line, made plain, as a field.
pub(super) fn field(plain: &str) -> Option<Field> {
    let text = plain.trim_start_matches(['*', ' ', '|']);
    let (name, value) = text.split_once(':')?;
    let name = name.trim_matches(['*', ' ', '_']);
    let fits = !name.is_empty()
        && name.len() <= 4 * LONGEST_NAME
        && name.chars().count() <= LONGEST_NAME
        && name.split_whitespace().count() <= 3
        && !name.contains(|c: char| c.is_ascii_digit() || matches!(c, '<' | '@' | '"'));
    fits.then(|| Field {
        name: name.to_owned(),
        known: HEADERS.contains(&name),
        address: has_address(value),
        date: has_date(value),
    })
}
