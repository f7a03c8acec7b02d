//! Operation Mercury: the German landing on Crete, 20 to 31 May 1941.
//!
//! A turn of eight hours has four segments (3.2): strategic ([`recovery`]), air, naval, and movement and combat, the German
//! first, then the Allied one. [`turn`] leads from phase to phase.

mod air_phase;
mod airlanding;
mod apply;
mod arrivals;
mod ashore;
mod assault;
mod audit;
mod bars;
mod bombardment;
mod combat;
mod conditions;
mod data;
mod declare;
mod drops;
mod evacuation;
mod event;
mod fights;
mod flak;
mod hq;
mod ideas;
mod manoeuvre;
mod map;
mod moves;
pub mod naval;
mod nets;
mod off_map;
mod orders;
mod picture;
mod points;
mod position;
#[cfg(test)]
mod proofs;
#[cfg(test)]
mod proofs_air;
mod reaction;
mod recovery;
mod refusal;
mod retreat;
mod rulings;
mod sailings;
mod scenario;
mod setup;
mod side;
mod stands;
mod state;
mod supply;
mod switches;
mod tables;
mod telling;
mod turn;
mod units;
mod variants;
mod victory;
mod view;
mod words;

pub use data::Data;
pub use event::Event;
pub use map::{Field, Sector};
pub use scenario::{Level, Mission};
pub use side::{Nation, Side};
pub use state::{Phase, Position, State};

use std::sync::LazyLock;

use crate::engine::bot::Rng;
use crate::engine::decision::Kind;
use crate::engine::event::Sight;
use crate::engine::files::Shelf;
use crate::engine::game::{Coming, DataError, Game, Outcome, Setup};
use crate::engine::rehearse::Refuses;
use crate::engine::table::{Play, Table};
use crate::orders::lines::forms;
use crate::orders::{Form, Lines as _, Phrase, Phrasebook, Picks, Word};
use conditions::Condition;
use rulings::Ruling;

/// The game.
#[derive(Debug)]
pub struct Mercury;

/// The table it is played at.
pub type Board<'r> = Table<'r, Mercury>;

/// The position on the table, all of it.
fn pos<'t>(t: &'t Board<'_>) -> Position<'t> {
    t.state().truth(t.data())
}

impl Game for Mercury {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = Position<'a>;

    const NAME: &'static str = "mercury";
    const RULES: i64 = 1;

    fn scenarios() -> Vec<String> {
        scenario::PLAYABLE
            .iter()
            .map(|name| (*name).to_owned())
            .collect()
    }

