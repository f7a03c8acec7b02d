//! Rules 13.4 and 13.7: supply lines and isolation.

use super::ground::Water;
use super::look::Look;
use super::state::Side;
use crate::board::{SideId, SpaceId, UnitId};

/// How strictly a line keeps out of the water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Rule 13.4: ferries carry a line, and the last step into the supplied area may cross a canal.
    Plain,
    /// Rules 13.61 and 13.62: only friendly bridges.
    Bridges,
}

impl Look<'_> {
    /// Whether a line of a side may cross a boundary; `last` where it is the step into the supplied area.
    fn line_crosses(self, side: Side, edge: SideId, strict: Strictness, last: bool) -> bool {
        if self.dry(side, edge) {
            return true;
        }
        if strict == Strictness::Bridges {
            return false;
        }
        match self.d.ground.edge(edge).water {
            Water::None => true,
            Water::Canal => last,
            Water::River => self.ferry(edge) && self.holder(edge) == side,
        }
    }

    /// Rule 13.4: whether a chain of friendly places leads from a place to a source; the place itself may be the
    /// enemy's.
    pub fn line(
        self,
        side: Side,
        from: SpaceId,
        strict: Strictness,
        source: impl Fn(SpaceId) -> bool,
    ) -> bool {
        if source(from) {
            return true;
        }
        let ground = &self.d.ground;
        let mut seen = vec![false; ground.places.len()];
        let mut open = vec![from];
        seen[usize::from(from.0)] = true;
        while let Some(at) = open.pop() {
            for (to, edge) in &ground.place(at).near {
                let index = usize::from(to.0);
                if seen[index]
                    || !self.controls(side, *to)
                    || !self.line_crosses(side, *edge, strict, at == from)
                {
                    continue;
                }
                if source(*to) {
                    return true;
                }
                seen[index] = true;
                open.push(*to);
            }
        }
        false
    }

    /// Rule 13.61: whether zone F is a source for a place. While Germans are in it, it is one only for those in F.
    fn f_supplies(self, from: SpaceId, at: SpaceId) -> bool {
        let f = self.d.ground.f;
        at == f && (from == f || self.vacant(Side::Allied, f))
    }

    /// Whether a place has a line to zone F over friendly bridges (13.61).
    pub fn line_to_f(self, from: SpaceId) -> bool {
        self.line(Side::Allied, from, Strictness::Bridges, |at| {
            self.f_supplies(from, at)
        })
    }

    /// Whether zone I is a source for the Allies (13.62).
    pub fn oss_is_allied(self) -> bool {
        let oss = self.d.ground.oss;
        self.free(Side::Allied, oss)
    }

    /// Rule 13.7: whether a unit of a side would be isolated in a place.
    pub fn isolated(self, side: Side, at: SpaceId) -> bool {
        let (ground, d) = (&self.d.ground, self.d);
        match side {
            // 13.511, R-68: who is supplied in I by itself is not isolated there.
            Side::German => !self.line(side, at, Strictness::Plain, |at| {
                ground.place(at).zone && self.controls(side, at)
            }),
            Side::Allied => {
                // 13.72: nobody is isolated on the first days.
                if self.s.date < d.tables.supply.allied_isolated_from || at == ground.oss {
                    return false;
                }
                let (from, oss) = (at, self.oss_is_allied());
                let source = |at: SpaceId| self.f_supplies(from, at) || oss && at == ground.oss;
                // 13.61 and 13.62; R-70: by another reading ferries and canals carry these lines as they do others.
                let strict = if d.switches.plain_lines {
                    Strictness::Plain
                } else {
                    Strictness::Bridges
                };
                if self.line(side, at, strict, source) {
                    return false;
                }
                // 13.6: an airborne depot is a source; R-22: by another reading it refits and no more.
                d.switches.depot_only_refits
                    || !self.line(side, at, Strictness::Plain, |at| {
                        ground.place(at).head.contains(&true)
                            && (self.controls(side, at) || self.contested(at))
                    })
            }
        }
    }

    /// Rule 13.41: what it costs to refit a unit, or to work on a bridge, in `at` from each place: 1, one for each
    /// boundary and one for each friendly contested area between. `u32::MAX` where no line leads.
    pub fn refit_costs(self, side: Side, at: SpaceId) -> Vec<u32> {
        let ground = &self.d.ground;
        let mut cost = vec![u32::MAX; ground.places.len()];
        cost[usize::from(at.0)] = 1;
        // Places by what they cost: steps cost one or two, so each list is whole when its turn comes.
        let mut rings: Vec<Vec<SpaceId>> = vec![Vec::new(), vec![at]];
        let mut ring = 1;
        while let Some(places) = rings.get_mut(ring).map(std::mem::take) {
            for here in places {
                if cost[usize::from(here.0)] as usize != ring {
                    continue;
                }
                // What is behind a contested area pays for it; the supplied area itself is not between.
                let next = ring + 1 + usize::from(here != at && self.contested(here));
                for (to, edge) in &ground.place(here).near {
                    let known = &mut cost[usize::from(to.0)];
                    if (*known as usize) > next
                        && self.controls(side, *to)
                        && self.line_crosses(side, *edge, Strictness::Plain, here == at)
                    {
                        *known = u32::try_from(next).unwrap_or(u32::MAX);
                        rings.resize(rings.len().max(next + 1), Vec::new());
                        rings[next].push(*to);
                    }
                }
            }
            ring += 1;
        }
        cost
    }

    /// The units of a side that are isolated, by number.
    pub fn isolated_units(self, side: Side) -> Vec<UnitId> {
        let units = self.d.units_of(side);
        units
            .filter(|unit| self.s.at(*unit).is_some_and(|at| self.isolated(side, at)))
            .collect()
    }
}
