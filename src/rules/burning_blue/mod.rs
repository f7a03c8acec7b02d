//! The Burning Blue: the Battle of Britain, July to November 1940, raid by raid.
//!
//! A day has a few steps before the first turn (5.1): weather, the Luftwaffe's plan, what radar sees of it, who of Fighter
//! Command is up. A turn of five minutes has twelve phases (5.2); [`turn`] leads from one to the next. What lies open and
//! what is hidden, and what each side was told, is in [`state`].

mod apply;
mod audit;
mod bars;
mod bombing;
mod chance;
mod combat;
mod command;
mod conditions;
#[expect(unused_imports, reason = "the game is being built")]
mod data;
mod deployment;
mod detection;
mod event;
mod flak;
mod formation;
mod geometry;
mod ground;
mod ideas;
mod opening;
mod orders;
mod picture;
mod planning;
mod plants;
mod position;
mod pursuit;
mod quiet;
mod raf_movement;
mod raid_movement;
mod route;
mod rulings;
mod scramble;
mod secrets;
mod setup;
mod side;
mod sights;
mod specials;
mod staff;
mod state;
mod tally;
mod telling;
mod turn;
mod victory;
mod view;
mod weather;
mod words;

pub use data::Data;
pub use event::Event;
pub use side::Side;
pub use state::{Phase, Position, State};

use std::sync::LazyLock;

use crate::engine::bot::Rng;
use crate::engine::decision::Kind;
use crate::engine::event::Sight;
use crate::engine::files::Shelf;
use crate::engine::game::{Coming, DataError, Game, Outcome, Setup};
use crate::engine::rehearse::Refuses;
use crate::engine::table::{Play, Scope, Table};
use crate::orders::lines::forms;
use crate::orders::{Form, Lines as _, Phrase, Phrasebook, Picks, Word};
use conditions::Condition;
use rulings::Ruling;

/// The game.
#[derive(Debug)]
pub struct BurningBlue;

/// The table it is played at.
pub type Board<'r> = Table<'r, BurningBlue>;

/// The position on the table, all of it.
fn pos<'t>(t: &'t Board<'_>) -> Position<'t> {
    t.state().truth(t.data())
}

/// The Luftwaffe's screen: what happens behind it the RAF does not notice, but for what is revealed.
fn lw<'t, 'r>(t: &'t mut Board<'r>) -> Scope<'t, 'r, BurningBlue> {
    t.behind_screen(Side::Luftwaffe)
}

impl Refuses for BurningBlue {
    type Bar = bars::Bar;
}

impl Game for BurningBlue {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = Position<'a>;

    const NAME: &'static str = "burning-blue";
    const RULES: i64 = 1;

    fn scenarios() -> Vec<String> {
        data::scenarios()
    }

