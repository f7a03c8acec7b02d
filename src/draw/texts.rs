//! Texts such as the names of seas, countries and ranges.

use crate::board::{Label, Point};

use super::clip::Frame;
use super::plane::Plane;
use super::sheet::{Detail, Sheet};
use super::write::{Out, escape, text_wide};

/// A kind of text: its class, and how far its letters stand apart, in hundredths of their height.
const fn style(kind: &str) -> (&'static str, i32) {
    match kind.as_bytes() {
        b"sea" => ("t-sea", 35),
        b"water" => ("t-water", 0),
        b"country" => ("t-country", 40),
        _ => ("t-land", 10),
    }
}

/// Draws them where no counter will cover them, under everything that players put on the map; gives the room they
/// take. A text that would be cut or has no room nearby is left out.
pub fn draw(
    out: &mut Out,
    plane: Plane<'_>,
    sheet: &Sheet<'_>,
    map: Frame,
    detail: Detail,
    counters: &[Frame],
) -> Vec<Frame> {
    let unit = plane.unit();
    let coarse = detail == Detail::Coarse && plane.board.is_hexes();
    let mut taken: Vec<Frame> = Vec::new();
    for label in &sheet.board.drawing().labels {
        let small = matches!(label.kind.as_str(), "water" | "land");
        if coarse && small {
            continue;
        }
        let text = &sheet.label(&label.text);
        // On a map of small hexes they are as large as the names of towns.
        let size = if coarse {
            label.size.max(unit * 52 / 100)
        } else {
            label.size
        };
        // What names a sea or country may stand a little elsewhere; a fjord may not.
        let steps: &[i32] = if small {
            &[0]
        } else {
            &[0, 1, -1, 2, -2, 3, -3]
        };
        let moved = steps.iter().flat_map(|down| {
            steps.iter().map(move |right| Point {
                x: label.at.x + right * unit * 2 / 3,
                y: label.at.y + down * unit * 2 / 3,
            })
        });
        let free = |frames: &[Frame]| {
            frames.iter().all(|frame| {
                map.contains(*frame)
                    && !counters
                        .iter()
                        .chain(&taken)
                        .any(|other| other.touches(*frame))
            })
        };
        let found = moved
            .map(|at| (at, frames(label, text, size, at)))
            .find(|(_, frames)| free(frames));
        if let Some((at, frames)) = found {
            write(out, label, text, size, at);
            taken.extend(frames);
        }
    }
    taken
}

/// The room of a text: one frame, or where it is turned small ones along it.
fn frames(label: &Label, text: &str, size: i32, at: Point) -> Vec<Frame> {
    let letters = i32::try_from(text.chars().count()).unwrap_or(0);
    let wide = text_wide(text, size) + letters * size * style(&label.kind).1 / 100;
    if label.turn == 0 {
        return vec![Frame {
            left: at.x - wide / 2,
            top: at.y - size * 9 / 10,
            right: at.x + wide / 2,
            bottom: at.y + size / 4,
        }];
    }
    let (right, down) = (sine(label.turn + 90), sine(label.turn));
    let half = size * 6 / 10;
    let count = (wide / size.max(1)).max(1);
    (0..=count)
        .map(|n| {
            let along = wide * n / count - wide / 2;
            // The middle of a letter lies above its foot.
            let above = size * 35 / 100;
            let middle = Point {
                x: at.x + (along * right + above * down) / 1000,
                y: at.y + (along * down - above * right) / 1000,
            };
            Frame::about(middle, half)
        })
        .collect()
}

/// The sine of so many degrees in thousandths, true to two of them (Bhaskara's formula).
const fn sine(degrees: i32) -> i32 {
    let turned = degrees.rem_euclid(360);
    let (half, sign) = if turned < 180 {
        (turned, 1)
    } else {
        (turned - 180, -1)
    };
    let part = half * (180 - half);
    sign * 4000 * part / (40_500 - part)
}

fn write(out: &mut Out, label: &Label, text: &str, size: i32, at: Point) {
    let turn = if label.turn == 0 {
        String::new()
    } else {
        format!(r#" transform="rotate({} {} {})""#, label.turn, at.x, at.y)
    };
    out.line(format_args!(
        r#"<text class="{}" x="{}" y="{}" font-size="{size}"{turn}>{}</text>"#,
        style(&label.kind).0,
        at.x,
        at.y,
        escape(text)
    ));
}

#[cfg(test)]
mod tests {
    use super::sine;

    #[test]
    fn a_sine_is_near_enough() {
        for (degrees, thousandths) in [(0, 0), (30, 500), (90, 1000), (-25, -423), (200, -342)] {
            let off: i32 = sine(degrees) - thousandths;
            assert!(off.abs() <= 3, "{degrees}: {}", sine(degrees));
        }
    }
}
