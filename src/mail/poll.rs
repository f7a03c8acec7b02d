//! One poll: fetch, keep, sort, hand to the games, account for every mail, put away, send.

use std::collections::BTreeMap;

use super::bag::Bagged;
use super::config::MailboxConfig;
use super::intake::{self, Listed, Mailbox, Place};
use super::ledger::{Marks, Row, Verdict, mark};
use super::office::Office;
use super::pictures::draw;
use super::sort::{Mail, Refusal, Sorted, Sorter};
use super::visit::{Job, Outcome, Returned, SeatMail, What, visit};
use crate::engine::run::panic_words;
use crate::store::error::{Kept, StoreError, Trouble};
use crate::store::module::module_of;
use crate::with_game;

/// So many bytes of mail are held at once.
const ARMFUL: u64 = 4 * 1024 * 1024;

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
    away: Vec<(usize, String)>,
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
            self.sort(vec![(bagged, &bytes, None)], true)?;
        }
        Ok(())
    }

    fn fetch(&mut self, source: Source<'_>) -> Kept {
        match source {
            Source::One(bytes, size) => {
                let via = format!("standard input {}", crate::engine::dice::sha256_hex(&bytes));
                let kept = self.office.bag.put(
                    &self.office.disk,
                    &[(via, bytes.clone())],
                    self.office.now,
                )?;
                let mails = kept
                    .into_iter()
                    .map(|bagged| (bagged, bytes.as_slice(), Some(size)));
                self.sort(mails.collect(), false)
            }
            Source::Mailboxes(mailboxes) => {
                for config in mailboxes {
                    let number = self.open.len();
                    // One mailbox that fails must not stop the others.
                    match intake::open(config) {
                        Ok(mailbox) => self.open.push(Some(mailbox)),
                        Err(error) => {
                            self.open.push(None);
                            self.trouble(error);
                            continue;
                        }
                    }
                    self.empty(number)?;
                }
                Ok(())
            }
        }
    }

    /// Takes what waits in a mailbox, an armful at a time.
    fn empty(&mut self, number: usize) -> Kept {
        let Some(mut mailbox) = self.open[number].take() else {
            return Ok(());
        };
        let done = self.take_all(number, &mut *mailbox);
        match done {
            Ok(Ok(())) => self.open[number] = Some(mailbox),
            // The connection is gone; what was kept is worked on all the same.
            Ok(Err(error)) => self.trouble(error),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn take_all(
        &mut self,
        number: usize,
        mailbox: &mut dyn Mailbox,
    ) -> Kept<Result<(), intake::IntakeError>> {
        let listed = match mailbox.list(self.office.config.most) {
            Ok(listed) => listed,
            Err(error) => return Ok(Err(error)),
        };
        let name = mailbox.name().to_owned();
        let mut armful: Vec<Listed> = Vec::new();
        let mut weight = 0;
        for one in listed {
            let via = via(&name, &one.key);
            if let Some(id) = self.recovered.get(&via) {
                // An earlier poll kept it and this one works on it.
                self.fetched.insert(
                    id.clone(),
                    Fetched {
                        mailbox: number,
                        key: one.key,
                    },
                );
                continue;
            }
            if self.office.ledger.knows(via_mark(&via))? {
                self.away.push((number, one.key));
                continue;
            }
            if one.size > self.office.config.largest {
                let head = match mailbox.head(&one.key) {
                    Ok(head) => head,
                    Err(error) => return Ok(Err(error)),
                };
                self.keep(number, &name, vec![(one.key, head, Some(one.size))])?;
                continue;
            }
            weight += one.size;
            armful.push(one);
            if weight > ARMFUL || armful.len() >= 200 {
                if let Err(error) = self.carry(number, &name, mailbox, &mut armful)? {
                    return Ok(Err(error));
                }
                weight = 0;
            }
        }
        self.carry(number, &name, mailbox, &mut armful)
    }

    fn carry(
        &mut self,
        number: usize,
        name: &str,
        mailbox: &mut dyn Mailbox,
        armful: &mut Vec<Listed>,
    ) -> Kept<Result<(), intake::IntakeError>> {
        if armful.is_empty() {
            return Ok(Ok(()));
        }
        let keys: Vec<String> = armful.drain(..).map(|one| one.key).collect();
        let fetched = match mailbox.fetch(&keys) {
            Ok(fetched) => fetched,
            Err(error) => return Ok(Err(error)),
        };
        let mails = fetched
            .into_iter()
            .map(|(key, bytes)| (key, bytes, None))
            .collect();
        self.keep(number, name, mails)?;
        Ok(Ok(()))
    }

    /// Keeps mails, durably, and sorts them.
    fn keep(
        &mut self,
        number: usize,
        name: &str,
        mails: Vec<(String, Vec<u8>, Option<u64>)>,
    ) -> Kept {
        let mut raw = Vec::with_capacity(mails.len());
        let mut rest = Vec::with_capacity(mails.len());
        for (key, bytes, size) in mails {
            raw.push((via(name, &key), bytes));
            rest.push((key, size));
        }
        let kept = self
            .office
            .bag
            .put(&self.office.disk, &raw, self.office.now)?;
        let mut mails = Vec::with_capacity(raw.len());
        for ((bagged, (_, bytes)), (key, size)) in kept.into_iter().zip(&raw).zip(rest) {
            self.fetched.insert(
                bagged.id.clone(),
                Fetched {
                    mailbox: number,
                    key,
                },
            );
            mails.push((bagged, bytes.as_slice(), size));
        }
        self.sort(mails, false)
    }

    /// Sorts mails; the size is given where only the head is here.
    fn sort(&mut self, mails: Vec<(Bagged, &[u8], Option<u64>)>, recovering: bool) -> Kept {
        let mut sorter = Sorter::new(self.office);
        sorter.recovering = recovering;
        for (bagged, bytes, size) in mails {
            let mail = sorter.sort(bagged, bytes, size.unwrap_or(bytes.len() as u64))?;
            self.mails.push(mail);
        }
        self.summary.troubles.append(&mut sorter.troubles);
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
                    let day = self.office.day();
                    self.office
                        .to_referee
                        .push((format!("trouble {game} {day}"), format!("{game}: {error}")));
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
                Sorted::Refused(refusal) => refusal.tell.first().cloned().unwrap_or_default(),
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
            let place = if row.verdict.is_taken() {
                Place::Processed
            } else {
                Place::Rejected
            };
            places
                .entry(fetched.mailbox)
                .or_default()
                .push((fetched.key.clone(), place));
        }
        for (mailbox, key) in std::mem::take(&mut self.away) {
            places
                .entry(mailbox)
                .or_default()
                .push((key, Place::Processed));
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

/// Where a mail came from, in one line.
fn via(mailbox: &str, key: &str) -> String {
    super::envelope::short(&format!("{mailbox} {key}"), 300)
}

fn via_mark(via: &str) -> u64 {
    mark(&["via", via])
}

fn sort_into(jobs: &mut BTreeMap<String, Job>, outcomes: &mut Vec<Outcome>, mail: &Mail) {
    let id = mail.bagged.id.clone();
    let seat_mail = |seat: &str, code: Option<u32>, what: What| SeatMail {
        bagged: mail.bagged.clone(),
        head: mail.head.clone(),
        seat: seat.to_owned(),
        code,
        what,
    };
    match &mail.sorted {
        Sorted::Letter {
            game, seat, code, ..
        } => {
            jobs.entry(game.clone())
                .or_default()
                .mails
                .push(seat_mail(seat, *code, What::Letter));
        }
        Sorted::Join { game, seat } => {
            jobs.entry(game.clone())
                .or_default()
                .mails
                .push(seat_mail(seat, None, What::Join));
        }
        Sorted::Questions { seats } => {
            for (game, seat) in seats {
                jobs.entry(game.clone()).or_default().mails.push(seat_mail(
                    seat,
                    None,
                    What::Question,
                ));
            }
        }
        Sorted::Bounce { bounce, seats } => {
            if bounce.permanent {
                for (game, seat) in seats {
                    let returned = Returned {
                        seat: seat.clone(),
                        address: bounce.address.clone(),
                        why: format!("status {}", bounce.status),
                    };
                    jobs.entry(game.clone())
                        .or_default()
                        .returned
                        .push(returned);
                }
            }
            let hope = if bounce.permanent {
                "for good"
            } else {
                "for now"
            };
            outcomes.push((
                id,
                Verdict::Bounce,
                format!("{} cannot be reached, {hope}", bounce.address),
            ));
        }
        Sorted::Done { verdict, .. } => {
            outcomes.push((id, *verdict, "the game had it before a crash".to_owned()));
        }
        Sorted::Refused(Refusal { verdict, why, tell }) => {
            for (game, seat) in tell {
                let job = jobs.entry(game.clone()).or_default();
                if !job.notices.contains(seat) {
                    job.notices.push(seat.clone());
                }
            }
            outcomes.push((id, *verdict, why.clone()));
        }
    }
}

/// Visits a game; a panic in it is its own.
fn visited(office: &mut Office<'_>, game: &str, job: &Job) -> Kept<Vec<Outcome>> {
    let Some(folder) = office.game(game) else {
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

/// Sends what is due. What is refused for good marks its seat.
fn send(office: &mut Office<'_>, summary: &mut Summary) -> Kept {
    if office.outbox.waiting()?.is_empty() {
        return Ok(());
    }
    let mut sender = match super::send::open(&office.config.send) {
        Ok(sender) => sender,
        Err(what) => {
            summary.waiting = office.outbox.waiting()?.len();
            summary.troubles.push(what);
            return Ok(());
        }
    };
    let round = office
        .outbox
        .send(&office.disk, &mut *sender, office.now, &|label| {
            draw(office, label)
        })?;
    summary.sent = round.sent;
    summary.waiting = round.waiting;
    summary.troubles.extend(round.trouble);
    let mut again = false;
    for label in round.failed {
        summary.troubles.push(format!(
            "a letter to {} is given up: {}",
            label.to, label.said
        ));
        if label.to == office.config.referee {
            continue;
        }
        let job = Job {
            returned: vec![Returned {
                seat: label.seat.clone(),
                address: label.to.clone(),
                why: label.said.clone(),
            }],
            ..Job::default()
        };
        if !label.game.is_empty()
            && !label.seat.is_empty()
            && let Err(error) = visited(office, &label.game, &job)
        {
            summary.troubles.push(error.to_string());
        }
        again = true;
    }
    if again {
        office.tell_referee()?;
        let round = office
            .outbox
            .send(&office.disk, &mut *sender, office.now, &|label| {
                draw(office, label)
            })?;
        summary.sent += round.sent;
        summary.waiting = round.waiting;
    }
    Ok(())
}
