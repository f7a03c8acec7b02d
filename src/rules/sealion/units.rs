//! Rules 1.1.31 and 1.1.32: what is printed on the counters of land units, ships and naval points.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::side::{Nation, Side};

/// The type of a land unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Type {
    Infantry,
    Mountain,
    Airlanding,
    Parachute,
    Panzer,
    /// The battalions of swimming tanks.
    AmphibiousPanzer,
    Armour,
    ArmyTank,
    Motorised,
    Recon,
    Mmg,
    /// 13.3: Churchill, the Royal Family.
    Leader,
}

/// The size of a land unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Size {
    XX,
    X,
    #[serde(rename = "III")]
    Iii,
    II,
    #[serde(rename = "GRP")]
    Grp,
    FD,
    L,
}

/// Attack, defence, movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    pub attack: i32,
    pub defence: i32,
    pub movement: i32,
}

/// What is printed on a land unit.
#[derive(Clone, Debug)]
pub struct Land {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub kind: Type,
    pub size: Size,
    /// Full, and reduced or weak (8.7).
    pub faces: [Ratings; 2],
    /// 6.4: armour superiority.
    pub asv: i32,
    /// 5.3: may move in the motorised movement phase.
    pub boxed: bool,
    /// 1.1.31: a flies from base to base, b jumps, c lands on cliffs, d lands on beaches.
    pub letters: String,
    /// 13.4: the division a forward detachment comes from.
    pub parent: Option<String>,
    /// 8.6: the assault regiment.
    pub sturm: bool,
    /// Never moves.
    pub immobile: bool,
}

impl Land {
    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.nation.side()
    }

    /// Steps of a fresh unit.
    pub const fn steps(&self) -> u8 {
        match self.size {
            Size::XX => 2,
            Size::L => 0,
            Size::X | Size::Iii | Size::II | Size::Grp | Size::FD => 1,
        }
    }

    /// Rule 5.2: its share of a stack, in thirds of a division.
    pub const fn stack(&self) -> u32 {
        match self.size {
            Size::XX => 3,
            Size::L | Size::II => 0,
            Size::X | Size::Iii | Size::Grp | Size::FD => 1,
        }
    }

    /// Whether it goes on foot.
    pub const fn is_foot(&self) -> bool {
        matches!(
            self.kind,
            Type::Infantry | Type::Mountain | Type::Airlanding | Type::Parachute
        )
    }

    /// Rule 5.6: whether it can overrun.
    pub const fn overruns(&self) -> bool {
        match self.side() {
            Side::German => !self.is_foot() && !matches!(self.kind, Type::Leader),
            Side::British => matches!(self.kind, Type::Armour | Type::ArmyTank),
        }
    }

    /// Rule 6.4: whether it has armour superiority to offer.
    pub const fn is_armour(&self) -> bool {
        self.asv > 0
    }

    /// Rule 13.3.
    pub const fn is_leader(&self) -> bool {
        matches!(self.kind, Type::Leader)
    }

    /// Whether it never goes anywhere.
    pub const fn movement_is_none(&self) -> bool {
        self.faces[0].movement == 0
    }

    /// Whether it is a division.
    pub const fn is_division(&self) -> bool {
        matches!(self.size, Size::XX)
    }

    /// Whether it has one of the letters of 1.1.31.
    pub fn can(&self, letter: char) -> bool {
        self.letters.contains(letter)
    }

    /// Rule 8.7: whether its back is a weak side and no reduced one.
    pub const fn weakens(&self) -> bool {
        matches!(self.kind, Type::Parachute | Type::Airlanding)
    }

    /// Points of shipping or supply it needs for each step (9.3.1, 12.1).
    pub const fn need(&self) -> i32 {
        if self.is_foot() { 1 } else { 2 }
    }
}

/// The class of a ship or of naval points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Bb,
    Bc,
    Pb,
    Pd,
    Ca,
    Cl,
    Cla,
    Cd,
    Dd,
    Tb,
    Ap,
    Prahm,
    Lc,
    Mb,
}

impl Class {
    /// 1.1.32: a counter that stands for points.
    pub const fn is_points(self) -> bool {
        matches!(
            self,
            Self::Dd | Self::Tb | Self::Ap | Self::Prahm | Self::Lc | Self::Mb
        )
    }

    /// 9.3: what carries troops.
    pub const fn carries(self) -> bool {
        matches!(self, Self::Ap | Self::Prahm | Self::Lc | Self::Mb)
    }
}

/// Attack, defence, anti-aircraft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guns {
    pub attack: i32,
    pub defence: i32,
    pub flak: i32,
}

/// A ship, or one naval point.
#[derive(Clone, Debug)]
pub struct Hull {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub class: Class,
    /// Undamaged and damaged; of points, two together and one.
    pub faces: [Guns; 2],
    /// Torpedoes undamaged and damaged.
    pub torpedoes: [bool; 2],
    /// Movement undamaged and damaged.
    pub movement: [u32; 2],
}

