//! What players ask of the post: messages, absence, another address, joining.

use super::{SeatMail, Spoken, Visit, sides_text, title};
use crate::engine::game::Game;
use crate::engine::game::Side as _;
use crate::engine::seats::Seat;
use crate::mail::clock::Hand;
use crate::mail::clock::shown;
use crate::mail::desk::Delivery;
use crate::mail::desk::Names;
use crate::mail::desk::Note;
use crate::mail::desk::Reach;
use crate::mail::ledger::Verdict;
use crate::mail::pages;
use crate::mail::reply::invitation;
use crate::mail::speech::say;
use crate::mail::wishes::Asked;
use crate::mail::wishes::To;
use crate::mail::wishes::Wish;
use crate::orders::Phrase;
use crate::report::text::capital;
use crate::store::error::Kept;
use crate::store::keeper::Talk;

/// A player has at most so many copies sent.
const MOST_COPIES: usize = 3;
/// A letter holds at most so many messages.
const MOST_MESSAGES: u32 = 20;

impl<G: Game> Visit<'_, '_, G> {
    /// Carries out a wish and says what became of it.
    pub(super) fn wish(
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
            Wish::Guide => {
                let text = pages::guide(&self.keeper, seat.lang);
                self.reply(&seat.name).pages.push(text);
                return said("post-guide");
            }
            Wish::Rules(number) => {
                let text = pages::rules_from::<G>(&number, seat.lang);
                if text.is_empty() {
                    let none = Phrase::new("post-no-rule").with("number", number);
                    return Ok(say(&none, lang));
                }
                self.reply(&seat.name).pages.push(text);
                return said("post-rules");
            }
            Wish::Preview => return said("post-preview"),
            _ if only_questions => return said("post-needs-code"),
            Wish::Message { .. } if self.spoken(origin).messages >= MOST_MESSAGES => {
                return said("post-too-many-messages");
            }
            Wish::Address(_) if self.spoken(origin).addresses >= 1 => {
                return said("post-one-address");
            }
            Wish::Message { to, unsigned, text } => {
                self.spoken.messages += 1;
                let origin = format!("{origin} {}", asked.line);
                return self.message(seat, &to, unsigned, &text, &origin);
            }
            Wish::Absent(day) => return Ok(self.absent(seat, day)),
            Wish::Address(address) => {
                self.spoken.addresses += 1;
                return self.new_address(seat, address);
            }
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
            Wish::Page(page) => {
                player.page = page;
                said(if page { "post-page" } else { "post-no-page" })
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
            | Wish::Guide
            | Wish::Rules(_)
            | Wish::Preview
            | Wish::Message { .. }
            | Wish::Absent(_)
            | Wish::Address(_) => Ok(String::new()),
        }
    }

    /// What the letter at hand has asked for so far.
    fn spoken(&mut self, origin: &str) -> &Spoken {
        if self.spoken.origin != origin {
            self.spoken = Spoken {
                origin: origin.to_owned(),
                ..Spoken::default()
            };
        }
        &self.spoken
    }

    pub(super) fn message(
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
        let sent = |to: String| say(&Phrase::new("post-message-sent").with("to", to), lang);
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
                // All that one letter says to him is one letter to him.
                let letter = origin.rsplit_once(' ').map_or(origin, |(letter, _)| letter);
                let told = &mut self.office.to_referee;
                match told.iter_mut().find(|(key, _)| key == letter) {
                    Some((_, before)) => {
                        before.push_str("\n\n");
                        before.push_str(text);
                    }
                    None => told.push((letter.to_owned(), words)),
                }
                return Ok(sent(say(&Phrase::new("post-to-referee"), lang)));
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
        Ok(sent(match to {
            To::Side(id) => G::Side::from_id(id)
                .map(|side| capital(side.word().print(lang)))
                .unwrap_or_default(),
            _ => say(&Phrase::new("post-to-all"), lang),
        }))
    }

    pub(super) fn absent(&mut self, seat: &Seat, day: jiff::civil::Date) -> String {
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
            let last = shown(from + left.max(0), &zone, seat.lang);
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
            &Phrase::new("post-absent").with("time", shown(end, &zone, seat.lang)),
            seat.lang,
        )
    }

    /// A new address is asked to confirm itself; until then the old one counts.
    pub(super) fn new_address(&mut self, seat: &Seat, address: String) -> Kept<String> {
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

    pub(super) fn invite(&mut self, seat: &Seat) -> Kept {
        self.invite_again(seat, "")
    }

    /// The same invitation once more, for whoever could not make use of it.
    pub(super) fn invite_again(&mut self, seat: &Seat, when: &str) -> Kept {
        let Some(player) = self.desk.player(&seat.name).cloned() else {
            return Ok(());
        };
        let code = self
            .desk
            .join_code(&self.office.secret, &seat.name)
            .unwrap_or_default();
        let mut letter = invitation(
            self.office.config,
            &self.game,
            &player,
            seat.lang,
            &code,
            &sides_text::<G>(seat),
            &title(&self.keeper),
        );
        letter.key.push_str(when);
        self.office.queue(&letter)?;
        self.office
            .register(&player.invited, &self.game, &seat.name)
    }

    pub(super) fn join(&mut self, seat: &Seat, mail: &SeatMail) -> (Verdict, String) {
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
            // What could not be sent there comes to the new one; if that fails, the referee can still send it.
            let _ = self.office.outbox.follow(
                &self.office.disk,
                (&self.game, &seat.name),
                (&old, &mail.head.from),
                self.office.now,
            );
            // The old address hears of it, in case it was not its owner's doing.
            let letter = crate::mail::letter::Letter {
                to: old.clone(),
                game: self.game.clone(),
                subject: say(&Phrase::new("post-subject-moved"), lang),
                key: format!("moved {}", mail.bagged.id),
                content: crate::mail::letter::Content {
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
}
