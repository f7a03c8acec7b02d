//! `fieldpost demo`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use super::context::Context;
use super::say;
use crate::engine::dice::sha256_hex;
use crate::engine::game::{Game as _, Setup};
use crate::engine::inputs::Pace;
use crate::engine::seats::Seat;
use crate::orders::Lang;
use crate::report::receipt::receipt;
use crate::report::turn::report;
use crate::rules::Miniature;
use crate::store::keeper::{Keeper, NewGame, Turn};

/// Adjudicate sample letters: receipts, a report with map and order form, and the proof of the dice
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder for the sample game; an older sample game there is replaced
    #[arg(long, default_value = "fieldpost-demo")]
    dir: PathBuf,
    /// Secret of the sample's dice; with another one it takes another course
    #[arg(long, default_value = "sample 1", hide = true)]
    secret: String,
}

/// The sample letters, in the order in which they come.
const LETTERS: [(&str, &str); 6] = [
    (
        "anna",
        include_str!("../../scenarios/miniature/letters/1-anna.txt"),
    ),
    (
        "carol",
        include_str!("../../scenarios/miniature/letters/2-carol.txt"),
    ),
    (
        "carol",
        include_str!("../../scenarios/miniature/letters/3-carol.txt"),
    ),
    (
        "bob",
        include_str!("../../scenarios/miniature/letters/4-bob.txt"),
    ),
    (
        "anna",
        include_str!("../../scenarios/miniature/letters/5-anna.txt"),
    ),
    (
        "anna",
        include_str!("../../scenarios/miniature/letters/6-anna.txt"),
    ),
];

const ID: &str = "skerries-demo";

fn seats() -> Vec<Seat> {
    let seat = |name: &str, side: &str, desk: &str, lang| Seat {
        name: name.to_owned(),
        sides: vec![side.to_owned()],
        desks: vec![desk.to_owned()],
        lang,
        seal: "plain".to_owned(),
    };
    vec![
        seat("anna", "red", "*", Lang::En),
        seat("bob", "blue", "fleet", Lang::Fr),
        seat("carol", "blue", "staff", Lang::En),
    ]
}

fn rule(title: &str) -> String {
    let line = "~".repeat(70_usize.saturating_sub(title.chars().count()));
    format!("\n~~ {title} {line}")
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // The time enters the dice: with a fixed one the sample is the same on every machine.
    let context = Context {
        store: args.dir.clone(),
        config: PathBuf::new(),
        now: "2026-11-16T20:00:00Z".parse().ok(),
    };
    let folder = args.dir.join(ID);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let new = NewGame {
        id: ID.to_owned(),
        setup: Setup {
            scenario: "skerries".to_owned(),
            switches: Vec::new(),
        },
        seats: seats(),
        pace: Pace::Strict,
        reveal: "with-orders".to_owned(),
        beacon: "none".to_owned(),
        missing: "default".to_owned(),
        chain: 4096,
        // A real game takes its secrets from the system; the sample is the same on every machine.
        secrets: [1, 2].map(|n| sha256_hex(format!("{} {n}", args.secret).as_bytes())),
        time: context.call().time,
    };
    let mut keeper = Keeper::<Miniature>::create(&args.dir, context.disk(), new)?;
    say("A sample game of the Skerries, a miniature: anna plays red; bob (fleet, in French)")?;
    say("and carol (staff) play blue. These letters arrive:")?;
    keeper.run(&context.call())?;
    for (seat, text) in LETTERS {
        let seat = keeper.now.seat(seat).context("the demo's seats")?.clone();
        say(rule(&format!("letter from {}", seat.name)))?;
        say(text.trim_end())?;
        let taken = keeper.submit(&seat.name, text, "", &context.call())?;
        say(rule("the answer, at once"))?;
        say(receipt(&keeper, &seat, &taken)?.trim_end())?;
        while let Turn::Ran(draw) = keeper.run(&context.call())? {
            let waits = keeper.now.asked().join(", ");
            say(rule(&format!(
                "run {draw}: all have answered; now it waits for {waits}"
            )))?;
            crate::report::files::write_missing(&keeper)?;
            // A line sent ahead may answer the next question too.
            if !keeper.now.over.is_empty() {
                break;
            }
        }
    }
    for name in ["anna", "bob"] {
        let seat = keeper.now.seat(name).context("the demo's seats")?.clone();
        say(rule(&format!("the report that {name} gets by mail")))?;
        say(report(&keeper, &seat)?.trim_end())?;
    }
    drop(keeper);
    say(rule("is it all true?"))?;
    let found = super::verify::check(&folder)?;
    say(format!(
        "fieldpost verify: holds. {} entries, {} runs, {} rolls, {} steps replayed",
        found.entries, found.draws, found.rolls, found.steps
    ))?;
    say("\nFiles written:")?;
    for name in ["journal.toml", "sealed.toml", "secrets.toml", "reports"] {
        say(format!("  {}", folder.join(name).display()))?;
    }
    say(format!(
        "\nGo on: fieldpost --store {} report {ID} --as anna",
        args.dir.display()
    ))?;
    say(format!(
        "       fieldpost --store {} log {ID}",
        args.dir.display()
    ))?;
    say(format!(
        "       fieldpost new {}/skerries --help",
        Miniature::NAME
    ))?;
    Ok(ExitCode::SUCCESS)
}
