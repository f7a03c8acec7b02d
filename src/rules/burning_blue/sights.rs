//! Who sees what of the fights, of bombs and of the ground: of a raid the RAF sees silhouettes by their letters, never
//! which unit it is; of its squadrons on the ground the Luftwaffe sees nothing.

use super::data::Data;
use super::event::Event;
use super::side::Side;
use super::state::State;
use crate::engine::event::Sight;

/// What the RAF sees of an event of the chapters Combat and Ground.
pub(super) fn raf(d: &Data, after: &State, event: &Event) -> Sight<Event> {
    if hidden_from_raf(d, after, event) {
        return Sight::Nothing;
    }
    let mut part = event.clone();
    match &mut part {
        Event::Looks { card, .. } | Event::Tallies { card, .. } => *card = None,
        Event::Strikes { units, .. }
        | Event::Jettisons { units, .. }
        | Event::Dogfight { units, .. }
        | Event::BreaksLw { units, .. } => units.clear(),
        Event::Downed { unit, .. } => *unit = None,
        Event::Bombs { unit, tally, .. } => {
            *unit = None;
            *tally = None;
        }
        _ => return Sight::Whole,
    }
    if part == *event {
        Sight::Whole
    } else {
        Sight::Part(part)
    }
}

/// Of these nothing reaches the RAF.
fn hidden_from_raf(d: &Data, after: &State, event: &Event) -> bool {
    match event {
        Event::Changed { .. }
        | Event::Frees { .. }
        | Event::PatrolUp { .. }
        | Event::PatrolBack { .. }
        | Event::Dives { .. }
        | Event::Recovers { .. } => true,
        // 14: what is hit where nobody looks.
        Event::Downed { raid, .. } => {
            let plot = after.truth::<Data, Side>(d).hidden.plot(*raid);
            plot.is_none()
        }
        Event::ComesDown { unit, .. } => d.unit(*unit).side != Side::Raf,
        Event::Burns { side, .. } => *side != Side::Raf,
        _ => false,
    }
}

/// What the Luftwaffe sees of them.
pub(super) fn luftwaffe(d: &Data, event: &Event) -> Sight<Event> {
    match event {
        Event::OnGround { .. }
        | Event::Reforms { .. }
        | Event::Serviced { .. }
        | Event::Recombines { .. } => Sight::Nothing,
        Event::ComesDown { unit, .. } if d.unit(*unit).side == Side::Raf => Sight::Nothing,
        Event::Burns { side, .. } if *side == Side::Raf => Sight::Nothing,
        Event::Hurt { own: true, .. } => {
            let mut part = event.clone();
            if let Event::Hurt { own, .. } = &mut part {
                *own = false;
            }
            Sight::Part(part)
        }
        Event::Lands {
            unit,
            at,
            field: Some(_),
        } => Sight::Part(Event::Lands {
            unit: *unit,
            field: None,
            at: *at,
        }),
        _ => Sight::Whole,
    }
}

/// Rules 3.2.2, 12.1.2, 13.3.1, 16.3: what a side is entitled to; nothing where others say it.
pub(super) fn may_learn(d: &Data, event: &Event, by: Side) -> Option<bool> {
    let may = match (by, event) {
        (
            Side::Raf,
            Event::Changed { .. }
            | Event::Frees { .. }
            | Event::PatrolUp { .. }
            | Event::PatrolBack { .. }
            | Event::Dives { .. }
            | Event::Recovers { .. },
        ) => false,
        (Side::Raf, Event::Looks { card, .. } | Event::Tallies { card, .. }) => card.is_none(),
        (
            Side::Raf,
            Event::Strikes { units, .. }
            | Event::Jettisons { units, .. }
            | Event::Dogfight { units, .. }
            | Event::BreaksLw { units, .. },
        ) => units.is_empty(),
        (Side::Raf, Event::Downed { unit, .. }) => unit.is_none(),
        (Side::Raf, Event::Bombs { unit, tally, .. }) => unit.is_none() && tally.is_none(),
        (_, Event::ComesDown { unit, .. }) => d.unit(*unit).side == by,
        (_, Event::Burns { side, .. }) => *side == by,
        (
            Side::Luftwaffe,
            Event::OnGround { .. }
            | Event::Reforms { .. }
            | Event::Serviced { .. }
            | Event::Recombines { .. },
        ) => false,
        (Side::Luftwaffe, Event::Hurt { own, .. }) => !own,
        (Side::Luftwaffe, Event::Lands { field, .. }) => field.is_none(),
        _ => return None,
    };
    Some(may)
}
