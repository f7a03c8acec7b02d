//! What can happen.

use serde::{Deserialize, Serialize};

use super::bars::Bar;
use super::depots::Depot;
use super::pulse::{Fought, Via};
use super::state::{Control, Ending, Level, Phase, Side, Weather};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::deck::Deck;
use crate::engine::tally::{Dice, Tally};
use crate::orders::{Element, Item};

/// Why a unit changed its state or left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Its action is over (8.3).
    Acted,
    /// An assault that failed (10.741).
    Failed,
    /// A drawn assault (10.742).
    Drawn,
    /// An assault that succeeded (10.743).
    Won,
    /// A barrage (11.111).
    Barrage,
    /// Casualty points (10.8).
    Casualties,
    /// Attrition points (11.41).
    Attrition,
    /// An overrun (10.5).
    Overrun,
    /// A retreat out of its sector (10.91).
    Sector,
    /// Refit without cost in zone I (13.511, 13.62).
    Oss,
    /// Reorganisation (23.6).
    Reorganisation,
    /// An action of the landing phase (20.4).
    Landing,
}

/// What a bombardment is aimed at (11.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A construction marker or ferry on a boundary.
    Marker(SideId),
}

impl Element for Target {
    fn item(self) -> Item {
        match self {
            Self::Unit(unit) => unit.item(),
            Self::Marker(edge) => edge.item(),
        }
    }

    fn from_item(item: Item) -> Option<Self> {
        let unit = UnitId::from_item(item).map(Self::Unit);
        unit.or_else(|| SideId::from_item(item).map(Self::Marker))
    }
}

