//! How a clock is set: times, grace, allowed days and hours.

use std::collections::BTreeMap;

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use serde::Deserialize;

/// What happens when a player misses his deadline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// His standing orders and the defaults answer.
    #[default]
    Default,
    /// The game waits.
    Wait,
    /// The game waits and the referee, or the next on the list, takes the seat.
    Substitute,
}

/// The rules of a clock. What is left out follows from the rules above, and in the end from the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRules {
    /// Time for an answer: `3d`, `12h`, `90m`. `none`: no deadline.
    pub time: Option<String>,
    /// Time behind the deadline in which an answer is still taken.
    pub grace: Option<String>,
    /// Pause after the last answer, in which it may still be changed.
    pub settle: Option<String>,
    /// Reminders, so long before the deadline.
    pub remind: Option<Vec<String>>,
    /// Days on which a deadline may fall: `mon-fri`, `sat,sun`.
    pub days: Option<String>,
    /// Hours between which it may fall, in the player's zone: `8-22`.
    pub hours: Option<String>,
    /// Zone of players who have not named theirs.
    pub zone: Option<String>,
    /// Days on which no deadline falls: `2026-12-24`, `2026-12-24/2027-01-02`.
    pub holidays: Option<Vec<String>>,
    /// The longest absence a player may announce.
    pub absence: Option<String>,
    /// If nothing ran for longer than this, deadlines are pushed by as much.
    pub outage: Option<String>,
    /// Other times for a phase, by its name.
    #[serde(default)]
    pub phase: BTreeMap<String, String>,
}

/// Rules with nothing left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Seconds for an answer; `None` without a deadline.
    pub time: Option<i64>,
    /// Seconds of grace.
    pub grace: i64,
    /// Seconds of settling.
    pub settle: i64,
    /// Reminders, seconds before the deadline, the earliest first.
    pub remind: Vec<i64>,
    /// Allowed days.
    pub days: Vec<Weekday>,
    /// Allowed hours, from and to.
    pub hours: (i8, i8),
    /// The zone of players who named none.
    pub zone: String,
    /// First and last days of holidays.
    pub holidays: Vec<(jiff::civil::Date, jiff::civil::Date)>,
    /// The longest absence in seconds.
    pub absence: i64,
    /// An outage in seconds.
    pub outage: i64,
}

/// Seconds of `3d`, `12h`, `1d 6h`.
pub fn seconds(text: &str) -> Result<i64, String> {
    let bad = || format!("`{text}` is no time: write 3d, 12h, 90m or 45s");
    let mut sum = 0_i64;
    for word in text.split_whitespace() {
        let unit = word.chars().next_back().ok_or_else(bad)?;
        let number: i64 = word[..word.len() - unit.len_utf8()]
            .parse()
            .map_err(|_| bad())?;
        let each = match unit {
            'w' => 604_800,
            'd' => 86_400,
            'h' => 3600,
            'm' => 60,
            's' => 1,
            _ => return Err(bad()),
        };
        if !(0..=10_000).contains(&number) {
            return Err(bad());
        }
        sum += number * each;
    }
    if text.trim().is_empty() {
        return Err(bad());
    }
    Ok(sum)
}

const DAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

fn days(text: &str) -> Result<Vec<Weekday>, String> {
    let day = |name: &str| {
        DAYS.iter()
            .position(|(one, _)| *one == name.trim())
            .ok_or_else(|| format!("`{name}` is no day: write mon, tue, wed, thu, fri, sat, sun"))
    };
    let mut found = Vec::new();
    for word in text.split(',') {
        let (first, last) = match word.split_once('-') {
            Some((first, last)) => (day(first)?, day(last)?),
            None => (day(word)?, day(word)?),
        };
        let mut at = first;
        loop {
            found.push(DAYS[at].1);
            if at == last {
                break;
            }
            at = (at + 1) % 7;
        }
    }
    Ok(found)
}

fn hours(text: &str) -> Result<(i8, i8), String> {
    let bad = || format!("`{text}` are no hours: write 8-22");
    let (from, to) = text.split_once('-').ok_or_else(bad)?;
    let from: i8 = from.trim().parse().map_err(|_| bad())?;
    let to: i8 = to.trim().parse().map_err(|_| bad())?;
    if !(0..=23).contains(&from) || !(1..=24).contains(&to) || from >= to {
        return Err(bad());
    }
    Ok((from, to))
}

fn holiday(text: &str) -> Result<(jiff::civil::Date, jiff::civil::Date), String> {
    let day = |text: &str| {
        text.trim()
            .parse()
            .map_err(|_| format!("`{text}` is no day: write 2026-12-24"))
    };
    match text.split_once('/') {
        Some((first, last)) => Ok((day(first)?, day(last)?)),
        None => Ok((day(text)?, day(text)?)),
    }
}

/// Whether a zone is known.
pub fn zone(name: &str) -> Result<TimeZone, String> {
    TimeZone::get(name).map_err(|_| format!("`{name}` is no time zone: write Europe/Paris or UTC"))
}

impl ClockRules {
    /// Says what is wrong with them.
    pub fn check(&self) -> Result<(), String> {
        self.settle(&Self::default(), "").map(|_| ())?;
        for time in self.phase.values().filter(|time| *time != "none") {
            seconds(time)?;
        }
        Ok(())
    }

    /// The rules for a phase: these, then `below`, then the built-in ones.
    pub fn settle(&self, below: &Self, phase: &str) -> Result<Settled, String> {
        fn first<'r>(
            own: &'r Option<String>,
            below: &'r Option<String>,
            built_in: &'r str,
        ) -> &'r str {
            own.as_deref().or(below.as_deref()).unwrap_or(built_in)
        }
        let time = self.phase.get(phase).map(String::as_str);
        let time = time
            .or(self.time.as_deref())
            .or(below.phase.get(phase).map(String::as_str))
            .or(below.time.as_deref())
            .unwrap_or("3d");
        let remind = self
            .remind
            .clone()
            .or_else(|| below.remind.clone())
            .unwrap_or_else(|| vec!["24h".to_owned()]);
        let mut remind = remind
            .iter()
            .map(|text| seconds(text))
            .collect::<Result<Vec<_>, _>>()?;
        remind.sort_unstable_by(|a, b| b.cmp(a));
        let holidays = self
            .holidays
            .clone()
            .or_else(|| below.holidays.clone())
            .unwrap_or_default();
        let zone_name = first(&self.zone, &below.zone, "UTC");
        zone(zone_name)?;
        Ok(Settled {
            time: if time == "none" {
                None
            } else {
                Some(seconds(time)?)
            },
            grace: seconds(first(&self.grace, &below.grace, "12h"))?,
            settle: seconds(first(&self.settle, &below.settle, "0s"))?,
            remind,
            days: days(first(&self.days, &below.days, "mon-sun"))?,
            hours: hours(first(&self.hours, &below.hours, "0-24"))?,
            zone: zone_name.to_owned(),
            holidays: holidays
                .iter()
                .map(|text| holiday(text))
                .collect::<Result<_, _>>()?,
            absence: seconds(first(&self.absence, &below.absence, "21d"))?,
            outage: seconds(first(&self.outage, &below.outage, "6h"))?,
        })
    }
}
