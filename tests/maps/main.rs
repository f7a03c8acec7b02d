//! Maps: the same sheet as SVG, PNG, characters and list.

mod fixture;
mod pictures;
