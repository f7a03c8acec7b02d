//! Every other kind of page a player gets, in both languages and for every game: receipts of all sorts, help, previews.

use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::orders::Lang;
use fieldpost::report::preview::{EFFORT, preview};
use fieldpost::report::receipt::receipt;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, new_match};

/// A game in which nobody has answered anything, up to the step of this name.
fn game<G: Game>(store: &std::path::Path, scenario: &str, step: &str, lang: Lang) -> Keeper<G> {
    let setup = Setup {
        scenario: scenario.to_owned(),
        // In the Skerries red goes first, then, when nobody bids.
        switches: match scenario {
            "skerries" => vec![("tie".to_owned(), "red".to_owned())],
            _ => Vec::new(),
        },
        ..Setup::default()
    };
    let mut new = new_match::<G>("first", &setup, 26);
    for seat in &mut new.seats {
        seat.lang = lang;
    }
    let mut keeper = Keeper::<G>::create(store, Disk::default(), new).expect("a game");
    for n in 0..200 {
        let turn = keeper.run(&call(n)).expect("a run");
        assert!(!matches!(turn, Turn::Over), "the step {step} never came");
        let mut waits = keeper.now.waits.iter();
        if waits.any(|wait| wait.key.starts_with(step)) {
            return keeper;
        }
        let mut late = call(n);
        late.late = G::Side::ALL
            .iter()
            .map(|side| side.id().to_owned())
            .collect();
        keeper.run(&late).expect("a run");
    }
    panic!("the step {step} never came");
}

