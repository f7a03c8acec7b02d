//! Reading: what a player wrote, as an answer in the shape of a form, or all that is wrong with it.
//!
//! Nothing here knows a game; what cannot be read becomes problems with the stretch of text they are about.

mod list;
mod number;
mod pairs;
mod parts;
mod path;
mod script;
mod share;
mod sheet;

use std::rc::Rc;

use super::form::{Act, Form, Pick, Picks};
use super::item::{Class, Item};
use super::lexicon::Lexicon;
use super::names::{self, Match, Names, Offer, class_noun};
use super::phrase::{About, Arg, Phrase, Problem, Span};
use super::print::words_with;
use super::suggest::suggest;
use super::token::{Kind, Token, TokenLine, span_of};
use super::word::{Lang, Word};

pub(crate) use path::too_far;
pub use sheet::SheetReading;

/// A line with more tokens than this is not an order.
const LONGEST: usize = 400;

/// Words, folded, that say where a place is and not which one.
const NEAR: &[&str] = &[
    "devant", "pres", "near", "off", "before", "beside", "outside", "autour", "around", "cote",
];

/// Who makes more mistakes at once is told of the first ones.
const MOST_PROBLEMS: usize = 12;

/// An answer that was read, with the place of each of its parts in the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The answer.
    pub picks: Picks,
    /// Where its parts were written.
    pub spans: Vec<(About, Span)>,
}

impl Reading {
    /// Finds where in the letter a problem lies.
    ///
    /// What was not written itself (a default, the rest of a ranking) leads to the line or the whole answer.
    pub fn locate(&self, about: &About) -> Option<Span> {
        let exact = |about: &About| {
            self.spans
                .iter()
                .find(|(a, _)| a == about)
                .map(|(_, span)| *span)
        };
        let located = match about {
            About::Text(span) => Some(*span),
            About::Whole | About::Line(_) => exact(about),
            About::LineItem(line, _) => exact(about).or_else(|| exact(&About::Line(*line))),
            About::Item(item) => exact(about).or_else(|| {
                let mut spans = self.spans.iter();
                spans
                    .find(|(a, _)| matches!(a, About::LineItem(_, i) if i == item))
                    .map(|(_, span)| *span)
            }),
        };
        located.or_else(|| exact(&About::Whole))
    }
}

/// Reads letters against one lexicon, whose names it folds only once.
pub struct Reader<'a> {
    pub(super) names: Names<'a>,
    known: Option<Rc<Offer>>,
}

/// Reads the tokens behind keyword and subject as an answer.
pub fn read(form: &Form, tokens: &[Token], lex: &dyn Lexicon) -> Result<Reading, Vec<Problem>> {
    Reader::new(lex).read(form, tokens)
}

/// Reads lines as the rows of a sheet; the good ones stand, whatever is wrong with the others.
pub fn read_lines(form: &Form, lines: &[TokenLine], lex: &dyn Lexicon) -> SheetReading {
    Reader::new(lex).read_lines(form, lines)
}

impl<'a> Reader<'a> {
    /// A reader for letters of one player.
    pub fn new(lex: &'a dyn Lexicon) -> Self {
        Self {
            names: Names::new(lex),
            known: None,
        }
    }

    /// Reads the tokens behind keyword and subject as an answer.
    pub fn read(&mut self, form: &Form, tokens: &[Token]) -> Result<Reading, Vec<Problem>> {
        let mut session = Session::new(self);
        session.head = Some((form.word, form.subject.first().copied()));
        let at = span_of(tokens).unwrap_or_default();
        if at.line > 0 {
            session.spans.push((About::Whole, at));
        }
        let picks = if tokens.len() > LONGEST {
            session.wrong(at, too_long());
            None
        } else {
            session.pick(&form.pick, tokens, at)
        };
        match picks {
            Some(picks) if session.problems.is_empty() => Ok(Reading {
                picks,
                spans: session.spans,
            }),
            _ => Err(session.problems),
        }
    }

    /// Prints an answer as [`words`](super::words) does, with the names that are folded already.
    pub fn words(&mut self, form: &Form, picks: &Picks, lang: Lang) -> Vec<String> {
        words_with(&mut self.names, form, picks, lang)
    }

    /// Everything the reader of the letters knows of, for telling what is unknown from what is not offered.
    fn known(&mut self) -> Rc<Offer> {
        if let Some(known) = &self.known {
            return Rc::clone(known);
        }
        let things = self.names.lexicon().known();
        let items: Vec<Item> = things.into_iter().map(Item::Thing).collect();
        let known = Rc::new(self.names.offer(&items));
        self.known = Some(Rc::clone(&known));
        known
    }
}

