//! Sorting the mail: a chain of small steps, each of which may refuse with a reason.
//!
//! Fetched before? -> written by a person? -> by whom, for which game? -> can it be read? -> did he send it before?
//!
//! Who wrote it is asked before anything is remembered of it: what a stranger sends must not stand in the way of a true
//! letter. What cannot be told for a reason on our side is no refusal: it is tried again.

mod who;

use std::collections::BTreeMap;

use super::automatic::{Automatic, Bounce, automatic};
use super::bag::Bagged;
use super::desk::{Desk, House, Reach, Trust};
use super::envelope::Head;
use super::ledger::{Marks, Verdict, mark};
use super::office::Office;
use super::text::{self, Part};
use super::wishes;
use crate::store::error::Kept;

/// One mail makes at most so many notices,
const MOST_TOLD: usize = 4;
/// and its questions are answered for at most so many games.
const MOST_ASKED: usize = 10;
/// No order sheet has more lines,
const MOST_LINES: usize = 2000;
/// and none of them is longer.
const LONGEST_LINE: usize = 16 * 1024;

/// What a mail is found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// A letter of a seat to its game.
    Letter {
        /// The game.
        game: String,
        /// The seat.
        seat: String,
        /// The number of the code it used, if it used one.
        code: Option<u32>,
        /// What proves it.
        proof: String,
    },
    /// Questions that anybody registered may ask.
    Questions {
        /// The games and seats they are asked for.
        seats: Vec<(String, String)>,
    },
    /// An address joins.
    Join {
        /// The game.
        game: String,
        /// The seat.
        seat: String,
    },
    /// A mail of ours came back.
    Bounce {
        /// What it says.
        bounce: Bounce,
        /// The seats it concerns.
        seats: Vec<(String, String)>,
    },
    /// Its game dealt with it before a crash; only the ledger does not know.
    Done {
        /// The game.
        game: String,
        /// The seat.
        seat: String,
        /// What became of it.
        verdict: Verdict,
    },
    /// Nothing is done with it.
    Refused(Refusal),
}

/// Why nothing is done with a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In a word.
    pub verdict: Verdict,
    /// In more words, for the referee.
    pub why: String,
    /// The seats that are told, in neutral words, at their registered addresses.
    pub tell: Vec<(String, String)>,
    /// The game under which it is logged, where no seat is told.
    pub about: String,
}

impl Refusal {
    fn new(verdict: Verdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            why: why.into(),
            tell: Vec::new(),
            about: String::new(),
        }
    }

    fn about(mut self, game: impl Into<String>) -> Self {
        self.about = game.into();
        self
    }

    fn tell(mut self, game: &str, seat: &str) -> Self {
        if self.tell.len() < MOST_TOLD {
            self.tell.push((game.to_owned(), seat.to_owned()));
        }
        self
    }
}

/// A mail on its way through the steps.
#[derive(Clone, Debug)]
pub struct Mail {
    /// Where its bytes are.
    pub bagged: Bagged,
    /// What its head says.
    pub head: Head,
    /// What tells it from others.
    pub marks: Marks,
    /// What it is found to be.
    pub sorted: Sorted,
}

/// The step's result: go on, or stop with a reason.
type Step<T = ()> = Result<T, Refusal>;

/// A game as the sorter finds it.
enum Looked {
    /// It is played by mail.
    Here(Box<(Desk, House)>),
    /// There is none of that name, or it is not played by mail.
    Nowhere,
    /// It is there and cannot be read; why.
    Unreadable(String),
}

/// The sorter: knows the games, and what came before.
pub struct Sorter<'s, 'c> {
    /// The office.
    pub office: &'s mut Office<'c>,
    /// Desks that were looked at.
    desks: BTreeMap<String, Looked>,
    /// Games that could not be read when the mail at hand was looked at.
    unreadable: BTreeMap<String, String>,
    /// Games whose desk could not be read.
    pub troubles: Vec<String>,
    /// Whether the mails were kept by an earlier poll.
    pub recovering: bool,
}

impl<'s, 'c> Sorter<'s, 'c> {
    /// A sorter in an office.
    pub const fn new(office: &'s mut Office<'c>) -> Self {
        Self {
            office,
            desks: BTreeMap::new(),
            unreadable: BTreeMap::new(),
            troubles: Vec::new(),
            recovering: false,
        }
    }

    /// Sorts a mail.
    pub fn sort(&mut self, bagged: Bagged, bytes: &[u8]) -> Kept<Mail> {
        let mail = text::parse(bytes);
        let head = Head::of(&mail);
        let mut marks = Marks {
            via: mark(&["via", &bagged.via]),
            letter: 0,
        };
        self.unreadable.clear();
        let sorted = if self.office.ledger.knows(marks.via)? {
            Sorted::Refused(Refusal::new(Verdict::Duplicate, "it was fetched before"))
        } else {
            self.sort_fresh(&mail, &head, &bagged, bytes, &mut marks)?
        };
        self.office.ledger.note(&marks)?;
        Ok(Mail {
            bagged,
            head,
            marks,
            sorted,
        })
    }

