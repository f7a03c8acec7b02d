//! What people read: turn reports, order forms, receipts, help. Projections of events and views, and of nothing else.

pub mod dossier;
pub mod explain;
pub mod files;
pub mod guide;
pub mod held;
pub mod help;
pub mod html;
pub mod map;
pub mod notice;
pub mod pad;
pub mod page;
pub mod phrases;
pub mod preview;
pub mod receipt;
pub mod rules;
pub mod tally;
pub mod text;
pub mod turn;
