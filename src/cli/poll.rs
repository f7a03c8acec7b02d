//! `fieldpost poll` and `fieldpost receive`

use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;

use super::context::Context;
use super::{mail, say};
use crate::mail::intake::HEAD;
use crate::mail::office::Office;
use crate::mail::poll::{Source, Summary, poll};
use crate::store::disk::Disk;
use crate::store::error::Trouble;

/// Fetch the mail, run what is ready or due, answer: what a cron job runs every five minutes
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Say nothing unless something went wrong
    #[arg(long, short)]
    quiet: bool,
    /// Queue the answers and send nothing
    #[arg(long)]
    no_send: bool,
}

/// Take one mail from standard input, for procmail, Sieve or a pipe of the mail server
///
/// Exit code 75 asks the mail server to try again later.
#[derive(Debug, clap::Args)]
pub struct ReceiveArgs {
    /// Say nothing unless something went wrong
    #[arg(long, short)]
    quiet: bool,
}

/// What a mail server takes for "try again".
const TRY_AGAIN: u8 = 75;

fn now(context: &Context) -> i64 {
    context.call().seconds
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let config = context.mail()?;
    let mut office = match Office::open(&config, context.disk(), now(context)) {
        Err(error) if error.trouble == Trouble::Busy => {
            // The other poll takes all mails; cron need not write to anybody about it.
            if !args.quiet {
                say("another poll is at work")?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        office => office?,
    };
    let summary = poll(
        &mut office,
        Source::Mailboxes(&config.mailboxes),
        !args.no_send,
    )?;
    show(&summary, args.quiet)
}

fn show(summary: &Summary, quiet: bool) -> anyhow::Result<ExitCode> {
    if !quiet {
        for row in &summary.rows {
            say(mail::line(row))?;
        }
        say(format!(
            "{} mails, {} games looked at, {} letters sent, {} waiting",
            summary.rows.len(),
            summary.games,
            summary.sent,
            summary.waiting
        ))?;
    }
    for trouble in &summary.troubles {
        eprintln!("fieldpost: {trouble}");
    }
    Ok(if summary.troubles.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

pub(super) fn receive(context: &Context, args: &ReceiveArgs) -> anyhow::Result<ExitCode> {
    let config = context.mail()?;
    let (bytes, size) = read_mail(&config.post, config.largest)?;
    // Each mail of a busy hour has a process of its own: they take turns.
    let mut tries = 0;
    let mut office = loop {
        match Office::open(&config, context.disk(), now(context)) {
            Err(error) if error.trouble == Trouble::Busy && tries < 300 => {
                tries += 1;
                std::thread::sleep(Duration::from_millis(100));
            }
            Err(error) => {
                eprintln!("fieldpost: {error}");
                return Ok(ExitCode::from(TRY_AGAIN));
            }
            Ok(office) => break office,
        }
    };
    match poll(&mut office, Source::One(bytes, size), true) {
        Ok(summary) => {
            show(&summary, args.quiet)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("fieldpost: {error}");
            Ok(ExitCode::from(TRY_AGAIN))
        }
    }
}

/// Reads a mail from standard input. One that is too big goes to a file, and only its head comes back.
fn read_mail(post: &std::path::Path, largest: u64) -> anyhow::Result<(Vec<u8>, u64)> {
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(largest + 1)
        .read_to_end(&mut bytes)
        .context("standard input")?;
    let mut size = bytes.len() as u64;
    if size <= largest {
        return Ok((bytes, size));
    }
    let folder = post.join("large");
    Disk::default().make_folder(&folder)?;
    let mut file = tempfile::Builder::new()
        .prefix("mail-")
        .suffix(".eml")
        .tempfile_in(&folder)?;
    file.write_all(&bytes)?;
    size += std::io::copy(&mut input, file.as_file_mut())?;
    file.as_file().sync_data()?;
    let (_, path) = file.keep()?;
    eprintln!(
        "fieldpost: {size} bytes are too many; the mail is kept as {}",
        path.display()
    );
    bytes.truncate(HEAD);
    Ok((bytes, size))
}
