//! The preview of a letter: are its orders legal, which ways will be taken, how likely is each outcome.

use serde_json::{Value as Json, json};

use super::page::block_lines;
use super::receipt::verdicts;
use super::tally::who;
use super::text::{capital, wrap};
use crate::board::{Spot, Trace};
use crate::engine::game::Game;
use crate::engine::letters::Said;
use crate::engine::odds::{Contest, ONE, Odds, RollOdds, Subject, against, odds_of};
use crate::engine::seats::Seat;
use crate::engine::tally::{Dice, Tally};
use crate::orders::{Arg, Item, Lang, Phrase, Problem};
use crate::store::error::Kept;
use crate::store::keeper::{Keeper, Preview, Why};

/// Runs that a preview may take where nobody says it.
pub const EFFORT: usize = 1500;

/// More fates than this of one fight are not listed.
const FATES: usize = 40;

/// What a letter would come to, as text. Nothing of it is kept.
pub fn preview<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    text: &str,
    effort: usize,
) -> Kept<String> {
    let found = keeper.preview(seat, text, effort)?;
    let view = G::view(
        &keeper.data,
        &found.receipt.state,
        found.side.or_else(|| own(seat)),
    );
    let speaker = Speaker::<G> {
        keeper,
        lang: seat.lang,
        view,
    };
    Ok(speaker.all(&found).join("\n") + "\n")
}

/// The same as data; odds are parts of a million.
pub fn preview_json<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    text: &str,
    effort: usize,
) -> Kept<Json> {
    let found = keeper.preview(seat, text, effort)?;
    let side = found.side.or_else(|| own(seat));
    let speaker = Speaker::<G> {
        keeper,
        lang: seat.lang,
        view: G::view(&keeper.data, &found.receipt.state, side),
    };
    let keys = |problems: &[Problem]| -> Vec<String> {
        problems
            .iter()
            .map(|problem| problem.what.key.to_owned())
            .collect()
    };
    let lines: Vec<Json> = found
        .receipt
        .verdicts
        .iter()
        .map(|verdict| {
            let (said, words) = match &verdict.said {
                Said::Answers(words) => ("answers", words.clone()),
                Said::Stands(words) => ("stands", words.clone()),
                Said::Again(words) => ("again", words.clone()),
                Said::Fallen(problems) => ("fallen", keys(problems)),
                Said::Unmended => ("unmended", Vec::new()),
                Said::Waits => ("waits", Vec::new()),
                Said::Kept(kind) => ("kept", vec![(*kind).to_owned()]),
                Said::Standing(words) => ("standing", vec![words.clone()]),
                Said::Done(what) => ("done", vec![(*what).to_owned()]),
                Said::Skipped => ("skipped", Vec::new()),
                Said::NoOrder(_) => ("no-order", Vec::new()),
                Said::Wrong(problems) => ("wrong", keys(problems)),
            };
            json!({ "line": verdict.line.number, "text": verdict.line.text, "said": said, "words": words })
        })
        .collect();
    let odds = match &found.odds {
        Ok(odds) => speaker.odds_json(odds),
        Err(why) => json!({ "none": format!("{why:?}") }),
    };
    Ok(json!({ "legal": found.receipt.is_clean(), "lines": lines, "odds": odds }))
}

/// A share in parts of a million.
fn millionths(weight: u128) -> Json {
    json!(u64::try_from(weight * 1_000_000 / ONE).unwrap_or(1_000_000))
}

fn own<S: crate::engine::game::Side>(seat: &Seat) -> Option<S> {
    let side = seat.sides.first().and_then(|id| S::from_id(id));
    side.or(S::ALL.first().copied())
}

struct Speaker<'a, G: Game> {
    keeper: &'a Keeper<G>,
    lang: Lang,
    view: G::View<'a>,
}

fn number(n: usize) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

