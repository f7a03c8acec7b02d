//! Rule 10.0: the Combat Phase. The sides alternate offensives until both have none left or both pass.

use super::Board;
use super::air_phase;
use super::attack;
use super::bars::{Bar, Task, obey, spare};
use super::capture;
use super::class::{Arm, Class};
use super::event::{Event, How, Offensive};
use super::flight::Base;
use super::nation::{Alliance, Nation, Side};
use super::norway;
use super::orders::{
    Agree, Assault, Judged, OffensiveOrder, OffensiveOrders, check_assault, crowding,
};
use super::position::Position;
use super::rail::Rails;
use super::state::{Phase, Where};
use super::supply;
use super::view::View;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::orders::About;

/// Whether an alliance has offensives left.
fn has_any(t: &Board<'_>, alliance: Alliance) -> bool {
    let mut nations = Nation::ALL
        .into_iter()
        .filter(|nation| nation.alliance() == alliance);
    nations.any(|nation| t.state().offensives[nation.index()] > 0)
}

/// Whether a player has offensives left.
fn can_act(t: &Board<'_>, player: Side) -> bool {
    let mut nations = Nation::ALL
        .into_iter()
        .filter(|nation| t.data().commander(*nation) == player);
    nations.any(|nation| t.state().offensives[nation.index()] > 0)
}

/// One offensive, or a pass; with lists, the whole phase.
pub(super) fn next(t: &mut Board<'_>) -> Play {
    if t.data().on.lists {
        return by_lists(t);
    }
    let own = t.state().acting;
    if !has_any(t, own) && !has_any(t, own.other()) || t.state().passes >= 2 {
        return super::next_phase(t, Phase::Movement);
    }
    let mut acted = false;
    if has_any(t, own) {
        for player in speakers(t, own) {
            let lists = t.ask(player, OnSheet(OffensiveOrders::of(1)))?;
            let order = lists.into_iter().next().unwrap_or(OffensiveOrder::Pass);
            // Who passes, or whose ally does not agree, leaves the offensive to the other.
            if !matches!(order, OffensiveOrder::Pass) && agreed(t, player, &order)? {
                carry_out(t, own, &order)?;
                acted = true;
                break;
            }
        }
    }
    if !acted {
        t.happen(Event::Passes { alliance: own })?;
    }
    if t.state().surrendered.is_some() {
        return super::next_phase(t, Phase::Movement);
    }
    Ok(())
}

/// Rule 10.0: allies agree among themselves; whoever has most offensives left is asked first.
pub(super) fn speakers(t: &Board<'_>, own: Alliance) -> Vec<Side> {
    let left = |player: Side| -> i32 {
        let nations = Nation::ALL
            .into_iter()
            .filter(|nation| t.data().commander(*nation) == player);
        nations
            .map(|nation| t.state().offensives[nation.index()])
            .sum()
    };
    let mut players: Vec<Side> = t.data().players(own).to_vec();
    players.retain(|player| can_act(t, *player));
    players.sort_by_key(|player| std::cmp::Reverse(left(*player)));
    players
}

/// An offensive of a list, and who filed it.
type Filed = (Side, OffensiveOrder);

/// The next offensive of a list that can be carried out and to which the ally agrees.
fn next_agreed(
    t: &mut Board<'_>,
    own: Alliance,
    queue: &mut Vec<Filed>,
) -> Play<Option<OffensiveOrder>> {
    for refused in 0_u32.. {
        let Some((player, order)) = next_of(t, own, queue)? else {
            break;
        };
        let t: &mut Board<'_> = &mut t.within(format_args!("ally-{refused}"));
        if agreed(t, player, &order)? {
            return Ok(Some(order));
        }
    }
    Ok(None)
}

