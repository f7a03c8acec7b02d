//! Where a side wants to be.
//!
//! XXX Corps drives up the road to Arnhem, and on to Apeldoorn; airborne troops hold the road, its bridges and the
//! places that count; Germans stand where the corps must pass and strike where the road is thinly held.

use super::super::data::Data;
use super::super::look::Look;
use super::super::state::{Control, Side};
use crate::board::{SideId, SpaceId, UnitId};

/// Farther than anything.
const FAR: i32 = 200;

/// What a side makes of the map, at the beginning of an impulse or phase.
pub(super) struct Aims {
    side: Side,
    /// What a column on the road still has to pay from each place to its goal.
    column: Vec<i32>,
    /// How much each place is wanted.
    wanted: Vec<i32>,
    /// Whether the points of this evening count (21.2, 22.1).
    counts: bool,
}

/// The places of the main road, from F to Arnhem.
pub(super) fn corridor(d: &Data) -> &[SpaceId] {
    let road = d.board.lines().first().map_or(&[][..], |line| &line.spaces);
    let end = road.iter().position(|at| *at == d.named.arnhem);
    end.map_or(road, |end| &road[..=end])
}

/// Whether a place lies on the main road.
pub(super) fn on_road(d: &Data, at: SpaceId) -> bool {
    corridor(d).contains(&at)
}

/// Whether a bridge carries the main road.
pub(super) fn carries_road(d: &Data, edge: SideId) -> bool {
    let edge = d.ground.edge(edge);
    let mut steps = corridor(d).windows(2);
    steps.any(|step| step == [edge.a, edge.b] || step == [edge.b, edge.a])
}

/// Whether the points of this evening are held against a number.
pub(super) fn counts(look: Look<'_>) -> bool {
    let checks = &look.d.scenario.checks;
    checks.iter().any(|(day, _)| *day == look.s.date)
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(FAR)
}

impl Aims {
    pub(super) fn new(look: Look<'_>, side: Side) -> Self {
        let column = match side {
            Side::Allied => column(look),
            Side::German => Vec::new(),
        };
        let wanted = look.d.ground.ids().map(|at| match side {
            Side::Allied => wanted_by_allies(look, at),
            Side::German => wanted_by_germans(look, at),
        });
        Self {
            side,
            column,
            wanted: wanted.collect(),
            counts: counts(look),
        }
    }

    /// How much a place is wanted, for a unit that would fight or stand there.
    pub(super) fn stake(&self, at: SpaceId) -> i32 {
        self.wanted[usize::from(at.0)]
    }

    /// How far the column is from its goal here.
    pub(super) fn column(&self, at: SpaceId) -> i32 {
        self.column.get(usize::from(at.0)).copied().unwrap_or(FAR)
    }

    /// How good it is for a unit to be somewhere.
    pub(super) fn worth(&self, look: Look<'_>, unit: UnitId, at: SpaceId) -> i32 {
        let (d, counter) = (look.d, look.counter(unit));
        // Who leaves the road empty opens it.
        let alone = look.count(self.side, at) <= usize::from(look.s.at(unit) == Some(at));
        let guard = match self.side {
            Side::Allied if alone && on_road(d, at) => 14,
            _ => 0,
        };
        if counter.is_corps() {
            // What the corps enters counts (21.3), most of all on a day that is held against a number.
            let taken = look.control(at) == Control::Corps;
            let each = if self.counts { 20 } else { 8 };
            let points = if taken {
                0
            } else {
                each * d.ground.place(at).points
            };
            return guard - 4 * self.column(at).min(60) + points;
        }
        let sector = |to: SpaceId| {
            let division = counter.airborne;
            division.is_none_or(|division| d.ground.place(to).sector[division.index()])
        };
        // A crowd is of no use: two are enough for most places.
        let friends = count(look.count(self.side, at)) - i32::from(look.s.at(unit) == Some(at));
        let crowd = 2 * (friends - 1).max(0);
        let pull = d.ground.ids().filter(|to| sector(*to)).map(|to| {
            let way = i32::try_from(d.board.distance(at, to)).unwrap_or(FAR);
            self.stake(to) - 3 * way
        });
        guard - crowd + pull.max().unwrap_or(0)
    }
}

