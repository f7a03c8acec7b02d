//! Optional rules and disputed points, by name. What each means stands in `rules.toml`.

use crate::engine::game::DataError;

/// A switch with two positions.
struct Two {
    name: &'static str,
    /// The word that sets the field, and the word that does not.
    set: &'static str,
    unset: &'static str,
}

macro_rules! switches {
    ($($field:ident $name:literal $set:literal $unset:literal $usual:literal;)*) => {
        /// The names of all switches.
        pub const NAMES: &[&str] = &[$($name,)* "hidden-removed-at", "patchy-range"];

        const TABLE: &[Two] = &[$(Two { name: $name, set: $set, unset: $unset },)*];

        /// What is switched on.
        #[derive(Clone, Debug)]
        pub struct Switches {
            $(#[doc = $name] pub $field: bool,)*
            /// When a "?" leaves the map again (11.1.1/e).
            pub hidden_removed_at: Removed,
            /// 12.1: how far one sees through Patchy cloud.
            pub patchy_range: i32,
            /// A leak planted for the secrecy tests; none in play.
            pub plant: Option<String>,
        }

        impl Default for Switches {
            fn default() -> Self {
                Self {
                    $($field: $usual,)*
                    hidden_removed_at: Removed::EndOfTurn,
                    patchy_range: 1,
                    plant: None,
                }
            }
        }

        impl Switches {
            fn at(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

/// Rule 11.1.1/e: when a raid that was shown as "?" and not detected leaves the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    EndOfTurn,
    EndOfPhase,
    Stays,
}

switches! {
    hidden_shown_by_aa "hidden-shown-by-aa" "on" "off" true;
    hidden_shown_by_attack "hidden-shown-by-attack" "on" "off" true;
    hidden_orbit_fail_silent "hidden-orbit-fail-silent" "on" "off" true;
    hidden_tally_secret "hidden-tally-secret" "on" "off" true;
    test_on_coast "test-on-coast" "on" "off" false;
    test_on_tally_loss "test-on-tally-loss" "on" "off" false;
    reshuffle_each_turn "deck-reshuffle" "each-turn" "when-empty" false;
    lw_pancake_route "lw-pancake-route" "on" "off" false;
    divert_always "divert-test" "always" "closed-or-raid-within-6" false;
    low_climb_uncapped "low-climb-uncapped" "on" "off" false;
    straggler_attacker_pays "straggler-attacker-pays" "on" "off" true;
    foul_before_nav "foul-before-nav" "on" "off" false;
    group12_all "group12-scope" "all" "order-only" false;
    chit_range_stop "chit-range-stop" "on" "off" true;
    tally_worse_of_both "sight-weather-basis" "worse-of-both" "true" false;
    ops_room_beats_vhf "ops-room-beats-vhf" "on" "off" true;
    vp_hidden_until_end "vp-hidden-until-end" "on" "off" false;
    raf_counters_inverted "raf-counters-inverted" "on" "off" false;
    tote_hidden "tote-hidden" "on" "off" true;
    patrol_hidden "patrol-hidden" "on" "off" true;
    scenario_weather_drm "scenario-weather-drm" "on" "off" false;
    opt_raid_selection "opt-raid-selection" "on" "off" false;
    opt_waypoints "opt-waypoints" "on" "off" false;
    opt_weather_contingency "opt-weather-contingency" "on" "off" false;
    opt_vector_die "opt-vector-die" "on" "off" false;
    opt_sixth_attempt "opt-sixth-attempt" "on" "off" false;
    opt_chits_only "opt-chits-only" "on" "off" false;
    opt_421_in_4 "opt-421-in-4" "on" "off" false;
    opt_patrol_fj "opt-patrol-fj" "on" "off" false;
    opt_accounting "opt-accounting" "on" "off" false;
    opt_campaign_response "opt-campaign-response" "on" "off" false;
    opt_surge "opt-surge" "on" "off" false;
    opt_campaign_weather "opt-campaign-weather" "on" "off" false;
    opt_intensity "opt-intensity" "on" "off" false;
}

impl Switches {
    /// Sets one switch by name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), DataError> {
        let wrong = |what: String| DataError {
            file: "switches".to_owned(),
            what,
        };
        let bad = |words: &str| wrong(format!("{name} = `{value}`: {words}"));
        match name {
            "hidden-removed-at" => {
                self.hidden_removed_at = match value {
                    "end-of-turn" => Removed::EndOfTurn,
                    "end-of-phase" => Removed::EndOfPhase,
                    "stays" => Removed::Stays,
                    _ => return Err(bad("end-of-turn, end-of-phase or stays")),
                };
                return Ok(());
            }
            "patchy-range" => {
                self.patchy_range = match value.parse() {
                    Ok(range @ 1..=5) => range,
                    _ => return Err(bad("a number from 1 to 5")),
                };
                return Ok(());
            }
            _ => {}
        }
        let (Some(at), Some(two)) = (self.at(name), TABLE.iter().find(|two| two.name == name))
        else {
            let known = NAMES.join(", ");
            return Err(wrong(format!("no switch `{name}`: there are {known}")));
        };
        *at = match value {
            _ if value == two.set => true,
            _ if value == two.unset => false,
            _ => return Err(bad(&format!("{} or {}", two.set, two.unset))),
        };
        Ok(())
    }
}
