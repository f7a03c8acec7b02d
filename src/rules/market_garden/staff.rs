//! What a sensible officer would order: drafts for bots, and the plan that counts when nobody sends one.

use super::assault::Plan;
use super::check::Draft;
use super::ground::{edge_item, place_item};
use super::look::Look;
use super::pulse::Stage;
use super::refit::{Depot, Source};
use super::refit_orders::{self, source_word, sources};
use super::script::{self, Order, Step};
use super::state::{Level, Sd};
use super::units::{Kind, UnitId};
use super::view::{View, marker};
use super::words::{
    ACTIVATE, ASSAULT, BARRAGE, BOAT, BOMBARD, DEMOLISH, DEPOT, DROP, INFILTRATE, INTERDICT, LAND,
    PASS, REFIT, REPAIR, SEIZE, STRIKE,
};
use crate::board::SpaceId;
use crate::orders::{Act, Below, Item, Line, Picks, Word};

/// Writes orders as lines of a form.
struct Pen {
    words: Vec<&'static Word>,
    all: script::Muster,
}

fn pick<'a, T>(rng: &mut dyn Below, of: &'a [T]) -> Option<&'a T> {
    let n = u32::try_from(of.len()).ok()?;
    if n == 0 {
        return None;
    }
    of.get(rng.below(n) as usize)
}

fn items(units: &[UnitId]) -> Vec<Item> {
    let mut units = units.to_vec();
    units.sort_unstable();
    units.into_iter().map(UnitId::item).collect()
}

impl Pen {
    fn new(view: &View<'_>) -> Self {
        let (words, all) = script::layout(view);
        Self { words, all }
    }

    fn row(&self, word: &'static Word) -> Option<usize> {
        self.words.iter().position(|one| *one == word)
    }

    fn line(&self, order: &Order) -> Option<Line> {
        let line = |word, subject: Option<Item>, picks| {
            Some(Line {
                row: self.row(word)?,
                subject,
                picks,
            })
        };
        let place = |at: &SpaceId| Some(place_item(*at));
        match order {
            Order::Activate(at) => line(&ACTIVATE, None, Picks::One(place_item(*at))),
            Order::Repair(edge) => line(&REPAIR, Some(edge_item(*edge)), Picks::Nothing),
            Order::Move { unit, path } => {
                let row = script::march_row(&self.words, &self.all, *unit)?;
                let path = path.iter().map(|at| place_item(*at)).collect();
                Some(Line {
                    row,
                    subject: Some(unit.item()),
                    picks: Picks::List(path),
                })
            }
            Order::Boat { unit, to } => line(&BOAT, Some(unit.item()), Picks::One(place_item(*to))),
            Order::Seize { edge, by } => {
                let by = by.map(|unit| Picks::One(unit.item()));
                line(&SEIZE, Some(edge_item(*edge)), Picks::Parts(vec![by]))
            }
            Order::Assault { at, plan } => {
                let parts = vec![
                    plan.with.as_ref().map(|with| Picks::List(items(with))),
                    plan.point.map(|unit| Picks::One(unit.item())),
                    (!plan.guns.is_empty()).then(|| Picks::List(items(&plan.guns))),
                ];
                line(&ASSAULT, place(at), Picks::Parts(parts))
            }
            Order::Demolish(edge) => line(&DEMOLISH, Some(edge_item(*edge)), Picks::Nothing),
            Order::Infiltrate { to, units } => {
                line(&INFILTRATE, place(to), Picks::List(items(units)))
            }
            Order::Bombard {
                at,
                lead,
                guns,
                barrage,
                ..
            } => {
                let word = if *barrage { &BARRAGE } else { &BOMBARD };
                let parts = vec![
                    Some(Picks::One(lead.item())),
                    (!guns.is_empty()).then(|| Picks::List(items(guns))),
                    None,
                ];
                line(word, place(at), Picks::Parts(parts))
            }
            Order::Strike { at, marker: by, .. } => {
                let by = by.map(|n| Picks::One(Item::Thing(marker(u16::try_from(n).unwrap_or(0)))));
                line(&STRIKE, place(at), Picks::Parts(vec![by, None]))
            }
            Order::Interdict(at) => line(&INTERDICT, None, Picks::One(place_item(*at))),
            Order::Land { unit, at } => line(&LAND, Some(unit.item()), Picks::One(place_item(*at))),
            Order::Drop { unit, at } => line(&DROP, Some(unit.item()), Picks::One(place_item(*at))),
            Order::Pass => line(&PASS, None, Picks::Nothing),
            Order::Stop | Order::Hold => None,
        }
    }

