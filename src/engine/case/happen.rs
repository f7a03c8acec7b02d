//! What happened, in order, as lines that can be copied into a case.

use std::fmt;

use serde::Serialize;

use super::dice::written;
use super::pattern::{Shown, inline, quoted};
use crate::engine::event::{Sight, Told};
use crate::engine::game::{Game, Side as _};
use crate::engine::tally::Tally;
use crate::orders::{Arg, Item, Lang, Lexicon, Phrase};

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Happening {
    /// Steps were played by defaults.
    Skipped {
        /// Up to the beginning of this one.
        to: String,
    },
    /// The position was changed.
    Changed {
        /// In the referee's words.
        words: String,
    },
    /// A step began.
    Step {
        /// Its name.
        name: String,
    },
    /// A letter came.
    Letter {
        /// Its number in the case.
        letter: usize,
        /// Who wrote it.
        from: String,
        /// Its lines.
        lines: Vec<LetterLine>,
    },
    /// The deadline passed.
    Deadline {
        /// For these sides.
        sides: Vec<String>,
    },
    /// A decision was answered.
    Answer {
        /// Its key.
        key: String,
        /// Who or what answered.
        source: String,
        /// The canonical words.
        words: Vec<String>,
    },
    /// Dice fell, or a deck was shuffled.
    Roll {
        /// The label.
        label: String,
        /// The label without the name of its step, as a script may say it.
        tail: String,
        /// Which dice.
        spec: String,
        /// What they showed.
        values: Vec<u32>,
        /// Whether it was behind a screen.
        hidden: bool,
    },
    /// An event was told.
    Told(Happened),
    /// Lines sent ahead lapsed.
    Lapsed {
        /// The lines, as letter and line.
        lines: Vec<String>,
    },
    /// The game waits.
    Waits {
        /// The decision's key.
        key: String,
        /// Its side and kind, as `waits` names it.
        wait: String,
        /// What is asked.
        question: String,
        /// What may be written.
        form: Vec<String>,
    },
    /// The step began with which the case ends.
    Reached {
        /// Its name.
        step: String,
    },
    /// The game was over.
    Over {
        /// The winner's id, or `draw`.
        winner: String,
        /// The rule.
        rule: String,
        /// Why.
        why: String,
    },
}

/// A line of a letter and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct LetterLine {
    /// The line as written.
    pub text: String,
    /// What became of it.
    pub verdict: String,
    /// The keys of its problems.
    pub problems: Vec<String>,
}

/// An event that happened, in the words of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Happened {
    /// Its key.
    pub event: String,
    /// Its arguments.
    pub args: Vec<(String, Shown)>,
    /// What it says in English.
    pub words: String,
    /// The rule it follows from.
    pub rule: String,
    /// How its numbers came about.
    pub tally: Option<Tally>,
    /// What each side saw, by id; empty for what a side saw of another event.
    pub seen: Vec<(String, Seen)>,
}

/// What a side saw.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// All of it.
    Whole,
    /// Another, poorer event.
    Part(Box<Happened>),
    /// Nothing.
    Nothing,
}

impl Happened {
    /// Puts a told event into the words of a case.
    pub(super) fn of<G: Game>(data: &G::Data, state: &G::State, told: &Told<G>) -> Self {
        let mut happened = Self::of_event::<G>(data, state, &told.event);
        for (side, sight) in G::Side::ALL.iter().zip(&told.sights) {
            let seen = match sight {
                Sight::Whole => Seen::Whole,
                Sight::Part(part) => Seen::Part(Box::new(Self::of_event::<G>(data, state, part))),
                Sight::Nothing => Seen::Nothing,
            };
            happened.seen.push((side.id().to_owned(), seen));
        }
        happened
    }

    fn of_event<G: Game>(data: &G::Data, state: &G::State, event: &G::Event) -> Self {
        let view = G::view(data, state, None);
        let phrase = G::telling(event);
        let args = phrase.args.iter();
        Self {
            event: phrase.key.to_owned(),
            args: args
                .map(|(name, arg)| ((*name).to_owned(), shown(arg, &view)))
                .collect(),
            words: G::phrasebook().say(&phrase, Lang::En, &view),
            rule: match G::tally(event) {
                Some(tally) => tally.rule.clone(),
                None => G::cites(event).to_owned(),
            },
            tally: G::tally(event).cloned(),
            seen: Vec::new(),
        }
    }

    /// An argument by name.
    pub(super) fn arg(&self, name: &str) -> Option<&Shown> {
        self.args
            .iter()
            .find(|(one, _)| one == name)
            .map(|(_, shown)| shown)
    }

