//! Rules 6.3 and 8: the daylight phase, impulse by impulse.

use super::Field;
use super::advantage;
use super::carry::{self, Flow};
use super::control::look;
use super::decisions::Impulse;
use super::event::{Cause, Dusk, Event};
use super::pulse::{Sort, Via};
use super::reactions::BlowUp;
use super::state::{Ending, Level, Side, Where};
use super::victory;
use crate::board::UnitId;
use crate::engine::ready::{Given, InScript};
use crate::engine::table::Play;

/// One impulse of a side.
pub(super) fn impulse(t: &mut Field<'_>, side: Side) -> Play {
    early_reinforcements(t, side)?;
    t.happen(Event::Begins { side })?;
    let mut part = 1;
    loop {
        let steps = {
            let t: &mut Field<'_> = &mut t.within(format_args!("part-{part}"));
            t.ask(side, InScript(Impulse))?
        };
        match carry::play(t, side, &steps)? {
            Flow::Hold => part += 1,
            Flow::On | Flow::Stop => break,
        }
    }
    carry::must_assaults(t, side)?;
    standing_demolitions(t, side)?;
    if t.state().pulse.sort == Sort::None {
        t.happen(Event::Passes { side })?;
    }
    let twice = t.state().pulse.sort == Sort::Pass && t.state().passed;
    if side == Side::Allied && !twice {
        advantage::sunset_dice(t)?;
    }
    end(t, side, twice)
}

/// Option 23.3: airborne units of tomorrow are ready from impulse 7 on.
fn early_reinforcements(t: &mut Field<'_>, side: Side) -> Play {
    let (s, d) = (t.state(), t.data());
    let due = d.switches.early_reinforcement
        && side == Side::Allied
        && s.date < 19
        && s.impulse >= d.tables.options.early_impulse;
    if !due {
        return Ok(());
    }
    let tomorrow = Some(s.date + 1);
    let units: Vec<UnitId> = d
        .units_of(Side::Allied)
        .filter(|unit| {
            let counter = d.counter(*unit);
            counter.airborne.is_some()
                && counter.date == tomorrow
                && s.unit(*unit).at == Where::Later
        })
        .collect();
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::Reinforces {
        side: Side::Allied,
        units,
        at: None,
    })
}

/// Rule 8.2122: bridges a standing order wants blown up as soon as it is legal. Nobody is waited for.
fn standing_demolitions(t: &mut Field<'_>, side: Side) -> Play {
    if look(t).demolishes().is_err() {
        return Ok(());
    }
    let look_now = look(t);
    let legal: Vec<_> = t
        .data()
        .ground
        .bridges()
        .filter(|edge| look_now.demolition(side, *edge).is_ok())
        .collect();
    if legal.is_empty() {
        return Ok(());
    }
    let chosen = t
        .behind_screen(side)
        .ask(side, Given(BlowUp { bridges: legal }))?;
    for edge in chosen {
        super::bridges::demolish(t, side, edge)?;
    }
    Ok(())
}

/// Rules 8.3, 12.2, 17.4 and 6.3: what the end of an impulse brings.
fn end(t: &mut Field<'_>, side: Side, twice: bool) -> Play {
    let spent: Vec<UnitId> = t
        .state()
        .pulse
        .acting
        .iter()
        .filter(|acting| {
            let counter = t.data().counter(acting.unit);
            let acted = acting.moved
                || acting.done
                || acting.fought
                || acting.via == Via::Air
                || acting.left < look(t).movement(acting.unit);
            acted && counter.side == side && look(t).fresh(acting.unit)
        })
        .map(|acting| acting.unit)
        .filter(|unit| t.state().at(*unit).is_some())
        .collect();
    if !spent.is_empty() {
        t.happen(Event::Becomes {
            units: spent,
            level: Level::Spent,
            cause: Cause::Acted,
        })?;
    }
    advantage::pass_on(t)?;
    let s = t.state();
    let (natural, number, dusk) = (s.pulse.sunset, s.impulse, s.pulse.dusk);
    let air = s.pulse.sort == Sort::Air;
    // 17.4: natural, whatever the sunset marker says.
    let tie = side == Side::Allied && natural > 0 && natural == number;
    if tie {
        let to = s.weather.flipped();
        t.happen(Event::WeatherChanges { to })?;
    }
    let stays = air || tie && !t.data().switches.tie_advances;
    let advances = side == Side::Allied && !dusk && !stays;
    let track = advances && number + 1 > t.data().tables.reconstructed.track_end;
    t.happen(Event::Ends { side, advances })?;
    let why = match () {
        () if twice => Dusk::Passes,
        () if dusk => Dusk::Sunset,
        () if track => Dusk::Track,
        () => return Ok(()),
    };
    t.happen(Event::DayEnds { why })?;
    // 21.1.
    if victory::breakthrough(look(t)) {
        t.happen(Event::Over {
            ending: Ending::Breakthrough,
        })?;
    }
    Ok(())
}
