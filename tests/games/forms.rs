//! What is printed and read: the forms of the first questions in both languages, and answers to any question.
//!
//! A form that changes is seen here first. Answers are printed in both languages and as in records, and every print is
//! read back as the same answer.

use std::fmt::Write as _;

use fieldpost::engine::bot::Rng;
use fieldpost::engine::decision::Question;
use fieldpost::engine::game::{Game, Setup};
use fieldpost::engine::inputs::Inputs;
use fieldpost::engine::record::{Source, Step};
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::engine::twins::positions;
use fieldpost::orders::{
    Act, Class, Form, HeadMatch, Item, Lang, Line, Picks, Reader, TokenLine, canonical, fits,
    outline, sample, words,
};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};

fn read_back(form: &Form, lines: &[String], reader: &mut Reader<'_>) -> Result<Picks, String> {
    let written: Vec<TokenLine> = (1..)
        .zip(lines)
        .map(|(n, line)| TokenLine::new(n, line.clone()))
        .collect();
    if form.pick.rows().is_some() {
        let read = reader.read_lines(form, &written);
        return match read.problems.as_slice() {
            [] => Ok(read.reading.picks),
            problems => Err(format!("{problems:?}")),
        };
    }
    let HeadMatch::Form { body, .. } = reader.head(&written[0], &[form]) else {
        return Err("another form".to_owned());
    };
    let read = reader.read(form, &written[0].tokens[body..]);
    read.map(|read| read.picks)
        .map_err(|problems| format!("{problems:?}"))
}

/// An answer without the parts that only say `none`: they mean the same as nothing.
fn spare(picks: Picks) -> Picks {
    let of_line = |line: Line| Line {
        picks: spare(line.picks),
        ..line
    };
    match picks {
        Picks::Parts(parts) => Picks::Parts(
            parts
                .into_iter()
                .map(|part| part.filter(|part| *part != Picks::List(Vec::new())))
                .collect(),
        ),
        Picks::Sheet(lines) => Picks::Sheet(lines.into_iter().map(of_line).collect()),
        Picks::Script(mut acts) => {
            for act in &mut acts {
                match act {
                    Act::Do(line) => *line = of_line(line.clone()),
                    Act::If(branch) => {
                        for line in branch.then.iter_mut().chain(&mut branch.otherwise) {
                            *line = of_line(line.clone());
                        }
                    }
                }
            }
            Picks::Script(acts)
        }
        picks => picks,
    }
}

/// Prints an answer in every way and reads each of them.
fn printed<G: Game>(form: &Form, picks: &Picks, view: &G::View<'_>) {
    let mut reader = Reader::new(view);
    let prints = [
        canonical(form, picks, view),
        words(form, picks, Lang::En, view),
        words(form, picks, Lang::Fr, view),
    ];
    for lines in &prints {
        // Nobody writes such a line, and no reader takes it for an order.
        if lines
            .iter()
            .any(|line| TokenLine::new(1, line.clone()).tokens.len() > 400)
        {
            continue;
        }
        let read = read_back(form, lines, &mut reader);
        let read = read.map(spare);
        let same = read.as_ref() == Ok(&spare(picks.clone()));
        assert!(same, "{}: {lines:?} is read as {read:?}", G::NAME);
    }
}

/// Prints what bots and chance answer; gives an answer that is legal.
fn look<G: Game>(question: &Question<G>, view: &G::View<'_>, seed: u64) -> Picks {
    let form = question.decision.form(view);
    speaks(question, &form);
    let mut rng = Rng::named(seed, &question.key);
    let legal = |picks: &Picks| question.decision.check(view, picks).is_empty();
    let default = question.decision.default(view);
    assert!(legal(&default), "{}", question.key);
    let mut answers = vec![default];
    answers.extend(question.decision.idea(view, &mut rng));
    for picks in &answers {
        assert_eq!(fits(&form, picks), Ok(()), "{}", question.key);
        printed::<G>(&form, picks, view);
    }
    for _ in 0..2 {
        let picks = sample(&form, &mut rng);
        if fits(&form, &picks).is_ok() {
            printed::<G>(&form, &picks, view);
            answers.push(picks);
        }
    }
    // The last one that is legal goes on with the game; whatever is wrong with the others can be said.
    let last = answers.iter().rposition(legal).unwrap_or(0);
    answers.swap_remove(last)
}

