//! What can happen, and what it changes.

use serde::{Deserialize, Serialize};

use super::data::{BoxId, Data, Effect};
use super::state::{Phase, Side, State, Where};
use crate::board::UnitId;
use crate::engine::deck::Deck;
use crate::engine::game::Side as _;
use crate::engine::tally::Tally;
use crate::orders::{Item, Phrase, Thing};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Event {
    /// A side ranked its reserves (1.3).
    Ranked { side: Side, ships: Vec<UnitId> },
    /// The bids were opened (2.2).
    Bids {
        red: i32,
        blue: i32,
        initiative: Side,
    },
    /// The deck was shuffled (3.1).
    Shuffled { deck: Deck },
    /// What everybody sees of it.
    ShuffledUnseen { cards: u16 },
    /// A card was drawn open (3.2).
    Opened { side: Side, card: u16 },
    /// A card was drawn into the hand (3.3).
    Taken { side: Side, card: u16 },
    /// What the enemy sees of it.
    TakenUnseen { side: Side },
    /// The submarine took up its position (4.1).
    Lurks { at: BoxId },
    /// The submarine let a ship pass, or missed it (4.2).
    AmbushMissed {
        ship: UnitId,
        at: BoxId,
        tally: Tally,
    },
    /// The submarine hit a ship and was seen (4.3).
    Ambushed {
        ship: UnitId,
        at: BoxId,
        tally: Tally,
    },
    /// A reserve arrived (5.1).
    Arrives { ship: UnitId, at: BoxId },
    /// A ship burnt fuel for a raid (5.3).
    Raids { ship: UnitId, fuel: i32 },
    /// A ship entered a box (5.2).
    Moves { ship: UnitId, to: BoxId },
    /// An interception was tried (5.4).
    Intercepts {
        ship: UnitId,
        by: Vec<UnitId>,
        at: BoxId,
        tally: Tally,
        met: bool,
    },
    /// A card was played before a battle (3.4).
    Played { side: Side, card: u16, value: i32 },
    /// A side fired (6.3).
    Fires {
        side: Side,
        round: u32,
        tally: Tally,
        hits: i32,
    },
    /// A side fired again by the Advantage (6.4).
    FiresAgain {
        side: Side,
        round: u32,
        tally: Tally,
        hits: i32,
    },
    /// A side took losses (6.5).
    Loses {
        side: Side,
        losses: Vec<(UnitId, i32)>,
    },
    /// A side withdrew (6.2).
    Withdraws {
        side: Side,
        ships: Vec<UnitId>,
        to: BoxId,
    },
    /// Points were counted (7.1).
    Scores { red: i32, blue: i32 },
    /// All ships and fuel came back, in the long scenario (7.4).
    Refits,
    /// The next phase began.
    NextPhase,
    /// The referee placed a ship.
    RuledPlace { ship: UnitId, at: BoxId },
    /// The referee set a ship's steps.
    RuledSteps { ship: UnitId, steps: i32 },
    /// The referee set a side's fuel.
    RuledFuel { side: Side, fuel: i32 },
    /// The referee gave a side the Advantage.
    RuledAdvantage { side: Side },
}

