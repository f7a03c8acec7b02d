//! What can happen.

use serde::{Deserialize, Serialize};

use super::bars::Bar;
use super::naval::hazards::Hazard;
use super::naval::losses::Harm;
use super::naval::{battle, release};
use super::rulings::{Condition, Tally as Track};
use super::scenario::Pool;
use super::side::Side;
use super::state::{Cargo, Ending, Installation, Phase};
use super::tables::Weather;
use super::telling::space;
use crate::board::{SpaceId, UnitId};
use crate::engine::tally::Tally;

/// How a unit came from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// 5.1
    Move,
    /// 5.3
    Motorised,
    /// 5.4
    Rail,
    /// 5.6: into the hex that was overrun.
    Overrun,
    /// 6.2.3
    Retreat,
    /// 6.3
    Advance,
    /// 9.4: ashore, into the hex that was assaulted.
    Ashore,
}

/// Why a unit lost steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// 6.2
    Combat,
    /// 6.2.31: it could not retreat far enough.
    Trapped,
    /// 5.2
    Stack,
    /// 5.6.1: fell back from an overrun into a zone of control.
    Overrun,
    /// 9.4.22: it stood beside a beach.
    Beach,
    /// 9.4: nobody could take it aboard again.
    Sea,
}

/// What scores points (15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prize {
    City,
    CityLost,
    London,
    LondonLost,
    Airbase,
    AirbaseLost,
    Churchill,
    RoyalFamily,
    Exile,
    Transport,
    Destroyer,
    Damaged,
    Sunk,
    Repaired,
    WesternApproach,
    Bombed,
}

/// Which of two a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leader {
    Churchill,
    Royals,
}

