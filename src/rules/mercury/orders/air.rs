//! Rules 12.1 to 12.4: what air units do.

use super::super::Mercury;
use super::super::air_phase::{in_bin, next_halves, spare_wholes};
use super::super::bars::Bar;
use super::super::map::Sector;
use super::super::scenario::Mission;
use super::super::state::{Bin, Position};
use super::super::units::Aircraft;
use super::super::words::{
    AIR, GROUND, HERAKLION, INTERDICT, JOIN, MALEME_SUDA, RETIMO, SEARCH, SOUTH_CRETE, SPLIT,
    STRIKE, air_kind,
};
use super::on_line;
use crate::board::UnitId;
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{at_least, one};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, elements, lines};

elements! {
    Sector:
    MalemeSuda = MALEME_SUDA, Retimo = RETIMO, Heraklion = HERAKLION, SouthCrete = SOUTH_CRETE
}

/// What the card offers.
pub(in super::super) struct Offer {
    whole: Vec<UnitId>,
    halves: Vec<UnitId>,
    planes: Vec<UnitId>,
    sectors: Vec<Sector>,
    missions: Vec<Mission>,
}

impl Offer {
    fn new(v: &Position<'_>) -> Self {
        let ready = in_bin(v, Bin::Ready);
        let of = |kind: Aircraft| -> Vec<UnitId> {
            let of = |unit: &UnitId| v.data.plane(*unit).kind == kind;
            ready.iter().copied().filter(of).collect()
        };
        let mut whole = of(Aircraft::Ju87);
        let spare = next_halves(v);
        if spare.len() < 2 {
            // 12.13: three are split already.
            whole.clear();
        }
        let mut halves = of(Aircraft::HalfJu87);
        // 12.87: every pair of halves may be one unit again.
        let joined: Vec<UnitId> = spare_wholes(v).into_iter().take(halves.len() / 2).collect();
        if joined.is_empty() {
            halves.clear();
        }
        let mut planes = ready.clone();
        if !whole.is_empty() {
            let half = |unit: &UnitId| v.data.plane(*unit).kind == Aircraft::HalfJu87;
            planes.extend(in_bin(v, Bin::Out).into_iter().filter(half));
        }
        planes.extend(joined);
        Self {
            whole,
            halves,
            planes,
            sectors: v.data.scenario.sectors.clone(),
            missions: v.data.scenario.missions.clone(),
        }
    }

    fn flies(&self, mission: Mission) -> bool {
        self.missions.contains(&mission)
    }
}

lines! {
    /// What one line of the Air phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum AirOrder from o: &Offer {
        /// Rule 12.13: `split i-stg-1`.
        SPLIT => Split [unit: UnitId = o.whole],
        /// Rule 12.87: `join half-ju-87-1: half-ju-87-2`.
        JOIN => Join [unit: UnitId = o.halves] {
            with: UnitId = one(&o.halves)
        },
        /// Rule 12.4: `interdict retimo: ii-kg-2, iii-kg-2`.
        INTERDICT => Interdict [sector: Sector = o.sectors] {
            units: Vec<UnitId> = at_least(1, &o.planes)
        } if o.flies(Mission::Interdiction),
        /// Rules 12.5 and 12.6: `bombing: i-stg-1`.
        GROUND => Ground {
            units: Vec<UnitId> = at_least(1, &o.planes)
        } if o.flies(Mission::Bombardment),
        /// Rule 12.7: `search: i-zg-26`.
        SEARCH => Search {
            units: Vec<UnitId> = at_least(1, &o.planes)
        } if o.flies(Mission::Search),
        /// Rule 12.8: `naval: ii-stg-77`.
        STRIKE => Strike {
            units: Vec<UnitId> = at_least(1, &o.planes)
        } if o.flies(Mission::Naval),
    }
}

impl AirOrder {
    /// Who flies.
    fn planes(&self) -> &[UnitId] {
        match self {
            Self::Split { .. } | Self::Join { .. } => &[],
            Self::Interdict { units, .. }
            | Self::Ground { units }
            | Self::Search { units }
            | Self::Strike { units } => units,
        }
    }
}

/// The Air Operations card.
pub(in super::super) struct Card;

pub(super) static CARD: Kind = air_kind(&AIR, AirOrder::WORDS, AirOrder::PARTS);