    fn shelf() -> &'static Shelf {
        &data::SHELF
    }

    fn switches() -> Vec<&'static str> {
        switches::Switches::NAMES.to_vec()
    }

    fn set_up(setup: &Setup) -> Result<(Data, State), DataError> {
        let data = data::load(setup)?;
        let state = setup::first(&data);
        Ok((data, state))
    }

    fn kinds() -> &'static [&'static Kind] {
        orders::KINDS
    }

    fn phase(_: &Data, state: &State) -> &'static str {
        state.open.phase.segment()
    }

    fn comes(data: &Data, state: &State, kind: &Kind) -> Option<Coming> {
        let segments = ["setup", "strategic", "air", "naval", "land"];
        let place = |name: &str| segments.iter().position(|one| *one == name);
        let here = place(state.open.phase.segment())?;
        let last = state.open.turn >= data.scenario.turns[1];
        let comes = |there: usize| match there.checked_sub(here) {
            Some(0) => Some(Coming::Now),
            Some(on) => Some(Coming::ThisTurn(on)),
            // Set-up comes once.
            None if there == 0 => None,
            None => (!last).then(|| Coming::Later(there + segments.len() - 1 - here)),
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
        let open = &state.open;
        let (turn, phase) = (open.turn, open.phase.name());
        match open.phase {
            Phase::Movement | Phase::Bombardment | Phase::Declaration => {
                format!("t{turn}/{}-{phase}", side_name(open.active))
            }
            Phase::Combat => {
                let (side, number) = (side_name(open.active), open.number + 1);
                format!("t{turn}/{side}-{phase}-{number}")
            }
            _ => format!("t{turn}/{phase}"),
        }
    }

    fn step(t: &mut Board<'_>) -> Play {
        let phase = t.state().open.phase;
        match phase {
            Phase::Setup => {
                variants::phase(t)?;
                arrivals::schedule(t)?;
                if t.data().naval() {
                    naval::phase(t, phase)?;
                }
            }
            Phase::Strategic => {
                recovery::recovery(t)?;
                supply::phase(t)?;
                evacuation::check(t)?;
            }
            Phase::Air => air_phase::phase(t)?,
            Phase::Drops => drops::phase(t)?,
            Phase::Movement => {
                airlanding::airland(t)?;
                moves::phase(t)?;
            }
            Phase::Bombardment => bombardment::phase(t)?,
            Phase::Declaration => declare::phase(t)?,
            // One combat is a step.
            Phase::Combat if combat::next(t)? => return Ok(()),
            Phase::AlliedFleet
            | Phase::FirstBattle
            | Phase::Convoys
            | Phase::SecondBattle
            | Phase::Landings
                if t.data().naval() =>
            {
                naval::phase(t, phase)?;
            }
            // 21.0: what convoys there are without the naval game.
            Phase::Landings => {
                sailings::phase(t)?;
                sailings::steamer(t)?;
                arrivals::phase(t)?;
            }
            Phase::AlliedFleet
            | Phase::FirstBattle
            | Phase::Convoys
            | Phase::SecondBattle
            | Phase::Combat => {}
        }
        turn::go_on(t)
    }

    fn over(data: &Data, state: &State) -> Option<Outcome<Side>> {
        victory::outcome(data, state)
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        state.change::<Self>(data, event, apply::open, apply::hidden);
    }

    // What could not be done its author alone is told; on land all lies open.
    fn seen(d: &Data, _: &State, event: &Event, by: Side) -> Sight<Event> {
        match event {
            Event::NotDone { side, .. } if *side != by => Sight::Nothing,
            _ if naval::secrets::owner(d, event).is_some_and(|owner| owner != by) => Sight::Nothing,
            // 17.35: what the flotilla has aboard.
            Event::Loads { .. } if by == Side::Allied => Sight::Nothing,
            // 21.31: a marker shows its turn.
            Event::Plans { turn, .. } if by == Side::Allied => Sight::Part(Event::Plans {
                convoy: None,
                turn: *turn,
            }),
            // 23.43: what options cost, and no more.
            Event::Chooses { cost, .. } if by == Side::Allied => Sight::Part(Event::Chooses {
                options: Vec::new(),
                cost: *cost,
            }),
            _ => naval::secrets::seen(event, by),
        }
    }

    fn may_learn(d: &Data, _: &State, event: &Event, by: Side) -> bool {
        match event {
            Event::NotDone { side, .. } => *side == by,
            Event::Loads { .. } => by == Side::German,
            Event::Plans { convoy, .. } => by == Side::German || convoy.is_none(),
            Event::Chooses { options, .. } => by == Side::German || options.is_empty(),
            _ => naval::secrets::may_learn(d, event, by),
        }
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
                include_str!("../../../templates/en/mercury.toml"),
                include_str!("../../../templates/fr/mercury.toml"),
            )
        });
        &BOOK
    }

    fn position(view: &Position<'_>) -> Vec<Phrase> {
        let mut lines = stands::lines(view);
        lines.extend(naval::lines(view));
        lines
    }

    fn board(data: &Data) -> &crate::board::Board {
        &data.map.board
    }

    fn picture(view: &Position<'_>) -> crate::board::Picture {
        picture::picture(view)
    }

    fn charts<'a>(view: &Self::View<'a>) -> Vec<(&'a crate::board::Board, crate::board::Picture)> {
        if !view.data.naval() {
            return Vec::new();
        }
        vec![(&view.data.map.sea, naval::picture(view))]
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

    fn rule(_: &Data, _: &State, word: &'static Word, picks: &Picks) -> Option<Event> {
        Ruling::read(word, None, picks).map(Ruling::event)
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        audit::broken(&state.truth(data))
    }

    fn imagined(_: &Data, state: &State, by: Side) -> Option<State> {
        Some(state.imagined(by))
    }

    // Task forces and convoys are the secret; those of land scenarios have none.
    fn scramble(d: &Data, state: &mut State, by: Side, rng: &mut Rng) {
        if d.naval() {
            naval::secrets::scramble(d, state, by, rng);
        }
    }
}

impl Refuses for Mercury {
    type Bar = bars::Bar;
}

/// A side in the names of steps.
const fn side_name(side: Side) -> &'static str {
    match side {
        Side::German => "german",
        Side::Allied => "allied",
    }
}
