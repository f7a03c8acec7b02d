//! Rule 10.1: who is cut off.

use std::collections::VecDeque;

use super::nation::Alliance;
use super::position::Position;
use crate::board::SpaceId;

/// Rule 10.1: a closed ring of enemy units around a place, with no way to the coast. Nothing but enemy land units
/// closes a ring; whoever reaches the edge of the map is not encircled.
pub(super) fn cut_off(pos: Position<'_>, own: Alliance, from: SpaceId) -> bool {
    let map = &pos.d.map;
    if map.hex(from).sea || map.hex(from).holds.is_some() {
        return false;
    }
    let enemies = pos.held(own.other());
    let mut seen = vec![from];
    let mut open = VecDeque::from([from]);
    while let Some(here) = open.pop_front() {
        let steps = map.steps(here);
        if steps.len() < 6 {
            return false;
        }
        for step in steps {
            if seen.contains(&step.to) || enemies.contains(&step.to) {
                continue;
            }
            let hex = map.hex(step.to);
            if hex.sea || hex.neutral {
                return false;
            }
            seen.push(step.to);
            open.push_back(step.to);
        }
    }
    true
}
