//! What each game has to do with the mails of a poll.

use std::collections::BTreeMap;

use crate::mail::automatic::Bounce;
use crate::mail::ledger::Verdict;
use crate::mail::sort::{Mail, Refusal, Sorted};
use crate::mail::visit::{Job, Outcome, Returned, SeatMail, What};

/// Puts a mail among the work of its game, or says at once what became of it.
pub(super) fn sort_into(
    jobs: &mut BTreeMap<String, Job>,
    outcomes: &mut Vec<Outcome>,
    mail: &Mail,
) {
    let id = mail.bagged.id.clone();
    let seat_mail = |seat: &str, code: Option<u32>, what: What| SeatMail {
        bagged: mail.bagged.clone(),
        head: mail.head.clone(),
        seat: seat.to_owned(),
        code,
        what,
    };
    match &mail.sorted {
        Sorted::Letter {
            game, seat, code, ..
        } => {
            jobs.entry(game.clone())
                .or_default()
                .mails
                .push(seat_mail(seat, *code, What::Letter));
        }
        Sorted::Join { game, seat } => {
            jobs.entry(game.clone())
                .or_default()
                .mails
                .push(seat_mail(seat, None, What::Join));
        }
        Sorted::Questions { seats } => {
            for (game, seat) in seats {
                jobs.entry(game.clone()).or_default().mails.push(seat_mail(
                    seat,
                    None,
                    What::Question,
                ));
            }
        }
        Sorted::Bounce { bounce, seats } => {
            if bounce.permanent {
                for (game, seat) in seats {
                    let returned = Returned {
                        seat: seat.clone(),
                        address: bounce.address.clone(),
                        why: reason(bounce),
                    };
                    jobs.entry(game.clone())
                        .or_default()
                        .returned
                        .push(returned);
                }
            }
            let hope = if bounce.permanent {
                "for good"
            } else {
                "for now"
            };
            let what = match seats.as_slice() {
                [] => format!(
                    "it says that {} cannot be reached, but answers no mail of ours to that address",
                    bounce.address
                ),
                _ => format!("{} cannot be reached, {hope}", bounce.address),
            };
            outcomes.push((id, Verdict::Bounce, what));
        }
        Sorted::Done { verdict, .. } => {
            outcomes.push((id, *verdict, "the game had it before a crash".to_owned()));
        }
        Sorted::Refused(Refusal {
            verdict, why, tell, ..
        }) => {
            for (game, seat) in tell {
                let job = jobs.entry(game.clone()).or_default();
                let notice = (seat.clone(), *verdict);
                if !job.notices.contains(&notice) {
                    job.notices.push(notice);
                }
            }
            outcomes.push((id, *verdict, why.clone()));
        }
    }
}

/// What a bounce says of its reason.
fn reason(bounce: &Bounce) -> String {
    match (bounce.status.as_str(), bounce.said.as_str()) {
        ("", "") => "its server gives no reason".to_owned(),
        ("", said) => said.to_owned(),
        (status, "") => format!("status {status}"),
        (status, said) => format!("status {status}, {said}"),
    }
}
