//! The shape of a mail: header fields, parts, their bytes. Never fails: what is broken is read as far as it goes.

use std::borrow::Cow;

use super::transfer;
use super::words::decode_words;

/// A mail nested deeper than this is somebody's joke; what lies deeper is not read.
const DEEPEST: usize = 20;
/// More parts than this are not looked at.
const MOST_PARTS: usize = 500;
/// More header fields than this are not looked at.
const MOST_FIELDS: usize = 500;
/// A header value is read up to this many bytes.
const LONGEST_FIELD: usize = 32 * 1024;

/// A header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, in small letters.
    pub name: String,
    /// Its value, unfolded, as bytes.
    raw: Vec<u8>,
}

impl Field {
    /// Its value with encoded words decoded, on one line.
    pub fn value(&self) -> String {
        decode_words(&self.raw)
    }

    /// Its value as it stands, on one line.
    pub fn plain(&self) -> String {
        super::charset::guess(&self.raw).trim().to_owned()
    }
}

/// Why some of a mail is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monster {
    /// It has too many parts.
    Parts,
    /// Its parts lie too deep in each other.
    Depth,
}

impl std::fmt::Display for Monster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Parts => write!(f, "more than {MOST_PARTS} parts"),
            Self::Depth => write!(f, "parts nested deeper than {DEEPEST}"),
        }
    }
}

/// A part of a mail, or the whole.
#[derive(Clone, Debug)]
pub struct Part<'m> {
    /// Its header fields.
    pub fields: Vec<Field>,
    /// Its media type, in small letters: `text/plain`.
    pub kind: String,
    /// Parameters of the media type.
    pub params: Vec<(String, String)>,
    /// Whether it is marked as an attachment.
    pub attached: bool,
    /// The file name it carries.
    pub file: String,
    /// Its bytes, still encoded.
    body: &'m [u8],
    /// The parts in it.
    pub kids: Vec<Self>,
    /// Whether there is more in it than is looked at; told of the whole mail only.
    pub monster: Option<Monster>,
}

impl<'m> Part<'m> {
    /// The first field with a name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The first value of a field, decoded; empty if there is none.
    pub fn value(&self, name: &str) -> String {
        self.field(name).map(Field::value).unwrap_or_default()
    }

    /// All values of a field, as they stand.
    pub fn all(&self, name: &str) -> impl Iterator<Item = String> {
        self.fields
            .iter()
            .filter(move |field| field.name == name)
            .map(Field::plain)
    }

    /// A parameter of the media type.
    pub fn param(&self, name: &str) -> &str {
        let found = self.params.iter().find(|(one, _)| one == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    /// Its bytes, decoded; tells also whether they were damaged.
    pub fn bytes(&self) -> (Cow<'m, [u8]>, bool) {
        let encoding = self
            .field("content-transfer-encoding")
            .map(Field::plain)
            .unwrap_or_default();
        transfer::decode(&encoding, self.body)
    }

    /// Leaves out the last of its parts, of which only the beginning came.
    pub fn drop_last(&mut self) {
        match self.kids.last_mut() {
            Some(last) if !last.kids.is_empty() => last.drop_last(),
            Some(_) => {
                self.kids.pop();
            }
            None => self.body = &[],
        }
    }

    /// Its bytes as they stand.
    pub const fn raw(&self) -> &'m [u8] {
        self.body
    }
}

/// Reads a mail.
pub fn parse(bytes: &[u8]) -> Part<'_> {
    let mut budget = Budget {
        left: MOST_PARTS,
        monster: None,
    };
    // What some program put before the head: a byte order mark, blank lines.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = bytes.trim_ascii_start();
    let bytes = match lines(start).next().and_then(name_and_value) {
        Some((name, _)) if is_usual(&name) => start,
        _ => bytes,
    };
    let mut mail = parse_part(bytes, "text/plain", 0, &mut budget);
    mail.monster = budget.monster;
    mail
}

/// What may still be looked at.
struct Budget {
    left: usize,
    monster: Option<Monster>,
}

fn parse_part<'m>(bytes: &'m [u8], default: &str, depth: usize, budget: &mut Budget) -> Part<'m> {
    let (fields, body) = fields(bytes);
    let typed = fields
        .iter()
        .rfind(|field| field.name == "content-type" && field.raw.contains(&b'/'));
    let (kind, params) = typed.map_or_else(
        || (default.to_owned(), Vec::new()),
        |field| {
            let parsed = mailparse::parse_content_type(&field.plain());
            let mut params: Vec<(String, String)> = parsed.params.into_iter().collect();
            params.sort_unstable();
            // `text/plain charset=x`, `text/plain (plain)`: what stands behind the type does not belong to it.
            let kind = parsed.mimetype.to_lowercase();
            let kind = kind.trim_matches(['"', '\'', ' ']);
            let end = kind.find(|c: char| c.is_whitespace() || matches!(c, '(' | ',' | '"'));
            (kind[..end.unwrap_or(kind.len())].to_owned(), params)
        },
    );
    let disposition = fields
        .iter()
        .find(|field| field.name == "content-disposition")
        .map(|field| mailparse::parse_content_disposition(&field.plain()));
    let attached = disposition.as_ref().is_some_and(|disposition| {
        matches!(
            disposition.disposition,
            mailparse::DispositionType::Attachment
        )
    });
    let file = disposition
        .and_then(|disposition| disposition.params.get("filename").cloned())
        .or_else(|| {
            params
                .iter()
                .find(|(name, _)| name == "name")
                .map(|(_, value)| value.clone())
        })
        .map(|name| decode_words(name.as_bytes()))
        .unwrap_or_default();
    let mut part = Part {
        fields,
        kind,
        params,
        attached,
        file,
        body,
        kids: Vec::new(),
        monster: None,
    };
    if part.kind.starts_with("multipart/") {
        if depth >= DEEPEST {
            budget.monster.get_or_insert(Monster::Depth);
            return part;
        }
        let boundary = part.param("boundary").trim_end().as_bytes().to_owned();
        let mut pieces = split(body, &boundary);
        if pieces.is_empty() {
            pieces = guessed_boundary(body).map_or(pieces, |boundary| split(body, boundary));
        }
        let dashed = |line: &[u8]| line.starts_with(b"--") && line.trim_ascii().len() > 2;
        if pieces.is_empty() && !lines(body).any(dashed) {
            // Nothing parts it: it is what it is, text.
            "text/plain".clone_into(&mut part.kind);
        }
        let default = if part.kind == "multipart/digest" {
            "message/rfc822"
        } else {
            "text/plain"
        };
        for piece in pieces {
            if budget.left == 0 {
                budget.monster = Some(Monster::Parts);
                break;
            }
            budget.left -= 1;
            part.kids
                .push(parse_part(piece, default, depth + 1, budget));
        }
    }
    part
}

