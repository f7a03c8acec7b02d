//! The answer to a letter: first whether the player is complete, then each line with its verdict, then all that now
//! stands.

use super::held::held;
use super::help::{help, order_form};
use super::page::{Block, Page, plain};
use super::text::capital;
use crate::engine::answers::AnswerRow;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::{Receipt, Said, Want};
use crate::engine::seats::Seat;
use crate::orders::{About, Diagnoser, Item, Lang, Phrase, Problem, TokenLine, Word};
use crate::store::error::Kept;
use crate::store::keeper::{Keeper, Look};

/// A line of a letter that the game did not get, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Its number, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// What became of it.
    pub said: String,
}

/// The answer to a letter, as text.
pub fn receipt<G: Game>(keeper: &Keeper<G>, seat: &Seat, taken: &Receipt<G>) -> Kept<String> {
    Ok(plain(&receipt_among(keeper, seat, taken, &[])?))
}

/// The answer to a letter of which some lines were for somebody else; all come in the order in which they were written.
pub fn receipt_among<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    receipt: &Receipt<G>,
    asides: &[Aside],
) -> Kept<Page> {
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

    let mut page = Page::new(lang, say(headline::<G>(receipt, &open)), String::new());
    let waits = |row: &AnswerRow| !row.is_whole() && row.counting().next().is_some();
    if receipt.brought.answers.iter().any(waits) {
        page.lead = say(Phrase::new("receipt-partial"));
    }
    let lines = page.section(String::new());
    lines.extend(verdicts(receipt, asides, lang, &view));
    let unread = receipt.verdicts.iter().all(|verdict| {
        matches!(
            verdict.said,
            Said::Wrong(_) | Said::Skipped | Said::NoOrder(_)
        )
    });
    if unread && !keeper.now.over.is_empty() {
        return Ok(page);
    }
    let form = order_form(&keeper.data, &look.state, seat, &open, &[]);
    let holds = held(keeper, &look, seat, receipt);
    if unread && open.is_empty() {
        let lines = page.section(String::new());
        lines.push(Block::Text(say(Phrase::new("receipt-empty-idle"))));
    } else if unread && !form.is_empty() && holds.is_empty() {
        let lines = page.section(String::new());
        lines.push(Block::Text(say(Phrase::new("receipt-empty"))));
        page.section(String::new()).push(Block::Form(form));
    }
    if receipt.wants.contains(&Want::Help) {
        let form = order_form(&keeper.data, &look.state, seat, &open, &[]);
        page.section(String::new()).push(Block::Form(form));
        let help = help::<G>(&keeper.data, &look.state, seat);
        page.push(Block::Form(help));
    }
    if receipt.wants.contains(&Want::Status) {
        for rows in positions(keeper, &look, seat) {
            page.section(String::new()).extend(rows);
        }
    }
    if !holds.is_empty() {
        page.section(say(Phrase::new("receipt-held"))).extend(holds);
    }
    if !receipt.digest.is_empty() {
        let digest = Phrase::new("receipt-digest")
            .with(
                "digest",
                crate::store::log::short(&receipt.digest).to_owned(),
            )
            .with("blind", receipt.blind.clone());
        page.section(String::new())
            .push(Block::Form(vec![say(digest)]));
    }
    Ok(page)
}

/// How things stand, for each side of a seat that knows something else than the one before.
fn positions<G: Game>(keeper: &Keeper<G>, look: &Look<G>, seat: &Seat) -> Vec<Vec<Block>> {
    let mut all: Vec<Vec<Block>> = Vec::new();
    for side in seat.sides.iter().filter_map(|id| G::Side::from_id(id)) {
        let view = G::view(&keeper.data, &look.state, Some(side));
        let say = |phrase| capital(&G::phrasebook().say(phrase, seat.lang, &view));
        let rows = G::position(&view).iter().map(say).collect::<Vec<_>>();
        let rows = rows.into_iter().map(|row| match row.ends_with(':') {
            true => Block::Group(row),
            false => Block::Row(row),
        });
        let rows: Vec<Block> = rows.collect();
        if all.last() != Some(&rows) {
            all.push(rows);
        }
    }
    all
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
) -> Vec<Block> {
    let book = G::phrasebook();
    let say = |phrase: Phrase| book.say(&phrase, lang, view);
    let mut blocks = Vec::new();
    let diagnoser = Diagnoser {
        book,
        lang,
        lex: view,
    };
    let aside = |aside: &Aside| Block::Said {
        text: aside.text.clone(),
        note: aside.said.clone(),
    };
    let mut asides = asides.iter().peekable();
    for verdict in &receipt.verdicts {
        while let Some(one) = asides.next_if(|one| one.line < verdict.line.number) {
            blocks.push(aside(one));
        }
        let note = match &verdict.said {
            Said::Answers(words) => {
                say(Phrase::new("receipt-answers").with("words", words.join("; ")))
            }
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
            Said::Waits => say(Phrase::new("receipt-waits")),
            // Lines of letters before are told with all that stands now.
            Said::Skipped | Said::Stands(_) | Said::Again(_) | Said::Unmended | Said::Fallen(_) => {
                continue;
            }
            Said::NoOrder(_) => say(Phrase::new("receipt-no-order")),
            Said::Wrong(problems) => {
                blocks.push(wrong(&diagnoser, problems, &verdict.line));
                continue;
            }
        };
        blocks.push(Block::Said {
            text: verdict.line.text.trim().to_owned(),
            note,
        });
    }
    blocks.extend(asides.map(aside));
    blocks
}

/// A line with what is wrong with it.
fn wrong(diagnoser: &Diagnoser<'_>, problems: &[Problem], line: &TokenLine) -> Block {
    let shown = diagnoser.show(problems, None, std::slice::from_ref(line));
    let whole = line.span();
    let wrong = problems.iter().map(|problem| {
        let span = match problem.about {
            About::Text(span) if span.line == line.number => span,
            _ => whole,
        };
        let columns = (span.from.saturating_sub(1), span.to.saturating_sub(1));
        (columns, diagnoser.sentence(problem))
    });
    Block::Wrong {
        shown: shown.lines().map(str::to_owned).collect(),
        text: line.text.trim_end().to_owned(),
        wrong: wrong.collect(),
    }
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
    let refused = receipt.refused();
    let but = |plain: &'static str, but: &'static str| match refused {
        0 => Phrase::new(plain),
        n => Phrase::new(but).with("n", Item::Number(i32::try_from(n).unwrap_or(i32::MAX))),
    };
    if !receipt.still_open.is_empty() {
        let words = missing_words(&receipt.still_open, open);
        return but("receipt-missing", "receipt-missing-but").with("keys", words);
    }
    let wrong = receipt.verdicts.is_empty() || !receipt.is_clean();
    if !open.is_empty() && receipt.says_nothing() && wrong {
        return Phrase::new("receipt-unchanged");
    }
    match (open.is_empty(), receipt.asked.is_empty()) {
        (false, _) => but("receipt-complete", "receipt-complete-but"),
        (true, false) => but("receipt-by-standing", "receipt-complete-but"),
        (true, true) => but("receipt-no-question", "receipt-noted-but"),
    }
}
