//! Judging: what happened against what the case expects.

use std::collections::BTreeSet;

use super::CaseReport;
use super::file::{Case, misplaced};
use super::happen::{Happened, Seen};
use super::mismatch::Mismatch;
use super::near::{did_you_mean, near};
use super::pattern::{Pattern, Shown, key, quoted};
use crate::orders::{Lang, Phrasebook};

/// So many near candidates are shown.
const MOST: usize = 3;

/// Compares events, facts, waits and outcome.
pub(super) fn judge(case: &Case, told: &[Happened], book: &Phrasebook, report: &mut CaseReport) {
    let found = &mut report.mismatches;
    expects(&case.expects, told, book, found);
    never(&case.never, told, book, found);
    unwritten(told, book, found);
    facts(case, report);
    waits(case, report);
    outcome(case, report);
}

/// One way in which an event is not what a pattern wants.
struct Difference {
    /// What is there, or what is missing.
    found: String,
    /// What to write instead, if anything.
    write: Option<String>,
}

fn differs(found: String, write: Option<String>) -> Difference {
    Difference { found, write }
}

/// How an event with the right key differs from a pattern; empty if it fits.
fn differences(pattern: &Pattern, happened: &Happened) -> Vec<Difference> {
    let mut all = Vec::new();
    for (name, wanted) in &pattern.args {
        match happened.arg(name) {
            Some(shown) if shown.fits(wanted) => {}
            Some(shown) => {
                let text = format!("{} = {shown}", key(name));
                all.push(differs(text.clone(), Some(text)));
            }
            None => {
                let names: Vec<&str> = happened
                    .args
                    .iter()
                    .map(|(name, _)| name.as_str())
                    .collect();
                let has = if names.is_empty() {
                    "it has none".to_owned()
                } else {
                    format!("it has {}", names.join(", "))
                };
                let hint = did_you_mean(&near(name, names)).or_else(|| misplaced(name));
                all.push(differs(
                    format!("there is no argument `{name}`; {has}"),
                    hint,
                ));
            }
        }
    }
    all.extend(reckoning(pattern, happened));
    all.extend(sights(pattern, happened));
    all
}

fn reckoning(pattern: &Pattern, happened: &Happened) -> Vec<Difference> {
    let mut all = Vec::new();
    let mut differ = |text: String| all.push(differs(text.clone(), Some(text)));
    if pattern
        .rule
        .as_ref()
        .is_some_and(|rule| *rule != happened.rule)
    {
        differ(format!("rule = \"{}\"", happened.rule));
    }
    let wants = pattern.tally.is_some() || pattern.total.is_some() || pattern.needed.is_some();
    let Some(tally) = &happened.tally else {
        all.extend(wants.then(|| {
            differs(
                "the event has no tally, so no total or needed".to_owned(),
                Some("take out `tally`, `total` and `needed`".to_owned()),
            )
        }));
        return all;
    };
    let mut differ = |text: String| all.push(differs(text.clone(), Some(text)));
    if let Some(wanted) = &pattern.tally
        && !same_terms(wanted, &happened.terms())
    {
        differ(format!("tally = {}", Shown::Many(happened.terms())));
    }
    let total = i64::from(tally.total());
    if pattern.total.is_some_and(|wanted| wanted != total) {
        differ(format!("total = {total}"));
    }
    let needed = tally.needed.or(tally.most).map(i64::from);
    if let Some(wanted) = pattern.needed
        && Some(wanted) != needed
    {
        match needed {
            Some(needed) => differ(format!("needed = {needed}")),
            None => differ("nothing was needed".to_owned()),
        }
    }
    all
}

/// Whether terms are the same in any order; a wanted term may leave out whom it comes from.
fn same_terms(wanted: &[String], terms: &[String]) -> bool {
    let mut left: Vec<&String> = terms.iter().collect();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = |term: &str| match term.split(' ').collect::<Vec<_>>().as_slice() {
        [name, _, value] => format!("{name} {value}"),
        _ => term.to_owned(),
    };
    // Those that name somebody choose first: the others take whatever is left.
    let mut rest = Vec::new();
    for one in wanted.iter().map(|one| plain(one)) {
        match left.iter().position(|term| **term == one) {
            Some(at) => {
                left.remove(at);
            }
            None => rest.push(one),
        }
    }
    for one in rest {
        match left.iter().position(|term| short(term) == one) {
            Some(at) => {
                left.remove(at);
            }
            None => return false,
        }
    }
    left.is_empty()
}

