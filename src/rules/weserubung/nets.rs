//! The ways a player may write in an order: by air, by sea, on foot.

use std::sync::Arc;

use super::class::Class;
use super::map::{Map, Mask};
use super::terrain::Ground;
use crate::board::SpaceId;
use crate::orders::{Item, Net, Phrase, Ways};

/// Aircraft go anywhere but over neutral land.
struct AirNet(Vec<Vec<SpaceId>>);

impl Ways for AirNet {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        if let Item::Thing(thing) = at
            && let Some(next) = self.0.get(usize::from(thing.id))
        {
            out.extend(next.iter().map(|to| (to.item(), 1)));
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some("3.3")
    }

    // Rule 7.1/a: nobody is attacked in a box; neutral air is closed too.
    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        let at = SpaceId::from_item(place)?;
        let never = self.0.iter().all(|next| !next.contains(&at));
        never.then(|| (Phrase::new("target-in-box").with("at", place), "7.1"))
    }
}

/// Aircraft that are somewhere over the map: the first place named is where their way begins.
struct Anywhere {
    air: Net,
    places: Vec<SpaceId>,
}

impl Ways for Anywhere {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        match at {
            Item::Thing(_) => self.air.0.from(at, out),
            _ => out.extend(self.places.iter().map(|to| (to.item(), 0))),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        self.air.0.rule()
    }

    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        self.air.0.bars(place)
    }
}

/// Ships, but not through some places.
struct SeaNet {
    map: Arc<Map>,
    shun: Mask,
}

impl Ways for SeaNet {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        let Item::Thing(thing) = at else { return };
        for step in self.map.steps(SpaceId(thing.id)) {
            if step.sea && !self.shun.has(step.to) {
                out.push((step.to.item(), 1));
            }
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some("8.1")
    }

    fn unbarred(&self) -> Option<Net> {
        Some(sea(&self.map, &[]))
    }

    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        let at = SpaceId::from_item(place)?;
        let (key, rule) = match self.map.hex(at) {
            hex if hex.holds.is_some() => ("target-in-box", "7.1"),
            hex if !hex.sea => ("no-water", "3.4"),
            _ if self.shun.has(at) => ("enemy-ships-there", "8.1"),
            _ => return None,
        };
        Some((Phrase::new(key).with("at", place), rule))
    }
}

/// A unit on foot, but not through some places.
struct LandNet {
    map: Arc<Map>,
    ground: Ground,
    class: Class,
    shun: Mask,
}

impl Ways for LandNet {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        let Item::Thing(thing) = at else { return };
        for step in self.map.steps(SpaceId(thing.id)) {
            if self.shun.has(step.to) {
                continue;
            }
            if let Some(cost) = self.ground.cost(&self.map, self.class, step) {
                out.push((step.to.item(), cost));
            }
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some("9.0")
    }

    fn unbarred(&self) -> Option<Net> {
        Some(land(&self.map, self.ground, self.class, &[]))
    }

    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        let at = SpaceId::from_item(place)?;
        let (key, rule) = if self.shun.has(at) {
            ("enemies-there", "11.0")
        } else if !self.map.hex(at).land {
            ("no-ground", "3.2")
        } else {
            return None;
        };
        Some((Phrase::new(key).with("at", place), rule))
    }
}

/// A net for aircraft, from the neighbours of each place they may fly over.
pub(super) fn air(next: Vec<Vec<SpaceId>>) -> Net {
    Net(Arc::new(AirNet(next)))
}

/// A net for aircraft on their way home from wherever they will be.
pub(super) fn from_anywhere(map: &Map) -> Net {
    let free = map.places().filter(|place| {
        let hex = map.hex(*place);
        !hex.neutral && hex.holds.is_none()
    });
    Net(Arc::new(Anywhere {
        air: map.air.clone(),
        places: free.collect(),
    }))
}

/// A net for ships that may not enter some places.
pub(super) fn sea(map: &Arc<Map>, shun: &[SpaceId]) -> Net {
    let (map, shun) = (Arc::clone(map), map.mask(shun));
    Net(Arc::new(SeaNet { map, shun }))
}

/// A net for land units of a class that may not enter some places.
pub(super) fn land(map: &Arc<Map>, ground: Ground, class: Class, shun: &[SpaceId]) -> Net {
    let (map, shun) = (Arc::clone(map), map.mask(shun));
    Net(Arc::new(LandNet {
        map,
        ground,
        class,
        shun,
    }))
}
