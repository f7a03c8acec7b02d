//! What is told: the runs of a game that no rewind has voided, with their dice, and the corrections between them.

use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::store::error::Kept;
use crate::store::keeper::{Keeper, NOBODY, beginning, keep_live, parse_steps, records};
use crate::store::log::Entry;
use crate::store::now::Notice;
use crate::store::proofs::Draw;

/// A game from its beginning.
#[derive(Clone, Debug)]
pub struct Tale<G: Game> {
    /// The game's id.
    pub game: String,
    /// Whether it is over.
    pub over: bool,
    /// The first position.
    pub first: G::State,
    /// The runs.
    pub runs: Vec<Run>,
    /// Corrections made after the last of them.
    pub since: Vec<Notice>,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its dice.
    pub draw: Draw,
    /// What was asked, rolled and told.
    pub steps: Vec<Step>,
    /// Corrections made after the run before it.
    pub notices: Vec<Notice>,
}

impl<G: Game> Tale<G> {
    /// Reads a game. Only the referee's copy can check hidden rolls before the end.
    pub fn read(keeper: &Keeper<G>, referee: bool) -> Kept<Self> {
        let (mut entries, mut parts) = (keeper.entries()?, keeper.parts()?);
        let (_, then) = beginning::<G>(&keeper.folder, &mut entries, &mut parts, keeper.given())?;
        let (mut live, mut notices, mut draw) = (Vec::new(), Vec::new(), 0);
        for entry in entries {
            let entry = entry?;
            keep_live(&mut live, &entry);
            if entry.kind() == "draw" {
                draw = entry.int("draw");
            }
            notices.extend(notice(&entry).map(|notice| (draw, notice)));
        }
        let mut draws = keeper.draws(referee)?;
        let mut runs: Vec<Run> = Vec::new();
        for record in records(&keeper.folder)? {
            let (number, lines) = record?;
            if !live.contains(&number) {
                continue;
            }
            let Some(draw) = draws.remove(&number) else {
                continue;
            };
            runs.push(Run {
                draw,
                steps: parse_steps(&keeper.folder, &lines)?,
                notices: Vec::new(),
            });
        }
        let mut since = Vec::new();
        // A correction stands before the first run that was made after it.
        for (after, notice) in notices {
            let next = runs
                .iter_mut()
                .find(|run| i64::try_from(run.draw.number).is_ok_and(|n| n > after));
            match next {
                Some(run) => run.notices.push(notice),
                None => since.push(notice),
            }
        }
        Ok(Self {
            game: keeper.now.terms.game.clone(),
            over: !keeper.now.over.is_empty(),
            first: then.state,
            runs,
            since,
        })
    }
}

/// A correction that everybody was told of.
fn notice(entry: &Entry) -> Option<Notice> {
    let (kind, what) = match entry.kind() {
        "rewind" => ("rewind", entry.int("to_draw").to_string()),
        "ruling" => ("ruling", entry.text("words").to_owned()),
        "extend" => ("extend", entry.int("seconds").to_string()),
        "seat" if entry.text("player") == NOBODY => ("eject", entry.text("seat").to_owned()),
        "seat" => ("substitute", entry.text("seat").to_owned()),
        kind @ ("pause" | "resume" | "answer") => (kind, entry.text("seat").to_owned()),
        _ => return None,
    };
    Some(Notice {
        kind: kind.to_owned(),
        // What is hidden has neither words nor reason in the journal.
        hidden: kind == "ruling" && what.is_empty(),
        what,
        reason: entry.text("reason").to_owned(),
        by: entry.text("by").to_owned(),
        entry: entry.seq,
        run: 0,
        sides: Vec::new(),
    })
}
