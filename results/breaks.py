"""breaks.py: which rows are older than a change of what their benchmark measures, by the table of
harness/reading/analysis/breaks.c. As the program, it takes a row without time and version to be older."""
import re
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "harness/reading/analysis/breaks.c"
BREAKS = re.findall(r'\{ "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)",', TABLE.read_text(encoding="utf-8"))


def numbers(version):
    return tuple(int(part) for part in re.findall(r"\d+", version.split("-")[0]))


def is_old(row):
    """True if the row's value cannot be compared with those of today."""
    return any(re.match(re.escape(roofs) + r"([./]|$)", row["roof"]) and row["gpu_name"].startswith(gpu) and
               (not row.get("time_utc") or row["time_utc"] < time or
                (row.get("version") and numbers(row["version"]) < numbers(release)))
               for roofs, gpu, release, time, _ in BREAKS)
