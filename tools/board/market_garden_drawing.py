"""The corridor as it is drawn: small areas larger, wide ones smaller, so that counters fit each.

Outlines on the real rivers are stretched by one field for all points (a cartogram after Dougenik, Chrisman and
Niemeyer, 1985), so that neighbours stay neighbours and rivers stay on their boundaries. Standard library only.
"""
import math

# Areas shrink to this power of their true size; places where many meet are given more.
POWER = 0.35
ROOM = {"1": 1.15, "2": 1.1, "4": 1.1, "10": 1.25, "12": 1.3, "13": 1.4, "21": 1.2, "25": 1.3, "24": 1.1, "28": 1.3,
        "30": 1.15, "34": 1.3, "51": 1.25, "53": 1.25, "54": 1.1, "58": 1.2, "60": 1.15, "19": 1.1, "16": 1.1}
ROUNDS = 60


def pairs(points):
    return zip(points, points[1:] + points[:1])


def area(points):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs(points))) / 2


def middle(points):
    whole = x = y = 0
    for a, b in pairs(points):
        w = a[0] * b[1] - b[0] * a[1]
        whole, x, y = whole + w, x + (a[0] + b[0]) * w, y + (a[1] + b[1]) * w
    return x / (3 * whole), y / (3 * whole)


def along(p, a, b):
    """How far along the piece from a to b a point on it lies, if it lies well within."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy)
    if long == 0:
        return None
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long / long
    off = abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / long
    return t if off <= 0.8 and t * long > 1 and (1 - t) * long > 1 else None


def with_corners(outlines, step=12):
    """Outlines with every corner of a neighbour that lies on them, and points in between."""
    corners = sorted({point for points in outlines.values() for point in points})
    found = {}
    for place, points in outlines.items():
        out = []
        for a, b in pairs(points):
            cuts = sorted((t, c) for c in corners for t in [along(c, a, b)] if t)
            stops = [a] + [c for _, c in cuts] + [b]
            for u, v in zip(stops, stops[1:]):
                n = max(1, int(math.hypot(v[0] - u[0], v[1] - u[1]) // step))
                out += [(u[0] + (v[0] - u[0]) * i / n, u[1] + (v[1] - u[1]) * i / n) for i in range(n)]
        found[place] = out
    return found


def with_points(line, step=6):
    """A line with points in between, so that it bends as outlines do."""
    out = []
    for a, b in zip(line, line[1:]):
        n = max(1, int(math.hypot(b[0] - a[0], b[1] - a[1]) // step))
        out += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n)]
    return out + line[-1:]


def beside(line, part, off):
    """A point beside a line, so many hundredths along it, and how the line is turned there, in degrees."""
    lengths = [math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(line, line[1:])]
    def point(far):
        for (a, b), long in zip(zip(line, line[1:]), lengths):
            if far <= long:
                return a[0] + (b[0] - a[0]) * far / long, a[1] + (b[1] - a[1]) * far / long
            far -= long
        return line[-1]
    whole = sum(lengths)
    at = whole * part / 100
    (x1, y1), (x2, y2) = point(max(0, at - 18)), point(min(whole, at + 18))
    if x2 < x1:
        x1, y1, x2, y2 = x2, y2, x1, y1
    turn = math.atan2(y2 - y1, x2 - x1)
    x, y = point(at)
    return x - off * math.sin(turn), y + off * math.cos(turn), round(math.degrees(turn))


def stretch(outlines, lines):
    """Outlines and lines, both dictionaries of points, stretched together."""
    true = {place: area(points) for place, points in outlines.items()}
    want = {place: size ** POWER * ROOM.get(place, 1) for place, size in true.items()}
    scale = sum(true.values()) / sum(want.values())
    for _ in range(ROUNDS):
        cells, error = [], 0
        for place, points in outlines.items():
            now, goal = area(points), want[place] * scale
            radius = math.sqrt(now / math.pi)
            cells.append((middle(points), radius, math.sqrt(goal / math.pi) - radius))
            error += max(now, goal) / min(now, goal)
        pull = 0.7 / (1 + error / len(outlines))

        def moved(point):
            x = y = 0
            for (cx, cy), radius, mass in cells:
                dx, dy = point[0] - cx, point[1] - cy
                far = math.hypot(dx, dy) or 1e-6
                force = mass * radius / far if far > radius else mass * (far / radius) ** 2 * (4 - 3 * far / radius)
                x, y = x + force * dx / far, y + force * dy / far
            return point[0] + x * pull, point[1] + y * pull

        outlines = {place: [moved(p) for p in points] for place, points in outlines.items()}
        lines = {name: [moved(p) for p in points] for name, points in lines.items()}
    return outlines, lines


def inside(point, outline):
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in pairs(outline):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


def room(outline, wide=0.5, high=0.43):
    """Where the largest counter with its name below it fits, and how large it may be."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    rim = []
    for a, b in pairs(outline):
        n = max(1, int(math.hypot(b[0] - a[0], b[1] - a[1]) / 3))
        rim += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n)]
    best = (0, middle(outline))
    steps = 28
    for i in range(steps):
        for j in range(steps):
            x = min(xs) + (max(xs) - min(xs)) * (i + 0.5) / steps
            y = min(ys) + (max(ys) - min(ys)) * (j + 0.5) / steps
            if inside((x, y), outline):
                free = min(max(abs(p[0] - x) / wide, abs(p[1] - y) / high) for p in rim)
                best = max(best, (free, (x, y)))
    return best


def border(one, other, true_one, true_other):
    """The boundary of two neighbours: the points of one outline that lie on the other, by their true places."""
    def off(p):
        least = 1e9
        for a, b in pairs(true_other):
            dx, dy = b[0] - a[0], b[1] - a[1]
            t = max(0, min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)))
            least = min(least, math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy))
        return least

    near = [off(p) <= 1.3 for p in true_one]
    n = len(near)
    if all(near):
        return one + one[:1]
    start = near.index(False)
    runs, run = [], []
    for i in range(start, start + n + 1):
        if near[i % n]:
            run.append(one[i % n])
        elif run:
            runs.append(run)
            run = []
    return max(runs, key=len, default=[])


def thin(points, least):
    """A line without the points that lie on it anyway (Ramer, Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (x1, y1), (x2, y2) = points[0], points[-1]
    long = math.hypot(x2 - x1, y2 - y1)
    def off(p):
        if long < 1e-9:
            return math.hypot(p[0] - x1, p[1] - y1)
        return abs((p[0] - x1) * (y2 - y1) - (p[1] - y1) * (x2 - x1)) / long
    worst = max(range(1, len(points) - 1), key=lambda i: off(points[i]))
    if off(points[worst]) <= least:
        return [points[0], points[-1]]
    return thin(points[:worst + 1], least)[:-1] + thin(points[worst:], least)


def join(borders, waters):
    """Closes small gaps in a water, where areas that are no neighbours touch at a corner."""
    names = [name for name in borders if name in waters]
    for one in names:
        for other in names:
            if one >= other or waters[one] != waters[other]:
                continue
            ends = [(math.hypot(a[0] - b[0], a[1] - b[1]), i, j)
                    for i, a in ((0, borders[one][0]), (-1, borders[one][-1]))
                    for j, b in ((0, borders[other][0]), (-1, borders[other][-1]))]
            gap, i, j = min(ends)
            if 0.5 < gap < 12:
                end = borders[other][j]
                borders[one] = [end] + borders[one] if i == 0 else borders[one] + [end]
