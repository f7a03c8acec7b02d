//! Finished reports of real games, in both languages: what stands in them, and that they fit every screen.

use std::path::Path;

use fieldpost::draw::Window;
use fieldpost::engine::game::Game;
use fieldpost::engine::seats::Seat;
use fieldpost::orders::Lang;
use fieldpost::report::map::Map;
use fieldpost::report::page::{self, Block, Page};
use fieldpost::report::turn::{compose, report_html};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Past};

use crate::screen::{browser, look_at};

/// A sample game as it stood after a run: what was written later is cut off.
pub fn after<G: Game>(name: &str, run: u64) -> (tempfile::TempDir, Keeper<G>) {
    let store = tempfile::tempdir().expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name);
    for (file, last) in [("journal.toml", "draw"), ("sealed.toml", "run")] {
        let text = std::fs::read_to_string(games.join(file)).expect("a sample");
        let mut kept = String::new();
        for part in text.split_inclusive("\n\n") {
            kept.push_str(part);
            let ends = part.contains(&format!("\nkind = \"{last}\"\n"));
            if ends && part.contains(&format!("\ndraw = {run}\n")) {
                break;
            }
        }
        std::fs::write(store.path().join(file), kept).expect("written");
    }
    let keeper = Keeper::<G>::open(store.path(), Disk::default()).expect("a game");
    assert_eq!(keeper.now.draw, run.min(keeper.now.draw), "{name}");
    (store, keeper)
}

/// A seat by name, with another language.
pub fn seat<G: Game>(keeper: &Keeper<G>, name: &str, lang: Lang) -> Seat {
    let seat = keeper.now.seat(name).expect("a seat").clone();
    Seat { lang, ..seat }
}

/// All but the maps, which have tests of their own.
fn without_maps(mut page: Page) -> String {
    page.sections.retain(|section| {
        let mut blocks = section.blocks.iter();
        !blocks.any(|block| matches!(block, Block::Maps { .. }))
    });
    page::text(&page)
}

fn told<G: Game>(game: &str, run: u64, name: &str) {
    let (_store, keeper) = after::<G>(game, run);
    for lang in Lang::ALL {
        let page = compose(&keeper, &seat(&keeper, name, lang)).expect("a report");
        let label = format!("{game}-{run}-{name}-{}", lang.code());
        insta::assert_snapshot!(label, without_maps(page));
    }
}

/// At the beginning, with little and with much to decide, with nothing to do, and at the end.
#[test]
fn reports_of_all_games_in_both_languages() {
    told::<Weserubung>("sample-weserubung", 1, "anna");
    told::<Weserubung>("sample-weserubung", 12, "bob");
    told::<Weserubung>("sample-weserubung", 30, "anna");
    told::<Weserubung>("sample-weserubung", 999, "bob");
    told::<MarketGarden>("sample-market-garden", 1, "anna");
    told::<MarketGarden>("sample-market-garden", 40, "anna");
    told::<MarketGarden>("sample-market-garden", 40, "kurt");
    told::<MarketGarden>("sample-market-garden", 999, "kurt");
    told::<Miniature>("sample-skerries", 4, "red-bot");
    told::<Miniature>("sample-skerries", 12, "blue-bot");
    told::<Miniature>("sample-skerries", 999, "red-bot");
}

/// No line of a report but those to be sent back is wider than a mail, and none is a bare key of the templates.
#[test]
fn reports_are_told_in_words_that_fit() {
    fn all<G: Game>(game: &str, runs: &[u64]) {
        for run in runs {
            let (_store, keeper) = after::<G>(game, *run);
            for name in keeper.now.seats.iter().map(|seat| seat.name.clone()) {
                for lang in Lang::ALL {
                    let page = compose(&keeper, &seat(&keeper, &name, lang)).expect("a report");
                    for line in page::text(&page).lines() {
                        let wide = line.chars().count() > 72 && !line.starts_with('#');
                        assert!(!wide && !line.contains("{{"), "{game} {run} {name}: {line}");
                        // French marks that stand apart never begin a line.
                        let first = line.split_whitespace().next().unwrap_or_default();
                        assert!(![":", ";", "?"].contains(&first), "{game} {run}: {line}");
                    }
                }
            }
        }
    }
    all::<Weserubung>("sample-weserubung", &[2, 7, 18, 45, 100, 170]);
    all::<MarketGarden>("sample-market-garden", &[3, 15, 33, 60, 85]);
    all::<Miniature>("sample-skerries", &[1, 4, 12, 20, 30]);
}

