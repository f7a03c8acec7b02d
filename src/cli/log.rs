//! `fieldpost log`

use std::process::ExitCode;

use serde_json::{Map, Value as Json, json};

use super::context::Context;
use super::say;
use crate::engine::dice::Value;
use crate::engine::files::unknown;
use crate::engine::game::{Game, Side as _};
use crate::orders::Lang;
use crate::report::explain::{Filter, log};
use crate::store::error::StoreError;
use crate::store::keeper::Keeper;
use crate::store::log::Entry;
use crate::with_game;

/// Print the journal: what happened, run by run
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Only this run, by number, or steps by name: `t3`, `t3/naval`
    #[arg(long, alias = "run", value_name = "RUN|STEP")]
    phase: Option<String>,
    /// Only what this side saw
    #[arg(
        long,
        visible_alias = "as",
        value_name = "SIDE",
        conflicts_with = "sealed"
    )]
    side: Option<String>,
    /// Also what is sealed: answers and hidden things; for the referee
    #[arg(long)]
    sealed: bool,
    /// All of it: tallies term by term, the line of the letter that answered each decision, who saw what
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

/// The side with an id; of an unknown one the error names the nearest.
pub(super) fn side_of<G: Game>(id: &str) -> anyhow::Result<G::Side> {
    let known = G::Side::ALL.iter().map(|side| side.id());
    G::Side::named(id).ok_or_else(|| anyhow::anyhow!(unknown("side", id, known)))
}

fn print<G: Game>(keeper: &Keeper<G>, args: &Args) -> anyhow::Result<ExitCode> {
    let run = args.phase.as_ref().and_then(|text| text.parse().ok());
    if args.json {
        let wanted =
            |entry: &Entry| run.is_none_or(|run: u64| u64::try_from(entry.int("draw")) == Ok(run));
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
    if let Some(run) = run
        && !(1..=keeper.now.draw).contains(&run)
    {
        anyhow::bail!(
            "there are runs 1 to {}; {run} is none of them",
            keeper.now.draw
        );
    }
    let filter = Filter {
        run,
        step: args.phase.clone().filter(|_| run.is_none()),
        side: args.side.as_deref().map(side_of::<G>).transpose()?,
        sealed: args.sealed,
        full: args.full,
        lang: args.lang,
    };
    let mut printed = 0;
    let mut trouble = None;
    let mut stop = |error: anyhow::Error| {
        // The story is told by the store; what stopped it is kept for the caller.
        trouble = Some(error);
        StoreError::user(&keeper.folder, "stopped")
    };
    let told = log(keeper, &filter, |line| {
        printed += 1;
        say(line).map_err(&mut stop)
    });
    if let Some(error) = trouble {
        return Err(error);
    }
    told?;
    if let Some(step) = filter.step.filter(|_| printed == 0) {
        let names = steps(keeper)?;
        let known = names.iter().map(String::as_str);
        anyhow::bail!(unknown("step", &step, known));
    }
    Ok(ExitCode::SUCCESS)
}

/// The names of the steps that have ended, and of the one under way.
fn steps<G: Game>(keeper: &Keeper<G>) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for record in crate::store::keeper::records(&keeper.folder)? {
        let ends = record?.1.into_iter();
        names.extend(ends.filter_map(|line| line.strip_prefix('=').map(str::to_owned)));
    }
    names.push(G::step_name(&keeper.data, &keeper.now.state));
    Ok(names)
}
