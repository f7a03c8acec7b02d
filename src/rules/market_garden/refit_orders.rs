//! The orders of a refit phase: depots, refits, evening repairs, purchases, in the player's order.

use super::MarketGarden;
use super::bars::Bar;
use super::conditions;
use super::data::Data;
use super::decisions::wrong_shape;
use super::depots::{Depot, Source};
use super::event::Event;
use super::ground::{edge_item, edge_of, place_item, place_of};
use super::look::Look;
use super::reasons::{plain, refit_refused};
use super::script::{list, may, one, part, some};
use super::staff;
use super::state::{Level, Side};
use super::units::unit_of;
use super::view::View;
use super::words::{
    AIR_SUPPLY, ALL_AMERICAN, BOOST, BUY, CORPS_DEPOT, DEPOT, EVENING, FROM, GERMAN_DEPOT,
    OSS_DEPOT, RED_DEVILS, REFIT, REFIT_KIND, REORGANISE, SCREAMING_EAGLES,
};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind, Speaks};
use crate::orders::{
    Act, Below, Clause, Form, Item, Line, Phrase, Pick, Picks, Problem, Row, Word,
};

pub(super) static REFIT_PHASE: Kind = Kind {
    word: &REFIT_KIND,
    rows: &[&DEPOT, &REFIT, &EVENING, &BUY, &BOOST, &REORGANISE],
    answers: &[
        &FROM,
        &CORPS_DEPOT,
        &OSS_DEPOT,
        &RED_DEVILS,
        &ALL_AMERICAN,
        &SCREAMING_EAGLES,
        &AIR_SUPPLY,
        &GERMAN_DEPOT,
    ],
    reaction: false,
    desk: "staff",
    phases: &["german-refit", "allied-refit"],
    speaks: Speaks::ANY,
};

/// One order of a refit phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RefitOrder {
    Depot { source: Source, at: SpaceId },
    Refit { unit: UnitId, from: Vec<SpaceId> },
    Rebuild { edge: SideId, from: Vec<SpaceId> },
    Buy(i32),
    Boost(i32),
    Reorganise { unit: UnitId, by: UnitId },
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RefitStep {
    Do(RefitOrder),
    If {
        tests: Vec<Clause>,
        then: Vec<RefitOrder>,
        otherwise: Vec<RefitOrder>,
    },
}

impl RefitOrder {
    /// The order as its author would write it.
    pub(super) fn text(&self, d: &Data) -> String {
        let unit = |unit: &UnitId| d.counter(*unit).id.clone();
        match self {
            Self::Depot { source, at } => {
                format!(
                    "depot {}: {}",
                    d.ground.place(*at).id,
                    source_word(*source).id()
                )
            }
            Self::Refit { unit: one, .. } => format!("refit {}", unit(one)),
            Self::Rebuild { edge, .. } => format!("rebuild {}", d.ground.edge(*edge).id),
            Self::Buy(spaces) => format!("buy {spaces}"),
            Self::Boost(each) => format!("boost {each}"),
            Self::Reorganise { unit: one, by } => {
                format!("reorganise {}: {}", unit(one), unit(by))
            }
        }
    }
}

/// The word of a source.
pub(super) fn source_word(source: Source) -> &'static Word {
    match source {
        Source::German => &GERMAN_DEPOT,
        Source::Corps => &CORPS_DEPOT,
        Source::Oss => &OSS_DEPOT,
        Source::Airborne(0) => &RED_DEVILS,
        Source::Airborne(1) => &ALL_AMERICAN,
        Source::Airborne(_) => &SCREAMING_EAGLES,
        Source::Air => &AIR_SUPPLY,
    }
}

/// The sources of a side.
pub(super) fn sources(side: Side) -> Vec<Source> {
    match side {
        Side::German => vec![Source::German],
        Side::Allied => vec![
            Source::Corps,
            Source::Oss,
            Source::Airborne(0),
            Source::Airborne(1),
            Source::Airborne(2),
            Source::Air,
        ],
    }
}

/// Rule 6.4: the whole plan of a refit phase.
pub(super) struct RefitPlan;

