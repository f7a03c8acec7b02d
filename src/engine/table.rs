//! The table: where rules ask, roll and tell.
//!
//! A procedure that must wait for a letter stops with [`Stop`]. When the letter has come the step is run again
//! from its checkpoint: the table answers from the record until it is used up, and goes on from there.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};
use std::ops::{Deref, DerefMut};

use super::bot::{Bot, fnv};
use super::decision::{Decision, Question};
use super::deck::Deck;
use super::dice::{Spec, check_label};
use super::event::{Sight, Told};
use super::fault::Fault;
use super::game::{Game, Side as _};
use super::inputs::Inputs;
use super::odds::Alike;
use super::record::{LineId, Step};
use super::source::DiceSource;
use super::tally::Dice;

/// Operations after which a run is held to be endless.
const BUDGET: u64 = 5_000_000;

/// The run stops here: only the table makes one, and `?` carries it out.
#[derive(Debug)]
pub struct Stop(());

/// What a procedure returns.
pub type Play<T = ()> = Result<T, Stop>;

/// What a run keeps of what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The record, so that the run can be repeated.
    pub record: bool,
    /// What each side was told, checked against the secrecy rules.
    pub told: bool,
}

impl Keep {
    /// Everything: a real game.
    pub const ALL: Self = Self {
        record: true,
        told: true,
    };
    /// Nothing: a bot game at full speed.
    pub const NOTHING: Self = Self {
        record: false,
        told: false,
    };
}

/// Why the table stopped.
#[derive(Debug)]
pub(crate) enum Halt<G: Game> {
    /// Somebody must be waited for.
    Waiting(Vec<Question<G>>),
    /// The program is at fault.
    Broken(Fault),
    /// An order is given up for this reason.
    Refused(Box<dyn Any>),
    /// A rehearsal needs what nobody can know yet.
    Unsure,
}

/// What was counted in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Decisions answered.
    pub decisions: u64,
    /// Letters each side would have had to send at the run's pace, in the order of [`Side::ALL`].
    pub letters: Vec<u64>,
    /// The same letters by the kind of decision they answer, all sides together.
    pub by_kind: Vec<(&'static str, u64)>,
    /// How many of these were reactions, which standing orders can answer.
    pub reactions: Vec<u64>,
    /// Steps ended.
    pub steps: u64,
    /// Dice rolls.
    pub rolls: u64,
}

impl Counts {
    /// Counts letters of a kind.
    pub fn add(&mut self, kind: &'static str, letters: u64) {
        match self.by_kind.iter_mut().find(|(one, _)| *one == kind) {
            Some((_, sum)) => *sum += letters,
            None => self.by_kind.push((kind, letters)),
        }
    }
}

/// The table at which a game is played.
pub struct Table<'r, G: Game> {
    pub(crate) data: &'r G::Data,
    pub(crate) state: G::State,
    pub(crate) inputs: &'r Inputs<G>,
    pub(crate) bot: Option<Bot>,
    pub(crate) dice: DiceSource,
    pub(crate) keep: Keep,
    pub(crate) recorded: &'r [Step],
    pub(crate) cursor: usize,
    pub(crate) steps: Vec<Step>,
    pub(crate) told: Vec<Told<G>>,
    pub(crate) halt: Option<Halt<G>>,
    pub(crate) path: String,
    pub(crate) screens: Vec<G::Side>,
    pub(crate) used: BTreeSet<u64>,
    pub(crate) spent: BTreeSet<LineId>,
    pub(crate) ruled: bool,
    pub(crate) budget: u64,
    pub(crate) operations: u64,
    pub(crate) counts: Counts,
    /// In a rehearsal, why parts of it would be left out.
    pub(crate) rehearsal: Option<Vec<Box<dyn Any>>>,
}

