//! `fieldpost status`

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::context::{Context, module_of};
use super::say;
use crate::engine::game::Game;
use crate::store::error::Kept;
use crate::store::index::{Row, rows};
use crate::store::keeper::Keeper;
use crate::with_game;

/// Show how games stand: turn, whom they wait for, how they ended
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of one game; all games if it is left out
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How one game stands.
pub fn row(folder: &Path) -> Kept<Row> {
    let id = module_of(folder)?;
    with_game!(id, G => of_game::<G>(folder))
}

fn of_game<G: Game>(folder: &Path) -> Kept<Row> {
    of(&Keeper::<G>::open(
        folder,
        crate::store::disk::Disk::default(),
    )?)
}

/// How an open game stands.
pub(super) fn of<G: Game>(keeper: &Keeper<G>) -> Kept<Row> {
    let now = &keeper.now;
    let mut open = Vec::new();
    for seat in now.asked() {
        if !keeper.still_open(&seat)?.is_empty() {
            open.push(seat);
        }
    }
    Ok(Row {
        stamp: String::new(),
        module: now.terms.module.clone(),
        scenario: now.terms.scenario.clone(),
        draw: now.draw,
        turn: G::turn(&now.state),
        seats: now.seats.iter().map(|seat| seat.name.clone()).collect(),
        waits: now.asked(),
        open,
        over: now.over.clone(),
        paused: now.paused != 0,
        trouble: String::new(),
    })
}

#[derive(Serialize)]
struct Shown<'a> {
    game: &'a str,
    #[serde(flatten)]
    row: &'a Row,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let all = match &args.game {
        Some(id) => {
            let (folder, _) = context.find(id)?;
            std::iter::once((id.clone(), row(&folder)?)).collect()
        }
        None => rows(&context.store, row)?.0,
    };
    if args.json {
        let shown: Vec<Shown<'_>> = all.iter().map(|(game, row)| Shown { game, row }).collect();
        say(serde_json::to_string_pretty(&shown)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if all.is_empty() {
        say(format!(
            "no games in {}; `fieldpost new` makes one",
            context.store.display()
        ))?;
    }
    for (id, row) in &all {
        say(line(id, row))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How a game stands, on one line.
pub(super) fn line(id: &str, row: &Row) -> String {
    let what = if !row.trouble.is_empty() {
        format!("cannot be read: {}", row.trouble)
    } else if !row.over.is_empty() {
        let winner = row.over.split('|').next().unwrap_or_default();
        format!("turn {}, over: {winner} wins", row.turn)
    } else if row.paused {
        format!("turn {}, paused", row.turn)
    } else if row.waits.is_empty() {
        format!("turn {}, ready to run", row.turn)
    } else if row.open.is_empty() {
        format!("turn {}, all have answered", row.turn)
    } else {
        format!("turn {}, waits for {}", row.turn, row.open.join(", "))
    };
    format!(
        "{id:<20} {}/{}: run {}, {what}",
        row.module, row.scenario, row.draw
    )
}
