//! A visit to one game: its letters are taken, its clock is looked at, it runs if it can, and everybody is written to.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::tz::TimeZone;

use super::bag::Bagged;
use super::clock::rules::{Missing, Settled, zone};
use super::clock::{Hand, shown};
use super::desk::{Delivery, Desk, House, Names, Note, Player, Reach};
use super::envelope::Head;
use super::ledger::Verdict;
use super::office::Office;
use super::reply::{Heading, Reply, deadline_line, invitation};
use super::speech::say;
use super::text;
use super::wishes::{self, Asked, To, Wish};
use crate::engine::game::{Game, Side as _};
use crate::engine::seats::Seat;
use crate::orders::{Item, Lang, Phrase, Word};
use crate::report::files::report_name;
use crate::report::receipt::{receipt, standing_line};
use crate::report::turn::report;
use crate::store::error::Kept;
use crate::store::keeper::{Call, Keeper, Talk, Turn};

/// A player gets at most so many answers a day; a loop that no other guard has seen ends here.
const ANSWERS: u32 = 60;
/// A game that needs nobody runs at most so often in one poll.
const MOST_RUNS: usize = 20;
/// A player has at most so many copies sent.
const MOST_COPIES: usize = 3;

/// A mail of a seat.
#[derive(Clone, Debug)]
pub struct SeatMail {
    /// Where its bytes are.
    pub bagged: Bagged,
    /// What its head says.
    pub head: Head,
    /// The seat.
    pub seat: String,
    /// The number of the code it used.
    pub code: Option<u32>,
    /// What is done with it.
    pub what: What,
}

/// What is done with a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It is a letter to the game.
    Letter,
    /// It asks for what anybody registered may have.
    Question,
    /// It joins the game.
    Join,
}

/// What a visit has to do.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// Mails, in the order in which they came.
    pub mails: Vec<SeatMail>,
    /// Seats that are told that a mail in their name was not taken.
    pub notices: Vec<String>,
    /// Seats whose mail came back for good.
    pub unreachable: Vec<(String, String)>,
}

/// What became of a mail: its id, the verdict, why.
pub type Outcome = (String, Verdict, String);

/// Visits a game.
pub fn visit<G: Game>(office: &mut Office<'_>, folder: &Path, job: &Job) -> Kept<Vec<Outcome>> {
    let call = Call {
        time: office.time(),
        seconds: office.now,
        late: Vec::new(),
    };
    let mut keeper = Keeper::<G>::open(folder, office.disk.clone())?;
    keeper.mend(&call)?;
    let game = keeper.now.terms.game.clone();
    let Some(desk) = Desk::read(folder)? else {
        return Ok(Vec::new());
    };
    let house = House::read(folder)?;
    let mut visit = Visit {
        office,
        before: desk.clone(),
        keeper,
        desk,
        house,
        call,
        game,
        replies: BTreeMap::new(),
        ran: Vec::new(),
    };
    visit.catch_up();
    visit.note_unreachable(job);
    let outcomes = visit.take_mails(job)?;
    visit.run_if_due()?;
    visit.tell(job)?;
    visit.write()?;
    Ok(outcomes)
}

/// The name of the decision a game waits for.
pub fn stamp<G: Game>(keeper: &Keeper<G>) -> String {
    let rewinds = keeper
        .now
        .notices
        .iter()
        .filter(|notice| notice.kind == "rewind")
        .count();
    format!("{}.{rewinds}", keeper.now.draw)
}

struct Visit<'v, 'c, G: Game> {
    office: &'v mut Office<'c>,
    keeper: Keeper<G>,
    desk: Desk,
    /// The desk as it was found.
    before: Desk,
    house: House,
    call: Call,
    game: String,
    replies: BTreeMap<String, Reply>,
    /// Runs made in this visit.
    ran: Vec<u64>,
}

impl<G: Game> Visit<'_, '_, G> {
    fn seat(&self, name: &str) -> Option<Seat> {
        self.keeper.now.seat(name).cloned()
    }

    fn lang(&self, name: &str) -> Lang {
        self.keeper
            .now
            .seat(name)
            .map(|seat| seat.lang)
            .unwrap_or_default()
    }

    fn reply(&mut self, seat: &str) -> &mut Reply {
        self.replies.entry(seat.to_owned()).or_default()
    }

