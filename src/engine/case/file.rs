//! The file of a case: read, checked as far as no game is needed, and kept with its line numbers.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

use super::near::{did_you_mean, near};
use super::pattern::{Pattern, word};
use crate::engine::inputs::Pace;
use crate::engine::seats::{ANY_DESK, Seat};
use crate::orders::Lang;

/// Something of a case with the line it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The line of the file, from 1.
    pub line: usize,
    /// The thing.
    pub value: T,
}

/// A case, as its file says.
#[derive(Clone, Debug)]
pub struct Case {
    /// The game.
    pub game: At<String>,
    /// The scenario.
    pub scenario: At<String>,
    /// Switches that differ from the scenario's own.
    pub switches: Vec<At<(String, String)>>,
    /// The numbers of the rules it proves.
    pub proves: Vec<At<String>>,
    /// What it is about, in one line.
    pub about: String,
    /// The step before which the position is set up; every step before it is played by defaults.
    pub skip_to: Option<At<String>>,
    /// Changes to the position, in the referee's words.
    pub position: Vec<At<String>>,
    /// The step with whose beginning the case ends.
    pub until: Option<At<String>>,
    /// The pace.
    pub pace: Pace,
    /// Sides whose deadline passes wherever they have no letter.
    pub late: Vec<At<String>>,
    /// Who is at the table, if not one seat for each side.
    pub seats: Vec<Seat>,
    /// The letters, in the order they are given.
    pub letters: Vec<CaseLetter>,
    /// Scripted dice by label or its tail.
    pub dice: Vec<At<(String, Vec<u32>)>>,
    /// Events that must happen, in this order, with others between them.
    pub expects: Vec<Pattern>,
    /// Events that must not happen.
    pub never: Vec<Pattern>,
    /// Facts at the end.
    pub facts: Vec<At<(String, String)>>,
    /// The questions open at the end, as `side.kind`.
    pub waits: Option<At<Vec<String>>>,
    /// Who has won: a side or `draw`.
    pub outcome: Option<At<String>>,
    /// The rule that decides it.
    pub outcome_rule: Option<At<String>>,
}

/// A letter of a case.
#[derive(Clone, Debug)]
pub struct CaseLetter {
    /// The line of the file.
    pub line: usize,
    /// Who writes it.
    pub by: Write,
    /// Its text; `None` if the deadline passes for the writer instead.
    pub text: Option<String>,
    /// The keys of the problems its lines must have.
    pub wrong: Vec<String>,
    /// Words that the verdicts on its lines must contain.
    pub says: Vec<String>,
    /// The language of the verdicts.
    pub lang: Option<Lang>,
    /// Whether it comes although nobody asks its writer.
    pub at_once: bool,
}

/// Who writes a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// Whoever plays this side.
    Side(String),
    /// The seat with this name.
    Seat(String),
}

/// Why a file is no case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CaseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// The line of the file with carets under what is wrong.
    pub shown: String,
    /// What to do about it, if that is known.
    pub hint: Option<String>,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )?;
        write!(f, "\n{}", self.shown)?;
        match &self.hint {
            Some(hint) => write!(f, "\n{hint}"),
            None => Ok(()),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    scenario: Spanned<String>,
    #[serde(default)]
    switches: BTreeMap<Spanned<String>, Value>,
    #[serde(default)]
    proves: Vec<Spanned<String>>,
    #[serde(default)]
    about: String,
    skip_to: Option<Spanned<String>>,
    #[serde(default)]
    position: Vec<Spanned<String>>,
    until: Option<Spanned<String>>,
    #[serde(default)]
    pace: Pace,
    #[serde(default)]
    late: Vec<Spanned<String>>,
    #[serde(default)]
    seat: Vec<SeatTable>,
    #[serde(default)]
    letter: Vec<Spanned<LetterTable>>,
    #[serde(default)]
    dice: BTreeMap<Spanned<String>, Value>,
    #[serde(default)]
    expect: Vec<Spanned<Value>>,
    #[serde(default)]
    never: Vec<Spanned<Value>>,
    #[serde(default)]
    facts: BTreeMap<Spanned<String>, Value>,
    waits: Option<Spanned<Vec<String>>>,
    outcome: Option<Spanned<String>>,
    outcome_rule: Option<Spanned<String>>,
}