    /// A mail that was not fetched before.
    fn sort_fresh(
        &mut self,
        mail: &Part<'_>,
        head: &Head,
        bagged: &Bagged,
        bytes: &[u8],
        marks: &mut Marks,
    ) -> Kept<Sorted> {
        let done = self.done_before(bagged, head)?;
        if done.is_none()
            && let Some(sorted) = self.by_a_person(mail, head)
        {
            return Ok(sorted.unwrap_or_else(Sorted::Refused));
        }
        let reading = match bagged.is_cut() {
            true => text::read_cut(bytes),
            false => text::read_part(mail),
        };
        let found = match done {
            Some(done) => done,
            None => self
                .who(mail, head, wishes::said(&reading))?
                .unwrap_or_else(Sorted::Refused),
        };
        let found = self.not_for_our_fault(head, found);
        let known = letter_mark(mail, head, &reading);
        match found {
            Sorted::Refused(Refusal {
                verdict: Verdict::Failed | Verdict::Stranger,
                ..
            }) => Ok(found),
            _ if self.office.ledger.knows(known)? => Ok(Sorted::Refused(Refusal::new(
                Verdict::Duplicate,
                "the same letter came before",
            ))),
            Sorted::Refused(_) => Ok(found),
            found => {
                if !matches!(found, Sorted::Done { .. })
                    && let Some(refusal) = unreadable(mail, bagged, &reading, &found)
                {
                    return Ok(Sorted::Refused(refusal));
                }
                // Whoever wrote it is known now: the same again is the same.
                marks.letter = known;
                Ok(found)
            }
        }
    }

    /// A refusal for which a game is to blame that we cannot read is none: the mail waits until we can.
    fn not_for_our_fault(&self, head: &Head, found: Sorted) -> Sorted {
        let Sorted::Refused(refusal) = &found else {
            return found;
        };
        let named = self.named(head);
        let meant =
            |game: &String| named.contains(game) || named.is_empty() && head.tokens.is_empty();
        let Some((game, why)) = self.unreadable.iter().find(|(game, _)| meant(game)) else {
            return found;
        };
        let what = format!("{game} cannot be read now, and the mail waits: {why}");
        Sorted::Refused(
            Refusal::new(Verdict::Failed, what).about(if refusal.about.is_empty() {
                game
            } else {
                &refusal.about
            }),
        )
    }

    /// A mail that its game knows already: the poll that took it did not live to write the ledger.
    fn done_before(&mut self, bagged: &Bagged, head: &Head) -> Kept<Option<Sorted>> {
        if !self.recovering {
            return Ok(None);
        }
        let mut games: Vec<String> = head.tokens.iter().map(|token| token.game.clone()).collect();
        games.extend(
            self.office
                .seats_of(&head.from)?
                .into_iter()
                .map(|(game, _)| game),
        );
        games.dedup();
        for game in games {
            if let Some((desk, _)) = self.desk(&game)
                && let Some((seat, verdict)) = desk.done_by(&bagged.id)
            {
                return Ok(Some(Sorted::Done {
                    game,
                    seat,
                    verdict,
                }));
            }
        }
        Ok(None)
    }

    /// Did a person write it?
    fn by_a_person(&mut self, mail: &Part<'_>, head: &Head) -> Option<Step<Sorted>> {
        let found = automatic(mail, head, &self.office.config.address)?;
        Some(match found {
            Automatic::Own => Err(Refusal::new(
                Verdict::Automatic,
                "we wrote it ourselves, or another fieldpost did",
            )),
            Automatic::Robot(what) => Err(Refusal::new(
                Verdict::Automatic,
                format!("{what} says that no person wrote it"),
            )),
            Automatic::Bounce(bounce) => {
                let seats = self.bounced(&bounce, head);
                Ok(Sorted::Bounce { bounce, seats })
            }
        })
    }

