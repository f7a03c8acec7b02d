//! Rules 10.3 and 10.7: who attacks a hex and who defends it, with what strength, and who of them can be hit.

use super::class::Class;
use super::fire::{Shot, Targets};
use super::nation::Alliance;
use super::position::Position;
use super::state::Where;
use super::strength::{self, Circumstances};
use super::supply;
use crate::board::{SpaceId, UnitId};

/// Who attacks a hex, and how each came there.
#[derive(Clone, Debug)]
pub(super) struct Assaulting {
    pub(super) own: Alliance,
    pub(super) target: SpaceId,
    /// On foot: the hex it came from, and whether across a river.
    pub(super) walkers: Vec<(UnitId, SpaceId, bool)>,
    /// From ships: the transport.
    pub(super) landers: Vec<(UnitId, UnitId)>,
    /// By parachute.
    pub(super) paras: Vec<UnitId>,
    /// By parachute, but scattered: they do not fight (10.4).
    pub(super) scattered: Vec<UnitId>,
    /// Artillery beside the hex, and whether a river lies between.
    pub(super) guns: Vec<(UnitId, bool)>,
    /// Ships that bombard.
    pub(super) ships: Vec<UnitId>,
    /// Aircraft.
    pub(super) air: Vec<UnitId>,
    /// Helped by generals.
    pub(super) inspired: Vec<UnitId>,
    /// 10.1: the defenders were cut off before anybody moved to the attack.
    pub(super) ringed: bool,
    /// The other hex of a double offensive (10.9/a).
    pub(super) other: Option<SpaceId>,
    /// Bases there were when the offensive began: none that it takes is one of them (10.2/b).
    pub(super) bases: Vec<SpaceId>,
}

/// Who defends it besides the units in the hex.
#[derive(Clone, Debug, Default)]
pub(super) struct Defending {
    /// Artillery beside the hex (3.2.5/b).
    pub(super) guns: Vec<UnitId>,
    /// Ships in the port (3.4/c).
    pub(super) ships: Vec<UnitId>,
    /// Aircraft (7.2/b).
    pub(super) air: Vec<UnitId>,
    /// Helped by generals.
    pub(super) inspired: Vec<UnitId>,
}

impl Assaulting {
    /// Land units in the hex that fight.
    pub(super) fn troops(&self, pos: Position<'_>) -> Vec<UnitId> {
        let walkers = self.walkers.iter().map(|(unit, ..)| *unit);
        let landers = self.landers.iter().map(|(unit, _)| *unit);
        let mut all: Vec<UnitId> = walkers
            .chain(landers)
            .chain(self.paras.iter().copied())
            .collect();
        all.retain(|unit| pos.s.unit(*unit).at == Where::At(self.target));
        all.sort_unstable();
        all
    }

    /// Rule 10.7: nobody attacks overland, on foot or with guns from beside; paratroops may drop beside those who land.
    pub(super) fn is_landing(&self) -> bool {
        self.walkers.is_empty() && self.guns.is_empty() && !self.landers.is_empty()
    }

    pub(super) fn count(&mut self, pos: Position<'_>) {
        self.air.retain(|unit| pos.in_play(*unit));
        self.ships.retain(|unit| pos.in_play(*unit));
        self.guns.retain(|(unit, _)| pos.in_play(*unit));
    }

