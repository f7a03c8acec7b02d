//! The letters that maps carry with them, so that they look alike wherever they are opened and text never overlaps
//! because somebody lacks a font.

use std::fmt::Write as _;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

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
                BASE64_STANDARD.encode(data)
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
