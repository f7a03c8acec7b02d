//! What the head of a mail says: from whom, to whom, in answer to what.

use super::code::{Token, tokens};
use super::text::{Part, words::one_line};

/// More addresses than this in a field are not looked at.
const MOST_ADDRESSES: usize = 50;

/// The head of a mail, as far as it matters here. Everything is on one line and of bounded length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The address in `From`; empty if there is none or more than one.
    pub from: String,
    /// The name in `From`.
    pub name: String,
    /// Where it went: `To`, `Cc` and what the servers noted on the way.
    pub to: Vec<String>,
    /// The subject.
    pub subject: String,
    /// The Message-ID, without brackets.
    pub id: String,
    /// The mails it answers, without brackets, oldest first.
    pub answers: Vec<String>,
    /// Games and codes found in subject, recipients and references.
    pub tokens: Vec<Token>,
}

impl Head {
    /// Reads the head of a mail.
    pub fn of(mail: &Part<'_>) -> Self {
        let froms: Vec<(String, String)> = mail
            .all("from")
            .flat_map(|value| addresses(&value))
            .collect();
        // Two senders are none.
        let (from, name) = match froms.as_slice() {
            [one] => one.clone(),
            _ => Default::default(),
        };
        let mut to = Vec::new();
        for field in ["to", "cc", "delivered-to", "envelope-to", "x-original-to"] {
            for value in mail.all(field) {
                to.extend(addresses(&value).into_iter().map(|(address, _)| address));
            }
        }
        to.truncate(MOST_ADDRESSES);
        let subject = short(&mail.value("subject"), 300);
        let mut answers = Vec::new();
        for field in ["references", "in-reply-to"] {
            for value in mail.all(field) {
                answers.extend(ids(&value));
            }
        }
        let surplus = answers.len().saturating_sub(MOST_ADDRESSES);
        answers.drain(..surplus);
        let mut found = tokens(&subject);
        for text in to.iter().chain(answers.iter().rev()) {
            for token in tokens(text) {
                if !found.contains(&token) && found.len() < 16 {
                    found.push(token);
                }
            }
        }
        Self {
            from,
            name: short(&name, 100),
            to,
            subject,
            id: mail
                .field("message-id")
                .map(|field| ids(&field.plain()))
                .and_then(|ids| ids.into_iter().next())
                .unwrap_or_default(),
            answers,
            tokens: found,
        }
    }
}

/// Cuts a text to a length.
pub fn short(text: &str, longest: usize) -> String {
    one_line(text).chars().take(longest).collect()
}

/// The addresses of a field with their names, in small letters.
pub fn addresses(value: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let Ok(list) = mailparse::addrparse(value) else {
        return lenient(value).into_iter().collect();
    };
    for one in list.iter() {
        match one {
            mailparse::MailAddr::Single(single) => found.push(single.clone()),
            mailparse::MailAddr::Group(group) => found.extend(group.addrs.iter().cloned()),
        }
    }
    found
        .into_iter()
        .take(MOST_ADDRESSES)
        .map(|single| {
            let name = single.display_name.unwrap_or_default();
            let name = super::text::words::decode_words(name.as_bytes());
            (tidy(&single.addr), name)
        })
        .filter(|(address, _)| is_address(address))
        .collect()
}

/// The address of a field that follows no rule.
fn lenient(value: &str) -> Option<(String, String)> {
    let inside = value.rsplit_once('<').map_or(value, |(_, rest)| rest);
    let address = tidy(inside.split('>').next().unwrap_or_default());
    is_address(&address).then(|| (address, String::new()))
}

/// An address as it is compared: no provider tells capital letters apart.
pub fn tidy(address: &str) -> String {
    one_line(address)
        .trim_matches(['<', '>', ' '])
        .to_lowercase()
}

/// Whether a text is an address a letter may be sent to.
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let fits = |c: char| {
        c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | ',' | ';' | '\\' | '(' | ')' | ':')
    };
    let domain_fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    !local.is_empty()
        && local.len() <= 64
        && local.chars().all(fits)
        && !domain.is_empty()
        && domain.len() <= 200
        && domain.chars().all(domain_fits)
        && !domain.starts_with(['.', '-'])
}

/// The Message-IDs of a field.
fn ids(value: &str) -> Vec<String> {
    value
        .split(['<', '>'])
        .map(str::trim)
        .filter(|id| id.contains('@') && id.len() < 300 && !id.contains(char::is_whitespace))
        .map(str::to_owned)
        .collect()
}
