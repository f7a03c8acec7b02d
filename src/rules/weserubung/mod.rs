//! Opération Weserübung: the German invasion of Norway, April to June 1940.
//!
//! A turn has seven phases (5.2): offensives are bought ([`offensive_phase`], rule 6), aircraft fly ([`air_phase`], 7),
//! ships sail ([`naval_phase`], 8), the sides alternate offensives on land ([`combat_phase`], 10), everybody else moves
//! ([`movement_phase`], 11), and reinforcements, repairs and upkeep close it ([`final_phase`], 12 and 13).
//!
//! Fights are told in [`air_combat`] (7.3), [`air_naval`] (7.5), [`naval_combat`] (8.4) and [`land_combat`] (10.3),
//! which all throw dice through [`fire`]. Norway's own rules (14.2) are in [`norway`], towns (10.12) in [`capture`].

mod air_combat;
mod air_naval;
mod air_phase;
mod apply;
mod attack;
mod audit;
mod bars;
mod capture;
mod class;
mod combat_phase;
mod data;
mod event;
mod final_phase;
mod fire;
mod flight;
mod forces;
mod ideas;
mod land_combat;
mod leaders;
mod loss;
mod map;
mod march;
mod movement_phase;
mod nation;
mod naval_combat;
mod naval_interception;
mod naval_phase;
mod nets;
mod norway;
mod offensive_phase;
mod orders;
mod picture;
mod position;
mod rail;
mod reading;
mod reasons;
mod setup;
mod state;
mod strength;
mod supply;
mod survey;
mod switches;
mod telling;
mod terrain;
mod victory;
mod view;
mod words;

use orders::{Condition, Ruling};

pub use class::Arm;
pub use data::Data;
pub use event::Event;
pub use nation::{Alliance, Nation, Side};
pub use position::Position;
pub use state::{Phase, State, Where};
pub use view::View;

use crate::engine::bot::Rng;
use crate::engine::decision::Kind;
use crate::engine::event::Sight;
use crate::engine::files::Shelf;
use crate::engine::game::{Coming, DataError, Game, Outcome, Setup};
use crate::engine::inputs::Pace;
use crate::engine::table::{Play, Table};
use crate::orders::lines::forms;
use crate::orders::{Form, Item, Lexicon as _, Lines as _, Phrase, Phrasebook, Picks, Word};
use std::sync::LazyLock;

/// The game.
#[derive(Debug)]
pub struct Weserubung;

/// The table it is played at.
pub type Board<'r> = Table<'r, Weserubung>;

/// The position on the table.
fn pos<'t>(t: &'t Board<'_>) -> Position<'t> {
    Position {
        d: t.data(),
        s: t.state(),
    }
}

/// Rule 5.2: the next phase begins.
fn next_phase(t: &mut Board<'_>, phase: Phase) -> Play {
    if t.state().surrendered.is_some() {
        return t.happen(Event::Ends);
    }
    let turn = t.state().turn;
    t.happen(Event::Phase { turn, phase })
}

/// The second half of a phase begins, or the next phase.
fn end_half(t: &mut Board<'_>, next: Phase) -> Play {
    if t.state().half == 0 && t.state().surrendered.is_none() {
        return t.happen(Event::Half);
    }
    next_phase(t, next)
}

/// Who acts in this half of the phase (6.3).
fn active(state: &State) -> Alliance {
    let first = state.first[state.phase.chosen()];
    if state.half == 0 {
        first
    } else {
        first.other()
    }
}

impl Game for Weserubung {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = View<'a>;

    const NAME: &'static str = "weserubung";
    const RULES: i64 = 3;

    fn scenarios() -> Vec<String> {
        reading::scenarios()
    }

