#!/usr/bin/env bash
# Every kernel once under each tool of compute-sanitizer, on a small working set.
#
#   tests/gpu/sanitize.sh BUILD
#
# The last line has the totals. Exit status 77: cannot be done here.
set -uo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

skip() { echo "sanitize: $1" >&2; exit 77; }
command -v compute-sanitizer >/dev/null || skip "compute-sanitizer is not on the PATH"
"$build/gpubench" --list-devices >/dev/null 2>&1 || skip "no GPU"

# Small and few, but every kernel: all values of the axes that choose one, one value of those that only shape its launch.
small=(--max-memory 400e6 --every-point --min-samples 1 --max-noise 1 --timeout 0.001 --patience 300)
dram=(-b dram -a "op=read,write,copy,scale,add,triad,mix" -a block=256 -a grid=persistent -a skew=0 -a stripes=64)
ffma=(-b ffma -a warps=16 -a block=256)

# check TOOL NAME OPTIONS...: no error of the tool's, and no row that failed.
check() {
	local tool=$1 name=$2
	shift 2
	compute-sanitizer --tool "$tool" --target-processes all --error-exitcode 9 \
		"$build/gpubench" "$@" "${small[@]}" -o "$work/rows.csv" >"$work/log" 2>&1
	local rows bad
	rows=$(($(wc -l <"$work/rows.csv") - 1))
	bad=$(grep -c ',failed,' "$work/rows.csv")
	# racecheck closes with a line of its own.
	local clean='ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards' dirty='(ERROR|RACECHECK) SUMMARY: [1-9]'
	if [ "$rows" -gt 0 ] && [ "$bad" -eq 0 ] && grep -qE "$clean" "$work/log" && ! grep -qE "$dirty" "$work/log"; then
		passed=$((passed + 1))
		echo "ok: $tool, $name: $rows rows"
	else
		failed=$((failed + 1))
		echo "FAILED: $tool, $name: $rows rows, $bad failed"
		grep -vE ': (suspect|skipped): ' "$work/log" | head -n 30
	fi
}

for tool in memcheck initcheck racecheck synccheck; do
	check "$tool" dram "${dram[@]}"
	check "$tool" ffma "${ffma[@]}"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
