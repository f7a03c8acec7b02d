//! Tokens: a line of a letter cut into words, numbers and marks.
//!
//! Every token knows where it stood, in characters of the line as it was written.

use std::borrow::Cow;

use super::fold::{Folded, fold_char};
use super::grammar::{Glue, glue, written_number};
use super::phrase::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word or a name: `hipper`, `z-10`, `1/III`.
    Word,
    /// A whole number, perhaps with a sign.
    Number,
    /// `,`, also `|` and a slash that stands alone.
    Comma,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// `>`, `->`, `=>` or a drawn arrow.
    Arrow,
    /// `=`
    Equals,
    /// `+` or `&` between names.
    Plus,
    /// A dash that stands alone.
    Dash,
    /// `(` and its kin.
    Open,
    /// `)` and its kin.
    Close,
}

impl Kind {
    /// Whether it is a word or a number, thus may be part of a name.
    pub const fn is_word(self) -> bool {
        matches!(self, Self::Word | Self::Number)
    }

    /// Whether it may stand between the words of one name.
    pub const fn is_soft(self) -> bool {
        matches!(self, Self::Open | Self::Close | Self::Dash)
    }
}

/// A word, number or mark of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The folded text.
    pub text: String,
    /// The folded text without inner punctuation, as in `z10` for `z-10`; see [`squeeze`].
    pub bare: String,
    /// The text as the player wrote it.
    pub raw: String,
    /// Its value, if it is a number in digits.
    pub number: Option<i32>,
    /// What it does, if it is one of the small words.
    pub glue: Option<Glue>,
    /// Where it stood.
    pub span: Span,
}

impl Token {
    /// The number it stands for, in digits or written out.
    pub fn amount(&self) -> Option<i32> {
        self.number.or_else(|| written_number(&self.text))
    }

    /// The word behind a French article or pronoun that lost its vowel: `hipper` of `l'hipper`.
    pub(crate) fn without_article(&self) -> Option<Self> {
        let (article, word) = self.text.split_once('\'')?;
        let elided = matches!(article, "l" | "d" | "j" | "n" | "qu");
        (elided && !word.is_empty()).then(|| self.spelt(word))
    }

    /// A name and the number that was written to it without a blank: `TR` and `2` of `TR2`.
    pub(crate) fn apart(&self) -> Option<(Self, Self)> {
        let name = self.text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = self.text.get(name.len()..)?;
        let fits = name.len() > 1 && name.ends_with(char::is_alphabetic) && !number.is_empty();
        let number = Self {
            kind: Kind::Number,
            ..self.spelt(number)
        };
        (fits && number.number.is_some()).then(|| (self.spelt(name), number))
    }

    /// The same token with another text.
    pub(crate) fn spelt(&self, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            bare: squeeze(text),
            number: text.parse().ok(),
            glue: glue(text),
            ..self.clone()
        }
    }
}

/// A line of a letter with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLine {
    /// The line's number in the letter, from 1.
    pub number: usize,
    /// The line as written.
    pub text: String,
    /// Its tokens.
    pub tokens: Vec<Token>,
}

/// A text without the marks that reports print behind a unit: factors `(4-5-4)`, states `(-)`, `(D1 3)`.
///
/// Blanks stand for them, so that carets point at what was written.
fn without_marks(text: &str) -> Cow<'_, str> {
    if !text.contains('(') {
        return Cow::Borrowed(text);
    }
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('(') {
        bare.push_str(before);
        match behind.split_once(')') {
            Some((inside, after)) if is_mark(inside) => {
                bare.extend(std::iter::repeat_n(' ', inside.chars().count() + 2));
                rest = after;
            }
            _ => {
                bare.push('(');
                rest = behind;
            }
        }
    }
    bare.push_str(rest);
    Cow::Owned(bare)
}