fn sights(pattern: &Pattern, happened: &Happened) -> Vec<Difference> {
    let mut all = Vec::new();
    let saw = |side: &str| {
        let found = happened.seen.iter().find(|(one, _)| one == side);
        found.map_or(&Seen::Nothing, |(_, seen)| seen)
    };
    let mut differ = |side: &str| {
        let side = key(side);
        let (what, write) = match saw(&side) {
            Seen::Whole => ("all of it".to_owned(), format!("seen_by = [\"{side}\"]")),
            Seen::Nothing => (
                "nothing of it".to_owned(),
                format!("hidden_from = [\"{side}\"]"),
            ),
            Seen::Part(part) => (
                format!("only {part}"),
                format!("seen_as = {{ {side} = {} }}", quoted(&part.event)),
            ),
        };
        all.push(differs(format!("{side} saw {what}"), Some(write)));
    };
    for side in &pattern.seen_by {
        if !matches!(saw(side), Seen::Whole) {
            differ(side);
        }
    }
    for side in &pattern.hidden_from {
        if !matches!(saw(side), Seen::Nothing) {
            differ(side);
        }
    }
    for (side, wanted) in &pattern.seen_as {
        let fits =
            |part: &Happened| part.event == wanted.event && differences(wanted, part).is_empty();
        if !matches!(saw(side), Seen::Part(part) if fits(part)) {
            differ(side);
        }
    }
    all
}

fn fits(pattern: &Pattern, happened: &Happened) -> bool {
    pattern.event == happened.event && differences(pattern, happened).is_empty()
}

/// Finds each expected event behind the one before it.
fn expects(patterns: &[Pattern], told: &[Happened], book: &Phrasebook, out: &mut Vec<Mismatch>) {
    let mut from = 0;
    let mut last = None;
    for (n, pattern) in patterns.iter().enumerate() {
        let rest = told.get(from..).unwrap_or_default();
        if let Some(at) = rest.iter().position(|happened| fits(pattern, happened)) {
            from += at + 1;
            last = Some(n + 1);
            continue;
        }
        let mismatch = Mismatch::new(format!("expect {}", n + 1), pattern.to_string());
        let mismatch = mismatch.line(pattern.line);
        let mut near: Vec<(Vec<Difference>, &Happened)> = rest
            .iter()
            .filter(|happened| happened.event == pattern.event)
            .map(|happened| (differences(pattern, happened), happened))
            .collect();
        near.sort_by_key(|(differences, _)| differences.len());
        let earlier = told[..from]
            .iter()
            .rfind(|happened| fits(pattern, happened));
        out.push(match (near.is_empty(), earlier, last) {
            (_, Some(earlier), Some(last)) => mismatch
                .found(format!(
                    "{earlier} came earlier, not behind what expect {last} matched"
                ))
                .write("put it in its order: each expect is looked for behind the one before it"),
            (false, ..) => with_candidates(mismatch, &near),
            (true, ..) => with_keys(mismatch, &pattern.event, rest, told, book),
        });
    }
}

fn with_candidates(mut mismatch: Mismatch, near: &[(Vec<Difference>, &Happened)]) -> Mismatch {
    for (n, (differences, happened)) in near.iter().take(MOST).enumerate() {
        let found: Vec<&str> = differences.iter().map(|one| one.found.as_str()).collect();
        mismatch = mismatch.found(format!("{happened}: {}", found.join("; ")));
        if n == 0 {
            let write = differences.iter().filter_map(|one| one.write.clone());
            mismatch = mismatch.write_all(write);
        }
    }
    if near.len() > MOST {
        mismatch = mismatch.found(format!("and {} more of them", near.len() - MOST));
    }
    mismatch
}

/// No event with this key: was it misspelt, or did it not happen?
fn with_keys(
    mismatch: Mismatch,
    event: &str,
    rest: &[Happened],
    told: &[Happened],
    book: &Phrasebook,
) -> Mismatch {
    let keys = |told: &[Happened]| {
        let mut keys: Vec<String> = Vec::new();
        for happened in told {
            if !keys.contains(&happened.event) {
                keys.push(happened.event.clone());
            }
        }
        keys
    };
    let came = match keys(rest).as_slice() {
        [] => "nothing more was told".to_owned(),
        keys => format!("no `{event}`; what came is {}", keys.join(", ")),
    };
    mismatch
        .found(came)
        .write_all(key_hint(event, &keys(told), book))
}

/// What a key that the game does not have may have been meant to be.
fn key_hint(event: &str, came: &[String], book: &Phrasebook) -> Option<String> {
    if book.keys(Lang::En).any(|key| key == event) {
        return None;
    }
    let hint = did_you_mean(&near(event, came.iter().map(String::as_str)));
    // The book has words for much that is no event.
    const OTHERS: [&str; 6] = ["ask-", "diagnosis-", "form-", "kind-", "phase-", "term-"];
    let events = book
        .keys(Lang::En)
        .filter(|key| !OTHERS.iter().any(|other| key.starts_with(other)));
    let hint = hint.or_else(|| did_you_mean(&near(event, events)));
    let hint = hint.unwrap_or_else(|| "a key from what happened, as printed above".to_owned());
    Some(format!("the game has no event `{event}`; {hint}"))
}

