//! Rules 9.2.3 and 9.3.3: programmed routes, hex by hex.

use super::data::Map;
use super::geometry::line;
use super::state::{Program, Real, Stop};
use crate::board::SpaceId;

/// The points of a programme behind its form-up point.
pub(super) fn points(map: &Map, program: &Program) -> Vec<(SpaceId, Stop)> {
    let mut points = Vec::new();
    for at in &program.route {
        let stop = if program.orbit == Some(*at) {
            Stop::Orbit
        } else if program.descent == Some(*at) {
            Stop::Descent
        } else {
            Stop::Waypoint
        };
        points.push((*at, stop));
    }
    if let Some(target) = program.target {
        points.push((map.targets[target].at, Stop::Target));
    } else if let Some(orbit) = program.orbit
        && !program.route.contains(&orbit)
    {
        points.push((orbit, Stop::Orbit));
    }
    points.extend(program.home.iter().map(|at| (*at, Stop::Return)));
    points.push((program.recover, Stop::Recovery));
    points
}

/// The next place of a raid on its way, how many hexes of the leg it has then flown, and how many points it has passed.
pub(super) fn next(map: &Map, real: &Real) -> Option<(SpaceId, u32, usize)> {
    let mut from = real.from;
    let mut flown = real.flown as usize;
    for (n, (to, _)) in real.ahead.iter().enumerate() {
        let leg = line(map, from, *to);
        if let Some(at) = leg.get(flown) {
            let arrives = flown + 1 == leg.len();
            let flown = if arrives {
                0
            } else {
                u32::try_from(flown + 1).unwrap_or(0)
            };
            return Some((*at, flown, n + usize::from(arrives)));
        }
        from = *to;
        flown = 0;
    }
    None
}

/// Hexes and boxes from one point over others to the last; turns it takes at a speed.
pub(super) fn turns(map: &Map, from: SpaceId, points: &[(SpaceId, Stop)], speed: u32) -> u32 {
    let mut at = from;
    let (mut turns, mut left) = (0, 0);
    for (to, _) in points {
        for step in line(map, at, *to) {
            if left == 0 {
                turns += 1;
                left = speed;
            }
            // 8.1.6: a box takes all that is left of a move.
            left = if map.place(step).is_box { 0 } else { left - 1 };
            at = step;
        }
    }
    turns
}
