//! Mismatches: where play was not as the case says.

use std::fmt;

use serde::Serialize;

/// One thing that was not as the case says: what was expected, what was there instead, what to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The line of the file, if it is about one.
    pub line: Option<usize>,
    /// The part of the case: `expect 2`, `facts`, `dice`.
    pub about: String,
    /// What was expected.
    pub expected: String,
    /// What was there instead, nearest first.
    pub found: Vec<String>,
    /// What to write, if what was there is right.
    pub write: Vec<String>,
}

impl Mismatch {
    /// A mismatch about a part of the case.
    pub(super) fn new(about: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            line: None,
            about: about.into(),
            expected: expected.into(),
            found: Vec::new(),
            write: Vec::new(),
        }
    }

    /// Says where in the file.
    #[must_use]
    pub(super) const fn line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds what was there instead.
    #[must_use]
    pub(super) fn found(mut self, found: impl Into<String>) -> Self {
        self.found.push(found.into());
        self
    }

    /// Adds what to write.
    #[must_use]
    pub(super) fn write(mut self, write: impl Into<String>) -> Self {
        self.write.push(write.into());
        self
    }

    /// Adds what to write, as far as there is anything.
    #[must_use]
    pub(super) fn write_all(mut self, write: impl IntoIterator<Item = String>) -> Self {
        self.write.extend(write);
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{}: expected {}", self.about, self.expected)?;
        for (head, lines) in [("found: ", &self.found), ("write: ", &self.write)] {
            for (n, line) in lines.iter().enumerate() {
                let head = if n == 0 { head } else { "       " };
                write!(f, "\n    {head}{line}")?;
            }
        }
        Ok(())
    }
}
