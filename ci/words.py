#!/usr/bin/env python3
"""words.py [FILE...]: checks how the pages are written: all pages for readers, or the given files.

Checked of each page, outside of code:
- no sentence of more than 35 words; a list item, a table's cell and a heading are sentences of their own;
- no line of more than 120 columns, tables and links aside, which cannot be broken;
- no word of the table WORDS, which has replacements;
- no sentence that opens with Of, What or Whether and is not a question, except headings;
- no chain of nouns and two "of", unless the first or second counts ("one of", "a pair of");
- no paragraph, list item or cell that begins with It or They, whose noun would be in another one;
- no heading without a noun, such as "so it is";
- README.md has at most 600 words, not counting marks of tables and code.
In help, descriptions, reasons and messages, and in the Python package (prose/texts.py), the words of the table, the
chains and the openings are checked, also in lower case, as they are parts of sentences. So are comments of all sources,
whose openings count with a capital, and which do not begin with It or They. In each complete page, and in the scripts
of docs/cluster, no command installs the package `gpubench` of PyPI, which belongs to another project.
The last line has the totals, by file.
"""
import re
import sys
from pathlib import Path

from prose import columns, texts

SENTENCE_MOST = 35
README_MOST = 600
WORDS = {
    r"behind": "'after' of time, 'past' or 'next' of place",
    r"beside": "'next to', 'with' or 'and'",
    r"natural place": "'aligned', 'misaligned'",
    r"(is|are|was|were) of": "a verb: 'comes from', 'belongs to', 'covers', 'describes'",
    r"(told|telling|tells?)(?! (apart|them apart))": "'report', 'show', 'say', 'return'",
    r"(accesses|blocks?|bytes|cycles|FLOP|FMAs?|instructions?|KiB|loads?|operations?|reads|registers|requests|sectors|"
    r"texels|threads?|updates|warps?|words) "
    r"an? (byte|clock|cycle|lane|request|scheduler|second|SM|thread)": "'per'",
    r"and (its|their) like": "'such as', or the whole list",
    r"(again and again|over and over)": "'repeatedly'",
    r"but for": "'except for'",
    r"worked out": "'computed'",
    r"(does|do) not go with": "'cannot be combined with'",
    r"exclude each other": "'are mutually exclusive'",
    r"so many": "'this many', or the number",
    r"as it were": "nothing",
    r"bound by(?! hwloc)": "'limited by'",
    r"(be|is|remains) the bound": "'is the limit', 'FP32 is DRAM-bound'",
    r"binding roof": "'the roof that limits'",
    r"(instructions|multiply-adds) of threads": "'thread instructions', 'FMA (CUDA cores)'",
    r"tensor units": "'Tensor Cores'",
    r"times as good as": "'0.68x to 1.04x of'",
    r"which scatter by": "'spread 0.0 to 1.5 %'",
    r"or the like": "'and similar'",
    r"as fast as (its|their) (baseline|peers|reference)": "'matches its reference'",
    r"better its medians are": "'ratio of medians; above 1 is better'",
    r"at (its|their) roofs? \S+ less": "'running at their roofs would save'",
    r"off against": "'deviation from'",
    r"refused on a device": "'correctly fail on a device that does nothing'",
    r"output was lost": "'output could not be written'",
    r"complaints": "'diagnostics'",
    r"no picture: name": "'no output file: use -o FILE.svg'",
    r"is X, not X": "'got X, expected X'",
    r"its GPUs for itself": "'needs exclusive use of'",
    r"bind it in the end": "'in the end memory is the limit'",
    r"the mean of DRAM": "'mean DRAM latency'",
    r"at the same word": "'that access the same word'",
    r"have not hidden": "'do not already hide'",
    r"[0-9] us": "'µs'",
}
# A sentence should begin with a noun, not with a clause or "of".
OPENING = re.compile(r"[\"'(*]*(Of|What|Whether)\b")
OPENING_ANYHOW = re.compile(OPENING.pattern, re.IGNORECASE)
# A chain of nouns with two "of" should be a compound or a genitive, unless one of the first two counts something.
COUNTS = (r"(?:one|two|three|four|eight|tens|hundreds|thousands|some|most|all|each|none|half|third|quarters?|both|many|"
          r"any|several|few|more|less|first|last|out|parts?|kinds?|class|number|pairs?|rows|rest|lists?|series|"
          r"sequence|sets?|start|version|because|instead|and|or) of")
