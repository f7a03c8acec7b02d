//! Help and order forms, made from the forms of the open questions and the words of the game.

use super::text::{comment, wrap};
use crate::engine::bot::Rng;
use crate::engine::decision::Question;
use crate::engine::game::{Game, Side as _};
use crate::engine::seats::Seat;
use crate::orders::{
    Form, Item, Lang, Phrase, Pick, Picks, Reader, in_brief, outline, sample, simplest, words,
};

/// The order form of a seat: harmless if it is sent back unchanged, since every line is a comment.
pub fn order_form<G: Game>(
    data: &G::Data,
    state: &G::State,
    seat: &Seat,
    open: &[&Question<G>],
    standing: &[String],
) -> Vec<String> {
    let book = G::phrasebook();
    let lang = seat.lang;
    let mut lines = Vec::new();
    for question in open {
        let view = G::view(data, state, Some(question.side));
        let form = question.decision.form(&view);
        lines.extend(comment(
            "# ",
            &book.say(&question.decision.question(&view), lang, &view),
        ));
        if seat.deciding::<G>(data).len() > 1 {
            lines.push(as_line::<G>(question.side, lang));
        }
        let choices = choices(&form.pick);
        let headed = |key: &'static str, text: &str| {
            let how = book.say(&Phrase::new(key), lang, &view);
            let colon = book.say(&Phrase::new("text-colon"), lang, &view);
            comment("# ", &format!("{how}{colon}{text}"))
        };
        let say = |key: &'static str| headed(key, "");
        // Only what can be sent as it is follows the mark without a blank.
        let mut put = |how: Vec<String>, written: Vec<Vec<String>>| {
            if !written.is_empty() {
                lines.extend(how);
                let written = written.into_iter().flatten();
                lines.extend(written.map(|line| format!("#{line}")));
            }
        };
        let mut reader = Reader::new(&view);
        let default = question.decision.default(&view);
        let default = reader.words(&form, &default, lang);
        if choices.is_empty() {
            let examples = examples(question, &form, &view, &mut reader, lang);
            put(say("report-form-example"), examples);
            put(say("report-form-default"), vec![default]);
            lines.extend(say("report-form-may"));
            for line in outline(&form, lang, &view) {
                lines.extend(comment("#   ", &line));
            }
        } else {
            let legal = |picks: &&Picks| question.decision.check(&view, picks).is_empty();
            let legal = choices.iter().filter(legal);
            let legal = legal.map(|picks| reader.words(&form, picks, lang));
            put(say("report-form-take"), legal.collect());
            lines.extend(headed("report-form-default", &default.join("; ")));
        }
        lines.push(String::new());
    }
    if !standing.is_empty() {
        let view = G::view(data, state, own_side::<G>(seat));
        let colon = book.say(&Phrase::new("text-colon"), lang, &view);
        let head = book.say(&Phrase::new("report-standing"), lang, &view);
        lines.extend(comment("# ", &format!("{head}{}", colon.trim_end())));
        lines.extend(standing.iter().map(|line| format!("#   {line}")));
        lines.push(String::new());
    }
    lines
}

/// Answers that show how they are written: one that comes to mind, else the simplest there are.
fn examples<G: Game>(
    question: &Question<G>,
    form: &Form,
    view: &G::View<'_>,
    reader: &mut Reader<'_>,
    lang: Lang,
) -> Vec<Vec<String>> {
    let decision = &question.decision;
    let default = decision.default(view);
    // What comes to mind depends on the question alone, so that a report is the same whenever it is made.
    let mut rng = Rng::named(0, &question.key);
    let fits = |picks: &Picks| *picks != default && decision.check(view, picks).is_empty();
    let idea = (0..3).find_map(|_| {
        let picks = decision.idea(view, &mut rng)?;
        let (lines, picks) = in_brief(reader, form, &picks, lang)?;
        fits(&picks).then_some(lines)
    });
    if let Some(lines) = idea {
        return vec![lines];
    }
    let mut written = |picks: &Picks| reader.words(form, picks, lang);
    let mut shown: Vec<Vec<String>> = Vec::new();
    for kind in simplest(form, TRIES) {
        // One of each kind is enough.
        if let Some(picks) = kind.iter().find(|picks| fits(picks)) {
            shown.push(written(picks));
        }
        if shown.len() == EXAMPLES {
            break;
        }
    }
    shown
}

/// So many examples of different kinds.
const EXAMPLES: usize = 3;
/// So many answers are tried of each kind of line.
const TRIES: usize = 12;

/// A question with no more answers than this has each on a line of its own.
const CHOICES: usize = 12;

/// Every answer, where there are few.
fn choices(pick: &Pick) -> Vec<Picks> {
    match pick {
        Pick::One(items) if items.len() <= CHOICES => {
            items.iter().copied().map(Picks::One).collect()
        }
        Pick::Number { min, max } if max.abs_diff(*min) < 12 => {
            (*min..=*max).map(Picks::Number).collect()
        }
        _ => Vec::new(),
    }
}

fn as_line<G: Game>(side: G::Side, lang: Lang) -> String {
    match lang {
        Lang::En => format!("as {}", side.word().print(lang)),
        Lang::Fr => format!("pour {}", side.word().print(lang)),
    }
}

fn own_side<G: Game>(seat: &Seat) -> Option<G::Side> {
    seat.sides
        .first()
        .and_then(|id| G::Side::from_id(id))
        .or(G::Side::ALL.first().copied())
}

/// How orders are written, and what can be ordered now and later.
pub fn help<G: Game>(data: &G::Data, state: &G::State, seat: &Seat) -> Vec<String> {
    let book = G::phrasebook();
    let lang = seat.lang;
    let view = G::view(data, state, own_side::<G>(seat));
    let say = |phrase: Phrase| book.say(&phrase, lang, &view);
    let mut lines = super::text::heading(&say(Phrase::new("help-title")));
    let mut paragraph = |phrase: Phrase| lines.extend(wrap("", &say(phrase)));
    paragraph(Phrase::new("help-lines"));
    let kinds: Vec<Item> = G::kinds()
        .iter()
        .map(|kind| Item::Word(kind.word))
        .collect();
    let first = kinds.first().copied();
    paragraph(Phrase::new("help-ahead").with("words", kinds));
    let conditions = G::conditions(&view);
    if let Some(form) = conditions.first() {
        let names: Vec<Item> = conditions
            .iter()
            .map(|form| Item::Word(form.word))
            .collect();
        let first = sample(form, &mut |_: u32| 0);
        let example = words(form, &first, lang, &view).join(" ").replace(':', "");
        paragraph(
            Phrase::new("help-if")
                .with("example", example)
                .with("words", names),
        );
    }
    if let Some(first) = first {
        paragraph(Phrase::new("help-standing").with("word", first));
    }
    if let [_, second, ..] = seat.sides.as_slice()
        && let Some(side) = G::Side::from_id(second)
    {
        paragraph(Phrase::new("help-sides").with("side", Item::Word(side.word())));
    }
    paragraph(Phrase::new("help-commands"));
    lines
}
