//! Drawing counters and piles of them.

use crate::board::{Piece, Symbol};

use super::pile::Pile;
use super::sheet::{Detail, Sheet};
use super::symbol;
use super::write::{Out, escape, hundredths, text_wide};

/// How many counters of a pile peep out.
const SHOWN: usize = 3;

/// Draws a pile: the uppermost counter whole, the next ones behind it, how many there are.
pub fn pile(out: &mut Out, sheet: &Sheet<'_>, pile: &Pile<'_>, detail: Detail) {
    let shown = pile.pieces.len().min(SHOWN);
    // The counters behind the first lie up and to the right, all within the pile's square.
    let shift = i32::try_from(shown.saturating_sub(1)).unwrap_or(0);
    let step = pile.size / 14;
    let size = pile.size - shift * step;
    let left = pile.at.x - pile.size / 2 + size / 2;
    let bottom = pile.at.y + pile.size / 2 - size / 2;
    for n in (1..shown).rev() {
        let Some(piece) = pile.pieces.get(n) else {
            continue;
        };
        let off = i32::try_from(n).unwrap_or(0) * step;
        out.put(format_args!(
            r##"<g transform="translate({},{})scale({})"><title>{}</title><use href="#c{}"/></g>"##,
            left + off,
            bottom - off,
            hundredths(size),
            title(sheet, piece),
            pile.owner
        ));
    }
    let Some(first) = pile.pieces.first() else {
        return;
    };
    out.put(format_args!(
        r#"<g class="p{}" transform="translate({left},{bottom})scale({})">"#,
        pile.owner,
        hundredths(size)
    ));
    let led = has_leader(pile);
    let room = match (pile.pieces.len(), led) {
        (1, _) => (0, 92),
        // The number of a pile stands at the upper right, a leader's star at the upper left.
        (_, false) => (-12, 66),
        (_, true) => (-5, 50),
    };
    face(out, sheet, first, room, detail);
    if pile.pieces.len() > 1 {
        badge(out, sheet, pile, detail);
    }
    out.line("</g>");
}

/// A counter by itself, `size` wide, with how many are alike.
pub fn single(
    out: &mut Out,
    sheet: &Sheet<'_>,
    pieces: &[&Piece],
    at: (i32, i32),
    size: i32,
    detail: Detail,
) {
    let Some(piece) = pieces.first() else { return };
    out.put(format_args!(
        r#"<g class="p{}" transform="translate({},{})scale({})">"#,
        piece.owner,
        at.0,
        at.1,
        hundredths(size)
    ));
    let room = if pieces.len() == 1 {
        (0, 92)
    } else {
        (-12, 66)
    };
    face(out, sheet, piece, room, detail);
    if pieces.len() > 1 {
        let names: Vec<String> = pieces.iter().map(|piece| title(sheet, piece)).collect();
        number(
            out,
            &names.join("; "),
            &format!("×{}", pieces.len()),
            detail,
        );
    }
    out.line("</g>");
}

/// What stands on a counter; its name in the middle and width of the room there is.
fn face(out: &mut Out, sheet: &Sheet<'_>, piece: &Piece, (x, wide): (i32, i32), detail: Detail) {
    out.put(format_args!(
        r##"<g><title>{}</title><use href="#c{}"/>"##,
        title(sheet, piece),
        piece.owner
    ));
    match detail {
        Detail::Coarse => out.put(format_args!(
            r##"<use class="y" href="#{}" transform="translate(0,-15)scale(1.25)"/>{}"##,
            symbol::id(piece.symbol),
            strength(piece, 36)
        )),
        Detail::Full => {
            out.put(format_args!(
                r##"<use class="y" href="#{}" y="-6"/>"##,
                symbol::id(piece.symbol)
            ));
            if !piece.short.is_empty() {
                let (text, size) = fitting(&piece.short, 21, wide);
                out.put(format_args!(
                    r#"<text class="n" x="{x}" y="-31" font-size="{size}">{}</text>"#,
                    escape(&text)
                ));
            }
            out.put(strength(piece, 28));
            steps(out, piece);
        }
    }
    out.put("</g>");
}

