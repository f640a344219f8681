"""latency.py: the tables of docs/latency.md, from the full runs of both models. figures.py writes them."""
from result_rows import ROOT, Results

OTHER = ROOT / "results/h100-sxm/all.csv"
MIB = 1 << 20
LEVELS = (("shared", "a chain of addresses"), ("l1", "sets up to {}"), ("l2", "sets up to {}, lines of both halves"),
          ("l2_mixed", "sets up to {}, which fit in L2 but not in half of it: hits and misses"),
          ("dram", "sets beyond L2, lines of both halves"))
NEAR_AND_FAR = (("l2_near", "in the SM's own half, its home"),
                ("l2_far", "in the other half, its home, and not in the SM's own"),
                ("dram_near", "in the memory of the SM's own half"), ("dram_far", "in the memory of the other half"))
SIZES = (("latency", "level=l2", "capacity", "up to this size one SM finds copies of everything in its own half; "
                                             "slightly less than a half"),
         ("latency", "level=l2_mixed", "capacity", "up to this size one SM still finds far lines at home; all of L2"),
         ("cache", "walk=l2,level=l2", "full_rate", "up to this size all SMs read separate sets at full rate"),
         ("cache", "walk=far,level=l2", "full_rate",
          "the same if every SM reads lines of the other half: copies take space too"))
TRAFFIC = (("read", "read"), ("write", "write"), ("mix", "two reads to a write"))


def models(results):
    return [results, Results(OTHER)]


def row_at(of, benchmark, metric, point):
    """The row of exactly this point, with its value as a number."""
    row = next((row for row in of.rows if (row["benchmark"], row["metric"], row["point"]) ==
                (benchmark, metric, point)), None)
    if row is None:
        raise SystemExit(f"figures.py: the results have no {benchmark} {metric} {point}")
    return {**row, "value": float(row["value"])}


def size(count):
    return f"{count / MIB:.3g} MiB" if count >= MIB else f"{count / 1024:.3g} KiB"


def marked(text, row):
    return text if row["status"] == "ok" else f"{text}, {row['status']}"


def nanoseconds(row):
    return marked(f"{1e9 * row['value']:.0f} ns", row)


def time_of(of, name, words):
    """Cycles of what runs at the SMs' clock; DRAM in time too."""
    row = row_at(of, "latency", "cycles", words)
    text = f"{row['value']:.{0 if row['value'] > 500 else 1}f} cycles"
    if name.startswith("dram"):
        text += f", {1e9 * row_at(of, 'latency', 'latency', words)['value']:.0f} ns"
    return marked(text, row)


def levels(results):
    lines = []
    for of, name in zip(models(results), ("H200", "H100")):
        row = of.rows[0]
        lines.append(f"{name}: {row['gpu_uuid'][:12]}, board {row['board']}, {row['version']}, {row['time_utc'][:10]}.")
    lines += ["", "| level | H200 | H100 | the plateau covers |", "| --- | --- | --- | --- |"]
    for name, covers in LEVELS:
        sizes = ([size(row_at(of, "latency", "capacity", f"level={name}")["value"]) for of in models(results)]
                 if "{}" in covers else [])
        cells = [time_of(of, name, f"level={name}") for of in models(results)]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {covers.format(' and '.join(dict.fromkeys(sizes)))} |")
    return "\n".join(lines) + "\n"


def near_and_far(results):
    lines = ["| `lines=` | where the line is | H200 | single SMs | H100 | single SMs |",
             "| --- | --- | --- | --- | --- | --- |"]
    for name, where in NEAR_AND_FAR:
        cells = []
        for of in models(results):
            least, most = (row_at(of, "latency", f"cycles_{end}", f"lines={name}")["value"]
                           for end in ("least", "most"))
            cells += [time_of(of, name, f"lines={name}"), f"{least:.0f} to {most:.0f}"]
        lines.append(f"| `{name}` | {where} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def sizes_of_l2(results):
    lines = ["| finding | H200 | H100 | what it is |", "| --- | --- | --- | --- |"]
    for benchmark, point, metric, what in SIZES:
        last, below = ("capacity", "capacity_below") if metric == "capacity" else ("full_rate_set", "full_rate_below")
        cells = []
        for of in models(results):
            fits, more = (row_at(of, benchmark, which, point) for which in (last, below))
            cells.append(marked(f"{size(fits['value'])}, less than {size(more['value'])}", fits))
        lines.append(f"| `{benchmark}`, `{point.split(',')[0]} {last}` | {' | '.join(cells)} | {what} |")
    return "\n".join(lines) + "\n"


def under_load(results):
    lines = ["| the other SMs | idle | knee | saturated | in flight per SM: needed when idle | when saturated |",
             "| --- | --- | --- | --- | ---: | ---: |"]
    for name, what in TRAFFIC:
        def find(metric, load, traffic=name):
            return row_at(results, "loaded", metric, f"traffic={traffic},load={load}")
        cells = [nanoseconds(find("latency", "idle"))]
        cells += [f"{nanoseconds(find('latency', load))} at {find('bandwidth', load)['value'] / 1e12:.2f} TB/s"
                  for load in ("knee", "saturated")]
        cells += [f"{find('bytes_in_flight', load)['value'] / 1e3:.1f} KB" for load in ("idle", "saturated")]
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


BLOCKS = {"latency of levels": levels, "latency near and far": near_and_far, "sizes of cache": sizes_of_l2,
          "latency under load": under_load}
