//! Orders: what the lines of a script say, and the form they are written in.

use super::assault::Plan;
use super::event::Target;
use super::ground::{edge_item, edge_of, place_item, place_of};
use super::nets::Nets;
use super::state::{Phase, Side, Where};
use super::units::{Kind, unit_of};
use super::view::{View, marker};
use super::words::{
    ACTIVATE, ASSAULT, BARRAGE, BOAT, BOMBARD, BY, DEMOLISH, DROP, GUNS, HOLD, INFILTRATE,
    INTERDICT, LAND, LEAD, MOVE, ORDERS, PASS, POINT, REPAIR, SEIZE, STOP, STRIKE, TARGET, WITH,
};
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::{Act, Arg, Clause, Form, Item, Line, Part, Phrase, Pick, Picks, Row, Word};

/// What one line orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Activate(SpaceId),
    Repair(SideId),
    Move {
        unit: UnitId,
        path: Vec<SpaceId>,
    },
    Boat {
        unit: UnitId,
        to: SpaceId,
    },
    Seize {
        edge: SideId,
        by: Option<UnitId>,
    },
    Assault {
        at: SpaceId,
        plan: Plan,
    },
    Demolish(SideId),
    Infiltrate {
        to: SpaceId,
        units: Vec<UnitId>,
    },
    Bombard {
        at: SpaceId,
        lead: UnitId,
        guns: Vec<UnitId>,
        barrage: bool,
        target: Option<Target>,
    },
    Strike {
        at: SpaceId,
        marker: Option<usize>,
        target: Option<UnitId>,
    },
    Interdict(SpaceId),
    Land {
        unit: UnitId,
        at: SpaceId,
    },
    Drop {
        unit: UnitId,
        at: SpaceId,
    },
    Pass,
    Stop,
    Hold,
}

/// One step of a script with the number of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Do(usize, Order),
    If {
        tests: Vec<Clause>,
        then: Vec<(usize, Order)>,
        otherwise: Vec<(usize, Order)>,
    },
}

/// An item of a list of picks.
pub(super) fn list(picks: &Picks) -> &[Item] {
    match picks {
        Picks::List(items) => items,
        _ => &[],
    }
}

/// The single item of picks.
pub(super) fn one(picks: Option<&Picks>) -> Option<Item> {
    match picks {
        Some(Picks::One(item)) => Some(*item),
        _ => None,
    }
}

/// The n-th part of picks.
pub(super) fn part(picks: &Picks, n: usize) -> Option<&Picks> {
    match picks {
        Picks::Parts(parts) => parts.get(n).and_then(Option::as_ref),
        _ => None,
    }
}

fn units(picks: Option<&Picks>) -> Vec<UnitId> {
    let items = picks.map(list).unwrap_or_default();
    items.iter().filter_map(|item| unit_of(*item)).collect()
}

fn target_of(item: Item) -> Option<Target> {
    unit_of(item)
        .map(Target::Unit)
        .or_else(|| edge_of(item).map(Target::Marker))
}

/// Reads what a line orders.
fn order(word: &Word, line: &Line) -> Option<Order> {
    let (subject, picks) = (line.subject, &line.picks);
    let place = subject.and_then(place_of);
    let unit = subject.and_then(unit_of);
    let edge = subject.and_then(edge_of);
    let chosen = || one(Some(picks)).and_then(place_of);
    let is = |other: &Word| std::ptr::eq(word, other) || word == other;
    Some(if is(&ACTIVATE) {
        Order::Activate(place?)
    } else if is(&REPAIR) {
        Order::Repair(edge?)
    } else if is(&MOVE) {
        let path = list(picks)
            .iter()
            .filter_map(|item| place_of(*item))
            .collect();
        Order::Move { unit: unit?, path }
    } else if is(&BOAT) {
        Order::Boat {
            unit: unit?,
            to: chosen()?,
        }
    } else if is(&SEIZE) {
        Order::Seize {
            edge: edge?,
            by: one(part(picks, 0)).and_then(unit_of),
        }
    } else if is(&ASSAULT) {
        let plan = Plan {
            with: part(picks, 0).map(|picks| units(Some(picks))),
            point: one(part(picks, 1)).and_then(unit_of),
            guns: units(part(picks, 2)),
        };
        Order::Assault { at: place?, plan }
    } else if is(&DEMOLISH) {
        Order::Demolish(edge?)
    } else if is(&INFILTRATE) {
        Order::Infiltrate {
            to: place?,
            units: units(Some(picks)),
        }
    } else if is(&BOMBARD) || is(&BARRAGE) {
        Order::Bombard {
            at: place?,
            lead: one(part(picks, 0)).and_then(unit_of)?,
            guns: units(part(picks, 1)),
            barrage: is(&BARRAGE),
            target: one(part(picks, 2)).and_then(target_of),
        }
    } else if is(&STRIKE) {
        let marker = match one(part(picks, 0)) {
            Some(Item::Thing(thing)) => Some(usize::from(thing.id)),
            _ => None,
        };
        Order::Strike {
            at: place?,
            marker,
            target: one(part(picks, 1)).and_then(unit_of),
        }
    } else if is(&INTERDICT) {
        Order::Interdict(chosen()?)
    } else if is(&LAND) {
        Order::Land {
            unit: unit?,
            at: chosen()?,
        }
    } else if is(&DROP) {
        Order::Drop {
            unit: unit?,
            at: chosen()?,
        }
    } else if is(&PASS) {
        Order::Pass
    } else if is(&STOP) {
        Order::Stop
    } else if is(&HOLD) {
        Order::Hold
    } else {
        return None;
    })
}

