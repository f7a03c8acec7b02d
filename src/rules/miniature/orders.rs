//! The decisions of the miniature, and its words.

use super::cards::MOVES;
use super::data::{BoxId, Data};
use super::event::Event;
use super::state::Side;
use super::{Miniature, View};
use crate::board::UnitId;
use crate::engine::decision::{Decision, Kind, Speaks};
use crate::engine::game::Side as _;
use crate::engine::ready::{Ask, Choose};
use crate::orders::word::{NO, YES};
use crate::orders::{
    About, Class, Form, Item, Line, Part, Phrase, Pick, Picks, Problem, Row, Thing, Word,
};

static RESERVES: Word = Word {
    en: &["reserves"],
    fr: &["réserves"],
};
static BID: Word = Word {
    en: &["bid"],
    fr: &["enchère", "mise"],
};
static LURK: Word = Word {
    en: &["lurk", "submarine"],
    fr: &["embusque", "sous-marin"],
};
static AMBUSH: Word = Word {
    en: &["ambush"],
    fr: &["embuscade"],
};
static ORDERS: Word = Word {
    en: &["orders"],
    fr: &["ordres"],
};
static MOVE: Word = Word {
    en: &["move", "mv"],
    fr: &["déplace", "déplacer", "bouge"],
};
static RAID: Word = Word {
    en: &["raid"],
    fr: &["razzia"],
};
static TO: Word = Word {
    en: &["to"],
    fr: &["vers"],
};
static FUEL: Word = Word {
    en: &["fuel"],
    fr: &["carburant", "mazout"],
};
static INTERCEPT: Word = Word {
    en: &["intercept"],
    fr: &["intercepte", "intercepter"],
};
static WITHDRAW: Word = Word {
    en: &["withdraw"],
    fr: &["retraite", "repli"],
};
static REROLL: Word = Word {
    en: &["reroll", "re-roll"],
    fr: &["relance", "relancer"],
};
static LOSSES: Word = Word {
    en: &["losses"],
    fr: &["pertes"],
};
static PLAY: Word = Word {
    en: &["play"],
    fr: &["joue", "jouer"],
};
static INITIATIVE: Word = Word {
    en: &["initiative"],
    fr: &["initiative"],
};
static ENEMY: Word = Word {
    en: &["enemy"],
    fr: &["ennemi"],
};
static SUNK: Word = Word {
    en: &["sunk"],
    fr: &["coulé"],
};
static TURN: Word = Word {
    en: &["turn"],
    fr: &["tour"],
};
static PLACE: Word = Word {
    en: &["place"],
    fr: &["place"],
};
static STEPS: Word = Word {
    en: &["steps"],
    fr: &["pas"],
};
static ADVANTAGE: Word = Word {
    en: &["advantage"],
    fr: &["avantage"],
};
static SHIP: Word = Word {
    en: &["ship"],
    fr: &["navire"],
};
static SIDE: Word = Word {
    en: &["side"],
    fr: &["camp"],
};
static AT: Word = Word {
    en: &["at"],
    fr: &["a"],
};

/// What standing orders may answer besides names.
static YES_NO: [&Word; 2] = [&YES, &NO];

const fn kind(word: &'static Word, desk: &'static str, phases: &'static [&'static str]) -> Kind {
    Kind {
        word,
        rows: &[],
        answers: &YES_NO,
        reaction: false,
        desk,
        phases,
        speaks: Speaks::ANY,
    }
}

const fn reaction(word: &'static Word, desk: &'static str) -> Kind {
    Kind {
        reaction: true,
        ..kind(word, desk, MOVES)
    }
}

