//! Hash chains: secrets sealed before the game and shown one link at a time.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::hash::{hex_digits, is_hex64, sha256_hex};

/// Every how many links one is kept, so that no link costs more hashes than this.
const STRIDE: u64 = 256;

/// The longest chain that is made; a longer one would stall whoever makes it.
const LONGEST: u64 = 1 << 20;

/// A link as ASCII hex digits.
type Link = [u8; 64];

/// A party's chain of links, each the SHA-256 of the next.
///
/// Link 0 is the seal, published at genesis; the last link is the secret. Whoever holds this value can foresee all
/// links, so it is kept with the secrets and its `Debug` form shows the seal alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Chain {
    secret: String,
    length: u64,
    /// Links 0, 256, 512 ... below the last one.
    pebbles: Vec<String>,
}

impl Chain {
    /// Makes a chain of `length` links from a secret of 64 lower-case hex digits.
    pub fn new(secret: &str, length: u64) -> Result<Self, ChainError> {
        check(secret, length)?;
        let mut pebbles = Vec::new();
        let mut link = parse(secret).ok_or(ChainError::Secret)?;
        for at in (0..length).rev() {
            link = step(&link);
            if at % STRIDE == 0 {
                pebbles.push(text(&link));
            }
        }
        pebbles.reverse();
        Ok(Self {
            secret: secret.to_owned(),
            length,
            pebbles,
        })
    }

    /// Returns link 0, which is published before the game.
    pub fn seal(&self) -> String {
        self.pebbles.first().cloned().unwrap_or_default()
    }

    /// Returns how many draws the chain can serve.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Returns the link that serves as the `d`-th one shown, counting from 1.
    ///
    /// The link is followed down to the kept link below it, so a damaged file is noticed before a wrong link is shown.
    pub fn link(&self, d: u64) -> Result<String, ChainError> {
        if d == 0 {
            return Err(ChainError::Zero);
        }
        if d > self.length {
            return Err(ChainError::UsedUp {
                length: self.length,
            });
        }
        let damaged = || ChainError::Damaged { link: d };
        let below = (d - 1) / STRIDE;
        let kept = |n: u64| self.pebbles.get(usize::try_from(n).ok()?);
        let foot = kept(below).ok_or_else(damaged)?;
        let top = kept(below + 1).unwrap_or(&self.secret);
        let mut link = parse(top).ok_or_else(damaged)?;
        for _ in d..self.length.min((below + 1) * STRIDE) {
            link = step(&link);
        }
        let found = text(&link);
        for _ in below * STRIDE..d {
            link = step(&link);
        }
        if text(&link) != *foot {
            return Err(damaged());
        }
        Ok(found)
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain")
            .field("seal", &self.seal())
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// Why a chain could not be made, read or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// The secret has another form.
    #[error("the secret of a chain must be 64 lower-case hex digits")]
    Secret,
    /// The length is zero or beyond reason.
    #[error("a chain has 1 to {LONGEST} links, not {length}")]
    Length {
        /// The length asked for.
        length: u64,
    },
    /// Links are counted from 1; number 0 is the seal.
    #[error("the links of a chain are numbered from 1")]
    Zero,
    /// All links have been shown.
    #[error("all {length} links of the chain are used up")]
    UsedUp {
        /// How many links there were.
        length: u64,
    },
    /// The stored chain has the wrong number of kept links.
    #[error("a chain of {length} links cannot have {pebbles} pebbles")]
    Pebbles {
        /// The length of the chain.
        length: u64,
        /// How many kept links it came with.
        pebbles: usize,
    },
    /// The stored chain does not hash to itself.
    #[error("the stored chain is damaged near link {link}")]
    Damaged {
        /// The link that was wanted, or the first of a wrong form.
        link: u64,
    },
}

/// Returns the seal that a link opens, which is the link before it.
pub fn seal(link: &str) -> String {
    sha256_hex(link)
}

/// Returns whether a link has the right form and opens the seal.
pub fn opens(link: &str, sealed: &str) -> bool {
    is_hex64(link) && seal(link) == sealed
}

/// A chain as read from a file, before it is believed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    secret: String,
    length: u64,
    pebbles: Vec<String>,
}

