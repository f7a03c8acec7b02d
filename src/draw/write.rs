//! Writing SVG: escaped text, short paths.

use std::fmt::{Display, Write as _};

use crate::board::Point;

/// A growing document.
#[derive(Debug, Default)]
pub struct Out(pub String);

impl Out {
    /// Writes as it is.
    pub fn put(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{text}");
    }

    /// Writes and ends the line.
    pub fn line(&mut self, text: impl Display) {
        let _ = writeln!(self.0, "{text}");
    }
}

/// Text for SVG and HTML, in elements and attributes alike. Control characters have no place in either.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Writes two numbers. Half of a map is such pairs: formatting them by the general way took a tenth of its time.
fn pair(out: &mut String, x: i32, y: i32) {
    let mut digits = itoa::Buffer::new();
    out.push_str(digits.format(x));
    out.push(',');
    out.push_str(digits.format(y));
}

/// Points as the data of a path, by steps from each to the next.
pub fn path(points: &[Point], close: bool) -> String {
    let mut out = String::with_capacity(points.len() * 8);
    let Some(first) = points.first() else {
        return out;
    };
    out.push('M');
    pair(&mut out, first.x, first.y);
    let mut last = *first;
    let mut begun = false;
    for point in points.get(1..).unwrap_or_default() {
        let (x, y) = (point.x - last.x, point.y - last.y);
        if x == 0 && y == 0 {
            continue;
        }
        out.push(if begun { ' ' } else { 'l' });
        begun = true;
        pair(&mut out, x, y);
        last = *point;
    }
    if close {
        out.push('z');
    }
    out
}

/// A smooth line near its points: curves from middle to middle.
pub fn smooth(points: &[Point]) -> String {
    let [first, .., last] = points else {
        return String::new();
    };
    let mut out = String::with_capacity(points.len() * 20);
    out.push('M');
    pair(&mut out, first.x, first.y);
    for three in points.windows(3) {
        let [_, bend, next] = three else { continue };
        let end = if next == last {
            *next
        } else {
            between(*bend, *next)
        };
        out.push('Q');
        pair(&mut out, bend.x, bend.y);
        out.push(' ');
        pair(&mut out, end.x, end.y);
    }
    if points.len() == 2 {
        out.push('L');
        pair(&mut out, last.x, last.y);
    }
    out
}

/// The middle between two points.
pub const fn between(a: Point, b: Point) -> Point {
    Point {
        x: i32::midpoint(a.x, b.x),
        y: i32::midpoint(a.y, b.y),
    }
}

/// A whole number of hundredths as SVG writes it.
pub fn hundredths(n: i32) -> String {
    if n % 100 == 0 {
        return (n / 100).to_string();
    }
    let sign = if n < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:02}", n.abs() / 100, n.abs() % 100);
    text.trim_end_matches('0').to_owned()
}

/// About how wide a text is in the condensed letters of the maps.
pub fn text_wide(text: &str, size: i32) -> i32 {
    let tenths: i32 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ' ' | '\'' | ':' | '|' => 25,
            '-' => 36,
            'm' | 'w' | 'M' | 'W' | 'Æ' | 'Œ' => 74,
            c if c.is_uppercase() => 58,
            c if c.is_ascii_digit() => 53,
            _ => 48,
        })
        .sum();
    tenths * size / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(
            escape("a<b> & \"c\" 'd'\u{1}\u{7}"),
            "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"
        );
    }

    #[test]
    fn hundredths_are_short() {
        assert_eq!(
            [150, 100, 5, -25, 0].map(hundredths),
            ["1.5", "1", "0.05", "-0.25", "0"]
        );
    }
}
