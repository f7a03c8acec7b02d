//! `fieldpost rules`

use std::process::ExitCode;

use anyhow::Context as _;

use super::say;
use crate::orders::Lang;
use crate::report::rules::{File, read};
use crate::rules::GameId;

/// List a game's numbered rules and what the program does about each
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the game
    game: String,
    /// Only rules that begin with this number
    rule: Option<String>,
    /// Language of rulings
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let id = GameId::from_name(&args.game).ok_or_else(|| {
        let names: Vec<String> = GameId::ALL.iter().map(|id| id.name().to_owned()).collect();
        let near = super::context::nearest(&args.game, &names);
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        anyhow::anyhow!(
            "no game `{}`; there are {}{hint}",
            args.game,
            names.join(", ")
        )
    })?;
    let mut file = file(id)?;
    if let Some(wanted) = &args.rule {
        file.rule.retain(|row| row.id.starts_with(wanted.as_str()));
        if file.rule.is_empty() {
            anyhow::bail!("{} has no rule {wanted}", args.game);
        }
    }
    if args.json {
        say(serde_json::to_string_pretty(&file.rule)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for row in &file.rule {
        let (about, ruling) = row.told(args.lang);
        say(format!("{:<6} {:<10} {about}", row.id, row.does.name()))?;
        if !ruling.is_empty() {
            say(format!("{:<6} {:<10} ruling: {ruling}", "", ""))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules of a game.
pub(super) fn file(id: GameId) -> anyhow::Result<File> {
    read(id).with_context(|| format!("scenarios/{}/rules.toml", id.name()))
}
