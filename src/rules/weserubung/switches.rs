//! Named switches: rulings on what the rulebook leaves open, each with a default.

use crate::engine::game::DataError;

/// Where the line lies beyond which no Allied unit may stand when Norway surrenders (14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurrenderLine {
    /// Nobody map-east of Harstad.
    East,
    /// Nobody map-west of it.
    West,
    /// Towns alone decide.
    None,
}

/// What a captured town is worth to its captor (10.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towns {
    /// Half its value, rounded up.
    Half,
    /// All of it (4.0).
    Full,
    /// Half, and recapture undoes the capture exactly.
    Undo,
}

/// The names of all switches.
pub const NAMES: [&str; 28] = [
    "players",
    "western-purse",
    "turns",
    "reduced-para",
    "artillery-mountain",
    "river",
    "lake-garrison",
    "initiative",
    "move-interception",
    "halving",
    "ring",
    "ground-support",
    "landing-fire",
    "bombardment",
    "oslo-dice",
    "surrender-line",
    "towns",
    "airlift-used",
    "upkeep",
    "port-bonus",
    "air-absorbs",
    "free-setup",
    "straits",
    "gladiator-deck",
    "failed-drop",
    "rail-option",
    "offensives",
    "honour",
];

/// The switches of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// 1.1: whether Norway has a player of its own.
    pub three_players: bool,
    /// 14.3: whether Britain and France share one level.
    pub shared_purse: bool,
    /// 5.1: turns of the campaign.
    pub turns: u32,
    /// 3.2.3: reduced paratroops may take losses like others.
    pub paras_absorb: bool,
    /// 9.0: plain artillery pays 1 for a mountain too.
    pub artillery_climbs: bool,
    /// 9.0: the 2 for a river are all a step costs.
    pub river_total: bool,
    /// 9.0: a lake base needs infantry or artillery on the hex.
    pub lake_garrison: bool,
    /// 6.3: the initiative chooses; else it always goes first.
    pub choice: bool,
    /// 7.6: fighters intercept in the Movement Phase too.
    pub move_interception: bool,
    /// 10.1: halving comes before all other changes.
    pub halve_first: bool,
    /// 10.1: the ring is looked at before the attackers leave it; else when dice are thrown.
    pub ring_declared: bool,
    /// 7.2: bombers too may join a defence.
    pub all_support: bool,
    /// 10.7: aircraft fire in step 5.
    pub landing_air_fires: bool,
    /// 10.7: ships bombard for any attack on a coast; else only where troops land.
    pub bombards_always: bool,
    /// 14.2.2: dice of the Oslo batteries.
    pub oslo_dice: u32,
    /// 14.2
    pub surrender_line: SurrenderLine,
    /// 10.12
    pub towns: Towns,
    /// 11.0: used units may be airlifted.
    pub airlift_used: bool,
    /// 13.1: the printed example counts.
    pub upkeep_literal: bool,
    /// 10.7: a port helps its defenders.
    pub port_bonus: bool,
    /// 10.3: aircraft may take hits in land combat.
    pub air_absorbs: bool,
    /// 15.2: Germany places openly before the Allies; else all place in secret.
    pub german_first: bool,
    /// Map: land units cross narrow sounds.
    pub straits: bool,
    /// 3.3.1: the Norwegian Gladiator may use carriers.
    pub gladiator_deck: bool,
    /// 10.4: every dropped unit dies with a lost battle.
    pub drops_all_die: bool,
    /// Map: lines not open in April 1940 may be used.
    pub all_rails: bool,
    /// 10.0: each side files its offensives at the start of the phase.
    pub lists: bool,
    /// 6.2: amounts are announced one after the other.
    pub honour: bool,
}