    /// The seats a bounce is about: by a code that only a mail of ours can have had, in the Message-ID that came back or
    /// in the address it came to, which was that of its envelope. Anything else anybody could write.
    fn bounced(&mut self, bounce: &Bounce, head: &Head) -> Vec<(String, String)> {
        let secret = self.office.secret.clone();
        let mut seats = Vec::new();
        let places = bounce.about.iter().chain(&head.to);
        for token in places.flat_map(|text| super::code::tokens(text)) {
            if let Some((desk, _)) = self.desk(&token.game)
                && let Some(seat) = desk.seat_of_code(&secret, &token.code)
            {
                seats.push((token.game.clone(), seat));
            }
        }
        // A bounce must name the address it is about, or anybody could silence anybody.
        let mut concerned = Vec::new();
        for (game, seat) in seats {
            let same = self.desk(&game).is_some_and(|(desk, _)| {
                desk.player(&seat).is_some_and(|player| {
                    player.address == bounce.address || player.invited == bounce.address
                })
            });
            if same && !concerned.contains(&(game.clone(), seat.clone())) {
                concerned.push((game, seat));
            }
        }
        concerned
    }

    /// The seats an address plays.
    fn registered(&mut self, address: &str) -> Kept<Vec<(String, String)>> {
        let seats = self.office.seats_of(address)?;
        let mut found = Vec::new();
        for (game, seat) in seats {
            let plays = self.desk(&game).is_some_and(|(desk, _)| {
                desk.player(&seat)
                    .is_some_and(|player| player.address == address && player.reach != Reach::None)
            });
            if plays {
                found.push((game, seat));
            }
        }
        Ok(found)
    }

    /// The desk and the house of a game that is played by mail.
    fn desk(&mut self, game: &str) -> Option<&(Desk, House)> {
        if !self.desks.contains_key(game) {
            let looked = self.look(game);
            if let Looked::Unreadable(why) = &looked {
                self.troubles.push(why.clone());
                self.office.tell_of_trouble(game, why);
            }
            self.desks.insert(game.to_owned(), looked);
        }
        match self.desks.get(game)? {
            Looked::Here(found) => Some(found),
            Looked::Nowhere => None,
            Looked::Unreadable(why) => {
                self.unreadable.insert(game.to_owned(), why.clone());
                None
            }
        }
    }

    fn look(&self, game: &str) -> Looked {
        let Some(folder) = self.office.game(game) else {
            return match self.office.is_missing(game) {
                Some(error) => Looked::Unreadable(error.to_string()),
                None => Looked::Nowhere,
            };
        };
        let read = || -> Kept<Option<(Desk, House)>> {
            let Some(desk) = Desk::read(&folder)? else {
                return Ok(None);
            };
            let house = House::read(&folder)?;
            if house.trust != Trust::Code {
                self.office.vouched(&folder)?;
            }
            Ok(Some((desk, house)))
        };
        match read() {
            Ok(Some(found)) => Looked::Here(Box::new(found)),
            Ok(None) => Looked::Nowhere,
            Err(error) => Looked::Unreadable(error.to_string()),
        }
    }

    /// The games that a subject or a code names.
    fn named(&self, head: &Head) -> Vec<String> {
        let mut games: Vec<String> = head.tokens.iter().map(|token| token.game.clone()).collect();
        let subject = head.subject.to_lowercase();
        let words = subject.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let words = words.filter(|word| super::code::is_name(word)).take(30);
        let there = |word: &&str| {
            self.office.game(word).is_some() || self.office.is_missing(word).is_some()
        };
        games.extend(words.filter(there).map(str::to_owned));
        games.sort_unstable();
        games.dedup();
        games
    }
}

/// Why a letter of a known author cannot be read, if it cannot: he is told.
fn unreadable(
    mail: &Part<'_>,
    bagged: &Bagged,
    reading: &text::Reading,
    found: &Sorted,
) -> Option<Refusal> {
    let lines = reading.text.lines().count();
    let why = if let Some(monster) = mail.monster {
        // No mail program writes such a thing.
        monster.to_string()
    } else if bagged.is_cut() && reading.nothing.is_some() {
        format!("{} bytes, and no whole text at its beginning", bagged.whole)
    } else if lines > MOST_LINES {
        format!("{lines} lines, at most {MOST_LINES} are read")
    } else if reading.text.lines().any(|line| line.len() > LONGEST_LINE) {
        format!("a line of more than {LONGEST_LINE} bytes")
    } else {
        return None;
    };
    let refusal = Refusal::new(Verdict::TooBig, why);
    Some(match found {
        Sorted::Letter { game, seat, .. } | Sorted::Join { game, seat } => refusal.tell(game, seat),
        Sorted::Questions { seats } => seats
            .iter()
            .fold(refusal, |refusal, (game, seat)| refusal.tell(game, seat)),
        _ => refusal,
    })
}

/// What tells a letter from all others of its author. A mail with neither Message-ID nor time is told from no other.
fn letter_mark(mail: &Part<'_>, head: &Head, reading: &text::Reading) -> u64 {
    let date = mail.value("date");
    if head.id.is_empty() && date.is_empty() {
        return 0;
    }
    let words = wishes::said(reading);
    mark(&["letter", &head.from, &head.id, &date, &head.subject, words])
}
