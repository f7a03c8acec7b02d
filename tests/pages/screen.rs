//! A real browser, and what it makes of a page: the one way in which tests start it.

#![allow(dead_code, reason = "each test binary uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The browser; without one the tests say so and pass, but not where a change is judged.
pub fn browser() -> Option<PathBuf> {
    let found = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ]
    .iter()
    .map(PathBuf::from)
    .find(|path| path.exists());
    if found.is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "no Chromium: tests/run installs it"
        );
        eprintln!("no Chromium here: pages were not looked at");
    }
    found
}

/// Starts it with some arguments; gives what it prints.
fn chromium(browser: &Path, folder: &Path, args: &[String]) -> String {
    let out = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .args(args)
        .output()
        .expect("a browser");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// Writes a page into a folder; gives its address.
fn written(folder: &Path, name: &str, page: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, page).expect("written");
    format!("file://{}", file.display())
}

/// What a script found that works in a page as its reader does: the text of the element it leaves, `<pre id="found">`.
pub fn work_in(browser: &Path, page: &str, script: &str, (wide, high): (u32, u32)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let page = page.replace("</body>", &format!("<script>{script}</script></body>"));
    let args = [
        "--virtual-time-budget=60000".to_owned(),
        format!("--window-size={wide},{high}"),
        "--dump-dom".to_owned(),
        written(folder.path(), "work.html", &page),
    ];
    let dom = chromium(browser, folder.path(), &args);
    let found = dom.split("<pre id=\"found\">").nth(1).unwrap_or(&dom);
    let found = found.split("</pre>").next().unwrap_or_default();
    found
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&")
}

/// A page in a frame of fixed size: a window that prints what is in it and one that takes a picture differ in theirs.
pub fn framed(page: &str, (wide, high): (u32, u32)) -> String {
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body style=\"margin:0\">\
         <iframe width=\"{wide}\" height=\"{high}\" style=\"border:0\" srcdoc=\"{page}\"></iframe></body>"
    )
}

/// A picture of what the browser shows: its width, and three bytes for each dot.
pub fn picture_of(browser: &Path, page: &str, (wide, high): (u32, u32)) -> (usize, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let shot = folder.path().join("shot.png");
    let args = [
        "--virtual-time-budget=10000".to_owned(),
        format!("--window-size={wide},{high}"),
        format!("--screenshot={}", shot.display()),
        written(folder.path(), "shot.html", page),
    ];
    chromium(browser, folder.path(), &args);
    let file = std::io::BufReader::new(std::fs::File::open(&shot).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut dots = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut dots).expect("a frame");
    dots.truncate(frame.buffer_size());
    let each = frame.color_type.samples();
    let dots = dots.chunks(each).flat_map(|dot| dot[..3].to_vec());
    (
        usize::try_from(frame.width).expect("a width"),
        dots.collect(),
    )
}

/// A page as it goes to paper.
pub fn printed(browser: &Path, page: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let pdf = folder.path().join("print.pdf");
    let args = [
        "--virtual-time-budget=5000".to_owned(),
        format!("--print-to-pdf={}", pdf.display()),
        written(folder.path(), "print.html", page),
    ];
    chromium(browser, folder.path(), &args);
    std::fs::read(&pdf).expect("a print")
}

/// Looks through each frame: what is wider than the screen or broken within a word, and what is pale on its ground.
const LOOK: &str = r#"
function rgb(text) { return text.match(/[0-9.]+/g).slice(0, 3).map(Number); }
function bright(c) { const f = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4); }); return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; }
function ground(e) { for (; e; e = e.parentElement) { const c = e.ownerDocument.defaultView.getComputedStyle(e).backgroundColor; if (!/, 0\)$/.test(c) && c !== 'transparent') return rgb(c); } return [255, 255, 255]; }
const name = e => e.tagName + (e.id ? '#' + e.id : '') + (e.className ? '.' + e.className : '');
function broken(e) {
  const range = e.ownerDocument.createRange();
  return [...e.childNodes].filter(n => n.nodeType === 3).some(n => [...n.data.matchAll(/[\p{L}\p{N}]+/gu)].some(word => {
    range.setStart(n, word.index); range.setEnd(n, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1; }));
}
function seen(frame) {
  const d = frame.contentDocument, w = d.defaultView, root = d.documentElement;
  d.querySelectorAll('details').forEach(e => e.open = true);
  const outer = [...d.body.querySelectorAll('*')].filter(e => !e.closest('svg') && e.getClientRects().length);
  const wraps = e => { for (; e && e !== d.body; e = e.parentElement) if (w.getComputedStyle(e).overflowX !== 'visible') return true; return false; };
  const over = outer.filter(e => e.getBoundingClientRect().right > root.clientWidth + 1 && !wraps(e)).map(name)
    .concat(outer.filter(e => e.matches('button,label,h1,h2') && broken(e)).map(e => 'broken ' + name(e)));
  const images = [...d.images].filter(i => !(i.complete && i.naturalWidth > 0)).length;
  const words = outer.filter(e => e.matches('p,li,h1,h2,h3,pre,summary,button,label,output,a,textarea') && !e.disabled && (e.matches('textarea') ? e.value : e.textContent).trim());
  const pale = words.filter(e => { const a = bright(rgb(w.getComputedStyle(e).color)), b = bright(ground(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 4.5; });
  return '<p class="found">scroll ' + (root.scrollWidth > root.clientWidth) + '; over ' + over.join(',') + '; images ' + d.images.length + ' broken ' + images + '; dark ' + (bright(ground(d.body)) < .2) + '; legible ' + (pale.length ? 'false ' + pale.map(name).join(',') : 'true') + '</p>';
}
onload = () => { document.body.innerHTML = [...document.querySelectorAll('iframe')].map(seen).join(''); };"#;

/// What the browser makes of several pages, each in a frame of its own: a browser takes its time to start.
pub fn look_at(browser: &Path, pages: &[(&str, u32)], dark: bool) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let frames: String = pages
        .iter()
        .map(|(page, wide)| {
            let page = page.replace('&', "&amp;").replace('"', "&quot;");
            format!("<iframe width=\"{wide}\" height=\"900\" srcdoc=\"{page}\"></iframe>")
        })
        .collect();
    let harness = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body><script>{LOOK}</script>{frames}</body>"
    );
    let scheme = if dark { "0" } else { "1" };
    let args = [
        "--virtual-time-budget=5000".to_owned(),
        "--window-size=1300,1000".to_owned(),
        format!("--blink-settings=preferredColorScheme={scheme}"),
        "--dump-dom".to_owned(),
        written(folder.path(), "frame.html", &harness),
    ];
    let dom = chromium(browser, folder.path(), &args);
    let found = dom.split("<p class=\"found\">").skip(1);
    let found: Vec<String> = found
        .map(|rest| rest.split("</p>").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(found.len(), pages.len(), "{dom}");
    found
}
