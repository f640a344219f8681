#!/bin/bash
# consumers.sh BUILD: tests the Python package with the optional packages that it uses, and reads the templates with the
# code of the tools for which they were written. Everything comes from PyPI, into a temporary folder.
# shellcheck disable=SC2154 # variables of has.sh
set -eu
cd "$(dirname "$0")/.."
. ci/has.sh

python3 -m venv "$folder/tools"
python=$folder/tools/bin/python
"$python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: \
	pandas==3.1.1 polars==2.1.0 matplotlib==3.11.2 genz-llm==0.0.16
has "the tests of the package" bash \
	-c "'$python' tests/unittests.py python/tests | tee '$folder/tests' && ! grep -q skipped '$folder/tests'"

# The values that GenZ reads, in FLOP/s and B/s, are the measured ones.
"$1/gpubench" roofs results/h200-sxm/all.csv --template genz --with icn=419 2>/dev/null >"$folder/genz"
has "GenZ" "$python" - "$folder/genz" <<'END'
import ast
import sys

from GenZ.LLM_inference.utils import get_inference_system
from Systems.system_configs import system_configs

sys.path.insert(0, "python")
import gpubench

with open(sys.argv[1], encoding="utf-8") as file:
    system_configs.update(ast.literal_eval("{" + file.read() + "}"))
system = get_inference_system(system_name="NVIDIA H200")
peaks = gpubench.peaks_of(gpubench.read("results/h200-sxm/all.csv"))
for theirs, ours in ((system.flops, peaks["tensor.bf16"].sustained),
                     (system.offchip_mem_bw, peaks["dram.read"].sustained),
                     (system.off_chip_mem_size, peaks.memory_bytes)):
    assert abs(theirs / ours - 1) < 1e-3, (theirs, ours)
END

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
