//! Netstrings and tagged SHA-256: the only way fields are joined before they are hashed.

use sha2::{Digest as _, Sha256};

/// The name of the protocol, the first field of every tagged hash.
pub const PROTOCOL: &str = "pbem-dice/1";

/// A hash under a tag, fed field by field.
///
/// The tag keeps hashes of different purposes apart; the netstrings keep `ab, c` apart from `a, bc`.
#[derive(Clone, Debug)]
pub struct TaggedHash(Sha256);

impl TaggedHash {
    /// Starts a hash for one purpose.
    pub fn new(tag: &str) -> Self {
        Self(Sha256::new()).field(PROTOCOL).field(tag)
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, text: &str) -> Self {
        put_field(&mut self.0, text);
        self
    }

    /// Adds each of the texts as a field of its own.
    #[must_use]
    pub fn fields<T: AsRef<str>>(self, texts: impl IntoIterator<Item = T>) -> Self {
        texts
            .into_iter()
            .fold(self, |hash, text| hash.field(text.as_ref()))
    }

    /// Adds a number as a field of decimal digits.
    #[must_use]
    pub fn number(self, number: u64) -> Self {
        self.field(&number.to_string())
    }

    /// Adds a list as one field: the netstrings of its items.
    #[must_use]
    pub fn list<T: AsRef<str>>(mut self, items: &[T]) -> Self {
        let lengths = items.iter().map(|item| framed_length(item.as_ref()));
        put_length(&mut self.0, lengths.sum());
        for item in items {
            put_field(&mut self.0, item.as_ref());
        }
        self.0.take(b",");
        self
    }

    /// Returns the hash as 32 bytes.
    pub fn bytes(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    /// Returns the hash as 64 lower-case hex digits.
    pub fn hex(self) -> String {
        hex(&self.bytes())
    }
}

/// Returns the fields as netstrings, `<length>:<bytes>,` each.
pub fn netstring<T: AsRef<str>>(fields: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        put_field(&mut bytes, field.as_ref());
    }
    bytes
}

/// Returns the plain SHA-256 of some bytes as 64 lower-case hex digits.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes.as_ref()).into())
}

/// Returns whether a text is 64 lower-case hex digits, the form of every hash, link and seal.
pub fn is_hex64(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the two lower-case hex digits of every byte, as ASCII.
pub(super) fn hex_digits(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [0; 64];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
    digits
}

fn hex(bytes: &[u8; 32]) -> String {
    hex_digits(bytes).map(char::from).iter().collect()
}

/// What netstrings are written to.
trait Sink {
    fn take(&mut self, bytes: &[u8]);
}

impl Sink for Sha256 {
    fn take(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

impl Sink for Vec<u8> {
    fn take(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

fn put_field(sink: &mut impl Sink, text: &str) {
    put_length(sink, text.len());
    sink.take(text.as_bytes());
    sink.take(b",");
}

fn put_length(sink: &mut impl Sink, length: usize) {
    sink.take(length.to_string().as_bytes());
    sink.take(b":");
}

/// The length of a text as a netstring, with its own length, colon and comma.
fn framed_length(text: &str) -> usize {
    text.len().to_string().len() + text.len() + 2
}
