//! Rule 9.0: what the ground costs those who walk.

use super::class::Class;
use super::data::Tables;
use super::map::{Map, Step};
use super::switches::Switches;

/// Movement points, as printed and as the switches read them.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    clear: u32,
    mountain: u32,
    /// A mountain hex, for those at home in it.
    light: u32,
    /// A mountain hex entered along a river.
    along: u32,
    river: u32,
    artillery_climbs: bool,
    river_total: bool,
    straits: bool,
}

impl Ground {
    pub(super) const fn new(tables: &Tables, on: &Switches) -> Self {
        Self {
            clear: tables.clear_cost,
            mountain: tables.mountain_cost,
            light: tables.mountain_cost_light,
            along: tables.along_river_cost,
            river: tables.river_cost,
            artillery_climbs: on.artillery_climbs,
            river_total: on.river_total,
            straits: on.straits,
        }
    }

    /// What a land unit pays for a step; `None` where it may not go.
    pub(super) fn cost(&self, map: &Map, class: Class, step: &Step) -> Option<u32> {
        if !step.land || (step.strait && !self.straits) {
            return None;
        }
        let climbs = class.is_mountain() || (class.is_artillery() && self.artillery_climbs);
        let hex = match (map.hex(step.to).mountain, climbs, step.along) {
            (false, ..) => self.clear,
            (true, true, _) => self.light,
            (true, false, true) => self.along,
            (true, false, false) => self.mountain,
        };
        Some(match (step.river, self.river_total) {
            (true, true) => self.river,
            (true, false) => hex + self.river,
            (false, _) => hex,
        })
    }
}
