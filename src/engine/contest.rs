//! Contests: bots play whole games.

use std::collections::BTreeSet;

use super::bot::{Bot, Rng, Style};
use super::fault::Fault;
use super::game::{Game, Outcome, Side as _};
use super::inputs::{Inputs, Pace};
use super::measure::Measure;
use super::record::Step;
use super::run::{End, Ran, Start, run};
use super::source::DiceSource;
use super::table::{Counts, Keep};

/// How a game is played by bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// How the bots play.
    pub style: Style,
    /// The pace: at the brisk one defaults answer reactions.
    pub pace: Pace,
    /// What to keep.
    pub keep: Keep,
    /// Whether each checkpoint is checked against the game's invariants.
    pub check: bool,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// How it ended.
    pub outcome: Outcome<G::Side>,
    /// What was counted.
    pub counts: Counts,
    /// Turns it lasted.
    pub turns: u32,
    /// The state at the end.
    pub state: G::State,
    /// The record, if it was kept.
    pub steps: Vec<Step>,
    /// What the game counts of itself, if what was told was kept.
    pub measures: Vec<Measure>,
}

/// Plays one game to its end. The seed gives all choices and dice.
pub fn play<G: Game>(
    data: &G::Data,
    state: &G::State,
    contest: Contest,
    seed: u64,
) -> Result<Played<G>, Fault> {
    let (ran, wrong) = play_on::<G>(data, state, contest, seed);
    if let Some(wrong) = wrong {
        return Err(Fault::Impossible(wrong));
    }
    match ran.end {
        End::Over(outcome) => Ok(Played {
            outcome,
            counts: ran.counts,
            turns: G::turn(&ran.state),
            state: ran.state,
            steps: ran.steps,
            measures: G::measures(&ran.told),
        }),
        End::Waiting(questions) => {
            let key = questions
                .first()
                .map(|question| question.key.clone())
                .unwrap_or_default();
            Err(Fault::Swallowed(format!(
                "{key}, which a bot should have answered"
            )))
        }
        End::Broken(fault) => Err(fault),
    }
}

/// The record of a game up to where it breaks.
pub fn record_until_broken<G: Game>(
    data: &G::Data,
    state: &G::State,
    contest: Contest,
    seed: u64,
) -> Vec<Step> {
    play_on::<G>(data, state, contest, seed).0.steps
}

fn play_on<G: Game>(
    data: &G::Data,
    state: &G::State,
    contest: Contest,
    seed: u64,
) -> (Ran<G>, Option<String>) {
    let inputs = Inputs::<G> {
        pace: contest.pace,
        late: match contest.pace {
            Pace::Strict => BTreeSet::new(),
            Pace::Brisk => G::Side::ALL.iter().copied().collect(),
        },
        ..Inputs::default()
    };
    let mut wrong: Option<String> = None;
    let mut watch = |_: usize, state: &G::State| {
        if wrong.is_none() {
            wrong = G::broken(data, state).into_iter().next();
        }
    };
    let mut rng = Rng::new(seed);
    let ran = run(Start {
        data,
        state: state.clone(),
        record: &[],
        inputs: &inputs,
        bot: Some(Bot::new(contest.style, rng.seed())),
        dice: DiceSource::Quick(Box::new(Rng::new(rng.seed()))),
        keep: contest.keep,
        watch: if contest.check {
            Some(&mut watch)
        } else {
            None
        },
    });
    (ran, wrong)
}
