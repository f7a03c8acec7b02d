//! What nobody may know: the order of the cards.

use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::twins::twins;
use fieldpost::rules::MarketGarden;
use fieldpost::rules::market_garden::Side;

/// All lies open but the order of the decks (23.71): whoever plays with another order learns it card by card and no
/// sooner.
#[test]
fn nobody_knows_the_cards_to_come() {
    let setup = Setup {
        scenario: "basic".to_owned(),
        switches: vec![("card-combat".to_owned(), "yes".to_owned())],
        ..Setup::default()
    };
    let (data, start) = MarketGarden::set_up(&setup).unwrap();
    let (mut changed, mut gates) = (0, 0);
    for (seed, side) in (0..).zip([Side::German, Side::Allied, Side::German, Side::Allied]) {
        match twins::<MarketGarden>(&data, &start, side, seed, 6) {
            Ok(compared) => {
                changed += u32::from(compared.changed);
                gates += compared.gates;
            }
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(changed >= 2 && gates >= 4, "{changed} pairs, {gates} gates");
}
