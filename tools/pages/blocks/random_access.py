"""random_access.py: the tables of docs/random-access.md, from rows of `random` and counters read with Nsight Compute.
figures.py writes them."""
from result_rows import FOLDER, axes_of, read_file, values_of

COUNTERS = FOLDER / "counters.csv"
OPS = ("read", "update", "atomic")
MISSING = "Not measured yet: the result file is of a version without this.\n"
# Counters, and how they are shown.
COUNTED = (("memory_reads_per_access", "sectors read an access", "{:.2f}"),
           ("memory_writes_per_access", "written", "{:.2f}"),
           ("memory_use", "memory busy", "{:.0f} %"), ("l2_tags_use", "tags of L2", "{:.0f} %"),
           ("l2_between_halves_use", "between its halves", "{:.0f} %"), ("l2_hits", "found in L2", "{:.0f} %"))


def size(count):
    """65536 as 64 KiB, and powers of two of more."""
    count = int(count)
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count} {unit}"
        count //= 1024
    return f"{count} GiB"


def rates(rows, sweep, axis):
    """{size: {operation: accesses per second}} along an axis, in the roofs' set if there is one."""
    found = {}
    for row in values_of(rows, "random", "access_rate", [f"sweep={sweep}"]):
        axes = axes_of(row["point"])
        if axes.get("within") in (None, "8589934592"):
            found.setdefault(int(axes[axis]), {})[axes["op"]] = float(row["value"])
    return dict(sorted(found.items()))


def giga(value):
    return "-" if value is None else f"{value / 1e9:.3g}"


def table(head, lines):
    return "\n".join([head, "| --- |" + " ---: |" * (head.count("|") - 2), *lines]) + "\n" if lines else MISSING


def by_set(results):
    lines = [f"| {size(count)} | " + " | ".join(giga(found.get(op)) for op in OPS) + " |"
             for count, found in rates(results.rows, "set", "set").items()]
    return table("| set | reads, 10⁹/s | updates | atomics |", lines)


def by_size(results):
    lines = [f"| {count} | " + " | ".join(giga(found.get(op)) for op in OPS) + " | " +
             (f"{count * found['read'] / 1e12:.2f} TB/s" if "read" in found else "-") + " |"
             for count, found in rates(results.rows, "bytes", "bytes").items()]
    return table("| bytes per access | reads, 10⁹/s | updates | atomics | bandwidth of reads |", lines)


def by_window(results):
    found = rates(results.rows, "window", "window")
    if found:
        found[8 << 30] = rates(results.rows, "bytes", "bytes").get(8, {})
    return table("| window of a block | reads, 10⁹/s | updates | atomics |",
                 [f"| {size(count)} | " + " | ".join(giga(of.get(op)) for op in OPS) + " |"
                  for count, of in found.items()])


def point_text(point):
    axes = axes_of(point)
    if axes["sweep"] == "window":
        return f"{axes['op']}s of 8 bytes, windows of {size(axes['window'])}"
    if axes["sweep"] == "set":
        return f"{axes['op']}s of 8 bytes, {size(axes['set'])}"
    return f"{axes['op']}s of {axes['bytes']} bytes"


def by_counters(_):
    """From counters.csv, if it exists: a line for each point."""
    points = {}
    if COUNTERS.exists():
        for row in read_file(COUNTERS):
            if row["benchmark"] == "random" and row["verdict"] == "told":
                points.setdefault(row["point"], {})[row["metric"]] = float(row["value"])
    lines = [f"| {point_text(point)} | " + " | ".join(shape.format(of[name]) if name in of else "-"
                                                      for name, _, shape in COUNTED) + " |"
             for point, of in points.items()]
    return table("| | " + " | ".join(text for _, text, _ in COUNTED) + " |", lines)


BLOCKS = {"random by set": by_set, "random by size": by_size, "random by window": by_window,
          "random by counters": by_counters}
