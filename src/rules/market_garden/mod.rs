//! Monty's Gamble: Market Garden, 17 to 26 September 1944.
//!
//! A day is dawn (6.2), daylight (6.3: impulses in turn, German first, until the sunset roll ends it), refit (6.4) and
//! regroup (6.5); the first day begins with the four phases of D-Day (20). An impulse is one letter: a script that is
//! carried out line by line (8). The Advantage (12) throws dice again or gives a second area.
//!
//! The rooms follow the book: `ground` and `units` (3, 4), `dawn` (6.2, 18), `impulse`, `carry` and `infiltration` (8),
//! `movement` (9), `assault`, `casualties` and `retreat` (10), `bombardment` (11, 16), `advantage` (12), `supply`,
//! `depots` and `refit` (13), `landing` (18.4), `bridges` (19), `dday` (20), `victory` (21, 22), `bids` (23.5). `look`
//! asks what every rule asks of the position, `bars` says why something cannot be done, `decisions` and `reactions` are
//! what the sides are asked, `proofs` what a board must be, `staff` drafts orders; `apply` and `telling` say what events
//! change and what is read of them, chapter by chapter.

mod advantage;
mod apply;
mod assault;
mod bars;
mod bids;
mod bombardment;
mod bridges;
mod carry;
mod casualties;
mod check;
mod conditions;
mod control;
mod data;
mod dawn;
mod days;
mod dday;
mod decisions;
mod depots;
mod dice;
mod event;
mod ground;
mod impulse;
mod infiltration;
mod landing;
mod look;
mod movement;
mod nets;
mod picture;
mod position;
mod proofs;
mod pulse;
mod reactions;
mod reasons;
mod refit;
mod refit_orders;
mod regroup;
mod retreat;
mod rulings;
mod script;
mod staff;
mod state;
mod supply;
mod switches;
mod telling;
mod units;
mod victory;
mod view;
mod words;

pub use data::Data;
pub use event::Event;
pub use state::{Phase, Side, State};
pub use view::View;

use std::sync::LazyLock;

use crate::board::{Picture, Trace};
use crate::engine::bot::Rng;
use crate::engine::decision::Kind;
use crate::engine::event::{Sight, Told};
use crate::engine::files::Shelf;
use crate::engine::game::{DataError, Game, Outcome, Setup};
use crate::engine::measure::Measure;
use crate::engine::table::{Play, Table};
use crate::orders::lines::forms;
use crate::orders::{Form, Lines as _, Phrase, Phrasebook, Picks, Word};
use conditions::Condition;
use rulings::Ruling;

/// The game.
#[derive(Debug)]
pub struct MarketGarden;

/// The table it is played at.
pub type Field<'r> = Table<'r, MarketGarden>;

impl Game for MarketGarden {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = View<'a>;

    const NAME: &'static str = "market-garden";
    const RULES: i64 = 3;

    fn scenarios() -> Vec<String> {
        data::scenarios()
    }

