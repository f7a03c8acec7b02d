//! Of whom, where and by how much: what is said of an order that cannot be done, besides the bar.

use super::assault::Plan;
use super::bars::Bar;
use super::ground::{edge_item, place_item};
use super::look::Look;
use super::refit_orders::RefitOrder;
use super::script::Order;
use super::state::Side;
use super::words::ACTIVATE;
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::{About, Item, Phrase, Problem};

/// A problem of a line, with nothing more to say of it.
pub(super) fn plain(line: usize, bar: Bar) -> Problem {
    Problem::new(bar.phrase())
        .about(About::Line(line))
        .rule(bar.rule())
}

/// What an order is refused about.
enum Whom {
    /// A unit where it stands.
    Unit(UnitId),
    /// A unit on its way to a place.
    Step(UnitId, SpaceId),
    /// A gun and its target area.
    Fire(UnitId, SpaceId),
    /// A bridge, and who is at it.
    Bridge(SideId, Option<UnitId>),
    Place(SpaceId),
}

impl Whom {
    /// What the caret points at.
    fn item(&self) -> Item {
        match self {
            Self::Unit(unit) | Self::Fire(unit, _) => unit.item(),
            Self::Step(_, at) | Self::Place(at) => place_item(*at),
            Self::Bridge(edge, _) => edge_item(*edge),
        }
    }

    fn words(&self, look: Look<'_>) -> Phrase {
        let standing = |unit: UnitId, away: &'static str, key: &'static str| {
            let (key, at) = match look.s.at(unit) {
                Some(at) => (key, Some(at)),
                None => (away, None),
            };
            let phrase = Phrase::new(key).with("unit", unit.item());
            match at {
                Some(at) => phrase.with("from", place_item(at)),
                None => phrase,
            }
        };
        match self {
            Self::Unit(unit) => standing(*unit, "refused-away", "refused-unit"),
            Self::Step(unit, to) => {
                standing(*unit, "refused-off", "refused-step").with("to", place_item(*to))
            }
            Self::Fire(unit, at) => {
                standing(*unit, "refused-off", "refused-fire").with("to", place_item(*at))
            }
            Self::Bridge(edge, Some(unit)) => Phrase::new("refused-at-bridge")
                .with("unit", unit.item())
                .with("edge", edge_item(*edge)),
            Self::Bridge(edge, None) => {
                Phrase::new("refused-bridge").with("edge", edge_item(*edge))
            }
            Self::Place(at) => Phrase::new("refused-place").with("at", place_item(*at)),
        }
    }
}

/// Whether a bar is about the unit itself, wherever it wants to go.
const fn is_of_unit(bar: Bar) -> bool {
    matches!(
        bar,
        Bar::NotFresh
            | Bar::NotActive
            | Bar::NothingActive
            | Bar::Done
            | Bar::Tower
            | Bar::MustAssault
            | Bar::NotInUk
            | Bar::WhoSeizes
            | Bar::NoMf
            | Bar::BoatsWho
            | Bar::BoatsLine
    )
}

/// Whether a bar is about the impulse, not about anything that stands in the order.
const fn is_of_impulse(bar: Bar) -> bool {
    matches!(
        bar,
        Bar::Infiltrating
            | Bar::Bombarding
            | Bar::PassAlone
            | Bar::AirAlone
            | Bar::InterdictAlone
            | Bar::NoSecond
            | Bar::NoThird
            | Bar::AdvantageUsed
            | Bar::AdvantageNew
            | Bar::DuskFell
            | Bar::RepairsOver
            | Bar::ActsOver
            | Bar::Standing
            | Bar::Overcast
            | Bar::MarkerUsed
            | Bar::InterdictNone
            | Bar::LandMost { .. }
            | Bar::LandFirst
            | Bar::BoatsUsed
            | Bar::GuardsMust
            | Bar::RepairsUsed
            | Bar::NoMarker
    )
}

/// A problem of a line: the bar, whom it concerns, and the numbers.
pub(super) fn refused(look: Look<'_>, side: Side, line: usize, order: &Order, bar: Bar) -> Problem {
    let whom = whom(look, side, order, bar);
    let problem = told(look, line, bar, whom);
    Problem {
        what: instead(look, order, bar).unwrap_or(problem.what),
        ..problem
    }
}

fn told(look: Look<'_>, line: usize, bar: Bar, whom: Option<Whom>) -> Problem {
    let problem = plain(line, bar);
    match whom {
        Some(whom) => problem
            .about(About::LineItem(line, whom.item()))
            .of(whom.words(look)),
        None => problem,
    }
}

