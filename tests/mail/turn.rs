//! A whole turn by mail: invitation, joining, orders, a typo and its correction, standing orders, messages, a
//! reminder, a deadline, reports. The same by every route.

use std::path::Path;

use fieldpost::engine::bot::Style;
use fieldpost::engine::decision::Question;
use fieldpost::engine::game::Side as _;
use fieldpost::engine::seats::Seat;
use fieldpost::orders::{Lang, words};
use fieldpost::rules::Miniature;
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::Keeper;
use fieldpost::store::matches::letter;

use super::club::{ANNA, BOB, BOSS, Club, Route};

type Game = Keeper<Miniature>;

fn open(club: &Club, id: &str) -> Game {
    Keeper::open(&club.games().join(id), Disk::default()).expect("the game opens")
}

fn address(seat: &str) -> &'static str {
    if seat == "anna" { ANNA } else { BOB }
}

/// The reports of all runs, seat by seat.
fn reports(club: &Club, id: &str) -> String {
    let folder = club.games().join(id).join("reports");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("reports")
        .flatten()
        .map(|file| file.path())
        .collect();
    names.retain(|path| !path.to_string_lossy().contains("receipt"));
    names.sort();
    names
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a report"))
        .collect()
}

/// Plays turn one; gives the reports.
fn whole_turn(club: &mut Club, id: &str) -> String {
    club.begun(id);
    let welcome = club.last_of(ANNA);
    assert!(welcome.text.contains("Welcome"), "{}", welcome.text);
    assert!(
        welcome.text.contains("YOUR ORDERS"),
        "the report comes with it: {}",
        welcome.text
    );
    assert!(
        welcome.text.contains("Deadline: ") || club.route == Route::Pipe,
        "{}",
        welcome.text
    );
    assert!(club.last_of(BOB).text.contains("Bienvenue"));

    // A typo, and its correction.
    club.reply(ANNA, "Hello!\nreserves mowe, heronn\n");
    club.poll();
    let receipt = club.last_of(ANNA);
    assert!(receipt.text.starts_with("NOT COMPLETE"), "{}", receipt.text);
    assert!(receipt.text.contains("Did you mean"), "{}", receipt.text);
    club.reply(
        ANNA,
        "reserves mowe, heron\nmessage blue: Good luck,\n\nmessage referee: All is well here.\n",
    );
    club.poll();
    let receipt = club.last_of(ANNA);
    assert!(receipt.text.starts_with("COMPLETE"), "{}", receipt.text);
    assert!(receipt.text.contains("sent to Blue"), "{}", receipt.text);
    assert!(
        club.last_of(BOB).text.contains("| Good luck,"),
        "{}",
        club.last_of(BOB).text
    );
    assert!(
        club.last_of(BOSS).text.contains("anna writes"),
        "{}",
        club.last_of(BOSS).text
    );

    // Nobody hears twice of the same thing.
    let before = (club.mails_of(ANNA).len(), club.mails_of(BOB).len());
    club.poll();
    assert_eq!(
        before,
        (club.mails_of(ANNA).len(), club.mails_of(BOB).len())
    );

    // Bob lets the reminder come, then answers with a standing order.
    club.pass(60);
    let reminder = club.last_of(BOB);
    assert!(reminder.subject.contains("Rappel"), "{}", reminder.subject);
    assert_eq!(
        club.mails_of(ANNA).len(),
        before.0,
        "who has answered is not reminded"
    );
    club.poll();
    assert_eq!(
        club.mails_of(BOB).len(),
        before.1 + 1,
        "one reminder is enough"
    );
    club.reply(
        BOB,
        "Bonjour,\nréserves dart, cressy\nconsigne joue : non\n",
    );
    club.poll();
    let report = club.last_of(BOB);
    // What he was asked is answered, and the game asks something else: the first line is about that.
    assert!(
        report
            .text
            .starts_with("INCOMPLET : il manque encore : enchère"),
        "{}",
        report.text
    );
    assert!(
        report.text.contains("CE QUI S'EST PASSÉ"),
        "receipt and report are one mail: {}",
        report.text
    );
    assert_eq!(open(club, id).now.draw, 2);

    // Bob misses the next deadline: the bids are opened without him.
    club.reply(ANNA, "bid 2\n");
    club.poll();
    let asked = club.mails_of(BOB).len();
    club.pass(90);
    let game = open(club, id);
    assert!(game.now.draw >= 3, "the deadline has passed");
    drop(game);
    assert!(
        club.mails_of(BOB).len() >= asked + 3,
        "reminder, late, report"
    );

    // The rest of the turn, by whatever is legal.
    for _ in 0..60 {
        let game = open(club, id);
        if <Miniature as fieldpost::engine::game::Game>::turn(&game.now.state) > 1
            || !game.now.over.is_empty()
        {
            break;
        }
        let look = game.look().expect("questions");
        let mut letters = Vec::new();
        for seat in &game.now.seats {
            let open = game.open_for(&look, &seat.name);
            if !game.still_open(&seat.name).expect("it").is_empty() {
                letters.push((
                    seat.name.clone(),
                    letter::<Miniature>(
                        &game.data,
                        &look.state,
                        seat,
                        &open,
                        Style::Random,
                        5,
                        seat.lang,
                    ),
                ));
            }
        }
        drop(look);
        drop(game);
        for (seat, text) in letters {
            club.reply(address(&seat), &text);
        }
        club.poll();
    }
    let game = open(club, id);
    assert!(
        <Miniature as fieldpost::engine::game::Game>::turn(&game.now.state) > 1,
        "turn one is over"
    );
    drop(game);
    let found =
        fieldpost::store::verify::verify::<Miniature>(&club.games().join(id), &mut |_, _| ())
            .expect("it verifies");
    assert!(found.draws > 3);
    let talk = std::fs::read_to_string(club.games().join(id).join("sealed.toml")).expect("a log");
    assert_eq!(
        talk.matches("kind = \"talk\"").count(),
        2,
        "messages are part of the record"
    );
    reports(club, id)
}

