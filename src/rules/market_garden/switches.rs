//! Options of section 23 and rulings a table may decide otherwise.

crate::switches! {
    /// Named switches, recorded when a game is made.
    pub struct Switches {
        /// the impulse of the sunset roll is played to its end.
        sunset_finishes: bool = "sunset" { "at-once" => false, "finish-impulse" => true };
        /// a sunset roll equal to the impulse number advances the marker too.
        tie_advances: bool = "sunset-tie" { "stays" => false, "advances" => true };
        /// the last space of the impulse track.
        track_end: Option<i32> = "track-end" (1..=99);
        /// a vacant enemy-controlled area is no refuge, not even the last.
        no_vacant_refuge: bool = "retreat-to-vacant-enemy-area" { "yes" => false, "no" => true };
        /// guns support an assault only from an active area.
        support_from_active: bool = "support-from" { "anywhere" => false, "active-area" => true };
        /// attrition points too few for a level take it all the same.
        attrition_rounds_up: bool = "attrition" { "whole-levels" => false, "rounds-up" => true };
        /// a line to an airborne depot does not end isolation.
        depot_only_refits: bool = "depot-ends-isolation" { "yes" => false, "no" => true };
        /// exactly 21 points on the 26th lose.
        equal_loses: bool = "equal-points-at-end" { "win" => false, "lose" => true };
        /// boats may cross beside a bridge.
        boats_beside_bridges: bool = "boats-beside-bridges" { "no" => false, "yes" => true };
        /// armour that leaves a contested area without enemy armour may go to the enemy.
        armour_exit_free: bool = "armour-leaves-contested" { "to-free-areas" => false, "freely" => true };
        /// to cross a canal or by a ferry that one holds forces no assault.
        held_as_bridges: bool = "held-crossings" { "force-assaults" => false, "as-bridges" => true };
        /// lines to F and I that end isolation cross ferries and canals too.
        plain_lines: bool = "lines-to-f" { "by-bridges" => false, "by-ferries-too" => true };
        /// Rule 23.2.
        free_landing: bool = "free-landing" { "no" => false, "yes" => true };
        /// Rule 23.3.
        early_reinforcement: bool = "early-reinforcement" { "no" => false, "yes" => true };
        /// Rule 23.4.
        depot_boost: bool = "depot-boost" { "no" => false, "yes" => true };
        /// Rule 23.5.
        bids: bool = "bids" { "no" => false, "yes" => true };
        /// Rule 23.6.
        reorganisation: bool = "reorganisation" { "no" => false, "yes" => true };
        /// Rule 23.7.
        card_combat: bool = "card-combat" { "no" => false, "yes" => true };
    }
}
