//! Which address may belong to which seats. It follows from the desks, and can be made again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{Office, games};
use crate::mail::desk::Desk;
use crate::store::disk::Disk;
use crate::store::error::Kept;

impl Office<'_> {
    fn addresses_file(&self) -> PathBuf {
        self.config.post.join("addresses")
    }

    /// Notes that an address belongs to a seat, so that it is found without a code.
    pub fn register(&self, address: &str, game: &str, seat: &str) -> Kept {
        register(&self.disk, &self.config.post, address, game, seat)
    }

    /// The games and seats an address may belong to; the desk of each game has the last word.
    pub fn seats_of(&self, address: &str) -> Kept<Vec<(String, String)>> {
        let path = self.addresses_file();
        let bytes = if path.exists() {
            crate::store::disk::read_from(&path, 0)?
        } else {
            self.rebuild_addresses()?
        };
        let mut found: Vec<(String, String)> = Vec::new();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let mut cells = line.split('\t');
            if cells.next() == Some(address)
                && let (Some(game), Some(seat)) = (cells.next(), cells.next())
            {
                let row = (game.to_owned(), seat.to_owned());
                if !found.contains(&row) {
                    found.push(row);
                }
            }
        }
        Ok(found)
    }

    /// Whether an address was ever registered for a game.
    pub(super) fn has_address_in(&self, game: &str) -> bool {
        let bytes = crate::store::disk::read_from(&self.addresses_file(), 0).unwrap_or_default();
        String::from_utf8_lossy(&bytes)
            .lines()
            .any(|line| line.split('\t').nth(1) == Some(game))
    }

    fn rebuild_addresses(&self) -> Kept<Vec<u8>> {
        let mut lines = String::new();
        let mut whole = true;
        for (game, folder) in games(&self.config.games) {
            let desk = Desk::read(&folder);
            // The players of a game that cannot be read now must not be forgotten for good.
            whole &= desk.is_ok();
            for player in desk.into_iter().flatten().flat_map(|desk| desk.players) {
                for address in [&player.address, &player.invited] {
                    if !address.is_empty() {
                        let _ = writeln!(lines, "{address}\t{game}\t{}", player.seat);
                    }
                }
            }
        }
        if whole {
            self.disk
                .replace(&self.addresses_file(), lines.as_bytes(), true)?;
        }
        Ok(lines.into_bytes())
    }
}

/// Notes that an address belongs to a seat.
pub fn register(disk: &Disk, post: &Path, address: &str, game: &str, seat: &str) -> Kept {
    let path = post.join("addresses");
    if !path.exists() {
        // It will be made from the desks, of which this one is one.
        return Ok(());
    }
    let bytes = crate::store::disk::read_from(&path, 0)?;
    let line = format!("{address}\t{game}\t{seat}\n");
    let end = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    if String::from_utf8_lossy(&bytes[..end])
        .lines()
        .any(|one| one == line.trim_end())
    {
        return Ok(());
    }
    disk.append(&path, end as u64, line.as_bytes())
}
