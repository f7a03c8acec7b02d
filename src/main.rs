//! The `fieldpost` command: arguments, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    fieldpost::cli::main()
}
