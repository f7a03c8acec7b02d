//! Speed of reports and maps, printed as numbers of one run; it fails nothing.

use std::time::{Duration, Instant};

use fieldpost::board::{Board, Colour, Party, Picture, Piece, Spot, Symbol};
use fieldpost::draw::{Sheet, Window, ascii, list, png, svg};
use fieldpost::engine::bot::Style;
use fieldpost::engine::game::Setup;
use fieldpost::orders::{Lang, Word};
use fieldpost::report::help::order_form;
use fieldpost::report::map::Map;
use fieldpost::report::page;
use fieldpost::report::turn::compose_from;
use fieldpost::rules::Weserubung;
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, new_match, write_letters};

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

/// Everything a side is sent of a campaign under way, but for the picture in dots.
fn whole_report() {
    let games = tempfile::tempdir().expect("a folder");
    let setup = Setup {
        scenario: "campaign".to_owned(),
        ..Setup::default()
    };
    let new = new_match::<Weserubung>("bench", &setup, 1);
    let mut game =
        Keeper::<Weserubung>::create(games.path(), Disk::default(), new).expect("a game");
    for round in 0..60 {
        match game.run(&call(round)).expect("a run") {
            Turn::Waits(_) => {
                write_letters(&mut game, Style::Random, 1, round).expect("letters");
            }
            _ => continue,
        }
    }
    // Letters have come since the last run: the dearer case, since it is asked again what they leave open.
    let seat = game.now.seats[0].clone();
    let look = game.look().expect("a look");
    let past = game.last_run(look.state.clone()).expect("the last run");
    let report = compose_from(&game, &seat, &look, &past).expect("a report");
    let map = Map::new(&game, &past, game.now.draw, &seat);
    let open = game.open_for(&look, &seat.name);
    time("  what is open", "", 20, || game.look().map_or(0, |_| 0));
    time("  the last run", "", 20, || {
        game.last_run(look.state.clone()).map_or(0, |_| 0)
    });
    time("  report with ascii", "", 20, || {
        compose_from(&game, &seat, &look, &past).map_or(0, |_| 0)
    });
    time("    order form", "", 20, || {
        order_form(&game.data, &look.state, &seat, &open, &[]).len()
    });
    time("    ascii", "", 20, || {
        let windows = map.windows().into_iter();
        windows.map(|window| map.ascii(window).len()).sum()
    });
    time("    list", "", 20, || map.list(Window::Whole).len());
    time("  text", "", 20, || page::text(&report).len());
    time("  whole svg", "", 20, || {
        Map::new(&game, &past, game.now.draw, &seat)
            .svg(Window::Whole)
            .len()
    });
    let whole = || {
        let look = game.look().expect("a look");
        let past = game.last_run(look.state.clone()).expect("the last run");
        let report = compose_from(&game, &seat, &look, &past).expect("a report");
        let text = page::text(&report);
        let map = Map::new(&game, &past, game.now.draw, &seat);
        text.len() + map.svg(Window::Whole).len()
    };
    time("report, ascii, whole svg", "5 ms", 20, whole);
    memory("reports", || {
        whole();
    });
}

/// What a thousand take more than ten.
fn memory(what: &str, mut work: impl FnMut()) {
    (0..10).for_each(|_| work());
    let few = peak();
    (0..990).for_each(|_| work());
    println!(
        "  memory: {few} KB after 10 {what}, {} KB after 1000",
        peak()
    );
}

fn main() {
    // First, since pictures in dots take more memory than reports ever do.
    println!("a report of a campaign under way, best of several, one core:");
    whole_report();
    let text = include_str!("../scenarios/weserubung/board.toml");
    let board = Board::read(text, "board.toml").expect("a good board");
    let picture = position(&board);
    let say = |_: &str| Some("word".to_owned());
    let sheet = |window| Sheet {
        board: &board,
        picture: &picture,
        window,
        empty_boxes: false,
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
    memory("maps", || {
        svg::draw(&whole, wide, svg::detail_at(&whole, wide));
        ascii::draw(&whole);
    });
}
