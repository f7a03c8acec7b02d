//! `fieldpost map`

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::context::{Context, nearest};
use super::say;
use crate::board::{Board, SpaceId};
use crate::draw::Window;
use crate::engine::game::Game;
use crate::orders::fold::fold;
use crate::report::map::{Map, PICTURE};
use crate::report::text::{WIDE, wrap_within};
use crate::with_game;

/// Draw the map as a seat sees it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    game: String,
    /// Seat or side that looks
    #[arg(long = "as", value_name = "SEAT|SIDE")]
    seat: String,
    /// What to draw: characters, a scalable or a plain picture, a list to be read out, or data
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Show only what lies around this place
    #[arg(long, value_name = "PLACE")]
    around: Option<String>,
    /// So many steps around it
    #[arg(long, value_name = "N", default_value_t = 4, requires = "around")]
    radius: u32,
    /// Draw the other map of a game that has two: that of the seas
    #[arg(long)]
    chart: bool,
    /// As things stood after this run instead of now
    #[arg(long, value_name = "N")]
    phase: Option<u64>,
    /// Width: pixels of a PNG (100 to 8000), columns of a map in characters or of a list (24 to 400)
    #[arg(long, value_name = "N")]
    width: Option<u16>,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[default]
    Ascii,
    Svg,
    Png,
    List,
    Json,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, id) = context.find(&args.game)?;
    with_game!(id, G => {
        let keeper = context.open::<G>(&folder)?;
        let seat = super::submit::seat_of(&keeper, &args.seat)?;
        let (past, draw) = match args.phase {
            Some(run) => (keeper.after_run(run)?, run),
            None => {
                let state = keeper.look()?.state;
                (keeper.last_run(state)?, keeper.now.draw)
            }
        };
        let mut map = Map::<G>::new(&keeper, &past, draw, &seat);
        if args.chart {
            let Some(chart) = map.charts().into_iter().next() else {
                bail!("{} has one map alone; leave out `--chart`", args.game);
            };
            map = chart;
        }
        let window = window(map.board(), args)?;
        write(args, &drawn(args, &map, window)?)?;
        Ok(ExitCode::SUCCESS)
    })
}

fn drawn<G: Game>(args: &Args, map: &Map<'_, G>, window: Window) -> anyhow::Result<Vec<u8>> {
    Ok(match args.format {
        Format::Ascii => {
            let lines = map.ascii_within(window, columns(args)?);
            (lines.join("\n") + "\n").into_bytes()
        }
        Format::List => {
            let wide = columns(args)?;
            let lines: Vec<String> = map
                .list(window)
                .iter()
                .flat_map(|line| wrap_within(wide, "- ", 2, line))
                .collect();
            (lines.join("\n") + "\n").into_bytes()
        }
        Format::Json => serde_json::to_vec_pretty(&map.json(window))?,
        Format::Svg => map.svg(window).into_bytes(),
        Format::Png => match args.width {
            Some(wide @ 100..=8000) => map.png(window, Some(wide.into()))?,
            Some(wide) => bail!("a picture is 100 to 8000 pixels wide, not {wide}"),
            None => map.png_within(window, PICTURE)?,
        },
    })
}

/// The columns of a map in characters: those that are asked for; else as many as a mail has, or a narrower terminal.
fn columns(args: &Args) -> anyhow::Result<usize> {
    match args.width {
        Some(wide @ 24..=400) => return Ok(wide.into()),
        Some(wide) => bail!("a map in characters is 24 to 400 columns wide, not {wide}"),
        None => {}
    }
    if args.out.is_some() || !std::io::stdout().is_terminal() {
        return Ok(WIDE);
    }
    // Whoever sets the variable knows better than the terminal.
    let said = std::env::var("COLUMNS").ok();
    let said = said.and_then(|columns| columns.trim().parse::<u16>().ok());
    let seen = || terminal_size::terminal_size().map(|(wide, _)| wide.0);
    let wide = said.filter(|wide| *wide > 0).or_else(seen);
    Ok(wide.map_or(WIDE, |wide| usize::from(wide).clamp(24, WIDE)))
}

fn write(args: &Args, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        std::fs::write(path, bytes).with_context(|| path.display().to_string())?;
        return say(format!("Wrote {}.", path.display()));
    }
    let mut out = std::io::stdout().lock();
    if args.format == Format::Png && out.is_terminal() {
        bail!("a picture is not for a terminal; say `--out map.png`");
    }
    out.write_all(bytes)?;
    Ok(())
}

fn window(board: &Board, args: &Args) -> anyhow::Result<Window> {
    Ok(match &args.around {
        Some(place) => Window::Around {
            centre: find(board, place)?,
            radius: args.radius,
        },
        None => Window::Whole,
    })
}

/// The space a player names by number, by name, or by the beginning of one name only.
fn find(board: &Board, place: &str) -> anyhow::Result<SpaceId> {
    if let Some(at) = board.find(place) {
        return Ok(at);
    }
    let wanted = fold(place);
    let names: Vec<(String, SpaceId)> = board
        .spaces()
        .filter_map(|at| Some((fold(board.space(at).name.as_deref()?), at)))
        .collect();
    if let Some((_, at)) = names.iter().find(|(name, _)| *name == wanted) {
        return Ok(*at);
    }
    let begins: Vec<SpaceId> = names
        .iter()
        .filter(|(name, _)| name.starts_with(&wanted))
        .map(|(_, at)| *at)
        .collect();
    match begins.as_slice() {
        [at] => Ok(*at),
        [] => {
            let mut known: Vec<String> = board
                .spaces()
                .filter_map(|at| board.space(at).name.clone())
                .collect();
            known.extend(board.spaces().map(|at| board.space(at).id.clone()));
            let hint = nearest(place, &known)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            bail!("no place `{place}` on the board{hint}")
        }
        several => {
            let names: Vec<&str> = several.iter().map(|at| board.space(*at).label()).collect();
            bail!("`{place}` may be {}", names.join(" or "))
        }
    }
}
