//! Odds of both games against counting every way that dice can fall.

use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::inputs::{Standing, Wish};
use fieldpost::engine::odds::Odds;
use fieldpost::engine::record::LineId;
use fieldpost::rules::miniature::{Phase, Side};
use fieldpost::rules::{Miniature, Weserubung};

use super::enumerate::{Duellist, Ship, battle, duel, hits_high, hits_low};
use super::situation::{
    Scene, left, near, part, place, roll, same_chance, same_hits, scene, with_letter,
};

fn norway(case: &str, orders: Option<&str>) -> Scene<Weserubung> {
    scene(&format!("tests/cases/weserubung/{case}.toml"), orders)
}

// Rule 10.3: a ten-sided die for each unit, which hits up to its strength. Two reduced regiments of strength 2.
#[test]
fn w01_two_reduced_regiments_fight_it_out() {
    let scene = norway(
        "10.3-fire-is-simultaneous",
        Some("attack 3317 with 159\nabandon no"),
    );
    let found = scene.odds(3000);
    let contest = &found.contests[0];
    assert!(contest.exact);
    same_hits(&roll(contest, "axis.fire"), &hits_low(&[2]));
    same_hits(&roll(contest, "allies.fire"), &hits_low(&[2]));
    let one = Duellist {
        full: 3,
        reduced: 2,
        steps: 1,
    };
    let end = duel(one, one);
    near(left(contest, "159 Inf", 0), end[0][0] + end[0][1]);
    near(left(contest, "Nor 5 Inf", 0), end[0][0] + end[1][0]);
}

// Rule 7.3: fighters attack with their first value, the defender answers with his second.
#[test]
fn w02_two_fighters_meet_one() {
    let found = norway("7.3-defender-then-attacker-then-again", None).odds(3000);
    let contest = &found.contests[0];
    same_hits(&roll(contest, "axis.air"), &hits_low(&[5, 5]));
    same_hits(&roll(contest, "allies.air"), &hits_low(&[3]));
}

// Rule 8.4: two reduced cruisers of strength 2; rule 8.5: the defender evades with 5 or less, if he tries.
#[test]
fn w03_two_reduced_cruisers() {
    let found = norway("8.4-losses-at-once", None).odds(3000);
    let contest = &found.contests[0];
    assert!(contest.exact, "{} runs", contest.runs);
    same_hits(&roll(contest, "axis.guns"), &hits_low(&[2]));
    same_hits(&roll(contest, "allies.guns"), &hits_low(&[2]));
}

// Rule 7.5/b: fighters rise from the carrier and attack with 2; a bomber does not answer (7.3/a).
#[test]
fn w04_gladiators_rise_from_the_deck() {
    let found = norway("7.5.b-nobody-has-to-rise", None).odds(3000);
    same_hits(&roll(&found.contests[0], "allies.air"), &hits_low(&[2]));
}

// Rule 10.7: a battleship bombards with its third value before anybody fires.
#[test]
fn w05_gneisenau_before_namsos() {
    let found = norway("10.7-each-stage-counts-at-once", None).odds(3000);
    same_hits(&roll(&found.contests[0], "axis.shore"), &hits_low(&[2]));
}

// Rule 14.2.2: the batteries before Oslo have two dice of 3, and one die once a hex is taken.
#[test]
fn w06_the_guns_before_oslo() {
    let found = norway("14.2.2-on-or-elsewhere", None).odds(3000);
    same_hits(
        &roll(&found.contests[0], "allies.battery"),
        &hits_low(&[3, 3]),
    );
}

#[test]
fn w07_one_battery_left() {
    let found = norway("14.2.2.a-one-hex-taken", None).odds(3000);
    let contest = &found.contests[0];
    same_hits(&roll(contest, "allies.battery"), &hits_low(&[3]));
    assert!(contest.exact);
    near(left(contest, "Blücher", 1), 0.3);
    near(left(contest, "Blücher", 2), 0.7);
}

// Rules 10.2 and 10.8: the Gladiator meets the transport first, with attack 2.
#[test]
fn w08_a_fighter_among_transports() {
    let found = norway("10.8-met-in-the-air-first", None).odds(3000);
    same_hits(&roll(&found.contests[0], "allies.air"), &hits_low(&[2]));
}

