//! The answer to a letter: first whether the player is complete, then each line with its verdict.

use super::help::{help, order_form};
use super::text::{capital, wrap, wrap_under};
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::SentRow;
use crate::engine::letters::{Receipt, Said, Want};
use crate::engine::seats::Seat;
use crate::orders::{Diagnoser, Item, Lang, Phrase, Word};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// A line of a letter that the game did not get, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Its number, from 1.
    pub line: usize,
    /// The line and the words on it.
    pub lines: Vec<String>,
}

/// The answer to a letter, as text.
pub fn receipt<G: Game>(keeper: &Keeper<G>, seat: &Seat, taken: &Receipt<G>) -> Kept<String> {
    receipt_among(keeper, seat, taken, &[])
}

/// The answer to a letter of which some lines were for somebody else; all come in the order in which they were written.
pub fn receipt_among<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    receipt: &Receipt<G>,
    asides: &[Aside],
) -> Kept<String> {
    let book = G::phrasebook();
    let lang = seat.lang;
    let own = seat.sides.first().and_then(|id| G::Side::from_id(id));
    let view = G::view(
        &keeper.data,
        &receipt.state,
        own.or(G::Side::ALL.first().copied()),
    );
    let say = |phrase: Phrase| book.say(&phrase, lang, &view);
    let look = keeper.look()?;
    let open = keeper.open_for(&look, &seat.name);

    let mut lines = Vec::new();
    lines.extend(wrap("", &say(headline::<G>(receipt, &open))));
    if receipt.sent.iter().any(|row| row.partial) && !replaces_not(receipt) {
        lines.extend(wrap("", &say(Phrase::new("receipt-partial"))));
    }
    lines.push(String::new());
    lines.extend(verdicts(receipt, asides, lang, &view));
    let unread = receipt.verdicts.iter().all(|verdict| {
        matches!(
            verdict.said,
            Said::Wrong(_) | Said::Skipped | Said::NoOrder(_)
        )
    });
    if unread && !keeper.now.over.is_empty() {
        return Ok(lines.join("\n") + "\n");
    }
    let form = order_form(&keeper.data, &look.state, seat, &open, &[]);
    if unread && open.is_empty() {
        lines.push(String::new());
        lines.extend(wrap("", &say(Phrase::new("receipt-empty-idle"))));
    } else if unread && !form.is_empty() {
        lines.push(String::new());
        lines.extend(wrap("", &say(Phrase::new("receipt-empty"))));
        lines.push(String::new());
        lines.extend(form);
    }
    if receipt.wants.contains(&Want::Help) {
        lines.extend(order_form(&keeper.data, &look.state, seat, &open, &[]));
        lines.extend(help::<G>(&keeper.data, &look.state, seat));
    }
    if receipt.wants.contains(&Want::Status) {
        let mut before = Vec::new();
        for side in seat.sides.iter().filter_map(|id| G::Side::from_id(id)) {
            let view = G::view(&keeper.data, &look.state, Some(side));
            let rows: Vec<String> = G::position(&view)
                .iter()
                .flat_map(|phrase| position_row(&capital(&book.say(phrase, lang, &view))))
                .collect();
            // Allies who know the same need not be told it twice.
            if rows != before {
                lines.push(String::new());
                lines.extend(rows.iter().cloned());
            }
            before = rows;
        }
    }
    if !receipt.digest.is_empty() {
        lines.push(String::new());
        let digest = Phrase::new("receipt-digest")
            .with(
                "digest",
                crate::store::log::short(&receipt.digest).to_owned(),
            )
            .with("blind", receipt.blind.clone());
        lines.push(say(digest));
    }
    Ok(lines.join("\n") + "\n")
}

/// A row of the position as in a report; what several have in common stands above them.
fn position_row(row: &str) -> Vec<String> {
    if row.ends_with(':') {
        vec![String::new(), row.to_owned()]
    } else {
        wrap_under("  ", 4, row)
    }
}

/// The questions that wait for a seat and that nothing answers yet, in its words.
pub fn questions<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<Vec<String>> {
    let look = keeper.look()?;
    let still_open = keeper.open_still(&look, &seat.name)?;
    let open = keeper.open_for(&look, &seat.name).into_iter();
    let open = open.filter(|question| still_open.contains(&question.key));
    let words = open.map(|question| {
        let view = G::view(&keeper.data, &look.state, Some(question.side));
        G::phrasebook().say(&question.decision.question(&view), seat.lang, &view)
    });
    Ok(words.collect())
}

