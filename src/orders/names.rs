//! Names: which of the offered items do these tokens mean?
//!
//! Exact spellings beat abbreviations, longer matches beat shorter ones, and what stays ambiguous is said to be so.

mod run;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::grammar::Glue;
use super::item::{Class, Item, Thing};
use super::lexicon::Lexicon;
use super::token::{Kind, Token, fold_name, squeeze};
use super::word::Word;
use run::{Rank, Run};

/// At most so many words of a line are tried as one name.
const LONGEST: usize = 10;

/// All classes, in the order of their declaration.
const CLASSES: [Class; 6] = [
    Class::Place,
    Class::Unit,
    Class::Side,
    Class::Card,
    Class::Marker,
    Class::Edge,
];

/// What a sequence of tokens means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// One item.
    Found {
        /// The item.
        item: Item,
        /// How many tokens name it.
        used: usize,
        /// Whether it was written out, not abbreviated.
        exact: bool,
    },
    /// Several items alike.
    Ambiguous {
        /// The items, in the order offered.
        items: Vec<Item>,
        /// How many tokens name them.
        used: usize,
    },
    /// Nothing that is offered.
    Unknown,
}

/// One folded spelling of an item.
#[derive(Debug)]
pub(crate) struct Key {
    /// The words, parted by single blanks.
    pub text: String,
    /// The words run together; empty if that is the same.
    bare: String,
    /// Whether this is the id of the records.
    id: bool,
    /// Whether marks stand among the words, and so may stand there in a letter.
    loose: bool,
    /// The initials of the words, as bits: nearly every comparison ends here.
    initials: u64,
}

impl Key {
    fn new(spelling: &str, id: bool, scratch: &mut Vec<char>) -> Self {
        // Most names are one plain word; the general way is several times slower.
        let plain = spelling.bytes().all(|b| b.is_ascii_alphanumeric());
        if plain {
            let text = spelling.to_ascii_lowercase();
            return Self {
                initials: initial(&text),
                text,
                bare: String::new(),
                id,
                loose: false,
            };
        }
        let mut text = String::with_capacity(spelling.len());
        let loose = fold_name(spelling, scratch, &mut text);
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric());
        let bare = if plain { String::new() } else { squeeze(&text) };
        let initials = text.split(' ').fold(0, |bits, word| bits | initial(word));
        Self {
            text,
            bare,
            id,
            loose,
            initials,
        }
    }

    /// The words run together.
    pub(crate) fn bare(&self) -> &str {
        if self.bare.is_empty() {
            &self.text
        } else {
            &self.bare
        }
    }
}

/// The bit of a word's first letter or digit, without noughts before a number.
fn initial(word: &str) -> u64 {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = word.trim_start_matches('0');
    match rest.as_bytes().first().or(word.as_bytes().first()) {
        Some(b @ b'a'..=b'z') => 1 << (b - b'a'),
        Some(b @ b'0'..=b'9') => 1 << (b - b'0' + 26),
        _ => 1 << 63,
    }
}

/// Items to choose from, with their spellings at hand.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    pub(crate) entries: Vec<Entry>,
}

/// One of the items on offer.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub item: Item,
    pub keys: Arc<[Key]>,
    /// The initials of all keys.
    initials: u64,
}

/// The spellings of a thing, once somebody has folded them.
type Slot = OnceLock<Arc<[Key]>>;

/// Spellings folded once for all readers: of classes whose names are the same in every view.
///
/// Most of the work of reading a line of a record is the folding of the names that could stand in it.
#[derive(Debug, Default)]
pub struct Folded {
    /// By class and number.
    things: [Box<[Slot]>; CLASSES.len()],
}

impl Folded {
    /// Nothing yet, with room for so many things of each class.
    pub fn new(rooms: &[(Class, usize)]) -> Self {
        let mut folded = Self::default();
        for &(class, many) in rooms {
            if let Some(things) = folded.things.get_mut(class as usize) {
                *things = std::iter::repeat_with(OnceLock::new).take(many).collect();
            }
        }
        folded
    }

    fn slot(&self, thing: Thing) -> Option<&Slot> {
        self.things
            .get(thing.class as usize)?
            .get(usize::from(thing.id))
    }
}