/// One reading under way: what was found so far.
struct Session<'r, 'a> {
    reader: &'r mut Reader<'a>,
    problems: Vec<Problem>,
    spans: Vec<(About, Span)>,
    /// The line of the sheet that is being read.
    line: Option<usize>,
    /// Keywords that may come next, to be suggested for words that mean nothing.
    keywords: Vec<Item>,
    /// The word the line began with, and what it is about.
    head: Option<(&'static Word, Option<Item>)>,
}

/// A point to go back to if a reading fails.
type Mark = (usize, usize);

impl<'r, 'a> Session<'r, 'a> {
    fn new(reader: &'r mut Reader<'a>) -> Self {
        Self {
            reader,
            problems: Vec::new(),
            spans: Vec::new(),
            line: None,
            keywords: Vec::new(),
            head: None,
        }
    }

    /// Reads all the tokens as a pick; `at` is where to point if something is missing.
    ///
    /// Returns `None` if and only if problems were noted.
    fn pick(&mut self, pick: &Pick, tokens: &[Token], at: Span) -> Option<Picks> {
        let tokens = unwrapped(tokens);
        let before = self.problems.len();
        let picks = match pick {
            Pick::One(items) => self.one(pick, items, tokens, at),
            Pick::Some { of, min, max } => self.some(pick, of, (*min, *max), tokens, at),
            Pick::Order(items) => self.order(pick, items, tokens, at),
            Pick::Number { min, max } => self.number(pick, (*min, *max), tokens, at),
            Pick::Path {
                from,
                max,
                stay,
                net,
            } => self.path(pick, (*from, *max, *stay, net), tokens, at),
            Pick::Share { of, min, max } => self.share(pick, of, (*min, *max), tokens, at),
            Pick::Pairs { from, to, each } => self.pairs(pick, (from, to, *each), tokens, at),
            Pick::Parts(parts) => self.parts(pick, parts, tokens, at),
            Pick::Sheet { rows, max } => self.sheet(rows, *max, tokens, at),
            Pick::Script { rows, max, .. } => {
                let sheet = sheet::Sheet::new(self, rows, *max);
                let lines = self.lines(&sheet, tokens, 0);
                Some(Picks::Script(lines.into_iter().map(Act::Do).collect()))
            }
            Pick::Nothing => {
                self.leftover(tokens);
                Some(Picks::Nothing)
            }
        };
        // Past the limit problems are dropped, but the answer is still wrong.
        if self.problems.len() > before {
            None
        } else {
            picks
        }
    }

    fn offer(&mut self, items: &[Item]) -> Offer {
        self.reader.names.offer(items)
    }

    /// Finds what is on offer. A name that is known in full but not on offer is never taken for a short form of
    /// another of its class: `GB DD 1` is not `GB DD 2`, but where guns are asked for `55` is no place.
    fn look(&mut self, offer: &Offer, tokens: &[Token]) -> Match {
        let found = offer.find(tokens);
        let short = match &found {
            Match::Found { exact: true, .. } | Match::Unknown => return found,
            Match::Found { used, .. } | Match::Ambiguous { used, .. } => *used,
        };
        let known = self.reader.known();
        let not_offered = |item: Item| !offer.entries.iter().any(|entry| entry.item == item);
        let of_class = |item: Item| {
            let mut entries = offer.entries.iter();
            entries.any(|entry| entry.item.class() == item.class())
        };
        match (known.find_exact(tokens), known.find(tokens)) {
            (Match::Found { item, used, .. }, _)
                if used >= short && not_offered(item) && of_class(item) =>
            {
                Match::Unknown
            }
            // `2 Para` names one that is not on offer better than `2` names those that are.
            (_, Match::Found { item, used, .. })
                if used > short && not_offered(item) && of_class(item) =>
            {
                Match::Unknown
            }
            _ => self.here(found),
        }
    }

    /// Of several of a name the one that stands where the line is about: `strike 34 target tower`.
    fn here(&self, found: Match) -> Match {
        let Match::Ambiguous { items, used } = found else {
            return found;
        };
        let lex = self.reader.names.lexicon();
        let subject = match self.head {
            Some((_, Some(Item::Thing(thing)))) => Some(thing),
            _ => None,
        };
        let near = |item: &&Item| match (subject, item) {
            (Some(subject), Item::Thing(thing)) => lex.apart(subject, *thing) == Some(0),
            _ => false,
        };
        let here: Vec<Item> = items.iter().filter(near).copied().collect();
        match here.as_slice() {
            [item] => Match::Found {
                item: *item,
                used,
                exact: false,
            },
            _ => Match::Ambiguous { items, used },
        }
    }

