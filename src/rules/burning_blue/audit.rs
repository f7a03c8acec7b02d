//! Facts of a position for cases and referees, and what no position in play may be.

use std::collections::BTreeSet;

use super::state::Position;
use crate::board::UnitId;
use crate::engine::game::Side as _;

/// Named facts: `74-sqn.at = "2030"`, `74-sqn.angels = "18"`, `h07.at = "1835"`, `h07.plot = "detected 1835 40 12"`.
pub(super) fn facts(v: &Position<'_>) -> Vec<(String, String)> {
    let (d, open) = (v.data, v.open);
    let mut facts = vec![
        ("turn".to_owned(), open.turn.to_string()),
        ("phase".to_owned(), open.phase.name().to_owned()),
        (
            "picture".to_owned(),
            format!("{:?}", open.picture).to_lowercase(),
        ),
        ("response".to_owned(), open.response.to_string()),
        ("vp".to_owned(), open.vp.to_string()),
        ("limit".to_owned(), open.limit.to_string()),
    ];
    let place = |at| d.map.place(at).id.clone();
    for one in &open.sky {
        let id = &d.unit(one.unit).id;
        facts.push((format!("{id}.at"), place(one.at)));
        facts.push((format!("{id}.angels"), one.angels.to_string()));
        let order = match one.order {
            None => "none".to_owned(),
            Some(super::state::Order::Vector { to, .. }) => format!("vector {}", place(to)),
            Some(super::state::Order::Orbit) => "orbit".to_owned(),
            Some(super::state::Order::Patrol { ends, .. }) => {
                format!("patrol {} {}", place(ends[0]), place(ends[1]))
            }
            Some(super::state::Order::Pancake { field }) => {
                format!("pancake {}", d.map.fields[field].id)
            }
            Some(super::state::Order::Pursuit { raid }) => format!("pursuit h{:02}", raid.0),
        };
        facts.push((format!("{id}.order"), order));
    }
    for tote in &v.hidden.tote {
        let id = &d.unit(tote.unit).id;
        facts.push((
            format!("{id}.state"),
            format!("{:?}", tote.state).to_lowercase(),
        ));
        facts.push((format!("{id}.field"), d.map.fields[tote.field].id.clone()));
    }
    for log in &v.hidden.logs {
        let id = &d.unit(log.unit).id;
        facts.push((format!("{id}.losses"), log.losses.to_string()));
        facts.push((format!("{id}.disruption"), log.disruption.to_string()));
        if let Some(recovery) = log.recovery {
            facts.push((format!("{id}.recovery"), recovery.to_string()));
        }
    }
    for raid in &v.hidden.raids {
        let id = format!("h{:02}", raid.id.0);
        if let Some(real) = &raid.real {
            facts.push((format!("{id}.at"), place(real.at)));
            facts.push((
                format!("{id}.course"),
                format!("{:?}", real.course).to_lowercase(),
            ));
            facts.push((format!("{id}.lost"), real.lost.to_string()));
        }
        if let Some(plot) = &raid.plot {
            let seen = format!("{:?}", plot.seen).to_lowercase();
            let text = format!(
                "{seen} {} {} {}",
                place(plot.at),
                plot.strength,
                plot.angels
            );
            facts.push((format!("{id}.plot"), text));
        }
    }
    for form in &v.hidden.forms {
        let strength = form
            .strength
            .map_or_else(|| "bare".to_owned(), |n| n.to_string());
        facts.push((format!("f{:02}.at", form.id.0), place(form.at)));
        facts.push((format!("f{:02}.strength", form.id.0), strength));
    }
    facts
}

/// What no position in play may be: a unit in two places, more lost than there was, heights that nobody reaches.
pub(super) fn broken(v: &Position<'_>) -> Vec<String> {
    let (d, open) = (v.data, v.open);
    let mut broken = Vec::new();
    let mut seen: BTreeSet<UnitId> = BTreeSet::new();
    let in_sky = open.sky.iter().map(|one| one.unit);
    let down = v.hidden.tote.iter().map(|one| one.unit);
    let raids = v.hidden.raids.iter().filter_map(|raid| raid.real.as_ref());
    let flown = raids
        .clone()
        .flat_map(|real| &real.units)
        .map(|one| one.unit);
    for unit in in_sky.chain(down).chain(flown) {
        if !seen.insert(unit) {
            broken.push(format!("{} is in two places", d.unit(unit).id));
        }
    }
    for one in &open.sky {
        let ceiling = d.rating(one.unit).ceiling;
        if one.angels % 2 != 0 || !(0..=ceiling).contains(&one.angels) {
            broken.push(format!("{} flies at {}", d.unit(one.unit).id, one.angels));
        }
        if d.map.place(one.at).no_raf {
            broken.push(format!(
                "{} is where the RAF may not go",
                d.unit(one.unit).id
            ));
        }
        if let Some(leader) = one.wing
            && open
                .fighter(leader)
                .is_none_or(|leader| leader.at != one.at)
        {
            broken.push(format!("{} is not with its Wing", d.unit(one.unit).id));
        }
    }
    for real in raids {
        if real.units.is_empty() {
            broken.push(format!("a raid of nobody at {}", d.map.place(real.at).id));
        }
        for one in &real.units {
            let ceiling = d.rating(one.unit).ceiling;
            if one.angels % 2 != 0 || !(0..=ceiling).contains(&one.angels) {
                broken.push(format!("{} flies at {}", d.unit(one.unit).id, one.angels));
            }
        }
    }
    for log in &v.hidden.logs {
        let printed = d.unit(log.unit);
        if log.losses > printed.threshold {
            let (id, lost, most) = (&printed.id, log.losses, printed.threshold);
            broken.push(format!("{id} has lost {lost} of {most}"));
        }
        if log.disruption > printed.max_disruption {
            broken.push(format!(
                "{} is disrupted {} times",
                printed.id, log.disruption
            ));
        }
    }
    let cards = v.hidden.deck.cards.len();
    if cards > d.cards.len() {
        broken.push(format!("{cards} cards, {}", super::Side::ALL.len()));
    }
    broken
}
