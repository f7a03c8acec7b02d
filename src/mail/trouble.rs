//! What went wrong on the way to a server, in words a person can act on: which server, what it answered, what to mend.
//! The words of libraries end here.

use std::error::Error;
use std::fmt;
use std::io::ErrorKind;

use super::config::Server;
use super::envelope::short;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishap {
    /// What it is, without the server's name.
    pub what: String,
    /// What to mend.
    pub mend: String,
}

impl fmt::Display for Mishap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  remedy: {}", self.what, self.mend)
    }
}

/// Sorts of mishaps, each with a remedy of its own.
enum Sort {
    Name,
    Closed,
    Silent,
    Broken,
    Certificate,
    Speech,
}

/// A connection that could not be made, or broke.
pub fn connection(error: &(dyn Error + 'static), server: &Server) -> Mishap {
    let mut said = String::new();
    let mut kind = None;
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(one) = cause {
        said.push_str(&one.to_string());
        said.push('\n');
        if let Some(io) = one.downcast_ref::<std::io::Error>() {
            kind.get_or_insert(io.kind());
        }
        cause = one.source();
    }
    in_words(kind, &said, server)
}

/// A connection of which only words are known.
pub fn in_words(kind: Option<ErrorKind>, said: &str, server: &Server) -> Mishap {
    let small = said.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    let sort = if has(&[
        "certificate",
        "unknownissuer",
        "notvalidforname",
        "unknownca",
    ]) {
        Sort::Certificate
    } else if has(&[
        "lookup",
        "name or service",
        "no address",
        "resolve",
        "nodename",
    ]) {
        Sort::Name
    } else if has(&[
        "corrupt",
        "invalid message",
        "invalidcontenttype",
        "handshake",
    ]) || kind == Some(ErrorKind::InvalidData)
    {
        Sort::Speech
    } else if matches!(kind, Some(ErrorKind::ConnectionRefused))
        || has(&["refused", "unreachable", "no route"])
    {
        Sort::Closed
    } else if matches!(kind, Some(ErrorKind::TimedOut | ErrorKind::WouldBlock))
        || has(&[
            "timed out",
            "timeout",
            "would block",
            "temporarily unavailable",
        ])
    {
        Sort::Silent
    } else {
        Sort::Broken
    };
    told(&sort, server)
}

fn told(sort: &Sort, server: &Server) -> Mishap {
    let (host, port) = (&server.host, server.port);
    let (what, mend) = match sort {
        Sort::Name => (
            "the name has no address".to_owned(),
            format!("check `host` ({host}) and the network"),
        ),
        Sort::Closed => (
            "nobody answers there".to_owned(),
            format!(
                "does anything listen at {host} port {port}? IMAP has 993 (143 with starttls), SMTP 465 (587 with starttls)"
            ),
        ),
        Sort::Silent => (
            format!("it did not answer in {} seconds", server.timeout),
            format!(
                "does anything listen at {host} port {port}? If it is slow, give it a longer `timeout`"
            ),
        ),
        Sort::Certificate => ("its certificate is not trusted".to_owned(), trust(server)),
        Sort::Speech => (
            "it does not speak as it should".to_owned(),
            "check `port` and `tls`: the other side does not speak as it should".to_owned(),
        ),
        Sort::Broken => (
            "it hung up".to_owned(),
            "nothing, if it happens once: the next poll tries again; else check `port` and `tls`"
                .to_owned(),
        ),
    };
    Mishap { what, mend }
}

fn trust(server: &Server) -> String {
    match &server.ca {
        Some(ca) => format!(
            "{} must hold the certificate that signed that of {}, and `host` be the name in it",
            ca.display(),
            server.host
        ),
        None => format!(
            "name the certificate that signed that of {} with `ca = \"FILE\"`; `host` must be the name in it",
            server.host
        ),
    }
}

/// A login that was refused, with what the server said.
pub fn login(answer: &str, server: &Server) -> Mishap {
    let mend = format!(
        "check `user` ({}), and the password in {}; some providers want one made for programs",
        server.user,
        place(server)
    );
    Mishap {
        what: format!("the login of {} failed: {}", server.user, quoted(answer)),
        mend,
    }
}

/// A password that is not there. `what` never holds it.
pub fn password(what: &str, server: &Server) -> Mishap {
    Mishap {
        what: what.to_owned(),
        mend: format!("put the password into {}", place(server)),
    }
}

/// An answer that says no to a letter.
pub fn refusal(code: u16, answer: &str) -> Mishap {
    let mend = match (code, enhanced(answer)) {
        (552 | 523, _) | (_, Some((_, 3, 4))) => {
            "the letter is too large for it; `mail text` in the player's letter leaves the pictures out"
        }
        (_, Some((_, 2, 2))) => "the reader's mailbox is full; he must make room",
        (_, Some((_, 1, _))) | (550 | 551 | 553, None) => {
            "does the address exist? `fieldpost invite GAME SEAT ADDRESS` gives the seat another one"
        }
        (_, Some((_, 7, _))) | (554, _) => {
            "its postmaster can say which rule refuses you; the letters are kept and tried again"
        }
        (400..=499, _) => "nothing: it is tried again",
        _ => "ask its postmaster; the letters are kept and tried again",
    };
    Mishap {
        what: format!("answered {code} {}", quoted(answer)),
        mend: mend.to_owned(),
    }
}

/// The enhanced status an answer begins with: `5.7.1`.
pub fn enhanced(answer: &str) -> Option<(u16, u16, u16)> {
    let word = answer.split_whitespace().next()?;
    let mut numbers = word.split('.').map(|number| number.parse().ok());
    match (
        numbers.next()?,
        numbers.next()?,
        numbers.next()?,
        numbers.next(),
    ) {
        (Some(class @ (2 | 4 | 5)), Some(subject), Some(detail), None) => {
            Some((class, subject, detail))
        }
        _ => None,
    }
}

/// What a server said, on one line and in quotation marks.
pub fn quoted(answer: &str) -> String {
    format!("\"{}\"", short(answer, 200).trim())
}

/// Where the password of a server is.
pub fn place(server: &Server) -> String {
    match (&server.password.file, &server.password.env) {
        // Whoever put the password itself there must not see it printed.
        (Some(file), _) if file.exists() => file.display().to_string(),
        (Some(_), _) => "the file that `password.file` names".to_owned(),
        (None, Some(_)) => "the variable that `password.env` names".to_owned(),
        (None, None) => "what `password.command` prints".to_owned(),
    }
}
