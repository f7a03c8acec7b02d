//! A letter of ours: text, and whatever else the reader's program can show, as values.

use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use serde::{Deserialize, Serialize};

use super::config::Config;
use super::envelope::short;
use crate::engine::dice::sha256_hex;

/// A picture that stands in the HTML, named by `cid:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    /// The name in `cid:`.
    pub id: String,
    /// Its media type, as `image/png`.
    pub kind: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A file that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosed {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub kind: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a letter says, in all its forms. Only the text must be there, and only it waits in the outbox.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// Plain text.
    pub text: String,
    /// The same as HTML.
    #[serde(skip)]
    pub html: Option<String>,
    /// Pictures in the HTML.
    #[serde(skip)]
    pub inline: Vec<Inline>,
    /// Files.
    #[serde(skip)]
    pub enclosed: Vec<Enclosed>,
}

/// A letter before it becomes bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// To whom.
    pub to: String,
    /// The game, empty for none.
    pub game: String,
    /// The seat, empty for none.
    pub seat: String,
    /// The code it carries, empty for none.
    pub code: String,
    /// The subject, without game and code.
    pub subject: String,
    /// What makes it the same letter if it is made again after a crash.
    pub key: String,
    /// The mail it answers, without brackets; empty if it answers none.
    pub answers: String,
    /// The mail that began the thread.
    pub root: String,
    /// Text only, whatever else there is.
    pub plain: bool,
    /// With the page on which the answer can be put together.
    #[serde(default)]
    pub page: bool,
    /// The decision whose pictures it gets when it is sent, empty for none.
    pub pictures: String,
    /// What stands above its last report, as HTML, for the page with the pictures.
    pub lead: String,
    /// What it says.
    pub content: Content,
}

/// A letter as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Its Message-ID without brackets, the same whenever it is made again.
    pub id: String,
    /// The sender of the envelope; empty for none.
    pub from: String,
    /// To whom.
    pub to: String,
    /// Head and body.
    pub bytes: Vec<u8>,
}

impl Letter {
    /// The Message-ID: it follows from what the letter is, so that a second attempt cannot send it twice.
    pub fn id(&self, config: &Config) -> String {
        let hash = sha256_hex(
            format!("{}\n{}\n{}\n{}", self.to, self.game, self.seat, self.key).as_bytes(),
        );
        let hash = &hash[..20];
        let domain = config.domain();
        match (self.game.as_str(), self.code.as_str()) {
            ("", _) => format!("post.{hash}@{domain}"),
            (game, "") => format!("{game}.{hash}@{domain}"),
            (game, code) => format!("{game}.{code}.{hash}@{domain}"),
        }
    }

    /// The subject as it is sent: with game and code.
    fn headed(&self) -> String {
        match (self.game.as_str(), self.code.as_str()) {
            ("", _) => self.subject.clone(),
            (game, "") => format!("[{game}] {}", self.subject),
            (game, code) => format!("[{game} {code}] {}", self.subject),
        }
    }

    /// Where an answer goes that is written outside the reader's mail program.
    pub fn answer_to(&self, config: &Config) -> crate::report::pad::Address {
        crate::report::pad::Address {
            to: self.reply_to(config),
            subject: self.headed(),
        }
    }

    /// Where answers go: to our address, with game and code behind a plus where that arrives.
    fn reply_to(&self, config: &Config) -> String {
        let Some((local, domain)) = config.address.rsplit_once('@') else {
            return config.address.clone();
        };
        let tagged = format!("{local}+{}.{}", self.game, self.code);
        if config.plus && !self.code.is_empty() && tagged.len() <= 64 {
            format!("{tagged}@{domain}")
        } else {
            config.address.clone()
        }
    }

    /// The sender of the envelope: none, so that nothing answers it, or an address that says what came back.
    fn sender(&self, config: &Config) -> String {
        let Some((local, domain)) = config.bounces.rsplit_once('@') else {
            return String::new();
        };
        if config.plus && !self.code.is_empty() {
            // With the code of the letter: nobody who has not seen it can say that it came back.
            let tagged = format!("{local}+{}.{}", self.game, self.code);
            if tagged.len() <= 64 {
                return format!("{tagged}@{domain}");
            }
        }
        config.bounces.clone()
    }

