//! Making a game, and where it stands at its first entry.

use std::path::Path;

use super::super::disk::Disk;
use super::super::error::{Kept, StoreError};
use super::super::log::{Entry, Log, LogReader, Which};
use super::super::now::{FORMAT, Mark, Now, Proof, Terms};
use super::super::owner;
use super::super::secrets::Secrets;
use super::{Keeper, checkpoint, set_up};
use crate::engine::dice::PROTOCOL;
use crate::engine::files::Files;
use crate::engine::game::{Game, Setup, Side as _};
use crate::engine::inputs::Pace;
use crate::engine::seats::{Seat, seating_problems};
use crate::engine::tray::Tray;

/// What a new game is made from.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The game's id: `a-z 0-9 -`.
    pub id: String,
    /// Scenario and switches.
    pub setup: Setup,
    /// Who is at the table.
    pub seats: Vec<Seat>,
    /// The pace.
    pub pace: Pace,
    /// `with-orders` or `after-close`.
    pub reveal: String,
    /// `none` or `drand-quicknet`.
    pub beacon: String,
    /// `default` or `wait`.
    pub missing: String,
    /// How many draws the chains can serve.
    pub chain: u64,
    /// Two secrets of 64 hex digits, from the system's generator.
    pub secrets: [String; 2],
    /// When it was made.
    pub time: String,
}

/// Codes of mails carry an id up to this length.
const LONGEST_ID: usize = 64;

impl<G: Game> Keeper<G> {
    /// Makes a new game in `games/<id>`.
    pub fn create(games: &Path, disk: Disk, new: NewGame) -> Kept<Self> {
        let folder = games.join(&new.id);
        let user = |what: String| StoreError::user(&folder, what);
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if new.id.is_empty() || new.id.starts_with('-') || !new.id.chars().all(fits) {
            return Err(user(format!(
                "`{}` cannot be a game's id: a-z, 0-9 and -",
                new.id
            )));
        }
        if new.id.len() > LONGEST_ID {
            return Err(user(format!(
                "the id has {} letters; the codes of mails can carry {LONGEST_ID}",
                new.id.len()
            )));
        }
        if folder.exists() {
            return Err(user("there is such a game already".to_owned()).remedy("choose another id"));
        }
        let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
        let problems = seating_problems(&new.seats, &sides);
        if !problems.is_empty() {
            return Err(user(problems.join("; ")));
        }
        let seals: Vec<&String> = new
            .seats
            .iter()
            .filter(|seat| seat.is_sealed())
            .map(|seat| &seat.seal)
            .collect();
        if (1..seals.len()).any(|n| seals[..n].contains(&seals[n])) {
            return Err(user(
                "two seats have the same seal: one of them is copied".to_owned(),
            ));
        }
        let terms = Terms {
            game: new.id.clone(),
            module: G::NAME.to_owned(),
            scenario: new.setup.scenario.clone(),
            switches: new
                .setup
                .switches
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            pace: new.pace,
            reveal: new.reveal.clone(),
            beacon: new.beacon.clone(),
            missing: new.missing.clone(),
            data: new.setup.files.digests(G::shelf()),
        };
        // The data must be good before anything is written.
        set_up::<G>(&folder, &terms, &new.setup.files)?;
        let secrets = Secrets::new(&new.id, &new.secrets, new.chain)
            .map_err(|error| user(error.to_string()))?;

        // All is made in a folder of another name: after a crash there is a whole game or none.
        let draft = games.join(format!(".new-{}", new.id));
        disk.make_folder(games)?;
        if draft.exists() {
            std::fs::remove_dir_all(&draft).map_err(|error| StoreError::disk(&draft, &error))?;
        }
        disk.make_folder(&draft)?;
        disk.make_folder(&draft.join(checkpoint::FOLDER))?;
        disk.make_folder(&draft.join("inbox"))?;
        disk.make_folder(&draft.join("reports"))?;
        keep_files::<G>(&disk, &draft, &new.setup.files)?;
        secrets.write(&disk, &draft)?;
        let mut journal = Log::empty(Which::Journal, &draft);
        journal.append(&disk, vec![genesis(&new, &terms, &secrets, G::RULES)])?;
        let mut sealed = Log::empty(Which::Sealed, &draft);
        let mut part = Entry::new("genesis");
        part.set("format", FORMAT);
        part.set("game", new.id.as_str());
        let langs = new
            .seats
            .iter()
            .map(|seat| format!("{}|{}", seat.name, seat.lang));
        part.set("languages", langs.collect::<Vec<_>>());
        part.set("data", terms.data.clone());
        sealed.append(&disk, vec![part])?;
        disk.rename(&draft, &folder)?;
        Self::open(&folder, disk)
    }
}

/// Keeps all files of a game that is made with an owner's: it must not depend on what a later program ships.
fn keep_files<G: Game>(disk: &Disk, folder: &Path, files: &Files) -> Kept {
    if files.are_shipped() {
        return Ok(());
    }
    let folder = folder.join(owner::FOLDER);
    disk.make_folder(&folder)?;
    for file in G::shelf().files() {
        let text = files.page(file).text.as_bytes();
        disk.replace(&folder.join(file.name), text, true)?;
    }
    Ok(())
}

