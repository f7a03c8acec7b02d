//! Orders: what the lines of a script say, and what each is chosen from.

use super::assault::Plan;
use super::event::Target;
use super::nets::Nets;
use super::state::{Phase, Side, Where};
use super::units::Kind;
use super::view::{MarkerId, View};
use super::words::{
    ACTIVATE, ASSAULT, BARRAGE, BOAT, BOMBARD, BY, DEMOLISH, DROP, HOLD, INFILTRATE, INTERDICT,
    LAND, LEAD, MOVE, PASS, REPAIR, SEIZE, STOP, STRIKE, TARGET, WITH,
};
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::choice::{any, at_least, one, way};
use crate::orders::{Arg, Item, Lines as _, Phrase, Way, lines, named_parts};

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Order from m: &Muster<'_> {
        /// Rule 10: an assault.
        ASSAULT => Assault [at: SpaceId = m.places] { plan: Plan = Plan::choice(m) },
        /// Rule 8.21: an area becomes active.
        ACTIVATE => Activate [at: SpaceId = m.places] if m.by_day(),
        /// Rule 8.2121: a bridge is taken.
        SEIZE => Seize [edge: SideId = m.bridges] { by BY: Option<UnitId> = one(&m.assault) }
            if m.phase != Phase::Corps,
        /// Option 23.2: where a unit lands on the first day.
        DROP => Drop [unit: UnitId = m.drops] { at: SpaceId = one(&m.places) },
        /// Rule 8.2122: a bridge is blown up.
        DEMOLISH => Demolish [edge: SideId = m.bridges] if m.by_day(),
        /// Rule 8.26: nothing is done.
        PASS => Pass if m.by_day(),
        /// No more of the script.
        STOP => Stop if m.by_day(),
        /// No more before its author has seen how things stand.
        HOLD => Hold if m.by_day(),
        /// Rule 19.2: a bridge is repaired.
        REPAIR => Repair [edge: SideId = m.view.look().s.blown] if m.by_day(),
        /// Rule 11: guns fire.
        BOMBARD => Bombard [at: SpaceId = m.places] { battery: Battery = Battery::choice(m) } if m.by_day(),
        /// Rule 15.13: guns of a corps fire a barrage.
        BARRAGE => Barrage [at: SpaceId = m.places] { battery: Battery = Battery::choice(m) } if m.by_day(),
        /// Rule 8.22: units slip through.
        INFILTRATE => Infiltrate [to: SpaceId = m.places] { units: Vec<UnitId> = at_least(1, &m.assault) }
            if m.by_day_of(Side::German),
        /// Rule 16.4: aircraft against landings.
        INTERDICT => Interdict { at: SpaceId = one(&m.interdictable()) } if m.by_day_of(Side::German),
        /// Rule 16.2: the Royal Air Force strikes.
        STRIKE => Strike [at: SpaceId = m.places] {
            marker BY: Option<MarkerId> = one(&MarkerId::RAF),
            target TARGET: Option<UnitId> = one(&m.enemies()),
        } if m.by_day_of(Side::Allied),
        /// Rule 17: infantry crosses in boats.
        BOAT => Boat [unit: UnitId = m.foot] { to: SpaceId = one(&m.places) } if m.by_day_of(Side::Allied),
        /// Rule 18.4: a unit lands from the UK Box.
        LAND => Land [unit: UnitId = m.uk] { at: SpaceId = one(&m.landing_places()) }
            if m.by_day_of(Side::Allied),
        /// Rule 9: a unit moves; a row for those that stand together and move alike.
        MOVE for march in &m.marches => Move [unit: UnitId = march.units] {
            path: Way<SpaceId> = way(march.from, LONGEST, m.view.data().nets.of(march.class)),
        } if m.phase != Phase::Corps,
    }
}

named_parts! {
    /// Which guns fire at what (11.1).
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct Battery from m: &Muster<'_> {
        pub(super) lead LEAD: UnitId = one(&m.guns),
        pub(super) guns WITH: Vec<UnitId> = any(&m.guns),
        pub(super) target TARGET: Option<Target> = one(&m.targets()),
    }
}

/// One step of a script with the number of its line.
pub(super) type Step = crate::orders::Step<Order>;

