//! HTML as plain text: paragraphs, line breaks, tables, quotations. Reads any bytes; never nests.

use super::entities::entity;
use super::hidden::Shown;

/// A division inside one that quotes.
const INSIDE: &str = "div ";
/// A quotation that only indents.
const INDENT: &str = "indent";
/// Quotations deeper than this are not told apart.
const DEEPEST: usize = 30;

/// Plain text of an HTML text, and what it hides from its reader.
pub fn to_text(html: &str) -> (String, String) {
    let mut writer = Writer::default();
    let mut shown = Shown::default();
    let mut unseen = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        writer.words_if(&shown, &mut unseen, &rest[..at]);
        rest = &rest[at..];
        let Some((tag, after)) = tag(rest) else {
            writer.words_if(&shown, &mut unseen, "<");
            rest = &rest[1..];
            continue;
        };
        rest = after;
        let Tag::Element(element) = tag else {
            continue;
        };
        // What is no text has no tags of its own.
        let foreign = matches!(
            element.name.as_str(),
            "script" | "style" | "title" | "template"
        );
        if foreign && !element.closes {
            let inside = rest;
            rest = behind(rest, &element.name);
            if element.name == "style" {
                shown.read_sheet(&inside[..inside.len() - rest.len()]);
            }
            continue;
        }
        let before = shown.hides();
        let seen = if element.closes {
            shown.end(&element.name)
        } else {
            shown.begin(&element.name, &element.attributes);
            !shown.hides()
        };
        if before != shown.hides() {
            writer.break_line(false);
            unseen.push('\n');
        }
        if seen {
            writer.element(&element);
        }
    }
    writer.words_if(&shown, &mut unseen, rest);
    (writer.finish(), unseen)
}

enum Tag {
    /// A comment, a declaration, an instruction.
    Aside,
    Element(Element),
}

struct Element {
    name: String,
    closes: bool,
    attributes: String,
}

impl Element {
    /// Whether its style says something.
    fn styled(&self, wanted: &str) -> bool {
        self.attributes.contains("style") && self.attributes.to_ascii_lowercase().contains(wanted)
    }

    /// Whether an attribute has a word.
    fn has(&self, name: &str, wanted: &str) -> bool {
        let mut rest = self.attributes.as_str();
        while let Some(at) = rest.find(name) {
            let value = rest[at + name.len()..].trim_start();
            if let Some(value) = value.strip_prefix('=') {
                let value = value.trim_start();
                let value = match value.chars().next() {
                    Some(mark @ ('"' | '\'')) => value[1..].split(mark).next(),
                    _ => value.split_whitespace().next(),
                };
                let mut words = value.unwrap_or_default().split_whitespace();
                return words.any(|word| word.eq_ignore_ascii_case(wanted));
            }
            rest = &rest[at + name.len()..];
        }
        false
    }
}

/// Reads a tag; `None` if the bracket is only a bracket.
fn tag(text: &str) -> Option<(Tag, &str)> {
    if let Some(comment) = text.strip_prefix("<!--") {
        let rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
        return Some((Tag::Aside, rest));
    }
    let second = text[1..].chars().next()?;
    if matches!(second, '!' | '?') {
        let rest = text.find('>').map_or("", |end| &text[end + 1..]);
        return Some((Tag::Aside, rest));
    }
    if !(second.is_ascii_alphabetic() || second == '/') {
        return None;
    }
    let mut quote = None;
    let mut end = None;
    for (at, c) in text.char_indices().skip(1) {
        match (quote, c) {
            (None, '>') => {
                end = Some(at);
                break;
            }
            (None, '"' | '\'') if text[..at].trim_end().ends_with('=') => quote = Some(c),
            (Some(mark), c) if c == mark => quote = None,
            // The bracket before was only a bracket.
            (None, '<') => return None,
            _ => {}
        }
        // An attribute that is never closed must not eat the letter.
        if at > 16 * 1024 {
            break;
        }
    }
    let (inside, rest) = match end {
        Some(end) => (&text[1..end], &text[end + 1..]),
        None => {
            let end = text.find('>')?;
            (&text[1..end], &text[end + 1..])
        }
    };
    let closes = inside.starts_with('/');
    let inside = inside.trim_start_matches('/');
    let length = inside
        .find(|c: char| !c.is_ascii_alphanumeric() && c != ':' && c != '-')
        .unwrap_or(inside.len());
    let (name, attributes) = inside.split_at(length);
    if name.is_empty() {
        return Some((Tag::Aside, rest));
    }
    let element = Element {
        name: name.to_ascii_lowercase(),
        closes,
        attributes: attributes.to_owned(),
    };
    Some((Tag::Element(element), rest))
}

/// What stands behind the end of an element that is not shown.
fn behind<'t>(text: &'t str, name: &str) -> &'t str {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let start = from + at + 2;
        let same = text
            .get(start..start + name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name));
        if same {
            let end = text[start..]
                .find('>')
                .map_or(text.len(), |at| start + at + 1);
            return &text[end..];
        }
        from = start;
    }
    ""
}

