//! Playing a fight in all ways that differ, or in many by chance.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::super::bot::Rng;
use super::super::fault::Fault;
use super::super::game::Game;
use super::super::inputs::Inputs;
use super::super::record::{Source, Step};
use super::super::run::{End, Ran, Start, run};
use super::super::source::DiceSource;
use super::super::table::Keep;
use super::super::tally::Tally;
use super::faces::{ONE, share};
use super::fates::{Fates, Outcome, Subject};
use super::scan::{Found, Scan, scan};
use super::tape::{Cut, Tape};
use crate::orders::Picks;

/// Rolls after which a fight is held to be endless.
const LONGEST: usize = 400;
/// The seed of chance: the same question gets the same answer.
const SEED: u64 = 1940;
/// The name of no contest: all dice go one way.
const NO_CONTEST: &str = "\0";

/// Positions in which a fight has ended, and what became of it.
type Known<G> = Vec<(<G as Game>::State, Outcome)>;

/// What odds are worked out for.
pub struct Situation<'r, G: Game> {
    /// Board, counters, tables and switches.
    pub data: &'r G::Data,
    /// The position at the beginning of the step, as the reader may imagine it.
    pub state: &'r G::State,
    /// What has been done in the step.
    pub record: &'r [Step],
    /// The orders.
    pub inputs: &'r Inputs<G>,
    /// Who wants to know.
    pub side: G::Side,
}

/// What a fight can come to.
pub struct Contest<G: Game> {
    /// What was told before its first roll.
    pub before: Option<G::Event>,
    /// Its first rolls.
    pub rolls: Vec<Tally>,
    /// How things stood before.
    pub stood: Fates,
    /// How likely each outcome is.
    pub outcomes: BTreeMap<Outcome, u128>,
    /// How many runs it took.
    pub runs: usize,
    /// Whether all ways were played; else `runs` of them by chance.
    pub exact: bool,
}

/// What orders come to.
pub struct Odds<G: Game> {
    /// What happens before the first die.
    pub certain: Vec<G::Event>,
    /// The fights.
    pub contests: Vec<Contest<G>>,
}

impl<G: Game> Contest<G> {
    /// How likely each fate of each subject is; what never changes is left out.
    pub fn fates(&self) -> BTreeMap<Subject, BTreeMap<i32, u128>> {
        let mut fates: BTreeMap<Subject, BTreeMap<i32, u128>> = BTreeMap::new();
        let all: u128 = self.outcomes.values().sum();
        for (outcome, weight) in &self.outcomes {
            for (subject, fate) in outcome {
                let of = fates.entry(subject.clone()).or_default();
                *of.entry(*fate).or_default() += weight;
            }
        }
        for (subject, of) in &mut fates {
            let changed: u128 = of.values().sum();
            let same = all.saturating_sub(changed);
            // What is lost in rounding is nobody's fate.
            if same > ONE / 1_000_000_000_000 {
                *of.entry(self.stood.steps(subject)).or_default() += same;
            }
        }
        fates
    }
}

/// Plays a situation again and again.
struct Player<'s, 'r, G: Game> {
    situation: &'s Situation<'r, G>,
    /// What was answered before any contest began.
    answers: RefCell<BTreeMap<String, (Picks, Source)>>,
}

impl<G: Game> Player<'_, '_, G> {
    fn step(&self) -> String {
        G::step_name(self.situation.data, self.situation.state)
    }

    fn play(&self, mut tape: Tape, keep: Keep) -> Option<(Ran<G>, Tape)> {
        let situation = self.situation;
        tape.answers = self.answers.take();
        let mut ran = run(Start {
            data: situation.data,
            state: situation.state.clone(),
            record: situation.record,
            inputs: situation.inputs,
            dice: DiceSource::Tape(Box::new(tape)),
            bot: None,
            keep,
            watch: None,
        });
        let DiceSource::Tape(mut tape) = std::mem::replace(&mut ran.dice, DiceSource::None) else {
            return None;
        };
        self.answers.replace(std::mem::take(&mut tape.answers));
        match &ran.end {
            End::Broken(Fault::NoDice(_)) if tape.cut.is_some() => Some((ran, *tape)),
            // The record does not fit what is imagined, or the rules are at fault: there are no odds.
            End::Broken(_) => None,
            End::Waiting(_) | End::Over(_) => Some((ran, *tape)),
        }
    }

    fn tape(&self, contest: &str) -> Tape {
        Tape::new(G::contest, &self.step(), contest, LONGEST)
    }

