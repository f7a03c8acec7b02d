//! `fieldpost mail`: what became of every mail, and what is read of one.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;

use super::context::Context;
use super::say;
use crate::mail::ledger::{Row, rows};
use crate::mail::office::Office;
use crate::mail::outbox::{Label, read};
use crate::mail::{bag, config, poll, text};

/// What became of every mail, and what is read of one
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Print the ledger, one line for each mail
    Log {
        /// Only mails for this game
        #[arg(long)]
        game: Option<String>,
        /// Only mails with this verdict, such as `taken` or `no-code`
        #[arg(long)]
        verdict: Option<String>,
        /// Only mails that the referee should look at
        #[arg(long)]
        quarantined: bool,
        /// Print each row as a line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Print what would be read of a mail, what was cut, and why
    Text {
        /// File with the mail
        file: PathBuf,
    },
    /// Print the bytes of a mail as it came
    Show {
        /// Id of the mail, as the log prints it
        id: String,
    },
    /// Hand a mail to a game after all, as the letter of a seat
    Accept {
        /// Id of the mail, as the log prints it
        id: String,
        /// Id of the game
        game: String,
        /// Seat it comes from
        seat: String,
    },
    /// Send letters again that were given up: the next poll tries them
    ///
    /// They are also sent by themselves when another letter reaches the same address, or when the seat gets another one.
    Resend {
        /// Only those of this game
        game: Option<String>,
        /// Only those of this seat
        seat: Option<String>,
        /// Only list them
        #[arg(long)]
        dry_run: bool,
    },
}

/// A row of the ledger on one line.
pub fn line(row: &Row) -> String {
    let seat = match (row.game.as_str(), row.seat.as_str()) {
        ("", _) => "-".to_owned(),
        (game, "") => format!("{game}/-"),
        (game, seat) => format!("{game}/{seat}"),
    };
    format!(
        "{} {} {:<13} {seat:<16} {:<28} {:?}: {}",
        row.time,
        row.id,
        row.verdict.word(),
        row.from,
        row.subject,
        row.why
    )
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Text { file } => return print_text(file),
        What::Log {
            game,
            verdict,
            quarantined,
            json,
        } => {
            let config = context.mail()?;
            for row in rows(&config.post)? {
                let wanted = game.as_ref().is_none_or(|game| row.game == *game)
                    && verdict
                        .as_ref()
                        .is_none_or(|verdict| row.verdict.word() == verdict)
                    && (!quarantined || row.verdict.is_quarantined());
                if wanted && *json {
                    say(serde_json::to_string(&row)?)?;
                } else if wanted {
                    say(line(&row))?;
                }
            }
        }
        What::Show { id } => {
            let config = context.mail()?;
            let bytes = find(&config.post, id)?;
            let mut out = std::io::stdout().lock();
            if out.is_terminal() {
                // Whoever wrote it must not steer the terminal of whoever looks at it.
                let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
                out.write_all(text::words::lines(&text).as_bytes())?;
            } else {
                out.write_all(&bytes)?;
            }
        }
        What::Accept { id, game, seat } => {
            let config = context.mail()?;
            accept(context, &config, id, game, seat)?;
        }
        What::Resend {
            game,
            seat,
            dry_run,
        } => resend(context, game.as_deref(), seat.as_deref(), *dry_run)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Hands a mail to a game, as the letter of a seat, and shows the answer.
fn accept(
    context: &Context,
    config: &config::Config,
    id: &str,
    game: &str,
    seat: &str,
) -> anyhow::Result<()> {
    let mail = bagged(&config.post, id)?;
    let (folder, _) = context.find(game)?;
    let mut office = Office::open(config, context.disk(), context.call().seconds)?;
    let before = office.outbox.waiting()?;
    let (verdict, why) = poll::accept(&mut office, mail, game, seat)?;
    let answer = office.outbox.waiting()?.into_iter().rev().find_map(|path| {
        let (label, bytes) = read(&path).filter(|_| !before.contains(&path))?;
        (label.game == game && label.seat == seat).then(|| text::read(&bytes).whole)
    });
    // Who hears of his letters with the next report only gets none now.
    let receipt = || std::fs::read_to_string(folder.join(format!("reports/receipt-{id}.txt"))).ok();
    match answer.or_else(receipt) {
        Some(answer) => say(answer.trim_end()),
        None => say(format!("{}: {why}", verdict.word())),
    }
}

/// Puts letters that were given up among those that wait.
fn resend(
    context: &Context,
    game: Option<&str>,
    seat: Option<&str>,
    dry_run: bool,
) -> anyhow::Result<()> {
    let config = context.mail()?;
    let office = Office::open(&config, context.disk(), context.call().seconds)?;
    let wanted = |label: &Label| {
        game.is_none_or(|game| label.game == game) && seat.is_none_or(|seat| label.seat == seat)
    };
    for (_, label) in office.outbox.given_up() {
        if dry_run && wanted(&label) {
            let what = match label.game.as_str() {
                "" => "-".to_owned(),
                game => format!("{game}/{}", label.seat),
            };
            let said = label.said.lines().next().unwrap_or_default();
            say(format!("{what:<16} {:<28} {said}", label.to))?;
        }
    }
    if dry_run {
        return Ok(());
    }
    let taken = office.outbox.take_up(&office.disk, office.now, wanted)?;
    let letters = taken.len();
    say(format!(
        "{letters} letters wait again; the next poll sends them"
    ))
}

fn bagged(post: &std::path::Path, id: &str) -> anyhow::Result<bag::Bagged> {
    let mail = bag::all(post)?.into_iter().find(|mail| mail.id == id);
    mail.with_context(|| format!("no mail {id} in the bag"))
}

fn find(post: &std::path::Path, id: &str) -> anyhow::Result<Vec<u8>> {
    Ok(bag::bytes_of(post, &bagged(post, id)?)?)
}

fn print_text(file: &PathBuf) -> anyhow::Result<ExitCode> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let mut reading = text::read(&bytes);
    if bytes.len() as u64 > config::LARGEST {
        let size = bytes.len();
        let note = format!("{size} bytes: a poll refuses it, unless `largest` allows it");
        reading.notes.push(note);
    }
    say(format!("Subject: {}", reading.subject))?;
    say("")?;
    say(reading.text.trim_end())?;
    if !reading.cuts.is_empty() {
        say("\n~~ cut ~~")?;
    }
    for cut in &reading.cuts {
        say(format!("\n[{}]", cut.why.words()))?;
        say(&cut.text)?;
    }
    if !reading.notes.is_empty() {
        say("\n~~ odd ~~")?;
    }
    for note in &reading.notes {
        say(note)?;
    }
    Ok(ExitCode::SUCCESS)
}
