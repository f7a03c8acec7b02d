//! Rule 20: the phases of D-Day.

use super::Field;
use super::advantage;
use super::assault::{self, Attack, Plan};
use super::bars::Bar;
use super::bombardment::{self, EIGHTH_AIR, Fire};
use super::carry;
use super::check::Draft;
use super::control::look;
use super::decisions::{AimAt, CorpsAssault, Landing};
use super::event::{Cause, Event, Target};
use super::landing;
use super::look::Look;
use super::movement::Entry;
use super::reasons::{plain, refused};
use super::script::{Order, Step};
use super::state::{Level, Phase, Side, Where};
use super::units::Kind;
use crate::board::{SpaceId, UnitId};
use crate::engine::letters::all_hold;
use crate::engine::ready::{InScript, OnSheet};
use crate::engine::rehearse::Tried;
use crate::engine::table::Play;
use crate::orders::Problem;

fn next(t: &mut Field<'_>, phase: Phase) -> Play {
    advantage::pass_on(t)?;
    t.happen(Event::Next { phase })
}

/// Asks what to aim at where there is a choice.
fn aim(t: &mut Field<'_>, places: &[SpaceId]) -> Play<Vec<(SpaceId, UnitId)>> {
    let choice = |at: &&SpaceId| look(t).forward_units(Side::German, **at).len() > 1;
    let open: Vec<SpaceId> = places.iter().filter(choice).copied().collect();
    let chosen = if open.is_empty() {
        Vec::new()
    } else {
        t.ask(Side::Allied, OnSheet(AimAt { places: open }))?
    };
    let look = look(t);
    let target = |at: SpaceId| {
        let named = chosen.iter().find(|(one, _)| *one == at);
        let tower = look
            .units(Side::German, at)
            .find(|unit| look.counter(*unit).kind == Kind::Tower);
        named
            .map(|(_, unit)| *unit)
            .or(tower)
            .or(look.forward_units(Side::German, at).first().copied())
    };
    Ok(places
        .iter()
        .filter_map(|at| Some((*at, target(*at)?)))
        .collect())
}

