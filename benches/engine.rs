//! Speed of the engine, printed as numbers and ratios of one run; it fails nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use fieldpost::engine::bot::Style;
use fieldpost::engine::contest::{Contest, play};
use fieldpost::engine::game::{Game, Setup};
use fieldpost::engine::inputs::Pace;
use fieldpost::engine::table::Keep;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, new_match, write_letters};
use fieldpost::store::verify::verify;

fn setup(scenario: &str) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        ..Setup::default()
    }
}

/// Hundredths, since floats have no place here.
fn ratio(a: Duration, b: Duration) -> String {
    let hundredths = a.as_nanos() * 100 / b.as_nanos().max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn main() {
    bots();
    whole_games::<MarketGarden>("basic", 200, "50");
    whole_games::<Weserubung>("campaign", 40, "20");
    let folder = match Path::new("/dev/shm").is_dir() {
        // In memory, so that the program is measured and not the disk.
        true => tempfile::tempdir_in("/dev/shm"),
        false => tempfile::tempdir(),
    };
    let folder = folder.expect("a folder");
    sample_campaign(folder.path());
    let long = long_game(folder.path(), 20_000);
    letters(folder.path(), &long);
    verifying(&long);
    memory(folder.path());
    index(folder.path());
}

/// Whole games of bots on one core: how many a second.
fn whole_games<G: Game>(scenario: &str, games: u64, wanted: &str) {
    let (data, state) = G::set_up(&setup(scenario)).expect("good data");
    let contest = Contest {
        style: Style::Random,
        pace: Pace::Strict,
        keep: Keep::NOTHING,
        check: false,
    };
    let started = Instant::now();
    for seed in 0..games {
        play::<G>(&data, &state, contest, seed).expect("an end");
    }
    let millis = started.elapsed().as_millis().max(1);
    println!(
        "{}/{scenario}: {} games a second ({wanted} wanted)",
        G::NAME,
        u128::from(games) * 1000 / millis
    );
}

/// The whole sample campaign, from its journal alone.
fn sample_campaign(folder: &Path) {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/sample-weserubung");
    let copy = folder.join("sample-weserubung");
    std::fs::create_dir_all(&copy).expect("a folder");
    for name in ["journal.toml", "sealed.toml"] {
        std::fs::copy(sample.join(name), copy.join(name)).expect("a copy");
    }
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let started = Instant::now();
        verify::<Weserubung>(&copy, &mut |_, _| ()).expect("it holds");
        best = best.min(started.elapsed());
    }
    println!(
        "the sample campaign: verified in {} ms (200 wanted)",
        best.as_millis()
    );
}

fn bots() {
    println!("bots, one core:");
    let (data, state) = Miniature::set_up(&setup("skerries")).expect("good data");
    let kinds = [
        ("at full speed", Keep::NOTHING, false),
        ("with invariants checked", Keep::NOTHING, true),
        (
            "with every sight checked too",
            Keep {
                told: true,
                record: false,
            },
            true,
        ),
        ("with the record kept too", Keep::ALL, true),
    ];
    for (name, keep, check) in kinds {
        let contest = Contest {
            style: Style::Random,
            pace: Pace::Strict,
            keep,
            check,
        };
        let start = Instant::now();
        let mut decisions = 0;
        for seed in 0..20_000 {
            let played = play::<Miniature>(&data, &state, contest, seed).expect("an end");
            decisions += u128::from(played.counts.decisions);
        }
        let speed = decisions * 1_000_000 / start.elapsed().as_micros();
        println!("  {speed:>9} decisions a second {name}");
    }
}

fn grow(keeper: &mut Keeper<Miniature>, entries: i64) {
    let mut letters = 0;
    while keeper.now.journal.next < entries {
        match keeper.run(&call(0)).expect("a run") {
            Turn::Ran(_) => {}
            Turn::Over => panic!("the long game is over"),
            _ => letters += write_letters(keeper, Style::Random, 1, letters).expect("letters"),
        }
    }
}

fn long_game(folder: &Path, entries: i64) -> PathBuf {
    let start = Instant::now();
    let new = new_match::<Miniature>("long", &setup("long"), 1);
    let mut keeper = Keeper::<Miniature>::create(folder, Disk::default(), new).expect("a game");
    grow(&mut keeper, entries);
    println!(
        "a game of {} entries, {} KB of journal, {} KB sealed, made in {} ms",
        keeper.now.journal.next,
        keeper.now.journal.len / 1024,
        keeper.now.sealed.len / 1024,
        start.elapsed().as_millis()
    );
    keeper.folder.clone()
}

