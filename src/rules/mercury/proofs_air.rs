//! Drops, aircraft and airlanding, proved on positions built by hand: the examples of the book, and whole games of bots.

use super::data::Data;
use super::event::{Event, Fall, Touchdown};
use super::map::{Field, Sector};
use super::orders::air::{AirOrder, Card};
use super::state::{Bin, Mark, Position, State, Where};
use super::{Mercury, Mission, Side, air_phase, airlanding, bombardment, drops, flak};
use crate::board::UnitId;
use crate::engine::bot::Style;
use crate::engine::contest::{self, Contest};
use crate::engine::decision::Decision as _;
use crate::engine::game::{Game as _, Setup};
use crate::engine::inputs::{Inputs, Pace};
use crate::engine::ready::{OnSheet, Sheet as _};
use crate::engine::source::{DiceSource, Script};
use crate::engine::table::{Keep, Play, Table};
use crate::orders::lines::write_sheet;

/// A scenario with nobody on the map.
fn empty(name: &str) -> (Data, State) {
    let setup = Setup {
        scenario: name.to_owned(),
        ..Setup::default()
    };
    let (data, mut state) = Mercury::set_up(&setup).expect("a scenario");
    for unit in &mut state.open.units {
        unit.at = Where::Out;
    }
    (data, state)
}

fn unit(d: &Data, id: &str) -> UnitId {
    d.unit_named(id).unwrap_or_else(|| panic!("no unit {id}"))
}

fn put(d: &Data, s: &mut State, id: &str, at: &str) {
    let at = d.map.find(at).unwrap_or_else(|| panic!("no place {at}"));
    s.open.units[unit(d, id).index()].at = Where::At(at);
}

fn plane(d: &Data, s: &mut State, id: &str, bin: Bin) {
    let n = unit(d, id).index() - d.land.len();
    s.open.planes[n] = bin;
}

/// Plays something with these dice; gives the events and the position.
fn play(
    d: &Data,
    s: State,
    dice: &[(&str, &[u32])],
    what: impl FnOnce(&mut Table<'_, Mercury>) -> Play,
) -> (Vec<Event>, State) {
    let inputs = Inputs::<Mercury> {
        pace: Pace::Brisk,
        ..Inputs::default()
    };
    let dice = dice
        .iter()
        .map(|(label, values)| ((*label).to_owned(), values.to_vec()));
    let dice = DiceSource::Script(Script::new(dice));
    let mut table = Table::new(d, s, &inputs, dice, Keep::ALL);
    what(&mut table).expect("no stop");
    let events = table.told.iter().map(|told| told.event.clone()).collect();
    (events, table.state().clone())
}

fn terms(event: &Event) -> Vec<(String, i32)> {
    let tally = crate::engine::event::Happening::tally(event).expect("a tally");
    let terms = tally.terms.iter();
    terms.map(|term| (term.name.clone(), term.value)).collect()
}

#[test]
fn gliders_land_as_in_the_book() {
    // EX03 to EX05.
    type Landing<'a> = (
        &'a str,
        &'a str,
        &'a [(&'a str, &'a [u32])],
        i32,
        Fall,
        Option<&'a str>,
    );
    let cases: [Landing<'_>; 3] = [
        (
            "g-braun",
            "W4414",
            &[("g-braun/drop", &[9]), ("g-braun/drift", &[10])],
            -1,
            Fall::Adrift,
            None,
        ),
        (
            "g-koch",
            "W4215",
            &[("g-koch/drop", &[3])],
            2,
            Fall::Dispersed,
            Some("W4215"),
        ),
        (
            "g-sarrazin",
            "W4315",
            &[("g-sarrazin/drop", &[1])],
            1,
            Fall::Intact,
            Some("W4315"),
        ),
    ];
    for (id, target, dice, change, wanted, end) in cases {
        let (d, mut s) = empty("scenario-1");
        put(&d, &mut s, "a-156-aa", "W4415");
        put(&d, &mut s, "a-b-22-nz", "W4314");
        if id != "g-braun" {
            put(&d, &mut s, "a-c-22-nz", target);
        }
        if id == "g-sarrazin" {
            // The guns beside it are light ones in the book.
            put(&d, &mut s, "a-d-22-nz", "W4316");
        }
        s.open.units[unit(&d, id).index()].at = Where::Waiting;
        let at = d.map.find(target).expect("a hex");
        let jumper = unit(&d, id);
        let (events, s) = play(&d, s, dice, |t| drops::come_down(t, jumper, at).map(|_| ()));
        let Some(Event::Drops { fall, tally, .. }) = events.first() else {
            panic!("{id}: {events:?}");
        };
        let sum: i32 = tally.terms.iter().map(|term| term.value).sum();
        assert_eq!(
            (sum, *fall),
            (change, wanted),
            "{id}: {:?}",
            terms(&events[0])
        );
        let now = &s.open.units[jumper.index()];
        let end = end.map(|end| d.map.find(end).expect("a hex"));
        let wanted = end.map_or(Where::Lost, Where::At);
        assert_eq!(now.at, wanted, "{id}");
        assert_eq!(now.dispersed, wanted != Where::Lost && id == "g-koch");
    }
}

