//! The position in words: morale, offensives, stacks.

use super::class::Arm;
use super::nation::{Alliance, Nation};
use super::orders::items;
use super::state::{Phase, Where};
use super::switches::SurrenderLine;
use super::telling;
use super::view::View;
use crate::board::{SpaceId, UnitId};
use crate::orders::{Item, Phrase};

/// The position as lines a player reads.
pub(super) fn position(v: &View<'_>) -> Vec<Phrase> {
    let pos = v.pos();
    let (d, s) = (pos.d, pos.s);
    let date = d
        .dates
        .get(usize::try_from(s.turn).unwrap_or(1).saturating_sub(1));
    let mut lines = vec![
        Phrase::new("position-turn")
            .with(
                "turn",
                Item::Number(i32::try_from(s.turn).unwrap_or(i32::MAX)),
            )
            .with("en", date.map(|date| date.en.clone()).unwrap_or_default())
            .with("fr", date.map(|date| date.fr.clone()).unwrap_or_default())
            .with("phase", phase_of(s.phase)),
        victory(v),
    ];
    for nation in Nation::ALL {
        let n = nation.index();
        if d.purse(nation) == nation {
            lines.push(
                Phrase::new("position-morale")
                    .with("nation", Item::Word(nation.word()))
                    .with("level", Item::Number(s.level[n]))
                    .with("used", Item::Number(s.used[n]))
                    .with("offensives", Item::Number(s.offensives[n])),
            );
        } else {
            lines.push(
                Phrase::new("position-offensives")
                    .with("nation", Item::Word(nation.word()))
                    .with("offensives", Item::Number(s.offensives[n])),
            );
        }
    }
    let towns: Vec<Item> = d
        .map
        .places()
        .filter(|place| d.map.hex(*place).town.is_some() && pos.controls(Alliance::Axis, *place))
        .map(telling::place)
        .collect();
    if !towns.is_empty() {
        lines.push(Phrase::new("position-towns").with("towns", towns));
    }
    // His own forces first.
    let mut alliances = Alliance::ALL;
    alliances.sort_by_key(|alliance| *alliance != v.alliance());
    for alliance in alliances {
        lines.push(Phrase::new("position-side").with("side", Item::Word(alliance.word())));
        for place in stations(v, alliance) {
            lines.extend(stack(v, alliance, place));
        }
        let pool: Vec<UnitId> = d
            .unit_ids()
            .filter(|unit| pos.alliance(*unit) == alliance && s.unit(*unit).at == Where::Pool)
            .collect();
        if !pool.is_empty() {
            lines.push(Phrase::new("position-pool").with("units", items(&pool)));
        }
    }
    lines
}

/// The phase, and which of the turn's it is (5.2).
fn phase_of(phase: Phase) -> Phrase {
    let name = telling::phase_name(phase);
    let turn = [
        Phase::Offensive,
        Phase::Air,
        Phase::Naval,
        Phase::Combat,
        Phase::Movement,
        Phase::Placement,
        Phase::Final,
    ];
    let number = |n: usize| Item::Number(i32::try_from(n).unwrap_or(0));
    match turn.iter().position(|one| *one == phase) {
        Some(n) => Phrase::new("position-phase")
            .with("phase", name)
            .with("n", number(n + 1))
            .with("of", number(turn.len())),
        None => name,
    }
}

/// Rule 15.1: what it takes to win, and how far it is.
fn victory(v: &View<'_>) -> Phrase {
    let pos = v.pos();
    let (d, s) = (pos.d, pos.s);
    let number = |n: usize| Item::Number(i32::try_from(n).unwrap_or(0));
    let turn = |n: u32| Item::Number(i32::try_from(n).unwrap_or(0));
    let needed: Vec<_> = d
        .map
        .towns
        .iter()
        .filter(|town| !d.exempt.contains(town))
        .collect();
    let held = needed
        .iter()
        .filter(|town| pos.controls(Alliance::Axis, ***town));
    let key = match d.on.surrender_line {
        SurrenderLine::None => "position-victory-open",
        _ => "position-victory",
    };
    let exempt: Vec<Item> = d.exempt.iter().map(|town| telling::place(*town)).collect();
    Phrase::new(key)
        .with("win", turn(d.last_german_win))
        .with("exempt", exempt)
        .with("line", telling::place(d.surrender_line))
        .with("held", number(held.count()))
        .with("towns", number(needed.len()))
        .with("turns", turn(d.turns))
        .with("ships", Item::Number(d.tables.capital_losses_draw))
        .with("lost", Item::Number(s.capitals_lost))
}

/// Units with what stands on their counters; those in a row that have the same share it.
fn valued(v: &View<'_>, units: &[UnitId]) -> Phrase {
    let mut groups: Vec<(String, Vec<UnitId>)> = Vec::new();
    for unit in units {
        let values = super::picture::strength(v, *unit);
        match groups.last_mut() {
            Some((last, group)) if *last == values => group.push(*unit),
            _ => groups.push((values, vec![*unit])),
        }
    }
    let mut rest: Option<Phrase> = None;
    for (values, group) in groups.into_iter().rev() {
        let group = Phrase::new("position-group")
            .with("units", items(&group))
            .with("values", values);
        rest = Some(match rest {
            Some(rest) => Phrase::new("position-groups")
                .with("group", group)
                .with("rest", rest),
            None => group,
        });
    }
    rest.unwrap_or(Phrase::new("position-nobody"))
}

/// The places where an alliance has anything.
fn stations(v: &View<'_>, alliance: Alliance) -> Vec<SpaceId> {
    let pos = v.pos();
    let mut places: Vec<SpaceId> = pos
        .d
        .unit_ids()
        .filter(|unit| pos.alliance(*unit) == alliance)
        .filter_map(|unit| pos.at(unit))
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// One place: everybody there, full and reduced apart.
fn stack(v: &View<'_>, alliance: Alliance, place: SpaceId) -> Vec<Phrase> {
    let pos = v.pos();
    let here = |reduced: bool| -> Vec<UnitId> {
        pos.d
            .unit_ids()
            .filter(|unit| {
                pos.alliance(*unit) == alliance
                    && pos.at(*unit) == Some(place)
                    && (pos.s.unit(*unit).reduced == reduced)
                    && (pos.arm(*unit) != Arm::Leader || !reduced)
            })
            .collect()
    };
    let (full, reduced) = (here(false), here(true));
    let mut lines = Vec::new();
    if !full.is_empty() {
        lines.push(
            Phrase::new("position-stack")
                .with("at", place.item())
                .with("units", valued(v, &full)),
        );
    }
    if !reduced.is_empty() {
        lines.push(
            Phrase::new("position-reduced")
                .with("at", place.item())
                .with("units", valued(v, &reduced)),
        );
    }
    lines
}