fn genesis(new: &NewGame, terms: &Terms, secrets: &Secrets, rules: i64) -> Entry {
    let mut entry = Entry::new("genesis");
    entry.set("version", PROTOCOL);
    entry.set("format", FORMAT);
    entry.set("game", new.id.as_str());
    entry.set("module", terms.module.as_str());
    entry.set("scenario", terms.scenario.as_str());
    entry.set("switches", terms.switches.clone());
    entry.set("rules", rules);
    entry.set("pace", terms.pace.name());
    entry.set("reveal", terms.reveal.as_str());
    entry.set("beacon", terms.beacon.as_str());
    entry.set("missing", terms.missing.as_str());
    entry.set("server_public", secrets.public.seal());
    entry.set("server_sealed", secrets.sealed.seal());
    let seats = &new.seats;
    entry.set(
        "seals",
        seats
            .iter()
            .map(|s| format!("{}|{}", s.name, s.seal))
            .collect::<Vec<_>>(),
    );
    let seating = |seat: &Seat| {
        format!(
            "{}|{}|{}",
            seat.name,
            seat.sides.join(" "),
            seat.desks.join(" ")
        )
    };
    entry.set("seats", seats.iter().map(seating).collect::<Vec<_>>());
    if !new.setup.files.are_shipped() {
        // The players must know that other data are used than those they can see in the program.
        entry.set("data", terms.data.clone());
    }
    entry.set("time", new.time.as_str());
    entry
}

/// Where a game stands at its first entry.
pub fn beginning<G: Game>(
    folder: &Path,
    entries: &mut LogReader,
    parts: &mut LogReader,
    given: Option<&Files>,
) -> Kept<(G::Data, Now<G::State>)> {
    let first = entries.next().transpose()?;
    let private = parts.next().transpose()?;
    let journal = entries.log();
    let bad = |what: &str| {
        StoreError::damaged(&journal.path, what)
            .at(0)
            .remedy("restore the file from a backup; nothing was changed")
    };
    let first = first.filter(|entry| entry.kind() == "genesis");
    let first = first.ok_or_else(|| bad("it does not begin with a genesis entry"))?;
    if first.int("format") != FORMAT || first.text("version") != PROTOCOL {
        let what = format!(
            "unknown version: format {}, dice {}",
            first.int("format"),
            first.text("version")
        );
        return Err(StoreError::damaged(&journal.path, what)
            .at(0)
            .remedy("use the version of fieldpost that wrote it; nothing was changed"));
    }
    if first.text("module") != G::NAME {
        return Err(bad("a game of another module"));
    }
    let private = private.filter(|part| part.kind() == "genesis");
    let private = private.ok_or_else(|| {
        let path = folder.join(Which::Sealed.file());
        let what = if path.exists() {
            "it does not begin with genesis"
        } else {
            "the file is not there"
        };
        StoreError::damaged(&path, what).at(0).remedy(
            "restore the file from a backup; a packet without letters is verified by its verify.py alone; nothing was changed",
        )
    })?;
    let lang = |name: &str| {
        let row = private
            .list("languages")
            .iter()
            .find_map(|row| row.split_once('|').filter(|(seat, _)| *seat == name));
        row.and_then(|(_, lang)| lang.parse().ok())
            .unwrap_or_default()
    };
    let seals = first
        .list("seals")
        .iter()
        .filter_map(|row| row.split_once('|'));
    let seals: Vec<(&str, &str)> = seals.collect();
    let mut seats = Vec::new();
    for row in first.list("seats") {
        let mut cells = row.split('|');
        let name = cells.next().unwrap_or_default();
        let words = |cell: Option<&str>| -> Vec<String> {
            cell.unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect()
        };
        seats.push(Seat {
            name: name.to_owned(),
            sides: words(cells.next()),
            desks: words(cells.next()),
            lang: lang(name),
            seal: seals
                .iter()
                .find(|(seat, _)| *seat == name)
                .map_or("plain", |(_, seal)| seal)
                .to_owned(),
        });
    }
    let terms = Terms {
        game: first.text("game").to_owned(),
        module: first.text("module").to_owned(),
        scenario: first.text("scenario").to_owned(),
        switches: first.list("switches").to_vec(),
        pace: if first.text("pace") == "brisk" {
            Pace::Brisk
        } else {
            Pace::Strict
        },
        reveal: first.text("reveal").to_owned(),
        beacon: first.text("beacon").to_owned(),
        missing: first.text("missing").to_owned(),
        data: private.list("data").to_vec(),
    };
    let public = first.list("data");
    if !public.is_empty() && public != terms.data {
        return Err(bad(
            "the digests of its data are not those of the sealed part",
        ));
    }
    let files = owner::files_for::<G>(folder, &terms, given)?;
    let (data, state) = set_up::<G>(folder, &terms, &files)?;
    let now = Now {
        format: FORMAT,
        rules: first.int("rules"),
        genesis: first.hash.clone(),
        draw: 0,
        letters: 0,
        over: String::new(),
        paused: 0,
        extended: 0,
        ejected: Vec::new(),
        record: Vec::new(),
        last: Vec::new(),
        rulings: Vec::new(),
        terms,
        journal: Mark::default(),
        sealed: Mark::default(),
        closed: None,
        proof: Proof::default(),
        notices: Vec::new(),
        seats,
        waits: Vec::new(),
        pending: Vec::new(),
        tray: Tray::default(),
        origins: Vec::new(),
        state,
        earlier: None,
    };
    Ok((data, now))
}
