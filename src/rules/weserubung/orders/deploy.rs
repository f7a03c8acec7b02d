//! Rule 15.2: what the players choose before the first turn.

use super::super::class::Arm;
use super::super::data::Start;
use super::super::nation::{Alliance, Nation, Side};
use super::super::words::{DEPLOY, DEPLOY_KIND, PLACE, SCREEN, TO, WITH};
use super::super::{View, Weserubung};
use super::air::named_twice;
use super::{any_of, items, must, number, on_line, part_item, part_units, place_of, unit_of};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Form, Item, Line, Phrase, Pick, Picks, Problem, Row};

/// Units and where they begin.
pub(crate) type Deployment = Vec<(UnitId, SpaceId)>;

/// The sheet.
pub(crate) struct Deploy;

/// Rule 15.2: the German ships whose places are free.
fn loose(v: &View<'_>, start: Start) -> Vec<UnitId> {
    let data = v.pos().d;
    let fits = |unit: &UnitId| data.starts[usize::from(unit.0)] == start;
    data.unit_ids().filter(fits).collect()
}

fn places(v: &View<'_>, fits: impl Fn(&super::super::map::Hex) -> bool) -> Vec<SpaceId> {
    let map = &v.pos().d.map;
    map.places().filter(|place| fits(map.hex(*place))).collect()
}

/// Rule 15.2: British and French ships in the Britain Box.
fn fleet(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let home = pos.d.map.box_of(Alliance::Allies);
    let mut ships = pos.ships(home, Alliance::Allies);
    ships.retain(|ship| matches!(pos.unit(*ship).nation, Nation::Britain | Nation::France));
    ships
}

impl Deploy {
    fn rows(v: &View<'_>) -> Vec<Row> {
        let hexes =
            |places: Vec<SpaceId>| -> Vec<Item> { places.into_iter().map(SpaceId::item).collect() };
        if v.player() == Side::Germany {
            let between = hexes(places(v, |hex| hex.between));
            // Rule 2.0/a: a coastal hex is a sea hex too.
            let sea = hexes(places(v, |hex| hex.sea && hex.holds.is_none()));
            let row = |of: Vec<UnitId>, to: &Vec<Item>| Row {
                word: &PLACE,
                subjects: items(&of),
                pick: Pick::One(to.clone()),
            };
            return vec![
                row(loose(v, Start::Between), &between),
                row(loose(v, Start::Free), &sea),
            ];
        }
        let edge = hexes(places(v, |hex| hex.edge));
        vec![Row {
            word: &SCREEN,
            subjects: Vec::new(),
            pick: Pick::Parts(vec![
                must(&WITH, any_of(&fleet(v))),
                must(&TO, Pick::One(edge)),
            ]),
        }]
    }
}

