//! III.F: amphibious landings (17.4), and behind them what is unloaded in ports (III.G).

use super::super::Board;
use super::super::bars::Bar;
use super::super::side::Side;
use super::super::state::Position;
use super::super::{ashore, sailings};
use super::orders::shore::{Landings, ShoreOrder};
use super::unloading;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// The landings of both sides, the Allied ones first; then unloading in the same order.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let mut unloading = Vec::new();
    for side in [Side::Allied, Side::German] {
        let mut orders = Vec::new();
        if near_shore(&super::super::pos(t), side) {
            orders = t.ask(side, OnSheet(Landings { side }))?;
        }
        let (beaches, rest): (Vec<ShoreOrder>, Vec<ShoreOrder>) = orders
            .into_iter()
            .partition(|order| matches!(order, ShoreOrder::Beach { .. }));
        let t: &mut Board<'_> = &mut t.within(super::side_key(side));
        let boats = |order: ShoreOrder| match order {
            ShoreOrder::Beach { unit, at } => Some((unit, at)),
            ShoreOrder::Unload { .. } => None,
        };
        let boats: Vec<(UnitId, SpaceId)> = beaches.into_iter().filter_map(boats).collect();
        ashore::land(t, side, &boats)?;
        unloading.push((side, rest));
    }
    for (side, orders) in unloading {
        let t: &mut Board<'_> = &mut t.within(super::side_key(side));
        unloading::phase(t, side, &orders)?;
        if side == Side::Allied {
            // 17.52: between what the Allies and what the Germans unload.
            sailings::steamer(t)?;
        }
    }
    Ok(())
}

/// Whether a side has markers where something could come ashore: what they carry is hidden.
pub(super) fn near_shore(pos: &Position<'_>, side: Side) -> bool {
    let map = &pos.data.map;
    let shore = |at: SpaceId| {
        let water = map.water(at);
        water.is_some_and(|water| water.land.is_some() || water.from_crete == 0)
    };
    let gulf = super::begin::gulf(pos);
    match side {
        Side::Allied => pos.open.forces.iter().any(|force| shore(force.at)),
        Side::German => {
            let mut contacts = pos.open.contacts.iter();
            contacts.any(|contact| shore(contact.at) || Some(contact.at) == gulf)
        }
    }
}

/// The sea zone a ship lies in, in which it could send boats ashore.
pub(super) fn roads(pos: &Position<'_>, ship: UnitId) -> Option<SpaceId> {
    let at = pos.ship_place(ship)?;
    let water = pos.data.map.water(at)?;
    water.is_zone().then_some(at)
}

/// Rules 17.24 and 17.41: why a unit cannot be landed on a beach.
pub(super) fn may_beach(pos: &Position<'_>, unit: UnitId, at: SpaceId) -> Result<UnitId, Bar> {
    let nobody = Bar::NotThisCoast { unit, at };
    let ship = pos.carrier(unit).ok_or(nobody)?;
    if pos.is_heavy(unit) {
        return Err(Bar::TooHeavy { unit });
    }
    let zone = roads(pos, ship).ok_or(nobody)?;
    let (place, side) = (pos.data.map.place(at), pos.side(unit));
    let closed = side == Side::German && place.suda_bay;
    // 4.57: nobody lands in a zone beside the map where enemies are.
    let held = place.zone && pos.holds(at, side.other());
    let open = (place.beach || place.zone) && pos.data.map.coast(at).contains(&zone);
    if !open || !pos.data.playable.has(at) || closed || held {
        return Err(nobody);
    }
    Ok(ship)
}
