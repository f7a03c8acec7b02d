//! Odds by counting every way dice can fall: written from the rulebooks alone, it calls none of our rules.

/// How many of all ways of ten-sided dice score so many hits, where each die hits up to its strength.
pub fn hits_low(strengths: &[u32]) -> Vec<u64> {
    count(strengths.len(), 10, |n, face| face <= strengths[n])
}

/// How many of all ways of six-sided dice score so many hits, where each die hits from a face on.
pub fn hits_high(dice: usize, from: u32) -> Vec<u64> {
    count(dice, 6, |_, face| face >= from)
}

fn count(dice: usize, sides: u32, hits: impl Fn(usize, u32) -> bool) -> Vec<u64> {
    let mut ways = vec![0; dice + 1];
    let mut faces = vec![1; dice];
    loop {
        let score = (0..dice).filter(|n| hits(*n, faces[*n])).count();
        ways[score] += 1;
        let Some(next) = faces.iter().position(|face| *face < sides) else {
            return ways;
        };
        faces[..next].fill(1);
        faces[next] += 1;
    }
}

/// A unit in a duel: its strength with two steps and with one, and the steps it has.
#[derive(Clone, Copy)]
pub struct Duellist {
    pub full: u32,
    pub reduced: u32,
    pub steps: u32,
}

impl Duellist {
    fn strength(self) -> u32 {
        if self.steps == 2 {
            self.full
        } else {
            self.reduced
        }
    }
}

/// Two units that fire at each other at once, a step for a hit, until one is gone: how likely each number of steps left
/// is, as `[attacker's][defender's]`.
pub fn duel(a: Duellist, d: Duellist) -> [[f64; 3]; 3] {
    let mut end = [[0.0; 3]; 3];
    if a.steps == 0 || d.steps == 0 {
        end[a.steps as usize][d.steps as usize] = 1.0;
        return end;
    }
    let mut again = 0.0;
    for first in 1..=10 {
        for second in 1..=10 {
            let hit_d = u32::from(first <= a.strength());
            let hit_a = u32::from(second <= d.strength());
            if hit_a + hit_d == 0 {
                again += 0.01;
                continue;
            }
            let a = Duellist {
                steps: a.steps - hit_a,
                ..a
            };
            let d = Duellist {
                steps: d.steps - hit_d,
                ..d
            };
            let then = duel(a, d);
            for (to, from) in end.iter_mut().flatten().zip(then.iter().flatten()) {
                *to += 0.01 * from;
            }
        }
    }
    end.iter_mut().flatten().for_each(|p| *p /= 1.0 - again);
    end
}

/// A ship in a battle of the Skerries: its guns, which it keeps to the end, and its steps.
#[derive(Clone, Copy)]
pub struct Ship {
    pub guns: usize,
    pub steps: usize,
}

/// Rule 6 of the Skerries: so many rounds, a die for each gun, fives and sixes hit, both lose at once. How likely each
/// number of steps left is, as `[one's][the other's]`.
pub fn battle(a: Ship, b: Ship, rounds: u32) -> [[f64; 4]; 4] {
    let mut end = [[0.0; 4]; 4];
    if rounds == 0 || a.steps == 0 || b.steps == 0 {
        end[a.steps][b.steps] = 1.0;
        return end;
    }
    let (of_a, of_b) = (hits_high(a.guns, 5), hits_high(b.guns, 5));
    let all = (of_a.iter().sum::<u64>() * of_b.iter().sum::<u64>()) as f64;
    for (hits_a, ways_a) in of_a.iter().enumerate() {
        for (hits_b, ways_b) in of_b.iter().enumerate() {
            let then = battle(
                Ship {
                    steps: a.steps.saturating_sub(hits_b),
                    ..a
                },
                Ship {
                    steps: b.steps.saturating_sub(hits_a),
                    ..b
                },
                rounds - 1,
            );
            let part = (ways_a * ways_b) as f64 / all;
            for (to, from) in end.iter_mut().flatten().zip(then.iter().flatten()) {
                *to += part * from;
            }
        }
    }
    end
}

/// Rule 10.71 of Market Garden: both throw two dice and add what they have. In how many of all 1,296 ways the attacker is
/// ahead by so much (or behind, below 0), for which `counts` says yes.
pub fn contest(attack: i32, defence: i32, counts: impl Fn(i32) -> bool) -> f64 {
    let mut ways = 0;
    for a in 1..=6 {
        for b in 1..=6 {
            for c in 1..=6 {
                for d in 1..=6 {
                    ways += i32::from(counts(attack + a + b - defence - c - d));
                }
            }
        }
    }
    f64::from(ways) / 1296.0
}

/// How many faces of a six-sided die a throw needs: in how many sixths it succeeds.
pub fn sixths(counts: impl Fn(i32) -> bool) -> f64 {
    f64::from((1..=6).map(|face| i32::from(counts(face))).sum::<i32>()) / 6.0
}
