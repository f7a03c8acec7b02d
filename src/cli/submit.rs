//! `fieldpost submit`

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::context::{Context, nearest};
use super::say;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::Receipt;
use crate::engine::seats::Seat;
use crate::store::keeper::Keeper;
use crate::with_game;

/// Hand in a letter and print its receipt
///
/// Exits with 7 if lines were refused: those that are right were taken.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat or side it comes from
    #[arg(long = "as", value_name = "SEAT|SIDE")]
    from: String,
    /// File with the letter, or `-` for standard input
    file: PathBuf,
}

/// The seat with a name, or the only seat that plays a side.
pub fn seat_of<G: Game>(keeper: &Keeper<G>, name: &str) -> anyhow::Result<Seat> {
    if let Some(seat) = keeper.now.seat(name) {
        return Ok(seat.clone());
    }
    let side = G::Side::named(name).map_or(name, |side| side.id());
    let of_side: Vec<&Seat> = keeper
        .now
        .seats
        .iter()
        .filter(|seat| seat.plays(side))
        .collect();
    match of_side.as_slice() {
        [seat] => Ok((*seat).clone()),
        [] => {
            let seats = keeper.now.seats.iter();
            let names: Vec<String> = seats.clone().map(|seat| seat.name.clone()).collect();
            let sides: Vec<String> = seats.flat_map(|seat| seat.sides.clone()).collect();
            let known: Vec<String> = names.iter().chain(&sides).cloned().collect();
            let hint = nearest(name, &known)
                .map_or_else(String::new, |near| format!(", did you mean `{near}`"));
            bail!(
                "no seat or side `{name}`{hint}; the seats are {}; the sides are {}",
                names.join(", "),
                sides.join(", ")
            )
        }
        several => {
            let names: Vec<&str> = several.iter().map(|seat| seat.name.as_str()).collect();
            bail!(
                "several seats play {name}: say which one, {}",
                names.join(" or ")
            )
        }
    }
}

/// The text of a letter in a file, or from standard input.
pub fn letter(file: &Path) -> anyhow::Result<String> {
    let bytes = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .context("standard input")?;
        bytes
    } else {
        std::fs::read(file).with_context(|| file.display().to_string())?
    };
    let is_mail = file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("eml"));
    // What no text holds: a picture or a document was sent in the place of a letter.
    if !is_mail && bytes.contains(&0) {
        bail!(
            "{} is no text: write the orders into a text file, or save the mail as .eml",
            file.display()
        );
    }
    Ok(super::inbox::text_of(file, &bytes))
}

/// How a letter ends: well, or with lines that were refused.
fn code<G: Game>(taken: &Receipt<G>) -> ExitCode {
    if taken.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(7)
    }
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    let text = letter(&args.file)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        let seat = seat_of(&keeper, &args.from)?;
        let served = super::service::take(context, &mut keeper, &seat, &text, "")?;
        say(served.answer.trim_end())?;
        let Some(taken) = served.taken else {
            return Ok(ExitCode::SUCCESS);
        };
        crate::mail::office::touch(&context.store, &args.game);
        Ok(code(&taken))
    })
}
