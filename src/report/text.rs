//! Plain text for mail: 72 columns.

use crate::orders::width::width_of;

/// No line of a mail is wider.
pub const WIDE: usize = 72;

/// Breaks a text into lines that begin with `first`, then with as many blanks.
pub fn wrap(first: &str, text: &str) -> Vec<String> {
    wrap_under(first, width_of(first), text)
}

/// Breaks a text into lines; the first begins with `first`, the others with so many blanks.
pub fn wrap_under(first: &str, blanks: usize, text: &str) -> Vec<String> {
    wrap_within(WIDE, first, blanks, text)
}

/// The same in lines of so many columns.
pub fn wrap_within(wide: usize, first: &str, blanks: usize, text: &str) -> Vec<String> {
    let indent = " ".repeat(blanks);
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words(text) {
        let gap = usize::from(!empty);
        if !empty && width_of(&line) + gap + width_of(&word) > wide {
            lines.push(std::mem::replace(&mut line, indent.clone()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word);
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Marks that stand apart from the word before them, in French, and never begin a line.
pub const APART: [&str; 5] = [":", ";", "?", "!", "»"];

/// The words of a text, each with the marks that must not be parted from it.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for word in text.split_whitespace() {
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

/// Breaks a text into lines that all begin with `mark`, so that none is read as an order.
pub fn comment(mark: &str, text: &str) -> Vec<String> {
    let blanks = width_of(mark);
    wrap(mark, text)
        .into_iter()
        .map(|line| match line.get(..blanks) {
            Some(start) if start.trim().is_empty() => format!("{mark}{}", line.trim_start()),
            _ => line,
        })
        .collect()
}

/// A heading with a line of its own.
pub fn heading(text: &str) -> Vec<String> {
    vec![
        String::new(),
        text.to_owned(),
        "-".repeat(width_of(text).min(WIDE)),
    ]
}

/// Text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
