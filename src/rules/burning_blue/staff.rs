//! How the Luftwaffe's staff plans a day where its player says nothing, and how bots do: the raids of its chits, straight to
//! their targets and back.

use super::data::{Data, Force};
use super::geometry::distance;
use super::orders::plan::{Attack, Manner, Raid, Sweep};
use super::planning::{bases, serves};
use super::side::Side;
use super::state::{Method, Position};
use super::view::{ChitId, TargetId};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

/// Where units come from, each once.
struct Pool<'a> {
    d: &'a Data,
    used: Vec<UnitId>,
    /// Staffeln of Gruppen that were parted.
    open: Vec<UnitId>,
}

impl Pool<'_> {
    fn free(&self, unit: UnitId) -> bool {
        let d = self.d;
        let touches = |one: &UnitId| {
            *one == unit || d.unit(*one).of == Some(unit) || d.unit(unit).of == Some(*one)
        };
        !self.used.iter().any(touches)
    }

    /// A force of a chit, as units.
    fn take(&mut self, force: &Force, fleet: u8, rng: &mut dyn Below) -> Vec<UnitId> {
        let d = self.d;
        let mut units = Vec::new();
        let fits = |unit: &UnitId| d.unit(*unit).craft == force.craft && serves(d, *unit, fleet);
        let own = |pool: &Self| -> Vec<UnitId> {
            let all = d.units_of(Side::Luftwaffe).filter(fits);
            let all = all.filter(|unit| {
                d.unit(*unit).of.is_none() && d.unit(*unit).size == super::data::Size::Large
            });
            let mut all: Vec<UnitId> = all.filter(|unit| pool.free(*unit)).collect();
            // Those that can fly for one Luftflotte alone go first.
            all.sort_by_key(|unit| serves(d, *unit, 5 - fleet));
            all
        };
        for _ in 0..force.gruppen {
            let free = own(self);
            let sure = free
                .iter()
                .filter(|unit| !serves(d, **unit, 5 - fleet))
                .count();
            let among = u32::try_from(if sure > 0 { sure } else { free.len() }).unwrap_or(0);
            let Some(unit) = free.get(rng.below(among.max(1)) as usize) else {
                break;
            };
            units.push(*unit);
            self.used.push(*unit);
        }
        for _ in 0..force.staffeln {
            let small = d.units_of(Side::Luftwaffe).filter(fits).find(|unit| {
                let printed = d.unit(*unit);
                printed.of.is_none() && printed.size == super::data::Size::Small && self.free(*unit)
            });
            let at = self.open.iter().position(fits);
            let unit = match (at, small) {
                (Some(at), _) => Some(self.open.remove(at)),
                (None, Some(unit)) => Some(unit),
                (None, None) => own(self).first().copied().and_then(|whole| {
                    let mut parts = d.unit(whole).parts.clone();
                    let first = (!parts.is_empty()).then(|| parts.remove(0));
                    self.open.extend(parts);
                    first
                }),
            };
            units.extend(unit);
            self.used.extend(unit);
        }
        units
    }
}

/// Gives each of so many raids its share.
fn shares(units: &[UnitId], raids: usize) -> Vec<Vec<UnitId>> {
    let mut shares = vec![Vec::new(); raids.max(1)];
    for (n, unit) in units.iter().enumerate() {
        shares[n % raids.max(1)].push(*unit);
    }
    shares
}