fn whom(look: Look<'_>, side: Side, order: &Order, bar: Bar) -> Option<Whom> {
    if is_of_impulse(bar) {
        return None;
    }
    let step = |unit: UnitId, to: SpaceId| match is_of_unit(bar) {
        true => Whom::Unit(unit),
        false => Whom::Step(unit, to),
    };
    match order {
        Order::Activate { at } | Order::Strike { at, .. } | Order::Interdict { at } => {
            Some(Whom::Place(*at))
        }
        Order::Move { unit, path } => {
            let next = look.march(*unit, path).first().copied();
            // A landed unit makes one step: what is wrong lies at the end of the way.
            let next = next
                .filter(|_| bar != Bar::DropStep)
                .or(path.last().copied())?;
            Some(step(*unit, next))
        }
        Order::Boat { unit, to } => Some(step(*unit, *to)),
        Order::Land { unit, at } | Order::Drop { unit, at } => Some(step(*unit, *at)),
        Order::Seize { by: Some(unit), .. } if is_of_unit(bar) => Some(Whom::Unit(*unit)),
        Order::Seize { edge, by } => Some(Whom::Bridge(*edge, *by)),
        Order::Repair { edge } | Order::Demolish { edge } => Some(Whom::Bridge(*edge, None)),
        Order::Assault { at, plan } => Some(assaulter(look, side, *at, plan, bar)),
        Order::Infiltrate { to, units } => {
            let unit = units
                .iter()
                .find(|unit| look.infiltration(**unit, *to).is_err())
                .or(units.first())?;
            Some(step(*unit, *to))
        }
        Order::Bombard { at, battery } | Order::Barrage { at, battery } => {
            let (lead, guns) = (&battery.lead, &battery.guns);
            let mut all = std::iter::once(lead).chain(guns);
            let nation = look.counter(*lead).nation;
            let gun = match bar {
                Bar::GunNations => guns.iter().find(|gun| look.counter(**gun).nation != nation),
                Bar::BarrageWho => Some(lead),
                _ => all.find(|gun| look.may_fire(side, *at, **gun) == Err(bar)),
            };
            Some(gun.map_or(Whom::Place(*at), |gun| Whom::Fire(*gun, *at)))
        }
        Order::Pass | Order::Stop | Order::Hold => None,
    }
}

/// Which of those named for an assault it is refused for.
fn assaulter(look: Look<'_>, side: Side, at: SpaceId, plan: &Plan, bar: Bar) -> Whom {
    let with = plan.with.as_deref().unwrap_or_default();
    let alone = |unit: &UnitId| {
        let plan = Plan {
            with: Some(vec![*unit]),
            point: None,
            guns: Vec::new(),
        };
        look.assault(side, at, &plan).err() == Some(bar)
    };
    let of_area = matches!(bar, Bar::AssaultOver | Bar::NobodyThere);
    if !of_area && let Some(unit) = with.iter().find(|unit| alone(unit)) {
        return Whom::Unit(*unit);
    }
    if bar == Bar::PointWho
        && let Some(unit) = plan.point
    {
        return Whom::Unit(unit);
    }
    let units: Vec<UnitId> = match with {
        [] => look.units(side, at).collect(),
        with => with.to_vec(),
    };
    let gun = plan
        .guns
        .iter()
        .find(|gun| look.may_support(side, at, **gun, &units) == Err(bar));
    gun.map_or(Whom::Place(at), |gun| Whom::Fire(*gun, at))
}

/// What to write instead, where that can be said.
fn instead(look: Look<'_>, order: &Order, bar: Bar) -> Option<Phrase> {
    let activate = |at: SpaceId, key: &'static str| {
        Phrase::new(key)
            .with("word", Item::Word(&ACTIVATE))
            .with("at", place_item(at))
    };
    let unit = match order {
        Order::Move { unit, .. } | Order::Boat { unit, .. } => Some(*unit),
        Order::Seize { by, .. } => *by,
        Order::Assault { plan, .. } => plan.with.as_ref().and_then(|with| with.first().copied()),
        _ => None,
    };
    let stands = unit.and_then(|unit| look.s.at(unit));
    match (bar, order) {
        (Bar::NotActive, _) => Some(activate(stands?, "bar-not-active-at")),
        (Bar::NothingActive, _) => Some(activate(stands?, "bar-nothing-active-yet")),
        (Bar::NotAdjacent, Order::Move { unit, .. } | Order::Boat { unit, .. }) => {
            let from = look.s.at(*unit)?;
            let near = look.d.ground.place(from).near.iter();
            let near: Vec<Item> = near.map(|(at, _)| place_item(*at)).collect();
            Some(Phrase::new("bar-not-adjacent-to").with("near", near))
        }
        _ => None,
    }
}

/// The same for an order of the refit phase.
pub(super) fn refit_refused(look: Look<'_>, line: usize, order: &RefitOrder, bar: Bar) -> Problem {
    let whom = match order {
        RefitOrder::Depot { at, .. } => Some(Whom::Place(*at)),
        RefitOrder::Refit { unit, .. } | RefitOrder::Reorganise { unit, .. } => {
            Some(Whom::Unit(*unit))
        }
        RefitOrder::Rebuild { edge, .. } => Some(Whom::Bridge(*edge, None)),
        RefitOrder::Buy { .. } | RefitOrder::Boost { .. } => None,
    };
    told(look, line, bar, whom)
}

/// The same for a step of the regroup phase.
pub(super) fn regroup_refused(
    look: Look<'_>,
    line: usize,
    unit: UnitId,
    to: SpaceId,
    bar: Bar,
) -> Problem {
    let whom = match bar {
        Bar::Tower | Bar::RegroupTwice => Whom::Unit(unit),
        _ => Whom::Step(unit, to),
    };
    told(look, line, bar, Some(whom))
}