#[test]
fn a_lost_step_kills_who_has_one_and_guns_are_marked() {
    let (d, mut s) = empty("scenario-1");
    for id in ["g-murbe", "g-1-7-art", "g-13-iv-sturm", "g-koch"] {
        s.open.units[unit(&d, id).index()].at = Where::Waiting;
    }
    let (guns, mortar) = (unit(&d, "g-1-7-art"), unit(&d, "g-13-iv-sturm"));
    let (murbe, koch) = (unit(&d, "g-murbe"), unit(&d, "g-koch"));
    let dice: [(&str, &[u32]); 5] = [
        ("g-murbe/drop", &[10]),
        ("g-1-7-art/drop", &[1]),
        ("g-13-iv-sturm/drop", &[1]),
        ("g-koch/drop", &[10]),
        ("g-koch/drift", &[2]),
    ];
    put(&d, &mut s, "a-b-22-nz", "W4112");
    let flat = d.map.find("W4312").expect("a hex");
    let steep = drop_hex(&d, 3);
    let (_, s) = play(&d, s, &dice, |t| {
        assert_eq!(drops::come_down(t, murbe, steep)?, None);
        drops::come_down(t, guns, flat)?;
        drops::come_down(t, mortar, flat)?;
        Ok(())
    });
    let now = |unit: UnitId| s.open.units[unit.index()];
    assert_eq!(now(murbe).at, Where::Lost);
    assert_eq!((now(guns).fire, now(mortar).fire), (1, 0));
    assert!(now(guns).marks.has(Mark::Dropped));
    let _ = koch;
}

/// A hex with so much added to the die of who jumps there.
fn drop_hex(d: &Data, adds: i32) -> crate::board::SpaceId {
    let fits = |at: &crate::board::SpaceId| {
        let ground = d.tables.terrain.get(&d.map.place(*at).terrain);
        d.playable.has(*at) && ground.is_some_and(|ground| ground.drop == adds)
    };
    d.map.all().find(fits).expect("such a hex")
}

#[test]
fn guns_among_enemies_are_lost_and_who_fails_to_take_a_hex_leaves_it() {
    let (d, mut s) = empty("scenario-1");
    s.open.turn = 1;
    put(&d, &mut s, "a-b-22-nz", "W4314");
    put(&d, &mut s, "a-c-22-nz", "W4314");
    put(&d, &mut s, "a-d-22-nz", "W4314");
    let at = d.map.find("W4314").expect("a hex");
    put(&d, &mut s, "g-koch", "W4314");
    let koch = unit(&d, "g-koch");
    s.open.units[koch.index()].marks.put(Mark::Dropped);
    let dice: [(&str, &[u32]); 4] = [
        ("assault/round-1/defender", &[9]),
        ("assault/round-1/attacker", &[10]),
        ("assault/round-2/attacker-test", &[10]),
        ("assault/round-2/defender-test", &[10]),
    ];
    let (events, s) = play(&d, s, &dice, |t| {
        super::ashore::special_assault(
            t,
            Side::German,
            at,
            &super::ashore::landed(
                &super::pos(t),
                Side::German,
                at,
                super::state::Mark::Dropped,
            ),
        )
    });
    // 6.41: the Allies have two off their die in the first round, and nobody is coordinated.
    let Some(Event::Charge { tally, .. }) = events.first() else {
        panic!("{events:?}");
    };
    assert_eq!(tally.rule, "10.2");
    assert!(terms(&events[0]).contains(&("from-the-air".to_owned(), -2)));
    let Where::At(to) = s.open.units[koch.index()].at else {
        panic!("{events:?}");
    };
    let pos: Position<'_> = s.truth(&d);
    assert_eq!(d.map.distance(at, to), 1);
    assert!(!pos.holds(to, Side::Allied));
}

