#!/usr/bin/env python3
"""device_query.py DEVICEQUERY INFO: does `gpubench info` print everything that deviceQuery of CUDA's samples does, with
the same values?

Both files are the outputs on one machine, for all its GPUs in the same order. A line of deviceQuery without a known
counterpart is also a fault. Exit status: 0 everything is there and equal, 1 something is not. The last line
has the totals.
"""
import re
import sys
from pathlib import Path

# Parts of deviceQuery's lines, and our lines with the same content, in order.
SAME = {
    "CUDA Driver Version / Runtime Version": ("CUDA, of the driver / of this program",),
    "CUDA Capability Major/Minor version number": ("compute capability",),
    "Total amount of global memory": ("device memory",),
    "Multiprocessors, ": ("SMs",),
    "GPU Max Clock rate": ("SM clock, rated",),
    "Memory Clock rate": ("memory clock, rated",),
    "Memory Bus Width": ("memory bus",),
    "L2 Cache Size": ("L2 cache",),
    "Maximum Texture Dimension Size (x,y,z)": ("texture 1D", "texture 2D, width", "texture 2D, height",
                                               "texture 3D, width", "texture 3D, height", "texture 3D, depth"),
    "Maximum Layered 1D Texture Size, (num) layers": ("texture 1D layered, width", "texture 1D layered, layers"),
    "Maximum Layered 2D Texture Size, (num) layers": ("texture 2D layered, width", "texture 2D layered, height",
                                                      "texture 2D layered, layers"),
    "Total amount of constant memory": ("constant memory",),
    "Total amount of shared memory per block": ("shared memory per block",),
    "Total shared memory per multiprocessor": ("shared memory per SM",),
    "Total number of registers available per block": ("registers per block",),
    "Warp size": ("warp size",),
    "Maximum number of threads per multiprocessor": ("threads per SM, most",),
    "Maximum number of threads per block": ("threads per block, most",),
    "Max dimension size of a thread block (x,y,z)": ("block, x", "block, y", "block, z"),
    "Max dimension size of a grid size    (x,y,z)": ("grid, x", "grid, y", "grid, z"),
    "Maximum memory pitch": ("pitch of a copy, most",),
    "Texture alignment": ("texture alignment",),
    "Concurrent copy and kernel execution": ("copies while kernels run", "copy engines"),
    "Run time limit on kernels": ("run time limit on kernels",),
    "Integrated GPU sharing Host Memory": ("shares memory with the host",),
    "Support host page-locked memory mapping": ("maps host memory",),
    "Alignment requirement for Surfaces": ("surface alignment",),
    "Device has ECC support": ("ECC",),
    "Device supports Unified Addressing (UVA)": ("unified addressing",),
    "Device supports Managed Memory": ("managed memory",),
    "Device supports Compute Preemption": ("compute preemption",),
    "Supports Cooperative Kernel Launch": ("cooperative launch",),
    "Supports MultiDevice Co-op Kernel Launch": ("cooperative launch over devices",),
    "Device PCI Domain ID / Bus ID / location ID": ("PCI domain", "PCI bus", "PCI device"),
    "Compute Mode": ("compute mode",),
}
WORDS = {"yes": "yes", "enabled": "yes", "on": "yes", "no": "no", "disabled": "no", "off": "no",
         "default": "default", "exclusive": "exclusive", "prohibited": "prohibited"}
PEERS = re.compile(r"> Peer access from .* \(GPU(\d+)\) -> .* \(GPU(\d+)\) : (Yes|No)")


def tokens(text):
    """Numbers and words for yes and no. Clocks are in MHz. If bytes follow a rounded figure in brackets, only these
    count; values in KiB are converted to bytes."""
    clock = re.search(r"([0-9.]+) ([GM])hz", text, re.IGNORECASE)
    if clock:
        return [round(float(clock[1]) * (1000 if clock[2] == "G" else 1))]
    exact = re.search(r"\((\d+) (?:bytes|B)\)", text)
    if exact:
        return [int(exact[1])]
    binary = re.search(r"\b(\d+) ([KMGT])iB", text)
    if binary:
        return [int(binary[1]) * 1024 ** (1 + "KMGT".index(binary[2]))]
    found = re.findall(r"\d+\.\d+|\b\d+\b|\b\d+(?=-bit)|\b[a-z]+\b", text.lower())
    return [WORDS.get(word, word) for word in found if word[0].isdigit() or word in WORDS]


def asked_of(lines):
    """[(GPU, line)] of deviceQuery, a compute mode in one, and {(from, to): whether it has peer access}."""
    asked, peers, gpu = [], {}, None
    for line in lines:
        begins, peer = re.match(r"Device (\d+): ", line), PEERS.match(line)
        if begins:
            gpu = int(begins[1])
        elif peer:
            peers[int(peer[1]), int(peer[2])] = peer[3] == "Yes"
        elif gpu is not None and line.startswith("     < ") and asked:
            asked[-1] = (gpu, asked[-1][1] + line.split("(")[0])
        elif gpu is not None and line.startswith("  "):
            asked.append((gpu, line.strip()))
    return asked, peers


def told_of(lines):
    """{GPU: {label: text}} of gpubench info, and {(from, to): whether it reports peer access}."""
    told, peers, gpu = {}, {}, None
    for line in lines:
        begins, pair = re.match(r"GPU (\d+): ", line), re.match(r"  (\d+) to (\d+): .*; (.*)", line)
        if begins:
            gpu = told.setdefault(int(begins[1]), {})
        elif pair:
            alone = re.search(r"from (\d+) alone", pair[3])
            for one, other in ((pair[1], pair[2]), (pair[2], pair[1])):
                peers[int(one), int(other)] = pair[3].startswith("peer access") and (not alone or alone[1] == one)
        elif gpu is not None and line.startswith("  "):
            gpu.setdefault(line[2:40].strip(), line[41:].strip())
    return told, peers


def fault_of(line, told):
    """The fault of a line of deviceQuery; None: it has none."""
    key = next((key for key in SAME if key in line), None)
    lines = [told.get(name) for name in SAME.get(key, ())]
    if not key or None in lines:
        return f"'{line}' is not reported"
    theirs, ours = tokens(line.replace(key, "")), [token for text in lines for token in tokens(text)]
    if "Driver" in key:
        theirs, ours = theirs[:1], ours[:1]  # the other version is of the program that asks
    if "Alignment" in key:
        ours = ["yes" if int(ours[0]) > 0 else "no"]
    return None if theirs == ours else f"'{line}', ours is {', '.join(lines)}"


def compare(query, info):
    """Messages on what is missing or differs, and the number of lines that agree."""
    asked, peers_asked = asked_of(query)
    told, peers_told = told_of(info)
    faults = [] if asked else ["deviceQuery printed nothing"]
    for gpu, line in asked:
        fault = fault_of(line, told.get(gpu, {}))
        faults += [f"GPU {gpu}: {fault}"] if fault else []
    faults += [f"GPU {pair[0]} -> {pair[1]}: peer access is {access}, ours {peers_told.get(pair)}"
               for pair, access in peers_asked.items() if peers_told.get(pair) is not access]
    return faults, len(asked) + len(peers_asked) - len(faults)


def main(files):
    faults, agree = compare(*(Path(name).read_text(encoding="utf-8", errors="replace").splitlines() for name in files))
    for fault in faults:
        print(fault)
    print(f"{agree} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
