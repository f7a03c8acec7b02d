//! Every kind of letter the post writes, for every game and in both languages, as the player reads it; and the
//! deadline in the headline of his report.

use super::club::{ANNA, BOB, Club, Received};
use super::screen::{browser, look_at};

/// What changes from club to club: codes, and digests of a game.
fn settled(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let bare = word.trim();
        let parts: Vec<&str> = bare.split('-').collect();
        let code = parts.len() == 3 && parts.iter().all(|part| part.len() == 4);
        let digest = bare.trim_end_matches([',', '.', ':']);
        let digest = digest.len() >= 12 && digest.chars().all(|c| c.is_ascii_hexdigit());
        if code || digest {
            word.replace(bare, "CODE")
        } else {
            word.to_owned()
        }
    });
    words.collect()
}

/// A letter without its report, which has snapshots of its own.
fn letter(title: &str, mail: &Received) -> String {
    // Before it stand the game and a code.
    let (_, subject) = mail.subject.split_once("] ").expect("a subject");
    let lines = mail.text.lines();
    let end = |line: &&str| !["WHAT HAPPENED", "CE QUI S'EST PASSÉ"].contains(line);
    let head: Vec<&str> = lines.take_while(end).collect();
    settled(&format!(
        "~~ {title}\nSubject: {subject}\n\n{}\n",
        head.join("\n").trim_end()
    ))
}

/// A game is offered, joined, played by nobody until all are late; then its words are asked for.
fn letters_of(game: &str, sides: [&str; 2], ruling: &str) {
    let mut club = Club::files();
    // A few polls are enough, days apart: nothing is taken for an outage.
    let path = club.dir.path().join("fieldpost.toml");
    let config = std::fs::read_to_string(&path).expect("a file");
    assert!(config.contains("outage = \"6h\""), "{config}");
    let config = config.replace("outage = \"6h\"", "outage = \"60d\"");
    std::fs::write(path, config).expect("written");
    let seats = [format!("anna={}", sides[0]), format!("bob={}@fr", sides[1])];
    let mails = [format!("anna={ANNA}"), format!("bob={BOB}")];
    club.ok(&[
        "new", game, "--id", "first", "--secret", "club", "--seat", &seats[0], "--seat", &seats[1],
        "--mail", &mails[0], "--mail", &mails[1],
    ]);
    club.poll();
    let mut told = [String::new(), String::new()];
    let mut read = [0, 0];
    let mut tell = |club: &Club, title: &str| {
        for (n, address) in [ANNA, BOB].into_iter().enumerate() {
            let mails = club.mails_of(address);
            if let Some(mail) = mails.last().filter(|_| !title.is_empty()) {
                let new = mails.len() > read[n];
                let text = new.then(|| letter(title, mail));
                let none = || format!("~~ {title}: no mail\n");
                told[n].push_str(&text.unwrap_or_else(none));
                told[n].push('\n');
            }
            read[n] = mails.len();
        }
    };
    tell(&club, "the invitation");
    for address in [ANNA, BOB] {
        let invitation = club.last_of(address);
        let join = |line: &&str| line.starts_with("join ") || line.starts_with("rejoindre ");
        let line = invitation
            .text
            .lines()
            .find(join)
            .expect("a join line")
            .to_owned();
        club.reply(address, &line);
    }
    club.poll();
    tell(&club, "the first report");
    // Pictures take their time, and have tests of their own.
    club.reply(ANNA, "mail text\n");
    club.reply(BOB, "courrier texte\n");
    club.poll();
    tell(&club, "");
    let asked = club.ok(&["status", "first"]);
    let waits = |seat: &str| asked.contains(seat);
    let due = club.ok(&["report", "first", "--as", "anna"]);
    let words = if waits("anna") {
        "By Thursday 19"
    } else {
        "The answer that the game waits for is due by Thursday 19"
    };
    assert!(due.contains(words), "{asked}\n{due}");
    club.advance(60);
    club.poll();
    tell(&club, "the reminder");
    club.advance(15);
    club.poll();
    tell(&club, "the deadline has passed");
    club.ok(&["extend", "first", "2d", "--reason", "a holiday"]);
    club.ok(&["pause", "first", "--reason", "the referee is ill"]);
    club.poll();
    tell(&club, "put off, and paused");
    club.ok(&["resume", "first", "--reason", "he is well again"]);
    club.ok(&["ruling", "first", ruling, "--reason", "it was misread"]);
    club.ok(&["run", "first", "--late", "all"]);
    club.poll();
    tell(&club, "a ruling");
    let back = [
        "rewind",
        "first",
        "--run",
        "1",
        "--reason",
        "a typing error",
        "--by",
        "anna",
        "--yes",
    ];
    club.ok(&back);
    club.poll();
    tell(&club, "a rewind");
    club.reply(
        ANNA,
        "message bob: x\nguide\nrules 3.2\nrules 99\nmail zone Europe/Oslo\nnonsense",
    );
    club.reply(
        BOB,
        "message tous : Bonne chance !\nguide\nrègles 3.2\nabsent jusqu'au 2026-12-01\ncharabia",
    );
    club.poll();
    tell(&club, "words for the post");
    for (told, lang) in told.iter().zip(["en", "fr"]) {
        let name = game.replace('/', "-");
        insta::assert_snapshot!(format!("letters-{name}-{lang}"), told);
    }
}

