//! `fieldpost demo`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use super::context::Context;
use super::say;
use crate::engine::bot::Style;
use crate::engine::dice::sha256_hex;
use crate::engine::game::{Game as _, Setup};
use crate::engine::inputs::Pace;
use crate::engine::seats::Seat;
use crate::orders::Lang;
use crate::report::dossier::dossier;
use crate::report::receipt::receipt;
use crate::report::turn::{report, report_html};
use crate::rules::Weserubung;
use crate::store::keeper::{Keeper, NewGame, Turn};
use crate::store::matches;

/// Adjudicate sample letters: receipts, a report with map and order form, and the proof of the dice
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder for the sample game; an older sample game there is replaced
    #[arg(long, default_value = "fieldpost-demo")]
    dir: PathBuf,
    /// Secret of the sample's dice; with another one it takes another course
    #[arg(long, default_value = "sample 1", hide = true)]
    secret: String,
    /// Let bots play the rest of the campaign
    #[arg(long)]
    whole: bool,
}

/// The sample letters, in the order in which they come.
const LETTERS: [(&str, &str); 7] = [
    (
        "anna",
        include_str!("../../scenarios/weserubung/letters/1-anna.txt"),
    ),
    (
        "bob",
        include_str!("../../scenarios/weserubung/letters/2-bob.txt"),
    ),
    (
        "anna",
        include_str!("../../scenarios/weserubung/letters/3-anna.txt"),
    ),
    (
        "anna",
        include_str!("../../scenarios/weserubung/letters/4-anna.txt"),
    ),
    (
        "anna",
        include_str!("../../scenarios/weserubung/letters/5-anna.txt"),
    ),
    (
        "anna",
        include_str!("../../scenarios/weserubung/letters/6-anna.txt"),
    ),
    (
        "bob",
        include_str!("../../scenarios/weserubung/letters/7-bob.txt"),
    ),
];

/// The sample campaign in `games/` begins with these letters; bots played it to its end.
const ID: &str = "sample-weserubung";

fn seats() -> Vec<Seat> {
    let seat = |name: &str, sides: &[&str], lang| Seat {
        name: name.to_owned(),
        sides: sides.iter().map(|side| (*side).to_owned()).collect(),
        desks: vec!["*".to_owned()],
        lang,
        seal: "plain".to_owned(),
    };
    vec![
        seat("anna", &["germany"], Lang::En),
        seat("bob", &["allies", "norway"], Lang::Fr),
    ]
}

fn rule(title: &str) -> String {
    let line = "~".repeat(70_usize.saturating_sub(title.chars().count()));
    format!("\n~~ {title} {line}")
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // The time enters the dice: with a fixed one the sample is the same on every machine.
    let context = Context {
        data: None,
        store: args.dir.clone(),
        config: PathBuf::new(),
        now: "2026-11-16T20:00:00Z".parse().ok(),
    };
    let folder = args.dir.join(ID);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let mut setup = Setup {
        scenario: "campaign".to_owned(),
        ..Setup::default()
    };
    Weserubung::agree(Pace::Brisk, &mut setup);
    let new = NewGame {
        id: ID.to_owned(),
        setup,
        seats: seats(),
        pace: Pace::Brisk,
        reveal: "with-orders".to_owned(),
        beacon: "none".to_owned(),
        missing: "default".to_owned(),
        chain: 4096,
        // A real game takes its secrets from the system; the sample is the same on every machine.
        secrets: [1, 2].map(|n| sha256_hex(format!("{} {n}", args.secret).as_bytes())),
        time: context.call().time,
    };
    let mut keeper = Keeper::<Weserubung>::create(&args.dir, context.disk(), new)?;
    say("Opération Weserübung, April 1940: anna plays Germany, bob plays Norway and the Allies,")?;
    say("in French. These letters arrive, as far as the end of the first Air Phase:")?;
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
    if args.whole {
        play_on(&mut keeper)?;
    }
    let mut pages = Vec::new();
    for name in ["anna", "bob"] {
        let seat = keeper.now.seat(name).context("the demo's seats")?.clone();
        say(rule(&format!("the report that {name} gets by mail")))?;
        say(report(&keeper, &seat)?.trim_end())?;
        pages.push((format!("{name}.html"), report_html(&keeper, &seat)?));
    }
    pages.push(("dossier.html".to_owned(), dossier(&keeper, None, Lang::En)?));
    drop(keeper);
    say(rule("is it all true?"))?;
    let found = crate::store::verify::verify::<Weserubung>(&folder, &mut |_, _| ())?;
    say(format!(
        "fieldpost verify: holds. {} entries, {} runs, {} rolls, {} steps replayed",
        found.entries, found.draws, found.rolls, found.steps
    ))?;
    say(
        "\nOpen in a browser, both players' reports as they come by mail and the referee's dossier:",
    )?;
    for (name, page) in pages {
        let path = args.dir.join(name);
        std::fs::write(&path, page).with_context(|| path.display().to_string())?;
        say(format!("  {}", path.display()))?;
    }
    say("\nThe game itself, as text:")?;
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
        "       fieldpost --store {} map {ID} --as bob --format png --out map.png",
        args.dir.display()
    ))?;
    say(format!(
        "       fieldpost new {}/campaign --help",
        Weserubung::NAME
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Bots write the letters that are still asked for.
fn play_on(keeper: &mut Keeper<Weserubung>) -> anyhow::Result<()> {
    let (mut letters, mut runs) = (0, 0);
    loop {
        match keeper.run(&matches::call(runs))? {
            Turn::Ran(_) => runs += 1,
            Turn::Over => return Ok(()),
            _ => letters += matches::write_letters(keeper, Style::Random, 1940, letters)?,
        }
    }
}