/// So many waits are looked at behind each position.
const WAITS: usize = 8;

/// What standing orders may name is what the questions speak of.
fn speaks<G: Game>(question: &Question<G>, form: &Form) {
    let kind = question.decision.kind();
    if !kind.rows.is_empty() {
        return;
    }
    let class = |item: &Item| match item {
        Item::Thing(thing) => Some(thing.class),
        _ => None,
    };
    let beyond = |classes: Option<&'static [Class]>, items: &[Item]| -> Option<Class> {
        let classes = classes?;
        items
            .iter()
            .filter_map(class)
            .find(|class| !classes.contains(class))
    };
    let names = beyond(kind.speaks.names, &form.pick.items());
    let of = beyond(kind.speaks.of, &form.subject);
    assert_eq!((names, of), (None, None), "{}", question.key);
    if std::env::var_os("FIELDPOST_SPEAKS").is_some() {
        let mut classes: Vec<Class> = form.pick.items().iter().filter_map(class).collect();
        classes.sort_unstable();
        classes.dedup();
        let of: Vec<Class> = form.subject.iter().filter_map(class).collect();
        println!(
            "SPEAKS {} {} of {of:?} names {classes:?}",
            G::NAME,
            kind.word.id()
        );
    }
}

/// Looks at the questions that come from a position on, each of which is answered; gives the forms of the first ones.
fn play_on<G: Game>(data: &G::Data, position: &G::State, seed: u64) -> String {
    let mut record: Vec<Step> = Vec::new();
    let mut first = String::new();
    for wait in 0..WAITS {
        let ran = run(Start::<G> {
            data,
            state: position.clone(),
            record: &record,
            inputs: &Inputs::default(),
            dice: DiceSource::ByLabel(seed),
            bot: None,
            keep: Keep::ALL,
            watch: None,
        });
        record.extend(ran.steps);
        let questions = match &ran.end {
            End::Waiting(questions) => questions,
            End::Over(_) => break,
            End::Broken(fault) => panic!("{fault}"),
        };
        for question in questions {
            let view = G::view(data, &ran.state, Some(question.side));
            let form = question.decision.form(&view);
            if wait == 0 {
                for lang in Lang::ALL {
                    for line in outline(&form, lang, &view) {
                        let _ = writeln!(first, "{line}");
                    }
                }
            }
            let picks = look(question, &view, seed);
            record.push(Step::Answer {
                key: question.key.clone(),
                source: Source::Bot,
                words: canonical(&form, &picks, &view),
            });
        }
    }
    first
}

/// The forms at the start of each scenario; then games are looked into at random.
fn forms_of<G: Game>(seeds: u64, count: usize) -> String {
    let mut text = String::new();
    for scenario in G::scenarios() {
        let _ = writeln!(text, "== {scenario}");
        let setup = Setup {
            scenario,
            ..Setup::default()
        };
        let (data, state) = G::set_up(&setup).expect("good data");
        text.push_str(&play_on::<G>(&data, &state, 0));
        for seed in 0..seeds {
            let games = positions::<G>(&data, &state, seed, count).expect("a game");
            for position in games {
                play_on::<G>(&data, &position, seed);
            }
        }
    }
    text
}

#[test]
fn forms_of_the_miniature() {
    insta::assert_snapshot!(forms_of::<Miniature>(4, 6));
}

#[test]
fn forms_of_market_garden() {
    insta::assert_snapshot!(forms_of::<MarketGarden>(2, 8));
}

#[test]
fn forms_of_weserubung() {
    insta::assert_snapshot!(forms_of::<Weserubung>(2, 4));
}
