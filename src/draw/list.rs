//! Plain lists.
