//! How letters go out: SMTP, the `sendmail` command, or a folder.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{Address, SmtpTransport, Transport as _};

use super::config::{self, SendConfig, Server};
use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The next server has it.
    Done,
    /// It will never be taken.
    Refused(String),
    /// Perhaps later; `whole` if that holds for every letter.
    Later {
        /// What was said.
        said: String,
        /// Whether nothing can be sent now.
        whole: bool,
    },
}

/// A way out.
pub trait Sender {
    /// Hands a letter over; an empty sender is none.
    fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Sent;
}

/// Opens the way of the configuration.
pub fn open(config: &SendConfig) -> Result<Box<dyn Sender>, String> {
    if let Some(server) = &config.smtp {
        return Ok(Box::new(Smtp {
            transport: transport(server)?,
        }));
    }
    if let Some(command) = &config.sendmail {
        return Ok(Box::new(Sendmail {
            command: command.clone(),
        }));
    }
    let folder = config.files.clone().unwrap_or_default();
    Ok(Box::new(Folder { folder }))
}

struct Smtp {
    transport: SmtpTransport,
}

fn transport(server: &Server) -> Result<SmtpTransport, String> {
    let tls = || -> Result<TlsParameters, String> {
        let mut builder = TlsParameters::builder(server.host.clone());
        if let Some(path) = &server.ca {
            let pem =
                std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let certificate = Certificate::from_pem(&pem)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            builder = builder
                .certificate_store(CertificateStore::None)
                .add_root_certificate(certificate);
        }
        builder.build().map_err(|error| error.to_string())
    };
    let tls = match server.tls {
        config::Tls::Tls => Tls::Wrapper(tls()?),
        config::Tls::Starttls => Tls::Required(tls()?),
        config::Tls::None => Tls::None,
    };
    let mut builder = SmtpTransport::builder_dangerous(&server.host)
        .port(server.port)
        .tls(tls)
        .timeout(Some(Duration::from_secs(server.timeout.max(1))))
        .pool_config(PoolConfig::new().max_size(1));
    if !server.user.is_empty() {
        builder = builder.credentials(Credentials::new(
            server.user.clone(),
            server.password.fetch()?,
        ));
    }
    Ok(builder.build())
}

fn envelope(from: &str, to: &str) -> Result<Envelope, String> {
    let address = |text: &str| {
        text.parse::<Address>()
            .map_err(|error| format!("{text}: {error}"))
    };
    let from = if from.is_empty() {
        None
    } else {
        Some(address(from)?)
    };
    Envelope::new(from, vec![address(to)?]).map_err(|error| error.to_string())
}

impl Sender for Smtp {
    fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Sent {
        let envelope = match envelope(from, to) {
            Ok(envelope) => envelope,
            Err(said) => return Sent::Refused(said),
        };
        match self.transport.send_raw(&envelope, bytes) {
            Ok(_) => Sent::Done,
            Err(error) => {
                let said = chain(&error);
                // A login that is refused is nobody's address.
                let login = error.status().is_some_and(|code| {
                    matches!(code.to_string().as_str(), "530" | "534" | "535" | "538")
                });
                if error.is_permanent() && !login {
                    Sent::Refused(said)
                } else {
                    Sent::Later {
                        said,
                        whole: login || !error.is_transient(),
                    }
                }
            }
        }
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    super::envelope::short(&text, 300)
}

struct Sendmail {
    command: PathBuf,
}

impl Sender for Sendmail {
    fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Sent {
        let sender = if from.is_empty() { "<>" } else { from };
        let child = Command::new(&self.command)
            .args(["-i", "-f", sender, "--", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let later = |said: String| Sent::Later { said, whole: true };
        let mut child = match child {
            Ok(child) => child,
            Err(error) => return later(format!("{}: {error}", self.command.display())),
        };
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        let written = child
            .stdin
            .take()
            .map(|mut stdin| stdin.write_all(text.as_bytes()));
        let done = match child.wait_with_output() {
            Ok(done) => done,
            Err(error) => return later(error.to_string()),
        };
        let said = super::envelope::short(&String::from_utf8_lossy(&done.stderr), 300);
        match (done.status.code(), written) {
            (Some(0), Some(Ok(()))) => Sent::Done,
            // EX_NOUSER, EX_NOHOST, EX_DATAERR
            (Some(65 | 67 | 68), _) => Sent::Refused(said),
            _ => Sent::Later {
                said: format!("{}: {} {said}", self.command.display(), done.status),
                whole: false,
            },
        }
    }
}

struct Folder {
    folder: PathBuf,
}

impl Sender for Folder {
    fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Sent {
        let later = |said: String| Sent::Later { said, whole: true };
        if let Err(error) = std::fs::create_dir_all(&self.folder) {
            return later(format!("{}: {error}", self.folder.display()));
        }
        let mut text = format!("Return-Path: <{from}>\r\nDelivered-To: {to}\r\n").into_bytes();
        text.extend_from_slice(bytes);
        let name = &sha256_hex(bytes)[..20];
        let safe: String = to
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "@.+-".contains(c) {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        let path = self.folder.join(format!("{safe}-{name}.eml"));
        match Disk::default().replace(&path, &text, false) {
            Ok(()) => Sent::Done,
            Err(error) => later(error.to_string()),
        }
    }
}
