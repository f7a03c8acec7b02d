//! The dice: the protocol's vectors, properties, and the independent script `tests/verify.py`.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::str::FromStr;

use fieldpost::engine::dice::{
    Chain, ChainError, Contribution, Grade, PROTOCOL, Spec, Stream, TaggedHash, Value, below,
    book_digest, check_label, draw_seed, entry_hash, is_hex64, netstring, opens, order_digest,
    record_digest, roll, roll_stream, seal, sha256_hex, state_digest,
};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde::Deserialize;
use toml::{Table, Value as Toml};

// ---------------------------------------------------------------------------------------------------------------------
// Vectors of the protocol
// ---------------------------------------------------------------------------------------------------------------------

/// Everything in `dice-vectors.toml`; an unknown field is an error, so no vector is passed over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    about: About,
    netstring: Vec<NetstringVector>,
    hash: Vec<HashVector>,
    sha256: Vec<Sha256Vector>,
    chain: ChainVector,
    chacha20_stream: Vec<ChachaVector>,
    below: Vec<BelowVector>,
    roll: Vec<RollVector>,
    draw_seed: Vec<DrawSeedVector>,
    order: OrderVector,
    book: BookVector,
    game_with_orders: GameVector,
    game_absent: GameVector,
    game_beacon: GameVector,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    version: String,
    #[serde(rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetstringVector {
    fields: Vec<String>,
    hex: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HashVector {
    tag: String,
    fields: Vec<String>,
    sha256: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sha256Vector {
    ascii: String,
    hex: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChainVector {
    secret: String,
    length: u64,
    seal: String,
    links: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChachaVector {
    seed: String,
    words_0_15: Vec<u32>,
    words_16_19: Vec<u32>,
    word_1039: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BelowVector {
    seed: String,
    n: u32,
    values: Vec<u32>,
    words_used: u128,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RollVector {
    draw_seed: String,
    label: String,
    spec: String,
    stream_seed: String,
    values: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawSeedVector {
    #[serde(default, rename = "name")]
    _name: String,
    game: String,
    draw: u64,
    stream: String,
    server: String,
    contrib: Vec<String>,
    #[serde(default)]
    book: String,
    #[serde(default)]
    beacon_value: String,
    seed: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrderVector {
    game: String,
    draw: u64,
    player: String,
    blind: String,
    text: String,
    digest: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookVector {
    game: String,
    draw: u64,
    rows: Vec<String>,
    digest: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameVector {
    head: String,
    genesis: String,
    draw: Vec<GameDraw>,
    entry: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameDraw {
    draw: u64,
    book: String,
    seed_public: String,
    seed_sealed: String,
    rolls: Vec<String>,
    sealed_rolls: Vec<String>,
    server_public: String,
    server_sealed: String,
    contrib: Vec<String>,
    beacon_value: String,
}

fn vectors() -> Vectors {
    toml::from_str(include_str!("../dice-vectors.toml")).expect("the vectors are TOML")
}

/// Compares, and counts how often.
#[derive(Default)]
struct Checks(usize);

impl Checks {
    #[track_caller]
    fn eq<A: PartialEq<B> + Debug, B: Debug>(&mut self, found: A, expected: B) {
        assert_eq!(found, expected);
        self.0 += 1;
    }
}

#[test]
fn every_vector_of_the_protocol_holds() {
    let mut checks = Checks::default();
    let v = vectors();
    checks.eq(PROTOCOL, v.about.version.as_str());
    for n in &v.netstring {
        checks.eq(hex(&netstring(&n.fields)), &*n.hex);
    }
    for h in &v.hash {
        checks.eq(TaggedHash::new(&h.tag).fields(&h.fields).hex(), &*h.sha256);
    }
    for s in &v.sha256 {
        checks.eq(sha256_hex(&s.ascii), &*s.hex);
    }
    check_chain(&mut checks, &v.chain);
    for c in &v.chacha20_stream {
        let mut stream = stream_of(&c.seed);
        let words: Vec<u32> = (0..1040).map(|_| stream.next_u32()).collect();
        checks.eq(&words[..16], &c.words_0_15[..]);
        checks.eq(&words[16..20], &c.words_16_19[..]);
        checks.eq(words[1039], c.word_1039);
    }
    for b in &v.below {
        let mut stream = stream_of(&b.seed);
        for value in &b.values {
            checks.eq(below(&mut stream, b.n), *value);
        }
        checks.eq(stream.get_word_pos(), b.words_used);
    }
    for r in &v.roll {
        check_roll(&mut checks, r);
    }
    for d in &v.draw_seed {
        check_draw_seed(&mut checks, d);
    }
    let o = &v.order;
    let digest = order_digest(&o.game, o.draw, &o.player, &o.blind, &o.text);
    checks.eq(digest, &*o.digest);
    let digest = book_digest(&v.book.game, v.book.draw, &pairs(&v.book.rows));
    checks.eq(digest, &*v.book.digest);
    let absent = absent_game(&v);
    checks.eq(&absent[..2], &v.game_absent.entry[..]);
    check_game(&mut checks, &v.game_with_orders, &v.game_with_orders.entry);
    check_game(&mut checks, &v.game_absent, &absent);
    check_game(&mut checks, &v.game_beacon, &v.game_beacon.entry);
    // The head of game_beacon rests on order digests and signatures that the file does not give.
    checks.eq(
        hash_of_last(&v.game_with_orders.entry),
        &*v.game_with_orders.head,
    );
    checks.eq(hash_of_last(&absent), &*v.game_absent.head);
    assert_eq!(checks.0, 322, "a vector was passed over, or one is new");
}

fn check_chain(checks: &mut Checks, vector: &ChainVector) {
    let chain = Chain::new(&vector.secret, vector.length).unwrap();
    checks.eq(chain.seal(), &*vector.seal);
    let mut before = vector.seal.clone();
    for (d, link) in (1..).zip(&vector.links) {
        checks.eq(chain.link(d).as_ref(), Ok(link));
        checks.eq(seal(link), before.as_str());
        before.clone_from(link);
    }
    let length = vector.length;
    checks.eq(chain.link(length + 1), Err(ChainError::UsedUp { length }));
}

fn check_roll(checks: &mut Checks, vector: &RollVector) {
    let spec: Spec = vector.spec.parse().unwrap();
    let stream = roll_stream(&vector.draw_seed, &vector.label, spec);
    checks.eq(check_label(&vector.label), Ok(()));
    checks.eq(hex(&stream.get_seed()), &*vector.stream_seed);
    checks.eq(
        roll(&vector.draw_seed, &vector.label, spec),
        &vector.values[..],
    );
}

fn check_draw_seed(checks: &mut Checks, v: &DrawSeedVector) {
    let stream = match v.stream.as_str() {
        "public" => Stream::Public,
        "sealed" => Stream::Sealed,
        other => panic!("no stream {other}"),
    };
    let mut rows = contributions(&v.contrib);
    for _ in 0..2 {
        let seed = draw_seed(
            &v.game,
            v.draw,
            stream,
            &v.server,
            &rows,
            &v.book,
            &v.beacon_value,
        );
        checks.eq(seed, &*v.seed);
        rows.reverse();
    }
}

fn check_game(checks: &mut Checks, game: &GameVector, entries: &[Table]) {
    let genesis = &entries[0];
    checks.eq(text(genesis, "hash"), &*game.genesis);
    let late = text(genesis, "beacon") != "none";
    let mut seals: BTreeMap<String, String> = pairs(&list(genesis, "seals")).into_iter().collect();
    let mut public = text(genesis, "server_public").to_owned();
    let mut sealed = text(genesis, "server_sealed").to_owned();
    check_entries(checks, entries);
    for entry in entries.iter().filter(|e| text(e, "kind") == "close") {
        let draw = number(entry, "draw");
        let rows = pairs(&list(entry, "book"));
        let found = game.draw.iter().find(|d| d.draw == draw).unwrap();
        checks.eq(book_digest(&game.genesis, draw, &rows), &*found.book);
    }
    for d in &game.draw {
        checks.eq(opens(&d.server_public, &public), true);
        checks.eq(opens(&d.server_sealed, &sealed), true);
        public.clone_from(&d.server_public);
        sealed.clone_from(&d.server_sealed);
        let rows = contributions(&d.contrib);
        for c in rows.iter().filter(|c| c.grade == Grade::Sealed) {
            checks.eq(opens(&c.value, &seals[&c.seat]), true);
            seals.insert(c.seat.clone(), c.value.clone());
        }
        let book = if late { d.book.as_str() } else { "" };
        for (stream, link, seed, rolls) in [
            (Stream::Public, &d.server_public, &d.seed_public, &d.rolls),
            (
                Stream::Sealed,
                &d.server_sealed,
                &d.seed_sealed,
                &d.sealed_rolls,
            ),
        ] {
            let found = draw_seed(
                &game.genesis,
                d.draw,
                stream,
                link,
                &rows,
                book,
                &d.beacon_value,
            );
            checks.eq(found, &**seed);
            for line in rolls {
                let mut parts = line.split('|');
                let (label, spec) = (parts.next().unwrap(), parts.next().unwrap());
                checks.eq(&line_of(seed, label, spec), line);
            }
        }
        let same_draw = |e: &&Table| text(e, "kind") == "draw" && number(e, "draw") == d.draw;
        for entry in entries.iter().filter(same_draw) {
            let digest = record_digest(&d.server_sealed, &d.sealed_rolls);
            checks.eq(digest, text(entry, "sealed_digest"));
            checks.eq(list(entry, "rolls"), &d.rolls[..]);
            checks.eq(list(entry, "contrib"), &d.contrib[..]);
        }
    }
}

fn check_entries(checks: &mut Checks, entries: &[Table]) {
    let mut prev = "0".repeat(64);
    for entry in entries {
        checks.eq(text(entry, "prev"), prev.as_str());
        prev = hashed(entry);
        checks.eq(text(entry, "hash"), prev.as_str());
    }
}

/// The journal of `game_absent`, of which the file gives two entries and the draws.
///
/// The rest is that of `game_with_orders`, but for the absence in draw 2. The head proves that this is so.
fn absent_game(v: &Vectors) -> Vec<Table> {
    let mut entries = v.game_with_orders.entry.clone();
    for entry in &mut entries {
        let Some(draw) = entry.get("draw").and_then(Toml::as_integer) else {
            continue;
        };
        let d = &v.game_absent.draw[usize::try_from(draw).unwrap() - 1];
        match text(entry, "kind") {
            "close" if draw == 2 => {
                entry.insert("book".into(), texts(&list(entry, "book")[..1]));
                entry.insert("absent".into(), texts(&["axis"]));
            }
            "draw" => {
                let digest = record_digest(&d.server_sealed, &d.sealed_rolls);
                entry.insert("contrib".into(), texts(&d.contrib));
                entry.insert("rolls".into(), texts(&d.rolls));
                entry.insert("sealed_digest".into(), digest.into());
            }
            "open" => {
                entry.insert("rolls".into(), texts(&d.sealed_rolls));
            }
            _ => {}
        }
    }
    chain_up(&mut entries);
    entries
}

// ---------------------------------------------------------------------------------------------------------------------
// Vectors made by the script
// ---------------------------------------------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Added {
    unasked: Vec<DrawSeedVector>,
    shuffle: Vec<RollVector>,
    state: Vec<StateVector>,
    record: Vec<RecordVector>,
    entry: Vec<EntryVector>,
    stream: Vec<StreamVector>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateVector {
    link: String,
    text: String,
    digest: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordVector {
    link: String,
    lines: Vec<String>,
    digest: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryVector {
    tag: String,
    hash: String,
    fields: Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StreamVector {
    seed: String,
    first: Vec<u32>,
    word_1039: u32,
}

#[test]
fn every_added_vector_holds() {
    let mut checks = Checks::default();
    let v: Added = toml::from_str(include_str!("../dice-vectors-added.toml")).unwrap();
    for d in &v.unasked {
        check_draw_seed(&mut checks, d);
    }
    for s in &v.shuffle {
        check_roll(&mut checks, s);
    }
    for s in &v.state {
        checks.eq(state_digest(&s.link, &s.text), &*s.digest);
    }
    for r in &v.record {
        checks.eq(record_digest(&r.link, &r.lines), &*r.digest);
    }
    for e in &v.entry {
        let fields = values(&e.fields);
        let backwards = fields.iter().rev();
        checks.eq(
            entry_hash(&e.tag, text(&e.fields, "prev"), &fields),
            &*e.hash,
        );
        checks.eq(
            entry_hash(&e.tag, text(&e.fields, "prev"), backwards),
            &*e.hash,
        );
    }
    for s in &v.stream {
        let mut stream = stream_of(&s.seed);
        let words: Vec<u32> = (0..1040).map(|_| stream.next_u32()).collect();
        checks.eq(&words[..4], &s.first[..]);
        checks.eq(words[1039], s.word_1039);
    }
    assert_eq!(checks.0, 33, "a vector was passed over, or one is new");
}

#[test]
fn the_script_still_makes_the_added_vectors() {
    let Some(output) = script(&["--vectors".into()]) else {
        return;
    };
    assert_eq!(output.lines, include_str!("../dice-vectors-added.toml"));
}

// ---------------------------------------------------------------------------------------------------------------------
// Properties
// ---------------------------------------------------------------------------------------------------------------------

fn a_label() -> impl Strategy<Value = String> {
    "[a-z0-9:/.#-]{1,120}"
}

fn a_spec() -> impl Strategy<Value = Spec> {
    prop_oneof![
        (1..=1000_u32, 1..=u32::MAX).prop_map(|(count, sides)| Spec::Dice { count, sides }),
        (1..=8_u32, 1..=100_u32).prop_map(|(count, sides)| Spec::Dice { count, sides }),
        (1..=1000_u32).prop_map(Spec::Shuffle),
    ]
}

fn a_contribution() -> impl Strategy<Value = Contribution> {
    let grade_and_value = prop_oneof![
        "[0-9a-f]{64}".prop_map(|link| (Grade::Sealed, link)),
        "[^|\r\n]{0,40}".prop_map(|words| (Grade::Plain, words)),
        Just((Grade::Absent, String::new())),
        Just((Grade::Withheld, String::new())),
        Just((Grade::Unasked, String::new())),
    ];
    ("[^|\r\n]{1,20}", grade_and_value).prop_map(|(seat, (grade, value))| Contribution {
        seat,
        grade,
        value,
    })
}

fn reads_only_what_it_writes<T: FromStr + Display>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        assert_eq!(read.to_string(), text);
    }
}

fn a_stored_chain(secret: u64, length: u64) -> (Chain, Table) {
    let chain = Chain::new(&sha256_hex(secret.to_string()), length).unwrap();
    let stored = Table::try_from(&chain).unwrap();
    (chain, stored)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn labels_do_not_move_each_other(
        seed in "[0-9a-f]{64}",
        labels in prop::collection::btree_set(a_label(), 2..12),
        left_out in any::<prop::sample::Index>(),
        spec in a_spec(),
    ) {
        let all: BTreeMap<&String, Vec<u32>> = labels.iter().map(|l| (l, roll(&seed, l, spec))).collect();
        let left_out = labels.iter().nth(left_out.index(labels.len())).unwrap();
        for label in labels.iter().rev().filter(|l| *l != left_out) {
            prop_assert_eq!(&roll(&seed, label, spec), &all[label]);
        }
        let streams: BTreeSet<[u8; 32]> = labels.iter().map(|l| roll_stream(&seed, l, spec).get_seed()).collect();
        prop_assert_eq!(streams.len(), labels.len());
    }

    #[test]
    fn dice_show_their_sides(seed in "[0-9a-f]{64}", label in a_label(), count in 1..50_u32, sides in 1..=u32::MAX) {
        let dice = roll(&seed, &label, Spec::dice(count, sides).unwrap());
        prop_assert_eq!(dice.len(), count as usize);
        prop_assert!(dice.iter().all(|die| (1..=sides).contains(die)));
    }

    #[test]
    fn a_shuffle_is_a_permutation(seed in "[0-9a-f]{64}", label in a_label(), cards in 1..=1000_u32) {
        let mut order = roll(&seed, &label, Spec::shuffle(cards).unwrap());
        order.sort_unstable();
        prop_assert_eq!(order, (1..=cards).collect::<Vec<u32>>());
    }

    #[test]
    fn specs_and_contributions_are_read_as_written(spec in a_spec(), contribution in a_contribution()) {
        prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        prop_assert_eq!(contribution.to_string().parse(), Ok(contribution));
    }

    #[test]
    fn no_text_is_read_as_another(text in "\\PC{0,20}|[p0-9]{0,3}d?[0-9]{0,4}|[a-z|]{0,9}\\|(sealed|plain|absent)\\|[a-f|]{0,3}") {
        reads_only_what_it_writes::<Spec>(&text);
        reads_only_what_it_writes::<Grade>(&text);
        reads_only_what_it_writes::<Contribution>(&text);
        let _ = check_label(&text);
        let _ = is_hex64(&text);
    }

    #[test]
    fn a_chain_from_pebbles_is_the_plain_one(secret in any::<u64>(), length in 1..1100_u64) {
        let (chain, stored) = a_stored_chain(secret, length);
        let read: Chain = stored.try_into().unwrap();
        prop_assert_eq!(&read, &chain);
        let mut link = sha256_hex(secret.to_string());
        for d in (1..=length).rev() {
            prop_assert_eq!(read.link(d), Ok(link.clone()));
            link = seal(&link);
        }
        prop_assert_eq!(read.seal(), link);
    }

    #[test]
    fn a_tampered_chain_shows_no_wrong_link(
        secret in any::<u64>(),
        length in 1..1100_u64,
        place in any::<prop::sample::Index>(),
        digit in "[0-9a-fx]",
    ) {
        let (chain, stored) = a_stored_chain(secret, length);
        let mut text = toml::to_string(&stored).unwrap();
        let at = place.index(text.len());
        text.replace_range(at..=at, &digit);
        if let Ok(read) = toml::from_str::<Chain>(&text) {
            for d in (1..length + 300).step_by(7).chain([length]) {
                if let Ok(link) = read.link(d) {
                    prop_assert_eq!(Ok(link), chain.link(d));
                }
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The independent script
// ---------------------------------------------------------------------------------------------------------------------

struct Output {
    lines: String,
    good: bool,
}

/// Runs `tests/verify.py`, or says that it cannot.
fn script(arguments: &[PathBuf]) -> Option<Output> {
    let Ok(output) = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify.py"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
    else {
        eprintln!("skipped: there is no python3 to run tests/verify.py");
        return None;
    };
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaints, "", "the script must not crash");
    Some(Output {
        lines: String::from_utf8(output.stdout).unwrap(),
        good: output.status.success(),
    })
}

/// The script's verdict on each journal.
fn verdicts<T: AsRef<[u8]>>(journals: &[T]) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (number, journal) in journals.iter().enumerate() {
        let path = folder.path().join(format!("{number}.toml"));
        std::fs::write(&path, journal).unwrap();
        paths.push(path);
    }
    let output = script(&paths)?;
    let lines: Vec<String> = output.lines.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), journals.len());
    assert_eq!(output.good, lines.iter().all(|l| l.starts_with("OK ")));
    for line in &lines {
        let sound = line.starts_with("OK ") || line.starts_with("FAIL entry ");
        assert!(sound && !line.contains("cannot be judged"), "{line}");
    }
    Some(lines)
}

#[test]
fn the_script_accepts_honest_journals() {
    let v = vectors();
    let games = [
        v.game_with_orders.entry.clone(),
        absent_game(&v),
        v.game_absent.entry.clone(),
        v.game_beacon.entry.clone(),
        sample_game(),
        beacon_game(),
        after_close_game(),
        late_seat_game(),
    ];
    let journals: Vec<String> = games.iter().map(|entries| journal(entries)).collect();
    let Some(verdicts) = verdicts(&journals) else {
        return;
    };
    for (verdict, says) in verdicts.iter().zip([
        "OK 10 entries, 3 draws (3 opened, 0 void), 18 rolls;",
        "OK 10 entries, 3 draws (3 opened, 0 void), 18 rolls;",
        "OK 2 entries, 0 draws (0 opened, 0 void), 0 rolls;",
        "OK 2 entries, 0 draws (0 opened, 0 void), 0 rolls;",
        "OK 26 entries, 6 draws (6 opened, 3 void), 30 rolls;",
        "OK 8 entries, 2 draws (2 opened, 0 void), 10 rolls;",
        "OK 8 entries, 2 draws (2 opened, 0 void), 10 rolls;",
        "OK 6 entries, 2 draws (0 opened, 0 void), 6 rolls;",
    ]) {
        assert!(verdict.starts_with(says), "{says}\n{verdict}");
    }
    assert!(verdicts[0].contains(&v.game_with_orders.head));
    assert!(verdicts[1].contains(&v.game_absent.head));
}

#[test]
fn no_edit_of_one_character_is_accepted() {
    let v = vectors();
    let mut dice = roll_stream("edits", "places", Spec::Shuffle(1));
    for entries in [
        v.game_with_orders.entry.clone(),
        absent_game(&v),
        sample_game(),
    ] {
        let honest = journal(&entries);
        let mut edits = BTreeSet::new();
        while edits.len() < 200 {
            let at = below(&mut dice, u32::try_from(honest.len()).unwrap()) as usize;
            if !honest.as_bytes()[at].is_ascii() {
                continue;
            }
            let letter = char::from(b' ' + u8::try_from(below(&mut dice, 95)).unwrap());
            let mut edit = honest.clone();
            match below(&mut dice, 4) {
                0 => {
                    edit.remove(at);
                }
                1 => edit.insert(at, letter),
                _ => edit.replace_range(at..=at, letter.encode_utf8(&mut [0; 4])),
            }
            let parsed: Option<Table> = toml::from_str(&edit).ok();
            if parsed != toml::from_str(&honest).ok() {
                edits.insert(edit);
            }
        }
        let edits = Vec::from_iter(edits);
        let Some(verdicts) = verdicts(&edits) else {
            return;
        };
        for (edit, verdict) in edits.iter().zip(&verdicts) {
            assert!(verdict.starts_with("FAIL "), "{verdict}\n{edit}");
        }
    }
}

#[test]
fn a_truncated_journal_fails_or_is_an_older_one() {
    let entries = sample_game();
    let honest = journal(&entries);
    let whole: BTreeSet<Vec<u8>> = (1..=entries.len())
        .map(|n| journal(&entries[..n]).trim_end().into())
        .collect();
    let mut dice = roll_stream("truncations", "places", Spec::Shuffle(1));
    let length = u32::try_from(honest.len()).unwrap();
    let cuts: Vec<&[u8]> = (0..300)
        .map(|_| &honest.as_bytes()[..below(&mut dice, length) as usize])
        .chain(whole.iter().map(Vec::as_slice))
        .collect();
    let Some(verdicts) = verdicts(&cuts) else {
        return;
    };
    for (cut, verdict) in cuts.iter().zip(&verdicts) {
        let older = whole.contains(cut.trim_ascii_end());
        let cut = String::from_utf8_lossy(cut);
        assert_eq!(verdict.starts_with("OK "), older, "{verdict}\n{cut}");
        let entry = cut.matches("[[entry]]").count().saturating_sub(1);
        let named = verdict.starts_with(&format!("FAIL entry {entry}: "));
        assert!(older || named, "{verdict}\n{cut}");
    }
}

#[test]
fn what_is_no_journal_fails() {
    let nested = format!("x = {}", "[".repeat(20_000));
    let digits = format!("x = {}", "1".repeat(5000));
    let journals: Vec<&[u8]> = vec![
        b"",
        b"entry = 1\n",
        b"entry = []\n",
        b"entry = [1]\n",
        b"entry = [\"genesis\"]\n",
        b"[entry]\nseq = 0\n",
        b"[[entry]]\n",
        b"[[entry]]\nseq = true\n",
        b"[[entry]]\nseq = 0\nprev = 1979-05-27\n",
        b"[[entry]]\nseq = 0\n[entry.more]\n",
        b"[[entry]]\nseq = 99999999999999999999\n",
        b"[[entry]]\nseq = \xff\n",
        b"\x00",
        b"not toml at all",
        nested.as_bytes(),
        digits.as_bytes(),
    ];
    if let Some(verdicts) = verdicts(&journals) {
        for verdict in &verdicts {
            assert!(verdict.starts_with("FAIL entry 0: "), "{verdict}");
        }
    }
    if let Some(output) = script(&["/nowhere/journal.toml".into()]) {
        assert!(output.lines.starts_with("FAIL entry 0: cannot be read"));
        assert!(!output.good);
    }
}

#[test]
fn a_journal_holds_nothing_but_entries() {
    let honest = journal(&sample_game());
    let journals = [format!("more = 1\n{honest}"), format!("{honest}\n[more]\n")];
    if let Some(verdicts) = verdicts(&journals) {
        for verdict in &verdicts {
            assert!(
                verdict.contains("'more' stands beside the entries"),
                "{verdict}"
            );
        }
    }
}

#[test]
fn a_missing_or_mistyped_field_is_named() {
    let optional = ["events", "waits", "unasked", "format", "seal"];
    let free = ["game", "time", "who"];
    let others = [
        None,
        Some(Toml::Boolean(true)),
        Some(Toml::Float(1.0)),
        Some(Toml::Integer(-7)),
        Some(Toml::String("{}|".into())),
        Some(texts(&["", "||||"])),
        Some(Toml::Array(vec![Toml::Integer(1)])),
        Some(Toml::Table(Table::new())),
    ];
    let allowed = |key: &str, value: &Option<Toml>| match value {
        None => optional.contains(&key),
        Some(Toml::Integer(_)) => key == "format",
        Some(Toml::String(_)) => ["state", "reason", "beacon", "kind"].contains(&key),
        Some(Toml::Array(items)) => key == "waits" && items.iter().all(Toml::is_str),
        Some(_) => false,
    };
    let (all, few) = (["genesis", "close", "draw", "open"], ["seat", "rewind"]);
    let mut journals = Vec::new();
    let mut expected = Vec::new();
    for (game, kinds) in [(beacon_game(), &all[..]), (sample_game(), &few[..])] {
        let judged = |(_, entry): &(usize, &Table)| kinds.contains(&text(entry, "kind"));
        for (number, entry) in game.iter().enumerate().filter(judged) {
            for key in entry.keys().filter(|key| !free.contains(&key.as_str())) {
                for other in others.iter().filter(|other| !allowed(key, other)) {
                    let mut entries = game.clone();
                    match other {
                        None => entries[number].remove(key),
                        Some(value) => entries[number].insert(key.clone(), value.clone()),
                    };
                    // Hashed as far as the format goes: the field itself must be what fails, not the hash.
                    rehash_what_can_be(&mut entries, key);
                    journals.push(journal(&entries));
                    expected.push((number, key.clone(), other));
                }
            }
        }
    }
    assert!(journals.len() > 500, "{}", journals.len());
    let Some(verdicts) = verdicts(&journals) else {
        return;
    };
    for ((number, key, other), verdict) in expected.iter().zip(&verdicts) {
        assert!(
            verdict.starts_with("FAIL entry "),
            "{number} {key} {other:?}: {verdict}"
        );
        // Some texts are judged only against a later entry, such as an event against the record.
        let named = verdict.starts_with(&format!("FAIL entry {number}: "));
        let typed = matches!(
            other,
            Some(Toml::String(_) | Toml::Array(_) | Toml::Integer(_))
        );
        assert!(named || typed, "{number} {key} {other:?}: {verdict}");
    }
}

#[test]
fn a_value_of_another_type_but_the_same_hash_is_refused() {
    #[rustfmt::skip]
    let forgeries = vec![
        ("draw is not an integer", "close", 0, "draw", set("1")),
        ("absent is not an array", "close", 0, "absent", set("")),
        ("reseal is not an array", "draw", 0, "reseal", set("")),
        ("to_draw is not an integer", "rewind", 0, "to_draw", set("1")),
    ];
    all_are_refused(&sample_game(), forgeries);
}

#[test]
fn a_forger_of_dice_is_refused() {
    let game = sample_game();
    let die = |at: usize, kind| text_of_die(&game[place(&game, kind, at)]);
    let other = sha256_hex("other");
    let first = list(&game[2], "rolls")[0].clone();
    #[rustfmt::skip]
    let mut forgeries: Vec<Forgery<'_>> = vec![
        ("does not open its seal", "draw", 1, "server", set(&*other)),
        ("does not open its seal", "open", 1, "server", set(&*other)),
        ("the dice are", "draw", 0, "rolls", die(0, "draw")),
        ("the dice are", "draw", 5, "rolls", die(5, "draw")),
        ("sealed_digest", "open", 0, "rolls", die(0, "open")),
        ("the dice are", "record", 0, "rolls", die(0, "open")),
        ("the dice are", "record", 0, "rolls", Edit::Part("|p56|", "|p55|")),
        ("the dice are", "draw", 0, "rolls", Edit::Part("/deck|", "/desk|")),
        ("the dice are", "genesis", 0, "time", set("earlier")),
        ("occurs twice", "draw", 0, "rolls", Edit::Add(&first)),
        ("occurs twice", "record", 0, "rolls", Edit::Add(&first)),
    ];
    for (says, line) in [
        ("malformed label", "T1/x|1d6|1"),
        ("malformed label", "|1d6|1"),
        ("is not label|spec|values", "t1/x|1d6"),
        ("is not label|spec|values", ""),
        ("the dice are", "t1/x|1d6|"),
        ("the dice are", "t1/x|2d1| 1 1"),
        ("the dice are", "t1/x|2d1|1  1"),
        ("the dice are", "t1/x|2d1|1 01"),
        ("malformed spec", "t1/x|01d6|1"),
        ("malformed spec", "t1/x|0d6|"),
        ("malformed spec", "t1/x|1001d1|1"),
        ("malformed spec", "t1/x|1d0|1"),
        ("malformed spec", "t1/x|1d4294967296|1"),
        ("malformed spec", "t1/x|1D6|1"),
        ("malformed spec", "t1/x|\u{661}d6|1"),
        ("malformed spec", "t1/x|p0|"),
        ("malformed spec", "t1/x|p1001|1"),
        ("malformed spec", "t1/x||1"),
    ] {
        forgeries.push((says, "draw", 0, "rolls", Edit::Add(line)));
    }
    all_are_refused(&game, forgeries);
}

#[test]
fn a_forger_of_contributions_is_refused() {
    let game = sample_game();
    let other = format!("axis|sealed|{}", sha256_hex("other"));
    let copied = list(&game[2], "contrib")[0].replace("allies", "axis");
    #[rustfmt::skip]
    let mut forgeries = vec![
        // The correction of a close is dropped.
        ("absence of allies differs", "close", 3, "", Edit::Gone),
        // The closes themselves.
        ("are not the seats", "close", 0, "unasked", set_list(&["japan"])),
        ("are not the seats", "close", 0, "book", Edit::Drop("axis")),
        ("somebody twice", "close", 0, "absent", set_list(&["axis"])),
        ("somebody twice", "close", 0, "unasked", set_list(&["axis"])),
        ("somebody twice", "close", 1, "absent", Edit::Add("italy")),
        ("64 lower-case hex", "close", 0, "book", Edit::Line("axis", "axis|x")),
        ("does not name each seat", "draw", 0, "contrib", Edit::Drop("axis")),
    ];
    for (says, draw, from, to) in [
        // Late absence, late presence, late unasked.
        ("absence of axis differs", 0, "axis", "axis|absent|"),
        ("absence of italy differs", 1, "italy", "italy|plain|late"),
        ("absence of italy differs", 1, "italy", "italy|unasked|"),
        ("axis was asked differs", 0, "axis", "axis|unasked|"),
        ("allies was asked differs", 1, "allies", "allies|plain|"),
        // Values and grades.
        ("link of axis does not open", 0, "axis", &other),
        ("link of axis does not open", 0, "axis", &copied),
        ("link of axis does not open", 0, "axis", "axis|sealed|"),
        ("absent but has a value", 1, "italy", "italy|absent|x"),
        ("unasked but has a value", 1, "allies", "allies|unasked|x"),
        ("cannot be graded plain", 0, "axis", "axis|plain|x"),
        ("cannot be graded sealed", 0, "italy", "italy|sealed|x"),
        ("cannot be graded withheld", 0, "axis", "axis|withheld|"),
        ("cannot be graded Sealed", 0, "axis", "axis|Sealed|x"),
        ("malformed line", 0, "axis", "axis|sealed"),
        ("malformed line", 0, "italy", "italy|plain|x|y"),
        ("somebody twice", 0, "axis", "italy|plain|"),
        ("does not name each seat", 0, "axis", "japan|plain|"),
        // The words of a plain player are in the dice.
        ("the dice are", 0, "italy", "italy|plain|another salt"),
    ] {
        forgeries.push((says, "draw", draw, "contrib", Edit::Line(from, to)));
    }
    all_are_refused(&game, forgeries);
}

#[test]
fn a_forger_of_seals_is_refused() {
    let game = sample_game();
    let server = text(&game[0], "server_public");
    let of_allies = list(&game[0], "seals")[0].replace("allies", "axis");
    let of_server = format!("axis|{server}");
    let shown_link = list(&game[2], "contrib")[1].replace("axis|sealed", "allies");
    let fresh = format!("axis|{}", sha256_hex("fresh"));
    let neither = "neither 64 hex digits nor plain";
    let used = "copied or used seal";
    #[rustfmt::skip]
    let forgeries = vec![
        (used, "genesis", 0, "seals", Edit::Line("axis", &of_allies)),
        (used, "genesis", 0, "seals", Edit::Line("axis", &of_server)),
        (neither, "genesis", 0, "seals", Edit::Line("axis", "axis|no")),
        ("a seal was copied", "genesis", 0, "server_sealed", set(server)),
        (used, "draw", 0, "reseal", Edit::Add(&of_allies)),
        (used, "draw", 0, "reseal", Edit::Add(&shown_link)),
        (neither, "draw", 0, "reseal", Edit::Add("axis|")),
        ("malformed line", "draw", 0, "reseal", Edit::Add("axis")),
        ("japan is not a seat", "draw", 0, "reseal", Edit::Add("japan|plain")),
        // The seal itself is new, but its owner goes on with the old chain.
        ("link of axis does not open", "draw", 0, "reseal", Edit::Add(&fresh)),
        (used, "seat", 0, "seal", set(of_allies.replace("axis", "france"))),
        (neither, "seat", 0, "seal", set("france|none")),
        ("seal is not seat|seal", "seat", 0, "seal", set("plain")),
        ("are not the seats", "seat", 0, "seal", set("spain|plain")),
    ];
    all_are_refused(&game, forgeries);
}

#[test]
fn a_forger_of_the_order_of_things_is_refused() {
    let order = "is out of order";
    #[rustfmt::skip]
    let forgeries = vec![
        ("genesis must be the first", "genesis", 0, "", Edit::Gone),
        ("genesis must be the first", "note", 0, "kind", set("genesis")),
        ("draw 1 has no close", "close", 0, "", Edit::Gone),
        ("draw 1 has no close", "close", 0, "kind", set("note")),
        (order, "draw", 0, "", Edit::Gone),
        (order, "draw", 5, "", Edit::Gone),
        (order, "open", 0, "", Edit::Gone),
        (order, "open", 0, "draw", set(2)),
        (order, "open", 5, "draw", set(7)),
        (order, "close", 0, "draw", set(2)),
        (order, "draw", 0, "draw", set(2)),
        (order, "draw", 0, "draw", set(0)),
        (order, "draw", 3, "draw", set(1)),
        ("are not the seats", "seat", 0, "", Edit::Gone),
        ("to_draw -1 is not a draw", "rewind", 0, "to_draw", set(-1)),
        ("to_draw 4 is not a draw", "rewind", 0, "to_draw", set(4)),
        ("to_draw 3 is void", "rewind", 1, "to_draw", set(3)),
        // A close cannot serve a draw beyond a rewind.
        ("draw 4 has no close", "rewind", 0, "", Edit::Later(2)),
        ("version is not", "genesis", 0, "version", set("pbem-dice/2")),
        ("reveal is neither", "genesis", 0, "reveal", set("never")),
        ("beacon is empty", "genesis", 0, "beacon", set("")),
    ];
    all_are_refused(&sample_game(), forgeries);
}

#[test]
fn a_forger_of_records_is_refused() {
    let events = "other public events than draw 1";
    let rolls = "other public rolls than draw 1";
    let told_twice = set_list(&["The sky clears."; 2]);
    #[rustfmt::skip]
    let forgeries = vec![
        (events, "record", 0, "rolls", Edit::Part("+!The sky", "+!The sea")),
        (events, "record", 0, "rolls", Edit::Drop("+!")),
        (events, "draw", 0, "events", told_twice),
        (events, "draw", 0, "events", Edit::NoKey),
        (rolls, "record", 0, "rolls", Edit::Part("+t1/weather", "+t1/whether")),
        (rolls, "record", 0, "rolls", Edit::Drop("+t1/combat")),
        (rolls, "record", 0, "rolls", Edit::Drop("+")),
        ("sealed_digest", "open", 0, "rolls", set_list(&[])),
        ("sealed_digest", "open", 0, "rolls", Edit::Part("1-nz", "2-nz")),
        ("is not label|spec", "record", 0, "rolls", Edit::Add("")),
        ("is not label|spec", "record", 0, "rolls", Edit::Add("*odd")),
    ];
    all_are_refused(&sample_game(), forgeries);
}

#[test]
fn a_forger_of_late_entropy_is_refused() {
    let other = format!("allies|{}", sha256_hex("other orders"));
    #[rustfmt::skip]
    let orders = || ("the dice are", "close", 0, "book", Edit::Line("allies", &other));
    let lower_case = "beacon_sig is not lower-case hex";
    #[rustfmt::skip]
    let forgeries = vec![
        // Orders changed after the close move the dice.
        orders(),
        ("differs from the close", "draw", 0, "beacon_round", set(9)),
        ("not the hash of beacon_sig", "draw", 0, "beacon_sig", set("00")),
        ("not the hash of beacon_sig", "draw", 0, "beacon_value", set("")),
        (lower_case, "draw", 0, "beacon_sig", set("")),
        (lower_case, "draw", 0, "beacon_sig", set("0A")),
        (lower_case, "draw", 0, "beacon_sig", set("0 0")),
        ("changed by a second close", "close", 0, "beacon_round", Edit::Twice(77)),
    ];
    all_are_refused(&beacon_game(), forgeries);
    let withheld = Edit::Line("axis", "axis|withheld|x");
    #[rustfmt::skip]
    let forgeries = vec![
        orders(),
        ("withheld but has a value", "draw", 1, "contrib", withheld),
    ];
    all_are_refused(&after_close_game(), forgeries);
    let sneaked = ("without beacon", "draw", 0, "beacon_value", set("00"));
    all_are_refused(&sample_game(), vec![sneaked]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Journals of the sort the program writes
// ---------------------------------------------------------------------------------------------------------------------

/// A game with every kind of entry: absent and unasked seats, a corrected close, two rewinds, a new seat, a new seal.
fn sample_game() -> Vec<Table> {
    let mut referee = Referee::new("with-orders", "none");
    referee.run(&[], &[]);
    referee.add("note", [("text", "A calm start. Ébauche: \"|\\".into())]);
    referee.run(&["italy"], &["allies"]);
    referee.close(&["allies"], &[]);
    referee.close(&[], &[]);
    referee.reseal("axis");
    referee.draw(&[]);
    referee.add(
        "rewind",
        [("to_draw", 1.into()), ("reason", "a wrong table".into())],
    );
    referee.seat("france");
    referee.run(&[], &["france"]);
    referee.run(&["axis"], &["italy"]);
    referee.add(
        "rewind",
        [("to_draw", 4.into()), ("reason", "a lost letter".into())],
    );
    referee.add(
        "ruling",
        [
            ("lines", texts(&["move 1-nz 1402"])),
            ("who", "referee".into()),
        ],
    );
    referee.run(&[], &[]);
    referee.open_all();
    referee.add("end", [("winner", "nobody".into())]);
    referee.entries
}

/// A game in which a player changes his chain between close and draw, which is too late for that draw.
fn late_seat_game() -> Vec<Table> {
    let mut referee = Referee::new("with-orders", "none");
    referee.close(&[], &[]);
    let axis = Player::new("axis again");
    let seal = format!("axis|{}", axis.seal());
    referee.add("seat", [("seal", seal.into())]);
    referee.draw(&[]);
    referee.players.insert("axis", axis);
    referee.run(&[], &[]);
    referee.entries
}

fn beacon_game() -> Vec<Table> {
    let mut referee = Referee::new("with-orders", "drand-quicknet");
    referee.run(&[], &[]);
    referee.run(&["axis"], &[]);
    referee.open_all();
    referee.add("end", []);
    referee.entries
}

fn after_close_game() -> Vec<Table> {
    let mut referee = Referee::new("after-close", "none");
    referee.run(&[], &["italy"]);
    referee.close(&[], &[]);
    referee.draw(&["axis"]);
    referee.open_all();
    referee.add("end", []);
    referee.entries
}

/// An honest referee who keeps his journal with the library.
struct Referee {
    entries: Vec<Table>,
    public: Chain,
    sealed: Chain,
    players: BTreeMap<&'static str, Player>,
    late: bool,
    beacon: bool,
    draws: u64,
    absent: Vec<&'static str>,
    unasked: Vec<&'static str>,
    book: String,
    reseals: Vec<&'static str>,
    records: Vec<Vec<String>>,
}

/// A player's chain, if he has one, and how many of its links were shown.
#[derive(Default)]
struct Player {
    chain: Option<Chain>,
    shown: u64,
}

impl Player {
    fn new(secret: &str) -> Self {
        let chain = Chain::new(&sha256_hex(secret), 600).unwrap();
        Self {
            chain: Some(chain),
            shown: 0,
        }
    }

    fn seal(&self) -> String {
        self.chain.as_ref().map_or("plain".into(), Chain::seal)
    }
}

impl Referee {
    fn new(reveal: &str, beacon: &str) -> Self {
        let mut referee = Self {
            entries: Vec::new(),
            public: Chain::new(&sha256_hex("public"), 600).unwrap(),
            sealed: Chain::new(&sha256_hex("sealed"), 600).unwrap(),
            players: BTreeMap::from([
                ("allies", Player::new("allies")),
                ("axis", Player::new("axis")),
                ("italy", Player::default()),
            ]),
            late: reveal == "after-close" || beacon != "none",
            beacon: beacon != "none",
            draws: 0,
            absent: Vec::new(),
            unasked: Vec::new(),
            book: String::new(),
            reseals: Vec::new(),
            records: Vec::new(),
        };
        let seals: Vec<String> = referee
            .players
            .iter()
            .map(|(seat, p)| format!("{seat}|{}", p.seal()))
            .collect();
        let (public, sealed) = (referee.public.seal(), referee.sealed.seal());
        referee.add(
            "genesis",
            [
                ("version", "pbem-dice/1".into()),
                ("format", 1.into()),
                ("game", "sample".into()),
                ("reveal", reveal.into()),
                ("beacon", beacon.into()),
                ("seals", texts(&seals)),
                ("server_public", public.into()),
                ("server_sealed", sealed.into()),
                ("time", "2026-11-16T00:00:00Z".into()),
            ],
        );
        referee
    }

    fn genesis(&self) -> &str {
        text(&self.entries[0], "hash")
    }

    fn add<'a>(&mut self, kind: &str, fields: impl IntoIterator<Item = (&'a str, Toml)>) {
        let owned = |(key, value): (&str, Toml)| (key.to_owned(), value);
        let mut entry: Table = fields.into_iter().map(owned).collect();
        entry.insert("kind".into(), kind.into());
        self.entries.push(entry);
        chain_up(&mut self.entries);
    }

    /// Seats a newcomer with a chain of his own.
    fn seat(&mut self, seat: &'static str) {
        let player = Player::new(seat);
        let seal = format!("{seat}|{}", player.seal());
        self.players.insert(seat, player);
        self.add(
            "seat",
            [("seal", seal.into()), ("who", "a newcomer".into())],
        );
    }

    /// Lets a player change his chain in the next draw.
    fn reseal(&mut self, seat: &'static str) {
        self.reseals.push(seat);
    }

    fn run(&mut self, absent: &[&'static str], unasked: &[&'static str]) {
        self.close(absent, unasked);
        self.draw(&[]);
    }

    fn close(&mut self, absent: &[&'static str], unasked: &[&'static str]) {
        let draw = self.draws + 1;
        (self.absent, self.unasked) = (absent.to_vec(), unasked.to_vec());
        let wrote = |seat: &&&str| !absent.contains(*seat) && !unasked.contains(*seat);
        let digest = |seat: &str| order_digest(self.genesis(), draw, seat, "00", "hold\n");
        let rows: Vec<(&str, String)> = self
            .players
            .keys()
            .filter(wrote)
            .map(|seat| (*seat, digest(seat)))
            .collect();
        self.book = book_digest(self.genesis(), draw, &rows);
        let book: Vec<String> = rows
            .iter()
            .map(|(seat, digest)| format!("{seat}|{digest}"))
            .collect();
        let (round, ..) = self.beacon();
        let mut fields = vec![
            ("draw", Toml::Integer(i64::try_from(draw).unwrap())),
            ("book", texts(&book)),
            ("absent", texts(absent)),
            ("beacon_round", round.into()),
        ];
        if !unasked.is_empty() {
            fields.push(("unasked", texts(unasked)));
        }
        self.add("close", fields);
    }

    /// The round, signature and value of the beacon for the next draw.
    fn beacon(&self) -> (i64, String, String) {
        if !self.beacon {
            return (0, String::new(), String::new());
        }
        let round = 1000 + u32::try_from(self.draws).unwrap();
        let value = sha256_hex(round.to_be_bytes());
        (round.into(), format!("{round:08x}"), value)
    }

    fn contributions(&mut self, withheld: &[&str]) -> Vec<Contribution> {
        let mut rows = Vec::new();
        for (seat, player) in &mut self.players {
            let (grade, value) = if self.absent.contains(seat) {
                (Grade::Absent, String::new())
            } else if self.unasked.contains(seat) {
                (Grade::Unasked, String::new())
            } else if withheld.contains(seat) {
                (Grade::Withheld, String::new())
            } else if let Some(chain) = &player.chain {
                player.shown += 1;
                (Grade::Sealed, chain.link(player.shown).unwrap())
            } else {
                (Grade::Plain, "a salt".into())
            };
            let seat = (*seat).into();
            rows.push(Contribution { seat, grade, value });
        }
        rows
    }

    fn draw(&mut self, withheld: &[&str]) {
        let (round, signature, beacon) = self.beacon();
        self.draws += 1;
        let draw = self.draws;
        let rows = self.contributions(withheld);
        let mut reseals = Vec::new();
        for seat in self.reseals.drain(..) {
            let player = Player::new(&format!("{seat} again"));
            reseals.push(format!("{seat}|{}", player.seal()));
            self.players.insert(seat, player);
        }
        let book = if self.late { self.book.as_str() } else { "" };
        let link = self.public.link(draw).unwrap();
        let sealed_link = self.sealed.link(draw).unwrap();
        let seed = |stream, link: &str| {
            draw_seed(self.genesis(), draw, stream, link, &rows, book, &beacon)
        };
        let public = seed(Stream::Public, &link);
        let sealed = seed(Stream::Sealed, &sealed_link);
        let public_rolls = [
            ("weather", "1d6"),
            ("combat/hex:1501", "2d6"),
            ("deck", "p10"),
        ];
        let rolls =
            public_rolls.map(|(what, spec)| line_of(&public, &format!("t{draw}/{what}"), spec));
        let hidden = [("search/zone:4", "1d6"), ("cards", "p56")]
            .map(|(what, spec)| line_of(&sealed, &format!("t{draw}/{what}"), spec));
        let record = vec![
            ">allies.move|letter|1-nz".to_owned(),
            format!("+{}", rolls[0]),
            "!A patrol finds nothing.".to_owned(),
            hidden[0].clone(),
            "^deck|3".to_owned(),
            format!("+{}", rolls[1]),
            format!("+{}", rolls[2]),
            "+!The sky clears.".to_owned(),
            "?why|nobody knows".to_owned(),
            hidden[1].clone(),
            format!("=t{draw}"),
        ];
        let contrib: Vec<String> = rows.iter().map(Contribution::to_string).collect();
        self.add(
            "draw",
            [
                ("draw", i64::try_from(draw).unwrap().into()),
                ("server", link.into()),
                ("contrib", texts(&contrib)),
                ("reseal", texts(&reseals)),
                ("beacon_round", round.into()),
                ("beacon_sig", signature.into()),
                ("beacon_value", beacon.into()),
                ("rolls", texts(&rolls)),
                ("events", texts(&["The sky clears."])),
                ("waits", texts(&["allies"])),
                ("sealed_digest", record_digest(&sealed_link, &record).into()),
                ("state", state_digest(&sealed_link, "turn = 1\n").into()),
            ],
        );
        self.records.push(record);
    }

    fn open_all(&mut self) {
        for (draw, record) in (1..).zip(self.records.clone()) {
            let link = self.sealed.link(draw).unwrap();
            let draw = i64::try_from(draw).unwrap();
            self.add(
                "open",
                [
                    ("draw", draw.into()),
                    ("server", link.into()),
                    ("rolls", texts(&record)),
                ],
            );
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Forgery
// ---------------------------------------------------------------------------------------------------------------------

/// What the script should say; the kind of entry, which of that kind, the key, and what the forger does there.
///
/// The kind `record` is `open`, with the digest in the draw made to fit.
type Forgery<'a> = (&'a str, &'a str, usize, &'a str, Edit<'a>);

enum Edit<'a> {
    /// Another value.
    Set(Toml),
    /// Another line for the one that starts so.
    Line(&'a str, &'a str),
    /// Another text wherever this one stands.
    Part(&'a str, &'a str),
    /// One line more.
    Add(&'a str),
    /// Without the lines that start so.
    Drop(&'a str),
    /// Without the key.
    NoKey,
    /// Without the entry.
    Gone,
    /// The entry so many places later.
    Later(usize),
    /// The entry again, with this number in the field.
    Twice(i64),
}

fn set<'a>(value: impl Into<Toml>) -> Edit<'a> {
    Edit::Set(value.into())
}

fn set_list<'a>(items: &[&str]) -> Edit<'a> {
    Edit::Set(texts(items))
}

/// Makes a single die in the open show another number.
fn text_of_die<'a>(entry: &Table) -> Edit<'a> {
    let mut lines = list(entry, "rolls");
    let single = |line: &&mut String| line.starts_with('t') && line.contains("|1d6|");
    let line = lines.iter_mut().find(single).unwrap();
    let die = line.pop();
    line.push(if die == Some('6') { '5' } else { '6' });
    Edit::Set(texts(&lines))
}

fn place(entries: &[Table], kind: &str, n: usize) -> usize {
    let mut places = (0..entries.len()).filter(|at| text(&entries[*at], "kind") == kind);
    places.nth(n).unwrap()
}

/// The journal of a forger who knows the format and writes all hashes anew.
fn forge(game: &[Table], (says, kind, n, key, edit): &Forgery<'_>) -> Vec<Table> {
    let mut entries = game.to_vec();
    let keyed = *kind == "record";
    let at = place(game, if keyed { "open" } else { kind }, *n);
    let mut change = |edit: &dyn Fn(Vec<String>) -> Vec<String>| {
        let lines = edit(list(&entries[at], key));
        entries[at].insert((*key).into(), texts(&lines));
    };
    match edit {
        Edit::Set(value) => {
            entries[at].insert((*key).into(), value.clone());
        }
        Edit::Line(start, line) => change(&|mut lines| {
            let old = lines.iter_mut().find(|old| old.starts_with(start));
            *old.unwrap() = (*line).into();
            lines
        }),
        Edit::Part(from, to) => {
            change(&|lines| lines.iter().map(|line| line.replace(from, to)).collect());
        }
        Edit::Add(line) => change(&|lines| [lines, vec![(*line).into()]].concat()),
        Edit::Drop(start) => change(&|mut lines| {
            lines.retain(|line| !line.starts_with(start));
            lines
        }),
        Edit::NoKey => {
            entries[at].remove(*key);
        }
        Edit::Gone => {
            entries.remove(at);
        }
        Edit::Later(places) => entries[at..=at + places].rotate_left(1),
        Edit::Twice(number) => {
            let mut again = entries[at].clone();
            again.insert((*key).into(), Toml::Integer(*number));
            entries.insert(at + 1, again);
        }
    }
    if keyed {
        let digest = record_digest(text(&entries[at], "server"), &list(&entries[at], key));
        let draw = place(game, "draw", *n);
        entries[draw].insert("sealed_digest".into(), digest.into());
    }
    assert!(entries != game, "nothing was forged: {says}");
    chain_up(&mut entries);
    entries
}

fn all_are_refused(game: &[Table], forgeries: Vec<Forgery<'_>>) {
    let journals: Vec<String> = forgeries.iter().map(|f| journal(&forge(game, f))).collect();
    let Some(verdicts) = verdicts(&journals) else {
        return;
    };
    for ((says, kind, n, key, _), verdict) in forgeries.iter().zip(&verdicts) {
        let refused = verdict.starts_with("FAIL ") && verdict.contains(says);
        assert!(refused, "{kind} {n} {key}, {says}: {verdict}");
    }
}

/// Makes the hashes fit where the value can be hashed at all.
fn rehash_what_can_be(entries: &mut [Table], key: &str) {
    let hashable = |value: &Toml| match value {
        Toml::String(_) | Toml::Integer(_) => true,
        Toml::Array(items) => items.iter().all(Toml::is_str),
        _ => false,
    };
    let chained = ["seq", "prev", "hash"].contains(&key);
    if !chained && entries.iter().all(|e| e.values().all(hashable)) {
        chain_up(entries);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Entries
// ---------------------------------------------------------------------------------------------------------------------

/// Numbers the entries and gives each its hash.
fn chain_up(entries: &mut [Table]) {
    let mut prev = "0".repeat(64);
    for (seq, entry) in (0..).zip(entries) {
        entry.insert("seq".into(), Toml::Integer(seq));
        entry.insert("prev".into(), prev.into());
        prev = hashed(entry);
        entry.insert("hash".into(), prev.clone().into());
    }
}

fn hashed(entry: &Table) -> String {
    entry_hash("entry", text(entry, "prev"), &values(entry))
}

fn hash_of_last(entries: &[Table]) -> &str {
    text(entries.last().unwrap(), "hash")
}

fn values(entry: &Table) -> BTreeMap<String, Value> {
    let value = |value: &Toml| match value {
        Toml::String(text) => Value::from(text.as_str()),
        Toml::Integer(number) => Value::from(*number),
        Toml::Array(_) => Value::from(strings(value)),
        other => panic!("{other} cannot be hashed"),
    };
    entry
        .iter()
        .map(|(key, v)| (key.clone(), value(v)))
        .collect()
}

fn journal(entries: &[Table]) -> String {
    let entries = entries.iter().cloned().map(Toml::Table).collect();
    toml::to_string_pretty(&Table::from_iter([("entry".into(), Toml::Array(entries))])).unwrap()
}

fn text<'a>(entry: &'a Table, key: &str) -> &'a str {
    entry[key].as_str().unwrap()
}

fn number(entry: &Table, key: &str) -> u64 {
    entry[key].as_integer().unwrap().try_into().unwrap()
}

fn list(entry: &Table, key: &str) -> Vec<String> {
    strings(&entry[key])
}

fn strings(value: &Toml) -> Vec<String> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item.as_str().unwrap().to_owned())
        .collect()
}

fn texts<T: AsRef<str>>(items: &[T]) -> Toml {
    Toml::Array(items.iter().map(|item| item.as_ref().into()).collect())
}

fn pairs(rows: &[String]) -> Vec<(String, String)> {
    rows.iter()
        .map(|row| row.split_once('|').unwrap())
        .map(|(a, b)| (a.into(), b.into()))
        .collect()
}

fn contributions(rows: &[String]) -> Vec<Contribution> {
    rows.iter().map(|row| row.parse().unwrap()).collect()
}

fn line_of(seed: &str, label: &str, spec: &str) -> String {
    let values = roll(seed, label, spec.parse().unwrap());
    let values: Vec<String> = values.iter().map(u32::to_string).collect();
    format!("{label}|{spec}|{}", values.join(" "))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn stream_of(seed: &str) -> ChaCha20Rng {
    let bytes: Vec<u8> = (0..32)
        .map(|n| u8::from_str_radix(&seed[2 * n..2 * n + 2], 16).unwrap())
        .collect();
    ChaCha20Rng::from_seed(bytes.try_into().unwrap())
}
