//! Rule 7.0: the sheet of the Air Phase.

use std::rc::Rc;

use super::super::class::{Arm, Class};
use super::super::combat_phase;
use super::super::flight::{self, Base};
use super::super::nets;
use super::super::position::Position;
use super::super::state::Phase;
use super::super::words::{
    AIR_KIND, AIRCRAFT, BACK, CARRY, ESCORT, FLY, HOME, ON, SHIPS, STRIKE, TO, VIA, WITH,
};
use super::super::{View, Weserubung};
use super::{number, on_line, on_unit};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{Choice, absent, any, one, way, way_or_stay};
use crate::orders::lines::unless;
use crate::orders::{
    Below, Element as _, Item, Net, Phrase, Pick, Problem, Row, Way, elements, lines, named_parts,
};

/// A mission against the enemy (7.1).
#[derive(Clone, Debug)]
pub(crate) struct Mission {
    pub(crate) units: Vec<UnitId>,
    /// Those of them who only escort the others (3.3.1).
    pub(crate) escort: Vec<UnitId>,
    pub(crate) target: SpaceId,
    pub(crate) route: Vec<SpaceId>,
    pub(crate) home: Option<Base>,
    /// 7.1: the hexes it flies through on its way home; straight on from the last of them.
    pub(crate) back: Vec<SpaceId>,
    /// Against ships, not against aircraft.
    pub(crate) ships: bool,
}

/// A flight to another base (7.6).
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    pub(crate) units: Vec<UnitId>,
    pub(crate) to: Base,
    /// The place of that base when it was ordered.
    pub(crate) end: SpaceId,
    pub(crate) route: Vec<SpaceId>,
    pub(crate) carry: Vec<UnitId>,
    /// 3.3.1/a: aboard a carrier in the same box, which is no action.
    pub(crate) free: bool,
    /// Its action has been marked already: it is an offensive.
    pub(crate) paid: bool,
}

elements! {
    /// What a strike is aimed at.
    pub(crate) enum Prey { Ships = SHIPS, Aircraft = AIRCRAFT }
}

/// An aircraft that can strike or change its base, and what its line offers.
pub(crate) struct Flyer {
    pub(crate) unit: UnitId,
    from: SpaceId,
    most: u32,
    ways: Net,
    /// From wherever the target is.
    home: Net,
    /// Others of its place that can do the same.
    pub(crate) with: Vec<UnitId>,
    escorts: Vec<UnitId>,
    pub(crate) bases: Rc<Vec<Base>>,
    /// 3.3.3: of a transport, who can be carried.
    carry: Option<Vec<UnitId>>,
}

/// Rule 7.1: a way home, which begins wherever the target is.
fn way_home(f: &Flyer) -> Choice<Way<SpaceId>> {
    let pick = Pick::Path {
        from: Item::Number(0),
        max: f.most,
        stay: false,
        net: f.home.clone(),
    };
    Choice::new(pick).optional()
}

fn riders(f: &Flyer) -> Choice<Vec<UnitId>> {
    f.carry.as_deref().map_or_else(absent, any)
}

named_parts! {
    /// Rule 7.1: `strike ju-87: to 2118 with ju-88 on ships`.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Strike from f: &Flyer {
        pub(crate) to TO: Way<SpaceId> = way_or_stay(f.from, f.most, f.ways.clone()),
        pub(crate) with WITH: Vec<UnitId> = any(&f.with),
        pub(crate) on ON: Option<Prey> = one(Prey::ALL),
        pub(crate) home HOME: Option<Base> = one(&f.bases),
        pub(crate) escort ESCORT: Vec<UnitId> = any(&f.escorts),
        pub(crate) back BACK: Way<SpaceId> = way_home(f),
    }
}

named_parts! {
    /// Rules 7.6 and 7.6/a: `fly ju-52-1: to sola carry 159-1`.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Fly from f: &Flyer {
        pub(crate) to TO: Base = one(&f.bases),
        pub(crate) with WITH: Vec<UnitId> = any(&f.with),
        pub(crate) over VIA: Way<SpaceId> = way(f.from, f.most, f.ways.clone()).optional(),
        pub(crate) carry CARRY: Vec<UnitId> = riders(f),
    }
}

/// What the Air Phase offers.
pub(crate) struct AirOffer {
    strikers: Vec<Flyer>,
    movers: Vec<Flyer>,
}

lines! {
    /// What one line of the Air Phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum AirLine from o: &AirOffer {
        /// Rule 7.1.
        STRIKE for f in &o.strikers => Strike [lead: UnitId = [f.unit]] { how: Strike = Strike::choice(f) },
        /// Rule 7.6.
        FLY for f in &o.movers => Fly [lead: UnitId = [f.unit]] { how: Fly = Fly::choice(f) },
    }
}

