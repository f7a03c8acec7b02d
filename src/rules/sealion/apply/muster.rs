//! Reinforcement and replacement.

use super::super::data::Data;
use super::super::event::Muster;
use super::super::side::Side;
use super::super::state::{Berth, Open, Ship, Unit, Where};

pub(super) fn apply(d: &Data, s: &mut Open, event: Muster<'_>) {
    match event {
        Muster::Arrives { units, at } => {
            for unit in units {
                s.units[unit.index()] = Unit {
                    at: Where::At(*at),
                    steps: d.land(*unit).steps(),
                    ..Unit::default()
                };
            }
        }
        Muster::Joins { ships, at } => {
            for ship in ships {
                s.ships[ship.index() - d.land.len()] = Ship {
                    at: Berth::Port(*at),
                    ..Ship::default()
                };
            }
        }
        Muster::Points {
            side: _,
            pool,
            points,
        } => {
            let has = s.pools.of_mut(*pool);
            *has = has.saturating_add(u8::try_from(*points).unwrap_or(u8::MAX));
        }
        Muster::Rebuilds {
            unit,
            at,
            steps,
            cost,
            pool,
        } => {
            if d.land(*unit).side() == Side::British {
                let has = s.pools.of_mut(*pool);
                *has = has.saturating_sub(u8::try_from(*cost).unwrap_or(u8::MAX));
            }
            let now = &mut s.units[unit.index()];
            if matches!(now.at, Where::At(_)) {
                now.steps += u8::try_from(*steps).unwrap_or(0);
            } else {
                *now = Unit {
                    at: Where::At(*at),
                    steps: u8::try_from(*steps).unwrap_or(0),
                    ..Unit::default()
                };
            }
        }
        Muster::Detaches { unit, from, at } => {
            let parent = s.units[from.index()];
            s.units[from.index()].steps = 1;
            s.units[unit.index()] = Unit {
                at: Where::At(*at),
                steps: 1,
                hits: parent.hits,
                out: parent.out,
                ..Unit::default()
            };
        }
        Muster::Rejoins { unit, to } => {
            let gone = std::mem::take(&mut s.units[unit.index()]);
            s.units[unit.index()].at = Where::Away;
            let now = &mut s.units[to.index()];
            now.steps = 2;
            // Of both the worse.
            now.hits = now.hits.max(gone.hits);
            now.out = now.out.max(gone.out);
        }
        Muster::Rallies { units } => {
            for unit in units {
                s.units[unit.index()].weak = false;
            }
        }
    }
}