static RESERVES_KIND: Kind = kind(&RESERVES, "staff", &["reserves"]);
static BID_KIND: Kind = kind(&BID, "staff", &["bid"]);
static LURK_KIND: Kind = kind(&LURK, "fleet", &["submarine"]);
static AMBUSH_KIND: Kind = reaction(&AMBUSH, "fleet");
static ORDERS_KIND: Kind = Kind {
    rows: &[&MOVE, &RAID],
    answers: &[&TO, &FUEL],
    ..kind(&ORDERS, "fleet", MOVES)
};
static INTERCEPT_KIND: Kind = reaction(&INTERCEPT, "fleet");
static WITHDRAW_KIND: Kind = reaction(&WITHDRAW, "fleet");
static REROLL_KIND: Kind = reaction(&REROLL, "staff");
static LOSSES_KIND: Kind = reaction(&LOSSES, "fleet");
static PLAY_KIND: Kind = reaction(&PLAY, "staff");

pub(super) static KINDS: &[&Kind] = &[
    &RESERVES_KIND,
    &BID_KIND,
    &LURK_KIND,
    &AMBUSH_KIND,
    &ORDERS_KIND,
    &INTERCEPT_KIND,
    &WITHDRAW_KIND,
    &REROLL_KIND,
    &LOSSES_KIND,
    &PLAY_KIND,
];

/// The box an item stands for, if it is one.
pub(super) const fn boxed(item: Item) -> Option<BoxId> {
    match item {
        Item::Thing(Thing {
            class: Class::Place,
            id,
        }) => Some(BoxId(id)),
        _ => None,
    }
}

const fn ship_of(item: Item) -> Option<UnitId> {
    UnitId::from_item(item)
}

/// A side as an item.
pub(super) fn side_item(side: Side) -> Item {
    Item::Word(side.word())
}

fn side_of(item: Item) -> Option<Side> {
    Side::ALL
        .iter()
        .copied()
        .find(|side| side_item(*side) == item)
}

fn list(picks: &Picks) -> &[Item] {
    match picks {
        Picks::List(items) => items,
        _ => &[],
    }
}

/// Rule 1.3: in which order do the reserves come?
pub(super) struct RankReserves;

impl Decision<Miniature> for RankReserves {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &RESERVES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-reserves")
    }

    fn form(&self, v: &View<'_>) -> Form {
        let ships = v.own_reserves().iter().map(|ship| ship.item()).collect();
        Form {
            word: &RESERVES,
            subject: Vec::new(),
            pick: Pick::Order(ships),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        Ok(list(picks)
            .iter()
            .filter_map(|item| ship_of(*item))
            .collect())
    }

    fn default(&self, v: &View<'_>) -> Picks {
        Picks::List(v.own_reserves().iter().map(|ship| ship.item()).collect())
    }
}

/// Rule 2.1: how much fuel is bid?
pub(super) struct Bid;

impl Decision<Miniature> for Bid {
    type Answer = i32;
    const KIND: &'static Kind = &BID_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        Phrase::new("ask-bid").with("fuel", v.own_fuel())
    }

    fn form(&self, v: &View<'_>) -> Form {
        let max = v.own_fuel().min(v.data().tables.bid_most);
        Form {
            word: &BID,
            subject: Vec::new(),
            pick: Pick::Number { min: 0, max },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<i32, Vec<Problem>> {
        match picks {
            Picks::Number(bid) => Ok(*bid),
            _ => Err(vec![Problem::new(Phrase::new("wrong-shape"))]),
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Number(0)
    }
}

/// Rule 4.1: where does the submarine lie?
pub(super) struct Lurk;

impl Choose<Miniature> for Lurk {
    type Of = Item;
    const KIND: &'static Kind = &LURK_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-lurk")
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let Some(at) = v.ship_at(v.data().submarine()) else {
            return Vec::new();
        };
        let ways = v.data().place(at).ways.iter().map(|(to, _)| to.item());
        std::iter::once(at.item()).chain(ways).collect()
    }
}

/// Rule 4.2: does the submarine attack?
pub(super) struct Ambush {
    pub(super) ship: UnitId,
    pub(super) at: BoxId,
}

impl Ask<Miniature> for Ambush {
    const KIND: &'static Kind = &AMBUSH_KIND;
    const DEFAULT: bool = true;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-ambush")
            .with("ship", self.ship.item())
            .with("at", self.at.item())
    }

    fn appeal(&self, _: &View<'_>) -> i32 {
        1
    }
}

