//! Verifying a game whole: chains, seals, links, every die, every digest, and a replay of the rules.

mod ahead;
mod check;
mod corrections;
mod parts;

use std::collections::BTreeMap;
use std::path::Path;

use super::error::{Kept, StoreError};
use super::keeper::{Keeper, Replayer, beginning, newest_checkpoint};
use super::log::{Log, LogReader, Which};
use super::secrets::Secrets;
use crate::engine::files::Files;
use crate::engine::game::Game;
use ahead::Ahead;
use check::Check;
use parts::Parts;

/// What was verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Entries of the journal.
    pub entries: usize,
    /// Parts of the sealed log.
    pub parts: usize,
    /// Runs.
    pub draws: u64,
    /// Rolls, open and hidden.
    pub rolls: usize,
    /// Steps of the record that were replayed.
    pub steps: usize,
    /// The head of the journal.
    pub head: String,
    /// Runs that an older program made and this one could not repeat.
    pub not_replayed: Vec<u64>,
}

/// Told how far the work is: done and all, in bytes.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// Verifies a game; the error names the first entry that does not hold and what it should have been.
///
/// Both logs are read side by side, entry by entry: the age of a game costs no memory.
pub fn verify<G: Game>(folder: &Path, progress: Progress<'_>) -> Kept<Verified> {
    verify_with::<G>(folder, None, progress)
}

/// Verifies a game with data given by an owner, which must be those it was made with.
pub fn verify_with<G: Game>(
    folder: &Path,
    given: Option<&Files>,
    progress: Progress<'_>,
) -> Kept<Verified> {
    let strictly = |which| Ok(LogReader::new(&Log::empty(which, folder))?.strictly());
    let ahead = Ahead::of(&folder.join(Which::Journal.file()))?;
    let (mut entries, mut parts) = (strictly(Which::Journal)?, strictly(Which::Sealed)?);
    let (data, now) = beginning::<G>(folder, &mut entries, &mut parts, given)?;
    let secrets = match Secrets::read(folder, &now.terms.game) {
        Ok(secrets) => Some(secrets),
        // A finished game has opened its chain: anybody can verify it without the secrets.
        Err(_) if ahead.ended => None,
        Err(error) => return Err(unfinished(entries, &error)),
    };
    let mut check = Check::<G> {
        folder,
        path: entries.log().path.clone(),
        now: &now,
        secrets,
        parts: Parts::new(parts),
        server: ahead.seals.clone(),
        ahead: &ahead,
        seats: now
            .seats
            .iter()
            .map(|seat| (seat.name.clone(), seat.seal.clone()))
            .collect(),
        closed: None,
        live: Vec::new(),
        replayer: Some(Replayer::new(&data, now.state.clone())),
        kept: BTreeMap::new(),
        opened: None,
        paused: false,
        rulings: Vec::new(),
        ruled: 0,
        taken: BTreeMap::new(),
        found: Verified::default(),
    };
    check.genesis()?;
    let size = std::fs::metadata(&check.path).map_or(0, |data| data.len());
    while let Some(entry) = entries.next().transpose()? {
        check.entry(entry)?;
        if entries.log().next % 16 == 0 {
            progress(entries.log().len, size);
        }
    }
    check.end()?;
    let Check {
        mut found,
        replayer,
        mut parts,
        ..
    } = check;
    parts.finish()?;
    found.entries = usize::try_from(entries.log().next).unwrap_or(0);
    found.parts = usize::try_from(parts.reader.log().next).unwrap_or(0);
    found.head.clone_from(&entries.log().head);
    // Without a checkpoint there is nothing but the journal, whose every line was just repeated.
    if let Some(replayer) = replayer
        && newest_checkpoint(folder)?.is_some()
    {
        same_checkpoint::<G>(folder, given, &replayer.state)?;
    }
    Ok(found)
}

/// The journal stops before the end of the game, and the secrets of a game under way are not there: what is wrong is the
/// first entry that was changed, or that the journal was cut short.
fn unfinished(mut entries: LogReader, secrets: &StoreError) -> StoreError {
    if let Some(Err(error)) = entries.find(Result::is_err) {
        return error;
    }
    let log = entries.log();
    let what = format!("it ends here, before the end of the game; {}", secrets.what);
    StoreError::damaged(&log.path, what).at(log.next - 1).remedy(
        "if the game goes on, restore secrets.toml from a backup; if it was over, the journal was cut short: restore it from a backup, or from the copies in the players' mail; nothing was changed",
    )
}

fn number(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// The newest checkpoint must be where the journal leads.
fn same_checkpoint<G: Game>(folder: &Path, given: Option<&Files>, state: &G::State) -> Kept {
    let keeper = Keeper::<G>::open_with(folder, super::disk::Disk::default(), given.cloned())?;
    if keeper.now.state != *state {
        let path = folder.join("checkpoints");
        let what = "the newest checkpoint is not the position that the journal leads to";
        return Err(StoreError::damaged(&path, what)
            .remedy("move the checkpoints away: they are made again from the journal"));
    }
    Ok(())
}
