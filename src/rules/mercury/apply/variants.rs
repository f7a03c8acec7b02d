//! Campaign options.

use super::super::data::Data;
use super::super::event::Variants;
use super::super::side::Side;
use super::super::state::{Bin, Hidden, Open, Where};

pub(super) fn open(d: &Data, s: &mut Open, event: Variants<'_>) {
    match event {
        Variants::Chooses { .. } => {}
        Variants::Reveals {
            side,
            options,
            cost,
        } => {
            // 23.42: what it costs the Germans they have less, what it costs the Allies they have more.
            s.points += match side {
                Side::German => -cost,
                Side::Allied => *cost,
            };
            for option in options {
                s.options[side.index()].extend(u8::try_from(*option));
                let name = format!("{}-option-{option}", super::super::side_name(*side));
                adjust(d, s, &name);
            }
        }
    }
}

/// Rule 23.45: forces and deployment follow the option.
fn adjust(d: &Data, s: &mut Open, name: &str) {
    for (n, land) in d.land.iter().enumerate() {
        if land.group == name {
            s.units[n].at = Where::Waiting;
        }
    }
    for (n, plane) in d.planes.iter().enumerate() {
        if plane.group == name {
            s.planes[n] = Bin::Ready;
        }
    }
    let stands = d.tables.variants.stands.iter();
    for stand in stands.filter(|stand| stand.option == name) {
        if let (Some(unit), Some(at)) = (d.unit_named(&stand.unit), d.map.find(&stand.at)) {
            s.units[unit.index()].at = Where::At(at);
        }
    }
}

pub(super) fn hidden(_: &Data, h: &mut Hidden, event: Variants<'_>) {
    match event {
        Variants::Chooses { options, .. } => {
            h.options[Side::German.index()] = options
                .iter()
                .filter_map(|option| u8::try_from(*option).ok())
                .collect();
        }
        Variants::Reveals { side, options, .. } => {
            h.options[side.index()] = options
                .iter()
                .filter_map(|option| u8::try_from(*option).ok())
                .collect();
        }
    }
}
