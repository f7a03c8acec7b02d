//! Nobody reads in what he is sent what he may not know: reports and every kind of map, of random games.
//!
//! Two positions that differ only in what a side may not know: he is sent the same, byte by byte. That the comparison
//! could fail is seen by leaks that are planted: whoever borrows the other side's eyes sees the difference, in every
//! kind of page and map.

use fieldpost::draw::Window;
use fieldpost::engine::bot::{Rng, Style};
use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::engine::seats::Seat;
use fieldpost::orders::Lang;
use fieldpost::report::map::Map;
use fieldpost::report::pad::{Address, pad_from};
use fieldpost::report::page;
use fieldpost::report::turn::compose_from;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Past, Turn};
use fieldpost::store::matches::{call, letter, new_match, write_letters};

/// What is sent, by kind.
const KINDS: [&str; 7] = ["text", "html", "list", "ascii", "svg", "png", "orders"];

/// Everything a seat is sent of a position: the report as text and as a page, and every kind of map.
fn sent<G: Game>(keeper: &Keeper<G>, seat: &Seat, past: &Past<G>) -> [String; 7] {
    let mut look = keeper.look().expect("a look");
    look.state = past.state.clone();
    let page = compose_from(keeper, seat, &look, past).expect("a report");
    let map = Map::new(keeper, past, keeper.now.draw, seat);
    let windows: Vec<Window> = map.windows().into_iter().chain(map.pictures()).collect();
    let all =
        |draw: &dyn Fn(Window) -> String| windows.iter().map(|window| draw(*window)).collect();
    // The bytes of a picture follow from its SVG; a small one is enough to see that.
    let png = map.png(Window::Whole, Some(240)).expect("a picture");
    [
        page::text(&page),
        fieldpost::report::html::draw(&page, &[]),
        map.list(Window::Whole).join("\n"),
        all(&|window| map.ascii(window).join("\n") + &map.ascii_within(window, 40).join("\n")),
        all(&|window| map.svg(window)),
        format!("{png:?}"),
        pad_from(keeper, seat, &look, &Address::default()),
    ]
}

/// The first kind in which two differ.
fn differ(one: &[String; 7], other: &[String; 7]) -> Vec<&'static str> {
    let pairs = one.iter().zip(other).zip(KINDS);
    pairs
        .filter(|((one, other), _)| one != other)
        .map(|(_, kind)| kind)
        .collect()
}

/// A random game after so many runs, in which letters are written by chance.
fn random<G: Game>(store: &std::path::Path, setup: &Setup, seed: u64, runs: u64) -> Keeper<G> {
    let new = new_match::<G>(&format!("{}-{seed}-{runs}", G::NAME), setup, seed);
    let mut keeper = Keeper::<G>::create(store, Disk::default(), new).expect("a game");
    let (mut ran, mut letters) = (0, 0);
    while ran < runs {
        match keeper.run(&call(ran)).expect("a run") {
            Turn::Ran(_) => ran += 1,
            Turn::Over => break,
            _ => {
                let more = write_letters(&mut keeper, Style::Random, seed, letters);
                letters += more.expect("letters");
            }
        }
    }
    keeper
}

fn setup(scenario: &str, switches: &[(&str, &str)]) -> Setup {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Setup {
        scenario: scenario.to_owned(),
        switches: switches.iter().map(own).collect(),
        ..Setup::default()
    }
}

/// Twins of a position, for every seat: how many had something hidden, and in which kinds borrowed eyes saw it.
fn twins<G: Game>(keeper: &Keeper<G>, seeds: u64) -> (usize, Vec<&'static str>) {
    let state = keeper.look().expect("a look").state;
    let past = keeper.last_run(state).expect("a run");
    let (mut tried, mut leaks) = (0, Vec::new());
    for (n, reader) in keeper.now.seats.iter().enumerate() {
        let reader = Seat {
            lang: if n % 2 == 0 { Lang::Fr } else { Lang::En },
            ..reader.clone()
        };
        let by = reader
            .sides
            .first()
            .and_then(|id| G::Side::from_id(id))
            .expect("a side");
        let honest = sent(keeper, &reader, &past);
        // A planted leak: the page is made for the other side.
        let peeper = Seat {
            sides: keeper
                .now
                .seats
                .iter()
                .flat_map(|seat| seat.sides.clone())
                .filter(|side| !reader.sides.contains(side))
                .collect(),
            ..reader.clone()
        };
        let peeped = sent(keeper, &peeper, &past);
        for seed in 0..seeds {
            let mut twin = keeper.last_run(past.state.clone()).expect("a run");
            for state in [&mut twin.before, &mut twin.state] {
                let mut rng = Rng::named(seed, "twins");
                G::scramble(&keeper.data, state, by, &mut rng);
            }
            if twin.state == past.state {
                continue;
            }
            tried += 1;
            let found = differ(&sent(keeper, &reader, &twin), &honest);
            assert!(
                found.is_empty(),
                "{}: {} learns of it by {found:?}",
                keeper.folder.display(),
                by.id()
            );
            leaks.extend(differ(&sent(keeper, &peeper, &twin), &peeped));
        }
    }
    (tried, leaks)
}

