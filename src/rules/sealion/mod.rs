//! Britain Stands Alone: the German landing in England that did not come, 1940.
//!
//! A turn of three days (2.0): weather and release of the fleet, reinforcement, the naval segment, the operations of the
//! Germans, those of the British, the return to base, repair. [`turn`] leads from phase to phase.

mod advance;
mod airborne;
mod apply;
mod audit;
mod bars;
mod beach;
mod clock;
mod combat;
mod conditions;
mod control;
mod crossing;
mod data;
mod event;
mod fights;
mod garrison;
mod ideas;
mod leaders;
mod map;
mod moves;
mod muster;
mod naval;
mod nets;
mod orders;
mod overrun;
mod picture;
mod position;
mod repair;
mod retreat;
mod rulings;
mod sabotage;
mod scenario;
mod setup;
mod side;
mod spend;
mod state;
mod supply;
mod switches;
mod tables;
mod telling;
mod turn;
mod units;
mod victory;
mod view;
mod weather;
mod words;

pub use data::Data;
pub use event::Event;
pub use side::{Nation, Side};
pub use state::{Phase, Position, State};

use std::sync::LazyLock;

use crate::engine::bot::Rng;
use crate::engine::decision::Kind;
use crate::engine::event::Sight;
use crate::engine::files::Shelf;
use crate::engine::game::{Coming, DataError, Game, Outcome, Setup};
use crate::engine::table::{Play, Table};
use crate::engine::tally::Tally;
use crate::orders::lines::forms;
use crate::orders::{Form, Lines as _, Phrase, Phrasebook, Picks, Word};
use conditions::Condition;
use rulings::Ruling;

/// The game.
#[derive(Debug)]
pub struct Sealion;

/// The table it is played at.
pub type Board<'r> = Table<'r, Sealion>;

/// The position on the table, all of it.
fn pos<'t>(t: &'t Board<'_>) -> Position<'t> {
    t.state().truth(t.data())
}

/// Rule 1.1.4: a die from 0 to 9; the ten is nought. It is put into a tally, whose total is given with it.
fn d10(t: &mut Board<'_>, what: &str, tally: &mut Tally) -> Play<i32> {
    let dice = t.roll(what, 1, 10)?;
    tally.dice(&dice);
    let die = dice.die(0);
    if die == 10 {
        tally.term("eng-nought", -10, "1.1.4");
    }
    Ok(die % 10)
}

impl Game for Sealion {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = Position<'a>;

    const NAME: &'static str = "sealion";
    const RULES: i64 = 1;