/// A plan for the chits that were drawn.
pub(super) fn plan(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Raid> {
    let d = v.data;
    let chits = v.hidden.plan.as_ref().map_or(&[][..], |plan| &plan.chits);
    let mut pool = Pool {
        d,
        used: Vec::new(),
        open: Vec::new(),
    };
    let mut raids = Vec::new();
    for chit in chits {
        let printed = &d.chits[*chit];
        let id = ChitId(u16::try_from(*chit).unwrap_or(u16::MAX));
        let mut bombers: Vec<UnitId> = Vec::new();
        for force in &printed.bombers {
            bombers.extend(pool.take(force, printed.fleet, rng));
        }
        let mut fighters: Vec<UnitId> = Vec::new();
        for force in &printed.fighters {
            fighters.extend(pool.take(force, printed.fleet, rng));
        }
        let n = u32::try_from(raids.len()).unwrap_or(0);
        let turn = 1 + i32::try_from(2 * n + rng.below(6)).unwrap_or(0);
        let turn = turn.min(super::planning::last_turn(v));
        if printed.free_hunt {
            raids.push(sweep(v, id, fighters, turn, rng));
            continue;
        }
        // 3.3.2: where there are more targets than units, a Gruppe is parted.
        while bombers.len() < printed.targets.len() {
            let Some(at) = bombers
                .iter()
                .position(|unit| !d.unit(*unit).parts.is_empty())
            else {
                break;
            };
            let whole = bombers.remove(at);
            bombers.extend(d.unit(whole).parts.iter().copied());
        }
        let count = printed.targets.len();
        let shares = shares(&bombers, count)
            .into_iter()
            .zip(shares(&fighters, count));
        for (target, (bombers, fighters)) in printed.targets.iter().zip(shares) {
            raids.push(attack(v, id, *target, bombers, fighters, turn, rng));
        }
    }
    raids
}

/// A place to form up for a target: one of the nearest.
fn base(v: &Position<'_>, fleet: u8, to: SpaceId, rng: &mut dyn Below) -> SpaceId {
    let mut bases = bases(v.data, fleet);
    bases.retain(|at| fleet == 3 || !v.data.map.place(*at).is_box);
    bases.sort_by_key(|at| {
        (
            v.data.map.place(*at).id == "caen",
            distance(&v.data.map, *at, to),
            *at,
        )
    });
    let among = if fleet == 3 {
        1
    } else {
        bases.len().clamp(1, 6)
    };
    let nth = rng.below(u32::try_from(among).unwrap_or(1)) as usize;
    bases.get(nth).copied().unwrap_or(to)
}

fn even(angels: i32) -> i32 {
    angels - angels.rem_euclid(2)
}

fn attack(
    v: &Position<'_>,
    chit: ChitId,
    target: usize,
    bombers: Vec<UnitId>,
    mut fighters: Vec<UnitId>,
    turn: i32,
    rng: &mut dyn Below,
) -> Raid {
    let d = v.data;
    let printed = &d.chits[usize::from(chit.0)];
    let lowest = |units: &[UnitId]| units.iter().map(|unit| d.rating(*unit).ceiling).min();
    let ceiling = lowest(&bombers).unwrap_or(24).min(24);
    let dives = bombers.iter().all(|unit| d.rating(*unit).dives);
    let method = if printed.dive && dives {
        Method::Dive
    } else {
        Method::Level
    };
    let angels = match method {
        Method::Dive => 12,
        _ => 12 + even(i32::try_from(rng.below(8)).unwrap_or(0)),
    }
    .min(even(ceiling));
    let cover = fighters.split_off(fighters.len() / 2);
    let above = (angels + 4).min(even(lowest(&cover).unwrap_or(30)));
    let to = d.map.targets[target].at;
    let form = base(v, printed.fleet, to, rng);
    Raid::Attack {
        chit,
        attack: Attack {
            bombers,
            escort: fighters,
            cover,
            form,
            angels,
            above: Some(above),
            turn,
            route: Way(Vec::new()),
            target: TargetId(u16::try_from(target).unwrap_or(0)),
            how: (method != Method::Level).then(|| Manner::of(method)),
            descent: None,
            back: Way(Vec::new()),
            recover: None,
        },
    }
}

fn sweep(
    v: &Position<'_>,
    chit: ChitId,
    hunters: Vec<UnitId>,
    turn: i32,
    rng: &mut dyn Below,
) -> Raid {
    let d = v.data;
    let printed = &d.chits[usize::from(chit.0)];
    let airfields = d.map.fields.iter().filter(|field| field.fighter_command());
    let near = |from: SpaceId| {
        airfields
            .clone()
            .map(|field| field.at)
            .min_by_key(|at| (distance(&d.map, from, *at), *at))
    };
    let any = d.map.fields.first().map_or(SpaceId(0), |field| field.at);
    let form = base(v, printed.fleet, near(any).unwrap_or(any), rng);
    let to = if d.map.place(form).is_box {
        // From Cherbourg the coast at Portland or the Isle of Wight.
        let coast = d.map.fields.iter().filter(|field| field.fighter_command());
        coast
            .map(|field| field.at)
            .min_by_key(|at| (d.map.place(*at).row, *at))
            .unwrap_or(any)
    } else {
        near(form).unwrap_or(any)
    };
    Raid::Sweep {
        chit,
        sweep: Sweep {
            hunters,
            form,
            angels: 20,
            turn,
            route: Way(vec![to]),
            orbit: Some(to),
            back: Way(Vec::new()),
            recover: None,
        },
    }
}
