//! `fieldpost init`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use super::context::Context;
use super::say;

/// Write a commented fieldpost.toml and print the cron line and a systemd timer
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address players write to
    #[arg(long, default_value = "referee@example.org")]
    address: String,
    /// Address of the person who is told of troubles
    #[arg(long, default_value = "you@example.org")]
    referee: String,
    /// IMAP server, as HOST or HOST:PORT
    #[arg(long, default_value = "imap.example.org", conflicts_with_all = ["maildir", "files"])]
    imap: String,
    /// Maildir to read instead of IMAP
    #[arg(long)]
    maildir: Option<PathBuf>,
    /// Folder of .eml files to read instead of IMAP
    #[arg(long)]
    files: Option<PathBuf>,
    /// SMTP server, as HOST or HOST:PORT
    #[arg(long, default_value = "smtp.example.org", conflicts_with_all = ["sendmail", "out"])]
    smtp: String,
    /// Command to send with instead of SMTP
    #[arg(long)]
    sendmail: Option<PathBuf>,
    /// Folder to write .eml files to instead of sending them
    #[arg(long)]
    out: Option<PathBuf>,
    /// Login name of both servers; the address if it is left out
    #[arg(long)]
    user: Option<String>,
    /// File whose first line is the password of both servers
    #[arg(long, default_value = "password")]
    password_file: PathBuf,
    /// File of certificates to trust instead of the system's
    #[arg(long)]
    ca: Option<PathBuf>,
    /// How the SMTP connection is protected
    #[arg(long, default_value = "tls", value_parser = ["tls", "starttls"])]
    smtp_tls: String,
    /// Mail to NAME+anything@DOMAIN arrives at NAME
    #[arg(long)]
    plus: bool,
}

const TEMPLATE: &str = include_str!("fieldpost.toml");

fn quoted(text: impl AsRef<str>) -> String {
    toml::Value::String(text.as_ref().to_owned()).to_string()
}

fn server(host: &str, port: u16, args: &Args, tls: &str) -> String {
    let (host, port) = match host.rsplit_once(':') {
        Some((host, number)) => (host, number.parse().unwrap_or(port)),
        None => (host, port),
    };
    let user = args.user.as_ref().unwrap_or(&args.address);
    let mut text = format!(
        "host = {}, port = {port}, user = {}, password.file = {}",
        quoted(host),
        quoted(user),
        quoted(args.password_file.display().to_string())
    );
    if tls != "tls" {
        text.push_str(", tls = ");
        text.push_str(&quoted(tls));
    }
    if let Some(ca) = &args.ca {
        text.push_str(", ca = ");
        text.push_str(&quoted(ca.display().to_string()));
    }
    format!("{{ {text} }}")
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let path = &context.config;
    if path.exists() {
        bail!("{} is there already; nothing was changed", path.display());
    }
    let path_of = |path: &Path| quoted(path.display().to_string());
    let mailbox = match (&args.maildir, &args.files) {
        (Some(path), _) => format!("maildir = {}", path_of(path)),
        (_, Some(path)) => format!("files = {}", path_of(path)),
        _ => format!("imap = {}", server(&args.imap, 993, args, "tls")),
    };
    let smtp_port = if args.smtp_tls == "tls" { 465 } else { 587 };
    let send = match (&args.sendmail, &args.out) {
        (Some(path), _) => format!("sendmail = {}", path_of(path)),
        (_, Some(path)) => format!("files = {}", path_of(path)),
        _ => format!(
            "smtp = {}",
            server(&args.smtp, smtp_port, args, &args.smtp_tls)
        ),
    };
    let text = TEMPLATE
        .replace("@ADDRESS@", &quoted(&args.address))
        .replace("@REFEREE@", &quoted(&args.referee))
        .replace("@PLUS@", if args.plus { "true" } else { "false" })
        .replace("@MAILBOX@", &mailbox)
        .replace("@SEND@", &send);
    crate::store::disk::Disk::default().replace(path, text.as_bytes(), true)?;
    // What we wrote must be what we read.
    let config = context.mail()?;
    for folder in [&config.games, &config.post] {
        crate::store::disk::Disk::default().make_folder(folder)?;
    }
    let whole = std::path::absolute(path)?;
    let program = std::env::current_exe()?;
    say(format!("written: {}", path.display()))?;
    say("\nPut the password into its file, look through the rest, then: fieldpost doctor")?;
    say("\nFor cron (crontab -e):\n")?;
    say(format!(
        "*/5 * * * * {} --config {} poll --quiet",
        program.display(),
        whole.display()
    ))?;
    say("\nOr for systemd, ~/.config/systemd/user/fieldpost.service:\n")?;
    say(format!(
        "[Service]\nType=oneshot\nExecStart={} --config {} poll --quiet",
        program.display(),
        whole.display()
    ))?;
    say(
        "\nand fieldpost.timer beside it, then `systemctl --user enable --now fieldpost.timer`:\n",
    )?;
    say("[Timer]\nOnCalendar=*:0/5\nPersistent=true\n\n[Install]\nWantedBy=timers.target")?;
    Ok(ExitCode::SUCCESS)
}
