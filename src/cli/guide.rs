//! `fieldpost guide`

use std::process::ExitCode;

use super::context::Context;
use super::rules::Does;
use super::say;
use crate::engine::game::Setup;
use crate::orders::Lang;
use crate::report::guide::{Difference, guide};
use crate::report::{html, page};
use crate::with_game;

/// Print the player's guide of a game
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game, or game/scenario
    game: String,
    /// Language
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print a page for a browser
    #[arg(long)]
    html: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (id, scenario) = super::scenarios::parse(&args.game)?;
    let rows = super::rules::read(id)?.rule.into_iter();
    let differences: Vec<Difference> = rows
        .filter(|row| !row.ruling.is_empty() || row.does == Does::NotYet)
        .filter(|row| !points_elsewhere(&row.ruling))
        .map(|row| {
            let (about, ruling) = row.told(args.lang);
            Difference {
                about: about.to_owned(),
                ruling: ruling.to_owned(),
                rule: row.id,
            }
        })
        .collect();
    let setup = Setup {
        scenario,
        ..Setup::default()
    };
    let made = with_game!(id, G => {
        let files = context.files::<G>()?.unwrap_or_default();
        guide::<G>(&Setup { files, ..setup }, args.lang, &differences)?
    });
    let text = if args.html {
        html::draw(&made, &[])
    } else {
        page::text(&made)
    };
    say(text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a ruling says no more than that another one holds here too: `R-46: as in 3.6.`
fn points_elsewhere(ruling: &str) -> bool {
    let said = ruling.split_once(": ").map_or(ruling, |(_, said)| said);
    said.starts_with("as in ") && !said.trim_end_matches('.').contains(". ")
}
