//! The small words of the order language: what joins, excludes, empties and merely fills.

/// What a small word does in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glue {
    /// Stands between members of a list: `and`, `et`.
    And,
    /// Stands between the sides of a pair: `on`, `sur`.
    On,
    /// Takes away from `all`: `but`, `sauf`.
    But,
    /// Everything offered: `all`, `tous`.
    All,
    /// Nothing: `none`, `rien`.
    None,
    /// No movement: `stay`, `reste`.
    Stay,
    /// Is polite or grammatical and says nothing: `to`, `vers`.
    Filler,
}

/// Returns what a folded word does, unless it is a name.
pub fn glue(word: &str) -> Option<Glue> {
    Some(match word {
        "and" | "et" | "then" | "puis" | "plus" => Glue::And,
        "on" | "sur" | "against" | "contre" | "vs" | "versus" => Glue::On,
        "but" | "except" | "without" | "sauf" | "excepte" | "sans" => Glue::But,
        "all" | "both" | "everything" | "tous" | "toutes" | "tout" | "toute" => Glue::All,
        "none" | "nothing" | "rien" | "aucun" | "aucune" => Glue::None,
        "stay" | "hold" | "halt" | "stop" | "reste" | "rester" | "restez" => Glue::Stay,
        "the" | "to" | "with" | "at" | "in" | "of" | "by" | "from" | "via" | "please" | "a"
        | "x" | "le" | "la" | "les" | "vers" | "avec" | "en" | "au" | "aux" | "de" | "du"
        | "des" | "par" | "depuis" | "svp" => Glue::Filler,
        _ => return None,
    })
}

/// Returns the value of a written number from nought to twenty, in either language.
pub fn written_number(word: &str) -> Option<i32> {
    const EN: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const FR: [&str; 21] = [
        "zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit",
        "dix-neuf", "vingt",
    ];
    if word == "une" {
        return Some(1);
    }
    let at = EN
        .iter()
        .position(|&w| w == word)
        .or_else(|| FR.iter().position(|&w| w == word))?;
    i32::try_from(at).ok()
}

#[cfg(test)]
mod tests {
    use super::super::word::NONE;
    use super::*;

    #[test]
    fn none_is_read_in_every_spelling() {
        for spelling in NONE.spellings() {
            assert_eq!(glue(spelling), Some(Glue::None), "{spelling}");
        }
    }

    #[test]
    fn numbers_are_read_in_words() {
        for (word, number) in [
            ("three", 3),
            ("trois", 3),
            ("six", 6),
            ("dix-sept", 17),
            ("twenty", 20),
            ("une", 1),
        ] {
            assert_eq!(written_number(word), Some(number), "{word}");
        }
        assert_eq!(written_number("thirty"), None);
    }
}
