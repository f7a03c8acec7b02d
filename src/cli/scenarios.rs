//! `fieldpost scenarios`

use std::process::ExitCode;

use super::say;
use crate::engine::game::Game as _;
use crate::rules::GameId;
use crate::with_game;

/// List the games and their scenarios
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// All scenarios, as `game/scenario`.
pub fn all() -> Vec<String> {
    let mut names = Vec::new();
    for id in GameId::ALL {
        let scenarios = with_game!(*id, G => G::scenarios());
        names.extend(
            scenarios
                .into_iter()
                .map(|scenario| format!("{}/{scenario}", id.name())),
        );
    }
    names
}

/// Splits `game/scenario`; the first scenario of a game may be left out.
pub fn parse(name: &str) -> anyhow::Result<(GameId, String)> {
    let (game, scenario) = name.split_once('/').unwrap_or((name, ""));
    let names = all();
    let found = GameId::from_name(game).and_then(|id| {
        let scenarios = with_game!(id, G => G::scenarios());
        let chosen = if scenario.is_empty() {
            scenarios.first().cloned()
        } else {
            scenarios.into_iter().find(|one| one == scenario)
        };
        Some((id, chosen?))
    });
    found.ok_or_else(|| {
        // A game may be named without its scenario.
        let mut known = names.clone();
        known.extend(GameId::ALL.iter().map(|id| id.name().to_owned()));
        let near = super::context::nearest(name, &known);
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let games: Vec<String> = GameId::ALL
            .iter()
            .map(|id| format!("{} ({})", id.name(), id.title()))
            .collect();
        anyhow::anyhow!(
            "no scenario `{name}`{hint}\nthe games are {}\nthe scenarios are {}",
            games.join(", "),
            names.join(", ")
        )
    })
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let names = all();
    if args.json {
        say(serde_json::to_string_pretty(&names)?)?;
    } else {
        for id in GameId::ALL {
            let scenarios = with_game!(*id, G => G::scenarios());
            for scenario in scenarios {
                let name = format!("{}/{scenario}", id.name());
                say(format!("{name:<28}{}", id.title()))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
