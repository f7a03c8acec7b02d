//! Where spaces lie on the drawing plane.

use std::borrow::Cow;

use super::clip::Frame;
use crate::board::{Board, Dir, Hex, Point, SideId, SpaceId};

/// A board laid out.
#[derive(Clone, Copy)]
pub struct Plane<'b> {
    pub board: &'b Board,
}

/// Where no drawing says how wide a space is.
const WIDE: i32 = 200;

impl<'b> Plane<'b> {
    pub const fn new(board: &'b Board) -> Self {
        Self { board }
    }

    /// The width of a hex, or of the square that the pieces of an area fill.
    pub fn unit(self) -> i32 {
        let hex = self.board.drawing().hex;
        if hex > 0 { hex } else { WIDE }
    }

    /// A point of the lattice that centres and corners share, so that neighbours' corners are equal to the bit.
    fn lattice(self, halves: i32, thirds: i32) -> Point {
        let wide = i64::from(self.unit());
        let y = i64::from(thirds) * wide * 288_675 / 1_000_000;
        Point {
            x: halves * self.unit() / 2,
            y: i32::try_from(y).unwrap_or(0),
        }
    }

    fn hex(self, hex: Hex, right: i32, down: i32) -> Point {
        let point = self.lattice(2 * hex.col + hex.shift() + right, 3 * hex.row + down);
        if !self.board.is_turned() {
            return point;
        }
        // The lattice lies on its side, one row to the right.
        let column = self.lattice(0, 3).y;
        Point {
            x: point.y - column,
            y: point.x,
        }
    }

    /// The middle of a space, where its pieces stand.
    pub fn centre(self, space: SpaceId) -> Point {
        if let Some(hex) = self.board.hex(space) {
            return self.hex(hex, 0, 0);
        }
        let drawing = self.board.drawing();
        if let Some(point) = drawing.centres.get(&space) {
            return *point;
        }
        middle(drawing.outlines.get(&space).map_or(&[], Vec::as_slice))
    }

    /// Where a town is marked: at its true point, else in the middle of its space.
    pub fn mark(self, space: SpaceId) -> Point {
        let marks = &self.board.drawing().marks;
        marks
            .get(&space)
            .copied()
            .unwrap_or_else(|| self.centre(space))
    }

    /// The corners of a space: of a hex clockwise from the top, on a board of columns the other way from the left.
    pub fn corners(self, space: SpaceId) -> Cow<'b, [Point]> {
        if let Some(hex) = self.board.hex(space) {
            return Cow::Owned(self.hex_corners(hex).to_vec());
        }
        let outline = self.board.drawing().outlines.get(&space);
        Cow::Borrowed(outline.map_or(&[], Vec::as_slice))
    }

    fn hex_corners(self, hex: Hex) -> [Point; 6] {
        [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
            .map(|(right, down)| self.hex(hex, right, down))
    }

    /// The smallest frame around some spaces.
    pub fn around(self, shown: &[SpaceId]) -> Option<Frame> {
        // Pages are laid out several times, so no corners are gathered for it.
        if self.board.is_hexes() {
            let hexes = shown.iter().filter_map(|space| self.board.hex(*space));
            return Frame::around(hexes.flat_map(|hex| self.hex_corners(hex)));
        }
        let outlines = &self.board.drawing().outlines;
        let points = shown.iter().filter_map(|space| outlines.get(space));
        Frame::around(points.flatten().copied())
    }

    /// The two ends of a side between hexes.
    pub fn ends(self, side: SideId) -> Option<(Point, Point)> {
        let side = self.board.side_of(side);
        let hex = self.board.hex(side.a)?;
        let link = self
            .board
            .links(side.a)
            .iter()
            .find(|link| link.to == side.b)?;
        let (from, to) = match link.dir? {
            Dir::E => ((1, -1), (1, 1)),
            Dir::NE => ((0, -2), (1, -1)),
            Dir::NW => ((-1, -1), (0, -2)),
            Dir::W => ((-1, 1), (-1, -1)),
            Dir::SW => ((0, 2), (-1, 1)),
            Dir::SE => ((1, 1), (0, 2)),
        };
        Some((self.hex(hex, from.0, from.1), self.hex(hex, to.0, to.1)))
    }
}

fn middle(points: &[Point]) -> Point {
    let n = i32::try_from(points.len()).unwrap_or(1).max(1);
    Point {
        x: points.iter().map(|point| point.x).sum::<i32>() / n,
        y: points.iter().map(|point| point.y).sum::<i32>() / n,
    }
}
