//! Real letters, written by others: skipped with a notice where they are not at hand.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fieldpost::mail::text::{self, Reading};

/// No mail may take longer.
const LONGEST: Duration = Duration::from_millis(50);

fn corpora() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = std::env::var_os("FIELDPOST_CORPORA").map(PathBuf::from);
    let found = own
        .into_iter()
        .chain([root.join("../shared/corpora")])
        .find(|path| path.is_dir());
    if found.is_none() {
        println!("../shared/corpora is not here: real letters are not read");
    }
    found
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    files
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Pairs that are read otherwise on purpose.
const OTHERWISE: &[(&str, &str)] = &[];

#[test]
fn replies_are_cut_to_what_their_writer_wrote() {
    let Some(corpora) = corpora() else { return };
    let (mut all, mut right) = (0, 0);
    for path in files(&corpora.join("replies/emails"), "txt") {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let letter = std::fs::read_to_string(&path).expect("a letter");
        let expected = corpora.join("replies/trimmed").join(format!("{name}.txt"));
        let expected = std::fs::read_to_string(expected).expect("its trimmed form");
        let (found, cuts) = text::trim(&letter.replace("\r\n", "\n"));
        all += 1;
        if squeezed(&found) == squeezed(&expected) {
            right += 1;
            assert!(
                !OTHERWISE.iter().any(|(other, _)| *other == name),
                "{name} is right after all"
            );
        } else {
            let why = OTHERWISE.iter().find(|(other, _)| *other == name);
            println!("{name}: {}", why.map_or("NOT EXPLAINED", |(_, why)| why));
            if why.is_none() {
                println!("--- found\n{found}\n--- expected\n{expected}\n--- cut {cuts:?}\n");
            }
        }
    }
    println!("{right} of {all} as expected");
    assert_eq!(all - right, OTHERWISE.len(), "each miss is explained");
    assert!(right * 10 >= all * 9);
}

/// Readings that differ from the other parser's on purpose.
const DIFFERS: &[(&str, &str)] = &[
    (
        "malformed/001.eml",
        "a delimiter that nothing announced is text",
    ),
    (
        "malformed/003.eml",
        "a part without an end is read all the same",
    ),
    (
        "malformed/005.eml",
        "a boundary that looks like the end of another ends it",
    ),
    (
        "malformed/006.eml",
        "a part without an end is read all the same",
    ),
    (
        "malformed/008.eml",
        "the part behind a part without an end is read too",
    ),
    (
        "malformed/011.eml",
        "the parts behind a part without an end are read too",
    ),
    (
        "malformed/016.eml",
        "delimiters of parts that are closed are text",
    ),
    (
        "malformed/019.eml",
        "a line that is no header begins the text",
    ),
    (
        "thirdparty/005.eml",
        "a delimiter in the middle of a line is text",
    ),
    (
        "thirdparty/007.eml",
        "a mail that brings nothing but mails is read as these",
    ),
];

/// What the other parser read: subject, the plain texts it would show, and whether there is HTML among them.
fn other_reading(json: &Path) -> (String, String, bool) {
    let text = std::fs::read_to_string(json).expect("a reading");
    let root: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let parts = root["parts"].as_array().expect("parts");
    let subject = parts[0]["headers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|field| field["name"] == "subject")
        .find_map(|field| field["value"]["Text"].as_str())
        .unwrap_or_default();
    let mut texts = Vec::new();
    let mut html = false;
    for index in root["text_body"].as_array().into_iter().flatten() {
        let part = &parts[index.as_u64().expect("an index") as usize];
        texts.extend(part["body"]["Text"].as_str().map(str::to_owned));
        html |= part["body"]["Html"].is_string();
    }
    (subject.to_owned(), texts.join("\n"), html)
}

/// Whether two readings are the same, but for letters that the other parser could not read.
fn agree(ours: &str, theirs: &str) -> bool {
    let same = |(a, b): (char, char)| a == b || b == '\u{fffd}';
    ours.chars().count() == theirs.chars().count() && ours.chars().zip(theirs.chars()).all(same)
}

fn timed(bytes: &[u8], name: &str) -> Reading {
    // The best of three: other tests run beside this one.
    let mut best = Duration::MAX;
    let mut reading = Reading::default();
    for _ in 0..3 {
        let started = Instant::now();
        reading = text::read(bytes);
        best = best.min(started.elapsed());
    }
    assert!(best < LONGEST, "{name} took {best:?}");
    reading
}

#[test]
fn any_mail_is_read_as_another_parser_reads_it() {
    let Some(corpora) = corpora() else { return };
    let (mut compared, mut same) = (0, 0);
    let mut unexplained = Vec::new();
    for folder in ["legacy", "malformed", "rfc", "thirdparty"] {
        for path in files(&corpora.join("mime").join(folder), "eml") {
            let bytes = std::fs::read(&path).expect("a mail");
            for (ending, bytes) in [("json", bytes.clone()), ("crlf.json", crlf(&bytes))] {
                let name = format!(
                    "{folder}/{}",
                    path.file_name().expect("a name").to_string_lossy()
                );
                let reading = timed(&bytes, &name);
                let json = path.with_extension(ending);
                if !json.exists() {
                    continue;
                }
                let (subject, text, html) = other_reading(&json);
                compared += 1;
                let mut differs = Vec::new();
                if squeezed(&reading.subject) != squeezed(&subject) {
                    differs.push(format!("subject {:?} and {subject:?}", reading.subject));
                }
                // Where it leaves HTML as it is, we make words of it.
                let (ours, theirs) = (squeezed(&reading.whole), squeezed(&text.replace('\0', " ")));
                if !(agree(&ours, &theirs) || html && ours.contains(&theirs)) {
                    differs.push(format!("text\n{:?}\nand\n{text:?}", reading.whole));
                }
                let why = DIFFERS.iter().find(|(one, _)| *one == name);
                match (differs.is_empty(), why) {
                    (true, _) => same += 1,
                    (false, Some((_, why))) => println!("{name} ({ending}): {why}"),
                    (false, None) => {
                        unexplained.push(format!("{name} ({ending}): {}", differs.join("; ")));
                    }
                }
            }
        }
    }
    println!("{same} of {compared} readings agree");
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n\n"));
}

fn crlf(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() * 2);
    for byte in bytes {
        if *byte == b'\n' && out.last() != Some(&b'\r') {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}

/// Every mail of the corpora cut off at any place, and with any byte changed, is still read.
#[test]
fn torn_and_changed_mails_are_read() {
    let Some(corpora) = corpora() else { return };
    let mut read = 0;
    for folder in ["legacy", "malformed", "rfc", "thirdparty"] {
        for path in files(&corpora.join("mime").join(folder), "eml") {
            let bytes = std::fs::read(&path).expect("a mail");
            let step = (bytes.len() / 40).max(1);
            for at in (0..bytes.len()).step_by(step) {
                text::read(&bytes[..at]);
                let mut changed = bytes.clone();
                changed[at] = (at * 37 % 256) as u8;
                text::read(&changed);
                read += 2;
            }
        }
    }
    println!("{read} damaged mails were read");
}
