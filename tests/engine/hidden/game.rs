//! The Straits: green hides what his forces are, orange hides his raids, and each is told something of it, some of it
//! wrong. A game of the tests, in which most of what lies on the map is not what it seems.

use std::borrow::Cow;
use std::sync::LazyLock;

use fieldpost::board::{Board, Picture};
use fieldpost::engine::bot::Rng;
use fieldpost::engine::decision::Kind;
use fieldpost::engine::event::{Happening, Sight};
use fieldpost::engine::game::{DataError, Game, Outcome, Setup};
use fieldpost::engine::hidden::{Known, Veiled};
use fieldpost::engine::rehearse::Refuses;
use fieldpost::engine::table::{Play, Table};
use fieldpost::engine::tally::Tally;
use fieldpost::orders::{Class, Form, Lexicon, Phrase, Phrasebook, Picks, Thing, Word};
use serde::{Deserialize, Serialize};

use super::forces::{self, Bar, Contents, Depth};
use super::orders;
use super::raids::{self, Plot, Raid, Real};

/// Zones of the sea, all next to each other.
pub const ZONES: u16 = 4;
/// Force markers.
pub const FORCES: u16 = 4;
/// Ships; the first ones are big.
pub const SHIPS: u16 = 8;
/// Big ships among them.
pub const BIG: u16 = 3;
/// Raid markers.
pub const RAIDS: u16 = 9;
/// Turns of a game.
pub const TURNS: u32 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Green,
    Orange,
}

static GREEN: Word = Word {
    en: &["green"],
    fr: &["vert"],
};
static ORANGE: Word = Word {
    en: &["orange"],
    fr: &["orange"],
};

impl fieldpost::engine::game::Side for Side {
    const ALL: &'static [Self] = &[Self::Green, Self::Orange];

    fn word(self) -> &'static Word {
        match self {
            Self::Green => &GREEN,
            Self::Orange => &ORANGE,
        }
    }
}

/// A leak planted here: each must be caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    None,
    /// The view of a side is the truth.
    ViewOfTruth,
    /// What is imagined for a side is the truth.
    ImaginedTruth,
    /// Green's question about a raid holds all there are.
    HiddenField,
    /// Green is asked only if there is a raid.
    AskedOfTruth,
    /// The radar's dice fall in the open.
    OpenRoll,
    /// A raid that takes off changes a number that lies open.
    OpenChange,
    /// Green sees raids take off.
    SeesTooMuch,
    /// Green is told the true strength with the announced one.
    TrueStrength,
    /// Orange is told which force that sails is empty.
    EmptySails,
    /// Orange counts ships that he was told nothing of.
    CountsUnseen,
    /// Orange's orders are rehearsed on the truth.
    RehearsedOnTruth,
}

#[derive(Debug)]
pub struct Data {
    pub plant: Plant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Sail,
    Search,
    Strike,
    Launch,
    Radar,
    Scramble,
    Bomb,
    Night,
}

/// What lies open: where each force is and how deep it was looked into, which both sides know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Open {
    pub turn: u32,
    pub phase: Phase,
    pub points: [i32; 2],
    /// Zone of each force on the map.
    pub at: Vec<u16>,
    pub depth: Vec<Depth>,
    pub gone: Vec<bool>,
    pub planted: i32,
}

/// What is hidden.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hidden {
    pub forces: Vec<Contents>,
    /// By marker.
    pub raids: Vec<Raid>,
}

pub type State = Veiled<Open, Hidden>;

/// The position as somebody knows it. A game of the library writes its queries on `Known` itself.
#[derive(Clone, Copy)]
pub struct Position<'a>(pub Known<'a, Data, Open, Hidden, Side>);

