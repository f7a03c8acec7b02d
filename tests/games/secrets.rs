//! Secrets: twins over random games, planted leaks that must be caught, and the faults the table must notice.

use std::collections::BTreeMap;

use fieldpost::engine::fault::Fault;
use fieldpost::engine::game::{Game as _, Setup, Side as _};
use fieldpost::engine::twins::{Compared, Failure, Leak, What, positions, twins};
use fieldpost::rules::miniature::{Data, Miniature, Side, State};
use tiny::{Deed, Tiny, Who, fault_of};

/// Waits a pair is played through at most.
const GATES: usize = 40;

fn skerries(scenario: &str, switches: &[(&str, &str)]) -> (Data, State) {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let switches = switches.iter().map(own).collect();
    let scenario = scenario.to_owned();
    let setup = Setup {
        scenario,
        switches,
        ..Setup::default()
    };
    Miniature::set_up(&setup).expect("a scenario of the miniature")
}

/// What many pairs came to.
#[derive(Debug, Default)]
struct Sum {
    pairs: usize,
    alike: usize,
    parted: usize,
    gates: usize,
    lines: BTreeMap<What, usize>,
}

impl Sum {
    fn add(&mut self, compared: &Compared) {
        // A position without secrets has no twin and proves nothing.
        if !compared.changed {
            self.alike += 1;
            return;
        }
        self.pairs += 1;
        self.parted += usize::from(compared.parted.is_some());
        self.gates += compared.gates;
        for (what, lines) in &compared.lines {
            *self.lines.entry(*what).or_default() += lines;
        }
    }

    /// Lines of a kind in a hundred pairs.
    fn rate(&self, what: What) -> usize {
        self.lines.get(&what).copied().unwrap_or_default() * 100 / self.pairs
    }
}

/// Plays pairs; the first failure fails the test and says how to repeat it.
fn no_leak(scenario: &str, switches: &[(&str, &str)], by: Side, pairs: u64) {
    let (data, start) = skerries(scenario, switches);
    let mut sum = Sum::default();
    for seed in 0..pairs {
        match twins::<Miniature>(&data, &start, by, seed, GATES) {
            Ok(compared) => sum.add(&compared),
            Err(failure) => panic!("{scenario} {switches:?}: {failure}"),
        }
    }
    let all: usize = sum.lines.values().sum();
    println!(
        "{scenario}, {}: {} lines a pair; {sum:?}",
        by.id(),
        all / sum.pairs
    );
    // Twins that part at once prove little.
    assert!(sum.pairs > 2 * sum.alike, "{sum:?}");
    assert!(sum.gates > 2 * sum.pairs, "{sum:?}");
    for (what, least) in [
        (What::Told, 600),
        (What::Public, 500),
        (What::Waits, 200),
        (What::Position, 2000),
        (What::Form, 100),
        (What::Answer, 300),
        (What::Verdict, 400),
    ] {
        assert!(sum.rate(what) >= least, "{what:?}: {sum:?}");
    }
}

#[test]
fn red_learns_nothing_he_may_not() {
    no_leak("skerries", &[], Side::Red, 600);
}

#[test]
fn blue_learns_nothing_he_may_not() {
    no_leak("skerries", &[("tie", "red")], Side::Blue, 600);
}

#[test]
fn red_learns_nothing_in_a_long_game() {
    no_leak("long", &[("turns", "8")], Side::Red, 300);
}

#[test]
fn blue_learns_nothing_in_a_long_game() {
    no_leak("long", &[("turns", "8")], Side::Blue, 300);
}

#[test]
fn one_game_gives_several_positions_in_order() {
    let (data, start) = skerries("skerries", &[]);
    let states = positions::<Miniature>(&data, &start, 7, 10).unwrap();
    assert_eq!(states.len(), 10);
    assert!(
        states
            .iter()
            .all(|state| Miniature::over(&data, state).is_none())
    );
    let turns: Vec<u32> = states.iter().map(Miniature::turn).collect();
    assert!(
        turns.is_sorted() && turns.first() < turns.last(),
        "{turns:?}"
    );
}

/// Plays pairs with a planted leak and counts how often it is caught; each failure must name it.
fn caught(plant: &str, pairs: u64, names: impl Fn(&Failure) -> bool) -> usize {
    let (data, start) = skerries("skerries", &[("plant", plant)]);
    let mut caught = 0;
    for seed in 0..pairs {
        if let Err(failure) = twins::<Miniature>(&data, &start, Side::Red, seed, GATES) {
            assert!(names(&failure), "{plant}: {failure}");
            assert!(
                failure.to_string().contains(&format!("seed {seed}:")),
                "{failure}"
            );
            caught += 1;
            if caught == 1 {
                println!("{plant}: {failure}");
            }
        }
    }
    println!("{plant}: caught in {caught} of {pairs} pairs");
    caught
}

