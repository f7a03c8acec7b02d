//! The order language: what is printed is read back, whatever is written gets an answer or a reason.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::borrow::Cow;
use std::sync::Arc;

use fieldpost::orders::sample::possible;
use fieldpost::orders::word::{NO, NONE, YES};
use fieldpost::orders::{
    About, Arg, Below, Class, Diagnoser, Form, HeadMatch, Item, Lang, Lexicon, Line, Net, Part,
    Phrase, Phrasebook, Pick, Picks, Problem, Reader, Row, Thing, TokenLine, Ways, Word, canonical,
    fits, outline, sample, words,
};

// ---------------------------------------------------------------------------------------------------------------
// A toy fleet, its board and its words.

struct Fleet;

/// Name, id, other spellings. The last two are hidden from the reader.
const UNITS: [(&str, &str, &[&str]); 16] = [
    ("Admiral Hipper", "hipper", &[]),
    ("Admiral Scheer", "scheer", &[]),
    ("Lützow", "lutzow", &["Deutschland"]),
    ("Z-1", "z1", &[]),
    ("Z-10 Hans Lody", "z10", &["Lody"]),
    ("Prinz Eugen", "prinz-eugen", &[]),
    ("Renown", "renown", &[]),
    ("Glowworm", "glowworm", &[]),
    ("Emile Bertin", "emile-bertin", &["Émile Bertin"]),
    ("1/III Geb.Jg. 138", "1-iii-138", &[]),
    ("1 Para Bn", "para1", &[]),
    ("1 Para Bn (Polish)", "pl-para1", &[]),
    ("Œuvre d’Ålesund", "oeuvre", &[]),
    ("1 Para Bn", "para1b", &[]),
    ("Scharnhorst", "scharnhorst", &["Salmon"]),
    ("Gneisenau", "gneisenau", &["Gluckstein"]),
];
const SHOWN_UNITS: u16 = 14;

const PLACES: [(&str, &str); 8] = [
    ("Oslo", "oslo"),
    ("Oslofjord", "oslofjord"),
    ("Trondheim", "trondheim"),
    ("Ålesund", "alesund"),
    ("North Sea 1", "ns1"),
    ("North Sea 2", "ns2"),
    ("Bodø", "bodo"),
    ("14-15", "14-15"),
];
/// Further places are numbered hexes.
const SHOWN_PLACES: u16 = 40;

impl Lexicon for Fleet {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        let id = usize::from(thing.id);
        match thing.class {
            Class::Unit => UNITS.get(id).map_or("?", |unit| unit.0).into(),
            Class::Place => PLACES
                .get(id)
                .map_or_else(|| format!("{id:02}").into(), |place| place.0.into()),
            Class::Side => ["German", "British", "French"]
                .get(id)
                .copied()
                .unwrap_or("?")
                .into(),
            _ => format!("{:?} {id}", thing.class).into(),
        }
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        let id = usize::from(thing.id);
        match thing.class {
            Class::Unit => UNITS.get(id).map_or("?", |unit| unit.1).into(),
            Class::Place => PLACES
                .get(id)
                .map_or_else(|| id.to_string().into(), |place| place.1.into()),
            Class::Side => ["german", "british", "french"]
                .get(id)
                .copied()
                .unwrap_or("?")
                .into(),
            _ => id.to_string().into(),
        }
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        match thing.class {
            Class::Unit => UNITS
                .get(usize::from(thing.id))
                .map_or(&[][..], |unit| unit.2)
                .iter()
                .map(|s| (*s).into())
                .collect(),
            Class::Side if thing.id == 0 => vec!["allemand".into()],
            _ => Vec::new(),
        }
    }

    fn known(&self) -> Vec<Thing> {
        let units = (0..SHOWN_UNITS).map(Thing::unit);
        let places = (0..SHOWN_PLACES).map(Thing::place);
        let sides = (0..3).map(Thing::side);
        units.chain(places).chain(sides).collect()
    }
}

/// Places in a ring with some bridges; from each a step costs 1 or 3.
struct Ring;

impl Ways for Ring {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        let Item::Thing(Thing {
            class: Class::Place,
            id,
        }) = at
        else {
            return;
        };
        if id >= SHOWN_PLACES {
            return;
        }
        let place = |id: u16| Item::Thing(Thing::place(id % SHOWN_PLACES));
        out.push((place(id + 1), 1));
        out.push((place(id + SHOWN_PLACES - 1), 1));
        out.push((place(id + 2), 3));
        if id % 3 == 0 {
            out.push((place(id + 7), 2));
        }
    }
}

macro_rules! word {
    ($name:ident, $en:expr, $fr:expr) => {
        static $name: Word = Word { en: $en, fr: $fr };
    };
}
word!(BID, &["bid"], &["enchère", "mise"]);
word!(WITHDRAW, &["withdraw"], &["repli"]);
word!(COMMIT, &["commit"], &["engager"]);
word!(LOSSES, &["losses", "loss"], &["pertes"]);
word!(MATCH, &["match"], &["opposer"]);
word!(MOVE, &["move"], &["bouger", "mouvement"]);
word!(MOUNT, &["mount"], &["monter"]);
word!(ATTACK, &["attack"], &["attaquer"]);
word!(MISSION, &["mission"], &["mission"]);
word!(UNITS_WORD, &["units"], &["unités"]);
word!(TARGET, &["target"], &["cible"]);
word!(BASE, &["base"], &["terrain"]);
word!(ESCORT, &["with escort"], &["avec escorte"]);
word!(PLAN, &["plan"], &["projet"]);
word!(ORDERS, &["orders"], &["ordres"]);
word!(NORTH, &["north", "n"], &["nord"]);
word!(SOUTH, &["south", "s"], &["sud"]);
word!(STAND, &["stand fast"], &["tenir bon"]);

fn unit(id: u16) -> Item {
    Thing::unit(id).into()
}

fn place(id: u16) -> Item {
    Thing::place(id).into()
}

fn form(word: &'static Word, subject: &[Item], pick: Pick) -> Form {
    Form {
        word,
        subject: subject.to_vec(),
        pick,
    }
}

fn net() -> Net {
    Net(Arc::new(Ring))
}

// ---------------------------------------------------------------------------------------------------------------
// Random forms.

struct Rng(u64);

impl Below for Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 32) % u64::from(n)).unwrap()
    }
}

impl Rng {
    fn new(seed: u64) -> Self {
        let mut rng = Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        rng.below(2);
        rng
    }

    fn index(&mut self, n: usize) -> usize {
        self.below(u32::try_from(n).unwrap()) as usize
    }

    fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.index(of.len())]
    }
}

const HEADS: [&Word; 9] = [
    &BID, &WITHDRAW, &COMMIT, &LOSSES, &MATCH, &ORDERS, &MISSION, &PLAN, &MOVE,
];
const PARTS: [&Word; 6] = [&UNITS_WORD, &TARGET, &BASE, &ESCORT, &PLAN, &MOVE];
const ROWS: [&Word; 4] = [&MOVE, &MOUNT, &ATTACK, &MISSION];

