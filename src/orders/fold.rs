//! Folding: text reduced to what counts when two spellings are compared.
//!
//! Phones and mail programs change case, accents, blanks, quotes and dashes; none of these may make an order unreadable.

/// Folded text that remembers where in the original each character came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// The folded characters.
    pub chars: Vec<char>,
    /// For each, the character of the original it came from, counted from 0.
    pub from: Vec<usize>,
    /// For each, the original character behind it; accents written apart belong to their letter.
    pub to: Vec<usize>,
}

impl Folded {
    /// Folds a text.
    pub fn new(text: &str) -> Self {
        let mut folded = Self {
            chars: Vec::with_capacity(text.len()),
            from: Vec::with_capacity(text.len()),
            to: Vec::with_capacity(text.len()),
        };
        for (column, c) in text.chars().enumerate() {
            let before = folded.chars.len();
            fold_char(c, &mut |c| folded.chars.push(c));
            let after = folded.chars.len();
            if after == before {
                if let Some(end) = folded.to.last_mut() {
                    *end = column + 1;
                }
            } else {
                folded.from.resize(after, column);
                folded.to.resize(after, column + 1);
            }
        }
        folded
    }
}

/// Returns the text as it is compared: lower case, without accents, blanks and quotes made plain.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        fold_char(c, &mut |c| folded.push(c));
    }
    folded
}

/// Puts out what one character becomes: nothing, one character or several.
pub(crate) fn fold_char(c: char, put: &mut impl FnMut(char)) {
    if c.is_ascii() {
        put(match c {
            '`' => '\'',
            _ if c.is_ascii_control() => ' ',
            _ => c.to_ascii_lowercase(),
        });
    } else if is_nothing(c) {
        // Joiners, marks of direction and accents written apart have no place in a comparison.
    } else if c.is_whitespace() || c.is_control() {
        put(' ');
    } else {
        for lower in c.to_lowercase() {
            fold_lower(lower, put);
        }
    }
}

fn fold_lower(c: char, put: &mut impl FnMut(char)) {
    if is_nothing(c) {
        return;
    }
    if let Some(text) = replacement(c) {
        text.chars().for_each(put);
        return;
    }
    match c {
        // Full-width forms stand in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            let ascii = char::from_u32(u32::from(c) - 0xfee0).unwrap_or(' ');
            put(ascii.to_ascii_lowercase());
        }
        _ => put(c),
    }
}

/// Whether a character takes no room and carries no sense of its own.
pub(crate) const fn is_nothing(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{3099}' | '\u{309a}'
        | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// What a lower-case letter or a mark outside ASCII is compared as.
const fn replacement(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ª' | 'ạ' | 'ả' | 'ấ' | 'ầ' => "a",
        'æ' | 'ǽ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẽ' | 'ẹ' | 'ế' | 'ề' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' | 'ǧ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' => "i",
        'ĳ' => "ij",
        'ĵ' => "j",
        'ķ' | 'ĸ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' | 'ŉ' | 'ŋ' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ǒ' | 'ǿ' | 'º' | 'ọ' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' | 'ſ' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ǔ' => "u",
        'ŵ' | 'ẁ' | 'ẃ' | 'ẅ' => "w",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        '×' => "x",
        '¹' => "1",
        '²' => "2",
        '³' => "3",
        '‘' | '’' | '‚' | '‛' | '′' | 'ʼ' | 'ʹ' | '´' | '‹' | '›' => "'",
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => "\"",
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' | '﹘' | '⁃' => "-",
        '→' | '⇒' | '➔' | '➜' | '➡' | '⟶' | '►' | '▶' => ">",
        '…' => "...",
        '、' | '،' | '﹐' => ",",
        '。' => ".",
        '︰' | '﹕' | '꞉' | '∶' => ":",
        '⁄' | '∕' => "/",
        '•' | '·' | '‧' => "*",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_case_and_accents() {
        assert_eq!(
            fold("Élan ŒUVRE Straße Ålesund TRØNDELAG"),
            "elan oeuvre strasse alesund trondelag"
        );
        assert_eq!(fold("Lu\u{308}tzow Å İzmir Łódź"), "lutzow a izmir lodz");
        assert_eq!(fold("Ｈｉｐｐｅｒ，７"), "hipper,7");
    }

    #[test]
    fn blanks_quotes_and_dashes_become_plain() {
        assert_eq!(fold("a\u{a0}b\u{202f}c\u{3000}d\te\u{200b}f"), "a b c d ef");
        assert_eq!(
            fold("l’Orne « z‑10 » — “x”…"),
            "l'orne \" z-10 \" - \"x\"..."
        );
    }

    #[test]
    fn columns_lead_back() {
        let folded = Folded::new("œe\u{301}x");
        assert_eq!(folded.chars, ['o', 'e', 'e', 'x']);
        assert_eq!(folded.from, [0, 0, 1, 3]);
        assert_eq!(folded.to, [1, 1, 3, 4]);
    }
}
