//! Rules 2.0 and 9.0: the map. What a step costs, where ships pass, how far places lie apart.

use std::collections::{BTreeSet, VecDeque};

use super::nation::Alliance;
use super::nets;
use crate::board::{Board, Dir, SpaceId};
use crate::engine::files::{DataFile, Page};
use crate::engine::game::DataError;
use crate::orders::Net;

/// Some of the places.
#[derive(Clone, Debug)]
pub struct Mask(Vec<bool>);

impl Mask {
    /// Whether a place is one of them.
    pub fn has(&self, place: SpaceId) -> bool {
        self.0.get(place.index()).copied().unwrap_or(false)
    }

    /// Adds a place; tells whether it is new.
    pub fn set(&mut self, place: SpaceId) -> bool {
        match self.0.get_mut(place.index()) {
            Some(mark) => !std::mem::replace(mark, true),
            None => false,
        }
    }

    /// Takes a place out.
    pub fn clear(&mut self, place: SpaceId) {
        if let Some(mark) = self.0.get_mut(place.index()) {
            *mark = false;
        }
    }
}

/// One hex, or a box.
#[derive(Clone, Debug, Default)]
pub struct Hex {
    /// Its number, or the box's id.
    pub id: String,
    /// What is printed there.
    pub name: Option<String>,
    /// Other spellings.
    pub also: Vec<String>,
    /// 2.0/a: holds land units.
    pub land: bool,
    /// 2.0/a: holds ships.
    pub sea: bool,
    /// 9.0
    pub mountain: bool,
    /// Whether anybody may go there at all.
    pub neutral: bool,
    /// 10.12: the value of its town.
    pub town: Option<i32>,
    /// 8.8
    pub port: bool,
    /// 3.3
    pub airfield: bool,
    /// 9.0: a lake that freezes.
    pub lake: bool,
    /// 15.2: the German group that starts there.
    pub group: Option<u32>,
    /// 15.2: between groups 1 and 2.
    pub between: bool,
    /// 14.2.2: one of the two crossed hexes before Oslo.
    pub battery: bool,
    /// 15.2: the upper edge.
    pub edge: bool,
    /// Its column, counted map-eastwards (14.2).
    pub column: u32,
    /// 9.0: the rivers along its sides.
    rivers: BTreeSet<String>,
    /// The box this is, if it is one.
    pub holds: Option<Alliance>,
}

/// The way from one place to the next.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Where it leads.
    pub to: SpaceId,
    /// 9.0: across a river.
    pub river: bool,
    /// 9.0: along a river.
    pub along: bool,
    /// Land units may go.
    pub land: bool,
    /// It leads over a narrow sound.
    pub strait: bool,
    /// Ships may go.
    pub sea: bool,
}

/// A railway between two hexes.
#[derive(Clone, Copy, Debug)]
struct Track {
    to: SpaceId,
    open: bool,
}

/// The map.
#[derive(Debug)]
pub struct Map {
    /// As drawn.
    pub board: Board,
    /// The hexes, then the Denmark Box and the Britain Box.
    pub hexes: Vec<Hex>,
    steps: Vec<Vec<Step>>,
    tracks: Vec<Vec<Track>>,
    /// Distances of both boxes to every place.
    from_box: [Vec<u32>; 2],
    /// For aircraft: everywhere but over neutrals.
    pub air: Net,
    /// Boxes and hexes with an airfield.
    pub fields: Vec<SpaceId>,
    /// Boxes and hexes with a port.
    pub ports: Vec<SpaceId>,
    /// Hexes with a town.
    pub towns: Vec<SpaceId>,
    /// Hexes with a railway.
    pub railed: Vec<SpaceId>,
}

/// The file of the board.
pub(super) const BOARD: DataFile = DataFile {
    name: "board.toml",
    path: "scenarios/weserubung/board.toml",
    text: include_str!("../../../scenarios/weserubung/board.toml"),
};

/// Farther than anything flies.
const FAR: u32 = 999;

