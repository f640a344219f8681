#!/usr/bin/env python3
"""hostile.py BUILD [PROGRAM]: texts of a result file are data, whatever they say.

For each payload one file has it in every text column, and in its name; every reader, format and export reads that file.
Nothing may act: no file appears, no control reaches a terminal, no element, key, metric, row or formula comes from a
text. Every output is read by a parser of its own format. The last line has the totals.
To add a payload, add a line to PAYLOADS; to add an output, a line to OUTPUTS with its reader.
"""
import base64
import csv
import html.parser
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

try:
    import yaml
except ImportError:
    yaml = None  # Debian: python3-yaml

ACT = "touch pwned"
LONG = "very long name " * 600
# A name, and the texts that its rows use in turn.
PAYLOADS = [
    ("shell", ["`touch pwned`", "$(touch pwned)", "';touch pwned;'", "\";touch pwned;\"", "|touch pwned",
               "<touch pwned"]),
    ("gnuplot", ["\"; system(\"touch pwned\"); \"", "'.system('touch pwned').'", "x\nsystem(\"touch pwned\")\n",
                 "@ACT{/*9 x}^2_3"]),
    ("html", ["<script>pwned()</script>", "\"><img src=x onerror=pwned()>", "' onmouseover=pwned() '",
              "&lt;b&gt;<b>pwned</b>", "</td></table></script></style>", "<svg onload=pwned()>", "<!-- pwned",
              "]]><pwned/>"]),
    ("html in pieces", ["<script>/*", "*/pwned()/*", "*/</script>"]),
    ("terminal", ["\x1b]0;pwned\x07", "\x1b[31mpwned\x1b[2J", "\x9b31mpwned", "real\r\x1b[Kpwned", "\x08\x08\x7f\x0e",
                  "\x90pwned\x9c"]),
    ("new lines", ["name\npwned: 1\n", "name\r\nPwned: 2", "a\n\n# pwned\n", "\n---\npwned: 1", "a\x85pwned: 1",
                   "a\u2028pwned: 1"]),
    ("yaml", ["!!python/object/apply:os.system [touch pwned]", "{pwned: 1}", "*pwned", "&pwned x", "- pwned: 1 # x",
              "'\": pwned"]),
    ("markdown", ["a | pwned | b", "[pwned](javascript:pwned)", "![pwned](http://x/y)", "`pwned`",
                  "<b>pwned</b>", "**pwned**", "\\| pwned", "\\<b> pwned", "&lt; pwned", "</td> _pwned_"]),
    ("formula", ["=cmd|' /C touch pwned'!A0", "+1+cmd|'pwned'!A0", "-2+3+pwned", "@SUM(pwned)",
                 "\t=pwned", "\r=pwned"]),
    ("strings of other formats", ["\" } Pwned { X: \"", "\"} 1\npwned{a=\"", "\\", "\\\"", "\", \"pwned\": \"",
                                  "','pwned','", "%s%n%99999d"]),
    ("words of NERSC's readers", ["memroofs 1", "comproofs 'AI'", "mem_roof_names", "FLOPS labels"]),
    ("bidi", ["\u202epwned\u202c", "\u2066pwned\u2069", "a\u200b\u200d\ufeffb", "\U000e0041"]),
    ("no UTF-8", ["\udcff\udcfe", "\udc9b31m", "caf\udcc3", "\udced\udca0\udc80", "\udcc0\udcbcscript\udcc0\udcbe",
                  "x\uffff\ufdd0"]),
    ("long", [LONG, "\u00e9" * 500, "<" * 300]),
]

# ---- result files ----------------------------------------------------------------------------------------------------

NUMBERS = set("power_limit_w numa_node x value lo hi min max samples spread limit fraction sm_clock_hz "
              "mem_clock_hz power_w temperature_c mem_temperature_c energy_j sm_clock_rated_hz memory_bytes "
              "sm_clock_slowest_hz".split())
# The columns of a row that sets a roof.
KEPT = {"schema", "time_utc", "unit", "roof", "status", "benchmark", "metric"}


def planted(row, text, keep, gpu):
    """A row with the payload in every text column except those to keep; card 2 is slow."""
    new = {name: value if name in NUMBERS or name in keep else text for name, value in row.items()}
    if "gpu_uuid" not in keep:
        new["gpu_uuid"] = f"{text}{gpu}"
    if gpu == 2 and new["value"]:
        new["value"] = str(float(new["value"]) * 0.8)
        new["lo"] = new["hi"] = ""
    return new