impl<'a> std::ops::Deref for Position<'a> {
    type Target = Known<'a, Data, Open, Hidden, Side>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// The truth, for the procedures.
pub fn truth<'a>(t: &'a Board4<'_>) -> Position<'a> {
    Position(t.state().truth(t.data()))
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Event {
    Sails {
        force: u16,
        to: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty: Option<bool>,
    },
    /// A ship goes over to another force.
    Joins {
        ship: u16,
        from: u16,
        to: u16,
    },
    /// What the other side is told of it, as deep as it has seen.
    Regroups {
        from: u16,
        left: Contents,
        to: u16,
        now: Contents,
    },
    Searched {
        force: u16,
        depth: Depth,
        found: Contents,
        tally: Tally,
    },
    /// A force is found to be empty.
    Decoy {
        force: u16,
    },
    Struck {
        force: u16,
        ships: Vec<u16>,
    },
    Sunk {
        force: u16,
        ship: u16,
        tally: Tally,
    },
    Launches {
        raid: u16,
        real: Real,
    },
    /// A raid is plotted; its owner also knows by how much it was told wrong.
    Plotted {
        raid: u16,
        at: u16,
        announced: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wrong_by: Option<i32>,
    },
    /// The radar sees nothing, which the other side does not learn.
    Unseen {
        raid: u16,
    },
    Lost {
        raid: u16,
    },
    Met {
        raid: u16,
        strength: i32,
        shot: i32,
        tally: Tally,
    },
    Bombs {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        raid: Option<u16>,
        at: u16,
        damage: i32,
        /// Whether green had it plotted.
        plotted: bool,
    },
    /// Levels are forgotten, and by the side that searched also what it knew of the ships.
    Night {
        forgets: bool,
    },
    NextPhase,
    NotDone {
        side: Side,
        bar: Bar,
    },
}

impl Refuses for Straits {
    type Bar = Bar;
}

/// What an event changes for all to see.
fn apply_open(data: &Data, open: &mut Open, event: &Event) {
    match event {
        Event::Sails { force, to, .. } => open.at[usize::from(*force)] = *to,
        Event::Regroups { .. }
        | Event::Joins { .. }
        | Event::Struck { .. }
        | Event::NotDone { .. } => {}
        Event::Searched { force, depth, .. } => {
            let known = &mut open.depth[usize::from(*force)];
            *known = (*known).max(*depth);
        }
        Event::Decoy { force } => open.gone[usize::from(*force)] = true,
        Event::Sunk { ship, .. } => open.points[1] += if *ship < BIG { 3 } else { 1 },
        Event::Launches { .. } => open.planted += i32::from(data.plant == Plant::OpenChange),
        Event::Plotted { .. } | Event::Unseen { .. } | Event::Lost { .. } => {}
        Event::Met { shot, .. } => open.points[0] += shot,
        Event::Bombs { damage, .. } => open.points[1] += damage,
        Event::Night { .. } => open.depth.iter_mut().for_each(|depth| *depth = Depth::None),
        Event::NextPhase => {
            open.phase = match open.phase {
                Phase::Sail => Phase::Search,
                Phase::Search => Phase::Strike,
                Phase::Strike => Phase::Launch,
                Phase::Launch => Phase::Radar,
                Phase::Radar => Phase::Scramble,
                Phase::Scramble => Phase::Bomb,
                Phase::Bomb => Phase::Night,
                Phase::Night => {
                    open.turn += 1;
                    Phase::Sail
                }
            }
        }
    }
}

/// What an event changes of what is hidden: in the truth, and in what a side was told.
fn apply_hidden(_: &Data, hidden: &mut Hidden, event: &Event) {
    match event {
        Event::Sails { .. } | Event::Unseen { .. } | Event::NextPhase | Event::NotDone { .. } => {}
        Event::Joins { ship, from, to } => {
            hidden.forces[usize::from(*from)].lose(*ship);
            hidden.forces[usize::from(*to)].gain(*ship);
        }
        Event::Regroups {
            from,
            left,
            to,
            now,
        } => {
            for (force, contents) in [(from, left), (to, now)] {
                if *contents != Contents::Unknown {
                    hidden.forces[usize::from(*force)] = contents.clone();
                }
            }
        }
        Event::Searched { force, found, .. } => {
            hidden.forces[usize::from(*force)].learn(found.clone());
        }
        Event::Decoy { force } => {
            hidden.forces[usize::from(*force)] = Contents::Ships { ships: Vec::new() };
        }
        Event::Struck { force, ships } => {
            let ships = ships.clone();
            hidden.forces[usize::from(*force)] = Contents::Ships { ships };
        }
        Event::Sunk { force, ship, .. } => hidden.forces[usize::from(*force)].lose(*ship),
        Event::Launches { raid, real } => hidden.raid(*raid).real = Some(*real),
        Event::Plotted {
            raid,
            at,
            announced,
            ..
        } => {
            hidden.raid(*raid).plot = Some(Plot {
                at: *at,
                strength: *announced,
                lost: false,
            });
        }
        Event::Lost { raid } => {
            if let Some(plot) = &mut hidden.raid(*raid).plot {
                plot.lost = true;
            }
        }
        Event::Met {
            raid,
            strength,
            shot,
            ..
        } => {
            let raid = hidden.raid(*raid);
            if let Some(plot) = &mut raid.plot {
                plot.strength = strength - shot;
            }
            if let Some(real) = &mut raid.real {
                real.strength = strength - shot;
            }
        }
        Event::Bombs { raid, .. } => hidden.raids.retain(|one| Some(one.marker) != *raid),
        Event::Night { forgets } => {
            hidden.raids.clear();
            if *forgets {
                hidden.forces.fill(Contents::Unknown);
            }
        }
    }
}

impl Hidden {
    /// The raid with a marker, which begins to be known if it was not.
    fn raid(&mut self, marker: u16) -> &mut Raid {
        let at = match self.raids.binary_search_by_key(&marker, |raid| raid.marker) {
            Ok(at) => at,
            Err(at) => {
                let raid = Raid {
                    marker,
                    real: None,
                    plot: None,
                };
                self.raids.insert(at, raid);
                at
            }
        };
        &mut self.raids[at]
    }
}

/// What a side sees of an event.
fn seen(data: &Data, after: &State, event: &Event, by: Side) -> Sight<Event> {
    let part = |part: Event| Sight::Part(part);
    match (event, by) {
        (Event::Sails { force, to, empty }, Side::Orange)
            if empty.is_some() && data.plant != Plant::EmptySails =>
        {
            part(Event::Sails {
                force: *force,
                to: *to,
                empty: None,
            })
        }
        (Event::Joins { from, to, .. }, Side::Orange) => {
            let depth = |force: u16| after.open.depth[usize::from(force)];
            let truth = Position(after.truth(data));
            let shows = |force: u16| {
                let contents = &truth.hidden.forces[usize::from(force)];
                if data.plant == Plant::CountsUnseen {
                    return contents.at_depth(Depth::Count);
                }
                match depth(force) {
                    Depth::None => Contents::Unknown,
                    depth => contents.at_depth(depth),
                }
            };
            if depth(*from) == Depth::None
                && depth(*to) == Depth::None
                && data.plant != Plant::CountsUnseen
            {
                return Sight::Nothing;
            }
            part(Event::Regroups {
                from: *from,
                left: shows(*from),
                to: *to,
                now: shows(*to),
            })
        }
        (Event::Launches { .. }, Side::Green) if data.plant == Plant::SeesTooMuch => Sight::Whole,
        (Event::Launches { .. } | Event::Unseen { .. }, Side::Green) => Sight::Nothing,
        (
            Event::Plotted {
                raid,
                at,
                announced,
                ..
            },
            Side::Green,
        ) if data.plant != Plant::TrueStrength => part(Event::Plotted {
            raid: *raid,
            at: *at,
            announced: *announced,
            wrong_by: None,
        }),
        // Whose bombs they were he sees if the raid was before his eyes.
        (
            Event::Bombs {
                at,
                damage,
                plotted: false,
                ..
            },
            Side::Green,
        ) => part(Event::Bombs {
            raid: None,
            at: *at,
            damage: *damage,
            plotted: false,
        }),
        // What he knew of the ships may be true no longer: they are free to change places unseen.
        (Event::Night { .. }, Side::Orange) => part(Event::Night { forgets: true }),
        (Event::NotDone { side, .. }, by) if *side != by => Sight::Nothing,
        _ => Sight::Whole,
    }
}

/// Who may learn what, apart from the procedures.
fn may_learn(state: &State, event: &Event, by: Side) -> bool {
    match (event, by) {
        (Event::Sails { empty, .. }, Side::Orange) => empty.is_none(),
        (Event::Joins { .. }, Side::Orange) => false,
        // What he hears of a change is as deep as he has looked; names he may remember.
        (
            Event::Regroups {
                from,
                left,
                to,
                now,
            },
            Side::Orange,
        ) => [(from, left), (to, now)]
            .iter()
            .all(|(force, contents)| contents.fits(state.open.depth[usize::from(**force)])),
        (Event::Launches { .. } | Event::Unseen { .. }, Side::Green) => false,
        (Event::Plotted { wrong_by, .. }, Side::Green) => wrong_by.is_none(),
        (Event::NotDone { side, .. }, by) => *side == by,
        _ => true,
    }
}

/// What an event says, by its name and all its fields, since nothing here is written for people.
impl Happening for Event {
    fn telling(&self) -> Phrase {
        let value = serde_json::to_value(self).unwrap_or_default();
        let name = value["is"].as_str().unwrap_or_default().to_owned();
        let numbers = value.to_string().bytes().fold(0i32, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(i32::from(byte))
        });
        Phrase::new("straits")
            .with("numbers", numbers)
            .with("name", i32::try_from(name.len()).unwrap_or_default())
    }

    fn rule(&self) -> &'static str {
        ""
    }