pub(super) fn apply(data: &Data, s: &mut State, event: &Event) {
    match event {
        Event::Ranked { side, ships } => s.reserves[side.index()].clone_from(ships),
        Event::Bids {
            red,
            blue,
            initiative,
        } => {
            s.fuel[0] -= red;
            s.fuel[1] -= blue;
            s.initiative = *initiative;
        }
        Event::Shuffled { deck } => {
            s.deck = deck.clone();
            s.discard.clear();
        }
        Event::Opened { card, side } => {
            s.deck.take();
            s.discard.push(*card);
            let row = &data.cards[usize::from(*card)];
            s.weather = row.effect;
            if row.effect == Effect::Fuel {
                s.fuel[side.index()] += row.value;
            }
        }
        Event::Taken { side, card } => {
            s.deck.take();
            s.hands[side.index()].push(*card);
        }
        Event::Lurks { at } => set_at(s, data.submarine(), Where::At(*at)),
        Event::Ambushed { ship, at, .. } => {
            s.sighted = Some(*at);
            lose(s, *ship, 1);
        }
        Event::Arrives { ship, at } => {
            let side = data.ship(*ship).side;
            s.reserves[side.index()].retain(|one| one != ship);
            set_at(s, *ship, Where::At(*at));
        }
        Event::Raids { ship, fuel } => {
            s.fuel[data.ship(*ship).side.index()] -= fuel;
            s.ships[usize::from(ship.0)].raid = *fuel;
        }
        Event::Moves { ship, to } => set_at(s, *ship, Where::At(*to)),
        Event::Played { side, card, .. } => {
            s.hands[side.index()].retain(|one| one != card);
            s.discard.push(*card);
        }
        Event::FiresAgain { side, .. } => s.advantage = side.other(),
        Event::Loses { losses, .. } => {
            for (ship, steps) in losses {
                lose(s, *ship, *steps);
            }
        }
        Event::Withdraws { ships, to, .. } => {
            for ship in ships {
                set_at(s, *ship, Where::At(*to));
            }
        }
        Event::Scores { red, blue } => {
            s.points[0] += red;
            s.points[1] += blue;
        }
        Event::Refits => refit(data, s),
        Event::NextPhase => {
            let (next, turn_ends) = s.phase.next();
            s.phase = next;
            if turn_ends {
                s.turn += 1;
                s.weather = Effect::None;
                s.ships.iter_mut().for_each(|ship| ship.raid = 0);
            }
        }
        Event::RuledPlace { ship, at } => {
            let side = data.ship(*ship).side;
            s.reserves[side.index()].retain(|one| one != ship);
            let vessel = &mut s.ships[usize::from(ship.0)];
            vessel.at = Where::At(*at);
            vessel.steps = vessel.steps.max(1);
        }
        Event::RuledSteps { ship, steps } => {
            let printed = data.ship(*ship);
            let vessel = &mut s.ships[usize::from(ship.0)];
            vessel.steps = *steps;
            if vessel.steps == 0 {
                vessel.at = Where::Sunk;
                s.reserves[printed.side.index()].retain(|one| one != ship);
            } else if vessel.at == Where::Sunk {
                // A ship that is raised lies in its port.
                vessel.at = Where::At(data.port(printed.side));
            }
        }
        Event::RuledFuel { side, fuel } => s.fuel[side.index()] = *fuel,
        Event::RuledAdvantage { side } => s.advantage = *side,
        Event::ShuffledUnseen { .. }
        | Event::TakenUnseen { .. }
        | Event::AmbushMissed { .. }
        | Event::Intercepts { .. }
        | Event::Fires { .. } => {}
    }
}

fn set_at(s: &mut State, ship: UnitId, at: Where) {
    s.ships[usize::from(ship.0)].at = at;
}

fn lose(s: &mut State, ship: UnitId, steps: i32) {
    let vessel = &mut s.ships[usize::from(ship.0)];
    vessel.steps = (vessel.steps - steps).max(0);
    if vessel.steps == 0 {
        vessel.at = Where::Sunk;
    }
}

fn refit(data: &Data, s: &mut State) {
    s.fuel = data.tables.fuel;
    for ship in data.ship_ids() {
        let printed = data.ship(ship);
        let vessel = &mut s.ships[usize::from(ship.0)];
        if vessel.at == Where::Sunk {
            if printed.submarine {
                vessel.at = printed.at.map_or(Where::Reserve, Where::At);
            } else {
                vessel.at = Where::Reserve;
                s.reserves[printed.side.index()].push(ship);
            }
        }
        vessel.steps = printed.steps;
    }
    // Who comes back joins the end of the list by number, so that the list keeps no other secret.
    s.reserves.iter_mut().for_each(|list| list.dedup());
    if s.phase == Phase::Reserves {
        s.phase = Phase::Bid;
    }
}

fn side(side: Side) -> Item {
    Item::Word(side.word())
}

fn card(card: u16) -> Item {
    Item::Thing(Thing::card(card))
}

fn ships(ships: &[UnitId]) -> Vec<Item> {
    ships.iter().map(|ship| ship.item()).collect()
}

