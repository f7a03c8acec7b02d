//! The order pad: one page on which a player puts his letter together by pointing at his own map.
//!
//! It is made from his view, its picture and the forms of the questions that are open for him, and from nothing else:
//! what it does not hold nobody can read in it. [`forms`] writes forms as data, each name spelt as the order language
//! prints it; the programs of `templates/pad` put lines together from them. What the page says is checked by nobody:
//! a letter from it is read like any other.

pub mod forms;

use serde_json::{Map, Value as Json, json};

use super::dossier::changes::Roster;
use super::dossier::page::{BOARD_PROGRAMS, STYLE, board_facts, fill, staged};
use super::dossier::words;
use super::text::capital;
use crate::board::Picture;
use crate::draw::{escape, stage};
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::{pad_words, standing_words};
use crate::engine::seats::Seat;
use crate::orders::{Class, Item, Lang, Phrase, Word};
use crate::store::error::Kept;
use crate::store::keeper::{Keeper, Look};
use forms::Forms;

const PAGE: &str = include_str!("../../../templates/pad/page.html");
const PAD_STYLE: &str = include_str!("../../../templates/pad/style.css");
/// In the order in which they need each other, behind those that every page with a board has.
const PROGRAMS: [&str; 6] = [
    include_str!("../../../templates/pad/letter.js"),
    include_str!("../../../templates/pad/write.js"),
    include_str!("../../../templates/pad/choose.js"),
    include_str!("../../../templates/pad/edit.js"),
    include_str!("../../../templates/pad/send.js"),
    include_str!("../../../templates/pad/main.js"),
];

/// Where the letter goes, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Address {
    /// To whom.
    pub to: String,
    /// The subject, with the code that says whose letter it is.
    pub subject: String,
}

/// The page of a seat as things stand.
pub fn pad<G: Game>(keeper: &Keeper<G>, seat: &Seat, address: &Address) -> Kept<String> {
    Ok(pad_from(keeper, seat, &keeper.look()?, address))
}

/// The same from what is open.
pub fn pad_from<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    look: &Look<G>,
    address: &Address,
) -> String {
    let lang = seat.lang;
    let own = seat.sides.first().and_then(|id| G::Side::from_id(id));
    let side = own.or(G::Side::ALL.first().copied());
    let view = G::view(&keeper.data, &look.state, side);
    let picture = G::picture(&view);
    let mut roster = Roster::default();
    let first = roster.look(&picture).json();
    let stage = staged::<G>(&keeper.data, &roomy(&picture, &roster), &roster, lang);
    let mut facts = board_facts::<G>(&keeper.data, &roster, &picture, &stage);
    let rest = asked(keeper, seat, look, &roster);
    facts.extend(rest);
    let book = G::phrasebook();
    let turn = Phrase::new("report-turn").with(
        "turn",
        Item::Number(i32::try_from(G::turn(&look.state)).unwrap_or(i32::MAX)),
    );
    let title = Phrase::new("report-title")
        .with("game", keeper.now.terms.game.clone())
        .with(
            "draw",
            Item::Number(i32::try_from(keeper.now.draw).unwrap_or(i32::MAX)),
        )
        .with("turn", turn);
    let sides: Vec<Item> = seat
        .sides
        .iter()
        .filter_map(|id| G::Side::from_id(id))
        .map(|side| Item::Word(side.word()))
        .collect();
    let you = Phrase::new("report-you")
        .with("seat", seat.name.clone())
        .with("sides", sides);
    let parties: Vec<Json> = picture
        .parties
        .iter()
        .map(|party| {
            let name = capital(party.word.print(lang));
            json!([party.word.id(), [name, name], stage::fill(party.colour)])
        })
        .collect();
    let title = book.say(&title, lang, &view);
    for (name, value) in [
        ("game", json!(keeper.now.terms.game)),
        ("seat", json!(seat.name)),
        ("run", json!(keeper.now.draw)),
        ("lang", json!(lang.code())),
        ("title", json!(title)),
        ("reader", json!(book.say(&you, lang, &view))),
        ("sides", json!(parties)),
        ("first", first),
        ("to", json!(address.to)),
        ("subject", json!(address.subject)),
        ("words", json!({ lang.code(): words::pad(lang) })),
    ] {
        facts.insert(name.to_owned(), value);
    }
    // A closing tag in a name must not end the script.
    let json = Json::Object(facts).to_string().replace('<', "\\u003c");
    let noscript = words::pad(lang);
    let noscript = noscript["noscript"].as_str().unwrap_or_default().to_owned();
    let style = [STYLE, PAD_STYLE].concat();
    let programs = [BOARD_PROGRAMS.concat(), PROGRAMS.concat()].concat();
    fill(
        PAGE,
        &[
            ("%LANG%", lang.code()),
            ("%TITLE%", &escape(&title)),
            ("%STYLE%", &style),
            ("%NOSCRIPT%", &escape(&noscript)),
            ("%BOARD%", &stage.svg),
            ("%DATA%", &json),
            ("%PROGRAMS%", &programs),
        ],
    )
}

