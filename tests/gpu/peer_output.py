"""peer_output.py: parses the output of other GPU benchmarks, and gpubench's CSV, into {name of the figure: value},
in SI units, the best of each.
"""
import re

from rows import read_rows

NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?")


class Best(dict):
    """The best figure of each name; texts that are not numbers are ignored."""

    def found(self, name, scale, text):
        text = text.strip()
        if NUMBER.fullmatch(text):
            self[name] = max(self.get(name, 0), scale * float(text))


def cuda_stream(lines, best):
    for line in lines:
        cells = line.split(",")
        if len(cells) == 8 and cells[0] in ("Copy", "Mul", "Add", "Triad", "Dot"):
            best.found(cells[0], 1e6, cells[4])


def nvbandwidth(lines, best):
    """The peer's matrix has a column for each GPU, of which the first counts. For both directions at once, two tests
    report one rate each; their sum counts."""
    test = ""
    for line, row in zip(lines, lines[2:]):
        if line.startswith("Running "):
            test = line.split()[1].rstrip(".")
        if re.match(r"memcpy .*\(GB/s\)", line):
            best.found(test, 2e9 if test == "device_local_copy" else 1e9, (row.split() + ["", ""])[1])
    ways = [best.pop(f"{way}_bidirectional_memcpy_ce", None) for way in ("host_to_device", "device_to_host")]
    if None not in ways:
        best["both directions at once"] = sum(ways)


def gpu_stream(lines, best):
    for line in lines:
        _, found, figures = line.rpartition("GB/s:")
        if found:
            for name, text in zip(("init", "read", "scale", "triad"), figures.split()):
                best.found(name, 1e9, text)


def mixbench_cuda(lines, best):
    for line in lines:
        cells = line.split(",")
        if len(cells) == 17 and cells[0].strip().isdigit():
            for name, at in (("single", 3), ("double", 7), ("half", 11), ("integer", 15)):
                best.found(name, 1e9, cells[at])


def gpu_cache(lines, best):
    for words in map(str.split, lines):
        if len(words) > 5 and words[1] == "kB" and words[5] == "GB/s":
            best.found("Eff. bw", 1e9, words[4])


def gpu_l2_cache(lines, best):
    """The rates of data sets of 16 to 40 MB."""
    for words in map(str.split, lines):
        if (len(words) > 7 and words[3] == "kB" and words[7] == "GB/s" and words[2].isdigit() and
            16384 <= int(words[2]) <= 40960):
            best.found("Eff. bw", 1e9, words[6])


CLPEAK = {"Single-precision": "single", "Double-precision": "double", "Half-precision": "half",
          "Integer compute": "integer", "Global memory bandwidth": "global memory"}


def clpeak(lines, best):
    """"Single-precision compute (GFLOPS)" and below it "float    : 65000.00", or with a unit
    of its own "65.00 TFLOPS"."""
    name, unit = None, ""
    for line in lines:
        title = re.search(r"\(([^()]*)\) *$", line)
        figure = re.search(r" : +([0-9]\S*)(?: +(\S+))?", line)
        if title:
            name = next((name for text, name in CLPEAK.items() if text in line), None)
            unit = title.group(1)
        if figure and name:
            best.found(name, {"G": 1e9, "T": 1e12}.get((figure.group(2) or unit)[:1], 1), figure.group(1))


READERS = {"cuda-stream": cuda_stream, "nvbandwidth": nvbandwidth, "gpu-stream": gpu_stream,
           "mixbench-cuda": mixbench_cuda, "gpu-cache": gpu_cache, "gpu-l2-cache": gpu_l2_cache, "clpeak": clpeak}


def read_peer(peer, text):
    """The figures in a peer's output."""
    best = Best()
    READERS[peer](text.splitlines(), best)
    return best


def read_ours(text):
    """The same for gpubench's CSV: the roof, or the benchmark and the first value of the point; and the fraction of
    the limit."""
    best, fractions = Best(), Best()
    for row in read_rows(text.splitlines()):
        if row["status"] in ("ok", "suspect") and row["metric"] in ("bandwidth", "flop_rate", "op_rate"):
            first = row["point"].split(",")[0].partition("=")[2]
            name = row["roof"] or f"{row['benchmark']}.{first}"
            best.found(name, 1, row["value"])
            fractions.found(name, 1, row.get("fraction", ""))
    return best, fractions
