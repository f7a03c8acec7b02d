//! What events say, where it is not the same for all of a kind.

use super::data::{Answer, Bearing, Contact};
use super::side::Side;
use super::state::{
    AirPicture, Course, Drop, Follow, FormId, Order, Phase, RaidId, Readiness, Stop,
};
use crate::board::SpaceId;
use crate::engine::game::Side as _;
use crate::engine::say::Say;
use crate::orders::{Element as _, Item, Phrase};

crate::say_words!(Side);
crate::say_nothing!(Phase, Course);

impl Say for RaidId {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl Say for FormId {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl Say for Readiness {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, Phrase::new(self.words()))
    }
}

impl Say for Bearing {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(
            name,
            Phrase::new(match self {
                Self::OnCourse => "blue-on-course",
                Self::Lost => "blue-lost",
                Self::Decoy => "blue-decoy",
            }),
        )
    }
}

impl Say for Contact {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(
            name,
            Phrase::new(match self {
                Self::Miss => "blue-contact-miss",
                Self::Intercept => "blue-contact-intercept",
                Self::Bounce => "blue-contact-bounce",
                Self::Stragglers => "blue-contact-stragglers",
            }),
        )
    }
}

impl Say for Answer {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        let answer = match self {
            Self::None => Phrase::new("blue-answer-none"),
            Self::React => Phrase::new("blue-answer-react"),
            Self::Dogfight => Phrase::new("blue-answer-dogfight"),
            Self::Late => Phrase::new("blue-answer-late"),
            Self::Fend(n) => Phrase::new("blue-answer-fend").with("n", *n),
        };
        phrase.with(name, answer)
    }
}

impl Say for Drop {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(
            name,
            Phrase::new(match self {
                Self::Far => "blue-drop-far",
                Self::Weather => "blue-drop-weather",
                Self::Gone => "blue-drop-gone",
                Self::Own => "blue-drop-own",
            }),
        )
    }
}

impl Say for Order {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.phrase())
    }
}

impl Order {
    /// In words.
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::Vector { to, angels, then } => {
                let key = match then {
                    None => "order-vector",
                    Some(Follow::Orbit) => "order-vector-orbit",
                    Some(Follow::Patrol(_)) => "order-vector-patrol",
                };
                let phrase = Phrase::new(key).with("to", *to).with("angels", *angels);
                match then {
                    Some(Follow::Patrol(end)) => phrase.with("end", *end),
                    _ => phrase,
                }
            }
            Self::Orbit => Phrase::new("order-orbit"),
            Self::Patrol { ends, .. } => Phrase::new("order-patrol")
                .with("from", ends[0])
                .with("to", ends[1]),
            Self::Pancake { .. } => Phrase::new("order-pancake"),
            Self::Pursuit { raid } => Phrase::new("order-pursuit").with("raid", raid.item()),
        }
    }
}

impl Readiness {
    /// The key of its name.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Available => "tote-available",
            Self::Ready => "tote-ready",
            Self::Scramble => "tote-scramble",
            Self::Landed => "tote-landed",
            Self::Reform => "tote-reform",
            Self::Rearm2 => "tote-rearm-2",
            Self::Rearm1 => "tote-rearm-1",
        }
    }
}

/// What a new state on the Tote Board is told as: what comes by itself is not told.
pub(super) const fn ready_words(state: Readiness) -> &'static str {
    match state {
        Readiness::Ready => "blue-is-ready",
        Readiness::Available => "blue-is-available",
        Readiness::Reform => "blue-reforms",
        Readiness::Scramble | Readiness::Landed | Readiness::Rearm2 | Readiness::Rearm1 => {
            "blue-silent"
        }
    }
}

pub(super) const fn picture_words(picture: AirPicture) -> &'static str {
    match picture {
        AirPicture::Good => "blue-picture-good",
        AirPicture::Degraded => "blue-picture-degraded",
        AirPicture::Poor => "blue-picture-poor",
    }
}

/// What a random event is told as.
pub(super) fn chance_words(_: i32, hf: i32, limit: i32) -> &'static str {
    match (hf > super::command::HF, limit) {
        (true, _) => "blue-chance-hf",
        (_, 1..) => "blue-chance-more",
        (_, ..=-1) => "blue-chance-less",
        _ => "blue-silent",
    }
}

/// The target of a route.
pub(super) fn place_of(ahead: &[(SpaceId, Stop)]) -> Vec<Item> {
    let target = ahead.iter().find(|(_, stop)| *stop == Stop::Target);
    target.map(|(at, _)| at.item()).into_iter().collect()
}

/// A count as what a phrase takes.
pub(super) fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Two digits.
pub(super) fn two(n: i32) -> String {
    format!("{n:02}")
}
