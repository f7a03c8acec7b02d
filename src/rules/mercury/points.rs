//! Rule 22.2: the points of the Germans in a campaign.

use super::map::Field;
use super::side::{Nation, Side};
use super::state::{Berth, Position};
use super::units::{Hull, Type};
use super::victory::holds_field;
use crate::engine::tally::Tally;

/// What counts as things stand, term by term; of ships as far as they are known.
pub(super) fn count(pos: &Position<'_>) -> Tally {
    let table = &pos.data.tables.points;
    let mut tally = Tally::of_rule("22.2");
    let id = |at| pos.data.map.place(at).id.as_str();
    for field in Field::ALL {
        let first = pos.data.map.field(field).first().copied();
        if let Some(at) = first.filter(|_| holds_field(pos, field)) {
            tally.term_of("held", id(at), table.airfield, "22.2");
        }
    }
    for prize in &table.places {
        let hexes: Vec<_> = prize.hexes.iter().map(|id| pos.data.map.find(id)).collect();
        let held = |at: &Option<_>| at.is_some_and(|at| pos.holds(at, Side::German));
        if let Some(Some(at)) = hexes.first()
            && hexes.iter().all(held)
        {
            tally.term_of("held", id(*at), prize.points, "22.2");
        }
    }
    let [others, greeks, germans] = pos
        .open
        .steps_lost
        .map(|steps| i32::try_from(steps).unwrap_or(i32::MAX));
    tally.term("allied-steps", others * table.step, "22.2");
    tally.term("greek-steps", greeks / table.greek_steps.max(1), "22.2");
    if pos.open.evacuation.is_some() {
        tally.term("left-behind", left_behind(pos) * table.left, "22.2");
    }
    let ships = ships(pos);
    tally.term("allied-ships", ships[1], "22.2");
    tally.term("german-steps", germans * table.german, "22.2");
    tally.term("german-ships", ships[0], "22.2");
    tally.term("awarded", pos.open.points, "23.4");
    tally
}

/// Rule 20.21: steps still on Crete that are not Greek.
pub(super) fn left_behind(pos: &Position<'_>) -> i32 {
    let stays = |unit: &_| {
        let printed = pos.printed(*unit);
        printed.nation != Nation::Greek && printed.kind != Type::Militia
    };
    let units: Vec<_> = pos.units_of(Side::Allied).filter(stays).collect();
    pos.steps_of(&units)
}

/// Ships sunk and damaged, of the Germans and of the Allies; each counts in its worst state, and once.
fn ships(pos: &Position<'_>) -> [i32; 2] {
    let table = &pos.data.tables.points;
    let mut points = [0; 2];
    for ship in pos.data.ship_ids() {
        let (printed, now) = (pos.data.ship(ship), pos.ship(ship));
        let [sunk, damaged] = match printed.kind {
            Hull::Convoy if printed.id == "gs-dd-flotilla" => [table.dd_flotilla, 0],
            kind => table.ships.get(&kind).copied().unwrap_or_default(),
        };
        points[printed.side().index()] += match now.at {
            Berth::Out | Berth::Unknown | Berth::Later => 0,
            Berth::Sunk => sunk,
            _ if now.damaged => damaged,
            _ => 0,
        };
    }
    points
}

/// What a term of the count is called.
pub(super) fn words(name: &str) -> &'static str {
    match name {
        "allied-steps" => "term-allied-steps",
        "greek-steps" => "term-greek-steps",
        "left-behind" => "term-left-behind",
        "allied-ships" => "term-allied-ships",
        "german-steps" => "term-german-steps",
        "german-ships" => "term-german-ships",
        "awarded" => "term-awarded",
        _ => "term-held",
    }
}
