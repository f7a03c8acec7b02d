//! Maps in characters, and lists.

use fieldpost::draw::{Window, ascii, list};
use fieldpost::orders::Lang;
use fieldpost::orders::width::width_of;

use super::fixture::{april_9, around, norway, sheet, words};

#[test]
fn the_whole_theatre_fits_a_mail() {
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::En);
    let lines = ascii::draw(&sheet(&board, &picture, Window::Whole, Lang::En, &say));
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn windows_show_what_lies_around_a_place() {
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::Fr);
    let near = sheet(&board, &picture, around(&board, "1522", 4), Lang::Fr, &say);
    insta::assert_snapshot!(ascii::draw(&near).join("\n"));
    let far = sheet(&board, &picture, around(&board, "1522", 9), Lang::Fr, &say);
    insta::assert_snapshot!(ascii::draw(&far).join("\n"));
}

#[test]
fn no_window_is_wider_than_a_mail() {
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::En);
    for id in ["0101", "1522", "6026", "3013"] {
        for radius in [0, 1, 4, 5, 16, 17, 60, u32::MAX] {
            let sheet = sheet(&board, &picture, around(&board, id, radius), Lang::En, &say);
            for line in ascii::draw(&sheet) {
                assert!(width_of(&line) <= 72, "{id} {radius}: {line}");
            }
        }
    }
}

#[test]
fn a_list_can_be_read_out() {
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::En);
    let sheet = sheet(&board, &picture, Window::Whole, Lang::En, &say);
    insta::assert_snapshot!(list::draw(&sheet).join("\n"));
}

/// A name too long for its cell stands in full below.
#[test]
fn long_names_are_told_below_a_window() {
    let board = norway();
    let picture = april_9(&board);
    let say = words(Lang::En);
    for id in ["1522", "2815", "5318", "1309"] {
        let window = around(&board, id, 4);
        let sheet = sheet(&board, &picture, window, Lang::En, &say);
        let drawn = ascii::draw(&sheet).join("\n");
        for at in sheet.spaces() {
            if let Some(name) = &board.space(at).name {
                assert!(drawn.contains(name.as_str()), "{name} around {id}");
            }
        }
    }
}