/// The agreed quick way: each side files its offensives before the first one, and they alternate.
fn by_lists(t: &mut Board<'_>) -> Play {
    let first = t.state().acting;
    let mut asks = Vec::new();
    for alliance in [first, first.other()] {
        for player in speakers(t, alliance) {
            asks.push((player, OnSheet(OffensiveOrders::of(60))));
        }
    }
    let players: Vec<Side> = asks.iter().map(|(player, _)| *player).collect();
    let filed = if asks.is_empty() {
        Vec::new()
    } else {
        t.ask_all(asks)?
    };
    let mut queues: [Vec<Filed>; 2] = [Vec::new(), Vec::new()];
    for (player, orders) in players.into_iter().zip(filed) {
        let orders = orders.into_iter().map(|order| (player, order));
        queues[player.alliance().index()].extend(orders);
    }
    for queue in &mut queues {
        queue.reverse();
    }
    let mut own = first;
    while queues.iter().any(|queue| !queue.is_empty())
        && t.state().passes < 2
        && t.state().surrendered.is_none()
    {
        let number = t.state().number;
        let t: &mut Board<'_> = &mut t.within(format_args!("o{number}"));
        match next_agreed(t, own, &mut queues[own.index()])? {
            Some(order) => carry_out(t, own, &order)?,
            None => t.happen(Event::Passes { alliance: own })?,
        }
        own = own.other();
    }
    // Both have passed, or Norway has surrendered: what is left on the lists is not carried out.
    for (_, order) in queues.into_iter().flat_map(|queue| queue.into_iter().rev()) {
        spare(t, Task::Offensive, order.units(), Bar::PhaseOver)?;
    }
    super::next_phase(t, Phase::Movement)
}

/// The next order of a list that can still be carried out; `None` is a pass. What has lapsed costs nothing.
fn next_of(t: &mut Board<'_>, own: Alliance, queue: &mut Vec<Filed>) -> Play<Option<Filed>> {
    while let Some((player, order)) = queue.pop() {
        let Some(at) = order.at() else {
            return Ok(None);
        };
        let bar = match still(t, own, &order) {
            Ok(able) => {
                left_out(t, &order, &able)?;
                return Ok(Some((player, able)));
            }
            Err(bar) => bar,
        };
        t.happen(Event::Lapses { alliance: own, at })?;
        spare(t, Task::Offensive, order.units(), bar)?;
    }
    Ok(None)
}

/// Tells who cannot take part any more in an offensive that the others carry out.
fn left_out(t: &mut Board<'_>, order: &OffensiveOrder, able: &OffensiveOrder) -> Play {
    let at = t.known(order.at())?;
    let stay = able.units();
    for unit in order.units() {
        if !stay.contains(&unit) {
            let bar = super::pos(t).unable(unit);
            let bar = bar.unwrap_or(Bar::CannotJoin { unit, at });
            spare(t, Task::Offensive, vec![unit], bar)?;
        }
    }
    Ok(())
}

