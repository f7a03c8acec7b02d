//! England: hexes in columns, drawn whole and in windows, and the zones around it as a map of their own.

use fieldpost::board::{Board, Picture};
use fieldpost::draw::{Detail, Sheet, Window, ascii, png, svg};
use fieldpost::orders::Lang;

fn board(text: &str) -> Board {
    Board::read(text, "board.toml").expect("a good board")
}

fn england() -> Board {
    board(include_str!("../../../scenarios/sealion/board.toml"))
}

fn sheet<'a>(board: &'a Board, picture: &'a Picture, window: Window) -> Sheet<'a> {
    Sheet {
        board,
        picture,
        window,
        empty_boxes: false,
        lang: Lang::En,
        say: &|_| None,
        title: "England",
        note: "",
    }
}

/// Where the pictures are left for whoever wants to look at them.
fn left(name: &str, sheet: &Sheet<'_>) -> String {
    let drawn = svg::draw_fixed(sheet, svg::natural_width(sheet));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let bytes = png::from_svg(&drawn).expect("a picture");
    std::fs::write(folder.join(name), bytes).expect("written");
    drawn
}

#[test]
fn hexes_in_columns_have_their_neighbours() {
    let board = england();
    let find = |id: &str| board.find(id).unwrap_or_else(|| panic!("no hex {id}"));
    // Of an even column and of an odd one, as the rulebook's example 7 and 3 have them.
    let near = |id: &str| -> Vec<String> {
        let mut ids: Vec<String> = board
            .links(find(id))
            .iter()
            .map(|link| board.space(link.to).id.clone())
            .collect();
        ids.sort();
        ids
    };
    assert_eq!(
        near("4022"),
        ["3922", "3923", "4021", "4023", "4122", "4123"]
    );
    assert_eq!(
        near("3623"),
        ["3523", "3524", "3622", "3624", "3723", "3724"]
    );
    // Dover and Folkestone lie three hexes from the guns of Cap Gris-Nez (13.1.2).
    for id in ["4223", "4124"] {
        assert_eq!(board.distance(find("4326"), find(id)), 3, "{id}");
    }
    assert_eq!(board.within(find("3421"), 1).len(), 7);
    for id in ["0101", "2515", "5431"] {
        let number = board.number(find(id)).expect("a hex");
        assert_eq!(format!("{:02}{:02}", number.col, number.row), id);
        assert_eq!(board.numbered(number), Some(find(id)));
    }
}

#[test]
fn england_is_drawn_whole_and_in_windows() {
    let board = england();
    let picture = Picture::default();
    let whole = sheet(&board, &picture, Window::Whole);
    let outline = left("england.png", &whole);
    assert!(outline.len() < 700_000, "{}", outline.len());
    for name in [
        "London",
        "Dover",
        "Liverpool",
        "Birmingham",
        "Straits of Dover",
    ] {
        assert!(outline.contains(name), "{name}");
    }
    let full = svg::draw(&whole, svg::natural_width(&whole), Detail::Full);
    assert!(full.len() < 1_200_000, "{}", full.len());
    let centre = board.find("3923").expect("Faversham");
    let window = sheet(&board, &picture, Window::Around { centre, radius: 6 });
    let near = left("kent.png", &window);
    assert!(near.len() < 250_000, "{}", near.len());
    for name in ["Canterbury", "Folkestone", "Sheerness", "Stour"] {
        assert!(near.contains(name), "{name}");
    }
    for drawn in [ascii::draw(&whole), ascii::draw(&window)] {
        assert!(
            drawn.iter().all(|line| line.chars().count() <= 72),
            "{drawn:#?}"
        );
    }
    let close = Window::Around { centre, radius: 3 };
    let cells = ascii::draw(&sheet(&board, &picture, close)).join("\n");
    // An even column lies lower than its neighbours.
    let line = |id: &str| cells.lines().position(|line| line.contains(id));
    assert!(
        line("4022") > line("3922") && line("4022") < line("3923"),
        "{cells}"
    );
}

#[test]
fn the_zones_are_a_map_of_their_own() {
    let board = board(include_str!("../../../scenarios/sealion/display.toml"));
    let picture = Picture::default();
    let drawn = left("zones.png", &sheet(&board, &picture, Window::Whole));
    assert!(drawn.len() < 200_000, "{}", drawn.len());
    for name in ["Bay of Biscay", "Scapa Flow", "Jutland Coast", "Holland"] {
        assert!(drawn.contains(name), "{name}");
    }
}

