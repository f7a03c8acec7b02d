//! Boards: what the committed board of Norway must hold, areas, and what is said of bad files.

use std::collections::BTreeSet;
use std::sync::Arc;

use fieldpost::board::{Board, Dir, Hex, Side, SideId, Space, SpaceId, place};
use fieldpost::orders::Net;
use fieldpost::orders::way::Reach;

const NORWAY: &str = include_str!("../../scenarios/weserubung/board.toml");

fn norway() -> Board {
    Board::read(NORWAY, "scenarios/weserubung/board.toml").expect("a good board")
}

fn is_land(space: &Space) -> bool {
    matches!(
        space.terrain.as_str(),
        "clear" | "mountain" | "coastal-clear" | "coastal-mountain"
    )
}

fn is_water(space: &Space) -> bool {
    matches!(
        space.terrain.as_str(),
        "sea" | "coastal-clear" | "coastal-mountain"
    )
}

/// Everything that can be reached, over sides that let pass.
fn flood(
    board: &Board,
    from: impl IntoIterator<Item = SpaceId>,
    enter: impl Fn(&Space) -> bool,
    cross: impl Fn(&Side) -> bool,
) -> BTreeSet<SpaceId> {
    let mut found: BTreeSet<SpaceId> = from.into_iter().collect();
    let mut open: Vec<SpaceId> = found.iter().copied().collect();
    while let Some(at) = open.pop() {
        for link in board.links(at) {
            if enter(board.space(link.to))
                && cross(board.side_of(link.side))
                && found.insert(link.to)
            {
                open.push(link.to);
            }
        }
    }
    found
}

fn by_land(board: &Board, from: SpaceId, straits: bool) -> BTreeSet<SpaceId> {
    flood(board, [from], is_land, |side| {
        !side.has("no-land") && (straits || !side.has("strait"))
    })
}

fn sea_lanes(board: &Arc<Board>) -> Net {
    Board::net(board, |board, from, link| {
        let open = is_water(board.space(from))
            && is_water(board.space(link.to))
            && !board.side_of(link.side).has("no-sea");
        open.then_some(1)
    })
}

fn town(board: &Board, name: &str) -> SpaceId {
    board
        .named(name)
        .unwrap_or_else(|| panic!("no place called {name}"))
}

#[test]
fn the_grid_is_that_of_the_draft() {
    let board = norway();
    assert_eq!(board.len(), 60 * 26);
    assert_eq!(board.provenance(), "reconstructed");
    let terrains = |word: &str| {
        board
            .spaces()
            .filter(|at| board.space(*at).terrain == word)
            .count()
    };
    assert_eq!(
        [
            "sea",
            "neutral",
            "mountain",
            "coastal-mountain",
            "coastal-clear",
            "clear"
        ]
        .map(terrains),
        [736, 286, 245, 112, 94, 87]
    );
    let sides = |tag: &str| {
        board
            .sides()
            .filter(|side| board.side_of(*side).has(tag))
            .count()
    };
    assert_eq!(
        ["river", "border", "no-land", "no-sea", "strait"].map(sides),
        [173, 131, 345, 174, 70]
    );
    assert!(board.tagged("lakebase").count() == 3 && board.tagged("lake").count() > 20);
}

