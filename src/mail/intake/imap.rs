//! IMAP over TLS. Mails that are done with are moved to other folders; progress is keyed by UIDVALIDITY and UID.

use std::io::{BufRead as _, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use imap::extensions::idle::SetReadTimeout;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};

use super::{HEAD, IntakeError, Listed, Mailbox, Place};
use crate::mail::config::{MailboxConfig, Server, Tls};
use crate::mail::trouble::{self, Mishap};

/// So many mails are named in one command.
const BATCH: usize = 100;

/// A connection, protected or to this machine itself.
#[derive(Debug)]
enum Stream {
    Tls(Box<StreamOwned<ClientConnection, TcpStream>>),
    Plain(TcpStream),
}

impl Read for Stream {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Tls(stream) => stream.read(buf),
            Self::Plain(stream) => stream.read(buf),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, buf: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::Tls(stream) => stream.write(buf),
            Self::Plain(stream) => stream.write(buf),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::Tls(stream) => stream.flush(),
            Self::Plain(stream) => stream.flush(),
        }
    }
}

impl SetReadTimeout for Stream {
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> imap::Result<()> {
        let tcp = match self {
            Self::Tls(stream) => &stream.sock,
            Self::Plain(stream) => stream,
        };
        tcp.set_read_timeout(timeout).map_err(imap::Error::Io)
    }
}

/// A folder on an IMAP server.
pub struct Imap {
    name: String,
    server: Server,
    session: imap::Session<imap::Connection>,
    validity: u32,
    can_move: bool,
    processed: String,
    rejected: String,
}

impl Imap {
    /// Connects, logs in and opens the folder.
    pub fn open(server: &Server, config: &MailboxConfig) -> Result<Self, IntakeError> {
        let name = super::name(config);
        let bad = |before: &str, mishap: Mishap| IntakeError {
            mailbox: name.clone(),
            what: format!("{before}{}", mishap.what),
            mend: mishap.mend,
        };
        let stream = connect(server).map_err(|mishap| bad("cannot connect: ", mishap))?;
        let greeted = server.tls == Tls::Starttls;
        let mut client = imap::Client::new(Box::new(stream) as imap::Connection);
        if !greeted {
            client
                .read_greeting()
                .map_err(|error| bad("no greeting: ", mishap(&error, server)))?;
        }
        let password = server.password.fetch();
        let password = password.map_err(|what| bad("", trouble::password(&what, server)))?;
        let mut session = client
            .login(&server.user, password)
            // The error may quote the command; its words must not travel on.
            .map_err(|(error, _)| match answer(&error) {
                Some(answer) => bad("", trouble::login(answer, server)),
                None => bad("at the login ", mishap(&error, server)),
            })?;
        let folder = session.select(&config.folder).map_err(|error| {
            bad(
                &format!("folder {}: ", config.folder),
                mishap(&error, server),
            )
        })?;
        let validity = folder.uid_validity.unwrap_or(0);
        let can_move = session
            .capabilities()
            .is_ok_and(|found| found.has_str("MOVE"));
        Ok(Self {
            name,
            server: server.clone(),
            session,
            validity,
            can_move,
            processed: config.processed.clone(),
            rejected: config.rejected.clone(),
        })
    }

    fn bad(&self, error: &imap::Error) -> IntakeError {
        let mishap = mishap(error, &self.server);
        IntakeError {
            mailbox: self.name.clone(),
            what: mishap.what,
            mend: mishap.mend,
        }
    }

    fn uid(&self, key: &str) -> Option<u32> {
        let (validity, uid) = key.split_once('.')?;
        (validity.parse() == Ok(self.validity)).then(|| uid.parse().ok())?
    }

    /// Makes the folders mails are moved to, where they are missing.
    pub fn make_folders(&mut self) -> Result<Vec<String>, IntakeError> {
        let mut made = Vec::new();
        for folder in [self.processed.clone(), self.rejected.clone()] {
            let found = self
                .session
                .list(None, Some(&folder))
                .map_err(|error| self.bad(&error))?;
            if found.is_empty() {
                self.session
                    .create(&folder)
                    .map_err(|error| self.bad(&error))?;
                made.push(folder);
            }
        }
        Ok(made)
    }