impl Switches {
    /// The recommended rulings, with the printed length of the game (5.1) and dice of the batteries (14.2.2).
    pub const fn printed(turns: u32, oslo_dice: u32) -> Self {
        Self {
            three_players: false,
            shared_purse: true,
            turns,
            paras_absorb: false,
            artillery_climbs: false,
            river_total: false,
            lake_garrison: true,
            choice: true,
            move_interception: true,
            halve_first: true,
            ring_declared: false,
            all_support: true,
            landing_air_fires: true,
            bombards_always: false,
            oslo_dice,
            surrender_line: SurrenderLine::East,
            towns: Towns::Half,
            airlift_used: true,
            upkeep_literal: false,
            port_bonus: true,
            air_absorbs: true,
            german_first: false,
            straits: true,
            gladiator_deck: false,
            drops_all_die: false,
            all_rails: false,
            lists: false,
            honour: false,
        }
    }
}

fn wrong(what: String) -> DataError {
    DataError {
        file: "switches".to_owned(),
        what,
    }
}

/// Which of two values is meant; the error names both.
fn either(name: &str, value: &str, no: &str, yes: &str) -> Result<bool, DataError> {
    if value == yes {
        Ok(true)
    } else if value == no {
        Ok(false)
    } else {
        Err(wrong(format!("{name} = `{value}`: {no} or {yes}")))
    }
}

impl Switches {
    /// Sets one switch by name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), DataError> {
        let number = |most: u32| match value.parse::<u32>() {
            Ok(n) if (1..=most).contains(&n) => Ok(n),
            _ => Err(wrong(format!(
                "{name} = `{value}`: a number from 1 to {most}"
            ))),
        };
        match name {
            "players" => self.three_players = either(name, value, "2", "3")?,
            "western-purse" => self.shared_purse = either(name, value, "each", "shared")?,
            "turns" => self.turns = number(self.turns)?,
            "reduced-para" => self.paras_absorb = either(name, value, "last", "absorbs")?,
            "artillery-mountain" => self.artillery_climbs = either(name, value, "two", "one")?,
            "river" => self.river_total = either(name, value, "added", "total")?,
            "lake-garrison" => self.lake_garrison = either(name, value, "none", "must")?,
            "initiative" => self.choice = either(name, value, "first", "choice")?,
            "move-interception" => self.move_interception = either(name, value, "no", "yes")?,
            "halving" => self.halve_first = either(name, value, "last", "first")?,
            "ring" => self.ring_declared = either(name, value, "fire", "declared")?,
            "ground-support" => self.all_support = either(name, value, "fighters", "all")?,
            "landing-fire" => self.landing_air_fires = either(name, value, "none", "air")?,
            "bombardment" => self.bombards_always = either(name, value, "landing", "any")?,
            "oslo-dice" => self.oslo_dice = number(12)?,
            "surrender-line" => {
                self.surrender_line = match value {
                    "east" => SurrenderLine::East,
                    "west" => SurrenderLine::West,
                    "none" => SurrenderLine::None,
                    _ => return Err(wrong(format!("{name} = `{value}`: east, west or none"))),
                }
            }
            "towns" => {
                self.towns = match value {
                    "half" => Towns::Half,
                    "full" => Towns::Full,
                    "undo" => Towns::Undo,
                    _ => return Err(wrong(format!("{name} = `{value}`: half, full or undo"))),
                }
            }
            "airlift-used" => self.airlift_used = either(name, value, "no", "yes")?,
            "upkeep" => self.upkeep_literal = either(name, value, "floor", "literal")?,
            "port-bonus" => self.port_bonus = either(name, value, "no", "yes")?,
            "air-absorbs" => self.air_absorbs = either(name, value, "no", "yes")?,
            "free-setup" => self.german_first = either(name, value, "sealed", "german-first")?,
            "straits" => self.straits = either(name, value, "closed", "open")?,
            "gladiator-deck" => self.gladiator_deck = either(name, value, "no", "yes")?,
            "failed-drop" => self.drops_all_die = either(name, value, "failed", "all")?,
            "rail-option" => self.all_rails = either(name, value, "open", "all")?,
            "offensives" => self.lists = either(name, value, "each", "lists")?,
            "honour" => self.honour = either(name, value, "no", "yes")?,
            other => {
                let known = NAMES.join(", ");
                return Err(wrong(format!("no switch `{other}`: there are {known}")));
            }
        }
        Ok(())
    }
}
