//! The contract between the engine and a rules module.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::bot::Rng;
use super::decision::Kind;
use super::event::{Happening, Sight, Told};
use super::files::{Files, Shelf};
use super::inputs::Pace;
use super::measure::Measure;
use super::table::{Play, Table};
use super::tally::Tally;
use crate::board::{Board, Picture, Trace};
use crate::orders::fold::fold;
use crate::orders::{Form, Item, Lexicon, Phrase, Phrasebook, Picks, Word};

/// A party that decides and knows: a side, or a nation where nations decide apart.
pub trait Side: Copy + Ord + Debug + Send + Sync + 'static {
    /// All of them, in a fixed order.
    const ALL: &'static [Self];

    /// Its name as a keyword; the English spelling is its id in records.
    fn word(self) -> &'static Word;

    /// The id in records.
    fn id(self) -> &'static str {
        self.word().id()
    }

    /// The side with this id.
    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|side| side.id() == id)
    }

    /// The side that people mean by a name, in either language: `germany` where the counters say `German`.
    fn named(name: &str) -> Option<Self> {
        let wanted = fold(name.trim());
        let by = |fits: &dyn Fn(&str) -> bool| {
            let mut found = Self::ALL.iter().copied().filter(|side| {
                side.word()
                    .spellings()
                    .any(|spelling| fits(&fold(spelling)))
            });
            found.next().filter(|_| found.next().is_none())
        };
        // What goes on alike for four letters is one name with two endings.
        let root: String = wanted.chars().take(4).collect();
        Self::from_id(name)
            .or_else(|| by(&|spelling| spelling == wanted))
            .or_else(|| by(&|spelling| root.chars().count() == 4 && spelling.starts_with(&root)))
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<S> {
    /// The winner; `None` for a draw.
    pub winner: Option<S>,
    /// Why, with the numbers.
    pub why: Phrase,
    /// The rule that decides it.
    pub rule: &'static str,
}

/// What a game is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The scenario's name.
    pub scenario: String,
    /// Named switches that differ from the scenario's own, as `name = value`.
    pub switches: Vec<(String, String)>,
    /// An owner's files in the place of those that ship.
    pub files: Files,
}

/// Something wrong with the data a game is made from.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{file}: {what}")]
pub struct DataError {
    /// The file.
    pub file: String,
    /// What is wrong there and what was expected.
    pub what: String,
}

/// How soon a kind of decision can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coming {
    /// In this phase.
    Now,
    /// So many phases on, in this turn.
    ThisTurn(usize),
    /// So many phases on, in a later turn.
    Later(usize),
}

