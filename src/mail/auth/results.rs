//! The words of an `Authentication-Results` field (RFC 8601): quoted strings, comments, versions.
//!
//! Much of such a field is written by whoever sent the mail: his address may hold `; dkim=pass` in quotation marks. So
//! nothing is split before it is known what is quoted, and a field that cannot be read to its end says nothing.

/// What a server found out: its name, and each of its results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The name of the server.
    pub server: String,
    /// What it found out.
    pub results: Vec<Outcome>,
}

/// One result: `dkim=pass header.d=example.org`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The method, in small letters.
    pub method: String,
    /// The result, in small letters.
    pub result: String,
    /// What it is about: names in small letters, values as they stand.
    pub properties: Vec<(String, Value)>,
}

/// A value: of an address the part behind its last `@` is the domain, whatever is quoted before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The whole of it, unquoted.
    pub text: String,
    /// What stands behind the last `@` that is not quoted; all of it if there is none.
    pub domain: String,
}

impl Outcome {
    /// A property, if it is named once.
    pub fn property(&self, name: &str) -> Option<&Value> {
        let mut found = self.properties.iter().filter(|(one, _)| one == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }
}

/// A piece of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// White space, or a comment.
    Gap,
    /// A character that stands for itself.
    Plain(char),
    /// A quoted string.
    Quoted(String),
}

/// The pieces of a field; `None` if a string or a comment does not end.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut chars = text.chars();
    let mut found = Vec::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let mut inside = String::new();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => inside.push(chars.next()?),
                        c => inside.push(c),
                    }
                }
                found.push(Piece::Quoted(inside));
            }
            '(' => {
                let mut depth = 1usize;
                while depth > 0 {
                    match chars.next()? {
                        '(' => depth += 1,
                        ')' => depth -= 1,
                        '\\' => {
                            chars.next()?;
                        }
                        _ => {}
                    }
                }
                found.push(Piece::Gap);
            }
            ')' => return None,
            c if c.is_whitespace() => found.push(Piece::Gap),
            c => found.push(Piece::Plain(c)),
        }
    }
    Some(found)
}

/// Reads a field; `None` if it follows no rule.
pub fn read(text: &str) -> Option<Results> {
    let pieces = pieces(text)?;
    let mut parts = pieces.split(|piece| *piece == Piece::Plain(';'));
    let mut head = Words::new(parts.next()?);
    let server = head.value()?.text;
    // A version that is not ours is not to be guessed at.
    match head.value() {
        Some(version) if version.text != "1" => return None,
        _ => {}
    }
    if !head.is_empty() {
        return None;
    }
    let mut results = Vec::new();
    for part in parts {
        let mut words = Words::new(part);
        // `none`, or nothing behind the last semicolon.
        if words.is_empty()
            || words
                .clone()
                .value()
                .is_some_and(|word| word.text == "none")
        {
            continue;
        }
        results.push(outcome(&mut words)?);
    }
    Some(Results { server, results })
}

fn outcome(words: &mut Words<'_>) -> Option<Outcome> {
    let (method, result) = words.pair()?;
    let mut outcome = Outcome {
        method,
        result: result.text.to_ascii_lowercase(),
        properties: Vec::new(),
    };
    // `dkim/1` is `dkim`; any other version is another method.
    if let Some(plain) = outcome.method.strip_suffix("/1") {
        outcome.method = plain.to_owned();
    }
    while !words.is_empty() {
        outcome.properties.push(words.pair()?);
    }
    Some(outcome)
}

/// The words of a part.
#[derive(Clone)]
struct Words<'p> {
    rest: &'p [Piece],
}

impl<'p> Words<'p> {
    const fn new(rest: &'p [Piece]) -> Self {
        Self { rest }
    }

    fn skip(&mut self) {
        while let [Piece::Gap, rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    fn is_empty(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    /// `name = value`: the name is never quoted, and there may be gaps around dot, stroke and sign.
    fn pair(&mut self) -> Option<(String, Value)> {
        self.skip();
        let mut name = String::new();
        loop {
            let gap = matches!(self.rest.first(), Some(Piece::Gap));
            self.skip();
            let [Piece::Plain(c), rest @ ..] = self.rest else {
                return None;
            };
            self.rest = rest;
            match c {
                '=' => break,
                '.' | '/' => name.push(*c),
                c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') => {
                    // Two words are no name.
                    if gap && !name.is_empty() && !name.ends_with(['.', '/']) {
                        return None;
                    }
                    name.push(c.to_ascii_lowercase());
                }
                _ => return None,
            }
        }
        // The envelope of a bounce has no sender, and servers write down nothing.
        let value = self.value().unwrap_or_default();
        (!name.is_empty()).then_some((name, value))
    }

    /// A value: pieces without a gap between them.
    fn value(&mut self) -> Option<Value> {
        self.skip();
        let mut value = Value::default();
        let mut any = false;
        while let [piece, rest @ ..] = self.rest {
            match piece {
                Piece::Gap => break,
                Piece::Plain('@') => {
                    value.text.push('@');
                    value.domain.clear();
                }
                Piece::Plain(c) => {
                    value.text.push(*c);
                    value.domain.push(*c);
                }
                Piece::Quoted(text) => {
                    value.text.push_str(text);
                    value.domain.push_str(text);
                }
            }
            any = true;
            self.rest = rest;
        }
        any.then_some(value)
    }
}
