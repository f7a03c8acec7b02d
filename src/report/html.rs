//! Pages as HTML: nothing from outside, legible on a telephone, in the dark and without pictures.

use std::fmt::Write as _;

use super::page::{Block, Image, Page};
use crate::draw::escape;

/// Colours follow the reader's wish; lines break rather than scroll.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0 auto;padding:16px;max-width:60rem;font:16px/1.5 system-ui,sans-serif;color:#1d2421;background:#fbf9f3;overflow-wrap:anywhere}\
h1{font-size:1.35rem;margin:0 0 4px}\
h2{font-size:1.02rem;letter-spacing:.04em;margin:1.8em 0 .5em;padding-bottom:3px;border-bottom:2px solid #8b7f66}\
ul{margin:0;padding-left:1.2em}\
li{margin:.25em 0}\
.todo{padding:10px 14px;border-left:5px solid #b8423c;background:#f3ecdc;list-style:none;margin:.4em 0}\
.rows{list-style:none;padding-left:0}\
.notice{padding:10px 14px;border-left:5px solid #3f6ea8;background:#e9eff5}\
img{display:block;max-width:100%;height:auto;margin:.6em 0;border-radius:4px;background:#f7f3e8}\
pre{white-space:pre-wrap;font:14px/1.45 ui-monospace,monospace;padding:12px;background:#f1ebdd;border-radius:4px;margin:0}\
details{margin:.6em 0}summary{cursor:pointer}\
.dice{font-size:.86rem;color:#4c534f}\
@media (prefers-color-scheme:dark){body{color:#e8e6df;background:#191c1b}h2{border-color:#6e6655}.todo{background:#2d2723}.notice{background:#20272e}pre{background:#242827}.dice{color:#b6bab5}a{color:#9cc4ee}}";

/// The page with its pictures inside, for a browser.
pub fn page(page: &Page, images: &[Image]) -> String {
    let sources: Vec<(String, &str)> = images
        .iter()
        .map(|image| {
            let data = base64(&image.png);
            (format!("data:image/png;base64,{data}"), image.alt.as_str())
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
        escape(&page.title),
        escape(&page.title),
        escape(&page.lead)
    );
    for section in &page.sections {
        let _ = write!(put, "<section>\n<h2>{}</h2>\n", escape(&section.title));
        let mut open = "";
        for block in &section.blocks {
            let list = match block {
                Block::Todo(_) | Block::Event(_) => "<ul>",
                Block::Row(_) => "<ul class=\"rows\">",
                _ => "",
            };
            if list != open {
                if !open.is_empty() {
                    put.push_str("</ul>\n");
                }
                put.push_str(list);
                open = list;
            }
            put_block(put, block, images);
        }
        if !open.is_empty() {
            put.push_str("</ul>\n");
        }
        put.push_str("</section>\n");
    }
    put.push_str("</main>\n</body>\n</html>\n");
    out
}

fn put_block(out: &mut String, block: &Block, images: &[(String, &str)]) {
    let _ = match block {
        Block::Text(text) => writeln!(out, "<p>{}</p>", escape(text)),
        Block::Todo(text) => writeln!(out, "<li class=\"todo\">{}</li>", escape(text)),
        Block::Event(text) | Block::Row(text) => writeln!(out, "<li>{}</li>", escape(text)),
        Block::Notice(text) => writeln!(out, "<p class=\"notice\">{}</p>", escape(text)),
        Block::Roll(text) => writeln!(out, "<p class=\"dice\">{}</p>", escape(text)),
        Block::Form(lines) => {
            let text: Vec<String> = lines.iter().map(|line| escape(line)).collect();
            writeln!(out, "<pre>{}</pre>", text.join("\n"))
        }
        Block::Maps { list, title, .. } => {
            for (source, alt) in images {
                let _ = writeln!(out, "<img src=\"{source}\" alt=\"{}\">", escape(alt));
            }
            let items: Vec<String> = list
                .iter()
                .map(|line| format!("<li>{}</li>", escape(line)))
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

/// Base64 of the standard alphabet.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |n: usize| u32::from(three.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let index = usize::try_from(bits >> (18 - 6 * n) & 63).unwrap_or(0);
            let letter = LETTERS.get(index).copied().unwrap_or(b'A');
            out.push(if n <= three.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_the_usual_one() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }
}
