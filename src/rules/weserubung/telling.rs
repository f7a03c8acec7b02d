//! What events say, and the rule each follows from.

use super::event::{Battle, Check, Event, Fate, How, Offensive, Ruling, Sortie, Volley, Why};
use super::nation::Alliance;
use super::orders::items;
use super::state::{Phase, Where};
use crate::board::SpaceId;
use crate::engine::tally::Tally;
use crate::orders::{Arg, Item, Phrase};

/// A place, a ship or a box of the display as something to say.
fn spot(at: Where) -> Arg {
    match at {
        Where::At(place) => Arg::Item(place.item()),
        Where::Aboard(ship) => Arg::Item(ship.item()),
        Where::Pool => Arg::Phrase(Phrase::new("spot-pool")),
        Where::Bought => Arg::Phrase(Phrase::new("spot-bought")),
        Where::Later => Arg::Phrase(Phrase::new("spot-later")),
        Where::Gone => Arg::Phrase(Phrase::new("spot-gone")),
    }
}

const fn side(alliance: Alliance) -> Item {
    Item::Word(alliance.word())
}

/// Names a phase.
pub(super) const fn phase_name(phase: Phase) -> Phrase {
    Phrase::new(match phase {
        Phase::Setup => "phase-setup",
        Phase::Offensive => "phase-offensive",
        Phase::Air => "phase-air",
        Phase::Naval => "phase-naval",
        Phase::Combat => "phase-combat",
        Phase::Movement => "phase-movement",
        Phase::Placement => "phase-placement",
        Phase::Final => "phase-final",
    })
}

const fn moves_key(how: How) -> &'static str {
    match how {
        How::Setup => "moves-setup",
        How::March => "moves-march",
        How::Rail => "moves-rail",
        How::Land => "moves-land",
        How::Sail => "moves-sail",
        How::Meet => "moves-meet",
        How::Evade => "moves-evade",
        How::Break => "moves-break",
        How::Leave => "moves-leave",
        How::Spread => "moves-spread",
        How::Embark => "moves-embark",
        How::Reembark => "moves-reembark",
        How::Transfer => "moves-transfer",
        How::Return => "moves-return",
        How::Escape => "moves-escape",
        How::Airlift => "moves-airlift",
        How::Drop => "moves-drop",
        How::Withdraw => "moves-withdraw",
        How::Abandon => "moves-abandon",
        How::Occupy => "moves-occupy",
        How::Deploy => "moves-deploy",
        How::Attack => "moves-attack",
        How::Flee => "moves-flee",
        How::Arrive => "moves-arrive",
        How::Place => "moves-place",
        How::Transit => "moves-transit",
    }
}

const fn sortie_key(sortie: Sortie) -> &'static str {
    match sortie {
        Sortie::Strike => "sorties-strike",
        Sortie::Intercept => "sorties-intercept",
        Sortie::Hunt => "sorties-hunt",
        Sortie::Scramble => "sorties-scramble",
        Sortie::Support => "sorties-support",
        Sortie::Defend => "sorties-defend",
        Sortie::Drop => "sorties-drop",
    }
}

const fn battle_key(battle: Battle) -> &'static str {
    match battle {
        Battle::Air => "battle-air",
        Battle::Base => "battle-base",
        Battle::AirNaval => "battle-air-naval",
        Battle::Naval => "battle-naval",
        Battle::Land => "battle-land",
        Battle::Amphibious => "battle-amphibious",
    }
}

const fn volley_key(volley: Volley) -> &'static str {
    match volley {
        Volley::Air => "fires-air",
        Volley::Raid => "fires-raid",
        Volley::Bombs => "fires-bombs",
        Volley::Flak => "fires-flak",
        Volley::Guns => "fires-guns",
        Volley::Torpedoes => "fires-torpedoes",
        Volley::Land => "fires-land",
        Volley::Shore => "fires-shore",
        Volley::Battery => "fires-battery",
    }
}

const fn check_key(check: Check, passed: bool) -> &'static str {
    match (check, passed) {
        (Check::Locate, true) => "found",
        (Check::Locate, false) => "not-found",
        (Check::Evade, true) => "evaded",
        (Check::Evade, false) => "not-evaded",
        (Check::Slip, _) => "slipped-away",
        (Check::Drop, true) => "dropped",
        (Check::Drop, false) => "scattered",
        (Check::Leader, true) => "leader-escapes",
        (Check::Leader, false) => "leader-taken",
        (Check::Narvik, true) => "narvik-yields",
        (Check::Narvik, false) => "narvik-stands",
    }
}

