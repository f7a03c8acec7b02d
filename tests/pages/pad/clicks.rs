//! Random answers of every game, put into the page by clicks: the letter that comes out means the same.

use std::path::Path;

use fieldpost::engine::bot::{Rng, Style};
use fieldpost::engine::game::{Game, Setup};
use fieldpost::engine::seats::Seat;
use fieldpost::orders::{Lang, Picks, Reader, TokenLine, fits, head, sample};
use fieldpost::report::pad::forms::Forms;
use fieldpost::report::pad::{Address, pad_from};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{answer, call, new_match, write_letters};
use serde_json::{Value as Json, json};

use crate::screen::{browser, look_at, work_in};

const CLICKER: &str = include_str!("clicker.js");

/// The largest page there may be.
const LARGEST: usize = 1_500_000;

/// What a letter says to a form.
fn read<G: Game>(
    form: &fieldpost::orders::Form,
    text: &str,
    view: &G::View<'_>,
) -> Result<Picks, String> {
    let mut reader = Reader::new(view);
    let lines: Vec<TokenLine> = (1..)
        .zip(text.lines())
        .map(|(n, line)| TokenLine::new(n, line.to_owned()))
        .collect();
    if let ([only], head::HeadMatch::Form { body, .. }) = (
        lines.as_slice(),
        reader.head(lines.first().ok_or("nothing")?, &[form]),
    ) && (form.pick.rows().is_none()
        || text.trim_end().ends_with(": none")
        || text.trim_end().ends_with(": rien"))
    {
        let tokens = only.tokens.get(body..).unwrap_or_default();
        let read = reader.read(form, tokens);
        return read
            .map(|read| read.picks)
            .map_err(|wrong| format!("{wrong:?}"));
    }
    let sheet = reader.read_lines(form, &lines);
    if sheet.problems.is_empty() {
        Ok(sheet.reading.picks)
    } else {
        Err(format!("{:?}", sheet.problems))
    }
}

/// An answer of a few lines: a sheet of fifty says no more about the page than one of four.
fn shortened(picks: Picks) -> Picks {
    match picks {
        Picks::Sheet(mut lines) => {
            lines.truncate(4);
            Picks::Sheet(lines)
        }
        Picks::Script(mut acts) => {
            acts.truncate(5);
            Picks::Script(acts)
        }
        other => other,
    }
}

struct Tried {
    letters: usize,
    maps: usize,
    bytes: usize,
    slowest: i64,
}

/// Puts answers to all open questions of all seats into their pages.
fn click_through<G: Game>(browser: &Path, keeper: &Keeper<G>, seed: u64, tried: &mut Tried) {
    let look = keeper.look().expect("a look");
    for (nth, name) in keeper.now.asked().iter().enumerate() {
        let lang = if (nth + seed as usize).is_multiple_of(2) {
            Lang::Fr
        } else {
            Lang::En
        };
        let seat = keeper.now.seat(name).expect("a seat").clone();
        let seat = Seat { lang, ..seat };
        let page = pad_from(keeper, &seat, &look, &Address::default());
        tried.bytes = tried.bytes.max(page.len());
        assert!(page.len() < LARGEST, "{}: {} bytes", G::NAME, page.len());
        let open = keeper.open_for(&look, name);
        let mut forms = Forms::new(lang);
        let mut meant = Vec::new();
        let mut wanted = Vec::new();
        for question in &open {
            let view = G::view(&keeper.data, &look.state, Some(question.side));
            let _ = forms.form(&question.decision.form(&view), &view);
        }
        for (q, question) in open.iter().enumerate() {
            let view = G::view(&keeper.data, &look.state, Some(question.side));
            let form = question.decision.form(&view);
            let mut rng = Rng::named(seed, &question.key);
            let legal = answer::<G>(&keeper.data, &look.state, question, Style::Random, seed);
            // What fits the form can be pointed at, whether or not the rules let it pass.
            let others = (0..3).map(|_| sample(&form, &mut rng));
            let picks = std::iter::once(legal).chain(others).map(shortened);
            for picks in picks.filter(|picks| fits(&form, picks).is_ok()) {
                let value = forms.value(&form.pick, &picks);
                let value = value.unwrap_or_else(|| panic!("{picks:?} is not on the page"));
                wanted.push(json!([q, value]));
                meant.push((q, picks));
            }
        }
        let script = CLICKER.replace(
            "%WANTED%",
            &json!(wanted).to_string().replace('<', "\\u003c"),
        );
        let found = work_in(browser, &page, &script, (1200, 900));
        let found: Json =
            serde_json::from_str(&found).unwrap_or_else(|error| panic!("{error}: {found:.2000}"));
        assert_eq!(found["outside"], 0, "nothing comes from outside");
        assert_eq!(found["undone"], true, "a change can be undone");
        tried.maps += usize::try_from(found["maps"].as_u64().expect("a number")).expect("small");
        tried.slowest = tried
            .slowest
            .max(found["slowest"].as_f64().expect("a time") as i64);
        let letters = found["letters"].as_array().expect("letters");
        assert_eq!(letters.len(), meant.len());
        for ((q, picks), text) in meant.iter().zip(letters) {
            let text = text.as_str().expect("a letter");
            let view = G::view(&keeper.data, &look.state, Some(open[*q].side));
            let form = open[*q].decision.form(&view);
            let marks = ["as ", "pour "];
            let lines: Vec<&str> = text
                .lines()
                .filter(|line| !marks.iter().any(|mark| line.starts_with(mark)))
                .collect();
            let read = read::<G>(&form, &lines.join("\n"), &view);
            assert_eq!(
                read.as_ref(),
                Ok(picks),
                "{} {}: {text}",
                G::NAME,
                open[*q].key
            );
            let receipt = keeper.read_letter(&seat, text, 1).expect("read");
            let right = open[*q].decision.check(&view, picks).is_empty();
            assert_eq!(receipt.is_clean(), right, "{text}: {:?}", receipt.verdicts);
            tried.letters += 1;
        }
    }
}

