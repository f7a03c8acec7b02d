//! Southern England and the Channel: a board of 1,564 hexes that one recognises, as a whole and in a window.

use fieldpost::board::{Board, Picture, SpaceId};
use fieldpost::draw::{Detail, Sheet, Window, ascii, png, svg};
use fieldpost::orders::Lang;

fn board() -> Board {
    let text = include_str!("../../../scenarios/burning-blue/board.toml");
    Board::read(text, "board.toml").expect("a good board")
}

fn sheet<'a>(board: &'a Board, picture: &'a Picture, window: Window) -> Sheet<'a> {
    Sheet {
        board,
        picture,
        window,
        empty_boxes: false,
        lang: Lang::En,
        say: &|_| None,
        title: "Southern England",
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
fn england_is_drawn_whole_and_in_windows() {
    let board = board();
    let picture = Picture::default();
    let whole = sheet(&board, &picture, Window::Whole);
    let outline = left("england.png", &whole);
    assert!(outline.len() < 700_000, "{}", outline.len());
    for name in ["London", "Dover", "Portsmouth", "Calais", "North Sea"] {
        assert!(outline.contains(name), "{name}");
    }
    let full = svg::draw(&whole, svg::natural_width(&whole), Detail::Full);
    assert!(full.len() < 1_200_000, "{}", full.len());
    let centre = board.find("2124").expect("Biggin Hill");
    let window = sheet(&board, &picture, Window::Around { centre, radius: 8 });
    let near = left("biggin-hill.png", &window);
    assert!(near.len() < 200_000, "{}", near.len());
    for name in ["Biggin Hill", "Kenley", "Thames"] {
        assert!(near.contains(name), "{name}");
    }
    let text = ascii::draw(&window).join("\n");
    assert!(text.lines().all(|line| line.len() <= 72), "{text}");
}

/// What the rulebook says of hexes, and what must hold of any board of this game.
#[test]
fn the_hexes_lie_as_the_rulebook_says() {
    let board = board();
    let at = |id: &str| {
        let space = board.find(id);
        space.unwrap_or_else(|| panic!("no hex {id}"))
    };
    let far = |a: &str, b: &str| board.distance(at(a), at(b));
    assert_eq!(board.spaces().count(), 1564);
    // 17.2.3: Caffiers is six hexes from 1744. E01: rows run from the south, even ones shifted to the east.
    assert_eq!(far("1340", "1744"), 6);
    assert_eq!(
        [
            far("1823", "1723"),
            far("1823", "1724"),
            far("1823", "1722")
        ],
        [1, 1, 2]
    );
    let tag = |space: SpaceId, word: &str| board.space(space).has(word);
    let is_coast = |space: SpaceId| board.space(space).terrain.starts_with("coastal-");
    assert!(is_coast(at("1744")) && tag(at("1744"), "france"));
    assert_eq!(board.space(at("1835")).name.as_deref(), Some("Dover"));
    // 2.2.2: the Thames through London is a chain of coast.
    for id in [
        "2427", "2426", "2425", "2424", "2423", "2422", "2322", "2221",
    ] {
        assert!(is_coast(at(id)), "{id}");
    }
    for space in board.spaces() {
        let printed = board.space(space);
        let sea = printed.terrain == "sea";
        assert_eq!(
            sea,
            !tag(space, "england") && !tag(space, "france"),
            "{}",
            printed.id
        );
        assert!(!is_coast(space) || tag(space, "mark"), "{}", printed.id);
        let english = |near: SpaceId| tag(near, "england") && is_coast(near);
        let beside = board.links(space).iter().any(|link| english(link.to));
        let over = tag(space, "england") || (sea && beside);
        assert_eq!(tag(space, "over-england"), over, "{}", printed.id);
        let zones = printed.tag("zones").unwrap_or_default();
        let sea_zone = ["channel", "dover-strait", "north-sea"].contains(&zones);
        assert_eq!(sea, sea_zone, "{}", printed.id);
        assert_eq!(tag(space, "france"), zones == "france", "{}", printed.id);
    }
}
