//! Rolls: from a draw seed and a label to the numbers on the dice.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::hash::TaggedHash;
use super::spec::Spec;

/// Returns what a roll shows: the dice in turn, or the cards from the top.
///
/// Draw seed, label and spec decide it alone.
pub fn roll(seed: &str, label: &str, spec: Spec) -> Vec<u32> {
    let mut stream = roll_stream(seed, label, spec);
    match spec {
        Spec::Dice { count, sides } => (0..count).map(|_| below(&mut stream, sides) + 1).collect(),
        Spec::Shuffle(cards) => {
            let mut order: Vec<u32> = (1..=cards).collect();
            for last in (1..cards).rev() {
                let other = below(&mut stream, last + 1);
                order.swap(last as usize, other as usize);
            }
            order
        }
    }
}

/// Returns the stream of words that a roll is taken from.
pub fn roll_stream(seed: &str, label: &str, spec: Spec) -> ChaCha20Rng {
    let hash = TaggedHash::new("roll")
        .field(seed)
        .field(label)
        .field(&spec.to_string());
    ChaCha20Rng::from_seed(hash.bytes())
}

/// Returns the next number from 0 to `n - 1`, all equally likely.
///
/// Words above the last whole multiple of `n` are passed over, as they would favour the low numbers. An `n` of 0 counts as 1.
pub fn below(stream: &mut ChaCha20Rng, n: u32) -> u32 {
    let n = n.max(1);
    // The words beyond the last whole multiple of n; fewer than half of all, so the loop ends soon.
    let surplus = (u32::MAX % n + 1) % n;
    loop {
        let word = stream.next_u32();
        if word <= u32::MAX - surplus {
            return word % n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_made_by_hand_does_not_panic() {
        let none: [u32; 0] = [];
        assert_eq!(roll("", "x", Spec::Dice { count: 2, sides: 0 }), [1, 1]);
        assert_eq!(roll("", "x", Spec::Dice { count: 0, sides: 6 }), none);
        assert_eq!(roll("", "x", Spec::Shuffle(0)), none);
    }
}