const fn why_key(why: Why) -> &'static str {
    match why {
        Why::Hit => "why-hit",
        Why::One => "why-one",
        Why::Carrier => "why-carrier",
        Why::Deck => "why-deck",
        Why::Homeless => "why-homeless",
        Why::Thaw => "why-thaw",
        Why::Drop => "why-drop",
        Why::Reembark => "why-reembark",
        Why::Upkeep => "why-upkeep",
        Why::Narvik => "why-narvik",
        Why::Leader => "why-leader",
        Why::Trapped => "why-trapped",
    }
}

const fn offensive_key(offensive: Offensive) -> &'static str {
    match offensive {
        Offensive::Attack => "declares-attack",
        Offensive::Double => "declares-double",
        Offensive::Airborne => "declares-airborne",
        Offensive::March => "declares-march",
        Offensive::Rail => "declares-rail",
        Offensive::Land => "declares-land",
        Offensive::Airlift => "declares-airlift",
        Offensive::Strike => "declares-strike",
    }
}

fn count(n: usize) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

/// What an event says.
pub(super) fn telling(event: &Event) -> Phrase {
    match event {
        Event::Phase { turn, phase } => Phrase::new("phase-begins")
            .with("phase", phase_name(*phase))
            .with(
                "turn",
                Item::Number(i32::try_from(*turn).unwrap_or(i32::MAX)),
            ),
        Event::Half => Phrase::new("half-begins"),
        Event::Bought { nation, offensives } => Phrase::new("bought")
            .with("nation", Item::Word(nation.word()))
            .with("offensives", Item::Number(*offensives)),
        Event::Initiative {
            holder,
            axis,
            allies,
        } => Phrase::new("initiative")
            .with("holder", side(*holder))
            .with("axis", Item::Number(*axis))
            .with("allies", Item::Number(*allies)),
        Event::Order { first } => Phrase::new("order-of-play")
            .with("air", side(first[0]))
            .with("naval", side(first[1]))
            .with("combat", side(first[2]))
            .with("movement", side(first[3])),
        Event::Moves {
            units,
            to,
            over,
            how,
            ..
        } => {
            let phrase = Phrase::new(moves_key(*how)).with("units", items(units));
            let phrase = Phrase {
                key: phrase.key,
                args: phrase.args.into_iter().chain([("to", spot(*to))]).collect(),
            };
            if matches!(how, How::Sail | How::Transfer | How::March) {
                phrase.with("hexes", count(over.len()))
            } else {
                phrase
            }
        }
        Event::Sorties {
            sortie, units, to, ..
        } => Phrase::new(sortie_key(*sortie))
            .with("units", items(units))
            .with("to", to.item()),
        Event::Battle {
            battle,
            at,
            attackers,
            defenders,
        } => Phrase::new(battle_key(*battle))
            .with("at", at.item())
            .with("attackers", items(attackers))
            .with("defenders", items(defenders)),
        Event::Fires {
            by,
            volley,
            at,
            round,
            hits,
            ..
        } => Phrase::new(volley_key(*volley))
            .with("by", side(*by))
            .with("at", at.item())
            .with(
                "round",
                Item::Number(i32::try_from(*round).unwrap_or(i32::MAX)),
            )
            .with("hits", Item::Number(*hits)),
        Event::Checks {
            check,
            units,
            at,
            passed,
            ..
        } => Phrase::new(check_key(*check, *passed))
            .with("units", items(units))
            .with("at", at.item()),
        Event::Released { units, at } => Phrase::new("released")
            .with("units", items(units))
            .with("at", at.item()),
        Event::Loss { unit, fate, why } => {
            let key = match fate {
                Fate::Reduced => "reduced",
                Fate::Pool => "destroyed",
                Fate::Gone => "eliminated",
            };
            Phrase::new(key)
                .with("unit", unit.item())
                .with("why", Phrase::new(why_key(*why)))
        }
        Event::Inspires { leader, units } => Phrase::new("inspires")
            .with("leader", leader.item())
            .with("units", items(units)),
        Event::Joins { units, at } => Phrase::new("joins")
            .with("units", items(units))
            .with("at", at.item()),
        Event::Rearguard { unit, at } => Phrase::new("rearguard")
            .with("unit", unit.item())
            .with("at", at.item()),
        Event::Declares {
            alliance,
            offensive,
            at,
            units,
            pays,
        } => {
            let paid: i32 = pays.iter().map(|(_, n)| n).sum();
            Phrase::new(offensive_key(*offensive))
                .with("side", side(*alliance))
                .with("at", at.item())
                .with("units", items(units))
                .with("paid", Item::Number(paid))
        }
        Event::Lapses { alliance, at } => Phrase::new("lapses")
            .with("side", side(*alliance))
            .with("at", at.item()),
        Event::Passes { alliance } => Phrase::new("passes").with("side", side(*alliance)),
        Event::Town {
            at,
            by,
            loser,
            loss,
            captor,
            gain,
        } => Phrase::new("town-taken")
            .with("at", at.item())
            .with("side", side(*by))
            .with("loser", Item::Word(loser.word()))
            .with("loss", Item::Number(*loss))
            .with("captor", Item::Word(captor.word()))
            .with("gain", Item::Number(*gain)),
        Event::Lake { alliance, at } => Phrase::new("lake-base")
            .with("side", side(*alliance))
            .with("at", at.item()),
        Event::LakeGone { alliance, at } => Phrase::new("lake-base-gone")
            .with("side", side(*alliance))
            .with("at", at.item()),
        Event::Silenced => Phrase::new("batteries-silenced"),
        Event::Grounded { unit, grounded } => {
            let key = if *grounded { "grounded" } else { "freed" };
            Phrase::new(key).with("unit", unit.item())
        }
        Event::Upkeep {
            nation,
            ships,
            due,
            paid,
        } => Phrase::new("upkeep")
            .with("nation", Item::Word(nation.word()))
            .with("ships", Item::Number(*ships))
            .with("due", Item::Number(*due))
            .with("paid", Item::Number(*paid)),
        Event::Builds { unit, cost } => Phrase::new("builds")
            .with("unit", unit.item())
            .with("cost", Item::Number(*cost)),
        Event::Repairs { unit, cost } => Phrase::new("repairs")
            .with("unit", unit.item())
            .with("cost", Item::Number(*cost)),
        Event::Surrenders => Phrase::new("surrenders"),
        Event::Ends => Phrase::new("campaign-ends"),
        Event::Ruled { ruling } => ruled(ruling),
    }
}

