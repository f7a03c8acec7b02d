//! Pages that a player may ask for at any time: the guide, the rules.

use super::speech::say;
use crate::engine::game::Game;
use crate::orders::{Lang, Phrase};
use crate::report::guide::{Guide, guide_to};
use crate::report::page;
use crate::report::rules::{Row, read};
use crate::report::text::{wrap, wrap_under};
use crate::rules::GameId;
use crate::store::keeper::Keeper;

/// The one page every player should have read.
pub fn guide<G: Game>(keeper: &Keeper<G>, lang: Lang) -> String {
    let rules = numbered::<G>();
    let wanted = Guide {
        lang,
        rules: &rules,
        full: false,
    };
    page::text(&guide_to::<G>(&keeper.data, &keeper.now.state, &wanted))
}

/// The rules whose numbers begin so, with the rulings on them; empty if there are none.
pub fn rules_from<G: Game>(number: &str, lang: Lang) -> String {
    let rules = numbered::<G>();
    let wanted = rules.iter().filter(|row| row.id.starts_with(number));
    let mut lines = Vec::new();
    for row in wanted {
        let (about, ruling) = row.told(lang);
        lines.extend(wrap_under(&format!("{}  ", row.id), 4, about));
        if !ruling.is_empty() {
            let ruling = Phrase::new("post-ruling").with("ruling", ruling.to_owned());
            lines.extend(wrap("    ", &say(&ruling, lang)));
        }
    }
    lines.join("\n")
}

/// The numbered rules of a game; none if they cannot be read, which a test sees to.
fn numbered<G: Game>() -> Vec<Row> {
    let id = GameId::from_name(G::NAME);
    let file = id.and_then(|id| read(id).ok());
    file.map(|file| file.rule).unwrap_or_default()
}
