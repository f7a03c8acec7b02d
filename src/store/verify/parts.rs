//! The sealed parts, read along with the journal.

use super::super::error::{Kept, StoreError};
use super::super::log::{Entry, LogReader};
use super::number;

/// The sealed parts, read along with the journal.
pub(super) struct Parts {
    pub reader: LogReader,
    /// Letters since the last run that was read.
    letters: Vec<Entry>,
    /// Rulings and marks of corrections whose entries have not been read.
    corrections: Vec<Entry>,
    /// The run read last.
    run: Option<Entry>,
}

impl Parts {
    pub const fn new(reader: LogReader) -> Self {
        Self {
            reader,
            letters: Vec::new(),
            corrections: Vec::new(),
            run: None,
        }
    }

    /// Reads on; tells whether a part was there.
    fn step(&mut self) -> Kept<bool> {
        let Some(part) = self.reader.next().transpose()? else {
            return Ok(false);
        };
        match part.kind() {
            "letter" => self.letters.push(part),
            "ruling" | "mark" => self.corrections.push(part),
            "run" => {
                let twin = self.run.as_ref();
                if let Some(twin) = twin.filter(|twin| twin.int("draw") == part.int("draw"))
                    && twin.list("record") != part.list("record")
                {
                    let what = format!("run {} stands here twice and differs", part.int("draw"));
                    return Err(StoreError::damaged(&self.reader.log().path, what).at(part.seq));
                }
                self.run = Some(part);
            }
            _ => {}
        }
        Ok(true)
    }

    /// Reads up to the close of a draw, so that its letters are known.
    pub fn letter(&mut self, draw: u64, seat: &str, digest: &str) -> Kept<Option<&Entry>> {
        let wanted = |letter: &Entry| {
            number(letter.int("draw")) == draw
                && letter.text("seat") == seat
                && letter.text("digest") == digest
        };
        while !self.letters.iter().any(wanted) {
            let ahead = self
                .run
                .as_ref()
                .is_some_and(|run| number(run.int("draw")) >= draw);
            if ahead || !self.step()? {
                return Ok(None);
            }
        }
        Ok(self.letters.iter().find(|letter| wanted(letter)))
    }

    /// The ruling or mark with a digest.
    pub fn correction(&mut self, digest: &str) -> Kept<Option<Entry>> {
        loop {
            let found = self
                .corrections
                .iter()
                .position(|part| part.text("digest") == digest);
            if let Some(n) = found {
                return Ok(Some(self.corrections.remove(n)));
            }
            if !self.step()? {
                return Ok(None);
            }
        }
    }

    /// The record of a run.
    pub fn record(&mut self, draw: u64) -> Kept<Option<Vec<String>>> {
        let is = |run: &Option<Entry>| {
            run.as_ref()
                .is_some_and(|run| number(run.int("draw")) == draw)
        };
        while !is(&self.run) {
            if !self.step()? {
                return Ok(None);
            }
        }
        // Letters for this run are done with; those that came after its close stay.
        self.letters
            .retain(|letter| number(letter.int("draw")) > draw);
        Ok(self.run.as_ref().map(|run| run.list("record").to_vec()))
    }

    /// Reads what is left.
    pub fn finish(&mut self) -> Kept {
        while self.step()? {}
        Ok(())
    }
}
