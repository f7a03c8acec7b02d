//! Log and explain: every number term by term, every answer with its line, what each side saw.

use super::{folder, fought, ok, refused};
use fieldpost::orders::Lang;
use fieldpost::report::explain::{What, explain};

/// The entry of the last run.
fn last_run(game: &super::Game) -> i64 {
    let entries = game
        .entries()
        .expect("a journal")
        .map(|entry| entry.expect("whole"));
    let draws = entries.filter(|entry| entry.kind() == "draw");
    draws.map(|entry| entry.seq).max().expect("a run")
}

#[test]
fn a_run_is_explained_step_by_step() {
    let games = folder();
    let game = fought(games.path(), "why");
    let entry = last_run(&game);
    for (lang, name) in [(Lang::En, "run-en"), (Lang::Fr, "run-fr")] {
        let lines = explain(&game, &What::Entry(entry), lang).expect("explained");
        insta::assert_snapshot!(name, lines.join("\n"));
    }
}

#[test]
fn a_roll_names_its_terms_the_orders_before_it_and_its_proof() {
    let games = folder();
    let game = fought(games.path(), "why");
    let text = |label: &str| {
        let what = What::Roll(label.to_owned());
        explain(&game, &what, Lang::En).map(|lines| lines.join("\n"))
    };
    let whole = text("ambush").expect("the only roll of that name");
    insta::assert_snapshot!("roll-ambush", whole);
    assert!(whole.contains("the dice follow from it"), "{whole}");
    assert!(
        whole.contains("letter 3 of red-bot") && whole.contains("\"move Falke: narrows\""),
        "the order that led there, as it was written: {whole}"
    );
    let error = text("ambsh").expect_err("no such roll").to_string();
    assert!(
        error.contains("did you mean") && error.contains("/ambush"),
        "{error}"
    );
}

#[test]
fn a_unit_has_a_history_and_each_side_its_knowledge() {
    let games = folder();
    let game = fought(games.path(), "why");
    let unit = |name: &str| explain(&game, &What::Unit(name.to_owned()), Lang::En);
    let falke = unit("falke").expect("a ship").join("\n");
    insta::assert_snapshot!("unit-falke", falke);
    let error = unit("flake").expect_err("misspelt").to_string();
    assert!(error.contains("did you mean `Falke`?"), "{error}");
}

#[test]
fn entries_that_are_not_runs_are_told_too() {
    let games = folder();
    let mut game = fought(games.path(), "why");
    game.rule(
        "place coral at outer",
        "a misread letter",
        "anna",
        &super::call(0),
    )
    .expect("ruled");
    let ruling = game.now.journal.next - 1;
    let lines = explain(&game, &What::Entry(ruling), Lang::En).expect("explained");
    let text = lines.join("\n");
    assert!(
        text.contains("place coral at outer") && text.contains("blue alone"),
        "the referee reads what is sealed: {text}"
    );
    let first = explain(&game, &What::Entry(0), Lang::Fr).expect("explained");
    assert!(
        first.join("\n").contains("why : miniature/skerries"),
        "{first:?}"
    );
    let error = explain(&game, &What::Entry(999), Lang::En).expect_err("no such entry");
    assert!(
        error.to_string().contains("there are entries 0 to"),
        "{error}"
    );
}

#[test]
fn the_log_is_filtered_and_keeps_secrets() {
    let games = folder();
    drop(fought(games.path(), "why"));
    let games = games.path();
    let all = ok(games, &["log", "why", "--full"]);
    assert!(
        all.contains("lurk: narrows") || all.contains("lurk narrows"),
        "{all}"
    );
    assert!(all.contains("Hidden roll"), "{all}");
    let public = ok(games, &["log", "why"]);
    assert!(
        !public.contains("Hidden roll") && !public.contains("lurk"),
        "{public}"
    );
    let red = ok(games, &["log", "why", "--side", "red", "--full"]);
    assert!(
        !red.contains("takes up its position") && !red.contains("Hidden roll"),
        "{red}"
    );
    let one = ok(games, &["log", "why", "--phase", "1"]);
    assert!(
        one.contains("run 1 (entry 2)") && !one.contains("run 2 "),
        "{one}"
    );
    let step = ok(games, &["log", "why", "--phase", "t1/bid"]);
    assert!(step.contains("bid") && !step.contains("Falke"), "{step}");
    let french = ok(games, &["log", "why", "--lang", "fr"]);
    assert!(french.contains("résolution 1 (entrée 2)"), "{french}");
    refused(
        games,
        &["log", "why", "--phase", "t1/bif"],
        2,
        &["did you mean `t1/bid`?"],
    );
    refused(
        games,
        &["log", "why", "--phase", "99"],
        2,
        &["there are runs 1 to"],
    );
    refused(
        games,
        &["log", "why", "--side", "rde"],
        2,
        &["did you mean `red`?"],
    );
    refused(games, &["explain", "why", "roll"], 2, &["say which roll"]);
    refused(
        games,
        &["explain", "why", "rool", "x"],
        2,
        &["did you mean `roll`?"],
    );
    refused(
        games,
        &["explain", "why", "unit", "Flake"],
        2,
        &["did you mean `Falke`?"],
    );
}

