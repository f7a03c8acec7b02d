//! What HTML hides from its reader: elements that are not shown, letters of no size or of the colour of their paper.
//! Somebody else may have put them there, and whoever sends the letter does not see them.

use std::collections::{BTreeMap, BTreeSet};

/// Elements whose text no mail program shows.
const UNSHOWN: &[&str] = &[
    "noscript", "iframe", "noframes", "noembed", "object", "audio", "video", "canvas", "datalist",
];
/// Elements without an end.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "o:p",
];
/// Elements that end a paragraph left open.
const BLOCKS: &[&str] = &[
    "p",
    "div",
    "table",
    "ul",
    "ol",
    "dl",
    "pre",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "form",
    "section",
    "article",
    "header",
    "footer",
    "address",
    "center",
    "fieldset",
];
/// Colours that differ by less in sum are one to the eye, of three times 255.
const ALIKE: i64 = 60;
/// Letters of so many points or dots cannot be read.
const TINY: i64 = 2;
/// Whatever lies so far out is not on the screen.
const FAR: i64 = -100;

/// The elements that are open, and whether one of them hides what is in it.
#[derive(Debug, Default)]
pub struct Shown {
    open: Vec<Opened>,
    /// How many of each name are open, so that an end that has no beginning is known at once.
    count: BTreeMap<String, usize>,
    hiding: usize,
    /// What style sheets hide, by `tag`, `.class`, `#id`.
    sheet: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Opened {
    name: String,
    hides: bool,
    /// The colours in it, its own or of what it stands in.
    paper: Option<Colour>,
    ink: Option<Colour>,
}

type Colour = [i64; 3];

impl Shown {
    /// Whether what comes now is hidden.
    pub const fn hides(&self) -> bool {
        self.hiding > 0
    }

    /// Notes what a style sheet hides. Only rules that hold everywhere count.
    pub fn read_sheet(&mut self, text: &str) {
        let mut rest = text;
        while let Some((selectors, behind)) = rest.split_once('{') {
            let selectors = selectors.rsplit(['}', ';']).next().unwrap_or_default();
            if selectors.trim_start().starts_with('@') {
                // A block of rules for some screens only: it is passed over whole.
                rest = behind_block(behind);
                continue;
            }
            let (rules, next) = behind.split_once('}').unwrap_or((behind, ""));
            rest = next;
            if Style::read(rules).hides() {
                for one in selectors.split(',') {
                    let one = one.trim().trim_start_matches('*').to_ascii_lowercase();
                    let simple = !one.is_empty() && !one.contains([' ', '>', '+', '~', ':', '[']);
                    if simple && self.sheet.len() < 1000 {
                        self.sheet.insert(one);
                    }
                }
            }
        }
    }

    /// An element begins.
    pub fn begin(&mut self, name: &str, attributes: &str) {
        if let Some(top) = self.open.last().map(|top| top.name.clone()) {
            let ends = match top.as_str() {
                "p" => BLOCKS.contains(&name),
                "li" => name == "li",
                "td" | "th" => matches!(name, "td" | "th" | "tr"),
                "tr" => name == "tr",
                _ => false,
            };
            if ends {
                self.end(&top);
            }
        }
        if VOID.contains(&name) || attributes.trim_end().ends_with('/') && name.contains(':') {
            return;
        }
        let mut opened = Opened {
            name: name.to_owned(),
            hides: UNSHOWN.contains(&name) || self.sheet.contains(name),
            ..Opened::default()
        };
        if !attributes.trim().is_empty() {
            self.dress(&mut opened, attributes);
        }
        if let Some(top) = self.open.last() {
            opened.paper = opened.paper.or(top.paper);
            opened.ink = opened.ink.or(top.ink);
        }
        self.hiding += usize::from(opened.hides);
        *self.count.entry(opened.name.clone()).or_default() += 1;
        self.open.push(opened);
    }

