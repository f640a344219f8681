#!/bin/bash
# package.sh BUILD: tests the Python package together with the program: run(), remember(), stores, python -m gpubench.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

export XDG_CACHE_HOME=$work/cache PYTHONPATH=$tests/../python PYTHONDONTWRITEBYTECODE=1

# says NAME WANTED CODE: the output of this Python code, with the fake program unless CODE names another. An error is
# printed as its text.
says() {
	printf 'import gpubench\ntry:\n    %s\nexcept gpubench.Error as error:\n    print("Error:", error)\n' \
		"${3//$'\n'/$'\n    '}" >"$work/code.py"
	GPUBENCH_PROGRAM=${PROGRAM:-$fake} run "$python" "$work/code.py"
	check "$1" test "$(cat "$out")" = "$2"
}

says "run()" "2 True add ok" 'told = []
rows = gpubench.run("toy", op="add", parts=[1, 4], progress=told.append)
print(len(rows), list(rows) == told, rows[0].axes["op"], rows[0].status)'
says "the roof of a run" "toy.add B/s measured" 'peaks = gpubench.peaks_of(gpubench.run("toy", parts=[1, 4]))
peak = peaks["toy.add"]
print(peak.roof, peak.unit, peaks.source)'
says "a benchmark that is not there" "Error: gpubench: no benchmark 'none'; there are skeleton, toy, toy_cycles" \
	'gpubench.run("none")'
says "an axis that is not there" "Error" 'try:
    gpubench.run("toy", colour=1)
except gpubench.Error as error:
    print("Error" if "colour" in str(error) else error)'
says "a device that is not there" "Error" 'try:
    gpubench.run("toy", device=7)
except gpubench.Error as error:
    print("Error" if "7" in str(error) else error)'
says "what crashes is a row" "fine_first ok, segfault failed, fine_last ok" \
	"rows = gpubench.run('faults', fault=['fine_first', 'segfault', 'fine_last'],
                    options=['--plugin', '$build/tests/plugins/faults.so'])
print(', '.join(f'{row.axes[\"fault\"]} {row.status}' for row in rows if row.metric != 'x'))"
says "what progress raises ends the run" "enough" 'def enough(row):
    raise KeyboardInterrupt
try:
    gpubench.run("toy", progress=enough)
except KeyboardInterrupt:
    print("enough")'
if sanitized; then
	skip "peaks() of a card: Python cannot load an NVML that was built with a sanitizer"
	totals
	exit
fi
mkdir "$work/nvml"
ln -s "$build/tests/libfake_nvml.so" "$work/nvml/libnvidia-ml.so.1"
export LD_LIBRARY_PATH=$work/nvml GPUBENCH_FAKE_NVML=card
GPUBENCH_FAKE=nvml=1 says "run(remember=True), and peaks()" "True measured" 'rows = gpubench.run("all", remember=True)
peaks = gpubench.peaks()
print(peaks["toy.add"].sustained == gpubench.peaks_of(rows)["toy.add"].sustained, peaks.source)'
rm -r "$XDG_CACHE_HOME"
GPUBENCH_FAKE=nvml=1 run "$fake" --all --quick -o "$work/run.csv"
says "remember()" "None measured" "print(gpubench.peaks(), end=' ')
gpubench.remember('$work/run.csv')
print(gpubench.peaks().source)"
says "remember() of no file" \
	"Error: gpubench peaks: gpubench: $work/none.csv: cannot be read: No such file or directory" \
	"gpubench.remember('$work/none.csv')"
unset LD_LIBRARY_PATH

run "$real" store "$work/kept.db" "$work/run.csv"
PROGRAM=$real says "read() of a store" "True" \
	"print(list(gpubench.read('$work/kept.db')) == list(gpubench.read('$work/run.csv')))"
PROGRAM=$real says "and of one that is broken" "Error" \
	"open('$work/bad.db', 'wb').write(b'SQLite format 3\\0' + bytes(600))
try:
    gpubench.read('$work/bad.db')
except gpubench.Error as error:
    print('Error' if 'bad.db' in str(error) else error)"
PROGRAM=$work/none says "no program" \
	"Error: the program gpubench was not found: reinstall the wheel, or set GPUBENCH_PROGRAM" 'gpubench.program()'
GPUBENCH_PROGRAM=$real run "$python" -m gpubench --version
check "python -m gpubench" grep -q '^gpubench ' "$out"

totals
