//! What changes in play.

use serde::{Deserialize, Serialize};

use super::data::Data;
use super::pulse::Pulse;
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::deck::Deck;
use crate::engine::game;
use crate::orders::{Element, Item, Word};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The German player.
    German,
    /// The Allied player.
    Allied,
}

pub(super) static GERMAN: Word = Word {
    en: &["german", "germans"],
    fr: &["allemand", "allemands"],
};
static ALLIED: Word = Word {
    en: &["allied", "allies"],
    fr: &["allié", "alliés"],
};

impl game::Side for Side {
    const ALL: &'static [Self] = &[Self::German, Self::Allied];

    fn word(self) -> &'static Word {
        match self {
            Self::German => &GERMAN,
            Self::Allied => &ALLIED,
        }
    }
}

impl Element for Side {
    const WORDS: &'static [&'static Word] = &[&GERMAN, &ALLIED];

    fn item(self) -> Item {
        Item::Word(game::Side::word(self))
    }

    fn from_item(item: Item) -> Option<Self> {
        let all = <Self as game::Side>::ALL.iter().copied();
        all.into_iter().find(|side| side.item() == item)
    }
}

impl Side {
    /// The enemy.
    pub const fn other(self) -> Self {
        match self {
            Self::German => Self::Allied,
            Self::Allied => Self::German,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The state of a unit (4.11, 4.4): fresh, spent, or spent and disrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Fresh.
    Fresh,
    /// Spent.
    Spent,
    /// Disrupted 1.
    D1,
    /// Disrupted 2.
    D2,
}

impl Level {
    /// All of them, best first.
    pub const ALL: [Self; 4] = [Self::Fresh, Self::Spent, Self::D1, Self::D2];

    /// So many states worse; `None` beyond the last.
    pub fn worse(self, by: usize) -> Option<Self> {
        Self::ALL.get(self as usize + by).copied()
    }

    /// One state better, if there is one.
    pub fn better(self) -> Option<Self> {
        Self::ALL.get((self as usize).checked_sub(1)?).copied()
    }

    /// Rule 10.8: the most casualty points a unit in this state absorbs.
    pub const fn capacity(self) -> i32 {
        4 - self as i32
    }

    /// What a disruption takes from the defence factor (10.73A).
    pub const fn disruption(self) -> i32 {
        match self {
            Self::Fresh | Self::Spent => 0,
            Self::D1 => 1,
            Self::D2 => 2,
        }
    }

    /// Its name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Spent => "spent",
            Self::D1 => "d1",
            Self::D2 => "d2",
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In an area or zone.
    At(SpaceId),
    /// In the UK Box (3.4).
    Uk,
    /// Not yet arrived.
    Later,
    /// Eliminated, or not in this game.
    Out,
}

/// A unit in play; kept as `12 spent`, since there are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Unit {
    /// Where it is.
    pub at: Where,
    /// Its state.
    pub level: Level,
}

impl From<Unit> for String {
    fn from(unit: Unit) -> Self {
        let at = match unit.at {
            Where::At(at) => at.0.to_string(),
            Where::Uk => "uk".to_owned(),
            Where::Later => "later".to_owned(),
            Where::Out => "out".to_owned(),
        };
        format!("{at} {}", unit.level.id())
    }
}

impl TryFrom<String> for Unit {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no unit: a place and a state");
        let (at, level) = text.split_once(' ').ok_or_else(wrong)?;
        let at = match at {
            "uk" => Where::Uk,
            "later" => Where::Later,
            "out" => Where::Out,
            at => Where::At(SpaceId(at.parse().map_err(|_| wrong())?)),
        };
        let level = Level::ALL.into_iter().find(|one| one.id() == level);
        Ok(Self {
            at,
            level: level.ok_or_else(wrong)?,
        })
    }
}

/// Who controls a place (7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// The Germans: no marker.
    German,
    /// Allied airborne troops.
    Airborne,
    /// XXX Corps.
    Corps,
}

impl Control {
    /// Which side that is.
    pub const fn side(self) -> Side {
        match self {
            Self::German => Side::German,
            Self::Airborne | Self::Corps => Side::Allied,
        }
    }

    /// Its name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::German => "german",
            Self::Airborne => "airborne",
            Self::Corps => "corps",
        }
    }
}