/// The spellings of a lexicon, folded once and kept while a letter is read.
pub struct Names<'a> {
    lex: &'a dyn Lexicon,
    /// By class and number.
    things: [Vec<Option<Arc<[Key]>>>; CLASSES.len()],
    words: BTreeMap<&'static Word, Arc<[Key]>>,
    scratch: Vec<char>,
}

impl<'a> Names<'a> {
    /// Begins with nothing folded yet.
    pub fn new(lex: &'a dyn Lexicon) -> Self {
        Self {
            lex,
            things: [const { Vec::new() }; CLASSES.len()],
            words: BTreeMap::new(),
            scratch: Vec::new(),
        }
    }

    /// The lexicon the names come from.
    pub fn lexicon(&self) -> &'a dyn Lexicon {
        self.lex
    }

    /// Lays out items to choose from.
    pub fn offer(&mut self, items: &[Item]) -> Offer {
        let entries = items.iter().map(|&item| {
            let keys = self.keys(item);
            let initials = keys.iter().fold(0, |bits, key| bits | key.initials);
            Entry {
                item,
                keys,
                initials,
            }
        });
        Offer {
            entries: entries.collect(),
        }
    }

    fn keys(&mut self, item: Item) -> Arc<[Key]> {
        let scratch = &mut self.scratch;
        match item {
            Item::Number(_) => Arc::default(),
            // One key for each spelling in its order: a suggestion is printed as the player would have written it.
            Item::Word(word) => Arc::clone(self.words.entry(word).or_insert_with(|| {
                let spellings = word.spellings().enumerate();
                spellings
                    .map(|(i, spelling)| Key::new(spelling, i == 0, scratch))
                    .collect()
            })),
            Item::Thing(thing) => {
                if let Some(slot) = self.lex.folded().and_then(|folded| folded.slot(thing)) {
                    let fold = || thing_keys(thing, self.lex, scratch);
                    return Arc::clone(slot.get_or_init(fold));
                }
                let id = usize::from(thing.id);
                let things = self.things.get_mut(thing.class as usize);
                let Some(things) = things else {
                    return Arc::default();
                };
                if id >= things.len() {
                    things.resize(id + 1, None);
                }
                let lex = self.lex;
                match things.get_mut(id) {
                    Some(slot) => {
                        Arc::clone(slot.get_or_insert_with(|| thing_keys(thing, lex, scratch)))
                    }
                    None => Arc::default(),
                }
            }
        }
    }
}

fn thing_keys(thing: Thing, lex: &dyn Lexicon, scratch: &mut Vec<char>) -> Arc<[Key]> {
    let mut keys = vec![Key::new(&lex.id(thing), true, scratch)];
    for spelling in std::iter::once(lex.name(thing)).chain(lex.also(thing)) {
        let key = Key::new(&spelling, false, scratch);
        if keys.iter().all(|old| old.text != key.text) {
            keys.push(key);
        }
    }
    keys.retain(|key| !key.text.is_empty());
    keys.into()
}

/// Finds which of these items the tokens begin with.
pub fn find(tokens: &[Token], among: &[Item], lex: &dyn Lexicon) -> Match {
    let offer = Names::new(lex).offer(among);
    offer.find(tokens)
}

impl Offer {
    /// Finds which of the items the tokens begin with, by any unique abbreviation.
    pub fn find(&self, tokens: &[Token]) -> Match {
        self.past_article(tokens, false)
    }

    /// Finds which of the items the tokens begin with, written out.
    pub fn find_exact(&self, tokens: &[Token]) -> Match {
        self.past_article(tokens, true)
    }

    /// Whether the tokens begin with one of the items, written out.
    pub(crate) fn is_exactly(&self, tokens: &[Token]) -> bool {
        let word = tokens.first().is_some_and(|token| token.kind.is_word());
        word && matches!(self.find_exact(tokens), Match::Found { .. })
    }

    /// The items, in the order offered.
    pub fn items(&self) -> Vec<Item> {
        self.entries.iter().map(|entry| entry.item).collect()
    }

