//! Whether the game runs now.

use super::{Visit, stamp};
use crate::engine::game::Game;
use crate::mail::clock::Hand;
use crate::mail::clock::rules::Missing;
use crate::mail::clock::rules::Settled;
use crate::mail::desk::Reach;
use crate::report::files::report_name;
use crate::report::turn::report;
use crate::store::error::Kept;
use crate::store::keeper::Call;
use crate::store::keeper::Turn;

/// A game that needs nobody runs at most so often in one poll.
const MOST_RUNS: usize = 20;

impl<G: Game> Visit<'_, '_, G> {
    /// The seats that are asked and have not answered.
    pub(super) fn unanswered(&self) -> Kept<Vec<String>> {
        let mut seats = Vec::new();
        for seat in &self.keeper.now.seats {
            if self.keeper.now.draw > 0 && !self.keeper.still_open(&seat.name)?.is_empty() {
                seats.push(seat.name.clone());
            }
        }
        Ok(seats)
    }

    pub(super) fn everybody_is_there(&self) -> bool {
        let ejected = &self.keeper.now.ejected;
        let mut seated = self
            .desk
            .players
            .iter()
            .filter(|player| !ejected.contains(&player.seat));
        seated.all(|player| {
            !player.address.is_empty()
                && player.reach != Reach::None
                && player.reach != Reach::Invited
        })
    }

    /// Runs the game if all have answered and nobody asked to wait, or if the deadline has passed.
    pub(super) fn run_if_due(&mut self) -> Kept {
        let mut jotted: Vec<std::path::PathBuf> = Vec::new();
        for n in 0..MOST_RUNS {
            if !self.keeper.now.over.is_empty() {
                self.desk.clock = Default::default();
                return Ok(());
            }
            let rules = self.rules();
            self.start_clock(&rules);
            // The clock stands still until the game is resumed; then all of the pause is added.
            if self.keeper.now.paused != 0 {
                return Ok(());
            }
            let now = self.office.now;
            self.desk.clock.extend_to(self.keeper.now.extended, now);
            let waiting = self.unanswered()?;
            let Some(late) = self.ready(&waiting, &rules, n) else {
                return Ok(());
            };
            let call = Call {
                late: late.clone(),
                ..self.call.clone()
            };
            // The newest reports can be made again after a crash, older ones cannot.
            self.office.disk.settle(std::mem::take(&mut jotted))?;
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
                let path = self.keeper.folder.join(report_name(draw, &seat.name));
                self.office.disk.jot(&path, text.as_bytes())?;
                jotted.push(path);
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
    pub(super) fn ready(
        &mut self,
        waiting: &[String],
        rules: &Settled,
        runs: usize,
    ) -> Option<Vec<String>> {
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

    pub(super) fn start_clock(&mut self, rules: &Settled) {
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
}
