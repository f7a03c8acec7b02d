//! Rules 18.3 and 18.4: where aircraft search.

use super::super::super::Mercury;
use super::super::super::bars::Bar;
use super::super::super::orders::plain;
use super::super::super::state::{Position, Told};
use super::super::super::words::{FIND, PATROL, PLANES, SCOUT, ZONES, sea_kind};
use super::super::ids::Letter;
use super::super::search::{scouts, zones};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Choose, Give};
use crate::orders::choice::{pairs, up_to};
use crate::orders::{Answer as _, Below, Choice, Item, Phrase, Problem, named_parts};

/// What a search is chosen from.
pub struct Sky {
    zones: Vec<SpaceId>,
    planes: Vec<UnitId>,
    most: usize,
}

named_parts! {
    /// Rule 18.31: the zones that are searched in any case, and aircraft over these or others.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Area from s: &Sky {
        pub zones ZONES: Vec<SpaceId> = up_to(s.most, &s.zones),
        pub planes PLANES: Vec<(UnitId, SpaceId)> = pairs(&s.planes, &s.zones, 1),
    }
}

/// Where the Germans search.
pub struct Scouting;

pub(super) static SCOUTING: Kind = sea_kind(&SCOUT, &[], Area::WORDS, true);

impl Scouting {
    /// Zones by the task forces in them that are not in sight, most of them first.
    fn ranked(v: &Position<'_>) -> Vec<SpaceId> {
        let unseen = |zone: SpaceId| {
            let forces = v.forces_in(zone).into_iter();
            let told = |letter| v.force(letter).map_or(Told::Ships, |force| force.told);
            forces.filter(|letter| told(*letter) < Told::Types).count()
        };
        let mut all = zones(v);
        all.sort_by_key(|zone| (std::cmp::Reverse(unseen(*zone)), *zone));
        all.retain(|zone| unseen(*zone) > 0);
        all
    }

    fn usual(v: &Position<'_>) -> Area {
        let most = v.data.tables.search.german_zones;
        let ranked = Self::ranked(v);
        let mut planes = Vec::new();
        // Aircraft search further zones, then help in those that are searched.
        let further = ranked.iter().skip(most).chain(ranked.iter().take(most));
        for (plane, zone) in scouts(v).into_iter().zip(further) {
            planes.push((plane, *zone));
        }
        let mut zones: Vec<SpaceId> = ranked.into_iter().take(most).collect();
        zones.sort_unstable();
        Area { zones, planes }
    }
}

impl Give<Mercury> for Scouting {
    type Of = Area;
    const KIND: &'static Kind = &SCOUTING;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let planes: Vec<Item> = scouts(v).into_iter().map(Item::from).collect();
        let most = i32::try_from(v.data.tables.search.german_zones).unwrap_or(0);
        let key = if planes.is_empty() {
            "ask-scout"
        } else {
            "ask-scout-planes"
        };
        Phrase::new(key).with("n", most).with("planes", planes)
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Area> {
        Area::choice(&Sky {
            zones: zones(v),
            planes: scouts(v),
            most: v.data.tables.search.german_zones,
        })
    }

    fn default(&self, v: &Position<'_>) -> Area {
        Self::usual(v)
    }

    fn check(&self, _: &Position<'_>, area: &Area) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (n, (_, zone)) in area.planes.iter().enumerate() {
            if area.planes[..n].iter().any(|(_, at)| at == zone) {
                problems.push(plain(Bar::OneScout { at: *zone }));
            }
        }
        problems
    }

    fn idea(&self, v: &Position<'_>, _: &mut dyn Below) -> Option<Area> {
        Some(Self::usual(v))
    }
}

/// Rule 18.33, 7: which of several task forces is found.
pub struct Find {
    pub zone: SpaceId,
    pub forces: Vec<Letter>,
}

pub(super) static FINDS: Kind = sea_kind(&FIND, &[], &[], true);

impl Choose<Mercury> for Find {
    type Of = Letter;
    const KIND: &'static Kind = &FINDS;

    fn subject(&self) -> Vec<Item> {
        vec![self.zone.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-find").with("at", self.zone)
    }

    fn options(&self, _: &Position<'_>) -> Vec<Letter> {
        self.forces.clone()
    }
}

/// Rule 18.41: the zone that Allied aircraft look into.
pub struct Patrol {
    pub zones: Vec<SpaceId>,
}

pub(super) static PATROLS: Kind = sea_kind(&PATROL, &[], &[], true);

impl Choose<Mercury> for Patrol {
    type Of = SpaceId;
    const KIND: &'static Kind = &PATROLS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-patrol")
    }

    fn options(&self, _: &Position<'_>) -> Vec<SpaceId> {
        self.zones.clone()
    }
}