    fn script(&self, orders: &[Order]) -> Picks {
        let lines = orders.iter().filter_map(|order| self.line(order));
        Picks::Script(lines.map(Act::Do).collect())
    }
}

/// How much a side would like to be in a place.
fn worth(look: Look<'_>, side: Sd, unit: UnitId, to: SpaceId) -> i32 {
    let place = look.d.ground.place(to);
    let mut worth = place.points * 4;
    if !look.controls(side, to) {
        worth += 3;
    }
    let foes = look.units(side.other(), to).count();
    let fresh = look.has_fresh(side.other(), to);
    worth += match (foes, fresh) {
        (0, _) => 0,
        (_, true) => -1,
        (_, false) => 3,
    };
    if look.counter(unit).is_corps() {
        let distance = look.d.board.distance(to, look.d.named.arnhem);
        worth += 14 - i32::try_from(distance).unwrap_or(14);
    }
    worth
}

/// A draft for an impulse.
pub(super) fn impulse(view: &View<'_>, rng: &mut dyn Below) -> Picks {
    let pen = Pen::new(view);
    let side = view.own();
    let mut draft = Draft::new(view.data(), view.look().s, side);
    let mut orders = Vec::new();
    let chance = rng.below(20);
    if chance == 0 && rng.below(3) == 0 {
        orders.push(Order::Pass);
    } else if chance < 3 && side == Sd::German {
        interdict(&mut draft, rng, &mut orders);
    } else if chance < 3 {
        strike(&mut draft, rng, &mut orders);
    } else if chance < 6 && side == Sd::German {
        infiltrate(&mut draft, rng, &mut orders);
    } else if chance < 8 {
        bombard(&mut draft, rng, &mut orders);
    } else if chance < 14 && side == Sd::Allied {
        land(&mut draft, rng, &mut orders);
    }
    if orders.is_empty() {
        advance(&mut draft, rng, &mut orders);
    }
    pen.script(&orders)
}

/// Tries an order on the draft and keeps it if it stands.
fn keep(draft: &mut Draft<'_>, orders: &mut Vec<Order>, order: Order) -> Option<bool> {
    let certain = draft.attempt(&order, &[]).ok()?;
    orders.push(order);
    Some(certain)
}

fn interdict(draft: &mut Draft<'_>, rng: &mut dyn Below, orders: &mut Vec<Order>) {
    let look = draft.look();
    let places: Vec<SpaceId> = look
        .d
        .drops
        .iter()
        .flatten()
        .copied()
        .filter(|at| look.interdiction_marker(*at).is_ok())
        .collect();
    if let Some(at) = pick(rng, &places) {
        keep(draft, orders, Order::Interdict(*at));
    }
}

fn strike(draft: &mut Draft<'_>, rng: &mut dyn Below, orders: &mut Vec<Order>) {
    let look = draft.look();
    let places: Vec<SpaceId> = look
        .d
        .ground
        .ids()
        .filter(|at| !look.vacant(Sd::Allied, *at) && look.d.ground.place(*at).tem < 3)
        .collect();
    if let Some(at) = pick(rng, &places) {
        let order = Order::Strike {
            at: *at,
            marker: None,
            target: None,
        };
        keep(draft, orders, order);
    }
}

fn infiltrate(draft: &mut Draft<'_>, rng: &mut dyn Below, orders: &mut Vec<Order>) {
    let look = draft.look();
    let units = fresh_units(look, Sd::German);
    let Some(first) = pick(rng, &units) else {
        return;
    };
    let Some(from) = look.s.at(*first) else {
        return;
    };
    let near: Vec<SpaceId> = look
        .d
        .ground
        .place(from)
        .near
        .iter()
        .map(|(to, _)| *to)
        .filter(|to| look.infiltration(*first, *to).is_ok())
        .collect();
    let Some(to) = pick(rng, &near).copied() else {
        return;
    };
    let mut all: Vec<UnitId> = look
        .units(Sd::German, from)
        .filter(|unit| look.fresh(*unit) && look.infiltration(*unit, to).is_ok())
        .collect();
    all.truncate(1 + rng.below(4) as usize);
    keep(draft, orders, Order::Infiltrate { to, units: all });
}

