//! Rule 8.0: the sheet of the Naval Phase.

use super::super::class::{Arm, Class};
use super::super::naval_phase::hostile;
use super::super::nets;
use super::super::state::Where;
use super::super::words::{LOAD, NAVAL, NAVAL_KIND, RAID, SAIL, TO, WITH};
use super::super::{View, Weserubung};
use super::air::{beside, named_twice};
use super::{any_of, may, must, number, on_line, on_unit, part, part_units, places, unit_of};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Line, Net, Phrase, Pick, Picks, Problem, Row};

/// A group and where it goes.
#[derive(Clone, Debug)]
pub(crate) struct Voyage {
    pub(crate) ships: Vec<UnitId>,
    pub(crate) from: Option<SpaceId>,
    pub(crate) route: Vec<SpaceId>,
    pub(crate) load: Vec<UnitId>,
    /// It means to fight (8.1).
    pub(crate) fights: bool,
}

/// The sheet.
pub(crate) struct NavalOrders;

/// Ships of the reader that may act.
pub(crate) fn sailors(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let able = pos.units(v.alliance(), Arm::Naval).into_iter();
    able.filter(|ship| v.commands(*ship) && pos.may_act(*ship))
        .collect()
}

/// Who could go aboard: on a coast, in a port or in the box.
fn cargo(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let own = v.alliance();
    let mut able = pos.units(own, Arm::Land);
    able.extend(pos.units(own, Arm::Leader));
    able.retain(|unit| match pos.s.unit(*unit).at {
        Where::At(place) => pos.d.map.hex(place).sea && pos.s.unit(*unit).acts == 0,
        _ => false,
    });
    able.sort_unstable();
    able
}

fn path(v: &View<'_>, ship: UnitId, net: &Net) -> Pick {
    let pos = v.pos();
    Pick::Path {
        from: pos.at(ship).map_or(Item::Number(0), SpaceId::item),
        max: pos.movement(ship),
        stay: true,
        net: net.clone(),
    }
}

fn voyage(v: &View<'_>, n: usize, line: &Line, fights: bool) -> Result<Voyage, Vec<Problem>> {
    let pos = v.pos();
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "8.1")];
    let lead = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let from = pos.at(lead).ok_or_else(wrong)?;
    let route = part(&line.picks, 0).map_or_else(Vec::new, places);
    let to = route.last().copied().unwrap_or(from);
    let mut ships = vec![lead];
    ships.extend(part_units(&line.picks, 1));
    let load = if fights {
        Vec::new()
    } else {
        part_units(&line.picks, 2)
    };
    let mut problems = Vec::new();
    let enemy = v.alliance().other();
    if fights && pos.at_sea(to, enemy).is_empty() {
        let what = Phrase::new("no-enemy-at-sea").with("at", to.item());
        problems.push(on_line(n, what, "8.1"));
    }
    if !fights && route.is_empty() && load.is_empty() {
        problems.push(on_line(n, Phrase::new("goes-nowhere"), "8.6"));
    }
    let needed = u32::try_from(route.len()).unwrap_or(u32::MAX);
    for ship in &ships {
        let has = pos.movement(*ship);
        if needed > has {
            let what = Phrase::new("too-far-for")
                .with("needed", number(needed))
                .with("has", number(has));
            problems.push(on_unit(n, *ship, what, "8.1"));
        }
    }
    let room: usize = ships
        .iter()
        .filter(|ship| pos.class(**ship) == Class::Tr)
        .map(|ship| pos.room(*ship))
        .sum();
    let counted = load
        .iter()
        .filter(|unit| pos.arm(**unit) == Arm::Land)
        .count();
    if counted > room {
        let what = Phrase::new("no-room-aboard")
            .with("needed", number(counted))
            .with("has", number(room));
        problems.push(on_line(n, what, "3.4.5"));
    }
    for unit in &load {
        let Some(at) = pos.at(*unit) else { continue };
        let port = pos.is_port(v.alliance(), at);
        // Rule 8.7: on an open coast only where the transport begins or ends.
        let met = at == from || at == to || (port && route.contains(&at));
        if !met {
            let what = Phrase::new("not-on-the-way").with("at", at.item());
            problems.push(on_unit(n, *unit, what, "8.7"));
        }
        if pos.class(*unit) == Class::Admiral && !port {
            problems.push(on_unit(
                n,
                *unit,
                Phrase::new("admiral-boards-in-port"),
                "3.6",
            ));
        }
    }
    if problems.is_empty() {
        Ok(Voyage {
            ships,
            from: Some(from),
            route,
            load,
            fights,
        })
    } else {
        Err(problems)
    }
}

impl Decision<Weserubung> for NavalOrders {
    type Answer = Vec<Voyage>;
    const KIND: &'static Kind = &NAVAL_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-naval")
    }

    fn form(&self, v: &View<'_>) -> Form {
        let pos = v.pos();
        let able = sailors(v);
        let own = v.alliance();
        let free = nets::sea(&pos.d.map, &hostile(pos, own));
        let any = nets::sea(&pos.d.map, &[pos.d.map.box_of(own.other())]);
        let cargo = cargo(v);
        let mut rows = Vec::with_capacity(2 * able.len());
        for ship in &able {
            rows.push(Row {
                word: &RAID,
                subjects: vec![ship.item()],
                pick: Pick::Parts(vec![
                    must(&TO, path(v, *ship, &any)),
                    may(&WITH, any_of(&beside(pos, *ship, &able))),
                ]),
            });
        }
        for ship in &able {
            rows.push(Row {
                word: &SAIL,
                subjects: vec![ship.item()],
                pick: Pick::Parts(vec![
                    may(&TO, path(v, *ship, &free)),
                    may(&WITH, any_of(&beside(pos, *ship, &able))),
                    may(&LOAD, any_of(&cargo)),
                ]),
            });
        }
        Form {
            word: &NAVAL,
            subject: Vec::new(),
            pick: Pick::Sheet {
                rows,
                max: able.len(),
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let pos = v.pos();
        let own = v.alliance();
        let (mut voyages, mut problems) = (Vec::new(), Vec::new());
        let mut seen = Vec::new();
        let mut gone: Vec<UnitId> = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            match voyage(v, n, line, line.word == &RAID) {
                Ok(voyage) => {
                    problems.extend(named_twice(n, &voyage.ships, &mut seen, "3.4"));
                    problems.extend(named_twice(n, &voyage.load, &mut seen, "8.7"));
                    gone.extend(voyage.ships.iter().copied());
                    voyages.push((n, voyage));
                }
                Err(wrong) => problems.extend(wrong),
            }
        }
        // Rule 3.1/a: nobody ends where there is no room.
        for (n, voyage) in &voyages {
            let Some(to) = voyage.route.last().copied() else {
                continue;
            };
            if pos.d.map.hex(to).holds.is_some() {
                continue;
            }
            let there = pos.ships(to, own).into_iter();
            let stay = there.filter(|ship| !gone.contains(ship)).count();
            let come: usize = voyages
                .iter()
                .filter(|(m, other)| m <= n && other.route.last() == Some(&to))
                .map(|(_, other)| other.ships.len())
                .sum();
            let has = pos.d.tables.stack_sea;
            if stay + come > has {
                let what = Phrase::new("too-many-there")
                    .with("at", to.item())
                    .with("needed", number(stay + come))
                    .with("has", number(has));
                problems.push(on_line(*n, what, "3.1"));
            }
        }
        if problems.is_empty() {
            Ok(voyages.into_iter().map(|(_, voyage)| voyage).collect())
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(Picks::Sheet(super::super::ideas::naval(v, rng)))
    }
}
