//! Rules 6.0 and 10.0: offensives, bought, ranked first or second, and carried out.

use super::super::class::{Arm, Class};
use super::super::combat_phase;
use super::super::data::UnitId;
use super::super::event::{How, Offensive};
use super::super::flight;
use super::super::map::PlaceId;
use super::super::march;
use super::super::nation::{Alliance, Nation};
use super::super::position::Position;
use super::super::state::Where;
use super::super::words::{
    AIR, ATTACK, BY, COMBAT, DOUBLE, DROP, FIRST, FLY, INITIATIVE, INITIATIVE_KIND, LAND, LAST,
    MARCH, MOVEMENT, NAVAL, OFFENSIVE, OFFENSIVE_KIND, OFFENSIVES, OFFENSIVES_KIND, PASS, RAIL,
    SECOND, STRIKE, THERE, TO, WITH,
};
use super::super::{View, Weserubung};
use super::air::{self, Mission, Transfer};
use super::{
    any_of, may, must, number, on_line, on_unit, part, part_item, part_units, place_of, places,
    unit_of,
};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Line, Phrase, Pick, Picks, Problem, Row, Word};

/// Rule 6.2: how many offensives each nation buys.
pub(crate) struct Bids {
    pub(crate) nations: Vec<Nation>,
}

impl Bids {
    /// Rules 6.2/a, 6.2/b and 4.0/a: the most a nation may buy.
    fn most(v: &View<'_>, nation: Nation) -> i32 {
        let pos = v.pos();
        pos.land_units(nation).min(pos.purse(nation))
    }
}

impl Decision<Weserubung> for Bids {
    type Answer = Vec<(Nation, i32)>;
    const KIND: &'static Kind = &OFFENSIVES_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let nation = self.nations.first().copied().unwrap_or(Nation::Germany);
        Phrase::new("ask-offensives")
            .with("most", Item::Number(Self::most(v, nation)))
            .with("purse", Item::Number(v.pos().purse(nation)))
    }

    fn form(&self, v: &View<'_>) -> Form {
        let pick = match self.nations.as_slice() {
            [nation] => Pick::Number {
                min: 0,
                max: Self::most(v, *nation),
            },
            nations => {
                let of: Vec<(Item, i32)> = nations
                    .iter()
                    .map(|nation| (Item::Word(nation.word()), Self::most(v, *nation)))
                    .collect();
                let max = of.iter().map(|(_, most)| most).sum();
                Pick::Share { of, min: 0, max }
            }
        };
        Form {
            word: &OFFENSIVES,
            subject: Vec::new(),
            pick,
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let bids: Vec<(Nation, i32)> = match picks {
            Picks::Number(n) => self
                .nations
                .iter()
                .take(1)
                .map(|nation| (*nation, *n))
                .collect(),
            Picks::Share(shares) => {
                let of = |nation: &Nation| {
                    let share = shares
                        .iter()
                        .find(|(item, _)| *item == Item::Word(nation.word()));
                    (*nation, share.map_or(0, |(_, n)| *n))
                };
                self.nations.iter().map(of).collect()
            }
            _ => return Err(vec![Problem::new(Phrase::new("wrong-shape"))]),
        };
        // Rule 14.3: Britain and France pay from one purse.
        let pos = v.pos();
        for nation in &self.nations {
            let purse = pos.d.purse(*nation);
            let spent: i32 = bids
                .iter()
                .filter(|(one, _)| pos.d.purse(*one) == purse)
                .map(|(_, n)| n)
                .sum();
            if spent > pos.purse(*nation) {
                let what = Phrase::new("purse-short")
                    .with("needed", Item::Number(spent))
                    .with("has", Item::Number(pos.purse(*nation)));
                return Err(vec![Problem::new(what).rule("4.0")]);
            }
        }
        Ok(bids)
    }

    fn default(&self, _: &View<'_>) -> Picks {
        if self.nations.len() == 1 {
            Picks::Number(0)
        } else {
            Picks::Share(Vec::new())
        }
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let mut amount = |nation: Nation| {
            let most = Self::most(v, nation).min(if nation == Nation::Germany { 12 } else { 5 });
            i32::try_from(rng.below(u32::try_from(most + 1).unwrap_or(1))).unwrap_or(0)
        };
        Some(match self.nations.as_slice() {
            [nation] => Picks::Number(amount(*nation)),
            nations => {
                let shares = nations
                    .iter()
                    .map(|nation| (Item::Word(nation.word()), amount(*nation)));
                Picks::Share(shares.filter(|(_, n)| *n > 0).collect())
            }
        })
    }
}

