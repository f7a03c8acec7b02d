//! What events say, where it is not the same for all of a kind.

use super::event::{Cause, How, Leader, Prize};
use super::rulings::{Condition, Tally as Track};
use super::scenario::Pool;
use super::side::{Nation, Side};
use super::state::{Cargo, Ending, Installation, Phase};
use super::tables::{Blow, Clash, Weather};
use crate::board::SpaceId;
use crate::engine::game::Side as _;
use crate::orders::{Element as _, Item, Phrase};

crate::say_words!(Side);
crate::say_nothing!(super::naval::hazards::Hazard, super::naval::losses::Harm);
crate::say_nothing!(
    Phase,
    How,
    Cause,
    Prize,
    Leader,
    Pool,
    Nation,
    Ending,
    Installation,
    Weather,
    Vec<Cargo>
);

impl crate::engine::say::Say for Condition {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl crate::engine::say::Say for Track {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

/// The last place of a path.
pub(super) fn space(path: &[SpaceId]) -> Vec<Item> {
    path.last().map(|at| at.item()).into_iter().collect()
}

/// An installation in facts.
pub(super) const fn installation(what: Installation) -> &'static str {
    match what {
        Installation::Port => "port",
        Installation::Airbase => "airbase",
        Installation::Radar => "radar",
        Installation::Rail => "rail-hits",
    }
}

fn blow(f: &mut std::fmt::Formatter<'_>, letter: char, blow: Blow) -> std::fmt::Result {
    if blow.all {
        return write!(f, "{letter}e");
    }
    write!(f, "{letter}{}", blow.points)?;
    for (mark, set) in [('R', blow.retreat), ('!', blow.step), ('*', blow.armour)] {
        if set {
            write!(f, "{mark}")?;
        }
    }
    Ok(())
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let strikes = |one: Blow| one.all || one.points > 0;
        let (own, his) = (strikes(self.attacker), strikes(self.defender));
        if own {
            blow(f, 'A', self.attacker)?;
        }
        if own && his {
            write!(f, "/")?;
        }
        if his {
            blow(f, 'D', self.defender)?;
        }
        Ok(())
    }
}

impl Ending {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Time => "eng-ends-time",
            Self::GermanSudden => "eng-ends-german",
            Self::BritishSudden => "eng-ends-british",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Time => "15.2",
            Self::GermanSudden => "15.2.1",
            Self::BritishSudden => "15.2.2",
        }
    }
}

impl Weather {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Fair => "eng-fair",
            Self::Cloudy => "eng-cloudy",
            Self::Foul => "eng-foul",
            Self::Stormy => "eng-stormy",
        }
    }
}

impl Prize {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::City => "eng-prize-city",
            Self::CityLost => "eng-prize-city-lost",
            Self::London => "eng-prize-london",
            Self::LondonLost => "eng-prize-london-lost",
            Self::Airbase => "eng-prize-airbase",
            Self::AirbaseLost => "eng-prize-airbase-lost",
            Self::Churchill => "eng-prize-churchill",
            Self::RoyalFamily => "eng-prize-royals",
            Self::Exile => "eng-prize-exile",
            Self::Transport => "eng-prize-transport",
            Self::Destroyer => "eng-prize-destroyer",
            Self::Damaged => "eng-prize-damaged",
            Self::Sunk => "eng-prize-sunk",
            Self::Repaired => "eng-prize-repaired",
            Self::WesternApproach => "eng-prize-western-approach",
            Self::Bombed => "eng-prize-bombed",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::City
            | Self::CityLost
            | Self::London
            | Self::LondonLost
            | Self::Airbase
            | Self::AirbaseLost
            | Self::Churchill
            | Self::RoyalFamily
            | Self::Exile
            | Self::Transport
            | Self::Bombed => "15.1.1",
            Self::Destroyer
            | Self::Damaged
            | Self::Sunk
            | Self::Repaired
            | Self::WesternApproach => "15.1.2",
        }
    }
}

impl Pool {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Leg => "eng-points-leg",
            Self::Armour => "eng-points-armour",
            Self::Tank => "eng-points-tank",
        }
    }
}

impl How {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Move => "eng-moves",
            Self::Motorised => "eng-drives",
            Self::Rail => "eng-entrains",
            Self::Overrun => "eng-overruns",
            Self::Retreat => "eng-retreats",
            Self::Advance => "eng-advances",
            Self::Ashore => "eng-comes-ashore",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Move => "5.1",
            Self::Motorised => "5.3",
            Self::Rail => "5.4.1",
            Self::Overrun => "5.6",
            Self::Retreat => "6.2.3",
            Self::Advance => "6.3",
            Self::Ashore => "9.4",
        }
    }
}

impl Cause {
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Combat => "6.2",
            Self::Trapped => "6.2.31",
            Self::Stack => "4.11",
            Self::Overrun => "5.6.1",
            Self::Beach => "9.4.22",
            Self::Sea => "9.4.21",
        }
    }
}

impl Leader {
    pub(super) const fn heartens(self) -> &'static str {
        match self {
            Self::Churchill => "eng-churchill-speaks",
            Self::Royals => "eng-royals-stay",
        }
    }

    pub(super) const fn escapes(self, taken: bool) -> &'static str {
        match (self, taken) {
            (_, true) => "eng-leader-caught",
            (_, false) => "eng-leader-escapes",
        }
    }

    pub(super) const fn taken(self, exile: bool) -> &'static str {
        match (self, exile) {
            (Self::Churchill, _) => "eng-churchill-taken",
            (Self::Royals, false) => "eng-royals-taken",
            (Self::Royals, true) => "eng-royals-exile",
        }
    }
}

impl Installation {
    pub(super) const fn wrecks(self) -> &'static str {
        match self {
            Self::Port => "eng-wrecks-port",
            Self::Airbase => "eng-wrecks-airbase",
            Self::Radar => "eng-wrecks-radar",
            Self::Rail => "eng-wrecks-rail",
        }
    }

    pub(super) const fn mends(self) -> &'static str {
        match self {
            Self::Port => "eng-mends-port",
            Self::Airbase => "eng-mends-airbase",
            Self::Radar => "eng-mends-radar",
            Self::Rail => "eng-mends-rail",
        }
    }
}
