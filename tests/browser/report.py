#!/usr/bin/env python3
"""report.py BUILD [SEED]: the report in Chromium, as its readers use it. The last line has the totals.

- Five questions, each answered within two clicks: which card is slow, since when, latency against bandwidth, the ratios
  of two models, the ridge of FP8. Cards, dates and models are planted by SEED, which is printed; answers are visible
  text or accessible names, and are compared with what Python works out from the CSV.
- No violation that axe-core finds, in light and in dark, in a wide window and a narrow one, closed and with all
  tables open.
- A page of 1000 GPUs: its size, how long it takes to open and to filter, also as multiples of an empty page. The times
  of a machine prove nothing about a page, so what fails is the work: the processor's seconds against those that sorting
  a million numbers takes.

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
CLICKS_MOST = 2
BYTES_MOST = 5_000_000
# In units of the time for sorting a million numbers: 0.25 s on a machine on which a page opens in 0.7 s and filters in
# 0.15 s.
OPEN_MOST, FILTER_MOST = 8, 6
READY = "document.documentElement.classList.contains('ready')"
WHOLE = "document.documentElement.classList.contains('whole')"
TABLES = ("[...document.querySelectorAll('details.numbers')].every(one => one.closest('[hidden]') || "
          "one.querySelector('tbody'))")
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


# ---- five questions --------------------------------------------------------------------------------------------------


def choose(page, name, word):
    """A click on a list, then the choice of an entry, which is made by keyboard here."""
    page.click(f"document.getElementById('{name}')")
    page.type(word)
    page.enter()
    page.clicks += 1


def answered(totals, page, question, holds, found):
    totals.check(f"{question}: answered", holds, found)
    totals.check(f"{question}: {page.clicks} clicks", page.clicks <= CLICKS_MOST)


def ask_fleet(totals, browser, path, csv):
    gpu, host, roof, off = made.find_slow(csv)
    day, change = made.find_since(csv, gpu, roof)
    page = opened(browser, path)
    worst = re.search(r"Against peers: 1 slow and 0 fast GPUs?\. The worst is (\S+) on (\S+), "
                      r"([-+][\d.]+)\s%\sin\s(\S+)\.", page.text("#top"))
    found = worst and worst.groups()
    # The rate and the work per clock of a roof fall alike.
    answered(totals, page, "which card is slow", found and (found[0], found[1]) == (gpu, host) and
             found[3] in (roof, f"{roof}/clock") and abs(float(found[2]) - 100 * off) < 0.3,
             f"{found}, not {gpu} {host} {roof} {100 * off:.1f}")
    page.close()
    page = opened(browser, path)
    since = re.search(r"It is (\S+) of (\S+) on (\S+), ([-+][\d.]+)\s%\ssince\s([\d-]+)", page.text("#top"))
    found = since and since.groups()
    answered(totals, page, "since when", found and (found[0], found[1], found[2], found[4]) == (roof, gpu, host, day)
             and abs(float(found[3]) - 100 * change) < 0.1,
             f"{found}, not {roof} {gpu} {host} {100 * change:.1f} {day}")
    quiet(totals, page, "a fleet over time")
    page.close()


def ask_loaded(totals, browser, path, models):
    page = opened(browser, path)
    choose(page, "benchmark", "loaded")
    page.until("document.getElementById('benchmark').value === 'loaded'", "the benchmark is chosen")
    text, wrong = page.text("#curve-reads"), []
    for letter, csv in models.items():
        for op, curve in made.loaded_of(csv).items():
            shown = re.search(rf"{op} on Made-up {letter} GPU-\S+ (\S+ \S+) at (\S+ \S+), (\S+ \S+) at (\S+ [^\s;.]+)",
                              text)
            found = [number(one) for one in shown.groups()] if shown else []
            wanted = [*reversed(curve[0]), *reversed(curve[-1])]
            if not found or not all(map(near, found, wanted)):
                wrong.append((letter, op, found, wanted))
    answered(totals, page, "latency against bandwidth", not wrong, f"{wrong} in {text}")
    totals.check("its picture has a name",
                 any(name.startswith("loaded, latency over bandwidth.") for name in page.names("image")),
                 page.names("image")[:5])
    page.close()


def ask_ratios(totals, browser, path, models):
    page = opened(browser, path)
    base, other = (made.roofs_of(models[letter]) for letter in re.findall(r"Made-up (\w)", page.text("#columns thead")))
    shown = dict(re.findall(r"^(\S+)\t.*\u00d7([\d.]+)$", page.text("#columns"), re.M))
    wrong = [(roof, shown.get(roof), other[roof] / base[roof]) for roof in base
             if not abs(float(shown.get(roof, "nan")) - other[roof] / base[roof]) < 6e-4]
    answered(totals, page, "the ratios of two models", len(base) > 40 and not wrong, wrong[:5])
    quiet(totals, page, "two models")
    page.close()


def ask_ridge(totals, browser, path, models):
    page = opened(browser, path)
    page.click("document.querySelector('#roofline-numbers summary')")
    page.until("document.querySelector('#roofline-numbers tbody tr')", "the table is made")
    shown = re.search(r"^(\S+)\ttensor\.fp8\t.*\t([\d.]+) FLOP/B\t", page.text("#roofline-numbers"), re.M)
    letter = shown and chr(int(shown[1].split("-")[1], 16))
    roofs = made.roofs_of(models[letter]) if shown else {}
    answered(totals, page, "the ridge of FP8", shown and
             near(float(shown[2]), roofs["tensor.fp8"] / roofs["dram.read"]), shown and shown[0])
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


def try_thousand(totals, browser, folder, build):
    made_by = [str(ROOT / "tests/simulate/simulate_fleet.py"), str(folder / "1000"), "1000", "0.05", "4",
               str(made.ROWS), str(ROOT / "harness/reading/analysis/scatter.c")]
    subprocess.run(made_by, check=True, env={**os.environ, "SICK": "3"})
    path, empty = folder / "thousand.html", folder / "empty.html"
    report(build, path, folder / "1000/fleet.csv")
    empty.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
    size = path.stat().st_size
    totals.check(f"1000 GPUs: {size / 1e6:.2f} MB", size < BYTES_MOST)
    page, bare = open_timed(browser, empty, "true")
    page.close()
    page, whole = open_timed(browser, path, READY)
    planted = (folder / "1000/planted").read_text(encoding="utf-8").split()[0]
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
        print("planted:", made.make_fleet(folder / "fleet.csv", draw))
        subprocess.run([f"{build}/gpubench", "store", str(folder / "fleet.db"), str(folder / "fleet.csv")], check=True,
                       capture_output=True)
        report(build, folder / "fleet.html", folder / "fleet.db")
        models = {letter: folder / f"{letter}.csv" for letter in draw.sample("ABCDEFGH", 2)}
        for letter, csv in models.items():
            made.make_model(csv, draw, letter)
        report(build, folder / "models.html", *models.values())
        ask_fleet(totals, browser, folder / "fleet.html", folder / "fleet.csv")
        for ask in (ask_loaded, ask_ratios, ask_ridge):
            ask(totals, browser, folder / "models.html", models)
        script = axe.take(build)
        if script is None:
            totals.skip("axe-core could not be had from PyPI: nobody looked for what keeps people out")
        else:
            for page in ("fleet.html", "models.html"):
                for dark, width in ((False, 1280), (True, 390)):
                    try_axe(totals, browser, script, folder / page, dark, width)
        try_thousand(totals, browser, folder, build)
    return totals.end()


if __name__ == "__main__":
    sys.exit(main())
