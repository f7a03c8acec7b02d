//! Taking a mail after all: the referee vouches for it, and it does all that it would have done.

use super::visited;
use crate::mail::bag::Bagged;
use crate::mail::desk::{Desk, Reach};
use crate::mail::envelope::Head;
use crate::mail::ledger::{Marks, Row, Verdict, mark};
use crate::mail::office::Office;
use crate::mail::text;
use crate::mail::visit::{Job, SeatMail, What};
use crate::mail::wishes;
use crate::store::error::{Kept, StoreError};

/// Hands a mail to a game as the letter of a seat; tells what became of it. Its answer goes out with the next poll.
pub fn accept(
    office: &mut Office<'_>,
    bagged: Bagged,
    game: &str,
    seat: &str,
) -> Kept<(Verdict, String)> {
    let folder = office.game(game);
    let folder = folder.ok_or_else(|| StoreError::user(&office.config.games, "no such game"))?;
    let desk = Desk::read(&folder)?;
    let desk = desk.ok_or_else(|| StoreError::user(&folder, "it is not played by mail"))?;
    let again = || StoreError::user(&folder, "the game has that letter already");
    if desk.has_done(&bagged.id, seat) {
        return Err(again());
    }
    let bytes = office.bag.read(&bagged)?;
    let mail = text::parse(&bytes);
    let head = Head::of(&mail);
    let reading = text::read_part(&mail);
    let invited = desk
        .player(seat)
        .is_some_and(|player| player.reach == Reach::Invited && !player.invited.is_empty());
    let what = if invited && wishes::joins(wishes::said(&reading)) {
        What::Join
    } else {
        What::Letter
    };
    let job = Job {
        mails: vec![SeatMail {
            bagged: bagged.clone(),
            head: head.clone(),
            seat: seat.to_owned(),
            code: None,
            what,
        }],
        ..Job::default()
    };
    let done = visited(office, game, &job)?;
    let (_, verdict, why) = done.into_iter().next().ok_or_else(again)?;
    let row = Row {
        id: bagged.id.clone(),
        time: office.time(),
        via: bagged.via.clone(),
        from: head.from,
        subject: head.subject,
        message_id: head.id,
        game: game.to_owned(),
        seat: seat.to_owned(),
        verdict,
        why: format!("taken by the referee: {why}"),
    };
    let marks = Marks {
        via: mark(&["via", &bagged.via]),
        letter: 0,
    };
    office.ledger.write(&office.disk, &[(row, marks)])?;
    office.write_agenda()?;
    Ok((verdict, why))
}
