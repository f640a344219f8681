#!/usr/bin/env python3
"""simulate_history.py DAYS [FLEET]: a result file of three GPUs, a run a day; GPU-1 falls by 3 % when its driver
changes, GPU-2 declines, GPU-0 stays.

With FLEET there are FLEET GPUs instead. Half-way, every second one gets another driver and loses 1.2 % of a roof in
which the runs of one card differ by as much."""
import csv, datetime, random, sys
draw = random.Random(1)
columns = ("schema version run_id time_utc host device gpu_name gpu_uuid driver benchmark variant point roof metric "
           "unit value lo hi status reason".split())
out = csv.writer(sys.stdout)
out.writerow(columns)
days = int(sys.argv[1])
def fleet(gpus):
    for gpu in range(gpus):
        for day in range(days):
            new = gpu % 2 == 0 and day >= days // 2
            when = (datetime.date(2026, 1, 1) + datetime.timedelta(day)).isoformat() + "T06:00:00.000Z"
            value = 8e14 * (0.988 if new else 1) * draw.gauss(1, 0.0065)
            out.writerow(["gpubench-1", "1.0", f"f{gpu}-{day}", when, f"n{gpu}", 0, "H200", f"GPU-f{gpu:03}",
                          "590" if new else "580",
                          "tensor", "default", "t=fp16", "tensor.fp16", "throughput", "FLOP/s", value, value * 0.999,
                          value * 1.001, "ok", ""])


if len(sys.argv) > 2:
    fleet(int(sys.argv[2]))
    sys.exit()
for gpu in range(3):
    for day in range(days):
        late = day >= days // 2
        factor = 0.97 if gpu == 1 and late else 1 - 0.04 * day / days if gpu == 2 else 1
        when = (datetime.date(2026, 1, 1) + datetime.timedelta(day)).isoformat() + "T06:00:00.000Z"
        for roof, base in (("dram.read", 4.6e12), ("fp64", 33e12)):
            unit = "B/s" if roof == "dram.read" else "FLOP/s"
            value = base * (factor if roof == "dram.read" else 1) * draw.gauss(1, 0.0005)
            out.writerow(["gpubench-1", "1.0", f"r{gpu}-{day}", when, "n1", gpu, "H200", f"GPU-{gpu}",
                          "590" if gpu == 1 and late else "580",
                          "dram", "default", "op=read", roof, "bandwidth", unit, value, value * 0.999,
                          value * 1.001, "ok", ""])
