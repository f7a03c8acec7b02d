//! `fieldpost log`

use std::process::ExitCode;

use serde_json::{Map, Value as Json, json};

use super::context::Context;
use super::say;
use crate::engine::dice::Value;
use crate::engine::game::{Game, Side as _};
use crate::engine::record::Step;
use crate::orders::Lang;
use crate::report::tally;
use crate::store::keeper::{Keeper, told_of_line};
use crate::store::log::Entry;
use crate::with_game;

/// Print the journal: what happened, run by run
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Only this run
    #[arg(long)]
    run: Option<i64>,
    /// Only what this side saw
    #[arg(long = "as", value_name = "SIDE", conflicts_with = "sealed")]
    side: Option<String>,
    /// Also what is sealed: letters, answers and hidden things; for the referee
    #[arg(long)]
    sealed: bool,
    /// Whole tallies, term by term
    #[arg(long)]
    full: bool,
    /// Language
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print the entries as JSON
    #[arg(long)]
    json: bool,
}

fn to_json(entry: &Entry) -> Json {
    let mut map = Map::new();
    map.insert("seq".to_owned(), json!(entry.seq));
    for (name, value) in &entry.fields {
        let value = match value {
            Value::Text(text) => json!(text),
            Value::Int(number) => json!(number),
            Value::List(list) => json!(list),
        };
        map.insert(name.clone(), value);
    }
    map.insert("hash".to_owned(), json!(entry.hash));
    Json::Object(map)
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        print(&keeper, args)
    })
}

fn print<G: Game>(keeper: &Keeper<G>, args: &Args) -> anyhow::Result<ExitCode> {
    let wanted = |entry: &&Entry| args.run.is_none_or(|run| entry.int("draw") == run);
    let entries = keeper.entries()?;
    if args.json {
        let parts = if args.sealed {
            keeper.parts()?
        } else {
            Vec::new()
        };
        let journal: Vec<Json> = entries.iter().filter(wanted).map(to_json).collect();
        let sealed: Vec<Json> = parts.iter().filter(wanted).map(to_json).collect();
        say(serde_json::to_string_pretty(
            &json!({ "journal": journal, "sealed": sealed }),
        )?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let side = match &args.side {
        Some(id) => Some(G::Side::from_id(id).ok_or_else(|| {
            let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
            anyhow::anyhow!("no side `{id}`; there are {}", sides.join(", "))
        })?),
        None => None,
    };
    // What is sealed, and what one side saw of it, stands in the sealed part.
    let parts = if args.sealed || side.is_some() {
        keeper.parts()?
    } else {
        Vec::new()
    };
    for entry in entries.iter().filter(wanted) {
        match entry.kind() {
            "draw" => {
                let draw = entry.int("draw");
                say(format!("run {draw} (entry {})", entry.seq))?;
                let part = parts
                    .iter()
                    .find(|p| p.kind() == "run" && p.int("draw") == draw);
                match part {
                    Some(part) => {
                        for line in part.list("record") {
                            print_step(keeper, line, side, args)?;
                        }
                    }
                    None => {
                        for event in entry.list("events") {
                            print_step(keeper, &format!("+!{event}"), side, args)?;
                        }
                    }
                }
                if !entry.list("waits").is_empty() {
                    let waits: Vec<&str> = entry
                        .list("waits")
                        .iter()
                        .filter_map(|line| line.split('|').nth(2))
                        .collect();
                    say(format!("  asks {}", waits.join(", ")))?;
                }
            }
            "close" => {
                let late = entry.list("absent");
                if !late.is_empty() {
                    say(format!(
                        "close {}: absent {}",
                        entry.int("draw"),
                        late.join(", ")
                    ))?;
                }
            }
            "genesis" => say(format!(
                "{}: {}/{} made {}",
                entry.text("game"),
                entry.text("module"),
                entry.text("scenario"),
                entry.text("time")
            ))?,
            "rewind" => say(format!(
                "rewind to run {}, asked by {}: {}",
                entry.int("to_draw"),
                entry.text("by"),
                entry.text("reason")
            ))?,
            "ruling" => say(format!(
                "ruling, asked by {}: {} ({})",
                entry.text("by"),
                entry.text("words"),
                entry.text("reason")
            ))?,
            "end" => say(format!("end: {}", entry.text("outcome")))?,
            _ => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_step<G: Game>(
    keeper: &Keeper<G>,
    line: &str,
    side: Option<G::Side>,
    args: &Args,
) -> anyhow::Result<()> {
    let view = G::view(&keeper.data, &keeper.now.state, side);
    let Some(told) = told_of_line::<G>(line) else {
        if args.sealed {
            match line.parse::<Step>() {
                Ok(Step::Answer { key, source, words }) => {
                    say(format!("  > {key}: {} [{source}]", words.join("; ")))?;
                }
                Ok(Step::Roll {
                    label,
                    spec,
                    values,
                    hidden: true,
                }) => {
                    say(format!("  hidden roll {label} {spec}: {values:?}"))?;
                }
                _ => {}
            }
        }
        return Ok(());
    };
    let seen = match side {
        Some(side) => told.seen_by(side),
        None => Some(&told.event),
    };
    let Some(event) = seen else { return Ok(()) };
    let book = G::phrasebook();
    let mut text = book.say(&G::telling(event), args.lang, &view);
    if text.is_empty() {
        return Ok(());
    }
    let tally = G::tally(event).map(|tally| match side {
        Some(side) => tally.for_side(side.id()),
        None => tally.clone(),
    });
    if let Some(tally) = &tally
        && !args.full
    {
        text.push(' ');
        text.push_str(&tally::short(tally, book, args.lang, &view));
    }
    say(format!("  - {}", crate::report::text::capital(&text)))?;
    if let Some(tally) = tally
        && args.full
    {
        for line in tally::whole(&tally, book, args.lang, &view) {
            say(format!("      {line}"))?;
        }
    }
    Ok(())
}
