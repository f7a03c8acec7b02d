//! What people look at: reports, guides, maps and dossiers, some of them in a real browser where one is installed.

mod dossier;
mod maps;
mod pad;
mod reports;
mod screen;
