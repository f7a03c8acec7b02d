//! Words that begin lines of every game.

use crate::orders::Word;
use crate::orders::token::Token;
pub(super) use crate::orders::word::{ELSE, IF};

pub(super) static AS: Word = Word {
    en: &["as"],
    fr: &["pour"],
};
pub(super) static STANDING: Word = Word {
    en: &["standing", "policy"],
    fr: &["consigne", "consignes", "permanent"],
};
/// What follows or precedes `standing` by habit.
pub(super) static ORDER: Word = Word {
    en: &["order", "orders"],
    fr: &["ordre", "ordres"],
};
pub(super) static PERMANENT: Word = Word {
    en: &["permanent"],
    fr: &["permanents", "permanente", "permanentes"],
};
pub(super) static ABOUT: Word = Word {
    en: &["about", "for"],
    fr: &["pour"],
};
pub(super) static ASK_ME: Word = Word {
    en: &["ask-me"],
    fr: &["demande-moi", "demandez-moi"],
};
pub(super) static ASK: Word = Word {
    en: &["ask"],
    fr: &["demande", "demandez", "demander"],
};
pub(super) static ME: Word = Word {
    en: &["me"],
    fr: &["moi"],
};
pub(super) static DEFAULT: Word = Word {
    en: &["default"],
    fr: &["defaut"],
};
pub(super) static FORGET: Word = Word {
    en: &["forget"],
    fr: &["oublie", "oubliez"],
};
pub(super) static LINK: Word = Word {
    en: &["link"],
    fr: &["maillon", "lien"],
};
pub(super) static SEAL: Word = Word {
    en: &["seal"],
    fr: &["sceau"],
};
pub(super) static RETRACT: Word = Word {
    en: &["retract"],
    fr: &["annule", "annulez"],
};
/// What follows takes the place of all that was sent before.
pub(super) static INSTEAD: Word = Word {
    en: &["instead", "only", "replace"],
    fr: &["a-la-place", "seulement", "uniquement", "remplace"],
};
pub(super) static HELP: Word = Word {
    en: &["help"],
    fr: &["aide"],
};
pub(super) static STATUS: Word = Word {
    en: &["status"],
    fr: &["etat", "statut"],
};
pub(super) static END: Word = Word {
    en: &["end", "quit"],
    fr: &["fin"],
};

/// Ends a list of orders that are carried out one after the other: `stop if lost 159`.
pub(crate) static STOP: Word = Word {
    en: &["stop", "halt"],
    fr: &["arrete", "arretez", "stop"],
};

/// What may be asked of the order before: `if it succeeds: ...`.
pub(super) static SUCCEEDS: &[&[&str]] = &[
    &["it", "succeeds"],
    &["it", "works"],
    &["that", "succeeds"],
    &["that", "works"],
    &["success"],
    &["cela", "reussit"],
    &["ca", "reussit"],
    &["elle", "reussit"],
    &["ca", "marche"],
    &["succes"],
];
/// The contrary.
pub(super) static FAILS: &[&[&str]] = &[
    &["it", "fails"],
    &["that", "fails"],
    &["failure"],
    &["cela", "echoue"],
    &["ca", "echoue"],
    &["elle", "echoue"],
    &["ca", "rate"],
    &["echec"],
];

/// What is right counts without the rest.
pub(super) static AS_IS: &[&[&str]] = &[
    &["as", "is"],
    &["as", "it", "is"],
    &["as", "they", "are"],
    &["as-is"],
    &["tel", "quel"],
    &["telle", "quelle"],
    &["tels", "quels"],
];

/// Every one of them, so that a misspelt one can be suggested.
pub(super) static ALL: &[&Word] = &[
    &IF, &ELSE, &AS, &STANDING, &ASK, &LINK, &SEAL, &RETRACT, &INSTEAD, &HELP, &STATUS, &END,
];

/// What a page writes that puts letters together.
pub fn pad_words() -> [&'static Word; 9] {
    use crate::orders::word::{AND, NONE, NOT};
    [
        &IF, &ELSE, &AND, &NOT, &NONE, &STANDING, &ASK_ME, &DEFAULT, &FORGET,
    ]
}

/// What stands before the side for which orders are written.
pub const fn as_word() -> &'static Word {
    &AS
}

/// Whether a token is the word, in either language.
pub(super) fn is(token: Option<&Token>, word: &Word) -> bool {
    token.is_some_and(|token| word.spellings().any(|spelling| token.text == spelling))
}