#[test]
fn flak_drives_off_as_in_the_book() {
    // EX31: six points with light guns under interdiction 1.
    let (d, mut s) = empty("scenario-3");
    s.open.turn = 4;
    s.open.interdiction[Sector::MalemeSuda.index()] = 1;
    let light = d
        .land_ids()
        .find(|unit| {
            d.land(*unit).kind == super::units::Type::LightAa
                && d.land(*unit).side() == Side::Allied
        })
        .expect("light guns");
    let at = d.map.find("W4314").expect("a hex");
    s.open.units[light.index()].at = Where::At(at);
    for id in [
        "a-b-22-nz",
        "a-c-22-nz",
        "a-d-22-nz",
        "a-b-23-nz",
        "a-c-23-nz",
    ] {
        put(&d, &mut s, id, "W4314");
    }
    let planes = ["air-i-stg-1", "air-ii-zg-26"].map(|id| d.unit_named(id));
    let mut planes: Vec<UnitId> = planes.into_iter().flatten().collect();
    if planes.len() < 2 {
        planes = d.plane_ids().take(2).collect();
    }
    let labels: Vec<String> = planes
        .iter()
        .map(|p| format!("flak/{}", d.plane(*p).id))
        .collect();
    let dice: [(&str, &[u32]); 2] = [(&labels[0], &[7]), (&labels[1], &[1])];
    let mut left = Vec::new();
    let (events, s) = play(&d, s, &dice, |t| {
        left = flak::shoot(t, &planes, at)?;
        Ok(())
    });
    let wanted = [
        ("light-flak-there", -2),
        ("crowded", -1),
        ("interdicted", 1),
    ];
    let wanted: Vec<(String, i32)> = wanted.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
    assert_eq!(terms(&events[0]), wanted);
    assert_eq!(left, planes[..1]);
    assert_eq!(s.open.plane(&d, planes[1]), Bin::Abort2);
}

#[test]
fn nobody_fires_from_a_hex_of_the_tired_alone() {
    let (d, mut s) = empty("scenario-3");
    s.open.turn = 4;
    put(&d, &mut s, "a-b-22-nz", "W4314");
    s.open.units[unit(&d, "a-b-22-nz").index()].fatigued = true;
    let at = d.map.find("W4314").expect("a hex");
    let planes: Vec<UnitId> = d.plane_ids().take(1).collect();
    let mut left = Vec::new();
    let (events, _) = play(&d, s, &[], |t| {
        left = flak::shoot(t, &planes, at)?;
        Ok(())
    });
    assert!(events.is_empty(), "{events:?}");
    assert_eq!(left, planes);
}

#[test]
fn an_unseen_target_is_hit_less_and_the_ground_protects() {
    // EX24 and EX30: 1F in rough ground costs nobody a step, and tires one; from the second turn on unseen fire is worse.
    for (turn, change) in [(1, 0), (2, 1)] {
        let (d, mut s) = empty("scenario-3");
        s.open.turn = turn;
        put(&d, &mut s, "a-b-22-nz", "W4314");
        let planes: Vec<UnitId> = ["air-i-stg-1"].iter().map(|id| unit(&d, id)).collect();
        let at = d.map.find("W4314").expect("a hex");
        plane(
            &d,
            &mut s,
            "air-i-stg-1",
            Bin::Mission(Mission::Bombardment),
        );
        let (events, s) = play(&d, s, &[("w4314/bombardment", &[5])], |t| {
            bombardment::bombard(t, Side::German, at, &planes)
        });
        let Some(Event::Fires { tally, .. }) = events.first() else {
            panic!("{events:?}");
        };
        let sum: i32 = tally.terms.iter().map(|term| term.value).sum();
        assert_eq!(sum, change - 1, "{:?}", terms(&events[0]));
        assert_eq!(s.open.plane(&d, planes[0]), Bin::Flown);
    }
}

