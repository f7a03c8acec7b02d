//! `fieldpost dossier`

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::context::{Context, nearest};
use super::say;
use crate::engine::game::{Game, Side as _};
use crate::engine::seats::Seat;
use crate::orders::Lang;
use crate::report::dossier::dossier;
use crate::store::keeper::Keeper;
use crate::with_game;

/// Write the whole game as one page for a browser
///
/// The map with a slider through every phase, every event with its dice and their proof, filters and search, in both
/// languages. The page needs nothing from outside and can be mailed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Show only what this side (or the side of this seat) knew at each moment; else all, for the referee
    #[arg(long = "as", value_name = "SIDE")]
    side: Option<String>,
    /// Language it opens in; that of the seat if it is not named
    #[arg(long)]
    lang: Option<Lang>,
    /// File to write, or `-` for standard output; GAME-dossier.html if it is not named
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    let page = with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let side = match &args.side {
            Some(name) => Some(side_of(&keeper, name)?),
            None => None,
        };
        let of_side = |seat: &&Seat| side.is_some_and(|side| seat.plays(side.id()));
        let named = args.side.as_deref().and_then(|name| keeper.now.seat(name));
        let reader = named.or_else(|| keeper.now.seats.iter().find(of_side));
        let lang = args.lang.or(reader.map(|seat| seat.lang)).unwrap_or_default();
        dossier(&keeper, side, lang)?
    });
    let path = args.out.clone().unwrap_or_else(|| {
        let of = args.side.as_ref().map(|side| format!("-{side}"));
        PathBuf::from(format!(
            "{}-dossier{}.html",
            args.game,
            of.unwrap_or_default()
        ))
    });
    if path.as_os_str() == "-" {
        std::io::stdout().lock().write_all(page.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    std::fs::write(&path, page).with_context(|| path.display().to_string())?;
    say(format!("Wrote {}.", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The only side of the seat with this name, or the side that is called so.
pub fn side_of<G: Game>(keeper: &Keeper<G>, name: &str) -> anyhow::Result<G::Side> {
    if let Some(seat) = keeper.now.seat(name) {
        return match seat.sides.as_slice() {
            [side] => G::Side::from_id(side).context("a seat without a side"),
            several => bail!(
                "{name} plays several sides: say which, {}",
                several.join(" or ")
            ),
        };
    }
    if let Some(side) = G::Side::named(name) {
        return Ok(side);
    }
    let sides: Vec<String> = G::Side::ALL
        .iter()
        .map(|side| side.id().to_owned())
        .collect();
    let near = nearest(name, &sides);
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    bail!("no side `{name}`{hint}; there are {}", sides.join(", "))
}
