//! Maps in characters.
