//! What stands on the board, moment by moment, as the differences from each moment to the next.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::board::{Crossing, Marker, Picture, Piece, SpaceId, Spot, Symbol};

/// A counter that was ever seen.
#[derive(Debug)]
pub struct Row {
    pub owner: usize,
    pub symbol: Symbol,
    pub name: String,
    pub short: String,
}

/// How a counter stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Standing {
    at: i32,
    strength: usize,
    steps: (u8, u8),
    carried: bool,
}

/// What changed, and of what nature it is.
#[derive(Debug, Default)]
pub struct Change {
    /// Counters that are no longer seen.
    gone: Vec<usize>,
    /// Counter, spot, strength, steps left, of how many, carried: six numbers for each.
    set: Vec<i64>,
    /// Space and owner (or -1): two numbers for each.
    control: Vec<i64>,
    /// All markers, if any of them changed.
    markers: Option<Vec<(i32, String, String)>>,
    /// All bridges and ferries by number, if any of them changed.
    crossings: Option<Vec<usize>>,
    /// Something came from one spot to another.
    pub moved: bool,
    /// Something lost steps or went off the board.
    pub lost: bool,
}

impl Change {
    /// Whether ground changed hands.
    pub const fn took(&self) -> bool {
        !self.control.is_empty()
    }

    /// As data; 0 for nothing.
    pub fn json(&self) -> Json {
        let quiet = self.gone.is_empty() && self.set.is_empty() && self.control.is_empty();
        match (&self.markers, &self.crossings) {
            (None, None) if quiet => json!(0),
            (None, None) if self.control.is_empty() => json!([self.gone, self.set]),
            (None, None) => json!([self.gone, self.set, self.control]),
            (Some(markers), None) => json!([self.gone, self.set, self.control, markers]),
            (markers, crossings) => json!([self.gone, self.set, self.control, markers, crossings]),
        }
    }
}

/// The counters there are and how they stood when last looked at.
#[derive(Debug, Default)]
pub struct Roster {
    /// Every counter ever seen.
    pub rows: Vec<Row>,
    /// Every text of values ever seen.
    pub strengths: Vec<String>,
    /// What each box beside the map held when it was fullest.
    pub fullest: Vec<Vec<Piece>>,
    /// Every state of a bridge or ferry ever seen.
    pub crossings: Vec<Crossing>,
    known: BTreeMap<(usize, String, usize), usize>,
    named: BTreeMap<String, Vec<usize>>,
    values: BTreeMap<String, usize>,
    now: BTreeMap<usize, Standing>,
    control: BTreeMap<SpaceId, usize>,
    markers: Vec<Marker>,
    standing: Vec<usize>,
}

/// A spot as a number: spaces from 0 on, boxes from -1 down.
pub fn spot(spot: Spot) -> i32 {
    match spot {
        Spot::Space(at) => i32::from(at.0),
        Spot::Off(off) => -1 - i32::try_from(off).unwrap_or(0),
    }
}

impl Roster {
    /// The counters of a name.
    pub fn named(&self, name: &str) -> &[usize] {
        self.named.get(name).map_or(&[], Vec::as_slice)
    }

    /// Every symbol ever seen.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        self.rows.iter().map(|row| row.symbol).collect()
    }

    /// Looks at a picture and tells what is new since the last one.
    pub fn look(&mut self, picture: &Picture) -> Change {
        let mut change = Change::default();
        let mut seen = BTreeMap::new();
        let mut alike: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for piece in &picture.pieces {
            // Counters that nothing tells apart are numbered in the order they are listed.
            let nth = alike.entry((piece.owner, &piece.name)).or_default();
            let number = self.number(piece, *nth);
            *nth += 1;
            let standing = Standing {
                at: spot(piece.at),
                strength: self.strength(&piece.strength),
                steps: piece.steps,
                carried: piece.carried,
            };
            seen.insert(number, standing);
        }
        for (number, before) in &self.now {
            match seen.get(number) {
                None => {
                    change.gone.push(*number);
                    change.lost = true;
                }
                Some(now) => {
                    change.moved |= now.at != before.at;
                    change.lost |= now.steps.0 < before.steps.0;
                }
            }
        }
        for (number, now) in &seen {
            if self.now.get(number) != Some(now) {
                let index = |n: usize| i64::try_from(n).unwrap_or(0);
                change.set.extend([
                    index(*number),
                    now.at.into(),
                    index(now.strength),
                    now.steps.0.into(),
                    now.steps.1.into(),
                    i64::from(now.carried),
                ]);
            }
        }
        self.now = seen;
        self.tints(picture, &mut change);
        if self.markers != picture.markers {
            self.markers.clone_from(&picture.markers);
            let markers = picture.markers.iter();
            let markers = markers
                .map(|marker| (spot(marker.at), marker.text.clone(), marker.meaning.clone()));
            change.markers = Some(markers.collect());
        }
        let crossings: Vec<usize> = picture
            .crossings
            .iter()
            .map(|one| self.crossing(one))
            .collect();
        if crossings != self.standing {
            self.standing.clone_from(&crossings);
            change.crossings = Some(crossings);
        }
        self.boxes(picture);
        change
    }

    /// The number of a bridge or ferry in its present state.
    fn crossing(&mut self, one: &Crossing) -> usize {
        self.crossings
            .iter()
            .position(|known| known == one)
            .unwrap_or_else(|| {
                self.crossings.push(one.clone());
                self.crossings.len() - 1
            })
    }

    fn number(&mut self, piece: &Piece, nth: usize) -> usize {
        let key = (piece.owner, piece.name.clone(), nth);
        if let Some(number) = self.known.get(&key) {
            return *number;
        }
        let number = self.rows.len();
        self.rows.push(Row {
            owner: piece.owner,
            symbol: piece.symbol,
            name: piece.name.clone(),
            short: piece.short.clone(),
        });
        self.named
            .entry(piece.name.clone())
            .or_default()
            .push(number);
        self.known.insert(key, number);
        number
    }

    fn strength(&mut self, text: &str) -> usize {
        if let Some(number) = self.values.get(text) {
            return *number;
        }
        let number = self.strengths.len();
        self.strengths.push(text.to_owned());
        self.values.insert(text.to_owned(), number);
        number
    }

    fn tints(&mut self, picture: &Picture, change: &mut Change) {
        let row = |at: &SpaceId, owner: i64| [i64::from(at.0), owner];
        for (at, owner) in &picture.control {
            if self.control.get(at) != Some(owner) {
                let owner = i64::try_from(*owner).unwrap_or(0);
                change.control.extend(row(at, owner));
            }
        }
        for at in self.control.keys() {
            if !picture.control.contains_key(at) {
                change.control.extend(row(at, -1));
            }
        }
        if change.took() {
            self.control.clone_from(&picture.control);
        }
    }

    fn boxes(&mut self, picture: &Picture) {
        let mut held: BTreeMap<usize, usize> = BTreeMap::new();
        for piece in &picture.pieces {
            if let Spot::Off(off) = piece.at {
                *held.entry(off).or_default() += 1;
            }
        }
        for (off, count) in held {
            if self.fullest.len() <= off {
                self.fullest.resize(off + 1, Vec::new());
            }
            if let Some(fullest) = self.fullest.get_mut(off)
                && fullest.len() < count
            {
                *fullest = picture.on(Spot::Off(off)).cloned().collect();
            }
        }
    }
}
