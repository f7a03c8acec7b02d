//! Rule 19: the weather of a place at a height, and between two places.

use super::data::{Cloud, Sky, Zone};
use super::geometry::line;
use super::state::Position;
use crate::board::SpaceId;

/// What one sees through, the worse the later (12.1, 12.3.1, 19.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Murk {
    Fine,
    Patchy,
    Haze,
    Broken,
    Foul,
}

impl Murk {
    /// Rule 19.1.1: its category, from 1 to 4.
    pub const fn category(self) -> u8 {
        match self {
            Self::Fine => 1,
            Self::Patchy | Self::Haze => 2,
            Self::Broken => 3,
            Self::Foul => 4,
        }
    }

    const fn of(kind: Cloud) -> Self {
        match kind {
            Cloud::Patchy => Self::Patchy,
            Cloud::Haze => Self::Haze,
            Cloud::Broken | Cloud::DenseHaze => Self::Broken,
            Cloud::Overcast | Cloud::Fog | Cloud::Rain => Self::Foul,
        }
    }
}

/// Rule 19.1: what the chits of its zones put over a place, and the haze of London.
fn skies<'p>(p: &Position<'p>, at: SpaceId) -> impl Iterator<Item = Sky> + 'p {
    let data = p.data;
    let laid = &p.open.weather;
    let zones = &data.map.place(at).zones;
    let chits = zones.iter().flat_map(move |zone| {
        let laid = laid.get(zone.index());
        let chit =
            laid.and_then(|laid| Some((data.weather.get(usize::from(laid.chit))?, laid.bad)));
        chit.into_iter()
            .flat_map(|(chit, bad)| if bad { &chit.bad } else { &chit.fine })
            .copied()
    });
    let haze = (p.open.haze > 1 && zones.contains(&Zone::London)).then(|| Sky {
        category: p.open.haze,
        kind: if p.open.haze > 2 {
            Cloud::DenseHaze
        } else {
            Cloud::Haze
        },
        from: 0,
        to: data.tables.haze_top,
    });
    chits.chain(haze)
}

/// Rule 19.1.1: where weather overlaps the worst holds.
fn murk(p: &Position<'_>, at: SpaceId, low: i32, high: i32) -> Murk {
    let within = |sky: &Sky| sky.from <= high && sky.to >= low;
    skies(p, at)
        .filter(within)
        .map(|sky| Murk::of(sky.kind))
        .max()
        .unwrap_or(Murk::Fine)
}

/// Rule 19.1: the category of the weather in a place at a height.
pub(super) fn category(p: &Position<'_>, at: SpaceId, angels: i32) -> u8 {
    murk(p, at, angels, angels).category()
}

/// The worst from the ground to a height.
pub(super) fn worst_below(p: &Position<'_>, at: SpaceId, angels: i32) -> u8 {
    murk(p, at, 0, angels).category()
}

/// Rule 19.1.3: the worst at or between two heights, in any place of the line between two.
pub(super) fn between(
    p: &Position<'_>,
    a: SpaceId,
    angels_a: i32,
    b: SpaceId,
    angels_b: i32,
) -> Murk {
    let (low, high) = (angels_a.min(angels_b), angels_a.max(angels_b));
    let way = line(&p.data.map, a, b);
    let all = std::iter::once(a).chain(way);
    all.map(|at| murk(p, at, low, high))
        .max()
        .unwrap_or(Murk::Fine)
}

fn has(p: &Position<'_>, at: SpaceId, angels: i32, kind: Cloud) -> bool {
    skies(p, at).any(|sky| sky.kind == kind && (sky.from..=sky.to).contains(&angels))
}

/// Rule 19.2.9: fog on the ground closes an airfield.
pub(super) fn fog(p: &Position<'_>, at: SpaceId) -> bool {
    has(p, at, 0, Cloud::Fog)
}

/// Rule 19.2.3: it rains there.
pub(super) fn rains(p: &Position<'_>, at: SpaceId) -> bool {
    has(p, at, 0, Cloud::Rain)
}

/// Rules 13.3.3, 19.2.6: Overcast above this height keeps the sun out.
pub(super) fn overcast_above(p: &Position<'_>, at: SpaceId, angels: i32) -> bool {
    skies(p, at).any(|sky| sky.kind == Cloud::Overcast && sky.to > angels)
}
