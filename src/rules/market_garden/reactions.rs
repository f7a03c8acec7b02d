//! What the sides are asked while orders are carried out: dice, forward units, losses, retreats, bridges.

use super::MarketGarden;
use super::casualties::Share;
use super::decisions::{kind, wrong_shape};
use super::ground::{edge_item, edge_of, place_item};
use super::script::{self, list, part};
use super::staff;
use super::state::{Level, Phase, Sd};
use super::units::{UnitId, unit_of};
use super::view::View;
use super::words;
use super::words::{
    ATTRITION, BLOW, FORWARD, LOSSES, MISTAKEN, REFUGE, REROLL, RETREAT, SHIFT, WITHDRAW,
};
use crate::board::{SideId, SpaceId};
use crate::engine::decision::{Decision, Kind, Speaks};
use crate::engine::ready::{Ask, Choose};
use crate::orders::{About, Below, Class, Form, Item, Part, Phrase, Pick, Picks, Problem, Word};

const ALL_DAY: &[&str] = &[
    "air",
    "guns",
    "drop",
    "corps",
    "dawn",
    "german",
    "allied",
    "german-refit",
    "allied-refit",
];

const PLACES: &[Class] = &[Class::Place];
const UNITS: &[Class] = &[Class::Unit];

/// A reaction that is asked about one of some things and answered with others.
const fn reaction(
    word: &'static Word,
    of: Option<&'static [Class]>,
    names: &'static [Class],
) -> Kind {
    Kind {
        reaction: true,
        speaks: Speaks {
            of,
            names: Some(names),
            waits: true,
        },
        ..kind(word, ALL_DAY)
    }
}

pub(super) static FORWARD_KIND: Kind = reaction(&FORWARD, Some(PLACES), UNITS);
pub(super) static REROLL_KIND: Kind = reaction(&REROLL, None, &[]);
pub(super) static LOSSES_KIND: Kind = Kind {
    answers: &[&RETREAT, &words::HOLD],
    ..reaction(&LOSSES, Some(PLACES), UNITS)
};
pub(super) static REFUGE_KIND: Kind = reaction(&REFUGE, Some(UNITS), PLACES);
pub(super) static WITHDRAW_KIND: Kind = reaction(&WITHDRAW, Some(PLACES), UNITS);
pub(super) static ATTRITION_KIND: Kind = reaction(&ATTRITION, Some(PLACES), UNITS);
pub(super) static MISTAKEN_KIND: Kind = reaction(&MISTAKEN, Some(PLACES), UNITS);
pub(super) static SHIFT_KIND: Kind = reaction(&SHIFT, Some(&[]), &[]);
pub(super) static BLOW_KIND: Kind = Kind {
    speaks: Speaks {
        of: Some(&[]),
        names: Some(&[Class::Edge]),
        waits: false,
    },
    ..reaction(&BLOW, None, &[])
};

fn units_of(picks: &Picks) -> Vec<UnitId> {
    list(picks)
        .iter()
        .filter_map(|item| unit_of(*item))
        .collect()
}

/// Rule 10.73A: the forward unit.
pub(super) struct Forward {
    pub(super) at: SpaceId,
}

impl Choose<MarketGarden> for Forward {
    const KIND: &'static Kind = &FORWARD_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-forward").with("at", place_item(self.at))
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let units = v.look().forward_units(v.own(), self.at);
        units.into_iter().map(UnitId::item).collect()
    }

    fn appeal(&self, v: &View<'_>, item: Item) -> i32 {
        unit_of(item).map_or(0, |unit| v.look().defence_factor(unit))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Item> {
        // The best one, as a rule.
        let best = self.options(v).first().copied();
        best.filter(|_| rng.below(8) > 0)
    }
}

/// Rules 12.3 and 12.6: does the owner of the Advantage have the dice thrown again?
pub(super) struct Reroll {
    pub(super) subject: Vec<Item>,
    pub(super) dice: Vec<u32>,
}

impl Ask<MarketGarden> for Reroll {
    const KIND: &'static Kind = &REROLL_KIND;

    fn subject(&self) -> Vec<Item> {
        self.subject.clone()
    }

    fn question(&self, v: &View<'_>) -> Phrase {
        let dice = self.dice.iter().map(|die| i32::try_from(*die).unwrap_or(0));
        let dice: Vec<Item> = dice.map(Item::Number).collect();
        let own = v.own();
        let margin = v.look().s.pulse.pending.first().map_or(0, |pending| {
            if pending.attacker == own {
                pending.margin
            } else {
                -pending.margin
            }
        });
        let what = match self.subject.first() {
            Some(item) => Phrase::new("reroll-of").with("what", *item),
            None => Phrase::new(match v.look().s.phase {
                Phase::Dawn => "reroll-weather",
                Phase::GermanRefit | Phase::AlliedRefit => "reroll-surrender",
                _ => "reroll-sunset",
            }),
        };
        Phrase::new("ask-reroll-throw")
            .with("what", what)
            .with("dice", dice)
            .with("margin", margin)
    }

