//! Random letters of all games: every line ends in an outcome that its author is told, what a receipt accepts is not
//! refused at once, and what it refuses would be, for the same reason.
//!
//! Letters are sampled from the forms, and made worse: lines of two samples together, so that units are ordered twice
//! and places become too full. A letter that the check accepts is sent, and the step is played to its end with dice and
//! without anybody's answers.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost::engine::bot::Rng;
use fieldpost::engine::decision::Question;
use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::engine::inputs::{Answer, Inputs};
use fieldpost::engine::record::{LineId, Step};
use fieldpost::engine::run::{End, Ran, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::engine::twins::positions;
use fieldpost::orders::{
    Act, Branch, Clause, Form, Item, Line, Pick, Picks, canonical, fits, sample,
};
use fieldpost::rules::{MarketGarden, Mercury, Miniature, Weserubung};

/// What the letters of a game came to.
#[derive(Debug, Default)]
struct Sum {
    letters: usize,
    refused: usize,
    lines: usize,
    not_done: usize,
    alike: usize,
    reasons: BTreeMap<String, usize>,
}

/// The lines of an answer that are carried out whatever happens.
fn lines(picks: &Picks) -> Vec<&Line> {
    match picks {
        Picks::Sheet(lines) => lines.iter().collect(),
        Picks::Script(acts) => {
            let sure = |act: &'_ Act| match act {
                Act::Do(_) => true,
                Act::If(_) => false,
            };
            let lines = acts.iter().take_while(|act| sure(act));
            lines.flat_map(Act::lines).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a script asks something on its way.
fn asks_if(picks: &Picks) -> bool {
    match picks {
        Picks::Script(acts) => acts.iter().any(|act| matches!(act, Act::If(_))),
        _ => false,
    }
}

/// Two answers as one.
fn together(one: Picks, other: Picks) -> Picks {
    match (one, other) {
        (Picks::Sheet(mut lines), Picks::Sheet(more)) => {
            lines.extend(more);
            Picks::Sheet(lines)
        }
        (Picks::Script(mut acts), Picks::Script(more)) => {
            acts.extend(more);
            Picks::Script(acts)
        }
        (one, _) => one,
    }
}

/// An answer of few lines, so that the check accepts it now and then.
fn few(form: &Form, rng: &mut Rng) -> Picks {
    let most = 1 + rng.below(3) as usize;
    match sample(form, rng) {
        Picks::Sheet(mut lines) => {
            lines.truncate(most);
            Picks::Sheet(lines)
        }
        Picks::Script(mut acts) => {
            acts.truncate(most);
            Picks::Script(acts)
        }
        picks => picks,
    }
}

fn play<G: Game>(data: &G::Data, state: &G::State, inputs: &Inputs<G>, dice: u64) -> Ran<G> {
    run(Start {
        data,
        state: state.clone(),
        record: &[],
        inputs,
        dice: DiceSource::ByLabel(dice),
        bot: None,
        keep: Keep::ALL,
        watch: None,
    })
}

/// The first questions of a step.
fn asked<G: Game>(data: &G::Data, state: &G::State) -> Vec<Question<G>> {
    match play::<G>(data, state, &Inputs::default(), 1).end {
        End::Waiting(questions) => questions,
        _ => Vec::new(),
    }
}

/// Plays a step with this letter alone: all others miss their deadline.
fn carried_out<G: Game>(
    data: &G::Data,
    state: &G::State,
    question: &Question<G>,
    words: &[String],
    seed: u64,
) -> Option<Ran<G>> {
    let said = Answer {
        side: question.side,
        key: question.key.clone(),
        ids: vec![LineId { letter: 1, line: 1 }],
        words: words.to_vec(),
        whole: true,
        raw: true,
    };
    let mut inputs = Inputs::<G> {
        answers: vec![said],
        ..Inputs::default()
    };
    for _ in 0..200 {
        let ran = play::<G>(data, state, &inputs, seed);
        match &ran.end {
            End::Broken(fault) => panic!("{words:?}: {fault}"),
            End::Over(_) => return Some(ran),
            End::Waiting(questions) => {
                let letter =
                    |step: &Step| matches!(step, Step::Answer { key, .. } if *key == question.key);
                let behind = ran.steps.iter().skip_while(|step| !letter(step));
                if behind
                    .into_iter()
                    .any(|step| matches!(step, Step::End { .. }))
                {
                    return Some(ran);
                }
                let others = questions.iter().map(|open| open.key.clone());
                let others: BTreeSet<String> = others.filter(|key| *key != question.key).collect();
                // It was not read back, so it was no answer.
                if others.is_subset(&inputs.late_keys) {
                    return None;
                }
                inputs.late_keys.extend(others);
            }
        }
    }
    None
}

/// Whether all lines were read: of too many a letter's receipt would have told.
fn answered<G: Game>(ran: &Ran<G>, key: &str, sent: &[String]) -> bool {
    ran.steps.iter().any(|step| match step {
        Step::Answer { key: of, words, .. } => of == key && words == sent,
        _ => false,
    })
}

/// What was told to a side of a step: words, and whether dice or answers of others came before it since the letter.
fn check<G: Game>(question: &Question<G>, picks: &Picks, ran: &Ran<G>, sum: &mut Sum) {
    let mut told = ran.told.iter();
    let (mut answered, mut sure) = (false, false);
    let mut heard: Vec<String> = Vec::new();
    for step in &ran.steps {
        match step {
            // What stands behind a condition nobody can judge before.
            Step::Answer { key, .. } if *key == question.key => {
                (answered, sure) = (true, !asks_if(picks));
            }
            // What another side answers at the same gate is known to nobody before, too.
            Step::Answer { .. } | Step::Roll { .. } | Step::Card { .. } => sure = false,
            Step::End { .. } if answered => break,
            Step::Told { .. } => {
                let Some(one) = told.next() else { continue };
                if !answered {
                    continue;
                }
                let Some(seen) = one.seen_by(question.side) else {
                    continue;
                };
                let phrase = G::telling(seen);
                let words = format!("{phrase:?}");
                if phrase.key.contains("not-done") {
                    sum.not_done += 1;
                    *sum.reasons.entry(reason(&words)).or_default() += 1;
                    assert!(
                        !sure,
                        "{}: accepted, and refused before any die or answer: {words}\n{picks:?}",
                        question.key
                    );
                }
                heard.push(words);
            }
            Step::End { .. } | Step::Ruled { .. } | Step::Lapsed { .. } => {}
        }
    }
    assert!(answered, "{}: nobody asked", question.key);
    for line in lines(picks) {
        let word = line.word.id();
        // Nothing is carried out behind these.
        if matches!(word, "stop" | "hold") {
            break;
        }
        sum.lines += 1;
        let Some(Item::Thing(thing)) = line.subject else {
            continue;
        };
        let thing = format!("{thing:?}");
        assert!(
            heard.iter().any(|words| words.contains(&thing))
                || heard.iter().any(|words| told_as(words, word)),
            "{}: nobody tells what became of `{word}` of {thing}\n{picks:?}\n{heard:#?}",
            question.key
        );
    }
}

/// The lines of a script behind a condition that holds: nobody judges them before they are carried out.
fn unjudged<G: Game>(view: &G::View<'_>, form: &Form, picks: &Picks) -> Option<Picks> {
    let Pick::Script { tests, .. } = &form.pick else {
        return None;
    };
    let mut plain = tests
        .iter()
        .filter(|test| matches!(test.pick, Pick::Nothing));
    let holds = |test: &&Form| G::holds(view, test.word, &Picks::Nothing);
    let word = plain.find(holds)?.word;
    let then: Vec<Line> = lines(picks).into_iter().cloned().collect();
    (!then.is_empty()).then(|| {
        let test = Clause {
            not: false,
            word,
            picks: Picks::Nothing,
        };
        Picks::Script(vec![Act::If(Branch {
            tests: vec![test],
            then,
            otherwise: Vec::new(),
        })])
    })
}

/// What a receipt refuses first is refused for the same reason if it is carried out unjudged, and nothing before it.
fn refused_alike<G: Game>(
    (data, state): (&G::Data, &G::State),
    question: &Question<G>,
    form: &Form,
    picks: &Picks,
    sum: &mut Sum,
) {
    let view = G::view(data, state, Some(question.side));
    // A form may refuse what no procedure ever sees: a line too many, a name that is none.
    let Some(bold) = unjudged::<G>(&view, form, picks).filter(|_| fits(form, picks).is_ok()) else {
        return;
    };
    let problems = question.decision.check(&view, picks);
    if problems.is_empty() || !question.decision.check(&view, &bold).is_empty() {
        return;
    }
    let words = canonical(form, &bold, &view);
    let Some(ran) = carried_out::<G>(data, state, question, &words, 1) else {
        return;
    };
    if !answered(&ran, &question.key, &words) {
        return;
    }
    let (mut told, mut mine) = (ran.told.iter(), false);
    for step in &ran.steps {
        match step {
            Step::Answer { key, .. } if *key == question.key => mine = true,
            Step::Answer { .. } | Step::Roll { .. } | Step::Card { .. } if mine => return,
            Step::Told { .. } => {
                let seen = told.next().filter(|_| mine);
                let Some(phrase) = seen
                    .and_then(|one| one.seen_by(question.side))
                    .map(G::telling)
                else {
                    continue;
                };
                if phrase.key.contains("not-done") {
                    let why = reason(&format!("{phrase:?}"));
                    assert!(
                        // A receipt may say more of the same reason: `-yet`, `-below`.
                        format!("{problems:?}").contains(&format!("\"{why}")),
                        "{}: refused as {why}, the receipt says {problems:#?}\n{words:#?}",
                        question.key
                    );
                    sum.alike += 1;
                    return;
                }
            }
            Step::End { .. } if mine => {
                panic!(
                    "{}: carried out, and the receipt refuses it: {problems:#?}\n{words:#?}",
                    question.key
                );
            }
            _ => {}
        }
    }
}

/// The reason in an event that tells what was not done.
fn reason(words: &str) -> String {
    let why = words.split("\"why\"").nth(1).unwrap_or_default();
    let key = why.split("key: \"").nth(1).unwrap_or_default();
    key.split('"').next().unwrap_or_default().to_owned()
}

/// An order that is told by its own line.
fn told_as(words: &str, word: &str) -> bool {
    words.contains("not-done\"") && words.contains("order-line") && words.contains(word)
}

fn letters<G: Game>(scenario: &str, switches: &[(&str, &str)], games: u64, most: u32) -> Sum {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let setup = Setup {
        scenario: scenario.to_owned(),
        switches: switches.iter().map(own).collect(),
        ..Setup::default()
    };
    let (data, start) = G::set_up(&setup).expect("a scenario");
    let mut sum = Sum::default();
    for seed in 0..games {
        for state in positions::<G>(&data, &start, seed, 12).expect("a game") {
            for question in asked::<G>(&data, &state) {
                let view = G::view(&data, &state, Some(question.side));
                let form = question.decision.form(&view);
                if form.pick.rows().is_none_or(<[_]>::is_empty) {
                    continue;
                }
                let mut rng = Rng::named(seed, &question.key);
                for n in 0..most {
                    let mut picks = few(&form, &mut rng);
                    if rng.below(3) == 0 {
                        picks = together(picks, few(&form, &mut rng));
                    }
                    sum.letters += 1;
                    if !question.decision.check(&view, &picks).is_empty() {
                        sum.refused += 1;
                        refused_alike::<G>((&data, &state), &question, &form, &picks, &mut sum);
                        continue;
                    }
                    let words = canonical(&form, &picks, &view);
                    let dice = seed * 100 + u64::from(n);
                    if let Some(ran) = carried_out::<G>(&data, &state, &question, &words, dice)
                        && answered(&ran, &question.key, &words)
                    {
                        check::<G>(&question, &picks, &ran, &mut sum);
                    }
                }
            }
        }
    }
    println!("{scenario} {switches:?}: {sum:?}");
    let _ = G::Side::ALL;
    sum
}

#[test]
fn every_line_of_the_miniature_has_an_outcome() {
    let sum = letters::<Miniature>("skerries", &[], 12, 8);
    assert!(sum.lines > 200, "{sum:?}");
}

#[test]
fn every_line_of_weserubung_has_an_outcome() {
    let sum = letters::<Weserubung>("campaign", &[], 6, 8);
    assert!(sum.lines > 200, "{sum:?}");
}

#[test]
fn every_line_of_weserubung_has_an_outcome_with_lists() {
    let lists = [("offensives", "lists"), ("players", "3")];
    let sum = letters::<Weserubung>("campaign", &lists, 4, 8);
    assert!(sum.lines > 100, "{sum:?}");
}

#[test]
fn every_line_of_market_garden_has_an_outcome() {
    let sum = letters::<MarketGarden>("extended", &[], 6, 8);
    assert!(sum.lines > 40 && sum.alike > 40, "{sum:?}");
}

#[test]
fn every_line_of_mercury_has_an_outcome() {
    let sum = letters::<Mercury>("scenario-2", &[], 4, 6);
    assert!(sum.lines > 40, "{sum:?}");
}
