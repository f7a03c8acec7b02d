//! An owner's data: files in the place of those that ship, and whether they are those a game was made with.

use std::path::{Path, PathBuf};

use super::error::{Kept, StoreError};
use super::log::short;
use super::now::Terms;
use crate::engine::files::{Files, Shelf, unknown};
use crate::engine::game::Game;
use crate::orders::fold::fold;
use crate::orders::{Class, Lexicon as _};

/// The folder in a game's folder that keeps the files it was made with, if they are an owner's.
pub const FOLDER: &str = "data";

/// The folder of a game's files in a folder of owner's data.
pub fn folder_of<G: Game>(data: &Path) -> PathBuf {
    data.join(G::NAME)
}

/// Reads an owner's files of a game. A file that is not one of the game's is an error: most likely its name is misspelt.
pub fn read(shelf: &Shelf, folder: &Path) -> Kept<Files> {
    let bad = |error| StoreError::disk(folder, &error);
    let mut files = Files::of_folder(folder.display().to_string());
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(bad)? {
        entries.push(entry.map_err(bad)?.path());
    }
    entries.sort_unstable();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // What editors leave behind, and notes of the owner.
        if name.starts_with('.') || !name.ends_with(".toml") {
            continue;
        }
        if !shelf.files().iter().any(|file| file.name == name) {
            let known = shelf.files().iter().map(|file| file.name);
            let what = unknown("file", &name, known);
            return Err(
                StoreError::user(&path, what).remedy("rename it, or take it out of the folder")
            );
        }
        let bytes = std::fs::read(&path).map_err(|error| StoreError::disk(&path, &error))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let lines = error.as_bytes()[..good].iter().filter(|b| **b == b'\n');
            let what = format!("line {}: not UTF-8 text", lines.count() + 1);
            StoreError::user(&path, what).remedy("save the file as UTF-8")
        })?;
        files.put(&name, &text);
    }
    Ok(files)
}

/// What is wrong with an owner's files although they can be read: names that orders could not tell apart, ids that no
/// record could hold, spaces that nobody can reach.
pub fn doubts<G: Game>(data: &G::Data, state: &G::State, files: &Files) -> Vec<String> {
    let view = G::view(data, state, None);
    let mut wrong = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for thing in view.known() {
        let (id, name) = (view.id(thing), view.name(thing));
        if id.is_empty() || !id.chars().all(|c| c.is_ascii_graphic()) {
            let what =
                format!("the id `{id}` is not one word; expected letters, digits and hyphens");
            wrong.push(at_text::<G>(files, &id, &what));
        }
        if thing.class == Class::Unit {
            let folded = fold(&name);
            if names.contains(&folded) {
                let what = format!(
                    "a second unit named `{name}`; expected a name that orders can tell from it"
                );
                wrong.push(at_text::<G>(files, &name, &what));
            }
            names.push(folded);
        }
    }
    let board = G::board(data);
    for at in board.spaces().filter(|at| board.links(*at).is_empty()) {
        let id = &board.space(at).id;
        let what = format!("{id} touches no other space; expected one with neighbours");
        wrong.push(at_text::<G>(files, id, &what));
    }
    wrong
}

/// A message with the file and the last line in which a text stands as a value or a key.
fn at_text<G: Game>(files: &Files, text: &str, what: &str) -> String {
    let quoted = format!("\"{text}\"");
    let has = |line: &str| {
        let key = line.trim_start().strip_prefix(text);
        line.contains(&quoted) || key.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    for file in G::shelf().files() {
        let page = files.page(file);
        let lines = page.text.lines().enumerate();
        if let Some((n, _)) = lines.filter(|(_, line)| has(line)).last() {
            return format!("{}: line {}: {what}", page.file, n + 1);
        }
    }
    what.to_owned()
}

/// The files a game is played with: those given, else those it keeps, else those that ship. Refuses any but those it
/// was made with.
pub fn files_for<G: Game>(folder: &Path, terms: &Terms, given: Option<&Files>) -> Kept<Files> {
    let own = folder.join(FOLDER);
    let (files, from) = match given {
        Some(files) => (files.clone(), Origin::Given),
        None if own.is_dir() => (read(G::shelf(), &own)?, Origin::Kept),
        None => (Files::default(), Origin::Shipped),
    };
    let found = files.digests(G::shelf());
    // A game from before digests were kept was made with what shipped.
    let wanted: &[String] = if terms.data.is_empty() {
        if files.are_shipped() {
            return Ok(files);
        }
        G::shelf().digests()
    } else {
        &terms.data
    };
    let differs = found.iter().find(|line| !wanted.contains(line));
    let missing = wanted.iter().find(|line| !found.contains(line));
    let Some((name, now)) = differs.or(missing).and_then(|line| line.split_once('|')) else {
        return Ok(files);
    };
    let then = wanted
        .iter()
        .filter_map(|line| line.split_once('|'))
        .find(|(file, _)| *file == name)
        .map_or("none", |(_, digest)| short(digest));
    let what = format!(
        "{name} is not the file this game was made with: its digest is {}, the game's is {then}",
        short(now)
    );
    Err(match from {
        Origin::Given => StoreError::user(folder, what).remedy(
            "leave out --data, or name the folder the game was made with; `fieldpost data diff` shows what differs; nothing was changed",
        ),
        Origin::Kept => StoreError::damaged(&own.join(name), what).remedy(
            "restore the file from a backup, or name a good folder with --data; nothing was changed",
        ),
        Origin::Shipped => StoreError::damaged(folder, what).remedy(
            "use the fieldpost that made the game, or name the folder of its data with --data; nothing was changed",
        ),
    })
}

/// Where the files of a game come from.
enum Origin {
    Given,
    Kept,
    Shipped,
}