crate::events! {
    /// What can happen.
    #[serde(tag = "is", rename_all = "kebab-case")]
    pub enum Event;

    /// The course of the turn (2.0).
    chapter Course {
        /// The next phase began.
        Phase { turn: u32, phase: Phase, active: Side, operations as _: Side } => "eng-silent", "2.0";
        /// The game is over.
        Ends { how: Ending } => how.words(), how.rule();
        /// An order could not be carried out.
        NotDone { side: Side, order: String, bar: Bar } => "eng-not-done", bar.rule();
        /// The weather of the turn.
        Sky { weather: Weather, tally: Option<Tally> } => weather.words(), "3.0";
        /// Something scored.
        Scores { prize: Prize, at: Option<SpaceId>, unit: Option<UnitId>, ovp: i32, nvp: i32 }
            => prize.words(), prize.rule();
        /// What was done in the turn counts no more.
        Clears { turn as _: u32 } => "eng-silent", "2.7";
    }

    /// Reinforcement and replacement (14).
    chapter Muster {
        /// Land units came.
        Arrives { units: Vec<UnitId>, at: SpaceId } => "eng-arrives", "14.1";
        /// Naval points or ships came.
        Joins { ships: Vec<UnitId>, at: SpaceId } => "eng-joins", "14.1";
        /// Replacement points came.
        Points { side: Side, pool: Pool, points: u32 } => pool.words(), "14.2";
        /// A unit was brought up by a step, or rebuilt.
        Rebuilds { unit: UnitId, at: SpaceId, steps: u32, cost as _: u32, pool as _: Pool }
            => "eng-rebuilds", "14.2.2";
        /// A division sent a detachment forward.
        Detaches { unit: UnitId, from: UnitId, at: SpaceId } => "eng-detaches", "13.4";
        /// And took it back.
        Rejoins { unit: UnitId, to: UnitId } => "eng-rejoins", "13.4";
        /// Airborne troops are whole again.
        Rallies { units: Vec<UnitId> } => "eng-rallies", "8.7";
    }

    /// Movement (5).
    chapter March {
        /// A unit went from place to place.
        Moves { unit: UnitId, path: Vec<SpaceId>, how: How, cost as _: u32 } => how.words(), how.rule(), to = space(path);
        /// The die of the railways.
        Railways { tally: Tally, steps: u32 } => "eng-railways", "5.4.1";
        /// The alarm: the British may move.
        Alarm { turn: u32 } => "eng-alarm", "16.1.15";
        /// Units that may move from now on wherever they are.
        Frees { units: Vec<UnitId> } => "eng-frees", "16.1.15";
        /// Hexes of rail were converted.
        Converts { hexes: Vec<SpaceId> } => "eng-converts", "5.4.2";
        /// Hexes of converted rail were lost.
        Unconverts { hexes: Vec<SpaceId> } => "eng-unconverts", "5.4.2";
    }

    /// Combat (6, 10).
    chapter Battle {
        /// The odds of a combat, and what shifts the column.
        Odds {
            side: Side, at: Vec<SpaceId>, units: Vec<UnitId>, attack: i32, defence: i32, odds: String, column: String,
            tally: Tally, overrun: bool,
        } => if *overrun { "eng-odds-overrun" } else { "eng-odds" }, if *overrun { "5.6" } else { "6.1" };
        /// A combat was fought.
        Clash { side: Side, at: Vec<SpaceId>, tally: Tally, column: String, result: String, overrun: bool }
            => "eng-clash", if *overrun { "5.6" } else { "6.1" };
        /// A unit lost steps.
        Loses { unit: UnitId, steps: u32, gone: bool, cause: Cause }
            => if *gone { "eng-eliminated" } else { "eng-reduced" }, cause.rule();
        /// A side named its armour.
        Armour { unit: UnitId } => "eng-armour", "6.4";
        /// A division answers for a beach beside it.
        Answers { unit: UnitId, points: u32 } => "eng-answers", "9.4.22";
        /// The dice of a leader.
        Heartens { leader: Leader, tally: Tally, adds: i32 } => leader.heartens(), "13.3";
        /// A die for a leader's capture.
        Escapes { leader: Leader, tally: Tally, taken: bool } => leader.escapes(*taken), "13.3";
        /// Coastal artillery fired.
        Guns { points: u32 } => "eng-guns", "13.1";
        /// An attack is over.
        Fought { side: Side, at: Vec<SpaceId>, units as _: Vec<UnitId> } => "eng-silent", "6.0";
    }

    /// Troops by air, saboteurs (8.5, 8.6, 13.2).
    chapter Special {
        /// A regiment jumped.
        Jumps { unit: UnitId, at: SpaceId, tally: Tally, lost: bool, hit: bool }
            => if *lost { "eng-jump-lost" } else if *hit { "eng-jump-hit" } else { "eng-jumps" }, "8.6.1";
        /// Troops were landed on an airbase.
        Flies { unit: UnitId, at: SpaceId } => "eng-flies", "8.5.1";
        /// Saboteurs struck.
        Sabotages { side: Side, at: SpaceId, unit: Option<UnitId>, tally: Tally, done: bool }
            => if *done { "eng-sabotage-done" } else { "eng-sabotage-fails" }, "13.2.12";
    }

    /// Control and what follows (1.3, 4.2, 11.1).
    chapter Land {
        /// A hex changed hands.
        Takes { side: Side, at: SpaceId } => "eng-takes", "1.3";
        /// Something was damaged.
        Wrecks { at: SpaceId, what: Installation, hits: u32, tally: Option<Tally> } => what.wrecks(), "11.1";
        /// Something was repaired.
        Mends { at: SpaceId, what: Installation } => what.mends(), "11.3.1";
        /// Units recovered from a hit.
        Recovers { units: Vec<UnitId> } => "eng-recovers", "11.3.1";
        /// A leader was taken, or left the country.
        Taken { leader: Leader, unit: UnitId, exile: bool } => leader.taken(*exile), "13.3";
    }

    /// Supply (12).
    chapter Quartermaster {
        /// What came over the sea.
        Unloads { zone: SpaceId, capacity: i32, factor: i32, points: i32 } => "eng-supply-by-sea", "12.2";
        /// Who is in supply and who is not.
        Supplies { fed: Vec<UnitId>, first: Vec<UnitId>, second: Vec<UnitId> }
            => if first.is_empty() && second.is_empty() { "eng-silent" } else { "eng-out-of-supply" }, "12.0";
    }

    /// The crossing (9.3, 9.4).
    chapter Crossing {
        /// Ships went to sea, or to port.
        Sails { side: Side, ships: Vec<UnitId>, to: SpaceId, port: bool }
            => if *port { "eng-puts-in" } else { "eng-sails" }, "9.1";
        /// Troops went aboard.
        Embarks { units: Vec<UnitId>, from: SpaceId, zone: SpaceId, cargo as _: Vec<Cargo> } => "eng-embarks", "9.3.1";
        /// Troops came ashore unopposed.
        Lands { units: Vec<UnitId>, at: SpaceId } => "eng-lands", "9.3.2";
        /// Troops will assault a hex.
        Declares { units: Vec<UnitId>, at: SpaceId } => "eng-declares", "9.4";
        /// Troops went back aboard.
        Reembarks { units: Vec<UnitId>, zone: SpaceId } => "eng-reembarks", "9.4.2";
        /// Naval points are gone.
        Sinks { ships: Vec<UnitId> } => "eng-sinks", "9.4";
    }

    /// The naval game (7.1, 7.2, 9).
    chapter Fleet {
        /// The Royal Navy was released, by the die or by a great German ship.
        Released { capital: bool, cruisers: bool, small: bool, tally: Option<Tally> }
            => release::words(*capital, *cruisers, *small), if tally.is_some() { "9.5.1" } else { "9.5.11" };
        /// The Germans have come out.
        Wakes { zone: SpaceId } => "eng-wakes", "16.1.14";
        /// Mines, or U-boats, against those who enter or lie in a zone.
        Mined { side: Side, zone: SpaceId, hazard: Hazard, ships: Vec<UnitId>, struck: Vec<UnitId>, tally: Tally }
            => hazard.words(!struck.is_empty()), hazard.rule();
        /// Mines were laid.
        Mines { zone: SpaceId } => "eng-lays-mines", "9.5.7";
        /// U-boats went to their zones.
        UBoats { zones: Vec<SpaceId> } => "eng-u-boats-go", "9.5.8";
        /// A ship was damaged or sunk, or a point lost.
        Harmed { unit: UnitId, harm: Harm, sunk: bool } => if *sunk { "eng-sunk" } else { "eng-damaged" }, harm.rule();
        /// Barges that were nothing but wood.
        Unmasked { ships: Vec<UnitId> } => "eng-unmasked", "9.5.6";
        /// A lost ship carries a unit no more.
        Unships { unit as _: UnitId, ship as _: UnitId } => "eng-silent", "9.3.22";
        /// What is carried goes where its carriers go.
        Carried { units as _: Vec<UnitId>, to as _: SpaceId, port as _: bool } => "eng-silent", "9.3.2";
        /// A unit lost half its transport.
        Shaken { unit: UnitId, hits: u32 } => "eng-shaken", "9.3.22";
        /// A side looked for a stack.
        Detects { side: Side, zone: SpaceId, ships: Vec<UnitId>, tally: Tally, found: bool }
            => if *found { "eng-detects" } else { "eng-detects-not" }, "7.1.02";
        /// A fleet set out against one that was found.
        Intercepts { side: Side, zone: SpaceId, ships: Vec<UnitId> } => "eng-intercepts", "7.2.2";
        /// Two fleets met.
        Battle { zone: SpaceId, german: Vec<UnitId>, british: Vec<UnitId> } => "eng-sea-battle", "9.2";
        /// A round of a combat: who attacks, who leaves.
        Round { zone: SpaceId, round: u32, attacker: Side, german_leaves: bool, british_leaves: bool, tally: Option<Tally> }
            => battle::round_words(*german_leaves, *british_leaves), "9.2.1";
        /// A ship fired at another.
        Fires { unit: UnitId, target: UnitId, attack: i32, defence: i32, hit: bool, tally: Tally }
            => if *hit { "eng-fires-hits" } else { "eng-fires-misses" }, "9.2.2";
        /// The coastal guns opened fire by themselves.
        Volley { side: Side, zone: SpaceId, points: u32 } => "eng-volley", "13.1.11";
        /// They fired at a ship.
        Shells { target: UnitId, attack: i32, defence: i32, hit: bool, tally: Tally }
            => if *hit { "eng-shells-hits" } else { "eng-shells-misses" }, "13.1.11";
        /// Ships left a combat.
        Withdraws { side: Side, ships: Vec<UnitId>, from: SpaceId, to: SpaceId, port as _: bool } => "eng-withdraws", "9.2.4";
        /// Points were set aside for those that come in the next turn.
        Salvaged { prahm: u32, craft: u32 } => "eng-salvaged", "9.5.3";
        /// They came.
        Launched { ships: Vec<UnitId>, at: SpaceId, craft: bool } => "eng-joins", "9.5.3";
        /// Ships came since it was time.
        Cued { ships: Vec<UnitId>, at: SpaceId, cue as _: u32 } => "eng-joins", "16.2.2/c";
        /// A die for a damaged ship in port.
        Repairs { unit: UnitId, done: bool, tally: Tally } => if *done { "eng-repaired" } else { "eng-repaired-not" }, "11.3.2";
    }

    /// The referee's rulings.
    chapter Ruled {
        RuledPlace { unit: UnitId, at: SpaceId } => "eng-ruled-place", "";
        RuledRemove { unit: UnitId } => "eng-ruled-remove", "";
        RuledState { unit: UnitId, state: Condition } => "eng-ruled-state", "";
        RuledControl { at: SpaceId, side: Side } => "eng-ruled-control", "";
        RuledEmpty => "eng-ruled-empty", "";
        RuledTrack { track: Track, value: i32 } => "eng-ruled-track", "";
        RuledSky { weather as _: Weather } => "eng-ruled-weather", "";
        RuledShip { unit: UnitId, at: SpaceId } => "eng-ruled-place", "";
        RuledDamage { at: SpaceId, what as _: Installation, hits: i32 } => "eng-ruled-damage", "";
        RuledAboard { unit: UnitId, at: SpaceId, on: Vec<UnitId> } => "eng-ruled-aboard", "";
    }
}
