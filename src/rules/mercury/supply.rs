//! I.B: supply by sector (15).

use super::Board;
use super::event::Event;
use super::map::{Field, Sector};
use super::orders::supply::{Airlift, Spend, Stock};
use super::side::Side;
use super::state::{Hour, Position, Reserves, Supply, hour};
use crate::board::SpaceId;
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The Supply phase; scenarios on land alone have none (14.0).
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    if !t.data().scenario.supply {
        return Ok(());
    }
    first_reserves(t)?;
    for side in Side::BOTH {
        abandon(t, side)?;
    }
    if hour(t.state().open.turn) == Hour::Am {
        for side in Side::BOTH {
            spend(t, side)?;
        }
    }
    fly_in(t)?;
    for side in Side::BOTH {
        adjust(t, side)?;
    }
    Ok(())
}

/// Rule 15.25 a: on turn 1 the Allies place the reserves they have.
fn first_reserves(t: &mut Board<'_>) -> Play {
    let (d, open) = (t.data(), &t.state().open);
    if open.turn != 1 {
        return Ok(());
    }
    let stores = &d.tables.variants.stores;
    let more = open.options[Side::Allied.index()].contains(&stores.option);
    let n = d.tables.supply.first + if more { stores.reserves } else { 0 };
    let sectors = with_ports(&super::pos(t));
    let shares = match sectors.as_slice() {
        [] => Vec::new(),
        [only] => vec![(*only, n)],
        _ => t.ask(Side::Allied, Given(Stock { sectors, n }))?,
    };
    let side = Side::Allied;
    for (sector, n) in shares {
        t.happen(Event::Stocks { side, sector, n })?;
    }
    Ok(())
}

/// Rule 15.25 a: Maleme/Suda, Retimo and Heraklion, as far as they are in play.
fn with_ports(pos: &Position<'_>) -> Vec<Sector> {
    let sectors = pos.data.scenario.sectors.iter().copied();
    sectors
        .filter(|sector| *sector != Sector::SouthCrete)
        .collect()
}

/// What lies in a sector.
pub(super) fn lies(pos: &Position<'_>, side: Side, sector: Sector) -> Reserves {
    pos.open.reserves[side.index()][sector.index()]
}

/// Rule 15.1
pub(super) fn status(pos: &Position<'_>, side: Side, sector: Sector) -> Supply {
    pos.open.supply[side.index()][sector.index()]
}

/// Rule 15.24: reserves in a sector without a friend are lost, and with them all supply.
fn abandon(t: &mut Board<'_>, side: Side) -> Play {
    for sector in Sector::ALL {
        let n = unguarded(&super::pos(t), side, sector);
        if n > 0 {
            t.happen(Event::Abandons { side, sector, n })?;
        }
    }
    Ok(())
}

/// Reserves in a sector in which their side has no unit.
fn unguarded(pos: &Position<'_>, side: Side, sector: Sector) -> i32 {
    let mut friends = pos.units_of(side).filter_map(|unit| pos.at(unit));
    if friends.any(|at| pos.sector(at) == sector) {
        return 0;
    }
    let lies = lies(pos, side, sector);
    i32::from(lies.ready) + i32::from(lies.spent)
}

/// Rule 15.26: spent reserves are removed, and others may be spent, one in a sector.
fn spend(t: &mut Board<'_>, side: Side) -> Play {
    for sector in Sector::ALL {
        let n = i32::from(lies(&super::pos(t), side, sector).spent);
        if n > 0 {
            t.happen(Event::Discards { side, sector, n })?;
        }
    }
    let pos = super::pos(t);
    let sectors = pos.data.scenario.sectors.iter().copied();
    let has = |sector: &Sector| lies(&pos, side, *sector).ready > 0;
    let sectors: Vec<Sector> = sectors.filter(has).collect();
    if sectors.is_empty() {
        return Ok(());
    }
    for sector in t.ask(side, Given(Spend { side, sectors }))? {
        let level = status(&super::pos(t), side, sector).better(sector);
        let event = Event::Spends {
            side,
            sector,
            level,
        };
        t.happen(event)?;
    }
    Ok(())
}

impl Supply {
    /// Rules 15.13 and 15.27: one level up, never above adequate, and never in the south.
    pub(super) const fn better(self, sector: Sector) -> Self {
        match self {
            _ if matches!(sector, Sector::SouthCrete) => Self::Insufficient,
            Self::Adequate | Self::Limited => Self::Adequate,
            Self::Insufficient => Self::Limited,
        }
    }

    /// One level down, never below insufficient.
    pub(super) const fn worse(self) -> Self {
        match self {
            Self::Adequate => Self::Limited,
            Self::Limited | Self::Insufficient => Self::Insufficient,
        }
    }
}

