//! Transfer encodings, read as far as they can be.

use std::borrow::Cow;

/// Decodes bytes; tells also whether they were damaged.
pub fn decode<'m>(encoding: &str, bytes: &'m [u8]) -> (Cow<'m, [u8]>, bool) {
    // Programs write `Quoted_Printable;`, `base64 (see below)` and `"base64"`.
    let encoding: String = encoding
        .trim_start_matches([' ', '\t', '"'])
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '(' | '"' | ','))
        .next()
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    match encoding.to_ascii_lowercase().as_str() {
        "base64" => match base64(bytes) {
            Some((decoded, damaged)) => (decoded.into(), damaged),
            // Nothing like base64: somebody forgot to encode it.
            None => (bytes.into(), true),
        },
        "quotedprintable" => {
            let (decoded, damaged) = quoted_printable(bytes, false);
            (decoded.into(), damaged)
        }
        _ => (bytes.into(), false),
    }
}

const fn base64_value(byte: u8) -> Option<u32> {
    match byte {
        b'A'..=b'Z' => Some((byte - b'A') as u32),
        b'a'..=b'z' => Some((byte - b'a') as u32 + 26),
        b'0'..=b'9' => Some((byte - b'0') as u32 + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// Decodes base64 and steps over what does not belong there; `None` if it is something else.
pub fn base64(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0u32);
    let (mut strange, mut good) = (0usize, 0usize);
    let mut flush = |bits: &mut u32, count: &mut u32| {
        let whole = *count * 6 / 8;
        let value = *bits << (24 - *count * 6).min(24);
        for n in 0..whole {
            out.push((value >> (16 - 8 * n)) as u8);
        }
        (*bits, *count) = (0, 0);
    };
    for byte in bytes {
        if let Some(value) = base64_value(*byte) {
            good += 1;
            bits = (bits << 6) | value;
            count += 1;
            if count == 4 {
                flush(&mut bits, &mut count);
            }
        } else if *byte == b'=' {
            // Padding ends a stretch; another one may follow.
            if count > 0 {
                flush(&mut bits, &mut count);
            }
        } else if !byte.is_ascii_whitespace() {
            strange += 1;
        }
    }
    let torn = count == 1;
    if count > 0 {
        flush(&mut bits, &mut count);
    }
    // Words between blanks decode to rubbish; a stray character in an encoded text does not make it words.
    let blanks = bytes.iter().filter(|byte| **byte == b' ').count();
    if strange > 2 + good / 20 || blanks * 12 > good + strange {
        return None;
    }
    Some((out, strange > 0 || torn))
}

fn hex(byte: u8) -> Option<u8> {
    (byte as char)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

/// Decodes quoted-printable; in encoded words `_` is a blank.
pub fn quoted_printable(bytes: &[u8], in_word: bool) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(bytes.len());
    let mut damaged = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        at += 1;
        if byte == b'_' && in_word {
            out.push(b' ');
            continue;
        }
        if byte != b'=' {
            out.push(byte);
            continue;
        }
        let rest = &bytes[at..];
        let digits = (
            rest.first().copied().and_then(hex),
            rest.get(1).copied().and_then(hex),
        );
        if let (Some(high), Some(low)) = digits {
            out.push(high * 16 + low);
            at += 2;
            continue;
        }
        // A soft break, perhaps with blanks that some server added.
        let blanks = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
            .count();
        match rest.get(blanks) {
            Some(b'\n') => at += blanks + 1,
            None => at += blanks,
            Some(_) => {
                damaged = true;
                out.push(b'=');
            }
        }
    }
    (out, damaged)
}
