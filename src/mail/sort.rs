//! Sorting the mail: a chain of small steps, each of which may refuse with a reason.
//!
//! Seen before? -> too big? -> written by a person? -> by whom, for which game? -> what does it say?

use std::collections::BTreeMap;

use super::auth::{Finding, finding};
use super::automatic::{Automatic, Bounce, automatic};
use super::bag::Bagged;
use super::desk::{Desk, Found, House, Reach, Trust};
use super::envelope::Head;
use super::ledger::{Marks, Verdict, mark};
use super::office::Office;
use super::text::{self, Part};
use super::wishes;
use crate::engine::game::Game;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;
use crate::with_game;

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
        self.who(mail, head, &reading.text)
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

    /// Step 4: who wrote it, and to which game?
    fn who(&mut self, mail: &Part<'_>, head: &Head, text: &str) -> Kept<Step<Sorted>> {
        if head.from.is_empty() {
            return Ok(Err(Refusal::new(
                Verdict::Stranger,
                "it has no sender, or several",
            )));
        }
        if wishes::joins(text)
            && let Some(sorted) = self.joining(head, text)?
        {
            return Ok(sorted);
        }
        let by_code = self.by_code(mail, head);
        if let Some(Ok(sorted)) = by_code {
            return Ok(Ok(sorted));
        }
        let registered = self.registered(&head.from)?;
        if let Some(sorted) = self.by_link(head, text, &registered) {
            return Ok(Ok(sorted));
        }
        if let Some(sorted) = self.by_server(mail, head, &registered) {
            return Ok(sorted);
        }
        if !registered.is_empty() && wishes::only_asks(text) {
            let named: Vec<_> = registered
                .iter()
                .filter(|(game, _)| head.subject.contains(game.as_str()))
                .cloned()
                .collect();
            let seats = if named.is_empty() { registered } else { named };
            return Ok(Ok(Sorted::Questions { seats }));
        }
        if let Some(Err(refusal)) = by_code {
            return Ok(Err(refusal));
        }
        Ok(Err(match registered.as_slice() {
            [] => Refusal::new(Verdict::Stranger, "nobody plays from this address"),
            seats => {
                let refusal = Refusal::new(
                    Verdict::NoCode,
                    "the address is registered, but the mail answers none of ours",
                );
                seats
                    .iter()
                    .fold(refusal, |refusal, (game, seat)| refusal.tell(game, seat))
            }
        }))
    }

    /// By the code of the mail it answers.
    fn by_code(&mut self, mail: &Part<'_>, head: &Head) -> Option<Step<Sorted>> {
        let secret = self.office.secret.clone();
        let authserv = self.office.config.authserv.clone();
        let mut refusal: Option<Refusal> = None;
        for token in &head.tokens {
            let game = &token.game;
            let Some((desk, house)) = self.desk(game) else {
                refusal.get_or_insert(Refusal::new(
                    Verdict::WrongCode,
                    format!("no game {game} is played by mail here"),
                ));
                continue;
            };
            let address = |seat: &str| {
                desk.player(seat)
                    .map(|player| player.address.clone())
                    .unwrap_or_default()
            };
            let found = match desk.find(&secret, &token.code) {
                Found::Good(seat, number) if address(&seat) == head.from => {
                    let proof = format!("code {number}");
                    if house.trust == Trust::Both
                        && let Finding::Not(why) = finding(mail, &authserv, &head.from)
                    {
                        Refusal::new(Verdict::NotAuthentic, why).tell(game, &seat)
                    } else {
                        return Some(Ok(Sorted::Letter {
                            game: game.clone(),
                            seat,
                            code: Some(number),
                            proof,
                        }));
                    }
                }
                Found::Good(seat, _) => {
                    let why = format!(
                        "the code of {seat}, from an address that is not registered for that seat"
                    );
                    Refusal::new(Verdict::OtherAddress, why).tell(game, &seat)
                }
                Found::Used(seat) => {
                    let refused = Refusal::new(
                        Verdict::UsedCode,
                        format!("a code of {seat} that was used before"),
                    );
                    refused.tell(game, &seat)
                }
                Found::Old(seat) => {
                    let refused = Refusal::new(
                        Verdict::OldCode,
                        format!("a code of {seat} for the decision before this one"),
                    );
                    refused.tell(game, &seat)
                }
                Found::Wrong => Refusal::new(Verdict::WrongCode, format!("no code of {game}")),
            };
            // What says most about it is kept.
            let better = refusal
                .as_ref()
                .is_none_or(|old| old.verdict == Verdict::WrongCode);
            if better {
                refusal = Some(found);
            }
        }
        refusal.map(Err)
    }

    /// By a link that opens the player's seal.
    fn by_link(
        &mut self,
        head: &Head,
        text: &str,
        registered: &[(String, String)],
    ) -> Option<Sorted> {
        let link = wishes::link(text)?;
        let mut games: Vec<String> = head.tokens.iter().map(|token| token.game.clone()).collect();
        games.extend(
            super::code::tokens(&head.subject)
                .into_iter()
                .map(|token| token.game),
        );
        games.extend(bracketed(&head.subject));
        games.extend(registered.iter().map(|(game, _)| game.clone()));
        games.sort_unstable();
        games.dedup();
        for game in games.into_iter().take(8) {
            if self.desk(&game).is_none() {
                continue;
            }
            let Some(folder) = self.office.game(&game) else {
                continue;
            };
            let seat = crate::store::module::module_of(&folder)
                .ok()
                .and_then(|id| with_game!(id, G => sealed_seat::<G>(self.office, &folder, &link)));
            if let Some(seat) = seat {
                return Some(Sorted::Letter {
                    game,
                    seat,
                    code: None,
                    proof: "link".to_owned(),
                });
            }
        }
        None
    }

    /// By the sender's own server, where the game is content with that.
    fn by_server(
        &mut self,
        mail: &Part<'_>,
        head: &Head,
        registered: &[(String, String)],
    ) -> Option<Step<Sorted>> {
        let authserv = self.office.config.authserv.clone();
        let mut refusal = None;
        for (game, seat) in registered {
            let named =
                registered.len() == 1 || head.subject.to_lowercase().contains(game.as_str());
            if !named
                || self
                    .desk(game)
                    .is_none_or(|(_, house)| house.trust != Trust::Server)
            {
                continue;
            }
            match finding(mail, &authserv, &head.from) {
                Finding::Aligned(proof) => {
                    return Some(Ok(Sorted::Letter {
                        game: game.clone(),
                        seat: seat.clone(),
                        code: None,
                        proof,
                    }));
                }
                Finding::Not(why) => {
                    refusal = Some(Err(
                        Refusal::new(Verdict::NotAuthentic, why).tell(game, seat)
                    ));
                }
            }
        }
        refusal
    }

    /// An address that was invited, and says so with the code it was given.
    fn joining(&mut self, head: &Head, text: &str) -> Kept<Option<Step<Sorted>>> {
        let mut codes: Vec<String> = wishes::join_code(text).into_iter().collect();
        codes.extend(head.tokens.iter().map(|token| token.code.clone()));
        let secret = self.office.secret.clone();
        let seats = self.office.seats_of(&head.from)?;
        let mut invited = false;
        for (game, seat) in seats {
            let Some((desk, _)) = self.desk(&game) else {
                continue;
            };
            if desk
                .player(&seat)
                .is_none_or(|player| player.invited != head.from)
            {
                continue;
            }
            invited = true;
            let wanted = desk.join_code(&secret, &seat).unwrap_or_default();
            if codes.iter().any(|code| super::code::same(code, &wanted)) {
                return Ok(Some(Ok(Sorted::Join { game, seat })));
            }
        }
        // A player who has joined and says so again writes a letter like any other.
        Ok(invited.then(|| {
            Err(Refusal::new(
                Verdict::WrongCode,
                "joins with a code that is not that of the invitation",
            ))
        }))
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

/// The seat whose seal a link opens.
fn sealed_seat<G: Game>(
    office: &Office<'_>,
    folder: &std::path::Path,
    link: &str,
) -> Option<String> {
    let keeper = Keeper::<G>::open(folder, office.disk.clone()).ok()?;
    let opens = |seal: &str| crate::engine::dice::opens(link, seal);
    keeper
        .now
        .seats
        .iter()
        .find(|seat| seat.is_sealed() && opens(&seat.seal))
        .map(|seat| seat.name.clone())
}

/// The word in brackets that may be a game: `[first] orders`.
fn bracketed(subject: &str) -> Vec<String> {
    let subject = subject.to_lowercase();
    let inside = subject
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split(']').next());
    inside
        .filter_map(|inside| inside.split_whitespace().next())
        .filter(|word| super::code::is_name(word))
        .map(str::to_owned)
        .collect()
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
