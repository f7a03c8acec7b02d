//! Typed lines: one declaration for each kind of line of a sheet or script.
//!
//! From the declaration follow the row of the form, what standing orders may name, the reading into the game's own type
//! and the writing from it, and the words in which an order prints itself. Nobody finds a part by its position.
//!
//! ```
//! use std::borrow::Cow;
//!
//! use fieldpost::board::{SpaceId, UnitId};
//! use fieldpost::orders::choice::{any, one};
//! use fieldpost::orders::lines::{Lines as _, read_sheet, write_sheet};
//! use fieldpost::orders::{Form, Lang, Lexicon, Line, Pick, Picks, Thing, Word};
//! use fieldpost::orders::{TokenLine, canonical, read_lines};
//!
//! static ORDERS: Word = Word { en: &["orders"], fr: &["ordres"] };
//! static ASSAULT: Word = Word { en: &["assault", "attack"], fr: &["assaut"] };
//! static WITH: Word = Word { en: &["with"], fr: &["avec"] };
//! static POINT: Word = Word { en: &["point"], fr: &["pointe"] };
//! static REST: Word = Word { en: &["rest"], fr: &["repos"] };
//!
//! /// What the choices are taken from, found once for a form.
//! struct Muster {
//!     places: Vec<SpaceId>,
//!     fresh: Vec<UnitId>,
//!     night: bool,
//! }
//!
//! fieldpost::lines! {
//!     /// What one line orders.
//!     #[derive(Clone, Debug, PartialEq, Eq)]
//!     enum Order from m: &Muster {
//!         /// Rule 10.2: `assault 51: with kg1, kg2 point kg1`.
//!         ASSAULT => Assault [at: SpaceId = m.places] {
//!             with WITH: Vec<UnitId> = any(&m.fresh),
//!             point POINT: Option<UnitId> = one(&m.fresh),
//!         },
//!         /// Rule 6.1: `rest`.
//!         REST => Rest if m.night,
//!     }
//! }
//!
//! // Names as a view knows them.
//! struct Names;
//! impl Lexicon for Names {
//!     fn name(&self, thing: Thing) -> Cow<'_, str> { self.id(thing) }
//!     fn id(&self, thing: Thing) -> Cow<'_, str> {
//!         let unit = thing.class == fieldpost::orders::Class::Unit;
//!         Cow::Owned(format!("{}{}", if unit { "kg" } else { "a" }, thing.id))
//!     }
//!     fn known(&self) -> Vec<Thing> { Vec::new() }
//! }
//!
//! let muster = Muster {
//!     places: vec![SpaceId(50), SpaceId(51)],
//!     fresh: vec![UnitId(1), UnitId(2)],
//!     night: false,
//! };
//! // The form: no row for `rest` by day.
//! let rows = Order::rows(&muster);
//! assert_eq!(rows.len(), 1);
//! let form = Form { word: &ORDERS, subject: Vec::new(), pick: Pick::Sheet { rows, max: 9 } };
//!
//! // Read and decode: a part that was left out is `None` or an empty list.
//! let letter = [TokenLine::new(1, "attack a51: with kg2, kg1")];
//! let read = read_lines(&form, &letter, &Names);
//! let orders = read_sheet::<Order>(&read.reading.picks).expect("the form's shape");
//! let assault = Order::Assault {
//!     at: SpaceId(51),
//!     with: vec![UnitId(1), UnitId(2)],
//!     point: None,
//! };
//! assert_eq!(orders, [(0, assault.clone())]);
//!
//! // Encode: a bot writes what it wants, and the form prints it.
//! let picks = write_sheet([&assault]);
//! assert_eq!(canonical(&form, &picks, &Names), ["assault a51: with kg1, kg2"]);
//!
//! // Every order prints itself, also where no form is at hand.
//! assert_eq!(assault.words(Some(Lang::Fr), &Names), "assaut a51: avec kg1, kg2");
//! assert_eq!(assault.words(None, &Names), "assault a51: with kg1, kg2");
//! ```
//!
//! **The grammar of a kind.** `WORD => Variant`, then what it needs of these:
//!
//! - `[at: Type = choices]`, the subject: `choices` is a `Vec` or slice of the type. Where there is none to choose, the
//!   form has no row.
//! - `{ path: Type = choice }`, the answer itself, or `{ with WITH: Type = choice, point POINT: .. }`, named parts in
//!   their order. A choice is made by a function of [`choice`](super::choice), whose type must be that of the field.
//!   `Option<T>` may be left out, and so may a list of which none need be named. A struct declared by
//!   [`named_parts!`](crate::named_parts) is an answer, too, so that several kinds can share their parts. Where an answer
//!   or a part that must be written offers nothing, the form has no row.
//! - `if condition` at the end: else the form has no row.
//! - `WORD for each in list => ..`: a row for each of a list, for kinds whose choices depend on who is the subject (a
//!   march from where each stands). A subject stands in one of the rows.
//!
//! Keywords as a type are declared by [`elements!`](crate::elements); a type of the game's own is an
//! [`Element`](super::Element). In a `Kind` stand `rows: Order::WORDS, answers: Order::PARTS`.