/// Some items, each once: units, places, sides, words, numbers, or a mixture.
fn some_items(rng: &mut Rng, most: usize) -> Vec<Item> {
    let kind = rng.below(6);
    let mut items: Vec<Item> = Vec::new();
    for _ in 0..rng.index(most + 1) {
        let which = if kind == 5 { rng.below(5) } else { kind };
        let item = match which {
            0 | 4 => unit(rng.choose(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])),
            1 => place(rng.choose(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 33])),
            2 => Thing::side(rng.choose(&[0, 1, 2])).into(),
            _ if rng.below(3) == 0 => Item::Number(rng.choose(&[0, 1, 2, 3, 10, -4])),
            _ => rng
                .choose(&[&YES, &NO, &NORTH, &SOUTH, &STAND, &BASE])
                .into(),
        };
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}

fn random_pick(rng: &mut Rng, depth: u32) -> Pick {
    match rng.below(if depth == 0 { 7 } else { 9 }) {
        0 => {
            let mut items = some_items(rng, 6);
            if rng.below(4) == 0 {
                items.push((&NONE).into());
            }
            Pick::One(items)
        }
        1 => {
            let of = some_items(rng, 10);
            let min = rng.index(of.len() + 1);
            let max = min + rng.index(of.len() - min + 2);
            Pick::Some { of, min, max }
        }
        2 => Pick::Order(some_items(rng, 6)),
        3 => {
            let min = rng.choose(&[-3, 0, 0, 1, i32::MIN]);
            Pick::Number {
                min,
                max: rng.choose(&[1, 5, 20, 999_999_999]),
            }
        }
        4 => Pick::Path {
            from: place(rng.choose(&[0, 1, 2, 5, 9, 20])),
            max: rng.below(7),
            stay: rng.below(2) == 0,
            net: net(),
        },
        5 => {
            let of: Vec<(Item, i32)> = some_items(rng, 6)
                .into_iter()
                .map(|item| (item, rng.choose(&[0, 1, 2, 3, 10])))
                .collect();
            let room: i32 = of.iter().map(|(_, most)| most).sum();
            let min = rng.choose(&[0, 0, room.min(3), room]);
            Pick::Share {
                of,
                min,
                max: min + rng.choose(&[0, 0, 1, 5]),
            }
        }
        6 => Pick::Pairs {
            from: some_items(rng, 6),
            to: some_items(rng, 6),
            each: 1 + rng.index(3),
        },
        7 => {
            let mut parts: Vec<Part> = Vec::new();
            for _ in 0..1 + rng.below(4) {
                let word = rng.choose(&PARTS);
                if parts.iter().all(|part| part.word != word) {
                    let pick = random_pick(rng, depth - 1);
                    parts.push(Part {
                        word,
                        pick,
                        optional: rng.below(2) == 0,
                    });
                }
            }
            Pick::Parts(parts)
        }
        _ => {
            let mut rows: Vec<Row> = Vec::new();
            for _ in 0..1 + rng.below(4) {
                let word = rng.choose(&ROWS);
                let subjects = if rng.below(4) == 0 {
                    Vec::new()
                } else {
                    some_items(rng, 6)
                };
                // Rows of one word have different subjects, or the line could mean either.
                let clash = |row: &Row| {
                    row.word == word
                        && (row.subjects.is_empty()
                            || subjects.is_empty()
                            || row.subjects.iter().any(|s| subjects.contains(s)))
                };
                if !rows.iter().any(clash) {
                    rows.push(Row {
                        word,
                        subjects,
                        pick: random_pick(rng, depth - 1),
                    });
                }
            }
            Pick::Sheet {
                rows,
                max: rng.index(8),
            }
        }
    }
}

