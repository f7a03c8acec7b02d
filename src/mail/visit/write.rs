//! Writing the letters of a visit, then its desk.

use super::{Visit, split, stamp};
use crate::engine::game::Game;
use crate::engine::seats::Seat;
use crate::mail::desk::Reach;
use crate::mail::reply::{Answer, Heading};
use crate::report::map::Map;
use crate::report::turn::report;
use crate::store::error::Kept;

impl<G: Game> Visit<'_, '_, G> {
    /// Writes letters and desk. The letters come first: made again after a crash they are the same.
    pub(super) fn write(&mut self) -> Kept {
        let rules = self.rules();
        let about = stamp(&self.keeper);
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
                && reply.pages.is_empty()
            {
                // He wants to hear of his letters with the next report only.
                if let Some(player) = self.desk.player_mut(name) {
                    let texts = reply
                        .receipts
                        .iter()
                        .map(|one| format!("{}\n\n{}", one.title, one.body));
                    player.held.extend(texts);
                }
                continue;
            }
            let reports = !reply.reports.is_empty();
            if reports && !player.held.is_empty() {
                reply.titled = true;
                reply.receipts.splice(
                    0..0,
                    player.held.iter().map(|text| {
                        let (title, body) = split(text);
                        Answer {
                            title,
                            body,
                            html: String::new(),
                        }
                    }),
                );
            }
            let code = self.desk.issue(&self.office.secret, name);
            let zone = self.zone(&player, &rules);
            let runs = self.keeper.now.over.is_empty() && self.keeper.now.paused == 0;
            let asked = self.keeper.now.asked().contains(name);
            let deadline = if asked {
                "post-deadline"
            } else {
                "post-due-others"
            };
            let heading = Heading {
                game: &self.game,
                player: &player,
                lang,
                code: &code,
                deadline: if runs {
                    let clock = &self.desk.clock;
                    clock.words(deadline, self.office.now, &zone, lang)
                } else {
                    String::new()
                },
                pictures: if reports && !player.plain { &about } else { "" },
            };
            let letter = reply.letter(&heading);
            let id = self.office.queue(&letter)?;
            for copy in player.copies.iter().filter(|_| !reply.reports.is_empty()) {
                // A copy carries no code: whoever reads it cannot answer for the seat.
                let copy = crate::mail::letter::Letter {
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
        self.office.outbox.keep(&self.office.disk)?;
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

    /// Puts in what was asked for and is the same for all: maps, reports again, messages that wait.
    pub(super) fn fill_in(&mut self) -> Kept {
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

    /// The map in characters, with what the last run told.
    pub(super) fn map(&self, seat: &Seat) -> Kept<String> {
        let past = self.keeper.last_run(self.keeper.look()?.state)?;
        let map = Map::new(&self.keeper, &past, self.keeper.now.draw, seat);
        let windows = map.windows();
        let lines: Vec<String> = windows
            .into_iter()
            .take(1)
            .flat_map(|window| map.ascii(window))
            .collect();
        Ok(lines.join("\n"))
    }
}
