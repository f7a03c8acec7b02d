//! The clock of a game: deadlines that fall when a player can meet them, and that an outage pushes.

pub mod rules;
pub mod told;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _, Zoned};
use serde::{Deserialize, Serialize};

use super::speech::say;
use crate::orders::{Lang, Phrase};
use rules::Settled;

/// Where a game's clock stands. Times are in seconds; 0 is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clock {
    /// The decision it runs for.
    pub about: String,
    /// When the answer is due.
    pub deadline: i64,
    /// The same with grace.
    pub expires: i64,
    /// Pushes of the post that are counted in already.
    pub pushes: usize,
    /// Reminders that were sent, by how long before the deadline.
    pub reminded: Vec<i64>,
    /// Whether everybody was told that the deadline has passed.
    pub told_late: bool,
    /// When the last answer came, while all have answered.
    pub complete: i64,
    /// By how many seconds the referee has put it off so far.
    pub extended: i64,
}

/// The first moment from `from` on at which a deadline may fall for a player.
pub fn allowed(from: i64, rules: &Settled, zone: &TimeZone) -> i64 {
    let Ok(start) = Timestamp::from_second(from) else {
        return from;
    };
    let mut at = start.to_zoned(zone.clone());
    // A year of days without an allowed one is somebody's joke.
    for _ in 0..400 {
        let day = at.date();
        let free = rules
            .holidays
            .iter()
            .any(|(first, last)| *first <= day && day <= *last);
        if rules.days.contains(&day.weekday()) && !free {
            let (opens, closes) = rules.hours;
            if at.hour() < opens {
                return at_hour(&at, opens);
            }
            let on_time =
                at.hour() < closes || (at.hour() == closes && at.minute() == 0 && at.second() == 0);
            if on_time {
                return at.timestamp().as_second();
            }
        }
        let Ok(next) = at
            .date()
            .checked_add(1.day())
            .and_then(|day| day.to_zoned(zone.clone()))
        else {
            return from;
        };
        at = next;
    }
    from
}

/// An hour of a day; where the change to summer time leaves it out, the first moment behind it.
fn at_hour(day: &Zoned, hour: i8) -> i64 {
    let time = day.date().at(hour, 0, 0, 0);
    let zoned = time.to_zoned(day.time_zone().clone());
    zoned.map_or_else(
        |_| day.timestamp().as_second(),
        |zoned| zoned.timestamp().as_second(),
    )
}

/// A player as the clock sees him.
#[derive(Clone, Debug)]
pub struct Hand {
    /// His zone.
    pub zone: TimeZone,
    /// Until when he is away; 0 if he is there.
    pub absent: i64,
}

impl Clock {
    /// Starts it for a new decision. It never falls before the last deadline did.
    pub fn start(&mut self, about: &str, now: i64, rules: &Settled, hands: &[Hand], pushes: usize) {
        let before = self.deadline;
        *self = Self {
            about: about.to_owned(),
            pushes,
            ..Self::default()
        };
        let Some(time) = rules.time else {
            return;
        };
        let due = |hand: &Hand| {
            let from = now.max(hand.absent) + time;
            allowed(from, rules, &hand.zone)
        };
        let latest = hands.iter().map(due).max().unwrap_or(now + time);
        self.deadline = latest.max(before.min(now + time));
        self.expires = self.deadline + rules.grace;
    }

    /// Counts in pushes of the post that came since.
    pub fn push(&mut self, pushes: &[i64]) {
        let more: i64 = pushes.get(self.pushes..).unwrap_or_default().iter().sum();
        self.pushes = pushes.len();
        if self.deadline > 0 {
            self.deadline += more;
            self.expires += more;
        }
    }

    /// Moves the deadline by as much as the referee wants since its decision was asked. Pulled back, it leaves a day at
    /// least: nobody is late because of it.
    pub fn extend_to(&mut self, seconds: i64, now: i64) {
        let more = seconds - self.extended;
        if self.deadline > 0 && more != 0 {
            let soonest = self.deadline.min(now + 86_400);
            let moved = (self.deadline + more).max(soonest) - self.deadline;
            self.deadline += moved;
            self.expires += moved;
            self.extended = seconds;
            self.reminded.clear();
            self.told_late = false;
        }
    }

    /// Puts the deadline off for a player who is away.
    pub fn put_off(&mut self, hand: &Hand, rules: &Settled) {
        if self.deadline > 0 && hand.absent > 0 {
            let time = rules.time.unwrap_or(0).min(86_400);
            let due = allowed(hand.absent + time, rules, &hand.zone);
            if due > self.deadline {
                self.deadline = due;
                self.expires = due + rules.grace;
                self.reminded.clear();
                self.told_late = false;
            }
        }
    }

