//! One poll: fetch, keep, sort, hand to the games, account for every mail, put away, send.

mod accept;
mod fetch;
mod jobs;
mod outgoing;

use std::collections::BTreeMap;

use super::bag::Bagged;
use super::config::MailboxConfig;
use super::intake::{Mailbox, Place};
use super::ledger::{Marks, Row, Verdict, mark};
use super::office::Office;
use super::sort::{Mail, Sorted};
use super::visit::{Job, Outcome, visit};
use crate::engine::run::panic_words;
use crate::store::error::{Kept, StoreError, Trouble};
use crate::store::module::module_of;
use crate::with_game;
pub use accept::accept;
use jobs::sort_into;
use outgoing::send;

/// What a poll came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Rows of the ledger it wrote.
    pub rows: Vec<Row>,
    /// Letters sent.
    pub sent: usize,
    /// Letters that wait.
    pub waiting: usize,
    /// Games that were looked at.
    pub games: usize,
    /// What went wrong; everything else went on.
    pub troubles: Vec<String>,
}

/// Where mails come from in this poll.
pub enum Source<'s> {
    /// The mailboxes of the configuration.
    Mailboxes(&'s [MailboxConfig]),
    /// One mail that is at hand, such as standard input; with how big it really is.
    One(Vec<u8>, u64),
}

/// A mail that was fetched, and from where.
struct Fetched {
    mailbox: usize,
    key: String,
}

/// Does a poll; without `sending`, letters are queued and wait for the next. Only a failure of the post itself is an
/// error.
pub fn poll(office: &mut Office<'_>, source: Source<'_>, sending: bool) -> Kept<Summary> {
    let mut summary = Summary::default();
    office.wake()?;
    let mut round = Round {
        office,
        summary: &mut summary,
        mails: Vec::new(),
        fetched: BTreeMap::new(),
        open: Vec::new(),
        recovered: BTreeMap::new(),
        away: Vec::new(),
        failed: false,
    };
    round.recover()?;
    round.fetch(source)?;
    if !round.mails.is_empty() {
        round.office.begin()?;
    }
    let due = round.office.due();
    let outcomes = round.work(due);
    round.account(&outcomes)?;
    if !round.failed {
        round.office.settle_bag();
    }
    round.put_away();
    for mailbox in round.open.iter_mut().flatten() {
        mailbox.close();
    }
    office.tell_referee()?;
    if sending {
        send(office, &mut summary)?;
    }
    office.write_agenda()?;
    office.write_state()?;
    Ok(summary)
}

struct Round<'r, 'c> {
    office: &'r mut Office<'c>,
    summary: &'r mut Summary,
    mails: Vec<Mail>,
    /// Where the mails of this poll came from, by their ids in the bag.
    fetched: BTreeMap<String, Fetched>,
    open: Vec<Option<Box<dyn Mailbox>>>,
    /// Mails that an earlier poll kept: where they came from, and their ids.
    recovered: BTreeMap<String, String>,
    /// Mails of earlier polls that are still in their mailbox.
    away: Vec<(usize, String, Place)>,
    /// Whether some mails must be tried again.
    failed: bool,
}

impl Round<'_, '_> {
    fn trouble(&mut self, what: impl ToString) {
        self.summary.troubles.push(what.to_string());
    }

    /// Mails that an earlier poll kept and did not get done with. What it may have handed to a game already is dealt with
    /// before others are fetched: mixed with these it would make another letter than the one that may be queued
    /// already, and say things twice.
    fn recover(&mut self) -> Kept {
        let mut unsettled = std::mem::take(&mut self.office.unsettled);
        let kept_only =
            unsettled.split_off(unsettled.partition_point(|bagged| self.office.has_begun(bagged)));
        self.sort_again(unsettled)?;
        if !self.mails.is_empty() {
            // Nobody is late as long as his mail may lie in the mailbox.
            let slept = std::mem::replace(&mut self.office.slept, true);
            let outcomes = self.work(Vec::new());
            self.office.slept = slept;
            self.account(&outcomes)?;
        }
        self.sort_again(kept_only)
    }

    fn sort_again(&mut self, mails: Vec<Bagged>) -> Kept {
        for bagged in mails {
            // What stands in the ledger is done.
            if self.office.ledger.knows(via_mark(&bagged.via))? {
                continue;
            }
            let bytes = self.office.bag.read(&bagged)?;
            self.recovered.insert(bagged.via.clone(), bagged.id.clone());
            self.sort(vec![(bagged, &bytes)], true)?;
        }
        Ok(())
    }