/// Arrows begin where the units stood before the run.
#[test]
fn arrows_begin_where_units_stood() {
    let (_store, keeper) = after::<Weserubung>("sample-weserubung", 30);
    let now = keeper
        .last_run(keeper.look().expect("a look").state)
        .expect("a run");
    let then = keeper.after_run(30).expect("the same run");
    let anna = seat(&keeper, "anna", Lang::En);
    let list = |past: &Past<Weserubung>| Map::new(&keeper, past, 30, &anna).list(Window::Whole);
    assert_eq!(list(&now), list(&then));
    let moves: Vec<String> = list(&now)
        .into_iter()
        .filter(|line| line.contains(" by ") && line.contains(" to "))
        .collect();
    assert_eq!(
        moves.first().map(String::as_str),
        Some("Germany by land: Trondheim, 2815 to Værnes, 2916 (×3)."),
        "{moves:?}"
    );
}

/// Real reports with their pictures, on a telephone and on a desk, in the light and in the dark.
#[test]
fn real_reports_are_legible_on_every_screen() {
    fn seen<G: Game>(browser: &Path, game: &str, run: u64, name: &str) {
        let (_store, keeper) = after::<G>(game, run);
        let pages = Lang::ALL.map(|lang| {
            let reader = seat(&keeper, name, lang);
            let page = report_html(&keeper, &reader).expect("a page");
            let pictures = page.matches("<img ").count();
            assert!(pictures > 0, "a report shows its map");
            (page, pictures)
        });
        let (en, fr) = (&pages[0], &pages[1]);
        for dark in [false, true] {
            let frames = [(en, 360), (fr, 360), (en, 1200), (fr, 1200)];
            let shown = frames.map(|((page, _), wide)| (page.as_str(), wide));
            for (found, ((_, pictures), wide)) in look_at(browser, &shown, dark).iter().zip(frames)
            {
                let wanted = format!(
                    "scroll false; over ; images {pictures} broken 0; dark {dark}; legible true"
                );
                assert_eq!(*found, wanted, "{game} {run}, {wide} pixels");
            }
        }
    }
    let Some(browser) = browser() else { return };
    seen::<Weserubung>(&browser, "sample-weserubung", 30, "anna");
    seen::<MarketGarden>(&browser, "sample-market-garden", 40, "anna");
    seen::<Miniature>(&browser, "sample-skerries", 12, "blue-bot");
}

/// Whatever the width of a screen, no line is wider; and where all fits nothing is said of parts.
#[test]
fn maps_fit_every_screen() {
    fn fit<G: Game>(game: &str, run: u64, places: &[&str]) {
        let (_store, keeper) = after::<G>(game, run);
        let past = keeper.last_run(keeper.look().expect("a look").state);
        let past = past.expect("a run");
        let reader = keeper.now.seats[0].clone();
        let map = Map::new(&keeper, &past, run, &reader);
        let around = places.iter().flat_map(|place| {
            let centre = G::board(&keeper.data).find(place).expect("a place");
            [0, 1, 2, 4, 9, 30].map(|radius| Window::Around { centre, radius })
        });
        for window in std::iter::once(Window::Whole).chain(around) {
            for wide in [24, 28, 36, 50, 60, 71, 72, 100] {
                let lines = map.ascii_within(window, wide);
                let widest = lines.iter().map(|line| line.chars().count()).max();
                assert!(widest <= Some(wide), "{game} {window:?}: {lines:#?}");
                // The windows of a report are drawn for mails.
                if wide == 72 && window == Window::Whole {
                    assert_eq!(lines, map.ascii(window));
                }
            }
        }
    }
    fit::<Weserubung>("sample-weserubung", 30, &["1514", "0101"]);
    fit::<MarketGarden>("sample-market-garden", 40, &["12", "53"]);
    fit::<Miniature>("sample-skerries", 12, &["bank"]);
}