    /// The reminder that is due now, if any: how long before the deadline.
    pub fn reminder(&self, now: i64, rules: &Settled) -> Option<i64> {
        if self.deadline == 0 || now >= self.deadline {
            return None;
        }
        // Of several that were slept through only the last one is sent.
        rules
            .remind
            .iter()
            .copied()
            .filter(|before| now >= self.deadline - before && !self.reminded.contains(before))
            .min()
    }

    /// When something is to be done next; `None` for never.
    pub fn next(&self, rules: &Settled) -> Option<i64> {
        let mut times: Vec<i64> = Vec::new();
        if self.complete > 0 {
            times.push(self.complete + rules.settle);
        }
        if self.deadline > 0 {
            times.extend(
                rules
                    .remind
                    .iter()
                    .filter(|before| !self.reminded.contains(before))
                    .map(|before| self.deadline - before),
            );
            if !self.told_late {
                times.push(self.deadline);
            }
            times.push(self.expires);
        }
        times.into_iter().min()
    }
}

/// How a time is shown to a player.
pub fn shown(at: i64, zone: &TimeZone, lang: Lang) -> String {
    let Ok(at) = Timestamp::from_second(at) else {
        return String::new();
    };
    let zoned = at.to_zoned(zone.clone());
    let one_of = |key: &'static str, number: i8| -> String {
        let all = say(&Phrase::new(key), lang);
        let at = usize::try_from(number - 1).unwrap_or(0);
        all.split_whitespace()
            .nth(at)
            .unwrap_or_default()
            .to_owned()
    };
    let day = match zoned.day() {
        1 => say(&Phrase::new("post-first-day"), lang),
        day => day.to_string(),
    };
    let weekday = zoned.weekday().to_monday_one_offset();
    let phrase = Phrase::new("post-time")
        .with("weekday", one_of("post-weekdays", weekday))
        .with("day", day)
        .with("month", one_of("post-months", zoned.month()))
        .with("year", zoned.year().to_string())
        .with("hour", format!("{:02}", zoned.hour()))
        .with("minute", format!("{:02}", zoned.minute()))
        .with("zone", zone.iana_name().unwrap_or("UTC").to_owned());
    say(&phrase, lang)
}

#[cfg(test)]
mod tests {
    use super::rules::{ClockRules, zone};
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().expect("a time").as_second()
    }

    fn rules(days: &str, hours: &str) -> Settled {
        let rules = ClockRules {
            days: Some(days.to_owned()),
            hours: Some(hours.to_owned()),
            holidays: Some(vec!["2026-12-24/2026-12-26".to_owned()]),
            ..ClockRules::default()
        };
        rules
            .settle(&ClockRules::default(), "")
            .expect("good rules")
    }

    #[test]
    fn deadlines_fall_on_allowed_days_and_hours_of_the_player() {
        let paris = zone("Europe/Paris").expect("a zone");
        let rules = rules("mon-fri", "8-22");
        // Friday night in Paris: Monday morning there.
        assert_eq!(
            allowed(at("2026-11-20T22:30:00Z"), &rules, &paris),
            at("2026-11-23T07:00:00Z")
        );
        assert_eq!(
            allowed(at("2026-11-20T12:00:00Z"), &rules, &paris),
            at("2026-11-20T12:00:00Z")
        );
        // Christmas, then a weekend.
        assert_eq!(
            allowed(at("2026-12-24T12:00:00Z"), &rules, &paris),
            at("2026-12-28T07:00:00Z")
        );
    }

    #[test]
    fn summer_time_begins_and_ends() {
        let paris = zone("Europe/Paris").expect("a zone");
        let rules = rules("mon-sun", "8-22");
        // 29 March 2026: the clock goes from 2 to 3. 25 October: from 3 to 2.
        assert_eq!(
            allowed(at("2026-03-29T00:30:00Z"), &rules, &paris),
            at("2026-03-29T06:00:00Z")
        );
        assert_eq!(
            allowed(at("2026-10-25T00:30:00Z"), &rules, &paris),
            at("2026-10-25T07:00:00Z")
        );
        let night = super::tests::rules("mon-sun", "2-24");
        // The hour that does not exist: the first moment behind it.
        assert_eq!(
            allowed(at("2026-03-29T00:00:00Z"), &night, &paris),
            at("2026-03-29T01:00:00Z")
        );
    }

    #[test]
    fn pushes_are_counted_once() {
        let mut clock = Clock {
            deadline: 1000,
            expires: 1100,
            ..Clock::default()
        };
        clock.push(&[50]);
        clock.push(&[50, 7]);
        clock.push(&[50, 7]);
        assert_eq!((clock.deadline, clock.expires), (1057, 1157));
    }
}
