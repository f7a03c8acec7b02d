//! The board file as it is written.
//!
//! One row for each space, one list of pairs for each kind of side: what a person would like to edit.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::drawing::DrawingFile;

/// A text of the file and where it stands.
pub type Text = Spanned<String>;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoardFile {
    /// Name, kind of grid, where the data comes from.
    pub board: Head,
    /// The words that may be used, each with its meaning.
    pub words: Words,
    /// Each space: terrain, then tags, separated by commas.
    pub spaces: BTreeMap<Text, Text>,
    /// The neighbours of each area; hexes need none.
    #[serde(default)]
    pub links: BTreeMap<Text, Text>,
    /// Tags of sides: tag, value, pairs of spaces.
    #[serde(default)]
    pub sides: BTreeMap<Text, BTreeMap<String, Text>>,
    /// Railways and roads.
    #[serde(default)]
    pub lines: BTreeMap<Text, LineFile>,
    /// Boxes beside the map.
    #[serde(default, rename = "box")]
    pub boxes: Vec<BoxFile>,
    /// What only a picture needs.
    #[serde(default)]
    pub drawing: DrawingFile,
}

/// What the board is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Head {
    /// Its name.
    pub name: String,
    /// Hexes or areas.
    pub grid: Grid,
    /// Where the data comes from.
    pub provenance: String,
    /// Where each kind of data comes from, and how.
    #[serde(default)]
    pub sources: BTreeMap<String, String>,
}

/// What the spaces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grid {
    /// Hexes with a corner at the top, odd rows shifted right, numbered `CCRR` or placed by `at`.
    Hexes,
    /// Hexes with a flat top, numbered `CCRR`, even columns half a hex lower.
    Columns,
    /// Areas and zones whose neighbours the file lists.
    Areas,
}

/// The words that may be used, each with its meaning for whoever edits the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Words {
    /// Terrains.
    pub terrain: BTreeMap<String, String>,
    /// Tags of spaces.
    pub space: BTreeMap<String, String>,
    /// Tags of sides.
    pub side: BTreeMap<String, String>,
    /// Tags of lines.
    pub line: BTreeMap<String, String>,
}

/// A railway or road.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFile {
    /// What it is.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its tags, separated by commas.
    #[serde(default)]
    pub tags: Option<Text>,
    /// The spaces in order.
    pub spaces: Text,
}

/// A box beside the map.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxFile {
    /// Its id.
    pub id: Text,
    /// Its name.
    pub name: String,
    /// The spaces its arrows point to.
    #[serde(default)]
    pub near: Vec<Text>,
}
