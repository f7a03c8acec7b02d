//! Pages as HTML: nothing from outside, legible on a telephone, in the dark and without pictures.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::page::{Block, Image, Page, Section};
use super::text::{APART, WIDE};
use crate::draw::escape;
use crate::orders::Lang;
use crate::orders::width::width_of;

/// Colours follow the reader's wish; lines break rather than scroll.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0 auto;padding:16px;max-width:60rem;font:16px/1.5 system-ui,sans-serif;color:#1d2421;background:#fbf9f3;overflow-wrap:anywhere}\
h1{font-size:1.35rem;margin:0 0 4px}\
h2{font-size:1.02rem;letter-spacing:.04em;margin:1.8em 0 .5em;padding-bottom:3px;border-bottom:2px solid #8b7f66}\
ul{margin:0;padding-left:1.2em}.todos{padding:0}\
li{margin:.25em 0}\
.todo{padding:10px 14px;border-left:5px solid #b8423c;background:#f3ecdc;list-style:none;margin:.4em 0}\
.due{font-weight:600;margin:.4em 0}\
.rows{list-style:none;padding-left:0;columns:26rem;column-gap:2.4em}\
.rows li{padding-left:1.1em;text-indent:-1.1em;break-inside:avoid}\
.group{font-weight:600;margin-top:.9em;break-after:avoid}\
.changed{border-left:3px solid #b07a1e;padding-left:calc(1.1em + 6px)!important;margin-left:-9px}\
.said{margin:.5em 0}.said code{font:14px/1.45 ui-monospace,monospace}.wrong{padding-left:10px;border-left:3px solid #b8423c}\
.notice{padding:10px 14px;border-left:5px solid #3f6ea8;background:#e9eff5}\
figure{margin:0}figure div{overflow:auto}figure label{padding-left:.4em}figure :checked~div img{max-width:none}\
img{display:block;max-width:100%;height:auto;margin:.6em 0;border-radius:4px;background:#f7f3e8}\
pre{white-space:pre-wrap;font:14px/1.45 ui-monospace,monospace;padding:12px;background:#f1ebdd;border-radius:4px;margin:0}\
pre+header{margin-top:1.6em}\
mark{color:inherit;background:#f4cfc9;text-decoration:underline wavy #b8423c}\
details{margin:.6em 0}summary{cursor:pointer}\
.dice{font-size:.86rem;color:#4c534f}\
@media (prefers-color-scheme:dark){body{color:#e8e6df;background:#191c1b}h2{border-color:#6e6655}.todo{background:#2d2723}.notice{background:#20272e}pre{background:#242827}mark{background:#5c2a26;text-decoration-color:#f09a90}.dice{color:#b6bab5}a{color:#9cc4ee}}";

/// The page with its pictures inside, for a browser.
pub fn page(page: &Page, images: &[Image]) -> String {
    let sources: Vec<(String, &str)> = images
        .iter()
        .map(|image| {
            let (kind, bytes) = match &image.svg {
                Some(svg) => ("svg+xml", svg.as_bytes()),
                None => ("png", image.png.as_slice()),
            };
            let data = BASE64_STANDARD.encode(bytes);
            (
                format!("data:image/{kind};base64,{data}"),
                image.alt.as_str(),
            )
        })
        .collect();
    draw(page, &sources)
}

/// The page with pictures from elsewhere: `cid:` of a mail's other parts.
pub fn draw(page: &Page, images: &[(String, &str)]) -> String {
    let mut out = String::with_capacity(32 * 1024);
    let put = &mut out;
    let _ = write!(
        put,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<header><h1>{}</h1>\n<p>{}</p></header>\n<main>\n",
        page.lang.code(),
        set(page.lang, &page.title),
        set(page.lang, &page.title),
        set(page.lang, &page.lead)
    );
    for section in ordered(page, !images.is_empty()) {
        put_section(put, page.lang, section, images);
    }
    put.push_str("</main>\n</body>\n</html>\n");
    out
}

/// A page that stands above another: its sections alone.
pub fn above(page: &Page) -> String {
    let mut out = String::new();
    for section in &page.sections {
        put_section(&mut out, page.lang, section, &[]);
    }
    out
}

fn put_section(put: &mut String, lang: Lang, section: &Section, images: &[(String, &str)]) {
    put.push_str("<section>\n");
    if !section.title.is_empty() {
        let _ = writeln!(put, "<h2>{}</h2>", set(lang, &section.title));
    }
    let mut open = "";
    for block in &section.blocks {
        let list = match block {
            Block::Todo(_) => "<ul class=\"todos\">",
            Block::Event(_) => "<ul>",
            Block::Row(_) | Block::Changed(_) | Block::Group(_) => "<ul class=\"rows\">",
            _ => "",
        };
        if list != open {
            if !open.is_empty() {
                put.push_str("</ul>\n");
            }
            put.push_str(list);
            open = list;
        }
        put_block(put, lang, block, images);
    }
    if !open.is_empty() {
        put.push_str("</ul>\n");
    }
    put.push_str("</section>\n");
}

/// The sections in their order; a picture comes before the list of what it shows.
fn ordered(page: &Page, pictures: bool) -> Vec<&Section> {
    let mut sections: Vec<&Section> = page.sections.iter().collect();
    let maps = |section: &&Section| {
        let mut blocks = section.blocks.iter();
        blocks.any(|block| matches!(block, Block::Maps { .. }))
    };
    if let Some(at) = sections.iter().position(maps)
        && pictures
        && at > 0
    {
        sections.swap(at - 1, at);
    }
    sections
}

fn put_block(out: &mut String, lang: Lang, block: &Block, images: &[(String, &str)]) {
    let set = |text: &str| set(lang, text);
    let _ = match block {
        Block::Text(text) => writeln!(out, "<p>{}</p>", set(text)),
        Block::Due(text) => writeln!(out, "<p class=\"due\">{}</p>", set(text)),
        Block::Todo(text) => writeln!(out, "<li class=\"todo\">{}</li>", set(text)),
        Block::Event(text) | Block::Row(text) => writeln!(out, "<li>{}</li>", set(text)),
        Block::Changed(text) => writeln!(out, "<li class=\"changed\">+ {}</li>", set(text)),
        Block::Group(text) => writeln!(out, "<li class=\"group\">{}</li>", set(text)),
        Block::Notice(text) => writeln!(out, "<p class=\"notice\">{}</p>", set(text)),
        Block::Roll(text) => writeln!(out, "<p class=\"dice\">{}</p>", escape(text)),
        Block::Said { text, note } => writeln!(
            out,
            "<p class=\"said\"><code>{}</code><br>{}</p>",
            escape(text),
            set(note)
        ),
        Block::Wrong { text, wrong, .. } => {
            let spans: Vec<(usize, usize)> = wrong.iter().map(|(span, _)| *span).collect();
            let notes: Vec<String> = wrong.iter().map(|(_, note)| set(note)).collect();
            writeln!(
                out,
                "<p class=\"said wrong\"><code>{}</code><br>{}</p>",
                marked(text, &spans),
                notes.join("<br>")
            )
        }
        Block::Form(lines) => {
            let text: Vec<String> = whole(lines).iter().map(|line| escape(line)).collect();
            writeln!(out, "<pre>{}</pre>", text.join("\n"))
        }
        Block::Maps {
            list,
            title,
            larger,
            ..
        } => {
            for (n, (source, alt)) in images.iter().enumerate() {
                let image = format!("<img src=\"{source}\" alt=\"{}\">", escape(alt));
                // A mail shows no boxes to tick, and opens its pictures by itself.
                let _ = if source.starts_with("data:") {
                    writeln!(
                        out,
                        "<figure><input type=\"checkbox\" id=\"near-{n}\"><label for=\"near-{n}\">{}</label><div>{image}</div></figure>",
                        escape(larger)
                    )
                } else {
                    writeln!(out, "{image}")
                };
            }
            let items: Vec<String> = list
                .iter()
                .map(|line| format!("<li>{}</li>", set(line)))
                .collect();
            writeln!(
                out,
                "<details><summary>{}</summary><ul class=\"rows\">{}</ul></details>",
                escape(title),
                items.join("\n")
            )
        }
    };
}

/// A line with some of its columns marked: on a telephone lines are broken, and carets would point elsewhere.
fn marked(line: &str, spans: &[(usize, usize)]) -> String {
    let mut out = String::new();
    let mut open = false;
    for (at, c) in line.chars().enumerate() {
        let inside = spans.iter().any(|(from, to)| (*from..*to).contains(&at));
        if inside != open {
            out.push_str(if inside { "<mark>" } else { "</mark>" });
            open = inside;
        }
        out.push_str(&escape(&c.to_string()));
    }
    if open {
        out.push_str("</mark>");
    }
    out
}

/// The lines of a form with its comments whole again: they were broken for a mail, and a telephone breaks them where it
/// must. What can be sent stays as it is.
fn whole(lines: &[String]) -> Vec<String> {
    let mark = |line: &str| -> usize {
        let blanks = line.strip_prefix('#').unwrap_or_default();
        blanks.len() - blanks.trim_start().len()
    };
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut above = "";
    for line in lines {
        let text = line.trim_start_matches('#').trim_start();
        let word = text.split(' ').next().unwrap_or_default();
        // A line was broken where the next word did not fit.
        let full = width_of(above) + 1 + width_of(word) > WIDE;
        match out.last_mut() {
            Some(last) if full && mark(line) > 0 && mark(line) == mark(above) => {
                last.push(' ');
                last.push_str(text);
            }
            _ => out.push(line.clone()),
        }
        above = line;
    }
    out
}

/// Text as it is set in a language: in French a mark that stands apart never begins a line.
fn set(lang: Lang, text: &str) -> String {
    let mut text = escape(text);
    if lang == Lang::Fr {
        for mark in APART {
            text = text.replace(&format!(" {mark}"), &format!("\u{a0}{mark}"));
        }
        text = text.replace("« ", "«\u{a0}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::whole;
    use crate::report::text::comment;

    #[test]
    fn comments_of_a_form_are_whole_again() {
        let long = "What do you place, build and repair? National Morale left after the upkeep of ships: Germany 17. (12.0)";
        let mut lines = comment("# ", long);
        assert_eq!(lines.len(), 2);
        lines.push(format!("#build: {}", "159 Inf, ".repeat(9)));
        lines.push("#repair: Ger TR 1".to_owned());
        lines.push("#   build: any of 159 Inf".to_owned());
        let kept = lines[2..].to_vec();
        assert_eq!(whole(&lines), [vec![format!("# {long}")], kept].concat());
    }
}
