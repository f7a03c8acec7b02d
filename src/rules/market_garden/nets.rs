//! The ways of the map for each class of units, so that a letter may name only some of the places of a march.
//!
//! They know nothing of what changes in play: whether a bridge stands is judged when the unit gets there.

use std::sync::Arc;

use super::ground::{Ground, Water, place_item, place_of};
use super::units::Counter;
use crate::board::SpaceId;
use crate::orders::{Item, Net, Ways};

/// The ways of one class of units: from each place the places it may enter, at one each.
#[derive(Debug)]
struct March(Vec<Vec<SpaceId>>);

impl Ways for March {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        if let Some(at) = place_of(at)
            && let Some(next) = self.0.get(usize::from(at.0))
        {
            out.extend(next.iter().map(|to| (place_item(*to), 1)));
        }
    }
}

/// The nets: on foot or by road, anywhere or in one sector.
#[derive(Debug)]
pub struct Nets([[Net; 4]; 2]);

impl Nets {
    pub(super) fn new(ground: &Ground) -> Self {
        let net = |road: bool, sector: Option<usize>| {
            let ways = ground.ids().map(|at| {
                let near = ground.place(at).near.iter();
                near.filter(|(to, edge)| {
                    let (place, edge) = (ground.place(*to), ground.edge(*edge));
                    let water = edge.bridge.is_some() || edge.ferry.is_some();
                    // A river may be crossed by boats, which go by their own orders.
                    let passable = edge.water != Water::River || water;
                    let road = !road || edge.road || edge.ferry.is_some();
                    let sector = sector.is_none_or(|division| place.sector[division]);
                    passable && road && sector && *to != ground.f
                })
                .map(|(to, _)| *to)
                .collect()
            });
            Net(Arc::new(March(ways.collect())))
        };
        let class = |road| {
            [
                net(road, None),
                net(road, Some(0)),
                net(road, Some(1)),
                net(road, Some(2)),
            ]
        };
        Self([class(false), class(true)])
    }

    /// The class of a unit: equal for units that share a net.
    pub fn class(counter: &Counter) -> (usize, usize) {
        let road = usize::from(!counter.kind.is_infantry());
        (
            road,
            counter.airborne.map_or(0, |division| division.index() + 1),
        )
    }

    /// The net of a class.
    pub fn of(&self, (road, sector): (usize, usize)) -> Net {
        self.0[road][sector].clone()
    }
}
