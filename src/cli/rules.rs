//! `fieldpost rules`

use std::process::ExitCode;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::say;
use crate::orders::Lang;
use crate::rules::GameId;

/// List a game's numbered rules and what the program does about each
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the game
    game: String,
    /// Only rules that begin with this number
    rule: Option<String>,
    /// Language of rulings
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The rules file of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The rules, in the order of the book.
    pub rule: Vec<Row>,
}

/// A numbered rule.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its number.
    pub id: String,
    /// What it is about.
    pub about: String,
    /// What the program does about it.
    pub does: Does,
    /// The ruling taken, if the book leaves it open.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ruling: String,
    /// What it is about, in French; for rules with a ruling, which players read in their guide.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about_fr: String,
    /// The ruling, in French.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ruling_fr: String,
}

impl Row {
    /// What it is about and the ruling taken, in a language; in English where there is nothing else.
    pub fn told(&self, lang: Lang) -> (&str, &str) {
        match lang {
            Lang::Fr if !self.about_fr.is_empty() => (&self.about_fr, &self.ruling_fr),
            _ => (&self.about, &self.ruling),
        }
    }
}

/// What the program does about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Does {
    /// It is enforced.
    Enforced,
    /// It is a named switch.
    Option,
    /// It describes a component.
    Component,
    /// It explains.
    Note,
    /// It is not done yet.
    #[serde(rename = "not yet")]
    NotYet,
}

impl Does {
    const fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Option => "option",
            Self::Component => "component",
            Self::Note => "note",
            Self::NotYet => "not yet",
        }
    }
}

/// The rules of a game.
pub fn read(id: GameId) -> anyhow::Result<File> {
    toml::from_str(id.rules()).with_context(|| format!("scenarios/{}/rules.toml", id.name()))
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let id = GameId::from_name(&args.game).ok_or_else(|| {
        let names: Vec<String> = GameId::ALL.iter().map(|id| id.name().to_owned()).collect();
        let near = super::context::nearest(&args.game, &names);
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        anyhow::anyhow!(
            "no game `{}`; there are {}{hint}",
            args.game,
            names.join(", ")
        )
    })?;
    let mut file = read(id)?;
    if let Some(wanted) = &args.rule {
        file.rule.retain(|row| row.id.starts_with(wanted.as_str()));
        if file.rule.is_empty() {
            anyhow::bail!("{} has no rule {wanted}", args.game);
        }
    }
    if args.json {
        say(serde_json::to_string_pretty(&file.rule)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for row in &file.rule {
        let (about, ruling) = row.told(args.lang);
        say(format!("{:<6} {:<10} {about}", row.id, row.does.name()))?;
        if !ruling.is_empty() {
            say(format!("{:<6} {:<10} ruling: {ruling}", "", ""))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
