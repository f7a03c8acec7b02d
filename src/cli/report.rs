//! `fieldpost report`

use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::report::turn::report;
use crate::with_game;

/// Print the report of the last run as a seat gets it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat or side that reads it
    #[arg(long = "as", value_name = "SEAT|SIDE")]
    seat: String,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let seat = super::submit::seat_of(&keeper, &args.seat)?;
        say(report(&keeper, &seat)?.trim_end())?;
        Ok(ExitCode::SUCCESS)
    })
}