/// An order as far as it can still be carried out: what was filed before the first offensive meets another position.
fn still(t: &Board<'_>, own: Alliance, order: &OffensiveOrder) -> Result<OffensiveOrder, Bar> {
    let pos = super::pos(t);
    let Some(at) = order.at() else {
        return Ok(order.clone());
    };
    // Nobody is left: the first of them says why.
    let first = order.units().first().copied();
    let nobody = first.map_or(Bar::NobodyAble { at }, |unit| {
        let bar = pos.unable(unit);
        bar.unwrap_or(Bar::CannotJoin { unit, at })
    });
    let some = |units: &[UnitId]| (!units.is_empty()).then_some(()).ok_or(nobody);
    let free = |at: SpaceId| {
        let enemies = pos.has_land(at, own.other());
        (!enemies).then_some(()).ok_or(Bar::EnemiesThere { at })
    };
    let mut order = order.clone();
    let keep = |units: &mut Vec<UnitId>| {
        units.retain(|unit| {
            pos.in_play(*unit) && (pos.may_act(*unit) || pos.arm(*unit) == Arm::Naval)
        });
    };
    match &mut order {
        OffensiveOrder::Attack(assault) => {
            keep(&mut assault.units);
            only_able(t, own, assault).ok_or(Bar::NobodyAble { at })?;
        }
        OffensiveOrder::Double(first, second) => {
            keep(&mut first.units);
            keep(&mut second.units);
            only_able(t, own, first).ok_or(Bar::NobodyAble { at })?;
            let at = second.target;
            only_able(t, own, second).ok_or(Bar::NobodyAble { at })?;
        }
        OffensiveOrder::March { units, path, how } => {
            keep(units);
            let to = path.last().copied().ok_or(nobody)?;
            some(units)?;
            if *how == How::Rail {
                let rails = Rails::open(pos, own);
                units.retain(|unit| {
                    pos.at(*unit)
                        .is_some_and(|at| rails.from(at).any(|place| place == to))
                });
                some(units).map_err(|_| Bar::NoRail { at: to })?;
            }
            only_room(pos, own, units, to);
            some(units).map_err(|_| Bar::NoRoom { at: to })?;
            path.iter().try_for_each(|at| free(*at))?;
        }
        OffensiveOrder::Land { units, at } => {
            keep(units);
            units.retain(|unit| pos.carrier(*unit).is_some() && pos.at(*unit) == Some(*at));
            some(units)?;
            only_room(pos, own, units, *at);
            some(units).map_err(|_| Bar::NoRoom { at: *at })?;
            free(*at)?;
        }
        OffensiveOrder::Airlift(order) => {
            keep(&mut order.units);
            keep(&mut order.carry);
            let base = match order.to {
                Base::Field(place) => pos.is_base(own, place).then_some(place),
                Base::Deck(ship) => pos.at(ship),
            };
            let base = base.ok_or(Bar::NoLanding { at })?;
            only_room(pos, own, &mut order.carry, base);
            some(&order.units)?;
            let crowded = crowding(&view(t, own), &[(0, order)]);
            let fits = crowded.is_empty().then_some(());
            fits.ok_or(Bar::NoLanding { at: base })?;
        }
        OffensiveOrder::Strike(order) => {
            keep(&mut order.units);
            some(&order.units)?;
        }
        OffensiveOrder::Pass => {}
    }
    let pays = order.pays(pos);
    let can = |(nation, n): &(Nation, i32)| pos.s.offensives[nation.index()] >= *n;
    pays.iter().all(can).then_some(order).ok_or(Bar::Unpaid)
}

/// What an alliance knows.
fn view<'t>(t: &'t Board<'_>, own: Alliance) -> View<'t> {
    let player = t.data().players(own).first().copied();
    View::new(t.data(), t.state(), player)
}

/// Leaves in an attack who can still take part in it; `None` if there is none left to fight.
fn only_able(t: &Board<'_>, own: Alliance, assault: &mut Assault) -> Option<()> {
    let view = view(t, own);
    let pos = view.pos();
    for _ in 0..2 {
        let problems = check_assault(&view, 0, assault);
        assault.units.retain(|unit| {
            let about = About::LineItem(0, unit.item());
            !problems.iter().any(|problem| problem.about == about)
        });
    }
    // The enemy may have gone, or friends may have come before.
    if !pos.has_land(assault.target, own.other()) {
        if pos.controls(own, assault.target) {
            return None;
        }
        only_room(pos, own, &mut assault.units, assault.target);
    }
    let fights = |unit: &UnitId| pos.arm(*unit) == Arm::Land && !pos.class(*unit).is_artillery();
    let able = assault.units.iter().any(fights) && check_assault(&view, 0, assault).is_empty();
    able.then_some(())
}

/// Rule 3.1: leaves so many as a hex still takes, in the order they were named.
fn only_room(pos: Position<'_>, own: Alliance, units: &mut Vec<UnitId>, to: SpaceId) {
    let mut room = pos.space(to, own, Arm::Land);
    units.retain(|unit| {
        if pos.arm(*unit) != Arm::Land || pos.s.unit(*unit).at == Where::At(to) {
            return true;
        }
        let fits = room > 0;
        room = room.saturating_sub(1);
        fits
    });
}

