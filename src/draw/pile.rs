//! Piles: the counters of one party and domain on one spot, and where each pile lies.

use crate::board::{Domain, Piece, Point, Spot, Symbol};

use super::area;
use super::clip::Frame;
use super::plane::Plane;
use super::sheet::Detail;

/// The counters of one party and domain on one spot; the uppermost first.
#[derive(Debug)]
pub struct Pile<'a> {
    pub owner: usize,
    pub pieces: Vec<&'a Piece>,
    /// The middle.
    pub at: Point,
    /// The middle of its space.
    pub from: Point,
    /// The width and height of all of it.
    pub size: i32,
}

impl Pile<'_> {
    pub const fn frame(&self) -> Frame {
        Frame::about(self.at, self.size / 2)
    }
}

/// The piles on a space, laid out so that none covers another.
pub fn piles<'a>(
    plane: Plane<'_>,
    spot: Spot,
    pieces: &[&'a Piece],
    detail: Detail,
) -> Vec<Pile<'a>> {
    let Spot::Space(space) = spot else {
        return Vec::new();
    };
    let mut groups: Vec<((usize, Domain), Vec<&'a Piece>)> = Vec::new();
    // A leader goes with whatever his party has there, and what is carried lies under its carrier: so they come last.
    let mut pieces = pieces.to_vec();
    pieces.sort_by_key(|piece| (piece.carried, piece.symbol == Symbol::Leader));
    for piece in pieces {
        let key = (piece.owner, piece.symbol.domain());
        let place = if piece.carried {
            groups.iter().position(|((owner, domain), _)| {
                *owner == piece.owner && *domain != piece.symbol.domain()
            })
        } else if piece.symbol == Symbol::Leader {
            groups
                .iter()
                .position(|((owner, _), _)| *owner == piece.owner)
        } else {
            groups.iter().position(|(other, _)| *other == key)
        };
        match place.and_then(|n| groups.get_mut(n)) {
            Some((_, group)) => group.push(piece),
            None => groups.push((key, vec![piece])),
        }
    }
    groups.sort_by_key(|(key, _)| *key);
    let (size, places, centre) = if area::mapped(plane.board) {
        let (size, places) = area::places(groups.len(), plane.unit());
        (size, places, area::field(plane, space))
    } else {
        let (size, places) = places(groups.len(), plane.unit(), detail);
        (size, places, plane.centre(space))
    };
    groups
        .into_iter()
        .zip(places)
        .map(|(((owner, _), pieces), (right, down))| Pile {
            owner,
            pieces,
            at: Point {
                x: centre.x + right,
                y: centre.y + down,
            },
            from: centre,
            size,
        })
        .collect()
}

/// The size of each of so many piles and where they lie about the middle.
fn places(n: usize, unit: i32, detail: Detail) -> (i32, Vec<(i32, i32)>) {
    // Parts of the width of a hex, in thousandths; the corners stay inside the hex.
    let part = |thousandths: i32| unit * thousandths / 1000;
    if detail == Detail::Coarse {
        // Larger than a hex, or nobody could read them; they are moved apart later.
        return (part(1520), vec![(0, 0); n]);
    }
    let (size, step) = match n {
        0 | 1 => (part(660), 0),
        2 => (part(460), part(240)),
        3 | 4 => (part(360), part(188)),
        _ => (part(240), part(250)),
    };
    let places = match n {
        0 | 1 => vec![(0, 0)],
        2 => vec![(-step, 0), (step, 0)],
        3 => vec![(-step, -step), (step, -step), (0, step)],
        4 => vec![(-step, -step), (step, -step), (-step, step), (step, step)],
        n => (0..i32::try_from(n).unwrap_or(9))
            .map(|n| ((n % 3 - 1) * step, (n / 3 - 1) * step))
            .collect(),
    };
    (size, places)
}