    /// What became of it; most fights end in few positions, so what is known of one is kept.
    fn outcome(&self, stood: &Fates, state: G::State, known: &mut Known<G>) -> Outcome {
        if let Some((_, outcome)) = known.iter().find(|(one, _)| *one == state) {
            return outcome.clone();
        }
        let outcome = {
            let view = G::view(self.situation.data, &state, Some(self.situation.side));
            stood.outcome(&G::picture(&view))
        };
        known.push((state, outcome.clone()));
        outcome
    }

    fn scan(&self) -> Option<Scan<G>> {
        // Each fight goes as it does where another one is looked at, so that what is found here holds there.
        let (ran, tape) = self.play(self.tape(NO_CONTEST), Keep::ALL)?;
        // What was recorded before is not told again: the position where it ends is where the new steps begin.
        let first = self.at_end_of_record()?;
        let record = (ran.steps.as_slice(), ran.told.as_slice());
        Some(scan::<G>(
            self.situation.data,
            &first,
            self.situation.side,
            record,
            &tape,
        ))
    }

    /// The position with all that the record says.
    fn at_end_of_record(&self) -> Option<G::State> {
        let mut state = self.situation.state.clone();
        for step in self.situation.record {
            if let Step::Told { event, open } = step {
                let told = super::super::table::read_told::<G>(event, *open)?;
                G::apply(self.situation.data, &mut state, &told.event);
            }
        }
        Some(state)
    }
}

/// Works out the odds of what orders lead to, in about `effort` runs; `None` where nothing can be said.
pub fn odds<G: Game>(situation: &Situation<'_, G>, effort: usize) -> Option<Odds<G>> {
    let player = &Player {
        situation,
        answers: RefCell::default(),
    };
    let Scan { certain, found } = player.scan()?;
    let each = effort / found.len().max(1);
    // A third is left for chance, if it comes to that.
    let budget = each - each / 3;
    let counted: Vec<(Option<BTreeMap<Outcome, u128>>, usize)> = found
        .iter()
        .map(|one| {
            let mut explorer = Explorer::new(player, one, budget);
            let outcomes = explorer.outcomes(0);
            (outcomes, budget - explorer.left)
        })
        .collect();
    // What was not needed to count the small fights is there for the large ones.
    let spare = effort.saturating_sub(counted.iter().map(|(_, used)| used).sum());
    let large = counted.iter().filter(|(exact, _)| exact.is_none()).count();
    let chances = (spare / large.max(1)).min(effort / 3).max(1);
    let mut contests = Vec::new();
    for (one, (exact, used)) in found.into_iter().zip(counted) {
        let (outcomes, runs, exact) = match exact {
            Some(outcomes) => (outcomes, used, true),
            None => {
                let outcomes = by_chance(player, &one.name, &one.stood, chances)?;
                (outcomes, chances, false)
            }
        };
        contests.push(Contest {
            before: one.before,
            rolls: one.rolls,
            stood: one.stood,
            outcomes,
            runs,
            exact,
        });
    }
    Some(Odds { certain, contests })
}

/// Plays a fight by chance, so many times.
fn by_chance<G: Game>(
    player: &Player<'_, '_, G>,
    contest: &str,
    stood: &Fates,
    runs: usize,
) -> Option<BTreeMap<Outcome, u128>> {
    let part = ONE / u128::try_from(runs.max(1)).unwrap_or(1);
    let mut rng = Rng::named(SEED, contest);
    let (mut outcomes, mut known) = (BTreeMap::new(), Vec::new());
    for _ in 0..runs.max(1) {
        let mut tape = player.tape(contest);
        tape.chance = Some(Rng::new(rng.seed()));
        let (ran, _) = player.play(tape, Keep::NOTHING)?;
        let outcome = player.outcome(stood, ran.state, &mut known);
        *outcomes.entry(outcome).or_default() += part;
    }
    Some(outcomes)
}

/// A point from which only the position matters.
struct Node<G: Game> {
    /// The dice that lead there.
    path: Vec<usize>,
    /// How many knots lie on the way.
    knots: usize,
    /// What the rules say there, and the position; `None` for the beginning.
    at: Option<(String, G::State)>,
    /// What it comes to from there.
    outcomes: Option<BTreeMap<Outcome, u128>>,
}

/// Where one way from a point leads.
enum Leads {
    To(usize),
    Ends(Outcome),
}

struct Explorer<'s, 'r, G: Game> {
    player: &'s Player<'s, 'r, G>,
    contest: &'s str,
    stood: &'s Fates,
    /// Runs that may still be made.
    left: usize,
    known: Known<G>,
    nodes: Vec<Node<G>>,
    under_way: Vec<usize>,
}

