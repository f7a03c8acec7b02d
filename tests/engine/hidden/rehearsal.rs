//! Orders are tried by the procedure that carries them out, on what their author knows.

use fieldpost::engine::bot::{Bot, Style};
use fieldpost::engine::fault::Fault;
use fieldpost::engine::game::Game as _;
use fieldpost::engine::inputs::Inputs;
use fieldpost::engine::rehearse::{Stage, Tried};
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::engine::tally::Tally;
use fieldpost::engine::twins::{Failure, What, compare};

use super::forces::{Bar, Contents, Depth, strike_one};
use super::game::{Board4, Data, Event, FORCES, Plant, Side, State, Straits};
use super::orders::Search;

const DATA: Data = Data { plant: Plant::None };

fn stage(state: State) -> Stage<'static, Straits> {
    Stage::new(&DATA, state)
}

fn found(state: &mut State, force: u16) {
    let contents = Contents::Sizes { big: 1, small: 1 };
    let found = Event::Searched {
        force,
        depth: Depth::Sizes,
        found: contents,
        tally: Tally::of_rule("2"),
    };
    Straits::apply(&DATA, state, &found);
}

#[test]
fn a_rehearsal_goes_as_far_as_its_author_knows() {
    let mut state = Straits::start();
    // Not found: refused at once, whoever asks.
    for known in [state.clone(), state.imagined(Side::Orange)] {
        assert_eq!(
            stage(known).attempt(|t| strike_one(t, 1)),
            Tried::Refused(Bar::NotFound)
        );
    }
    // Found, but its ships have no names yet: orange cannot say how it ends. Who knows them all sees it come to a question.
    found(&mut state, 1);
    found(&mut state, 3);
    let orange = state.imagined(Side::Orange);
    for force in [1, 3] {
        assert_eq!(
            stage(orange.clone()).attempt(|t| strike_one(t, force)),
            Tried::Unsure
        );
    }
    assert_eq!(
        stage(state.clone()).attempt(|t| strike_one(t, 1)),
        Tried::Unsure
    );
    assert_eq!(
        stage(state).attempt(|t| strike_one(t, 3)),
        Tried::Refused(Bar::Empty)
    );
}

#[test]
fn a_stage_stops_at_dice_questions_and_what_is_not_known() {
    let mut stage = stage(Straits::start());
    let tries: [fn(&mut Board4<'_>) -> fieldpost::engine::table::Play; 5] = [
        |t| t.roll("die", 1, 6).map(drop),
        |t| t.ask(Side::Orange, Search {}).map(drop),
        // Nobody waits behind a screen, and yet nobody knows what its owner would say.
        |t| {
            t.behind_screen(Side::Green)
                .ask(Side::Green, Search {})
                .map(drop)
        },
        |t| t.known(None::<()>),
        |t| t.cannot_foresee(),
    ];
    for order in tries {
        assert_eq!(stage.attempt(order), Tried::Unsure);
    }
    assert_eq!(stage.attempt(|t| t.known(Some(7))), Tried::Done(7));
    assert_eq!(
        stage.attempt(|t| t.ask_all(Vec::<(Side, Search)>::new()).map(|all| all.len())),
        Tried::Done(0)
    );
}

#[test]
fn what_was_done_before_stays_unless_the_order_stands_apart() {
    let sails = |to: u16| Event::Sails {
        force: 0,
        to,
        empty: None,
    };
    let mut stage = stage(Straits::start());
    let stops = |t: &mut Board4<'_>| {
        t.happen(sails(2))?;
        t.refuse::<()>(Bar::Gone)
    };
    assert_eq!(stage.attempt(stops).refused(), Some(Bar::Gone));
    assert_eq!(stage.state().open.at[0], 2);
    let unsure = |t: &mut Board4<'_>| {
        t.happen(sails(3))?;
        t.roll("die", 1, 6).map(drop)
    };
    assert_eq!(stage.attempt_apart(unsure), Tried::Unsure);
    assert_eq!(stage.state().open.at[0], 2);
    assert_eq!(stage.attempt(unsure), Tried::Unsure);
    assert_eq!(stage.state().open.at[0], 3);
    // What is left out is told on the way.
    let leaves = |t: &mut Board4<'_>| {
        let event = Event::NotDone {
            side: Side::Green,
            bar: Bar::Empty,
        };
        t.leave_out(Bar::Empty, event)?;
        t.happen(sails(1))
    };
    assert_eq!(stage.attempt(leaves), Tried::Done(()));
    assert_eq!(stage.left_out(), [Bar::Empty]);
    assert_eq!(stage.left_out(), []);
    assert_eq!(stage.into_state().open.at[0], 1);
}

