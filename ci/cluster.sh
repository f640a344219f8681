#!/bin/sh
# cluster.sh: the check for ReFrame does what docs/cluster.md says of it, over the fake device. ReFrame is the real one. What
# runs under Slurm is tested by tests/slurm/run.sh.
set -eu
cd "$(dirname "$0")/.."
build=$PWD/${1:-build}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin/plugins"
ln -s "$build/tests/plugins/toy.so" "$folder/bin/plugins"
cp "$build/tests/gpubench-fake" "$folder/bin/gpubench"
PATH=$folder/bin:$PATH
export PATH
scripts=$PWD/docs/cluster
cd "$folder"

passed=0 failed=0 skipped=0
# check NAME TEXT COMMAND...: the command's output has the text, or it is shown; its status is in the text as "status N".
check() {
	name=$1 text=$2
	shift 2
	{ status=0; "$@" || status=$?; echo "status $status"; } >log 2>&1
	if grep -qE -- "$text" log; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name: not said: $text"
		sed 's/^/  | /' log
	fi
}

check "the batch script outside of Slurm" "run this with sbatch" env -u SLURM_SUBMIT_DIR bash "$scripts/gpubench.sbatch"

# reframe from PyPI, the version that this was written with, unless there is one.
if ! command -v reframe >/dev/null; then
	if python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --only-binary=:all: \
		--target "$folder/reframe" ReFrame-HPC==4.10.4 >pip.log 2>&1; then
		printf '#!/bin/sh\nPYTHONPATH=%s/reframe exec python3 %s/reframe/bin/reframe "$@"\n' "$folder" "$folder" >bin/reframe
		chmod +x bin/reframe
	fi
fi
if command -v reframe >/dev/null; then
	# frame FAKE OPTION...: the check, with a home of its own
	frame() {
		fake=$1
		shift
		PYTHONDONTWRITEBYTECODE=1 HOME=$folder GPUBENCH_FAKE=$fake reframe --nocolor --prefix="$folder/rfm" -c "$scripts/gpubench_reframe.py" -r "$@"
	}
	check "a baseline" "^status 0" sh -c 'GPUBENCH_FAKE= gpubench --all --quick >good.csv'
	# The roof, and a baseline in which it is a sixth higher.
	cat >better.py <<-'END'
		import csv, sys
		rows = list(csv.DictReader(open("good.csv", newline="")))
		roof = max((row for row in rows if row["roof"] == "toy.add"), key=lambda row: float(row["value"]))
		higher = round(float(roof["value"]) * 7 / 6)
		print(roof["value"], higher)
		roof.update({name: higher for name in ("value", "lo", "hi", "min", "max")})
		with open("better.csv", "w", newline="") as file:
		    out = csv.DictWriter(file, rows[0].keys())
		    out.writeheader()
		    out.writerows(rows)
	END
	read -r roof higher <<-END
		$(python3 better.py)
	END
	sed 's/toy\.add/toy.gone/g' good.csv >gone.csv
	check "roofs of two GPUs" "P: toy.add@1: ${roof}[.0]* B/s" frame devices=2
	check "as good as before" "OK.*GpubenchRoofs" frame "" -S "GpubenchRoofs.baseline=$folder/good.csv"
	check "worse than before" "toy.add@0=${roof}[.0]* B/s, expected ${higher}.0" \
		frame "" -S "GpubenchRoofs.baseline=$folder/better.csv"
	check "not measured" "in the baseline: \['toy.gone@0'\]" frame "" -S "GpubenchRoofs.baseline=$folder/gone.csv"
	check "a row that failed" "sanity error: failed: \['toy op=double: verify" frame computes=0
	check "no GPU for ReFrame" "FAILED.*Ran 1/1" frame devices=0
else
	skipped=1
	echo "skipped: ReFrame cannot be had: $(tail -n 1 pip.log)"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
