"""peak_tables.py: the tables of docs/peaks.md, from the full runs in results/ and the assumptions of other programs
(results/consumers.csv). figures.py writes them."""
import csv
import sys

from result_rows import FOLDER, ROOT, si

sys.path.append(str(ROOT / "python"))

import gpubench  # noqa: E402
from gpubench._peaks import library_roof  # noqa: E402

MODELS = (FOLDER / "all.csv", ROOT / "results/h100-sxm/all.csv")
ORDER = ("dram.", "l2.", "l1.", "shared.", "transfer.", "fp", "bf", "int", "dp4a", "tensor.")
NO_WORK = ("latency", "zeros", "common")  # ends of roofs that are no peak of work
DATASHEET = "datasheet"


def assumed(model):
    """What is assumed about a model, in the order of the file."""
    with open(ROOT / "results/consumers.csv", newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["model"] == model]


def is_shown(roof):
    return roof.startswith(ORDER) and not roof.endswith(NO_WORK)


def place(roof):
    return next(at for at, start in enumerate(ORDER) if roof.startswith(start))


def shown(value, unit):
    return "-" if value is None else si(value, unit)


def part(value, of):
    return "-" if not value or not of else f"{100 * value / of:.0f} %"


def doubt(peak):
    return "" if peak.status == "ok" else " (suspect)"


def measured(_):
    """A table a model: datasheet, limit, burst, sustained, cuBLAS."""
    lines = []
    for path in MODELS:
        peaks = gpubench.peaks_of(gpubench.read(path))
        sheet = {row["roof"]: float(row["value"]) for row in assumed(peaks.gpu_name) if row["who"] == DATASHEET}
        lines += [f"### {peaks.gpu_name}", "",
                  f"Board {peaks.board}, {peaks.power_limit_w:g} W, driver {peaks.driver}, full run of "
                  f"{max(peak.time for peak in peaks.values()):%Y-%m-%d}.", "",
                  "| roof | datasheet, dense | limit at the measured clock | burst | sustained | cuBLAS | sustained of "
                  "the datasheet |",
                  "| --- |" + " ---: |" * 6]
        for roof in sorted(filter(is_shown, peaks), key=place):
            peak = peaks[roof]
            cells = [shown(value, peak.unit) for value in (sheet.get(roof), peak.limit, peak.burst, peak.sustained)]
            cells.append(shown(peak.library, peak.unit) + (doubt(peaks[library_roof(roof)]) if peak.library else ""))
            lines.append(f"| `{roof}`{doubt(peak)} | " + " | ".join(cells + [part(peak.sustained, sheet.get(roof))]) +
                         " |")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def others(_):
    """The values that other programs use, compared with what the card sustains."""
    lines = []
    for path in MODELS:
        peaks = gpubench.peaks_of(gpubench.read(path))
        lines += [f"### {peaks.gpu_name}, as assumed by other programs", "",
                  "| program | roof | assumed | sustained | assumed / sustained | source | snapshot | |",
                  "| --- | --- | ---: | ---: | ---: | --- | --- | --- |"]
        for row in assumed(peaks.gpu_name):
            if row["who"] != DATASHEET:
                peak, value = peaks[row["roof"]], float(row["value"])
                lines.append(f"| {row['who']} | `{row['roof']}` | {si(value, peak.unit)} | "
                             f"{si(peak.sustained, peak.unit)} | {part(value, peak.sustained)} | `{row['where']}` | "
                             f"{row['snapshot']} | {row['note']} |")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


BLOCKS = {"peaks of models": measured, "what others assume": others}
