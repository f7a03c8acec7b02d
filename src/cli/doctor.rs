//! `fieldpost doctor`

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use super::context::Context;
use super::say;
use crate::mail::auth;
use crate::mail::clock;
use crate::mail::config::{Config, MailboxConfig};
use crate::mail::intake::{self, Imap, Mailbox, Place};
use crate::mail::letter::{Content, Letter};
use crate::mail::office;
use crate::mail::send::{self, Sent};
use crate::mail::text;

/// Clocks that differ by more than this are wrong, in seconds.
const APART: i64 = 120;

/// Check the configuration: connect, log in, send a letter to ourselves, fetch it; says what to mend
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Do not send the letter
    #[arg(long)]
    no_letter: bool,
    /// Seconds to wait for it
    #[arg(long, default_value_t = 60)]
    wait: u64,
}

struct Findings {
    bad: usize,
}

impl Findings {
    #[expect(clippy::unused_self, reason = "good and bad findings are told alike")]
    fn good(&self, what: impl AsRef<str>) -> anyhow::Result<()> {
        say(format!("ok    {}", what.as_ref()))
    }

    fn bad(&mut self, what: impl AsRef<str>, mend: &str) -> anyhow::Result<()> {
        self.bad += 1;
        say(format!("BAD   {}\n      mend: {mend}", what.as_ref()))
    }
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut found = Findings { bad: 0 };
    let config = match context.mail() {
        Ok(config) => config,
        Err(error) => {
            found.bad(
                format!("{error:#}"),
                "mend the line it names, or write a new file with `fieldpost init`",
            )?;
            return Ok(ExitCode::from(1));
        }
    };
    found.good(format!("{} can be read", context.config.display()))?;
    folders(&config, &mut found)?;
    the_clock(context, &config, &mut found)?;
    let mut open = Vec::new();
    if config.mailboxes.is_empty() {
        say("note  no [[mailbox]]: mail comes only by `fieldpost receive`")?;
    }
    for mailbox in &config.mailboxes {
        if let Some(mailbox) = the_mailbox(mailbox, &mut found)? {
            open.push(mailbox);
        }
    }
    if !args.no_letter {
        the_letter(context, &config, &mut open, args.wait, &mut found)?;
    }
    for mailbox in &mut open {
        mailbox.close();
    }
    if found.bad == 0 {
        say("\nAll is well.")?;
        return Ok(ExitCode::SUCCESS);
    }
    say(format!("\n{} to mend.", found.bad))?;
    Ok(ExitCode::from(1))
}

fn folders(config: &Config, found: &mut Findings) -> anyhow::Result<()> {
    for folder in [&config.games, &config.post] {
        let name = folder.display();
        if let Err(error) =
            std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder).map(|_| ()))
        {
            found.bad(
                format!("{name} cannot be written to: {error}"),
                "make the folder and give it to the user who polls",
            )?;
        } else {
            found.good(format!("{name} can be written to"))?;
        }
    }
    // Games made by an older program may be open to others.
    let games = crate::mail::office::games(&config.games);
    let within = games.iter().flat_map(|(_, folder)| {
        let files = ["", "sealed.toml", "secrets.toml", "reports", "post.toml"];
        files.map(|name| folder.join(name))
    });
    let open: Vec<_> = within.filter(|path| open_to_others(path)).collect();
    if let (true, Some(first)) = (open_to_others(&config.games), open.first()) {
        found.bad(
            format!(
                "{} can be read by others, and {}",
                config.games.display(),
                first.display()
            ),
            &format!("chmod -R go-rwx {}", config.games.display()),
        )?;
    }
    let mut private: Vec<&Path> = vec![&config.post];
    private.extend(
        config
            .servers()
            .filter_map(|server| server.password.file.as_deref()),
    );
    private.sort_unstable();
    private.dedup();
    for path in private {
        if open_to_others(path) {
            found.bad(
                format!("{} can be read by others", path.display()),
                &format!("chmod go-rwx {}", path.display()),
            )?;
        }
    }
    for server in config.servers().filter(|server| !server.user.is_empty()) {
        match server.password.fetch() {
            Ok(_) => found.good(format!(
                "the password of {} at {} is there",
                server.user, server.host
            ))?,
            Err(what) => found.bad(
                format!("{}: {what}", server.host),
                "put the password where fieldpost.toml says it is",
            )?,
        }
    }
    Ok(())
}

#[cfg(unix)]
fn open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> bool {
    false
}

fn the_clock(context: &Context, config: &Config, found: &mut Findings) -> anyhow::Result<()> {
    let now = context.call().seconds;
    // The disk's clock may be another machine's.
    let disk = tempfile::NamedTempFile::new_in(&config.post)
        .ok()
        .and_then(|file| {
            let time = file.as_file().metadata().ok()?.modified().ok()?;
            i64::try_from(time.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs()).ok()
        });
    match disk {
        Some(disk) if context.now.is_none() && (disk - now).abs() > APART => {
            found.bad(
                format!(
                    "the clock and that of the disk differ by {} seconds",
                    (disk - now).abs()
                ),
                "set the clock, best by NTP",
            )?;
        }
        _ => found.good(format!(
            "the clock says {}",
            clock::shown(now, &jiff::tz::TimeZone::UTC, crate::orders::Lang::En)
        ))?,
    }
    match clock::rules::zone(config.clock.zone.as_deref().unwrap_or("Europe/Paris")) {
        Ok(_) => found.good("time zones are known")?,
        Err(what) => found.bad(what, "install tzdata")?,
    }
    Ok(())
}