/// Whether a line is a delimiter, and whether it closes.
fn delimiter(line: &[u8], boundary: &[u8]) -> Option<bool> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
    let rest = rest.trim_ascii();
    match rest {
        b"" => Some(false),
        b"--" => Some(true),
        _ => None,
    }
}

/// The boundary of a body whose head does not tell it, or tells another: its first line of dashes and more that comes
/// again, or that closes.
fn guessed_boundary(body: &[u8]) -> Option<&[u8]> {
    let mut first: Option<&[u8]> = None;
    for line in lines(body) {
        let Some(rest) = line.trim_ascii_end().strip_prefix(b"--") else {
            continue;
        };
        if rest.is_empty() || rest.len() > 200 || rest.contains(&b' ') {
            continue;
        }
        match first {
            None => first = Some(rest),
            Some(boundary) if delimiter(line, boundary).is_some() => return first,
            Some(_) => {}
        }
    }
    None
}

/// The pieces between delimiters; what stands before the first and behind the last is not for readers.
fn split<'m>(body: &'m [u8], boundary: &[u8]) -> Vec<&'m [u8]> {
    let mut pieces = Vec::new();
    if boundary.is_empty() {
        return pieces;
    }
    let mut start = None;
    let mut at = 0;
    for line in lines(body) {
        let end = at + line.len();
        if let Some(closes) = delimiter(line, boundary) {
            if let Some(start) = start {
                pieces.push(without_last_break(&body[start..at]));
            }
            start = (!closes).then_some(end);
            if pieces.len() > MOST_PARTS {
                return pieces;
            }
        }
        at = end;
    }
    if let Some(start) = start
        && start < body.len()
    {
        pieces.push(&body[start..]);
    }
    pieces
}

/// The line break before a delimiter belongs to the delimiter.
fn without_last_break(piece: &[u8]) -> &[u8] {
    let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
    piece.strip_suffix(b"\r").unwrap_or(piece)
}

/// Lines with their ends. Some old programs end them with a carriage return only.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    bytes.split_inclusive(move |byte| *byte == end)
}

/// The header fields, and what stands behind them.
fn fields(bytes: &[u8]) -> (Vec<Field>, &[u8]) {
    let mut fields: Vec<Field> = Vec::new();
    let mut at = 0;
    for line in lines(bytes) {
        let text = line.trim_ascii_end();
        if text.is_empty() {
            return (fields, &bytes[at + line.len()..]);
        }
        let first = line.first().copied().unwrap_or_default();
        if first == b' ' || first == b'\t' {
            if let Some(field) = fields.last_mut()
                && field.raw.len() < LONGEST_FIELD
            {
                field.raw.push(b' ');
                field.raw.extend_from_slice(text.trim_ascii());
            }
        } else if let Some((name, value)) = name_and_value(text) {
            if fields.len() < MOST_FIELDS {
                fields.push(Field {
                    name,
                    raw: value[..value.len().min(LONGEST_FIELD)].to_vec(),
                });
            }
        } else if !(at == 0 && text.starts_with(b"From ")
            || text.starts_with(b">From ")
            || !fields.is_empty() && !text.starts_with(b"--") && goes_on(&bytes[at + line.len()..]))
        {
            // No field: the body begins without the blank line that should be there.
            return (fields, &bytes[at..]);
        }
        at += line.len();
    }
    (fields, &[])
}

/// Whether the head goes on behind a line that is no field: one of its usual fields comes before the next blank line.
fn goes_on(bytes: &[u8]) -> bool {
    lines(bytes)
        .take(20)
        .take_while(|line| !line.trim_ascii().is_empty())
        .filter_map(name_and_value)
        .any(|(name, _)| is_usual(&name))
}

/// Whether fields of this name stand in the heads of mails, and hardly ever at the beginning of a line of text.
fn is_usual(name: &str) -> bool {
    matches!(
        name,
        "message-id"
            | "mime-version"
            | "received"
            | "return-path"
            | "reply-to"
            | "in-reply-to"
            | "references"
            | "delivered-to"
            | "dkim-signature"
            | "authentication-results"
    ) || name.starts_with("content-")
        || matches!(name, "from" | "to" | "subject" | "date" | "cc")
}

fn name_and_value(line: &[u8]) -> Option<(String, &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let name = line[..colon].trim_ascii_end();
    let fits = |byte: &u8| byte.is_ascii_graphic();
    if name.is_empty() || name.len() > 100 || !name.iter().all(fits) {
        return None;
    }
    let name = String::from_utf8_lossy(name).to_lowercase();
    Some((name, line[colon + 1..].trim_ascii()))
}
