//! Rule 7.5: aircraft against ships.

use super::Board;
use super::air_combat::{self, Party};
use super::class::Class;
use super::data::Data;
use super::event::{Battle, Check, Event, Sortie, Volley};
use super::fire::{self, Shot, Targets};
use super::orders::{Again, Judged, ScrambleUp};
use super::strength;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// Aircraft attack the ships of the other side in a hex; gives back who is left of them.
pub(super) fn attack(
    t: &mut Board<'_>,
    at: SpaceId,
    aircraft: Party,
    ships: Vec<UnitId>,
) -> Play<Party> {
    let t: &mut Board<'_> = &mut t.within("ships");
    let mut aircraft = aircraft;
    let mut ships = Party::new(aircraft.alliance.other(), ships);
    if !scramble(t, at, &mut aircraft, &ships)? {
        return Ok(aircraft);
    }
    t.happen(Event::Battle {
        battle: Battle::AirNaval,
        at,
        attackers: aircraft.strikers(),
        defenders: ships.units.clone(),
    })?;
    let in_port = super::pos(t).is_port(ships.alliance, at);
    if !in_port && !locate(t, at, &aircraft)? {
        return Ok(aircraft);
    }
    let most = t.data().tables.air_naval_rounds;
    for round in 1..=most {
        let t: &mut Board<'_> = &mut t.within(round);
        let pos = super::pos(t);
        let bombs = aircraft
            .strikers()
            .into_iter()
            .map(|unit| strength::shot(pos, unit, ("ground", pos.other(unit), "7.5"), false, true));
        let bombs: Vec<Shot> = bombs.collect();
        let flak = ships.units.iter().map(|ship| {
            strength::shot(
                pos,
                *ship,
                ("anti-air", pos.other(*ship), "7.5"),
                false,
                true,
            )
        });
        let mut flak: Vec<Shot> = flak.collect();
        if in_port {
            // Rule 7.5/c: the port's own die.
            flak.push(Shot {
                id: t.data().map.hex(at).id.clone(),
                by: t.data().commander(Data::town_nation(ships.alliance)),
                terms: vec![Term::new("port-flak", t.data().tables.port_flak, "7.5")],
                wide: true,
            });
        }
        let hit = fire::volley(
            t,
            aircraft.alliance,
            (Volley::Bombs, "7.5"),
            at,
            round,
            bombs,
        )?;
        let shot = fire::volley(t, ships.alliance, (Volley::Flak, "7.5"), at, round, flak)?;
        let all = |party: &Party| Targets {
            units: party.strikers(),
            ..Targets::default()
        };
        let exchange = [
            (aircraft.alliance, hit, all(&ships)),
            (ships.alliance, shot, all(&aircraft)),
        ];
        fire::settle(t, &exchange)?;
        aircraft.count(t);
        ships.count(t);
        if round == most || aircraft.strikers().is_empty() || ships.units.is_empty() {
            break;
        }
        let who = fire::speaker(t, aircraft.alliance, &aircraft.units);
        let own = aircraft.units.clone();
        if !t.ask(who, Judged(Again { own, at }))? {
            break;
        }
    }
    Ok(aircraft)
}

/// Rule 7.5/b: fighters may rise from the carriers that are attacked; tells whether the attack goes on.
fn scramble(t: &mut Board<'_>, at: SpaceId, aircraft: &mut Party, ships: &Party) -> Play<bool> {
    let pos = super::pos(t);
    let mut of = Vec::new();
    for ship in &ships.units {
        let aboard = pos.cargo(*ship).into_iter();
        of.extend(aboard.filter(|unit| {
            pos.class(*ship) == Class::Cv
                && pos.dogfights(*unit)
                && pos.fights_from_deck(*unit)
                && pos.may_act(*unit)
                && !pos.s.unit(*unit).attacked
        }));
    }
    if of.is_empty() {
        return Ok(true);
    }
    let who = fire::speaker(t, ships.alliance, &of);
    let up = t.ask(who, Given(ScrambleUp { of, at }))?;
    if up.is_empty() {
        return Ok(true);
    }
    t.happen(Event::Sorties {
        sortie: Sortie::Scramble,
        units: up.clone(),
        to: at,
        over: Vec::new(),
    })?;
    let end = air_combat::fight(t, at, Party::new(ships.alliance, up), aircraft.clone())?;
    aircraft.units = end.defenders;
    Ok(!aircraft.strikers().is_empty() && end.fled != Some(aircraft.alliance))
}

/// Rule 7.5: one die to find the ships.
fn locate(t: &mut Board<'_>, at: SpaceId, aircraft: &Party) -> Play<bool> {
    let hex = t.data().map.hex(at);
    let tables = &t.data().tables;
    let (name, most) = if hex.land {
        ("coast", tables.locate_coast)
    } else {
        ("open-sea", tables.locate_sea)
    };
    let dice = t.roll("locate", 1, 10)?;
    let mut tally = Tally::of_rule("7.5");
    tally.term(name, most, "7.5").dice(&dice).at_most();
    let passed = tally.reached();
    t.happen(Event::Checks {
        check: Check::Locate,
        units: aircraft.units.clone(),
        at,
        tally,
        passed,
    })?;
    Ok(passed)
}
