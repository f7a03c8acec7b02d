//! Forces of ships, some of them empty: found by search, as a count, by size, or by name when they are struck.

use fieldpost::engine::bot::Rng;
use fieldpost::engine::table::Play;
use fieldpost::engine::tally::Tally;
use fieldpost::orders::Phrase;
use serde::{Deserialize, Serialize};

use super::game::{BIG, Board4, Event, FORCES, Hidden, Open, Plant, Position, Side, truth};
use super::orders::{Aim, Join, Sail, Search, Strike};

/// How deep a force was looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    None,
    Count,
    Sizes,
}

/// Why a force cannot be struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    Gone,
    NotFound,
    Empty,
}

impl Bar {
    pub fn phrase(self) -> Phrase {
        Phrase::new("refused").with("why", self as i32)
    }
}

/// What is in a force, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "known", rename_all = "lowercase")]
pub enum Contents {
    Unknown,
    Count { ships: usize },
    Sizes { big: usize, small: usize },
    Ships { ships: Vec<u16> },
}

impl Contents {
    /// How much it says.
    const fn detail(&self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Count { .. } => 1,
            Self::Sizes { .. } => 2,
            Self::Ships { .. } => 3,
        }
    }

    /// Whether it tells no more than a search of this depth, or names that were told once.
    pub fn fits(&self, depth: Depth) -> bool {
        matches!(self, Self::Ships { .. }) || self.detail() <= depth as u8
    }

    /// Learns more; less is not news.
    pub fn learn(&mut self, found: Self) {
        if found.detail() >= self.detail() {
            *self = found;
        }
    }

    pub fn lose(&mut self, ship: u16) {
        match self {
            Self::Ships { ships } => ships.retain(|one| *one != ship),
            other => *other = Self::Unknown,
        }
    }

    pub fn gain(&mut self, ship: u16) {
        if let Self::Ships { ships } = self {
            ships.push(ship);
            ships.sort_unstable();
        }
    }

    /// What a search of this depth tells of it.
    pub fn at_depth(&self, depth: Depth) -> Self {
        match (self, depth) {
            (Self::Ships { ships }, Depth::Count) => Self::Count { ships: ships.len() },
            (Self::Ships { ships }, Depth::Sizes) => {
                let big = ships.iter().filter(|ship| **ship < BIG).count();
                let small = ships.len() - big;
                Self::Sizes { big, small }
            }
            _ => Self::Unknown,
        }
    }
}

/// Queries: the same for the truth and for what a side was told.
impl Position<'_> {
    fn contents(&self, force: u16) -> &Contents {
        &self.hidden.forces[usize::from(force)]
    }

    /// The forces on the map, real or not.
    pub fn afloat(&self) -> Vec<u16> {
        let gone = |force: &u16| self.open.gone[usize::from(*force)];
        (0..FORCES).filter(|force| !gone(force)).collect()
    }

    /// The ships of a force, if they are known by name.
    pub fn ships_of(&self, force: u16) -> Vec<u16> {
        match self.contents(force) {
            Contents::Ships { ships } => ships.clone(),
            _ => Vec::new(),
        }
    }

    /// Whether a ship may go over to a force: both lie in one zone.
    pub fn may_join(&self, ship: u16, to: u16) -> bool {
        let Some(from) = self.force_of(ship) else {
            return false;
        };
        from != to && self.open.at[usize::from(from)] == self.open.at[usize::from(to)]
    }

    /// The force a ship is in, if its reader knows.
    pub fn force_of(&self, ship: u16) -> Option<u16> {
        self.afloat()
            .into_iter()
            .find(|force| self.ships_of(*force).contains(&ship))
    }

    /// Whether a force may be struck, as far as it lies open.
    fn may_strike(&self, force: u16) -> Result<(), Bar> {
        if self.open.gone[usize::from(force)] {
            return Err(Bar::Gone);
        }
        if self.open.depth[usize::from(force)] == Depth::None {
            return Err(Bar::NotFound);
        }
        Ok(())
    }

    /// The ships of a force by name, if they are known.
    fn names(&self, force: u16) -> Option<Vec<u16>> {
        match self.contents(force) {
            Contents::Ships { ships } => Some(ships.clone()),
            _ => None,
        }
    }

    pub fn tell_forces(&self) -> Vec<Phrase> {
        let of = |force: u16| {
            let n = |n: usize| i32::try_from(n).unwrap_or(0);
            let line = Phrase::new("force")
                .with("force", i32::from(force))
                .with("at", i32::from(self.open.at[usize::from(force)]));
            match self.contents(force) {
                Contents::Unknown => line.with("unknown", 0),
                Contents::Count { ships } => line.with("count", n(*ships)),
                Contents::Sizes { big, small } => {
                    line.with("big", n(*big)).with("small", n(*small))
                }
                Contents::Ships { ships } => ships.iter().fold(line, |line, ship| {
                    let ship = i32::from(*ship);
                    line.with("ship", ship)
                }),
            }
        };
        self.afloat().into_iter().map(of).collect()
    }
}

