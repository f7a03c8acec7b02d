//! Rule 13.5: divisions that must stay.

use super::map::City;
use super::side::Side;
use super::state::Position;
use super::units::Size;
use crate::board::{SpaceId, UnitId};

/// What London's garrison counts: a division, or so many brigades.
const BRIGADES: usize = 3;

/// The first zone that some moves would leave with too few full divisions, with how many it would have and needs; a zone
/// that is short already may only not become worse.
pub(super) fn short(
    pos: &Position<'_>,
    side: Side,
    ends: &[(UnitId, SpaceId)],
) -> Option<(SpaceId, i32, i32)> {
    if side == Side::German {
        return None;
    }
    let end = |unit: UnitId| {
        let moved = ends.iter().find(|(one, _)| *one == unit);
        moved.map(|(_, to)| *to).or_else(|| pos.at(unit))
    };
    let london = |at: Option<SpaceId>| {
        at.is_some_and(|at| pos.data.map.place(at).city == Some(City::London))
    };
    for zone in pos.data.map.boxes() {
        let needs = pos
            .data
            .map
            .zone_of_box(zone)
            .map_or(0, |zone| zone.garrison);
        if needs == 0 || pos.open.entered.contains(&zone) {
            continue;
        }
        let stands = |at: Option<SpaceId>| {
            at.is_some_and(|at| pos.data.map.place(at).zone == zone) && !london(at)
        };
        let full = || {
            pos.units_of(Side::British)
                .filter(|unit| pos.is_full_division(*unit))
        };
        let before = full().filter(|unit| stands(pos.at(*unit))).count();
        let after = full().filter(|unit| stands(end(*unit))).count();
        if after < needs && after < before {
            return Some((
                zone,
                super::orders::number(after),
                super::orders::number(needs),
            ));
        }
    }
    let worth = |at: &dyn Fn(UnitId) -> Option<SpaceId>| {
        let there: Vec<UnitId> = pos
            .units_of(Side::British)
            .filter(|unit| london(at(*unit)))
            .collect();
        let divisions = there
            .iter()
            .filter(|unit| pos.is_full_division(**unit))
            .count();
        let brigade =
            |unit: &&UnitId| !matches!(pos.printed(**unit).size, Size::XX | Size::II | Size::L);
        divisions * BRIGADES + there.iter().filter(brigade).count()
    };
    let (before, after) = (worth(&|unit| pos.at(unit)), worth(&end));
    if after < BRIGADES && after < before {
        let hex = pos.london().first().copied()?;
        return Some((
            hex,
            super::orders::number(after),
            super::orders::number(BRIGADES),
        ));
    }
    None
}
