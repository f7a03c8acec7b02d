//! Rules 19.1 to 19.3: aircraft against ships.

use super::super::super::Mercury;
use super::super::super::bars::Bar;
use super::super::super::orders::on_line;
use super::super::super::state::Position;
use super::super::super::units::Hull;
use super::super::super::words::{
    ABOARD, BB, CL, CL_A, CONVOY, CV, DD, DD2, DECOY, DIVE, FIRST, HIT, MAS, ML, PLANE, PLANES,
    SHIP, SILENCE, SILENT, STRIKE_AT, STRIKES, TARGETS, TR, sea_kind,
};
use super::super::ids::Letter;
use super::super::strikes::{strikers, targets};
use crate::board::UnitId;
use crate::engine::decision::Kind;
use crate::engine::ready::{Give, Sheet};
use crate::orders::choice::{any, at_least, number, one, share};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{
    Answer as _, Below, Choice, Element as _, Item, Lines as _, Phrase, Problem, Row, elements,
    lines, named_parts,
};

elements! {
    Hull:
    Bb = BB, Cv = CV, Cl = CL, ClA = CL_A, Ml = ML, Dd = DD, Dd2 = DD2, Transport = TR, Convoy = CONVOY, Mas = MAS,
    Decoy = DECOY
}

/// The types of Allied ships, the dearest first.
const HULLS: [Hull; 8] = [
    Hull::Bb,
    Hull::Cv,
    Hull::Cl,
    Hull::ClA,
    Hull::Transport,
    Hull::Ml,
    Hull::Dd2,
    Hull::Dd,
];

/// An attack on one task force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    pub force: Letter,
    pub planes: Vec<UnitId>,
    /// The types it goes for before all others; nothing where the player wants to be asked.
    pub wanted: Vec<Hull>,
}

/// What the attacks are taken from.
pub struct Field {
    forces: Vec<Letter>,
    planes: Vec<UnitId>,
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum StrikeOrder from f: &Field {
        /// Rule 19.13: `strike c: planes ii-stg-2, i-kg-30 targets cl, cl-a`.
        STRIKE_AT => Strike [force: Letter = f.forces] {
            planes PLANES: Vec<UnitId> = at_least(1, &f.planes),
            wanted TARGETS: Vec<Hull> = any(&HULLS),
        },
    }
}

/// Which aircraft attack which task forces.
pub struct Strikes;

pub(super) static STRIKES_KIND: Kind =
    sea_kind(&STRIKES, StrikeOrder::WORDS, StrikeOrder::PARTS, false);

impl Sheet<Mercury> for Strikes {
    type Order = StrikeOrder;
    type Answer = Vec<Strike>;
    const KIND: &'static Kind = &STRIKES_KIND;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let forces: Vec<Item> = targets(v).into_iter().map(|one| one.item()).collect();
        let planes: Vec<Item> = strikers(v).into_iter().map(Item::from).collect();
        Phrase::new("ask-strikes")
            .with("forces", forces)
            .with("planes", planes)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        StrikeOrder::rows(&Field {
            forces: targets(v),
            planes: strikers(v),
        })
    }

    fn answer(
        &self,
        _: &Position<'_>,
        orders: Vec<(usize, StrikeOrder)>,
    ) -> Result<Vec<Strike>, Vec<Problem>> {
        let named = |order: &StrikeOrder| {
            let StrikeOrder::Strike { planes, .. } = order;
            planes.iter().map(|plane| Item::from(*plane)).collect()
        };
        let problems = named_twice(&orders, named, "19.13");
        let strikes = orders.into_iter().map(|(_, order)| {
            let StrikeOrder::Strike {
                force,
                planes,
                wanted,
            } = order;
            Strike {
                force,
                planes,
                wanted,
            }
        });
        unless(problems, strikes.collect())
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<StrikeOrder>> {
        let forces = targets(v);
        let mut groups: Vec<Vec<UnitId>> = vec![Vec::new(); forces.len()];
        // Most go for one or two forces together.
        let n = u32::try_from(forces.len().min(2)).unwrap_or(1).max(1);
        let first = rng.below(u32::try_from(forces.len()).unwrap_or(1).max(1)) as usize;
        for plane in strikers(v) {
            let at = (first + rng.below(n) as usize) % forces.len().max(1);
            if rng.below(10) > 0
                && let Some(group) = groups.get_mut(at)
            {
                group.push(plane);
            }
        }
        let wanted = |rng: &mut dyn Below| {
            if rng.below(3) == 0 {
                vec![Hull::Bb, Hull::Cl]
            } else {
                Vec::new()
            }
        };
        let mut orders = Vec::new();
        for (force, planes) in forces.into_iter().zip(groups) {
            if !planes.is_empty() {
                let wanted = wanted(rng);
                orders.push(StrikeOrder::Strike {
                    force,
                    planes,
                    wanted,
                });
            }
        }
        Some(orders)
    }
}

