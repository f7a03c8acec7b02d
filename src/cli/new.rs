//! `fieldpost new`

use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::context::Context;
use super::{say, scenarios};
use crate::engine::dice::is_hex64;
use crate::engine::files::Files;
use crate::engine::game::{Game, Setup, Side as _};
use crate::engine::inputs::Pace;
use crate::engine::seats::{ANY_DESK, Seat};
use crate::orders::Lang;
use crate::rules::GameId;
use crate::store::beacon;
use crate::store::keeper::{Keeper, NewGame};
use crate::store::owner::doubts;
use crate::with_game;

/// Make a new game
///
/// A seat is `name=side`, with more sides after commas, desks after a colon and a language after an at sign:
/// `anna=red`, `bob=blue:fleet@fr`, `carol=blue:staff`, `dora=british,norwegian`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario, as `fieldpost scenarios` lists it
    scenario: String,
    /// Id of the game
    #[arg(long)]
    id: String,
    /// Who plays what
    #[arg(
        long = "seat",
        required = true,
        value_name = "NAME=SIDE[,SIDE][:DESK,DESK][@LANG]"
    )]
    seats: Vec<String>,
    /// Seal of a player who sends links, from `fieldpost seal`
    #[arg(long = "seal", value_name = "NAME=HEX")]
    seals: Vec<String>,
    /// Address of a seat's player, who is invited by mail
    #[arg(long = "mail", value_name = "NAME=ADDRESS")]
    mails: Vec<String>,
    /// How often the game waits
    #[arg(long, default_value = "strict", value_parser = ["strict", "brisk"])]
    pace: String,
    /// When links are shown
    #[arg(long, default_value = "with-orders", value_parser = ["with-orders", "after-close"])]
    reveal: String,
    /// Public beacon mixed into the dice
    #[arg(long, default_value = "none", value_parser = ["none", beacon::QUICKNET])]
    beacon: String,
    /// What a missing player means
    #[arg(long, default_value = "default", value_parser = ["default", "wait", "substitute"])]
    missing: String,
    /// Switch that differs from the scenario's own
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    switches: Vec<String>,
    /// How many runs the chains of the dice can serve
    #[arg(long, default_value_t = 32768)]
    chain: u64,
    /// Secret of the chains, for tests: nobody may know it in a real game
    #[arg(long, hide = true)]
    secret: Option<String>,
}

pub(super) fn seat(text: &str) -> anyhow::Result<Seat> {
    let wrong = || format!("`{text}` is no seat: write NAME=SIDE[,SIDE][:DESK,DESK][@LANG]");
    let (name, rest) = text.split_once('=').with_context(wrong)?;
    let (rest, lang) = rest.split_once('@').unwrap_or((rest, "en"));
    let (sides, desks) = rest.split_once(':').unwrap_or((rest, ANY_DESK));
    let list = |text: &str| -> Vec<String> {
        text.split(',')
            .filter(|one| !one.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let lang: Lang = lang.parse().map_err(anyhow::Error::msg)?;
    let (sides, desks) = (list(sides), list(desks));
    if sides.is_empty() {
        bail!(wrong());
    }
    Ok(Seat {
        name: name.to_owned(),
        sides,
        desks,
        lang,
        seal: "plain".to_owned(),
    })
}

/// Two secrets from the system's generator.
pub fn secrets() -> anyhow::Result<[String; 2]> {
    let one = || -> anyhow::Result<String> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes)
            .map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    };
    Ok([one()?, one()?])
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (id, scenario) = scenarios::parse(&args.scenario)?;
    let mut seats = args
        .seats
        .iter()
        .map(|text| seat(text))
        .collect::<Result<Vec<_>, _>>()?;
    for text in &args.seals {
        let (name, seal) = text.split_once('=').context("a seal is NAME=HEX")?;
        if !is_hex64(seal) {
            bail!("the seal of {name} is not 64 hexadecimal digits; `fieldpost seal` makes one");
        }
        let seat = seats.iter_mut().find(|seat| seat.name == name);
        seal.clone_into(&mut seat.with_context(|| format!("no seat `{name}`"))?.seal);
    }
    let mut switches = Vec::new();
    for text in &args.switches {
        let (name, value) = text.split_once('=').context("a switch is NAME=VALUE")?;
        switches.push((name.to_owned(), value.to_owned()));
    }
    let secrets = match &args.secret {
        // Two chains from one word, for tests.
        Some(word) => {
            [1, 2].map(|n| crate::engine::dice::sha256_hex(format!("{word} {n}").as_bytes()))
        }
        None => secrets()?,
    };
    let mut new = NewGame {
        id: args.id.clone(),
        setup: Setup {
            scenario,
            switches,
            files: owner_files(context, id)?,
        },
        seats,
        pace: if args.pace == "brisk" {
            Pace::Brisk
        } else {
            Pace::Strict
        },
        reveal: args.reveal.clone(),
        beacon: args.beacon.clone(),
        missing: args.missing.clone(),
        chain: args.chain,
        secrets,
        time: context.call().time,
    };
    let mut mails = Vec::new();
    for text in &args.mails {
        let (name, address) = text.split_once('=').context("--mail is NAME=ADDRESS")?;
        mails.push((name.to_owned(), address.to_owned()));
    }
    with_game!(id, G => {
        // A side goes by its id from here on, whatever it was called; what is none is refused with the rest.
        for side in new.seats.iter_mut().flat_map(|seat| &mut seat.sides) {
            if let Some(known) = <G as Game>::Side::named(side) {
                known.id().clone_into(side);
            }
        }
        G::agree(new.pace, &mut new.setup);
        make::<G>(context, new, &mails)
    })
}

/// The owner's files a game is made with; whoever names a folder means it.
fn owner_files(context: &Context, id: GameId) -> anyhow::Result<Files> {
    Ok(match &context.data {
        Some(data) => with_game!(id, G => super::context::files::<G>(data))?,
        None => Files::default(),
    })
}

fn make<G: Game>(
    context: &Context,
    new: NewGame,
    mails: &[(String, String)],
) -> anyhow::Result<ExitCode> {
    // Whoever cannot be invited should not find a game half made.
    let config = if mails.is_empty() {
        None
    } else {
        Some(context.mail()?)
    };
    if !new.setup.files.are_shipped()
        && let Ok((data, state)) = G::set_up(&new.setup)
        && let Some(doubt) = doubts::<G>(&data, &state, &new.setup.files).first()
    {
        anyhow::bail!("{doubt}; `fieldpost data check` says all that is wrong");
    }
    let mut keeper = Keeper::<G>::create(&context.store, context.disk(), new)?;
    say(format!(
        "{}: made in {}",
        keeper.now.terms.game,
        keeper.folder.display()
    ))?;
    say(format!("its fingerprint is {}", keeper.now.genesis))?;
    say(match keeper.now.terms.pace {
        Pace::Strict => {
            "its pace is strict: every choice is asked unless a standing order covers it (--pace brisk: reactions answer themselves)"
        }
        Pace::Brisk => {
            "its pace is brisk: standing orders and defaults answer reactions (--pace strict: every choice is asked)"
        }
    })?;
    super::run::one(context, &mut keeper, &[])?;
    if let Some(config) = config {
        super::invite::invite(context, &config, &keeper, mails)?;
    }
    Ok(ExitCode::SUCCESS)
}