fn by(route: Route) -> Option<String> {
    let mut club = Club::open(route)?;
    Some(whole_turn(&mut club, "first"))
}

#[test]
fn a_whole_turn_through_a_folder_and_again_alike() {
    let one = by(Route::Files).expect("files");
    let two = by(Route::Files).expect("files");
    assert_eq!(one, two);
}

#[test]
fn a_whole_turn_through_a_maildir() {
    assert_eq!(by(Route::Maildir), by(Route::Files));
}

#[test]
fn a_whole_turn_through_a_pipe() {
    by(Route::Pipe).expect("a pipe");
}

#[test]
fn a_whole_turn_through_dovecot_and_exim() {
    if let Some(found) = by(Route::Servers) {
        assert_eq!(
            Some(found),
            by(Route::Files),
            "the same letters give the same reports by every route"
        );
    }
}

/// What a player gets for a letter with a typo, head and body. The code is another one each time.
#[test]
fn the_answer_to_a_letter() {
    let mut club = Club::files();
    club.begun("first");
    club.reply(
        ANNA,
        "Hello!\nreserves mowe, heronn\nwait\nabsent until 2026-11-20\nmail zone Europe/Paris\n",
    );
    club.poll();
    let answer = club.last_of(ANNA);
    insta::with_settings!({filters => vec![
        (r"[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}", "[code]"),
        (r"\.[0-9a-f]{20}@", ".[hash]@"),
        (r"<\d+\.\d+@", "<[mail]@"),
    ]}, {
        insta::assert_snapshot!(answer.raw.replace("\r\n", "\n"));
    });
}

