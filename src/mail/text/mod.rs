//! Text from any mail: what its writer wrote, and what was cut and why.
//!
//! Reads whatever bytes come: nothing here fails, nothing nests without end, and nothing grows beyond the mail.

mod attribution;
pub mod charset;
mod enclosed;
mod enriched;
mod entities;
mod flowed;
mod heads;
mod hidden;
mod html;
mod lines;
pub mod mime;
mod pages;
mod phrases;
mod plain;
mod program;
mod transfer;
mod trim;
pub mod words;

pub use mime::{Monster, Part, parse};
pub use trim::{Cut, Why, trim};

/// So much of a mail's text is read; no order sheet is longer.
const LONGEST: usize = 256 * 1024;
/// An attached mail is read only so deep.
const DEEPEST_ATTACHED: usize = 2;

/// What would be read of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The subject, on one line.
    pub subject: String,
    /// What the writer wrote.
    pub text: String,
    /// The same before anything was cut.
    pub whole: String,
    /// What was cut.
    pub cuts: Vec<Cut>,
    /// What was odd: damage that was read over.
    pub notes: Vec<String>,
    /// Why there is nothing to read.
    pub nothing: Option<Nothing>,
}

/// Why nothing of a mail is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// It is encrypted.
    Encrypted,
    /// It is a piece of a larger mail, or its text lies somewhere else.
    Elsewhere,
    /// All of it is quoted, or a signature.
    Quoted,
    /// It has no text but in attachments.
    Attached,
    /// It is empty.
    Empty,
}

impl Nothing {
    /// The reason in words, for the log.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Encrypted => "it is encrypted",
            Self::Elsewhere => "its text is in another mail or at another place",
            Self::Quoted => "all of it is quoted, or a signature",
            Self::Attached => "it has no text but in attachments",
            Self::Empty => "it is empty",
        }
    }
}

/// Reads a mail.
pub fn read(bytes: &[u8]) -> Reading {
    read_part(&parse(bytes))
}

/// Reads the beginning of a mail of which the rest did not come: a part that is not whole is not read.
pub fn read_cut(bytes: &[u8]) -> Reading {
    let mut mail = parse(bytes);
    mail.drop_last();
    read_part(&mail)
}

/// Reads a mail that has been parsed.
pub fn read_part(mail: &Part<'_>) -> Reading {
    let mut collector = Collector::default();
    collector.part(mail, 0);
    if collector
        .pieces
        .iter()
        .all(|piece| piece.text.trim().is_empty())
    {
        collector.read_attached(0);
    }
    let mut reading = Reading {
        subject: mail.value("subject"),
        cuts: collector.cuts,
        notes: collector.notes,
        ..Reading::default()
    };
    if let Some(monster) = mail.monster {
        reading.notes.push(format!("{monster}: not all is read"));
    }
    for piece in collector.pieces {
        push(&mut reading.whole, &piece.text);
        if piece.orders {
            push(&mut reading.text, &piece.text);
            continue;
        }
        let (text, enclosed) = enclosed::take_out(&piece.text);
        let (text, cuts) = trim(&text);
        push(&mut reading.text, &text);
        reading.cuts.extend(enclosed);
        reading.cuts.extend(cuts);
    }
    // Nothing of it steers the terminal of whoever looks at it, or the lines of whoever reads it.
    for text in [&mut reading.text, &mut reading.whole] {
        *text = words::lines(text);
    }
    for cut in &mut reading.cuts {
        cut.text = words::lines(&cut.text);
    }
    let quoted = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('>');
    if reading.text.lines().all(quoted) {
        let why = nothing(mail, &reading);
        reading
            .notes
            .push(format!("nothing to read: {}", why.words()));
        reading.nothing = Some(why);
    }
    reading
}

fn nothing(mail: &Part<'_>, reading: &Reading) -> Nothing {
    let sealed = mail.kind == "multipart/encrypted"
        || mail.kind.ends_with("pkcs7-mime") && mail.param("smime-type") != "signed-data";
    let attached = |cut: &Cut| matches!(cut.why, Why::Attachment | Why::Limit);
    if sealed || reading.whole.contains("-----BEGIN PGP MESSAGE-----") {
        Nothing::Encrypted
    } else if matches!(
        mail.kind.as_str(),
        "message/partial" | "message/external-body"
    ) {
        Nothing::Elsewhere
    } else if !reading.whole.trim().is_empty() {
        Nothing::Quoted
    } else if reading.cuts.iter().any(attached) {
        Nothing::Attached
    } else {
        Nothing::Empty
    }
}

