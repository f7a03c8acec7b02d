//! Rules 9.1, 9.3, 9.4, 9.5.7 and 9.5.8: orders of the naval movement phase, and who goes home.

use super::super::super::Sealion;
use super::super::super::bars::Bar;
use super::super::super::orders::{on_line, only};
use super::super::super::side::Side;
use super::super::super::state::{Berth, Position, Where};
use super::super::super::units::Class;
use super::super::super::words::{
    AND, AP, ASSAULT, BY, DD, ESCORT, FLEET, FROM, LAND, LC, MB, MINES, ON, PRAHM, RETURN, STAND,
    TB, UBOATS, WITH, kind_in,
};
use super::super::seas;
use super::super::voyage::{is_loaded, may_sail, plan};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Give, Script};
use crate::orders::choice::{any, at_least, one, share};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Choice, Lines as _, Phrase, Problem, Row, Step, elements, lines};

elements! {
    /// Points, by their class.
    #[derive(PartialOrd, Ord)]
    pub(in super::super::super) enum Lot { Prahm = PRAHM, Lc = LC, Ap = AP, Mb = MB, Dd = DD, Tb = TB }
}

impl Lot {
    /// The class.
    pub const fn class(self) -> Class {
        match self {
            Self::Prahm => Class::Prahm,
            Self::Lc => Class::Lc,
            Self::Ap => Class::Ap,
            Self::Mb => Class::Mb,
            Self::Dd => Class::Dd,
            Self::Tb => Class::Tb,
        }
    }
}

/// Who can sail and land, and where.
pub(in super::super::super) struct Quay {
    troops: Vec<UnitId>,
    ships: Vec<UnitId>,
    lots: Vec<(Lot, i32)>,
    beaches: Vec<SpaceId>,
    shores: Vec<SpaceId>,
    goals: Vec<SpaceId>,
    zones: Vec<SpaceId>,
    from: Vec<SpaceId>,
    hides: Vec<SpaceId>,
    fields: Vec<SpaceId>,
    total: i32,
}

impl Quay {
    fn new(v: &Position<'_>, side: Side) -> Self {
        let map = &v.data.map;
        let free: Vec<UnitId> = v.afloat(side).filter(|ship| may_sail(v, *ship)).collect();
        let points =
            |ship: &UnitId| v.hull(*ship).class.is_points() && !v.hidden.dummies.contains(ship);
        let count = |lot: Lot| {
            let of = free.iter().filter(|ship| {
                points(ship) && v.hull(**ship).class == lot.class() && !is_loaded(v, **ship)
            });
            (lot, i32::try_from(of.count()).unwrap_or(0))
        };
        let lots: Vec<(Lot, i32)> = Lot::ALL
            .iter()
            .map(|one| count(*one))
            .filter(|(_, n)| *n > 0)
            .collect();
        let lifts = lots.iter().any(|(lot, _)| lot.class().carries());
        let mut from: Vec<SpaceId> = free
            .iter()
            .filter_map(|ship| match v.ship(*ship).at {
                Berth::Port(at) | Berth::Sea(at) => Some(at),
                _ => None,
            })
            .collect();
        from.sort_unstable();
        from.dedup();
        let crosses = |unit: &UnitId| {
            let printed = v.printed(*unit);
            let here = match v.unit(*unit).at {
                Where::At(at) => lifts && (from.contains(&at)),
                Where::Aboard(_) => true,
                _ => false,
            };
            printed.side() == side && here && !printed.immobile
        };
        let troops: Vec<UnitId> = v.data.land_ids().filter(crosses).collect();
        let coast = |at: &SpaceId| map.place(*at).assault && !map.place(*at).seas.is_empty();
        let own = |at: &SpaceId| v.control(*at) == side;
        let landing = |at: &SpaceId| {
            own(at) && (coast(at) && !map.place(*at).cliff || map.place(*at).port.is_some())
        };
        let zones = seas::all(v.data);
        let ports: Vec<SpaceId> = map
            .boxes()
            .chain(map.hexes())
            .filter(|at| own(at) && !seas::exits(v, *at, None).is_empty())
            .collect();
        let mut goals = zones.clone();
        if !free.is_empty() {
            goals.extend(&ports);
        }
        let mut shores: Vec<SpaceId> = map.hexes().filter(landing).collect();
        shores.extend(
            map.boxes()
                .filter(|at| own(at) && map.is_land(*at) && !seas::exits(v, *at, None).is_empty()),
        );
        let german = side == Side::German;
        let hides = zones
            .iter()
            .copied()
            .filter(|zone| german && v.open.mines != Some(*zone))
            .collect();
        // 9.5.7: beside a port of one's own.
        let mut fields: Vec<SpaceId> = ports
            .iter()
            .flat_map(|at| seas::exits(v, *at, None))
            .collect();
        fields.sort_unstable();
        fields.dedup();
        if !german || v.open.mines.is_some() {
            fields.clear();
        }
        Self {
            beaches: if german {
                map.hexes().filter(|at| coast(at) && !own(at)).collect()
            } else {
                Vec::new()
            },
            ships: free.iter().copied().filter(|ship| !points(ship)).collect(),
            total: lots.iter().map(|(_, n)| *n).sum(),
            troops,
            lots,
            shores,
            goals,
            zones,
            from,
            hides,
            fields,
        }
    }
}