// Rule 10.4: a drop into a battle succeeds with 7 or less; who fails is reduced.
#[test]
fn w09_paratroops_into_a_battle() {
    let found = norway("3.2.3-paratroops-jump-into-a-battle", None).odds(3000);
    same_chance(&roll(&found.contests[0], "drop"), 7);
}

// Rule 14.2.1: on the first turn the garrison of Narvik gives up with 7 or less.
#[test]
fn w10_narvik_on_the_first_turn() {
    let file = "14.2.1-only-on-the-first-turn";
    let mut scene = norway(file, None);
    scene.state.turn = 1;
    scene.inputs = with_letter::<Weserubung>(
        &scene.data,
        &scene.state,
        scene.side,
        "attack Narvik with 139",
    );
    let found = scene.odds(3000);
    let contest = &found.contests[0];
    same_chance(&roll(contest, "narvik"), 7);
}

// Rules 7.5 and 7.5/c: in port ships need not be found; the port has a die of its own.
#[test]
fn w11_a_strike_on_a_port() {
    let scene = norway(
        "10.11-air-offensive",
        Some("strike He111 2 to Trondheim on ships"),
    );
    let found = scene.odds(3000);
    let contest = &found.contests[0];
    same_hits(&roll(contest, "axis.bombs"), &hits_low(&[4]));
}

// Rules 3.2.6 and 10.3: mountain troops and mountain guns against a reduced regiment in the mountains.
#[test]
fn w12_mountain_guns() {
    let scene = norway(
        "3.2.6-mountain-artillery-climbs",
        Some("attack 1015 with 139 Mtn, 112 Mtn Art"),
    );
    let found = scene.odds(3000);
    let contest = &found.contests[0];
    same_hits(&roll(contest, "axis.fire"), &hits_low(&[3, 4]));
    same_hits(&roll(contest, "allies.fire"), &hits_low(&[3]));
}