    /// The terms of its tally as a case writes them.
    pub(super) fn terms(&self) -> Vec<String> {
        let terms = self.tally.iter().flat_map(|tally| &tally.terms);
        let terms = terms.map(|term| match &term.of {
            Some(of) => format!("{} {of} {}", term.name, term.value),
            None => format!("{} {}", term.name, term.value),
        });
        // The terms of a test are those of the one it was thrown for.
        let tests = self.tally.iter().flat_map(|tally| &tally.tests);
        let tests = tests.flat_map(|test| {
            let terms = test.terms.iter();
            terms.map(|term| format!("{} {} {}", term.name, test.of, term.value))
        });
        terms.chain(tests).collect()
    }

    /// How its numbers came about, as a case writes it.
    fn reckoning(&self) -> Option<String> {
        let tally = self.tally.as_ref()?;
        let terms = Shown::Many(self.terms());
        let rule = quoted_text(&tally.rule);
        let needed = tally.needed.or(tally.most);
        let needed = needed.map(|needed| format!(", needed = {needed}"));
        let (total, needed) = (tally.total(), needed.unwrap_or_default());
        Some(format!(
            "rule = {rule}, tally = {terms}, total = {total}{needed}"
        ))
    }
}

fn quoted_text(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// An argument as a case writes it.
fn shown(arg: &Arg, lex: &dyn Lexicon) -> Shown {
    match arg {
        Arg::Item(item) => Shown::One(id(*item, lex)),
        Arg::Items(items) => Shown::Many(items.iter().map(|item| id(*item, lex)).collect()),
        Arg::Text(text) | Arg::Record(text) => Shown::One(text.clone()),
        Arg::Phrase(Phrase { key, .. }) => Shown::One((*key).to_owned()),
    }
}

fn id(item: Item, lex: &dyn Lexicon) -> String {
    match item {
        Item::Word(word) => word.id().to_owned(),
        Item::Number(number) => number.to_string(),
        Item::Thing(thing) => lex.id(thing).into_owned(),
    }
}

impl fmt::Display for Happened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args = self.args.iter();
        let args = args.map(|(name, shown)| (name.as_str(), shown.to_string()));
        f.write_str(&inline(&self.event, args))
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped { to } => write!(
                f,
                "# skipped to {to}: everybody did what counts when nobody answers"
            ),
            Self::Changed { words } => write!(f, "# position: {words}"),
            Self::Step { name } => write!(f, "\n# {name}"),
            Self::Letter {
                letter,
                from,
                lines,
            } => {
                write!(f, "# letter {letter}, {from}:")?;
                for line in lines {
                    for part in line.verdict.lines() {
                        write!(f, "\n#   {part}")?;
                    }
                }
                Ok(())
            }
            Self::Deadline { sides } => {
                write!(f, "# the deadline passes for {}", sides.join(", "))
            }
            Self::Answer { key, source, words } => {
                write!(f, "# {key}: {} ({source})", words.join(" ; "))
            }
            Self::Roll {
                tail,
                spec,
                values,
                hidden,
                ..
            } => {
                let hidden = if *hidden { ", hidden" } else { "" };
                write!(f, "{}  # dice {spec}{hidden}", written(tail, values))
            }
            Self::Told(happened) => {
                write!(f, "{happened}")?;
                if !happened.words.is_empty() {
                    write!(f, "  # {}", happened.words)?;
                }
                if let Some(reckoning) = happened.reckoning() {
                    write!(f, "\n    # {reckoning}")?;
                }
                for (side, seen) in &happened.seen {
                    match seen {
                        Seen::Whole => {}
                        Seen::Part(part) => write!(f, "\n    # {side} saw {part}")?,
                        Seen::Nothing => write!(f, "\n    # hidden from {side}")?,
                    }
                }
                Ok(())
            }
            Self::Lapsed { lines } => write!(f, "# lapsed, unused: {}", lines.join(", ")),
            Self::Waits {
                wait,
                question,
                form,
                ..
            } => {
                write!(f, "# waits for {}: {question}", quoted(wait))?;
                form.iter().try_for_each(|line| write!(f, "\n#   {line}"))
            }
            Self::Reached { step } => write!(f, "\n# {step} begins: the case ends here"),
            Self::Over { winner, rule, why } => {
                write!(
                    f,
                    "\n# the game is over: outcome = {}, outcome_rule = {}: {why}",
                    quoted(winner),
                    quoted_text(rule)
                )
            }
        }
    }
}
