//! Pages in a real browser: at the width of a telephone and of a desk, in the light and in the dark.

use std::path::Path;

use fieldpost::draw::{Window, escape, list, png, svg};
use fieldpost::orders::Lang;
use fieldpost::report::html;
use fieldpost::report::page::{Block, Image, Page};

use super::fixture::{april_9, around, norway, sheet, words};
use crate::screen::{browser, look_at};

/// A report as long as they get, with words that cannot be broken well.
fn report(lang: Lang) -> (Page, Vec<Image>) {
    let board = norway();
    let picture = april_9(&board);
    let say = words(lang);
    let whole = sheet(&board, &picture, Window::Whole, lang, &say);
    let near = sheet(&board, &picture, around(&board, "5318", 4), lang, &say);
    let images = [whole, near]
        .iter()
        .map(|sheet| {
            let wide = svg::natural_width(sheet);
            let drawn = svg::draw(sheet, wide, svg::detail_at(sheet, wide));
            Image {
                png: png::from_svg(&drawn).expect("a picture"),
                svg: None,
                alt: "Norway <1940>".to_owned(),
            }
        })
        .collect();
    let mut page = Page::new(
        lang,
        "norway, run 3: turn 1".into(),
        "You play <germany>.".into(),
    );
    page.section("WHAT YOU MUST DO NOW".into())
        .push(Block::Todo(
            "Does Hipper attack Glowworm & Renown? (8.4)".into(),
        ));
    page.push(Block::Notice(
        "Rewound to the end of run 2: a typing error.".into(),
    ));
    let events = page.section("WHAT HAPPENED".into());
    for n in 0..30 {
        events.push(Block::Event(format!(
            "Destroyers {n} move to 5217: attack 4 (2+2), total 9 of 8 needed."
        )));
    }
    page.section("MAP".into()).push(Block::Maps {
        ascii: Vec::new(),
        larger: "Larger".into(),
        title: "As a list".into(),
        list: list::draw(&whole),
    });
    page.section("YOUR ORDERS".into()).push(Block::Form(vec![
        "# intercept hipper: yes | no".into(),
        format!("#intercept hipper: {}", "renown, ".repeat(30)),
    ]));
    page.section("THE DICE".into()).push(Block::Roll(format!(
        "t1/naval/hipper 2d6 {}",
        "a7".repeat(64)
    )));
    (page, images)
}

/// What the browser makes of a page in a frame so wide.
fn look(browser: &Path, page: &str, wide: u32, dark: bool) -> String {
    look_at(browser, &[(page, wide)], dark).join("")
}

#[test]
fn pages_are_legible_on_every_screen() {
    let Some(browser) = browser() else { return };
    let (page, images) = report(Lang::En);
    let text = html::page(&page, &images);
    assert!(!text.contains("http"), "nothing comes from outside");
    for wide in [360, 1200] {
        for dark in [false, true] {
            assert_eq!(
                look(&browser, &text, wide, dark),
                format!("scroll false; over ; images 2 broken 0; dark {dark}; legible true"),
                "{wide} pixels, dark {dark}"
            );
        }
    }
    if let Ok(folder) = std::env::var("MAPS_OUT") {
        std::fs::write(format!("{folder}/report.html"), &text).expect("written");
    }
}

/// The test can fail: a page with something too wide, and one without contrast.
#[test]
fn a_bad_page_is_noticed() {
    let Some(browser) = browser() else { return };
    let wide = "<!DOCTYPE html><body><p style=\"width:900px\">wide</p></body>";
    assert!(look(&browser, wide, 360, false).contains("scroll true; over P"));
    let pale = "<!DOCTYPE html><body><p style=\"color:#ccc\">pale</p></body>";
    assert!(look(&browser, pale, 360, false).contains("legible false"));
}

/// The SVG is what a browser can show, and every counter can be pointed at.
#[test]
fn svg_is_shown_by_a_browser() {
    let Some(browser) = browser() else { return };
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::Fr);
    let drawn = svg::draw(
        &sheet(&board, &picture, Window::Whole, Lang::Fr, &say),
        1200,
        fieldpost::draw::Detail::Full,
    );
    let page = format!(
        "<!DOCTYPE html><body style=\"margin:0\"><img width=\"300\" src=\"data:image/svg+xml,{}\" alt=\"{}\"></body>",
        drawn
            .replace('%', "%25")
            .replace('#', "%23")
            .replace('"', "%22")
            .replace('<', "%3C")
            .replace('>', "%3E")
            .replace('\n', " "),
        escape("map")
    );
    assert!(look(&browser, &page, 360, false).contains("images 1 broken 0"));
}
