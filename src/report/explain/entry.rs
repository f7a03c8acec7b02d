//! An entry of the journal, explained.

use super::story::{Heard, Run, tell};
use super::{Teller, number};
use crate::engine::dice::Contribution;
use crate::engine::game::{Game, Side as _};
use crate::engine::record::Step;
use crate::orders::{Item, Phrase};
use crate::report::notice::duration;
use crate::report::phrases::{grade, outcome};
use crate::report::text::capital;
use crate::store::error::{Kept, StoreError};
use crate::store::log::{Entry, short};

/// Explains an entry.
pub(super) fn explain<G: Game>(teller: &Teller<'_, G>, seq: i64) -> Kept<Vec<String>> {
    let last = teller.keeper.now.journal.next - 1;
    if !(0..=last).contains(&seq) {
        let what = format!("there are entries 0 to {last}; {seq} is none of them");
        let near = StoreError::user(&teller.keeper.folder, what);
        return Err(near.remedy("`fieldpost log` shows the entries with their numbers"));
    }
    let mut lines = Vec::new();
    tell(teller.keeper, |heard| {
        match heard {
            Heard::Run(run) if run.entry.seq == seq => lines = run_whole(teller, &run),
            Heard::Other(entry) if entry.seq == seq => {
                let head = Phrase::new("desk-entry").with("entry", number(seq));
                lines.push(teller.say(&head));
                lines.extend(
                    teller
                        .entry(&entry)
                        .into_iter()
                        .map(|line| format!("  {line}")),
                );
            }
            Heard::Run(_) | Heard::Other(_) => return Ok(true),
        }
        Ok(false)
    })?;
    Ok(lines)
}

/// A run: how it was closed, who brought what to its dice, what each side did not know, and every step.
fn run_whole<G: Game>(teller: &Teller<'_, G>, run: &Run<G>) -> Vec<String> {
    let mut lines = vec![teller.run_head(run)];
    lines.extend(
        teller
            .close(&run.close)
            .into_iter()
            .map(|line| format!("  {line}")),
    );
    lines.push(format!("  {}", teller.grades(&run.entry)));
    let knowledge = teller.knowledge(&run.before);
    lines.extend(knowledge.into_iter().map(|line| format!("  {line}")));
    let mut n = 0;
    let mut before = run.before.clone();
    for moment in run.moments(&teller.keeper.data) {
        let said = teller.step_whole(moment.step, moment.told.as_ref(), &before);
        before = moment.state;
        let mut said = said.into_iter();
        if let Some(first) = said.next() {
            n += 1;
            lines.push(format!("{n:>4}. {first}"));
            lines.extend(said.map(|line| format!("      {line}")));
        }
    }
    lines.extend(teller.waits(&run.entry).map(|line| format!("  {line}")));
    lines
}

