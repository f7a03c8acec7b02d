//! The position as a player reads it.

use super::ground::place_item;
use super::look::Look;
use super::state::{Control, Level, Phase, Side, Weather, Where};
use super::victory;
use super::view::View;
use crate::board::UnitId;
use crate::engine::game::Side as _;
use crate::orders::{Arg, Item, Phrase};

const fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Bids => "phase-bids",
        Phase::Air => "phase-air-bombardment",
        Phase::Guns => "phase-guns",
        Phase::Drop => "phase-drop",
        Phase::Corps => "phase-corps",
        Phase::Dawn => "phase-dawn",
        Phase::German => "phase-german",
        Phase::Allied => "phase-allied",
        Phase::GermanRefit => "phase-german-refit",
        Phase::AlliedRefit => "phase-allied-refit",
        Phase::GermanRegroup => "phase-german-regroup",
        Phase::AlliedRegroup => "phase-allied-regroup",
    }
}

/// Rules 21 and 22.1: what it takes to win at the next check, and how far it is.
fn to_win(view: &View<'_>) -> Option<Phrase> {
    let (look, d) = (view.look(), view.data());
    let mut checks = d.scenario.checks.iter();
    let (date, needed) = *checks.find(|(day, _)| *day >= look.s.date)?;
    let key = if d.extended() {
        "stands-victory-long"
    } else {
        "stands-victory"
    };
    Some(
        Phrase::new(key)
            .with("date", i32::try_from(date).unwrap_or(0))
            .with("needed", needed)
            .with("points", victory::points(look).total()),
    )
}

/// The position, line by line.
pub(super) fn lines(view: &View<'_>) -> Vec<Phrase> {
    let (look, d) = (view.look(), view.data());
    let s = look.s;
    let number = |n: u32| i32::try_from(n).unwrap_or(0);
    let weather = match s.weather {
        Weather::Clear => "weather-clear",
        Weather::Overcast => "weather-overcast",
    };
    let mut lines = vec![
        Phrase::new("stands-day")
            .with("date", number(s.date))
            .with("phase", Phrase::new(phase_key(s.phase)))
            .with("impulse", super::telling::space(s.impulse))
            .with("weather", Phrase::new(weather)),
        Phrase::new("stands-game")
            .with("who", super::telling::who(s.advantage))
            .with("drm", s.drm)
            .with("points", victory::points(look).total()),
    ];
    lines.extend(to_win(view));
    for side in Side::ALL {
        let n = side.index();
        lines.push(
            Phrase::new("stands-side")
                .with("side", Item::Word(side.word()))
                .with("reserve", s.reserve[n])
                .with("markers", i32::from(s.available[n])),
        );
    }
    for at in d.ground.ids() {
        let here = s.stack(at);
        if here.is_empty() && look.controls(Side::German, at) {
            continue;
        }
        let control = look.control(at);
        let key = match control {
            Control::German => "stands-german",
            Control::Airborne => "stands-airborne",
            Control::Corps => "stands-corps",
        };
        let of = |side: Side| look.units(side, at).collect::<Vec<UnitId>>();
        lines.push(if look.contested(at) {
            // Who fights whom: the two sides of a stack stand apart.
            Phrase::new("stands-contested")
                .with("at", place_item(at))
                .with("control", super::telling::control(control))
                .with("german", stack(look, &of(Side::German)))
                .with("allied", stack(look, &of(Side::Allied)))
        } else {
            Phrase::new(key)
                .with("at", place_item(at))
                .with("units", stack(look, here))
        });
    }
    let waiting: Vec<UnitId> = d
        .unit_ids()
        .filter(|unit| s.unit(*unit).at == Where::Uk)
        .collect();
    if !waiting.is_empty() {
        lines.push(Phrase::new("stands-uk").with("units", stack(look, &waiting)));
    }
    lines.push(Phrase::new("stands-marks"));
    if !s.blown.is_empty() {
        let blown = s.blown.iter().map(|edge| super::ground::edge_item(*edge));
        lines.push(Phrase::new("stands-blown").with("bridges", blown.collect::<Vec<Item>>()));
    }
    let held = d
        .ground
        .bridges()
        .filter(|edge| look.bridged(*edge) && look.holder(*edge) == Side::Allied);
    let held: Vec<Item> = held.map(super::ground::edge_item).collect();
    if !held.is_empty() {
        lines.push(Phrase::new("stands-held").with("bridges", held));
    }
    lines.push(Phrase::new("stands-provenance"));
    lines
}

/// Units with their factors, which the printed side shows: `KG Krafft (4-5-4), 2 Para Bn (D1 4)`.
fn stack(look: Look<'_>, units: &[UnitId]) -> Arg {
    let names: Vec<String> = units
        .iter()
        .map(|unit| {
            let counter = look.counter(*unit);
            let (name, left) = (&counter.name, look.defence_factor(*unit));
            match look.level(*unit) {
                Level::Fresh => format!("{name} ({})", counter.factors()),
                Level::Spent => format!("{name} (- {left})"),
                Level::D1 => format!("{name} (D1 {left})"),
                Level::D2 => format!("{name} (D2 {left})"),
            }
        })
        .collect();
    if names.is_empty() {
        Phrase::new("stands-empty").into()
    } else {
        names.join(", ").into()
    }
}
