//! `fieldpost.toml`: where mail comes from, how it goes out, how the clock runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::clock::rules::ClockRules;
use super::envelope::{is_address, tidy};

/// The configuration, with all paths relative to its own folder made whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The address players write to and get mail from.
    pub address: String,
    /// The name they see.
    #[serde(default = "default_name")]
    pub name: String,
    /// The person who is told of troubles and gets messages to the referee.
    pub referee: String,
    /// The folder of the games.
    #[serde(default = "default_games")]
    pub games: PathBuf,
    /// The folder of the post: raw mails, ledger, outbox.
    #[serde(default = "default_post")]
    pub post: PathBuf,
    /// Whether mail to `name+anything@domain` arrives, so that Reply-To can carry the code.
    #[serde(default)]
    pub plus: bool,
    /// Address that bounces go to, as `bounces@example.org`; it gets `+game.code` if `plus` is set. Empty: nowhere.
    #[serde(default)]
    pub bounces: String,
    /// Name of the server whose Authentication-Results are believed.
    #[serde(default)]
    pub authserv: String,
    /// Larger mails are refused, in bytes.
    #[serde(default = "default_largest")]
    pub largest: u64,
    /// So many mails are taken in one poll; the others wait for the next.
    #[serde(default = "default_most")]
    pub most: usize,
    /// Where mail comes from.
    #[serde(default, rename = "mailbox")]
    pub mailboxes: Vec<MailboxConfig>,
    /// How mail goes out.
    pub send: SendConfig,
    /// How the clock of every game runs, unless its own `house.toml` says otherwise.
    #[serde(default)]
    pub clock: ClockRules,
}

fn default_name() -> String {
    "fieldpost".to_owned()
}

fn default_games() -> PathBuf {
    "games".into()
}

fn default_post() -> PathBuf {
    "post".into()
}

/// Larger mails are refused where nothing else is said, in bytes.
pub const LARGEST: u64 = 1024 * 1024;

const fn default_largest() -> u64 {
    LARGEST
}

const fn default_most() -> usize {
    5000
}

/// A password that is kept elsewhere.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Password {
    /// A file whose first line it is.
    pub file: Option<PathBuf>,
    /// A command that prints it.
    pub command: Option<String>,
    /// A variable of the environment.
    pub env: Option<String>,
}

/// How a connection is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// From the first byte.
    #[default]
    Tls,
    /// After a greeting.
    Starttls,
    /// Not at all: only to this machine itself.
    None,
}

/// A server and how to log in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Its name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The login name; empty for none.
    #[serde(default)]
    pub user: String,
    /// Where the password is.
    #[serde(default)]
    pub password: Password,
    /// How the connection is protected.
    #[serde(default)]
    pub tls: Tls,
    /// A file of certificates to trust instead of the system's.
    pub ca: Option<PathBuf>,
    /// Seconds to wait for an answer.
    #[serde(default = "default_timeout")]
    pub timeout: u64,
}

const fn default_timeout() -> u64 {
    60
}

/// A place mail comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailboxConfig {
    /// An IMAP server.
    pub imap: Option<Server>,
    /// The folder on it that is read.
    #[serde(default = "default_inbox")]
    pub folder: String,
    /// The folder mails go to that were taken.
    #[serde(default = "default_processed")]
    pub processed: String,
    /// The folder mails go to that were not.
    #[serde(default = "default_rejected")]
    pub rejected: String,
    /// A Maildir.
    pub maildir: Option<PathBuf>,
    /// A folder of `.eml` files.
    pub files: Option<PathBuf>,
}

fn default_inbox() -> String {
    "INBOX".to_owned()
}

fn default_processed() -> String {
    "Processed".to_owned()
}

fn default_rejected() -> String {
    "Rejected".to_owned()
}

/// How mail goes out: one of the three.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendConfig {
    /// An SMTP server.
    pub smtp: Option<Server>,
    /// The `sendmail` command.
    pub sendmail: Option<PathBuf>,
    /// A folder of `.eml` files.
    pub files: Option<PathBuf>,
}

/// Something wrong with the configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {what}")]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// What is wrong, with line and column where they are known.
    pub what: String,
}

