"""Text and HTML tables, as a notebook shows them."""
from html import escape
from typing import Iterable, List, Sequence


def si(value: float, unit: str) -> str:
    """Such as 831.2 TFLOP/s."""
    for scale, prefix in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"),
                          (1e-6, "µ"), (1e-9, "n")):
        if abs(value) >= scale and (scale >= 1 or unit == "s"):
            return f"{value / scale:.4g} {prefix}{unit}"
    return f"{value:.4g} {unit}"


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def show_text(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The caption, then columns as wide as their longest texts."""
    lines: List[List[str]] = [[_printable(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join([_printable(caption), *("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)])


def show_html(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The same as an HTML table. No other code escapes text."""
    def row_of(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(row_of("td", row) for row in rows)
    return (f"<table><caption>{escape(caption)}</caption><thead>{row_of('th', head)}</thead>"
            f"<tbody>{body}</tbody></table>")
