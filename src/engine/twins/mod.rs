//! Twins: whether a side can tell two positions apart that look the same to him.
//!
//! Take a position of a random game, change what a side may not know so that his view stays equal
//! ([`Game::scramble`]), and play both on with the same dice by label and the same letters. Whatever he can read
//! must be the same in both, line by line, up to a first difference; and that must be news, told with
//! [`Table::reveal`](super::table::Table::reveal). Whether he was entitled to the news this test cannot see:
//! [`Game::may_learn`] judges that in every run.
//!
//! A scramble that changes only some of the secrets at a time lets the twins stay together for longer.
//!
//! Both games are played letter by letter as the store does it, since a wait is seen by everybody.

mod line;
mod reading;
mod twin;

pub use line::{Compared, Failure, Leak, What};

use line::Line;
use reading::{Reading, wrong_letter};
use twin::{Terms, Twin};

use super::bot::{Bot, Rng, Style};
use super::decision::Question;
use super::game::{Game, Side as _};
use super::inputs::Inputs;
use super::run::{End, Ran, Start, run};
use super::source::DiceSource;
use super::table::Keep;

/// So often a scramble is repeated until it changes something.
const SCRAMBLES: usize = 8;

/// Plays one pair of twins from a random position of a random game, through at most so many waits.
///
/// The seed settles everything, so the seed of a failure repeats it.
pub fn twins<G: Game>(
    data: &G::Data,
    start: &G::State,
    by: G::Side,
    seed: u64,
    gates: usize,
) -> Result<Compared, Failure> {
    match positions::<G>(data, start, seed, 1)?.first() {
        Some(position) => compare::<G>(data, position, by, seed, gates),
        None => Ok(Compared::default()),
    }
}

/// Checkpoints of a random game, evenly chosen, in the order of play: for several pairs from one long game.
pub fn positions<G: Game>(
    data: &G::Data,
    start: &G::State,
    seed: u64,
    count: usize,
) -> Result<Vec<G::State>, Failure> {
    let mut rng = Rng::named(seed, "positions");
    let mut kept: Vec<(u32, G::State)> = Vec::with_capacity(count);
    let mut met = 0;
    let mut watch = |_: usize, state: &G::State| {
        if G::over(data, state).is_some() {
            return;
        }
        met += 1;
        if kept.len() < count {
            kept.push((met, state.clone()));
        } else if let Some(place) = kept.get_mut(rng.below(met) as usize) {
            *place = (met, state.clone());
        }
    };
    watch(0, start);
    let ran = run(Start::<G> {
        data,
        state: start.clone(),
        record: &[],
        inputs: &Inputs::default(),
        dice: DiceSource::ByLabel(seed),
        bot: Some(Bot::new(Style::ByKey(seed), seed)),
        keep: Keep::NOTHING,
        watch: Some(&mut watch),
    });
    if let End::Broken(fault) = ran.end {
        return Err(Failure::Broken { seed, fault });
    }
    kept.sort_unstable_by_key(|(met, _)| *met);
    Ok(kept.into_iter().map(|(_, state)| state).collect())
}

/// Plays a position and its twin, through at most so many waits.
pub fn compare<G: Game>(
    data: &G::Data,
    position: &G::State,
    by: G::Side,
    seed: u64,
    gates: usize,
) -> Result<Compared, Failure> {
    let twin = scrambled::<G>(data, position, by, seed)?;
    if twin == *position {
        // Nothing is hidden here, so there is nothing to find out.
        return Ok(Compared::default());
    }
    let compared = Compared {
        changed: true,
        ..Compared::default()
    };
    let mut pair = Pair::<G> {
        data,
        by,
        seed,
        terms: Terms::new(seed),
        twins: [position.clone(), twin].map(|state| Twin::new(data, state)),
        compared,
        before: "(nothing)".to_owned(),
    };
    pair.play(gates)?;
    Ok(pair.compared)
}

