//! Ways over a net: what can be reached, at what cost, by which way.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::form::Net;
use super::item::{Class, Item, Thing};

/// A net larger than this is not searched to its end.
const MOST_PLACES: usize = 20_000;

/// The places within a cost of a start, each with the cheapest way to it.
#[derive(Debug)]
pub struct Reach {
    /// Settled places: itself, its cost, where the way came from. The start is the first.
    places: Vec<(Item, u32, usize)>,
    index: Index,
}

impl Reach {
    /// Explores the net from a place; among equally cheap ways the one the net yields first is taken.
    pub fn new(net: &Net, from: Item, most: u32) -> Self {
        let mut places: Vec<(Item, u32, usize)> = Vec::with_capacity(64);
        let mut index = Index::default();
        let mut open = BinaryHeap::with_capacity(64);
        let mut next = Vec::with_capacity(8);
        let mut order = 0_usize;
        // The order of discovery decides before the place does, so that ties fall as the net yields them.
        open.push(Reverse((0_u32, order, from, 0_usize)));
        index.note(from, 0);
        while let Some(Reverse((cost, _, place, before))) = open.pop() {
            if places.len() == MOST_PLACES {
                break;
            }
            let here = places.len();
            if !index.settle(place, here) {
                continue;
            }
            places.push((place, cost, before));
            next.clear();
            net.0.from(place, &mut next);
            for &(neighbour, step) in &next {
                let total = cost.saturating_add(step);
                if total <= most && index.note(neighbour, total) {
                    order += 1;
                    open.push(Reverse((total, order, neighbour, here)));
                }
            }
        }
        Self { places, index }
    }

    /// The places reached, cheapest first, beginning with the start.
    pub fn places(&self) -> impl Iterator<Item = Item> + '_ {
        self.places.iter().map(|place| place.0)
    }

    /// The places reached with what it costs to reach them, cheapest first.
    pub fn costs(&self) -> impl Iterator<Item = (Item, u32)> + '_ {
        self.places.iter().map(|place| (place.0, place.1))
    }

    /// The least cost of reaching a place.
    pub fn cost(&self, to: Item) -> Option<u32> {
        let place = self.places.get(self.index.settled(to)?)?;
        Some(place.1)
    }

    /// The places entered on the cheapest way, the last of them `to`.
    pub fn way(&self, to: Item) -> Option<Vec<Item>> {
        let mut at = self.index.settled(to)?;
        let mut way = Vec::new();
        while at != 0 {
            let &(place, _, before) = self.places.get(at)?;
            way.push(place);
            at = before;
        }
        way.reverse();
        Some(way)
    }
}

/// What is known of a place so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// Found at this cost.
    Cost(u32),
    /// Settled as this one of the places.
    Settled(usize),
}

/// Finds places by number, which is most of what a search does; other items by a map.
#[derive(Debug, Default)]
struct Index {
    places: Vec<Known>,
    others: BTreeMap<Item, Known>,
}

impl Index {
    fn slot(&mut self, item: Item) -> &mut Known {
        if let Item::Thing(Thing {
            class: Class::Place,
            id,
        }) = item
        {
            let id = usize::from(id);
            if id >= self.places.len() {
                self.places.resize(id + 1, Known::Nothing);
            }
            if let Some(slot) = self.places.get_mut(id) {
                return slot;
            }
        }
        self.others.entry(item).or_insert(Known::Nothing)
    }

    /// Notes a cost; says whether it is the least so far.
    fn note(&mut self, item: Item, cost: u32) -> bool {
        let slot = self.slot(item);
        let better = match *slot {
            Known::Nothing => true,
            Known::Cost(old) => cost < old,
            Known::Settled(_) => false,
        };
        if better {
            *slot = Known::Cost(cost);
        }
        better
    }

    /// Settles a place; says whether it was not settled before.
    fn settle(&mut self, item: Item, at: usize) -> bool {
        let slot = self.slot(item);
        let first = !matches!(*slot, Known::Settled(_));
        if first {
            *slot = Known::Settled(at);
        }
        first
    }

    fn settled(&self, item: Item) -> Option<usize> {
        let known = match item {
            Item::Thing(Thing {
                class: Class::Place,
                id,
            }) => self.places.get(usize::from(id)),
            _ => self.others.get(&item),
        };
        match known {
            Some(Known::Settled(at)) => Some(*at),
            _ => None,
        }
    }
}

/// Returns the least cost of the step from a place to its neighbour.
pub fn step(net: &Net, from: Item, to: Item, buffer: &mut Vec<(Item, u32)>) -> Option<u32> {
    buffer.clear();
    net.0.from(from, buffer);
    buffer
        .iter()
        .filter(|(place, _)| *place == to)
        .map(|(_, cost)| *cost)
        .min()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::form::Ways;
    use super::*;

    struct Square;

    // 0 -> 1, 2 (cost 1 each) -> 3; and 0 -> 3 directly for 5.
    impl Ways for Square {
        fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
            match at {
                Item::Number(0) => out.extend([(3.into(), 5), (2.into(), 1), (1.into(), 1)]),
                Item::Number(1 | 2) => out.push((3.into(), 1)),
                _ => {}
            }
        }
    }

    #[test]
    fn the_first_of_equally_cheap_ways_is_taken() {
        let net = Net(Arc::new(Square));
        let reach = Reach::new(&net, 0.into(), 9);
        assert_eq!(reach.cost(3.into()), Some(2));
        assert_eq!(reach.way(3.into()), Some(vec![2.into(), 3.into()]));
        assert_eq!(reach.way(0.into()), Some(vec![]));
        assert_eq!(reach.cost(4.into()), None);
        assert_eq!(Reach::new(&net, 0.into(), 1).cost(3.into()), None);
        assert_eq!(step(&net, 0.into(), 3.into(), &mut Vec::new()), Some(5));
    }
}