CHAIN = re.compile(rf"\b(?!{COUNTS})[a-z]+ of (?:(?:the|an?|its|their|each|all|every|this|that) )?(?!{COUNTS})[a-z]+ "
                   r"of [a-z]+")
FAR = re.compile(r"(It|They)\b")
NO_NOUN = set("a an and as at by for from in is it its of off on or so that the them then there this to with".split())
# A string with such a beginning continues another one.
CONTINUES = (" ", ",", ";", ":", "(")
# A full stop ends a sentence if the next one begins with a capital, a digit or code.
END = re.compile(r"(?<=[.!?])[)\"*]*\s+(?=[A-Z0-9`*(\[\"])")
ITEM = re.compile(r"^\s*([-*+]|\d+\.)\s+")
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|No|Fig)\.")


def blocks(text):
    """Yield (number of the first line, text) of each paragraph, list item, heading and cell. Code is left out."""
    code, start, held = False, 0, []

    def flush():
        nonlocal held
        if held:
            yield start, " ".join(held)
        held = []

    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            yield from flush()
            code = not code
        elif code or (line.startswith("    ") and not held):
            continue
        elif not line.strip() or line.startswith("#"):
            yield from flush()
            if line.strip():
                yield number, line.lstrip("# ")
        elif line.lstrip().startswith("|"):
            yield from flush()
            for cell in re.split(r"\||<br>", line.strip().strip("|")):
                yield number, cell.strip()
        else:
            if ITEM.match(line):
                yield from flush()
                line = ITEM.sub("", line)
            if not held:
                start = number
            held.append(line.strip())
    yield from flush()