    /// Hands the mails to the games, and looks at the games that are due.
    fn work(&mut self, due: Vec<String>) -> Vec<Outcome> {
        let mut jobs: BTreeMap<String, Job> = BTreeMap::new();
        let mut outcomes = Vec::new();
        for mail in &self.mails {
            sort_into(&mut jobs, &mut outcomes, mail);
        }
        for game in due {
            jobs.entry(game).or_default();
        }
        for (game, job) in &jobs {
            self.summary.games += 1;
            super::office::untouch(&self.office.config.games, game);
            match visited(self.office, game, job) {
                Ok(done) => outcomes.extend(done),
                Err(error) => {
                    // One bad game must not stop the others; its mails are tried again.
                    for mail in &job.mails {
                        outcomes.push((mail.bagged.id.clone(), Verdict::Failed, error.to_string()));
                    }
                    self.office.tell_of_trouble(game, &error.to_string());
                    self.office.plan(game, Some(self.office.now + 600));
                    self.summary.troubles.push(format!("{game}: {error}"));
                }
            }
        }
        outcomes
    }

    /// Writes the ledger: with this every mail is accounted for.
    fn account(&mut self, outcomes: &[Outcome]) -> Kept {
        let by_id: BTreeMap<&str, &Outcome> = outcomes
            .iter()
            .rev()
            .map(|one| (one.0.as_str(), one))
            .collect();
        let mut rows: Vec<(Row, Marks)> = Vec::new();
        for mail in std::mem::take(&mut self.mails) {
            // A game that vanished between sorting and visiting says nothing of its mails.
            let (verdict, why) = by_id.get(mail.bagged.id.as_str()).map_or(
                (
                    Verdict::WrongCode,
                    "its game is not played by mail any more",
                ),
                |(_, verdict, why)| (*verdict, why.as_str()),
            );
            let (game, seat) = match &mail.sorted {
                Sorted::Letter { game, seat, .. }
                | Sorted::Join { game, seat }
                | Sorted::Done { game, seat, .. } => (game.clone(), seat.clone()),
                Sorted::Questions { seats } | Sorted::Bounce { seats, .. } => {
                    seats.first().cloned().unwrap_or_default()
                }
                Sorted::Refused(refusal) => {
                    let told = refusal.tell.first().cloned();
                    told.unwrap_or_else(|| (refusal.about.clone(), String::new()))
                }
            };
            let row = Row {
                id: mail.bagged.id.clone(),
                time: jiff::Timestamp::from_second(mail.bagged.time)
                    .map(|time| time.to_string())
                    .unwrap_or_default(),
                via: mail.bagged.via.clone(),
                from: mail.head.from.clone(),
                subject: mail.head.subject.clone(),
                message_id: mail.head.id.clone(),
                game,
                seat,
                verdict,
                why: super::envelope::short(why, 300),
            };
            self.summary.rows.push(row.clone());
            if verdict == Verdict::Failed {
                self.failed = true;
            } else {
                rows.push((row, mail.marks.clone()));
            }
        }
        self.office.ledger.write(&self.office.disk, &rows)
    }

    /// Puts away what is accounted for. If that fails, the next poll does it.
    fn put_away(&mut self) {
        let mut places: BTreeMap<usize, Vec<(String, Place)>> = BTreeMap::new();
        for row in &self.summary.rows {
            let Some(fetched) = self.fetched.get(&row.id) else {
                continue;
            };
            if row.verdict == Verdict::Failed {
                continue;
            }
            places
                .entry(fetched.mailbox)
                .or_default()
                .push((fetched.key.clone(), place(row.verdict)));
        }
        for (mailbox, key, place) in std::mem::take(&mut self.away) {
            places.entry(mailbox).or_default().push((key, place));
        }
        for (number, keys) in places {
            let Some(Some(mailbox)) = self.open.get_mut(number) else {
                continue;
            };
            if let Err(error) = mailbox.put_away(&keys) {
                self.summary.troubles.push(error.to_string());
                self.open[number] = None;
            }
        }
    }
}

/// Where a mail is put away.
const fn place(verdict: Verdict) -> Place {
    if verdict.is_taken() {
        Place::Processed
    } else {
        Place::Rejected
    }
}

/// Where a mail came from, in one line.
fn via(mailbox: &str, key: &str) -> String {
    super::envelope::short(&format!("{mailbox} {key}"), 300)
}

fn via_mark(via: &str) -> u64 {
    mark(&["via", via])
}

/// Visits a game; a panic in it is its own.
fn visited(office: &mut Office<'_>, game: &str, job: &Job) -> Kept<Vec<Outcome>> {
    let Some(folder) = office.game(game) else {
        if let Some(error) = office.is_missing(game) {
            return Err(error);
        }
        office.plan(game, None);
        return Ok(Vec::new());
    };
    let module = module_of(&folder)?;
    let path = folder.clone();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(
        || with_game!(module, G => visit::<G>(office, &folder, job)),
    ));
    match caught {
        Ok(done) => done,
        Err(panic) => {
            // Whatever was held back is let go, so that the next game is not held too.
            let _ = office.disk.release();
            Err(StoreError::new(
                Trouble::Program,
                &path,
                format!("panicked: {}", panic_words(&*panic)),
            ))
        }
    }
}
