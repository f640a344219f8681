#!/usr/bin/env python3
"""lint.py PICTURE.svg...: what is wrong with pictures, by their geometry: texts that lie upon each other, labels that the edge cuts,
markers without a size, legends over data. A line for each finding; the last one has the totals. Exit status 1 where there are any.

Texts are taken to be as wide as in Helvetica, the narrowest font they are shown in: what overlaps there overlaps everywhere.
A legend's texts are those that a plot of gnuplot has for a title; its data is what else is in the group of any plot."""
import math
import re
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
STEP = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
# Parts of the font's size: letters by their width, and how far a line reaches above its base and below.
WIDTHS = (("ijl|'", 0.22), ("ft.,:;! /\\I[]()-·", 0.29), ('r"', 0.34), ("cksvxyzJ", 0.5), ("mM", 0.83), ("W", 0.94), ("w%@", 0.75),
          ("ABCDEGHKNOPQRTUVXYFLZS&", 0.66))
WIDTH_USUAL = 0.55
ASCENT, DESCENT = 0.72, 0.2
DEEP = set("gjpqy,;()[]/|_")
# Points that texts may share or stick out, as no renderer places them more exactly; what a marker is at least.
SLACK = 1.5
MARKER_LEAST = 0.3


@dataclass
class Text:
    words: str
    corners: list  # in the picture's units, around the base line
    legend: bool = False

    def __post_init__(self):
        self.bounds = bounds_of(self.corners)


@dataclass
class Shape:
    lines: list  # of pairs of points
    area: list = None  # corners, where it is filled


# ---- geometry ----------------------------------------------------------------------------------------------------------


