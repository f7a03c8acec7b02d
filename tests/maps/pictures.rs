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
