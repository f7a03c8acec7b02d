//! Rule 15.2: what the players choose before the first turn.

use super::super::class::Arm;
use super::super::data::Start;
use super::super::map::Hex;
use super::super::nation::{Alliance, Nation, Side};
use super::super::words::{DEPLOY_KIND, PLACE, SCREEN, TO, WITH};
use super::super::{View, Weserubung};
use super::air::named_twice;
use super::{number, on_line};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{one, up_to};
use crate::orders::lines::unless;
use crate::orders::{Phrase, Pick, Problem, Row, lines};

/// Units and where they begin.
pub(crate) type Deployment = Vec<(UnitId, SpaceId)>;

/// Ships that begin at a place of their owner's choice.
struct Squadron {
    ships: Vec<UnitId>,
    to: Vec<SpaceId>,
}

/// What one side may choose.
pub(crate) struct Harbour {
    squadrons: Vec<Squadron>,
    fleet: Vec<UnitId>,
    edge: Vec<SpaceId>,
    /// As many of the fleet as begin at the edge.
    most: usize,
}

lines! {
    /// What one line of the sheet says.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum DeployLine from h: &Harbour {
        /// The German squadron and U-boats.
        PLACE for s in &h.squadrons => Place [ship: UnitId = s.ships] { to: SpaceId = one(&s.to) },
        /// The Allied ships at the edge.
        SCREEN => Screen {
            with WITH: Vec<UnitId> = up_to(h.most, &h.fleet).required(),
            to TO: SpaceId = one(&h.edge),
        },
    }
}

impl DeployLine {
    fn parts(&self) -> (&[UnitId], SpaceId) {
        match self {
            Self::Place { ship, to } => (std::slice::from_ref(ship), *to),
            Self::Screen { with, to } => (with, *to),
        }
    }
}

/// Rule 15.2: the German ships whose places are free.
fn loose(v: &View<'_>, start: Start) -> Vec<UnitId> {
    let data = v.pos().d;
    let fits = |unit: &UnitId| data.starts[usize::from(unit.0)] == start;
    data.unit_ids().filter(fits).collect()
}

fn places(v: &View<'_>, fits: impl Fn(&Hex) -> bool) -> Vec<SpaceId> {
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

impl Harbour {
    fn new(v: &View<'_>) -> Self {
        if v.player() != Side::Germany {
            return Self {
                squadrons: Vec::new(),
                fleet: fleet(v),
                edge: places(v, |hex| hex.edge),
                most: v.pos().d.tables.allied_ships_at_edge,
            };
        }
        // Rule 2.0/a: a coastal hex is a sea hex too.
        let squadrons = vec![
            Squadron {
                ships: loose(v, Start::Between),
                to: places(v, |hex| hex.between),
            },
            Squadron {
                ships: loose(v, Start::Free),
                to: places(v, |hex| hex.sea && hex.holds.is_none()),
            },
        ];
        Self {
            squadrons,
            fleet: Vec::new(),
            edge: Vec::new(),
            most: 0,
        }
    }
}

/// The sheet.
pub(crate) struct Deploy;

impl Sheet<Weserubung> for Deploy {
    type Order = DeployLine;
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

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        DeployLine::rows(&Harbour::new(v))
    }

    /// As many as there are ships to place.
    fn most(&self, rows: &[Row]) -> usize {
        let named = |row: &Row| match &row.pick {
            Pick::Parts(parts) => parts.first().map_or(0, |with| match with.pick {
                Pick::Some { max, .. } => max,
                _ => 0,
            }),
            _ => row.subjects.len(),
        };
        rows.iter().map(named).sum()
    }

    fn answer(
        &self,
        v: &View<'_>,
        orders: Vec<(usize, DeployLine)>,
    ) -> Result<Deployment, Vec<Problem>> {
        let pos = v.pos();
        let (mut placed, mut problems, mut seen) = (Deployment::new(), Vec::new(), Vec::new());
        for (n, order) in &orders {
            let (units, to) = order.parts();
            problems.extend(named_twice(*n, units, &mut seen, "15.2"));
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
                problems.push(on_line(*n, what, "3.1"));
            }
        }
        if v.player() == Side::Germany {
            place_the_rest(v, &mut placed);
            problems.extend(admiral_alone(v, &placed));
        } else {
            let (has, needed) = (placed.len(), pos.d.tables.allied_ships_at_edge);
            if has != needed && !orders.is_empty() {
                let what = Phrase::new("ships-at-edge")
                    .with("needed", number(needed))
                    .with("has", number(has));
                problems.push(Problem::new(what).rule("15.2"));
            }
        }
        if placed.is_empty() {
            placed = allied_default(v);
        }
        unless(problems, placed)
    }
}

/// Whoever is not named takes the place he would have without orders.
fn place_the_rest(v: &View<'_>, placed: &mut Deployment) {
    let pos = v.pos();
    let with = loose(v, Start::Between);
    for (unit, to) in german_default(v) {
        if placed.iter().any(|(one, _)| *one == unit) {
            continue;
        }
        // An admiral goes where his squadron was sent.
        let squadron = placed.iter().find(|(one, _)| {
            pos.arm(unit) == Arm::Leader && pos.arm(*one) == Arm::Naval && with.contains(one)
        });
        let to = squadron.map_or(to, |(_, to)| *to);
        placed.push((unit, to));
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
