//! Seats: the people at the table. A side may have several, and a person may play several sides.

use serde::{Deserialize, Serialize};

use super::game::{Game, Side as _};
use crate::orders::Lang;

/// The desk that decides whatever no other desk of the side does.
pub const ANY_DESK: &str = "*";

/// A person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The name: short, `a-z 0-9 -`, unique in the game.
    pub name: String,
    /// The sides he plays, by id.
    pub sides: Vec<String>,
    /// The desks he has on them; `*` for all that nobody else has.
    pub desks: Vec<String>,
    /// The language he reads.
    pub lang: Lang,
    /// The seal of his next link, or `plain` if he sends none.
    pub seal: String,
}

impl Seat {
    /// Whether he seals his part of the dice.
    pub fn is_sealed(&self) -> bool {
        self.seal != "plain"
    }

    /// Whether he plays a side.
    pub fn plays(&self, side: &str) -> bool {
        self.sides.iter().any(|one| one == side)
    }

    /// Those of his sides that are ever asked.
    pub fn deciding<G: Game>(&self, data: &G::Data) -> Vec<G::Side> {
        let sides = self.sides.iter().filter_map(|id| G::Side::from_id(id));
        sides.filter(|side| G::decides(data, *side)).collect()
    }
}

/// The seat that decides for a side at a desk: the one who has the desk, else the one who has all, else the first.
pub fn who<'a>(seats: &'a [Seat], side: &str, desk: &str) -> Option<&'a Seat> {
    let of_side = || seats.iter().filter(|seat| seat.plays(side));
    let has = |wanted: &str| of_side().find(|seat| seat.desks.iter().any(|one| one == wanted));
    has(desk)
        .or_else(|| has(ANY_DESK))
        .or_else(|| of_side().next())
}

/// Names that mean the referee or everybody wherever somebody is named.
const MEANT: &[&str] = &[
    "referee",
    "all",
    "everybody",
    "arbitre",
    "tous",
    "toutes",
    "nobody",
];

/// What is wrong with a seating, given the sides of the game.
pub fn seating_problems(seats: &[Seat], sides: &[&str]) -> Vec<String> {
    let mut problems = Vec::new();
    for (n, seat) in seats.iter().enumerate() {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if seat.name.is_empty() || !seat.name.chars().all(fits) {
            problems.push(format!(
                "seat `{}`: a name has only a-z, 0-9 and -",
                seat.name
            ));
        }
        if MEANT.contains(&seat.name.as_str()) {
            problems.push(format!(
                "seat `{}`: that name means somebody else in messages",
                seat.name
            ));
        }
        if seats[..n].iter().any(|other| other.name == seat.name) {
            problems.push(format!("seat `{}` is there twice", seat.name));
        }
        for side in &seat.sides {
            if !sides.contains(&side.as_str()) {
                problems.push(format!(
                    "seat `{}`: no side `{side}`; there are {}",
                    seat.name,
                    sides.join(", ")
                ));
            }
        }
    }
    for side in sides {
        if !seats.iter().any(|seat| seat.plays(side)) {
            problems.push(format!("nobody plays {side}"));
        }
    }
    problems
}