fn fresh_units(look: Look<'_>, side: Sd) -> Vec<UnitId> {
    let units = look.d.units_of(side);
    units
        .filter(|unit| {
            look.s.at(*unit).is_some() && look.fresh(*unit) && look.counter(*unit).kind.assaults()
        })
        .collect()
}

fn bombard(draft: &mut Draft<'_>, rng: &mut dyn Below, orders: &mut Vec<Order>) {
    let (look, side) = (draft.look(), draft.side());
    let guns: Vec<UnitId> = look
        .d
        .units_of(side)
        .filter(|unit| look.counter(*unit).kind.is_artillery() && look.fresh(*unit))
        .filter(|unit| look.s.at(*unit).is_some())
        .collect();
    let Some(lead) = pick(rng, &guns).copied() else {
        return;
    };
    let Some(from) = look.s.at(lead) else { return };
    let near = look.d.ground.place(from).near.iter().map(|(to, _)| *to);
    let places: Vec<SpaceId> = near
        .chain([from])
        .filter(|at| !look.vacant(side, *at) && look.may_fire(side, *at, lead).is_ok())
        .collect();
    let Some(at) = pick(rng, &places).copied() else {
        return;
    };
    let nation = look.counter(lead).nation;
    let helpers: Vec<UnitId> = guns
        .iter()
        .copied()
        .filter(|gun| *gun != lead && look.counter(*gun).nation == nation)
        .filter(|gun| look.may_fire(side, at, *gun).is_ok())
        .collect();
    let barrage = look.counter(lead).kind == Kind::CorpsGuns && rng.below(2) == 0;
    let order = Order::Bombard {
        at,
        lead,
        guns: helpers,
        barrage,
        target: None,
    };
    keep(draft, orders, order);
}

fn land(draft: &mut Draft<'_>, rng: &mut dyn Below, orders: &mut Vec<Order>) {
    let look = draft.look();
    let uk: Vec<UnitId> = look
        .d
        .units_of(Sd::Allied)
        .filter(|unit| look.s.unit(*unit).at == super::state::Where::Uk)
        .collect();
    let Some(first) = pick(rng, &uk).copied() else {
        return;
    };
    let place = |unit: UnitId| look.counter(unit).at;
    let mut landers: Vec<(UnitId, SpaceId)> = Vec::new();
    let near = uk.iter().filter(|unit| place(**unit) == place(first));
    for unit in near {
        let mut tried = landers.clone();
        tried.push((*unit, place(*unit)));
        if look.landing(&tried, tried.len() - 1).is_ok() {
            landers = tried;
        }
    }
    if look.slot(Sd::Allied, super::pulse::UK_BOX).is_err() {
        return;
    }
    orders.extend(
        landers
            .into_iter()
            .map(|(unit, at)| Order::Land { unit, at }),
    );
}

/// Where the units of XXX Corps stand that are nearest to Arnhem.
fn spearhead(look: Look<'_>, units: &[UnitId]) -> Option<SpaceId> {
    let corps = units.iter().filter(|unit| look.counter(**unit).is_corps());
    let places = corps.filter_map(|unit| look.s.at(*unit));
    places.min_by_key(|at| look.d.board.distance(*at, look.d.named.arnhem))
}

