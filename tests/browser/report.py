#!/usr/bin/env python3
"""report.py BUILD [SEED]: the report in Chromium, as its readers use it. The last line has the totals.

- Six questions, each answered within two clicks: the slowest GPU of 100 and its host, the farthest roof of each GPU,
  the ratio of two models, the stride at which reads halve, the attainable rate at a given intensity, and a saved chart
  with its legend. Models are made up by SEED, which is printed; answers are visible text, and are compared with what
  Python works out from the CSV.
- Every chart is saved as SVG, in which plots/lint.py finds no text that overlaps or is cut, and as PNG.
- Views whose lines run back in x, unless x is a measured rate: none.
- No violation that axe-core finds, in light and in dark, in a wide window and a narrow one, closed and with all
  tables open.
- Pages of 1000 and 10,000 GPUs: their size, and how long that of 1000 takes to open and to filter, also as multiples
  of an empty page. The times of a machine prove nothing about a page, so what fails is the work: the processor's
  seconds against those that sorting a million numbers takes.

Nothing may be fetched from a network, and the console stays empty."""
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import axe
import chromium
import made

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "plots"))
import lint  # noqa: E402  of plots
CLICKS_MOST = 2
# In units of the time to sort a million numbers: 0.25 s on a machine where a page opens in 0.7 s and filters in 0.15 s.
OPEN_MOST, FILTER_MOST = 8, 6
READY = "document.documentElement.classList.contains('ready')"
WHOLE = "document.documentElement.classList.contains('whole')"
TABLES = ("[...document.querySelectorAll('details.numbers')].every(one => one.closest('[hidden]') || "
          "one.querySelector('tbody'))")
# Keeps what the page gives to be saved: the type, and the height of a picture or the text.
WATCHED = """URL.createObjectURL = blob => { (blob.type === 'image/png' ? createImageBitmap(blob) : blob.text())
    .then(found => { window.saved = [blob.type, found.height || found]; }); return 'data:,'; }; window.saved = null"""
# Draws every view of every benchmark: their number, and those with a line that runs back in x.
BACKWARDS = """(() => { let views = 0;
    const choose = (id, value) => { at(id).value = value; at(id).dispatchEvent(new Event('change')); };
    const found = [...at('benchmark').options].flatMap(({ value: name }) => { choose('benchmark', name);
    return [...at('view').options].map(option => option.value).filter(view => {
        choose('view', view);
        views++;
        return words.length === 0 && !/\\/s$/.test(xUnit) &&
            lineList.some(({ data }) => data.some((point, i) => i > 0 && point.x < data[i - 1].x)); })
        .map(view => name + ' ' + view); });
    return [views, found]; })()"""
CHARTS = ("[...document.querySelectorAll('.chart canvas')].filter(one => !one.closest('[hidden]')).map(one => one.id)")
STEPS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n"))


class Totals:
    """The counts of passed and failed checks."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, what, holds, found=""):
        self.passed += bool(holds)
        self.failed += not holds
        print(f"{'ok' if holds else 'FAIL'}: {what}" + (f": {found}" if found and not holds else ""))

    def skip(self, what):
        self.skipped += 1
        print(f"skipped: {what}")

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else ""))
        return self.failed > 0 or self.passed == 0


def number(text):
    """The value of a page's text: 1.057 µs."""
    value, _, unit = text.partition(" ")
    return float(value) * next((scale for scale, prefix in STEPS if prefix and unit.startswith(prefix) and
                                len(unit) > len(prefix)), 1)


def near(value, wanted):
    """Rounded to the four digits that are shown."""
    return abs(value - wanted) <= 1e-3 * abs(wanted)


def report(build, out, *files):
    subprocess.run([f"{build}/gpubench", "report", *map(str, files), "-o", str(out)], check=True, capture_output=True,
                   env={**os.environ, "GPUBENCH_REFERENCE": str(ROOT / "results/reference")})


def opened(browser, path, dark=False, width=1280, until=READY):
    page = browser.page(width=width, dark=dark)
    page.open(f"file://{path}")
    page.until(until, f"{path.name} is drawn")
    return page


