//! Tally, pursuit and combat (12 to 15).

use super::super::data::Data;
use super::super::event::Combat;
use super::super::state::{Hidden, Open};

pub(super) fn open(_: &Data, _: &mut Open, event: Combat<'_>) {
    match event {
        Combat::Changed { .. } => {}
    }
}

pub(super) fn hidden(_: &Data, s: &mut Hidden, event: Combat<'_>) {
    match event {
        Combat::Changed { raid, units } => {
            if let Some(real) = &mut super::raid(s, *raid).real {
                real.units.clone_from(units);
            }
        }
    }
}
