//! What is enclosed in the text itself: files as uuencode, yEnc or BinHex, and the armour of PGP.

use super::trim::{Cut, Why};

/// How an enclosure ends.
enum End {
    /// With this line, or one that begins with it.
    Line(&'static str),
    /// With a blank line: the head of a signed text.
    Blank,
}

/// An enclosure that begins with a line, by what ends it; and why it is not read.
fn begins(line: &str) -> Option<(End, Why)> {
    let word = |line: &str| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    if let Some(rest) = line
        .strip_prefix("begin ")
        .or_else(|| line.strip_prefix("begin-base64 "))
    {
        let mode = word(rest);
        let numbers = mode.len() >= 3 && mode.bytes().all(|byte| (b'0'..=b'7').contains(&byte));
        let end = if line.starts_with("begin-") {
            "===="
        } else {
            "end"
        };
        return (numbers && rest.contains(' ')).then_some((End::Line(end), Why::Attachment));
    }
    if line.starts_with("=ybegin ") {
        return Some((End::Line("=yend"), Why::Attachment));
    }
    if line.starts_with("(This file must be converted with BinHex") {
        return Some((End::Line(":"), Why::Attachment));
    }
    match line.trim_end() {
        "-----BEGIN PGP SIGNED MESSAGE-----" => Some((End::Blank, Why::Program)),
        "-----BEGIN PGP SIGNATURE-----" => {
            Some((End::Line("-----END PGP SIGNATURE-----"), Why::Program))
        }
        "-----BEGIN PGP PUBLIC KEY BLOCK-----" => Some((
            End::Line("-----END PGP PUBLIC KEY BLOCK-----"),
            Why::Attachment,
        )),
        "-----BEGIN PGP MESSAGE-----" => {
            Some((End::Line("-----END PGP MESSAGE-----"), Why::Attachment))
        }
        _ => None,
    }
}

/// The text without what is enclosed in it. What has no end is no enclosure.
pub(super) fn take_out(text: &str) -> (String, Vec<Cut>) {
    let lines: Vec<&str> = text.lines().collect();
    let mut cuts = Vec::new();
    let mut out: Vec<&str> = Vec::with_capacity(lines.len());
    let mut signed = false;
    // Ends that do not come any more.
    let mut missing: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let found = begins(lines[at]).and_then(|(end, why)| {
            let last = match end {
                End::Line(last) => last,
                End::Blank => "",
            };
            if missing.contains(&last) {
                return None;
            }
            let found = lines[at + 1..].iter().position(|line| match end {
                // BinHex begins and ends with a colon, on one line or on many.
                End::Line(":") => line.trim_end().ends_with(':'),
                End::Line(last) => {
                    line.trim_end() == last || last == "=yend" && line.starts_with(last)
                }
                End::Blank => line.trim().is_empty(),
            });
            if found.is_none() {
                missing.push(last);
            }
            Some((found? + 2, why, last.is_empty()))
        });
        match found {
            Some((length, why, head)) => {
                signed |= head;
                let shown = match why {
                    Why::Attachment => lines[at].to_owned(),
                    _ => lines[at..at + length].join("\n"),
                };
                cuts.push(Cut {
                    why,
                    text: shown.trim_end().to_owned(),
                });
                at += length;
            }
            None => {
                // In a signed text a dash at the beginning of a line has another before it.
                let line = lines[at];
                out.push(
                    line.strip_prefix("- ")
                        .filter(|rest| signed && rest.starts_with('-'))
                        .unwrap_or(line),
                );
                at += 1;
            }
        }
    }
    if cuts.is_empty() {
        return (text.to_owned(), cuts);
    }
    (out.join("\n"), cuts)
}

#[cfg(test)]
mod tests {
    use super::take_out;

    #[test]
    fn files_and_armour_are_taken_out() {
        let (text, cuts) = take_out("bid 2\nbegin 644 map.gif\n#0V%T\n`\nend\nwait");
        assert_eq!((text.as_str(), cuts.len()), ("bid 2\nwait", 1));
        let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nbid 2\n- -- 3\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n";
        assert_eq!(take_out(signed).0, "bid 2\n-- 3");
        // Words that only look like it.
        let words = "begin 644 the attack\nmove x";
        assert_eq!(take_out(words).0, words);
    }
}