/// Text, HTML with the map inside, and the map as a drawing; text alone for who wishes it.
#[test]
fn a_report_has_all_forms() {
    let mut club = Club::files();
    club.begun("first");
    let kinds = |mail: &super::club::Received| {
        fn walk(part: &fieldpost::mail::text::Part<'_>, found: &mut Vec<String>) {
            found.push(part.kind.clone());
            part.kids.iter().for_each(|kid| walk(kid, found));
        }
        let mut found = Vec::new();
        walk(
            &fieldpost::mail::text::parse(mail.raw.as_bytes()),
            &mut found,
        );
        found
    };
    let welcome = club.last_of(ANNA);
    let expected = [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "image/svg+xml",
    ];
    assert_eq!(kinds(&welcome), expected);
    assert!(
        welcome.raw.contains("cid:map-0@fieldpost")
            || welcome.raw.contains("cid:map-0=40fieldpost"),
        "the picture is named"
    );
    // What we write ourselves, our own reader reads.
    assert!(
        welcome.text.contains("WHAT YOU MUST DO NOW"),
        "{}",
        welcome.text
    );
    club.reply(ANNA, "mail text\nreport\n");
    club.poll();
    assert_eq!(kinds(&club.last_of(ANNA)), ["text/plain"]);
}

/// Who plays a game in the test: its scenario, and which sides each of the two has.
struct Table {
    scenario: &'static str,
    anna: &'static str,
    bob: &'static str,
}

/// What each player who is asked would write, in his language; nothing once turn one is over.
fn bots<G: fieldpost::engine::game::Game>(folder: &Path) -> Vec<(String, String)> {
    let game = Keeper::<G>::open(folder, Disk::default()).expect("the game opens");
    if G::turn(&game.now.state) > 1 || !game.now.over.is_empty() {
        return Vec::new();
    }
    let look = game.look().expect("questions");
    let mut letters = Vec::new();
    for seat in &game.now.seats {
        let open = game.open_for(&look, &seat.name);
        if !game.still_open(&seat.name).expect("it").is_empty() {
            let text = if game.now.draw < LIVELY {
                letter::<G>(
                    &game.data,
                    &look.state,
                    seat,
                    &open,
                    Style::Random,
                    5,
                    seat.lang,
                )
            } else {
                quiet_letter::<G>(&game, &look.state, seat, &open)
            };
            letters.push((seat.name.clone(), text));
        }
    }
    assert!(!letters.is_empty(), "the game waits for nobody");
    letters
}

/// So many runs are played with ideas; a whole turn of them would take minutes.
const LIVELY: u64 = 4;

/// The letter of a player who lets things take their course.
fn quiet_letter<G: fieldpost::engine::game::Game>(
    game: &Keeper<G>,
    state: &G::State,
    seat: &Seat,
    open: &[&Question<G>],
) -> String {
    let mut text = String::new();
    for question in open {
        if seat.sides.len() > 1 {
            let word = if seat.lang == Lang::En { "as" } else { "pour" };
            text += word;
            text.push(' ');
            text += question.side.word().print(seat.lang);
            text.push('\n');
        }
        let view = G::view(&game.data, state, Some(question.side));
        let form = question.decision.form(&view);
        for line in words(&form, &question.decision.default(&view), seat.lang, &view) {
            text += &line;
            text.push('\n');
        }
    }
    text
}