/// Reads a script; rows are those of [`rows`] for the same view.
pub(super) fn read(words: &[&'static Word], picks: &Picks) -> Vec<Step> {
    let Picks::Script(acts) = picks else {
        return Vec::new();
    };
    let mut number = 0;
    let mut next = |line: &Line| {
        let order = words.get(line.row).and_then(|word| order(word, line));
        number += 1;
        order.map(|order| (number - 1, order))
    };
    let mut steps = Vec::with_capacity(acts.len());
    for act in acts {
        match act {
            Act::Do(line) => {
                steps.extend(next(line).map(|(n, order)| Step::Do(n, order)));
            }
            Act::If(branch) => {
                let then = branch.then.iter().filter_map(&mut next).collect();
                let otherwise = branch.otherwise.iter().filter_map(&mut next).collect();
                steps.push(Step::If {
                    tests: branch.tests.clone(),
                    then,
                    otherwise,
                });
            }
        }
    }
    steps
}

fn bare(word: &'static Word, pick: Pick) -> Row {
    Row {
        word,
        subjects: Vec::new(),
        pick,
    }
}

fn row(word: &'static Word, subjects: Vec<Item>, pick: Pick) -> Row {
    Row {
        word,
        subjects,
        pick,
    }
}

/// A part of a line that may be left out.
pub(super) const fn may(word: &'static Word, pick: Pick) -> Part {
    Part {
        word,
        pick,
        optional: true,
    }
}

const fn must(word: &'static Word, pick: Pick) -> Part {
    Part {
        word,
        pick,
        optional: false,
    }
}

pub(super) const fn some(of: Vec<Item>, min: usize) -> Pick {
    let max = of.len();
    Pick::Some { of, min, max }
}

/// The longest march anybody can order.
const LONGEST: u32 = 12;

/// Where a march begins, and the class of its net.
type Start = (SpaceId, (usize, usize));

/// The units of a side that could be named, sorted out by what they can do.
pub(super) struct Muster {
    assault: Vec<Item>,
    guns: Vec<Item>,
    foot: Vec<Item>,
    /// Those that can move, by place and class of net.
    marches: Vec<(Start, Vec<Item>)>,
    uk: Vec<Item>,
    /// Those that land on D-Day, where they may choose (23.2).
    drops: Vec<Item>,
}

fn muster(view: &View<'_>) -> Muster {
    let (look, own) = (view.look(), view.own());
    let mut all = Muster {
        assault: Vec::new(),
        guns: Vec::new(),
        foot: Vec::new(),
        marches: Vec::new(),
        uk: Vec::new(),
        drops: Vec::new(),
    };
    for unit in view.data().units_of(own) {
        let (counter, item) = (view.data().counter(unit), unit.item());
        let at = match look.s.unit(unit).at {
            Where::At(at) if look.fresh(unit) => at,
            Where::Uk => {
                all.uk.push(item);
                counter.at
            }
            Where::Later if look.s.phase == Phase::Drop => {
                if super::dday::lands_first(look, unit) {
                    all.drops.push(item);
                }
                continue;
            }
            _ => continue,
        };
        if counter.kind.assaults() {
            all.assault.push(item);
        }
        if counter.kind.is_artillery() {
            all.guns.push(item);
        }
        if counter.kind.is_infantry() && counter.kind != Kind::Mech {
            all.foot.push(item);
        }
        if counter.kind == Kind::Tower {
            continue;
        }
        let key = (at, Nets::class(counter));
        match all.marches.iter_mut().find(|(one, _)| *one == key) {
            Some((_, units)) => units.push(item),
            None => all.marches.push((key, vec![item])),
        }
    }
    all
}

/// The words of the rows of [`form`], in their order: those of marches stand last.
pub(super) fn layout(view: &View<'_>) -> (Vec<&'static Word>, Muster) {
    let (phase, own) = (view.look().s.phase, view.own());
    let all = muster(view);
    let mut words: Vec<&'static Word> = vec![&ASSAULT];
    match phase {
        Phase::Corps => return (words, all),
        Phase::Drop => {
            words.push(&SEIZE);
            if !all.drops.is_empty() {
                words.push(&DROP);
            }
        }
        _ => {
            words.extend([&ACTIVATE, &SEIZE, &DEMOLISH, &PASS, &STOP, &HOLD]);
            if !view.look().s.blown.is_empty() {
                words.push(&REPAIR);
            }
            if !all.guns.is_empty() {
                words.extend([&BOMBARD, &BARRAGE]);
            }
            match own {
                Side::German => words.extend([&INFILTRATE, &INTERDICT]),
                Side::Allied => {
                    words.push(&STRIKE);
                    if !all.foot.is_empty() {
                        words.push(&BOAT);
                    }
                    if !all.uk.is_empty() {
                        words.push(&LAND);
                    }
                }
            }
        }
    }
    words.extend(all.marches.iter().map(|_| &MOVE));
    (words, all)
}

/// The row of a unit's march.
pub(super) fn march_row(words: &[&'static Word], all: &Muster, unit: UnitId) -> Option<usize> {
    let first = words.iter().position(|word| *word == &MOVE)?;
    let nth = all
        .marches
        .iter()
        .position(|(_, units)| units.contains(&unit.item()))?;
    Some(first + nth)
}

/// The form of a script.
pub(super) fn form(view: &View<'_>, tests: Vec<Form>) -> Form {
    let (words, all) = layout(view);
    let d = view.data();
    let places: Vec<Item> = d.ground.ids().map(place_item).collect();
    let bridges: Vec<Item> = d.ground.bridges().map(edge_item).collect();
    let mut marches = all.marches.iter();
    let rows = words
        .into_iter()
        .map(|word| {
            if word != &MOVE {
                return fixed_row(view, word, &all, &places, &bridges);
            }
            let Some(((at, class), units)) = marches.next() else {
                return row(word, Vec::new(), Pick::Nothing);
            };
            let pick = Pick::Path {
                from: place_item(*at),
                max: LONGEST,
                stay: false,
                net: d.nets.of(*class),
            };
            row(word, units.clone(), pick)
        })
        .collect();
    Form {
        word: &ORDERS,
        subject: Vec::new(),
        pick: Pick::Script {
            rows,
            tests,
            max: 200,
        },
    }
}

fn fixed_row(
    view: &View<'_>,
    word: &'static Word,
    all: &Muster,
    places: &[Item],
    bridges: &[Item],
) -> Row {
    let (look, d) = (view.look(), view.data());
    let is = |other: &Word| word == other;
    if is(&ACTIVATE) {
        row(word, places.to_vec(), Pick::Nothing)
    } else if is(&REPAIR) {
        let blown = look.s.blown.iter().map(|edge| edge_item(*edge));
        row(word, blown.collect(), Pick::Nothing)
    } else if is(&DROP) {
        row(word, all.drops.clone(), Pick::One(places.to_vec()))
    } else if is(&SEIZE) {
        let by = may(&BY, Pick::One(all.assault.clone()));
        row(word, bridges.to_vec(), Pick::Parts(vec![by]))
    } else if is(&ASSAULT) {
        let parts = vec![
            may(&WITH, some(all.assault.clone(), 1)),
            may(&POINT, Pick::One(all.assault.clone())),
            may(&GUNS, some(all.guns.clone(), 0)),
        ];
        row(word, places.to_vec(), Pick::Parts(parts))
    } else if is(&DEMOLISH) {
        row(word, bridges.to_vec(), Pick::Nothing)
    } else if is(&BOMBARD) || is(&BARRAGE) {
        let ferries = d.ground.ferries().map(edge_item);
        let targets = enemies(view)
            .into_iter()
            .chain(bridges.iter().copied())
            .chain(ferries);
        let parts = vec![
            must(&LEAD, Pick::One(all.guns.clone())),
            may(&WITH, some(all.guns.clone(), 0)),
            may(&TARGET, Pick::One(targets.collect())),
        ];
        row(word, places.to_vec(), Pick::Parts(parts))
    } else if is(&INFILTRATE) {
        row(word, places.to_vec(), some(all.assault.clone(), 1))
    } else if is(&INTERDICT) {
        let ids = d.ground.ids().filter(|at| {
            let place = d.ground.place(*at);
            place.drop.contains(&true) || place.head.contains(&true)
        });
        bare(word, Pick::One(ids.map(place_item).collect()))
    } else if is(&STRIKE) {
        let markers = vec![Item::Thing(marker(0)), Item::Thing(marker(1))];
        let parts = vec![
            may(&BY, Pick::One(markers)),
            may(&TARGET, Pick::One(enemies(view))),
        ];
        row(word, places.to_vec(), Pick::Parts(parts))
    } else if is(&BOAT) {
        row(word, all.foot.clone(), Pick::One(places.to_vec()))
    } else if is(&LAND) {
        let mut drops: Vec<Item> = d.drops.iter().flatten().map(|at| place_item(*at)).collect();
        drops.push(place_item(d.named.airfield));
        drops.sort_unstable();
        drops.dedup();
        row(word, all.uk.clone(), Pick::One(drops))
    } else {
        bare(word, Pick::Nothing)
    }
}

/// The enemy's units on the map.
fn enemies(view: &View<'_>) -> Vec<Item> {
    let units = view.data().units_of(view.own().other());
    units
        .filter(|unit| view.look().s.at(*unit).is_some())
        .map(UnitId::item)
        .collect()
}

/// An order that was not carried out, in the language of the reader and with names for ids.
pub(super) fn line_words(line: &str) -> Phrase {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let kinds = super::decisions::SCRIPTS.iter();
    let mut words = kinds.flat_map(|kind| kind.rows.iter().copied());
    let phrase = Phrase::new("order-line").with("rest", Arg::Record(rest.to_owned()));
    match words.find(|word| word.id() == first) {
        Some(word) => phrase.with("word", Item::Word(word)),
        None => phrase.with("word", first.to_owned()),
    }
}

impl Order {
    /// The order as its author would write it, with ids: for telling him what could not be done.
    pub(super) fn text(&self, d: &super::data::Data) -> String {
        let place = |at: &SpaceId| d.ground.place(*at).id.clone();
        let edge = |edge: &SideId| d.ground.edge(*edge).id.clone();
        let unit = |unit: &UnitId| d.counter(*unit).id.clone();
        let all = |units: &[UnitId]| units.iter().map(unit).collect::<Vec<_>>().join(", ");
        match self {
            Self::Activate(at) => format!("activate {}", place(at)),
            Self::Repair(bridge) => format!("repair {}", edge(bridge)),
            Self::Move { unit: one, path } => {
                let path: Vec<String> = path.iter().map(place).collect();
                format!("move {}: {}", unit(one), path.join(" "))
            }
            Self::Boat { unit: one, to } => format!("boat {}: {}", unit(one), place(to)),
            Self::Seize { edge: bridge, by } => match by {
                Some(one) => format!("seize {}: by {}", edge(bridge), unit(one)),
                None => format!("seize {}", edge(bridge)),
            },
            Self::Assault { at, .. } => format!("assault {}", place(at)),
            Self::Demolish(bridge) => format!("demolish {}", edge(bridge)),
            Self::Infiltrate { to, units } => format!("infiltrate {}: {}", place(to), all(units)),
            Self::Bombard { at, lead, .. } => format!("bombard {}: {}", place(at), unit(lead)),
            Self::Strike { at, .. } => format!("strike {}", place(at)),
            Self::Interdict(at) => format!("interdict {}", place(at)),
            Self::Land { unit: one, at } => format!("land {}: {}", unit(one), place(at)),
            Self::Drop { unit: one, at } => format!("drop {}: {}", unit(one), place(at)),
            Self::Pass => "pass".to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Hold => "hold".to_owned(),
        }
    }
}
