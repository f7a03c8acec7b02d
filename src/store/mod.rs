//! Games on disk: append-only logs, locks, checkpoints, secrets, the index.
//!
//! `journal.toml` holds what any player may be given at any time, `sealed.toml` letters, answers and hidden things,
//! `secrets.toml` the chains. A checkpoint is the whole position; everything behind it is read from the ends of the
//! two logs, so that the age of a game costs nothing.

pub mod beacon;
pub mod disk;
pub mod error;
pub mod index;
pub mod keeper;
pub mod log;
pub mod matches;
pub mod module;
pub mod now;
pub mod owner;
pub mod proofs;
pub mod publish;
pub mod replay;
pub mod secrets;
pub mod verify;
