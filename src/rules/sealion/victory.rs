//! Rule 15: who wins.

use super::Board;
use super::control;
use super::data::Data;
use super::event::Event;
use super::map::City;
use super::orders::control::Claim;
use super::side::Side;
use super::state::{Ending, Position, State};
use super::tables::Level;
use crate::engine::game::Outcome;
use crate::engine::ready::YesNo;
use crate::engine::table::Play;
use crate::orders::Phrase;

/// The cities of the second condition (15.2.1).
const NORTH: [&str; 3] = ["2515", "2408", "2709"];
/// Hexes of major cities of the third.
const MAJOR: usize = 3;

impl Level {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::GermanDecisive => "eng-german-decisive",
            Self::GermanSubstantial => "eng-german-substantial",
            Self::GermanMarginal => "eng-german-marginal",
            Self::BritishMarginal => "eng-british-marginal",
            Self::BritishSubstantial => "eng-british-substantial",
            Self::BritishDecisive => "eng-british-decisive",
            Self::BritishCrushing => "eng-british-crushing",
        }
    }

    const fn winner(self) -> Side {
        match self {
            Self::GermanDecisive | Self::GermanSubstantial | Self::GermanMarginal => Side::German,
            Self::BritishMarginal
            | Self::BritishSubstantial
            | Self::BritishDecisive
            | Self::BritishCrushing => Side::British,
        }
    }
}

/// How the game ended, if it has.
pub(super) fn outcome(data: &Data, state: &State) -> Option<Outcome<Side>> {
    let open = &state.open;
    let total = open.ovp + open.nvp;
    let (level, rule) = match open.ended? {
        Ending::Time => {
            let bands = &data.tables.victory.bands;
            let band = bands.iter().find(|band| band.from <= total);
            (
                band.map_or(Level::BritishCrushing, |band| band.level),
                "15.2",
            )
        }
        Ending::GermanSudden => (Level::GermanMarginal, "15.2.1"),
        Ending::BritishSudden => (Level::BritishMarginal, "15.2.2"),
    };
    Some(Outcome {
        winner: Some(level.winner()),
        why: Phrase::new(level.words())
            .with("n", total)
            .with("ovp", open.ovp)
            .with("nvp", open.nvp),
        rule,
    })
}

/// Rule 15.2.1: how many of the seven conditions the Germans meet.
pub(super) fn german_conditions(pos: &Position<'_>) -> usize {
    let table = pos.data.tables.victory.german_sudden;
    let north = NORTH.iter().all(|id| {
        pos.data
            .map
            .find(id)
            .is_some_and(|at| pos.open.is_german(at))
    });
    let met = [
        control::london_held(pos),
        north,
        control::cities_held(pos, City::Major).len() >= MAJOR,
        pos.open.royals_gone,
        pos.open.churchill_taken,
        pos.open.nvp >= table.nvp,
        pos.open.ovp + pos.open.nvp >= table.total,
    ];
    met.into_iter().filter(|met| *met).count()
}

/// Rule 15.2.1: whether a side may end the game.
pub(super) fn may_claim(pos: &Position<'_>, side: Side) -> bool {
    let victory = &pos.data.tables.victory;
    if side == Side::German {
        return german_conditions(pos) >= victory.german_sudden.of;
    }
    let table = victory.british_sudden;
    let late = pos
        .open
        .landed
        .is_some_and(|turn| pos.open.turn >= turn + table.turns);
    let harbours: i32 = pos
        .open
        .german
        .iter()
        .filter_map(|at| pos.data.map.place(*at).port)
        .sum();
    late && harbours < table.capacity
}

/// The German declares first.
pub(super) fn sudden_death(t: &mut Board<'_>) -> Play {
    for (side, how) in [
        (Side::German, Ending::GermanSudden),
        (Side::British, Ending::BritishSudden),
    ] {
        if t.state().open.ended.is_none() && may_claim(&super::pos(t), side) {
            let t: &mut Board<'_> = &mut t.within(side.name());
            if t.ask(side, YesNo(Claim))? {
                t.happen(Event::Ends { how })?;
            }
        }
    }
    Ok(())
}
