//! III.F: amphibious landings (17.4), and behind them what is unloaded in ports (III.G).

use super::super::Board;
use super::super::bars::Bar;
use super::super::drops;
use super::super::event::{Event, Fall};
use super::super::moves;
use super::super::side::Side;
use super::super::state::{Mark, Position};
use super::super::units::Type;
use super::orders::shore::{Landing, Landings, ShoreOrder};
use super::unloading;
use crate::board::{Dir, SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

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
        land(t, side, &beaches)?;
        unloading.push((side, rest));
    }
    for (side, orders) in unloading {
        let t: &mut Board<'_> = &mut t.within(super::side_key(side));
        unloading::phase(t, side, &orders)?;
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
    if !place.shores.contains(&zone) || !pos.data.playable.has(at) || closed || held {
        return Err(nobody);
    }
    Ok(ship)
}

/// Rule 17.43: all are placed, then each has its die; at last they fight where they meet enemies.
fn land(t: &mut Board<'_>, side: Side, orders: &[ShoreOrder]) -> Play {
    let mut met: Vec<SpaceId> = Vec::new();
    for order in orders {
        let ShoreOrder::Beach { unit, at } = order else {
            continue;
        };
        let Ok(ship) = may_beach(&super::super::pos(t), *unit, *at) else {
            continue;
        };
        let landing = Landing {
            unit: *unit,
            at: *at,
            ship,
        };
        if let Some(at) = come_ashore(t, side, &landing)?
            && super::super::pos(t).holds(at, side.other())
            && !met.contains(&at)
        {
            met.push(at);
        }
    }
    for at in met {
        let key = t.data().map.place(at).key.clone();
        let t: &mut Board<'_> = &mut t.within(key);
        drops::special_assault(t, side, at, Mark::LandedBySea)?;
    }
    moves::thin_out(t, side)
}

/// Rule 17.43 B: one unit comes ashore, or not; gives the hex it is in at last.
fn come_ashore(t: &mut Board<'_>, side: Side, landing: &Landing) -> Play<Option<SpaceId>> {
    let &Landing { unit, at, ship } = landing;
    let id = t.data().land(unit).id.clone();
    let t: &mut Board<'_> = &mut t.within(id);
    let pos = super::super::pos(t);
    let table = &t.data().tables.landing;
    let zone = roads(&pos, ship);
    let mut tally = modifiers(&pos, unit, at);
    let steps = pos.steps(unit);
    let dice = t.roll("landing", 1, 10)?;
    tally.dice(&dice);
    let fall = match tally.total() {
        n if n <= table.intact_to => Fall::Intact,
        n if n <= table.dispersed_to => Fall::Dispersed,
        n if n <= table.drift_intact_to => Fall::Adrift,
        n if n <= table.drift_dispersed_to => Fall::AdriftDispersed,
        _ => Fall::AdriftLoss,
    };
    let gone = fall == Fall::AdriftLoss && steps <= 1;
    t.reveal(Event::Beaches {
        unit,
        at,
        ship,
        tally,
        fall,
        gone,
    })?;
    // 4.57: a zone beside the map is too long a coast to miss.
    let adrift = !matches!(fall, Fall::Intact | Fall::Dispersed);
    if gone || !adrift || pos_zone(t, at) {
        return Ok((!gone).then_some(at));
    }
    let dice = t.roll("drift", 1, 10)?;
    let mut tally = Tally::of_rule("17.43");
    tally.dice(&dice);
    let (to, whole) = drift(&super::super::pos(t), at, zone, dice.die(0));
    // 17.43: Germans who drift into Suda Bay are lost.
    let lost = side == Side::German && t.data().map.place(to).suda_bay;
    t.happen(Event::Drifts {
        unit,
        from: at,
        to: (!lost).then_some(to),
        tally,
    })?;
    if lost {
        return Ok(None);
    }
    if !whole {
        super::strikes::lose(t, unit, to)?;
    }
    Ok(super::super::pos(t).at(unit))
}

fn pos_zone(t: &Board<'_>, at: SpaceId) -> bool {
    t.data().map.place(at).zone
}

/// The diagram of drift by sea: along the coast of the zone; where it ends, or is no beach, a unit stays on the last
/// beach and pays for it: the second value says whether it got there whole.
fn drift(pos: &Position<'_>, from: SpaceId, zone: Option<SpaceId>, die: i32) -> (SpaceId, bool) {
    let arrows = &pos.data.tables.landing.drift_by_sea;
    let nth = usize::try_from(die - 1).unwrap_or(0);
    let arrow = arrows.split_whitespace().nth(nth).unwrap_or("W1");
    let (west, hexes) = (arrow.starts_with('W'), arrow[1..].parse().unwrap_or(1));
    let dirs = if west {
        [Dir::W, Dir::NW, Dir::SW]
    } else {
        [Dir::E, Dir::NE, Dir::SE]
    };
    let map = &pos.data.map;
    let mut here = from;
    for _ in 0..hexes {
        let next = dirs.iter().filter_map(|dir| map.board.toward(here, *dir));
        let coast = |at: &SpaceId| {
            let shores = &map.place(*at).shores;
            zone.is_some_and(|zone| shores.contains(&zone)) && pos.data.playable.has(*at)
        };
        match next.filter(coast).find(|at| *at != from) {
            Some(at) => here = at,
            None => return (here, false),
        }
    }
    (here, true)
}

/// Rule 17.43 B: what changes the die.
fn modifiers(pos: &Position<'_>, unit: UnitId, at: SpaceId) -> Tally {
    let table = &pos.data.tables.landing;
    let side = pos.side(unit);
    let mut tally = Tally::of_rule("17.43");
    if pos.holds(at, side.other()) {
        tally.term("enemy-there", table.enemy_in_hex, "17.43");
    }
    if pos.in_zone(at, side) {
        tally.term("enemy-zone", table.in_zone, "17.43");
    }
    let terrain = &pos.data.map.place(at).terrain;
    let ground = pos.data.tables.terrain.get(terrain);
    tally.term(
        "landing-ground",
        ground.map_or(0, |ground| ground.sea),
        "17.43",
    );
    let printed = pos.printed(unit);
    if printed.is_artillery() && printed.kind != Type::Mortar {
        tally.term("guns-by-sea", table.guns_by_sea, "17.43");
    }
    tally
}