#[test]
fn interdiction_needs_strength_and_passes() {
    // EX28: two Bf-109 make level 1 in the sector of Maleme, a Ju-87 and a Do-17 level 2 at Heraklion.
    let (d, s) = empty("scenario-6");
    let of = |kind: super::units::Aircraft, n: usize| -> Vec<UnitId> {
        let fits = |unit: &UnitId| d.plane(*unit).kind == kind;
        d.plane_ids().filter(fits).take(n).collect()
    };
    use super::units::Aircraft;
    let west = of(Aircraft::Bf109, 2);
    let mut east = of(Aircraft::Ju87, 1);
    east.extend(of(Aircraft::Do17, 1));
    let label = |sector: Sector, p: &UnitId| format!("{}/flak/{}", sector.id(), d.plane(*p).id);
    let mut labels: Vec<String> = west.iter().map(|p| label(Sector::MalemeSuda, p)).collect();
    labels.extend(east.iter().map(|p| label(Sector::Heraklion, p)));
    let dice: Vec<(&str, &[u32])> = labels.iter().map(|l| (l.as_str(), &[9][..])).collect();
    let (events, s) = play(&d, s, &dice, |t| {
        air_phase::interdict(t, Sector::MalemeSuda, &west)?;
        air_phase::interdict(t, Sector::Heraklion, &east)
    });
    assert_eq!(s.open.interdiction, [1, 0, 2, 0]);
    assert_eq!(terms(&events[0]), [("interdicting".to_owned(), 1)]);
    assert_eq!(s.open.plane(&d, west[0]), Bin::Flown);
    let (_, s) = play(&d, s, &[("flown", &[8, 9, 10, 1])], |t| {
        let turn = 5;
        t.happen(Event::Recalls { turn })?;
        air_phase::make_ready(t, Bin::Flown, 0)
    });
    // 12.43, and 12.23 b: up to 8 is ready.
    assert_eq!(s.open.interdiction, [0; 4]);
    let ready = air_phase::in_bin(&s.truth(&d), Bin::Flown).len();
    assert_eq!(ready, 2);
}

#[test]
fn readiness_is_harder_where_the_scenario_says_so() {
    let (d, mut s) = empty("scenario-1");
    s.open.turn = 2;
    let first = d.plane_ids().next().expect("a plane");
    for (turn, wanted) in [(2, Bin::Flown), (3, Bin::Ready)] {
        s.open.turn = turn;
        let mut start = s.clone();
        for n in 0..start.open.planes.len() {
            start.open.planes[n] = Bin::Out;
        }
        start.open.planes[first.index() - d.land.len()] = Bin::Flown;
        let (_, end) = play(&d, start, &[("flown", &[8])], |t| {
            air_phase::make_ready(t, Bin::Flown, 0)
        });
        assert_eq!(end.open.plane(&d, first), wanted, "turn {turn}");
    }
}

#[test]
fn no_more_than_three_stukas_are_split() {
    let (d, s) = empty("scenario-6");
    let view: Position<'_> = s.truth(&d);
    let whole: Vec<UnitId> = d
        .plane_ids()
        .filter(|unit| d.plane(*unit).kind == super::units::Aircraft::Ju87)
        .take(4)
        .collect();
    let split = |n: usize| -> Vec<(usize, AirOrder)> {
        let order = |(line, unit): (usize, &UnitId)| (line, AirOrder::Split { unit: *unit });
        whole[..n].iter().enumerate().map(order).collect()
    };
    assert!(Card.answer(&view, split(3)).is_ok());
    let problems = Card.answer(&view, split(4)).expect_err("a fourth");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].rule, Some("12.13"));
    // Halves fly on the turn they are split, and the split one does not.
    let half = air_phase::next_halves(&view)[0];
    let mut orders = split(1);
    orders.push((1, AirOrder::Ground { units: vec![half] }));
    assert!(Card.answer(&view, orders.clone()).is_ok());
    orders.push((
        2,
        AirOrder::Search {
            units: vec![whole[3], half],
        },
    ));
    assert!(Card.answer(&view, orders).is_err());
    // What bots write the form takes.
    let picks = write_sheet(&[AirOrder::Split { unit: whole[0] }]);
    assert!(OnSheet(Card).answer(&view, &picks).is_ok());
}

