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
    let known = if plain {
        None
    } else {
        Charset::for_label(label.as_bytes()).or_else(|| cousin(label))
    };
    let Some(known) = known else {
        return (guess(bytes), !plain);
    };
    let (text, _, damaged) = known.decode(bytes);
    if damaged && let Ok(text) = std::str::from_utf8(bytes) {
        // The label lies: nothing but UTF-8 looks like UTF-8.
        return (text.to_owned(), false);
    }
    (text.into_owned(), damaged)
}

/// Labels that some programs write and no list has.
fn cousin(label: &str) -> Option<Charset> {
    let label: String = label
        .to_ascii_lowercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let name = if label.starts_with("utf8") {
        "utf-8"
    } else if let Some(page) = label.strip_prefix("cp").filter(|page| page.len() == 4) {
        return Charset::for_label(format!("windows-{page}").as_bytes());
    } else if label.starts_with("iso88591") {
        "iso-8859-1"
    } else if label.starts_with("gb") {
        "gb18030"
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
