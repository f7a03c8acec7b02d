//! Corrections of the referee as a player is told of them.

use crate::engine::game::Game;
use crate::engine::seats::Seat;
use crate::orders::{Item, Phrase};
use crate::store::keeper::Keeper;
use crate::store::now::Notice;

/// A correction in a player's words: what was done, why, and who asked for it.
pub fn words<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    notice: &Notice,
    say: &dyn Fn(Phrase) -> String,
) -> String {
    let concerned = !notice.hidden || notice.sides.iter().any(|side| seat.plays(side));
    let phrase = if concerned {
        phrase(notice)
            .with("reason", notice.reason.clone())
            .with("by", notice.by.clone())
    } else {
        // Neither what nor why: a reason would tell of what is hidden.
        Phrase::new("report-ruling-hidden")
    };
    let mut text = say(phrase);
    if notice.kind == "ruling" && !keeper.now.rulings.is_empty() {
        text.push(' ');
        text.push_str(&say(Phrase::new("report-ruling-when")));
    }
    text
}

/// What was done, before why and by whom.
pub fn phrase(notice: &Notice) -> Phrase {
    let what = || notice.what.clone();
    match notice.kind.as_str() {
        "rewind" => Phrase::new("report-rewind").with("draw", what()),
        "extend" => {
            let seconds = notice.what.parse().unwrap_or(0);
            let key = match seconds {
                0.. => "report-extend",
                _ => "report-extend-back",
            };
            Phrase::new(key).with("time", duration(seconds))
        }
        "pause" => Phrase::new("report-pause"),
        "resume" => Phrase::new("report-resume"),
        "substitute" => Phrase::new("report-substitute").with("seat", what()),
        "eject" => Phrase::new("report-eject").with("seat", what()),
        "answer" => Phrase::new("report-answer").with("seat", what()),
        _ => Phrase::new("report-ruling").with("words", what()),
    }
}

/// A length of time as days, hours and minutes.
pub fn duration(seconds: i64) -> Phrase {
    let part = |n: i64| Item::Number(i32::try_from(n).unwrap_or(i32::MAX));
    let seconds = seconds.saturating_abs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, minutes) => Phrase::new("time-minutes").with("minutes", part(minutes)),
        (0, hours, 0) => Phrase::new("time-hours").with("hours", part(hours)),
        (0, hours, minutes) => Phrase::new("time-hours-minutes")
            .with("hours", part(hours))
            .with("minutes", part(minutes)),
        (days, 0, _) => Phrase::new("time-days").with("days", part(days)),
        (days, hours, _) => Phrase::new("time-days-hours")
            .with("days", part(days))
            .with("hours", part(hours)),
    }
}
