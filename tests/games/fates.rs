//! No order is dropped without a word: what became of every line that a letter brought.
//!
//! Random letters, lines for later among them with conditions before some, and deadlines that pass. A line that was taken is
//! carried out, or still held, or its author is told that it lapsed; nothing else can become of it.

use std::collections::BTreeSet;

use fieldpost::engine::bot::Rng;
use fieldpost::engine::decision::Question;
use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::engine::inputs::{Pace, SentRow};
use fieldpost::engine::letters::{Letter, Said, receive};
use fieldpost::engine::record::{LineId, Step};
use fieldpost::engine::run::{End, Ran, Start, run};
use fieldpost::engine::seats::Seat;
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::engine::tray::Tray;
use fieldpost::orders::{Lang, canonical, fits, sample};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::matches::new_match;

/// What became of lines.
#[derive(Debug, Default)]
struct Sum {
    kept: usize,
    used: usize,
    lapsed: usize,
}

struct Table<'d, G: Game> {
    data: &'d G::Data,
    seats: Vec<Seat>,
    checkpoint: G::State,
    state: G::State,
    record: Vec<Step>,
    tray: Tray,
    letters: u32,
    /// Lines that somebody wrote before, of his side: to be sent ahead.
    known: Vec<(G::Side, String)>,
}

impl<G: Game> Table<'_, G> {
    fn go(&self, late: BTreeSet<String>, dice: u64) -> Ran<G> {
        run(Start {
            data: self.data,
            state: self.checkpoint.clone(),
            record: &self.record,
            inputs: &self.tray.inputs::<G>(Pace::Strict, late),
            dice: DiceSource::ByLabel(dice),
            bot: None,
            keep: Keep::ALL,
            watch: None,
        })
    }

    /// Takes in a run; gives the questions that are open.
    fn commit(&mut self, ran: Ran<G>, sum: &mut Sum) -> Vec<Question<G>> {
        let questions = match ran.end {
            End::Waiting(questions) => questions,
            End::Over(_) => Vec::new(),
            End::Broken(fault) => panic!("{fault}"),
        };
        let held = self.tray.clone();
        let keys: Vec<String> = questions.iter().map(|one| one.key.clone()).collect();
        if !ran.steps.is_empty() {
            self.tray.settle(&ran.steps, &keys);
            if !questions.is_empty() {
                fates(&held, &self.tray, &ran.steps, sum);
            }
        }
        self.record.extend(ran.steps);
        if let Some(checkpoint) = ran.checkpoint {
            self.checkpoint = checkpoint;
            let end = |step: &Step| matches!(step, Step::End { .. });
            let end = self.record.iter().rposition(end);
            self.record.drain(..end.map_or(0, |end| end + 1));
        }
        self.state = ran.state;
        questions
    }

    /// A letter of whoever is asked: answers to some of what is open, and lines for later.
    fn write(&mut self, open: &[&Question<G>], rng: &mut Rng) {
        let side = open[0].side;
        let view = G::view(self.data, &self.state, Some(side));
        let mut lines: Vec<String> = Vec::new();
        for question in open {
            let form = question.decision.form(&view);
            let picks = question.decision.idea(&view, rng);
            let picks = picks.unwrap_or_else(|| sample(&form, rng));
            if fits(&form, &picks).is_ok() {
                let written = canonical(&form, &picks, &view);
                self.known
                    .extend(written.iter().map(|line| (side, line.clone())));
                if rng.below(5) > 0 {
                    lines.extend(written);
                }
            }
        }
        let later: Vec<String> = self
            .known
            .iter()
            .filter(|(of, _)| *of == side)
            .map(|(_, line)| line.clone())
            .collect();
        let conditions = G::conditions(&view);
        for _ in 0..rng.below(3) {
            let Some(line) = rng.pick(&later).cloned() else {
                break;
            };
            if rng.below(2) == 0 && !conditions.is_empty() && !line.starts_with("if ") {
                let form = rng.pick(&conditions).expect("a condition");
                let picks = sample(form, rng);
                let test = canonical(form, &picks, &view).join(" ").replace(':', "");
                lines.push(format!("if {test}: {line}"));
            } else {
                lines.push(line);
            }
        }
        let seat = self
            .seats
            .iter()
            .find(|seat| seat.plays(side.id()))
            .expect("a seat")
            .clone();
        self.letters += 1;
        let text = lines.join("\n");
        let receipt = receive::<G>(&Letter {
            data: self.data,
            state: &self.state,
            seat: &seat,
            open,
            others: &[],
            seats: &self.seats,
            tray: &self.tray,
            number: self.letters,
            text: &text,
            closed: false,
            over: false,
        });
        // What goes without having been used is told in the receipt.
        let told: Vec<&Vec<String>> = receipt
            .gone
            .iter()
            .map(|gone| &gone.was)
            .chain(receipt.mended.iter().map(|one| &one.was))
            .collect();
        let again = |row: &SentRow| receipt.brought.sent.iter().any(|new| new.text == row.text);
        for id in &receipt.brought.drops {
            let row = self
                .tray
                .sent
                .iter()
                .find(|row| (row.letter, row.line) == (id.letter, id.line))
                .expect("a line that was kept");
            assert!(
                again(row) || told.iter().any(|was| was.contains(&row.text)),
                "{row:?} is dropped by\n{text}"
            );
        }
        let kept = |said: &Said| matches!(said, Said::Kept(_));
        let verdicts = receipt
            .verdicts
            .iter()
            .filter(|verdict| kept(&verdict.said))
            .count();
        assert_eq!(verdicts, receipt.brought.sent.len(), "{text}");
        self.tray.add(receipt.brought);
    }
}

