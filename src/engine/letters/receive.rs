//! Receiving a letter: every line gets a verdict.

use std::cell::OnceCell;

use super::answer::{read_line, subject_words};
use super::courtesy;
use super::implied::{Implied, implied};
use super::kinds::{begins_exactly, is_list, kind_at, kind_words, kinds_at, named_by, row_words};
use super::manners;
use super::standing::{self, raw_text};
use super::turned;
use super::words::{
    ALL, AS, AS_IS, ASK, ASK_ME, ELSE, END, FAILS, HELP, IF, LINK, ME, RETRACT, SEAL, STATUS, STOP,
    SUCCEEDS, is,
};
use crate::engine::decision::{Kind, Question};
use crate::engine::dice::{is_hex64, opens};
use crate::engine::game::{Coming, Game, Side as _};
use crate::engine::inputs::StandingRow;
use crate::engine::record::LineId;
use crate::engine::seats::{Seat, who};
use crate::engine::tray::{Brought, Tray};
use crate::orders::form::Row;
use crate::orders::head::HeadMatch;
use crate::orders::names::{Match, Names};
use crate::orders::read::Reader;
use crate::orders::suggest::suggest;
use crate::orders::token::{Kind as Mark, Token, TokenLine};
use crate::orders::word::{NO, NONE, THEN, YES};
use crate::orders::{About, Form, Item, Lexicon as _, Phrase, Pick, Problem, Word};

/// A letter and what it meets.
pub struct Letter<'l, G: Game> {
    /// Board, counters, tables and switches.
    pub data: &'l G::Data,
    /// The position in which the open questions are asked.
    pub state: &'l G::State,
    /// Who wrote it.
    pub seat: &'l Seat,
    /// The questions open for him.
    pub open: &'l [&'l Question<G>],
    /// Questions of his sides that other seats decide.
    pub others: &'l [&'l Question<G>],
    /// Who is at the table.
    pub seats: &'l [Seat],
    /// What has been sent before.
    pub tray: &'l Tray,
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: &'l str,
    /// Whether the orders are closed and only links are still taken.
    pub closed: bool,
    /// Whether the game is over.
    pub over: bool,
}

/// What a letter asks for besides its orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// How orders are written.
    Help,
    /// How things stand.
    Status,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It answers an open question; in the reader's words.
    Answers(Vec<String>),
    /// A line of a letter before this one, which stands.
    Stands(Vec<String>),
    /// A line of a letter before this one that was refused then and is right beside what has come now.
    Again(Vec<String>),
    /// A line of a letter before this one that no longer stands beside this letter's lines.
    Fallen(Vec<Problem>),
    /// A line of a letter before this one that was refused then, and that nothing has mended.
    Unmended,
    /// There is nothing wrong with it but the line it belongs to.
    Waits,
    /// It is kept until its question comes.
    Kept(&'static str),
    /// It is a standing order; in the reader's words.
    Standing(String),
    /// It is a command that was understood.
    Done(&'static str),
    /// It is no order: a comment, a quotation, a blank.
    Skipped,
    /// It begins like no order; perhaps it is a greeting.
    NoOrder(Problem),
    /// It is wrong.
    Wrong(Vec<Problem>),
}

/// The verdict on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The line.
    pub line: TokenLine,
    /// What became of it.
    pub said: Said,
}

/// A line that takes the place of one sent before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The new line.
    pub id: LineId,
    /// What stood there, in the reader's words.
    pub was: Vec<String>,
}

/// A line of a letter before that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The line, in the reader's words.
    pub was: Vec<String>,
    /// Whether it had been refused.
    pub refused: bool,
}

/// What became of a letter.
pub struct Receipt<G: Game> {
    /// The verdict on each line that is not blank, in order.
    pub verdicts: Vec<Verdict>,
    /// What of it counts.
    pub brought: Brought,
    /// Its lines that took the place of others.
    pub mended: Vec<Mended>,
    /// Lines of letters before that it took back.
    pub gone: Vec<Gone>,
    /// The link it carried.
    pub link: Option<String>,
    /// The new seal it carried.
    pub reseal: Option<String>,
    /// Whether it takes back all lines sent before.
    pub retract: bool,
    /// What it asks for.
    pub wants: Vec<Want>,
    /// The position, for names in verdicts.
    pub state: G::State,
    /// Keys of the questions that were open for him when it came.
    pub asked: Vec<String>,
    /// Keys of his questions that nothing answers yet.
    pub still_open: Vec<String>,
    /// Whether his link is still missing.
    pub link_missing: bool,
    /// The digest of the letter in the book.
    pub digest: String,
    /// The blind of that digest.
    pub blind: String,
}

impl<G: Game> Receipt<G> {
    /// Whether there is nothing in it to be kept.
    pub fn says_nothing(&self) -> bool {
        self.brought == Brought::default()
            && self.link.is_none()
            && self.reseal.is_none()
            && !self.retract
    }

    /// Whether every line of it was understood.
    pub fn is_clean(&self) -> bool {
        !self
            .verdicts
            .iter()
            .any(|verdict| matches!(verdict.said, Said::Wrong(_)))
    }

