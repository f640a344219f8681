#!/usr/bin/env python3
"""template_schema.py NAME FILE: whether FILE, a filled template, has the names and types of its reader. They are taken from the
reader's own source; each template says from which."""
import ast
import json
import re
import sys

NUMBER = (int, float)


def check_dict(found, wanted):
    assert set(found) == set(wanted), sorted(set(found) ^ set(wanted))
    for name, kind in wanted.items():
        assert isinstance(found[name], kind), name
        assert isinstance(found[name], bool) or found[name] > 0, name


def entry(text, wanted):
    """Of a dictionary of dictionaries."""
    (found,) = ast.literal_eval("{" + text + "}").values()
    check_dict(found, wanted)


def llm_viewer(text):
    entry(text, {"bandwidth": NUMBER, "FP16": NUMBER, "INT8": NUMBER, "onchip_buffer": NUMBER})


def genz(text):
    entry(text, {"Flops": NUMBER, "Memory_size": NUMBER, "Memory_BW": NUMBER, "ICN": NUMBER, "real_values": bool})


def infersim(text):
    call = ast.parse(text.strip(), mode="eval").body
    assert call.func.id == "GPU" and not call.args
    names = ("fp16_tflops", "fp8_tflops", "mfu", "mem", "mem_bw", "nvlink_bw", "rdma_bw")
    check_dict({keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}, dict.fromkeys(names, NUMBER))


def efficiencies(pairs):
    """From a size on, the largest first and 0 last, a part of the whole."""
    sizes = [size for size, _ in pairs]
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 0
    assert all(0 < part <= 1 for _, part in pairs)


def calculon(text):
    found = json.loads(text)
    assert set(found) == {"matrix", "vector", "mem1"}
    for processor in (found["matrix"], found["vector"]):
        assert set(processor) <= {"float8", "float16", "float32", "bfloat16"}
        for of in processor.values():
            assert set(of) == {"tflops", "gflops_efficiency"} and of["tflops"] > 0
            efficiencies(of["gflops_efficiency"])
    assert set(found["mem1"]) == {"GiB", "GBps", "MB_efficiency"}
    efficiencies(found["mem1"]["MB_efficiency"])


def xla(text):
    """Fields of stream_executor.GpuDeviceInfoProto, int64 both."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    names = [re.fullmatch(r"  ([a-z_]+): [1-9]\d*", line)[1] for line in lines]
    assert names == ["memory_bandwidth", "pcie_bandwidth"]


READERS = {"llm-viewer": llm_viewer, "genz": genz, "infersim": infersim, "calculon": calculon, "xla": xla}


def main():
    name, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        READERS[name](file.read())


if __name__ == "__main__":
    main()
