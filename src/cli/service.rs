//! Words of a letter that are not for the game, handed in without the post: `map`, `rules 6.2`, `preview`.

use super::context::Context;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::{Receipt, row_words};
use crate::engine::seats::Seat;
use crate::mail::pages;
use crate::mail::speech;
use crate::mail::wishes::{self, Wish};
use crate::orders::{Phrase, Word};
use crate::report::map::Map;
use crate::report::page::plain;
use crate::report::preview::{EFFORT, preview};
use crate::report::receipt::{Aside, receipt_among, standing_line};
use crate::report::turn::report;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// What a letter came to.
pub struct Served<G: Game> {
    /// The receipt of its orders, if it brought any.
    pub taken: Option<Receipt<G>>,
    /// The answer to it.
    pub answer: String,
}

/// Takes a letter and answers it, with all it asks for.
pub fn take<G: Game>(
    context: &Context,
    keeper: &mut Keeper<G>,
    seat: &Seat,
    text: &str,
    origin: &str,
) -> Kept<Served<G>> {
    let sides: Vec<&'static Word> = G::Side::ALL.iter().map(|side| side.word()).collect();
    let (rest, asked) = wishes::take(text, &sides, &row_words::<G>());
    let (mut asides, mut extra, mut previews) = (Vec::new(), Vec::new(), false);
    for one in asked {
        let (key, page) = match &one.wish {
            Ok(Wish::Map) => ("post-map", maps(keeper, seat)?),
            Ok(Wish::Report) => ("post-report", report(keeper, seat)?),
            Ok(Wish::Guide) => ("post-guide", pages::guide(keeper, seat.lang)),
            Ok(Wish::Rules(number)) => {
                let rules = pages::rules_from::<G>(number, seat.lang);
                (
                    if rules.is_empty() {
                        "post-no-rule"
                    } else {
                        "post-rules"
                    },
                    rules,
                )
            }
            Ok(Wish::Preview) => {
                previews = true;
                ("post-preview", String::new())
            }
            _ => ("post-only-by-mail", String::new()),
        };
        let mut phrase = Phrase::new(key);
        if let (Ok(Wish::Rules(number)), "post-no-rule") = (&one.wish, key) {
            phrase = phrase.with("number", number.clone());
        }
        asides.push(Aside {
            line: one.line,
            text: one.text,
            said: speech::say(&phrase, seat.lang),
        });
        extra.extend((!page.is_empty()).then_some(page));
    }
    let orders = rest.lines().any(|line| !line.trim().is_empty());
    let told: String = asides
        .iter()
        .map(|aside| format!("{}\n    {}\n", aside.text, aside.said))
        .collect();
    let (taken, mut answer) = if previews {
        (
            None,
            format!("{told}\n{}", preview(keeper, seat, &rest, EFFORT)?),
        )
    } else if !orders && !asides.is_empty() {
        (None, format!("{}\n\n{told}", standing_line(keeper, seat)?))
    } else {
        let taken = keeper.submit(&seat.name, &rest, origin, &context.call())?;
        let answer = plain(&receipt_among(keeper, seat, &taken, &asides)?);
        (Some(taken), answer)
    };
    for page in extra {
        answer = format!("{}\n\n{page}", answer.trim_end());
    }
    Ok(Served { taken, answer })
}

/// The maps of the last report.
fn maps<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<String> {
    let past = keeper.last_run(keeper.look()?.state)?;
    let map = Map::new(keeper, &past, keeper.now.draw, seat);
    let maps = map
        .windows()
        .into_iter()
        .map(|window| map.ascii(window).join("\n"));
    Ok(maps.collect::<Vec<_>>().join("\n\n"))
}
