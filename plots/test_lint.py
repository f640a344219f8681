"""Tests of lint.py: of each kind ten planted faults, ten clean pictures, and the pictures of the tree. tests/unittests.py runs them."""
import pathlib
import unittest

import lint

ROOT = pathlib.Path(lint.__file__).resolve().parent.parent
# What is known of pictures in the tree, by kind: each ends with the picture that is drawn better.
KNOWN = {}

HEAD = """<svg viewBox="0 0 800 480" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<title>Gnuplot</title><rect x="0" y="0" width="800" height="480" fill="#ffffff"/>
<defs><circle id='gpDot' r='0.5'/><circle id='gpPt5' r='1'/><path id='gpPt0' d='M-1,0 h2 M0,-1 v2'/></defs>"""


def text(words, x, y, anchor="start", turn=0, size=15):
    return (f'<g transform="translate({x},{y}) rotate({turn})" fill="black" font-size="{size}.00" text-anchor="{anchor}">'
            f"<text><tspan> {words}</tspan></text></g>")


def marker(x, y, scale=3.5, of="gpPt5"):
    return f"<use xlink:href='#{of}' transform='translate({x},{y}) scale({scale:.2f})'/>"


def plot(title, *parts, fill="none"):
    return f'<g id="gnuplot_plot_1" ><title>{title}</title><g fill="{fill}">{"".join(parts)}</g></g>'


def line(*points):
    return '<path d="M' + " L".join(f"{x},{y}" for x, y in points) + '"/>'


def kinds(*parts):
    return [kind for kind, _ in lint.Picture(HEAD + "".join(parts) + "</svg>").findings()]


# A picture as gnuplot makes them: ticks, a title, a legend in a free corner, a curve below it.
CLEAN = (text("NVIDIA H200", 400, 27, "middle"), *(text(tick, 80, 440 - 40 * tick, "end") for tick in range(8)),
         *(text(f"benchmark{k}", 120 + 60 * k, 415, "end", -60, 12) for k in range(10)), text("GB/s", 20, 240, "middle", 270),
         plot("read", text("read", 700, 60), line((660, 55), (690, 55)), marker(675, 55), line((100, 400), (400, 200), (760, 180)),
              marker(400, 200)))


class Lint(unittest.TestCase):
    def test_clean(self):
        closest = (text("GB/s", 660, 80), text("GB/s", 700, 76), text("under", 400, 44, "middle"), text("edge", 798, 300, "end"),
                   text("deep", 5, 477), text("top", 300, 12), marker(740, 80), line((100, 66), (790, 66)),
                   text("vertical", 40, 240, "middle", 270), text("benchmark10", 720, 415, "end", -60, 12))
        for number, near in enumerate(closest):
            with self.subTest(number):
                self.assertEqual(kinds(*CLEAN, plot("other", near)), [])

    def test_overlapping_texts(self):
        planted = [text("H200", 430 + 4 * k, 24 + k, "middle") for k in range(3)]
        planted += [text("14.3", 78, 283 + 2 * k, "end") for k in range(3)]
        planted += [text("benchmark", 122 + 2 * k, 418, "end", turn, 12) for k, turn in enumerate((-60, -45))]
        planted += [text("TB/s", 22, 250, "middle", 270), text("over it all", 20, 236)]
        for number, fault in enumerate(planted):
            with self.subTest(number):
                self.assertIn("overlap", kinds(*CLEAN, fault))

    def test_clipped_labels(self):
        planted = [text("a long name at the right", 650 + 30 * k, 300) for k in range(3)]
        planted += [text("a name at the left", 60 - 20 * k, 120, "end") for k in range(2)]
        planted += [text("low", 300, 483 + 5 * k) for k in range(2)] + [text("high", 200, 6)]
        planted += [text("a benchmark with a name", 60, 470, "end", -60), text("up and out of it", 600, 60, "start", 270)]
        for number, fault in enumerate(planted):
            with self.subTest(number):
                self.assertIn("clipped", kinds(*CLEAN, fault))

    def test_markers_without_size(self):
        planted = [marker(200 + 40 * k, 300, 0) for k in range(4)] + [marker(200, 300, 0.004 * k, "gpPt0") for k in range(3)]
        planted += [f'<circle cx="{k}" cy="300" r="0"/>' for k in (200, 300)] + [f'<g transform="scale(0.01)">{marker(9, 9)}</g>']
        for number, fault in enumerate(planted):
            with self.subTest(number):
                self.assertIn("marker", kinds(*CLEAN, plot("series", fault)))

    def test_legends_over_data(self):
        planted = [plot("curve", line((100, 400), (690 + 5 * k, 20), (740, 90))) for k in range(3)]
        planted += [plot("curve", line((600, 52 + 2 * k), (790, 56))) for k in range(2)]
        planted += [plot("points", marker(702 + 8 * k, 57 - k)) for k in range(3)]
        planted += [plot("bars", "<polygon fill='rgb(0,114,178)' points='650,440 780,440 780,30 650,30'/>"),
                    plot("area", '<path d="M640,440 L640,20 L790,20 L790,440 Z"/>', fill="green")]
        for number, fault in enumerate(planted):
            with self.subTest(number):
                self.assertIn("legend", kinds(*CLEAN, fault))

    def test_pictures_of_the_tree(self):
        found = {}
        for path in sorted([*ROOT.glob("plots/*.svg"), *ROOT.glob("bench/*/*.svg")]):
            name = str(path.relative_to(ROOT))
            for kind, _ in lint.Picture(path.read_text(encoding="utf-8")).findings():
                found.setdefault(name, []).append(kind)
        self.assertEqual(found, KNOWN)


if __name__ == "__main__":
    unittest.main()