use super::answer::Answer;
use super::choice::Choice;
use super::form::{Act, Branch, Clause, Form, Line, Pick, Picks, Row};
use super::item::Item;
use super::lexicon::Lexicon;
use super::phrase::{About, Phrase, Problem};
use super::print::line_words;
use super::sample::possible;
use super::word::{Lang, NONE, Word};

/// A type of which every value is a line: made by [`lines!`](crate::lines).
pub trait Lines: Sized + 'static {
    /// The words that begin the lines, as declared.
    const WORDS: &'static [&'static Word];

    /// The words of their parts, and those that can stand in them.
    const PARTS: &'static [&'static Word];

    /// What a line says; nothing if its shape is none of these.
    fn read(word: &'static Word, subject: Option<Item>, picks: &Picks) -> Option<Self>;

    /// The word it begins with.
    fn word(&self) -> &'static Word;

    /// What it is about.
    fn subject(&self) -> Option<Item>;

    /// What it says of that.
    fn picks(&self) -> Picks;

    /// A choice of nothing but this.
    fn only(&self) -> Pick;

    /// Reads a line of a sheet.
    fn decode(line: &Line) -> Option<Self> {
        Self::read(line.word, line.subject, &line.picks)
    }

    /// As a line of a sheet.
    fn encode(&self) -> Line {
        Line {
            word: self.word(),
            subject: self.subject(),
            picks: self.picks(),
        }
    }

    /// The whole order in words: in a player's language, or as in records if there is none.
    fn words(&self, lang: Option<Lang>, lex: &dyn Lexicon) -> String {
        let row = Row {
            word: self.word(),
            subjects: self.subject().into_iter().collect(),
            pick: self.only(),
        };
        line_words(&row, &self.encode(), lang, lex)
    }
}

/// A step of a script with the numbers of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<O> {
    /// A line to carry out.
    Do(usize, O),
    /// Lines to carry out if something holds when they are reached, and others if it does not.
    If {
        /// All of these must hold.
        tests: Vec<Clause>,
        /// What is done then.
        then: Vec<(usize, O)>,
        /// What is done else.
        otherwise: Vec<(usize, O)>,
    },
}

/// Reads the lines in their order and gives all that is wrong with them.
struct Decoder {
    next: usize,
    problems: Vec<Problem>,
}

impl Decoder {
    fn line<O: Lines>(&mut self, line: &Line) -> Option<(usize, O)> {
        let n = self.next;
        self.next += 1;
        let order = O::decode(line);
        if order.is_none() {
            let problem = Problem::new(Phrase::new("misfit"));
            self.problems.push(problem.about(About::Line(n)));
        }
        order.map(|order| (n, order))
    }

    fn lines<O: Lines>(&mut self, lines: &[Line]) -> Vec<(usize, O)> {
        lines.iter().filter_map(|line| self.line(line)).collect()
    }
}

fn wrong_shape<T>() -> Result<T, Vec<Problem>> {
    Err(vec![Problem::new(Phrase::new("misfit"))])
}