    /// Finds the item that most of the tokens name: `1 Para` is a unit, though `1` alone would be a place.
    pub fn find_longest(&self, tokens: &[Token]) -> Match {
        let mut classes: Vec<Option<Class>> = Vec::new();
        for entry in &self.entries {
            if !classes.contains(&entry.item.class()) {
                classes.push(entry.item.class());
            }
        }
        let mut best = self.find(tokens);
        for class in classes {
            let of_class = |entry: &&Entry| entry.item.class() == class;
            let entries = self.entries.iter().filter(of_class).cloned().collect();
            let found = Self { entries }.find(tokens);
            let longer = match (&found, &best) {
                (Match::Found { used, .. }, Match::Found { used: most, .. }) => used > most,
                (Match::Found { used, .. }, Match::Ambiguous { used: most, .. }) => used > most,
                (Match::Found { .. }, Match::Unknown) => true,
                _ => false,
            };
            if longer {
                best = found;
            }
        }
        best
    }

    /// Those whose class is on another offer.
    pub(crate) fn of_classes(&self, other: &Self) -> Self {
        let alike = |entry: &&Entry| {
            let mut others = other.entries.iter();
            others.any(|one| one.item.class() == entry.item.class())
        };
        Self {
            entries: self.entries.iter().filter(alike).cloned().collect(),
        }
    }

    /// Whether nothing is offered.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// `l'Hipper`, `d'Oslo`: an article that lost its vowel is no part of a name, unless the name has it.
    fn past_article(&self, tokens: &[Token], exact: bool) -> Match {
        let found = self.search(tokens, exact);
        if let (Match::Ambiguous { used: 1, .. }, [noun, rest @ ..]) = (&found, tokens) {
            // `zone 54`: several names have the word, but here it only says what is meant.
            let named = self.past_noun(noun, rest, exact);
            return if named == Match::Unknown {
                found
            } else {
                named
            };
        }
        match tokens.split_first() {
            Some((first, rest)) if found == Match::Unknown => match first.without_article() {
                Some(name) => self.search_with(&[name], rest, exact),
                None => match self.past_noun(first, rest, exact) {
                    Match::Unknown => self.otherwise(first, rest, exact),
                    found => found,
                },
            },
            _ => found,
        }
    }

    /// Searches with other tokens in the place of the first one.
    fn search_with(&self, first: &[Token], rest: &[Token], exact: bool) -> Match {
        let tokens: Vec<Token> = first
            .iter()
            .chain(rest.iter().take(LONGEST))
            .cloned()
            .collect();
        self.search(&tokens, exact)
    }

    /// `TR2` is `TR 2`, and of `U-boats 1 and 2` the first is `U-boat 1`.
    fn otherwise(&self, first: &Token, rest: &[Token], exact: bool) -> Match {
        if first.kind != Kind::Word {
            return Match::Unknown;
        }
        if let Some((name, number)) = first.apart() {
            let found = self.search_with(&[name, number], rest, exact);
            // Two words stand for one here.
            return match found {
                Match::Found { item, used, exact } if used > 1 => Match::Found {
                    item,
                    used: used - 1,
                    exact,
                },
                Match::Ambiguous { items, used } if used > 1 => Match::Ambiguous {
                    items,
                    used: used - 1,
                },
                _ => Match::Unknown,
            };
        }
        let one = first
            .text
            .strip_suffix('s')
            .filter(|one| one.len() > 1)
            .filter(|_| rest.first().is_some_and(|next| next.kind == Kind::Number));
        match one.map(|one| self.search_with(&[first.spelt(one)], rest, exact)) {
            Some(found @ Match::Found { used, .. }) if used > 1 => found,
            _ => Match::Unknown,
        }
    }

    /// `bridge 12-25`, `pont de Grave`, `area 10`: what a thing is may stand before its name.
    fn past_noun(&self, noun: &Token, rest: &[Token], exact: bool) -> Match {
        let Some(class) = class_noun(&noun.text) else {
            return Match::Unknown;
        };
        let filling = |token: &&Token| token.glue == Some(Glue::Filler);
        let skipped = rest.iter().take_while(filling).count();
        let of_class = |entry: &&Entry| entry.item.class() == Some(class);
        let entries = self.entries.iter().filter(of_class).cloned().collect();
        let offer = Self { entries };
        let name = rest.get(skipped..).unwrap_or_default();
        match offer.past_article(name, exact) {
            Match::Found { item, used, exact } => Match::Found {
                item,
                used: used + skipped + 1,
                exact,
            },
            Match::Ambiguous { items, used } => Match::Ambiguous {
                items,
                used: used + skipped + 1,
            },
            Match::Unknown => Match::Unknown,
        }
    }