/// The letters of one seat: title, language by language the words.
struct Letters<'l> {
    seat: &'l str,
    all: &'l [(&'l str, [&'l str; 2])],
    previews: &'l [(&'l str, [&'l str; 2])],
}

/// A letter and what is said of it, under a title.
fn headed(title: &str, letter: &str, said: &str) -> String {
    format!("~~ {title}\n{letter}\n\n{said}\n")
}

fn answers<G: Game>(scenario: &str, step: &str, letters: &Letters<'_>) {
    for lang in Lang::ALL {
        let store = tempfile::tempdir().expect("a folder");
        let mut keeper = game::<G>(store.path(), scenario, step, lang);
        let seat = keeper.now.seat(letters.seat).expect("a seat").clone();
        let own = usize::from(lang == Lang::Fr);
        let mut told = String::new();
        for (title, text) in letters.previews {
            let shown = preview(&keeper, &seat, text[own], EFFORT).expect("a preview");
            told += &headed(title, text[own], &shown);
        }
        insta::assert_snapshot!(format!("previews-{}-{}", G::NAME, lang.code()), told);
        let mut told = String::new();
        for (title, text) in letters.all {
            let taken = keeper
                .submit(&seat.name, text[own], "", &call(900))
                .expect("taken");
            let said = receipt(&keeper, &seat, &taken).expect("a receipt");
            let wide = said
                .lines()
                .find(|line| line.chars().count() > 72 && !line.starts_with('#'));
            // What he wrote is told as he wrote it.
            assert!(
                wide.is_none_or(|line| text[own].contains(line.trim())),
                "{title}: {wide:?}"
            );
            assert!(!said.contains("{{"), "{title}: {said}");
            told += &headed(title, text[own], &said);
        }
        // Who is not asked is told so.
        let mut others = keeper.now.seats.iter();
        let idle = others.find(|seat| !keeper.now.asked().contains(&seat.name));
        let idle = idle.expect("somebody who waits").clone();
        let taken = keeper.submit(&idle.name, NOTHING[own], "", &call(901));
        let said = receipt(&keeper, &idle, &taken.expect("taken")).expect("a receipt");
        told += &headed("of one who is not asked", NOTHING[own], &said);
        insta::with_settings!({filters => vec![(r"[0-9a-f]{12,64}", "DIGEST")]}, {
            insta::assert_snapshot!(format!("receipts-{}-{}", G::NAME, lang.code()), told);
        });
    }
}

const NOTHING: [&str; 2] = [
    "Dear referee,\nI shall think about it.",
    "Cher arbitre,\nj'y réfléchis.",
];

#[test]
fn answers_of_the_miniature() {
    answers::<Miniature>(
        "skerries",
        "t1/first",
        &Letters {
            seat: "red-bot",
            all: &[
                ("nothing that can be read", NOTHING),
                (
                    "for later only",
                    [
                        "standing intercept: none\nbid 2",
                        "consigne intercepte : aucun\nenchère 2",
                    ],
                ),
                (
                    "with mistakes",
                    [
                        "move falke to narows\nmove anson to outer\nmove greif to harbour",
                        "déplace falke vers narows\ndéplace anson vers outer\ndéplace greif vers harbour",
                    ],
                ),
                (
                    "accepted",
                    [
                        "move falke via outer to narrows",
                        "déplace falke via outer vers narrows",
                    ],
                ),
                ("help and status", ["help\nstatus", "aide\nétat"]),
                ("taken back", ["retract", "annule"]),
            ],
            previews: &[
                (
                    "legal",
                    [
                        "move falke via outer to narrows",
                        "déplace falke via outer vers narrows",
                    ],
                ),
                (
                    "wrong",
                    ["move falke to narows", "déplace falke vers narows"],
                ),
            ],
        },
    );
}

#[test]
fn answers_of_norway() {
    answers::<Weserubung>(
        "campaign",
        "t2/air-1",
        &Letters {
            seat: "germany-bot",
            all: &[
                ("nothing that can be read", NOTHING),
                (
                    "for later only",
                    ["standing intercept: none", "consigne intercepte : aucun"],
                ),
                (
                    "with mistakes",
                    [
                        "strike he111 1 to Solla with bf109 1 on aircraft\nfly ju52 1 to Narvik\nstrike spitfire to Oslo",
                        "frappe he111 1 vers Solla avec bf109 1 contre avions\nvole ju52 1 vers Narvik\nfrappe spitfire vers Oslo",
                    ],
                ),
                (
                    "accepted",
                    [
                        "strike he111 1 to Sola with bf109 1 on aircraft",
                        "frappe he111 1 vers Sola avec bf109 1 contre avions",
                    ],
                ),
                ("status", ["status", "état"]),
            ],
            previews: &[
                (
                    "legal",
                    [
                        "strike he111 1 to Sola with bf109 1 on aircraft",
                        "frappe he111 1 vers Sola avec bf109 1 contre avions",
                    ],
                ),
                (
                    "wrong",
                    ["strike he111 1 to Solla", "frappe he111 1 vers Solla"],
                ),
            ],
        },
    );
}

#[test]
fn answers_of_the_corridor() {
    answers::<MarketGarden>(
        "basic",
        "17/allied-1",
        &Letters {
            seat: "allied-bot",
            all: &[
                ("nothing that can be read", NOTHING),
                (
                    "for later only",
                    ["standing losses: default", "consigne pertes : defaut"],
                ),
                (
                    "with mistakes",
                    [
                        "activate 37\nmove us-505-9: 38\nassault 99\nseize 37-61",
                        "active-zone 37\ndéplace us-505-9 : 38\nassaut 99\nprends 37-61",
                    ],
                ),
                (
                    "accepted",
                    [
                        "activate 37\nmove us-505-1: 38\nassault 38: point us-505-1 guns us-376",
                        "active 37\ndéplace us-505-1 : 38\nassaut 38 : point us-505-1 canons us-376",
                    ],
                ),
                ("status", ["status", "état"]),
            ],
            previews: &[
                (
                    "legal",
                    [
                        "activate 37\nmove us-505-1: 38\nassault 38: point us-505-1 guns us-376",
                        "active 37\ndéplace us-505-1 : 38\nassaut 38 : point us-505-1 canons us-376",
                    ],
                ),
                (
                    "wrong",
                    ["activate 54\nassault 99", "active-zone 54\nassaut 99"],
                ),
            ],
        },
    );
}