/// Reads a sheet: each order with the number of its line.
pub fn read_sheet<O: Lines>(picks: &Picks) -> Result<Vec<(usize, O)>, Vec<Problem>> {
    let Picks::Sheet(lines) = picks else {
        return wrong_shape();
    };
    let (next, problems) = (0, Vec::new());
    let mut decoder = Decoder { next, problems };
    let orders = decoder.lines(lines);
    unless(decoder.problems, orders)
}

/// Reads a script; its lines are counted as [`Act::lines`] gives them.
pub fn read_script<O: Lines>(picks: &Picks) -> Result<Vec<Step<O>>, Vec<Problem>> {
    let Picks::Script(acts) = picks else {
        return wrong_shape();
    };
    let (next, problems) = (0, Vec::new());
    let mut decoder = Decoder { next, problems };
    let mut steps = Vec::with_capacity(acts.len());
    for act in acts {
        match act {
            Act::Do(line) => {
                steps.extend(decoder.line(line).map(|(n, order)| Step::Do(n, order)));
            }
            Act::If(branch) => steps.push(Step::If {
                tests: branch.tests.clone(),
                then: decoder.lines(&branch.then),
                otherwise: decoder.lines(&branch.otherwise),
            }),
        }
    }
    unless(decoder.problems, steps)
}

/// The value, unless something is wrong.
pub fn unless<T>(problems: Vec<Problem>, value: T) -> Result<T, Vec<Problem>> {
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(problems)
    }
}

/// Writes orders as a sheet.
pub fn write_sheet<'o, O: Lines>(orders: impl IntoIterator<Item = &'o O>) -> Picks {
    Picks::Sheet(orders.into_iter().map(Lines::encode).collect())
}

/// Writes steps as a script; the numbers of their lines do not matter.
pub fn write_script<O: Lines>(steps: &[Step<O>]) -> Picks {
    let lines = |orders: &[(usize, O)]| -> Vec<Line> {
        orders.iter().map(|(_, order)| order.encode()).collect()
    };
    let acts = steps.iter().map(|step| match step {
        Step::Do(_, order) => Act::Do(order.encode()),
        Step::If {
            tests,
            then,
            otherwise,
        } => Act::If(Branch {
            tests: tests.clone(),
            then: lines(then),
            otherwise: lines(otherwise),
        }),
    });
    Picks::Script(acts.collect())
}

