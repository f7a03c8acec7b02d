"""Coast, rivers, labels and marks of the board of The Burning Blue, as a section of its file.

A unit is 10 m and a hex 805 wide; the centre of lattice place (column, row) is x = 805 * (column + half if row is odd),
y = 697.1 * row.
"""

import csv
import math

import numpy as np
from mercury_drawing import coasts, label, moved, outlines, pieces
from shapely.geometry import box

HEX = 805
ROW = HEX * math.sqrt(3) / 2
FRAME = box(-HEX, 0, 47.5 * HEX, 35.5 * ROW)

# Rivers are not in the coastline: typed from general knowledge.
RIVERS = {
    "Thames": [
        (0.45, 51.46), (0.33, 51.45), (0.26, 51.47), (0.20, 51.50), (0.12, 51.51), (0.05, 51.50), (0.00, 51.50), (-0.03, 51.49),
        (-0.08, 51.51), (-0.12, 51.505), (-0.13, 51.485), (-0.20, 51.47), (-0.27, 51.485), (-0.31, 51.46), (-0.31, 51.41),
        (-0.40, 51.39), (-0.51, 51.43), (-0.61, 51.49), (-0.72, 51.53), (-0.78, 51.57), (-0.90, 51.54), (-0.97, 51.46),
        (-1.10, 51.50), (-1.13, 51.58), (-1.14, 51.62), (-1.28, 51.67), (-1.25, 51.74), (-1.36, 51.79), (-1.60, 51.69), (-1.95, 51.65),
    ],
    "Medway": [(0.53, 51.40), (0.50, 51.37), (0.46, 51.32), (0.52, 51.27), (0.40, 51.21), (0.27, 51.19)],
    "Somme": [(1.62, 50.20), (1.72, 50.18), (1.83, 50.11), (1.95, 50.03)],
}


def plane(lon, lat):
    """Degrees from Dover, which lies in 1835; one degree of longitude shrinks with the latitude."""
    lon, lat = np.asarray(lon, float), np.asarray(lat, float)
    across = 35.5 + (lon - 1.31) * 111.32 * np.cos(np.radians(lat)) / 8.047
    return HEX * across, ROW * (35 - (18 + (lat - 51.13) / 0.06267))


def england(folder):
    land = [part for shape in coasts(1.0, -3.6, 49.4, 3.2, 52.6) for part in pieces(moved(shape, plane).intersection(FRAME))]
    out = ["\n[drawing]"]
    out.append("# Only pictures need what follows. Coast: GSHHG (LGPL-3.0-or-later), simplified.")
    out.append(f'unit = "10 m"\nten-km = 1000\nnorth = 0\nhex = {HEX}')
    out.append(
        'projection = "row = 18 + (lat - 51.13) / 0.06267, column = 35.5 + (lon - 1.31) 111.32 cos lat / 8.047; '
        'x = 805 column, y = 697.1 (35 - row)"'
    )
    out.append("land = [")
    out.extend(f'"{row}",' for row in outlines(land, 25, 60_000))
    out.append("]\nrivers = [")
    for name, points in RIVERS.items():
        line = " ".join(f"{round(float(x))},{round(float(y))}" for x, y in (plane(*point) for point in points))
        out.append(f'{{ name = "{name}", at = "{line}" }},')
    out.append("]\nlabels = [")
    texts = [
        ("English Channel", "sea", -0.95, 50.28, 900, 0), ("Dover Strait", "water", 1.42, 50.93, 360, -40),
        ("North Sea", "sea", 1.75, 51.72, 800, 0), ("Thames Estuary", "water", 1.02, 51.50, 330, 0),
        ("Isle of Wight", "water", -1.30, 50.67, 260, 0), ("France", "country", 2.02, 50.38, 700, 0),
        ("England", "country", -1.30, 51.28, 700, 0), ("Lyme Bay", "water", -2.72, 50.55, 330, 0),
    ]
    out.extend(label(text, kind, plane(lon, lat), size, turn) for text, kind, lon, lat, size, turn in texts)
    out.append("]\n\n[drawing.boxes]")
    spots = {
        "channel_west": (8, 36.6), "channel_east": (25, 36.6), "cherbourg": (8, 38.4), "baie_de_seine": (20, 38.4),
        "caen": (29, 38.4), "dunkirk": (48.2, 17),
    }
    out.extend(f'{id_} = "{round(x * HEX)},{round(y * ROW)}"' for id_, (x, y) in spots.items())
    return "\n".join(out) + "\n"
