//! The order pad: letters made by clicks are the letters that were meant, on every screen, in no time.

mod clicks;