/// Green's forces sail, empty ones too, so that nothing shows which is which; then ships go over.
pub fn sail(t: &mut Board4<'_>) -> Play {
    let afloat = truth(t).afloat();
    let asks = afloat.iter().map(|force| Sail { force: *force });
    for (force, ask) in afloat.iter().zip(asks.collect::<Vec<_>>()) {
        let t: &mut Board4<'_> = &mut t.within(format_args!("force-{force}"));
        if let Some(to) = t.ask(Side::Green, ask)? {
            let now = truth(t);
            let empty = Some(now.ships_of(*force).is_empty());
            t.happen(Event::Sails {
                force: *force,
                to,
                empty,
            })?;
        }
    }
    for to in afloat {
        let t: &mut Board4<'_> = &mut t.within(format_args!("into-{to}"));
        if let Some(ship) = t.ask(Side::Green, Join { to })? {
            let now = truth(t);
            if let Some(from) = now.force_of(ship) {
                // As deep as each was looked into, the other side is told what is there now.
                t.reveal(Event::Joins { ship, from, to })?;
            }
        }
    }
    Ok(())
}

/// Orange looks into every force of a zone.
pub fn search(t: &mut Board4<'_>) -> Play {
    let Some(zone) = t.ask(Side::Orange, Search {})? else {
        return Ok(());
    };
    let now = truth(t);
    let mut here = now.afloat();
    here.retain(|force| now.open.at[usize::from(*force)] == zone);
    for force in here {
        let dice = t.roll(format_args!("search-{force}"), 1, 6)?;
        let depth = match dice.values[0] {
            1..=2 => continue,
            3..=4 => Depth::Count,
            _ => Depth::Sizes,
        };
        let mut tally = Tally::of_rule("2");
        tally.dice(&dice);
        let now = truth(t);
        if now.ships_of(force).is_empty() && depth == Depth::Sizes {
            t.reveal(Event::Decoy { force })?;
            continue;
        }
        // From afar an empty force is taken for a ship.
        let found = match now.contents(force).at_depth(depth) {
            Contents::Count { ships: 0 } => Contents::Count { ships: 1 },
            found => found,
        };
        t.reveal(Event::Searched {
            force,
            depth,
            found,
            tally,
        })?;
    }
    Ok(())
}

/// Orange strikes a force, if it can be struck; if not he is told why.
pub fn strike(t: &mut Board4<'_>) -> Play {
    let leak = (t.data().plant == Plant::RehearsedOnTruth).then(|| truth(t).hidden.clone());
    let Some(force) = t.ask(Side::Orange, Strike { leak })? else {
        return Ok(());
    };
    t.attempt(
        |_, bar| Event::NotDone {
            side: Side::Orange,
            bar,
        },
        |t| strike_one(t, force),
    )
    .map(drop)
}

/// The ships of a force that was found are named, and orange aims at one.
pub fn strike_one(t: &mut Board4<'_>, force: u16) -> Play {
    t.check(truth(t).may_strike(force))?;
    let ships = t.known(truth(t).names(force))?;
    t.reveal(Event::Struck {
        force,
        ships: ships.clone(),
    })?;
    if ships.is_empty() {
        return t.refuse(Bar::Empty);
    }
    let Some(ship) = t.ask(Side::Orange, Aim { force })? else {
        return Ok(());
    };
    let dice = t.roll("strike", 1, 6)?;
    let mut tally = Tally::of_rule("3");
    tally.dice(&dice).need(4);
    if tally.reached() {
        t.happen(Event::Sunk { force, ship, tally })?;
    }
    Ok(())
}

/// What is wrong with the forces.
pub fn broken(truth: Position<'_>) -> Vec<String> {
    let mut ships: Vec<u16> = Vec::new();
    for contents in &truth.hidden.forces {
        match contents {
            Contents::Ships { ships: here } => ships.extend(here),
            other => return vec![format!("the truth says {other:?}")],
        }
    }
    ships.sort_unstable();
    let lost = ships.windows(2).any(|pair| pair[0] == pair[1]);
    if lost {
        vec![format!("ships twice: {ships:?}")]
    } else {
        Vec::new()
    }
}

/// Another truth under what orange was told: where he knows nothing ships change places; where he has counted, as many
/// stay there; where he has seen sizes, as many of each.
pub fn scramble(open: &Open, truth: &mut Hidden, rng: &mut Rng) {
    let of = |hidden: &Hidden, force: u16| match &hidden.forces[usize::from(force)] {
        Contents::Ships { ships } => ships.clone(),
        _ => Vec::new(),
    };
    let free = |force: u16| !open.gone[usize::from(force)];
    for _ in 0..3 {
        let (from, to) = (rng.below(4), rng.below(4));
        let (from, to) = (
            u16::try_from(from).unwrap_or(0),
            u16::try_from(to).unwrap_or(0),
        );
        if from == to || !free(from) || !free(to) {
            continue;
        }
        let depth = |force: u16| open.depth[usize::from(force)];
        let (here, there) = (of(truth, from), of(truth, to));
        let Some(ship) = rng.pick(&here).copied() else {
            continue;
        };
        let back = there
            .iter()
            .copied()
            .find(|other| (*other < BIG) == (ship < BIG));
        let (gives, takes) = match (depth(from), depth(to)) {
            (Depth::None, Depth::None) if rng.below(2) == 0 => (ship, None),
            // One ship or none: told as one.
            (Depth::Count, Depth::None) if here.len() == 1 => (ship, None),
            (Depth::None, Depth::Count) if there.is_empty() => (ship, None),
            _ => match back {
                Some(back) => (ship, Some(back)),
                None => continue,
            },
        };
        for (force, lost, won) in [(from, Some(gives), takes), (to, takes, Some(gives))] {
            let contents = &mut truth.forces[usize::from(force)];
            lost.into_iter().for_each(|ship| contents.lose(ship));
            won.into_iter().for_each(|ship| contents.gain(ship));
        }
    }
}
