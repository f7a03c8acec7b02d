//! Rules 13.41 to 13.64 and 23.4: depots, whom they serve and what they pay.

use serde::{Deserialize, Serialize};

use super::assault::count;
use super::bars::Bar;
use super::ground::Division;
use super::look::Look;
use super::state::{Side, Weather};
use super::supply::Strictness;
use super::units::Nation;
use crate::board::{SpaceId, UnitId};

/// Where the points of a depot come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// German (13.51).
    German,
    /// Zone F (13.61).
    Corps,
    /// Zone I (13.62).
    Oss,
    /// An airborne division, by its place in [`Division::ALL`] (13.63).
    Airborne(usize),
    /// The air supply marker (13.64).
    Air,
}

/// A depot on the map (13.41).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Depot {
    /// Where it came from.
    pub source: Source,
    /// Where it stands.
    pub at: SpaceId,
    /// Points left.
    pub points: i32,
    /// Points added from the reserve (23.4).
    pub boosted: i32,
}

impl Depot {
    /// Whether it is one of the airborne depots (23.4).
    pub const fn is_airborne(&self) -> bool {
        matches!(self.source, Source::Airborne(_))
    }
}

/// What something costs, and which depots pay how much of it.
pub(super) type Bill = (i32, Vec<(usize, i32)>);
impl Look<'_> {
    /// Rules 13.51 to 13.64: whether a depot may stand somewhere, and what it is worth.
    pub(super) fn depot(self, source: Source, at: SpaceId) -> Result<i32, Bar> {
        let (table, ground) = (&self.d.tables.supply, &self.d.ground);
        let placed = |test: &dyn Fn(Source) -> bool| {
            let depots = self.s.pulse.depots.iter();
            depots.filter(|depot| test(depot.source)).count()
        };
        let clear = self.s.began == Weather::Clear;
        match source {
            Source::German => {
                if placed(&|one| one == Source::German) >= table.german_depots {
                    let most = count(table.german_depots);
                    return Err(Bar::DepotNoneGerman { most });
                }
                if ground.place(at).zone {
                    return Err(Bar::DepotZone);
                }
                if !self.free(Side::German, at) {
                    return Err(Bar::DepotFree);
                }
                let zone = |at: SpaceId| ground.place(at).zone && self.controls(Side::German, at);
                if !self.line(Side::German, at, Strictness::Bridges, zone) {
                    return Err(Bar::DepotLine);
                }
                Ok(if clear {
                    table.german_clear
                } else {
                    table.german_overcast
                })
            }
            Source::Corps => {
                if placed(&|one| one == Source::Corps) >= table.corps_depots {
                    let most = count(table.corps_depots);
                    return Err(Bar::DepotNone { most });
                }
                let f = ground.f;
                // 13.61: while F is contested its depots stay there.
                if at == f {
                    return if self.has(Side::Allied, f) || self.controls(Side::Allied, f) {
                        Ok(table.corps_points)
                    } else {
                        Err(Bar::DepotCut)
                    };
                }
                if self.contested(f) {
                    return Err(Bar::DepotStays);
                }
                if !self.controls(Side::Allied, f) {
                    return Err(Bar::DepotCut);
                }
                if !self.free(Side::Allied, at) {
                    return Err(Bar::DepotFreeAllied);
                }
                if !self.line_to_f(at) {
                    return Err(Bar::DepotLine);
                }
                Ok(table.corps_points)
            }
            Source::Oss => {
                if at != ground.oss || !self.oss_is_allied() {
                    return Err(Bar::DepotOss);
                }
                if placed(&|one| one == Source::Oss) > 0 {
                    return Err(Bar::DepotNone { most: 1 });
                }
                Ok(table.oss_points)
            }
            Source::Airborne(division) => {
                if placed(&|one| one == source) > 0 {
                    return Err(Bar::DepotNone { most: 1 });
                }
                let head = ground.place(at).head.get(division) == Some(&true);
                if !head || !self.controls(Side::Allied, at) && !self.contested(at) {
                    return Err(Bar::DepotHead);
                }
                Ok(self.airborne_worth(at))
            }
            Source::Air => {
                if placed(&|one| one == Source::Air) > 0 {
                    return Err(Bar::DepotNone { most: 1 });
                }
                if !clear {
                    return Err(Bar::DepotWeather);
                }
                if !self.controls(Side::Allied, at) {
                    return Err(Bar::DepotAllied);
                }
                let (tem, most) = (ground.place(at).tem, table.air_tem_most);
                if tem > most {
                    return Err(Bar::DepotTem { tem, most });
                }
                Ok((table.air_points - self.interdiction(at)).max(0))
            }
        }
    }

    /// Rules 13.63 and 13.641: what an airborne depot is worth in a place.
    fn airborne_worth(self, at: SpaceId) -> i32 {
        let table = &self.d.tables.supply;
        let worth = match self.s.began {
            Weather::Clear => table.airborne_clear,
            Weather::Overcast => table.airborne_overcast,
        };
        (worth - self.interdiction(at)).max(0)
    }

    /// Rule 13.42: a depot in a contested area serves that area alone.
    pub(super) fn reaches(self, depot: &Depot, at: SpaceId) -> bool {
        depot.at == at || !self.contested(depot.at)
    }

    /// Rule 13.6: whether a depot serves units like this one.
    pub(super) fn serves(self, depot: &Depot, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        match depot.source {
            Source::German => counter.side == Side::German,
            Source::Corps | Source::Oss => {
                counter.nation == Nation::British && counter.airborne.is_none()
            }
            Source::Airborne(division) => {
                let british = Division::ALL.get(division) == Some(&Division::RedDevils);
                counter.nation
                    == if british {
                        Nation::British
                    } else {
                        Nation::American
                    }
            }
            Source::Air => counter.side == Side::Allied,
        }
    }

    /// Rule 13.41: the cheapest way to pay; of several depots together the farthest sets the price.
    pub(super) fn bill(
        self,
        side: Side,
        at: SpaceId,
        more: i32,
        from: &[SpaceId],
        serves: &dyn Fn(&Depot) -> bool,
    ) -> Result<Bill, Bar> {
        let named = |depot: &Depot| from.is_empty() || from.contains(&depot.at);
        let placed = &self.s.pulse.depots;
        if placed.is_empty() {
            return Err(Bar::RefitNone);
        }
        if !placed.iter().any(named) {
            return Err(Bar::RefitDepots);
        }
        if !placed.iter().any(|depot| named(depot) && serves(depot)) {
            return Err(Bar::RefitServes);
        }
        let serves = |depot: &Depot| named(depot) && serves(depot) && self.reaches(depot, at);
        let mut serving = placed.iter().filter(|depot| serves(depot));
        let Some(first) = serving.next() else {
            return Err(Bar::RefitContested);
        };
        if first.points <= 0 && serving.all(|depot| depot.points <= 0) {
            return Err(Bar::RefitEmpty);
        }
        let costs = self.refit_costs(side, at);
        let mut depots: Vec<(i32, usize, i32)> = Vec::new();
        for (n, depot) in placed.iter().enumerate() {
            let cost = costs[usize::from(depot.at.0)];
            if cost < u32::MAX && serves(depot) {
                depots.push((
                    i32::try_from(cost).unwrap_or(i32::MAX) + more,
                    n,
                    depot.points,
                ));
            }
        }
        depots.sort_unstable();
        if let Some((cost, n, _)) = depots.iter().find(|(cost, _, points)| points >= cost) {
            return Ok((*cost, vec![(*n, *cost)]));
        }
        let mut sum = 0;
        for (last, (cost, _, points)) in depots.iter().enumerate() {
            sum += points;
            if sum >= *cost {
                let mut left = *cost;
                let mut parts = Vec::new();
                for (_, n, points) in &depots[..=last] {
                    let part = left.min(*points);
                    left -= part;
                    if part > 0 {
                        parts.push((*n, part));
                    }
                }
                return Ok((*cost, parts));
            }
        }
        let least = depots.first().ok_or(Bar::RefitLine)?.0;
        Err(Bar::RefitPoints {
            cost: least,
            points: sum,
        })
    }

    /// Rule 23.4: whether the airborne depots may be raised, and what that takes from the reserve. What counts is what a
    /// depot was worth, not what is left of it.
    pub(super) fn boost(self, each: i32) -> Result<i32, Bar> {
        let depots = self.s.pulse.depots.iter().filter(|one| one.is_airborne());
        let worth = depots.map(|depot| self.airborne_worth(depot.at) + depot.boosted);
        let worth: Vec<i32> = worth.collect();
        let (depots, all) = (count(worth.len()), count(Division::ALL.len()));
        if depots < all {
            return Err(Bar::BoostDepots { depots, all });
        }
        let most = self.d.tables.options.boost_most;
        let best = worth.into_iter().max().unwrap_or(0);
        if best >= most {
            return Err(Bar::BoostWhen { worth: best, most });
        }
        if best + each > most {
            let worth = best + each;
            return Err(Bar::BoostMost { worth, most });
        }
        let (cost, points) = (each * depots, self.s.reserve[Side::Allied.index()]);
        if cost > points {
            return Err(Bar::BoostPoints { cost, points });
        }
        Ok(cost)
    }
}