impl Map {
    /// Reads the map from the file of the board.
    pub(super) fn read(page: &Page<'_>) -> Result<Self, DataError> {
        let board = Board::read(page.text, &page.file).map_err(|error| page.board(error))?;
        let mut hexes: Vec<Hex> = board.spaces().map(|space| hex(&board, space)).collect();
        for side in board.sides() {
            let side = board.side_of(side);
            if let Some(name) = side.tag("river") {
                for end in [side.a, side.b] {
                    if let Some(hex) = hexes.get_mut(usize::from(end.0)) {
                        hex.rivers.insert(name.to_owned());
                    }
                }
            }
        }
        let mut steps: Vec<Vec<Step>> = board
            .spaces()
            .map(|space| steps_from(&board, &hexes, space))
            .collect();
        for (holds, id) in [(Alliance::Axis, "denmark"), (Alliance::Allies, "britain")] {
            let found = board.off_map(id);
            let found = found.ok_or_else(|| {
                page.whole(format!("no box `{id}`; expected a [[box]] with this id"))
            })?;
            let here = SpaceId(u16::try_from(hexes.len()).unwrap_or(u16::MAX));
            let mut arrows = Vec::new();
            for near in &found.near {
                let to = *near;
                arrows.push(arrow(to));
                if let Some(row) = steps.get_mut(to.index()) {
                    row.push(arrow(here));
                }
            }
            steps.push(arrows);
            hexes.push(Hex {
                id: id.to_owned(),
                name: Some(found.name.clone()),
                also: vec![format!("{id} box"), id.to_owned()],
                sea: true,
                holds: Some(holds),
                ..Hex::default()
            });
        }
        let mut tracks = vec![Vec::new(); hexes.len()];
        for line in board.lines().iter().filter(|line| line.kind == "rail") {
            let open = line.tags.contains_key("open");
            for pair in line.spaces.windows(2) {
                for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    tracks[usize::from(a.0)].push(Track { to: b, open });
                }
            }
        }
        let flown = |at: &Vec<Step>| {
            let free = at.iter().map(|step| step.to);
            free.filter(|to| !hexes[to.index()].neutral && hexes[to.index()].holds.is_none())
                .collect()
        };
        let air = nets::air(steps.iter().map(flown).collect());
        let boxes = [hexes.len() - 2, hexes.len() - 1];
        let from_box = boxes.map(|at| distances(&board, &steps[at], hexes.len(), at));
        let with = |has: fn(&Hex) -> bool| -> Vec<SpaceId> {
            let numbered = hexes.iter().zip(0_u16..);
            numbered
                .filter(|(hex, _)| has(hex))
                .map(|(_, n)| SpaceId(n))
                .collect()
        };
        let fields = with(|hex| hex.airfield || hex.holds.is_some());
        let ports = with(|hex| hex.port || hex.holds.is_some());
        let towns = with(|hex| hex.town.is_some());
        let railed = (0_u16..)
            .zip(&tracks)
            .filter(|(_, tracks)| !tracks.is_empty())
            .map(|(n, _)| SpaceId(n))
            .collect();
        Ok(Self {
            fields,
            ports,
            towns,
            railed,
            board,
            hexes,
            steps,
            tracks,
            from_box,
            air,
        })
    }

    /// All places, boxes last.
    pub fn places(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..u16::try_from(self.hexes.len()).unwrap_or(u16::MAX)).map(SpaceId)
    }

    /// One place.
    pub fn hex(&self, place: SpaceId) -> &Hex {
        &self.hexes[place.index()]
    }

    /// The place with this number or name.
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        let named = |place: &SpaceId| {
            let hex = self.hex(*place);
            hex.id == id || hex.name.as_deref() == Some(id)
        };
        self.places().find(named)
    }

    /// The box of an alliance.
    pub fn box_of(&self, alliance: Alliance) -> SpaceId {
        let at = self.hexes.len() - 2 + alliance.index();
        SpaceId(u16::try_from(at).unwrap_or(u16::MAX))
    }

    /// The neighbour in a direction.
    pub fn toward(&self, place: SpaceId, dir: Dir) -> Option<SpaceId> {
        let to = self.board.toward(place, dir)?;
        Some(to)
    }

    /// The ways from a place; the boxes are one step from the hexes their arrows point at (2.0/b).
    pub fn steps(&self, place: SpaceId) -> &[Step] {
        self.steps.get(place.index()).map_or(&[], Vec::as_slice)
    }

    /// The step between two neighbours.
    pub fn step(&self, from: SpaceId, to: SpaceId) -> Option<&Step> {
        self.steps(from).iter().find(|step| step.to == to)
    }

    /// How many hexes apart two places lie, counted straight.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> u32 {
        let first = self.hexes.len() - 2;
        if a.index() >= first {
            return self.from_box[a.index() - first][b.index()];
        }
        if b.index() >= first {
            return self.from_box[b.index() - first][a.index()];
        }
        self.board.distance(a, b)
    }

    /// No way between two places has fewer steps: straight, or through a box.
    fn least(&self, a: SpaceId, b: SpaceId) -> u32 {
        let through = self
            .from_box
            .iter()
            .map(|far| far[a.index()] + far[b.index()])
            .min();
        self.distance(a, b).min(through.unwrap_or(FAR))
    }

    /// Marks places, so that each can be asked for at once.
    pub fn mask(&self, places: &[SpaceId]) -> Mask {
        let mut mask = Mask(vec![false; self.hexes.len()]);
        for place in places {
            mask.set(*place);
        }
        mask
    }

    /// The hexes beside a hex, whatever lies between.
    pub fn beside(&self, place: SpaceId) -> impl Iterator<Item = SpaceId> {
        let first = self.hexes.len() - 2;
        let links = if place.index() < first {
            self.board.links(place)
        } else {
            &[]
        };
        links.iter().map(|link| link.to)
    }

    /// The straight way of an aircraft, each place entered; around neutral land if need be.
    pub fn flight(&self, from: SpaceId, to: SpaceId) -> Vec<SpaceId> {
        let mut way = Vec::new();
        let mut here = from;
        while here != to {
            let left = self.distance(here, to);
            let next = self.steps(here).iter().map(|step| step.to);
            let mut closer = next.filter(|next| self.distance(*next, to) < left);
            match closer.next() {
                Some(next) if !self.hex(next).neutral => {
                    way.push(next);
                    here = next;
                }
                _ => return self.around(from, to, |step| !self.hex(step.to).neutral, FAR),
            }
        }
        way
    }

    /// The shortest way over steps that may be taken, each place entered; empty if there is none within `most`.
    pub fn around(
        &self,
        from: SpaceId,
        to: SpaceId,
        may: impl Fn(&Step) -> bool,
        most: u32,
    ) -> Vec<SpaceId> {
        // Nothing farther off than what is left of `most` can lie on the way.
        let late = |gone: u32, at: SpaceId| gone + self.least(at, to) > most;
        if late(0, from) {
            return Vec::new();
        }
        let mut before: Vec<Option<SpaceId>> = vec![None; self.hexes.len()];
        before[from.index()] = Some(from);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((here, gone)) = open.pop_front() {
            if here == to {
                break;
            }
            for step in self.steps(here) {
                let new = before[step.to.index()].is_none() && !late(gone + 1, step.to);
                if new && may(step) {
                    before[step.to.index()] = Some(here);
                    open.push_back((step.to, gone + 1));
                }
            }
        }
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            let Some(previous) = before[at.index()] else {
                return Vec::new();
            };
            way.push(at);
            at = previous;
        }
        way.reverse();
        way
    }

    /// The hexes a railway leads to from here.
    pub fn rails(&self, place: SpaceId, all: bool) -> impl Iterator<Item = SpaceId> {
        let tracks = self
            .tracks
            .get(place.index())
            .map_or(&[][..], Vec::as_slice);
        tracks
            .iter()
            .filter(move |track| all || track.open)
            .map(|track| track.to)
    }
}

