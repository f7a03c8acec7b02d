//! Raids that the other side knows only as they were announced to it, if at all.

use fieldpost::engine::bot::Rng;
use fieldpost::engine::table::{Play, Scope};
use fieldpost::engine::tally::Tally;
use fieldpost::orders::{Phrase, Thing};
use serde::{Deserialize, Serialize};

use super::game::{Board4, Event, Hidden, Plant, Position, RAIDS, Side, Straits, ZONES, truth};
use super::orders::{Launch, Scramble};

/// A raid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    pub marker: u16,
    /// What it truly is; its enemy is never told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real: Option<Real>,
    /// What was announced of it, right or wrong: both sides know that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Plot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Real {
    pub strength: i32,
    pub target: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plot {
    pub at: u16,
    pub strength: i32,
    /// Whether it has been lost sight of since.
    pub lost: bool,
}

pub const fn thing(raid: u16) -> Thing {
    Thing {
        class: fieldpost::orders::Class::Marker,
        id: raid,
    }
}

impl Position<'_> {
    /// The raids that were ever plotted, by marker.
    pub fn plots(&self) -> Vec<(u16, Plot)> {
        let raids = self.hidden.raids.iter();
        raids
            .filter_map(|raid| Some((raid.marker, raid.plot?)))
            .collect()
    }

    /// The strength of a raid, as far as it is known: what was announced, if nothing better.
    fn strength(&self, marker: u16) -> Option<i32> {
        let raid = self
            .hidden
            .raids
            .iter()
            .find(|raid| raid.marker == marker)?;
        let announced = raid.plot.map(|plot| plot.strength);
        raid.real.map(|real| real.strength).or(announced)
    }

    pub fn tell_raids(&self) -> Vec<Phrase> {
        let tell = |raid: &Raid| {
            let line = Phrase::new("raid").with("raid", i32::from(raid.marker));
            let line = line.with("strength", self.strength(raid.marker).unwrap_or(-1));
            match raid.plot {
                Some(plot) => line
                    .with("at", i32::from(plot.at))
                    .with("lost", i32::from(plot.lost)),
                None => line,
            }
        };
        self.hidden.raids.iter().map(tell).collect()
    }
}

/// Orange's screen; in the open if that is the leak.
fn screen<'t, 'r>(t: &'t mut Board4<'r>) -> Scope<'t, 'r, Straits> {
    if t.data().plant == Plant::OpenRoll {
        t.within("open")
    } else {
        t.behind_screen(Side::Orange)
    }
}

/// Orange may send a raid each turn. Its marker is drawn, so that no number tells how many there are.
pub fn launch(t: &mut Board4<'_>) -> Play {
    let Some(target) = t.ask(Side::Orange, Launch {})? else {
        return Ok(());
    };
    let t: &mut Board4<'_> = &mut t.behind_screen(Side::Orange);
    let now = truth(t);
    let taken: Vec<u16> = now.hidden.raids.iter().map(|raid| raid.marker).collect();
    let free: Vec<u16> = (0..RAIDS).filter(|raid| !taken.contains(raid)).collect();
    let drawn = t.roll(
        "marker",
        1,
        u32::from(RAIDS) - u32::try_from(taken.len()).unwrap_or(0),
    )?;
    let raid = free[drawn.values[0] as usize - 1];
    let strength = i32::try_from(t.roll("strength", 2, 6)?.values.iter().sum::<u32>()).unwrap_or(0);
    let real = Real { strength, target };
    t.happen(Event::Launches { raid, real })
}

/// The radar looks for each raid, behind the screen, and tells its strength more or less rightly.
pub fn radar(t: &mut Board4<'_>) -> Play {
    let now = truth(t);
    for Raid { marker, real, plot } in now.hidden.raids.clone() {
        let Some(real) = real else { continue };
        let t: &mut Board4<'_> = &mut screen(t);
        let die = t.roll(format_args!("radar-{marker}"), 1, 6)?.values[0];
        let card = t.roll(format_args!("card-{marker}"), 1, 6)?.values[0];
        match die {
            1..=2 if plot.is_some_and(|plot| !plot.lost) => {
                t.reveal(Event::Lost { raid: marker })?;
            }
            1..=2 => t.happen(Event::Unseen { raid: marker })?,
            _ => {
                let wrong_by = i32::try_from(card).unwrap_or(0) - 3;
                // It is never told too strong.
                let announced = (real.strength - wrong_by.abs()).max(1);
                t.reveal(Event::Plotted {
                    raid: marker,
                    at: real.target,
                    announced,
                    wrong_by: Some(real.strength - announced),
                })?;
            }
        }
    }
    Ok(())
}

/// Green is asked every turn, raid or not: the question must not tell that there is one.
pub fn scramble(t: &mut Board4<'_>) -> Play {
    let now = truth(t);
    let all: Vec<u16> = now.hidden.raids.iter().map(|raid| raid.marker).collect();
    if t.data().plant == Plant::AskedOfTruth && all.is_empty() {
        return Ok(());
    }
    let leak = if t.data().plant == Plant::HiddenField {
        all
    } else {
        Vec::new()
    };
    let Some(raid) = t.ask(Side::Green, Scramble { leak })? else {
        return Ok(());
    };
    let now = truth(t);
    let Some(strength) = now.strength(raid) else {
        return Ok(());
    };
    // That the fighters meet it he knows: he was told of it.
    let dice = t.roll(format_args!("fight-{raid}"), 1, 6)?;
    let mut tally = Tally::of_rule("4");
    tally.dice(&dice);
    let shot = i32::try_from(dice.values[0]).unwrap_or(0).min(strength);
    t.reveal(Event::Met {
        raid,
        strength,
        shot,
        tally,
    })
}

/// Raids bomb where they were sent, seen or unseen.
pub fn bomb(t: &mut Board4<'_>) -> Play {
    let now = truth(t);
    for Raid { marker, real, plot } in now.hidden.raids.clone() {
        let Some(real) = real else { continue };
        let t: &mut Board4<'_> = &mut t.behind_screen(Side::Orange);
        let die = t.roll(format_args!("find-{marker}"), 1, 6)?.values[0];
        if die > 3 {
            t.reveal(Event::Bombs {
                raid: Some(marker),
                at: real.target,
                damage: real.strength,
                plotted: plot.is_some(),
            })?;
        }
    }
    Ok(())
}

/// Another truth under what green was told: other strengths, other raids where he knows of none.
pub fn scramble_truth(truth: &mut Hidden, rng: &mut Rng) {
    for raid in &mut truth.raids {
        if let Some(real) = &mut raid.real
            && rng.below(2) == 0
        {
            real.strength = 1 + rng.below(12).cast_signed();
            // Where it goes he knows once it was plotted there.
            if raid.plot.is_none() {
                real.target = u16::try_from(rng.below(u32::from(ZONES))).unwrap_or(0);
            }
        }
    }
    let plotted = |raid: &Raid| raid.plot.is_some();
    match rng.below(3) {
        0 => truth.raids.retain(plotted),
        1 => {
            let marker = u16::try_from(rng.below(u32::from(RAIDS))).unwrap_or(0);
            if truth.raids.iter().all(|raid| raid.marker != marker) {
                let real = Some(Real {
                    strength: 5,
                    target: 1,
                });
                truth.raids.push(Raid {
                    marker,
                    real,
                    plot: None,
                });
                truth.raids.sort_by_key(|raid| raid.marker);
            }
        }
        _ => {}
    }
}