#[test]
fn letters_of_the_miniature() {
    letters_of("miniature/skerries", ["red", "blue"], "fuel red to 3");
}

#[test]
fn letters_of_norway() {
    letters_of(
        "weserubung/campaign",
        ["germany", "allies,norway"],
        "level: nation norway to 45",
    );
}

#[test]
fn letters_of_the_corridor() {
    letters_of(
        "market-garden/basic",
        ["german", "allied"],
        "weather: overcast",
    );
}

/// The report says by when in his language and zone; that it is another's turn; that it is late; nothing if none runs.
#[test]
fn the_headline_of_a_report_tells_by_when() {
    let mut club = Club::files();
    club.begun("first");
    let report = |club: &Club, seat: &str| club.ok(&["report", "first", "--as", seat]);
    let head = |text: &str| text.lines().skip(4).take(4).collect::<Vec<_>>().join("\n");
    assert_eq!(
        head(&report(&club, "anna")),
        "WHAT YOU MUST DO NOW\n--------------------\nBy Thursday 19 November 2026, 20:00 (UTC):\n* In which order shall your reserves arrive? (1.3)"
    );
    assert!(report(&club, "bob").contains("\nD'ici au jeudi 19 novembre 2026 à 20h00 (UTC) :\n* "));
    let page = club.ok(&["report", "first", "--as", "anna", "--format", "html"]);
    assert!(page.contains("<p class=\"due\">By Thursday 19 November 2026, 20:00 (UTC):</p>"));
    // In his own zone.
    club.reply(ANNA, "mail zone Europe/Oslo\n");
    club.poll();
    assert!(report(&club, "anna").contains("By Thursday 19 November 2026, 21:00 (Europe/Oslo):"));
    // The referee puts it off: told before the next poll.
    club.ok(&["extend", "first", "1d", "--reason", "a holiday"]);
    assert!(report(&club, "anna").contains("By Friday 20 November"));
    // No deadline runs while the game is paused, nor for what was run by hand.
    club.ok(&["pause", "first", "--reason", "ill"]);
    assert!(!report(&club, "anna").contains("By Friday"));
    club.ok(&["resume", "first", "--reason", "well"]);
    club.poll();
    assert!(report(&club, "anna").contains("By Friday 20 November"));
    club.advance(110);
    assert!(report(&club, "anna").contains("The deadline has passed: it was Friday 20 November"));
    club.ok(&["run", "first", "--late", "all"]);
    assert!(!report(&club, "anna").contains("2026"));
    // Nor in a game without mail.
    club.ok(&[
        "new",
        "miniature/skerries",
        "--id",
        "other",
        "--seat",
        "anna=red",
        "--seat",
        "bob=blue",
    ]);
    club.ok(&["run", "other"]);
    let other = club.ok(&["report", "other", "--as", "anna"]);
    assert!(!other.contains("2026") && other.contains("WHAT YOU MUST DO NOW"));
}

/// A mail with a mistake receipt, a message and a report, as a page: on a telephone and on a desk, light and dark.
#[test]
fn a_mail_with_mistakes_is_legible_on_every_screen() {
    let Some(browser) = browser() else { return };
    let mut club = Club::files();
    club.begun("first");
    let long = "move falke via the outer road and then the narrows to the harbour, with greif and möwe, as fast as they can";
    club.reply(
        ANNA,
        &format!(
            "reserves mowe, heronn\n{long}\n{}\nreport\n",
            "x".repeat(120)
        ),
    );
    club.reply(
        BOB,
        &format!("message rouge : Attention !\nréserves dart, cresy\n{long}\nrapport\n"),
    );
    club.poll();
    for address in [ANNA, BOB] {
        let page = page_of(&club.last_of(address));
        let lead = page.find("<pre>").expect("a receipt") < page.find("<h1>").expect("a report");
        assert!(lead, "{page}");
        if let Ok(folder) = std::env::var("MAPS_OUT") {
            std::fs::write(format!("{folder}/{address}.html"), &page).expect("written");
        }
        for dark in [false, true] {
            let found = look_at(&browser, &[(&page, 360), (&page, 1200)], dark);
            let wanted =
                format!("scroll false; over ; images 1 broken 0; dark {dark}; legible true");
            assert_eq!(found, [wanted.clone(), wanted], "{address}");
        }
    }
}

/// The page of a mail, with its pictures put in as a mail program does.
fn page_of(mail: &Received) -> String {
    let mut page = String::new();
    let mut pictures: Vec<(String, String)> = Vec::new();
    let parsed = mailparse::parse_mail(mail.raw.as_bytes()).expect("a mail");
    for part in parsed.parts() {
        let body = part.get_body().unwrap_or_default();
        match part.ctype.mimetype.as_str() {
            "text/html" => page = body,
            "image/png" => {
                use mailparse::MailHeaderMap as _;
                let id = part
                    .headers
                    .get_first_value("content-id")
                    .unwrap_or_default();
                let id = id.trim_matches(['<', '>']).to_owned();
                let raw = match part.get_body_encoded() {
                    mailparse::body::Body::Base64(body) => {
                        String::from_utf8_lossy(body.get_raw()).into_owned()
                    }
                    _ => String::new(),
                };
                pictures.push((id, raw.split_whitespace().collect()));
            }
            _ => {}
        }
    }
    for (id, data) in pictures {
        page = page.replace(
            &format!("cid:{id}"),
            &format!("data:image/png;base64,{data}"),
        );
    }
    page
}
