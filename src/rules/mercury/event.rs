//! What can happen.

use serde::{Deserialize, Serialize};

use super::bars::Bar;
use super::map::Sector;
use super::naval::ids::{Letter, Number};
use super::naval::told::{Accord, Effect, Flight, Found, Roster};
use super::orders::variants::words as option_words;
use super::rulings::{Afloat, Condition, Depth, Station};
use super::scenario::Mission;
use super::side::Side;
use super::state::{Bin, Ending, Phase, Supply, Told};
use super::tables::Shot;
use super::telling::space;
use crate::board::{SpaceId, UnitId};
use crate::engine::tally::Tally;

/// How a unit came from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// 4.1
    Move,
    /// 4.4
    Strategic,
    /// 7.3: out of a hex that was to be attacked.
    Refuse,
    /// 7.32: into the hex that was left.
    Follow,
    /// 7.4
    React,
    /// 9.6
    Retreat,
    /// 6.42: out of a hex that a drop did not take.
    Escape,
    /// 9.8
    Advance,
    /// 10.34
    Occupy,
}

/// Why a unit lost a step or was fatigued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// 9.41
    Manoeuvre,
    /// 9.65: it did not retreat.
    Stood,
    /// 9.64: it could not retreat.
    Trapped,
    /// 10.2
    Assault,
    /// 11.3
    DefensiveFire,
    /// 11.2
    Bombardment,
    /// 4.32
    Stack,
    /// 4.55
    OffMap,
    /// 17.34, 19.74, 21.14, 21.33: with what carried it.
    AtSea,
}

/// 8.2: what a coordination roll gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coordination {
    /// 8.21: with support.
    Full,
    /// 8.22: without.
    Plain,
    /// 8.23
    Uncoordinated,
    /// 8.24
    Frontal,
}

/// What guns fire for (11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Volley {
    /// 11.2
    Bombardment,
    /// 11.4: for the attacker.
    Attack,
    /// 11.4: for the defender.
    Defence,
    /// 11.3: at an assault.
    Barrage,
}

/// 6.2, 6.56: in what condition a unit comes down, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fall {
    Intact,
    Dispersed,
    Adrift,
    AdriftDispersed,
    /// A step is lost, and it drifts.
    AdriftLoss,
}

/// 17.43: where the current takes a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sweep {
    /// To another beach.
    Beach,
    /// No further than the last beach, at the cost of a step.
    Rocks,
    /// Into the bay of Suda.
    Bay,
}

/// 6.54 to 6.56: how a unit lands on an airfield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Touchdown {
    /// Undisturbed.
    Free,
    /// 6.55: under guns.
    Shelled,
    /// 6.56: under a zone of control, unharmed.
    UnderFire,
    /// It loses a step.
    Loss,
    /// It is destroyed.
    Destroyed,
}

/// 21.14: what becomes of an Allied convoy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passage {
    Arrives,
    Returns,
    /// A unit is lost, the rest returns.
    OneLost,
    /// It returns, and the Germans score.
    Beaten,
    Lost,
}

/// 21.33: what becomes of a German convoy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    Arrives,
    /// Half of it arrives, the other half is lost.
    Half,
    Delayed,
    /// Half of it is lost, the rest goes back.
    HalfBack,
    Back,
    Lost,
}