/// From disk: opened, a letter taken, run.
fn letters(folder: &Path, long: &Path) {
    let new = new_match::<Miniature>("short", &setup("long"), 1);
    let mut keeper = Keeper::<Miniature>::create(folder, Disk::default(), new).expect("a game");
    grow(&mut keeper, 40);
    let short = keeper.folder.clone();
    drop(keeper);
    let mut times = Vec::new();
    for (name, path) in [("40", &short), ("20,000", &long.to_owned())] {
        let mut spent = Duration::ZERO;
        let mut written = 0;
        while written < 200 {
            let start = Instant::now();
            let mut keeper = Keeper::<Miniature>::open(path, Disk::default()).expect("a game");
            if let Turn::Waits(_) = keeper.run(&call(0)).expect("a run") {
                written += write_letters(&mut keeper, Style::Random, 1, written).expect("letters");
                keeper.run(&call(0)).expect("a run");
            }
            spent += start.elapsed();
        }
        let each = spent / u32::try_from(written).unwrap_or(1);
        println!(
            "  {:>6} us a letter, from checkpoint to next wait, at {name} entries",
            each.as_micros()
        );
        times.push(each);
    }
    println!("  ratio {}", ratio(times[1], times[0]));
}

fn verifying(long: &Path) {
    let texts: Vec<String> = ["journal.toml", "sealed.toml"]
        .map(|name| std::fs::read_to_string(long.join(name)).expect("a log"))
        .into();
    let start = Instant::now();
    for text in &texts {
        let table: toml::Table = text.parse().expect("TOML");
        std::hint::black_box(&table);
        std::hint::black_box(fieldpost::engine::dice::sha256_hex(text.as_bytes()));
    }
    let parsing = start.elapsed();
    drop(texts);
    let start = Instant::now();
    let found = verify::<Miniature>(long, &mut |_, _| ()).expect("it verifies");
    let whole = start.elapsed();
    println!(
        "verifying {} entries and {} rolls: {} ms; parsing and hashing its bytes {} ms; ratio {}",
        found.entries,
        found.rolls,
        whole.as_millis(),
        parsing.as_millis(),
        ratio(whole, parsing)
    );
}

/// Peak memory of commands on the long game, as the kernel saw it.
fn memory(folder: &Path) {
    for args in [
        vec!["verify", "long"],
        vec!["status", "long"],
        vec!["log", "long"],
        vec!["report", "long", "--as", "red"],
        vec!["rewind", "long", "--to", "9000", "--reason", "a benchmark"],
    ] {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
            .arg("--store")
            .arg(folder)
            .args(&args)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the command runs");
        let mut peak = 0;
        while child.try_wait().expect("a child").is_none() {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
            let line = status.unwrap_or_default();
            let line = line.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
            peak = peak.max(kib.unwrap_or(0));
            std::thread::sleep(Duration::from_millis(1));
        }
        println!(
            "  {:>6} KiB at most, {:>5} ms: fieldpost {}",
            peak,
            start.elapsed().as_millis(),
            args.join(" ")
        );
    }
}

fn index(folder: &Path) {
    let (many, short) = (folder.join("many"), folder.join("short"));
    let mut names: Vec<_> = std::fs::read_dir(short.join("checkpoints"))
        .expect("checkpoints")
        .flatten()
        .map(|file| file.file_name())
        .collect();
    names.sort();
    let newest = names.pop().expect("a checkpoint");
    let checkpoint = std::fs::read_to_string(short.join("checkpoints").join(&newest)).expect("it");
    for n in 0..10_000 {
        let copy = many.join(format!("game-{n}"));
        std::fs::create_dir_all(&copy).expect("a folder");
        for name in ["journal.toml", "sealed.toml"] {
            std::fs::copy(short.join(name), copy.join(name)).expect("a copy");
        }
        std::fs::create_dir_all(copy.join("checkpoints")).expect("a folder");
        let named = checkpoint.replace("game = \"short\"", &format!("game = \"game-{n}\""));
        std::fs::write(copy.join("checkpoints").join(&newest), named).expect("a copy");
    }
    for _ in 0..2 {
        let start = Instant::now();
        let (rows, read) =
            fieldpost::store::index::rows(&many, fieldpost::cli::status_row).expect("an index");
        println!(
            "status of {} games: {read} read, {} ms",
            rows.len(),
            start.elapsed().as_millis()
        );
    }
}
