//! Where mail comes from: one trait, so that the rest of the way is the same for all.

mod files;
mod imap;
mod maildir;
mod tls;

use super::config::MailboxConfig;

pub use files::Files;
pub use imap::Imap;
pub use maildir::Maildir;
pub use tls::client_config;

/// A mail that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its key, unique in its mailbox for all time.
    pub key: String,
    /// Its size in bytes.
    pub size: u64,
}

/// Where a mail goes when it is done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// It was taken.
    Processed,
    /// It was not.
    Rejected,
}

/// Something wrong with a mailbox.
#[derive(Debug, thiserror::Error)]
#[error("{mailbox}: {what}\n  remedy: {mend}")]
pub struct IntakeError {
    /// Which mailbox.
    pub mailbox: String,
    /// What is wrong; never a password.
    pub what: String,
    /// What to do about it.
    pub mend: String,
}

/// A mailbox: it lists, hands over, and puts away. Nothing is lost if it fails at any point.
pub trait Mailbox {
    /// Its name: account and folder.
    fn name(&self) -> &str;

    /// The mails that wait, oldest first, at most so many.
    fn list(&mut self, most: usize) -> Result<Vec<Listed>, IntakeError>;

    /// The bytes of mails; one that has vanished meanwhile is left out.
    fn fetch(&mut self, keys: &[String]) -> Result<Vec<(String, Vec<u8>)>, IntakeError>;

    /// The first bytes of a mail that is too big to be fetched.
    fn head(&mut self, key: &str) -> Result<Vec<u8>, IntakeError>;

    /// Puts mails away that are done with.
    fn put_away(&mut self, keys: &[(String, Place)]) -> Result<(), IntakeError>;

    /// Ends the connection in good order.
    fn close(&mut self) {}
}

/// So much of a mail that is too big is looked at: its text stands before its photographs.
pub const HEAD: usize = 256 * 1024;

/// Opens a mailbox of the configuration.
pub fn open(config: &MailboxConfig) -> Result<Box<dyn Mailbox>, IntakeError> {
    if let Some(server) = &config.imap {
        return Ok(Box::new(Imap::open(server, config)?));
    }
    if let Some(path) = &config.maildir {
        return Ok(Box::new(Maildir::open(path)?));
    }
    let path = config.files.clone().unwrap_or_default();
    Ok(Box::new(Files::open(&path)?))
}

/// The names of a configuration's mailboxes, for messages.
pub fn name(config: &MailboxConfig) -> String {
    match (&config.imap, &config.maildir, &config.files) {
        (Some(server), _, _) => format!(
            "imap {}@{}:{}/{}",
            server.user, server.host, server.port, config.folder
        ),
        (_, Some(path), _) => format!("maildir {}", path.display()),
        (_, _, Some(path)) => format!("folder {}", path.display()),
        _ => "mailbox".to_owned(),
    }
}
