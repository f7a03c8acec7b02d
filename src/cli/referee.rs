//! `fieldpost rewind` and `fieldpost ruling`: corrections, which only ever append.

use std::process::ExitCode;

use super::context::Context;
use super::say;
use crate::engine::game::Game;
use crate::report::turn::report;
use crate::store::keeper::Keeper;
use crate::with_game;

/// Go back to the end of a run: what came after is void, asked again and rolled anew
#[derive(Debug, clap::Args)]
pub struct RewindArgs {
    /// Id of the game
    game: String,
    /// Run to go back to
    #[arg(long, value_name = "RUN")]
    to: u64,
    /// Reason that all players are told
    #[arg(long)]
    reason: String,
    /// Who asked for it
    #[arg(long, default_value = "referee")]
    by: String,
}

/// Correct the position, in the order language; takes effect at the end of the step
#[derive(Debug, clap::Args)]
pub struct RulingArgs {
    /// Id of the game
    game: String,
    /// What is ruled, such as `place falke at narrows`
    words: String,
    /// Reason that all players are told
    #[arg(long)]
    reason: String,
    /// Who asked for it
    #[arg(long, default_value = "referee")]
    by: String,
}

pub(super) fn rewind(context: &Context, args: &RewindArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        let void = keeper.now.draw - args.to.min(keeper.now.draw);
        keeper.rewind(args.to, &args.reason, &args.by, &context.call())?;
        say(format!("{}: back at the end of run {}; {void} runs are void", args.game, args.to))?;
        say(format!("waits for {}", keeper.now.asked().join(", ")))?;
        tell_all(&keeper)?;
        crate::mail::office::touch(&context.store, &args.game);
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn ruling(context: &Context, args: &RulingArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        keeper.rule(&args.words, &args.reason, &args.by, &context.call())?;
        say(format!("{}: noted; it takes effect at the end of this step", args.game))?;
        tell_all(&keeper)?;
        crate::mail::office::touch(&context.store, &args.game);
        Ok(ExitCode::SUCCESS)
    })
}

/// Writes every player a report that tells of the correction.
fn tell_all<G: Game>(keeper: &Keeper<G>) -> anyhow::Result<()> {
    let entry = keeper.now.journal.next - 1;
    for seat in &keeper.now.seats {
        let name = format!(
            "reports/{:06}-{}-entry-{entry}.txt",
            keeper.now.draw, seat.name
        );
        let path = keeper.write_file(&name, &report(keeper, seat)?)?;
        say(format!("  {}", path.display()))?;
    }
    Ok(())
}