/// What a ship is worth to those who attack it.
fn worth(v: &Position<'_>, ship: UnitId, wanted: &[Hull]) -> (usize, i32) {
    let kind = v.data.ship(ship).kind;
    let place = |list: &[Hull]| list.iter().position(|one| *one == kind);
    // What is not named comes behind all that is.
    let named = wanted.is_empty() || wanted.contains(&kind);
    let behind = if named { 0 } else { HULLS.len() };
    let defence = v.ship_ratings(ship).defence;
    (behind + place(&HULLS).unwrap_or(HULLS.len()), defence)
}

/// Aircraft, the strongest against ships first.
fn by_strength(v: &Position<'_>, planes: &[UnitId]) -> Vec<UnitId> {
    let mut planes = planes.to_vec();
    planes.sort_by_key(|plane| (-v.data.plane(*plane).naval, *plane));
    planes
}

/// Rule 19.21: who attacks which ship, in which order.
pub struct Targets {
    force: Letter,
    ships: Vec<UnitId>,
    planes: Vec<UnitId>,
    wanted: Vec<Hull>,
    /// Where the Allies choose, so many aircraft against one ship at most.
    most: Option<usize>,
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TargetOrder from a: &Targets {
        /// Rule 19.21: `hit warspite: ii-stg-2, i-kg-30`; the lines are carried out in their order.
        HIT => Hit [ship: UnitId = a.ships] { planes: Vec<UnitId> = at_least(1, &a.planes) },
    }
}

pub(super) static TARGETS_KIND: Kind =
    sea_kind(&TARGETS, TargetOrder::WORDS, TargetOrder::PARTS, true);

impl Targets {
    /// The attacks on a task force that has been seen.
    pub fn new(v: &Position<'_>, strike: &Strike, most: Option<usize>) -> Self {
        Self {
            force: strike.force,
            ships: v.in_force(strike.force),
            planes: by_strength(v, &strike.planes),
            wanted: strike.wanted.clone(),
            most,
        }
    }

    /// Whether there is nothing to choose.
    pub fn is_forced(&self) -> bool {
        self.ships.len() == 1
    }

    /// The usual allocation, attack by attack.
    pub fn usual(&self, v: &Position<'_>) -> Vec<(UnitId, UnitId)> {
        let orders = self.spread(v).into_iter();
        let pairs = orders.flat_map(|TargetOrder::Hit { ship, planes }| {
            planes.into_iter().map(move |plane| (plane, ship))
        });
        pairs.collect()
    }

