//! Cases: a position, letters in the players' own words, scripted dice, and what must come of them.
//!
//! `docs/cases.md` tells how to write one. Reading ([`Case::parse`]) and playing ([`run_case`]) are pure: the command
//! that opens files is elsewhere. A case is played as a real game is: letters are received line by line, runs are
//! recorded, and the record is replayed at the end.

mod close;
mod dice;
mod file;
mod happen;
mod judge;
mod mismatch;
mod near;
mod pattern;
mod play;
mod post;
mod skip;

use std::collections::BTreeMap;

use serde::Serialize;

use super::files::Files;
use super::game::{Game, Setup, Side as _};
use super::letters::read_ruling;
use super::seats::{ANY_DESK, Seat, seating_problems};
use crate::orders::{About, Diagnoser, Lang, Problem, Span, TokenLine};
use dice::Loaded;
pub use file::{At, Case, CaseError, CaseLetter, Write};
pub use happen::{Happened, Happening, LetterLine, Seen};
pub use mismatch::Mismatch;
use near::{did_you_mean, near};
pub use pattern::{Pattern, Shown};

/// What became of a case.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CaseReport {
    /// What happened, in order.
    pub told: Vec<Happening>,
    /// Where it was not as the case says; empty if the case holds.
    pub mismatches: Vec<Mismatch>,
    /// The facts that play changed: name, value before, value at the end.
    pub changed: Vec<(String, String, String)>,
    /// All facts at the end.
    pub facts: Vec<(String, String)>,
    /// The questions open at the end, as `side.kind`.
    pub waits: Vec<String>,
    /// The winner's id or `draw`, once the game is over.
    pub outcome: Option<String>,
    /// The rule that decided it.
    pub outcome_rule: Option<String>,
}

impl CaseReport {
    /// Whether everything was as the case says.
    pub const fn holds(&self) -> bool {
        self.mismatches.is_empty()
    }
}

/// Plays a case and compares what happened with what it expects.
pub fn run_case<G: Game>(case: &Case) -> CaseReport {
    run_case_with::<G>(case, Files::default())
}

/// The same with an owner's files in the place of those that ship.
pub fn run_case_with<G: Game>(case: &Case, files: Files) -> CaseReport {
    let mut report = CaseReport::default();
    // Without a sound beginning all else would only mislead.
    if let Some(ready) = begin::<G>(case, files, &mut report) {
        play::play(case, ready, &mut report);
    }
    report
}

/// A case that is ready to be played.
struct Ready<G: Game> {
    data: G::Data,
    start: G::State,
    seats: Vec<Seat>,
    dice: Loaded,
}

/// Sets the case up: scenario, seats, skipped steps, position. `None` if something is wrong with them.
fn begin<G: Game>(case: &Case, files: Files, report: &mut CaseReport) -> Option<Ready<G>> {
    let setup = Setup {
        scenario: case.scenario.value.clone(),
        switches: case.switches.iter().map(|at| at.value.clone()).collect(),
        files,
    };
    let (data, first) = match G::set_up(&setup) {
        Ok(made) => made,
        Err(error) => {
            report.mismatches.push(no_set_up::<G>(case, &error.what));
            return None;
        }
    };
    let seats = seats::<G>(case, report);
    check_sides::<G>(case, report);
    if !report.holds() {
        return None;
    }
    let mut dice = Loaded::new(&case.dice);
    let mut start = match &case.skip_to {
        None => first,
        Some(to) => skip::skip::<G>(&data, first, to, &mut dice, report)?,
    };
    for line in &case.position {
        change::<G>(&data, &mut start, line, report);
    }
    for wrong in G::broken(&data, &start) {
        let found = format!("after the position is set up: {wrong}");
        report
            .mismatches
            .push(Mismatch::new("position", "a position play can reach").found(found));
    }
    report.holds().then_some(Ready {
        data,
        start,
        seats,
        dice,
    })
}

