//! Lines as they are compared: small letters, plain dashes, blanks and digits, and nothing that cannot be seen.

/// The zeros of the scripts whose digits mail programs write.
const ZEROS: &[u32] = &[
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
    0xed0, 0xf20, 0x1040, 0x17e0, 0xff10,
];

/// Characters that turn the direction of writing, join or part letters, or show nothing at all.
pub(super) const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{1427}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// A line without what cannot be seen, with one sort of blank, dash, colon and digit, in small letters.
pub(super) fn plain(line: &str) -> String {
    if line.is_ascii() {
        return line.trim().to_ascii_lowercase();
    }
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            c if is_unseen(c) => {}
            c if c.is_whitespace() => out.push(' '),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2500}' => out.push('-'),
            '\u{ff1a}' | '\u{fe55}' => out.push(':'),
            '\u{2019}' => out.push('\''),
            c => match digit(c) {
                Some(digit) => out.push(digit),
                None => out.extend(c.to_lowercase()),
            },
        }
    }
    out.trim().to_owned()
}

fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS.iter().rfind(|zero| **zero <= code)?;
    char::from_digit(code - zero, 10)
}

/// Whether there is a mail address.
pub(super) fn has_address(text: &str) -> bool {
    if !text.contains('@') {
        return false;
    }
    text.split('@').zip(text.split('@').skip(1)).any(|(a, b)| {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
        a.ends_with(fits) && b.starts_with(fits)
    })
}

/// How many runs of digits there are, and whether one of them has four.
fn runs(text: &str) -> (usize, bool) {
    let (mut count, mut year, mut run) = (0, false, 0);
    for byte in text.bytes().chain([b' ']) {
        if byte.is_ascii_digit() {
            run += 1;
        } else if run > 0 {
            count += 1;
            year |= run == 4;
            run = 0;
        }
    }
    (count, year)
}

/// Whether there are the digits of a date: a year, or at least two numbers.
pub(super) fn has_numbers(text: &str) -> bool {
    let (count, year) = runs(text);
    year || count >= 2
}

/// Whether there is a date with its year: `2026`, `18/11/26`, `18.11.26`.
pub(super) fn has_date(text: &str) -> bool {
    let (count, year) = runs(text);
    if year || count < 3 {
        return year;
    }
    text.split(|c: char| c.is_whitespace() || c == ',')
        .any(|word| {
            let mut numbers = word.split(['/', '.', '-']);
            let short = |number: &str| {
                (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
            };
            (0..3).all(|_| numbers.next().is_some_and(short))
        })
}

/// Whether there is a time of day: `10:00`, `10.00`, `10h00`, `10 h 00`.
pub(super) fn has_clock(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).any(|at| {
        let close = matches!(bytes[at], b':' | b'.' | b'h');
        let wide = bytes[at] == b'h' && bytes.get(at + 1) == Some(&b' ');
        close && at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2)
            || wide && at > 1 && bytes[at - 1] == b' ' && digit(at - 2) && digit(at + 2)
    })
}

/// Whether a text has a word, with no letter before or behind it.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, found)| {
        let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        edge(text[..at].chars().next_back()) && edge(text[at + found.len()..].chars().next())
    })
}

/// Whether a text ends with a word.
pub(super) fn ends_with_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word)
        .is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

/// Whether a text begins with a word.
pub(super) fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_dashes_and_marks_of_direction_become_plain() {
        assert_eq!(
            plain("\u{202b}١٨ نوفمبر ٢٠٢٦ \u{202c}:"),
            "18 نوفمبر 2026 :"
        );
        assert_eq!(plain("\u{2010}\u{2010} Re\u{a0}：x"), "-- re :x");
    }

    #[test]
    fn dates_and_clocks_are_found() {
        for text in [
            "18.11.26 um 9:05",
            "on 2026-11-18, 10.00",
            "le 18/11/2026 à 10 h 00",
        ] {
            assert!(has_date(text) && has_clock(text), "{text}");
        }
        for text in ["move 3 to 4", "garde 510: 2", "1.5"] {
            assert!(!has_date(text), "{text}");
        }
        assert!(has_address("x <a.b@c.org>") && !has_address("x @ y"));
    }
}