/// What one ship is ordered to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) ship: UnitId,
    pub(super) path: Vec<BoxId>,
    pub(super) fuel: i32,
}

/// Rule 5: the order sheet of a movement phase.
pub(super) struct Orders {
    /// Where no raid may go: nowhere, but for a planted leak.
    pub(super) shun: Option<BoxId>,
}

impl Orders {
    /// What a filled line orders.
    fn order(line: &Line) -> Option<Order> {
        let ship = line.subject.and_then(ship_of)?;
        Some(match &line.picks {
            Picks::Parts(parts) => {
                let to = match parts.first() {
                    Some(Some(Picks::One(item))) => boxed(*item)?,
                    _ => return None,
                };
                let fuel = match parts.get(1) {
                    Some(Some(Picks::Number(fuel))) => *fuel,
                    _ => 1,
                };
                Order {
                    ship,
                    path: vec![to],
                    fuel,
                }
            }
            path => {
                let path = list(path).iter().filter_map(|item| boxed(*item)).collect();
                Order {
                    ship,
                    path,
                    fuel: 0,
                }
            }
        })
    }
}

impl Decision<Miniature> for Orders {
    type Answer = Vec<Order>;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-orders")
    }

    fn form(&self, v: &View<'_>) -> Form {
        let ships = v.own_ships();
        let mut rows = Vec::with_capacity(2 * ships.len());
        for (ship, at) in &ships {
            rows.push(Row {
                word: &MOVE,
                subjects: vec![ship.item()],
                pick: Pick::Path {
                    from: at.item(),
                    max: v.data().ship(*ship).speed,
                    stay: false,
                    net: v.data().net.clone(),
                },
            });
        }
        if v.own_fuel() > 0 {
            for (ship, at) in &ships {
                let to = v.data().place(*at).ways.iter().map(|(to, _)| *to);
                let to = to
                    .filter(|to| self.shun != Some(*to))
                    .map(BoxId::item)
                    .collect();
                let max = v.data().tables.raid_fuel_most;
                let parts = vec![
                    Part {
                        word: &TO,
                        pick: Pick::One(to),
                        optional: false,
                    },
                    Part {
                        word: &FUEL,
                        pick: Pick::Number { min: 1, max },
                        optional: true,
                    },
                ];
                rows.push(Row {
                    word: &RAID,
                    subjects: vec![ship.item()],
                    pick: Pick::Parts(parts),
                });
            }
        }
        Form {
            word: &ORDERS,
            subject: Vec::new(),
            pick: Pick::Sheet {
                rows,
                max: ships.len(),
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let mut orders: Vec<Order> = Vec::with_capacity(lines.len());
        let mut problems = Vec::new();
        let mut fuel = v.own_fuel();
        for (n, line) in lines.iter().enumerate() {
            let Some(order) = Self::order(line) else {
                continue;
            };
            if orders.iter().any(|earlier| earlier.ship == order.ship) {
                let what = Phrase::new("ordered-twice").with("ship", order.ship.item());
                let about = About::LineItem(n, order.ship.item());
                problems.push(Problem::new(what).about(about).rule("5.1"));
                continue;
            }
            if order.fuel > fuel {
                let what = Phrase::new("fuel-short")
                    .with("needed", order.fuel)
                    .with("has", fuel);
                problems.push(Problem::new(what).about(About::Line(n)).rule("5.3"));
                continue;
            }
            fuel -= order.fuel;
            orders.push(order);
        }
        if problems.is_empty() {
            Ok(orders)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::new())
    }

    fn appeal(&self, v: &View<'_>, picks: &Picks) -> i32 {
        let Picks::Sheet(lines) = picks else { return 0 };
        let worth = |order: &Order| order.path.last().map_or(0, |to| v.data().place(*to).points);
        lines
            .iter()
            .filter_map(Self::order)
            .map(|order| worth(&order))
            .sum()
    }
}

/// Rule 5.4: which ships intercept?
pub(super) struct Intercept {
    pub(super) ship: UnitId,
    pub(super) at: BoxId,
}

impl Decision<Miniature> for Intercept {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &INTERCEPT_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-intercept")
            .with("ship", self.ship.item())
            .with("at", self.at.item())
    }

    fn form(&self, v: &View<'_>) -> Form {
        let of: Vec<Item> = v
            .own_fleet(self.at)
            .iter()
            .map(|ship| ship.item())
            .collect();
        let max = of.len();
        let subject = vec![self.ship.item()];
        Form {
            word: &INTERCEPT,
            subject,
            pick: Pick::Some { of, min: 0, max },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        Ok(list(picks)
            .iter()
            .filter_map(|item| ship_of(*item))
            .collect())
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(Vec::new())
    }

    fn engage(&self, v: &View<'_>) -> Option<Picks> {
        let fleet = v.own_fleet(self.at);
        Some(Picks::List(fleet.iter().map(|ship| ship.item()).collect()))
    }

    fn appeal(&self, _: &View<'_>, picks: &Picks) -> i32 {
        i32::try_from(list(picks).len()).unwrap_or(0)
    }
}

/// Rule 6.2: does the side withdraw, and where to?
pub(super) struct Withdraw {
    pub(super) at: BoxId,
}

impl Choose<Miniature> for Withdraw {
    type Of = Item;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-withdraw").with("at", self.at.item())
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let ways = v.data().place(self.at).ways.iter().map(|(to, _)| *to);
        let free = ways.filter(|to| !v.enemy_in(*to)).map(BoxId::item);
        std::iter::once(Item::Word(&NO)).chain(free).collect()
    }
}

