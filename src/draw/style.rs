//! Colours, and what each word for terrain looks like.

use crate::board::{Colour, Space};

/// What covers the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    Open,
    Mountain,
    Hill,
    /// Broken ground that is no hill yet.
    Rough,
    Wood,
    Olive,
    Town,
    Marsh,
    /// Nobody goes there.
    Closed,
    /// An area beside the map.
    Beside,
}

/// What a terrain looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub land: bool,
    pub water: bool,
    pub cover: Cover,
}

/// What a word for terrain looks like: the same words mean the same on every board.
pub fn look(terrain: &str) -> Look {
    let (coast, word) = terrain
        .strip_prefix("coastal-")
        .map_or((false, terrain), |word| (true, word));
    let cover = match word {
        "mountain" => Cover::Mountain,
        "hill" | "hills" | "ridge" | "elevated" => Cover::Hill,
        "rough" => Cover::Rough,
        "wood" | "woods" | "forest" | "heath" => Cover::Wood,
        "olive" => Cover::Olive,
        "town" | "city" | "urban" => Cover::Town,
        "marsh" | "polder" => Cover::Marsh,
        "neutral" => Cover::Closed,
        "zone" => Cover::Beside,
        _ => Cover::Open,
    };
    let water = matches!(word, "sea" | "sound" | "water");
    Look {
        land: !water,
        water: water || coast,
        cover,
    }
}

/// What a space looks like: what covers it, where that is not the terrain the rules know.
pub fn look_of(space: &Space) -> Look {
    look(space.tag("cover").unwrap_or(&space.terrain))
}

/// Fills of the ground.
pub const fn ground(look: Look) -> &'static str {
    if !look.land {
        return SEA;
    }
    match look.cover {
        Cover::Open => LAND,
        Cover::Mountain => MOUNTAIN,
        Cover::Hill => "#dcd3a6",
        Cover::Rough => "#e3dfb9",
        Cover::Wood | Cover::Olive => "#c4d6a8",
        Cover::Town => "#dcc9bd",
        Cover::Marsh => "#d6e3cf",
        Cover::Closed | Cover::Beside => CLOSED,
    }
}

/// The letter of the ground on maps in characters.
pub const fn letter(look: Look) -> char {
    if !look.land {
        return ' ';
    }
    match (look.cover, look.water) {
        (Cover::Closed | Cover::Beside, _) => '/',
        (Cover::Mountain, false) => '^',
        (Cover::Mountain, true) => 'm',
        (Cover::Hill, _) => 'n',
        (Cover::Rough, _) => ':',
        (Cover::Wood | Cover::Olive, _) => '%',
        (Cover::Town, _) => '#',
        (Cover::Marsh, _) => '"',
        (Cover::Open, false) => '.',
        (Cover::Open, true) => ',',
    }
}

pub const SEA: &str = "#b5d3e4";
pub const LAND: &str = "#e9e8c6";
pub const MOUNTAIN: &str = "#d6bd93";
pub const CLOSED: &str = "#e0dcd3";
/// Land around the areas of a board, on which nobody fights.
pub const COUNTRY: &str = "#e4e2d0";
pub const PAPER: &str = "#f7f3e8";
pub const INK: &str = "#2b2724";

/// The fill of a party's counters, and the ink that is legible on it. They differ in lightness too: who sees no red or
/// green, or prints without colour, still tells them apart.
pub const fn counter(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Grey => ("#6d7b76", "#ffffff"),
        Colour::Khaki => ("#cfae6b", "#231c10"),
        Colour::Red => ("#a8342f", "#ffffff"),
        Colour::Blue => ("#1f4680", "#ffffff"),
        Colour::Green => ("#27502f", "#ffffff"),
        Colour::Sand => ("#e4cf9b", "#2b2410"),
    }
}

/// What runs along the foot of a party's counters, by its number: nothing, a bar, three strokes, two. It says whose
/// they are where colour does not.
pub const fn foot(party: usize) -> &'static str {
    match party % 4 {
        0 => "",
        1 => "M-42,47H42",
        2 => "M-42,47h22m9,0h22m9,0h22",
        _ => "M-42,47h24m36,0h24",
    }
}
