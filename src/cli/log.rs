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
use crate::store::keeper::{Keeper, records, told_of_line};
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
    /// Print each entry as a line of JSON
    #[arg(long)]
    json: bool,
}

fn to_json(entry: &Entry, log: &str) -> Json {
    let mut map = Map::new();
    map.insert("log".to_owned(), json!(log));
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
    let wanted = |entry: &Entry| args.run.is_none_or(|run| entry.int("draw") == run);
    if args.json {
        for entry in keeper.entries()? {
            let entry = entry?;
            if wanted(&entry) {
                say(to_json(&entry, "journal").to_string())?;
            }
        }
        let parts = if args.sealed {
            Some(keeper.parts()?)
        } else {
            None
        };
        for part in parts.into_iter().flatten() {
            let part = part?;
            if wanted(&part) {
                say(to_json(&part, "sealed").to_string())?;
            }
        }
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
    let mut records = if args.sealed || side.is_some() {
        Some(records(&keeper.folder)?)
    } else {
        None
    };
    for entry in keeper.entries()? {
        let entry = entry?;
        // The sealed runs go along with the public ones.
        let record = match &mut records {
            Some(records) if entry.kind() == "draw" => records.next().transpose()?,
            _ => None,
        };
        if wanted(&entry) {
            print_entry(keeper, &entry, record, side, args)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_entry<G: Game>(
    keeper: &Keeper<G>,
    entry: &Entry,
    record: Option<(u64, Vec<String>)>,
    side: Option<G::Side>,
    args: &Args,
) -> anyhow::Result<()> {
    match entry.kind() {
        "draw" => {
            say(format!("run {} (entry {})", entry.int("draw"), entry.seq))?;
            let lines = match record {
                Some((_, lines)) => lines,
                None => entry
                    .list("events")
                    .iter()
                    .map(|event| format!("+!{event}"))
                    .collect(),
            };
            for line in &lines {
                print_step(keeper, line, side, args)?;
            }
            let waits: Vec<&str> = entry
                .list("waits")
                .iter()
                .filter_map(|line| line.split('|').nth(2))
                .collect();
            if !waits.is_empty() {
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
    Ok(())
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
    let rule = match G::cites(event) {
        "" => String::new(),
        rule => format!(" ({rule})"),
    };
    say(format!("  - {}{rule}", crate::report::text::capital(&text)))?;
    if let Some(tally) = tally
        && args.full
    {
        for line in tally::whole(&tally, book, args.lang, &view) {
            say(format!("      {line}"))?;
        }
    }
    Ok(())
}