def rows_of(texts, rows):
    """Every roof of three cards, followed by the texts as roofs, benchmarks, units, statuses and reasons of
    failures."""
    for gpu in range(3):
        for i, row in enumerate(rows):
            text = texts[i % len(texts)]
            # One model with one card, whose names are the first text in each row.
            new = planted(row, text, KEPT, gpu)
            new["gpu_name"] = texts[0]
            new["gpu_uuid"] = f"{texts[gpu % len(texts)]}{gpu}"
            new["host"] = new["pci_bus_id"] = texts[-1]
            yield new
            if gpu == 0 and i < 2 * len(texts):
                yield {**new, **planted(row, text, KEPT - {"roof"}, gpu), "gpu_name": texts[0],
                       "gpu_uuid": new["gpu_uuid"]}
                yield {**new, **planted(row, text, {"schema"}, gpu), "gpu_name": texts[0], "gpu_uuid": new["gpu_uuid"]}
                yield {**new, "status": "failed", "roof": "", "reason": text}


def write_file(path, texts, rows):
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(rows_of(texts, rows))


# readers of outputs, each of which raises an error for a fault

CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
HIDDEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
                    "\ufffe\uffff\U000e0000-\U000e007f]")


def need(holds, what):
    if not holds:
        raise ValueError(what)


def visible(text):
    """Only visible characters and line ends."""
    for wrong in (CONTROLS, HIDDEN, re.compile("[\t\r]")):
        found = wrong.search(text)
        need(not found, f"{found and found.group()!r} in "
                        f"{found and text[max(0, found.start() - 30):found.end() + 20]!r}")
    need(text.strip(), "nothing was written")


def read_messages(text):
    if text:
        visible(text)
    for line in text.splitlines():
        # gnuplot may warn that there is nothing to draw.
        need(re.match(r'gpubench: |"script" line \d+: warning: ', line), f"a line of its own: {line[:80]!r}")


def read_table(text):
    visible(text)
    for line in text.splitlines():
        need(not re.match(r"#? ?pwned", line, re.I), f"a line of its own: {line[:80]!r}")


