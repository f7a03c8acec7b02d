//! Rule 18: search and detection.

use super::super::Board;
use super::super::event::Event;
use super::super::scenario::Mission;
use super::super::side::Side;
use super::super::state::{Bin, Position, Told};
use super::super::units::Hull;
use super::forces::report;
use super::ids::{Letter, Number};
use super::orders::search::{Area, Find, Patrol, Scouting};
use super::told::Found;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 18.22: Allied ships look for each contact near them that is not in sight. Whether ships are there is hidden, so
/// nobody else sees them look in vain.
pub(super) fn by_ships(t: &mut Board<'_>) -> Play {
    let pos = super::super::pos(t);
    let unseen = pos.open.contacts.iter().filter(|one| one.shown.is_none());
    let unseen: Vec<Number> = unseen.map(|contact| contact.number).collect();
    for contact in unseen {
        let pos = super::super::pos(t);
        let Some((zone, forces)) = hunters(&pos, contact) else {
            continue;
        };
        let found = {
            let t: &mut Board<'_> = &mut t.behind_screen(Side::Allied);
            let t: &mut Board<'_> = &mut t.within(super::contact_key(contact));
            seek(t, contact, zone, forces)?
        };
        if found {
            unmask(t, contact)?;
        }
    }
    Ok(())
}

/// The zone in which most task forces, and no decoys, meet a contact.
fn hunters(pos: &Position<'_>, contact: Number) -> Option<(SpaceId, i32)> {
    let place = pos.contact(contact)?.at;
    let real = |zone: SpaceId| {
        let forces = pos.open.forces.iter();
        let near = forces.filter(|force| force.at == zone || force.at == place);
        let near = near.filter(|force| !pos.is_decoy(force.letter));
        i32::try_from(near.count()).unwrap_or(i32::MAX)
    };
    let zones = pos.zones_of_contact(contact).into_iter();
    let zones = zones.map(|zone| (zone, real(zone)));
    let best = zones.max_by_key(|(zone, n)| (*n, std::cmp::Reverse(*zone)))?;
    (best.1 > 0).then_some(best)
}

/// Rule 18.22: one attempt at one contact.
fn seek(t: &mut Board<'_>, contact: Number, at: SpaceId, forces: i32) -> Play<bool> {
    let pos = super::super::pos(t);
    let table = &t.data().tables.search;
    let contacts = i32::try_from(pos.contacts_in(at).len()).unwrap_or(1);
    let mut tally = Tally::of_rule("18.22");
    let (more, near) = ((forces - 1).max(0), (contacts - 1).max(0));
    // A change of the die by -1 is one more that it may show.
    tally.term("search", table.allied_surface, "18.22");
    tally.term("task-forces", more, "18.22");
    tally.term("contacts", near, "18.22");
    let over = more + near + table.allied_surface_most;
    tally.term("limit", -over.max(0), "18.22");
    let dice = t.roll("search", 1, 10)?;
    tally.dice(&dice).at_most();
    let found = tally.reached();
    t.happen(Event::Seeks {
        contact,
        at,
        from_air: false,
        tally,
        found,
    })?;
    Ok(found)
}

/// Rule 18.12: what a contact is, is shown; a decoy is taken away.
pub(super) fn unmask(t: &mut Board<'_>, contact: Number) -> Play {
    let ship = super::super::pos(t).beneath(contact);
    let ship = t.known(ship)?;
    let decoy = t.data().ship(ship).kind == Hull::Decoy;
    t.reveal(Event::Unmasks {
        contact,
        ship,
        decoy,
    })
}

/// Rule 18.41: by day Allied aircraft look into one zone.
pub(super) fn by_allied_aircraft(t: &mut Board<'_>) -> Play {
    let pos = super::super::pos(t);
    let zones = zones_of_unseen(&pos);
    if !pos.open.is_day() || zones.is_empty() {
        return Ok(());
    }
    let zone = t.ask(Side::Allied, OneOf(Patrol { zones }))?;
    let pos = super::super::pos(t);
    let contacts = pos.open.contacts.iter();
    let here = contacts.filter(|one| one.shown.is_none() && pos.in_zone_of(one.at, zone));
    let here: Vec<Number> = here.map(|contact| contact.number).collect();
    for contact in here {
        let t: &mut Board<'_> = &mut t.within(super::contact_key(contact));
        let mut tally = Tally::of_rule("18.41");
        tally.term("search", t.data().tables.search.allied_air, "18.41");
        let dice = t.roll("patrol", 1, 10)?;
        tally.dice(&dice).at_most();
        let found = tally.reached();
        t.happen(Event::Seeks {
            contact,
            at: zone,
            from_air: true,
            tally,
            found,
        })?;
        if found {
            unmask(t, contact)?;
        }
    }
    Ok(())
}

