//! Crete and the seas around it: what their boards must be, from the places the rulebook names.

use std::collections::BTreeSet;

use fieldpost::board::{Board, SpaceId};

fn crete() -> Board {
    let text = include_str!("../../../scenarios/mercury/board.toml");
    Board::read(text, "board.toml").expect("a good board")
}

fn sea() -> Board {
    let text = include_str!("../../../scenarios/mercury/sea.toml");
    Board::read(text, "sea.toml").expect("a good board")
}

fn at(board: &Board, id: &str) -> SpaceId {
    board.find(id).unwrap_or_else(|| panic!("no space {id}"))
}

fn terrain<'b>(board: &'b Board, id: &str) -> &'b str {
    &board.space(at(board, id)).terrain
}

/// All that is joined to some spaces by a kind of step.
fn reached(
    board: &Board,
    from: &[SpaceId],
    goes: &dyn Fn(SpaceId, SpaceId) -> bool,
) -> BTreeSet<SpaceId> {
    let mut found: BTreeSet<SpaceId> = from.iter().copied().collect();
    let mut queue = from.to_vec();
    while let Some(here) = queue.pop() {
        for link in board.links(here) {
            if goes(here, link.to) && found.insert(link.to) {
                queue.push(link.to);
            }
        }
    }
    found
}

#[test]
fn both_maps_make_one_lattice() {
    let board = crete();
    assert_eq!(board.len(), 4446);
    assert_eq!(
        at(&board, "W2550"),
        at(&board, "E3001"),
        "one hex, two numbers"
    );
    let neighbours = [
        ("W4415", "W4314"),
        ("W4315", "W4415"),
        ("W4315", "W4314"),
        ("W4313", "W4314"),
        ("W4214", "W4314"),
        ("W4215", "W4314"),
        ("W4414", "W4415"),
        ("E3138", "E3139"),
        ("E3135", "E3136"),
        ("W4227", "W4228"),
        ("W2450", "E2901"),
    ];
    for (a, b) in neighbours {
        assert_eq!(
            board.distance(at(&board, a), at(&board, b)),
            1,
            "{a} and {b}"
        );
    }
    assert_eq!(board.distance(at(&board, "W4312"), at(&board, "W4314")), 2);
    assert_eq!(board.distance(at(&board, "W4413"), at(&board, "W4314")), 2);
    // Nothing on the map joins the parts of the eastern map.
    let far = board.distance(at(&board, "E3520"), at(&board, "E3522"));
    assert!(far > 12, "{far}");
}

#[test]
fn named_hexes_are_what_the_rulebook_says() {
    let board = crete();
    for (id, word) in [
        ("W4514", "sea"),
        ("W4416", "sea"),
        ("W4314", "rough"),
        ("W4215", "rough"),
        ("W4315", "clear"),
        ("W4414", "clear"),
        ("W4228", "town"),
        ("W4227", "town"),
        ("W4415", "clear"),
        ("E3415", "clear"),
        ("E3138", "clear"),
        ("E3139", "clear"),
    ] {
        assert_eq!(terrain(&board, id), word, "{id}");
    }
    for id in ["W4312", "W4313", "W4413", "W4214", "W4317"] {
        assert_ne!(terrain(&board, id), "sea", "{id}");
    }
    let fields: Vec<&str> = board
        .tagged("airfield")
        .map(|field| board.space(field).id.as_str())
        .collect();
    assert_eq!(fields, ["E3138", "E3139", "E3415", "W4415"]);
    for (a, b) in [("W4414", "W4415"), ("W4314", "W4414"), ("W4214", "W4215")] {
        let side = board.side(at(&board, a), at(&board, b)).expect("a side");
        assert!(board.side_of(side).has("river"), "{a}-{b}");
    }
    // The terrain between them is barred to guns: no road joins the hexes.
    let (a, b) = (at(&board, "W4215"), at(&board, "W4314"));
    let joins = |way: &[SpaceId]| {
        way.windows(2)
            .any(|pair| pair.contains(&a) && pair.contains(&b))
    };
    assert!(!board.lines().iter().any(|line| joins(&line.spaces)));
    assert_eq!(board.tagged("suda").count(), 38);
    assert_eq!(board.tagged("suda-bay").count(), 14);
    assert_eq!(board.tagged("exit").count(), 10);
}

#[test]
fn every_place_is_joined_to_its_airfield_by_land() {
    let board = crete();
    let goes = |from, to| {
        let side = board.side(from, to).map(|side| board.side_of(side));
        let bars = ["cliff", "sea-cliff", "no-land"];
        board.space(to).terrain != "sea"
            && !side.is_some_and(|side| bars.iter().any(|bar| side.has(bar)))
    };
    let fields = ["W4415", "E3415", "E3138"].map(|id| at(&board, id));
    let land = reached(&board, &fields, &goes);
    for space in board.spaces() {
        let here = board.space(space);
        let is_place = here.name.is_some() || here.has("exit");
        assert!(
            !is_place || land.contains(&space),
            "{} {:?}",
            here.id,
            here.name
        );
    }
    let alone = board
        .spaces()
        .filter(|at| board.space(*at).terrain != "sea");
    let alone = alone.filter(|at| !land.contains(at)).count();
    assert_eq!(alone, 7, "Dia, and nothing else");
}

#[test]
fn every_land_hex_has_a_sector_and_every_sea_hex_a_zone() {
    let (board, sea) = (crete(), sea());
    for space in board.spaces() {
        let here = board.space(space);
        if here.terrain == "sea" {
            let zone = here.tag("zone").expect("a zone");
            assert!(sea.named(zone).is_some(), "{zone}");
        } else {
            let sectors = ["maleme-suda", "retimo", "heraklion", "south-crete"];
            assert!(
                sectors.contains(&here.tag("sector").unwrap_or_default()),
                "{}",
                here.id
            );
        }
        if here.has("beach") {
            let wet = |link: &fieldpost::board::Link| board.space(link.to).terrain == "sea";
            assert!(board.links(space).iter().any(wet), "{}", here.id);
        }
    }
}

#[test]
fn the_seas_lie_as_far_apart_as_ships_need() {
    let sea = sea();
    let zones = sea.spaces().filter(|at| sea.space(*at).terrain == "sea");
    assert_eq!(zones.count(), 17);
    for (a, b, n) in [
        ("egyptian_coast", "south_crete", 1),
        ("egyptian_coast", "kithera_strait", 2),
        ("egyptian_coast", "cape_spada", 3),
        ("gulf_of_seronikos", "cape_spada", 3),
        ("gulf_of_seronikos", "candia_bay", 4),
        ("port_alexandria", "egyptian_coast", 1),
        ("port_athens", "gulf_of_seronikos", 1),
        ("port_suda", "almiros_bay", 1),
        ("port_suda", "cape_spada", 1),
    ] {
        assert_eq!(sea.distance(at(&sea, a), at(&sea, b)), n, "{a} {b}");
    }
    let board = crete();
    for space in sea.spaces() {
        if let Some(hex) = sea.space(space).tag("hex") {
            let here = board.space(at(&board, hex));
            assert!(here.has("port") || here.has("minor-port"), "{hex}");
        }
    }
}
