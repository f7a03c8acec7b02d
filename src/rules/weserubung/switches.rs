//! Named switches: rulings on what the rulebook leaves open, each with a default.

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

crate::switches! {
    /// The switches of one game.
    pub struct Switches {
        /// 1.1: whether Norway has a player of its own.
        three_players: bool = "players" { "2" => false, "3" => true };
        /// 14.3: whether Britain and France share one level.
        shared_purse: bool = "western-purse" { "shared" => true, "each" => false };
        /// 5.1: turns of the campaign, at most those of the calendar.
        turns: Option<u32> = "turns" (1..=99);
        /// 3.2.3: reduced paratroops may take losses like others.
        paras_absorb: bool = "reduced-para" { "last" => false, "absorbs" => true };
        /// 9.0: plain artillery pays 1 for a mountain too.
        artillery_climbs: bool = "artillery-mountain" { "two" => false, "one" => true };
        /// 9.0: the 2 for a river are all a step costs.
        river_total: bool = "river" { "added" => false, "total" => true };
        /// 9.0: a lake base needs infantry or artillery on the hex.
        lake_garrison: bool = "lake-garrison" { "must" => true, "none" => false };
        /// 6.3: the initiative chooses; else it always goes first.
        choice: bool = "initiative" { "choice" => true, "first" => false };
        /// 7.6: fighters intercept in the Movement Phase too.
        move_interception: bool = "move-interception" { "yes" => true, "no" => false };
        /// 10.1: halving comes before all other changes.
        halve_first: bool = "halving" { "first" => true, "last" => false };
        /// 10.1: the ring is looked at before the attackers leave it; else when dice are thrown.
        ring_declared: bool = "ring" { "fire" => false, "declared" => true };
        /// 7.2: bombers too may join a defence.
        all_support: bool = "ground-support" { "all" => true, "fighters" => false };
        /// 10.7: aircraft fire in step 5.
        landing_air_fires: bool = "landing-fire" { "air" => true, "none" => false };
        /// 10.7: ships bombard for any attack on a coast; else only where troops land.
        bombards_always: bool = "bombardment" { "landing" => false, "any" => true };
        /// 14.2.2: dice of the Oslo batteries.
        oslo_dice: Option<u32> = "oslo-dice" (1..=12);
        /// 14.2: where the line lies.
        surrender_line: SurrenderLine = "surrender-line" {
            "east" => SurrenderLine::East, "west" => SurrenderLine::West, "none" => SurrenderLine::None,
        };
        /// 10.12: what a captured town is worth.
        towns: Towns = "towns" { "half" => Towns::Half, "full" => Towns::Full, "undo" => Towns::Undo };
        /// 11.0: used units may be airlifted.
        airlift_used: bool = "airlift-used" { "yes" => true, "no" => false };
        /// 13.1: the printed example counts.
        upkeep_literal: bool = "upkeep" { "floor" => false, "literal" => true };
        /// 10.7: a port helps its defenders.
        port_bonus: bool = "port-bonus" { "yes" => true, "no" => false };
        /// 10.3: aircraft may take hits in land combat.
        air_absorbs: bool = "air-absorbs" { "yes" => true, "no" => false };
        /// 15.2: Germany places openly before the Allies; else all place in secret.
        german_first: bool = "free-setup" { "sealed" => false, "german-first" => true };
        /// Map: land units cross narrow sounds.
        straits: bool = "straits" { "open" => true, "closed" => false };
        /// 3.3.1: the Norwegian Gladiator may use carriers.
        gladiator_deck: bool = "gladiator-deck" { "no" => false, "yes" => true };
        /// 10.4: every dropped unit dies with a lost battle.
        drops_all_die: bool = "failed-drop" { "failed" => false, "all" => true };
        /// Map: lines not open in April 1940 may be used.
        all_rails: bool = "rail-option" { "open" => false, "all" => true };
        /// 10.0: each side files its offensives at the start of the phase.
        lists: bool = "offensives" { "each" => false, "lists" => true };
        /// 6.2: amounts are announced one after the other.
        honour: bool = "honour" { "no" => false, "yes" => true };
    }
}