    fn appeal(&self, v: &View<'_>) -> i32 {
        let pending = v.look().s.pulse.pending.first();
        pending.map_or(-1, |pending| {
            let margin = if pending.attacker == v.own() {
                pending.margin
            } else {
                -pending.margin
            };
            -margin - 3
        })
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<bool> {
        let pending = v.look().s.pulse.pending.first();
        Some(staff::throws_again(v, pending, rng))
    }
}

/// Rule 10.8: which units take the casualty points, and which of them retreat.
pub(super) struct Losses {
    pub(super) at: SpaceId,
    pub(super) forward: UnitId,
    pub(super) points: i32,
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

/// Rule 10.92: where a unit retreats to, of places of equal rank.
pub(super) struct Refuge {
    pub(super) unit: UnitId,
    pub(super) places: Vec<SpaceId>,
}

impl Choose<MarketGarden> for Refuge {
    const KIND: &'static Kind = &REFUGE_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.unit.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-refuge").with("unit", self.unit.item())
    }

    fn options(&self, _: &View<'_>) -> Vec<Item> {
        self.places.iter().map(|at| place_item(*at)).collect()
    }
}

/// Rules 10.3 and 10.742: which assaulters go back.
pub(super) struct Withdraw {
    pub(super) at: SpaceId,
    pub(super) units: Vec<UnitId>,
}

impl Decision<MarketGarden> for Withdraw {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-withdraw-from").with("at", place_item(self.at))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &WITHDRAW,
            subject: vec![place_item(self.at)],
            pick: script::some(self.units.iter().map(|unit| unit.item()).collect(), 0),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units_of(picks))
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        // Who has a foot in the door keeps it there, as a rule.
        (rng.below(4) > 0).then(|| self.default(v))
    }
}

/// Rule 11.41: in which order units take what is left of the attrition points.
pub(super) struct Attrition {
    pub(super) at: SpaceId,
    pub(super) points: i32,
    pub(super) units: Vec<UnitId>,
}

impl Decision<MarketGarden> for Attrition {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &ATTRITION_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-attrition")
            .with("at", place_item(self.at))
            .with("points", self.points)
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &ATTRITION,
            subject: vec![place_item(self.at)],
            pick: Pick::Order(self.units.iter().map(|unit| unit.item()).collect()),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units_of(picks))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let look = v.look();
        let mut units = self.units.clone();
        units.sort_by_key(|unit| (look.counter(*unit).attack, *unit));
        Picks::List(units.into_iter().map(UnitId::item).collect())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}

/// Rule 16.21: which Allied unit a mistaken attack hits first.
pub(super) struct Mistaken {
    pub(super) at: SpaceId,
}

impl Choose<MarketGarden> for Mistaken {
    const KIND: &'static Kind = &MISTAKEN_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-mistaken").with("at", place_item(self.at))
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let look = v.look();
        let mut units = look.forward_units(Sd::Allied, self.at);
        units.sort_by_key(|unit| {
            let attack = look.counter(*unit).attack;
            (!look.fresh(*unit), std::cmp::Reverse(attack), *unit)
        });
        units.into_iter().map(UnitId::item).collect()
    }
}

/// Rules 12.21 and 12.22: how far the sunset marker is shifted.
pub(super) struct Shift {
    pub(super) most: i32,
    /// Whether he may leave it: only who gains the Advantage with these losses may.
    pub(super) free: bool,
}

impl Decision<MarketGarden> for Shift {
    type Answer = i32;
    const KIND: &'static Kind = &SHIFT_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        Phrase::new("ask-shift")
            .with("most", self.most)
            .with("drm", v.look().s.drm)
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &SHIFT,
            subject: Vec::new(),
            pick: Pick::Number {
                min: -self.most,
                max: self.most,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<i32, Vec<Problem>> {
        match picks {
            // 12.21/a, 12.22/a: every space is moved, each in the direction of his choice.
            Picks::Number(by) if !self.free && (self.most - by) % 2 != 0 => {
                let what = Phrase::new("shift-owed").with("most", self.most);
                Err(vec![Problem::new(what).rule("12.21, 12.22")])
            }
            Picks::Number(by) => Ok(*by),
            _ => wrong_shape(),
        }
    }

    fn default(&self, v: &View<'_>) -> Picks {
        // The Germans want night, the Allies day.
        Picks::Number(match v.own() {
            Sd::German => -self.most,
            Sd::Allied => self.most,
        })
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(6) > 0).then(|| self.default(v))
    }
}

/// Rule 8.2122: which bridges a standing order has blown up at the end of an impulse.
pub(super) struct BlowUp {
    pub(super) bridges: Vec<SideId>,
}

impl Decision<MarketGarden> for BlowUp {
    type Answer = Vec<SideId>;
    const KIND: &'static Kind = &BLOW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let bridges = self.bridges.iter().map(|edge| edge_item(*edge));
        Phrase::new("ask-blow").with("bridges", bridges.collect::<Vec<Item>>())
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &BLOW,
            subject: Vec::new(),
            pick: script::some(
                self.bridges.iter().map(|edge| edge_item(*edge)).collect(),
                0,
            ),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<SideId>, Vec<Problem>> {
        let edges = list(picks).iter().filter_map(|item| edge_of(*item));
        Ok(edges.collect())
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        // Germans blow up what they can; the Allies need their bridges.
        let all = match v.own() {
            Sd::German => rng.below(6) > 0,
            Sd::Allied => rng.below(60) == 0,
        };
        let bridges = self.bridges.iter().filter(|_| all);
        Some(Picks::List(bridges.map(|edge| edge_item(*edge)).collect()))
    }
}