/// The picture whose boxes have room for what stands in them.
fn roomy(picture: &Picture, roster: &Roster) -> Picture {
    Picture {
        parties: picture.parties.clone(),
        pieces: roster.fullest.iter().flatten().cloned().collect(),
        crossings: picture.crossings.clone(),
        ..Picture::default()
    }
}

/// The questions that are open for a seat, what he sent, and what he may write besides.
fn asked<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    look: &Look<G>,
    roster: &Roster,
) -> Map<String, Json> {
    let lang = seat.lang;
    let book = G::phrasebook();
    let mut forms = Forms::new(lang);
    let several = seat.deciding::<G>(&keeper.data).len() > 1;
    let mut questions = Vec::new();
    for question in keeper.open_for(look, &seat.name) {
        let view = G::view(&keeper.data, &look.state, Some(question.side));
        let form = question.decision.form(&view);
        let words = book.say(&question.decision.question(&view), lang, &view);
        let default = question.decision.default(&view);
        questions.push(json!({
            "ask": words,
            "as": if several { as_line::<G>(question.side, lang) } else { String::new() },
            "word": form.word.print(lang),
            "form": forms.form(&form, &view),
            "default": crate::orders::words(&form, &default, lang, &view),
        }));
    }
    let own = seat.sides.first().and_then(|id| G::Side::from_id(id));
    let view = G::view(
        &keeper.data,
        &look.state,
        own.or(G::Side::ALL.first().copied()),
    );
    let board = G::board(&keeper.data);
    // Where each thing is on the map, and why a unit of his has no orders now.
    let spot = |item: Item| -> Json {
        let Item::Thing(thing) = item else {
            return Json::Null;
        };
        match thing.class {
            Class::Place => {
                use crate::orders::Lexicon as _;
                let id = view.id(thing);
                let space = board.find(&id).map(|at| i32::from(at.0));
                let beside = || {
                    let off = board.boxes().iter().position(|off| off.id == id)?;
                    Some(-1 - i32::try_from(off).ok()?)
                };
                json!(space.or_else(beside))
            }
            Class::Unit | Class::Marker => {
                use crate::orders::Lexicon as _;
                json!(roster.named(&view.name(thing)))
            }
            Class::Side | Class::Card | Class::Edge => Json::Null,
        }
    };
    let conditions = G::conditions(&view);
    let tests: Vec<Json> = conditions
        .iter()
        .map(|form| forms.test(form, &view))
        .collect();
    let items = forms.items(&spot);
    let mut facts = Map::new();
    let bars: Map<String, Json> = {
        use crate::orders::Lexicon as _;
        let known = view
            .known()
            .into_iter()
            .filter(|thing| thing.class == Class::Unit);
        known
            .filter_map(|thing| {
                let (why, rule) = view.why_not(thing)?;
                let why = format!("{} ({rule})", capital(&book.say(&why, lang, &view)));
                Some((view.name(thing).into_owned(), json!(why)))
            })
            .collect()
    };
    let standing = keeper.now.tray.standing.iter();
    let standing: Vec<String> = standing
        .filter(|row| seat.plays(&row.side))
        .map(|row| standing_words::<G>(row, lang, &view))
        .collect();
    let sent = keeper.now.tray.sent.iter();
    let sent: Vec<&str> = sent
        .filter(|row| seat.plays(&row.side))
        .map(|row| row.text.as_str())
        .collect();
    let kinds: Vec<Json> = G::kinds()
        .iter()
        .map(|kind| {
            let answers: Vec<&str> = kind.answers.iter().map(|word| word.print(lang)).collect();
            json!([kind.word.print(lang), kind.reaction, answers])
        })
        .collect();
    let say = |word: &Word| word.print(lang).to_owned();
    let glue: Map<String, Json> = pad_words()
        .iter()
        .map(|word| (word.id().to_owned(), json!(say(word))))
        .collect();
    for (name, value) in [
        ("questions", json!(questions)),
        ("items", items),
        ("lists", forms.lists()),
        ("picks", forms.picks()),
        ("tests", json!(tests)),
        ("kinds", json!(kinds)),
        ("standing", json!(standing)),
        ("sent", json!(sent)),
        ("bars", Json::Object(bars)),
        ("glue", Json::Object(glue)),
    ] {
        facts.insert(name.to_owned(), value);
    }
    facts
}

/// The line that says for which of his sides a player writes.
fn as_line<G: Game>(side: G::Side, lang: Lang) -> String {
    let word = crate::engine::letters::as_word().print(lang);
    format!("{word} {}", side.word().print(lang))
}
