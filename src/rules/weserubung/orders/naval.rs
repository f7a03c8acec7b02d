//! Rule 8.0: the sheet of the Naval Phase.

use super::super::class::{Arm, Class};
use super::super::naval_phase::hostile;
use super::super::nets;
use super::super::state::Where;
use super::super::words::{LOAD, NAVAL_KIND, RAID, SAIL, TO, WITH};
use super::super::{View, Weserubung};
use super::air::{beside, named_twice};
use super::{number, on_line, on_unit};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{any, way_or_stay};
use crate::orders::lines::unless;
use crate::orders::{Below, Net, Phrase, Problem, Row, Way, lines};

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

/// A ship that can lead a group.
struct Sailor {
    unit: UnitId,
    from: SpaceId,
    most: u32,
    with: Vec<UnitId>,
}

/// What the Naval Phase offers.
pub(crate) struct NavalOffer {
    sailors: Vec<Sailor>,
    /// Ways past enemies at sea, and ways to them.
    free: Net,
    hostile: Net,
    cargo: Vec<UnitId>,
}

lines! {
    /// What one line of the Naval Phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum NavalLine from o: &NavalOffer {
        /// Rule 8.1: `raid renown: to 1714 with glowworm`.
        RAID for s in &o.sailors => Raid [lead: UnitId = [s.unit]] {
            to TO: Way<SpaceId> = way_or_stay(s.from, s.most, o.hostile.clone()),
            with WITH: Vec<UnitId> = any(&s.with),
        },
        /// Rule 8.6: `sail tr-1: to bergen load 159-1`.
        SAIL for s in &o.sailors => Sail [lead: UnitId = [s.unit]] {
            to TO: Way<SpaceId> = way_or_stay(s.from, s.most, o.free.clone()).optional(),
            with WITH: Vec<UnitId> = any(&s.with),
            load LOAD: Vec<UnitId> = any(&o.cargo),
        },
    }
}

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
    able
}

impl NavalOffer {
    fn new(v: &View<'_>) -> Self {
        let pos = v.pos();
        let own = v.alliance();
        let able = sailors(v);
        let sailor = |ship: &UnitId| {
            Some(Sailor {
                unit: *ship,
                from: pos.at(*ship)?,
                most: pos.movement(*ship),
                with: beside(pos, *ship, &able),
            })
        };
        Self {
            sailors: able.iter().filter_map(sailor).collect(),
            free: nets::sea(&pos.d.map, &hostile(pos, own)),
            hostile: nets::sea(&pos.d.map, &[pos.d.map.box_of(own.other())]),
            cargo: cargo(v),
        }
    }
}

/// A voyage as it is sailed, or what is wrong with it (8.1 and 8.6).
fn voyage(v: &View<'_>, n: usize, line: &NavalLine) -> Result<Voyage, Vec<Problem>> {
    let pos = v.pos();
    let (lead, route, with, load, fights) = match line {
        NavalLine::Raid { lead, to, with } => (*lead, to, with, &[][..], true),
        NavalLine::Sail {
            lead,
            to,
            with,
            load,
        } => (*lead, to, with, &load[..], false),
    };
    let Some(from) = pos.at(lead) else {
        let bar = pos.absent(lead).into_iter();
        return Err(bar
            .map(|bar| on_line(n, bar.phrase(), bar.rule()))
            .collect());
    };
    let to = route.last().copied().unwrap_or(from);
    let mut ships = vec![lead];
    ships.extend(with);
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
    let transports = ships.iter().filter(|ship| pos.class(**ship) == Class::Tr);
    let room: usize = transports.map(|ship| pos.room(*ship)).sum();
    let counted = load.iter();
    let counted = counted.filter(|unit| pos.arm(**unit) == Arm::Land).count();
    if counted > room {
        let what = Phrase::new("no-room-aboard")
            .with("needed", number(counted))
            .with("has", number(room));
        problems.push(on_line(n, what, "3.4.5"));
    }
    for unit in load {
        let Some(at) = pos.at(*unit) else { continue };
        let port = pos.is_port(v.alliance(), at);
        // Rule 8.7: on an open coast only where the transport begins or ends.
        let met = at == from || at == to || (port && route.contains(&at));
        if !met {
            let what = Phrase::new("not-on-the-way").with("at", at.item());
            problems.push(on_unit(n, *unit, what, "8.7"));
        }
        if pos.class(*unit) == Class::Admiral && !port {
            let what = Phrase::new("admiral-boards-in-port");
            problems.push(on_unit(n, *unit, what, "3.6"));
        }
    }
    let voyage = Voyage {
        ships,
        from: Some(from),
        route: route.to_vec(),
        load: load.to_vec(),
        fights,
    };
    unless(problems, voyage)
}

/// Rule 3.1/a: the line that would leave ships where there is no room for them.
fn crowded(v: &View<'_>, voyages: &[(usize, Voyage)]) -> Vec<Problem> {
    let (pos, own) = (v.pos(), v.alliance());
    let goes = |ship: &UnitId| voyages.iter().any(|(_, one)| one.ships.contains(ship));
    let mut problems = Vec::new();
    for (n, voyage) in voyages {
        let Some(to) = voyage.route.last().copied() else {
            continue;
        };
        if pos.d.map.hex(to).holds.is_some() {
            continue;
        }
        let there = pos.ships(to, own).into_iter();
        let stay = there.filter(|ship| !goes(ship)).count();
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
    problems
}

/// The sheet.
pub(crate) struct NavalOrders;

impl Sheet<Weserubung> for NavalOrders {
    type Order = NavalLine;
    type Answer = Vec<Voyage>;
    const KIND: &'static Kind = &NAVAL_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-naval")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        NavalLine::rows(&NavalOffer::new(v))
    }

    /// As many lines as ships.
    fn most(&self, rows: &[Row]) -> usize {
        rows.iter().filter(|row| row.word == &SAIL).count()
    }

    fn answer(
        &self,
        v: &View<'_>,
        orders: Vec<(usize, NavalLine)>,
    ) -> Result<Vec<Voyage>, Vec<Problem>> {
        let (mut voyages, mut problems) = (Vec::new(), Vec::new());
        let mut seen = Vec::new();
        for (n, order) in orders {
            match voyage(v, n, &order) {
                Ok(voyage) => {
                    problems.extend(named_twice(n, &voyage.ships, &mut seen, "3.4"));
                    problems.extend(named_twice(n, &voyage.load, &mut seen, "8.7"));
                    voyages.push((n, voyage));
                }
                Err(wrong) => problems.extend(wrong),
            }
        }
        problems.extend(crowded(v, &voyages));
        unless(
            problems,
            voyages.into_iter().map(|(_, voyage)| voyage).collect(),
        )
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<NavalLine>> {
        Some(super::super::ideas::naval(v, rng))
    }
}