/// Why daylight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dusk {
    /// The sunset roll (6.3).
    Sunset,
    /// The end of the track.
    Track,
    /// Two passes (8.24).
    Passes,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Event {
    /// Option 23.51: the bids were opened.
    Bids {
        german: i32,
        allied: i32,
        points: i32,
        to: Option<Side>,
        exchange: bool,
        dice: Option<Dice>,
    },
    /// An impulse began; what was contested then counts for it (10.2).
    Begins { side: Side },
    /// A place was activated (8.21).
    Activates { side: Side, at: SpaceId },
    /// The Advantage was spent on a second active area (12.4).
    Doubles { side: Side, at: SpaceId },
    /// The UK Box was activated (18.4).
    ActivatesUk,
    /// A pass (8.24).
    Passes { side: Side },
    /// An order could not be carried out; only its author is told.
    NotDone { side: Side, line: String, bar: Bar },
    /// A unit entered a place (9.2).
    Enters {
        unit: UnitId,
        from: SpaceId,
        to: SpaceId,
        edge: SideId,
        via: Via,
        cost: i32,
        must: bool,
    },
    /// Control changed (7.3).
    Takes { at: SpaceId, control: Control },
    /// A crossing changed hands (10.4, 19.1).
    Holds {
        edge: SideId,
        side: Side,
        by: Holding,
    },
    /// Somebody tried to seize a bridge (19.3).
    Seizes {
        unit: UnitId,
        edge: SideId,
        tally: Tally,
        done: bool,
    },
    /// Somebody tried to repair a bridge (19.2).
    Repairs {
        side: Side,
        edge: SideId,
        tally: Tally,
        done: bool,
    },
    /// Somebody tried to blow up a bridge (19.4).
    Demolishes {
        side: Side,
        edge: SideId,
        tally: Tally,
        done: bool,
    },
    /// An assault was declared (10.7).
    Assaults {
        side: Side,
        at: SpaceId,
        units: Vec<UnitId>,
        point: UnitId,
        guns: Vec<UnitId>,
        cost: i32,
    },
    /// A bombardment was declared (11.11).
    Bombards {
        side: Side,
        at: SpaceId,
        lead: UnitId,
        guns: Vec<UnitId>,
        barrage: bool,
        target: Target,
    },
    /// An air bombardment was declared (16.2); marker 2 is 8th Air on D-Day (20.2).
    Strikes {
        marker: usize,
        at: SpaceId,
        target: UnitId,
    },
    /// What an attack came to (10.72, 11.2).
    Attacks {
        side: Side,
        at: SpaceId,
        tally: Tally,
        card: Option<i32>,
    },
    /// What a defence came to (10.73, 11.3).
    Defends {
        side: Side,
        at: SpaceId,
        tally: Tally,
        margin: i32,
        card: Option<i32>,
    },
    /// Dice fell that may be thrown again (12.6).
    Thrown { side: Side, margin: i32 },
    /// The Advantage made dice fall again (12.3, 12.6).
    Rerolls { side: Side, before: Vec<u32> },
    /// How an assault ended (10.74).
    Fights {
        side: Side,
        at: SpaceId,
        fought: Fought,
        points: i32,
    },
    /// Who overran the defenders may go on (10.5).
    GoesOn {
        units: Vec<UnitId>,
        guns: Vec<UnitId>,
    },
    /// What a bombardment did (11.4).
    Batters {
        side: Side,
        at: SpaceId,
        points: i32,
    },
    /// A bombardment hit the Allies too (16.21).
    Mistakes { at: SpaceId, points: i32 },
    /// A construction marker lost a level, or a ferry was sunk (19.22, 4.7).
    Wrecks { edge: SideId, side: Side },
    /// Units changed their state.
    Becomes {
        units: Vec<UnitId>,
        level: Level,
        cause: Cause,
    },
    /// A unit left the game.
    Eliminated { unit: UnitId, cause: Cause },
    /// A unit retreated (10.9).
    Retreats {
        unit: UnitId,
        from: SpaceId,
        to: SpaceId,
        edge: SideId,
    },
    /// A unit tried to infiltrate (8.22).
    Infiltrates {
        unit: UnitId,
        to: SpaceId,
        edge: SideId,
        cost: i32,
        tally: Tally,
        done: bool,
    },
    /// The sunset roll (6.3): natural, and whether it ends the day.
    Sunset {
        natural: i32,
        drm: i32,
        number: i32,
        over: bool,
    },
    /// The weather changed (17.4).
    WeatherChanges { to: Weather },
    /// The impulse is over.
    Ends { side: Side, advances: bool },
    /// Daylight is over.
    DayEnds { why: Dusk },
    /// The Advantage changed hands after its use (12.2).
    Passed { to: Side },
    /// The Advantage changed hands because of losses (12.21, 12.22).
    Gains { to: Side, lost: i32 },
    /// The sunset marker was shifted (12.21, 12.22).
    Shifts { side: Side, by: i32, most: i32 },
    /// Units landed (18.4, 20.4).
    Lands { units: Vec<UnitId>, at: SpaceId },
    /// A unit's landing was interdicted, or not (18.41).
    Interdicted {
        unit: UnitId,
        at: SpaceId,
        tally: Tally,
        level: Level,
    },
    /// A German interdiction marker was placed (16.4).
    Interdicts { at: SpaceId },
    /// German interdiction markers went back (16.4).
    Clears,
    /// Reinforcements came (18); `None` is the UK Box.
    Reinforces {
        side: Side,
        units: Vec<UnitId>,
        at: Option<SpaceId>,
    },
    /// Markers were made ready at dawn (6.2).
    Readies,
    /// The weather of the day (6.21).
    Weather { tally: Option<Tally>, to: Weather },
    /// A depot was placed (13.41).
    Places { depot: Depot },
    /// Airborne depots were raised from the reserve (23.4).
    Boosts { each: i32, points: i32 },
    /// A unit was refitted (13.3).
    Refits {
        unit: UnitId,
        level: Level,
        cost: i32,
        from: Vec<(usize, i32)>,
    },
    /// An evening repair was paid for (19.23).
    Pays {
        edge: SideId,
        cost: i32,
        from: Vec<(usize, i32)>,
    },
    /// Depots were removed, what is left of them went to the reserve (13.43).
    Stores { side: Side, points: i32, lost: i32 },
    /// Impulse spaces were bought (6.4).
    Buys {
        side: Side,
        spaces: i32,
        points: i32,
    },
    /// A unit rolled to surrender (13.7).
    Surrenders {
        unit: UnitId,
        tally: Tally,
        level: Option<Level>,
    },
    /// A unit was reorganised at the cost of another (23.6).
    Reorganises {
        unit: UnitId,
        level: Level,
        by: UnitId,
    },
    /// A unit regrouped (6.5).
    Regroups {
        unit: UnitId,
        from: SpaceId,
        to: SpaceId,
        edge: SideId,
        via: Via,
    },
    /// Eindhoven was reached on the first day (21.31).
    Bonus,
    /// The points at the end of a day (21.3).
    Scores { tally: Tally, needed: Option<i32> },
    /// The game is over.
    Over { ending: Ending },
    /// 8th Air became the air supply marker (20.2).
    AirSupply,
    /// A deck was shuffled (23.71).
    Shuffled { side: Side, deck: Deck },
    /// What everybody sees of it.
    ShuffledUnseen { side: Side },
    /// The next phase began.
    Next { phase: Phase },
    /// The referee placed a unit.
    RuledPlace { unit: UnitId, at: SpaceId },
    /// The referee put a unit elsewhere than on the map.
    RuledOff { unit: UnitId, box_: OffMap },
    /// The referee set a unit's state.
    RuledLevel { unit: UnitId, level: Level },
    /// The referee set a place's control.
    RuledControl { at: SpaceId, control: Control },
    /// The referee set who holds a crossing.
    RuledHolder { edge: SideId, side: Side },
    /// The referee destroyed or restored a bridge or ferry.
    RuledCrossing { edge: SideId, stands: bool },
    /// The referee set a construction marker.
    RuledWork {
        edge: SideId,
        side: Side,
        level: i32,
    },
    /// The referee set a number.
    RuledNumber { what: Numbered, to: i32 },
    /// The referee gave the Advantage.
    RuledAdvantage { side: Side },
    /// The referee set the weather, and that at the start of the turn.
    RuledWeather { to: Weather, began: bool },
    /// The referee placed an interdiction marker.
    RuledInterdiction { at: SpaceId },
    /// The referee used up or readied a marker.
    RuledMarker { marker: usize, used: bool },
    /// The referee cleared the map of all units and control.
    RuledEmpty,
}

/// How a crossing came to be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holding {
    /// Both areas beside it came under one side's control (19.1).
    Control,
    /// It was crossed in a mandatory assault that did not fail (10.4).
    Assault,
}

/// Where a ruling puts a unit that is not on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OffMap {
    /// The UK Box.
    Uk,
    /// Not yet arrived.
    Later,
    /// Eliminated.
    Out,
}

/// A number the referee may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbered {
    /// The day of September.
    Date,
    /// The impulse number.
    Impulse,
    /// The sunset DRM.
    Drm,
    /// German reserve points.
    GermanReserve,
    /// Allied reserve points.
    AlliedReserve,
    /// German construction markers available.
    GermanMarkers,
    /// Allied construction markers available.
    AlliedMarkers,
    /// Whether the bonus for Eindhoven was won: 1 or 0.
    Bonus,
}

impl Numbered {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Date,
        Self::Impulse,
        Self::Drm,
        Self::GermanReserve,
        Self::AlliedReserve,
        Self::GermanMarkers,
        Self::AlliedMarkers,
        Self::Bonus,
    ];
}
