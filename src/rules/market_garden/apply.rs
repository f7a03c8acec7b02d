//! What each event changes: the only place that may.

use super::data::Data;
use super::event::{Cause, Event, Numbered, OffMap};
use super::ground::Water;
use super::look::Look;
use super::pulse::{Acting, Assaulted, Fought, Pending, Pulse, Sort, Stage, UK_BOX, Via};
use super::state::{Control, Level, Mark, Phase, Sd, State, Weather, Where, Work};
use super::units::UnitId;
use crate::board::{SideId, SpaceId};

/// No boundary.
pub(super) const NO_EDGE: SideId = SideId(u16::MAX);

pub(super) fn apply(d: &Data, s: &mut State, event: &Event) {
    match event {
        Event::Begins { .. } => begin(d, s),
        Event::Activates { at, .. } => activate(s, *at),
        Event::Doubles { .. } => {
            s.pulse.doubled = true;
            s.pulse.used = true;
        }
        Event::ActivatesUk => {
            let pulse = &mut s.kept.pulse;
            pulse.slots.push(UK_BOX);
            pulse.uk = true;
            pulse.sort = Sort::Assault;
            if pulse.begun {
                second_half(pulse);
            }
        }
        Event::Passes { .. } => s.pulse.sort = Sort::Pass,
        Event::Enters {
            unit,
            from,
            to,
            edge,
            via,
            cost,
            must,
        } => enter(d, s, *unit, (*from, *to, *edge, *via), (*cost, *must)),
        Event::Takes { at, control } => {
            // 7.3: it stays dear to enter what was the enemy's; from airborne troops to XXX Corps nothing changes hands.
            if s.control[usize::from(at.0)].side() != control.side() {
                s.pulse.taken.push(*at);
            }
            s.kept.control[usize::from(at.0)] = *control;
            unmark(d, s, *at);
        }
        Event::Holds { edge, side, .. } => s.kept.held[usize::from(edge.0)] = Mark::of(*side),
        Event::Seizes {
            unit, edge, done, ..
        } => {
            let cost = d.tables.cost.seize;
            act(d, s, *unit, |acting| acting.left -= cost);
            s.pulse.stage = Stage::Act;
            s.pulse.begun = true;
            s.pulse.tried.push(*edge);
            if *done {
                s.kept.held[usize::from(edge.0)] = Mark::of(d.counter(*unit).side);
                s.pulse.seized.push((*edge, *unit));
            }
        }
        Event::Repairs {
            side, edge, done, ..
        } => repair(d, s, *side, *edge, *done),
        Event::Demolishes { edge, done, .. } => {
            s.pulse.stage = Stage::Demolish;
            s.pulse.begun = true;
            s.pulse.mined.push(*edge);
            if *done {
                s.kept.blown.push(*edge);
                // 10.4: what is left is a canal or a river, held like any other.
                s.kept.held[usize::from(edge.0)] = Mark::Unmarked;
            }
        }
        Event::Assaults {
            at,
            units,
            guns,
            cost,
            ..
        } => {
            s.pulse.stage = Stage::Act;
            s.pulse.begun = true;
            for unit in units {
                act(d, s, *unit, |acting| {
                    acting.fought = true;
                    if *cost > 0 && !acting.moved {
                        acting.left = (acting.left - cost).max(0);
                        acting.paid = true;
                    }
                });
            }
            for gun in guns {
                act(d, s, *gun, |acting| {
                    acting.done = true;
                    acting.fought = true;
                });
            }
            s.pulse.assaults.push(Assaulted {
                at: *at,
                fought: Fought::Lost,
                surcharge: *cost,
            });
        }
        Event::Bombards {
            lead,
            guns,
            barrage,
            at,
            ..
        } => {
            if s.pulse.sort == Sort::None {
                s.pulse.sort = Sort::Bombardment;
            }
            s.pulse.slots.push(*at);
            s.pulse.begun = true;
            s.pulse.bombarded.push(*at);
            s.pulse.fired.push(*lead);
            s.pulse.fired.extend(guns);
            if *barrage {
                for gun in std::iter::once(lead).chain(guns) {
                    act(d, s, *gun, |acting| acting.done = true);
                }
            }
        }
        Event::Strikes { marker, .. } => {
            if let Some(used) = s.kept.raf_used.get_mut(*marker) {
                *used = true;
                s.pulse.sort = Sort::Air;
            }
        }
        Event::Attacks { side, card, .. } | Event::Defends { side, card, .. } => {
            if card.is_some() {
                s.kept.decks[side.index()].take();
            }
            if let Event::Defends { side, margin, .. } = event {
                s.pulse.pending = vec![Pending {
                    attacker: side.other(),
                    margin: *margin,
                }];
            }
        }
        Event::Thrown { side, margin } => {
            s.pulse.pending = vec![Pending {
                attacker: *side,
                margin: *margin,
            }];
        }
        Event::Rerolls { .. } => s.pulse.used = true,
        Event::Fights { at, fought, .. } => {
            s.pulse.pending.clear();
            if let Some(one) = s.pulse.assaults.iter_mut().find(|one| one.at == *at) {
                one.fought = *fought;
            }
        }
        Event::GoesOn { units, guns } => {
            for unit in units {
                act(d, s, *unit, |acting| acting.must = false);
            }
            for gun in guns {
                act(d, s, *gun, |acting| acting.done = false);
            }
        }
        Event::Batters { .. } => s.pulse.pending.clear(),
        Event::Wrecks { edge, side } => wreck(d, s, *edge, *side),
        Event::Becomes {
            units,
            level,
            cause,
        } => {
            for unit in units {
                s.set_level(*unit, *level);
                if matches!(cause, Cause::Attrition) {
                    s.pulse.reduced.push(*unit);
                }
            }
        }
        Event::Eliminated { unit, cause } => {
            let reorganised = matches!(cause, Cause::Reorganisation);
            lose(d, s, *unit, !reorganised);
        }
        Event::Retreats { unit, to, edge, .. } => {
            s.put(*unit, Where::At(*to));
            cross(d, s, *unit, *edge);
            // who retreats by ferry uses it.
            let look = Look { d, s };
            if look.ferry(*edge) && !look.bridged(*edge) && !s.ferried.contains(edge) {
                s.kept.ferried.push(*edge);
            }
        }
        Event::Infiltrates {
            unit,
            to,
            edge,
            cost,
            done,
            ..
        } => {
            let from = s.at(*unit).unwrap_or(*to);
            s.pulse.sort = Sort::Infiltration;
            s.pulse.target = vec![*to];
            enter(d, s, *unit, (from, *to, *edge, Via::Land), (*cost, !done));
            if *done {
                s.pulse.infiltrated.push(*unit);
                act(d, s, *unit, |acting| acting.done = true);
            }
        }
        Event::Sunset { natural, over, .. } => {
            s.pulse.sunset = *natural;
            s.pulse.dusk = *over;
        }
        Event::WeatherChanges { to } => s.kept.weather = *to,
        Event::Ends { side, advances } => end(s, *side, *advances),
        Event::DayEnds { .. } => {
            s.kept.drm = 0;
            s.kept.phase = Phase::GermanRefit;
            s.kept.impulse = 0;
            s.kept.bought = 0;
            s.kept.passed = false;
            s.kept.ferried.clear();
            s.kept.pulse = Pulse::default();
        }
        Event::Passed { to } => {
            s.kept.advantage = *to;
            s.pulse.used = false;
        }
        Event::Gains { to, .. } => {
            s.kept.advantage = *to;
            s.pulse.used = false;
            s.pulse.lost = true;
        }
        Event::Shifts { side, by, most } => {
            s.kept.drm += by;
            s.pulse.shifted[side.index()] += most;
        }
        Event::Lands { units, at } => {
            for unit in units {
                s.put(*unit, Where::At(*at));
                s.set_level(*unit, Level::Fresh);
                s.pulse.landed.push(*unit);
            }
        }
        Event::Interdicted { unit, level, .. } => s.set_level(*unit, *level),
        Event::Interdicts { at } => {
            s.pulse.sort = Sort::Interdiction;
            s.kept.interdiction.push(*at);
        }
        Event::Clears => s.kept.interdiction.clear(),
        Event::Reinforces { units, at, .. } => {
            for unit in units {
                s.put(*unit, at.map_or(Where::Uk, Where::At));
                s.set_level(*unit, Level::Fresh);
            }
        }
        Event::Readies => {
            s.kept.raf_used = [false, false];
            s.kept.boats_used = false;
            for side in 0..2 {
                s.kept.available[side] += s.kept.used[side];
                s.kept.used[side] = 0;
            }
        }
        Event::Weather { to, .. } => {
            s.kept.weather = *to;
            s.kept.began = *to;
        }
        Event::Places { depot } => s.pulse.depots.push(*depot),
        Event::Boosts { each, points } => {
            s.kept.reserve[Sd::Allied.index()] -= points;
            for depot in s.pulse.depots.iter_mut().filter(|one| one.is_airborne()) {
                depot.points += each;
                depot.boosted += each;
            }
        }
        Event::Refits {
            unit, level, from, ..
        } => {
            s.set_level(*unit, *level);
            s.pulse.refitted.push(*unit);
            pay(s, from);
        }
        Event::Pays { from, .. } => pay(s, from),
        Event::Stores { side, points, .. } => {
            s.kept.reserve[side.index()] += points;
            s.pulse.depots.clear();
        }
        Event::Buys {
            side,
            spaces,
            points,
        } => {
            s.kept.reserve[side.index()] -= points;
            s.kept.bought += spaces;
        }
        Event::Surrenders { unit, level, .. } => match level {
            Some(level) => s.set_level(*unit, *level),
            None => lose(d, s, *unit, false),
        },
        Event::Reorganises { unit, level, by } => {
            s.set_level(*unit, *level);
            lose(d, s, *by, false);
        }
        Event::Regroups {
            unit,
            to,
            edge,
            via,
            ..
        } => {
            s.put(*unit, Where::At(*to));
            s.pulse.regrouped.push(*unit);
            cross(d, s, *unit, *edge);
            if *via == Via::Ferry {
                s.kept.ferried.push(*edge);
            }
        }
        Event::Bonus => s.kept.eindhoven = true,
        Event::Over { ending } => s.kept.ending = Some(*ending),
        Event::Shuffled { side, deck } => s.kept.decks[side.index()] = deck.clone(),
        Event::Bids { points, to, .. } => {
            if let Some(to) = to {
                s.kept.reserve[to.index()] += points;
            }
        }
        Event::Next { phase } => next(s, *phase),
        Event::RuledPlace { .. }
        | Event::RuledOff { .. }
        | Event::RuledLevel { .. }
        | Event::RuledControl { .. }
        | Event::RuledHolder { .. }
        | Event::RuledCrossing { .. }
        | Event::RuledWork { .. }
        | Event::RuledNumber { .. }
        | Event::RuledAdvantage { .. }
        | Event::RuledWeather { .. }
        | Event::RuledInterdiction { .. }
        | Event::RuledMarker { .. }
        | Event::RuledEmpty => ruled(d, s, event),
        Event::NotDone { .. }
        | Event::Mistakes { .. }
        | Event::Scores { .. }
        | Event::AirSupply
        | Event::ShuffledUnseen { .. } => {}
    }
}

