//! What a board of the corridor must be, whoever drew it: no river is bypassed, sectors hang together, the main road is
//! continuous, every entry is reachable. An owner's board is held to it too.

use super::ground::{Division, Ground, Water};
use super::state::Side;
use super::units::Counter;
use crate::board::{Board, SideId, SpaceId};
use crate::engine::files::Page;
use crate::engine::game::DataError;

/// All of them; the first that fails is the error.
pub(super) fn hold(
    board: &Board,
    ground: &Ground,
    counters: &[Counter],
    goal: SpaceId,
    page: &Page<'_>,
) -> Result<(), DataError> {
    let proofs = Proofs {
        board,
        ground,
        goal,
    };
    let all = || {
        proofs.crossings()?;
        proofs.road()?;
        proofs.rivers()?;
        proofs.sectors()?;
        proofs.entries(counters)
    };
    all().map_err(|what: String| page.whole(what))
}

struct Proofs<'b> {
    board: &'b Board,
    ground: &'b Ground,
    goal: SpaceId,
}

impl Proofs<'_> {
    fn id(&self, at: SpaceId) -> &str {
        &self.ground.place(at).id
    }

    /// The places one gets to over dry boundaries and bridges, as far as a boundary and a place are open.
    fn reached(
        &self,
        from: SpaceId,
        open: &dyn Fn(SideId) -> bool,
        inside: &dyn Fn(SpaceId) -> bool,
    ) -> Vec<SpaceId> {
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(here) = seen.get(next).copied() {
            next += 1;
            for (to, edge) in &self.ground.place(here).near {
                let printed = self.ground.edge(*edge);
                let passable = printed.water == Water::None || printed.bridge.is_some();
                if passable && open(*edge) && inside(*to) && !seen.contains(to) {
                    seen.push(*to);
                }
            }
        }
        seen
    }

    /// Rules 3.24, 3.11 and 9.4: bridges and ferries are over water, and no road ends in it.
    fn crossings(&self) -> Result<(), String> {
        for edge in &self.ground.edges {
            let wet = edge.water != Water::None;
            if edge.bridge.is_some() && !wet {
                return Err(format!("{}: a bridge over nothing", edge.id));
            }
            if edge.ferry.is_some() && edge.water != Water::River {
                return Err(format!("{}: a ferry on no river", edge.id));
            }
            if edge.road && wet && edge.bridge.is_none() && edge.ferry.is_none() {
                return Err(format!("{}: a road into the water", edge.id));
            }
        }
        Ok(())
    }

    /// The first line of the board runs by road and over bridges from F to the zone of the breakthrough (21.1).
    fn main_road(&self) -> &[SpaceId] {
        let first = self.board.lines().first();
        first.map_or(&[], |line| &line.spaces)
    }

    fn road(&self) -> Result<(), String> {
        let road = self.main_road();
        if road.first() != Some(&self.ground.f) || road.last() != Some(&self.goal) {
            let goal = self.id(self.goal);
            return Err(format!("the main road does not lead from F to {goal}"));
        }
        for step in road.windows(2) {
            let (a, b) = (self.id(step[0]), self.id(step[1]));
            let Some(edge) = self.ground.between(step[0], step[1]) else {
                return Err(format!("the main road breaks off: {a} is not next to {b}"));
            };
            let edge = self.ground.edge(edge);
            if !edge.road || edge.water != Water::None && edge.bridge.is_none() {
                return Err(format!("the main road breaks off between {a} and {b}"));
            }
        }
        Ok(())
    }

    /// Whoever cannot cross a river the main road crosses does not get behind it.
    fn rivers(&self) -> Result<(), String> {
        for step in self.main_road().windows(2) {
            let Some(edge) = self.ground.between(step[0], step[1]) else {
                continue;
            };
            let Some(river) = self.board.side_of(edge).tag("river") else {
                continue;
            };
            let other = |edge: SideId| self.board.side_of(edge).tag("river") != Some(river);
            let near = self.reached(self.ground.f, &other, &|_| true);
            if near.contains(&step[1]) {
                let behind = self.id(step[1]);
                return Err(format!(
                    "the {river} is bypassed: from F one gets to {behind} dry-shod"
                ));
            }
        }
        Ok(())
    }

    /// Rule 3.26: a sector is one, over its bridges, and has its drop areas and supply heads in it.
    fn sectors(&self) -> Result<(), String> {
        for division in Division::ALL {
            let (n, mark) = (division.index(), division.mark());
            let all = || self.ground.ids();
            let sector = |at: SpaceId| self.ground.place(at).sector[n];
            let Some(first) = all().find(|at| sector(*at)) else {
                return Err(format!("{mark} has no sector"));
            };
            let reached = self.reached(first, &|_| true, &sector);
            if let Some(at) = all().find(|at| sector(*at) && !reached.contains(at)) {
                let (a, b) = (self.id(first), self.id(at));
                return Err(format!("the sector of {mark} falls apart: {a} and {b}"));
            }
            let special = |at: &SpaceId| {
                let place = self.ground.place(*at);
                place.drop[n] || place.head[n]
            };
            if let Some(at) = all().find(|at| special(at) && !sector(*at)) {
                let at = self.id(at);
                return Err(format!("{at} is no part of the sector of {mark}"));
            }
            if !all().any(|at| self.ground.place(at).head[n]) {
                return Err(format!("{mark} has no supply head"));
            }
        }
        Ok(())
    }

    /// Rules 18.2 and 18.3: from every zone a road leads to an area; and who comes by land comes from where one does.
    fn entries(&self, counters: &[Counter]) -> Result<(), String> {
        let leads = |at: SpaceId| {
            self.ground
                .place(at)
                .near
                .iter()
                .any(|(to, edge)| !self.ground.place(*to).zone && self.ground.edge(*edge).road)
        };
        let mut zones = self.ground.ids().filter(|at| self.ground.place(*at).zone);
        if let Some(at) = zones.find(|at| !leads(*at)) {
            return Err(format!("no road leads out of zone {}", self.id(at)));
        }
        let land = |counter: &&Counter| counter.side == Side::German || counter.airborne.is_none();
        let stuck = counters
            .iter()
            .filter(land)
            .find(|counter| !leads(counter.at));
        match stuck {
            Some(counter) => {
                let at = self.id(counter.at);
                Err(format!(
                    "{} comes to {at}, where no road leads out",
                    counter.id
                ))
            }
            None => Ok(()),
        }
    }
}
