//! Running: the close, the draw, and what came of it.

use super::super::beacon;
use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::super::now::{Closed, Pending, Wait};
use super::super::secrets::{self, Secrets};
use super::add_up::records;
use super::checkpoint::checkpoint_path;
use super::{Call, Keeper, Turn, parse_steps, state_text};
use crate::engine::dice::{
    Contribution, Grade, Stream, draw_seed, opens, record_digest, state_digest,
};
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::Inputs;
use crate::engine::record::{LineId, Step};
use crate::engine::run::{End, Start, run};
use crate::engine::seats::Seat;
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;

/// So many sealed parts are opened in one write.
const BATCH: usize = 64;

impl<G: Game> Keeper<G> {
    /// Runs the rules if all have answered: at most one run.
    pub fn run(&mut self, call: &Call) -> Kept<Turn> {
        if !self.now.over.is_empty() {
            return Ok(Turn::Over);
        }
        if self.now.paused != 0 {
            return Ok(Turn::Paused);
        }
        if self.now.closed.is_none() {
            if self.now.terms.missing == "wait" && !call.late.is_empty() {
                let what = "this game waits for missing players; nobody can be called late";
                return Err(StoreError::user(&self.folder, what)
                    .remedy("have the player answer, or seat a substitute"));
            }
            if !self.is_ready(&call.late)? {
                return Ok(Turn::Waits(self.unanswered(&call.late)?));
            }
            self.close(call)?;
        }
        let Some(closed) = self.now.closed.clone() else {
            return Ok(Turn::Waits(Vec::new()));
        };
        if !closed.published {
            self.publish_close(&closed)?;
        }
        let turn = self.make_draw(&closed, call)?;
        if !matches!(turn, Turn::Ran(_)) {
            self.disk.settle([self.journal.path.clone()])?;
        }
        Ok(turn)
    }

    /// Whether all that are asked have answered, or are late.
    fn is_ready(&self, late: &[String]) -> Kept<bool> {
        for name in self.now.asked() {
            let Some(seat) = self.now.seat(&name) else {
                continue;
            };
            let is_late = self.is_late(seat, late);
            if self.owes_link(seat) && !is_late {
                return Ok(false);
            }
        }
        if self.now.draw == 0 {
            return Ok(true);
        }
        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let inputs = self.inputs(late)?;
        let ran = self.replay(&inputs, &record);
        match ran.end {
            End::Waiting(_) => Ok(!ran.steps.is_empty()),
            End::Over(_) | End::Broken(Fault::NoDice(_)) => Ok(true),
            End::Broken(fault) => Err(self.broken(&fault)),
        }
    }

    /// Whether a seat is not waited for: its deadline has passed, or nobody plays it.
    fn is_late(&self, seat: &Seat, late: &[String]) -> bool {
        seat.sides.iter().any(|side| late.contains(side)) || self.now.ejected.contains(&seat.name)
    }

    /// Seats that have not answered: those that were asked, and those that took an answer back.
    fn unanswered(&self, late: &[String]) -> Kept<Vec<String>> {
        let asked = self.now.asked();
        let mut seats = Vec::new();
        for seat in &self.now.seats {
            let name = &seat.name;
            let is_late = self.is_late(seat, late);
            let owes_link = asked.contains(name) && self.owes_link(seat);
            // Before the first run nobody has been asked anything.
            let asked_in_vain = self.now.draw > 0 && !self.still_open(name)?.is_empty();
            if !is_late && (owes_link || asked_in_vain) {
                seats.push(name.clone());
            }
        }
        Ok(seats)
    }

    /// Whether a seat that seals has yet to send its link along with its orders.
    fn owes_link(&self, seat: &Seat) -> bool {
        let sent = |letter: &Pending| letter.seat == seat.name && !letter.link.is_empty();
        let with_orders = self.now.terms.reveal == "with-orders";
        seat.is_sealed() && with_orders && !self.now.pending.iter().any(sent)
    }

    /// Freezes what the next run may use.
    fn close(&mut self, call: &Call) -> Kept {
        let asked = self.now.asked();
        let (mut book, mut absent, mut unasked) = (Vec::new(), Vec::new(), Vec::new());
        for seat in &self.now.seats {
            let letters: Vec<&Pending> = self
                .now
                .pending
                .iter()
                .filter(|one| one.seat == seat.name)
                .collect();
            let linked = letters.iter().any(|one| !one.link.is_empty());
            let counts = !seat.is_sealed() || linked || self.now.terms.reveal == "after-close";
            if !asked.contains(&seat.name) {
                unasked.push(seat.name.clone());
            } else if let Some(last) = letters.last()
                && counts
            {
                book.push(format!("{}|{}", seat.name, last.digest));
            } else {
                absent.push(seat.name.clone());
            }
        }
        let beacon_round = match self.now.terms.beacon.as_str() {
            "none" => 0,
            _ => beacon::round_after(call.seconds),
        };
        let draw = self.now.draw + 1;
        let mut part = Entry::new("close");
        part.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
        part.set("time", call.time.as_str());
        part.set("late", call.late.clone());
        part.set("book", book);
        part.set("absent", absent);
        part.set("unasked", unasked);
        part.set("letters", i64::from(self.now.letters));
        part.set("beacon_round", beacon_round);
        let done = self.sealed.append(&self.disk, vec![part])?;
        done.iter().try_for_each(|part| self.add_part(part))
    }