/// Rule 10.2: what is contested now is what counts for the impulse.
fn begin(d: &Data, s: &mut State) {
    let look = Look { d, s };
    let contested = d.ground.ids().filter(|at| look.contested(*at)).collect();
    s.kept.pulse = Pulse {
        contested,
        ..Pulse::default()
    };
}

fn activate(s: &mut State, at: SpaceId) {
    let pulse = &mut s.kept.pulse;
    pulse.sort = Sort::Assault;
    pulse.slots.push(at);
    if pulse.begun {
        second_half(pulse);
    }
    pulse.active.push(at);
}

/// Rule 12.4: what was active before is done, the order of steps begins anew.
fn second_half(pulse: &mut Pulse) {
    pulse.half = pulse.active.len();
    pulse.stage = Stage::Repair;
    pulse.begun = false;
    for acting in &mut pulse.acting {
        acting.done = true;
    }
}

/// Notes what a unit does; who acts for the first time has all his movement.
pub(super) fn act(d: &Data, s: &mut State, unit: UnitId, change: impl FnOnce(&mut Acting)) {
    if s.pulse.acting(unit).is_none() {
        let look = Look { d, s };
        let at = s.at(unit).unwrap_or(SpaceId(0));
        let acting = Acting {
            unit,
            left: look.movement(unit),
            moved: false,
            wet: false,
            must: false,
            done: false,
            fought: false,
            paid: false,
            began: at,
            from: at,
            over: NO_EDGE,
            via: Via::Land,
        };
        s.pulse.acting.push(acting);
    }
    if let Some(acting) = s.kept.pulse.acting.iter_mut().find(|one| one.unit == unit) {
        change(acting);
    }
}