/// Each line of a letter with its verdict, and what is said of the lines between.
pub fn verdicts<G: Game>(
    receipt: &Receipt<G>,
    asides: &[Aside],
    lang: Lang,
    view: &G::View<'_>,
) -> Vec<String> {
    let book = G::phrasebook();
    let say = |phrase: Phrase| book.say(&phrase, lang, view);
    let mut lines = Vec::new();
    let diagnoser = Diagnoser {
        book,
        lang,
        lex: view,
    };
    let mut asides = asides.iter().peekable();
    for verdict in &receipt.verdicts {
        while let Some(aside) = asides.next_if(|aside| aside.line < verdict.line.number) {
            lines.extend(aside.lines.iter().cloned());
        }
        let text = verdict.line.text.trim();
        let note = match &verdict.said {
            Said::Answers(words) => {
                say(Phrase::new("receipt-answers").with("words", words.join("; ")))
            }
            Said::Stands(_) => say(Phrase::new("receipt-stands")),
            Said::Kept(kind) => {
                let word: Option<&'static Word> = G::kinds()
                    .iter()
                    .map(|one| one.word)
                    .find(|word| word.id() == *kind);
                match word {
                    Some(word) => say(Phrase::new("receipt-kept").with("word", Item::Word(word))),
                    None => String::new(),
                }
            }
            Said::Standing(words) => {
                say(Phrase::new("receipt-standing").with("words", words.clone()))
            }
            Said::Done(what) => book
                .say_key(&format!("done-{what}"), lang, view)
                .unwrap_or_default(),
            Said::Skipped => continue,
            Said::NoOrder(_) => say(Phrase::new("receipt-no-order")),
            Said::Wrong(problems) => {
                let shown = diagnoser.show(problems, None, std::slice::from_ref(&verdict.line));
                lines.extend(shown.lines().map(str::to_owned));
                continue;
            }
        };
        lines.push(text.to_owned());
        lines.extend(wrap("    ", &note));
    }
    for aside in asides {
        lines.extend(aside.lines.iter().cloned());
    }
    lines
}

/// Whether a seat is complete, in one line: for a letter that brought no orders.
pub fn standing_line<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<String> {
    let look = keeper.look()?;
    let open = keeper.open_for(&look, &seat.name);
    let still_open = keeper.still_open(&seat.name)?;
    let own = seat.sides.first().and_then(|id| G::Side::from_id(id));
    let view = G::view(
        &keeper.data,
        &look.state,
        own.or(G::Side::ALL.first().copied()),
    );
    let phrase = if !keeper.now.over.is_empty() {
        Phrase::new("receipt-over")
    } else if !still_open.is_empty() {
        Phrase::new("receipt-missing").with("keys", missing_words(&still_open, &open))
    } else if open.is_empty() {
        Phrase::new("receipt-no-question")
    } else {
        Phrase::new("receipt-complete")
    };
    Ok(G::phrasebook().say(&phrase, seat.lang, &view))
}

/// The words of the questions that nothing answers yet.
fn missing_words<G: Game>(
    still_open: &[String],
    open: &[&crate::engine::decision::Question<G>],
) -> Vec<Item> {
    open.iter()
        .filter(|question| still_open.contains(&question.key))
        .map(|question| Item::Word(question.decision.kind().word))
        .collect()
}

fn headline<G: Game>(
    receipt: &Receipt<G>,
    open: &[&crate::engine::decision::Question<G>],
) -> Phrase {
    if receipt.link_missing {
        return Phrase::new("receipt-link");
    }
    if !receipt.still_open.is_empty() {
        let words = missing_words(&receipt.still_open, open);
        return Phrase::new("receipt-missing").with("keys", words);
    }
    let wrong = receipt.verdicts.is_empty() || !receipt.is_clean();
    if !open.is_empty() && receipt.says_nothing() && wrong {
        return Phrase::new("receipt-unchanged");
    }
    if replaces_not(receipt) {
        return Phrase::new("receipt-older");
    }
    match (open.is_empty(), receipt.asked.is_empty()) {
        (false, _) => Phrase::new("receipt-complete"),
        (true, false) => Phrase::new("receipt-by-standing"),
        (true, true) => Phrase::new("receipt-no-question"),
    }
}

/// Whether a letter with mistakes leaves in force what answered the question before it.
fn replaces_not<G: Game>(receipt: &Receipt<G>) -> bool {
    let answered = |row: &SentRow| row.partial && !receipt.still_open.contains(&row.bound);
    receipt.sent.iter().any(answered)
}
