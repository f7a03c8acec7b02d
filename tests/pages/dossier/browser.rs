//! The dossier in a real browser: slider, filters, search, links, languages, keys, print.

use std::path::{Path, PathBuf};
use std::process::Command;

use fieldpost::engine::game::Game;
use fieldpost::orders::Lang;
use fieldpost::report::dossier::dossier;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};

use super::page::sample;

/// The browser; without one the tests say so and pass, but not where a change is judged.
fn browser() -> Option<PathBuf> {
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
        eprintln!("no Chromium here: the dossier was not looked at");
    }
    found
}

fn chromium(browser: &Path, folder: &Path, args: &[String]) -> String {
    let out = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
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

/// Works in the page as a reader does, and writes down what came of it.
const READER: &str = include_str!("reader.js");

const EXPECTED: &str = "slider true
right true
down true
kind true
side true
place true
unit true
search true
nothing true
escape true
link true
proof proof holds true
proof in short true
lamps true
phase true
in sight true
crossed out true
strip true
overview true
overview moves true
pan true
focus true
focus on chips true
print true
wrong link true
language fr true
nearer true
whole true
stack true
only true
outside 0
named true";

/// What a reader found in a page.
fn read(browser: &Path, folder: &Path, page: &str) -> String {
    let file = folder.join("read.html");
    let page = page.replace("</body>", &format!("<script>{READER}</script></body>"));
    std::fs::write(&file, page).expect("written");
    let args = [
        "--virtual-time-budget=20000".to_owned(),
        "--window-size=1200,900".to_owned(),
        "--dump-dom".to_owned(),
        format!("file://{}", file.display()),
    ];
    let dom = chromium(browser, folder, &args);
    let found = dom.split("<pre id=\"found\">").nth(1).unwrap_or(&dom);
    found.split("</pre>").next().unwrap_or_default().to_owned()
}

/// Whether anything is wider than the screen, or cannot be read on its ground.
fn look(browser: &Path, folder: &Path, page: &str, wide: u32, dark: bool) -> String {
    let script = r#"
function rgb(text) { return text.match(/[0-9.]+/g).slice(0, 3).map(Number); }
function bright(c) { const f = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4); }); return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; }
function ground(e) { for (; e; e = e.parentElement) { const c = e.ownerDocument.defaultView.getComputedStyle(e).backgroundColor; if (!/, 0\)$/.test(c) && c !== 'transparent') return rgb(c); } return [255, 255, 255]; }
onload = () => {
  const d = document.querySelector('iframe').contentDocument, w = d.defaultView, root = d.documentElement;
  const outer = [...d.body.querySelectorAll('*')].filter(e => !e.closest('svg'));
  const over = outer.filter(e => e.getBoundingClientRect().right > root.clientWidth + 1).map(e => e.tagName + '.' + e.className);
  const words = [...d.querySelectorAll('p,li,h1,h2,button,label,output,summary,a')].filter(e => e.getClientRects().length && e.textContent.trim() && !e.disabled);
  const pale = words.filter(e => { const a = bright(rgb(w.getComputedStyle(e).color)), b = bright(ground(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 4.5; }).map(e => e.tagName + '.' + e.className);
  document.body.innerHTML = '<pre id="found">scroll ' + (root.scrollWidth > root.clientWidth) + '; over ' + over.join(',') + '; dark ' + (bright(ground(d.body)) < .2) + '; pale ' + pale.join(',') + '</pre>';
};"#;
    let harness = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body><script>{script}</script>\
         <iframe width=\"{wide}\" height=\"900\" srcdoc=\"{}\"></iframe></body>",
        page.replace('&', "&amp;").replace('"', "&quot;")
    );
    let file = folder.join("frame.html");
    std::fs::write(&file, harness).expect("written");
    let scheme = if dark { "0" } else { "1" };
    let args = [
        "--virtual-time-budget=5000".to_owned(),
        "--window-size=1300,1000".to_owned(),
        format!("--blink-settings=preferredColorScheme={scheme}"),
        "--dump-dom".to_owned(),
        format!("file://{}", file.display()),
    ];
    let dom = chromium(browser, folder, &args);
    let found = dom.split("<pre id=\"found\">").nth(1).unwrap_or(&dom);
    found.split("</pre>").next().unwrap_or_default().to_owned()
}

/// A reader gets about in the dossier of a sample game; gives the page.
fn gets_about<G: Game>(browser: &Path, folder: &Path, name: &str) -> String {
    let (_store, keeper) = sample::<G>(name);
    let page = dossier(&keeper, None, Lang::En).expect("a dossier");
    assert!(page.len() < 3_000_000, "{name}: {} bytes", page.len());
    let found = read(browser, folder, &page);
    let (phases, rest) = found.split_once('\n').unwrap_or_default();
    assert!(phases.starts_with("phases "), "{name}: {found}");
    assert_eq!(rest, EXPECTED, "{name}");
    page
}

/// The page of a sample game: a reader gets about in it, it fits every screen, by day and by night, and goes to paper.
fn is_looked_at<G: Game>(name: &str) {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let page = gets_about::<G>(&browser, folder.path(), name);
    for (wide, dark) in [(360, true), (1200, false)] {
        assert_eq!(
            look(&browser, folder.path(), &page, wide, dark),
            format!("scroll false; over ; dark {dark}; pale "),
            "{name}: {wide} pixels"
        );
    }
    let pdf = folder.path().join("print.pdf");
    let file = folder.path().join("print.html");
    std::fs::write(&file, &page).expect("written");
    let args = [
        "--virtual-time-budget=5000".to_owned(),
        format!("--print-to-pdf={}", pdf.display()),
        format!("file://{}", file.display()),
    ];
    chromium(&browser, folder.path(), &args);
    let pdf = std::fs::read(&pdf).expect("a print");
    assert!(pdf.starts_with(b"%PDF"), "{name} can be printed");
}

#[test]
fn the_skerries() {
    is_looked_at::<Miniature>("sample-skerries");
}

#[test]
fn the_campaign_in_norway() {
    is_looked_at::<Weserubung>("sample-weserubung");
}

#[test]
fn the_road_to_arnhem() {
    is_looked_at::<MarketGarden>("sample-market-garden");
}
