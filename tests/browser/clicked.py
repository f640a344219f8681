#!/usr/bin/env python3
"""clicked.py [light|dark]:PAGE...: opens pages in one Chromium, one after another, each of which runs through its
own clicks and leaves an element `result`; a page without such a script is only opened. The final DOM and the console
output are written next to each page, as PAGE-MODE.dom and PAGE-MODE.console.
"""
import json
import sys
from pathlib import Path

import chromium


def main():
    with chromium.Browser() as browser:
        for asked in sys.argv[1:]:
            mode, path = asked.split(":", 1)
            page = browser.page(dark=mode == "dark")
            page.open(Path(path).resolve().as_uri())
            if "id = 'result'" in Path(path).read_text(encoding="utf-8", errors="replace"):
                page.until("document.getElementById('result')", f"{path} is clicked through")
            Path(f"{path}-{mode}.dom").write_text(page.evaluate("document.documentElement.outerHTML"), encoding="utf-8")
            said = page.events("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
            Path(f"{path}-{mode}.console").write_text("\n".join(map(json.dumps, said)), encoding="utf-8")
            page.close()


if __name__ == "__main__":
    main()
