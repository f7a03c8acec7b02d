//! The position as a player reads it: what it takes to win, supply, the air card, who stands where, who is to come.

use std::fmt::Write as _;

use super::airlanding;
use super::drops;
use super::map::{Field, Sector};
use super::points;
use super::scenario::{Band, Level, Victory};
use super::side::Side;
use super::state::{self, Bin, Position, Where};
use super::victory;
use crate::board::{SpaceId, UnitId};
use crate::engine::game::Side as _;
use crate::orders::{Arg, Item, Phrase};

/// The position, line by line.
pub(super) fn lines(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = vec![turn(v)];
    lines.extend(to_win(v));
    if let Some(turn) = v.open.evacuation {
        lines.push(Phrase::new("stands-evacuation").with("turn", number(turn)));
    }
    lines.push(losses(v));
    lines.extend(supply(v));
    lines.extend(air(v));
    lines.extend(convoys(v));
    for side in Side::BOTH {
        let spots = v.spots(side);
        if !spots.is_empty() {
            lines.push(Phrase::new("stands-army").with("side", Item::Word(side.word())));
        }
        for at in spots {
            lines.push(
                Phrase::new("stands-at")
                    .with("at", hex(v, at))
                    .with("units", stack(v, &v.on(at, side))),
            );
        }
    }
    lines.extend(to_come(v));
    let improved: Vec<Item> = v
        .open
        .improved
        .iter()
        .filter(|at| v.data.playable.has(**at))
        .map(|at| Item::from(*at))
        .collect();
    if !improved.is_empty() {
        lines.push(Phrase::new("stands-improved").with("places", improved));
    }
    lines.push(Phrase::new("stands-factors"));
    lines
}

fn number(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn turn(v: &Position<'_>) -> Phrase {
    let open = v.open;
    let part = match state::hour(open.turn) {
        state::Hour::Am => "hour-am",
        state::Hour::Pm => "hour-pm",
        state::Hour::Night => "hour-night",
    };
    Phrase::new("crete-at-turn")
        .with("turn", number(open.turn))
        .with("turns", number(v.data.scenario.turns[1]))
        .with("day", number(state::day(open.turn)))
        .with("hour", Phrase::new(part))
}

/// Rules 14 and 22: what it takes to win, and how far it is.
fn to_win(v: &Position<'_>) -> Vec<Phrase> {
    let (n, level) = victory::level(v);
    let now = |phrase: Phrase| phrase.with("n", n).with("now", Phrase::new(level.short()));
    let held = |places: Vec<SpaceId>| -> Vec<Item> {
        let held = places.into_iter().filter(|at| v.holds(*at, Side::German));
        held.map(Item::from).collect()
    };
    match &v.data.scenario.victory {
        Victory::Around { hex } => {
            let Some(at) = v.data.map.find(hex) else {
                return Vec::new();
            };
            let mut land = v.data.map.within(at, 1);
            land.retain(|near| *near != at && v.data.map.place(*near).is_land());
            let places: Vec<Item> = land.into_iter().map(Item::from).collect();
            vec![now(Phrase::new("stands-victory-around")
                .with("at", at)
                .with("places", places))]
        }
        Victory::Airfields { fields, near } => {
            let fields = Field::ALL
                .into_iter()
                .filter(|field| fields.iter().any(|id| id == field.id()));
            let hexes = fields.flat_map(|field| v.data.map.field(field));
            let places: Vec<Item> = hexes.map(Item::from).collect();
            let phrase = Phrase::new("stands-victory-airfields").with("places", places);
            vec![now(phrase.with("near", number(*near)))]
        }
        Victory::Objectives { hexes, bands } => {
            let found: Vec<SpaceId> = hexes.iter().filter_map(|id| v.data.map.find(id)).collect();
            let places: Vec<Item> = found.iter().map(|at| Item::from(*at)).collect();
            let phrase = Phrase::new("stands-victory-objectives")
                .with("places", places)
                .with("bands", ladder(bands));
            let held = held(found);
            let none = held.is_empty();
            let mut lines = vec![now(phrase)];
            if !none {
                lines.push(Phrase::new("stands-objectives").with("places", held));
            }
            lines
        }
        Victory::Points {
            bands,
            airfields_by,
        } => {
            let phrase = Phrase::new("stands-victory-points").with("bands", ladder(bands));
            let mut lines = vec![now(phrase)];
            for term in points::count(v).terms {
                let of = term.of.and_then(|id| v.data.map.find(&id));
                let phrase = Phrase::new(match of {
                    Some(_) => "stands-points-of",
                    None => "stands-points",
                });
                let phrase = match of {
                    Some(at) => phrase.with("at", at),
                    None => phrase.with("what", Phrase::new(points::words(&term.name))),
                };
                lines.push(phrase.with("n", term.value));
            }
            if let Some(turn) = airfields_by.filter(|turn| *turn >= v.open.turn) {
                lines.push(Phrase::new("stands-airfield-by").with("turn", number(turn)));
            }
            lines
        }
    }
}

/// `60 German decisive, 40 German substantial, ...`: from so many on.
fn ladder(bands: &[Band]) -> Phrase {
    let rung = |band: &Band| {
        let key = if band.from > -99 {
            "stands-band"
        } else {
            "stands-band-else"
        };
        Phrase::new(key)
            .with("from", band.from)
            .with("level", Phrase::new(band.level.short()))
    };
    let rungs = bands.iter().map(rung);
    let joined = rungs.reduce(|a, b| Phrase::new("form-list").with("a", a).with("b", b));
    joined.unwrap_or_else(|| Phrase::new("crete-silent"))
}

impl Level {
    const fn short(self) -> &'static str {
        match self {
            Self::GermanDecisive => "level-german-decisive",
            Self::GermanSubstantial => "level-german-substantial",
            Self::GermanMarginal => "level-german-marginal",
            Self::AlliedMarginal => "level-allied-marginal",
            Self::AlliedSubstantial => "level-allied-substantial",
            Self::AlliedDecisive => "level-allied-decisive",
        }
    }
}

