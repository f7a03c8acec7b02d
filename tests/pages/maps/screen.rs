//! A real browser, and what it makes of a page.

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

/// What the browser makes of several pages, each in a frame of its own: a browser takes its time to start.
pub fn look_at(browser: &Path, pages: &[(&str, u32)], dark: bool) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("frame.html");
    let script = r#"
function rgb(text) { return text.match(/[0-9.]+/g).slice(0, 3).map(Number); }
function light(c) { const f = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4); }); return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; }
function ground(e) { for (; e; e = e.parentElement) { const c = e.ownerDocument.defaultView.getComputedStyle(e).backgroundColor; if (!/, 0\)$/.test(c) && c !== 'transparent') return rgb(c); } return [255, 255, 255]; }
function seen(frame) {
  const d = frame.contentDocument, w = d.defaultView, root = d.documentElement;
  d.querySelectorAll('details').forEach(e => e.open = true);
  const over = [...d.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1).map(e => e.tagName);
  const images = [...d.images].filter(i => !(i.complete && i.naturalWidth > 0)).length;
  const contrast = [...d.querySelectorAll('p,li,h1,h2,pre,summary')].map(e => { const a = light(rgb(w.getComputedStyle(e).color)), b = light(ground(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); });
  return '<p class="found">scroll ' + (root.scrollWidth > root.clientWidth) + '; over ' + over.join(',') + '; images ' + d.images.length + ' broken ' + images + '; dark ' + (light(ground(d.body)) < .2) + '; legible ' + (Math.min(...contrast) >= 4.5) + '</p>';
}
onload = () => { document.body.innerHTML = [...document.querySelectorAll('iframe')].map(seen).join(''); };"#;
    let frames: String = pages
        .iter()
        .map(|(page, wide)| {
            let page = page.replace('&', "&amp;").replace('"', "&quot;");
            format!("<iframe width=\"{wide}\" height=\"900\" srcdoc=\"{page}\"></iframe>")
        })
        .collect();
    let harness = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body><script>{script}</script>{frames}</body>"
    );
    std::fs::write(&file, harness).expect("written");
    let scheme = if dark { "0" } else { "1" };
    let out = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .args(["--virtual-time-budget=5000", "--window-size=1300,1000"])
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("a browser");
    let dom = String::from_utf8_lossy(&out.stdout).into_owned();
    let found = dom.split("<p class=\"found\">").skip(1);
    let found: Vec<String> = found
        .map(|rest| rest.split("</p>").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(found.len(), pages.len(), "{dom}");
    found
}
