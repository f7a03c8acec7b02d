//! Finished reports of real games, in both languages: what stands in them, that they fit every screen, and that nobody
//! reads in them what he may not know.

use std::path::Path;

use fieldpost::draw::Window;
use fieldpost::engine::bot::Rng;
use fieldpost::engine::game::{Game, Side as _};
use fieldpost::engine::seats::Seat;
use fieldpost::orders::Lang;
use fieldpost::report::map::Map;
use fieldpost::report::page::{self, Block, Page};
use fieldpost::report::turn::{compose, compose_from, images, report_html};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Past};

use super::browser::{browser, look};

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
fn reports_of_both_games_in_both_languages() {
    told::<Weserubung>("sample-weserubung", 1, "anna");
    told::<Weserubung>("sample-weserubung", 12, "bob");
    told::<Weserubung>("sample-weserubung", 30, "anna");
    told::<Weserubung>("sample-weserubung", 999, "bob");
    told::<MarketGarden>("sample-market-garden", 1, "anna");
    told::<MarketGarden>("sample-market-garden", 40, "anna");
    told::<MarketGarden>("sample-market-garden", 40, "kurt");
    told::<MarketGarden>("sample-market-garden", 999, "kurt");
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
        Some("Germany by land: Fornebu, 1521 to 1222 (×2)."),
        "{moves:?}"
    );
}

/// Real reports with their pictures, on a telephone and on a desk, in the light and in the dark.
#[test]
fn real_reports_are_legible_on_every_screen() {
    fn seen<G: Game>(browser: &Path, game: &str, run: u64, name: &str) {
        let (_store, keeper) = after::<G>(game, run);
        for (lang, wide, dark) in [
            (Lang::En, 360, true),
            (Lang::En, 1200, false),
            (Lang::Fr, 360, false),
            (Lang::Fr, 1200, true),
        ] {
            let reader = seat(&keeper, name, lang);
            let page = report_html(&keeper, &reader).expect("a page");
            let pictures = images(&keeper, &reader).expect("pictures").len();
            assert!(pictures > 0, "a report shows its map");
            assert_eq!(
                look(browser, &page, wide, dark),
                format!(
                    "scroll false; over ; images {pictures} broken 0; dark {dark}; legible true"
                ),
                "{game} {run} {}, {wide} pixels, dark {dark}",
                lang.code()
            );
        }
    }
    let Some(browser) = browser() else { return };
    seen::<Weserubung>(&browser, "sample-weserubung", 30, "anna");
    seen::<MarketGarden>(&browser, "sample-market-garden", 40, "anna");
}

/// Everything a seat is sent of a position: the report as text and as a page, and every kind of map.
fn sent<G: Game>(keeper: &Keeper<G>, seat: &Seat, past: &Past<G>) -> Vec<String> {
    let mut look = keeper.look().expect("a look");
    look.state = past.state.clone();
    let page = compose_from(keeper, seat, &look, past).expect("a report");
    let map = Map::new(keeper, past, keeper.now.draw, seat);
    let mut all = vec![
        page::text(&page),
        fieldpost::report::html::draw(&page, &[]),
        map.list(Window::Whole).join("\n"),
    ];
    for window in map.windows().into_iter().chain(map.pictures()) {
        all.push(map.ascii(window).join("\n"));
        all.push(map.svg(window));
    }
    let png = map.png(Window::Whole, Some(400)).expect("a picture");
    all.push(format!("{png:?}"));
    all
}

/// Two positions that differ only in what a side may not know: he is sent the same, letter by letter; and where the
/// other side's eyes are borrowed, the difference shows.
#[test]
fn twins_are_sent_the_same_pages() {
    fn twins<G: Game>(game: &str, runs: &[u64]) -> usize {
        let mut leaks = 0;
        for run in runs {
            let (_store, keeper) = after::<G>(game, *run);
            let state = keeper.look().expect("a look").state;
            let past = keeper.last_run(state).expect("a run");
            for reader in &keeper.now.seats {
                let by = reader.sides.first().and_then(|id| G::Side::from_id(id));
                let by = by.expect("a side");
                let honest = sent(&keeper, reader, &past);
                let other = keeper
                    .now
                    .seats
                    .iter()
                    .find(|seat| seat.name != reader.name);
                let other = other.expect("another seat");
                let peeped = sent(&keeper, other, &past);
                for seed in 0..4 {
                    let mut twin = keeper.last_run(past.state.clone()).expect("a run");
                    for state in [&mut twin.before, &mut twin.state] {
                        let mut rng = Rng::named(seed, "twins");
                        G::scramble(&keeper.data, state, by, &mut rng);
                    }
                    assert_eq!(
                        sent(&keeper, reader, &twin),
                        honest,
                        "{game} {run}, {}",
                        reader.name
                    );
                    leaks += usize::from(sent(&keeper, other, &twin) != peeped);
                }
            }
        }
        leaks
    }
    assert!(
        twins::<Miniature>("sample-skerries", &[4, 9, 15, 22]) > 4,
        "nothing was hidden, so nothing was tried"
    );
    twins::<MarketGarden>("sample-market-garden", &[10, 40]);
}
