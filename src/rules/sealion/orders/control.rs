//! Rules 11.1, 13.3 and 15.2.1: what is asked when a hex changes hands, and at the end of a turn.

use super::super::Sealion;
use super::super::side::Side;
use super::super::state::{Installation, Position};
use super::super::words::{
    AIRBASE, DEMOLISH, EXILE, PORT, RADAR, RAILS, SEIZE, SUDDEN, kind_in, land_kind,
};
use super::ask;
use crate::board::SpaceId;
use crate::engine::decision::Kind;
use crate::engine::ready::{Ask, Give};
use crate::orders::choice::any;
use crate::orders::word::{NO, YES};
use crate::orders::{Choice, Item, Phrase, Word, elements};

elements! { Installation: Port = PORT, Airbase = AIRBASE, Radar = RADAR, Rail = RAILS }

const YES_NO: &[&Word] = &[&YES, &NO];

/// Rule 11.1: whether a port or airbase is blown up as it is lost.
pub(in super::super) struct Demolish {
    pub at: SpaceId,
}

pub(super) static DEMOLITIONS: Kind = land_kind(&DEMOLISH, &[], YES_NO, true);

impl Ask<Sealion> for Demolish {
    const KIND: &'static Kind = &DEMOLITIONS;
    const DEFAULT: bool = true;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("eng-ask-demolish", self.at)
    }
}

/// Rule 11.1.2: what the captor wrecks.
pub(in super::super) struct Seize {
    pub at: SpaceId,
    pub what: Vec<Installation>,
}

pub(super) static SEIZURES: Kind = land_kind(
    &SEIZE,
    &[],
    <Installation as crate::orders::Element>::WORDS,
    true,
);

impl Give<Sealion> for Seize {
    type Of = Vec<Installation>;
    const KIND: &'static Kind = &SEIZURES;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("eng-ask-seize", self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<Installation>> {
        any(&self.what)
    }

    // A radar station serves the British alone; ports and airbases serve who takes them.
    fn default(&self, v: &Position<'_>) -> Vec<Installation> {
        let german = v.control(self.at) == Side::German;
        let radar = |what: &Installation| german && *what == Installation::Radar;
        self.what.iter().copied().filter(radar).collect()
    }
}

/// Rule 13.3.2: whether the Royal Family goes to Canada.
pub(in super::super) struct Exile {
    pub at: SpaceId,
}

pub(super) static EXILES: Kind = land_kind(&EXILE, &[], YES_NO, true);

impl Ask<Sealion> for Exile {
    const KIND: &'static Kind = &EXILES;

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("eng-ask-exile", self.at)
    }
}

/// Rule 15.2.1: whether a side ends the game now.
pub(in super::super) struct Claim;

pub(super) static CLAIMS: Kind = kind_in(&["return"], &SUDDEN, &[], YES_NO, true);

impl Ask<Sealion> for Claim {
    const KIND: &'static Kind = &CLAIMS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-claim")
    }
}