fn losses(v: &Position<'_>) -> Phrase {
    let [others, greeks, germans] = v.open.steps_lost.map(number);
    Phrase::new("stands-losses")
        .with("germans", germans)
        .with("others", others)
        .with("greeks", greeks)
}

/// `W4123 Galatas`: the number that orders use, and the name.
fn hex(v: &Position<'_>, at: SpaceId) -> String {
    let place = v.data.map.place(at);
    match &place.name {
        Some(name) if !place.zone => format!("{} {name}", place.id),
        Some(name) => name.clone(),
        None => place.id.clone(),
    }
}

impl Sector {
    const fn title(self) -> &'static str {
        match self {
            Self::MalemeSuda => "sector-maleme-suda",
            Self::Retimo => "sector-retimo",
            Self::Heraklion => "sector-heraklion",
            Self::SouthCrete => "sector-south-crete",
        }
    }
}

/// Rule 15: a line for each side and sector.
fn supply(v: &Position<'_>) -> Vec<Phrase> {
    if !v.data.scenario.supply {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for side in Side::BOTH {
        for sector in &v.data.scenario.sectors {
            let lies = super::supply::lies(v, side, *sector);
            lines.push(
                Phrase::new("stands-supply")
                    .with("side", Item::Word(side.word()))
                    .with("sector", Phrase::new(sector.title()))
                    .with("level", super::supply::status(v, side, *sector).phrase())
                    .with("ready", i32::from(lies.ready))
                    .with("spent", i32::from(lies.spent)),
            );
        }
    }
    lines
}

/// Section 12: the boxes of the card, and what is interdicted.
fn air(v: &Position<'_>) -> Vec<Phrase> {
    let mut boxes: Vec<(Bin, Vec<UnitId>)> = Vec::new();
    for plane in v.data.plane_ids() {
        let bin = v.open.plane(v.data, plane);
        match boxes.iter_mut().find(|(one, _)| *one == bin) {
            _ if bin == Bin::Out => {}
            Some((_, planes)) => planes.push(plane),
            None => boxes.push((bin, vec![plane])),
        }
    }
    boxes.sort_by_key(|(bin, _)| *bin);
    let told = |(bin, planes): (Bin, Vec<UnitId>)| {
        let names = planes.iter().map(|unit| {
            let printed = v.data.plane(*unit);
            format!(
                "{} ({}-{})",
                printed.name, printed.bombardment, printed.naval
            )
        });
        let names = names.collect::<Vec<_>>().join(", ");
        Phrase::new("stands-bin")
            .with("bin", Phrase::new(bin.title()))
            .with("planes", names)
    };
    let mut lines: Vec<Phrase> = boxes.into_iter().map(told).collect();
    for sector in Sector::ALL {
        let level = v.open.interdiction[sector.index()];
        if level > 0 {
            lines.push(
                Phrase::new("stands-interdicted")
                    .with("sector", Phrase::new(sector.title()))
                    .with("level", i32::from(level)),
            );
        }
    }
    lines
}

impl Bin {
    const fn title(self) -> &'static str {
        use super::scenario::Mission;
        match self {
            Self::Out | Self::Ready => "bin-ready",
            Self::Mission(Mission::Interdiction) => "bin-interdiction",
            Self::Mission(Mission::Bombardment) => "bin-bombardment",
            Self::Mission(Mission::Search) => "bin-search",
            Self::Mission(Mission::Naval) => "bin-naval",
            Self::Flown => "bin-flown",
            Self::Abort1 => "bin-abort-1",
            Self::Abort2 => "bin-abort-2",
        }
    }
}