/// The 159th against the Norwegian 5th with so many steps; nobody gives up, however it stands.
fn regiments(german: u32, norwegian: u32) -> Odds<Weserubung> {
    let mut scene = norway("10.3-fire-is-simultaneous", Some("attack 3317 with 159"));
    let side = |steps: u32| if steps == 2 { "full" } else { "reduced" };
    let lines = [
        format!("side unit ger-159 to {}", side(german)),
        format!("side unit nor-5 to {}", side(norwegian)),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    place::<Weserubung>(&scene.data, &mut scene.state, &lines);
    let orders = "attack 3317 with 159";
    scene.inputs = with_letter::<Weserubung>(&scene.data, &scene.state, scene.side, orders);
    // A line sent ahead would answer once; a standing order answers after every round.
    scene.inputs.standing.push(Standing {
        side: scene.side,
        id: LineId { letter: 2, line: 1 },
        kind: "abandon".to_owned(),
        subject: None,
        condition: None,
        wish: Wish::Prefer(vec!["no".to_owned()]),
    });
    let found = scene.odds(3000);
    let contest = &found.contests[0];
    assert!(contest.exact, "{} runs", contest.runs);
    found
}

// Rule 10.5: who defends alone may go after two rounds, and does where the attacker is stronger. So the attacker is lost
// only if he is hit once in the first two rounds, without hitting, and then loses a fight of two reduced regiments.
#[test]
fn w13_a_full_regiment_attacks_a_reduced_one() {
    let found = regiments(2, 1);
    let contest = &found.contests[0];
    let (hits, answers) = (0.3, 0.2);
    let (hurt, nothing) = (answers * (1.0 - hits), (1.0 - answers) * (1.0 - hits));
    let one = Duellist {
        full: 3,
        reduced: 2,
        steps: 1,
    };
    let end = duel(one, one);
    let reached = hurt + nothing * hurt;
    near(
        left(contest, "159 Inf", 0),
        reached * (end[0][0] + end[0][1]),
    );
    let sooner = hits * (1.0 + nothing);
    near(
        left(contest, "Nor 5 Inf", 0),
        sooner + reached * (end[0][0] + end[1][0]),
    );
}

// Rule 10.3 alone: the defender is the stronger one and stays.
#[test]
fn w14_a_reduced_regiment_attacks_a_full_one() {
    let found = regiments(1, 2);
    let contest = &found.contests[0];
    let regiment = |steps| Duellist {
        full: 3,
        reduced: 2,
        steps,
    };
    let end = duel(regiment(1), regiment(2));
    near(left(contest, "159 Inf", 0), end[0].iter().sum());
    for steps in 0..2 {
        let ends: f64 = end.iter().map(|row| row[steps]).sum();
        let count = i32::try_from(steps).expect("few");
        near(left(contest, "Nor 5 Inf", count), ends);
    }
}

// A line sent ahead answers once: two rounds without a hit are not the same, and nothing is called exact that is not. The
// reduced regiment stays after three rounds, and gives up after the fourth, where nobody tells it otherwise.
#[test]
fn w15_a_line_sent_ahead_answers_once() {
    let mut scene = norway("10.3-fire-is-simultaneous", Some("attack 3317 with 159"));
    place::<Weserubung>(&scene.data, &mut scene.state, &["side unit nor-5 to full"]);
    let orders = "attack 3317 with 159\nabandon no\nabandon no\nabandon no";
    scene.inputs = with_letter::<Weserubung>(&scene.data, &scene.state, scene.side, orders);
    let found = scene.odds(3000);
    let contest = &found.contests[0];
    assert!(contest.exact, "{} runs", contest.runs);
    // Four rounds of 2 against 3; where he has hit in one of them both are alike, and he fights on.
    let (hits, answers) = (0.2, 0.3);
    let one = Duellist {
        full: 3,
        reduced: 2,
        steps: 1,
    };
    let even = duel(one, one);
    let dies = even[0][0] + even[0][1];
    let round = answers + hits * (1.0 - answers) * dies;
    let still = (1.0 - hits) * (1.0 - answers);
    near(
        left(contest, "159 Inf", 0),
        round * (1.0 + still + still * still + still * still * still),
    );
}

/// The Skerries with these changes, red to move in clear weather and nobody in reserve.
fn skerries(position: &[&str], orders: &str) -> Odds<Miniature> {
    let setup = Setup {
        scenario: "skerries".to_owned(),
        ..Setup::default()
    };
    let (data, mut state) = Miniature::set_up(&setup).expect("good data");
    state.phase = Phase::First;
    state.initiative = Side::Red;
    state.reserves = [Vec::new(), Vec::new()];
    place::<Miniature>(&data, &mut state, position);
    let state = Miniature::imagined(&data, &state, Side::Red).expect("a position");
    let inputs = with_letter::<Miniature>(&data, &state, Side::Red, orders);
    let scene = Scene::<Miniature> {
        data,
        state,
        side: Side::Red,
        inputs,
    };
    scene.odds(4000)
}

/// One ship goes to the Outer Road, where one ship waits: met with 4 or more (5.4), then three rounds (6.1).
fn met(mover: (&str, Ship), waiting: (&str, Ship)) {
    let position = [
        format!("place {} at haven", mover.0),
        format!("place {} at outer", waiting.0),
        format!("steps {} to {}", mover.0, mover.1.steps),
        format!("steps {} to {}", waiting.0, waiting.1.steps),
    ];
    let position: Vec<&str> = position.iter().map(String::as_str).collect();
    let found = skerries(&position, &format!("move {} to outer", mover.0));
    let contest = &found.contests[0];
    assert!(contest.exact, "{} against {}", mover.0, waiting.0);
    let end = battle(mover.1, waiting.1, 3);
    let name = |id: &str| {
        if id == "moewe" {
            return "Möwe".to_owned();
        }
        let mut letters = id.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    for steps in 0..=3_usize {
        let count = i32::try_from(steps).expect("few");
        if steps < mover.1.steps {
            let ends: f64 = end[steps].iter().sum();
            near(left(contest, &name(mover.0), count), 0.5 * ends);
        }
        if steps < waiting.1.steps {
            let ends: f64 = end.iter().map(|row| row[steps]).sum();
            near(left(contest, &name(waiting.0), count), 0.5 * ends);
        }
    }
}

const fn ship(guns: usize, steps: usize) -> Ship {
    Ship { guns, steps }
}

#[test]
fn m01_falke_meets_anson() {
    met(("falke", ship(3, 2)), ("anson", ship(3, 2)));
}

#[test]
fn m02_greif_meets_anson() {
    met(("greif", ship(2, 2)), ("anson", ship(3, 2)));
}

#[test]
fn m03_falke_meets_briar() {
    met(("falke", ship(3, 2)), ("briar", ship(2, 1)));
}

#[test]
fn m04_greif_meets_dart() {
    met(("greif", ship(2, 2)), ("dart", ship(1, 1)));
}

#[test]
fn m05_a_damaged_falke_meets_anson() {
    met(("falke", ship(3, 1)), ("anson", ship(3, 2)));
}

#[test]
fn m06_moewe_meets_cressy() {
    met(("moewe", ship(2, 1)), ("cressy", ship(2, 2)));
}

#[test]
fn m07_greif_meets_a_damaged_anson() {
    met(("greif", ship(2, 2)), ("anson", ship(3, 1)));
}

#[test]
fn m08_a_damaged_greif_meets_briar() {
    met(("greif", ship(2, 1)), ("briar", ship(2, 1)));
}

/// Rule 5.4: each further ship adds one; rule 6.3: a die for each gun, six at most.
#[test]
fn m09_two_intercept() {
    let position = ["place anson at outer", "place cressy at outer"];
    let found = skerries(&position, "move falke to outer");
    let contest = &found.contests[0];
    let fieldpost::engine::odds::RollOdds::Success(chance) = roll(contest, "intercept") else {
        panic!("no chance");
    };
    near(super::situation::part(chance), 4.0 / 6.0);
}

#[test]
fn m10_three_intercept_with_six_dice() {
    let position = [
        "place anson at outer",
        "place cressy at outer",
        "place briar at outer",
    ];
    let found = skerries(&position, "move falke to outer");
    let contest = &found.contests[0];
    let fieldpost::engine::odds::RollOdds::Success(chance) = roll(contest, "intercept") else {
        panic!("no chance");
    };
    near(super::situation::part(chance), 5.0 / 6.0);
    same_hits(&roll(contest, "blue.fire"), &hits_high(6, 5));
    same_hits(&roll(contest, "red.fire"), &hits_high(3, 5));
}

/// What is counted agrees with what is played by chance: knots leave nothing out.
#[test]
fn what_is_counted_agrees_with_chance() {
    let mut compared = 0;
    for case in [
        "10.3-fire-is-simultaneous",
        "8.4-losses-at-once",
        "7.3-defender-then-attacker-then-again",
        "10.8-met-in-the-air-first",
        "3.2.6-mountain-artillery-climbs",
    ] {
        let orders = (case.starts_with("3.2.6")).then_some("attack 1015 with 139 Mtn, 112 Mtn Art");
        let scene = norway(case, orders);
        let counted = scene.odds(3000);
        let counted = &counted.contests[0];
        eprintln!("{case}: exact {} in {} runs", counted.exact, counted.runs);
        if !counted.exact || counted.runs < 24 {
            continue;
        }
        // Two thirds of the work are for counting: too little of it, and chance decides.
        let played = scene.odds(counted.runs);
        let played = &played.contests[0];
        assert!(!played.exact);
        let allowed = 4.5 * 0.5 / f64::from(u32::try_from(played.runs).expect("few")).sqrt();
        let (counted, played) = (counted.fates(), played.fates());
        for (subject, fates) in &counted {
            for (fate, weight) in fates {
                let other = played.get(subject).and_then(|of| of.get(fate));
                let other = other.copied().map_or(0.0, part);
                let off = (part(*weight) - other).abs();
                assert!(off < allowed, "{case}: {subject:?} {fate}: off by {off}");
                compared += 1;
            }
        }
    }
    assert!(compared > 8, "only {compared} fates were compared");
}
