//! Samples of legal answers, for bots and fuzzers.
//!
//! Every answer that fits can come up. No text is touched here.

use super::form::{Act, Branch, Clause, Form, Line, Net, Part, Pick, Picks, Row};
use super::item::Item;

/// A walk without cost must end somewhere.
const LONGEST_WALK: usize = 64;
/// Nobody writes a longer script; most are short anyway.
const LONGEST_SCRIPT: usize = 12;

/// A source of random numbers.
pub trait Below {
    /// Returns a number from 0 to `n - 1`; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> Below for F {
    fn below(&mut self, n: u32) -> u32 {
        self(n)
    }
}

/// Returns a random answer that fits the form.
///
/// A form that no answer fits (one of nothing) gets one that does not fit.
pub fn sample<B: Below + ?Sized>(form: &Form, rng: &mut B) -> Picks {
    pick(&form.pick, rng)
}

/// The same of a pick by itself.
pub(super) fn sample_pick<B: Below + ?Sized>(of: &Pick, rng: &mut B) -> Picks {
    pick(of, rng)
}

/// Whether any answer fits at all.
pub fn possible(pick: &Pick) -> bool {
    match pick {
        Pick::One(items) => !items.is_empty(),
        Pick::Some { of, min, max } => min <= max && *min <= of.len(),
        Pick::Order(_)
        | Pick::Pairs { .. }
        | Pick::Sheet { .. }
        | Pick::Script { .. }
        | Pick::Nothing => true,
        Pick::Number { min, max } => min <= max,
        Pick::Path {
            from,
            max,
            stay,
            net,
        } => {
            let mut next = Vec::new();
            *stay || {
                net.0.from(*from, &mut next);
                next.iter().any(|(_, cost)| cost <= max)
            }
        }
        Pick::Share { of, min, max } => min <= max && *max >= 0 && total(of) >= i64::from(*min),
        Pick::Parts(parts) => parts
            .iter()
            .all(|part| part.optional || possible(&part.pick)),
    }
}

fn index<B: Below + ?Sized>(rng: &mut B, len: usize) -> usize {
    match u32::try_from(len) {
        Ok(0) => 0,
        Ok(n) => rng.below(n) as usize,
        Err(_) => rng.below(u32::MAX) as usize,
    }
}

/// A number between two bounds, both included.
fn between<B: Below + ?Sized>(rng: &mut B, min: i64, max: i64) -> i64 {
    let width = max.saturating_sub(min).saturating_add(1);
    match u32::try_from(width) {
        Ok(0) => min,
        Ok(n) => min + i64::from(rng.below(n)),
        // Two draws cover the few ranges that one cannot.
        Err(_) if width > 0 => {
            let high = i64::from(rng.below(1 << 16));
            let low = i64::from(rng.below(1 << 16));
            (min + ((high << 16) | low)).min(max)
        }
        Err(_) => min,
    }
}

fn pick<B: Below + ?Sized>(pick: &Pick, rng: &mut B) -> Picks {
    match pick {
        Pick::One(items) => match items.get(index(rng, items.len())) {
            Some(item) => Picks::One(*item),
            None => Picks::List(Vec::new()),
        },
        Pick::Some { of, min, max } => {
            let most = (*max).min(of.len());
            let least = (*min).min(most);
            let n = least + index(rng, most - least + 1);
            Picks::List(some(of, n, rng))
        }
        Pick::Order(items) => {
            let mut list = items.clone();
            for last in (1..list.len()).rev() {
                list.swap(last, index(rng, last + 1));
            }
            Picks::List(list)
        }
        Pick::Number { min, max } => {
            let number = between(rng, i64::from(*min), i64::from(*max));
            Picks::Number(i32::try_from(number).unwrap_or(*min))
        }
        Pick::Path {
            from,
            max,
            stay,
            net,
        } => Picks::List(walk(*from, *max, *stay, net, rng)),
        Pick::Share { of, min, max } => Picks::Share(share(of, *min, *max, rng)),
        Pick::Pairs { from, to, each } => Picks::Pairs(pairs(from, to, *each, rng)),
        Pick::Parts(parts) => Picks::Parts(parts.iter().map(|p| part(p, rng)).collect()),
        Pick::Sheet { rows, max } => Picks::Sheet(sheet(rows, *max, rng)),
        Pick::Script { rows, tests, max } => Picks::Script(script(rows, tests, *max, rng)),
        Pick::Nothing => Picks::Nothing,
    }
}

/// So many of the items, in their order.
fn some<B: Below + ?Sized>(of: &[Item], n: usize, rng: &mut B) -> Vec<Item> {
    let mut list = Vec::with_capacity(n);
    let mut left = of.len();
    for item in of {
        let wanted = n - list.len();
        if wanted == 0 {
            break;
        }
        if wanted == left || index(rng, left) < wanted {
            list.push(*item);
        }
        left -= 1;
    }
    list
}

