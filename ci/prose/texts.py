"""texts.py: the texts that a reader sees: pages, the strings of the program, its benchmarks and its Python package, and
the comments of all sources.

ci/words.py checks these texts, and draw.py draws from the pages and strings. Strings of C are literals in the
sources: help, --describe, reasons and messages come from nowhere else. Adjacent literals are joined, as the compiler
does, and a conversion such as %s stands for one word."""
import ast
import io
import re
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "plots/README.md",
         "results/**/*.md")
SOURCES = ("harness/**/*.c", "harness/**/*.h", "bench/*/*.c", "bench/*/*.h", "bench/*/*.cu")
# Sources of other projects are in third_party, python/tests/kept and folders whose names begin with a dot.
COMMENTED = ("**/*.c", "**/*.h", "**/*.cu", "**/*.cuh", "**/*.py", "**/*.sh", "**/*.bash", "**/*.mk", "Makefile",
             "ci/run")
NOT_OURS = re.compile(r"^(build|results|third_party|python/tests/kept|\.)[^/]*/")
# Tests of benchmarks, and texts that other programs read, are left out.
NOT_READ = re.compile(r"/test_[^/]*$|^harness/reading/plot/gnuplot")
TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<char>'(?:\\.|[^'\\])*')|(?P<include>^[ \t]*\#[ \t]*include[^\n]*)|"""
    r"""(?P<text>"(?:\\.|[^"\\\n])*")|(?P<space>\s+|\\\n)|(?P<other>[A-Za-z_0-9]+|.)""", re.DOTALL | re.MULTILINE)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}
CONVERSION = re.compile(r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j)?[diouxXeEfFgGcsp]")


def files(patterns):
    """Return the paths from the root, sorted, each once."""
    return sorted({path.relative_to(ROOT) for pattern in patterns for path in ROOT.glob(pattern)})


def unescape(literal):
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], " "), literal[1:-1])


def c_strings(source):
    """Yield (line, text) of the literals in a C source. Neighbours are one text, even around a macro such as PRIu64."""
    start, held = 0, []
    for token in TOKEN.finditer(source):
        kind = token.lastgroup
        if kind == "text":
            if not held:
                start = source.count("\n", 0, token.start()) + 1
            held.append(unescape(token["text"]))
        elif kind == "other" and held and re.fullmatch(r"PRI\w+", token[0]):
            held.append("d")
        elif kind not in ("space", "comment") and held:
            yield start, "".join(held)
            held = []
    if held:
        yield start, "".join(held)


def is_prose(text):
    """True if the text has at least three words in a row and does not look like code."""
    return (re.search(r"[A-Za-z]{2,},? [a-z]{2,} [a-z]{2,}", text) is not None and
            not re.search(r"[{};]\s*$|^\s*[<{#]|==|</", text))


def strings(path):
    """Yield (line, text) of the prose in a source."""
    for line, text in c_strings((ROOT / path).read_text(encoding="utf-8")):
        if is_prose(text):
            yield line, re.sub(r"[ \t]+", " ", CONVERSION.sub("X", text).replace("%%", "%"))


def python_strings(path):
    """Yield (line, text) of docstrings, and of other constants that are prose."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in parts:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if is_prose(text):
            yield node.lineno, re.sub(r"[ \t]+", " ", text)


def c_comments(source):
    """Yield (line, text) of the comments of a C source."""
    for token in TOKEN.finditer(source):
        if token.lastgroup == "comment":
            text = re.sub(r"^\s*\* ?", "", token[0][2:].removesuffix("*/"), flags=re.MULTILINE)
            yield source.count("\n", 0, token.start()) + 1, text.strip(" *\n")


def hash_comments(source):
    """Yield (line, text) of the comments of a script. Neighbouring lines are one text."""
    start, held = 0, []
    for number, line in enumerate(source.splitlines() + [""], 1):
        found = re.match(r"\s*#(?!!) ?(.*)", line)
        if found:
            start = start if held else number
            held.append(found[1])
        else:
            if held:
                yield start, "\n".join(held)
            held = []
            found = re.search(r"""\s#\s+([^"'`]+)$""", line)
            if found:
                yield number, found[1]


def python_comments(source):
    """Yield (line, text) of the comments and docstrings of a Python source."""
    marks = [token for token in tokenize.generate_tokens(io.StringIO(source).readline)
             if token.type == tokenize.COMMENT]
    lines = [""] * (source.count("\n") + 1)
    for token in marks:
        lines[token.start[0] - 1] = token.string if not token.line[:token.start[1]].strip() else f"x {token.string}"
    yield from hash_comments("\n".join(lines))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield node.body[0].lineno, ast.get_docstring(node)


def comments():
    """Yield (path, line, text) of every comment of the tree."""
    for path in files(COMMENTED):
        if not NOT_OURS.match(path.as_posix()):
            read = {".py": python_comments, ".c": c_comments, ".h": c_comments, ".cu": c_comments,
                    ".cuh": c_comments}.get(path.suffix, hash_comments)
            for line, text in read((ROOT / path).read_text(encoding="utf-8")):
                yield path, line, text


def sentences(text):
    """Yield the sentences of a string: its paragraphs and list items, each cut at full stops."""
    for part in re.split(r"\n\s*\n|\n(?=\s*[-*] )", text):
        for sentence in re.split(r"(?<=[.!?])[)\"]*\s+(?=[A-Z0-9`(])", re.sub(r"\s+", " ", part).strip()):
            if sentence:
                yield sentence


def program():
    """Yield (path, line, text) of every string of the program, of the benchmarks and of the package."""
    for path in files(SOURCES):
        if not NOT_READ.search(path.as_posix()):
            for line, text in strings(path):
                yield path, line, text
    for path in files(("python/gpubench/*.py",)):
        for line, text in python_strings(path):
            yield path, line, text
