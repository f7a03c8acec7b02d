//! The position as lines: the plotting table and the Tote Board for the RAF, raids and programmes for the Luftwaffe.

use super::data::{Cloud, Force, Zone};
use super::side::Side;
use super::state::{AirPicture, Position, Raid, Readiness, Seen};
use super::telling::two;
use super::view::TargetId;
use crate::board::UnitId;
use crate::orders::{Element as _, Item, Phrase};

/// All of it, as the reader knows it.
pub(super) fn lines(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = vec![head(v), points(v)];
    lines.push(Phrase::new("blue-reconstructed"));
    lines.extend(weather(v));
    if v.reader != Some(Side::Raf) {
        lines.extend(chits(v));
    }
    for form in &v.hidden.forms {
        let line = match form.strength {
            Some(strength) => Phrase::new("at-form").with("strength", strength),
            None => Phrase::new("at-form-bare"),
        };
        lines.push(line.with("form", form.id.item()).with("at", form.at));
    }
    lines.extend(v.hidden.raids.iter().filter_map(|raid| track(v, raid)));
    if v.reader != Some(Side::Raf) {
        lines.extend(v.hidden.raids.iter().filter_map(|raid| flown(v, raid)));
        lines.extend(programs(v));
    }
    lines.extend(v.open.sky.iter().map(|one| {
        let order = one
            .order
            .map_or_else(|| Phrase::new("order-none"), |order| order.phrase());
        let line = match v.hidden.log(one.unit).and_then(|log| log.recovery) {
            Some(recovery) => {
                let now = i32::try_from(v.open.turn).unwrap_or(0);
                Phrase::new("at-up-until")
                    .with("left", (recovery - now).max(0))
                    .with("turn", recovery)
            }
            None => Phrase::new("at-up"),
        };
        line.with("unit", one.unit)
            .with("at", one.at)
            .with("angels", one.angels)
            .with("order", order)
    }));
    lines.extend(tote(v));
    lines
}

/// Turn and time.
fn head(v: &Position<'_>) -> Phrase {
    let open = v.open;
    let start = v
        .data
        .tables
        .times
        .get(open.time)
        .map_or(0, |row| row.start);
    let turn = i32::try_from(open.turn).unwrap_or(0);
    let now = start + 5 * (turn - 1).max(0);
    Phrase::new(if open.turn == 0 {
        "at-blue-before"
    } else {
        "at-blue"
    })
    .with("turn", turn)
    .with("at", now / 60)
    .with("minute", two(now % 60))
    .with("phase", Phrase::new(phase_key(v)))
}

