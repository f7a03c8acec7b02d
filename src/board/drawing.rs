//! What only a picture needs: outlines, water, labels. The rules never look here.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::space::{SideId, SpaceId};

/// A point of the drawing plane, x to the right, y down, in the units the file names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// A text on the map: a sea, a country, a mountain range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// What it names, for its style: `sea`, `land`, `country`.
    pub kind: String,
    /// Its middle.
    pub at: Point,
    /// Degrees clockwise.
    pub turn: i32,
    /// The height of its letters.
    pub size: i32,
}

/// What only a picture needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What one unit is: `0.1 km`.
    pub unit: String,
    /// Units for ten kilometres, for the scale bar.
    pub ten_km: i32,
    /// Degrees clockwise from the top of the map to the true north.
    pub north: i32,
    /// The width of a hex across its flat sides; nothing on boards of areas.
    pub hex: i32,
    /// Outlines of land in water.
    pub land: Vec<Vec<Point>>,
    /// Outlines of lakes.
    pub lakes: Vec<Vec<Point>>,
    /// Rivers and canals as lines, with names where they are known.
    pub rivers: Vec<(String, Vec<Point>)>,
    /// Texts.
    pub labels: Vec<Label>,
    /// Outlines of areas.
    pub outlines: BTreeMap<SpaceId, Vec<Point>>,
    /// Where two areas meet.
    pub borders: BTreeMap<SideId, Vec<Point>>,
    /// Where the pieces of an area stand.
    pub centres: BTreeMap<SpaceId, Point>,
    /// Where a town or other mark stands in its space.
    pub marks: BTreeMap<SpaceId, Point>,
    /// Where a box is drawn: its middle.
    pub boxes: BTreeMap<String, Point>,
}

/// The section as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct DrawingFile {
    /// What one unit is.
    pub unit: String,
    /// Units for ten kilometres.
    pub ten_km: i32,
    /// Degrees from the top to the true north.
    pub north: i32,
    /// The width of a hex.
    pub hex: i32,
    /// How the plane follows from latitude and longitude, for whoever draws more.
    pub projection: String,
    /// Outlines of land.
    pub land: Vec<Spanned<String>>,
    /// Outlines of lakes.
    pub lakes: Vec<Spanned<String>>,
    /// Rivers: name and points.
    pub rivers: Vec<RiverFile>,
    /// Texts.
    pub labels: Vec<LabelFile>,
    /// Outlines of areas.
    pub outlines: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Where two areas meet, as lines.
    pub borders: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Where pieces stand.
    pub centres: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Where towns stand.
    pub marks: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Where boxes are drawn.
    pub boxes: BTreeMap<String, Spanned<String>>,
}

/// A river as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverFile {
    /// Its name, if it is known.
    #[serde(default)]
    pub name: String,
    /// Its points.
    pub at: Spanned<String>,
}

/// A text as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelFile {
    /// The text.
    pub text: String,
    /// What it names.
    pub kind: String,
    /// Its middle.
    pub at: Spanned<String>,
    /// Degrees clockwise.
    #[serde(default)]
    pub turn: i32,
    /// The height of its letters.
    pub size: i32,
}