impl<G: Game> Teller<'_, G> {
    /// The heading of a run.
    pub(super) fn run_head(&self, run: &Run<G>) -> String {
        let data = &self.keeper.data;
        let key = if run.void {
            "desk-run-void"
        } else {
            "desk-run"
        };
        // The first line of a position says when it is.
        let when = G::position(&G::view(data, &run.before, None))
            .into_iter()
            .next();
        let when = when.map_or_else(String::new, |when| capital(&self.say(&when)));
        self.say(
            &Phrase::new(key)
                .with("draw", number(run.draw))
                .with("entry", number(run.entry.seq))
                .with("step", G::step_name(data, &run.before))
                .with("when", when.trim_end_matches('.').to_owned()),
        )
    }

    /// A step of a run as it is explained; nothing for what needs no words.
    pub(super) fn step_whole(
        &self,
        step: &Step,
        told: Option<&crate::engine::event::Told<G>>,
        before: &G::State,
    ) -> Vec<String> {
        match step {
            Step::Answer { key, source, words } => self.answer(key, source, words),
            Step::Roll { .. } => self.roll(step).into_iter().collect(),
            Step::Told { .. } => told.map_or_else(Vec::new, |told| self.event_whole(told, before)),
            Step::Card {
                label, at, card, ..
            } => {
                let card = crate::orders::Thing::card(*card);
                let phrase = Phrase::new("desk-card")
                    .with("label", label.clone())
                    .with("at", number(*at))
                    .with("card", Item::Thing(card));
                vec![self.say(&phrase)]
            }
            Step::End { name } => {
                vec![self.say(&Phrase::new("desk-step-ends").with("step", name.clone()))]
            }
            Step::Ruled { words } => {
                vec![self.say(&Phrase::new("desk-ruled").with("words", words.clone()))]
            }
            Step::Lapsed { lines } => lines
                .iter()
                .map(|id| {
                    let letter = self.letters.of(*id);
                    let text = letter.map_or("", |letter| letter.line(id.line));
                    self.say(
                        &Phrase::new("desk-lapsed")
                            .with("letter", number(id.letter))
                            .with("line", number(id.line))
                            .with("text", text.to_owned()),
                    )
                })
                .collect(),
        }
    }

    /// Whom a run asks.
    pub(super) fn waits(&self, entry: &Entry) -> Option<String> {
        let waits: Vec<String> = entry
            .list("waits")
            .iter()
            .filter_map(|line| line.split('|').nth(2))
            .map(|key| capital(&self.question("desk-question", key)))
            .collect();
        (!waits.is_empty())
            .then(|| self.say(&Phrase::new("desk-asks").with("keys", waits.join("; "))))
    }

    /// How a run was closed: whose letters count, who was absent, who was not asked.
    pub(super) fn close(&self, close: &Entry) -> Vec<String> {
        let book: Vec<&str> = close
            .list("book")
            .iter()
            .filter_map(|row| row.split('|').next())
            .collect();
        let mut lines =
            vec![self.say(&Phrase::new("desk-closed").with("time", close.text("time").to_owned()))];
        for (key, seats) in [
            ("desk-book", book.join(", ")),
            ("desk-absent", close.list("absent").join(", ")),
            ("desk-unasked", close.list("unasked").join(", ")),
        ] {
            if !seats.is_empty() {
                lines.push(self.say(&Phrase::new(key).with("seats", seats)));
            }
        }
        lines
    }

    /// What each seat brought to the dice of a run.
    pub(super) fn grades(&self, entry: &Entry) -> String {
        let grades: Vec<String> = entry
            .list("contrib")
            .iter()
            .filter_map(|line| line.parse::<Contribution>().ok())
            .map(|part| {
                self.say(
                    &Phrase::new("report-grade")
                        .with("seat", part.seat)
                        .with("grade", grade(part.grade)),
                )
            })
            .collect();
        self.say(&Phrase::new("desk-grades").with("grades", grades.join(", ")))
    }

    /// Any entry but a run.
    pub(super) fn entry(&self, entry: &Entry) -> Vec<String> {
        let text = |name: &str| entry.text(name).to_owned();
        let phrase = match entry.kind() {
            "genesis" => {
                let mut lines = vec![
                    self.say(
                        &Phrase::new("desk-genesis")
                            .with("game", text("game"))
                            .with(
                                "scenario",
                                format!("{}/{}", text("module"), text("scenario")),
                            )
                            .with("time", text("time"))
                            .with("rules", number(entry.int("rules"))),
                    ),
                ];
                let switches = entry.list("switches");
                if !switches.is_empty() {
                    let phrase = Phrase::new("desk-switches").with("switches", switches.join(", "));
                    lines.push(self.say(&phrase));
                }
                if !entry.list("data").is_empty() {
                    lines.push(self.say(&Phrase::new("desk-owner-data")));
                }
                return lines;
            }
            "close" => return self.close(entry),
            "rewind" => Phrase::new("desk-rewind").with("draw", number(entry.int("to_draw"))),
            "ruling" if entry.text("words").is_empty() => return vec![self.hidden_ruling(entry)],
            "ruling" => Phrase::new("desk-ruling").with("words", text("words")),
            "extend" => {
                let key = match entry.int("seconds") {
                    0.. => "desk-extend",
                    _ => "desk-extend-back",
                };
                Phrase::new(key).with("time", duration(entry.int("seconds")))
            }
            "pause" => Phrase::new("desk-pause"),
            "resume" => Phrase::new("desk-resume"),
            "seat" if entry.text("player") == "nobody" => {
                Phrase::new("desk-eject").with("seat", text("seat"))
            }
            "seat" => Phrase::new("desk-substitute").with("seat", text("seat")),
            "answer" => Phrase::new("desk-answered-for").with("seat", text("seat")),
            "open" => {
                let phrase = Phrase::new("desk-open")
                    .with("draw", number(entry.int("draw")))
                    .with("link", short(entry.text("server")).to_owned());
                return vec![self.say(&phrase)];
            }
            "end" => return vec![self.ended(entry.text("outcome"))],
            other => return vec![other.to_owned()],
        };
        let phrase = phrase
            .with("reason", text("reason"))
            .with("by", text("by"))
            .with("when", text("time"));
        vec![self.say(&phrase)]
    }

    /// A ruling on something hidden: the referee reads its words in the sealed part.
    fn hidden_ruling(&self, entry: &Entry) -> String {
        let parts = self.keeper.parts().into_iter().flatten();
        let mut parts = parts.filter_map(Result::ok);
        let part = parts
            .find(|part| part.kind() == "ruling" && part.text("digest") == entry.text("digest"));
        let text = |name: &str| {
            let sealed = part.as_ref().map_or("", |part| part.text(name));
            let open = entry.text(name);
            if sealed.is_empty() { open } else { sealed }.to_owned()
        };
        let sides = part
            .as_ref()
            .map(|part| part.list("sides").join(", "))
            .unwrap_or_default();
        self.say(
            &Phrase::new("desk-ruling-hidden")
                .with("words", text("words"))
                .with("sides", sides)
                .with("reason", text("reason"))
                .with("by", text("by"))
                .with("when", entry.text("time").to_owned()),
        )
    }

    /// How the game ended: in the words of the rules, or in those of the journal where they are others now.
    fn ended(&self, recorded: &str) -> String {
        let state = &self.keeper.now.state;
        let phrase = match G::over(&self.keeper.data, state) {
            Some(found) => outcome(found),
            None => {
                let mut cells = recorded.split('|');
                let phrase = match cells.next().and_then(G::Side::from_id) {
                    Some(side) => {
                        Phrase::new("report-winner").with("side", Item::Word(side.word()))
                    }
                    None => Phrase::new("report-draw"),
                };
                phrase
                    .with("why", cells.next().unwrap_or_default().to_owned())
                    .with("rule", cells.next().unwrap_or_default().to_owned())
            }
        };
        capital(&self.say(&phrase))
    }
}
