//! The corridor: what its board must be. Each proof is shown to fail on a board that is wrong.

use fieldpost::board::Board;
use fieldpost::engine::files::Files;
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::rules::MarketGarden;

const FILE: &str = "scenarios/market-garden/board.toml";

fn text() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    std::fs::read_to_string(path).expect("a file")
}

fn board() -> Board {
    Board::read(&text(), FILE).expect("a good board")
}

/// What an owner is told of the board with something in it changed.
fn told(old: &str, new: &str) -> String {
    told_all(&[(old, new)])
}

fn told_all(changes: &[(&str, &str)]) -> String {
    let mut text = text();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    let mut files = Files::of_folder("mine");
    files.put("board.toml", &text);
    let setup = Setup {
        scenario: "basic".to_owned(),
        files,
        ..Setup::default()
    };
    match MarketGarden::set_up(&setup) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_board_has_its_areas_zones_bridges_and_ferries() {
    let board = board();
    assert_eq!(board.len(), 75);
    let zones = board
        .spaces()
        .filter(|at| board.space(*at).terrain == "zone");
    assert_eq!(zones.count(), 10);
    let sides: Vec<_> = board.sides().map(|side| board.side_of(side)).collect();
    assert_eq!(sides.iter().filter(|side| side.has("bridge")).count(), 20);
    assert_eq!(sides.iter().filter(|side| side.has("ferry")).count(), 3);
    for side in &sides {
        let wet = side.has("river") || side.has("canal");
        assert!(wet || !side.has("bridge"), "a bridge over nothing");
        assert!(
            side.has("river") || !side.has("ferry"),
            "a ferry on no river"
        );
        let crossing = side.has("bridge") || side.has("ferry");
        assert!(
            !wet || !side.has("road") || crossing,
            "a road into the water"
        );
    }
    for space in board.spaces().map(|at| board.space(at)) {
        let tem: i32 = space.tag("tem").unwrap().parse().unwrap();
        assert!((1..=4).contains(&tem), "{}", space.id);
    }
}

#[test]
fn the_board_as_it_ships_is_proven() {
    assert_eq!(told("name Ede", "name Ede"), "");
}

#[test]
fn a_river_that_is_bypassed_is_found() {
    // Without its water a boundary is a way round.
    let maas = told("\"Maas\" = \"32-44 ", "\"Maas\" = \"");
    assert!(
        maas.contains("the Maas is bypassed: from F one gets to 40"),
        "{maas}"
    );
    let waal = told("20-31 22-33 ", "20-31 ");
    assert!(waal.contains("the Waal is bypassed"), "{waal}");
    let rhine = told("12-25 12-26 16-26", "12-25 16-26");
    assert!(rhine.contains("the Rhine is bypassed"), "{rhine}");
}

#[test]
fn a_sector_that_falls_apart_is_found() {
    // Over Nijmegen alone the 82nd gets across the Waal.
    let apart = told("name Nijmegen, tem 4, sector AA", "name Nijmegen, tem 4");
    assert!(apart.contains("the sector of AA falls apart"), "{apart}");
    let outside = told("name Wolfheze, tem 2, sector RD", "name Wolfheze, tem 2");
    assert!(
        outside.contains("4 is no part of the sector of RD"),
        "{outside}"
    );
}

#[test]
fn a_road_that_breaks_off_is_found() {
    let gone = told(" 53-54 53-55", " 53-55");
    assert!(
        gone.contains("the main road breaks off between 54 and 53"),
        "{gone}"
    );
    let far = told("F 65 64 60 54", "F 65 64 60 53");
    assert!(
        far.contains("`53` is no neighbour of the space before it"),
        "{far}"
    );
    let short = told(" 12 11 9 A\"", " 12\"");
    assert!(short.contains("does not lead from F to A"), "{short}");
}

#[test]
fn an_entry_without_a_road_is_found() {
    // From Venray two roads lead out.
    assert_eq!(told(" 49-E", ""), "");
    let stuck = told_all(&[(" 49-E", ""), (" 62-E", "")]);
    assert!(stuck.contains("no road leads out of zone E"), "{stuck}");
}

#[test]
fn a_bridge_over_nothing_and_a_road_into_the_water_are_found() {
    let bridge = told(
        "\"Westervoort bridge\" = \"12-16\"",
        "\"Westervoort bridge\" = \"12-13\"",
    );
    assert!(bridge.contains("12-13: a bridge over nothing"), "{bridge}");
    let road = told("\"Pannerden\" = \"17-30\"", "");
    assert!(road.contains("17-30: a road into the water"), "{road}");
}
