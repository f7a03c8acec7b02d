//! Rules 12.0 and 13.0: ideas for the quartermaster.

use super::super::nation::{Alliance, Nation};
use super::super::orders::{Stores, SupplyLine, upkeep_due};
use super::super::view::View;
use super::{chance, one_of};
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

/// Rules 12.0 and 13.0: place what was bought, repair, build what can be paid.
pub(crate) fn supply(v: &View<'_>, stores: &Stores, rng: &mut dyn Below) -> Vec<SupplyLine> {
    let pos = v.pos();
    let mut lines = Vec::new();
    let mut placed: Vec<SpaceId> = Vec::new();
    for recruit in &stores.recruits {
        let mut fresh = recruit.to.clone();
        fresh.retain(|at| !placed.contains(at));
        if let Some(at) = one_of(rng, &fresh) {
            placed.push(at);
            let unit = recruit.unit;
            lines.push(SupplyLine::Place { unit, at });
        }
    }
    if !stores.lakes.is_empty()
        && chance(rng, 3)
        && let Some(at) = one_of(rng, &stores.lakes)
    {
        lines.push(SupplyLine::Lakebase { at });
    }
    let mut spent: Vec<(Nation, i32)> = Vec::new();
    let mut afford = |of: &[UnitId], cost: &dyn Fn(UnitId) -> i32, rng: &mut dyn Below| {
        let mut chosen = Vec::new();
        for unit in of.iter().copied() {
            let (nation, cost) = (pos.unit(unit).nation, cost(unit));
            let purse = pos.d.purse(nation);
            let gone = spent.iter().filter(|(one, _)| *one == purse);
            let gone: i32 = gone.map(|(_, n)| n).sum();
            let has = pos.purse(nation) - upkeep_due(pos, purse) - gone;
            // An army that is always whole again would make the game endless.
            let eager = v.alliance() == Alliance::Axis || chance(rng, 6);
            if cost <= has && eager && rng.below(3) > 0 {
                spent.push((purse, cost));
                chosen.push(unit);
            }
        }
        chosen
    };
    let built = |unit: UnitId| pos.unit(unit).build.unwrap_or(0);
    let units = afford(&stores.pool, &built, rng);
    if !units.is_empty() {
        lines.push(SupplyLine::Build { units });
    }
    let repaired = |unit: UnitId| pos.unit(unit).repair;
    let units = afford(&stores.hurt, &repaired, rng);
    if !units.is_empty() {
        lines.push(SupplyLine::Repair { units });
    }
    lines
}
