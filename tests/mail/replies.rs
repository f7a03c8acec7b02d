//! Answers as mail programs write them: what their writer wrote is read, what the programs add is cut.

use fieldpost::mail::text::{self, Why};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Habits {
    attribution: Vec<String>,
    introduction: Vec<String>,
    head: Vec<String>,
    program: Vec<String>,
    parting: Vec<String>,
    kept: Vec<String>,
}

fn habits() -> Habits {
    toml::from_str(include_str!("replies.toml")).expect("the habits of mail programs")
}

/// Orders that end with digits, as an attribution may begin.
const OWN: &str = "bid 2\nmove 3: 0510 1240\nraid greif: 2026";
const QUOTED: &str = "bid 3\nmove 4: 0610";

fn marked(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

/// All that is wrong, at once.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn check(&mut self, mail: &str, wanted: &str) {
        let (found, cuts) = text::trim(mail);
        if found.trim() != wanted.trim() {
            self.0.push(format!(
                "{mail}\n~~ is read as ~~\n{found}\n~~ cut ~~ {cuts:?}\n"
            ));
        }
    }

    fn none(self) {
        assert!(
            self.0.is_empty(),
            "{} wrong:\n{}",
            self.0.len(),
            self.0.join("\n=====\n")
        );
    }
}

#[test]
fn attributions_of_all_programs_are_cut() {
    let mut wrong = Wrong::default();
    for line in habits().attribution {
        for gap in ["\n\n", "\n"] {
            wrong.check(&format!("{OWN}{gap}{line}\n{}", marked(QUOTED)), OWN);
            wrong.check(&format!("{OWN}{gap}{line}\n\n{}", marked(QUOTED)), OWN);
            wrong.check(&format!("{OWN}{gap}{line}\n\n{QUOTED}\n"), OWN);
            wrong.check(
                &format!("{OWN}{gap}{}", marked(&format!("{line}\n{QUOTED}"))),
                OWN,
            );
        }
        // Those who answer below.
        wrong.check(&format!("{line}\n{}\n{OWN}\n", marked(QUOTED)), OWN);
        wrong.check(
            &format!("{line}\n\n{}{OWN}\n-- \nAnna\n", marked(QUOTED)),
            OWN,
        );
    }
    wrong.none();
}

/// Programs break the line of an attribution wherever it grows too long, and some of them at the marks of an address.
#[test]
fn attributions_are_cut_wherever_they_are_broken() {
    let mut wrong = Wrong::default();
    for line in habits().attribution {
        let whole = line.trim().replace('\n', " ");
        // With only a name on a line of its own nobody could know; those that are broken already are broken once.
        let broken = |mark: &str| -> Vec<String> {
            let places = whole.match_indices(mark).map(|(at, _)| at);
            // No program has lines much shorter than this.
            let columns = |at: usize| whole[..at].chars().count();
            let places = places.filter(|at| columns(*at) >= 32 && whole.len() - at >= 4);
            places
                .map(|at| format!("{}\n{}", &whole[..at], whole[at..].trim_start()))
                .collect()
        };
        for split in broken(" ").into_iter().chain(broken("<")) {
            // Titles have a line to themselves; this one writes no longer lines than its own.
            if line.starts_with(['-', '\u{2010}']) || line.contains("/Fleet/") {
                continue;
            }
            wrong.check(&format!("{OWN}\n\n{split}\n\n{}", marked(QUOTED)), OWN);
        }
        if let Some((before, address)) = whole.split_once(" <")
            && let Some((address, behind)) = address.split_once('>')
            && !address.contains('<')
        {
            for mail in [
                format!("{before}\n<{address}>{behind}"),
                format!("{before} <\n{address}>{behind}"),
                format!("{before} <mailto:{address}>{behind}"),
                format!("{before} <\nmailto:{address}>{behind}"),
                format!("{before} <{address}\n<mailto:{address}>>{behind}"),
                format!("{before}\n<\n{address}\n>{behind}"),
                format!("{before} [mailto:{address}]{behind}"),
                format!("{before} <{address}\n>{behind}"),
            ] {
                wrong.check(&format!("{OWN}\n\n{mail}\n\n{}", marked(QUOTED)), OWN);
                wrong.check(&format!("{OWN}\n\n{mail}\n\n{QUOTED}\n"), OWN);
            }
        }
    }
    wrong.none();
}

