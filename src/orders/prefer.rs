//! Standing orders: what a list of wishes answers to any form.

use super::form::{Act, Line, Part, Pick, Picks, Row};
use super::item::Item;
use super::word::NONE;

/// Returns the answer that a list of wishes gives, best wish first; `None` if it says nothing about the choices.
pub fn prefer(pick: &Pick, wish: &[Item]) -> Option<Picks> {
    // An offered `none` is an item like others; otherwise the wish is for the empty answer.
    let nothing = wish.first() == Some(&Item::Word(&NONE));
    match pick {
        Pick::One(items) => wish
            .iter()
            .find(|item| items.contains(item))
            .map(|item| Picks::One(*item)),
        Pick::Some { of, min, max } => some(of, *min, *max, wish, nothing).map(Picks::List),
        Pick::Order(items) => {
            let mut list = wished(items, wish);
            if list.is_empty() {
                return None;
            }
            for item in items {
                if !list.contains(item) {
                    list.push(*item);
                }
            }
            Some(Picks::List(list))
        }
        Pick::Number { min, max } => wish.iter().find_map(|item| match item {
            Item::Number(n) if (min..=max).contains(&n) => Some(Picks::Number(*n)),
            _ => None,
        }),
        Pick::Path { stay, .. } => (nothing && *stay).then(|| Picks::List(Vec::new())),
        Pick::Share { of, min, max } => share(of, *min, *max, wish, nothing).map(Picks::Share),
        Pick::Pairs { .. } => nothing.then(|| Picks::Pairs(Vec::new())),
        Pick::Parts(parts) => {
            // What must be said is answered by the wish; what may be left out is left out.
            let must = |part: &Part| match part.optional {
                true => Some(None),
                false => prefer(&part.pick, wish).map(Some),
            };
            let spoken = nothing || parts.iter().any(|part| !part.optional);
            let parts: Option<Vec<Option<Picks>>> = parts.iter().map(must).collect();
            parts.filter(|_| spoken).map(Picks::Parts)
        }
        Pick::Sheet { rows, .. } => match nothing {
            true => Some(Picks::Sheet(Vec::new())),
            false => Some(Picks::Sheet(vec![bare_line(rows, wish)?])),
        },
        Pick::Script { rows, .. } => match nothing {
            true => Some(Picks::Script(Vec::new())),
            false => Some(Picks::Script(vec![Act::Do(bare_line(rows, wish)?)])),
        },
        Pick::Nothing => Some(Picks::Nothing),
    }
}

/// The line whose word says it all, if it is wished: `pass`.
fn bare_line(rows: &[Row], wish: &[Item]) -> Option<Line> {
    let bare = |row: &&Row| match &row.pick {
        _ if !row.subjects.is_empty() => false,
        Pick::Nothing => true,
        Pick::Parts(parts) => parts.is_empty(),
        _ => false,
    };
    let row = wish.iter().find_map(|item| {
        rows.iter()
            .filter(bare)
            .find(|row| Item::Word(row.word) == *item)
    })?;
    let picks = match &row.pick {
        Pick::Parts(_) => Picks::Parts(Vec::new()),
        _ => Picks::Nothing,
    };
    Some(Line {
        word: row.word,
        subject: None,
        picks,
    })
}

/// The wishes that are offered, each once.
fn wished(items: &[Item], wish: &[Item]) -> Vec<Item> {
    let mut list = Vec::new();
    for item in wish {
        if items.contains(item) && !list.contains(item) {
            list.push(*item);
        }
    }
    list
}

fn some(of: &[Item], min: usize, max: usize, wish: &[Item], nothing: bool) -> Option<Vec<Item>> {
    let mut list = wished(of, wish);
    if list.is_empty() {
        return (nothing && min == 0).then(Vec::new);
    }
    list.truncate(max);
    for item in of {
        if list.len() < min && !list.contains(item) {
            list.push(*item);
        }
    }
    if list.len() < min {
        return None;
    }
    list.sort_by_key(|item| of.iter().position(|i| i == item));
    Some(list)
}

fn share(
    of: &[(Item, i32)],
    min: i32,
    max: i32,
    wish: &[Item],
    nothing: bool,
) -> Option<Vec<(Item, i32)>> {
    let items: Vec<Item> = of.iter().map(|(item, _)| *item).collect();
    let mut first = wished(&items, wish);
    if first.is_empty() {
        return (nothing && min <= 0 && max >= 0).then(Vec::new);
    }
    for item in items {
        if !first.contains(&item) {
            first.push(item);
        }
    }
    let mut left = min.max(0);
    let mut share = Vec::with_capacity(of.len());
    for item in first {
        let most = of
            .iter()
            .find(|(i, _)| *i == item)
            .map_or(0, |(_, most)| *most);
        let n = most.min(left);
        if n > 0 {
            share.push((item, n));
            left -= n;
        }
    }
    share.sort_by_key(|(item, _)| of.iter().position(|(i, _)| i == item));
    (left == 0 && min <= max).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(numbers: &[i32]) -> Vec<Item> {
        numbers.iter().map(|n| Item::Number(*n)).collect()
    }

    #[test]
    fn the_first_wish_on_offer_counts() {
        let one = Pick::One(items(&[1, 2, 3]));
        assert_eq!(prefer(&one, &items(&[9, 3, 1])), Some(Picks::One(3.into())));
        assert_eq!(prefer(&one, &items(&[9])), None);
        let number = Pick::Number { min: 0, max: 4 };
        assert_eq!(prefer(&number, &items(&[9, 4, 1])), Some(Picks::Number(4)));
    }

    #[test]
    fn lists_are_filled_up() {
        let some = |min, max| Pick::Some {
            of: items(&[1, 2, 3, 4]),
            min,
            max,
        };
        assert_eq!(
            prefer(&some(2, 3), &items(&[4])),
            Some(Picks::List(items(&[1, 4])))
        );
        assert_eq!(
            prefer(&some(0, 2), &items(&[4, 2, 1])),
            Some(Picks::List(items(&[2, 4])))
        );
        assert_eq!(prefer(&some(0, 2), &items(&[7])), None);
        assert_eq!(
            prefer(&some(0, 2), &[(&NONE).into()]),
            Some(Picks::List(vec![]))
        );
        assert_eq!(prefer(&some(1, 2), &[(&NONE).into()]), None);
        let order = Pick::Order(items(&[1, 2, 3]));
        assert_eq!(
            prefer(&order, &items(&[3, 7])),
            Some(Picks::List(items(&[3, 1, 2])))
        );
    }

    #[test]
    fn losses_fall_where_they_are_wished() {
        let of = vec![(1.into(), 2), (2.into(), 2), (3.into(), 1)];
        let pick = Pick::Share { of, min: 4, max: 9 };
        let share = prefer(&pick, &items(&[3, 2]));
        assert_eq!(
            share,
            Some(Picks::Share(vec![
                (1.into(), 1),
                (2.into(), 2),
                (3.into(), 1)
            ]))
        );
    }

    #[test]
    fn none_empties_what_may_be_empty() {
        let none = [Item::Word(&NONE)];
        let sheet = Pick::Sheet {
            rows: vec![],
            max: 3,
        };
        assert_eq!(prefer(&sheet, &none), Some(Picks::Sheet(vec![])));
        assert_eq!(prefer(&sheet, &items(&[1])), None);
        let pairs = Pick::Pairs {
            from: vec![],
            to: vec![],
            each: 1,
        };
        assert_eq!(prefer(&pairs, &none), Some(Picks::Pairs(vec![])));
    }
}