    fn shelf() -> &'static Shelf {
        &reading::SHELF
    }

    fn switches() -> Vec<&'static str> {
        switches::Switches::NAMES.to_vec()
    }

    /// Rule 10.0: at the brisk pace each side files its offensives as one list.
    fn agree(pace: Pace, setup: &mut Setup) {
        let said = setup.switches.iter().any(|(name, _)| name == "offensives");
        if pace == Pace::Brisk && !said {
            let lists = ("offensives".to_owned(), "lists".to_owned());
            setup.switches.push(lists);
        }
    }

    /// With two players the Allied one commands Norway too (1.1).
    fn decides(data: &Data, side: Side) -> bool {
        Nation::ALL
            .into_iter()
            .any(|nation| data.commander(nation) == side)
    }

    fn set_up(setup: &Setup) -> Result<(Data, State), DataError> {
        let data = reading::load(setup)?;
        let state = State::first(&data);
        Ok((data, state))
    }

    fn kinds() -> &'static [&'static Kind] {
        words::KINDS
    }

    /// Rule 10.0: one offensive after the other.
    fn lists() -> &'static [&'static Kind] {
        const { &[&words::OFFENSIVE_KIND] }
    }

    /// Rule 10.3: an attack has succeeded if no enemy is left in its hex.
    fn success(view: &View<'_>, word: &Word, about: Item, fails: bool) -> Option<String> {
        let attacks = [&words::ATTACK, &words::DOUBLE].contains(&word);
        let Item::Thing(thing) = about else {
            return None;
        };
        let test = if fails { &words::ENEMY } else { &words::EMPTY };
        attacks.then(|| format!("{} {}", test.id(), view.id(thing)))
    }

    fn bare_lines() -> &'static [&'static Word] {
        const { &[&words::PASS] }
    }

    fn phase(_: &Data, state: &State) -> &'static str {
        state.phase.name()
    }

    fn comes(data: &Data, state: &State, kind: &Kind) -> Option<Coming> {
        let last = state.turn >= data.turns;
        let phases = kind.phases.iter().filter_map(|name| {
            let all = Phase::ALL.iter().position(|phase| phase.name() == *name);
            let (there, here) = (all?, state.phase as usize);
            // Nobody is set up twice (15.2).
            match there.checked_sub(here) {
                Some(0) => Some(Coming::Now),
                Some(on) => Some(Coming::ThisTurn(on)),
                None => {
                    (there > 0 && !last).then(|| Coming::Later(there + Phase::ALL.len() - 1 - here))
                }
            }
        });
        phases.min()
    }

    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn step_name(data: &Data, state: &State) -> String {
        let (turn, phase) = (state.turn, state.phase.name());
        match state.phase {
            Phase::Air | Phase::Naval | Phase::Movement => {
                format!("t{turn}/{phase}-{}", state.half + 1)
            }
            Phase::Combat if !data.on.lists => format!("t{turn}/{phase}-{}", state.number + 1),
            _ => format!("t{turn}/{phase}"),
        }
    }

    fn step(t: &mut Board<'_>) -> Play {
        match t.state().phase {
            Phase::Setup => setup::place(t),
            Phase::Offensive => offensive_phase::phase(t),
            Phase::Air => air_phase::half(t, active(t.state())),
            Phase::Naval => naval_phase::half(t, active(t.state())),
            Phase::Combat => combat_phase::next(t),
            Phase::Movement => movement_phase::half(t, active(t.state())),
            Phase::Placement | Phase::Final => final_phase::phases(t),
        }
    }

    fn over(data: &Data, state: &State) -> Option<Outcome<Side>> {
        victory::outcome(data, state)
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        apply::apply(data, state, event);
    }

    // All counters lie open; bids and orders are answers, which the engine seals until they count. What was ordered in
    // vain only its own side learns.
    fn seen(_: &Data, _: &State, event: &Event, by: Side) -> Sight<Event> {
        match event {
            Event::NotDone { alliance, .. } if *alliance != by.alliance() => Sight::Nothing,
            _ => Sight::Whole,
        }
    }

    fn may_learn(_: &Data, _: &State, event: &Event, by: Side) -> bool {
        match event {
            Event::NotDone { alliance, .. } => *alliance == by.alliance(),
            _ => true,
        }
    }

    fn view<'a>(data: &'a Data, state: &'a State, by: Option<Side>) -> View<'a> {
        View::new(data, state, by)
    }

    fn conditions(view: &View<'_>) -> Vec<Form> {
        forms(Condition::rows(view))
    }

    fn holds(view: &View<'_>, word: &'static Word, picks: &Picks) -> bool {
        let condition = Condition::read(word, None, picks);
        condition.is_some_and(|condition| orders::holds(view, &condition))
    }

    fn phrasebook() -> &'static Phrasebook {
        static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| {
            crate::engine::speech::book_with(
                include_str!("../../../templates/en/weserubung.toml"),
                include_str!("../../../templates/fr/weserubung.toml"),
            )
        });
        &BOOK
    }

    fn position(view: &View<'_>) -> Vec<Phrase> {
        survey::position(view)
    }

    fn board(data: &Data) -> &crate::board::Board {
        &data.map.board
    }

    fn picture(view: &View<'_>) -> crate::board::Picture {
        picture::picture(view)
    }

    fn traces(view: &View<'_>, seen: &Event) -> Vec<crate::board::Trace> {
        picture::traces(view, seen)
    }

    fn facts(data: &Data, state: &State) -> Vec<(String, String)> {
        audit::facts(data, state)
    }

    fn rulings(data: &Data, _: &State) -> Vec<Form> {
        forms(Ruling::rows(data))
    }

    fn rule(_: &Data, _: &State, word: &'static Word, picks: &Picks) -> Option<Event> {
        Ruling::read(word, None, picks)?.event()
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        audit::broken(data, state)
    }

    fn imagined(_: &Data, state: &State, _: Side) -> Option<State> {
        Some(state.clone())
    }

    fn contest<'l>(step: &str, rest: &'l str) -> &'l str {
        let first = rest.split('/').next().unwrap_or(rest);
        // One offensive is one fight, from the drop to the fate of the leaders; lists have several.
        let listed = first
            .strip_prefix('o')
            .is_some_and(|number| number.parse::<u32>().is_ok());
        if step.contains("/combat") && !listed {
            return "";
        }
        first
    }

    // Nothing in a position is hidden from anybody.
    fn scramble(_: &Data, _: &mut State, _: Side, _: &mut Rng) {}
}