/// What the rulebook's text says of the map, of which the rest is reconstructed.
#[test]
fn the_board_agrees_with_the_rulebook() {
    let board = england();
    let find = |id: &str| board.find(id).unwrap_or_else(|| panic!("no hex {id}"));
    let here = |id: &str| board.space(find(id));
    let ground = |id: &str| here(id).terrain.trim_start_matches("coastal-").to_owned();
    let side = |a: &str, b: &str| {
        let side = board.side(find(a), find(b));
        board.side_of(side.unwrap_or_else(|| panic!("{a} and {b} are no neighbours")))
    };
    for (ids, terrain) in [
        ("2307 3624 4022", "wood"),
        ("3823 3724 3623 3625", "clear"),
        ("4413", "sea"),
    ] {
        for id in ids.split(' ') {
            assert_eq!(ground(id), terrain, "{id}");
        }
    }
    for (a, b) in [("2522", "2523"), ("2207", "2307")] {
        assert!(side(a, b).has("river"), "{a}-{b}");
    }
    for (a, b) in [("3823", "3724"), ("3724", "3623")] {
        assert!(!side(a, b).has("river"), "example 6 crosses none: {a}-{b}");
    }
    assert!(side("3922", "3923").has("crossing"));
    assert_eq!(side("3525", "3526").tag("escarpment"), Some("3526"));
    // Example 4: the railway from Yarmouth.
    let rail: Vec<_> = board.lines().iter().map(|line| &line.spaces).collect();
    let joined = |a: &str, b: &str| {
        let pair = [find(a), find(b)];
        let back = [find(b), find(a)];
        rail.iter()
            .any(|line| line.windows(2).any(|two| two == pair || two == back))
    };
    for pair in [
        "4313 4213",
        "4213 4114",
        "4114 4014",
        "4014 3915",
        "3915 3815",
        "3623 3624",
    ] {
        let (a, b) = pair.split_once(' ').expect("two");
        assert!(joined(a, b), "{pair}");
    }
    // 9.4.1: cliffs where only mountain troops land; 4.22.3: sixteen inland ports.
    for id in ["3626", "1927", "4223"] {
        assert!(here(id).has("cliff") && here(id).has("assault"), "{id}");
    }
    assert!(!here("3721").has("assault"), "no full sea hex beside it");
    let inland: Vec<_> = board.tagged("blocked").collect();
    assert_eq!(inland.len(), 16);
    for port in inland {
        let space = board.space(port);
        for hex in space.tag("blocked").unwrap_or_default().split(' ') {
            assert_ne!(ground(hex), "sea", "{hex} blocks {}", space.label());
            assert!(
                board.distance(port, find(hex)) <= 3,
                "{hex} blocks {}",
                space.label()
            );
        }
    }
    // 1.1.2: Southern England holds 22 points of ships and 16 of aircraft.
    let southern =
        |at: &fieldpost::board::SpaceId| board.space(*at).tag("zone") == Some("southern-england");
    let ports: u32 = board
        .tagged("port")
        .filter(southern)
        .filter_map(|at| board.space(at).tag("port")?.parse::<u32>().ok())
        .sum();
    assert_eq!(ports, 22);
    assert_eq!(board.tagged("airbase").filter(southern).count() * 4, 16);
    // Every hex of England is linked by land.
    let land = |at: fieldpost::board::SpaceId| {
        !matches!(board.space(at).terrain.as_str(), "sea" | "neutral")
    };
    let mut reached = vec![find("3421")];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for link in board.links(at) {
            let dry = !board.side_of(link.side).has("no-land");
            if dry && land(link.to) && !reached.contains(&link.to) {
                reached.push(link.to);
            }
        }
    }
    let lost: Vec<_> = board
        .spaces()
        .filter(|at| land(*at) && !reached.contains(at))
        .map(|at| board.space(at).id.clone())
        .collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// Boxes and zones are the same list, and ports open on seas beside their zones.
#[test]
fn every_zone_is_a_box_of_the_board() {
    let board = england();
    let zones: toml::Table = include_str!("../../../scenarios/sealion/zones.toml")
        .parse()
        .expect("good data");
    let zones = zones["zone"].as_array().expect("zones");
    let text = |zone: &toml::Value, key: &str| {
        zone.get(key)
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let ids: Vec<String> = zones.iter().map(|zone| text(zone, "id")).collect();
    assert_eq!(ids.len(), 33);
    assert!(board.boxes().iter().map(|off| &off.id).eq(&ids));
    let near = |id: &str| -> Vec<String> {
        let zone = zones.iter().find(|zone| text(zone, "id") == id);
        let near = zone
            .and_then(|zone| zone.get("near"))
            .and_then(toml::Value::as_array);
        near.into_iter()
            .flatten()
            .filter_map(|one| Some(one.as_str()?.to_owned()))
            .collect()
    };
    for id in &ids {
        for other in near(id) {
            assert!(near(&other).contains(id), "{other} knows nothing of {id}");
        }
    }
    // 8.1.1: they meet at a corner only.
    assert!(!near("france").contains(&"straits".to_owned()));
    for at in board.spaces() {
        let space = board.space(at);
        if let Some(zone) = space.tag("zone") {
            assert!(ids.iter().any(|id| id == zone), "{}: {zone}", space.id);
        }
        if let Some(sea) = space.tag("opens") {
            let zone = space.tag("zone").unwrap_or_default();
            assert!(
                near(zone).iter().any(|id| id == sea),
                "{} opens on {sea}",
                space.id
            );
        }
    }
}
