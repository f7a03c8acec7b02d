//! The dossier in a real browser: slider, filters, search, links, languages, keys, print.

use std::path::Path;

use fieldpost::engine::game::Game;
use fieldpost::orders::Lang;
use fieldpost::report::dossier::dossier;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};

use super::page::sample;
use crate::screen::{browser, framed, look_at, picture_of, printed, work_in};

/// Works in the page as a reader does, and writes down what came of it.
const READER: &str = include_str!("reader.js");

const EXPECTED: &str = "slider true
right true
down true
kind true
side true
place true
unit true
search true
nothing true
escape true
link true
proof proof holds true
proof in short true
bridges true
lamps true
phase true
in sight true
crossed out true
strip true
overview true
overview moves true
pan true
focus true
focus on chips true
print true
wrong link true
language fr true
nearer true
whole true
stack true
only true
outside 0
named true";

/// Writes down the middle of the left edge of some counters of each party, and the fill they should have.
const COUNTERS: &str = r#"
const found = book.sides.slice(0, book.parties).flatMap(([id, , fill], n) => {
  const inSight = box => box.left > 4 && box.top > 4 && box.right < innerWidth - 4 && box.bottom < innerHeight - 4;
  const faces = [...document.querySelectorAll(`#counters > g.p${n} use.box`)].map(one => one.getBoundingClientRect());
  const free = box => document.elementFromPoint(box.left + box.width * .12, box.top + box.height / 2)?.closest(`g.p${n}`);
  return faces.filter(box => box.width > 20 && inSight(box) && free(box)).slice(0, 3)
    .map(box => `${id} ${Math.round(box.left + box.width * .12)} ${Math.round(box.top + box.height / 2)} ${fill}`);
});
const out = parent.document.createElement("pre");
out.id = "found";
out.textContent = found.join("\n");
parent.document.body.replaceChildren(out);
"#;

/// The counters of every party that is in sight have its colour; gives how many parties were seen.
fn counters_have_their_colours(browser: &Path, page: &str, look: &str) -> usize {
    let (window, frame) = ((1200, 900), (1100, 700));
    let page = page.replace("</body>", &format!("<script>{look}</script></body>"));
    let page = page.as_str();
    let asked = page.replace("</body>", &format!("<script>{COUNTERS}</script></body>"));
    let found = work_in(browser, &framed(&asked, frame), "", window);
    let (wide, dots) = picture_of(browser, &framed(page, frame), window);
    let mut parties = std::collections::BTreeSet::new();
    for line in found.lines() {
        let [party, x, y, fill] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{found}");
        };
        let at = 3 * (y.parse::<usize>().expect("y") * wide + x.parse::<usize>().expect("x"));
        let dot = format!("#{:02x}{:02x}{:02x}", dots[at], dots[at + 1], dots[at + 2]);
        assert_eq!(dot, fill, "a counter of {party} at {x}, {y}");
        parties.insert(party.to_owned());
    }
    parties.len()
}

/// The assault of XXX Corps: both sides are in one place.
const CORPS: &str = "go(phases.find(one => one.name.includes('corps')).index, null, true);";

/// A reader gets about in the dossier of a sample game; gives the page.
fn gets_about<G: Game>(browser: &Path, name: &str) -> String {
    let (_store, keeper) = sample::<G>(name);
    let page = dossier(&keeper, None, Lang::En).expect("a dossier");
    assert!(page.len() < 3_000_000, "{name}: {} bytes", page.len());
    let found = work_in(browser, &page, READER, (1200, 900));
    let (opens, rest) = found.split_once('\n').unwrap_or_default();
    assert_eq!(opens, "opens true", "{name}");
    let (phases, rest) = rest.split_once('\n').unwrap_or_default();
    assert!(phases.starts_with("phases "), "{name}: {found}");
    assert_eq!(rest, EXPECTED, "{name}");
    page
}

/// The page of a sample game: a reader gets about in it, it fits every screen, by day and by night, and goes to paper;
/// the counters of two parties at least are seen in their colours where it opens, or where `look` goes.
fn is_looked_at<G: Game>(name: &str, look: &str) {
    let Some(browser) = browser() else { return };
    let page = gets_about::<G>(&browser, name);
    for (wide, dark) in [(360, true), (1200, false)] {
        assert_eq!(
            look_at(&browser, &[(&page, wide)], dark),
            [format!(
                "scroll false; over ; images 0 broken 0; dark {dark}; legible true"
            )],
            "{name}: {wide} pixels"
        );
    }
    let seen = counters_have_their_colours(&browser, &page, look);
    assert!(seen >= 2, "{name}: counters of {seen} parties in sight");
    assert!(printed(&browser, &page).starts_with(b"%PDF"), "{name}");
}

#[test]
fn the_skerries() {
    is_looked_at::<Miniature>("sample-skerries", "");
}

#[test]
fn the_campaign_in_norway() {
    is_looked_at::<Weserubung>("sample-weserubung", "");
}

#[test]
fn the_road_to_arnhem() {
    is_looked_at::<MarketGarden>("sample-market-garden", CORPS);
}

/// A counter without its fill is noticed.
#[test]
#[should_panic(expected = "a counter of")]
fn a_counter_without_colour_is_noticed() {
    let Some(browser) = browser() else {
        panic!("a counter of nobody: there is no browser");
    };
    let (_store, keeper) = sample::<Miniature>("sample-skerries");
    let page = dossier(&keeper, None, Lang::En).expect("a dossier");
    counters_have_their_colours(&browser, &page.replace(".hd0{fill:", ".hd0{stroke:"), "");
}
