//! `fieldpost seal` and `fieldpost link`: for players who want a hand in the dice.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use super::say;
use crate::engine::dice::Chain;
use crate::store::disk::Disk;

/// Make a secret file and print the seal to send to the referee
#[derive(Debug, clap::Args)]
pub struct SealArgs {
    /// File to keep, and to show to nobody
    #[arg(long, default_value = "fieldpost-chain.toml")]
    file: PathBuf,
    /// How many links it has
    #[arg(long, default_value_t = 4096)]
    length: u64,
}

/// Print the next link to send with orders
///
/// Each run that uses your link needs the next one. If the referee says that a link opens nothing, `--opens SEAL` finds
/// the one that opens the seal or link shown last.
#[derive(Debug, clap::Args)]
pub struct LinkArgs {
    /// File made by `fieldpost seal`
    #[arg(long, default_value = "fieldpost-chain.toml")]
    file: PathBuf,
    /// Print the same link again instead of the next one
    #[arg(long)]
    again: bool,
    /// Seal or link that it must open
    #[arg(long, value_name = "HEX")]
    opens: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    shown: u64,
    chain: Chain,
}

fn write(path: &std::path::Path, file: &File) -> anyhow::Result<()> {
    Disk::default().replace(path, toml::to_string(file)?.as_bytes(), true)?;
    Ok(())
}

pub(super) fn seal(args: &SealArgs) -> anyhow::Result<ExitCode> {
    if args.file.exists() {
        bail!(
            "{} is there already: a second seal needs another file",
            args.file.display()
        );
    }
    let [secret, _] = super::new::secrets()?;
    let chain = Chain::new(&secret, args.length)?;
    let seal = chain.seal();
    write(&args.file, &File { shown: 0, chain })?;
    say(format!("seal: {seal}"))?;
    eprintln!(
        "Send the line above to the referee; keep {} for yourself.",
        args.file.display()
    );
    Ok(ExitCode::SUCCESS)
}

pub(super) fn link(args: &LinkArgs) -> anyhow::Result<ExitCode> {
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).with_context(|| name.clone())?;
    let mut file: File = toml::from_str(&text).with_context(|| name.clone())?;
    let number = match &args.opens {
        Some(seal) => {
            let found = (1..=file.chain.length()).find(|n| {
                file.chain
                    .link(*n)
                    .is_ok_and(|link| crate::engine::dice::opens(&link, seal))
            });
            found.with_context(|| format!("no link of {name} opens {seal}"))?
        }
        None if args.again && file.shown == 0 => bail!("{name}: no link was shown yet"),
        None if args.again => file.shown,
        None => file.shown + 1,
    };
    let link = file.chain.link(number)?;
    // What was shown is written down first: a link shown twice as new would confuse the next draw.
    file.shown = number;
    write(&args.file, &file)?;
    say(format!("link: {link}"))?;
    Ok(ExitCode::SUCCESS)
}
