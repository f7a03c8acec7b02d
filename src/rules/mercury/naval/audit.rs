//! Facts of a position at sea for cases and referees, and what no position in play may be.

use super::super::side::Side;
use super::super::state::{Ammo, Berth, Position, Told, Where};
use super::super::units::Hull;
use super::ids;
use crate::orders::{Lexicon as _, Thing};

/// Named facts: `tf-a.at = "matapan"`, `tf-a.told = "types"`, `s-kelly.at = "tf-a"`, `s-kelly.side = "damaged"`.
pub(in super::super) fn facts(pos: &Position<'_>) -> Vec<(String, String)> {
    if !pos.data.naval() {
        return Vec::new();
    }
    let mut facts = Vec::new();
    let place = |at| pos.data.map.place(at).id.clone();
    for force in &pos.open.forces {
        let id = ids::id(u16::from(force.letter.0));
        let told = match force.told {
            Told::Nothing => "nothing",
            Told::Detected => "detected",
            Told::Count => "count",
            Told::Types => "types",
            Told::Ships => "ships",
        };
        facts.push((format!("{id}.at"), place(force.at)));
        facts.push((format!("{id}.told"), told.to_owned()));
    }
    for contact in &pos.open.contacts {
        let id = ids::id(ids::CONTACTS + u16::from(contact.number.0));
        let shown = contact.shown.map_or("", |ship| &pos.data.ship(ship).id);
        facts.push((format!("{id}.at"), place(contact.at)));
        facts.push((format!("{id}.shown"), shown.to_owned()));
    }
    for ship in pos.data.ship_ids() {
        let (id, now) = (&pos.data.ship(ship).id, pos.ship(ship));
        let at = match now.at {
            Berth::Out => continue,
            Berth::Unknown => "unknown".to_owned(),
            Berth::Later => "later".to_owned(),
            Berth::Refit(n) => format!("refit-{n}"),
            Berth::Ready => "ready".to_owned(),
            Berth::Force(letter) => ids::id(u16::from(letter.0)),
            Berth::Contact(number) => ids::id(ids::CONTACTS + u16::from(number.0)),
            Berth::Sunk => "sunk".to_owned(),
        };
        facts.push((format!("{id}.at"), at));
        let face = if now.damaged { "damaged" } else { "whole" };
        facts.push((format!("{id}.side"), face.to_owned()));
        let ammo = match now.ammo {
            Ammo::Full => "full",
            Ammo::Low => "low",
            Ammo::Out => "out",
        };
        facts.push((format!("{id}.ammo"), ammo.to_owned()));
        facts.push((format!("{id}.supplies"), now.reserves.to_string()));
        let aboard = pos.aboard(ship).into_iter();
        let aboard: Vec<String> = aboard
            .map(|unit| pos.id(Thing::unit(unit.0)).into_owned())
            .collect();
        facts.push((format!("{id}.aboard"), aboard.join(" ")));
    }
    facts
}

/// What no position at sea may be.
pub(in super::super) fn broken(pos: &Position<'_>) -> Vec<String> {
    if !pos.data.naval() {
        return Vec::new();
    }
    let mut broken = Vec::new();
    let limits = &pos.data.tables.limits;
    for ship in pos.data.ship_ids() {
        let (printed, now) = (pos.data.ship(ship), pos.ship(ship));
        match now.at {
            Berth::Force(letter) if pos.force(letter).is_none() => {
                broken.push(format!("{} is in no task force", printed.id));
            }
            Berth::Contact(number) if pos.contact(number).is_none() => {
                broken.push(format!("{} is beneath no contact", printed.id));
            }
            _ => {}
        }
        let counter = matches!(printed.kind, Hull::Convoy | Hull::Mas | Hull::Decoy);
        if printed.side() == Side::Allied && !counter && pos.burden(ship) > 0 {
            let (has, most) = (pos.burden(ship), pos.ship_ratings(ship).capacity);
            if has > most && now.at != Berth::Sunk {
                broken.push(format!("{} carries {has} of {most}", printed.id));
            }
        }
    }
    for force in &pos.open.forces {
        let ships = pos.in_force(force.letter).len();
        if ships > limits.ships {
            let id = ids::id(u16::from(force.letter.0));
            broken.push(format!("{id} has {ships} ships"));
        }
    }
    for (unit, ship) in &pos.hidden.cargo {
        let at = pos.unit(*unit).at;
        if !matches!(at, Where::Waiting | Where::Saved) {
            let (unit, ship) = (&pos.printed(*unit).id, &pos.data.ship(*ship).id);
            broken.push(format!("{unit} is aboard {ship} and elsewhere"));
        }
    }
    broken
}
