//! The referee's rulings.

use super::super::data::Data;
use super::super::event::{Ruled, RuledStock};
use super::super::rulings::{Condition, Station};
use super::super::scenario::Mission;
use super::super::state::{Bin, Open, Unit, Where};

/// Supply and evacuation.
pub(super) fn stock(s: &mut Open, event: RuledStock<'_>) {
    match event {
        RuledStock::RuledSupply {
            sector,
            side,
            level,
        } => s.supply[side.index()][sector.index()] = *level,
        RuledStock::RuledReserves { sector, side, n } => {
            s.reserves[side.index()][sector.index()].ready = u8::try_from(*n).unwrap_or(0);
        }
        RuledStock::RuledEvacuation { turn } => s.evacuation = u32::try_from(*turn).ok(),
        RuledStock::RuledLost { steps } => s.steps_lost[0] = u32::try_from(*steps).unwrap_or(0),
    }
}

pub(super) fn apply(d: &Data, s: &mut Open, event: Ruled<'_>) {
    match event {
        Ruled::RuledPlace { unit, at } => s.units[unit.index()].at = Where::At(*at),
        Ruled::RuledRemove { unit } => s.units[unit.index()].at = Where::Lost,
        Ruled::RuledState { unit, state } => {
            let now = &mut s.units[unit.index()];
            match state {
                Condition::Full => now.reduced = false,
                Condition::Reduced => now.reduced = true,
                Condition::Fatigued => now.fatigued = true,
                Condition::Dispersed => now.dispersed = true,
                Condition::FirstFire => now.fire = 1,
                Condition::FinalFire => now.fire = 2,
                Condition::Clear => {
                    *now = Unit {
                        at: now.at,
                        reduced: now.reduced,
                        ..Unit::default()
                    };
                }
            }
        }
        Ruled::RuledTarget { unit, at } => s.units[unit.index()].target = Some(*at),
        Ruled::RuledNobody => {
            for unit in &mut s.units {
                unit.at = Where::Out;
            }
        }
        Ruled::RuledWait { unit } => s.units[unit.index()].at = Where::Waiting,
        Ruled::RuledPlane { unit, station } => {
            s.planes[unit.index() - d.land.len()] = match station {
                Station::Ready => Bin::Ready,
                Station::Interdiction => Bin::Mission(Mission::Interdiction),
                Station::Bombing => Bin::Mission(Mission::Bombardment),
                Station::Search => Bin::Mission(Mission::Search),
                Station::Naval => Bin::Mission(Mission::Naval),
                Station::Flown => Bin::Flown,
                Station::Abort1 => Bin::Abort1,
                Station::Abort2 => Bin::Abort2,
            };
        }
        Ruled::RuledLevel { sector, level } => {
            s.interdiction[sector.index()] = u8::try_from(*level).unwrap_or(0);
        }
        Ruled::RuledForce { force, at, .. } => super::naval::place_force(s, *force, *at, 0),
        Ruled::RuledContact { contact, at, .. } => super::naval::place_contact(s, *contact, *at),
        Ruled::RuledTold { force, depth } => {
            for one in &mut s.forces {
                if one.letter == *force {
                    one.told = depth.told();
                }
            }
        }
        Ruled::RuledShip { .. } => {}
        Ruled::RuledCargo { units, .. } => {
            for unit in units {
                s.units[unit.index()].at = Where::Waiting;
            }
        }
        Ruled::RuledEmpty => {
            for unit in &mut s.units {
                let here = matches!(unit.at, Where::At(at) if d.map.place(at).is_land());
                if here {
                    unit.at = Where::Waiting;
                }
            }
        }
    }
}
