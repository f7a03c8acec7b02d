//! The turn report: headline first, then events, position, map, order form, proof of the dice.

use super::help::order_form;
use super::tally;
use super::text::{capital, heading, wrap};
use crate::engine::dice::{Contribution, Grade};
use crate::engine::event::Told;
use crate::engine::game::{Game, Side as _};
use crate::engine::seats::Seat;
use crate::orders::{Item, Lang, Phrase};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;
use crate::store::log::short;

/// The report of the last run for a seat, as text.
pub fn report<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Kept<String> {
    let book = G::phrasebook();
    let lang = seat.lang;
    let look = keeper.look()?;
    let open = keeper.open_for(&look, &seat.name);
    let sides: Vec<G::Side> = seat
        .sides
        .iter()
        .filter_map(|id| G::Side::from_id(id))
        .collect();
    let first = sides.first().copied().or(G::Side::ALL.first().copied());
    let view = G::view(&keeper.data, &look.state, first);
    let say = |phrase: Phrase| book.say(&phrase, lang, &view);
    let mut lines = Vec::new();

    let turn = Phrase::new("report-turn").with("turn", number(G::turn(&look.state).into()));
    let title = Phrase::new("report-title")
        .with("game", keeper.now.terms.game.clone())
        .with("draw", number(keeper.now.draw))
        .with("turn", turn);
    lines.push(say(title));
    lines.push("=".repeat(super::text::WIDE));
    let words: Vec<Item> = sides.iter().map(|side| Item::Word(side.word())).collect();
    let you = Phrase::new("report-you")
        .with("seat", seat.name.clone())
        .with("sides", words);
    lines.extend(wrap("", &say(you)));

    if keeper.now.over.is_empty() {
        lines.extend(heading(&say(Phrase::new("report-todo"))));
        let unanswered = keeper.still_open(&seat.name)?;
        for question in &open {
            let view = G::view(&keeper.data, &look.state, Some(question.side));
            let mut text = book.say(&question.decision.question(&view), lang, &view);
            if !unanswered.contains(&question.key) {
                text.push(' ');
                text.push_str(&say(Phrase::new("report-answered")));
            }
            lines.extend(wrap("* ", &text));
        }
        let others = waiting(keeper, seat, open.is_empty(), &say);
        if !others.is_empty() {
            lines.extend(wrap("", &others));
        }
    } else {
        lines.extend(heading(&say(Phrase::new("report-over"))));
        if let Some(outcome) = G::over(&keeper.data, &look.state) {
            let phrase = match outcome.winner {
                Some(side) => Phrase::new("report-winner").with("side", Item::Word(side.word())),
                None => Phrase::new("report-draw"),
            };
            let phrase = phrase
                .with("why", outcome.why)
                .with("rule", outcome.rule.to_owned());
            lines.extend(wrap("", &capital(&say(phrase))));
        }
    }

    for notice in &keeper.now.notices {
        let phrase = if notice.kind == "rewind" {
            Phrase::new("report-rewind").with("draw", notice.what.clone())
        } else if notice.what.is_empty() {
            Phrase::new("report-ruling-hidden")
        } else {
            Phrase::new("report-ruling").with("words", notice.what.clone())
        };
        let phrase = phrase
            .with("reason", notice.reason.clone())
            .with("by", notice.by.clone());
        lines.push(String::new());
        lines.extend(wrap("", &say(phrase)));
    }
    lines.extend(heading(&say(Phrase::new("report-happened"))));
    let told = keeper.last_told();
    let before = lines.len();
    for event in &told {
        lines.extend(event_lines::<G>(event, &sides, &say, lang, &view));
    }
    if lines.len() == before {
        lines.push(say(Phrase::new("report-quiet")));
    }

    lines.extend(heading(&say(Phrase::new("report-position"))));
    for side in &sides {
        let view = G::view(&keeper.data, &look.state, Some(*side));
        for phrase in G::position(&view) {
            lines.extend(wrap("  ", &capital(&book.say(&phrase, lang, &view))));
        }
    }
    lines.extend(heading(&say(Phrase::new("report-map"))));
    lines.extend(G::map(&view));

    if keeper.now.over.is_empty() {
        let standing = standing_lines(keeper, seat);
        let form = order_form(&keeper.data, &look.state, seat, &open, &standing);
        if !form.is_empty() {
            lines.extend(heading(&say(Phrase::new("report-form"))));
            lines.extend(form);
        }
    }
    lines.extend(heading(&say(Phrase::new("report-proof"))));
    lines.extend(proof(keeper, &say));
    Ok(lines.join("\n") + "\n")
}

