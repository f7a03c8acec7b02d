//! IV.F: reaction of the defender (7.4).

use super::Board;
use super::bars::Bar;
use super::declare::declared;
use super::event::{Event, How};
use super::moves::go;
use super::orders::declare::{Help, Place, Reactions};
use super::side::Side;
use super::state::{Mark, Position};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The hexes attacked that somebody can help, and who.
pub(super) fn places(pos: &Position<'_>, attacker: Side) -> Vec<Place> {
    let mut places = Vec::new();
    for at in declared(pos) {
        let may = |unit: &UnitId| may_react(pos, *unit, at).is_ok();
        let units: Vec<UnitId> = pos.units_of(attacker.other()).filter(may).collect();
        if !units.is_empty() {
            let exits = Vec::new();
            places.push(Place { at, units, exits });
        }
    }
    places
}

/// Rules 7.41 and 7.42: whether a unit may come to help a hex that is attacked.
pub(super) fn may_react(pos: &Position<'_>, unit: UnitId, at: SpaceId) -> Result<(), Bar> {
    let (now, least) = (pos.unit(unit), pos.data.tables.limits.reaction_movement);
    let gate = if pos.data.on.reaction_by_efficiency {
        pos.efficiency(unit)
    } else {
        pos.ratings(unit).movement
    };
    let gait = pos.printed(unit).gait;
    let enters = |from| pos.data.map.enters(&pos.data.tables, gait, from, at);
    let from = pos.at(unit).filter(|from| pos.data.map.touch(*from, at));
    match from {
        None => Err(Bar::TooFarToHelp { unit, at }),
        Some(_) if now.fatigued => Err(Bar::TiredHelp { unit }),
        Some(_) if now.dispersed => Err(Bar::DispersedHelp { unit }),
        Some(_) if gate < least => Err(Bar::TooSlowToHelp {
            unit,
            has: gate,
            least,
        }),
        Some(from) if declared(pos).contains(&from) => Err(Bar::AttackedItself { unit }),
        Some(_) if now.marks.has(Mark::Refused) => Err(Bar::HasGivenWay { unit }),
        Some(_) if now.marks.has(Mark::Reacted) => Err(Bar::HasReacted { unit }),
        Some(from) if !enters(from) => Err(Bar::NoWayToHelp { unit, at }),
        Some(_) if !pos.has_room(at, unit) => Err(Bar::NoRoom { at }),
        Some(_) => Ok(()),
    }
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
