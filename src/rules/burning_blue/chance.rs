//! Rule 7: random events, and the tests of detection they bring.

use super::Board;
use super::data::Chance;
use super::detection;
use super::event::Event;
use super::state::{AirPicture, RaidId, Readiness, Seen};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Random Events Phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    // Who is tested is settled before anybody is (7).
    let (detected, hidden) = lists(t);
    let dice = t.roll("events", 2, 6)?;
    let (sum, faces) = (dice.sum(), [dice.die(0), dice.die(1)]);
    let mut tally = Tally::of_rule("7");
    tally.dice(&dice);
    let row = usize::try_from(sum - 2).unwrap_or(0);
    let chance = t
        .data()
        .tables
        .events
        .get(row)
        .copied()
        .unwrap_or(Chance::None);
    let hf = match chance {
        Chance::Reception(range) => range,
        _ => super::command::HF,
    };
    let limit = match chance {
        Chance::Limit(by) => by,
        _ => 0,
    };
    t.happen(Event::Chance {
        sum,
        hf,
        limit,
        tally,
    })?;
    if faces.contains(&1) {
        test_all(t, &detected)?;
    }
    if faces.contains(&6) {
        test_all(t, &hidden)?;
    }
    effect(t, chance)
}

/// Raids that are detected and not tallied, and raids that are not.
fn lists(t: &Board<'_>) -> (Vec<RaidId>, Vec<RaidId>) {
    let raids = super::pos(t)
        .hidden
        .raids
        .iter()
        .filter(|raid| raid.real.is_some());
    let (mut detected, mut hidden) = (Vec::new(), Vec::new());
    for raid in raids {
        match raid.plot.as_ref().map(|plot| plot.seen) {
            Some(Seen::Detected) => detected.push(raid.id),
            Some(Seen::Tallied) => {}
            _ => hidden.push(raid.id),
        }
    }
    (detected, hidden)
}

fn test_all(t: &mut Board<'_>, raids: &[RaidId]) -> Play {
    for raid in raids {
        detection::test(t, *raid)?;
    }
    Ok(())
}

fn effect(t: &mut Board<'_>, chance: Chance) -> Play {
    match chance {
        Chance::None | Chance::Reception(_) | Chance::Limit(_) => Ok(()),
        Chance::WeatherChange => {
            let row = usize::try_from(t.roll("weather", 2, 6)?.sum() - 2).unwrap_or(0);
            let zones = t
                .data()
                .tables
                .weather
                .get(row)
                .cloned()
                .unwrap_or_default();
            let zones = zones.iter().take(2).map(|zone| zone.index()).collect();
            t.happen(Event::WeatherTurns { zones })
        }
        Chance::Saturated if t.state().open.picture == AirPicture::Degraded => {
            t.happen(Event::Picture {
                to: AirPicture::Poor,
            })
        }
        Chance::Saturated => Ok(()),
        Chance::FilterRoom => picture(t, true),
        Chance::GroundCrews => {
            let tote = super::pos(t).hidden.tote.iter();
            let mut waits = tote.filter(|tote| tote.state == Readiness::Rearm1);
            let Some(unit) = waits.next().map(|tote| tote.unit) else {
                return Ok(());
            };
            t.happen(Event::Stands {
                unit,
                state: Readiness::Ready,
                again: false,
                tried: 0,
            })
        }
    }
}

/// Rule 12.1.5: the Air Picture goes one step, toward Good or toward Poor.
pub(super) fn picture(t: &mut Board<'_>, better: bool) -> Play {
    let to = match (t.state().open.picture, better) {
        (AirPicture::Good, true) | (AirPicture::Poor, false) => return Ok(()),
        (AirPicture::Degraded, true) => AirPicture::Good,
        (AirPicture::Poor, true) | (AirPicture::Good, false) => AirPicture::Degraded,
        (AirPicture::Degraded, false) => AirPicture::Poor,
    };
    t.happen(Event::Picture { to })
}
