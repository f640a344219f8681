"""axe-core, which finds what keeps people with disabilities out of a page: axe.min.js of the package that
tools/toolchain/pins/axe.txt names."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PINS = ROOT / "tools/toolchain/pins/axe.txt"
PATH = "axe_selenium_python/node_modules/axe-core/axe.min.js"
RUN = """axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations.flatMap(one =>
    one.nodes.map(node => one.id + ': ' + one.help + ': ' + node.html.slice(0, 200) + ' ' +
        node.failureSummary.replace(/\\s+/g, ' '))))"""


# Rows of a table that look alike are tried twice and no more: contrast takes most of the time, by the text.
FEWER = """for (const body of document.querySelectorAll('tbody')) {
    const seen = new Map();
    for (const row of [...body.rows]) {
        const looks = [row, ...row.cells].map(one => one.className + one.childElementCount).join();
        seen.set(looks, (seen.get(looks) || 0) + 1);
        if (seen.get(looks) > 2)
            row.remove();
    }
}"""


def take(build):
    """The script's text, from PyPI into BUILD/axe the first time; None: it cannot be had."""
    folder = Path(build) / "axe"
    if not (folder / PATH).exists():
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                               "--no-deps",
                               "--only-binary=:all:", "--require-hashes", "-r", str(PINS), "--target", str(folder)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stderr.strip()[-300:])
            return None
    return (folder / PATH).read_text(encoding="utf-8")


def violations(page, script):
    """(version, a line for each violation) of what a page shows now."""
    page.evaluate(script)
    page.evaluate(FEWER)
    return page.evaluate("axe.version"), page.evaluate(RUN)