fn enter(
    d: &Data,
    s: &mut State,
    unit: UnitId,
    (from, to, edge, via): (SpaceId, SpaceId, SideId, Via),
    (cost, must): (i32, bool),
) {
    act(d, s, unit, |acting| {
        acting.left -= cost;
        acting.moved = true;
        acting.wet |= via.takes_all();
        acting.must = must;
        acting.from = from;
        acting.over = edge;
        acting.via = via;
    });
    s.pulse.stage = Stage::Act;
    s.pulse.begun = true;
    s.put(unit, Where::At(to));
    cross(d, s, unit, edge);
    match via {
        Via::Ferry => s.kept.ferried.push(edge),
        Via::Boat => s.kept.boats_used = true,
        _ => {}
    }
    if d.counter(unit).kind.assaults() && !s.pulse.pointed.contains(&to) {
        s.pulse.pointed.push(to);
    }
}

/// Rule 9.61: a bridge is used.
fn cross(d: &Data, s: &mut State, unit: UnitId, edge: SideId) {
    let bridge = edge != NO_EDGE && Look { d, s }.bridged(edge);
    if bridge && !s.pulse.crossed.contains(&(edge, unit)) {
        s.pulse.crossed.push((edge, unit));
    }
}

/// Rule 10.4: between two areas of one side a canal or ferry needs no marker.
fn unmark(d: &Data, s: &mut State, at: SpaceId) {
    for (to, edge) in &d.ground.place(at).near {
        let printed = d.ground.edge(*edge);
        let look = Look { d, s };
        let same = look.control(*to).side() == look.control(at).side();
        if printed.water != Water::None && !look.bridged(*edge) && same {
            s.kept.held[usize::from(edge.0)] = Mark::Unmarked;
        }
    }
}

