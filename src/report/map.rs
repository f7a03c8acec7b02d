//! Maps for a reader: his view's picture, what he saw happen, his words.

use serde_json::{Value as Json, json};

use super::text::wrap_within;
use crate::board::{Board, Picture, SpaceId, Spot, Trace};
use crate::draw::{Detail, Sheet, Window, ascii, letters, list, png, svg};
use crate::engine::game::{Game, Side as _};
use crate::engine::seats::Seat;
use crate::orders::{Item, Lang, Phrase};
use crate::store::keeper::{Keeper, Past};

/// A board this large is shown whole only in outline; what happened is shown in windows beside it.
const LARGE: usize = 100;

/// The same of a picture.
const MANY: usize = 40;

/// Steps around what happened on a board of areas.
const NEAR: u32 = 2;

/// A picture in a mail has at most so many bytes.
pub const PICTURE: usize = 150_000;

/// At most so many windows.
const WINDOWS: usize = 2;

/// A map before it is drawn: all that every format needs, and nothing that its reader may not know.
pub struct Map<'a, G: Game> {
    board: &'a Board,
    view: G::View<'a>,
    /// What stands there and what he saw happen.
    pub picture: Picture,
    /// His language.
    pub lang: Lang,
    title: String,
    note: String,
}

impl<'a, G: Game> Map<'a, G> {
    /// The map of a seat, after a run, with what the run told; a seat without a side sees what the referee sees.
    pub fn new(keeper: &'a Keeper<G>, past: &'a Past<G>, draw: u64, seat: &Seat) -> Self {
        let state = &past.state;
        let sides: Vec<G::Side> = seat
            .sides
            .iter()
            .filter_map(|id| G::Side::from_id(id))
            .collect();
        let view = G::view(&keeper.data, state, sides.first().copied());
        let mut picture = G::picture(&view);
        picture.traces = traces(keeper, past, &sides);
        let number = |n: u64| Item::Number(i32::try_from(n).unwrap_or(i32::MAX));
        let book = G::phrasebook();
        let turn = Phrase::new("report-turn").with("turn", number(G::turn(state).into()));
        let title = Phrase::new("report-title")
            .with("game", keeper.now.terms.game.clone())
            .with("draw", number(draw))
            .with("turn", turn);
        let title = book.say(&title, seat.lang, &view);
        let board = G::board(&keeper.data);
        let note = note::<G>(board, seat.lang, &view);
        Self {
            board,
            view,
            picture,
            lang: seat.lang,
            title,
            note,
        }
    }

    /// The maps of the boards beside the first one, without what happened.
    pub fn charts(&self) -> Vec<Self> {
        let chart = |(board, picture): (&'a Board, Picture)| Self {
            board,
            view: self.view,
            picture,
            lang: self.lang,
            title: self.title.clone(),
            note: note::<G>(board, self.lang, &self.view),
        };
        G::charts(&self.view).into_iter().map(chart).collect()
    }

    /// The board that is drawn.
    pub const fn board(&self) -> &'a Board {
        self.board
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
            board: self.board,
            picture: &self.picture,
            window,
            empty_boxes: false,
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

    /// In no more columns than that: where not all fits, a part of it, and above it words on which part and on how the
    /// rest can be seen.
    pub fn ascii_within(&self, window: Window, wide: usize) -> Vec<String> {
        let drawn = self.with_sheet(window, |sheet| ascii::draw_within(sheet, wide));
        let Window::Around { centre, radius } = drawn.window else {
            return drawn.lines;
        };
        if drawn.window == window {
            return drawn.lines;
        }
        let place = self.board.space(centre).label().to_owned();
        let number = |n: usize| Item::Number(i32::try_from(n).unwrap_or(i32::MAX));
        let words = Phrase::new("map-part")
            .with("steps", Item::Number(i32::try_from(radius).unwrap_or(0)))
            .with("place", place)
            .with("wide", number(drawn.needs));
        let words = G::phrasebook().say(&words, self.lang, &self.view);
        let mut lines = wrap_within(wide, "", 0, &words);
        lines.extend(drawn.lines);
        lines
    }

    /// As a list.
    pub fn list(&self, window: Window) -> Vec<String> {
        self.with_sheet(window, list::draw)
    }