fn ruled(ruling: &Ruling) -> Phrase {
    match ruling {
        Ruling::Place { unit, to } => {
            let phrase = Phrase::new("ruled-unit-place").with("unit", unit.item());
            Phrase {
                key: phrase.key,
                args: phrase.args.into_iter().chain([("to", spot(*to))]).collect(),
            }
        }
        Ruling::Face { unit, reduced } => {
            let key = if *reduced {
                "ruled-reduced"
            } else {
                "ruled-full"
            };
            Phrase::new(key).with("unit", unit.item())
        }
        Ruling::Used { unit, used } => {
            let key = if *used { "ruled-used" } else { "ruled-fresh" };
            Phrase::new(key).with("unit", unit.item())
        }
        Ruling::Control { place, by } => Phrase::new("ruled-control")
            .with("at", place.item())
            .with("side", side(*by)),
        Ruling::Level { nation, to } => Phrase::new("ruled-level")
            .with("nation", Item::Word(nation.word()))
            .with("to", Item::Number(*to)),
        Ruling::Spent { nation, to } => Phrase::new("ruled-spent")
            .with("nation", Item::Word(nation.word()))
            .with("to", Item::Number(*to)),
        Ruling::Offensives { nation, to } => Phrase::new("ruled-offensives")
            .with("nation", Item::Word(nation.word()))
            .with("to", Item::Number(*to)),
        Ruling::Turn { to } => Phrase::new("ruled-turn")
            .with("to", Item::Number(i32::try_from(*to).unwrap_or(i32::MAX))),
        Ruling::First { alliance } => Phrase::new("ruled-first").with("side", side(*alliance)),
        Ruling::Capitals { to } => Phrase::new("ruled-capitals").with("to", Item::Number(*to)),
        Ruling::Lake { alliance, at } => Phrase::new("ruled-lake")
            .with("side", side(*alliance))
            .with("at", at.item()),
    }
}