    fn move_to(&mut self, uids: &str, folder: &str) -> Result<(), IntakeError> {
        let session = &mut self.session;
        let moving = |session: &mut imap::Session<imap::Connection>| -> imap::Result<()> {
            session.uid_mv(uids, folder)
        };
        if self.can_move {
            let mut done = moving(session);
            if matches!(done, Err(imap::Error::No(_))) {
                // The folder may not exist yet.
                let _ = session.create(folder);
                done = moving(session);
            }
            return done.map_err(|error| self.bad(&error));
        }
        let mut copied = session.uid_copy(uids, folder);
        if matches!(copied, Err(imap::Error::No(_))) {
            let _ = session.create(folder);
            copied = session.uid_copy(uids, folder);
        }
        // What could not be copied must stay where it is.
        if let Err(error) = copied {
            return Err(self.bad(&error));
        }
        let session = &mut self.session;
        let done = session.uid_store(uids, "+FLAGS (\\Deleted)").map(|_| ());
        let done = done.and_then(|()| {
            session
                .uid_expunge(uids)
                .map(|_| ())
                .or_else(|_| session.expunge().map(|_| ()))
        });
        done.map_err(|error| self.bad(&error))
    }
}

/// What a server answered, without what we said.
fn answer(error: &imap::Error) -> Option<&str> {
    match error {
        imap::Error::No(no) => Some(&no.information),
        imap::Error::Bad(bad) => Some(&bad.information),
        imap::Error::Bye(bye) => Some(&bye.information),
        _ => None,
    }
}

/// What went wrong, and what to mend.
fn mishap(error: &imap::Error, server: &Server) -> Mishap {
    if let Some(answer) = answer(error) {
        return Mishap {
            what: format!("answered {}", trouble::quoted(answer)),
            mend: "check the names of the folders in [[mailbox]]; if they are right, its postmaster can say more"
                .to_owned(),
        };
    }
    match error {
        imap::Error::Io(error) => trouble::connection(error, server),
        imap::Error::Validate(_) => Mishap {
            what: "the name or the password has characters that cannot be sent".to_owned(),
            mend: trouble::password("", server).mend,
        },
        imap::Error::ConnectionLost => trouble::in_words(None, "", server),
        _ => trouble::in_words(Some(ErrorKind::InvalidData), "", server),
    }
}

fn connect(server: &Server) -> Result<Stream, Mishap> {
    let timeout = Duration::from_secs(server.timeout.max(1));
    let bad = |error: std::io::Error| trouble::connection(&error, server);
    let addresses = (server.host.as_str(), server.port).to_socket_addrs();
    let addresses = addresses.map_err(|_| trouble::in_words(None, "no address", server))?;
    let mut last = trouble::in_words(None, "no address", server);
    let mut tcp = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => {
                tcp = Some(stream);
                break;
            }
            Err(error) => last = bad(error),
        }
    }
    let tcp = tcp.ok_or(last)?;
    tcp.set_read_timeout(Some(timeout)).map_err(bad)?;
    tcp.set_write_timeout(Some(timeout)).map_err(bad)?;
    tcp.set_nodelay(true).map_err(bad)?;
    match server.tls {
        Tls::None => return Ok(Stream::Plain(tcp)),
        Tls::Starttls => start_tls(&tcp, server)?,
        Tls::Tls => {}
    }
    let own = |what: String| Mishap {
        what,
        mend: "check `ca` and `host` of this server".to_owned(),
    };
    let config = super::client_config(server.ca.as_deref()).map_err(own)?;
    let name = ServerName::try_from(server.host.clone());
    let name = name.map_err(|_| own(format!("`{}` is no name of a host", server.host)))?;
    let connection = ClientConnection::new(config, name);
    let mut connection =
        connection.map_err(|error| trouble::in_words(None, &error.to_string(), server))?;
    let mut tcp = tcp;
    while connection.is_handshaking() {
        connection.complete_io(&mut tcp).map_err(bad)?;
    }
    Ok(Stream::Tls(Box::new(StreamOwned::new(connection, tcp))))
}

