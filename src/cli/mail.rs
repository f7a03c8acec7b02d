//! `fieldpost mail`: what became of every mail, and what is read of one.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Subcommand;

use super::context::Context;
use super::say;
use crate::mail::ledger::{Row, rows};
use crate::mail::{bag, config, text};

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
}

/// A row of the ledger on one line.
pub fn line(row: &Row) -> String {
    let seat = match (row.game.as_str(), row.seat.as_str()) {
        ("", _) => "-".to_owned(),
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
            std::io::stdout().lock().write_all(&bytes)?;
        }
        What::Accept { id, game, seat } => {
            let config = context.mail()?;
            let bytes = find(&config.post, id)?;
            let reading = text::read(&bytes);
            let (folder, module) = context.find(game)?;
            crate::with_game!(module, G => {
                let mut keeper = context.open::<G>(&folder)?;
                let seat = super::submit::seat_of(&keeper, seat)?;
                let origin = format!("mail {id}");
                if keeper.knows(&origin) {
                    bail!("the game has that letter already");
                }
                let taken = keeper.submit(&seat.name, &reading.text, &origin, &context.call())?;
                say(crate::report::receipt::receipt(&keeper, &seat, &taken)?.trim_end())?;
            });
            crate::mail::office::touch(&context.store, game);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn find(post: &std::path::Path, id: &str) -> anyhow::Result<Vec<u8>> {
    let mail = bag::all(post)?.into_iter().find(|mail| mail.id == id);
    let mail = mail.with_context(|| format!("no mail {id} in the bag"))?;
    Ok(bag::bytes_of(post, &mail)?)
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
