//! Reading of a way: via-points are filled in by the cheapest legal way.

use super::super::form::{Net, Pick, Picks};
use super::super::grammar::Glue;
use super::super::item::Item;
use super::super::names::{Match, Offer};
use super::super::phrase::{Arg, Phrase, Span};
use super::super::token::{Kind, Token, TokenLine, span_of};
use super::super::way::{Reach, step};
use super::list::glue_at;
use super::{Session, is_filling, skip};

/// Start, what the way may cost, whether standing still is allowed, and the net.
type Journey<'a> = (Item, u32, bool, &'a Net);

/// Why via-points make no way.
enum Trouble {
    /// The way to this via-point costs so much.
    TooFar(usize, u32),
    /// There is none.
    NoWay(usize),
}

impl Session<'_, '_> {
    pub(super) fn path(
        &mut self,
        pick: &Pick,
        journey: Journey<'_>,
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let (from, max, stay, net) = journey;
        let turned = goal_last(tokens);
        let tokens = turned.as_deref().unwrap_or(tokens);
        let first = skip(tokens, 0);
        if first == tokens.len() {
            self.missing(pick, at);
            return None;
        }
        let before = self.problems.len();
        let mut reach = None;
        let via = self.via_points(journey, tokens, first, &mut reach);
        if self.problems.len() > before {
            return None;
        }
        // One who lists neighbours means those steps; only if they cost too much is a cheaper way looked for.
        let start = &mut reach;
        let way = complete(net, from, max, &via, true, start);
        let way = way.or_else(|_| complete(net, from, max, &via, false, start));
        match way {
            Ok(way) => {
                if way.is_empty() && !stay {
                    self.wrong(at, Phrase::new("must-move").with("item", from));
                }
                for (place, point) in &way {
                    let span = via.get(*point).map_or(at, |via| via.1);
                    self.wrote(*place, span);
                }
                Some(Picks::List(
                    way.into_iter().map(|(place, _)| place).collect(),
                ))
            }
            Err(Trouble::TooFar(point, need)) => {
                let (to, span) = via.get(point).copied().unwrap_or((from, at));
                self.wrong_by(
                    span,
                    too_far(to, net.said(need), net.said(max)),
                    net.0.rule(),
                );
                None
            }
            Err(Trouble::NoWay(point)) => {
                let (to, span) = via.get(point).copied().unwrap_or((from, at));
                let start = point
                    .checked_sub(1)
                    .and_then(|p| via.get(p))
                    .map_or(from, |via| via.0);
                self.no_way(net, start, to, span);
                None
            }
        }
    }

    /// Reads the places named; standing still names none.
    fn via_points(
        &mut self,
        (from, max, _, net): Journey<'_>,
        tokens: &[Token],
        first: usize,
        reach: &mut Option<Reach>,
    ) -> Vec<(Item, Span)> {
        let mut via: Vec<(Item, Span)> = Vec::new();
        let mut near: Option<Offer> = None;
        let mut far: Option<Offer> = None;
        let mut at = first;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            let here = via.last().map_or(from, |via| via.0);
            if let Some(place) = self.neighbour(net, here, rest) {
                via.push((place, token.span));
                at += 1;
                continue;
            }
            let near = near.get_or_insert_with(|| {
                let reach = reach.get_or_insert_with(|| Reach::new(net, from, max));
                let places: Vec<Item> = reach.places().collect();
                self.reader.names.offer(&places)
            });
            let mut found = near.find(rest);
            if !matches!(found, Match::Found { exact: true, .. }) {
                if is_filling(token) {
                    at += 1;
                    continue;
                }
                if via.is_empty()
                    && matches!(glue_at(near, tokens, at), Some(Glue::Stay | Glue::None))
                {
                    // `stay at 5` may name the place stayed at.
                    at += 1;
                    let again = skip(tokens, at);
                    let rest = tokens.get(again..).unwrap_or_default();
                    match near.find(rest) {
                        Match::Found { item, used, .. } if item == from => {
                            self.leftover(rest.get(used..).unwrap_or_default());
                        }
                        _ => self.leftover(rest),
                    }
                    return via;
                }
            }
            if found == Match::Unknown {
                if let Some(split) = self.hyphenated(near, token) {
                    via.extend(split.into_iter().map(|place| (place, token.span)));
                    at += 1;
                    continue;
                }
                let far = far.get_or_insert_with(|| {
                    let places: Vec<Item> = Reach::new(net, from, u32::MAX).places().collect();
                    self.reader.names.offer(&places)
                });
                found = far.find(rest);
            }
            if found == Match::Unknown
                && via.is_empty()
                && let Some(far) = &far
                && let Some(place) = self.where_it_stands(far, rest)
            {
                return vec![place];
            }
            match found {
                Match::Found { item, used, .. } => {
                    let used = used.max(1);
                    let span = span_of(rest.get(..used).unwrap_or_default()).unwrap_or(token.span);
                    via.push((item, span));
                    at += used;
                }
                Match::Ambiguous { items, used } => {
                    self.ambiguous(rest.get(..used).unwrap_or_default(), items);
                    at += used.max(1);
                }
                Match::Unknown => at += self.unreachable(net, from, near, rest),
            }
        }
        via
    }

    /// A quick look for the commonest case: each step written out as one word.
    fn neighbour(&mut self, net: &Net, here: Item, rest: &[Token]) -> Option<Item> {
        let token = rest.first().filter(|t| t.kind.is_word())?;
        // A word behind it might belong to a longer name; behind a number another number does not.
        let alone = match rest.get(1) {
            Some(next) if next.kind.is_word() => {
                token.kind == Kind::Number && next.kind == Kind::Number
            }
            _ => true,
        };
        if !alone {
            return None;
        }
        let mut next = Vec::new();
        net.0.from(here, &mut next);
        let places: Vec<Item> = next.into_iter().map(|(place, _)| place).collect();
        match self.offer(&places).find_exact(rest) {
            Match::Found { item, used: 1, .. } => Some(item),
            _ => None,
        }
    }

    /// `3-7-12`: the places of a way joined by hyphens, each written out.
    fn hyphenated(&mut self, offer: &Offer, token: &Token) -> Option<Vec<Item>> {
        if !token.text.contains('-') {
            return None;
        }
        let apart = TokenLine::new(1, token.text.replace('-', " "));
        let mut places = Vec::new();
        for token in apart.tokens {
            match offer.find_exact(&[token]) {
                Match::Found { item, .. } => places.push(item),
                _ => return None,
            }
        }
        Some(places)
    }

    /// Says why nobody can get to a place, if more can be said than that.
    fn no_way(&mut self, net: &Net, from: Item, to: Item, at: Span) {
        let none = || Phrase::new("no-way").with("from", from).with("to", to);
        match net.0.bars(to) {
            Some((why, rule)) => self.wrong_by(at, why, Some(rule)),
            None => match barred(net, from, to) {
                Some((place, why, rule)) => {
                    let past = Phrase::new("no-way-past")
                        .with("from", from)
                        .with("to", to)
                        .with("at", place)
                        .with("why", why);
                    self.wrong_by(at, past, Some(rule));
                }
                None => self.wrong_by(at, none(), net.0.rule()),
            },
        }
    }

    /// Notes that no way leads to what is named here.
    fn unreachable(&mut self, net: &Net, from: Item, near: &Offer, rest: &[Token]) -> usize {
        match self.reader.known().find_exact(rest) {
            Match::Found {
                item: to @ Item::Thing(thing),
                used,
                ..
            } if matches!(from, Item::Thing(start) if start.class == thing.class) => {
                let at = span_of(rest.get(..used).unwrap_or_default()).unwrap_or_default();
                self.no_way(net, from, to, at);
                used.max(1)
            }
            _ => self.unknown(near, rest),
        }
    }
}

