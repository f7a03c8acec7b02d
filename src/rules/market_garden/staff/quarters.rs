//! The evening: depots and refits (13), and who moves up (6.5).

use super::super::check::Draft;
use super::super::depots::{Depot, Source};
use super::super::event::Event;
use super::super::look::Look;
use super::super::refit_orders::{RefitOrder, RefitStep};
use super::super::regroup::{self, RegroupStep, Regrouping};
use super::super::state::{Level, Side};
use super::super::view::View;
use super::aims::{Aims, carries_road};
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

/// Writes down a plan while it is tried.
struct Ledger<'v> {
    view: &'v View<'v>,
    draft: Draft<'v>,
    plan: Vec<RefitStep>,
}

impl Ledger<'_> {
    fn look(&self) -> Look<'_> {
        self.draft.look()
    }

    fn write(&mut self, order: RefitOrder) {
        self.plan.push(RefitStep::Do(0, order));
    }

    fn happen(&mut self, event: &Event) {
        self.draft.happen(event);
    }

    fn place(&mut self, depot: Depot) {
        self.happen(&Event::Places { depot });
        self.write(RefitOrder::Depot {
            source: depot.source,
            at: depot.at,
        });
    }

    /// Refits a unit if some depot can pay.
    fn refit(&mut self, unit: UnitId) -> bool {
        let Ok((cost, from)) = self.look().refit(unit, &[]) else {
            return false;
        };
        let level = self
            .look()
            .s
            .unit(unit)
            .level
            .better()
            .unwrap_or(Level::Fresh);
        self.happen(&Event::Refits {
            unit,
            level,
            cost,
            from,
        });
        let from = Vec::new();
        self.write(RefitOrder::Refit { unit, from });
        true
    }
}

/// How much a unit should be refitted: the strong first, and flak that will fire at tomorrow's aircraft.
fn merit(look: Look<'_>, unit: UnitId) -> i32 {
    let counter = look.counter(unit);
    let strength = counter.attack + counter.defence;
    match look.level(unit) {
        Level::Fresh => 0,
        Level::Spent if counter.kind.is_flak() => 8,
        Level::Spent => 6 + strength,
        Level::D1 => 2 + strength / 2,
        Level::D2 => 3 + strength / 2,
    }
}

/// A plan for a refit phase: depots where they serve most, then the named units, then the best.
pub(in super::super) fn refit(view: &View<'_>, first: &[UnitId]) -> Vec<RefitStep> {
    let mut ledger = Ledger {
        view,
        draft: Draft::new(view.data(), view.look().s, view.own()),
        plan: Vec::new(),
    };
    plan(&mut ledger, first);
    ledger.plan
}

/// The same with what a bot adds: bridges, the next morning, and the options.
pub(in super::super) fn evening(view: &View<'_>, rng: &mut dyn Below) -> Vec<RefitStep> {
    let mut ledger = Ledger {
        view,
        draft: Draft::new(view.data(), view.look().s, view.own()),
        plan: Vec::new(),
    };
    boost(&mut ledger, rng);
    rebuild(&mut ledger);
    plan(&mut ledger, &[]);
    buy(&mut ledger, rng);
    reorganise(&mut ledger);
    ledger.plan
}

fn plan(ledger: &mut Ledger<'_>, first: &[UnitId]) {
    let side = ledger.view.own();
    let d = ledger.view.data();
    let mut units: Vec<UnitId> = d
        .units_of(side)
        .filter(|unit| {
            ledger.look().s.at(*unit).is_some() && ledger.look().s.unit(*unit).level != Level::Fresh
        })
        .collect();
    let look = ledger.view.look();
    let rank = |unit: &UnitId| {
        let named = first.iter().position(|one| one == unit);
        let merit = std::cmp::Reverse(merit(look, *unit));
        (named.unwrap_or(usize::MAX), merit, *unit)
    };
    units.sort_by_key(rank);
    // What each place of worn units would pay to a depot elsewhere (13.41).
    let mut costs: Vec<(SpaceId, Vec<u32>)> = Vec::new();
    for at in units.iter().filter_map(|unit| ledger.look().s.at(*unit)) {
        if !costs.iter().any(|(one, _)| *one == at) {
            costs.push((at, look.refit_costs(side, at)));
        }
    }
    for source in Source::of(side).iter().copied() {
        loop {
            // Who can be refitted with what stands there already is.
            units.retain(|unit| !ledger.refit(*unit));
            let Some(depot) = best_depot(ledger.look(), source, &units, &costs, first) else {
                break;
            };
            ledger.place(depot);
        }
    }
    units.retain(|unit| !ledger.refit(*unit));
}