impl Decision<Weserubung> for Deploy {
    type Answer = Deployment;
    const KIND: &'static Kind = &DEPLOY_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        if v.player() == Side::Germany {
            Phrase::new("ask-deploy-german")
        } else {
            let ships = v.pos().d.tables.allied_ships_at_edge;
            Phrase::new("ask-deploy-allied").with("ships", number(ships))
        }
    }

    fn form(&self, v: &View<'_>) -> Form {
        Form {
            word: &DEPLOY,
            subject: Vec::new(),
            pick: Pick::Sheet {
                rows: Self::rows(v),
                max: 12,
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Deployment, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let pos = v.pos();
        let (mut placed, mut problems, mut seen) = (Deployment::new(), Vec::new(), Vec::new());
        for (n, line) in lines.iter().enumerate() {
            let (units, to): (Vec<UnitId>, Option<SpaceId>) =
                match (line.subject.and_then(unit_of), &line.picks) {
                    (Some(unit), Picks::One(to)) => (vec![unit], place_of(*to)),
                    _ => (
                        part_units(&line.picks, 0),
                        part_item(&line.picks, 1).and_then(place_of),
                    ),
                };
            let Some(to) = to else { continue };
            problems.extend(named_twice(n, &units, &mut seen, "15.2"));
            placed.extend(units.iter().map(|unit| (*unit, to)));
            let ships = placed
                .iter()
                .filter(|(unit, at)| *at == to && pos.arm(*unit) == Arm::Naval)
                .count();
            let there = pos.ships(to, v.alliance()).len();
            if ships + there > pos.d.tables.stack_sea {
                let what = Phrase::new("too-many-there")
                    .with("at", to.item())
                    .with("needed", number(ships + there))
                    .with("has", number(pos.d.tables.stack_sea));
                problems.push(on_line(n, what, "3.1"));
            }
        }
        if v.player() == Side::Germany {
            // Whoever is not named takes the place he would have without orders.
            for (unit, to) in german_default(v) {
                if !placed.iter().any(|(one, _)| *one == unit) {
                    // An admiral goes where his squadron was sent.
                    let squadron = placed.iter().find(|(one, _)| {
                        pos.arm(unit) == Arm::Leader
                            && pos.arm(*one) == Arm::Naval
                            && loose(v, Start::Between).contains(one)
                    });
                    let to = squadron.map_or(to, |(_, to)| *to);
                    placed.push((unit, to));
                }
            }
            problems.extend(admiral_alone(v, &placed));
        } else {
            let (has, needed) = (placed.len(), pos.d.tables.allied_ships_at_edge);
            if has != needed && !lines.is_empty() {
                let what = Phrase::new("ships-at-edge")
                    .with("needed", number(needed))
                    .with("has", number(has));
                problems.push(Problem::new(what).rule("15.2"));
            }
        }
        if problems.is_empty() {
            if placed.is_empty() {
                placed = allied_default(v);
            }
            Ok(placed)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::<Line>::new())
    }
}

/// Rule 3.6: the admiral is on a ship.
fn admiral_alone(v: &View<'_>, placed: &Deployment) -> Option<Problem> {
    let pos = v.pos();
    let (leader, at) = placed
        .iter()
        .find(|(unit, _)| pos.arm(*unit) == Arm::Leader)?;
    let with = placed
        .iter()
        .any(|(unit, to)| to == at && pos.arm(*unit) == Arm::Naval);
    (!with).then(|| {
        let what = Phrase::new("admiral-needs-ship").with("unit", leader.item());
        Problem::new(what).rule("3.6")
    })
}

/// Lütjens' squadron in the middle of its region, the U-boats before the western ports.
fn german_default(v: &View<'_>) -> Deployment {
    let between = places(v, |hex| hex.between);
    let middle = between.get(between.len() / 2).copied();
    let mut placed: Deployment = Vec::new();
    for unit in loose(v, Start::Between) {
        placed.extend(middle.map(|at| (unit, at)));
    }
    let map = &v.pos().d.map;
    let groups = (1..=5).filter_map(|group| {
        map.places()
            .find(|place| map.hex(*place).group == Some(group))
    });
    for (unit, group) in loose(v, Start::Free).into_iter().zip(groups) {
        let near = map.steps(group).iter().find(|step| {
            let hex = map.hex(step.to);
            step.sea && hex.sea && !hex.land
        });
        placed.push((unit, near.map_or(group, |step| step.to)));
    }
    placed
}

/// Twelve ships in two hexes of the upper edge.
fn allied_default(v: &View<'_>) -> Deployment {
    let edge = places(v, |hex| hex.edge && !hex.land);
    let (Some(west), Some(east)) = (edge.get(edge.len() / 3), edge.get(2 * edge.len() / 3)) else {
        return Vec::new();
    };
    let most = v.pos().d.tables.stack_sea;
    let total = v.pos().d.tables.allied_ships_at_edge;
    let ships = fleet(v).into_iter().take(total).enumerate();
    ships
        .map(|(n, ship)| (ship, if n < most { *west } else { *east }))
        .collect()
}
