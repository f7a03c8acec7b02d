//! The Burning Blue: days of bots, what each side knows, what neither may find out.

mod days;
mod secrets;

use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::rules::burning_blue::{BurningBlue, Data, State};

/// A scenario with switches.
fn day(scenario: &str, switches: &[(&str, &str)]) -> (Data, State) {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let setup = Setup {
        scenario: scenario.to_owned(),
        switches: switches.iter().map(own).collect(),
        ..Setup::default()
    };
    BurningBlue::set_up(&setup).expect("a scenario")
}
