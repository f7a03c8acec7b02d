//! Rule 6: what is asked in the combat phase.

use super::super::Sealion;
use super::super::bars::Bar;
use super::super::fights::{self, by_sea};
use super::super::side::Side;
use super::super::spend::cheapest;
use super::super::state::{Mark, Position, Where};
use super::super::words::{
    ADVANCE, AND, ANSWER, ARMOUR, ATTACK, COMBAT, GUNS, HEXES, LOSSES, REPLY, TANKS, TO, WITH,
    land_kind,
};
use super::{ask, on_line, only, plain};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::{Choose, Give, Script};
use crate::orders::choice::{absent, any, at_least, number, one, pairs, share};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{
    Answer as _, Below, Choice, Item, Lines as _, OrNo, Phrase, Problem, Row, Step, lines,
    named_parts,
};

/// Who can attack what.
pub(in super::super) struct Line {
    pub targets: Vec<SpaceId>,
    pub units: Vec<UnitId>,
    pub tanks: Vec<UnitId>,
    pub guns: i32,
}

impl Line {
    pub fn new(v: &Position<'_>) -> Self {
        let side = v.own();
        let mut targets: Vec<SpaceId> = Vec::new();
        let mut units: Vec<UnitId> = Vec::new();
        for unit in v.data.land_ids() {
            let near = reach(v, side, unit);
            if !near.is_empty() {
                units.push(unit);
                targets.extend(near);
            }
        }
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|at| !v.open.fought.contains(at));
        let guns =
            if side == Side::German && targets.iter().any(|at| fights::in_range(v, *at).is_ok()) {
                i32::try_from(v.open.guns.min(2)).unwrap_or(0)
            } else {
                0
            };
        Self {
            tanks: fights::tanks(v, &units, true),
            targets,
            units,
            guns,
        }
    }
}

/// Rules 6.0, 8.6 and 9.4.2: the hexes a unit may attack.
pub(in super::super) fn reach(v: &Position<'_>, side: Side, unit: UnitId) -> Vec<SpaceId> {
    let (printed, now) = (v.printed(unit), v.unit(unit));
    let idle = printed.side() != side || printed.is_leader() || v.attack(unit) == 0;
    if idle || now.marks.has(Mark::Attacked) {
        return Vec::new();
    }
    match now.at {
        Where::Landing(at) => vec![at],
        Where::At(at) if now.marks.has(Mark::Dropped) => vec![at],
        Where::At(at) => {
            let ways = v.data.map.ways(at).iter();
            let near = ways.filter(|way| !way.between.closed).map(|way| way.to);
            near.filter(|to| v.holds(*to, side.other()) || drops_there(v, side, *to))
                .collect()
        }
        Where::Out | Where::Aboard(_) | Where::Waiting | Where::Lost | Where::Away => Vec::new(),
    }
}

/// Whether troops of a side must fight for a hex that only home guard holds: others may join them.
fn drops_there(v: &Position<'_>, side: Side, at: SpaceId) -> bool {
    let comes = |unit: UnitId| {
        let now = v.unit(unit);
        now.at == Where::Landing(at) || now.at == Where::At(at) && now.marks.has(Mark::Dropped)
    };
    side == Side::German && v.data.land_ids().any(comes)
}

lines! {
    /// An attack.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum AttackOrder from l: &Line {
        /// Rule 6.0: `attack 3822: with 7 Pz, 8 Pz, also 3823, armour 7 Pz, guns 1`.
        ATTACK => Attack [at: SpaceId = l.targets] {
            with WITH: Vec<UnitId> = at_least(1, &l.units),
            also AND: Vec<SpaceId> = any(&l.targets),
            armour ARMOUR: Option<UnitId> = one(&l.tanks),
            guns GUNS: Option<i32> = if l.guns > 0 {
                Choice::<Option<i32>>::from(number(1, l.guns))
            } else {
                absent()
            },
        },
    }
}

impl AttackOrder {
    /// The hexes attacked.
    pub fn targets(&self) -> Vec<SpaceId> {
        let Self::Attack { at, also, .. } = self;
        let mut targets = vec![*at];
        targets.extend(also.iter().filter(|one| *one != at));
        targets
    }
}

