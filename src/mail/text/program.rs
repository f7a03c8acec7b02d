//! Lines that a mail program adds by itself: `Sent from my telephone`, in any language.

use super::phrases::{BRANDS, DEVICES, SENT, SIGNATURES};
use super::plain::has_word;

/// Longer lines were written by a person.
const LONGEST: usize = 120;

/// Marks around such lines.
const MARKS: [char; 12] = ['-', ' ', '*', '_', '[', '(', '"', '„', '“', '«', '<', '~'];
/// What stands last in a letter has no more words than this if it only says how it was sent.
const FEW: usize = 12;

/// Whether a line that stands by itself at the end of a letter, made plain, only says how it was sent, in whatever words:
/// `Sent from the road`. By its place; the words of an order never begin so.
pub(super) fn is_parting(text: &str) -> bool {
    let text = text.trim_start_matches(MARKS);
    let end = text.trim_end_matches(['.', '!', ' ', '>', '»', '~', '*', '-', ']', ')']);
    let first = end.split([' ', ',']).next().unwrap_or_default();
    let sent = SENT.contains(&first) || end == "from my" || end.starts_with("from my ");
    let order = |c: char| c.is_ascii_digit() || matches!(c, ':' | ';' | '=');
    sent && end.split_whitespace().count() <= FEW && !end.contains(order)
}

/// Whether a program wrote a line, which is made plain.
pub(super) fn is_program(text: &str) -> bool {
    if text.len() > 4 * LONGEST {
        return false;
    }
    let text = text.trim_start_matches(MARKS);
    if text.is_empty() || text.chars().count() > LONGEST {
        return false;
    }
    if SIGNATURES.iter().any(|start| text.starts_with(start)) {
        return true;
    }
    // Nobody but a program says first or last that something was sent, and with what. What telephones are called is
    // the same everywhere; in some languages it is inflected, or joined to other words.
    let end = text.trim_end_matches(['.', '!', ' ', '*', '_', ']', ')', '"', '>', '~', '»']);
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let sent = SENT.iter().any(|verb| {
        let first = text
            .strip_prefix(verb)
            .is_some_and(|rest| !letter(rest.chars().next()));
        let last = end
            .strip_suffix(verb)
            .is_some_and(|rest| !letter(rest.chars().next_back()));
        first || last
    });
    if sent {
        return BRANDS.iter().any(|brand| text.contains(brand))
            || DEVICES.iter().any(|device| has_word(text, device));
    }
    let named = || {
        BRANDS.iter().any(|brand| text.contains(brand))
            || DEVICES.iter().any(|device| has_word(text, device))
    };
    if text.starts_with("from my ") && end.split_whitespace().count() <= 5 && named() {
        return true;
    }
    // `Get Outlook for iOS`: an advertisement.
    let short = text.chars().count() <= 80 && !text.starts_with("message");
    short && has_word(text, "outlook") && (has_word(text, "ios") || has_word(text, "android"))
}
