//! What is said besides answers: reports that are missing, corrections, reminders, notices.

use super::{Job, Visit};
use crate::engine::game::Game;
use crate::mail::clock::rules::Missing;
use crate::mail::clock::rules::Settled;
use crate::mail::clock::shown;
use crate::mail::desk::Reach;
use crate::mail::ledger::Verdict;
use crate::mail::speech::say;
use crate::orders::Phrase;
use crate::report::files::report_name;
use crate::report::receipt::{questions, standing_line};
use crate::report::turn::report;
use crate::store::error::Kept;

impl<G: Game> Visit<'_, '_, G> {
    /// Everything that is said besides answers: reports that are missing, corrections, reminders, notices.
    pub(super) fn tell(&mut self, job: &Job) -> Kept {
        self.renew_headlines()?;
        self.tell_missed_reports()?;
        self.tell_corrections()?;
        self.tell_time()?;
        for (seat, cause) in &job.notices {
            self.tell_refusal(seat, *cause)?;
        }
        self.fill_in()
    }

    /// That a mail in somebody's name was not taken, and why: once a day for each cause, so that nobody's forged mail uses
    /// up the word about a true one.
    fn tell_refusal(&mut self, seat: &str, cause: Verdict) -> Kept {
        let day = self.office.day();
        let lang = self.lang(seat);
        let Some(player) = self.desk.player_mut(seat) else {
            return Ok(());
        };
        let mut noticed: Vec<&str> = player.noticed.split(' ').collect();
        if noticed[0] != day {
            noticed = vec![&day];
        }
        if noticed.contains(&cause.word()) {
            return Ok(());
        }
        noticed.push(cause.word());
        player.noticed = noticed.join(" ");
        if player.reach == Reach::Invited {
            // Who was invited and cannot be understood gets his invitation once more.
            let seat = self.seat(seat);
            return seat.map_or(Ok(()), |seat| self.invite_again(&seat, &day));
        }
        let why = match cause {
            Verdict::OldCode => "post-notice-old-code",
            Verdict::UsedCode => "post-notice-used-code",
            Verdict::WrongCode => "post-notice-wrong-code",
            Verdict::OtherAddress => "post-notice-other-address",
            Verdict::NotAuthentic => "post-notice-not-authentic",
            Verdict::TooBig => "post-notice-too-big",
            _ => "post-notice-no-code",
        };
        let text = Phrase::new("post-notice")
            .with("game", self.game.clone())
            .with("why", say(&Phrase::new(why), lang));
        let subject = say(&Phrase::new("post-subject-notice"), lang);
        let reply = self.reply(seat);
        let key = format!("notice {day} {}", cause.word());
        reply.says.push((key, say(&text, lang)));
        reply.subject.get_or_insert(subject);
        Ok(())
    }

    /// After a run other questions are open than when the letters were read: the first line says what is missing now.
    fn renew_headlines(&mut self) -> Kept {
        if self.ran.is_empty() {
            return Ok(());
        }
        for seat in self.keeper.now.seats.clone() {
            if let Some(reply) = self.replies.get_mut(&seat.name)
                && !reply.headline.is_empty()
            {
                reply.headline = standing_line(&self.keeper, &seat)?;
            }
        }
        Ok(())
    }

    /// Reports of runs that somebody made by hand.
    pub(super) fn tell_missed_reports(&mut self) -> Kept {
        let newest = self.keeper.now.draw;
        let first = self.desk.reported + 1;
        for draw in first..=newest {
            if self.ran.contains(&draw) {
                continue;
            }
            for seat in self.keeper.now.seats.clone() {
                let path = self.keeper.folder.join(report_name(draw, &seat.name));
                // The file of the newest may have been torn by a crash.
                let text = if draw == newest {
                    report(&self.keeper, &seat)?
                } else {
                    std::fs::read_to_string(&path).unwrap_or_default()
                };
                if text.is_empty() {
                    continue;
                }
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

    /// Corrections that nobody has been told of.
    pub(super) fn tell_corrections(&mut self) -> Kept {
        let entry = self.keeper.now.journal.next - 1;
        // What came before the last run stands in its report.
        let told = self.desk.told;
        let run = self.keeper.now.draw;
        let mut notices = self.keeper.now.notices.iter();
        if notices.any(|notice| notice.entry > told && notice.run == run) {
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
    pub(super) fn tell_time(&mut self) -> Kept {
        let still = !self.keeper.now.over.is_empty() || self.keeper.now.paused != 0;
        if still || self.desk.clock.deadline == 0 {
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
                let time = shown(self.desk.clock.deadline, &self.zone(&player, &rules), lang);
                let mut text = say(&Phrase::new("post-reminder").with("time", time), lang);
                let subject = say(&Phrase::new("post-subject-reminder"), lang);
                let mut headline = String::new();
                if let Some(seat) = self.seat(seat) {
                    headline = standing_line(&self.keeper, &seat)?;
                    for question in questions(&self.keeper, &seat)? {
                        text.push_str("\n* ");
                        text.push_str(&question);
                    }
                    text.push('\n');
                    text.push_str(&say(&Phrase::new("post-reminder-report"), lang));
                }
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

    pub(super) fn tell_late(&mut self, waiting: &[String], rules: &Settled) -> Kept {
        let about = self.desk.clock.about.clone();
        let policy = self.missing();
        let expires = self.desk.clock.expires;
        for seat in self.keeper.now.seats.clone() {
            let player = self.desk.player(&seat.name).cloned().unwrap_or_default();
            let until = shown(expires, &self.zone(&player, rules), seat.lang);
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
    pub(super) fn substitute(&mut self, waiting: &[String]) -> Kept {
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
            let address = crate::mail::envelope::tidy(&standby.remove(at));
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
}
