//! Named switches: optional rules, home rules, and rulings on what the rulebook leaves open. What each means stands in
//! `rules.toml`.

crate::switches! {
    /// The switches of one game.
    pub(super) struct Switches {
        /// 12.0.2: of hits and want of supply the harsher one alone counts, as printed; else both (house rule 7).
        printed_wear: bool = "hits-and-supply" { "graded" => false, "printed" => true };
    }
}