fn number(n: u64) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

/// Whom the game waits for besides the reader.
fn waiting<G: Game>(
    keeper: &Keeper<G>,
    seat: &Seat,
    idle: bool,
    say: &dyn Fn(Phrase) -> String,
) -> String {
    let mut others: Vec<String> = keeper
        .now
        .asked()
        .into_iter()
        .filter(|name| *name != seat.name)
        .collect();
    others.dedup();
    match (idle, others.is_empty()) {
        (true, true) => say(Phrase::new("report-nobody")),
        (true, false) => say(Phrase::new("report-nothing").with("seats", others.join(", "))),
        (false, true) => String::new(),
        (false, false) => say(Phrase::new("report-others").with("seats", others.join(", "))),
    }
}

/// What the reader saw of an event, with a short tally.
fn event_lines<G: Game>(
    told: &Told<G>,
    sides: &[G::Side],
    say: &dyn Fn(Phrase) -> String,
    lang: Lang,
    view: &G::View<'_>,
) -> Vec<String> {
    // Who plays several sides sees what the best informed of them saw, once.
    let whole = sides
        .iter()
        .filter_map(|side| Some((*side, told.seen_by(*side)?)));
    let Some((side, seen)) = whole.max_by_key(|(_, seen)| **seen == told.event) else {
        return Vec::new();
    };
    let mut text = capital(&say(G::telling(seen)));
    // What has no words is for the record alone.
    if text.is_empty() {
        return Vec::new();
    }
    if let Some(tally) = G::tally(seen) {
        let tally = tally.for_side(side.id());
        text.push(' ');
        text.push_str(&tally::short(&tally, G::phrasebook(), lang, view));
    }
    wrap("- ", &text)
}

/// A seat's standing orders, as they were understood and as they can be written again.
pub fn standing_lines<G: Game>(keeper: &Keeper<G>, seat: &Seat) -> Vec<String> {
    let words = |en: &'static str, fr: &'static str| if seat.lang == Lang::Fr { fr } else { en };
    keeper
        .now
        .tray
        .standing
        .iter()
        .filter(|row| seat.plays(&row.side))
        .map(|row| {
            let kind = G::kinds().iter().find(|kind| kind.word.id() == row.kind);
            let kind = kind.map_or(row.kind.as_str(), |kind| kind.word.print(seat.lang));
            let wish = match row.wish.as_str() {
                "prefer" => row.prefer.join(", "),
                "ask me" => words("ask me", "demande-moi").to_owned(),
                _ => words("default", "defaut").to_owned(),
            };
            let mut line = format!("{} {kind}", words("standing", "consigne"));
            if !row.subject.is_empty() {
                line.push(' ');
                line.push_str(&row.subject);
            }
            if !row.condition.is_empty() {
                line.push_str(words(" if ", " si "));
                line.push_str(&row.condition);
            }
            format!("{line}: {wish}")
        })
        .collect()
}

/// What anybody needs to check the dice of the run.
fn proof<G: Game>(keeper: &Keeper<G>, say: &dyn Fn(Phrase) -> String) -> Vec<String> {
    let mut lines = Vec::new();
    let proof = &keeper.now.proof;
    if !proof.server.is_empty() {
        let grades: Vec<String> = proof
            .contrib
            .iter()
            .filter_map(|line| line.parse::<Contribution>().ok())
            .map(|part| {
                let grade = match part.grade {
                    Grade::Sealed => "grade-sealed",
                    Grade::Plain => "grade-plain",
                    Grade::Absent => "grade-absent",
                    Grade::Withheld => "grade-withheld",
                    Grade::Unasked => "grade-unasked",
                };
                say(Phrase::new("report-grade")
                    .with("seat", part.seat)
                    .with("grade", Phrase::new(grade)))
            })
            .collect();
        let line = Phrase::new("report-draw-line")
            .with("draw", number(keeper.now.draw))
            .with("grades", grades.join(", "));
        lines.extend(wrap("", &say(line)));
        if proof.rolls.is_empty() {
            lines.push(say(Phrase::new("report-no-rolls")));
        }
        for roll in &proof.rolls {
            lines.push(format!("  {}", roll.replace('|', "  ")));
        }
        let link = Phrase::new("report-link").with("link", proof.server.clone());
        lines.extend(wrap("", &say(link)));
    }
    let head = Phrase::new("report-head")
        .with("head", short(keeper.head()).to_owned())
        .with("genesis", short(&keeper.now.genesis).to_owned());
    lines.extend(wrap("", &say(head)));
    lines
}
