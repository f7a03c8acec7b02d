//! What one side knows. The state stays private to this room: nothing else of it can be asked.

use std::borrow::Cow;

use super::data::{BoxId, Data};
use super::event::Event;
use super::secrets;
use super::state::{Side, State, Where};
use crate::board::{Colour, Party, Picture, Piece, Spot, Symbol, Trace, UnitId};
use crate::engine::game::Side as _;
use crate::orders::{Class, Item, Lexicon, Phrase, Thing};

/// What one side knows, or the referee.
#[derive(Clone, Copy)]
pub struct View<'a> {
    data: &'a Data,
    state: &'a State,
    by: Option<Side>,
}

impl<'a> View<'a> {
    pub(super) const fn new(data: &'a Data, state: &'a State, by: Option<Side>) -> Self {
        Self { data, state, by }
    }

    /// What is printed: known to all.
    pub const fn data(&self) -> &'a Data {
        self.data
    }

    /// The turn.
    pub const fn turn(&self) -> u32 {
        self.state.turn
    }

    /// Who has the initiative.
    pub const fn initiative(&self) -> Side {
        self.state.initiative
    }

    /// A position that the reader may take for the true one; the referee knows that.
    pub(super) fn imagined(&self) -> State {
        match self.by {
            Some(by) => secrets::imagined(self.data, self.state, by),
            None => self.state.clone(),
        }
    }

    fn knows(&self, side: Side) -> bool {
        self.by.is_none_or(|by| by == side)
    }

    fn own(&self) -> Side {
        self.by.unwrap_or(Side::Red)
    }

    /// The reader's fuel.
    pub fn own_fuel(&self) -> i32 {
        self.state.fuel[self.own().index()]
    }

    /// The reader's hand.
    pub fn own_hand(&self) -> &'a [u16] {
        &self.state.hands[self.own().index()]
    }

    /// The reader's reserves, in the order they come.
    pub fn own_reserves(&self) -> &'a [UnitId] {
        &self.state.reserves[self.own().index()]
    }

    /// The reader's surface ships on the board.
    pub fn own_ships(&self) -> Vec<(UnitId, BoxId)> {
        let mine = |ship: &UnitId| {
            let printed = self.data.ship(*ship);
            printed.side == self.own() && !printed.submarine
        };
        let ships = self.data.ship_ids().filter(mine);
        ships
            .filter_map(|ship| Some((ship, self.state.at(ship)?)))
            .collect()
    }

    /// The reader's surface ships in a box.
    pub fn own_fleet(&self, at: BoxId) -> Vec<UnitId> {
        self.state.fleet(self.data, self.own(), at)
    }

    /// The steps of a ship of the reader's; anybody sees those of surface ships.
    pub fn own_steps(&self, ship: UnitId) -> i32 {
        self.state.ship(ship).steps
    }

    /// Whether surface ships of the enemy are in a box.
    pub fn enemy_in(&self, at: BoxId) -> bool {
        !self
            .state
            .fleet(self.data, self.own().other(), at)
            .is_empty()
    }

    /// Whether a ship is sunk.
    pub fn is_sunk(&self, ship: UnitId) -> bool {
        self.state.ship(ship).at == Where::Sunk
    }

    /// Where the reader knows a ship to be: the submarine is hidden from red.
    pub fn ship_at(&self, ship: UnitId) -> Option<BoxId> {
        if self.data.ship(ship).submarine && !self.knows(Side::Blue) {
            return None;
        }
        self.state.at(ship)
    }

    pub(super) fn position(&self) -> Vec<Phrase> {
        let (data, s) = (self.data, self.state);
        let mut lines = Vec::new();
        // When the last turn is over there is no other to tell of.
        if data.endless || s.turn <= data.turns {
            lines.push(
                Phrase::new("at-turn")
                    .with("turn", i32::try_from(s.turn).unwrap_or(0))
                    .with("turns", i32::try_from(data.turns).unwrap_or(0))
                    .with("phase", Phrase::new(phase_key(s))),
            );
        }
        let key = match data.endless {
            true => "points-victory-long",
            false => "points-victory",
        };
        lines.push(Phrase::new(key).with("turns", i32::try_from(data.turns).unwrap_or(0)));
        for side in Side::ALL {
            lines.push(
                Phrase::new("stands")
                    .with("side", Item::Word(side.word()))
                    .with("fuel", s.fuel[side.index()])
                    .with("points", s.points[side.index()])
                    .with(
                        "cards",
                        i32::try_from(s.hands[side.index()].len()).unwrap_or(0),
                    ),
            );
            if self.knows(*side) && !s.hands[side.index()].is_empty() {
                let cards = s.hands[side.index()]
                    .iter()
                    .map(|card| Thing::card(*card).into());
                let cards: Vec<Item> = cards.collect();
                lines.push(Phrase::new("hand").with("cards", cards));
            }
        }
        for ship in data.ship_ids() {
            let printed = data.ship(ship);
            let vessel = s.ship(ship);
            let line = match vessel.at {
                Where::Sunk => Phrase::new("ship-sunk"),
                Where::Reserve => Phrase::new("ship-reserve"),
                Where::At(_) => match self.ship_at(ship) {
                    Some(at) => Phrase::new("ship-at")
                        .with("at", at.item())
                        .with("steps", vessel.steps)
                        .with("of", printed.steps),
                    None => match s.sighted {
                        Some(at) => Phrase::new("ship-last-seen").with("at", at.item()),
                        None => Phrase::new("ship-hidden"),
                    },
                },
            };
            lines.push(line.with("ship", ship.item()));
        }
        lines.push(Phrase::new("advantage-is").with("side", Item::Word(s.advantage.word())));
        lines
    }

    /// What stands on the board.
    pub(super) fn picture(&self) -> Picture {
        let parties = Side::ALL.iter().map(|side| Party {
            word: side.word(),
            colour: match side {
                Side::Red => Colour::Red,
                Side::Blue => Colour::Blue,
            },
            letter: match side {
                Side::Red => 'R',
                Side::Blue => 'B',
            },
        });
        let pieces = self.data.ship_ids().filter_map(|ship| {
            let at = self.ship_at(ship)?;
            let printed = self.data.ship(ship);
            let step = |steps: i32| u8::try_from(steps).unwrap_or(0);
            Some(Piece {
                at: Spot::Space(self.data.place(at).space),
                owner: printed.side.index(),
                symbol: match (printed.submarine, printed.guns) {
                    (true, _) => Symbol::Submarine,
                    (false, 1) => Symbol::Transport,
                    (false, 2) => Symbol::Destroyer,
                    (false, _) => Symbol::Cruiser,
                },
                name: printed.name.clone(),
                short: printed.name.clone(),
                strength: format!("{}-{}", printed.guns, printed.speed),
                steps: (step(self.state.ship(ship).steps), step(printed.steps)),
                carried: false,
            })
        });
        Picture {
            parties: parties.collect(),
            pieces: pieces.collect(),
            ..Picture::default()
        }
    }

    /// What an event shows on the map.
    pub(super) fn traces(&self, seen: &Event) -> Vec<Trace> {
        let spot = |at: &BoxId| Spot::Space(self.data.place(*at).space);
        match seen {
            Event::Ambushed { at, .. } | Event::Intercepts { at, met: true, .. } => {
                vec![Trace::Fight { at: spot(at) }]
            }
            _ => Vec::new(),
        }
    }
}

