//! One of the twins: a game that is played letter by letter.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::engine::bot::Rng;
use crate::engine::decision::Question;
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::{Answer, Inputs, Pace, Standing, Wish};
use crate::engine::letters::best_answer;
use crate::engine::record::{LineId, Step};
use crate::engine::run::{End, Ran, Start, run};
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;
use crate::orders::{Picks, canonical, sample};

/// How often a sample is tried before the default is taken.
const TRIES: usize = 20;

/// What both twins have in common: pace, standing orders, dice and choices.
pub(super) struct Terms<G: Game> {
    seed: u64,
    pace: Pace,
    orders: bool,
    game: PhantomData<G>,
}

impl<G: Game> Terms<G> {
    /// Most pairs are played at the strict pace, where most can be seen, and half of them with standing orders.
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = Rng::named(seed, "terms");
        let brisk = rng.below(4) == 0;
        Self {
            seed,
            pace: if brisk { Pace::Brisk } else { Pace::Strict },
            orders: rng.below(2) == 0,
            game: PhantomData,
        }
    }

    /// What a run knows without any letter.
    pub(super) fn inputs(&self) -> Inputs<G> {
        Inputs {
            pace: self.pace,
            standing: if self.orders {
                self.standing()
            } else {
                Vec::new()
            },
            ..Inputs::default()
        }
    }

    /// Standing orders of all sides for some kinds of decisions.
    fn standing(&self) -> Vec<Standing<G::Side>> {
        let mut rng = Rng::named(self.seed, "standing");
        let mut orders = Vec::new();
        for side in G::Side::ALL {
            for kind in G::kinds() {
                let wish = match rng.below(8) {
                    0 => Wish::AskMe,
                    1 => Wish::Default,
                    2 => match rng.pick(kind.answers) {
                        Some(word) => Wish::Prefer(vec![word.id().to_owned()]),
                        None => continue,
                    },
                    _ => continue,
                };
                orders.push(Standing {
                    side: *side,
                    id: LineId {
                        letter: 0,
                        line: u32::try_from(orders.len()).unwrap_or(u32::MAX),
                    },
                    kind: kind.word.id().to_owned(),
                    subject: None,
                    condition: None,
                    wish,
                });
            }
        }
        orders
    }

    /// The sides that let this deadline pass.
    pub(super) fn late(&self, asked: &[Question<G>]) -> BTreeSet<G::Side> {
        let late = |question: &&Question<G>| {
            let name = format!("late {}", question.key);
            Rng::named(self.seed, &name).below(16) == 0
        };
        asked
            .iter()
            .filter(late)
            .map(|question| question.side)
            .collect()
    }

    /// Any legal answer, chosen by the key alone: equal questions get equal answers.
    fn choose(&self, question: &Question<G>, view: &G::View<'_>) -> Picks {
        let form = question.decision.form(view);
        let mut rng = Rng::named(self.seed, &question.key);
        (0..TRIES)
            .map(|_| sample(&form, &mut rng))
            .find(|picks| question.decision.check(view, picks).is_empty())
            .unwrap_or_else(|| question.decision.default(view))
    }
}

/// A game that is played letter by letter, carried from run to run as the store carries it.
pub(super) struct Twin<'d, G: Game> {
    data: &'d G::Data,
    /// The position at the last checkpoint.
    checkpoint: G::State,
    /// What has been done since.
    record: Vec<Step>,
    /// Letters written so far.
    letters: u32,
    /// Lines of them that are not used up.
    said: Vec<Answer<G::Side>>,
}

impl<'d, G: Game> Twin<'d, G> {
    pub(super) const fn new(data: &'d G::Data, checkpoint: G::State) -> Self {
        Self {
            data,
            checkpoint,
            record: Vec::new(),
            letters: 0,
            said: Vec::new(),
        }
    }

    /// Plays on to the next wait or to the end.
    pub(super) fn play(&mut self, inputs: &Inputs<G>, dice: u64) -> Result<Ran<G>, Fault> {
        let mut ran = run(Start {
            data: self.data,
            state: self.checkpoint.clone(),
            record: &self.record,
            inputs,
            dice: DiceSource::ByLabel(dice),
            bot: None,
            keep: Keep::ALL,
            watch: None,
        });
        match ran.checkpoint.take() {
            Some(checkpoint) => {
                self.checkpoint = checkpoint;
                self.record = ran.steps.get(ran.settled..).unwrap_or_default().to_vec();
            }
            None => self.record.extend(ran.steps.iter().cloned()),
        }
        let spent = ran.steps.iter().flat_map(|step| match step {
            Step::Answer { source, .. } => source.lines(),
            _ => &[],
        });
        self.said
            .retain(|said| !spent.clone().any(|id| said.ids.contains(id)));
        match ran.end {
            End::Broken(fault) => Err(fault),
            End::Waiting(questions) => match self.refused(&questions) {
                Some(fault) => Err(fault),
                None => Ok(Ran {
                    end: End::Waiting(questions),
                    ..ran
                }),
            },
            End::Over(_) => Ok(ran),
        }
    }

    /// Whether a letter was written for a question that is still open.
    fn refused(&self, open: &[Question<G>]) -> Option<Fault> {
        let for_one = |said: &&Answer<G::Side>| open.iter().any(|one| said.key == one.key);
        let said = self.said.iter().find(for_one)?;
        Some(Fault::Refused {
            key: said.key.clone(),
            words: said.words.join(" ; "),
            why: "a legal answer was printed and not read back".to_owned(),
        })
    }

    /// Writes the letters for what is asked: those of the other twin where they can stand, else its own.
    pub(super) fn write(
        &mut self,
        asked: &[Question<G>],
        state: &G::State,
        terms: &Terms<G>,
        late: &BTreeSet<G::Side>,
        theirs: &[Answer<G::Side>],
    ) -> Inputs<G> {
        for question in asked
            .iter()
            .filter(|question| !late.contains(&question.side))
        {
            let view = G::view(self.data, state, Some(question.side));
            let form = question.decision.form(&view);
            let texts: Vec<&str> = theirs
                .iter()
                .filter(|said| said.key == question.key)
                .flat_map(|said| said.words.iter().map(String::as_str))
                .collect();
            let mut check = |picks: &Picks| {
                let problems = question.decision.check(&view, picks);
                if problems.is_empty() {
                    Ok(())
                } else {
                    Err(problems)
                }
            };
            let stands =
                !texts.is_empty() && best_answer(&form, &texts, &view, &mut check).is_some();
            let words = if stands {
                texts.into_iter().map(str::to_owned).collect()
            } else {
                canonical(&form, &terms.choose(question, &view), &view)
            };
            self.letters += 1;
            self.said.push(Answer {
                side: question.side,
                key: question.key.clone(),
                ids: vec![LineId {
                    letter: self.letters,
                    line: 1,
                }],
                words,
                whole: true,
                raw: true,
            });
        }
        Inputs {
            answers: self.said.clone(),
            late: late.clone(),
            ..terms.inputs()
        }
    }
}