/// A game's rules: plain procedures that play at a [`Table`].
///
/// `data` is what does not change in play (board, counters, tables, switches); the state holds the rest.
pub trait Game: Sized + 'static {
    /// Who decides.
    type Side: Side;
    /// Board, counters, tables and switches of one scenario.
    type Data: Send + Sync + 'static;
    /// What changes in play. Serialises as TOML: no map keys but strings, no `None` inside arrays.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;
    /// What can happen, declared by [`events!`](crate::events).
    type Event: Happening
        + Clone
        + PartialEq
        + Debug
        + Serialize
        + DeserializeOwned
        + Send
        + 'static;
    /// What one side knows; borrows, and its methods give nothing else.
    type View<'a>: Lexicon + Copy;

    /// The module's name, as in `games/` and on the command line.
    const NAME: &'static str;
    /// Raised by every change of outcomes; recorded with every run.
    const RULES: i64;

    /// The scenarios, by name.
    fn scenarios() -> Vec<String>;

    /// The files of data it is made from, as they ship; an owner may replace any of them.
    fn shelf() -> &'static Shelf {
        static EMPTY: Shelf = Shelf::new(&[]);
        &EMPTY
    }

    /// Makes the data and the first state of a scenario.
    fn set_up(setup: &Setup) -> Result<(Self::Data, Self::State), DataError>;

    /// The names of its switches, as players are told of them.
    fn switches() -> Vec<&'static str> {
        Vec::new()
    }

    /// What players of a pace agree on by the choice of it, where they say nothing else.
    fn agree(pace: Pace, setup: &mut Setup) {
        let _ = (pace, setup);
    }

    /// Whether a side is ever asked: who plays it beside another one need not say for which side he writes.
    fn decides(data: &Self::Data, side: Self::Side) -> bool {
        let _ = (data, side);
        true
    }

    /// Every kind of decision the game asks.
    fn kinds() -> &'static [&'static Kind];

    /// Those kinds whose answer is a script: their lines keep what stands behind `if` until the script is played.
    fn scripts() -> &'static [&'static Kind] {
        &[]
    }

    /// Whether a line of a script with this word begins one anew: a letter that begins so takes the place of another.
    fn begins_anew(word: &Word) -> bool {
        let _ = word;
        false
    }

    /// Words that are whole lines of sheets by themselves, so that a standing order may hold them: `pass`.
    fn bare_lines() -> &'static [&'static Word] {
        &[]
    }

    /// Sheets that a standing order answers with names, and not only with an empty sheet or a bare line.
    fn standing_sheets() -> &'static [&'static Kind] {
        &[]
    }

    /// Sheets that take one line at a time and are asked again at once: several lines in a letter are carried out one after
    /// the other.
    fn lists() -> &'static [&'static Kind] {
        &[]
    }

    /// The condition that says that what a line orders has succeeded, where one says it: `if it succeeds: ...`; `fails`
    /// asks for the contrary.
    fn success(view: &Self::View<'_>, word: &Word, about: Item, fails: bool) -> Option<String> {
        let _ = (view, word, about, fails);
        None
    }

    /// The phase the game is in, as [`Kind::phases`] names it; lines sent ahead lapse with theirs.
    fn phase(data: &Self::Data, state: &Self::State) -> &'static str;

    /// When a kind of decision can be asked next; `None` if it never will be again.
    fn comes(data: &Self::Data, state: &Self::State, kind: &Kind) -> Option<Coming> {
        let now = Self::phase(data, state);
        let here = kind.phases.is_empty() || kind.phases.contains(&now);
        Some(if here {
            Coming::Now
        } else {
            Coming::ThisTurn(1)
        })
    }

    /// The turn, for counting and headings.
    fn turn(state: &Self::State) -> u32;

    /// The name of the step that comes next (`t3/naval`): no other step of the game has it.
    fn step_name(data: &Self::Data, state: &Self::State) -> String;

    /// Plays one step; its end is a checkpoint.
    fn step(table: &mut Table<'_, Self>) -> Play;

    /// Whether the game is over, and how it ended.
    fn over(data: &Self::Data, state: &Self::State) -> Option<Outcome<Self::Side>>;

    /// Changes the state: the only place that may.
    fn apply(data: &Self::Data, state: &mut Self::State, event: &Self::Event);

    /// What `by` sees of an event, given the state after it.
    fn seen(
        data: &Self::Data,
        after: &Self::State,
        event: &Self::Event,
        by: Self::Side,
    ) -> Sight<Self::Event>;

    /// Whether the secrecy rules let `by` learn of an event, given the state before it; of the part of an event that
    /// he sees, given the state after it.
    ///
    /// Written from the rulebook's secrecy section, apart from the procedures and from [`Game::seen`].
    fn may_learn(
        data: &Self::Data,
        before: &Self::State,
        event: &Self::Event,
        by: Self::Side,
    ) -> bool;

    /// What `by` knows; `None` is the referee, who knows all.
    fn view<'a>(
        data: &'a Self::Data,
        state: &'a Self::State,
        by: Option<Self::Side>,
    ) -> Self::View<'a>;

    /// The conditions a player may put before an order (`if ...:`), from what he knows.
    fn conditions(view: &Self::View<'_>) -> Vec<Form>;

    /// Whether that one of [`Game::conditions`] holds that begins with a word.
    fn holds(view: &Self::View<'_>, word: &'static Word, picks: &Picks) -> bool;

    /// What an event says.
    fn telling(event: &Self::Event) -> Phrase {
        event.telling()
    }

    /// The words for what is told and asked, in both languages.
    fn phrasebook() -> &'static Phrasebook;

    /// The rule an event follows from, as numbered in the book; empty for the referee's own.
    fn cites(event: &Self::Event) -> &'static str {
        event.rule()
    }

    /// How the event's numbers came about.
    fn tally(event: &Self::Event) -> Option<&Tally> {
        event.tally()
    }

    /// The position as lines a player reads, from what he knows.
    fn position(view: &Self::View<'_>) -> Vec<Phrase>;

    /// The board, which everybody may see.
    fn board(data: &Self::Data) -> &Board;

    /// What stands on the board, from what he knows: every kind of map is drawn from it.
    fn picture(view: &Self::View<'_>) -> Picture;

    /// Boards beside the first one, such as a map of the seas, with what stands on each from what he knows.
    fn charts<'a>(view: &Self::View<'a>) -> Vec<(&'a Board, Picture)> {
        let _ = view;
        Vec::new()
    }

    /// What an event shows on the map, given what he saw of it and what he knew before it.
    fn traces(view: &Self::View<'_>, seen: &Self::Event) -> Vec<Trace> {
        let _ = (view, seen);
        Vec::new()
    }

    /// Named facts of the whole state (`renown.at = "north"`), for cases and the referee.
    fn facts(data: &Self::Data, state: &Self::State) -> Vec<(String, String)>;

    /// What the referee may change by a ruling, and a case by its position.
    fn rulings(data: &Self::Data, state: &Self::State) -> Vec<Form>;

    /// The event that carries out that one of [`Game::rulings`] that begins with a word.
    fn rule(
        data: &Self::Data,
        state: &Self::State,
        word: &'static Word,
        picks: &Picks,
    ) -> Option<Self::Event>;

    /// What is wrong with a state; empty in any state play can reach.
    fn broken(data: &Self::Data, state: &Self::State) -> Vec<String>;

    /// A position that `by` may take for the true one: all he knows is as it is, all he does not know is as if it were
    /// not there. Odds are worked out in it, so it must follow from his view alone; `None` where there is none.
    fn imagined(data: &Self::Data, state: &Self::State, by: Self::Side) -> Option<Self::State> {
        let _ = (data, state, by);
        None
    }

    /// Which fight a roll belongs to, by the name of the step and the rest of the roll's label.
    fn contest<'l>(step: &str, rest: &'l str) -> &'l str {
        let _ = step;
        rest.split('/').next().unwrap_or(rest)
    }

    /// What is counted of a game from all that happened in it, for contests of bots.
    fn measures(told: &[Told<Self>]) -> Vec<Measure> {
        let _ = told;
        Vec::new()
    }

    /// Changes what `by` may not know and leaves his view equal: for the secrecy tests.
    fn scramble(data: &Self::Data, state: &mut Self::State, by: Self::Side, rng: &mut Rng);
}
