//! The letters that maps carry with them, so that they look alike wherever they are opened and text never overlaps
//! because somebody lacks a font.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// The family the faces belong to.
pub const FAMILY: &str = "Roboto Condensed";

/// The faces: what a style calls each, and its file.
pub const FACES: [(&str, &[u8]); 3] = [
    ("", include_bytes!("font/RobotoCondensed-Regular.ttf")),
    (
        ";font-weight:bold",
        include_bytes!("font/RobotoCondensed-Bold.ttf"),
    ),
    (
        ";font-style:italic",
        include_bytes!("font/RobotoCondensed-Italic.ttf"),
    ),
];

/// The faces as a style of SVG or HTML.
pub fn style() -> &'static str {
    static STYLE: LazyLock<String> = LazyLock::new(|| {
        let mut style = String::from("<style>");
        for (face, data) in FACES {
            // Writing to a string cannot fail.
            let _ = write!(
                style,
                "@font-face{{font-family:'{FAMILY}'{face};src:url(data:font/ttf;base64,{})}}",
                base64(data)
            );
        }
        style.push_str("</style>");
        style
    });
    &STYLE
}

/// A map with its letters.
pub fn carried(svg: &str) -> String {
    let style = style();
    let mut out = String::with_capacity(svg.len() + style.len() + 1);
    match svg.find("<style>") {
        Some(at) => {
            let (head, rest) = svg.split_at(at);
            out.push_str(head);
            out.push_str(style);
            out.push('\n');
            out.push_str(rest);
        }
        None => out.push_str(svg),
    }
    out
}

/// Bytes as text, without line ends.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |n: usize| u32::from(three.get(n).copied().unwrap_or(0));
        let all = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let digit = usize::try_from(all >> (18 - 6 * n) & 63).unwrap_or(0);
            let is_there = n <= three.len();
            out.push(match DIGITS.get(digit) {
                Some(digit) if is_there => char::from(*digit),
                _ => '=',
            });
        }
    }
    out
}