fn shows(failure: &Failure, among: &[What], words: &str) -> bool {
    let Failure::Leak(leak) = failure else {
        return false;
    };
    let Leak {
        left, right, by, ..
    } = &**leak;
    let kinds = among.iter().map(|what| format!("{what:?}: "));
    let fits =
        |line: &String| line.contains(words) && kinds.clone().any(|kind| line.starts_with(&kind));
    by == "red" && (fits(left) || fits(right))
}

#[test]
fn a_roll_in_the_open_is_caught() {
    let names = |failure: &Failure| shows(failure, &[What::Public], "/open/ambush|1d6");
    assert!(caught("open-roll", 200, names) >= 10);
}

#[test]
fn a_question_in_the_open_is_caught() {
    let names = |failure: &Failure| shows(failure, &[What::Waits], "/open/blue.ambush");
    assert!(caught("open-question", 200, names) >= 10);
}

#[test]
fn a_hidden_fact_in_a_field_is_caught() {
    let names = |failure: &Failure| shows(failure, &[What::Form], "red.orders");
    assert!(caught("hidden-field", 200, names) >= 10);
}

#[test]
fn false_news_is_caught_by_may_learn() {
    let names = |failure: &Failure| match failure {
        Failure::Broken {
            fault: Fault::MayNotLearn { seer, event },
            ..
        } => seer == "red" && event.starts_with("AmbushMissed"),
        _ => false,
    };
    assert!(caught("false-news", 200, names) >= 10);
}

#[test]
fn nobody_is_offered_a_plant() {
    let switches = vec![("plants".to_owned(), "none".to_owned())];
    let setup = Setup {
        scenario: "skerries".to_owned(),
        switches,
        ..Setup::default()
    };
    let error = Miniature::set_up(&setup).unwrap_err().to_string();
    assert!(
        error.contains("turns and tie") && !error.contains("plant,"),
        "{error}"
    );
}

fn pair(deed: Deed) -> Result<Compared, Failure> {
    twins::<Tiny>(&(), &Tiny::start(deed), Who::Ann, 1, GATES)
}

#[test]
fn news_may_part_twins_and_nothing_else_may() {
    let compared = pair(Deed::News).unwrap();
    assert!(
        compared.changed && compared.parted.is_some(),
        "{compared:?}"
    );
    let what = |deed: Deed| match pair(deed) {
        Err(Failure::Leak(leak)) => leak.what,
        other => panic!("{other:?}"),
    };
    assert_eq!(what(Deed::Tells), What::Told);
    assert_eq!(what(Deed::TellsInTheTally), What::Told);
    assert_eq!(what(Deed::AsksInTheQuestion), What::Question);
    assert_eq!(what(Deed::AsksInTheDefault), What::Default);
    assert_eq!(what(Deed::EndsOtherwise), What::Over);
}

