//! Rule 20: the phases of D-Day.

use super::Field;
use super::advantage;
use super::assault::{self, Attack, Plan};
use super::bars::Bar;
use super::bombardment::{self, EIGHTH_AIR, Fire};
use super::carry;
use super::control::look;
use super::decisions::{AimAt, CorpsAssault, Landing};
use super::event::{Cause, Event, Target};
use super::landing;
use super::look::Look;
use super::reasons::{plain, refused};
use super::script::{Order, Step};
use super::state::{Level, Phase, Sd, State, Where};
use super::units::{Kind, UnitId};
use crate::board::SpaceId;
use crate::engine::letters::all_hold;
use crate::engine::table::Play;
use crate::orders::Problem;

fn next(t: &mut Field<'_>, phase: Phase) -> Play {
    advantage::pass_on(t)?;
    t.happen(Event::Next { phase })
}

/// Asks what to aim at where there is a choice.
fn aim(t: &mut Field<'_>, places: &[SpaceId]) -> Play<Vec<(SpaceId, UnitId)>> {
    let choice = |at: &&SpaceId| look(t).forward_units(Sd::German, **at).len() > 1;
    let open: Vec<SpaceId> = places.iter().filter(choice).copied().collect();
    let chosen = if open.is_empty() {
        Vec::new()
    } else {
        t.ask(Sd::Allied, AimAt { places: open })?
    };
    let look = look(t);
    let target = |at: SpaceId| {
        let named = chosen.iter().find(|(one, _)| *one == at);
        let tower = look
            .units(Sd::German, at)
            .find(|unit| look.counter(*unit).kind == Kind::Tower);
        named
            .map(|(_, unit)| *unit)
            .or(tower)
            .or(look.forward_units(Sd::German, at).first().copied())
    };
    Ok(places
        .iter()
        .filter_map(|at| Some((*at, target(*at)?)))
        .collect())
}

/// Rule 20.2: every area with a flak tower is bombarded once from the air.
pub(super) fn air(t: &mut Field<'_>) -> Play {
    t.happen(Event::Begins { side: Sd::Allied })?;
    let now = look(t);
    let tower = |at: &SpaceId| {
        now.units(Sd::German, *at)
            .any(|unit| now.counter(unit).kind == Kind::Tower)
    };
    let places: Vec<SpaceId> = t.data().ground.ids().filter(tower).collect();
    for (at, target) in aim(t, &places)? {
        bombardment::from_air(t, EIGHTH_AIR, at, target)?;
    }
    t.happen(Event::AirSupply)?;
    next(t, Phase::Guns)
}

/// Rule 20.3: the artillery of XXX Corps lays a barrage on F.
pub(super) fn guns(t: &mut Field<'_>) -> Play {
    t.happen(Event::Begins { side: Sd::Allied })?;
    let f = t.data().ground.f;
    let now = look(t);
    let lead = now
        .units(Sd::Allied, f)
        .find(|unit| now.counter(*unit).kind == Kind::CorpsGuns && now.fresh(*unit));
    if let Some(lead) = lead
        && let Some((_, target)) = aim(t, &[f])?.first().copied()
    {
        let fire = Fire {
            side: Sd::Allied,
            at: f,
            lead,
            guns: Vec::new(),
            barrage: true,
            target: Target::Unit(target),
        };
        bombardment::by_guns(t, &fire)?;
    }
    next(t, Phase::Drop)
}

/// Whether a unit lands on the first day (4.23).
pub(super) fn lands_first(look: Look<'_>, unit: UnitId) -> bool {
    let counter = look.counter(unit);
    counter.airborne.is_some() && counter.date == Some(17) && look.s.unit(unit).at == Where::Later
}

/// Rule 20.4: all land, flak fires, then each drop area has one action.
pub(super) fn drop(t: &mut Field<'_>) -> Play {
    t.happen(Event::Begins { side: Sd::Allied })?;
    let now = look(t);
    let landers = t
        .data()
        .units_of(Sd::Allied)
        .filter(|unit| lands_first(now, *unit));
    let mut places: Vec<(UnitId, SpaceId)> = landers
        .map(|unit| (unit, t.data().counter(unit).at))
        .collect();
    if t.data().switches.free_landing && !places.is_empty() {
        let t: &mut Field<'_> = &mut t.within("drops");
        for step in t.ask(Sd::Allied, Landing { drops: true })? {
            if let Step::Do(_, Order::Drop { unit, at }) = step
                && let Some(place) = places.iter_mut().find(|(one, _)| *one == unit)
            {
                place.1 = at;
            }
        }
    }
    let mut areas: Vec<SpaceId> = places.iter().map(|(_, at)| *at).collect();
    areas.sort_unstable();
    areas.dedup();
    for at in &areas {
        let here = places.iter().filter(|(_, one)| one == at);
        let units: Vec<UnitId> = here.map(|(unit, _)| *unit).collect();
        landing::come_down(t, &units, *at)?;
    }
    let fresh = areas.iter().any(|at| look(t).has_fresh(Sd::Allied, *at));
    if fresh {
        let steps = t.ask(Sd::Allied, Landing { drops: false })?;
        act(t, &steps)?;
    }
    next(t, Phase::Corps)
}