/// The place where a depot of a source serves most.
fn best_depot(
    look: Look<'_>,
    source: Source,
    units: &[UnitId],
    costs: &[(SpaceId, Vec<u32>)],
    first: &[UnitId],
) -> Option<Depot> {
    let mut best: Option<(i32, Depot)> = None;
    let mut places: Vec<SpaceId> = costs.iter().map(|(at, _)| *at).collect();
    let heads = look
        .d
        .ground
        .ids()
        .filter(|at| look.d.ground.place(*at).head.contains(&true) || *at == look.d.ground.oss);
    if source != Source::German && source != Source::Corps {
        places.extend(heads);
    }
    // Beside contested places depots serve more than in them.
    let beside: Vec<SpaceId> = places
        .iter()
        .filter(|at| look.contested(**at))
        .flat_map(|at| look.d.ground.place(*at).near.iter().map(|(to, _)| *to))
        .collect();
    places.extend(beside);
    places.sort_unstable();
    places.dedup();
    for at in places {
        let Ok(points) = look.depot(source, at) else {
            continue;
        };
        let depot = Depot {
            source,
            at,
            points,
            boosted: 0,
        };
        let (mut left, mut worth) = (points, 0);
        for unit in units {
            let Some(from) = look
                .s
                .at(*unit)
                .filter(|at| look.serves(&depot, *unit) && look.reaches(&depot, *at))
            else {
                continue;
            };
            let row = costs.iter().find(|(one, _)| *one == from);
            let cost = row.map_or(u32::MAX, |(_, row)| row[usize::from(at.0)]);
            let more = i32::from(look.level(*unit) >= Level::D1);
            let cost = i32::try_from(cost).map_or(i32::MAX, |cost| cost + more);
            if cost <= left {
                left -= cost;
                let named = if first.contains(unit) { 50 } else { 0 };
                worth += merit(look, *unit) + named;
            }
        }
        let worth = 4 * worth + left;
        if worth > left && best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, depot));
        }
    }
    best.map(|(_, depot)| depot)
}

/// Rule 19.23: bridges of the road in the evening, paid by a depot at the site.
fn rebuild(ledger: &mut Ledger<'_>) {
    let side = ledger.view.own();
    if side == Side::German {
        return;
    }
    let blown = ledger.look().s.blown.clone();
    for edge in blown
        .into_iter()
        .filter(|edge| carries_road(ledger.view.data(), *edge))
    {
        let printed = ledger.view.data().ground.edge(edge);
        for at in [printed.a, printed.b] {
            if ledger.look().evening(side, edge, &[]).is_ok() {
                break;
            }
            if let Ok(points) = ledger.look().depot(Source::Corps, at) {
                ledger.place(Depot {
                    source: Source::Corps,
                    at,
                    points,
                    boosted: 0,
                });
            }
        }
        let Ok((cost, from)) = ledger.look().evening(side, edge, &[]) else {
            continue;
        };
        ledger.happen(&Event::Pays { edge, cost, from });
        ledger.draft.works();
        let from = Vec::new();
        ledger.write(RefitOrder::Rebuild { edge, from });
    }
}

