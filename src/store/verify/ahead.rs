//! What must be known of a journal before it is read.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use super::super::error::{Kept, StoreError};

/// What must be known of the journal before it is read.
pub(super) struct Ahead {
    /// The seals of the two chains.
    pub seals: [String; 2],
    /// Runs that a rewind goes back to.
    pub targets: Vec<u64>,
    /// The opened links of the sealed chain.
    pub links: BTreeMap<u64, String>,
    /// Whether the game is over.
    pub ended: bool,
}

impl Ahead {
    /// Scans the lines of the journal. What it finds is only a hint: every entry is checked when it is read.
    pub fn of(journal: &Path) -> Kept<Self> {
        let bad = |error| StoreError::disk(journal, &error);
        let mut ahead = Self {
            seals: [String::new(), String::new()],
            targets: Vec::new(),
            links: BTreeMap::new(),
            ended: false,
        };
        let text = |line: &str, name: &str| {
            let value = line.strip_prefix(name)?.strip_prefix(" = ")?;
            Some(value.trim_end().trim_matches('"').to_owned())
        };
        let (mut kind, mut draw) = (String::new(), 0);
        let mut file = BufReader::new(File::open(journal).map_err(bad)?);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if file.read_until(b'\n', &mut bytes).map_err(bad)? == 0 {
                return Ok(ahead);
            }
            let line = String::from_utf8_lossy(&bytes);
            if let Some(found) = text(&line, "kind") {
                ahead.ended |= found == "end";
                kind = found;
            } else if let Some(found) = text(&line, "draw") {
                draw = found.parse().unwrap_or(0);
            } else if let Some(found) = text(&line, "to_draw") {
                ahead.targets.extend(found.parse::<u64>());
            } else if let Some(found) = text(&line, "server_public") {
                ahead.seals[0] = found;
            } else if let Some(found) = text(&line, "server_sealed") {
                ahead.seals[1] = found;
            } else if kind == "open"
                && let Some(found) = text(&line, "server")
            {
                ahead.links.insert(draw, found);
            }
        }
    }
}
