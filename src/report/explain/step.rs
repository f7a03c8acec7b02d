//! One step of a record in the referee's words.

use super::sight::units_of;
use super::{Teller, number};
use crate::engine::event::Told;
use crate::engine::game::{Game, Side as _};
use crate::engine::record::{LineId, Source, Step};
use crate::orders::fold::fold;
use crate::orders::{Item, Phrase, Word};
use crate::report::tally;
use crate::report::text::capital;

impl<G: Game> Teller<'_, G> {
    /// A decision: who was asked for what, the answer, and the order that gave it.
    pub(super) fn answer(&self, key: &str, source: &Source, words: &[String]) -> Vec<String> {
        self.answer_about(key, source, words, &[])
    }

    /// The same, with those lines of the letter alone that name something; with all where none does.
    pub(super) fn answer_about(
        &self,
        key: &str,
        source: &Source,
        words: &[String],
        about: &[String],
    ) -> Vec<String> {
        let mut lines = vec![capital(&self.question("desk-asked", key))];
        for word in words {
            let answer = Phrase::new("desk-answer").with("words", word.clone());
            lines.push(format!("    {}", self.say(&answer)));
        }
        lines.extend(
            self.source(source, about)
                .into_iter()
                .map(|line| format!("    {line}")),
        );
        lines
    }

    /// A question by its key: whom it is put to, and what it is about.
    pub(super) fn question(&self, words: &'static str, key: &str) -> String {
        let (side, kind) = asked::<G>(key);
        let phrase = Phrase::new(words).with("key", key.to_owned());
        let phrase = match side {
            Some(side) => phrase.with("side", Item::Word(side.word())),
            None => phrase.with("side", String::new()),
        };
        self.say(&match kind {
            Some(word) => phrase.with("kind", Item::Word(word)),
            None => phrase.with("kind", key.to_owned()),
        })
    }

    /// Where an answer came from, with the lines of the letters.
    fn source(&self, source: &Source, about: &[String]) -> Vec<String> {
        let (head, ids): (&'static str, &[LineId]) = match source {
            Source::Letter(ids) => ("desk-by-letter", ids),
            Source::Ahead(ids) => ("desk-by-ahead", ids),
            Source::Standing(id) => ("desk-by-standing", std::slice::from_ref(id)),
            Source::Default => ("desk-by-default", &[]),
            Source::Late => ("desk-by-late", &[]),
            Source::Bot => ("desk-by-bot", &[]),
        };
        let mut lines = vec![self.say(&Phrase::new(head))];
        let text = |id: &LineId| {
            self.letters
                .of(*id)
                .map_or("", |letter| letter.line(id.line))
        };
        let named = |id: &&LineId| {
            let text = fold(text(id));
            about.iter().any(|name| text.contains(&fold(name)))
        };
        let any = ids.iter().any(|id| named(&id));
        for id in ids.iter().filter(|id| !any || named(id)) {
            let Some(letter) = self.letters.of(*id) else {
                continue;
            };
            let phrase = Phrase::new("desk-line")
                .with("letter", number(id.letter))
                .with("line", number(id.line))
                .with("seat", letter.seat.clone())
                .with("time", letter.time.clone())
                .with("text", letter.line(id.line).to_owned());
            let mut text = self.say(&phrase);
            if !letter.origin.is_empty() {
                text.push(' ');
                text.push_str(
                    &self.say(&Phrase::new("desk-origin").with("origin", letter.origin.clone())),
                );
            }
            lines.push(format!("  {text}"));
        }
        lines
    }

    /// A roll, without what it was for.
    pub(super) fn roll(&self, step: &Step) -> Option<String> {
        let Step::Roll {
            label,
            spec,
            values,
            hidden,
        } = step
        else {
            return None;
        };
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let key = if *hidden {
            "desk-hidden-roll"
        } else {
            "desk-open-roll"
        };
        let phrase = Phrase::new(key)
            .with("label", label.clone())
            .with("dice", spec.to_string())
            .with("values", values.join(" "));
        Some(self.say(&phrase))
    }

    /// An event with its rule; empty if it has no words.
    pub(super) fn event(&self, event: &G::Event) -> String {
        let text = capital(&self.say(&G::telling(event)));
        match (text.as_str(), G::cites(event)) {
            ("", _) | (_, "") => text,
            (_, rule) => format!("{text} ({rule})"),
        }
    }

    /// The tally of an event, term by term.
    pub(super) fn tally(&self, event: &G::Event) -> Vec<String> {
        let view = G::view(&self.keeper.data, &self.keeper.now.state, None);
        G::tally(event).map_or_else(Vec::new, |tally| {
            tally::whole(tally, G::phrasebook(), self.lang, &view)
        })
    }

    /// An event whole: words, rule, tally, who saw what, and where each side had its units before it.
    pub(super) fn event_whole(&self, told: &Told<G>, before: &G::State) -> Vec<String> {
        let mut lines = Vec::new();
        let text = self.event(&told.event);
        if !text.is_empty() {
            lines.push(text);
        }
        lines.extend(
            self.tally(&told.event)
                .into_iter()
                .map(|line| format!("    {line}")),
        );
        if lines.is_empty() {
            return lines;
        }
        lines.extend(
            self.seen(told)
                .into_iter()
                .map(|line| format!("    {line}")),
        );
        let units = units_of(self, &told.event);
        if units.is_empty() {
            return lines;
        }
        let maps = self.maps(before);
        for unit in units {
            let places = self.places_on(&maps, unit);
            // Where all sides have it in the same place there is nothing to say.
            if places.windows(2).any(|pair| pair[0] != pair[1]) {
                lines.extend(
                    self.known_places(&places, unit, true)
                        .into_iter()
                        .map(|line| format!("    {line}")),
                );
            }
        }
        lines
    }
}

/// Whether a line of an answer names an id.
pub(super) fn names(line: &str, id: &str) -> bool {
    let id = fold(id);
    fold(line)
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | ';' | '(' | ')'))
        .any(|word| word == id)
}

/// Side and kind of decision that a key ends with: `t1/first/red.orders`.
fn asked<G: Game>(key: &str) -> (Option<G::Side>, Option<&'static Word>) {
    let name = key.rsplit('/').next().unwrap_or(key);
    let (side, kind) = name.split_once('.').unwrap_or((name, ""));
    let word = G::kinds()
        .iter()
        .map(|one| one.word)
        .find(|word| word.id() == kind);
    (G::Side::from_id(side), word)
}
