//! A club that plays by mail: its post, its clock, its players' mail programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fieldpost::mail::text;
use jiff::{Timestamp, ToSpan as _};

use super::servers::Servers;

/// How mail reaches the club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// A folder of files.
    Files,
    /// A Maildir.
    Maildir,
    /// Standard input, one process for each mail.
    Pipe,
    /// Real servers: Dovecot and Exim.
    Servers,
}

/// A mail somebody got.
#[derive(Clone, Debug)]
pub struct Received {
    pub raw: String,
    pub subject: String,
    pub id: String,
    pub reply_to: String,
    pub text: String,
}

impl Received {
    pub fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("a mail");
        let mail = text::parse(&bytes);
        Self {
            subject: mail.value("subject"),
            id: mail.value("message-id"),
            reply_to: mail.value("reply-to"),
            text: text::read(&bytes).whole,
            raw: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

/// The club.
pub struct Club {
    pub dir: tempfile::TempDir,
    pub route: Route,
    pub now: Timestamp,
    pub servers: Option<Servers>,
    mails: u32,
}

/// A folder of its own; in memory where that can be had.
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).expect("a folder in memory")
    } else {
        tempfile::tempdir().expect("a temporary folder")
    }
}

pub const GM: &str = "gm@test.example";
pub const BOSS: &str = "boss@test.example";

impl Club {
    /// Opens a club; `None` where the servers it wants are not installed.
    pub fn open(route: Route) -> Option<Self> {
        Self::open_in(route, folder())
    }