def read_markdown(text):
    read_table(text)
    bare = re.sub(r"\\[\\`*_\[\]<>|~$&]", "", text)
    need(not re.search(r"[`<>\[\]~&]", bare), f"markup: {re.search(r'.{0,20}[`<>~&].{0,20}|.{0,20}[][].{0,20}', bare)}")
    need("**" not in bare and not re.search(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", bare), "emphasis")
    lines = bare.splitlines()
    for before, line in zip([""] + lines, lines):
        if line.startswith("|") and before.startswith("|"):
            need(line.count("|") == before.count("|"), f"cells of its own: {line[:120]!r}")


def read_csv(text):
    need(not CONTROLS.search(text), f"{CONTROLS.search(text)}")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    need(len(rows) > 1, "no rows")
    for row in rows:
        need(len(row) == len(rows[0]), f"{len(row)} fields of {len(rows[0])}")
        for field in row:
            if field[:1] in ("=", "+", "-", "@", "\t", "\r") and field:
                float(field)


def read_json(text):
    need(not CONTROLS.search(text), f"{CONTROLS.search(text)}")

    def once(pairs):
        need(len(pairs) == len(dict(pairs)), "a key twice")
        return dict(pairs)
    document = json.loads(text, object_pairs_hook=once)

    def keys(node):
        if isinstance(node, dict):
            for key, value in node.items():
                need(re.fullmatch(r"[A-Za-z_]+", key), f"key {key!r}")
                keys(value)
        elif isinstance(node, list):
            for value in node:
                keys(value)
    keys(document)
    return document


def read_baseline(text):
    for name, value in json.loads(text).items():
        need(name.startswith("gpubench/") and isinstance(value, (int, float)), name)


def read_superbench(text):
    need(not CONTROLS.search(text), f"{CONTROLS.search(text)}")
    for line in text.splitlines():
        node = json.loads(line)
        need(isinstance(node.pop("node"), str), "no node")
        read_baseline(json.dumps(node))


def read_rules(text):
    visible(text)
    if yaml is None:
        return
    document = yaml.safe_load(text)
    need(set(document) == {"version", "superbench"}, set(document))
    rules = document["superbench"]["rules"]
    need(set(rules) <= {"gpubench_failed", "gpubench_slow", "gpubench_late"}, set(rules))
    for rule in rules.values():
        need(set(rule) == {"function", "criteria", "categories", "metrics"}, set(rule))
        for metric in rule["metrics"]:
            need(metric.startswith("gpubench/"), metric)
            re.compile(metric)


def read_aiconfigurator(text):
    visible(text)
    if yaml is None:
        return
    document = yaml.safe_load(text)
    need(set(document) == {"gpu", "node"}, set(document))
    for value in list(document["gpu"].values()) + list(document["node"].values()):
        need(isinstance(value, (int, float)), value)


SECTION = set("Identifier DisplayName Description Order Sets Filter CollectionFilter CollectionScopes Header Metrics "
              "Label Name MetricDefinitions Expression Body Items RooflineChart AxisIntensity AxisWork Rooflines "
              "PeakWork PeakTraffic Constant Options AchievedValues AchievedWork AchievedTraffic Metric".split())


def read_section(text):
    """Parses Protobuf's text format as strictly as Nsight Compute's reader."""
    visible(text)
    token = re.compile(r'\s*(?:([A-Za-z_]+)(:)?|("(?:[^"\\\n]|\\["\\])*")|([-+0-9.e]+)|([{}]))')
    at, depth, expected = 0, 0, "field"
    text = text.rstrip()
    while at < len(text):
        found = token.match(text, at)
        need(found, f"not of the format: {text[at:at + 60]!r}")
        at = found.end()
        word, colon, string, number, brace = found.groups()
        if expected == "value":
            need(string or number or (word and not colon), f"no value: {found.group()!r}")
            expected = "field"
        elif word:
            need(word in SECTION, f"field {word!r}")
            expected = "value" if colon else "{"
        else:
            need(brace and (brace == "}" or expected == "{"), f"expected {expected}: {found.group()[:60]!r}")
            depth += 1 if brace == "{" else -1
            need(depth >= 0, "a brace too many")
            expected = "field"
    need(depth == 0, "a brace is open")


def read_prometheus(text):
    visible(text)
    label = r'[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"'
    for line in text.splitlines():
        need(re.fullmatch(r"# (HELP|TYPE) gpubench_[a-z_]+ .*|gpubench_[a-z_]+\{" + label + "(?:," + label +
                          r")*\} [-+0-9.eE]+", line),
             f"not of the format: {line[:200]!r}")
    if shutil.which("promtool"):
        done = subprocess.run(["promtool", "check", "metrics"], input=text.encode(), capture_output=True, check=False)
        need(done.returncode == 0, done.stderr.decode())


def read_nersc(text):
    """Each word that its readers look for occurs only in its own line."""
    visible(text)
    lines = text.splitlines()
    need([line.split()[0] for line in lines] == ["memroofs", "mem_roof_names", "comproofs", "comp_roof_names"], "lines")
    for values, names in (lines[0:2], lines[2:4]):
        count = len([float(value) for value in values.split()[1:]])
        need(len(re.findall(r" '[^']*'", names)) == count and names.count("'") == 2 * count, "names")
        for word in ("memroofs", "comproofs", "mem_roof_names", "comp_roof_names", "AI", "FLOPS", "labels"):
            read = " ".join((values + names).split()[1:])
            need(word not in read.replace("comp_roof_names", "", 1).replace("mem_roof_names", "", 1),
                 f"{word} in a name")


class Page(html.parser.HTMLParser):
    """Lists the elements and attributes, and checks that all are closed in order."""
    EMPTY = {"meta", "link", "input", "img", "br", "path", "use", "rect", "circle"}
    PAGE = set("html head meta link title style body h1 h2 h3 p div table thead tbody tr th td label input output "
               "figure script ul li details summary template canvas select pre button header main nav section "
               "noscript a b".split())
    PICTURE = set("svg g path defs use text tspan title desc circle rect linearGradient stop a clipPath pattern "
                  "polygon marker image mask style filter feFlood feComposite".lower().split())

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.scripts, self.cells, self.head = [], 0, [], 0

    def handle_starttag(self, tag, attrs):
        inside = "svg" in self.open
        need(tag in (self.PICTURE if inside or tag == "svg" else self.PAGE), f"element {tag!r}")
        self.scripts += tag == "script"
        for name, value in attrs:
            need(not name.startswith("on") and re.fullmatch(r"[a-z0-9:-]+", name, re.I), f"attribute {name!r}")
            need(name == "title" or name.startswith("data-") or "pwned" not in (value or ""), f"{name}={value!r}")
            need(name not in ("href", "xlink:href", "src") or re.match(r"#gp|#[a-z0-9-]+$|data:,$", value),
                 f"{name}={value!r}")
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            need(self.open and self.open.pop() == tag, f"</{tag}> where nothing of the kind is open")

    def handle_comment(self, data):
        need("pwned" not in data, "a comment")

    def unknown_decl(self, data):
        need(False, f"a declaration: {data[:40]!r}")


ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sum(len(list((ROOT / folder).rglob("*.js"))) for folder in ("harness/reading/report", "third_party"))


def read_page(text):
    need(not CONTROLS.search(text), f"{CONTROLS.search(text)}")
    need(not HIDDEN.search(text), f"{HIDDEN.search(text)}")
    page = Page()
    page.feed(text)
    page.close()
    need(page.open == [] and page.scripts == SCRIPTS, f"{page.scripts} scripts, {page.open} open")
    # The data that the page's script unpacks: rows and series, which become text, and pictures, which become elements.
    # The model of roofs is plain text.
    for attributes, packed in re.findall(r"<pre( id=\"(?!model\")\w+\")? hidden>([^<]*)</pre>", text):
        unpacked = zlib.decompress(base64.b64decode(packed, validate=True)).decode()
        need(not CONTROLS.search(unpacked.replace("\t", "")) and not HIDDEN.search(unpacked),
             "something hidden is packed")
        if not attributes:
            picture = Page()
            picture.feed(unpacked)
            picture.close()
            need(picture.open == [] and picture.scripts == 0,
                 f"a picture with {picture.scripts} scripts, {picture.open} open")


# A name, the arguments (FILE: the file, EXTRA: another output, OUT: used if standard output is not read), and the
# reader of the output.
OUTPUTS = [
    ("roofs", ["roofs", "FILE"], read_table),
    ("roofs --markdown", ["roofs", "--markdown", "FILE"], read_markdown),
    ("roofs --csv", ["roofs", "--csv", "FILE"], read_csv),
    ("roofs --json", ["roofs", "--json", "FILE"], read_json),
    ("compare", ["compare", "FILE", "--baseline", "FILE", "--max-drop", "5%"], read_table),
    ("compare --markdown", ["compare", "--markdown", "FILE", "--baseline", "FILE"], read_markdown),
    ("compare --csv", ["compare", "--csv", "FILE", "--baseline", "FILE"], read_csv),
    ("compare --json", ["compare", "--json", "FILE", "--baseline", "FILE"], read_json),
    ("export ncu", ["roofs", "--export", "ncu", "FILE"], read_section),
    ("export ert", ["roofs", "--export", "ert", "FILE"],
     lambda text: need("empirical" in json.loads(text), "no ceilings")),
    ("export nersc", ["roofs", "--export", "nersc", "FILE"], read_nersc),
    ("export aiconfigurator", ["roofs", "--export", "aiconfigurator", "FILE"], read_aiconfigurator),
    ("export prometheus", ["roofs", "--export", "prometheus", "FILE"], read_prometheus),
    ("export superbench", ["roofs", "--export", "superbench", "FILE"], read_superbench),
    ("superbench's baseline", ["roofs", "--export", "superbench", "FILE", "--baseline", "OUT"], read_baseline),
    ("superbench's rules", ["roofs", "--export", "superbench", "FILE", "--rules", "OUT"], read_rules),
    ("report", ["report", "FILE", "-o", "OUT"], read_page),
]


def try_output(program, folder, path, arguments, reader):
    """None, or the fault."""
    out = os.path.join(folder, "out")
    arguments = [{"FILE": path, "OUT": out}.get(word, word) for word in arguments]
    before = set(os.listdir(folder)) | {"out"}
    done = subprocess.run([program] + arguments, cwd=folder, capture_output=True, timeout=120, check=False)
    text = done.stdout
    if "OUT" in [word for word in arguments] or out in arguments:
        with open(out, "rb") as file:
            text = file.read()
    try:
        appeared = set(os.listdir(folder)) - before
        need(not appeared, f"these files appeared: {appeared}")
        need(done.returncode in (0, 2, 3), f"exit status {done.returncode}")
        read_messages(done.stderr.decode())
        reader(text.decode())
    except Exception as wrong:  # of any parser
        return f"{type(wrong).__name__}: {wrong}"
    return None


def main():
    build = os.path.realpath(sys.argv[1])
    program = os.path.realpath(sys.argv[2]) if len(sys.argv) > 2 else os.path.join(build, "tests", "gpubench-fake")
    root = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
    os.environ["GPUBENCH_PLOTS"] = os.path.realpath(os.path.join(root, "plots"))
    os.environ["HWLOC_COMPONENTS"] = "-pci"
    with open(os.path.join(root, "tests", "data", "every-roof.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    passed = failed = 0
    for name, texts in PAYLOADS:
        with tempfile.TemporaryDirectory() as folder:
            # The name of a file is also a text.
            file_name = os.path.join(folder, texts[0].replace("/", "-").replace("\0", "")[:100] + ".csv")
            write_file(os.fsencode(file_name), texts, rows)
            for title, arguments, reader in OUTPUTS:
                wrong = try_output(program, folder, file_name, arguments, reader)
                passed += wrong is None
                failed += wrong is not None
                if wrong:
                    print(ascii(f"FAILED: {name}: {title}: {wrong[:300]}")[1:-1])
                for left in set(os.listdir(folder)) - {os.path.basename(file_name)}:
                    os.unlink(os.path.join(folder, left))
    print(f"{len(PAYLOADS)} payloads x {len(OUTPUTS)} outputs" +
          ("" if yaml else ", YAML unread: python3-yaml is not here"))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