#[test]
fn the_setup_of_the_rulebook_works() {
    let board = norway();
    for name in [
        "Moss",
        "Hønefoss",
        "Elverum",
        "Lillehammer",
        "Stavanger",
        "Molde",
        "Steinkjer",
        "Mosjøen",
        "Narvik",
        "Harstad",
        "Fornebu",
        "Sola",
        "Trondheim",
    ] {
        assert!(is_land(board.space(town(&board, name))), "{name}");
    }
    for (of, dir, id) in [
        ("Kristiansand", Dir::E, "0718"),
        ("Bergen", Dir::SE, "1410"),
        ("Trondheim", Dir::NW, "2814"),
        ("Oslo", Dir::E, "1622"),
        ("Drammen", Dir::NW, "1420"),
        ("Hamar", Dir::W, "1821"),
    ] {
        let of_at = town(&board, of);
        let at = board.toward(of_at, dir).expect("a neighbour");
        assert_eq!(board.space(at).id, id, "{dir} of {of}");
        assert!(is_land(board.space(at)), "{dir} of {of} is land");
        assert!(
            !board.space(at).has("town"),
            "{dir} of {of} holds no other town"
        );
        let side = board.side(of_at, at).expect("a side");
        assert!(
            !board.side_of(side).has("no-land"),
            "{dir} of {of} is linked by land"
        );
    }
    let narvik = town(&board, "Narvik");
    let ships = board.toward(narvik, Dir::NW).expect("a neighbour");
    assert_eq!(board.space(ships).id, "5217");
    let side = board.side(narvik, ships).expect("a side");
    assert!(is_water(board.space(ships)) && !board.side_of(side).has("no-sea"));
}

#[test]
fn towns_add_up_and_lie_as_the_text_says() {
    let board = norway();
    let towns: Vec<SpaceId> = board.tagged("town").collect();
    let morale: u32 = towns
        .iter()
        .map(|at| {
            board
                .space(*at)
                .tag("town")
                .unwrap()
                .parse::<u32>()
                .unwrap()
        })
        .sum();
    assert_eq!((towns.len(), morale), (19, 50));
    let east = towns
        .iter()
        .max_by_key(|at| {
            let hex = board.hex(**at).unwrap();
            2 * hex.col + hex.shift()
        })
        .unwrap();
    assert_eq!(board.space(*east).label(), "Tromsø");
    for at in board.spaces().filter(|at| board.hex(*at).unwrap().row == 1) {
        assert_eq!(board.space(at).terrain, "sea", "the upper edge is sea");
    }
    for name in ["Oslo", "Fornebu", "Sola", "Tromsø"] {
        let at = town(&board, name);
        assert_eq!(board.space(at).tag("from"), Some("rulebook"), "{name}");
    }
    let at = town(&board, "Namsos");
    assert_eq!(board.space(at).tag("from"), None);
}

#[test]
fn towns_are_linked_by_land() {
    let board = norway();
    let oslo = town(&board, "Oslo");
    let dry = by_land(&board, oslo, false);
    let all = by_land(&board, oslo, true);
    let only_by_strait: Vec<&str> = board
        .tagged("town")
        .filter(|at| !dry.contains(at))
        .map(|at| {
            assert!(all.contains(&at), "{} is linked", board.space(at).label());
            board.space(at).label()
        })
        .collect();
    assert_eq!(only_by_strait, ["Harstad", "Tromsø"]);
    let islands: Vec<&str> = board
        .spaces()
        .filter(|at| is_land(board.space(*at)) && !all.contains(at))
        .map(|at| board.space(at).id.as_str())
        .collect();
    assert_eq!(
        islands,
        [
            "2107", "2207", "2710", "2911", "3614", "3914", "4214", "5113", "5415"
        ]
    );
}

#[test]
fn there_is_one_sea_and_oslo_is_guarded() {
    let board = norway();
    let open = |side: &Side| !side.has("no-sea");
    for off in board.boxes() {
        let sea = flood(&board, off.near.iter().copied(), is_water, open);
        let dry: Vec<&str> = board
            .spaces()
            .filter(|at| is_water(board.space(*at)) && !sea.contains(at))
            .map(|at| board.space(at).id.as_str())
            .collect();
        assert!(dry.is_empty(), "cut off from the {}: {dry:?}", off.name);
        assert!(
            board
                .tagged("port")
                .chain(board.tagged("minor-port"))
                .all(|at| sea.contains(&at))
        );
        // Rule 14.2.2: the batteries guard every way to Oslo.
        let past = flood(
            &board,
            off.near.iter().copied(),
            |space| is_water(space) && !space.has("oslo-battery"),
            open,
        );
        assert!(!past.contains(&town(&board, "Oslo")));
        for &at in &off.near {
            assert_eq!(board.space(at).terrain, "sea");
        }
    }
    assert_eq!(board.tagged("oslo-battery").count(), 2);
    let britain = board.off_map("britain").expect("the box");
    assert!(
        britain
            .near
            .iter()
            .all(|at| board.hex(*at).unwrap().row == 1)
    );
}

