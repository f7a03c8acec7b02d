//! Reading of a whole number.

use super::super::form::{Pick, Picks};
use super::super::grammar::Glue;
use super::super::item::Item;
use super::super::phrase::{Phrase, Span};
use super::super::token::{Kind, Token, span_of};
use super::{Session, quoted, skip};

impl Session<'_, '_> {
    pub(super) fn number(
        &mut self,
        pick: &Pick,
        (min, max): (i32, i32),
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let first = skip(tokens, 0);
        let Some(token) = tokens.get(first) else {
            self.missing(pick, at);
            return None;
        };
        let amount = match token.glue {
            Some(Glue::None) => Some(0),
            _ => token.amount(),
        };
        let rest = tokens.get(first + 1..).unwrap_or_default();
        let Some(mut number) = amount else {
            let words = tokens.get(first..).unwrap_or_default();
            let words = words.iter().take_while(|t| t.kind.is_word()).count();
            let text = tokens.get(first..first + words).unwrap_or_default();
            let what = Phrase::new("not-a-number").with("text", quoted(text));
            let what = what.with("min", min).with("max", max);
            self.wrong(span_of(text).unwrap_or(at), what);
            return None;
        };
        // `- 2`: some phones put a blank behind the sign; `bid - 3` is a dash.
        let signed = first > 0 && tokens.get(first - 1).is_some_and(|t| t.kind == Kind::Dash);
        if signed && min < 0 && number > 0 {
            number = -number;
        }
        self.wrote(Item::Number(number), token.span);
        if number < min || number > max {
            let what = Phrase::new("out-of-range")
                .with("n", number)
                .with("min", min)
                .with("max", max);
            self.wrong(token.span, what);
        }
        self.leftover(rest);
        Some(Picks::Number(number))
    }
}
