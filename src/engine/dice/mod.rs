//! Fair dice: nobody can steer them, anybody can check them.
//!
//! Before the game every party seals a [`Chain`] of secrets by publishing the hash of its first link. Each run of the
//! adjudicator is one *draw*: it uses up one link from everybody, and a link is genuine if it hashes to the link shown
//! before it. All links together make the draw's seed ([`draw_seed`]), so no party alone can choose it.
//!
//! A die ([`roll()`]) depends on the draw seed, on its label and on the [`Spec`], and on nothing else: rolls may be added,
//! left out or made in another order without moving each other. Hidden rolls come from a second referee chain
//! ([`Stream::Sealed`]); until it is opened, only their keyed digest is shown ([`record_digest`]).
//!
//! Everything is hashed as netstrings under a tag ([`TaggedHash`]), so no two lists of fields can be confused. The
//! protocol is `pbem-dice/1`; `tests/verify.py` checks a journal without any of this code.
//!
//! This room is pure: no files, no clock, no randomness of its own. Whoever makes a chain brings the secret.

pub mod chain;
pub mod digest;
pub mod draw;
pub mod hash;
pub mod label;
pub mod roll;
pub mod spec;

pub use chain::{Chain, ChainError, opens, seal};
pub use digest::{Value, book_digest, entry_hash, order_digest, record_digest, state_digest};
pub use draw::{Contribution, Grade, ParseContributionError, ParseGradeError, Stream, draw_seed};
pub use hash::{PROTOCOL, TaggedHash, is_hex64, netstring, sha256_hex};
pub use label::{LabelError, check_label};
pub use roll::{below, roll, roll_stream};
pub use spec::{ParseSpecError, Spec};