#[test]
fn groups_start_near_their_objectives() {
    let board = Arc::new(norway());
    for (group, objective, far) in [
        ("1", "Narvik", 8),
        ("2", "Trondheim", 5),
        ("3", "Bergen", 4),
        ("4", "Kristiansand", 1),
        ("5", "Oslo", 5),
    ] {
        let at: Vec<SpaceId> = board
            .tagged("group")
            .filter(|at| board.space(*at).tag("group") == Some(group))
            .collect();
        assert_eq!(at.len(), 1, "group {group}");
        assert_eq!(board.space(at[0]).terrain, "sea");
        let by_sea = Reach::new(&sea_lanes(&board), place(at[0]), 40);
        assert_eq!(
            by_sea.cost(place(town(&board, objective))),
            Some(far),
            "group {group} to {objective} by sea"
        );
    }
    let between: Vec<SpaceId> = board.tagged("between12").collect();
    assert_eq!(between.len(), 103);
    assert!(between.iter().all(|at| board.space(*at).terrain == "sea"));
}

#[test]
fn ranges_fit_the_movement_of_the_counters() {
    let board = norway();
    let air = |off: &str, name: &str| {
        let to = board
            .named(name)
            .or_else(|| {
                board
                    .tagged("airfield")
                    .find(|at| board.space(*at).tag("airfield") == Some(name))
            })
            .unwrap();
        let near = &board.off_map(off).unwrap().near;
        near.iter().map(|at| board.distance(*at, to)).min().unwrap() + 1
    };
    for (to, far) in [
        ("Kristiansand", 5),
        ("Kjevik", 6),
        ("Sola", 10),
        ("Oslo", 11),
        ("Fornebu", 12),
        ("Bergen", 16),
        ("Dombås", 23),
        ("Åndalsnes", 25),
        ("Værnes", 28),
    ] {
        assert_eq!(air("denmark", to), far, "Denmark to {to}");
    }
    let board = Arc::new(board);
    let net = sea_lanes(&board);
    for (off, to, far) in [
        ("denmark", "Kristiansand", 5),
        ("denmark", "Oslo", 11),
        ("denmark", "Stavanger", 12),
        ("denmark", "Bergen", 20),
        ("britain", "Åndalsnes", 11),
        ("britain", "Namsos", 15),
        ("britain", "Harstad", 16),
        ("britain", "Narvik", 19),
    ] {
        let to_at = place(town(&board, to));
        let near = &board.off_map(off).unwrap().near;
        let least = near
            .iter()
            .filter_map(|at| Reach::new(&net, place(*at), 40).cost(to_at))
            .min()
            .unwrap();
        assert_eq!(least + 1, far, "{off} to {to} by sea");
    }
}

#[test]
fn railways_run_on_land_and_join_as_in_1940() {
    let board = norway();
    let open: Vec<_> = board
        .lines()
        .iter()
        .filter(|line| line.tags.contains_key("open") && !line.tags.contains_key("optional"))
        .collect();
    assert_eq!(board.lines().len(), 22);
    let mut net = BTreeSet::from([town(&board, "Oslo")]);
    for line in board.lines() {
        assert_eq!(line.kind, "rail");
        for pair in line.spaces.windows(2) {
            assert!(is_land(board.space(pair[0])) && is_land(board.space(pair[1])));
            let side = board.side(pair[0], pair[1]).expect("adjacent");
            assert!(!board.side_of(side).has("no-land"), "{}", line.name);
        }
    }
    for _ in 0..open.len() {
        for line in &open {
            if line.spaces.iter().any(|at| net.contains(at)) {
                net.extend(&line.spaces);
            }
        }
    }
    for on in [
        "Kristiansand",
        "Bergen",
        "Åndalsnes",
        "Trondheim",
        "Steinkjer",
        "Namsos",
    ] {
        assert!(net.contains(&town(&board, on)), "{on}");
    }
    for off in ["Stavanger", "Narvik", "Mosjøen", "Molde"] {
        assert!(!net.contains(&town(&board, off)), "{off}");
    }
}

