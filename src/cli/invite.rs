//! `fieldpost invite`

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::context::Context;
use super::say;
use crate::engine::game::Game;
use crate::mail::config::Config;
use crate::mail::desk::{Desk, Player, Reach};
use crate::mail::envelope::{is_address, tidy};
use crate::mail::letter::Letter;
use crate::mail::office::{self, Office};
use crate::mail::reply::invitation;
use crate::mail::visit::{sides_text, stamp, title};
use crate::store::keeper::Keeper;
use crate::with_game;

/// Invite somebody to a seat by mail, or give a seat another address
///
/// The seat is taken when the invitation is answered; until then an earlier player keeps it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat
    seat: String,
    /// Address
    address: String,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let config = context.mail()?;
    let (folder, module) = context.find(&args.game)?;
    with_game!(module, G => {
        let keeper = context.open::<G>(&folder)?;
        invite(context, &config, &keeper, &[(args.seat.clone(), args.address.clone())])?;
    });
    Ok(ExitCode::SUCCESS)
}

/// Invites addresses to seats of a game; the next poll sends the letters.
pub fn invite<G: Game>(
    context: &Context,
    config: &Config,
    keeper: &Keeper<G>,
    seats: &[(String, String)],
) -> anyhow::Result<()> {
    let office = Office::open(config, context.disk(), context.call().seconds)?;
    let mut desk = desk_of(keeper, &keeper.folder)?;
    let mut letters: Vec<Letter> = Vec::new();
    for (name, address) in seats {
        let address = tidy(address);
        if !is_address(&address) {
            bail!("`{address}` is no address");
        }
        let seat = super::submit::seat_of(keeper, name)?;
        let player = desk
            .player_mut(&seat.name)
            .with_context(|| format!("no seat {name}"))?;
        player.invited.clone_from(&address);
        player.invitations += 1;
        if player.reach == Reach::None {
            player.reach = Reach::Invited;
        }
        let player = player.clone();
        let code = desk
            .join_code(&office.secret, &seat.name)
            .unwrap_or_default();
        letters.push(invitation(
            config,
            &keeper.now.terms.game,
            &player,
            seat.lang,
            &code,
            &sides_text::<G>(&seat),
            &title(keeper),
        ));
    }
    desk.write(&office.disk, &keeper.folder)?;
    for ((name, address), letter) in seats.iter().zip(&letters) {
        let seat = super::submit::seat_of(keeper, name)?;
        office.register(&tidy(address), &keeper.now.terms.game, &seat.name)?;
        office.queue(letter)?;
        office.outbox.keep(&office.disk)?;
        say(format!(
            "{} is invited to {}/{}; the next poll sends the letter",
            tidy(address),
            keeper.now.terms.game,
            seat.name
        ))?;
    }
    office::touch(&config.games, &keeper.now.terms.game);
    Ok(())
}

/// The desk of a game, made if it has none.
fn desk_of<G: Game>(keeper: &Keeper<G>, folder: &Path) -> anyhow::Result<Desk> {
    if let Some(desk) = Desk::read(folder)? {
        return Ok(desk);
    }
    let players = keeper.now.seats.iter().map(|seat| Player {
        seat: seat.name.clone(),
        sides: seat.sides.clone(),
        ..Player::default()
    });
    Ok(Desk {
        format: 1,
        genesis: keeper.now.genesis.clone(),
        about: stamp(keeper),
        // Who joins gets the newest report; older ones are not sent to anybody.
        reported: keeper.now.draw,
        told: keeper.now.journal.next - 1,
        players: players.collect(),
        ..Desk::default()
    })
}