fn worn(look: Look<'_>, side: Side) -> Vec<UnitId> {
    let units = look.d.units_of(side);
    units
        .filter(|unit| look.s.at(*unit).is_some() && !look.fresh(*unit))
        .collect()
}

/// The words of the rows, in their order.
pub(super) fn layout(view: &View<'_>) -> Vec<&'static Word> {
    let (look, side, switches) = (view.look(), view.own(), &view.data().switches);
    let mut words: Vec<&'static Word> = vec![&DEPOT, &BUY];
    if !worn(look, side).is_empty() {
        words.push(&REFIT);
        if switches.reorganisation {
            words.push(&REORGANISE);
        }
    }
    if !look.s.blown.is_empty() {
        words.push(&EVENING);
    }
    if switches.depot_boost && side == Side::Allied {
        words.push(&BOOST);
    }
    words
}

fn order(word: &Word, line: &Line) -> Option<RefitOrder> {
    let from = || {
        let items = part(&line.picks, 0).map(list).unwrap_or_default();
        items.iter().filter_map(|item| place_of(*item)).collect()
    };
    let number = || match &line.picks {
        Picks::Number(number) => Some(*number),
        _ => None,
    };
    let unit = line.subject.and_then(unit_of);
    Some(if word == &DEPOT {
        let item = one(Some(&line.picks))?;
        let all = sources(Side::German)
            .into_iter()
            .chain(sources(Side::Allied));
        let mut all = all.filter(|source| Item::Word(source_word(*source)) == item);
        RefitOrder::Depot {
            source: all.next()?,
            at: line.subject.and_then(place_of)?,
        }
    } else if word == &REFIT {
        RefitOrder::Refit {
            unit: unit?,
            from: from(),
        }
    } else if word == &EVENING {
        RefitOrder::Rebuild {
            edge: line.subject.and_then(edge_of)?,
            from: from(),
        }
    } else if word == &BUY {
        RefitOrder::Buy(number()?)
    } else if word == &BOOST {
        RefitOrder::Boost(number()?)
    } else if word == &REORGANISE {
        RefitOrder::Reorganise {
            unit: unit?,
            by: one(Some(&line.picks)).and_then(unit_of)?,
        }
    } else {
        return None;
    })
}

impl Decision<MarketGarden> for RefitPlan {
    type Answer = Vec<RefitStep>;
    const KIND: &'static Kind = &REFIT_PHASE;

    fn question(&self, v: &View<'_>) -> Phrase {
        let s = v.look().s;
        Phrase::new("ask-refit").with("reserve", s.reserve[v.own().index()])
    }

    fn form(&self, v: &View<'_>) -> Form {
        let (look, side, d) = (v.look(), v.own(), v.data());
        let places: Vec<Item> = d.ground.ids().map(place_item).collect();
        let worn: Vec<Item> = worn(look, side).into_iter().map(UnitId::item).collect();
        let from = || Pick::Parts(vec![may(&FROM, some(places.clone(), 0))]);
        let most = d.tables.supply.spaces_most;
        let row = |word: &'static Word| {
            let (subjects, pick) = if word == &DEPOT {
                let kinds = sources(side).into_iter();
                let kinds = kinds.map(|source| Item::Word(source_word(source)));
                (places.clone(), Pick::One(kinds.collect()))
            } else if word == &REFIT {
                (worn.clone(), from())
            } else if word == &EVENING {
                let blown = look.s.blown.iter().map(|edge| edge_item(*edge));
                (blown.collect(), from())
            } else if word == &BUY {
                let (min, max) = (-most, most);
                (Vec::new(), Pick::Number { min, max })
            } else if word == &BOOST {
                let max = d.tables.options.boost_most;
                (Vec::new(), Pick::Number { min: 1, max })
            } else {
                (worn.clone(), Pick::One(worn.clone()))
            };
            Row {
                word,
                subjects,
                pick,
            }
        };
        Form {
            word: &REFIT_KIND,
            subject: Vec::new(),
            pick: Pick::Script {
                rows: layout(v).into_iter().map(row).collect(),
                tests: conditions::all(v),
                max: 300,
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Script(acts) = picks else {
            return wrong_shape();
        };
        let words = layout(v);
        let mut number = 0;
        let mut next = |line: &Line| {
            number += 1;
            let order = words.get(line.row).and_then(|word| order(word, line))?;
            Some((number - 1, order))
        };
        let (mut steps, mut certain) = (Vec::new(), Vec::new());
        let mut sure = true;
        for act in acts {
            match act {
                Act::Do(line) => {
                    if let Some((n, order)) = next(line) {
                        if sure {
                            certain.push((n, order.clone()));
                        }
                        // A repaired bridge may carry the lines of what follows.
                        sure &= !matches!(order, RefitOrder::Rebuild { .. });
                        steps.push(RefitStep::Do(order));
                    }
                }
                Act::If(branch) => {
                    sure = false;
                    let mut all = |lines: &[Line]| {
                        let lines = lines.iter().filter_map(&mut next);
                        lines.map(|(_, order)| order).collect()
                    };
                    steps.push(RefitStep::If {
                        tests: branch.tests.clone(),
                        then: all(&branch.then),
                        otherwise: all(&branch.otherwise),
                    });
                }
            }
        }
        let problems = problems(v, &certain);
        if problems.is_empty() {
            Ok(steps)
        } else {
            Err(problems)
        }
    }

    fn default(&self, v: &View<'_>) -> Picks {
        staff::refit(v, &[])
    }

    fn policy(&self, v: &View<'_>, wish: &[Item]) -> Option<Picks> {
        let first: Vec<UnitId> = wish.iter().filter_map(|item| unit_of(*item)).collect();
        Some(staff::refit(v, &first))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(staff::evening(v, rng))
    }
}

/// Tries the plan on a copy of the position.
fn problems(v: &View<'_>, orders: &[(usize, RefitOrder)]) -> Vec<Problem> {
    let (d, side) = (v.data(), v.own());
    let mut s = v.look().s.clone();
    let mut problems = Vec::new();
    for (n, order) in orders {
        let look = Look { d, s: &s };
        let event = match order {
            RefitOrder::Depot { source, at } => look.depot(*source, *at).map(|points| {
                let depot = Depot {
                    source: *source,
                    at: *at,
                    points,
                    boosted: 0,
                };
                Some(Event::Places { depot })
            }),
            RefitOrder::Refit { unit, from } => look.refit(*unit, from).map(|(cost, from)| {
                let level = look.level(*unit).better().unwrap_or(Level::Fresh);
                Some(Event::Refits {
                    unit: *unit,
                    level,
                    cost,
                    from,
                })
            }),
            RefitOrder::Rebuild { edge, from } => {
                look.evening(side, *edge, from).map(|(cost, from)| {
                    Some(Event::Pays {
                        edge: *edge,
                        cost,
                        from,
                    })
                })
            }
            RefitOrder::Boost(each) => look.boost(*each).map(|points| {
                Some(Event::Boosts {
                    each: *each,
                    points,
                })
            }),
            // What is left over is known only when all is placed; surrenders come before reorganisation.
            RefitOrder::Buy(_) => Ok(None),
            RefitOrder::Reorganise { unit, by } => look.reorganisable(*unit, *by).map(|()| None),
        };
        match event {
            Ok(Some(event)) => super::apply::apply(d, &mut s, &event),
            Ok(None) => {}
            Err(bar) => problems.push(refit_refused(look, *n, order, bar)),
        }
    }
    // Purchases are judged on what will be in the reserve.
    let reserve: i32 = s.reserve[side.index()]
        + s.pulse
            .depots
            .iter()
            .filter(|depot| Look { d, s: &s }.free(side, depot.at))
            .map(|depot| depot.points)
            .sum::<i32>();
    let table = &d.tables.supply;
    let mut bought = 0;
    for (n, order) in orders {
        let RefitOrder::Buy(spaces) = order else {
            continue;
        };
        bought += spaces.abs();
        let (most, cost) = (table.spaces_most, bought * table.space);
        if bought > most {
            problems.push(plain(*n, Bar::BuyMost { most }));
        } else if cost > reserve {
            let points = reserve;
            problems.push(plain(*n, Bar::BuyPoints { cost, points }));
        }
    }
    problems
}