#[test]
fn hexes_are_found_by_direction_and_distance() {
    let board = norway();
    for at in board.spaces() {
        let hex = board.hex(at).unwrap();
        assert_eq!(board.at(hex), Some(at));
        assert_eq!(board.find(&board.space(at).id), Some(at));
        let dirs: Vec<Dir> = board.links(at).iter().filter_map(|link| link.dir).collect();
        assert!(dirs.is_sorted() && dirs.len() >= 2);
        for link in board.links(at) {
            let dir = link.dir.unwrap();
            assert_eq!(board.toward(at, dir), Some(link.to));
            assert_eq!(board.toward(link.to, dir.back()), Some(at));
            assert_eq!(board.distance(at, link.to), 1);
            assert_eq!(board.side(link.to, at), Some(link.side));
            let side = board.side_of(link.side);
            assert!(side.a < side.b && (side.a == at || side.b == at));
        }
    }
    // Distance is the number of steps.
    let oslo = town(&board, "Oslo");
    let mut ring = vec![oslo];
    let mut seen: BTreeSet<SpaceId> = ring.iter().copied().collect();
    for far in 0.. {
        for at in &ring {
            assert_eq!(board.distance(oslo, *at), far);
        }
        assert_eq!(
            board.within(oslo, far),
            seen.iter().copied().collect::<Vec<_>>()
        );
        ring = ring
            .iter()
            .flat_map(|at| board.links(*at))
            .map(|link| link.to)
            .filter(|to| seen.insert(*to))
            .collect();
        if ring.is_empty() {
            break;
        }
    }
    assert_eq!(seen.len(), board.len());
    assert_eq!(board.within(oslo, u32::MAX).len(), board.len());
}

#[test]
fn a_number_outside_the_board_is_nowhere() {
    let board = norway();
    let nowhere = SpaceId(u16::MAX);
    assert_eq!(board.space(nowhere).id, "");
    assert!(board.links(nowhere).is_empty() && board.hex(nowhere).is_none());
    assert_eq!(board.distance(nowhere, SpaceId(0)), u32::MAX);
    assert!(board.within(nowhere, 3).is_empty());
    assert!(board.side_of(SideId(u16::MAX)).tags.is_empty());
    assert_eq!(board.side(nowhere, SpaceId(0)), None);
    assert_eq!(board.at(Hex { col: -3, row: 99 }), None);
}

const AREAS: &str = r#"
[board]
name = "Four areas and a zone"
grid = "areas"
provenance = "owner"
[words.terrain]
clear = "open ground"
wood = "trees"
[words.space]
town = "a town"
[words.side]
canal = "a canal, by name"
bridge = "a bridge over it"
[words.line]
open = "in use"
[spaces]
1 = "clear, name Ede, town 2"
2 = "wood"
10 = "clear"
Z = "clear"
20 = "clear"
[links]
1 = "2 10"
2 = "10"
10 = "Z"
[sides.canal]
"Wilhelmina canal" = "1-10"
[sides.bridge]
"-" = "10-1"
[lines]
road = { kind = "road", name = "Corridor", tags = "open", spaces = "2 1 10 Z" }
[[box]]
id = "england"
name = "England"
near = ["Z"]
[drawing.outlines]
1 = "0,0 10,0 10,10"
"#;