/// Whether a unit of the column could strike at what blocks the road from where it stands, in an impulse to come.
pub(super) fn could_strike(look: Look<'_>, unit: UnitId) -> bool {
    let road = corridor(look.d);
    let here = look
        .s
        .at(unit)
        .and_then(|at| road.iter().position(|one| *one == at));
    let Some(here) = here else { return false };
    let mut left = look.movement(unit);
    for step in road[here..].windows(2) {
        let crossed = look.d.ground.between(step[0], step[1]);
        if crossed.is_none_or(|edge| look.way_across(unit, edge).is_err()) {
            return false;
        }
        left -= look.entry_cost(Side::Allied, step[1]);
        if left < 0 {
            return false;
        }
        if look.has(Side::German, step[1]) {
            return true;
        }
    }
    false
}

/// Rule 9.3, roughly: what entering a place costs a column, fights included.
fn toll(look: Look<'_>, at: SpaceId) -> i32 {
    if look.free(Side::Allied, at) {
        return 1;
    }
    let foes = look.units(Side::German, at);
    let foes: i32 = foes.map(|unit| 1 + i32::from(look.fresh(unit))).sum();
    if foes == 0 { 2 } else { 3 + foes }
}

/// What a column pays to cross a boundary, if it can.
fn crossing(look: Look<'_>, edge: SideId) -> Option<i32> {
    let printed = look.d.ground.edge(edge);
    if !printed.road {
        return None;
    }
    if look.dry(Side::Allied, edge) {
        return Some(0);
    }
    match look.bridged(edge) {
        true => Some(2),
        // It can be repaired.
        false => printed.bridge.is_some().then_some(6),
    }
}

/// From each place the cost of the way to Arnhem, or to Apeldoorn once Arnhem is in hand.
fn column(look: Look<'_>) -> Vec<i32> {
    let (ground, named) = (&look.d.ground, &look.d.named);
    let done =
        look.control(named.arnhem) == Control::Corps && look.free(Side::Allied, named.arnhem);
    let goal = if done { named.apeldoorn } else { named.arnhem };
    let mut cost = vec![FAR; ground.places.len()];
    let mut open = vec![goal];
    cost[usize::from(goal.0)] = 0;
    while let Some(at) = open.pop() {
        let here = cost[usize::from(at.0)] + toll(look, at);
        for (from, edge) in &ground.place(at).near {
            let Some(more) = crossing(look, *edge) else {
                continue;
            };
            let known = &mut cost[usize::from(from.0)];
            if here + more < *known {
                *known = here + more;
                open.push(*from);
            }
        }
    }
    cost
}

fn wanted_by_allies(look: Look<'_>, at: SpaceId) -> i32 {
    let (d, place) = (look.d, look.d.ground.place(at));
    let mut wanted = if counts(look) { 8 } else { 4 } * place.points;
    if on_road(d, at) {
        wanted += 6;
    }
    if !look.controls(Side::Allied, at) {
        wanted += 3;
    } else if look.has(Side::German, at) {
        wanted += 6;
    }
    // 21.31: who is in Eindhoven on the first evening is paid for it.
    if look.s.date == 17 && at == d.named.eindhoven {
        wanted += 12;
    }
    // 22.2: the airfield brings a division.
    if d.extended() && look.s.date > 19 && at == d.named.airfield {
        wanted += 6;
    }
    // Whoever stands beside a bridge of the road can seize it.
    let bridges = place.near.iter();
    let bridges = bridges.filter(|(_, edge)| {
        carries_road(d, *edge) && look.bridged(*edge) && look.holder(*edge) == Side::German
    });
    wanted + 3 * count(bridges.count()) - if place.zone { 10 } else { 0 }
}

fn wanted_by_germans(look: Look<'_>, at: SpaceId) -> i32 {
    let (d, place) = (look.d, look.d.ground.place(at));
    let road = on_road(d, at);
    let mut wanted = 2 * place.points + if road { 5 } else { 0 };
    let mut fresh = 0;
    let mut worn = 0;
    for unit in look.units(Side::Allied, at) {
        if look.fresh(unit) {
            fresh += 1;
        } else {
            worn += 1;
        }
    }
    if look.controls(Side::Allied, at) {
        // An empty stretch of the road is an invitation.
        wanted += if fresh + worn == 0 && road { 10 } else { 3 };
        wanted += worn - 2 * fresh;
    } else if look.has(Side::Allied, at) {
        wanted += 4;
    }
    wanted - if place.zone { 12 } else { 0 }
}
