//! Rule 8: who may know what. Written apart from the procedures.

use super::data::Data;
use super::event::Event;
use super::state::{Side, State, Where};
use crate::engine::bot::Rng;
use crate::engine::event::Sight;

/// What a side sees of an event.
pub(super) fn seen(data: &Data, event: &Event, by: Side) -> Sight<Event> {
    match event {
        Event::Ranked { side, .. } if *side != by => Sight::Nothing,
        Event::Shuffled { deck } => {
            let cards = u16::try_from(deck.cards.len()).unwrap_or(u16::MAX);
            Sight::Part(Event::ShuffledUnseen { cards })
        }
        Event::Taken { side, .. } if *side != by => Sight::Part(Event::TakenUnseen { side: *side }),
        Event::NotDone { ship, .. } if data.ship(*ship).side != by => Sight::Nothing,
        Event::Lurks { .. } | Event::AmbushMissed { .. } if by == Side::Red => Sight::Nothing,
        Event::RuledPlace { ship, .. } | Event::RuledSteps { ship, .. }
            if by == Side::Red && data.ship(*ship).submarine =>
        {
            Sight::Nothing
        }
        _ => Sight::Whole,
    }
}

/// Rule 8: whether a side may learn of an event.
pub(super) fn may_learn(data: &Data, event: &Event, by: Side) -> bool {
    match event {
        // 8.1: the order of reserves is known to their owner alone, until they arrive.
        Event::Ranked { side, .. } => *side == by,
        // 8.2: nobody knows the order of the deck.
        Event::Shuffled { .. } => false,
        // 8.3: a hand is known to its owner; the enemy counts the cards.
        Event::Taken { side, .. } => *side == by,
        // An order that came to nothing is its author's.
        Event::NotDone { ship, .. } => data.ship(*ship).side == by,
        // 8.4: the submarine is seen by red only where it has hit.
        Event::Lurks { .. } | Event::AmbushMissed { .. } => by == Side::Blue,
        Event::RuledPlace { ship, .. } | Event::RuledSteps { ship, .. } => {
            by == Side::Blue || !data.ship(*ship).submarine
        }
        // 8.5: all else is open.
        _ => true,
    }
}

/// Changes what `by` may not know: some of the secrets, since twins that differ in little stay together for long.
pub(super) fn scramble(data: &Data, state: &mut State, by: Side, rng: &mut Rng) {
    let other = by.other();
    let submarine = data.submarine;
    if by == Side::Red && state.at(submarine).is_some() && rng.below(2) == 0 {
        let places: Vec<_> = data.box_ids().collect();
        if let Some(place) = rng.pick(&places) {
            state.ships[usize::from(submarine.0)].at = Where::At(*place);
        }
    }
    if rng.below(2) == 0 {
        shuffle(&mut state.reserves[other.index()], rng);
    }
    if rng.below(2) == 0 {
        let drawn = usize::from(state.deck.drawn);
        let hand = state.hands[other.index()].len();
        let mut unknown: Vec<u16> = state.deck.cards.get(drawn..).unwrap_or_default().to_vec();
        unknown.extend(&state.hands[other.index()]);
        shuffle(&mut unknown, rng);
        state.hands[other.index()] = unknown.split_off(unknown.len() - hand);
        state.deck.cards.truncate(drawn);
        state.deck.cards.extend(unknown);
    }
}

/// A position that `by` may take for the true one: no submarine where he sees none, no cards in the enemy's hand, and
/// what he cannot know in the order of the numbers.
pub(super) fn imagined(data: &Data, state: &State, by: Side) -> State {
    let mut state = state.clone();
    let other = by.other().index();
    let submarine = data.submarine;
    if by == Side::Red && state.at(submarine).is_some() {
        state.ships[usize::from(submarine.0)].at = Where::Reserve;
    }
    state.reserves[other].sort_unstable();
    let drawn = usize::from(state.deck.drawn);
    let mut unknown = state
        .deck
        .cards
        .split_off(drawn.min(state.deck.cards.len()));
    unknown.append(&mut state.hands[other]);
    unknown.sort_unstable();
    // Of the cards that have left the deck some are in the enemy's hand: their order is not his to know either.
    state.deck.cards = unknown;
    state.deck.drawn = 0;
    state
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        let j = rng.below(u32::try_from(i + 1).unwrap_or(u32::MAX)) as usize;
        list.swap(i, j);
    }
}
