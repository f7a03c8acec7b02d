//! Faces that mean the same: what makes a tree of dice small.

use super::super::dice::Spec;

/// The whole, in the parts that weights are counted in: more digits than anybody asks for.
pub const ONE: u128 = 1_000_000_000_000_000_000_000_000;

/// More ways for dice to fall than this are not listed.
const WIDEST: usize = 20_000;

/// The kind of dice of which only the sum counts; they need no bounds.
pub const SUMMED: u32 = u32::MAX;

/// What the faces of one die mean: up to the first bound alike, up to the second alike, and so on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alike {
    /// The last face of each meaning, rising; the last one may be left out.
    pub bounds: Vec<u32>,
    /// Dice of the same kind with the same bounds can be exchanged for each other.
    pub kind: u32,
}

/// One way for dice to fall, of all that mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Values that stand for it.
    pub values: Vec<u32>,
    /// Its share of [`ONE`].
    pub weight: u128,
}

/// All ways for dice to fall that differ in meaning; `None` if they are too many.
pub fn falls(spec: Spec, alike: Option<&[Alike]>) -> Option<Vec<Fall>> {
    let Spec::Dice { count, sides } = spec else {
        return None;
    };
    let count = usize::try_from(count).ok()?;
    let plain: Vec<Alike>;
    let alike = match alike {
        Some(alike) if alike.len() == count => alike,
        _ => {
            // Nobody says what they mean: every face of every die counts for itself.
            let die = |kind| Alike {
                bounds: (1..=sides).collect(),
                kind,
            };
            plain = (0..u32::try_from(count).ok()?).map(die).collect();
            &plain
        }
    };
    let mut falls = vec![Fall {
        values: vec![0; count],
        weight: ONE,
    }];
    let mut done = vec![false; count];
    for first in 0..count {
        if done[first] {
            continue;
        }
        let same: Vec<usize> = (first..count)
            .filter(|n| alike.get(*n) == alike.get(first))
            .collect();
        same.iter().for_each(|n| done[*n] = true);
        let shares = group(alike.get(first)?, same.len(), sides)?;
        if falls.len().checked_mul(shares.len())? > WIDEST {
            return None;
        }
        let mut wider = Vec::with_capacity(falls.len() * shares.len());
        for fall in &falls {
            for (faces, weight) in &shares {
                let mut values = fall.values.clone();
                for (n, face) in same.iter().zip(faces) {
                    values[*n] = *face;
                }
                let weight = share(fall.weight, *weight);
                wider.push(Fall { values, weight });
            }
        }
        falls = wider;
    }
    Some(falls)
}

/// A share of a share.
pub const fn share(a: u128, b: u128) -> u128 {
    // In halves, since the product would not fit; what is lost is far behind the last digit shown.
    const HALF: u128 = 1_000_000_000_000;
    (a / HALF) * (b / HALF) + (a % HALF) * (b / HALF) / HALF + (a / HALF) * (b % HALF) / HALF
}

/// The ways for dice that can be exchanged for each other: faces that stand for each meaning, with their shares.
fn group(alike: &Alike, count: usize, sides: u32) -> Option<Vec<(Vec<u32>, u128)>> {
    if alike.kind == SUMMED {
        return Some(by_sum(count, sides));
    }
    let mut meanings: Vec<(u32, u128)> = Vec::new();
    let mut from = 1;
    for last in alike.bounds.iter().copied().chain([sides]) {
        let last = last.min(sides);
        if last >= from {
            meanings.push((from, u128::from(last - from + 1) * ONE / u128::from(sides)));
            from = last + 1;
        }
    }
    let mut out = Vec::new();
    spread(&meanings, count, &mut Vec::new(), ONE, &mut out);
    (out.len() <= WIDEST).then_some(out)
}

/// The sums of dice: faces that make up each, with its share.
fn by_sum(count: usize, sides: u32) -> Vec<(Vec<u32>, u128)> {
    let sums = super::chance::sums(u32::try_from(count).unwrap_or(0), sides);
    let faces = |sum: u32| {
        let mut rest = sum;
        let mut left = u32::try_from(count).unwrap_or(0);
        let mut faces = Vec::with_capacity(count);
        while left > 0 {
            // As high as can be, but the others need at least one each.
            let face = sides.min(rest - (left - 1));
            faces.push(face);
            rest -= face;
            left -= 1;
        }
        faces
    };
    let row = |(sum, weight)| Some((faces(u32::try_from(sum).ok()?), weight));
    sums.into_iter().filter_map(row).collect()
}

/// Deals dice out to meanings: so many to the first, so many to the next.
fn spread(
    meanings: &[(u32, u128)],
    left: usize,
    faces: &mut Vec<u32>,
    weight: u128,
    out: &mut Vec<(Vec<u32>, u128)>,
) {
    if out.len() > WIDEST {
        return;
    }
    let Some(((face, chance), rest)) = meanings.split_first() else {
        if left == 0 {
            out.push((faces.clone(), weight));
        }
        return;
    };
    if rest.is_empty() {
        let mut weight = weight;
        for _ in 0..left {
            weight = share(weight, *chance);
        }
        faces.extend(std::iter::repeat_n(*face, left));
        out.push((faces.clone(), weight));
        faces.truncate(faces.len() - left);
        return;
    }
    // Many of the first meaning come first: they end a fight soonest.
    for n in (0..=left).rev() {
        let mut here = weight;
        for k in 0..n {
            // The ways to choose n of those left, step by step.
            let (above, below) = (u128::try_from(left - k), u128::try_from(k + 1));
            here = share(here, *chance) * above.unwrap_or(1) / below.unwrap_or(1);
        }
        faces.extend(std::iter::repeat_n(*face, n));
        spread(rest, left - n, faces, here, out);
        faces.truncate(faces.len() - n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(falls: &[Fall]) -> u128 {
        falls.iter().map(|fall| fall.weight).sum()
    }

    #[test]
    fn every_face_counts_where_nobody_says_more() {
        let all = falls(Spec::Dice { count: 2, sides: 6 }, None).expect("few");
        assert_eq!(all.len(), 36);
        assert!(ONE - total(&all) < 1_000_000);
    }

    #[test]
    fn of_some_dice_only_the_sum_counts() {
        let die = Alike {
            bounds: Vec::new(),
            kind: SUMMED,
        };
        let all = falls(Spec::Dice { count: 2, sides: 6 }, Some(&[die.clone(), die])).expect("few");
        assert_eq!(all.len(), 11);
        assert!(ONE - total(&all) < 1_000_000);
        for (n, fall) in all.iter().enumerate() {
            assert_eq!(fall.values.iter().sum::<u32>() as usize, n + 2);
            let ways = 6 - n.abs_diff(5) as u128;
            assert_eq!(fall.weight / (ONE / 1_000_000), ways * 1_000_000 / 36);
        }
    }

    #[test]
    fn alike_dice_are_counted_not_listed() {
        let die = Alike {
            bounds: vec![1, 4],
            kind: 0,
        };
        let spec = Spec::Dice {
            count: 6,
            sides: 10,
        };
        let all = falls(spec, Some(&vec![die; 6])).expect("few");
        assert_eq!(all.len(), 28, "three meanings of six dice");
        assert!(ONE - total(&all) < 1_000_000);
        // Two ones, three hits, one miss: 6!/(2!3!1!) * .1^2 * .3^3 * .6
        let found = all
            .iter()
            .find(|fall| fall.values == [1, 1, 2, 2, 2, 5])
            .expect("listed");
        assert_eq!(found.weight / (ONE / 1_000_000_000), 9_720_000);
    }
}