/// Aircraft of the reader that may take off for a fight now.
pub(crate) fn strikers(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let able = pos.units(v.alliance(), Arm::Air).into_iter();
    able.filter(|unit| {
        let lies = pos.carrier(*unit).is_some() && !pos.fights_from_deck(*unit);
        v.commands(*unit) && pos.may_act(*unit) && !lies && pos.class(*unit) != Class::AirTransport
    })
    .collect()
}

/// Aircraft that may change their base now.
pub(crate) fn movers(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let able = pos.units(v.alliance(), Arm::Air).into_iter();
    able.filter(|unit| v.commands(*unit) && pos.may_act(*unit))
        .collect()
}

/// Others at the same place.
pub(super) fn beside(pos: Position<'_>, unit: UnitId, of: &[UnitId]) -> Vec<UnitId> {
    let here = pos.at(unit);
    of.iter()
        .copied()
        .filter(|one| *one != unit && pos.at(*one) == here)
        .collect()
}

/// From a place through some hexes to another, each place entered: straight where nothing else is said.
fn by_way_of(pos: Position<'_>, from: SpaceId, via: &[SpaceId], to: SpaceId) -> Vec<SpaceId> {
    let mut way = Vec::new();
    let mut here = from;
    for next in via.iter().chain([&to]) {
        way.extend(pos.d.map.flight(here, *next));
        here = *next;
    }
    way
}

/// Every base the reader's aircraft could land on.
fn all_bases(v: &View<'_>, decks: bool) -> Rc<Vec<Base>> {
    let pos = v.pos();
    let own = v.alliance();
    let mut bases: Vec<Base> = pos.bases(own).into_iter().map(Base::Field).collect();
    if decks {
        let ships = pos.units(own, Arm::Naval).into_iter();
        let carriers = ships.filter(|ship| pos.class(*ship) == Class::Cv);
        bases.extend(carriers.map(Base::Deck));
    }
    Rc::new(bases)
}