impl<'r, G: Game> Table<'r, G> {
    /// A table with a position, and nothing recorded.
    pub(crate) fn new(
        data: &'r G::Data,
        state: G::State,
        inputs: &'r Inputs<G>,
        dice: DiceSource,
        keep: Keep,
    ) -> Self {
        Self {
            data,
            state,
            inputs,
            bot: None,
            dice,
            keep,
            recorded: &[],
            cursor: 0,
            steps: Vec::new(),
            told: Vec::new(),
            halt: None,
            path: String::with_capacity(120),
            screens: Vec::new(),
            used: BTreeSet::new(),
            spent: BTreeSet::new(),
            ruled: false,
            budget: BUDGET,
            operations: 0,
            counts: Counts {
                letters: vec![0; G::Side::ALL.len()],
                reactions: vec![0; G::Side::ALL.len()],
                ..Counts::default()
            },
            rehearsal: None,
        }
    }

    /// The state, to read.
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// Board, counters, tables and switches.
    pub const fn data(&self) -> &'r G::Data {
        self.data
    }

    /// Opens a scope: keys and labels inside begin with `segment`, a fact of the rules and never a list position.
    pub fn within(&mut self, segment: impl Display) -> Scope<'_, 'r, G> {
        let (path, screens) = (self.path.len(), self.screens.len());
        // Writing to a string cannot fail.
        let _ = write!(self.path, "{segment}/");
        Scope {
            table: self,
            path,
            screens,
        }
    }

    /// Opens a scope for what rests on hidden facts of `owner`: dice are sealed, nobody is waited for, and what
    /// others see of it must be told with [`Table::reveal`].
    pub fn behind_screen(&mut self, owner: G::Side) -> Scope<'_, 'r, G> {
        let (path, screens) = (self.path.len(), self.screens.len());
        self.screens.push(owner);
        Scope {
            table: self,
            path,
            screens,
        }
    }

    /// Asks one side, and waits for its letter where nothing else answers.
    pub fn ask<D: Decision<G>>(&mut self, side: G::Side, decision: D) -> Play<D::Answer> {
        self.go()?;
        self.cannot_foresee()?;
        let name = self.key::<D>(side)?;
        let replaying = self.cursor < self.recorded.len();
        match self.resolve(side, &name, &decision)? {
            Some((found, answer)) => {
                if !replaying {
                    self.count_letters::<D>(std::iter::once(side));
                }
                self.take_answer(side, name, &decision, found);
                Ok(answer)
            }
            None => self.wait(vec![Question {
                side,
                key: name,
                decision: Box::new(decision),
            }]),
        }
    }

    /// Asks several sides at once; the answers stay sealed until all are in.
    pub fn ask_all<D: Decision<G>>(&mut self, asks: Vec<(G::Side, D)>) -> Play<Vec<D::Answer>> {
        self.go()?;
        if !asks.is_empty() {
            self.cannot_foresee()?;
        }
        let replaying = self.cursor < self.recorded.len();
        let mut found = Vec::with_capacity(asks.len());
        let mut open = Vec::new();
        for (nth, (side, decision)) in asks.into_iter().enumerate() {
            let name = self.key::<D>(side)?;
            match self.resolve_nth(side, &name, &decision, nth)? {
                Some(answer) => found.push((side, name, decision, answer)),
                None => open.push(Question {
                    side,
                    key: name,
                    decision: Box::new(decision),
                }),
            }
        }
        if !open.is_empty() {
            return self.wait(open);
        }
        if !replaying {
            let mut sides: Vec<_> = found.iter().map(|(side, ..)| *side).collect();
            sides.sort_unstable();
            sides.dedup();
            self.count_letters::<D>(sides.into_iter());
        }
        let mut answers = Vec::with_capacity(found.len());
        for (side, name, decision, (found, answer)) in found {
            self.take_answer(side, name, &decision, found);
            answers.push(answer);
        }
        Ok(answers)
    }

    fn count_letters<D: Decision<G>>(&mut self, sides: impl Iterator<Item = G::Side>) {
        if self.screens.is_empty()
            && !(D::KIND.reaction && self.inputs.pace == super::inputs::Pace::Brisk)
        {
            for side in sides {
                if let Some(index) = G::Side::ALL.iter().position(|one| *one == side) {
                    self.counts.letters[index] += 1;
                    self.counts.add(D::KIND.word.id(), 1);
                    self.counts.reactions[index] += u64::from(D::KIND.reaction);
                }
            }
        }
    }

    /// Rolls committed dice.
    pub fn roll(&mut self, what: impl Display, count: u32, sides: u32) -> Play<Dice> {
        self.throw(what, Spec::Dice { count, sides }, !self.screens.is_empty())
    }

    /// Rolls committed dice, and says which faces of each mean the same: whoever works out odds has fewer ways to
    /// count. It changes no roll.
    pub fn roll_alike(&mut self, what: impl Display, sides: u32, alike: &[Alike]) -> Play<Dice> {
        if let DiceSource::Tape(tape) = &mut self.dice {
            tape.mean(alike.to_vec());
        }
        self.roll(what, u32::try_from(alike.len()).unwrap_or(u32::MAX), sides)
    }

    /// Says that from here on only the position and these facts matter, however it came to them: whoever works out odds
    /// need not follow each way by itself.
    pub fn knot(&mut self, facts: impl std::fmt::Debug) -> Play {
        // The scope of the round is left out: rounds are alike, fights are not.
        let path = self.path.trim_end_matches('/');
        let path = path.rfind('/').and_then(|end| path.get(..end));
        if let DiceSource::Tape(tape) = &mut self.dice
            // Lines that were sent ahead answer once: what is left of them matters too.
            && tape.knot(|| format!("{path:?} {:?} {facts:?}", self.spent))
        {
            return self.broken(Fault::NoDice(String::new()));
        }
        Ok(())
    }

    /// Shuffles cards. The order is always sealed: it is a secret of the whole game.
    pub fn shuffle(&mut self, what: impl Display, mut cards: Vec<u16>) -> Play<Deck> {
        cards.sort_unstable();
        let n = u32::try_from(cards.len()).unwrap_or(u32::MAX);
        if n == 0 {
            return Ok(Deck::default());
        }
        let dice = self.throw(what, Spec::Shuffle(n), true)?;
        let order = dice
            .values
            .iter()
            .filter_map(|n| cards.get(*n as usize - 1).copied());
        Ok(Deck {
            shuffle: dice.label,
            cards: order.collect(),
            drawn: 0,
        })
    }

    /// Draws the top card of a deck, if one is left; the event that follows must take it from the state.
    pub fn draw(
        &mut self,
        what: impl Display,
        deck: impl Fn(&G::State) -> &Deck,
    ) -> Play<Option<u16>> {
        self.go()?;
        self.cannot_foresee()?;
        let label = self.name(what)?;
        let deck = deck(&self.state);
        let Some(mut card) = deck.top() else {
            return Ok(None);
        };
        if let DiceSource::Tape(tape) = &mut self.dice
            && self.cursor >= self.recorded.len()
        {
            // For odds: each card that is left may be the next one.
            let left = &deck.cards[usize::from(deck.drawn)..];
            let sides = u32::try_from(left.len()).unwrap_or(u32::MAX);
            let Some(values) = tape.roll(&label, Spec::Dice { count: 1, sides }) else {
                return self.broken(Fault::NoDice(label));
            };
            let n = values.first().map_or(0, |n| *n as usize - 1);
            card = left.get(n).copied().unwrap_or(card);
        }
        if self.keep.record || self.cursor < self.recorded.len() {
            let step = Step::Card {
                label,
                shuffle: deck.shuffle.clone(),
                at: deck.drawn + 1,
                card,
            };
            self.note(step)?;
        }
        Ok(Some(card))
    }

    fn throw(&mut self, what: impl Display, spec: Spec, hidden: bool) -> Play<Dice> {
        self.go()?;
        self.cannot_foresee()?;
        let label = self.name(what)?;
        let fits = match spec {
            Spec::Dice { count, sides } => Spec::dice(count, sides).is_ok(),
            Spec::Shuffle(cards) => Spec::shuffle(cards).is_ok(),
        };
        if !fits {
            return self.broken(Fault::BadRoll {
                label,
                spec: spec.to_string(),
            });
        }
        if let Some(step) = self.recorded.get(self.cursor) {
            if let Step::Roll {
                label: l,
                spec: s,
                values,
                hidden: h,
            } = step
                && (l, s, h) == (&label, &spec, &hidden)
            {
                self.cursor += 1;
                return Ok(Dice {
                    label,
                    spec,
                    values: values.clone(),
                });
            }
            let kind = if hidden { "hidden roll" } else { "roll" };
            return self.diverge(step.to_string(), format!("{kind} {label}|{spec}"));
        }
        let values = match self.dice.roll(&label, spec, hidden) {
            Ok(values) => values,
            Err(fault) => return self.broken(fault),
        };
        self.counts.rolls += 1;
        if self.keep.record {
            let (label, values) = (label.clone(), values.clone());
            self.steps.push(Step::Roll {
                label,
                spec,
                values,
                hidden,
            });
        }
        Ok(Dice {
            label,
            spec,
            values,
        })
    }

    /// Lets an event happen: the only way to change anything.
    pub fn happen(&mut self, event: G::Event) -> Play {
        self.tell(event, false)
    }

    /// Lets an event happen that shows something hidden to those entitled to it.
    pub fn reveal(&mut self, event: G::Event) -> Play {
        self.tell(event, true)
    }

    fn tell(&mut self, event: G::Event, news: bool) -> Play {
        self.go()?;
        if !self.keep.told {
            G::apply(self.data, &mut self.state, &event);
            return Ok(());
        }
        let may: Vec<bool> = G::Side::ALL
            .iter()
            .map(|side| G::may_learn(self.data, &self.state, &event, *side))
            .collect();
        G::apply(self.data, &mut self.state, &event);
        let mut sights = Vec::with_capacity(may.len());
        for (side, may) in G::Side::ALL.iter().zip(may) {
            let sight = G::seen(self.data, &self.state, &event, *side);
            if sight != Sight::Nothing {
                if let Some(owner) = self.screens.iter().find(|owner| *owner != side)
                    && !news
                {
                    let (seer, owner) = (side.id().to_owned(), owner.id().to_owned());
                    let event = format!("{event:?}");
                    return self.broken(Fault::ToldBehindScreen { seer, owner, event });
                }
                // Of a part he must be entitled to that part, whatever the whole may be.
                let may = match &sight {
                    Sight::Part(part) => G::may_learn(self.data, &self.state, part, *side),
                    _ => may,
                };
                if !may {
                    let (seer, event) = (side.id().to_owned(), format!("{event:?}"));
                    return self.broken(Fault::MayNotLearn { seer, event });
                }
            }
            sights.push(sight);
        }
        let told = Told {
            event,
            sights,
            news,
        };
        if self.keep.record || self.cursor < self.recorded.len() {
            let replaying = self.cursor < self.recorded.len();
            let step = Step::Told {
                event: told_line(&told),
                open: told.is_open(),
            };
            self.note(step)?;
            if replaying {
                return Ok(());
            }
        }
        self.told.push(told);
        Ok(())
    }

    /// Walks the record, or adds to it.
    pub(crate) fn note(&mut self, step: Step) -> Play {
        match self.recorded.get(self.cursor) {
            None => {
                self.steps.push(step);
                Ok(())
            }
            Some(recorded) if *recorded == step => {
                self.cursor += 1;
                Ok(())
            }
            Some(recorded) => self.diverge(recorded.to_string(), step.to_string()),
        }
    }

    pub(crate) fn diverge<T>(&mut self, recorded: String, now: String) -> Play<T> {
        self.broken(Fault::Diverged { recorded, now })
    }

    pub(crate) fn broken<T>(&mut self, fault: Fault) -> Play<T> {
        self.stop(Halt::Broken(fault))
    }

    pub(crate) fn unsure<T>(&mut self) -> Play<T> {
        self.stop(Halt::Unsure)
    }

    pub(crate) fn stop<T>(&mut self, why: Halt<G>) -> Play<T> {
        self.halt = Some(why);
        Err(Stop(()))
    }

    fn wait<T>(&mut self, questions: Vec<Question<G>>) -> Play<T> {
        self.stop(Halt::Waiting(questions))
    }

    /// Refuses to go on once stopped, and ends endless loops.
    pub(crate) fn go(&mut self) -> Play {
        if self.halt.is_some() {
            return Err(Stop(()));
        }
        self.operations += 1;
        if self.operations > self.budget {
            return self.broken(Fault::Endless(self.budget));
        }
        Ok(())
    }

    fn key<D: Decision<G>>(&mut self, side: G::Side) -> Play<String> {
        let kind = D::KIND.word.id();
        self.name(format_args!("{}.{kind}", side.id()))
    }

    /// The full name of a key or label; each may occur once in a step.
    fn name(&mut self, what: impl Display) -> Play<String> {
        let mut name = String::with_capacity(self.path.len() + 24);
        name.push_str(&self.path);
        // Writing to a string cannot fail.
        let _ = write!(name, "{what}");
        if check_label(&name).is_err() {
            return self.broken(Fault::BadName(name));
        }
        if !self.used.insert(fnv(&name)) {
            return self.broken(Fault::Twice(name));
        }
        Ok(name)
    }
}

