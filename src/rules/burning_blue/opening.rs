//! Rules 6.2 and 6.3: the time of day and the weather.

use super::Board;
use super::data::Zone;
use super::event::Event;
use super::state::Laid;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Numbers of raids: more than ever fly.
const RAIDS: u16 = 60;
/// Numbers of Form-Up markers.
const FORM_UPS: u16 = 60;

/// Time Phase and Weather Phase.
pub(super) fn weather(t: &mut Board<'_>) -> Play {
    time(t)?;
    skies(t)?;
    let cards = 0..u16::try_from(t.data().cards.len()).unwrap_or(0);
    let deck = t.shuffle("cards", cards.collect())?;
    let numbers = t.shuffle("hostiles", (1..=RAIDS).collect())?;
    let forms = t.shuffle("gatherings", (1..=FORM_UPS).collect())?;
    t.happen(Event::Shuffled {
        deck,
        numbers,
        forms,
    })
}

/// Rule 6.2: when the first turn begins, and where the sun stands.
fn time(t: &mut Board<'_>) -> Play {
    let dice = t.roll("time", 2, 6)?;
    let mut tally = Tally::of_rule("6.2");
    tally.dice(&dice);
    let sum = dice.sum();
    let rows = &t.data().tables.times;
    let time = rows
        .iter()
        .position(|row| row.dice[0] <= sum && sum <= row.dice[1])
        .unwrap_or(0);
    let hour = rows.get(time).map_or(0, |row| row.start);
    t.happen(Event::Day { time, hour, tally })
}

/// Rule 6.3: which zones have bad weather, what lies in each, haze over London, wind.
fn skies(t: &mut Board<'_>) -> Play {
    let shift = match t.data().on.scenario_weather_drm {
        true => t.data().scenario.weather_shift,
        false => 0,
    };
    let die = (t.roll("bad-zones", 1, 6)?.sum() + shift).clamp(1, 6);
    let row = usize::try_from(die - 1).unwrap_or(0);
    let (bad, colours) = t
        .data()
        .tables
        .bad_zones
        .get(row)
        .cloned()
        .unwrap_or_default();
    let list = usize::try_from(t.roll("zones", 2, 6)?.sum() - 2).unwrap_or(0);
    let zones = t
        .data()
        .tables
        .weather
        .get(list)
        .cloned()
        .unwrap_or_default();
    let mut order: Vec<(Zone, bool)> = zones.iter().take(bad).map(|zone| (*zone, true)).collect();
    for zone in Zone::ALL {
        if order.iter().all(|(one, _)| *one != zone) {
            order.push((zone, false));
        }
    }
    let cup = t.data().weather.iter().enumerate();
    let cup = cup.filter(|(_, chit)| colours.contains(chit.colour));
    let cup: Vec<u16> = cup.filter_map(|(n, _)| u16::try_from(n).ok()).collect();
    let drawn = t.shuffle("weather-chits", cup)?;
    let mut weather = vec![
        Laid {
            chit: 0,
            bad: false
        };
        Zone::ALL.len()
    ];
    for ((zone, bad), chit) in order.into_iter().zip(&drawn.cards) {
        weather[zone.index()] = Laid { chit: *chit, bad };
    }
    let haze = t.roll("haze", 1, 6)?.sum();
    let haze = usize::try_from(haze - 1)
        .ok()
        .and_then(|n| t.data().tables.haze.get(n).copied());
    let wind = t.roll("wind", 2, 6)?.sum();
    let wind = usize::try_from(wind - 2)
        .ok()
        .and_then(|n| t.data().tables.winds.get(n).copied());
    // The cup was closed until now.
    t.reveal(Event::Skies {
        wind: wind.unwrap_or(0),
        weather,
        haze: haze.unwrap_or(0),
    })
}
