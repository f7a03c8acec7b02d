#!/usr/bin/env python3
"""Checks the dice and the hash chain of a game from its journal alone.

    verify.py JOURNAL.toml [JOURNAL.toml ...]     one line each, OK or FAIL; exit 0 if all are OK, else 1
    verify.py --vectors                           prints tests/dice-vectors-added.toml

It shows that no entry was changed, that every link opens its seal, that absences were announced before the dice were
known, that every die follows from the links, and that hidden records are those that were sealed. It cannot show that
a roll was needed or that none was left out (`fieldpost verify` replays the game for that), nor that this journal is the
one you were mailed: compare the head. Beacon signatures are taken as given.

Python 3.11, standard library alone, and no code of the program it checks.
"""

import hashlib
import re
import sys
import tomllib
from itertools import islice

PROTOCOL = "pbem-dice/1"
MASK = 0xFFFFFFFF

HEX64 = re.compile(r"[0-9a-f]{64}")
HEX_BYTES = re.compile(r"([0-9a-f]{2})+")
LABEL = re.compile(r"[a-z0-9:/.#-]{1,120}")
DICE = re.compile(r"([1-9][0-9]{0,3})d([1-9][0-9]{0,9})")
SHUFFLE = re.compile(r"p([1-9][0-9]{0,3})")
HEADER = re.compile(rb"^[ \t]*\[\[[ \t]*entry[ \t]*\]\]", re.MULTILINE)

# Lines of a full record that are not rolls: answers, hidden events, ends of steps, cards, anything else.
NOT_ROLLS = (">", "!", "=", "^", "?")


class Bad(Exception):
    """The journal is wrong; the text says why."""


def need(condition, why):
    if not condition:
        raise Bad(why)


# Hashes ---------------------------------------------------------------------------------------------------------------


def netstring(*fields):
    out = bytearray()
    for field in fields:
        raw = field if isinstance(field, bytes) else str(field).encode("utf-8")
        out += str(len(raw)).encode("ascii") + b":" + raw + b","
    return bytes(out)


def sha256(raw):
    return hashlib.sha256(raw).hexdigest()


def tagged(tag, *fields):
    return sha256(netstring(PROTOCOL, tag, *fields))


def seal_of(link):
    return sha256(link.encode("utf-8"))


def entry_hash(tag, entry):
    fields = []
    for key in sorted(entry):
        if key not in ("hash", "prev"):
            value = entry[key]
            fields += [key, netstring(*value) if isinstance(value, list) else value]
    return tagged(tag, entry["prev"], *fields)


def draw_seed(genesis, draw, stream, link, contributions, book, beacon):
    rows = sorted(contributions)
    flat = [part for row in rows for part in row]
    return tagged("draw", genesis, draw, stream, link, len(rows), *flat, book, beacon)


# Dice -----------------------------------------------------------------------------------------------------------------