/// What is wrong with one attack.
fn wrong(v: &Position<'_>, order: &AttackOrder) -> Option<Bar> {
    let AttackOrder::Attack {
        at,
        with,
        armour,
        guns,
        ..
    } = order;
    let targets = order.targets();
    for unit in with {
        let near = reach(v, v.own(), *unit);
        if let Some(at) = targets.iter().find(|at| !near.contains(at)) {
            let (unit, at) = (*unit, *at);
            let now = v.unit(unit);
            let bound = now.marks.has(Mark::Dropped) || by_sea(v, unit);
            return Some(if bound {
                Bar::OwnHexOnly { unit, at }
            } else {
                Bar::NotBeside { unit, at }
            });
        }
    }
    if let Some(unit) = armour.filter(|unit| !with.contains(unit)) {
        return Some(Bar::NoArmour { unit });
    }
    if guns.is_some()
        && let Some(bar) = targets.iter().find_map(|at| fights::in_range(v, *at).err())
    {
        return Some(bar);
    }
    let strength = fights::attack_of(v, with, &targets) + guns.unwrap_or(0);
    (strength < 1).then_some(Bar::NoStrength { at: *at })
}

/// What is wrong with some attacks, taken together.
fn problems(v: &Position<'_>, orders: &[(usize, AttackOrder)]) -> Vec<Problem> {
    let units = |order: &AttackOrder| {
        let AttackOrder::Attack { with, .. } = order;
        with.iter().map(|unit| unit.item()).collect()
    };
    let hexes = |order: &AttackOrder| order.targets().into_iter().map(SpaceId::item).collect();
    let mut problems = named_twice(orders, units, "6.0");
    problems.extend(named_twice(orders, hexes, "6.0"));
    let mut guns = 0;
    for (line, order) in orders {
        problems.extend(wrong(v, order).map(|bar| on_line(*line, bar)));
        let AttackOrder::Attack { guns: shots, .. } = order;
        guns += shots.unwrap_or(0);
        let most = super::number(v.open.guns);
        if shots.is_some() && guns > most {
            problems.push(on_line(*line, Bar::TooManyGuns { has: guns, most }));
        }
    }
    problems
}

/// The attacks of a combat phase.
pub(in super::super) struct Attacks;

pub(super) static ATTACKS: Kind = land_kind(&COMBAT, AttackOrder::WORDS, AttackOrder::PARTS, false);

