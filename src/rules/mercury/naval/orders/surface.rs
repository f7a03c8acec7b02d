//! Rule 19.7: what is asked in a fight between ships.

use super::super::super::Mercury;
use super::super::super::bars::Bar;
use super::super::super::orders::{on_line, plain};
use super::super::super::side::Side;
use super::super::super::state::Position;
use super::super::super::words::{
    ENGAGE, ENGAGEMENTS, PRESS, REFUGE, REPLY, SUPPLIES, UNITS, WITH, WITHOUT, YES_NO, sea_kind,
};
use super::super::ids::{Letter, Number};
use super::super::surface::{Engagement, meetings};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Ask, Choose, Give, Sheet};
use crate::orders::choice::{number, one, share, up_to};
use crate::orders::lines::unless;
use crate::orders::{
    Answer as _, Below, Choice, Element as _, Item, Lines as _, Phrase, Problem, Row, Word, lines,
    named_parts,
};

/// Rule 19.74: so many ships may be held out.
const HELD_OUT: usize = 2;

/// A contact that can be engaged, by whom.
pub struct Meeting {
    contact: Number,
    forces: Vec<Letter>,
    ships: Vec<UnitId>,
}

impl Meeting {
    /// All of them, as the Allies know their forces: decoys engage nobody.
    fn all(v: &Position<'_>) -> Vec<Self> {
        let meeting = |(contact, mut forces): (Number, Vec<Letter>)| {
            forces.retain(|force| !v.is_decoy(*force));
            let ships = forces.iter().flat_map(|force| v.in_force(*force)).collect();
            Self {
                contact,
                forces,
                ships,
            }
        };
        meetings(v).into_iter().map(meeting).collect()
    }
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum EngageOrder from all: &[Meeting] {
        /// Rule 19.74: `engage contact 3: with d without dido`.
        ENGAGE for m in all => Engage [contact: Number = [m.contact]] {
            force WITH: Letter = one(&m.forces),
            without WITHOUT: Vec<UnitId> = up_to(HELD_OUT, &m.ships),
        },
    }
}

/// Which task forces engage which contacts.
pub struct Engagements;

pub(super) static ENGAGEMENTS_KIND: Kind =
    sea_kind(&ENGAGEMENTS, EngageOrder::WORDS, EngageOrder::PARTS, true);

impl Engagements {
    /// The strongest against each.
    fn usual(v: &Position<'_>) -> Vec<EngageOrder> {
        let strength = |force: &Letter| -> i32 {
            let ships = v.in_force(*force);
            ships.iter().map(|ship| v.broadside(*ship)).sum()
        };
        let best = |m: Meeting| {
            let force = m.forces.iter().copied().max_by_key(strength)?;
            Some(EngageOrder::Engage {
                contact: m.contact,
                force,
                without: Vec::new(),
            })
        };
        Meeting::all(v).into_iter().filter_map(best).collect()
    }
}

impl Sheet<Mercury> for Engagements {
    type Order = EngageOrder;
    type Answer = Vec<Engagement>;
    const KIND: &'static Kind = &ENGAGEMENTS_KIND;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let contacts: Vec<Item> = meetings(v).into_iter().map(|(one, _)| one.item()).collect();
        Phrase::new("ask-engagements").with("contacts", contacts)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        EngageOrder::rows(&Meeting::all(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, EngageOrder)>,
    ) -> Result<Vec<Engagement>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut fights = Vec::new();
        for (line, order) in orders {
            let EngageOrder::Engage {
                contact,
                force,
                without,
            } = order;
            let ships = v.in_force(force);
            if let Some(ship) = without.iter().find(|ship| !ships.contains(ship)) {
                let ship = *ship;
                problems.push(on_line(line, Bar::NotInForce { ship, force }));
            } else if ships.len() == without.len() {
                problems.push(on_line(line, Bar::NobodyEngages { force }));
            }
            fights.push(Engagement {
                contact,
                force,
                without,
            });
        }
        unless(problems, fights)
    }

    fn default(&self, v: &Position<'_>) -> Vec<EngageOrder> {
        Self::usual(v)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<EngageOrder>> {
        let mut orders = Self::usual(v);
        orders.retain(|_| rng.below(6) > 0);
        for EngageOrder::Engage { force, without, .. } in &mut orders {
            let ships = v.in_force(*force);
            if ships.len() > 2 && rng.below(4) == 0 {
                without.extend(ships.first());
            }
        }
        Some(orders)
    }
}

/// Rule 19.74: the ship that the German unit fires at.
pub struct Reply {
    pub contact: Number,
    pub ships: Vec<UnitId>,
}

pub(super) static REPLIES: Kind = sea_kind(&REPLY, &[], &[], true);