/// Notes each thing that is named a second time, with the number of the line that does so.
///
/// What counts as named the caller says for each order: a target may be attacked twice, a unit moves once.
pub fn named_twice<'o, O: 'o>(
    orders: impl IntoIterator<Item = &'o (usize, O)>,
    named: impl Fn(&'o O) -> Vec<Item>,
    rule: &'static str,
) -> Vec<Problem> {
    let (mut seen, mut problems) = (Vec::new(), Vec::new());
    for (n, order) in orders {
        for item in named(order) {
            if seen.contains(&item) {
                let what = Phrase::new("named-twice").with("item", item);
                problems.push(
                    Problem::new(what)
                        .about(About::LineItem(*n, item))
                        .rule(rule),
                );
            } else {
                seen.push(item);
            }
        }
    }
    problems
}

/// Rows without subjects as forms of their own: conditions, rulings.
pub fn forms(rows: Vec<Row>) -> Vec<Form> {
    let form = |row: Row| Form {
        word: row.word,
        subject: Vec::new(),
        pick: row.pick,
    };
    rows.into_iter().map(form).collect()
}

/// Adds the row of a kind of line, if it offers anything.
#[doc(hidden)]
pub fn offer(rows: &mut Vec<Row>, word: &'static Word, subjects: Option<Vec<Item>>, pick: Pick) {
    let somebody = subjects.as_ref().is_none_or(|items| !items.is_empty());
    if somebody && possible(&pick) {
        rows.push(Row {
            word,
            subjects: subjects.unwrap_or_default(),
            pick,
        });
    }
}

/// The parts of a line, in their order.
#[doc(hidden)]
pub fn parts_of(picks: &Picks) -> Option<impl Iterator<Item = Option<&Picks>>> {
    match picks {
        Picks::Parts(parts) => Some(parts.iter().map(Option::as_ref)),
        _ => None,
    }
}

/// So many words in all.
#[doc(hidden)]
pub const fn total(lists: &[&[&'static Word]]) -> usize {
    let (mut n, mut sum) = (0, 0);
    while n < lists.len() {
        sum += lists[n].len();
        n += 1;
    }
    sum
}

/// The words of all lists.
#[doc(hidden)]
pub const fn joined<const N: usize>(lists: &[&[&'static Word]]) -> [&'static Word; N] {
    let mut all: [&'static Word; N] = [&NONE; N];
    let (mut n, mut at) = (0, 0);
    while n < lists.len() {
        let mut i = 0;
        while i < lists[n].len() {
            all[at] = lists[n][i];
            at += 1;
            i += 1;
        }
        n += 1;
    }
    all
}

/// A choice of the type of a field: the optional one of an optional field.
#[doc(hidden)]
pub fn choice_of<A: Answer>(choice: impl Into<Choice<A>>) -> Choice<A> {
    choice.into()
}

/// Kinds of line as a type: see [`orders::lines`](crate::orders::lines).
#[macro_export]
macro_rules! lines {
    // One word of the grammar after the other: each kind is put into one shape ...
    (@kinds $head:tt [$($done:tt)*]
        $(#[$meta:meta])* $WORD:ident $(for $each:pat in $list:expr)? => $Variant:ident
        $([$s:ident: $S:ty = $subjects:expr])? { $field:ident: $T:ty = $choice:expr $(,)? }
        $(if $cond:expr)? $(, $($rest:tt)*)?
    ) => {
        $crate::lines! { @kinds $head [$($done)* {
            [$(#[$meta])*] $WORD [$($each => $list)?] [$($cond)?] $Variant
            [{ $($s: $S,)? $field: $T }] [$($s $S; $subjects)?] [$field] [one $field $T; $choice]
        }] $($($rest)*)? }
    };
    (@kinds $head:tt [$($done:tt)*]
        $(#[$meta:meta])* $WORD:ident $(for $each:pat in $list:expr)? => $Variant:ident
        $([$s:ident: $S:ty = $subjects:expr])? { $($field:ident $KEY:ident: $T:ty = $choice:expr),+ $(,)? }
        $(if $cond:expr)? $(, $($rest:tt)*)?
    ) => {
        $crate::lines! { @kinds $head [$($done)* {
            [$(#[$meta])*] $WORD [$($each => $list)?] [$($cond)?] $Variant
            [{ $($s: $S,)? $($field: $T),+ }] [$($s $S; $subjects)?] [$($field)+]
            [parts $($field $KEY $T; $choice,)+]
        }] $($($rest)*)? }
    };
    (@kinds $head:tt [$($done:tt)*]
        $(#[$meta:meta])* $WORD:ident $(for $each:pat in $list:expr)? => $Variant:ident
        $([$s:ident: $S:ty = $subjects:expr])?
        $(if $cond:expr)? $(, $($rest:tt)*)?
    ) => {
        $crate::lines! { @kinds $head [$($done)* {
            [$(#[$meta])*] $WORD [$($each => $list)?] [$($cond)?] $Variant
            [$({ $s: $S })?] [$($s $S; $subjects)?] [] [none]
        }] $($($rest)*)? }
    };
    // ... and all of them together make the type.
    (@kinds [[$($meta:tt)*] [$vis:vis] $Name:ident $c:ident [$C:ty]] [$({
        [$($vmeta:tt)*] $WORD:ident [$($each:pat => $list:expr)?] [$($cond:expr)?] $Variant:ident
        [$($shape:tt)*] [$($s:ident $S:ty; $subjects:expr)?] [$($field:ident)*] [$($fields:tt)*]
    })+]) => {
        $($meta)*
        $vis enum $Name {
            $($($vmeta)* $Variant $($shape)*),+
        }

        impl $Name {
            /// The rows of the form; a kind that offers nothing has none.
            $vis fn rows($c: $C) -> ::std::vec::Vec<$crate::orders::Row> {
                let _ = &$c;
                let mut rows = ::std::vec::Vec::new();
                $(
                    $crate::lines! { @each [$($each => $list)?] [$($cond)?] {
                        let subjects: ::std::option::Option<::std::vec::Vec<$crate::orders::Item>> =
                            ::std::option::Option::None;
                        $(
                            let subjects = subjects.or(::std::option::Option::Some(
                                $crate::orders::choice::items::<$S>(&$subjects),
                            ));
                        )?
                        let pick = $crate::lines!(@pick $($fields)*);
                        $crate::orders::lines::offer(&mut rows, &$WORD, subjects, pick);
                    } }
                )+
                rows
            }
        }

        impl $crate::orders::Lines for $Name {
            const WORDS: &'static [&'static $crate::orders::Word] = &[$(&$WORD),+];

            const PARTS: &'static [&'static $crate::orders::Word] = {
                const LISTS: &[&[&$crate::orders::Word]] = &[$($crate::lines!(@words $($fields)*)),+];
                const TOTAL: usize = $crate::orders::lines::total(LISTS);
                const ALL: [&$crate::orders::Word; TOTAL] = $crate::orders::lines::joined(LISTS);
                &ALL
            };

            fn read(
                word: &'static $crate::orders::Word,
                subject: ::std::option::Option<$crate::orders::Item>,
                picks: &$crate::orders::Picks,
            ) -> ::std::option::Option<Self> {
                $(
                    if *word == $WORD {
                        $crate::lines!(@read picks $($fields)*);
                        return ::std::option::Option::Some(Self::$Variant {
                            $($s: <$S as $crate::orders::Element>::from_item(subject?)?,)?
                            $($field,)*
                        });
                    }
                )+
                let _ = (subject, picks);
                ::std::option::Option::None
            }

            fn word(&self) -> &'static $crate::orders::Word {
                match self {
                    $(Self::$Variant { .. } => &$WORD),+
                }
            }

            fn subject(&self) -> ::std::option::Option<$crate::orders::Item> {
                match self {
                    $(Self::$Variant { $($s,)? .. } => {
                        $crate::lines!(@subject $($s)?)
                    })+
                }
            }

            fn picks(&self) -> $crate::orders::Picks {
                match self {
                    $(Self::$Variant { $($field,)* .. } => $crate::lines!(@write $($fields)*)),+
                }
            }

            fn only(&self) -> $crate::orders::Pick {
                match self {
                    $(Self::$Variant { $($field,)* .. } => $crate::lines!(@only $($fields)*)),+
                }
            }
        }
    };

    (@each [] [] $body:block) => { $body };
    (@each [] [$cond:expr] $body:block) => { if $cond $body };
    (@each [$each:pat => $list:expr] [] $body:block) => { for $each in $list $body };
    (@each [$each:pat => $list:expr] [$cond:expr] $body:block) => { for $each in $list { if $cond $body } };

    (@subject) => { ::std::option::Option::None };
    (@subject $s:ident) => { ::std::option::Option::Some($crate::orders::Element::item(*$s)) };

    (@pick none) => { $crate::orders::Pick::Nothing };
    (@pick one $field:ident $T:ty; $choice:expr) => {
        $crate::orders::lines::choice_of::<$T>($choice).pick()
    };
    (@pick parts $($field:ident $KEY:ident $T:ty; $choice:expr,)+) => {
        $crate::orders::Pick::Parts(::std::vec![
            $($crate::orders::lines::choice_of::<$T>($choice).part(&$KEY)),+
        ])
    };

    (@words none) => { &[] };
    (@words one $field:ident $T:ty; $choice:expr) => { <$T as $crate::orders::Answer>::WORDS };
    (@words parts $($field:ident $KEY:ident $T:ty; $choice:expr,)+) => {{
        const LISTS: &[&[&$crate::orders::Word]] =
            &[&[$(&$KEY),+], $(<$T as $crate::orders::Answer>::WORDS),+];
        const TOTAL: usize = $crate::orders::lines::total(LISTS);
        const ALL: [&$crate::orders::Word; TOTAL] = $crate::orders::lines::joined(LISTS);
        &ALL
    }};

    (@read $picks:ident none) => {};
    (@read $picks:ident one $field:ident $T:ty; $choice:expr) => {
        let $field = <$T as $crate::orders::Answer>::read(::std::option::Option::Some($picks))?;
    };
    (@read $picks:ident parts $($field:ident $KEY:ident $T:ty; $choice:expr,)+) => {
        let mut parts = $crate::orders::lines::parts_of($picks)?;
        $(let $field = <$T as $crate::orders::Answer>::read(parts.next().flatten())?;)+
    };

    (@write none) => { $crate::orders::Picks::Nothing };
    (@write one $field:ident $T:ty; $choice:expr) => { $crate::orders::Answer::picks($field) };
    (@write parts $($field:ident $KEY:ident $T:ty; $choice:expr,)+) => {
        $crate::orders::Picks::Parts(::std::vec![$($crate::orders::Answer::part($field)),+])
    };

    (@only none) => { $crate::orders::Pick::Nothing };
    (@only one $field:ident $T:ty; $choice:expr) => { $crate::orders::Answer::only($field) };
    (@only parts $($field:ident $KEY:ident $T:ty; $choice:expr,)+) => {
        $crate::orders::Pick::Parts(::std::vec![
            $($crate::orders::Answer::only_part($field, &$KEY)),+
        ])
    };

    ($(#[$meta:meta])* $vis:vis enum $Name:ident from $c:ident: $C:ty { $($kinds:tt)+ }) => {
        $crate::lines! { @kinds [[$(#[$meta])*] [$vis] $Name $c [$C]] [] $($kinds)+ }
    };
}

/// A struct of named parts, which is an [`Answer`] that kinds of line can share or a question can have whole:
///
/// ```
/// # use fieldpost::board::UnitId;
/// # use fieldpost::orders::{Word, choice::{any, one}};
/// # static LEAD: Word = Word { en: &["lead"], fr: &["tête"] };
/// # static WITH: Word = Word { en: &["with"], fr: &["avec"] };
/// fieldpost::named_parts! {
///     /// Which guns fire.
///     #[derive(Clone, Debug, PartialEq, Eq)]
///     struct Battery from guns: &[UnitId] {
///         lead LEAD: UnitId = one(guns),
///         with WITH: Vec<UnitId> = any(guns),
///     }
/// }
///
/// // In a kind of line: `{ battery: Battery = Battery::choice(&m.guns) }`.
/// let choice = Battery::choice(&[UnitId(1), UnitId(2)]);
/// # let _ = choice;
/// ```
#[macro_export]
macro_rules! named_parts {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident from $c:ident: $C:ty {
        $($(#[$fmeta:meta])* $fvis:vis $field:ident $KEY:ident: $T:ty = $choice:expr),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $Name {
            $($(#[$fmeta])* $fvis $field: $T),+
        }

        impl $Name {
            /// What it is chosen from.
            $vis fn choice($c: $C) -> $crate::orders::Choice<Self> {
                let _ = &$c;
                $crate::orders::Choice::new($crate::lines!(@pick parts $($field $KEY $T; $choice,)+))
            }
        }

        impl $crate::orders::Answer for $Name {
            const WORDS: &'static [&'static $crate::orders::Word] =
                $crate::lines!(@words parts $($field $KEY $T; $choice,)+);

            fn read(picks: ::std::option::Option<&$crate::orders::Picks>) -> ::std::option::Option<Self> {
                let picks = picks?;
                $crate::lines!(@read picks parts $($field $KEY $T; $choice,)+);
                ::std::option::Option::Some(Self { $($field),+ })
            }

            fn picks(&self) -> $crate::orders::Picks {
                let Self { $($field),+ } = self;
                $crate::lines!(@write parts $($field $KEY $T; $choice,)+)
            }

            fn only(&self) -> $crate::orders::Pick {
                let Self { $($field),+ } = self;
                $crate::lines!(@only parts $($field $KEY $T; $choice,)+)
            }
        }
    };
}
