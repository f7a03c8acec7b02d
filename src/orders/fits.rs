//! The check that an answer has the shape of its form.
//!
//! Bots call this for every decision: an answer that fits costs next to nothing.

use super::form::{Act, Form, Line, Net, Part, Pick, Picks, Row};
use super::item::Item;
use super::phrase::{About, Phrase, Problem};
use super::read::too_far;
use super::way::step;
use super::word::Word;

/// Checks an answer against its form and gives all that is wrong with it.
pub fn fits(form: &Form, picks: &Picks) -> Result<(), Vec<Problem>> {
    let mut check = Check {
        problems: Vec::new(),
        line: None,
    };
    check.pick(&form.pick, picks);
    if check.problems.is_empty() {
        Ok(())
    } else {
        Err(check.problems)
    }
}

/// Says that too few or too many were chosen, if so.
pub(crate) fn miscount(n: usize, min: usize, max: usize) -> Option<Phrase> {
    if n > max {
        Some(
            Phrase::new("too-many")
                .with("n", number(n))
                .with("max", number(max)),
        )
    } else if n < min {
        Some(
            Phrase::new("too-few")
                .with("n", number(n))
                .with("min", number(min)),
        )
    } else {
        None
    }
}

/// Says that the right side of a pair is used too often.
pub(crate) fn too_often(item: Item, n: usize, max: usize) -> Phrase {
    Phrase::new("pair-too-often")
        .with("item", item)
        .with("n", number(n))
        .with("max", number(max))
}

/// Says that a sheet has too many lines.
pub(crate) fn sheet_full(n: usize, max: usize) -> Phrase {
    Phrase::new("sheet-full")
        .with("n", number(n))
        .with("max", number(max))
}

/// A count as an item.
pub(crate) fn number(n: usize) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

struct Check {
    problems: Vec<Problem>,
    /// The line of the outermost sheet.
    line: Option<usize>,
}

impl Check {
    fn wrong(&mut self, item: Option<Item>, what: Phrase) {
        let about = match (self.line, item) {
            (Some(line), Some(item)) => About::LineItem(line, item),
            (Some(line), None) => About::Line(line),
            (None, Some(item)) => About::Item(item),
            (None, None) => About::Whole,
        };
        self.problems.push(Problem::new(what).about(about));
    }

    fn misfit(&mut self) {
        self.wrong(None, Phrase::new("misfit"));
    }

    fn not_offered(&mut self, item: Item, among: &[Item]) {
        let what = Phrase::new("not-offered")
            .with("item", item)
            .with("items", among.to_vec());
        self.wrong(Some(item), what);
    }

    fn pick(&mut self, pick: &Pick, picks: &Picks) {
        match (pick, picks) {
            (Pick::One(items), Picks::One(item)) => {
                if !items.contains(item) {
                    self.not_offered(*item, items);
                }
            }
            (Pick::Some { of, min, max }, Picks::List(list)) => {
                self.in_order(of, list.iter().copied());
                if let Some(what) = miscount(list.len(), *min, *max) {
                    self.wrong(None, what);
                }
            }
            (Pick::Order(items), Picks::List(list)) => self.order(items, list),
            (Pick::Number { min, max }, Picks::Number(n)) => {
                if n < min || n > max {
                    let what = Phrase::new("out-of-range")
                        .with("n", *n)
                        .with("min", *min)
                        .with("max", *max);
                    self.wrong(Some(Item::Number(*n)), what);
                }
            }
            (
                Pick::Path {
                    from,
                    max,
                    stay,
                    net,
                },
                Picks::List(way),
            ) => self.path(*from, (*max, *stay), net, way),
            (Pick::Share { of, min, max }, Picks::Share(share)) => {
                self.share(of, (*min, *max), share);
            }
            (Pick::Pairs { from, to, each }, Picks::Pairs(pairs)) => {
                self.pairs((from, to), *each, pairs);
            }
            (Pick::Parts(parts), Picks::Parts(picks)) => self.parts(parts, picks),
            (Pick::Sheet { rows, max }, Picks::Sheet(lines)) => {
                self.sheet(rows, *max, lines.iter(), true);
            }
            (Pick::Script { rows, tests, max }, Picks::Script(acts)) => {
                self.sheet(rows, *max, acts.iter().flat_map(Act::lines), false);
                self.tests(tests, acts);
            }
            (Pick::Nothing, Picks::Nothing) => {}
            _ => self.misfit(),
        }
    }

    /// Each of the list on offer, at most once, in the order of the form.
    fn in_order(&mut self, of: &[Item], list: impl Iterator<Item = Item> + Clone) {
        let mut rest = of;
        for (n, item) in list.clone().enumerate() {
            if let Some(at) = rest.iter().position(|i| *i == item) {
                rest = rest.get(at + 1..).unwrap_or_default();
            } else if !of.contains(&item) {
                self.not_offered(item, of);
            } else if list.clone().take(n).any(|i| i == item) {
                self.wrong(Some(item), Phrase::new("twice").with("item", item));
            } else {
                self.misfit();
            }
        }
    }

    fn order(&mut self, items: &[Item], list: &[Item]) {
        for (n, item) in list.iter().enumerate() {
            if !items.contains(item) {
                self.not_offered(*item, items);
            } else if list.iter().take(n).any(|i| i == item) {
                self.wrong(Some(*item), Phrase::new("twice").with("item", *item));
            }
        }
        if let Some(what) = miscount(list.len(), items.len(), items.len()) {
            self.wrong(None, what);
        }
    }

