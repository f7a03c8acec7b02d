//! The Burning Blue: the Battle of Britain, raids in the dark.

#[expect(unused_imports, reason = "the game is being built")]
mod data;
mod side;
