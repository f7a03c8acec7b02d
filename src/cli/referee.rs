//! `fieldpost rewind` and `fieldpost ruling`: corrections of what happened, which only ever append.

use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::engine::game::Game;
use crate::orders::Lang;
use crate::report::explain::revealed;
use crate::report::receipt::receipt;
use crate::report::turn::report;
use crate::store::keeper::{Grounds, Keeper};
use crate::with_game;

/// Why a correction is made.
#[derive(Debug, clap::Args)]
pub struct Why {
    /// Reason that all players concerned are told
    #[arg(long, value_parser = said)]
    reason: String,
    /// Who asked for it
    #[arg(long, default_value = "referee")]
    by: String,
}

/// A reason must say something.
fn said(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("players are told why: give a reason".to_owned()),
        text => Ok(text.to_owned()),
    }
}

impl Why {
    /// As it is entered.
    pub fn grounds(&self) -> Grounds<'_> {
        Grounds {
            reason: &self.reason,
            by: &self.by,
        }
    }
}

/// Go back to the end of a run: what came after is void, asked again and rolled anew
///
/// Says which runs would be void and what the players have seen in them, which cannot be unseen, and changes nothing
/// until it is told --yes.
#[derive(Debug, clap::Args)]
pub struct RewindArgs {
    /// Id of the game
    game: String,
    /// Run to go back to the end of, as reports and `fieldpost status` number them
    #[arg(
        long,
        alias = "to",
        value_name = "RUN",
        required_unless_present = "entry"
    )]
    run: Option<u64>,
    /// Entry of the journal instead, as `fieldpost log` numbers them: the last run up to it stands
    #[arg(long, value_name = "ENTRY", conflicts_with = "run")]
    entry: Option<i64>,
    #[command(flatten)]
    why: Why,
    /// Go back; without it nothing is changed
    #[arg(long)]
    yes: bool,
    /// Only say what would be void, and that it went well
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Language of the warning
    #[arg(long, default_value = "en")]
    lang: Lang,
}

/// Correct the position, in the order language; takes effect at the end of the step. Or answer in a player's place
///
/// Sets values, moves and restores units: without words it lists what can be ruled, and what was ruled and still waits.
/// Several rulings in one command, each between quotes, take effect together. What a side may not see is told to the others alone, with its
/// reason. To take a ruling back, rule the opposite: it is judged as if those that wait had taken effect.
#[derive(Debug, clap::Args)]
pub struct RulingArgs {
    /// Id of the game
    game: String,
    /// What is ruled, such as `place falke at narrows`; with --answer the lines of the answer
    words: Vec<String>,
    /// Answer a decision in the place of this seat
    #[arg(long, value_name = "SEAT")]
    answer: Option<String>,
    /// Reason that all players concerned are told
    #[arg(long, default_value = "")]
    reason: String,
    /// Who asked for it
    #[arg(long, default_value = "referee")]
    by: String,
    /// Language of the list
    #[arg(long, default_value = "en")]
    lang: Lang,
}

pub(super) fn rewind(context: &Context, args: &RewindArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        let to = match (args.run, args.entry) {
            (Some(run), _) => run,
            (None, entry) => keeper.run_at(entry.unwrap_or(-1))?,
        };
        keeper.can_go_back(to)?;
        let shown = revealed(&keeper, to, args.lang)?;
        if !shown.lines.is_empty() {
            say(&shown.void)?;
            shown.voided.iter().try_for_each(|line| say(format!("  {line}")))?;
            say(&shown.head)?;
            shown.lines.iter().try_for_each(|line| say(format!("  {line}")))?;
        }
        if args.dry_run {
            return Ok(ExitCode::SUCCESS);
        }
        if !args.yes {
            let seen = if shown.secrets { "secrets have been seen since, and going back does not take them back; " } else { "" };
            anyhow::bail!(
                "{seen}nothing was changed: say --yes to go back to the end of run {to}, or mend the position with `fieldpost ruling`"
            );
        }
        let Grounds { reason, by } = args.why.grounds();
        keeper.rewind(to, reason, by, &context.call())?;
        let void = shown.runs;
        say(format!("{}: back at the end of run {to}; {void} runs are void, and all dice after it are new", args.game))?;
        say(super::status::line(&args.game, &super::status::of(&keeper)?))?;
        done(context, &keeper)?;
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn ruling(context: &Context, args: &RulingArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        if args.words.is_empty() {
            keeper.ruling_words(args.lang).iter().try_for_each(say)?;
            for words in &keeper.now.rulings {
                say(format!("waits for the end of this step: {words}"))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        if args.reason.trim().is_empty() {
            anyhow::bail!("players are told why: give a --reason");
        }
        let grounds = Grounds { reason: &args.reason, by: &args.by };
        let words = joined(&args.words);
        match &args.answer {
            Some(seat) => answer(context, &mut keeper, seat, args, &words.join("\n"), grounds),
            None => {
                keeper.rule_all(&words, grounds, &context.call())?;
                say(format!("{}: noted; it takes effect at the end of this step", args.game))?;
                done(context, &keeper)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    })
}

/// The lines that were meant: whoever quotes none of them has written one line in several words.
fn joined(words: &[String]) -> Vec<String> {
    if words.iter().any(|word| word.trim().contains(' ')) {
        words.to_vec()
    } else {
        vec![words.join(" ")]
    }
}

/// Answers in a player's place; says what became of each line.
fn answer<G: Game>(
    context: &Context,
    keeper: &mut Keeper<G>,
    seat: &str,
    args: &RulingArgs,
    text: &str,
    grounds: Grounds<'_>,
) -> anyhow::Result<ExitCode> {
    let before = keeper.now.letters;
    let found = keeper.answer_for(seat, text, grounds, &context.call())?;
    let reader = keeper.seat_or_near(seat)?;
    say(receipt(keeper, &reader, &found)?.trim_end())?;
    if keeper.now.letters == before {
        anyhow::bail!(
            "nothing was entered: every line must answer something that is asked of {seat}"
        );
    }
    if reader.is_sealed() {
        say(format!(
            "{seat} seals his part of the dice: without his link the game waits; `fieldpost run {} --late SIDE` goes on without it",
            args.game
        ))?;
    }
    done(context, keeper)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes every player a report that tells of the correction; the next poll mails it.
pub(super) fn done<G: Game>(context: &Context, keeper: &Keeper<G>) -> anyhow::Result<()> {
    let entry = keeper.now.journal.next - 1;
    for seat in &keeper.now.seats {
        let name = format!(
            "reports/{:06}-{}-entry-{entry}.txt",
            keeper.now.draw, seat.name
        );
        let path = keeper.write_file(&name, &report(keeper, seat)?)?;
        say(format!("  {}", path.display()))?;
    }
    crate::mail::office::touch(&context.store, &keeper.now.terms.game);
    Ok(())
}