impl TryFrom<Stored> for Chain {
    type Error = ChainError;

    fn try_from(stored: Stored) -> Result<Self, ChainError> {
        let Stored {
            secret,
            length,
            pebbles,
        } = stored;
        check(&secret, length)?;
        if u64::try_from(pebbles.len()) != Ok(length.div_ceil(STRIDE)) {
            return Err(ChainError::Pebbles {
                length,
                pebbles: pebbles.len(),
            });
        }
        for (link, pebble) in (0..).step_by(256).zip(&pebbles) {
            if !is_hex64(pebble) {
                return Err(ChainError::Damaged { link });
            }
        }
        Ok(Self {
            secret,
            length,
            pebbles,
        })
    }
}

fn check(secret: &str, length: u64) -> Result<(), ChainError> {
    if !is_hex64(secret) {
        return Err(ChainError::Secret);
    }
    if !(1..=LONGEST).contains(&length) {
        return Err(ChainError::Length { length });
    }
    Ok(())
}

fn step(link: &Link) -> Link {
    hex_digits(&Sha256::digest(link).into())
}

fn parse(link: &str) -> Option<Link> {
    link.as_bytes().try_into().ok()
}

fn text(link: &Link) -> String {
    link.map(char::from).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_chain_is_used_to_its_end() {
        let (secret, length) = (sha256_hex("long"), 32_768);
        let chain = Chain::new(&secret, length).unwrap();
        for d in (2..=length).step_by(331).chain([256, 257, 32_513, length]) {
            assert!(opens(&chain.link(d).unwrap(), &chain.link(d - 1).unwrap()));
        }
        assert!(opens(&chain.link(1).unwrap(), &chain.seal()));
        assert_eq!(chain.link(length), Ok(secret));
        assert_eq!(chain.link(length + 1), Err(ChainError::UsedUp { length }));
        assert_eq!(chain.link(u64::MAX), Err(ChainError::UsedUp { length }));
        assert_eq!(chain.link(0), Err(ChainError::Zero));
    }

    #[test]
    fn a_chain_needs_a_secret_and_a_length() {
        let secret = "1".repeat(64);
        for bad in ["", "1", &"g".repeat(64), &"A".repeat(64), &"1".repeat(65)] {
            assert_eq!(Chain::new(bad, 1), Err(ChainError::Secret));
        }
        for length in [0, LONGEST + 1, u64::MAX] {
            let error = ChainError::Length { length };
            assert_eq!(Chain::new(&secret, length), Err(error));
        }
        assert_eq!(Chain::new(&secret, 1).unwrap().seal(), seal(&secret));
    }

    #[test]
    fn a_chain_does_not_print_its_secret() {
        let chain = Chain::new(&sha256_hex("secret"), 300).unwrap();
        let printed = format!("{chain:?}");
        assert!(printed.contains(&chain.seal()), "{printed}");
        assert!(!printed.contains(&chain.secret), "{printed}");
        assert!(!printed.contains(&chain.pebbles[1]), "{printed}");
    }

    #[test]
    fn a_stored_chain_that_makes_no_sense_is_refused() {
        let (secret, link) = ("1".repeat(64), "2".repeat(64));
        for (length, pebbles) in [
            (0, vec![]),
            (1, vec![]),
            (256, vec![link.as_str(); 2]),
            (i64::MAX, vec![link.as_str()]),
            (-1, vec![link.as_str()]),
            (1, vec!["short"]),
            (1, vec!["é"]),
        ] {
            let stored = format!("secret = {secret:?}\nlength = {length}\npebbles = {pebbles:?}\n");
            assert!(toml::from_str::<Chain>(&stored).is_err(), "{stored}");
        }
    }

    #[test]
    fn a_chain_of_damaged_links_shows_none_of_them() {
        let mut chain = Chain::new(&sha256_hex("secret"), 600).unwrap();
        chain.pebbles[1] = sha256_hex("another");
        for d in 1..=512 {
            assert_eq!(chain.link(d), Err(ChainError::Damaged { link: d }));
        }
        assert!(chain.link(513).is_ok());
    }
}