    /// How many lines, of this letter and of those before, do not count as they should.
    pub fn refused(&self) -> usize {
        let refused = |said: &Said| {
            matches!(
                said,
                Said::Wrong(_) | Said::Fallen(_) | Said::Unmended | Said::Waits
            )
        };
        let verdicts = self.verdicts.iter();
        verdicts.filter(|verdict| refused(&verdict.said)).count()
    }
}

/// Reads a letter.
pub fn receive<G: Game>(letter: &Letter<'_, G>) -> Receipt<G> {
    let mut reading = Receiving {
        letter,
        side: match letter.seat.deciding::<G>(letter.data).as_slice() {
            [only] => Some(*only),
            _ => None,
        },
        chosen: false,
        condition: None,
        bound: vec![Vec::new(); letter.open.len()],
        known: Vec::new(),
        replaced: false,
        as_is: false,
        taken_back: Vec::new(),
        changed: Vec::new(),
        receipt: Receipt {
            verdicts: Vec::new(),
            brought: Brought::default(),
            mended: Vec::new(),
            gone: Vec::new(),
            link: None,
            reseal: None,
            retract: false,
            wants: Vec::new(),
            state: letter.state.clone(),
            asked: letter.open.iter().map(|one| one.key.clone()).collect(),
            still_open: Vec::new(),
            link_missing: false,
            digest: String::new(),
            blind: String::new(),
        },
        forms: OnceCell::new(),
        last: None,
    };
    for (n, text) in letter.text.lines().enumerate() {
        // A signature begins with two dashes; nothing behind it is meant for us.
        if text.trim_end() == "--" {
            break;
        }
        if reading.take(n + 1, text) {
            break;
        }
    }
    reading.drop_kept();
    reading.answer_questions();
    // Lines for one question after the other are carried out as they were written.
    let sent = &mut reading.receipt.brought.sent;
    sent.sort_by_key(|row| (row.letter, row.line));
    reading
        .receipt
        .verdicts
        .sort_by_key(|verdict| verdict.line.number);
    reading.receipt
}

/// Whether a line says that what is right counts without the rest: `as is`, `tel quel`.
fn as_is(line: &TokenLine) -> bool {
    let words = line.tokens.iter().filter(|token| token.kind.is_word());
    let words: Vec<&str> = words.map(|token| token.text.as_str()).collect();
    AS_IS.iter().any(|said| words == *said)
}

/// `Non, on continue` without what follows the answer, if yes or no can be the answer to something; as talk if it
/// cannot.
fn plain_answer(line: TokenLine, forms: &[Form]) -> Result<TokenLine, TokenLine> {
    let first = line.tokens.first();
    let comma = line
        .tokens
        .get(1)
        .is_some_and(|token| token.kind == Mark::Comma);
    if !comma || !(is(first, &YES) || is(first, &NO)) {
        return Ok(line);
    }
    let asked =
        |form: &Form| matches!(&form.pick, Pick::One(items) if items.contains(&Item::Word(&YES)));
    if forms.iter().any(asked) {
        let tokens = line.tokens.get(..1).unwrap_or_default().to_vec();
        return Ok(TokenLine { tokens, ..line });
    }
    Err(line)
}

/// Whether a line may say for which side the next ones are: `as red`, and not `pour l'invitation, merci`.
fn names_side<G: Game>(line: &TokenLine) -> bool {
    let words = line.tokens.iter().filter(|token| token.kind.is_word());
    let words: Vec<&Token> = words.skip(1).collect();
    let side = |token: &&Token| {
        let mut sides = G::Side::ALL.iter();
        sides.any(|side| is(Some(token), side.word()))
    };
    words.len() == 1 || words.first().is_some_and(side)
}

/// The first word of a line.
fn words_first(line: &TokenLine) -> Option<&Token> {
    line.tokens.iter().find(|token| token.kind.is_word())
}

/// Where a comment begins.
fn without_comment(text: &str) -> &str {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c == '#' && before.is_whitespace() {
            return &text[..at];
        }
        before = c;
    }
    text
}

pub(super) struct Receiving<'l, G: Game> {
    pub(super) letter: &'l Letter<'l, G>,
    /// The side the lines are for, if it is known.
    pub(super) side: Option<G::Side>,
    /// Whether the letter named it.
    chosen: bool,
    /// The condition of the line before, for `else`.
    condition: Option<String>,
    /// Lines for each open question.
    pub(super) bound: Vec<Vec<TokenLine>>,
    /// What is wrong with lines that the form of their question cannot say.
    pub(super) known: Vec<(usize, Problem)>,
    /// Whether it says that it takes the place of all letters before.
    pub(super) replaced: bool,
    /// Whether what is right counts without the lines that were refused.
    pub(super) as_is: bool,
    /// Lines of letters before that it takes back: the key of the question, and the words.
    pub(super) taken_back: Vec<(String, String)>,
    /// Which questions it takes lines back from.
    pub(super) changed: Vec<usize>,
    pub(super) receipt: Receipt<G>,
    /// The forms of the open questions, made once for all lines.
    forms: OnceCell<Vec<Form>>,
    /// The last order of the letter, for `if it succeeds`.
    last: Option<TokenLine>,
}