    fn dress(&self, opened: &mut Opened, text: &str) {
        let mut style = Style::default();
        for (name, value) in attributes(text) {
            match name.as_str() {
                "hidden" => opened.hides = true,
                "style" => style = Style::read(&value),
                "class" => {
                    let mut classes = value.split_whitespace().map(str::to_ascii_lowercase);
                    opened.hides |= classes.any(|class| {
                        self.sheet.contains(&format!(".{class}"))
                            || self.sheet.contains(&format!("{}.{class}", opened.name))
                    });
                }
                "id" => {
                    let id = format!("#{}", value.to_ascii_lowercase());
                    opened.hides |= self.sheet.contains(&id);
                }
                "bgcolor" => opened.paper = colour(&value),
                "color" | "text" => opened.ink = colour(&value),
                _ => {}
            }
        }
        opened.hides |= style.hides();
        opened.paper = style.paper.or(opened.paper);
        opened.ink = style.ink.or(opened.ink);
        if opened.ink.is_some() || opened.paper.is_some() {
            let outer = self.open.last().map(|top| (top.ink, top.paper));
            let (ink, paper) = outer.unwrap_or_default();
            let ink = opened.ink.or(ink);
            let paper = opened.paper.or(paper).unwrap_or([255, 255, 255]);
            opened.hides |= ink.is_some_and(|ink| alike(ink, paper));
        }
    }

    /// An element ends, and with it those in it that were left open. One that never began is nothing. Tells whether its
    /// end is one that is shown.
    pub fn end(&mut self, name: &str) -> bool {
        if self.count.get(name).copied().unwrap_or(0) == 0 {
            return !self.hides();
        }
        while let Some(top) = self.open.pop() {
            self.hiding -= usize::from(top.hides);
            if let Some(count) = self.count.get_mut(&top.name) {
                *count -= 1;
            }
            if top.name == name {
                return !self.hides() && !top.hides;
            }
        }
        true
    }
}

/// What stands behind a block of which the first brace is open.
fn behind_block(text: &str) -> &str {
    let mut depth = 1usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

/// The attributes of a tag: names in small letters, values as they stand.
fn attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches(['/', ' ', '\t', '\r', '\n']);
    while !rest.is_empty() && found.len() < 50 {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=');
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let name = name.to_ascii_lowercase();
        let behind = behind.trim_start();
        let (value, next) = match behind.strip_prefix('=') {
            None => ("", behind),
            Some(behind) => {
                let behind = behind.trim_start();
                match behind.chars().next() {
                    Some(mark @ ('"' | '\'')) => {
                        behind[1..].split_once(mark).unwrap_or((&behind[1..], ""))
                    }
                    _ => {
                        let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
                        behind.split_at(end)
                    }
                }
            }
        };
        if !name.is_empty() {
            found.push((name, value.to_owned()));
        }
        rest = next.trim_start_matches(['/', ' ', '\t', '\r', '\n', '=']);
    }
    found
}

/// What a style says of being seen.
#[derive(Debug, Default)]
struct Style {
    unseen: bool,
    clips: bool,
    flat: bool,
    away: bool,
    placed: bool,
    paper: Option<Colour>,
    ink: Option<Colour>,
}

impl Style {
    fn read(text: &str) -> Self {
        let mut style = Self::default();
        for rule in text.split(';') {
            let Some((name, value)) = rule.split_once(':') else {
                continue;
            };
            let value = value.to_ascii_lowercase().replace("!important", "");
            style.rule(name.trim().to_ascii_lowercase().as_str(), value.trim());
        }
        style
    }

