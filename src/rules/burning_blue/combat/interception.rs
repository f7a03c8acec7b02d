//! Rules 13.3.2 and 13.3.3: the interception roll.

use super::super::Board;
use super::super::data::Contact;
use super::super::event::Event;
use super::super::geometry::distance;
use super::super::state::Position;
use super::super::weather;
use super::{Bout, disruption, letter, letters, spent};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Angels above a target that make an attack better (13.3.3).
const ABOVE: i32 = 4;

/// Rule 13.3.2: a RAF unit or Wing against a unit of a raid.
pub(super) fn raf(t: &mut Board<'_>, leader: UnitId, bout: &Bout, target: u8) -> Play<Contact> {
    let p = super::super::pos(t);
    let unit = bout.lw[0];
    let mut tally = Tally::of_rule("13.3.2");
    if let (Some(one), Some(real)) = (p.open.fighter(leader), p.hidden.real(bout.raid)) {
        height(
            &p,
            &mut tally,
            (one.at, one.angels),
            (bout.at, bout.angels),
            true,
        );
        let add = |tally: &mut Tally, name: &str, yes: bool, rule: &str| {
            let value = if yes {
                p.data.tables.modifier("interception", name)
            } else {
                0
            };
            tally.term(name, value, rule);
        };
        add(&mut tally, "climbed", one.climbed, "8.1.5/f");
        add(&mut tally, "green", p.data.unit(leader).green, "3.2.4");
        let dived = real.units.iter().any(|one| one.unit == unit && one.dived);
        add(&mut tally, "dive-bomb", dived, "16.2.2");
    }
    let column = column(&p, unit);
    let result = roll(t, &mut tally, column)?;
    let from = super::super::pos(t)
        .open
        .fighter(leader)
        .map_or(0, |one| one.angels);
    t.happen(Event::Intercepts {
        unit: leader,
        raid: bout.raid,
        letter: super::Letter(target).name(),
        target,
        to: bout.at,
        angels: bout.angels,
        climbed: bout.angels > from,
        result,
        tally,
    })?;
    Ok(result)
}

/// Rule 13.3.2: fighters of a raid against a RAF unit or Wing. Hunters go to the point, an escort stays.
pub(super) fn luftwaffe(
    t: &mut Board<'_>,
    on: UnitId,
    bout: &Bout,
    hunters: bool,
) -> Play<Contact> {
    let p = super::super::pos(t);
    let mut tally = Tally::of_rule("13.3.2");
    let mut names = String::new();
    let mut from = bout.angels;
    if let Some(real) = p.hidden.real(bout.raid) {
        names = letters(real, &bout.lw);
        let mine = real.units.iter().filter(|one| bout.lw.contains(&one.unit));
        from = mine.clone().map(|one| one.angels).min().unwrap_or(from);
        height(
            &p,
            &mut tally,
            (real.at, from),
            (bout.at, bout.angels),
            hunters,
        );
        let climbed = mine.clone().any(|one| one.climbed);
        let value = if climbed {
            p.data.tables.modifier("interception", "climbed")
        } else {
            0
        };
        tally.term("climbed", value, "8.1.5/f");
    }
    let column = column(&p, on);
    let which = p.hidden.real(bout.raid).map_or_else(Vec::new, |real| {
        bout.lw.iter().map(|unit| letter(real, *unit)).collect()
    });
    let result = roll(t, &mut tally, column)?;
    let open = &t.state().open;
    let struck = hunters.then_some((open.turn, open.phase, on));
    t.reveal(Event::Strikes {
        struck,
        raid: bout.raid,
        letters: names,
        which,
        units: bout.lw.clone(),
        on,
        to: hunters.then_some(bout.at),
        angels: bout.angels,
        climbed: hunters && bout.angels > from,
        result,
        tally,
    })?;
    Ok(result)
}

/// The modifiers of height, sun and weather.
fn height(
    p: &Position<'_>,
    tally: &mut Tally,
    from: (SpaceId, i32),
    to: (SpaceId, i32),
    sun: bool,
) {
    let value = |name: &str| p.data.tables.modifier("interception", name);
    let above = from.1 - to.1;
    if above >= ABOVE {
        tally.term("higher", value("higher"), "13.3.2");
        // 13.3.3: not an escort.
        if sun && up_sun(p, from.0, to) {
            tally.term("up-sun", value("up-sun"), "13.3.3");
        }
    }
    if above < 0 {
        tally.term("lower", value("lower"), "13.3.2");
    }
    match weather::category(p, to.0, to.1) {
        4 => tally.term("foul", value("foul"), "19.1.3"),
        3 => tally.term("broken", value("broken"), "19.1.3"),
        _ => tally,
    };
}

/// Rule 13.3.3: in the target's hex, or beside it toward the sun, and no Overcast above the target.
fn up_sun(p: &Position<'_>, from: SpaceId, to: (SpaceId, i32)) -> bool {
    if weather::overcast_above(p, to.0, to.1) {
        return false;
    }
    if from == to.0 {
        return true;
    }
    let map = &p.data.map;
    if map.place(from).is_box || map.place(to.0).is_box || distance(map, from, to.0) != 1 {
        return false;
    }
    let suns = p
        .data
        .tables
        .times
        .get(p.open.time)
        .map_or(&[][..], |time| &time.sun);
    suns.iter()
        .any(|dir| map.board.toward(to.0, *dir) == Some(from))
}

/// The column of the target's Disruption.
fn column(p: &Position<'_>, target: UnitId) -> String {
    if spent(p, target) {
        "max".to_owned()
    } else {
        disruption(p, target).to_string()
    }
}

fn roll(t: &mut Board<'_>, tally: &mut Tally, column: String) -> Play<Contact> {
    let dice = t.roll("interception", 2, 6)?;
    tally.dice(&dice);
    let chart = &t.data().tables.interception;
    let column = chart.named(&column).unwrap_or(0);
    let sum = dice.sum() + tally.terms.iter().map(|term| term.value).sum::<i32>();
    Ok(chart.cell(sum, column).copied().unwrap_or(Contact::Miss))
}