fn random_form(seed: u64) -> (Form, Rng) {
    let mut rng = Rng::new(seed);
    loop {
        let word = rng.choose(&HEADS);
        let subject = match rng.below(3) {
            0 => vec![unit(rng.choose(&[0, 2, 4, 6, 10, 11]))],
            1 => vec![unit(0), place(rng.choose(&[3, 9]))],
            _ => Vec::new(),
        };
        let pick = random_pick(&mut rng, 2);
        // `mission: none` would be an empty sheet or a row with an empty answer.
        let unclear = match &pick {
            Pick::Sheet { rows, .. } => rows
                .iter()
                .any(|row| row.word == word && (row.subjects.is_empty() || !subject.is_empty())),
            _ => false,
        };
        if possible(&pick) && !unclear {
            return (
                Form {
                    word,
                    subject,
                    pick,
                },
                rng,
            );
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Reading as the mail room does it.

/// Reads lines that answer one form.
fn read_all(form: &Form, texts: &[String]) -> Result<Picks, Vec<Problem>> {
    let lines: Vec<TokenLine> = (1..)
        .zip(texts)
        .map(|(n, text)| TokenLine::new(n, text.as_str()))
        .collect();
    let mut reader = Reader::new(&Fleet);
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    let mut picks = None;
    for line in &lines {
        match reader.head(line, &[form]) {
            HeadMatch::Form { sheet: true, .. } => rows.push(line.clone()),
            HeadMatch::Form { body, .. } => match reader.read(form, &line.tokens[body..]) {
                Ok(reading) => picks = Some(reading.picks),
                Err(more) => problems.extend(more),
            },
            HeadMatch::Unclear { problem, .. } | HeadMatch::Nothing { problem } => {
                problems.push(problem);
            }
        }
    }
    if !rows.is_empty() {
        let sheet = reader.read_lines(form, &rows);
        problems.extend(sheet.problems);
        picks = Some(sheet.reading.picks);
    }
    match picks {
        Some(picks) if problems.is_empty() => Ok(picks),
        _ => Err(problems),
    }
}

fn diagnoser(lang: Lang) -> Diagnoser<'static> {
    Diagnoser {
        book: Phrasebook::builtin(),
        lang,
        lex: &Fleet,
    }
}

/// The answer as recorded, or the keys of the problems.
fn answer(form: &Form, line: &str) -> String {
    match read_all(form, &[line.to_owned()]) {
        Ok(picks) => {
            fits(form, &picks).unwrap();
            canonical(form, &picks, &Fleet).join(" / ")
        }
        Err(problems) => {
            let keys: Vec<&str> = problems.iter().map(|problem| problem.what.key).collect();
            format!("! {}", keys.join(" "))
        }
    }
}

/// The diagnosis of a line.
fn diagnosis(form: &Form, line: &str, lang: Lang) -> String {
    let problems = read_all(form, &[line.to_owned()]).expect_err("the line is wrong");
    diagnoser(lang).show(&problems, None, &[TokenLine::new(1, line)])
}

#[track_caller]
fn check(form: &Form, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(answer(form, line), *expected, "for `{line}`");
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Each shape, in lines as players write them.

#[test]
fn one() {
    let form = form(
        &WITHDRAW,
        &[unit(6)],
        Pick::One(vec![(&YES).into(), (&NO).into()]),
    );
    check(
        &form,
        &[
            ("withdraw renown: yes", "withdraw renown: yes"),
            ("Repli Renown : OUI !", "withdraw renown: yes"),
            ("repli\u{a0}renown\u{202f}: non", "withdraw renown: no"),
            ("withdraw no", "withdraw renown: no"),
            ("withd. ren - y", "withdraw renown: yes"),
            ("- withdraw, yes please", "withdraw renown: yes"),
            ("oui", "withdraw renown: yes"),
            ("Yes.", "withdraw renown: yes"),
            ("ye", "withdraw renown: yes"),
            ("withdraw yes yes", "withdraw renown: yes"),
            ("withdraw", "! missing"),
            ("withdraw renown", "! missing"),
            ("withdraw renwon: yes", "! unknown"),
            ("withdraw glowworm: yes", "! not-offered"),
            ("withdraw maybe", "! unknown"),
            ("withdraw yes no", "! too-many"),
            ("withdraw yes at noon", "! leftover"),
            ("retire yes", "! unknown-order"),
            ("", "! empty-line"),
        ],
    );
}

#[test]
fn some() {
    let of = vec![unit(0), unit(1), unit(4), unit(6), unit(7)];
    let form = form(&COMMIT, &[], Pick::Some { of, min: 0, max: 3 });
    check(
        &form,
        &[
            ("commit: renown, glowworm", "commit: renown, glowworm"),
            ("commit glow renown z10", "commit: z10, renown, glowworm"),
            (
                "engager le Renown et adm hip + lody",
                "commit: hipper, z10, renown",
            ),
            ("commit none", "commit: none"),
            ("engager rien", "commit: none"),
            (
                "commit all but hipper and scheer",
                "commit: z10, renown, glowworm",
            ),
            (
                "engager tous sauf admiral hipper, glowworm",
                "commit: scheer, z10, renown",
            ),
            ("commit all", "! too-many"),
            ("commit admiral", "! ambiguous"),
            ("commit renown, renown", "! twice"),
            (
                "commit renown lutzow tirpitz renwon",
                "! not-offered unknown unknown",
            ),
            ("commit all but", "! missing"),
            ("commit none renown", "! leftover"),
            ("commit", "! missing"),
        ],
    );
    let of = vec![unit(0), unit(1), unit(6)];
    let form = self::form(&COMMIT, &[], Pick::Some { of, min: 2, max: 2 });
    check(
        &form,
        &[
            ("commit renown", "! too-few"),
            ("commit none", "! too-few"),
            ("commit all", "! too-many"),
        ],
    );
}

#[test]
fn order() {
    let form = form(
        &LOSSES,
        &[],
        Pick::Order(vec![unit(0), unit(1), unit(4), unit(3)]),
    );
    check(
        &form,
        &[
            ("losses: z10, scheer", "losses: z10, scheer, hipper, z1"),
            (
                "pertes z1 > z10 > hipper",
                "losses: z1, z10, hipper, scheer",
            ),
            ("loss none", "losses: hipper, scheer, z10, z1"),
            ("losses z1 z1", "! twice"),
            ("losses", "! missing"),
        ],
    );
}

#[test]
fn number() {
    let form = form(&BID, &[], Pick::Number { min: -2, max: 5 });
    check(
        &form,
        &[
            ("bid: 3", "bid: 3"),
            ("enchere trois", "bid: 3"),
            ("mise = +3", "bid: 3"),
            ("bid -2", "bid: -2"),
            ("bid: - 2", "bid: -2"),
            ("bid none", "bid: 0"),
            ("four", "bid: 4"),
            ("bid 6", "! out-of-range"),
            ("bid lots", "! not-a-number"),
            ("bid 3 4", "! leftover"),
            ("bid", "! missing"),
            ("bid 99999999999", "! not-a-number"),
        ],
    );
}

#[test]
fn path() {
    let path = |max, stay| Pick::Path {
        from: place(9),
        max,
        stay,
        net: net(),
    };
    let form = form(&MOVE, &[unit(0)], path(4, true));
    check(
        &form,
        &[
            // 10 and 11 by steps of 1; the direct step of 3 is taken when it is the step written.
            ("move hipper: 10 11", "move hipper: 10 11"),
            ("move hipper: 09 10 11", "move hipper: 10 11"),
            ("move hipper to 12", "move hipper: 10 11 12"),
            ("bouger hipper 11", "move hipper: 11"),
            ("move hipper 10-11-12", "move hipper: 10 11 12"),
            ("move hipper 10 > 11 > 10", "move hipper: 10 11 10"),
            ("move hipper 16, 17", "move hipper: 16 17"),
            ("move hipper stay", "move hipper: none"),
            ("bouger hipper reste en 9", "move hipper: none"),
            ("move hipper 9", "move hipper: none"),
            ("move hipper trondheim", "! too-far"),
            ("move hipper 10 11 12 13 14", "! too-far"),
            ("move hipper 99", "! unknown"),
            ("move hipper renown", "! not-offered"),
            ("move hipper", "! missing"),
        ],
    );
    let form = self::form(&MOVE, &[unit(0)], path(4, false));
    check(
        &form,
        &[
            ("move hipper stay", "! must-move"),
            ("move hipper 9", "! must-move"),
        ],
    );
    let form = self::form(
        &MOVE,
        &[],
        Pick::Path {
            from: place(2),
            max: 9,
            stay: false,
            net: net(),
        },
    );
    check(
        &form,
        &[
            ("move Ålesund, north sea 1", "move: alesund, ns1"),
            ("move ale north sea 2", "move: alesund, ns2"),
            ("move oslo", "move: oslofjord, oslo"),
            ("move north", "! ambiguous"),
            (
                "move bodo 14-15 8",
                "move: alesund, ns1, ns2, bodo, 14-15, 8",
            ),
        ],
    );
}

/// The direct step is what was written, but a detour is taken if only that is in reach.
#[test]
fn path_prefers_the_written_step_and_then_the_cheaper_way() {
    let form = form(
        &MOVE,
        &[],
        Pick::Path {
            from: place(10),
            max: 2,
            stay: false,
            net: net(),
        },
    );
    check(&form, &[("move 12", "move: 11 12")]);
}

#[test]
fn share() {
    let of = vec![(unit(0), 2), (unit(4), 2), (unit(10), 3), (unit(11), 1)];
    let form = form(&LOSSES, &[], Pick::Share { of, min: 3, max: 4 });
    check(
        &form,
        &[
            ("losses: hipper 2, z10 1", "losses: hipper: 2, z10: 1"),
            ("pertes hipper 2 lody 2", "losses: hipper: 2, z10: 2"),
            ("losses 2 hipper 1 z10", "losses: hipper: 2, z10: 1"),
            (
                "losses hipper: 2, 1 para bn = 2",
                "losses: hipper: 2, para1: 2",
            ),
            (
                "losses 1 Para Bn (Polish) 1, 1 Para Bn 2",
                "losses: para1: 2, pl-para1: 1",
            ),
            ("pertes deux hipper et un z10", "losses: hipper: 2, z10: 1"),
            ("losses hipper 2 x z10 1", "losses: hipper: 2, z10: 1"),
            ("losses hipper 1", "! share-too-little"),
            ("losses hipper 2, z10 2, para1 1", "! share-too-much"),
            ("losses hipper 3", "! share-above"),
            ("losses hipper, z10 2", "! share-number"),
            ("losses hipper 1, hipper 2", "! twice share-too-little"),
            ("losses none", "! share-too-little"),
            ("losses renown 3", "! not-offered unknown share-too-little"),
        ],
    );
    let of = vec![(unit(0), 2), (unit(4), 2)];
    let form = self::form(&LOSSES, &[], Pick::Share { of, min: 2, max: 2 });
    check(
        &form,
        &[
            ("losses hipper", "losses: hipper: 2"),
            ("losses lody 1 hipper 1", "losses: hipper: 1, z10: 1"),
        ],
    );
}

#[test]
fn pairs() {
    let pick = Pick::Pairs {
        from: vec![unit(0), unit(1), unit(4)],
        to: vec![unit(6), unit(7)],
        each: 2,
    };
    let form = form(&MATCH, &[], pick);
    check(
        &form,
        &[
            (
                "match: hipper > renown, z10 > glowworm",
                "match: hipper > renown, z10 > glowworm",
            ),
            (
                "opposer z10 sur glowworm, hipper sur renown",
                "match: hipper > renown, z10 > glowworm",
            ),
            (
                "match hipper->renown scheer->renown",
                "match: hipper > renown, scheer > renown",
            ),
            (
                "match hipper: renown; z10 with glow",
                "match: hipper > renown, z10 > glowworm",
            ),
            (
                "match hipper and z10 on renown",
                "match: hipper > renown, z10 > renown",
            ),
            ("match hipper renown", "match: hipper > renown"),
            ("match none", "match: none"),
            ("match hipper", "! pair-open"),
            ("match hipper, z10, scheer > renown", "! pair-too-often"),
            ("match hipper > renown, hipper > glowworm", "! twice"),
            ("match hipper > scheer", "! not-offered"),
            (
                "match hipper > bismarck, tirpitz > renown",
                "! unknown unknown not-offered",
            ),
        ],
    );
}

fn mission() -> Pick {
    Pick::Parts(vec![
        Part {
            word: &UNITS_WORD,
            pick: Pick::Some {
                of: vec![unit(0), unit(1), unit(4)],
                min: 1,
                max: 2,
            },
            optional: false,
        },
        Part {
            word: &TARGET,
            pick: Pick::One(vec![place(0), place(2), place(9)]),
            optional: false,
        },
        Part {
            word: &BASE,
            pick: Pick::Number { min: 1, max: 9 },
            optional: true,
        },
    ])
}

#[test]
fn parts() {
    let form = form(&MISSION, &[], mission());
    check(
        &form,
        &[
            (
                "mission: units hipper, z10 target oslo base 3",
                "mission: units hipper, z10 target oslo base 3",
            ),
            (
                "mission hipper z10 target oslo",
                "mission: units hipper, z10 target oslo",
            ),
            (
                "mission cible: 9; terrain: trois; unités: adm scheer",
                "mission: units scheer target 9 base 3",
            ),
            (
                "mission: hipper targ trondheim",
                "mission: units hipper target trondheim",
            ),
            ("mission hipper", "! part-missing"),
            ("mission target oslo", "! part-missing"),
            ("mission hipper target oslo target 9", "! part-twice"),
            (
                "mission hipper target renown base 12",
                "! not-offered out-of-range",
            ),
            ("mission hipper tarqet oslo", "! unknown"),
            (
                "mission: l'Admiral Hipper et z10, Oslo",
                "mission: units hipper, z10 target oslo",
            ),
            (
                "mission hipper en Oslo base 3",
                "mission: units hipper target oslo base 3",
            ),
            ("mission", "! missing"),
        ],
    );
    let problems = read_all(&form, &["mission hipper tarqet oslo".to_owned()]).unwrap_err();
    assert_eq!(problems[0].instead, ["target"]);
}

fn sheet() -> Form {
    let rows = vec![
        Row {
            word: &MOVE,
            subjects: vec![unit(0), unit(4)],
            pick: Pick::Path {
                from: place(9),
                max: 4,
                stay: true,
                net: net(),
            },
        },
        Row {
            word: &MOVE,
            subjects: vec![unit(6)],
            pick: Pick::Path {
                from: place(30),
                max: 2,
                stay: true,
                net: net(),
            },
        },
        Row {
            word: &MISSION,
            subjects: vec![],
            pick: mission(),
        },
        Row {
            word: &ATTACK,
            subjects: vec![unit(0)],
            pick: Pick::One(vec![unit(6), unit(7)]),
        },
    ];
    form(&ORDERS, &[], Pick::Sheet { rows, max: 4 })
}

#[test]
fn sheets() {
    check(
        &sheet(),
        &[
            ("move hipper 10 11", "move hipper: 10 11"),
            ("bouger renown: 31", "move renown: 31"),
            ("bougez le Renown vers 31", "move renown: 31"),
            ("bougeons renown: 31", "move renown: 31"),
            (
                "mission hipper target oslo",
                "mission: units hipper target oslo",
            ),
            ("orders: attack hipper renown", "attack hipper: renown"),
            ("orders none", "orders: none"),
            ("none", "! unknown-order"),
            ("orders: move z10 10; attack hipper glow", "! one-per-line"),
            ("move 10 11", "! not-offered"),
            ("move", "! subject-missing"),
            ("move admiral: 10", "move hipper: 10"),
            ("movv hipper 10", "! unknown-order"),
            ("mo hipper 10", "! unknown-order"),
            ("mov hipper 10", "move hipper: 10"),
        ],
    );
}

#[test]
fn good_lines_of_a_sheet_stand_beside_bad_ones() {
    let texts = [
        "move hipper 10",
        "move lody 99",
        "attack hipper renown",
        "move hipper 11",
        "orders: none",
        "move renown 31 32 33",
    ];
    let lines: Vec<TokenLine> = (1..)
        .zip(texts)
        .map(|(n, text)| TokenLine::new(n, text))
        .collect();
    let sheet_form = sheet();
    let sheet = Reader::new(&Fleet).read_lines(&sheet_form, &lines);
    assert_eq!(
        canonical(&sheet_form, &sheet.reading.picks, &Fleet),
        ["move hipper: 10", "attack hipper: renown"]
    );
    assert_eq!(sheet.places, [Some(0), None, Some(1), None, None, None]);
    let keys: Vec<&str> = sheet.problems.iter().map(|p| p.what.key).collect();
    assert_eq!(keys, ["unknown", "row-twice", "too-far", "none-and-more"]);

    // A cross-check can point at what was written.
    let locate = |about| {
        sheet
            .reading
            .locate(&about)
            .map(|span| (span.line, span.from, span.to))
    };
    assert_eq!(locate(About::Line(1)), Some((3, 1, 21)));
    assert_eq!(locate(About::LineItem(1, unit(6))), Some((3, 15, 21)));
    assert_eq!(locate(About::LineItem(0, place(10))), Some((1, 13, 15)));
    assert_eq!(locate(About::LineItem(0, unit(7))), Some((1, 1, 15)));
    assert_eq!(locate(About::Item(unit(6))), Some((3, 15, 21)));
}

#[test]
fn a_sheet_is_read_from_one_line_too() {
    let form = sheet();
    let line = TokenLine::new(
        1,
        "move z10 10 11; attack hipper: glow; mission hipper target 9",
    );
    let reading = Reader::new(&Fleet).read(&form, &line.tokens).unwrap();
    assert_eq!(
        canonical(&form, &reading.picks, &Fleet),
        [
            "move z10: 10 11",
            "attack hipper: glowworm",
            "mission: units hipper target 9"
        ]
    );
}

#[test]
fn heads_tell_forms_apart() {
    let yes_no = || Pick::One(vec![(&YES).into(), (&NO).into()]);
    let forms = [
        form(&WITHDRAW, &[unit(6)], yes_no()),
        form(&WITHDRAW, &[unit(7)], yes_no()),
        form(&BID, &[], Pick::Number { min: 0, max: 5 }),
        sheet(),
    ];
    let forms: Vec<&Form> = forms.iter().collect();
    let mut reader = Reader::new(&Fleet);
    let mut look = |line: &str| match reader.head(&TokenLine::new(1, line), &forms) {
        HeadMatch::Form {
            form, body, sheet, ..
        } => format!("{form} at {body}{}", if sheet { " sheet" } else { "" }),
        HeadMatch::Unclear { forms, problem } => format!("{forms:?} {}", problem.what.key),
        HeadMatch::Nothing { problem } => format!("{} {:?}", problem.what.key, problem.instead),
    };
    assert_eq!(look("withdraw renown: yes"), "0 at 2");
    assert_eq!(look("repli du glow oui"), "1 at 3");
    assert_eq!(look("withdraw: yes"), "[0, 1] subject-missing");
    assert_eq!(look("withdraw glowwrm: yes"), "[0, 1] unknown");
    assert_eq!(look("bid 3"), "2 at 1");
    assert_eq!(look("3"), "unknown-order []");
    assert_eq!(look("move lody 10"), "3 at 2 sheet");
    assert_eq!(look("ordres: rien"), "3 at 1 sheet");
    assert_eq!(look("widthraw renown yes"), "unknown-order [\"withdraw\"]");
    assert_eq!(look("wit ren yes"), "0 at 2");
    assert_eq!(look("wi ren yes"), "unknown-order []");
}

#[test]
fn preferences_fit() {
    use fieldpost::orders::prefer;
    for seed in 0..3000 {
        let (form, mut rng) = random_form(seed);
        let mut wish = some_items(&mut rng, 8);
        if rng.below(2) == 0 {
            wish.insert(0, (&NONE).into());
        }
        if let Some(picks) = prefer(&form.pick, &wish) {
            assert_eq!(
                fits(&form, &picks),
                Ok(()),
                "seed {seed}: {form:?} {picks:?}"
            );
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Outlines and diagnoses, as players see them.

fn all_outlines(lang: Lang) -> String {
    let ships = || vec![unit(0), unit(4), unit(6)];
    let forms = [
        form(
            &WITHDRAW,
            &[unit(6)],
            Pick::One(vec![(&YES).into(), (&NO).into()]),
        ),
        form(
            &COMMIT,
            &[],
            Pick::Some {
                of: ships(),
                min: 0,
                max: 9,
            },
        ),
        form(
            &COMMIT,
            &[],
            Pick::Some {
                of: (8..28).map(place).collect(),
                min: 1,
                max: 2,
            },
        ),
        form(&LOSSES, &[], Pick::Order(ships())),
        form(&BID, &[], Pick::Number { min: 0, max: 5 }),
        form(
            &LOSSES,
            &[],
            Pick::Share {
                of: vec![(unit(0), 2), (unit(4), 1)],
                min: 2,
                max: 2,
            },
        ),
        form(
            &MATCH,
            &[],
            Pick::Pairs {
                from: ships(),
                to: vec![unit(7), unit(8)],
                each: 1,
            },
        ),
        sheet(),
    ];
    let lines: Vec<String> = forms
        .iter()
        .flat_map(|form| outline(form, lang, &Fleet))
        .collect();
    lines.join("\n")
}

#[test]
fn outlines() {
    insta::assert_snapshot!(all_outlines(Lang::En), @r"
    withdraw Renown: yes | no
    commit: any of Admiral Hipper, Z-10 Hans Lody, Renown, or none
    commit: 1 to 2 of PLACE
      PLACE = 08-27
    losses: rank of Admiral Hipper, Z-10 Hans Lody, Renown
    bid: 0 to 5
    losses: 2 among Admiral Hipper (up to 2), Z-10 Hans Lody (up to 1)
    match: any of Admiral Hipper, Z-10 Hans Lody, Renown > one of Glowworm, Emile Bertin (each at most 1 time)
    orders: up to 4 lines of these, or none
      move <Admiral Hipper | Z-10 Hans Lody>: a way from 09, cost up to 4, or stay
      move Renown: a way from 30, cost up to 2, or stay
      mission: units <1 to 2 of Admiral Hipper, Admiral Scheer, Z-10 Hans Lody> target <Oslo | Trondheim | 09> [base <1 to 9>]
      attack Admiral Hipper: Renown | Glowworm
    ");
    insta::assert_snapshot!(all_outlines(Lang::Fr), @r"
    repli Renown: oui | non
    engager: parmi Admiral Hipper, Z-10 Hans Lody, Renown, ou rien
    engager: 1 à 2 parmi LIEU
      LIEU = 08-27
    pertes: classement d'Admiral Hipper, Z-10 Hans Lody, Renown
    enchère: 0 à 5
    pertes: 2 entre Admiral Hipper (jusqu’à 2), Z-10 Hans Lody (jusqu’à 1)
    opposer: parmi Admiral Hipper, Z-10 Hans Lody, Renown > l’un de Glowworm, Emile Bertin (chacun au plus 1 fois)
    ordres: au plus 4 lignes de ce genre, ou rien
      bouger <Admiral Hipper | Z-10 Hans Lody>: un chemin depuis 09, coût jusqu’à 4, ou reste
      bouger Renown: un chemin depuis 30, coût jusqu’à 2, ou reste
      mission: unités <1 à 2 parmi Admiral Hipper, Admiral Scheer, Z-10 Hans Lody> cible <Oslo | Trondheim | 09> [terrain <1 à 9>]
      attaquer Admiral Hipper: Renown | Glowworm
    ");
}

/// What is told as a run may be written as one; a name that looks like a run stays a name.
#[test]
fn runs_are_read() {
    let place = |id: u16| {
        Item::Thing(Thing {
            class: Class::Place,
            id,
        })
    };
    let of: Vec<Item> = (4..20).map(place).collect();
    let form = form(
        &COMMIT,
        &[],
        Pick::Some {
            of,
            min: 0,
            max: 99,
        },
    );
    let read = |text: &str| -> String {
        let lines = [TokenLine::new(1, text.to_owned())];
        let sheet = fieldpost::orders::read_lines(&form, &lines, &Fleet);
        match sheet.problems.first() {
            Some(problem) => format!("refused: {}", problem.what.key),
            None => words(&form, &sheet.reading.picks, Lang::En, &Fleet).join("; "),
        }
    };
    assert_eq!(read("08-11"), "commit: 08, 09, 10, 11");
    assert_eq!(read("10-12, 18"), "commit: 10, 11, 12, 18");
    assert_eq!(
        read("North Sea 1-2, Bodo"),
        "commit: North Sea 1, North Sea 2, Bodø"
    );
    assert_eq!(read("14-15"), "commit: 14-15");
    assert_eq!(
        read("all but 08-19"),
        "commit: North Sea 1, North Sea 2, Bodø, 14-15"
    );
    assert_eq!(read("North Sea 1-3"), "refused: ambiguous");
    assert_eq!(read("11-08"), "refused: unknown");
}

#[test]
fn diagnoses() {
    let commit = form(
        &COMMIT,
        &[],
        Pick::Some {
            of: vec![unit(0), unit(1), unit(2), unit(6)],
            min: 0,
            max: 3,
        },
    );
    insta::assert_snapshot!(diagnosis(&commit, "commit hiper, renown", Lang::En), @r"
    line 1: commit hiper, renown
                   ^^^^^ no unit `hiper`. Did you mean `Admiral Hipper`?
    ");
    insta::assert_snapshot!(diagnosis(&commit, "engager l\u{fc}tzwo et admiral, glowworm", Lang::Fr), @r"
    ligne 1 : engager lützwo et admiral, glowworm
                      ^^^^^^
              aucune unité « lützwo ». Vouliez-vous dire « Lützow » ?
                                ^^^^^^^
              « admiral » peut désigner Admiral Hipper ou Admiral Scheer.
                                         ^^^^^^^^
              Glowworm n’est pas parmi les choix : Admiral Hipper, Admiral
              Scheer, Lützow, Renown.
    ");
    insta::assert_snapshot!(diagnosis(&commit, "engager\u{a0}\tLu\u{308}tzow, \u{6f22}\u{5b57}, Renwon", Lang::Fr), @r"
    ligne 1 : engager  Lützow, 漢字, Renwon
                               ^^^^ aucune unité « 漢字 ».
                                     ^^^^^^
              aucune unité « Renwon ». Vouliez-vous dire « Renown » ?
    ");
    let long = format!(
        "commit {} hiper {} scheer",
        "+ ".repeat(50),
        ", ".repeat(50)
    );
    insta::assert_snapshot!(diagnosis(&commit, &long, Lang::En), @r"
    line 1: ...+ + + + + + + + +  hiper , , , , , , , , , , , , , , , , ,...
                                  ^^^^^
            no unit `hiper`. Did you mean `Admiral Hipper`?
    ");
    let ship = form(
        &MOVE,
        &[unit(0)],
        Pick::Path {
            from: place(9),
            max: 4,
            stay: false,
            net: net(),
        },
    );
    insta::assert_snapshot!(diagnosis(&ship, "move hipper: trondheim", Lang::En), @r"
    line 1: move hipper: trondheim
                         ^^^^^^^^^ Trondheim costs 7; there are only 4.
    ");
    insta::assert_snapshot!(diagnosis(&ship, "bouger hipper", Lang::Fr), @r"
    ligne 1 : bouger hipper
              ^^^^^^^^^^^^^
              il manque la réponse : un chemin depuis 09, coût jusqu’à 4.
    ");
    let bid = form(&BID, &[], Pick::Number { min: 0, max: 5 });
    insta::assert_snapshot!(diagnosis(&bid, "bid 12 or so", Lang::En), @r"
    line 1: bid 12 or so
                ^^ 12 is not between 0 and 5.
                   ^^^^^
            `or so` is left over; nothing more is expected here.
    ");
    let mission = form(&MISSION, &[], mission());
    insta::assert_snapshot!(diagnosis(&mission, "mission hipper tarqet oslo", Lang::En), @r"
    line 1: mission hipper tarqet oslo
                           ^^^^^^ no unit `tarqet`. Did you mean `target`?
    ");
}

#[test]
fn a_rule_and_a_reading_place_the_caret() {
    let form = sheet();
    let lines = [
        TokenLine::new(3, "move hipper 10 11"),
        TokenLine::new(4, "attaquer hipper renown"),
    ];
    let sheet = Reader::new(&Fleet).read_lines(&form, &lines);
    let problem = |about| {
        Problem::new(Phrase::new("twice").with("item", unit(6)))
            .about(about)
            .rule("8.2")
    };
    let problems = [
        problem(About::LineItem(1, unit(6))),
        problem(About::Line(0)),
        problem(About::Whole).instead("Hood"),
    ];
    let text = diagnoser(Lang::En).show(&problems, Some(&sheet.reading), &lines);
    insta::assert_snapshot!(text, @r"
    line 3: move hipper 10 11
            ^^^^^^^^^^^^^^^^^ Renown is there twice (rule 8.2).
    line 4: attaquer hipper renown
                            ^^^^^^ Renown is there twice (rule 8.2).
    Renown is there twice (rule 8.2). Did you mean `Hood`?
    ");
}

// ---------------------------------------------------------------------------------------------------------------
// Templates.

#[test]
fn both_languages_have_the_same_phrases() {
    let book = Phrasebook::builtin();
    let keys = |lang| book.keys(lang).map(str::to_owned).collect::<Vec<_>>();
    assert!(keys(Lang::En).len() > 50);
    assert_eq!(keys(Lang::En), keys(Lang::Fr));
}

#[test]
fn every_phrase_is_used_and_every_used_phrase_exists() {
    fn sources(dir: &std::path::Path, out: &mut String) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, out);
            } else {
                out.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut source = String::new();
    sources(
        &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/orders"),
        &mut source,
    );
    let keys: Vec<&str> = Phrasebook::builtin().keys(Lang::En).collect();
    for key in &keys {
        assert!(
            source.contains(&format!("\"{key}\"")),
            "`{key}` is not used"
        );
    }
    for used in source
        .split("Phrase::new(\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
    {
        assert!(keys.contains(&used), "`{used}` has no words");
    }
}

#[test]
fn phrasebooks_take_more_phrases_and_survive_missing_ones() {
    let book = Phrasebook::builtin().clone();
    let book = book
        .with(
            Lang::En,
            "[sea]\nfog = \"{{ n }} hex{{ n?|es }} of fog near {{ items }}, {{ gone }}\"",
        )
        .unwrap();
    let phrase = |n: i32| {
        Phrase::new("sea.fog")
            .with("n", n)
            .with("items", vec![place(0), place(2), unit(2)])
    };
    assert_eq!(
        book.say(&phrase(1), Lang::En, &Fleet),
        "1 hex of fog near Oslo, Trondheim and Lützow, {{ gone }}"
    );
    assert_eq!(
        book.say(&phrase(2), Lang::En, &Fleet),
        "2 hexes of fog near Oslo, Trondheim and Lützow, {{ gone }}"
    );
    assert_eq!(
        book.say(&phrase(2), Lang::Fr, &Fleet),
        "sea.fog n=2 items=Oslo, Trondheim, Lützow"
    );
    assert!(
        Phrasebook::default()
            .with(Lang::En, "a = \"{{ b\"")
            .is_err()
    );
    assert!(Phrasebook::default().with(Lang::En, "a = 3").is_err());
}

#[test]
fn french_names_take_the_vowel_of_the_article() {
    let book = Phrasebook::builtin().clone();
    let book = book
        .with(Lang::Fr, "[sea]\nfrom = \"près de {{ at }}, de {{ n }}\"")
        .unwrap();
    let near = |at: u16| Phrase::new("sea.from").with("at", place(at)).with("n", 8);
    let say = |at: u16| book.say(&near(at), Lang::Fr, &Fleet);
    assert_eq!(say(0), "près d'Oslo, de 8");
    assert_eq!(say(2), "près de Trondheim, de 8");
}

#[test]
fn records_are_said_with_names() {
    let book = Phrasebook::builtin().clone();
    let book = book.with(Lang::En, "[sea]\nline = \"{{ line }}\"").unwrap();
    let line = Arg::Record("move z10: oslo trondheim by renown".to_owned());
    let said = book.say(
        &Phrase::new("sea.line").with("line", line),
        Lang::En,
        &Fleet,
    );
    assert_eq!(said, "move Z-10 Hans Lody: Oslo, Trondheim by Renown");
}

#[test]
fn a_number_is_of_the_class_that_is_asked_for() {
    // Place 10 and unit Z-10: where only units are on offer the number is not the place's.
    let of = vec![unit(4), unit(6), unit(7)];
    let some = form(&COMMIT, &[], Pick::Some { of, min: 0, max: 3 });
    check(
        &some,
        &[
            ("commit z10, unit renown", "commit: z10, renown"),
            ("commit admiral hip", "! not-offered"),
        ],
    );
}

// ---------------------------------------------------------------------------------------------------------------
// Properties.

#[test]
fn samples_fit_and_are_read_back_from_every_print() {
    for seed in 0..20_000 {
        let (form, mut rng) = random_form(seed);
        let picks = sample(&form, &mut rng);
        assert_eq!(
            fits(&form, &picks),
            Ok(()),
            "seed {seed}: {form:?} {picks:?}"
        );
        for lang in Lang::ALL {
            let lines = words(&form, &picks, lang, &Fleet);
            assert_eq!(
                read_all(&form, &lines).as_ref(),
                Ok(&picks),
                "seed {seed}: {lines:?} for {form:?}"
            );
        }
        let lines = canonical(&form, &picks, &Fleet);
        assert_eq!(
            read_all(&form, &lines).as_ref(),
            Ok(&picks),
            "seed {seed}: {lines:?} for {form:?}"
        );
        for lang in Lang::ALL {
            assert!(
                outline(&form, lang, &Fleet)
                    .iter()
                    .all(|line| !line.contains("{{") && !line.contains("form-"))
            );
        }
    }
}

/// Whatever is written, there are picks or problems, and every problem can be shown.
#[track_caller]
fn survives(form: &Form, text: &str) -> bool {
    let problems = match read_all(form, &[text.to_owned()]) {
        Ok(picks) => {
            assert_eq!(fits(form, &picks), Ok(()), "`{text}` for {form:?}");
            return true;
        }
        Err(problems) => problems,
    };
    assert!(!problems.is_empty(), "`{text}` for {form:?}");
    let line = TokenLine::new(1, text);
    for lang in Lang::ALL {
        let diagnoser = diagnoser(lang);
        for problem in &problems {
            if let About::Text(span) = problem.about {
                let end = text.chars().count() + 1;
                let inside = span.from >= 1 && span.from < span.to && span.to <= end;
                assert!(inside || text.is_empty(), "{span:?} for `{text}`");
            }
            let sentence = diagnoser.sentence(problem);
            assert!(
                sentence.len() > 3 && (text.contains('{') || !sentence.contains("{{ ")),
                "`{sentence}` for `{text}`"
            );
            for hidden in ["Scharnhorst", "Gneisenau", "Salmon", "Gluckstein"] {
                assert!(!sentence.contains(hidden), "{sentence}");
            }
        }
        let shown = diagnoser.show(&problems, None, std::slice::from_ref(&line));
        let mut rows = shown.lines();
        let first = rows.next().unwrap_or_default();
        let carets: Vec<&str> = rows
            .filter(|row| row.trim_start().starts_with('^'))
            .collect();
        assert!(!carets.is_empty(), "{shown}");
        for row in shown.lines() {
            assert!(
                fieldpost::orders::width::width_of(row) <= 72 || !row.contains(' '),
                "{shown}"
            );
        }
        let end = carets[0].rfind('^').unwrap_or(0);
        let label = if lang == Lang::En { 8 } else { 10 };
        assert!(
            end < fieldpost::orders::width::width_of(first).max(label + 1),
            "{shown}"
        );
    }
    false
}

#[test]
fn random_bytes_never_panic() {
    let forms: Vec<Form> = (0..200).map(|seed| random_form(seed).0).collect();
    let mut rng = Rng::new(77);
    for n in 0..100_000 {
        let form = &forms[n % forms.len()];
        let mut bytes: Vec<u8> = Vec::new();
        // Half of them begin like orders, so that more than the head is read.
        if rng.below(2) == 0 {
            bytes.extend(form.word.print(rng.choose(&Lang::ALL)).bytes());
            bytes.push(b' ');
        }
        let ascii = rng.below(2) == 0;
        for _ in 0..rng.below(40) {
            let byte = u8::try_from(rng.below(256)).unwrap();
            bytes.push(if ascii { byte & 0x7f } else { byte });
        }
        bytes.retain(|b| *b != b'\n' && *b != b'\r');
        survives(form, &String::from_utf8_lossy(&bytes));
    }
}

fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(3) {
        if chars.is_empty() {
            break;
        }
        let at = rng.index(chars.len());
        match rng.below(9) {
            0 => chars = chars.iter().flat_map(|c| c.to_uppercase()).collect(),
            1 => {
                chars = fieldpost::orders::fold::fold(&chars.iter().collect::<String>())
                    .chars()
                    .collect();
            }
            2 => chars
                .iter_mut()
                .filter(|c| **c == ' ')
                .for_each(|c| *c = '\u{a0}'),
            3 => chars.insert(at, ' '),
            4 if at > 0 => chars.swap(at, at - 1),
            5 => {
                chars.remove(at);
            }
            6 => chars.insert(
                at,
                rng.choose(&[
                    ',', ':', ';', '>', '(', ')', '-', '.', '!', '+', '=', '/', '\u{301}',
                ]),
            ),
            7 => chars[at] = rng.choose(&['e', 'x', '7', 'é', '\u{200b}', '漢', '😀']),
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_lines_are_read_or_explained() {
    let mut rng = Rng::new(99);
    let mut read = 0;
    for seed in 0..10_000 {
        let (form, mut form_rng) = random_form(seed);
        let picks = sample(&form, &mut form_rng);
        let lines = words(&form, &picks, rng.choose(&Lang::ALL), &Fleet);
        for _ in 0..10 {
            let line = mutated(&lines[rng.index(lines.len())], &mut rng);
            read += usize::from(survives(&form, &line));
        }
    }
    assert!(
        read > 30_000,
        "only {read} of 100000 mutated lines were still read"
    );
}

/// Case, accents, blanks and quotes never matter.
#[test]
fn harmless_changes_do_not_matter() {
    for seed in 0..3000 {
        let (form, mut rng) = random_form(seed);
        let picks = sample(&form, &mut rng);
        let lines = words(&form, &picks, rng.choose(&Lang::ALL), &Fleet);
        let changed = lines.iter().map(|line| {
            let line = match rng.below(3) {
                0 => line.to_uppercase(),
                1 => fieldpost::orders::fold::fold(line),
                _ => line.clone(),
            };
            format!(
                "\u{a0} {} \t. ",
                line.replace(' ', rng.choose(&[" ", "  ", "\u{a0}", "\u{202f}\t"]))
                    .replace('\'', "’")
            )
        });
        let changed: Vec<String> = changed.collect();
        assert_eq!(
            read_all(&form, &changed).as_ref(),
            Ok(&picks),
            "seed {seed}: {changed:?} for {form:?}"
        );
    }
}

/// Small forms whose fitting answers can be counted: a thousand samples find every one.
#[test]
fn every_fitting_answer_comes_up() {
    let small = |pick: Pick, count: usize| {
        let form = form(&BID, &[], pick);
        let mut rng = Rng::new(5);
        let mut seen: Vec<Picks> = Vec::new();
        for _ in 0..4000 {
            let picks = sample(&form, &mut rng);
            if !seen.contains(&picks) {
                seen.push(picks);
            }
        }
        assert_eq!(seen.len(), count, "{form:?}");
    };
    let items = vec![unit(0), unit(1), unit(2)];
    small(Pick::One(items.clone()), 3);
    small(
        Pick::Some {
            of: items.clone(),
            min: 1,
            max: 2,
        },
        6,
    );
    small(Pick::Order(items.clone()), 6);
    small(Pick::Number { min: -1, max: 2 }, 4);
    small(
        Pick::Path {
            from: place(10),
            max: 2,
            stay: true,
            net: net(),
        },
        1 + 2 + 4,
    );
    small(
        Pick::Share {
            of: vec![(unit(0), 2), (unit(1), 1)],
            min: 1,
            max: 2,
        },
        4,
    );
    small(
        Pick::Pairs {
            from: vec![unit(0), unit(1)],
            to: vec![unit(2), unit(3)],
            each: 1,
        },
        7,
    );
    let part = |optional| Part {
        word: &TARGET,
        pick: Pick::One(vec![unit(0), unit(1)]),
        optional,
    };
    small(Pick::Parts(vec![part(false), part(true)]), 6);
    let rows = vec![
        Row {
            word: &MOVE,
            subjects: vec![unit(0), unit(1)],
            pick: Pick::One(vec![unit(2), unit(3)]),
        },
        Row {
            word: &ATTACK,
            subjects: vec![],
            pick: Pick::One(vec![unit(2)]),
        },
    ];
    // Empty; one of 5 lines; two lines: 5 x 5 ordered pairs without 2 x 4 of the same subject.
    small(Pick::Sheet { rows, max: 2 }, 1 + 5 + 17);
}

#[test]
fn what_does_not_fit_is_told() {
    let keys = |pick: Pick, picks: &Picks| {
        let problems = fits(&form(&BID, &[], pick), picks).unwrap_err();
        problems
            .iter()
            .map(|p| p.what.key)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let items = || vec![unit(0), unit(1), unit(2)];
    let some = || Pick::Some {
        of: items(),
        min: 1,
        max: 2,
    };
    assert_eq!(
        keys(Pick::One(items()), &Picks::One(unit(5))),
        "not-offered"
    );
    assert_eq!(keys(Pick::One(items()), &Picks::Number(1)), "misfit");
    assert_eq!(keys(some(), &Picks::List(vec![])), "too-few");
    assert_eq!(keys(some(), &Picks::List(vec![unit(1), unit(0)])), "misfit");
    assert_eq!(keys(some(), &Picks::List(vec![unit(1), unit(1)])), "twice");
    assert_eq!(
        keys(Pick::Order(items()), &Picks::List(vec![unit(1)])),
        "too-few"
    );
    assert_eq!(
        keys(Pick::Number { min: 0, max: 3 }, &Picks::Number(4)),
        "out-of-range"
    );
    let path = || Pick::Path {
        from: place(9),
        max: 2,
        stay: false,
        net: net(),
    };
    assert_eq!(keys(path(), &Picks::List(vec![])), "must-move");
    assert_eq!(keys(path(), &Picks::List(vec![place(20)])), "no-way");
    assert_eq!(keys(path(), &Picks::List(vec![place(11)])), "too-far");
    let share = || Pick::Share {
        of: vec![(unit(0), 2), (unit(1), 2)],
        min: 2,
        max: 3,
    };
    assert_eq!(
        keys(share(), &Picks::Share(vec![(unit(0), 3), (unit(1), 2)])),
        "share-above share-too-much"
    );
    assert_eq!(
        keys(share(), &Picks::Share(vec![(unit(0), 1)])),
        "share-too-little"
    );
    let pairs = Pick::Pairs {
        from: items(),
        to: vec![unit(6)],
        each: 1,
    };
    assert_eq!(
        keys(
            pairs,
            &Picks::Pairs(vec![(unit(0), unit(6)), (unit(1), unit(6))])
        ),
        "pair-too-often"
    );
    let line = |subject, way: &[u16]| Line {
        word: &MOVE,
        subject,
        picks: Picks::List(way.iter().map(|id| place(*id)).collect()),
    };
    let sheet = Picks::Sheet(vec![
        line(Some(unit(0)), &[10]),
        line(Some(unit(0)), &[10, 30]),
        line(None, &[]),
    ]);
    let problems = fits(&self::sheet(), &sheet).unwrap_err();
    let told: Vec<_> = problems.iter().map(|p| (p.what.key, p.about)).collect();
    assert_eq!(
        told,
        [
            ("row-twice", About::LineItem(1, unit(0))),
            ("no-way", About::LineItem(1, place(30))),
            ("subject-missing", About::Line(2)),
        ]
    );
}
