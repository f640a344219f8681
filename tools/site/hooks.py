"""A step after MkDocs: makes the search work in pages opened as files, where browsers start no worker from a URL."""
import json
from pathlib import Path

SHIM = """// The worker of the search, for pages that are opened as files: it is started from its text.
if (location.protocol === 'file:') {
    const text = %s, Plain = Worker;
    window.Worker = class extends Plain {
        constructor() { super(URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))); }
    };
}
"""


def on_post_build(config):
    site = Path(config["site_dir"])
    worker = next((site / "assets/javascripts/workers").glob("search.*.min.js"))
    (site / "assets/iframe-worker.js").write_text(SHIM % json.dumps(worker.read_text(encoding="utf-8")),
                                                  encoding="utf-8")
    for path in site.rglob("*.map"):
        path.unlink()