/// Rule 6.3/a: first or second in each phase.
pub(crate) struct Initiative;

impl Decision<Weserubung> for Initiative {
    /// Whether the holder goes first in the Air, Naval, Combat and Movement Phases.
    type Answer = [bool; 4];
    const KIND: &'static Kind = &INITIATIVE_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-initiative")
    }

    fn form(&self, _: &View<'_>) -> Form {
        let choice = || Pick::One(vec![Item::Word(&FIRST), Item::Word(&LAST)]);
        let words: [&'static Word; 4] = [&AIR, &NAVAL, &COMBAT, &MOVEMENT];
        let parts = words.into_iter().map(|word| may(word, choice())).collect();
        Form {
            word: &INITIATIVE,
            subject: Vec::new(),
            pick: Pick::Parts(parts),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let first = |n: usize| part_item(picks, n) != Some(Item::Word(&LAST));
        Ok([first(0), first(1), first(2), first(3)])
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Parts(vec![None; 4])
    }
}

/// An attack on one hex.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assault {
    pub(crate) target: PlaceId,
    pub(crate) units: Vec<UnitId>,
}

/// One offensive (10.0/a).
#[derive(Clone, Debug)]
pub(crate) enum OffensiveOrder {
    Attack(Assault),
    Double(Assault, Assault),
    March {
        units: Vec<UnitId>,
        path: Vec<PlaceId>,
        how: How,
    },
    Land {
        units: Vec<UnitId>,
        at: PlaceId,
    },
    Airlift(Transfer),
    Strike(Mission),
    Pass,
}

impl OffensiveOrder {
    /// Everybody who takes part.
    pub(crate) fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Attack(assault) => assault.units.clone(),
            Self::Double(first, second) => {
                first.units.iter().chain(&second.units).copied().collect()
            }
            Self::March { units, .. } | Self::Land { units, .. } => units.clone(),
            Self::Airlift(order) => order.units.iter().chain(&order.carry).copied().collect(),
            Self::Strike(mission) => mission.units.clone(),
            Self::Pass => Vec::new(),
        }
    }

    /// Where it is aimed.
    pub(crate) fn at(&self) -> Option<PlaceId> {
        match self {
            Self::Attack(assault) | Self::Double(assault, _) => Some(assault.target),
            Self::March { path, .. } => path.last().copied(),
            Self::Land { at, .. } => Some(*at),
            Self::Airlift(order) => place_of(order.to),
            Self::Strike(mission) => Some(mission.target),
            Self::Pass => None,
        }
    }

    /// What it is called.
    pub(crate) fn kind(&self, pos: Position<'_>) -> Offensive {
        match self {
            Self::Attack(assault) => {
                let mut land = assault
                    .units
                    .iter()
                    .filter(|unit| pos.arm(**unit) == Arm::Land);
                let airborne = assault
                    .units
                    .iter()
                    .any(|unit| combat_phase::is_plane(pos.class(*unit)))
                    && land.all(|unit| pos.class(*unit) == Class::Paratroop);
                if airborne {
                    Offensive::Airborne
                } else {
                    Offensive::Attack
                }
            }
            Self::Double(..) => Offensive::Double,
            Self::March { how, .. } => combat_phase::kind_of(*how),
            Self::Land { .. } => Offensive::Land,
            Self::Airlift(_) => Offensive::Airlift,
            Self::Strike(_) | Self::Pass => Offensive::Strike,
        }
    }

    /// Rules 10.0/a, 10.6 and 10.9: one offensive of each nation that takes part, two of the general's in a double.
    pub(crate) fn pays(&self, pos: Position<'_>) -> Vec<(Nation, i32)> {
        let units = self.units();
        let mut pays: Vec<(Nation, i32)> = Vec::new();
        for unit in &units {
            let (nation, class) = (pos.unit(*unit).nation, pos.class(*unit));
            // Who only carries or only leads does not take part by himself.
            let counts = match class.arm() {
                Arm::Leader => false,
                Arm::Naval => class.bombards(),
                Arm::Air => !combat_phase::is_plane(class) || matches!(self, Self::Airlift(_)),
                Arm::Land => true,
            };
            if counts && !pays.iter().any(|(one, _)| *one == nation) {
                pays.push((nation, 1));
            }
        }
        if let Self::Double(..) = self {
            let general = units
                .iter()
                .find(|unit| pos.class(**unit) == Class::General);
            if let Some(general) = general {
                let nation = pos.unit(*general).nation;
                match pays.iter_mut().find(|(one, _)| *one == nation) {
                    Some(pay) => pay.1 = 2,
                    None => pays.push((nation, 2)),
                }
            }
        }
        pays.sort_unstable();
        pays
    }
}