    pub(super) fn shots(&self, pos: Position<'_>, round: u32, pure: bool) -> Vec<Shot> {
        let mut shots = Vec::new();
        for unit in self.troops(pos) {
            let walker = self.walkers.iter().find(|(one, ..)| *one == unit);
            let landing = self.landers.iter().any(|(one, _)| *one == unit);
            let from = walker.map_or(self.target, |(_, from, _)| *from);
            let now = Circumstances {
                river: walker.is_some_and(|(_, _, river)| *river),
                landing,
                inspired: self.inspired.contains(&unit),
                cut_off: !landing && supply::cut_off(pos, self.own, from),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, unit, true, now, false));
        }
        for (unit, river) in &self.guns {
            let from = pos.at(*unit).unwrap_or(self.target);
            let now = Circumstances {
                river: *river,
                inspired: self.inspired.contains(unit),
                cut_off: supply::cut_off(pos, self.own, from),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, *unit, true, now, true));
        }
        if !pure || pos.d.on.landing_air_fires {
            for unit in &self.air {
                shots.push(strength::shot(
                    pos,
                    *unit,
                    ("ground", pos.other(*unit), "10.3"),
                    false,
                    true,
                ));
            }
        }
        if !pure && round <= pos.d.tables.bombardment_rounds {
            shots.extend(self.bombardment(pos));
        }
        shots
    }

    pub(super) fn bombardment(&self, pos: Position<'_>) -> Vec<Shot> {
        let shot = |ship: &UnitId| {
            strength::shot(
                pos,
                *ship,
                ("bombards", pos.other(*ship), "10.7"),
                false,
                true,
            )
        };
        self.ships.iter().map(shot).collect()
    }

    /// Rules 10.3/c and 3.2.3/a: who can be hit.
    pub(super) fn targets(&self, pos: Position<'_>) -> Targets {
        let mut units = self.troops(pos);
        if pos.d.on.air_absorbs {
            units.extend(self.air.iter().copied());
        }
        let last = last_to_go(pos, &units);
        Targets {
            units,
            guarded: Vec::new(),
            last,
        }
    }
}

/// Rule 3.2.3/a: reduced paratroops are named last.
fn last_to_go(pos: Position<'_>, units: &[UnitId]) -> Vec<UnitId> {
    if pos.d.on.paras_absorb {
        return Vec::new();
    }
    let reduced = |unit: &UnitId| pos.class(*unit) == Class::Paratroop && pos.s.unit(*unit).reduced;
    units.iter().copied().filter(reduced).collect()
}

impl Defending {
    pub(super) fn shots(&self, pos: Position<'_>, fight: &Assaulting, pure: bool) -> Vec<Shot> {
        let own = fight.own.other();
        let hex = pos.d.map.hex(fight.target);
        let mut shots = Vec::new();
        for unit in pos.land(fight.target, own) {
            let now = Circumstances {
                mountain: hex.mountain,
                port: pure && hex.port && pos.d.on.port_bonus,
                inspired: self.inspired.contains(&unit),
                cut_off: if pos.d.on.ring_declared {
                    fight.ringed
                } else {
                    supply::cut_off(pos, own, fight.target)
                },
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, unit, false, now, false));
        }
        for unit in &self.guns {
            let from = pos.at(*unit).unwrap_or(fight.target);
            let now = Circumstances {
                inspired: self.inspired.contains(unit),
                cut_off: supply::cut_off(pos, own, from),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, *unit, false, now, true));
        }
        for unit in &self.air {
            shots.push(strength::shot(
                pos,
                *unit,
                ("ground", pos.other(*unit), "10.3"),
                false,
                true,
            ));
        }
        for ship in &self.ships {
            let half = (pos.other(*ship) + 1) / 2;
            shots.push(strength::shot(
                pos,
                *ship,
                ("half-bombards", half, "3.4"),
                false,
                true,
            ));
        }
        shots
    }

    pub(super) fn targets(&self, pos: Position<'_>, at: SpaceId, own: Alliance) -> Targets {
        let mut units = pos.land(at, own);
        if pos.d.on.air_absorbs {
            units.extend(self.air.iter().copied());
        }
        units.extend(self.ships.iter().copied());
        let last = last_to_go(pos, &units);
        Targets {
            units,
            guarded: self.ships.clone(),
            last,
        }
    }

    pub(super) fn count(&mut self, pos: Position<'_>) {
        for list in [&mut self.air, &mut self.ships, &mut self.guns] {
            list.retain(|unit| pos.in_play(*unit));
        }
    }
}