    /// As data: the spaces in the window and all that stands on them.
    pub fn json(&self, window: Window) -> Json {
        let board = self.board;
        let shown = self.with_sheet(window, |sheet| sheet.spaces());
        let seen = |spot: &Spot| match spot {
            Spot::Space(at) => shown.binary_search(at).is_ok(),
            Spot::Off(_) => window == Window::Whole,
        };
        let place = |spot: &Spot| match spot {
            Spot::Space(at) => board.space(*at).id.clone(),
            Spot::Off(off) => board
                .boxes()
                .get(*off)
                .map(|off| off.id.clone())
                .unwrap_or_default(),
        };
        let party = |owner: usize| self.picture.parties.get(owner).map(|party| party.word.id());
        let spaces: Vec<Json> = shown
            .iter()
            .map(|at| {
                let space = board.space(*at);
                let owner = self.picture.control.get(at).and_then(|owner| party(*owner));
                json!({ "id": space.id, "name": space.name, "terrain": space.terrain, "tags": space.tags, "held": owner })
            })
            .collect();
        let pieces = self.picture.pieces.iter().filter(|piece| seen(&piece.at));
        let pieces: Vec<Json> = pieces
            .map(|piece| {
                json!({
                    "at": place(&piece.at), "owner": party(piece.owner), "name": piece.name,
                    "symbol": piece.symbol.key().trim_start_matches("symbol-"), "strength": piece.strength,
                    "steps": [piece.steps.0, piece.steps.1], "carried": piece.carried,
                })
            })
            .collect();
        let markers = self
            .picture
            .markers
            .iter()
            .filter(|marker| seen(&marker.at));
        let markers: Vec<Json> = markers
            .map(|marker| json!({ "at": place(&marker.at), "text": marker.text, "meaning": marker.meaning }))
            .collect();
        let crossings: Vec<Json> = self
            .picture
            .crossings
            .iter()
            .map(|one| {
                let side = board.side_of(one.side);
                let name = side.tag("bridge").or(side.tag("ferry"));
                json!({
                    "name": name, "between": [board.space(side.a).id, board.space(side.b).id],
                    "held": party(one.holder), "whole": one.whole, "note": one.note,
                })
            })
            .collect();
        json!({
            "title": self.title, "note": self.note, "spaces": spaces, "pieces": pieces, "markers": markers,
            "crossings": crossings,
        })
    }

    /// As SVG with every detail and its letters, for a screen that can zoom.
    pub fn svg(&self, window: Window) -> String {
        self.with_sheet(window, |sheet| {
            letters::carried(&svg::draw(sheet, svg::natural_width(sheet), Detail::Full))
        })
    }

    /// What a picture is made from, as wide as is wished or as suits it.
    pub fn fixed(&self, window: Window, wide: Option<i32>) -> String {
        self.with_sheet(window, |sheet| {
            let wide = wide.unwrap_or_else(|| svg::natural_width(sheet));
            svg::draw_fixed(sheet, wide)
        })
    }

    /// As PNG, as wide as is wished or as suits it.
    pub fn png(&self, window: Window, wide: Option<i32>) -> Result<Vec<u8>, png::PngError> {
        png::from_svg(&self.fixed(window, wide))
    }

    /// As PNG of no more bytes than that, smaller if need be.
    pub fn png_within(&self, window: Window, most: usize) -> Result<Vec<u8>, png::PngError> {
        let natural = self.with_sheet(window, svg::natural_width);
        let mut wide = natural;
        loop {
            let png = self.png(window, Some(wide))?;
            if png.len() <= most || wide < natural / 3 {
                return Ok(png);
            }
            // Bytes go with the pixels, but lines and letters keep theirs: a little less than the root.
            let percent = (most * 10_000 / png.len()).isqrt().clamp(40, 98) - 3;
            wide = wide * i32::try_from(percent).unwrap_or(90) / 100;
        }
    }

    /// The windows of a report in characters: the whole board, and what happened on it where that cannot be seen there.
    pub fn windows(&self) -> Vec<Window> {
        self.looks(LARGE, ascii::CELLS)
    }

    /// The windows of its pictures: in a small one less can be made out than in characters.
    pub fn pictures(&self) -> Vec<Window> {
        let board = self.board;
        let radius = if board.is_hexes() { ascii::CELLS } else { NEAR };
        self.looks(MANY, radius)
    }

    /// The whole board, and if it has as many spaces, what lies so far around what happened.
    fn looks(&self, large: usize, radius: u32) -> Vec<Window> {
        let mut windows = vec![Window::Whole];
        let board = self.board;
        if board.len() < large {
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
            let near = |centre: &SpaceId| board.distance(*centre, at) <= radius;
            if centres.len() < WINDOWS && !centres.iter().any(near) {
                centres.push(at);
            }
        }
        windows.extend(
            centres
                .into_iter()
                .map(|centre| Window::Around { centre, radius }),
        );
        windows
    }
}

/// What is said below a map: whose work the board is.
fn note<G: Game>(board: &Board, lang: Lang, view: &G::View<'_>) -> String {
    if board.provenance().starts_with("reconstructed") {
        G::phrasebook().say(&Phrase::new("map-reconstructed"), lang, view)
    } else {
        board.name().to_owned()
    }
}

/// What a run shows on the map: each event beside the position it found.
fn traces<G: Game>(keeper: &Keeper<G>, past: &Past<G>, sides: &[G::Side]) -> Vec<Trace> {
    let mut state = past.before.clone();
    let mut traces = Vec::new();
    for told in &past.told {
        let seen = match sides {
            [] => Some(&told.event),
            sides => sides.iter().find_map(|side| told.seen_by(*side)),
        };
        if let Some(seen) = seen {
            let view = G::view(&keeper.data, &state, sides.first().copied());
            traces.extend(G::traces(&view, seen));
        }
        G::apply(&keeper.data, &mut state, &told.event);
    }
    traces
}