fn the_mailbox(
    config: &MailboxConfig,
    found: &mut Findings,
) -> anyhow::Result<Option<Box<dyn Mailbox>>> {
    let name = intake::name(config);
    let opened: Result<Box<dyn Mailbox>, _> = match &config.imap {
        Some(server) => Imap::open(server, config).map(|imap| Box::new(imap) as Box<dyn Mailbox>),
        None => intake::open(config),
    };
    let mut mailbox = match opened {
        Ok(mailbox) => mailbox,
        Err(error) => {
            found.bad(format!("{}: {}", error.mailbox, error.what), &error.mend)?;
            return Ok(None);
        }
    };
    if let Some(server) = &config.imap {
        match Imap::open(server, config).and_then(|mut imap| imap.make_folders()) {
            Ok(made) if made.is_empty() => found.good(format!("{name}: the folders are there"))?,
            Ok(made) => found.good(format!("{name}: made the folders {}", made.join(", ")))?,
            Err(error) => found.bad(
                format!("{}: {}", error.mailbox, error.what),
                "make the folders Processed and Rejected by hand",
            )?,
        }
    }
    match mailbox.list(1000) {
        Ok(listed) => {
            found.good(format!("{name}: logged in, {} mails wait", listed.len()))?;
            Ok(Some(mailbox))
        }
        Err(error) => {
            let what = format!("{}: {}", error.mailbox, error.what);
            found.bad(what, &error.mend)?;
            Ok(None)
        }
    }
}

/// Sends a letter to ourselves and fetches it.
fn the_letter(
    context: &Context,
    config: &Config,
    open: &mut [Box<dyn Mailbox>],
    wait: u64,
    found: &mut Findings,
) -> anyhow::Result<()> {
    let now = context.call().seconds;
    let [salt, _] = super::new::secrets()?;
    let letter = Letter {
        to: config.address.clone(),
        subject: "fieldpost doctor".to_owned(),
        key: salt.clone(),
        content: Content {
            text: "A letter to ourselves, to see that it arrives.\n".to_owned(),
            ..Content::default()
        },
        plain: true,
        ..Letter::default()
    };
    let mut sealed = letter.seal(config, now).map_err(anyhow::Error::msg)?;
    let asked = !config.authserv.is_empty();
    if asked {
        // As a forger would write it: our server must take it away.
        let mut bytes = auth::forged(&config.authserv, config.domain(), &salt).into_bytes();
        bytes.append(&mut sealed.bytes);
        sealed.bytes = bytes;
    }
    let sent = match send::open(&config.send) {
        Ok(mut sender) => sender.send(&sealed.from, &sealed.to, &sealed.bytes),
        Err(said) => Sent::Later { said, whole: true },
    };
    match sent {
        Sent::Done => found.good(format!("a letter to {} was sent", config.address))?,
        Sent::Refused { said, .. } | Sent::Later { said, .. } => {
            let own = "check the command or the folder in [send]";
            let (what, mend) = said.split_once("\n  remedy: ").unwrap_or((&said, own));
            found.bad(format!("no letter can be sent: {what}"), mend)?;
            return Ok(());
        }
    }
    if config.send.files.is_some() || open.is_empty() {
        say(
            "note  the letter is not looked for: it was written to a folder, or there is no mailbox",
        )?;
        return Ok(());
    }
    for _ in 0..wait.max(1) * 2 {
        for mailbox in open.iter_mut() {
            if let Some(key) = arrived(&mut **mailbox, &sealed.id) {
                found.good(format!("and came back by {}", mailbox.name()))?;
                let head = mailbox.head(&key).unwrap_or_default();
                if context.now.is_none() {
                    the_servers_clock(context, &head, found)?;
                }
                if asked {
                    the_servers_word(context, config, &head, &salt, found)?;
                }
                mailbox.put_away(&[(key, Place::Processed)])?;
                return Ok(());
            }
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    found.bad(
        format!("the letter did not come back in {wait} seconds"),
        "is the address that of the mailbox? Look into its spam folder",
    )
}

/// Whether what our server says of senders can be believed.
fn the_servers_word(
    context: &Context,
    config: &Config,
    head: &[u8],
    salt: &str,
    found: &mut Findings,
) -> anyhow::Result<()> {
    match auth::inspect(&text::parse(head), &config.authserv, salt) {
        Ok(()) => {
            office::believe(&context.disk(), config, &context.call().time)?;
            found.good(format!(
                "{} says what it found out of senders, and takes away what others say in its name",
                config.authserv
            ))
        }
        Err(what) => {
            office::doubt(&context.disk(), config)?;
            found.bad(
                what,
                "let the server remove such fields and write its own on every mail; until then no game can have `trust = \"server\"` or \"both\"",
            )
        }
    }
}

/// Compares our clock with that of the server that took the letter.
fn the_servers_clock(context: &Context, head: &[u8], found: &mut Findings) -> anyhow::Result<()> {
    let received = text::parse(head).value("received");
    let time = received.rsplit(';').next().unwrap_or_default().trim();
    let Ok(time) = jiff::fmt::rfc2822::parse(time) else {
        return Ok(());
    };
    let apart = (time.timestamp().as_second() - context.call().seconds).abs();
    if apart > APART {
        return found.bad(
            format!("the clock and that of the mail server differ by {apart} seconds"),
            "set the clock, best by NTP: deadlines are reckoned by it",
        );
    }
    found.good("the clock agrees with that of the mail server")
}

fn arrived(mailbox: &mut dyn Mailbox, id: &str) -> Option<String> {
    let listed = mailbox.list(1000).ok()?;
    // The newest are last.
    listed.iter().rev().take(20).find_map(|one| {
        let head = mailbox.head(&one.key).ok()?;
        String::from_utf8_lossy(&head)
            .contains(id)
            .then(|| one.key.clone())
    })
}