/// A copy of a sample game that may be opened and marked.
fn sample<G: fieldpost::engine::game::Game>(
    name: &str,
) -> (tempfile::TempDir, fieldpost::store::keeper::Keeper<G>) {
    let store = folder();
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for file in ["journal.toml", "sealed.toml"] {
        let from = games.join(name).join(file);
        std::fs::copy(from, store.path().join(file)).expect("copied");
    }
    let keeper = fieldpost::store::keeper::Keeper::open(store.path(), Default::default());
    (store, keeper.expect("a game"))
}

/// The lines of a text in the order in which they must stand.
fn in_order(text: &str, lines: &[&str]) {
    let mut rest = text;
    for line in lines {
        let at = rest.find(line);
        let at = at.unwrap_or_else(|| panic!("`{line}` is missing or too early in:\n{text}"));
        rest = &rest[at + line.len()..];
    }
}

#[test]
fn why_did_i_lose_that_ship() {
    let (_store, game) = sample::<fieldpost::rules::Weserubung>("sample-weserubung");
    let unit = |name: &str, lang| {
        let what = What::Unit(name.to_owned());
        explain(&game, &what, lang).expect("explained").join("\n")
    };
    // When and where, the guns that hit, why it was this ship, and what became of it.
    in_order(
        &unit("Köln", Lang::En),
        &[
            "run 6 (entry 12), t1/naval-1: Turn 1, 9-12 April: Naval Phase",
            "Sea battle at 1206",
            "Köln, Königsberg and Ger TR 3 try to slip away at 1206, in vain. (8.5)",
            "Allies, round 2: 2 hits with guns. (8.4)",
            "York 1 of 4, hit",
            "+4  attack (8.4)",
            "Köln is lost for good (natural 1, the enemy's choice). (7.3)",
            "Now: not on the map.",
        ],
    );
    in_order(
        &unit("Lütjens", Lang::Fr),
        &["allies.guns = 9 1 1", "Perte définitive : Lütjens"],
    );
    // Of a letter of twelve lines only the one that led to the roll is shown.
    let what = What::Roll("t1/naval-1/sail-berwick/s0/battle/evasion/evade".to_owned());
    let roll = explain(&game, &what, Lang::En)
        .expect("explained")
        .join("\n");
    assert!(
        roll.contains("line 6: \"raid Berwick") && !roll.contains("line 7:"),
        "{roll}"
    );
    let error = explain(&game, &What::Roll("evade".to_owned()), Lang::En);
    let error = error.expect_err("many of that name").to_string();
    assert!(error.contains("is the name of 64 rolls"), "{error}");
    let error = explain(&game, &What::Unit("xyzzy".to_owned()), Lang::En);
    let error = error.expect_err("no such unit").to_string();
    assert!(error.contains("the nearest names are"), "{error}");
}

#[test]
fn why_was_that_battalion_overrun() {
    let (_store, game) = sample::<fieldpost::rules::MarketGarden>("sample-market-garden");
    let text = |name: &str| {
        let what = What::Unit(name.to_owned());
        explain(&game, &what, Lang::En)
            .expect("explained")
            .join("\n")
    };
    in_order(
        &text("1 Airlanding Light Regt"),
        &[
            "17/german-7/assault/6/german.attack = 4 5",
            "+4  point unit of Krafft 16 SS Bn (10.72/a)",
            "17/german-7/assault/6/allied.defence = 4 2",
            "+1  terrain (10.73/b)",
            "1 Airlanding Light Regt is eliminated. (10.5)",
        ],
    );
    in_order(
        &text("10 Para Bn"),
        &[
            "10 Para Bn, isolated, surrenders. (13.7)",
            "at most 4 (13.7)",
        ],
    );
}