    fn publish_close(&mut self, closed: &Closed) -> Kept {
        let mut entry = Entry::new("close");
        entry.set("draw", i64::try_from(closed.draw).unwrap_or(i64::MAX));
        entry.set("book", closed.book.clone());
        entry.set("absent", closed.absent.clone());
        entry.set("unasked", closed.unasked.clone());
        entry.set("beacon_round", closed.beacon_round);
        entry.set("time", closed.time.as_str());
        // It repeats what the sealed part has; the draw that follows makes it durable.
        let done = self.journal.append_ahead(&self.disk, vec![entry])?;
        done.iter().try_for_each(|entry| self.add_entry(entry))
    }

    /// What each seat brings to the draw, and its new seals.
    fn contributions(&self, closed: &Closed) -> (Vec<Contribution>, Vec<String>, Vec<String>) {
        let (mut parts, mut reseals, mut owing) = (Vec::new(), Vec::new(), Vec::new());
        for seat in &self.now.seats {
            let pending = || self.now.pending.iter().filter(|one| one.seat == seat.name);
            let link = pending().rfind(|one| opens(&one.link, &seat.seal));
            let in_book = closed.book.iter().any(|row| {
                row.split_once('|')
                    .is_some_and(|(name, _)| name == seat.name)
            });
            let (grade, value) = if closed.unasked.contains(&seat.name) {
                (Grade::Unasked, String::new())
            } else if !in_book {
                (Grade::Absent, String::new())
            } else if !seat.is_sealed() {
                (Grade::Plain, String::new())
            } else if let Some(letter) = link {
                (Grade::Sealed, letter.link.clone())
            } else {
                owing.push(seat.name.clone());
                (Grade::Withheld, String::new())
            };
            parts.push(Contribution {
                seat: seat.name.clone(),
                grade,
                value,
            });
            if let Some(letter) = pending().rfind(|one| !one.reseal.is_empty()) {
                reseals.push(format!("{}|{}", seat.name, letter.reseal));
            }
        }
        (parts, reseals, owing)
    }

