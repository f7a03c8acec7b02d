//! A visit to one game: its letters are taken, its clock is looked at, it runs if it can, and everybody is written to.

mod desires;
mod letters;
mod run;
mod tell;
mod write;

use crate::engine::game::Game;
use crate::engine::game::Side as _;
use crate::engine::seats::Seat;
use crate::mail::bag::Bagged;
use crate::mail::clock::rules::Missing;
use crate::mail::clock::rules::Settled;
use crate::mail::clock::rules::zone;
use crate::mail::desk::Desk;
use crate::mail::desk::House;
use crate::mail::desk::Player;
use crate::mail::desk::Reach;
use crate::mail::envelope::Head;
use crate::mail::ledger::Verdict;
use crate::mail::office::Office;
use crate::mail::reply::Reply;
use crate::orders::Lang;
use crate::report::text::capital;
use crate::store::error::Kept;
use crate::store::keeper::Call;
use crate::store::keeper::Keeper;
use jiff::tz::TimeZone;
use std::collections::BTreeMap;
use std::path::Path;

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
    /// Seats that are told that a mail in their name was not taken, and why.
    pub notices: Vec<(String, Verdict)>,
    /// Mail that came back for good.
    pub returned: Vec<Returned>,
}

/// Mail that came back for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The seat it was for.
    pub seat: String,
    /// The address it could not reach.
    pub address: String,
    /// What was said.
    pub why: String,
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
        spoken: Spoken::default(),
    };
    visit.catch_up();
    visit.note_unreachable(job);
    let outcomes = visit.take_mails(job)?;
    let ran = visit.run_if_due();
    // Nothing is said before everything is durable.
    visit.office.disk.release()?;
    ran?;
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
        .filter(|notice| notice.kind == "rewind" && notice.run == keeper.now.draw)
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
    /// What the letter at hand has asked for so far.
    spoken: Spoken,
}

/// What a letter has asked for that makes mails to others.
#[derive(Clone, Debug, Default)]
struct Spoken {
    origin: String,
    messages: u32,
    addresses: u32,
}

impl<G: Game> Visit<'_, '_, G> {
    pub(super) fn seat(&self, name: &str) -> Option<Seat> {
        self.keeper.now.seat(name).cloned()
    }

    pub(super) fn lang(&self, name: &str) -> Lang {
        self.keeper
            .now
            .seat(name)
            .map(|seat| seat.lang)
            .unwrap_or_default()
    }

    pub(super) fn reply(&mut self, seat: &str) -> &mut Reply {
        self.replies.entry(seat.to_owned()).or_default()
    }

    pub(super) fn rules(&self) -> Settled {
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

    pub(super) fn zone(&self, player: &Player, rules: &Settled) -> TimeZone {
        let name = if player.zone.is_empty() {
            &rules.zone
        } else {
            &player.zone
        };
        zone(name).unwrap_or(TimeZone::UTC)
    }

    pub(super) fn missing(&self) -> Missing {
        self.house
            .missing
            .unwrap_or(match self.keeper.now.terms.missing.as_str() {
                "wait" => Missing::Wait,
                "substitute" => Missing::Substitute,
                _ => Missing::Default,
            })
    }

    /// The desk follows the game, whoever has moved it.
    pub(super) fn catch_up(&mut self) {
        let about = stamp(&self.keeper);
        self.desk.turn_to(&about);
        let pushes = self.office.state.pushes.clone();
        self.desk.clock.push(&pushes);
    }

    pub(super) fn note_unreachable(&mut self, job: &Job) {
        for Returned { seat, address, why } in &job.returned {
            let Some(player) = self.desk.player_mut(seat) else {
                continue;
            };
            // An invitation that comes back says nothing of the player who has the seat.
            if player.address == *address {
                if player.reach == Reach::Unreachable {
                    continue;
                }
                player.reach = Reach::Unreachable;
            } else if player.invited != *address {
                continue;
            }
            let text = format!(
                "{}: {seat} cannot be reached at {address}: {why}. `fieldpost invite {} {seat} ADDRESS` gives the seat another address.",
                self.game, self.game
            );
            self.office
                .to_referee
                .push((format!("unreachable {} {seat} {address}", self.game), text));
        }
    }
}

/// The sides of a seat, in its language.
pub fn sides_text<G: Game>(seat: &Seat) -> String {
    let sides: Vec<String> = seat
        .sides
        .iter()
        .filter_map(|id| G::Side::from_id(id))
        .map(|side| capital(side.word().print(seat.lang)))
        .collect();
    sides.join(", ")
}

/// What game it is, for invitations.
pub fn title<G: Game>(keeper: &Keeper<G>) -> String {
    format!(
        "{}, {}/{}",
        G::board(&keeper.data).name(),
        keeper.now.terms.module,
        keeper.now.terms.scenario
    )
}

/// The first paragraph, and what follows.
fn split(text: &str) -> (String, String) {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let head: Vec<&str> = head.lines().collect();
    (head.join(" "), body.to_owned())
}
