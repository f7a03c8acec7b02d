//! A map as a plain list, for whoever has it read out: each place, who holds it, what stands there.

use std::collections::BTreeMap;

use crate::board::{Going, Piece, SpaceId, Spot, Trace};

use super::sheet::{Sheet, Window};

/// One text for each place with something to tell, then what moved and fought.
pub fn draw(sheet: &Sheet<'_>) -> Vec<String> {
    let shown = sheet.spaces();
    let mut on: BTreeMap<Spot, Vec<&Piece>> = BTreeMap::new();
    for piece in &sheet.picture.pieces {
        on.entry(piece.at).or_default().push(piece);
    }
    let mut lines = Vec::new();
    for space in shown.iter().copied() {
        let spot = Spot::Space(space);
        let pieces = on.get(&spot).map_or(&[][..], Vec::as_slice);
        let control = sheet.picture.control.get(&space);
        let markers: Vec<&str> = sheet
            .picture
            .markers
            .iter()
            .filter(|marker| marker.at == spot)
            .map(|marker| marker.meaning.as_str())
            .collect();
        if pieces.is_empty() && control.is_none() && markers.is_empty() {
            continue;
        }
        let mut text = place(sheet, spot);
        if let Some(owner) = control {
            text.push_str(" (");
            text.push_str(sheet.party(*owner).as_ref());
            text.push(')');
        }
        text.push_str(&sheet.word("text-colon"));
        let mut parts = forces(sheet, pieces);
        parts.extend(markers.iter().map(|&meaning| meaning.to_owned()));
        text.push_str(&parts.join(&sheet.word("text-semicolon")));
        lines.push(finished(text));
    }
    for one in &sheet.picture.crossings {
        let side = sheet.board.side_of(one.side);
        if shown.binary_search(&side.a).is_err() || shown.binary_search(&side.b).is_err() {
            continue;
        }
        let name = side.tag("bridge").or(side.tag("ferry")).unwrap_or_default();
        let state = if one.whole {
            sheet.party(one.holder)
        } else {
            sheet.word("map-destroyed")
        };
        let (a, b) = (&sheet.board.space(side.a).id, &sheet.board.space(side.b).id);
        lines.push(finished(format!(
            "{name}, {a}-{b}{}{state} {}",
            sheet.word("text-colon"),
            one.note
        )));
    }
    if sheet.window == Window::Whole {
        for n in 0..sheet.board.boxes().len() {
            let spot = Spot::Off(n);
            let pieces = on.get(&spot).map_or(&[][..], Vec::as_slice);
            if !pieces.is_empty() {
                let forces = forces(sheet, pieces).join(&sheet.word("text-semicolon"));
                lines.push(finished(format!(
                    "{}{}{forces}",
                    place(sheet, spot),
                    sheet.word("text-colon")
                )));
            }
        }
    }
    lines.extend(traces(sheet, &shown));
    lines
}

fn finished(mut text: String) -> String {
    while text.ends_with([' ', ':']) {
        text.pop();
    }
    text.push('.');
    text
}

/// The name of a place and its number.
fn place(sheet: &Sheet<'_>, spot: Spot) -> String {
    match spot {
        Spot::Space(at) => {
            let here = sheet.board.space(at);
            match &here.name {
                Some(name) => format!("{name}, {}", here.id),
                None => here.id.clone(),
            }
        }
        Spot::Off(n) => sheet
            .board
            .boxes()
            .get(n)
            .map(|off| off.name.clone())
            .unwrap_or_default(),
    }
}

/// What each party has there.
fn forces(sheet: &Sheet<'_>, pieces: &[&Piece]) -> Vec<String> {
    let mut parties: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for piece in pieces {
        let mut text = piece.name.clone();
        let mut facts = Vec::new();
        if !piece.strength.is_empty() {
            facts.push(piece.strength.clone());
        }
        let (left, of) = piece.steps;
        if left < of {
            facts.push(format!("{} {left}/{of}", sheet.word("map-steps")));
        }
        if piece.carried {
            facts.push(sheet.word("map-carried"));
        }
        if !facts.is_empty() {
            text.push_str(" (");
            text.push_str(&facts.join(", "));
            text.push(')');
        }
        parties.entry(piece.owner).or_default().push(text);
    }
    parties
        .into_iter()
        .map(|(owner, names)| format!("{} {}", sheet.party(owner), names.join(", ")))
        .collect()
}

/// What moved and fought in the window; what happened several times is told once, with how often.
fn traces(sheet: &Sheet<'_>, shown: &[SpaceId]) -> Vec<String> {
    let is_shown = |spot: &Spot| match spot {
        Spot::Space(at) => shown.binary_search(at).is_ok(),
        Spot::Off(_) => sheet.window == Window::Whole,
    };
    let mut told: Vec<(&Trace, usize)> = Vec::new();
    for trace in &sheet.picture.traces {
        let is_near = match trace {
            Trace::Way { spots, .. } => spots.iter().any(is_shown),
            Trace::Fight { at } => is_shown(at),
        };
        if !is_near {
            continue;
        }
        match told.iter_mut().find(|(other, _)| *other == trace) {
            Some((_, times)) => *times += 1,
            None => told.push((trace, 1)),
        }
    }
    told.into_iter()
        .filter_map(|(trace, times)| {
            let mut text = told_of(sheet, trace)?;
            if times > 1 {
                text = format!("{text} (×{times})");
            }
            text.push('.');
            Some(text)
        })
        .collect()
}

fn told_of(sheet: &Sheet<'_>, trace: &Trace) -> Option<String> {
    match trace {
        Trace::Way {
            owner,
            going,
            spots,
        } => {
            let (from, to) = (spots.first()?, spots.last()?);
            let key = match going {
                Going::Land => "map-by-land",
                Going::Rail => "map-by-rail",
                Going::Sea => "map-by-sea",
                Going::Air => "map-by-air",
            };
            Some(format!(
                "{} {}{}{} {} {}",
                sheet.party(*owner),
                sheet.word(key),
                sheet.word("text-colon"),
                place(sheet, *from),
                sheet.word("map-to"),
                place(sheet, *to)
            ))
        }
        Trace::Fight { at } => Some(format!(
            "{}{}{}",
            capital(&sheet.word("map-fought")),
            sheet.word("text-colon"),
            place(sheet, *at)
        )),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
