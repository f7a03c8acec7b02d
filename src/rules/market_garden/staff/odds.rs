//! What an assault promises, before it is ordered.

use super::super::assault::{Attack, Plan};
use super::super::look::Look;
use super::super::state::Side;
use crate::board::{SpaceId, UnitId};

/// How often in a hundred two dice beat two others if the totals before them differ by so much, from -8 to 8.
const CHANCES: [i32; 17] = [
    0, 1, 3, 5, 10, 16, 24, 34, 44, 56, 66, 76, 84, 90, 95, 97, 99,
];

/// How often in a hundred an assault with so much more or less in value succeeds.
pub(super) fn chance(margin: i32) -> i32 {
    let n = usize::try_from(margin.clamp(-8, 8) + 8).unwrap_or(0);
    CHANCES[n]
}

/// What an assault is worth: what is at stake and the points it inflicts, against the disruption of all who fail.
pub(super) fn value(margin: i32, stake: i32, units: usize) -> i32 {
    let won = chance(margin);
    let gain = 8 + stake.max(0) + 2 * margin.clamp(0, 8);
    let loss = 3 + 2 * i32::try_from(units).unwrap_or(0);
    (won * gain - (100 - won) * loss) / 100
}

/// Attack value less defence value, guns and crossings included, against the best forward unit.
pub(super) fn margin(look: Look<'_>, attack: &Attack) -> i32 {
    let forward = look.forward_units(attack.side.other(), attack.at);
    let Some(forward) = forward.first() else {
        return 8;
    };
    look.attack_value(attack).total() - look.defence_value(attack, *forward).total()
}

/// The same by guess, for units that are not there yet: crossings cost two.
pub(super) fn guess(look: Look<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> i32 {
    let best = units.iter().map(|unit| look.counter(*unit).attack).max();
    let more = i32::try_from(units.len()).unwrap_or(0) - 1;
    let division = i32::from(units.len() > 2);
    let foes = look.units(side.other(), at);
    let (mut forward, mut fresh) = (0, 0);
    for unit in foes {
        forward = forward.max(look.defence_factor(unit));
        fresh += i32::from(look.fresh(unit));
    }
    let place = look.d.ground.place(at);
    best.unwrap_or(0) + more + division - forward - place.tem - (fresh - 1).max(0)
}

/// An assault with all who can and every gun that can help.
pub(super) fn assault(look: Look<'_>, side: Side, at: SpaceId) -> Option<Attack> {
    let attack = look.assault(side, at, &Plan::default()).ok()?;
    let guns = look.d.units_of(side);
    let guns = guns
        .filter(|unit| look.counter(*unit).kind.is_artillery())
        .filter(|gun| look.s.at(*gun).is_some() && look.fresh(*gun))
        .filter(|gun| look.may_support(side, at, *gun, &attack.units).is_ok())
        .collect();
    Some(Attack { guns, ..attack })
}

/// So much more in value is enough: more units are better kept for the next assault.
pub(super) const ENOUGH: i32 = 2;

/// As many of those who could assault as are needed: the strongest in front, behind it the weakest first.
pub(super) fn wave(look: Look<'_>, all: Attack) -> Attack {
    let division = &look.counter(all.point).division;
    let mut others: Vec<UnitId> = all.units.clone();
    others.retain(|unit| *unit != all.point);
    others.sort_by_key(|unit| {
        let counter = look.counter(*unit);
        (counter.division != *division, counter.attack, *unit)
    });
    let mut units = vec![all.point];
    for unit in others {
        let wave = Attack {
            units: units.clone(),
            guns: all.guns.clone(),
            ..all
        };
        if margin(look, &wave) >= ENOUGH {
            break;
        }
        units.push(unit);
    }
    units.sort_unstable();
    // Guns of a division whose units stay behind stay silent (15.12).
    let mut guns = all.guns;
    guns.retain(|gun| look.may_support(all.side, all.at, *gun, &units).is_ok());
    Attack { units, guns, ..all }
}
