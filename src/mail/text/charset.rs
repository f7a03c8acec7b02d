//! Character sets: by label, and by looking where the label is missing or lies.

use charset::Charset;

/// Text of bytes with a label; tells also whether some bytes had no meaning.
pub fn decode(label: &str, bytes: &[u8]) -> (String, bool) {
    let label = label.trim().trim_matches(['"', '\'']);
    let label = label.split('*').next().unwrap_or(label);
    let plain = matches!(
        label.to_ascii_lowercase().as_str(),
        "" | "us-ascii" | "ascii" | "unknown-8bit" | "x-unknown" | "unknown" | "binary"
    );
    if let Some(text) = super::pages::decode(&bare(label), bytes) {
        return (text, false);
    }
    let known = if plain {
        None
    } else {
        Charset::for_label_no_replacement(label.as_bytes()).or_else(|| cousin(label))
    };
    let Some(known) = known else {
        return (guess(bytes), !plain);
    };
    let (text, _, damaged) = known.decode(bytes);
    if damaged && (std::str::from_utf8(bytes).is_ok() || !any_utf8(bytes)) {
        // The label lies: nothing but UTF-8 looks like UTF-8, and not a character of it looks like that here.
        return (guess(bytes), false);
    }
    (text.into_owned(), damaged)
}

/// Whether there is a character beyond plain ones in UTF-8, whatever stands around it.
fn any_utf8(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// A label in small letters, without marks.
fn bare(label: &str) -> String {
    label
        .to_ascii_lowercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect()
}

/// Labels that some programs write and no list has.
fn cousin(label: &str) -> Option<Charset> {
    let label = bare(label);
    let name = if label.starts_with("utf8") {
        "utf-8"
    } else if let Some(page) = label.strip_prefix("cp").filter(|page| page.len() == 4) {
        return Charset::for_label(format!("windows-{page}").as_bytes());
    } else if label.starts_with("gb") || label == "cp936" {
        "gb18030"
    } else if label.starts_with("big5") || label == "cp950" {
        "big5"
    } else if label.starts_with("iso2022jp") {
        "iso-2022-jp"
    } else if label.contains("shiftjis") || matches!(label.as_str(), "sjis" | "cp932" | "ms932") {
        "shift_jis"
    } else if matches!(label.as_str(), "cp949" | "uhc" | "ksc56011987") {
        "euc-kr"
    } else if label.starts_with("mac") && label.contains("roman") || label == "applemacintosh" {
        "macintosh"
    } else if let Some(part) = label.strip_prefix("iso8859") {
        // With the year behind it, or a letter: `ISO-8859-2:1987`, `iso-8859-8-i`.
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        let known = |length: usize| {
            let part = digits.get(..length)?;
            Charset::for_label(format!("iso-8859-{part}").as_bytes())
        };
        return known(2)
            .filter(|_| digits.starts_with('1'))
            .or_else(|| known(1));
    } else {
        return None;
    };
    Charset::for_label(name.as_bytes())
}

/// Text of bytes without a label.
pub fn guess(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let escapes = text.contains("\u{1b}$") || text.contains("\u{1b}(");
        if escapes && let Some(japanese) = Charset::for_label(b"iso-2022-jp") {
            return japanese.decode(bytes).0.into_owned();
        }
        return text.to_owned();
    }
    let western = Charset::for_label(b"windows-1252");
    western.map_or_else(
        || String::from_utf8_lossy(bytes).into_owned(),
        |western| western.decode(bytes).0.into_owned(),
    )
}
