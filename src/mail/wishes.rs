//! What a letter asks of the post and not of the game: messages, waiting, absence, wishes about mail.

use jiff::civil::Date;

use super::envelope::{is_address, tidy};
use super::text::Reading;
use crate::orders::fold::fold;
use crate::orders::{Phrase, Word};

static MESSAGE: Word = Word {
    en: &["message", "tell"],
    fr: &["message", "dis"],
};
static WHISPER: Word = Word {
    en: &["whisper"],
    fr: &["murmure"],
};
static WAIT: Word = Word {
    en: &["wait"],
    fr: &["attends", "attendez"],
};
static GO: Word = Word {
    en: &["go", "nowait"],
    fr: &["vas-y", "allez"],
};
static ABSENT: Word = Word {
    en: &["absent", "away"],
    fr: &["absente", "absent"],
};
static BACK: Word = Word {
    en: &["back", "present"],
    fr: &["revenu", "revenue"],
};
static MAP: Word = Word {
    en: &["map"],
    fr: &["carte"],
};
static REPORT: Word = Word {
    en: &["report"],
    fr: &["rapport"],
};
static GUIDE: Word = Word {
    en: &["guide"],
    fr: &["guide"],
};
static RULES: Word = Word {
    en: &["rules", "rule"],
    fr: &["règles", "règle"],
};
static PREVIEW: Word = Word {
    en: &["preview"],
    fr: &["apercu"],
};
static JOIN: Word = Word {
    en: &["join"],
    fr: &["rejoindre", "rejoins"],
};
static ADDRESS: Word = Word {
    en: &["address"],
    fr: &["adresse"],
};
static MAIL: Word = Word {
    en: &["mail"],
    fr: &["courrier"],
};
static ALL: Word = Word {
    en: &["all", "everybody"],
    fr: &["tous", "toutes"],
};
static REFEREE: Word = Word {
    en: &["referee"],
    fr: &["arbitre"],
};
static HELP: Word = Word {
    en: &["help"],
    fr: &["aide"],
};
static STATUS: Word = Word {
    en: &["status"],
    fr: &["etat", "statut"],
};

static HELLO: Word = Word {
    en: &["hello", "hi", "dear", "please"],
    fr: &["bonjour", "bonsoir", "salut", "cher", "chere"],
};
static THANKS: Word = Word {
    en: &["thanks", "thank", "regards", "best", "cheers", "yours"],
    fr: &["merci", "cordialement", "amicalement", "bien"],
};

/// To whom a message goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// To all players.
    All,
    /// To the referee.
    Referee,
    /// To those who play a side, by its id.
    Side(String),
}

/// Something asked of the post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A message.
    Message {
        /// To whom.
        to: To,
        /// Whether it shall carry no name.
        unsigned: bool,
        /// The words.
        text: String,
    },
    /// Do not run before the deadline.
    Wait,
    /// Run as soon as all have answered.
    Go,
    /// Away until the end of a day.
    Absent(Date),
    /// No longer away.
    Back,
    /// The map, please.
    Map,
    /// The last report again, please.
    Report,
    /// The player's guide, please.
    Guide,
    /// The rules whose numbers begin like this, please; all of them if it is empty.
    Rules(String),
    /// What would the orders of this letter come to? They are not taken.
    Preview,
    /// Joins a game.
    Join(String),
    /// Another address from now on.
    Address(String),
    /// Text only, or not.
    Plain(bool),
    /// The order page with each report, or no more.
    Page(bool),
    /// Receipts with the next report only, or at once.
    Digest(bool),
    /// A copy of reports to another address.
    Copy(String),
    /// No copies.
    NoCopies,
    /// His time zone.
    Zone(String),
}

/// A line that asks something of the post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its number, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// What it asks, or what is wrong with it.
    pub wish: Result<Wish, Phrase>,
}

/// What people write behind a word, in French behind a blank.
const MARKS: [char; 5] = ['.', '!', '?', ',', ' '];

fn is(word: &str, wanted: &Word) -> bool {
    wanted.spellings().any(|one| fold(one) == word)
}

/// Takes out of a letter what is for the post. What is left keeps its line numbers.
///
/// A line that is only the word of an order of the game (`own`) is the game's.
pub fn take(text: &str, sides: &[&'static Word], own: &[&'static Word]) -> (String, Vec<Asked>) {
    let mut rest: Vec<&str> = Vec::new();
    let mut asked: Vec<Asked> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let bare = fold(line.trim().trim_end_matches(MARKS));
        let wish = match own.iter().any(|word| is(&bare, word)) {
            true => None,
            false => read(line, sides),
        };
        let Some(wish) = wish else {
            rest.push(line);
            at += 1;
            continue;
        };
        let start = at;
        at += 1;
        rest.push("");
        let mut wish = wish;
        if let Ok(Wish::Message { text, .. }) = &mut wish
            && text.is_empty()
        {
            // The words stand below, up to an empty line.
            while at < lines.len() && !lines[at].trim().is_empty() {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(lines[at].trim_end());
                rest.push("");
                at += 1;
            }
        }
        if matches!(&wish, Ok(Wish::Message { text, .. }) if text.trim().is_empty()) {
            wish = Err(Phrase::new("post-message-empty"));
        }
        asked.push(Asked {
            line: start + 1,
            text: line.trim().to_owned(),
            wish,
        });
    }
    (rest.join("\n"), asked)
}

