//! Rule 11.0: ideas for the Movement Phase.

use super::super::class::{Arm, Class};
use super::super::march;
use super::super::nation::Alliance;
use super::super::orders::{items, place_of, unit_of};
use super::super::view::View;
use super::super::words::{DROP, FLY, LAND, MOVE, RAIL};
use super::air::fly;
use super::{chance, destination, holds_a_town, named, of, one_of, path};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Line, Pick, Picks, Row};

/// Rule 11.0: marches towards towns, landings, airlifts to the front.
pub(crate) fn movement(v: &View<'_>, rows: &[Row], rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let own = v.alliance();
    let enemies = pos.held(own.other());
    let mut lines = Vec::new();
    let mut used: Vec<UnitId> = Vec::new();
    let mut filled: Vec<SpaceId> = Vec::new();
    // The invader is in a hurry, the defender is not.
    let haste = if own == Alliance::Axis { 1 } else { 4 };
    for row in rows {
        let Some(lead) = row.subjects.first().copied().and_then(unit_of) else {
            continue;
        };
        if used.contains(&lead) {
            continue;
        }
        let garrison = holds_a_town(pos, own, lead, &enemies);
        if row.word == &MOVE && pos.arm(lead) == Arm::Leader {
            if let Some(way) = to_troops(v, lead, &enemies, rng) {
                lines.push(Line {
                    word: row.word,
                    subject: Some(lead.item()),
                    picks: path(&way),
                });
            }
        } else if row.word == &DROP && chance(rng, 3) {
            if let Some((_, line)) = jump(v, row, rng)
                && !named(&line).iter().any(|unit| used.contains(unit))
            {
                used.extend(named(&line));
                lines.push(line);
            }
        } else if row.word == &MOVE
            && pos.arm(lead) == Arm::Land
            && (!garrison || chance(rng, 8))
            && chance(rng, haste)
        {
            if let Some((_, way)) = destination(v, lead, &enemies, rng)
                && let Some(to) = way.last().copied()
            {
                let coming = filled.iter().filter(|place| **place == to).count();
                if pos.space(to, own, Arm::Land) > coming {
                    filled.push(to);
                    used.push(lead);
                    lines.push(Line {
                        word: row.word,
                        subject: Some(lead.item()),
                        picks: path(&way),
                    });
                }
            }
        } else if row.word == &RAIL && pos.arm(lead) == Arm::Land && chance(rng, 8) {
            let Pick::Parts(parts) = &row.pick else {
                continue;
            };
            let Some(Pick::One(to)) = parts.first().map(|part| &part.pick) else {
                continue;
            };
            if let Some(to) = one_of(rng, to)
                && let Some(place) = place_of(to)
            {
                let coming = filled.iter().filter(|one| **one == place).count();
                if pos.space(place, own, Arm::Land) > coming {
                    filled.push(place);
                    used.push(lead);
                    lines.push(Line {
                        word: row.word,
                        subject: Some(lead.item()),
                        picks: Picks::Parts(vec![Some(Picks::One(to))]),
                    });
                }
            }
        } else if row.word == &LAND && pos.arm(lead) == Arm::Land {
            if let Some((_, line)) = landing(v, row, &used, &filled) {
                let units = named(&line);
                if let Some(at) = pos.at(lead) {
                    filled.extend(units.iter().map(|_| at));
                }
                used.extend(units);
                lines.push(line);
            }
        } else if row.word == &FLY && pos.class(lead) == Class::AirTransport && chance(rng, 2) {
            let bases: Vec<SpaceId> = pos
                .bases(own)
                .into_iter()
                .filter(|base| {
                    pos.d.map.hex(*base).holds.is_none()
                        && pos.at(lead) != Some(*base)
                        && pos
                            .at(lead)
                            .is_some_and(|at| pos.d.map.distance(at, *base) <= pos.movement(lead))
                })
                .filter(|base| {
                    pos.space(*base, own, Arm::Air)
                        > filled.iter().filter(|one| *one == base).count()
                        && pos.space(*base, own, Arm::Land)
                            > 2 + filled.iter().filter(|one| *one == base).count()
                })
                .collect();
            if let Some(to) = one_of(rng, &bases) {
                let line = fly(v, lead, to, &mut used);
                used.push(lead);
                filled.extend(named(&line).iter().map(|_| to));
                lines.push(line);
            }
        }
    }
    lines
}

fn landing(v: &View<'_>, form: &Row, used: &[UnitId], filled: &[SpaceId]) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    let at = pos.at(lead)?;
    let taken = filled.iter().filter(|place| **place == at).count();
    let room = pos
        .space(at, v.alliance(), Arm::Land)
        .checked_sub(taken + 1)?;
    let with: Vec<UnitId> = of(&form.pick, 0)
        .into_iter()
        .filter(|unit| !used.contains(unit) && pos.arm(*unit) == Arm::Land)
        .take(room)
        .collect();
    Some((
        0,
        Line {
            word: form.word,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![Some(Picks::List(items(&with)))]),
        },
    ))
}

/// A leader goes where troops of his side are.
fn to_troops(
    v: &View<'_>,
    leader: UnitId,
    enemies: &[SpaceId],
    rng: &mut dyn Below,
) -> Option<Vec<SpaceId>> {
    let (pos, own) = (v.pos(), v.alliance());
    let from = pos.at(leader)?;
    let useful = pos.has_land(from, own) && !chance(rng, 6);
    if useful || pos.class(leader) == Class::Admiral {
        return None;
    }
    let reached = march::reach(pos, leader, enemies);
    let with: Vec<SpaceId> = reached
        .places()
        .filter(|place| *place != from && pos.has_land(*place, own))
        .collect();
    one_of(rng, &with).map(|to| reached.way(from, to))
}

/// Rule 3.2.3: a drop outside the Combat Phase costs no offensive.
fn jump(v: &View<'_>, form: &Row, rng: &mut dyn Below) -> Option<(i32, Line)> {
    super::offensive::drop(v, form, 0, rng)
}
