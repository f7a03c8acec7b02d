//! Maps for a reader: his view's picture, what he saw happen, his words.

use crate::board::{Picture, SpaceId, Spot, Trace};
use crate::draw::{Detail, Sheet, Window, ascii, list, png, svg};
use crate::engine::event::Told;
use crate::engine::game::{Game, Side as _};
use crate::engine::seats::Seat;
use crate::orders::{Item, Lang, Phrase};
use crate::store::keeper::Keeper;

/// A board this large is shown whole only in outline; what happened is shown in windows beside it.
const LARGE: usize = 100;

/// At most so many windows.
const WINDOWS: usize = 2;

/// A map before it is drawn: all that every format needs, and nothing that its reader may not know.
pub struct Map<'a, G: Game> {
    data: &'a G::Data,
    view: G::View<'a>,
    /// What stands there and what he saw happen.
    pub picture: Picture,
    /// His language.
    pub lang: Lang,
    title: String,
    note: String,
}

impl<'a, G: Game> Map<'a, G> {
    /// The map of a seat, in a position, with what a run told; a seat without a side sees what the referee sees.
    pub fn new(
        keeper: &'a Keeper<G>,
        state: &'a G::State,
        told: &[Told<G>],
        draw: u64,
        seat: &Seat,
    ) -> Self {
        let sides: Vec<G::Side> = seat
            .sides
            .iter()
            .filter_map(|id| G::Side::from_id(id))
            .collect();
        let view = G::view(&keeper.data, state, sides.first().copied());
        let mut picture = G::picture(&view);
        for event in told {
            let seen = match sides.as_slice() {
                [] => Some(&event.event),
                sides => sides.iter().find_map(|side| event.seen_by(*side)),
            };
            if let Some(seen) = seen {
                picture.traces.extend(G::traces(&view, seen));
            }
        }
        let number = |n: u64| Item::Number(i32::try_from(n).unwrap_or(i32::MAX));
        let book = G::phrasebook();
        let turn = Phrase::new("report-turn").with("turn", number(G::turn(state).into()));
        let title = Phrase::new("report-title")
            .with("game", keeper.now.terms.game.clone())
            .with("draw", number(draw))
            .with("turn", turn);
        let title = book.say(&title, seat.lang, &view);
        let board = G::board(&keeper.data);
        let note = if board.provenance().starts_with("reconstructed") {
            book.say(&Phrase::new("map-reconstructed"), seat.lang, &view)
        } else {
            board.name().to_owned()
        };
        Self {
            data: &keeper.data,
            view,
            picture,
            lang: seat.lang,
            title,
            note,
        }
    }

    /// What the map shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Does something with the sheet of a window.
    fn with_sheet<T>(&self, window: Window, then: impl FnOnce(&Sheet<'_>) -> T) -> T {
        let book = G::phrasebook();
        let say = |key: &str| book.say_key(key, self.lang, &self.view);
        then(&Sheet {
            board: G::board(self.data),
            picture: &self.picture,
            window,
            lang: self.lang,
            say: &say,
            title: &self.title,
            note: &self.note,
        })
    }

    /// In characters.
    pub fn ascii(&self, window: Window) -> Vec<String> {
        self.with_sheet(window, ascii::draw)
    }

    /// As a list.
    pub fn list(&self, window: Window) -> Vec<String> {
        self.with_sheet(window, list::draw)
    }

    /// As SVG with every detail, for a screen that can zoom.
    pub fn svg(&self, window: Window) -> String {
        self.with_sheet(window, |sheet| {
            svg::draw(sheet, svg::natural_width(sheet), Detail::Full)
        })
    }

    /// As PNG, as wide as is wished or as suits it.
    pub fn png(&self, window: Window, wide: Option<i32>) -> Result<Vec<u8>, png::PngError> {
        self.with_sheet(window, |sheet| {
            let wide = wide.unwrap_or_else(|| svg::natural_width(sheet));
            png::from_svg(&svg::draw(sheet, wide, svg::detail_at(sheet, wide)))
        })
    }

    /// As PNG of no more bytes than that, smaller if need be.
    pub fn png_within(&self, window: Window, most: usize) -> Result<Vec<u8>, png::PngError> {
        let full = self.png(window, None)?;
        if full.len() <= most {
            return Ok(full);
        }
        // Bytes go with the pixels, but lines and letters keep theirs: a little less than the root.
        let percent = (most * 10_000 / full.len()).isqrt().saturating_sub(15);
        let percent = i32::try_from(percent.max(30)).unwrap_or(100);
        let natural = self.with_sheet(window, svg::natural_width);
        self.png(window, Some(natural * percent / 100))
    }

    /// The windows of a report: the whole board, and what happened on it where that cannot be seen there.
    pub fn windows(&self) -> Vec<Window> {
        let mut windows = vec![Window::Whole];
        let board = G::board(self.data);
        if board.len() < LARGE {
            return windows;
        }
        let mut centres: Vec<SpaceId> = Vec::new();
        let fights = self.picture.traces.iter().filter_map(|trace| match trace {
            Trace::Fight {
                at: Spot::Space(at),
            } => Some(*at),
            _ => None,
        });
        let ways = self.picture.traces.iter().filter_map(|trace| match trace {
            Trace::Way { spots, .. } => spots.iter().rev().find_map(|spot| match spot {
                Spot::Space(at) => Some(*at),
                Spot::Off(_) => None,
            }),
            Trace::Fight { .. } => None,
        });
        for at in fights.chain(ways) {
            let near = |centre: &SpaceId| board.distance(*centre, at) <= ascii::CELLS;
            if centres.len() < WINDOWS && !centres.iter().any(near) {
                centres.push(at);
            }
        }
        windows.extend(centres.into_iter().map(|centre| Window::Around {
            centre,
            radius: ascii::CELLS,
        }));
        windows
    }
}
