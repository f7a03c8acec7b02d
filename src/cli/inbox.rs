//! The inbox of a game: `.txt` and `.eml` files whose name begins with the seat's.

use std::path::{Path, PathBuf};

use super::context::Context;
use super::say;
use crate::engine::dice::sha256_hex;
use crate::engine::game::Game;
use crate::store::disk::Disk;
use crate::store::keeper::Keeper;

/// The text of a letter: of a mail what its writer wrote, of any other file all of it.
pub fn text_of(path: &Path, bytes: &[u8]) -> String {
    let is_mail = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("eml"));
    if is_mail {
        return crate::mail::text::read(bytes).text;
    }
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    crate::mail::text::words::lines(&text)
}

/// The letters in a game's inbox, in the order of their names.
fn letters(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("inbox"))
        .map(|files| files.flatten().map(|file| file.path()).collect())
        .unwrap_or_default();
    // Neither a pipe, which nobody may ever write to, nor a device, nor a link to one of them.
    files.retain(|path| {
        let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file());
        let ending = path.extension();
        is_file
            && ending
                .is_some_and(|e| e.eq_ignore_ascii_case("txt") || e.eq_ignore_ascii_case("eml"))
    });
    files.sort_unstable();
    files
}

/// Whether letters wait in a game's inbox.
pub fn has_letters(folder: &Path) -> bool {
    !letters(folder).is_empty()
}

/// Takes all letters in a game's inbox.
pub fn take<G: Game>(context: &Context, keeper: &mut Keeper<G>) -> anyhow::Result<usize> {
    let mut taken = 0;
    for path in letters(&keeper.folder) {
        taken += usize::from(take_one(context, keeper, &path)?);
    }
    Ok(taken)
}

fn take_one<G: Game>(
    context: &Context,
    keeper: &mut Keeper<G>,
    path: &Path,
) -> anyhow::Result<bool> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let named = |seat: &str| {
        name.strip_prefix(seat)
            .is_some_and(|rest| rest.starts_with(['.', '_', '-', ' ']))
    };
    // The longest name, so that `anna-b` is not taken for `anna`.
    let seat = keeper
        .now
        .seats
        .iter()
        .filter(|seat| named(&seat.name))
        .max_by_key(|s| s.name.len());
    let Some(seat) = seat.cloned() else {
        say(format!(
            "  inbox/{name}: no seat's name begins this file's; put aside in inbox/rejected"
        ))?;
        put_aside(keeper.disk(), path, "rejected")?;
        return Ok(false);
    };
    let bytes = std::fs::read(path)?;
    let origin = format!("inbox/{name} {}", &sha256_hex(&bytes)[..16]);
    let fresh = !keeper.knows(&origin);
    if fresh {
        let text = text_of(path, &bytes);
        let answer = super::service::take(context, keeper, &seat, &text, &origin)?.answer;
        let first = answer.lines().next().unwrap_or_default();
        say(format!("  inbox/{name}: {first}"))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        keeper.write_file(&format!("reports/receipt-{stem}.txt"), &answer)?;
    }
    // The letter is durable: only now may its file go.
    put_aside(keeper.disk(), path, "done")?;
    Ok(fresh)
}

fn put_aside(disk: &Disk, path: &Path, folder: &str) -> anyhow::Result<()> {
    let Some(inbox) = path.parent() else {
        return Ok(());
    };
    let folder = inbox.join(folder);
    disk.make_folder(&folder)?;
    let name = path.file_name().unwrap_or_default();
    let mut to = folder.join(name);
    let mut n = 1;
    while to.exists() {
        n += 1;
        to = folder.join(format!("{n}-{}", name.to_string_lossy()));
    }
    Ok(disk.rename(path, &to)?)
}