def quiet(totals, page, what):
    totals.check(f"{what}: nothing is fetched, the console is empty", not page.fetched() + page.complaints(),
                 page.fetched() + page.complaints())


# ---- questions -------------------------------------------------------------------------------------------------------


def choose(page, name, word):
    """A click on a list, then the choice of an entry, which is made by keyboard here."""
    page.click(f"document.getElementById('{name}')")
    page.type(word)
    page.enter()
    page.clicks += 1


def answered(totals, page, question, holds, found):
    totals.check(f"{question}: answered", holds, found)
    totals.check(f"{question}: {page.clicks} clicks", page.clicks <= CLICKS_MOST)


def ask_slowest(totals, browser, path, planted):
    page = opened(browser, path)
    worst = re.search(r"Against peers: 1 slow and 0 fast GPUs?\. The worst is (\S+) on (\S+), [-\d.]+\s%\sin\s(\S+)\.",
                      page.text("#top .alarm"))
    found = worst and worst.groups()
    # The rate and the work per clock of a roof fall alike.
    answered(totals, page, "the slowest GPU of 100 and its host", found and found[0] == planted[0] and
             found[1].startswith("node") and found[2] in (planted[1], f"{planted[1]}/clock"), f"{found}, not {planted}")
    page.click("document.querySelector('#top .alarm a')")
    page.until("document.querySelector('details.gpu[open] td')", "its link opens its table")
    page.close()


def ask_farthest(totals, browser, path, models):
    page = opened(browser, path)
    shown = {letter: (roof, float(part)) for letter, roof, part in
             re.findall(r"Made-up (\w) GPU-\S+ on \S+: (\S+) at ([\d.]+)\s%", page.text("#top"))}
    wanted = {letter: made.farthest_of(csv) for letter, csv in models.items()}
    answered(totals, page, "the farthest roof of each GPU", all(
        letter in shown and shown[letter][0] == roof and abs(shown[letter][1] - 100 * part) < 0.06
        for letter, (roof, part) in wanted.items()), f"{shown}, not {wanted}")
    page.close()


def ask_ratio(totals, browser, path, models):
    page = opened(browser, path)
    base, other = (made.roofs_of(models[letter]) for letter in re.findall(r"Made-up (\w)", page.text("#columns thead")))
    shown = re.findall(r"^(\S+)\t.*\u00d7([\d.]+)$", page.text("#columns"), re.M)
    wrong = [(roof, ratio) for roof, ratio in shown if roof in base and
             not abs(float(ratio) - other[roof] / base[roof]) < 6e-4]
    answered(totals, page, "the ratio of two models in dram.read", len(shown) > 40 and not wrong, wrong[:5])
    rates = [float(ratio) for roof, ratio in shown if "latency" not in roof and "round_trip" not in roof]
    totals.check("ratios are sorted", rates == sorted(rates, reverse=True), rates)
    quiet(totals, page, "two models")
    page.close()


def ask_stride(totals, browser, path, models):
    page = opened(browser, path)
    choose(page, "benchmark", "stride")
    page.until("document.getElementById('benchmark').value === 'stride'", "the benchmark is chosen")
    shown = dict(re.findall(r"Made-up (\w) GPU-\S+: Reads keep half of their bandwidth up to a stride of (\d+)",
                            page.text("#curve-says")))
    wanted = {letter: str(made.half_of(csv)) for letter, csv in models.items()}
    answered(totals, page, "the stride at which reads halve", shown == wanted, f"{shown}, not {wanted}")
    page.close()


def ask_attainable(totals, browser, path, models, draw):
    page, intensity = opened(browser, path), draw.choice((2, 0.5, 30))
    page.click("document.getElementById('intensity')")
    page.evaluate("document.getElementById('intensity').select()")
    page.type(str(intensity))
    shown = re.search(r"At (\S+) FLOP/B Made-up (\w) GPU-\S+ attains (\S+ \S+) in fp32 .*, limited by (\S+)\.$",
                      page.text("#attainable"))
    roofs = made.roofs_of(models[shown[2]]) if shown else {}
    answered(totals, page, f"the attainable rate at {intensity} FLOP/B in FP32", shown and
             float(shown[1]) == intensity and
             near(number(shown[3]), min(intensity * roofs["dram.read"], roofs["fp32"])) and
             (shown[4] == "fp32") == (intensity * roofs["dram.read"] >= roofs["fp32"]), shown and shown[0])
    page.close()