/// Every line that was held before a run was carried out by it, is held still, or has lapsed and is told so.
fn fates(held: &Tray, now: &Tray, steps: &[Step], sum: &mut Sum) {
    // A way is filled in from wherever its unit stands by then: what the line is about tells it from others.
    let about = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
    let used = |id: LineId, text: Option<&str>| {
        steps.iter().any(|step| match step {
            Step::Answer { source, words, .. } => {
                let there =
                    text.is_none_or(|text| words.iter().any(|word| about(word) == about(text)));
                source.lines().contains(&id) && there
            }
            _ => false,
        })
    };
    for row in &held.sent {
        let id = LineId {
            letter: row.letter,
            line: row.line,
        };
        // Forks keep their conditions, and an answer without its word is written with it.
        let text = (!row.text.contains("if ") && row.when.is_empty()).then_some(row.text.as_str());
        let is = |other: &SentRow| (other.letter, other.line) == (row.letter, row.line);
        let (carried, kept, told) = (
            used(id, text),
            now.sent.iter().any(is),
            now.lapsed.iter().any(is),
        );
        sum.used += usize::from(carried);
        sum.kept += usize::from(kept);
        sum.lapsed += usize::from(told);
        assert!(
            carried || kept || told,
            "{row:?} is gone without a word\n{steps:#?}"
        );
    }
    for row in &held.answers {
        let there = now.answers.iter().any(|other| other.key == row.key);
        let answered = steps
            .iter()
            .any(|step| matches!(step, Step::Answer { key, .. } if *key == row.key));
        for line in row.counting().filter(|_| !there) {
            assert!(
                used(line.id(), None) || answered && !row.is_whole(),
                "{row:?} is gone without a word"
            );
        }
    }
}

fn play<G: Game>(scenario: &str, games: u64, letters: u32) -> Sum {
    let setup = Setup {
        scenario: scenario.to_owned(),
        ..Setup::default()
    };
    let (data, start) = G::set_up(&setup).expect("a scenario");
    let mut sum = Sum::default();
    for seed in 0..games {
        let mut seats = new_match::<G>("fates", &setup, 1).seats;
        seats.iter_mut().for_each(|seat| seat.lang = Lang::En);
        let mut table = Table::<G> {
            data: &data,
            seats,
            checkpoint: start.clone(),
            state: start.clone(),
            record: Vec::new(),
            tray: Tray::default(),
            letters: 0,
            known: Vec::new(),
        };
        let mut rng = Rng::named(seed, scenario);
        let mut late: BTreeSet<String> = BTreeSet::new();
        while table.letters < letters {
            let ran = table.go(std::mem::take(&mut late), seed);
            let questions = table.commit(ran, &mut sum);
            if questions.is_empty() {
                break;
            }
            for side in G::Side::ALL {
                let open: Vec<&Question<G>> =
                    questions.iter().filter(|one| one.side == *side).collect();
                if open.is_empty() {
                    continue;
                }
                table.write(&open, &mut rng);
                if rng.below(3) > 0 {
                    late.extend(open.iter().map(|one| one.key.clone()));
                }
            }
        }
    }
    println!("{scenario}: {sum:?}");
    sum
}

#[test]
fn no_line_of_the_miniature_is_dropped_without_a_word() {
    let sum = play::<Miniature>("long", 12, 120);
    assert!(sum.used > 100 && sum.lapsed > 100, "{sum:?}");
}

#[test]
fn no_line_of_weserubung_is_dropped_without_a_word() {
    let sum = play::<Weserubung>("campaign", 2, 60);
    assert!(sum.used > 0 && sum.lapsed > 5, "{sum:?}");
}

#[test]
fn no_line_of_market_garden_is_dropped_without_a_word() {
    let sum = play::<MarketGarden>("basic", 2, 60);
    assert!(sum.used > 5 && sum.lapsed > 5, "{sum:?}");
}