/// The sheet: one offensive, or the whole list of a phase.
pub(crate) struct OffensiveOrders {
    pub(crate) most: usize,
}

/// Rows of the form, by kind, so that a filled line finds its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowKind {
    Attack,
    Double,
    Drop,
    March,
    Rail,
    Land,
    Fly,
    Strike,
    Pass,
}

impl RowKind {
    fn of(word: &Word) -> Self {
        if word == &ATTACK {
            Self::Attack
        } else if word == &DOUBLE {
            Self::Double
        } else if word == &DROP {
            Self::Drop
        } else if word == &MARCH {
            Self::March
        } else if word == &RAIL {
            Self::Rail
        } else if word == &LAND {
            Self::Land
        } else if word == &FLY {
            Self::Fly
        } else if word == &STRIKE {
            Self::Strike
        } else {
            Self::Pass
        }
    }
}

/// Units that could take part in an attack on a hex, as far as a glance tells; what they lack is said when named.
pub(crate) fn could_attack(v: &View<'_>, target: PlaceId) -> Vec<UnitId> {
    let pos = v.pos();
    let own = v.alliance();
    let map = &pos.d.map;
    let mut able = Vec::new();
    for unit in pos.d.unit_ids() {
        if pos.alliance(unit) != own || !pos.in_play(unit) {
            continue;
        }
        let Some(at) = pos.at(unit) else { continue };
        let far = map.distance(at, target);
        let class = pos.class(unit);
        let aboard = pos.carrier(unit).is_some();
        let fits = match class.arm() {
            Arm::Naval => far == 0 && class.bombards(),
            Arm::Air => {
                pos.may_act(unit)
                    && far <= pos.movement(unit)
                    && (!aboard || pos.fights_from_deck(unit))
            }
            Arm::Land => {
                let near = if aboard {
                    far == 0
                } else {
                    far <= pos.movement(unit) + 1 || class == Class::Paratroop
                };
                pos.may_act(unit) && near
            }
            Arm::Leader => {
                class == Class::General
                    && (aboard && far == 0 || !aboard && far <= pos.movement(unit))
            }
        };
        if fits {
            able.push(unit);
        }
    }
    able
}

/// Enemy-held hexes that somebody could attack.
pub(crate) fn targets(v: &View<'_>) -> Vec<PlaceId> {
    let pos = v.pos();
    let mut hexes = pos.held(v.alliance().other());
    hexes.retain(|hex| pos.d.map.hex(*hex).holds.is_none());
    hexes
}

