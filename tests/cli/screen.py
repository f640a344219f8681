"""screen.py: draws the terminal output of a command as an SVG."""
import re
from html import escape

SGR = re.compile(r"\x1b\[([0-9;]*)m")
# The colours of gpubench's output (harness/base/colour.c), on a dark window.
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#f2cc60", "36": "#79c0ff", "90": "#8b949e"}
PAPER, INK, PROMPT = "#0d1117", "#e6edf3", "#8b949e"
# The sizes of a character and of a line, and the window's margin, in units of the picture.
WIDTH, HEIGHT, EDGE, SIZE = 7.8, 17, 14, 13


def runs(line):
    """[(column, text, colour, bold)] of a line with colours."""
    found, column, colour, bold, at = [], 0, INK, False, 0
    for mark in [*SGR.finditer(line), None]:
        text = line[at:mark.start() if mark else len(line)]
        if text.strip():
            found.append((column + len(text) - len(text.lstrip()), text.strip(), colour, bold))
        column += len(text)
        for code in (mark[1] or "0").split(";") if mark else ():
            colour = INK if code in ("0", "39") else COLOURS.get(code, colour)
            bold = code == "1" or (bold and code != "0" and code != "22")
        at = mark.end() if mark else len(line)
    return found


def texts(column, text, colour, bold, y):
    """Words separated by two spaces are placed one by one, as wide as on a terminal, whatever the font."""
    for word in re.finditer(r"\S+(?: \S+)*", text):
        x = EDGE + WIDTH * (column + word.start())
        yield (f'<text x="{x:.1f}" y="{y}" textLength="{WIDTH * len(word[0]):.1f}" lengthAdjust="spacingAndGlyphs" '
               f'fill="{colour}"{" font-weight=" + chr(34) + "bold" + chr(34) if bold else ""}>'
               f'{escape(word[0])}</text>')


def drawn(command, lines, columns):
    """The window: the command at its prompt, followed by the lines, which may have colours."""
    height = EDGE * 2 + HEIGHT * (len(lines) + 1)
    width = round(2 * EDGE + WIDTH * columns)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="{SIZE}" '
             'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace">',
             f"<title>{escape(command)}</title>", f'<rect width="{width}" height="{height}" rx="6" fill="{PAPER}"/>',
             *texts(0, "$", PROMPT, False, EDGE + SIZE), *texts(2, command, INK, True, EDGE + SIZE)]
    for i, line in enumerate(lines, 1):
        for run in runs(line):
            parts += texts(*run, EDGE + SIZE + HEIGHT * i)
    return "\n".join([*parts, "</svg>", ""])
