//! A board of areas: the corridor from Neerpelt to Arnhem as the game begins, with a broken bridge and some moves.

use fieldpost::board::{Board, Going, Picture, Point, Spot, Trace};
use fieldpost::draw::{Detail, Sheet, Window, ascii, list, png, svg};
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::orders::Lang;
use fieldpost::orders::width::width_of;
use fieldpost::rules::MarketGarden;

use super::fixture::{around, spot, words};

fn corridor() -> (Board, Picture) {
    let setup = Setup {
        scenario: "basic".to_owned(),
        ..Setup::default()
    };
    let (data, state) = MarketGarden::set_up(&setup).expect("good data");
    let view = MarketGarden::view(&data, &state, None);
    let mut picture = MarketGarden::picture(&view);
    let text = include_str!("../../../scenarios/market-garden/board.toml");
    let board = Board::read(text, "board.toml").expect("a good board");
    let named = |name: &str| {
        board
            .sides()
            .find(|side| board.side_of(*side).tag("bridge") == Some(name))
    };
    for one in &mut picture.crossings {
        if Some(one.side) == named("Son bridge") {
            one.whole = false;
            one.note = "+1".to_owned();
        }
    }
    for (at, owner) in [("54", 2), ("F", 1), ("2", 1)] {
        if let Spot::Space(space) = spot(&board, at) {
            picture.control.insert(space, owner);
        }
    }
    picture.traces = vec![
        Trace::Way {
            owner: 1,
            going: Going::Land,
            spots: vec![spot(&board, "F"), spot(&board, "65")],
        },
        Trace::Fight {
            at: spot(&board, "65"),
        },
    ];
    (board, picture)
}

