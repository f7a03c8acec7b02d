//! Faults: what only a mistake in the program can cause. A game with one stops; nothing is published.

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The run does other things than the record says.
    #[error(
        "the record says `{recorded}` where the rules now do `{now}`; the program was changed in the middle of a step: finish the step with the old program, or rewind to its start"
    )]
    Diverged {
        /// What the record says.
        recorded: String,
        /// What the rules do.
        now: String,
    },
    /// A recorded answer no longer reads or is no longer legal.
    #[error("the recorded answer to {key}, `{words}`, is refused by the rules now: {why}")]
    Refused {
        /// The decision's key.
        key: String,
        /// The recorded words.
        words: String,
        /// What is wrong with it.
        why: String,
    },
    /// The rules ended the step before the record did.
    #[error("the record goes on with `{0}` where the rules end")]
    Leftover(String),
    /// A key or label came a second time in one step.
    #[error("`{0}` came twice in one step; reusing an answer or a die would be the worst of bugs")]
    Twice(String),
    /// A key or label that may not be one.
    #[error("`{0}` may not be a key or label: a-z 0-9 : / . - # and at most 120 characters")]
    BadName(String),
    /// Dice that cannot be thrown.
    #[error("{label}: {spec} cannot be thrown; 1 to 1000 dice or cards")]
    BadRoll {
        /// The roll's label.
        label: String,
        /// Its dice.
        spec: String,
    },
    /// An order was refused and nobody was told.
    #[error("something was refused in {0} outside of an order: nobody would be told of it")]
    Unheard(String),
    /// A procedure needed what the position does not know.
    #[error("the rules need to know what this position does not tell")]
    Unknown,
    /// A procedure swallowed a stop.
    #[error("a procedure went on after the table had stopped at {0}")]
    Swallowed(String),
    /// Somebody else was asked behind a screen.
    #[error("{key}: {asked} was asked behind the screen of {owner}")]
    AskedBehindScreen {
        /// The decision's key.
        key: String,
        /// Who was asked.
        asked: String,
        /// Whose screen it was.
        owner: String,
    },
    /// An event behind a screen was seen by others and not revealed.
    #[error("{seer} would see an event told behind the screen of {owner}: {event}")]
    ToldBehindScreen {
        /// Who would see it.
        seer: String,
        /// Whose screen it was.
        owner: String,
        /// The event.
        event: String,
    },
    /// A side would see what the secrecy rules forbid.
    #[error("{seer} may not learn of {event}")]
    MayNotLearn {
        /// Who would see it.
        seer: String,
        /// The event.
        event: String,
    },
    /// The default of a decision is not legal.
    #[error("the default of {key} is not legal: {why}")]
    DefaultRefused {
        /// The decision's key.
        key: String,
        /// What is wrong with it.
        why: String,
    },
    /// A die was needed in a run that only looks.
    #[error("{0} needed a die in a run that may roll none")]
    NoDice(String),
    /// A case did not script a roll.
    #[error("the case does not script the roll {label} ({spec})")]
    Unscripted {
        /// The roll's label.
        label: String,
        /// Its dice.
        spec: String,
    },
    /// A scripted roll does not fit its dice.
    #[error("the case scripts {label} as `{values}`, which is not {spec}")]
    BadScript {
        /// The roll's label.
        label: String,
        /// Its dice.
        spec: String,
        /// What the script says.
        values: String,
    },
    /// The rules never came to an end.
    #[error("no end after {0} operations in one run: the rules go round in a circle")]
    Endless(u64),
    /// Two steps have one name.
    #[error("two steps of the game are called `{0}`")]
    StepTwice(String),
    /// A panic in the rules.
    #[error("the rules panicked: {0}")]
    Panicked(String),
    /// A state that must not be.
    #[error("the position is impossible: {0}")]
    Impossible(String),
}