/// Activates an area and sends its units where they are wanted.
fn advance(draft: &mut Draft<'_>, rng: &mut dyn Below, orders: &mut Vec<Order>) {
    let side = draft.side();
    let units = fresh_units(draft.look(), side);
    let look = draft.look();
    let mut places: Vec<SpaceId> = units.iter().filter_map(|unit| look.s.at(*unit)).collect();
    if look.standing_still() && side == Sd::German || places.is_empty() {
        places = look.d.ground.ids().collect();
    }
    let at = if side == Sd::Allied && rng.below(3) > 0 {
        spearhead(draft.look(), &units)
    } else {
        None
    };
    let Some(at) = at.or_else(|| pick(rng, &places).copied()) else {
        return;
    };
    keep(draft, orders, Order::Activate(at));
    let f = draft.look().d.ground.f;
    // F comes for nothing; now and then the Advantage is worth a second area.
    let second = if side == Sd::Allied && at != f && draft.look().has_fresh(side, f) {
        Some(f)
    } else if rng.below(8) == 0 {
        pick(rng, &places).copied()
    } else {
        None
    };
    let active = [Some(at), second];
    if let Some(second) = second {
        keep(draft, orders, Order::Activate(second));
    }
    let blown: Vec<_> = draft.s.blown.clone();
    for edge in blown {
        keep(draft, orders, Order::Repair(edge));
    }
    for at in active.into_iter().flatten() {
        let mut certain = true;
        let here: Vec<UnitId> = draft
            .look()
            .units(side, at)
            .filter(|unit| draft.look().may_act(*unit).is_ok())
            .collect();
        if draft.look().contested(at) && rng.below(4) > 0 {
            fight(draft, orders, at);
            continue;
        }
        for unit in here {
            if rng.below(5) == 0 {
                continue;
            }
            certain &= march(draft, rng, orders, unit);
        }
        let _ = certain;
    }
    let fights: Vec<SpaceId> = {
        let look = draft.look();
        let acting = look.s.pulse.acting.iter().filter(|acting| acting.must);
        let mut fights: Vec<SpaceId> = acting.filter_map(|acting| look.s.at(acting.unit)).collect();
        fights.sort_unstable();
        fights.dedup();
        fights
    };
    for at in fights {
        fight(draft, orders, at);
    }
    let bridges: Vec<_> = draft.look().d.ground.bridges().collect();
    for edge in bridges {
        let wanted = side == Sd::German || rng.below(6) == 0;
        if wanted
            && rng.below(3) > 0
            && draft.look().demolition(side, edge).is_ok()
            && draft.s.pulse.stage <= Stage::Demolish
        {
            orders.push(Order::Demolish(edge));
        }
    }
}

/// Sends a unit where it is wanted most, and lets it try bridges on its way; says whether that is certain.
fn march(
    draft: &mut Draft<'_>,
    rng: &mut dyn Below,
    orders: &mut Vec<Order>,
    unit: UnitId,
) -> bool {
    for _ in 0..2 {
        let look = draft.look();
        let side = draft.side();
        let Some(at) = look.s.at(unit) else {
            return true;
        };
        let near = &look.d.ground.place(at).near;
        for (_, edge) in near {
            if look.counter(unit).kind.assaults()
                && look.seizure(unit, *edge).is_ok()
                && rng.below(2) == 0
            {
                let order = Order::Seize {
                    edge: *edge,
                    by: Some(unit),
                };
                orders.push(order);
                return false;
            }
        }
        let mut best: Option<(i32, SpaceId)> = None;
        for (to, _) in near {
            if look.entry(unit, *to).is_err() {
                continue;
            }
            let score = worth(look, side, unit, *to) + i32::try_from(rng.below(5)).unwrap_or(0);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, *to));
            }
        }
        let stay = worth(look, side, unit, at) - 2;
        let Some((score, to)) = best else { return true };
        if score < stay {
            return true;
        }
        // A second step makes the march longer, it is no march of its own.
        let mut path = match orders.last() {
            Some(Order::Move { unit: last, path }) if *last == unit => path.clone(),
            _ => Vec::new(),
        };
        let longer = !path.is_empty();
        path.push(to);
        let order = Order::Move { unit, path };
        if draft.attempt(&order, &[]).is_err() {
            return true;
        }
        if longer {
            orders.pop();
        }
        orders.push(order);
    }
    true
}

/// Orders an assault with all who can, and the guns that can help.
fn fight(draft: &mut Draft<'_>, orders: &mut Vec<Order>, at: SpaceId) {
    let side = draft.side();
    let look = draft.look();
    let Ok(attack) = look.assault(side, at, &Plan::default()) else {
        return;
    };
    let guns: Vec<UnitId> = look
        .d
        .units_of(side)
        .filter(|unit| look.counter(*unit).kind.is_artillery())
        .filter(|gun| look.s.at(*gun).is_some())
        .filter(|gun| look.may_support(side, at, *gun, &attack.units).is_ok())
        .collect();
    let order = Order::Assault {
        at,
        plan: Plan {
            with: Some(attack.units),
            point: None,
            guns,
        },
    };
    orders.push(order);
}

