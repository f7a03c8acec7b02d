//! Bots: players that need no letters.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::decision::Sought;
use super::game::Game;
use crate::orders::{Below, Picks, sample};

/// A seeded source of choices for bots and tests; never of dice in a real game.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Starts from a seed and a name, so that each name has choices of its own.
    pub fn named(seed: u64, name: &str) -> Self {
        Self::new(seed ^ fnv(name))
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        // The bias of a multiply-shift is of no account for a bot's choices.
        u32::try_from((u64::from(self.0.next_u32()) * u64::from(n)) >> 32).unwrap_or(0)
    }

    /// A seed for another source.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// One of a slice.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let n = u32::try_from(of.len()).ok()?;
        of.get(usize::try_from(self.below(n)).ok()?)
    }
}

impl Below for Rng {
    fn below(&mut self, n: u32) -> u32 {
        Self::below(self, n)
    }
}

/// A short hash for names: FNV-1a.
pub(crate) fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// How a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal answer.
    Random,
    /// The best of several legal answers by [`Decision::appeal`](super::decision::Decision::appeal).
    Greedy,
    /// Any legal answer, chosen by the question's key alone: equal questions get equal answers.
    ByKey(u64),
}

/// A bot.
#[derive(Clone, Debug)]
pub struct Bot {
    style: Style,
    rng: Rng,
}

/// How often a sample is tried before the default is taken.
const TRIES: usize = 20;
/// How many legal answers a greedy bot compares.
const GREED: usize = 8;

impl Bot {
    /// A bot with choices of its own.
    pub fn new(style: Style, seed: u64) -> Self {
        Self {
            style,
            rng: Rng::new(seed),
        }
    }

    /// Answers a decision legally; says whether the answer was taken.
    pub(crate) fn answer<G: Game>(
        &mut self,
        key: &str,
        sought: &mut dyn Sought<G>,
        view: &G::View<'_>,
    ) -> (Picks, bool) {
        if let Style::ByKey(seed) = self.style {
            self.rng = Rng::named(seed, key);
        }
        // A large form costs more than many an idea: it is made only if it is needed.
        let mut form = None;
        let wanted = if self.style == Style::Greedy {
            GREED
        } else {
            1
        };
        let mut best: Option<(i32, Picks)> = None;
        let mut found = 0;
        for nth in 0..TRIES {
            // Every other try is an idea, where the decision has any.
            let idea = if nth % 2 == 0 || wanted > 1 {
                sought.asked().idea(view, &mut self.rng)
            } else {
                None
            };
            let picks = match idea {
                Some(picks) => picks,
                None => {
                    let form = form.get_or_insert_with(|| sought.asked().form(view));
                    sample(form, &mut self.rng)
                }
            };
            if sought.take(view, &picks).is_err() {
                continue;
            }
            if wanted == 1 {
                return (picks, true);
            }
            let appeal = sought.asked().appeal(view, &picks);
            if best.as_ref().is_none_or(|(most, _)| appeal > *most) {
                best = Some((appeal, picks));
            }
            found += 1;
            if found == wanted {
                break;
            }
        }
        // The last that was taken need not be the best.
        let picks = match best {
            Some((_, picks)) => picks,
            None => sought.asked().default(view),
        };
        let taken = sought.take(view, &picks).is_ok();
        (picks, taken)
    }
}
