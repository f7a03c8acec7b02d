//! `fieldpost replay`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use serde_json::json;

use super::context::Context;
use super::say;
use super::verify::Bar;
use crate::engine::game::Game;
use crate::orders::Lang;
use crate::report::text::capital;
use crate::store::keeper::{Keeper, told_of_line};
use crate::store::replay::{Changes, Divergence, Parting, Replayed, replay};
use crate::with_game;

/// Play a game again by other rules, with the recorded answers and dice, and show where it first goes another way
///
/// The rules are those of this program, or of another one: after a fix, ask the new program about games that the old
/// one made. Switches and data can be changed too. Nothing is changed in the game; exits with 1 if it goes another way.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Another fieldpost whose rules are used
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["switches", "with_data"])]
    with_rules: Option<PathBuf>,
    /// Switch in the place of the game's own
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    switches: Vec<String>,
    /// Owner's data in the place of the game's own
    #[arg(long, value_name = "DIR")]
    with_data: Option<PathBuf>,
    /// Language
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    if let Some(program) = &args.with_rules {
        return ask(context, program, args);
    }
    let mut switches = Vec::new();
    for text in &args.switches {
        let (name, value) = text.split_once('=').context("a switch is NAME=VALUE")?;
        switches.push((name.to_owned(), value.to_owned()));
    }
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let files = match &args.with_data {
            Some(data) => Some(super::context::files::<G>(data)?),
            None => None,
        };
        let mut bar = Bar::new("");
        let found = replay(&keeper, &Changes { switches, files }, &mut |done, all| bar.show(done, all))?;
        bar.clear();
        tell(&keeper, &found, args)
    })
}

/// Has another program replay the game: its rules are built into it.
fn ask(context: &Context, program: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let cannot = || format!("{} cannot be run", program.display());
    let version = std::process::Command::new(program)
        .arg("--version")
        .output();
    let version = version.with_context(cannot)?.stdout;
    if !version.starts_with(concat!(env!("CARGO_PKG_NAME"), " ").as_bytes()) {
        bail!(
            "{} is not a fieldpost: its `--version` does not say so",
            program.display()
        );
    }
    let mut command = std::process::Command::new(program);
    command.arg("--store").arg(&context.store);
    if let Some(data) = &context.data {
        command.arg("--data").arg(data);
    }
    command
        .args(["replay", &args.game, "--lang", args.lang.code()])
        .args(args.json.then_some("--json"));
    let status = command.status().with_context(cannot)?;
    match status.code().and_then(|code| u8::try_from(code).ok()) {
        Some(code) => Ok(ExitCode::from(code)),
        None => bail!("{} was ended by a signal", program.display()),
    }
}

fn tell<G: Game>(keeper: &Keeper<G>, found: &Replayed, args: &Args) -> anyhow::Result<ExitCode> {
    let code = ExitCode::from(u8::from(found.parts.is_some()));
    if args.json {
        let parts = found.parts.as_ref().map(|part| {
            let (recorded, now) = sides(keeper, part, args.lang);
            let facts: Vec<_> = part
                .facts
                .iter()
                .map(|(name, was, is)| json!({"fact": name, "was": was, "is": is}))
                .collect();
            json!({"run": part.draw, "entry": part.entry, "recorded": recorded, "now": now, "facts": facts, "after": part.after})
        });
        say(serde_json::to_string_pretty(&json!({
            "game": args.game, "rules": G::RULES, "same": found.same, "parts": parts,
        }))?)?;
        return Ok(code);
    }
    let Some(part) = &found.parts else {
        say(format!(
            "{}: all {} runs go the same way by rules {}",
            args.game,
            found.same,
            G::RULES
        ))?;
        return Ok(code);
    };
    if part.draw == 0 {
        say(format!(
            "{}: the position differs before the first run",
            args.game
        ))?;
    } else {
        say(format!(
            "{}: {} runs go the same way; run {} (entry {}) does not",
            args.game, found.same, part.draw, part.entry
        ))?;
    }
    let (recorded, now) = sides(keeper, part, args.lang);
    say(format!("  recorded, by rules {}: {recorded}", part.rules))?;
    say(format!("  by rules {}: {now}", G::RULES))?;
    for (name, was, is) in &part.facts {
        let none = |text: &String| {
            if text.is_empty() {
                "nothing".to_owned()
            } else {
                text.clone()
            }
        };
        say(format!(
            "  {name}: was {}, would be {}",
            none(was),
            none(is)
        ))?;
    }
    say(format!(
        "  {} runs that stand came after it. Nothing was changed: `fieldpost rewind {} --run {}` plays it again, `fieldpost ruling` mends the position and keeps the dice",
        part.after,
        args.game,
        part.draw.saturating_sub(1)
    ))?;
    Ok(code)
}

/// What was recorded and what would be, in words.
fn sides<G: Game>(keeper: &Keeper<G>, part: &Divergence, lang: Lang) -> (String, String) {
    let words = |line: &str| {
        let view = G::view(&keeper.data, &keeper.now.state, None);
        let told = told_of_line::<G>(line);
        let text = told
            .map(|told| G::phrasebook().say(&G::telling(&told.event), lang, &view))
            .unwrap_or_default();
        if text.is_empty() {
            line.to_owned()
        } else {
            capital(&text)
        }
    };
    match &part.parting {
        Parting::Start => (
            "the position as it was".to_owned(),
            "another one".to_owned(),
        ),
        Parting::Position => (
            "the position as it was".to_owned(),
            "another position, though the same was asked, rolled and told".to_owned(),
        ),
        Parting::Step { recorded, now } if words(recorded) == words(now) => {
            (recorded.clone(), now.clone())
        }
        Parting::Step { recorded, now } => (words(recorded), words(now)),
        Parting::Fault(fault) => ("a run that was made".to_owned(), fault.clone()),
    }
}
