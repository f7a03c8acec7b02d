//! Dovecot and Exim as children of the test, on free ports, with a private authority. Nothing is left behind.

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lettre::address::Envelope;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{SmtpTransport, Transport as _};

/// The two servers.
pub struct Servers {
    pub run: tempfile::TempDir,
    pub imaps: u16,
    pub smtps: u16,
    pub smtp: u16,
    dovecot: Child,
    exim: Child,
}

const DOVECOT: &str = include_str!("dovecot.conf");
const EXIM: &str = include_str!("exim.conf");

/// Whether the servers are installed. In CI they must be.
pub fn installed() -> bool {
    let there = ["/usr/sbin/dovecot", "/usr/sbin/exim4", "/usr/bin/openssl"]
        .iter()
        .all(|path| Path::new(path).exists());
    if !there {
        assert!(
            std::env::var_os("CI").is_none(),
            "CI needs dovecot-imapd, dovecot-sieve, exim4-daemon-light and openssl"
        );
        println!(
            "dovecot, exim4 or openssl is not installed: this is not tested (tests/run installs them)"
        );
    }
    there
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port")
        .port()
}

fn done(command: &mut Command) {
    let done = command.output().expect("it runs");
    assert!(
        done.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

fn certificates(run: &Path) {
    let openssl = |args: &[&str]| done(Command::new("openssl").current_dir(run).args(args));
    let curve = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
    ];
    let mut args = vec!["req", "-x509"];
    args.extend(curve);
    args.extend([
        "-keyout",
        "ca.key",
        "-out",
        "ca.pem",
        "-days",
        "30",
        "-subj",
        "/CN=club CA",
    ]);
    args.extend([
        "-addext",
        "basicConstraints=critical,CA:TRUE",
        "-addext",
        "keyUsage=critical,keyCertSign,cRLSign",
    ]);
    openssl(&args);
    let mut args = vec!["req"];
    args.extend(curve);
    args.extend([
        "-keyout",
        "srv.key",
        "-out",
        "srv.csr",
        "-subj",
        "/CN=localhost",
    ]);
    openssl(&args);
    let ext = "subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n";
    std::fs::write(run.join("ext.cnf"), ext).expect("written");
    openssl(&[
        "x509",
        "-req",
        "-in",
        "srv.csr",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-days",
        "30",
        "-extfile",
        "ext.cnf",
        "-out",
        "srv.pem",
    ]);
}

/// Whom the servers run as: not root.
fn user() -> (String, String, u32, u32) {
    let text = |args: &[&str]| {
        let done = Command::new("id").args(args).output().expect("id runs");
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    };
    let who: &[&str] = if text(&["-u"]) == "0" {
        &["nobody"]
    } else {
        &[]
    };
    let with = |flags: &[&str]| -> Vec<String> {
        flags
            .iter()
            .chain(who)
            .map(|one| (*one).to_owned())
            .collect()
    };
    let of = |flags: &[&str]| {
        let args = with(flags);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        text(&args)
    };
    (
        of(&["-un"]),
        of(&["-gn"]),
        of(&["-u"]).parse().expect("a number"),
        of(&["-g"]).parse().expect("a number"),
    )
}

fn is_root() -> bool {
    let done = Command::new("id").arg("-u").output().expect("id runs");
    String::from_utf8_lossy(&done.stdout).trim() == "0"
}

impl Servers {
    /// Starts both; `None` if they are not installed.
    pub fn start() -> Option<Self> {
        if !installed() {
            return None;
        }
        // The paths of sockets must be short.
        let run = tempfile::Builder::new()
            .prefix("fp")
            .tempdir_in("/tmp")
            .expect("a folder");
        certificates(run.path());
        let (user, group, uid, gid) = user();
        for part in ["dv", "dv-state", "mail", "home", "spool"] {
            std::fs::create_dir_all(run.path().join(part)).expect("a folder");
        }
        let ports = [free_port(), free_port(), free_port(), free_port()];
        let [imap, imaps, smtp, smtps] = ports;
        let fill = |text: &str| {
            text.replace("@RUN@", &run.path().display().to_string())
                .replace("@USER@", &user)
                .replace("@GROUP@", &group)
                .replace("@UID@", &uid.to_string())
                .replace("@GID@", &gid.to_string())
                .replace("@IMAPS@", &imaps.to_string())
                .replace("@IMAP@", &imap.to_string())
                .replace("@SMTPS@", &smtps.to_string())
                .replace("@SMTP@", &smtp.to_string())
        };
        std::fs::write(run.path().join("dovecot.conf"), fill(DOVECOT)).expect("written");
        std::fs::write(run.path().join("exim.conf"), fill(EXIM)).expect("written");
        let home = run.path().join("home/holiday");
        std::fs::create_dir_all(&home).expect("a folder");
        let script = "require \"vacation\";\nvacation :days 1 :addresses [\"holiday@test.example\"] \"I am on holiday.\";\n";
        std::fs::write(home.join("vacation.sieve"), script).expect("written");
        let path = run.path().display();
        let scripts = [
            (
                "sendmail",
                format!("exec /usr/sbin/exim4 -C {path}/exim.conf \"$@\""),
            ),
            (
                "lda",
                format!(
                    "exec /usr/lib/dovecot/dovecot-lda -c {path}/dovecot.conf -d \"$LOCAL_PART\" -f \"$SENDER\""
                ),
            ),
        ];
        for (name, line) in scripts {
            std::fs::write(run.path().join(name), format!("#!/bin/sh\n{line}\n")).expect("written");
            done(Command::new("chmod").arg("755").arg(run.path().join(name)));
        }
        if is_root() {
            done(
                Command::new("chown")
                    .args(["-R", &format!("{uid}:{gid}")])
                    .arg(run.path()),
            );
            done(Command::new("chmod").arg("755").arg(run.path()));
        }
        let start = |program: &str, args: &[&str]| {
            let mut command = if is_root() {
                let mut command = Command::new("setpriv");
                command.args([
                    &format!("--reuid={uid}"),
                    &format!("--regid={gid}"),
                    "--clear-groups",
                    program,
                ]);
                command
            } else {
                Command::new(program)
            };
            command
                .args(args)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts")
        };
        let path = |name: &str| run.path().join(name).display().to_string();
        let dovecot = start("/usr/sbin/dovecot", &["-F", "-c", &path("dovecot.conf")]);
        let exim = start(
            "/usr/sbin/exim4",
            &["-C", &path("exim.conf"), "-bdf", "-q10s"],
        );
        let servers = Self {
            run,
            imaps,
            smtps,
            smtp,
            dovecot,
            exim,
        };
        let begun = Instant::now();
        for port in ports {
            while TcpStream::connect(("127.0.0.1", port)).is_err() {
                assert!(
                    begun.elapsed() < Duration::from_secs(20),
                    "a server does not start: {}",
                    servers.logs()
                );
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        Some(servers)
    }

    pub fn logs(&self) -> String {
        ["dovecot.log", "exim-mainlog", "exim-paniclog"]
            .iter()
            .map(|name| std::fs::read_to_string(self.run.path().join(name)).unwrap_or_default())
            .collect()
    }

    pub fn ca(&self) -> PathBuf {
        self.run.path().join("ca.pem")
    }

    /// What `fieldpost init` is told of them.
    pub fn init_args(&self, club: &Path) -> Vec<String> {
        let password = club.join("password");
        std::fs::write(&password, "secret\n").expect("written");
        done(Command::new("chmod").arg("600").arg(&password));
        [
            "--imap",
            &format!("localhost:{}", self.imaps),
            "--smtp",
            &format!("localhost:{}", self.smtp),
            "--smtp-tls",
            "starttls",
            "--user",
            "gm",
            "--password-file",
            &password.display().to_string(),
            "--ca",
            &self.ca().display().to_string(),
            "--plus",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn transport(&self) -> SmtpTransport {
        let pem = std::fs::read(self.ca()).expect("a certificate");
        let tls = TlsParameters::builder("localhost".to_owned())
            .certificate_store(CertificateStore::None)
            .add_root_certificate(Certificate::from_pem(&pem).expect("a certificate"))
            .build()
            .expect("TLS");
        SmtpTransport::builder_dangerous("localhost")
            .port(self.smtps)
            .tls(Tls::Wrapper(tls))
            .credentials(Credentials::new("anna".to_owned(), "secret".to_owned()))
            .build()
    }

    /// From now on the server refuses every recipient with this answer, or none.
    pub fn refuse(&self, answer: Option<&str>) {
        let path = self.run.path().join("refuse");
        match answer {
            Some(answer) => std::fs::write(path, answer).expect("written"),
            None => std::fs::remove_file(path).expect("removed"),
        }
    }

    /// From now on the server says this of every mail; with `strip` it takes away what others said in its name.
    pub fn vouch(&self, word: Option<&str>, strip: bool) {
        for (name, text) in [("vouch", word), ("strip", strip.then_some(""))] {
            let path = self.run.path().join(name);
            match text {
                Some(text) => std::fs::write(path, text).expect("written"),
                None => {
                    let _ = std::fs::remove_file(path);
                }
            }
        }
    }

    /// A mail to the club with an envelope sender of one's choice, quotation marks and all.
    pub fn submit(&self, envelope: &str, mail: &[u8]) {
        let path = self.run.path().join("exim.conf");
        let exim = [
            "/usr/sbin/exim4",
            "-C",
            path.to_str().expect("a path"),
            "-oi",
            "-f",
        ];
        let (_, _, uid, gid) = user();
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            let ids = [format!("--reuid={uid}"), format!("--regid={gid}")];
            command.args(ids).arg("--clear-groups").args(exim);
            command
        } else {
            let mut command = Command::new(exim[0]);
            command.args(&exim[1..]);
            command
        };
        let mut child = command
            .args([envelope, super::club::GM])
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(mail).expect("written");
        drop(input);
        assert!(child.wait().expect("it ends").success(), "{}", self.logs());
        self.settle();
    }

    /// From now on somebody has an address here: `late`.
    pub fn appoint(&self, name: &str) {
        std::fs::write(self.run.path().join(name), "").expect("written");
    }

    /// Sends a mail to the club, as its head says.
    pub fn send(&self, mail: &[u8]) {
        let head = fieldpost::mail::envelope::Head::of(&fieldpost::mail::text::parse(mail));
        let to = head
            .to
            .first()
            .cloned()
            .unwrap_or_else(|| super::club::GM.to_owned());
        let from = head.from.parse().ok();
        let envelope =
            Envelope::new(from, vec![to.parse().expect("an address")]).expect("an envelope");
        self.transport().send_raw(&envelope, mail).expect("sent");
        self.settle();
    }

    /// Waits until nothing is on its way.
    pub fn settle(&self) {
        let begun = Instant::now();
        let input = self.run.path().join("spool/input");
        let waiting = || {
            std::fs::read_dir(&input)
                .into_iter()
                .flatten()
                .flatten()
                .count()
        };
        while waiting() > 0 && begun.elapsed() < Duration::from_secs(15) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The mails in somebody's mailbox, oldest first.
    pub fn mails_of(&self, address: &str) -> Vec<PathBuf> {
        let local = address.split('@').next().unwrap_or_default();
        let folder = self.run.path().join("mail").join(local);
        let mut files: Vec<PathBuf> = ["new", "cur"]
            .iter()
            .flat_map(|part| {
                std::fs::read_dir(folder.join(part))
                    .into_iter()
                    .flatten()
                    .flatten()
            })
            .map(|file| file.path())
            .collect();
        files.sort_by_key(|path| arrived(path));
        files
    }
}

/// When a mail arrived: its time may be told in seconds only, its name tells millionths (`1763.M20394P12.host`).
fn arrived(path: &Path) -> (u64, u64) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut numbers = name
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

fn stop(child: &mut Child) {
    let _ = Command::new("kill").arg(child.id().to_string()).output();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
}

impl Drop for Servers {
    fn drop(&mut self) {
        stop(&mut self.exim);
        stop(&mut self.dovecot);
    }
}
