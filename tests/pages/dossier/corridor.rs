//! Odds of Market Garden against counting every way that dice can fall. The numbers are those of rulebook and counters.

use fieldpost::engine::odds::{Contest, Odds, RollOdds};
use fieldpost::rules::MarketGarden;

use super::enumerate::{contest, sixths};
use super::situation::{left, near, part, roll, scene};

/// What is left of a unit: fresh, spent, disrupted once, twice, gone (4.2).
const FRESH: i32 = 4;
const SPENT: i32 = 3;
const D1: i32 = 2;
const D2: i32 = 1;
const GONE: i32 = 0;

/// What a river takes from whoever seizes or blows up a bridge over it, and the work from whoever repairs one (19.3, 19.5).
const RIVER: i32 = -1;
const REPAIR: i32 = -1;

fn odds(case: &str, orders: Option<&str>) -> Odds<MarketGarden> {
    let file = format!("tests/cases/market-garden/{case}.toml");
    scene::<MarketGarden>(&file, orders).odds(6000)
}

fn only(found: &Odds<MarketGarden>) -> &Contest<MarketGarden> {
    let contest = &found.contests[0];
    assert!(contest.exact, "{} runs", contest.runs);
    contest
}

fn chance(found: &Odds<MarketGarden>, tail: &str, expected: f64) {
    let RollOdds::Success(weight) = roll(&found.contests[0], tail) else {
        panic!("no chance");
    };
    near(part(weight), expected);
}

// Rules 10.72 and 10.73: 4 for the point unit, 2 more units, less 1 for SS with Wehrmacht, against 6 and the terrain's 2.
// Rule 10.74: a lost assault disrupts all, a drawn one the point unit alone.
#[test]
fn g01_ss_and_wehrmacht_against_a_brigade() {
    let found = odds("10.72e-ss-with-wehrmacht", None);
    let of = only(&found);
    let part = |counts: fn(i32) -> bool| contest(4 + 2 - 1, 6 + 2, counts);
    near(left(of, "Krafft 16 SS Bn", D1), part(|by| by <= 0));
    near(left(of, "Krafft 16 SS Bn", SPENT), part(|by| by > 0));
    near(left(of, "406 Div KG Stargaard", D1), part(|by| by < 0));
    near(left(of, "406 Div KG Stargaard", SPENT), part(|by| by >= 0));
    near(left(of, "129 Bde", FRESH), part(|by| by <= 0));
}

// Rule 10.73/c: a river bridge that the defender holds gives him 3.
#[test]
fn g02_over_a_river_bridge() {
    let found = odds("10.73-a-river-bridge-the-defender-holds", None);
    let of = only(&found);
    let part = |counts: fn(i32) -> bool| contest(5, 4 + 1 + 3, counts);
    near(left(of, "129 Bde", D1), part(|by| by <= 0));
    near(left(of, "129 Bde", SPENT), part(|by| by > 0));
    near(left(of, "1034 Regt", FRESH), part(|by| by <= 0));
}

// Rule 10.81: on elevated ground a win by one costs nothing.
#[test]
fn g03_up_the_heights() {
    let found = odds("10.81-on-elevated-ground", None);
    let of = only(&found);
    near(
        left(of, "406 Div KG Stargaard", FRESH),
        contest(5, 3 + 2, |by| by <= 1),
    );
}

// Rule 10.72: a point unit of 6, three more, two guns, a division. Rule 10.5: more than four points are an overrun.
#[test]
fn g04_the_guards_in_strength() {
    let orders = "activate 47\nmove gd-a-irish, gd-a-grenadier, gd-i-irish, hcr: 46\n\
        assault 46: with gd-a-irish, gd-a-grenadier, gd-i-irish, hcr point gd-a-irish guns gd-55, gd-153";
    let found = odds("10.72-the-attack-value", Some(orders));
    let of = only(&found);
    let part = |counts: fn(i32) -> bool| contest(6 + 3 + 2 + 1, 3 + 2, counts);
    near(left(of, "2 Irish Gds (tanks)", D1), part(|by| by <= 0));
    near(left(of, "2 Household Cavalry", D1), part(|by| by < 0));
    near(left(of, "406 Div KG Stargaard", FRESH), part(|by| by <= 0));
    let gone = left(of, "406 Div KG Stargaard", GONE);
    assert!(gone >= part(|by| by > 4) - 1e-9 && gone <= part(|by| by >= 4) + 1e-9);
}

// Rule 10.73/a: a disrupted forward unit is worth less; 10.73/e: each other fresh one adds one.
#[test]
fn g05_two_fresh_ones_behind() {
    let found = odds(
        "10.73-the-defence-value",
        Some("activate 47\nmove w-129: 46"),
    );
    let of = only(&found);
    // Without the standing order of the case the defender puts his best unit in front: 3 and one more fresh one.
    let part = |counts: fn(i32) -> bool| contest(5, 3 + 2 + 1, counts);
    near(left(of, "129 Bde", D1), part(|by| by <= 0));
}

