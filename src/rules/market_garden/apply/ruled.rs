//! What the referee's rulings change.

use super::super::data::Data;
use super::super::event::{Numbered, OffMap, Ruled};
use super::super::look::Look;
use super::super::state::{Control, Level, Mark, State, Weather, Where, Work};
use super::bridges::unmark;

pub(super) fn apply(d: &Data, s: &mut State, event: Ruled<'_>) {
    match event {
        Ruled::RuledPlace { unit, at } => s.put(*unit, Where::At(*at)),
        Ruled::RuledOff { unit, box_ } => s.put(
            *unit,
            match box_ {
                OffMap::Uk => Where::Uk,
                OffMap::Later => Where::Later,
                OffMap::Out => Where::Out,
            },
        ),
        Ruled::RuledLevel { unit, level } => s.set_level(*unit, *level),
        Ruled::RuledControl { at, control } => {
            s.kept.control[usize::from(at.0)] = *control;
            unmark(d, s, *at);
        }
        Ruled::RuledHolder { edge, side } => s.kept.held[usize::from(edge.0)] = Mark::of(*side),
        Ruled::RuledCrossing { edge, stands } => {
            let holder = Look { d, s }.holder(*edge);
            s.kept.blown.retain(|one| one != edge);
            s.kept.sunk.retain(|one| one != edge);
            if d.ground.edge(*edge).bridge.is_some() {
                let mark = if *stands {
                    Mark::of(holder)
                } else {
                    Mark::Unmarked
                };
                s.kept.held[usize::from(edge.0)] = mark;
            }
            if !stands && d.ground.edge(*edge).bridge.is_some() {
                s.kept.blown.push(*edge);
            } else if !stands {
                s.kept.sunk.push(*edge);
            }
        }
        Ruled::RuledWork { edge, side, level } => {
            s.kept.works.retain(|w| (w.edge, w.side) != (*edge, *side));
            if *level > 0 {
                s.kept.works.push(Work {
                    edge: *edge,
                    side: *side,
                    level: *level,
                });
                s.kept.available[side.index()] = s.kept.available[side.index()].saturating_sub(1);
            }
        }
        Ruled::RuledNumber { what, to } => {
            let markers = u8::try_from(*to).unwrap_or(0);
            match what {
                Numbered::Date => {
                    // Never back: no two steps of a game have one name.
                    let to = u32::try_from(*to).unwrap_or(0);
                    s.kept.date = to.min(d.scenario.last).max(s.kept.date);
                }
                Numbered::Impulse => s.kept.impulse = *to,
                Numbered::Drm => s.kept.drm = *to,
                Numbered::GermanReserve => s.kept.reserve[0] = *to,
                Numbered::AlliedReserve => s.kept.reserve[1] = *to,
                Numbered::GermanMarkers => s.kept.available[0] = markers,
                Numbered::AlliedMarkers => s.kept.available[1] = markers,
                Numbered::Bonus => s.kept.eindhoven = *to > 0,
            }
        }
        Ruled::RuledAdvantage { side } => s.kept.advantage = *side,
        Ruled::RuledWeather { to, began } => {
            s.kept.weather = *to;
            if *began {
                s.kept.began = *to;
            }
        }
        Ruled::RuledInterdiction { at } => s.kept.interdiction.push(*at),
        Ruled::RuledMarker { marker, used } => match s.kept.raf_used.get_mut(*marker) {
            Some(flag) => *flag = *used,
            None => s.kept.boats_used = *used,
        },
        Ruled::RuledEmpty => {
            for unit in d.unit_ids() {
                s.put(unit, Where::Out);
                s.set_level(unit, Level::Fresh);
            }
            for control in &mut s.kept.control {
                *control = Control::German;
            }
            let weather = Weather::Clear;
            s.kept.weather = weather;
            for (held, edge) in s.kept.held.iter_mut().zip(&d.ground.edges) {
                *held = match edge.bridge {
                    Some(_) => Mark::German,
                    None => Mark::Unmarked,
                };
            }
            s.kept.blown.clear();
            s.kept.sunk.clear();
            s.kept.interdiction.clear();
            s.kept.works.clear();
        }
    }
}