/// The options of a drop area (20.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Assault,
    Bridges(UnitId),
    March,
}

/// The drop area an order of the landing phase belongs to, and the option it takes.
fn choice(look: Look<'_>, order: &Order) -> Result<(SpaceId, Choice), Bar> {
    match order {
        Order::Assault { at, .. } => Ok((*at, Choice::Assault)),
        Order::Move { unit, .. } => {
            let at = look.s.at(*unit).ok_or(Bar::NotActive)?;
            Ok((at, Choice::March))
        }
        Order::Seize { edge, by } => {
            let unit = match by {
                Some(unit) => *unit,
                None => {
                    let printed = look.d.ground.edge(*edge);
                    let near = [printed.a, printed.b].into_iter();
                    let mut units = near.flat_map(|at| look.units(Sd::Allied, at));
                    units
                        .find(|unit| look.fresh(*unit) && look.counter(*unit).kind.assaults())
                        .ok_or(Bar::NotBeside)?
                }
            };
            let at = look.s.at(unit).ok_or(Bar::NotActive)?;
            Ok((at, Choice::Bridges(unit)))
        }
        _ => Err(Bar::OneOption),
    }
}

/// Rule 20.4: whether an area may take an option.
fn may_choose(
    look: Look<'_>,
    at: SpaceId,
    choice: Choice,
    before: Option<Choice>,
) -> Result<(), Bar> {
    match (before, choice) {
        (None, _) | (Some(Choice::March), Choice::March) => {}
        (Some(Choice::Bridges(one)), Choice::Bridges(other)) if one == other => {}
        (Some(Choice::Bridges(_)), Choice::Bridges(_)) => return Err(Bar::OneSeizer),
        _ => return Err(Bar::OneOption),
    }
    match (choice, look.contested(at)) {
        (Choice::Assault, false) => Err(Bar::DropNotContested),
        (Choice::Bridges(_) | Choice::March, true) => Err(Bar::DropContested),
        _ => Ok(()),
    }
}

/// Rule 20.4: a march of the landing phase is one step into a vacant area.
fn one_step(look: Look<'_>, unit: UnitId, path: &[SpaceId]) -> Result<SpaceId, Bar> {
    let [to] = path else {
        return Err(Bar::DropStep);
    };
    look.entry(unit, *to)?;
    if !look.vacant(Sd::Allied, *to) {
        return Err(Bar::DropOccupied);
    }
    Ok(*to)
}

/// What is wrong with the orders of the landing phase. Lines behind a condition take the option of their area too, or
/// it would depend on dice which one it is.
pub(super) fn landing_problems(look: Look<'_>, steps: &[Step]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut chosen: Vec<(SpaceId, Choice)> = Vec::new();
    let lines = steps.iter().flat_map(|step| -> Vec<(usize, &Order, bool)> {
        match step {
            Step::Do(n, order) => vec![(*n, order, true)],
            Step::If {
                then, otherwise, ..
            } => {
                let lines = then.iter().chain(otherwise);
                lines.map(|(n, order)| (*n, order, false)).collect()
            }
        }
    });
    for (n, order, certain) in lines {
        let mut judge = || -> Result<(), Bar> {
            let (at, choice) = choice(look, order)?;
            let before = chosen.iter().find(|(one, _)| *one == at);
            may_choose(look, at, choice, before.map(|(_, choice)| *choice))?;
            let mut s: State = look.s.clone();
            super::apply::apply(look.d, &mut s, &activation(at));
            let look = Look { d: look.d, s: &s };
            match order {
                // What dice come before cannot be judged yet.
                _ if !certain => {}
                Order::Assault { at, plan } => {
                    look.assault(Sd::Allied, *at, plan)?;
                }
                Order::Move { unit, path } => {
                    one_step(look, *unit, path)?;
                }
                Order::Seize { edge, .. } => {
                    if let Choice::Bridges(unit) = choice {
                        look.seizure(unit, *edge)?;
                    }
                }
                _ => {}
            }
            chosen.push((at, choice));
            Ok(())
        };
        if let Err(bar) = judge() {
            problems.push(refused(look, Sd::Allied, n, order, bar));
        }
    }
    problems
}

