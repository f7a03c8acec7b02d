//! Tallies in words: short for reports, whole for `explain`.

use crate::engine::tally::{Dice, Tally, Test};
use crate::orders::{Arg, Class, Item, Lang, Lexicon, Phrase, Phrasebook, Thing};

fn values(dice: &Dice) -> String {
    dice.values
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A tally on one line: dice, terms, total, need, rule.
pub fn short(tally: &Tally, book: &Phrasebook, lang: Lang, lex: &dyn Lexicon) -> String {
    let say = |phrase: Phrase| book.say(&phrase, lang, lex);
    let mut parts: Vec<String> = tally
        .dice
        .iter()
        .map(|dice| say(Phrase::new("tally-dice").with("values", values(dice))))
        .collect();
    for term in &tally.terms {
        parts.push(format!(
            "{:+} {}",
            term.value,
            term_name(&term.name, book, lang, lex)
        ));
    }
    if let Some(each) = tally.each {
        // The terms are the dice: they come first.
        parts.rotate_left(tally.dice.len());
        parts.push(say(
            Phrase::new("tally-each").with("each", Item::Number(each))
        ));
    }
    if tally.needed.is_some() || tally.is_sum() {
        parts.push(say(
            Phrase::new("tally-total").with("total", Item::Number(tally.total()))
        ));
    }
    if let Some(needed) = tally.needed {
        parts.push(say(
            Phrase::new("tally-needed").with("needed", Item::Number(needed))
        ));
    }
    if let Some(most) = tally.most {
        parts.push(say(
            Phrase::new("tally-most").with("most", Item::Number(most))
        ));
    }
    for test in &tally.tests {
        parts.push(one_test(test, book, lang, lex));
    }
    if !tally.tests.is_empty() {
        // Each die stands beside its number.
        parts.drain(..tally.dice.len());
    }
    parts.push(say(
        Phrase::new("tally-rule").with("rule", tally.rule.clone())
    ));
    format!("[{}]", parts.join(&say(Phrase::new("text-semicolon"))))
}

/// A tally term by term, each with its rule and the label of each roll.
pub fn whole(tally: &Tally, book: &Phrasebook, lang: Lang, lex: &dyn Lexicon) -> Vec<String> {
    let say = |phrase: Phrase| book.say(&phrase, lang, lex);
    let mut lines = Vec::new();
    for dice in &tally.dice {
        lines.push(format!(
            "{:>4}  {} {} = {}",
            dice.sum(),
            dice.spec,
            dice.label,
            values(dice)
        ));
    }
    for term in &tally.terms {
        let name = term_name(&term.name, book, lang, lex);
        let of = term.of.as_ref().map_or_else(String::new, |id| {
            let phrase = Phrase {
                key: "tally-of",
                args: vec![("who", who(id, lex))],
            };
            format!(" {}", say(phrase))
        });
        lines.push(format!("{:>+4}  {name}{of} ({})", term.value, term.rule));
    }
    if let Some(each) = tally.each {
        let each = say(Phrase::new("tally-each").with("each", Item::Number(each)));
        lines.push(format!("{:>4}  {each} ({})", tally.hits(), tally.rule));
    }
    if let Some(needed) = tally.needed {
        let needed = say(Phrase::new("tally-needed").with("needed", Item::Number(needed)));
        lines.push(format!("{:>4}  {needed} ({})", tally.total(), tally.rule));
    }
    if let Some(most) = tally.most {
        let most = say(Phrase::new("tally-most").with("most", Item::Number(most)));
        lines.push(format!("{:>4}  {most} ({})", tally.total(), tally.rule));
    }
    for test in &tally.tests {
        lines.push(format!(
            "{:>4}  {}",
            test.die,
            one_test(test, book, lang, lex)
        ));
        for term in &test.terms {
            let name = term_name(&term.name, book, lang, lex);
            lines.push(format!("      {:>+4}  {name} ({})", term.value, term.rule));
        }
    }
    lines
}

/// Somebody by his id, as something to say.
pub fn who(id: &str, lex: &dyn Lexicon) -> Arg {
    // Only units: `43` may be a division as well as an area.
    let is = |thing: &Thing| thing.class == Class::Unit && lex.id(*thing) == id;
    let known = lex.known().into_iter().find(is);
    known.map_or_else(
        || Arg::Text(id.to_owned()),
        |thing| Arg::Item(Item::Thing(thing)),
    )
}

/// One die against the number of one unit: `Hipper 3 of 4, hit`.
fn one_test(test: &Test, book: &Phrasebook, lang: Lang, lex: &dyn Lexicon) -> String {
    let who = who(&test.of, lex);
    let key = if test.passed() {
        "tally-test-hit"
    } else {
        "tally-test-miss"
    };
    let phrase = Phrase {
        key,
        args: vec![("who", who)],
    };
    let die = i32::try_from(test.die).unwrap_or(i32::MAX);
    let phrase = phrase
        .with("die", Item::Number(die))
        .with("most", Item::Number(test.most));
    book.say(&phrase, lang, lex)
}

/// The name of a term; `term-` stands before its key in the templates.
fn term_name(name: &str, book: &Phrasebook, lang: Lang, lex: &dyn Lexicon) -> String {
    book.say_key(&format!("term-{name}"), lang, lex)
        .unwrap_or_else(|| name.to_owned())
}
