//! Combat on land, proved on positions built by hand: the book's example, and many battles of bots.

use super::data::Data;
use super::event::Coordination;
use super::nets::Front;
use super::orders::combat::Plan;
use super::state::{Phase, Position, State, Where};
use super::{Event, Mercury, Side, combat, declare, fights, manoeuvre, reaction};
use crate::board::{Reach, SpaceId, Step, UnitId};
use crate::engine::bot::Style;
use crate::engine::contest::{self, Contest};
use crate::engine::game::{Game as _, Setup};
use crate::engine::inputs::{Inputs, Pace};
use crate::engine::source::{DiceSource, Script};
use crate::engine::table::{Keep, Table};
use crate::orders::Item;

/// A scenario as it begins.
fn scenario(name: &str) -> (Data, State) {
    let setup = Setup {
        scenario: name.to_owned(),
        ..Setup::default()
    };
    Mercury::set_up(&setup).expect("a scenario")
}

fn unit(d: &Data, id: &str) -> UnitId {
    d.unit_named(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// Puts a unit somewhere.
fn put(d: &Data, s: &mut State, id: &str, at: &str) {
    let at = d.map.find(at).unwrap_or_else(|| panic!("no place {at}"));
    s.open.units[unit(d, id).index()].at = Where::At(at);
}

/// The first wave stands where it should come down, where no enemy is.
fn landed(d: &Data, s: &mut State) {
    let waves: Vec<UnitId> = d
        .land_ids()
        .filter(|unit| s.open.units[unit.index()].at == Where::Waiting)
        .filter(|unit| d.land(*unit).group.starts_with("w1"))
        .collect();
    for unit in waves {
        let at = d.map.find(&d.land(unit).at).expect("a target");
        let pos: Position<'_> = s.truth(d);
        if !pos.holds(at, Side::Allied) && pos.has_room(at, unit) {
            s.open.units[unit.index()].at = Where::At(at);
        }
    }
}

#[test]
fn battles_on_land_end_and_break_nothing() {
    for name in ["scenario-1", "scenario-3"] {
        let (data, mut state) = scenario(name);
        landed(&data, &mut state);
        for (seed, pace) in [(1, Pace::Strict), (2, Pace::Brisk)] {
            let contest = Contest {
                style: Style::Random,
                pace,
                keep: Keep::ALL,
                check: true,
            };
            let played = contest::play::<Mercury>(&data, &state, contest, seed);
            let played = played.unwrap_or_else(|fault| panic!("{name} {seed}: {fault}"));
            assert_eq!(played.turns, data.scenario.turns[1]);
            eprintln!("{name} {seed}: {:?} {:?}", played.outcome, played.counts);
        }
    }
}

/// An event in short.
fn words(event: &Event) -> String {
    match event {
        Event::Clash {
            odds,
            column,
            result,
            ..
        } => format!("clash {odds} {column} {result}"),
        Event::Fires { number, .. } => format!("fires {number}"),
        Event::Charge { steps, .. } => format!("charge {steps}"),
        other => other.words().to_owned(),
    }
}

#[test]
fn the_example_of_the_book_comes_out_as_printed() {
    // EX12 to EX19: seven companies against the hill, with guns on both sides.
    let (data, mut state) = scenario("scenario-1");
    let (d, s) = (&data, &mut state);
    for unit in &mut s.open.units {
        unit.at = Where::Out;
    }
    let manoeuvre = [
        ("g-koch", "W4313"),
        ("g-sarrazin", "W4214"),
        ("g-von-plessen", "W4214"),
        ("g-9-iii-sturm", "W4215"),
    ];
    let assault = [
        ("g-braun", "W4313"),
        ("g-12-iii-sturm", "W4214"),
        ("g-8-ii-sturm", "W4215"),
    ];
    let others = [
        ("g-sturm-rhq", "W4413"),
        ("g-1-7-art", "W4312"),
        ("g-5-ii-sturm", "W4312"),
        ("a-b-22-nz", "W4314"),
        ("a-b-23-nz", "W4314"),
        ("a-19-nz-eng", "W4314"),
        ("a-156-aa", "W4415"),
        ("a-c-22-nz", "W4415"),
    ];
    for (id, at) in manoeuvre.iter().chain(&assault).chain(&others) {
        put(d, s, id, at);
    }
    s.open.turn = 4;
    s.open.phase = Phase::Combat;
    let at = d.map.find("W4314").expect("a hex");
    for (id, _) in manoeuvre.iter().chain(&assault) {
        s.open.units[unit(d, id).index()].target = Some(at);
    }
    let ids = |of: &[(&str, &str)]| of.iter().map(|(id, _)| unit(d, id)).collect();
    let plan = Plan {
        manoeuvre: ids(&manoeuvre),
        assault: ids(&assault),
        lead: Some(unit(d, "g-koch")),
        spearhead: None,
        support: vec![unit(d, "g-1-7-art")],
    };
    let inputs = Inputs::<Mercury> {
        pace: Pace::Brisk,
        ..Inputs::default()
    };
    let dice = [("support", 3), ("defensive-support", 8), ("combat", 2)];
    let dice = dice.map(|(label, die)| (label.to_owned(), vec![die]));
    let dice = DiceSource::Script(Script::new(dice));
    let mut table = Table::new(d, state, &inputs, dice, Keep::ALL);
    manoeuvre::combat(&mut table, Side::German, at, &plan, Coordination::Full).expect("no stop");
    let words: Vec<String> = table.told.iter().map(|told| words(&told.event)).collect();
    let wanted = [
        "fires 1",
        "fires 0",
        "clash 2:1 3:1 D3F1 2",
        "crete-eliminated",
        "tires",
    ];
    assert_eq!(words, wanted);
    let Some(Event::Clash { tally, against, .. }) = table.told.get(2).map(|told| &told.event)
    else {
        panic!("a clash");
    };
    let sum: i32 = tally.terms.iter().map(|term| term.value).sum();
    assert_eq!(sum, -1, "{tally:?}");
    let terms: Vec<(&str, i32)> = tally
        .terms
        .iter()
        .map(|t| (t.name.as_str(), t.value))
        .collect();
    assert_eq!(
        terms,
        [("from-hexes", -1), ("river-side", 1), ("support", -1)]
    );
    // 9.41: the lead is the first to go; 9.66: the others stay for the assault.
    let gone = &table.state().open.units[against.index()];
    assert_eq!(gone.at, Where::Lost);
    let open = &table.state().open;
    assert_eq!(open.units[unit(d, "g-1-7-art").index()].fire, 1);
    assert_eq!(open.units[unit(d, "a-156-aa").index()].fire, 1);
    let pos: Position<'_> = table.state().truth(d);
    assert_eq!(pos.on(at, Side::Allied).len(), 2);
}

#[test]
fn coordination_follows_the_headquarters_and_the_die() {
    // EX51 and EX52.
    for (hq, rolls) in [(true, [6, 7, 8, 9]), (false, [2, 3, 4, 5])] {
        for (die, wanted) in rolls.into_iter().zip([
            Coordination::Full,
            Coordination::Plain,
            Coordination::Uncoordinated,
            Coordination::Frontal,
        ]) {
            let (data, mut state) = scenario("scenario-1");
            let d = &data;
            for unit in &mut state.open.units {
                unit.at = Where::Out;
            }
            put(d, &mut state, "g-koch", "W4313");
            put(d, &mut state, "a-b-22-nz", "W4314");
            if hq {
                put(d, &mut state, "g-sturm-rhq", "W4413");
            }
            let at = d.map.find("W4314").expect("a hex");
            let inputs = Inputs::<Mercury>::default();
            let dice = DiceSource::Script(Script::new([("coordination".to_owned(), vec![die])]));
            let mut table = Table::new(d, state, &inputs, dice, Keep::ALL);
            let found = combat::coordinate(&mut table, Side::German, at).expect("no stop");
            assert_eq!(found, wanted, "{hq} {die}");
        }
    }
}

/// A scenario with nobody on the map but these.
fn alone(name: &str, turn: u32, units: &[(&str, &str)]) -> (Data, State) {
    let (data, mut state) = scenario(name);
    for unit in &mut state.open.units {
        unit.at = Where::Out;
    }
    state.open.turn = turn;
    for (id, at) in units {
        put(&data, &mut state, id, at);
    }
    (data, state)
}

/// Where a unit can go, and at what cost in sixths of a point.
fn reach(d: &Data, s: &State, id: &str, strategic: bool) -> Option<Reach> {
    let pos: Position<'_> = s.truth(d);
    let unit = unit(d, id);
    let walk = pos.walk(unit, strategic)?;
    let net = Front::new(&pos, pos.side(unit)).net(walk);
    let mut steps = Vec::new();
    Some(Reach::flood(walk.start, walk.budget, |at, _, out| {
        steps.clear();
        net.0.from(at.item(), &mut steps);
        let step = |(item, cost): &(Item, u32)| Some(Step::on(SpaceId::from_item(*item)?, *cost));
        out.extend(steps.iter().filter_map(step));
    }))
}

// proves: mercury 4.13, 4.15, 4.22, 4.23, 4.24
#[test]
fn movement_costs_points_by_ground_river_and_road() {
    let (d, s) = alone(
        "scenario-3",
        10,
        &[("g-koch", "W4413"), ("a-a-7-rtr", "W4219")],
    );
    let at = |id: &str| d.map.find(id).expect("a hex");
    let foot = reach(&d, &s, "g-koch", false).expect("it moves");
    // Along the main road over the bridge to the airfield, half a point a hex.
    assert_eq!(foot.cost(at("W4414")), Some(3));
    assert_eq!(foot.cost(at("W4415")), Some(6));
    let tank = reach(&d, &s, "a-a-7-rtr", false).expect("it moves");
    assert_eq!(tank.cost(at("W4220")), Some(2));
    // Orchards are closed to it where no road leads.
    assert_eq!(d.map.place(at("W4117")).terrain, "olive");
    assert_eq!(tank.cost(at("W4117")), None);
}

// proves: mercury 5.21, 5.22, 5.23, 4.16
#[test]
fn zones_of_control_stop_whoever_enters() {
    let (d, s) = alone(
        "scenario-3",
        10,
        &[
            ("g-koch", "W4213"),
            ("a-b-22-nz", "W4015"),
            ("g-13-iv-sturm", "W4014"),
        ],
    );
    let at = |id: &str| d.map.find(id).expect("a hex");
    let pos: Position<'_> = s.truth(&d);
    let zone = pos.zones(Side::Allied);
    assert!(zone.has(at("W4014")) && zone.has(at("W4114")) && !zone.has(at("W4213")));
    let free = reach(&d, &s, "g-koch", false).expect("it moves");
    assert!(free.has(at("W4114")), "into the zone");
    assert!(!free.has(at("W4015")), "not to the enemy");
    // From zone to zone only for all of five points; the mortar has four.
    let mortar = reach(&d, &s, "g-13-iv-sturm", false).expect("it moves");
    assert!(!mortar.has(at("W4114")) || !zone.has(at("W4114")));
}

// proves: mercury 5.12, 5.13
#[test]
fn some_units_have_no_zone_of_control() {
    for (id, exerts) in [
        ("a-b-22-nz", true),
        ("a-a-7-rtr", false),
        ("a-156-aa", false),
        ("a-5-nz-bde", false),
        ("a-militia-1", false),
    ] {
        let (d, mut s) = alone("scenario-3", 10, &[(id, "W4314")]);
        let zone = |s: &State| {
            let pos: Position<'_> = s.truth(&d);
            pos.in_zone(d.map.find("W4313").expect("a hex"), Side::German)
        };
        assert_eq!(zone(&s), exerts, "{id}");
        s.open.units[unit(&d, id).index()].fatigued = true;
        assert!(!zone(&s), "{id} is tired");
    }
}

// proves: mercury 4.62, 4.63, 4.19
#[test]
fn surprise_and_interdiction_hold_the_allies_back() {
    let budget = |turn: u32, id: &str, at: &str, level: u8| {
        let (d, mut s) = alone("scenario-6", turn, &[(id, at)]);
        s.open.interdiction = [level; 4];
        let pos: Position<'_> = s.truth(&d);
        pos.walk(unit(&d, id), false)
            .map(|walk| (walk.budget, walk.one_hex))
    };
    assert_eq!(budget(1, "a-b-22-nz", "W4314", 0), Some((6, true)));
    assert_eq!(budget(2, "a-b-22-nz", "W4314", 0), Some((30, false)));
    assert_eq!(budget(2, "a-b-22-nz", "W4314", 2), Some((18, false)));
    assert_eq!(
        budget(3, "a-b-22-nz", "W4314", 2),
        Some((30, false)),
        "night"
    );
    assert_eq!(budget(1, "a-b-22-nz", "E3312", 0), None);
    assert_eq!(budget(2, "a-b-22-nz", "E3312", 0), Some((6, true)));
}

// proves: mercury 7.41, 7.42, 4.24
#[test]
fn who_may_react_is_next_to_the_combat_and_may_enter_it() {
    // EX10: no road for the tank in 4215; 4315 may help either hex.
    let units = [
        ("g-koch", "W4313"),
        ("g-sarrazin", "W4414"),
        ("a-b-22-nz", "W4314"),
        ("a-c-22-nz", "W4415"),
        ("a-19-nz-eng", "W4315"),
        ("a-a-7-rtr", "W4215"),
    ];
    let (d, mut s) = alone("scenario-1", 4, &units);
    let at = |id: &str| d.map.find(id).expect("a hex");
    s.open.active = Side::German;
    s.open.units[unit(&d, "g-koch").index()].target = Some(at("W4314"));
    s.open.units[unit(&d, "g-sarrazin").index()].target = Some(at("W4415"));
    let pos: Position<'_> = s.truth(&d);
    let places = reaction::places(&pos, Side::German);
    let found: Vec<(SpaceId, Vec<UnitId>)> = places
        .into_iter()
        .map(|place| (place.at, place.units))
        .collect();
    let help = vec![unit(&d, "a-19-nz-eng")];
    let mut wanted = vec![(at("W4314"), help.clone()), (at("W4415"), help)];
    wanted.sort();
    assert_eq!(found, wanted);
}

// proves: mercury 7.14, 6.32, 9.74
#[test]
fn fractions_of_dispersed_and_tired_units_count() {
    // EX57: half a point attacks nobody, one and a half does. EX56: two of four steps are half.
    let units = [
        ("g-14-iv-sturm", "W4313"),
        ("g-koch", "W4313"),
        ("a-b-22-nz", "W4314"),
    ];
    let (d, mut s) = alone("scenario-1", 4, &units);
    for id in ["g-14-iv-sturm", "g-koch"] {
        s.open.units[unit(&d, id).index()].dispersed = true;
    }
    let pos: Position<'_> = s.truth(&d);
    let targets = declare::targets(&pos, Side::German);
    assert_eq!(targets.len(), 1);
    assert_eq!(targets[0].units, [unit(&d, "g-koch")]);
    let defenders = [
        unit(&d, "g-koch"),
        unit(&d, "g-14-iv-sturm"),
        unit(&d, "g-murbe"),
    ];
    let mut s = alone("scenario-1", 4, &units).1;
    let tired = |s: &State| fights::tired_share(&s.truth(&d), &defenders);
    assert_eq!(tired(&s), 0);
    s.open.units[unit(&d, "g-14-iv-sturm").index()].fatigued = true;
    assert_eq!(tired(&s), 1);
    s.open.units[unit(&d, "g-koch").index()].fatigued = true;
    assert_eq!(tired(&s), 2);
}

// proves: mercury 8.12, 8.13
#[test]
fn zones_of_control_cut_the_way_of_command() {
    let units = [
        ("g-sturm-rhq", "W4311"),
        ("g-koch", "W4313"),
        ("a-b-22-nz", "W4314"),
    ];
    let (d, mut s) = alone("scenario-1", 4, &units);
    let at = d.map.find("W4314").expect("a hex");
    let hq = |s: &State| {
        let pos: Position<'_> = s.truth(&d);
        pos.commanders(Side::German, at)
    };
    assert_eq!(hq(&s), [unit(&d, "g-sturm-rhq")]);
    // Without friends beside the target every hex next to it is controlled.
    put(&d, &mut s, "g-koch", "W4312");
    assert!(hq(&s).is_empty());
    put(&d, &mut s, "g-koch", "W4313");
    s.open.units[unit(&d, "g-sturm-rhq").index()].dispersed = true;
    assert!(hq(&s).is_empty());
}
