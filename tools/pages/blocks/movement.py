"""movement.py: a run's results for copies, launches and streams, compared with the requirements and other programs."""

# What; benchmark, metric and words of its row; scale and unit; what was asked; what the prototype and peers gave.
LINES = [
    ("host to device, 256 MiB pinned", ("transfer", "bandwidth", "op=h2d", "bytes=268435456"), 1e-9, "GB/s",
     "0.995 of nvbandwidth", "55.3", "nvbandwidth 55.5"),
    ("device to host, 256 MiB pinned", ("transfer", "bandwidth", "op=d2h", "bytes=268435456"), 1e-9, "GB/s",
     "0.995 of nvbandwidth", "55.4", "nvbandwidth 55.4"),
    ("both at once", ("transfer", "bandwidth", "op=both"), 1e-9, "GB/s", "0.995 of nvbandwidth", "100.1",
     "nvbandwidth 102.8 to 103.0: two tests' sum"),
    ("kernels read the host's memory", ("transfer", "bandwidth", "op=read"), 1e-9, "GB/s", "51.4", "51.2",
     "nvbandwidth 51.4"),
    ("kernels write the host's memory", ("transfer", "bandwidth", "op=write"), 1e-9, "GB/s", "52.6", "52.6",
     "nvbandwidth 52.7"),
    ("host time of a launch", ("launch", "time", "op=enqueue", "args=8"), 1e6, "µs", "-", "3.2",
     "gpu-small-kernels 3.2: bound by the call"),
    ("period of kernels in a stream", ("launch", "time", "op=period", "args=8"), 1e6, "µs", "-", "1.32", "-"),
    ("gap to the next kernel", ("launch", "time", "op=gap"), 1e6, "µs", "-", "1.49", "-"),
    ("the same, early start (PDL)", ("launch", "time", "op=early_gap"), 1e6, "µs", "-", "0.48", "-"),
    ("graph node in a chain", ("launch", "time", "op=graph", "nodes=chain"), 1e6, "µs", "-", "0.68",
     "gpu-small-kernels 0.98"),
    ("graph node in 32 branches", ("launch", "time", "op=graph", "nodes=branches_32"), 1e6, "µs", "-", "0.18", "-"),
    ("round trip with the driver's wait", ("launch", "time", "op=round_trip", "wait=driver"), 1e6, "µs", "-", "8.5",
     "clpeak 9.4"),
    ("copy in, kernel, copy out, overlapped, relative to the longest", ("streams", "of_longest_part", "op=overlap"), 1,
     "", "at most 1.10", "1.17", "-"),
    ("longest wait of a kernel of high priority", ("streams", "time", "op=priority", "priority=high"), 1e6, "µs",
     "100: a block of low priority", "67 (mean)", "-"),
]


def between(results):
    lines = ["| quantity | target | here | scatter | prototype | peer |", "| --- | --- | ---: | ---: | ---: | --- |"]
    for what, where, scale, unit, asked, prototype, peer in LINES:
        row = results.row(*where)
        value = row["value"]
        scatter = "-"
        if row["lo"] and row["hi"]:
            scatter = f"± {50 * (float(row['hi']) - float(row['lo'])) / value:.2g} %"
        doubt = "" if row["status"] == "ok" else f", {row['status']}"
        lines.append(f"| {what} | {asked} | {value * scale:.4g} {unit}".rstrip() +
                     f"{doubt} | {scatter} | {prototype} | {peer} |")
    return "\n".join(lines) + "\n"


BLOCKS = {"between host and device": between}
