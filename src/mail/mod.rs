//! Mail: fetching, reading, who sent it, answering, sending, and the clock of the games.
//!
//! A poll goes one way. Mails are fetched ([`intake`]) and kept with all their bytes ([`bag`]) before anything is done
//! with them; [`sort`] finds out what each is, by small steps that may refuse with a reason; [`visit`] hands the letters
//! of a game to it, looks at its [`clock`], runs it if it can and writes one letter to each player ([`reply`],
//! [`letter`]) into the [`outbox`]; then every mail is accounted for in the [`ledger`], put away in its mailbox, and the
//! outbox is sent ([`send`]). A crash anywhere repeats what was not done and nothing else: a mail in the bag without a
//! row in the ledger is taken up again, a game takes a letter of the same origin once, and a letter made again has the
//! same Message-ID.
//!
//! This room talks to servers; the time comes from its callers.

pub mod auth;
pub mod automatic;
pub mod bag;
pub mod clock;
pub mod code;
pub mod config;
pub mod desk;
pub mod envelope;
pub mod intake;
pub mod ledger;
pub mod letter;
pub mod office;
pub mod outbox;
pub mod pages;
pub mod pictures;
pub mod poll;
pub mod reply;
pub mod send;
pub mod sort;
pub mod speech;
pub mod text;
pub mod trouble;
pub mod vacate;
pub mod visit;
pub mod wishes;