    fn search(&self, tokens: &[Token], exact: bool) -> Match {
        let run = Run::new(tokens);
        let Some(first) = run.word(0) else {
            return Match::Unknown;
        };
        let class = class_prefix(&first.text);
        let amount = first.amount();
        let mut best: Option<Rank> = None;
        let mut items: Vec<Item> = Vec::new();
        let initial = initial(&first.bare);
        for Entry {
            item,
            keys,
            initials,
        } in &self.entries
        {
            let mut rank = match (item, class) {
                // Between a number and a thing called so, the number has no other name.
                (Item::Number(number), _) if amount == Some(*number) => Some(Rank::new(0, 1, 0)),
                (Item::Thing(thing), Some((class, id))) if thing.class == class => {
                    let named = keys.iter().any(|key| key.id && key.text == id);
                    named.then_some(Rank::exact(1, true))
                }
                _ => None,
            };
            if initials & initial != 0 {
                for key in keys.iter().filter(|key| key.initials & initial != 0) {
                    rank = rank.into_iter().chain(run.rank(key, exact, best)).min();
                }
            }
            let Some(rank) = rank else { continue };
            if best.is_none_or(|best| rank < best) {
                best = Some(rank);
                items.clear();
            }
            if best == Some(rank) && !items.contains(item) {
                items.push(*item);
            }
        }
        let Some(best) = best else {
            return Match::Unknown;
        };
        let mut words = best.used();
        if let [item @ Item::Thing(_)] = items.as_slice() {
            // `112 Art` is all of it the name of 112 Mtn Art, though `112` would do.
            let named = self.entries.iter().find(|entry| entry.item == *item);
            let keys = named.map_or(&[][..], |entry| &entry.keys);
            let longer = keys.iter().map(|key| run.told(key));
            words = longer.max().unwrap_or(0).max(words);
        }
        let used = closed(tokens, run.end(words));
        match items.as_slice() {
            [item] => Match::Found {
                item: *item,
                used,
                exact: best.is_exact(),
            },
            _ => Match::Ambiguous { items, used },
        }
    }
}

/// Takes in the parenthesis that closes one inside the name.
fn closed(tokens: &[Token], used: usize) -> usize {
    let named = tokens.get(..used).unwrap_or_default();
    let count = |kind: Kind| named.iter().filter(|t| t.kind == kind).count();
    let closes = tokens.get(used).is_some_and(|t| t.kind == Kind::Close);
    used + usize::from(closes && count(Kind::Open) > count(Kind::Close))
}

/// The word before the slash in `unit/5`, which records use where ids of two classes meet.
pub(crate) const fn class_word(class: Class) -> &'static str {
    match class {
        Class::Place => "place",
        Class::Unit => "unit",
        Class::Side => "side",
        Class::Card => "card",
        Class::Marker => "marker",
        Class::Edge => "edge",
    }
}

/// What people call a thing of a class.
pub(super) fn class_noun(word: &str) -> Option<Class> {
    match word {
        "bridge" | "crossing" | "ferry" | "pont" | "passage" | "bac" => Some(Class::Edge),
        "area" | "zone" | "hex" | "place" | "hexagone" | "case" => Some(Class::Place),
        "unit" | "unite" => Some(Class::Unit),
        _ => None,
    }
}