/// What is wrong with the units of an attack (10.2 to 10.8).
fn check_assault(v: &View<'_>, n: usize, assault: &Assault) -> Vec<Problem> {
    let pos = v.pos();
    let own = v.alliance();
    let target = assault.target;
    let mut problems = Vec::new();
    let enemies = pos.held(own.other());
    let planes: Vec<UnitId> = assault
        .units
        .iter()
        .copied()
        .filter(|unit| combat_phase::is_plane(pos.class(*unit)))
        .collect();
    let mut seats: Vec<(PlaceId, usize)> = Vec::new();
    for plane in &planes {
        if let Some(at) = pos.at(*plane) {
            seats.push((at, pos.room(*plane)));
        }
    }
    let (mut fighters, mut drops) = (0, 0);
    let occupied = pos.has_land(target, own.other());
    for unit in &assault.units {
        let (class, at) = (pos.class(*unit), pos.at(*unit).unwrap_or(target));
        if class.arm() != Arm::Naval && class.arm() != Arm::Leader && !pos.may_act(*unit) {
            problems.push(on_unit(n, *unit, Phrase::new("has-acted"), "3.2"));
            continue;
        }
        match class.arm() {
            Arm::Naval => {}
            Arm::Air => {
                let out = pos.d.map.distance(at, target);
                let left = pos.movement(*unit).checked_sub(out);
                let lands = left.is_some_and(|left| {
                    flight::bases(pos, *unit, target, left, true)
                        .iter()
                        .any(|base| *base != target.item())
                });
                if !lands {
                    let what = Phrase::new("too-far-and-back")
                        .with("needed", number(2 * out))
                        .with("has", number(pos.movement(*unit)));
                    problems.push(on_unit(n, *unit, what, "10.2"));
                }
            }
            Arm::Land | Arm::Leader => {
                if pos.carrier(*unit).is_some() {
                    if class.is_artillery() && occupied {
                        problems.push(on_unit(n, *unit, Phrase::new("guns-cannot-land"), "3.2.5"));
                    }
                    fighters += usize::from(class.arm() == Arm::Land && !class.is_artillery());
                    continue;
                }
                let mut others = enemies.clone();
                others.retain(|place| *place != at);
                if let Some(way) = march::approach(pos, *unit, target, &others) {
                    let weak = super::super::supply::cut_off(pos, own, at);
                    let attack = if weak {
                        (pos.attack(*unit) + 1) / 2
                    } else {
                        pos.attack(*unit)
                    };
                    if way.river && class.arm() == Arm::Land && attack <= 1 {
                        problems.push(on_unit(n, *unit, Phrase::new("too-weak-for-river"), "9.0"));
                    }
                    fighters += usize::from(class.arm() == Arm::Land && !class.is_artillery());
                    continue;
                }
                let seat = seats
                    .iter_mut()
                    .find(|(from, room)| *from == at && *room > 0);
                if class == Class::Paratroop
                    && let Some((_, room)) = seat
                {
                    *room -= 1;
                    drops += 1;
                    if pos.d.map.hex(target).town.is_some() {
                        let what = Phrase::new("no-drop-on-town").with("at", target.item());
                        problems.push(on_unit(n, *unit, what, "3.2.3"));
                    }
                    if pos.s.unit(*unit).reduced {
                        problems.push(on_unit(n, *unit, Phrase::new("reduced-para"), "3.2.3"));
                    }
                    continue;
                }
                let what = Phrase::new("cannot-reach")
                    .with("at", target.item())
                    .with("has", number(pos.movement(*unit)));
                problems.push(on_unit(n, *unit, what, "10.2"));
            }
        }
    }
    if problems.is_empty() && fighters + drops == 0 {
        let what = Phrase::new("nobody-attacks").with("at", target.item());
        problems.push(on_line(n, what, "3.2.5"));
    }
    problems
}

impl OffensiveOrders {
    fn rows(v: &View<'_>) -> Vec<Row> {
        let pos = v.pos();
        let own = v.alliance();
        let mut rows = Vec::new();
        let targets = targets(v);
        let mut attackable = Vec::new();
        for target in &targets {
            let able = could_attack(v, *target);
            let fights = |unit: &UnitId| pos.arm(*unit) == Arm::Land;
            if !able.iter().any(fights) {
                continue;
            }
            attackable.push((*target, able));
        }
        for (target, able) in &attackable {
            rows.push(Row {
                word: &ATTACK,
                subjects: vec![target.item()],
                pick: Pick::Parts(vec![must(&WITH, any_of(able))]),
            });
        }
        for (target, able) in &attackable {
            let beside =
                |other: &&(PlaceId, Vec<UnitId>)| pos.d.map.distance(*target, other.0) == 1;
            let others: Vec<&(PlaceId, Vec<UnitId>)> = attackable.iter().filter(beside).collect();
            if others.is_empty() || !able.iter().any(|unit| pos.class(*unit) == Class::General) {
                continue;
            }
            let mut there: Vec<UnitId> = others
                .iter()
                .flat_map(|(_, able)| able.iter().copied())
                .collect();
            there.sort_unstable();
            there.dedup();
            rows.push(Row {
                word: &DOUBLE,
                subjects: vec![target.item()],
                pick: Pick::Parts(vec![
                    must(&WITH, any_of(able)),
                    must(
                        &SECOND,
                        Pick::One(others.iter().map(|(place, _)| place.item()).collect()),
                    ),
                    must(&THERE, any_of(&there)),
                ]),
            });
        }
        rows.extend(drop_rows(v));
        rows.extend(march_rows(v, &MARCH, true));
        rows.extend(rail_rows(v, true));
        rows.extend(land_rows(v, true));
        let fly = air::fly_rows(v).into_iter();
        rows.extend(fly.filter(|row| {
            let lead = row.subjects.first().copied().and_then(unit_of);
            lead.is_some_and(|unit| {
                combat_phase::is_plane(pos.class(unit)) && pos.alliance(unit) == own
            })
        }));
        rows.extend(air::strike_rows(v));
        rows.push(Row {
            word: &PASS,
            subjects: Vec::new(),
            pick: Pick::Parts(Vec::new()),
        });
        rows
    }

