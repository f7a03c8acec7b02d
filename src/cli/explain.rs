//! `fieldpost explain`

use std::process::ExitCode;

use anyhow::bail;

use super::context::Context;
use super::say;
use crate::orders::Lang;
use crate::report::explain::{What, explain};
use crate::with_game;

/// Explain how something came about: every number term by term with its rule, who knew what, which order answered
///
/// An entry of the journal by its number (`fieldpost log` shows them), a roll by its label or the end of it, a unit by
/// any clear name. For the referee: it tells what is hidden.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// `12`, `roll t1/first/falke/narrows/intercept` or `unit Falke`
    #[arg(required = true, value_name = "ENTRY|roll LABEL|unit NAME")]
    what: Vec<String>,
    /// Language
    #[arg(long, default_value = "en")]
    lang: Lang,
}

fn what(words: &[String]) -> anyhow::Result<What> {
    let (first, rest) = words
        .split_first()
        .map_or(("", Vec::new()), |(first, rest)| {
            (first.as_str(), rest.to_vec())
        });
    let rest = rest.join(" ");
    match (first, rest.as_str()) {
        ("roll" | "unit", "") => bail!("say which {first}: `explain GAME {first} NAME`"),
        ("roll", _) => Ok(What::Roll(rest)),
        ("unit", _) => Ok(What::Unit(rest)),
        ("entry", number) | (number, "") => match number.parse() {
            Ok(seq) => Ok(What::Entry(seq)),
            Err(_) => bail!(
                "`{number}` is no entry; write the number of one, `roll LABEL` or `unit NAME`"
            ),
        },
        (other, _) => bail!(crate::engine::files::unknown(
            "such thing to explain as",
            other,
            ["roll", "unit", "entry"].into_iter()
        )),
    }
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let what = what(&args.what)?;
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        for line in explain(&keeper, &what, args.lang)? {
            say(line)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}