fn class_prefix(text: &str) -> Option<(Class, &str)> {
    let (class, id) = text.split_once('/')?;
    let class = CLASSES.into_iter().find(|&c| class_word(c) == class)?;
    Some((class, id))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::token::TokenLine;
    use super::super::word::{NO, YES};
    use super::*;

    struct Ships(&'static [(&'static str, &'static str)]);

    impl Lexicon for Ships {
        fn name(&self, thing: Thing) -> Cow<'_, str> {
            self.0
                .get(usize::from(thing.id))
                .map_or("?", |ship| ship.0)
                .into()
        }
        fn id(&self, thing: Thing) -> Cow<'_, str> {
            self.0
                .get(usize::from(thing.id))
                .map_or("?", |ship| ship.1)
                .into()
        }
        fn known(&self) -> Vec<Thing> {
            (0..).take(self.0.len()).map(Thing::unit).collect()
        }
    }

    const FLEET: Ships = Ships(&[
        ("Admiral Hipper", "hipper"),
        ("Admiral Scheer", "scheer"),
        ("Z-1", "z1"),
        ("Z-10 Lody", "z10"),
        ("Lützow", "lutzow"),
        ("I JG3", "jg3-1"),
        ("II JG3", "jg3-2"),
        ("Duke of York", "doy"),
        ("1 Para Bn", "p1"),
        ("1 Para Bn (Polish), reserve", "pp1"),
        ("0512", "h0512"),
    ]);

    /// Numbers of the ships meant, and how many tokens.
    fn look(line: &str) -> (Vec<u16>, usize) {
        let among: Vec<Item> = FLEET.known().into_iter().map(Item::Thing).collect();
        let id = |item: &Item| match item {
            Item::Thing(thing) => thing.id,
            _ => u16::MAX,
        };
        match find(&TokenLine::new(1, line).tokens, &among, &FLEET) {
            Match::Found { item, used, .. } => (vec![id(&item)], used),
            Match::Ambiguous { items, used } => (items.iter().map(id).collect(), used),
            Match::Unknown => (Vec::new(), 0),
        }
    }

    #[test]
    fn abbreviations_must_be_unique() {
        assert_eq!(look("adm hip 5"), (vec![0], 2));
        assert_eq!(look("hip 5"), (vec![0], 1));
        assert_eq!(look("admiral"), (vec![0, 1], 1));
        assert_eq!(
            look("a"),
            (vec![], 0),
            "the article is nobody's abbreviation"
        );
        assert_eq!(look("lutz"), (vec![4], 1));
        assert_eq!(look("LUTZOW"), (vec![4], 1));
        assert_eq!(look("duke york"), (vec![7], 2));
        assert_eq!(look("tirpitz"), (vec![], 0));
        assert_eq!(look("l'Admiral Hipper 5"), (vec![0], 2));
        assert_eq!(look("d’Hipper"), (vec![0], 1));
        // What a thing is may stand before its name, if it is one.
        assert_eq!(look("unit z1"), (vec![2], 2));
        assert_eq!(look("l'unité Lützow"), (vec![], 0));
        assert_eq!(look("unité de Lützow"), (vec![4], 3));
        assert_eq!(look("bridge z1"), (vec![], 0));
    }

    #[test]
    fn numbers_are_never_cut() {
        assert_eq!(look("z1"), (vec![2], 1));
        assert_eq!(look("z 1"), (vec![2], 2));
        assert_eq!(look("z-10"), (vec![3], 1));
        assert_eq!(look("z10, z1"), (vec![3], 1));
        assert_eq!(look("512"), (vec![10], 1));
        assert_eq!(look("51"), (vec![], 0));
    }

    #[test]
    fn exact_beats_abbreviation_and_longest_wins() {
        assert_eq!(look("i jg3"), (vec![5], 2));
        assert_eq!(look("ii jg 3"), (vec![6], 3));
        assert_eq!(look("1 para bn 2"), (vec![8], 3));
        assert_eq!(look("1 Para Bn (Polish), reserve"), (vec![9], 8));
        assert_eq!(look("unit/z10"), (vec![3], 1));
        assert_eq!(look("place/z10"), (vec![], 0));
    }

    #[test]
    fn words_and_numbers_are_found() {
        let among = [Item::Word(&YES), Item::Word(&NO), Item::Number(3)];
        for (line, item) in [
            ("OUI", among[0]),
            ("n", among[1]),
            ("trois", among[2]),
            ("+3", among[2]),
        ] {
            let found = find(&TokenLine::new(1, line).tokens, &among, &FLEET);
            assert!(
                matches!(found, Match::Found { item: found, .. } if found == item),
                "{line}"
            );
        }
    }
}
