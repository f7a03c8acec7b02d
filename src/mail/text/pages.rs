//! Character sets that old programs write and the library does not know.

/// The upper half of the code pages of DOS.
const PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
     áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
     └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
     αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
const PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
     áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
     └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
     ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const PAGE_852: &str = "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
     áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
     └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
     ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}";

/// Text of bytes in one of these character sets, by its label without marks; `None` if it is none of them.
pub(super) fn decode(label: &str, bytes: &[u8]) -> Option<String> {
    match label {
        "ibm437" | "cp437" | "437" => Some(page(bytes, PAGE_437)),
        "ibm850" | "cp850" | "850" | "ibm858" | "cp858" => Some(page(bytes, PAGE_850)),
        "ibm852" | "cp852" | "852" => Some(page(bytes, PAGE_852)),
        "utf32" | "ucs4" | "utf32be" | "utf32le" => Some(wide(bytes, label.ends_with("le"))),
        "utf16" | "ucs2" | "unicode" | "iso10646ucs2" => Some(double(bytes)),
        "hzgb2312" | "hz" => high("gb18030", &unshift_hz(bytes)),
        "iso2022kr" | "csiso2022kr" => high("euc-kr", &unshift_kr(bytes)),
        _ => None,
    }
}

fn page(bytes: &[u8], upper: &str) -> String {
    let upper: Vec<char> = upper.chars().collect();
    let one = |byte: &u8| match byte.checked_sub(128) {
        None => char::from(*byte),
        Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\u{fffd}'),
    };
    bytes.iter().map(one).collect()
}

/// Four bytes to a character.
fn wide(bytes: &[u8], little: bool) -> String {
    let little = little || bytes.starts_with(&[0xff, 0xfe, 0, 0]);
    let one = |four: &[u8]| {
        let four = <[u8; 4]>::try_from(four).unwrap_or_default();
        let code = if little {
            u32::from_le_bytes(four)
        } else {
            u32::from_be_bytes(four)
        };
        char::from_u32(code).unwrap_or('\u{fffd}')
    };
    let text: String = bytes.chunks_exact(4).map(one).collect();
    text.trim_start_matches('\u{feff}').to_owned()
}

/// Two bytes to a character, in an order that nothing tells but a mark or the zeros of plain letters.
fn double(bytes: &[u8]) -> String {
    let zeros = |from: usize| {
        bytes
            .iter()
            .skip(from)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let little = match bytes {
        [0xff, 0xfe, ..] => true,
        [0xfe, 0xff, ..] => false,
        _ => zeros(1) > zeros(0),
    };
    let units = bytes.chunks_exact(2).map(|two| {
        let two = <[u8; 2]>::try_from(two).unwrap_or_default();
        if little {
            u16::from_le_bytes(two)
        } else {
            u16::from_be_bytes(two)
        }
    });
    let text: String = char::decode_utf16(units)
        .map(|one| one.unwrap_or('\u{fffd}'))
        .collect();
    text.trim_start_matches('\u{feff}').to_owned()
}

/// Seven bits made eight again, in the character set they stand for.
fn high(label: &str, bytes: &[u8]) -> Option<String> {
    let charset = charset::Charset::for_label(label.as_bytes())?;
    Some(charset.decode(bytes).0.into_owned())
}

/// `~{` and `~}` around Chinese, `~~` for a tilde.
fn unshift_hz(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut shifted = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (*byte, bytes.get(at + 1)) {
            (b'~', Some(b'{')) => shifted = true,
            (b'~', Some(b'}')) => shifted = false,
            (b'~', Some(b'~')) if !shifted => out.push(b'~'),
            (b'~', Some(b'\n')) => {}
            _ => {
                // A line that is not shifted back ends by itself.
                shifted &= *byte != b'\n';
                out.push(if shifted { byte | 0x80 } else { *byte });
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    out
}

/// Shift out and shift in around Korean, behind a head that says so.
fn unshift_kr(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(b"\x1b$)C").unwrap_or(bytes);
    let mut shifted = false;
    let mut out = Vec::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            0x0e => shifted = true,
            0x0f => shifted = false,
            b'\n' | b'\r' => out.push(*byte),
            byte => out.push(if shifted { byte | 0x80 } else { *byte }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn old_character_sets_are_read() {
        let read = |label: &str, bytes: &[u8]| decode(label, bytes).unwrap_or_default();
        assert_eq!(read("ibm850", b"M\x94we"), "M\u{f6}we");
        assert_eq!(read("cp437", b"M\x94we"), "M\u{f6}we");
        assert_eq!(read("ibm852", b"\x9f"), "\u{10d}");
        assert_eq!(read("utf32", &[0, 0, 0, b'a', 0, 0, 0, 0xf6]), "a\u{f6}");
        assert_eq!(read("utf16", &[0, b'a', 0, b'b']), "ab");
        assert_eq!(read("utf16", &[0xff, 0xfe, b'a', 0]), "a");
        assert_eq!(read("hzgb2312", b"a ~{<:Ky~} b"), "a \u{5df1}\u{6240} b");
        assert_eq!(read("iso2022kr", b"\x1b$)Ca \x0e0!\x0f"), "a \u{ac00}");
        assert_eq!(decode("utf8", b"x"), None);
    }
}
