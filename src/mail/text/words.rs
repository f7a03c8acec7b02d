//! Encoded words of header fields (RFC 2047), also those split in the middle of a character.

use std::borrow::Cow;

use super::{charset, transfer};

/// Longer words are none: the standard allows 75 bytes, programs write whole subjects.
const LONGEST_WORD: usize = 4 * 1024;

/// An encoded word.
struct Coded<'v> {
    charset: Cow<'v, str>,
    bytes: Vec<u8>,
}

/// A header value in words.
pub fn decode_words(value: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = value;
    // The word being read; further words of its charset go on where it ended, even inside a character.
    let mut open: Option<Coded<'_>> = None;
    // Bytes between words, which may be of any charset.
    let mut plain: Vec<u8> = Vec::new();
    while let Some(start) = find(rest, b"=?") {
        let Some((word, after)) = coded(&rest[start..]) else {
            close(&mut open, &mut out);
            plain.extend_from_slice(&rest[..start + 2]);
            rest = &rest[start + 2..];
            continue;
        };
        let between = &rest[..start];
        let joined = open.is_some() && plain.is_empty() && between.trim_ascii().is_empty();
        if !joined {
            close(&mut open, &mut out);
            plain.extend_from_slice(between);
            out.push_str(&charset::guess(&std::mem::take(&mut plain)));
        }
        match &mut open {
            Some(before) if before.charset.eq_ignore_ascii_case(&word.charset) => {
                before.bytes.extend(word.bytes);
            }
            _ => {
                close(&mut open, &mut out);
                open = Some(word);
            }
        }
        rest = after;
    }
    close(&mut open, &mut out);
    plain.extend_from_slice(rest);
    out.push_str(&charset::guess(&plain));
    one_line(&out)
}

fn find(bytes: &[u8], wanted: &[u8; 2]) -> Option<usize> {
    bytes.windows(2).position(|two| two == wanted)
}

fn close(open: &mut Option<Coded<'_>>, out: &mut String) {
    if let Some(word) = open.take() {
        out.push_str(&charset::decode(&word.charset, &word.bytes).0);
    }
}

/// Reads the encoded word a text begins with.
fn coded(text: &[u8]) -> Option<(Coded<'_>, &[u8])> {
    let rest = text.strip_prefix(b"=?")?;
    let mark = |bytes: &[u8]| bytes.iter().take(64).position(|byte| *byte == b'?');
    let at = mark(rest)?;
    let (charset, rest) = (&rest[..at], &rest[at + 1..]);
    let at = mark(rest)?;
    let (encoding, rest) = (&rest[..at], &rest[at + 1..]);
    let at = find(&rest[..rest.len().min(LONGEST_WORD + 2)], b"?=")?;
    let (content, after) = (&rest[..at], &rest[at + 2..]);
    if charset.is_empty() || !charset.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    let bytes = match encoding {
        b"q" | b"Q" => transfer::quoted_printable(content, true).0,
        b"b" | b"B" => transfer::base64(content)?.0,
        _ => return None,
    };
    let charset = String::from_utf8_lossy(charset);
    Some((Coded { charset, bytes }, after))
}

/// Text without anything that could end a line or steer a terminal.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_steering(c) {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    out.trim().to_owned()
}

/// Text of any lines, without anything that could steer a terminal.
pub fn lines(text: &str) -> String {
    let fits = |c: &char| *c == '\n' || *c == '\t' || !c.is_control() && !is_steering(*c);
    if text.chars().all(|c| fits(&c)) {
        return text.to_owned();
    }
    text.chars().filter(fits).collect()
}

/// Characters that turn the direction of writing or cannot be seen.
const fn is_steering(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