const fn activation(at: SpaceId) -> Event {
    Event::Activates {
        side: Sd::Allied,
        at,
    }
}

/// The drop area a step of the landing phase belongs to: that of its first line.
fn area_of(look: Look<'_>, step: &Step) -> Option<SpaceId> {
    let order = match step {
        Step::Do(_, order) => Some(order),
        Step::If {
            then, otherwise, ..
        } => then.iter().chain(otherwise).map(|(_, order)| order).next(),
    };
    Some(choice(look, order?).ok()?.0)
}

/// The orders of a step, its condition judged now.
fn orders_now<'s>(t: &Field<'_>, step: &'s Step) -> Vec<&'s Order> {
    match step {
        Step::Do(_, order) => vec![order],
        Step::If {
            tests,
            then,
            otherwise,
        } => {
            let view = super::view::View::new(t.data(), t.state(), Some(Sd::Allied));
            let holds = all_hold::<super::MarketGarden>(&view, tests);
            let lines = if holds { then } else { otherwise };
            lines.iter().map(|(_, order)| order).collect()
        }
    }
}

/// Carries out the landing phase area by area.
fn act(t: &mut Field<'_>, steps: &[Step]) -> Play {
    let mut groups: Vec<(SpaceId, Vec<&Step>)> = Vec::new();
    for step in steps {
        let Some(at) = area_of(look(t), step) else {
            continue;
        };
        match groups.iter_mut().find(|(one, _)| *one == at) {
            Some((_, steps)) => steps.push(step),
            None => groups.push((at, vec![step])),
        }
    }
    let mut acted: Vec<UnitId> = Vec::new();
    for (at, steps) in groups {
        t.happen(activation(at))?;
        let mut before = None;
        for step in steps {
            for order in orders_now(t, step) {
                match carry_out(t, at, order, &mut before)? {
                    Ok(units) => acted.extend(units),
                    Err(bar) => carry::not_done(t, Sd::Allied, order, bar)?,
                }
            }
        }
    }
    // 20.4: who did anything is spent.
    acted.retain(|unit| look(t).fresh(*unit) && t.state().at(*unit).is_some());
    acted.sort_unstable();
    acted.dedup();
    if acted.is_empty() {
        return Ok(());
    }
    t.happen(Event::Becomes {
        units: acted,
        level: Level::Spent,
        cause: Cause::Landing,
    })
}

fn carry_out(
    t: &mut Field<'_>,
    at: SpaceId,
    order: &Order,
    before: &mut Option<Choice>,
) -> Play<Result<Vec<UnitId>, Bar>> {
    let chosen = match choice(look(t), order) {
        Ok((_, choice)) => choice,
        Err(bar) => return Ok(Err(bar)),
    };
    if let Err(bar) = may_choose(look(t), at, chosen, *before) {
        return Ok(Err(bar));
    }
    let acted = match order {
        Order::Assault { at, plan } => match look(t).assault(Sd::Allied, *at, plan) {
            Ok(attack) => {
                let units = attack.units.iter().chain(&attack.guns).copied().collect();
                assault::resolve(t, attack)?;
                units
            }
            Err(bar) => return Ok(Err(bar)),
        },
        Order::Move { unit, path } => {
            let checked = one_step(look(t), *unit, path)
                .and_then(|to| look(t).entry(*unit, to).map(|entry| (to, entry)));
            match checked {
                Ok((to, entry)) => carry::enter(t, *unit, to, entry)?,
                Err(bar) => return Ok(Err(bar)),
            }
            vec![*unit]
        }
        Order::Seize { edge, .. } => {
            let Choice::Bridges(unit) = chosen else {
                return Ok(Err(Bar::OneOption));
            };
            match look(t).seizure(unit, *edge) {
                Ok(at) => {
                    super::bridges::seize(t, unit, at, *edge)?;
                }
                Err(bar) => return Ok(Err(bar)),
            }
            vec![unit]
        }
        _ => return Ok(Err(Bar::OneOption)),
    };
    *before = Some(chosen);
    Ok(Ok(acted))
}

