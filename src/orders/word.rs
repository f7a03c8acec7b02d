//! Words of the order language, each in English and French.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A language a player writes and reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English, also the language of records.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// Both languages, English first.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// The code used in folders and options: `en` or `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl std::str::FromStr for Lang {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "en" => Ok(Self::En),
            "fr" => Ok(Self::Fr),
            _ => Err(format!("no language `{s}`; there are en and fr")),
        }
    }
}

/// A keyword: the first of each list is printed, the others are synonyms that are read.
///
/// Both languages stand side by side so that neither can drift.
#[derive(Debug, Eq, PartialOrd, Ord)]
pub struct Word {
    /// English spellings; the first one is canonical and stands in records.
    pub en: &'static [&'static str],
    /// French spellings.
    pub fr: &'static [&'static str],
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        // Nearly always the same static; bots compare words all the time.
        std::ptr::eq(self, other) || (self.en == other.en && self.fr == other.fr)
    }
}

impl Word {
    /// The spelling printed in `lang`.
    pub const fn print(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en[0],
            Lang::Fr => self.fr[0],
        }
    }

    /// The canonical spelling, used in keys and records.
    pub const fn id(&self) -> &'static str {
        self.en[0]
    }

    /// Every spelling that is read, in both languages.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.en.iter().chain(self.fr).copied()
    }
}

/// Declares words, each with its spellings in English and in French, the first of which is printed:
///
/// ```
/// fieldpost::words! {
///     pub
///     ATTACK: ["attack", "assault"], ["attaque"];
///     REST: ["rest"], ["repos"];
/// }
/// # fn main() { assert_eq!(ATTACK.id(), "attack"); assert_eq!(REST.fr, ["repos"]); }
/// ```
#[macro_export]
macro_rules! words {
    ($vis:vis $($NAME:ident: $en:expr, $fr:expr;)*) => {
        $($vis static $NAME: $crate::orders::Word = $crate::orders::Word { en: &$en, fr: &$fr };)*
    };
}

/// `yes` / `oui`.
pub static YES: Word = Word {
    en: &["yes", "y"],
    fr: &["oui", "o"],
};
/// `no` / `non`.
pub static NO: Word = Word {
    en: &["no", "n"],
    fr: &["non"],
};
/// `none` / `rien`: an empty list, an empty sheet.
pub static NONE: Word = Word {
    en: &["none", "nothing"],
    fr: &["rien", "aucun", "aucune"],
};
/// `if` / `si`: what follows holds only under a condition.
pub static IF: Word = Word {
    en: &["if"],
    fr: &["si"],
};
/// `else` / `sinon`: what follows holds where the condition before does not.
pub static ELSE: Word = Word {
    en: &["else", "otherwise"],
    fr: &["sinon"],
};
/// `then` / `alors`: ends a condition, like a colon.
pub static THEN: Word = Word {
    en: &["then"],
    fr: &["alors"],
};
/// `not` / `pas`: denies a condition.
pub static NOT: Word = Word {
    en: &["not"],
    fr: &["pas", "non"],
};
/// `and` / `et`: joins conditions.
pub static AND: Word = Word {
    en: &["and"],
    fr: &["et"],
};
/// `is` / `est`: stands between a thing and its condition, and says nothing.
pub static COPULA: Word = Word {
    en: &["is", "was", "are", "gets", "been", "has"],
    fr: &["est", "a", "ete", "sont"],
};
