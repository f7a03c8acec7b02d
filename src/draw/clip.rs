//! Cutting outlines to a frame.

use crate::board::Point;

/// A rectangle of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Frame {
    pub const fn wide(self) -> i32 {
        self.right - self.left
    }

    pub const fn high(self) -> i32 {
        self.bottom - self.top
    }

    /// Larger by so much on every side.
    pub const fn grown(self, by: i32) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub const fn holds(self, point: Point) -> bool {
        point.x >= self.left
            && point.x <= self.right
            && point.y >= self.top
            && point.y <= self.bottom
    }

    /// Whether all of another frame lies within.
    pub const fn contains(self, other: Self) -> bool {
        other.left >= self.left
            && other.right <= self.right
            && other.top >= self.top
            && other.bottom <= self.bottom
    }

    /// Whether two frames have room in common.
    pub const fn touches(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The frame so far about a point.
    pub const fn about(at: Point, half: i32) -> Self {
        Self {
            left: at.x - half,
            top: at.y - half,
            right: at.x + half,
            bottom: at.y + half,
        }
    }

    /// Two corners that tell all of it.
    pub const fn corners(self) -> [Point; 2] {
        let Self {
            left,
            top,
            right,
            bottom,
        } = self;
        [
            Point { x: left, y: top },
            Point {
                x: right,
                y: bottom,
            },
        ]
    }

    /// The smallest frame around some points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |frame: Option<Self>, point| {
            let frame = frame.unwrap_or(Self {
                left: point.x,
                top: point.y,
                right: point.x,
                bottom: point.y,
            });
            Some(Self {
                left: frame.left.min(point.x),
                top: frame.top.min(point.y),
                right: frame.right.max(point.x),
                bottom: frame.bottom.max(point.y),
            })
        })
    }
}

/// An edge of the frame.
#[derive(Clone, Copy)]
enum Edge {
    Left(i32),
    Right(i32),
    Top(i32),
    Bottom(i32),
}

impl Edge {
    const fn keeps(self, point: Point) -> bool {
        match self {
            Self::Left(x) => point.x >= x,
            Self::Right(x) => point.x <= x,
            Self::Top(y) => point.y >= y,
            Self::Bottom(y) => point.y <= y,
        }
    }

    /// Where the line from `a` to `b` meets the edge; the two lie on either side of it.
    fn meets(self, a: Point, b: Point) -> Point {
        let between = |from: i32, to: i32, at: i32, low: i32, high: i32| {
            let part = i64::from(at) - i64::from(from);
            // The two lie on either side, so they differ.
            let whole = match i64::from(to) - i64::from(from) {
                0 => 1,
                whole => whole,
            };
            let moved = i64::from(low) + (i64::from(high) - i64::from(low)) * part / whole;
            i32::try_from(moved).unwrap_or(low)
        };
        match self {
            Self::Left(x) | Self::Right(x) => Point {
                x,
                y: between(a.x, b.x, x, a.y, b.y),
            },
            Self::Top(y) | Self::Bottom(y) => Point {
                x: between(a.y, b.y, y, a.x, b.x),
                y,
            },
        }
    }
}

/// The part of an outline within a frame; empty where there is none.
pub fn outline(points: &[Point], frame: Frame) -> Vec<Point> {
    let whole = Frame::around(points.iter().copied());
    let Some(whole) = whole else {
        return Vec::new();
    };
    if whole.right < frame.left
        || whole.left > frame.right
        || whole.bottom < frame.top
        || whole.top > frame.bottom
    {
        return Vec::new();
    }
    let mut rest = points.to_vec();
    for edge in [
        Edge::Left(frame.left),
        Edge::Right(frame.right),
        Edge::Top(frame.top),
        Edge::Bottom(frame.bottom),
    ] {
        let Some(mut last) = rest.last().copied() else {
            return rest;
        };
        let mut kept = Vec::with_capacity(rest.len());
        for &point in &rest {
            if edge.keeps(point) != edge.keeps(last) {
                kept.push(edge.meets(last, point));
            }
            if edge.keeps(point) {
                kept.push(point);
            }
            last = point;
        }
        rest = kept;
    }
    rest
}

/// An outline without points nearer than `least` to the one before.
pub fn thinned(points: Vec<Point>, least: i32) -> Vec<Point> {
    if least <= 0 {
        return points;
    }
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        let far = kept
            .last()
            .is_none_or(|last| (last.x - point.x).abs().max((last.y - point.y).abs()) >= least);
        if far {
            kept.push(point);
        }
    }
    if kept.len() < 3 { Vec::new() } else { kept }
}

/// The parts of a line that touch a frame, cut no finer than its own points.
pub fn line(points: &[Point], frame: Frame) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut part: Vec<Point> = Vec::new();
    for pair in points.windows(2) {
        let [a, b] = pair else { continue };
        if frame.holds(*a) || frame.holds(*b) {
            if part.is_empty() {
                part.push(*a);
            }
            part.push(*b);
        } else if !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame {
        left: 0,
        top: 0,
        right: 10,
        bottom: 10,
    };

    fn points(text: &[(i32, i32)]) -> Vec<Point> {
        text.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn an_outline_is_cut_to_the_frame() {
        let big = points(&[(-5, -5), (5, -5), (5, 5), (-5, 5)]);
        assert_eq!(
            outline(&big, FRAME),
            points(&[(0, 0), (5, 0), (5, 5), (0, 5)])
        );
        assert!(outline(&points(&[(20, 20), (30, 20), (30, 30)]), FRAME).is_empty());
        let inside = points(&[(1, 1), (2, 1), (2, 2)]);
        assert_eq!(outline(&inside, FRAME), inside);
    }

    #[test]
    fn a_line_is_cut_into_parts() {
        let way = points(&[(-9, 5), (5, 5), (20, 5), (20, 20), (5, 20), (5, 9)]);
        let parts = line(&way, FRAME);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0], points(&[(-9, 5), (5, 5), (20, 5)]));
    }
}
