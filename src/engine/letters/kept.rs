//! Lines for later, and lines of letters before that are taken back.

use super::alike::{alike, beginning};
use super::receive::{Gone, Mended, Receiving, Said};
use super::replace::{Replaces, replaces};
use crate::engine::decision::{Kind, Question};
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::SentRow;
use crate::engine::record::LineId;
use crate::orders::token::TokenLine;
use crate::orders::{Item, Phrase};

/// Of a hundred words that name the line to be taken back so many must be in it.
const NAMED: usize = 50;

const fn id(row: &SentRow) -> LineId {
    LineId {
        letter: row.letter,
        line: row.line,
    }
}

impl<G: Game> Receiving<'_, G> {
    /// Takes a line that says that this letter replaces those before; gives what of it is an order.
    pub(super) fn replaces(&mut self, line: TokenLine) -> Option<TokenLine> {
        match replaces(&line) {
            Replaces::No => Some(line),
            Replaces::All => {
                self.replaced = true;
                self.say(line, Said::Done("instead"));
                None
            }
            Replaces::AllBefore(at) => {
                self.replaced = true;
                Some(TokenLine {
                    tokens: line.tokens.get(at..).unwrap_or_default().to_vec(),
                    ..line
                })
            }
        }
    }

    /// Keeps a line until its question comes. It mends one that begins alike, else it joins those kept before.
    pub(super) fn keep(
        &mut self,
        line: TokenLine,
        side: G::Side,
        kind: &'static Kind,
        text: String,
        when: Vec<String>,
    ) {
        let row = SentRow {
            side: side.id().to_owned(),
            letter: self.letter.number,
            line: u32::try_from(line.number).unwrap_or(u32::MAX),
            text,
            bound: String::new(),
            kind: kind.word.id().to_owned(),
            when,
            partial: false,
        };
        let begins = |text: &str| beginning(&TokenLine::new(1, text));
        // Who is asked about nothing in particular can be asked one thing only.
        let one = kind.rows.is_empty() && kind.speaks.of.is_some_and(<[_]>::is_empty);
        let same = |old: &&SentRow| {
            (&old.side, &old.kind, &old.when) == (&row.side, &row.kind, &row.when)
                && (one || begins(&old.text) == begins(&row.text))
        };
        if !self.receipt.retract {
            for old in self.letter.tray.sent.iter().filter(same) {
                self.receipt.brought.drops.push(id(old));
                if old.text != row.text {
                    let was = vec![old.text.clone()];
                    self.receipt.mended.push(Mended { id: id(&row), was });
                }
            }
        }
        self.receipt.brought.sent.push(row);
        self.say(line, Said::Kept(kind.word.id()));
    }

    /// Drops the list of a question that is answered anew, or only its next line: that stood in the way, or the question
    /// would not be open.
    pub(super) fn drop_list(&mut self, question: &Question<G>, next: bool) {
        if self.receipt.retract {
            return;
        }
        let view = self.view(Some(question.side));
        let (side, kind) = (question.side.id(), question.decision.kind().word.id());
        let holds = |row: &SentRow| match row.when.as_slice() {
            [word, condition] => (word == "if") == super::holds::<G>(&view, condition),
            _ => true,
        };
        let of_list = |row: &&SentRow| row.side == side && row.kind == kind;
        let list = self.letter.tray.sent.iter().filter(of_list);
        let list: Vec<&SentRow> = match next {
            true => list.filter(|row| holds(row)).take(1).collect(),
            false => list.collect(),
        };
        for old in list {
            if self.receipt.brought.drops.contains(&id(old)) {
                continue;
            }
            self.receipt.brought.drops.push(id(old));
            self.receipt.gone.push(Gone {
                was: vec![old.text.clone()],
                refused: false,
            });
        }
    }

    /// Drops the lines kept before of the kinds that a replacing letter speaks of.
    pub(super) fn drop_kept(&mut self) {
        if !self.replaced || self.receipt.retract {
            return;
        }
        let brought = &self.receipt.brought;
        let spoken_of = |old: &&SentRow| {
            let mut new = brought.sent.iter();
            new.any(|new| (&new.side, &new.kind) == (&old.side, &old.kind))
        };
        let gone = |old: &&SentRow| !brought.drops.contains(&id(old));
        let old: Vec<&SentRow> = self
            .letter
            .tray
            .sent
            .iter()
            .filter(spoken_of)
            .filter(gone)
            .collect();
        for old in old {
            self.receipt.brought.drops.push(id(old));
            let was = vec![old.text.clone()];
            self.receipt.gone.push(Gone {
                was,
                refused: false,
            });
        }
    }

    /// Takes back one line: `retract move a`. It is found by its words.
    pub(super) fn take_back(&mut self, line: TokenLine) {
        let text = super::standing::raw_text(&line, line.tokens.get(1..).unwrap_or_default());
        // How well each line that stands is named: those for open questions, then those for later.
        let mut named: Vec<(usize, Target)> = Vec::new();
        for (n, question) in self.letter.open.iter().enumerate() {
            let form = self.form(question);
            let view = self.view(Some(question.side));
            for old in &self.before(question) {
                let said = self.spoken(&form, &old.words, &view).join(" ");
                let score = alike(&text, &said).max(alike(&text, &old.words));
                let line = Target::Said(n, old.words.clone(), said);
                named.push((score, line));
            }
        }
        let mine = |row: &&SentRow| self.letter.seat.plays(&row.side);
        for row in self.letter.tray.sent.iter().filter(mine) {
            if !self.receipt.brought.drops.contains(&id(row)) {
                named.push((
                    alike(&text, &row.text),
                    Target::Kept(id(row), row.text.clone()),
                ));
            }
        }
        let best = named.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let mut found = named.into_iter().filter(|(score, _)| *score == best);
        let (Some((_, target)), None, true) = (found.next(), found.next(), best >= NAMED) else {
            let what = Phrase::new("nothing-to-take-back").with("text", text);
            let what = what.with("word", Item::Word(&super::words::RETRACT));
            return self.wrong(line, what);
        };
        let was = match target {
            Target::Said(n, words, said) => {
                let key = self.letter.open[n].key.clone();
                self.taken_back.push((key, words));
                self.changed.push(n);
                said
            }
            Target::Kept(id, text) => {
                self.receipt.brought.drops.push(id);
                text
            }
        };
        self.receipt.gone.push(Gone {
            was: vec![was],
            refused: false,
        });
        self.say(line, Said::Done("taken-back"));
    }
}

/// What a line may take back.
enum Target {
    /// A line for the nth open question.
    Said(usize, String, String),
    /// A line kept for later.
    Kept(LineId, String),
}
