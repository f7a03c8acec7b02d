//! The next words of a line, compared with one spelling of one item.

use super::super::token::Token;
use super::{Key, LONGEST};

/// How well a spelling matches; the least is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// 0 written out, 1 written out but for marks and blanks, 2 abbreviated.
    tier: u8,
    /// Counted down from [`LONGEST`], so that the longest comes first.
    left: usize,
    /// Among equally long ones.
    level: u8,
}

impl Rank {
    pub(super) const fn new(tier: u8, used: usize, level: u8) -> Self {
        Self {
            tier,
            left: LONGEST.saturating_sub(used),
            level,
        }
    }

    pub(super) const fn exact(used: usize, id: bool) -> Self {
        Self::new(0, used, if id { 1 } else { 2 })
    }

    pub(super) const fn used(self) -> usize {
        LONGEST - self.left
    }

    pub(super) const fn is_exact(self) -> bool {
        self.tier < 2
    }
}

/// The next words of a line, with the marks between them set aside.
pub(super) struct Run<'t> {
    tokens: &'t [Token],
    /// Where each word stands.
    at: [usize; LONGEST],
    /// Whether a mark that parts names stands before it.
    hard: [bool; LONGEST],
    len: usize,
}

impl<'t> Run<'t> {
    pub(super) fn new(tokens: &'t [Token]) -> Self {
        let mut run = Self {
            tokens,
            at: [0; LONGEST],
            hard: [false; LONGEST],
            len: 0,
        };
        let mut hard = false;
        for (i, token) in tokens.iter().enumerate() {
            if token.kind.is_word() {
                run.at[run.len] = i;
                run.hard[run.len] = hard;
                run.len += 1;
                if run.len == LONGEST {
                    break;
                }
                hard = false;
            } else if i == 0 {
                break;
            } else {
                hard |= !token.kind.is_soft();
            }
        }
        run
    }

    pub(super) fn word(&self, n: usize) -> Option<&'t Token> {
        if n < self.len {
            self.tokens.get(self.at[n])
        } else {
            None
        }
    }

    /// The word, if a name with or without marks can go on to it.
    fn next(&self, n: usize, key: &Key) -> Option<&'t Token> {
        self.word(n)
            .filter(|_| n == 0 || key.loose || !self.hard[n])
    }

    /// How many tokens so many words take.
    pub(super) fn end(&self, used: usize) -> usize {
        match used.checked_sub(1) {
            Some(last) if last < LONGEST => self.at[last] + 1,
            _ => 0,
        }
    }

    pub(super) fn rank(&self, key: &Key, exact: bool, best: Option<Rank>) -> Option<Rank> {
        if let Some(used) = self.spelled(key) {
            return Some(Rank::exact(used, key.id));
        }
        let tier = best.map_or(2, |best| best.tier);
        if tier == 0 {
            return None;
        }
        let (run_together, whole) = self.run_together(key);
        if whole {
            return Some(Rank::new(1, run_together, 0));
        }
        if exact || tier == 1 {
            return None;
        }
        let ranks = [
            (run_together, 3),
            (self.word_by_word(key), 4),
            (self.some_words(key), 5),
        ];
        let ranks = ranks.into_iter().filter(|(used, _)| *used > 0);
        ranks.map(|(used, level)| Rank::new(2, used, level)).min()
    }

    /// Written out: how many words.
    fn spelled(&self, key: &Key) -> Option<usize> {
        let first = self.word(0)?;
        if first.text.as_bytes().first() != key.text.as_bytes().first() {
            return None;
        }
        let mut used = 0;
        for part in key.text.split(' ') {
            self.next(used, key).filter(|token| token.text == part)?;
            used += 1;
        }
        Some(used)
    }

    /// Run together: how many words make up the beginning of the name, and whether they make up all of it.
    fn run_together(&self, key: &Key) -> (usize, bool) {
        let mut rest = key.bare();
        let mut used = 0;
        let mut good = 0;
        let mut digit = false;
        while let Some(token) = self.next(used, key) {
            if same_number(token, key) && used == 0 {
                return (1, true);
            }
            let text = token.bare.as_str();
            if digit && starts_with_digit(text) {
                let Some(after) = rest.strip_prefix('-') else {
                    break;
                };
                rest = after;
            }
            let Some(after) = rest.strip_prefix(text) else {
                break;
            };
            rest = after;
            used += 1;
            if rest.is_empty() {
                return (used, true);
            }
            if token.glue.is_some() || text.is_empty() {
                break;
            }
            digit = text.ends_with(|c: char| c.is_ascii_digit());
            // `z1` does not abbreviate `z10`.
            if !(digit && (starts_with_digit(rest) || rest.starts_with('-'))) {
                good = used;
            }
        }
        (good, false)
    }

    /// Each word the beginning of the name's: `adm hip`.
    fn word_by_word(&self, key: &Key) -> usize {
        let mut used = 0;
        for part in key.text.split(' ') {
            match self.next(used, key) {
                Some(token) if abbreviates(token, part) => used += 1,
                _ => break,
            }
        }
        used
    }

    /// How many words from the first one on are the name's own, told in full and in their order.
    pub(super) fn told(&self, key: &Key) -> usize {
        let mut used = 0;
        for part in key.text.split(' ') {
            match self.next(used, key) {
                Some(token) if token.text == part && token.glue.is_none() => used += 1,
                Some(_) => {}
                None => break,
            }
        }
        used
    }

    /// Some of the name's words in their order: `hipper`, `duke york`.
    fn some_words(&self, key: &Key) -> usize {
        let mut used = 0;
        for part in key.text.split(' ') {
            let Some(token) = self.next(used, key) else {
                break;
            };
            if token.text == part || (token.text.len() > 1 && abbreviates(token, part)) {
                used += 1;
            }
        }
        used
    }
}

fn abbreviates(token: &Token, part: &str) -> bool {
    match part.strip_prefix(token.text.as_str()) {
        Some("") => true,
        Some(rest) => {
            token.glue.is_none() && !(ends_with_digit(&token.text) && starts_with_digit(rest))
        }
        None => false,
    }
}

/// Numbers are equal with or without noughts before them.
fn same_number(token: &Token, key: &Key) -> bool {
    token.number.is_some_and(|number| {
        number >= 0
            && key.text.bytes().all(|b| b.is_ascii_digit())
            && key.text.parse() == Ok(number)
    })
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn ends_with_digit(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
}
