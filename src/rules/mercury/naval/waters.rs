//! Rules 16.5 and 17.2: the Naval Operations map as ships use it: zones, ports, minor ports, anchorages.

use std::collections::VecDeque;

use crate::board::{Board, SpaceId};

use super::super::side::Side;

/// What kind of place ships land at (17.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haven {
    /// 17.21: Alexandria, Athens.
    Port,
    /// 17.22
    MinorPort,
    /// 17.23
    Anchorage,
}

/// A place of the sea map.
#[derive(Clone, Debug)]
pub struct Water {
    /// What kind of landing place it is; nothing for a sea zone.
    pub haven: Option<Haven>,
    /// Whose it is throughout; nothing where it is his who stands there.
    pub owner: Option<Side>,
    /// The hex of Crete, or the zone beside the map, that it is the port of.
    pub land: Option<SpaceId>,
    /// The places next to it.
    pub links: Vec<SpaceId>,
    /// 18.32: added to the die of German air search.
    pub search: i32,
    /// 12.94: Allied aircraft help the ships.
    pub air_cover: bool,
    /// 19.81: ships here shell the coast.
    pub shells: bool,
    /// 23.1: the Allied screen stands here.
    pub screen: bool,
    /// 19.77: sea zones to the nearest coast of Crete.
    pub from_crete: u32,
}

impl Water {
    /// Whether it is a sea zone.
    pub const fn is_zone(&self) -> bool {
        self.haven.is_none()
    }
}

/// The places of the sea map, in their order; `land` finds a place of Crete by its id.
pub fn read(
    sea: &Board,
    first: u16,
    land: impl Fn(&str) -> Option<SpaceId>,
) -> Result<Vec<Water>, String> {
    let mut waters = Vec::new();
    for at in sea.spaces() {
        let space = sea.space(at);
        let id = &space.id;
        let haven = match space.tag("kind") {
            None => None,
            Some("port") => Some(Haven::Port),
            Some("minor-port") => Some(Haven::MinorPort),
            Some("anchorage") => Some(Haven::Anchorage),
            Some(kind) => {
                return Err(format!(
                    "space {id}: kind `{kind}`; expected port, minor-port or anchorage"
                ));
            }
        };
        let owner = match space.tag("side") {
            Some("german") => Some(Side::German),
            Some("allied") => Some(Side::Allied),
            _ => None,
        };
        let place = match space.tag("hex").or_else(|| space.tag("off")) {
            None => None,
            Some(name) => {
                let found = land(name);
                Some(found.ok_or_else(|| format!("space {id}: no place `{name}` on Crete"))?)
            }
        };
        let search = space.tag("search").map_or(Ok(0), str::parse);
        let links = sea.links(at).iter();
        waters.push(Water {
            haven,
            owner,
            land: place,
            links: links.map(|link| SpaceId(first + link.to.0)).collect(),
            search: search
                .ok()
                .ok_or_else(|| format!("space {id}: search; expected a number"))?,
            air_cover: space.has("air-cover"),
            shells: space.has("shells"),
            screen: space.has("screen"),
            from_crete: u32::MAX,
        });
    }
    measure(&mut waters, first);
    Ok(waters)
}

/// How far each zone is from those in which ports of Crete lie.
fn measure(waters: &mut [Water], first: u16) {
    let place = |at: SpaceId| usize::from(at.0 - first);
    let mut queue: VecDeque<usize> = VecDeque::new();
    let near = waters.iter().filter(|water| water.land.is_some());
    let near: Vec<usize> = near
        .flat_map(|water| water.links.iter().map(|at| place(*at)))
        .collect();
    for zone in near {
        if waters[zone].from_crete > 0 {
            waters[zone].from_crete = 0;
            queue.push_back(zone);
        }
    }
    while let Some(here) = queue.pop_front() {
        let far = waters[here].from_crete + 1;
        for next in waters[here].links.clone() {
            let next = place(next);
            if waters[next].from_crete > far {
                waters[next].from_crete = far;
                queue.push_back(next);
            }
        }
    }
}