impl<G: Game> Speaker<'_, G> {
    fn say(&self, phrase: &Phrase) -> String {
        G::phrasebook().say(phrase, self.lang, &self.view)
    }

    fn key(&self, key: &'static str) -> String {
        self.say(&Phrase::new(key))
    }

    /// A share in per cent, with one decimal.
    fn percent(&self, weight: u128) -> String {
        let tenths = (weight * 2000 / ONE).div_ceil(2);
        let point = match self.lang {
            Lang::En => '.',
            Lang::Fr => ',',
        };
        match (tenths, weight) {
            (0, 1..) => format!("<0{point}1 %"),
            (1000, weight) if weight + ONE / 100_000 < ONE => format!(">99{point}9 %"),
            _ => format!("{}{point}{} %", tenths / 10, tenths % 10),
        }
    }

    fn all(&self, found: &Preview<G>) -> Vec<String> {
        let mut lines = wrap("", &self.key("preview-head"));
        let clean = found.receipt.is_clean();
        let ahead = !found.receipt.brought.sent.is_empty();
        let verdict = if found.receipt.verdicts.is_empty() {
            "preview-empty"
        } else if !clean {
            "preview-illegal"
        } else if ahead {
            "preview-ahead"
        } else {
            "preview-legal"
        };
        lines.extend(wrap("", &self.key(verdict)));
        lines.push(String::new());
        let verdicts = verdicts(&found.receipt, &[], self.lang, &self.view);
        lines.extend(verdicts.iter().flat_map(block_lines));
        lines.push(String::new());
        match &found.odds {
            Ok(odds) => lines.extend(self.odds(odds)),
            Err(why) => lines.extend(wrap(
                "",
                &self.key(match why {
                    Why::NothingAsked => "preview-nothing-asked",
                    Why::UnderWay => "preview-under-way",
                    Why::Unimagined => "preview-unimagined",
                }),
            )),
        }
        lines
    }

    fn odds(&self, odds: &Odds<G>) -> Vec<String> {
        let mut lines = Vec::new();
        let certain: Vec<String> = odds
            .certain
            .iter()
            .filter_map(|event| self.event(event))
            .collect();
        if !certain.is_empty() {
            lines.extend(wrap("", &self.key("preview-certain")));
            lines.extend(certain.iter().flat_map(|text| wrap("- ", text)));
        }
        // Dice that decide nothing of these orders, such as whether the day ends, are left out.
        let decide = |of: &&Contest<G>| !of.rolls.is_empty() || !of.fates().is_empty();
        let contests: Vec<&Contest<G>> = odds.contests.iter().filter(decide).collect();
        if contests.is_empty() {
            lines.extend(wrap("", &self.key("preview-no-dice")));
            return lines;
        }
        for (n, contest) in contests.iter().enumerate() {
            lines.push(String::new());
            let before = contest.before.as_ref();
            let what = before.map(|event| self.say(&G::telling(event)));
            let head = Phrase::new("preview-contest")
                .with("n", number(n + 1))
                .with("what", what.unwrap_or_default());
            lines.extend(wrap("", &self.say(&head)));
            lines.extend(self.contest(contest));
        }
        lines.push(String::new());
        lines.extend(wrap("", &self.key("preview-assumed")));
        if contests.len() > 1 {
            lines.extend(wrap("", &self.key("preview-each-alone")));
        }
        lines
    }

    fn odds_json(&self, odds: &Odds<G>) -> Json {
        let certain: Vec<String> = odds
            .certain
            .iter()
            .filter_map(|event| self.event(event))
            .collect();
        let contests: Vec<Json> = odds
            .contests
            .iter()
            .map(|contest| {
                let what = contest.before.as_ref().map(|event| self.say(&G::telling(event)));
                let rolls: Vec<String> =
                    contest.rolls.iter().filter_map(|tally| self.roll(tally)).collect();
                let fates: Vec<Json> = contest
                    .fates()
                    .iter()
                    .map(|(subject, of)| {
                        let of: Vec<Json> = of
                            .iter()
                            .map(|(fate, weight)| {
                                let said = self.say(&self.fate(subject, *fate));
                                json!({ "fate": said, "value": fate, "chance": millionths(*weight) })
                            })
                            .collect();
                        json!({ "of": self.subject(subject), "fates": of })
                    })
                    .collect();
                json!({ "what": what, "rolls": rolls, "fates": fates, "runs": contest.runs, "exact": contest.exact })
            })
            .collect();
        json!({ "certain": certain, "contests": contests })
    }

    /// What happens for certain, with the way it takes.
    fn event(&self, event: &G::Event) -> Option<String> {
        let mut text = capital(&self.say(&G::telling(event)));
        if text.is_empty() {
            return None;
        }
        let board = G::board(&self.keeper.data);
        for trace in G::traces(&self.view, event) {
            let Trace::Way { spots, .. } = trace else {
                continue;
            };
            let names: Vec<&str> = spots
                .iter()
                .filter_map(|spot| match spot {
                    Spot::Space(at) => Some(board.space(*at).label()),
                    Spot::Off(off) => board.boxes().get(*off).map(|off| off.name.as_str()),
                })
                .collect();
            let way = Phrase::new("preview-way").with("way", names.join(" - "));
            text.push(' ');
            text.push_str(&self.say(&way));
        }
        Some(text)
    }

    fn contest(&self, contest: &Contest<G>) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rolls = contest.rolls.as_slice();
        while let Some((tally, rest)) = rolls.split_first() {
            rolls = rest;
            if let Some((other, rest)) = rest.split_first()
                && let Some(chances) = against(tally, other)
            {
                rolls = rest;
                lines.extend(wrap("- ", &self.two_throws(tally, other, chances)));
                continue;
            }
            lines.extend(self.roll(tally).iter().flat_map(|text| wrap("- ", text)));
        }
        let fates = contest.fates();
        // Where a test succeeds or not, that is what changes: a bridge, the weather.
        if fates.is_empty() && !contest.rolls.iter().any(|tally| tally.needed.is_some()) {
            lines.extend(wrap("  ", &self.key("preview-no-change")));
        }
        for (subject, of) in fates.iter().take(FATES) {
            let parts: Vec<String> = of
                .iter()
                .rev()
                .map(|(fate, weight)| {
                    let said = self.say(&self.fate(subject, *fate));
                    format!("{said} {}", self.percent(*weight))
                })
                .collect();
            let line = format!("{}: {}", self.subject(subject), parts.join(", "));
            lines.extend(wrap("  ", &line));
        }
        let how = if contest.exact {
            Phrase::new("preview-exact").with("runs", number(contest.runs))
        } else {
            // Nineteen in twenty lie within 0.98 / sqrt(n) of the truth.
            let root = contest.runs.saturating_mul(1_000_000).isqrt().max(1);
            let error = u128::try_from(980_000 / root).unwrap_or(0) * ONE / 1000;
            Phrase::new("preview-by-chance")
                .with("runs", number(contest.runs))
                .with("error", self.percent(error))
        };
        lines.extend(wrap("  ", &self.say(&how)));
        lines
    }

    /// Two rolls against each other: what each adds to its dice, and the exact odds.
    fn two_throws(&self, one: &Tally, other: &Tally, [more, same, less]: [u128; 3]) -> String {
        let throw = |tally: &Tally| {
            let dice = tally.dice.first();
            let name = dice.map_or("", |dice| dice.label.rsplit('/').next().unwrap_or_default());
            let spec = dice.map_or_else(String::new, |dice| dice.spec.to_string());
            let fixed = tally.total() - dice.map_or(0, Dice::sum);
            format!("{name} {spec} {fixed:+}")
        };
        let phrase = Phrase::new("preview-against")
            .with("one", throw(one))
            .with("other", throw(other))
            .with("more", self.percent(more))
            .with("same", self.percent(same))
            .with("less", self.percent(less));
        format!("{} ({}, {})", self.say(&phrase), one.rule, other.rule)
    }

    /// One roll: what is needed, and the exact odds.
    fn roll(&self, tally: &Tally) -> Option<String> {
        let odds = odds_of(tally)?;
        let dice = tally.dice.first()?;
        let name = dice.label.rsplit('/').next().unwrap_or_default();
        let mut text = format!("{name}, {}", dice.spec);
        let tests: Vec<String> = tally
            .tests
            .iter()
            .map(|test| {
                let phrase = Phrase {
                    key: "preview-test",
                    args: vec![("who", who(&test.of, &self.view))],
                };
                self.say(&phrase.with("most", Item::Number(test.most)))
            })
            .collect();
        if !tests.is_empty() {
            text.push_str(" (");
            text.push_str(&tests.join("; "));
            text.push(')');
        }
        let phrase = match odds {
            RollOdds::Success(chance) => {
                Phrase::new("preview-success").with("chance", self.percent(chance))
            }
            RollOdds::Hits(ways) => {
                let parts = ways.iter().enumerate();
                let parts: Vec<String> = parts
                    .filter(|(_, weight)| **weight > 0)
                    .map(|(hits, weight)| format!("{hits}: {}", self.percent(*weight)))
                    .collect();
                Phrase::new("preview-hits").with("chances", parts.join(", "))
            }
        };
        Some(format!("{text}: {} ({})", self.say(&phrase), tally.rule))
    }

    fn subject(&self, subject: &Subject) -> String {
        match subject {
            Subject::Unit(_, name, _) => name.clone(),
            Subject::Ground(at) => G::board(&self.keeper.data).space(*at).label().to_owned(),
        }
    }

    fn fate(&self, subject: &Subject, fate: i32) -> Phrase {
        match subject {
            Subject::Unit(..) if fate == 0 => Phrase::new("preview-lost"),
            Subject::Unit(..) => Phrase::new("preview-left").with("steps", Item::Number(fate)),
            Subject::Ground(_) => {
                let owner = usize::try_from(fate).ok();
                let picture = G::picture(&self.view);
                let party = owner.and_then(|owner| picture.parties.get(owner));
                match party {
                    Some(party) => {
                        Phrase::new("preview-held").with("side", Arg::Item(Item::Word(party.word)))
                    }
                    None => Phrase::new("preview-not-held"),
                }
            }
        }
    }
}
