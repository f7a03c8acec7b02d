//! Taking a seat from its player: he is told why, and nothing he sends counts any more.

use super::desk::{Desk, Player};
use super::letter::{Content, Letter};
use super::office::Office;
use super::speech::say;
use crate::engine::seats::Seat;
use crate::orders::Phrase;
use crate::report::text::wrap;
use crate::store::error::Kept;

/// Empties a seat at the desk of a game and queues a letter to whoever had it. The caller writes the desk.
///
/// `entry` is the journal entry of the correction: made again, the letter is the same.
pub fn vacate(
    office: &Office<'_>,
    desk: &mut Desk,
    game: &str,
    seat: &Seat,
    reason: &str,
    entry: i64,
) -> Kept {
    let Some(player) = desk.player_mut(&seat.name) else {
        return Ok(());
    };
    let old = std::mem::take(&mut player.address);
    *player = Player {
        seat: player.seat.clone(),
        sides: player.sides.clone(),
        // A later invitation must not carry the code of an earlier one.
        invitations: player.invitations,
        ..Player::default()
    };
    if old.is_empty() {
        return Ok(());
    }
    let text = Phrase::new("post-vacated")
        .with("game", game.to_owned())
        .with("seat", seat.name.clone())
        .with("reason", reason.to_owned())
        .with("referee", office.config.referee.clone());
    let letter = Letter {
        to: old,
        game: game.to_owned(),
        subject: say(&Phrase::new("post-subject-vacated"), seat.lang),
        key: format!("vacated {} {entry}", seat.name),
        content: Content {
            text: wrap("", &say(&text, seat.lang)).join("\n") + "\n",
            ..Content::default()
        },
        plain: true,
        ..Letter::default()
    };
    office.queue(&letter).map(|_| ())
}
