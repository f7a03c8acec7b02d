//! The preview as a player gets it: legal or not, ways, odds; nothing kept, nothing leaked.

use std::path::Path;

use fieldpost::engine::bot::Rng;
use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::mail::wishes::{Wish, take};
use fieldpost::report::preview::{EFFORT, preview};
use fieldpost::rules::miniature::Side;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, new_match};

fn setup(scenario: &str) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        // In the Skerries red goes first, then, when nobody bids.
        switches: match scenario {
            "skerries" => vec![("tie".to_owned(), "red".to_owned())],
            _ => Vec::new(),
        },
        ..Setup::default()
    }
}

/// A game in which nobody has answered anything, up to the step of this name.
fn game<G: Game>(store: &Path, scenario: &str, step: &str) -> Keeper<G> {
    let new = new_match::<G>("first", &setup(scenario), 26);
    let mut keeper = Keeper::<G>::create(store, Disk::default(), new).expect("a game");
    for n in 0..200 {
        let waits = match keeper.run(&call(n)).expect("a run") {
            Turn::Waits(_) => true,
            Turn::Ran(_) => !keeper.now.waits.is_empty(),
            other => panic!("{other:?}"),
        };
        if waits
            && keeper
                .now
                .waits
                .iter()
                .any(|wait| wait.key.starts_with(step))
        {
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

fn files(keeper: &Keeper<impl Game>) -> Vec<Vec<u8>> {
    ["journal.toml", "sealed.toml", "secrets.toml"]
        .iter()
        .map(|file| std::fs::read(keeper.folder.join(file)).expect("a file"))
        .collect()
}

fn shown<G: Game>(keeper: &Keeper<G>, seat: &str, text: &str) -> String {
    let before = files(keeper);
    let seat = keeper.now.seat(seat).expect("a seat").clone();
    let shown = preview(keeper, &seat, text, EFFORT).expect("a preview");
    assert!(before == files(keeper), "a preview keeps nothing");
    shown
}

#[test]
fn of_the_miniature() {
    let store = tempfile::tempdir().expect("a folder");
    let keeper = game::<Miniature>(store.path(), "skerries", "t1/first");
    let legal = shown(&keeper, "red-bot", "move falke via outer to narrows");
    insta::assert_snapshot!("preview-miniature", legal);
    let wrong = shown(
        &keeper,
        "red-bot",
        "move falke via outer to narows\nmove anson to outer",
    );
    insta::assert_snapshot!("preview-wrong", wrong);
    let nothing = shown(&keeper, "blue-bot", "intercept falke: anson");
    assert!(nothing.contains("No line answers a question"), "{nothing}");
}

#[test]
fn of_a_strike_in_norway() {
    let store = tempfile::tempdir().expect("a folder");
    let keeper = game::<Weserubung>(store.path(), "campaign", "t2/air-1");
    let text = "strike he111 1 to Sola with bf109 1 on aircraft";
    insta::assert_snapshot!("preview-norway", shown(&keeper, "germany-bot", text));
}

/// Two casts in one letter: each is told by itself, and what the first one does is none of the second's odds.
#[test]
fn of_an_assault_and_a_bridge() {
    let store = tempfile::tempdir().expect("a folder");
    let keeper = game::<MarketGarden>(store.path(), "basic", "17/allied-1");
    let text = "activate 54\nmove us-502-2: 53\nassault 53\nseize 54-60: by us-502-3";
    insta::assert_snapshot!("preview-corridor", shown(&keeper, "allied-bot", text));
    // What is for later is not called legal.
    let later = shown(&keeper, "german-bot", "activate 53");
    assert!(later.contains("as far as it can be judged now"), "{later}");
}

/// What is imagined follows from the view alone: positions that a side cannot tell apart give the same.
#[test]
fn what_is_imagined_depends_on_nothing_hidden() {
    let (data, first) = Miniature::set_up(&setup("skerries")).expect("good data");
    let mut differed = 0;
    for seed in 0..40 {
        let mut state = first.clone();
        let mut rng = Rng::new(seed);
        // Cards in the hands, so that there is something to hide.
        let cards = u16::try_from(data.cards.len()).expect("few");
        state.deck.cards = (0..cards).collect();
        state.hands[0] = vec![state.deck.cards.remove(0)];
        state.hands[1] = vec![state.deck.cards.remove(0)];
        for side in Side::ALL {
            let mut twin = state.clone();
            for _ in 0..4 {
                Miniature::scramble(&data, &mut twin, *side, &mut rng);
            }
            differed += u32::from(twin != state);
            assert_eq!(
                Miniature::imagined(&data, &state, *side),
                Miniature::imagined(&data, &twin, *side),
                "seed {seed}, {}",
                side.id()
            );
        }
    }
    assert!(differed > 40, "only {differed} twins differed");
}

/// In a letter the word stands alone on its line, in either language; the orders keep their line numbers.
#[test]
fn a_letter_asks_for_it() {
    for word in ["preview", "Preview", "aperçu", "APERCU"] {
        let letter = format!("{word}\nmove falke to outer");
        let (rest, asked) = take(&letter, &[], &[]);
        let wishes: Vec<_> = asked.iter().map(|one| one.wish.clone()).collect();
        assert_eq!(wishes, [Ok(Wish::Preview)], "{word}");
        assert_eq!(rest, "\nmove falke to outer");
    }
    // An order that speaks of it is none.
    let (rest, asked) = take("preview falke: outer", &[], &[]);
    assert!(asked.is_empty());
    assert_eq!(rest, "preview falke: outer");
}
