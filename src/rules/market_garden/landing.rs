//! Rules 18.4 and 18.41: airborne landings.

use super::Field;
use super::advantage::die;
use super::apply::NO_EDGE;
use super::assault::count;
use super::bars::Bar;
use super::control::{look, settle};
use super::event::Event;
use super::ground::{Terrain, place_item};
use super::look::Look;
use super::pulse::Via;
use super::state::{Level, Side, Where};
use super::units::Kind;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

impl Look<'_> {
    /// Rules 18.4 and 18.5: whether these units may land so; all of one impulse are judged together.
    pub(super) fn landing(self, landers: &[(UnitId, SpaceId)], n: usize) -> Result<(), Bar> {
        let (unit, at) = landers[n];
        if !self.clear() {
            return Err(Bar::Overcast);
        }
        let counter = self.counter(unit);
        if self.s.unit(unit).at != Where::Uk {
            return Err(Bar::NotInUk);
        }
        let before = &landers[..=n];
        let (table, all) = (
            &self.d.tables.stacking,
            self.s.pulse.landed.len() + before.len(),
        );
        if all > table.landing {
            let (units, most) = (count(all), count(table.landing));
            return Err(Bar::LandMost { units, most });
        }
        let (place, airfield) = (self.d.ground.place(at), self.d.named.airfield);
        match counter.airborne {
            // 18.5: on the first days where it is printed, later anywhere its division may.
            Some(_) if self.s.date <= 19 && at != counter.at => {
                return Err(Bar::LandPrinted { at: counter.at });
            }
            Some(division) if self.s.date > 19 && !place.drop[division.index()] => {
                return Err(Bar::LandDivision);
            }
            // 22.2: the 52nd only at Deelen.
            None if at != airfield => return Err(Bar::LandAirfield { at: airfield }),
            // 22.2: and only as long as Deelen is in hand with a fresh unit on it.
            None if !self.airfield_open() => return Err(Bar::AirfieldShut { at: airfield }),
            _ => {}
        }
        // 9.1, 10.1, 12.4: nobody enters where an assault was made in this impulse, from the air no more than on foot.
        if self.s.pulse.assault(at).is_some() {
            return Err(Bar::AssaultOver);
        }
        let here = before.iter().filter(|(_, one)| *one == at).count();
        let here = self.count(Side::Allied, at) + here;
        if here > table.area {
            let (units, most) = (count(here), count(table.area));
            return Err(Bar::LandFull { units, most });
        }
        // 18.4: guns land among Germans only with a point unit.
        let held = !self.controls(Side::Allied, at) && !self.contested(at);
        let point = landers
            .iter()
            .any(|(one, place)| *place == at && self.counter(*one).kind.assaults());
        if counter.kind.is_artillery() && held && !point {
            return Err(Bar::LandGuns);
        }
        Ok(())
    }

    /// Rule 22.2: whether Deelen is Allied, uncontested, and held by a fresh unit.
    pub(super) fn airfield_open(self) -> bool {
        let airfield = self.d.named.airfield;
        self.free(Side::Allied, airfield) && self.has_fresh(Side::Allied, airfield)
    }

    /// Rule 16.4: where a German interdiction marker may be placed.
    pub(super) fn interdiction_marker(self, at: SpaceId) -> Result<(), Bar> {
        let place = self.d.ground.place(at);
        if !place.drop.contains(&true) && !place.head.contains(&true) {
            return Err(Bar::InterdictWhere);
        }
        if self.s.interdiction.contains(&at) {
            return Err(Bar::InterdictTwice);
        }
        // 3.5: there are two of them.
        if self.s.interdiction.len() >= 2 {
            return Err(Bar::InterdictNone);
        }
        Ok(())
    }

    /// Rule 18.41: the interdiction value a unit meets; with option 23.2 polders are worse on D-Day.
    pub(super) fn interdiction_tally(self, unit: UnitId, at: SpaceId) -> Tally {
        let mut tally = Tally::of_rule("18.41");
        tally.term("interdiction", self.interdiction(at), "18.41");
        let polder = self.d.ground.place(at).terrain == Terrain::Polder;
        if self.d.switches.free_landing && self.s.phase.is_dday() && polder {
            let (counter, table) = (self.counter(unit), &self.d.tables.options);
            // troops printed to land in area 5 come by glider.
            let glider = counter.kind == Kind::Glider
                || counter.kind.is_artillery()
                || counter.at == self.d.named.gliders;
            let more = if glider {
                table.polder_gliders
            } else {
                table.polder
            };
            tally.term("polder", more, "23.2/a");
        }
        tally
    }
}

/// Rule 18.41: units come down in a place and are fired at; who is unharmed stays fresh.
pub(super) fn come_down(t: &mut Field<'_>, units: &[UnitId], at: SpaceId) -> Play {
    t.happen(Event::Lands {
        units: units.to_vec(),
        at,
    })?;
    // 7.3: an area without Germans is theirs at once.
    settle(t, at)?;
    for unit in units {
        let mut tally = look(t).interdiction_tally(*unit, at);
        let value = tally.total();
        if value <= 0 {
            continue;
        }
        let id = t.data().counter(*unit).id.clone();
        let t: &mut Field<'_> = &mut t.within(format_args!("landing/{id}"));
        let subject = vec![place_item(at)];
        let dice = die(t, "interdiction", Side::German, subject, |die| value - die)?;
        let level = match dice.sum().cmp(&value) {
            std::cmp::Ordering::Greater => Level::Fresh,
            std::cmp::Ordering::Equal => Level::Spent,
            std::cmp::Ordering::Less => Level::D1,
        };
        tally.dice(&dice).at_most();
        t.happen(Event::Interdicted {
            unit: *unit,
            at,
            tally,
            level,
        })?;
    }
    Ok(())
}

/// Rule 18.4: units land from the UK Box; who is fresh may go on or must assault.
pub(super) fn from_uk(t: &mut Field<'_>, landers: &[(UnitId, SpaceId)]) -> Play {
    let mut places: Vec<SpaceId> = landers.iter().map(|(_, at)| *at).collect();
    places.sort_unstable();
    places.dedup();
    for at in places {
        let here = landers.iter().filter(|(_, one)| *one == at);
        let units: Vec<UnitId> = here.map(|(unit, _)| *unit).collect();
        // What it costs to get in is judged before anybody is there.
        let cost = look(t).entry_cost(Side::Allied, at);
        come_down(t, &units, at)?;
        for unit in units {
            if t.state().unit(unit).level != Level::Fresh {
                continue;
            }
            let look = look(t);
            let must = look.forces_assault(Side::Allied, at, NO_EDGE, Via::Air)
                && look.counter(unit).kind.assaults();
            let cost = cost.min(look.movement(unit));
            t.happen(Event::Enters {
                unit,
                from: at,
                to: at,
                edge: NO_EDGE,
                via: Via::Air,
                cost,
                must,
            })?;
        }
        settle(t, at)?;
    }
    Ok(())
}
