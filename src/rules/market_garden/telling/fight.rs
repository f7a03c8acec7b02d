//! What assaults, bombardments and their losses say.

use super::super::event::{Event, Target};
use super::super::ground::{edge_item, place_item};
use super::super::pulse::Fought;
use super::words::{side, them, units, who};
use crate::board::UnitId;
use crate::orders::{Arg, Item, Phrase};

pub(super) fn telling(event: &Event) -> Phrase {
    match event {
        Event::Assaults {
            side: s,
            at,
            units: list,
            point,
            guns,
            ..
        } => Phrase::new("assaults")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("units", units(list))
            .with("point", point.item())
            .with("guns", guns_or_none(guns)),
        Event::Bombards {
            side: s,
            at,
            lead,
            guns,
            barrage,
            target,
        } => Phrase::new(if *barrage { "barrages" } else { "bombards" })
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("lead", lead.item())
            .with("guns", guns_or_none(guns))
            .with("target", target_item(*target)),
        Event::Strikes { marker, at, target } => Phrase::new(match marker {
            0 | 1 => "strikes",
            _ => "strikes-dday",
        })
        .with(
            "marker",
            Item::Thing(super::super::view::marker(
                u16::try_from(*marker).unwrap_or(0),
            )),
        )
        .with("at", place_item(*at))
        .with("target", target.item()),
        Event::Attacks { side: s, at, .. } => Phrase::new("attacks")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at)),
        Event::Defends { side: s, at, .. } => Phrase::new("defends")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at)),
        Event::Thrown { .. } => Phrase::new("thrown"),
        Event::Rerolls { side: s, before } => {
            let dice = before.iter().map(|die| i32::try_from(*die).unwrap_or(0));
            Phrase::new("rerolls")
                .with("side", side(*s))
                .with("who", who(*s))
                .with("them", them(*s))
                .with("dice", dice.map(Item::Number).collect::<Vec<Item>>())
        }
        Event::Fights {
            side: s,
            at,
            fought,
            points,
        } => Phrase::new(fought_key(*fought))
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("points", *points),
        Event::GoesOn { units: list, .. } => Phrase::new("goes-on").with("units", units(list)),
        Event::Batters {
            side: s,
            at,
            points,
        } => Phrase::new("batters")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("points", *points),
        Event::Mistakes { at, points } => Phrase::new("mistakes")
            .with("at", place_item(*at))
            .with("points", *points),
        Event::Becomes {
            units: list, level, ..
        } => Phrase::new("becomes")
            .with("units", units(list))
            .with("level", super::words::level(*level))
            .with("levels", super::words::levels(*level, list.len())),
        Event::Eliminated { unit, .. } => Phrase::new("unit-lost").with("unit", unit.item()),
        Event::Retreats { unit, from, to, .. } => Phrase::new("retreats")
            .with("unit", unit.item())
            .with("from", place_item(*from))
            .with("to", place_item(*to)),
        _ => Phrase::new(""),
    }
}

/// The guns that help, or that there are none.
fn guns_or_none(guns: &[UnitId]) -> Arg {
    if guns.is_empty() {
        Phrase::new("no-guns").into()
    } else {
        units(guns).into()
    }
}

const fn fought_key(fought: Fought) -> &'static str {
    match fought {
        Fought::Lost => "assault-lost",
        Fought::Drawn => "assault-drawn",
        Fought::Won => "assault-won",
        Fought::Overrun => "assault-overrun",
    }
}

fn target_item(target: Target) -> Item {
    match target {
        Target::Unit(unit) => unit.item(),
        Target::Marker(edge) => edge_item(edge),
    }
}