/// The longest march anybody can order.
const LONGEST: u32 = 12;

/// Units that stand together and move over the same net.
struct March {
    from: SpaceId,
    class: (usize, usize),
    units: Vec<UnitId>,
}

/// The units of a side that could be named, sorted out by what they can do.
pub(super) struct Muster<'v> {
    view: View<'v>,
    phase: Phase,
    places: Vec<SpaceId>,
    bridges: Vec<SideId>,
    pub(super) assault: Vec<UnitId>,
    pub(super) guns: Vec<UnitId>,
    foot: Vec<UnitId>,
    marches: Vec<March>,
    uk: Vec<UnitId>,
    /// Those that land on D-Day, where they may choose (23.2).
    drops: Vec<UnitId>,
}

impl<'v> Muster<'v> {
    pub(super) fn new(view: &View<'v>) -> Self {
        let ground = &view.data().ground;
        let mut all = Self {
            view: *view,
            phase: view.look().s.phase,
            places: ground.ids().collect(),
            bridges: ground.bridges().collect(),
            assault: Vec::new(),
            guns: Vec::new(),
            foot: Vec::new(),
            marches: Vec::new(),
            uk: Vec::new(),
            drops: Vec::new(),
        };
        for unit in view.data().units_of(view.own()) {
            all.enlist(unit);
        }
        all
    }

    fn enlist(&mut self, unit: UnitId) {
        let look = self.view.look();
        let counter = look.counter(unit);
        let from = match look.s.unit(unit).at {
            Where::At(at) if look.fresh(unit) => at,
            Where::Uk => {
                self.uk.push(unit);
                counter.at
            }
            Where::Later if self.phase == Phase::Drop => {
                if super::dday::lands_first(look, unit) {
                    self.drops.push(unit);
                }
                return;
            }
            _ => return,
        };
        if counter.kind.assaults() {
            self.assault.push(unit);
        }
        if counter.kind.is_artillery() {
            self.guns.push(unit);
        }
        if counter.kind.is_infantry() && counter.kind != Kind::Mech {
            self.foot.push(unit);
        }
        if counter.kind == Kind::Tower {
            return;
        }
        let class = Nets::class(counter);
        let together = |march: &&mut March| march.from == from && march.class == class;
        match self.marches.iter_mut().find(together) {
            Some(march) => march.units.push(unit),
            None => self.marches.push(March {
                from,
                class,
                units: vec![unit],
            }),
        }
    }

    /// Whether it is an impulse of a day, not a phase of the landing.
    fn by_day(&self) -> bool {
        !matches!(self.phase, Phase::Corps | Phase::Drop)
    }

    fn by_day_of(&self, side: Side) -> bool {
        self.by_day() && self.view.own() == side
    }

    /// The enemy's units on the map.
    fn enemies(&self) -> Vec<UnitId> {
        let units = self.view.data().units_of(self.view.own().other());
        units
            .filter(|unit| self.view.look().s.at(*unit).is_some())
            .collect()
    }

    /// What guns may be aimed at (11.12).
    fn targets(&self) -> Vec<Target> {
        let ferries = self.view.data().ground.ferries();
        let edges = self.bridges.iter().copied().chain(ferries);
        let units = self.enemies().into_iter().map(Target::Unit);
        units.chain(edges.map(Target::Marker)).collect()
    }

    /// Where the Allies can land or be supplied from the air (16.4).
    fn interdictable(&self) -> Vec<SpaceId> {
        let ground = &self.view.data().ground;
        let ids = self.places.iter().copied().filter(|at| {
            let place = ground.place(*at);
            place.drop.contains(&true) || place.head.contains(&true)
        });
        ids.collect()
    }

    fn landing_places(&self) -> Vec<SpaceId> {
        let d = self.view.data();
        let mut places: Vec<SpaceId> = d.drops.iter().flatten().copied().collect();
        places.push(d.named.airfield);
        places.sort_unstable();
        places.dedup();
        places
    }
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
    pub(super) fn text(&self, view: &View<'_>) -> String {
        let brief = match self {
            Self::Assault { at, .. } => Self::Assault {
                at: *at,
                plan: Plan::default(),
            },
            order => order.clone(),
        };
        brief.words(None, view)
    }
}
