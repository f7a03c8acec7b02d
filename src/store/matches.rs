//! Matches: bots that write letters, in English and French by turns, and play through the store.

use std::path::Path;

use super::disk::Disk;
use super::error::{Kept, StoreError, Trouble};
use super::keeper::{Call, Keeper, NewGame, Turn};
use crate::engine::bot::{Rng, Style};
use crate::engine::decision::Question;
use crate::engine::dice::sha256_hex;
use crate::engine::game::{Game, Setup, Side as _};
use crate::engine::inputs::Pace;
use crate::engine::seats::Seat;
use crate::orders::{Lang, Picks, sample, words};

/// A match that was played out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Letters written.
    pub letters: u64,
    /// Runs made.
    pub runs: u64,
}

/// A new game with one seat for each side, and secrets that follow from a seed.
pub fn new_match<G: Game>(id: &str, setup: &Setup, seed: u64) -> NewGame {
    let seats = G::Side::ALL
        .iter()
        .map(|side| Seat {
            name: format!("{}-bot", side.id()),
            sides: vec![side.id().to_owned()],
            desks: vec!["*".to_owned()],
            lang: Lang::En,
            seal: "plain".to_owned(),
        })
        .collect();
    NewGame {
        id: id.to_owned(),
        setup: setup.clone(),
        seats,
        pace: Pace::Strict,
        reveal: "with-orders".to_owned(),
        beacon: "none".to_owned(),
        missing: "default".to_owned(),
        chain: 16384,
        secrets: [1, 2].map(|n| sha256_hex(format!("match {seed} {n}").as_bytes())),
        time: call(0).time,
    }
}

/// A call at a made-up time.
pub fn call(n: u64) -> Call {
    let seconds = 1_800_000_000 + i64::try_from(n).unwrap_or(0) * 60;
    let time = jiff::Timestamp::from_second(seconds).map(|time| time.to_string());
    Call {
        time: time.unwrap_or_default(),
        seconds,
        late: Vec::new(),
    }
}

/// A legal answer to a question, chosen by its key.
pub fn answer<G: Game>(
    data: &G::Data,
    state: &G::State,
    question: &Question<G>,
    style: Style,
    seed: u64,
) -> Picks {
    let view = G::view(data, state, Some(question.side));
    let form = question.decision.form(&view);
    let mut rng = Rng::named(seed, &question.key);
    let mut legal = (0..20)
        .map(|nth| {
            // Every other try is an idea, where the decision has any, as with bots that write no letters.
            let idea = if nth % 2 == 0 {
                question.decision.idea(&view, &mut rng)
            } else {
                None
            };
            idea.unwrap_or_else(|| sample(&form, &mut rng))
        })
        .filter(|picks| question.decision.check(&view, picks).is_empty());
    let chosen = match style {
        Style::Greedy => legal.max_by_key(|picks| question.decision.appeal(&view, picks)),
        Style::Random | Style::ByKey(_) => legal.next(),
    };
    chosen.unwrap_or_else(|| question.decision.default(&view))
}

/// The letter of a seat that answers all its open questions.
pub fn letter<G: Game>(
    data: &G::Data,
    state: &G::State,
    seat: &Seat,
    open: &[&Question<G>],
    style: Style,
    seed: u64,
    lang: Lang,
) -> String {
    let mut text = String::new();
    for question in open {
        if seat.deciding::<G>(data).len() > 1 {
            let word = if lang == Lang::En { "as" } else { "pour" };
            text.push_str(word);
            text.push(' ');
            text.push_str(question.side.word().print(lang));
            text.push('\n');
        }
        let view = G::view(data, state, Some(question.side));
        let picks = answer::<G>(data, state, question, style, seed);
        for line in words(&question.decision.form(&view), &picks, lang, &view) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// Plays a game letter by letter to its end.
pub fn play_out<G: Game>(games: &Path, new: NewGame, style: Style, seed: u64) -> Kept<Match> {
    let mut keeper = Keeper::<G>::create(games, Disk::default(), new)?;
    let mut played = Match::default();
    loop {
        match keeper.run(&call(played.runs))? {
            Turn::Ran(_) => played.runs += 1,
            Turn::Over | Turn::Paused => return Ok(played),
            Turn::Waits(_) | Turn::WaitsForLinks(_) | Turn::WaitsForBeacon(_) => {
                let written = write_letters(&mut keeper, style, seed, played.letters)?;
                if written == 0 {
                    let what = "the game waits for nobody";
                    return Err(StoreError::new(Trouble::Program, &keeper.folder, what));
                }
                played.letters += written;
            }
        }
    }
}

/// Has every seat that is asked write its letter; tells how many were written.
pub fn write_letters<G: Game>(
    keeper: &mut Keeper<G>,
    style: Style,
    seed: u64,
    before: u64,
) -> Kept<u64> {
    let mut written = 0;
    for name in keeper.now.asked() {
        let Some(seat) = keeper.now.seat(&name).cloned() else {
            continue;
        };
        let look = keeper.look()?;
        let open = keeper.open_for(&look, &name);
        let lang = if (before + written).is_multiple_of(2) {
            Lang::En
        } else {
            Lang::Fr
        };
        let text = letter::<G>(&keeper.data, &look.state, &seat, &open, style, seed, lang);
        let receipt = keeper.submit(&name, &text, "", &call(before + written))?;
        if !receipt.is_clean() || !receipt.still_open.is_empty() {
            let what = format!("a legal letter of {name} was not understood:\n{text}");
            return Err(StoreError::new(Trouble::Program, &keeper.folder, what));
        }
        written += 1;
    }
    Ok(written)
}
