//! Reading of numbers given to items: `hipper 2, z10 1` or `2 hipper, 1 z10`.

use super::super::form::{Pick, Picks};
use super::super::grammar::Glue;
use super::super::item::Item;
use super::super::names::Offer;
use super::super::phrase::{Phrase, Span};
use super::super::token::{Kind, Token};
use super::list::glue_at;
use super::{Session, skip};

/// An item with its number, if one was written, and where.
type Given = (Item, Option<i32>, Span);

impl Session<'_, '_> {
    pub(super) fn share(
        &mut self,
        pick: &Pick,
        of: &[(Item, i32)],
        (min, max): (i32, i32),
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let items: Vec<Item> = of.iter().map(|(item, _)| *item).collect();
        let offer = self.offer(&items);
        let first = skip(tokens, 0);
        if first == tokens.len() {
            self.missing(pick, at);
            return None;
        }
        let mut given = Vec::new();
        if glue_at(&offer, tokens, first) == Some(Glue::None) {
            self.leftover(tokens.get(first + 1..).unwrap_or_default());
        } else {
            given = self.given(&offer, tokens);
        }
        // `losses: hipper` needs no number if all must go somewhere.
        if let [(_, amount @ None, _)] = given.as_mut_slice()
            && min == max
        {
            *amount = Some(min);
        }
        let share = self.amounts(of, &given);
        let sum = share
            .iter()
            .fold(0_i32, |sum, (_, n)| sum.saturating_add(*n));
        if self.problems.is_empty() || given.iter().all(|(_, n, _)| n.is_some()) {
            if sum > max {
                self.wrong(
                    at,
                    Phrase::new("share-too-much")
                        .with("n", sum)
                        .with("max", max),
                );
            } else if sum < min {
                self.wrong(
                    at,
                    Phrase::new("share-too-little")
                        .with("n", sum)
                        .with("min", min),
                );
            }
        }
        Some(Picks::Share(share))
    }

    /// Checks each number, and brings them into the form's order.
    fn amounts(&mut self, of: &[(Item, i32)], given: &[Given]) -> Vec<(Item, i32)> {
        let mut amounts: Vec<Option<i32>> = vec![None; of.len()];
        for (item, amount, span) in given {
            let Some(slot) = of.iter().position(|(i, _)| i == item) else {
                continue;
            };
            let most = of.get(slot).map_or(0, |(_, most)| *most);
            match (amount, amounts.get_mut(slot)) {
                (None, _) => self.wrong(*span, Phrase::new("share-number").with("item", *item)),
                (Some(_), Some(Some(_))) => self.twice(*item, *span),
                (Some(n), Some(slot)) => {
                    *slot = Some(*n);
                    self.wrote(*item, *span);
                    if *n < 0 || *n > most {
                        let what = Phrase::new("share-above").with("item", *item);
                        self.wrong(*span, what.with("n", *n).with("max", most));
                    }
                }
                (Some(_), None) => {}
            }
        }
        let share = of.iter().zip(amounts);
        share
            .filter_map(|((item, _), n)| n.filter(|n| *n > 0).map(|n| (*item, n)))
            .collect()
    }

    /// Reads items and numbers, the item first or else the number first, whichever makes sense.
    fn given(&mut self, offer: &Offer, tokens: &[Token]) -> Vec<Given> {
        let mark = self.mark();
        let given = self.given_in_order(offer, tokens, false);
        let numbered = given.iter().all(|(_, n, _)| n.is_some());
        if self.mark().0 == mark.0 && (numbered || given.len() == 1) {
            return given;
        }
        let problems = self.problems.split_off(mark.0);
        let other = self.given_in_order(offer, tokens, true);
        if self.problems.len() == mark.0 && other.iter().all(|(_, n, _)| n.is_some()) {
            return other;
        }
        self.back(mark);
        self.problems.extend(problems);
        given
    }

    fn given_in_order(
        &mut self,
        offer: &Offer,
        tokens: &[Token],
        number_first: bool,
    ) -> Vec<Given> {
        let mut given = Vec::new();
        let mut at = 0;
        loop {
            let mut amount = None;
            if number_first {
                at = skip(tokens, at);
                amount = tokens.get(at).and_then(Token::amount);
                at += usize::from(amount.is_some());
            }
            let Some((item, mut span)) = self.next_item(offer, tokens, &mut at) else {
                // A number without an item after it is a mistake in this order of words.
                if amount.is_some() {
                    self.leftover(tokens.get(at.saturating_sub(1)..).unwrap_or_default());
                }
                return given;
            };
            if !number_first {
                let next = tokens.get(at..).unwrap_or_default();
                let signs = next.iter().take_while(|t| is_sign(t)).count();
                if let Some(token) = next.get(signs)
                    && let Some(number) = token.amount()
                {
                    amount = Some(number);
                    span.to = token.span.to;
                    at += signs + 1;
                }
            }
            given.push((item, amount, span));
        }
    }
}

/// Marks and words that may stand between an item and its number.
fn is_sign(token: &Token) -> bool {
    matches!(
        token.kind,
        Kind::Colon | Kind::Equals | Kind::Open | Kind::Close | Kind::Dash
    ) || token.glue == Some(Glue::Filler)
}
