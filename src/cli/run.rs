//! `fieldpost run`

use std::process::ExitCode;

use anyhow::bail;

use super::context::Context;
use super::{inbox, say};
use crate::engine::game::{Game, Side as _};
use crate::engine::run::panic_words;
use crate::report::files::{report_name, write_missing};
use crate::store::error::Trouble;
use crate::store::index::Row;
use crate::store::keeper::{Keeper, Turn};
use crate::with_game;

/// Take the letters in the inboxes and run every game whose players have answered
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of one game; all games if it is left out
    game: Option<String>,
    /// Side whose deadline has passed, or `all`
    #[arg(long, value_name = "SIDE")]
    late: Vec<String>,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let ids = match &args.game {
        Some(id) => vec![id.clone()],
        None if !args.late.is_empty() => bail!("say which game's deadline has passed"),
        None => due(context)?,
    };
    let mut worst = ExitCode::SUCCESS;
    for id in &ids {
        // One bad game must not stop the others.
        if let Err(error) = guarded(context, id, &args.late) {
            if args.game.is_some() {
                return Err(error);
            }
            worst = super::fail(&error);
        }
    }
    crate::store::index::rows(&context.store, super::status::row)?;
    Ok(worst)
}

/// The games in which something may be done: letters in the inbox, all have answered, or a report is missing.
///
/// The others are not opened, so that a poll costs what is due and not what is stored.
fn due(context: &Context) -> anyhow::Result<Vec<String>> {
    let rows = crate::store::index::rows(&context.store, super::status::row)?.0;
    let is_due = |id: &String, row: &Row| {
        let folder = context.store.join(id);
        let unreported = |seat: &String| {
            let report = folder.join(report_name(row.draw, seat));
            row.draw > 0 && !report.exists()
        };
        let answered = row.over.is_empty() && row.open.is_empty() && !row.paused;
        let troubled = !row.trouble.is_empty();
        let reports = folder.join("reports").is_dir() && row.seats.iter().any(unreported);
        answered || troubled || reports || inbox::has_letters(&folder)
    };
    let due = rows.iter().filter(|(id, row)| is_due(id, row));
    Ok(due.map(|(id, _)| id.clone()).collect())
}

fn guarded(context: &Context, id: &str, late: &[String]) -> anyhow::Result<()> {
    let (folder, module) = context.find(id)?;
    let done = std::panic::catch_unwind(|| {
        with_game!(module, G => {
            let mut keeper = context.open::<G>(&folder)?;
            inbox::take(context, &mut keeper)?;
            one(context, &mut keeper, late)
        })
    });
    match done {
        Ok(done) => done,
        Err(panic) => Err(crate::store::error::StoreError::new(
            Trouble::Program,
            &folder,
            format!("panicked: {}", panic_words(&*panic)),
        )
        .into()),
    }
}

/// Runs one game once, if it can, and writes its reports.
pub fn one<G: Game>(
    context: &Context,
    keeper: &mut Keeper<G>,
    late: &[String],
) -> anyhow::Result<()> {
    let mut call = context.call();
    for name in late {
        if name == "all" {
            call.late
                .extend(G::Side::ALL.iter().map(|side| side.id().to_owned()));
        } else if let Some(side) = G::Side::named(name) {
            call.late.push(side.id().to_owned());
        } else {
            let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
            bail!("no side `{name}`; there are {}", sides.join(", "));
        }
    }
    let id = keeper.now.terms.game.clone();
    match keeper.run(&call)? {
        Turn::Waits(seats) => say(format!("{id}: waits for {}", seats.join(", ")))?,
        Turn::WaitsForLinks(seats) => {
            say(format!(
                "{id}: closed; waits for the links of {}",
                seats.join(", ")
            ))?;
        }
        Turn::WaitsForBeacon(round) => {
            let path = crate::store::beacon::path(&keeper.folder, round);
            say(format!(
                "{id}: closed; save beacon round {round} as {}",
                path.display()
            ))?;
        }
        Turn::Paused => say(format!("{id}: paused; `fieldpost resume` lets it go on"))?,
        Turn::Over => say(format!("{id}: over"))?,
        Turn::Ran(draw) => {
            let waits = keeper.now.asked();
            let next = if keeper.now.over.is_empty() {
                format!("waits for {}", waits.join(", "))
            } else {
                "over".to_owned()
            };
            say(format!("{id}: run {draw} done; {next}"))?;
        }
    }
    crate::mail::office::touch(&context.store, &id);
    write_reports(keeper)
}

/// Writes the reports of the last run, unless they are there, and names them.
pub fn write_reports<G: Game>(keeper: &Keeper<G>) -> anyhow::Result<()> {
    write_missing(keeper)?
        .iter()
        .try_for_each(|path| say(format!("  {}", path.display())))
}