#[test]
fn an_airfield_takes_so_many_steps() {
    // EX08 and EX60.
    let (d, mut s) = empty("scenario-6");
    s.open.turn = 4;
    let hexes = d.map.field(Field::Heraklion);
    for (at, id) in hexes.iter().zip(["g-koch", "g-sarrazin"]) {
        s.open.units[unit(&d, id).index()].at = Where::At(*at);
    }
    let pos: Position<'_> = s.truth(&d);
    assert!(airlanding::is_open(&pos, Field::Heraklion));
    assert_eq!(airlanding::capacity(&pos, Field::Heraklion), 8);
    assert_eq!(airlanding::capacity(&pos, Field::Maleme), 7);
    assert_eq!(airlanding::capacity(&pos, Field::Retimo), 5);
    let mut night = s.clone();
    night.open.turn = 6;
    assert!(!airlanding::is_open(&night.truth(&d), Field::Heraklion));
    // Guns in range; then also a zone of control.
    let guns = d
        .land_ids()
        .find(|unit| {
            let printed = d.land(*unit);
            printed.side() == Side::Allied
                && printed.guns.is_some_and(|(_, range)| range >= 3)
                && !printed.is_flak()
        })
        .expect("guns");
    let near = |n: u32| {
        let far = |at: &crate::board::SpaceId| {
            let least = hexes.iter().map(|hex| d.map.distance(*hex, *at)).min();
            least == Some(n) && d.map.place(*at).is_land()
        };
        d.map.all().find(far).expect("a hex")
    };
    s.open.units[guns.index()].at = Where::At(near(2));
    assert_eq!(airlanding::capacity(&s.truth(&d), Field::Heraklion), 5);
    put_at(&d, &mut s, "a-b-22-nz", near(1));
    assert_eq!(airlanding::capacity(&s.truth(&d), Field::Heraklion), 6);
    // EX09: with guns in range one is added.
    for (die, wanted) in [
        (3, Touchdown::UnderFire),
        (4, Touchdown::Loss),
        (8, Touchdown::Loss),
        (9, Touchdown::Destroyed),
    ] {
        let comes = unit(&d, "g-6-ii-100");
        let mut s = s.clone();
        s.open.units[comes.index()].at = Where::Waiting;
        let at = hexes[0];
        let (events, _) = play(&d, s, &[("g-6-ii-100", &[die])], |t| {
            let threat = airlanding::threat(&super::pos(t), Field::Heraklion);
            airlanding::touch_down(t, comes, at, threat)
        });
        let Some(Event::Airlands { touchdown, .. }) = events.first() else {
            panic!("{events:?}");
        };
        assert_eq!(*touchdown, wanted, "{die}");
    }
}

fn put_at(d: &Data, s: &mut State, id: &str, at: crate::board::SpaceId) {
    s.open.units[unit(d, id).index()].at = Where::At(at);
}

#[test]
fn whole_games_with_drops_end_and_break_nothing() {
    for (name, seeds) in [
        ("scenario-1", 1..=3),
        ("scenario-2", 1..=2),
        ("scenario-3", 1..=2),
    ] {
        let setup = Setup {
            scenario: name.to_owned(),
            ..Setup::default()
        };
        let (data, state) = Mercury::set_up(&setup).expect("a scenario");
        for seed in seeds {
            let contest = Contest {
                style: Style::Random,
                pace: if seed == 2 { Pace::Brisk } else { Pace::Strict },
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
