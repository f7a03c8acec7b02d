//! The beacon: a public random value that nobody knew at the close.
//!
//! The program opens no connection: the operator saves the value as `beacon/<round>.json` in the game's folder.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Kept, StoreError};
use crate::engine::dice::sha256_hex;

/// The beacon that is known here.
pub const QUICKNET: &str = "drand-quicknet";
/// When its first round was, in seconds.
const FIRST: i64 = 1_692_803_367;
/// Seconds between rounds.
const PERIOD: i64 = 3;
/// The round is announced this many seconds ahead, so that nobody can know it at the close.
const AHEAD: i64 = 3600;

/// The first round an hour or more after a time, in seconds.
pub const fn round_after(seconds: i64) -> i64 {
    let wait = seconds + AHEAD - FIRST;
    if wait <= 0 {
        1
    } else {
        (wait + PERIOD - 1) / PERIOD + 1
    }
}

/// A value of the beacon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beacon {
    /// The signature, in hex.
    pub signature: String,
    /// The SHA-256 of the signature: the value.
    pub value: String,
}

#[derive(Deserialize)]
struct File {
    round: i64,
    signature: String,
    randomness: String,
}

/// Where the value of a round is saved.
pub fn path(folder: &Path, round: i64) -> PathBuf {
    folder.join("beacon").join(format!("{round}.json"))
}

/// Reads the saved value of a round; `None` if it is not there yet.
pub fn read(folder: &Path, round: i64) -> Kept<Option<Beacon>> {
    let path = path(folder, round);
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Ok(None);
    };
    let bad = |what: &str| {
        StoreError::damaged(&path, what)
            .remedy("save the JSON of that round again, as the beacon gives it")
    };
    let file: File = serde_json::from_str(&text).map_err(|error| bad(&error.to_string()))?;
    if file.round != round {
        return Err(bad(&format!("this is round {}", file.round)));
    }
    let bytes = from_hex(&file.signature).ok_or_else(|| bad("the signature is not hex"))?;
    let value = sha256_hex(&bytes);
    if value != file.randomness.to_lowercase() {
        return Err(bad("the value is not the hash of the signature"));
    }
    Ok(Some(Beacon {
        signature: file.signature.to_lowercase(),
        value,
    }))
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}
