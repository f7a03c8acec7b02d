//! Rules 21.1 and 17.5: who sails to Crete, and along its coast.

use super::super::Mercury;
use super::super::bars::Bar;
use super::super::evacuation::{fits, room};
use super::super::sailings::{at_hand, destinations, party, takes_reserves};
use super::super::side::Side;
use super::super::state::{Position, Returned};
use super::super::words::{DROWNED, RESERVES, SAILINGS, SEND, STEAMER, WITH, naval_kind};
use super::declare::too_high;
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Choose, Give, Sheet};
use crate::orders::choice::{absent, any, number, up_to};
use crate::orders::lines::unless;
use crate::orders::{About, Below, Choice, Item, Lines as _, Phrase, Problem, Row, lines};

/// What can sail, and where to.
pub(in super::super) struct Quay {
    ports: Vec<SpaceId>,
    units: Vec<UnitId>,
    reserves: i32,
}

impl Quay {
    fn new(v: &Position<'_>) -> Self {
        let most = v.data.tables.convoys.allied_steps / v.data.tables.limits.reserve_steps.max(1);
        let units = at_hand(v);
        let bound = units.iter().filter_map(|unit| party(v, *unit));
        let bound = bound.map(|back| i32::from(back.reserves)).max();
        Self {
            ports: destinations(v),
            reserves: spare(v).max(bound.unwrap_or(0)).min(most),
            units,
        }
    }
}

/// Rules 21.11 and 21.15: reserves at Alexandria that belong to no convoy, and need not wait.
fn spare(v: &Position<'_>) -> i32 {
    let waits = |back: &&Returned| !back.units.is_empty() || back.from > v.open.turn;
    let bound = v.open.returned.iter().filter(waits);
    let bound: i32 = bound.map(|back| i32::from(back.reserves)).sum();
    i32::from(v.hidden.waiting_reserves) - bound
}

lines! {
    /// The convoy of a turn.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Sail from q: &Quay {
        /// Rule 21.13: `send W1335: with 1/cdo a, 2/cdo a reserves 0`.
        SEND => Send [to: SpaceId = q.ports] {
            units WITH: Vec<UnitId> = if q.units.is_empty() { absent() } else { any(&q.units) },
            reserves RESERVES: Option<i32> = if q.reserves > 0 { number(1, q.reserves) } else { absent() },
        },
    }
}

/// Which convoy the Allies send.
pub(in super::super) struct Sailings;

pub(super) static SAILS: Kind = naval_kind(&SAILINGS, Sail::WORDS, Sail::PARTS);

impl Sheet<Mercury> for Sailings {
    type Order = Sail;
    type Answer = Option<Sail>;
    const KIND: &'static Kind = &SAILS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let quay = Quay::new(v);
        let units: Vec<Item> = quay.units.into_iter().map(Item::from).collect();
        Phrase::new("ask-sailing")
            .with("units", units)
            .with("reserves", spare(v).max(0))
            .with("most", v.data.tables.convoys.allied_steps)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Sail::rows(&Quay::new(v))
    }

    fn most(&self, _: &[Row]) -> usize {
        1
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Sail)>,
    ) -> Result<Option<Sail>, Vec<Problem>> {
        let mut problems = Vec::new();
        for (
            line,
            Sail::Send {
                to,
                units,
                reserves,
            },
        ) in &orders
        {
            let bars = wrong(v, *to, units, reserves.unwrap_or(0));
            problems.extend(bars.into_iter().map(|bar| on_line(*line, bar)));
            let mut there = v.on(*to, Side::Allied);
            there.extend(units);
            if !v.data.map.place(*to).zone {
                let high = too_high(v, *to, &there);
                problems.extend(high.map(|problem| problem.about(About::Line(*line))));
            }
        }
        unless(problems, orders.into_iter().map(|(_, order)| order).next())
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Sail>> {
        let quay = Quay::new(v);
        let n = u32::try_from(quay.ports.len()).ok().filter(|n| *n > 0)?;
        let to = *quay.ports.get(rng.below(n) as usize)?;
        // A convoy that came back sails as it is; else as many as go together.
        let mut units: Vec<UnitId> = Vec::new();
        let mut reserves = 0;
        if let Some(back) = quay.units.iter().find_map(|unit| party(v, *unit)) {
            units.clone_from(&back.units);
            reserves = i32::from(back.reserves);
        } else if takes_reserves(v, to) && spare(v) > 0 && rng.below(3) == 0 {
            reserves = 1;
        } else {
            for unit in quay.units {
                let mut more = units.clone();
                more.push(unit);
                if wrong(v, to, &more, 0).is_empty() && v.has_room_for(to, &more) {
                    units = more;
                }
            }
        }
        let good = wrong(v, to, &units, reserves).is_empty() && v.has_room_for(to, &units);
        let sail = Sail::Send {
            to,
            units,
            reserves: (reserves > 0).then_some(reserves),
        };
        Some(if good && rng.below(4) > 0 {
            vec![sail]
        } else {
            Vec::new()
        })
    }
}