/// Asks for protection; anything but a plain yes ends the attempt.
fn start_tls(tcp: &TcpStream, server: &Server) -> Result<(), Mishap> {
    let bad = |error: std::io::Error| trouble::connection(&error, server);
    let mut lines = BufReader::with_capacity(1, tcp);
    let mut line = String::new();
    lines
        .by_ref()
        .take(4096)
        .read_line(&mut line)
        .map_err(bad)?;
    let mut writer = tcp;
    writer.write_all(b"s1 STARTTLS\r\n").map_err(bad)?;
    loop {
        line.clear();
        lines
            .by_ref()
            .take(4096)
            .read_line(&mut line)
            .map_err(bad)?;
        if let Some(answer) = line.strip_prefix("s1 ") {
            return if answer.to_ascii_uppercase().starts_with("OK") {
                Ok(())
            } else {
                Err(Mishap {
                    what: format!("it refuses STARTTLS: {}", trouble::quoted(answer)),
                    mend: "check `port` and `tls`: without protection no password is sent"
                        .to_owned(),
                })
            };
        }
        if line.is_empty() {
            return Err(trouble::in_words(None, "", server));
        }
    }
}

impl Mailbox for Imap {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&mut self, most: usize) -> Result<Vec<Listed>, IntakeError> {
        let found = self
            .session
            .uid_search("UNDELETED")
            .map_err(|error| self.bad(&error))?;
        let mut uids: Vec<u32> = found.into_iter().collect();
        uids.sort_unstable();
        uids.truncate(most);
        let mut listed = Vec::with_capacity(uids.len());
        for some in uids.chunks(BATCH * 10) {
            let found = self.session.uid_fetch(set(some), "(UID RFC822.SIZE)");
            let found = found.map_err(|error| self.bad(&error))?;
            for mail in found.iter() {
                if let (Some(uid), Some(size)) = (mail.uid, mail.size) {
                    listed.push(Listed {
                        key: format!("{}.{uid}", self.validity),
                        size: size.into(),
                    });
                }
            }
        }
        Ok(listed)
    }

    fn fetch(&mut self, keys: &[String]) -> Result<Vec<(String, Vec<u8>)>, IntakeError> {
        let mut fetched = Vec::with_capacity(keys.len());
        for some in keys.chunks(BATCH) {
            let uids: Vec<u32> = some.iter().filter_map(|key| self.uid(key)).collect();
            if uids.is_empty() {
                continue;
            }
            let found = self.session.uid_fetch(set(&uids), "(UID BODY.PEEK[])");
            let found = found.map_err(|error| self.bad(&error))?;
            for mail in found.iter() {
                if let (Some(uid), Some(body)) = (mail.uid, mail.body()) {
                    fetched.push((format!("{}.{uid}", self.validity), body.to_vec()));
                }
            }
        }
        Ok(fetched)
    }

    fn head(&mut self, key: &str) -> Result<Vec<u8>, IntakeError> {
        let Some(uid) = self.uid(key) else {
            return Ok(Vec::new());
        };
        let found = self
            .session
            .uid_fetch(uid.to_string(), format!("(UID BODY.PEEK[]<0.{HEAD}>)"));
        let found = found.map_err(|error| self.bad(&error))?;
        let body = found
            .iter()
            .find_map(|mail| mail.body().map(<[u8]>::to_vec));
        Ok(body.unwrap_or_default())
    }

    fn put_away(&mut self, keys: &[(String, Place)]) -> Result<(), IntakeError> {
        for place in [Place::Processed, Place::Rejected] {
            let uids: Vec<u32> = keys
                .iter()
                .filter(|(_, one)| *one == place)
                .filter_map(|(key, _)| self.uid(key))
                .collect();
            let folder = match place {
                Place::Processed => self.processed.clone(),
                Place::Rejected => self.rejected.clone(),
            };
            for some in uids.chunks(BATCH * 5) {
                self.move_to(&set(some), &folder)?;
            }
        }
        Ok(())
    }

    fn close(&mut self) {
        let _ = self.session.logout();
    }
}

/// UIDs as IMAP writes them, with runs drawn together.
fn set(uids: &[u32]) -> String {
    let mut sorted = uids.to_vec();
    sorted.sort_unstable();
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    while at < sorted.len() {
        let first = sorted[at];
        let mut last = first;
        while sorted.get(at + 1).is_some_and(|next| *next == last + 1) {
            at += 1;
            last = sorted[at];
        }
        words.push(if first == last {
            first.to_string()
        } else {
            format!("{first}:{last}")
        });
        at += 1;
    }
    words.join(",")
}
