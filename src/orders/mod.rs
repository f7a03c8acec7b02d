//! The order language: words, names, forms, reading, diagnoses with carets, suggestions.
//!
//! Knows no game and does no I/O.

pub mod answer;
pub mod brief;
pub mod choice;
pub mod diagnose;
pub mod fits;
pub mod fold;
pub mod form;
pub mod grammar;
pub mod head;
pub mod item;
pub mod lexicon;
pub mod lines;
pub mod names;
pub mod outline;
pub mod phrase;
pub mod phrasebook;
pub mod prefer;
pub mod print;
pub mod read;
pub mod runs;
pub mod sample;
pub mod suggest;
pub mod token;
pub mod way;
pub mod width;
pub mod word;

pub use crate::{elements, lines, named_parts};
pub use answer::{Answer, Element, OrNo, Ranking, Way};
pub use brief::{in_brief, simplest};
pub use choice::Choice;
pub use diagnose::Diagnoser;
pub use fits::fits;
pub use form::{Act, Branch, Clause, Form, Line, Net, Part, Pick, Picks, Row, Ways};
pub use head::{HeadMatch, head};
pub use item::{Class, Item, Thing};
pub use lexicon::Lexicon;
pub use lines::{Lines, Step};
pub use names::Folded;
pub use outline::{outline, outline_tests};
pub use phrase::{About, Arg, Phrase, Problem, Span};
pub use phrasebook::Phrasebook;
pub use prefer::prefer;
pub use print::{Speller, canonical, conditions, words};
pub use read::{Reader, Reading, SheetReading, read, read_lines};
pub use sample::{Below, sample};
pub use token::{Token, TokenLine};
pub use word::{Lang, Word};