    fn shelf() -> &'static Shelf {
        &data::SHELF
    }

    fn switches() -> Vec<&'static str> {
        data::SWITCHES.to_vec()
    }

    fn set_up(setup: &Setup) -> Result<(Data, State), DataError> {
        // A leak for the secrecy tests is no switch that players have.
        let (plants, switches) = setup
            .switches
            .iter()
            .cloned()
            .partition::<Vec<_>, _>(|(name, _)| name == "plant");
        let setup = Setup {
            switches,
            ..setup.clone()
        };
        let mut data = data::load(&setup)?;
        data.on.plant = plants.into_iter().next().map(|(_, plant)| plant);
        let state = setup::first(&data);
        Ok((data, state))
    }

    fn kinds() -> &'static [&'static Kind] {
        orders::KINDS
    }

    fn phase(_: &Data, state: &State) -> &'static str {
        state.open.phase.name()
    }

    fn comes(_: &Data, state: &State, kind: &Kind) -> Option<Coming> {
        let place = |name: &str| Phase::ALL.iter().position(|phase| phase.name() == name);
        let here = place(state.open.phase.name())?;
        let first = place(Phase::Events.name())?;
        let comes = |there: usize| match there.checked_sub(here) {
            Some(0) => Some(Coming::Now),
            Some(on) => Some(Coming::ThisTurn(on)),
            None => {
                (there >= first).then(|| Coming::Later(there + Phase::ALL.len() - first - here))
            }
        };
        kind.phases
            .iter()
            .filter_map(|name| comes(place(name)?))
            .min()
    }

    fn turn(state: &State) -> u32 {
        state.open.turn
    }

    fn step_name(_: &Data, state: &State) -> String {
        format!("t{}/{}", state.open.turn, state.open.phase.name())
    }

    fn step(t: &mut Board<'_>) -> Play {
        match t.state().open.phase {
            Phase::Weather => opening::weather(t)?,
            Phase::Planning => planning::phase(t)?,
            Phase::Deployment => deployment::luftwaffe(t)?,
            Phase::Readiness => deployment::raf(t)?,
            Phase::Events => chance::phase(t)?,
            Phase::Scramble => scramble::phase(t)?,
            Phase::Formation => formation::phase(t)?,
            Phase::Patrol => raf_movement::patrol(t)?,
            Phase::RafMovement => raf_movement::phase(t)?,
            Phase::LwMovement => raid_movement::phase(t)?,
            Phase::Pursuit => pursuit::phase(t)?,
            Phase::Dogfight => combat::dogfights(t)?,
            Phase::RafCombat => tally::raf_phase(t)?,
            Phase::LwCombat => tally::lw_phase(t)?,
            Phase::TakeOff => scramble::take_off(t)?,
            Phase::Administration => {
                ground::administration(t)?;
                detection::tidy(t)?;
            }
        }
        turn::go_on(t)
    }

    fn over(data: &Data, state: &State) -> Option<Outcome<Side>> {
        victory::outcome(data, state)
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        state.change::<Self>(data, event, apply::open, apply::hidden);
    }

    fn seen(data: &Data, after: &State, event: &Event, by: Side) -> Sight<Event> {
        secrets::seen(data, after, event, by)
    }

    fn may_learn(data: &Data, _: &State, event: &Event, by: Side) -> bool {
        secrets::may_learn(data, event, by)
    }

    fn view<'a>(data: &'a Data, state: &'a State, by: Option<Side>) -> Position<'a> {
        state.view(data, by)
    }

    fn conditions(view: &Position<'_>) -> Vec<Form> {
        forms(Condition::rows(view))
    }

    fn holds(view: &Position<'_>, word: &'static Word, picks: &Picks) -> bool {
        let condition = Condition::read(word, None, picks);
        condition.is_some_and(|condition| conditions::holds(view, &condition))
    }

    fn phrasebook() -> &'static Phrasebook {
        static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| {
            crate::engine::speech::book_with(
                include_str!("../../../templates/en/burning_blue.toml"),
                include_str!("../../../templates/fr/burning_blue.toml"),
            )
        });
        &BOOK
    }

    fn position(view: &Position<'_>) -> Vec<Phrase> {
        position::lines(view)
    }

    fn board(data: &Data) -> &crate::board::Board {
        &data.map.board
    }

    fn picture(view: &Position<'_>) -> crate::board::Picture {
        picture::picture(view)
    }

    fn traces(view: &Position<'_>, seen: &Event) -> Vec<crate::board::Trace> {
        picture::traces(view, seen)
    }

    fn facts(data: &Data, state: &State) -> Vec<(String, String)> {
        audit::facts(&state.truth(data))
    }

    fn rulings(data: &Data, _: &State) -> Vec<Form> {
        forms(Ruling::rows(data))
    }

    fn rule(data: &Data, state: &State, word: &'static Word, picks: &Picks) -> Option<Event> {
        let ruling = Ruling::read(word, None, picks)?;
        rulings::event(&state.truth(data), ruling)
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        audit::broken(&state.truth(data))
    }

    fn imagined(_: &Data, state: &State, by: Side) -> Option<State> {
        Some(state.imagined(by))
    }

    fn scramble(data: &Data, state: &mut State, by: Side, rng: &mut Rng) {
        secrets::scramble(data, state, by, rng);
    }
}
