//! What one side can read of a position and of what happened, and what he can find out by writing letters.

use std::collections::BTreeSet;

use super::line::{Line, What};
use crate::engine::bot::Rng;
use crate::engine::decision::Question;
use crate::engine::game::{Game, Outcome, Side as _};
use crate::engine::letters::{Letter, Said, receive};
use crate::engine::record::Step;
use crate::engine::run::{End, Ran};
use crate::engine::seats::{ANY_DESK, Seat};
use crate::engine::tray::Tray;
use crate::orders::{
    Diagnoser, Form, Lang, Lexicon as _, Phrase, Picks, Problem, canonical, outline, sample, words,
};

/// A wrong letter is written at one of so many waits: its many mistakes take the longest to read.
const LETTERS: u32 = 4;
/// So many answers of each form are tried.
const SAMPLES: usize = 3;
/// So many names are misspelt in a wrong letter, besides those he may not know.
const MISSPELT: usize = 2;

/// A reader of one side, in one position.
pub(super) struct Reading<'a, G: Game> {
    data: &'a G::Data,
    state: &'a G::State,
    by: G::Side,
    view: G::View<'a>,
    step: String,
    seed: u64,
}

impl<'a, G: Game> Reading<'a, G> {
    pub(super) fn new(data: &'a G::Data, state: &'a G::State, by: G::Side, seed: u64) -> Self {
        let view = G::view(data, state, Some(by));
        Self {
            data,
            state,
            by,
            view,
            step: G::step_name(data, state),
            seed,
        }
    }

    fn line(&self, what: What, text: String) -> Line {
        Line {
            what,
            step: self.step.clone(),
            text,
            news: false,
        }
    }

    /// A phrase as a reader of either language has it.
    fn say(&self, phrase: &Phrase) -> String {
        Lang::ALL
            .map(|lang| G::phrasebook().say(phrase, lang, &self.view))
            .join(" / ")
    }

    /// What happened in a run, as he and the public are told, and whom the game waits for now.
    pub(super) fn stretch(&self, ran: &Ran<G>) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut told = ran.told.iter();
        let mut ended = 0;
        for step in &ran.steps {
            if let Step::End { name } = step {
                let of_step = lines.get_mut(ended..).unwrap_or_default().iter_mut();
                of_step.for_each(|line: &mut Line| line.step.clone_from(name));
                ended = lines.len();
            }
            if matches!(step, Step::Told { .. })
                && let Some(told) = told.next()
                && let Some(seen) = told.seen_by(self.by)
            {
                lines.push(Line {
                    news: told.news,
                    ..self.line(What::Told, self.event(seen))
                });
            }
            // Behind what he is told of the same event: if it is news, it parts the twins there.
            if step.is_public() {
                lines.push(self.line(What::Public, step.public_line()));
            }
        }
        match &ran.end {
            End::Over(Outcome { winner, why, .. }) => {
                let winner = winner.map_or("nobody", |side| side.id());
                lines.push(self.line(What::Over, format!("{winner}: {}", self.say(why))));
            }
            End::Waiting(questions) => lines.extend(questions.iter().map(|question| {
                self.line(
                    What::Waits,
                    format!("{} {}", question.side.id(), question.key),
                )
            })),
            End::Broken(_) => {}
        }
        lines
    }

    fn event(&self, seen: &G::Event) -> String {
        let mut words = self.say(&G::telling(seen));
        for trace in G::traces(&self.view, seen) {
            let trace = format!(" {trace:?}");
            words.push_str(&trace);
        }
        let tally = G::tally(seen).map(|tally| tally.for_side(self.by.id()));
        match tally.and_then(|tally| serde_json::to_string(&tally).ok()) {
            Some(tally) => format!("{words} {tally}"),
            None => words,
        }
    }

    /// What his mail shows of the position, and which conditions he finds to hold.
    pub(super) fn view(&self) -> Vec<Line> {
        let position = G::position(&self.view).into_iter();
        let mut lines: Vec<Line> = position
            .map(|phrase| self.line(What::Position, self.say(&phrase)))
            .collect();
        // Every kind of map is drawn from the picture and from nothing else.
        let picture = G::picture(&self.view);
        let things = picture
            .pieces
            .iter()
            .map(|piece| format!("{piece:?}"))
            .chain(picture.markers.iter().map(|marker| format!("{marker:?}")))
            .chain([format!("{:?} {:?}", picture.control, picture.traces)]);
        lines.extend(things.map(|thing| self.line(What::Map, thing)));
        let names = self.view.known().into_iter().map(|thing| {
            let also = self.view.also(thing).join("=");
            format!("{} {} {also}", self.view.id(thing), self.view.name(thing))
        });
        lines.push(self.line(What::Names, names.collect::<Vec<_>>().join(", ")));
        let imagined = G::imagined(self.data, self.state, self.by);
        let imagined = imagined.and_then(|state| serde_json::to_string(&state).ok());
        lines.extend(imagined.map(|text| self.line(What::Imagined, text)));
        for form in &G::conditions(&self.view) {
            let mut rng = Rng::named(self.seed, form.word.id());
            lines.extend(
                self.outline(form)
                    .into_iter()
                    .map(|row| self.line(What::Condition, row)),
            );
            for _ in 0..SAMPLES {
                let picks = sample(form, &mut rng);
                let words = canonical(form, &picks, &self.view).join(" ; ");
                let holds = G::holds(&self.view, form.word, &picks);
                lines.push(self.line(What::Condition, format!("{words}: {holds}")));
            }
        }
        lines
    }

    /// The rows of a form, each as a reader of either language has it.
    fn outline(&self, form: &Form) -> Vec<String> {
        let [en, fr] = Lang::ALL.map(|lang| outline(form, lang, &self.view));
        en.iter()
            .zip(fr)
            .map(|(en, fr)| format!("{en} / {fr}"))
            .collect()
    }

    /// The questions that are put to him, and what their forms take and refuse.
    pub(super) fn questions(&self, asked: &[Question<G>]) -> Vec<Line> {
        let mut lines = Vec::new();
        for Question { key, decision, .. } in asked.iter().filter(|asked| asked.side == self.by) {
            let mut add = |what, text| lines.push(self.line(what, format!("{key}: {text}")));
            let form = decision.form(&self.view);
            add(What::Question, self.say(&decision.question(&self.view)));
            self.outline(&form)
                .into_iter()
                .for_each(|row| add(What::Form, row));
            add(
                What::Default,
                self.words(&form, &decision.default(&self.view)),
            );
            let mut rng = Rng::named(self.seed, key);
            for _ in 0..SAMPLES {
                // Where a way may lead the outline does not say, so the answers themselves are compared.
                let picks = sample(&form, &mut rng);
                let problems = decision.check(&self.view, &picks);
                add(
                    What::Answer,
                    format!("{} {}", self.words(&form, &picks), self.problems(&problems)),
                );
            }
        }
        lines
    }

    fn words(&self, form: &Form, picks: &Picks) -> String {
        Lang::ALL
            .map(|lang| words(form, picks, lang, &self.view).join(" ; "))
            .join(" / ")
    }

    fn problems(&self, problems: &[Problem]) -> String {
        let say = |lang: Lang| {
            let diagnoser = Diagnoser {
                book: G::phrasebook(),
                lang,
                lex: &self.view,
            };
            let said: Vec<String> = problems
                .iter()
                .map(|problem| diagnoser.sentence(problem))
                .collect();
            said.join(" ")
        };
        Lang::ALL.map(say).join(" / ")
    }

    /// The verdicts on a letter of his, line by line.
    pub(super) fn verdicts(&self, asked: &[Question<G>], text: &str) -> Vec<Line> {
        let seat = Seat {
            name: "reader".to_owned(),
            sides: vec![self.by.id().to_owned()],
            desks: vec![ANY_DESK.to_owned()],
            lang: Lang::En,
            seal: "plain".to_owned(),
        };
        let open: Vec<&Question<G>> = asked.iter().filter(|asked| asked.side == self.by).collect();
        let receipt = receive(&Letter::<G> {
            data: self.data,
            state: self.state,
            seat: &seat,
            open: &open,
            others: &[],
            seats: std::slice::from_ref(&seat),
            tray: &Tray::default(),
            number: 1,
            text,
            closed: false,
            over: false,
        });
        let verdict = |verdict: crate::engine::letters::Verdict| {
            let said = match &verdict.said {
                Said::Wrong(problems) => self.problems(problems),
                Said::NoOrder(problem) => self.problems(std::slice::from_ref(problem)),
                said => format!("{said:?}"),
            };
            self.line(What::Verdict, format!("`{}`: {said}", verdict.line.text))
        };
        receipt.verdicts.into_iter().map(verdict).collect()
    }
}