/// What the lines of some aircraft offer, each of which may land on a deck or not.
fn flyers(
    v: &View<'_>,
    able: &[UnitId],
    decks: impl Fn(Position<'_>, UnitId) -> bool,
) -> Vec<Flyer> {
    let pos = v.pos();
    let bases = [all_bases(v, false), all_bases(v, true)];
    let home = nets::from_anywhere(&pos.d.map);
    let flyer = |unit: &UnitId| {
        let with = beside(pos, *unit, able);
        // Rule 3.3.1: fighters may go along without attacking.
        let fighters = with.iter().copied().filter(|one| pos.dogfights(*one));
        Some(Flyer {
            unit: *unit,
            from: pos.at(*unit)?,
            most: pos.movement(*unit),
            ways: pos.d.map.air.clone(),
            home: home.clone(),
            escorts: fighters.collect(),
            with,
            bases: Rc::clone(&bases[usize::from(decks(pos, *unit))]),
            carry: (pos.class(*unit) == Class::AirTransport).then(|| passengers(v, *unit)),
        })
    };
    able.iter().filter_map(flyer).collect()
}

/// The aircraft that can lead a `strike`.
pub(super) fn strike_offers(v: &View<'_>) -> Vec<Flyer> {
    flyers(v, &strikers(v), |pos, unit| pos.fights_from_deck(unit))
}

/// The aircraft that can lead a `fly`: all of them, or transports alone.
pub(super) fn fly_offers(v: &View<'_>, transports: bool) -> Vec<Flyer> {
    let mut offers = flyers(v, &movers(v), |pos, unit| pos.decks(unit));
    offers.retain(|one| !transports || one.carry.is_some());
    offers
}

/// Rules 3.3.3 and 11.0: who may be carried by a transport now.
pub(crate) fn passengers(v: &View<'_>, plane: UnitId) -> Vec<UnitId> {
    let pos = v.pos();
    let Some(at) = pos.at(plane) else {
        return Vec::new();
    };
    let own = v.alliance();
    let mut able = pos.land(at, own);
    able.retain(|unit| {
        let fresh = match pos.s.phase {
            Phase::Movement => pos.d.on.airlift_used || pos.may_act(*unit),
            _ => pos.may_act(*unit),
        };
        pos.class(*unit).flies_along() && fresh
    });
    able.extend(pos.leaders(at, own));
    able.retain(|unit| v.commands(*unit));
    able
}

/// A mission as it is flown, or what is wrong with it (7.1).
pub(super) fn mission(
    v: &View<'_>,
    n: usize,
    lead: UnitId,
    how: &Strike,
) -> Result<Mission, Vec<Problem>> {
    let pos = v.pos();
    let target = how.to.last().copied().or_else(|| pos.at(lead));
    let target = target.ok_or_else(|| not_there(pos, n, lead))?;
    let mut units = vec![lead];
    units.extend(&how.with);
    let mut escort = how.escort.clone();
    escort.retain(|unit| !units.contains(unit));
    units.extend(&escort);
    let enemy = v.alliance().other();
    let hex = pos.d.map.hex(target);
    let on_ships = !pos.ships(target, enemy).is_empty();
    let on_base = !pos.aircraft(target, enemy).is_empty();
    let ships = match how.on {
        Some(Prey::Ships) => true,
        Some(Prey::Aircraft) => false,
        None => on_ships,
    };
    let mut problems = Vec::new();
    if hex.holds.is_some() {
        let what = Phrase::new("target-in-box").with("at", target.item());
        problems.push(on_line(n, what, "7.1"));
    } else if !(if ships { on_ships } else { on_base }) {
        let what = Phrase::new("nothing-to-attack").with("at", target.item());
        problems.push(on_line(n, what, "7.1"));
    }
    let end = how.home.or_else(|| flight::base_of(pos, lead));
    let back = match end.and_then(|base| base.place(pos)) {
        Some(end) if !how.back.is_empty() => by_way_of(pos, target, &how.back, end),
        _ => Vec::new(),
    };
    // Nobody asks how far a target is that nobody may attack.
    let asked = if hex.holds.is_some() { &[] } else { &units[..] };
    for unit in asked {
        problems.extend(range(v, n, *unit, (&how.to, target, &back), how.home));
    }
    let mission = Mission {
        units,
        escort,
        target,
        route: how.to.to_vec(),
        home: how.home,
        back,
        ships,
    };
    unless(problems, mission)
}

/// A unit that is not in play, which no form offers.
fn not_there(pos: Position<'_>, n: usize, unit: UnitId) -> Vec<Problem> {
    let bar = pos.absent(unit);
    bar.map(|bar| on_line(n, bar.phrase(), bar.rule()))
        .into_iter()
        .collect()
}

/// Rule 3.3/b: out and back within the movement of a unit.
fn range(
    v: &View<'_>,
    n: usize,
    unit: UnitId,
    (route, target, back): (&[SpaceId], SpaceId, &[SpaceId]),
    home: Option<Base>,
) -> Option<Problem> {
    let pos = v.pos();
    let base = home.or_else(|| flight::base_of(pos, unit))?;
    let to = base.place(pos)?;
    let out = u32::try_from(route.len()).unwrap_or(u32::MAX);
    let straight = pos.d.map.flight(target, to).len();
    let back = if back.is_empty() {
        straight
    } else {
        back.len()
    };
    let back = u32::try_from(back).unwrap_or(u32::MAX);
    let (needed, has) = (out.saturating_add(back), pos.movement(unit));
    if needed > has {
        let what = Phrase::new("too-far-and-back")
            .with("needed", number(needed))
            .with("has", number(has));
        return Some(on_unit(n, unit, what, "3.3"));
    }
    let reach = flight::bases(pos, unit, target, has - out, true);
    if !reach.contains(&base) {
        let what = Phrase::new("cannot-land").with("base", base.item());
        return Some(on_unit(n, unit, what, "3.3"));
    }
    None
}

/// A transfer as it is flown, or what is wrong with it (7.6).
pub(super) fn transfer(
    v: &View<'_>,
    n: usize,
    lead: UnitId,
    how: &Fly,
) -> Result<Transfer, Vec<Problem>> {
    let pos = v.pos();
    let mut units = vec![lead];
    units.extend(&how.with);
    let from = pos.at(lead).ok_or_else(|| not_there(pos, n, lead))?;
    let end = match how.to {
        Base::Field(place) => place,
        Base::Deck(ship) => pos.at(ship).ok_or_else(|| not_there(pos, n, ship))?,
    };
    let route = by_way_of(pos, from, &how.over, end);
    let free = from == end && pos.d.map.hex(from).holds.is_some();
    let mut problems = Vec::new();
    if from == end && !free {
        let what = Phrase::new("is-there-already").with("at", end.item());
        problems.push(on_line(n, what, "7.6"));
    }
    for unit in &units {
        let (needed, has) = (
            u32::try_from(route.len()).unwrap_or(u32::MAX),
            pos.movement(*unit),
        );
        if needed > has {
            let what = Phrase::new("too-far-one-way")
                .with("needed", number(needed))
                .with("has", number(has));
            problems.push(on_unit(n, *unit, what, "7.6"));
        }
        if matches!(how.to, Base::Deck(_)) && !pos.decks(*unit) {
            problems.push(on_unit(n, *unit, Phrase::new("no-deck"), "3.3.1"));
        }
    }
    let planes = units
        .iter()
        .filter(|unit| combat_phase::is_plane(pos.class(**unit)));
    let room: usize = planes.map(|unit| pos.room(*unit)).sum();
    let load = how.carry.iter();
    let load = load.filter(|unit| pos.arm(**unit) == Arm::Land).count();
    if load > room {
        let what = Phrase::new("no-room-aboard")
            .with("needed", number(load))
            .with("has", number(room));
        problems.push(on_line(n, what, "3.3.3"));
    }
    let transfer = Transfer {
        units,
        to: how.to,
        end,
        route,
        carry: how.carry.clone(),
        free,
        paid: false,
    };
    unless(problems, transfer)
}

/// Rules 3.1 and 3.4.2: no base may end up too full; the line that makes it so is named.
pub(crate) fn crowding(v: &View<'_>, orders: &[(usize, &Transfer)]) -> Vec<Problem> {
    let pos = v.pos();
    let own = v.alliance();
    let mut problems = Vec::new();
    let mut gone: Vec<UnitId> = Vec::new();
    let mut came: Vec<(Base, UnitId)> = Vec::new();
    for (n, order) in orders {
        gone.extend(order.units.iter().copied());
        came.extend(order.units.iter().map(|unit| (order.to, *unit)));
        let (there, most): (Vec<UnitId>, usize) = match order.to {
            Base::Field(place) => {
                let most = if pos.d.map.hex(place).holds.is_some() {
                    usize::MAX
                } else {
                    pos.d.tables.stack_air
                };
                (pos.aircraft(place, own), most)
            }
            Base::Deck(ship) => (pos.cargo(ship), pos.capacity(ship)),
        };
        let stay = there.iter().filter(|unit| !gone.contains(unit)).count();
        let new = came.iter().filter(|(to, _)| *to == order.to).count();
        if stay + new > most {
            let what = Phrase::new("base-full")
                .with("base", order.to.item())
                .with("needed", number(stay + new))
                .with("has", number(most));
            problems.push(on_line(*n, what, "3.1"));
        }
        if let Base::Field(place) = order.to {
            let upto = orders
                .iter()
                .filter(|(m, other)| m <= n && other.to == order.to);
            let riders = upto.flat_map(|(_, other)| &other.carry);
            let come = riders.filter(|unit| pos.arm(**unit) == Arm::Land).count();
            let room = pos.space(place, own, Arm::Land);
            if come > room {
                let what = Phrase::new("too-many-there")
                    .with("at", place.item())
                    .with("needed", number(come))
                    .with("has", number(room));
                problems.push(on_line(*n, what, "3.1"));
            }
        }
    }
    problems
}

/// A unit named twice on one sheet.
pub(super) fn named_twice(
    n: usize,
    units: &[UnitId],
    seen: &mut Vec<UnitId>,
    rule: &'static str,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for unit in units {
        if seen.contains(unit) {
            problems.push(on_unit(n, *unit, Phrase::new("ordered-already"), rule));
        }
        seen.push(*unit);
    }
    problems
}

