//! Sending what waits in the outbox; a letter that is given up marks its seat.

use super::{Summary, visited};
use crate::mail::office::Office;
use crate::mail::pictures::draw;
use crate::mail::visit::{Job, Returned};
use crate::store::error::Kept;

/// Sends what is due. What is refused for good marks its seat.
pub(super) fn send(office: &mut Office<'_>, summary: &mut Summary) -> Kept {
    if office.outbox.waiting()?.is_empty() {
        return Ok(());
    }
    let mut sender = match crate::mail::send::open(&office.config.send) {
        Ok(sender) => sender,
        Err(what) => {
            summary.waiting = office.outbox.waiting()?.len();
            summary.troubles.push(what);
            return Ok(());
        }
    };
    let round = office
        .outbox
        .send(&office.disk, &mut *sender, office.now, &|label| {
            draw(office, label)
        })?;
    summary.sent = round.sent;
    summary.waiting = round.waiting;
    summary.troubles.extend(round.trouble);
    let mut again = false;
    for label in round.failed {
        summary.troubles.push(format!(
            "a letter to {} is given up, until it can be reached or `fieldpost mail resend` sends it: {}",
            label.to, label.said
        ));
        if label.to == office.config.referee {
            continue;
        }
        let job = Job {
            returned: vec![Returned {
                seat: label.seat.clone(),
                address: label.to.clone(),
                why: label.said.clone(),
            }],
            ..Job::default()
        };
        if !label.game.is_empty()
            && !label.seat.is_empty()
            && let Err(error) = visited(office, &label.game, &job)
        {
            summary.troubles.push(error.to_string());
        }
        again = true;
    }
    if again {
        office.tell_referee()?;
        let round = office
            .outbox
            .send(&office.disk, &mut *sender, office.now, &|label| {
                draw(office, label)
            })?;
        summary.sent += round.sent;
        summary.waiting = round.waiting;
        summary.troubles.extend(round.trouble);
    }
    Ok(())
}
