//! One look along a step: which fights there are, and the first rolls of each.

use super::super::dice::Spec;
use super::super::event::Told;
use super::super::game::Game;
use super::super::record::Step;
use super::super::tally::Tally;
use super::fates::Fates;
use super::tape::Tape;

/// A fight that was found.
pub struct Found<G: Game> {
    /// Its name: a part of its rolls' labels.
    pub name: String,
    /// What was told before its first roll.
    pub before: Option<G::Event>,
    /// How things stood then.
    pub stood: Fates,
    /// Its first rolls, as long as none of them has changed anything.
    pub rolls: Vec<Tally>,
}

/// What is certain, and the fights.
pub struct Scan<G: Game> {
    /// What happens before the first die.
    pub certain: Vec<G::Event>,
    /// The fights in order.
    pub found: Vec<Found<G>>,
}

/// Goes through what a run did.
pub fn scan<G: Game>(
    data: &G::Data,
    first: &G::State,
    side: G::Side,
    (steps, told): (&[Step], &[Told<G>]),
    tape: &Tape,
) -> Scan<G> {
    let mut scan = Scan {
        certain: Vec::new(),
        found: Vec::<Found<G>>::new(),
    };
    let mut told = told.iter();
    let mut state = first.clone();
    let mut last: Option<G::Event> = None;
    let (mut name, mut still): (String, Option<Fates>) = (String::new(), None);
    let look = |state: &G::State| Fates::of(&G::picture(&G::view(data, state, Some(side))));
    for step in steps {
        match step {
            Step::Roll {
                label,
                spec: Spec::Dice { .. },
                ..
            }
            | Step::Card { label, .. } => {
                tape.contest_of(label).clone_into(&mut name);
                if !scan.found.iter().any(|found| found.name == name) {
                    let stood = look(&state);
                    still = Some(stood.clone());
                    scan.found.push(Found {
                        name: name.clone(),
                        before: last.clone(),
                        stood,
                        rolls: Vec::new(),
                    });
                }
            }
            Step::Told { .. } => {
                let Some(event) = told.next() else { break };
                G::apply(data, &mut state, &event.event);
                let Some(seen) = event.seen_by(side) else {
                    continue;
                };
                let found = scan.found.iter_mut().find(|found| found.name == name);
                match (found, &still) {
                    (None, _) => scan.certain.push(seen.clone()),
                    (Some(found), Some(before)) => {
                        if let Some(tally) = G::tally(seen).filter(|tally| !tally.dice.is_empty()) {
                            add(&mut found.rolls, tally);
                        }
                        let picture = G::picture(&G::view(data, &state, Some(side)));
                        if !before.outcome(&picture).is_empty() {
                            still = None;
                        }
                    }
                    (Some(_), None) => {}
                }
                last = Some(seen.clone());
            }
            _ => {}
        }
    }
    scan
}

/// Of rolls that only their round tells apart the first is enough.
fn add(rolls: &mut Vec<Tally>, tally: &Tally) {
    let tail = |tally: &Tally| {
        let label = tally.dice.first().map(|dice| dice.label.as_str());
        let label = label.unwrap_or_default();
        label.rsplit('/').next().unwrap_or_default().to_owned()
    };
    let same = |one: &Tally| {
        tail(one) == tail(tally)
            && one
                .tests
                .iter()
                .map(|test| (&test.of, test.most))
                .eq(tally.tests.iter().map(|test| (&test.of, test.most)))
    };
    if !rolls.iter().any(same) {
        rolls.push(tally.clone());
    }
}
