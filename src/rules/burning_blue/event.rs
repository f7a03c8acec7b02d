//! What can happen.

use super::bars::Bar;
use super::data::{Answer, Bearing, Contact, Craft, FormUp};
use super::side::Side;
use super::state::{
    AirPicture, Aircraft, Course, Decoying, Drop, Fighter, FormId, Forming, Laid, Order, Phase,
    Plot, Program, RaidId, Readiness, Real, Silhouette, Stop, Tote, Until,
};
use super::telling::{chance_words, number, picture_words, place_of, ready_words, two};
use crate::board::{SpaceId, UnitId};
use crate::engine::deck::Deck;
use crate::engine::tally::Tally;

crate::events! {
    /// What can happen.
    #[serde(tag = "is", rename_all = "kebab-case")]
    pub enum Event;

    /// Before the game (5.1, 6).
    chapter Opening {
        /// The time of day (6.2).
        Day { time as _: usize, hour: i32, tally: Tally } => "blue-day", "6.2",
            minute = two(hour.rem_euclid(60)), at = hour.div_euclid(60);
        /// Wind, weather of the zones, haze over London (6.3).
        Skies { wind as _: i32, weather as _: Vec<Laid>, haze as _: u8 } => "blue-skies", "6.3";
        /// Cards and numbers were shuffled (2.9, 9.1).
        Shuffled { deck as _: Deck, numbers as _: Deck, forms as _: Deck } => "blue-silent", "2.9";
        /// The Detection deck was shuffled anew (2.9).
        Reshuffled { deck as _: Deck } => "blue-silent", "2.9";
        /// Raid chits were drawn (6.4.2).
        Chits { chits as _: Vec<usize>, vp: i32, level: i32 } => "blue-chits", "6.4.2",
            count = number(chits.len());
        /// A raid was programmed (9.2).
        Programmed { program as _: Program } => "blue-programmed", "9.2",
            units = program.all_units().iter().map(|unit| unit.item()).collect::<Vec<crate::orders::Item>>(), at = program.form, turn = i32::try_from(program.turn).unwrap_or(0);
        /// Channel patrols were drawn (21.1).
        Patrols { boxes as _: Vec<Vec<UnitId>> } => "blue-patrols", "21.1",
            units = boxes.iter().flatten().map(|unit| unit.item()).collect::<Vec<crate::orders::Item>>();
        /// The Form Up roll of a program (9.2.8).
        Assembles { program as _: usize, result as _: FormUp, adjusted: u32, missing: Vec<UnitId>, disrupted: Option<UnitId>, tally: Tally }
            => "blue-assembles", "9.2.8", number = i32::try_from(*program).unwrap_or(0) + 1;
        /// Recovery times of fighters, from the programmed form-up (17.2).
        Fuelled { units as _: Vec<(UnitId, i32)> } => "blue-silent", "17.2";
        /// How ready the squadrons are (6.6.1).
        Readied { die: i32, tote as _: Vec<Tote> } => "blue-readied", "6.6.1";
        /// What early warning allows (6.6.5).
        Warning { sum: i32, early: i32, late: i32 } => "blue-warning", "6.6.5";
        /// A squadron begins in the air (6.6.5).
        Airborne { fighter as _: Fighter, recovery as _: Option<i32>, halves as _: i32 } => "blue-airborne", "6.6.5",
            unit = fighter.unit, at = fighter.at, angels = fighter.angels;
    }

    /// The course of the turn (5.2).
    chapter Turn {
        /// The next phase.
        Phase { turn: u32, phase: Phase } => if *phase == Phase::Events { "blue-turn" } else { "blue-silent" }, "5.2";
        /// A random event (7).
        Chance { sum: i32, hf as _: i32, limit as _: i32, tally: Tally } => chance_words(*sum, *hf, *limit), "7", range = *hf;
        /// Chits of two zones were turned over (7).
        WeatherTurns { zones as _: Vec<usize> } => "blue-weather-turns", "7";
        /// The Air Picture (12.1.5).
        Picture { to as _: AirPicture } => picture_words(*to), "12.1.5";
        /// The RAF Response and the Scramble Limit (20.1).
        Limit { limit: i32 } => "blue-limit", "20.1.1";
        /// When a side wishes to be asked again.
        Waits { side: Side, until as _: Until } => "blue-waits", "";
        /// An order was not carried out.
        NotDone { side as _: Side, order: String, bar: Bar } => "blue-not-done", bar.rule();
        /// Nothing is left to fly (6.7).
        Ends => "blue-ends", "6.7";
    }

    /// Fighter Command (10, 18, 20).
    chapter Defence {
        /// A squadron goes into the Scramble box (5.2, 20.1); the enemy hears that somebody does.
        Scrambles { unit: Option<UnitId>, field as _: usize, order as _: Option<Order>, wing as _: Option<UnitId>, halves: i32 }
            => if unit.is_some() { "blue-scrambles" } else { "blue-response" }, "20.1";
        /// A squadron on the ground is parted into Flights (3.3.1).
        Parted { unit: UnitId } => "blue-parted", "3.3.1";
        /// A squadron takes off (5.2).
        TakesOff { fighter as _: Fighter, recovery as _: Option<i32> } => "blue-takes-off", "5.2",
            unit = fighter.unit, at = fighter.at;
        /// A new state on the Tote Board (18.2).
        Stands { unit: UnitId, state: Readiness, again as _: bool, tried as _: i32 } => ready_words(*state), "18.2";
        /// A unit asks to be made Ready (18.2.2).
        Called { unit: UnitId } => "blue-called", "18.2.2";
        /// Squadrons fly as a Wing, or no longer (20.2).
        Wing { leader: UnitId, units: Vec<UnitId>, balbo as _: u8, tally: Option<Tally> }
            => if units.len() > 1 { "blue-wing" } else { "blue-no-wing" }, "20.2";
        /// A Balbo does not form yet (20.2.2).
        Balbo { leader: UnitId, units: Vec<UnitId>, successes as _: u8, tally: Tally } => "blue-balbo", "20.2.2";
        /// An order (10.2).
        Ordered { unit: UnitId, order: Order } => "blue-ordered", "10.2";
        /// A Vector was not received (10.3.1).
        Unheard { unit: UnitId, tally: Tally } => "blue-unheard", "10.3.1";
        /// A unit flew, and where it is now (8.1).
        Flies { unit: UnitId, to: SpaceId, angels: i32, climbed as _: bool } => "blue-flies", "8.1";
        /// Where its move ended, for the report.
        Stops { unit: UnitId, at: SpaceId, angels: i32 } => "blue-stops", "8.1";
        /// A unit of 12 Group went south (20.3.2).
        Crosses { unit: UnitId } => "blue-crosses", "20.3.2";
    }

    /// The Luftwaffe's raids, which the RAF does not see (9).
    chapter Raids {
        /// A raid forms (9.3.2).
        Forms { raid: RaidId, program as _: usize, real as _: Real } => "blue-forms", "9.3.2", at = real.at;
        /// A raid flies a hex, or changes altitude (9.3.3).
        Goes { raid: RaidId, to: SpaceId, flown as _: u32, passed as _: usize, angels as _: Vec<(UnitId, i32)> } => "blue-goes", "9.3.3";
        /// A raid takes another course (9.3.5, 9.4.1).
        Turns { raid: RaidId, course: Course, ahead as _: Vec<(SpaceId, Stop)> } => "blue-turns", "9.3.5";
        /// Navigation (9.3.4).
        Navigates { raid: RaidId, at: SpaceId, result: Bearing, again as _: bool, tally: Tally } => "blue-navigates", "9.3.4";
        /// A raid goes for its secondary target (9.3.5).
        Diverts { raid: RaidId, target as _: Option<usize>, ahead as _: Vec<(SpaceId, Stop)> } => "blue-diverts", "9.3.5",
            at = place_of(ahead);
        /// A raid parts (9.3.6).
        Parts { raid: RaidId, into: RaidId, units: Vec<UnitId>, course as _: Course, ahead as _: Vec<(SpaceId, Stop)> } => "blue-parts", "9.3.6";
        /// A card was drawn for a raid and shows nothing (11.2).
        Unseen { raid: RaidId, card as _: Option<u16> } => "blue-unseen", "11.2.1";
        /// Dummies for the next Formation Phase (9.3.1/a).
        Decoys { orders as _: Vec<Decoying> } => "blue-silent", "9.3.1/a";
        /// A new turn: who climbed or dived may do so again, navigation may be tried again (5.2).
        Rests => "blue-silent", "5.2";
    }

    /// What the RAF's plotting table shows (9.3.1, 11).
    chapter Plotting {
        /// A Form-Up marker (9.3.1).
        Marked { form: FormId, at: SpaceId, strength: Option<i32>, of as _: Option<Forming>, card as _: Option<u16> }
            => if strength.is_some() { "blue-marked" } else { "blue-marked-bare" }, "9.3.1";
        /// It is taken off the map (9.3.2).
        Unmarked { form: FormId, at: SpaceId, of as _: Option<Forming> } => "blue-unmarked", "9.3.2";
        /// A raid is detected, rightly or wrongly told (11.2.1).
        Detected { raid: RaidId, at: SpaceId, strength: i32, angels: i32, turn as _: u32, fresh as _: bool, card as _: Option<u16> }
            => if *fresh { "blue-detected" } else { "blue-told" }, "11.2.1";
        /// Its track is lost (11.2.1).
        Faded { raid: RaidId, card as _: Option<u16> } => "blue-faded", "11.2.1";
        /// A detected raid was followed to a hex (5.3.1).
        Tracked { raid: RaidId, at: SpaceId, turn as _: u32 } => "blue-tracked", "5.3.1";
        /// A hidden raid shows itself: the hex alone (11.1.1).
        Shown { raid: RaidId, at: SpaceId } => "blue-shown", "11.1.1";
        /// It is hidden again.
        Hidden { raid: RaidId } => "blue-hidden", "11.1.1";
        /// Its silhouettes are seen (12.1.2).
        Sighted { raid: RaidId, at: SpaceId, units as _: Vec<Silhouette>, turn as _: u32, fresh as _: bool }
            => if *fresh { "blue-sighted" } else { "blue-silent" }, "12.1.2", count = number(units.len());
        /// It is gone: home, or destroyed.
        Gone { raid: RaidId } => "blue-gone", "9.3.5";
        /// Part of a plotted raid goes its own way (9.3.6).
        Splits { raid: RaidId, into: RaidId, plot as _: Plot } => "blue-splits", "9.3.6", at = plot.at;
    }

    /// Tally, pursuit and combat (12 to 15).
    chapter Combat {
        /// Aircraft of a raid, given back whole: units changed by a fight.
        Changed { raid: RaidId, units as _: Vec<Aircraft> } => "blue-silent", "13";
        /// A RAF unit looks for a raid in vain (12.1.1).
        Looks { unit: UnitId, raid: RaidId, far: i32, card as _: Option<u16> } => "blue-looks", "12.1.1";
        /// It is too far in this weather (12.1).
        OutOfSight { unit: UnitId, raid: RaidId, far: i32 } => "blue-out-of-sight", "12.1";
        /// A RAF unit has a tally (12.1.2); of a Wing its leader draws the card.
        Tallies { unit: UnitId, raid: RaidId, first as _: bool, card as _: Option<u16> }
            => if *first { "blue-tallies" } else { "blue-silent" }, "12.1.2";
        /// A tally ends (12.3).
        TallyLost { unit: UnitId, raid: RaidId, why: Drop, tally: Option<Tally> } => "blue-tally-lost", "12.3";
        /// Nobody sees the raid any more; it stays detected (11.5.7).
        Unsighted { raid: RaidId } => "blue-silent", "11.5.7";
        /// Hunters go for a RAF unit (12.2).
        Hunts { raid: RaidId, on: UnitId } => "blue-hunts", "12.2";
        /// A RAF unit intercepts, or fails to (13.3.2).
        Intercepts {
            unit: UnitId, raid: RaidId, letter: String, target as _: u8, to as _: SpaceId, angels as _: i32, climbed as _: bool,
            result: Contact, tally: Tally
        } => "blue-intercepts", "13.3.2";
        /// What the escort does (13.3.4).
        Reacts { raid: RaidId, unit: UnitId, answer: Answer, tally: Tally } => "blue-reacts", "13.3.4";
        /// Fighters of a raid intercept a RAF unit, or fail to (13.3.2).
        Strikes {
            raid: RaidId, letters: String, which as _: Vec<u8>, units as _: Vec<UnitId>, on: UnitId, to as _: Option<SpaceId>,
            angels as _: i32, climbed as _: bool, struck as _: Option<(u32, Phase, UnitId)>, result: Contact, tally: Tally
        } => "blue-strikes", "13.3.2";
        /// The silhouettes of a raid that fights, and the types of those that do (13.3.1).
        Faces { raid: RaidId, at as _: SpaceId, units as _: Vec<Silhouette>, kinds as _: Vec<(u8, Craft)> } => "blue-silent", "13.3.1";
        /// One side's dice in a fight, and what they do to the other (13.4.3).
        Fires { side: Side, attacks as _: bool, unit as _: UnitId, raid as _: RaidId, column: String, losses: i32, cohesion: i32, tally: Tally }
            => if *attacks { "blue-fires" } else { "blue-fires-back" }, "13.4.3";
        /// What it cost a RAF unit (13.4.3, 13.5).
        Hurt { unit: UnitId, losses: i32, levels: i32, destroyed as _: bool, fought as _: bool, own as _: bool, tally: Option<Tally> }
            => if *destroyed { "blue-hurt-destroyed" } else { "blue-hurt" }, "13.5";
        /// What it cost a unit of a raid.
        Downed {
            raid: RaidId, letter: String, which as _: u8, unit as _: Option<UnitId>, losses: i32, levels: i32, destroyed as _: bool,
            fought as _: bool, tally: Option<Tally>
        } => if *destroyed { "blue-downed-destroyed" } else { "blue-downed" }, "13.5";
        /// Fighters with bombs drop them and fight (9.4.4/b).
        Jettisons { raid: RaidId, letters: String, units as _: Vec<UnitId> } => "blue-jettisons", "9.4.4/b";
        /// Nobody in the raid has bombs any more: it hunts (9.4.4/a).
        Frees { raid: RaidId } => "blue-frees", "9.4.4/a";
        /// Fighters are locked in a Dogfight (13.6.1).
        Dogfight {
            id as _: u16, raid: RaidId, at: SpaceId, angels: i32, raf: Vec<UnitId>, letters: String, which as _: Vec<u8>, units as _: Vec<UnitId>
        } => if which.is_empty() { "blue-caught" } else { "blue-dogfight" }, "13.6.1";
        /// A Dogfight goes with its raid.
        Drifts { id as _: u16, at: SpaceId } => "blue-drifts", "13.6.1";
        /// A RAF unit breaks off.
        Breaks { unit: UnitId } => "blue-breaks", "13.6.1/c";
        /// Fighters of a raid break off.
        BreaksLw { raid: RaidId, which as _: Vec<u8>, units as _: Vec<UnitId> } => "blue-silent", "13.6.1/c";
        /// A Dogfight is over.
        FightEnds { id as _: u16, raid: RaidId } => "blue-fight-ends", "13.6.1/c";
        /// A Channel patrol comes down (21.1).
        PatrolUp { raid: RaidId, real as _: Real } => "blue-silent", "21.1";
        /// It goes back to its box (21.1/a).
        PatrolBack { raid: RaidId, n as _: usize, back: Vec<UnitId>, out: Vec<UnitId> } => "blue-patrol-back", "21.1/a";
        /// Guns fire at a raid (14.1.1).
        Flak { raid: Option<RaidId>, at: SpaceId, heavy as _: bool, losses: i32, tally: Tally }
            => if *heavy { "blue-flak-heavy" } else { "blue-flak-light" }, "14.1.1";
    }

    /// Bombs, airfields, endurance, points (16 to 22).
    chapter Ground {
        /// Points were scored, in halves (22).
        Scores { halves as _: i32, why as _: String } => "blue-scores", "22", points = super::victory::halves(*halves);
        /// Bombs fall (16.3.1).
        Bombs {
            raid: RaidId, letter: String, which as _: u8, unit as _: Option<UnitId>, at: SpaceId, target: String, halves as _: i32, dived as _: bool,
            tally: Option<Tally>
        } => "blue-bombs", "16.3.1", points = super::victory::halves(*halves);
        /// Bombers dive on their target (16.2.2).
        Dives { raid: RaidId, to as _: i32 } => "blue-dives", "16.2.2";
        /// A radar station is bombed (16.4.4).
        RdfHit { station as _: usize, at: SpaceId, out as _: bool, tally: Tally } => if *out { "blue-rdf-out" } else { "blue-rdf-stands" }, "16.4.4";
        /// An airfield is bombed (16.4.1).
        FieldHit { field as _: usize, at: SpaceId, lost: i32, until as _: u32, tally: Tally } => "blue-field-hit", "16.4.1";
        /// The operations room of a Sector (16.4.2).
        OpsRoom { field as _: usize, at: SpaceId, hit as _: bool, tally: Tally } => if *hit { "blue-ops-hit" } else { "blue-ops-stands" }, "16.4.2";
        /// A squadron on the ground (16.4.3).
        OnGround { unit: UnitId, losses: i32, destroyed as _: bool, tally: Tally } => "blue-on-ground", "16.4.3";
        /// Out of petrol (17.2.4).
        ComesDown { unit: UnitId, losses: i32, destroyed as _: bool, tally: Tally } => "blue-comes-down", "17.2.4";
        /// Who fought has a turn less (17.1.1).
        Burns { side as _: Side, units: Vec<UnitId> } => "blue-burns", "17.1.1";
        /// A unit tries to reform (18.2.5).
        Reforms { unit: UnitId, done as _: bool, tally: Tally } => if *done { "blue-reforms" } else { "blue-scattered" }, "18.2.5";
        /// Rearmed and refuelled (18.2.6).
        Serviced { unit: UnitId } => "blue-silent", "18.2.6";
        /// Two Flights are a squadron again (3.3.1/c).
        Recombines { unit: UnitId } => "blue-recombines", "3.3.1/c";
        /// A unit is down (18.1).
        Lands { unit: UnitId, field as _: Option<usize>, at: SpaceId } => "blue-lands", "18.1";
        /// A unit of the Luftwaffe is home (9.3.5).
        Recovers { raid: RaidId, units: Vec<UnitId> } => "blue-recovers", "9.3.5";
    }

    /// What the referee changes.
    chapter Ruled {
        /// A RAF unit is in the air.
        RuledFighter { unit: UnitId, at: SpaceId, angels: i32 } => "blue-ruled-fighter", "";
        /// A RAF unit has an order.
        RuledOrder { unit: UnitId, order: Order } => "blue-ordered", "";
        /// A raid stands somewhere, as a raid of a chit would (for cases).
        RuledRaid { raid: RaidId, real as _: Real, program as _: Program } => "blue-ruled-raid", "", at = real.at;
        /// How a zone's weather is.
        RuledWeather { zone as _: usize, laid as _: Laid } => "blue-ruled-weather", "";
        /// A unit stands on the Tote Board.
        RuledTote { unit: UnitId, state: Readiness } => ready_words(*state), "";
        /// The Air Picture.
        RuledPicture { to as _: AirPicture } => picture_words(*to), "";
        /// The position is cleared of aircraft.
        RuledEmpty => "blue-ruled-empty", "";
    }
}