fn arrow(to: SpaceId) -> Step {
    Step {
        to,
        river: false,
        along: false,
        land: false,
        strait: false,
        sea: true,
    }
}

fn hex(board: &Board, at: SpaceId) -> Hex {
    let space = board.space(at);
    let (tags, terrain) = (&space.tags, space.terrain.as_str());
    let has = |tag: &str| tags.contains_key(tag);
    let number = |tag: &str| tags.get(tag).and_then(|value| value.parse().ok());
    let (column, row) = space.id.split_at(space.id.len().min(2));
    let sea = terrain == "sea" || terrain.starts_with("coastal");
    Hex {
        id: space.id.clone(),
        name: space.name.clone(),
        also: Vec::new(),
        land: !matches!(terrain, "sea" | "neutral"),
        sea,
        mountain: terrain.ends_with("mountain"),
        neutral: terrain == "neutral",
        town: number("town"),
        port: has("port"),
        airfield: has("airfield"),
        lake: has("lake") || has("lakebase"),
        group: tags.get("group").and_then(|value| value.parse().ok()),
        between: has("between12"),
        battery: has("oslo-battery"),
        edge: sea && row == "01",
        column: column.parse().unwrap_or(0),
        rivers: BTreeSet::new(),
        holds: None,
    }
}

fn steps_from(board: &Board, hexes: &[Hex], at: SpaceId) -> Vec<Step> {
    let here = &hexes[usize::from(at.0)];
    let links = board.links(at).iter();
    links
        .map(|link| {
            let there = &hexes[usize::from(link.to.0)];
            let tags = &board.side_of(link.side).tags;
            let river = tags.contains_key("river");
            Step {
                to: link.to,
                river,
                // Along a river: both hexes lie on it and the side between them is not crossed by any.
                along: !river && here.rivers.intersection(&there.rivers).next().is_some(),
                land: here.land && there.land && !tags.contains_key("no-land"),
                strait: tags.contains_key("strait"),
                sea: here.sea && there.sea && !tags.contains_key("no-sea"),
            }
        })
        .collect()
}

/// Distances from a box, one step away from its arrows' hexes.
fn distances(board: &Board, arrows: &[Step], places: usize, own: usize) -> Vec<u32> {
    let to = |at: usize| {
        if at == own {
            return 0;
        }
        let Ok(number) = u16::try_from(at) else {
            return FAR;
        };
        if at + 2 >= places {
            return FAR;
        }
        let arrows = arrows.iter().map(|step| step.to);
        let nearest = arrows.map(|arrow| board.distance(arrow, SpaceId(number)));
        nearest.min().map_or(FAR, |nearest| nearest + 1)
    };
    (0..places).map(to).collect()
}