    fn shelf() -> &'static Shelf {
        &data::SHELF
    }

    fn switches() -> Vec<&'static str> {
        switches::Switches::NAMES.to_vec()
    }

    fn set_up(setup: &Setup) -> Result<(Data, State), DataError> {
        let data = data::load(setup)?;
        let state = State::first(&data);
        Ok((data, state))
    }

    fn kinds() -> &'static [&'static Kind] {
        decisions::KINDS
    }

    fn scripts() -> &'static [&'static Kind] {
        decisions::SCRIPTS
    }

    fn standing_sheets() -> &'static [&'static Kind] {
        const { &[&refit_orders::REFIT_PHASE] }
    }

    fn bare_lines() -> &'static [&'static Word] {
        const { &[&words::PASS] }
    }

    fn begins_anew(word: &Word) -> bool {
        *word == words::ACTIVATE || *word == words::PASS
    }

    fn phase(_: &Data, state: &State) -> &'static str {
        state.phase.name()
    }

    fn turn(state: &State) -> u32 {
        state.date - 16
    }

    fn step_name(_: &Data, state: &State) -> String {
        let (date, phase) = (state.date, state.phase.name());
        match state.phase.impulse() {
            Some(_) => format!("{date}/{phase}-{}", state.pair),
            None => format!("{date}/{phase}"),
        }
    }

    fn step(t: &mut Field<'_>) -> Play {
        match t.state().phase {
            Phase::Bids => bids::phase(t),
            Phase::Air => dday::air(t),
            Phase::Guns => dday::guns(t),
            Phase::Drop => dday::drop(t),
            Phase::Corps => dday::corps(t),
            Phase::Dawn => dawn::phase(t),
            Phase::German => impulse::impulse(t, Side::German),
            Phase::Allied => impulse::impulse(t, Side::Allied),
            Phase::GermanRefit => refit::phase(t, Side::German),
            Phase::AlliedRefit => refit::phase(t, Side::Allied),
            Phase::GermanRegroup => regroup::phase(t, Side::German),
            Phase::AlliedRegroup => regroup::phase(t, Side::Allied),
        }
    }

    fn over(data: &Data, state: &State) -> Option<Outcome<Side>> {
        victory::outcome(data, state)
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        apply::apply(data, state, event);
    }

    fn seen(_: &Data, _: &State, event: &Event, by: Side) -> Sight<Event> {
        telling::seen(event, by)
    }

    fn may_learn(_: &Data, _: &State, event: &Event, by: Side) -> bool {
        telling::may_learn(event, by)
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
                include_str!("../../../templates/en/market_garden.toml"),
                include_str!("../../../templates/fr/market_garden.toml"),
            )
        });
        &BOOK
    }

    fn position(view: &View<'_>) -> Vec<Phrase> {
        position::lines(view)
    }

    fn board(data: &Data) -> &crate::board::Board {
        &data.board
    }

    fn picture(view: &View<'_>) -> Picture {
        picture::picture(view)
    }

    fn traces(view: &View<'_>, seen: &Event) -> Vec<Trace> {
        picture::traces(view, seen)
    }

    fn facts(data: &Data, state: &State) -> Vec<(String, String)> {
        rulings::facts(data, state)
    }

    fn rulings(data: &Data, _: &State) -> Vec<Form> {
        forms(Ruling::rows(data))
    }

    fn rule(_: &Data, _: &State, word: &'static Word, picks: &Picks) -> Option<Event> {
        Ruling::read(word, None, picks).map(Ruling::event)
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        rulings::broken(data, state)
    }

    fn measures(told: &[Told<Self>]) -> Vec<Measure> {
        days::measures(told)
    }

    fn imagined(_: &Data, state: &State, _: Side) -> Option<State> {
        // All lies open but the order of the cards to come.
        let mut state = state.clone();
        for deck in &mut state.kept.decks {
            let drawn = usize::from(deck.drawn);
            deck.cards
                .get_mut(drawn..)
                .unwrap_or_default()
                .sort_unstable();
        }
        Some(state)
    }

    fn contest<'l>(_: &str, rest: &'l str) -> &'l str {
        // `assault/51`, within a part of the impulse where it has parts.
        let parts = if rest.starts_with("part-") { 3 } else { 2 };
        let end = rest.match_indices('/').nth(parts - 1);
        end.and_then(|(at, _)| rest.get(..at)).unwrap_or(rest)
    }

    fn scramble(_: &Data, state: &mut State, _: Side, rng: &mut Rng) {
        // All lies open but the order of the cards to come.
        for deck in &mut state.kept.decks {
            let drawn = usize::from(deck.drawn);
            let rest = deck.cards.get_mut(drawn..).unwrap_or_default();
            for i in (1..rest.len()).rev() {
                let j = rng.below(u32::try_from(i + 1).unwrap_or(u32::MAX)) as usize;
                rest.swap(i, j);
            }
        }
    }
}
