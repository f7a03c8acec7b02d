//! Rules 11.0/rail and 11.0/railcontrol: the railways a side can use.

use super::class::Arm;
use super::nation::Alliance;
use super::position::Position;
use crate::board::SpaceId;

/// The open stretches of an alliance.
///
/// A railway is open between friendly towns, or a friendly town and a friendly unit, where neither an enemy unit nor
/// a hex beside one lies on it.
pub(super) struct Rails {
    /// For each stretch the hexes with room for one more, in order.
    stretches: Vec<Vec<SpaceId>>,
    /// The stretch of each place.
    of: Vec<Option<usize>>,
}

impl Rails {
    pub(super) fn open(pos: Position<'_>, own: Alliance) -> Self {
        let map = &pos.d.map;
        let all = pos.d.on.all_rails;
        // Enemies, and the hexes beside them.
        let mut watched = map.mask(&[]);
        for enemy in pos.held(own.other()) {
            watched.set(enemy);
            for near in map.beside(enemy) {
                watched.set(near);
            }
        }
        let held = pos.held(own);
        let friends = map.mask(&held);
        let town = |place: SpaceId| map.hex(place).town.is_some() && pos.controls(own, place);
        let mut rails = Self {
            stretches: Vec::new(),
            of: vec![None; map.hexes.len()],
        };
        for from in map.railed.iter().copied() {
            if watched.has(from) || rails.of[usize::from(from.0)].is_some() {
                continue;
            }
            let number = rails.stretches.len();
            rails.of[usize::from(from.0)] = Some(number);
            let mut stretch = vec![from];
            let mut next = 0;
            while let Some(here) = stretch.get(next).copied() {
                next += 1;
                for to in map.rails(here, all) {
                    let known = &mut rails.of[usize::from(to.0)];
                    if !watched.has(to) && known.is_none() {
                        *known = Some(number);
                        stretch.push(to);
                    }
                }
            }
            // It counts only between friendly towns, or a town and a friendly unit: a town must lie on it.
            if !stretch.iter().any(|place| town(*place)) {
                stretch.clear();
            }
            // A dead end beyond the last town or unit is not between two of them.
            let mut open = map.mask(&stretch);
            let mut ends = stretch.clone();
            while let Some(place) = ends.pop() {
                let on = map.rails(place, all).filter(|to| open.has(*to)).count();
                let anchor = town(place) || friends.has(place);
                if on < 2 && open.has(place) && !anchor {
                    open.clear(place);
                    ends.extend(map.rails(place, all).filter(|to| open.has(*to)));
                }
            }
            // Rule 3.1: only hexes with friends can be full.
            stretch.retain(|place| {
                open.has(*place) && (!friends.has(*place) || pos.space(*place, own, Arm::Land) > 0)
            });
            stretch.sort_unstable();
            rails.stretches.push(stretch);
        }
        rails
    }

    /// Where a unit in this hex can go by rail.
    pub(super) fn from(&self, at: SpaceId) -> impl Iterator<Item = SpaceId> {
        let of = self.of.get(usize::from(at.0)).copied().flatten();
        let stretch = of.and_then(|of| self.stretches.get(of));
        stretch
            .into_iter()
            .flatten()
            .copied()
            .filter(move |place| *place != at)
    }
}
