//! Reading of picks that are items in a row: one, some, an order.

use super::super::form::{Pick, Picks};
use super::super::grammar::Glue;
use super::super::item::Item;
use super::super::names::{Match, Offer};
use super::super::phrase::{Phrase, Span};
use super::super::runs;
use super::super::token::{Token, span_of};
use super::{Session, skip};

impl Session<'_, '_> {
    pub(super) fn one(
        &mut self,
        pick: &Pick,
        items: &[Item],
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let offer = self.offer(items);
        if let Some((place, span)) = self.where_it_stands(&offer, tokens) {
            self.wrote(place, span);
            return Some(Picks::One(place));
        }
        let mut next = 0;
        let before = self.problems.len();
        let Some((item, span)) = self.next_item(&offer, tokens, &mut next) else {
            if self.problems.len() == before {
                self.missing(pick, at);
            }
            return None;
        };
        self.wrote(item, span);
        let rest = tokens.get(skip(tokens, next)..).unwrap_or_default();
        match self.look(&offer, rest) {
            Match::Found {
                item: again, used, ..
            } if again == item => {
                self.leftover(rest.get(used..).unwrap_or_default());
            }
            Match::Found { .. } => {
                let what = Phrase::new("too-many")
                    .with("n", Item::Number(2))
                    .with("max", Item::Number(1));
                self.wrong(span_of(rest).unwrap_or(at), what);
            }
            _ => self.leftover(rest),
        }
        Some(Picks::One(item))
    }

    pub(super) fn some(
        &mut self,
        pick: &Pick,
        of: &[Item],
        (min, max): (usize, usize),
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let offer = self.offer(of);
        let written = runs::written_out(&offer, tokens);
        let tokens = written.as_deref().unwrap_or(tokens);
        let first = skip(tokens, 0);
        let before = self.problems.len();
        let mut chosen = vec![false; of.len()];
        match glue_at(&offer, tokens, first) {
            _ if first == tokens.len() => {
                self.missing(pick, at);
                return None;
            }
            Some(Glue::None) => self.leftover(tokens.get(first + 1..).unwrap_or_default()),
            Some(Glue::All) => {
                chosen.fill(true);
                let next = skip(tokens, first + 1);
                if glue_at(&offer, tokens, next) == Some(Glue::But) {
                    let rest = tokens.get(next + 1..).unwrap_or_default();
                    if skip(rest, 0) == rest.len() {
                        self.missing(pick, at);
                    }
                    self.choose(&offer, rest, of, &mut chosen, false);
                } else {
                    self.leftover(tokens.get(next..).unwrap_or_default());
                }
            }
            _ => self.choose(&offer, tokens, of, &mut chosen, true),
        }
        if self.problems.len() > before {
            return None;
        }
        let list: Vec<Item> = of
            .iter()
            .zip(chosen)
            .filter_map(|(item, chosen)| chosen.then_some(*item))
            .collect();
        self.count(list.len(), min, max, at);
        Some(Picks::List(list))
    }

    pub(super) fn order(
        &mut self,
        pick: &Pick,
        items: &[Item],
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let offer = self.offer(items);
        let written = runs::written_out(&offer, tokens);
        let tokens = written.as_deref().unwrap_or(tokens);
        let first = skip(tokens, 0);
        if first == tokens.len() {
            self.missing(pick, at);
            return None;
        }
        let mut list = Vec::with_capacity(items.len());
        // `none` and `all` rank nobody above the others.
        if let Some(Glue::None | Glue::All) = glue_at(&offer, tokens, first) {
            self.leftover(tokens.get(first + 1..).unwrap_or_default());
        } else {
            let mut next = 0;
            while let Some((item, span)) = self.next_item(&offer, tokens, &mut next) {
                if list.contains(&item) {
                    self.twice(item, span);
                } else {
                    self.wrote(item, span);
                    list.push(item);
                }
            }
        }
        for item in items {
            if !list.contains(item) {
                list.push(*item);
            }
        }
        Some(Picks::List(list))
    }

    /// Reads a list and sets its members to `value`.
    fn choose(
        &mut self,
        offer: &Offer,
        tokens: &[Token],
        of: &[Item],
        chosen: &mut [bool],
        value: bool,
    ) {
        let mut next = 0;
        while let Some((item, span)) = self.next_item(offer, tokens, &mut next) {
            let slot = of
                .iter()
                .position(|i| *i == item)
                .and_then(|i| chosen.get_mut(i));
            match slot {
                Some(slot) if *slot != value => {
                    *slot = value;
                    self.wrote(item, span);
                }
                _ => self.twice(item, span),
            }
        }
    }

    pub(super) fn twice(&mut self, item: Item, span: Span) {
        self.wrong(span, Phrase::new("twice").with("item", item));
    }

    /// Notes that too few or too many were chosen.
    pub(super) fn count(&mut self, n: usize, min: usize, max: usize, at: Span) {
        if let Some(what) = super::super::fits::miscount(n, min, max) {
            self.wrong(at, what);
        }
    }
}

/// What the small word at a place does, unless an item of the offer is spelt so.
pub(super) fn glue_at(offer: &Offer, tokens: &[Token], at: usize) -> Option<Glue> {
    let rest = tokens.get(at..)?;
    let glue = rest.first()?.glue?;
    (offer.find_exact(rest) == Match::Unknown).then_some(glue)
}