    fn order(
        v: &View<'_>,
        n: usize,
        line: &Line,
        kind: RowKind,
    ) -> Result<OffensiveOrder, Vec<Problem>> {
        let pos = v.pos();
        let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.0")];
        let order = match kind {
            RowKind::Attack => {
                let target = line.subject.and_then(place_of).ok_or_else(wrong)?;
                let assault = Assault {
                    target,
                    units: part_units(&line.picks, 0),
                };
                problems_or(check_assault(v, n, &assault))?;
                OffensiveOrder::Attack(assault)
            }
            RowKind::Double => {
                let target = line.subject.and_then(place_of).ok_or_else(wrong)?;
                let second = part_item(&line.picks, 1)
                    .and_then(place_of)
                    .ok_or_else(wrong)?;
                let first = Assault {
                    target,
                    units: part_units(&line.picks, 0),
                };
                let second = Assault {
                    target: second,
                    units: part_units(&line.picks, 2),
                };
                let mut problems = check_assault(v, n, &first);
                problems.extend(check_assault(v, n, &second));
                problems.extend(air::named_twice(
                    n,
                    &second.units,
                    &mut first.units.clone(),
                    "3.2",
                ));
                let led = first
                    .units
                    .iter()
                    .chain(&second.units)
                    .any(|unit| pos.class(*unit) == Class::General);
                if !led {
                    problems.push(on_line(n, Phrase::new("needs-general"), "10.9"));
                }
                problems_or(problems)?;
                OffensiveOrder::Double(first, second)
            }
            RowKind::Drop => {
                let assault = drop_order(v, n, line)?;
                OffensiveOrder::Attack(assault)
            }
            RowKind::March | RowKind::Rail => {
                let how = if kind == RowKind::Rail {
                    How::Rail
                } else {
                    How::March
                };
                let (units, path) = march_order(v, n, line, how)?;
                OffensiveOrder::March { units, path, how }
            }
            RowKind::Land => {
                let (units, at) = land_order(v, n, line)?;
                OffensiveOrder::Land { units, at }
            }
            RowKind::Fly => {
                let mut order = air::transfer(v, n, line)?;
                order.paid = true;
                problems_or(air::crowding(v, &[(n, &order)]))?;
                OffensiveOrder::Airlift(order)
            }
            RowKind::Strike => OffensiveOrder::Strike(air::mission(v, n, line)?),
            RowKind::Pass => OffensiveOrder::Pass,
        };
        // Rules 10.0/a and 10.6: each nation pays.
        let mut problems = Vec::new();
        for (nation, needed) in order.pays(pos) {
            let has = pos.s.offensives[nation.index()];
            if has < needed {
                let what = Phrase::new("no-offensives")
                    .with("nation", Item::Word(nation.word()))
                    .with("needed", Item::Number(needed))
                    .with("has", Item::Number(has));
                problems.push(on_line(n, what, "10.0"));
            }
        }
        problems_or(problems)?;
        Ok(order)
    }
}