/// Sea zones with contacts that are not in sight, those with most of them first.
pub(super) fn zones_of_unseen(pos: &Position<'_>) -> Vec<SpaceId> {
    let unseen = pos.open.contacts.iter().filter(|one| one.shown.is_none());
    let places: Vec<SpaceId> = unseen.map(|contact| contact.at).collect();
    let here = |zone: SpaceId| {
        places
            .iter()
            .filter(|at| pos.in_zone_of(**at, zone))
            .count()
    };
    let zones = zones(pos).into_iter();
    let mut zones: Vec<SpaceId> = zones.filter(|zone| here(*zone) > 0).collect();
    zones.sort_by_key(|zone| (std::cmp::Reverse(here(*zone)), *zone));
    zones
}

/// All sea zones.
pub(super) fn zones(pos: &Position<'_>) -> Vec<SpaceId> {
    let zone = |at: &SpaceId| {
        let water = pos.data.map.water(*at);
        water.is_some_and(super::waters::Water::is_zone)
    };
    pos.data.map.seas().filter(zone).collect()
}

/// Rule 18.31: by day German aircraft search.
pub(super) fn by_german_aircraft(t: &mut Board<'_>) -> Play {
    let pos = super::super::pos(t);
    if !pos.open.is_day() || pos.open.forces.is_empty() || !pos.data.flies(Mission::Search) {
        return Ok(());
    }
    let Area { zones, planes } = t.ask(Side::German, Given(Scouting))?;
    let with = |zone: SpaceId| planes.iter().find(|(_, at)| *at == zone);
    let extra = planes.iter().map(|(_, at)| *at);
    let mut all: Vec<SpaceId> = zones.clone();
    all.extend(extra.filter(|at| !zones.contains(at)));
    all.sort_unstable();
    for zone in all {
        let plane = with(zone).map(|(plane, _)| *plane);
        // Over a zone of its own an aircraft makes the search possible, elsewhere it makes it better.
        scour(t, zone, plane, zones.contains(&zone))?;
    }
    Ok(())
}

/// Rules 18.32 and 18.33: one zone.
fn scour(t: &mut Board<'_>, zone: SpaceId, plane: Option<UnitId>, helps: bool) -> Play {
    let key = t.data().map.place(zone).key.clone();
    let t: &mut Board<'_> = &mut t.within(key);
    let table = &t.data().tables.search;
    let mut tally = Tally::of_rule("18.33");
    if plane.is_some() && helps {
        tally.term("scout", table.german_plane, "18.32");
    }
    let zone_changes = t.data().map.water(zone).map_or(0, |water| water.search);
    tally.term("sea-zone", zone_changes, "18.32");
    let dice = t.roll("search", 1, 10)?;
    tally.dice(&dice);
    let [types, count, all, one] = table.german;
    let result = match tally.total() {
        n if n <= types => Found::Types,
        n if n <= count => Found::Count,
        n if n <= all => Found::All,
        n if n <= one => Found::One,
        _ => Found::Nothing,
    };
    t.happen(Event::Scours {
        at: zone,
        unit: plane,
        tally,
        result,
    })?;
    let pos = super::super::pos(t);
    let forces = pos.forces_in(zone);
    let told = match result {
        Found::Nothing => return Ok(()),
        Found::One => return find_one(t, zone, &forces),
        Found::All => Told::Detected,
        Found::Count => Told::Count,
        Found::Types => Told::Types,
    };
    sight(t, &forces, told)
}

/// Rule 18.33: task forces are seen, as far as that; what was known already is told no second time.
pub(super) fn sight(t: &mut Board<'_>, forces: &[Letter], told: Told) -> Play {
    let pos = super::super::pos(t);
    let less = |letter: &&Letter| pos.force(**letter).is_some_and(|force| force.told < told);
    let forces: Vec<Letter> = forces.iter().filter(less).copied().collect();
    if forces.is_empty() {
        return Ok(());
    }
    t.happen(Event::Sighted {
        forces: forces.clone(),
        told,
    })?;
    if told >= Told::Count {
        for force in forces {
            report(t, force, told)?;
        }
    }
    Ok(())
}

/// Rule 18.33, 7: one of those that are not in sight, as the Germans like.
fn find_one(t: &mut Board<'_>, zone: SpaceId, forces: &[Letter]) -> Play {
    let pos = super::super::pos(t);
    let unseen = |letter: &&Letter| {
        pos.force(**letter)
            .is_some_and(|force| force.told == Told::Nothing)
    };
    let forces: Vec<Letter> = forces.iter().filter(unseen).copied().collect();
    let found = match forces.as_slice() {
        [] => return Ok(()),
        [only] => *only,
        _ => t.ask(Side::German, OneOf(Find { zone, forces }))?,
    };
    sight(t, &[found], Told::Detected)
}

/// Aircraft that search and coordinate (12.7).
pub(super) fn scouts(pos: &Position<'_>) -> Vec<UnitId> {
    let searches = |unit: &UnitId| pos.open.plane(pos.data, *unit) == Bin::Mission(Mission::Search);
    pos.data.plane_ids().filter(searches).collect()
}
