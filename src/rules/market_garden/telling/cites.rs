//! The rule each event follows from.

use super::super::event::{Cause, Event, Holding};
use super::super::pulse::{Fought, Via};
use super::super::state::{Ending, Side};

/// The rule an event follows from.
pub(in super::super) fn cites(event: &Event) -> &'static str {
    match event {
        Event::Bids { .. } => "23.51",
        Event::Activates { .. } => "8.21",
        Event::Doubles { .. } => "12.4",
        Event::ActivatesUk | Event::Lands { .. } => "18.4",
        Event::Passes { .. } => "8.24",
        Event::NotDone { bar, .. } => bar.rule(),
        Event::Enters { via, .. } => match via {
            Via::Land => "9.2",
            Via::Bridge => "9.61",
            Via::Canal => "9.3/c",
            Via::Ferry => "9.62",
            Via::Boat => "9.64",
            Via::Air => "18.4/b",
        },
        Event::Takes { .. } => "7.3",
        Event::Holds { by, .. } => match by {
            Holding::Control => "19.1/a",
            Holding::Assault => "10.4/a",
        },
        Event::Seizes { .. } => "19.3",
        Event::Repairs { .. } => "19.2",
        Event::Demolishes { .. } => "19.4",
        Event::Assaults { .. } => "10.7",
        Event::Bombards { barrage, .. } => {
            if *barrage {
                "11.111"
            } else {
                "11.11"
            }
        }
        Event::Strikes { marker, .. } => {
            if *marker < 2 {
                "16.2"
            } else {
                "20.2"
            }
        }
        // The same two sides of a contest in assaults and in bombardments.
        Event::Attacks { tally, .. } if tally.rule == "11.2" => "11.2",
        Event::Attacks { .. } => "10.72",
        Event::Defends { tally, .. } if tally.rule == "11.3" => "11.3",
        Event::Defends { .. } => "10.73",
        Event::Thrown { .. } | Event::Rerolls { .. } => "12.6",
        Event::Fights { fought, .. } => match fought {
            Fought::Lost => "10.741",
            Fought::Drawn => "10.742",
            Fought::Won => "10.743",
            Fought::Overrun => "10.5",
        },
        Event::GoesOn { .. } => "10.5",
        Event::Batters { .. } => "11.4",
        Event::Mistakes { .. } => "16.21",
        Event::Wrecks { .. } => "19.22",
        Event::Becomes { cause, .. } | Event::Eliminated { cause, .. } => match cause {
            Cause::Acted => "8.3",
            Cause::Failed => "10.741",
            Cause::Drawn => "10.742",
            Cause::Won => "10.743",
            Cause::Barrage => "11.111",
            Cause::Casualties => "10.8",
            Cause::Attrition => "11.41",
            Cause::Overrun => "10.5",
            Cause::Sector => "10.91",
            Cause::Oss => "13.511",
            Cause::Reorganisation => "23.6",
            Cause::Landing => "20.4/e",
        },
        Event::Retreats { .. } => "10.9",
        Event::Infiltrates { .. } => "8.22",
        Event::Sunset { .. } => "6.3/a",
        Event::WeatherChanges { .. } => "17.4",
        Event::Ends { .. } | Event::DayEnds { .. } => "6.3",
        Event::Passed { .. } => "12.2",
        Event::Gains { to, .. } | Event::Shifts { side: to, .. } => match to {
            Side::German => "12.21",
            Side::Allied => "12.22",
        },
        Event::Interdicted { .. } => "18.41",
        Event::Interdicts { .. } | Event::Clears => "16.4",
        Event::Reinforces { .. } => "18.1",
        Event::Readies => "6.2",
        Event::Weather { .. } => "6.21",
        Event::Places { .. } => "13.41",
        Event::Boosts { .. } => "23.4",
        Event::Refits { .. } => "13.3",
        Event::Pays { .. } => "19.23",
        Event::Stores { .. } => "13.43",
        Event::Buys { .. } => "6.4/a",
        Event::Surrenders { .. } => "13.7",
        Event::Reorganises { .. } => "23.6",
        Event::Regroups { .. } => "6.5",
        Event::Bonus => "21.31",
        Event::Scores { .. } => "21.3",
        Event::Over { ending } => match ending {
            Ending::Breakthrough => "21.1",
            Ending::Points { .. } => "21.2",
        },
        Event::AirSupply => "20.2",
        Event::Shuffled { .. } | Event::ShuffledUnseen { .. } => "23.71",
        _ => "",
    }
}