    /// The usual allocation: where the Germans choose, three at a time against what they want most; where the Allies do,
    /// against their cheapest.
    fn spread(&self, v: &Position<'_>) -> Vec<TargetOrder> {
        let mut ships = self.ships.clone();
        ships.sort_by_key(|ship| {
            let (rank, defence) = worth(v, *ship, &self.wanted);
            let rank = i32::try_from(rank).unwrap_or(i32::MAX);
            if self.most.is_some() {
                (-rank, defence, *ship)
            } else {
                (rank, defence, *ship)
            }
        });
        let each = self.most.unwrap_or(3).max(1);
        let mut planes = self.planes.as_slice();
        let mut orders = Vec::new();
        for (n, ship) in ships.iter().enumerate() {
            let last = n + 1 == ships.len() && self.most.is_none();
            let take = if last {
                planes.len()
            } else {
                each.min(planes.len())
            };
            let (here, rest) = planes.split_at(take);
            planes = rest;
            if !here.is_empty() {
                orders.push(TargetOrder::Hit {
                    ship: *ship,
                    planes: here.to_vec(),
                });
            }
        }
        orders
    }
}

impl Sheet<Mercury> for Targets {
    type Order = TargetOrder;
    type Answer = Vec<(UnitId, UnitId)>;
    const KIND: &'static Kind = &TARGETS_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.force.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        let planes: Vec<Item> = self.planes.iter().map(|one| Item::from(*one)).collect();
        let key = match self.most {
            Some(_) => "ask-targets-poor",
            None => "ask-sea-targets",
        };
        let most = self.most.and_then(|most| i32::try_from(most).ok());
        Phrase::new(key)
            .with("force", self.force.item())
            .with("planes", planes)
            .with("n", most.unwrap_or(0))
    }

    fn rows(&self, _: &Position<'_>) -> Vec<Row> {
        TargetOrder::rows(self)
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, TargetOrder)>,
    ) -> Result<Vec<(UnitId, UnitId)>, Vec<Problem>> {
        let named = |order: &TargetOrder| {
            let TargetOrder::Hit { planes, .. } = order;
            planes.iter().map(|plane| Item::from(*plane)).collect()
        };
        let mut problems = named_twice(&orders, named, "19.21");
        let mut pairs: Vec<(UnitId, UnitId)> = Vec::new();
        for (line, TargetOrder::Hit { ship, planes }) in &orders {
            let planes = by_strength(v, planes);
            if let Some(most) = self.most.filter(|most| planes.len() > *most) {
                let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
                let (has, most) = (count(planes.len()), count(most));
                let ship = *ship;
                problems.push(on_line(*line, Bar::TooManyOnOne { ship, has, most }));
            }
            pairs.extend(planes.into_iter().map(|plane| (plane, *ship)));
        }
        // 19.15: all that were allocated attack.
        let idle = |plane: &&UnitId| !pairs.iter().any(|(one, _)| one == *plane);
        if let Some(unit) = self.planes.iter().find(idle) {
            problems.push(super::super::super::orders::plain(Bar::MustAttack {
                unit: *unit,
            }));
        }
        unless(problems, pairs)
    }

    fn default(&self, v: &Position<'_>) -> Vec<TargetOrder> {
        self.spread(v)
    }

    fn policy(&self, v: &Position<'_>, wish: &[Item]) -> Option<Vec<TargetOrder>> {
        let wanted: Vec<Hull> = wish
            .iter()
            .filter_map(|one| Hull::from_item(*one))
            .collect();
        let pairs = Self {
            force: self.force,
            ships: self.ships.clone(),
            planes: self.planes.clone(),
            wanted,
            most: self.most,
        };
        Some(pairs.spread(v))
    }

    fn idea(&self, v: &Position<'_>, _: &mut dyn Below) -> Option<Vec<TargetOrder>> {
        Some(self.spread(v))
    }
}

named_parts! {
    /// Rule 19.21: the next attack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Dive from n: &Next {
        pub plane PLANE: UnitId = one(&n.planes),
        pub ship SHIP: UnitId = one(&n.ships),
    }
}

/// The next attack of aircraft that are fully coordinated.
pub struct Next {
    force: Letter,
    planes: Vec<UnitId>,
    ships: Vec<UnitId>,
    best: (UnitId, UnitId),
}