/// The sheet.
pub(crate) struct AirOrders;

impl Sheet<Weserubung> for AirOrders {
    type Order = AirLine;
    type Answer = (Vec<Mission>, Vec<Transfer>);
    const KIND: &'static Kind = &AIR_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-air")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        AirLine::rows(&AirOffer {
            strikers: strike_offers(v),
            movers: fly_offers(v, false),
        })
    }

    /// As many lines as aircraft.
    fn most(&self, rows: &[Row]) -> usize {
        rows.iter().filter(|row| row.word == &FLY).count()
    }

    fn answer(
        &self,
        v: &View<'_>,
        orders: Vec<(usize, AirLine)>,
    ) -> Result<Self::Answer, Vec<Problem>> {
        let (mut missions, mut transfers, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = Vec::new();
        for (n, order) in orders {
            match order {
                AirLine::Strike { lead, how } => match mission(v, n, lead, &how) {
                    Ok(mission) => {
                        problems.extend(named_twice(n, &mission.units, &mut seen, "3.3"));
                        missions.push(mission);
                    }
                    Err(wrong) => problems.extend(wrong),
                },
                AirLine::Fly { lead, how } => match transfer(v, n, lead, &how) {
                    Ok(order) => {
                        problems.extend(named_twice(n, &order.units, &mut seen, "3.3"));
                        problems.extend(named_twice(n, &order.carry, &mut seen, "7.6"));
                        transfers.push((n, order));
                    }
                    Err(wrong) => problems.extend(wrong),
                },
            }
        }
        let moved: Vec<(usize, &Transfer)> =
            transfers.iter().map(|(n, order)| (*n, order)).collect();
        problems.extend(crowding(v, &moved));
        let transfers = transfers.into_iter().map(|(_, order)| order).collect();
        unless(problems, (missions, transfers))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<AirLine>> {
        Some(super::super::ideas::air(v, rng))
    }
}
