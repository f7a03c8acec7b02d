//! Which room tells and applies an event: one list for both.

use super::event::Event;

/// The rooms of `apply` and `telling`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chapter {
    /// The actions of an impulse (8, 9).
    Impulse,
    /// Control, crossings and works (7.3, 10.4, 19).
    Bridges,
    /// Assaults, bombardments and their losses (10 to 12, 16).
    Fight,
    /// The course of the days, Advantage, bids and victory (6, 12.2, 17, 21, 23).
    Day,
    /// Reinforcement, landing, supply, refit and regroup (6.4, 6.5, 13, 18).
    Troops,
    /// The referee's rulings.
    Ruled,
}

/// The room of an event.
pub(super) const fn chapter(event: &Event) -> Chapter {
    match event {
        Event::Begins { .. }
        | Event::Activates { .. }
        | Event::Doubles { .. }
        | Event::ActivatesUk
        | Event::Passes { .. }
        | Event::NotDone { .. }
        | Event::Enters { .. }
        | Event::Infiltrates { .. } => Chapter::Impulse,
        Event::Takes { .. }
        | Event::Holds { .. }
        | Event::Seizes { .. }
        | Event::Repairs { .. }
        | Event::Demolishes { .. }
        | Event::Wrecks { .. } => Chapter::Bridges,
        Event::Assaults { .. }
        | Event::Bombards { .. }
        | Event::Strikes { .. }
        | Event::Attacks { .. }
        | Event::Defends { .. }
        | Event::Thrown { .. }
        | Event::Rerolls { .. }
        | Event::Fights { .. }
        | Event::GoesOn { .. }
        | Event::Batters { .. }
        | Event::Mistakes { .. }
        | Event::Becomes { .. }
        | Event::Eliminated { .. }
        | Event::Retreats { .. } => Chapter::Fight,
        Event::Bids { .. }
        | Event::Sunset { .. }
        | Event::WeatherChanges { .. }
        | Event::Ends { .. }
        | Event::DayEnds { .. }
        | Event::Passed { .. }
        | Event::Gains { .. }
        | Event::Shifts { .. }
        | Event::Readies
        | Event::Weather { .. }
        | Event::Bonus
        | Event::Scores { .. }
        | Event::Over { .. }
        | Event::Shuffled { .. }
        | Event::ShuffledUnseen { .. }
        | Event::Next { .. } => Chapter::Day,
        Event::Lands { .. }
        | Event::Interdicted { .. }
        | Event::Interdicts { .. }
        | Event::Clears
        | Event::Reinforces { .. }
        | Event::AirSupply
        | Event::Places { .. }
        | Event::Boosts { .. }
        | Event::Refits { .. }
        | Event::Pays { .. }
        | Event::Stores { .. }
        | Event::Buys { .. }
        | Event::Surrenders { .. }
        | Event::Reorganises { .. }
        | Event::Regroups { .. } => Chapter::Troops,
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
        | Event::RuledEmpty => Chapter::Ruled,
    }
}
