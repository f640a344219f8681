#!/usr/bin/env python3
"""lint.py PICTURE.svg|REPORT.html...: finds faults of pictures by their geometry: overlapping texts, labels cut off at
the edge, markers without a size, legends over or among data, filled boxes over data, empty corners, areas taken by
legends, strips, and plots of one panel that look alike in grey. Prints a line for each finding, then the totals. The
exit status is 1 if there are findings.

Texts are assumed to be as wide as in Helvetica, the narrowest font in which they are shown: texts that overlap in it
overlap everywhere. A legend's texts are the titles of gnuplot's plots; everything else in the group of a plot is
data."""
import base64
import math
import re
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import dataclass

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
STEP = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
# Relative to the font size: the widths of letters, and the extent of a line above and below its base.
WIDTHS = (("ijl|'", 0.22), ("ft.,:;! /\\I[]()-·", 0.29), ('r"', 0.34), ("cksvxyzJ", 0.5), ("mM", 0.83), ("W", 0.94),
          ("w%@", 0.75), ("ABCDEGHKNOPQRTUVXYFLZS&", 0.66))
WIDTH_USUAL = 0.55
ASCENT, DESCENT = 0.72, 0.2
DEEP = set("gjpqy,;()[]/|_")
# Overlap or overhang allowed for texts, in points, because renderers do not place them more precisely; and the minimum
# size of a marker.
SLACK = 1.5
MARKER_LEAST = 0.3
# Limits relative to the picture: width and height of an empty corner; width of a legend next to the plots; height of a
# legend above the data of its plot; part of a legend's box within the bounds of lines whose names could be at their
# ends; width over height.
CORNERS = ((0.4, 0.4), (0.5, 0.33), (0.33, 0.5))
BESIDE_MOST, ABOVE_MOST, AMONG_MOST, STRIP_MOST = 0.2, 0.22, 0.75, 4
SAMPLE = 3  # reach of a legend's sample to the left of its text, in heights of the text
GREY_LEAST = 0.05  # visible difference between two greys, from 0 (black) to 1 (white)
BARS = 4    # a plot with fewer filled areas is a plot of lines


@dataclass
class Text:
    words: str
    corners: list  # in the picture's units, around the base line
    legend: bool = False
    panel: str = None  # for a legend: the plot of the picture

    def __post_init__(self):
        self.bounds = bounds_of(self.corners)


@dataclass
class Shape:
    lines: list  # pairs of points
    area: list = None  # corners of a filled area
    panel: str = None
    fill: str = ""
    is_marker: bool = False

    def bounds(self):
        return bounds_of([point for line in self.lines for point in line])


# ---- geometry --------------------------------------------------------------------------------------------------------


def matrix_of(text):
    """Return the numbers a to f of a transform attribute."""
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
    """True if two bounds overlap. Most do not, and need no closer check."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def union(bounds):
    return tuple(of(one[k] for one in bounds) for k, of in ((0, min), (1, min), (2, max), (3, max)))


def part_within(a, b):
    """Return the part of a's area that is in b."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(width, 0) * max(height, 0) / ((a[2] - a[0]) * (a[3] - a[1]))