#[test]
fn twins_are_sent_the_same_pages() {
    let store = tempfile::tempdir().expect("a folder");
    let (mut tried, mut leaks) = (0, Vec::new());
    for (seed, runs) in [(1, 3), (2, 7), (3, 12), (4, 18), (5, 25)] {
        let scenario = if seed % 2 == 0 { "long" } else { "skerries" };
        let keeper = random::<Miniature>(store.path(), &setup(scenario, &[]), seed, runs);
        let (more, found) = twins(&keeper, 3);
        tried += more;
        leaks.extend(found);
    }
    assert!(
        tried >= 12,
        "{tried} twins: nothing was hidden, so nothing was tried"
    );
    for kind in KINDS {
        // What stands in a box can be told apart in a list, and not by its letter on a map.
        assert!(
            leaks.contains(&kind),
            "a planted leak was not seen in {kind}: {leaks:?}"
        );
    }
}

/// All lies open in Market Garden but the order of the cards.
#[test]
fn twins_of_the_corridor_are_sent_the_same_pages() {
    let store = tempfile::tempdir().expect("a folder");
    let setup = setup("basic", &[("card-combat", "yes")]);
    let keeper = random::<MarketGarden>(store.path(), &setup, 7, 9);
    let (tried, _) = twins(&keeper, 1);
    assert!(
        tried >= 2,
        "{tried} twins: no card was hidden, so nothing was tried"
    );
}

/// What another player has sent already is as hidden as a counter: it shows in nothing until the run.
fn waiting_letters<G: Game>(keeper: &mut Keeper<G>) -> bool {
    let asked = keeper.now.asked();
    let [writer, reader, ..] = asked.as_slice() else {
        return false;
    };
    let look = keeper.look().expect("a look");
    let seats = [writer, reader].map(|name| keeper.now.seat(name).expect("a seat").clone());
    let pages = |keeper: &Keeper<G>| {
        let past = keeper.last_run(look.state.clone()).expect("a run");
        // The head of the journal is a digest.
        seats.clone().map(|seat| {
            sent(keeper, &seat, &past).map(|text| {
                let lines = text.lines().filter(|line| !line.contains("Journal "));
                lines.collect::<Vec<_>>().join("\n")
            })
        })
    };
    let before = pages(keeper);
    let open = keeper.open_for(&look, writer);
    let text = letter::<G>(
        &keeper.data,
        &look.state,
        &seats[0],
        &open,
        Style::Random,
        3,
        Lang::En,
    );
    keeper.submit(writer, &text, "", &call(9)).expect("taken");
    let after = pages(keeper);
    assert_eq!(differ(&before[1], &after[1]), [""; 0], "{text}");
    assert!(
        differ(&before[0], &after[0]).contains(&"text"),
        "he who wrote is told that he has answered"
    );
    true
}

#[test]
fn letters_that_wait_show_in_no_page() {
    let store = tempfile::tempdir().expect("a folder");
    let norway = setup("campaign", &[]);
    let mut tried = 0;
    for runs in [1, 2] {
        tried += usize::from(waiting_letters(&mut random::<Weserubung>(
            store.path(),
            &norway,
            11,
            runs,
        )));
    }
    tried += usize::from(waiting_letters(&mut random::<Miniature>(
        store.path(),
        &setup("skerries", &[]),
        11,
        1,
    )));
    assert!(
        tried >= 2,
        "nobody was asked together with another: {tried}"
    );
}
