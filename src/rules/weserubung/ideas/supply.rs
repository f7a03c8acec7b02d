//! Rules 12.0 and 13.0: ideas for the quartermaster.

use super::super::nation::{Alliance, Nation};
use super::super::orders::{items, unit_of, upkeep_due};
use super::super::view::View;
use super::super::words::{BUILD, LAKEBASE, PLACE, REPAIR};
use super::{chance, one_of};
use crate::orders::{Below, Item, Line, Pick, Picks, Row};

/// Rules 12.0 and 13.0: place what was bought, repair, build what can be paid.
pub(crate) fn supply(v: &View<'_>, rows: &[Row], rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let mut lines = Vec::new();
    let mut spent: Vec<(Nation, i32)> = Vec::new();
    let mut placed: Vec<Item> = Vec::new();
    for row in rows {
        let subject = row.subjects.first().copied();
        if row.word == &PLACE {
            let Pick::One(to) = &row.pick else { continue };
            let fresh: Vec<Item> = to
                .iter()
                .copied()
                .filter(|item| !placed.contains(item))
                .collect();
            if let Some(to) = one_of(rng, &fresh) {
                placed.push(to);
                lines.push(Line {
                    word: row.word,
                    subject,
                    picks: Picks::One(to),
                });
            }
        } else if row.word == &LAKEBASE && chance(rng, 3) {
            let Pick::One(lakes) = &row.pick else {
                continue;
            };
            if let Some(lake) = one_of(rng, lakes) {
                lines.push(Line {
                    word: row.word,
                    subject,
                    picks: Picks::One(lake),
                });
            }
        } else if row.word == &REPAIR || row.word == &BUILD {
            let Pick::Some { of, .. } = &row.pick else {
                continue;
            };
            let mut chosen = Vec::new();
            for unit in of.iter().filter_map(|item| unit_of(*item)) {
                let printed = pos.unit(unit);
                let cost = if row.word == &BUILD {
                    printed.build.unwrap_or(0)
                } else {
                    printed.repair
                };
                let purse = pos.d.purse(printed.nation);
                let gone: i32 = spent
                    .iter()
                    .filter(|(one, _)| *one == purse)
                    .map(|(_, n)| n)
                    .sum();
                let has = pos.purse(printed.nation) - upkeep_due(pos, purse) - gone;
                // An army that is always whole again would make the game endless.
                let eager = v.alliance() == Alliance::Axis || chance(rng, 6);
                if cost <= has && eager && rng.below(3) > 0 {
                    spent.push((purse, cost));
                    chosen.push(unit);
                }
            }
            if !chosen.is_empty() {
                lines.push(Line {
                    word: row.word,
                    subject: None,
                    picks: Picks::List(items(&chosen)),
                });
            }
        }
    }
    lines
}