/// Declares, pays and resolves one offensive.
fn carry_out(t: &mut Board<'_>, own: Alliance, order: &OffensiveOrder) -> Play {
    let pos = super::pos(t);
    let pays = order.pays(pos);
    let (offensive, units) = (order.kind(pos), order.units());
    let at = t.known(order.at())?;
    t.happen(Event::Declares {
        alliance: own,
        offensive,
        at,
        units,
        pays,
    })?;
    match order {
        OffensiveOrder::Attack(assault) => attack::carry_out(t, own, assault, None)?,
        OffensiveOrder::Double(first, second) => double(t, own, first, second)?,
        OffensiveOrder::March { units, path, how } => go_together(t, own, units, path, *how)?,
        OffensiveOrder::Land { units, at } => {
            norway::narvik(t, *at, own)?;
            go_together(t, own, units, &[*at], How::Land)?;
        }
        OffensiveOrder::Airlift(order) => {
            obey(t, Task::Fly, &order.units, |t| {
                air_phase::transfer(t, order)
            })?;
        }
        OffensiveOrder::Strike(mission) => obey(t, Task::Strike, &mission.units, |t| {
            air_phase::strike(t, mission)
        })?,
        OffensiveOrder::Pass => {}
    }
    norway::surrender(t)
}

/// Rule 10.9/a: both attacks are declared and begun together, then resolved one after the other.
fn double(t: &mut Board<'_>, own: Alliance, first: &Assault, second: &Assault) -> Play {
    let hexes = (first.target, second.target);
    let ringed = supply::cut_off(super::pos(t), own.other(), second.target);
    let mut a = {
        let t: &mut Board<'_> = &mut t.within("first");
        attack::advance(t, own, first, Some(hexes.1))?
    };
    let mut b = {
        let t: &mut Board<'_> = &mut t.within("second");
        attack::advance(t, own, second, Some(hexes.0))?
    };
    b.bases.clone_from(&a.bases);
    b.ringed = ringed;
    {
        let t: &mut Board<'_> = &mut t.within("first");
        attack::finish(t, &mut a, first)?;
    }
    let t: &mut Board<'_> = &mut t.within("second");
    attack::finish(t, &mut b, second)
}

/// Rule 10.10: a stack goes together into a hex without enemies.
pub(super) fn go_together(
    t: &mut Board<'_>,
    own: Alliance,
    units: &[UnitId],
    path: &[SpaceId],
    how: How,
) -> Play {
    let Some(to) = path.last() else {
        return Ok(());
    };
    t.happen(Event::Moves {
        units: units.to_vec(),
        to: Where::At(*to),
        over: path.to_vec(),
        how,
        act: true,
    })?;
    let pos = super::pos(t);
    let takes = units.iter().any(|unit| pos.arm(*unit) == Arm::Land);
    if takes {
        capture::enter(t, own, path)?;
    }
    Ok(())
}

/// Rules 1.1 and 10.0: whoever's units an ally uses is asked; without his leave nothing is declared and nothing paid.
fn agreed(t: &mut Board<'_>, writer: Side, order: &OffensiveOrder) -> Play<bool> {
    let units = order.units();
    let at = t.known(order.at())?;
    for owner in t.data().players(writer.alliance()) {
        let theirs: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|unit| t.data().owner(*unit) == *owner)
            .collect();
        if *owner == writer || theirs.is_empty() {
            continue;
        }
        let ask = Agree {
            units: theirs.clone(),
            at,
        };
        if !t.ask(*owner, Judged(ask))? {
            t.happen(Event::Refuses {
                side: *owner,
                units: theirs,
                at,
            })?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a kind of unit carries others by air.
pub(super) const fn is_plane(class: Class) -> bool {
    matches!(class, Class::AirTransport)
}

/// Names an offensive after what it is.
pub(super) const fn kind_of(how: How) -> Offensive {
    match how {
        How::Rail => Offensive::Rail,
        How::Land => Offensive::Land,
        _ => Offensive::March,
    }
}
