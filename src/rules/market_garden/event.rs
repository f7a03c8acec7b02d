//! What can happen.

use serde::{Deserialize, Serialize};

use super::bars::Bar;
use super::depots::Depot;
use super::pulse::{Fought, Via};
use super::script::line_words;
use super::state::{Control, Ending, Level, Phase, Side, Weather};
use super::telling::{
    advantage_rule, air_marker, bids, ending, ending_rule, entering, entering_rule, guns_or_none,
    is_raf, levels, space,
};
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

crate::events! {
    /// What can happen. A side adds its name, and itself as subject and object of a sentence.
    #[serde(tag = "is", rename_all = "kebab-case")]
    pub enum Event;

    /// The actions of an impulse (8, 9).
    chapter Impulse {
        /// An impulse began; what was contested then counts for it (10.2).
        Begins { side: Side } => "begins", "";
        /// A place was activated (8.21).
        Activates { side: Side, at: SpaceId } => "activates", "8.21";
        /// The Advantage was spent on a second active area (12.4).
        Doubles { side: Side, at: SpaceId } => "doubles", "12.4";
        /// The UK Box was activated (18.4).
        ActivatesUk => "activates-uk", "18.4";
        /// A pass (8.24).
        Passes { side: Side } => "side-passes", "8.24";
        /// An order could not be carried out; only its author is told.
        NotDone { side: Side, line: String, bar: Bar } => "not-done", bar.rule(), order = line_words(line);
        /// A unit entered a place (9.2).
        Enters { unit: UnitId, from: SpaceId, to: SpaceId, edge as _: SideId, via: Via, cost: i32, must: bool }
            => entering(*via), entering_rule(*via);
        /// A unit tried to infiltrate (8.22).
        Infiltrates { unit: UnitId, to: SpaceId, edge as _: SideId, cost: i32, tally: Tally, done: bool }
            => if *done { "infiltrates" } else { "infiltrates-not" }, "8.22";
    }

    /// Control, crossings and works (7.3, 10.4, 19).
    chapter Bridges {
        /// Control changed (7.3).
        Takes { at: SpaceId, control: Control } => "takes", "7.3";
        /// A crossing changed hands (10.4, 19.1).
        Holds { edge: SideId, side: Side, by: Holding } => "holds", by.rule();
        /// Somebody tried to seize a bridge (19.3).
        Seizes { unit: UnitId, edge: SideId, tally: Tally, done: bool }
            => if *done { "seizes" } else { "seizes-not" }, "19.3";
        /// Somebody tried to repair a bridge (19.2).
        Repairs { side: Side, edge: SideId, tally: Tally, done: bool }
            => if *done { "bridge-repaired" } else { "repairs-not" }, "19.2";
        /// Somebody tried to blow up a bridge (19.4).
        Demolishes { side: Side, edge: SideId, tally: Tally, done: bool }
            => if *done { "demolishes" } else { "demolishes-not" }, "19.4";
        /// A construction marker lost a level, or a ferry was sunk (19.22, 4.7).
        Wrecks { edge: SideId, side: Side } => "wrecks", "19.22";
    }

    /// Assaults, bombardments and their losses (10 to 12, 16).
    chapter Fight {
        /// An assault was declared (10.7).
        Assaults { side: Side, at: SpaceId, units: Vec<UnitId>, point: UnitId, guns as _: Vec<UnitId>, cost as _: i32 }
            => "assaults", "10.7", guns = guns_or_none(guns);
        /// A bombardment was declared (11.11, 11.111).
        Bombards { side: Side, at: SpaceId, lead: UnitId, guns as _: Vec<UnitId>, barrage: bool, target: Target }
            => if *barrage { "barrages" } else { "bombards" },
               if *barrage { "11.111" } else { "11.11" },
               guns = guns_or_none(guns);
        /// An air bombardment was declared (16.2); marker 2 is 8th Air on D-Day (20.2).
        Strikes { marker as _: usize, at: SpaceId, target: UnitId }
            => if is_raf(*marker) { "strikes" } else { "strikes-dday" },
               if is_raf(*marker) { "16.2" } else { "20.2" },
               marker = air_marker(*marker);
        /// What an attack came to (10.72, 11.2).
        Attacks { side: Side, at: SpaceId, tally: Tally, card as _: Option<i32> }
            => "attacks", if tally.rule == "11.2" { "11.2" } else { "10.72" };
        /// What a defence came to (10.73, 11.3).
        Defends { side: Side, at: SpaceId, tally: Tally, margin as _: i32, card as _: Option<i32> }
            => "defends", if tally.rule == "11.3" { "11.3" } else { "10.73" };
        /// Dice fell that may be thrown again (12.6).
        Thrown { side: Side, margin as _: i32 } => "thrown", "12.6";
        /// The Advantage made dice fall again (12.3, 12.6).
        Rerolls { side: Side, before as dice: Vec<u32> } => "rerolls", "12.6";
        /// How an assault ended (10.74).
        Fights { side: Side, at: SpaceId, fought: Fought, points: i32 } => ending(*fought), ending_rule(*fought);
        /// Who overran the defenders may go on (10.5).
        GoesOn { units: Vec<UnitId>, guns as _: Vec<UnitId> } => "goes-on", "10.5";
        /// What a bombardment did (11.4).
        Batters { side: Side, at: SpaceId, points: i32 } => "batters", "11.4";
        /// A bombardment hit the Allies too (16.21).
        Mistakes { at: SpaceId, points: i32 } => "mistakes", "16.21";
        /// Units changed their state.
        Becomes { units: Vec<UnitId>, level: Level, cause: Cause }
            => "becomes", cause.rule(), levels = levels(*level, units.len());
        /// A unit left the game.
        Eliminated { unit: UnitId, cause: Cause } => "unit-lost", cause.rule();
        /// A unit retreated (10.9).
        Retreats { unit: UnitId, from: SpaceId, to: SpaceId, edge as _: SideId } => "retreats", "10.9";
    }

    /// The course of the days, Advantage, bids and victory (6, 12.2, 17, 21, 23).
    chapter Day {
        /// Option 23.51: the bids were opened.
        Bids { german: i32, allied: i32, points: i32, to: Option<Side>, exchange: bool, dice: Option<Dice> }
            => bids(*to, *exchange), "23.51";
        /// The sunset roll (6.3): natural, and whether it ends the day.
        Sunset { natural: i32, drm: i32, number as _: i32, over: bool }
            => if *over { "sunset-over" } else { "sunset-on" }, "6.3/a", number = space(*number);
        /// The weather changed (17.4).
        WeatherChanges { to: Weather } => "weather-changes", "17.4";
        /// The impulse is over.
        Ends { side: Side, advances: bool } => if *advances { "ends-advancing" } else { "ends" }, "6.3";
        /// Daylight is over.
        DayEnds { why: Dusk } => why.words(), "6.3";
        /// The Advantage changed hands after its use (12.2).
        Passed { to: Side } => "advantage-passes", "12.2";
        /// The Advantage changed hands because of losses (12.21, 12.22).
        Gains { to: Side, lost: i32 } => "advantage-gained", advantage_rule(*to);
        /// The sunset marker was shifted (12.21, 12.22).
        Shifts { side: Side, by: i32, most as _: i32 } => "shifts", advantage_rule(*side);
        /// Markers were made ready at dawn (6.2).
        Readies => "readies", "6.2";
        /// The weather of the day (6.21).
        Weather { tally: Option<Tally>, to: Weather } => "weather-is", "6.21";
        /// Eindhoven was reached on the first day (21.31).
        Bonus => "bonus-won", "21.31";
        /// The points at the end of a day (21.3).
        Scores { tally: Tally, needed: Option<i32> }
            => if needed.is_some() { "scores-against" } else { "scores-now" }, "21.3", points = tally.total();
        /// The game is over.
        Over { ending: Ending } => ending.words(), ending.rule();
        /// A deck was shuffled (23.71).
        Shuffled { side: Side, deck: Deck } => "deck-shuffled", "23.71";
        /// What everybody sees of it.
        ShuffledUnseen { side: Side } => "deck-shuffled", "23.71";
        /// The next phase began.
        Next { phase: Phase } => "next-one", "";
    }

    /// Reinforcement, landing, supply, refit and regroup (6.4, 6.5, 13, 18, 23).
    chapter Troops {
        /// Units landed (18.4, 20.4).
        Lands { units: Vec<UnitId>, at: SpaceId } => "lands", "18.4";
        /// A unit's landing was interdicted, or not (18.41).
        Interdicted { unit: UnitId, at: SpaceId, tally: Tally, level: Level } => "interdicted", "18.41";
        /// A German interdiction marker was placed (16.4).
        Interdicts { at: SpaceId } => "interdicts", "16.4";
        /// German interdiction markers went back (16.4).
        Clears => "clears", "16.4";
        /// Reinforcements came (18); `None` is the UK Box.
        Reinforces { side: Side, units: Vec<UnitId>, at: Option<SpaceId> }
            => if at.is_some() { "reinforces" } else { "reinforces-uk" }, "18.1";
        /// A depot was placed (13.41).
        Places { depot: Depot } => "places-depot", "13.41";
        /// Airborne depots were raised from the reserve (23.4).
        Boosts { each: i32, points: i32 } => "boosts", "23.4";
        /// A unit was refitted (13.3).
        Refits { unit: UnitId, level: Level, cost: i32, from as _: Vec<(usize, i32)> } => "refits-unit", "13.3";
        /// An evening repair was paid for (19.23).
        Pays { edge: SideId, cost: i32, from as _: Vec<(usize, i32)> } => "pays-work", "19.23";
        /// Depots were removed, what is left of them went to the reserve (13.43).
        Stores { side: Side, points: i32, lost: i32 } => "stores", "13.43";
        /// Impulse spaces were bought (6.4).
        Buys { side: Side, spaces: i32, points: i32 } => "buys", "6.4/a";
        /// A unit rolled to surrender (13.7).
        Surrenders { unit: UnitId, tally: Tally, level: Option<Level> }
            => if level.is_some() { "surrenders-not" } else { "gives-up" }, "13.7";
        /// A unit was reorganised at the cost of another (23.6).
        Reorganises { unit: UnitId, level: Level, by: UnitId } => "reorganises", "23.6";
        /// A unit regrouped (6.5).
        Regroups { unit: UnitId, from: SpaceId, to: SpaceId, edge as _: SideId, via: Via } => "regroups", "6.5";
        /// 8th Air became the air supply marker (20.2).
        AirSupply => "air-supply", "20.2";
    }

    /// The referee's rulings.
    chapter Ruled {
        /// The referee placed a unit.
        RuledPlace { unit: UnitId, at: SpaceId } => "ruled-unit-at", "";
        /// The referee put a unit elsewhere than on the map.
        RuledOff { unit: UnitId, box_: OffMap } => "ruled-unit-off", "";
        /// The referee set a unit's state.
        RuledLevel { unit: UnitId, level: Level } => "ruled-unit-level", "";
        /// The referee set a place's control.
        RuledControl { at: SpaceId, control: Control } => "ruled-area-control", "";
        /// The referee set who holds a crossing.
        RuledHolder { edge: SideId, side: Side } => "ruled-holder", "";
        /// The referee destroyed or restored a bridge or ferry.
        RuledCrossing { edge: SideId, stands: bool } => "ruled-crossing", "";
        /// The referee set a construction marker.
        RuledWork { edge: SideId, side: Side, level: i32 } => "ruled-crossing", "";
        /// The referee set a number.
        RuledNumber { what: Numbered, to: i32 } => "ruled-number", "";
        /// The referee gave the Advantage.
        RuledAdvantage { side: Side } => "ruled-owner", "";
        /// The referee set the weather, and that at the start of the turn.
        RuledWeather { to: Weather, began: bool } => "ruled-weather", "";
        /// The referee placed an interdiction marker.
        RuledInterdiction { at: SpaceId } => "ruled-interdiction", "";
        /// The referee used up or readied a marker.
        RuledMarker { marker as _: usize, used: bool } => "ruled-marker", "";
        /// The referee cleared the map of all units and control.
        RuledEmpty => "ruled-empty", "";
    }
}