fn push(text: &mut String, more: &str) {
    if more.trim().is_empty() {
        return;
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(more);
}

/// A piece of text.
struct Piece {
    text: String,
    /// Whether it is a file of orders, in which nothing is cut.
    orders: bool,
}

#[derive(Default)]
struct Collector {
    pieces: Vec<Piece>,
    cuts: Vec<Cut>,
    notes: Vec<String>,
    /// Mails attached to this one.
    attached: Vec<Vec<u8>>,
    length: usize,
}

impl Collector {
    fn cut(&mut self, why: Why, text: impl Into<String>) {
        self.cuts.push(Cut {
            why,
            text: text.into(),
        });
    }

    fn part(&mut self, part: &Part<'_>, depth: usize) {
        if part.kind == "multipart/alternative" {
            self.alternative(part, depth);
        } else if !part.kids.is_empty() {
            for kid in &part.kids {
                self.part(kid, depth + 1);
            }
        } else {
            self.leaf(part, depth);
        }
    }

    /// The plainest form that says anything; the others are cut. Several parts of one form are not the same said twice
    /// (some servers put a text of theirs beside the letter), unless they are.
    fn alternative(&mut self, part: &Part<'_>, depth: usize) {
        let rank = |kid: &Part<'_>| match kid.kind.as_str() {
            "text/plain" => 0,
            kind if kind.starts_with("multipart/") => 1,
            "text/html" => 2,
            kind if kind.starts_with("text/") => 3,
            _ => 4,
        };
        let mut kids: Vec<&Part<'_>> = part.kids.iter().collect();
        kids.sort_by_key(|kid| rank(kid));
        let mut found = None;
        for kid in kids {
            let plain = rank(kid) == 0;
            if found.is_some_and(|before| !plain || before != 0) {
                self.cut(Why::Alternative, kid.kind.clone());
                continue;
            }
            let before = self.pieces.len();
            // What is only there in an odd form is read in it.
            let depth = if rank(kid) == 3 { 0 } else { depth + 1 };
            self.part(kid, depth);
            let (old, new) = self.pieces.split_at(before);
            let said = |piece: &Piece| old.iter().any(|one| one.text.trim() == piece.text.trim());
            if !new.is_empty() && new.iter().all(said) {
                self.pieces.truncate(before);
                self.cut(Why::Alternative, kid.kind.clone());
            } else if new.iter().any(|piece| !piece.text.trim().is_empty()) {
                found = Some(rank(kid));
            }
        }
    }

    fn leaf(&mut self, part: &Part<'_>, depth: usize) {
        let orders = is_order_file(&part.file);
        // A text with a file name of its own is a file, unless it is all there is.
        let only = self.pieces.is_empty();
        let known = matches!(part.kind.as_str(), "text/plain" | "text/html" | "text");
        let typed = known && (part.file.is_empty() || only || orders)
            || part.kind.starts_with("text/") && depth == 0;
        if part.kind == "message/rfc822" || part.kind == "message/global" {
            let (bytes, _) = part.bytes();
            let name = if part.file.is_empty() {
                "message/rfc822"
            } else {
                &part.file
            };
            self.cut(Why::Attachment, words::one_line(name));
            if self.attached.len() < 4 && bytes.len() < 4 * LONGEST {
                self.attached.push(bytes.into_owned());
            }
        } else if typed && (!part.attached || orders) || orders && is_bytes(&part.kind) {
            self.text(part, orders);
        } else if !part.kind.starts_with("multipart/") {
            let name = if part.file.is_empty() {
                &part.kind
            } else {
                &part.file
            };
            self.cut(Why::Attachment, words::one_line(name));
        }
    }

    fn text(&mut self, part: &Part<'_>, orders: bool) {
        let (bytes, damaged) = part.bytes();
        if damaged {
            self.notes
                .push(format!("{}: the encoding is damaged", part.kind));
        }
        let left = LONGEST.saturating_sub(self.length);
        if bytes.len() > left {
            self.cut(Why::Limit, format!("{} bytes", bytes.len() - left));
        }
        let bytes = &bytes[..bytes.len().min(left)];
        self.length += bytes.len();
        let is_html = part.kind == "text/html";
        let label = match part.param("charset") {
            "" if is_html => html_charset(bytes),
            label => label.to_owned(),
        };
        let (text, strange) = charset::decode(&label, bytes);
        if strange {
            self.notes
                .push(format!("{}: bytes that are not {label}", part.kind));
        }
        let mut text = text.replace("\r\n", "\n").replace(['\r', '\0'], "\n");
        if is_html {
            let (seen, unseen) = html::to_text(&text);
            text = seen;
            if unseen.chars().any(char::is_alphanumeric) {
                self.cut(Why::Hidden, unseen.trim());
            }
        } else if matches!(part.kind.as_str(), "text/enriched" | "text/richtext") {
            text = enriched::to_text(&text, part.kind == "text/richtext");
        } else if part.param("format").eq_ignore_ascii_case("flowed") {
            text = flowed::unflow(&text, part.param("delsp").eq_ignore_ascii_case("yes"));
        }
        self.pieces.push(Piece { text, orders });
    }

    /// A mail that brings nothing but another one is read as that one.
    fn read_attached(&mut self, depth: usize) {
        for bytes in std::mem::take(&mut self.attached) {
            self.part(&parse(&bytes), 0);
            self.notes.push("only an attached mail has text".to_owned());
        }
        if depth < DEEPEST_ATTACHED
            && self.pieces.iter().all(|piece| piece.text.trim().is_empty())
            && !self.attached.is_empty()
        {
            self.read_attached(depth + 1);
        }
    }
}

/// Whether a file is meant as orders: `orders.txt`, `ordres-3.txt`.
fn is_order_file(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    // Only the name counts, whatever folders somebody wrote before it.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    (name.starts_with("order") || name.starts_with("ordre")) && name.ends_with(".txt")
}

fn is_bytes(kind: &str) -> bool {
    kind == "application/octet-stream" || kind == "application/text"
}

/// The charset an HTML text names itself.
fn html_charset(bytes: &[u8]) -> String {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_lowercase();
    let Some(at) = start.find("charset=") else {
        return String::new();
    };
    start[at + 8..]
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
        .collect()
}