/// Random games, some way on: every seat that is asked then has its answers clicked.
fn clicked<G: Game>(scenario: &str, stops: &[u64]) -> Option<Tried> {
    let browser = browser()?;
    let store = tempfile::tempdir().expect("a folder");
    let setup = Setup {
        scenario: scenario.to_owned(),
        ..Setup::default()
    };
    let new = new_match::<G>("clicked", &setup, 5);
    let mut keeper = Keeper::<G>::create(store.path(), Disk::default(), new).expect("a game");
    let mut tried = Tried {
        letters: 0,
        maps: 0,
        bytes: 0,
        slowest: 0,
    };
    let (mut ran, mut letters) = (0, 0);
    let last = stops.iter().max().copied().unwrap_or(0);
    while ran < last {
        match keeper.run(&call(ran)).expect("a run") {
            Turn::Ran(_) => {
                ran += 1;
                if stops.contains(&ran) {
                    click_through(&browser, &keeper, ran, &mut tried);
                }
            }
            Turn::Over => break,
            _ => letters += write_letters(&mut keeper, Style::Random, 5, letters).expect("letters"),
        }
    }
    println!(
        "{scenario}: {} letters, {} taps on the map, {} bytes, a tap with 200 orders in {} ms",
        tried.letters, tried.maps, tried.bytes, tried.slowest
    );
    Some(tried)
}

#[test]
fn answers_in_the_skerries_are_clicked() {
    let Some(tried) = clicked::<Miniature>("skerries", &[1, 2, 3, 4, 6, 9, 12]) else {
        return;
    };
    assert!(
        tried.letters > 20 && tried.maps > 10,
        "{} letters",
        tried.letters
    );
}

#[test]
fn answers_in_norway_are_clicked() {
    let Some(tried) = clicked::<Weserubung>("campaign", &[1, 2, 3, 5, 8, 12]) else {
        return;
    };
    assert!(
        tried.letters > 20 && tried.maps > 10,
        "{} letters",
        tried.letters
    );
}

#[test]
fn answers_on_the_road_to_arnhem_are_clicked() {
    let Some(tried) = clicked::<MarketGarden>("basic", &[1, 3, 4, 5, 6, 8, 9, 11, 14, 17]) else {
        return;
    };
    assert!(
        tried.letters > 20 && tried.maps > 1,
        "{} letters",
        tried.letters
    );
}

/// The page fits a telephone and a desk, by day and by night.
#[test]
fn the_page_fits_every_screen() {
    let Some(browser) = browser() else { return };
    let store = tempfile::tempdir().expect("a folder");
    let setup = Setup {
        scenario: "campaign".to_owned(),
        ..Setup::default()
    };
    let new = new_match::<Weserubung>("fits", &setup, 5);
    let mut keeper =
        Keeper::<Weserubung>::create(store.path(), Disk::default(), new).expect("a game");
    keeper.run(&call(0)).expect("a run");
    let look = keeper.look().expect("a look");
    for (n, name) in keeper.now.asked().iter().enumerate() {
        let seat = keeper.now.seat(name).expect("a seat").clone();
        let lang = Lang::ALL[n % 2];
        let page = pad_from(&keeper, &Seat { lang, ..seat }, &look, &Address::default());
        for dark in [false, true] {
            for found in look_at(&browser, &[(&page, 360), (&page, 1200)], dark) {
                assert_eq!(
                    found,
                    format!("scroll false; over ; images 0 broken 0; dark {dark}; legible true")
                );
            }
        }
    }
}