const fn phase_key(state: &State) -> &'static str {
    use super::state::Phase;
    match state.phase {
        Phase::Reserves => "phase-reserves",
        Phase::Bid => "phase-bid",
        Phase::Cards => "phase-cards",
        Phase::Submarine => "phase-submarine",
        Phase::First => "phase-first",
        Phase::Second => "phase-second",
        Phase::Points => "phase-points",
    }
}

impl Lexicon for View<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        let index = usize::from(thing.id);
        let name = match thing.class {
            Class::Place => self.data.places.get(index).map(|place| place.name.as_str()),
            Class::Unit => self.data.ships.get(index).map(|ship| ship.name.as_str()),
            Class::Card => self.data.cards.get(index).map(|card| card.id.as_str()),
            Class::Side | Class::Marker | Class::Edge => None,
        };
        Cow::Borrowed(name.unwrap_or("?"))
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        let index = usize::from(thing.id);
        let id = match thing.class {
            Class::Place => self.data.places.get(index).map(|place| place.id.as_str()),
            Class::Unit => self.data.ships.get(index).map(|ship| ship.id.as_str()),
            Class::Card => self.data.cards.get(index).map(|card| card.id.as_str()),
            Class::Side | Class::Marker | Class::Edge => None,
        };
        Cow::Borrowed(id.unwrap_or("?"))
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        match thing.class {
            Class::Unit => self
                .data
                .ships
                .get(usize::from(thing.id))
                .map(|ship| {
                    ship.also
                        .iter()
                        .map(|name| Cow::Borrowed(name.as_str()))
                        .collect()
                })
                .unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn known(&self) -> Vec<Thing> {
        let places = self.data.box_ids().map(|place| Thing::place(place.0));
        let ships = self.data.ship_ids().map(|ship| Thing::unit(ship.0));
        let cards = 0..u16::try_from(self.data.cards.len()).unwrap_or(0);
        places.chain(ships).chain(cards.map(Thing::card)).collect()
    }
}
