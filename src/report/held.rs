//! All that is held for a player: his orders for what is open, lines for later, standing orders.

use super::page::Block;
use crate::engine::answers::{AnswerLine, Stand};
use crate::engine::decision::Question;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::{
    Receipt, Said, Want, is_list, read_canonical, spoken, standing_words,
};
use crate::engine::seats::Seat;
use crate::orders::{Diagnoser, Item, Phrase, Problem};
use crate::store::keeper::{Keeper, Look};

/// All that is held for a seat once a letter has been taken, and what the letter changed of it.
pub fn held<G: Game>(
    keeper: &Keeper<G>,
    look: &Look<G>,
    seat: &Seat,
    receipt: &Receipt<G>,
) -> Vec<Block> {
    let own = seat.sides.first().and_then(|id| G::Side::from_id(id));
    let view = G::view(
        &keeper.data,
        &look.state,
        own.or(G::Side::ALL.first().copied()),
    );
    let say = |phrase: &Phrase| G::phrasebook().say(phrase, seat.lang, &view);
    let open = keeper.open_for(look, &seat.name);
    let mut blocks = Vec::new();
    for question in &open {
        blocks.extend(orders(
            keeper,
            look,
            seat,
            question,
            receipt,
            open.len() > 1,
        ));
    }
    let tray = &keeper.now.tray;
    let ahead: Vec<_> = tray
        .sent
        .iter()
        .filter(|row| seat.plays(&row.side))
        .collect();
    if !ahead.is_empty() {
        blocks.push(Block::Group(say(&Phrase::new("held-ahead"))));
    }
    for row in ahead {
        let kind = G::kinds().iter().find(|kind| kind.word.id() == row.kind);
        let mut phrase =
            Phrase::new("held-kept").with("text", condition(row.when.as_slice(), &row.text, seat));
        if let Some(kind) = kind {
            phrase = phrase.with("word", Item::Word(kind.word));
        }
        let mut text = say(&phrase);
        for was in mended(receipt, row.letter, row.line) {
            text.push(' ');
            text.push_str(&say(&Phrase::new("held-mends").with("text", was)));
        }
        blocks.push(Block::Row(text));
    }
    let gone = receipt.gone.iter().filter(|gone| !gone.was.is_empty());
    let gone: Vec<String> = gone.map(|gone| gone.was.join("; ")).collect();
    if !gone.is_empty() {
        blocks.push(Block::Group(say(&Phrase::new("held-gone"))));
        blocks.extend(gone.into_iter().map(Block::Row));
    }
    let wanted = receipt.wants.contains(&Want::Status) || !receipt.brought.standing.is_empty();
    let standing: Vec<String> = tray
        .standing
        .iter()
        .filter(|row| wanted && seat.plays(&row.side))
        .map(|row| standing_words::<G>(row, seat.lang, &view))
        .collect();
    if !standing.is_empty() {
        blocks.push(Block::Group(say(&Phrase::new("held-standing"))));
        blocks.extend(standing.into_iter().map(Block::Row));
    }
    blocks
}

/// A line for later as it was written, with its condition.
fn condition(when: &[String], text: &str, seat: &Seat) -> String {
    use crate::orders::word::{ELSE, IF};
    match when {
        [word, condition] if word == "if" => {
            format!("{} {condition}: {text}", IF.print(seat.lang))
        }
        [_, _] => format!("{}: {text}", ELSE.print(seat.lang)),
        _ => text.to_owned(),
    }
}

/// What a line of a letter took the place of.
fn mended<G: Game>(receipt: &Receipt<G>, letter: u32, line: u32) -> impl Iterator<Item = String> {
    let here = move |id: crate::engine::record::LineId| (id.letter, id.line) == (letter, line);
    let mended = receipt.mended.iter().filter(move |one| here(one.id));
    mended.map(|one| one.was.join("; "))
}

