//! What is wrong with a board file.

use std::fmt;

/// Something wrong with a board file: where, what, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// The file.
    pub file: String,
    /// The line, counted from one, where it is known.
    pub line: Option<usize>,
    /// The entry: `spaces 1522`.
    pub entry: String,
    /// What is wrong.
    pub what: String,
    /// What was expected instead.
    pub expected: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if !self.entry.is_empty() {
            write!(f, ", {}", self.entry)?;
        }
        write!(f, ": {}", self.what)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for BoardError {}
