//! The page itself: what is in it, for whom, and that nothing else is.

use std::path::Path;

use fieldpost::board::Picture;
use fieldpost::engine::game::Game;
use fieldpost::engine::record::Step;
use fieldpost::engine::table::read_told;
use fieldpost::orders::Lang;
use fieldpost::report::dossier::{Tale, write};
use fieldpost::rules::Miniature;
use fieldpost::rules::miniature::Side;
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::Keeper;

/// A finished sample game in a folder of its own.
pub fn sample<G: Game>(name: &str) -> (tempfile::TempDir, Keeper<G>) {
    let store = tempfile::tempdir().expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name);
    for file in ["journal.toml", "sealed.toml"] {
        std::fs::copy(games.join(file), store.path().join(file)).expect("copied");
    }
    let keeper = Keeper::<G>::open(store.path(), Disk::default()).expect("a game");
    (store, keeper)
}

/// What stands in the page's data.
fn data(page: &str) -> serde_json::Value {
    let start = page.find("id=\"data\">").expect("data") + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").expect("its end");
    serde_json::from_str(&page[start..end]).expect("JSON")
}

#[test]
fn a_page_that_needs_nothing_from_outside() {
    let (_store, keeper) = sample::<Miniature>("sample-skerries");
    let tale = Tale::read(&keeper, true).expect("a tale");
    let page = write(&keeper.data, &tale, None, Lang::En);
    assert!(page.len() < 3_000_000);
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for mark in ["http:", "https:", "src=", "@import", "url(//", "fetch("] {
        assert!(!outside.contains(mark), "{mark}");
    }
    let data = data(&page);
    assert_eq!(data["reader"], serde_json::Value::Null);
    assert!(data["phases"].as_array().expect("phases").len() > 20);
    let proofs: Vec<i64> = data["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|event| event.get(9)?.get("d")?.as_array())
        .flatten()
        .map(|dice| dice[3].as_i64().expect("a proof"))
        .collect();
    assert!(proofs.len() > 10, "{} rolls", proofs.len());
    assert!(
        proofs.iter().all(|proof| *proof == 1),
        "all dice are proven"
    );
}

/// Events alone lead to the position that the game has: so the map is right at every moment.
#[test]
fn events_lead_to_the_last_position() {
    let (_store, keeper) = sample::<Miniature>("sample-skerries");
    let tale = Tale::read(&keeper, true).expect("a tale");
    let mut state = tale.first.clone();
    for step in tale.runs.iter().flat_map(|run| &run.steps) {
        if let Step::Told { event, open } = step {
            let told = read_told::<Miniature>(event, *open).expect("an event");
            Miniature::apply(&keeper.data, &mut state, &told.event);
        }
    }
    assert_eq!(state, keeper.now.state);
}

/// A die that the draw does not give is shown as such.
#[test]
fn a_false_die_is_not_proven() {
    let (_store, keeper) = sample::<Miniature>("sample-skerries");
    let mut tale = Tale::read(&keeper, true).expect("a tale");
    let mut rolls = tale.runs.iter_mut().flat_map(|run| &mut run.steps);
    let changed = rolls.find_map(|step| match step {
        Step::Roll {
            values,
            hidden: false,
            ..
        } => {
            values[0] = values[0] % 6 + 1;
            Some(())
        }
        _ => None,
    });
    assert!(changed.is_some());
    let page = write(&keeper.data, &tale, None, Lang::En);
    let failed = data(&page)["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|event| event.get(9)?.get("d")?.as_array())
        .flatten()
        .filter(|dice| dice[3] == 3)
        .count();
    assert_eq!(failed, 1);
}

/// Another game in which all that red may not know is different: the submarine's ways, blue's orders, hidden dice.
fn twin(tale: &Tale<Miniature>) -> Tale<Miniature> {
    let mut twin = Tale::<Miniature> {
        game: tale.game.clone(),
        over: tale.over,
        first: tale.first.clone(),
        runs: tale.runs.clone(),
        since: Vec::new(),
    };
    let red = |event: &str, open: bool| {
        let told = read_told::<Miniature>(event, open)?;
        told.seen_by(Side::Red).is_some().then_some(())
    };
    for run in &mut twin.runs {
        run.steps.retain(|step| match step {
            Step::Roll { hidden, .. } => !hidden,
            Step::Answer { .. } => false,
            Step::Told { event, open } => {
                red(event, *open).is_some() || !event.contains("ambush-missed")
            }
            _ => true,
        });
        for step in &mut run.steps {
            if let Step::Told { event, open } = step
                && red(event, *open).is_none()
                && event.contains("\"lurks\"")
            {
                let other = if event.contains("\"at\":3") {
                    "\"at\":4"
                } else {
                    "\"at\":3"
                };
                let start = event.find("\"at\":").expect("a place");
                let end = start + event[start..].find([',', '}']).expect("its end");
                event.replace_range(start..end, other);
            }
        }
    }
    twin
}

#[test]
fn red_is_shown_nothing_that_depends_on_what_he_may_not_know() {
    let (_store, keeper) = sample::<Miniature>("sample-skerries");
    let tale = Tale::read(&keeper, false).expect("a tale");
    let other = twin(&tale);
    let page = |tale: &Tale<Miniature>, side| write(&keeper.data, tale, side, Lang::Fr);
    let red = page(&tale, Some(Side::Red));
    assert!(
        red == page(&other, Some(Side::Red)),
        "red's dossiers differ"
    );
    // The test can fail: whoever sees the submarine sees the difference.
    assert!(page(&tale, Some(Side::Blue)) != page(&other, Some(Side::Blue)));
    assert!(page(&tale, None) != page(&other, None));
    let facts = data(&red);
    let names = facts["pieces"].to_string();
    assert!(
        names.contains("Falke") && !names.contains("Coral"),
        "{names}"
    );
}

/// In a game that goes on, a player's copy cannot prove hidden dice and the referee's can.
#[test]
fn a_picture_is_what_the_map_shows() {
    let (_store, keeper) = sample::<Miniature>("sample-skerries");
    let view = Miniature::view(&keeper.data, &keeper.now.state, Some(Side::Blue));
    let picture: Picture = Miniature::picture(&view);
    let tale = Tale::read(&keeper, false).expect("a tale");
    let facts = data(&write(&keeper.data, &tale, Some(Side::Blue), Lang::En));
    // All changes together give the counters that stand there now.
    let mut standing = std::collections::BTreeMap::new();
    let events = facts["events"].as_array().expect("events").iter();
    let closes = facts["phases"].as_array().expect("phases").iter();
    let mut changes = vec![facts["first"].clone()];
    let mut events = events.enumerate().peekable();
    let starts: Vec<u64> = closes
        .clone()
        .map(|phase| phase[2].as_u64().expect("a number"))
        .collect();
    for (n, phase) in closes.enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(u64::MAX);
        while let Some((_, event)) = events.next_if(|(index, _)| (*index as u64) < end) {
            changes.push(event.get(10).cloned().unwrap_or_default());
        }
        changes.push(phase[3].clone());
    }
    for change in changes {
        for gone in change[0].as_array().into_iter().flatten() {
            standing.remove(&gone.as_u64().expect("a number"));
        }
        let set = change[1].as_array().cloned().unwrap_or_default();
        for six in set.chunks(6) {
            standing.insert(six[0].as_u64().expect("a number"), six[1].as_i64());
        }
    }
    assert_eq!(standing.len(), picture.pieces.len());
}

/// Corrections stand where they were made, also those after the last run; what was voided is left out.
#[test]
fn corrections_stand_where_they_were_made() {
    use fieldpost::store::keeper::Grounds;
    use fieldpost::store::matches::{call, new_match};
    let store = tempfile::tempdir().expect("a folder");
    let setup = fieldpost::engine::game::Setup {
        scenario: "skerries".to_owned(),
        ..Default::default()
    };
    let new = new_match::<Miniature>("first", &setup, 26);
    let mut keeper = Keeper::<Miniature>::create(store.path(), Disk::default(), new).expect("made");
    let mut late = call(0);
    late.late = vec!["red".to_owned(), "blue".to_owned()];
    keeper.run(&call(0)).expect("a run");
    keeper
        .rule("fuel red to 3", "a leak in the tank", "anna", &call(0))
        .expect("ruled");
    keeper.run(&late).expect("a run");
    let why = Grounds {
        reason: "moving house",
        by: "bob",
    };
    keeper.pause(why, &call(0)).expect("paused");
    let tale = Tale::read(&keeper, false).expect("a tale");
    for side in [None, Some(Side::Red)] {
        let facts = data(&write(&keeper.data, &tale, side, Lang::En));
        let events = facts["events"].as_array().expect("events");
        let at = |word: &str| {
            let has = |event: &serde_json::Value| {
                event[2].as_str().is_some_and(|text| text.contains(word))
            };
            events
                .iter()
                .position(has)
                .unwrap_or_else(|| panic!("{word} is missing"))
        };
        assert!(at("a leak in the tank") < at("moving house"));
        assert_eq!(at("moving house"), events.len() - 1, "it came last");
    }
}
