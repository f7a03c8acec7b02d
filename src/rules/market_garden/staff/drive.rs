//! An assault impulse (8.21): repairs, marches, assaults, bridges.

use super::super::check::Draft;
use super::super::script::{Order, Step};
use super::super::state::Side;
use super::super::words::SEIZED;
use super::aims::{Aims, carries_road, could_strike, on_road};
use super::reach::Reach;
use super::{odds, pick};
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::{Answer as _, Below, Clause};

/// From this impulse on the day may be over any moment.
const EVENING: i32 = 5;

/// Orders, and how much they promise.
#[derive(Default)]
pub(super) struct Scheme {
    pub(super) value: i32,
    pub(super) steps: Vec<Step>,
}

impl Scheme {
    pub(super) fn push(&mut self, order: Order) {
        self.steps.push(Step::Do(0, order));
    }

    /// Tries an order on the draft and keeps it if it stands.
    fn keep(&mut self, draft: &mut Draft<'_>, order: Order) -> bool {
        let stands = draft.attempt(&order).refused().is_none();
        if stands {
            self.push(order);
        }
        stands
    }
}

/// Activates these places and sends their units where they are wanted.
pub(super) fn drive(
    draft: &mut Draft<'_>,
    aims: &Aims,
    active: &[SpaceId],
    rng: &mut dyn Below,
) -> Scheme {
    let mut scheme = Scheme::default();
    let mut standing: Vec<SpaceId> = Vec::new();
    for at in active {
        if scheme.keep(draft, Order::Activate { at: *at }) {
            standing.push(*at);
        }
    }
    repairs(draft, &mut scheme);
    let mut marching: Vec<SpaceId> = Vec::new();
    for at in &standing {
        fight_here(draft, aims, *at, &mut scheme);
        marching.push(*at);
    }
    march(draft, aims, &marching, rng, &mut scheme);
    mandatory(draft, aims, &mut scheme);
    seizures(draft, &standing, &mut scheme);
    demolitions(draft, rng, &mut scheme);
    scheme
}

/// Rule 19.2: bridges of the road are repaired first.
fn repairs(draft: &mut Draft<'_>, scheme: &mut Scheme) {
    if draft.side() == Side::German {
        return;
    }
    let mut blown = draft.look().s.blown.clone();
    blown.sort_by_key(|edge| !carries_road(draft.look().d, *edge));
    for edge in blown {
        let road = carries_road(draft.look().d, edge);
        if scheme.keep(draft, Order::Repair { edge }) {
            scheme.value += if road { 14 } else { 4 };
        }
    }
}

/// Rule 10.6: an assault in the contested active area itself, if it promises something; who is not needed stays fresh.
fn fight_here(draft: &mut Draft<'_>, aims: &Aims, at: SpaceId, scheme: &mut Scheme) {
    let look = draft.look();
    if !look.contested(at) {
        return;
    }
    let Some(attack) = odds::assault(look, draft.side(), at) else {
        return;
    };
    let attack = odds::wave(look, attack);
    let value = odds::value(
        odds::margin(look, &attack),
        stake(draft, aims, at),
        attack.units.len(),
    );
    if value <= 0 {
        return;
    }
    scheme.value += value;
    // On the draft they are busy: nobody else plans with them.
    for unit in &attack.units {
        draft.busy(*unit);
    }
    scheme.push(Order::Assault {
        at,
        plan: attack.into_plan(),
    });
}

/// What is at stake in a place: for XXX Corps also the way it opens.
fn stake(draft: &Draft<'_>, aims: &Aims, at: SpaceId) -> i32 {
    let look = draft.look();
    let stake = aims.stake(at);
    let opens = draft.side() == Side::Allied && (on_road(look.d, at) || at == look.d.ground.f);
    stake + if opens { 8 } else { 0 }
}

/// Sends units against the enemies that promise most, and the others where they are wanted.
fn march(
    draft: &mut Draft<'_>,
    aims: &Aims,
    active: &[SpaceId],
    rng: &mut dyn Below,
    scheme: &mut Scheme,
) {
    let look = draft.look();
    let here = active.iter().flat_map(|at| look.units(draft.side(), *at));
    let here = here.filter(|unit| look.may_act(*unit).is_ok());
    let reaches: Vec<(UnitId, Reach)> = here.map(|unit| (unit, Reach::of(look, unit))).collect();
    if let Some((target, group)) = best_target(draft, aims, &reaches) {
        attack(draft, aims, target, group, rng, scheme);
    }
    for (unit, reach) in &reaches {
        if draft.look().s.pulse.acting(*unit).is_none() {
            one(draft, aims, *unit, reach, scheme);
        }
    }
}

type Group<'r> = Vec<(UnitId, &'r Reach)>;

