//! `fieldpost report`

use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::mail::clock::rules::ClockRules;
use crate::mail::clock::told::due;
use crate::report::turn::{compose, drawings};
use crate::report::{html, page};
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
    /// Print it as JSON: its sections, each with blocks of a kind
    #[arg(long, conflicts_with = "format")]
    json: bool,
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
        let mut made = compose(&keeper, &seat)?;
        made.due(due(&keeper, &seat, &clock(context)?, context.call().seconds)?);
        let text = match args.format {
            _ if args.json => serde_json::to_string_pretty(&made)?,
            Format::Text => page::text(&made),
            Format::Html => html::page(&made, &drawings(&keeper, &seat)?),
        };
        say(text.trim_end())?;
        Ok(ExitCode::SUCCESS)
    })
}

/// The clock of the house; the usual one where games are not played by mail.
fn clock(context: &Context) -> anyhow::Result<ClockRules> {
    if context.config.exists() {
        Ok(context.mail()?.clock)
    } else {
        Ok(ClockRules::default())
    }
}