/// What stands at the foot of a counter.
fn strength(piece: &Piece, size: i32) -> String {
    if piece.strength.is_empty() {
        return String::new();
    }
    // Values are never cut, since a part of a number is another number.
    let needed = text_wide(&piece.strength, size).max(1);
    let size = if needed > 94 {
        size * 94 / needed
    } else {
        size
    };
    format!(
        r#"<text class="v" y="40" font-size="{}">{}</text>"#,
        size.max(1),
        escape(&piece.strength)
    )
}

/// Whether a counter shows that it lost steps.
pub fn has_lost(piece: &Piece) -> bool {
    let (left, of) = piece.steps;
    (2..=6).contains(&of) && left != of
}

/// Pips for the steps: full ones are left, hollow ones are lost.
fn steps(out: &mut Out, piece: &Piece) {
    let (left, of) = piece.steps;
    // Whole units need no pips.
    if !has_lost(piece) {
        return;
    }
    for n in 0..of {
        let class = if n < left { "s" } else { "s9" };
        let y = 11 - i32::from(n) * 11;
        out.put(format_args!(
            r#"<circle class="{class}" cx="42" cy="{y}" r="4"/>"#
        ));
    }
}

/// Whether a leader lies under the uppermost counter.
fn has_leader(pile: &Pile<'_>) -> bool {
    let mut under = pile.pieces.iter().skip(1);
    under.any(|piece| piece.symbol == Symbol::Leader)
}

/// How many counters lie in a pile, and whether a leader is among them.
fn badge(out: &mut Out, sheet: &Sheet<'_>, pile: &Pile<'_>, detail: Detail) {
    let names: Vec<String> = pile
        .pieces
        .iter()
        .map(|piece| title(sheet, piece))
        .collect();
    if has_leader(pile) {
        out.put(r##"<use href="#y-led" transform="translate(-43,-43)scale(.62)"/>"##);
    }
    number(
        out,
        &names.join("; "),
        &pile.pieces.len().to_string(),
        detail,
    );
}

fn number(out: &mut Out, title: &str, text: &str, detail: Detail) {
    // On a small counter as large as its values.
    let (radius, class) = match detail {
        Detail::Full => (17, "e"),
        Detail::Coarse => (24, "e e1"),
    };
    let base = match detail {
        Detail::Full => -34,
        Detail::Coarse => -31,
    };
    out.put(format_args!(
        r#"<g><title>{title}</title><circle class="d" cx="42" cy="-42" r="{radius}"/><text class="{class}" x="42" y="{base}">{text}</text></g>"#
    ));
}

/// What a counter is, in words: for whoever points at it or has it read out.
pub fn title(sheet: &Sheet<'_>, piece: &Piece) -> String {
    let mut text = format!("{}: {}", sheet.party(piece.owner), piece.name);
    if !piece.strength.is_empty() {
        text.push_str(", ");
        text.push_str(&piece.strength);
    }
    let (left, of) = piece.steps;
    if of > 1 {
        text.push_str(", ");
        text.push_str(&sheet.word("map-steps"));
        text.push(' ');
        text.push_str(&left.to_string());
        text.push('/');
        text.push_str(&of.to_string());
    }
    escape(&text)
}

/// A text and the size at which it fits; what does not fit at a legible size is cut.
fn fitting(text: &str, size: i32, wide: i32) -> (String, i32) {
    let mut text = text.to_owned();
    loop {
        let needed = text_wide(&text, size);
        if needed <= wide {
            return (text, size);
        }
        let smaller = size * wide / needed;
        if smaller * 10 >= size * 7 || text.pop().is_none() {
            return (text, smaller.max(1));
        }
    }
}
