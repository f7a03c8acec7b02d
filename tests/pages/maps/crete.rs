//! Crete: a board of 4,446 hexes stays readable and small, as a whole, in a window, and its seas as a map of their own.

use fieldpost::board::{Board, Picture};
use fieldpost::draw::{Detail, Sheet, Window, ascii, png, svg};
use fieldpost::orders::Lang;

fn board(text: &str) -> Board {
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
        title: "Crete",
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
fn the_island_is_drawn_whole_and_in_windows() {
    let board = board(include_str!("../../../scenarios/mercury/board.toml"));
    let picture = Picture::default();
    let whole = sheet(&board, &picture, Window::Whole);
    let outline = left("crete.png", &whole);
    assert!(outline.len() < 700_000, "{}", outline.len());
    for name in ["Maleme airfield", "Retimo", "Heraklion", "Suda"] {
        assert!(outline.contains(name), "{name}");
    }
    let full = svg::draw(&whole, svg::natural_width(&whole), Detail::Full);
    assert!(full.len() < 1_200_000, "{}", full.len());
    let centre = board.find("W4415").expect("Maleme");
    let window = sheet(&board, &picture, Window::Around { centre, radius: 8 });
    let near = left("maleme.png", &window);
    assert!(near.len() < 200_000, "{}", near.len());
    for name in ["Maleme airfield", "Hill 107", "Tavronitis"] {
        assert!(near.contains(name), "{name}");
    }
    // A hex under a name goes without its number.
    let numbers = near.matches(">W4").count();
    assert!(numbers > 60, "{numbers} numbers of hexes");
    let text = ascii::draw(&window).join("\n");
    assert!(text.contains("W4407   . : : :"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 72), "{text}");
}

#[test]
fn the_seas_are_a_map_of_their_own() {
    let board = board(include_str!("../../../scenarios/mercury/sea.toml"));
    let picture = Picture::default();
    let drawn = left("seas.png", &sheet(&board, &picture, Window::Whole));
    assert!(drawn.len() < 200_000, "{}", drawn.len());
    for name in ["Cape Spada", "Kaso Strait", "Alexandria", "Athens"] {
        assert!(drawn.contains(name), "{name}");
    }
}