impl Script<Sealion> for Attacks {
    type Order = AttackOrder;
    type Answer = Vec<AttackOrder>;
    const KIND: &'static Kind = &ATTACKS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-combat").with("side", Item::Word(v.own().word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        AttackOrder::rows(&Line::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<AttackOrder>>,
    ) -> Result<Vec<AttackOrder>, Vec<Problem>> {
        let orders: Vec<(usize, AttackOrder)> = steps.into_iter().filter_map(only).collect();
        unless(
            problems(v, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    // Those who come from the sea or the air fight: nobody forgets them.
    fn default(&self, v: &Position<'_>) -> Vec<Step<AttackOrder>> {
        let orders = bound(v).into_iter();
        orders
            .enumerate()
            .map(|(n, order)| Step::Do(n, order))
            .collect()
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<AttackOrder>>> {
        let mut orders: Vec<(usize, AttackOrder)> = Vec::new();
        for order in super::super::ideas::attacks(v, rng) {
            orders.push((orders.len(), order));
            if !problems(v, &orders).is_empty() {
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

/// The attacks that must be made: of those who landed or jumped.
pub(in super::super) fn bound(v: &Position<'_>) -> Vec<AttackOrder> {
    let mut orders: Vec<AttackOrder> = Vec::new();
    for unit in v.data.land_ids() {
        let now = v.unit(unit);
        let jumps = now.marks.has(Mark::Dropped);
        let target = match now.at {
            Where::Landing(at) => Some(at),
            Where::At(at) if jumps => Some(at),
            _ => None,
        };
        let may = target.is_some_and(|at| {
            reach(v, v.own(), unit).contains(&at) && !v.open.fought.contains(&at)
        });
        let Some(target) = target.filter(|_| may) else {
            continue;
        };
        let known = orders
            .iter_mut()
            .find(|AttackOrder::Attack { at, .. }| *at == target);
        match known {
            Some(AttackOrder::Attack { with, .. }) => with.push(unit),
            None => orders.push(AttackOrder::Attack {
                at: target,
                with: vec![unit],
                also: Vec::new(),
                armour: None,
                guns: None,
            }),
        }
    }
    orders
}

/// Rule 6.4: which armour the defender names, if any.
pub(in super::super) struct Tanks {
    pub at: SpaceId,
    pub tanks: Vec<UnitId>,
}

pub(super) static TANK: Kind = land_kind(
    &TANKS,
    &[],
    <OrNo<UnitId> as crate::orders::Element>::WORDS,
    true,
);

impl Choose<Sealion> for Tanks {
    type Of = OrNo<UnitId>;
    const KIND: &'static Kind = &TANK;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("eng-ask-tanks", self.at)
    }

    fn options(&self, _: &Position<'_>) -> Vec<OrNo<UnitId>> {
        let tanks = self.tanks.iter().map(|unit| OrNo(Some(*unit)));
        tanks.chain([OrNo(None)]).collect()
    }
}

/// What a result leaves to choose.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Price {
    pub points: i32,
    /// Steps that are there.
    pub steps: i32,
    /// Hexes at least and at most.
    pub hexes: [i32; 2],
    /// 6.4: who loses the first step.
    pub first: Option<UnitId>,
}

named_parts! {
    /// How a result is paid.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in super::super) struct Payment from r: &Reply {
        pub hexes HEXES: i32 = number(r.price.hexes[0], r.price.hexes[1]),
        pub losses LOSSES: Vec<(UnitId, i32)> = share(&r.shares, 0, r.price.points.min(r.price.steps)),
        pub to TO: Option<SpaceId> = one(&r.ends),
    }
}

/// How a side pays for a result: steps, hexes, or both (6.2).
pub(in super::super) struct Reply {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    /// The steps each can lose.
    pub shares: Vec<(UnitId, i32)>,
    pub price: Price,
    pub ends: Vec<SpaceId>,
    pub attacking: bool,
}

pub(super) static REPLIES: Kind = land_kind(&REPLY, &[], Payment::WORDS, true);

impl Reply {
    /// Steps to be lost with so many hexes.
    fn due(&self, hexes: i32) -> i32 {
        (self.price.points - hexes).clamp(0, self.price.steps)
    }

    /// What is paid with so many hexes by who does not care.
    fn pays(&self, v: &Position<'_>, hexes: i32) -> Payment {
        Payment {
            hexes,
            losses: cheapest(v, &self.units, self.due(hexes), self.price.first),
            to: None,
        }
    }

    /// What counts when nobody answers: back as far as possible, but cities are held.
    pub fn usual(&self, v: &Position<'_>) -> Payment {
        let city = v.data.map.place(self.at).city.is_some();
        let holds = city && !self.attacking && self.due(self.price.hexes[0]) < self.price.steps;
        self.pays(v, self.price.hexes[usize::from(!holds)])
    }
}

impl Give<Sealion> for Reply {
    type Of = Payment;
    const KIND: &'static Kind = &REPLIES;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        let key = if self.attacking {
            "eng-ask-reply-attacker"
        } else {
            "eng-ask-reply"
        };
        ask(key, self.at)
            .with("points", self.price.points)
            .with("most", self.price.hexes[1])
            .with("units", crate::engine::say::items(&self.units))
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Payment> {
        Payment::choice(self)
    }

    fn default(&self, v: &Position<'_>) -> Payment {
        self.usual(v)
    }

    fn check(&self, _: &Position<'_>, given: &Payment) -> Vec<Problem> {
        let has: i32 = given.losses.iter().map(|(_, steps)| *steps).sum();
        let needs = self.due(given.hexes);
        let mut problems = Vec::new();
        if has != needs {
            problems.push(plain(Bar::WrongSum { has, needs }));
        }
        let spared = |unit: &UnitId| !given.losses.iter().any(|(one, _)| one == unit);
        if has > 0
            && let Some(unit) = self
                .price
                .first
                .filter(|unit| self.units.contains(unit) && spared(unit))
        {
            problems.push(plain(Bar::ArmourFirst { unit }));
        }
        problems
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Payment> {
        let [least, most] = self.price.hexes;
        let span = u32::try_from(most - least + 1).unwrap_or(1);
        let hexes = least + i32::try_from(rng.below(span)).unwrap_or(0);
        let mut payment = self.pays(v, hexes);
        if hexes > 0 && rng.below(2) == 0 {
            payment.to = self.ends.first().copied();
        }
        Some(payment)
    }
}

/// Rule 6.3: who goes forward, and where.
pub(in super::super) struct Forward {
    pub at: SpaceId,
    pub hexes: Vec<SpaceId>,
    pub units: Vec<UnitId>,
    pub ends: Vec<SpaceId>,
    /// Who can come where.
    pub reach: Vec<(UnitId, SpaceId)>,
    /// 9.4.2: those who are aboard if they do not.
    pub landing: Vec<UnitId>,
}

pub(super) static ADVANCES: Kind = land_kind(&ADVANCE, &[], &[], true);

impl Forward {
    /// As many of the best as have room, into the hexes that were left.
    fn usual(&self, v: &Position<'_>, ends: &[SpaceId]) -> Vec<(UnitId, SpaceId)> {
        let mut units = self.units.clone();
        units.sort_by_key(|unit| (!self.landing.contains(unit), -v.defence(*unit), *unit));
        let mut gone: Vec<(UnitId, SpaceId)> = Vec::new();
        for unit in units {
            let room = |end: &&SpaceId| {
                self.reach.contains(&(unit, **end)) && self.fits(v, &gone, unit, **end)
            };
            if let Some(end) = ends.iter().find(room) {
                gone.push((unit, *end));
            }
        }
        gone.sort_unstable();
        gone
    }

    fn fits(
        &self,
        v: &Position<'_>,
        gone: &[(UnitId, SpaceId)],
        unit: UnitId,
        end: SpaceId,
    ) -> bool {
        let side = v.side(unit);
        let mut more: Vec<UnitId> = gone
            .iter()
            .filter(|(_, to)| *to == end)
            .map(|(unit, _)| *unit)
            .collect();
        more.push(unit);
        v.has_room(end, side, &more)
    }
}

impl Give<Sealion> for Forward {
    type Of = Vec<(UnitId, SpaceId)>;
    const KIND: &'static Kind = &ADVANCES;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("eng-ask-advance", self.at).with("units", crate::engine::say::items(&self.units))
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<(UnitId, SpaceId)>> {
        pairs(&self.units, &self.ends, self.units.len())
    }

    fn default(&self, v: &Position<'_>) -> Vec<(UnitId, SpaceId)> {
        self.usual(v, &self.hexes)
    }

    fn check(&self, v: &Position<'_>, given: &Vec<(UnitId, SpaceId)>) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut gone: Vec<(UnitId, SpaceId)> = Vec::new();
        for (unit, at) in given.iter().copied() {
            if !self.reach.contains(&(unit, at)) {
                problems.push(plain(Bar::CannotAdvance { unit, at }));
            } else if !self.fits(v, &gone, unit, at) {
                let most = super::number(v.data.tables.limits.stack);
                let mut there = v.on(at, v.side(unit));
                there.extend(
                    gone.iter()
                        .filter(|(_, to)| *to == at)
                        .map(|(unit, _)| *unit),
                );
                there.push(unit);
                let has = super::number(v.stack_of(&there));
                problems.push(plain(Bar::TooHigh { at, has, most }));
            }
            gone.push((unit, at));
        }
        problems
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<(UnitId, SpaceId)>> {
        let mut ends = self.ends.clone();
        if rng.below(3) > 0 {
            ends.clone_from(&self.hexes);
        }
        Some(self.usual(v, &ends))
    }
}

/// Rule 9.4.22: which division answers for a beach.
pub(in super::super) struct Answering {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
}

pub(super) static ANSWERS: Kind = land_kind(&ANSWER, &[], &[], true);

impl Choose<Sealion> for Answering {
    type Of = UnitId;
    const KIND: &'static Kind = &ANSWERS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("eng-ask-answer", self.at)
    }

    fn options(&self, _: &Position<'_>) -> Vec<UnitId> {
        self.units.clone()
    }
}