fn never(patterns: &[Pattern], told: &[Happened], book: &Phrasebook, out: &mut Vec<Mismatch>) {
    let came: Vec<String> = told.iter().map(|happened| happened.event.clone()).collect();
    for (n, pattern) in patterns.iter().enumerate() {
        let about = format!("never {}", n + 1);
        // A misspelt key would never happen, and the case would prove nothing.
        if let Some(hint) = key_hint(&pattern.event, &came, book) {
            let mismatch =
                Mismatch::new(about, format!("an event that the game has, not {pattern}"));
            out.push(mismatch.line(pattern.line).write(hint));
            continue;
        }
        let mut same = told
            .iter()
            .filter(|happened| happened.event == pattern.event);
        if let Some(happened) = same.clone().find(|happened| fits(pattern, happened)) {
            let mismatch = Mismatch::new(about, format!("no {pattern}")).line(pattern.line);
            out.push(mismatch.found(happened.to_string()));
        } else if let Some(unknown) = same.find_map(|happened| {
            let mut names = pattern.args.iter().map(|(name, _)| name);
            names.find(|name| happened.arg(name).is_none())
        }) {
            let expected = format!("arguments that `{}` has", pattern.event);
            let mismatch = Mismatch::new(about, expected).line(pattern.line);
            out.push(mismatch.found(format!("it has no argument `{unknown}`")));
        }
    }
}

/// Every event must have words in both languages.
fn unwritten(told: &[Happened], book: &Phrasebook, out: &mut Vec<Mismatch>) {
    let keys: BTreeSet<&str> = told
        .iter()
        .map(|happened| happened.event.as_str())
        .collect();
    for lang in Lang::ALL {
        let known: BTreeSet<&str> = book.keys(lang).collect();
        for event in keys.difference(&known) {
            let expected = format!("words for the event `{event}` in templates/{lang}");
            out.push(Mismatch::new("templates", expected).found("none"));
        }
        for happened in told {
            for place in book.places(&happened.event, lang) {
                if happened.arg(place).is_none() {
                    let expected = format!("`{}` to have the argument `{place}`", happened.event);
                    let mismatch = Mismatch::new("templates", expected);
                    let mismatch = mismatch.found(format!("{happened} in templates/{lang}"));
                    if !out.contains(&mismatch) {
                        out.push(mismatch);
                    }
                }
            }
        }
    }
}

fn facts(case: &Case, report: &mut CaseReport) {
    for fact in &case.facts {
        let (name, wanted) = &fact.value;
        let line = |value: &str| format!("{} = {}", Shown::One(name.clone()), quoted(value));
        let found = report.facts.iter().find(|(one, _)| one == name);
        let mismatch = Mismatch::new("facts", line(wanted)).line(fact.line);
        let mismatch = match found {
            Some((_, value)) if value == wanted => continue,
            Some((_, value)) => mismatch.found(line(value)).write(line(value)),
            None => {
                let names = report.facts.iter().map(|(name, _)| name.as_str());
                let family = name.split('.').next().unwrap_or_default();
                let kin: Vec<&str> = names
                    .clone()
                    .filter(|one| one.split('.').next() == Some(family))
                    .collect();
                let all: Vec<&str> = names.clone().collect();
                let hint = did_you_mean(&near(name, names));
                let hint = hint.or_else(|| {
                    let of = format!("of `{family}` there is {}", kin.join(", "));
                    (!kin.is_empty()).then_some(of)
                });
                let hint = hint.or_else(|| misplaced(name));
                let hint = hint.unwrap_or_else(|| format!("facts are {}", all.join(", ")));
                mismatch
                    .found(format!("there is no fact `{name}`"))
                    .write(hint)
            }
        };
        report.mismatches.push(mismatch);
    }
}

fn waits(case: &Case, report: &mut CaseReport) {
    let Some(wanted) = &case.waits else { return };
    let sorted = |list: &[String]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    let (wanted_list, found) = (sorted(&wanted.value), sorted(&report.waits));
    if wanted_list != found {
        let text = |list: Vec<String>| format!("waits = {}", Shown::Many(list));
        let mut mismatch = Mismatch::new("waits", text(wanted_list)).line(wanted.line);
        mismatch = match &report.outcome {
            Some(_) => mismatch.found("the game is over"),
            None => mismatch.found(text(found.clone())),
        };
        report.mismatches.push(mismatch.write(text(found)));
    }
}

fn outcome(case: &Case, report: &mut CaseReport) {
    let pairs = [
        ("outcome", &case.outcome, &report.outcome),
        ("outcome_rule", &case.outcome_rule, &report.outcome_rule),
    ];
    for (name, wanted, found) in pairs {
        let Some(wanted) = wanted else { continue };
        if Some(&wanted.value) == found.as_ref() {
            continue;
        }
        let text = |value: &str| format!("{name} = \"{value}\"");
        let mismatch = Mismatch::new(name, text(&wanted.value)).line(wanted.line);
        report.mismatches.push(match found {
            Some(found) => mismatch.found(text(found)).write(text(found)),
            None => mismatch
                .found("the game is not over")
                .write(format!("take out `{name}`")),
        });
    }
}