    fn tally(&self) -> Option<&Tally> {
        match self {
            Self::Searched { tally, .. } | Self::Sunk { tally, .. } | Self::Met { tally, .. } => {
                Some(tally)
            }
            _ => None,
        }
    }
}

#[derive(Debug)]
pub struct Straits;

pub type Board4<'r> = Table<'r, Straits>;

impl Straits {
    pub fn start() -> State {
        let ships = |ships: &[u16]| Contents::Ships {
            ships: ships.to_vec(),
        };
        let truth = Hidden {
            forces: vec![
                ships(&[0, 3, 4]),
                ships(&[1, 2]),
                ships(&[5, 6, 7]),
                ships(&[]),
            ],
            raids: Vec::new(),
        };
        let blind = Hidden {
            forces: vec![Contents::Unknown; usize::from(FORCES)],
            raids: Vec::new(),
        };
        let open = Open {
            turn: 1,
            phase: Phase::Sail,
            points: [0, 0],
            at: (0..FORCES).collect(),
            depth: vec![Depth::None; usize::from(FORCES)],
            gone: vec![false; usize::from(FORCES)],
            planted: 0,
        };
        Veiled::new(open, truth.clone(), [truth, blind])
    }
}

impl Game for Straits {
    type Side = Side;
    type Data = Data;
    type State = State;
    type Event = Event;
    type View<'a> = Position<'a>;

