//! How many columns a character takes on a screen with letters of one width.

use super::fold::is_nothing;

/// Returns the columns a character takes: none, one or two.
pub const fn width(c: char) -> usize {
    if is_nothing(c) {
        0
    } else if is_wide(c) {
        2
    } else {
        1
    }
}

/// Returns the columns a text takes.
pub fn width_of(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// East Asian letters and pictures.
const fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{115f}' | '\u{231a}' | '\u{231b}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{33ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{a000}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff01}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}' | '\u{1f900}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}')
}

/// Marks that stand apart from the word before them, in French, and never begin a line.
pub const APART: [&str; 5] = [":", ";", "?", "!", "»"];

/// The words of a text, each with the marks that must not be parted from it.
pub fn unparted<'t>(text: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for word in text {
        // `? (8.0)` may be parted, `?` and `Oslo ?` not.
        match words.last_mut() {
            Some(last)
                if open
                    || APART
                        .iter()
                        .any(|mark| word.trim_end_matches(['.', ',']) == *mark) =>
            {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
        open = word == "«";
    }
    words
}
