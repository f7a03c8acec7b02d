//! `fieldpost completions` and `fieldpost man`: what a shell and `man` need to know the commands.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use super::say;

/// Print what makes a shell complete commands and options
///
/// For bash: `fieldpost completions bash > ~/.local/share/bash-completion/completions/fieldpost`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Print the manual page, or write one for each command
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// Folder to write all pages into, such as ~/.local/share/man/man1
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "fieldpost", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn man(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let command = super::command();
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        std::io::stdout().lock().write_all(&page)?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string())?;
    say(format!("Wrote the pages into {}.", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