    const NAME: &'static str = "straits";
    const RULES: i64 = 1;

    fn scenarios() -> Vec<String> {
        Vec::new()
    }

    fn set_up(_: &Setup) -> Result<(Data, State), DataError> {
        let data = Data { plant: Plant::None };
        Ok((data, Self::start()))
    }

    fn kinds() -> &'static [&'static Kind] {
        orders::KINDS
    }

    fn phase(_: &Data, state: &State) -> &'static str {
        match state.open.phase {
            Phase::Sail => "sail",
            Phase::Search => "search",
            Phase::Strike => "strike",
            Phase::Launch => "launch",
            Phase::Radar => "radar",
            Phase::Scramble => "scramble",
            Phase::Bomb => "bomb",
            Phase::Night => "night",
        }
    }

    fn turn(state: &State) -> u32 {
        state.open.turn
    }

    fn step_name(data: &Data, state: &State) -> String {
        format!("t{}/{}", state.open.turn, Self::phase(data, state))
    }

    fn step(t: &mut Board4<'_>) -> Play {
        if t.state().open.planted < 0 {
            return t.refuse(Bar::Gone);
        }
        match t.state().open.phase {
            Phase::Sail => forces::sail(t)?,
            Phase::Search => forces::search(t)?,
            Phase::Strike => forces::strike(t)?,
            Phase::Launch => raids::launch(t)?,
            Phase::Radar => raids::radar(t)?,
            Phase::Scramble => raids::scramble(t)?,
            Phase::Bomb => raids::bomb(t)?,
            Phase::Night => t.happen(Event::Night { forgets: false })?,
        }
        t.happen(Event::NextPhase)
    }

    fn over(_: &Data, state: &State) -> Option<Outcome<Side>> {
        (state.open.turn > TURNS).then(|| Outcome {
            winner: None,
            why: Phrase::new("straits").with("numbers", state.open.points[0]),
            rule: "1",
        })
    }

    fn apply(data: &Data, state: &mut State, event: &Event) {
        state.change::<Self>(data, event, apply_open, apply_hidden);
    }

    fn seen(data: &Data, after: &State, event: &Event, by: Side) -> Sight<Event> {
        seen(data, after, event, by)
    }

    fn may_learn(_: &Data, state: &State, event: &Event, by: Side) -> bool {
        may_learn(state, event, by)
    }

    fn view<'a>(data: &'a Data, state: &'a State, by: Option<Side>) -> Position<'a> {
        match data.plant {
            Plant::ViewOfTruth => Position(Known {
                reader: by,
                ..state.truth(data)
            }),
            _ => Position(state.view(data, by)),
        }
    }

    fn conditions(_: &Position<'_>) -> Vec<Form> {
        Vec::new()
    }

    fn holds(_: &Position<'_>, _: &'static Word, _: &Picks) -> bool {
        false
    }

    fn phrasebook() -> &'static Phrasebook {
        Phrasebook::builtin()
    }

    fn position(view: &Position<'_>) -> Vec<Phrase> {
        let mut lines = vec![
            Phrase::new("open")
                .with("green", view.open.points[0])
                .with("orange", view.open.points[1]),
        ];
        lines.extend(view.tell_forces());
        lines.extend(view.tell_raids());
        lines
    }

    fn board(_: &Data) -> &Board {
        static BOARD: LazyLock<Board> = LazyLock::new(Board::default);
        &BOARD
    }

    fn picture(_: &Position<'_>) -> Picture {
        Picture::default()
    }

    fn facts(_: &Data, _: &State) -> Vec<(String, String)> {
        Vec::new()
    }

    fn rulings(_: &Data, _: &State) -> Vec<Form> {
        Vec::new()
    }

    fn rule(_: &Data, _: &State, _: &'static Word, _: &Picks) -> Option<Event> {
        None
    }

    fn broken(data: &Data, state: &State) -> Vec<String> {
        let truth = Position(state.truth(data));
        let mut broken = forces::broken(truth);
        // Whoever owns a thing knows it as it is.
        if state.known(data, Side::Green).hidden.forces != truth.hidden.forces {
            broken.push("green does not know his forces".to_owned());
        }
        if state.known(data, Side::Orange).hidden.raids != truth.hidden.raids {
            broken.push("orange does not know his raids".to_owned());
        }
        broken
    }

    fn imagined(data: &Data, state: &State, by: Side) -> Option<State> {
        match data.plant {
            Plant::ImaginedTruth => Some(state.clone()),
            _ => Some(state.imagined(by)),
        }
    }

    fn scramble(_: &Data, state: &mut State, by: Side, rng: &mut Rng) {
        let open = state.open.clone();
        let (truth, told) = state.scramble();
        match by {
            Side::Orange => {
                forces::scramble(&open, truth, rng);
                told[0].forces.clone_from(&truth.forces);
            }
            Side::Green => {
                raids::scramble_truth(truth, rng);
                told[1].raids.clone_from(&truth.raids);
            }
        }
    }
}

impl Lexicon for Position<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        self.id(thing)
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        let class = match thing.class {
            Class::Place => "zone",
            Class::Unit => "ship",
            Class::Marker => "raid",
            _ => "force",
        };
        Cow::Owned(format!("{class}{}", thing.id))
    }

    /// Ships are in the fleet's lists; of raids only those that he knows of have a name.
    fn known(&self) -> Vec<Thing> {
        let zones = (0..ZONES).map(Thing::place);
        let ships = (0..SHIPS).map(Thing::unit);
        let raids = self.hidden.raids.iter();
        let raids = raids.map(|raid| raids::thing(raid.marker));
        zones.chain(ships).chain(raids).collect()
    }
}