fn phase_key(v: &Position<'_>) -> &'static str {
    use super::state::Phase;
    match v.open.phase {
        Phase::Weather => "phase-blue-weather",
        Phase::Planning => "phase-blue-planning",
        Phase::Deployment | Phase::Readiness => "phase-blue-deployment",
        Phase::Events => "phase-blue-events",
        Phase::Scramble => "phase-blue-scramble",
        Phase::Formation => "phase-blue-formation",
        Phase::Patrol => "phase-blue-patrol",
        Phase::RafMovement => "phase-blue-raf",
        Phase::LwMovement => "phase-blue-lw",
        Phase::Pursuit => "phase-blue-pursuit",
        Phase::Dogfight => "phase-blue-dogfight",
        Phase::RafCombat | Phase::LwCombat => "phase-blue-combat",
        Phase::TakeOff | Phase::Administration => "phase-blue-administration",
    }
}

/// The tracks of the play aids.
fn points(v: &Position<'_>) -> Phrase {
    let open = v.open;
    let hidden = v.data.on.vp_hidden_until_end && v.reader == Some(Side::Raf) && !open.ended;
    let picture = match open.picture {
        AirPicture::Good => "blue-good",
        AirPicture::Degraded => "blue-degraded",
        AirPicture::Poor => "blue-poor",
    };
    Phrase::new(if hidden {
        "at-blue-tracks-unseen"
    } else {
        "at-blue-tracks"
    })
    .with("points", halves(open.vp))
    .with("response", halves(open.response))
    .with("picture", Phrase::new(picture))
    .with("limit", super::scramble::limit(v))
}

/// What hangs in the sky, zone by zone, and the wind; fine zones are not told (19).
fn weather(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = Vec::new();
    for (zone, laid) in Zone::ALL.into_iter().zip(&v.open.weather) {
        let chit = v.data.weather.get(usize::from(laid.chit));
        let skies = chit.map_or(
            &[][..],
            |chit| if laid.bad { &chit.bad } else { &chit.fine },
        );
        for sky in skies.iter().filter(|sky| sky.category > 1) {
            lines.push(
                Phrase::new("at-weather")
                    .with("zone", Phrase::new(sector_key(zone)))
                    .with("cloud", Phrase::new(cloud_key(sky.kind)))
                    .with("from", sky.from)
                    .with("to", sky.to),
            );
        }
    }
    match v.open.wind {
        0 => {}
        wind if wind < 0 => lines.push(Phrase::new("at-headwind")),
        wind => lines.push(Phrase::new("at-crosswind").with("angels", wind)),
    }
    lines
}

/// The name of a kind of weather.
const fn cloud_key(cloud: Cloud) -> &'static str {
    match cloud {
        Cloud::Patchy => "cloud-patchy",
        Cloud::Haze => "cloud-haze",
        Cloud::Broken => "cloud-broken",
        Cloud::DenseHaze => "cloud-dense-haze",
        Cloud::Overcast => "cloud-overcast",
        Cloud::Fog => "cloud-fog",
        Cloud::Rain => "cloud-rain",
    }
}