/// A told event as a line: the event alone if all saw it whole, else with what each side saw.
fn told_line<G: Game>(told: &Told<G>) -> String {
    let json = |event: &G::Event| serde_json::to_value(event).unwrap_or_default();
    if told.is_open() {
        return json(&told.event).to_string();
    }
    let mut seen = serde_json::Map::new();
    for (side, sight) in G::Side::ALL.iter().zip(&told.sights) {
        match sight {
            Sight::Whole => seen.insert(side.id().to_owned(), true.into()),
            Sight::Part(part) => seen.insert(side.id().to_owned(), json(part)),
            Sight::Nothing => None,
        };
    }
    serde_json::json!({ "event": json(&told.event), "seen": seen }).to_string()
}

/// A told event read back from its line.
pub fn read_told<G: Game>(line: &str, open: bool) -> Option<Told<G>> {
    if open {
        let event = serde_json::from_str(line).ok()?;
        return Some(Told {
            event,
            sights: vec![Sight::Whole; G::Side::ALL.len()],
            news: false,
        });
    }
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    let event = serde_json::from_value(value.get("event")?.clone()).ok()?;
    let seen = value.get("seen")?;
    let mut sights = Vec::new();
    for side in G::Side::ALL {
        sights.push(match seen.get(side.id()) {
            None => Sight::Nothing,
            Some(serde_json::Value::Bool(true)) => Sight::Whole,
            Some(part) => Sight::Part(serde_json::from_value(part.clone()).ok()?),
        });
    }
    Some(Told {
        event,
        sights,
        news: false,
    })
}

/// A stretch of a procedure with its own path or screen; ends where it is dropped, also after `?`.
pub struct Scope<'t, 'r, G: Game> {
    table: &'t mut Table<'r, G>,
    path: usize,
    screens: usize,
}

impl<'r, G: Game> Deref for Scope<'_, 'r, G> {
    type Target = Table<'r, G>;

    fn deref(&self) -> &Self::Target {
        self.table
    }
}

impl<G: Game> DerefMut for Scope<'_, '_, G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.table
    }
}

impl<G: Game> Drop for Scope<'_, '_, G> {
    fn drop(&mut self) {
        self.table.path.truncate(self.path);
        self.table.screens.truncate(self.screens);
    }
}
