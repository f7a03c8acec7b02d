//! `fieldpost guide`

use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::engine::game::Setup;
use crate::orders::Lang;
use crate::report::guide::{Guide, guide};
use crate::report::{html, page};
use crate::with_game;

/// Print the player's guide of a game, one page
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game, or game/scenario
    game: String,
    /// Language
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Tell every ruling instead of the few that matter most
    #[arg(long)]
    full: bool,
    /// Print a page for a browser
    #[arg(long)]
    html: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (id, scenario) = super::scenarios::parse(&args.game)?;
    let rules = super::rules::file(id)?.rule;
    let wanted = Guide {
        lang: args.lang,
        rules: &rules,
        full: args.full,
    };
    let setup = Setup {
        scenario,
        ..Setup::default()
    };
    let made = with_game!(id, G => {
        let files = context.files::<G>()?.unwrap_or_default();
        guide::<G>(&Setup { files, ..setup }, &wanted)?
    });
    let text = if args.html {
        html::draw(&made, &[])
    } else {
        page::text(&made)
    };
    say(text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
