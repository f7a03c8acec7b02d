//! Reading of named parts on one line: `units stuka1, stuka2 target 5 base 3`.

use std::borrow::Cow;

use super::super::form::{Part, Pick, Picks};
use super::super::grammar::Glue;
use super::super::item::Item;
use super::super::names::{Match, Offer};
use super::super::phrase::{Phrase, Span};
use super::super::token::{Kind, Token, span_of};
use super::{Session, skip};

/// The tokens of one part, and its keyword's place if it was written.
struct Segment<'t> {
    part: usize,
    keyword: Option<Span>,
    tokens: Cow<'t, [Token]>,
}

impl Session<'_, '_> {
    pub(super) fn parts(
        &mut self,
        pick: &Pick,
        parts: &[Part],
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let first = skip(tokens, 0);
        if first == tokens.len() {
            // Where nothing must be said the keyword says it all: `pass`, `land 310`.
            if parts.iter().all(|part| part.optional) {
                return Some(Picks::Parts(vec![None; parts.len()]));
            }
            self.missing(pick, at);
            return None;
        }
        let mut picks: Vec<Option<Picks>> = vec![None; parts.len()];
        let none = tokens
            .get(first)
            .is_some_and(|t| t.glue == Some(Glue::None));
        if none && skip(tokens, first + 1) == tokens.len() && parts.iter().all(|part| part.optional)
        {
            return Some(Picks::Parts(picks));
        }
        let above = self.keywords.len();
        self.keywords
            .extend(parts.iter().map(|part| Item::Word(part.word)));
        let mut seen = vec![false; parts.len()];
        let mut segments = self.segments(parts, tokens);
        if let [all] = segments.as_slice()
            && all.keyword.is_none()
            && alike(parts)
        {
            // `initiative: first` says it of all phases.
            let answer = self.pick(&parts.first()?.pick, &all.tokens, at);
            self.keywords.truncate(above);
            return Some(Picks::Parts(vec![answer; parts.len()]));
        }
        self.others_beside(parts, &mut segments);
        for segment in go_on(parts, segments) {
            let Some(part) = parts.get(segment.part) else {
                continue;
            };
            let span = segment.keyword.or(span_of(&segment.tokens)).unwrap_or(at);
            if let Some(seen) = seen.get_mut(segment.part) {
                if *seen {
                    self.wrong(span, Phrase::new("part-twice").with("word", part.word));
                    continue;
                }
                *seen = true;
            }
            if let Some(keyword) = segment.keyword {
                self.wrote(Item::Word(part.word), keyword);
            }
            let answer = self.pick(&part.pick, &segment.tokens, span);
            if let Some(slot) = picks.get_mut(segment.part) {
                *slot = answer;
            }
        }
        self.keywords.truncate(above);
        for (part, seen) in parts.iter().zip(seen) {
            if !seen && !part.optional {
                self.wrong(at, Phrase::new("part-missing").with("word", part.word));
            }
        }
        Some(Picks::Parts(picks))
    }

    /// Cuts the line before each keyword; what stands before the first one belongs to the first part.
    fn segments<'t>(&mut self, parts: &[Part], tokens: &'t [Token]) -> Vec<Segment<'t>> {
        let words: Vec<Item> = parts.iter().map(|part| Item::Word(part.word)).collect();
        let keywords = self.offer(&words);
        let mut segments: Vec<Segment<'t>> = Vec::new();
        let mut part = 0;
        let mut keyword = None;
        let mut from = 0;
        let mut at = 0;
        let mut depth = 0_usize;
        let mut offer = self.offer_of(parts, 0);
        while let Some(token) = tokens.get(at) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                // `strike He111 1, He111 2: Oslo`: those beside the subject end where the answer begins.
                Kind::Colon if depth == 0 && part != 0 && keyword.is_none() => {
                    close(&mut segments, part, keyword, tokens.get(from..at));
                    (part, from) = (0, at);
                    offer = self.offer_of(parts, 0);
                }
                _ => {}
            }
            if depth > 0 || !token.kind.is_word() {
                at += 1;
                continue;
            }
            let rest = tokens.get(at..).unwrap_or_default();
            let taken = segments
                .iter()
                .map(|s| s.part)
                .chain(keyword.map(|_| part))
                .collect::<Vec<_>>();
            let cut = match cut(&keywords, &offer, rest, &words, &taken) {
                // What the part under way does not know, but one that is still to come does, begins that one.
                Cut::Nothing => self
                    .belongs(parts, part, &taken, rest)
                    .map_or(Cut::Other(1), |next| Cut::Keyword(next, 0)),
                cut => cut,
            };
            match cut {
                Cut::Keyword(next, used) => {
                    close(&mut segments, part, keyword, tokens.get(from..at));
                    // To know all places of a way costs more than all the rest.
                    if next != part {
                        offer = self.offer_of(parts, next);
                    }
                    part = next;
                    keyword = span_of(rest.get(..used).unwrap_or_default());
                    at += used;
                    from = at;
                }
                Cut::Other(used) => at += used.max(1),
                Cut::Nothing => at += 1,
            }
        }
        close(&mut segments, part, keyword, tokens.get(from..));
        segments
    }

    /// The only other part, not written yet, that has on offer what stands here: `screen Hood, Repulse, 4101`.
    fn belongs(
        &mut self,
        parts: &[Part],
        under_way: usize,
        taken: &[usize],
        rest: &[Token],
    ) -> Option<usize> {
        // Numbers are never names where amounts are told.
        let amounts = |part: &Part| matches!(part.pick, Pick::Number { .. } | Pick::Share { .. });
        if rest.first().is_none_or(|token| token.glue.is_some())
            || parts.get(under_way).is_some_and(amounts)
        {
            return None;
        }
        // A way beside the first part begins with its keyword: it knows nearly every place there is.
        let way = |n: usize| {
            let part = parts.get(n);
            n > 0
                && part.is_some_and(|part| part.optional && matches!(part.pick, Pick::Path { .. }))
        };
        let mut others = Vec::new();
        let open = |n: &usize| *n != under_way && !taken.contains(n) && !way(*n);
        for n in (0..parts.len()).filter(open) {
            let offer = self.offer_of(parts, n);
            let found = offer.find_exact(rest);
            if matches!(
                found,
                Match::Found {
                    item: Item::Thing(_),
                    ..
                }
            ) {
                others.push(n);
            }
        }
        match others.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// What stands before all keywords may be more names beside the subject: `strike He111 1, He111 2 to Narvik`.
    fn others_beside(&mut self, parts: &[Part], segments: &mut Vec<Segment<'_>>) {
        let Some(first) = segments.first_mut().filter(|one| one.keyword.is_none()) else {
            return;
        };
        let rest = |at: usize| first.tokens.get(at..).unwrap_or_default();
        if self
            .offer_of(parts, first.part)
            .find(rest(skip(&first.tokens, 0)))
            != Match::Unknown
        {
            return;
        }
        for (n, part) in parts.iter().enumerate() {
            if !matches!(part.pick, Pick::Some { .. }) {
                continue;
            }
            let offer = self.offer_of(parts, n);
            let mut end = 0;
            while let Match::Found { used, .. } = offer.find(rest(skip(&first.tokens, end))) {
                end = skip(&first.tokens, end) + used;
            }
            if end == 0 {
                continue;
            }
            // What follows the names is the part that needs no keyword.
            let (names, way) = first.tokens.split_at(end);
            let way = Segment {
                part: first.part,
                keyword: None,
                tokens: Cow::Owned(way.to_vec()),
            };
            first.tokens = Cow::Owned(names.to_vec());
            first.part = n;
            if skip(&way.tokens, 0) < way.tokens.len() {
                segments.insert(1, way);
            }
            return;
        }
    }

    fn offer_of(&mut self, parts: &[Part], part: usize) -> Offer {
        let items = parts
            .get(part)
            .map(|part| part.pick.items())
            .unwrap_or_default();
        self.offer(&items)
    }
}