/// Rule 6.4: does the holder of the Advantage fire again?
pub(super) struct Reroll {
    pub(super) hits: i32,
}

impl Ask<Miniature> for Reroll {
    const KIND: &'static Kind = &REROLL_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-reroll").with("hits", self.hits)
    }

    fn appeal(&self, _: &View<'_>) -> i32 {
        1 - self.hits
    }
}

/// Rule 6.5: which ships take the hits?
pub(super) struct Losses {
    pub(super) ships: Vec<UnitId>,
    pub(super) lost: i32,
}

impl Decision<Miniature> for Losses {
    type Answer = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &LOSSES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-losses").with("lost", self.lost)
    }

    fn form(&self, v: &View<'_>) -> Form {
        let of = self
            .ships
            .iter()
            .map(|ship| (ship.item(), v.own_steps(*ship)))
            .collect();
        let pick = Pick::Share {
            of,
            min: self.lost,
            max: self.lost,
        };
        Form {
            word: &LOSSES,
            subject: Vec::new(),
            pick,
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        match picks {
            Picks::Share(shares) => Ok(shares
                .iter()
                .filter_map(|(item, steps)| Some((ship_of(*item)?, *steps)))
                .collect()),
            _ => Err(vec![Problem::new(Phrase::new("wrong-shape"))]),
        }
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let mut left = self.lost;
        let mut shares = Vec::new();
        for ship in &self.ships {
            let steps = v.own_steps(*ship).min(left);
            if steps > 0 {
                shares.push((ship.item(), steps));
                left -= steps;
            }
        }
        Picks::Share(shares)
    }
}

/// Rule 3.4: which card is played before the battle?
pub(super) struct PlayCard;

impl Choose<Miniature> for PlayCard {
    type Of = Item;
    const KIND: &'static Kind = &PLAY_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-play")
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let hand = v
            .own_hand()
            .iter()
            .map(|card| Item::Thing(Thing::card(*card)));
        std::iter::once(Item::Word(&NO)).chain(hand).collect()
    }
}

