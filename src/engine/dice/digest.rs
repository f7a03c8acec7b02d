//! Digests: what the journal shows of orders, hidden records and states, and how its entries are chained.

use std::borrow::Cow;

use super::hash::TaggedHash;

/// Returns the digest of one seat's orders.
///
/// The blind keeps short orders from being guessed. Line ends are hashed as LF, however the mail wrote them.
pub fn order_digest(genesis: &str, draw: u64, seat: &str, blind: &str, text: &str) -> String {
    TaggedHash::new("order")
        .field(genesis)
        .number(draw)
        .field(seat)
        .field(blind)
        .field(&with_line_feeds(text))
        .hex()
}

/// Returns the digest of all orders in a draw, from rows of seat and order digest in any order.
pub fn book_digest<S: AsRef<str>, D: AsRef<str>>(
    genesis: &str,
    draw: u64,
    rows: &[(S, D)],
) -> String {
    let mut rows: Vec<[&str; 2]> = rows
        .iter()
        .map(|(seat, digest)| [seat.as_ref(), digest.as_ref()])
        .collect();
    rows.sort_unstable();
    TaggedHash::new("book")
        .field(genesis)
        .number(draw)
        .field(&rows.len().to_string())
        .fields(rows.as_flattened())
        .hex()
}

/// Returns the digest of a run's full record, keyed by the sealed link of its draw.
///
/// Without the key, the digest of an empty record would tell that nothing hidden happened.
pub fn record_digest<T: AsRef<str>>(server_sealed_link: &str, lines: &[T]) -> String {
    TaggedHash::new("sealed-rolls")
        .field(server_sealed_link)
        .fields(lines)
        .hex()
}

/// Returns the digest of a state, keyed by the sealed link of its draw.
///
/// Without the key, a player could try positions until one fits.
pub fn state_digest(server_sealed_link: &str, text: &str) -> String {
    TaggedHash::new("state")
        .field(server_sealed_link)
        .field(text)
        .hex()
}

/// Returns the hash of a journal entry, which chains it to the one before.
///
/// The tag is `entry` in the journal and `part` in its sealed companion. Fields are taken in the order of their keys;
/// `hash` and `prev` are left out, since the one is the result and the other stands first anyway.
pub fn entry_hash<'a, K: AsRef<str>>(
    tag: &str,
    prev: &str,
    fields: impl IntoIterator<Item = (K, &'a Value)>,
) -> String {
    let mut fields: Vec<(K, &Value)> = fields
        .into_iter()
        .filter(|(key, _)| !matches!(key.as_ref(), "hash" | "prev"))
        .collect();
    fields.sort_by(|(a, _), (b, _)| a.as_ref().cmp(b.as_ref()));
    let start = TaggedHash::new(tag).field(prev);
    let whole = fields.iter().fold(start, |hash, (key, value)| {
        let hash = hash.field(key.as_ref());
        match value {
            Value::Text(text) => hash.field(text),
            Value::Int(number) => hash.field(&number.to_string()),
            Value::List(items) => hash.list(items),
        }
    });
    whole.hex()
}

/// A value in a journal entry: what Rust, Python and TOML all hash alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A list of texts.
    List(Vec<String>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<Vec<String>> for Value {
    fn from(items: Vec<String>) -> Self {
        Self::List(items)
    }
}

fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_digests_do_not_depend_on_line_ends() {
        let digest = |text| order_digest("g", 1, "axis", "b", text);
        assert_eq!(digest("one\r\ntwo\rthree\n"), digest("one\ntwo\nthree\n"));
        assert_ne!(digest("one\ntwo"), digest("one\n\ntwo"));
    }

    #[test]
    fn digests_are_keyed() {
        let none: [&str; 0] = [];
        assert_ne!(record_digest("1", &none), record_digest("2", &none));
        assert_ne!(record_digest("1", &none), record_digest("1", &[""]));
        assert_ne!(state_digest("1", ""), state_digest("2", ""));
    }
}
