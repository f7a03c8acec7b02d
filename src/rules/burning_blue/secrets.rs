//! Who sees what: the Luftwaffe's plan, its raids and its cards are its own; the RAF's Tote Board and record sheets are
//! the RAF's; what stands on the map is everybody's.

use super::data::Data;
use super::event::{Chapter, Defence, Event, Opening, Plotting, Turn};
use super::plants;
use super::side::Side;
use super::sights;
use super::state::{Hidden, Readiness, Seen, State};
use crate::engine::bot::Rng;
use crate::engine::event::Sight;

/// What a side sees of an event.
pub(super) fn seen(d: &Data, after: &State, event: &Event, by: Side) -> Sight<Event> {
    let fights = matches!(event.chapter(), Chapter::Combat(_) | Chapter::Ground(_));
    match by {
        Side::Raf if fights => sights::raf(d, after, event),
        Side::Luftwaffe if fights => sights::luftwaffe(d, event),
        Side::Raf => plants::seen(d, event).unwrap_or_else(|| seen_by_raf(after, event)),
        Side::Luftwaffe => seen_by_luftwaffe(event),
    }
}

/// What may stand on the plotting table: no card, no sign of what is real.
fn seen_by_raf(after: &State, event: &Event) -> Sight<Event> {
    let nothing = |hidden: bool| if hidden { Sight::Nothing } else { Sight::Whole };
    match event.chapter() {
        Chapter::Opening(event) => nothing(!matches!(
            event,
            Opening::Day { .. }
                | Opening::Skies { .. }
                | Opening::Readied { .. }
                | Opening::Warning { .. }
                | Opening::Airborne { .. }
        )),
        Chapter::Turn(event) => nothing(private(&event, Side::Raf)),
        Chapter::Defence(_) | Chapter::Ruled(_) => match event {
            Event::RuledRaid { .. } => Sight::Nothing,
            _ => Sight::Whole,
        },
        Chapter::Raids(_) => Sight::Nothing,
        Chapter::Plotting(event) => plotting(after, &event),
        Chapter::Combat(_) | Chapter::Ground(_) => Sight::Nothing,
    }
}

fn plotting(after: &State, event: &Plotting<'_>) -> Sight<Event> {
    match event {
        Plotting::Marked {
            form, at, strength, ..
        } => Sight::Part(Event::Marked {
            form: **form,
            at: **at,
            strength: **strength,
            of: None,
            card: None,
        }),
        Plotting::Unmarked { form, at, .. } => Sight::Part(Event::Unmarked {
            form: **form,
            at: **at,
            of: None,
        }),
        Plotting::Detected {
            raid,
            at,
            strength,
            angels,
            turn,
            fresh,
            ..
        } => Sight::Part(Event::Detected {
            raid: **raid,
            at: **at,
            strength: **strength,
            angels: **angels,
            turn: **turn,
            fresh: **fresh,
            card: None,
        }),
        Plotting::Faded { raid, .. } => Sight::Part(Event::Faded {
            raid: **raid,
            card: None,
        }),
        Plotting::Gone { raid } => {
            let known = after.truth::<(), Side>(&()).hidden.plot(**raid).is_some();
            if known { Sight::Whole } else { Sight::Nothing }
        }
        Plotting::Tracked { .. }
        | Plotting::Shown { .. }
        | Plotting::Hidden { .. }
        | Plotting::Sighted { .. }
        | Plotting::Splits { .. } => Sight::Whole,
    }
}

/// What is between a player and the program.
fn private(event: &Turn<'_>, by: Side) -> bool {
    match event {
        Turn::NotDone { side, .. } | Turn::Waits { side, .. } => **side != by,
        _ => false,
    }
}

/// The Luftwaffe sees who flies and not who is ready, how full his tanks are, where he is bedded down.
fn seen_by_luftwaffe(event: &Event) -> Sight<Event> {
    match event.chapter() {
        Chapter::Opening(event) => match event {
            Opening::Shuffled { .. } | Opening::Reshuffled { .. } | Opening::Readied { .. } => {
                Sight::Nothing
            }
            Opening::Airborne {
                fighter, halves, ..
            } => Sight::Part(Event::Airborne {
                fighter: fighter.clone(),
                recovery: None,
                halves: *halves,
            }),
            _ => Sight::Whole,
        },
        Chapter::Turn(event) if private(&event, Side::Luftwaffe) => Sight::Nothing,
        Chapter::Defence(event) => match event {
            Defence::Parted { .. } | Defence::Stands { .. } | Defence::Called { .. } => {
                Sight::Nothing
            }
            Defence::Scrambles { halves, .. } => Sight::Part(Event::Scrambles {
                unit: None,
                field: 0,
                order: None,
                wing: None,
                halves: *halves,
            }),
            Defence::TakesOff { fighter, .. } => Sight::Part(Event::TakesOff {
                fighter: fighter.clone(),
                recovery: None,
            }),
            _ => Sight::Whole,
        },
        Chapter::Ruled(_) if matches!(event, Event::RuledTote { .. }) => Sight::Nothing,
        _ => Sight::Whole,
    }
}