#[derive(Default)]
struct Writer {
    out: String,
    line: String,
    /// A blank is owed before the next word.
    gap: bool,
    /// Blank lines owed before the next line.
    blank: bool,
    /// How deep we are quoted.
    depth: usize,
    /// The elements that quote, by name, so that their ends are known.
    quoting: Vec<String>,
    preformatted: usize,
}

impl Writer {
    /// Words, if they are shown; else they go among the others.
    fn words_if(&mut self, shown: &Shown, unseen: &mut String, text: &str) {
        if shown.hides() {
            unseen.push_str(&decode(text));
        } else {
            self.words(text);
        }
    }

    fn words(&mut self, text: &str) {
        let text = decode(text);
        if self.preformatted > 0 {
            for (n, line) in text.split('\n').enumerate() {
                if n > 0 {
                    self.break_line(true);
                }
                self.line.push_str(line.trim_end_matches('\r'));
            }
            return;
        }
        for c in text.chars() {
            if c.is_ascii_whitespace() {
                self.gap = true;
            } else {
                if self.gap && !self.line.is_empty() {
                    self.line.push(' ');
                }
                self.gap = false;
                self.line.push(c);
            }
        }
    }

    fn element(&mut self, element: &Element) {
        let opens = !element.closes;
        match element.name.as_str() {
            "br" => self.break_line(true),
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "dl" | "table" => {
                self.break_line(false);
                self.blank = true;
            }
            "td" | "th" if opens && !self.line.is_empty() => self.gap = true,
            "pre" => {
                self.break_line(false);
                self.preformatted = match opens {
                    true => self.preformatted + 1,
                    false => self.preformatted.saturating_sub(1),
                };
            }
            "blockquote" => {
                self.break_line(false);
                // Some programs indent what one writes oneself with the same element, without its bar.
                let indents = element.styled("border:none") || element.styled("border: none");
                match (opens, indents) {
                    (true, true) => self.quoting.push(INDENT.to_owned()),
                    (true, false) => self.quote("blockquote"),
                    (false, _) if self.quoting.last().is_some_and(|top| top == INDENT) => {
                        self.quoting.pop();
                    }
                    (false, _) => self.unquote("blockquote"),
                }
            }
            "div" | "tr" | "li" | "dt" | "dd" | "section" | "article" | "header" | "footer"
            | "center" | "form" | "hr" | "body" | "html" | "head" | "address" | "fieldset" => {
                self.break_line(false);
                if element.name == "div" {
                    self.division(element);
                }
            }
            _ => {}
        }
    }

    /// Divisions in which mail programs put what is not the writer's.
    fn division(&mut self, element: &Element) {
        if element.closes {
            if self
                .quoting
                .last()
                .is_some_and(|name| name.starts_with("div"))
            {
                self.unquote("div");
            }
            return;
        }
        let signature = element.has("class", "gmail_signature")
            || element.has("class", "moz-signature")
            || element.has("id", "Signature");
        if signature {
            self.line.push_str("-- ");
            self.break_line(true);
        }
        if element.has("class", "yahoo_quoted") || element.has("id", "reply-intro") {
            self.quote("div");
        } else if self
            .quoting
            .last()
            .is_some_and(|name| name.starts_with("div"))
        {
            // Divisions inside a quoting one must not end it.
            self.quoting.push(INSIDE.to_owned());
        }
    }

    fn quote(&mut self, name: &str) {
        self.quoting.push(name.to_owned());
        self.depth = (self.depth + 1).min(DEEPEST);
    }

    fn unquote(&mut self, name: &str) {
        while let Some(top) = self.quoting.pop() {
            if top == INSIDE && name == "div" {
                return;
            }
            if top != INSIDE && top != INDENT {
                self.depth = self.depth.saturating_sub(1);
            }
            if top == name {
                return;
            }
        }
    }

    fn break_line(&mut self, always: bool) {
        self.gap = false;
        let line = std::mem::take(&mut self.line);
        let line = line.trim_end_matches(|c: char| c.is_ascii_whitespace() && c != ' ');
        if line.trim().is_empty() && !always {
            return;
        }
        let mark = ">".repeat(self.depth);
        if self.blank && !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push_str(&mark);
            self.out.push('\n');
        }
        self.blank = false;
        self.out.push_str(&mark);
        if self.depth > 0 && !line.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn finish(mut self) -> String {
        self.break_line(false);
        self.out
    }
}

/// Text with its character references put in.
fn decode(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name: String = rest[1..]
            .chars()
            .take(32)
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '#')
            .collect();
        match entity(&name) {
            Some(c) => {
                out.push(c);
                rest = &rest[1 + name.len()..];
                rest = rest.strip_prefix(';').unwrap_or(rest);
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out.into()
}