/// The rule an event follows from.
pub(super) const fn cites(event: &Event) -> &'static str {
    match event {
        Event::Phase { .. } | Event::Half => "5.2",
        Event::Bought { .. } => "6.2",
        Event::Initiative { .. } | Event::Order { .. } => "6.3",
        Event::Moves { how, .. } => match how {
            How::Setup => "15.2",
            How::March => "9.0",
            How::Rail | How::Land => "11.0",
            How::Sail => "8.6",
            How::Meet => "8.2",
            How::Evade => "8.5",
            How::Break => "8.4",
            How::Leave => "10.12",
            How::Spread => "3.1",
            How::Embark => "8.7",
            How::Reembark => "10.7",
            How::Transfer | How::Airlift => "7.6",
            How::Return | How::Escape => "7.4",
            How::Drop => "10.8",
            How::Withdraw | How::Abandon => "10.5",
            How::Occupy => "10.3",
            How::Deploy | How::Attack => "10.2",
            How::Flee => "3.5",
            How::Arrive => "12.1",
            How::Place => "12.0",
            How::Transit => "3.6",
        },
        Event::Sorties { sortie, .. } => match sortie {
            Sortie::Strike => "7.1",
            Sortie::Intercept | Sortie::Defend => "7.2",
            Sortie::Hunt => "8.3",
            Sortie::Scramble => "7.5",
            Sortie::Support => "10.2",
            Sortie::Drop => "10.8",
        },
        Event::Battle { battle, .. } => match battle {
            Battle::Air | Battle::Base => "7.3",
            Battle::AirNaval => "7.5",
            Battle::Naval => "8.4",
            Battle::Land => "10.3",
            Battle::Amphibious => "10.7",
        },
        Event::Fires { volley, .. } => match volley {
            Volley::Air | Volley::Raid => "7.3",
            Volley::Bombs | Volley::Flak => "7.5",
            Volley::Guns => "8.4",
            Volley::Torpedoes => "8.4.1",
            Volley::Land => "10.3",
            Volley::Shore => "10.7",
            Volley::Battery => "14.2.2",
        },
        Event::Checks { check, .. } => match check {
            Check::Locate => "7.5",
            Check::Evade | Check::Slip => "8.5",
            Check::Drop => "10.8",
            Check::Leader => "3.5",
            Check::Narvik => "14.2.1",
        },
        Event::Released { .. } => "8.5",
        Event::Loss { why, .. } => match why {
            Why::Hit => "3.0",
            Why::One => "7.3",
            Why::Carrier => "3.4.5",
            Why::Deck => "3.4.2",
            Why::Homeless => "7.4",
            Why::Thaw => "9.0",
            Why::Drop => "10.4",
            Why::Reembark => "10.7",
            Why::Upkeep => "13.1",
            Why::Narvik => "14.2.1",
            Why::Leader => "3.5",
            Why::Trapped => "10.12",
        },
        Event::Inspires { .. } => "3.5",
        Event::Joins { .. } => "10.2",
        Event::Rearguard { .. } => "10.5",
        Event::Declares { .. } | Event::Lapses { .. } | Event::Passes { .. } => "10.0",
        Event::Town { .. } => "10.12",
        Event::Lake { .. } | Event::LakeGone { .. } => "9.0",
        Event::Silenced => "14.2.2",
        Event::Grounded { .. } => "3.3.1",
        Event::Upkeep { .. } => "13.1",
        Event::Builds { .. } => "13.2",
        Event::Repairs { .. } => "13.3",
        Event::Surrenders => "14.2",
        Event::Ends => "15.1",
        Event::Ruled { .. } => "",
    }
}

/// How the numbers of an event came about.
pub(super) const fn tally(event: &Event) -> Option<&Tally> {
    match event {
        Event::Fires { tally, .. } | Event::Checks { tally, .. } => Some(tally),
        _ => None,
    }
}

/// A place as an item, for texts of the position.
pub(super) const fn place(at: SpaceId) -> Item {
    at.item()
}