/// What a mail says: its text; or, where it has none, a question that stands in its subject.
pub fn said(reading: &Reading) -> &str {
    if reading.nothing.is_some() && only_asks(&reading.subject) {
        &reading.subject
    } else {
        &reading.text
    }
}

/// Whether a letter asks for nothing but what anybody registered may have: help, status, map, report, guide, rules.
/// People greet first, and thank.
pub fn only_asks(text: &str) -> bool {
    let mut any = false;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['>', '|', '#']) {
            continue;
        }
        let word = fold(line.trim_end_matches(MARKS));
        let first = word.split_whitespace().next().unwrap_or_default();
        if is(first, &THANKS) {
            // Below stands who thanks.
            break;
        }
        if is(first, &HELLO) && !line.contains(':') {
            continue;
        }
        let asks = [&HELP, &STATUS, &MAP, &REPORT, &GUIDE, &RULES]
            .iter()
            .any(|wanted| is(&word, wanted));
        if !asks && !matches!(read(line, &[]), Some(Ok(Wish::Rules(_)))) {
            return false;
        }
        any = true;
    }
    any
}

/// A day as people write it: `2026-12-31`, `31.12.2026`, `31/12/26`; and with the month first where nothing else fits.
fn day(text: &str) -> Option<Date> {
    if let Ok(day) = text.parse::<Date>() {
        return Some(day);
    }
    let numbers: Vec<i16> = text
        .trim_end_matches(['.', ','])
        .split(['.', '/', '-'])
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    let [first, second, year] = numbers[..] else {
        return None;
    };
    let year = if year < 100 { year + 2000 } else { year };
    let date = |day: i16, month: i16| {
        Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
    };
    date(first, second).or_else(|| date(second, first))
}

/// The code of a `join` line, if there is one.
pub fn join_code(text: &str) -> Option<String> {
    text.lines().find_map(|line| match read(line, &[]) {
        Some(Ok(Wish::Join(code))) => Some(code),
        _ => None,
    })
}

/// Whether a letter says `join`, with or without a code.
pub fn joins(text: &str) -> bool {
    text.lines().any(|line| {
        let folded = fold(line.trim());
        folded
            .split_whitespace()
            .next()
            .is_some_and(|word| is(word, &JOIN))
    })
}

/// The link a letter carries, if any.
pub fn link(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let folded = fold(line.trim());
        let rest = ["link", "maillon", "lien"]
            .iter()
            .find_map(|word| folded.strip_prefix(word))?;
        let hex = rest.trim_start_matches([':', ' ']).trim();
        (hex.len() == 64 && hex.chars().all(|c| c.is_ascii_hexdigit())).then(|| hex.to_owned())
    })
}

