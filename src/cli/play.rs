//! `fieldpost play`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::context::Context;
use super::{say, scenarios};
use crate::engine::bot::Style;
use crate::engine::contest::{Contest, play};
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Setup, Side as _};
use crate::engine::inputs::Pace;
use crate::engine::measure::{Count, Measure};
use crate::engine::table::{Counts, Keep};
use crate::store::matches;
use crate::with_game;

/// Let bots play whole games
///
/// Prints games, decisions, decisions per second, and the letters each side would have to write in a turn: at the
/// strict pace with standing orders for its reactions, at that pace with every reaction asked, and at the brisk pace.
/// A game that breaks is written to a file that repeats it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario, as `fieldpost scenarios` lists it
    #[arg(required_unless_present = "repeat")]
    scenario: Option<String>,
    /// Who plays
    #[arg(long, num_args = 0..=1, default_value = "random", default_missing_value = "random", value_parser = ["random", "greedy"])]
    bots: String,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Seed of the first game; the next ones follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    jobs: u64,
    /// Switch that differs from the scenario's own
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    switches: Vec<String>,
    /// Play letter by letter with committed dice, and keep the games here
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Pace of the kept games
    #[arg(long, default_value = "strict", value_parser = ["strict", "brisk"], requires = "save")]
    pace: String,
    /// Who plays what in the kept games, as in `fieldpost new`
    #[arg(
        long = "seat",
        value_name = "NAME=SIDE[,SIDE][@LANG]",
        requires = "save"
    )]
    seats: Vec<String>,
    /// Id of the kept game
    #[arg(long, requires = "save")]
    id: Option<String>,
    /// Repeat a game that broke
    #[arg(long, value_name = "FILE", conflicts_with_all = ["save", "scenario"])]
    repeat: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game that broke.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Broken {
    scenario: String,
    bots: String,
    pace: String,
    seed: u64,
    switches: Vec<String>,
    fault: String,
    record: Vec<String>,
}

#[derive(Clone, Debug, Default)]
struct Sum {
    games: u64,
    turns: u64,
    counts: Counts,
    wins: Vec<u64>,
    measures: Vec<Measure>,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.counts.decisions += other.counts.decisions;
        self.counts.rolls += other.counts.rolls;
        self.counts.steps += other.counts.steps;
        let grow = |to: &mut Vec<u64>, from: &Vec<u64>| {
            to.resize(to.len().max(from.len()), 0);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        grow(&mut self.counts.letters, &other.counts.letters);
        grow(&mut self.counts.reactions, &other.counts.reactions);
        grow(&mut self.wins, &other.wins);
        for (kind, n) in &other.counts.by_kind {
            self.counts.add(kind, *n);
        }
        for measure in &other.measures {
            let mut known = self.measures.iter_mut();
            match known.find(|one| one.name == measure.name) {
                Some(known) => known.add(measure),
                None => self.measures.push(measure.clone()),
            }
        }
    }
}

const fn style(bots: &str) -> Style {
    match bots.as_bytes() {
        b"greedy" => Style::Greedy,
        _ => Style::Random,
    }
}

fn setup(scenario: &str, switches: &[String]) -> anyhow::Result<Setup> {
    let mut setup = Setup {
        scenario: scenario.to_owned(),
        ..Setup::default()
    };
    for text in switches {
        let (name, value) = text.split_once('=').context("a switch is NAME=VALUE")?;
        setup.switches.push((name.to_owned(), value.to_owned()));
    }
    Ok(setup)
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.repeat {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let broken: Broken = toml::from_str(&text).with_context(|| path.display().to_string())?;
        let (id, scenario) = scenarios::parse(&broken.scenario)?;
        let mut setup = setup(&scenario, &broken.switches)?;
        return with_game!(id, G => {
            setup.files = context.files::<G>()?.unwrap_or_default();
            repeat::<G>(&setup, &broken)
        });
    }
    let (id, scenario) = scenarios::parse(args.scenario.as_deref().unwrap_or_default())?;
    let mut setup = setup(&scenario, &args.switches)?;
    with_game!(id, G => {
        setup.files = context.files::<G>()?.unwrap_or_default();
        many::<G>(args, &setup)
    })
}

fn pace(name: &str) -> Pace {
    if name == "brisk" {
        Pace::Brisk
    } else {
        Pace::Strict
    }
}

fn repeat<G: Game>(setup: &Setup, broken: &Broken) -> anyhow::Result<ExitCode> {
    let mut setup = setup.clone();
    G::agree(pace(&broken.pace), &mut setup);
    let (data, state) = G::set_up(&setup)?;
    let contest = Contest {
        style: style(&broken.bots),
        pace: pace(&broken.pace),
        keep: Keep::ALL,
        check: true,
    };
    match play::<G>(&data, &state, contest, broken.seed) {
        Ok(_) => {
            say(format!(
                "seed {}: plays to its end now; it broke with: {}",
                broken.seed, broken.fault
            ))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            say(format!("seed {}: {fault}", broken.seed))?;
            Ok(ExitCode::from(1))
        }
    }
}