/// Whether there are several parts, and each is one choice of the same.
fn alike(parts: &[Part]) -> bool {
    let choices = |part: &Part| match &part.pick {
        Pick::One(items) => Some(items.clone()),
        _ => None,
    };
    let first = parts.first().and_then(choices);
    parts.len() > 1 && first.is_some() && parts.iter().all(|part| choices(part) == first)
}

/// A way or a list that is told in two goes is one: `via 3010 to Trondheim`.
fn go_on<'t>(parts: &[Part], segments: Vec<Segment<'t>>) -> Vec<Segment<'t>> {
    let mut joined: Vec<Segment<'t>> = Vec::new();
    for segment in segments {
        let pick = parts.get(segment.part).map(|part| &part.pick);
        let goes_on = matches!(pick, Some(Pick::Path { .. } | Pick::Some { .. }));
        let before = joined.iter_mut().find(|one| one.part == segment.part);
        match before {
            Some(before) if goes_on && !before.tokens.is_empty() => {
                before.tokens.to_mut().extend_from_slice(&segment.tokens);
            }
            _ => joined.push(segment),
        }
    }
    joined
}

/// Ends a segment, unless nothing at all stands in it.
fn close<'t>(
    segments: &mut Vec<Segment<'t>>,
    part: usize,
    keyword: Option<Span>,
    tokens: Option<&'t [Token]>,
) {
    let tokens = tokens.unwrap_or_default();
    if keyword.is_some() || skip(tokens, 0) < tokens.len() {
        segments.push(Segment {
            part,
            keyword,
            tokens: Cow::Borrowed(tokens),
        });
    }
}

enum Cut {
    /// The keyword of this part, of so many tokens.
    Keyword(usize, usize),
    /// Something of the current part, of so many tokens.
    Other(usize),
    /// Neither.
    Nothing,
}

/// Decides whether a keyword stands here or something of the part under way.
fn cut(keywords: &Offer, offer: &Offer, rest: &[Token], words: &[Item], taken: &[usize]) -> Cut {
    let item = match offer.find_exact(rest) {
        Match::Found { used, .. } | Match::Ambiguous { used, .. } => used,
        Match::Unknown => 0,
    };
    let of = |word: Item| {
        let parts = words
            .iter()
            .enumerate()
            .filter(|(_, w)| **w == word)
            .map(|(i, _)| i);
        parts
            .clone()
            .find(|i| !taken.contains(i))
            .or(parts.clone().next())
    };
    if let Match::Found {
        item: word, used, ..
    } = keywords.find_exact(rest)
        && let Some(part) = of(word)
        && (item == 0 || (item <= used && !taken.contains(&part)))
    {
        return Cut::Keyword(part, used);
    }
    if item > 0 {
        return Cut::Other(item);
    }
    // An abbreviated keyword must not take away what the part itself can make sense of.
    if offer.find(rest) != Match::Unknown {
        return Cut::Other(1);
    }
    match super::super::head::keyword(keywords, rest) {
        Match::Found {
            item: word, used, ..
        } => of(word).map_or(Cut::Other(1), |part| Cut::Keyword(part, used)),
        _ => Cut::Nothing,
    }
}
