//! The board: what the rules ask of it.

use std::collections::BTreeMap;

use super::distance::Distances;
use super::drawing::Drawing;
use super::error::BoardError;
use super::hex::{Dir, Hex};
use super::space::{Line, Link, OffMap, Side, SideId, Space, SpaceId};

/// Spaces and the sides between them. Never changed in play. The default has none: for games without a map.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub(super) name: String,
    pub(super) provenance: String,
    pub(super) sources: BTreeMap<String, String>,
    pub(super) spaces: Vec<Space>,
    pub(super) ids: BTreeMap<String, SpaceId>,
    pub(super) links: Vec<Vec<Link>>,
    pub(super) sides: Vec<Side>,
    pub(super) lines: Vec<Line>,
    pub(super) boxes: Vec<OffMap>,
    pub(super) distances: Distances,
    pub(super) turned: bool,
    pub(super) drawing: Drawing,
}

impl Board {
    /// Reads a board file and checks it; `file` names it in errors.
    pub fn read(text: &str, file: &str) -> Result<Self, BoardError> {
        super::read::board(text, file)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its data comes from, in a word or a sentence.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Where each kind of data comes from.
    pub const fn sources(&self) -> &BTreeMap<String, String> {
        &self.sources
    }

    /// The number of spaces.
    pub const fn len(&self) -> usize {
        self.spaces.len()
    }

    /// Whether it has no space.
    pub const fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// Every space, in order.
    pub fn spaces(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..u16::try_from(self.spaces.len()).unwrap_or(u16::MAX)).map(SpaceId)
    }

    /// A space; one without id or tags for a number outside the board.
    pub fn space(&self, space: SpaceId) -> &Space {
        self.spaces
            .get(usize::from(space.0))
            .unwrap_or(Space::nowhere())
    }

    /// The space with this id.
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        self.ids.get(id).copied()
    }

    /// The space with this name.
    pub fn named(&self, name: &str) -> Option<SpaceId> {
        self.spaces()
            .find(|at| self.space(*at).name.as_deref() == Some(name))
    }

    /// The spaces with a tag, in order.
    pub fn tagged<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = SpaceId> + 'a {
        self.spaces().filter(move |at| self.space(*at).has(tag))
    }

    /// Every neighbour: E, NE, NW, W, SW, SE on hexes, else in the order of the board.
    pub fn links(&self, space: SpaceId) -> &[Link] {
        self.links
            .get(usize::from(space.0))
            .map_or(&[], Vec::as_slice)
    }

    /// The side between two neighbours.
    pub fn side(&self, a: SpaceId, b: SpaceId) -> Option<SideId> {
        let link = self.links(a).iter().find(|link| link.to == b)?;
        Some(link.side)
    }

    /// A side by its number; one without tags for a number outside the board.
    pub fn side_of(&self, id: SideId) -> &Side {
        self.sides.get(usize::from(id.0)).unwrap_or(Side::nowhere())
    }

    /// Every side, in order.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..u16::try_from(self.sides.len()).unwrap_or(u16::MAX)).map(SideId)
    }

    /// The neighbour in a direction.
    pub fn toward(&self, space: SpaceId, dir: Dir) -> Option<SpaceId> {
        let link = self
            .links(space)
            .iter()
            .find(|link| link.dir == Some(dir))?;
        Some(link.to)
    }

    /// The number of steps between two spaces, whatever lies between; the greatest number where none lead there.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> u32 {
        self.distances.between(a, b)
    }

    /// The spaces no further than `n` steps from a space, itself among them, in order.
    pub fn within(&self, space: SpaceId, n: u32) -> Vec<SpaceId> {
        self.distances.within(space, n)
    }

    /// Column and row of the lattice, on boards of hexes.
    pub fn hex(&self, space: SpaceId) -> Option<Hex> {
        self.distances.hex(space)
    }

    /// Whether its hexes have a flat top and stand in columns; the lattice then lies on its side.
    pub const fn is_turned(&self) -> bool {
        self.turned
    }

    /// Column and row as they are printed, on boards of hexes.
    pub fn number(&self, space: SpaceId) -> Option<Hex> {
        let hex = self.hex(space)?;
        Some(if self.turned { hex.turned_back() } else { hex })
    }

    /// The space at a printed column and row, on boards of hexes.
    pub fn numbered(&self, hex: Hex) -> Option<SpaceId> {
        self.at(if self.turned { hex.turned() } else { hex })
    }

    /// The space at a column and row of the lattice, on boards of hexes.
    pub fn at(&self, hex: Hex) -> Option<SpaceId> {
        self.distances.at(hex)
    }

    /// Whether its spaces are hexes.
    pub const fn is_hexes(&self) -> bool {
        matches!(self.distances, Distances::Hexes { .. })
    }

    /// Railways and roads.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The boxes beside the map.
    pub fn boxes(&self) -> &[OffMap] {
        &self.boxes
    }

    /// The box with this id.
    pub fn off_map(&self, id: &str) -> Option<&OffMap> {
        self.boxes.iter().find(|off| off.id == id)
    }

    /// What only a picture needs.
    pub const fn drawing(&self) -> &Drawing {
        &self.drawing
    }
}