#[test]
fn areas_are_spaces_too() {
    let board = Board::read(AREAS, "areas.toml").expect("good");
    let ids: Vec<&str> = board
        .spaces()
        .map(|at| board.space(at).id.as_str())
        .collect();
    assert_eq!(ids, ["1", "2", "10", "20", "Z"]);
    let [ede, two, ten, alone, zone] =
        ["1", "2", "10", "20", "Z"].map(|id| board.find(id).unwrap());
    assert_eq!(board.space(ede).tag("town"), Some("2"));
    assert_eq!(board.distance(two, zone), 2);
    assert_eq!(board.distance(two, alone), u32::MAX);
    assert_eq!(board.within(ede, 1), [ede, two, ten]);
    assert!(!board.is_hexes());
    let side = board.side_of(board.side(ten, ede).unwrap());
    assert_eq!(side.tag("canal"), Some("Wilhelmina canal"));
    assert_eq!(side.tag("bridge"), Some(""));
    assert_eq!(board.lines()[0].spaces, [two, ede, ten, zone]);
    assert_eq!(board.boxes()[0].near, [zone]);
    assert_eq!(board.drawing().outlines[&ede].len(), 3);
}

/// What a bad file gets: the good one with one change.
#[test]
fn bad_files_are_told_what_is_wrong_and_where() {
    for (good, bad, said) in [
        (
            "2 = \"wood\"",
            "2 = \"woods\"",
            "areas.toml, line 18, space 2: `woods` is no terrain; expected a known one, perhaps `wood`",
        ),
        (
            "town 2\"",
            "twon 2\"",
            "areas.toml, line 17, space 1: `twon` is not among the words of the file; expected a known one, perhaps `town`",
        ),
        (
            "town 2\"",
            "town 2, town 3\"",
            "areas.toml, line 17, space 1: `town` stands there twice; expected each word once",
        ),
        (
            "10 = \"Z\"",
            "10 = \"Y\"",
            "areas.toml, line 25, links 10: there is no space `Y`; expected a known one, perhaps `1`",
        ),
        (
            "10 = \"Z\"",
            "10 = \"10\"",
            "areas.toml, line 25, links 10: a space is no neighbour of itself; expected other spaces",
        ),
        (
            "= \"1-10\"",
            "= \"1-20\"",
            "areas.toml, line 27, sides.canal Wilhelmina canal: the spaces of `1-20` have no side in common; \
             expected neighbours",
        ),
        (
            "= \"1-10\"",
            "= \"1-10 10-1\"",
            "areas.toml, line 27, sides.canal Wilhelmina canal: side `10-1` has the tag already, with `Wilhelmina \
             canal`; expected each tag once on a side",
        ),
        (
            "= \"1-10\"",
            "= \"1+10\"",
            "areas.toml, line 27, sides.canal Wilhelmina canal: `1+10` is no pair of spaces; expected two ids with a \
             hyphen between them, like 0101-0201",
        ),
        (
            "[sides.canal]",
            "[sides.canel]",
            "areas.toml, line 26, sides.canel: the word is not among those for sides; expected a known one, perhaps \
             `canal`",
        ),
        (
            "2 1 10 Z",
            "2 1 Z",
            "areas.toml, line 31, line road: `Z` is no neighbour of the space before it; expected a row of neighbours",
        ),
        (
            "near = [\"Z\"]",
            "near = [\"ZZ\"]",
            "areas.toml, line 35, box england: there is no space `ZZ`; expected a known one, perhaps `Z`",
        ),
        (
            "id = \"england\"",
            "id = \"Z\"",
            "areas.toml, line 33, box Z: the id is taken; expected an id of its own",
        ),
        (
            "10,0 10,10",
            "10,0 10;10",
            "areas.toml, line 37, drawing.outlines: `10;10` is no point; expected whole numbers like 120,-35",
        ),
        (
            "[board]",
            "[bored]",
            "areas.toml, line 2: unknown field `bored`, expected one of `board`, `words`, `spaces`, `links`, `sides`, \
             `lines`, `box`, `drawing`",
        ),
        (
            "grid = \"areas\"",
            "grid = \"hexes\"",
            "areas.toml, line 17, space 1: the id is not the number of a hex; expected two digits for the column and \
             two for the row, or `at` with both",
        ),
    ] {
        assert_eq!(AREAS.matches(good).count(), 1, "{good}");
        let error = Board::read(&AREAS.replace(good, bad), "areas.toml").expect_err(bad);
        assert_eq!(error.to_string(), said);
    }
    for cut in 0..AREAS.len() {
        let _ = Board::read(&AREAS[..cut], "cut.toml");
    }
}
