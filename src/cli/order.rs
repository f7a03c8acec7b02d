//! `fieldpost extend`, `pause`, `resume`, `substitute` and `eject`: orders about a game's clock and its seats.

use std::process::ExitCode;

use anyhow::bail;

use super::context::Context;
use super::referee::{Why, done};
use super::say;
use crate::engine::game::Game;
use crate::engine::seats::Seat;
use crate::mail::clock::rules::seconds;
use crate::mail::desk::Desk;
use crate::mail::envelope::{is_address, tidy};
use crate::mail::office::Office;
use crate::mail::vacate::vacate;
use crate::orders::Lang;
use crate::store::keeper::Keeper;
use crate::with_game;

/// Put the deadline of a game off, or pull it back
#[derive(Debug, clap::Args)]
pub struct ExtendArgs {
    /// Id of the game
    game: String,
    /// By how much: `3d`, `12h`, `1d 6h`
    #[arg(required_unless_present = "back")]
    time: Option<String>,
    /// Pull it back by as much; a day is left at least
    #[arg(long, value_name = "TIME", conflicts_with = "time")]
    back: Option<String>,
    #[command(flatten)]
    why: Why,
}

/// Stop a game until it is resumed: letters are taken, nothing runs, deadlines stand still
#[derive(Debug, clap::Args)]
pub struct PauseArgs {
    /// Id of the game
    game: String,
    #[command(flatten)]
    why: Why,
}

/// Let a paused game go on; its deadline is put off by the length of the pause
#[derive(Debug, clap::Args)]
pub struct ResumeArgs {
    /// Id of the game
    game: String,
    #[command(flatten)]
    why: Why,
}

/// Take a seat from its player and offer it to somebody else by mail
///
/// Mail of the former player no longer counts. Lines and standing orders he had sent stay until the new one changes
/// them. A seat that was sealed is unsealed until the new player sends a seal of his own.
#[derive(Debug, clap::Args)]
pub struct SubstituteArgs {
    /// Id of the game
    game: String,
    /// Seat
    seat: String,
    /// Address of the new player
    address: String,
    #[command(flatten)]
    why: Why,
    /// Language of the new player
    #[arg(long)]
    lang: Option<Lang>,
}

/// Take a seat from its player; its defaults answer until `fieldpost substitute` gives it to somebody else
#[derive(Debug, clap::Args)]
pub struct EjectArgs {
    /// Id of the game
    game: String,
    /// Seat
    seat: String,
    #[command(flatten)]
    why: Why,
}

pub(super) fn extend(context: &Context, args: &ExtendArgs) -> anyhow::Result<ExitCode> {
    let (time, sign, moved) = match (&args.time, &args.back) {
        (_, Some(back)) => (back.as_str(), -1, "pulled back"),
        (time, None) => (time.as_deref().unwrap_or_default(), 1, "put off"),
    };
    let by = sign * seconds(time).map_err(anyhow::Error::msg)?;
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        keeper.extend(by, args.why.grounds(), &context.call())?;
        let clock = Desk::read(&folder)?.map_or(0, |desk| desk.clock.deadline);
        if clock == 0 {
            say(format!("{}: noted; no deadline runs now, so that nothing but the players' reports changes", args.game))?;
        } else {
            say(format!("{}: the deadline is {moved} by {time}", args.game))?;
        }
        done(context, &keeper)?;
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn pause(context: &Context, args: &PauseArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        keeper.pause(args.why.grounds(), &context.call())?;
        say(format!("{}: paused; `fieldpost resume` lets it go on", args.game))?;
        done(context, &keeper)?;
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn resume(context: &Context, args: &ResumeArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        keeper.resume(args.why.grounds(), &context.call())?;
        say(format!("{}: goes on", args.game))?;
        done(context, &keeper)?;
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn substitute(context: &Context, args: &SubstituteArgs) -> anyhow::Result<ExitCode> {
    let address = tidy(&args.address);
    if !is_address(&address) {
        bail!("`{address}` is no address");
    }
    let (folder, id) = context.find(&args.game)?;
    // Whoever cannot be invited should not cost the seat its player; but where no post is set up nobody is invited by it.
    let by_mail = context.config.exists() || Desk::read(&folder)?.is_some();
    let config = by_mail.then(|| context.mail()).transpose()?;
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        // The former player is written to in his own language.
        let former = keeper.seat_or_near(&args.seat)?;
        keeper.substitute(&args.seat, args.lang, args.why.grounds(), &context.call())?;
        clear_desk(context, &keeper, &former, &args.why)?;
        match &config {
            Some(config) => super::invite::invite(context, config, &keeper, &[(args.seat.clone(), address)])?,
            None => say(format!(
                "{}: {address} has the seat {seat}. No post is set up: tell him yourself; his letters are handed in with `fieldpost submit {} --as {seat} FILE`",
                args.game, args.game, seat = args.seat
            ))?,
        }
        done(context, &keeper)?;
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn eject(context: &Context, args: &EjectArgs) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    if Desk::read(&folder)?.is_some() {
        context.mail()?;
    }
    with_game!(id, G => {
        let mut keeper = context.open::<G>(&folder)?;
        let former = keeper.seat_or_near(&args.seat)?;
        keeper.eject(&args.seat, args.why.grounds(), &context.call())?;
        clear_desk(context, &keeper, &former, &args.why)?;
        say(format!("{}: nobody plays {}; its defaults answer", args.game, args.seat))?;
        done(context, &keeper)?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Empties a seat at the game's desk, if it is played by mail, and writes to whoever had it.
fn clear_desk<G: Game>(
    context: &Context,
    keeper: &Keeper<G>,
    seat: &Seat,
    why: &Why,
) -> anyhow::Result<()> {
    let Some(mut desk) = Desk::read(&keeper.folder)? else {
        return Ok(());
    };
    let config = context.mail()?;
    let office = Office::open(&config, context.disk(), context.call().seconds)?;
    let entry = keeper.now.journal.next - 1;
    let game = &keeper.now.terms.game;
    vacate(&office, &mut desk, game, seat, why.grounds().reason, entry)?;
    desk.write(&office.disk, &keeper.folder)?;
    Ok(())
}
