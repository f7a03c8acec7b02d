//! Reading of matched items: `a > b`, `a on b`, `a, b sur c`.

use super::super::form::{Pick, Picks};
use super::super::grammar::Glue;
use super::super::item::Item;
use super::super::names::{Match, Offer};
use super::super::phrase::{Phrase, Span};
use super::super::token::{Kind, Token, span_of};
use super::list::glue_at;
use super::{Session, skip};

/// The left sides, the right sides, and how often each right side may be used.
type Sides<'a> = (&'a [Item], &'a [Item], usize);

impl Session<'_, '_> {
    pub(super) fn pairs(
        &mut self,
        pick: &Pick,
        (from, to, each): Sides<'_>,
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let lefts = self.offer(from);
        let rights = self.offer(to);
        let first = skip(tokens, 0);
        if first == tokens.len() {
            self.missing(pick, at);
            return None;
        }
        if glue_at(&lefts, tokens, first) == Some(Glue::None) {
            self.leftover(tokens.get(first + 1..).unwrap_or_default());
            return Some(Picks::Pairs(Vec::new()));
        }
        // Where there is one partner alone nobody need name it.
        let only = match to {
            [only] => Some(*only),
            _ => None,
        };
        let written = self.written_pairs(&lefts, (&rights, only), tokens);
        let mut pairs: Vec<(Item, Item)> = Vec::with_capacity(written.len());
        for ((left, span), (right, right_span)) in written {
            if pairs.iter().any(|(l, _)| *l == left) {
                self.twice(left, span);
                continue;
            }
            self.wrote(left, span);
            self.wrote(right, right_span);
            pairs.push((left, right));
            let n = pairs.iter().filter(|(_, r)| *r == right).count();
            if n > each {
                self.wrong(right_span, super::super::fits::too_often(right, n, each));
            }
        }
        pairs.sort_by_key(|(left, _)| from.iter().position(|item| item == left));
        Some(Picks::Pairs(pairs))
    }

    fn written_pairs(
        &mut self,
        lefts: &Offer,
        (rights, only): (&Offer, Option<Item>),
        tokens: &[Token],
    ) -> Vec<((Item, Span), (Item, Span))> {
        let mut pairs = Vec::new();
        let mut waiting: Vec<(Item, Span)> = Vec::new();
        let mut at = 0;
        while let Some(left) = self.next_item(lefts, tokens, &mut at) {
            waiting.push(left);
            let rest = tokens.get(at..).unwrap_or_default();
            let between = rest.iter().take_while(|t| is_between(t)).count();
            let joined = rest.iter().take(between).any(is_joint);
            let rest = rest.get(between..).unwrap_or_default();
            if rest
                .first()
                .is_none_or(|token| !joined && is_parting(token))
            {
                continue;
            }
            match rights.find(rest) {
                Match::Found { item, used, .. } => {
                    let span = span_of(rest.get(..used).unwrap_or_default()).unwrap_or_default();
                    pairs.extend(waiting.drain(..).map(|left| (left, (item, span))));
                    at += between + used.max(1);
                }
                Match::Ambiguous { items, used } if joined => {
                    self.ambiguous(rest.get(..used).unwrap_or_default(), items);
                    waiting.clear();
                    at += between + used.max(1);
                }
                Match::Unknown if joined => {
                    at += between + self.unknown(rights, rest);
                    waiting.clear();
                }
                _ => {}
            }
        }
        for (item, span) in waiting {
            if let Some(only) = only {
                pairs.push(((item, span), (only, span)));
                continue;
            }
            self.wrong(span, Phrase::new("pair-open").with("item", item));
        }
        pairs
    }
}

/// What may stand between the two sides.
fn is_between(token: &Token) -> bool {
    is_joint(token) || token.kind.is_soft() || token.glue == Some(Glue::Filler)
}

/// What says that a right side follows.
fn is_joint(token: &Token) -> bool {
    matches!(token.kind, Kind::Arrow | Kind::Colon | Kind::Equals) || token.glue == Some(Glue::On)
}

/// What says that another left side follows.
fn is_parting(token: &Token) -> bool {
    !token.kind.is_word() || token.glue == Some(Glue::And)
}