#[test]
fn short_introductions_count_above_a_quotation() {
    let mut wrong = Wrong::default();
    for line in habits().introduction {
        wrong.check(&format!("{OWN}\n\n{line}\n{}", marked(QUOTED)), OWN);
        wrong.check(&format!("{line}\n\n{}\n{OWN}\n", marked(QUOTED)), OWN);
        let words = format!("{OWN}\n{line}\n{QUOTED}");
        wrong.check(&words, &words);
    }
    wrong.none();
}

#[test]
fn heads_of_quoted_mails_are_cut() {
    let mut wrong = Wrong::default();
    for head in habits().head {
        for gap in ["\n\n", "\n", "\n\n\n\n"] {
            wrong.check(&format!("{OWN}{gap}{head}\n\n{QUOTED}\n"), OWN);
        }
        // A mail that was only sent on is read as it is.
        wrong.check(&format!("{head}\n\n{QUOTED}\n"), QUOTED);
    }
    wrong.none();
}

#[test]
fn what_programs_add_is_cut() {
    let mut wrong = Wrong::default();
    for line in habits().program {
        for mail in [
            format!("{OWN}\n\n{line}\n"),
            format!("{OWN}\n{line}"),
            format!("{OWN}\n\n-- \n{line}\n"),
            format!(
                "{OWN}\n\n{line}\n\nOn 18/11/2026 10:00, Bob Blue wrote:\n{}",
                marked(QUOTED)
            ),
            format!("{line}\n\n{OWN}"),
        ] {
            wrong.check(&mail, OWN);
        }
        let cuts = text::trim(&format!("{OWN}\n\n{line}\n")).1;
        if cuts.iter().all(|cut| cut.why != Why::Program) {
            wrong.0.push(format!("{line}: {cuts:?}"));
        }
    }
    wrong.none();
}

#[test]
fn what_stands_last_and_says_how_it_was_sent_is_cut() {
    let mut wrong = Wrong::default();
    for line in habits().parting {
        wrong.check(&format!("{OWN}\n\n{line}\n"), OWN);
        wrong.check(
            &format!(
                "{OWN}\n\n{line}\n\nOn 18/11/2026 10:00, Bob Blue wrote:\n{}",
                marked(QUOTED)
            ),
            OWN,
        );
        // In the middle of a letter, or right behind its words, they are its words.
        let words = format!("{OWN}\n{line}\n{OWN}");
        wrong.check(&words, &words);
    }
    wrong.none();
}

#[test]
fn what_players_write_is_kept() {
    let mut wrong = Wrong::default();
    for words in habits().kept {
        wrong.check(&words, &words);
        wrong.check(
            &format!(
                "{words}\n\nOn 18/11/2026 10:00, Bob Blue wrote:\n{}",
                marked(QUOTED)
            ),
            &words,
        );
        wrong.check(
            &format!("{OWN}\n{words}\n{OWN}"),
            &format!("{OWN}\n{words}\n{OWN}"),
        );
    }
    wrong.none();
}

/// Answers between quoted lines are words; what is quoted stays beside them, and is never read as orders.
#[test]
fn answers_between_quotations_are_kept() {
    let mail = "On 18/11/2026 10:00, Bob Blue wrote:\n> Will you wait?\nwait\n\n> And then?\nbid 2\n> Bob\n";
    let (found, _) = text::trim(mail);
    assert_eq!(found, "> Will you wait?\nwait\n\n> And then?\nbid 2");
}