impl Hull {
    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.nation.side()
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let mut numbers = [0; N];
    let mut words = text.split_whitespace();
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(numbers)
}

fn ratings(text: &str) -> Option<Ratings> {
    let [attack, defence, movement] = numbers(text)?;
    Some(Ratings {
        attack,
        defence,
        movement,
    })
}

fn guns(text: &str) -> Option<Guns> {
    let [attack, defence, flak] = numbers(text)?;
    Some(Guns {
        attack,
        defence,
        flak,
    })
}

/// The file of counters.
#[derive(Deserialize)]
pub(super) struct UnitsFile {
    pub units: Rows,
}

/// Its rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    pub land: Vec<LandRow>,
    #[serde(default)]
    pub ship: Vec<ShipRow>,
    #[serde(default)]
    pub point: Vec<PointRow>,
    /// 1.1.33: read by the air game.
    #[serde(default)]
    pub air: Vec<toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LandRow {
    pub id: Spanned<String>,
    name: String,
    nation: Nation,
    #[serde(rename = "type")]
    kind: Type,
    size: Size,
    full: Spanned<String>,
    #[serde(default)]
    reduced: Option<String>,
    #[serde(default)]
    asv: i32,
    #[serde(default)]
    boxed: bool,
    #[serde(default)]
    letters: String,
    #[serde(default)]
    parent: Option<String>,
    #[serde(default)]
    sturm: bool,
    #[serde(default)]
    immobile: bool,
    #[serde(default)]
    #[expect(dead_code, reason = "provenance, for who reads the file")]
    from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShipRow {
    pub id: Spanned<String>,
    name: String,
    nation: Nation,
    class: Class,
    full: String,
    damaged: String,
    #[serde(default)]
    torpedoes: Torpedoes,
    movement: [u32; 2],
    #[serde(default)]
    #[expect(dead_code, reason = "provenance, for who reads the file")]
    from: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Torpedoes {
    Both(bool),
    Each([bool; 2]),
}

impl Default for Torpedoes {
    fn default() -> Self {
        Self::Both(false)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointRow {
    pub id: Spanned<String>,
    name: String,
    nation: Nation,
    class: Class,
    count: u32,
    full: String,
    reduced: String,
    #[serde(default)]
    torpedoes: Torpedoes,
    movement: u32,
    #[serde(default)]
    #[expect(dead_code, reason = "provenance, for who reads the file")]
    from: Option<String>,
}

impl Torpedoes {
    const fn each(&self) -> [bool; 2] {
        match *self {
            Self::Both(both) => [both, both],
            Self::Each(each) => each,
        }
    }
}

impl LandRow {
    /// The unit; where its numbers stand and what is wrong if they are none.
    pub fn land(self) -> Result<Land, (std::ops::Range<usize>, String)> {
        let span = self.full.span();
        let wrong = |text: &str| {
            let what = format!("`{text}` is no attack, defence, movement; expected \"8 8 5\"");
            (span.clone(), what)
        };
        let full = ratings(self.full.as_ref()).ok_or_else(|| wrong(self.full.as_ref()))?;
        let reduced = match &self.reduced {
            Some(text) => ratings(text).ok_or_else(|| wrong(text))?,
            None => full,
        };
        Ok(Land {
            id: self.id.into_inner(),
            name: self.name,
            nation: self.nation,
            kind: self.kind,
            size: self.size,
            faces: [full, reduced],
            asv: self.asv,
            boxed: self.boxed,
            letters: self.letters,
            parent: self.parent,
            sturm: self.sturm,
            immobile: self.immobile,
        })
    }
}

impl ShipRow {
    /// The ship.
    pub fn hull(self) -> Result<Hull, (std::ops::Range<usize>, String)> {
        let span = self.id.span();
        let face = |text: &str| {
            guns(text).ok_or_else(|| {
                (
                    span.clone(),
                    format!("`{text}` is no attack, defence, anti-aircraft; expected \"6 5 2\""),
                )
            })
        };
        Ok(Hull {
            faces: [face(&self.full)?, face(&self.damaged)?],
            id: self.id.into_inner(),
            name: self.name,
            nation: self.nation,
            class: self.class,
            torpedoes: self.torpedoes.each(),
            movement: self.movement,
        })
    }
}

impl PointRow {
    /// As many hulls as there are points.
    pub fn hulls(self) -> Result<Vec<Hull>, (std::ops::Range<usize>, String)> {
        let span = self.id.span();
        let face = |text: &str| {
            guns(text).ok_or_else(|| {
                (
                    span.clone(),
                    format!("`{text}` is no attack, defence, anti-aircraft; expected \"2 2 1\""),
                )
            })
        };
        let faces = [face(&self.full)?, face(&self.reduced)?];
        let id = self.id.as_ref();
        let hull = |n: u32| Hull {
            id: format!("{id}-{n}"),
            name: format!("{} {n}", self.name),
            nation: self.nation,
            class: self.class,
            faces,
            torpedoes: self.torpedoes.each(),
            movement: [self.movement; 2],
        };
        Ok((1..=self.count).map(hull).collect())
    }
}
