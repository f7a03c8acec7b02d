//! Leaks planted for the secrecy tests, all together: they must catch each of them. Without the switch `plant`, which no
//! player has, nothing here changes anything.

use super::event::Event;
use super::side::Side;
use super::state::{Plot, Seen};
use super::{Board, BurningBlue, Data};
use crate::board::SpaceId;
use crate::engine::event::Sight;
use crate::engine::table::{Play, Scope};

/// A leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// Cards and dice about raids fall in the open.
    OpenRoll,
    /// The RAF is told of the card in the box of a raid.
    CardShown,
    /// The Luftwaffe is asked about a raid that is lost, in the open.
    OpenQuestion,
    /// A raid that forms changes a number that lies open.
    OpenChange,
    /// The RAF is told of tests that show nothing.
    FalseNews,
    /// The RAF's order sheet leaves out hexes where hidden raids are.
    HiddenField,
    /// The RAF's picture of a raid is where it truly is.
    TrueTrack,
}

impl Plant {
    /// All of them.
    pub const ALL: [(&'static str, Self); 7] = [
        ("open-roll", Self::OpenRoll),
        ("card-shown", Self::CardShown),
        ("open-question", Self::OpenQuestion),
        ("open-change", Self::OpenChange),
        ("false-news", Self::FalseNews),
        ("hidden-field", Self::HiddenField),
        ("true-track", Self::TrueTrack),
    ];
}

/// Whether a leak is planted.
pub(super) fn planted(d: &Data, plant: Plant) -> bool {
    let Some(name) = &d.on.plant else {
        return false;
    };
    Plant::ALL
        .iter()
        .any(|(one, which)| one == name && *which == plant)
}

/// The Luftwaffe's screen; the open table if that is the leak.
pub(super) fn screen<'t, 'r>(t: &'t mut Board<'r>) -> Scope<'t, 'r, BurningBlue> {
    if planted(t.data(), Plant::OpenRoll) {
        t.within("open")
    } else {
        t.behind_screen(Side::Luftwaffe)
    }
}

/// A test that shows nothing, which the RAF never learns; revealed if that is the leak.
pub(super) fn unseen(t: &mut Board<'_>, event: Event) -> Play {
    if planted(t.data(), Plant::FalseNews) {
        t.reveal(event)
    } else {
        t.happen(event)
    }
}

/// What the RAF sees of an event through a leak.
pub(super) fn seen(d: &Data, event: &Event) -> Option<Sight<Event>> {
    let leaks = match event {
        Event::Unseen { .. } => planted(d, Plant::FalseNews),
        Event::Detected { .. } => planted(d, Plant::CardShown),
        Event::Goes { .. } => planted(d, Plant::TrueTrack),
        _ => false,
    };
    leaks.then_some(Sight::Whole)
}

/// Hexes where hidden raids are, for a form that must not know them.
pub(super) fn hidden_field(t: &Board<'_>) -> Vec<SpaceId> {
    if !planted(t.data(), Plant::HiddenField) {
        return Vec::new();
    }
    let on_map = |plot: &Plot| matches!(plot.seen, Seen::Detected | Seen::Tallied);
    let raids = super::pos(t).hidden.raids.iter();
    let hidden = raids.filter(|raid| !raid.plot.as_ref().is_some_and(on_map));
    hidden
        .filter_map(|raid| raid.real.as_ref().map(|real| real.at))
        .collect()
}
