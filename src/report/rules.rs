//! The numbered rules of a game, and what the program does about each: `rules.toml`.

use serde::{Deserialize, Serialize};

use crate::orders::Lang;
use crate::rules::GameId;

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
    /// The ruling in a few words, if whoever knows the printed game must know it before he plays: it stands in the guide,
    /// which is one page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub guide: String,
    /// The same in French.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub guide_fr: String,
}

impl Row {
    /// What it is about and the ruling taken, in a language; in English where there is nothing else.
    pub fn told(&self, lang: Lang) -> (&str, &str) {
        match lang {
            Lang::Fr if !self.about_fr.is_empty() => (&self.about_fr, &self.ruling_fr),
            _ => (&self.about, &self.ruling),
        }
    }

    /// What the guide says of it; empty if that is nothing.
    pub fn in_guide(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.guide,
            Lang::Fr => &self.guide_fr,
        }
    }

    /// Whether its ruling says something of its own, and not merely that another one holds here too: `R-46: as in 3.6.`
    pub fn is_ruled(&self) -> bool {
        let said = self.ruling.split_once(": ");
        let said = said.map_or(self.ruling.as_str(), |(_, said)| said);
        let elsewhere = said.starts_with("as in ") && !said.trim_end_matches('.').contains(". ");
        !self.ruling.is_empty() && !elsewhere
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
    /// Its name in the file.
    pub const fn name(self) -> &'static str {
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
pub fn read(id: GameId) -> Result<File, toml::de::Error> {
    toml::from_str(id.rules())
}
