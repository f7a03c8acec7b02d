//! The agenda: when each game is looked at next. It follows from the desks, and can be made again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Office, games};
use crate::mail::{code, desk};
use crate::store::disk::Disk;
use crate::store::error::Kept;

/// When each game is looked at next.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    times: BTreeMap<String, i64>,
    changed: bool,
}

impl Agenda {
    /// Every game is looked at in this poll.
    pub(super) fn wake_all(&mut self) {
        for time in self.times.values_mut() {
            *time = 0;
        }
        self.changed = true;
    }
}

impl Office<'_> {
    fn agenda_file(&self) -> PathBuf {
        self.config.post.join("agenda")
    }

    pub(super) fn read_agenda(&mut self) -> Kept {
        let path = self.agenda_file();
        if !path.exists() {
            // It follows from the desks.
            for (game, folder) in games(&self.config.games) {
                if folder.join(desk::FILE).exists() {
                    self.agenda.times.insert(game, 0);
                }
            }
            self.agenda.changed = true;
            return Ok(());
        }
        let bytes = crate::store::disk::read_from(&path, 0)?;
        for line in String::from_utf8_lossy(&bytes).lines() {
            if let Some((time, game)) = line.split_once(' ')
                && let Ok(time) = time.parse()
            {
                self.agenda.times.insert(game.to_owned(), time);
            }
        }
        Ok(())
    }

    /// Says when a game is looked at next; `None` for never.
    pub fn plan(&mut self, game: &str, next: Option<i64>) {
        let before = match next {
            Some(time) => self.agenda.times.insert(game.to_owned(), time),
            None => self.agenda.times.remove(game),
        };
        self.agenda.changed |= before != next;
    }

    /// The games to be looked at now: by the agenda, and those that somebody touched.
    pub fn due(&self) -> Vec<String> {
        let mut due: Vec<String> = self
            .agenda
            .times
            .iter()
            .filter(|(_, time)| **time <= self.now)
            .map(|(game, _)| game.clone())
            .collect();
        for file in std::fs::read_dir(self.config.games.join(DUE))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = file.file_name().to_string_lossy().into_owned();
            if code::is_name(&name) && !due.contains(&name) {
                due.push(name);
            }
        }
        due.sort_unstable();
        due
    }

    /// Writes the agenda, if it has changed.
    pub fn write_agenda(&mut self) -> Kept {
        if !self.agenda.changed {
            return Ok(());
        }
        let lines: String = self
            .agenda
            .times
            .iter()
            .map(|(game, time)| format!("{time} {game}\n"))
            .collect();
        self.disk
            .replace(&self.agenda_file(), lines.as_bytes(), true)?;
        self.agenda.changed = false;
        Ok(())
    }
}

/// The folder of marks: a game named there was touched by a command and wants to be looked at.
pub const DUE: &str = ".due";

/// Marks a game, so that the next poll looks at it.
pub fn touch(games: &Path, game: &str) {
    // A poll that does not see the mark still finds the game when its deadline comes.
    let folder = games.join(DUE);
    let disk = Disk::default();
    if games.join(game).join(desk::FILE).exists() && disk.make_folder(&folder).is_ok() {
        let _ = disk.jot(&folder.join(game), b"");
    }
}

/// Takes the mark of a game away.
pub fn untouch(games: &Path, game: &str) {
    let _ = Disk::default().remove(&games.join(DUE).join(game));
}
