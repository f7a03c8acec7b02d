//! What people write before an order out of habit: `1)`, `-`, `please`, `je`, `then`.

use crate::orders::token::{Kind, Token, TokenLine};

/// Words that say nothing before an order.
const HABITS: &[&str] = &[
    "please",
    "pls",
    "kindly",
    "i",
    "we",
    "then",
    "also",
    "now",
    "next",
    "first",
    "finally",
    "and",
    "ok",
    "my",
    "the",
    "svp",
    "stp",
    "s'il",
    "te",
    "vous",
    "plait",
    "merci",
    "de",
    "je",
    "nous",
    "puis",
    "ensuite",
    "enfin",
    "aussi",
    "d'abord",
    "maintenant",
    "et",
    "alors",
    "donc",
    "mon",
    "ma",
    "mes",
    "le",
    "la",
    "les",
    "en",
];

/// The line without such words, if an order stands behind them; else as it is.
///
/// A number is such a word only where it counts the lines: `1. `, `2) `.
pub(super) fn plain(line: TokenLine, is_order: impl Fn(&[Token]) -> bool) -> TokenLine {
    let said = |token: &Token| {
        !token.kind.is_word() || HABITS.contains(&token.text.as_str()) || counts(&line, token)
    };
    let habits = line.tokens.iter().take_while(|token| said(token)).count();
    // An order may itself begin with one of these words: the most that leaves an order counts.
    let from = (1..=habits)
        .filter(|_| !is_order(&line.tokens))
        .find(|from| line.tokens.get(*from..).is_some_and(&is_order));
    match from {
        Some(from) => TokenLine {
            tokens: line.tokens.get(from..).unwrap_or_default().to_vec(),
            ..line
        },
        None => line,
    }
}

/// Whether a number counts the lines.
fn counts(line: &TokenLine, token: &Token) -> bool {
    let behind = line.text.chars().nth(token.span.to.saturating_sub(1));
    token.kind == Kind::Number
        && token.span == line.tokens.first().map_or(token.span, |first| first.span)
        && matches!(behind, Some('.' | ')' | '/' | '°' | 'º'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str) -> String {
        let line = plain(TokenLine::new(1, text), |tokens| {
            tokens.first().is_some_and(|token| token.text == "move")
        });
        let words: Vec<&str> = line
            .tokens
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        words.join(" ")
    }

    #[test]
    fn an_order_stands_behind_habits() {
        for text in [
            "please move a",
            "1. move a",
            "2) Please move a",
            "- move a",
            "S'il te plaît move a",
            "then I move a",
            "• Move a",
        ] {
            assert_eq!(left(text), "move a", "{text}");
        }
    }

    #[test]
    fn what_is_no_order_stays_whole() {
        assert_eq!(left("please wait"), "please wait");
        assert_eq!(left("3 move a"), "3 move a");
        assert_eq!(left("I hope we move"), "i hope we move");
        assert_eq!(left("merci"), "merci");
    }
}
