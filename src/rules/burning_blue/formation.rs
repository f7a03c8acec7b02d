//! Rules 5.2 and 9.3: the Formation Phase. Raids whose time has come form, markers of those that gather go down.

use super::Board;
use super::data::Data;
use super::detection::{self, covered};
use super::event::Event;
use super::planning::size;
use super::route;
use super::state::{
    Aircraft, Course, Decoying, FormId, Forming, Method, Position, Program, RaidId, Real, Task,
};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Rule 9.3.1: turns between marker and raid, of Luftflotte 2 and 3.
const LEAD: [u32; 2] = [4, 1];

/// Formation Phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let turn = t.state().open.turn;
    let plan = super::pos(t).hidden.plan.as_ref();
    let due = |program: &Program| {
        !program.formed && program.adjusted <= turn && !program.all_units().is_empty()
    };
    let programs = plan.map_or(&[][..], |plan| &plan.programs);
    let due: Vec<usize> = (0..programs.len()).filter(|n| due(&programs[*n])).collect();
    for n in due {
        form(t, n)?;
    }
    markers(t, turn)?;
    decoys(t)
}

/// Rule 9.3.2: a raid forms; its marker goes, and radar looks.
fn form(t: &mut Board<'_>, n: usize) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let Some(program) = super::pos(t)
        .hidden
        .plan
        .as_ref()
        .and_then(|plan| plan.programs.get(n))
        .cloned()
    else {
        return Ok(());
    };
    let number = t.draw(format_args!("raid-{n}"), |s| {
        &s.truth::<(), super::Side>(&()).hidden.numbers
    })?;
    let Some(number) = number else { return Ok(()) };
    let raid = RaidId(number);
    let units = program.all_units();
    let letters = (0..u16::try_from(units.len()).unwrap_or(0)).collect();
    let letters = t.shuffle(format_args!("letters-{n}"), letters)?.cards;
    let marker = super::pos(t)
        .hidden
        .forms
        .iter()
        .find(|form| form.of == Some(Forming::Program(n)))
        .cloned();
    let formed_as = marker
        .as_ref()
        .and_then(|marker| marker.strength)
        .unwrap_or(0);
    let mut real = real(t.data(), &program, n, &units, &letters);
    real.formed_as = formed_as;
    t.happen(Event::Forms {
        raid,
        program: n,
        real,
    })?;
    if let Some(marker) = marker {
        t.reveal(Event::Unmarked {
            form: marker.id,
            at: marker.at,
            of: None,
        })?;
    }
    detection::test(t, raid)
}

/// A raid as it forms.
pub(super) fn real(
    d: &Data,
    program: &Program,
    n: usize,
    units: &[UnitId],
    letters: &[u16],
) -> Real {
    let aircraft = |(unit, letter): (&UnitId, &u16)| {
        let task = if program.bombers.contains(unit) {
            Task::Bombing
        } else if program.close.contains(unit) {
            Task::CloseEscort
        } else if program.cover.contains(unit) {
            Task::TopCover
        } else {
            Task::FreeHunt
        };
        let low = program.method == Method::Low && task != Task::TopCover;
        Aircraft {
            unit: *unit,
            letter: u8::try_from(*letter).unwrap_or(0),
            task,
            angels: match task {
                Task::TopCover => program.cover_angels,
                _ if low => 0,
                _ => program.angels,
            },
            bombs: task == Task::Bombing,
            climbed: false,
            dived: false,
            dogfight: None,
        }
    };
    Real {
        at: program.form,
        units: units.iter().zip(letters).map(aircraft).collect(),
        program: n,
        course: Course::Route,
        from: program.form,
        flown: 0,
        ahead: route::points(&d.map, program),
        target: program.target,
        method: program.method,
        lost: false,
        rerolled: false,
        diverted: false,
        bombed: false,
        card: None,
        formed_as: 0,
        attacked_by: Vec::new(),
        tried: Vec::new(),
        patrol: None,
        struck: None,
    }
}

/// Rule 9.3.1: the markers that are due in a turn, where radar sees; before the first turn all that should be down.
pub(super) fn markers(t: &mut Board<'_>, turn: u32) -> Play {
    let v = super::pos(t);
    let d = v.data;
    let programs = v
        .hidden
        .plan
        .as_ref()
        .map_or(&[][..], |plan| &plan.programs);
    let mut due = Vec::new();
    for (n, program) in programs.iter().enumerate() {
        let lead = LEAD[usize::from(d.chits[program.chit].fleet == 3)];
        let marked = v
            .hidden
            .forms
            .iter()
            .any(|form| form.of == Some(Forming::Program(n)));
        let units = program.all_units();
        let when = program.adjusted.saturating_sub(lead);
        let now = when == turn || turn == 0 && when <= turn;
        let lowest = if program.method == Method::Low {
            0
        } else {
            program.angels
        };
        if !program.formed
            && !marked
            && !units.is_empty()
            && now
            && covered(&v, program.form, lowest == 0)
        {
            let size = units.iter().map(|unit| size(d, *unit)).sum::<i32>() / 3;
            due.push((n, program.form, lowest, size));
        }
    }
    for (n, at, lowest, size) in due {
        detection::mark(t, Forming::Program(n), at, lowest, size)?;
    }
    Ok(())
}

/// Rule 9.3.1/a: dummies are taken up and put down.
fn decoys(t: &mut Board<'_>) -> Play {
    let orders = super::pos(t)
        .hidden
        .plan
        .as_ref()
        .map_or_else(Vec::new, |plan| plan.decoys.clone());
    if orders.is_empty() {
        return Ok(());
    }
    for order in orders {
        decoy(t, order)?;
    }
    let t: &mut Board<'_> = &mut super::lw(t);
    t.happen(Event::Decoys { orders: Vec::new() })
}

/// One dummy: it is there for the asking, or it is not.
pub(super) fn decoy(t: &mut Board<'_>, order: Decoying) -> Play {
    match order {
        Decoying::Take { form } => take(t, form),
        Decoying::Place { at, size } => {
            let v = super::pos(t);
            let Some(n) = dummy(&v, size).filter(|_| covered(&v, at, false)) else {
                return Ok(());
            };
            detection::mark(t, Forming::Dummy(n), at, 2, size)
        }
    }
}

/// A dummy of a size that is not on the map.
pub(super) fn dummy(v: &Position<'_>, size: i32) -> Option<usize> {
    let free = v.hidden.plan.as_ref().map_or(&[][..], |plan| &plan.dummies);
    let fits = |n: &&usize| v.data.scenario.dummies.get(**n) == Some(&size);
    free.iter().find(fits).copied()
}

fn take(t: &mut Board<'_>, form: FormId) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let marker = super::pos(t)
        .hidden
        .forms
        .iter()
        .find(|one| one.id == form)
        .cloned();
    let Some(marker) = marker.filter(|one| matches!(one.of, Some(Forming::Dummy(_)))) else {
        return Ok(());
    };
    t.reveal(Event::Unmarked {
        form,
        at: marker.at,
        of: marker.of,
    })
}

/// Rule 9.3.1/a: where a dummy can lie.
pub(super) fn dummy_places(v: &Position<'_>) -> Vec<SpaceId> {
    let mut places = super::planning::bases(v.data, 2);
    places.extend(v.data.map.find("cherbourg"));
    places.retain(|at| covered(v, *at, false));
    places.sort_unstable();
    places.dedup();
    places
}
