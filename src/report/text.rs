//! Plain text for mail: 72 columns.

pub use crate::orders::width::APART;
use crate::orders::width::{unparted, width_of};

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
    for word in unparted(text.split_whitespace()) {
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
