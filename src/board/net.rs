//! Ways over a board, for answers that are paths.

use std::sync::Arc;

use super::graph::Board;
use super::space::{Link, SpaceId};
use crate::orders::{Class, Item, Net, Thing, Ways};

/// The item that names a space in an order. Boxes follow the spaces: the first box has the number [`Board::len`].
pub const fn place(space: SpaceId) -> Item {
    Item::Thing(Thing::place(space.0))
}

struct Steps<F> {
    board: Arc<Board>,
    cost: F,
}

impl<F> Ways for Steps<F>
where
    F: Fn(&Board, SpaceId, &Link) -> Option<u32> + Send + Sync,
{
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        let Item::Thing(Thing {
            class: Class::Place,
            id,
        }) = at
        else {
            return;
        };
        let from = SpaceId(id);
        for link in self.board.links(from) {
            if let Some(cost) = (self.cost)(&self.board, from, link) {
                out.push((place(link.to), cost));
            }
        }
    }
}

impl Board {
    /// The ways from space to neighbour that cost something; where `cost` gives nothing, none leads.
    pub fn net<F>(board: &Arc<Self>, cost: F) -> Net
    where
        F: Fn(&Self, SpaceId, &Link) -> Option<u32> + Send + Sync + 'static,
    {
        Net(Arc::new(Steps {
            board: Arc::clone(board),
            cost,
        }))
    }
}
