//! Distances: by calculation between hexes, by a table between areas.

use super::hex::Hex;
use super::space::{Link, SpaceId};

/// How far apart spaces are.
#[derive(Clone, Debug)]
pub enum Distances {
    /// Hexes by column and row, in the order of the board, and their numbers by place on the grid.
    Hexes {
        /// Where each space is.
        hexes: Vec<Hex>,
        /// The space at `col * rows + row`.
        grid: Vec<Option<SpaceId>>,
        /// One more than the last row.
        rows: i32,
    },
    /// The number of links between any two areas.
    Areas {
        /// Row by row.
        table: Vec<u16>,
        /// The number of areas.
        len: usize,
    },
}

impl Default for Distances {
    fn default() -> Self {
        Self::areas(&[])
    }
}

/// No way leads there.
const NEVER: u16 = u16::MAX;

impl Distances {
    /// Hexes, in the order of the board.
    pub fn hexes(hexes: Vec<Hex>) -> Self {
        let rows = hexes.iter().map(|hex| hex.row + 1).max().unwrap_or(0);
        let cols = hexes.iter().map(|hex| hex.col + 1).max().unwrap_or(0);
        let mut grid = vec![None; usize::try_from(rows * cols).unwrap_or(0)];
        for (n, hex) in hexes.iter().enumerate() {
            let place = usize::try_from(hex.col * rows + hex.row).unwrap_or(usize::MAX);
            if let (Some(slot), Ok(n)) = (grid.get_mut(place), u16::try_from(n)) {
                *slot = Some(SpaceId(n));
            }
        }
        Self::Hexes { hexes, grid, rows }
    }

    /// Areas, from their links.
    pub fn areas(links: &[Vec<Link>]) -> Self {
        let len = links.len();
        let mut table = vec![NEVER; len * len];
        for (start, row) in table.chunks_mut(len.max(1)).enumerate() {
            let mut queue = vec![start];
            if let Some(own) = row.get_mut(start) {
                *own = 0;
            }
            let mut next = 0;
            while let Some(&at) = queue.get(next) {
                next += 1;
                let far = row.get(at).copied().unwrap_or(NEVER).saturating_add(1);
                for link in links.get(at).into_iter().flatten() {
                    let to = usize::from(link.to.0);
                    if let Some(cell) = row.get_mut(to)
                        && *cell == NEVER
                    {
                        *cell = far;
                        queue.push(to);
                    }
                }
            }
        }
        Self::Areas { table, len }
    }

    /// The distance between two spaces; the greatest number where no way leads.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> u32 {
        let (a, b) = (usize::from(a.0), usize::from(b.0));
        match self {
            Self::Hexes { hexes, .. } => match (hexes.get(a), hexes.get(b)) {
                (Some(a), Some(b)) => a.distance(*b),
                _ => u32::MAX,
            },
            Self::Areas { len, .. } if a >= *len || b >= *len => u32::MAX,
            Self::Areas { table, len } => match table.get(a * len + b) {
                None | Some(&NEVER) => u32::MAX,
                Some(&far) => u32::from(far),
            },
        }
    }

    /// Where a space is on a grid of hexes.
    pub fn hex(&self, space: SpaceId) -> Option<Hex> {
        match self {
            Self::Hexes { hexes, .. } => hexes.get(usize::from(space.0)).copied(),
            Self::Areas { .. } => None,
        }
    }

    /// The space on a hex.
    pub fn at(&self, hex: Hex) -> Option<SpaceId> {
        let Self::Hexes { grid, rows, .. } = self else {
            return None;
        };
        if hex.row < 0 || hex.col < 0 || hex.row >= *rows {
            return None;
        }
        let place = usize::try_from(hex.col.checked_mul(*rows)? + hex.row).ok()?;
        grid.get(place).copied().flatten()
    }

    /// The spaces no further than `n` from a space, itself among them, in the order of the board.
    pub fn within(&self, from: SpaceId, n: u32) -> Vec<SpaceId> {
        match self {
            Self::Areas { len, .. } => (0..*len)
                .filter_map(|at| u16::try_from(at).ok().map(SpaceId))
                .filter(|at| self.between(from, *at) <= n)
                .collect(),
            Self::Hexes { grid, rows, .. } => {
                let Some(centre) = self.hex(from) else {
                    return Vec::new();
                };
                let cols = i32::try_from(grid.len()).unwrap_or(0) / (*rows).max(1);
                let n = i32::try_from(n).unwrap_or(i32::MAX / 4).min(rows + cols);
                let mut found = Vec::new();
                // Columns before rows, since that is the order of most boards.
                for col in (centre.col - n).max(0)..=(centre.col + n).min(cols) {
                    for row in (centre.row - n).max(0)..=(centre.row + n).min(*rows) {
                        let hex = Hex { col, row };
                        if i64::from(centre.distance(hex)) <= i64::from(n) {
                            found.extend(self.at(hex));
                        }
                    }
                }
                found.sort_unstable();
                found
            }
        }
    }
}