/// The enemies in reach that promise most, with those who can get there.
fn best_target<'r>(
    draft: &Draft<'_>,
    aims: &Aims,
    reaches: &'r [(UnitId, Reach)],
) -> Option<(SpaceId, Group<'r>)> {
    let look = draft.look();
    let mut targets: Vec<SpaceId> = reaches
        .iter()
        .flat_map(|(_, reach)| reach.legs().iter().filter(|leg| leg.fight))
        .map(|leg| leg.at)
        .collect();
    targets.sort_unstable();
    targets.dedup();
    let mut best: Option<(i32, SpaceId, Group<'_>)> = None;
    for at in targets {
        let group: Group<'_> = reaches
            .iter()
            .filter(|(unit, reach)| {
                look.counter(*unit).kind.assaults() && reach.legs().iter().any(|leg| leg.at == at)
            })
            .map(|(unit, reach)| (*unit, reach))
            .collect();
        let units: Vec<UnitId> = group.iter().map(|(unit, _)| *unit).collect();
        let margin = odds::guess(look, draft.side(), at, &units);
        let value = odds::value(margin, stake(draft, aims, at), units.len());
        if value > 0 && best.as_ref().is_none_or(|(most, ..)| value > *most) {
            best = Some((value, at, group));
        }
    }
    best.map(|(_, at, group)| (at, group))
}

/// A group goes against a place, one after another until they are enough; if they never are, all stay.
fn attack(
    draft: &mut Draft<'_>,
    aims: &Aims,
    at: SpaceId,
    mut group: Group<'_>,
    rng: &mut dyn Below,
    scheme: &mut Scheme,
) {
    let before = draft.look().s.clone();
    let look = draft.look();
    // The strongest in front; behind it anybody is worth as much as another (10.72B).
    let strength = |unit: UnitId| look.counter(unit).attack;
    group.sort_by_key(|(unit, _)| (strength(*unit), *unit));
    if let Some(point) = group.pop() {
        let division = &look.counter(point.0).division;
        group.sort_by_key(|(unit, _)| look.counter(*unit).division != *division);
        group.insert(0, point);
    }
    if let Some((edge, by)) = bridge_before(draft, at, &group)
        && rng.below(3) == 0
    {
        return seize_first(at, (edge, by), &group, scheme);
    }
    let mut moves = Vec::new();
    let mut found = None;
    for (unit, reach) in &group {
        let Some(path) = reach.path(at) else { continue };
        let order = Order::Move {
            unit: *unit,
            path: path.into(),
        };
        if draft.attempt(&order).refused().is_some() {
            continue;
        }
        moves.push(order);
        let look = draft.look();
        found = odds::assault(look, draft.side(), at).map(|attack| {
            let margin = odds::margin(look, &attack);
            (margin, attack.units.len())
        });
        if found.is_some_and(|(margin, _)| margin >= odds::ENOUGH) {
            break;
        }
    }
    let value = found.map_or(0, |(margin, units)| {
        odds::value(margin, stake(draft, aims, at), units)
    });
    if value <= 0 {
        draft.back_to(before);
        return;
    }
    scheme.value += value;
    scheme
        .steps
        .extend(moves.into_iter().map(|order| Step::Do(0, order)));
}

/// The enemy's bridge a group would have to storm from where it stands, and who could seize it first.
fn bridge_before(draft: &Draft<'_>, at: SpaceId, group: &Group<'_>) -> Option<(SideId, UnitId)> {
    let look = draft.look();
    let (first, _) = group.first()?;
    let edge = look.d.ground.between(look.s.at(*first)?, at)?;
    let (by, _) = group
        .iter()
        .find(|(unit, _)| look.seizure(*unit, edge).is_ok())?;
    (group.len() > 2).then_some((edge, *by))
}

/// Rule 8.2121: one tries the bridge; if he has it, the others go over and assault, else they stay.
fn seize_first(at: SpaceId, (edge, by): (SideId, UnitId), group: &Group<'_>, scheme: &mut Scheme) {
    let others = group.iter().filter(|(unit, _)| *unit != by);
    let mut then: Vec<(usize, Order)> = others
        .map(|(unit, _)| {
            let path = vec![at];
            (
                0,
                Order::Move {
                    unit: *unit,
                    path: path.into(),
                },
            )
        })
        .collect();
    // Five cross a bridge (9.61).
    then.truncate(5);
    let plan = super::super::assault::Plan::default();
    then.push((0, Order::Assault { at, plan }));
    scheme.push(Order::Seize { edge, by: Some(by) });
    scheme.steps.push(Step::If {
        tests: vec![Clause {
            not: false,
            word: &SEIZED,
            picks: edge.picks(),
        }],
        then,
        otherwise: vec![(0, Order::Stop)],
    });
    scheme.value += 14;
}

/// One unit goes where it is wanted most without meeting an enemy.
fn one(draft: &mut Draft<'_>, aims: &Aims, unit: UnitId, reach: &Reach, scheme: &mut Scheme) {
    let look = draft.look();
    let Some(at) = look.s.at(unit) else { return };
    // Early in the day the column keeps its strength for what blocks the road.
    let counter = look.counter(unit);
    let strikes = counter.is_corps() && counter.kind.assaults() && look.s.impulse < EVENING;
    if strikes && could_strike(look, unit) {
        return;
    }
    let stay = aims.worth(look, unit, at);
    let mut best: Option<(i32, SpaceId)> = None;
    for leg in reach.legs().iter().filter(|leg| !leg.fight && leg.at != at) {
        let gain = aims.worth(look, unit, leg.at) - stay + leg.left.min(1);
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, leg.at));
        }
    }
    // To be spent is worth a little too.
    let Some((gain, to)) = best.filter(|(gain, _)| *gain > 2) else {
        return;
    };
    let Some(path) = reach.path(to) else { return };
    if scheme.keep(
        draft,
        Order::Move {
            unit,
            path: path.into(),
        },
    ) {
        scheme.value += gain.min(14);
    }
}

