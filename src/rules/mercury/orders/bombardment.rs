//! Rules 11.2 and 12.5: what is bombarded, and by whom.

use super::super::Mercury;
use super::super::bars::Bar;
use super::super::bombardment::targets;
use super::super::naval::shelling;
use super::super::side::Side;
use super::super::state::Position;
use super::super::words::{BOMBARD, GUNS, PLANES, RAIDS, SHIPS, land_kind};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::Sheet;
use crate::orders::choice::{any, up_to};
use crate::orders::lines::{named_twice, unless};
use crate::orders::word::NONE;
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, Word, lines};

/// A hex that can be bombarded.
pub(in super::super) struct Target {
    pub at: SpaceId,
    pub guns: Vec<UnitId>,
    pub planes: Vec<UnitId>,
    /// 19.81: ships that could shell it.
    pub ships: Vec<UnitId>,
}

/// What is to be rained on a hex.
pub(in super::super) struct Raid {
    pub at: SpaceId,
    pub guns: Vec<UnitId>,
    pub planes: Vec<UnitId>,
    pub ships: Vec<UnitId>,
}

/// Where targets come from, and how many aircraft a mission takes (12.52).
pub(in super::super) struct Field {
    targets: Vec<Target>,
    planes: usize,
}

lines! {
    /// What one line of the Bombardment phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum RaidOrder from f: &Field {
        /// Rules 11.2 and 19.8: `bombard W4314: guns 1-7-art planes i-stg-1`, `bombard W4412: ships ajax, dido`.
        BOMBARD for target in &f.targets => Bombard [at: SpaceId = [target.at]] {
            guns GUNS: Vec<UnitId> = any(&target.guns),
            planes PLANES: Vec<UnitId> = up_to(f.planes, &target.planes),
            ships SHIPS: Vec<UnitId> = any(&target.ships),
        },
    }
}

/// The bombardments of a phase; before a drop aircraft alone (12.55).
pub(in super::super) struct Raids {
    pub special: bool,
}

pub(super) static RAID: Kind = land_kind(&RAIDS, RaidOrder::WORDS, RaidOrder::PARTS, true);

impl Raids {
    fn side(&self, v: &Position<'_>) -> Side {
        if self.special {
            Side::German
        } else {
            v.open.active
        }
    }
}

impl Raids {
    /// Whom aircraft and guns bombard unbidden: hexes beside units of their own, the highest stack first.
    fn usual(&self, v: &Position<'_>, planes: bool, guns: bool) -> Vec<RaidOrder> {
        let side = self.side(v);
        let mut targets = targets(v, side, self.special);
        targets.retain(|target| v.nearest(target.at, side) <= 1);
        let height = |target: &Target| v.stack_of(&v.on(target.at, side.other()));
        targets.sort_by_key(|target| (std::cmp::Reverse(height(target)), target.at));
        let most = v.data.tables.limits.planes_per_target;
        let mut used: Vec<UnitId> = Vec::new();
        let mut orders = Vec::new();
        for target in targets {
            let free = |units: &[UnitId], wanted: bool, most: usize| -> Vec<UnitId> {
                let free = units.iter().filter(|unit| wanted && !used.contains(unit));
                free.copied().take(most).collect()
            };
            let at = target.at;
            let guns = free(&target.guns, guns, usize::MAX);
            let planes = free(&target.planes, planes, most);
            used.extend(guns.iter().chain(&planes));
            if !guns.is_empty() || !planes.is_empty() {
                orders.push(RaidOrder::Bombard {
                    at,
                    guns,
                    planes,
                    ships: Vec::new(),
                });
            }
        }
        orders
    }
}

impl Sheet<Mercury> for Raids {
    type Order = RaidOrder;
    type Answer = Vec<Raid>;
    const KIND: &'static Kind = &RAID;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let key = if self.special {
            "ask-bombardment-first"
        } else {
            "ask-bombardment"
        };
        Phrase::new(key).with("side", Item::Word(self.side(v).word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        RaidOrder::rows(&Field {
            targets: targets(v, self.side(v), self.special),
            planes: v.data.tables.limits.planes_per_target,
        })
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, RaidOrder)>,
    ) -> Result<Vec<Raid>, Vec<Problem>> {
        let named = |order: &RaidOrder| {
            let RaidOrder::Bombard {
                guns,
                planes,
                ships,
                ..
            } = order;
            guns.iter()
                .chain(planes)
                .chain(ships)
                .map(|unit| Item::from(*unit))
                .collect()
        };
        let mut problems = named_twice(&orders, named, "11.15");
        let mut raids = Vec::new();
        for (line, order) in orders {
            let RaidOrder::Bombard {
                at,
                guns,
                planes,
                ships,
            } = order;
            if guns.is_empty() && planes.is_empty() && ships.is_empty() {
                problems.push(on_line(line, Bar::NobodyFires { at }));
            }
            // 19.82 a: ships of one task force alone.
            if !ships.is_empty() && shelling::force_of(v, &ships).is_none() {
                problems.push(on_line(line, Bar::TwoForces { at }));
            }
            raids.push(Raid {
                at,
                guns,
                planes,
                ships,
            });
        }
        unless(problems, raids)
    }

    /// `standing bombardments: planes, guns`: these bombard whom they see, each phase.
    fn policy(&self, v: &Position<'_>, wish: &[Item]) -> Option<Vec<RaidOrder>> {
        let named = |wanted: &'static Word| wish.contains(&Item::Word(wanted));
        match wish {
            [Item::Word(word)] if **word == NONE => Some(Vec::new()),
            _ if named(&PLANES) || named(&GUNS) => {
                Some(self.usual(v, named(&PLANES), named(&GUNS)))
            }
            _ => None,
        }
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<RaidOrder>> {
        let mut used: Vec<UnitId> = Vec::new();
        let mut orders = Vec::new();
        let most = v.data.tables.limits.planes_per_target;
        for target in targets(v, self.side(v), self.special) {
            if rng.below(3) > 0 {
                continue;
            }
            let free = |units: &[UnitId]| -> Vec<UnitId> {
                let free = units.iter().filter(|unit| !used.contains(unit));
                free.copied().collect()
            };
            let (guns, mut planes) = (free(&target.guns), free(&target.planes));
            let mut ships = free(&target.ships);
            let force = shelling::force_of(v, ships.get(..1).unwrap_or_default());
            ships.retain(|ship| force.is_some() && shelling::force_of(v, &[*ship]) == force);
            planes.truncate(most.min(1 + rng.below(3) as usize));
            if guns.is_empty() && planes.is_empty() && ships.is_empty() {
                continue;
            }
            used.extend(guns.iter().chain(&planes).chain(&ships));
            let at = target.at;
            orders.push(RaidOrder::Bombard {
                at,
                guns,
                planes,
                ships,
            });
        }
        Some(orders)
    }
}
