//! Lines that a mail program adds by itself: `Sent from my telephone`, in any language.

use super::phrases::{BRANDS, DEVICES, SENT, SIGNATURES};
use super::plain::has_word;

/// Longer lines were written by a person.
const LONGEST: usize = 120;

/// Whether a program wrote a line, which is made plain.
pub(super) fn is_program(text: &str) -> bool {
    if text.len() > 4 * LONGEST {
        return false;
    }
    let text = text.trim_start_matches(['-', ' ', '*', '_', '[', '(', '"', '„', '“', '«']);
    if text.is_empty() || text.chars().count() > LONGEST {
        return false;
    }
    if SIGNATURES.iter().any(|start| text.starts_with(start)) {
        return true;
    }
    // Nobody but a program says first or last that something was sent, and with what. What telephones are called is
    // the same everywhere; in some languages it is inflected, or joined to other words.
    let end = text.trim_end_matches(['.', '!', ' ', '*', '_', ']', ')', '"']);
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
    // `Get Outlook for iOS`: an advertisement.
    let short = text.chars().count() <= 80 && !text.starts_with("message");
    short && has_word(text, "outlook") && (has_word(text, "ios") || has_word(text, "android"))
}