/// Rule 10.2: whoever stands among enemies assaults, with all the guns that reach.
fn mandatory(draft: &mut Draft<'_>, aims: &Aims, scheme: &mut Scheme) {
    let look = draft.look();
    let acting = look.s.pulse.acting.iter().filter(|acting| acting.must);
    let mut fights: Vec<SpaceId> = acting.filter_map(|acting| look.s.at(acting.unit)).collect();
    // Who joined friends among enemies may assault too.
    let joined = look.s.pulse.acting.iter().filter(|acting| acting.moved);
    for at in joined.filter_map(|acting| look.s.at(acting.unit)) {
        if look.contested(at) {
            fights.push(at);
        }
    }
    fights.sort_unstable();
    fights.dedup();
    for at in fights {
        let Some(attack) = odds::assault(look, draft.side(), at) else {
            continue;
        };
        let must = attack
            .units
            .iter()
            .any(|unit| look.acting(*unit).is_some_and(|acting| acting.must));
        let margin = odds::margin(look, &attack);
        if must || odds::value(margin, stake(draft, aims, at), attack.units.len()) > 0 {
            scheme.push(Order::Assault {
                at,
                plan: attack.into_plan(),
            });
        }
    }
}

/// Rule 19.3: whoever has movement left beside an enemy's bridge of the road tries it.
fn seizures(draft: &Draft<'_>, active: &[SpaceId], scheme: &mut Scheme) {
    let (look, side) = (draft.look(), draft.side());
    let table = &look.d.tables.bridges;
    let bridges = look.d.ground.bridges();
    for edge in bridges.filter(|edge| carries_road(look.d, *edge) || side == Side::German) {
        let named = scheme.steps.iter().any(
            |step| matches!(step, Step::Do(_, Order::Seize { edge: one, .. }) if *one == edge),
        );
        let printed = look.d.ground.edge(edge);
        let near = [printed.a, printed.b];
        let beside = near
            .iter()
            .any(|at| active.contains(at) || look.has(side, *at));
        if named || !beside {
            continue;
        }
        let Ok(unit) = look.seizer(side, edge) else {
            continue;
        };
        let Some(at) = look.s.at(unit) else { continue };
        let faces = 7 + look.seizure_tally(side, at, edge).total() - table.seize;
        if faces < 2 {
            continue;
        }
        scheme.value += faces.min(6) * if side == Side::Allied { 3 } else { 1 };
        scheme.push(Order::Seize {
            edge,
            by: Some(unit),
        });
    }
}

/// Rule 19.4: Germans blow up what the Allies need.
fn demolitions(draft: &Draft<'_>, rng: &mut dyn Below, scheme: &mut Scheme) {
    let (look, side) = (draft.look(), draft.side());
    if side == Side::Allied && rng.below(60) > 0 {
        return;
    }
    for edge in look.d.ground.bridges() {
        if look.demolition(side, edge).is_err() {
            continue;
        }
        let needed = look.d.tables.bridges.work;
        let faces = 7 + look.work_tally(side, edge, false).total() - needed;
        if faces < 1 {
            continue;
        }
        let worth = if carries_road(look.d, edge) { 4 } else { 1 };
        scheme.value += worth * faces.min(6);
        scheme.push(Order::Demolish { edge });
    }
}

/// Rule 9.64: the boats carry somebody over where no bridge does.
pub(super) fn boats(draft: &mut Draft<'_>, rng: &mut dyn Below) -> Option<Scheme> {
    let look = draft.look();
    if look.s.boats_used {
        return None;
    }
    let mut ways: Vec<(UnitId, SpaceId, SpaceId)> = Vec::new();
    let foot = look.d.units_of(Side::Allied);
    for unit in foot.filter(|unit| look.fresh(*unit) && look.counter(*unit).kind.is_infantry()) {
        let Some(at) = look.s.at(unit) else { continue };
        for (to, edge) in &look.d.ground.place(at).near {
            let river = look.d.ground.edge(*edge).water == super::super::ground::Water::River;
            let easy = look.count(Side::German, *to) < 2;
            if river && !look.bridged(*edge) && easy && !look.controls(Side::Allied, *to) {
                ways.push((unit, at, *to));
            }
        }
    }
    let (unit, at, to) = pick(rng, &ways).copied()?;
    let mut scheme = Scheme::default();
    let ready =
        scheme.keep(draft, Order::Activate { at }) && scheme.keep(draft, Order::Boat { unit, to });
    scheme.value = 8;
    ready.then_some(scheme)
}