    /// Makes bytes of it.
    pub fn seal(&self, config: &Config, now: i64) -> Result<Sealed, String> {
        let id = self.id(config);
        let address = |text: &str| {
            text.parse::<Address>()
                .map_err(|error| format!("{text}: {error}"))
        };
        let own = Mailbox::new(Some(short(&config.name, 60)), address(&config.address)?);
        let subject = self.headed();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(now).unwrap_or(0));
        let mut builder = Message::builder()
            .from(own)
            .to(Mailbox::new(None, address(&self.to)?))
            .reply_to(Mailbox::new(None, address(&self.reply_to(config))?))
            .subject(short(&subject, 200))
            .date(time)
            .message_id(Some(format!("<{id}>")));
        if !self.answers.is_empty() {
            builder = builder.in_reply_to(format!("<{}>", self.answers));
        }
        let mut thread: Vec<&str> = vec![&self.root, &self.answers];
        thread.retain(|id| !id.is_empty());
        thread.dedup();
        if !thread.is_empty() {
            let ids: Vec<String> = thread.iter().map(|id| format!("<{id}>")).collect();
            builder = builder.references(ids.join(" "));
        }
        let kind = if self.answers.is_empty() {
            "auto-generated"
        } else {
            "auto-replied"
        };
        let list = if self.game.is_empty() {
            "post".to_owned()
        } else {
            self.game.clone()
        };
        let mut raw = |name: &'static str, value: String| {
            let name = HeaderName::new_from_ascii_str(name);
            builder = std::mem::take(&mut builder).raw_header(HeaderValue::new(name, value));
        };
        raw("Auto-Submitted", kind.to_owned());
        raw("List-Id", format!("<{list}.fieldpost.{}>", config.domain()));
        raw("X-Auto-Response-Suppress", "All".to_owned());
        raw(
            "X-Fieldpost",
            if self.seat.is_empty() {
                list
            } else {
                format!("{list}/{}", self.seat)
            },
        );
        let message = self.body(builder, &id).map_err(|error| error.to_string())?;
        Ok(Sealed {
            id,
            from: self.sender(config),
            to: self.to.clone(),
            bytes: message.formatted(),
        })
    }

    fn body(
        &self,
        builder: lettre::message::MessageBuilder,
        id: &str,
    ) -> Result<Message, lettre::error::Error> {
        let text = SinglePart::plain(self.content.text.clone());
        let Some(html) = self.content.html.clone().filter(|_| !self.plain) else {
            if self.content.enclosed.is_empty() || self.plain {
                return builder.singlepart(text);
            }
            let mixed = MultiPart::mixed()
                .boundary(boundary(id, "mixed"))
                .singlepart(text);
            return builder.multipart(self.with_enclosed(mixed));
        };
        let html = SinglePart::html(html);
        let alternative = MultiPart::alternative()
            .boundary(boundary(id, "alternative"))
            .singlepart(text);
        let alternative = if self.content.inline.is_empty() {
            alternative.singlepart(html)
        } else {
            let related = MultiPart::related()
                .boundary(boundary(id, "related"))
                .singlepart(html);
            let related = self
                .content
                .inline
                .iter()
                .fold(related, |related, picture| {
                    let part = Attachment::new_inline(picture.id.clone());
                    related.singlepart(part.body(picture.bytes.clone(), media(&picture.kind)))
                });
            alternative.multipart(related)
        };
        if self.content.enclosed.is_empty() {
            return builder.multipart(alternative);
        }
        let mixed = MultiPart::mixed()
            .boundary(boundary(id, "mixed"))
            .multipart(alternative);
        builder.multipart(self.with_enclosed(mixed))
    }

    fn with_enclosed(&self, mixed: MultiPart) -> MultiPart {
        self.content.enclosed.iter().fold(mixed, |mixed, file| {
            let part = Attachment::new(file.name.clone());
            mixed.singlepart(part.body(file.bytes.clone(), media(&file.kind)))
        })
    }
}

/// A boundary that follows from the letter, so that its bytes are the same again.
fn boundary(id: &str, what: &str) -> String {
    format!(
        "fieldpost-{}",
        &sha256_hex(format!("{what} {id}").as_bytes())[..32]
    )
}

fn media(kind: &str) -> ContentType {
    ContentType::parse(kind).unwrap_or(ContentType::TEXT_PLAIN)
}
