//! Taking the mails of a visit.

use super::{Job, Outcome, SeatMail, Visit, What, split};
use crate::engine::game::Game;
use crate::engine::game::Side as _;
use crate::engine::letters::{Want, row_words};
use crate::mail::clock::shown;
use crate::mail::desk::Reach;
use crate::mail::ledger::Verdict;
use crate::mail::reply::Answer;
use crate::mail::speech::say;
use crate::mail::text;
use crate::mail::wishes;
use crate::mail::wishes::Wish;
use crate::orders::Item;
use crate::orders::Lang;
use crate::orders::Phrase;
use crate::orders::Word;
use crate::report::html::above;
use crate::report::page::plain;
use crate::report::preview::{EFFORT, preview};
use crate::report::receipt::{Aside, receipt_among, standing_line};
use crate::report::text::wrap;
use crate::store::error::Kept;
use jiff::tz::TimeZone;

/// A player gets at most so many answers a day; a loop that no other guard has seen ends here.
const ANSWERS: u32 = 60;

impl<G: Game> Visit<'_, '_, G> {
    pub(super) fn take_mails(&mut self, job: &Job) -> Kept<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        // All letters of this poll become durable together; nothing is answered before.
        self.office.disk.hold();
        let mut failed = None;
        for mail in &job.mails {
            // Of several seats that are asked the same, some may have been answered before a crash.
            if self.desk.has_done(&mail.bagged.id, &mail.seat) {
                outcomes.push((
                    mail.bagged.id.clone(),
                    Verdict::Answered,
                    "was answered before a crash".to_owned(),
                ));
                continue;
            }
            match self.take_mail(mail) {
                Ok((verdict, why)) => outcomes.push((mail.bagged.id.clone(), verdict, why)),
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        // A run that follows makes them durable along with its own first line.
        self.office.disk.go_on();
        match failed {
            Some(error) => {
                let _ = self.office.disk.release();
                Err(error)
            }
            None => Ok(outcomes),
        }
    }

    pub(super) fn take_mail(&mut self, mail: &SeatMail) -> Kept<(Verdict, String)> {
        let Some(seat) = self.seat(&mail.seat) else {
            return Ok((
                Verdict::Stranger,
                format!("the game has no seat {}", mail.seat),
            ));
        };
        if mail.what == What::Join {
            return Ok(self.join(&seat, mail));
        }
        let day = self.office.day();
        if let Some(player) = self.desk.player_mut(&seat.name) {
            if player.answered != day {
                player.answered = day;
                player.answers = 0;
            }
            player.answers += 1;
            if player.answers > ANSWERS && mail.what == What::Question {
                return Ok((
                    Verdict::TooMany,
                    format!("more than {ANSWERS} mails on one day"),
                ));
            }
            if let Some(number) = mail.code
                && !player.used.contains(&number)
            {
                player.used.push(number);
            }
            // Whoever writes can be reached.
            if player.reach == Reach::Unreachable {
                player.reach = Reach::Joined;
            }
        }
        let bytes = self.office.bag.read(&mail.bagged)?;
        let cut = mail.bagged.is_cut();
        let reading = match cut {
            true => text::read_cut(&bytes),
            false => text::read(&bytes),
        };
        let sides: Vec<&'static Word> = G::Side::ALL.iter().map(|side| side.word()).collect();
        let (rest, asked) = wishes::take(wishes::said(&reading), &sides, &row_words::<G>());
        let origin = format!("mail {}", mail.bagged.id);
        let verdict = match mail.what {
            What::Question => Verdict::Answered,
            _ => Verdict::Taken,
        };
        let cache = self
            .keeper
            .folder
            .join(format!("reports/receipt-{}.txt", mail.bagged.id));
        let mut asides = Vec::new();
        for one in &asked {
            let said = self.wish(&seat, one, &origin, mail.what == What::Question)?;
            asides.push(Aside {
                line: one.line,
                text: one.text.clone(),
                said,
            });
        }
        let told = || -> String {
            let said = |aside: &Aside| {
                let lines = wrap("    ", &aside.said).join("\n");
                format!("{}\n{lines}\n", aside.text)
            };
            asides.iter().map(said).collect()
        };
        let has_orders = rest.lines().any(|line| !line.trim().is_empty());
        let previews = asked.iter().any(|one| one.wish == Ok(Wish::Preview));
        let mut html = String::new();
        let (headline, body) = if previews {
            let seen = preview(&self.keeper, &seat, &rest, EFFORT)?;
            let line = standing_line(&self.keeper, &seat)?;
            (
                line,
                format!(
                    "{}
{seen}",
                    told()
                ),
            )
        } else if !has_orders && !asked.is_empty() {
            (standing_line(&self.keeper, &seat)?, told())
        } else if self.keeper.knows(&origin) {
            // Taken before a crash: what was said then is said again.
            self.keeper.doubt();
            let kept = std::fs::read_to_string(&cache).unwrap_or_default();
            if kept.is_empty() {
                (say(&Phrase::new("post-taken-before"), seat.lang), told())
            } else {
                split(&kept)
            }
        } else {
            let given = if mail.what == What::Question {
                let mut given = self.keeper.read_letter(&seat, &rest, 0)?;
                given.still_open = self.keeper.still_open(&seat.name)?;
                given
            } else {
                self.keeper.submit(&seat.name, &rest, &origin, &self.call)?
            };
            let page = receipt_among(&self.keeper, &seat, &given, &asides)?;
            html = above(&page);
            let mut text = plain(&page);
            if given.wants.contains(&Want::Help) {
                text.push_str(&help(seat.lang));
            }
            // Losing this file to a power cut only makes the answer shorter.
            let _ = self.office.disk.jot(&cache, text.as_bytes());
            split(&text)
        };
        let mut body = body;
        let asks = lines_of(&rest) + asked.len() > 0;
        if !(asks && reading.nothing.is_some()) {
            body.push_str(&not_read(&reading, seat.lang));
        }
        body.push_str(&not_shown(&reading, seat.lang));
        if cut {
            body.push_str(&paragraph(&say(&Phrase::new("post-cut"), seat.lang)));
        }
        let zone = self
            .desk
            .player(&seat.name)
            .map_or(TimeZone::UTC, |player| self.zone(player, &self.rules()));
        let title = Phrase::new("post-letter")
            .with("subject", mail.head.subject.clone())
            .with("time", shown(mail.bagged.time, &zone, seat.lang));
        let title = say(&title, seat.lang);
        let reply = self.reply(&seat.name);
        reply.headline = headline;
        reply.receipts.push(Answer { title, body, html });
        reply.mails.push(mail.bagged.id.clone());
        reply.answers = mail.head.id.clone();
        self.desk.settle(&mail.bagged.id, &seat.name, verdict);
        let lines = asked.len() + lines_of(&rest);
        let why = match (reading.nothing, lines) {
            (Some(nothing), 0) => format!("nothing to read: {}", nothing.words()),
            (_, 1) => "1 line".to_owned(),
            (_, lines) => format!("{lines} lines"),
        };
        Ok((verdict, why))
    }
}

/// What may be asked of the post, for whoever asks for help.
fn help(lang: Lang) -> String {
    let title = say(&Phrase::new("post-help-title"), lang);
    let mut lines = vec![String::new(), title.clone()];
    lines.push("-".repeat(title.chars().count()));
    for line in say(&Phrase::new("post-help"), lang).lines() {
        lines.extend(wrap("", line));
    }
    lines.join("\n") + "\n"
}

/// A few words on what the HTML of a letter hides: somebody who does not see it did not order it.
fn not_shown(reading: &text::Reading, lang: Lang) -> String {
    let mut hidden = reading
        .cuts
        .iter()
        .filter(|cut| cut.why == text::Why::Hidden);
    let Some(first) = hidden.next() else {
        return String::new();
    };
    let first = crate::mail::envelope::short(&first.text, 60);
    paragraph(&say(&Phrase::new("post-hidden").with("first", first), lang))
}

/// A few words on what was cut, or why nothing was read, so that no order is lost in silence.
fn not_read(reading: &text::Reading, lang: Lang) -> String {
    if let Some(nothing) = reading.nothing {
        let key = match nothing {
            text::Nothing::Encrypted => "post-nothing-encrypted",
            text::Nothing::Elsewhere => "post-nothing-elsewhere",
            text::Nothing::Quoted => "post-nothing-quoted",
            text::Nothing::Attached => "post-nothing-attached",
            text::Nothing::Empty => "post-nothing-empty",
        };
        return paragraph(&say(&Phrase::new(key), lang));
    }
    let below: Vec<&str> = reading
        .cuts
        .iter()
        .filter(|cut| cut.why == text::Why::Signature)
        .flat_map(|cut| cut.text.lines())
        .filter(|line| line.chars().any(char::is_alphanumeric))
        .collect();
    if below.is_empty() {
        return String::new();
    }
    let lines = i32::try_from(below.len()).unwrap_or(i32::MAX);
    let text = say(
        &Phrase::new("post-not-read")
            .with("lines", Item::Number(lines))
            .with("first", crate::mail::envelope::short(below[0], 60)),
        lang,
    );
    paragraph(&text)
}

/// The lines that say something.
fn lines_of(text: &str) -> usize {
    let says = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('>');
    text.lines().filter(says).count()
}

/// Words in lines of their own, below a blank one.
fn paragraph(text: &str) -> String {
    let mut out = String::from("\n");
    for line in wrap("", text) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}