/// Option 23.2: what is wrong with where the first units shall land.
pub(super) fn drop_problems(look: Look<'_>, steps: &[Step]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut places: Vec<(UnitId, SpaceId)> = look
        .d
        .units_of(Sd::Allied)
        .filter(|unit| lands_first(look, *unit))
        .map(|unit| (unit, look.counter(unit).at))
        .collect();
    for step in steps {
        let Step::Do(n, order @ Order::Drop { unit, at }) = step else {
            continue;
        };
        match drop_place(look, *unit, *at) {
            Ok(()) => {
                if let Some(place) = places.iter_mut().find(|(one, _)| one == unit) {
                    place.1 = *at;
                }
            }
            Err(bar) => problems.push(refused(look, Sd::Allied, *n, order, bar)),
        }
    }
    // Only where units were sent by choice the number counts: the printed landings stand.
    let options = &look.d.tables.options;
    for step in steps {
        let Step::Do(n, order @ Order::Drop { at, .. }) = step else {
            continue;
        };
        let most = if *at == look.d.named.wide {
            options.landing_wide_most
        } else {
            options.landing_most
        };
        if places.iter().filter(|(_, one)| one == at).count() > most {
            problems.push(refused(look, Sd::Allied, *n, order, Bar::DropFull));
        }
    }
    problems
}

/// Option 23.2: an area of the sector with easy ground or a supply head, that reaches a head other than 24.
fn drop_place(look: Look<'_>, unit: UnitId, at: SpaceId) -> Result<(), Bar> {
    let (ground, options) = (&look.d.ground, &look.d.tables.options);
    let Some(division) = look.counter(unit).airborne else {
        return Err(Bar::DropWhere);
    };
    let (n, place) = (division.index(), ground.place(at));
    let easy = place.tem <= options.landing_tem_most || place.head.contains(&true);
    if !place.sector[n] || !easy {
        return Err(Bar::DropWhere);
    }
    // A line over ground that will be Allied: within the sector, dry-shod.
    let head = |at: SpaceId| ground.place(at).head[n] && at != look.d.named.not_head;
    let mut seen = vec![at];
    let mut open = vec![at];
    while let Some(here) = open.pop() {
        if head(here) {
            return Ok(());
        }
        for (to, edge) in &ground.place(here).near {
            let dry = ground.edge(*edge).water == super::ground::Water::None;
            if dry && ground.place(*to).sector[n] && !seen.contains(to) {
                seen.push(*to);
                open.push(*to);
            }
        }
    }
    Err(Bar::DropWhere)
}

/// Rule 20.5: at least one armoured unit of the Guards assaults in F.
pub(super) fn corps_attack(look: Look<'_>, steps: &[Step]) -> Result<Attack, Vec<Problem>> {
    let f = look.d.ground.f;
    let mut s: State = look.s.clone();
    super::apply::apply(look.d, &mut s, &activation(f));
    let look = Look { d: look.d, s: &s };
    let mut found: Option<(usize, &Order, &Plan)> = None;
    for step in steps {
        if let Step::Do(n, order @ Order::Assault { at, plan }) = step
            && *at == f
        {
            found = Some((*n, order, plan));
        }
    }
    let Some((n, order, plan)) = found else {
        return Err(vec![plain(0, Bar::GuardsMust)]);
    };
    let attack = look
        .assault(Sd::Allied, f, plan)
        .map_err(|bar| vec![refused(look, Sd::Allied, n, order, bar)])?;
    if !attack
        .units
        .iter()
        .any(|unit| is_guards_armour(look, *unit))
    {
        return Err(vec![plain(n, Bar::GuardsMust)]);
    }
    Ok(attack)
}

/// Tanks of the Guards Armoured Division.
pub(super) fn is_guards_armour(look: Look<'_>, unit: UnitId) -> bool {
    let counter = look.counter(unit);
    counter.kind == Kind::Armour && counter.division == "Gds"
}

/// Rule 20.5: the assault of XXX Corps, without retreat (10.741).
pub(super) fn corps(t: &mut Field<'_>) -> Play {
    t.happen(Event::Begins { side: Sd::Allied })?;
    let f = t.data().ground.f;
    let now = look(t);
    let guards = now
        .units(Sd::Allied, f)
        .any(|unit| is_guards_armour(now, unit) && now.fresh(unit));
    if guards && now.has(Sd::German, f) {
        let attack = t.ask(Sd::Allied, CorpsAssault)?;
        t.happen(activation(f))?;
        assault::resolve(t, attack)?;
        let acting = &t.state().pulse.acting;
        let mut spent: Vec<UnitId> = acting.iter().map(|acting| acting.unit).collect();
        spent.retain(|unit| look(t).fresh(*unit));
        if !spent.is_empty() {
            t.happen(Event::Becomes {
                units: spent,
                level: Level::Spent,
                cause: Cause::Acted,
            })?;
        }
    }
    next(t, Phase::German)
}