    fn scenarios() -> Vec<String> {
        scenario::NAMES
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
        let segments = ["setup", "reinforcement", "naval", "operations", "return"];
        let place = |name: &str| segments.iter().position(|one| *one == name);
        let here = place(state.open.phase.segment())?;
        let last = state.open.turn >= data.scenario.turns[1];
        let comes = |there: usize| match there.checked_sub(here) {
            Some(0) => Some(Coming::Now),
            Some(on) => Some(Coming::ThisTurn(on)),
            None => (!last).then(|| Coming::Later(there + segments.len() - here)),
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
        let (active, whose) = (open.active.name(), open.operations.name());
        match open.phase {
            Phase::Air => format!("t{turn}/{whose}-{phase}-{active}"),
            Phase::Setup | Phase::Weather | Phase::Repair => format!("t{turn}/{phase}"),
            _ => format!("t{turn}/{active}-{phase}"),
        }
    }

    fn step(t: &mut Board<'_>) -> Play {
        let (phase, active) = (t.state().open.phase, t.state().open.active);
        match phase {
            Phase::Setup => {}
            Phase::Air => airborne::phase(t)?,
            Phase::Weather => {
                weather::phase(t)?;
                naval::release::phase(t)?;
            }
            Phase::Reinforcement => {
                muster::phase(t)?;
                naval::muster(t, active)?;
            }
            Phase::Detection => naval::detection(t, active)?,
            Phase::Fleet => naval::fleet(t, active)?,
            Phase::Ferry => naval::ferry(t, active)?,
            Phase::Supply => supply::phase(t)?,
            Phase::Movement | Phase::Motorised => moves::phase(t)?,
            Phase::Combat => combat::phase(t)?,
            Phase::Return => naval::returns(t, active)?,
            Phase::Repair => repair::phase(t)?,
        }
        turn::go_on(t)
    }

    fn over(data: &Data, state: &State) -> Option<Outcome<Side>> {
        victory::outcome(data, state)
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        state.change::<Self>(data, event, apply::open, apply::hidden);
    }

    // What could not be done its author alone is told; what lies on which ship the Germans alone (9.5.5).
    fn seen(_: &Data, _: &State, event: &Event, by: Side) -> Sight<Event> {
        match event {
            Event::NotDone { side, .. } if *side != by => Sight::Nothing,
            Event::Embarks {
                units,
                from,
                zone,
                cargo,
            } if by == Side::British && !cargo.is_empty() => Sight::Part(Event::Embarks {
                units: units.clone(),
                from: *from,
                zone: *zone,
                cargo: Vec::new(),
            }),
            Event::Unships { .. } if by == Side::British => Sight::Nothing,
            Event::RuledAboard { unit, at, on } if by == Side::British && !on.is_empty() => {
                Sight::Part(Event::RuledAboard {
                    unit: *unit,
                    at: *at,
                    on: Vec::new(),
                })
            }
            _ => Sight::Whole,
        }
    }

    // 1.4: all lies open but manifests, and orders not carried out.
    fn may_learn(_: &Data, _: &State, event: &Event, by: Side) -> bool {
        match event {
            Event::NotDone { side, .. } => *side == by,
            Event::Embarks { cargo, .. } => by == Side::German || cargo.is_empty(),
            Event::Unships { .. } => by == Side::German,
            Event::RuledAboard { on, .. } => by == Side::German || on.is_empty(),
            _ => true,
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
                include_str!("../../../templates/en/sealion.toml"),
                include_str!("../../../templates/fr/sealion.toml"),
            )
        });
        &BOOK
    }

    fn position(view: &Position<'_>) -> Vec<Phrase> {
        let open = view.open;
        let number = |n: u32| i32::try_from(n).unwrap_or(0);
        let month = |turn: u32| match state::date(turn).0 {
            7 => "eng-july",
            8 => "eng-august",
            9 => "eng-september",
            _ => "eng-october",
        };
        let last = view.data.scenario.turns[1];
        vec![
            Phrase::new("eng-at-turn")
                .with("month", Phrase::new(month(open.turn)))
                .with("n", number(state::date(open.turn).1))
                .with("last-month", Phrase::new(month(last)))
                .with("last", number(state::date(last).1)),
            Phrase::new("eng-at-points")
                .with("ovp", open.ovp)
                .with("nvp", open.nvp)
                .with("total", open.ovp + open.nvp),
            Phrase::new(open.weather.words()),
        ]
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

    fn rule(_: &Data, _: &State, word: &'static Word, picks: &Picks) -> Option<Event> {
        Ruling::read(word, None, picks).map(Ruling::event)
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        audit::broken(&state.truth(data))
    }

    fn imagined(_: &Data, state: &State, by: Side) -> Option<State> {
        Some(state.imagined(by))
    }

    // What lies on which ship: any other manifest looks the same to the British.
    fn scramble(data: &Data, state: &mut State, by: Side, rng: &mut Rng) {
        if by == Side::German {
            return;
        }
        let _ = data;
        let (truth, _) = state.scramble();
        if let Some(first) = truth.cargo.first().map(|cargo| cargo.on.clone())
            && truth.cargo.len() > 1
            && rng.below(2) == 0
            && let Some(last) = truth.cargo.last_mut()
        {
            let on = std::mem::replace(&mut last.on, first);
            if let Some(first) = truth.cargo.first_mut() {
                first.on = on;
            }
        }
    }
}
