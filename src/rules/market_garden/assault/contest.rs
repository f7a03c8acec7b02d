//! Rule 10.71: both sides throw.

use super::super::Field;
use super::super::advantage;
use super::super::dice::{Throw, throw};
use super::super::event::Event;
use super::super::state::{Phase, Side};
use crate::board::SpaceId;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Item;

/// Two sides throw against each other, perhaps again by the Advantage; gives the margin and the natural throws.
pub(in super::super) fn contest(
    t: &mut Field<'_>,
    (side, at): (Side, SpaceId),
    (attack, defence): (Tally, Tally),
    subject: Vec<Item>,
) -> Play<(i32, [Throw; 2])> {
    let mut again = "";
    loop {
        let first = throw(t, side, &format!("attack{again}"))?;
        let second = throw(t, side.other(), &format!("defence{again}"))?;
        let (mut attack, mut defence) = (attack.clone(), defence.clone());
        first.add_to(&mut attack);
        second.add_to(&mut defence);
        let margin = attack.total() - defence.total();
        let attacks = Event::Attacks {
            side,
            at,
            tally: attack,
            card: first.card(),
        };
        let defends = Event::Defends {
            side: side.other(),
            at,
            tally: defence,
            margin,
            card: second.card(),
        };
        for event in [attacks, defends] {
            // 23.71: what a card is nobody knew before it was turned over.
            if first.card().is_some() {
                t.reveal(event)?;
            } else {
                t.happen(event)?;
            }
        }
        let dice: Vec<_> = [&first, &second]
            .iter()
            .filter_map(|throw| throw.dice.as_ref())
            .collect();
        if again.is_empty() && advantage::reroll(t, subject.clone(), &dice)? {
            again = ".r1";
            continue;
        }
        // 12.5: what stands is the sunset roll too. R-43: cards are not, the dice fall apart.
        if side == Side::Allied && t.state().phase == Phase::Allied && t.state().pulse.sunset == 0 {
            match &first.dice {
                Some(dice) => advantage::sunset(t, dice.sum())?,
                None => advantage::sunset_dice(t)?,
            }
        }
        return Ok((margin, [first, second]));
    }
}