/// The twin of a position; checked, since all that follows rests on it.
fn scrambled<G: Game>(
    data: &G::Data,
    position: &G::State,
    by: G::Side,
    seed: u64,
) -> Result<G::State, Failure> {
    let failed = |what: String| Failure::Scramble {
        by: by.id().to_owned(),
        seed,
        what,
    };
    let mut rng = Rng::named(seed, "scramble");
    let mut twin = position.clone();
    for _ in 0..SCRAMBLES {
        G::scramble(data, &mut twin, by, &mut rng);
        if twin != *position {
            break;
        }
    }
    for (name, state) in [("the position", position), ("its twin", &twin)] {
        let broken = G::broken(data, state);
        if !broken.is_empty() {
            return Err(failed(format!(
                "{name} is impossible: {}",
                broken.join("; ")
            )));
        }
    }
    let [left, right] =
        [position, &twin].map(|state| Reading::<G>::new(data, state, by, seed).view());
    match left.iter().zip(&right).find(|(left, right)| left != right) {
        Some((left, right)) => Err(failed(format!(
            "the views differ; either the twin differs in what he knows, or the view shows what he may not\n  left:  {left}\n  right: {right}"
        ))),
        None if left.len() != right.len() => {
            Err(failed("one view has more lines than the other".to_owned()))
        }
        None => Ok(twin),
    }
}

/// A position and its twin, played on side by side.
struct Pair<'d, G: Game> {
    data: &'d G::Data,
    by: G::Side,
    seed: u64,
    terms: Terms<G>,
    twins: [Twin<'d, G>; 2],
    compared: Compared,
    /// The last line that was equal.
    before: String,
}

impl<G: Game> Pair<'_, G> {
    fn play(&mut self, gates: usize) -> Result<(), Failure> {
        let mut inputs = [self.terms.inputs(), self.terms.inputs()];
        for _ in 0..gates {
            let [left, right] = &mut self.twins;
            let broken = |seed| move |fault| Failure::Broken { seed, fault };
            let left = left
                .play(&inputs[0], self.seed)
                .map_err(broken(self.seed))?;
            let right = right
                .play(&inputs[1], self.seed)
                .map_err(broken(self.seed))?;
            if !self.meet(&left, &right, |reading, ran| reading.stretch(ran))? {
                return Ok(());
            }
            self.compared.gates += 1;
            let (End::Waiting(asked), End::Waiting(twice)) = (&left.end, &right.end) else {
                return Ok(());
            };
            let wrong = wrong_letter::<G>(self.data, [&left.state, &right.state], self.by, asked);
            let go_on = self.meet(&left, &right, |reading, ran| {
                let mut lines = reading.view();
                if let End::Waiting(questions) = &ran.end {
                    lines.extend(reading.questions(questions));
                    lines.extend(reading.verdicts(questions, &wrong));
                }
                lines
            })?;
            if !go_on {
                return Ok(());
            }
            inputs = self.letters([(asked, &left.state), (twice, &right.state)]);
        }
        Ok(())
    }

    /// The letters of all sides for both twins.
    ///
    /// The other sides write the same letter too where it can stand: what they show by their own choice is no leak.
    fn letters(&mut self, asked: [(&Vec<Question<G>>, &G::State); 2]) -> [Inputs<G>; 2] {
        let late = self.terms.late(asked[0].0);
        let [left, right] = &mut self.twins;
        let written = left.write(asked[0].0, asked[0].1, &self.terms, &late, &[]);
        let copied = right.write(asked[1].0, asked[1].1, &self.terms, &late, &written.answers);
        [written, copied]
    }

    /// Compares what the side reads of two stretches; tells whether they may go on together.
    fn meet(
        &mut self,
        left: &Ran<G>,
        right: &Ran<G>,
        read: impl Fn(&Reading<'_, G>, &Ran<G>) -> Vec<Line>,
    ) -> Result<bool, Failure> {
        let [mut lefts, mut rights] = [left, right].map(|ran| {
            let reading = Reading::new(self.data, &ran.state, self.by, self.seed);
            read(&reading, ran).into_iter()
        });
        loop {
            let lines = match (lefts.next(), rights.next()) {
                (None, None) => return Ok(true),
                (Some(left), Some(right)) if left == right => {
                    *self.compared.lines.entry(left.what).or_default() += 1;
                    self.before = left.text;
                    continue;
                }
                (left, right) => [left, right],
            };
            if let Some(news) = lines.iter().flatten().find(|line| line.news) {
                self.compared.parted = Some(news.text.clone());
                return Ok(false);
            }
            return Err(self.leak(lines));
        }
    }

    fn leak(&self, lines: [Option<Line>; 2]) -> Failure {
        let first = lines.iter().flatten().next();
        let (what, step) = first.map_or((What::Told, String::new()), |line| {
            (line.what, line.step.clone())
        });
        let [left, right] =
            lines.map(|line| line.map_or("(nothing)".to_owned(), |line| line.to_string()));
        Failure::Leak(Box::new(Leak {
            what,
            by: self.by.id().to_owned(),
            seed: self.seed,
            position: self.compared.total(),
            step,
            before: self.before.clone(),
            left,
            right,
        }))
    }
}