impl Config {
    /// Reads and checks a configuration.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let bad = |what: String| ConfigError {
            file: path.display().to_string(),
            what,
        };
        let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
        let mut config: Self =
            toml::from_str(&text).map_err(|error| bad(without_secrets(&text, &error)))?;
        config.address = tidy(&config.address);
        config.referee = tidy(&config.referee);
        for address in [&config.address, &config.referee] {
            if !is_address(address) {
                return Err(bad(format!("`{address}` is no address")));
            }
        }
        if !config.bounces.is_empty() && !is_address(&config.bounces) {
            return Err(bad(format!("bounces: `{}` is no address", config.bounces)));
        }
        let ways = [
            config.send.smtp.is_some(),
            config.send.sendmail.is_some(),
            config.send.files.is_some(),
        ];
        if ways.iter().filter(|way| **way).count() != 1 {
            return Err(bad(
                "[send] needs one of smtp, sendmail and files".to_owned()
            ));
        }
        for mailbox in &config.mailboxes {
            let ways = [
                mailbox.imap.is_some(),
                mailbox.maildir.is_some(),
                mailbox.files.is_some(),
            ];
            if ways.iter().filter(|way| **way).count() != 1 {
                return Err(bad(
                    "a [[mailbox]] needs one of imap, maildir and files".to_owned()
                ));
            }
        }
        for server in config.servers() {
            if server.tls == Tls::None && !is_local(&server.host) {
                let what = format!(
                    "{}: `tls = \"none\"` is for this machine only; a password would travel in the open",
                    server.host
                );
                return Err(bad(what));
            }
        }
        config
            .clock
            .check()
            .map_err(|what| bad(format!("[clock] {what}")))?;
        config.settle(path.parent().unwrap_or(Path::new("")));
        Ok(config)
    }

    /// The servers it names.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        let boxes = self
            .mailboxes
            .iter()
            .filter_map(|mailbox| mailbox.imap.as_ref());
        boxes.chain(&self.send.smtp)
    }

    fn settle(&mut self, base: &Path) {
        let whole = |path: &mut PathBuf| *path = base.join(&*path);
        whole(&mut self.games);
        whole(&mut self.post);
        for mailbox in &mut self.mailboxes {
            mailbox
                .maildir
                .iter_mut()
                .chain(&mut mailbox.files)
                .for_each(whole);
        }
        self.send.files.iter_mut().for_each(whole);
        let imaps = self
            .mailboxes
            .iter_mut()
            .filter_map(|mailbox| mailbox.imap.as_mut());
        for server in imaps.chain(&mut self.send.smtp) {
            server
                .ca
                .iter_mut()
                .chain(&mut server.password.file)
                .for_each(whole);
        }
    }

    /// The domain of our address.
    pub fn domain(&self) -> &str {
        self.address.rsplit('@').next().unwrap_or_default()
    }
}

/// What is wrong with a file in which somebody may have put a password in the wrong place: the place, and never a word of
/// what stands there.
fn without_secrets(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    let key = before.trim_end().strip_suffix('=').unwrap_or(before);
    let key = key.rsplit(['{', ',', '\n']).next().unwrap_or_default();
    if key.to_lowercase().contains("pass") || error.message().contains("Password") {
        return format!(
            "line {line}, column {column}: a password does not stand in this file: give `password.file`, `password.command` or `password.env`"
        );
    }
    // A message quotes what it found: that goes.
    let mut message = String::new();
    // Of a value that is none of those expected only the expected ones are told.
    let said = match error.message().split_once("expected") {
        Some((found, expected)) if found.starts_with("unknown variant") => {
            format!("not one of what is expected: {expected}")
        }
        _ => error.message().to_owned(),
    };
    for (n, piece) in said.split('"').enumerate() {
        message.push_str(if n % 2 == 0 { piece } else { "..." });
    }
    format!("line {line}, column {column}: {}", message.trim())
}

/// Whether a host is this machine.
fn is_local(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "::1")
}

impl Password {
    /// Fetches the password. Errors name the place, never the password.
    pub fn fetch(&self) -> Result<String, String> {
        let first = |text: String| text.lines().next().unwrap_or_default().to_owned();
        let found = if let Some(file) = &self.file {
            // Whoever put the password itself there must not see it printed.
            std::fs::read_to_string(file)
                .map(first)
                .map_err(|error| match error.kind() {
                    std::io::ErrorKind::NotFound => {
                        "the file that `password.file` names is not there".to_owned()
                    }
                    _ => format!("{}: it cannot be read ({})", file.display(), error.kind()),
                })?
        } else if let Some(command) = &self.command {
            let done = Command::new("sh").arg("-c").arg(command).output();
            let done = done.map_err(|error| format!("the password command: {error}"))?;
            if !done.status.success() {
                return Err(format!("the password command failed with {}", done.status));
            }
            first(String::from_utf8_lossy(&done.stdout).into_owned())
        } else if let Some(name) = &self.env {
            let value = std::env::var(name);
            value.map_err(|_| "the variable that `password.env` names is not set".to_owned())?
        } else {
            return Err("no password is configured: give `password.file`, `password.command` or `password.env`".to_owned());
        };
        if found.is_empty() {
            return Err("the password is empty".to_owned());
        }
        Ok(found)
    }
}
