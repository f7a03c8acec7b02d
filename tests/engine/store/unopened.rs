//! What a letter still keeps back reaches nobody: an order sheet half carried out, a script stopped in the middle.
//!
//! Two games are alike but for one letter, which in the second lacks a line. Where both come to the same wait by the
//! same events, that line was not reached yet: then the others' reports, pages and maps and the public journal must be
//! the same to the letter.

use std::path::Path;

use fieldpost::draw::Window;
use fieldpost::engine::bot::Style;
use fieldpost::engine::game::{Game, Setup};
use fieldpost::orders::Lang;
use fieldpost::report::map::Map;
use fieldpost::report::turn::{compose, report};
use fieldpost::rules::{MarketGarden, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, letter, new_match, write_letters};

use super::folder;

/// All that a seat is given, but for digests.
fn given<G: Game>(game: &Keeper<G>, seat: &str) -> String {
    let seat = game.now.seat(seat).expect("a seat").clone();
    let text = report(game, &seat).expect("a report");
    let page = format!("{:?}", compose(game, &seat).expect("a page"));
    let state = game.look().expect("a position").state;
    let past = game.last_run(state).expect("the last run");
    let map = Map::<G>::new(game, &past, game.now.draw, &seat);
    let head: String = game.head().chars().take(16).collect();
    [
        text,
        page,
        map.svg(Window::Whole),
        map.ascii(Window::Whole).join("\n"),
    ]
    .join("\n")
    .replace(&head, "HEAD")
}

/// The public journal, but for digests.
fn public<G: Game>(game: &Keeper<G>) -> Vec<String> {
    let entries = game.entries().expect("a journal");
    entries
        .map(|entry| {
            let mut entry = entry.expect("a whole entry");
            entry.prev.clear();
            entry.hash.clear();
            for digest in ["sealed_digest", "state", "book"] {
                entry.fields.remove(digest);
            }
            format!("{entry:?}")
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("a copy");
        }
    }
}

/// Runs to the next wait, with everybody else's letters as their bots write them.
fn on<G: Game>(game: &mut Keeper<G>, seed: u64) -> bool {
    for _ in 0..4 {
        match game.run(&call(0)).expect("a run") {
            Turn::Ran(_) => return true,
            Turn::Waits(_) => {
                write_letters(game, Style::Random, seed, 0).expect("letters");
            }
            _ => return false,
        }
    }
    false
}

/// A letter without one of its lines, if it still answers all that is asked.
fn shorter<G: Game>(game: &mut Keeper<G>, seat: &str, text: &str, without: usize) -> bool {
    let lines = text.lines().enumerate();
    let kept: Vec<&str> = lines
        .filter_map(|(nth, line)| (nth != without).then_some(line))
        .collect();
    let receipt = game.submit(seat, &kept.join("\n"), "", &call(0));
    receipt.is_ok_and(|receipt| receipt.is_clean() && receipt.still_open.is_empty())
}

/// Plays so many letters of a game; tells how many pairs could be compared.
fn compared<G: Game>(scenario: &str, seed: u64, letters: usize) -> usize {
    let (one, two) = (folder(), folder());
    let setup = Setup {
        scenario: scenario.to_owned(),
        ..Setup::default()
    };
    let new = new_match::<G>("twin", &setup, seed);
    let mut game = Keeper::<G>::create(one.path(), Disk::default(), new).expect("a game");
    on(&mut game, seed);
    let mut pairs = 0;
    for _ in 0..letters {
        let Some(seat) = game.now.asked().first().cloned() else {
            break;
        };
        let who = game.now.seat(&seat).expect("a seat").clone();
        let look = game.look().expect("a position");
        let open = game.open_for(&look, &seat);
        let text = letter::<G>(
            &game.data,
            &look.state,
            &who,
            &open,
            Style::Random,
            seed,
            Lang::En,
        );
        let lines = text.lines().count();
        let forked = two.path().join("twin");
        let fork = lines >= 2;
        if fork {
            let _ = std::fs::remove_dir_all(&forked);
            copy(&game.folder, &forked);
        }
        game.submit(&seat, &text, "", &call(0)).expect("a letter");
        if !on(&mut game, seed) {
            break;
        }
        if !fork {
            continue;
        }
        let mut twin = Keeper::<G>::open(&forked, Disk::default()).expect("the same game");
        if !shorter(&mut twin, &seat, &text, lines - 1) || !on(&mut twin, seed) {
            continue;
        }
        let told = |game: &Keeper<G>| {
            let told = game.last_told();
            told.into_iter().map(|one| one.event).collect::<Vec<_>>()
        };
        if told(&game) != told(&twin) || game.now.waits != twin.now.waits {
            continue;
        }
        for other in &game.now.seats {
            if other.name != seat {
                let (here, there) = (given(&game, &other.name), given(&twin, &other.name));
                assert_eq!(here, there, "{} after\n{text}", other.name);
            }
        }
        assert_eq!(public(&game), public(&twin), "the journal after\n{text}");
        pairs += 1;
    }
    pairs
}

#[test]
fn a_sheet_half_carried_out_in_norway_is_secret() {
    let pairs = compared::<Weserubung>("campaign", 3, 120);
    println!("{pairs} pairs");
    assert!(pairs >= 3, "only {pairs} pairs were compared");
}

#[test]
fn a_script_half_carried_out_in_holland_is_secret() {
    let pairs = compared::<MarketGarden>("basic", 3, 120);
    println!("{pairs} pairs");
    assert!(pairs >= 3, "only {pairs} pairs were compared");
}
