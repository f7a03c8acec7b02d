//! Rules 11.0/rail and 11.0/railcontrol: the railways a side can use.

use super::class::Arm;
use super::map::Mask;
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
        let town = |place: SpaceId| map.hex(place).town.is_some() && pos.controls(own, place);
        // Enemies, the hexes beside them, and towns of theirs.
        let theirs: Vec<SpaceId> = map
            .towns
            .iter()
            .copied()
            .filter(|place| !town(*place))
            .collect();
        let mut watched = map.mask(&theirs);
        for enemy in pos.held(own.other()) {
            watched.set(enemy);
            for near in map.beside(enemy) {
                watched.set(near);
            }
        }
        let held = pos.held(own);
        let friends = map.mask(&held);
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
            let anchor = |place: SpaceId| town(place) || friends.has(place);
            let open = between(pos, &stretch, anchor);
            // It counts only between friendly towns, or a town and a friendly unit: a town must lie on it.
            if !stretch.iter().any(|place| town(*place)) {
                stretch.clear();
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

/// Rule 11.0/railcontrol: what lies between two different towns or units of one stretch. A dead end does not, nor does
/// a loop that leads back to where it began.
fn between(pos: Position<'_>, stretch: &[SpaceId], anchor: impl Fn(SpaceId) -> bool) -> Mask {
    let map = &pos.d.map;
    let all = pos.d.on.all_rails;
    let anchors: Vec<SpaceId> = stretch
        .iter()
        .copied()
        .filter(|place| anchor(*place))
        .collect();
    if anchors.len() < 2 {
        return map.mask(&[]);
    }
    let mut open = map.mask(stretch);
    // What one hex cuts off from every town and unit leads only back to that hex. On a plain line it is the same
    // which hex that is, so only those where lines meet, towns and units need to be tried.
    let meets = |place: &SpaceId| anchors.contains(place) || map.rails(*place, all).count() > 2;
    for cut in stretch.iter().filter(|place| meets(place)) {
        let mut reached = map.mask(&[*cut]);
        let mut ways: Vec<SpaceId> = anchors.clone();
        ways.retain(|place| place != cut);
        for from in &ways {
            reached.set(*from);
        }
        while let Some(here) = ways.pop() {
            for to in map.rails(here, all) {
                if open.has(to) && !reached.has(to) {
                    reached.set(to);
                    ways.push(to);
                }
            }
        }
        for place in stretch {
            if !reached.has(*place) {
                open.clear(*place);
            }
        }
    }
    open
}