    fn mark(&self) -> Mark {
        (self.problems.len(), self.spans.len())
    }

    fn back(&mut self, mark: Mark) {
        self.problems.truncate(mark.0);
        self.spans.truncate(mark.1);
    }

    /// Remembers where an item was written.
    fn wrote(&mut self, item: Item, span: Span) {
        let about = match self.line {
            Some(line) => About::LineItem(line, item),
            None => About::Item(item),
        };
        self.spans.push((about, span));
    }

    fn problem(&mut self, problem: Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// Notes that something is wrong with a stretch of text.
    fn wrong(&mut self, at: Span, what: Phrase) {
        self.problem(Problem::new(what).about(about(at)));
    }

    /// The same, with the rule that says so.
    fn wrong_by(&mut self, at: Span, what: Phrase, rule: Option<&'static str>) {
        let problem = Problem::new(what).about(about(at));
        self.problem(match rule {
            Some(rule) => problem.rule(rule),
            None => problem,
        });
    }

    /// Notes that nothing was chosen.
    fn missing(&mut self, pick: &Pick, at: Span) {
        let form = super::outline::describe(pick);
        self.wrong(at, Phrase::new("missing").with("form", form));
    }

    /// Notes that words are left over, unless only filling is left.
    fn leftover(&mut self, tokens: &[Token]) {
        let from = skip(tokens, 0);
        let rest = tokens.get(from..).unwrap_or_default();
        let words = rest
            .iter()
            .rposition(|t| t.kind.is_word())
            .map_or(0, |last| last + 1);
        let rest = rest.get(..words).unwrap_or_default();
        if let Some(at) = span_of(rest) {
            self.wrong(at, Phrase::new("leftover").with("text", quoted(rest)));
        }
    }

    /// Notes that several items are meant.
    fn ambiguous(&mut self, tokens: &[Token], items: Vec<Item>) {
        let at = span_of(tokens).unwrap_or_default();
        let what = Phrase::new("ambiguous")
            .with("text", quoted(tokens))
            .with("items", items);
        self.wrong(at, what);
    }

    /// Notes that the tokens begin with nothing on offer; returns how many of them are so disposed of.
    fn unknown(&mut self, offer: &Offer, tokens: &[Token]) -> usize {
        // Suggestions cost more than reading; past the limit nobody would see them.
        if self.problems.len() >= MOST_PROBLEMS {
            return 1;
        }
        if let Some(used) = self.names_no_place(offer, tokens) {
            return used;
        }
        // `pont de Nimegue`: the name is unknown, not what it is called.
        if let [noun, rest @ ..] = tokens
            && class_noun(&noun.text).is_some()
        {
            let skipped = skip(rest, 0);
            let name = rest.get(skipped..).unwrap_or_default();
            if name.first().is_some_and(|token| token.kind.is_word()) {
                return 1 + skipped + self.unknown(offer, name);
            }
        }
        let known = self.reader.known();
        // Who is asked for a unit means a unit, even if a place has the number.
        let alike = known.of_classes(offer);
        let elsewhere = match alike.find(tokens) {
            Match::Found { item, used, exact } => Match::Found { item, used, exact },
            _ => known.find(tokens),
        };
        if let Match::Found { item, used, exact } = elsewhere
            && (exact || used > 1)
        {
            self.not_offered(item, offer, tokens.get(..used).unwrap_or_default());
            return used;
        }
        let mut end = 1;
        while let Some(token) = tokens.get(end) {
            let parted = !token.kind.is_word() || token.glue.is_some();
            let rest = tokens.get(end..).unwrap_or_default();
            if parted || offer.find(rest) != Match::Unknown {
                break;
            }
            end += 1;
        }
        let mut run = tokens.get(..end).unwrap_or_default();
        // A name of several words may be misspelt in its first one: `U-boot 4`.
        let lex = self.reader.names.lexicon();
        for longer in [end + 1, end + 2] {
            let words = tokens.get(..longer).unwrap_or_default();
            let joined = words.iter().all(|token| token.kind.is_word());
            let near = joined && suggest(run, &[offer], lex).is_empty();
            if near && !words.is_empty() && !suggest(words, &[offer], lex).is_empty() {
                (run, end) = (words, longer);
                break;
            }
        }
        let keywords = self.keywords.clone();
        let keywords = self.offer(&keywords);
        let offers = [offer, &keywords];
        let mut instead = suggest(run, &offers, lex);
        if instead.is_empty() && run.len() > 1 {
            // Several mistakes in a row: the first ends where the next can be mended.
            let one = |i: usize| suggest(tokens.get(i..=i).unwrap_or_default(), &offers, lex);
            instead = one(0);
            let mended = if instead.is_empty() {
                (1..end).find(|&i| !one(i).is_empty())
            } else {
                Some(1)
            };
            end = mended.unwrap_or(end);
            run = tokens.get(..end).unwrap_or_default();
        }
        if instead.is_empty()
            && let Match::Found { item, used, .. } = elsewhere
        {
            self.not_offered(item, offer, tokens.get(..used).unwrap_or_default());
            return used;
        }
        if instead.is_empty() {
            instead = suggest(run, &[&known], lex);
        }
        let what = Phrase::new("unknown")
            .with("kind", kind_of(offer))
            .with("text", quoted(run));
        let mut problem = Problem::new(what).about(about(span_of(run).unwrap_or_default()));
        problem.instead = instead;
        self.problem(problem);
        end
    }

    fn not_offered(&mut self, item: Item, offer: &Offer, tokens: &[Token]) {
        let at = span_of(tokens).unwrap_or_default();
        let lex = self.reader.names.lexicon();
        let mut items = offer.items();
        if let Item::Thing(thing) = item {
            let why = match self.head {
                Some((word, subject)) => lex.why_not_in(word, subject, thing),
                None => lex.why_not(thing),
            };
            if let Some((why, rule)) = why {
                return self.problem(Problem::new(why).about(about(at)).rule(rule));
            }
            // Of many choices those are shown that lie nearest.
            items.sort_by_key(|other| match other {
                Item::Thing(other) => lex.apart(thing, *other),
                _ => None,
            });
        }
        let what = match items.is_empty() {
            true => Phrase::new("none-offered").with("item", item),
            false => Phrase::new("not-offered")
                .with("item", item)
                .with("items", items),
        };
        self.wrong(at, what);
    }

    /// `strike He111 1 to Eidsvold`: where a place is asked for, and all that is told is a unit, the place where it stands.
    fn where_it_stands(&mut self, offer: &Offer, tokens: &[Token]) -> Option<(Item, Span)> {
        let only_places = |entry: &names::Entry| entry.item.class() == Some(Class::Place);
        let from = skip(tokens, 0);
        let rest = tokens.get(from..).filter(|rest| !rest.is_empty())?;
        if !offer.entries.iter().all(only_places) || offer.find(rest) != Match::Unknown {
            return None;
        }
        let known = self.reader.known();
        let unit = |entry: &&names::Entry| entry.item.class() == Some(Class::Unit);
        let entries = known.entries.iter().filter(unit).cloned().collect();
        let Match::Found {
            item: Item::Thing(thing),
            used,
            ..
        } = (Offer { entries }).find(rest)
        else {
            return None;
        };
        let behind = rest.get(used..).unwrap_or_default();
        let own = matches!(self.head, Some((_, Some(head))) if head == Item::Thing(thing));
        if own || behind.iter().any(|token| token.kind.is_word()) {
            return None;
        }
        let place = Item::Thing(self.reader.names.lexicon().stands(thing)?);
        let offered = offer.entries.iter().any(|entry| entry.item == place);
        let at = span_of(rest.get(..used).unwrap_or_default())?;
        offered.then_some((place, at))
    }

    /// `before Narvik` names no hex: says so, and which hexes there are beside it.
    fn names_no_place(&mut self, offer: &Offer, tokens: &[Token]) -> Option<usize> {
        let (near, rest) = tokens.split_first()?;
        if !NEAR.contains(&near.text.as_str()) {
            return None;
        }
        let filling = rest.iter().take_while(|token| is_filling(token)).count();
        let named = rest.get(filling..)?;
        let known = self.reader.known();
        let place = |entry: &&names::Entry| entry.item.class() == Some(Class::Place);
        let entries = known.entries.iter().filter(place).cloned().collect();
        let found = (Offer { entries }).find(named);
        let Match::Found {
            item: item @ Item::Thing(thing),
            used,
            ..
        } = found
        else {
            return None;
        };
        let lex = self.reader.names.lexicon();
        let beside = |other: &Item| match other {
            Item::Thing(other) => lex.apart(thing, *other) == Some(1),
            _ => false,
        };
        let items: Vec<Item> = offer.items().into_iter().filter(beside).collect();
        let used = 1 + filling + used;
        let at = span_of(tokens.get(..used)?)?;
        let key = if items.is_empty() {
            "near-nothing"
        } else {
            "near-which"
        };
        let what = Phrase::new(key)
            .with("text", near.raw.clone())
            .with("item", item)
            .with("items", items);
        self.wrong(at, what);
        Some(used)
    }

    /// Finds the item at a place of a list, noting what cannot be read; moves on behind it.
    fn next_item(
        &mut self,
        offer: &Offer,
        tokens: &[Token],
        at: &mut usize,
    ) -> Option<(Item, Span)> {
        while let Some(token) = tokens.get(*at) {
            let rest = tokens.get(*at..).unwrap_or_default();
            let found = self.look(offer, rest);
            let exact = matches!(found, Match::Found { exact: true, .. });
            if !exact && is_filling(token) {
                *at += 1;
                continue;
            }
            match found {
                Match::Found { item, used, .. } => {
                    let used = used.max(1);
                    let span = span_of(rest.get(..used).unwrap_or_default()).unwrap_or_default();
                    *at += used;
                    return Some((item, span));
                }
                Match::Ambiguous { items, used } => {
                    self.ambiguous(rest.get(..used).unwrap_or_default(), items);
                    *at += used.max(1);
                }
                Match::Unknown => *at += self.unknown(offer, rest),
            }
        }
        None
    }
}

/// Says that a line has more tokens than any order.
fn too_long() -> Phrase {
    Phrase::new("too-long").with("max", super::fits::number(LONGEST))
}

/// Points at a stretch, or at the whole answer if there is none.
const fn about(at: Span) -> About {
    if at.line == 0 {
        About::Whole
    } else {
        About::Text(at)
    }
}

/// Whether a token parts or fills and means nothing by itself.
fn is_filling(token: &Token) -> bool {
    use super::grammar::Glue;
    !token.kind.is_word() || matches!(token.glue, Some(Glue::And | Glue::Filler | Glue::On))
}

/// The place of the first token from `at` that is not filling.
fn skip(tokens: &[Token], at: usize) -> usize {
    let rest = tokens.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|token| is_filling(token)).count()
}

/// What is wrong with a name that stands at the beginning of the tokens.
pub(crate) fn unknown_name(reader: &mut Reader<'_>, offer: &Offer, tokens: &[Token]) -> Problem {
    let mut session = Session::new(reader);
    match offer.find(tokens) {
        Match::Ambiguous { items, used } => {
            session.ambiguous(tokens.get(..used).unwrap_or_default(), items);
        }
        _ => {
            session.unknown(offer, tokens);
        }
    }
    let problem = session.problems.pop();
    problem.unwrap_or_else(|| Problem::new(Phrase::new("empty-line")))
}

/// What the player wrote, short enough to be quoted.
pub(super) fn quoted(tokens: &[Token]) -> Arg {
    let mut text = String::new();
    for token in tokens {
        if !text.is_empty() && token.kind.is_word() {
            text.push(' ');
        }
        text.push_str(&token.raw);
    }
    if text.chars().count() > 30 {
        text = text.chars().take(29).collect();
        text.push('…');
    }
    Arg::Text(text)
}

/// Says "no unit", "no place" or the like, for what is on offer.
fn kind_of(offer: &Offer) -> Phrase {
    let mut classes = offer.entries.iter().map(|entry| entry.item.class());
    let first = classes
        .next()
        .flatten()
        .filter(|first| classes.all(|class| class == Some(*first)));
    Phrase::new(match first {
        Some(Class::Place) => "kind-place",
        Some(Class::Unit) => "kind-unit",
        Some(Class::Side) => "kind-side",
        Some(Class::Card) => "kind-card",
        Some(Class::Marker) => "kind-marker",
        Some(Class::Edge) => "kind-edge",
        None => "kind-any",
    })
}

/// The tokens without parentheses around all of them, and without marks before and behind.
fn unwrapped(mut tokens: &[Token]) -> &[Token] {
    loop {
        let from = tokens.iter().take_while(|t| is_margin(t.kind)).count();
        let to = tokens
            .iter()
            .rposition(|t| !is_margin(t.kind))
            .map_or(from, |last| last + 1);
        tokens = tokens.get(from..to.max(from)).unwrap_or_default();
        match tokens {
            [open, inner @ .., close]
                if open.kind == Kind::Open && close.kind == Kind::Close && balanced(inner) =>
            {
                tokens = inner;
            }
            _ => return tokens,
        }
    }
}

/// Marks that say nothing before or behind an answer.
const fn is_margin(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Comma | Kind::Colon | Kind::Semicolon | Kind::Equals
    )
}

fn balanced(tokens: &[Token]) -> bool {
    let mut depth = 0_usize;
    for token in tokens {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth == 0 => return false,
            Kind::Close => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}
