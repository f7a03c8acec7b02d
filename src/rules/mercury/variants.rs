//! Rule 23.4: campaign options, chosen before play. The Germans write theirs down and say what they cost; the Allies may
//! spend as much; then both are known.

use super::Board;
use super::event::Event;
use super::orders::variants::{AlliedOptions, GermanOptions};
use super::side::Side;
use super::state::Position;
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// The choice of both sides, where the players have agreed on it (23.41).
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    if !t.data().on.variants || !t.data().has_variants() {
        return Ok(());
    }
    let options = numbers(&t.ask(Side::German, Given(GermanOptions))?);
    let german = cost(&super::pos(t), Side::German, &options);
    let chosen = options.clone();
    t.happen(Event::Chooses {
        options,
        cost: german,
    })?;
    let allied = if german > 0 {
        numbers(&t.ask(Side::Allied, Given(AlliedOptions { most: german }))?)
    } else {
        Vec::new()
    };
    for (side, options) in [(Side::German, chosen), (Side::Allied, allied)] {
        let cost = cost(&super::pos(t), side, &options);
        t.happen(Event::Reveals {
            side,
            options,
            cost,
        })?;
    }
    Ok(())
}

/// Options by number, from 1.
fn numbers<T: Copy + Into<u32>>(options: &[T]) -> Vec<u32> {
    options.iter().map(|option| (*option).into()).collect()
}

/// Rule 23.42
pub(super) fn cost(pos: &Position<'_>, side: Side, options: &[u32]) -> i32 {
    let table = &pos.data.tables.variants;
    let costs = match side {
        Side::German => &table.german,
        Side::Allied => &table.allied,
    };
    let of = |option: &u32| {
        let n = usize::try_from(*option).ok()?.checked_sub(1)?;
        costs.get(n).copied()
    };
    options.iter().filter_map(of).sum()
}

/// Whether a side has chosen an option.
pub(super) fn has(pos: &Position<'_>, side: Side, option: u8) -> bool {
    pos.open.options[side.index()].contains(&option)
}
