//! Rules 3.2 to 3.6: the classes of units and what each can do.

use serde::Deserialize;

/// A class of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// 3.5
    General,
    /// 3.6
    Admiral,
    /// 3.2.1
    Infantry,
    /// 3.2.2
    MountainInfantry,
    /// 3.2.3
    Paratroop,
    /// 3.2.4
    Cavalry,
    /// 14.1.1: in section 16 alone; plays as infantry.
    Motorised,
    /// 3.2.5
    Artillery,
    /// 3.2.6
    MountainArtillery,
    /// 3.3.1
    Fighter,
    /// 3.3.2
    Bomber,
    /// 3.3.3
    AirTransport,
    /// 3.4.1: battleship.
    Bb,
    /// 3.4.1: heavy cruiser.
    Ca,
    /// 3.4.1: light cruiser.
    Cl,
    /// 3.4.2: carrier.
    Cv,
    /// 3.4.3: destroyers.
    Dd,
    /// 3.4.4: submarine.
    Ss,
    /// 3.4.5: transports.
    Tr,
}

/// What kind of counter a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Generals and admirals.
    Leader,
    /// Land units.
    Land,
    /// Air units.
    Air,
    /// Naval units.
    Naval,
}

impl Class {
    /// All of them, with their names in files.
    pub const ALL: [(&'static str, Self); 19] = [
        ("general", Self::General),
        ("admiral", Self::Admiral),
        ("infantry", Self::Infantry),
        ("mountain-infantry", Self::MountainInfantry),
        ("paratroop", Self::Paratroop),
        ("cavalry", Self::Cavalry),
        ("motorised", Self::Motorised),
        ("artillery", Self::Artillery),
        ("mountain-artillery", Self::MountainArtillery),
        ("fighter", Self::Fighter),
        ("bomber", Self::Bomber),
        ("air-transport", Self::AirTransport),
        ("bb", Self::Bb),
        ("ca", Self::Ca),
        ("cl", Self::Cl),
        ("cv", Self::Cv),
        ("dd", Self::Dd),
        ("ss", Self::Ss),
        ("tr", Self::Tr),
    ];

    /// The kind of counter.
    pub const fn arm(self) -> Arm {
        match self {
            Self::General | Self::Admiral => Arm::Leader,
            Self::Infantry
            | Self::MountainInfantry
            | Self::Paratroop
            | Self::Cavalry
            | Self::Motorised
            | Self::Artillery
            | Self::MountainArtillery => Arm::Land,
            Self::Fighter | Self::Bomber | Self::AirTransport => Arm::Air,
            Self::Bb | Self::Ca | Self::Cl | Self::Cv | Self::Dd | Self::Ss | Self::Tr => {
                Arm::Naval
            }
        }
    }

    /// Rules 3.2.5 and 3.2.6: fires from an adjacent hex.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Self::Artillery | Self::MountainArtillery)
    }

    /// Rules 3.2.2 and 3.2.6: pays 1 for a mountain hex.
    pub const fn is_mountain(self) -> bool {
        matches!(self, Self::MountainInfantry | Self::MountainArtillery)
    }

    /// Rule 9.0: land units that mountains help to defend; artillery is none of them.
    pub const fn is_infantry(self) -> bool {
        matches!(self.arm(), Arm::Land) && !self.is_artillery()
    }

    /// Rule 3.3.3: what an air transport carries.
    pub const fn flies_along(self) -> bool {
        matches!(
            self,
            Self::Infantry | Self::MountainInfantry | Self::Paratroop
        )
    }

    /// Rule 3.4.1: cannot hit submarines.
    pub const fn is_capital(self) -> bool {
        matches!(self, Self::Bb | Self::Ca | Self::Cl)
    }

    /// Rule 15.1: counts among the ships whose loss spoils an Allied victory.
    pub const fn counts_for_victory(self) -> bool {
        matches!(self, Self::Bb | Self::Ca | Self::Cl | Self::Cv)
    }

    /// Rule 10.7: fires at the shore.
    pub const fn bombards(self) -> bool {
        matches!(self, Self::Bb | Self::Ca | Self::Cl | Self::Dd)
    }

    /// Rules 3.2/e, 3.3/d, 3.4/a: comes back from the Force Pool when destroyed.
    pub const fn returns(self) -> bool {
        matches!(self.arm(), Arm::Land | Arm::Air) || matches!(self, Self::Tr)
    }
}