/// Whether a parenthesis holds factors or the state of a unit; numbers of places and bridges have one dash at most.
fn is_mark(inside: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let factors: Vec<&str> = inside.split('-').collect();
    let (state, left) = inside.split_once(' ').unwrap_or((inside, ""));
    let state = matches!(state, "-" | "D1" | "D2");
    factors.len() == 3 && factors.into_iter().all(digits)
        || state && (left.is_empty() || digits(left.trim_start_matches('-')))
}

impl TokenLine {
    /// Cuts a line into tokens.
    pub fn new(number: usize, text: impl Into<String>) -> Self {
        let text = text.into();
        let folded = Folded::new(&without_marks(&text));
        let raw: Vec<char> = text.chars().collect();
        let mut tokens = Vec::new();
        scan(&folded.chars, &mut |kind, from, to| {
            let span = Span {
                line: number,
                from: folded.from.get(from).map_or(1, |column| column + 1),
                to: folded
                    .to
                    .get(to.wrapping_sub(1))
                    .map_or(1, |column| column + 1),
            };
            let chars = folded.chars.get(from..to).unwrap_or_default();
            let text: String = chars.iter().collect();
            let number = (kind == Kind::Number).then(|| text.parse().ok()).flatten();
            // A number too great for any order is still a word.
            let kind = if number.is_none() && kind == Kind::Number {
                Kind::Word
            } else {
                kind
            };
            tokens.push(Token {
                kind,
                bare: squeeze(&text),
                raw: raw
                    .get(span.from - 1..span.to - 1)
                    .unwrap_or_default()
                    .iter()
                    .collect(),
                number,
                glue: if kind == Kind::Word {
                    glue(&text)
                } else {
                    None
                },
                text,
                span,
            });
        });
        Self {
            number,
            text,
            tokens,
        }
    }

    /// The stretch from the first token to the last, or the whole line if it has none.
    pub fn span(&self) -> Span {
        span_of(&self.tokens).unwrap_or(Span {
            line: self.number,
            from: 1,
            to: self.text.chars().count() + 1,
        })
    }
}

/// Returns the stretch from the first of these tokens to the last.
pub fn span_of(tokens: &[Token]) -> Option<Span> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    Some(Span {
        line: first.span.line,
        from: first.span.from,
        to: last.span.to,
    })
}

/// Drops punctuation from folded text, except between digits, where it becomes a hyphen: `1-11` is not `111`.
pub fn squeeze(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if gap && c.is_ascii_digit() && bare.ends_with(|c: char| c.is_ascii_digit()) {
                bare.push('-');
            }
            gap = false;
            bare.push(c);
        } else {
            gap = true;
        }
    }
    bare
}

/// Appends the words of a name, folded and parted by single blanks; says whether marks stood among them.
pub(crate) fn fold_name(name: &str, scratch: &mut Vec<char>, out: &mut String) -> bool {
    scratch.clear();
    for c in name.chars() {
        fold_char(c, &mut |c| scratch.push(c));
    }
    let mut marks = false;
    scan(scratch, &mut |kind, from, to| {
        if kind.is_word() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.extend(scratch.get(from..to).unwrap_or_default());
        } else {
            marks = true;
        }
    });
    marks
}

/// Finds the tokens of folded text.
fn scan(chars: &[char], put: &mut impl FnMut(Kind, usize, usize)) {
    let at = |i: usize| chars.get(i).copied().unwrap_or(' ');
    let mut i = 0;
    while i < chars.len() {
        let (kind, len) = match at(i) {
            ',' | '|' | '/' => (Kind::Comma, 1),
            ':' => (Kind::Colon, 1),
            ';' => (Kind::Semicolon, 1),
            '(' | '[' | '{' => (Kind::Open, 1),
            ')' | ']' | '}' => (Kind::Close, 1),
            '=' if at(i + 1) == '>' => (Kind::Arrow, 2),
            '=' => (Kind::Equals, 1),
            '>' => (Kind::Arrow, run(chars, i, '>')),
            '-' => {
                let dashes = run(chars, i, '-');
                match at(i + dashes) {
                    '>' => (Kind::Arrow, dashes + 1),
                    c if dashes == 1 && c.is_ascii_digit() => word(chars, i),
                    _ => (Kind::Dash, dashes),
                }
            }
            '+' if at(i + 1).is_ascii_digit() && !(i > 0 && at(i - 1).is_alphanumeric()) => {
                word(chars, i)
            }
            '+' | '&' => (Kind::Plus, 1),
            c if c.is_alphanumeric() => word(chars, i),
            _ => {
                i += 1;
                continue;
            }
        };
        put(kind, i, i + len);
        i += len;
    }
}