    fn path(&mut self, from: Item, (max, stay): (u32, bool), net: &Net, way: &[Item]) {
        if way.is_empty() && !stay {
            self.wrong(None, Phrase::new("must-move").with("item", from));
        }
        let mut buffer = Vec::with_capacity(8);
        let mut here = from;
        let mut spent = 0_u32;
        for &to in way {
            let Some(cost) = step(net, here, to, &mut buffer) else {
                self.wrong(
                    Some(to),
                    Phrase::new("no-way").with("from", here).with("to", to),
                );
                return;
            };
            spent = spent.saturating_add(cost);
            if spent > max {
                self.wrong(Some(to), too_far(to, net.said(spent), net.said(max)));
                return;
            }
            here = to;
        }
    }

    fn share(&mut self, of: &[(Item, i32)], (min, max): (i32, i32), share: &[(Item, i32)]) {
        let mut sum = 0_i32;
        let mut rest = of;
        for &(item, n) in share {
            sum = sum.saturating_add(n);
            let Some(at) = rest.iter().position(|(i, _)| *i == item) else {
                if of.iter().any(|(i, _)| *i == item) {
                    self.misfit();
                } else {
                    let items: Vec<Item> = of.iter().map(|(item, _)| *item).collect();
                    self.not_offered(item, &items);
                }
                continue;
            };
            let most = rest.get(at).map_or(0, |(_, most)| *most);
            rest = rest.get(at + 1..).unwrap_or_default();
            if n < 1 || n > most {
                let what = Phrase::new("share-above").with("item", item);
                self.wrong(Some(item), what.with("n", n).with("max", most));
            }
        }
        if sum > max {
            self.wrong(
                None,
                Phrase::new("share-too-much")
                    .with("n", sum)
                    .with("max", max),
            );
        } else if sum < min {
            self.wrong(
                None,
                Phrase::new("share-too-little")
                    .with("n", sum)
                    .with("min", min),
            );
        }
    }

    fn pairs(&mut self, (from, to): (&[Item], &[Item]), each: usize, pairs: &[(Item, Item)]) {
        self.in_order(from, pairs.iter().map(|(left, _)| *left));
        for (i, (_, right)) in pairs.iter().enumerate() {
            if !to.contains(right) {
                self.not_offered(*right, to);
            }
            let n = pairs.iter().take(i + 1).filter(|(_, r)| r == right).count();
            if n > each {
                self.wrong(Some(*right), too_often(*right, n, each));
            }
        }
    }

    fn parts(&mut self, parts: &[Part], picks: &[Option<Picks>]) {
        if parts.len() != picks.len() {
            self.misfit();
        }
        for (part, picks) in parts.iter().zip(picks) {
            match picks {
                Some(picks) => self.pick(&part.pick, picks),
                None if part.optional => {}
                None => self.wrong(None, Phrase::new("part-missing").with("word", part.word)),
            }
        }
    }

    /// What stands behind `if`.
    fn tests(&mut self, tests: &[Form], acts: &[Act]) {
        for act in acts {
            let Act::If(branch) = act else { continue };
            if branch.tests.is_empty() || branch.then.is_empty() {
                self.misfit();
            }
            for clause in &branch.tests {
                match tests.iter().find(|form| form.word == clause.word) {
                    Some(form) => self.pick(&form.pick, &clause.picks),
                    None => self.misfit(),
                }
            }
        }
    }

    /// Says what a line is about that no row has.
    fn no_row(&mut self, rows: &[Row], line: &Line) {
        let rows = rows.iter().filter(|row| row.word == line.word);
        let subjects: Vec<Item> = rows.flat_map(|row| row.subjects.iter().copied()).collect();
        match line.subject {
            _ if subjects.is_empty() => self.misfit(),
            Some(subject) => self.not_offered(subject, &subjects),
            None => {
                let what = Phrase::new("subject-missing").with("word", line.word);
                self.wrong(None, what.with("items", subjects));
            }
        }
    }

    /// The lines of a sheet, on which a subject stands once, or of a script.
    fn sheet<'l>(
        &mut self,
        rows: &[Row],
        max: usize,
        lines: impl Iterator<Item = &'l Line> + Clone,
        once: bool,
    ) {
        let count = lines.clone().count();
        if count > max {
            self.wrong(None, sheet_full(count, max));
        }
        let outer = self.line;
        for (i, line) in lines.clone().enumerate() {
            self.line = outer.or(Some(i));
            if let Some(subject) = line.subject
                && once
                && taken(lines.clone().take(i), line.word, subject)
            {
                let what = Phrase::new("row-twice")
                    .with("word", line.word)
                    .with("item", subject);
                self.wrong(Some(subject), what);
            }
            match line.row(rows) {
                Some(row) => self.pick(&row.pick, &line.picks),
                None => self.no_row(rows, line),
            }
        }
        self.line = outer;
    }
}

/// Whether an earlier line has the same word and subject.
fn taken<'l>(mut before: impl Iterator<Item = &'l Line>, word: &Word, subject: Item) -> bool {
    before.any(|line| line.subject == Some(subject) && line.word == word)
}
