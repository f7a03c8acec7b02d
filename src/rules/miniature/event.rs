//! What can happen, and what it changes.

use super::bars::Bar;
use super::data::{BoxId, Data, Effect};
use super::state::{Phase, Side, State, Where};
use crate::board::UnitId;
use crate::engine::deck::Deck;
use crate::engine::game::Side as _;
use crate::engine::say::Say;
use crate::engine::tally::Tally;
use crate::orders::{Phrase, Thing};

crate::events! {
    /// An event.
    #[serde(tag = "is", rename_all = "kebab-case")]
    pub enum Event;

    /// A side ranked its reserves (1.3).
    Ranked { side: Side, ships: Vec<UnitId> } => "ranked", "1.3";
    /// The bids were opened (2.2).
    Bids { red: i32, blue: i32, initiative: Side } => "bids", "2.2";
    /// The deck was shuffled (3.1).
    Shuffled { deck: Deck } => "shuffled", "3.1", cards = i32::try_from(deck.cards.len()).unwrap_or(0);
    /// What everybody sees of it.
    ShuffledUnseen { cards: u16 } => "shuffled", "3.1";
    /// A card was drawn open (3.2).
    Opened { side: Side, card as _: u16 } => "opened", "3.2", card = Thing::card(*card);
    /// A card was drawn into the hand (3.3).
    Taken { side: Side, card as _: u16 } => "taken", "3.3", card = Thing::card(*card);
    /// What the enemy sees of it.
    TakenUnseen { side: Side } => "taken-unseen", "3.3";
    /// The submarine took up its position (4.1).
    Lurks { at: BoxId } => "lurks", "4.1";
    /// The submarine let a ship pass, or missed it (4.2).
    AmbushMissed { ship: UnitId, at: BoxId, tally: Tally } => "ambush-missed", "4.2";
    /// The submarine hit a ship and was seen (4.3).
    Ambushed { ship: UnitId, at: BoxId, tally: Tally } => "ambushed", "4.3";
    /// A reserve arrived (5.1).
    Arrives { ship: UnitId, at: BoxId } => "arrives", "5.1";
    /// A ship burnt fuel for a raid (5.3).
    Raids { ship: UnitId, fuel: i32 } => "raids", "5.3";
    /// An order was not carried out (5.1).
    NotDone { ship: UnitId, bar: Bar } => "not-done", bar.rule();
    /// A ship entered a box (5.2).
    Moves { ship: UnitId, to: BoxId } => "moves", "5.2";
    /// An interception was tried (5.4).
    Intercepts { ship: UnitId, by: Vec<UnitId>, at: BoxId, tally: Tally, met: bool }
        => if *met { "intercepted" } else { "slipped-past" }, "5.4";
    /// A card was played before a battle (3.4).
    Played { side: Side, card as _: u16, value: i32 } => "played", "3.4", card = Thing::card(*card);
    /// A side fired (6.3).
    Fires { side: Side, round: u32, tally: Tally, hits: i32 } => "fires", "6.3";
    /// A side fired again by the Advantage (6.4).
    FiresAgain { side: Side, round: u32, tally: Tally, hits: i32 } => "fires-again", "6.4";
    /// A side took losses (6.5).
    Loses { side: Side, losses: Vec<(UnitId, i32)> } => "loses", "6.5";
    /// A side withdrew (6.2).
    Withdraws { side: Side, ships: Vec<UnitId>, to: BoxId } => "withdraws", "6.2";
    /// Points were counted (7.1).
    Scores { red: i32, blue: i32 } => "scores", "7.1";
    /// All ships and fuel came back, in the long scenario (7.4).
    Refits => "refits", "7.4";
    /// The next phase began.
    NextPhase => "next-phase", "";
    /// The referee placed a ship.
    RuledPlace { ship: UnitId, at: BoxId } => "ruled-place", "";
    /// The referee set a ship's steps.
    RuledSteps { ship: UnitId, steps: i32 } => "ruled-steps", "";
    /// The referee set a side's fuel.
    RuledFuel { side: Side, fuel: i32 } => "ruled-fuel", "";
    /// The referee gave a side the Advantage.
    RuledAdvantage { side: Side } => "ruled-advantage", "";
}

crate::say_words!(Side);

impl Say for BoxId {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
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
        Event::Lurks { at } => set_at(s, data.submarine, Where::At(*at)),
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
        | Event::NotDone { .. }
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