def chacha20_block(key, counter):
    """One block of 16 words: 20 rounds, 64-bit counter, nonce 0."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter & MASK, counter >> 32, 0, 0]
    x = list(start)

    def quarter(a, b, c, d):
        x[a] = x[a] + x[b] & MASK
        x[d] = rotate(x[d] ^ x[a], 16)
        x[c] = x[c] + x[d] & MASK
        x[b] = rotate(x[b] ^ x[c], 12)
        x[a] = x[a] + x[b] & MASK
        x[d] = rotate(x[d] ^ x[a], 8)
        x[c] = x[c] + x[d] & MASK
        x[b] = rotate(x[b] ^ x[c], 7)

    for _ in range(10):
        quarter(0, 4, 8, 12)
        quarter(1, 5, 9, 13)
        quarter(2, 6, 10, 14)
        quarter(3, 7, 11, 15)
        quarter(0, 5, 10, 15)
        quarter(1, 6, 11, 12)
        quarter(2, 7, 8, 13)
        quarter(3, 4, 9, 14)
    return [a + b & MASK for a, b in zip(x, start)]


def rotate(word, by):
    return (word << by | word >> 32 - by) & MASK


def chacha20_words(seed_hex):
    raw = bytes.fromhex(seed_hex)
    key = [int.from_bytes(raw[at : at + 4], "little") for at in range(0, 32, 4)]
    counter = 0
    while True:
        yield from chacha20_block(key, counter)
        counter += 1


def below(words, n):
    """A number from 0 to n - 1; words that would favour the low ones are passed over."""
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n


def roll(seed, label, spec):
    """The values of a roll, or None if the spec is not one."""
    words = chacha20_words(tagged("roll", seed, label, spec))
    if dice := DICE.fullmatch(spec):
        count, sides = int(dice[1]), int(dice[2])
        if count <= 1000 and sides <= MASK:
            return [below(words, sides) + 1 for _ in range(count)]
    if cards := SHUFFLE.fullmatch(spec):
        size = int(cards[1])
        if size <= 1000:
            order = list(range(1, size + 1))
            for last in range(size - 1, 0, -1):
                other = below(words, last + 1)
                order[last], order[other] = order[other], order[last]
            return order
    return None


# Fields of an entry ---------------------------------------------------------------------------------------------------


def get(entry, key, kind):
    need(key in entry, f"{key} is missing")
    need(type(entry[key]) is kind, f"{key} is not {KIND_NAMES[kind]}")
    return entry[key]


def get_or(entry, key, kind, otherwise):
    return get(entry, key, kind) if key in entry else otherwise


KIND_NAMES = {str: "a string", int: "an integer", list: "an array of strings"}


def get_hex(entry, key):
    text = get(entry, key, str)
    need(HEX64.fullmatch(text), f"{key} is not 64 lower-case hex digits")
    return text


def get_rows(entry, key, width):
    """An array of `a|b|..` as tuples, each first part once."""
    rows = [tuple(line.split("|")) for line in get(entry, key, list)]
    for row in rows:
        need(len(row) == width and row[0], f"{key} has a malformed line")
    need_once([row[0] for row in rows], key)
    return rows


def need_once(names, key):
    need(len(set(names)) == len(names), f"{key} names somebody twice")


def check_seal(key, text):
    need(text == "plain" or HEX64.fullmatch(text), f"{key} has a seal that is neither 64 hex digits nor plain")


def check_shape(entry):
    """Only values that every language hashes alike."""
    for key, value in entry.items():
        if isinstance(value, list):
            need(all(type(item) is str for item in value), f"{key} is not an array of strings")
        else:
            need(type(value) in (str, int), f"{key} is neither string, integer nor array of strings")
            need(type(value) is str or -(2**63) <= value < 2**63, f"{key} is too large")


# The journal ----------------------------------------------------------------------------------------------------------


class Journal:
    """Walks the entries in order and holds what later ones are judged by."""

    def __init__(self):
        self.head = "0" * 64
        self.entries = 0
        self.seals = {}  # seat -> seal to be opened next, or "plain"
        self.shown = set()  # every seal and link so far: a new seal must not repeat one
        self.close = None  # what the last close froze, until its draw
        self.draws = []
        self.opened = 0
        self.void = set()
        self.rolls = 0

    def add(self, entry):
        need(isinstance(entry, dict), "an entry must be a table")
        check_shape(entry)
        need(get(entry, "seq", int) == self.entries, "seq is out of order")
        need(get(entry, "prev", str) == self.head, "prev is not the hash of the entry before")
        kind = get(entry, "kind", str)
        need(get(entry, "hash", str) == entry_hash("entry", entry), "hash does not fit the entry")
        need((kind == "genesis") == (self.entries == 0), "genesis must be the first entry and only that")
        if kind in KINDS:
            getattr(self, "kind_" + kind)(entry)
        self.head = entry["hash"]
        self.entries += 1

    def kind_genesis(self, entry):
        need(get(entry, "version", str) == PROTOCOL, f"version is not {PROTOCOL}")
        get_or(entry, "format", int, 0)
        self.genesis = entry["hash"]
        self.reveal = get(entry, "reveal", str)
        need(self.reveal in ("with-orders", "after-close"), "reveal is neither with-orders nor after-close")
        self.beacon = get(entry, "beacon", str)
        need(self.beacon, "beacon is empty")
        self.late = self.reveal == "after-close" or self.beacon != "none"
        self.server = {"public": get_hex(entry, "server_public"), "sealed": get_hex(entry, "server_sealed")}
        need(self.server["public"] != self.server["sealed"], "a seal was copied")
        self.shown.update(self.server.values())
        for seat, seal in get_rows(entry, "seals", 2):
            self.set_seal("seals", seat, seal)

    def set_seal(self, key, seat, seal):
        check_seal(key, seal)
        if seal != "plain" and self.seals.get(seat) != seal:
            need(seal not in self.shown, f"{key}: {seat} has a copied or used seal")
            self.shown.add(seal)
        self.seals[seat] = seal

    def kind_seat(self, entry):
        if "seal" in entry:
            parts = get(entry, "seal", str).split("|")
            need(len(parts) == 2 and parts[0], "seal is not seat|seal")
            self.set_seal("seal", *parts)

    def kind_close(self, entry):
        draw = get(entry, "draw", int)
        need(draw == len(self.draws) + 1, f"draw {draw} is out of order")
        book = get_rows(entry, "book", 2)
        for seat, digest in book:
            need(HEX64.fullmatch(digest), f"book: the digest of {seat} is not 64 lower-case hex digits")
        absent = get(entry, "absent", list)
        unasked = get_or(entry, "unasked", list, [])
        everybody = [seat for seat, _ in book] + absent + unasked
        need_once(everybody, "close")
        need(set(everybody) == set(self.seals), "book, absent and unasked together are not the seats")
        beacon_round = get(entry, "beacon_round", int)
        if self.close:
            need(beacon_round == self.close["beacon_round"], "beacon_round was changed by a second close")
        flat = [part for row in sorted(book) for part in row]
        self.close = {
            "book": tagged("book", self.genesis, draw, len(book), *flat),
            "absent": set(absent),
            "unasked": set(unasked),
            "beacon_round": beacon_round,
            # A seal that changes after the close is for the draw after this one.
            "seals": dict(self.seals),
        }

    def show_link(self, entry, stream):
        link = get_hex(entry, "server")
        need(seal_of(link) == self.server[stream], "server link does not open its seal")
        self.server[stream] = link
        self.shown.add(link)
        return link

    def kind_draw(self, entry):
        draw = get(entry, "draw", int)
        need(draw == len(self.draws) + 1, f"draw {draw} is out of order")
        need(self.close, f"draw {draw} has no close")
        close, self.close = self.close, None
        link = self.show_link(entry, "public")
        contributions = get_rows(entry, "contrib", 3)
        need({row[0] for row in contributions} == set(close["seals"]), "contrib does not name each seat")
        for seat, grade, value in contributions:
            self.check_contribution(close, seat, grade, value)
        for seat, seal in get_rows(entry, "reseal", 2):
            need(seat in self.seals, f"reseal: {seat} is not a seat")
            self.set_seal("reseal", seat, seal)
        self.check_beacon(entry, close)
        terms = contributions, close["book"] if self.late else "", entry["beacon_value"]
        seed = draw_seed(self.genesis, draw, "public", link, *terms)
        rolls = get(entry, "rolls", list)
        labels = set()
        self.check_rolls(seed, rolls, labels)
        get(entry, "state", str)
        get_or(entry, "waits", list, [])
        self.draws.append(
            {
                "terms": terms,
                "rolls": rolls,
                "labels": labels,
                "events": get_or(entry, "events", list, None),
                "sealed_digest": get_hex(entry, "sealed_digest"),
            }
        )

    def check_contribution(self, close, seat, grade, value):
        need((grade == "absent") == (seat in close["absent"]), f"contrib: absence of {seat} differs from the close")
        need((grade == "unasked") == (seat in close["unasked"]), f"contrib: whether {seat} was asked differs from the close")
        seal = close["seals"][seat]
        allowed = ["absent", "unasked", "plain" if seal == "plain" else "sealed"]
        if self.reveal == "after-close":
            allowed.append("withheld")
        need(grade in allowed, f"contrib: {seat} cannot be graded {grade}")
        if grade == "sealed":
            need(HEX64.fullmatch(value) and seal_of(value) == seal, f"contrib: the link of {seat} does not open its seal")
            self.shown.add(value)
            if self.seals[seat] == seal:
                self.seals[seat] = value
        elif grade != "plain":
            need(value == "", f"contrib: {seat} is {grade} but has a value")

    def check_beacon(self, entry, close):
        need(get(entry, "beacon_round", int) == close["beacon_round"], "beacon_round differs from the close")
        signature, value = get(entry, "beacon_sig", str), get(entry, "beacon_value", str)
        if self.beacon == "none":
            need(signature == value == "", "a beacon value in a game without beacon")
        else:
            need(HEX_BYTES.fullmatch(signature), "beacon_sig is not lower-case hex")
            need(sha256(bytes.fromhex(signature)) == value, "beacon_value is not the hash of beacon_sig")

    def check_rolls(self, seed, lines, labels):
        for line in lines:
            parts = line.split("|")
            need(len(parts) == 3, f"roll {line!r} is not label|spec|values")
            label, spec, values = parts
            need(LABEL.fullmatch(label), f"roll {label!r} has a malformed label")
            need(label not in labels, f"roll {label} occurs twice")
            labels.add(label)
            fair = roll(seed, label, spec)
            need(fair is not None, f"roll {label} has a malformed spec")
            need(values == " ".join(map(str, fair)), f"roll {label} shows {values!r}, the dice are {fair}")
            self.rolls += 1

    def kind_rewind(self, entry):
        to = get(entry, "to_draw", int)
        get(entry, "reason", str)
        need(0 <= to <= len(self.draws), f"to_draw {to} is not a draw")
        need(to not in self.void, f"to_draw {to} is void")
        self.void.update(range(to + 1, len(self.draws) + 1))
        # Whatever was closed rested on what is now void.
        self.close = None

    def kind_open(self, entry):
        draw = get(entry, "draw", int)
        need(draw == self.opened + 1 <= len(self.draws), f"open {draw} is out of order")
        link = self.show_link(entry, "sealed")
        record = get(entry, "rolls", list)
        then = self.draws[draw - 1]
        need(tagged("sealed-rolls", link, *record) == then["sealed_digest"], "rolls are not what sealed_digest sealed")
        public = [line[1:] for line in record if line.startswith("+")]
        if public or then["events"] is not None:
            told = [line[1:] for line in public if line.startswith("!")]
            rolled = [line for line in public if not line.startswith("!")]
            need(rolled == then["rolls"], f"the record has other public rolls than draw {draw}")
            need(told == (then["events"] or []), f"the record has other public events than draw {draw}")
        hidden = [line for line in record if not line.startswith(("+", *NOT_ROLLS))]
        seed = draw_seed(self.genesis, draw, "sealed", link, *then["terms"])
        self.check_rolls(seed, hidden, then["labels"])
        self.opened += 1

    def summary(self):
        draws = f"{len(self.draws)} draws ({self.opened} opened, {len(self.void)} void)"
        return f"OK {self.entries} entries, {draws}, {self.rolls} rolls; head {self.head}"


# Kinds that are judged; all others are chained and nothing more.
KINDS = ("genesis", "seat", "close", "draw", "rewind", "open")


def entry_at(raw, offset):
    """The number of the entry that an offset of the file lies in."""
    return max(sum(1 for header in HEADER.finditer(raw) if header.start() < offset) - 1, 0)


def parse(raw):
    """The tables of the file, or the entry where it stops being TOML and why."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, entry_at(raw, error.start), "not UTF-8"
    try:
        return tomllib.loads(text), 0, ""
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+), column \d+\)$", str(error))
        offset = sum(len(text) + 1 for text in raw.split(b"\n")[: int(line[1])]) if line else len(raw)
        return None, entry_at(raw, offset), f"not TOML: {error}"
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits, or arrays nested as deep.
        return None, 0, f"not TOML: {error}"


