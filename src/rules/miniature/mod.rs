//! The Skerries, a miniature of our own in which everything occurs that the engine must carry: a sealed bid, a shared
//! deck, a hidden submarine with hidden rolls, routes that can be intercepted, battles of three rounds with
//! withdrawals, loss choices and a re-roll.
//!
//! A turn is a row of steps: bid (2), cards (3), submarine (4), movement of either side (5) with the battles it
//! brings (6), points (7). Before the first turn each side ranks its reserves (1.3).

mod bars;
mod cards;
mod combat;
mod conditions;
mod data;
mod event;
mod interception;
mod movement;
mod orders;
mod plants;
mod reading;
mod rulings;
mod secrets;
mod state;
mod submarine;
mod victory;
mod view;
mod words;

use conditions::Condition;
use rulings::Ruling;

pub use bars::Bar;
pub use data::{Data, Plant};
pub use event::Event;
pub use state::{Phase, Side, State};
pub use view::View;

use crate::board::{Picture, Trace};
use crate::engine::bot::Rng;
use crate::engine::decision::Kind;
use crate::engine::event::Sight;
use crate::engine::files::Shelf;
use crate::engine::game::{DataError, Game, Outcome, Setup};
use crate::engine::table::{Play, Table};
use crate::orders::lines::forms;
use crate::orders::{Form, Lines as _, Phrase, Phrasebook, Picks, Word};
use std::sync::LazyLock;

/// The game.
#[derive(Debug)]
pub struct Miniature;

/// The table the miniature is played at.
pub type Board<'r> = Table<'r, Miniature>;

impl Game for Miniature {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = View<'a>;

    const NAME: &'static str = "miniature";
    const RULES: i64 = 1;

    fn scenarios() -> Vec<String> {
        reading::scenarios()
    }

    fn shelf() -> &'static Shelf {
        &reading::SHELF
    }

    fn switches() -> Vec<&'static str> {
        vec!["turns", "tie"]
    }

    fn set_up(setup: &Setup) -> Result<(Data, State), DataError> {
        let data = reading::load(setup)?;
        let state = State::first(&data);
        Ok((data, state))
    }

    fn kinds() -> &'static [&'static Kind] {
        orders::KINDS
    }

    fn phase(_: &Data, state: &State) -> &'static str {
        state.phase.name()
    }

    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn step_name(_: &Data, state: &State) -> String {
        format!("t{}/{}", state.turn, state.phase.name())
    }

    fn step(t: &mut Board<'_>) -> Play {
        match t.state().phase {
            Phase::Reserves => movement::rank_reserves(t),
            Phase::Bid => cards::bid(t),
            Phase::Cards => cards::draw(t),
            Phase::Submarine => submarine::lurk(t),
            Phase::First => movement::phase(t, t.state().initiative),
            Phase::Second => movement::phase(t, t.state().initiative.other()),
            Phase::Points => victory::score(t),
        }
    }

    fn over(data: &Data, state: &State) -> Option<Outcome<Side>> {
        victory::outcome(data, state)
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        event::apply(data, state, event);
    }

    fn seen(data: &Data, _: &State, event: &Event, by: Side) -> Sight<Event> {
        plants::seen(data, event, by).unwrap_or_else(|| secrets::seen(data, event, by))
    }

    fn may_learn(data: &Data, _: &State, event: &Event, by: Side) -> bool {
        secrets::may_learn(data, event, by)
    }

    fn view<'a>(data: &'a Data, state: &'a State, by: Option<Side>) -> View<'a> {
        View::new(data, state, by)
    }

    fn conditions(view: &View<'_>) -> Vec<Form> {
        forms(Condition::rows(view))
    }

    fn holds(view: &View<'_>, word: &'static Word, picks: &Picks) -> bool {
        let condition = Condition::read(word, None, picks);
        condition.is_some_and(|condition| conditions::holds(view, &condition))
    }

    fn phrasebook() -> &'static Phrasebook {
        static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| {
            crate::engine::speech::book_with(
                include_str!("../../../templates/en/miniature.toml"),
                include_str!("../../../templates/fr/miniature.toml"),
            )
        });
        &BOOK
    }

    fn position(view: &View<'_>) -> Vec<Phrase> {
        view.position()
    }

    fn board(data: &Data) -> &crate::board::Board {
        &data.board
    }

    fn picture(view: &View<'_>) -> Picture {
        view.picture()
    }

    fn traces(view: &View<'_>, seen: &Event) -> Vec<Trace> {
        view.traces(seen)
    }

    fn facts(data: &Data, state: &State) -> Vec<(String, String)> {
        state.facts(data)
    }

    fn rulings(data: &Data, _: &State) -> Vec<Form> {
        forms(Ruling::rows(data))
    }

    fn rule(_: &Data, _: &State, word: &'static Word, picks: &Picks) -> Option<Event> {
        Ruling::read(word, None, picks).map(Ruling::event)
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        state.broken(data)
    }

    fn imagined(data: &Data, state: &State, by: Side) -> Option<State> {
        Some(secrets::imagined(data, state, by))
    }

    fn scramble(data: &Data, state: &mut State, by: Side, rng: &mut Rng) {
        secrets::scramble(data, state, by, rng);
    }
}