/// How often `c` stands in a row.
fn run(chars: &[char], from: usize, c: char) -> usize {
    chars.iter().skip(from).take_while(|&&d| d == c).count()
}

/// The kind and length of the word that begins here, perhaps with a sign.
fn word(chars: &[char], from: usize) -> (Kind, usize) {
    let at = |i: usize| chars.get(i).copied().unwrap_or(' ');
    let mut end = from + usize::from(!at(from).is_alphanumeric());
    let digits = end;
    let mut number = true;
    loop {
        if at(end).is_alphanumeric() {
            number &= at(end).is_ascii_digit();
            end += 1;
        } else if is_inner(at(end)) && at(end + 1).is_alphanumeric() {
            number = false;
            end += 2;
        } else if is_inner(at(end))
            && is_inner(at(end + 1))
            && at(end) != at(end + 1)
            && at(end + 2).is_alphanumeric()
        {
            // `I./JG 51`: two different marks, unlike an ellipsis or a dash.
            number = false;
            end += 3;
        } else {
            break;
        }
    }
    let kind = if number && end > digits {
        Kind::Number
    } else {
        Kind::Word
    };
    (kind, end - from)
}

/// Whether a mark may stand inside a word.
const fn is_inner(c: char) -> bool {
    matches!(c, '-' | '.' | '/' | '\'' | '_' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(line: &str) -> String {
        let line = TokenLine::new(1, line);
        let shown: Vec<String> = line
            .tokens
            .iter()
            .map(|t| format!("{}@{}-{}", t.text, t.span.from, t.span.to))
            .collect();
        shown.join(" ")
    }

    #[test]
    fn what_reports_print_behind_a_unit_is_not_read() {
        assert_eq!(show("a (4-5-4) b (D1 3)"), "a@1-2 b@11-12");
        assert_eq!(show("a (-) b (- 4)"), "a@1-2 b@7-8");
        assert_ne!(show("a (40-44)"), "a@1-2");
        assert_ne!(show("a (4)"), "a@1-2");
    }

    #[test]
    fn names_keep_their_inner_marks() {
        assert_eq!(
            show("Z-10, 1/III I./JG51!"),
            "z-10@1-5 ,@5-6 1/iii@7-12 i./jg51@13-20"
        );
        assert_eq!(
            show("14-15 l’Orne st_omer."),
            "14-15@1-6 l'orne@7-13 st_omer@14-21"
        );
    }

    #[test]
    fn marks_and_signs_are_told_apart() {
        assert_eq!(show("a->b"), "a@1-2 ->@2-4 b@4-5");
        assert_eq!(show("a – b → c"), "a@1-2 -@3-4 b@5-6 >@7-8 c@9-10");
        let line = TokenLine::new(1, "+3 -2 a+4 99999999999");
        let numbers: Vec<Option<i32>> = line.tokens.iter().map(|t| t.number).collect();
        assert_eq!(numbers, [Some(3), Some(-2), None, None, Some(4), None]);
    }

    #[test]
    fn spans_count_characters_as_written() {
        assert_eq!(
            show("\u{a0}œuvre\u{a0}Lu\u{308}tzow"),
            "oeuvre@2-7 lutzow@8-15"
        );
        assert_eq!(show(""), "");
    }

    #[test]
    fn squeezing_keeps_numbers_apart() {
        assert_eq!(squeeze("z-10"), "z10");
        assert_eq!(squeeze("1/11"), "1-11");
        assert_eq!(squeeze("i./jg 51"), "ijg51");
    }
}
