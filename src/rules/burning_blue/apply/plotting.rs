//! What the plotting table shows (9.3.1, 11).

use super::super::event::Plotting;
use super::super::state::{FORMS, Forming, Hidden, Marker, Open, Plot, RaidId, Seen};
use crate::board::SpaceId;

pub(super) fn open(s: &mut Open, event: Plotting<'_>) {
    match event {
        Plotting::Gone { raid } => s.dogfights.retain(|fight| fight.raid != *raid),
        Plotting::Marked { .. }
        | Plotting::Unmarked { .. }
        | Plotting::Detected { .. }
        | Plotting::Faded { .. }
        | Plotting::Tracked { .. }
        | Plotting::Shown { .. }
        | Plotting::Hidden { .. }
        | Plotting::Sighted { .. }
        | Plotting::Splits { .. } => {
            let _ = FORMS;
        }
    }
}

/// The plot of a raid; a new one where it was never seen.
fn plot(s: &mut Hidden, raid: RaidId, at: SpaceId) -> &mut Plot {
    super::raid(s, raid).plot.get_or_insert_with(|| Plot {
        seen: Seen::Shown,
        at,
        turn: 0,
        strength: 0,
        best: 0,
        angels: 0,
        track: Vec::new(),
        units: Vec::new(),
    })
}

/// A raid was seen in a hex: its arrow (5.3.1).
fn follow(plot: &mut Plot, at: SpaceId, turn: u32) {
    plot.at = at;
    plot.turn = turn;
    if plot.track.last() != Some(&(turn, at)) {
        plot.track.push((turn, at));
    }
}

/// The card in the box of a raid gives way to another, or to none.
fn boxed(s: &mut Hidden, raid: RaidId, card: Option<u16>) {
    let old = super::raid(s, raid)
        .real
        .as_mut()
        .and_then(|real| std::mem::replace(&mut real.card, card));
    s.aside.extend(old);
}

pub(super) fn hidden(s: &mut Hidden, event: Plotting<'_>) {
    match event {
        Plotting::Marked {
            form,
            at,
            strength,
            of,
            card,
        } => {
            super::card_aside(s, *card);
            if of.is_some() {
                s.form_numbers.take();
            }
            let (id, at, strength, of) = (*form, *at, *strength, *of);
            if let (Some(plan), Some(Forming::Dummy(n))) = (&mut s.plan, of) {
                plan.dummies.retain(|one| *one != n);
            }
            s.forms.push(Marker {
                id,
                at,
                strength,
                of,
            });
            s.forms.sort_by_key(|form| form.id);
        }
        Plotting::Unmarked { form, of, .. } => {
            s.forms.retain(|one| one.id != *form);
            if let (Some(plan), Some(Forming::Dummy(n))) = (&mut s.plan, of) {
                plan.dummies.push(*n);
                plan.dummies.sort_unstable();
            }
        }
        Plotting::Detected {
            raid,
            at,
            strength,
            angels,
            turn,
            card,
            ..
        } => {
            if card.is_some() {
                s.deck.take();
            }
            boxed(s, *raid, *card);
            let plot = plot(s, *raid, *at);
            plot.seen = plot.seen.max(Seen::Detected);
            if plot.seen == Seen::Gone {
                plot.seen = Seen::Detected;
            }
            plot.strength = *strength;
            plot.best = plot.best.max(*strength);
            plot.angels = *angels;
            follow(plot, *at, *turn);
        }
        Plotting::Faded { raid, card } => {
            super::card_aside(s, *card);
            boxed(s, *raid, None);
            if let Some(plot) = &mut super::raid(s, *raid).plot {
                plot.seen = Seen::Lost;
            }
        }
        Plotting::Tracked { raid, at, turn } => follow(plot(s, *raid, *at), *at, *turn),
        Plotting::Shown { raid, at } => {
            let plot = plot(s, *raid, *at);
            plot.seen = plot.seen.max(Seen::Shown);
            plot.at = *at;
        }
        Plotting::Hidden { raid } => {
            if let Some(plot) = &mut super::raid(s, *raid).plot
                && plot.seen == Seen::Shown
            {
                plot.seen = Seen::Lost;
            }
        }
        Plotting::Sighted {
            raid,
            at,
            units,
            turn,
            ..
        } => {
            let plot = plot(s, *raid, *at);
            plot.seen = Seen::Tallied;
            follow(plot, *at, *turn);
            // 12.1.2: what is seen is told no wrong height any more.
            plot.angels = units
                .iter()
                .map(|one| one.angels)
                .min()
                .unwrap_or(plot.angels);
            plot.units.clone_from(units);
        }
        Plotting::Gone { raid } => {
            let raid = super::raid(s, *raid);
            let old = raid.real.take().and_then(|real| real.card);
            if let Some(plot) = &mut raid.plot {
                plot.seen = Seen::Gone;
            }
            s.aside.extend(old);
            s.raids
                .retain(|raid| raid.real.is_some() || raid.plot.is_some());
        }
        Plotting::Splits { into, plot, .. } => super::raid(s, *into).plot = Some(plot.clone()),
    }
}
