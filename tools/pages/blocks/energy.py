"""energy.py: the tables of docs/energy.md, from the rows of results/energy/MODEL.csv. A figure that is in no such
file is "-"."""
from result_rows import ROOT, read_file, values_of

MODELS = (("H200", "h200-sxm"), ("H100", "h100-sxm"))
DATA = ("zeros", "random")
CHAINS = ("ffma", "fadd", "fmul", "hfma2", "dfma", "imad", "iadd3", "mask", "shift", "mufu_rcp")
MATRICES = ("mma_fp16", "mma_bf16", "mma_tf32", "mma_int8", "mma_fp64", "wgmma_fp16", "wgmma_bf16", "wgmma_tf32",
            "wgmma_fp8", "wgmma_int8")
MEMORY = ("shared_read", "l1_read", "l2_read", "dram_read", "dram_write")
LOADED = ("ffma", "wgmma_fp16")


def models():
    """The models that have a file: name and rows."""
    paths = [(name, ROOT / "results/energy" / f"{folder}.csv") for name, folder in MODELS]
    return [(name, read_file(path)) for name, path in paths if path.exists()]


def row_of(rows, metrics, *words):
    """The row of the first of these metrics that the point has; on all SMs unless the words say otherwise."""
    for metric in metrics:
        for row in values_of(rows, "energy", metric, words):
            if (any(word.startswith("load=") for word in words) or "load=" not in row["point"] or
                "load=100" in row["point"].split(",")):
                return row
    return None


def value(row, scale, digits):
    """The value and half of its interval: "1.23 ±2 %"; a mark if the power cap acted."""
    if row is None:
        return "-"
    number = float(row["value"])
    text = f"{number * scale:.{digits}f}"
    if row["lo"] and row["hi"] and number:
        text += f" ±{50 * (float(row['hi']) - float(row['lo'])) / abs(number):.0f} %"
    return text + (" (cap)" if "sw_power_cap" in row["throttle"] else "")


def table(first, columns, names, cells):
    """cells(rows, name): one for each of the columns."""
    of = models()
    lines = [f"| {first} |" + "".join(f" {model}, {column} |" for model, _ in of for column in columns),
             "| --- |" + " ---: |" * (len(of) * len(columns))]
    for name in names:
        found = [cell for _, rows in of for cell in cells(rows, name)]
        if any(cell != "-" for cell in found):
            lines.append(f"| `{name}` | " + " | ".join(found) + " |")
    return "\n".join(lines) + "\n" if of else "Not measured yet.\n"


def by_data(metrics, scale, digits):
    return lambda rows, op: [value(row_of(rows, metrics, f"op={op}", f"data={data}"), scale, digits) for data in DATA]


def threads(_):
    return table("instruction", DATA, CHAINS, by_data(["energy_per_thread"], 1e12, 2))


def matrices(_):
    def cells(rows, op):
        bought = row_of(rows, ["flop_per_joule", "ops_per_joule"], f"op={op}", "data=random")
        return (by_data(["energy_per_flop", "energy_per_op"], 1e12, 3)(rows, op) +
                [f"{1e-12 * float(bought['value']):.2f}" if bought else "-"])

    return table("instruction", (*DATA, "TFLOP/J, random"), MATRICES, cells)


def memory(_):
    return table("access", DATA, MEMORY, by_data(["energy_per_bit"], 1e12, 2))


def powers(_):
    """The two powers of every operation on random data, and the clock of the load."""
    def cells(rows, op):
        words = (f"op={op}", "data=random")
        load, waiting = (row_of(rows, [metric], *words) for metric in ("load_power", "waiting_power"))
        if load is None:
            return ["-"] * 3
        return [f"{float(load['value']):.0f}", f"{float(waiting['value']):.0f}",
                f"{1e-9 * float(load['sm_clock_hz']):.3f}"]

    return table("random data", ("load W", "waiting W", "GHz"), CHAINS + MATRICES + MEMORY, cells)


def loads(_):
    parts = (10, 25, 50, 75, 100)

    def cells(rows, op):
        found = [row_of(rows, ["flop_per_joule"], f"op={op}", "data=random", f"load={part}") for part in parts]
        return [f"{1e-9 * float(row['value']):.1f}" if row else "-" for row in found]

    return table("GFLOP/J, random data", [f"{part} %" for part in parts], LOADED, cells)


BLOCKS = {"energy threads": threads, "energy matrices": matrices, "energy memory": memory, "energy powers": powers,
          "energy loads": loads}
