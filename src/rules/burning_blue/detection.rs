//! Rule 11: what radar and observers see of the raids. Cards are drawn behind the Luftwaffe's screen; what they show is news.

use super::Board;
use super::data::{Data, Shown};
use super::event::Event;
use super::geometry::distance;
use super::planning::size;
use super::plants;
use super::state::{FormId, Forming, Plot, Position, RaidId, Real, Seen, Silhouette, Task};
use super::weather;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Rule 11.4: observers see less of what flies so high; radar sees less of what flies still higher (11.3.3).
const HIGH_FOR_OBSERVERS: i32 = 20;
const HIGH_FOR_RADAR: i32 = 30;

/// What looks for a raid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eye {
    ChainHome,
    ChainHomeLow,
    Observers(u8),
}

/// Rules 11.3 and 11.4: who can see something of a height in a place.
fn eye(v: &Position<'_>, at: SpaceId, lowest: i32) -> Option<Eye> {
    let place = v.data.map.place(at);
    if place.english == Some(true) && !place.is_box {
        return Some(Eye::Observers(weather::worst_below(v, at, lowest)));
    }
    match (covered(v, at, lowest == 0), lowest) {
        (false, _) => None,
        (true, 0) => Some(Eye::ChainHomeLow),
        (true, _) => Some(Eye::ChainHome),
    }
}

/// Rule 11.3: whether a place is in the arc and range of a station that works.
pub(super) fn covered(v: &Position<'_>, at: SpaceId, at_zero: bool) -> bool {
    let map = &v.data.map;
    let works = |n: usize| map.stations[n].works && !v.open.rdf_out.contains(&n);
    if map.place(at).is_box {
        return !at_zero && map.place(at).stations.iter().any(|n| works(*n));
    }
    map.stations.iter().enumerate().any(|(n, station)| {
        let near = || distance(map, station.at, at) <= station.low_range;
        let sees = station.sees.binary_search(&at).is_ok();
        works(n) && sees && (!at_zero || station.low && near())
    })
}

/// The next Detection card; those aside are shuffled when none is left (2.9).
pub(super) fn draw(t: &mut Board<'_>, what: impl std::fmt::Display) -> Play<Option<u16>> {
    let hidden = super::pos(t).hidden;
    if hidden.deck.left() == 0 && !hidden.aside.is_empty() {
        let aside = hidden.aside.clone();
        let deck = t.shuffle(format_args!("{what}.shuffle"), aside)?;
        t.happen(Event::Reshuffled { deck })?;
    }
    t.draw(what, |s| &s.truth::<(), super::Side>(&()).hidden.deck)
}

/// Gruppen of a stack: three Staffeln count as one (11.2.1).
pub(super) fn gruppen(d: &Data, units: impl Iterator<Item = UnitId>) -> i32 {
    units.map(|unit| size(d, unit)).sum::<i32>() / 3
}

/// Rule 11.2.1: a test of a raid.
pub(super) fn test(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut plants::screen(t);
    let v = super::pos(t);
    let (Some(real), plot) = (v.hidden.real(raid).cloned(), v.hidden.plot(raid).cloned()) else {
        return Ok(());
    };
    let seen = plot.as_ref().map(|plot| plot.seen);
    if seen == Some(Seen::Tallied) {
        return Ok(());
    }
    let Some(eye) = eye(&v, real.at, real.lowest()) else {
        return fade(t, raid, seen, None);
    };
    let Some(card) = draw(t, format_args!("card-h{:02}", raid.0))? else {
        return Ok(());
    };
    let row = row(t.data(), card, eye);
    let lowest = real.lowest();
    let high = match eye {
        Eye::Observers(_) => lowest >= HIGH_FOR_OBSERVERS,
        Eye::ChainHome => lowest >= HIGH_FOR_RADAR,
        Eye::ChainHomeLow => false,
    };
    let needed = row.needed + i32::from(high && row.needed > 0);
    let size = gruppen(t.data(), real.units.iter().map(|one| one.unit));
    if needed > 0 && needed > size {
        return fade(t, raid, seen, Some(card));
    }
    let told = strength(t.data(), row.letter, size).max(real.formed_as);
    detected(
        t,
        raid,
        &real,
        plot.as_ref(),
        (told, lowest + row.error),
        card,
    )
}

