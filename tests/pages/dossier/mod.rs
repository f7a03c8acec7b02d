//! The dossier and the preview: what a reader is shown, and that it is right.
#![expect(
    clippy::float_arithmetic,
    reason = "what is expected is worked out another way than in the engine"
)]

mod browser;
mod corridor;
mod enumerate;
mod odds;
mod page;
mod preview;
mod secrecy;
mod situation;
