//! SVG and PNG of the Norway board.

use fieldpost::draw::{Detail, Window, png, svg};
use fieldpost::orders::Lang;

use super::fixture::{april_9, around, norway, sheet, words};

/// Writes pictures to look at: `MAPS_OUT=/some/folder cargo test --test maps`.
#[test]
fn pictures_to_look_at() {
    let Ok(folder) = std::env::var("MAPS_OUT") else {
        return;
    };
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::En);
    for (name, window) in [
        ("whole", Window::Whole),
        ("oslo", around(&board, "1522", 5)),
        ("narvik", around(&board, "5318", 4)),
        ("bergen", around(&board, "1309", 5)),
        ("trondheim", around(&board, "2815", 5)),
    ] {
        let sheet = sheet(&board, &picture, window, Lang::En, &say);
        let wide = svg::natural_width(&sheet);
        let started = std::time::Instant::now();
        let drawn = svg::draw(&sheet, wide, svg::detail_at(&sheet, wide));
        let svg_time = started.elapsed();
        let started = std::time::Instant::now();
        let png = png::from_svg(&drawn).expect("a picture");
        eprintln!(
            "{name}: svg {} KB in {svg_time:?}, png {} KB in {:?}",
            drawn.len() / 1024,
            png.len() / 1024,
            started.elapsed()
        );
        std::fs::write(format!("{folder}/{name}.svg"), &drawn).expect("written");
        std::fs::write(format!("{folder}/{name}.png"), png).expect("written");
    }
    let sheet = sheet(&board, &picture, Window::Whole, Lang::En, &say);
    let drawn = svg::draw(&sheet, 4800, Detail::Full);
    std::fs::write(
        format!("{folder}/wall.png"),
        png::from_svg(&drawn).expect("a picture"),
    )
    .expect("written");
    std::fs::write(format!("{folder}/wall.svg"), &drawn).expect("written");
}

/// Every element closed, every reference defined, every counter with its title; no larger than promised.
#[test]
fn the_svg_is_sound_and_small() {
    let board = norway();
    let picture = april_9(&board);
    for lang in [Lang::En, Lang::Fr] {
        let say = words(lang);
        for window in [
            Window::Whole,
            around(&board, "1522", 5),
            around(&board, "0101", 2),
            around(&board, "6026", 40),
        ] {
            for detail in [Detail::Full, Detail::Coarse] {
                let sheet = sheet(&board, &picture, window, lang, &say);
                let drawn = svg::draw(&sheet, 1200, detail);
                assert!(drawn.len() < 500_000, "{window:?}: {} bytes", drawn.len());
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
                        let id = id.trim_end_matches(')');
                        assert!(ids.contains(id), "{name} {value} is not defined");
                    }
                }
                assert!(
                    !drawn.contains("map-") && !drawn.contains("symbol-"),
                    "words are missing"
                );
            }
        }
        let whole = svg::draw(
            &sheet(&board, &picture, Window::Whole, lang, &say),
            1200,
            Detail::Full,
        );
        for piece in &picture.pieces {
            let title = fieldpost::draw::escape(&piece.name);
            assert!(whole.contains(&title), "{} has no title", piece.name);
        }
    }
}

/// Pictures are small, and what is written on them does not vanish.
#[test]
fn a_png_is_small_and_has_letters() {
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::En);
    for window in [
        Window::Whole,
        around(&board, "5318", 4),
        around(&board, "1522", 4),
    ] {
        let sheet = sheet(&board, &picture, window, Lang::En, &say);
        let wide = svg::natural_width(&sheet);
        let drawn = svg::draw(&sheet, wide, svg::detail_at(&sheet, wide));
        let png = png::from_svg(&drawn).expect("a picture");
        assert!(
            png.len() <= 150 * 1024,
            "{window:?}: {} KB",
            png.len() / 1024
        );
        // The same without its letters is another picture.
        let silent = drawn.replace("<text", "<text display=\"none\"");
        assert_ne!(png, png::from_svg(&silent).expect("a picture"));
    }
    let text = r#"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="white"/><text y="15" font-family="No Such Font">Åø</text></svg>"#;
    let blank = r#"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="white"/></svg>"#;
    assert_ne!(
        png::from_svg(text).expect("drawn"),
        png::from_svg(blank).expect("drawn")
    );
    assert!(png::from_svg("<svg").is_err());
    let huge = r#"<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="20"/>"#;
    assert!(png::from_svg(huge).is_err());
}

/// Pieces lie on nothing but their own space, and on no other pile.
#[test]
fn odd_pictures_are_drawn_too() {
    let board = norway();
    let mut picture = april_9(&board);
    let first = picture.pieces[0].clone();
    for n in 0..40 {
        let mut piece = first.clone();
        piece.owner = n % 5;
        piece.name = format!("<{n}> & \u{7} \"x\"");
        piece.short = "A very long name indeed".to_owned();
        piece.strength = "12-12-12-12-12".to_owned();
        piece.symbol = fieldpost::board::Symbol::ALL[n % 23];
        piece.steps = (u8::try_from(n % 7).unwrap(), 6);
        picture.pieces.push(piece);
    }
    picture.pieces[0].at = fieldpost::board::Spot::Space(fieldpost::board::SpaceId(60_000));
    picture.pieces[1].at = fieldpost::board::Spot::Off(77);
    let say = words(Lang::En);
    let sheet = sheet(&board, &picture, Window::Whole, Lang::En, &say);
    let drawn = svg::draw(&sheet, 900, Detail::Full);
    roxmltree::Document::parse(&drawn).expect("valid XML");
    let empty = fieldpost::board::Board::default();
    let nothing = fieldpost::board::Picture::default();
    let sheet = super::fixture::sheet(&empty, &nothing, Window::Whole, Lang::En, &say);
    roxmltree::Document::parse(&svg::draw(&sheet, 300, Detail::Full)).expect("valid XML");
    fieldpost::draw::ascii::draw(&sheet);
}