/// A row of a card.
fn row(d: &Data, card: u16, eye: Eye) -> Shown {
    let card = &d.cards[usize::from(card)];
    match eye {
        Eye::ChainHome => card.chain_home,
        Eye::ChainHomeLow => card.chain_home_low,
        Eye::Observers(sky) => card.observers[usize::from(sky.clamp(1, 4) - 1)],
    }
}

/// Rule 11.5: what a letter means for so many Gruppen.
fn strength(d: &Data, letter: usize, size: i32) -> i32 {
    let column = usize::try_from(size.clamp(0, 8)).unwrap_or(0);
    d.tables.strength.get(letter).map_or(0, |row| row[column])
}

/// Rule 11.5.4: what is told is only ever mended: the greater strength, the height nearer to the truth.
fn detected(
    t: &mut Board<'_>,
    raid: RaidId,
    real: &Real,
    plot: Option<&Plot>,
    (told, height): (i32, i32),
    card: u16,
) -> Play {
    let before = plot.filter(|plot| plot.seen == Seen::Detected);
    let lowest = real.lowest();
    let height = height.max(0);
    let (strength, angels) = match before {
        Some(plot) if (plot.angels - lowest).abs() <= (height - lowest).abs() => {
            (plot.strength.max(told), plot.angels)
        }
        Some(plot) => (plot.strength.max(told), height),
        None => (told, height),
    };
    let turn = t.state().open.turn;
    t.reveal(Event::Detected {
        raid,
        at: real.at,
        strength,
        angels,
        turn,
        fresh: before.is_none(),
        card: Some(card),
    })?;
    limit(t)
}

/// A test that shows nothing: a track is lost, or nobody ever knew.
fn fade(t: &mut Board<'_>, raid: RaidId, seen: Option<Seen>, card: Option<u16>) -> Play {
    if seen == Some(Seen::Detected) {
        return t.reveal(Event::Faded { raid, card });
    }
    plants::unseen(t, Event::Unseen { raid, card })
}

/// Rule 20.1.1: the Scramble Limit rises with what was announced, and with what was seen; it never falls.
pub(super) fn limit(t: &mut Board<'_>) -> Play {
    let v = super::pos(t);
    let plots = || v.hidden.raids.iter().filter_map(|raid| raid.plot.as_ref());
    let told: i32 = plots().map(|plot| plot.best).sum();
    let thirds = |one: &Silhouette| if one.large { 3 } else { 1 };
    let seen: i32 = plots().flat_map(|plot| &plot.units).map(thirds).sum();
    let steps = v.data.tables.limit.iter();
    let raised = steps
        .filter(|(strength, gruppen)| told >= *strength || seen / 3 >= *gruppen)
        .count();
    let limit = 1 + i32::try_from(raised).unwrap_or(0);
    if limit > v.open.limit {
        t.reveal(Event::Limit { limit })?;
    }
    Ok(())
}

/// Rule 11.6: a Form-Up marker is placed, with its strength if radar makes it out.
pub(super) fn mark(t: &mut Board<'_>, of: Forming, at: SpaceId, lowest: i32, size: i32) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let number = match of {
        Forming::Program(n) => format!("form-{n}"),
        Forming::Dummy(n) => format!("dummy-{n}"),
    };
    let form = t.draw(format_args!("{number}.number"), |s| {
        &s.truth::<(), super::Side>(&()).hidden.form_numbers
    })?;
    let Some(form) = form else { return Ok(()) };
    let card = draw(t, format_args!("{number}.card"))?;
    let eye = if lowest == 0 {
        Eye::ChainHomeLow
    } else {
        Eye::ChainHome
    };
    let row = card.map(|card| row(t.data(), card, eye));
    let seen = row.filter(|row| row.needed <= size);
    let strength = seen.map(|row| strength(t.data(), row.letter, size));
    t.reveal(Event::Marked {
        form: FormId(form),
        at,
        strength,
        of: Some(of),
        card,
    })
}