def plain(text):
    """Return the words of a text: a link is its own text, code is one word, and comments are left out."""
    text = re.sub(r"<!--.*?-->", " ", text)
    text = re.sub(r"`[^`]*`", "`code`", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return ABBREVIATION.sub(lambda found: found.group(0).replace(".", ""), text)


def check_sentences(path, text):
    faults, lines = [], text.splitlines()
    for number, block in blocks(text):
        heading = lines[number - 1].startswith("#")
        for sentence in END.split(plain(block)):
            words = len(re.findall(r"[^\W_][^\s]*", sentence))
            if words > SENTENCE_MOST:
                faults.append(f"{path}:{number}: a sentence of {words} words, {SENTENCE_MOST} at most: "
                              f"{sentence[:60]}...")
            if OPENING.match(sentence) and not heading and not sentence.rstrip().endswith("?"):
                faults.append(f"{path}:{number}: begin with the subject: {sentence[:60]}...")
        faults += check_phrases(f"{path}:{number}", plain(block))
        if FAR.match(block):
            faults.append(f"{path}:{number}: begin with the noun: {block[:60]}...")
        named = set(re.findall(r"[a-z]+", block.lower()))
        if heading and named and named <= NO_NOUN and "`" not in block:
            faults.append(f"{path}:{number}: a heading without a noun: {block}")
    return faults


def check_phrases(place, text):
    """Check for the words of the table, and for chains of nouns."""
    faults = [f"{place}: '{found[0]}': a compound or a genitive reads better" for found in CHAIN.finditer(text)]
    for word, instead in WORDS.items() if " " in text else ():
        for found in re.finditer(rf"\b{word}\b", text, re.IGNORECASE):
            faults.append(f"{place}: '{found.group()}': write {instead}")
    return faults


def check_string(place, text, opening=OPENING_ANYHOW):
    """Check one string of the program, or one comment."""
    faults = []
    for sentence in texts.sentences(text):
        if opening.match(sentence) and not sentence.endswith("?") and not text.startswith(CONTINUES):
            faults.append(f"{place}: begin with the subject: {sentence[:60]}...")
        faults += check_phrases(place, plain(sentence))
    return faults


def check_comment(place, text):
    """Check one comment. The name of a command before its ARGUMENTS is code, and a note on a member may begin with a
    lower-case `of`: "of each thread"."""
    faults = [f"{place}: begin with the noun: {text[:60]}..."] if FAR.match(text) else []
    return faults + check_string(place, re.sub(r"^[\w-]+(?= [A-Z]{2})", "code", text, flags=re.MULTILINE), OPENING)


def check_lines(path, text):
    faults, code = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        free = code or line.startswith("    ") or line.lstrip().startswith(("|", "[", "![", "<!--"))
        if len(line) > columns.MOST and not free:
            faults.append(f"{path}:{number}: a line of {len(line)} columns, {columns.MOST} at most")
    return faults


def check_length(path, text):
    shown = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    words = sum(any(letter.isalnum() for letter in word) for word in shown.split())
    if path.name == "README.md" and path.parent in (Path("."), Path("")) and words > README_MOST:
        return [f"{path}: {words} words, {README_MOST} at most"]
    return []


def command_words(line, command):
    """Yield the words after each `command` in a line, up to where the shell begins another command."""
    for found in re.finditer(rf"(?<![\w-])(?:{command})\s+([^`;|&)]*)", line):
        yield found.group(1).split()


def packages_taken(line):
    """Yield the packages that the commands of a line let Python's installers fetch."""
    for words in command_words(line, r"uvx|pipx\s+run|uv\s+tool\s+run"):
        named = [words[i + 1] for i, word in enumerate(words[:-1]) if word in ("--from", "--spec", "--with")]
        named += [word.split("=", 1)[1] for word in words if word.startswith(("--from=", "--spec=", "--with="))]
        yield from named or words
    fetching = r"(?:install|download|wheel|upgrade)"
    for words in command_words(
            line, rf"(?:pip[\d.]*|pipx|uv\s+tool)(?:\s+-\S+)*\s+{fetching}|(?:uv|poetry|pdm|hatch)\s+add"):
        yield from words


def check_packages(path, text):
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        for package in packages_taken(line):
            if re.fullmatch(r"gpubench(\[.*\])?([<>=!~@].*)?", package.strip("\"',."), re.IGNORECASE):
                faults.append(f"{path}:{number}: '{package}' on PyPI is another project: name the wheel's file, "
                              "or gpubench-cuda")
    return faults


def main():
    pages = [Path(name) for name in sys.argv[1:]]
    pages = pages or texts.files(texts.PAGES)
    scripts = [] if sys.argv[1:] else sorted(path for path in Path("docs/cluster").iterdir() if path.suffix != ".md")
    failed = 0
    for page in pages + scripts:
        text = page.read_text(encoding="utf-8")
        faults = check_packages(page, text)
        if page not in scripts:
            faults += check_sentences(page, text) + check_lines(page, text) + check_length(page, text)
        print("\n".join(faults), end="\n" if faults else "")
        failed += bool(faults)
    sources = {}
    for path, line, text in () if sys.argv[1:] else texts.program():
        sources.setdefault(path, []).extend(check_string(f"{path}:{line}", text))
    for path, line, text in () if sys.argv[1:] else texts.comments():
        sources.setdefault(path, []).extend(check_comment(f"{path}:{line}", text))
    for faults in sources.values():
        print("\n".join(faults), end="\n" if faults else "")
        failed += bool(faults)
    print(f"{len(pages) + len(scripts) + len(sources) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