#[test]
fn a_bad_scramble_is_no_leak() {
    for (deed, words) in [
        (Deed::ScramblesTheView, "the views differ"),
        (Deed::ScramblesBadly, "impossible"),
    ] {
        match pair(deed) {
            Err(Failure::Scramble { what, by, .. }) => {
                assert!(what.contains(words) && by == "ann", "{what}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_table_notices_each_fault() {
    type Fits = fn(&Fault) -> bool;
    let faults: [(Deed, Fits); 14] = [
        (Deed::AsksOtherBehindScreen, |fault| {
            matches!(fault, Fault::AskedBehindScreen { key, asked, owner }
                if key == "1/ann.ready" && asked == "ann" && owner == "bob")
        }),
        (
            Deed::TellsOtherBehindScreen,
            |fault| matches!(fault, Fault::ToldBehindScreen { seer, owner, .. } if seer == "ann" && owner == "bob"),
        ),
        (
            Deed::SwallowsWait,
            |fault| matches!(fault, Fault::Swallowed(key) if key == "1/ann.ready"),
        ),
        (
            Deed::SwallowsFault,
            |fault| matches!(fault, Fault::Swallowed(why) if why.contains("may not be a key")),
        ),
        (
            Deed::KeyTwice,
            |fault| matches!(fault, Fault::Twice(key) if key == "1/ann.ready"),
        ),
        (
            Deed::LabelTwice,
            |fault| matches!(fault, Fault::Twice(label) if label == "1/die"),
        ),
        (
            Deed::BadLabel,
            |fault| matches!(fault, Fault::BadName(label) if label == "1/A Die"),
        ),
        (
            Deed::BadRoll,
            |fault| matches!(fault, Fault::BadRoll { label, .. } if label == "1/dice"),
        ),
        (Deed::Endless, |fault| matches!(fault, Fault::Endless(_))),
        (
            Deed::BadDefault,
            |fault| matches!(fault, Fault::DefaultRefused { key, .. } if key == "1/ann.ready"),
        ),
        (
            Deed::Panics,
            |fault| matches!(fault, Fault::Panicked(words) if words == "on purpose"),
        ),
        (
            Deed::SameStep,
            |fault| matches!(fault, Fault::StepTwice(name) if name == "1"),
        ),
        (
            Deed::Forbidden,
            |fault| matches!(fault, Fault::MayNotLearn { seer, .. } if seer == "ann"),
        ),
        (
            Deed::ForbiddenPart,
            |fault| matches!(fault, Fault::MayNotLearn { seer, .. } if seer == "ann"),
        ),
    ];
    for (deed, fits) in faults {
        let fault = fault_of(deed);
        assert!(fault.as_ref().is_some_and(fits), "{deed:?}: {fault:?}");
    }
    for deed in [
        Deed::News,
        Deed::Tells,
        Deed::RevealsBehindScreen,
        Deed::AsksOwnerBehindScreen,
    ] {
        assert_eq!(fault_of(deed), None, "{deed:?}");
    }
}

/// A game of one step that does one thing, most often a wrong one, chosen by its state.
mod tiny {
    use std::borrow::Cow;
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    use fieldpost::board::{Board, Picture};
    use fieldpost::engine::bot::Rng;
    use fieldpost::engine::decision::{Decision, Kind, Speaks};
    use fieldpost::engine::event::Sight;
    use fieldpost::engine::fault::Fault;
    use fieldpost::engine::game::{DataError, Game, Outcome, Setup, Side};
    use fieldpost::engine::inputs::Inputs;
    use fieldpost::engine::run::{End, Start, run};
    use fieldpost::engine::source::DiceSource;
    use fieldpost::engine::table::{Keep, Play, Table};
    use fieldpost::engine::tally::Tally;
    use fieldpost::orders::{Form, Lexicon, Phrase, Phrasebook, Pick, Picks, Problem, Thing, Word};
    use serde::{Deserialize, Serialize};

    /// What the step does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Deed {
        News,
        Tells,
        TellsInTheTally,
        AsksInTheQuestion,
        AsksInTheDefault,
        EndsOtherwise,
        ScramblesTheView,
        ScramblesBadly,
        AsksOtherBehindScreen,
        AsksOwnerBehindScreen,
        TellsOtherBehindScreen,
        RevealsBehindScreen,
        SwallowsWait,
        SwallowsFault,
        KeyTwice,
        LabelTwice,
        BadLabel,
        BadRoll,
        Endless,
        BadDefault,
        Panics,
        SameStep,
        Forbidden,
        ForbiddenPart,
    }

    /// Ann may not know the secret, Bob does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Who {
        Ann,
        Bob,
    }

    static ANN: Word = Word {
        en: &["ann"],
        fr: &["anne"],
    };
    static BOB: Word = Word {
        en: &["bob"],
        fr: &["bob"],
    };
    static READY: Word = Word {
        en: &["ready"],
        fr: &["pret"],
    };
    static KIND: Kind = Kind {
        word: &READY,
        rows: &[],
        answers: &[],
        reaction: false,
        desk: "any",
        phases: &[],
        speaks: Speaks::ANY,
    };

    static KINDS: &[&Kind] = &[&KIND];

    impl Side for Who {
        const ALL: &'static [Self] = &[Self::Ann, Self::Bob];

        fn word(self) -> &'static Word {
            match self {
                Self::Ann => &ANN,
                Self::Bob => &BOB,
            }
        }
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct State {
        deed: Deed,
        steps: u32,
        open: i32,
        secret: i32,
    }

    fieldpost::events! {
        /// What can happen.
        pub enum Event;

        /// Shown to all.
        Shown { value: i32, tally: Option<Tally> } => "shown", "";
        /// Shown to all by mistake: nobody but Bob may learn it.
        Forbidden => "forbidden", "";
        /// Shown to Ann in part by mistake.
        ForbiddenPart => "forbidden", "";
        /// The step ends.
        Next => "next", "";
    }

    #[derive(Clone, Copy)]
    pub struct View<'a>(&'a State);

    impl Lexicon for View<'_> {
        fn name(&self, _: Thing) -> Cow<'_, str> {
            Cow::Borrowed("?")
        }

        fn id(&self, _: Thing) -> Cow<'_, str> {
            Cow::Borrowed("?")
        }

        fn known(&self) -> Vec<Thing> {
            Vec::new()
        }
    }

    /// A number from 0 to 9, with what it says and what counts without an answer.
    struct Ready {
        says: i32,
        default: i32,
    }

    impl Decision<Tiny> for Ready {
        type Answer = i32;
        const KIND: &'static Kind = &KIND;

        fn question(&self, _: &View<'_>) -> Phrase {
            Phrase::new("ready").with("says", self.says)
        }

        fn form(&self, _: &View<'_>) -> Form {
            Form {
                word: &READY,
                subject: Vec::new(),
                pick: Pick::Number { min: 0, max: 9 },
            }
        }

        fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<i32, Vec<Problem>> {
            match picks {
                Picks::Number(n @ 0..=9) => Ok(*n),
                _ => Err(vec![Problem::new(Phrase::new("not-a-number"))]),
            }
        }

        fn default(&self, _: &View<'_>) -> Picks {
            Picks::Number(self.default)
        }
    }

    const PLAIN: Ready = Ready {
        says: 0,
        default: 0,
    };

    pub struct Tiny;

    impl Tiny {
        /// The position before the step.
        pub fn start(deed: Deed) -> State {
            State {
                deed,
                steps: 1,
                open: 0,
                secret: 3,
            }
        }
    }

    fn shown(value: i32) -> Event {
        Event::Shown { value, tally: None }
    }

    fn act(t: &mut Table<'_, Tiny>) -> Play {
        let secret = t.state().secret;
        match t.state().deed {
            Deed::News => t.reveal(shown(secret)),
            Deed::Tells => t.happen(shown(secret)),
            Deed::TellsInTheTally => {
                let mut tally = Tally::of_rule("1");
                tally.term("secret", secret, "1");
                t.happen(Event::Shown {
                    value: 0,
                    tally: Some(tally),
                })
            }
            Deed::AsksInTheQuestion => t
                .ask(
                    Who::Ann,
                    Ready {
                        says: secret,
                        default: 0,
                    },
                )
                .map(drop),
            Deed::AsksInTheDefault => t
                .ask(
                    Who::Ann,
                    Ready {
                        says: 0,
                        default: secret,
                    },
                )
                .map(drop),
            Deed::EndsOtherwise | Deed::ScramblesTheView | Deed::ScramblesBadly => Ok(()),
            Deed::AsksOtherBehindScreen => t.behind_screen(Who::Bob).ask(Who::Ann, PLAIN).map(drop),
            Deed::AsksOwnerBehindScreen => t.behind_screen(Who::Bob).ask(Who::Bob, PLAIN).map(drop),
            Deed::TellsOtherBehindScreen => t.behind_screen(Who::Bob).happen(shown(0)),
            Deed::RevealsBehindScreen => t.behind_screen(Who::Bob).reveal(shown(0)),
            Deed::SwallowsWait => {
                if let Ok(number) = t.ask(Who::Ann, PLAIN) {
                    t.happen(shown(number))?;
                }
                return Ok(());
            }
            Deed::SwallowsFault => {
                let _ = t.roll("A Die", 1, 6);
                return Ok(());
            }
            Deed::KeyTwice => {
                t.ask(Who::Ann, PLAIN)?;
                t.ask(Who::Ann, PLAIN).map(drop)
            }
            Deed::LabelTwice => {
                t.roll("die", 1, 6)?;
                t.roll("die", 1, 6).map(drop)
            }
            Deed::BadLabel => t.roll("A Die", 1, 6).map(drop),
            Deed::BadRoll => t.roll("dice", 1001, 6).map(drop),
            Deed::Endless => loop {
                t.happen(shown(0))?;
            },
            Deed::BadDefault => t
                .ask(
                    Who::Ann,
                    Ready {
                        says: 0,
                        default: 10,
                    },
                )
                .map(drop),
            Deed::Panics => panic!("on purpose"),
            Deed::SameStep => return t.happen(shown(0)),
            Deed::Forbidden => t.reveal(Event::Forbidden),
            Deed::ForbiddenPart => t.reveal(Event::ForbiddenPart),
        }?;
        t.happen(Event::Next)
    }

    impl Game for Tiny {
        type Side = Who;
        type Data = ();
        type State = State;
        type Event = Event;
        type View<'a> = View<'a>;

        const NAME: &'static str = "tiny";
        const RULES: i64 = 1;

        fn scenarios() -> Vec<String> {
            Vec::new()
        }

        fn set_up(_: &Setup) -> Result<((), State), DataError> {
            Ok(((), Self::start(Deed::News)))
        }

        fn kinds() -> &'static [&'static Kind] {
            KINDS
        }

        fn phase((): &(), _: &State) -> &'static str {
            "only"
        }

        fn turn(state: &State) -> u32 {
            state.steps
        }

        fn step_name((): &(), state: &State) -> String {
            state.steps.to_string()
        }

        fn step(t: &mut Table<'_, Self>) -> Play {
            act(t)
        }

        fn over((): &(), state: &State) -> Option<Outcome<Who>> {
            let shows = state.deed == Deed::EndsOtherwise;
            let why = Phrase::new("ends").with("with", if shows { state.secret } else { 0 });
            (state.steps > 1).then_some(Outcome {
                winner: None,
                why,
                rule: "1",
            })
        }

        fn apply((): &(), state: &mut State, event: &Event) {
            if *event == Event::Next {
                state.steps += 1;
            }
        }

        fn seen((): &(), _: &State, event: &Event, by: Who) -> Sight<Event> {
            match event {
                Event::ForbiddenPart if by == Who::Ann => Sight::Part(Event::Forbidden),
                _ => Sight::Whole,
            }
        }

        fn may_learn((): &(), _: &State, event: &Event, by: Who) -> bool {
            *event != Event::Forbidden || by == Who::Bob
        }

        fn view<'a>((): &'a (), state: &'a State, _: Option<Who>) -> View<'a> {
            View(state)
        }

        fn conditions(_: &View<'_>) -> Vec<Form> {
            Vec::new()
        }

        fn holds(_: &View<'_>, _: &'static Word, _: &Picks) -> bool {
            false
        }

        fn phrasebook() -> &'static Phrasebook {
            Phrasebook::builtin()
        }

        fn position(view: &View<'_>) -> Vec<Phrase> {
            vec![Phrase::new("open").with("value", view.0.open)]
        }

        fn board((): &()) -> &Board {
            static BOARD: LazyLock<Board> = LazyLock::new(Board::default);
            &BOARD
        }
        fn picture(_: &View<'_>) -> Picture {
            Picture::default()
        }

        fn facts((): &(), _: &State) -> Vec<(String, String)> {
            Vec::new()
        }

        fn rulings((): &(), _: &State) -> Vec<Form> {
            Vec::new()
        }

        fn rule((): &(), _: &State, _: &'static Word, _: &Picks) -> Option<Event> {
            None
        }

        fn broken((): &(), state: &State) -> Vec<String> {
            if state.secret < 0 {
                vec!["a secret below 0".to_owned()]
            } else {
                Vec::new()
            }
        }

        fn scramble((): &(), state: &mut State, _: Who, rng: &mut Rng) {
            match state.deed {
                Deed::ScramblesTheView => state.open += 1,
                Deed::ScramblesBadly => state.secret = -1,
                _ => state.secret = rng.below(10).cast_signed(),
            }
        }
    }

    /// The fault that a deed ends in, if any.
    pub fn fault_of(deed: Deed) -> Option<Fault> {
        // Everybody is late, so that nothing waits; but a wait cannot be swallowed where there is none.
        let late = if deed == Deed::SwallowsWait {
            BTreeSet::new()
        } else {
            BTreeSet::from([Who::Ann, Who::Bob])
        };
        let ran = run(Start::<Tiny> {
            data: &(),
            state: Tiny::start(deed),
            record: &[],
            inputs: &Inputs {
                late,
                ..Inputs::default()
            },
            dice: DiceSource::ByLabel(1),
            bot: None,
            // An endless loop would fill the memory with its record before the table ends it.
            keep: if deed == Deed::Endless {
                Keep::NOTHING
            } else {
                Keep::ALL
            },
            watch: None,
        });
        match ran.end {
            End::Broken(fault) => Some(fault),
            End::Over(_) | End::Waiting(_) => None,
        }
    }
}
