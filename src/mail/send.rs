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
use super::trouble;
use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The next server has it.
    Done,
    /// Its reader is refused: nobody has that address.
    Refused {
        /// What was said.
        said: String,
        /// Whether it is said of this reader without a doubt; a server that refuses everybody may say the same.
        surely: bool,
    },
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
            server: server.clone(),
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
    server: Server,
}

fn transport(server: &Server) -> Result<SmtpTransport, String> {
    let tls = || -> Result<TlsParameters, String> {
        let mut builder = TlsParameters::builder(server.host.clone());
        if let Some(path) = &server.ca {
            let pem =
                std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let certificate = Certificate::from_pem(&pem)
                .map_err(|_| format!("{}: there is no certificate in it", path.display()))?;
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
        let password = server.password.fetch();
        let password = password.map_err(|what| {
            let mishap = trouble::password(&what, server);
            format!("smtp {}:{}: {mishap}", server.host, server.port)
        })?;
        builder = builder.credentials(Credentials::new(server.user.clone(), password));
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
            Err(said) => return Sent::Refused { said, surely: true },
        };
        match self.transport.send_raw(&envelope, bytes) {
            Ok(_) => Sent::Done,
            Err(error) => self.failed(&error),
        }
    }
}

impl Smtp {
    fn failed(&self, error: &lettre::transport::smtp::Error) -> Sent {
        let name = format!("smtp {}:{}", self.server.host, self.server.port);
        let Some(code) = error.status() else {
            let mishap = trouble::connection(error, &self.server);
            return Sent::Later {
                said: format!("{name}: {mishap}"),
                whole: true,
            };
        };
        let code: u16 = code.to_string().parse().unwrap_or(0);
        let answer = std::error::Error::source(error).map(ToString::to_string);
        let answer = answer.unwrap_or_default();
        // A login that is refused is nobody's address.
        if matches!(code, 530 | 534 | 535 | 538) {
            let answer = format!("{code} {answer}");
            return Sent::Later {
                said: format!("{name}: {}", trouble::login(&answer, &self.server)),
                whole: true,
            };
        }
        let said = format!("{name}: {}", trouble::refusal(code, &answer));
        match (code, trouble::enhanced(&answer)) {
            (500..=599, Some((_, 1, 1 | 2 | 3 | 6 | 10) | (_, 2, 1))) => {
                Sent::Refused { said, surely: true }
            }
            (550 | 551 | 553 | 556, None) => Sent::Refused {
                said,
                surely: false,
            },
            // A policy, a size, a full mailbox: that passes, or the referee can do something about it.
            _ => Sent::Later { said, whole: false },
        }
    }
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
            (Some(65 | 67 | 68), _) => Sent::Refused { said, surely: true },
            (code, _) => {
                let ended = code.map_or_else(
                    || "was killed".to_owned(),
                    |code| format!("ended with {code}"),
                );
                let command = self.command.display();
                let said = if said.is_empty() {
                    said
                } else {
                    format!(", and said {said:?}")
                };
                Sent::Later {
                    said: format!(
                        "{command}: {ended}{said}\n  remedy: its log tells why; the letters are kept and tried again"
                    ),
                    whole: false,
                }
            }
        }
    }
}

struct Folder {
    folder: PathBuf,
}

impl Sender for Folder {
    fn send(&mut self, from: &str, to: &str, bytes: &[u8]) -> Sent {
        let later = |said: String| Sent::Later { said, whole: true };
        if let Err(error) = Disk::default().make_folder(&self.folder) {
            return later(error.to_string());
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
        match Disk::default().replace(&path, &text, true) {
            Ok(()) => Sent::Done,
            Err(error) => later(error.to_string()),
        }
    }
}