fn problems_or(problems: Vec<Problem>) -> Result<(), Vec<Problem>> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// Rule 10.8: rows of `drop` lines.
pub(super) fn drop_rows(v: &View<'_>) -> Vec<Row> {
    let pos = v.pos();
    let own = v.alliance();
    let mut rows = Vec::new();
    if own != Alliance::Axis {
        return rows;
    }
    let flyers = air::movers(v);
    for para in pos.units(own, Arm::Land) {
        let Where::At(at) = pos.s.unit(para).at else {
            continue;
        };
        if pos.class(para) != Class::Paratroop || !pos.may_act(para) {
            continue;
        }
        let planes: Vec<UnitId> = flyers
            .iter()
            .copied()
            .filter(|unit| combat_phase::is_plane(pos.class(*unit)) && pos.at(*unit) == Some(at))
            .collect();
        let Some(first) = planes.first() else {
            continue;
        };
        let reach = pos.movement(*first) / 2;
        let map = &pos.d.map;
        let to = map.places().filter(|place| {
            let hex = map.hex(*place);
            hex.land && hex.town.is_none() && map.distance(at, *place) <= reach
        });
        let to = to.map(PlaceId::item).collect();
        let others: Vec<UnitId> = pos
            .land(at, own)
            .into_iter()
            .filter(|unit| {
                *unit != para && pos.class(*unit) == Class::Paratroop && pos.may_act(*unit)
            })
            .collect();
        let mut with = others;
        with.extend(air::strikers(v));
        with.sort_unstable();
        rows.push(Row {
            word: &DROP,
            subjects: vec![para.item()],
            pick: Pick::Parts(vec![
                must(&TO, Pick::One(to)),
                must(&BY, any_of(&planes)),
                may(&WITH, any_of(&with)),
            ]),
        });
    }
    rows
}

/// What a `drop` line orders.
pub(super) fn drop_order(v: &View<'_>, n: usize, line: &Line) -> Result<Assault, Vec<Problem>> {
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.8")];
    let para = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let target = part_item(&line.picks, 0)
        .and_then(place_of)
        .ok_or_else(wrong)?;
    let mut units = vec![para];
    units.extend(part_units(&line.picks, 1));
    units.extend(part_units(&line.picks, 2));
    let pos = v.pos();
    let mut problems = Vec::new();
    if part_units(&line.picks, 1).is_empty() {
        problems.push(on_unit(n, para, Phrase::new("needs-plane"), "3.2.3"));
    }
    if pos.d.map.hex(target).town.is_some() {
        let what = Phrase::new("no-drop-on-town").with("at", target.item());
        problems.push(on_line(n, what, "3.2.3"));
    }
    if pos.s.unit(para).reduced && !pos.controls(v.alliance(), target) {
        problems.push(on_unit(n, para, Phrase::new("reduced-para"), "3.2.3"));
    }
    let paras = units
        .iter()
        .filter(|unit| pos.arm(**unit) == Arm::Land)
        .count();
    let room: usize = units
        .iter()
        .filter(|unit| combat_phase::is_plane(pos.class(**unit)))
        .map(|unit| pos.room(*unit))
        .sum();
    if paras > room {
        let what = Phrase::new("no-room-aboard")
            .with("needed", number(paras))
            .with("has", number(room));
        problems.push(on_line(n, what, "3.3.3"));
    }
    let free = pos.space(target, v.alliance(), Arm::Land);
    if paras > free && !pos.has_land(target, v.alliance().other()) {
        let what = Phrase::new("too-many-there")
            .with("at", target.item())
            .with("needed", number(paras))
            .with("has", number(free));
        problems.push(on_line(n, what, "3.1"));
    }
    for unit in units.iter().filter(|unit| pos.arm(**unit) == Arm::Air) {
        let out = pos.at(*unit).map_or(0, |at| pos.d.map.distance(at, target));
        if 2 * out > pos.movement(*unit) {
            let what = Phrase::new("too-far-and-back")
                .with("needed", number(2 * out))
                .with("has", number(pos.movement(*unit)));
            problems.push(on_unit(n, *unit, what, "3.3"));
        }
    }
    problems_or(problems)?;
    Ok(Assault { target, units })
}

/// Land units of the reader that may move, ashore.
pub(super) fn walkers(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let own = v.alliance();
    let mut able = pos.units(own, Arm::Land);
    able.extend(pos.units(own, Arm::Leader));
    able.retain(|unit| {
        let ashore = matches!(pos.s.unit(*unit).at, Where::At(place) if pos.d.map.hex(place).land);
        v.commands(*unit) && ashore && pos.may_act(*unit)
    });
    able
}