// Rules 11.2, 11.111 and 11.3: corps guns of 5, doubled, one more gun; twice the terrain and a fresh gun against it. Rule
// 11.41: two points for the target, then two for the next.
#[test]
fn g06_a_barrage() {
    let found = odds("11.2-a-barrage", None);
    let of = only(&found);
    let part = |counts: fn(i32) -> bool| contest(5 + 5 + 1, 2 + 1, counts);
    near(left(of, "1034 Regt", SPENT), part(|by| by >= 2));
    near(left(of, "159 artillery", SPENT), part(|by| by >= 4));
}

// Rule 11.41: one point is too little for a fresh unit.
#[test]
fn g07_one_battery() {
    let found = odds("11.41-one-point-is-too-little", None);
    let of = only(&found);
    near(left(of, "1034 Regt", SPENT), contest(3, 2, |by| by >= 2));
    near(left(of, "1034 Regt", FRESH), contest(3, 2, |by| by < 2));
}

// Rule 19.3: a 4 seizes a bridge; one more where nobody is behind it, one less over a river, one less for each fresh enemy.
#[test]
fn g08_a_canal_bridge_with_nobody_behind_it() {
    let found = odds("19.3-a-canal-bridge", None);
    chance(&found, "allied.seize", sixths(|face| face + 1 >= 4));
}

#[test]
fn g09_a_river_bridge_with_nobody_behind_it() {
    let orders = "activate 44\nseize 40-44: by w-129";
    let found = odds("19.3-seizing-a-river-bridge", Some(orders));
    chance(&found, "allied.seize", sixths(|face| face + 1 + RIVER >= 4));
}

#[test]
fn g10_two_fresh_enemies_behind_a_bridge() {
    let found = odds("19.3-two-fresh-enemies", None);
    chance(&found, "allied.seize", sixths(|face| face - 2 >= 4));
}

// Rules 19.4 and 19.5: 7 blow a bridge up; 3 for an own free end, 2 for a contested one, 1 less over a river.
#[test]
fn g11_a_river_bridge_goes_up() {
    let found = odds("19.4-a-demolition", None);
    chance(
        &found,
        "german.demolish",
        sixths(|face| face + 3 + 2 + RIVER >= 7),
    );
}

#[test]
fn g12_a_bridge_that_is_half_lost() {
    let found = odds("19.5-a-four-is-not-enough", None);
    chance(&found, "german.demolish", sixths(|face| face + 2 >= 7));
}

// Rules 19.2 and 19.5: 7 repair a bridge; 3 for the free end, 1 less for a repair.
#[test]
fn g13_a_repair() {
    let found = odds(
        "19.21-a-repair-that-fails",
        Some("activate 54\nrepair 53-54"),
    );
    chance(
        &found,
        "allied.repair",
        sixths(|face| face + 3 + REPAIR >= 7),
    );
}

// Rule 18.41: against a value of 2 a throw below it disrupts, an equal one spends.
#[test]
fn g14_flak_over_the_drop_zone() {
    let orders = "land us-327-1, us-327-2, us-327-3: 54";
    let found = odds("18.41-interdiction", Some(orders));
    let unit = "1/327 GIR";
    let of = found.contests.iter().find(|of| {
        of.fates()
            .keys()
            .any(|one| format!("{one:?}").contains(unit))
    });
    let of = of.expect("it is fired at");
    near(left(of, unit, D1), sixths(|face| face < 2));
    near(left(of, unit, SPENT), sixths(|face| face == 2));
}

// Rule 13.7: below its state an isolated unit is gone, with an equal throw it gets worse.
#[test]
fn g15_cut_off() {
    let found = odds("13.7-surrender", None);
    let fate = |unit: &str, steps: i32| {
        let has = |of: &&Contest<MarketGarden>| {
            of.exact
                && of
                    .fates()
                    .keys()
                    .any(|one| format!("{one:?}").contains(unit))
        };
        let of = found.contests.iter().find(has).expect("it throws");
        left(of, unit, steps)
    };
    near(fate("Krafft 16 SS Bn", SPENT), sixths(|face| face == 1));
    near(fate("406 Div KG Stargaard", GONE), sixths(|face| face < 2));
    near(fate("406 Div KG Stargaard", D1), sixths(|face| face == 2));
    near(
        fate("406 Div KG Furstenberg", GONE),
        sixths(|face| face < 3),
    );
    near(fate("406 Div KG Furstenberg", D2), sixths(|face| face == 3));
    near(fate("406 Div KG Goebel", GONE), sixths(|face| face <= 4));
}

// Rule 23.7: cards instead of dice. A deck has as many cards of each value as two dice have ways to throw it, and nobody
// knows its order.
#[test]
fn g16_cards_instead_of_dice() {
    let file = "tests/cases/market-garden/23.7-cards-instead-of-dice.toml";
    let found = scene::<MarketGarden>(file, None).odds(1500);
    let of = &found.contests[0];
    // Too many cards to count: it is played by chance, and the error is stated.
    assert!(!of.exact && of.runs == 500, "{} runs", of.runs);
    let expected = contest(5, 3 + 2, |by| by <= 0);
    for found in [
        left(of, "129 Bde", D1),
        left(of, "406 Div KG Stargaard", FRESH),
    ] {
        assert!(
            (found - expected).abs() < 0.1,
            "{found}, expected {expected}"
        );
    }
}