/// How good a script looks.
pub(super) fn appeal(view: &View<'_>, steps: &[Step]) -> i32 {
    let (look, side) = (view.look(), view.own());
    let mut sum = 0;
    for step in steps {
        let Step::Do(_, order) = step else { continue };
        sum += match order {
            Order::Move { unit, path } => path
                .last()
                .map_or(0, |to| worth(look, side, *unit, *to).max(0)),
            Order::Seize { .. } => 8,
            Order::Assault { at, plan } => {
                let with = plan.with.as_ref().map_or(1, Vec::len);
                let foes = look.count(side.other(), *at);
                5 * super::assault::count(with) - 6 * super::assault::count(foes)
            }
            Order::Land { .. } => 12,
            Order::Bombard { .. } | Order::Strike { .. } | Order::Infiltrate { .. } => 6,
            Order::Demolish(_) if side == Sd::German => 4,
            Order::Pass => -20,
            _ => 0,
        };
    }
    sum
}

/// Option 23.2: most stay with what is printed.
pub(super) fn drops(view: &View<'_>, rng: &mut dyn Below) -> Picks {
    let pen = Pen::new(view);
    let look = view.look();
    let units: Vec<UnitId> = look
        .d
        .units_of(Sd::Allied)
        .filter(|unit| super::dday::lands_first(look, *unit))
        .collect();
    let mut orders = Vec::new();
    for unit in units {
        let Some(division) = look.counter(unit).airborne else {
            continue;
        };
        let places: Vec<SpaceId> = look
            .d
            .ground
            .ids()
            .filter(|at| look.d.ground.place(*at).sector[division.index()])
            .collect();
        if rng.below(6) > 0 {
            continue;
        }
        if let Some(at) = pick(rng, &places) {
            let order = Order::Drop { unit, at: *at };
            let mut tried: Vec<Step> = Vec::new();
            for one in orders.iter().chain([&order]) {
                let one: &Order = one;
                tried.push(Step::Do(tried.len(), one.clone()));
            }
            if super::dday::drop_problems(look, &tried).is_empty() {
                orders.push(order);
            }
        }
    }
    pen.script(&orders)
}

/// Rule 20.4: fight where one must, try bridges, or spread out.
pub(super) fn landing(view: &View<'_>, rng: &mut dyn Below) -> Picks {
    let pen = Pen::new(view);
    let look = view.look();
    let mut orders: Vec<Order> = Vec::new();
    let mut keep = |order: Order| {
        let mut tried: Vec<Step> = Vec::new();
        for one in orders.iter().chain([&order]) {
            tried.push(Step::Do(tried.len(), one.clone()));
        }
        if super::dday::landing_problems(look, &tried).is_empty() {
            orders.push(order);
        }
    };
    for at in look.d.ground.ids() {
        if !look.has_fresh(Sd::Allied, at) || look.d.ground.place(at).zone {
            continue;
        }
        if look.contested(at) {
            keep(Order::Assault {
                at,
                plan: Plan::default(),
            });
            continue;
        }
        let units: Vec<UnitId> = look
            .units(Sd::Allied, at)
            .filter(|unit| look.fresh(*unit) && look.counter(*unit).kind.assaults())
            .collect();
        match rng.below(3) {
            0 => {
                if let Some(unit) = units.first() {
                    for (_, edge) in &look.d.ground.place(at).near {
                        keep(Order::Seize {
                            edge: *edge,
                            by: Some(*unit),
                        });
                    }
                }
            }
            1 => {
                for unit in &units {
                    let near = &look.d.ground.place(at).near;
                    if let Some((to, _)) = pick(rng, near) {
                        keep(Order::Move {
                            unit: *unit,
                            path: vec![*to],
                        });
                    }
                }
            }
            _ => {}
        }
    }
    pen.script(&orders)
}

/// Rule 20.5: the tanks and infantry of the Guards with their guns.
pub(super) fn corps(view: &View<'_>) -> Picks {
    let pen = Pen::new(view);
    let look = view.look();
    let f = look.d.ground.f;
    let here = |test: &dyn Fn(Kind) -> bool| -> Vec<UnitId> {
        look.units(Sd::Allied, f)
            .filter(|unit| look.fresh(*unit) && test(look.counter(*unit).kind))
            .filter(|unit| look.counter(*unit).division == "Gds")
            .collect()
    };
    let order = Order::Assault {
        at: f,
        plan: Plan {
            with: Some(here(&Kind::assaults)),
            point: None,
            guns: here(&Kind::is_artillery),
        },
    };
    pen.script(&[order])
}

