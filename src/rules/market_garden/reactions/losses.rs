//! Rule 10.8: casualty points.

use super::super::MarketGarden;
use super::super::casualties::Share;
use super::super::ground::place_item;
use super::super::state::Level;
use super::super::units;
use super::super::view::View;
use super::super::words::{POINTS, RETREAT};
use super::LOSSES_KIND;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{any, share};
use crate::orders::{About, Below, Choice, Item, Phrase, Problem, named_parts};

/// Rule 10.8: which units take the casualty points, and which of them retreat.
pub(in super::super) struct Losses {
    pub(in super::super) at: SpaceId,
    pub(in super::super) forward: UnitId,
    pub(in super::super) points: i32,
}

named_parts! {
    /// Who takes how many points, and who goes.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Toll from d: &Defenders {
        points POINTS: Vec<(UnitId, i32)> = share(&d.units, d.points, d.points).required(),
        retreat RETREAT: Vec<UnitId> = any(&d.names()),
    }
}

/// The defenders with what each can take, the forward unit first; and the points.
pub(in super::super) struct Defenders {
    units: Vec<(UnitId, i32)>,
    points: i32,
}

impl Defenders {
    fn names(&self) -> Vec<UnitId> {
        self.units.iter().map(|(unit, _)| *unit).collect()
    }
}

impl Toll {
    /// What each unit takes.
    pub(in super::super) fn shares(self) -> Vec<Share> {
        let Self { points, retreat } = self;
        let share = |(unit, points): (UnitId, i32)| Share {
            unit,
            points,
            retreats: retreat.contains(&unit),
        };
        points.into_iter().map(share).collect()
    }
}

impl Losses {
    /// The defenders, the forward unit first.
    fn units(&self, v: &View<'_>) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = v.look().units(v.own(), self.at).collect();
        units.sort_by_key(|unit| (*unit != self.forward, *unit));
        units
    }

    /// Points shared in an order of preference; `retreat` where those who can shall go.
    fn shared(&self, v: &View<'_>, order: &[UnitId], retreat: bool) -> Toll {
        let look = v.look();
        let mut left = self.points;
        let mut shares: Vec<(UnitId, i32)> = Vec::new();
        let mut give = |unit: UnitId, most: i32, left: &mut i32| {
            let had = shares.iter().position(|(one, _)| *one == unit);
            let before = had.map_or(0, |n| shares[n].1);
            let more = (most - before).min(*left).max(0);
            *left -= more;
            match had {
                Some(n) => shares[n].1 += more,
                None if more > 0 => shares.push((unit, more)),
                None => {}
            }
        };
        give(self.forward, 1, &mut left);
        // First the steps that cost no unit, then the last ones.
        for unit in order {
            let steps = look.level(*unit).capacity() - 1;
            give(*unit, steps, &mut left);
        }
        for unit in order {
            give(*unit, look.level(*unit).capacity(), &mut left);
        }
        let units = self.units(v);
        shares.sort_by_key(|(unit, _)| units.iter().position(|one| one == unit));
        let goes = |(unit, points): &(UnitId, i32)| {
            // One point of a unit may be its retreat instead of its last step.
            let last = look.level(*unit).capacity() == *points;
            let spent = look.level(*unit) != Level::Fresh || *points > 1;
            (retreat || last) && spent && look.may_retreat(*unit, self.at)
        };
        let gone = shares.iter().filter(|share| goes(share));
        Toll {
            retreat: gone.map(|(unit, _)| *unit).collect(),
            points: shares,
        }
    }
}

impl Give<MarketGarden> for Losses {
    type Of = Toll;
    const KIND: &'static Kind = &LOSSES_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-casualties")
            .with("at", place_item(self.at))
            .with("points", self.points)
            .with("forward", self.forward.item())
    }

    fn choice(&self, v: &View<'_>) -> Choice<Toll> {
        let units = self.units(v).into_iter();
        let capacity = |unit: UnitId| v.look().level(unit).capacity();
        Toll::choice(&Defenders {
            units: units.map(|unit| (unit, capacity(unit))).collect(),
            points: self.points,
        })
    }

    fn check(&self, v: &View<'_>, toll: &Toll) -> Vec<Problem> {
        let look = v.look();
        let mut problems = Vec::new();
        let mut wrong = |unit: UnitId, key: &'static str, rule: &'static str| {
            let what = Phrase::new(key).with("unit", unit.item());
            problems.push(
                Problem::new(what)
                    .about(About::Item(unit.item()))
                    .rule(rule),
            );
        };
        for (unit, points) in &toll.points {
            if !toll.retreat.contains(unit) {
                continue;
            }
            // A fresh unit must first become spent; who would be eliminated does not retreat.
            let steps = usize::try_from(points - 1).unwrap_or(0);
            match look.level(*unit).worse(steps) {
                _ if look.counter(*unit).kind == units::Kind::Tower => {
                    wrong(*unit, "tower-retreats", "9.65");
                }
                Some(Level::Fresh) | None => wrong(*unit, "fresh-retreats", "10.8/a"),
                Some(_) if !look.may_retreat(*unit, self.at) => {
                    wrong(*unit, "no-refuge", "10.92");
                }
                Some(_) => {}
            }
        }
        let pays = |unit: UnitId| toll.points.iter().any(|(one, _)| *one == unit);
        if !pays(self.forward) {
            wrong(self.forward, "forward-first", "10.8");
        }
        for unit in &toll.retreat {
            if !pays(*unit) {
                wrong(*unit, "retreat-unpaid", "10.8");
            }
        }
        problems
    }

    fn default(&self, v: &View<'_>) -> Toll {
        // Spread over the best first, and none lost that can be saved by going.
        let mut order = self.units(v);
        let look = v.look();
        order.sort_by_key(|unit| (look.level(*unit), look.counter(*unit).attack, *unit));
        self.shared(v, &order, false)
    }

    fn policy(&self, v: &View<'_>, wish: &[Item]) -> Option<Toll> {
        let mut order: Vec<UnitId> = wish.iter().copied().filter_map(UnitId::from_item).collect();
        let units = self.units(v);
        order.retain(|unit| units.contains(unit));
        order.extend(units.iter().filter(|unit| !wish.contains(&unit.item())));
        Some(self.shared(v, &order, wish.contains(&Item::Word(&RETREAT))))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Toll> {
        if rng.below(4) > 0 {
            return Some(self.default(v));
        }
        let mut order = self.units(v);
        for last in (1..order.len()).rev() {
            let n = rng.below(u32::try_from(last + 1).unwrap_or(1)) as usize;
            order.swap(last, n);
        }
        let retreat = rng.below(2) == 0;
        Some(self.shared(v, &order, retreat))
    }
}