/// A letter full of mistakes, the same for both twins: nonsense for each kind of order, and misspelt names.
///
/// All names he may not know are in it, so that a suggestion that knows too much shows itself.
pub(super) fn wrong_letter<G: Game>(
    data: &G::Data,
    states: [&G::State; 2],
    by: G::Side,
    asked: &[Question<G>],
) -> String {
    // What is in it, too, is settled by the question.
    let key = asked
        .first()
        .map(|question| question.key.as_str())
        .unwrap_or_default();
    let mut rng = Rng::named(0, key);
    if rng.below(LETTERS) > 0 {
        return String::new();
    }
    let mut hidden = BTreeSet::new();
    let mut known = Vec::new();
    for state in states {
        let (all, own) = (G::view(data, state, None), G::view(data, state, Some(by)));
        let his: BTreeSet<_> = own.known().into_iter().collect();
        hidden.extend(
            all.known()
                .into_iter()
                .filter(|thing| !his.contains(thing))
                .map(|thing| misspelt(&all.name(thing))),
        );
        known = his
            .into_iter()
            .map(|thing| misspelt(&own.name(thing)))
            .collect();
    }
    hidden.extend((0..MISSPELT).filter_map(|_| rng.pick(&known).cloned()));
    let mut lines = vec!["xyz".to_owned()];
    for kind in G::kinds() {
        let word = kind.word.id();
        lines.push(format!("{word} xyz"));
        lines.extend(kind.rows.iter().map(|row| format!("{} xyz", row.id())));
    }
    let own = G::view(data, states[0], Some(by));
    let condition = G::conditions(&own)
        .first()
        .map(|form| form.word.id())
        .unwrap_or_default();
    let of_his = asked.iter().filter(|question| question.side == by);
    let open: Vec<&str> = of_his
        .flat_map(|question| {
            let kind = question.decision.kind();
            kind.rows.iter().map(|row| row.id()).chain([kind.word.id()])
        })
        .collect();
    for name in &hidden {
        lines.extend(open.iter().map(|word| format!("{word} {name}")));
        if let Some(kind) = rng.pick(G::kinds()) {
            let word = kind.word.id();
            lines.push(format!("standing {word}: {name}"));
            lines.push(format!("if {condition} {name}: {word} {name}"));
        }
    }
    lines.join("\n")
}

/// A name with its second letter left out.
fn misspelt(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    if letters.len() > 2 {
        letters.remove(1);
    }
    letters.into_iter().collect()
}