/// Rules 2.1.1, 5.3, 6.4.2, 7, 9.2.8, 11.1.1, 11.2.1 and 18.2: what a side is entitled to.
pub(super) fn may_learn(d: &Data, event: &Event, by: Side) -> bool {
    if let Some(may) = sights::may_learn(d, event, by) {
        return may;
    }
    match by {
        Side::Raf => match event {
            // Chits, plans, secret rolls, movement of what nobody sees.
            Event::Shuffled { .. }
            | Event::Reshuffled { .. }
            | Event::Chits { .. }
            | Event::Programmed { .. }
            | Event::Patrols { .. }
            | Event::Assembles { .. }
            | Event::Fuelled { .. }
            | Event::Forms { .. }
            | Event::Goes { .. }
            | Event::Turns { .. }
            | Event::Navigates { .. }
            | Event::Diverts { .. }
            | Event::Parts { .. }
            | Event::Unseen { .. }
            | Event::Decoys { .. }
            | Event::Rests
            | Event::RuledRaid { .. } => false,
            // 11.2.1: cards lie face down; 9.3.1/a: what is a dummy nobody says.
            Event::Marked { of, card, .. } => of.is_none() && card.is_none(),
            Event::Unmarked { of, .. } => of.is_none(),
            Event::Detected { card, .. } | Event::Faded { card, .. } => card.is_none(),
            Event::NotDone { side, .. } | Event::Waits { side, .. } => *side == by,
            _ => true,
        },
        Side::Luftwaffe => match event {
            Event::Shuffled { .. }
            | Event::Reshuffled { .. }
            | Event::Readied { .. }
            | Event::Parted { .. }
            | Event::Stands { .. }
            | Event::Called { .. }
            | Event::RuledTote { .. } => false,
            Event::Airborne { recovery, .. } | Event::TakesOff { recovery, .. } => {
                recovery.is_none()
            }
            Event::Scrambles {
                unit, order, wing, ..
            } => unit.is_none() && order.is_none() && wing.is_none(),
            Event::NotDone { side, .. } | Event::Waits { side, .. } => *side == by,
            _ => true,
        },
    }
}

/// Another truth under the same view.
pub(super) fn scramble(data: &Data, state: &mut State, by: Side, rng: &mut Rng) {
    let (truth, _) = state.scramble();
    match by {
        Side::Raf => other_raids(data, truth, rng),
        Side::Luftwaffe => other_tote(truth, rng),
    }
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        let j = rng.below(u32::try_from(i + 1).unwrap_or(u32::MAX)) as usize;
        list.swap(i, j);
    }
}

/// What the RAF does not know: cards to come, heights and courses of raids, plans of those to come, patrols.
fn other_raids(data: &Data, truth: &mut Hidden, rng: &mut Rng) {
    let drawn = usize::from(truth.deck.drawn).min(truth.deck.cards.len());
    if rng.below(3) == 0 {
        shuffle(&mut truth.deck.cards[drawn..], rng);
    }
    let on_map =
        |seen: Option<Seen>| matches!(seen, Some(Seen::Shown | Seen::Detected | Seen::Tallied));
    for raid in &mut truth.raids {
        let seen = raid.plot.as_ref().map(|plot| plot.seen);
        let Some(real) = &mut raid.real else { continue };
        if seen == Some(Seen::Tallied) || rng.below(2) == 0 {
            continue;
        }
        // How high, how lost, how well escorted.
        let by = if rng.below(2) == 0 { 2 } else { -2 };
        if real
            .units
            .iter()
            .all(|one| (2..=20).contains(&(one.angels + by)))
        {
            for one in &mut real.units {
                one.angels += by;
            }
        }
        real.lost ^= rng.below(2) == 0;
        // Where it is, if nobody has ever seen it.
        let near = &data.map.place(real.at).links;
        let near = near.get(rng.below(u32::try_from(near.len()).unwrap_or(0)) as usize);
        if let (None, Some(to)) = (seen, near)
            && !data.map.place(*to).is_box
            && !data.map.place(real.at).is_box
        {
            (real.at, real.from, real.flown) = (*to, *to, 0);
        }
        if !on_map(seen) && real.units.len() > 1 && rng.below(2) == 0 {
            real.units.pop();
        }
    }
    if let Some(plan) = &mut truth.plan {
        shuffle(&mut plan.patrols, rng);
        for program in &mut plan.programs {
            if !program.formed && rng.below(2) == 0 {
                program.adjusted += rng.below(3);
                if program.angels >= 4 && program.angels <= 18 {
                    program.angels += 2;
                    program.cover_angels = program.cover_angels.max(program.angels);
                }
            }
        }
    }
}

/// What the Luftwaffe does not know: who is ready.
fn other_tote(truth: &mut Hidden, rng: &mut Rng) {
    for tote in &mut truth.tote {
        if rng.below(3) == 0 {
            tote.state = match tote.state {
                Readiness::Available => Readiness::Ready,
                Readiness::Ready => Readiness::Available,
                other => other,
            };
        }
    }
}
