//! The one mail a player gets from a poll, whatever he sent and whatever happened.

use std::fmt::Write as _;

use super::config::Config;
use super::desk::{Note, Player};
use super::letter::{Content, Letter};
use super::speech::say;
use crate::draw::escape;
use crate::orders::{Lang, Phrase};
use crate::report::text::wrap;

/// What became of one letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Which letter it was.
    pub title: String,
    /// What became of it, line by line.
    pub body: String,
    /// The same as HTML; empty where only the text is left.
    pub html: String,
}

/// What stands above a report, as text and as HTML.
#[derive(Default)]
struct Above {
    lines: Vec<String>,
    html: String,
}

impl Above {
    /// Text whose lines are broken anew for every reader.
    fn paragraph(&mut self, text: &str) {
        gap(&mut self.lines);
        for line in text.lines() {
            match line.strip_prefix("* ") {
                Some(item) => self.lines.extend(wrap("* ", item)),
                None => self.lines.extend(wrap("", line)),
            }
            let _ = writeln!(self.html, "<p>{}</p>", escape(line));
        }
    }

    /// Text whose lines stay as they are.
    fn set(&mut self, text: &str) {
        self.print(text);
        let _ = writeln!(self.html, "<pre>{}</pre>", escape(text.trim_end()));
    }

    fn print(&mut self, text: &str) {
        gap(&mut self.lines);
        self.lines.extend(text.lines().map(str::to_owned));
    }
}

/// What one seat is to be told.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Mails of his that it answers, by their ids in the bag.
    pub mails: Vec<String>,
    /// The Message-ID of the last of them.
    pub answers: String,
    /// The line that says whether he is complete.
    pub headline: String,
    /// What became of each of his letters: a title, and line by line.
    pub receipts: Vec<Answer>,
    /// Whether some of them are from earlier polls.
    pub titled: bool,
    /// Messages to him.
    pub notes: Vec<Note>,
    /// Reports, the run of each and its text.
    pub reports: Vec<(String, String)>,
    /// The map, if he asked for it.
    pub map: Option<String>,
    /// Guide and rules, if he asked for them.
    pub pages: Vec<String>,
    /// Other things to say, each with a key that makes it the same thing after a crash.
    pub says: Vec<(String, String)>,
    /// The subject, if there is no report to give it.
    pub subject: Option<String>,
}

impl Reply {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.receipts.is_empty()
            && self.notes.is_empty()
            && self.reports.is_empty()
            && self.map.is_none()
            && self.pages.is_empty()
            && self.says.is_empty()
    }

    /// What makes it the same mail if it is made again.
    fn key(&self) -> String {
        let notes: Vec<String> = self
            .notes
            .iter()
            .map(|note| format!("{}: {}", note.from, note.text))
            .collect();
        let reports: Vec<&str> = self.reports.iter().map(|(key, _)| key.as_str()).collect();
        let says: Vec<&str> = self.says.iter().map(|(key, _)| key.as_str()).collect();
        // The mails it answers tell which pages he asked for.
        format!(
            "mails {:?} notes {notes:?} reports {reports:?} says {says:?} map {}",
            self.mails,
            self.map.is_some()
        )
    }

    /// All that stands above the reports.
    fn above(&self, head: &Heading<'_>) -> Above {
        let lang = head.lang;
        let mut above = Above::default();
        if !self.headline.is_empty() {
            above.paragraph(&self.headline);
        }
        for (_, text) in &self.says {
            above.paragraph(text);
        }
        let several = self.titled || self.receipts.len() > 1;
        for Answer { title, body, html } in &self.receipts {
            if several {
                above.paragraph(title);
                above.lines.extend(body.lines().map(str::to_owned));
            } else {
                above.print(body);
            }
            if html.is_empty() {
                let _ = writeln!(above.html, "<pre>{}</pre>", escape(body.trim_end()));
            } else {
                above.html.push_str(html);
            }
        }
        for note in &self.notes {
            let title = if note.from.is_empty() {
                Phrase::new("post-note-unsigned")
            } else {
                Phrase::new("post-note").with("from", note.from.clone())
            };
            // The bar keeps it from being read as orders when it is quoted.
            let text = note.text.lines().map(|line| format!("\n| {line}"));
            above.set(&(say(&title, lang) + &text.collect::<String>()));
        }
        // Reminders and word of a missed deadline have named it.
        let named = |key: &str| key.starts_with("reminder ") || key.starts_with("late ");
        let named = self.says.iter().any(|(key, _)| named(key));
        if !head.deadline.is_empty() && !named {
            above.paragraph(&head.deadline);
        }
        for text in self.map.iter().chain(&self.pages) {
            above.set(text);
        }
        above
    }

    /// The letter to a seat.
    pub fn letter(&self, head: &Heading<'_>) -> Letter {
        let lang = head.lang;
        let words = |key: &'static str| say(&Phrase::new(key), lang);
        let mut above = self.above(head);
        for (n, (_, text)) in self.reports.iter().enumerate() {
            // The last one is a page of its own.
            if n + 1 == self.reports.len() {
                above.print(text);
            } else {
                above.set(text);
            }
        }
        let Above { mut lines, html } = above;
        gap(&mut lines);
        lines.extend(wrap("", &words("post-footer")));
        let subject = match (self.reports.last(), &self.subject) {
            (Some((_, text)), _) => text.lines().next().unwrap_or_default().to_owned(),
            (None, Some(subject)) => subject.clone(),
            (None, None) if !self.receipts.is_empty() => words("post-subject-receipt"),
            (None, None) => words("post-subject-note"),
        };
        Letter {
            to: head.player.address.clone(),
            game: head.game.to_owned(),
            seat: head.player.seat.clone(),
            code: head.code.to_owned(),
            subject,
            key: self.key(),
            answers: if self.answers.is_empty() {
                head.player.last.clone()
            } else {
                self.answers.clone()
            },
            root: head.player.root.clone(),
            plain: head.player.plain,
            page: head.player.page,
            pictures: head.pictures.to_owned(),
            lead: html,
            content: Content {
                text: lines.join("\n") + "\n",
                ..Content::default()
            },
        }
    }
}

/// To whom, and what stands around it.
pub struct Heading<'h> {
    /// The game.
    pub game: &'h str,
    /// The player.
    pub player: &'h Player,
    /// His language.
    pub lang: Lang,
    /// His code.
    pub code: &'h str,
    /// The line about the deadline.
    pub deadline: String,
    /// The decision whose pictures go with it, empty for none.
    pub pictures: &'h str,
}

fn gap(lines: &mut Vec<String>) {
    if lines.last().is_some_and(|line| !line.is_empty()) {
        lines.push(String::new());
    }
}

/// The invitation to a seat.
pub fn invitation(
    config: &Config,
    game: &str,
    player: &Player,
    lang: Lang,
    code: &str,
    sides: &str,
    title: &str,
) -> Letter {
    let text = Phrase::new("post-invitation")
        .with("game", game.to_owned())
        .with("title", title.to_owned())
        .with("sides", sides.to_owned())
        .with("code", code.to_owned())
        .with("referee", config.referee.clone());
    let text = say(&text, lang);
    let lines: Vec<String> = text.lines().flat_map(|line| wrap("", line)).collect();
    Letter {
        to: player.invited.clone(),
        game: game.to_owned(),
        seat: player.seat.clone(),
        code: code.to_owned(),
        subject: say(&Phrase::new("post-subject-invitation"), lang),
        key: format!("invitation {} {}", player.invitations, player.invited),
        content: Content {
            text: lines.join("\n") + "\n",
            ..Content::default()
        },
        plain: true,
        ..Letter::default()
    }
}
