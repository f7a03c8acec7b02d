//! `fieldpost publish`

use std::path::PathBuf;
use std::process::ExitCode;

use super::context::Context;
use super::{say, verify};
use crate::engine::game::Game;
use crate::orders::{Lang, Phrase};
use crate::report::text::wrap;
use crate::store::keeper::Keeper;
use crate::store::publish::publish;
use crate::with_game;

/// Make the packet with which players verify a finished game by themselves
///
/// It holds the journal, the opened chains, the letters, an independent script and how to use it, in English and
/// French. Refused while the game runs: it would tell what is hidden.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Folder to make; `GAME-packet` if it is left out
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Leave out the letters: dice and chain can be verified, the rules not replayed
    #[arg(long)]
    without_letters: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}-packet", args.game)));
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let pages = [
            ("HOW-TO-VERIFY.txt", how_to(&keeper, Lang::En, !args.without_letters)),
            ("COMMENT-VERIFIER.txt", how_to(&keeper, Lang::Fr, !args.without_letters)),
        ];
        let over = !keeper.now.over.is_empty();
        let written = if over {
            // What does not hold is not to be handed out as a proof.
            drop(keeper);
            verify::check(context, &folder)?;
            let keeper = context.open::<G>(&folder)?;
            publish(&keeper, &out, !args.without_letters, &pages)?
        } else {
            publish(&keeper, &out, !args.without_letters, &pages)?
        };
        for path in &written {
            say(format!("  {}", path.display()))?;
        }
        say(format!("{}: the packet is in {}; hand out the whole folder", args.game, out.display()))?;
        Ok(ExitCode::SUCCESS)
    })
}

/// How the packet is verified, in one language.
fn how_to<G: Game>(keeper: &Keeper<G>, lang: Lang, letters: bool) -> String {
    let view = G::view(&keeper.data, &keeper.now.state, None);
    let phrase = Phrase::new("packet-how-to")
        .with("game", keeper.now.terms.game.clone())
        .with("head", keeper.head().to_owned())
        .with("genesis", keeper.now.genesis.clone());
    let mut text = G::phrasebook().say(&phrase, lang, &view);
    if !letters {
        let note = G::phrasebook().say(&Phrase::new("packet-without-letters"), lang, &view);
        text.push('\n');
        text.push_str(&note);
    }
    let lines = text
        .lines()
        .flat_map(|line| match line.strip_prefix("    ") {
            // Commands stand as they are.
            Some(_) => vec![line.to_owned()],
            None => wrap("", line),
        });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}
