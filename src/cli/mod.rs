//! The command line: one file for each subcommand.
//!
//! Exit codes are constant: 0 done; 1 something does not hold (a game that does not verify, a case that fails, a bot
//! game that breaks); 2 the command was wrong; 3 a file is damaged; 4 somebody else is at work; 5 the disk refused;
//! 6 the program is at fault; 7 a letter was taken, but not every line of it.

mod context;
mod data;
mod demo;
mod doctor;
mod dossier;
mod explain;
mod guide;
mod help;
mod inbox;
mod init;
mod invite;
mod log;
mod mail;
mod map;
mod new;
mod order;
mod orders;
mod play;
mod poll;
mod preview;
mod publish;
mod referee;
mod replay;
mod report;
mod rules;
mod run;
mod scenarios;
mod seal;
mod service;
mod shell;
mod status;
mod submit;
mod try_case;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub use context::Context;
pub use status::row as status_row;

use crate::store::error::StoreError;

/// Adjudicates board wargames by mail, with dice that anybody can verify.
///
/// Exit codes: 0 done, 1 something does not hold, 2 wrong command, 3 damaged file, 4 busy, 5 disk, 6 program fault,
/// 7 lines of a letter refused.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    context: Context,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Scenarios(scenarios::Args),
    Rules(rules::Args),
    Guide(guide::Args),
    New(new::Args),
    Init(init::Args),
    Doctor(doctor::Args),
    Invite(invite::Args),
    Poll(poll::Args),
    Receive(poll::ReceiveArgs),
    Mail(mail::Args),
    Submit(submit::Args),
    Preview(preview::Args),
    Run(run::Args),
    Status(status::Args),
    Report(report::Args),
    Map(map::Args),
    Orders(orders::Args),
    Dossier(dossier::Args),
    Log(log::Args),
    Explain(explain::Args),
    Verify(verify::Args),
    Publish(publish::Args),
    Rewind(referee::RewindArgs),
    Ruling(referee::RulingArgs),
    Extend(order::ExtendArgs),
    Pause(order::PauseArgs),
    Resume(order::ResumeArgs),
    Substitute(order::SubstituteArgs),
    Eject(order::EjectArgs),
    Replay(replay::Args),
    Data(data::Args),
    /// Run case files and show every mismatch
    Try(try_case::TryArgs),
    Play(play::Args),
    Demo(demo::Args),
    Seal(seal::SealArgs),
    Link(seal::LinkArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// The command line with all its commands, in the groups in which help shows them.
fn command() -> clap::Command {
    help::grouped(Cli::command())
}

/// Parses the arguments, runs the command and gives the exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::from_arg_matches(&command().get_matches()) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let context = &cli.context;
    let done = match &cli.command {
        Command::Scenarios(args) => scenarios::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Guide(args) => guide::run(context, args),
        Command::New(args) => new::run(context, args),
        Command::Init(args) => init::run(context, args),
        Command::Doctor(args) => doctor::run(context, args),
        Command::Invite(args) => invite::run(context, args),
        Command::Poll(args) => poll::run(context, args),
        Command::Receive(args) => poll::receive(context, args),
        Command::Mail(args) => mail::run(context, args),
        Command::Submit(args) => submit::run(context, args),
        Command::Preview(args) => preview::run(context, args),
        Command::Run(args) => run::run(context, args),
        Command::Status(args) => status::run(context, args),
        Command::Report(args) => report::run(context, args),
        Command::Map(args) => map::run(context, args),
        Command::Orders(args) => orders::run(context, args),
        Command::Dossier(args) => dossier::run(context, args),
        Command::Log(args) => log::run(context, args),
        Command::Explain(args) => explain::run(context, args),
        Command::Verify(args) => verify::run(context, args),
        Command::Publish(args) => publish::run(context, args),
        Command::Rewind(args) => referee::rewind(context, args),
        Command::Ruling(args) => referee::ruling(context, args),
        Command::Extend(args) => order::extend(context, args),
        Command::Pause(args) => order::pause(context, args),
        Command::Resume(args) => order::resume(context, args),
        Command::Substitute(args) => order::substitute(context, args),
        Command::Eject(args) => order::eject(context, args),
        Command::Replay(args) => replay::run(context, args),
        Command::Data(args) => data::run(context, args),
        Command::Try(args) => try_case::run(context, args),
        Command::Play(args) => play::run(context, args),
        Command::Demo(args) => demo::run(args),
        Command::Seal(args) => seal::seal(args),
        Command::Link(args) => seal::link(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    };
    match done {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

/// Says what went wrong and gives its exit code.
fn fail(error: &anyhow::Error) -> ExitCode {
    // Whoever reads our output may have had enough of it.
    let closed = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    if error.downcast_ref::<std::io::Error>().is_some_and(closed) {
        return ExitCode::SUCCESS;
    }
    eprintln!("fieldpost: {error:#}");
    error
        .downcast_ref::<StoreError>()
        .map_or(ExitCode::from(2), |error| {
            ExitCode::from(error.trouble.code())
        })
}

/// Prints a line; a closed pipe is no error of ours.
pub(crate) fn say(text: impl AsRef<str>) -> anyhow::Result<()> {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", text.as_ref())?;
    Ok(())
}