/// Whether a side has anything to order.
pub(in super::super::super) fn is_any(v: &Position<'_>, side: Side) -> bool {
    v.afloat(side).any(|ship| may_sail(v, ship))
}

lines! {
    /// What one line of a naval movement phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super::super) enum SeaOrder from q: &Quay {
        /// Rule 9.4: `assault 3825: with 17 Inf, 35 Inf on prahm 4, tb 1 escort Köln`.
        ASSAULT => Assault [at: SpaceId = q.beaches] {
            with WITH: Vec<UnitId> = at_least(1, &q.troops),
            on ON: Vec<(Lot, i32)> = share(&q.lots, 0, q.total),
            escort ESCORT: Vec<UnitId> = any(&q.ships),
            from FROM: Option<SpaceId> = one(&q.from),
            by BY: Vec<SpaceId> = any(&q.zones),
        },
        /// Rule 9.3: `land dover: with 7 Pz on prahm 4`.
        LAND => Land [at: SpaceId = q.shores] {
            with WITH: Vec<UnitId> = at_least(1, &q.troops),
            on ON: Vec<(Lot, i32)> = share(&q.lots, 0, q.total),
            escort ESCORT: Vec<UnitId> = any(&q.ships),
            from FROM: Option<SpaceId> = one(&q.from),
            by BY: Vec<SpaceId> = any(&q.zones),
        },
        /// Rule 9.1: `sail straits: with Hood, Norfolk on dd 2 from scapa-flow`.
        STAND => Sail [to: SpaceId = q.goals] {
            with WITH: Vec<UnitId> = any(&q.ships),
            on ON: Vec<(Lot, i32)> = share(&q.lots, 0, q.total),
            from FROM: Option<SpaceId> = one(&q.from),
            by BY: Vec<SpaceId> = any(&q.zones),
        },
        /// Rule 9.5.8: `u-boats western-channel: also southern-north-sea`.
        UBOATS => UBoats [zone: SpaceId = q.hides] {
            also AND: Option<SpaceId> = one(&q.hides),
        },
        /// Rule 9.5.7: `mines straits`.
        MINES => Mines [zone: SpaceId = q.fields],
    }
}

impl SeaOrder {
    /// A landing on a friendly shore, with whatever serves.
    pub const fn land(at: SpaceId, with: Vec<UnitId>) -> Self {
        Self::Land {
            at,
            with,
            on: Vec::new(),
            escort: Vec::new(),
            from: None,
            by: Vec::new(),
        }
    }

    /// An assault, with whatever serves.
    pub const fn assault(at: SpaceId, with: Vec<UnitId>) -> Self {
        Self::Assault {
            at,
            with,
            on: Vec::new(),
            escort: Vec::new(),
            from: None,
            by: Vec::new(),
        }
    }

    /// Where it leads.
    pub fn to(&self) -> SpaceId {
        match self {
            Self::Assault { at, .. } | Self::Land { at, .. } => *at,
            Self::Sail { to, .. } => *to,
            Self::UBoats { zone, .. } | Self::Mines { zone } => *zone,
        }
    }

    /// Who is carried.
    pub fn troops(&self) -> &[UnitId] {
        match self {
            Self::Assault { with, .. } | Self::Land { with, .. } => with,
            _ => &[],
        }
    }

    /// Ships that are named.
    pub fn named(&self) -> &[UnitId] {
        match self {
            Self::Assault { escort, .. } | Self::Land { escort, .. } => escort,
            Self::Sail { with, .. } => with,
            _ => &[],
        }
    }

    /// Points, by class.
    pub fn lots(&self) -> &[(Lot, i32)] {
        match self {
            Self::Assault { on, .. } | Self::Land { on, .. } | Self::Sail { on, .. } => on,
            _ => &[],
        }
    }

    /// Whence.
    pub fn from(&self) -> Option<SpaceId> {
        match self {
            Self::Assault { from, .. } | Self::Land { from, .. } | Self::Sail { from, .. } => *from,
            _ => None,
        }
    }

    /// Zones it must pass.
    pub fn by(&self) -> &[SpaceId] {
        match self {
            Self::Assault { by, .. } | Self::Land { by, .. } | Self::Sail { by, .. } => by,
            _ => &[],
        }
    }

    /// Whether it is an assault.
    pub const fn assaults(&self) -> bool {
        matches!(self, Self::Assault { .. })
    }

