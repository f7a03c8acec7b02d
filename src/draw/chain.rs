//! Sides put end to end, so that a river along many of them is one line.

use std::collections::BTreeMap;

use crate::board::Point;

/// Puts pieces that share ends together; a fork begins a new line.
pub fn chains(pieces: &[(Point, Point)]) -> Vec<Vec<Point>> {
    let mut at: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (n, (a, b)) in pieces.iter().enumerate() {
        at.entry(*a).or_default().push(n);
        at.entry(*b).or_default().push(n);
    }
    let mut used = vec![false; pieces.len()];
    // Free ends and forks first; what is left over are rings.
    let mut starts: Vec<Point> = at
        .iter()
        .filter(|(_, here)| here.len() != 2)
        .map(|(point, _)| *point)
        .collect();
    starts.extend(at.keys().copied());
    let mut lines = Vec::new();
    for start in starts {
        while let Some(line) = follow(start, pieces, &at, &mut used) {
            lines.push(line);
        }
    }
    lines
}

fn follow(
    start: Point,
    pieces: &[(Point, Point)],
    at: &BTreeMap<Point, Vec<usize>>,
    used: &mut [bool],
) -> Option<Vec<Point>> {
    let mut line = vec![start];
    let mut here = start;
    loop {
        let next = at
            .get(&here)
            .into_iter()
            .flatten()
            .copied()
            .find(|n| used.get(*n) == Some(&false));
        let Some(next) = next else { break };
        if let Some(mark) = used.get_mut(next) {
            *mark = true;
        }
        let &(a, b) = pieces.get(next)?;
        here = if a == here { b } else { a };
        line.push(here);
        if at.get(&here).is_some_and(|here| here.len() != 2) {
            break;
        }
    }
    (line.len() > 1).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i32) -> Point {
        Point { x, y: 0 }
    }

    #[test]
    fn pieces_are_put_end_to_end_and_forks_begin_anew() {
        let piece = |a, b| (point(a), point(b));
        assert_eq!(
            chains(&[piece(3, 2), piece(1, 2), piece(3, 4)]),
            [[1, 2, 3, 4].map(point)]
        );
        let fork = chains(&[piece(1, 2), piece(2, 3), piece(2, 4)]);
        assert_eq!(fork.len(), 3);
        let ring = chains(&[piece(1, 2), piece(2, 3), piece(3, 1)]);
        assert_eq!(ring, [[1, 2, 3, 1].map(point)]);
    }
}
