//! Reports as files in the game's folder.

use std::path::PathBuf;

use super::turn::report;
use crate::engine::game::Game;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// The file of a seat's report on a run.
pub fn report_name(draw: u64, seat: &str) -> String {
    format!("reports/{draw:06}-{seat}.txt")
}

/// Writes the reports of the last run, unless they are there.
pub fn write_missing<G: Game>(keeper: &Keeper<G>) -> Kept<Vec<PathBuf>> {
    let missing = |seat: &str| {
        let name = report_name(keeper.now.draw, seat);
        (!keeper.folder.join(&name).exists()).then_some(name)
    };
    if keeper.now.draw == 0 {
        return Ok(Vec::new());
    }
    let mut written = Vec::new();
    for seat in &keeper.now.seats {
        if let Some(name) = missing(&seat.name) {
            let text = report(keeper, seat)?;
            written.push(keeper.write_file(&name, &text)?);
        }
    }
    Ok(written)
}