    fn rule(&mut self, name: &str, value: &str) {
        let none = || length(value).is_some_and(|(whole, tenths, _)| whole == 0 && tenths == 0);
        match name {
            "display" => self.unseen |= value == "none",
            "visibility" => self.unseen |= matches!(value, "hidden" | "collapse"),
            "mso-hide" => self.unseen |= value == "all",
            "opacity" => self.unseen |= none(),
            "font-size" => self.unseen |= tiny(value),
            "font" => {
                let size = value.split_whitespace().find_map(|word| {
                    let size = word.split('/').next()?;
                    let (_, _, unit) = length(size)?;
                    // A bare number of three digits is a weight.
                    (!unit.is_empty() || size.trim_matches('0').is_empty()).then_some(size)
                });
                self.unseen |= size.is_some_and(tiny);
            }
            "color" => {
                self.unseen |= value == "transparent" || sees_through(value);
                self.ink = colour(value);
            }
            "background" | "background-color" => {
                self.paper = value.split_whitespace().find_map(colour).or(colour(value));
            }
            "overflow" => self.clips |= value == "hidden",
            "height" | "max-height" | "width" | "max-width" => self.flat |= none(),
            "position" => self.placed |= matches!(value, "absolute" | "fixed"),
            "left" | "top" | "right" | "bottom" | "margin-left" | "margin-top" => {
                self.away |= length(value).is_some_and(|(whole, _, _)| whole <= FAR);
            }
            "text-indent" => {
                self.unseen |= length(value).is_some_and(|(whole, _, _)| whole <= FAR);
            }
            "clip" => {
                let inside = value.trim_start_matches("rect").trim_matches(['(', ')']);
                let mut numbers = inside.split([',', ' ']).filter(|word| !word.is_empty());
                self.unseen |= value.starts_with("rect") && numbers.all(tiny);
            }
            "clip-path" => {
                self.unseen |= value.starts_with("inset(100%") || value.starts_with("inset(50%");
            }
            "transform" => self.unseen |= value.contains("scale(0)"),
            _ => {}
        }
    }

    const fn hides(&self) -> bool {
        self.unseen || self.clips && self.flat || self.away
    }
}

/// A length: its whole part, its first decimal, its unit.
fn length(value: &str) -> Option<(i64, i64, &str)> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')));
    let (number, unit) = value.split_at(end.unwrap_or(value.len()));
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    let whole = match whole {
        "" | "-" | "+" if !rest.is_empty() => 0,
        whole => whole.parse().ok()?,
    };
    let tenths = rest.get(..1).map_or(Some(0), |digit| digit.parse().ok())?;
    Some((whole, tenths, unit.trim()))
}

/// Whether letters of that size cannot be read.
fn tiny(value: &str) -> bool {
    match length(value) {
        Some((whole, tenths, "em" | "rem")) => whole <= 0 && tenths < 3,
        Some((whole, _, "%")) => whole < 20,
        Some((whole, _, "" | "px" | "pt")) => whole <= TINY,
        _ => false,
    }
}

fn alike(one: Colour, other: Colour) -> bool {
    let apart = one.iter().zip(&other).map(|(a, b)| (a - b).abs());
    apart.sum::<i64>() < ALIKE
}

/// Whether a colour with a fourth number lets everything through.
fn sees_through(value: &str) -> bool {
    let inside = value
        .strip_prefix("rgba(")
        .and_then(|rest| rest.strip_suffix(')'));
    let last = inside.and_then(|inside| inside.rsplit([',', '/', ' ']).next());
    last.is_some_and(|last| {
        length(last.trim()).is_some_and(|(whole, tenths, _)| whole == 0 && tenths == 0)
    })
}

/// A colour by its name, as `#fff`, `#ffffff` or `rgb(..)`.
fn colour(value: &str) -> Option<Colour> {
    let value = value.trim().to_ascii_lowercase();
    match value.as_str() {
        "white" | "snow" | "ivory" | "ghostwhite" | "whitesmoke" | "mintcream" | "floralwhite" => {
            return Some([255, 255, 255]);
        }
        "black" => return Some([0, 0, 0]),
        _ => {}
    }
    if let Some(inside) = value
        .strip_prefix("rgb(")
        .or_else(|| value.strip_prefix("rgba("))
    {
        let numbers: Vec<i64> = inside
            .trim_end_matches(')')
            .split([',', ' ', '/'])
            .filter(|word| !word.is_empty())
            .filter_map(|word| length(word).map(|(whole, _, _)| whole))
            .collect();
        return match numbers[..] {
            [red, green, blue, ..] => Some([red, green, blue]),
            _ => None,
        };
    }
    let digits = value.strip_prefix('#').unwrap_or(&value);
    let hex = |text: &str| i64::from_str_radix(text, 16).ok();
    if !digits.is_ascii() {
        return None;
    }
    match digits.len() {
        3 if value.starts_with('#') => {
            let one = |at: usize| hex(&digits[at..=at]).map(|n| n * 17);
            Some([one(0)?, one(1)?, one(2)?])
        }
        6 => Some([hex(&digits[..2])?, hex(&digits[2..4])?, hex(&digits[4..])?]),
        _ => None,
    }
}