/// A plan for a refit phase: who is worth most first, the named ones before.
pub(super) fn refit(view: &View<'_>, first: &[UnitId]) -> Picks {
    let (d, side) = (view.data(), view.own());
    let words = refit_orders::layout(view);
    let row = |word: &'static Word| words.iter().position(|one| *one == word);
    let mut s = view.look().s.clone();
    let mut acts = Vec::new();
    let mut units: Vec<UnitId> = d
        .units_of(side)
        .filter(|unit| s.at(*unit).is_some() && s.unit(*unit).level != Level::Fresh)
        .collect();
    let rank = |unit: &UnitId| {
        let counter = d.counter(*unit);
        let named = first.iter().position(|one| one == unit);
        (
            named.unwrap_or(usize::MAX),
            std::cmp::Reverse(counter.kind.is_flak()),
            std::cmp::Reverse(counter.attack),
            *unit,
        )
    };
    units.sort_by_key(rank);
    let mut misses = 0;
    for unit in units {
        // Who cannot be reached is not worth a search of the whole map, again and again.
        if misses > 6 {
            break;
        }
        if (Look { d, s: &s }).refit(unit, &[]).is_err() {
            let Some(at) = s.at(unit) else { continue };
            let found = depot_for(Look { d, s: &s }, side, at);
            if let Some(depot) = found {
                super::apply::apply(d, &mut s, &super::event::Event::Places { depot });
                acts.extend(row(&DEPOT).map(|row| depot_line(row, &depot)));
            }
        }
        let Ok((cost, from)) = (Look { d, s: &s }).refit(unit, &[]) else {
            misses += 1;
            continue;
        };
        let level = s.unit(unit).level.better().unwrap_or(Level::Fresh);
        let event = super::event::Event::Refits {
            unit,
            level,
            cost,
            from,
        };
        super::apply::apply(d, &mut s, &event);
        acts.extend(row(&REFIT).map(|row| {
            Act::Do(Line {
                row,
                subject: Some(unit.item()),
                picks: Picks::Parts(vec![None]),
            })
        }));
    }
    Picks::Script(acts)
}

fn depot_line(row: usize, depot: &Depot) -> Act {
    Act::Do(Line {
        row,
        subject: Some(place_item(depot.at)),
        picks: Picks::One(Item::Word(source_word(depot.source))),
    })
}

/// A depot in a place or next to it, of whatever source there is.
fn depot_for(look: Look<'_>, side: Sd, at: SpaceId) -> Option<Depot> {
    let near = look.d.ground.place(at).near.iter().map(|(to, _)| *to);
    let heads = look
        .d
        .ground
        .ids()
        .filter(|at| look.d.ground.place(*at).head.contains(&true));
    let places: Vec<SpaceId> = std::iter::once(at)
        .chain(near)
        .chain(heads.filter(|_| side == Sd::Allied))
        .collect();
    for source in sources(side) {
        if source == Source::Oss {
            continue;
        }
        for place in &places {
            if let Ok(points) = look.depot(source, *place)
                && points > 0
            {
                return Some(Depot {
                    source,
                    at: *place,
                    points,
                    boosted: 0,
                });
            }
        }
    }
    None
}

/// Some units move up.
pub(super) fn regroup(view: &View<'_>, rng: &mut dyn Below) -> Picks {
    let d = view.data();
    let mut s = view.look().s.clone();
    let mut acts = Vec::new();
    for (row, (at, units)) in super::regroup::rows(view).into_iter().enumerate() {
        for unit in units {
            if rng.below(3) > 0 {
                continue;
            }
            let near = &d.ground.place(at).near;
            let Some((to, _)) = pick(rng, near) else {
                continue;
            };
            let Ok((edge, via)) = (Look { d, s: &s }).regroup(unit, *to) else {
                continue;
            };
            let event = super::event::Event::Regroups {
                unit,
                from: at,
                to: *to,
                edge,
                via,
            };
            super::apply::apply(d, &mut s, &event);
            acts.push(Act::Do(Line {
                row,
                subject: Some(unit.item()),
                picks: Picks::One(place_item(*to)),
            }));
        }
    }
    Picks::Script(acts)
}
