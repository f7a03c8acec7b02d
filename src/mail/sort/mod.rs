//! Sorting the mail: a chain of small steps, each of which may refuse with a reason.
//!
//! Seen before? -> too big? -> written by a person? -> by whom, for which game? -> what does it say?

mod who;

use std::collections::BTreeMap;

use super::automatic::{Automatic, Bounce, automatic};
use super::bag::Bagged;
use super::desk::{Desk, Found, House, Reach};
use super::envelope::Head;
use super::ledger::{Marks, Verdict, mark};
use super::office::Office;
use super::text::{self, Part};
use super::wishes;
use crate::store::error::Kept;

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
}

impl Refusal {
    fn new(verdict: Verdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            why: why.into(),
            tell: Vec::new(),
        }
    }

    fn tell(mut self, game: &str, seat: &str) -> Self {
        self.tell.push((game.to_owned(), seat.to_owned()));
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

/// The sorter: knows the games, and what came before.
pub struct Sorter<'s, 'c> {
    /// The office.
    pub office: &'s mut Office<'c>,
    /// Desks that were looked at.
    desks: BTreeMap<String, Option<(Desk, House)>>,
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
            troubles: Vec::new(),
            recovering: false,
        }
    }

    /// Sorts a mail. `size` is how big it really is, where only its head is here.
    pub fn sort(&mut self, bagged: Bagged, bytes: &[u8], size: u64) -> Kept<Mail> {
        let mail = text::parse(bytes);
        let head = Head::of(&mail);
        let marks = marks(&bagged.via, &mail, &head);
        let sorted = match self.seen(&marks)? {
            Err(refusal) => Sorted::Refused(refusal),
            Ok(()) => match self.done_before(&bagged, &head)? {
                Some(done) => done,
                None => self
                    .fresh(&mail, &head, size)?
                    .unwrap_or_else(Sorted::Refused),
            },
        };
        self.office.ledger.note(&marks)?;
        Ok(Mail {
            bagged,
            head,
            marks,
            sorted,
        })
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

    /// A mail that has not been seen before.
    fn fresh(&mut self, mail: &Part<'_>, head: &Head, size: u64) -> Kept<Step<Sorted>> {
        if let Err(refusal) = self.small_enough(mail, size) {
            return Ok(Err(refusal));
        }
        if let Some(sorted) = self.by_a_person(mail, head)? {
            return Ok(sorted);
        }
        let reading = text::read_part(mail);
        self.who(mail, head, wishes::said(&reading))
    }

    /// Step 1: has it come before, under whatever key?
    fn seen(&mut self, marks: &Marks) -> Kept<Step> {
        let ledger = &mut self.office.ledger;
        let known = [
            ("key", marks.via),
            ("Message-ID", marks.message),
            ("content", marks.content),
        ];
        for (what, mark) in known {
            if ledger.knows(mark)? {
                return Ok(Err(Refusal::new(
                    Verdict::Duplicate,
                    format!("same {what} as a mail that came before"),
                )));
            }
        }
        Ok(Ok(()))
    }

    /// Step 2: is it of a size a letter has?
    fn small_enough(&self, mail: &Part<'_>, size: u64) -> Step {
        let largest = self.office.config.largest;
        if size > largest {
            return Err(Refusal::new(
                Verdict::TooBig,
                format!("{size} bytes, at most {largest} are taken"),
            ));
        }
        // No mail program writes such a thing.
        if let Some(monster) = mail.monster {
            return Err(Refusal::new(Verdict::TooBig, monster.to_string()));
        }
        Ok(())
    }

    /// Step 3: did a person write it?
    fn by_a_person(&mut self, mail: &Part<'_>, head: &Head) -> Kept<Option<Step<Sorted>>> {
        let Some(found) = automatic(mail, head, &self.office.config.address) else {
            return Ok(None);
        };
        Ok(Some(match found {
            Automatic::Own => Err(Refusal::new(
                Verdict::Automatic,
                "we wrote it ourselves, or another fieldpost did",
            )),
            Automatic::Robot(what) => Err(Refusal::new(
                Verdict::Automatic,
                format!("{what} says that no person wrote it"),
            )),
            Automatic::Bounce(bounce) => {
                let seats = self.bounced(&bounce, head)?;
                Ok(Sorted::Bounce { bounce, seats })
            }
        }))
    }

    /// The seats a bounce is about: by the Message-ID that came back, by the address it came to, by the address it names.
    fn bounced(&mut self, bounce: &Bounce, head: &Head) -> Kept<Vec<(String, String)>> {
        let mut seats = Vec::new();
        for token in bounce.about.iter().flat_map(|id| super::code::tokens(id)) {
            let secret = self.office.secret.clone();
            if let Some((desk, _)) = self.desk(&token.game)
                && let Found::Good(seat, _) | Found::Used(seat) | Found::Old(seat) =
                    desk.find(&secret, &token.code)
            {
                seats.push((token.game.clone(), seat));
            }
        }
        for to in &head.to {
            let tag = to.split('@').next().and_then(|local| local.split_once('+'));
            if let Some((game, seat)) = tag.and_then(|(_, tag)| tag.split_once('.'))
                && self
                    .desk(game)
                    .is_some_and(|(desk, _)| desk.player(seat).is_some())
            {
                seats.push((game.to_owned(), seat.to_owned()));
            }
        }
        if seats.is_empty() && !bounce.address.is_empty() {
            seats = self.registered(&bounce.address)?;
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
        Ok(concerned)
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
            let read = self.office.game(game).and_then(|folder| {
                let desk = Desk::read(&folder).and_then(|desk| Ok((desk, House::read(&folder)?)));
                match desk {
                    Ok((desk, house)) => desk.map(|desk| (desk, house)),
                    Err(error) => {
                        self.troubles.push(error.to_string());
                        None
                    }
                }
            });
            self.desks.insert(game.to_owned(), read);
        }
        self.desks.get(game).and_then(Option::as_ref)
    }
}

fn marks(via: &str, mail: &Part<'_>, head: &Head) -> Marks {
    let body = crate::engine::dice::sha256_hex(mail.raw());
    let date = mail.value("date");
    Marks {
        via: mark(&["via", via]),
        message: if head.id.is_empty() {
            0
        } else {
            mark(&["message", &head.id, &head.from])
        },
        content: mark(&["content", &head.from, &head.subject, &date, &body]),
    }
}