impl Choose<Mercury> for Reply {
    type Of = UnitId;
    const KIND: &'static Kind = &REPLIES;

    fn subject(&self) -> Vec<Item> {
        vec![self.contact.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-reply").with("contact", self.contact.item())
    }

    fn options(&self, _: &Position<'_>) -> Vec<UnitId> {
        self.ships.clone()
    }
}

named_parts! {
    /// Rule 19.74: what is lost of a convoy.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Lost from s: &Swamped {
        pub units UNITS: Vec<(UnitId, i32)> = share(&s.shares, 0, s.steps),
        pub supplies SUPPLIES: Option<i32> = number(0, s.supplies),
    }
}

/// What one side takes from a convoy.
pub struct Swamped {
    ship: UnitId,
    steps: i32,
    shares: Vec<(UnitId, i32)>,
    supplies: i32,
    usual: Lost,
}

pub(super) static SWAMPED: Kind = sea_kind(&LOSSES_AT_SEA, &[], Lost::WORDS, true);

static LOSSES_AT_SEA: Word = Word {
    en: &["swamped"],
    fr: &["engloutis"],
};

impl Swamped {
    /// The Germans give up supplies first, then what is worth least; the Allies take what is worth most.
    pub fn new(v: &Position<'_>, ship: UnitId, steps: i32, by: Side) -> Self {
        let mut units = v.aboard(ship);
        units.sort_by_key(|unit| (v.attack(*unit) + v.defence(*unit), *unit));
        if by == Side::Allied {
            units.reverse();
        }
        let supplies = i32::from(v.ship(ship).reserves);
        let shares: Vec<(UnitId, i32)> = units
            .iter()
            .map(|unit| (*unit, i32::from(v.steps(*unit))))
            .collect();
        let mut left = steps;
        let first = if by == Side::German {
            supplies.min(left)
        } else {
            0
        };
        left -= first;
        let mut lost = Vec::new();
        for (unit, has) in &shares {
            let taken = (*has).min(left);
            left -= taken;
            if taken > 0 {
                lost.push((*unit, taken));
            }
        }
        let more = first + left.min(supplies - first);
        let mut shares = shares;
        shares.sort_unstable();
        lost.sort_unstable();
        Self {
            ship,
            steps,
            shares,
            supplies,
            usual: Lost {
                units: lost,
                supplies: (more > 0).then_some(more),
            },
        }
    }

    /// Whether there is nothing to choose.
    pub fn is_forced(&self) -> bool {
        self.shares.len() + usize::from(self.supplies > 0) <= 1
    }

    /// What counts when nobody answers.
    pub fn usual(&self) -> Lost {
        self.usual.clone()
    }
}

impl Give<Mercury> for Swamped {
    type Of = Lost;
    const KIND: &'static Kind = &SWAMPED;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-swamped")
            .with("ship", self.ship)
            .with("steps", self.steps)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Lost> {
        Lost::choice(self)
    }

    fn default(&self, _: &Position<'_>) -> Lost {
        self.usual()
    }

    fn check(&self, _: &Position<'_>, lost: &Lost) -> Vec<Problem> {
        let units: i32 = lost.units.iter().map(|(_, n)| *n).sum();
        let has = units + lost.supplies.unwrap_or(0);
        if has == self.steps {
            return Vec::new();
        }
        let (ship, most) = (self.ship, self.steps);
        vec![plain(Bar::WrongLosses { ship, has, most })]
    }

    fn idea(&self, _: &Position<'_>, _: &mut dyn Below) -> Option<Lost> {
        Some(self.usual())
    }
}

/// Rule 19.75: whether the German fights on.
pub struct Press {
    pub contact: Number,
}

pub(super) static PRESSES: Kind = sea_kind(&PRESS, &[], YES_NO, true);

impl Ask<Mercury> for Press {
    const KIND: &'static Kind = &PRESSES;

    fn subject(&self) -> Vec<Item> {
        vec![self.contact.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-press").with("contact", self.contact.item())
    }
}

/// Rule 19.77: where a German unit breaks off to.
pub struct Refuge {
    pub contact: Number,
    pub zones: Vec<SpaceId>,
}

pub(super) static REFUGES: Kind = sea_kind(&REFUGE, &[], &[], true);

impl Choose<Mercury> for Refuge {
    type Of = SpaceId;
    const KIND: &'static Kind = &REFUGES;

    fn subject(&self) -> Vec<Item> {
        vec![self.contact.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-sea-refuge").with("contact", self.contact.item())
    }

    fn options(&self, _: &Position<'_>) -> Vec<SpaceId> {
        self.zones.clone()
    }
}
