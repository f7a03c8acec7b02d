//! The packet of a finished game: what anybody needs to verify it without us.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::error::{Kept, StoreError};
use super::keeper::Keeper;
use super::log::Which;
use crate::engine::game::Game;

/// The script that checks a journal without any of our code.
pub const SCRIPT: &str = include_str!("../../tests/verify.py");

/// Both chains as the journal has opened them.
pub const CHAINS: &str = "chains.toml";

/// A text of the packet: its file name and what it says.
pub type Page = (&'static str, String);

/// Writes the packet of a finished game into a new folder; gives the files. `pages` say how it is verified.
///
/// An owner's data are not put in: they are not ours to give away.
pub fn publish<G: Game>(
    keeper: &Keeper<G>,
    out: &Path,
    letters: bool,
    pages: &[Page],
) -> Kept<Vec<PathBuf>> {
    if keeper.now.over.is_empty() {
        let what = "the game goes on: its sealed chain would tell what is hidden, and dice to come";
        return Err(StoreError::user(&keeper.folder, what)
            .remedy("publish it when it is over; until then `fieldpost verify` and the journal's head in every report must do"));
    }
    if out.exists() {
        return Err(StoreError::user(out, "there is something already")
            .remedy("name another folder with --out, or move this one away"));
    }
    let disk = keeper.disk();
    disk.make_open_folder(out)?;
    let mut written = Vec::new();
    let mut write = |name: &str, bytes: &[u8]| -> Kept {
        let path = out.join(name);
        disk.replace(&path, bytes, false)?;
        written.push(path);
        Ok(())
    };
    let mut logs = vec![Which::Journal];
    if letters {
        logs.push(Which::Sealed);
    }
    for log in logs {
        let path = keeper.folder.join(log.file());
        let bytes = std::fs::read(&path).map_err(|error| StoreError::disk(&path, &error))?;
        write(log.file(), &bytes)?;
    }
    write(CHAINS, chains(keeper)?.as_bytes())?;
    write("verify.py", SCRIPT.as_bytes())?;
    for (name, text) in pages {
        write(name, text.as_bytes())?;
    }
    Ok(written)
}

/// The seals and links of both chains, one after the other: each link's hash is the one before it.
fn chains<G: Game>(keeper: &Keeper<G>) -> Kept<String> {
    let mut seals = [String::new(), String::new()];
    let mut links: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for entry in keeper.entries()? {
        let entry = entry?;
        match entry.kind() {
            "genesis" => {
                seals = ["server_public", "server_sealed"].map(|name| entry.text(name).to_owned());
            }
            "draw" => links[0].push(entry.text("server").to_owned()),
            "open" => links[1].push(entry.text("server").to_owned()),
            _ => {}
        }
    }
    let mut text = format!(
        "# The SHA-256 of each link, as text, is the link before it; that of the first is the seal.\ngame = \"{}\"\ngenesis = \"{}\"\n",
        keeper.now.terms.game, keeper.now.genesis
    );
    for (name, (seal, links)) in ["public", "sealed"].iter().zip(seals.iter().zip(&links)) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n[{name}]\nseal = \"{seal}\"\nlinks = [\n");
        for link in links {
            let _ = writeln!(text, "    \"{link}\",");
        }
        text.push_str("]\n");
    }
    Ok(text)
}