/// Rules 10.10 and 11.0/move: rows of units on foot; alone, or with others of their hex.
pub(super) fn march_rows(v: &View<'_>, word: &'static Word, together: bool) -> Vec<Row> {
    let pos = v.pos();
    let own = v.alliance();
    let able = walkers(v);
    let enemies = pos.held(own.other());
    let mut nets: Vec<(Class, crate::orders::Net)> = Vec::new();
    let mut rows = Vec::with_capacity(able.len());
    for unit in &able {
        let class = pos.class(*unit);
        if together && class.arm() == Arm::Leader {
            continue;
        }
        let net = match nets.iter().find(|(one, _)| *one == class) {
            Some((_, net)) => net.clone(),
            None => {
                let net = pos.d.map.land_net(pos.d.on, class, enemies.clone());
                nets.push((class, net.clone()));
                net
            }
        };
        // An admiral ashore goes where he likes (3.6).
        let max = if class == Class::Admiral {
            999
        } else {
            pos.movement(*unit)
        };
        let path = Pick::Path {
            from: pos.at(*unit).map_or(Item::Number(0), PlaceId::item),
            max,
            stay: false,
            net,
        };
        let pick = if together {
            Pick::Parts(vec![
                must(&TO, path),
                may(&WITH, any_of(&air::beside(pos, *unit, &able))),
            ])
        } else {
            path
        };
        rows.push(Row {
            word,
            subjects: vec![unit.item()],
            pick,
        });
    }
    rows
}

/// Rule 11.0/rail: rows of units on a railway.
pub(super) fn rail_rows(v: &View<'_>, together: bool) -> Vec<Row> {
    let pos = v.pos();
    let able = walkers(v);
    let mut rows = Vec::new();
    let mut known: Vec<(PlaceId, Vec<Item>)> = Vec::new();
    for unit in &able {
        let Some(at) = pos.at(*unit) else { continue };
        if pos.class(*unit) == Class::Admiral {
            continue;
        }
        let to = match known.iter().find(|(place, _)| *place == at) {
            Some((_, to)) => to.clone(),
            None => {
                let to: Vec<Item> = march::by_rail(pos, *unit)
                    .into_iter()
                    .map(PlaceId::item)
                    .collect();
                known.push((at, to.clone()));
                to
            }
        };
        if to.is_empty() {
            continue;
        }
        let mut parts = vec![must(&TO, Pick::One(to))];
        if together {
            parts.push(may(&WITH, any_of(&air::beside(pos, *unit, &able))));
        }
        rows.push(Row {
            word: &RAIL,
            subjects: vec![unit.item()],
            pick: Pick::Parts(parts),
        });
    }
    rows
}

/// Rules 10.10 and 11.0/land: rows of units that can go ashore where their ship is.
pub(super) fn land_rows(v: &View<'_>, offensive: bool) -> Vec<Row> {
    let pos = v.pos();
    let own = v.alliance();
    let able: Vec<UnitId> = landing(v, offensive);
    let mut rows = Vec::new();
    for unit in &able {
        if pos.alliance(*unit) != own {
            continue;
        }
        rows.push(Row {
            word: &LAND,
            subjects: vec![unit.item()],
            pick: Pick::Parts(vec![may(&WITH, any_of(&air::beside(pos, *unit, &able)))]),
        });
    }
    rows
}

/// Embarked units whose transport lies before a coast without enemies; outside the Combat Phase only before a
/// friendly one (11.0/land).
fn landing(v: &View<'_>, offensive: bool) -> Vec<UnitId> {
    let pos = v.pos();
    let own = v.alliance();
    let mut able = pos.units(own, Arm::Land);
    able.extend(pos.units(own, Arm::Leader));
    able.retain(|unit| {
        let Some(at) = pos.at(*unit) else {
            return false;
        };
        let hex = pos.d.map.hex(at);
        let shore =
            hex.land && !pos.has_land(at, own.other()) && (offensive || pos.controls(own, at));
        let box_shore = hex.holds == Some(own);
        pos.carrier(*unit).is_some()
            && v.commands(*unit)
            && pos.may_act(*unit)
            && (shore || box_shore && !offensive)
    });
    able
}