def verify(path):
    """One line of verdict on a journal."""
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        return f"FAIL entry 0: cannot be read: {error.strerror}"
    tables, number, why = parse(raw)
    if tables is None:
        return f"FAIL entry {number}: {why}"
    entries = tables.pop("entry", None)
    if not isinstance(entries, list) or not entries:
        return "FAIL entry 0: there are no [[entry]] tables"
    if tables:
        return f"FAIL entry {len(entries)}: {min(tables)!r} stands beside the entries"
    journal = Journal()
    for number, entry in enumerate(entries):
        try:
            journal.add(entry)
        except Bad as bad:
            return f"FAIL entry {number}: {bad}"
        except Exception as error:  # A fault of this script must not look like a good journal, nor like a crash.
            return f"FAIL entry {number}: cannot be judged: {type(error).__name__}: {error}"
    return journal.summary()


# Vectors --------------------------------------------------------------------------------------------------------------


def toml_value(value):
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, int):
        return str(value)
    text = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def vector(table, **fields):
    return [f"[[{table}]]", *(f"{key} = {toml_value(value)}" for key, value in fields.items()), ""]


def vectors():
    """The vectors that the protocol's own file does not have."""
    game, link, value = "ab" * 32, "01" * 32, "02" * 32
    out = ["# Made by `tests/verify.py --vectors`; the secrets are public test values.", ""]

    for draw, stream, rows in (
        (1, "public", [("allies", "sealed", value), ("axis", "unasked", "")]),
        (2, "sealed", [("axis", "unasked", ""), ("allies", "plain", "rule britannia 42")]),
        (3, "public", [("italy", "unasked", ""), ("axis", "absent", ""), ("allies", "plain", "")]),
    ):
        seed = draw_seed(game, draw, stream, link, rows, "", "")
        contrib = ["|".join(row) for row in rows]
        out += vector("unasked", game=game, draw=draw, stream=stream, server=link, contrib=contrib, seed=seed)

    seed = sha256(b"a draw seed for shuffles")
    for size in (1, 2, 10, 52, 56):
        label, spec = "t01/cards/deck", f"p{size}"
        stream_seed = tagged("roll", seed, label, spec)
        out += vector(
            "shuffle", draw_seed=seed, label=label, spec=spec, stream_seed=stream_seed, values=roll(seed, label, spec)
        )

    for text in ("", "turn = 1\n", 'name = "Opération Weserübung"\n' + "[[unit]]\nhex = 1523\n" * 3):
        out += vector("state", link=link, text=text, digest=tagged("state", link, text))

    for lines in (
        [],
        [""],
        [
            ">british.intercept|letter|yes",
            "+t01/weather|1d6|3",
            "t01/search/zone:4|1d6|6",
            "+!The weather is fine.",
            "!Königsberg slips past.",
            "^deck|7",
            "?hint|42",
            "t01/cards/deck|p10|3 1 4 5 9 2 6 8 7 10",
            "=t01/naval",
        ],
    ):
        out += vector("record", link=link, lines=lines, digest=tagged("sealed-rolls", link, *lines))

    for tag in ("entry", "part"):
        fields = {"seq": 7, "kind": "note", "minus": -5, "text": "é|,:", "none": [], "some": ["", "ab", "c" * 12]}
        fields |= {"Z": "capitals come first", "hash": "left out", "prev": game}
        out += vector("entry", tag=tag, hash=entry_hash(tag, fields))
        out += ["[entry.fields]", *(f"{key} = {toml_value(value)}" for key, value in fields.items()), ""]

    words = list(islice(chacha20_words(seed), 1040))
    out += vector("stream", seed=seed, first=words[:4], word_1039=words[1039])
    return "\n".join(out)


def main(arguments):
    if arguments == ["--vectors"]:
        sys.stdout.buffer.write(vectors().encode("utf-8"))
        return 0
    if not arguments or any(argument.startswith("--") for argument in arguments):
        print("usage: verify.py JOURNAL.toml [JOURNAL.toml ...] | --vectors", file=sys.stderr)
        return 2
    verdicts = [(path, verify(path)) for path in arguments]
    for path, verdict in verdicts:
        line = f"{verdict}  [{path}]" if len(verdicts) > 1 else verdict
        print(line.encode("ascii", "backslashreplace").decode("ascii"))
    return 0 if all(verdict.startswith("OK") for _, verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