/// What each chit asks for (6.4.1).
fn chits(v: &Position<'_>) -> Vec<Phrase> {
    let chits = v.hidden.plan.iter().flat_map(|plan| &plan.chits);
    let forces = |forces: &[Force]| -> String {
        let one = |force: &Force| {
            let large = (force.gruppen > 0).then(|| format!("{}g", force.gruppen));
            let small = (force.staffeln > 0).then(|| format!("{}s", force.staffeln));
            let count: Vec<String> = large.into_iter().chain(small).collect();
            format!("{} {}", count.join(" "), force.craft.name())
        };
        forces.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    chits
        .map(|chit| {
            let printed = &v.data.chits[*chit];
            let target =
                |target: &usize| TargetId(u16::try_from(*target).unwrap_or(u16::MAX)).item();
            let targets: Vec<Item> = printed.targets.iter().map(target).collect();
            let key = if printed.free_hunt {
                "at-chit-hunt"
            } else {
                "at-chit"
            };
            Phrase::new(key)
                .with("chit", super::planning::chit_id(*chit))
                .with("fleet", i32::from(printed.fleet))
                .with("targets", targets)
                .with("bombers", forces(&printed.bombers))
                .with("fighters", forces(&printed.fighters))
        })
        .collect()
}

/// Halves as they are written: `3.5`.
pub(super) fn halves(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    match n % 2 {
        0 => format!("{sign}{}", n.abs() / 2),
        _ => format!("{sign}{}.5", n.abs() / 2),
    }
}

/// A raid as it stands on the plotting table.
fn track(v: &Position<'_>, raid: &Raid) -> Option<Phrase> {
    let plot = raid.plot.as_ref()?;
    let age = i32::try_from(v.open.turn.saturating_sub(plot.turn)).unwrap_or(0);
    let line = match plot.seen {
        Seen::Gone => return None,
        Seen::Lost => Phrase::new("at-track-lost").with("age", age),
        Seen::Shown => Phrase::new("at-track-shown"),
        Seen::Detected => Phrase::new("at-track")
            .with("strength", plot.strength)
            .with("angels", plot.angels)
            .with("age", age),
        Seen::Tallied => Phrase::new("at-track-tallied").with(
            "units",
            plot.units
                .iter()
                .map(silhouette)
                .collect::<Vec<_>>()
                .join(", "),
        ),
    };
    Some(line.with("raid", raid.id.item()).with("at", plot.at))
}

/// `A bombers/3 A12`: letter, kind, size, height.
fn silhouette(one: &super::state::Silhouette) -> String {
    let letter = char::from(b'A' + one.letter.min(25));
    let kind = match one.craft {
        Some(craft) => craft.name(),
        None if one.bomber => "B",
        None => "F",
    };
    let size = if one.large { "G" } else { "S" };
    let hurt = if one.disruption > 0 {
        format!(" d{}", one.disruption)
    } else {
        String::new()
    };
    format!("{letter} {kind}/{size} A{}{hurt}", one.angels)
}

/// A raid as it is.
fn flown(v: &Position<'_>, raid: &Raid) -> Option<Phrase> {
    let real = raid.real.as_ref()?;
    let units: Vec<Item> = real.units.iter().map(|one| one.unit.item()).collect();
    let course = match real.course {
        super::state::Course::Route => "course-route",
        super::state::Course::Orbit => "course-orbit",
        super::state::Course::Pursuit { .. } => "course-pursuit",
        super::state::Course::Pancake => "course-pancake",
    };
    let lost = if real.lost { "at-raid-lost" } else { "at-raid" };
    let to = real.ahead.first().map_or(real.at, |(at, _)| *at);
    let _ = v;
    Some(
        Phrase::new(lost)
            .with("raid", raid.id.item())
            .with("at", real.at)
            .with("angels", real.lowest())
            .with("units", units)
            .with("course", Phrase::new(course))
            .with("to", to),
    )
}

/// Raids that are still to form.
fn programs(v: &Position<'_>) -> Vec<Phrase> {
    let programs = v.hidden.plan.iter().flat_map(|plan| &plan.programs);
    let waiting = programs.filter(|program| !program.formed);
    waiting
        .map(|program| {
            let units: Vec<Item> = program.all_units().iter().map(|unit| unit.item()).collect();
            Phrase::new("at-program")
                .with("turn", i32::try_from(program.adjusted).unwrap_or(0))
                .with("at", program.form)
                .with("units", units)
        })
        .collect()
}

/// The Tote Board, Sector by Sector.
fn tote(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = Vec::new();
    for sector in Zone::ALL.into_iter().take(10) {
        for state in [
            Readiness::Ready,
            Readiness::Available,
            Readiness::Scramble,
            Readiness::Landed,
            Readiness::Reform,
            Readiness::Rearm2,
            Readiness::Rearm1,
        ] {
            let here = v.hidden.tote.iter().filter(|tote| {
                tote.state == state && v.data.unit(tote.unit).sector == Some(sector)
            });
            let units: Vec<UnitId> = here.map(|tote| tote.unit).collect();
            if !units.is_empty() {
                let units: Vec<Item> = units.into_iter().map(UnitId::item).collect();
                lines.push(
                    Phrase::new("at-tote")
                        .with("sector", Phrase::new(sector_key(sector)))
                        .with("state", Phrase::new(state.words()))
                        .with("units", units),
                );
            }
        }
    }
    lines
}

/// The name of a Sector.
const fn sector_key(sector: Zone) -> &'static str {
    match sector {
        Zone::Duxford => "zone-duxford",
        Zone::Filton => "zone-filton",
        Zone::MiddleWallop => "zone-middle-wallop",
        Zone::Tangmere => "zone-tangmere",
        Zone::Northolt => "zone-northolt",
        Zone::Debden => "zone-debden",
        Zone::NorthWeald => "zone-north-weald",
        Zone::Hornchurch => "zone-hornchurch",
        Zone::BigginHill => "zone-biggin-hill",
        Zone::Kenley => "zone-kenley",
        Zone::London => "zone-london",
        Zone::Channel => "zone-channel",
        Zone::DoverStrait => "zone-dover-strait",
        Zone::NorthSea => "zone-north-sea",
        Zone::France => "zone-france",
    }
}