    /// Opens a club in a folder.
    pub fn open_in(route: Route, dir: tempfile::TempDir) -> Option<Self> {
        let servers = match route {
            Route::Servers => Some(Servers::start()?),
            _ => None,
        };
        let club = Self {
            dir,
            route,
            now: "2026-11-16T20:00:00Z".parse().expect("a time"),
            servers,
            mails: 0,
        };
        let mut args: Vec<String> = ["init", "--address", GM, "--referee", BOSS]
            .map(str::to_owned)
            .to_vec();
        let path = |name: &str| club.dir.path().join(name).display().to_string();
        match (&club.servers, route) {
            (Some(servers), _) => args.extend(servers.init_args(club.dir.path())),
            (None, Route::Maildir) => {
                for part in ["new", "cur", "tmp"] {
                    std::fs::create_dir_all(club.dir.path().join("md").join(part))
                        .expect("a folder");
                }
                args.extend([
                    "--maildir".to_owned(),
                    path("md"),
                    "--out".to_owned(),
                    path("out"),
                ]);
            }
            (None, _) => {
                std::fs::create_dir_all(club.dir.path().join("in")).expect("a folder");
                args.extend([
                    "--files".to_owned(),
                    path("in"),
                    "--out".to_owned(),
                    path("out"),
                ]);
            }
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        club.ok(&args);
        Some(club)
    }

    /// Another club on the servers of this one; its address is `other`.
    pub fn neighbour(&self) -> Self {
        let servers = self.servers.as_ref().expect("servers");
        let club = Self {
            dir: folder(),
            route: Route::Servers,
            now: self.now,
            servers: None,
            mails: 500_000,
        };
        let mut args: Vec<String> = ["init", "--address", OTHER, "--referee", BOSS]
            .map(str::to_owned)
            .to_vec();
        args.extend(servers.init_args(club.dir.path()));
        for arg in &mut args {
            if arg == "gm" {
                "other".clone_into(arg);
            }
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        club.ok(&args);
        club
    }

    pub fn files() -> Self {
        Self::open(Route::Files).expect("files are always there")
    }

    pub fn games(&self) -> PathBuf {
        self.dir.path().join("games")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command
            .current_dir(self.dir.path())
            .arg("--now")
            .arg(self.now.to_string())
            .args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command runs")
    }

    pub fn ok(&self, args: &[&str]) -> String {
        let done = self.run(args);
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(
            done.status.success(),
            "{args:?}: {text}{}",
            String::from_utf8_lossy(&done.stderr)
        );
        text
    }

    /// Polls, and waits for the players' servers to deliver.
    pub fn poll(&self) -> String {
        let text = self.ok(&["poll"]);
        if let Some(servers) = &self.servers {
            servers.settle();
        }
        text
    }

    pub fn advance(&mut self, hours: i64) {
        self.now = self.now.checked_add(hours.hours()).expect("a time");
    }

    /// Lets time pass as cron sees it, in small steps: a long sleep would be taken for an outage.
    pub fn pass(&mut self, hours: i64) {
        for _ in 0..hours / 5 {
            self.advance(5);
            self.poll();
        }
    }

    /// A mail to the club.
    pub fn deliver(&mut self, mail: &str) {
        self.deliver_bytes(mail.as_bytes());
    }

    pub fn deliver_bytes(&mut self, mail: &[u8]) {
        self.mails += 1;
        let name = format!("{:06}", self.mails);
        match self.route {
            Route::Files => std::fs::write(self.dir.path().join("in").join(name + ".eml"), mail)
                .expect("written"),
            Route::Maildir => {
                std::fs::write(self.dir.path().join("md/new").join(name), mail).expect("written");
            }
            Route::Pipe => {
                let mut child = self
                    .command(&["receive"])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("it runs");
                let _ = child.stdin.take().expect("its input").write_all(mail);
                assert!(child.wait().expect("it ends").success());
            }
            Route::Servers => self.servers.as_ref().expect("servers").send(mail),
        }
    }

    /// All mails an address got, oldest first.
    pub fn mails_of(&self, address: &str) -> Vec<Received> {
        let files = match &self.servers {
            Some(servers) => servers.mails_of(address),
            None => {
                let folder = self.dir.path().join("out");
                let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
                    .into_iter()
                    .flatten()
                    .flatten()
                    .map(|file| file.path())
                    .filter(|path| {
                        path.file_name().is_some_and(|name| {
                            name.to_string_lossy().starts_with(&format!("{address}-"))
                        })
                    })
                    .collect();
                files.sort_by_key(|path| {
                    std::fs::metadata(path)
                        .and_then(|data| data.modified())
                        .expect("a time")
                });
                files
            }
        };
        files.iter().map(|path| Received::read(path)).collect()
    }

    pub fn last_of(&self, address: &str) -> Received {
        self.mails_of(address)
            .pop()
            .unwrap_or_else(|| panic!("{address} got no mail"))
    }

    /// An answer to a mail, as a mail program writes it: the text on top, the mail quoted below.
    pub fn answer(&mut self, to: &Received, from: &str, text: &str) -> String {
        self.mails += 1;
        let quoted: String = to
            .text
            .lines()
            .map(|line| format!("> {line}\r\n"))
            .collect();
        format!(
            "From: Somebody <{from}>\r\nTo: {}\r\nSubject: Re: {}\r\nMessage-ID: <{}.{}@{}>\r\nIn-Reply-To: {}\r\nReferences: {}\r\nDate: Mon, 16 Nov 2026 20:00:{:02} +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n\r\nOn Mon, 16 Nov 2026 at 20:00, fieldpost <{GM}> wrote:\r\n{quoted}",
            to.reply_to,
            to.subject,
            self.mails,
            std::process::id(),
            from.rsplit('@').next().unwrap_or("x.example"),
            to.id,
            to.id,
            self.mails % 60,
            text.replace('\n', "\r\n"),
        )
    }

    /// Answers the newest mail an address got.
    pub fn reply(&mut self, from: &str, text: &str) {
        let to = self.last_of(from);
        let mail = self.answer(&to, from, text);
        self.deliver(&mail);
    }

    /// A new mail, in answer to nothing.
    pub fn write(&mut self, from: &str, subject: &str, text: &str) {
        self.mails += 1;
        let mail = format!(
            "From: <{from}>\r\nTo: {GM}\r\nSubject: {subject}\r\nMessage-ID: <new.{}@x.example>\r\nDate: Mon, 16 Nov 2026 20:00:{:02} +0000\r\n\r\n{text}\r\n",
            self.mails,
            self.mails % 60
        );
        self.deliver(&mail);
    }

    /// The ledger, one line for each mail.
    pub fn log(&self) -> Vec<String> {
        self.ok(&["mail", "log"])
            .lines()
            .map(str::to_owned)
            .collect()
    }

    /// The verdicts of the ledger, oldest first.
    pub fn verdicts(&self) -> Vec<String> {
        self.log()
            .iter()
            .map(|line| {
                line.split_whitespace()
                    .nth(2)
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect()
    }

    /// Everything that is the game, as bytes.
    pub fn game(&self, id: &str) -> [Vec<u8>; 2] {
        ["journal.toml", "sealed.toml"]
            .map(|name| std::fs::read(self.games().join(id).join(name)).expect("a log"))
    }

    /// A game whose two players have joined.
    pub fn begun(&mut self, id: &str) {
        let (anna, bob) = (ANNA, BOB);
        self.ok(&[
            "new",
            "miniature/skerries",
            "--id",
            id,
            "--secret",
            "club",
            "--seat",
            "anna=red",
            "--seat",
            "bob=blue@fr",
            "--mail",
            &format!("anna={anna}"),
            "--mail",
            &format!("bob={bob}"),
        ]);
        self.poll();
        for address in [anna, bob] {
            let invitation = self.last_of(address);
            let line = invitation
                .text
                .lines()
                .find(|line| line.starts_with("join ") || line.starts_with("rejoindre "))
                .expect("a join line")
                .to_owned();
            self.reply(address, &line);
        }
        self.poll();
    }
}

pub const OTHER: &str = "other@test.example";
pub const ANNA: &str = "anna@test.example";
pub const BOB: &str = "bob@test.example";
