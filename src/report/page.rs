//! A page that people read, before it is text or HTML.

use serde::Serialize;

use super::text::{WIDE, heading, wrap, wrap_under};
use crate::orders::Lang;

/// One thing on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "is", rename_all = "kebab-case")]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Something the reader must do.
    Todo(String),
    /// By when.
    Due(String),
    /// Something that happened.
    Event(String),
    /// A line of the position.
    Row(String),
    /// A line of the position that has changed.
    Changed(String),
    /// What the lines below it have in common.
    Group(String),
    /// Something everybody is told apart from the events.
    Notice(String),
    /// The maps in characters, and the same as a list.
    Maps {
        /// One for each window.
        ascii: Vec<Vec<String>>,
        /// What makes a picture larger is called so.
        larger: String,
        /// What the list is called.
        title: String,
        /// The whole board, to be read out.
        list: Vec<String>,
    },
    /// Lines to be sent back.
    Form(Vec<String>),
    /// A roll, as it is hashed.
    Roll(String),
    /// A line of the reader's own, and what became of it.
    Said {
        /// The line.
        text: String,
        /// What became of it.
        note: String,
    },
    /// A line of the reader's own with what is wrong with it.
    Wrong {
        /// The line with carets below it, for a page of fixed columns.
        shown: Vec<String>,
        /// The line.
        text: String,
        /// The columns that something is wrong with, from 0, and what.
        wrong: Vec<((usize, usize), String)>,
    },
}

/// A heading and what stands under it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What stands under it.
    pub blocks: Vec<Block>,
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// The reader's language.
    pub lang: Lang,
    /// Its title.
    pub title: String,
    /// Whom it is for.
    pub lead: String,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// A picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The picture, for whoever shows no drawings.
    pub png: Vec<u8>,
    /// The same as a drawing, which stays sharp however near one looks.
    pub svg: Option<String>,
    /// What it shows, for whoever cannot see it.
    pub alt: String,
}

impl Page {
    /// A page without sections.
    pub const fn new(lang: Lang, title: String, lead: String) -> Self {
        Self {
            lang,
            title,
            lead,
            sections: Vec::new(),
        }
    }

    /// Begins a section.
    pub fn section(&mut self, title: String) -> &mut Vec<Block> {
        let at = self.sections.len();
        self.sections.push(Section {
            title,
            blocks: Vec::new(),
        });
        &mut self.sections[at].blocks
    }

    /// Tells in the headline by when. A report knows no clock: who does gives the words, and none where there are none.
    pub fn due(&mut self, words: String) {
        if words.is_empty() {
            return;
        }
        if let Some(headline) = self.sections.first_mut() {
            // Above what the reader must do, or below that he need do nothing.
            let asked = matches!(headline.blocks.first(), Some(Block::Todo(_)));
            let at = usize::from(!asked).min(headline.blocks.len());
            headline.blocks.insert(at, Block::Due(words));
        }
    }

    /// Adds to the last section.
    pub fn push(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }
}

/// The page as text of 72 columns.
pub fn text(page: &Page) -> String {
    let mut lines = vec![page.title.clone(), "=".repeat(WIDE)];
    lines.extend(wrap("", &page.lead));
    for section in &page.sections {
        lines.extend(heading(&section.title));
        for block in &section.blocks {
            lines.extend(block_lines(block));
        }
    }
    lines.join("\n") + "\n"
}

/// The page as a letter: its first line says what matters, and no line is drawn under it.
pub fn plain(page: &Page) -> String {
    let mut lines = wrap("", &page.title);
    if !page.lead.is_empty() {
        lines.extend(wrap("", &page.lead));
    }
    for section in &page.sections {
        if section.title.is_empty() {
            lines.push(String::new());
        } else {
            lines.extend(heading(&section.title));
        }
        for block in &section.blocks {
            lines.extend(block_lines(block));
        }
    }
    lines.join("\n") + "\n"
}

/// One thing on a page, as lines of 72 columns.
pub(super) fn block_lines(block: &Block) -> Vec<String> {
    match block {
        Block::Text(text) | Block::Due(text) => wrap("", text),
        Block::Todo(text) => wrap("* ", text),
        Block::Event(text) => wrap("- ", text),
        Block::Row(text) => wrap_under("  ", 4, text),
        Block::Changed(text) => wrap_under("+ ", 4, text),
        Block::Group(text) => {
            let mut lines = vec![String::new()];
            lines.extend(wrap("", text));
            lines
        }
        Block::Notice(text) => {
            let mut lines = vec![String::new()];
            lines.extend(wrap("", text));
            lines
        }
        Block::Maps { ascii, .. } => ascii.join(&String::new()),
        Block::Form(lines) => lines.clone(),
        Block::Roll(text) => vec![format!("  {text}")],
        Block::Said { text, note } => {
            let mut lines = vec![text.clone()];
            lines.extend(wrap("    ", note));
            lines
        }
        Block::Wrong { shown, .. } => shown.clone(),
    }
}