impl<'l, G: Game> Receiving<'l, G> {
    pub(super) fn view(&self, side: Option<G::Side>) -> G::View<'l> {
        // Without a side he may only know what the first of his sides knows.
        let own = self
            .letter
            .seat
            .sides
            .first()
            .and_then(|id| G::Side::from_id(id));
        G::view(
            self.letter.data,
            self.letter.state,
            side.or(own).or(G::Side::ALL.first().copied()),
        )
    }

    pub(super) fn say(&mut self, line: TokenLine, said: Said) {
        self.receipt.verdicts.push(Verdict { line, said });
    }

    pub(super) fn wrong(&mut self, line: TokenLine, what: Phrase) {
        let problem = Problem::new(what).about(About::Text(line.span()));
        self.say(line, Said::Wrong(vec![problem]));
    }

    /// He plays several sides and does not say for which the line is.
    fn which_side(&mut self, line: TokenLine) {
        let first = self.letter.seat.sides.first();
        let side = first.and_then(|id| G::Side::from_id(id));
        let side = side.or(G::Side::ALL.first().copied());
        let what = Phrase::new("which-side");
        let what = match side {
            Some(side) => what.with("side", Item::Word(side.word())),
            None => what,
        };
        self.wrong(line, what);
    }

    /// Takes a line; tells whether the letter ends with it.
    fn take(&mut self, number: usize, text: &str) -> bool {
        let text = without_comment(text);
        let quoted = text.trim_start().starts_with(['>', '|']);
        if text.trim().is_empty() {
            return false;
        }
        let line = TokenLine::new(number, text);
        if quoted || line.tokens.is_empty() {
            self.say(line, Said::Skipped);
            return false;
        }
        if manners::is_talk(&line) {
            let said = line.span();
            let problem = Problem::new(Phrase::new("talk")).about(About::Text(said));
            self.say(line, Said::NoOrder(problem));
            return false;
        }
        let view = self.view(self.side);
        let line = courtesy::plain(line, |tokens| {
            ALL.iter().any(|word| is(tokens.first(), word)) || begins_exactly::<G>(&view, tokens)
        });
        let first = line.tokens.first();
        let alone = line
            .tokens
            .iter()
            .filter(|token| token.kind.is_word())
            .count()
            == 1;
        if alone && is(first, &END) {
            self.say(line, Said::Skipped);
            return true;
        }
        let Some(line) = self.replaces(line) else {
            return false;
        };
        if self.is_heading(&line) {
            self.say(line, Said::Skipped);
            return false;
        }
        let line = match ALL.iter().any(|word| is(line.tokens.first(), word)) {
            true => line,
            false => turned::turned(line, &row_words::<G>(), &view, |line| {
                self.readers(line).next().is_some()
            }),
        };
        let first = line.tokens.first();
        if self.letter.over {
            self.wrong(line, Phrase::new("game-over"));
        } else if is(first, &LINK) {
            self.take_link(line);
        } else if is(first, &SEAL) {
            self.take_seal(line);
        } else if alone && is(first, &HELP) {
            self.receipt.wants.push(Want::Help);
            self.say(line, Said::Done("help"));
        } else if alone && is(first, &STATUS) {
            self.receipt.wants.push(Want::Status);
            self.say(line, Said::Done("status"));
        } else if self.letter.closed {
            self.wrong(line, Phrase::new("orders-closed"));
        } else if alone && is(first, &RETRACT) {
            self.receipt.retract = true;
            self.receipt.brought.sent.clear();
            self.bound.iter_mut().for_each(Vec::clear);
            self.say(line, Said::Done("retract"));
        } else if is(first, &RETRACT) {
            self.take_back(line);
        } else if as_is(&line) {
            self.as_is = true;
            self.say(line, Said::Done("as-is"));
        } else if is(first, &AS) && names_side::<G>(&line) {
            self.take_side(line);
        } else if let Some(from) = standing::announced(&line.tokens) {
            self.take_standing(line, from, false);
        } else if is(first, &ASK_ME) {
            self.take_standing(line, 1, true);
        } else if is(first, &ASK) && is(line.tokens.get(1), &ME)
            || is(first, &ME) && is(line.tokens.get(1), &ASK)
        {
            self.take_standing(line, 2, true);
        } else if (is(first, &IF) || is(first, &ELSE))
            && let Some(script) = self.open_script()
        {
            self.condition = None;
            self.bound[script].push(line);
        } else if (is(first, &IF) || is(first, &ELSE)) && self.fork_ahead(&line) {
            self.condition = None;
        } else if is(first, &STOP) && is(line.tokens.get(1), &IF) && self.one_by_one().is_some() {
            self.take_stop(&line);
        } else if is(first, &IF) {
            self.take_conditional(line);
        } else if is(first, &ELSE) {
            self.take_else(line);
        } else {
            self.condition = None;
            self.last = Some(line.clone());
            self.take_order(line);
        }
        false
    }

    /// Whether a line only says what the next ones are about: `My offensives:`, `Naval phase:`, `Orders`.
    fn is_heading(&self, line: &TokenLine) -> bool {
        let view = self.view(self.side);
        let words = || line.tokens.iter().filter(|token| token.kind.is_word());
        if ALL.iter().any(|word| is(line.tokens.first(), word)) || words().next().is_none() {
            return false;
        }
        let ended = line
            .tokens
            .last()
            .is_some_and(|last| last.kind == Mark::Colon);
        let colons = line.tokens.iter().filter(|token| token.kind == Mark::Colon);
        let once = colons.count() == usize::from(ended);
        let alone = words().count() == 1;
        let named = |words: &[&'static Word]| words.iter().any(|word| is(words_first(line), word));
        let kinds: Vec<&'static Word> = G::kinds().iter().map(|kind| kind.word).collect();
        if !(ended && once || alone && named(&kinds)) {
            return false;
        }
        // What is open wants an answer behind its word, unless its lines have words of their own.
        let open = self.forms().iter().any(|form| {
            let rows = form.pick.rows();
            let wordless = rows.is_some_and(|rows| {
                rows.iter()
                    .any(|row| row.subjects.is_empty() && is(words_first(line), row.word))
            });
            is(words_first(line), form.word) && rows.is_none() || wordless
        });
        let rows = row_words::<G>();
        if open || named(&rows) && !(alone && ended) {
            return false;
        }
        (ended && once && !turned::names_unit(line, &view)) || alone && named(&kinds)
    }

    fn take_link(&mut self, line: TokenLine) {
        let hex = line.tokens.iter().rev().find(|token| token.kind.is_word());
        let hex = hex.map(|token| token.text.clone()).unwrap_or_default();
        let seat = self.letter.seat;
        if !seat.is_sealed() {
            self.wrong(line, Phrase::new("link-without-seal"));
        } else if !is_hex64(&hex) {
            self.wrong(line, Phrase::new("link-not-hex"));
        } else if !opens(&hex, &seat.seal) {
            self.wrong(line, Phrase::new("link-opens-nothing"));
        } else {
            self.receipt.link = Some(hex);
            self.say(line, Said::Done("link"));
        }
    }

    fn take_seal(&mut self, line: TokenLine) {
        let hex = line.tokens.iter().rev().find(|token| token.kind.is_word());
        let hex = hex.map(|token| token.text.clone()).unwrap_or_default();
        if !is_hex64(&hex) {
            self.wrong(line, Phrase::new("link-not-hex"));
        } else if self.letter.seats.iter().any(|seat| seat.seal == hex) {
            self.wrong(line, Phrase::new("seal-is-used"));
        } else {
            self.receipt.reseal = Some(hex);
            self.say(line, Said::Done("seal"));
        }
    }

    fn take_side(&mut self, line: TokenLine) {
        let named = line.tokens.get(1).and_then(|token| {
            G::Side::ALL.iter().copied().find(|side| {
                side.word()
                    .spellings()
                    .any(|spelling| spelling == token.text)
            })
        });
        match named.filter(|side| self.letter.seat.plays(side.id())) {
            Some(side) => {
                self.side = Some(side);
                self.chosen = true;
                self.say(line, Said::Done("as"));
            }
            None => {
                let sides = self
                    .letter
                    .seat
                    .sides
                    .iter()
                    .filter_map(|id| G::Side::from_id(id));
                let sides: Vec<Item> = sides.map(|side| Item::Word(side.word())).collect();
                self.wrong(line, Phrase::new("not-your-side").with("sides", sides));
            }
        }
    }

    fn take_standing(&mut self, line: TokenLine, from: usize, ask_me: bool) {
        let Some(side) = self.side else {
            return self.which_side(line);
        };
        let view = self.view(Some(side));
        match standing::read::<G>(&view, &line, from, ask_me) {
            Ok(row) if self.never_answers(&row).is_some() => {
                let what = self.never_answers(&row);
                self.wrong(line, what.unwrap_or_else(|| Phrase::new("wish-missing")));
            }
            Ok(row) if self.answers_nothing(&row, side) => {
                let kind = G::kinds().iter().find(|kind| kind.word.id() == row.kind);
                let what = Phrase::new("standing-answers-nothing");
                let what = match kind {
                    Some(kind) => what.with("word", Item::Word(kind.word)),
                    None => what.with("word", row.kind),
                };
                self.wrong(line, what);
            }
            Ok(row) => {
                let words = standing::standing_words::<G>(&row, self.letter.seat.lang, &view);
                self.receipt.brought.standing.push(StandingRow {
                    side: side.id().to_owned(),
                    letter: self.letter.number,
                    line: u32::try_from(line.number).unwrap_or(u32::MAX),
                    ..row
                });
                self.say(line, Said::Standing(words));
            }
            Err(problems) => self.say(line, Said::Wrong(problems)),
        }
    }

    /// Why a standing order can never answer anything: its question does not come again, or wants lines of its own.
    fn never_answers(&self, row: &StandingRow) -> Option<Phrase> {
        let kind = G::kinds().iter().find(|kind| kind.word.id() == row.kind)?;
        if row.wish == "forget" {
            return None;
        }
        if G::comes(self.letter.data, self.letter.state, kind).is_none() {
            let what = Phrase::new("never-again").with("kind", Item::Word(kind.word));
            return Some(what.with("word", kind.word.print(self.letter.seat.lang).to_owned()));
        }
        let named = G::standing_sheets()
            .iter()
            .any(|one| std::ptr::eq(*one, *kind));
        if row.wish != "prefer" || kind.rows.is_empty() || named {
            return None;
        }
        let mut words = vec![&NONE];
        let bare = G::bare_lines().iter().copied();
        words.extend(bare.filter(|word| kind.rows.contains(word)));
        let whole = |text: &String| words.iter().any(|word| word.id() == text);
        let words: Vec<Item> = words.iter().map(|word| Item::Word(word)).collect();
        let what = Phrase::new("standing-no-sheet").with("word", Item::Word(kind.word));
        (!row.prefer.iter().any(whole)).then(|| what.with("words", words))
    }

    /// Whether a question lies open that a standing order is about, and it does not answer that.
    fn answers_nothing(&self, row: &StandingRow, side: G::Side) -> bool {
        if row.wish != "prefer" || !row.condition.is_empty() {
            return false;
        }
        let view = self.view(Some(side));
        let mut open = self.letter.open.iter().filter(|question| {
            let kind = question.decision.kind();
            question.side == side && kind.word.id() == row.kind
        });
        open.any(|question| {
            let (kind, form) = (question.decision.kind(), self.form(question));
            let about = subject_words(&form, &view);
            let items = standing::wished_items::<G>(kind, &form, &row.prefer, &view);
            // Of things that are not on offer now it may be about another time.
            let spoken = items.len() == row.prefer.len();
            let picks = question.decision.policy(&view, &items);
            let stands =
                picks.is_some_and(|picks| question.decision.check(&view, &picks).is_empty());
            (row.subject.is_empty() || row.subject == about) && spoken && !stands
        })
    }

    /// The open question that is answered by a script, if there is one of the side he writes for.
    fn open_script(&self) -> Option<usize> {
        (0..self.letter.open.len()).find(|n| {
            let question = self.letter.open[*n];
            (!self.chosen || Some(question.side) == self.side)
                && matches!(self.forms()[*n].pick, Pick::Script { .. })
        })
    }

    /// A fork of a script that is not asked yet keeps its condition until the script is played.
    fn fork_ahead(&mut self, line: &TokenLine) -> bool {
        let colon = |token: &Token| token.kind == Mark::Colon || is(Some(token), &THEN);
        let from = if is(line.tokens.first(), &ELSE) {
            Some(1)
        } else {
            line.tokens.iter().position(colon).map(|at| at + 1)
        };
        let body = from.and_then(|from| line.tokens.get(from..));
        let view = self.view(self.side);
        let kind = body.and_then(|body| kind_at::<G>(&view, body));
        let Some(kind) =
            kind.filter(|kind| G::scripts().iter().any(|one| std::ptr::eq(*one, *kind)))
        else {
            return false;
        };
        let Some(side) = self.side else {
            return false;
        };
        let text = line.text.trim().to_owned();
        self.keep(line.clone(), side, kind, text, Vec::new());
        true
    }

    fn take_conditional(&mut self, line: TokenLine) {
        let Some(colon) = line
            .tokens
            .iter()
            .position(|token| token.kind == Mark::Colon)
        else {
            return self.wrong(line, Phrase::new("condition-without-colon"));
        };
        let condition = raw_text(&line, &line.tokens[1..colon]);
        let outcome = self.outcome(&line.tokens[1..colon]);
        let condition = outcome.unwrap_or(condition);
        let problems = super::condition_problems::<G>(&self.view(self.side), &condition);
        if !problems.is_empty() {
            let about = About::Text(
                crate::orders::token::span_of(&line.tokens[1..colon]).unwrap_or(line.span()),
            );
            let problems = problems
                .into_iter()
                .map(|problem| problem.about(about))
                .collect();
            return self.say(line, Said::Wrong(problems));
        }
        let when = vec!["if".to_owned(), condition.clone()];
        self.condition = Some(condition);
        self.take_ahead(line, colon + 1, when);
    }

    /// `it succeeds`, said of the order before, as a condition of the game.
    fn outcome(&self, tokens: &[Token]) -> Option<String> {
        let words = tokens.iter().filter(|token| token.kind.is_word());
        let words: Vec<&str> = words.map(|token| token.text.as_str()).collect();
        let said = |list: &[&[&str]]| list.iter().any(|said| words == *said);
        let fails = said(FAILS);
        if !fails && !said(SUCCEEDS) {
            return None;
        }
        let last = self.last.as_ref()?;
        let view = self.view(self.side);
        let word = row_words::<G>()
            .into_iter()
            .find(|word| is(words_first(last), word))?;
        let places = view.known().into_iter();
        let places: Vec<Item> = places.map(Item::Thing).collect();
        let offer = Names::new(&view).offer(&places);
        let from = last.tokens.iter().position(|token| token.kind.is_word())? + 1;
        (from..last.tokens.len()).find_map(|at| {
            let rest = last.tokens.get(at..)?;
            match offer.find_longest(rest) {
                Match::Found { item, .. } if rest[0].kind.is_word() => {
                    G::success(&view, word, item, fails)
                }
                _ => None,
            }
        })
    }

    /// The open question that takes one line after the other: `attack ...`, and when it is asked again the next.
    fn one_by_one(&self) -> Option<usize> {
        (0..self.letter.open.len()).find(|n| {
            let question = self.letter.open[*n];
            (!self.chosen || Some(question.side) == self.side)
                && is_list::<G>(question.decision.kind(), &self.forms()[*n])
        })
    }

    /// `stop if lost 159`: behind it nothing is carried out if that holds when it is reached.
    fn take_stop(&mut self, line: &TokenLine) {
        let tokens = line.tokens.get(2..).unwrap_or_default();
        let condition = self
            .outcome(tokens)
            .unwrap_or_else(|| raw_text(line, tokens));
        let problems = super::condition_problems::<G>(&self.view(self.side), &condition);
        let Some(question) = self.one_by_one().map(|n| self.letter.open[n]) else {
            return;
        };
        if !problems.is_empty() {
            let about = crate::orders::token::span_of(tokens).unwrap_or(line.span());
            let told = problems
                .into_iter()
                .map(|one| one.about(About::Text(about)));
            return self.say(line.clone(), Said::Wrong(told.collect()));
        }
        let (side, kind) = (question.side, question.decision.kind());
        let when = vec!["if".to_owned(), condition];
        self.keep(line.clone(), side, kind, STOP.id().to_owned(), when);
    }

    fn take_else(&mut self, line: TokenLine) {
        let Some(condition) = self.condition.take() else {
            return self.wrong(line, Phrase::new("else-without-if"));
        };
        let from = if line
            .tokens
            .get(1)
            .is_some_and(|token| token.kind == Mark::Colon)
        {
            2
        } else {
            1
        };
        self.take_ahead(line, from, vec!["unless".to_owned(), condition]);
    }

    fn take_order(&mut self, line: TokenLine) {
        let open: Vec<usize> = (0..self.letter.open.len())
            .filter(|n| !self.chosen || Some(self.letter.open[*n].side) == self.side)
            .collect();
        let forms: Vec<Form> = open.iter().map(|n| self.forms()[*n].clone()).collect();
        let line = match plain_answer(line, &forms) {
            Ok(line) => line,
            Err(line) => {
                let what = Problem::new(Phrase::new("talk")).about(About::Text(line.span()));
                return self.say(line, Said::NoOrder(what));
            }
        };
        let all: Vec<&Form> = forms.iter().collect();
        let side = open
            .first()
            .map(|n| self.letter.open[*n].side)
            .or(self.side);
        let view = self.view(side);
        // A bare `none` says it all where one sheet is open.
        let word = line.tokens.iter().find(|token| token.kind.is_word());
        if let ([only], [form]) = (open.as_slice(), all.as_slice())
            && line.tokens.len() == 1
            && is(word, &NONE)
            && matches!(
                form.pick,
                Pick::Sheet { .. } | Pick::Script { .. } | Pick::Some { min: 0, .. }
            )
        {
            let text = format!("{} {}", form.word.id(), NONE.id());
            return self.bound[*only].push(TokenLine::new(line.number, text));
        }
        match Reader::new(&view).head(&line, &all) {
            HeadMatch::Form { form, .. } => self.bound[open[form]].push(line),
            HeadMatch::Unclear {
                forms: maybe,
                problem,
            } => {
                // What only one of them can read is meant for that one, and a mistake in it is its.
                let reads = |n: &&usize| {
                    let question = self.letter.open[open[**n]];
                    let view = self.view(Some(question.side));
                    read_line(&mut Reader::new(&view), &forms[**n], &line).is_ok()
                };
                let readers: Vec<usize> = maybe.iter().filter(reads).copied().collect();
                match (readers.as_slice(), maybe.as_slice()) {
                    ([only], _) | ([], [only]) => self.bound[open[*only]].push(line),
                    _ if self.letter.seat.sides.len() > 1 && !self.chosen => {
                        self.which_side(line);
                    }
                    _ => self.say(line, Said::Wrong(vec![problem])),
                }
            }
            HeadMatch::Nothing { problem } if kind_at::<G>(&view, &line.tokens).is_none() => {
                match implied(&view, &line, &forms, self.letter.seat.lang) {
                    Implied::Order { form, line } => self.bound[open[form]].push(line),
                    Implied::WordMissing { form, problem } => {
                        if forms[form].pick.rows().is_some() {
                            // It waits to be mended with the rest of its sheet.
                            self.known.push((line.number, problem));
                            self.bound[open[form]].push(line);
                        } else {
                            self.say(line, Said::Wrong(vec![problem]));
                        }
                    }
                    Implied::Nothing => self.take_unasked(line, problem),
                }
            }
            HeadMatch::Nothing { problem } => self.take_unasked(line, problem),
        }
    }

    /// Whether a line looks like a row of an open sheet with its word misspelt: then it waits to be mended there.
    fn misspelt(&self, line: &TokenLine, words: &[String]) -> Option<usize> {
        let first = line.tokens.iter().find(|token| token.kind.is_word())?;
        let long = first.text.chars().count() > 3 && line.tokens.len() > 1;
        (0..self.letter.open.len()).filter(|_| long).find(|n| {
            let question = self.letter.open[*n];
            let rows = self.forms()[*n].pick.rows().unwrap_or_default();
            let spelt = |row: &Row| {
                row.word
                    .spellings()
                    .any(|one| words.iter().any(|w| w == one))
            };
            (!self.chosen || Some(question.side) == self.side) && rows.iter().any(spelt)
        })
    }

    /// A line that answers no open question of his.
    fn take_unasked(&mut self, line: TokenLine, problem: Problem) {
        let theirs: Vec<(Form, String)> = self
            .letter
            .others
            .iter()
            .map(|question| {
                let desk = question.decision.kind().desk;
                let seat = who(self.letter.seats, question.side.id(), desk);
                (
                    self.form(question),
                    seat.map(|seat| seat.name.clone()).unwrap_or_default(),
                )
            })
            .collect();
        let forms: Vec<&Form> = theirs.iter().map(|(form, _)| form).collect();
        let view = self.view(self.side);
        if let HeadMatch::Form { form, .. } = Reader::new(&view).head(&line, &forms)
            && kind_at::<G>(&view, &line.tokens).is_some()
        {
            let seat = theirs[form].1.clone();
            return self.wrong(line, Phrase::new("not-your-desk").with("seat", seat));
        }
        if kind_at::<G>(&view, &line.tokens).is_some() {
            return self.take_ahead(line, 0, Vec::new());
        }
        let mut problem = problem;
        let mut names = Names::new(&view);
        let commands: Vec<Item> = ALL.iter().map(|word| Item::Word(word)).collect();
        let kinds: Vec<Item> = kind_words::<G>()
            .map(|(word, _)| Item::Word(word))
            .collect();
        let (kinds, commands) = (names.offer(&kinds), names.offer(&commands));
        let first = line.tokens.get(..1).unwrap_or_default();
        for words in suggest(first, &[&kinds, &commands], &view) {
            if !problem.instead.contains(&words) && problem.instead.len() < 3 {
                problem.instead.push(words);
            }
        }
        if let Some((only, mended)) = self.mended_word(&line, &problem.instead) {
            self.bound[only].push(mended);
            return;
        }
        if let Some(sheet) = self.misspelt(&line, &problem.instead) {
            self.known.push((line.number, problem));
            self.bound[sheet].push(line);
            return;
        }
        // What resembles no order is talk; what resembles one was meant as one, and so is what speaks of his units.
        let said = match turned::speaks_of_orders(&line, &view) {
            Some(unit) if problem.instead.is_empty() => {
                Said::Wrong(vec![self.no_word(&line, &unit)])
            }
            _ if problem.instead.is_empty() => Said::NoOrder(problem),
            _ => Said::Wrong(vec![problem]),
        };
        self.say(line, said);
    }

    /// What is said of a line that speaks of a unit and begins with no order.
    fn no_word(&self, line: &TokenLine, unit: &[Token]) -> Problem {
        let mut words: Vec<Item> = Vec::new();
        for form in self.forms() {
            let rows = form.pick.rows().unwrap_or_default().iter();
            for row in rows.filter(|row| !row.subjects.is_empty()) {
                if !words.contains(&Item::Word(row.word)) {
                    words.push(Item::Word(row.word));
                }
            }
        }
        if words.is_empty() {
            words.extend(row_words::<G>().into_iter().map(Item::Word));
        }
        let raw: Vec<&str> = unit.iter().map(|token| token.raw.as_str()).collect();
        let what = Phrase::new("word-missing")
            .with("text", raw.join(" "))
            .with("words", words);
        let about = crate::orders::token::span_of(unit).unwrap_or(line.span());
        Problem::new(what).about(About::Text(about))
    }

    /// The line with a slip in its word mended, if it can then be read as an answer that nothing else could be.
    fn mended_word(&self, line: &TokenLine, words: &[String]) -> Option<(usize, TokenLine)> {
        let [word] = words else { return None };
        let first = line.tokens.iter().position(|token| token.kind.is_word())?;
        let token = line.tokens.get(first)?;
        if token.text.chars().count() < 4 || line.tokens.len() < first + 2 {
            return None;
        }
        let from = token.span.from.saturating_sub(1);
        let behind: String = line
            .text
            .chars()
            .skip(token.span.to.saturating_sub(1))
            .collect();
        let before: String = line.text.chars().take(from).collect();
        let mended = TokenLine::new(line.number, format!("{before}{word}{behind}"));
        let mut readers = self.readers(&mended);
        let only = readers.next().filter(|_| readers.next().is_none());
        only.map(|only| (only, mended.clone()))
    }

    /// The open questions that a line can be read as an answer to.
    fn readers<'a>(&'a self, line: &'a TokenLine) -> impl Iterator<Item = usize> + 'a {
        (0..self.letter.open.len()).filter(move |n| {
            let question = self.letter.open[*n];
            let view = self.view(Some(question.side));
            (!self.chosen || Some(question.side) == self.side)
                && read_line(&mut Reader::new(&view), &self.forms()[*n], line).is_ok()
        })
    }

    /// A line for a question that has not come yet.
    fn take_ahead(&mut self, line: TokenLine, from: usize, when: Vec<String>) {
        let view = self.view(self.side);
        let tokens: Vec<Token> = line.tokens.get(from..).unwrap_or_default().to_vec();
        let kinds = kinds_at::<G>(&view, &tokens);
        let Some(any) = kinds.first().copied() else {
            let first = tokens.get(..1).unwrap_or_default();
            let words: Vec<Item> = G::kinds()
                .iter()
                .map(|kind| Item::Word(kind.word))
                .collect();
            let mut names = Names::new(&view);
            let offer = names.offer(&words);
            let text = first
                .first()
                .map(|token| token.raw.clone())
                .unwrap_or_default();
            let what = Phrase::new("unknown-order")
                .with("text", text)
                .with("words", words);
            let about = crate::orders::token::span_of(first).unwrap_or(line.span());
            let mut problem = Problem::new(what).about(About::Text(about));
            problem.instead = suggest(first, &[&offer], &view);
            return self.say(line, Said::Wrong(vec![problem]));
        };
        let Some(side) = self.side else {
            return self.which_side(line);
        };
        let kind = match self.soonest(kinds, side, &tokens) {
            Ok(kind) => kind,
            Err(why) => {
                let first = tokens.get(..1).unwrap_or_default();
                let about = crate::orders::token::span_of(first).unwrap_or(line.span());
                let word = first.first().map(|token| token.raw.clone());
                let what = Phrase::new(why)
                    .with("word", word.unwrap_or_default())
                    .with("kind", Item::Word(any.word));
                let problem = Problem::new(what).about(About::Text(about));
                return self.say(line, Said::Wrong(vec![problem]));
            }
        };
        let strange = standing::strange_words::<G>(kind, &tokens, &view);
        if !strange.is_empty() {
            return self.say(line, Said::Wrong(strange));
        }
        // If its question happens to be open, what is wrong with the line can be told now.
        let rest = TokenLine {
            tokens,
            ..line.clone()
        };
        for question in self
            .letter
            .open
            .iter()
            .filter(|question| question.side == side)
        {
            if !std::ptr::eq(question.decision.kind(), kind) {
                continue;
            }
            let form = self.form(question);
            // What comes later in a list meets another position.
            if is_list::<G>(kind, &form) {
                continue;
            }
            if let Err(problems) = read_line(&mut Reader::new(&view), &form, &rest) {
                return self.say(line, Said::Wrong(problems));
            }
        }
        let text = raw_text(&rest, &rest.tokens);
        self.keep(line, side, kind, text, when);
    }

    /// Of the kinds a line may be meant for the one that comes soonest; else why there is none.
    fn soonest(
        &self,
        kinds: Vec<&'static Kind>,
        side: G::Side,
        tokens: &[Token],
    ) -> Result<&'static Kind, &'static str> {
        let (data, state) = (self.letter.data, self.letter.state);
        let mut coming: Vec<(Coming, &'static Kind)> = kinds
            .into_iter()
            .filter_map(|kind| Some((G::comes(data, state, kind)?, kind)))
            .collect();
        if coming.is_empty() {
            return Err("never-again");
        }
        coming.sort_by_key(|(soon, _)| *soon);
        let view = self.view(Some(side));
        // A sheet that lies open and has no such line is not what he means, if another follows in this turn.
        let idle = |kind: &'static Kind| {
            let mut open = self.letter.open.iter();
            let question = open.find(|question| {
                question.side == side && std::ptr::eq(question.decision.kind(), kind)
            });
            let form = question.map(|question| self.form(question));
            let Some(Pick::Sheet { rows, .. }) = form.map(|form| form.pick) else {
                return false;
            };
            let own = std::iter::once(kind.word);
            let words = own.chain(rows.iter().map(|row| row.word));
            let words: Vec<Item> = words.map(Item::Word).collect();
            !named_by(&view, &words, tokens)
        };
        let mut passed = false;
        for (soon, kind) in coming {
            if passed && matches!(soon, Coming::Later(_)) {
                break;
            }
            if !idle(kind) {
                return Ok(kind);
            }
            passed = true;
        }
        Err("nobody-can")
    }

    pub(super) fn form(&self, question: &Question<G>) -> Form {
        question.decision.form(&self.view(Some(question.side)))
    }

    /// The forms of the open questions, in their order.
    fn forms(&self) -> &[Form] {
        let make = || self.letter.open.iter().map(|question| self.form(question));
        self.forms.get_or_init(|| make().collect())
    }
}