/// Why these cannot sail together, or not to that place.
fn wrong(v: &Position<'_>, to: SpaceId, units: &[UnitId], reserves: i32) -> Vec<Bar> {
    let (tables, mut bars) = (&v.data.tables, Vec::new());
    if units.is_empty() && reserves == 0 {
        return vec![Bar::EmptyConvoy];
    }
    let has = v.steps_of(units) + reserves * tables.limits.reserve_steps;
    let most = tables.convoys.allied_steps;
    if has > most {
        bars.push(Bar::ConvoyFull { has, most });
    }
    let most = room(v, to);
    if has > most {
        bars.push(Bar::PortFull { at: to, has, most });
    }
    let bound = units.first().and_then(|unit| party(v, *unit));
    if bound.is_none() && reserves > spare(v).max(0) {
        bars.push(Bar::NoReservesLeft);
    }
    if reserves > 0 && !takes_reserves(v, to) {
        bars.push(Bar::NoReserves { at: to });
    }
    let unfit = units.iter().filter(|unit| !fits(v, to, v.printed(**unit)));
    bars.extend(unfit.map(|unit| Bar::NeedsPort {
        unit: *unit,
        at: to,
    }));
    // 21.11: they stay together as long as they try.
    for unit in units {
        let together = match party(v, *unit) {
            None => units.iter().all(|one| party(v, *one).is_none()),
            Some(back) => {
                back.units.len() == units.len()
                    && back.units.iter().all(|one| units.contains(one))
                    && i32::from(back.reserves) == reserves
            }
        };
        if !together {
            bars.push(Bar::Together { unit: *unit });
            break;
        }
    }
    bars
}

/// Rule 21.14: which unit is lost.
pub(in super::super) struct Drowned {
    pub units: Vec<UnitId>,
}

pub(super) static DROWNS: Kind = naval_kind(&DROWNED, &[], &[]);

impl Choose<Mercury> for Drowned {
    type Of = UnitId;
    const KIND: &'static Kind = &DROWNS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-drowned")
    }

    /// The least first.
    fn options(&self, v: &Position<'_>) -> Vec<UnitId> {
        let mut units = self.units.clone();
        units.sort_by_key(|unit| (v.steps(*unit), v.defence(*unit) + v.attack(*unit), *unit));
        units
    }
}

/// Rule 17.5: who goes by steamer.
pub(in super::super) struct Passenger {
    pub units: Vec<UnitId>,
}

pub(super) static STEAMS: Kind = naval_kind(&STEAMER, &[], &[]);

impl Give<Mercury> for Passenger {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &STEAMS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-steamer")
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        up_to(1, &self.units)
    }

    fn default(&self, _: &Position<'_>) -> Vec<UnitId> {
        Vec::new()
    }
}