/// What a `march` or `rail` line orders.
fn march_order(
    v: &View<'_>,
    n: usize,
    line: &Line,
    how: How,
) -> Result<(Vec<UnitId>, Vec<PlaceId>), Vec<Problem>> {
    let pos = v.pos();
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.10")];
    let lead = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let mut units = vec![lead];
    units.extend(part_units(&line.picks, 1));
    let path = match how {
        How::Rail => part_item(&line.picks, 0)
            .and_then(place_of)
            .into_iter()
            .collect(),
        _ => part(&line.picks, 0).map_or_else(Vec::new, places),
    };
    let to = path.last().copied().ok_or_else(wrong)?;
    let mut problems = Vec::new();
    if how != How::Rail {
        for unit in &units[1..] {
            problems.extend(too_slow(v, n, *unit, &path));
        }
    }
    problems.extend(full(v, n, &units, to));
    problems_or(problems)?;
    let _ = pos;
    Ok((units, path))
}

/// Rule 9.0: a unit that cannot pay for a way.
pub(super) fn too_slow(v: &View<'_>, n: usize, unit: UnitId, path: &[PlaceId]) -> Option<Problem> {
    let pos = v.pos();
    let mut here = pos.at(unit)?;
    let mut needed = 0;
    for to in path {
        let step = pos.d.map.step(here, *to)?;
        match pos.d.map.cost(&pos.d.on, pos.class(unit), step) {
            Some(cost) => needed += cost,
            None => {
                return Some(on_unit(
                    n,
                    unit,
                    Phrase::new("cannot-reach")
                        .with("at", to.item())
                        .with("has", number(pos.movement(unit))),
                    "9.0",
                ));
            }
        }
        here = *to;
    }
    let has = pos.movement(unit);
    (needed > has).then(|| {
        let what = Phrase::new("too-far-for")
            .with("needed", number(needed))
            .with("has", number(has));
        on_unit(n, unit, what, "9.0")
    })
}

/// Rule 3.1: no room in a hex.
pub(super) fn full(v: &View<'_>, n: usize, units: &[UnitId], to: PlaceId) -> Option<Problem> {
    let pos = v.pos();
    let come = units
        .iter()
        .filter(|unit| pos.arm(**unit) == Arm::Land && pos.s.unit(**unit).at != Where::At(to))
        .count();
    let room = pos.space(to, v.alliance(), Arm::Land);
    (come > room).then(|| {
        let what = Phrase::new("too-many-there")
            .with("at", to.item())
            .with("needed", number(come))
            .with("has", number(room));
        on_line(n, what, "3.1")
    })
}

/// What a `land` line orders.
pub(super) fn land_order(
    v: &View<'_>,
    n: usize,
    line: &Line,
) -> Result<(Vec<UnitId>, PlaceId), Vec<Problem>> {
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.10")];
    let lead = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let at = v.pos().at(lead).ok_or_else(wrong)?;
    let mut units = vec![lead];
    units.extend(part_units(&line.picks, 0));
    let problems: Vec<Problem> = full(v, n, &units, at).into_iter().collect();
    problems_or(problems)?;
    Ok((units, at))
}

impl Decision<Weserubung> for OffensiveOrders {
    type Answer = Vec<OffensiveOrder>;
    const KIND: &'static Kind = &OFFENSIVE_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let key = if self.most > 1 {
            "ask-offensive-list"
        } else {
            "ask-offensive"
        };
        let pos = v.pos();
        let left: i32 = Nation::ALL
            .into_iter()
            .filter(|nation| pos.d.commander(*nation) == v.player())
            .map(|nation| pos.s.offensives[nation.index()])
            .sum();
        Phrase::new(key).with("left", Item::Number(left))
    }

    fn form(&self, v: &View<'_>) -> Form {
        Form {
            word: &OFFENSIVE,
            subject: Vec::new(),
            pick: Pick::Sheet {
                rows: Self::rows(v),
                max: self.most,
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let rows = if lines.is_empty() {
            Vec::new()
        } else {
            Self::rows(v)
        };
        let (mut orders, mut problems) = (Vec::new(), Vec::new());
        for (n, line) in lines.iter().enumerate() {
            let kind = rows
                .get(line.row)
                .map_or(RowKind::Pass, |row| RowKind::of(row.word));
            match Self::order(v, n, line, kind) {
                Ok(order) => orders.push(order),
                Err(wrong) => problems.extend(wrong),
            }
        }
        if problems.is_empty() {
            Ok(orders)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let form = Self::rows(v);
        Some(Picks::Sheet(super::super::ideas::offensive(
            v, &form, self.most, rng,
        )))
    }
}