/// In play a refusal is told to its author and the game goes on; a receipt had refused what could be foreseen.
#[test]
fn what_is_refused_in_play_is_told() {
    let (mut told, mut foreseen) = (0, 0);
    for seed in 0..100 {
        let mut watch = |_: usize, state: &State| {
            for force in 0..FORCES {
                let known = state.imagined(Side::Orange);
                let tried = stage(known).attempt(|t| strike_one(t, force));
                // Carried out at once it would be refused for the same reason; more is refused only for what is hidden.
                match (
                    tried,
                    stage(state.clone()).attempt(|t| strike_one(t, force)),
                ) {
                    (Tried::Refused(his), Tried::Refused(true_one)) => {
                        assert_eq!(his, true_one);
                        foreseen += 1;
                    }
                    (Tried::Unsure, Tried::Refused(Bar::Empty) | Tried::Unsure) => {}
                    (his, true_one) => panic!("{his:?} against {true_one:?}"),
                }
            }
        };
        let ran = run(Start::<Straits> {
            data: &DATA,
            state: Straits::start(),
            record: &[],
            inputs: &Inputs::default(),
            dice: DiceSource::ByLabel(seed),
            bot: Some(Bot::new(Style::ByKey(seed), seed)),
            keep: Keep::ALL,
            watch: Some(&mut watch),
        });
        assert!(matches!(ran.end, End::Over(_)), "{:?}", ran.end);
        for told_one in &ran.told {
            if let Event::NotDone { side, bar } = &told_one.event {
                // What his receipt could refuse never comes so far.
                assert_eq!((*side, *bar), (Side::Orange, Bar::Empty));
                assert!(told_one.seen_by(Side::Orange).is_some());
                assert!(told_one.seen_by(Side::Green).is_none());
                told += 1;
            }
        }
    }
    println!("{told} refused in play, {foreseen} beforehand");
    assert!(told > 0 && foreseen > 1000);
}

/// Nobody would be told of it, so the game stops.
#[test]
fn a_refusal_outside_of_an_order_is_a_fault() {
    let mut state = Straits::start();
    state.open.planted = -1;
    let ran = run(Start::<Straits> {
        data: &DATA,
        state,
        record: &[],
        inputs: &Inputs::default(),
        dice: DiceSource::ByLabel(1),
        bot: Some(Bot::new(Style::Random, 1)),
        keep: Keep::ALL,
        watch: None,
    });
    assert!(matches!(ran.end, End::Broken(Fault::Unheard(step)) if step == "t1/sail"));
}

/// A force that was counted as one ship may be empty: only a rehearsal on the truth would tell.
#[test]
fn a_rehearsal_on_the_truth_is_caught() {
    let count = |plant: Plant| {
        let data = Data { plant };
        let mut state = Straits::start();
        let counted = |force: u16| Event::Searched {
            force,
            depth: Depth::Count,
            found: Contents::Count { ships: 1 },
            tally: Tally::of_rule("2"),
        };
        let joins = Event::Joins {
            ship: 2,
            from: 1,
            to: 0,
        };
        let mut events = vec![joins, counted(1), counted(3)];
        events.extend([Event::NextPhase, Event::NextPhase]);
        for event in &events {
            Straits::apply(&data, &mut state, event);
        }
        let failed = |seed: &u64| {
            let compared = compare::<Straits>(&data, &state, Side::Orange, *seed, 3);
            match compared {
                Ok(_) => false,
                Err(Failure::Leak(leak)) => leak.what == What::Answer,
                Err(other) => panic!("{other}"),
            }
        };
        (0..60).filter(failed).count()
    };
    let caught = count(Plant::RehearsedOnTruth);
    println!("caught in {caught} of 60 pairs");
    assert!(caught >= 8);
    assert_eq!(count(Plant::None), 0);
}
