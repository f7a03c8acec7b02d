//! Diagnoses: problems shown under the player's own line, with carets, in plain text for mail.

use super::lexicon::Lexicon;
use super::phrase::{About, Arg, Phrase, Problem, Span};
use super::phrasebook::Phrasebook;
use super::read::Reading;
use super::token::TokenLine;
use super::width::{unparted, width, width_of};
use super::word::Lang;

/// No line of a mail is wider.
pub const WIDEST: usize = 72;

/// What stands where a long line was cut.
const CUT: &str = "...";

/// Puts problems into words for one reader.
#[derive(Clone, Copy)]
pub struct Diagnoser<'a> {
    /// The words.
    pub book: &'a Phrasebook,
    /// The reader's language.
    pub lang: Lang,
    /// The names the reader may know.
    pub lex: &'a dyn Lexicon,
}

impl Diagnoser<'_> {
    /// Says what is wrong, by what rule, and what could stand there instead.
    pub fn sentence(&self, problem: &Problem) -> String {
        let mut text = match &problem.of {
            Some(whom) => {
                let what = problem.what.clone();
                let of = Phrase::new("diagnosis-of").with("whom", whom.clone());
                self.say(&of.with("what", what))
            }
            None => self.say(&problem.what),
        };
        if let Some(rule) = problem.rule {
            let rule = Phrase::new("diagnosis-rule").with("rule", rule.to_owned());
            text.push(' ');
            text.push_str(&self.say(&rule));
        }
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        let instead = problem
            .instead
            .iter()
            .map(|words| Phrase::new("diagnosis-quoted").with("text", words.clone()));
        let instead = instead.reduce(|a, b| Phrase::new("diagnosis-or").with("a", a).with("b", b));
        if let Some(instead) = instead {
            text.push(' ');
            text.push_str(
                &self.say(&Phrase::new("diagnosis-instead").with("words", Arg::Phrase(instead))),
            );
        }
        text
    }

    /// Shows problems under the lines they are about, in the order of the letter.
    ///
    /// A reading, if there is one, tells where the parts of an answer were written.
    /// What is about no line comes last.
    pub fn show(
        &self,
        problems: &[Problem],
        reading: Option<&Reading>,
        lines: &[TokenLine],
    ) -> String {
        let mut placed: Vec<(Span, &Problem)> = Vec::new();
        let mut loose = Vec::new();
        for problem in problems {
            match self.place(problem, reading, lines) {
                Some(span) => placed.push((span, problem)),
                None => loose.push(problem),
            }
        }
        placed.sort_by_key(|(span, _)| *span);
        let mut out = Vec::new();
        let mut shown = None;
        for (span, problem) in placed {
            let Some(line) = lines.iter().find(|line| line.number == span.line) else {
                continue;
            };
            let label = self
                .say(&Phrase::new("diagnosis-line").with("line", super::fits::number(line.number)));
            let view = View::new(line, span, WIDEST.saturating_sub(width_of(&label) + 1));
            // A line is shown once for all its problems, unless it is too long to be shown whole.
            if shown != Some(line.number) || view.cut {
                out.push(format!("{label} {}", view.text).trim_end().to_owned());
            }
            shown = Some(line.number);
            let indent = width_of(&label) + 1;
            self.under(
                indent + view.before,
                view.under,
                indent,
                &self.sentence(problem),
                &mut out,
            );
        }
        for problem in loose {
            wrap(&self.sentence(problem), 0, &mut out);
        }
        out.join("\n")
    }

    /// Where the caret goes: the stretch itself, or all of the line if there is only one.
    fn place(
        &self,
        problem: &Problem,
        reading: Option<&Reading>,
        lines: &[TokenLine],
    ) -> Option<Span> {
        let located = match problem.about {
            About::Text(span) => Some(span),
            about => reading.and_then(|reading| reading.locate(&about)),
        };
        let located = located.filter(|span| lines.iter().any(|line| line.number == span.line));
        match (located, lines) {
            (None, [line]) => Some(line.span()),
            _ => located,
        }
    }

    fn under(
        &self,
        column: usize,
        carets: usize,
        indent: usize,
        text: &str,
        out: &mut Vec<String>,
    ) {
        let marks = format!("{}{}", " ".repeat(column), "^".repeat(carets));
        if column + carets + 1 + width_of(text) <= WIDEST {
            out.push(format!("{marks} {text}"));
        } else {
            out.push(marks);
            wrap(text, indent, out);
        }
    }

    fn say(&self, phrase: &Phrase) -> String {
        self.book.say(phrase, self.lang, self.lex)
    }
}

/// A line as shown: blanks made plain, cut around the stretch if it is too long.
struct View {
    text: String,
    /// Columns before the stretch.
    before: usize,
    /// Columns of the stretch, at least one.
    under: usize,
    cut: bool,
}

impl View {
    fn new(line: &TokenLine, span: Span, room: usize) -> Self {
        let chars: Vec<char> = line.text.trim_end().chars().map(shown).collect();
        let columns = |range: &[char]| range.iter().map(|c| width(*c)).sum::<usize>();
        let from = span.from.saturating_sub(1).min(chars.len());
        let to = span.to.saturating_sub(1).clamp(from, chars.len());
        let all = columns(&chars);
        let before = columns(chars.get(..from).unwrap_or_default());
        let under = columns(chars.get(from..to).unwrap_or_default()).max(1);
        if all <= room {
            let under = under.min(all.saturating_sub(before).max(1));
            return Self {
                text: chars.into_iter().collect(),
                before,
                under,
                cut: false,
            };
        }
        // A third of the room stays before the stretch; the cuts take some of the rest.
        let room = room.saturating_sub(2 * CUT.len()).max(1);
        let mut start = from;
        let mut lead = 0;
        while let Some(c) = start.checked_sub(1).and_then(|i| chars.get(i)) {
            if lead + width(*c) > room / 3 {
                break;
            }
            lead += width(*c);
            start -= 1;
        }
        let mut end = start;
        let mut used = 0;
        while let Some(c) = chars.get(end) {
            if used + width(*c) > room {
                break;
            }
            used += width(*c);
            end += 1;
        }
        let mut text = String::new();
        if start > 0 {
            text.push_str(CUT);
            lead += CUT.len();
            used += CUT.len();
        }
        text.extend(chars.get(start..end).unwrap_or_default());
        if end < chars.len() {
            text.push_str(CUT);
        }
        let under = under.min(used.saturating_sub(lead)).max(1);
        Self {
            text,
            before: lead,
            under,
            cut: true,
        }
    }
}

/// A character as it is shown: of a known width, and unable to upset the line.
fn shown(c: char) -> char {
    if c.is_whitespace() {
        ' '
    } else if c.is_control() {
        '\u{fffd}'
    } else if matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    {
        // Marks of direction would turn the line around; another mark of no width keeps the count.
        '\u{2060}'
    } else {
        c
    }
}

/// Breaks a text into lines at blanks.
fn wrap(text: &str, indent: usize, out: &mut Vec<String>) {
    let indent = " ".repeat(indent);
    let mut line = indent.clone();
    for word in unparted(text.split(' ')) {
        let full = width_of(&line) + 1 + width_of(&word) > WIDEST;
        if full && line.len() > indent.len() {
            out.push(std::mem::replace(&mut line, indent.clone()));
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    out.push(line);
}