def saved(page, chart, number):
    """The file that a button of a chart saves: its type, and height or text."""
    page.evaluate(WATCHED)
    page.click(f"document.querySelectorAll('#{chart}-at + p .keep')[{number}]")
    page.until("window.saved", "a picture is saved")
    return page.evaluate("saved")


def ask_saved(totals, browser, path):
    page = opened(browser, path)
    kind, svg = saved(page, "roofline", 1)
    texts = [text.words for text in lint.Picture(svg).texts]
    missing = [words for words in ("Roofline", "dram.read", "fp32") if words not in texts]
    answered(totals, page, "a saved chart has title, legend, GPU and date", kind == "image/svg+xml" and not missing and
             any(re.match(r"Made-up \w GPU-\S+ on node\w, \d{4}-\d\d-\d\d", one) for one in texts),
             f"{kind} without {missing}: {texts}")
    page.close()


def try_saved(totals, browser, path, width):
    """Every chart as SVG, whose texts have room, and as PNG of its height."""
    page = opened(browser, path, width=width)
    for chart in page.evaluate(CHARTS):
        picture = lint.Picture(saved(page, chart, 1)[1])
        found = [*picture.overlaps(), *picture.clipped()]
        totals.check(f"{path.name}, {width} wide: {chart} as SVG has no fault", picture.texts and not found, found)
        kind, height = saved(page, chart, 0)
        totals.check(f"{path.name}, {width} wide: {chart} as PNG is as large", kind == "image/png" and
                     abs(height - picture.box[3]) <= 1, f"{kind}, {height} high, not {picture.box[3]}")
    page.close()


def try_views(totals, browser, path):
    page = opened(browser, path)
    page.evaluate("history.replaceState = () => {}")  # of which Chromium allows few in a second
    views, found = page.evaluate(BACKWARDS)
    totals.check(f"{path.name}: of {views} views none has a line that runs back in x", views > 150 and not found, found)
    quiet(totals, page, "all views")
    page.close()


# ---- everybody -------------------------------------------------------------------------------------------------------


def try_axe(totals, browser, script, path, dark, width):
    """The page as it opens, then with all of its tables open."""
    page = opened(browser, path, dark, width, WHOLE)
    for opens in (False, True):
        if opens:
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            page.until(TABLES, "tables are made")
        version, found = axe.violations(page, script)
        what = f"{path.name}, {'dark' if dark else 'light'}, {width} wide{', all tables open' * opens}"
        totals.check(f"{what}: axe-core {version} finds nothing", not found, found[:3])
    page.close()


# ---- 1000 GPUs -------------------------------------------------------------------------------------------------------


def spent(page, act):
    """The time of an action: seconds, and the processor seconds of the page."""
    began, before = time.monotonic(), seconds_of(page)
    act()
    return time.monotonic() - began, seconds_of(page) - before