/// Rules 19.2 and 19.21.
fn repair(d: &Data, s: &mut State, side: Sd, edge: SideId, done: bool) {
    s.pulse.repairs += 1;
    s.pulse.begun = true;
    let n = side.index();
    let site = s
        .works
        .iter()
        .position(|w| w.edge == edge && w.side == side);
    // every attempt takes a marker from the available ones.
    s.kept.available[n] = s.kept.available[n].saturating_sub(1);
    if done {
        s.kept.blown.retain(|one| *one != edge);
        s.kept.held[usize::from(edge.0)] = Mark::of(side);
        s.pulse.repaired.push(edge);
        s.kept.used[n] += 1;
        let gone: Vec<Work> = s.works.iter().filter(|w| w.edge == edge).copied().collect();
        for work in gone {
            s.kept.used[work.side.index()] += 1;
        }
        s.kept.works.retain(|w| w.edge != edge);
        return;
    }
    match site {
        None => s.kept.works.push(Work {
            edge,
            side,
            level: 1,
        }),
        Some(at) => {
            s.kept.used[n] += 1;
            let work = &mut s.kept.works[at];
            work.level = (work.level + 1).min(d.tables.bridges.construction_most);
        }
    }
}

/// Rules 4.7 and 19.22.
fn wreck(d: &Data, s: &mut State, edge: SideId, side: Sd) {
    let site = s
        .works
        .iter()
        .position(|w| w.edge == edge && w.side == side);
    match site {
        Some(at) if s.works[at].level > 1 => s.kept.works[at].level -= 1,
        Some(at) => {
            s.kept.works.remove(at);
            s.kept.used[side.index()] += 1;
        }
        None if d.ground.edge(edge).ferry.is_some() => s.kept.sunk.push(edge),
        None => {}
    }
}

fn lose(d: &Data, s: &mut State, unit: UnitId, counts: bool) {
    s.put(unit, Where::Out);
    if counts {
        s.pulse.losses[d.counter(unit).side.index()] += 1;
    }
}

fn pay(s: &mut State, from: &[(usize, i32)]) {
    for (depot, points) in from {
        if let Some(depot) = s.pulse.depots.get_mut(*depot) {
            depot.points -= points;
        }
    }
}

fn end(s: &mut State, side: Sd, advances: bool) {
    s.kept.passed = s.pulse.sort == Sort::Pass;
    s.kept.pulse = Pulse::default();
    s.kept.phase = match side {
        Sd::German => Phase::Allied,
        Sd::Allied => {
            s.kept.pair += 1;
            s.kept.impulse += i32::from(advances);
            Phase::German
        }
    };
}

