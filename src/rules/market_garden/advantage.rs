//! Rule 12: the Advantage and the sunset marker.

use super::Field;
use super::control::look;
use super::event::Event;
use super::reactions::{Reroll, Shift};
use super::state::{Phase, Side};
use crate::engine::game::Side as _;
use crate::engine::ready::{Given, YesNo};
use crate::engine::table::Play;
use crate::engine::tally::Dice;
use crate::orders::Item;

/// Rules 12.3 and 12.6: whether its owner may still use it in this impulse or phase. R-32: who gained it by losses
/// waits for the next one.
pub(super) fn usable(t: &Field<'_>) -> bool {
    !t.state().pulse.used && !t.state().pulse.lost
}

/// Asks the owner whether dice that have just fallen fall again; tells so if they do.
pub(super) fn reroll(t: &mut Field<'_>, subject: Vec<Item>, dice: &[&Dice]) -> Play<bool> {
    if !usable(t) {
        return Ok(false);
    }
    let owner = t.state().advantage;
    let before: Vec<u32> = dice.iter().flat_map(|dice| dice.values.clone()).collect();
    let ask = Reroll {
        subject,
        dice: before.clone(),
    };
    if !t.ask(owner, YesNo(ask))? {
        return Ok(false);
    }
    t.happen(Event::Rerolls {
        side: owner,
        before,
    })?;
    Ok(true)
}

/// Rule 12.6: one die of a side, which may have to fall again. `margin` says how good it is for the one who throws.
pub(super) fn die(
    t: &mut Field<'_>,
    what: &str,
    side: Side,
    subject: Vec<Item>,
    margin: impl Fn(i32) -> i32,
) -> Play<Dice> {
    let dice = t.roll(format_args!("{}.{what}", side.id()), 1, 6)?;
    if usable(t) {
        t.happen(Event::Thrown {
            side,
            margin: margin(dice.sum()),
        })?;
        if reroll(t, subject, &[&dice])? {
            return t.roll(format_args!("{}.{what}.r1", side.id()), 1, 6);
        }
    }
    Ok(dice)
}

/// Rule 12.2: a used Advantage passes to the enemy when the impulse or phase is over.
pub(super) fn pass_on(t: &mut Field<'_>) -> Play {
    if t.state().pulse.used {
        let to = t.state().advantage.other();
        t.happen(Event::Passed { to })?;
    }
    Ok(())
}

/// Rules 12.21, 12.22 and 12.24: what the losses of the impulse so far bring.
///
/// judged at the end of each combat; the Advantage goes over once in an impulse at most.
pub(super) fn swing(t: &mut Field<'_>) -> Play {
    if t.state().phase.impulse().is_none() {
        return Ok(());
    }
    let table = t.data().tables.advantage.clone();
    for victim in [Side::Allied, Side::German] {
        let lost = t.state().pulse.losses[victim.index()];
        let gainer = victim.other();
        // 12.21: one Allied unit costs the Advantage; 12.22: three German ones.
        let costs = match victim {
            Side::Allied => 1,
            Side::German => table.german_losses,
        };
        if lost >= costs && t.state().advantage == victim && !t.state().pulse.lost {
            t.happen(Event::Gains { to: gainer, lost })?;
        }
        let gained = t.state().pulse.lost && t.state().advantage == gainer;
        let spaces = if gained {
            lost - costs
        } else {
            lost - costs + 1
        };
        let owns = t.state().advantage == victim;
        let so_far = t.state().pulse.shifted;
        let room = table.shift_most - so_far[0] - so_far[1];
        let due = (spaces - so_far[gainer.index()]).min(room);
        if owns || due <= 0 {
            continue;
        }
        let t: &mut Field<'_> = &mut t.within(format_args!("losses-{lost}"));
        let shift = Shift {
            most: due,
            free: gained,
        };
        let by = t.ask(gainer, Given(shift))?;
        // Who gains it may shift, he need not: what he lets go does not come back.
        t.happen(Event::Shifts {
            side: gainer,
            by,
            most: due,
        })?;
    }
    Ok(())
}

/// Rule 6.3: the first two dice of the Allies in their impulse are the sunset roll.
pub(super) fn sunset(t: &mut Field<'_>, natural: i32) -> Play {
    let s = t.state();
    if s.phase != Phase::Allied || s.pulse.sunset > 0 {
        return Ok(());
    }
    let (drm, number) = (s.drm, s.impulse);
    let over = natural + drm < number;
    t.happen(Event::Sunset {
        natural,
        drm,
        number,
        over,
    })
}

/// Rule 6.3: dice for the sunset alone, where the Allies throw no others in their impulse or fight with cards
///
pub(super) fn sunset_dice(t: &mut Field<'_>) -> Play {
    if t.state().pulse.sunset > 0 {
        return Ok(());
    }
    let mut dice = t.roll("allied.sunset", 2, 6)?;
    if usable(t) {
        let margin = dice.sum() + t.state().drm - t.state().impulse;
        t.happen(Event::Thrown {
            side: Side::Allied,
            margin,
        })?;
        // The cards of this combat may have been asked about already, under its own name.
        let again = reroll(&mut t.within("sunset"), Vec::new(), &[&dice])?;
        if again {
            dice = t.roll("allied.sunset.r1", 2, 6)?;
        }
    }
    sunset(t, dice.sum())
}

/// Whether daylight ends with the present roll and not with the impulse.
pub(super) fn cut_short(t: &Field<'_>) -> bool {
    !t.data().switches.sunset_finishes && t.state().pulse.dusk && look(t).s.phase == Phase::Allied
}
