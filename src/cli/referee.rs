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
/// Says first what the players have seen since then. If secrets were among it, --yes is needed to go back all the same:
/// what was seen cannot be unseen.
#[derive(Debug, clap::Args)]
pub struct RewindArgs {
    /// Id of the game
    game: String,
    /// Entry of the journal to go back to, as `fieldpost log` numbers them: the last run up to it stands
    #[arg(long, value_name = "ENTRY", required_unless_present = "run")]
    to: Option<i64>,
    /// Run to go back to, instead of an entry
    #[arg(long, value_name = "RUN", conflicts_with = "to")]
    run: Option<u64>,
    #[command(flatten)]
    why: Why,
    /// Go back even if secrets have been seen since
    #[arg(long)]
    yes: bool,
    /// Only say what has been seen since
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Language of the warning
    #[arg(long, default_value = "en")]
    lang: Lang,
}

/// Correct the position, in the order language; takes effect at the end of the step. Or answer in a player's place
///
/// Sets values, moves and restores units: without words it lists what can be ruled, and what was ruled and still waits.
/// Several rulings in one command take effect together. What a side may not see is told to the others alone, with its
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
        let to = match (args.run, args.to) {
            (Some(run), _) => run,
            (None, entry) => keeper.run_at(entry.unwrap_or(-1))?,
        };
        let shown = revealed(&keeper, to, args.lang)?;
        if !shown.lines.is_empty() {
            say(&shown.head)?;
            shown.lines.iter().try_for_each(|line| say(format!("  {line}")))?;
        }
        if args.dry_run {
            return Ok(ExitCode::SUCCESS);
        }
        if shown.secrets && !args.yes {
            anyhow::bail!(
                "secrets have been seen since run {to}, and going back does not take them back; nothing was changed. Say --yes to go back all the same, or mend the position with `fieldpost ruling`"
            );
        }
        let Grounds { reason, by } = args.why.grounds();
        keeper.rewind(to, reason, by, &context.call())?;
        let void = shown.runs;
        say(format!("{}: back at the end of run {to}; {void} runs are void, and all dice after it are new", args.game))?;
        say(format!("waits for {}", keeper.now.asked().join(", ")))?;
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
        match &args.answer {
            Some(seat) => answer(context, &mut keeper, seat, args, grounds),
            None => {
                keeper.rule_all(&args.words, grounds, &context.call())?;
                say(format!("{}: noted; it takes effect at the end of this step", args.game))?;
                done(context, &keeper)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    })
}

/// Answers in a player's place; says what became of each line.
fn answer<G: Game>(
    context: &Context,
    keeper: &mut Keeper<G>,
    seat: &str,
    args: &RulingArgs,
    grounds: Grounds<'_>,
) -> anyhow::Result<ExitCode> {
    let text = args.words.join("\n");
    let before = keeper.now.letters;
    let found = keeper.answer_for(seat, &text, grounds, &context.call())?;
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
