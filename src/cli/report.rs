//! `fieldpost report`

use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::report::turn::{report, report_html};
use crate::with_game;

/// Print the report of the last run as a seat gets it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat or side that reads it
    #[arg(long = "as", value_name = "SEAT|SIDE")]
    seat: String,
    /// Text for a mail, or a page for a browser
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How it is written.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    #[default]
    Text,
    Html,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let seat = super::submit::seat_of(&keeper, &args.seat)?;
        let text = match args.format {
            Format::Text => report(&keeper, &seat)?,
            Format::Html => report_html(&keeper, &seat)?,
        };
        say(text.trim_end())?;
        Ok(ExitCode::SUCCESS)
    })
}
