//! Rule 10.8: casualty points.

use super::super::MarketGarden;
use super::super::casualties::Share;
use super::super::decisions::wrong_shape;
use super::super::ground::place_item;
use super::super::script;
use super::super::script::part;
use super::super::state::Level;
use super::super::units::{self, unit_of};
use super::super::view::View;
use super::super::words;
use super::super::words::{LOSSES, RETREAT};
use super::{LOSSES_KIND, units_of};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{About, Below, Form, Item, Part, Phrase, Pick, Picks, Problem};

/// Rule 10.8: which units take the casualty points, and which of them retreat.
pub(in super::super) struct Losses {
    pub(in super::super) at: SpaceId,
    pub(in super::super) forward: UnitId,
    pub(in super::super) points: i32,
}

impl Losses {
    /// The defenders, the forward unit first.
    fn units(&self, v: &View<'_>) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = v.look().units(v.own(), self.at).collect();
        units.sort_by_key(|unit| (*unit != self.forward, *unit));
        units
    }

    /// Points shared in an order of preference; `retreat` where those who can shall go.
    fn shared(&self, v: &View<'_>, order: &[UnitId], retreat: bool) -> Picks {
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
        let gone: Vec<Item> = shares
            .iter()
            .filter(|share| goes(share))
            .map(|(unit, _)| unit.item())
            .collect();
        let retreats = (!gone.is_empty()).then_some(Picks::List(gone));
        let shares = shares.into_iter().map(|(unit, n)| (unit.item(), n));
        Picks::Parts(vec![Some(Picks::Share(shares.collect())), retreats])
    }
}

impl Decision<MarketGarden> for Losses {
    type Answer = Vec<Share>;
    const KIND: &'static Kind = &LOSSES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-casualties")
            .with("at", place_item(self.at))
            .with("points", self.points)
            .with("forward", self.forward.item())
    }

    fn form(&self, v: &View<'_>) -> Form {
        let units = self.units(v);
        let of = units
            .iter()
            .map(|unit| (unit.item(), v.look().level(*unit).capacity()));
        let share = Pick::Share {
            of: of.collect(),
            min: self.points,
            max: self.points,
        };
        let retreat = script::some(units.iter().map(|unit| unit.item()).collect(), 0);
        Form {
            word: &LOSSES,
            subject: vec![place_item(self.at)],
            pick: Pick::Parts(vec![
                Part {
                    word: &words::POINTS,
                    pick: share,
                    optional: false,
                },
                script::may(&RETREAT, retreat),
            ]),
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Vec<Share>, Vec<Problem>> {
        let Some(Picks::Share(shares)) = part(picks, 0) else {
            return wrong_shape();
        };
        let gone = part(picks, 1).map(units_of).unwrap_or_default();
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
        let mut answer = Vec::new();
        for (item, points) in shares {
            let Some(unit) = unit_of(*item) else { continue };
            let retreats = gone.contains(&unit);
            if retreats {
                // A fresh unit must first become spent; who would be eliminated does not retreat.
                let steps = usize::try_from(points - 1).unwrap_or(0);
                match look.level(unit).worse(steps) {
                    _ if look.counter(unit).kind == units::Kind::Tower => {
                        wrong(unit, "tower-retreats", "9.65");
                    }
                    Some(Level::Fresh) | None => wrong(unit, "fresh-retreats", "10.8/a"),
                    Some(_) if !look.may_retreat(unit, self.at) => {
                        wrong(unit, "no-refuge", "10.92");
                    }
                    Some(_) => {}
                }
            }
            answer.push(Share {
                unit,
                points: *points,
                retreats,
            });
        }
        if !answer.iter().any(|share| share.unit == self.forward) {
            wrong(self.forward, "forward-first", "10.8");
        }
        for unit in gone {
            if !answer.iter().any(|share| share.unit == unit) {
                wrong(unit, "retreat-unpaid", "10.8");
            }
        }
        if problems.is_empty() {
            Ok(answer)
        } else {
            Err(problems)
        }
    }

    fn default(&self, v: &View<'_>) -> Picks {
        // Spread over the best first, and none lost that can be saved by going.
        let mut order = self.units(v);
        let look = v.look();
        order.sort_by_key(|unit| (look.level(*unit), look.counter(*unit).attack, *unit));
        self.shared(v, &order, false)
    }

    fn policy(&self, v: &View<'_>, wish: &[Item]) -> Option<Picks> {
        let mut order: Vec<UnitId> = wish.iter().filter_map(|item| unit_of(*item)).collect();
        let units = self.units(v);
        order.retain(|unit| units.contains(unit));
        order.extend(units.iter().filter(|unit| !wish.contains(&unit.item())));
        Some(self.shared(v, &order, wish.contains(&Item::Word(&RETREAT))))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
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