/// The silhouettes of a raid as they are now (12.1.2).
pub(super) fn silhouettes(v: &Position<'_>, raid: RaidId) -> Vec<Silhouette> {
    let known = v.hidden.plot(raid).map_or(&[][..], |plot| &plot.units);
    let Some(real) = v.hidden.real(raid) else {
        return Vec::new();
    };
    let mut units: Vec<Silhouette> = real
        .units
        .iter()
        .map(|one| Silhouette {
            letter: one.letter,
            bomber: v.data.unit(one.unit).bomber,
            large: size(v.data, one.unit) == 3,
            angels: one.angels,
            disruption: v.hidden.log(one.unit).map_or(0, |log| log.disruption),
            craft: known
                .iter()
                .find(|old| old.letter == one.letter)
                .and_then(|old| old.craft),
        })
        .collect();
    units.sort_by_key(|one| one.letter);
    units
}

/// Rule 12.1.2: a raid is tallied: its silhouettes are seen.
pub(super) fn sight(t: &mut Board<'_>, raid: RaidId) -> Play {
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid) else {
        return Ok(());
    };
    let (at, units, turn) = (real.at, silhouettes(&v, raid), v.open.turn);
    let plot = v.hidden.plot(raid);
    let fresh = plot.is_none_or(|plot| plot.seen != Seen::Tallied);
    if plot.is_some_and(|plot| !fresh && plot.at == at && plot.units == units) {
        return Ok(());
    }
    t.reveal(Event::Sighted {
        raid,
        at,
        units,
        turn,
        fresh,
    })?;
    limit(t)
}

/// Rule 5.3.1: where the raids on the map are now.
pub(super) fn follow(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let v = super::pos(t);
    let (Some(real), Some(plot)) = (v.hidden.real(raid), v.hidden.plot(raid)) else {
        return Ok(());
    };
    let (at, turn) = (real.at, v.open.turn);
    match plot.seen {
        Seen::Tallied => sight(t, raid),
        Seen::Detected if plot.at != at || plot.turn != turn => {
            t.reveal(Event::Tracked { raid, at, turn })
        }
        Seen::Detected | Seen::Lost | Seen::Shown | Seen::Gone => Ok(()),
    }
}

/// Rule 11.1.1: a hidden raid shows its hex.
pub(super) fn show(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid) else {
        return Ok(());
    };
    let at = real.at;
    let plot = v.hidden.plot(raid);
    if plot.is_some_and(|plot| plot.on_map() && (plot.seen != Seen::Shown || plot.at == at)) {
        return Ok(());
    }
    t.reveal(Event::Shown { raid, at })
}

/// Rule 5.2, RAF Air Combat: hidden raids in or beside the hex of a unit that does not go home are shown.
pub(super) fn show_near(t: &mut Board<'_>) -> Play {
    let v = super::pos(t);
    let eyes: Vec<SpaceId> = v
        .open
        .sky
        .iter()
        .filter(|one| !one.pancakes())
        .map(|one| one.at)
        .collect();
    let map = &v.data.map;
    let near = |at: SpaceId| {
        eyes.iter()
            .any(|eye| *eye == at || map.place(*eye).links.contains(&at))
    };
    let raids = v.hidden.raids.iter();
    let raids: Vec<RaidId> = raids
        .filter(|raid| raid.real.as_ref().is_some_and(|real| near(real.at)))
        .map(|raid| raid.id)
        .collect();
    for raid in raids {
        show(t, raid)?;
    }
    Ok(())
}

/// The end of the turn: what was only shown is hidden again (11.1.1); what was spent in the turn comes back.
pub(super) fn tidy(t: &mut Board<'_>) -> Play {
    let v = super::pos(t);
    let shown = v.hidden.raids.iter().filter(|raid| {
        raid.plot
            .as_ref()
            .is_some_and(|plot| plot.seen == Seen::Shown)
    });
    let shown: Vec<RaidId> = shown.map(|raid| raid.id).collect();
    for raid in shown {
        // Both knew of the marker.
        t.happen(Event::Hidden { raid })?;
    }
    let t: &mut Board<'_> = &mut super::lw(t);
    t.happen(Event::Rests)
}

/// Whether a raid has somebody who is to bomb.
pub(super) fn bombs(real: &Real) -> bool {
    real.units.iter().any(|one| one.task == Task::Bombing)
}