pub(super) static DIVES: Kind = sea_kind(&DIVE, &[], Dive::WORDS, true);

impl Next {
    /// The best first: aircraft by strength, ships by what is wanted.
    pub fn new(
        v: &Position<'_>,
        force: Letter,
        planes: &[UnitId],
        wanted: &[Hull],
    ) -> Option<Self> {
        let mut ships = v.in_force(force);
        ships.sort_by_key(|ship| (worth(v, *ship, wanted), *ship));
        let planes = by_strength(v, planes);
        let best = (*planes.first()?, *ships.first()?);
        Some(Self {
            force,
            planes,
            ships,
            best,
        })
    }

    /// Whether there is nothing to choose.
    pub fn is_forced(&self) -> bool {
        self.planes.len() == 1 && self.ships.len() == 1
    }

    /// The strongest against what is wanted most.
    pub fn usual(&self) -> Dive {
        Dive {
            plane: self.best.0,
            ship: self.best.1,
        }
    }
}

impl Give<Mercury> for Next {
    type Of = Dive;
    const KIND: &'static Kind = &DIVES;

    fn subject(&self) -> Vec<Item> {
        vec![self.force.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        let planes: Vec<Item> = self.planes.iter().map(|one| Item::from(*one)).collect();
        Phrase::new("ask-dive")
            .with("force", self.force.item())
            .with("planes", planes)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Dive> {
        Dive::choice(self)
    }

    fn default(&self, _: &Position<'_>) -> Dive {
        self.usual()
    }
}

/// Rule 19.33: which ships hold their fire.
pub struct Silence {
    pub force: Letter,
    pub ships: Vec<UnitId>,
    pub planes: i32,
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SilenceOrder from s: &Silence {
        /// Rule 19.33: `silent kelly`, or against the first two alone: `silent kelly: first 2`.
        SILENT => Silent [ship: UnitId = s.ships] { first FIRST: Option<i32> = number(1, s.planes) },
    }
}

pub(super) static SILENCES: Kind =
    sea_kind(&SILENCE, SilenceOrder::WORDS, SilenceOrder::PARTS, true);

impl Sheet<Mercury> for Silence {
    type Order = SilenceOrder;
    type Answer = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &SILENCES;

    fn subject(&self) -> Vec<Item> {
        vec![self.force.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-silence")
            .with("force", self.force.item())
            .with("n", self.planes)
    }

    fn rows(&self, _: &Position<'_>) -> Vec<Row> {
        SilenceOrder::rows(self)
    }

    fn answer(
        &self,
        _: &Position<'_>,
        orders: Vec<(usize, SilenceOrder)>,
    ) -> Result<Vec<(UnitId, i32)>, Vec<Problem>> {
        let silent = orders.into_iter().map(|(_, order)| {
            let SilenceOrder::Silent { ship, first } = order;
            (ship, first.unwrap_or(i32::MAX))
        });
        Ok(silent.collect())
    }
}

/// Rule 17.34: who is lost aboard an Allied ship.
pub struct Drowned {
    pub ship: UnitId,
    pub units: Vec<UnitId>,
    pub steps: i32,
}

pub(super) static DROWN: Kind = Kind {
    speaks: crate::engine::decision::Speaks {
        of: None,
        names: None,
        waits: false,
    },
    ..sea_kind(&ABOARD, &[], &[], true)
};

impl Give<Mercury> for Drowned {
    type Of = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &DROWN;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-aboard")
            .with("ship", self.ship)
            .with("steps", self.steps)
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Vec<(UnitId, i32)>> {
        let most = |unit: &UnitId| (*unit, i32::from(v.steps(*unit)));
        let units: Vec<(UnitId, i32)> = self.units.iter().map(most).collect();
        share(&units, self.steps, self.steps)
    }

    fn default(&self, v: &Position<'_>) -> Vec<(UnitId, i32)> {
        super::super::super::fights::cheapest(v, &self.units, self.steps)
    }
}
