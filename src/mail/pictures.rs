//! Reports as pages with pictures, made when they are sent: nothing of the game waits for a picture.

use super::config::Config;
use super::letter::{Content, Enclosed, Inline, Letter};
use super::office::Office;
use super::outbox::Label;
use super::speech::say;
use super::visit::stamp;
use crate::draw::escape;
use crate::engine::game::Game;
use crate::orders::Phrase;
use crate::report::map::Map;
use crate::report::pad::pad;
use crate::report::page::text;
use crate::report::turn::{compose, images};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;
use crate::store::module::module_of;
use crate::with_game;

/// The bytes of a letter with page, pictures and drawing; `None` if it goes as it is.
pub fn draw(office: &Office<'_>, label: &Label) -> Option<Vec<u8>> {
    let letter = label.undrawn().filter(|letter| !letter.plain)?;
    let folder = office.game(&letter.game)?;
    let module = module_of(&folder).ok()?;
    // Whatever goes wrong here, the text goes out.
    let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        with_game!(module, G => {
            Keeper::<G>::open(&folder, office.disk.clone()).and_then(|keeper| content(&keeper, &letter, office.config))
        })
    }));
    let content = made.ok()?.ok()??;
    let letter = Letter { content, ..letter };
    let sealed = letter.seal(office.config, label.queued).ok()?;
    Some(sealed.bytes)
}

/// All forms of a letter, if the game still stands where it stood when the letter was written: the reader must not see
/// more in the pictures than he is told in the text.
fn content<G: Game>(keeper: &Keeper<G>, letter: &Letter, config: &Config) -> Kept<Option<Content>> {
    let seat = keeper.now.seat(&letter.seat).cloned();
    let Some(seat) = seat.filter(|_| stamp(keeper) == letter.pictures) else {
        return Ok(None);
    };
    let page = compose(keeper, &seat)?;
    if !letter.content.text.contains(text(&page).trim_end()) {
        return Ok(None);
    }
    let images = images(keeper, &seat)?;
    let id = |n: usize| format!("map-{n}@fieldpost");
    let sources: Vec<(String, &str)> = images
        .iter()
        .enumerate()
        .map(|(n, image)| (format!("cid:{}", id(n)), image.alt.as_str()))
        .collect();
    let mut html = crate::report::html::draw(&page, &sources);
    if !letter.lead.is_empty() {
        // The report is a page; what else there is to say stands above it.
        let lead = if letter.lead.starts_with('<') {
            letter.lead.clone()
        } else {
            // Queued by a program that kept it as text.
            format!("<pre>{}</pre>", escape(&letter.lead))
        };
        html = html.replacen("<body>", &format!("<body>\n{lead}"), 1);
    }
    let footer = escape(&say(&Phrase::new("post-footer"), seat.lang));
    html = html.replacen("</main>", &format!("<p>{footer}</p>\n</main>"), 1);
    let past = keeper.last_run(keeper.look()?.state)?;
    let map = Map::new(keeper, &past, keeper.now.draw, &seat);
    let enclosed = map.windows().into_iter().take(1).map(|window| Enclosed {
        name: format!("{}-{}.svg", letter.game, keeper.now.draw),
        kind: "image/svg+xml".to_owned(),
        bytes: map.svg(window).into_bytes(),
    });
    let mut enclosed: Vec<Enclosed> = enclosed.collect();
    if letter.page {
        enclosed.push(Enclosed {
            name: "orders.html".to_owned(),
            kind: "text/html".to_owned(),
            bytes: pad(keeper, &seat, &letter.answer_to(config))?.into_bytes(),
        });
    }
    Ok(Some(Content {
        text: letter.content.text.clone(),
        html: Some(html),
        enclosed,
        inline: images
            .into_iter()
            .enumerate()
            .map(|(n, image)| Inline {
                id: id(n),
                kind: "image/png".to_owned(),
                bytes: image.png,
            })
            .collect(),
    }))
}