fn no_set_up<G: Game>(case: &Case, what: &str) -> Mismatch {
    let scenarios = G::scenarios();
    if let (true, Some(switch)) = (
        scenarios.contains(&case.scenario.value),
        case.switches.first(),
    ) {
        let expected = "switches that the game has";
        return Mismatch::new("switches", expected)
            .line(switch.line)
            .found(what);
    }
    let expected = format!("a scenario of {}: {}", G::NAME, scenarios.join(", "));
    let names = scenarios.iter().map(String::as_str);
    Mismatch::new("scenario", expected)
        .line(case.scenario.line)
        .found(what)
        .write_all(did_you_mean(&near(&case.scenario.value, names)))
}

/// Who is at the table: as the case says, or one seat for each side.
fn seats<G: Game>(case: &Case, report: &mut CaseReport) -> Vec<Seat> {
    let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
    if !case.seats.is_empty() {
        for problem in seating_problems(&case.seats, &sides) {
            let expected = "everybody at the table, each side played by somebody";
            report
                .mismatches
                .push(Mismatch::new("seats", expected).found(problem));
        }
        return case.seats.clone();
    }
    let seat = |side: &&str| Seat {
        name: (*side).to_owned(),
        sides: vec![(*side).to_owned()],
        desks: vec![ANY_DESK.to_owned()],
        lang: Lang::En,
        seal: "plain".to_owned(),
    };
    sides.iter().map(seat).collect()
}

/// Sides and seats named anywhere must exist.
fn check_sides<G: Game>(case: &Case, report: &mut CaseReport) {
    let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
    let mut check = |about: &str, line: usize, name: &str, among: &[&str]| {
        if !among.contains(&name) {
            let expected = format!("one of {}", among.join(", "));
            let mismatch = Mismatch::new(about, expected)
                .line(line)
                .found(format!("`{name}`"));
            let hint = did_you_mean(&near(name, among.iter().copied()));
            report.mismatches.push(mismatch.write_all(hint));
        }
    };
    for side in &case.late {
        check("late", side.line, &side.value, &sides);
    }
    let names: Vec<&str> = match case.seats.as_slice() {
        [] => sides.clone(),
        seats => seats.iter().map(|seat| seat.name.as_str()).collect(),
    };
    for (n, letter) in case.letters.iter().enumerate() {
        let about = format!("letter {}", n + 1);
        match &letter.by {
            Write::Side(side) => check(&about, letter.line, side, &sides),
            Write::Seat(seat) => check(&about, letter.line, seat, &names),
        }
    }
    for (about, patterns) in [("expect", &case.expects), ("never", &case.never)] {
        for (n, pattern) in patterns.iter().enumerate() {
            for side in pattern.sides() {
                check(&format!("{about} {}", n + 1), pattern.line, side, &sides);
            }
        }
    }
}

/// Applies one line of the position.
fn change<G: Game>(
    data: &G::Data,
    state: &mut G::State,
    line: &At<String>,
    report: &mut CaseReport,
) {
    match read_ruling::<G>(data, state, &line.value) {
        Ok(event) => {
            G::apply(data, state, &event);
            let words = line.value.clone();
            report.told.push(Happening::Changed { words });
        }
        Err(problems) => {
            let view = G::view(data, state, None);
            let diagnoser = Diagnoser {
                book: G::phrasebook(),
                lang: Lang::En,
                lex: &view,
            };
            let shown = TokenLine::new(line.line, line.value.as_str());
            let problems: Vec<Problem> = problems
                .into_iter()
                .map(|problem| in_line(problem, line.line))
                .collect();
            let text = diagnoser.show(&problems, None, &[shown]);
            let mut mismatch =
                Mismatch::new("position", "a change the referee may make").line(line.line);
            mismatch.found.extend(text.lines().map(str::to_owned));
            // One list of what there is serves for all lines that are wrong.
            if report.holds() {
                for form in G::rulings(data, state) {
                    mismatch
                        .write
                        .extend(crate::orders::outline(&form, Lang::En, &view));
                }
            }
            report.mismatches.push(mismatch);
        }
    }
}

/// Moves a problem to the line of the file it is in.
fn in_line(problem: Problem, line: usize) -> Problem {
    match problem.about {
        About::Text(span) => problem.about(About::Text(Span { line, ..span })),
        _ => problem,
    }
}

/// Facts by name.
fn facts<G: Game>(data: &G::Data, state: &G::State) -> BTreeMap<String, String> {
    G::facts(data, state).into_iter().collect()
}