/// Who holds a crossing (10.4, 19.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// No marker: a canal or ferry is held as the areas beside it are controlled.
    Unmarked,
    /// Held by the Germans.
    German,
    /// Held by the Allies.
    Allied,
}

impl Mark {
    /// The mark of a side.
    pub const fn of(side: Side) -> Self {
        match side {
            Side::German => Self::German,
            Side::Allied => Self::Allied,
        }
    }
}

/// The weather (17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    /// Clear.
    Clear,
    /// Overcast.
    Overcast,
}

impl Weather {
    /// The other one.
    pub const fn flipped(self) -> Self {
        match self {
            Self::Clear => Self::Overcast,
            Self::Overcast => Self::Clear,
        }
    }

    /// Its name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Overcast => "overcast",
        }
    }
}

/// The phases, in order (6.1, 20.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Option 23.5: bids for sides.
    Bids,
    /// Rule 20.2: air bombardment phase.
    Air,
    /// Rule 20.3: artillery phase.
    Guns,
    /// Rule 20.4: landing phase.
    Drop,
    /// Rule 20.5: XXX Corps assault phase.
    Corps,
    /// Rule 6.2: dawn.
    Dawn,
    /// Rule 6.3: a German impulse.
    German,
    /// Rule 6.3: an Allied impulse.
    Allied,
    /// Rule 6.4: German refit.
    GermanRefit,
    /// Rule 6.4: Allied refit.
    AlliedRefit,
    /// Rule 6.5: German regroup.
    GermanRegroup,
    /// Rule 6.5: Allied regroup, and the end of the turn.
    AlliedRegroup,
}

impl Phase {
    /// Its name in keys and headings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bids => "bids",
            Self::Air => "air",
            Self::Guns => "guns",
            Self::Drop => "drop",
            Self::Corps => "corps",
            Self::Dawn => "dawn",
            Self::German => "german",
            Self::Allied => "allied",
            Self::GermanRefit => "german-refit",
            Self::AlliedRefit => "allied-refit",
            Self::GermanRegroup => "german-regroup",
            Self::AlliedRegroup => "allied-regroup",
        }
    }

    /// Whether it is one of the phases of D-Day (20.1).
    pub const fn is_dday(self) -> bool {
        matches!(self, Self::Air | Self::Guns | Self::Drop | Self::Corps)
    }

    /// Whether it is an impulse, and whose.
    pub const fn impulse(self) -> Option<Side> {
        match self {
            Self::German => Some(Side::German),
            Self::Allied => Some(Side::Allied),
            _ => None,
        }
    }
}

/// A construction marker on the site of a bridge (19.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The bridge.
    pub edge: SideId,
    /// Whose.
    pub side: Side,
    /// +1 or +2.
    pub level: i32,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Ending {
    /// Rule 21.1.
    Breakthrough,
    /// Rules 21.2 and 22.1: points against what was needed.
    Points {
        /// Who won.
        winner: Side,
        /// What the Allies had.
        points: i32,
        /// What was held against it.
        needed: i32,
    },
}

/// The position, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The day of September.
    pub date: u32,
    /// The phase.
    pub phase: Phase,
    /// The pair of impulses of the day, from 1; no two steps of a day have the same.
    pub pair: u32,
    /// The impulse number: the space of the Advantage marker (3.7).
    pub impulse: i32,
    /// The number the day began with.
    pub opened: i32,
    /// Who owns the Advantage (12.1).
    pub advantage: Side,
    /// Whether the last impulse was a pass (8.24).
    pub passed: bool,
    /// The weather.
    pub weather: Weather,
    /// The weather at the start of the turn, for supply (13.51).
    pub began: Weather,
    /// The sunset DRM (12.23).
    pub drm: i32,
    /// Spaces bought for the next turn (13.43).
    pub bought: i32,
    /// Reserve points, German and Allied (3.8).
    pub reserve: [i32; 2],
    /// Construction markers available (3.9).
    pub available: [u8; 2],
    /// Construction markers used.
    pub used: [u8; 2],
    /// Construction markers on sites.
    pub works: Vec<Work>,
    /// RAF markers that are used: 2 Group and 83 Group (16.1).
    pub raf_used: [bool; 2],
    /// Where German interdiction markers lie (16.4).
    pub interdiction: Vec<SpaceId>,
    /// Whether the boats are used (9.64).
    pub boats_used: bool,
    /// Ferries used this phase (9.62).
    pub ferried: Vec<SideId>,
    /// Ferries destroyed (4.7).
    pub sunk: Vec<SideId>,
    /// Bridges destroyed (19.1).
    pub blown: Vec<SideId>,
    /// Who holds each boundary's crossing; for boundaries with water.
    pub held: Vec<Mark>,
    /// Who controls each place.
    pub control: Vec<Control>,
    /// The units.
    pub units: Vec<Unit>,
    /// Whether the bonus for Eindhoven was won (21.31).
    pub eindhoven: bool,
    /// Option 23.7: the deck of each side.
    pub decks: [Deck; 2],
    /// The impulse or phase under way.
    pub pulse: Pulse,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct State {
    /// What is kept.
    pub kept: Saved,
    /// The units of each place, by number: follows from the units.
    stacks: Vec<Vec<UnitId>>,
}