    /// Makes the draw of a close: runs the rules and writes down what came of it.
    fn make_draw(&mut self, closed: &Closed, call: &Call) -> Kept<Turn> {
        let (contributions, reseals, owing) = self.contributions(closed);
        let late_link = |name: &String| {
            self.now
                .seat(name)
                .is_some_and(|seat| seat.sides.iter().any(|side| call.late.contains(side)))
        };
        if !owing.iter().all(late_link) {
            return Ok(Turn::WaitsForLinks(owing));
        }
        let beacon = match closed.beacon_round {
            0 => None,
            round => match beacon::read(&self.folder, round)? {
                Some(beacon) => Some(beacon),
                None => return Ok(Turn::WaitsForBeacon(round)),
            },
        };
        let secrets = self.secrets()?;
        let spent = |error: crate::engine::dice::ChainError| {
            StoreError::damaged(&self.folder.join(secrets::FILE), error.to_string())
        };
        let draw = closed.draw;
        let server = secrets.public.link(draw).map_err(spent)?;
        let server_sealed = secrets.sealed.link(draw).map_err(spent)?;
        let genesis = &self.now.genesis;
        let book = self.now.terms.mixed_in(genesis, draw, &closed.book);
        let value = beacon
            .as_ref()
            .map(|beacon| beacon.value.clone())
            .unwrap_or_default();
        let seed = |stream, link: &str| {
            draw_seed(genesis, draw, stream, link, &contributions, &book, &value)
        };
        let dice = DiceSource::Draw {
            public: seed(Stream::Public, &server),
            sealed: seed(Stream::Sealed, &server_sealed),
        };

        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let mut late = closed.late.clone();
        // Orders whose link was withheld are void: the side is as good as missing.
        late.extend(
            owing
                .iter()
                .filter_map(|name| self.now.seat(name))
                .flat_map(|seat| seat.sides.clone()),
        );
        let mut inputs = self.inputs(&late)?;
        let owes = |side: G::Side| {
            let mut owing = owing.iter().filter_map(|name| self.now.seat(name));
            owing.any(|seat| seat.plays(side.id()))
        };
        let in_time = |id: &LineId| id.letter <= closed.letters;
        inputs
            .answers
            .retain(|said| said.ids.iter().all(in_time) && !owes(said.side));
        inputs
            .sent
            .retain(|sent| in_time(&sent.id) && !owes(sent.side));
        let ran = run(Start {
            data: &self.data,
            state: self.now.state.clone(),
            record: &record,
            inputs: &inputs,
            dice,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        });
        let (waits, outcome) = match &ran.end {
            End::Waiting(questions) => (self.waits(questions), None),
            End::Over(outcome) => (Vec::new(), Some(outcome)),
            End::Broken(fault) => return Err(self.broken(fault)),
        };
        // In the middle of a step a position may be what it could not stay: both sides in one hex.
        let settled = match &ran.end {
            End::Over(_) => Some(&ran.state),
            End::Waiting(_) | End::Broken(_) => ran.checkpoint.as_ref(),
        };
        let impossible = settled.map_or_else(Vec::new, |state| G::broken(&self.data, state));
        if !impossible.is_empty() {
            return Err(self.broken(&Fault::Impossible(impossible.join("; "))));
        }
        let outcome = outcome.map(|outcome| {
            let winner = outcome.winner.map_or("nobody", |side| side.id());
            format!("{winner}|{}|{}", outcome.why.key, outcome.rule)
        });
        let lines: Vec<String> = ran.steps.iter().map(Step::to_string).collect();

        // The sealed part first, then the public entry: with it the run is done.
        match &self.unpublished {
            Some((written, written_lines)) if *written == draw => {
                if *written_lines != lines {
                    let fault = Fault::Diverged {
                        recorded: format!("{} lines written before a crash", written_lines.len()),
                        now: format!("{} other lines", lines.len()),
                    };
                    return Err(self.broken(&fault));
                }
            }
            _ => {
                let mut part = Entry::new("run");
                part.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
                part.set("record", lines.clone());
                self.sealed.append(&self.disk, vec![part])?;
            }
        }
        self.unpublished = None;
        let state = ran.checkpoint.as_ref().unwrap_or(&self.now.state);
        let state_text = state_text(&self.folder, state)?;
        let public = |wanted: fn(&Step) -> bool| -> Vec<String> {
            ran.steps
                .iter()
                .filter(|step| step.is_public() && wanted(step))
                .map(Step::public_line)
                .collect()
        };
        let mut entry = Entry::new("draw");
        entry.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
        entry.set("server", server);
        entry.set(
            "contrib",
            contributions
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
        );
        entry.set("reseal", reseals);
        entry.set("beacon_round", closed.beacon_round);
        entry.set(
            "beacon_sig",
            beacon.map(|beacon| beacon.signature).unwrap_or_default(),
        );
        entry.set("beacon_value", value);
        entry.set("rolls", public(|step| matches!(step, Step::Roll { .. })));
        entry.set("events", public(|step| matches!(step, Step::Told { .. })));
        entry.set("waits", waits.iter().map(write_wait).collect::<Vec<_>>());
        entry.set("sealed_digest", record_digest(&server_sealed, &lines));
        entry.set("state", state_digest(&server_sealed, &state_text));
        entry.set("rules", G::RULES);
        let done = self.journal.append(&self.disk, vec![entry])?;
        for entry in &done {
            self.settle(entry, lines.clone(), Some(ran.checkpoint.clone()))?;
        }
        if let Some(outcome) = outcome {
            self.finish(&secrets, &outcome, &call.time)?;
        }
        self.write_checkpoint()?;
        Ok(Turn::Ran(draw))
    }

    /// Opens the sealed chain: from now on anybody can verify everything.
    fn finish(&mut self, secrets: &Secrets, outcome: &str, time: &str) -> Kept {
        // After a crash some may be open already.
        let mut opened = 0;
        for entry in self.entries()? {
            opened += usize::from(entry?.kind() == "open");
        }
        let mut batch = Vec::new();
        for record in records(&self.folder)?.skip(opened) {
            let (draw, record) = record?;
            let link = secrets
                .sealed
                .link(draw)
                .map_err(|error| StoreError::damaged(&self.folder, error.to_string()))?;
            let mut entry = Entry::new("open");
            entry.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
            entry.set("server", link);
            entry.set("rolls", record);
            batch.push(entry);
            if batch.len() == BATCH {
                self.journal
                    .append(&self.disk, std::mem::take(&mut batch))?;
            }
        }
        let mut end = Entry::new("end");
        end.set("outcome", outcome);
        end.set("time", time);
        batch.push(end);
        let done = self.journal.append(&self.disk, batch)?;
        done.iter().try_for_each(|entry| self.add_entry(entry))
    }

    /// Finishes what a crash may have cut off: a close without its draw, a game over without its end, a missing
    /// checkpoint.
    pub fn mend(&mut self, call: &Call) -> Kept {
        if self.now.closed.is_some() && !self.now.terms.is_late() {
            self.run(call)?;
        }
        if self.now.over.is_empty() && self.now.draw > 0 && self.now.waits.is_empty() {
            let record = parse_steps(&self.sealed.path, &self.now.record)?;
            let ran = self.replay(&Inputs::default(), &record);
            if let End::Over(outcome) = ran.end {
                let winner = outcome.winner.map_or("nobody", |side| side.id());
                let outcome = format!("{winner}|{}|{}", outcome.why.key, outcome.rule);
                let secrets = self.secrets()?;
                self.finish(&secrets, &outcome, &call.time)?;
            }
        }
        let path = checkpoint_path(&self.folder, self.now.draw);
        if self.now.draw > 0 && !path.exists() {
            self.write_checkpoint()?;
        }
        Ok(())
    }
}

fn write_wait(wait: &Wait) -> String {
    format!("{}|{}|{}", wait.seat, wait.side, wait.key)
}
