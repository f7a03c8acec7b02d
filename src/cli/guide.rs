//! `fieldpost guide`

use std::process::ExitCode;

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

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (id, scenario) = super::scenarios::parse(&args.game)?;
    let rows = super::rules::read(id)?.rule.into_iter();
    let differences: Vec<Difference> = rows
        .filter(|row| !row.ruling.is_empty() || row.does == Does::NotYet)
        .map(|row| Difference {
            rule: row.id,
            about: row.about,
            ruling: row.ruling,
        })
        .collect();
    let setup = Setup {
        scenario,
        switches: Vec::new(),
    };
    let made = with_game!(id, G => guide::<G>(&setup, args.lang, &differences))?;
    let text = if args.html {
        html::draw(&made, &[])
    } else {
        page::text(&made)
    };
    say(text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
