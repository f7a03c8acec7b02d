//! What each side saw of an event, and what each knows of a position.

use super::Teller;
use crate::board::{Picture, Piece, Spot};
use crate::engine::event::{Sight, Told};
use crate::engine::game::{Game, Side as _};
use crate::orders::{Arg, Class, Item, Phrase, Thing};
use crate::report::text::capital;

impl<G: Game> Teller<'_, G> {
    /// Who saw how much of an event.
    pub(super) fn seen(&self, told: &Told<G>) -> Vec<String> {
        if told.is_open() {
            return vec![self.say(&Phrase::new("desk-seen-by-all"))];
        }
        let sides = G::Side::ALL.iter().zip(&told.sights);
        sides
            .map(|(side, sight)| {
                let phrase = match sight {
                    Sight::Whole => Phrase::new("desk-saw-all"),
                    Sight::Nothing => Phrase::new("desk-saw-nothing"),
                    Sight::Part(part) => {
                        Phrase::new("desk-saw-part").with("what", self.say(&G::telling(part)))
                    }
                };
                capital(&self.say(&phrase.with("side", Item::Word(side.word()))))
            })
            .collect()
    }

    /// What stands on the board and a side has not on its map.
    pub(super) fn hidden_from(&self, state: &G::State, side: G::Side) -> Vec<String> {
        let picture = |by| G::picture(&G::view(&self.keeper.data, state, by));
        let (all, his): (Picture, Picture) = (picture(None), picture(Some(side)));
        all.pieces
            .iter()
            .filter(|piece| {
                let same = |one: &Piece| one.name == piece.name && one.at == piece.at;
                !his.pieces.iter().any(same)
            })
            .map(|piece| format!("{} ({})", piece.name, self.spot(piece.at)))
            .collect()
    }

    /// What each side does not know of a position, one line each; nothing where all lies open.
    pub(super) fn knowledge(&self, state: &G::State) -> Vec<String> {
        let mut lines = Vec::new();
        for side in G::Side::ALL {
            let hidden = self.hidden_from(state, *side);
            if !hidden.is_empty() {
                let phrase = Phrase::new("desk-hidden")
                    .with("side", Item::Word(side.word()))
                    .with("what", hidden.join(", "));
                lines.push(self.say(&phrase));
            }
        }
        if lines.is_empty() {
            lines.push(self.say(&Phrase::new("desk-nothing-hidden")));
        }
        lines
    }

    /// The map of each side.
    pub(super) fn maps(&self, state: &G::State) -> Vec<Picture> {
        let sides = G::Side::ALL.iter();
        sides
            .map(|side| G::picture(&G::view(&self.keeper.data, state, Some(*side))))
            .collect()
    }

    /// Where each side has a unit on its map.
    pub(super) fn places_on(&self, maps: &[Picture], unit: Thing) -> Vec<Option<Spot>> {
        let name = self.name(unit);
        maps.iter()
            .map(|map| map.pieces.iter().find(|piece| piece.name == name))
            .map(|piece| piece.map(|piece| piece.at))
            .collect()
    }

    /// Where each side has a unit on its map, or had it before something happened, in words.
    pub(super) fn known_places(
        &self,
        places: &[Option<Spot>],
        unit: Thing,
        then: bool,
    ) -> Vec<String> {
        let (at, not) = if then {
            ("desk-knows-at", "desk-knows-not")
        } else {
            ("desk-unit-at", "desk-unit-not")
        };
        let sides = G::Side::ALL.iter().zip(places);
        sides
            .map(|(side, place)| {
                let phrase = match place {
                    Some(spot) => Phrase::new(at).with("where", self.spot(*spot)),
                    None => Phrase::new(not),
                };
                let phrase = phrase
                    .with("side", Item::Word(side.word()))
                    .with("unit", Item::Thing(unit));
                capital(&self.say(&phrase))
            })
            .collect()
    }

    /// All that stands on the board.
    pub(super) fn pieces(&self, state: &G::State) -> Vec<Piece> {
        G::picture(&G::view(&self.keeper.data, state, None)).pieces
    }

    /// The name of a thing.
    pub(super) fn name(&self, thing: Thing) -> String {
        self.say(&Phrase::new("desk-name").with("what", Item::Thing(thing)))
    }

    /// The name of a spot of the board.
    pub(super) fn spot(&self, spot: Spot) -> String {
        let board = G::board(&self.keeper.data);
        match spot {
            Spot::Space(space) => board.space(space).label().to_owned(),
            Spot::Off(n) => board
                .boxes()
                .get(n)
                .map_or_else(String::new, |off| off.name.clone()),
        }
    }
}

/// The units an event speaks of: in its words, and in its tally.
pub(super) fn units_of<G: Game>(teller: &Teller<'_, G>, event: &G::Event) -> Vec<Thing> {
    let mut units = things_in(&G::telling(event), Class::Unit);
    if let Some(tally) = G::tally(event) {
        let view = G::view(&teller.keeper.data, &teller.keeper.now.state, None);
        let known = crate::orders::Lexicon::known(&view);
        let named = tally
            .terms
            .iter()
            .filter_map(|term| term.of.as_ref())
            .chain(tally.tests.iter().map(|test| &test.of));
        for id in named {
            units.extend(
                known
                    .iter()
                    .filter(|thing| thing.class == Class::Unit)
                    .filter(|thing| crate::orders::Lexicon::id(&view, **thing) == id.as_str()),
            );
        }
    }
    units.sort_unstable();
    units.dedup();
    units
}

/// The spaces an event names.
pub(super) fn places_of<G: Game>(teller: &Teller<'_, G>, event: &G::Event) -> Vec<Spot> {
    let view = G::view(&teller.keeper.data, &teller.keeper.now.state, None);
    let board = G::board(&teller.keeper.data);
    things_in(&G::telling(event), Class::Place)
        .into_iter()
        .filter_map(|place| board.find(&crate::orders::Lexicon::id(&view, place)))
        .map(Spot::Space)
        .collect()
}

/// The things of a class that a phrase names.
fn things_in(phrase: &Phrase, class: Class) -> Vec<Thing> {
    let thing = |item: &Item| match item {
        Item::Thing(thing) if thing.class == class => Some(*thing),
        _ => None,
    };
    let mut found = Vec::new();
    for (_, arg) in &phrase.args {
        match arg {
            Arg::Item(one) => found.extend(thing(one)),
            Arg::Items(items) => found.extend(items.iter().filter_map(thing)),
            Arg::Phrase(inner) => found.extend(things_in(inner, class)),
            Arg::Text(_) | Arg::Record(_) => {}
        }
    }
    found
}
