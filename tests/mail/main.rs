//! Mail: from bytes to letters and back.

mod corpora;
