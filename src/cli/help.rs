//! The help of the whole program: its commands in groups, and where to start.

use std::fmt::Write as _;

use clap::Command;

/// The groups, and the commands of each in the order in which they are met.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Play",
        &[
            "scenarios",
            "guide",
            "rules",
            "new",
            "submit",
            "preview",
            "run",
            "status",
            "report",
            "map",
            "orders",
            "dossier",
        ],
    ),
    (
        "Referee",
        &[
            "log",
            "explain",
            "verify",
            "publish",
            "rewind",
            "ruling",
            "extend",
            "pause",
            "resume",
            "substitute",
            "eject",
            "replay",
        ],
    ),
    (
        "Post",
        &[
            "init", "doctor", "invite", "poll", "receive", "mail", "seal", "link",
        ],
    ),
    (
        "Build",
        &["demo", "play", "try", "data", "completions", "man"],
    ),
];

/// What to type first.
const START: [(&str, &str); 4] = [
    (
        "fieldpost demo",
        "letters of a sample game, and all that comes of them",
    ),
    (
        "fieldpost guide GAME",
        "a game on one page (--lang fr: in French)",
    ),
    (
        "fieldpost new GAME --id first --seat anna=SIDE --seat bob=SIDE",
        "",
    ),
    ("fieldpost help COMMAND", "all that a command can do"),
];

/// The command with its help in groups.
pub fn grouped(command: Command) -> Command {
    let template = template(&command);
    command.help_template(template)
}

fn template(command: &Command) -> String {
    // Writing to a string cannot fail.
    let mut out = String::from("{about-with-newline}\n{usage-heading} {usage}\n\nStart here:\n");
    for (typed, what) in START {
        let _ = writeln!(out, "{}", format!("  {typed:<28}{what}").trim_end());
    }
    for (group, names) in GROUPS {
        let _ = write!(out, "\n{group}:\n");
        for name in names {
            let one = command.find_subcommand(name);
            let about = one.and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(out, "  {name:<12}{about}");
        }
    }
    out.push_str("\nOptions of every command:\n{options}{after-help}");
    out
}

#[cfg(test)]
mod tests {
    use super::GROUPS;

    #[test]
    fn every_command_is_in_one_group() {
        let command = crate::cli::command();
        let mut known: Vec<&str> = command
            .get_subcommands()
            .filter(|one| !one.is_hide_set())
            .map(clap::Command::get_name)
            .collect();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        known.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, known);
    }

    #[test]
    fn the_command_line_is_sound() {
        crate::cli::command().debug_assert();
    }
}
