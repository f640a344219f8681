"""axe-core, which finds accessibility problems of a page: axe.min.js of the package in tools/toolchain/pins/axe.txt."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PINS = ROOT / "tools/toolchain/pins/axe.txt"
PATH = "axe_selenium_python/node_modules/axe-core/axe.min.js"
RUN = """axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations.flatMap(one =>
    one.nodes.map(node => one.id + ': ' + one.help + ': ' + node.html.slice(0, 200) + ' ' +
        node.failureSummary.replace(/\\s+/g, ' '))))"""


# Rows of a table that look alike are tried only twice, because the contrast check takes most of the time, in proportion
# to the text.
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
    """The script's text, from PyPI into BUILD/axe on first use; None: unavailable."""
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
    """(version, a line for each violation) for the present state of a page."""
    page.evaluate(script)
    page.evaluate(FEWER)
    return page.evaluate("axe.version"), page.evaluate(RUN)
