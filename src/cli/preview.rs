//! `fieldpost preview`

use std::path::PathBuf;
use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::report::preview::{EFFORT, preview, preview_json};
use crate::with_game;

/// Show what a letter would come to, without handing it in
///
/// Says of every line whether it is legal, which ways will be taken, and how likely the outcomes of each fight are, from
/// what the side knows. It uses dice of its own: the committed ones are not touched.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat or side that asks
    #[arg(long = "as", value_name = "SEAT|SIDE")]
    seat: String,
    /// File with the letter, or `-` for standard input
    file: PathBuf,
    /// How often fights are played out at most; more is slower and exact for larger fights
    #[arg(long, value_name = "N", default_value_t = EFFORT)]
    runs: usize,
    /// Print JSON; odds are parts of a million
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    let text = super::submit::letter(&args.file)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let seat = super::submit::seat_of(&keeper, &args.seat)?;
        if args.json {
            say(serde_json::to_string_pretty(&preview_json(&keeper, &seat, &text, args.runs)?)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        say(preview(&keeper, &seat, &text, args.runs)?.trim_end())?;
        Ok(ExitCode::SUCCESS)
    })
}
