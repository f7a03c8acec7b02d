//! The games: sibling folders, and the miniature on which the engine is proven.

pub mod market_garden;
pub mod miniature;
pub mod weserubung;

pub use market_garden::MarketGarden;
pub use miniature::Miniature;
pub use weserubung::Weserubung;

/// The games there are. A closed list: adding one touches its folder, its data and these lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameId {
    /// The Skerries, a miniature.
    Miniature,
    /// Opération Weserübung.
    Weserubung,
    /// Monty's Gamble, the corridor to Arnhem.
    MarketGarden,
}

impl GameId {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Miniature, Self::Weserubung, Self::MarketGarden];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Miniature => <Miniature as crate::engine::game::Game>::NAME,
            Self::Weserubung => <Weserubung as crate::engine::game::Game>::NAME,
            Self::MarketGarden => <MarketGarden as crate::engine::game::Game>::NAME,
        }
    }

    /// The numbered rules and what the program does about each, as TOML.
    pub const fn rules(self) -> &'static str {
        match self {
            Self::Miniature => include_str!("../../scenarios/miniature/rules.toml"),
            Self::Weserubung => include_str!("../../scenarios/weserubung/rules.toml"),
            Self::MarketGarden => include_str!("../../scenarios/market-garden/rules.toml"),
        }
    }

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|id| id.name() == name)
    }
}

/// Does something with the type of a game: `with_game!(id, G => f::<G>())`.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        match $id {
            $crate::rules::GameId::Miniature => {
                type $G = $crate::rules::Miniature;
                $body
            }
            $crate::rules::GameId::Weserubung => {
                type $G = $crate::rules::Weserubung;
                $body
            }
            $crate::rules::GameId::MarketGarden => {
                type $G = $crate::rules::MarketGarden;
                $body
            }
        }
    };
}