/// The set of lines for one question.
fn orders<G: Game>(
    keeper: &Keeper<G>,
    look: &Look<G>,
    seat: &Seat,
    question: &Question<G>,
    receipt: &Receipt<G>,
    several: bool,
) -> Vec<Block> {
    let Some(row) = keeper.now.tray.said_to(question.side.id(), &question.key) else {
        return Vec::new();
    };
    let view = G::view(&keeper.data, &look.state, Some(question.side));
    let form = question.decision.form(&view);
    let diagnoser = Diagnoser {
        book: G::phrasebook(),
        lang: seat.lang,
        lex: &view,
    };
    let say = |phrase: &Phrase| G::phrasebook().say(phrase, seat.lang, &view);
    let mut blocks = Vec::new();
    if several {
        let word = Item::Word(question.decision.kind().word);
        blocks.push(Block::Group(say(
            &Phrase::new("held-for").with("word", word)
        )));
    }
    // Who wrote it all in one letter need not be told so of every line.
    let letters = row.lines.iter().map(|line| line.letter);
    let newest = letters.clone().max().unwrap_or(0);
    let mut last = None;
    for line in &row.lines {
        let text = spoken(&form, &line.words, seat.lang, &view).join("; ");
        let mut text = match line.stand {
            Stand::Counts => text,
            Stand::Waits => say(&Phrase::new("held-waits").with("text", text)),
            Stand::Refused | Stand::Tried => say(&Phrase::new("held-refused").with("text", text)),
        };
        for problem in fallen(receipt, line) {
            text.push(' ');
            text.push_str(&diagnoser.sentence(problem));
        }
        if line.letter < newest && line.stand == Stand::Counts {
            let again = again(receipt, line);
            let key = if again { "held-again" } else { "held-before" };
            text.push(' ');
            text.push_str(&say(&Phrase::new(key)));
        }
        // A line about several has one row for each; what it took the place of is said once.
        if last != Some(line.id()) {
            for was in mended(receipt, line.letter, line.line) {
                text.push(' ');
                text.push_str(&say(&Phrase::new("held-mends").with("text", was)));
            }
        }
        last = Some(line.id());
        blocks.push(Block::Row(text));
    }
    blocks
}

/// Why a line of a letter before no longer stands.
fn fallen<'r, G: Game>(receipt: &'r Receipt<G>, line: &AnswerLine) -> &'r [Problem] {
    let mut verdicts = receipt.verdicts.iter();
    let said = verdicts.find_map(|verdict| match &verdict.said {
        Said::Fallen(problems) if verdict.line.text == line.words => Some(problems.as_slice()),
        _ => None,
    });
    said.unwrap_or_default()
}

/// Whether a line that was refused before is right now.
fn again<G: Game>(receipt: &Receipt<G>, line: &AnswerLine) -> bool {
    let mut verdicts = receipt.verdicts.iter();
    verdicts
        .any(|verdict| matches!(verdict.said, Said::Again(_)) && verdict.line.text == line.words)
}

/// Lines for later that are meant for a question and do not answer it now that it is asked.
pub(super) fn kept_in_vain<G: Game>(
    keeper: &Keeper<G>,
    look: &Look<G>,
    seat: &Seat,
    question: &Question<G>,
) -> Vec<Block> {
    let view = G::view(&keeper.data, &look.state, Some(question.side));
    let form = question.decision.form(&view);
    let diagnoser = Diagnoser {
        book: G::phrasebook(),
        lang: seat.lang,
        lex: &view,
    };
    let (side, kind) = (question.side.id(), question.decision.kind().word.id());
    let rows = keeper.now.tray.sent.iter();
    let mine = rows.filter(|row| row.side == side && row.kind == kind && row.when.is_empty());
    // Of a list only the next one can be judged.
    let one = is_list::<G>(question.decision.kind(), &form);
    let mut blocks = Vec::new();
    for row in mine.take(if one { 1 } else { usize::MAX }) {
        let problems = match read_canonical(&form, &[row.text.as_str()], &view) {
            Ok(picks) => question.decision.check(&view, &picks),
            Err(problems) => problems,
        };
        let Some(first) = problems.first() else {
            continue;
        };
        let phrase = Phrase::new("report-kept-wrong")
            .with("text", row.text.clone())
            .with("why", diagnoser.sentence(first));
        blocks.push(Block::Text(G::phrasebook().say(&phrase, seat.lang, &view)));
    }
    blocks
}