/// Rule 13.43: the Allies buy time, the Germans shorten it.
fn buy(ledger: &mut Ledger<'_>, rng: &mut dyn Below) {
    let side = ledger.view.own();
    let table = &ledger.view.data().tables.supply;
    let look = ledger.look();
    let depots = look.s.pulse.depots.iter();
    let rest = depots.filter(|depot| look.free(side, depot.at));
    let reserve = look.s.reserve[side.index()] + rest.map(|depot| depot.points).sum::<i32>();
    let spaces = (reserve / table.space).min(table.spaces_most);
    if spaces < 1 || rng.below(4) == 0 {
        return;
    }
    let spaces = match side {
        Side::Allied => -spaces,
        Side::German => spaces,
    };
    ledger.write(RefitOrder::Buy { spaces });
}

/// Option 23.4: the reserve goes to the airborne.
fn boost(ledger: &mut Ledger<'_>, rng: &mut dyn Below) {
    if ledger.view.own() == Side::German || !ledger.view.data().switches.depot_boost {
        return;
    }
    if rng.below(4) == 0 {
        return;
    }
    for division in 0..3 {
        let source = Source::Airborne(division);
        let places = ledger.view.data().ground.ids();
        let best = places.filter_map(|at| Some((ledger.look().depot(source, at).ok()?, at)));
        if let Some((points, at)) = best.max() {
            ledger.place(Depot {
                source,
                at,
                points,
                boosted: 0,
            });
        }
    }
    let each = (1..=5)
        .rev()
        .find(|each| ledger.look().boost(*each).is_ok());
    if let Some(each) = each
        && let Ok(points) = ledger.look().boost(each)
    {
        ledger.happen(&Event::Boosts { each, points });
        ledger.write(RefitOrder::Boost { each });
    }
}

/// Option 23.6: the wreck of one unit makes another whole.
fn reorganise(ledger: &mut Ledger<'_>) {
    let (d, side) = (ledger.view.data(), ledger.view.own());
    if !d.switches.reorganisation {
        return;
    }
    let worn = |look: Look<'_>| -> Vec<UnitId> {
        let units = d.units_of(side);
        units
            .filter(|unit| look.s.at(*unit).is_some() && !look.fresh(*unit))
            .collect()
    };
    let original = ledger.view.look();
    for unit in worn(ledger.look()) {
        for by in worn(ledger.look()) {
            // Who was worn when the form was made can be named; a strong unit is worth a wreck.
            let strong = d.counter(unit).attack > d.counter(by).attack;
            let wreck = ledger.look().s.unit(by).level == Level::D2;
            let named = !original.fresh(unit) && !original.fresh(by);
            if !strong || !wreck || !named {
                continue;
            }
            if let Ok(level) = ledger.look().reorganisation(unit, by) {
                ledger.happen(&Event::Reorganises { unit, level, by });
                ledger.write(RefitOrder::Reorganise { unit, by });
                break;
            }
        }
    }
}

/// Rule 6.5: everybody moves up who is wanted elsewhere.
pub(in super::super) fn regroup(view: &View<'_>, rng: &mut dyn Below) -> Vec<RegroupStep> {
    let (d, side) = (view.data(), view.own());
    let aims = Aims::new(view.look(), side);
    let mut draft = Draft::new(d, view.look().s, side);
    let mut steps = Vec::new();
    for (at, units) in regroup::groups(view) {
        for unit in units {
            let look = draft.look();
            let stay = aims.worth(look, unit, at);
            let near = d.ground.place(at).near.iter().map(|(to, _)| *to);
            let open = near.filter_map(|to| {
                let (edge, via) = look.regroup(unit, to).ok()?;
                Some((aims.worth(look, unit, to), to, edge, via))
            });
            let best = open.max_by_key(|(worth, to, ..)| (*worth, *to));
            let Some((worth, to, edge, via)) = best else {
                continue;
            };
            if worth <= stay && rng.below(30) > 0 {
                continue;
            }
            let event = Event::Regroups {
                unit,
                from: at,
                to,
                edge,
                via,
            };
            draft.happen(&event);
            steps.push(RegroupStep::Do(0, Regrouping::Regroup { unit, to }));
        }
    }
    steps
}