def sides(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def depth(first, second):
    """Return the depth by which two convex areas overlap; 0 or less: they do not."""
    least = math.inf
    for (x, y), (u, v) in sides(first) + sides(second):
        length = math.hypot(u - x, v - y)
        if length == 0:
            continue
        along = [[(p * (y - v) + q * (u - x)) / length for p, q in corners] for corners in (first, second)]
        least = min(least, max(along[0]) - min(along[1]), max(along[1]) - min(along[0]))
    return least


def crosses(corners, line):
    """True if a line crosses an area instead of running along its edge: its part inside has a length."""
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
    """Return the rectangle, made smaller on each side."""
    x, y = (sum(corner[k] for corner in corners) / len(corners) for k in (0, 1))
    width, height = (math.dist(corners[0], corners[k]) or 1 for k in (1, 3))
    across, down = ([max(0, 1 - 2 * by / size) * (corners[k][axis] - corners[0][axis]) / 2 for axis in (0, 1)]
                    for k, size in ((1, width), (3, height)))
    return [(x + i * across[0] + j * down[0], y + i * across[1] + j * down[1])
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def grey_of(colour, opacity):
    """Return the grey of a colour on white, from 0 (black) to 1."""
    parts = [int(colour[k:k + 2], 16) for k in (1, 3, 5)] if re.match("#[0-9a-fA-F]{6}$", colour) else \
        [float(part) for part in NUMBER.findall(colour)] or [0, 0, 0]
    return 1 - opacity * (1 - sum(weight * part / 255 for weight, part in zip((0.299, 0.587, 0.114), parts)))


# ---- a picture -------------------------------------------------------------------------------------------------------


def width_of(words):
    return sum(next((width for letters, width in WIDTHS if letter in letters), WIDTH_USUAL) for letter in words)


def points_of(path):
    """Return the lines of a path's "d", and True if it is closed. Curves are replaced by their chords."""
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
        self.texts, self.shapes, self.markers = [], [], []  # markers: position and size
        self.frames, self.panel = [], None  # frames: bounds of each plot's axes
        self.looks, self.look = {}, None    # by plot: (panel, markers, dashes, greys)
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
            self.panel = re.sub(r".*plot_\d+", "", element.get("id"))
            self.look = self.looks.setdefault(element.get("id"), (self.panel, set(), set(), set()))
        if kind == "text":
            self.add_text(element, matrix, style, plot)
            return
        if plot is not None or kind in ("use", "circle"):
            self.add_shape(kind, element, matrix, style, plot is not None)
        elif kind == "path":
            self.add_frame(element, matrix)
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
        self.texts.append(Text(words, corners, plot is not None and words == re.sub(r"\s+", " ", plot).strip(),
                               self.panel))

    def add_frame(self, element, matrix):
        """Axes are one line down and one to the right."""
        lines = [(place(matrix, a), place(matrix, b)) for a, b in points_of(element.get("d", ""))[0]]
        if (len(lines) > 1 and lines[0][1] == lines[1][0] and lines[0][0][0] == lines[0][1][0] and
            lines[1][0][1] == lines[1][1][1]):
            self.frames.append(bounds_of([point for line in lines[:2] for point in line]))

    def add_shape(self, kind, element, matrix, style, is_data):
        if is_data and kind != "g":
            self.note_look(kind, element, matrix)
        if kind in ("use", "circle"):
            middle = (0.0, 0.0) if kind == "use" else (float(element.get("cx", 0)), float(element.get("cy", 0)))
            scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            name = next((value for key, value in element.items() if key.endswith("href")), "")
            size = 2 * scale * (float(element.get("r", 0)) if kind == "circle"
                                else self.sizes.get(name.lstrip("#"), 1.0))
            self.markers.append((place(matrix, middle), size))
            if is_data:
                x, y = place(matrix, middle)
                self.shapes.append(Shape([((x - size / 2, y), (x + size / 2, y)),
                                          ((x, y - size / 2), (x, y + size / 2))], panel=self.panel,
                                         is_marker=True))
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
        filled = closed and style["fill"] != "none"
        self.shapes.append(Shape(lines, [a for a, _ in lines] if filled else None, self.panel,
                                 re.sub(r"\s", "", style["fill"])))

    def note_look(self, kind, element, matrix):
        _, markers, dashes, greys = self.look
        of = {name: element.get(name) for name in ("fill", "stroke", "color", "opacity", "fill-opacity")}
        if kind == "use":
            markers.add((next(value for key, value in element.items() if key.endswith("href")), round(matrix[0])))
        elif of["fill"] not in (None, "none"):
            markers.add(of["fill"])  # bars of a cluster are in the order of the legend, so their colours may be alike
        elif of["stroke"] is not None:
            dashes.add(element.get("stroke-dasharray", ""))
            return
        colour = of["color"] if kind == "use" else of["fill"]
        if colour not in (None, "none"):
            greys.add(round(grey_of(colour, float(of["opacity"] or of["fill-opacity"] or 1)), 3))

    # ---- faults ------------------------------------------------------------------------------------------------------

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
            yield (f"{len(empty)} of {len(self.markers)} markers have no size, the first at {empty[0][0]:.0f}, "
                   f"{empty[0][1]:.0f}")

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

    def opaque(self):
        """Find white boxes that hide data drawn before them."""
        for number, box in enumerate(self.shapes):
            if box.area is None or box.fill not in ("white", "#ffffff", "#FFFFFF", "rgb(255,255,255)"):
                continue
            inner = shrunk(box.area, SLACK) if len(box.area) == 4 else box.area
            under = sum(any(meet(bounds_of(inner), bounds_of(line)) and crosses(inner, line) for line in shape.lines)
                        for shape in self.shapes[:number] if shape.panel == box.panel)
            if under:
                x, y = box.area[0]
                yield f"a white box at {x:.0f}, {y:.0f} hides {under} line{'s' * (under > 1)} or markers"

    def empty_corners(self):
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        filled = ([text.bounds for text in self.texts] + self.frames +
                  [shape.bounds() for shape in self.shapes if shape.lines])
        for across, right in (("left", False), ("right", True)):
            for down, low in (("top", False), ("bottom", True)):
                for part, tall in CORNERS:
                    x = self.box[2] - part * width if right else self.box[0]
                    y = self.box[3] - tall * height if low else self.box[1]
                    if not any(meet((x, y, x + part * width, y + tall * height), one) for one in filled):
                        yield (f"the {down} {across} corner is empty, {part:.0%} of the width and {tall:.0%} of "
                               "the height")
                        break

    def legends(self):
        """Yield for each plot with several entries: (their box with samples, height of a text, bounds of its data, True
        if these are lines)."""
        for panel in sorted({text.panel for text in self.texts if text.legend}):
            texts = [text.bounds for text in self.texts if text.legend and text.panel == panel]
            tall = texts[0][3] - texts[0][1]

            def is_sample(line):
                x, y = ((a + b) / 2 for a, b in zip(*line))
                return any(one[0] - 5 * tall < x < one[2] + 5 * tall and one[1] - tall / 2 < y < one[3] + tall / 2
                           for one in texts)

            shapes = [shape for shape in self.shapes if shape.panel == panel]
            data = [(shape, bounds_of(line)) for shape in shapes for line in shape.lines if not is_sample(line)]
            is_lines = (any(not shape.is_marker for shape, _ in data) and
                        sum(shape.area is not None for shape in shapes) < BARS)
            if len(texts) > 1 and data:
                box = union(texts)
                yield (box[0] - SAMPLE * tall, *box[1:]), tall, union([bounds for _, bounds in data]), is_lines

    def rooms(self):
        """Find legends that take too much room: among lines, above all data, next to all plots."""
        for box, tall, data, is_lines in self.legends():
            frame = next((one for one in self.frames
                          if part_within(box, (one[0] - tall, one[1] - tall, one[2] + 3 * tall, one[3])) > 0.99), None)
            if frame and is_lines and part_within(box, data) >= AMONG_MOST:
                yield "the legend is among the lines, which can have their names at their ends"
            elif frame and box[3] <= data[1] and (box[3] - box[1] + tall / 2) / (frame[3] - frame[1]) >= ABOVE_MOST:
                yield (f"the legend takes {(box[3] - box[1] + tall / 2) / (frame[3] - frame[1]):.0%} of its plot's "
                       "height, which has no data")
            right = max((one[2] for one in self.frames), default=self.box[2])
            others = any(not text.legend and text.bounds[0] >= right for text in self.texts)
            if box[0] >= right and not others and self.box[2] - right >= BESIDE_MOST * (self.box[2] - self.box[0]):
                yield (f"the legend takes {(self.box[2] - right) / (self.box[2] - self.box[0]):.0%} of the "
                       "picture's width")

    def alike(self):
        """Find plots with the same markers or areas, dashes and grey. Heat maps have many greys."""
        plots = [(name, *look) for name, look in self.looks.items() if look[1] and len(look[3]) == 1]
        for number, (name, panel, markers, dashes, greys) in enumerate(plots):
            for other, *look in plots[number + 1:]:
                if look[:3] == [panel, markers, dashes] and abs(max(greys) - max(look[3])) < GREY_LEAST:
                    yield f"{name} and {other} look alike in grey"

    def strip(self):
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        if max(width / height, height / width) > STRIP_MOST:
            yield f"{width:.0f} by {height:.0f} is a strip"

    def findings(self):
        for name, found in (("overlap", self.overlaps()), ("clipped", self.clipped()), ("marker", self.empty_markers()),
                            ("legend", self.covered()), ("opaque", self.opaque()), ("empty", self.empty_corners()),
                            ("room", self.rooms()), ("strip", self.strip()), ("alike", self.alike())):
            yield from ((name, text) for text in found)


def pictures_of(path):
    """Yield (name, SVG) for each picture in a file, which is a picture or a report."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not path.endswith(".html"):
        return [(path, text)]
    return [(f"{path}, {heading}", zlib.decompress(base64.b64decode(packed)).decode())
            for heading, packed in re.findall(r"<h3>([^<]*)</h3>\s*<figure><pre[^>]*>([^<]*)</pre>", text)]


def main(files):
    count = pictures = 0
    for file in files:
        for name, source in pictures_of(file):
            pictures += 1
            for kind, text in Picture(source).findings():
                count += 1
                print(f"{name}: {kind}: {text}")
    print(f"{pictures} pictures, {count} findings")
    return count > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
