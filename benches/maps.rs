//! Speed of reports and maps, printed as numbers of one run; it fails nothing.

use std::time::{Duration, Instant};

use fieldpost::board::{Board, Colour, Party, Picture, Piece, Spot, Symbol};
use fieldpost::draw::{Sheet, Window, ascii, list, png, svg};
use fieldpost::orders::{Lang, Word};

static ONE: Word = Word {
    en: &["Germany"],
    fr: &["Allemagne"],
};
static TWO: Word = Word {
    en: &["Norway"],
    fr: &["Norvège"],
};

/// As many counters as the campaign has, on as many hexes as they can be spread over.
fn position(board: &Board) -> Picture {
    let land: Vec<_> = board
        .spaces()
        .filter(|at| board.space(*at).terrain != "neutral")
        .collect();
    let pieces = (0..190_usize).map(|n| Piece {
        at: Spot::Space(land[n * 37 % land.len()]),
        owner: n % 2,
        symbol: Symbol::ALL[n % Symbol::ALL.len()],
        name: format!("{n}th Infantry"),
        short: n.to_string(),
        strength: "3-4-5".to_owned(),
        steps: (2, 2),
        carried: false,
    });
    Picture {
        parties: vec![
            Party {
                word: &ONE,
                colour: Colour::Grey,
                letter: 'G',
            },
            Party {
                word: &TWO,
                colour: Colour::Red,
                letter: 'N',
            },
        ],
        pieces: pieces.collect(),
        ..Picture::default()
    }
}

fn time(what: &str, limit: &str, times: u32, mut work: impl FnMut() -> usize) {
    let mut best = Duration::MAX;
    let mut bytes = 0;
    for _ in 0..times {
        let started = Instant::now();
        bytes = work();
        best = best.min(started.elapsed());
    }
    println!(
        "  {what:<24} {best:>10.2?}  {:>4} KB  (at most {limit})",
        bytes / 1024
    );
}

/// The most memory this process ever held, in KB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}

fn main() {
    let text = include_str!("../scenarios/weserubung/board.toml");
    let board = Board::read(text, "board.toml").expect("a good board");
    let picture = position(&board);
    let say = |_: &str| Some("word".to_owned());
    let sheet = |window| Sheet {
        board: &board,
        picture: &picture,
        window,
        lang: Lang::En,
        say: &say,
        title: "Norway",
        note: "",
    };
    let whole = sheet(Window::Whole);
    let near = sheet(Window::Around {
        centre: board.named("Oslo").expect("Oslo"),
        radius: 4,
    });
    println!("maps of a full position, best of several, one core:");
    time("board read", "", 10, || {
        Board::read(text, "board.toml").map_or(0, |board| board.len())
    });
    let wide = svg::natural_width(&whole);
    let near_wide = svg::natural_width(&near);
    time("ascii, list, whole svg", "5 ms", 20, || {
        ascii::draw(&whole).len()
            + list::draw(&whole).len()
            + svg::draw(&whole, wide, svg::detail_at(&whole, wide)).len()
    });
    let drawn = svg::draw(&whole, wide, svg::detail_at(&whole, wide));
    let near_drawn = svg::draw(&near, near_wide, svg::detail_at(&near, near_wide));
    time("png of the whole", "150 ms", 5, || {
        png::from_svg(&drawn).map_or(0, |png| png.len())
    });
    time("png of a window", "150 ms", 5, || {
        png::from_svg(&near_drawn).map_or(0, |png| png.len())
    });
    let draw = |times: u32| {
        for _ in 0..times {
            svg::draw(&whole, wide, svg::detail_at(&whole, wide));
            ascii::draw(&whole);
        }
    };
    draw(10);
    let few = peak();
    draw(990);
    println!("  memory: {few} KB after 10 maps, {} KB after 1000", peak());
}