def seconds_of(page):
    return next(one["value"] for one in page.call("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")


def open_timed(browser, path, until):
    page = browser.page()
    page.call("Performance.enable", timeDomain="threadTicks")
    return page, spent(page, lambda: (page.open(f"file://{path}"), page.until(until, "it is drawn")))


def filter_by(page, words):
    page.evaluate(f"""new Promise(go => {{ const input = document.getElementById('gpus'); input.value = '{words}';
        input.dispatchEvent(new Event('input')); requestAnimationFrame(() => setTimeout(go)); }})""")


def sort_million(page):
    page.evaluate("[...Array(1e6)].map((_, i) => i * 7919 % 1000003).sort((a, b) => a - b)[0]")


def make_many(folder, build, gpus, sick, bytes_most, totals):
    """The report of a fleet, and the GPUs that are slow in it, each with a roof."""
    fleet = folder / str(gpus)
    made_by = [str(ROOT / "tests/simulate/simulate_fleet.py"), str(fleet), str(gpus), "0.05", "4", str(made.ROWS),
               str(ROOT / "harness/reading/analysis/scatter.c")]
    subprocess.run(made_by, check=True, env={**os.environ, "SICK": str(sick)})
    path = folder / f"{gpus}.html"
    report(build, path, fleet / "fleet.csv")
    size = path.stat().st_size
    totals.check(f"{gpus} GPUs: {size / 1e6:.2f} MB", size < bytes_most)
    totals.check(f"{gpus} GPUs: the page says what it leaves out",
                 (f" of {gpus} GPUs, " in path.read_text(encoding="utf-8")) == (gpus > 2000))
    return path, (fleet / "planted").read_text(encoding="utf-8").split()


def try_thousand(totals, browser, folder, build):
    path, (planted, *_) = make_many(folder, build, 1000, 3, 4_000_000, totals)
    empty = folder / "empty.html"
    empty.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
    page, bare = open_timed(browser, empty, "true")
    page.close()
    page, whole = open_timed(browser, path, READY)
    found = spent(page, lambda: filter_by(page, planted))
    totals.check("1000 GPUs: the filter finds one", page.text("#matched").startswith("1 of 1000 "),
                 page.text("#matched"))
    back = spent(page, lambda: filter_by(page, ""))
    unit = spent(page, lambda: sort_million(page))[1]
    print(f"1000 GPUs: opens in {whole[0]:.2f} s ({whole[1]:.2f} s of the processor), {whole[0] / bare[0]:.0f} times "
          f"an empty page; filters in {found[0]:.2f} s and back in {back[0]:.2f} s; sorting a million numbers takes "
          f"{unit:.2f} s of the processor")
    totals.check(f"1000 GPUs: opening takes {whole[1] / unit:.1f} sorts of a million, {OPEN_MOST} at most",
                 whole[1] < OPEN_MOST * unit)
    totals.check(f"1000 GPUs: filtering takes {max(found[1], back[1]) / unit:.1f}, {FILTER_MOST} at most",
                 max(found[1], back[1]) < FILTER_MOST * unit)
    quiet(totals, page, "1000 GPUs")
    page.close()


def main():
    build = os.path.abspath(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    totals = Totals()
    if chromium.find() is None:
        totals.skip("no browser is here (Debian: apt-get install chromium): nothing was tried")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    print(f"seed {seed}")
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, chromium.Browser() as browser:
        folder = Path(name)
        models = {letter: folder / f"{letter}.csv" for letter in draw.sample("ABCDEFGH", 2)}
        for letter, csv in models.items():
            made.make_model(csv, draw, letter)
        report(build, folder / "models.html", *models.values())
        hundred, planted = make_many(folder, build, 100, 1, 2_000_000, totals)
        ask_slowest(totals, browser, hundred, planted)
        for ask in (ask_farthest, ask_ratio, ask_stride):
            ask(totals, browser, folder / "models.html", models)
        ask_attainable(totals, browser, folder / "models.html", models, draw)
        ask_saved(totals, browser, folder / "models.html")
        subprocess.run([ROOT / "plots/cards.py", folder], check=True)
        report(build, folder / "cards.html", folder / "1.csv", folder / "2.csv")
        try_views(totals, browser, folder / "cards.html")
        for page, width in ((hundred.name, 1280), ("models.html", 1280), ("models.html", 375)):
            try_saved(totals, browser, folder / page, width)
        script = axe.take(build)
        if script is None:
            totals.skip("axe-core could not be had from PyPI: nobody looked for what keeps people out")
        else:
            for page in (hundred.name, "models.html"):
                for dark, width in ((False, 1280), (True, 390)):
                    try_axe(totals, browser, script, folder / page, dark, width)
        try_thousand(totals, browser, folder, build)
        make_many(folder, build, 10_000, 3, 10_000_000, totals)
    return totals.end()


if __name__ == "__main__":
    sys.exit(main())
