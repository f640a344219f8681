#!/bin/bash
# package.sh BUILD: tests the Python package with peaks of a card: run(remember=True), remember(), peaks().
# transcripts/package.t has the rest.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

if sanitized; then
	skip "peaks() of a card: Python cannot load an NVML that was built with a sanitizer"
	totals
	exit
fi
mkdir "$work/nvml"
ln -s "$build/tests/libfake_nvml.so" "$work/nvml/libnvidia-ml.so.1"
export XDG_CACHE_HOME=$work/cache PYTHONPATH=$tests/../python PYTHONDONTWRITEBYTECODE=1 GPUBENCH_PROGRAM=$fake
export LD_LIBRARY_PATH=$work/nvml GPUBENCH_FAKE_NVML=card GPUBENCH_FAKE=nvml=1

run "$python" -c 'import gpubench
rows = gpubench.run("all", remember=True)
peaks = gpubench.peaks()
print(peaks["toy.add"].sustained == gpubench.peaks_of(rows)["toy.add"].sustained, peaks.source)'
check "run(remember=True), and peaks()" test "$(cat "$out")" = "True measured"
rm -r "$XDG_CACHE_HOME"
run "$fake" --all --quick -o "$work/run.csv"
run "$python" -c "import gpubench
print(gpubench.peaks(), end=' ')
gpubench.remember('$work/run.csv')
print(gpubench.peaks().source)"
check "remember()" test "$(cat "$out")" = "None measured"

totals