/// Rule 21: markers on the Turn Track, convoys off Crete, and those that wait at Alexandria.
fn convoys(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = Vec::new();
    for slip in &v.hidden.schedule {
        let phrase = match slip.convoy {
            Some(convoy) => Phrase::new("stands-convoy").with("convoy", convoy),
            None => Phrase::new("stands-marker"),
        };
        lines.push(phrase.with("turn", number(slip.turn)));
    }
    for arrival in &v.open.arrivals {
        let at: Vec<Item> = arrival.at.iter().map(|at| Item::from(*at)).collect();
        lines.push(
            Phrase::new("stands-arrival")
                .with("convoy", arrival.convoy)
                .with("at", at),
        );
    }
    for back in &v.open.returned {
        let units: Vec<Item> = back.units.iter().map(|unit| Item::from(*unit)).collect();
        if !units.is_empty() {
            let phrase = Phrase::new("stands-returned").with("units", units);
            lines.push(phrase.with("turn", number(back.from)));
        }
    }
    lines
}

/// Rules 6.11, 6.53 and 21.1: who is to come, and when.
fn to_come(v: &Position<'_>) -> Vec<Phrase> {
    let mut lines = Vec::new();
    let waits = |unit: &UnitId| v.unit(*unit).at == Where::Waiting;
    let waiting: Vec<UnitId> = v.data.land_ids().filter(waits).collect();
    let mut drops: Vec<(u32, Vec<UnitId>)> = Vec::new();
    for unit in &waiting {
        let Some(turn) = drops::turn_of(v, *unit) else {
            continue;
        };
        match drops.iter_mut().find(|(one, _)| *one == turn) {
            Some((_, units)) => units.push(*unit),
            None => drops.push((turn, vec![*unit])),
        }
    }
    drops.sort_by_key(|(turn, _)| *turn);
    for (turn, units) in drops {
        let phrase = Phrase::new("stands-drop").with("turn", number(turn));
        lines.push(phrase.with("units", targets(v, &units)));
    }
    let mut groups: Vec<(u32, Vec<UnitId>)> = Vec::new();
    for unit in airlanding::queue(v) {
        let Some(group) = airlanding::group(v, unit) else {
            continue;
        };
        match groups.iter_mut().find(|(one, _)| *one == group) {
            Some((_, units)) => units.push(unit),
            None => groups.push((group, vec![unit])),
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    for (n, (_, units)) in groups.into_iter().enumerate() {
        let n = i32::try_from(n + 1).unwrap_or(i32::MAX);
        let phrase = Phrase::new("stands-airland").with("n", n);
        lines.push(phrase.with("units", stack(v, &units)));
    }
    let ashore = |unit: &&UnitId| v.printed(**unit).group == "alexandria";
    let there: Vec<UnitId> = waiting.iter().filter(ashore).copied().collect();
    if !there.is_empty() {
        lines.push(Phrase::new("stands-alexandria").with("units", stack(v, &there)));
    }
    lines
}

/// Units that jump, each with its target, if one is printed.
fn targets(v: &Position<'_>, units: &[UnitId]) -> Arg {
    let name = |unit: &UnitId| {
        let at = &v.printed(*unit).at;
        match v.data.map.find(at) {
            Some(_) => format!("{} > {at}", counter(v, *unit)),
            None => counter(v, *unit),
        }
    };
    units.iter().map(name).collect::<Vec<_>>().join(", ").into()
}

/// Units with their factors as they are.
fn stack(v: &Position<'_>, units: &[UnitId]) -> Arg {
    let names = units.iter().map(|unit| counter(v, *unit));
    names.collect::<Vec<_>>().join(", ").into()
}

/// `Koch 3-2-8-4 2s`: attack or guns and their range, defence, efficiency, movement, steps; `f` fatigued, `d` dispersed,
/// `F1` and `F2` for its fire.
fn counter(v: &Position<'_>, unit: UnitId) -> String {
    let (printed, now) = (v.printed(unit), v.unit(unit));
    let ratings = v.ratings(unit);
    let attack = match printed.guns {
        Some((guns, range)) => format!("({guns}/{range})"),
        None => ratings.attack.to_string(),
    };
    let mut text = format!(
        "{} {attack}-{}-{}-{}",
        printed.name, ratings.defence, ratings.efficiency, ratings.movement
    );
    if printed.is_hq() {
        let _ = write!(text, " r{}", v.command_range(unit));
    } else if v.steps(unit) > 1 {
        text.push_str(" 2s");
    }
    for (is, mark) in [(now.fatigued, " f"), (now.dispersed, " d")] {
        if is {
            text.push_str(mark);
        }
    }
    if now.fire > 0 {
        let _ = write!(text, " F{}", now.fire);
    }
    text
}
