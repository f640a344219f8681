#!/usr/bin/env python3
"""template_schema.py NAME FILE: checks that FILE, a filled template, has the names and types that its reader takes.
The names come from the reader's own source, which each template names. calculon's file is read by calculon's own
classes (python/tests/kept/README.md)."""
import ast
import importlib.util
import json
import re
import sys
from pathlib import Path

NUMBER = (int, float)
KEPT = Path(__file__).parents[2] / "python/tests/kept"


def check_dict(found, wanted):
    assert set(found) == set(wanted), sorted(set(found) ^ set(wanted))
    for name, kind in wanted.items():
        assert isinstance(found[name], kind), name
        assert isinstance(found[name], bool) or found[name] > 0, name


def entry(text, wanted):
    """The shape of nested dictionaries."""
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
    check_dict({keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords},
               dict.fromkeys(names, NUMBER))


def kept(name):
    """A module of another project, from its kept copy."""
    spec = importlib.util.spec_from_file_location(name, KEPT / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def calculon(text):
    """For an operation's rate at any size, calculon takes the file's rate for the size
    below it."""
    found = json.loads(text)
    assert set(found) == {"matrix", "vector", "mem1"}
    for name in ("matrix", "vector"):
        processor = kept("calculon_processor").Processor(found[name])
        for datatype, rates in found[name].items():
            assert set(rates) == {"tflops", "gflops_efficiency"} and rates["gflops_efficiency"][-1][0] == 0
            for gflop, part in rates["gflops_efficiency"]:
                assert processor.throughput(datatype, gflop * 1.001e9) == rates["tflops"] * 1e12 * part
    memory = kept("calculon_memory").Memory(found["mem1"])
    assert memory.capacity == found["mem1"]["GiB"] * 2**30
    assert memory.throughput(1e9) == found["mem1"]["GBps"] * 1e9 * found["mem1"]["MB_efficiency"][0][1]


def torchao(text):
    entry(text, dict.fromkeys(("bf16_peak_tops", "fp8_peak_tops", "peak_mem_bw_bytes_sec", "pct_achievable_gemm_tops",
                               "pct_achievable_mem_bw"), NUMBER))


def xla(text):
    """Fields of stream_executor.GpuDeviceInfoProto, int64 both."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    names = [re.fullmatch(r"  ([a-z_]+): [1-9]\d*", line)[1] for line in lines]
    assert names == ["memory_bandwidth", "pcie_bandwidth"]


READERS = {"llm-viewer": llm_viewer, "genz": genz, "infersim": infersim, "calculon": calculon,
           "torchao": torchao, "xla": xla}


def main():
    name, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        READERS[name](file.read())


if __name__ == "__main__":
    main()
