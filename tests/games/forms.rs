//! What is printed and read: the forms of every kind of question in both languages, and what bots answer to them.
//!
//! A form that changes is seen here first. Answers are printed in both languages and as in records, and every print is
//! read back as the same answer.

use std::collections::BTreeMap;
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
    Act, Form, HeadMatch, Lang, Line, Picks, Reader, TokenLine, canonical, fits, outline, sample,
    words,
};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};

/// What was seen of one kind of question.
#[derive(Default)]
struct Seen {
    /// The first form, as both languages have it.
    first: String,
    /// All forms, and all answers of bots, in one number each.
    forms: u64,
    ideas: u64,
    questions: u32,
}

fn stir(into: &mut u64, text: &str) {
    for byte in text.bytes() {
        *into = (*into ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}

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
fn printed<G: Game>(form: &Form, picks: &Picks, view: &G::View<'_>) -> Vec<String> {
    let record = canonical(form, picks, view);
    let mut reader = Reader::new(view);
    let prints = [
        record.clone(),
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
    record
}

fn look<G: Game>(question: &Question<G>, view: &G::View<'_>, seed: u64, seen: &mut Seen) -> Picks {
    let form = question.decision.form(view);
    let mut text = String::new();
    for lang in Lang::ALL {
        for line in outline(&form, lang, view) {
            let _ = writeln!(text, "{line}");
        }
    }
    seen.questions += 1;
    stir(&mut seen.forms, &text);
    if seen.first.is_empty() {
        seen.first = text;
    }
    let mut rng = Rng::named(seed, &question.key);
    let legal = |picks: &Picks| question.decision.check(view, picks).is_empty();
    let default = question.decision.default(view);
    assert!(legal(&default), "{}", question.key);
    let mut answers = vec![default];
    answers.extend(question.decision.idea(view, &mut rng));
    for picks in &answers {
        assert_eq!(fits(&form, picks), Ok(()), "{}", question.key);
        stir(
            &mut seen.ideas,
            &printed::<G>(&form, picks, view).join("\n"),
        );
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

/// Looks at the questions that come from a position on, each of which is answered.
fn play_on<G: Game>(
    data: &G::Data,
    position: &G::State,
    seed: u64,
    kinds: &mut BTreeMap<&'static str, Seen>,
) {
    let mut record: Vec<Step> = Vec::new();
    for _ in 0..WAITS {
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
            End::Over(_) => return,
            End::Broken(fault) => panic!("{fault}"),
        };
        for question in questions {
            let view = G::view(data, &ran.state, Some(question.side));
            let kind = question.decision.kind().word.id();
            let picks = look(question, &view, seed, kinds.entry(kind).or_default());
            record.push(Step::Answer {
                key: question.key.clone(),
                source: Source::Bot,
                words: canonical(&question.decision.form(&view), &picks, &view),
            });
        }
    }
}

fn forms_of<G: Game>(seeds: u64, count: usize) -> String {
    let mut kinds: BTreeMap<&'static str, Seen> = BTreeMap::new();
    for scenario in G::scenarios() {
        let setup = Setup {
            scenario,
            ..Setup::default()
        };
        let (data, state) = G::set_up(&setup).expect("good data");
        for seed in 0..seeds {
            let games = positions::<G>(&data, &state, seed, count).expect("a game");
            for position in games {
                play_on::<G>(&data, &position, seed, &mut kinds);
            }
        }
    }
    let mut text = String::new();
    for (kind, seen) in kinds {
        let (n, forms, ideas) = (seen.questions, seen.forms, seen.ideas);
        let _ = writeln!(
            text,
            "== {kind}: {n} questions, forms {forms:x}, ideas {ideas:x}"
        );
        text.push_str(&seen.first);
    }
    text
}

#[test]
fn forms_of_the_miniature() {
    insta::assert_snapshot!(forms_of::<Miniature>(4, 6));
}

#[test]
fn forms_of_market_garden() {
    insta::assert_snapshot!(forms_of::<MarketGarden>(2, 10));
}

#[test]
fn forms_of_weserubung() {
    insta::assert_snapshot!(forms_of::<Weserubung>(2, 6));
}