impl From<Saved> for State {
    fn from(kept: Saved) -> Self {
        let mut stacks = vec![Vec::new(); kept.control.len()];
        for (unit, n) in kept.units.iter().zip(0..) {
            if let Where::At(at) = unit.at
                && let Some(stack) = stacks.get_mut(usize::from(at.0))
            {
                stack.push(UnitId(n));
            }
        }
        Self { kept, stacks }
    }
}

impl From<State> for Saved {
    fn from(state: State) -> Self {
        state.kept
    }
}

impl std::ops::Deref for State {
    type Target = Saved;

    fn deref(&self) -> &Saved {
        &self.kept
    }
}

impl std::ops::DerefMut for State {
    fn deref_mut(&mut self) -> &mut Saved {
        &mut self.kept
    }
}

impl State {
    /// Rule 5: the game as it is set up.
    pub(super) fn first(data: &Data) -> Self {
        let (ground, tables) = (&data.ground, &data.tables);
        let units = data.counters.iter().map(|counter| {
            // 5.2: who comes after the last day stays in the box.
            let at = match counter.date {
                None => Where::At(counter.at),
                Some(date) if date > data.scenario.last => Where::Out,
                Some(_) => Where::Later,
            };
            Unit {
                at,
                level: Level::Fresh,
            }
        });
        let held = ground.edges.iter().map(|edge| match edge.bridge {
            Some(_) => Mark::German,
            None => Mark::Unmarked,
        });
        Saved {
            date: 17,
            phase: if data.switches.bids {
                Phase::Bids
            } else {
                Phase::Air
            },
            pair: 1,
            impulse: 0,
            opened: 0,
            advantage: Side::Allied,
            passed: false,
            weather: Weather::Clear,
            began: Weather::Clear,
            drm: 0,
            bought: 0,
            reserve: [0, 0],
            available: tables.reconstructed.construction,
            used: [0, 0],
            works: Vec::new(),
            raf_used: [false, false],
            interdiction: Vec::new(),
            boats_used: false,
            ferried: Vec::new(),
            sunk: Vec::new(),
            blown: Vec::new(),
            held: held.collect(),
            control: vec![Control::German; ground.places.len()],
            units: units.collect(),
            eindhoven: false,
            decks: [Deck::default(), Deck::default()],
            pulse: Pulse::default(),
            ending: None,
        }
        .into()
    }

    /// A unit in play.
    pub fn unit(&self, unit: UnitId) -> Unit {
        self.kept.units[unit.index()]
    }

    /// The place a unit is in, if it is on the map.
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.unit(unit).at {
            Where::At(at) => Some(at),
            _ => None,
        }
    }

    /// The units in a place, of both sides, by number.
    pub fn stack(&self, at: SpaceId) -> &[UnitId] {
        self.stacks
            .get(usize::from(at.0))
            .map_or(&[], Vec::as_slice)
    }

    /// Puts a unit somewhere.
    pub(super) fn put(&mut self, unit: UnitId, to: Where) {
        if let Where::At(from) = self.unit(unit).at
            && let Some(stack) = self.stacks.get_mut(usize::from(from.0))
        {
            stack.retain(|one| *one != unit);
        }
        if let Where::At(to) = to
            && let Some(stack) = self.stacks.get_mut(usize::from(to.0))
        {
            let place = stack.partition_point(|one| *one < unit);
            stack.insert(place, unit);
        }
        self.kept.units[unit.index()].at = to;
    }

    /// Changes the state of a unit.
    pub(super) fn set_level(&mut self, unit: UnitId, level: Level) {
        self.kept.units[unit.index()].level = level;
    }
}