/// Plays turn one of any game by mail between two players who write whatever is legal. The first of them makes a typo,
/// corrects it, leaves a standing order and writes to the others; then one lets a deadline pass.
fn turn_by_bots<G: fieldpost::engine::game::Game>(club: &mut Club, table: &Table) -> String {
    let id = "bots";
    club.ok(&[
        "new",
        table.scenario,
        "--id",
        id,
        "--secret",
        "club",
        "--seat",
        &format!("anna={}", table.anna),
        "--seat",
        &format!("bob={}@fr", table.bob),
        "--mail",
        &format!("anna={ANNA}"),
        "--mail",
        &format!("bob={BOB}"),
    ]);
    club.poll();
    for address in [ANNA, BOB] {
        let invitation = club.last_of(address).text;
        let join = |line: &&str| line.starts_with("join ") || line.starts_with("rejoindre ");
        club.reply(address, invitation.lines().find(join).expect("a join line"));
    }
    club.poll();
    let folder = club.games().join(id);
    let (first, right) = bots::<G>(&folder).remove(0);
    let (first, other) = match address(&first) {
        ANNA => (ANNA, BOB),
        _ => (BOB, ANNA),
    };
    let reaction = G::kinds().iter().find(|kind| kind.reaction);
    let word = reaction.expect("a reaction").word.id();
    // The first report came with pictures; the others would take most of the time.
    club.reply(other, "mail text\n");
    club.reply(
        first,
        &format!(
            "xyzzy the fleet\nmail text\nstanding {word}: default\nmessage all: We begin.\nmessage referee: I begin.\n"
        ),
    );
    club.poll();
    let answer = club.last_of(first).text;
    assert!(
        answer.starts_with("NOT COMPLETE") || answer.starts_with("INCOMPLET"),
        "{answer}"
    );
    assert!(answer.contains("xyzzy the fleet\n    n"), "{answer}");
    let noted = ["noted: standing ", "noté : consigne "];
    assert!(noted.iter().any(|text| answer.contains(text)), "{answer}");
    assert!(club.last_of(BOSS).text.contains("I begin."));
    assert!(club.last_of(other).text.contains("| We begin."));
    let letters = bots::<G>(&folder);
    club.reply(first, &right);
    club.poll();
    let answer = club.last_of(first).text;
    assert!(
        ["COMPLET", "NOT"]
            .iter()
            .any(|start| answer.starts_with(start)),
        "{answer}"
    );
    for (seat, text) in letters.iter().filter(|(seat, _)| address(seat) != first) {
        club.reply(address(seat), text);
    }
    club.poll();
    // Somebody is reminded, then late; the game goes on without him.
    let late = bots::<G>(&folder);
    let draw = runs::<G>(&folder);
    let before = club.mails_of(address(&late[0].0)).len();
    club.pass(50);
    let reminded = club.last_of(address(&late[0].0)).subject;
    assert!(
        reminded.contains("Reminder") || reminded.contains("Rappel"),
        "{reminded}"
    );
    club.pass(40);
    assert!(runs::<G>(&folder) > draw, "the deadline has passed");
    assert!(club.mails_of(address(&late[0].0)).len() >= before + 3);
    for _ in 0..300 {
        let letters = bots::<G>(&folder);
        if letters.is_empty() {
            break;
        }
        for (seat, text) in letters {
            club.reply(address(&seat), &text);
        }
        club.poll();
    }
    let game = Keeper::<G>::open(&folder, Disk::default()).expect("the game opens");
    assert!(G::turn(&game.now.state) > 1, "turn one is over");
    drop(game);
    fieldpost::store::verify::verify::<G>(&folder, &mut |_, _| ()).expect("it verifies");
    reports(club, id)
}

fn runs<G: fieldpost::engine::game::Game>(folder: &Path) -> u64 {
    let game = Keeper::<G>::open(folder, Disk::default()).expect("the game opens");
    game.now.draw
}

const WESERUBUNG: Table = Table {
    scenario: "weserubung/campaign",
    anna: "germany",
    bob: "allies,norway",
};

const MARKET_GARDEN: Table = Table {
    scenario: "market-garden/basic",
    anna: "allied",
    bob: "german",
};

/// Twice through the servers, with the same reports.
#[test]
fn a_turn_of_market_garden_through_dovecot_and_exim() {
    let play = || {
        let mut club = Club::open(Route::Servers)?;
        let found = club.ok(&["doctor"]);
        assert!(found.contains("All is well."), "{found}");
        Some(turn_by_bots::<fieldpost::rules::MarketGarden>(
            &mut club,
            &MARKET_GARDEN,
        ))
    };
    assert_eq!(play(), play());
}

fn weserubung(route: Route) -> Option<String> {
    let mut club = Club::open(route)?;
    Some(turn_by_bots::<fieldpost::rules::Weserubung>(
        &mut club,
        &WESERUBUNG,
    ))
}

/// Twice through the servers, with the same reports.
#[test]
fn a_turn_of_weserubung_through_dovecot_and_exim() {
    assert_eq!(weserubung(Route::Servers), weserubung(Route::Servers));
}

#[test]
fn a_turn_of_weserubung_through_a_maildir_and_a_pipe() {
    assert_eq!(weserubung(Route::Maildir), weserubung(Route::Pipe));
}
