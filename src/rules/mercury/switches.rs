//! Named switches: optional rules, and rulings on what the rulebook leaves open. What each means stands in `rules.toml`.

crate::switches! {
    /// The switches of one game.
    pub(super) struct Switches {
        /// 7.31: who may give way is asked of movement; else of efficiency.
        refusal_by_movement: bool = "refusal" { "efficiency" => false, "movement" => true };
        /// 7.41: who may react is asked of efficiency; else of movement.
        reaction_by_efficiency: bool = "reaction" { "movement" => false, "efficiency" => true };
        /// 10.34: who won an assault may stay where he is; else he must enter.
        may_occupy: bool = "occupation" { "must" => false, "may" => true };
        /// 15.33: the printed sign, which helps a defender without supply.
        literal_defence_supply: bool = "defender-supply" { "harms" => false, "literal" => true };
        /// 13.41: a mortar that drops has acted.
        mortars_marked: bool = "mortars-landing" { "free" => false, "marked" => true };
        /// 6.11: a reserve may wait past its turn.
        reserve_waits: bool = "reserve-waits" { "no" => false, "yes" => true };
        /// 14.1: 4/I/1 takes part in scenario 1.
        sc1_4i1: bool = "sc1-4i1" { "no" => false, "yes" => true };
        /// 11.31: F of defensive fire tires a unit.
        defensive_fire_fatigues: bool = "defensive-fire" { "losses" => false, "fatigue" => true };
        /// 21.0: played with ships.
        naval_game: bool = "naval-game" { "no" => false, "yes" => true };
        /// 20.0: the order to evacuate ends the game.
        no_evacuation: bool = "evacuation" { "yes" => false, "no" => true };
        /// 23.4: secret options are chosen.
        variants: bool = "variants" { "no" => false, "yes" => true };
    }
}