    /// The port it ends in.
    pub fn port(&self, v: &Position<'_>) -> Option<SpaceId> {
        match self {
            Self::Sail { to, .. } => Some(*to).filter(|to| !seas::all(v.data).contains(to)),
            _ => None,
        }
    }
}

/// What is wrong with the orders: each by itself, with the ships that those before it take.
fn problems(v: &Position<'_>, side: Side, orders: &[(usize, SeaOrder)]) -> Vec<Problem> {
    let mut problems = named_twice(
        orders,
        |order: &SeaOrder| {
            order
                .troops()
                .iter()
                .map(|unit| UnitId::item(*unit))
                .collect()
        },
        "9.3",
    );
    let mut used: Vec<UnitId> = Vec::new();
    let assaults = orders.iter().any(|(_, order)| order.assaults());
    for (line, order) in orders {
        match order {
            SeaOrder::UBoats { zone, also } => {
                if *also == Some(*zone) {
                    problems.push(on_line(*line, Bar::UBoatsTogether { at: *zone }));
                } else if !assaults && v.open.uboats.is_empty() {
                    problems.push(on_line(*line, Bar::UBoatsWait { at: *zone }));
                }
            }
            SeaOrder::Mines { .. } => {}
            _ => match plan(v, side, order, &used) {
                Ok(voyage) => used.extend(voyage.ships),
                Err(bar) => problems.push(on_line(*line, bar)),
            },
        }
    }
    problems
}

/// The orders of a naval movement phase.
pub(in super::super::super) struct Sailing {
    pub side: Side,
}

pub(in super::super::super) static SAILINGS: Kind =
    kind_in(&["naval"], &FLEET, SeaOrder::WORDS, SeaOrder::PARTS, false);

impl Script<Sealion> for Sailing {
    type Order = SeaOrder;
    type Answer = Vec<SeaOrder>;
    const KIND: &'static Kind = &SAILINGS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-sailing")
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        SeaOrder::rows(&Quay::new(v, self.side))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<SeaOrder>>,
    ) -> Result<Vec<SeaOrder>, Vec<Problem>> {
        let orders: Vec<(usize, SeaOrder)> = steps.into_iter().filter_map(only).collect();
        unless(
            problems(v, self.side, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<SeaOrder>>> {
        let quay = Quay::new(v, self.side);
        let mut orders: Vec<(usize, SeaOrder)> = Vec::new();
        for order in ideas(v, self.side, &quay, rng) {
            orders.push((orders.len(), order));
            if !problems(v, self.side, &orders).is_empty() {
                orders.pop();
            }
        }
        Some(
            orders
                .into_iter()
                .map(|(n, order)| Step::Do(n, order))
                .collect(),
        )
    }
}

/// What bots try: Germans cross, the British send a squadron where the enemy is.
fn ideas(v: &Position<'_>, side: Side, quay: &Quay, rng: &mut dyn Below) -> Vec<SeaOrder> {
    if side == Side::German {
        let crossings = super::super::super::ideas::crossings(
            v,
            &quay.troops,
            &quay.beaches,
            &quay.shores,
            rng,
        );
        return crossings;
    }
    let mut orders = Vec::new();
    for (zone, _) in v.stacks(Side::German) {
        let near = quay
            .ships
            .iter()
            .copied()
            .filter(|ship| seas::may_enter(v, *ship, zone));
        let with: Vec<UnitId> = near.take(3).collect();
        if !with.is_empty() && rng.below(3) == 0 {
            orders.push(SeaOrder::Sail {
                to: zone,
                with,
                on: Vec::new(),
                from: None,
                by: Vec::new(),
            });
        }
    }
    orders
}

/// 2.61, 2.62: which ships go home.
pub(in super::super::super) struct Homeward {
    pub ships: Vec<UnitId>,
}

pub(in super::super::super) static HOMEWARD: Kind = kind_in(&["return"], &RETURN, &[], &[], true);

/// Points that stay in a zone beside troops ashore, to feed them.
const STAY: usize = 6;

impl Give<Sealion> for Homeward {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &HOMEWARD;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-homeward").with("units", crate::engine::say::items(&self.ships))
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        any(&self.ships)
    }

    /// All, but for what feeds troops ashore.
    fn default(&self, v: &Position<'_>) -> Vec<UnitId> {
        let mut stays: Vec<SpaceId> = Vec::new();
        let mut gone = Vec::new();
        for ship in &self.ships {
            let Berth::Sea(zone) = v.ship(*ship).at else {
                continue;
            };
            let fed = v
                .open
                .german
                .iter()
                .any(|at| v.data.map.place(*at).seas.contains(&zone));
            let feeds = v.hull(*ship).side() == Side::German && v.hull(*ship).class.carries();
            let here = stays.iter().filter(|one| **one == zone).count();
            if fed && feeds && here < STAY {
                stays.push(zone);
            } else {
                gone.push(*ship);
            }
        }
        gone
    }
}