pub(super) fn telling(event: &Event) -> Phrase {
    match event {
        Event::Ranked {
            side: s,
            ships: list,
        } => Phrase::new("ranked")
            .with("side", side(*s))
            .with("ships", ships(list)),
        Event::Bids {
            red,
            blue,
            initiative,
        } => Phrase::new("bids")
            .with("red", *red)
            .with("blue", *blue)
            .with("initiative", side(*initiative)),
        Event::Shuffled { deck } => {
            Phrase::new("shuffled").with("cards", i32::try_from(deck.cards.len()).unwrap_or(0))
        }
        Event::ShuffledUnseen { cards } => Phrase::new("shuffled").with("cards", i32::from(*cards)),
        Event::Opened { side: s, card: c } => Phrase::new("opened")
            .with("side", side(*s))
            .with("card", card(*c)),
        Event::Taken { side: s, card: c } => Phrase::new("taken")
            .with("side", side(*s))
            .with("card", card(*c)),
        Event::TakenUnseen { side: s } => Phrase::new("taken-unseen").with("side", side(*s)),
        Event::Lurks { at } => Phrase::new("lurks").with("at", at.item()),
        Event::AmbushMissed { ship, at, .. } => Phrase::new("ambush-missed")
            .with("ship", ship.item())
            .with("at", at.item()),
        Event::Ambushed { ship, at, .. } => Phrase::new("ambushed")
            .with("ship", ship.item())
            .with("at", at.item()),
        Event::Arrives { ship, at } => Phrase::new("arrives")
            .with("ship", ship.item())
            .with("at", at.item()),
        Event::Raids { ship, fuel } => Phrase::new("raids")
            .with("ship", ship.item())
            .with("fuel", *fuel),
        Event::Moves { ship, to } => Phrase::new("moves")
            .with("ship", ship.item())
            .with("to", to.item()),
        Event::Intercepts {
            ship, by, at, met, ..
        } => Phrase::new(if *met { "intercepted" } else { "slipped-past" })
            .with("ship", ship.item())
            .with("by", ships(by))
            .with("at", at.item()),
        Event::Played {
            side: s,
            card: c,
            value,
        } => Phrase::new("played")
            .with("side", side(*s))
            .with("card", card(*c))
            .with("value", *value),
        Event::Fires {
            side: s,
            round,
            hits,
            ..
        } => Phrase::new("fires")
            .with("side", side(*s))
            .with("round", i32::try_from(*round).unwrap_or(0))
            .with("hits", *hits),
        Event::FiresAgain {
            side: s,
            round,
            hits,
            ..
        } => Phrase::new("fires-again")
            .with("side", side(*s))
            .with("round", i32::try_from(*round).unwrap_or(0))
            .with("hits", *hits),
        Event::Loses { side: s, losses } => {
            let pairs = losses
                .iter()
                .flat_map(|(ship, steps)| [ship.item(), Item::Number(*steps)]);
            Phrase::new("loses")
                .with("side", side(*s))
                .with("losses", pairs.collect::<Vec<Item>>())
        }
        Event::Withdraws {
            side: s,
            ships: list,
            to,
        } => Phrase::new("withdraws")
            .with("side", side(*s))
            .with("ships", ships(list))
            .with("to", to.item()),
        Event::Scores { red, blue } => Phrase::new("scores").with("red", *red).with("blue", *blue),
        Event::Refits => Phrase::new("refits"),
        Event::NextPhase => Phrase::new("next-phase"),
        Event::RuledPlace { ship, at } => Phrase::new("ruled-place")
            .with("ship", ship.item())
            .with("at", at.item()),
        Event::RuledSteps { ship, steps } => Phrase::new("ruled-steps")
            .with("ship", ship.item())
            .with("steps", *steps),
        Event::RuledFuel { side: s, fuel } => Phrase::new("ruled-fuel")
            .with("side", side(*s))
            .with("fuel", *fuel),
        Event::RuledAdvantage { side: s } => Phrase::new("ruled-advantage").with("side", side(*s)),
    }
}

pub(super) const fn tally(event: &Event) -> Option<&Tally> {
    match event {
        Event::AmbushMissed { tally, .. }
        | Event::Ambushed { tally, .. }
        | Event::Intercepts { tally, .. }
        | Event::Fires { tally, .. }
        | Event::FiresAgain { tally, .. } => Some(tally),
        _ => None,
    }
}

pub(super) const fn cites(event: &Event) -> &'static str {
    match event {
        Event::Ranked { .. } => "1.3",
        Event::Bids { .. } => "2.2",
        Event::Shuffled { .. } | Event::ShuffledUnseen { .. } => "3.1",
        Event::Opened { .. } => "3.2",
        Event::Taken { .. } | Event::TakenUnseen { .. } => "3.3",
        Event::Played { .. } => "3.4",
        Event::Lurks { .. } => "4.1",
        Event::AmbushMissed { .. } => "4.2",
        Event::Ambushed { .. } => "4.3",
        Event::Arrives { .. } => "5.1",
        Event::Moves { .. } => "5.2",
        Event::Raids { .. } => "5.3",
        Event::Intercepts { .. } => "5.4",
        Event::Withdraws { .. } => "6.2",
        Event::Fires { .. } => "6.3",
        Event::FiresAgain { .. } => "6.4",
        Event::Loses { .. } => "6.5",
        Event::Scores { .. } => "7.1",
        Event::Refits => "7.4",
        Event::NextPhase
        | Event::RuledPlace { .. }
        | Event::RuledSteps { .. }
        | Event::RuledFuel { .. }
        | Event::RuledAdvantage { .. } => "",
    }
}
