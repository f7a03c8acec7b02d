//! Lines that say that a letter takes the place of what was sent before: `instead`, `these orders replace my last ones`.

use crate::orders::token::{Token, TokenLine};

/// Words that say it.
const STRONG: &[&str] = &[
    "instead",
    "only",
    "replace",
    "replaces",
    "seulement",
    "uniquement",
    "remplace",
    "remplacent",
    "remplacez",
];

/// Words that say it together with one of [`WHAT`].
const WEAK: &[&str] = &[
    "disregard",
    "ignore",
    "ignorez",
    "forget",
    "oublie",
    "oubliez",
    "cancel",
    "annule",
    "annulez",
    "new",
    "nouveaux",
    "nouvelle",
];

/// What is replaced.
const WHAT: &[&str] = &[
    "orders", "order", "letter", "mail", "message", "ordres", "ordre", "lettre", "courrier",
    "mails",
];

/// What else such a line may hold.
const ELSE: &[&str] = &[
    "these",
    "this",
    "my",
    "our",
    "the",
    "all",
    "everything",
    "previous",
    "last",
    "former",
    "earlier",
    "old",
    "first",
    "ones",
    "one",
    "before",
    "of",
    "in",
    "please",
    "and",
    "i",
    "sent",
    "following",
    "below",
    "by",
    "with",
    "are",
    "is",
    "they",
    "it",
    "a",
    "la",
    "le",
    "les",
    "l",
    "place",
    "de",
    "des",
    "du",
    "mes",
    "mon",
    "ma",
    "ces",
    "cette",
    "ceux-ci",
    "ceci",
    "precedent",
    "precedente",
    "precedents",
    "precedentes",
    "dernier",
    "derniere",
    "derniers",
    "dernieres",
    "anciens",
    "suivants",
    "suivant",
    "ci-dessous",
    "et",
    "tout",
    "tous",
    "toute",
    "je",
    "svp",
    "par",
    "qui",
    "suivent",
];

/// What a line says of the letters before.
pub(super) enum Replaces {
    /// Nothing.
    No,
    /// That all of them are replaced.
    All,
    /// The same, and an order that begins with this token.
    AllBefore(usize),
}

/// Reads whether a line says that what follows takes the place of what was sent before.
pub(super) fn replaces(line: &TokenLine) -> Replaces {
    let word = |token: &&Token| token.kind.is_word();
    let words: Vec<&str> = line
        .tokens
        .iter()
        .filter(word)
        .map(|token| token.text.trim_start_matches("l'").trim_start_matches("d'"))
        .collect();
    let at_place = |words: &[&str]| words.starts_with(&["a", "la", "place"]);
    let one_of = |list: &[&str], word: &&str| list.contains(word);
    let says = words.iter().any(|word| one_of(STRONG, word))
        || words.windows(3).any(at_place)
        || words.iter().any(|word| one_of(WEAK, word))
            && words.iter().any(|word| one_of(WHAT, word));
    let known = |word: &&str| {
        [STRONG, WEAK, WHAT, ELSE]
            .iter()
            .any(|list| one_of(list, word))
    };
    if says && words.iter().all(known) {
        return Replaces::All;
    }
    // `instead: move ...`
    let strong = words.first().is_some_and(|word| one_of(&STRONG[..7], word));
    let used = match (strong, at_place(&words)) {
        (_, true) => 3,
        (true, _) => 1,
        _ => return Replaces::No,
    };
    let begun = line
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind.is_word());
    match begun.map(|(at, _)| at).nth(used) {
        Some(at) => Replaces::AllBefore(at),
        None => Replaces::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_replace_all_that_came_before() {
        for text in [
            "instead",
            "Instead:",
            "only these",
            "These orders replace my last letter.",
            "new orders:",
            "Please disregard my previous mail",
            "À la place :",
            "Seulement :",
            "Ces ordres remplacent les précédents",
            "Annule et remplace",
            "Oubliez ma dernière lettre.",
            "Nouveaux ordres :",
        ] {
            let line = TokenLine::new(1, text);
            assert!(matches!(replaces(&line), Replaces::All), "{text}");
        }
        for text in [
            "instead: move a",
            "à la place : move a",
            "seulement move a",
            "only move a",
        ] {
            let line = TokenLine::new(1, text);
            assert!(matches!(replaces(&line), Replaces::AllBefore(_)), "{text}");
        }
        for text in [
            "move a",
            "cancel",
            "annule",
            "place a: 3",
            "mes ordres :",
            "new plan?",
        ] {
            let line = TokenLine::new(1, text);
            assert!(matches!(replaces(&line), Replaces::No), "{text}");
        }
    }
}