impl<'s, 'r, G: Game> Explorer<'s, 'r, G> {
    fn new(player: &'s Player<'s, 'r, G>, found: &'s Found<G>, budget: usize) -> Self {
        let first = Node {
            path: Vec::new(),
            knots: 0,
            at: None,
            outcomes: None,
        };
        Self {
            player,
            contest: &found.name,
            stood: &found.stood,
            left: budget,
            known: Vec::new(),
            nodes: vec![first],
            under_way: Vec::new(),
        }
    }

    /// What it comes to from a point; `None` if that takes too many runs.
    fn outcomes(&mut self, node: usize) -> Option<BTreeMap<Outcome, u128>> {
        if let Some(known) = self.nodes.get(node)?.outcomes.clone() {
            return Some(known);
        }
        // Back where it came from, and not in one step: no fight of ours does that.
        if self.under_way.contains(&node) {
            return None;
        }
        self.under_way.push(node);
        let ways = self.ways(node)?;
        let mut sum: BTreeMap<Outcome, u128> = BTreeMap::new();
        let mut again = 0;
        for (leads, weight) in ways {
            match leads {
                Leads::Ends(outcome) => *sum.entry(outcome).or_default() += weight,
                // Nothing came of it: it is as if this round had not been.
                Leads::To(same) if same == node => again += weight,
                Leads::To(next) => {
                    for (outcome, part) in self.outcomes(next)? {
                        *sum.entry(outcome).or_default() += share(weight, part);
                    }
                }
            }
        }
        self.under_way.pop();
        if again > 0 {
            let rest = ONE - again;
            for weight in sum.values_mut() {
                *weight = of_rest(*weight, rest)?;
            }
        }
        self.nodes.get_mut(node)?.outcomes = Some(sum.clone());
        Some(sum)
    }

    /// All ways from a point to the next ones.
    fn ways(&mut self, node: usize) -> Option<Vec<(Leads, u128)>> {
        let (start, knots) = {
            let node = self.nodes.get(node)?;
            (node.path.clone(), node.knots)
        };
        let base = start.len();
        let mut ways = Vec::new();
        let mut todo = vec![start];
        while let Some(path) = todo.pop() {
            self.left = self.left.checked_sub(1)?;
            let mut tape = self.player.tape(self.contest);
            tape.path.clone_from(&path);
            tape.knots = Some(knots);
            let (ran, tape) = self.player.play(tape, Keep::NOTHING)?;
            let mut weight = ONE;
            for (n, falls) in tape.asked.iter().enumerate().skip(base) {
                let chosen = path.get(n).copied().unwrap_or(0);
                weight = share(weight, falls.get(chosen)?.weight);
                if n >= path.len() {
                    for other in 1..falls.len() {
                        let mut next = path.clone();
                        next.resize(n, 0);
                        next.push(other);
                        todo.push(next);
                    }
                }
            }
            if todo.len() > self.left {
                return None;
            }
            let leads = match tape.cut {
                Some(Cut::Wide | Cut::Long) => return None,
                Some(Cut::Knot) => {
                    let mut path = path;
                    path.resize(tape.asked.len(), 0);
                    Leads::To(self.node(path, &tape, ran.state))
                }
                Some(Cut::Over) | None => {
                    let known = &mut self.known;
                    Leads::Ends(self.player.outcome(self.stood, ran.state, known))
                }
            };
            ways.push((leads, weight));
        }
        Some(ways)
    }

    /// The point with these facts and this position: a known one, or a new one.
    fn node(&mut self, path: Vec<usize>, tape: &Tape, state: G::State) -> usize {
        let same = |node: &Node<G>| {
            node.at
                .as_ref()
                .is_some_and(|(facts, at)| *facts == tape.knot && *at == state)
        };
        if let Some(known) = self.nodes.iter().position(same) {
            return known;
        }
        self.nodes.push(Node {
            path,
            knots: tape.passed(),
            at: Some((tape.knot.clone(), state)),
            outcomes: None,
        });
        self.nodes.len() - 1
    }
}

/// A weight as a part of the rest.
fn of_rest(weight: u128, rest: u128) -> Option<u128> {
    const DIGITS: u128 = 1_000_000_000_000;
    // Twelve digits are left of it.
    let rest = rest / DIGITS;
    let whole = weight.checked_div(rest)?;
    let more = (weight % rest).checked_mul(DIGITS)? / rest;
    Some(whole * DIGITS + more)
}