/// The keys of the case itself: one that stands below a table by mistake gets a hint.
const TOP: [&str; 19] = [
    "game",
    "scenario",
    "switches",
    "proves",
    "about",
    "skip_to",
    "position",
    "until",
    "pace",
    "late",
    "seat",
    "letter",
    "dice",
    "expect",
    "never",
    "facts",
    "waits",
    "outcome",
    "outcome_rule",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LetterTable {
    side: Option<String>,
    from: Option<String>,
    text: Option<String>,
    #[serde(default)]
    late: bool,
    #[serde(default)]
    wrong: Vec<String>,
    #[serde(default)]
    says: Vec<String>,
    lang: Option<Lang>,
    #[serde(default)]
    at_once: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatTable {
    name: String,
    sides: Vec<String>,
    desks: Option<Vec<String>>,
    #[serde(default)]
    lang: Lang,
}

/// The text of a case, to find places in.
struct Text<'t>(&'t str);

impl Text<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        let before = self.0.get(..span.start).unwrap_or(self.0);
        1 + before.matches('\n').count()
    }

    fn at<T>(&self, spanned: Spanned<T>) -> At<T> {
        At {
            line: self.line(&spanned.span()),
            value: spanned.into_inner(),
        }
    }

    fn wrong(&self, span: &Range<usize>, what: impl Into<String>) -> CaseError {
        let line = self.line(span);
        let text = self.0.lines().nth(line - 1).unwrap_or_default();
        let before = self.0.get(..span.start).unwrap_or(self.0);
        let column = before.rsplit('\n').next().unwrap_or_default();
        let column = column.chars().count();
        let marked = self.0.get(span.clone()).unwrap_or_default();
        let marked = marked.lines().next().unwrap_or_default().chars().count();
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let shown = format!(
            "{margin} |\n{number} | {text}\n{margin} | {}{}",
            " ".repeat(column),
            "^".repeat(marked.max(1))
        );
        CaseError {
            line,
            column: column + 1,
            what: what.into(),
            shown,
            hint: None,
        }
    }
}

impl Case {
    /// Reads the text of a case.
    pub fn parse(text: &str) -> Result<Self, CaseError> {
        let file: File = toml::from_str(text).map_err(|error| not_toml(text, &error))?;
        let text = Text(text);
        let list = |list: Vec<Spanned<String>>| list.into_iter().map(|one| text.at(one)).collect();
        let maybe = |one: Option<Spanned<String>>| one.map(|one| text.at(one));
        Ok(Self {
            game: text.at(file.game),
            scenario: text.at(file.scenario),
            switches: switches(&text, file.switches)?,
            proves: list(file.proves),
            about: file.about,
            skip_to: maybe(file.skip_to),
            position: list(file.position),
            until: maybe(file.until),
            pace: file.pace,
            late: list(file.late),
            seats: file.seat.into_iter().map(seat).collect(),
            letters: file
                .letter
                .into_iter()
                .map(|letter| read_letter(&text, letter))
                .collect::<Result<_, _>>()?,
            dice: dice(&text, file.dice)?,
            expects: patterns(&text, file.expect)?,
            never: patterns(&text, file.never)?,
            facts: read_facts(&text, file.facts)?,
            waits: file.waits.map(|waits| text.at(waits)),
            outcome: maybe(file.outcome),
            outcome_rule: maybe(file.outcome_rule),
        })
    }
}

/// Says what keeps a text from being a case, with a near miss for a misspelt key.
fn not_toml(text: &str, error: &toml::de::Error) -> CaseError {
    let span = error.span().unwrap_or(0..0);
    let mut wrong = Text(text).wrong(&span, error.message().replace('\n', ", "));
    let mut names = error.message().split('`').skip(1).step_by(2);
    let unknown = error.message().starts_with("unknown ");
    if let Some(name) = names.next().filter(|_| unknown) {
        let known: Vec<&str> = names.collect();
        wrong.hint = did_you_mean(&near(name, known.iter().copied()))
            .or_else(|| misplaced(name).filter(|_| !known.contains(&"scenario")));
    }
    wrong
}

/// What to say of a key of the case that stands below a table.
pub(super) fn misplaced(name: &str) -> Option<String> {
    TOP.contains(&name).then(|| {
        format!(
            "`{name}` belongs to the case itself: put it above the first line in [brackets], since every line \
             below such a line belongs to that table"
        )
    })
}

fn seat(seat: SeatTable) -> Seat {
    Seat {
        name: seat.name,
        sides: seat.sides,
        desks: seat.desks.unwrap_or_else(|| vec![ANY_DESK.to_owned()]),
        lang: seat.lang,
        seal: "plain".to_owned(),
    }
}

type Switches = Vec<At<(String, String)>>;

fn switches(
    text: &Text<'_>,
    table: BTreeMap<Spanned<String>, Value>,
) -> Result<Switches, CaseError> {
    let mut switches = Vec::new();
    for (name, value) in table {
        let Some(word) = word(&value) else {
            let what = "a switch is a text, a number or true or false";
            return Err(text.wrong(&name.span(), what));
        };
        switches.push(At {
            line: text.line(&name.span()),
            value: (name.into_inner(), word),
        });
    }
    Ok(switches)
}

