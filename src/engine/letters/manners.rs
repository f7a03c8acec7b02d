//! What people write around their orders: greetings, thanks, regrets, what a telephone adds below.
//!
//! In the eight languages that mail programs write: English, French, German, Dutch, Spanish, Italian, Portuguese, Polish.

use crate::orders::token::{Kind, TokenLine};

/// Beginnings of lines that are never orders, folded; a line that goes on with a colon is none of them.
const BEGINNINGS: &[&str] = &[
    // Greetings.
    "bonjour",
    "bonsoir",
    "salut",
    "coucou",
    "cher ",
    "chere ",
    "chers ",
    "hello",
    "hi",
    "hey",
    "dear ",
    "good morning",
    "good evening",
    "good afternoon",
    "hallo",
    "guten ",
    "lieber ",
    "liebe ",
    "moin",
    "goedemorgen",
    "goedenavond",
    "beste ",
    "hola",
    "buenos ",
    "buenas ",
    "estimado",
    "ciao",
    "buongiorno",
    "buonasera",
    "caro ",
    "ola",
    "bom dia",
    "boa ",
    "czesc",
    "dzien dobry",
    "witam",
    // Thanks and regrets.
    "merci",
    "thanks",
    "thank you",
    "thx",
    "many thanks",
    "danke",
    "vielen dank",
    "bedankt",
    "dank je",
    "dank u",
    "gracias",
    "grazie",
    "obrigad",
    "dziekuj",
    "dzieki",
    "no thanks",
    "no thank you",
    "non merci",
    "desole",
    "pardon",
    "sorry",
    "excuse",
    "apologies",
    "entschuldigung",
    "perdon",
    "scusa",
    // Ends.
    "bien a vous",
    "bien a toi",
    "a bientot",
    "a plus",
    "amicalement",
    "amities",
    "cordialement",
    "bien cordialement",
    "sinceres",
    "salutations",
    "meilleures salutations",
    "bonne journee",
    "bonne soiree",
    "bon jeu",
    "bonne chance",
    "regards",
    "best wishes",
    "kind regards",
    "best regards",
    "warm regards",
    "cheers",
    "yours",
    "sincerely",
    "good luck",
    "have fun",
    "see you",
    "mit freundlichen",
    "viele grusse",
    "grusse",
    "liebe grusse",
    "groet",
    "groeten",
    "met vriendelijke",
    "saludos",
    "un saludo",
    "saluti",
    "cordiali saluti",
    "cumprimentos",
    "abraco",
    "pozdrawiam",
    // What telephones and programs add.
    "sent from ",
    "sent via ",
    "sent with ",
    "sent by ",
    "from my ",
    "get outlook",
    "envoye de",
    "envoye depuis",
    "envoye a partir",
    "telecharger outlook",
    "obtenez outlook",
    "von meinem",
    "gesendet von",
    "gesendet mit",
    "verzonden vanaf",
    "verstuurd vanaf",
    "enviado desde",
    "enviado do",
    "enviado de",
    "inviato da",
    "wyslane z",
    "wyslano z",
];

/// Words that may stand alone before a name: `Dear Anna`, `Best, Anna`.
const SHORT: usize = 6;

/// Whether a line is talk by its first words.
pub(super) fn is_talk(line: &TokenLine) -> bool {
    let ordered = |kind: Kind| matches!(kind, Kind::Colon | Kind::Arrow | Kind::Equals);
    let words: Vec<&str> = line
        .tokens
        .iter()
        .filter(|token| token.kind.is_word())
        .map(|token| token.text.as_str())
        .collect();
    let said = words.join(" ") + " ";
    let begins = |beginning: &&&str| {
        let whole = said.starts_with(&format!("{} ", beginning.trim_end()));
        // `obrigado` and `obrigada`, `dziekuje`.
        let stem =
            ["obrigad", "dziekuj", "excuse"].contains(beginning) && said.starts_with(**beginning);
        whole || stem
    };
    let marked = line.tokens.iter().any(|token| ordered(token.kind));
    let long = words.len() > 2 * SHORT;
    // A number is an order's, or that of a telephone.
    let numbers = line
        .tokens
        .iter()
        .any(|token| token.text.contains(|c: char| c.is_ascii_digit()));
    let sent = [
        "sent ", "env", "gesendet", "ver", "inviato", "wys", "get ", "from my ",
    ];
    let sent = sent.iter().any(|one| said.starts_with(one));
    // `merci de placer Hipper`
    let asks = said.starts_with("merci de ")
        && words
            .get(2)
            .is_some_and(|verb| verb.ends_with("er") || verb.ends_with("re"));
    if words == ["best"] {
        return true;
    }
    !marked && !long && !asks && (!numbers || sent) && BEGINNINGS.iter().any(|one| begins(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_known_in_the_languages_of_mail() {
        for text in [
            "Bonjour !",
            "Merci pour l'invitation",
            "Bien à vous,",
            "Désolé",
            "Envoyé de mon iPhone",
            "Sent from my Galaxy",
            "No thanks",
            "Non merci",
            "Viele Grüße",
            "Gesendet von meinem iPhone",
            "Verzonden vanaf mijn iPhone",
            "Enviado desde mi iPhone",
            "Inviato da iPhone",
            "Enviado do meu iPhone",
            "Wysłane z iPhone'a",
            "Obrigada",
            "Best,",
        ] {
            assert!(is_talk(&TokenLine::new(1, text)), "{text}");
        }
        for text in [
            "best: 3",
            "no",
            "non",
            "seize Best bridge",
            "dearborn to 3",
            "Best bridge",
            "bid 3",
            "merci de placer Hipper : 3111",
            "merci de placer Hipper à Oslo",
        ] {
            assert!(!is_talk(&TokenLine::new(1, text)), "{text}");
        }
    }
}
