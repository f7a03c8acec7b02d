//! fieldpost adjudicates board wargames played by e-mail.

pub mod cli;
pub mod engine;
pub mod orders;
pub mod report;
pub mod rules;
pub mod store;