fn next(s: &mut State, phase: Phase) {
    s.kept.pulse = Pulse::default();
    s.kept.phase = phase;
    if matches!(phase, Phase::GermanRegroup | Phase::AlliedRegroup) {
        s.kept.ferried.clear();
    }
    // 3.6, R-46: the day ends once, behind the regroup phase.
    if phase == Phase::Dawn {
        s.kept.date += 1;
        s.kept.pair = 1;
        s.kept.impulse = s.kept.bought;
        s.kept.bought = 0;
        s.kept.ferried.clear();
    }
    if phase == Phase::German && s.kept.date == 17 {
        s.kept.impulse = s.kept.bought;
        s.kept.bought = 0;
    }
}

fn ruled(d: &Data, s: &mut State, event: &Event) {
    match event {
        Event::RuledPlace { unit, at } => s.put(*unit, Where::At(*at)),
        Event::RuledOff { unit, box_ } => s.put(
            *unit,
            match box_ {
                OffMap::Uk => Where::Uk,
                OffMap::Later => Where::Later,
                OffMap::Out => Where::Out,
            },
        ),
        Event::RuledLevel { unit, level } => s.set_level(*unit, *level),
        Event::RuledControl { at, control } => {
            s.kept.control[usize::from(at.0)] = *control;
            unmark(d, s, *at);
        }
        Event::RuledHolder { edge, side } => s.kept.held[usize::from(edge.0)] = Mark::of(*side),
        Event::RuledCrossing { edge, stands } => {
            let holder = Look { d, s }.holder(*edge);
            s.kept.blown.retain(|one| one != edge);
            s.kept.sunk.retain(|one| one != edge);
            if d.ground.edge(*edge).bridge.is_some() {
                let mark = if *stands {
                    Mark::of(holder)
                } else {
                    Mark::Unmarked
                };
                s.kept.held[usize::from(edge.0)] = mark;
            }
            if !stands && d.ground.edge(*edge).bridge.is_some() {
                s.kept.blown.push(*edge);
            } else if !stands {
                s.kept.sunk.push(*edge);
            }
        }
        Event::RuledWork { edge, side, level } => {
            s.kept.works.retain(|w| (w.edge, w.side) != (*edge, *side));
            if *level > 0 {
                s.kept.works.push(Work {
                    edge: *edge,
                    side: *side,
                    level: *level,
                });
                s.kept.available[side.index()] = s.kept.available[side.index()].saturating_sub(1);
            }
        }
        Event::RuledNumber { what, to } => {
            let markers = u8::try_from(*to).unwrap_or(0);
            match what {
                Numbered::Date => {
                    // Never back: no two steps of a game have one name.
                    let to = u32::try_from(*to).unwrap_or(0);
                    s.kept.date = to.min(d.scenario.last).max(s.kept.date);
                }
                Numbered::Impulse => s.kept.impulse = *to,
                Numbered::Drm => s.kept.drm = *to,
                Numbered::GermanReserve => s.kept.reserve[0] = *to,
                Numbered::AlliedReserve => s.kept.reserve[1] = *to,
                Numbered::GermanMarkers => s.kept.available[0] = markers,
                Numbered::AlliedMarkers => s.kept.available[1] = markers,
                Numbered::Bonus => s.kept.eindhoven = *to > 0,
            }
        }
        Event::RuledAdvantage { side } => s.kept.advantage = *side,
        Event::RuledWeather { to, began } => {
            s.kept.weather = *to;
            if *began {
                s.kept.began = *to;
            }
        }
        Event::RuledInterdiction { at } => s.kept.interdiction.push(*at),
        Event::RuledMarker { marker, used } => match s.kept.raf_used.get_mut(*marker) {
            Some(flag) => *flag = *used,
            None => s.kept.boats_used = *used,
        },
        Event::RuledEmpty => {
            for unit in d.unit_ids() {
                s.put(unit, Where::Out);
                s.set_level(unit, Level::Fresh);
            }
            for control in &mut s.kept.control {
                *control = Control::German;
            }
            let weather = Weather::Clear;
            s.kept.weather = weather;
            for (held, edge) in s.kept.held.iter_mut().zip(&d.ground.edges) {
                *held = match edge.bridge {
                    Some(_) => Mark::German,
                    None => Mark::Unmarked,
                };
            }
            s.kept.blown.clear();
            s.kept.sunk.clear();
            s.kept.interdiction.clear();
            s.kept.works.clear();
        }
        _ => {}
    }
}
