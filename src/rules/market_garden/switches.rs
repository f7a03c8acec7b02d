//! Options of section 23 and rulings a table may decide otherwise.

use crate::engine::game::DataError;

/// Named switches, recorded when a game is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// the impulse of the sunset roll is played to its end.
    pub sunset_finishes: bool,
    /// a sunset roll equal to the impulse number advances the marker too.
    pub tie_advances: bool,
    /// the last space of the impulse track.
    pub track_end: Option<i32>,
    /// a vacant enemy-controlled area is no refuge, not even the last.
    pub no_vacant_refuge: bool,
    /// guns support an assault only from an active area.
    pub support_from_active: bool,
    /// attrition points too few for a level take it all the same.
    pub attrition_rounds_up: bool,
    /// a line to an airborne depot does not end isolation.
    pub depot_only_refits: bool,
    /// exactly 21 points on the 26th lose.
    pub equal_loses: bool,
    /// boats may cross beside a bridge.
    pub boats_beside_bridges: bool,
    /// armour that leaves a contested area without enemy armour may go to the enemy.
    pub armour_exit_free: bool,
    /// to cross a canal or by a ferry that one holds forces no assault.
    pub held_as_bridges: bool,
    /// lines to F and I that end isolation cross ferries and canals too.
    pub plain_lines: bool,
    /// Rule 23.2.
    pub free_landing: bool,
    /// Rule 23.3.
    pub early_reinforcement: bool,
    /// Rule 23.4.
    pub depot_boost: bool,
    /// Rule 23.5.
    pub bids: bool,
    /// Rule 23.6.
    pub reorganisation: bool,
    /// Rule 23.7.
    pub card_combat: bool,
}

const FILE: &str = "scenarios/market-garden/tables.toml";

impl Switches {
    /// Reads the switches a game is made with.
    pub fn read(written: &[(String, String)]) -> Result<Self, DataError> {
        let mut all = Self::default();
        for (name, value) in written {
            if name == "track-end" {
                let end = value.parse::<i32>().ok().filter(|end| *end > 0);
                let what = || format!("track-end = `{value}`: a number above 0");
                all.track_end = Some(end.ok_or_else(|| wrong(what()))?);
                continue;
            }
            let found = all.flags().into_iter().find(|(one, ..)| one == name);
            let Some((_, [off, on], flag)) = found else {
                return Err(wrong(format!(
                    "no switch `{name}`: there are {}",
                    Self::names().join(", ")
                )));
            };
            *flag = match value.as_str() {
                value if value == on => true,
                value if value == off => false,
                value => return Err(wrong(format!("{name} = `{value}`: {off} or {on}"))),
            };
        }
        Ok(all)
    }

    /// The names of all of them.
    pub fn names() -> Vec<&'static str> {
        let mut all = Self::default();
        let flags = all.flags();
        let flags = flags.iter().map(|(name, ..)| *name);
        std::iter::once("track-end").chain(flags).collect()
    }

    /// Name, values (the first one counts if nothing is said) and flag of each.
    fn flags(&mut self) -> Vec<(&'static str, [&'static str; 2], &mut bool)> {
        const OPTION: [&str; 2] = ["no", "yes"];
        vec![
            (
                "sunset",
                ["at-once", "finish-impulse"],
                &mut self.sunset_finishes,
            ),
            ("sunset-tie", ["stays", "advances"], &mut self.tie_advances),
            (
                "retreat-to-vacant-enemy-area",
                ["yes", "no"],
                &mut self.no_vacant_refuge,
            ),
            (
                "support-from",
                ["anywhere", "active-area"],
                &mut self.support_from_active,
            ),
            (
                "attrition",
                ["whole-levels", "rounds-up"],
                &mut self.attrition_rounds_up,
            ),
            (
                "depot-ends-isolation",
                ["yes", "no"],
                &mut self.depot_only_refits,
            ),
            (
                "equal-points-at-end",
                ["win", "lose"],
                &mut self.equal_loses,
            ),
            (
                "boats-beside-bridges",
                OPTION,
                &mut self.boats_beside_bridges,
            ),
            (
                "armour-leaves-contested",
                ["to-free-areas", "freely"],
                &mut self.armour_exit_free,
            ),
            (
                "held-crossings",
                ["force-assaults", "as-bridges"],
                &mut self.held_as_bridges,
            ),
            (
                "lines-to-f",
                ["by-bridges", "by-ferries-too"],
                &mut self.plain_lines,
            ),
            ("free-landing", OPTION, &mut self.free_landing),
            ("early-reinforcement", OPTION, &mut self.early_reinforcement),
            ("depot-boost", OPTION, &mut self.depot_boost),
            ("bids", OPTION, &mut self.bids),
            ("reorganisation", OPTION, &mut self.reorganisation),
            ("card-combat", OPTION, &mut self.card_combat),
        ]
    }
}

fn wrong(what: String) -> DataError {
    DataError {
        file: FILE.to_owned(),
        what,
    }
}
