//! What the sides are asked at sea.

pub(in super::super) mod battle;
pub(in super::super) mod intercept;
pub(in super::super) mod sailing;