/// Rule 20.2: every area with a flak tower is bombarded once from the air.
pub(super) fn air(t: &mut Field<'_>) -> Play {
    t.happen(Event::Begins { side: Side::Allied })?;
    let now = look(t);
    let tower = |at: &SpaceId| {
        now.units(Side::German, *at)
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
    t.happen(Event::Begins { side: Side::Allied })?;
    let f = t.data().ground.f;
    let now = look(t);
    let lead = now
        .units(Side::Allied, f)
        .find(|unit| now.counter(*unit).kind == Kind::CorpsGuns && now.fresh(*unit));
    if let Some(lead) = lead
        && let Some((_, target)) = aim(t, &[f])?.first().copied()
    {
        let fire = Fire {
            side: Side::Allied,
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
    t.happen(Event::Begins { side: Side::Allied })?;
    let now = look(t);
    let landers = t
        .data()
        .units_of(Side::Allied)
        .filter(|unit| lands_first(now, *unit));
    let mut places: Vec<(UnitId, SpaceId)> = landers
        .map(|unit| (unit, t.data().counter(unit).at))
        .collect();
    if t.data().switches.free_landing && !places.is_empty() {
        let t: &mut Field<'_> = &mut t.within("drops");
        for step in t.ask(Side::Allied, InScript(Landing { drops: true }))? {
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
    let fresh = areas.iter().any(|at| look(t).has_fresh(Side::Allied, *at));
    if fresh {
        let steps = t.ask(Side::Allied, InScript(Landing { drops: false }))?;
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
                    let mut units = near.flat_map(|at| look.units(Side::Allied, at));
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
fn one_step(look: Look<'_>, unit: UnitId, path: &[SpaceId]) -> Result<(SpaceId, Entry), Bar> {
    let [to] = path else {
        return Err(Bar::DropStep);
    };
    if look.acting(unit).is_some_and(|acting| acting.moved) {
        return Err(Bar::DropStep);
    }
    let entry = look.entry(unit, *to)?;
    if !look.vacant(Side::Allied, *to) {
        return Err(Bar::DropOccupied);
    }
    Ok((*to, entry))
}

impl Look<'_> {
    /// Rule 20.4: whether somebody has landed there in this phase; XXX Corps in F waits for its own.
    fn is_drop_area(self, at: SpaceId) -> bool {
        let mut landed = self.s.pulse.landed.iter();
        landed.any(|unit| self.s.at(*unit) == Some(at))
    }
}

/// A drop area and its steps.
type Group<'s> = (SpaceId, Vec<&'s Step>);

/// A line that cannot be carried out.
type Wrong<'s> = (usize, &'s Order, Bar);

/// The lines of a step, all of them, whatever its condition.
fn lines(step: &Step) -> Vec<(usize, &Order)> {
    match step {
        Step::Do(n, order) => vec![(*n, order)],
        Step::If {
            then, otherwise, ..
        } => then
            .iter()
            .chain(otherwise)
            .map(|(n, order)| (*n, order))
            .collect(),
    }
}

/// The steps of the landing phase by drop areas, each of which is activated once; and lines that belong to none.
fn by_area<'s>(look: Look<'_>, steps: &'s [Step]) -> (Vec<Group<'s>>, Vec<Wrong<'s>>) {
    let mut groups: Vec<Group<'s>> = Vec::new();
    let mut wrong = Vec::new();
    for step in steps {
        let mut area = None;
        for (n, order) in lines(step) {
            match choice(look, order) {
                Ok((at, _)) if look.is_drop_area(at) => area = area.or(Some(at)),
                Ok(_) => wrong.push((n, order, Bar::NotDropArea)),
                Err(bar) => wrong.push((n, order, bar)),
            }
        }
        let Some(at) = area else { continue };
        match groups.iter_mut().find(|(one, _)| *one == at) {
            Some((_, steps)) => steps.push(step),
            None => groups.push((at, vec![step])),
        }
    }
    (groups, wrong)
}

/// What is wrong with the orders of the landing phase: they are tried on a copy, as they will be carried out.
pub(super) fn landing_problems(look: Look<'_>, steps: &[Step]) -> Vec<Problem> {
    let (groups, mut wrong) = by_area(look, steps);
    let mut draft = Draft::new(look.d, look.s, Side::Allied);
    for (at, steps) in groups {
        draft.happen(&activation(at));
        let mut before = None;
        for step in steps {
            for (n, order) in lines(step) {
                if wrong.iter().any(|(one, ..)| *one == n) {
                    continue;
                }
                let tried = match step {
                    Step::Do(..) => rehearse(&mut draft, at, order, &mut before),
                    Step::If { .. } => behind_a_condition(draft.look(), at, order, &mut before),
                };
                wrong.extend(tried.err().map(|bar| (n, order, bar)));
            }
        }
    }
    wrong.sort_by_key(|(n, ..)| *n);
    wrong
        .into_iter()
        .map(|(n, order, bar)| refused(look, Side::Allied, n, order, bar))
        .collect()
}

/// Lines behind a condition take the option of their area too, or it would depend on dice which one it is. The rest
/// cannot be judged before those dice.
fn behind_a_condition(
    look: Look<'_>,
    at: SpaceId,
    order: &Order,
    before: &mut Option<Choice>,
) -> Result<(), Bar> {
    let (_, chosen) = choice(look, order)?;
    may_choose(look, at, chosen, *before)?;
    *before = Some(chosen);
    Ok(())
}

/// Tries one order of the landing phase, as it will be carried out; what it costs is noted where dice decide the rest.
fn rehearse(
    draft: &mut Draft<'_>,
    at: SpaceId,
    order: &Order,
    before: &mut Option<Choice>,
) -> Result<(), Bar> {
    match draft.rehearse(|t| carry_out(t, at, order, before)) {
        Tried::Done(_) => Ok(()),
        Tried::Refused(bar) => Err(bar),
        Tried::Unsure => {
            if let (Order::Seize { edge, .. }, Some(Choice::Bridges(unit))) = (order, *before) {
                draft.tries(unit, *edge);
            }
            Ok(())
        }
    }
}

const fn activation(at: SpaceId) -> Event {
    Event::Activates {
        side: Side::Allied,
        at,
    }
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
            let view = super::view::View::new(t.data(), t.state(), Some(Side::Allied));
            let holds = all_hold::<super::MarketGarden>(&view, tests);
            let lines = if holds { then } else { otherwise };
            lines.iter().map(|(_, order)| order).collect()
        }
    }
}

/// Carries out the landing phase area by area.
fn act(t: &mut Field<'_>, steps: &[Step]) -> Play {
    let (groups, _) = by_area(look(t), steps);
    let mut acted: Vec<UnitId> = Vec::new();
    for (at, steps) in groups {
        t.happen(activation(at))?;
        let mut before = None;
        for step in steps {
            for order in orders_now(t, step) {
                t.attempt(
                    |t, bar| carry::told(t, Side::Allied, order, bar),
                    |t| {
                        acted.extend(carry_out(t, at, order, &mut before)?);
                        Ok(())
                    },
                )?;
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

/// Carries out an order of the landing phase; gives who acts by it, and notes the option of its area.
fn carry_out(
    t: &mut Field<'_>,
    at: SpaceId,
    order: &Order,
    before: &mut Option<Choice>,
) -> Play<Vec<UnitId>> {
    let (_, chosen) = t.check(choice(look(t), order))?;
    t.check(may_choose(look(t), at, chosen, *before))?;
    match (order, chosen) {
        (Order::Assault { at, plan }, _) => {
            let attack = t.check(look(t).assault(Side::Allied, *at, plan))?;
            let units = attack.units.iter().chain(&attack.guns).copied().collect();
            *before = Some(chosen);
            assault::resolve(t, attack)?;
            Ok(units)
        }
        (Order::Move { unit, path }, _) => {
            let (to, entry) = t.check(one_step(look(t), *unit, path))?;
            *before = Some(chosen);
            carry::enter(t, *unit, to, entry)?;
            Ok(vec![*unit])
        }
        (Order::Seize { edge, .. }, Choice::Bridges(unit)) => {
            let at = t.check(look(t).seizure(unit, *edge))?;
            *before = Some(chosen);
            super::bridges::seize(t, unit, at, *edge)?;
            Ok(vec![unit])
        }
        _ => t.refuse(Bar::OneOption),
    }
}

/// Option 23.2: what is wrong with where the first units shall land.
pub(super) fn drop_problems(look: Look<'_>, steps: &[Step]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut places: Vec<(UnitId, SpaceId)> = look
        .d
        .units_of(Side::Allied)
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
            Err(bar) => problems.push(refused(look, Side::Allied, *n, order, bar)),
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
        let units = places.iter().filter(|(_, one)| one == at).count();
        if units > most {
            let (units, most) = (assault::count(units), assault::count(most));
            let bar = Bar::DropFull { units, most };
            problems.push(refused(look, Side::Allied, *n, order, bar));
        }
    }
    problems
}

/// Option 23.2: an area of the sector with easy ground or a supply head, that reaches a head other than 24.
fn drop_place(look: Look<'_>, unit: UnitId, at: SpaceId) -> Result<(), Bar> {
    let (ground, options) = (&look.d.ground, &look.d.tables.options);
    let Some(division) = look.counter(unit).airborne else {
        return Err(Bar::DropSector);
    };
    let (n, place, most) = (division.index(), ground.place(at), options.landing_tem_most);
    if !place.sector[n] {
        return Err(Bar::DropSector);
    }
    if place.tem > most && !place.head.contains(&true) {
        let tem = place.tem;
        return Err(Bar::DropGround { tem, most });
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
    let not = look.d.named.not_head;
    Err(Bar::DropLine { not })
}

/// Rule 20.5: at least one armoured unit of the Guards assaults in F.
pub(super) fn corps_attack(look: Look<'_>, steps: &[Step]) -> Result<Attack, Vec<Problem>> {
    let f = look.d.ground.f;
    let mut draft = Draft::new(look.d, look.s, Side::Allied);
    draft.happen(&activation(f));
    let look = draft.look();
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
        .assault(Side::Allied, f, plan)
        .map_err(|bar| vec![refused(look, Side::Allied, n, order, bar)])?;
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
    t.happen(Event::Begins { side: Side::Allied })?;
    let f = t.data().ground.f;
    let now = look(t);
    let guards = now
        .units(Side::Allied, f)
        .any(|unit| is_guards_armour(now, unit) && now.fresh(unit));
    if guards && now.has(Side::German, f) {
        let attack = t.ask(Side::Allied, InScript(CorpsAssault))?;
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
