//! Rules 10.2 to 10.8: who can attack a hex, and what is wrong with an attack.

use super::super::View;
use super::super::class::{Arm, Class};
use super::super::combat_phase;
use super::super::flight::{self, Base};
use super::super::map::Map;
use super::super::march;
use super::super::nation::Alliance;
use super::super::state::Where;
use super::super::words::{BY, TO, WITH};
use super::air;
use super::{number, on_line, on_unit};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{any, one};
use crate::orders::lines::unless;
use crate::orders::{Phrase, Problem, named_parts};

/// An attack on one hex.
#[derive(Clone, Debug)]
pub(crate) struct Assault {
    pub(crate) target: SpaceId,
    pub(crate) units: Vec<UnitId>,
    /// 10.2: the hexes beside the target from which it is entered and shelled; any if none is named.
    pub(crate) from: Vec<SpaceId>,
    /// 10.3: who moves in after a victory, if the attacker said so.
    pub(crate) hold: Option<Vec<UnitId>>,
}

/// A unit that could take part in some attack.
pub(super) struct Attacker {
    pub(super) unit: UnitId,
    class: Class,
    at: SpaceId,
    aboard: bool,
    movement: u32,
}

impl Attacker {
    /// All of the reader's alliance.
    pub(super) fn all(v: &View<'_>) -> Vec<Self> {
        let pos = v.pos();
        let own = v.alliance();
        let mut able = Vec::new();
        for unit in [Arm::Leader, Arm::Land, Arm::Air, Arm::Naval]
            .into_iter()
            .flat_map(|arm| pos.d.roster(own, arm).iter().copied())
        {
            let Some(at) = pos.at(unit) else { continue };
            let class = pos.class(unit);
            let aboard = pos.carrier(unit).is_some();
            let fits = match class.arm() {
                Arm::Naval => class.bombards(),
                Arm::Air => pos.may_act(unit) && (!aboard || pos.fights_from_deck(unit)),
                Arm::Land => pos.may_act(unit),
                Arm::Leader => class == Class::General && pos.may_act(unit),
            };
            if fits {
                able.push(Self {
                    unit,
                    class,
                    at,
                    aboard,
                    movement: pos.movement(unit),
                });
            }
        }
        able.sort_unstable_by_key(|attacker| attacker.unit);
        able
    }

    /// Whether it could attack a hex, as far as a glance tells; what it lacks is said when it is named.
    pub(super) fn reaches(&self, map: &Map, target: SpaceId) -> bool {
        let far = map.distance(self.at, target);
        match self.class.arm() {
            Arm::Naval => far == 0,
            Arm::Air => far <= self.movement,
            Arm::Land | Arm::Leader if self.aboard => far == 0,
            Arm::Land => far <= self.movement + 1 || self.class == Class::Paratroop,
            Arm::Leader => far <= self.movement,
        }
    }
}

/// Enemy-held hexes that somebody could attack.
pub(crate) fn targets(v: &View<'_>) -> Vec<SpaceId> {
    let pos = v.pos();
    let mut hexes = pos.held(v.alliance().other());
    hexes.retain(|hex| pos.d.map.hex(*hex).holds.is_none());
    hexes
}