crate::events! {
    /// What can happen.
    #[serde(tag = "is", rename_all = "kebab-case")]
    pub enum Event;

    /// The course of the turn (3.2).
    chapter Course {
        /// The next phase began.
        Phase { turn: u32, phase: Phase, active: Side } => "crete-silent", "3.2";
        /// The game is over.
        Ends { how: Ending } => how.words(), how.rule();
        /// What counted in the end.
        Scores { points: i32, tally: Tally } => "crete-scores", "22.2";
        /// An order could not be carried out.
        NotDone { side: Side, order: String, bar: Bar } => "crete-not-done", bar.rule();
    }

    /// Recovery (5.28, 6.33, 11.1).
    chapter Recovery {
        /// Fatigue passed.
        Recovers { units: Vec<UnitId> } => "recovers", "5.28";
        /// Fire markers, dispersion and what was done last turn were cleared away.
        Clears { turn as _: u32 } => "crete-silent", "6.33";
        /// A headquarters was replaced.
        Restores { unit: UnitId, at: SpaceId } => "restores", "13.52";
        /// Lost militia gathered again, or not.
        Gathers { unit: UnitId, tally: Tally, done: bool }
            => if *done { "gathers" } else { "gathers-not" }, "13.63";
        /// It stands somewhere again.
        Musters { unit: UnitId, at: SpaceId } => "musters", "13.64";
    }

    /// Supply by sector (15).
    chapter Supplies {
        /// Reserves came to a sector.
        Stocks { side: Side, sector: Sector, n: i32 } => "reserves-lie", "15.25";
        /// Reserves that nobody guards are lost.
        Abandons { side: Side, sector: Sector, n: i32 } => "reserves-lost", "15.24";
        /// Spent ones were removed.
        Discards { side: Side, sector: Sector, n as _: i32 } => "crete-silent", "15.26";
        /// A reserve was spent.
        Spends { side: Side, sector: Sector, level: Supply } => "reserves-spent", "15.26";
        /// An airfield takes a reserve instead of troops.
        FliesSupplies { sector: Sector, at: SpaceId } => "supplies-flown", "15.25";
        /// How a sector is supplied now.
        Supplied { side: Side, sector: Sector, tally: Tally, level: Supply, change as _: i32 }
            => match *change { 0 => "supply-same", ..0 => "supply-up", _ => "supply-down" }, "15.15";
    }

    /// The Allies leave Crete (20).
    chapter Leaving {
        /// It was seen whether they must.
        EvacuationDue { tally: Tally, until: Option<u32> }
            => if until.is_some() { "evacuation-ordered" } else { "evacuation-not-ordered" }, "20.12";
        /// A unit was taken off.
        Embarks { unit: UnitId, at: SpaceId } => "embarks", "17.33";
    }

    /// Landings from the sea and unloading (17.37, 17.4).
    chapter Ashore {
        /// A unit came to a beach.
        Wades { unit: UnitId, at: SpaceId, tally: Tally, fall: Fall, gone: bool } => fall.by_sea(*gone), "17.43";
        /// The current took it along the coast.
        Swept { unit: UnitId, from: SpaceId, to: SpaceId, tally: Tally, fate as _: Sweep, gone as _: bool }
            => fate.words(*gone), "17.43";
        /// A unit was unloaded.
        Unloads { unit: UnitId, at: SpaceId } => "unloads", "17.37";
        /// A reserve supply counter was unloaded.
        UnloadsReserve { side: Side, at: SpaceId, sector: Sector } => "unloads-reserve", "15.25";
        /// A unit was put ashore in Greece.
        BackInGreece { unit: UnitId } => "back-in-greece", "17.37";
        /// The steamer carried a unit along the coast.
        Ferries { unit: UnitId, to: SpaceId } => "ferries", "17.52";
    }

    /// Convoys without the naval game (21).
    chapter Convoys {
        /// A convoy was written down for a turn; the enemy sees a marker.
        Plans { convoy: Option<UnitId>, turn: u32 }
            => if convoy.is_some() { "plans-convoy" } else { "plans-marker" }, "21.31";
        /// Units were put aboard.
        Loads { convoy: UnitId, units: Vec<UnitId> } => "loads", "17.35";
        /// A marker was nothing.
        Decoy { convoy: UnitId, planned as _: u32 } => "decoy", "21.31";
        /// A German convoy is off Crete.
        Announces { convoy: UnitId, at: Vec<SpaceId>, planned as _: u32 } => "announces", "21.32";
        /// What became of it.
        Crosses { convoy: UnitId, tally: Tally, fate: Crossing, reserve as _: bool } => fate.words(), "21.33";
        /// It has nothing more to do here.
        Leaves { convoy: UnitId } => "crete-silent", "21.34";
        /// An Allied convoy sailed.
        Sails { units: Vec<UnitId>, reserves: i32, at: SpaceId } => "sails", "21.13";
        /// What became of it.
        Passes { at: SpaceId, tally: Tally, fate: Passage } => fate.words(), "21.14";
        /// It is back in Alexandria.
        Returns { units: Vec<UnitId>, reserves as _: i32, from: u32 } => "returns", "21.15";
        /// Its reserves went down.
        ReservesSink { n: i32 } => "reserves-sink", "21.14";
    }

    /// Campaign options (23.4).
    chapter Variants {
        /// The Germans chose theirs; the enemy hears what they cost.
        Chooses { options as _: Vec<u32>, cost: i32 }
            => if options.is_empty() { "options-cost" } else { "options-chosen" }, "23.43",
            options = option_words(Side::German, options);
        /// A side's options are known.
        Reveals { side: Side, options as _: Vec<u32>, cost: i32 }
            => if options.is_empty() { "no-options" } else { "options-known" }, "23.45",
            options = option_words(*side, options);
    }

    /// Movement and what comes before a fight (4, 7).
    chapter March {
        /// A unit went from place to place.
        Moves { unit: UnitId, path: Vec<SpaceId>, how: How } => how.words(), how.rule(), to = space(path);
        /// An improved position fell to the enemy.
        Razed { at: SpaceId } => "razed", "9.23";
        /// The Suda Special Command Zone is open.
        SudaOpens { at: SpaceId } => "suda-opens", "4.64";
        /// Units declared combat.
        Declares { side: Side, units: Vec<UnitId>, at: SpaceId } => "declares", "7.1";
        /// A stack tried to refuse combat.
        Refusal { at: SpaceId, unit: UnitId, tally: Tally, done: bool }
            => if *done { "refusal-succeeds" } else { "refusal-fails" }, "7.31";
        /// A unit tried to react.
        Reaction { unit: UnitId, at: SpaceId, tally: Tally, done: bool }
            => if *done { "reaction-succeeds" } else { "reaction-fails" }, "7.41";
        /// Units fought for a zone beside the map.
        Skirmish { side: Side, at: SpaceId, units: Vec<UnitId>, odds: String, tally: Tally, won: bool }
            => if *won { "skirmish-won" } else { "skirmish-lost" }, "4.55";
        /// A unit too many in a hex was removed.
        Crowded { unit: UnitId, at: SpaceId } => "crowded", "4.32";
    }

    /// Combat (8, 9, 10, 11).
    chapter Battle {
        /// A combat was coordinated, or not.
        Coordinates { side: Side, at: SpaceId, hq: Option<UnitId>, tally: Tally, result: Coordination }
            => result.words(), result.rule();
        /// The defender chose who assaults.
        Front { at: SpaceId, from: SpaceId } => "front", "8.24";
        /// Guns and an aircraft fired.
        Fires { side: Side, at: SpaceId, units: Vec<UnitId>, volley: Volley, strength: i32, column: String, tally: Tally, number: i32, fatigues: bool }
            => volley.words(), volley.rule();
        /// A manoeuvre combat was fought.
        Clash { side: Side, at: SpaceId, units: Vec<UnitId>, lead: UnitId, against: UnitId, odds: String, column: String, tally: Tally, result: String }
            => "clash", "9.31";
        /// A side fired in an assault.
        Charge { side: Side, at: SpaceId, units: Vec<UnitId>, round: i32, strength: i32, column: String, tally: Tally, steps: i32 }
            => if *steps > 0 { "charge" } else { "charge-fails" }, "10.2";
        /// A lead unit was tested for a second round.
        Tested { unit: UnitId, tally: Tally, done: bool } => if *done { "crete-goes-on" } else { "stops" }, "10.31";
        /// A unit lost a step.
        Loses { unit: UnitId, at: SpaceId, gone: bool, cause: Cause }
            => if *gone { "crete-eliminated" } else { "crete-reduced" }, cause.rule();
        /// A unit was fatigued.
        Tires { unit: UnitId, cause: Cause } => "tires", "9.71";
        /// Defenders did not retreat.
        Stands { at: SpaceId, units: Vec<UnitId> } => "crete-stands", "9.65";
        /// Units could not retreat.
        Trapped { at: SpaceId, units: Vec<UnitId> } => "trapped", "9.64";
        /// A combat is over.
        Fought { at: SpaceId } => "crete-silent", "9.0";
    }

    /// The referee's rulings.
    chapter Ruled {
        /// A unit stands in a place.
        RuledPlace { unit: UnitId, at: SpaceId } => "crete-ruled-unit-place", "";
        /// A unit left the game.
        RuledRemove { unit: UnitId } => "ruled-unit-gone", "";
        /// A unit is so.
        RuledState { unit: UnitId, state: Condition } => "ruled-unit-state", "";
        /// A unit has declared combat.
        RuledTarget { unit: UnitId, at: SpaceId } => "ruled-target", "";
        /// Nobody is on the map.
        RuledEmpty => "crete-ruled-empty", "";
        /// Nobody is on the map, nor comes later.
        RuledNobody => "ruled-nobody", "";
        /// A unit comes later.
        RuledWait { unit: UnitId } => "ruled-wait", "";
        /// An air unit is in a box of its card.
        RuledPlane { unit: UnitId, station: Station } => "ruled-plane", "";
        /// A task force is in a place, with these ships.
        RuledForce { force: Letter, at: SpaceId, ships: Vec<UnitId> } => "ruled-force", "";
        /// A German ship is under a contact marker.
        RuledContact { contact: Number, at: SpaceId, ship: Option<UnitId> } => "ruled-contact", "";
        /// A task force is detected so far.
        RuledTold { force: Letter, depth: Depth } => "ruled-told", "";
        /// A ship is so.
        RuledShip { ship: UnitId, state: Afloat } => "ruled-ship", "";
        /// Units are aboard a ship, and reserve supply counters.
        RuledCargo { ship: UnitId, units: Vec<UnitId>, reserves as n: i32 } => "ruled-cargo", "";
        /// How far a sector is interdicted.
        RuledLevel { sector: Sector, level: i32 } => "ruled-interdicted", "";
    }

    /// The referee's rulings on supply and evacuation.
    chapter RuledStock {
        /// How a side is supplied in a sector.
        RuledSupply { sector: Sector, side: Side, level: Supply } => "ruled-supply", "";
        /// Reserves in a sector.
        RuledReserves { sector: Sector, side: Side, n: i32 } => "ruled-reserves", "";
        /// When the evacuation ends.
        RuledEvacuation { turn: i32 } => "ruled-evacuation", "";
        /// Allied steps lost.
        RuledLost { steps: i32 } => "ruled-lost", "";
    }

    /// The Air Operations card (12).
    chapter Air {
        /// Missions that were not flown are over, and so is interdiction.
        Recalls { turn as _: u32 } => "crete-silent", "12.23";
        /// Air units were made ready, or not yet.
        Readies { from as _: Bin, ready: Vec<UnitId>, rest: Vec<UnitId>, tally: Tally }
            => if ready.is_empty() { "not-made-ready" } else { from.words() }, "12.23";
        /// A Ju-87 unit was split.
        Splits { unit: UnitId, halves: Vec<UnitId> } => "splits", "12.13";
        /// Two halves are one unit again.
        Joins { unit: UnitId, halves: Vec<UnitId> } => "crete-joins", "12.87";
        /// Air units were given a mission.
        Assigns { units: Vec<UnitId>, mission as _: Mission } => mission.words(), "12.31";
        /// Guns fired at an air unit.
        Flak { unit: UnitId, at: Option<SpaceId>, tally: Tally, shot: Shot } => shot.words(), "12.94";
        /// A sector is interdicted.
        Interdicts { sector: Sector, units: Vec<UnitId>, strength: i32, level: i32 } => "crete-interdicts", "12.41";
    }

    /// Drops and airlanding (6).
    chapter Landing {
        /// A unit jumped.
        Drops { unit: UnitId, at: SpaceId, tally: Tally, fall: Fall, gone: bool } => fall.words(*gone), "6.2";
        /// It came down elsewhere, or was lost at sea or beyond the map.
        Drifts { unit: UnitId, from: SpaceId, to: Option<SpaceId>, tally: Tally }
            => if to.is_some() { "drifts" } else { "drifts-away" }, "6.2";
        /// Guns came down among enemies.
        Overrun { unit: UnitId, at: SpaceId } => "overrun", "6.41";
        /// A unit found no way out of a hex that was not taken.
        Cornered { unit: UnitId, at: SpaceId } => "cornered", "6.42";
        /// A unit was landed on an airfield.
        Airlands { unit: UnitId, at: SpaceId, tally: Tally, touchdown: Touchdown } => touchdown.words(), touchdown.rule();
    }

    /// Ports, task forces and convoys (16, 17).
    chapter Fleet {
        /// Night fell, or a fight by night is over: nobody is in sight any more; who looks on remembers no ships.
        NightFalls { turn as _: u32, forgets as _: bool } => "night-at-sea", "18.17";
        /// Ships were refitted, or not yet.
        Refits { ready: Vec<UnitId>, rest: Vec<UnitId>, tally: Tally }
            => if ready.is_empty() { "refits-not" } else { "crete-refits" }, "16.42";
        /// Damaged ships were repaired, or not.
        Repairs { ships: Vec<UnitId>, rest: Vec<UnitId>, tally: Tally }
            => if ships.is_empty() { "ships-not-repaired" } else { "ships-repaired" }, "16.45";
        /// A task force was formed; what is in it its owner alone is told.
        Forms { force: Letter, at: SpaceId, ships: Vec<UnitId>, spent as _: i32 }
            => if ships.is_empty() { "forms-unseen" } else { "forms" }, "16.34";
        /// Ships joined a task force.
        Regroups { force: Letter, ships: Vec<UnitId> } => "tf-regroups", "16.35";
        /// A task force is no more.
        Dissolves { force: Letter } => "dissolves", "16.33";
        /// Units and supplies went aboard.
        TakesAboard { ship: UnitId, units: Vec<UnitId>, reserves as n: i32 } => "takes-aboard", "17.32";
        /// A task force sailed.
        Steams { force: Letter, to: SpaceId, cost as _: i32 } => "tf-sails", "17.12";
        /// It came home to Alexandria; which ships went to which berths its owner alone is told.
        Docks { force: Letter, ships: Vec<UnitId> } => if ships.is_empty() { "docks-unseen" } else { "docks" }, "16.41";
        /// A German ship put to sea beneath a contact marker; which one its owner alone is told.
        PutsOut { ship: Option<UnitId>, contact: Number, at: SpaceId }
            => if ship.is_some() { "puts-out" } else { "puts-out-unseen" }, "16.46";
        /// A contact moved.
        Steers { contact: Number, to: SpaceId } => "steers", "17.12";
        /// A contact went into Athens: to work there, or straight to those that are ready.
        MakesPort { ship: Option<UnitId>, contact: Number, works as _: Option<bool> } => "makes-port", "16.46";
        /// German ships at Athens came nearer to being ready.
        Warps { ships: Vec<UnitId> } => "warps", "16.46";
        /// A convoy at Athens took a reserve supply counter aboard.
        Restocks { ship: UnitId } => "restocks", "17.35";
    }

    /// Search and detection (18).
    chapter Sighting {
        /// Task forces were detected.
        Sighted { forces: Vec<Letter>, told as _: Told } => "tf-sighted", "18.13";
        /// What is in a task force was told: how many ships, of which types, which.
        Reported { force: Letter, ships as n: i32, types: Roster, names as ships: Vec<UnitId>, damaged as _: Vec<UnitId>, turn as _: u32 }
            => types.words(*ships, names), "18.33";
        /// German aircraft searched a zone.
        Scours { at: SpaceId, unit: Option<UnitId>, tally: Tally, result: Found } => result.words(), "18.33";
        /// The Allies searched for a contact.
        Seeks { contact: Number, at: SpaceId, from_air: bool, tally: Tally, found: bool }
            => if *found { "seeks-finds" } else { "seeks-not" }, if *from_air { "18.41" } else { "18.22" };
        /// A contact was seen for what it is.
        Unmasks { contact: Number, ship: UnitId, decoy: bool } => if *decoy { "unmasks-decoy" } else { "unmasks" }, "18.12";
    }

    /// Combat at sea (19).
    chapter SeaBattle {
        /// Aircraft were sent against a task force.
        Strikes { force: Letter, units: Vec<UnitId> } => "tf-struck", "19.13";
        /// How well they work together.
        Concerts { force: Letter, tally: Tally, result: Accord } => result.words(), result.rule();
        /// An air unit goes for a ship, through so much fire.
        Dives { unit: UnitId, ship: UnitId, flak: String } => "dives", "19.31";
        /// It attacked.
        Bombs { unit: UnitId, ship: UnitId, column: String, tally: Tally, number: i32, effect: Effect }
            => effect.bombed(), "19.42";
        /// A lucky hit, perhaps.
        Critical { ship: UnitId, tally: Tally, done: bool } => if *done { "critical" } else { "critical-not" }, "19.43";
        /// A ship was damaged or sunk.
        Holed { ship: UnitId, sunk: bool, contact: Option<Number> } => if *sunk { "crete-ship-sunk" } else { "ship-damaged" },
            if *sunk { "19.51" } else { "19.52" };
        /// Air units went home.
        FliesHome { units: Vec<UnitId> } => "flies-home", "19.22";
        /// Ships ran short of ammunition.
        RunsShort { low: Vec<UnitId>, out: Vec<UnitId>, tally: Tally }
            => match (low.is_empty(), out.is_empty()) { (true, true) => "spends-not", (false, true) => "spends-low", (true, false) => "spends-out", (false, false) => "spends" }, "19.62";
        /// A task force engaged a German unit.
        Engages { force: Letter, contact: Number, units: Vec<UnitId>, ship as target: Option<UnitId> } => "engages", "19.74";
        /// A ship fired at another.
        Broadside { unit: UnitId, ship: UnitId, strength: i32, column: String, tally: Tally, number: i32, effect: Effect }
            => effect.fired(), "19.74";
        /// What a convoy carries was seen.
        Manifest { ship: UnitId, units: Vec<UnitId>, reserves as n: i32 } => "manifest", "19.74";
        /// Reserve supply counters went down; the Allied ones wait at Alexandria again.
        Swamps { ship: UnitId, reserves as n: i32 } => "swamps", "17.34";
        /// A convoy is no more.
        Scatters { ship: UnitId, contact: Number } => "scatters", "19.77";
        /// A German unit broke off a fight.
        BreaksOff { ship: UnitId, contact: Number, to: Option<SpaceId>, tally: Tally, result: Flight } => result.words(), "19.77";
        /// The German unit fought on.
        FightsOn { ship: UnitId, contact: Number } => "fights-on", "19.76";
        /// The Allied screen was too weak.
        Screens { has: i32, needs: i32 } => "screens", "23.1";
    }

    /// From the sea to the shore and back (17.3, 17.4, 17.5).
    chapter Shore {
        /// Ships shelled the coast; which they were, the Germans are told by type alone.
        Shells { force: Letter, at: SpaceId, units: Vec<UnitId>, types: Roster, strength: i32, column: String, tally: Tally, number: i32, fatigues as _: bool }
            => "shells", "19.82";
        /// Units and supplies have left a ship; which one its owner alone is told.
        Lightens { ship: UnitId, reserves as _: i32 } => "crete-silent", "17.37";
        /// A unit that left Crete went aboard a ship.
        Boards { unit: UnitId, ship as _: UnitId } => "crete-silent", "17.33";
    }
}
