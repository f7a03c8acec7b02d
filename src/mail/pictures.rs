//! Reports as pages with pictures, made when they are sent: nothing of the game waits for a picture.

use super::config::Config;
use super::letter::{Content, Enclosed, Inline, Letter};
use super::office::Office;
use super::outbox::Label;
use super::speech::say;
use super::visit::stamp;
use crate::draw::escape;
use crate::engine::game::Game;
use crate::orders::Phrase;
use crate::report::map::Map;
use crate::report::pad::pad;
use crate::report::page::text;
use crate::report::text::WIDE;
use crate::report::turn::{compose, images};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;
use crate::store::module::module_of;
use crate::with_game;

/// The bytes of a letter with page, pictures and drawing; `None` if it goes as it is.
pub fn draw(office: &Office<'_>, label: &Label) -> Option<Vec<u8>> {
    let letter = label.undrawn().filter(|letter| !letter.plain)?;
    let folder = office.game(&letter.game)?;
    let module = module_of(&folder).ok()?;
    // Whatever goes wrong here, the text goes out.
    let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        with_game!(module, G => {
            Keeper::<G>::open(&folder, office.disk.clone()).and_then(|keeper| content(&keeper, &letter, office.config))
        })
    }));
    let content = made.ok()?.ok()??;
    let letter = Letter { content, ..letter };
    let sealed = letter.seal(office.config, label.queued).ok()?;
    Some(sealed.bytes)
}

/// All forms of a letter, if the game still stands where it stood when the letter was written: the reader must not see
/// more in the pictures than he is told in the text.
fn content<G: Game>(keeper: &Keeper<G>, letter: &Letter, config: &Config) -> Kept<Option<Content>> {
    let seat = keeper.now.seat(&letter.seat).cloned();
    let Some(seat) = seat.filter(|_| stamp(keeper) == letter.pictures) else {
        return Ok(None);
    };
    let page = compose(keeper, &seat)?;
    if !letter.content.text.contains(text(&page).trim_end()) {
        return Ok(None);
    }
    let images = images(keeper, &seat)?;
    let id = |n: usize| format!("map-{n}@fieldpost");
    let sources: Vec<(String, &str)> = images
        .iter()
        .enumerate()
        .map(|(n, image)| (format!("cid:{}", id(n)), image.alt.as_str()))
        .collect();
    let mut html = crate::report::html::draw(&page, &sources);
    if !letter.lead.is_empty() {
        // The report is a page; what else there is to say stands above it.
        let lead = format!("<body>\n{}", lead(&letter.lead));
        html = html.replacen("<body>", &lead, 1);
    }
    let footer = escape(&say(&Phrase::new("post-footer"), seat.lang));
    html = html.replacen("</main>", &format!("<p>{footer}</p>\n</main>"), 1);
    let past = keeper.last_run(keeper.look()?.state)?;
    let map = Map::new(keeper, &past, keeper.now.draw, &seat);
    let enclosed = map.windows().into_iter().take(1).map(|window| Enclosed {
        name: format!("{}-{}.svg", letter.game, keeper.now.draw),
        kind: "image/svg+xml".to_owned(),
        bytes: map.svg(window).into_bytes(),
    });
    let mut enclosed: Vec<Enclosed> = enclosed.collect();
    if letter.page {
        enclosed.push(Enclosed {
            name: "orders.html".to_owned(),
            kind: "text/html".to_owned(),
            bytes: pad(keeper, &seat, &letter.answer_to(config))?.into_bytes(),
        });
    }
    Ok(Some(Content {
        text: letter.content.text.clone(),
        html: Some(html),
        enclosed,
        inline: images
            .into_iter()
            .enumerate()
            .map(|(n, image)| Inline {
                id: id(n),
                kind: "image/png".to_owned(),
                bytes: image.png,
            })
            .collect(),
    }))
}

/// What stands above the report, as HTML.
fn lead(text: &str) -> String {
    let text = joined(text);
    let mut lines: Vec<String> = Vec::new();
    let mut rows = text.lines().peekable();
    while let Some(row) = rows.next() {
        match rows
            .next_if(|below| carets(below).is_some())
            .and_then(carets)
        {
            Some(((from, to), said)) => {
                lines.push(marked(row, from, to));
                if !said.is_empty() {
                    lines.push(format!("    {}", escape(said)));
                }
            }
            None => lines.push(escape(&indented(row))),
        }
    }
    format!("<pre>{}</pre>", lines.join("\n"))
}

/// The columns that a line of carets points at, and what is said behind them.
fn carets(line: &str) -> Option<((usize, usize), &str)> {
    let from = line.chars().take_while(|c| *c == ' ').count();
    let rest = line.get(from..)?;
    let wide = rest.chars().take_while(|c| *c == '^').count();
    let said = rest.get(wide..)?.trim();
    (from > 0 && wide > 0).then_some(((from, from + wide), said))
}

/// A line with some of its columns marked: on a telephone lines are broken, and carets would point elsewhere.
fn marked(line: &str, from: usize, to: usize) -> String {
    let part = |from: usize, to: usize| -> String {
        let chars = line.chars().skip(from).take(to.saturating_sub(from));
        escape(&chars.collect::<String>())
    };
    let end = line.chars().count();
    format!(
        "{}<mark>{}</mark>{}",
        part(0, from),
        part(from, to),
        part(to, end)
    )
}

/// What stands under a line is set in a little, however far it was set in below its carets.
fn indented(line: &str) -> String {
    let blanks = line.len() - line.trim_start().len();
    format!("{}{}", " ".repeat(blanks.min(4)), line.trim_start())
}

/// Text whose lines were broken for a wide page, with the lines whole again: a telephone breaks them where it must.
fn joined(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut out = String::with_capacity(text.len());
    let mut above = "";
    for line in text.lines() {
        let word = line.split_whitespace().next().unwrap_or_default();
        // A line was broken where the next word did not fit; notes, forms and marks below letters are as they are.
        let full = above.chars().count() + 1 + word.chars().count() > WIDE;
        let prose = |line: &str| line.trim_start().starts_with(|c: char| !"#|^~".contains(c));
        if full && prose(line) && prose(above) && indent(line) == indent(above) {
            out.push(' ');
            out.push_str(line.trim_start());
        } else {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(line);
        }
        above = line;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::lead;
    use crate::report::text::wrap;

    #[test]
    fn broken_lines_are_whole_again() {
        let long = "noted: no run before the deadline, whoever has answered; `go` takes it back, and nobody is late";
        let mut lines = wrap("", long);
        lines.extend(["".to_owned(), "bid 2".to_owned()]);
        lines.extend(wrap("    ", long));
        lines.extend(["# a form".to_owned(), "wait".to_owned()]);
        let wanted = format!("{long}\n\nbid 2\n    {long}\n# a form\nwait");
        assert_eq!(lead(&lines.join("\n")), format!("<pre>{wanted}</pre>"));
        assert_eq!(lead("a <b>\n| c"), "<pre>a &lt;b&gt;\n| c</pre>");
        // Carets become marks, which no screen moves.
        let wrong =
            "line 1: bid möv <2\n            ^^^\n        no ship `möv`.\nbid 2\n    ^ five";
        assert_eq!(
            lead(wrong),
            "<pre>line 1: bid <mark>möv</mark> &lt;2\n    no ship `möv`.\nbid <mark>2</mark>\n    five</pre>"
        );
    }
}