fn read(line: &str, sides: &[&'static Word]) -> Option<Result<Wish, Phrase>> {
    let trimmed = line.trim();
    if trimmed.starts_with(['>', '|', '#']) {
        return None;
    }
    let (head, tail) = match trimmed.split_once(':') {
        Some((head, tail)) => (head, Some(tail.trim())),
        None => (trimmed, None),
    };
    let folded = fold(match tail {
        Some(_) => head,
        None => head.trim_end_matches(MARKS),
    });
    let words: Vec<&str> = folded.split_whitespace().collect();
    let first = *words.first()?;
    let alone = words.len() == 1 && tail.is_none();
    if is(first, &MESSAGE) || is(first, &WHISPER) {
        let tail = tail?;
        return Some(recipient(&words[1..], sides).map(|to| Wish::Message {
            to,
            unsigned: is(first, &WHISPER),
            text: tail.to_owned(),
        }));
    }
    if alone {
        for (word, wish) in [
            (&WAIT, Wish::Wait),
            (&GO, Wish::Go),
            (&BACK, Wish::Back),
            (&MAP, Wish::Map),
            (&REPORT, Wish::Report),
            (&GUIDE, Wish::Guide),
            (&RULES, Wish::Rules(String::new())),
            (&PREVIEW, Wish::Preview),
        ] {
            if is(first, word) {
                return Some(Ok(wish));
            }
        }
    }
    // What follows may be written with or without a colon.
    let joined = fold(&trimmed.replace(':', " "));
    let words: Vec<&str> = joined.split_whitespace().collect();
    if is(first, &ABSENT) && words.len() > 1 {
        let day = words[1..].iter().find_map(|word| day(word));
        return Some(
            day.map(Wish::Absent)
                .ok_or_else(|| Phrase::new("post-absent-when")),
        );
    }
    if let [_, number] = words[..]
        && is(first, &RULES)
        && number.starts_with(|c: char| c.is_ascii_digit())
    {
        return Some(Ok(Wish::Rules(number.to_owned())));
    }
    if is(first, &JOIN) {
        let code = super::code::bare_codes(trimmed).into_iter().next();
        return Some(
            code.map(Wish::Join)
                .ok_or_else(|| Phrase::new("post-join-code")),
        );
    }
    if is(first, &ADDRESS) && words.len() == 2 {
        let address = tidy(words[1]);
        return Some(if is_address(&address) {
            Ok(Wish::Address(address))
        } else {
            Err(Phrase::new("post-no-address"))
        });
    }
    if is(first, &MAIL) && words.len() > 1 {
        return mail_wish(trimmed, &words[1..]);
    }
    None
}

/// `mail text`, `mail html`, `mail orders`, `mail digest`, `mail at once`, `mail copy a@b`, `mail no copies`, `mail zone Europe/Paris`.
fn mail_wish(line: &str, words: &[&str]) -> Option<Result<Wish, Phrase>> {
    let last = line.split_whitespace().next_back().unwrap_or_default();
    Some(match words {
        ["text" | "plain" | "texte"] => Ok(Wish::Plain(true)),
        ["html" | "maps" | "cartes"] => Ok(Wish::Plain(false)),
        ["orders" | "ordres"] => Ok(Wish::Page(true)),
        ["no", "orders"] | ["sans", "ordres"] => Ok(Wish::Page(false)),
        ["digest" | "resume"] => Ok(Wish::Digest(true)),
        ["at", "once"] | ["aussitot"] => Ok(Wish::Digest(false)),
        ["no", "copies"] | ["sans", "copie"] => Ok(Wish::NoCopies),
        ["copy" | "copie", _] => {
            let address = tidy(last);
            if is_address(&address) {
                Ok(Wish::Copy(address))
            } else {
                Err(Phrase::new("post-no-address"))
            }
        }
        ["zone" | "fuseau", _] => match super::clock::rules::zone(last) {
            Ok(_) => Ok(Wish::Zone(last.to_owned())),
            Err(_) => Err(Phrase::new("post-no-zone")),
        },
        _ => Err(Phrase::new("post-mail-wish")),
    })
}

fn recipient(words: &[&str], sides: &[&'static Word]) -> Result<To, Phrase> {
    let [word] = words else {
        return Err(unknown(sides));
    };
    if is(word, &ALL) {
        return Ok(To::All);
    }
    if is(word, &REFEREE) {
        return Ok(To::Referee);
    }
    let side = sides.iter().find(|side| is(word, side));
    side.map(|side| To::Side(side.id().to_owned()))
        .ok_or_else(|| unknown(sides))
}

fn unknown(sides: &[&'static Word]) -> Phrase {
    let items = sides
        .iter()
        .map(|side| crate::orders::Item::Word(side))
        .collect::<Vec<_>>();
    Phrase::new("post-message-to").with("sides", items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_people_write_them() {
        let wanted = Date::new(2026, 12, 31).ok();
        for text in [
            "2026-12-31",
            "31.12.2026",
            "31/12/26",
            "12/31/2026",
            "31-12-2026.",
        ] {
            assert_eq!(day(text), wanted, "{text}");
        }
        assert_eq!(day("05/06/2026"), Date::new(2026, 6, 5).ok());
        for text in ["tomorrow", "31/31/2026", "1/2", "99999/1/1"] {
            assert_eq!(day(text), None, "{text}");
        }
        for line in [
            "absent until 31.12.2026",
            "absente jusqu'au 31/12/2026",
            "away: till 2026-12-31",
        ] {
            let (_, asked) = take(line, &[], &[]);
            assert_eq!(
                asked[0].wish,
                Ok(Wish::Absent(wanted.expect("a day"))),
                "{line}"
            );
        }
    }

    #[test]
    fn rules_are_asked_for_by_number_or_all() {
        let wish = |line: &str| take(line, &[], &[]).1.pop().map(|asked| asked.wish);
        let rules = |number: &str| Some(Ok(Wish::Rules(number.to_owned())));
        assert_eq!(wish("rules"), rules(""));
        assert_eq!(wish("Règles ?"), rules(""));
        assert_eq!(wish("rule 8.4.1"), rules("8.4.1"));
        assert_eq!(wish("règle : 10.7/b"), rules("10.7/b"));
        assert_eq!(wish("Guide!"), Some(Ok(Wish::Guide)));
        assert_eq!(wish("rules are rules"), None);
    }

    #[test]
    fn the_word_of_an_order_is_the_games() {
        static HOLD: Word = Word {
            en: &["hold"],
            fr: &["attends"],
        };
        assert_eq!(take("attends", &[], &[]).1.len(), 1);
        assert_eq!(take("Attends !", &[], &[&HOLD]).0, "Attends !");
        assert_eq!(take("wait", &[], &[&HOLD]).1.len(), 1);
    }

    #[test]
    fn questions_may_be_polite() {
        for text in [
            "help",
            "Hello,\n\nstatus?\nmap\n\nThanks!\nAnna",
            "bonjour arbitre,\naide\nmerci",
            "guide\nrules 8.4.1",
            "Règles ?",
        ] {
            assert!(only_asks(text), "{text}");
        }
        for text in [
            "",
            "hello",
            "status\nbid 2",
            "hello: x\nhelp",
            "thanks\nhelp",
        ] {
            assert!(!only_asks(text), "{text}");
        }
    }
}