/// What is wrong with the units of an attack (10.2 to 10.8).
pub(crate) fn check_assault(v: &View<'_>, n: usize, assault: &Assault) -> Vec<Problem> {
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
    let mut seats: Vec<(SpaceId, usize)> = Vec::new();
    for plane in &planes {
        if let Some(at) = pos.at(*plane) {
            seats.push((at, pos.room(*plane)));
        }
    }
    let (mut fighters, mut drops) = (0, 0);
    let lands = assault.units.iter().any(|unit| {
        pos.arm(*unit) == Arm::Land
            && pos.carrier(*unit).is_some()
            && !pos.class(*unit).is_artillery()
    });
    let occupied = pos.has_land(target, own.other());
    for unit in &assault.units {
        let (class, at) = (pos.class(*unit), pos.at(*unit).unwrap_or(target));
        if class.arm() != Arm::Naval && !pos.may_act(*unit) {
            problems.push(on_unit(n, *unit, Phrase::new("has-acted"), "3.2"));
            continue;
        }
        match class.arm() {
            Arm::Naval if lands || pos.d.on.bombards_always => {}
            Arm::Naval => {
                problems.push(on_unit(
                    n,
                    *unit,
                    Phrase::new("bombards-for-landings"),
                    "10.7",
                ));
            }
            Arm::Air => {
                let out = pos.d.map.distance(at, target);
                let left = pos.movement(*unit).checked_sub(out);
                let lands = left.is_some_and(|left| {
                    flight::bases(pos, *unit, target, left, true)
                        .iter()
                        .any(|base| *base != Base::Field(target))
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
                if let Some(way) = march::approach(pos, *unit, target, &others, &assault.from) {
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
                let needed = march::needs(pos, *unit, target, &others);
                let key = match needed {
                    _ if !assault.from.is_empty() => "cannot-come-from",
                    Some(needed) if needed > pos.movement(*unit) => "too-far-for",
                    _ => "cannot-reach",
                };
                let from: Vec<_> = assault.from.iter().map(|hex| hex.item()).collect();
                let what = Phrase::new(key)
                    .with("at", target.item())
                    .with("from", from)
                    .with("needed", number(needed.unwrap_or(0)))
                    .with("has", number(pos.movement(*unit)));
                problems.push(on_unit(n, *unit, what, "10.2"));
            }
        }
    }
    for unit in assault.hold.iter().flatten() {
        if !assault.units.contains(unit) {
            problems.push(on_unit(n, *unit, Phrase::new("not-in-the-attack"), "10.3"));
        }
    }
    if problems.is_empty() && fighters + drops == 0 {
        let what = Phrase::new("nobody-attacks").with("at", target.item());
        problems.push(on_line(n, what, "3.2.5"));
    }
    problems
}

/// Paratroops that can jump.
pub(crate) struct Jumper {
    pub(crate) unit: UnitId,
    pub(crate) to: Vec<SpaceId>,
    pub(crate) planes: Vec<UnitId>,
    with: Vec<UnitId>,
}

named_parts! {
    /// Rule 10.8: `drop fj-1: to 1804 by ju-52-1 with fj-2`.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Drop from j: &Jumper {
        pub(crate) to TO: SpaceId = one(&j.to),
        pub(crate) by BY: Vec<UnitId> = any(&j.planes).required(),
        pub(crate) with WITH: Vec<UnitId> = any(&j.with),
    }
}

/// Rule 10.8: paratroops beside a transport, and where they may jump; outside an offensive only where no enemy is.
pub(super) fn drop_offers(v: &View<'_>, offensive: bool) -> Vec<Jumper> {
    let pos = v.pos();
    let own = v.alliance();
    let mut offers = Vec::new();
    if own != Alliance::Axis {
        return offers;
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
            let open = offensive || !pos.has_land(*place, own.other());
            hex.land && hex.town.is_none() && map.distance(at, *place) <= reach && open
        });
        let to = to.collect();
        let mut with: Vec<UnitId> = pos
            .land(at, own)
            .into_iter()
            .filter(|unit| {
                *unit != para && pos.class(*unit) == Class::Paratroop && pos.may_act(*unit)
            })
            .collect();
        with.extend(air::strikers(v));
        offers.push(Jumper {
            unit: para,
            to,
            planes,
            with,
        });
    }
    offers
}

/// A drop as it is flown, or what is wrong with it (10.8).
pub(super) fn jump(
    v: &View<'_>,
    n: usize,
    para: UnitId,
    how: &Drop,
) -> Result<Assault, Vec<Problem>> {
    let target = how.to;
    let mut units = vec![para];
    units.extend(&how.by);
    units.extend(&how.with);
    let pos = v.pos();
    let mut problems = Vec::new();
    if how.by.is_empty() {
        problems.push(on_unit(n, para, Phrase::new("needs-plane"), "3.2.3"));
    }
    if pos.d.map.hex(target).town.is_some() {
        let what = Phrase::new("no-drop-on-town").with("at", target.item());
        problems.push(on_line(n, what, "3.2.3"));
    }
    for unit in &units {
        let reduced = pos.class(*unit) == Class::Paratroop && pos.s.unit(*unit).reduced;
        if reduced && !pos.controls(v.alliance(), target) {
            problems.push(on_unit(n, *unit, Phrase::new("reduced-para"), "3.2.3"));
        }
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
        // A transport goes back to its base (3.2.3), the others to any.
        let left = pos.movement(*unit).checked_sub(out);
        let lands = left.is_some_and(|left| {
            if combat_phase::is_plane(pos.class(*unit)) {
                return out <= left;
            }
            let bases = flight::bases(pos, *unit, target, left, true);
            bases.iter().any(|base| *base != Base::Field(target))
        });
        if !lands {
            let what = Phrase::new("too-far-and-back")
                .with("needed", number(2 * out))
                .with("has", number(pos.movement(*unit)));
            problems.push(on_unit(n, *unit, what, "3.3"));
        }
    }
    let assault = Assault {
        target,
        units,
        from: Vec::new(),
        hold: None,
    };
    unless(problems, assault)
}
