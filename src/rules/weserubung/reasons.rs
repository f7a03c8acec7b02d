//! Why something a player names is no choice in his line: told with the rule and the numbers, instead of a list of all
//! that would be one.

use super::class::{Arm, Class};
use super::orders::repairable;
use super::state::{Phase, Where};
use super::view::View;
use super::words::{
    ATTACK, BUILD, DOUBLE, DROP, FLY, LAKEBASE, LAND, MARCH, MOVE, PLACE, RAID, RAIL, REPAIR, SAIL,
    SCREEN, STRIKE,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Class as Kind, Item, Lexicon as _, Phrase, Thing, Word};

/// What is said, and by which rule.
type Why = Option<(Phrase, &'static str)>;

pub(super) fn why_not(v: &View<'_>, word: &Word, subject: Option<Item>, thing: Thing) -> Why {
    match thing.class {
        Kind::Place => place(v, word, subject, SpaceId(thing.id)),
        Kind::Unit => unit(v, word, subject, UnitId(thing.id)),
        _ => v.why_not(thing),
    }
}

fn number(n: u32) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

/// A place that is no target, no base, no landing ground.
fn place(v: &View<'_>, word: &Word, subject: Option<Item>, at: SpaceId) -> Why {
    let (pos, own) = (v.pos(), v.alliance());
    let map = &pos.d.map;
    let hex = map.hex(at);
    let say = |key: &'static str| Phrase::new(key).with("at", at.item());
    let enemies = pos.has_land(at, own.other());
    if word == &ATTACK || word == &DOUBLE {
        return Some(match subject.and_then(SpaceId::from_item) {
            // The target is known: this is a hex to come from, or the second target.
            Some(target) if map.distance(at, target) != 1 || !enemies => {
                (say("not-beside").with("target", target.item()), "10.2")
            }
            _ if hex.holds.is_some() => (say("target-in-box"), "7.1"),
            _ if !enemies => (say("no-enemy-there"), "10.2"),
            _ => (say("nobody-reaches"), "10.2"),
        });
    }
    if word == &FLY || word == &STRIKE {
        return (!pos.is_base(own, at)).then(|| (say("no-base"), "3.3"));
    }
    if word == &DROP {
        let from = subject
            .and_then(UnitId::from_item)
            .and_then(|unit| pos.at(unit));
        let far = from.map_or(0, |from| map.distance(from, at));
        return Some(match () {
            () if hex.town.is_some() => (say("no-drop-on-town"), "3.2.3"),
            () if !hex.land => (say("no-ground"), "3.2"),
            () if enemies && pos.s.phase == Phase::Movement => (say("enemies-there"), "11.0"),
            () => {
                let planes = pos.d.roster(own, Arm::Air).iter();
                let most = planes
                    .filter(|unit| pos.class(**unit) == Class::AirTransport)
                    .map(|unit| pos.movement(*unit))
                    .max();
                let numbers = say("drop-too-far").with("needed", number(2 * far));
                (numbers.with("has", number(most.unwrap_or(0))), "3.3")
            }
        });
    }
    if word == &RAIL {
        let from = subject
            .and_then(UnitId::from_item)
            .and_then(|unit| pos.at(unit))?;
        return Some((say("no-rail").with("from", from.item()), "11.0"));
    }
    if word == &LAKEBASE {
        return Some((say("no-lake"), "9.0"));
    }
    if word == &SCREEN {
        return Some((say("not-at-the-edge"), "15.2"));
    }
    if word == &PLACE {
        return Some(if pos.s.phase == Phase::Setup {
            (say("not-a-start"), "15.2")
        } else {
            (say("no-site"), "12.0")
        });
    }
    None
}

/// A unit that cannot do what the line is about.
fn unit(v: &View<'_>, word: &Word, subject: Option<Item>, unit: UnitId) -> Why {
    if let Some(why) = v.why_not(Thing::unit(unit.0))
        && !(word == &BUILD || word == &REPAIR || word == &PLACE)
    {
        return Some(why);
    }
    let pos = v.pos();
    let say = |key: &'static str| Phrase::new(key).with("unit", unit.item());
    let (class, arm) = (pos.class(unit), pos.arm(unit));
    if word == &BUILD {
        return match pos.s.unit(unit).at {
            Where::Gone | Where::Later => v.why_not(Thing::unit(unit.0)),
            _ => Some((say("not-to-be-built"), "13.2")),
        };
    }
    if word == &REPAIR {
        return repair(v, unit);
    }
    let at = pos.at(unit)?;
    let aboard = pos.carrier(unit);
    let here = |phrase: Phrase| phrase.with("at", at.item());
    if let (true, Some(target)) = (
        word == &ATTACK || word == &DOUBLE,
        subject.and_then(SpaceId::from_item),
    ) {
        let far = pos.d.map.distance(at, target);
        let distant = |needed: u32, key, rule| {
            let numbers = say(key).with("at", target.item());
            let numbers = numbers.with("needed", number(needed));
            Some((numbers.with("has", number(pos.movement(unit))), rule))
        };
        return match arm {
            Arm::Naval if !class.bombards() => Some((say("cannot-bombard"), "3.4")),
            Arm::Naval => Some((here(say("is-elsewhere")), "10.7")),
            Arm::Air => distant(2 * far, "too-far-and-back", "10.2"),
            _ if aboard.is_some() => Some((here(say("is-aboard-at")), "10.7")),
            _ if class == Class::Admiral => Some((say("no-general"), "3.6")),
            _ => distant(far, "too-distant", "10.2"),
        };
    }
    // The first unit of a line, or one that is to go with it.
    let lead = subject.and_then(UnitId::from_item);
    if let (true, Arm::Naval, Some(lead)) = (word == &STRIKE || word == &FLY, arm, lead) {
        // A ship is named as a base.
        return Some(if class == Class::Cv {
            (Phrase::new("no-deck").with("unit", lead.item()), "3.3.1")
        } else {
            (say("no-flight-deck"), "3.4.2")
        });
    }
    if let Some(lead) = lead
        && pos.at(lead) != Some(at)
        && (word == &STRIKE
            || word == &FLY
            || word == &SAIL
            || word == &RAID
            || word == &MARCH
            || word == &RAIL
            || word == &LAND)
    {
        // What a group loads may be elsewhere, but on a coast.
        if (word == &SAIL || word == &RAID) && arm != Arm::Naval {
            return Some(match aboard {
                Some(_) => (here(say("is-aboard-at")), "8.7"),
                None => (here(say("not-on-a-coast")), "8.7"),
            });
        }
        let with = here(say("not-with")).with("lead", lead.item());
        let rule = match pos.arm(lead) {
            Arm::Air => "7.1",
            Arm::Naval => "8.1",
            Arm::Land | Arm::Leader => "10.10",
        };
        return Some((with, rule));
    }
    if (word == &SAIL || word == &RAID) && lead.is_none() && arm != Arm::Naval {
        return Some((say("no-ship"), "8.1"));
    }
    if word == &STRIKE && class == Class::AirTransport {
        return Some((say("unarmed"), "3.3.3"));
    }
    if (word == &STRIKE || word == &FLY) && arm != Arm::Air {
        return Some(match lead {
            Some(_) => (say("cannot-be-flown"), "3.3.3"),
            None => (say("no-aircraft"), "7.0"),
        });
    }
    if word == &DROP && lead.is_none() {
        return Some(match class {
            Class::Paratroop => (say("needs-plane-there"), "3.2.3"),
            _ => (say("no-paratroops"), "3.2.3"),
        });
    }
    if word == &LAND {
        return Some(match (aboard, pos.has_land(at, v.alliance().other())) {
            (None, _) => (say("not-aboard"), "10.10"),
            (Some(_), true) => (Phrase::new("enemies-there").with("at", at.item()), "10.7"),
            (Some(_), false) => (here(say("no-shore")), "11.0"),
        });
    }
    if word == &MOVE || word == &MARCH || word == &RAIL {
        return Some(match (arm, aboard) {
            (Arm::Naval | Arm::Air, _) => (say("does-not-walk"), "11.0"),
            (_, Some(_)) => (here(say("is-aboard-at")), "11.0"),
            _ if word == &RAIL => (here(say("not-on-rails")), "11.0"),
            _ => return None,
        });
    }
    None
}

/// Rules 13.3 and 13.4: why a unit cannot be repaired.
fn repair(v: &View<'_>, unit: UnitId) -> Why {
    let pos = v.pos();
    if repairable(pos, unit) || pos.alliance(unit) != v.alliance() || !v.commands(unit) {
        return v.why_not(Thing::unit(unit.0));
    }
    let say = |key: &'static str| Phrase::new(key).with("unit", unit.item());
    let counter = pos.s.unit(unit);
    let naval = pos.arm(unit) == Arm::Naval;
    let rule = if naval { "13.4" } else { "13.3" };
    Some(match counter.at {
        Where::At(_) | Where::Aboard(_) if !counter.reduced => (say("is-full"), rule),
        Where::At(_) | Where::Aboard(_) if counter.acts != 0 || naval && counter.moved => {
            (say("was-used"), rule)
        }
        Where::At(_) | Where::Aboard(_) => (say("no-repair-there"), rule),
        _ => return v.why_not(Thing::unit(unit.0)),
    })
}