fn one(word: &'static Word, of: Vec<Item>) -> Form {
    Form {
        word,
        subject: Vec::new(),
        pick: Pick::One(of),
    }
}

/// What a player may put before an order.
pub(super) fn conditions(v: &View<'_>) -> Vec<Form> {
    let places: Vec<Item> = v.data().box_ids().map(BoxId::item).collect();
    let ships: Vec<Item> = v.data().ship_ids().map(UnitId::item).collect();
    let sides: Vec<Item> = Side::ALL.iter().map(|side| side_item(*side)).collect();
    let turns = i32::try_from(v.data().turns).unwrap_or(i32::MAX);
    vec![
        one(&INITIATIVE, sides),
        one(&ENEMY, places),
        one(&SUNK, ships),
        Form {
            word: &TURN,
            subject: Vec::new(),
            pick: Pick::Number { min: 1, max: turns },
        },
    ]
}

pub(super) fn holds(v: &View<'_>, which: usize, picks: &Picks) -> bool {
    match (which, picks) {
        (0, Picks::One(item)) => side_of(*item) == Some(v.initiative()),
        (1, Picks::One(item)) => boxed(*item).is_some_and(|place| v.enemy_in(place)),
        (2, Picks::One(item)) => ship_of(*item).is_some_and(|ship| v.is_sunk(ship)),
        (3, Picks::Number(turn)) => i64::from(*turn) == i64::from(v.turn()),
        _ => false,
    }
}

/// What the referee may change.
pub(super) fn rulings(data: &Data) -> Vec<Form> {
    let places: Vec<Item> = data.box_ids().map(BoxId::item).collect();
    let ships: Vec<Item> = data.ship_ids().map(UnitId::item).collect();
    let sides: Vec<Item> = Side::ALL.iter().map(|side| side_item(*side)).collect();
    let two = |word, first: (&'static Word, Vec<Item>), second: (&'static Word, Pick)| Form {
        word,
        subject: Vec::new(),
        pick: Pick::Parts(vec![
            Part {
                word: first.0,
                pick: Pick::One(first.1),
                optional: false,
            },
            Part {
                word: second.0,
                pick: second.1,
                optional: false,
            },
        ]),
    };
    vec![
        two(&PLACE, (&SHIP, ships.clone()), (&AT, Pick::One(places))),
        two(
            &STEPS,
            (&SHIP, ships),
            (&TO, Pick::Number { min: 0, max: 9 }),
        ),
        two(
            &FUEL,
            (&SIDE, sides.clone()),
            (&TO, Pick::Number { min: 0, max: 99 }),
        ),
        one(&ADVANTAGE, sides),
    ]
}

pub(super) fn rule(which: usize, picks: &Picks) -> Option<Event> {
    let parts = |n: usize| match picks {
        Picks::Parts(parts) => parts.get(n).and_then(Option::as_ref),
        _ => None,
    };
    let item = |n: usize| match parts(n) {
        Some(Picks::One(item)) => Some(*item),
        _ => None,
    };
    let number = |n: usize| match parts(n) {
        Some(Picks::Number(number)) => Some(*number),
        _ => None,
    };
    match which {
        0 => Some(Event::RuledPlace {
            ship: ship_of(item(0)?)?,
            at: boxed(item(1)?)?,
        }),
        1 => Some(Event::RuledSteps {
            ship: ship_of(item(0)?)?,
            steps: number(1)?,
        }),
        2 => Some(Event::RuledFuel {
            side: side_of(item(0)?)?,
            fuel: number(1)?,
        }),
        3 => match picks {
            Picks::One(item) => Some(Event::RuledAdvantage {
                side: side_of(*item)?,
            }),
            _ => None,
        },
        _ => None,
    }
}