impl Sheet<Mercury> for Card {
    type Order = AirOrder;
    type Answer = Vec<AirOrder>;
    const KIND: &'static Kind = &CARD;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let planes: Vec<Item> = in_bin(v, Bin::Ready).into_iter().map(Item::from).collect();
        Phrase::new("ask-crete-air").with("planes", planes)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        AirOrder::rows(&Offer::new(v))
    }

    /// Splits and joins come first (12.23 e), whatever the order of the lines.
    fn answer(
        &self,
        v: &Position<'_>,
        mut orders: Vec<(usize, AirOrder)>,
    ) -> Result<Vec<AirOrder>, Vec<Problem>> {
        let named = |order: &AirOrder| match order {
            AirOrder::Split { unit } => vec![Item::from(*unit)],
            AirOrder::Join { unit, with } => vec![Item::from(*unit), Item::from(*with)],
            _ => order
                .planes()
                .iter()
                .map(|unit| Item::from(*unit))
                .collect(),
        };
        let mut problems = named_twice(&orders, named, "12.31");
        orders.sort_by_key(|(_, order)| !order.planes().is_empty());
        let mut ready = in_bin(v, Bin::Ready);
        let half = |unit: &UnitId| v.data.plane(*unit).kind == Aircraft::HalfJu87;
        let mut spare: Vec<UnitId> = in_bin(v, Bin::Out).into_iter().filter(half).collect();
        let mut wholes = spare_wholes(v).into_iter();
        for (line, order) in &orders {
            match order {
                AirOrder::Split { unit } if spare.len() < 2 => {
                    problems.push(on_line(*line, Bar::ThreeSplit { unit: *unit }));
                }
                AirOrder::Split { .. } => ready.extend(spare.drain(..2)),
                AirOrder::Join { unit, .. } => match wholes.next() {
                    Some(whole) => ready.push(whole),
                    None => problems.push(on_line(*line, Bar::NoWhole { unit: *unit })),
                },
                _ => {
                    let missing = order.planes().iter().find(|unit| !ready.contains(unit));
                    if let Some(unit) = missing {
                        problems.push(on_line(*line, Bar::NotReady { unit: *unit }));
                    }
                }
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    /// All that are ready fly against the ground, or against ships where there is none.
    fn default(&self, v: &Position<'_>) -> Vec<AirOrder> {
        let (offer, units) = (Offer::new(v), in_bin(v, Bin::Ready));
        if offer.flies(Mission::Bombardment) {
            vec![AirOrder::Ground { units }]
        } else if offer.flies(Mission::Naval) {
            vec![AirOrder::Strike { units }]
        } else {
            Vec::new()
        }
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<AirOrder>> {
        let offer = Offer::new(v);
        let mut ready = in_bin(v, Bin::Ready);
        let mut orders = Vec::new();
        if let [first, with, ..] = offer.halves.as_slice()
            && rng.below(4) == 0
        {
            let (unit, with) = (*first, *with);
            ready.retain(|one| *one != unit && *one != with);
            orders.push(AirOrder::Join { unit, with });
        } else if let [unit, ..] = offer.whole.as_slice()
            && rng.below(4) == 0
        {
            let unit = *unit;
            ready.retain(|one| *one != unit);
            ready.extend(next_halves(v));
            orders.push(AirOrder::Split { unit });
        }
        let mut boxes: Vec<Vec<UnitId>> = vec![Vec::new(); offer.missions.len()];
        let n = u32::try_from(boxes.len()).unwrap_or(1).max(1);
        for plane in ready {
            if let Some(planes) = boxes.get_mut(rng.below(n) as usize) {
                planes.push(plane);
            }
        }
        for (mission, units) in offer.missions.iter().zip(boxes) {
            if units.is_empty() {
                continue;
            }
            let n = u32::try_from(offer.sectors.len()).unwrap_or(1).max(1);
            orders.push(match mission {
                Mission::Interdiction => AirOrder::Interdict {
                    sector: *offer.sectors.get(rng.below(n) as usize)?,
                    units,
                },
                Mission::Bombardment => AirOrder::Ground { units },
                Mission::Search => AirOrder::Search { units },
                Mission::Naval => AirOrder::Strike { units },
            });
        }
        Some(orders)
    }
}