fn many<G: Game>(args: &Args, setup: &Setup) -> anyhow::Result<ExitCode> {
    if let Some(dir) = &args.save {
        return save::<G>(args, setup, dir);
    }
    let started = Instant::now();
    let strict = match race::<G>(args, setup, Pace::Strict, args.games) {
        Ok(sum) => sum,
        Err((seed, fault)) => return break_off::<G>(args, setup, Pace::Strict, seed, &fault),
    };
    let elapsed = started.elapsed();
    // The brisk pace is another game, since defaults answer reactions: it is played for itself.
    let brisk = match race::<G>(args, setup, Pace::Brisk, args.games.min(1000)) {
        Ok(sum) => sum,
        Err((seed, fault)) => return break_off::<G>(args, setup, Pace::Brisk, seed, &fault),
    };
    let micros = u64::try_from(elapsed.as_micros())
        .unwrap_or(u64::MAX)
        .max(1);
    let speed = u128::from(strict.counts.decisions) * 1_000_000 / u128::from(micros);
    let per_turn = |sum: &Sum, n: u64| hundredths(n, sum.turns);
    let all = |sum: &Sum, side: usize| sum.counts.letters.get(side).copied().unwrap_or(0);
    let reactions = |sum: &Sum, side: usize| sum.counts.reactions.get(side).copied().unwrap_or(0);
    let letters = |sum: &Sum, side: usize| per_turn(sum, all(sum, side) - reactions(sum, side));
    let asked = |sum: &Sum, side: usize| per_turn(sum, all(sum, side));
    let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
    if args.json {
        let each: Vec<_> = (0..sides.len())
            .map(|n| json!({"side": sides[n], "strict": letters(&strict, n), "strict_all_asked": asked(&strict, n), "brisk": letters(&brisk, n), "wins": strict.wins.get(n)}))
            .collect();
        say(serde_json::to_string_pretty(&json!({
            "games": strict.games, "decisions": strict.counts.decisions, "rolls": strict.counts.rolls,
            "steps": strict.counts.steps, "turns": strict.turns, "decisions_per_second": speed as u64,
            "letters_per_turn": each,
            "brisk_letters": brisk.counts.by_kind.iter().map(|(kind, n)| json!({"kind": kind, "sum": n})).collect::<Vec<_>>(),
            "measures": strict.measures.iter().map(measured).collect::<Vec<_>>(),
        }))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    say(format!(
        "{} games to their end, {} decisions, {} rolls, {} turns; {speed} decisions a second on {} core(s)",
        strict.games, strict.counts.decisions, strict.counts.rolls, strict.turns, args.jobs
    ))?;
    for (n, side) in sides.iter().enumerate() {
        say(format!(
            "{side:<10} wins {:>6}; letters a turn: strict {} (every reaction asked {}), brisk {}",
            strict.wins.get(n).copied().unwrap_or(0),
            letters(&strict, n),
            asked(&strict, n),
            letters(&brisk, n)
        ))?;
    }
    let won: u64 = strict.wins.iter().sum();
    if won < strict.games {
        say(format!("{:<10} wins {:>6}", "nobody", strict.games - won))?;
    }
    let reaction = |word: &str| {
        G::kinds()
            .iter()
            .any(|kind| kind.reaction && kind.word.id() == word)
    };
    for (pace, sum) in [("strict", &strict), ("brisk", &brisk)] {
        let kinds: Vec<String> = sum
            .counts
            .by_kind
            .iter()
            .filter(|(kind, _)| !reaction(kind))
            .map(|(kind, n)| format!("{kind} {}", per_turn(sum, *n)))
            .collect();
        say(format!(
            "letters a turn, {pace}, all sides: {}",
            kinds.join(", ")
        ))?;
    }
    for (pace, sum) in [("strict", &strict), ("brisk", &brisk)] {
        for one in &sum.measures {
            match &one.count {
                Count::Times(n) => {
                    let mean = per_turn(sum, *n);
                    say(format!("{}, {pace}: {n}, {mean} a turn", one.name))?;
                }
                Count::Life(life) => {
                    say(format!(
                        "{}, {pace}: mean {}",
                        one.name,
                        hundredths(life.mean(), 100)
                    ))?;
                    let rows = life.rows().iter().enumerate();
                    let rows = rows.map(|(at, row)| format!("{at}: {}/{}", row.ended, row.tried));
                    let rows: Vec<String> = rows.collect();
                    say(format!("    ended of tried, at {}", rows.join(", ")))?;
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A measure for other programs.
fn measured(one: &Measure) -> serde_json::Value {
    match &one.count {
        Count::Times(sum) => json!({"name": one.name, "sum": sum}),
        Count::Life(life) => json!({
            "name": one.name,
            "mean_hundredths": life.mean(),
            "tried": life.rows().iter().map(|row| row.tried).collect::<Vec<_>>(),
            "ended": life.rows().iter().map(|row| row.ended).collect::<Vec<_>>(),
        }),
    }
}

/// A mean with two decimals.
fn hundredths(sum: u64, of: u64) -> String {
    let hundredths = sum * 100 / of.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Plays games on several threads; the first game that breaks ends it.
fn race<G: Game>(args: &Args, setup: &Setup, pace: Pace, games: u64) -> Result<Sum, (u64, Fault)> {
    let mut setup = setup.clone();
    G::agree(pace, &mut setup);
    let (data, state) =
        G::set_up(&setup).map_err(|error| (0, Fault::Impossible(error.to_string())))?;
    let contest = Contest {
        style: style(&args.bots),
        pace,
        keep: Keep {
            record: false,
            told: true,
        },
        check: true,
    };
    let next = AtomicU64::new(0);
    let done: Vec<Result<Sum, (u64, Fault)>> = std::thread::scope(|scope| {
        let (data, next) = (&data, &next);
        let workers: Vec<_> = (0..args.jobs)
            .map(|_| {
                let state = state.clone();
                scope.spawn(move || {
                    let mut sum = Sum {
                        wins: vec![0; G::Side::ALL.len()],
                        ..Sum::default()
                    };
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= games {
                            return Ok(sum);
                        }
                        let seed = args.seed.wrapping_add(n);
                        let played = play::<G>(data, &state, contest, seed).map_err(|fault| {
                            next.store(games, Ordering::Relaxed);
                            (seed, fault)
                        })?;
                        let mut wins = vec![0; G::Side::ALL.len()];
                        if let Some(winner) = played.outcome.winner
                            && let Some(n) = G::Side::ALL.iter().position(|one| *one == winner)
                        {
                            wins[n] = 1;
                        }
                        let turns = u64::from(played.turns.max(2) - 1);
                        sum.add(&Sum {
                            games: 1,
                            turns,
                            counts: played.counts,
                            wins,
                            measures: played.measures,
                        });
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| {
                worker.join().unwrap_or_else(|panic| {
                    let words = crate::engine::run::panic_words(&*panic);
                    Err((0, Fault::Panicked(words)))
                })
            })
            .collect()
    });
    let mut sum = Sum::default();
    for part in done {
        sum.add(&part?);
    }
    Ok(sum)
}

/// Writes down a game that broke.
fn break_off<G: Game>(
    args: &Args,
    setup: &Setup,
    pace: Pace,
    seed: u64,
    fault: &Fault,
) -> anyhow::Result<ExitCode> {
    let mut agreed = setup.clone();
    G::agree(pace, &mut agreed);
    let (data, state) = G::set_up(&agreed)?;
    let contest = Contest {
        style: style(&args.bots),
        pace,
        keep: Keep::ALL,
        check: true,
    };
    let record = crate::engine::contest::record_until_broken::<G>(&data, &state, contest, seed);
    let broken = Broken {
        scenario: format!("{}/{}", G::NAME, setup.scenario),
        bots: args.bots.clone(),
        pace: pace.name().to_owned(),
        seed,
        switches: args.switches.clone(),
        fault: fault.to_string(),
        record: record.iter().map(ToString::to_string).collect(),
    };
    let path = PathBuf::from(format!("broken-{}-{seed}.toml", G::NAME));
    std::fs::write(&path, toml::to_string(&broken)?).with_context(|| path.display().to_string())?;
    say(format!("seed {seed}: {fault}"))?;
    say(format!(
        "written to {}; repeat it with: fieldpost play --repeat {}",
        path.display(),
        path.display()
    ))?;
    Ok(ExitCode::from(1))
}

/// Plays letter by letter through the store.
fn save<G: Game>(args: &Args, setup: &Setup, dir: &Path) -> anyhow::Result<ExitCode> {
    if args.jobs > 1 {
        bail!("--save plays one game after the other");
    }
    if args.id.is_some() && args.games != 1 {
        bail!("--id names one game: add --games 1");
    }
    let mut setup = setup.clone();
    G::agree(pace(&args.pace), &mut setup);
    let seats = args.seats.iter().map(|text| super::new::seat(text));
    let seats = seats.collect::<Result<Vec<_>, _>>()?;
    let started = Instant::now();
    let mut letters = 0;
    for n in 0..args.games {
        let seed = args.seed.wrapping_add(n);
        let id = match &args.id {
            Some(id) => id.clone(),
            None => format!("{}-{seed}", setup.scenario),
        };
        let mut new = matches::new_match::<G>(&id, &setup, seed);
        new.pace = pace(&args.pace);
        if !seats.is_empty() {
            new.seats.clone_from(&seats);
        }
        let played = matches::play_out::<G>(dir, new, style(&args.bots), seed)?;
        letters += played.letters;
    }
    say(format!(
        "{} games to their end in {}, {letters} letters, {} ms a letter",
        args.games,
        dir.display(),
        started.elapsed().as_millis() / u128::from(letters.max(1))
    ))?;
    Ok(ExitCode::SUCCESS)
}