fn with<T>(window: Option<(&str, u32)>, lang: Lang, then: impl FnOnce(&Sheet<'_>) -> T) -> T {
    let (board, picture) = corridor();
    let say = words(lang);
    let window = window.map_or(Window::Whole, |(id, radius)| around(&board, id, radius));
    then(&Sheet {
        board: &board,
        picture: &picture,
        window,
        empty_boxes: false,
        lang,
        say: &say,
        title: "The corridor",
        note: "Reconstructed",
    })
}

/// Writes pictures to look at: `MAPS_OUT=/some/folder cargo test --test maps`.
#[test]
fn the_corridor_to_look_at() {
    let Ok(folder) = std::env::var("MAPS_OUT") else {
        return;
    };
    with(None, Lang::En, |sheet| {
        let drawn = svg::draw(sheet, svg::natural_width(sheet), Detail::Full);
        let png = png::from_svg(&drawn).expect("a picture");
        std::fs::write(format!("{folder}/corridor.png"), png).expect("written");
        std::fs::write(format!("{folder}/corridor.svg"), drawn).expect("written");
    });
}

#[test]
fn the_corridor_as_a_schematic() {
    insta::assert_snapshot!(with(None, Lang::En, |sheet| ascii::draw(sheet).join("\n")));
    for lang in [Lang::En, Lang::Fr] {
        for window in [None, Some(("12", 1)), Some(("F", 2)), Some(("34", 4))] {
            for line in with(window, lang, ascii::draw) {
                assert!(width_of(&line) <= 72, "{window:?}: {line}");
            }
        }
    }
}

/// No name of an area or bridge is cut, on the schematic and in windows.
#[test]
fn no_name_of_the_corridor_is_cut() {
    let (board, picture) = corridor();
    let all = with(None, Lang::En, ascii::draw).join("\n");
    let squeezed = all.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = |at| {
        board
            .space(at)
            .label()
            .split(" (")
            .next()
            .map(str::to_owned)
    };
    for at in board.spaces() {
        let name = plain(at).expect("a name");
        assert!(all.contains(&name), "{name}");
    }
    for one in &picture.crossings {
        let side = board.side_of(one.side);
        let name = side.tag("bridge").or(side.tag("ferry")).expect("a name");
        assert!(squeezed.contains(name), "{name}");
    }
    for (id, radius) in [("36", 1), ("34", 2), ("12", 1), ("H", 1)] {
        let near = with(Some((id, radius)), Lang::Fr, ascii::draw).join("\n");
        for at in board.within(board.find(id).expect("an area"), radius) {
            let name = plain(at).expect("a name");
            assert!(near.contains(&name), "{name} around {id}");
        }
    }
}

#[test]
fn the_corridor_as_a_list() {
    let lines = with(Some(("60", 1)), Lang::Fr, list::draw);
    insta::assert_snapshot!(lines.join("\n"));
}

/// Every element closed, every reference defined; every bridge, river and unit has its name; small enough for a mail.
#[test]
fn the_corridor_is_sound_and_small() {
    for lang in [Lang::En, Lang::Fr] {
        for window in [None, Some(("12", 2))] {
            let drawn = with(window, lang, |sheet| svg::draw(sheet, 1600, Detail::Full));
            assert!(drawn.len() < 200_000, "{} bytes", drawn.len());
            let tree = roxmltree::Document::parse(&drawn).expect("valid XML");
            let ids: std::collections::BTreeSet<&str> = tree
                .descendants()
                .filter_map(|node| node.attribute("id"))
                .collect();
            for node in tree.descendants() {
                for name in ["href", "clip-path", "marker-end"] {
                    let Some(value) = node.attribute(name) else {
                        continue;
                    };
                    let id = value.trim_start_matches("url(").trim_start_matches('#');
                    assert!(ids.contains(id.trim_end_matches(')')), "{value}");
                }
            }
            assert!(
                !drawn.contains("map-") && !drawn.contains("symbol-"),
                "words are missing"
            );
        }
    }
    let (board, picture) = corridor();
    let whole = with(None, Lang::En, |sheet| svg::draw(sheet, 1600, Detail::Full));
    let missing = |name: &str| !whole.contains(&fieldpost::draw::escape(name));
    for piece in &picture.pieces {
        assert!(!missing(&piece.name), "{} has no title", piece.name);
    }
    for one in &picture.crossings {
        let side = board.side_of(one.side);
        let name = side.tag("bridge").or(side.tag("ferry")).expect("a name");
        assert!(!missing(name), "{name} is not drawn");
    }
    assert!(whole.contains("Son bridge: destroyed, +1"));
    assert!(whole.contains("Arnhem road bridge: German"));
    for at in board.spaces() {
        let name = board.space(at).label().split(" (").next().expect("a name");
        assert!(!missing(name), "{name} is not written");
    }
    let png = with(None, Lang::En, |sheet| {
        let wide = svg::natural_width(sheet);
        png::from_svg(&svg::draw(sheet, wide, svg::detail_at(sheet, wide)))
    });
    let size = png.expect("a picture").len();
    assert!(size <= 300 * 1024, "{} KB", size / 1024);
}

fn inside(point: Point, outline: &[Point]) -> bool {
    let mut odd = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        if (a.y > point.y) != (b.y > point.y) {
            let x = i64::from(b.x - a.x) * i64::from(point.y - a.y) / i64::from(b.y - a.y);
            odd ^= i64::from(point.x) < x + i64::from(a.x);
        }
    }
    odd
}

/// Counters lie within their area, and no two areas' counters touch: the field of each is inside its outline.
#[test]
fn every_area_has_room_for_its_counters() {
    let (board, _) = corridor();
    let drawing = board.drawing();
    let mut fields: Vec<(Point, &str)> = Vec::new();
    for at in board.spaces() {
        let id = board.space(at).id.as_str();
        let centre = drawing.centres[&at];
        let outline = &drawing.outlines[&at];
        for (x, y) in [(-50, -70), (80, -70), (-50, 40), (80, 40)] {
            let corner = Point {
                x: centre.x + x,
                y: centre.y + y,
            };
            assert!(inside(corner, outline), "{id}: {x},{y}");
        }
        for (other, name) in &fields {
            let apart = (other.x - centre.x).abs() >= 130 || (other.y - centre.y).abs() >= 130;
            assert!(apart, "{id} and {name} overlap");
        }
        fields.push((centre, id));
    }
    // Wherever two areas touch, the board says where.
    for side in board.sides() {
        let ends = board.side_of(side);
        let beside = |at| board.space(at).terrain == "zone";
        let drawn = drawing.borders.contains_key(&side);
        assert_eq!(drawn, !beside(ends.a) && !beside(ends.b));
    }
}