/// Rule 15.25 c: where the Germans can fly a reserve in: by day, to an airfield of theirs out of zones of control.
pub(super) fn airfields(pos: &Position<'_>) -> Vec<(Sector, SpaceId)> {
    let peaceful = |field: &Field| {
        let hexes = pos.data.map.field(*field);
        super::airlanding::is_open(pos, *field)
            && super::airlanding::capacity(pos, *field) >= pos.data.tables.limits.reserve_steps
            && !hexes.iter().any(|at| pos.in_zone(*at, Side::German))
    };
    let fields = Field::ALL.into_iter().filter(peaceful);
    fields
        .filter_map(|field| pos.data.map.field(field).first().copied())
        .map(|at| (pos.sector(at), at))
        .collect()
}

fn fly_in(t: &mut Board<'_>) -> Play {
    let fields = airfields(&super::pos(t));
    if fields.is_empty() {
        return Ok(());
    }
    let sectors: Vec<Sector> = fields.iter().map(|(sector, _)| *sector).collect();
    let chosen = t.ask(Side::German, Given(Airlift { sectors }))?;
    for (sector, at) in fields {
        if chosen.contains(&sector) {
            t.happen(Event::FliesSupplies { sector, at })?;
        }
    }
    Ok(())
}

/// Rule 15.15: a die for each sector but the south, as soon as the first stocks are used up (15.14).
fn adjust(t: &mut Board<'_>, side: Side) -> Play {
    let table = &t.data().tables.supply;
    let from = match side {
        Side::German => table.german_from,
        Side::Allied => table.allied_from,
    };
    if t.state().open.turn < from {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut t.within(super::side_name(side));
    for sector in with_ports(&super::pos(t)) {
        let mut tally = modifiers(&super::pos(t), side, sector);
        let dice = t.roll(sector.id(), 1, 10)?;
        tally.dice(&dice);
        let now = status(&super::pos(t), side, sector);
        let level = match tally.total() {
            n if n <= table.up_to => now.better(sector),
            n if n <= table.same_to => now,
            _ => now.worse(),
        };
        let change = level as i32 - now as i32;
        t.happen(Event::Supplied {
            side,
            sector,
            tally,
            level,
            change,
        })?;
    }
    Ok(())
}

/// The Supply Status Adjustment Table: what changes the die.
fn modifiers(pos: &Position<'_>, side: Side, sector: Sector) -> Tally {
    let table = &pos.data.tables.supply;
    let mut tally = Tally::of_rule("15.15");
    if lies(pos, side, sector).spent > 0 {
        tally.term("spent-reserve", table.spent, "15.26");
    }
    if side == Side::German {
        let fields = Field::ALL.into_iter();
        let here = fields.filter(|field| lies_in(pos, *field, sector));
        let held: Vec<Field> = here
            .filter(|field| super::victory::holds_field(pos, *field))
            .collect();
        let quiet = |field: &Field| {
            let hexes = pos.data.map.field(*field);
            !hexes.iter().any(|at| pos.in_zone(*at, side))
        };
        if held.is_empty() {
            tally.term("no-airfield", table.no_airfield, "15.15");
        } else if held.iter().any(quiet) {
            tally.term("own-airfield", table.airfield, "15.25");
        }
        if held.iter().any(|field| pos.open.airlifts.contains(field)) {
            tally.term("airlift", table.airlift, "15.25");
        }
    }
    let ports = pos.data.map.all().filter(|at| {
        let place = pos.data.map.place(*at);
        (place.minor_port || place.anchorage) && pos.data.playable.has(*at)
    });
    let held: Vec<SpaceId> = ports
        .filter(|at| pos.sector(*at) == sector && pos.holds(*at, side))
        .collect();
    if held.iter().any(|at| !pos.in_zone(*at, side)) {
        tally.term("own-port", table.port, "15.15");
    } else if held.is_empty() && side == Side::Allied {
        tally.term("no-port", table.no_port, "15.15");
    }
    if side == Side::Allied {
        let level = i32::from(pos.open.raided[sector.index()]);
        tally.term("interdicted", level, "15.15");
    }
    let here = pos
        .units_of(side)
        .filter(|unit| pos.at(*unit).is_some_and(|at| pos.sector(at) == sector));
    if pos.steps_of(&here.collect::<Vec<_>>()) > table.crowd {
        tally.term("many-mouths", table.crowded, "15.15");
    }
    tally
}

/// Whether an airfield lies in a sector.
fn lies_in(pos: &Position<'_>, field: Field, sector: Sector) -> bool {
    let mut hexes = pos.data.map.field(field).into_iter();
    hexes.any(|at| pos.data.playable.has(at) && pos.sector(at) == sector)
}
