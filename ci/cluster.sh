#!/bin/sh
# cluster.sh: the batch script for Slurm and the check for ReFrame do what docs/cluster.md says of them, over the fake device.
# Slurm's part is played by a script that starts the program once; ReFrame is the real one.
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

cat >bin/srun <<'END'
#!/bin/sh
[ "$1 $2" = "--ntasks-per-node=1 --kill-on-bad-exit=0" ] || exit 99
shift 2
exec "$@"
END
chmod +x bin/srun
# batch FAKE NODES OPTION...: the batch script on so many nodes, of which this is one
batch() {
	fake=$1 nodes=$2
	shift 2
	rm -rf gpubench-7
	GPUBENCH_FAKE=$fake SLURM_JOB_ID=7 SLURM_JOB_NUM_NODES=$nodes SLURM_SUBMIT_DIR=$folder bash "$scripts/gpubench.sbatch" "$@"
}
check "a job" "^status 0" batch devices=4 1 --quick
check "its results" "^12$" sh -c "grep -c '^gpubench-1,' gpubench-7/$(uname -n).csv"
check "it compares" "Fake GPU: 4 GPUs on 1 host" batch devices=4 1 --quick
check "a measurement that fails" "^status 2" batch computes=0 1 --quick
check "no GPU" "no node has measured anything" batch devices=0 1 --quick
check "its status" "^status 2" batch devices=0 1 --quick
check "a node without results" "only 1 of 2 nodes have written results" batch "" 2 --quick
check "its status too" "^status 2" batch "" 2 --quick
check "not under Slurm" "run this with sbatch" env -u SLURM_SUBMIT_DIR bash "$scripts/gpubench.sbatch"

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
	sed 's/85333333.3/99333333.3/g' good.csv >better.csv
	sed 's/toy\.add/toy.gone/g' good.csv >gone.csv
	check "roofs of two GPUs" "P: toy.add@1: 85333333.3 B/s" frame devices=2
	check "as good as before" "OK.*GpubenchRoofs" frame "" -S "GpubenchRoofs.baseline=$folder/good.csv"
	check "worse than before" "toy.add@0=85333333.3 B/s, expected 99333333.3" \
		frame "" -S "GpubenchRoofs.baseline=$folder/better.csv"
	check "not measured" "in the baseline: \['toy.gone@0'\]" frame "" -S "GpubenchRoofs.baseline=$folder/gone.csv"
	check "a row that failed" "sanity error: failed: \['toy op=add,parts=1: verify" frame computes=0
	check "no GPU for ReFrame" "FAILED.*Ran 1/1" frame devices=0
else
	skipped=1
	echo "skipped: ReFrame cannot be had: $(tail -n 1 pip.log)"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
