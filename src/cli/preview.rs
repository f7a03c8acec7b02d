//! `fieldpost preview`

use std::path::PathBuf;
use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::report::preview::{EFFORT, preview};
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
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    let text = super::submit::letter(&args.file)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let seat = super::submit::seat_of(&keeper, &args.seat)?;
        say(preview(&keeper, &seat, &text, args.runs)?.trim_end())?;
        Ok(ExitCode::SUCCESS)
    })
}
