//! Answers as mail programs write them: what their writer wrote is read, what the programs add is cut.

use fieldpost::mail::text::{self, Why};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Habits {
    attribution: Vec<String>,
    introduction: Vec<String>,
    head: Vec<String>,
    program: Vec<String>,
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