def matrix_of(text):
    """a, b, c, d, e, f of a transform attribute."""
    whole = (1, 0, 0, 1, 0, 0)
    for name, arguments in re.findall(r"(\w+)\s*\(([^)]*)\)", text or ""):
        n = [float(number) for number in NUMBER.findall(arguments)]
        if name == "translate":
            step = (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
        elif name == "scale":
            step = (n[0], 0, 0, n[1] if len(n) > 1 else n[0], 0, 0)
        elif name == "rotate":
            cosine, sine = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            step = (cosine, sine, -sine, cosine, 0, 0)
            if len(n) > 2:
                step = times(times((1, 0, 0, 1, n[1], n[2]), step), (1, 0, 0, 1, -n[1], -n[2]))
        else:
            step = tuple(n) if name == "matrix" else (1, 0, 0, 1, 0, 0)
        whole = times(whole, step)
    return whole


def times(m, n):
    a, b, c, d, e, f = m
    return (a * n[0] + c * n[1], b * n[0] + d * n[1], a * n[2] + c * n[3], b * n[2] + d * n[3],
            a * n[4] + c * n[5] + e, b * n[4] + d * n[5] + f)


def place(m, point):
    return m[0] * point[0] + m[2] * point[1] + m[4], m[1] * point[0] + m[3] * point[1] + m[5]


def bounds_of(corners):
    xs, ys = zip(*corners)
    return min(xs), min(ys), max(xs), max(ys)


def meet(a, b):
    """Whether two bounds do: most do not, and need no closer look."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def sides(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def depth(first, second):
    """How far two convex areas lie in each other; 0 or less: they do not."""
    least = math.inf
    for (x, y), (u, v) in sides(first) + sides(second):
        length = math.hypot(u - x, v - y)
        if length == 0:
            continue
        along = [[(p * (y - v) + q * (u - x)) / length for p, q in corners] for corners in (first, second)]
        least = min(least, max(along[0]) - min(along[1]), max(along[1]) - min(along[0]))
    return least


def crosses(corners, line):
    """Whether a line goes through an area, and not along its edge. Cut to what lies inside, it has a length."""
    (x, y), (u, v) = line
    low, high = 0.0, 1.0
    turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(corners))
    for (p, q), (r, s) in sides(corners):
        inwards = (q - s, r - p) if turn > 0 else (s - q, p - r)
        begin = (x - p) * inwards[0] + (y - q) * inwards[1]
        change = (u - x) * inwards[0] + (v - y) * inwards[1]
        if change == 0:
            if begin <= 0:
                return False
        elif change > 0:
            low = max(low, -begin / change)
        else:
            high = min(high, -begin / change)
    return low < high


def holds(area, point):
    inside = False
    for (x, y), (u, v) in sides(area):
        if (y > point[1]) != (v > point[1]) and point[0] < x + (point[1] - y) * (u - x) / (v - y):
            inside = not inside
    return inside


def shrunk(corners, by):
    """A rectangle that is smaller on each side."""
    x, y = (sum(corner[k] for corner in corners) / len(corners) for k in (0, 1))
    width, height = (math.dist(corners[0], corners[k]) or 1 for k in (1, 3))
    across, down = ([max(0, 1 - 2 * by / size) * (corners[k][axis] - corners[0][axis]) / 2 for axis in (0, 1)]
                    for k, size in ((1, width), (3, height)))
    return [(x + i * across[0] + j * down[0], y + i * across[1] + j * down[1]) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


# ---- a picture ---------------------------------------------------------------------------------------------------------


def width_of(words):
    return sum(next((width for letters, width in WIDTHS if letter in letters), WIDTH_USUAL) for letter in words)


def points_of(path):
    """The lines of a path's "d", and whether it is closed. Curves are taken for their chords."""
    lines, at, begin, closed = [], (0.0, 0.0), (0.0, 0.0), False
    for letter, arguments in STEP.findall(path):
        n = [float(number) for number in NUMBER.findall(arguments)]
        if letter in "zZ":
            lines.append((at, begin))
            at, closed = begin, True
            continue
        if letter in "hH":
            ends = [(x, None) for x in n]
        elif letter in "vV":
            ends = [(None, y) for y in n]
        else:
            stride = {"c": 6, "q": 4, "s": 4, "a": 7}.get(letter.lower(), 2)
            ends = [(n[i + stride - 2], n[i + stride - 1]) for i in range(0, len(n) - stride + 1, stride)]
        for number, end in enumerate(ends):
            base = at if letter.islower() else (0.0, 0.0)
            to = tuple(at[k] if end[k] is None else base[k] + end[k] for k in (0, 1))
            if letter in "mM" and number == 0:
                begin = to
            else:
                lines.append((at, to))
            at = to
    return lines, closed


class Picture:
    def __init__(self, source):
        self.texts, self.shapes, self.markers = [], [], []  # markers: where, and how large
        root = ElementTree.fromstring(source)
        box = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
        if len(box) != 4:
            box = [0, 0] + [float(NUMBER.match(root.get(name, "0")).group()) for name in ("width", "height")]
        self.box = (box[0], box[1], box[0] + box[2], box[1] + box[3])
        self.sizes = {e.get("id"): float(e.get("r", 1)) for e in root.iter() if e.get("id")}
        self.walk(root, (1, 0, 0, 1, 0, 0), {"size": 16.0, "anchor": "start", "fill": "black"}, None)

    def walk(self, element, matrix, style, plot):
        kind = element.tag.rsplit("}", 1)[-1]
        if kind in ("defs", "title", "desc", "style", "script"):
            return
        matrix = times(matrix, matrix_of(element.get("transform")))
        style = {"size": float(NUMBER.match(element.get("font-size", str(style["size"]))).group()),
                 "anchor": element.get("text-anchor", style["anchor"]), "fill": element.get("fill", style["fill"])}
        if re.search(r"(^|_)plot_\d", element.get("id", "")):
            plot = next((e.text or "" for e in element if e.tag.endswith("title")), "")
        if kind == "text":
            self.add_text(element, matrix, style, plot)
            return
        if plot is not None or kind in ("use", "circle"):
            self.add_shape(kind, element, matrix, style, plot is not None)
        for child in element:
            self.walk(child, matrix, style, plot)

    def add_text(self, element, matrix, style, plot):
        words = re.sub(r"\s+", " ", "".join(element.itertext())).strip()
        if not words:
            return
        sizes = [float(NUMBER.match(e.get("font-size")).group()) for e in element.iter() if e.get("font-size")]
        size = max(sizes + [0]) or style["size"]
        width = size * width_of(words)
        left = float(element.get("x", 0)) - {"start": 0, "middle": width / 2, "end": width}.get(style["anchor"], 0)
        base = float(element.get("y", 0))
        top, bottom = base - ASCENT * size, base + (DESCENT * size if DEEP & set(words) else 0)
        corners = [place(matrix, p) for p in ((left, top), (left + width, top), (left + width, bottom), (left, bottom))]
        self.texts.append(Text(words, corners, plot is not None and words == re.sub(r"\s+", " ", plot).strip()))

    def add_shape(self, kind, element, matrix, style, is_data):
        if kind in ("use", "circle"):
            middle = (0.0, 0.0) if kind == "use" else (float(element.get("cx", 0)), float(element.get("cy", 0)))
            scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            name = next((value for key, value in element.items() if key.endswith("href")), "")
            size = 2 * scale * (float(element.get("r", 0)) if kind == "circle" else self.sizes.get(name.lstrip("#"), 1.0))
            self.markers.append((place(matrix, middle), size))
            if is_data:
                x, y = place(matrix, middle)
                self.shapes.append(Shape([((x - size / 2, y), (x + size / 2, y)), ((x, y - size / 2), (x, y + size / 2))]))
            return
        if kind == "path":
            lines, closed = points_of(element.get("d", ""))
        elif kind in ("polygon", "polyline"):
            n = [float(number) for number in NUMBER.findall(element.get("points", ""))]
            corners = list(zip(n[::2], n[1::2]))
            closed, lines = kind == "polygon", sides(corners) if kind == "polygon" else list(zip(corners, corners[1:]))
        elif kind == "rect":
            x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
            closed, lines = True, sides([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        else:
            return
        lines = [(place(matrix, a), place(matrix, b)) for a, b in lines]
        self.shapes.append(Shape(lines, [a for a, _ in lines] if closed and style["fill"] != "none" else None))

    # ---- what is wrong -------------------------------------------------------------------------------------------------

    def overlaps(self):
        for i, text in enumerate(self.texts):
            for other in self.texts[i + 1:]:
                same = (text.words, text.corners) == (other.words, other.corners)
                if not same and meet(text.bounds, other.bounds) and depth(text.corners, other.corners) > SLACK:
                    yield f"'{text.words}' lies upon '{other.words}'"

    def clipped(self):
        for text in self.texts:
            left, top, right, bottom = text.bounds
            out = max(self.box[0] - left, self.box[1] - top, right - self.box[2], bottom - self.box[3])
            if out > SLACK:
                yield f"'{text.words}' is cut: {out:.0f} of it lie outside"

    def empty_markers(self):
        empty = [where for where, size in self.markers if size < MARKER_LEAST]
        if empty:
            yield f"{len(empty)} of {len(self.markers)} markers have no size, the first at {empty[0][0]:.0f}, {empty[0][1]:.0f}"

    def covered(self):
        for text in self.texts:
            if not text.legend:
                continue
            inner = shrunk(text.corners, SLACK)
            middle = tuple(sum(corner[k] for corner in inner) / 4 for k in (0, 1))
            over = sum(any(meet(text.bounds, bounds_of(line)) and crosses(inner, line) for line in shape.lines)
                       or (shape.area is not None and holds(shape.area, middle)) for shape in self.shapes)
            if over:
                yield f"'{text.words}' of the legend lies over data: {over} line{'s' * (over > 1)} or markers"

    def findings(self):
        for name, found in (("overlap", self.overlaps()), ("clipped", self.clipped()), ("marker", self.empty_markers()),
                            ("legend", self.covered())):
            yield from ((name, text) for text in found)


def main(files):
    count = 0
    for file in files:
        with open(file, encoding="utf-8") as source:
            for kind, text in Picture(source.read()).findings():
                count += 1
                print(f"{file}: {kind}: {text}")
    print(f"{len(files)} pictures, {count} findings")
    return count > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
