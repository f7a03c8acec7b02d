//! IV.F: reaction of the defender (7.4).

use super::Board;
use super::declare::declared;
use super::event::{Event, How};
use super::moves::go;
use super::orders::declare::{Help, Place, Reactions};
use super::side::Side;
use super::state::{Mark, Position};
use crate::board::UnitId;
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The hexes attacked that somebody can help, and who.
pub(super) fn places(pos: &Position<'_>, attacker: Side) -> Vec<Place> {
    let limits = &pos.data.tables.limits;
    let targets = declared(pos);
    let mut places = Vec::new();
    for &at in &targets {
        let may = |unit: &UnitId| {
            let now = pos.unit(*unit);
            let printed = pos.ratings(*unit);
            let gate = if pos.data.on.reaction_by_efficiency {
                pos.efficiency(*unit)
            } else {
                printed.movement
            };
            let Some(from) = pos.at(*unit) else {
                return false;
            };
            !now.fatigued
                && !now.dispersed
                && gate >= limits.reaction_movement
                && !targets.contains(&from)
                && !now.marks.has(Mark::Refused)
                && !now.marks.has(Mark::Reacted)
                && pos.data.map.touch(from, at)
                && pos
                    .data
                    .map
                    .enters(&pos.data.tables, pos.printed(*unit).gait, from, at)
                && pos.has_room(at, *unit)
        };
        let units: Vec<UnitId> = pos.units_of(attacker.other()).filter(may).collect();
        if !units.is_empty() {
            let exits = Vec::new();
            places.push(Place { at, units, exits });
        }
    }
    places
}

/// One unit for each combat tries to come.
pub(super) fn reactions(t: &mut Board<'_>, attacker: Side) -> Play {
    if places(&super::pos(t), attacker).is_empty() {
        return Ok(());
    }
    for Help::React { at, unit } in t.ask(attacker.other(), OnSheet(Reactions { attacker }))? {
        let t: &mut Board<'_> = &mut t.within(&t.data().land(unit).id);
        let pos = super::pos(t);
        let mut tally = Tally::of_rule("7.41");
        tally.term("efficiency", pos.efficiency(unit), "7.22");
        if attacker == Side::German && pos.surprised(at) {
            // Added to the die: taken from what it must not exceed.
            tally.term(
                "surprise",
                -t.data().tables.limits.surprise_reaction,
                "7.43",
            );
        }
        let dice = t.roll("reaction", 1, 10)?;
        tally.dice(&dice).at_most();
        let done = tally.reached();
        t.happen(Event::Reaction {
            unit,
            at,
            tally,
            done,
        })?;
        if done {
            go(t, unit, vec![at], How::React)?;
        }
    }
    Ok(())
}