/// What bars the way that there would be: the first place on it that nobody may enter, and why.
fn barred(net: &Net, from: Item, to: Item) -> Option<(Item, Phrase, &'static str)> {
    let open = net.0.unbarred()?;
    let way = Reach::new(&open, from, u32::MAX).way(to)?;
    way.into_iter().find_map(|place| {
        let (why, rule) = net.0.bars(place)?;
        Some((place, why, rule))
    })
}

/// `5 via 3` as `3 5`: what stands behind `via` is on the way to what stands before it.
///
/// `via 3 to 5` and a list of steps are in order as they are.
fn goal_last(tokens: &[Token]) -> Option<Vec<Token>> {
    let is = |token: &Token, words: &[&str]| words.contains(&token.text.as_str());
    let via = tokens.iter().position(|token| is(token, &["via", "par"]))?;
    let (goal, way) = (tokens.get(..via)?, tokens.get(via + 1..)?);
    let named = goal
        .iter()
        .any(|token| token.kind.is_word() && !is_filling(token));
    let onward = way.iter().any(|token| is(token, &["to", "vers"]));
    (named && !onward).then(|| [way, goal].concat())
}

/// Says that a place lies beyond what a way may cost.
pub(crate) fn too_far(to: Item, need: Arg, has: Arg) -> Phrase {
    Phrase::new("too-far")
        .with("item", to)
        .with("need", need)
        .with("has", has)
}

/// Fills in the way along the via-points: each place entered, with the via-point it leads to.
///
/// `start` keeps what is in reach of the start, which most ways need and need once.
fn complete(
    net: &Net,
    from: Item,
    max: u32,
    via: &[(Item, Span)],
    direct: bool,
    start: &mut Option<Reach>,
) -> Result<Vec<(Item, usize)>, Trouble> {
    let mut way = Vec::with_capacity(via.len());
    let mut buffer = Vec::new();
    let mut here = from;
    let mut spent = 0_u32;
    for (point, &(to, _)) in via.iter().enumerate() {
        // The start or a place may be named again; nobody enters where he stands.
        if to == here {
            continue;
        }
        if direct && let Some(cost) = step(net, here, to, &mut buffer) {
            way.push((to, point));
            spent = spent.saturating_add(cost);
        } else {
            let further;
            let mut reach = if here == from && spent == 0 {
                &*start.get_or_insert_with(|| Reach::new(net, from, max))
            } else {
                further = Reach::new(net, here, max.saturating_sub(spent));
                &further
            };
            let beyond;
            if reach.cost(to).is_none() {
                beyond = Reach::new(net, here, u32::MAX);
                reach = &beyond;
            }
            let (Some(leg), Some(cost)) = (reach.way(to), reach.cost(to)) else {
                return Err(Trouble::NoWay(point));
            };
            way.extend(leg.into_iter().map(|place| (place, point)));
            spent = spent.saturating_add(cost);
        }
        if spent > max {
            return Err(Trouble::TooFar(point, spent));
        }
        here = to;
    }
    Ok(way)
}
