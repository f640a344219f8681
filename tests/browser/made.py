"""Result files for the five tasks of report.py, with a planted finding in each, and Python code that finds it again.

The rows are those of results/h200-sxm/all.csv, of cards, models and days that are made up: a random.Random chooses the
slow card, its roof, the drop and its day, and the ratio of another model's roofs to the first one's. The findings
are read from the CSV, not from what was planted."""
import csv
import datetime
import statistics
from pathlib import Path

ROWS = Path(__file__).resolve().parents[2] / "results/h200-sxm/all.csv"
SCALED = ("value", "lo", "hi", "min", "max", "limit")
# Roofs in which compare finds a card that is 3 % slower (docs/analysis.md).
FLEET_ROOFS = ("dram.read", "dram.copy", "l1.read", "shared.read", "fp64", "fp32", "fp16", "tensor.fp64")
NOISE = 0.0003  # scatter of a value from run to run
BEGIN = datetime.datetime(2026, 3, 1, 6)


def read_rows(path=ROWS):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        return reader.fieldnames, list(reader)


def write_rows(path, names, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)


def scaled(row, factor, **changes):
    return {**row, **{name: f"{float(row[name]) * factor:.9g}" for name in SCALED if row[name]}, **changes}


# ---- a fleet, day by day ---------------------------------------------------------------------------------------------


def make_fleet(path, draw):
    """Several cards on several days. One of them drops in one roof. Returns what was planted."""
    names, rows = read_rows()
    rows = [row for row in rows if row["roof"] in FLEET_ROOFS]
    cards, days = draw.randrange(9, 15), draw.randrange(30, 60)
    slow, roof, since = draw.randrange(cards), draw.choice(FLEET_ROOFS), draw.randrange(days // 3, 2 * days // 3)
    drop = draw.uniform(0.03, 0.08)
    made = []
    for card in range(cards):
        for day in range(days):
            when = (BEGIN + datetime.timedelta(day, 60 * card)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            for row in rows:
                fallen = card == slow and row["roof"] == roof and day >= since
                made.append(scaled(row, (1 - drop if fallen else 1) * draw.gauss(1, NOISE), gpu_name="Made-up X1",
                                   gpu_uuid=f"GPU-{card:08x}-made-up", host=f"node{card // 4}", device=str(card % 4),
                                   time_utc=when,
                                   run_id=f"{card}-{day}", reason="", status="ok",
                                   pci_bus_id=f"0000:{card % 4:02x}:00.0"))
    write_rows(path, names, made)
    return f"{made[slow * days * len(rows)]['gpu_uuid']} falls by {drop:.2%} in {roof} on day {since} of {days}"


def find_slow(path):
    """(GPU, host, roof, its newest value relative to the median of all) of the lowest value."""
    newest = {}
    for row in sorted(read_rows(path)[1], key=lambda one: one["time_utc"]):
        newest[row["roof"], row["gpu_uuid"]] = row
    medians = {roof: statistics.median(float(row["value"]) for (name, _), row in newest.items() if name == roof)
               for roof, _ in newest}
    off, row = min(((float(row["value"]) / medians[roof] - 1, row) for (roof, _), row in newest.items()),
                   key=lambda one: one[0])
    return row["gpu_uuid"], row["host"], row["roof"], off


def find_since(path, gpu, roof):
    """(day, change) of the split that leaves the least squares on both of its sides."""
    rows = sorted((row["time_utc"], float(row["value"])) for row in read_rows(path)[1]
                  if (row["gpu_uuid"], row["roof"]) == (gpu, roof))
    values = [value for _, value in rows]
    at = min(range(2, len(values) - 1),
             key=lambda k: sum(statistics.pvariance(part) * len(part) for part in (values[:k], values[k:])))
    return rows[at][0][:10], statistics.median(values[at:]) / statistics.median(values[:at]) - 1


# ---- two models ------------------------------------------------------------------------------------------------------


def make_model(path, draw, letter):
    """Every roof, and the curve of latency against bandwidth, of the model called `letter`."""
    names, rows = read_rows()
    factors = {}
    made = []
    for row in rows:
        if not row["roof"] and row["benchmark"] != "loaded":
            continue
        factor = factors.setdefault(row["roof"] or row["metric"], draw.uniform(0.5, 2))
        made.append(scaled(row, factor, gpu_name=f"Made-up {letter}", gpu_uuid=f"GPU-{ord(letter):08x}-made-up",
                           host=f"node{letter}", board="", run_id=letter))
    write_rows(path, names, made)


def roofs_of(path):
    return {row["roof"]: float(row["value"]) for row in read_rows(path)[1] if row["roof"] and row["value"]}


def loaded_of(path):
    """{op: [(bandwidth, latency)]}, as measured."""
    points, curves = {}, {}
    for row in read_rows(path)[1]:
        if (row["benchmark"] == "loaded" and row["point"].startswith("op=") and row["value"] and
            row["metric"] in ("bandwidth", "latency")):
            points.setdefault(row["point"], {})[row["metric"]] = float(row["value"])
    for point, of in points.items():
        if len(of) == 2:
            curves.setdefault(point.split(",")[0].removeprefix("op="), []).append((of["bandwidth"], of["latency"]))
    return curves
