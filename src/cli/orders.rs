//! `fieldpost orders`

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use super::context::Context;
use super::say;
use crate::orders::Lang;
use crate::report::pad::{Address, pad};
use crate::with_game;

/// Write a page on which a player puts his letter together by pointing at his map
///
/// It holds what that player may know and nothing else, needs nothing from outside, works from a disk or out of a mail,
/// and gives the letter as text: to be mailed, copied or saved.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat or side that writes
    #[arg(long = "as", value_name = "SEAT|SIDE")]
    seat: String,
    /// Language; that of the seat if it is not named
    #[arg(long)]
    lang: Option<Lang>,
    /// Address to which the letter goes
    #[arg(long, value_name = "ADDRESS", default_value = "")]
    to: String,
    /// File to write, or `-` for standard output; GAME-SEAT-orders.html if it is not named
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    let (page, name) = with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let mut seat = super::submit::seat_of(&keeper, &args.seat)?;
        seat.lang = args.lang.unwrap_or(seat.lang);
        let address = Address { to: args.to.clone(), subject: String::new() };
        (pad(&keeper, &seat, &address)?, seat.name)
    });
    let path = args.out.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}-{name}-orders.html", args.game)));
    if path.as_os_str() == "-" {
        std::io::stdout().lock().write_all(page.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    std::fs::write(&path, page).with_context(|| path.display().to_string())?;
    say(format!("Wrote {}.", path.display()))?;
    Ok(ExitCode::SUCCESS)
}
