//! Letters: from the text of a mail to answers, lines sent ahead, standing orders and commands.
//!
//! One order a line. Every line gets a verdict; valid lines count even when others are wrong.

mod alike;
mod answer;
mod condition;
mod courtesy;
mod implied;
mod judge;
mod kept;
mod kinds;
mod manners;
mod receive;
mod replace;
mod standing;
mod turned;
mod words;

pub use answer::{
    best_answer, forks, heads, read_canonical, read_ruling, say_problem, subject_words,
};
pub use condition::{all_hold, condition_problems, holds};
pub use judge::spoken;
pub use kinds::{is_list, row_words};
pub use receive::{Gone, Letter, Mended, Receipt, Said, Verdict, Want, receive};
pub use standing::{standing_words, wished_items};
pub(crate) use words::STOP;
pub use words::{as_word, pad_words};