fn read_letter(text: &Text<'_>, letter: Spanned<LetterTable>) -> Result<CaseLetter, CaseError> {
    let span = letter.span();
    let table = letter.into_inner();
    let by = match (table.side, table.from) {
        (Some(side), None) => Write::Side(side),
        (None, Some(seat)) => Write::Seat(seat),
        _ => {
            let what = "a letter has either `side = \"...\"` or `from = \"a seat's name\"`";
            return Err(text.wrong(&span, what));
        }
    };
    if table.text.is_some() == table.late {
        let what =
            "a letter has a `text`; or `late = true` instead, if the deadline passes for its side";
        return Err(text.wrong(&span, what));
    }
    if table.late && !(table.wrong.is_empty() && table.says.is_empty()) {
        let what = "where the deadline passes nothing is written, so nothing is `wrong` and no reply `says` anything";
        return Err(text.wrong(&span, what));
    }
    Ok(CaseLetter {
        line: text.line(&span),
        by,
        text: table.text,
        wrong: table.wrong,
        says: table.says,
        lang: table.lang,
        at_once: table.at_once,
    })
}

/// Where each name below a table of the file stands, by its full name.
fn places(text: &str, table: &str) -> BTreeMap<String, Range<usize>> {
    fn walk(prefix: &str, table: &DeTable<'_>, out: &mut BTreeMap<String, Range<usize>>) {
        for (name, value) in table {
            let full = format!("{prefix}{}", name.get_ref());
            if let DeValue::Table(inner) = value.get_ref() {
                walk(&format!("{full}."), inner, out);
            }
            out.insert(full, name.span());
        }
    }
    let mut out = BTreeMap::new();
    if let Ok(file) = DeTable::parse(text) {
        let mut tables = file.get_ref().iter();
        let found = tables.find(|(name, _)| name.get_ref() == table);
        if let Some((_, value)) = found
            && let DeValue::Table(inner) = value.get_ref()
        {
            walk("", inner, &mut out);
        }
    }
    out
}

/// Values by their full names: `red.fire = 1` without quotes is a table in a table, and meant the same.
fn flat<'v>(prefix: &str, value: &'v Value, out: &mut Vec<(String, &'v Value)>) {
    match value {
        Value::Table(table) => {
            for (name, value) in table {
                flat(&format!("{prefix}.{name}"), value, out);
            }
        }
        value => out.push((prefix.to_owned(), value)),
    }
}

type Dice = Vec<At<(String, Vec<u32>)>>;

fn dice(text: &Text<'_>, table: BTreeMap<Spanned<String>, Value>) -> Result<Dice, CaseError> {
    let places = places(text.0, "dice");
    let mut dice = Vec::new();
    for (name, value) in table {
        let mut lines = Vec::new();
        flat(name.get_ref(), &value, &mut lines);
        for (label, value) in lines {
            let number = |value: &Value| value.as_integer().and_then(|n| u32::try_from(n).ok());
            let values = match value {
                Value::Array(values) => values.iter().map(number).collect::<Option<Vec<u32>>>(),
                value => number(value).map(|number| vec![number]),
            };
            let Some(values) = values else {
                let what = format!("the dice of `{label}` are a whole number or a list of them");
                let mut wrong = text.wrong(&name.span(), what);
                wrong.hint = misplaced(name.get_ref());
                return Err(wrong);
            };
            dice.push(At {
                line: text.line(places.get(&label).unwrap_or(&name.span())),
                value: (label, values),
            });
        }
    }
    Ok(dice)
}

type Facts = Vec<At<(String, String)>>;

fn read_facts(
    text: &Text<'_>,
    table: BTreeMap<Spanned<String>, Value>,
) -> Result<Facts, CaseError> {
    let places = places(text.0, "facts");
    let mut facts = Vec::new();
    for (name, value) in table {
        let mut lines = Vec::new();
        flat(name.get_ref(), &value, &mut lines);
        for (fact, value) in lines {
            let words = match value {
                Value::Array(values) => values.iter().map(word).collect::<Option<Vec<_>>>(),
                value => word(value).map(|word| vec![word]),
            };
            let Some(words) = words else {
                let what = format!("the fact `{fact}` is a text, a whole number or a list of them");
                let mut wrong = text.wrong(&name.span(), what);
                wrong.hint = misplaced(&fact);
                return Err(wrong);
            };
            facts.push(At {
                line: text.line(places.get(&fact).unwrap_or(&name.span())),
                value: (fact, words.join(" ")),
            });
        }
    }
    facts.sort_by_key(|fact| fact.line);
    Ok(facts)
}

fn patterns(text: &Text<'_>, list: Vec<Spanned<Value>>) -> Result<Vec<Pattern>, CaseError> {
    let mut patterns = Vec::new();
    for one in list {
        let span = one.span();
        let line = text.line(&span);
        let pattern = Pattern::read(one.get_ref(), line).map_err(|what| text.wrong(&span, what))?;
        patterns.push(pattern);
    }
    Ok(patterns)
}