fn walk<B: Below + ?Sized>(from: Item, max: u32, stay: bool, net: &Net, rng: &mut B) -> Vec<Item> {
    let mut way = Vec::with_capacity(8);
    let mut next = Vec::with_capacity(8);
    let mut here = from;
    let mut left = max;
    while way.len() < LONGEST_WALK {
        next.clear();
        net.0.from(here, &mut next);
        next.retain(|(_, cost)| *cost <= left);
        let stop = usize::from(stay || !way.is_empty());
        match next.get(index(rng, next.len() + stop)) {
            Some(&(place, cost)) => {
                left -= cost;
                way.push(place);
                here = place;
            }
            None => break,
        }
    }
    way
}

fn total(of: &[(Item, i32)]) -> i64 {
    of.iter().map(|(_, most)| i64::from((*most).max(0))).sum()
}

fn share<B: Below + ?Sized>(
    of: &[(Item, i32)],
    min: i32,
    max: i32,
    rng: &mut B,
) -> Vec<(Item, i32)> {
    let mut room = total(of);
    let least = i64::from(min.max(0)).min(room);
    let mut left = between(rng, least, i64::from(max).min(room).max(least));
    let mut share = Vec::with_capacity(of.len());
    for &(item, most) in of {
        let most = i64::from(most.max(0));
        room -= most;
        let n = between(rng, (left - room).max(0), most.min(left));
        left -= n;
        if n > 0 {
            share.push((item, i32::try_from(n).unwrap_or(i32::MAX)));
        }
    }
    share
}

fn pairs<B: Below + ?Sized>(
    from: &[Item],
    to: &[Item],
    each: usize,
    rng: &mut B,
) -> Vec<(Item, Item)> {
    let mut pairs: Vec<(Item, Item)> = Vec::with_capacity(from.len());
    for left in from {
        // One more than there are right sides: unmatched.
        if let Some(right) = to.get(index(rng, to.len() + 1))
            && pairs.iter().filter(|(_, r)| r == right).count() < each
        {
            pairs.push((*left, *right));
        }
    }
    pairs
}

fn part<B: Below + ?Sized>(part: &Part, rng: &mut B) -> Option<Picks> {
    let left_out = part.optional && (rng.below(2) == 0 || !possible(&part.pick));
    (!left_out).then(|| pick(&part.pick, rng))
}

fn sheet<B: Below + ?Sized>(rows: &[Row], max: usize, rng: &mut B) -> Vec<Line> {
    // The heads that lines can have, those with a subject to be used once.
    let mut heads: Vec<(usize, Option<Item>)> = Vec::with_capacity(rows.len());
    let mut endless = false;
    for (i, row) in rows.iter().enumerate() {
        if !possible(&row.pick) {
            continue;
        }
        if row.subjects.is_empty() {
            endless = true;
            heads.push((i, None));
        } else {
            heads.extend(row.subjects.iter().map(|subject| (i, Some(*subject))));
        }
    }
    let most = if endless {
        max.min(999)
    } else {
        max.min(heads.len())
    };
    // Two draws: every length can come up, short sheets oftener.
    let n = index(rng, most + 1);
    let n = index(rng, n + 1);
    let mut lines: Vec<Line> = Vec::with_capacity(n);
    while lines.len() < n && !heads.is_empty() {
        let at = index(rng, heads.len());
        let Some(&(row, subject)) = heads.get(at) else {
            break;
        };
        if subject.is_some() {
            heads.swap_remove(at);
        }
        let Some(kind) = rows.get(row) else { break };
        // Rows of the same word share their subjects.
        let taken =
            |line: &Line| subject.is_some() && line.subject == subject && line.word == kind.word;
        if !lines.iter().any(taken) {
            lines.push(Line {
                word: kind.word,
                subject,
                picks: pick(&kind.pick, rng),
            });
        }
    }
    lines
}

/// A script is made like a sheet; now and then a line stands behind a condition.
fn script<B: Below + ?Sized>(rows: &[Row], tests: &[Form], max: usize, rng: &mut B) -> Vec<Act> {
    let tests: Vec<&Form> = tests.iter().filter(|t| possible(&t.pick)).collect();
    let mut acts = Vec::new();
    for line in sheet(rows, max.min(LONGEST_SCRIPT), rng) {
        if tests.is_empty() || rng.below(4) > 0 {
            acts.push(Act::Do(line));
            continue;
        }
        let behind = rng.below(3);
        match acts.last_mut() {
            Some(Act::If(branch)) if behind == 0 => branch.otherwise.push(line),
            Some(Act::If(branch)) if behind == 1 && branch.otherwise.is_empty() => {
                branch.then.push(line);
            }
            _ => {
                let mut branch = Branch::default();
                for _ in 0..=index(rng, 2) {
                    if let Some(form) = tests.get(index(rng, tests.len())) {
                        branch.tests.push(Clause {
                            not: rng.below(2) == 0,
                            word: form.word,
                            picks: pick(&form.pick, rng),
                        });
                    }
                }
                branch.then.push(line);
                acts.push(Act::If(branch));
            }
        }
    }
    acts
}
