//! Rule 7.2: who intercepts a fleet that was found.

use super::super::super::Sealion;
use super::super::super::orders::{number as small, plain};
use super::super::super::state::Position;
use super::super::super::words::{GUNS, INTERCEPT, WITH, kind_in};
use super::super::counters::{counters, strength};
use super::super::interception::{best, groups, guns, wrong};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{absent, any, number};
use crate::orders::word::{NO, YES};
use crate::orders::{Below, Choice, Item, Phrase, Problem, named_parts};

/// Who is offered.
pub(in super::super::super) struct Offer {
    ships: Vec<UnitId>,
    guns: i32,
}

named_parts! {
    /// Who goes, or which guns fire.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in super::super::super) struct Sent from o: &Offer {
        pub(in super::super::super) with WITH: Vec<UnitId> = any(&o.ships),
        pub(in super::super::super) guns GUNS: Option<i32> = if o.guns > 0 {
            Choice::<Option<i32>>::from(number(1, o.guns))
        } else {
            absent()
        },
    }
}

/// A fleet was found in a zone.
pub(in super::super::super) struct Intercept {
    pub zone: SpaceId,
    pub enemy: Vec<UnitId>,
    pub margin: usize,
}

pub(in super::super::super) static INTERCEPTS: Kind = kind_in(
    &["naval"],
    &INTERCEPT,
    &[],
    &[&WITH, &GUNS, &YES, &NO],
    true,
);

impl Intercept {
    fn offer(&self, v: &Position<'_>) -> Offer {
        let margin = small(self.margin);
        let most = margin * v.data.tables.naval.numbers.option.guns;
        Offer {
            ships: groups(v, v.own(), self.zone)
                .into_values()
                .flatten()
                .collect(),
            guns: guns(v, v.own(), self.zone).min(most),
        }
    }

    /// The best that can be sent; the guns where no ship can.
    fn all(&self, v: &Position<'_>) -> Sent {
        let with = best(v, v.own(), self.zone, self.margin);
        let guns = self.offer(v).guns;
        Sent {
            guns: (with.is_empty() && guns > 0).then_some(guns.min(3)),
            with,
        }
    }

    /// What a careful admiral does: he fights what is not stronger than he is.
    fn careful(&self, v: &Position<'_>) -> Sent {
        let sent = self.all(v);
        let transports = counters(v, &self.enemy).iter().any(|one| !one.fights());
        let [own, theirs] = [strength(v, &sent.with), strength(v, &self.enemy)];
        if sent.guns.is_some() || own > theirs || transports && own * 2 > theirs {
            sent
        } else {
            Sent::default()
        }
    }
}

impl Give<Sealion> for Intercept {
    type Of = Sent;
    const KIND: &'static Kind = &INTERCEPTS;

    fn subject(&self) -> Vec<Item> {
        vec![self.zone.item()]
    }

    fn question(&self, v: &Position<'_>) -> Phrase {
        let most = self.margin * v.data.tables.naval.numbers.option.counters;
        Phrase::new("eng-ask-intercept")
            .with("at", self.zone)
            .with("ships", crate::engine::say::items(&self.enemy))
            .with("most", small(most.min(v.data.tables.naval.numbers.stack)))
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Sent> {
        Sent::choice(&self.offer(v))
    }

    fn default(&self, v: &Position<'_>) -> Sent {
        self.careful(v)
    }

    fn check(&self, v: &Position<'_>, sent: &Sent) -> Vec<Problem> {
        let bar = wrong(
            v,
            self.zone,
            &sent.with,
            sent.guns.unwrap_or(0),
            self.margin,
        );
        bar.map(plain).into_iter().collect()
    }

    /// `yes` is all that can be sent, `no` nothing; ships are sent as far as they can go and belong together.
    fn policy(&self, v: &Position<'_>, wish: &[Item]) -> Option<Sent> {
        match wish.first()? {
            Item::Word(word) if **word == YES => return Some(self.all(v)),
            Item::Word(word) if **word == NO => return Some(Sent::default()),
            _ => {}
        }
        let offered = self.offer(v).ships;
        let mut sent = Sent::default();
        for unit in wish.iter().filter_map(|item| UnitId::from_item(*item)) {
            sent.with.push(unit);
            let good = offered.contains(&unit) && self.check(v, &sent).is_empty();
            if !good {
                sent.with.pop();
            }
        }
        (!sent.with.is_empty()).then_some(sent)
    }

    fn engage(&self, v: &Position<'_>) -> Option<Sent> {
        Some(self.all(v))
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Sent> {
        Some(if rng.below(4) == 0 {
            self.all(v)
        } else {
            self.careful(v)
        })
    }
}
