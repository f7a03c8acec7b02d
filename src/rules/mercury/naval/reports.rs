//! What a player reads of the sea: task forces, contacts, ports, as far as he knows them.

use super::super::side::Side;
use super::super::state::{Ammo, Berth, Position, Told};
use super::ids::Letter;
use super::told::Roster;
use crate::board::UnitId;
use crate::orders::{Element as _, Item, Phrase};

fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn items(units: &[UnitId]) -> Vec<Item> {
    units.iter().map(|unit| Item::from(*unit)).collect()
}

/// The lines of the position.
pub(in super::super) fn lines(v: &Position<'_>) -> Vec<Phrase> {
    if !v.data.naval() {
        return Vec::new();
    }
    let mut lines = vec![Phrase::new("at-sea")];
    let knows_all = v.reader != Some(Side::German);
    for force in &v.open.forces {
        let line = if knows_all {
            own_force(v, force.letter)
        } else {
            their_force(v, force.letter, force.told)
        };
        lines.push(line.with("force", force.letter.item()).with("at", force.at));
        if knows_all {
            lines.extend(cargo(v, &v.in_force(force.letter)));
        }
    }
    if knows_all {
        lines.extend(harbour(v));
    }
    lines.extend(contacts(v));
    let needs = super::screen_needs(v);
    if let Some(needs) = needs.filter(|_| knows_all) {
        lines.push(
            Phrase::new("screen-has")
                .with("has", super::screening(v))
                .with("needs", needs),
        );
    }
    lines
}

/// What its owner knows.
fn own_force(v: &Position<'_>, letter: Letter) -> Phrase {
    let ships = v.in_force(letter);
    if ships.is_empty() {
        return Phrase::new("force-decoy");
    }
    let flak: i32 = ships.iter().map(|ship| v.flak_of(*ship)).sum();
    let speed = i32::try_from(v.speed(&ships)).unwrap_or(0);
    Phrase::new("force-own")
        .with("ships", items(&ships))
        .with("flak", flak / 2)
        .with("speed", speed)
}

/// What the Germans were told.
fn their_force(v: &Position<'_>, letter: Letter, told: Told) -> Phrase {
    let report = v.hidden.reports.iter().find(|one| one.letter == letter);
    let ships = v.in_force(letter);
    match (told, report) {
        (Told::Ships, _) => Phrase::new("force-ships").with("ships", items(&ships)),
        (Told::Count, Some(report)) => {
            Phrase::new("force-count").with("n", i32::from(report.ships))
        }
        (Told::Types, Some(report)) => {
            Phrase::new("force-types").with("types", Roster(report.types.clone()).text())
        }
        (Told::Nothing, Some(report)) => {
            let turn = i32::try_from(report.turn).unwrap_or(0);
            let key = if report.types.is_empty() {
                "force-was-count"
            } else {
                "force-was-types"
            };
            Phrase::new(key)
                .with("n", i32::from(report.ships))
                .with("types", Roster(report.types.clone()).text())
                .with("turn", turn)
        }
        (Told::Nothing, None) => Phrase::new("force-unknown"),
        _ => Phrase::new("force-detected"),
    }
}

/// What ships carry, and what is wrong with them.
fn cargo(v: &Position<'_>, ships: &[UnitId]) -> Vec<Phrase> {
    let mut lines = Vec::new();
    for ship in ships {
        let now = v.ship(*ship);
        let aboard = v.aboard(*ship);
        if !aboard.is_empty() || now.reserves > 0 {
            lines.push(
                Phrase::new("ship-carries")
                    .with("ship", *ship)
                    .with("units", items(&aboard))
                    .with("n", i32::from(now.reserves)),
            );
        }
    }
    let with = |wanted: &dyn Fn(UnitId) -> bool| -> Vec<UnitId> {
        ships.iter().copied().filter(|ship| wanted(*ship)).collect()
    };
    for (key, found) in [
        ("ships-damaged", with(&|ship| v.ship(ship).damaged)),
        ("ships-low", with(&|ship| v.ship(ship).ammo == Ammo::Low)),
        ("ships-out", with(&|ship| v.ship(ship).ammo == Ammo::Out)),
    ] {
        if !found.is_empty() {
            lines.push(Phrase::new(key).with("ships", items(&found)));
        }
    }
    lines
}

/// Alexandria, for the Allies.
fn harbour(v: &Position<'_>) -> Vec<Phrase> {
    let at = |berth: Berth| -> Vec<UnitId> {
        let mut ships = v.vessels(Side::Allied);
        ships.retain(|ship| v.ship(*ship).at == berth);
        ships
    };
    let mut lines = Vec::new();
    for (key, berth) in [
        ("alexandria-ready", Berth::Ready),
        ("alexandria-refit-2", Berth::Refit(2)),
        ("alexandria-refit-1", Berth::Refit(1)),
        ("ships-to-come", Berth::Later),
    ] {
        let ships = at(berth);
        if !ships.is_empty() {
            lines.push(Phrase::new(key).with("ships", items(&ships)));
            lines.extend(cargo(v, &ships));
        }
    }
    let waiting = v.hidden.waiting_reserves;
    let troops = v.at_alexandria();
    if waiting > 0 || !troops.is_empty() {
        lines.push(
            Phrase::new("alexandria-waits")
                .with("n", i32::from(waiting))
                .with("units", items(&troops)),
        );
    }
    lines
}

/// German ships and contacts.
fn contacts(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = Vec::new();
    let german = v.reader != Some(Side::Allied);
    for contact in &v.open.contacts {
        let ship = contact.shown.or_else(|| v.beneath(contact.number));
        let key = match (ship, contact.shown) {
            (Some(_), Some(_)) => "contact-shown",
            (Some(_), None) => "contact-known",
            (None, _) => "contact-unknown",
        };
        let mut line = Phrase::new(key)
            .with("contact", contact.number.item())
            .with("at", contact.at);
        if let Some(ship) = ship {
            line = line.with("ship", ship);
        }
        lines.push(line);
        lines.extend(ship.map(|ship| cargo(v, &[ship])).unwrap_or_default());
    }
    if !german {
        let left = v.vessels(Side::German).len() - v.open.contacts.len();
        if left > 0 {
            lines.push(Phrase::new("athens-hides").with("n", number(left)));
        }
        return lines;
    }
    let at = |berth: &dyn Fn(Berth) -> bool| -> Vec<UnitId> {
        let mut ships = v.vessels(Side::German);
        ships.retain(|ship| berth(v.ship(*ship).at));
        ships
    };
    for (key, ships) in [
        ("athens-ready", at(&|berth| berth == Berth::Ready)),
        (
            "athens-refit",
            at(&|berth| matches!(berth, Berth::Refit(_))),
        ),
    ] {
        if !ships.is_empty() {
            lines.push(Phrase::new(key).with("ships", items(&ships)));
            lines.extend(cargo(v, &ships));
        }
    }
    lines
}