    fn rules(&self) -> Settled {
        let phase = G::phase(&self.keeper.data, &self.keeper.now.state);
        let rules = self.house.clock.settle(&self.office.config.clock, phase);
        // Both files were checked when they were read.
        rules.unwrap_or(Settled {
            time: None,
            grace: 0,
            settle: 0,
            remind: Vec::new(),
            days: Vec::new(),
            hours: (0, 24),
            zone: "UTC".to_owned(),
            holidays: Vec::new(),
            absence: 0,
            outage: 0,
        })
    }

    fn zone(&self, player: &Player, rules: &Settled) -> TimeZone {
        let name = if player.zone.is_empty() {
            &rules.zone
        } else {
            &player.zone
        };
        zone(name).unwrap_or(TimeZone::UTC)
    }

    fn missing(&self) -> Missing {
        self.house
            .missing
            .unwrap_or(match self.keeper.now.terms.missing.as_str() {
                "wait" => Missing::Wait,
                "substitute" => Missing::Substitute,
                _ => Missing::Default,
            })
    }

    /// The desk follows the game, whoever has moved it.
    fn catch_up(&mut self) {
        let about = stamp(&self.keeper);
        self.desk.turn_to(&about);
        let pushes = self.office.state.pushes.clone();
        self.desk.clock.push(&pushes);
    }

    fn note_unreachable(&mut self, job: &Job) {
        for (seat, why) in &job.unreachable {
            let Some(player) = self.desk.player_mut(seat) else {
                continue;
            };
            if player.reach == Reach::Unreachable {
                continue;
            }
            player.reach = Reach::Unreachable;
            let text = format!(
                "{}: {seat} cannot be reached at {}: {why}. `fieldpost invite {} {seat} ADDRESS` gives the seat another address.",
                self.game, player.address, self.game
            );
            self.office.to_referee.push((
                format!("unreachable {} {seat} {}", self.game, player.address),
                text,
            ));
        }
    }

