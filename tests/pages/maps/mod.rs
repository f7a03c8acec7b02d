//! Maps: the same sheet as SVG, PNG, characters and list.

mod browser;
mod channel;
mod corridor;
mod crete;
mod england;
mod fixture;
mod kinds;
mod overlap;
mod pages;
mod pictures;
mod text;
mod twins;
