//! What events say, which rule they follow from, and who may see them.
//! The rooms follow `chapters`.

mod bridges;
mod cites;
mod day;
mod fight;
mod impulse;
mod ruled;
mod troops;
mod words;

pub(super) use cites::cites;
pub(super) use words::{control, level, space, who};

use super::chapters::{Chapter, chapter};
use super::event::Event;
use super::state::Side;
use crate::engine::event::Sight;
use crate::engine::tally::Tally;
use crate::orders::Phrase;

/// What an event says.
pub(super) fn telling(event: &Event) -> Phrase {
    match chapter(event) {
        Chapter::Impulse => impulse::telling(event),
        Chapter::Bridges => bridges::telling(event),
        Chapter::Fight => fight::telling(event),
        Chapter::Day => day::telling(event),
        Chapter::Troops => troops::telling(event),
        Chapter::Ruled => ruled::telling(event),
    }
}

/// How the event's numbers came about.
pub(super) const fn tally(event: &Event) -> Option<&Tally> {
    match event {
        Event::Seizes { tally, .. }
        | Event::Repairs { tally, .. }
        | Event::Demolishes { tally, .. }
        | Event::Attacks { tally, .. }
        | Event::Defends { tally, .. }
        | Event::Infiltrates { tally, .. }
        | Event::Interdicted { tally, .. }
        | Event::Surrenders { tally, .. }
        | Event::Scores { tally, .. } => Some(tally),
        Event::Weather { tally, .. } => tally.as_ref(),
        _ => None,
    }
}

/// What a side sees of an event: all but the order of a deck and the enemy's orders that came to nothing.
pub(super) fn seen(event: &Event, by: Side) -> Sight<Event> {
    match event {
        Event::Shuffled { side, .. } => Sight::Part(Event::ShuffledUnseen { side: *side }),
        Event::NotDone { side, .. } if *side != by => Sight::Nothing,
        _ => Sight::Whole,
    }
}

/// Rules 7.7 and 23.71: all stacks may be looked at; orders not carried out and the order of cards are nobody's business.
pub(super) fn may_learn(event: &Event, by: Side) -> bool {
    match event {
        Event::Shuffled { .. } => false,
        Event::NotDone { side, .. } => *side == by,
        _ => true,
    }
}