    fn take_mails(&mut self, job: &Job) -> Kept<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        // All letters of this poll become durable together; nothing is answered before.
        self.office.disk.hold();
        let mut failed = None;
        for mail in &job.mails {
            // Of several seats that are asked the same, some may have been answered before a crash.
            if self.desk.has_done(&mail.bagged.id, &mail.seat) {
                outcomes.push((
                    mail.bagged.id.clone(),
                    Verdict::Answered,
                    "was answered before a crash".to_owned(),
                ));
                continue;
            }
            match self.take_mail(mail) {
                Ok((verdict, why)) => outcomes.push((mail.bagged.id.clone(), verdict, why)),
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let released = self.office.disk.release();
        match failed {
            Some(error) => Err(error),
            None => released.map(|()| outcomes),
        }
    }

    fn take_mail(&mut self, mail: &SeatMail) -> Kept<(Verdict, String)> {
        let Some(seat) = self.seat(&mail.seat) else {
            return Ok((
                Verdict::Stranger,
                format!("the game has no seat {}", mail.seat),
            ));
        };
        if mail.what == What::Join {
            return Ok(self.join(&seat, mail));
        }
        let day = self.office.day();
        if let Some(player) = self.desk.player_mut(&seat.name) {
            if player.answered != day {
                player.answered = day;
                player.answers = 0;
            }
            player.answers += 1;
            if player.answers > ANSWERS && mail.what == What::Question {
                return Ok((
                    Verdict::TooMany,
                    format!("more than {ANSWERS} mails on one day"),
                ));
            }
            if let Some(number) = mail.code
                && !player.used.contains(&number)
            {
                player.used.push(number);
            }
            // Whoever writes can be reached.
            if player.reach == Reach::Unreachable {
                player.reach = Reach::Joined;
            }
        }
        let bytes = self.office.bag.read(&mail.bagged)?;
        let reading = text::read(&bytes);
        let sides: Vec<&'static Word> = G::Side::ALL.iter().map(|side| side.word()).collect();
        let (rest, asked) = wishes::take(&reading.text, &sides);
        let origin = format!("mail {}", mail.bagged.id);
        let verdict = match mail.what {
            What::Question => Verdict::Answered,
            _ => Verdict::Taken,
        };
        let cache = self
            .keeper
            .folder
            .join(format!("reports/receipt-{}.txt", mail.bagged.id));
        let mut told = String::new();
        for one in &asked {
            let said = self.wish(&seat, one, &origin, mail.what == What::Question)?;
            told.push_str(&one.text);
            told.push('\n');
            for line in crate::report::text::wrap("    ", &said) {
                told.push_str(&line);
                told.push('\n');
            }
        }
        let has_orders = rest.lines().any(|line| !line.trim().is_empty());
        let (headline, body) = if !has_orders && !asked.is_empty() {
            (standing_line(&self.keeper, &seat)?, String::new())
        } else if self.keeper.knows(&origin) {
            // Taken before a crash: what was said then is said again.
            let kept = std::fs::read_to_string(&cache).unwrap_or_default();
            let again = say(&Phrase::new("post-taken-before"), seat.lang);
            split(if kept.is_empty() { &again } else { &kept })
        } else {
            let given = if mail.what == What::Question {
                let mut given = self.keeper.read_letter(&seat, &rest, 0)?;
                given.still_open = self.keeper.still_open(&seat.name)?;
                given
            } else {
                self.keeper.submit(&seat.name, &rest, &origin, &self.call)?
            };
            let text = receipt(&self.keeper, &seat, &given)?;
            // Losing this file to a power cut only makes the answer shorter.
            let _ = std::fs::write(&cache, &text);
            split(&text)
        };
        let mut body = told + &body;
        body.push_str(&not_read(&reading.cuts, seat.lang));
        let title = Phrase::new("post-letter")
            .with("subject", mail.head.subject.clone())
            .with("time", shown(mail.bagged.time, &TimeZone::UTC));
        let title = say(&title, seat.lang);
        let reply = self.reply(&seat.name);
        reply.headline = headline;
        reply.receipts.push((title, body));
        reply.mails.push(mail.bagged.id.clone());
        reply.answers = mail.head.id.clone();
        self.desk.settle(&mail.bagged.id, &seat.name, verdict);
        Ok((
            verdict,
            format!(
                "{} lines",
                rest.lines().filter(|line| !line.trim().is_empty()).count()
            ),
        ))
    }

    /// Carries out a wish and says what became of it.
    fn wish(
        &mut self,
        seat: &Seat,
        asked: &Asked,
        origin: &str,
        only_questions: bool,
    ) -> Kept<String> {
        let lang = seat.lang;
        let wish = match &asked.wish {
            Ok(wish) => wish.clone(),
            Err(phrase) => return Ok(say(phrase, lang)),
        };
        let said = |key: &'static str| Ok(say(&Phrase::new(key), lang));
        match wish {
            Wish::Map => {
                self.reply(&seat.name).map = Some(String::new());
                return said("post-map");
            }
            Wish::Report => {
                let entry = (format!("again {origin}"), String::new());
                self.reply(&seat.name).reports.push(entry);
                return said("post-report");
            }
            _ if only_questions => return said("post-needs-code"),
            Wish::Message { to, unsigned, text } => {
                let origin = format!("{origin} {}", asked.line);
                return self.message(seat, &to, unsigned, &text, &origin);
            }
            Wish::Absent(day) => return Ok(self.absent(seat, day)),
            Wish::Address(address) => return self.new_address(seat, address),
            _ => {}
        }
        let Some(player) = self.desk.player_mut(&seat.name) else {
            return Ok(String::new());
        };
        match wish {
            Wish::Wait => {
                player.wait = true;
                said("post-wait")
            }
            Wish::Go => {
                player.wait = false;
                said("post-go")
            }
            Wish::Back => {
                player.absent = 0;
                said("post-back")
            }
            Wish::Plain(plain) => {
                player.plain = plain;
                said(if plain { "post-plain" } else { "post-html" })
            }
            Wish::Digest(digest) => {
                player.digest = digest;
                said(if digest {
                    "post-digest"
                } else {
                    "post-at-once"
                })
            }
            Wish::Copy(address) => {
                if player.copies.len() >= MOST_COPIES {
                    return said("post-copies-full");
                }
                if !player.copies.contains(&address) {
                    player.copies.push(address);
                }
                said("post-copy")
            }
            Wish::NoCopies => {
                player.copies.clear();
                said("post-no-copies")
            }
            Wish::Zone(name) => {
                player.zone = name;
                said("post-zone")
            }
            Wish::Join(_) => said("post-joined-already"),
            Wish::Map
            | Wish::Report
            | Wish::Message { .. }
            | Wish::Absent(_)
            | Wish::Address(_) => Ok(String::new()),
        }
    }

    fn message(
        &mut self,
        from: &Seat,
        to: &To,
        unsigned: bool,
        text: &str,
        origin: &str,
    ) -> Kept<String> {
        let lang = from.lang;
        if self.house.talk == Delivery::Never && *to != To::Referee {
            return Ok(say(&Phrase::new("post-silence"), lang));
        }
        if unsigned && self.house.names == Names::Always {
            return Ok(say(&Phrase::new("post-names-always"), lang));
        }
        let signed = !unsigned && self.house.names != Names::Never;
        let to_word = match to {
            To::All => "all",
            To::Referee => "referee",
            To::Side(side) => side.as_str(),
        };
        let talk = Talk {
            from: &from.name,
            to: to_word,
            signed,
            text,
            origin,
        };
        self.keeper.talk(&talk, &self.call)?;
        let name = if signed {
            from.name.clone()
        } else {
            String::new()
        };
        let note = Note {
            from: name,
            text: text.to_owned(),
        };
        let readers: Vec<String> = match to {
            To::Referee => {
                // The referee knows who writes to him.
                let words = format!("{}: {} writes:\n{text}", self.game, from.name);
                self.office.to_referee.push((origin.to_owned(), words));
                return Ok(say(
                    &Phrase::new("post-message-sent").with("to", "referee".to_owned()),
                    lang,
                ));
            }
            To::All => self
                .desk
                .players
                .iter()
                .map(|player| player.seat.clone())
                .collect(),
            To::Side(side) => self
                .desk
                .players
                .iter()
                .filter(|player| player.sides.contains(side))
                .map(|player| player.seat.clone())
                .collect(),
        };
        for reader in readers.iter().filter(|reader| **reader != from.name) {
            if let Some(player) = self.desk.player_mut(reader) {
                player.notes.push(note.clone());
            }
            if self.house.talk == Delivery::AtOnce {
                // An entry is enough: what waits goes with every mail.
                self.reply(reader);
            }
        }
        let to = match to {
            To::Side(id) => G::Side::from_id(id).map(|side| side.word().print(lang).to_owned()),
            _ => None,
        };
        Ok(say(
            &Phrase::new("post-message-sent").with("to", to.unwrap_or_else(|| to_word.to_owned())),
            lang,
        ))
    }

    fn absent(&mut self, seat: &Seat, day: jiff::civil::Date) -> String {
        let rules = self.rules();
        let now = self.office.now;
        let Some(player) = self.desk.player(&seat.name).cloned() else {
            return String::new();
        };
        let zone = self.zone(&player, &rules);
        let end = day
            .at(23, 59, 59, 0)
            .to_zoned(zone.clone())
            .map_or(0, |end| end.timestamp().as_second());
        if end <= now {
            return say(&Phrase::new("post-absent-past"), seat.lang);
        }
        let left = rules.absence - player.absences;
        let from = now.max(player.absent);
        let more = (end - from).max(0);
        if more > left {
            let last = shown(from + left.max(0), &zone);
            return say(
                &Phrase::new("post-absent-cap").with("time", last),
                seat.lang,
            );
        }
        if let Some(player) = self.desk.player_mut(&seat.name) {
            player.absences += more;
            player.absent = end;
        }
        let asked = self.keeper.now.asked().contains(&seat.name);
        if asked {
            self.desk.clock.put_off(
                &Hand {
                    zone: zone.clone(),
                    absent: end,
                },
                &rules,
            );
        }
        say(
            &Phrase::new("post-absent").with("time", shown(end, &zone)),
            seat.lang,
        )
    }

    /// A new address is asked to confirm itself; until then the old one counts.
    fn new_address(&mut self, seat: &Seat, address: String) -> Kept<String> {
        if let Some(player) = self.desk.player_mut(&seat.name) {
            player.invited.clone_from(&address);
            player.invitations += 1;
        }
        self.invite(seat)?;
        Ok(say(
            &Phrase::new("post-new-address").with("address", address),
            seat.lang,
        ))
    }

    fn invite(&mut self, seat: &Seat) -> Kept {
        let Some(player) = self.desk.player(&seat.name).cloned() else {
            return Ok(());
        };
        let code = self
            .desk
            .join_code(&self.office.secret, &seat.name)
            .unwrap_or_default();
        let letter = invitation(
            self.office.config,
            &self.game,
            &player,
            seat.lang,
            &code,
            &sides_text::<G>(seat),
            &title(&self.keeper),
        );
        self.office.queue(&letter)?;
        self.office
            .register(&player.invited, &self.game, &seat.name)
    }

    fn join(&mut self, seat: &Seat, mail: &SeatMail) -> (Verdict, String) {
        let mut old = String::new();
        if let Some(player) = self.desk.player_mut(&seat.name) {
            if player.address != player.invited {
                old = std::mem::replace(&mut player.address, player.invited.clone());
            }
            player.invited.clear();
            player.reach = Reach::Joined;
            player.root.clear();
            player.last.clear();
        }
        let lang = seat.lang;
        if !old.is_empty() {
            // The old address hears of it, in case it was not its owner's doing.
            let letter = super::letter::Letter {
                to: old.clone(),
                game: self.game.clone(),
                subject: say(&Phrase::new("post-subject-moved"), lang),
                key: format!("moved {}", mail.bagged.id),
                content: super::letter::Content {
                    text: say(
                        &Phrase::new("post-moved")
                            .with("referee", self.office.config.referee.clone()),
                        lang,
                    ) + "\n",
                    ..Default::default()
                },
                plain: true,
                ..Default::default()
            };
            // A letter that cannot be queued must not undo the joining.
            let _ = self.office.queue(&letter);
        }
        let text = say(
            &Phrase::new("post-joined")
                .with("game", self.game.clone())
                .with("sides", sides_text::<G>(seat)),
            lang,
        );
        let again = (format!("joined {}", mail.bagged.id), String::new());
        let reply = self.reply(&seat.name);
        reply
            .says
            .push((format!("joined {}", mail.bagged.id), text));
        reply.reports.push(again);
        reply.mails.push(mail.bagged.id.clone());
        reply.answers = mail.head.id.clone();
        self.desk
            .settle(&mail.bagged.id, &seat.name, Verdict::Joined);
        (
            Verdict::Joined,
            format!("{} plays from {}", seat.name, mail.head.from),
        )
    }

    /// The seats that are asked and have not answered.
    fn unanswered(&self) -> Kept<Vec<String>> {
        let mut seats = Vec::new();
        for seat in &self.keeper.now.seats {
            if self.keeper.now.draw > 0 && !self.keeper.still_open(&seat.name)?.is_empty() {
                seats.push(seat.name.clone());
            }
        }
        Ok(seats)
    }

    fn everybody_is_there(&self) -> bool {
        self.desk.players.iter().all(|player| {
            !player.address.is_empty()
                && player.reach != Reach::None
                && player.reach != Reach::Invited
        })
    }

    /// Runs the game if all have answered and nobody asked to wait, or if the deadline has passed.
    fn run_if_due(&mut self) -> Kept {
        for n in 0..MOST_RUNS {
            if !self.keeper.now.over.is_empty() {
                self.desk.clock = Default::default();
                return Ok(());
            }
            let rules = self.rules();
            self.start_clock(&rules);
            let waiting = self.unanswered()?;
            let Some(late) = self.ready(&waiting, &rules, n) else {
                return Ok(());
            };
            let call = Call {
                late: late.clone(),
                ..self.call.clone()
            };
            let turn = self.keeper.run(&call)?;
            let Turn::Ran(draw) = turn else {
                return Ok(());
            };
            for seat in &waiting {
                if let Some(player) = self.desk.player_mut(seat) {
                    player.missed += 1;
                }
            }
            for seat in self.keeper.now.seats.clone() {
                if !waiting.contains(&seat.name)
                    && let Some(player) = self.desk.player_mut(&seat.name)
                {
                    player.missed = 0;
                }
                let text = report(&self.keeper, &seat)?;
                self.keeper
                    .write_file(&report_name(draw, &seat.name), &text)?;
                self.reply(&seat.name)
                    .reports
                    .push((format!("run {draw}"), text));
            }
            self.ran.push(draw);
            self.desk.turn_to(&stamp(&self.keeper));
            // After a sleep one step at a time, so that players see each.
            if self.office.slept || !late.is_empty() {
                let rules = self.rules();
                self.start_clock(&rules);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a run is due, and which sides are late in it.
    fn ready(&mut self, waiting: &[String], rules: &Settled, runs: usize) -> Option<Vec<String>> {
        let now = self.office.now;
        let clock = &mut self.desk.clock;
        if waiting.is_empty() {
            if clock.complete == 0 {
                clock.complete = now;
            }
            let expired = clock.deadline > 0 && now >= clock.deadline;
            let held = self.desk.players.iter().any(|player| player.wait) && !expired;
            // What follows from lines sent ahead need not settle again.
            let settled = runs > 0 || now >= clock.complete + rules.settle;
            return (settled && !held).then(Vec::new);
        }
        clock.complete = 0;
        let expired = clock.deadline > 0 && now >= clock.expires && !self.office.slept;
        if !expired || self.missing() != Missing::Default || self.keeper.now.terms.missing == "wait"
        {
            return None;
        }
        let late = waiting
            .iter()
            .filter_map(|name| self.keeper.now.seat(name))
            .flat_map(|seat| seat.sides.clone());
        Some(late.collect())
    }

    fn start_clock(&mut self, rules: &Settled) {
        let about = stamp(&self.keeper);
        if self.desk.clock.about == about || !self.everybody_is_there() {
            return;
        }
        let asked = self.keeper.now.asked();
        let hands: Vec<Hand> = self
            .desk
            .players
            .iter()
            .filter(|player| asked.contains(&player.seat))
            .map(|player| Hand {
                zone: self.zone(player, rules),
                absent: player.absent,
            })
            .collect();
        let pushes = self.office.state.pushes.len();
        self.desk
            .clock
            .start(&about, self.office.now, rules, &hands, pushes);
    }

    /// Everything that is said besides answers: reports that are missing, corrections, reminders, notices.
    fn tell(&mut self, job: &Job) -> Kept {
        self.tell_missed_reports()?;
        self.tell_corrections()?;
        self.tell_time()?;
        let day = self.office.day();
        for seat in &job.notices {
            let lang = self.lang(seat);
            let Some(player) = self.desk.player_mut(seat) else {
                continue;
            };
            if player.noticed == day {
                continue;
            }
            player.noticed.clone_from(&day);
            let text = say(
                &Phrase::new("post-notice").with("game", self.game.clone()),
                lang,
            );
            let subject = say(&Phrase::new("post-subject-notice"), lang);
            let reply = self.reply(seat);
            reply.says.push((format!("notice {day}"), text));
            reply.subject.get_or_insert(subject);
        }
        self.fill_in()
    }

    /// Reports of runs that somebody made by hand.
    fn tell_missed_reports(&mut self) -> Kept {
        let newest = self.keeper.now.draw;
        let first = self.desk.reported + 1;
        for draw in first..=newest {
            if self.ran.contains(&draw) {
                continue;
            }
            for seat in self.keeper.now.seats.clone() {
                let path = self.keeper.folder.join(report_name(draw, &seat.name));
                let text = match std::fs::read_to_string(&path) {
                    Ok(text) => text,
                    Err(_) if draw == newest => report(&self.keeper, &seat)?,
                    Err(_) => continue,
                };
                let reports = &mut self.reply(&seat.name).reports;
                let at = reports
                    .iter()
                    .take_while(|(key, _)| key.starts_with("run "))
                    .count()
                    .min(usize::try_from(draw - first).unwrap_or(0));
                reports.insert(at, (format!("run {draw}"), text));
            }
        }
        self.desk.reported = newest;
        Ok(())
    }

    /// Rewinds and rulings that nobody has been told of.
    fn tell_corrections(&mut self) -> Kept {
        let entry = self.keeper.now.journal.next - 1;
        if !self.keeper.now.notices.is_empty() && self.desk.told < entry && self.ran.is_empty() {
            for seat in self.keeper.now.seats.clone() {
                let text = report(&self.keeper, &seat)?;
                self.reply(&seat.name)
                    .reports
                    .push((format!("entry {entry}"), text));
            }
        }
        self.desk.told = entry;
        Ok(())
    }

    /// Reminders, and word that a deadline has passed.
    fn tell_time(&mut self) -> Kept {
        if !self.keeper.now.over.is_empty() || self.desk.clock.deadline == 0 {
            return Ok(());
        }
        let rules = self.rules();
        let now = self.office.now;
        let waiting = self.unanswered()?;
        if waiting.is_empty() {
            return Ok(());
        }
        if let Some(before) = self.desk.clock.reminder(now, &rules) {
            let passed = rules.remind.iter().copied().filter(|one| *one >= before);
            self.desk.clock.reminded.extend(passed);
            for seat in &waiting {
                let lang = self.lang(seat);
                let away = self
                    .desk
                    .player(seat)
                    .is_some_and(|player| player.absent > now);
                if away
                    || self
                        .replies
                        .get(seat)
                        .is_some_and(|reply| !reply.is_empty())
                {
                    continue;
                }
                let player = self.desk.player(seat).cloned().unwrap_or_default();
                let time = shown(self.desk.clock.deadline, &self.zone(&player, &rules));
                let text = say(&Phrase::new("post-reminder").with("time", time), lang);
                let subject = say(&Phrase::new("post-subject-reminder"), lang);
                let headline = match self.seat(seat) {
                    Some(seat) => standing_line(&self.keeper, &seat)?,
                    None => String::new(),
                };
                let about = self.desk.clock.about.clone();
                let reply = self.reply(seat);
                reply.headline = headline;
                reply
                    .says
                    .push((format!("reminder {about} {before}"), text));
                reply.subject.get_or_insert(subject);
            }
        }
        if now >= self.desk.clock.deadline && !self.desk.clock.told_late && !self.office.slept {
            self.desk.clock.told_late = true;
            self.tell_late(&waiting, &rules)?;
        }
        Ok(())
    }

    fn tell_late(&mut self, waiting: &[String], rules: &Settled) -> Kept {
        let about = self.desk.clock.about.clone();
        let policy = self.missing();
        let expires = self.desk.clock.expires;
        for seat in self.keeper.now.seats.clone() {
            let player = self.desk.player(&seat.name).cloned().unwrap_or_default();
            let until = shown(expires, &self.zone(&player, rules));
            let key = match policy {
                Missing::Default => "post-late",
                Missing::Wait | Missing::Substitute => "post-late-waits",
            };
            let mut phrase = Phrase::new(key).with("seats", waiting.join(", "));
            if policy == Missing::Default {
                phrase = phrase.with("time", until);
            }
            let text = say(&phrase, seat.lang);
            let subject = say(&Phrase::new("post-subject-late"), seat.lang);
            let reply = self.reply(&seat.name);
            reply.says.push((format!("late {about}"), text));
            reply.subject.get_or_insert(subject);
        }
        if policy != Missing::Default {
            let text = format!(
                "{}: the deadline has passed; {} did not answer, and the game waits.",
                self.game,
                waiting.join(", ")
            );
            self.office
                .to_referee
                .push((format!("late {} {about}", self.game), text));
        }
        if policy == Missing::Substitute {
            self.substitute(waiting)?;
        }
        Ok(())
    }

    /// Offers the seats of missing players to those who stand by.
    fn substitute(&mut self, waiting: &[String]) -> Kept {
        let mut standby = self.house.standby.clone();
        for name in waiting {
            let taken = |address: &String| {
                self.desk
                    .players
                    .iter()
                    .any(|player| player.address == *address || player.invited == *address)
            };
            let Some(at) = standby.iter().position(|address| !taken(address)) else {
                continue;
            };
            let address = super::envelope::tidy(&standby.remove(at));
            let Some(seat) = self.seat(name) else {
                continue;
            };
            if let Some(player) = self.desk.player_mut(name) {
                player.invited = address;
                player.invitations += 1;
            }
            self.invite(&seat)?;
        }
        Ok(())
    }

    /// Puts in what was asked for and is the same for all: maps, reports again, messages that wait.
    fn fill_in(&mut self) -> Kept {
        for (name, mut reply) in std::mem::take(&mut self.replies) {
            let Some(seat) = self.seat(&name) else {
                continue;
            };
            if reply.map.is_some() {
                reply.map = Some(self.map(&seat)?);
            }
            let fresh = reply
                .reports
                .iter()
                .any(|(key, text)| !text.is_empty() && !key.starts_with("again"));
            let mut asked = false;
            reply.reports.retain(|(_, text)| {
                asked |= text.is_empty();
                !text.is_empty()
            });
            if asked && !fresh && self.keeper.now.draw > 0 {
                let key = format!("again {} {:?}", self.keeper.now.draw, reply.mails);
                reply.reports.push((key, report(&self.keeper, &seat)?));
            }
            self.replies.insert(name, reply);
        }
        Ok(())
    }

    fn map(&self, seat: &Seat) -> Kept<String> {
        let look = self.keeper.look()?;
        let side = seat
            .sides
            .first()
            .and_then(|id| G::Side::from_id(id))
            .or(G::Side::ALL.first().copied());
        let view = G::view(&self.keeper.data, &look.state, side);
        Ok(G::map(&view).join("\n"))
    }

    /// Writes letters and desk. The letters come first: made again after a crash they are the same.
    fn write(&mut self) -> Kept {
        let rules = self.rules();
        let replies = std::mem::take(&mut self.replies);
        for (name, reply) in &replies {
            let lang = self.lang(name);
            let Some(player) = self.desk.player(name).cloned() else {
                continue;
            };
            let joined = matches!(player.reach, Reach::Joined | Reach::Unreachable)
                && !player.address.is_empty();
            if !joined {
                continue;
            }
            let mut reply = reply.clone();
            reply.notes.extend(player.notes.clone());
            if reply.is_empty() {
                continue;
            }
            if player.digest
                && reply.reports.is_empty()
                && reply.says.is_empty()
                && !reply.receipts.is_empty()
                && reply.map.is_none()
            {
                // He wants to hear of his letters with the next report only.
                if let Some(player) = self.desk.player_mut(name) {
                    let texts = reply
                        .receipts
                        .iter()
                        .map(|(title, text)| format!("{title}\n\n{text}"));
                    player.held.extend(texts);
                }
                continue;
            }
            let reports = !reply.reports.is_empty();
            if reports && !player.held.is_empty() {
                reply.titled = true;
                reply
                    .receipts
                    .splice(0..0, player.held.iter().map(|text| split(text)));
            }
            let code = self.desk.issue(&self.office.secret, name);
            let zone = self.zone(&player, &rules);
            let asked = self.keeper.now.over.is_empty();
            let heading = Heading {
                game: &self.game,
                player: &player,
                lang,
                code: &code,
                deadline: if asked {
                    deadline_line(self.desk.clock.deadline, &zone, lang)
                } else {
                    String::new()
                },
            };
            let letter = reply.letter(&heading);
            let id = self.office.queue(&letter)?;
            for copy in player.copies.iter().filter(|_| !reply.reports.is_empty()) {
                // A copy carries no code: whoever reads it cannot answer for the seat.
                let copy = super::letter::Letter {
                    to: copy.clone(),
                    code: String::new(),
                    root: String::new(),
                    answers: String::new(),
                    ..letter.clone()
                };
                self.office.queue(&copy)?;
            }
            if let Some(player) = self.desk.player_mut(name) {
                player.notes.clear();
                if reports {
                    player.held.clear();
                }
                if player.root.is_empty() {
                    player.root.clone_from(&id);
                }
                player.last = id;
            }
        }
        // Whoever wrote to the referee has been told so: that letter too must be there first.
        self.office.tell_referee()?;
        if self.desk != self.before {
            self.desk.write(&self.office.disk, &self.keeper.folder)?;
        }
        let over = !self.keeper.now.over.is_empty();
        let next = if over {
            None
        } else {
            self.desk
                .clock
                .next(&rules)
                .filter(|_| self.everybody_is_there())
        };
        // What is due and cannot be done (a game that waits for its player) is looked at once an hour.
        let next = next.map(|next| {
            if next <= self.office.now {
                self.office.now + 3600
            } else {
                next
            }
        });
        self.office.plan(&self.game, next);
        Ok(())
    }
}

/// The sides of a seat, in its language.
pub fn sides_text<G: Game>(seat: &Seat) -> String {
    let sides: Vec<&str> = seat
        .sides
        .iter()
        .filter_map(|id| G::Side::from_id(id))
        .map(|side| side.word().print(seat.lang))
        .collect();
    sides.join(", ")
}

/// What game it is, for invitations.
pub fn title<G: Game>(keeper: &Keeper<G>) -> String {
    format!("{}/{}", keeper.now.terms.module, keeper.now.terms.scenario)
}

/// The first paragraph, and what follows.
fn split(text: &str) -> (String, String) {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let head: Vec<&str> = head.lines().collect();
    (head.join(" "), body.to_owned())
}

/// A few words on what was cut, so that no order is lost in silence.
fn not_read(cuts: &[text::Cut], lang: Lang) -> String {
    let below: Vec<&str> = cuts
        .iter()
        .filter(|cut| cut.why == text::Why::Signature)
        .flat_map(|cut| cut.text.lines())
        .filter(|line| line.chars().any(char::is_alphanumeric))
        .collect();
    if below.is_empty() {
        return String::new();
    }
    let lines = i32::try_from(below.len()).unwrap_or(i32::MAX);
    let text = say(
        &Phrase::new("post-not-read")
            .with("lines", Item::Number(lines))
            .with("first", super::envelope::short(below[0], 60)),
        lang,
    );
    let mut out = String::from("\n");
    for line in crate::report::text::wrap("", &text) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}
