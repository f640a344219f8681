#!/usr/bin/env python3
"""site.py BUILD: tests the site made by `make site`, BUILD/site. The last line has the totals. Every link of every
page leads to a file of the site and to an existing heading; pictures, styles and scripts are local. In Chromium,
opened from its folder: pages fetch nothing, the search finds a page, and axe-core finds nothing, in light and dark
mode, wide and narrow."""
import html.parser
import os
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import axe
import chromium
from report import Totals

# One page of each kind: prose with tables, the catalogue, the gallery, figures, a source, a list of files.
SHOWN = ("index.html", "docs/benchmarks.html", "plots/index.html", "results/h200-sxm/index.html",
         "harness/gpubench.h.html", "docs/worked-example.html", "docs/python-api.html")
# Colours change gradually when dark mode begins.
STILL = """new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))
    .then(() => Promise.all(document.getAnimations().map(one => one.finished))).then(() => true)"""
WORDS, FOUND = "latency against bandwidth", "loaded"


class Page(html.parser.HTMLParser):
    """The links, resources and anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.takes, self.ids = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        self.ids.update(value for value in (of.get("id"), of.get("name")) if value)
        if tag == "a" and of.get("href"):
            self.links.append(of["href"])
        elif tag == "link" and of.get("href") and of.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.takes.append(of["href"])
        elif of.get("src"):
            self.takes.append(of["src"])


def follow(totals, site):
    """Checks every page of the site, link by link. The error page is for servers, and has a server's addresses."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    count, wrong = 0, []
    for path, page in pages.items():
        for link in page.links + page.takes:
            where = urlsplit(link)
            if where.scheme in ("http", "https", "mailto", "data"):
                if link in page.takes and where.scheme != "data":
                    wrong.append(f"{path.relative_to(site)} takes {link} from a network")
                continue
            count += 1
            target = (path.parent / unquote(where.path)).resolve() if where.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                wrong.append(f"{path.relative_to(site)}: {link}: there is no such file")
            elif where.fragment and target in pages and unquote(where.fragment) not in pages[target].ids:
                wrong.append(f"{path.relative_to(site)}: {link}: no such heading")
    totals.check(f"{len(pages)} pages, {count} links", len(pages) > 50 and not wrong, "; ".join(wrong[:10]))


def show(totals, site, gallery):
    """Every picture of the gallery, on its page."""
    shown = {Path(one).name for one in Page(site / "plots/index.html").takes}
    missing = sorted(path.name for path in gallery.glob("*.svg") if path.name not in shown)
    totals.check("the gallery", any(gallery.glob("*.svg")) and not missing, missing)


def contain(totals, site):
    """The version and pictures on the first page, each function of the package, a picture in the catalogue."""
    for name, words in (("index.html", ("gpubench 0.", "What does a stride cost?", "stride.svg")),
                        ("docs/python-api.html", ("Peaks.", "place(", "Table.where")),
                        ("docs/benchmarks.html", ("gallery/atomic.svg",))):
        text = (site / name).read_text(encoding="utf-8")
        totals.check(f"{name} has {', '.join(words)}", all(word in text for word in words))


def search(totals, page):
    page.click("document.querySelector('.md-search__form input')")
    page.type(WORDS)
    page.until("document.querySelector('.md-search-result__list a')", "the search answers")
    titles = page.evaluate("[...document.querySelectorAll('.md-search-result__list a')].map(one => one.innerText)")
    totals.check(f"the search for '{WORDS}', without a server", any(FOUND in title for title in titles), titles[:5])


def look(totals, browser, site, script):
    for name in SHOWN:
        for dark, width in ((False, 1280), (True, 390)):
            page = browser.page(width=width, dark=dark)
            page.open(f"file://{site / name}")
            page.evaluate(STILL)
            what = f"{name}, {'dark' if dark else 'light'}, {width} wide"
            totals.check(f"{what}: nothing is fetched, the console is empty", not page.fetched() + page.complaints(),
                         page.fetched() + page.complaints())
            if script:
                version, found = axe.violations(page, script)
                totals.check(f"{what}: axe-core {version} finds nothing", not found, found[:4])
            page.close()


def main():
    build = os.path.abspath(sys.argv[1])
    site, totals = Path(build) / "site", Totals()
    follow(totals, site)
    show(totals, site, Path(build) / "gallery")
    contain(totals, site)
    if chromium.find() is None:
        totals.skip("no browser is here (Debian: apt-get install chromium): the site was not opened")
        return totals.end()
    script = axe.take(build)
    if script is None:
        totals.skip("axe-core could not be had from PyPI: nobody looked for what keeps people out")
    with chromium.Browser() as browser:
        page = browser.page()
        page.open(f"file://{site}/index.html")
        search(totals, page)
        page.close()
        look(totals, browser, site, script)
    return totals.end()


if __name__ == "__main__":
    sys.exit(main())
