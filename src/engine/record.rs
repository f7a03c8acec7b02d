//! The record of a run: what was asked, rolled and told, in order.
//!
//! Each step has one line of text. The lines together are a run's sealed part; those that begin with `+` are public
//! and stand in the journal too.

use std::fmt;
use std::str::FromStr;

use super::dice::Spec;

/// A line of a letter: letter number and line number, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineId {
    /// The letter.
    pub letter: u32,
    /// The line in it.
    pub line: u32,
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.letter, self.line)
    }
}

impl FromStr for LineId {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        let (letter, line) = s.split_once(':').ok_or(())?;
        Ok(Self {
            letter: letter.parse().map_err(|_| ())?,
            line: line.parse().map_err(|_| ())?,
        })
    }
}

/// Where an answer came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The player's letter for this decision.
    Letter(Vec<LineId>),
    /// Lines he sent ahead.
    Ahead(Vec<LineId>),
    /// A standing order, by the line that gave it.
    Standing(LineId),
    /// The default, as the pace permits.
    Default,
    /// The default, since the deadline has passed.
    Late,
    /// A bot.
    Bot,
}

impl Source {
    /// The lines used up by it.
    pub fn lines(&self) -> &[LineId] {
        match self {
            Self::Letter(lines) | Self::Ahead(lines) => lines,
            _ => &[],
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, lines): (_, &[LineId]) = match self {
            Self::Letter(lines) => ("letter", lines),
            Self::Ahead(lines) => ("ahead", lines),
            Self::Standing(line) => ("standing", std::slice::from_ref(line)),
            Self::Default => ("default", &[]),
            Self::Late => ("late", &[]),
            Self::Bot => ("bot", &[]),
        };
        f.write_str(name)?;
        lines.iter().try_for_each(|line| write!(f, " {line}"))
    }
}

impl FromStr for Source {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        let mut words = s.split(' ');
        let name = words.next().ok_or(())?;
        let lines = words.map(str::parse).collect::<Result<Vec<LineId>, ()>>()?;
        match (name, lines.as_slice()) {
            ("letter", [_, ..]) => Ok(Self::Letter(lines)),
            ("ahead", [_, ..]) => Ok(Self::Ahead(lines)),
            ("standing", [line]) => Ok(Self::Standing(*line)),
            ("default", []) => Ok(Self::Default),
            ("late", []) => Ok(Self::Late),
            ("bot", []) => Ok(Self::Bot),
            _ => Err(()),
        }
    }
}

/// One step of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A decision was answered.
    Answer {
        /// The decision's key.
        key: String,
        /// Who or what answered.
        source: Source,
        /// The canonical English lines.
        words: Vec<String>,
    },
    /// Dice fell, or a deck was shuffled.
    Roll {
        /// What for.
        label: String,
        /// Which dice.
        spec: Spec,
        /// What they showed.
        values: Vec<u32>,
        /// Whether they came from the sealed chain.
        hidden: bool,
    },
    /// A card was drawn.
    Card {
        /// What for.
        label: String,
        /// The label of the deck's shuffle.
        shuffle: String,
        /// Its place in the shuffled order, from 1.
        at: u16,
        /// The card.
        card: u16,
    },
    /// An event was told.
    Told {
        /// The event as JSON; with what each side saw of it where they did not all see it whole.
        event: String,
        /// Whether all sides saw it whole.
        open: bool,
    },
    /// A step of the game ended: a checkpoint.
    End {
        /// The step's name.
        name: String,
    },
    /// A ruling of the referee took effect.
    Ruled {
        /// The ruling, in the order language.
        words: String,
    },
    /// Lines sent ahead lapsed with their phase.
    Lapsed {
        /// The lines.
        lines: Vec<LineId>,
    },
}

impl Step {
    /// Whether any player may be given it at any time.
    pub const fn is_public(&self) -> bool {
        matches!(
            self,
            Self::Roll { hidden: false, .. } | Self::Told { open: true, .. }
        )
    }

    /// The line as it stands in the public journal: without its marks.
    pub fn public_line(&self) -> String {
        match self {
            Self::Told { event, .. } => event.clone(),
            _ => self.to_string().trim_start_matches('+').to_owned(),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_public() {
            f.write_str("+")?;
        }
        match self {
            Self::Answer { key, source, words } => {
                write!(f, ">{key}|{source}|{}", words.join(" ; "))
            }
            Self::Roll {
                label,
                spec,
                values,
                ..
            } => {
                write!(f, "{label}|{spec}|")?;
                for (n, value) in values.iter().enumerate() {
                    if n > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{value}")?;
                }
                Ok(())
            }
            Self::Card {
                label,
                shuffle,
                at,
                card,
            } => write!(f, "^{label}|{shuffle}|{at} {card}"),
            Self::Told { event, .. } => write!(f, "!{event}"),
            Self::End { name } => write!(f, "={name}"),
            Self::Ruled { words } => write!(f, "?ruled {words}"),
            Self::Lapsed { lines } => {
                f.write_str("?lapsed")?;
                lines.iter().try_for_each(|line| write!(f, " {line}"))
            }
        }
    }
}

/// A line of a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no line of a record: `{0}`")]
pub struct ParseStepError(pub String);

impl FromStr for Step {
    type Err = ParseStepError;

    fn from_str(s: &str) -> Result<Self, ParseStepError> {
        parse(s).ok_or_else(|| ParseStepError(s.chars().take(80).collect()))
    }
}

fn parse(s: &str) -> Option<Step> {
    let (public, line) = match s.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, s),
    };
    let step = match line.chars().next()? {
        '>' => {
            let mut parts = line[1..].splitn(3, '|');
            let key = parts.next()?.to_owned();
            let source = parts.next()?.parse().ok()?;
            let words = parts.next()?.split(" ; ").map(str::to_owned).collect();
            Step::Answer { key, source, words }
        }
        '!' => Step::Told {
            event: line[1..].to_owned(),
            open: public,
        },
        '=' => Step::End {
            name: line[1..].to_owned(),
        },
        '^' => {
            let mut parts = line[1..].splitn(3, '|');
            let label = parts.next()?.to_owned();
            let shuffle = parts.next()?.to_owned();
            let (at, card) = parts.next()?.split_once(' ')?;
            Step::Card {
                label,
                shuffle,
                at: at.parse().ok()?,
                card: card.parse().ok()?,
            }
        }
        '?' if line.starts_with("?ruled ") => Step::Ruled {
            words: line["?ruled ".len()..].to_owned(),
        },
        '?' => {
            let lines = line.strip_prefix("?lapsed")?;
            let lines = lines
                .split_whitespace()
                .map(|id| id.parse().ok())
                .collect::<Option<_>>()?;
            Step::Lapsed { lines }
        }
        _ => {
            let mut parts = line.splitn(3, '|');
            let label = parts.next()?.to_owned();
            let spec = parts.next()?.parse().ok()?;
            let values = parts
                .next()?
                .split(' ')
                .map(|value| value.parse().ok())
                .collect::<Option<_>>()?;
            Step::Roll {
                label,
                spec,
                values,
                hidden: !public,
            }
        }
    };
    (step.is_public() == public).then_some(step)
}
